/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The kernels of copy-out, each level that this machine has: against what they are said
 * to do sample by sample, for rows of every length, with nothing around them. With
 * --bench: bytes per second, and those of memcpy.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "backends/v4l2/copy-rows.h"

#include "guarded.h"
#include "test.h"

enum kernel {
	INTERLEAVE,
	SWAP,
	SPLIT_444,
	SPLIT_YUYV, /* and the other orders behind it, as LC_V4L2_* count */
	KERNELS = SPLIT_YUYV + LC_V4L2_ORDERS
};

static const char *const names[KERNELS] = {
	"interleave", "swap",	    "split 444",  "split YUYV",
	"split UYVY", "split YVYU", "split VYUY",
};

/* Bytes of a row of @n units: two inputs, two outputs. */
struct row {
	size_t in[2], out[2];
};

static struct row row_of(int k, size_t n)
{
	switch (k) {
	case INTERLEAVE:
		return (struct row){ { n, n }, { 2 * n, 0 } };
	case SWAP:
		return (struct row){ { 2 * n, 0 }, { 2 * n, 0 } };
	case SPLIT_444:
		return (struct row){ { 3 * n, 0 }, { n, 2 * n } };
	default:
		return (struct row){ { 4 * ((n + 1) / 2), 0 }, { n, n + n % 2 } };
	}
}

static void call(const struct lc_v4l2_rows *rows, int k, uint8_t *const out[2],
		 const uint8_t *const in[2], size_t n)
{
	switch (k) {
	case INTERLEAVE:
		rows->interleave(out[0], in[0], in[1], n);
		break;
	case SWAP:
		rows->swap(out[0], in[0], n);
		break;
	case SPLIT_444:
		rows->split_444(out[0], out[1], in[0], n);
		break;
	default:
		rows->split_422(out[0], out[1], in[0], n, (unsigned int)(k - SPLIT_YUYV));
	}
}

/* Byte @i of output @o. */
static uint8_t right(int k, unsigned int o, size_t i, const uint8_t *const in[2])
{
	static const struct {
		size_t y, c[2];
	} orders[] = {
		{ 0, { 1, 3 } }, { 1, { 0, 2 } }, { 0, { 3, 1 } }, { 1, { 2, 0 } }
	};

	switch (k) {
	case INTERLEAVE:
		return in[i % 2][i / 2];
	case SWAP:
		return in[0][i ^ 1];
	case SPLIT_444:
		return o ? in[0][i / 2 * 3 + 1 + i % 2] : in[0][3 * i];
	default:
		return o ? in[0][i / 2 * 4 + orders[k - SPLIT_YUYV].c[i % 2]] :
			   in[0][2 * i + orders[k - SPLIT_YUYV].y];
	}
}

#define LONGEST 300

static const struct lc_v4l2_rows *rows_of(unsigned int level)
{
	const struct lc_v4l2_rows *rows = lc_v4l2_rows(level);

	if (!rows)
		test_skip("simd", "this machine does not have that instruction set");
	return rows;
}

static void check_row(const struct lc_v4l2_rows *rows, int k, size_t n,
		      const struct arena in_mem[2], const struct arena out_mem[2],
		      bool at_end)
{
	struct row row = row_of(k, n);
	uint8_t poison = (uint8_t)next_random(), *out[2], *data[2];
	const uint8_t *in[2];
	unsigned int o;
	size_t i;

	for (o = 0; o < 2; o++) {
		in[o] = data[o] = arena_place(&in_mem[o], row.in[o], at_end);
		random_bytes(data[o], row.in[o]);
		out[o] = arena_place(&out_mem[o], row.out[o], at_end);
		memset(out_mem[o].base, poison, out_mem[o].size);
	}
	call(rows, k, out, in, n);
	for (o = 0; o < 2; o++) {
		const uint8_t *base = out_mem[o].base;

		for (i = 0; i < out_mem[o].size; i++) {
			size_t at = (size_t)(base + i - out[o]); /* wraps before it */
			uint8_t want = at < row.out[o] ? right(k, o, at, in) : poison;

			if (base[i] != want)
				ck_abort_msg("%s, %s, %zu units: byte %td of output %u: "
					     "%u, not %u", rows->name, names[k], n,
					     base + i - out[o], o, base[i], want);
		}
	}
}

START_TEST(test_rows)
{
	const struct lc_v4l2_rows *rows = rows_of((unsigned int)_i);
	struct arena in[2], out[2];
	unsigned int o;
	size_t n;
	int k;

	for (o = 0; o < 2; o++) {
		in[o] = arena_make(3 * LONGEST);
		out[o] = arena_make(3 * LONGEST);
	}
	for (k = 0; k < KERNELS; k++) {
		for (n = 0; n <= LONGEST; n++) {
			check_row(rows, k, n, in, out, true);
			check_row(rows, k, n, in, out, false);
		}
	}
}
END_TEST

/* The best level is the last one that is there, and C is always there. */
START_TEST(test_best)
{
	const struct lc_v4l2_rows *last = NULL;
	unsigned int level;

	for (level = 0; level < LC_V4L2_LEVELS; level++)
		if (lc_v4l2_rows(level))
			last = lc_v4l2_rows(level);
	ck_assert_ptr_nonnull(last);
	ck_assert_ptr_eq(lc_v4l2_best_rows(), last);
	ck_assert_ptr_eq(lc_v4l2_rows(LC_V4L2_ROWS_C), &lc_v4l2_rows_c);
	ck_assert_ptr_null(lc_v4l2_rows(LC_V4L2_LEVELS));
}
END_TEST

/* --- what it costs --- */

#define BENCH_UNITS  1920
#define BENCH_HEIGHT 2160
#define BENCH_TRIES  60

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/*
 * The most GB/s of output in many tries at @rows rows, each BENCH_UNITS behind the one
 * before. Kernels of NULL: memcpy of as many bytes as are written.
 */
static double bench(const struct lc_v4l2_rows *kernels, int k, size_t rows,
		    uint8_t *const mem[4])
{
	struct row row = row_of(k, BENCH_UNITS);
	size_t bytes = row.out[0] + row.out[1], repeat = 2000000 / (rows * bytes) + 1, r,
	       y;
	double best = 0;
	unsigned int n;

	for (n = 0; n < BENCH_TRIES; n++) {
		double t = now();

		for (r = 0; r < repeat; r++) {
			for (y = 0; y < rows; y++) {
				const uint8_t *in[2] = { mem[0] + y * row.in[0],
							 mem[1] + y * row.in[1] };
				uint8_t *out[2] = { mem[2] + y * row.out[0],
						    mem[3] + y * row.out[1] };

				if (kernels) {
					call(kernels, k, out, in, BENCH_UNITS);
				} else {
					memcpy(out[0], in[0], row.out[0]);
					memcpy(out[1], in[0] + row.out[0], row.out[1]);
				}
			}
		}
		t = (double)(repeat * rows * bytes) / (now() - t) * 1e-9;
		best = t > best ? t : best;
	}
	return best;
}

static void bench_table(const char *title, size_t height, uint8_t *const mem[4])
{
	unsigned int level;
	int k;

	printf("GB/s written, rows of %d, %s\n%-12s", BENCH_UNITS, title, "");
	for (level = 0; level < LC_V4L2_LEVELS; level++)
		if (lc_v4l2_rows(level))
			printf("%8s", lc_v4l2_rows(level)->name);
	printf("  memcpy\n");
	for (k = 0; k < KERNELS; k++) {
		printf("%-12s", names[k]);
		for (level = 0; level < LC_V4L2_LEVELS; level++)
			if (lc_v4l2_rows(level))
				printf("%8.2f",
				       bench(lc_v4l2_rows(level), k, height, mem));
		printf("%8.2f\n", bench(NULL, k, height, mem));
	}
}

static int bench_all(void)
{
	const size_t most = 4 * (size_t)BENCH_UNITS * BENCH_HEIGHT;
	uint8_t *mem[4];
	unsigned int i;

	for (i = 0; i < 4; i++) {
		mem[i] = aligned_alloc(64, most); /* as images are */
		if (!mem[i])
			return 1;
		memset(mem[i], 1, most);
	}
	bench_table("a row in the cache", 1, mem);
	bench_table("a picture beyond the caches", BENCH_HEIGHT, mem);
	for (i = 0; i < 4; i++)
		free(mem[i]);
	return 0;
}

static Suite *make(void)
{
	Suite *s = suite_create("copy-rows");
	TCase *tc = tcase_create("rows");

	tcase_add_loop_test(tc, test_rows, 0, LC_V4L2_LEVELS);
	tcase_add_test(tc, test_best);
	suite_add_tcase(s, tc);
	return s;
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "--bench"))
		return bench_all();
	return test_main("copy-rows", make);
}
