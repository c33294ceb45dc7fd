/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The ABI as numbers: where each field of each public struct lies on LP64, that records
 * have no hidden padding (so that 32 bit sees them alike), that zero is the default, and
 * that fourccs are the bytes that DRM says. A number here changes with a new major
 * version of the ABI only; a new field is a new line at its struct's end.
 */
#include "config.h"

#include <string.h>

#include <drm_fourcc.h>
#include <libcodec/decoder.h>
#include <libcodec/plugin.h>
#include <libcodec/trace.h>

#include "test.h"

struct field {
	const char *name;
	size_t offset, size; /* as the compiler has it */
	size_t right;        /* offset, as the ABI has it */
};

struct record {
	const char *name;
	size_t size, right;
	const struct field *field;
	unsigned int n;
};

#define FIELD(type, f, right)                                                            \
	{                                                                                \
		#f, offsetof(struct type, f), sizeof(((struct type *)0)->f), right       \
	}

#if UINTPTR_MAX == UINT64_MAX

_Static_assert(sizeof(struct libcodec_cap_format) == 16, "ABI");
static const struct field cap_format_fields[] = {
	FIELD(libcodec_cap_format, format, 0),
	FIELD(libcodec_cap_format, memory, 4),
	FIELD(libcodec_cap_format, samplings, 8),
	FIELD(libcodec_cap_format, dtypes, 12),
};

_Static_assert(sizeof(struct libcodec_cap) == 336, "ABI");
static const struct field cap_fields[] = {
	FIELD(libcodec_cap, struct_size, 0),
	FIELD(libcodec_cap, cap_id, 4),
	FIELD(libcodec_cap, codec, 8),
	FIELD(libcodec_cap, flags, 12),
	FIELD(libcodec_cap, processes, 16),
	FIELD(libcodec_cap, samplings, 20),
	FIELD(libcodec_cap, bit_depths, 24),
	FIELD(libcodec_cap, components, 28),
	FIELD(libcodec_cap, colours, 32),
	FIELD(libcodec_cap, reserved, 36),
	FIELD(libcodec_cap, min_width, 40),
	FIELD(libcodec_cap, min_height, 44),
	FIELD(libcodec_cap, max_width, 48),
	FIELD(libcodec_cap, max_height, 52),
	FIELD(libcodec_cap, max_pixels, 56),
	FIELD(libcodec_cap, pitch_align, 64),
	FIELD(libcodec_cap, offset_align, 68),
	FIELD(libcodec_cap, rank, 72),
	FIELD(libcodec_cap, n_formats, 76),
	FIELD(libcodec_cap, formats, 80),
};

_Static_assert(sizeof(struct libcodec_context_params) == 32, "ABI");
static const struct field context_params_fields[] = {
	FIELD(libcodec_context_params, struct_size, 0),
	FIELD(libcodec_context_params, log_level, 4),
	FIELD(libcodec_context_params, backend_path, 8),
	FIELD(libcodec_context_params, log, 16),
	FIELD(libcodec_context_params, log_data, 24),
};

_Static_assert(sizeof(struct libcodec_plugin_info) == 112, "ABI");
static const struct field plugin_info_fields[] = {
	FIELD(libcodec_plugin_info, struct_size, 0),
	FIELD(libcodec_plugin_info, state, 4),
	FIELD(libcodec_plugin_info, family, 8),
	FIELD(libcodec_plugin_info, band, 12),
	FIELD(libcodec_plugin_info, opt_in, 16),
	FIELD(libcodec_plugin_info, stage, 20),
	FIELD(libcodec_plugin_info, error, 24),
	FIELD(libcodec_plugin_info, n_caps, 28),
	FIELD(libcodec_plugin_info, abi_major, 32),
	FIELD(libcodec_plugin_info, abi_minor, 36),
	FIELD(libcodec_plugin_info, name, 40),
	FIELD(libcodec_plugin_info, manifest, 48),
	FIELD(libcodec_plugin_info, library, 56),
	FIELD(libcodec_plugin_info, version, 64),
	FIELD(libcodec_plugin_info, vendor, 72),
	FIELD(libcodec_plugin_info, license, 80),
	FIELD(libcodec_plugin_info, description, 88),
	FIELD(libcodec_plugin_info, bug_url, 96),
	FIELD(libcodec_plugin_info, message, 104),
};

_Static_assert(sizeof(struct libcodec_image_params) == 56, "ABI");
static const struct field image_params_fields[] = {
	FIELD(libcodec_image_params, struct_size, 0),
	FIELD(libcodec_image_params, width, 4),
	FIELD(libcodec_image_params, height, 8),
	FIELD(libcodec_image_params, format, 12),
	FIELD(libcodec_image_params, dtype, 16),
	FIELD(libcodec_image_params, memory, 20),
	FIELD(libcodec_image_params, access, 24),
	FIELD(libcodec_image_params, stride_align, 28),
	FIELD(libcodec_image_params, stride, 32),
	FIELD(libcodec_image_params, reserved, 36),
	FIELD(libcodec_image_params, capacity, 40),
	FIELD(libcodec_image_params, data, 48),
};

_Static_assert(sizeof(struct libcodec_image_layout) == 128, "ABI");
static const struct field image_layout_fields[] = {
	FIELD(libcodec_image_layout, struct_size, 0),
	FIELD(libcodec_image_layout, width, 4),
	FIELD(libcodec_image_layout, height, 8),
	FIELD(libcodec_image_layout, format, 12),
	FIELD(libcodec_image_layout, dtype, 16),
	FIELD(libcodec_image_layout, memory, 20),
	FIELD(libcodec_image_layout, n_planes, 24),
	FIELD(libcodec_image_layout, plane_stride, 28),
	FIELD(libcodec_image_layout, plane_width, 44),
	FIELD(libcodec_image_layout, plane_height, 60),
	FIELD(libcodec_image_layout, reserved, 76),
	FIELD(libcodec_image_layout, plane_offset, 80),
	FIELD(libcodec_image_layout, capacity, 112),
	FIELD(libcodec_image_layout, needed, 120),
};

_Static_assert(sizeof(struct libcodec_decoder_params) == 80, "ABI");
static const struct field decoder_params_fields[] = {
	FIELD(libcodec_decoder_params, struct_size, 0),
	FIELD(libcodec_decoder_params, output_format, 4),
	FIELD(libcodec_decoder_params, dtype, 8),
	FIELD(libcodec_decoder_params, dct_method, 12),
	FIELD(libcodec_decoder_params, policy, 16),
	FIELD(libcodec_decoder_params, threads, 20),
	FIELD(libcodec_decoder_params, accept, 24),
	FIELD(libcodec_decoder_params, exif_anywhere, 28),
	FIELD(libcodec_decoder_params, max_width, 32),
	FIELD(libcodec_decoder_params, max_height, 36),
	FIELD(libcodec_decoder_params, max_pixels, 40),
	FIELD(libcodec_decoder_params, max_segment_bytes, 48),
	FIELD(libcodec_decoder_params, max_scratch_bytes, 56),
	FIELD(libcodec_decoder_params, deadline_ns, 64),
	FIELD(libcodec_decoder_params, backend, 72),
};

_Static_assert(sizeof(struct libcodec_image_info) == 248, "ABI");
static const struct field image_info_fields[] = {
	FIELD(libcodec_image_info, struct_size, 0),
	FIELD(libcodec_image_info, present, 4),
	FIELD(libcodec_image_info, codec, 8),
	FIELD(libcodec_image_info, width, 12),
	FIELD(libcodec_image_info, height, 16),
	FIELD(libcodec_image_info, format, 20),
	FIELD(libcodec_image_info, dtype, 24),
	FIELD(libcodec_image_info, native_format, 28),
	FIELD(libcodec_image_info, n_planes, 32),
	FIELD(libcodec_image_info, plane_stride, 36),
	FIELD(libcodec_image_info, rotation_degrees, 52),
	FIELD(libcodec_image_info, flip_horizontal, 56),
	FIELD(libcodec_image_info, orientation, 60),
	FIELD(libcodec_image_info, process, 64),
	FIELD(libcodec_image_info, sampling, 68),
	FIELD(libcodec_image_info, components, 72),
	FIELD(libcodec_image_info, bit_depth, 76),
	FIELD(libcodec_image_info, restart_interval, 80),
	FIELD(libcodec_image_info, matrix, 84),
	FIELD(libcodec_image_info, primaries, 88),
	FIELD(libcodec_image_info, transfer, 92),
	FIELD(libcodec_image_info, full_range, 96),
	FIELD(libcodec_image_info, dct_method, 100),
	FIELD(libcodec_image_info, zero_copy, 104),
	FIELD(libcodec_image_info, attempts, 108),
	FIELD(libcodec_image_info, good_rows, 112),
	FIELD(libcodec_image_info, jfif_version, 116),
	FIELD(libcodec_image_info, density_unit, 120),
	FIELD(libcodec_image_info, density_x, 124),
	FIELD(libcodec_image_info, density_y, 128),
	FIELD(libcodec_image_info, adobe_transform, 132),
	FIELD(libcodec_image_info, gamma, 136),
	FIELD(libcodec_image_info, srgb_intent, 140),
	FIELD(libcodec_image_info, chromaticities, 144),
	FIELD(libcodec_image_info, plane_offset, 176),
	FIELD(libcodec_image_info, capacity, 208),
	FIELD(libcodec_image_info, consumed, 216),
	FIELD(libcodec_image_info, icc_size, 224),
	FIELD(libcodec_image_info, backend, 232),
	FIELD(libcodec_image_info, device, 240),
};

_Static_assert(sizeof(struct libcodec_result) == 72, "ABI");
static const struct field result_fields[] = {
	FIELD(libcodec_result, struct_size, 0),
	FIELD(libcodec_result, error, 4),
	FIELD(libcodec_result, verdict, 8),
	FIELD(libcodec_result, stage, 12),
	FIELD(libcodec_result, feature, 16),
	FIELD(libcodec_result, truncated, 20),
	FIELD(libcodec_result, detail, 24),
	FIELD(libcodec_result, offset, 32),
	FIELD(libcodec_result, reasons, 40),
	FIELD(libcodec_result, backend, 48),
	FIELD(libcodec_result, device, 56),
	FIELD(libcodec_result, message, 64),
};

_Static_assert(sizeof(struct libcodec_attempt) == 48, "ABI");
static const struct field attempt_fields[] = {
	FIELD(libcodec_attempt, struct_size, 0),
	FIELD(libcodec_attempt, verdict, 4),
	FIELD(libcodec_attempt, reasons, 8),
	FIELD(libcodec_attempt, error, 16),
	FIELD(libcodec_attempt, reserved, 20),
	FIELD(libcodec_attempt, backend, 24),
	FIELD(libcodec_attempt, device, 32),
	FIELD(libcodec_attempt, message, 40),
};

_Static_assert(sizeof(struct libcodec_jpeg_component) == 4, "ABI");
static const struct field jpeg_component_fields[] = {
	FIELD(libcodec_jpeg_component, id, 0),
	FIELD(libcodec_jpeg_component, h, 1),
	FIELD(libcodec_jpeg_component, v, 2),
	FIELD(libcodec_jpeg_component, tq, 3),
};

_Static_assert(sizeof(struct libcodec_jpeg_scan_component) == 4, "ABI");
static const struct field jpeg_scan_component_fields[] = {
	FIELD(libcodec_jpeg_scan_component, index, 0),
	FIELD(libcodec_jpeg_scan_component, dc, 1),
	FIELD(libcodec_jpeg_scan_component, ac, 2),
	FIELD(libcodec_jpeg_scan_component, reserved, 3),
};

_Static_assert(sizeof(struct libcodec_jpeg_header) == 248, "ABI");
static const struct field jpeg_header_fields[] = {
	FIELD(libcodec_jpeg_header, struct_size, 0),
	FIELD(libcodec_jpeg_header, flags, 4),
	FIELD(libcodec_jpeg_header, process, 8),
	FIELD(libcodec_jpeg_header, sampling, 12),
	FIELD(libcodec_jpeg_header, colour, 16),
	FIELD(libcodec_jpeg_header, width, 20),
	FIELD(libcodec_jpeg_header, height, 24),
	FIELD(libcodec_jpeg_header, precision, 28),
	FIELD(libcodec_jpeg_header, n_components, 32),
	FIELD(libcodec_jpeg_header, h_max, 36),
	FIELD(libcodec_jpeg_header, v_max, 40),
	FIELD(libcodec_jpeg_header, component, 44),
	FIELD(libcodec_jpeg_header, adobe_transform, 60),
	FIELD(libcodec_jpeg_header, jfif_version, 64),
	FIELD(libcodec_jpeg_header, density_unit, 68),
	FIELD(libcodec_jpeg_header, density_x, 72),
	FIELD(libcodec_jpeg_header, density_y, 76),
	FIELD(libcodec_jpeg_header, orientation, 80),
	FIELD(libcodec_jpeg_header, restart_interval, 84),
	FIELD(libcodec_jpeg_header, n_scan, 88),
	FIELD(libcodec_jpeg_header, scan, 92),
	FIELD(libcodec_jpeg_header, ss, 108),
	FIELD(libcodec_jpeg_header, se, 109),
	FIELD(libcodec_jpeg_header, ah, 110),
	FIELD(libcodec_jpeg_header, al, 111),
	FIELD(libcodec_jpeg_header, dqt_wide, 112),
	FIELD(libcodec_jpeg_header, reserved, 116),
	FIELD(libcodec_jpeg_header, dqt_offset, 120),
	FIELD(libcodec_jpeg_header, dht_offset, 152),
	FIELD(libcodec_jpeg_header, scan_offset, 216),
	FIELD(libcodec_jpeg_header, exif_offset, 224),
	FIELD(libcodec_jpeg_header, exif_size, 232),
	FIELD(libcodec_jpeg_header, icc_size, 240),
};

_Static_assert(sizeof(struct libcodec_png_header) == 112, "ABI");
static const struct field png_header_fields[] = {
	FIELD(libcodec_png_header, struct_size, 0),
	FIELD(libcodec_png_header, width, 4),
	FIELD(libcodec_png_header, height, 8),
	FIELD(libcodec_png_header, bit_depth, 12),
	FIELD(libcodec_png_header, colour_type, 16),
	FIELD(libcodec_png_header, interlace, 20),
	FIELD(libcodec_png_header, flags, 24),
	FIELD(libcodec_png_header, orientation, 28),
	FIELD(libcodec_png_header, gamma, 32),
	FIELD(libcodec_png_header, chromaticities, 36),
	FIELD(libcodec_png_header, srgb_intent, 68),
	FIELD(libcodec_png_header, cicp, 72),
	FIELD(libcodec_png_header, reserved, 76),
	FIELD(libcodec_png_header, idat_offset, 80),
	FIELD(libcodec_png_header, exif_offset, 88),
	FIELD(libcodec_png_header, exif_size, 96),
	FIELD(libcodec_png_header, icc_size, 104),
};

_Static_assert(sizeof(struct libcodec_surface) == 96, "ABI");
static const struct field surface_fields[] = {
	FIELD(libcodec_surface, struct_size, 0),
	FIELD(libcodec_surface, memory, 4),
	FIELD(libcodec_surface, format, 8),
	FIELD(libcodec_surface, dtype, 12),
	FIELD(libcodec_surface, width, 16),
	FIELD(libcodec_surface, height, 20),
	FIELD(libcodec_surface, n_planes, 24),
	FIELD(libcodec_surface, plane_stride, 28),
	FIELD(libcodec_surface, reserved, 44),
	FIELD(libcodec_surface, plane_offset, 48),
	FIELD(libcodec_surface, size, 80),
	FIELD(libcodec_surface, data, 88),
};

_Static_assert(sizeof(struct libcodec_decode_job) == 80, "ABI");
static const struct field decode_job_fields[] = {
	FIELD(libcodec_decode_job, struct_size, 0),
	FIELD(libcodec_decode_job, codec, 4),
	FIELD(libcodec_decode_job, dct_method, 8),
	FIELD(libcodec_decode_job, threads, 12),
	FIELD(libcodec_decode_job, accept, 16),
	FIELD(libcodec_decode_job, reserved, 20),
	FIELD(libcodec_decode_job, size, 24),
	FIELD(libcodec_decode_job, max_scratch_bytes, 32),
	FIELD(libcodec_decode_job, deadline_ns, 40),
	FIELD(libcodec_decode_job, data, 48),
	FIELD(libcodec_decode_job, jpeg, 56),
	FIELD(libcodec_decode_job, png, 64),
	FIELD(libcodec_decode_job, surface, 72),
};

_Static_assert(sizeof(struct libcodec_decode_result) == 192, "ABI");
static const struct field decode_result_fields[] = {
	FIELD(libcodec_decode_result, struct_size, 0),
	FIELD(libcodec_decode_result, error, 4),
	FIELD(libcodec_decode_result, feature, 8),
	FIELD(libcodec_decode_result, truncated, 12),
	FIELD(libcodec_decode_result, dct_method, 16),
	FIELD(libcodec_decode_result, zero_copy, 20),
	FIELD(libcodec_decode_result, partial, 24),
	FIELD(libcodec_decode_result, good_rows, 28),
	FIELD(libcodec_decode_result, reasons, 32),
	FIELD(libcodec_decode_result, detail, 40),
	FIELD(libcodec_decode_result, offset, 48),
	FIELD(libcodec_decode_result, consumed, 56),
	FIELD(libcodec_decode_result, message, 64),
};

_Static_assert(sizeof(struct libcodec_host) == 56, "ABI");
static const struct field host_fields[] = {
	FIELD(libcodec_host, struct_size, 0),
	FIELD(libcodec_host, abi, 4),
	FIELD(libcodec_host, log, 8),
	FIELD(libcodec_host, now_ns, 16),
	FIELD(libcodec_host, tracing, 24),
	FIELD(libcodec_host, trace_begin, 32),
	FIELD(libcodec_host, trace_end, 40),
	FIELD(libcodec_host, jpeg_next_scan, 48),
};

_Static_assert(sizeof(struct libcodec_image_decoder_ops) == 40, "ABI");
static const struct field image_decoder_ops_fields[] = {
	FIELD(libcodec_image_decoder_ops, struct_size, 0),
	FIELD(libcodec_image_decoder_ops, reserved, 4),
	FIELD(libcodec_image_decoder_ops, session_open, 8),
	FIELD(libcodec_image_decoder_ops, session_close, 16),
	FIELD(libcodec_image_decoder_ops, decode, 24),
	FIELD(libcodec_image_decoder_ops, session_trim, 32),
};

_Static_assert(sizeof(struct libcodec_plugin) == 112, "ABI");
static const struct field plugin_fields[] = {
	FIELD(libcodec_plugin, magic, 0),
	FIELD(libcodec_plugin, abi_major, 4),
	FIELD(libcodec_plugin, abi_minor, 6),
	FIELD(libcodec_plugin, struct_size, 8),
	FIELD(libcodec_plugin, flags, 12),
	FIELD(libcodec_plugin, family, 16),
	FIELD(libcodec_plugin, reserved, 20),
	FIELD(libcodec_plugin, name, 24),
	FIELD(libcodec_plugin, version, 32),
	FIELD(libcodec_plugin, vendor, 40),
	FIELD(libcodec_plugin, license, 48),
	FIELD(libcodec_plugin, description, 56),
	FIELD(libcodec_plugin, bug_url, 64),
	FIELD(libcodec_plugin, ops, 72),
	FIELD(libcodec_plugin, init, 80),
	FIELD(libcodec_plugin, fini, 88),
	FIELD(libcodec_plugin, cap_get, 96),
	FIELD(libcodec_plugin, get_extension, 104),
};

#define RECORD(n, right)                                                                 \
	{                                                                                \
		"libcodec_" #n, sizeof(struct libcodec_##n), right, n##_fields,          \
			sizeof(n##_fields) / sizeof(n##_fields[0])                       \
	}

static const struct record records[] = {
	RECORD(cap_format, 16),
	RECORD(cap, 336),
	RECORD(context_params, 32),
	RECORD(plugin_info, 112),
	RECORD(image_params, 56),
	RECORD(image_layout, 128),
	RECORD(decoder_params, 80),
	RECORD(image_info, 248),
	RECORD(result, 72),
	RECORD(attempt, 48),
	RECORD(jpeg_component, 4),
	RECORD(jpeg_scan_component, 4),
	RECORD(jpeg_header, 248),
	RECORD(png_header, 112),
	RECORD(surface, 96),
	RECORD(decode_job, 80),
	RECORD(decode_result, 192),
	RECORD(host, 56),
	RECORD(image_decoder_ops, 40),
	RECORD(plugin, 112),
};

#define N_RECORDS (int)(sizeof(records) / sizeof(records[0]))

START_TEST(test_layout)
{
	const struct record *r = &records[_i];
	unsigned int i;

	ck_assert_msg(r->size == r->right, "%s: %zu bytes, not %zu", r->name, r->size,
		      r->right);
	for (i = 0; i < r->n; i++)
		ck_assert_msg(r->field[i].offset == r->field[i].right,
			      "%s.%s: at %zu, not %zu", r->name, r->field[i].name,
			      r->field[i].offset, r->field[i].right);
}
END_TEST

/* A field begins where the one before it ends, and the last one ends the struct. */
START_TEST(test_no_padding)
{
	const struct record *r = &records[_i];
	size_t at = 0;
	unsigned int i;

	for (i = 0; i < r->n; i++) {
		ck_assert_msg(r->field[i].offset == at, "%s.%s: a hole before it, or a "
			      "field that is not listed", r->name, r->field[i].name);
		at += r->field[i].size;
	}
	ck_assert_msg(at == r->size, "%s: a hole, or a field, at its end", r->name);
}
END_TEST

#else
#define N_RECORDS 1

START_TEST(test_layout)
{
	test_skip("lp64", "the numbers are those of 64 bit");
}
END_TEST

START_TEST(test_no_padding)
{
	test_skip("lp64", "the numbers are those of 64 bit");
}
END_TEST
#endif

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

	tcase_add_loop_test(tc, test_layout, 0, N_RECORDS);
	tcase_add_loop_test(tc, test_no_padding, 0, N_RECORDS);
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
