/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Whole decodes through the public API, but for the samples: several pictures in a
 * buffer, settings and limits, what is said of a picture, and where it may be written.
 */
#include "config.h"

#include "decoding.h"

#include <errno.h>
#include <string.h>

/* --- several pictures --- */

START_TEST(test_next_jpeg)
{
	size_t begin[5], end[5], n = 0, at = 0, size = 0, from = 0;
	struct fx_jpeg j;
	unsigned int i;

	memset(cpu.stream, 0x55, 7);
	n = 7;
	for (i = 0; i < 5; i++) {
		fx_jpeg_init(&j, 40 + i, 30, kinds[_i].sampling);
		j.orientation = 6;
		j.restart_interval = i;
		j.flags = (i == 1 ? FX_NO_EOI : 0) | (i == 2 ? FX_FILL_BYTES : 0) |
			  (i == 3 ? FX_BIG_APPS : 0); /* with SOI and EOI inside */
		begin[i] = n;
		n += fx_jpeg_write(&j, cpu.stream + n, TESTBED_STREAM_MAX - n);
		end[i] = n;
		if (i == 3) {
			memset(cpu.stream + n, 0, 100); /* as cameras pad */
			n += 100;
		}
	}
	for (i = 0; i < 5; i++) {
		struct libcodec_image_info info = { .struct_size = sizeof(info) };

		ck_assert_int_eq(libcodec_next_jpeg(cpu.stream, n, from, &at, &size), 0);
		ck_assert_uint_eq(at, begin[i]);
		ck_assert_uint_eq(at + size, end[i]);
		ck_assert_int_eq(libcodec_decoder_decode(cpu.dec, cpu.stream + at, size,
							 cpu.image, &info),
				 0);
		ck_assert_uint_eq(info.width, 40 + i);
		from = at + size;
	}
	ck_assert_int_eq(libcodec_next_jpeg(cpu.stream, n, from, &at, &size), -ENOENT);
	ck_assert_int_eq(libcodec_next_jpeg(NULL, 0, 0, &at, &size), -ENOENT);
	ck_assert_int_eq(libcodec_next_jpeg(cpu.stream, n, 0, NULL, &size), -EINVAL);
}
END_TEST

/* --- settings and limits --- */

START_TEST(test_dtype)
{
	struct libcodec_decoder_params p = { .struct_size = sizeof(p) };
	struct libcodec_result res;
	struct fx_jpeg j;
	size_t size;
	uint32_t d;

	fx_jpeg_init(&j, 40, 30, FX_420);
	size = write_stream(&j);
	for (d = LIBCODEC_DTYPE_U16; d <= LIBCODEC_DTYPE_F32; d++) {
		p.dtype = d;
		ck_assert_int_eq(libcodec_decoder_set_params(cpu.dec, &p), 0);
		res = decode_bad(cpu.stream, size, -EOPNOTSUPP);
		ck_assert_uint_eq(res.feature, LIBCODEC_FEATURE_DTYPE);
		ck_assert_uint_eq(res.detail, d);
	}
	p.dtype = d;
	ck_assert_int_eq(libcodec_decoder_set_params(cpu.dec, &p), -EINVAL);
}
END_TEST

START_TEST(test_too_small)
{
	struct libcodec_image *small = testbed_image(cpu.ctx, 1799);
	struct libcodec_image_info info = { .struct_size = sizeof(info) };
	struct libcodec_result res = { .struct_size = sizeof(res) };
	struct fx_jpeg j;
	size_t size;

	fx_jpeg_init(&j, 40, 30, FX_420);
	size = write_stream(&j);
	ck_assert_int_eq(libcodec_decoder_decode(cpu.dec, cpu.stream, size, small, &info),
			 -ENOSPC);
	libcodec_decoder_get_result(cpu.dec, &res);
	ck_assert_uint_eq(res.stage, LIBCODEC_STAGE_CONFIGURE);
	ck_assert_ptr_nonnull(strstr(res.message, "40x30"));
	/* A smaller one still fits. */
	fx_jpeg_init(&j, 20, 30, FX_420);
	size = write_stream(&j);
	ck_assert_int_eq(libcodec_decoder_decode(cpu.dec, cpu.stream, size, small, &info),
			 0);
	libcodec_image_unref(small);
}
END_TEST

START_TEST(test_limits)
{
	struct libcodec_decoder_params p = { .struct_size = sizeof(p), .max_width = 39 };
	struct libcodec_result res;
	struct fx_jpeg j;
	size_t size;

	fx_jpeg_init(&j, 40, 30, FX_420);
	j.flags = FX_NONINTERLEAVED;
	size = write_stream(&j);
	libcodec_decoder_set_params(cpu.dec, &p);
	res = decode_bad(cpu.stream, size, -EFBIG);
	ck_assert_uint_eq(res.feature, LIBCODEC_FEATURE_WIDTH);
	ck_assert_uint_eq(res.detail, 40);
	p.max_width = 0;
	p.max_height = 29;
	libcodec_decoder_set_params(cpu.dec, &p);
	ck_assert_uint_eq(decode_bad(cpu.stream, size, -EFBIG).feature,
			  LIBCODEC_FEATURE_HEIGHT);
	p.max_height = 0;
	p.max_pixels = 1199;
	libcodec_decoder_set_params(cpu.dec, &p);
	ck_assert_uint_eq(decode_bad(cpu.stream, size, -EFBIG).feature,
			  LIBCODEC_FEATURE_PIXELS);
	p.max_pixels = 1200;
	p.max_segment_bytes = 60;
	libcodec_decoder_set_params(cpu.dec, &p);
	ck_assert_uint_eq(decode_bad(cpu.stream, size, -EFBIG).feature,
			  LIBCODEC_FEATURE_SEGMENT);
	p.max_segment_bytes = 0;
	p.max_scratch_bytes = 1000;
	libcodec_decoder_set_params(cpu.dec, &p);
	ck_assert_uint_eq(decode_bad(cpu.stream, size, -EOPNOTSUPP).feature,
			  LIBCODEC_FEATURE_MULTI_SCAN);
	libcodec_decoder_set_params(cpu.dec, NULL);
	decode_ok(size);
}
END_TEST

START_TEST(test_deadline)
{
	struct libcodec_decoder_params p = { .struct_size = sizeof(p), .deadline_ns = 1 };
	struct fx_jpeg j;
	size_t size;

	fx_jpeg_init(&j, 640, 480, FX_420);
	size = write_stream(&j);
	libcodec_decoder_set_params(cpu.dec, &p);
	decode_bad(cpu.stream, size, -ETIMEDOUT);
	p.deadline_ns = UINT64_MAX;
	libcodec_decoder_set_params(cpu.dec, &p);
	decode_ok(size);
}
END_TEST

/* --- reports --- */

START_TEST(test_probe_is_true)
{
	struct libcodec_image_info info = { .struct_size = sizeof(info) }, have;
	struct libcodec_image_info bare = { .struct_size = sizeof(bare) };
	struct fx_jpeg j;
	unsigned int i;
	size_t size;

	fx_jpeg_init(&j, 99, 57, kinds[_i].sampling);
	size = write_stream(&j);
	ck_assert_int_eq(
		libcodec_decoder_probe(cpu.dec, cpu.stream, size, cpu.image, &info), 0);
	have = decode_ok(size);
	ck_assert_uint_eq(info.format, have.format);
	ck_assert_uint_eq(info.capacity, have.capacity);
	ck_assert_int_eq(libcodec_probe(cpu.stream, size, &bare), 0);
	ck_assert_uint_eq(bare.format, have.format);
	for (i = 0; i < have.n_planes; i++) {
		ck_assert_uint_eq(info.plane_stride[i], have.plane_stride[i]);
		ck_assert_uint_eq(info.plane_offset[i], have.plane_offset[i]);
		ck_assert_uint_eq(bare.plane_stride[i], have.plane_stride[i]);
	}
}
END_TEST

START_TEST(test_orientation)
{
	static const struct {
		uint32_t degrees, flip;
	} want[] = { { 0, 0 },	 { 0, 0 },  { 0, 1 },  { 180, 0 }, { 180, 1 },
		     { 270, 1 }, { 90, 0 }, { 90, 1 }, { 270, 0 }, { 0, 0 } };
	unsigned int flags;

	for (flags = 0; flags < 8; flags++) {
		struct libcodec_image_info info;
		size_t size, at, n;
		struct fx_jpeg j;

		fx_jpeg_init(&j, 40, 30, FX_420);
		j.orientation = (unsigned int)_i;
		j.flags = (flags & 1 ? FX_EXIF_BIG_ENDIAN : 0) |
			  (flags & 2 ? FX_EXIF_LONG : 0) |
			  (flags & 4 ? FX_EXIF_DAMAGED_MAKERNOTE : 0);
		size = write_stream(&j);
		info = decode_ok(size);
		ck_assert_uint_eq(info.rotation_degrees, want[_i].degrees);
		ck_assert_uint_eq(info.flip_horizontal, want[_i].flip);
		ck_assert_uint_eq(info.width, 40);
		ck_assert_uint_eq(!!(info.present & LIBCODEC_INFO_ORIENTATION),
				  _i >= 1 && _i <= 8);
		ck_assert_int_eq(libcodec_find_exif(cpu.stream, size, &at, &n),
				 _i ? 0 : -ENOENT);
		if (_i)
			ck_assert(cpu.stream[at] == 'I' || cpu.stream[at] == 'M');
	}
}
END_TEST

START_TEST(test_consumed)
{
	struct fx_jpeg j;
	size_t one, two;

	fx_jpeg_init(&j, 40, 30, kinds[_i].sampling);
	one = write_stream(&j);
	/* Two pictures in one buffer, then rubbish. */
	two = fx_jpeg_write(&j, cpu.stream + one, TESTBED_STREAM_MAX - one);
	memset(cpu.stream + one + two, 0x55, 100);
	ck_assert_uint_eq(decode_ok(one + two + 100).consumed, one);
	/* No EOI, and the next picture follows at once. */
	memmove(cpu.stream + one - 2, cpu.stream + one, two);
	ck_assert_uint_eq(decode_ok(one - 2 + two).consumed, one - 2);
}
END_TEST

/* --- destinations --- */

START_TEST(test_window)
{
	struct libcodec_image_params p = {
		.struct_size = sizeof(p),
		.width = 100,
		.height = 80,
		.format = LIBCODEC_FORMAT_RGB,
		.data = cpu.pixels,
		.capacity = TESTBED_IMAGE_MAX,
	};
	struct libcodec_decoder_params rgb = {
		.struct_size = sizeof(rgb),
		.output_format = LIBCODEC_FORMAT_RGB,
	};
	struct libcodec_image *parent, *window;
	struct fx_jpeg j;
	size_t size, i;

	ck_assert_int_eq(libcodec_image_new(cpu.ctx, &p, &parent), 0);
	ck_assert_int_eq(libcodec_image_new_window(parent, 10, 20, 33, 25, &window), 0);
	libcodec_decoder_set_params(cpu.dec, &rgb);
	fx_jpeg_init(&j, 33, 25, FX_444);
	size = write_stream(&j);
	memset(cpu.pixels, POISON, TESTBED_IMAGE_MAX);
	ck_assert_int_eq(libcodec_decoder_decode(cpu.dec, cpu.stream, size, window, NULL),
			 0);
	for (i = 0; i < 100 * 80 * 3; i++) {
		size_t x = i % 300 / 3, y = i / 300;

		if ((x < 10 || x >= 43 || y < 20 || y >= 45) && cpu.pixels[i] != POISON)
			ck_abort_msg("byte %zu outside of the window is written", i);
	}
	ck_assert_uint_ne(cpu.pixels[20 * 300 + 30], POISON);
	fx_jpeg_init(&j, 34, 25, FX_444);
	size = write_stream(&j);
	ck_assert_int_eq(libcodec_decoder_decode(cpu.dec, cpu.stream, size, window, NULL),
			 -ENOSPC);
	libcodec_image_unref(window);
	libcodec_image_unref(parent);
}
END_TEST

START_TEST(test_no_write_access)
{
	struct libcodec_image_params p = {
		.struct_size = sizeof(p),
		.width = 40,
		.height = 30,
		.format = LIBCODEC_FORMAT_NV12,
		.memory = LIBCODEC_MEMORY_HOST,
		.access = LIBCODEC_ACCESS_READ,
	};
	struct libcodec_result why = { .struct_size = sizeof(why) };
	struct libcodec_image *readonly;
	struct fx_jpeg j;
	size_t size;

	fx_jpeg_init(&j, 40, 30, FX_420);
	size = write_stream(&j);
	ck_assert_int_eq(libcodec_image_new(cpu.ctx, &p, &readonly), 0);
	ck_assert_int_eq(
		libcodec_decoder_decode(cpu.dec, cpu.stream, size, readonly, NULL),
		-EACCES);
	ck_assert_int_eq(libcodec_decoder_get_result(cpu.dec, &why), 0);
	ck_assert_uint_eq(why.stage, LIBCODEC_STAGE_CONFIGURE);
	ck_assert_str_eq(why.message, "the image's owner doesn't let the CPU write");
	libcodec_image_unref(readonly);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("decode-settings");
	TCase *tc = tcase_create("decode-settings");

	tcase_set_timeout(tc, 300);
	tcase_add_checked_fixture(tc, decoding_setup, decoding_teardown);
	tcase_add_loop_test(tc, test_next_jpeg, 0, N_KINDS);
	tcase_add_test(tc, test_dtype);
	tcase_add_test(tc, test_too_small);
	tcase_add_test(tc, test_limits);
	tcase_add_test(tc, test_deadline);
	tcase_add_loop_test(tc, test_probe_is_true, 0, N_KINDS);
	tcase_add_loop_test(tc, test_orientation, 0, 10);
	tcase_add_loop_test(tc, test_consumed, 0, N_KINDS);
	tcase_add_test(tc, test_window);
	tcase_add_test(tc, test_no_write_access);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("decode-settings", make_suite);
}
