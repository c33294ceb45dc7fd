/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The headers' promises as numbers: the frozen head of the plugin ABI, zero as the
 * default, fourccs as the bytes that DRM says. The layout of all structs is held against
 * doc/abi/1.0.txt by abi.sh.
 */
#include "config.h"

#include <string.h>

#include <drm_fourcc.h>
#include <libcodec/decoder.h>
#include <libcodec/plugin.h>
#include <libcodec/trace.h>

#include "test.h"

/* All structs that grow begin with their size. */
START_TEST(test_struct_size)
{
#define BEGINS(type) ck_assert_uint_eq(offsetof(struct type, struct_size), 0)
	BEGINS(libcodec_cap);
	BEGINS(libcodec_context_params);
	BEGINS(libcodec_plugin_info);
	BEGINS(libcodec_image_params);
	BEGINS(libcodec_image_layout);
	BEGINS(libcodec_decoder_params);
	BEGINS(libcodec_image_info);
	BEGINS(libcodec_result);
	BEGINS(libcodec_attempt);
	BEGINS(libcodec_jpeg_header);
	BEGINS(libcodec_png_header);
	BEGINS(libcodec_surface);
	BEGINS(libcodec_decode_job);
	BEGINS(libcodec_decode_result);
	BEGINS(libcodec_host);
	BEGINS(libcodec_image_decoder_ops);
}
END_TEST

/* The head of a plugin's descriptor is frozen for all versions of the ABI. */
START_TEST(test_frozen_head)
{
	static const struct libcodec_plugin p = {
		.magic = LIBCODEC_PLUGIN_MAGIC,
		.abi_major = 1,
		.struct_size = sizeof(p),
	};

	ck_assert_uint_eq(LIBCODEC_PLUGIN_ABI_MAJOR, 1);
	ck_assert_uint_eq(LIBCODEC_PLUGIN_ABI >> 16, LIBCODEC_PLUGIN_ABI_MAJOR);
	ck_assert_uint_eq(LIBCODEC_PLUGIN_ABI & 0xffff, LIBCODEC_PLUGIN_ABI_MINOR);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	ck_assert_mem_eq(&p, "CLPL\1\0\0\0", 8);
#endif
	ck_assert_uint_eq(offsetof(struct libcodec_plugin, magic), 0);
	ck_assert_uint_eq(offsetof(struct libcodec_plugin, abi_major), 4);
	ck_assert_uint_eq(offsetof(struct libcodec_plugin, abi_minor), 6);
	ck_assert_uint_eq(offsetof(struct libcodec_plugin, struct_size), 8);
	ck_assert_uint_eq(offsetof(struct libcodec_plugin, flags), 12);
}
END_TEST

/* A zeroed struct means the defaults, so the default of each set of names is zero. */
START_TEST(test_zero)
{
	ck_assert_uint_eq(LIBCODEC_DTYPE_U8, 0);
	ck_assert_uint_eq(LIBCODEC_MEMORY_AUTO, 0);
	ck_assert_uint_eq(LIBCODEC_ACCESS_BOTH, 0);
	ck_assert_uint_eq(LIBCODEC_POLICY_ANY, 0);
	ck_assert_uint_eq(LIBCODEC_DCT_ACCURATE, 0);
	ck_assert_uint_eq(LIBCODEC_LOG_NONE, 0);
	ck_assert_uint_eq(LIBCODEC_PROCESS_UNKNOWN, 0);
	ck_assert_uint_eq(LIBCODEC_SAMPLING_UNKNOWN, 0);
	ck_assert_uint_eq(LIBCODEC_COLOUR_UNKNOWN, 0);
	ck_assert_uint_eq(LIBCODEC_FEATURE_NONE, 0);
	ck_assert_uint_eq(LIBCODEC_VERDICT_NONE, 0);
	ck_assert_uint_eq(LIBCODEC_STAGE_NONE, 0);
	ck_assert_uint_eq(LIBCODEC_PLUGIN_KNOWN, 0);
}
END_TEST

static const struct {
	const char bytes[5];
	uint32_t ours, drm;
} fourccs[] = {
	{ "R8  ", LIBCODEC_FORMAT_GREY, DRM_FORMAT_R8 },
	{ "NV12", LIBCODEC_FORMAT_NV12, DRM_FORMAT_NV12 },
	{ "NV16", LIBCODEC_FORMAT_NV16, DRM_FORMAT_NV16 },
	{ "NV24", LIBCODEC_FORMAT_NV24, DRM_FORMAT_NV24 },
	{ "BG24", LIBCODEC_FORMAT_RGB, DRM_FORMAT_BGR888 },
	{ "AB24", LIBCODEC_FORMAT_RGBA, DRM_FORMAT_ABGR8888 },
	{ "JPEG", LIBCODEC_CODEC_JPEG, 0 },
	{ "PNG ", LIBCODEC_CODEC_PNG, 0 },
};

START_TEST(test_fourcc)
{
	unsigned int i, k;

	for (i = 0; i < sizeof(fourccs) / sizeof(fourccs[0]); i++) {
		uint8_t bytes[4];

		for (k = 0; k < 4; k++)
			bytes[k] = (uint8_t)(fourccs[i].ours >> (8 * k));
		ck_assert_mem_eq(bytes, fourccs[i].bytes, 4);
		if (fourccs[i].drm)
			ck_assert_uint_eq(fourccs[i].ours, fourccs[i].drm);
		for (k = 0; k < i; k++)
			ck_assert_uint_ne(fourccs[i].ours, fourccs[k].ours);
	}
}
END_TEST

/* Numbers that have been given out: a name may be added, none may move. */
START_TEST(test_numbers)
{
	ck_assert_uint_eq(LIBCODEC_DTYPE_F32, 4);
	ck_assert_uint_eq(LIBCODEC_MEMORY_CUDA, 3);
	ck_assert_uint_eq(LIBCODEC_PROCESS_PNG, 8);
	ck_assert_uint_eq(LIBCODEC_SAMPLING_MIXED, 9);
	ck_assert_uint_eq(LIBCODEC_FEATURE_MULTI_SCAN, 20);
	ck_assert_uint_eq(LIBCODEC_VERDICT_FATAL, 5);
	ck_assert_uint_eq(LIBCODEC_REASON_REFUSED, 1u << 19);
	ck_assert_uint_eq(LIBCODEC_STAGE_DECODE, 7);
	ck_assert_uint_eq(LIBCODEC_PLUGIN_STAGE_CAPS, 7);
	ck_assert_uint_eq(LIBCODEC_PLUGIN_MASKED, 3);
	ck_assert_uint_eq(LIBCODEC_FAMILY_TELEMETRY, 3);
	ck_assert_uint_eq(LIBCODEC_BAND_EXPERIMENTAL, 3);
	ck_assert_uint_eq(LIBCODEC_COLOUR_YCCK, 5);
	ck_assert_uint_eq(LIBCODEC_CAP_NO_DHT, 1u << 4);
	ck_assert_uint_eq(LIBCODEC_POLICY_REQUIRE_HARDWARE, 2);
	ck_assert_uint_eq(LIBCODEC_INFO_COLORIMETRY, 1u << 4);
	ck_assert_uint_eq(LIBCODEC_JPEG_NO_DHT, 1u << 5);
	ck_assert_uint_eq(LIBCODEC_ACCESS_NONE, 3);
}
END_TEST

/* LIBCODEC_HAS(): a field is there when all of it lies inside of struct_size. */
START_TEST(test_has)
{
	struct libcodec_host h = { 0 };

	h.struct_size = offsetof(struct libcodec_host, now_ns) + sizeof(h.now_ns);
	ck_assert(LIBCODEC_HAS(&h, now_ns));
	ck_assert(!LIBCODEC_HAS(&h, tracing));
	h.struct_size--;
	ck_assert(!LIBCODEC_HAS(&h, now_ns));
	ck_assert(LIBCODEC_HAS(&h, log));
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("headers");
	TCase *tc = tcase_create("headers");

	tcase_add_test(tc, test_struct_size);
	tcase_add_test(tc, test_frozen_head);
	tcase_add_test(tc, test_zero);
	tcase_add_test(tc, test_fourcc);
	tcase_add_test(tc, test_numbers);
	tcase_add_test(tc, test_has);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("headers", make_suite);
}
