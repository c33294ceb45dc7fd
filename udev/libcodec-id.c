/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * libcodec-id NODE: tell udev what a V4L2 node is, as KEY=VALUE lines: its roles as a codec
 * (LIBCODEC_ROLE), and what its driver calls itself and it (LIBCODEC_DRIVER, _CARD). udev's
 * rules import them, the hwdb is looked up by them. It changes nothing of the device, and
 * nothing that a driver answers keeps it: it runs as root, and udev waits for it.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <linux/videodev2.h>

#define DEADLINE_S  2   /* of the whole run: some codecs power up when they are opened */
#define TRIES_MAX   16  /* of an ioctl that is interrupted */
#define FORMATS_MAX 128 /* that a queue is asked for; drivers have some thirty */

/* What a queue takes or gives. */
#define HAS_JPEG  (1 << 0)
#define HAS_H264  (1 << 1)
#define HAS_CODED (HAS_JPEG | HAS_H264)
#define HAS_RAW   (1 << 2)

/* A role is the coded format of one queue, where the other one is raw. */
#define DECODER_SHIFT 0
#define ENCODER_SHIFT 2

static const struct {
	int bit;
	const char *name;
} roles[] = {
	{ HAS_JPEG << DECODER_SHIFT, "jpeg-decoder" },
	{ HAS_JPEG << ENCODER_SHIFT, "jpeg-encoder" },
	{ HAS_H264 << DECODER_SHIFT, "h264-decoder" },
	{ HAS_H264 << ENCODER_SHIFT, "h264-encoder" },
};

/* What rules and the hwdb's patterns may hold as it is; ':' parts the fields there. */
static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
			    "0123456789#+,-./@_";

static int complain(const char *about, const char *what)
{
	fprintf(stderr, "libcodec-id: %s: %s\n", about, what);
	return 1;
}

/* The default action of SIGALRM ends the process, whatever the parent left to it. */
static void set_deadline(void)
{
	sigset_t set;

	signal(SIGALRM, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, SIGALRM);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	alarm(DEADLINE_S);
}

/* A descriptor, or -1 after a complaint. Opens nothing but a character device. */
static int open_node(const char *node)
{
	struct stat st;
	int fd;

	if (stat(node, &st) < 0) {
		complain(node, strerror(errno));
		return -1;
	}
	if (!S_ISCHR(st.st_mode))
		goto no_device;
	fd = open(node, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0) {
		complain(node, strerror(errno));
		return -1;
	}
	/* It may have been replaced in between. */
	if (!fstat(fd, &st) && S_ISCHR(st.st_mode))
		return fd;
	close(fd);
no_device:
	complain(node, "no character device");
	return -1;
}

static int ask(int fd, unsigned long request, void *arg)
{
	unsigned int tries;

	for (tries = 0; tries < TRIES_MAX; tries++) {
		if (ioctl(fd, request, arg) >= 0)
			return 0;
		if (errno != EINTR)
			return -errno;
	}
	return -EINTR;
}

/* "There is none" and "there are no more", by drivers of any age. */
static bool is_end(int r)
{
	return r == -EINVAL || r == -ENOTTY;
}

static int format_kind(const struct v4l2_fmtdesc *desc)
{
	switch (desc->pixelformat) {
	case V4L2_PIX_FMT_JPEG:
	case V4L2_PIX_FMT_MJPEG:
		return HAS_JPEG;
	case V4L2_PIX_FMT_H264:
		return HAS_H264;
	default:
		/* Also the slices that stateless decoders take: no role of ours. */
		return desc->flags & V4L2_FMT_FLAG_COMPRESSED ? 0 : HAS_RAW;
	}
}

/* HAS_* of the queue, or a negative errno. */
static int queue_formats(int fd, uint32_t type)
{
	struct v4l2_fmtdesc desc;
	uint32_t index;
	int has = 0, r;

	for (index = 0; index < FORMATS_MAX; index++) {
		memset(&desc, 0, sizeof(desc));
		desc.index = index;
		desc.type = type;
		r = ask(fd, VIDIOC_ENUM_FMT, &desc);
		if (is_end(r))
			break;
		if (r < 0)
			return r;
		has |= format_kind(&desc);
	}
	return has;
}

/* The roles of a pair of queues, as bits of the table, or a negative errno. */
static int pair_roles(int fd, uint32_t output, uint32_t capture)
{
	int in, out, found = 0;

	in = queue_formats(fd, output);
	if (in < 0)
		return in;
	out = queue_formats(fd, capture);
	if (out < 0)
		return out;
	if (out & HAS_RAW)
		found |= (in & HAS_CODED) << DECODER_SHIFT;
	if (in & HAS_RAW)
		found |= (out & HAS_CODED) << ENCODER_SHIFT;
	return found;
}

static bool has_all(uint32_t caps, uint32_t bits)
{
	return (caps & bits) == bits;
}

/*
 * 1: a memory-to-memory device, then *ret_roles is set; 0: something else; or a negative
 * errno.
 */
static int identify(int fd, struct v4l2_capability *cap, int *ret_roles)
{
	uint32_t caps;
	bool single, multi;
	int r, found = 0;

	r = ask(fd, VIDIOC_QUERYCAP, cap);
	if (r < 0)
		return is_end(r) ? 0 : r;
	caps = cap->capabilities & V4L2_CAP_DEVICE_CAPS ? cap->device_caps :
							  cap->capabilities;
	/* Drivers had both queues in their capabilities before there was a bit for that. */
	single = caps & V4L2_CAP_VIDEO_M2M ||
		 has_all(caps, V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_VIDEO_OUTPUT);
	multi = caps & V4L2_CAP_VIDEO_M2M_MPLANE ||
		has_all(caps, V4L2_CAP_VIDEO_CAPTURE_MPLANE | V4L2_CAP_VIDEO_OUTPUT_MPLANE);
	if (!(caps & V4L2_CAP_STREAMING) || (!single && !multi))
		return 0;
	if (single) {
		r = pair_roles(fd, V4L2_BUF_TYPE_VIDEO_OUTPUT,
			       V4L2_BUF_TYPE_VIDEO_CAPTURE);
		if (r < 0)
			return r;
		found |= r;
	}
	if (multi) {
		r = pair_roles(fd, V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE,
			       V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE);
		if (r < 0)
			return r;
		found |= r;
	}
	*ret_roles = found;
	return 1;
}

/*
 * The driver's text, of at most @size bytes; it may lack its NUL. A run of anything that is
 * not plain becomes one '_', and is left out at the ends. No line where nothing remains.
 */
static void print_text(const char *key, const uint8_t *text, size_t size)
{
	char value[64];
	bool gap = false;
	size_t i, n = 0;

	for (i = 0; i < size && i < sizeof(value) - 1 && text[i]; i++) {
		if (!strchr(plain, text[i])) {
			gap = n > 0;
			continue;
		}
		if (gap)
			value[n++] = '_';
		gap = false;
		value[n++] = (char)text[i];
	}
	value[n] = '\0';
	if (n)
		printf("%s=%s\n", key, value);
}

static void print_roles(int found)
{
	size_t i;

	if (!found)
		return;
	printf("LIBCODEC_ROLE=:");
	for (i = 0; i < sizeof(roles) / sizeof(roles[0]); i++) {
		if (found & roles[i].bit)
			printf("%s:", roles[i].name);
	}
	printf("\n");
}

/* The exit status, when all was printed. */
static int finish(void)
{
	if (fflush(stdout) || ferror(stdout))
		return complain("standard output", strerror(errno));
	return 0;
}

static int run(const char *node)
{
	struct v4l2_capability cap = { 0 };
	int fd, r, found = 0;

	set_deadline();
	fd = open_node(node);
	if (fd < 0)
		return 1;
	r = identify(fd, &cap, &found);
	close(fd);
	if (r < 0)
		return complain(node, strerror(-r));
	if (r) {
		print_roles(found);
		print_text("LIBCODEC_DRIVER", cap.driver, sizeof(cap.driver));
		print_text("LIBCODEC_CARD", cap.card, sizeof(cap.card));
	}
	return finish();
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "--help")) {
		printf("usage: libcodec-id NODE\n\n"
		       "Prints what udev should know of a V4L2 device, as KEY=VALUE lines.\n"
		       "See libcodec-id(8).\n");
		return finish();
	}
	if (argc == 2 && !strcmp(argv[1], "--version")) {
		printf("libcodec-id " PACKAGE_VERSION "\n");
		return finish();
	}
	if (argc != 2 || argv[1][0] == '-')
		return complain("usage", "libcodec-id NODE");
	return run(argv[1]);
}
