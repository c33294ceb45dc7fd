/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A capability record in words.
 */
#include "config.h"

#include "cap-report.h"

#include <stdio.h>

static const char *depth_name(uint32_t bit)
{
	static char text[8];

	snprintf(text, sizeof(text), "%u", bit + 1);
	return text;
}

static const char *cap_flag_name(uint32_t bit)
{
	static const char *const names[] = {
		"zero-copy", "bit-exact", "shares-gpu", "multi-scan", "no-dht",
	};

	return bit < CTL_ARRAY_SIZE(names) ? names[bit] : "unknown";
}

static void print_format_names(const struct libcodec_cap *cap)
{
	uint32_t i, k;

	for (i = 0; i < cap->n_formats; i++) {
		for (k = 0; k < i; k++)
			if (cap->formats[k].format == cap->formats[i].format)
				break;
		if (k == i)
			printf("%s%s", i ? " " : "",
			       libcodec_format_name(cap->formats[i].format));
	}
}

/* "JPEG: baseline; 4:2:0 4:4:4; to NV12 RGB" */
void cap_put_summary(const struct libcodec_cap *cap)
{
	printf("%s: ", libcodec_codec_name(cap->codec));
	ctl_put_mask(stdout, cap->processes, libcodec_process_name, " ");
	if (cap->samplings) {
		fputs("; ", stdout);
		ctl_put_mask(stdout, cap->samplings, libcodec_sampling_name, " ");
	}
	fputs("; to ", stdout);
	print_format_names(cap);
}

static void print_cap_format(const struct libcodec_cap_format *f)
{
	printf("      to %-6s from ", libcodec_format_name(f->format));
	ctl_put_mask(stdout, f->samplings, libcodec_sampling_name, " ");
	fputs("; dtype ", stdout);
	ctl_put_mask(stdout, f->dtypes, libcodec_dtype_name, " ");
	fputs("; memory ", stdout);
	ctl_put_mask(stdout, f->memory, libcodec_memory_name, " ");
	putchar('\n');
}

static void print_cap_masks(const struct libcodec_cap *cap)
{
	fputs("      processes: ", stdout);
	ctl_put_mask(stdout, cap->processes, libcodec_process_name, " ");
	fputs("\n      samplings: ", stdout);
	ctl_put_mask(stdout, cap->samplings, libcodec_sampling_name, " ");
	fputs("\n      bits a sample: ", stdout);
	ctl_put_mask(stdout, cap->bit_depths, depth_name, " ");
	fputs("; components: ", stdout);
	ctl_put_mask(stdout, cap->components, depth_name, " ");
	fputs("\n      flags: ", stdout);
	ctl_put_mask(stdout, cap->flags, cap_flag_name, " ");
	putchar('\n');
}

void cap_put(const struct libcodec_cap *cap)
{
	uint32_t i;

	printf("    capability %u: %s, rank %u\n", cap->cap_id,
	       libcodec_codec_name(cap->codec), cap->rank);
	print_cap_masks(cap);
	printf("      size: %ux%u to %ux%u", cap->min_width, cap->min_height,
	       cap->max_width, cap->max_height);
	if (cap->max_pixels)
		printf(", %llu pixels at most", (unsigned long long)cap->max_pixels);
	if (cap->pitch_align || cap->offset_align)
		printf("; pitch aligned to %u, planes to %u bytes", cap->pitch_align,
		       cap->offset_align);
	putchar('\n');
	for (i = 0; i < cap->n_formats; i++)
		print_cap_format(&cap->formats[i]);
}

static void cap_format_json(struct json *j, const struct libcodec_cap_format *f)
{
	json_object(j);
	json_key_string(j, "format", libcodec_format_name(f->format));
	json_key_mask(j, "samplings", f->samplings, libcodec_sampling_name);
	json_key_mask(j, "dtypes", f->dtypes, libcodec_dtype_name);
	json_key_mask(j, "memory", f->memory, libcodec_memory_name);
	json_close(j);
}

static void depths_json(struct json *j, const char *key, uint32_t mask)
{
	uint32_t bit;

	json_key(j, key);
	json_array(j);
	for (bit = 0; bit < 32; bit++)
		if (mask >> bit & 1)
			json_u64(j, bit + 1);
	json_close(j);
}

void cap_json(struct json *j, const struct libcodec_cap *cap)
{
	uint32_t i;

	json_object(j);
	json_key_u64(j, "id", cap->cap_id);
	json_key_string(j, "codec", libcodec_codec_name(cap->codec));
	json_key_u64(j, "rank", cap->rank);
	json_key_mask(j, "flags", cap->flags, cap_flag_name);
	json_key_mask(j, "processes", cap->processes, libcodec_process_name);
	json_key_mask(j, "samplings", cap->samplings, libcodec_sampling_name);
	depths_json(j, "bit_depths", cap->bit_depths);
	depths_json(j, "components", cap->components);
	json_key_u64(j, "min_width", cap->min_width);
	json_key_u64(j, "min_height", cap->min_height);
	json_key_u64(j, "max_width", cap->max_width);
	json_key_u64(j, "max_height", cap->max_height);
	json_key_u64(j, "max_pixels", cap->max_pixels);
	json_key_u64(j, "pitch_align", cap->pitch_align);
	json_key_u64(j, "offset_align", cap->offset_align);
	json_key(j, "formats");
	json_array(j);
	for (i = 0; i < cap->n_formats; i++)
		cap_format_json(j, &cap->formats[i]);
	json_close(j);
	json_close(j);
}
