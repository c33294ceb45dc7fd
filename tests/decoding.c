/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A decoder over the cpu backend, streams, and decodes whose outcome is looked at.
 */
#include "config.h"

#include "decoding.h"

#include <stdlib.h>
#include <string.h>

#include "oracle.h"

struct testbed_cpu cpu;

const struct decoding_kind kinds[N_KINDS] = {
	{ FX_GREY, LIBCODEC_FORMAT_GREY, LIBCODEC_SAMPLING_400 },
	{ FX_444, LIBCODEC_FORMAT_NV24, LIBCODEC_SAMPLING_444 },
	{ FX_422, LIBCODEC_FORMAT_NV16, LIBCODEC_SAMPLING_422 },
	{ FX_420, LIBCODEC_FORMAT_NV12, LIBCODEC_SAMPLING_420 },
	{ FX_440, LIBCODEC_FORMAT_NV12, LIBCODEC_SAMPLING_440 },
	{ FX_411, LIBCODEC_FORMAT_NV12, LIBCODEC_SAMPLING_411 },
	{ FX_410, LIBCODEC_FORMAT_NV12, LIBCODEC_SAMPLING_410 },
	{ FX_441, LIBCODEC_FORMAT_NV12, LIBCODEC_SAMPLING_OTHER },
};

void decoding_setup(void)
{
	testbed_cpu_init(&cpu);
}

void decoding_teardown(void)
{
	testbed_cpu_done(&cpu);
}

size_t write_stream(const struct fx_jpeg *j)
{
	size_t n = fx_jpeg_write(j, cpu.stream, TESTBED_STREAM_MAX);

	ck_assert_uint_gt(n, 0);
	return n;
}

struct libcodec_image_layout layout(void)
{
	struct libcodec_image_layout l = { .struct_size = sizeof(l) };

	ck_assert_int_eq(libcodec_image_get_layout(cpu.image, &l), 0);
	return l;
}

const uint8_t *row(const struct libcodec_image_layout *l, unsigned int plane,
		   unsigned int y)
{
	return cpu.pixels + l->plane_offset[plane] + (size_t)y * l->plane_stride[plane];
}

struct libcodec_image_info decode_ok(size_t size)
{
	struct libcodec_image_info info = { .struct_size = sizeof(info) };
	struct libcodec_result res = { .struct_size = sizeof(res) };
	struct libcodec_image_layout l;
	uint8_t *visible;
	unsigned int p, y;
	size_t i;
	int r;

	memset(cpu.pixels, POISON, TESTBED_IMAGE_MAX);
	r = libcodec_decoder_decode(cpu.dec, cpu.stream, size, cpu.image, &info);
	libcodec_decoder_get_result(cpu.dec, &res);
	ck_assert_msg(r == 0, "%d: %s", r, res.message);
	l = layout();
	visible = calloc(1, TESTBED_IMAGE_MAX);
	for (p = 0; p < l.n_planes; p++)
		for (y = 0; y < l.plane_height[p]; y++)
			memset(visible + (row(&l, p, y) - cpu.pixels), 1,
			       l.plane_width[p]);
	for (i = 0; i < TESTBED_IMAGE_MAX; i++)
		if (!visible[i] && cpu.pixels[i] != POISON)
			ck_abort_msg("byte %zu is written and is no pixel", i);
	free(visible);
	return info;
}

struct libcodec_result decode_bad(const void *data, size_t size, int error)
{
	struct libcodec_image_info info = { .struct_size = sizeof(info), .width = 77 };
	struct libcodec_result res = { .struct_size = sizeof(res) };
	int r = libcodec_decoder_decode(cpu.dec, data, size, cpu.image, &info);

	libcodec_decoder_get_result(cpu.dec, &res);
	ck_assert_msg(r == error, "%d, not %d: %s", r, error, res.message);
	ck_assert_int_eq(res.error, error);
	ck_assert_str_ne(res.message, "");
	ck_assert_uint_eq(info.width, 77);
	return res;
}

void compare(size_t size)
{
	struct libcodec_image_layout l = layout();
	char why[128];

	if (oracle_compare(cpu.stream, size, &l, cpu.pixels, why, sizeof(why)) < 0)
		ck_abort_msg("%s", why);
}

void need_oracle(void)
{
	if (!oracle_there())
		test_skip("turbojpeg", "built without libjpeg-turbo, so there is nothing to "
				       "compare samples with");
}
