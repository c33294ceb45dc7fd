/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The colour report: see colour.h.
 */
#include "config.h"

#include "colour.h"

#include <inttypes.h>

#include "codecctl.h"

#define PARTS 100000.0 /* PNG's fixed point */

static const char *const primary_names[] = { "white", "red", "green", "blue" };

static const char *word(const char *const *words, size_t n, uint32_t index)
{
	return index < n ? words[index] : "unknown";
}

static const char *density_unit(const struct libcodec_image_info *info)
{
	static const char *const words[] = { "aspect", "inch", "cm" };

	return word(words, CTL_ARRAY_SIZE(words), info->density_unit);
}

static void jfif_version(const struct libcodec_image_info *info, char *text, size_t size)
{
	snprintf(text, size, "%u.%02u", info->jfif_version >> 8,
		 info->jfif_version & 0xff);
}

static void print_jfif(FILE *to, const struct libcodec_image_info *info)
{
	char version[16];

	jfif_version(info, version, sizeof(version));
	fprintf(to, "  JFIF: %s, ", version);
	if (info->density_unit == 0)
		fprintf(to, "pixel aspect ratio %u:%u\n", info->density_x,
			info->density_y);
	else
		fprintf(to, "%u x %u pixels per %s\n", info->density_x, info->density_y,
			density_unit(info));
}

static void print_adobe(FILE *to, const struct libcodec_image_info *info)
{
	static const char *const words[] = { "RGB or CMYK", "YCbCr", "YCCK" };

	fprintf(to, "  Adobe: transform %u, %s\n", info->adobe_transform,
		word(words, CTL_ARRAY_SIZE(words), info->adobe_transform));
}

static void print_chromaticities(FILE *to, const struct libcodec_image_info *info)
{
	const uint32_t *xy = info->chromaticities;
	size_t i;

	fputs("  chromaticities (cHRM):", to);
	for (i = 0; i < CTL_ARRAY_SIZE(primary_names); i++, xy += 2)
		fprintf(to, "%s %s %.5f %.5f", i ? "," : "", primary_names[i],
			xy[0] / PARTS, xy[1] / PARTS);
	putc('\n', to);
}

static void print_srgb(FILE *to, const struct libcodec_image_info *info)
{
	static const char *const words[] = { "perceptual", "relative colorimetric",
					     "saturation", "absolute colorimetric" };

	fprintf(to, "  sRGB: rendering intent %u, %s\n", info->srgb_intent,
		word(words, CTL_ARRAY_SIZE(words), info->srgb_intent));
}

static const char *range(const struct libcodec_image_info *info)
{
	return info->full_range ? "full" : "limited";
}

static void print_cicp(FILE *to, const struct libcodec_image_info *info)
{
	fprintf(to, "  cICP: primaries %u, transfer %u, matrix %u, %s range\n",
		info->primaries, info->transfer, info->matrix, range(info));
}

void colour_print(FILE *to, const struct libcodec_image_info *info)
{
	if (info->present & LIBCODEC_INFO_JFIF)
		print_jfif(to, info);
	if (info->present & LIBCODEC_INFO_ADOBE)
		print_adobe(to, info);
	if (info->present & LIBCODEC_INFO_ICC)
		fprintf(to, "  ICC profile: %" PRIu64 " bytes%s\n", info->icc_size,
			info->codec == LIBCODEC_CODEC_PNG ? ", compressed" : "");
	if (info->present & LIBCODEC_INFO_GAMMA)
		fprintf(to, "  gamma (gAMA): %.5f\n", info->gamma / PARTS);
	if (info->present & LIBCODEC_INFO_CHROMATICITIES)
		print_chromaticities(to, info);
	if (info->present & LIBCODEC_INFO_SRGB)
		print_srgb(to, info);
	if (info->present & LIBCODEC_INFO_CICP)
		print_cicp(to, info);
}

static void jfif_json(struct json *j, const struct libcodec_image_info *info)
{
	char version[16];

	json_key(j, "jfif");
	if (!(info->present & LIBCODEC_INFO_JFIF)) {
		json_null(j);
		return;
	}
	jfif_version(info, version, sizeof(version));
	json_object(j);
	json_key_string(j, "version", version);
	json_key_string(j, "density_unit", density_unit(info));
	json_key_u64(j, "density_x", info->density_x);
	json_key_u64(j, "density_y", info->density_y);
	json_close(j);
}

static void chromaticities_json(struct json *j, const struct libcodec_image_info *info)
{
	const uint32_t *xy = info->chromaticities;
	size_t i;

	json_key(j, "chromaticities");
	if (!(info->present & LIBCODEC_INFO_CHROMATICITIES)) {
		json_null(j);
		return;
	}
	json_object(j);
	for (i = 0; i < CTL_ARRAY_SIZE(primary_names); i++, xy += 2) {
		json_key(j, primary_names[i]);
		json_array(j);
		json_u64(j, xy[0]);
		json_u64(j, xy[1]);
		json_close(j);
	}
	json_close(j);
}

void colour_json(struct json *j, const struct libcodec_image_info *info)
{
	uint32_t present = info->present;

	json_object(j);
	jfif_json(j, info);
	json_key_optional(j, "adobe_transform", present & LIBCODEC_INFO_ADOBE,
			  info->adobe_transform);
	json_key_optional(j, "icc_bytes", present & LIBCODEC_INFO_ICC, info->icc_size);
	json_key_optional(j, "gamma", present & LIBCODEC_INFO_GAMMA, info->gamma);
	chromaticities_json(j, info);
	json_key_optional(j, "srgb_intent", present & LIBCODEC_INFO_SRGB,
			  info->srgb_intent);
	json_key(j, "cicp");
	if (present & LIBCODEC_INFO_CICP)
		json_bool(j, true);
	else
		json_null(j);
	json_key_u64(j, "matrix", info->matrix);
	json_key_u64(j, "primaries", info->primaries);
	json_key_u64(j, "transfer", info->transfer);
	json_key_string(j, "range", range(info));
	json_close(j);
}
