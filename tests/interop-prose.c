/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A reader of blobs that counts bytes: offsets and types are typed from the ABI's tables.
 */
#include "interop-prose.h"

#include <stdbool.h>
#include <string.h>

struct field {
	const char *name;
	size_t offset;
	char type; /* f: binary32; u, s: unsigned, signed */
	size_t bytes, count;
};

#define F32(name, at)       { name, at, 'f', 4, 1 }
#define U8(name, at)        { name, at, 'u', 1, 1 }
#define U16(name, at)       { name, at, 'u', 2, 1 }
#define U32(name, at)       { name, at, 'u', 4, 1 }
#define U64(name, at)       { name, at, 'u', 8, 1 }
#define U8S(name, at, n)    { name, at, 'u', 1, n }
#define S8S(name, at, n)    { name, at, 's', 1, n }
#define S32(name, at)       { name, at, 's', 4, 1 }
#define S32S(name, at, n)   { name, at, 's', 4, n }
#define PAD(at, n)          { "padding", at, 'u', 1, n }

static const struct field banding[] = {
	F32("global_banding_risk", 0),
	F32("flat_area_fraction", 4),
	U32("cell_data_offset", 8),
	U32("cell_data_size", 12),
	F32("contour_strength_mean", 16),
	F32("dominant_band_luma", 20),
};

static const struct field variance[] = {
	F32("global_variance", 0),  F32("edge_density", 4),     F32("texture_energy", 8),
	U32("var_cell_offset", 12), U32("var_cell_size", 16),   U32("edge_cell_offset", 20),
	U32("edge_cell_size", 24),
};

static const struct field denoise[] = {
	F32("residual_energy_y", 0),     F32("residual_energy_u", 4),
	F32("residual_energy_v", 8),     F32("applied_strength", 12),
	F32("noise_sigma_estimate", 16), F32("psnr_vs_input", 20),
	U8("denoiser_id", 24),           PAD(25, 3),
};

static const struct field film_grain[] = {
	U64("seed", 0),
	S32("num_y_points", 8),
	S32S("num_uv_points", 12, 2),
	S32("scaling_shift", 20),
	S32("ar_coeff_lag", 24),
	S32("ar_coeff_shift", 28),
	S32("grain_scale_shift", 32),
	S32S("uv_mult", 36, 2),
	S32S("uv_mult_luma", 44, 2),
	S32S("uv_offset", 52, 2),
	U8("apply", 60),
	U8("chroma_scaling_from_luma", 61),
	U8("overlap_flag", 62),
	U8("limit_output_range", 63),
	U8S("y_points", 64, 28),
	U8S("uv_points", 92, 40),
	S8S("ar_coeffs_y", 132, 24),
	S8S("ar_coeffs_uv", 156, 50),
	U8("grain_model", 206),
	U8("h274_model_id", 207),
	U8("h274_blending_mode", 208),
	U8("h274_log2_scale", 209),
	PAD(210, 6),
};

static const struct field motion[] = {
	F32("global_motion_x", 0),
	F32("global_motion_y", 4),
	F32("motion_magnitude_mean", 8),
	F32("motion_magnitude_p95", 12),
	F32("motion_entropy", 16),
	U32("mv_field_offset", 20),
	U32("mv_field_size", 24),
	U8("has_scene_cut", 28),
	PAD(29, 3),
	U8("block_size_log2", 32),
	PAD(33, 3),
};

static const struct field qp_report[] = {
	F32("avg_qp", 0),
	F32("psnr_y", 4),
	F32("psnr_u", 8),
	F32("psnr_v", 12),
	U64("total_bits", 16),
	U32("num_intra_blocks", 24),
	U32("num_inter_blocks", 28),
	U32("num_skipped_blocks", 32),
	U32("qp_cell_offset", 36),
	U32("qp_cell_size", 40),
	U32("bits_cell_offset", 44),
	U32("bits_cell_size", 48),
	F32("honored_fraction", 52),
	U8("report_source", 56),
	U8("block_size_log2", 57),
	U8("qp_valid", 58),
	PAD(59, 5),
};

static const struct field motion_conf[] = {
	U32("conf_field_offset", 0),
	U32("conf_field_size", 4),
	U8("conf_metric", 8),
	PAD(9, 7),
};

static const struct field complexity[] = {
	F32("complexity", 0),
	F32("texture_energy", 4),
	F32("motion_component", 8),
	U8("has_scene_cut", 12),
	PAD(13, 3),
};

static const struct field telemetry[] = {
	U64("present_mask", 0),
	U32("display_index", 8),
	U32("decode_index", 12),
	U32("frame_bytes", 16),
	U32("header_bits", 20),
	U32("residual_bits", 24),
	F32("avg_qp", 28),
	F32("avg_qp_norm", 32),
	F32("psnr_y", 36),
	F32("psnr_u", 40),
	F32("psnr_v", 44),
	F32("ssim_y", 48),
	F32("intra_fraction", 52),
	F32("inter_fraction", 56),
	F32("skip_fraction", 60),
	U32("qp_map_offset", 64),
	U32("qp_map_size", 68),
	U32("bits_map_offset", 72),
	U32("bits_map_size", 76),
	U32("mode_map_offset", 80),
	U32("mode_map_size", 84),
	U16("map_cols", 88),
	U16("map_rows", 90),
	U8("codec", 92),
	U8("qp_scale", 93),
	U8("picture_type", 94),
	U8("frame_flags", 95),
	U8("granularity", 96),
	U8("block_size_log2", 97),
	U8("coded_bit_depth", 98),
	U8("metric_source", 99),
	U8("adapter", 100),
	PAD(101, 3),
};

static const struct field record[] = {
	U8S("digest", 0, 32),
	U32("locator_offset", 32),
	U32("locator_size", 36),
	U8("digest_alg", 40),
	U8("locator_kind", 41),
	U8("record_major", 42),
	PAD(43, 5),
};

#define SECTION(id, size, table) { id, #table, size, table, sizeof(table) / sizeof(table[0]) }

static const struct section {
	uint32_t id;
	const char *name;
	size_t size;
	const struct field *fields;
	size_t n;
} sections[] = {
	SECTION(0x001, 24, banding),     SECTION(0x002, 28, variance),
	SECTION(0x004, 28, denoise),     SECTION(0x008, 216, film_grain),
	SECTION(0x010, 36, motion),      SECTION(0x020, 64, qp_report),
	SECTION(0x040, 16, motion_conf), SECTION(0x080, 16, complexity),
	SECTION(0x100, 104, telemetry),  SECTION(0x200, 48, record),
};

/* A number of up to 8 bytes, the lowest one first. */
static uint64_t number(const uint8_t *p, size_t bytes)
{
	uint64_t v = 0;

	while (bytes--)
		v = v << 8 | p[bytes];
	return v;
}

static bool all_zero(const uint8_t *p, size_t n)
{
	while (n--)
		if (*p++)
			return false;
	return true;
}

static void print_value(const struct field *f, const uint8_t *p, FILE *out)
{
	uint64_t v = number(p, f->bytes);
	uint32_t bits = (uint32_t)v;
	float real;

	switch (f->type) {
	case 'f':
		memcpy(&real, &bits, 4);
		fprintf(out, " %.9g", (double)real);
		break;
	case 's':
		if (v >> (8 * f->bytes - 1))
			v -= UINT64_C(1) << (8 * f->bytes);
		fprintf(out, " %lld", (long long)v);
		break;
	default:
		fprintf(out, " %llu", (unsigned long long)v);
	}
}

static void print_fields(const struct section *s, const uint8_t *p, size_t size, FILE *out)
{
	size_t i, k;

	for (i = 0; i < s->n; i++) {
		const struct field *f = &s->fields[i];

		if (f->offset + f->bytes * f->count > size)
			break;
		if (all_zero(p + f->offset, f->bytes * f->count))
			continue;
		fprintf(out, "%s", f->name);
		for (k = 0; k < f->count; k++)
			print_value(f, p + f->offset + k * f->bytes, out);
		fprintf(out, "\n");
	}
}

/* Prints the section of an entry; returns where the next one must begin. */
static size_t print_section(const uint8_t *image, size_t size, const uint8_t *entry,
			    size_t at, FILE *out)
{
	uint64_t id = number(entry, 4), offset = number(entry + 4, 4);
	uint64_t bytes = number(entry + 8, 4), end = offset + bytes;
	size_t i;

	for (i = 0; i < sizeof(sections) / sizeof(sections[0]); i++)
		if (sections[i].id == id)
			break;
	if (i == sizeof(sections) / sizeof(sections[0])) {
		fprintf(out, "bad: section 0x%llx\n", (unsigned long long)id);
		return at;
	}
	fprintf(out, "%s at %llu, %llu of %zu bytes, minor %llu\n", sections[i].name,
		(unsigned long long)offset, (unsigned long long)bytes, sections[i].size,
		(unsigned long long)number(entry + 12, 4));
	if (offset != at || end > size) {
		fprintf(out, "bad: it is not where it should be\n");
		return at;
	}
	print_fields(&sections[i], image + offset, bytes, out);
	for (at = end; at % 8; at++)
		if (at < size && image[at])
			fprintf(out, "bad: byte %zu is not zero\n", at);
	return at;
}

static void print_header(const uint8_t *image, FILE *out)
{
	fprintf(out, "ABI %llu.%llu, mask 0x%llx, pts %llu, layout %u, depth %u, grid %llux%llu, ",
		(unsigned long long)number(image + 8, 2),
		(unsigned long long)number(image + 10, 2),
		(unsigned long long)number(image + 16, 4),
		(unsigned long long)number(image + 24, 8), image[32], image[33],
		(unsigned long long)number(image + 34, 2),
		(unsigned long long)number(image + 36, 2));
	fprintf(out, "by %.4s\n", (const char *)image + 40);
	if (!all_zero(image + 38, 2) || !all_zero(image + 44, 4))
		fprintf(out, "bad: padding of the header\n");
}

void prose_print(const uint8_t *blob, size_t len, FILE *out)
{
	/* e1d7c4a2-6b93-4f08-9a55-0f3c2db17e64, and PELOR1 with two zeros. */
	static const uint8_t start[24] = { 0xe1, 0xd7, 0xc4, 0xa2, 0x6b, 0x93, 0x4f, 0x08,
					   0x9a, 0x55, 0x0f, 0x3c, 0x2d, 0xb1, 0x7e, 0x64,
					   'P',  'E',  'L',  'O',  'R',  '1',  0,    0 };
	const uint8_t *image = blob + 16;
	size_t size = len - 16, n, i, at;

	if (len < 64 || memcmp(blob, start, sizeof(start)) != 0) {
		fprintf(out, "bad: no blob\n");
		return;
	}
	print_header(image, out);
	n = (size_t)number(image + 20, 2);
	at = (size_t)number(image + 22, 2);
	if (at != 48 || number(image + 12, 4) != size || at + 16 * n > size) {
		fprintf(out, "bad: sizes\n");
		return;
	}
	at += 16 * n;
	for (i = 0; i < n; i++)
		at = print_section(image, size, image + 48 + 16 * i, at, out);
	if (at != size)
		fprintf(out, "%zu bytes behind the sections\n", size - at);
}
