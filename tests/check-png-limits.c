/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the PNG decoder of the cpu backend keeps to: limits, a deadline, what it must
 * refuse, and that it allocates nothing from the second picture of a kind on.
 */
#include "config.h"

#include "png-call.h"

#ifdef HAVE_LIBPNG
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES 100

#if defined(__GLIBC__) && !defined(WITH_SANITIZER)
#define COUNTING 1

/* glibc's own, behind the public names that we take over. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static unsigned long calls;

void *malloc(size_t n)
{
	calls++;
	return __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
	calls++;
	return __libc_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
	calls++;
	return __libc_realloc(p, n);
}

void *aligned_alloc(size_t align, size_t n)
{
	calls++;
	return __libc_memalign(align, n);
}

void free(void *p)
{
	calls += p != NULL;
	__libc_free(p);
}
#else
#define COUNTING 0
static const unsigned long calls;
#endif

/* --- limits, refusals, memory --------------------------------------------------- */

START_TEST(test_scratch_limit)
{
	struct fx_png p;
	uint64_t limit, least = 0;

	fx_png_init(&p, 60, 20, 2, 16);
	write_stream(&p);
	for (limit = 0; limit < 200000; limit += 1000) {
		uint32_t verdict;

		call.job.max_scratch_bytes = limit;
		verdict = decode_exact(stream, stream_size, 0, 3);
		check_poison();
		if (verdict == LIBCODEC_VERDICT_DONE) {
			least = least ? least : limit;
			continue;
		}
		ck_assert_uint_eq(least, 0);
		ck_assert_uint_eq(verdict, LIBCODEC_VERDICT_FALLBACK);
		ck_assert_int_eq(call.result.error, -ENOMEM);
	}
	ck_assert_uint_gt(least, 4000);
	call.job.max_scratch_bytes = 1000; /* also when there is more already */
	ck_assert_uint_eq(decode_exact(stream, stream_size, 0, 0),
			  LIBCODEC_VERDICT_FALLBACK);
	call.job.max_scratch_bytes = UINT64_MAX;
	ck_assert_uint_eq(decode_exact(stream, stream_size, 0, 0), LIBCODEC_VERDICT_DONE);
}
END_TEST

START_TEST(test_deadline)
{
	struct fx_png p;

	fx_png_init(&p, 190, 100, 6, 8);
	write_stream(&p);
	call.job.deadline_ns = 1000;
	clock_step = 1;
	ck_assert_uint_eq(decode_exact(stream, stream_size, 0, 3), LIBCODEC_VERDICT_DONE);
	ck_assert_int_gt(clock_ns, 1);
	ck_assert_int_lt(clock_ns, 100);
	clock_ns = 1000; /* at once */
	ck_assert_uint_eq(decode_exact(stream, stream_size, 0, 3),
			  LIBCODEC_VERDICT_FALLBACK);
	ck_assert_int_eq(call.result.error, -ETIMEDOUT);
	clock_ns = 0; /* after a while */
	clock_step = 700;
	ck_assert_uint_eq(decode_exact(stream, stream_size, 0, 3),
			  LIBCODEC_VERDICT_FALLBACK);
	ck_assert_int_eq(call.result.error, -ETIMEDOUT);
	call.job.deadline_ns = 0;
	ck_assert_uint_eq(decode_exact(stream, stream_size, 0, 0), LIBCODEC_VERDICT_DONE);
}
END_TEST

/* Refuse once; the picture is left alone. */
static void check_refused(uint64_t reasons)
{
	memset(&call.result, 0, sizeof(call.result));
	memset(parent, POISON, 4096);
	ck_assert_uint_eq(lc_png_decode(call.s, &call.job, &call.result),
			  LIBCODEC_VERDICT_NOT_APPLICABLE);
	ck_assert_uint_eq(call.result.reasons, reasons);
	ck_assert_int_eq(call.result.error, -EOPNOTSUPP);
	ck_assert(poisoned(parent, 4096));
}

START_TEST(test_refusals)
{
	static const uint32_t formats[] = { LIBCODEC_FORMAT_GREY, LIBCODEC_FORMAT_RGB,
					    LIBCODEC_FORMAT_RGBA, LIBCODEC_FORMAT_NV12 };
	unsigned int k, f;
	struct fx_png p;

	for (k = 0; k < (unsigned int)N_KINDS; k++) {
		fx_png_init(&p, 9, 5, kinds[k].colour, kinds[k].depth);
		write_stream(&p);
		ck_assert_uint_eq(decode_bytes(stream, stream_size, 0, 0),
				  LIBCODEC_VERDICT_DONE);
		for (f = 0; f < 4; f++) {
			uint32_t own = call.surface.format;

			if (formats[f] == own)
				continue;
			call.surface.format = formats[f];
			check_refused(LIBCODEC_REASON_FORMAT);
			call.surface.format = own;
		}
		call.surface.dtype = 5;
		check_refused(LIBCODEC_REASON_DTYPE);
		call.surface.dtype = 0;
		call.surface.data = NULL;
		check_refused(LIBCODEC_REASON_MEMORY);
		call.surface.data = parent;
		call.surface.height++;
		check_refused(LIBCODEC_REASON_SIZE);
	}
}
END_TEST

START_TEST(test_cap)
{
	struct libcodec_cap cap = { .struct_size = sizeof(cap) };

	ck_assert_int_eq(lc_png_cap(&cap), 0);
	ck_assert_uint_eq(cap.codec, LIBCODEC_CODEC_PNG);
	ck_assert_uint_eq(cap.n_formats, 3);
	ck_assert_uint_eq(cap.bit_depths, 0x808b);
	ck_assert_uint_eq(cap.components, 0xf);
	ck_assert_uint_eq(cap.formats[0].dtypes, 0x1f);
}
END_TEST

/* Calls of the allocator in some frames, each of which must end with @want. */
static unsigned long calls_of_frames(int n, size_t n_bytes, uint32_t dtype, uint32_t want)
{
	unsigned long before = calls;
	int bad = 0;

	while (n--)
		bad += decode_bytes(stream, n_bytes, dtype, 0) != want;
	before = calls - before;
	ck_assert_int_eq(bad, 0);
	return before;
}

START_TEST(test_no_allocation)
{
	struct fx_png p;
	uint32_t dtype;
	int adam7;

	if (!COUNTING)
		test_skip("malloc-counter", "malloc can't be counted in this build");
	for (adam7 = 0; adam7 < 2; adam7++) {
		for (dtype = 0; dtype < N_DTYPES; dtype++) {
			fx_png_init(&p, 61, 43, kinds[_i].colour, kinds[_i].depth);
			p.flags = adam7 ? FX_PNG_ADAM7 : 0;
			p.idat_size = 1000;
			write_stream(&p);
			calls_of_frames(1, stream_size, dtype, 1);
			ck_assert_uint_eq(calls_of_frames(FRAMES, stream_size, dtype, 1),
					  0);
			/* A bad one, and good ones again. */
			ck_assert_uint_eq(
				calls_of_frames(FRAMES, stream_size / 2, dtype, 4), 0);
			ck_assert_uint_eq(calls_of_frames(FRAMES, stream_size, dtype, 1),
					  0);
		}
	}
	/* A smaller picture in the same memory, and a compressed one. */
	fx_png_init(&p, 5, 5, 0, 8);
	write_stream(&p);
	ck_assert_uint_eq(calls_of_frames(FRAMES, stream_size, 0, 1), 0);
	write_compressed(&kinds[_i], 150, 80, false, 1);
	calls_of_frames(1, stream_size, 0, 1);
	ck_assert_uint_eq(calls_of_frames(FRAMES, stream_size, 0, 1), 0);
	/* IDATs that grow: libpng lets its buffer grow with them. */
	p.width = 90;
	p.height = 90;
	p.samples = NULL;
	for (p.idat_size = 1; p.idat_size < 5000; p.idat_size *= 3) {
		write_stream(&p);
		calls_of_frames(1, stream_size, 0, 1);
		ck_assert_uint_eq(calls_of_frames(10, stream_size, 0, 1), 0);
	}
}
END_TEST

/* What a session gave back comes again. */
START_TEST(test_trim)
{
	struct fx_png p;

	fx_png_init(&p, 61, 43, 2, 8);
	write_stream(&p);
	ck_assert_uint_eq(decode_exact(stream, stream_size, 0, 0), 1);
	lc_png_session_trim(call.s);
	lc_png_session_trim(call.s);
	ck_assert_uint_eq(decode_exact(stream, stream_size, 0, 0), 1);
	check_rows(&p, 0, 0, p.height);
}
END_TEST

static void add_tests(TCase *tc)
{
	tcase_set_timeout(tc, 300);
	tcase_add_checked_fixture(tc, call_setup, call_teardown);
	tcase_add_test(tc, test_scratch_limit);
	tcase_add_test(tc, test_deadline);
	tcase_add_test(tc, test_refusals);
	tcase_add_test(tc, test_cap);
	tcase_add_loop_test(tc, test_no_allocation, 0, N_KINDS);
	tcase_add_test(tc, test_trim);
}
#endif

static Suite *make_suite(void)
{
	Suite *s = suite_create("png-limits");
	TCase *tc = tcase_create("png-limits");

#ifdef HAVE_LIBPNG
	add_tests(tc);
#else
	add_without_libpng(tc);
#endif
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("png-limits", make_suite);
}
