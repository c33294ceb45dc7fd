/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A context over fake devices.
 */
#include "config.h"

#include "hotplug-bed.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "fake-watch.h"
#include "jpeg-writer.h"

#define STREAM_MAX 65536
#define IMAGE_MAX  65536

static uint8_t stream[STREAM_MAX];
static size_t stream_size;

/* --- the clock --- */

static int64_t ahead; /* atomic */

int64_t __real_lc_now_ns(void);
int64_t __wrap_lc_now_ns(void);

static int64_t stopped; /* atomic; 0: it goes with the machine's */

int64_t __wrap_lc_now_ns(void)
{
	int64_t now = __atomic_load_n(&stopped, __ATOMIC_RELAXED);

	return (now ? now : __real_lc_now_ns()) + __atomic_load_n(&ahead, __ATOMIC_RELAXED);
}

void bed_stop_clock(void)
{
	__atomic_store_n(&stopped, __real_lc_now_ns(), __ATOMIC_RELAXED);
}

void bed_clock(int64_t ns)
{
	__atomic_add_fetch(&ahead, ns, __ATOMIC_RELAXED);
}

/* --- the opener and the log --- */

static int open_device(void *data, const char *node, int flags)
{
	struct bed *bed = data;
	int fd;

	if (bed->open_error)
		return bed->open_error;
	if (bed->open_ns) {
		bed_clock(bed->open_ns);
		bed->open_ns = 0;
	}
	ck_assert(flags & O_CLOEXEC);
	ck_assert(flags & O_NONBLOCK);
	fd = open(node, flags);
	return fd < 0 ? -errno : fd;
}

void bed_close_device(void *data, int fd)
{
	ck_assert_int_eq(close(fd), 0);
}

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

static void on_log(void *data, int level, const char *text)
{
	struct bed *bed = data;
	size_t n = strlen(text);

	pthread_mutex_lock(&log_lock);
	if (bed->log_size + n + 2 < sizeof(bed->log)) {
		memcpy(bed->log + bed->log_size, text, n);
		bed->log_size += n;
		bed->log[bed->log_size++] = '\n';
	}
	pthread_mutex_unlock(&log_lock);
}

unsigned int bed_logged(struct bed *bed, const char *text)
{
	unsigned int n = 0;
	const char *p = bed->log;

	while ((p = strstr(p, text))) {
		p += strlen(text);
		n++;
	}
	return n;
}

/* --- life --- */

static void write_picture(enum fx_sampling sampling)
{
	struct fx_jpeg j;

	fx_jpeg_init(&j, 48, 40, sampling);
	stream_size = fx_jpeg_write(&j, stream, sizeof(stream));
	ck_assert_uint_gt(stream_size, 0);
}

void bed_picture_411(void)
{
	write_picture(FX_411);
}

void bed_init(struct bed *bed)
{
	memset(bed, 0, sizeof(*bed));
	fake_reset();
	testbed_init(&bed->tb);
	testbed_add_cpu(&bed->tb);
	testbed_add_mock(&bed->tb, "40", "device", "\n[Match]\nSubsystem=fake\n");
	bed->params = (struct libcodec_context_params){
		.struct_size = sizeof(bed->params),
		.log_level = LIBCODEC_LOG_DEBUG,
		.backend_path = bed->tb.dir,
		.log = on_log,
		.log_data = bed,
		.policy_path = "",
		.open_device = open_device,
		.close_device = bed_close_device,
		.device_data = bed,
	};
	write_picture(FX_420);
}

void bed_done(struct bed *bed)
{
	libcodec_image_unref(bed->image);
	libcodec_decoder_unref(bed->dec);
	libcodec_context_unref(bed->ctx);
	fake_reset();
	testbed_done(&bed->tb);
}

void bed_context(struct bed *bed, const struct libcodec_decoder_params *params)
{
	if (bed->plain_open) {
		bed->params.open_device = NULL;
		bed->params.close_device = NULL;
	}
	ck_assert_int_eq(libcodec_context_new(&bed->params, &bed->ctx), 0);
	bed->dec = testbed_decoder(bed->ctx, params);
	bed->image = testbed_image(bed->ctx, IMAGE_MAX);
}

int bed_try(struct bed *bed)
{
	int r;

	bed->info = (struct libcodec_image_info){ .struct_size = sizeof(bed->info) };
	bed->res = (struct libcodec_result){ .struct_size = sizeof(bed->res) };
	r = libcodec_decoder_decode(bed->dec, stream, stream_size, bed->image, &bed->info);
	ck_assert_int_eq(libcodec_decoder_get_result(bed->dec, &bed->res), 0);
	return r;
}

void bed_decode(struct bed *bed)
{
	int r = bed_try(bed);

	ck_assert_msg(r == 0, "%s: %s", strerror(-r), bed->res.message);
	ck_assert_uint_eq(bed->info.width, 48);
}

const uint8_t *bed_stream(void)
{
	return stream;
}

size_t bed_stream_size(void)
{
	return stream_size;
}

struct libcodec_attempt bed_attempt(struct bed *bed, const char *backend)
{
	struct libcodec_attempt a = { .struct_size = sizeof(a) };
	unsigned int i;

	for (i = 0; libcodec_decoder_get_attempt(bed->dec, i, &a) == 0; i++)
		if (!strcmp(a.backend, backend))
			return a;
	ck_abort_msg("no attempt of %s", backend);
	return a;
}

struct libcodec_plugin_info bed_plugin(struct bed *bed, const char *name)
{
	struct libcodec_plugin_info p = { .struct_size = sizeof(p) };
	unsigned int i;

	for (i = 0; libcodec_context_get_plugin(bed->ctx, i, &p) == 0; i++)
		if (!strcmp(p.name, name))
			return p;
	ck_abort_msg("no plugin %s", name);
	return p;
}

bool bed_device(struct bed *bed, unsigned int index, struct libcodec_device_info *ret_info)
{
	*ret_info = (struct libcodec_device_info){ .struct_size = sizeof(*ret_info) };
	return libcodec_context_get_device(bed->ctx, index, ret_info) == 0;
}

/* --- events --- */

void bed_listen(struct bed *bed)
{
	ck_assert_int_ge(libcodec_context_get_fd(bed->ctx), 0);
	bed->listens = true;
}

void bed_dispatch(struct bed *bed)
{
	struct pollfd fd = { .fd = libcodec_context_get_fd(bed->ctx), .events = POLLIN };
	int rounds = 0;

	do {
		ck_assert_int_eq(libcodec_context_dispatch(bed->ctx), 0);
		ck_assert_int_lt(rounds++, 1000);
	} while (poll(&fd, 1, 0) > 0);
}

struct libcodec_event bed_event(struct bed *bed, uint32_t type)
{
	struct libcodec_event e = { .struct_size = sizeof(e) };
	int r = libcodec_context_next_event(bed->ctx, &e);

	ck_assert_msg(r == 0, "no %s", libcodec_event_name(type));
	ck_assert_msg(e.type == type, "%s: %s, not %s", libcodec_event_name(e.type),
		      e.message, libcodec_event_name(type));
	return e;
}

void bed_no_event(struct bed *bed)
{
	struct libcodec_event e = { .struct_size = sizeof(e) };

	ck_assert_msg(libcodec_context_next_event(bed->ctx, &e) == -ENOENT, "%s: %s",
		      libcodec_event_name(e.type), e.message);
}

unsigned int bed_fds(void)
{
	DIR *d = opendir("/proc/self/fd");
	unsigned int n = 0;

	ck_assert_ptr_nonnull(d);
	while (readdir(d))
		n++;
	closedir(d);
	return n - fake_fds();
}
