/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The words for numbers, and back.
 */
#include "config.h"

#include <errno.h>

#include <libcodec/codec.h>

#include "test.h"

#define N(a) (sizeof(a) / sizeof((a)[0]))

struct word {
	uint32_t value;
	const char *name;
};

static const struct word formats[] = {
	{ LIBCODEC_FORMAT_GREY, "GREY" }, { LIBCODEC_FORMAT_NV12, "NV12" },
	{ LIBCODEC_FORMAT_NV16, "NV16" }, { LIBCODEC_FORMAT_NV24, "NV24" },
	{ LIBCODEC_FORMAT_RGB, "RGB" },	  { LIBCODEC_FORMAT_RGBA, "RGBA" },
};

START_TEST(test_formats)
{
	char low[8];
	size_t i, k;

	for (i = 0; i < N(formats); i++) {
		ck_assert_str_eq(libcodec_format_name(formats[i].value), formats[i].name);
		ck_assert_uint_eq(libcodec_format_by_name(formats[i].name),
				  formats[i].value);
		for (k = 0; formats[i].name[k]; k++)
			low[k] = (char)(formats[i].name[k] | 0x20);
		low[k] = '\0';
		/* Digits stay what they are: they have that bit. */
		ck_assert_uint_eq(libcodec_format_by_name(low), formats[i].value);
		for (k = 0; k < i; k++)
			ck_assert_uint_ne(formats[i].value, formats[k].value);
	}
	ck_assert_str_eq(libcodec_format_name(0), "unknown");
	ck_assert_str_eq(libcodec_format_name(LIBCODEC_FOURCC('R', 'G', '2', '4')),
			 "unknown");
	ck_assert_uint_eq(libcodec_format_by_name(NULL), 0);
	ck_assert_uint_eq(libcodec_format_by_name(""), 0);
	ck_assert_uint_eq(libcodec_format_by_name("RGBAX"), 0);
	ck_assert_uint_eq(libcodec_format_by_name("NV1"), 0);
	ck_assert_uint_eq(libcodec_format_by_name("unknown"), 0);
}
END_TEST

/* The numbers as bytes in a file, so that no header can shift all of them together. */
START_TEST(test_format_bytes)
{
	ck_assert_uint_eq(LIBCODEC_FORMAT_GREY, 0x20203852);
	ck_assert_uint_eq(LIBCODEC_FORMAT_NV12, 0x3231564e);
	ck_assert_uint_eq(LIBCODEC_FORMAT_NV16, 0x3631564e);
	ck_assert_uint_eq(LIBCODEC_FORMAT_NV24, 0x3432564e);
	ck_assert_uint_eq(LIBCODEC_FORMAT_RGB, 0x34324742);
	ck_assert_uint_eq(LIBCODEC_FORMAT_RGBA, 0x34324241);
}
END_TEST

START_TEST(test_dtypes)
{
	static const char *const names[] = { "u8", "u16", "i8", "i16", "f32" };
	unsigned int i;

	for (i = 0; i < N(names); i++) {
		ck_assert_str_eq(libcodec_dtype_name(i), names[i]);
		ck_assert_int_eq(libcodec_dtype_by_name(names[i]), (int)i);
	}
	ck_assert_str_eq(libcodec_dtype_name(i), "unknown");
	ck_assert_int_eq(libcodec_dtype_by_name("u32"), -EINVAL);
	ck_assert_int_eq(libcodec_dtype_by_name(""), -EINVAL);
	ck_assert_int_eq(libcodec_dtype_by_name(NULL), -EINVAL);
}
END_TEST

START_TEST(test_simd)
{
	static const char *const names[] = { "auto", "none", "sse2", "sse41", "avx2",
					     "avx512", "neon", "neon-big" };
	uint32_t i;

	for (i = 0; i < 8; i++) {
		ck_assert_str_eq(libcodec_simd_name(i), names[i]);
		ck_assert_int_eq(libcodec_simd_by_name(names[i]), (int)i);
	}
	ck_assert_str_eq(libcodec_simd_name(i), "unknown");
	ck_assert_int_eq(libcodec_simd_by_name("AVX2"), LIBCODEC_SIMD_AVX2);
	ck_assert_int_eq(libcodec_simd_by_name("Neon-Big"), LIBCODEC_SIMD_NEON_BIG);
	ck_assert_int_eq(libcodec_simd_by_name("mmx"), -EINVAL);
	ck_assert_int_eq(libcodec_simd_by_name(NULL), -EINVAL);
}
END_TEST

/* Names from 0 upwards, "" where the number is not in use; then nothing more. */
static void check_run(const char *(*fn)(uint32_t), const char *const *names, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		ck_assert_str_eq(fn((uint32_t)i), *names[i] ? names[i] : "unknown");
	ck_assert_str_eq(fn((uint32_t)n), "unknown");
	ck_assert_str_eq(fn(UINT32_MAX), "unknown");
}

START_TEST(test_runs)
{
	static const char *const memories[] = { "auto", "host", "dmabuf", "cuda" };
	static const char *const processes[] = { "",	       "baseline",
						 "extended",   "progressive",
						 "lossless",   "hierarchical",
						 "arithmetic", "jpeg-ls",
						 "png" };
	static const char *const samplings[] = { "",	  "4:0:0", "4:4:4", "4:2:2",
						 "4:2:0", "4:4:0", "4:1:1", "4:1:0",
						 "other", "mixed" };
	static const char *const features[] = {
		"none",	       "progressive", "extended-sequential",
		"arithmetic",  "lossless",    "hierarchical",
		"precision",   "components",  "subsampling",
		"dtype",       "jpeg-ls",     "dnl",
		"colourspace", "format",      "memory",
		"codec",       "width",	      "height",
		"pixels",      "segment",     "multi-scan",
	};
	static const char *const verdicts[] = { "none",	    "done",    "not applicable",
						"fallback", "corrupt", "fatal" };
	static const char *const stages[] = { "none",	   "detect", "header", "resolve",
					      "configure", "select", "open",   "decode" };
	static const char *const plugin_stages[] = { "",     "manifest", "file",
						     "load", "entry",	 "descriptor",
						     "init", "caps" };
	static const char *const bands[] = { "", "hardware", "cpu", "experimental" };

	check_run(libcodec_memory_name, memories, N(memories));
	check_run(libcodec_process_name, processes, N(processes));
	check_run(libcodec_sampling_name, samplings, N(samplings));
	check_run(libcodec_feature_name, features, N(features));
	check_run(libcodec_verdict_name, verdicts, N(verdicts));
	check_run(libcodec_stage_name, stages, N(stages));
	check_run(libcodec_plugin_stage_name, plugin_stages, N(plugin_stages));
	check_run(libcodec_band_name, bands, N(bands));
	ck_assert_str_eq(libcodec_codec_name(LIBCODEC_CODEC_JPEG), "JPEG");
	ck_assert_str_eq(libcodec_codec_name(LIBCODEC_CODEC_PNG), "PNG");
	ck_assert_str_eq(libcodec_codec_name(0), "unknown");
}
END_TEST

START_TEST(test_reasons)
{
	static const struct {
		uint64_t bit;
		const char *name;
	} reasons[] = {
		{ LIBCODEC_REASON_CODEC, "codec" },
		{ LIBCODEC_REASON_PROCESS, "process" },
		{ LIBCODEC_REASON_SUBSAMPLING, "subsampling" },
		{ LIBCODEC_REASON_DEPTH, "depth" },
		{ LIBCODEC_REASON_COMPONENTS, "components" },
		{ LIBCODEC_REASON_SIZE, "size" },
		{ LIBCODEC_REASON_ALIGN_PITCH, "align-pitch" },
		{ LIBCODEC_REASON_ALIGN_OFFSET, "align-offset" },
		{ LIBCODEC_REASON_MEMORY, "memory" },
		{ LIBCODEC_REASON_FORMAT, "format" },
		{ LIBCODEC_REASON_DTYPE, "dtype" },
		{ LIBCODEC_REASON_COLOURSPACE, "colourspace" },
		{ LIBCODEC_REASON_POLICY, "policy" },
		{ LIBCODEC_REASON_OPT_OUT, "opt-out" },
		{ LIBCODEC_REASON_BREAKER, "breaker" },
		{ LIBCODEC_REASON_GONE, "gone" },
		{ LIBCODEC_REASON_PERMISSION, "permission" },
		{ LIBCODEC_REASON_BUSY, "busy" },
		{ LIBCODEC_REASON_SCANS, "scans" },
		{ LIBCODEC_REASON_REFUSED, "refused" },
		{ LIBCODEC_REASON_NO_DEVICE, "no-device" },
		{ LIBCODEC_REASON_DEADLINE, "deadline" },
		{ LIBCODEC_REASON_SUSPECT, "suspect" },
	};
	unsigned int i;

	for (i = 0; i < N(reasons); i++) {
		unsigned int bit = (unsigned int)__builtin_ctzll(reasons[i].bit);

		ck_assert_str_eq(libcodec_reason_name(bit), reasons[i].name);
	}
	for (; i < 70; i++)
		ck_assert_str_eq(libcodec_reason_name(i), "");
	ck_assert_str_eq(libcodec_reason_name(UINT32_MAX), "");
}
END_TEST

START_TEST(test_events)
{
	ck_assert_str_eq(libcodec_event_name(LIBCODEC_EVENT_DEVICE_ADDED), "device-added");
	ck_assert_str_eq(libcodec_event_name(LIBCODEC_EVENT_DEVICE_REMOVED), "device-removed");
	ck_assert_str_eq(libcodec_event_name(LIBCODEC_EVENT_ACCESS_CHANGED), "access-changed");
	ck_assert_str_eq(libcodec_event_name(LIBCODEC_EVENT_BREAKER_OPENED), "breaker-opened");
	ck_assert_str_eq(libcodec_event_name(LIBCODEC_EVENT_BREAKER_CLOSED), "breaker-closed");
	ck_assert_str_eq(libcodec_event_name(LIBCODEC_EVENT_BACKEND_FAILED), "backend-failed");
	ck_assert_str_eq(libcodec_event_name(LIBCODEC_EVENT_BACKEND_FAILED + 1), "unknown");
	ck_assert_str_eq(libcodec_event_name(0), "unknown");
	ck_assert_str_eq(libcodec_device_state_name(LIBCODEC_DEVICE_READY), "ready");
	ck_assert_str_eq(libcodec_device_state_name(LIBCODEC_DEVICE_NO_ACCESS), "no-access");
	ck_assert_str_eq(libcodec_device_state_name(LIBCODEC_DEVICE_FAILED), "failed");
	ck_assert_str_eq(libcodec_device_state_name(LIBCODEC_DEVICE_SUSPENDED), "suspended");
	ck_assert_str_eq(libcodec_device_state_name(LIBCODEC_DEVICE_GONE), "gone");
	ck_assert_str_eq(libcodec_device_state_name(LIBCODEC_DEVICE_GONE + 1), "unknown");
}
END_TEST

START_TEST(test_version)
{
	ck_assert_str_eq(libcodec_version(), LIBCODEC_VERSION_STRING);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("names");
	TCase *tc = tcase_create("names");

	tcase_add_test(tc, test_formats);
	tcase_add_test(tc, test_format_bytes);
	tcase_add_test(tc, test_dtypes);
	tcase_add_test(tc, test_simd);
	tcase_add_test(tc, test_runs);
	tcase_add_test(tc, test_reasons);
	tcase_add_test(tc, test_events);
	tcase_add_test(tc, test_version);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("names", make_suite);
}
