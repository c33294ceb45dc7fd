/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Numbers of the contract as words for people, and a few words back as numbers.
 */
#include "config.h"

#include "format.h"

#include <libcodec/version.h>

static const char *const dtypes[] = {
	[LIBCODEC_DTYPE_U8] = "u8",   [LIBCODEC_DTYPE_U16] = "u16",
	[LIBCODEC_DTYPE_I8] = "i8",   [LIBCODEC_DTYPE_I16] = "i16",
	[LIBCODEC_DTYPE_F32] = "f32",
};

static const char *const memories[] = {
	[LIBCODEC_MEMORY_AUTO] = "auto",
	[LIBCODEC_MEMORY_HOST] = "host",
	[LIBCODEC_MEMORY_DMABUF] = "dmabuf",
	[LIBCODEC_MEMORY_CUDA] = "cuda",
};

static const char *const processes[] = {
	[LIBCODEC_PROCESS_BASELINE] = "baseline",
	[LIBCODEC_PROCESS_EXTENDED] = "extended",
	[LIBCODEC_PROCESS_PROGRESSIVE] = "progressive",
	[LIBCODEC_PROCESS_LOSSLESS] = "lossless",
	[LIBCODEC_PROCESS_HIERARCHICAL] = "hierarchical",
	[LIBCODEC_PROCESS_ARITHMETIC] = "arithmetic",
	[LIBCODEC_PROCESS_JPEG_LS] = "jpeg-ls",
	[LIBCODEC_PROCESS_PNG] = "png",
};

static const char *const events[] = {
	[LIBCODEC_EVENT_DEVICE_ADDED] = "device-added",
	[LIBCODEC_EVENT_DEVICE_REMOVED] = "device-removed",
	[LIBCODEC_EVENT_ACCESS_CHANGED] = "access-changed",
	[LIBCODEC_EVENT_BREAKER_OPENED] = "breaker-opened",
	[LIBCODEC_EVENT_BREAKER_CLOSED] = "breaker-closed",
	[LIBCODEC_EVENT_BACKEND_FAILED] = "backend-failed",
};

static const char *const device_states[] = {
	[LIBCODEC_DEVICE_READY] = "ready",
	[LIBCODEC_DEVICE_NO_ACCESS] = "no-access",
	[LIBCODEC_DEVICE_FAILED] = "failed",
	[LIBCODEC_DEVICE_SUSPENDED] = "suspended",
	[LIBCODEC_DEVICE_GONE] = "gone",
};

static const char *const samplings[] = {
	[LIBCODEC_SAMPLING_400] = "4:0:0",   [LIBCODEC_SAMPLING_444] = "4:4:4",
	[LIBCODEC_SAMPLING_422] = "4:2:2",   [LIBCODEC_SAMPLING_420] = "4:2:0",
	[LIBCODEC_SAMPLING_440] = "4:4:0",   [LIBCODEC_SAMPLING_411] = "4:1:1",
	[LIBCODEC_SAMPLING_410] = "4:1:0",   [LIBCODEC_SAMPLING_OTHER] = "other",
	[LIBCODEC_SAMPLING_MIXED] = "mixed",
};

static const char *const features[] = {
	[LIBCODEC_FEATURE_NONE] = "none",
	[LIBCODEC_FEATURE_PROGRESSIVE] = "progressive",
	[LIBCODEC_FEATURE_EXTENDED] = "extended-sequential",
	[LIBCODEC_FEATURE_ARITHMETIC] = "arithmetic",
	[LIBCODEC_FEATURE_LOSSLESS] = "lossless",
	[LIBCODEC_FEATURE_HIERARCHICAL] = "hierarchical",
	[LIBCODEC_FEATURE_PRECISION] = "precision",
	[LIBCODEC_FEATURE_COMPONENTS] = "components",
	[LIBCODEC_FEATURE_SUBSAMPLING] = "subsampling",
	[LIBCODEC_FEATURE_DTYPE] = "dtype",
	[LIBCODEC_FEATURE_JPEG_LS] = "jpeg-ls",
	[LIBCODEC_FEATURE_DNL] = "dnl",
	[LIBCODEC_FEATURE_COLOURSPACE] = "colourspace",
	[LIBCODEC_FEATURE_FORMAT] = "format",
	[LIBCODEC_FEATURE_MEMORY] = "memory",
	[LIBCODEC_FEATURE_CODEC] = "codec",
	[LIBCODEC_FEATURE_WIDTH] = "width",
	[LIBCODEC_FEATURE_HEIGHT] = "height",
	[LIBCODEC_FEATURE_PIXELS] = "pixels",
	[LIBCODEC_FEATURE_SEGMENT] = "segment",
	[LIBCODEC_FEATURE_MULTI_SCAN] = "multi-scan",
};

static const char *const verdicts[] = {
	[LIBCODEC_VERDICT_NONE] = "none",
	[LIBCODEC_VERDICT_DONE] = "done",
	[LIBCODEC_VERDICT_NOT_APPLICABLE] = "not applicable",
	[LIBCODEC_VERDICT_FALLBACK] = "fallback",
	[LIBCODEC_VERDICT_CORRUPT] = "corrupt",
	[LIBCODEC_VERDICT_FATAL] = "fatal",
};

static const char *const stages[] = {
	[LIBCODEC_STAGE_NONE] = "none",		  [LIBCODEC_STAGE_DETECT] = "detect",
	[LIBCODEC_STAGE_HEADER] = "header",	  [LIBCODEC_STAGE_RESOLVE] = "resolve",
	[LIBCODEC_STAGE_CONFIGURE] = "configure", [LIBCODEC_STAGE_SELECT] = "select",
	[LIBCODEC_STAGE_OPEN] = "open",		  [LIBCODEC_STAGE_DECODE] = "decode",
};

static const char *const plugin_stages[] = {
	[LIBCODEC_PLUGIN_STAGE_MANIFEST] = "manifest",
	[LIBCODEC_PLUGIN_STAGE_FILE] = "file",
	[LIBCODEC_PLUGIN_STAGE_LOAD] = "load",
	[LIBCODEC_PLUGIN_STAGE_ENTRY] = "entry",
	[LIBCODEC_PLUGIN_STAGE_DESCRIPTOR] = "descriptor",
	[LIBCODEC_PLUGIN_STAGE_INIT] = "init",
	[LIBCODEC_PLUGIN_STAGE_CAPS] = "caps",
};

static const char *const bands[] = {
	[LIBCODEC_BAND_HARDWARE] = "hardware",
	[LIBCODEC_BAND_CPU] = "cpu",
	[LIBCODEC_BAND_EXPERIMENTAL] = "experimental",
};

static const char *const simds[] = {
	[LIBCODEC_SIMD_AUTO] = "auto",	 [LIBCODEC_SIMD_NONE] = "none",
	[LIBCODEC_SIMD_SSE2] = "sse2",	 [LIBCODEC_SIMD_SSE41] = "sse41",
	[LIBCODEC_SIMD_AVX2] = "avx2",	 [LIBCODEC_SIMD_AVX512] = "avx512",
	[LIBCODEC_SIMD_NEON] = "neon",	 [LIBCODEC_SIMD_NEON_BIG] = "neon-big",
};

/* By number of the bit, as LIBCODEC_REASON_* has them. */
static const char *const reasons[] = {
	"codec", "process",	"subsampling",	"depth",   "components",
	"size",	 "align-pitch", "align-offset", "memory",  "format",
	"dtype", "colourspace", "policy",	"opt-out", "breaker",
	"gone",	 "permission",	"busy",		"scans",   "refused",
	"no-device", "deadline",	"suspect",
};

_Static_assert(UINT64_C(1) << (LC_ARRAY_SIZE(reasons) - 1) == LIBCODEC_REASON_SUSPECT,
	       "a reason without a name");

static const char *name_of(const char *const *names, size_t n, uint32_t value)
{
	return value < n && names[value] ? names[value] : "unknown";
}

#define NAME_OF(names, value) name_of(names, LC_ARRAY_SIZE(names), value)

LC_EXPORT const char *libcodec_format_name(uint32_t format)
{
	const struct lc_format *f = lc_format_get(format);

	return f ? f->name : "unknown";
}

LC_EXPORT const char *libcodec_dtype_name(uint32_t dtype)
{
	return NAME_OF(dtypes, dtype);
}

LC_EXPORT const char *libcodec_codec_name(uint32_t codec)
{
	switch (codec) {
	case LIBCODEC_CODEC_JPEG:
		return "JPEG";
	case LIBCODEC_CODEC_PNG:
		return "PNG";
	default:
		return "unknown";
	}
}

LC_EXPORT const char *libcodec_memory_name(uint32_t memory)
{
	return NAME_OF(memories, memory);
}

LC_EXPORT const char *libcodec_process_name(uint32_t process)
{
	return NAME_OF(processes, process);
}

LC_EXPORT const char *libcodec_sampling_name(uint32_t sampling)
{
	return NAME_OF(samplings, sampling);
}

LC_EXPORT const char *libcodec_feature_name(uint32_t feature)
{
	return NAME_OF(features, feature);
}

LC_EXPORT const char *libcodec_verdict_name(uint32_t verdict)
{
	return NAME_OF(verdicts, verdict);
}

LC_EXPORT const char *libcodec_stage_name(uint32_t stage)
{
	return NAME_OF(stages, stage);
}

LC_EXPORT const char *libcodec_plugin_stage_name(uint32_t stage)
{
	return NAME_OF(plugin_stages, stage);
}

LC_EXPORT const char *libcodec_band_name(uint32_t band)
{
	return NAME_OF(bands, band);
}

LC_EXPORT const char *libcodec_simd_name(uint32_t simd)
{
	return NAME_OF(simds, simd);
}

LC_EXPORT const char *libcodec_event_name(uint32_t type)
{
	return NAME_OF(events, type);
}

LC_EXPORT const char *libcodec_device_state_name(uint32_t state)
{
	return NAME_OF(device_states, state);
}

LC_EXPORT const char *libcodec_reason_name(unsigned int bit)
{
	return bit < LC_ARRAY_SIZE(reasons) ? reasons[bit] : "";
}

static int ascii_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* Without the locale, in some of which "i" is not the small "I". */
static bool same_word(const char *a, const char *b)
{
	for (; *a && ascii_lower(*a) == ascii_lower(*b); a++)
		b++;
	return ascii_lower(*a) == ascii_lower(*b);
}

LC_EXPORT uint32_t libcodec_format_by_name(const char *name)
{
	const struct lc_format *f;
	size_t i;

	for (i = 0; name && (f = lc_format_at(i)); i++)
		if (same_word(f->name, name))
			return f->fourcc;
	return 0;
}

static int index_of(const char *const *names, size_t n, const char *name)
{
	size_t i;

	for (i = 0; name && i < n; i++)
		if (same_word(names[i], name))
			return (int)i;
	return -EINVAL;
}

LC_EXPORT int libcodec_dtype_by_name(const char *name)
{
	return index_of(dtypes, LC_ARRAY_SIZE(dtypes), name);
}

LC_EXPORT int libcodec_simd_by_name(const char *name)
{
	return index_of(simds, LC_ARRAY_SIZE(simds), name);
}

LC_EXPORT const char *libcodec_version(void)
{
	return LIBCODEC_VERSION_STRING;
}
