/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What a picture is, in words: see describe.h.
 */
#include "config.h"

#include "describe.h"

#include "codecctl.h"

static uint32_t planes(const struct libcodec_image_info *info)
{
	return info->n_planes < LIBCODEC_PLANES_MAX ? info->n_planes :
						      LIBCODEC_PLANES_MAX;
}

void describe_header(FILE *to, const char *file, const struct libcodec_image_info *info)
{
	ctl_put_text(to, file);
	fprintf(to, ": %s", libcodec_codec_name(info->codec));
	if (info->codec == LIBCODEC_CODEC_JPEG)
		fprintf(to, " %s %s", libcodec_process_name(info->process),
			libcodec_sampling_name(info->sampling));
	fprintf(to, ", %ux%u, %u component%s of %u bits\n", info->width, info->height,
		info->components, info->components == 1 ? "" : "s", info->bit_depth);
}

void describe_layout(FILE *to, const struct libcodec_image_info *info)
{
	uint32_t i;

	fprintf(to, "%s, %s, %s", libcodec_format_name(info->format),
		libcodec_dtype_name(info->dtype),
		planes(info) > 1 ? "strides" : "stride");
	for (i = 0; i < planes(info); i++)
		fprintf(to, " %u", info->plane_stride[i]);
}

/* In the order in which they are applied: mirror, then turn. */
void describe_orientation(FILE *to, const struct libcodec_image_info *info)
{
	if (!(info->present & LIBCODEC_INFO_ORIENTATION)) {
		fputs("  orientation: none given\n", to);
		return;
	}
	fprintf(to, "  orientation: %u", info->orientation);
	if (info->flip_horizontal)
		fputs(", mirror left and right", to);
	if (info->rotation_degrees)
		fprintf(to, ", %srotate by %u degrees clockwise",
			info->flip_horizontal ? "then " : "", info->rotation_degrees);
	if (!info->flip_horizontal && !info->rotation_degrees)
		fputs(", upright", to);
	putc('\n', to);
}

void describe_layout_json(struct json *j, const struct libcodec_image_info *info)
{
	uint32_t i;

	json_key_string(j, "format", libcodec_format_name(info->format));
	json_key_string(j, "dtype", libcodec_dtype_name(info->dtype));
	json_key(j, "strides");
	json_array(j);
	for (i = 0; i < planes(info); i++)
		json_u64(j, info->plane_stride[i]);
	json_close(j);
}
