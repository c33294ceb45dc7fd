/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A device is pulled and plugged while four threads decode: every frame comes, with the
 * bytes that the cpu backend alone gives, and nothing stays behind. Also under
 * ThreadSanitizer.
 */
#include "config.h"

#include "fake-watch.h"
#include "hotplug-bed.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "context.h"
#include "hotplug.h"
#include "jpeg-writer.h"

#define THREADS    4
#define FRAMES     10000 /* of all threads */
#define PICTURES   3
#define STREAM_MAX 65536
#define IMAGE_MAX  (1u << 20)

static struct bed bed;

struct picture {
	uint8_t stream[STREAM_MAX];
	size_t size;
	uint8_t *right; /* the visible bytes that the cpu backend gives */
};

static struct picture pictures[PICTURES];
static unsigned int frames_left = FRAMES; /* atomic */
static unsigned int on_device, on_cpu, after_failure; /* atomic */
static bool done; /* atomic */

static void write_pictures(void)
{
	static const unsigned int sizes[PICTURES][2] = { { 64, 48 }, { 33, 35 }, { 161, 120 } };
	static const enum fx_sampling samplings[PICTURES] = { FX_420, FX_444, FX_422 };
	unsigned int i;

	for (i = 0; i < PICTURES; i++) {
		struct fx_jpeg j;

		fx_jpeg_init(&j, sizes[i][0], sizes[i][1], samplings[i]);
		pictures[i].size = fx_jpeg_write(&j, pictures[i].stream, STREAM_MAX);
		ck_assert_uint_gt(pictures[i].size, 0);
	}
}

static struct libcodec_image *image_over(struct libcodec_context *ctx, void *data)
{
	struct libcodec_image_params p = {
		.struct_size = sizeof(p),
		.width = 1,
		.height = 1,
		.format = LIBCODEC_FORMAT_GREY,
		.capacity = IMAGE_MAX,
		.data = data,
	};
	struct libcodec_image *image;

	ck_assert_int_eq(libcodec_image_new(ctx, &p, &image), 0);
	return image;
}

/*
 * The visible bytes, rows and planes one after another: what lies between rows is not the
 * decoder's, and strides may be an earlier picture's. Compares where @right is given, or
 * fills @to.
 */
static bool each_row(struct libcodec_image *image, const uint8_t *pixels, uint8_t *to,
		     const uint8_t *right)
{
	struct libcodec_image_layout l = { .struct_size = sizeof(l) };
	size_t at = 0, n;
	unsigned int plane, y;

	libcodec_image_get_layout(image, &l);
	for (plane = 0; plane < l.n_planes; plane++)
		for (y = 0; y < l.plane_height[plane]; y++) {
			const uint8_t *row = pixels + l.plane_offset[plane] +
					     (size_t)y * l.plane_stride[plane];

			n = l.plane_width[plane];
			if (right && memcmp(row, right + at, n))
				return false;
			if (to)
				memcpy(to + at, row, n);
			at += n;
		}
	return true;
}

/* What the cpu backend makes of them, before there is any device. */
static void decode_right(void)
{
	struct libcodec_decoder *dec = testbed_decoder(bed.ctx, NULL);
	unsigned int i;

	for (i = 0; i < PICTURES; i++) {
		struct libcodec_image_info info = { .struct_size = sizeof(info) };
		uint8_t *pixels = calloc(1, IMAGE_MAX);
		struct libcodec_image *image;

		pictures[i].right = calloc(1, IMAGE_MAX);
		ck_assert(pixels && pictures[i].right);
		image = image_over(bed.ctx, pixels);
		ck_assert_int_eq(libcodec_decoder_decode(dec, pictures[i].stream,
							 pictures[i].size, image, &info), 0);
		ck_assert_str_eq(info.backend, "cpu");
		each_row(image, pixels, pictures[i].right, NULL);
		libcodec_image_unref(image);
		free(pixels);
	}
	libcodec_decoder_unref(dec);
}

static void count(unsigned int *counter)
{
	__atomic_add_fetch(counter, 1, __ATOMIC_RELAXED);
}

static bool take_frame(void)
{
	unsigned int left = __atomic_load_n(&frames_left, __ATOMIC_RELAXED);

	while (left)
		if (__atomic_compare_exchange_n(&frames_left, &left, left - 1, false,
						__ATOMIC_RELAXED, __ATOMIC_RELAXED))
			return true;
	return false;
}

static void *decode_frames(void *arg)
{
	unsigned int i = (unsigned int)(uintptr_t)arg;
	struct libcodec_decoder *dec = testbed_decoder(bed.ctx, NULL);
	uint8_t *pixels = calloc(1, IMAGE_MAX);
	struct libcodec_image *image;

	ck_assert_ptr_nonnull(pixels);
	image = image_over(bed.ctx, pixels);
	for (; take_frame(); i++) {
		const struct picture *p = &pictures[i / 50 % PICTURES];
		struct libcodec_image_info info = { .struct_size = sizeof(info) };
		int r = libcodec_decoder_decode(dec, p->stream, p->size, image, &info);

		ck_assert_msg(r == 0, "frame %u: %s", i, strerror(-r));
		count(strcmp(info.backend, "cpu") ? &on_device : &on_cpu);
		if (info.attempts)
			count(&after_failure);
		ck_assert_msg(each_row(image, pixels, NULL, p->right), "frame %u by %s", i,
			      info.backend);
	}
	libcodec_image_unref(image);
	libcodec_decoder_unref(dec);
	free(pixels);
	return NULL;
}

/* A device comes and goes in turns, whoever finds out first. */
static void check_event(const struct libcodec_event *e)
{
	static uint64_t here, sequence;

	ck_assert_uint_ne(e->type, LIBCODEC_EVENT_BREAKER_OPENED);
	ck_assert_uint_eq(e->sequence, ++sequence);
	if (e->type == LIBCODEC_EVENT_DEVICE_ADDED) {
		ck_assert_uint_eq(here, 0);
		here = e->device;
	} else if (e->type == LIBCODEC_EVENT_DEVICE_REMOVED) {
		ck_assert_uint_eq(e->device, here);
		here = 0;
	}
}

/* The dispatch thread. */
static void *dispatch(void *arg)
{
	struct pollfd fd = { .fd = libcodec_context_get_fd(bed.ctx), .events = POLLIN };

	while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE)) {
		struct libcodec_event e = { .struct_size = sizeof(e) };

		if (poll(&fd, 1, 10) > 0)
			ck_assert_int_eq(libcodec_context_dispatch(bed.ctx), 0);
		while (libcodec_context_next_event(bed.ctx, &e) == 0)
			check_event(&e);
	}
	return NULL;
}

static void rest_ms(long ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000 };

	nanosleep(&t, NULL);
}

/* Plug and pull until the frames are through. Returns how often. */
static unsigned int plug_and_pull(const char *const *properties)
{
	unsigned int rounds = 0;

	while (__atomic_load_n(&frames_left, __ATOMIC_RELAXED)) {
		fake_plug("a", properties);
		rest_ms(rounds % 7 + 1);
		if (rounds % 3 == 0)
			fake_hang_up("a"); /* before anybody says so */
		rest_ms(rounds % 2);
		fake_unplug("a");
		rest_ms(rounds % 3);
		rounds++;
	}
	return rounds;
}

static void setup(void)
{
	bed_init(&bed);
	write_pictures();
}

static void teardown(void)
{
	unsigned int i;

	for (i = 0; i < PICTURES; i++)
		free(pictures[i].right);
	bed_done(&bed);
}

START_TEST(test_pulled_while_decoding)
{
	static char engine[512];
	static const char *const properties[] = { engine, "MOCK_PAUSE_US=20", NULL };
	unsigned int fds, rounds, i;
	pthread_t threads[THREADS], dispatcher;

	snprintf(engine, sizeof(engine), "MOCK_ENGINE=%s/cpu.so", bed.tb.dir);
	bed_context(&bed, NULL);
	bed_listen(&bed);
	decode_right();
	fds = bed_fds();
	ck_assert_int_eq(pthread_create(&dispatcher, NULL, dispatch, NULL), 0);
	for (i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, decode_frames,
						(void *)(uintptr_t)(100 * i)), 0);
	rounds = plug_and_pull(properties);
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	__atomic_store_n(&done, true, __ATOMIC_RELEASE);
	pthread_join(dispatcher, NULL);
	bed_dispatch(&bed);
	bed_dispatch(&bed);
	printf("# %u rounds; %u frames on the device, %u by the cpu, %u of them after it "
	       "went in mid-frame\n", rounds, on_device, on_cpu, after_failure);
	ck_assert_uint_eq(on_device + on_cpu, FRAMES);
	ck_assert_uint_ge(rounds, 10);
	ck_assert_uint_gt(on_device, 0);
	ck_assert_uint_gt(on_cpu, 0);
	ck_assert_uint_gt(after_failure, 0);
	ck_assert_uint_eq(bed_fds(), fds);
	ck_assert_ptr_null(bed.ctx->hotplug.unused);
	ck_assert_uint_eq(bed.ctx->hotplug.n, 0);
	ck_assert_uint_gt(bed_logged(&bed, "took a device"), 0);
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("unplug");
	TCase *tc = tcase_create("unplug");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, test_pulled_while_decoding);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("unplug", make);
}
