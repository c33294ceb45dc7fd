/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * No allocation per frame: malloc and its kin are counted in the whole process while a
 * warm decoder takes a hundred frames, of every sampling, good and bad, by one thread or
 * several. No system call either, and how much memory a decoder has.
 */
#include "config.h"

#include "testbed.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "alloc-counter.h"
#include "context.h"
#include "jpeg-writer.h"
#include "png-writer.h"
#include "system-calls.h"

#define FRAMES	   100
#define STREAM_MAX (1u << 20)

static struct testbed tb;
static struct libcodec_context *ctx;
static struct libcodec_decoder *dec;
static struct libcodec_image *image;
static uint8_t stream[STREAM_MAX];
static size_t size;

static void setup(void)
{
	if (!ALLOC_COUNTING)
		test_skip("malloc-counter", "malloc can't be counted in this build");
	testbed_init(&tb);
	testbed_add_cpu(&tb);
	ctx = testbed_context(&tb);
	dec = testbed_decoder(ctx, NULL);
	image = testbed_image(ctx, 1u << 20);
}

static void teardown(void)
{
	libcodec_image_unref(image);
	libcodec_decoder_unref(dec);
	libcodec_context_unref(ctx);
	testbed_done(&tb);
}

/* Calls of the allocator in that many frames, each of which must end with @want. */
static unsigned long calls_of_frames(int n, int want)
{
	struct libcodec_image_info info = { .struct_size = sizeof(info) };
	struct libcodec_result res = { .struct_size = sizeof(res) };
	unsigned long before = alloc_calls;
	int bad = 0;

	while (n--) {
		bad += libcodec_decoder_decode(dec, stream, size, image, &info) != want;
		bad += libcodec_decoder_get_result(dec, &res) != 0;
	}
	before = alloc_calls - before;
	ck_assert_int_eq(bad, 0);
	return before;
}

START_TEST(test_counter_counts)
{
	unsigned long before = alloc_calls;
	void *(*volatile take)(size_t) = malloc;

	free(take(10));
	ck_assert_uint_eq(alloc_calls - before, 2);
}
END_TEST

START_TEST(test_frames)
{
	static const unsigned int flags[] = { 0, FX_NO_DHT, FX_NONINTERLEAVED, FX_OPT_DHT };
	unsigned int f;
	int sampling;

	for (sampling = FX_GREY; sampling <= FX_410; sampling++) {
		for (f = 0; f < 8; f++) {
			struct fx_jpeg j;

			fx_jpeg_init(&j, 199, 101, (enum fx_sampling)sampling);
			j.flags = flags[f % 4];
			j.sof = f < 4 ? 0xc0 : 0xc2;
			if (f == 5) /* no progressive file leaves its tables out */
				continue;
			j.orientation = 6;
			j.restart_interval = 3;
			size = fx_jpeg_write(&j, stream, sizeof(stream));
			ck_assert_uint_gt(size, 0);
			calls_of_frames(2, 0);
			ck_assert_uint_eq(calls_of_frames(FRAMES, 0), 0);
		}
	}
}
END_TEST

#ifdef HAVE_LIBPNG
/* libpng's and zlib's memory comes out of the session's. */
START_TEST(test_png)
{
	static const struct {
		unsigned int colour, depth, flags;
	} kinds[] = {
		{ 0, 8, 0 },  { 0, 1, 0 }, { 2, 8, 0 }, { 2, 16, 0 },
		{ 3, 4, 0 },  { 4, 8, 0 }, { 6, 8, 0 }, { 6, 8, FX_PNG_ADAM7 },
		{ 6, 16, FX_PNG_ADAM7 },
	};
	struct libcodec_decoder_params p = { .struct_size = sizeof(p) };
	uint32_t dtype;

	for (dtype = LIBCODEC_DTYPE_U8; dtype <= LIBCODEC_DTYPE_F32; dtype++) {
		struct fx_png png;

		p.dtype = dtype;
		ck_assert_int_eq(libcodec_decoder_set_params(dec, &p), 0);
		fx_png_init(&png, 99, 61, kinds[_i].colour, kinds[_i].depth);
		png.flags = kinds[_i].flags;
		size = fx_png_write(&png, stream, sizeof(stream));
		ck_assert_uint_gt(size, 0);
		calls_of_frames(2, 0);
		ck_assert_uint_eq(calls_of_frames(FRAMES, 0), 0);
		size /= 2;
		ck_assert_uint_eq(calls_of_frames(FRAMES, -EBADMSG), 0);
	}
}
END_TEST
#endif

/* A smaller picture after a larger one, and back: still the same memory. */
START_TEST(test_geometry_change)
{
	struct fx_jpeg j;
	unsigned int i;

	for (i = 0; i < 10; i++) {
		fx_jpeg_init(&j, i & 1 ? 64 : 300, i & 1 ? 48 : 200, FX_420);
		size = fx_jpeg_write(&j, stream, sizeof(stream));
		if (i == 0)
			calls_of_frames(1, 0);
		ck_assert_uint_eq(calls_of_frames(10, 0), 0);
	}
}
END_TEST

/* Bad frames cost none either, and neither does the good one after them. */
START_TEST(test_bad_frames)
{
	struct fx_jpeg j;
	size_t whole;

	fx_jpeg_init(&j, 199, 101, FX_420);
	whole = size = fx_jpeg_write(&j, stream, sizeof(stream));
	calls_of_frames(2, 0);
	size = whole / 2;
	ck_assert_uint_eq(calls_of_frames(FRAMES, -EBADMSG), 0);
	size = 100;
	ck_assert_uint_eq(calls_of_frames(FRAMES, -EBADMSG), 0);
	size = whole;
	ck_assert_uint_eq(calls_of_frames(FRAMES, 0), 0);
	j.sof = 0xc9;
	size = fx_jpeg_write(&j, stream, sizeof(stream));
	ck_assert_uint_eq(calls_of_frames(FRAMES, -EOPNOTSUPP), 0);
}
END_TEST

START_TEST(test_preferences)
{
	struct libcodec_decoder_params p = {
		.struct_size = sizeof(p),
		.output_format = _i ? LIBCODEC_FORMAT_RGB : LIBCODEC_FORMAT_NV12,
		.deadline_ns = 10000000000,
	};
	struct fx_jpeg j;

	ck_assert_int_eq(libcodec_decoder_set_params(dec, &p), 0);
	fx_jpeg_init(&j, 199, 101, FX_444);
	size = fx_jpeg_write(&j, stream, sizeof(stream));
	calls_of_frames(2, 0);
	ck_assert_uint_eq(calls_of_frames(FRAMES, 0), 0);
}
END_TEST

/* Several threads: their memory is there after the first frame, they themselves too. */
START_TEST(test_threads)
{
	struct libcodec_decoder_params p = {
		.struct_size = sizeof(p),
		.threads = 4,
		.deadline_ns = 10000000000,
	};
	struct fx_jpeg j;
	size_t whole;

	ck_assert_int_eq(libcodec_decoder_set_params(dec, &p), 0);
	fx_jpeg_init(&j, 600, 400, FX_420);
	j.restart_interval = _i ? 38 : 0;
	whole = size = fx_jpeg_write(&j, stream, sizeof(stream));
	/* Else it is left to one thread. */
	ck_assert_uint_gt(size, 20000);
	calls_of_frames(3, 0);
	ck_assert_uint_eq(ctx->workers.n, 3);
	ck_assert_uint_eq(calls_of_frames(FRAMES, 0), 0);
	size = whole / 2;
	ck_assert_uint_eq(calls_of_frames(FRAMES, -EBADMSG), 0);
	size = whole;
	ck_assert_uint_eq(calls_of_frames(FRAMES, 0), 0);
	ck_assert_uint_eq(ctx->workers.n, 3);
}
END_TEST

/* All that a decoder of one thread has for 1080p: itself, its session, and scratch. */
START_TEST(test_memory)
{
	struct libcodec_image *large = testbed_image(ctx, 4u << 20);
	struct libcodec_image_info info = { .struct_size = sizeof(info) };
	struct libcodec_decoder *d;
	struct fx_jpeg j;
	long bytes;
	int r;

	fx_jpeg_init(&j, 1920, 1080, FX_420);
	j.pattern = FX_PAT_GRADIENT;
	size = fx_jpeg_write(&j, stream, sizeof(stream));
	ck_assert_uint_gt(size, 0);
	calls_of_frames(1, -ENOSPC); /* the backend is loaded */
	ck_assert_int_eq(libcodec_decoder_decode(dec, stream, size, large, &info), 0);
	bytes = alloc_bytes;
	d = testbed_decoder(ctx, NULL);
	r = libcodec_decoder_decode(d, stream, size, large, &info);
	bytes = alloc_bytes - bytes;
	ck_assert_int_eq(r, 0);
	ck_assert_int_gt(bytes, 60000);
	ck_assert_int_le(bytes, 1 << 20);
	libcodec_decoder_unref(d);
	libcodec_image_unref(large);
}
END_TEST

/* @extra: a system call of our own. Returns the wait status. */
static int frames_in_a_child(bool extra)
{
	int status = 0, n, bad = 0;
	pid_t pid = fork();

	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		if (!forbid_system_calls())
			_exit(NO_FILTER);
		if (extra)
			syscall(SYS_getppid);
		for (n = 0; n < FRAMES; n++)
			bad += libcodec_decoder_decode(dec, stream, size, image, NULL) != 0;
		_exit(bad ? 1 : 0);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	if (WIFEXITED(status) && WEXITSTATUS(status) == NO_FILTER)
		test_skip("seccomp", "system calls can't be forbidden here");
	return status;
}

START_TEST(test_no_system_calls)
{
	int sampling;

	for (sampling = FX_GREY; sampling <= FX_410; sampling++) {
		struct fx_jpeg j;

		fx_jpeg_init(&j, 199, 101, (enum fx_sampling)sampling);
		j.restart_interval = _i & 1 ? 3 : 0;
		j.sof = _i & 2 ? 0xc2 : 0xc0;
		size = fx_jpeg_write(&j, stream, sizeof(stream));
		ck_assert_uint_gt(size, 0);
		calls_of_frames(2, 0);
		ck_assert(WIFSIGNALED(frames_in_a_child(true)));
		ck_assert_int_eq(frames_in_a_child(false), 0);
	}
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("alloc");
	TCase *tc = tcase_create("alloc");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_counter_counts);
	tcase_add_test(tc, test_frames);
#ifdef HAVE_LIBPNG
	tcase_add_loop_test(tc, test_png, 0, 9);
#endif
	tcase_add_test(tc, test_geometry_change);
	tcase_add_test(tc, test_bad_frames);
	tcase_add_loop_test(tc, test_preferences, 0, 2);
	tcase_add_loop_test(tc, test_threads, 0, 2);
	tcase_add_test(tc, test_memory);
	tcase_add_loop_test(tc, test_no_system_calls, 0, 4);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("alloc", make_suite);
}
