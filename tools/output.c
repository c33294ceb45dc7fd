/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What is written where: see output.h.
 */
#include "config.h"

#include "output.h"

#include <errno.h>
#include <string.h>

#include "codecctl.h"
#include "writers.h"

static const struct {
	const char *suffix;
	enum output_kind kind;
	int (*begin)(FILE *to, const struct picture *first); /* or NULL */
	int (*write)(FILE *to, const struct picture *p);
} formats[] = {
	{ ".yuv", OUTPUT_YUV, NULL, write_yuv },
	{ ".y4m", OUTPUT_Y4M, write_y4m_header, write_y4m_frame },
	{ ".pgm", OUTPUT_PGM, NULL, write_pgm },
	{ ".ppm", OUTPUT_PPM, NULL, write_ppm },
	{ ".png", OUTPUT_PNG, NULL, write_png },
};

enum output_kind output_kind_of(const char *path)
{
	const char *name = strrchr(path, '/');
	const char *suffix = strrchr(name ? name : path, '.');
	size_t i;

	for (i = 0; suffix && i < CTL_ARRAY_SIZE(formats); i++)
		if (!strcmp(suffix, formats[i].suffix))
			return formats[i].kind;
	return !strcmp(path, "-") || output_file_is_special(path) ? OUTPUT_YUV :
								    OUTPUT_NONE;
}

bool output_holds_several(enum output_kind kind)
{
	return kind == OUTPUT_YUV || kind == OUTPUT_Y4M;
}

const char *output_refuses(enum output_kind kind, uint32_t dtype)
{
	if (kind == OUTPUT_PNG && !write_png_available())
		return "this codecctl was built without libpng, so it writes no .png";
	if (kind == OUTPUT_Y4M && dtype != LIBCODEC_DTYPE_U8)
		return ".y4m holds dtype u8 only; .yuv holds any";
	if (kind != OUTPUT_YUV && dtype != LIBCODEC_DTYPE_U8 &&
	    dtype != LIBCODEC_DTYPE_U16)
		return ".pgm, .ppm and .png hold dtypes u8 and u16 only; .yuv holds any";
	return NULL;
}

int output_open(struct output *o, const char *path, enum output_kind kind)
{
	*o = (struct output){ .kind = kind };
	return output_file_open(&o->file, path);
}

bool output_fits(const struct output *o, const struct picture *p)
{
	return o->kind != OUTPUT_Y4M || !o->begun ||
	       (p->width == o->width && p->height == o->height && p->format == o->format);
}

static int begin(struct output *o, size_t format, const struct picture *p)
{
	o->begun = true;
	o->width = p->width;
	o->height = p->height;
	o->format = p->format;
	return formats[format].begin ? formats[format].begin(o->file.to, p) : 0;
}

int output_add(struct output *o, const struct picture *p)
{
	size_t i = 0;
	int r = 0;

	while (i < CTL_ARRAY_SIZE(formats) && formats[i].kind != o->kind)
		i++;
	if (i == CTL_ARRAY_SIZE(formats))
		return -EINVAL;
	if (!o->begun)
		r = begin(o, i, p);
	return r < 0 ? r : formats[i].write(o->file.to, p);
}

int output_close(struct output *o, int error)
{
	return output_file_close(&o->file, error);
}

int output_write(const char *path, enum output_kind kind, const struct picture *p)
{
	struct output o;
	int r;

	r = output_open(&o, path, kind);
	return r < 0 ? r : output_close(&o, output_add(&o, p));
}
