/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Bodies: what goes on for weeks. Signals in every call, two devices and two threads, many
 * destinations, the breaker, fork(); nothing leaks and nothing is allocated on the way.
 */
#include "config.h"

#include "bed.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "alloc-counter.h"
#include "breaker.h"
#include "fixtures/jpeg-writer.h"
#include "hotplug-bed.h"

#define STREAM_MAX 65536

static const struct libcodec_decoder_params hardware = {
	.struct_size = sizeof(hardware),
	.policy = LIBCODEC_POLICY_REQUIRE_HARDWARE,
};

/* Streams of four geometries, over and over. */
#define STREAMS 4
static uint8_t streams[STREAMS][STREAM_MAX];
static size_t sizes[STREAMS];

static void make_streams(void)
{
	static const enum fx_sampling samplings[STREAMS] = { FX_420, FX_444, FX_GREY, FX_420 };
	struct fx_jpeg j;
	unsigned int i;

	for (i = 0; i < STREAMS; i++) {
		fx_jpeg_init(&j, 40 + 16 * i, 48 - 8 * i, samplings[i]);
		j.seed = i;
		sizes[i] = fx_jpeg_write(&j, streams[i], STREAM_MAX);
		ck_assert_uint_gt(sizes[i], 0);
	}
}

static void begin(struct vjpeg_bed *bed, const struct libcodec_decoder_params *params)
{
	make_streams();
	vjpeg_bed_plug(bed, 0);
	vjpeg_bed_context(bed, params);
}

static struct libcodec_image *flexible(struct vjpeg_bed *bed)
{
	return vjpeg_bed_dmabuf_image(bed, VJPEG_BED_IMAGE, LIBCODEC_IMAGE_FLEXIBLE, 0);
}

static void show(struct vjpeg_bed *bed, unsigned int which, struct libcodec_image *image,
		 const char *backend)
{
	vjpeg_bed_frame(bed, streams[which], sizes[which], image, backend);
}

static unsigned int failures(struct vjpeg_bed *bed)
{
	struct libcodec_device_info info;

	ck_assert(vjpeg_bed_device(bed, 0, &info));
	return info.failures;
}

/* --- signals --- */

static volatile sig_atomic_t alarms;

static void on_alarm(int signal)
{
	alarms++;
}

VJPEG_BODY(signals_each_millisecond)
{
	struct sigaction act = { .sa_handler = on_alarm }, old;
	struct itimerval storm = { { 0, 1000 }, { 0, 1000 } }, calm = { { 0, 0 }, { 0, 0 } };
	struct libcodec_image *image;
	unsigned int i;

	begin(bed, &hardware);
	image = flexible(bed);
	vjpeg_bed_set(bed, 0, "job_ms", 3);
	ck_assert_int_eq(sigaction(SIGALRM, &act, &old), 0);
	ck_assert_int_eq(setitimer(ITIMER_REAL, &storm, NULL), 0);
	for (i = 0; i < 200; i++) {
		unsigned int which = i / 3 % STREAMS;

		ck_assert_int_eq(vjpeg_bed_decode(bed, streams[which], sizes[which],
						  i % 2 ? image : bed->image), 0);
		ck_assert_str_eq(bed->info.backend, "v4l2");
	}
	ck_assert_int_eq(setitimer(ITIMER_REAL, &calm, NULL), 0);
	ck_assert_int_eq(sigaction(SIGALRM, &old, NULL), 0);
	ck_assert_int_gt(alarms, 100);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "decoded"), 200);
	ck_assert_uint_eq(failures(bed), 0);
	show(bed, 1, image, "v4l2");
	libcodec_image_unref(image);
}

/* Each n'th call is interrupted: the first one, too, of each kind. */
VJPEG_BODY(interrupted_calls)
{
	struct libcodec_image *image;
	unsigned int n, i;

	if (!bed->control->interrupt_every)
		return; /* the kernel has the signals above */
	begin(bed, &hardware);
	image = flexible(bed);
	for (n = 2; n <= 4; n++) {
		bed->control->interrupt_every(n);
		for (i = 0; i < 60; i++)
			show(bed, i / 2 % STREAMS, i % 3 ? image : NULL, "v4l2");
	}
	bed->control->interrupt_every(0);
	ck_assert_uint_eq(failures(bed), 0);
	libcodec_image_unref(image);
}

/* --- several at a time --- */

struct worker {
	struct vjpeg_bed *bed;
	struct libcodec_context *ctx;
	const char *device; /* to which it is pinned, or NULL */
	unsigned int first, n;
	unsigned int wrong, elsewhere;
};

static struct libcodec_image *worker_image(struct libcodec_context *ctx)
{
	struct libcodec_image_params p = {
		.struct_size = sizeof(p), .width = 1, .height = 1,
		.format = LIBCODEC_FORMAT_GREY, .memory = LIBCODEC_MEMORY_HOST,
		.capacity = 65536,
	};
	struct libcodec_image *image = NULL;

	libcodec_image_new(ctx, &p, &image);
	return image;
}

/* A checksum of the visible bytes. */
static uint32_t sum_of(struct libcodec_image *image)
{
	struct libcodec_image_layout l = { .struct_size = sizeof(l) };
	unsigned int p, y, x;
	uint32_t sum = 0;
	void *data;

	if (libcodec_image_get_layout(image, &l) < 0 ||
	    libcodec_image_map(image, LIBCODEC_ACCESS_READ, &data) < 0)
		return 0;
	for (p = 0; p < l.n_planes; p++)
		for (y = 0; y < l.plane_height[p]; y++) {
			const uint8_t *row = (uint8_t *)data + l.plane_offset[p] +
					     (size_t)y * l.plane_stride[p];

			for (x = 0; x < l.plane_width[p]; x++)
				sum = sum * 31 + row[x];
		}
	libcodec_image_unmap(image);
	return sum;
}

static uint32_t right_sums[STREAMS];

static void make_sums(struct vjpeg_bed *bed)
{
	unsigned int i;

	for (i = 0; i < STREAMS; i++) {
		show(bed, i, NULL, "v4l2");
		right_sums[i] = sum_of(bed->image);
	}
}

/* No asserts in here: they are the first thread's. */
static void *work(void *arg)
{
	struct worker *w = arg;
	struct libcodec_decoder_params params = {
		.struct_size = sizeof(params),
		.device = w->device,
	};
	struct libcodec_image *image = worker_image(w->ctx);
	struct libcodec_decoder *dec = NULL;
	unsigned int i;

	if (!image || libcodec_decoder_new(w->ctx, &dec) < 0 ||
	    libcodec_decoder_set_params(dec, &params) < 0) {
		w->wrong = w->n;
		return NULL;
	}
	for (i = 0; i < w->n; i++) {
		struct libcodec_image_info info = { .struct_size = sizeof(info) };
		unsigned int which = (w->first + i / 7) % STREAMS;

		if (libcodec_decoder_decode(dec, streams[which], sizes[which], image,
					    &info) < 0 ||
		    sum_of(image) != right_sums[which])
			w->wrong++;
		else if (strcmp(info.backend, "v4l2") != 0)
			w->elsewhere++;
	}
	libcodec_decoder_unref(dec);
	libcodec_image_unref(image);
	return NULL;
}

static void run(struct worker *workers, unsigned int n)
{
	pthread_t threads[4];
	unsigned int i;

	for (i = 0; i < n; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
	for (i = 0; i < n; i++)
		ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
	for (i = 0; i < n; i++)
		ck_assert_uint_eq(workers[i].wrong, 0);
}

VJPEG_BODY(two_devices)
{
	struct worker workers[2];
	char nodes[2][64];
	unsigned int i;

	begin(bed, &hardware);
	vjpeg_bed_plug(bed, 1);
	make_sums(bed);
	for (i = 0; i < 2; i++) {
		strcpy(nodes[i], vjpeg_bed_node(bed, i));
		vjpeg_bed_clear_stats(bed, i);
		workers[i] = (struct worker){ .bed = bed, .ctx = bed->ctx,
					      .device = nodes[i], .first = i, .n = 1000 };
	}
	run(workers, 2);
	for (i = 0; i < 2; i++) {
		ck_assert_uint_eq(workers[i].elsewhere, 0);
		ck_assert_uint_eq(vjpeg_bed_stat(bed, i, "decoded"), 1000);
	}
}

VJPEG_BODY(one_device_of_three_decoders)
{
	struct worker workers[3];
	unsigned int i, elsewhere = 0;

	begin(bed, &hardware);
	make_sums(bed);
	vjpeg_bed_clear_stats(bed, 0);
	for (i = 0; i < 3; i++)
		workers[i] = (struct worker){ .bed = bed, .ctx = bed->ctx, .first = i,
					      .n = 300 };
	run(workers, 3);
	for (i = 0; i < 3; i++)
		elsewhere += workers[i].elsewhere;
	ck_assert_uint_eq(elsewhere, 0);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "decoded"), 900);
}

/* A device that one at a time may open: the others' frames come all the same. */
VJPEG_BODY(device_for_one)
{
	struct libcodec_decoder *second, *first;
	unsigned int i;

	begin(bed, NULL);
	vjpeg_bed_set(bed, 0, "contexts", 1);
	show(bed, 0, NULL, "v4l2");
	second = testbed_decoder(bed->ctx, NULL);
	first = bed->dec;
	bed->dec = second;
	/* Nor is it held against the device, which serves another. */
	for (i = 0; i < 10; i++)
		show(bed, 0, NULL, "cpu");
	ck_assert_uint_eq(failures(bed), 0);
	bed->dec = first;
	show(bed, 0, NULL, "v4l2");
	libcodec_decoder_unref(second);
}

/* It comes and goes all the time, under three decoders; no frame is lost. */
VJPEG_BODY(storm_of_plugs)
{
	struct worker workers[3];
	pthread_t threads[3];
	unsigned int i, rounds = !strcmp(bed->kind->name, "kernel") ? 5 : 40;

	begin(bed, &hardware);
	make_sums(bed);
	for (i = 0; i < 3; i++) {
		workers[i] = (struct worker){ .bed = bed, .ctx = bed->ctx, .first = i,
					      .n = 2000 };
		ck_assert_int_eq(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
	}
	for (i = 0; i < rounds; i++) {
		vjpeg_bed_unplug(bed, 0);
		vjpeg_bed_plug(bed, 0);
	}
	for (i = 0; i < 3; i++) {
		ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
		ck_assert_uint_eq(workers[i].wrong, 0);
	}
	show(bed, 0, NULL, "v4l2");
}

/* --- what is left --- */

static unsigned int lines_of(const char *path, const char *with)
{
	FILE *f = fopen(path, "re");
	unsigned int n = 0;
	char line[512];

	ck_assert_ptr_nonnull(f);
	while (fgets(line, sizeof(line), f))
		n += strstr(line, with) != NULL;
	fclose(f);
	return n;
}

static unsigned int count_fds(void)
{
	unsigned int n = 0;
	int fd;

	for (fd = 0; fd < 1024; fd++)
		n += fcntl(fd, F_GETFD) >= 0;
	return n;
}

static void round_of_all(struct vjpeg_bed *bed)
{
	struct libcodec_image *image;
	unsigned int i;

	/* More dma-bufs than stay attached, and images that go while they are. */
	for (i = 0; i < 12; i++) {
		image = flexible(bed);
		show(bed, i / 6 % STREAMS, image, "v4l2");
		show(bed, i / 6 % STREAMS, NULL, "v4l2");
		libcodec_image_unref(image);
	}
	for (i = 0; i < 3 * STREAMS; i++)
		show(bed, i % STREAMS, NULL, "v4l2");
}

VJPEG_BODY(nothing_piles_up)
{
	unsigned int i, fds, maps, attached;

	begin(bed, &hardware);
	round_of_all(bed);
	fds = count_fds();
	maps = lines_of("/proc/self/maps", "-");
	attached = vjpeg_bed_stat(bed, 0, "attached");
	for (i = 0; i < 10; i++)
		round_of_all(bed);
	ck_assert_uint_eq(count_fds(), fds);
	/* The allocator's arenas are a few; 120 images would be many. */
	ck_assert_uint_le(lines_of("/proc/self/maps", "-"), maps + 8);
	ck_assert_uint_le(vjpeg_bed_stat(bed, 0, "attached"), attached);
	ck_assert_uint_le(attached, 4);
}

VJPEG_BODY(nothing_is_allocated)
{
	struct libcodec_image *image;
	unsigned long before;
	unsigned int i, bad = 0;

	if (!ALLOC_COUNTING)
		test_skip("malloc-counter", "malloc can't be counted in this build");
	begin(bed, &hardware);
	image = flexible(bed);
	for (i = 0; i < 3; i++) {
		show(bed, 0, image, "v4l2");
		show(bed, 0, NULL, "v4l2");
	}
	for (i = 0; i < 2; i++) {
		struct libcodec_image *to = i ? image : bed->image;
		unsigned int k;

		show(bed, 0, to, "v4l2");
		show(bed, 0, to, "v4l2");
		before = alloc_calls;
		for (k = 0; k < 100; k++)
			bad += libcodec_decoder_decode(bed->dec, streams[0], sizes[0], to,
						       NULL) != 0;
		ck_assert_uint_eq(alloc_calls - before, 0);
	}
	ck_assert_uint_eq(bad, 0);
	libcodec_image_unref(image);
}

/* What the child of a fork() has of the device is its parent's. */
VJPEG_BODY(child_of_fork)
{
	int status = 0;
	pid_t child;

	begin(bed, NULL);
	show(bed, 0, NULL, "v4l2");
	child = fork();
	ck_assert_int_ge(child, 0);
	if (!child) {
		struct libcodec_image_info info = { .struct_size = sizeof(info) };
		int r = libcodec_decoder_decode(bed->dec, streams[0], sizes[0], bed->image,
						&info);

		_exit(r == 0 && !strcmp(info.backend, "cpu") ? 0 : 1);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFEXITED(status));
	ck_assert_int_eq(WEXITSTATUS(status), 0);
	show(bed, 0, NULL, "v4l2");
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "decoded"), 2);
}

/* Descriptors that a program which is started now would get, as bits. */
static void inherited(bool is_inherited[1024])
{
	int fd;

	for (fd = 0; fd < 1024; fd++) {
		int flags = fcntl(fd, F_GETFD);

		is_inherited[fd] = flags >= 0 && !(flags & FD_CLOEXEC);
	}
}

/* Programs that are started meanwhile get nothing of it. */
VJPEG_BODY(descriptors_end_at_exec)
{
	static bool before[1024], after[1024];
	struct libcodec_image *image;
	unsigned int fds = count_fds();

	inherited(before);
	begin(bed, &hardware);
	image = flexible(bed);
	show(bed, 0, image, "v4l2");
	show(bed, 0, NULL, "v4l2");
	inherited(after);
	ck_assert_int_eq(memcmp(before, after, sizeof(before)), 0);
	ck_assert_uint_gt(count_fds(), fds);
	libcodec_image_unref(image);
}

/* --- breaker --- */

static void fail_until_open(struct vjpeg_bed *bed)
{
	unsigned int i;

	vjpeg_bed_set(bed, 0, "job", VJPEG_JOB_ERROR);
	vjpeg_bed_set(bed, 0, "job_n", 0);
	for (i = 0; i < LC_BREAKER_FAILURES; i++) {
		show(bed, i % STREAMS, NULL, "cpu");
		ck_assert_uint_eq(bed->info.attempts, 1);
	}
	ck_assert_uint_eq(vjpeg_bed_event(bed, LIBCODEC_EVENT_BREAKER_OPENED).state,
			  LIBCODEC_DEVICE_SUSPENDED);
}

VJPEG_BODY(breaker)
{
	begin(bed, NULL);
	show(bed, 0, NULL, "v4l2");
	fail_until_open(bed);
	vjpeg_bed_clear_stats(bed, 0);
	show(bed, 0, NULL, "cpu");
	ck_assert_uint_eq(bed->info.attempts, 0);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "ioctls"), 0);
	/* The trial fails, and the next one comes out well. */
	bed_clock(LC_BREAKER_DELAY);
	show(bed, 0, NULL, "cpu");
	ck_assert_uint_eq(bed->info.attempts, 1);
	vjpeg_bed_set(bed, 0, "job", VJPEG_JOB_OK);
	bed_clock(2 * LC_BREAKER_DELAY);
	show(bed, 0, NULL, "v4l2");
	vjpeg_bed_event(bed, LIBCODEC_EVENT_BREAKER_CLOSED);
	show(bed, 1, NULL, "v4l2");
}

VJPEG_BODY(breaker_and_replug)
{
	begin(bed, NULL);
	fail_until_open(bed);
	vjpeg_bed_set(bed, 0, "job", VJPEG_JOB_OK);
	vjpeg_bed_unplug(bed, 0);
	vjpeg_bed_plug(bed, 0);
	show(bed, 0, NULL, "v4l2");
	ck_assert_uint_eq(failures(bed), 0);
}

/* What both find broken is the stream's fault, however often. */
VJPEG_BODY(broken_streams)
{
	struct libcodec_image_info info = { .struct_size = sizeof(info) };
	uint8_t broken[STREAM_MAX];
	size_t size;
	unsigned int i;

	begin(bed, NULL);
	show(bed, 1, NULL, "v4l2");
	memcpy(broken, streams[1], sizes[1]);
	size = sizes[1];
	/* Codes that there are none of, in the middle, and EOI where it was. */
	memset(broken + size / 2, 0xff, 2);
	broken[size / 2 + 1] = 0x00;
	memset(broken + size / 2 + 2, 0xfe, 40);
	for (i = 0; i < 3 * LC_BREAKER_FAILURES; i++) {
		int r = libcodec_decoder_decode(bed->dec, broken, size, bed->image, &info);

		ck_assert_int_eq(r, -EBADMSG);
	}
	ck_assert_uint_ge(vjpeg_bed_stat(bed, 0, "errors"), 3 * LC_BREAKER_FAILURES);
	ck_assert_uint_eq(failures(bed), 0);
	show(bed, 1, NULL, "v4l2");
}

/* --- destinations --- */

static int make_image(struct vjpeg_bed *bed, int fd, uint32_t access, uint64_t offset,
		      uint32_t flags, struct libcodec_image **ret)
{
	struct libcodec_image_plane plane = { .fd = fd, .offset = offset };
	struct libcodec_image_params p = {
		.struct_size = sizeof(p), .width = 1, .height = 1,
		.format = LIBCODEC_FORMAT_GREY, .memory = LIBCODEC_MEMORY_DMABUF,
		.access = access, .flags = flags, .planes = &plane, .n_planes = 1,
	};

	return libcodec_image_new(bed->ctx, &p, ret);
}

static void refused(struct vjpeg_bed *bed, struct libcodec_image *image, int error)
{
	unsigned int before = vjpeg_bed_stat(bed, 0, "qbuf_capture");

	ck_assert_int_eq(vjpeg_bed_decode(bed, streams[0], sizes[0], image), error);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "qbuf_capture"), before);
}

VJPEG_BODY(destinations_that_do_not_serve)
{
	struct libcodec_image *image;
	char path[64];
	int fd, again;

	begin(bed, NULL);
	fd = vjpeg_bed_dmabuf(bed, 4096);
	/* Less than the 40x48 picture needs. */
	ck_assert_int_eq(make_image(bed, fd, 0, 4096 - 2000, 0, &image), 0);
	refused(bed, image, -ENOSPC);
	libcodec_image_unref(image);
	/* Behind its end. */
	ck_assert_int_eq(make_image(bed, fd, 0, 4096, 0, &image), -EINVAL);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	again = open(path, O_RDONLY | O_CLOEXEC);
	if (again >= 0) { /* a memfd; dma-bufs can't be opened anew */
		ck_assert_int_eq(make_image(bed, again, 0, 0, 0, &image), -EACCES);
		close(again);
	}
	close(fd);
	ck_assert_int_eq(make_image(bed, fd, 0, 0, 0, &image), -EINVAL);
	show(bed, 0, NULL, "v4l2");
}

VJPEG_BODY(destinations_that_the_cpu_may_not_write)
{
	static const uint32_t access[] = { LIBCODEC_ACCESS_NONE, LIBCODEC_ACCESS_READ };
	struct libcodec_image *image;
	unsigned int i;
	int fd;

	begin(bed, NULL);
	for (i = 0; i < 2; i++) {
		fd = vjpeg_bed_dmabuf(bed, VJPEG_BED_IMAGE);
		ck_assert_int_eq(make_image(bed, fd, access[i], 0, LIBCODEC_IMAGE_FLEXIBLE,
					    &image), 0);
		ck_assert_int_eq(vjpeg_bed_decode(bed, streams[0], sizes[0], image), 0);
		ck_assert_uint_eq(bed->info.zero_copy, 1);
		if (access[i] == LIBCODEC_ACCESS_READ)
			vjpeg_bed_compare(bed, streams[0], sizes[0], image);
		libcodec_image_unref(image);
		/* Not from its start on: that would be a copy. */
		ck_assert_int_eq(make_image(bed, fd, access[i], 4096,
					    LIBCODEC_IMAGE_FLEXIBLE, &image), 0);
		refused(bed, image, -EACCES);
		libcodec_image_unref(image);
		close(fd);
	}
	ck_assert_uint_eq(failures(bed), 0);
	show(bed, 0, NULL, "v4l2");
}

/* What the driver can't import is copied, and the next one is tried again. */
VJPEG_BODY(destinations_that_the_device_cannot_import)
{
	struct libcodec_image *image, *other, *slice;
	unsigned int i, requested;

	begin(bed, &hardware);
	vjpeg_bed_set(bed, 0, "lazy_import", 1);
	image = flexible(bed);
	for (i = 0; i < 3; i++) {
		show(bed, 0, image, "v4l2");
		ck_assert_uint_eq(bed->info.zero_copy, 0);
	}
	ck_assert_uint_eq(failures(bed), 0);
	/* It is no reason to look at each one anew that is copied for another reason. */
	other = flexible(bed);
	ck_assert_int_eq(libcodec_image_new_slice(other, 1u << 20, 1u << 20, &slice), 0);
	show(bed, 0, slice, "v4l2");
	requested = vjpeg_bed_stat(bed, 0, "reqbufs");
	show(bed, 0, slice, "v4l2");
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "reqbufs"), requested);
	libcodec_image_unref(slice);
	vjpeg_bed_set(bed, 0, "lazy_import", 0);
	show(bed, 0, other, "v4l2");
	ck_assert_uint_eq(bed->info.zero_copy, 1);
	libcodec_image_unref(image);
	libcodec_image_unref(other);
}

void vjpeg_bodies_endurance(TCase *t)
{
	tcase_add_test(t, signals_each_millisecond);
	tcase_add_test(t, interrupted_calls);
	tcase_add_test(t, two_devices);
	tcase_add_test(t, one_device_of_three_decoders);
	tcase_add_test(t, device_for_one);
	tcase_add_test(t, storm_of_plugs);
	tcase_add_test(t, nothing_piles_up);
	tcase_add_test(t, nothing_is_allocated);
	tcase_add_test(t, child_of_fork);
	tcase_add_test(t, descriptors_end_at_exec);
	tcase_add_test(t, breaker);
	tcase_add_test(t, breaker_and_replug);
	tcase_add_test(t, broken_streams);
	tcase_add_test(t, destinations_that_do_not_serve);
	tcase_add_test(t, destinations_that_the_cpu_may_not_write);
	tcase_add_test(t, destinations_that_the_device_cannot_import);
}
