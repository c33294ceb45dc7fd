/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Devices that can't be opened, and one that goes: by the function that an application
 * may give to a context to open them.
 */
#include "config.h"

#include "fault.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the opener does. */
struct opener {
	int error; /* 0: it opens */
	int last; /* what it opened last, or -1 */
};

static int open_device(void *data, const char *node, int flags)
{
	struct opener *opener = data;
	int fd;

	if (opener->error)
		return -opener->error;
	do
		fd = open(node, flags | O_CLOEXEC);
	while (fd < 0 && errno == EINTR);
	if (fd < 0)
		return -errno;
	opener->last = fd;
	return fd;
}

static bool open_bed(struct kit_case *c, struct bed *bed, struct opener *opener)
{
	opener->last = -1;
	*bed = (struct bed){ .c = c, .open_device = open_device, .device_data = opener };
	if (!bed_open(c, bed))
		return false;
	if (!bed->takes_devices)
		kit_unclaimed(c, "it takes no device");
	return bed->takes_devices;
}

/* One frame of a picture that any JPEG device would take. */
static bool shoot(struct bed *bed, struct libcodec_decoder *dec, struct shot *ret_shot)
{
	struct bed_work w;
	struct canvas cv;

	if (!bed_first(bed, GOLDEN_PLAIN, &w) || !bed_canvas(bed, &w, 0, false, &cv))
		return false;
	bed_shoot(bed, dec, w.s.data, w.s.size, cv.image, ret_shot);
	return true;
}

static void refused(struct kit_case *c, int error)
{
	struct opener opener = { .error = error };
	struct golden_stream s;
	struct canvas_spec spec = { .format = LIBCODEC_FORMAT_NV12, .align = 64 };
	struct libcodec_decoder *dec;
	struct canvas cv;
	struct shot shot;
	struct bed bed;
	size_t i;

	if (!open_bed(c, &bed, &opener))
		return;
	dec = bed_decoder(&bed, NULL);
	for (i = 0; dec && i < golden_count; i++) {
		if (golden_set[i].kind != GOLDEN_PLAIN ||
		    golden_make(&golden_set[i], &s) < 0)
			continue;
		spec.width = s.width;
		spec.height = s.height;
		if (canvas_new(bed.ctx, &spec, &cv) < 0)
			continue;
		kit_doing(c, golden_set[i].name);
		bed_shoot(&bed, dec, s.data, s.size, cv.image, &shot);
		if (shot.r == 0)
			kit_fail(c, "%s: done, with a device that can't be opened",
				 golden_set[i].name);
	}
	libcodec_decoder_unref(dec);
	kit_pass(c, "open_device fails with: %s", strerror(error));
}

void fault_device_eacces(struct kit_case *c)
{
	refused(c, EACCES);
}

void fault_device_ebusy(struct kit_case *c)
{
	refused(c, EBUSY);
}

void fault_device_enodev(struct kit_case *c)
{
	refused(c, ENODEV);
}

/*
 * A character device whose other side is gone: poll() says POLLHUP and ioctls fail, as of
 * hardware that was pulled. -1 with errno.
 */
static int open_gone(void)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), gone = -1;
	char name[64];

	if (master < 0)
		return -1;
	if (grantpt(master) == 0 && unlockpt(master) == 0 &&
	    ptsname_r(master, name, sizeof(name)) == 0)
		gone = open(name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	close(master);
	return gone;
}

/* What it has open becomes that. */
void fault_device_revoked(struct kit_case *c)
{
	struct opener opener = { .error = 0 };
	struct libcodec_decoder *dec;
	struct shot shot;
	struct bed bed;
	int gone;

	if (!open_bed(c, &bed, &opener))
		return;
	dec = bed_decoder(&bed, NULL);
	if (!dec || !shoot(&bed, dec, &shot) || shot.r < 0 || opener.last < 0) {
		kit_skip(c, "no plain picture is done by the device");
		return;
	}
	gone = open_gone();
	if (gone < 0 || dup3(gone, opener.last, O_CLOEXEC) < 0) {
		kit_skip(c, "no terminal to take the device's place: %s", strerror(errno));
		return;
	}
	kit_doing(c, "a frame after the device was revoked");
	shoot(&bed, dec, &shot);
	if (shot.verdict != LIBCODEC_VERDICT_FALLBACK)
		kit_fail(c, "its device is gone, it must be FALLBACK, not: %s",
			 shot_text(&shot));
	libcodec_decoder_unref(dec);
	kit_pass(c, "the device was revoked between two frames: %s", shot_text(&shot));
}
