/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * libpng and libspng as peers for PNG: the same rows as ours, 8 bits a sample.
 */
#include "config.h"

#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_LIBPNG

#include <png.h>

struct png_peer {
	const struct bench_picture *pic;
	size_t offset;
	png_structp png;
	png_infop info;
	png_bytep *rows;
	uint32_t n_rows;
};

static void on_error(png_structp png, png_const_charp message)
{
	png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
}

static void on_read(png_structp png, png_bytep to, size_t size)
{
	struct png_peer *p = png_get_io_ptr(png);

	if (size > p->pic->size - p->offset)
		png_error(png, "the end");
	memcpy(to, p->pic->data + p->offset, size);
	p->offset += size;
}

static int png_peer_open(const struct bench_options *opt, void **ret_state, char *about,
			 size_t size)
{
	*ret_state = calloc(1, sizeof(struct png_peer));
	if (!*ret_state) {
		snprintf(about, size, "out of memory");
		return -1;
	}
	snprintf(about, size, "version %s", png_get_libpng_ver(NULL));
	return 0;
}

static void png_peer_close(void *state)
{
	struct png_peer *p = state;

	free(p->rows);
	free(p);
}

static int png_peer_prepare(void *state, const struct bench_picture *pic,
			    const char **ret_why)
{
	struct png_peer *p = state;
	png_bytep *rows;

	if (pic->layout.height <= p->n_rows)
		return 0;
	rows = realloc(p->rows, pic->layout.height * sizeof(*rows));
	if (!rows) {
		*ret_why = "out of memory";
		return -1;
	}
	p->rows = rows;
	p->n_rows = pic->layout.height;
	return 0;
}

/* To grey, RGB or RGBA of 8 bits: the high byte of 16, alpha only where it is ours. */
static void set_transforms(struct png_peer *p)
{
	png_set_expand(p->png);
	png_set_strip_16(p->png);
	if (p->pic->layout.format != LIBCODEC_FORMAT_RGBA)
		png_set_strip_alpha(p->png);
	png_set_interlace_handling(p->png);
	png_read_update_info(p->png, p->info);
}

/* Comes back with 0 or -1, or by on_error(). */
static int read_picture(struct png_peer *p, unsigned char *dst)
{
	uint32_t y;

	png_set_read_fn(p->png, p, on_read);
	png_read_info(p->png, p->info);
	set_transforms(p);
	if (png_get_rowbytes(p->png, p->info) != p->pic->layout.plane_width[0])
		return -1;
	for (y = 0; y < p->pic->layout.height; y++)
		p->rows[y] = dst + (size_t)p->pic->layout.plane_stride[0] * y;
	png_read_image(p->png, p->rows);
	png_read_end(p->png, NULL);
	return 0;
}

static int run(struct png_peer *p, unsigned char *dst)
{
	p->info = NULL;
	p->png =
		png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, on_error, on_warning);
	if (!p->png)
		return -1;
	p->info = png_create_info_struct(p->png);
	if (!p->info || setjmp(png_jmpbuf(p->png)))
		return -1;
	return read_picture(p, dst);
}

static int png_peer_decode(void *state, const struct bench_picture *pic,
			   unsigned char *dst)
{
	struct png_peer *p = state;
	int r;

	p->pic = pic;
	p->offset = 0;
	r = run(p, dst);
	png_destroy_read_struct(&p->png, &p->info, NULL);
	return r;
}

#else

static int png_peer_open(const struct bench_options *opt, void **ret_state, char *about,
			 size_t size)
{
	snprintf(about, size, "this codecctl was built without libpng");
	return -1;
}

#define png_peer_prepare NULL
#define png_peer_decode	 NULL
#define png_peer_close	 NULL

#endif

const struct bench_peer_ops bench_peer_libpng = {
	.name = "libpng",
	.work = "libpng into the same rows; we decode PNG with libpng, too",
	.codec = LIBCODEC_CODEC_PNG,
	.open = png_peer_open,
	.prepare = png_peer_prepare,
	.decode = png_peer_decode,
	.close = png_peer_close,
};

#ifdef HAVE_LIBSPNG

#include <spng.h>

static int spng_peer_open(const struct bench_options *opt, void **ret_state, char *about,
			  size_t size)
{
	*ret_state = NULL; /* a context is for one picture */
	snprintf(about, size, "version %s", spng_version_string());
	return 0;
}

static void spng_peer_close(void *state)
{
}

static int format_of(const struct bench_picture *pic)
{
	switch (pic->layout.format) {
	case LIBCODEC_FORMAT_GREY:
		return SPNG_FMT_G8;
	case LIBCODEC_FORMAT_RGB:
		return SPNG_FMT_RGB8;
	default:
		return SPNG_FMT_RGBA8;
	}
}

/* Its output is always tight, as is ours of packed formats in host memory. */
static int spng_peer_prepare(void *state, const struct bench_picture *pic,
			     const char **ret_why)
{
	if (pic->layout.plane_stride[0] == pic->layout.plane_width[0])
		return 0;
	*ret_why = "libspng writes tight rows only";
	return -1;
}

static int spng_peer_decode(void *state, const struct bench_picture *pic,
			    unsigned char *dst)
{
	spng_ctx *ctx = spng_ctx_new(0);
	size_t size;
	int r;

	if (!ctx)
		return -1;
	r = spng_set_png_buffer(ctx, pic->data, pic->size);
	if (r == 0)
		r = spng_decoded_image_size(ctx, format_of(pic), &size);
	if (r == 0 && size != (size_t)pic->layout.plane_width[0] * pic->layout.height)
		r = -1;
	if (r == 0)
		r = spng_decode_image(ctx, dst, size, format_of(pic), SPNG_DECODE_TRNS);
	spng_ctx_free(ctx);
	return r == 0 ? 0 : -1;
}

#else

static int spng_peer_open(const struct bench_options *opt, void **ret_state, char *about,
			  size_t size)
{
	snprintf(about, size, "this codecctl was built without libspng");
	return -1;
}

#define spng_peer_prepare NULL
#define spng_peer_decode  NULL
#define spng_peer_close	  NULL

#endif

const struct bench_peer_ops bench_peer_libspng = {
	.name = "libspng",
	.work = "libspng into the same rows",
	.codec = LIBCODEC_CODEC_PNG,
	.open = spng_peer_open,
	.prepare = spng_peer_prepare,
	.decode = spng_peer_decode,
	.close = spng_peer_close,
};
