/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Bad pictures through the public API: typed errors; files that are cut or damaged, and
 * that none spoils anything; and what of a picture can be had all the same.
 */
#include "config.h"

#include "decoding.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- typed errors --- */

static const struct {
	const char *file;
	int error;
	uint32_t feature, truncated;
} fixtures[] = {
	{ "jpeg-2comp.jpg", -EOPNOTSUPP, LIBCODEC_FEATURE_COMPONENTS, 0 },
	{ "jpeg-cmyk.jpg", -EOPNOTSUPP, LIBCODEC_FEATURE_COMPONENTS, 0 },
	{ "jpeg-ycck.jpg", -EOPNOTSUPP, LIBCODEC_FEATURE_COMPONENTS, 0 },
	{ "jpeg-zero-height.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-12bit.jpg", -EOPNOTSUPP, LIBCODEC_FEATURE_PRECISION, 0 },
	{ "jpeg-sof3-lossless.jpg", -EOPNOTSUPP, LIBCODEC_FEATURE_LOSSLESS, 0 },
	{ "jpeg-sof5-hierarchical.jpg", -EOPNOTSUPP, LIBCODEC_FEATURE_HIERARCHICAL, 0 },
	{ "jpeg-sof9-arithmetic.jpg", -EOPNOTSUPP, LIBCODEC_FEATURE_ARITHMETIC, 0 },
	{ "jpeg-65535x65535-in-200-bytes.jpg", -EFBIG, LIBCODEC_FEATURE_PIXELS, 0 },
	{ "jpeg-no-dqt.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-18-blocks-per-mcu.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-zero-width.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-factor-0.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-factor-5.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-bad-sof-length.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-bad-quant-selector.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-bad-table-selector.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-unknown-scan-component.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-oversubscribed-dht.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-bad-dqt-precision.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-wrong-rst-number.jpg", -EBADMSG, 0, 0 },
	{ "jpeg-truncated.jpg", -EBADMSG, 0, 1 },
	{ "jpeg-header-only.jpg", -EBADMSG, 0, 1 },
	{ "jpeg-ends-in-sos.jpg", -EBADMSG, 0, 1 },
	{ "jpeg-soi-only.jpg", -EBADMSG, 0, 1 },
	{ "not-a-picture.txt", -EOPNOTSUPP, LIBCODEC_FEATURE_CODEC, 0 },
	{ "not-a-picture.gif", -EOPNOTSUPP, LIBCODEC_FEATURE_CODEC, 0 },
	{ "empty.bin", -EBADMSG, 0, 1 },
};

START_TEST(test_typed_errors)
{
	struct libcodec_result res;
	struct fx_jpeg j;
	char path[256];
	uint8_t *data;
	size_t size;

	snprintf(path, sizeof(path), "fixtures/data/%s", fixtures[_i].file);
	data = test_read_file(path, &size);
	res = decode_bad(data, size, fixtures[_i].error);
	ck_assert_uint_eq(res.feature, fixtures[_i].feature);
	ck_assert_uint_eq(res.truncated, fixtures[_i].truncated);
	ck_assert_uint_le(res.offset, size);
	free(data);
	/* The next good frame goes into the same objects. */
	fx_jpeg_init(&j, 40, 30, FX_420);
	size = write_stream(&j);
	decode_ok(size);
	compare(size);
}
END_TEST

/* A good file cut anywhere is an error and nothing worse, and the reason is the end. */
START_TEST(test_cut_anywhere)
{
	struct libcodec_result res = { .struct_size = sizeof(res) };
	struct fx_jpeg j;
	size_t size, n;
	uint8_t *copy;

	fx_jpeg_init(&j, 33, 25, kinds[_i].sampling);
	j.restart_interval = 2;
	j.orientation = 6;
	size = write_stream(&j);
	/* Without EOI the picture is still whole. */
	for (n = 0; n < size - 2; n++) {
		copy = malloc(n ? n : 1); /* exact, so that a sanitizer sees a step too far */
		memcpy(copy, cpu.stream, n);
		if (n < 2) {
			libcodec_decoder_decode(cpu.dec, copy, n, cpu.image, NULL);
		} else {
			res = decode_bad(copy, n, -EBADMSG);
			ck_assert_msg(res.truncated, "cut at %zu: %s", n, res.message);
			ck_assert_uint_le(res.offset, n);
		}
		free(copy);
	}
	decode_ok(size - 2);
	compare(size);
}
END_TEST

/* Damage anywhere: any outcome but a crash, a write outside, or a spoilt decoder. */
START_TEST(test_damage)
{
	struct fx_jpeg j;
	uint32_t seed = 1;
	size_t size, n, i;
	uint8_t *good;

	fx_jpeg_init(&j, 45, 37, kinds[_i].sampling);
	j.restart_interval = 5;
	j.flags = _i & 1 ? FX_OPT_DHT : FX_NONINTERLEAVED;
	size = write_stream(&j);
	good = malloc(size);
	memcpy(good, cpu.stream, size);
	for (n = 0; n < 20000; n++) {
		unsigned int hits = 1 + n % 4;

		memcpy(cpu.stream, good, size);
		for (i = 0; i < hits; i++) {
			seed = seed * 1664525u + 1013904223u;
			cpu.stream[(seed >> 8) % size] ^= (uint8_t)(1u << (seed & 7));
		}
		memset(cpu.pixels + TESTBED_IMAGE_MAX - 64, POISON, 64);
		libcodec_decoder_decode(cpu.dec, cpu.stream, size, cpu.image, NULL);
	}
	memcpy(cpu.stream, good, size);
	decode_ok(size);
	compare(size);
	free(good);
}
END_TEST

/* --- partial pictures --- */

static void accept_partial(void)
{
	struct libcodec_decoder_params p = {
		.struct_size = sizeof(p),
		.accept = LIBCODEC_ACCEPT_PARTIAL,
	};

	ck_assert_int_eq(libcodec_decoder_set_params(cpu.dec, &p), 0);
}

/* How many rows of luma are those of the whole picture, which @want holds. */
static unsigned int equal_rows(const uint8_t *want)
{
	struct libcodec_image_layout l = layout();
	unsigned int y;

	for (y = 0; y < l.height; y++)
		if (memcmp(row(&l, 0, y), want + (row(&l, 0, y) - cpu.pixels), l.width) !=
		    0)
			break;
	return y;
}

static uint8_t *whole_picture(size_t size)
{
	uint8_t *want = malloc(TESTBED_IMAGE_MAX);

	decode_ok(size);
	memcpy(want, cpu.pixels, TESTBED_IMAGE_MAX);
	return want;
}

/*
 * A stump gives the rows that are there, and says how many: all that it says are right,
 * and not more than one MCU row that was is kept back.
 */
START_TEST(test_partial_stump)
{
	unsigned int mcu = kinds[_i].sampling == FX_441 ? 32 :
			   kinds[_i].format == LIBCODEC_FORMAT_NV12 &&
					   kinds[_i].sampling != FX_411 ?
							 16 :
							 8;
	struct fx_jpeg j;
	size_t size, begin, n;
	uint8_t *want;

	fx_jpeg_init(&j, 75, 150, kinds[_i].sampling);
	j.restart_interval = _i & 1 ? 3 : 0;
	size = write_stream(&j);
	want = whole_picture(size);
	begin = fx_jpeg_find(cpu.stream, size, 0xda) + 40;
	accept_partial();
	for (n = size - 10; n > begin; n -= 97) {
		struct libcodec_image_info info = { .struct_size = sizeof(info) };
		unsigned int rows;
		int r = libcodec_decoder_decode(cpu.dec, cpu.stream, n, cpu.image, &info);

		if (r == -EBADMSG) /* too few bytes for a picture of that size */
			break;
		ck_assert_int_eq(r, 0);
		ck_assert(info.present & LIBCODEC_INFO_PARTIAL);
		rows = equal_rows(want);
		ck_assert_uint_le(info.good_rows, rows);
		ck_assert_uint_ge(info.good_rows + 2 * mcu, rows);
	}
	ck_assert_uint_lt(n, size / 2);
	ck_assert_uint_eq(decode_ok(size).good_rows, 150);
	free(want);
}
END_TEST

/* Damage in one interval is lost with that interval; the rest is as it was. */
START_TEST(test_partial_resync)
{
	unsigned int n_rst, victim;
	struct fx_jpeg j;
	size_t size, i, at[64];
	uint8_t *want, *good;

	fx_jpeg_init(&j, 64, 160, FX_422);
	j.restart_interval = 4; /* one MCU row */
	size = write_stream(&j);
	want = whole_picture(size);
	good = malloc(size);
	memcpy(good, cpu.stream, size);
	for (i = fx_jpeg_find(cpu.stream, size, 0xda), n_rst = 0; i + 1 < size; i++)
		if (cpu.stream[i] == 0xff && cpu.stream[i + 1] >= 0xd0 &&
		    cpu.stream[i + 1] <= 0xd7)
			at[n_rst++] = i;
	ck_assert_uint_eq(n_rst, 19);
	accept_partial();
	for (victim = 0; victim < 17; victim++) {
		struct libcodec_image_info info = { .struct_size = sizeof(info) };
		struct libcodec_image_layout l;
		unsigned int y;

		/* Take one whole interval out, with its marker. */
		memcpy(cpu.stream, good, at[victim]);
		memcpy(cpu.stream + at[victim], good + at[victim + 1],
		       size - at[victim + 1]);
		ck_assert_int_eq(libcodec_decoder_decode(cpu.dec, cpu.stream,
							 size - at[victim + 1] + at[victim],
							 cpu.image, &info),
				 0);
		ck_assert(info.present & LIBCODEC_INFO_PARTIAL);
		ck_assert_uint_eq(info.good_rows, 8 * (victim + 1));
		l = layout();
		for (y = 0; y < 160; y++)
			if (y / 8 != victim + 1 &&
			    memcmp(row(&l, 0, y), want + (row(&l, 0, y) - cpu.pixels),
				   64))
				ck_abort_msg("interval %u: row %u is lost too", victim, y);
	}
	free(good);
	free(want);
}
END_TEST

/* By default none of that is accepted. */
START_TEST(test_partial_is_asked_for)
{
	struct fx_jpeg j;
	size_t size;

	fx_jpeg_init(&j, 75, 53, kinds[_i].sampling);
	j.sof = 0xc2;
	size = write_stream(&j);
	ck_assert(decode_bad(cpu.stream, size * 2 / 3, -EBADMSG).truncated);
	accept_partial();
	ck_assert_int_eq(libcodec_decoder_decode(cpu.dec, cpu.stream, size * 2 / 3,
						 cpu.image, NULL),
			 0);
	libcodec_decoder_set_params(cpu.dec, NULL);
	decode_ok(size);
	compare(size);
}
END_TEST

/* A progressive file that ends early by its own EOI is the best picture so far. */
START_TEST(test_unrefined)
{
	struct libcodec_image_info info;
	struct fx_jpeg j;
	size_t size, sos;

	need_oracle();
	fx_jpeg_init(&j, 75, 53, kinds[_i].sampling);
	j.sof = 0xc2;
	size = write_stream(&j);
	/* Behind the first scan, which has all of DC: the marker of the next one. */
	sos = fx_jpeg_find(cpu.stream, size, 0xda) + 2;
	while (!(cpu.stream[sos] == 0xff && cpu.stream[sos + 1] != 0x00))
		sos++;
	cpu.stream[sos + 1] = 0xd9;
	info = decode_ok(sos + 2);
	ck_assert(info.present & LIBCODEC_INFO_UNREFINED);
	compare(sos + 2);
	/* Without the EOI it is cut off. */
	ck_assert(decode_bad(cpu.stream, sos, -EBADMSG).truncated);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("decode-damage");
	TCase *tc = tcase_create("decode-damage");

	tcase_set_timeout(tc, 300);
	tcase_add_checked_fixture(tc, decoding_setup, decoding_teardown);
	tcase_add_loop_test(tc, test_typed_errors, 0,
			    (int)(sizeof(fixtures) / sizeof(fixtures[0])));
	tcase_add_loop_test(tc, test_cut_anywhere, 0, N_KINDS);
	tcase_add_loop_test(tc, test_damage, 0, N_KINDS);
	tcase_add_loop_test(tc, test_partial_stump, 0, N_KINDS);
	tcase_add_test(tc, test_partial_resync);
	tcase_add_loop_test(tc, test_partial_is_asked_for, 0, N_KINDS);
	tcase_add_loop_test(tc, test_unrefined, 0, N_KINDS);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("decode-damage", make_suite);
}
