/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Planes by libjpeg-turbo's raw output, and how an image must follow from them.
 */
#include "config.h"

#include "oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_LIBPNG
#include <png.h>
#endif
#ifdef HAVE_TURBOJPEG
#include <jpeglib.h>
#endif
#include <setjmp.h>

static const uint8_t *row_of(const struct libcodec_image_layout *l, const uint8_t *pixels,
			     unsigned int plane, unsigned int y)
{
	return pixels + l->plane_offset[plane] + (size_t)y * l->plane_stride[plane];
}

#ifdef HAVE_TURBOJPEG

/* Planes with their padding up to whole MCUs. */
struct planes {
	unsigned int n, h_max, v_max;
	bool is_rgb;
	struct {
		unsigned int h, v, stride;
		uint8_t *data;
	} p[3];
};

struct error {
	struct jpeg_error_mgr base; /* first: libjpeg hands it back */
	jmp_buf back;
	char *why;
	size_t why_size;
};

static void fatal(j_common_ptr c)
{
	struct error *e = (struct error *)c->err;
	char text[JMSG_LENGTH_MAX];

	c->err->format_message(c, text);
	snprintf(e->why, e->why_size, "libjpeg: %s", text);
	longjmp(e->back, 1);
}

static void quiet(j_common_ptr c, int level)
{
	(void)c;
	(void)level;
}

static void allocate(const struct jpeg_decompress_struct *c, struct planes *out)
{
	unsigned int i, mcus_x, mcus_y;

	out->n = (unsigned int)c->num_components;
	out->is_rgb = c->jpeg_color_space == JCS_RGB;
	out->h_max = (unsigned int)c->max_h_samp_factor;
	out->v_max = (unsigned int)c->max_v_samp_factor;
	mcus_x = (c->image_width + 8 * out->h_max - 1) / (8 * out->h_max);
	mcus_y = (c->image_height + 8 * out->v_max - 1) / (8 * out->v_max);
	for (i = 0; i < out->n; i++) {
		out->p[i].h = (unsigned int)c->comp_info[i].h_samp_factor;
		out->p[i].v = (unsigned int)c->comp_info[i].v_samp_factor;
		out->p[i].stride = mcus_x * out->p[i].h * 8 + 8 * DCTSIZE;
		out->p[i].data = calloc(out->p[i].stride,
					(size_t)(mcus_y * out->p[i].v * 8 + 4 * DCTSIZE));
	}
}

static void read_raw(struct jpeg_decompress_struct *c, struct planes *out)
{
	JSAMPROW rows[3][4 * DCTSIZE];
	JSAMPARRAY arrays[3];
	unsigned int i, y, imcu;

	for (imcu = 0; c->output_scanline < c->output_height; imcu++) {
		for (i = 0; i < out->n; i++) {
			unsigned int lines = out->p[i].v * DCTSIZE;

			for (y = 0; y < lines; y++)
				rows[i][y] = out->p[i].data + (size_t)(imcu * lines + y) *
								      out->p[i].stride;
			arrays[i] = rows[i];
		}
		jpeg_read_raw_data(c, arrays, out->v_max * DCTSIZE);
	}
}

static void planes_done(struct planes *o)
{
	unsigned int i;

	for (i = 0; i < 3; i++)
		free(o->p[i].data);
}

/* 0, or -1 with the reason. @out is to be freed either way. */
static int planes_read(const uint8_t *stream, size_t size, struct planes *out, char *why,
		       size_t why_size)
{
	struct jpeg_decompress_struct c;
	struct error e = { .why = why, .why_size = why_size };

	memset(out, 0, sizeof(*out));
	c.err = jpeg_std_error(&e.base);
	e.base.error_exit = fatal;
	e.base.emit_message = quiet;
	jpeg_create_decompress(&c);
	if (setjmp(e.back)) {
		jpeg_destroy_decompress(&c);
		return -1;
	}
	jpeg_mem_src(&c, stream, size);
	jpeg_read_header(&c, TRUE);
	c.raw_data_out = TRUE;
	c.dct_method = JDCT_ISLOW;
	c.do_fancy_upsampling = FALSE;
	c.do_block_smoothing = FALSE;
	c.out_color_space = c.jpeg_color_space;
	jpeg_start_decompress(&c);
	allocate(&c, out);
	read_raw(&c, out);
	jpeg_finish_decompress(&c);
	jpeg_destroy_decompress(&c);
	return 0;
}

/*
 * The chroma sample of an output whose samples cover @gx x @gy luma pixels: the mean,
 * rounded down, of the distinct samples of the component under these pixels.
 */
static unsigned int mean_under(const struct planes *o, unsigned int c, unsigned int ox,
			       unsigned int oy, unsigned int gx, unsigned int gy)
{
	unsigned int x0 = ox * gx * o->p[c].h / o->h_max;
	unsigned int x1 = (ox * gx + gx - 1) * o->p[c].h / o->h_max;
	unsigned int y0 = oy * gy * o->p[c].v / o->v_max;
	unsigned int y1 = (oy * gy + gy - 1) * o->p[c].v / o->v_max;
	unsigned int sum = 0, n = 0, x, y;

	for (y = y0; y <= y1; y++)
		for (x = x0; x <= x1; x++, n++)
			sum += o->p[c].data[(size_t)y * o->p[c].stride + x];
	return sum / n;
}

/* The sample of a component that lies under a pixel. */
static unsigned int sample_at(const struct planes *o, unsigned int c, unsigned int x,
			      unsigned int y)
{
	x = x * o->p[c].h / o->h_max;
	y = y * o->p[c].v / o->v_max;
	return o->p[c].data[(size_t)y * o->p[c].stride + x];
}

/* A constant of JFIF in 14 bits, times chroma, rounded to the nearest, halves upwards. */
static int product(double constant, unsigned int chroma)
{
	double k = floor(constant * 16384 + 0.5);

	return (int)floor(k * ((int)chroma - 128) / 16384 + 0.5);
}

/* What R, G or B a pixel of a picture of YCbCr or grey has. */
static unsigned int rgb_at(const struct planes *o, unsigned int c, unsigned int x,
			   unsigned int y)
{
	int v = (int)sample_at(o, 0, x, y);
	unsigned int cb = o->n == 3 ? sample_at(o, 1, x, y) : 128;
	unsigned int cr = o->n == 3 ? sample_at(o, 2, x, y) : 128;

	if (c == 0)
		v += product(1.402, cr);
	else if (c == 1)
		v -= product(0.344136, cb) + product(0.714136, cr);
	else
		v += product(1.772, cb);
	return v < 0 ? 0 : v > 255 ? 255 : (unsigned int)v;
}

static int compare_rgb(const struct planes *o, const struct libcodec_image_layout *l,
		       const uint8_t *pixels, char *why, size_t why_size)
{
	unsigned int x, y, c;

	for (y = 0; y < l->height; y++)
		for (x = 0; x < l->width; x++)
			for (c = 0; c < 3; c++) {
				unsigned int have = row_of(l, pixels, 0, y)[3 * x + c];
				unsigned int want = o->is_rgb ? sample_at(o, c, x, y)
							      : rgb_at(o, c, x, y);

				if (have != want)
					return snprintf(why, why_size,
							"[%u] at %u,%u is %u, not %u", c,
							x, y, have, want),
					       -1;
			}
	return 0;
}

static int compare_plane0(const struct planes *o, const struct libcodec_image_layout *l,
			  const uint8_t *pixels, char *why, size_t why_size)
{
	unsigned int x, y;

	for (y = 0; y < l->height; y++) {
		const uint8_t *have = row_of(l, pixels, 0, y);

		for (x = 0; x < l->width; x++)
			if (have[x] != o->p[0].data[(size_t)y * o->p[0].stride + x])
				return snprintf(why, why_size, "luma differs at %u,%u", x,
						y),
				       -1;
	}
	return 0;
}

static int compare_chroma(const struct planes *o, const struct libcodec_image_layout *l,
			  const uint8_t *pixels, char *why, size_t why_size)
{
	unsigned int gx = l->format == LIBCODEC_FORMAT_NV24 ? 1 : 2;
	unsigned int gy = l->format == LIBCODEC_FORMAT_NV12 ? 2 : 1;
	unsigned int x, y, c;

	for (y = 0; y < l->plane_height[1]; y++)
		for (x = 0; x < l->plane_width[1]; x++) {
			unsigned int have = row_of(l, pixels, 1, y)[x], want;

			c = 1 + x % 2;
			want = mean_under(o, c, x / 2, y, gx, gy);
			if (have != want)
				return snprintf(why, why_size,
						"component %u at %u,%u is %u, not %u", c,
						x / 2, y, have, want),
				       -1;
		}
	return 0;
}

bool oracle_there(void)
{
	return true;
}

int oracle_compare(const uint8_t *stream, size_t size, const struct libcodec_image_layout *l,
		   const uint8_t *pixels, char *why, size_t why_size)
{
	struct planes o;
	int r = planes_read(stream, size, &o, why, why_size);

	if (r == 0 && l->format == LIBCODEC_FORMAT_RGB)
		r = compare_rgb(&o, l, pixels, why, why_size);
	else if (r == 0)
		r = compare_plane0(&o, l, pixels, why, why_size);
	if (r == 0 && l->n_planes > 1)
		r = compare_chroma(&o, l, pixels, why, why_size);
	planes_done(&o);
	return r;
}
#else
bool oracle_there(void)
{
	return false;
}

int oracle_compare(const uint8_t *stream, size_t size, const struct libcodec_image_layout *l,
		   const uint8_t *pixels, char *why, size_t why_size)
{
	(void)stream;
	(void)size;
	(void)l;
	(void)pixels;
	snprintf(why, why_size, "no oracle in this build");
	return 1;
}
#endif

#ifdef HAVE_LIBPNG
struct bytes {
	const uint8_t *p;
	size_t left;
};

static void read_bytes(png_structp png, png_bytep out, size_t n)
{
	struct bytes *b = png_get_io_ptr(png);

	if (n > b->left)
		png_error(png, "the bytes end");
	memcpy(out, b->p, n);
	b->p += n;
	b->left -= n;
}

static void drop_warning(png_structp png, png_const_charp text)
{
	(void)png;
	(void)text;
}

/* Whether a row of libpng's 8 or 16 bits is the row that we have. */
static bool same_grey_row(const uint8_t *want, unsigned int depth, const uint8_t *have,
			  const struct libcodec_image_layout *l)
{
	unsigned int x;

	for (x = 0; x < l->width; x++) {
		unsigned int v = depth == 16 ? want[2 * x] << 8 | want[2 * x + 1] : want[x];
		uint16_t got = have[x];

		if (l->dtype == LIBCODEC_DTYPE_U16) {
			memcpy(&got, have + 2 * x, 2);
			v = depth == 16 ? v : v * 257;
		} else {
			v = depth == 16 ? v >> 8 : v;
		}
		if (v != got)
			return false;
	}
	return true;
}

int oracle_compare_grey_png(const uint8_t *stream, size_t size,
			    const struct libcodec_image_layout *l, const uint8_t *pixels,
			    char *why, size_t why_size)
{
	struct bytes b = { stream, size };
	png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL,
						 drop_warning);
	png_infop info = png_create_info_struct(png);
	png_bytep *volatile rows = calloc(l->height, sizeof(*rows));
	unsigned int y, depth;
	volatile int r = 0;

	if (setjmp(png_jmpbuf(png))) {
		snprintf(why, why_size, "libpng refuses the file");
		r = -1;
		goto out;
	}
	png_set_read_fn(png, &b, read_bytes);
	png_read_info(png, info);
	png_set_expand_gray_1_2_4_to_8(png);
	png_set_strip_alpha(png);
	png_read_update_info(png, info);
	depth = png_get_bit_depth(png, info);
	for (y = 0; y < l->height; y++)
		rows[y] = malloc(png_get_rowbytes(png, info));
	png_read_image(png, rows);
	for (y = 0; y < l->height && r == 0; y++)
		if (!same_grey_row(rows[y], depth, row_of(l, pixels, 0, y), l)) {
			snprintf(why, why_size, "grey row %u differs from libpng's", y);
			r = -1;
		}
out:
	for (y = 0; y < l->height; y++)
		free(rows[y]);
	free(rows);
	png_destroy_read_struct(&png, &info, NULL);
	return r;
}
#else
int oracle_compare_grey_png(const uint8_t *stream, size_t size,
			    const struct libcodec_image_layout *l, const uint8_t *pixels,
			    char *why, size_t why_size)
{
	(void)stream;
	(void)size;
	(void)l;
	(void)pixels;
	snprintf(why, why_size, "no libpng in this build");
	return 1;
}
#endif
