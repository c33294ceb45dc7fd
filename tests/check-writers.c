/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The write stage: synthetic planes of all samplings to all formats that it offers,
 * against a writer that goes sample by sample from the rules alone. The whole surface is
 * compared, so a byte outside of the picture counts as much as one inside.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jpeg.h"

#include "test.h"

#define POISON 0xee

static uint32_t rng = 1;

static uint32_t next_random(void)
{
	rng ^= rng << 13;
	rng ^= rng >> 17;
	rng ^= rng << 5;
	return rng;
}

/* A frame's sampling factors, and how the header calls them. */
static const struct sampling {
	uint32_t sampling;
	unsigned int n;
	unsigned int h[3], v[3];
} samplings[] = {
	{ LIBCODEC_SAMPLING_400, 1, { 1 }, { 1 } },
	{ LIBCODEC_SAMPLING_400, 1, { 2 }, { 2 } },
	{ LIBCODEC_SAMPLING_444, 3, { 1, 1, 1 }, { 1, 1, 1 } },
	{ LIBCODEC_SAMPLING_444, 3, { 2, 2, 2 }, { 1, 1, 1 } },
	{ LIBCODEC_SAMPLING_422, 3, { 2, 1, 1 }, { 1, 1, 1 } },
	{ LIBCODEC_SAMPLING_422, 3, { 2, 1, 1 }, { 2, 2, 2 } },
	{ LIBCODEC_SAMPLING_420, 3, { 2, 1, 1 }, { 2, 1, 1 } },
	{ LIBCODEC_SAMPLING_440, 3, { 1, 1, 1 }, { 2, 1, 1 } },
	{ LIBCODEC_SAMPLING_411, 3, { 4, 1, 1 }, { 1, 1, 1 } },
	{ LIBCODEC_SAMPLING_410, 3, { 4, 1, 1 }, { 2, 1, 1 } },
	{ LIBCODEC_SAMPLING_OTHER, 3, { 1, 1, 1 }, { 4, 1, 1 } },
	{ LIBCODEC_SAMPLING_OTHER, 3, { 3, 1, 1 }, { 1, 1, 1 } },
	{ LIBCODEC_SAMPLING_OTHER, 3, { 1, 1, 1 }, { 3, 1, 1 } },
	{ LIBCODEC_SAMPLING_OTHER, 3, { 2, 1, 1 }, { 4, 1, 1 } },
	{ LIBCODEC_SAMPLING_MIXED, 3, { 2, 1, 2 }, { 2, 2, 1 } },
	{ LIBCODEC_SAMPLING_MIXED, 3, { 2, 2, 1 }, { 1, 1, 1 } },
	{ LIBCODEC_SAMPLING_MIXED, 3, { 4, 1, 2 }, { 1, 1, 1 } },
	{ LIBCODEC_SAMPLING_MIXED, 3, { 2, 1, 1 }, { 2, 1, 2 } },
};

#define N_SAMPLINGS (int)(sizeof(samplings) / sizeof(samplings[0]))

static const uint32_t formats[] = {
	LIBCODEC_FORMAT_GREY, LIBCODEC_FORMAT_NV12, LIBCODEC_FORMAT_NV16,
	LIBCODEC_FORMAT_NV24, LIBCODEC_FORMAT_RGB,  LIBCODEC_FORMAT_RGBA,
};

#define N_FORMATS (sizeof(formats) / sizeof(formats[0]))

/* A frame with random samples, its MCUs' padding too. */
struct picture {
	struct libcodec_jpeg_header header;
	struct lc_jpeg_frame frame;
};

static void picture_make(struct picture *p, const struct sampling *s, uint32_t colour,
			 unsigned int width, unsigned int height)
{
	struct lc_jpeg_frame *f = &p->frame;
	unsigned int i;

	*p = (struct picture){ 0 };
	p->header.sampling = s->sampling;
	p->header.colour = colour;
	p->header.width = width;
	p->header.height = height;
	f->header = &p->header;
	f->n = s->n;
	for (i = 0; i < s->n; i++) {
		f->h_max = s->h[i] > f->h_max ? s->h[i] : f->h_max;
		f->v_max = s->v[i] > f->v_max ? s->v[i] : f->v_max;
	}
	f->mcus_x = (width + 8 * f->h_max - 1) / (8 * f->h_max);
	f->mcus_y = (height + 8 * f->v_max - 1) / (8 * f->v_max);
	for (i = 0; i < s->n; i++) {
		struct lc_jpeg_plane *q = &f->plane[i];
		size_t k, size;

		q->h = s->h[i];
		q->v = s->v[i];
		q->stride = f->mcus_x * q->h * 8;
		q->rows = f->mcus_y * q->v * 8;
		size = (size_t)q->stride * q->rows;
		q->data = malloc(size);
		ck_assert_ptr_nonnull(q->data);
		for (k = 0; k < size; k++)
			q->data[k] = (uint8_t)(next_random() >> 7);
	}
}

static void picture_free(struct picture *p)
{
	unsigned int i;

	for (i = 0; i < p->frame.n; i++)
		free(p->frame.plane[i].data);
}

static unsigned int sample(const struct picture *p, unsigned int c, unsigned int x,
			   unsigned int y)
{
	const struct lc_jpeg_plane *q = &p->frame.plane[c];

	if (x >= q->stride || y >= q->rows)
		ck_abort_msg("the test asks for a sample that is not there");
	return q->data[(size_t)y * q->stride + x];
}

/* A surface with poison before, between and behind its rows. */
struct target {
	struct libcodec_surface s;
	size_t size;
	uint8_t *mem;
	uint8_t *right; /* what should come */
};

static unsigned int chroma_x(uint32_t format)
{
	return format == LIBCODEC_FORMAT_NV24 ? 1 : 2;
}

static unsigned int chroma_y(uint32_t format)
{
	return format == LIBCODEC_FORMAT_NV12 ? 2 : 1;
}

static bool is_nv(uint32_t format)
{
	return format == LIBCODEC_FORMAT_NV12 || format == LIBCODEC_FORMAT_NV16 ||
	       format == LIBCODEC_FORMAT_NV24;
}

static void target_make(struct target *t, uint32_t format, unsigned int width,
			unsigned int height, unsigned int pad)
{
	unsigned int px = format == LIBCODEC_FORMAT_RGB ? 3 : 1;
	unsigned int cx = chroma_x(format), cy = chroma_y(format);
	struct libcodec_surface *s = &t->s;

	*t = (struct target){ 0 };
	*s = (struct libcodec_surface){ .struct_size = sizeof(*s), .format = format };
	s->memory = LIBCODEC_MEMORY_HOST;
	s->width = width;
	s->height = height;
	s->n_planes = is_nv(format) ? 2 : 1;
	s->plane_stride[0] = px * width + pad;
	s->plane_offset[0] = pad;
	t->size = pad + (size_t)s->plane_stride[0] * height;
	if (is_nv(format)) {
		s->plane_stride[1] = (width + cx - 1) / cx * 2 + pad;
		s->plane_offset[1] = t->size + pad;
		t->size += pad + (size_t)s->plane_stride[1] * ((height + cy - 1) / cy);
	}
	s->size = t->size;
	t->mem = malloc(t->size);
	t->right = malloc(t->size);
	ck_assert(t->mem && t->right);
	s->data = t->mem;
	memset(t->mem, POISON, t->size);
	memset(t->right, POISON, t->size);
}

static void target_free(struct target *t)
{
	free(t->mem);
	free(t->right);
}

static uint8_t *right_at(struct target *t, unsigned int plane, unsigned int x,
			 unsigned int y)
{
	return t->right + t->s.plane_offset[plane] + (size_t)y * t->s.plane_stride[plane] + x;
}

/*
 * A component's sample of the NV12 grid: the mean, rounded down, of the distinct samples
 * under the 2x2 luma pixels, by the component's own factors.
 */
static unsigned int mean_2x2(const struct picture *p, unsigned int c, unsigned int ox,
			     unsigned int oy)
{
	const struct lc_jpeg_frame *f = &p->frame;
	const struct lc_jpeg_plane *q = &f->plane[c];
	unsigned int xs[2], ys[2], i, k, sum = 0, n = 0;

	for (i = 0; i < 2; i++) {
		xs[i] = (2 * ox + i) * q->h / f->h_max;
		ys[i] = (2 * oy + i) * q->v / f->v_max;
	}
	for (k = 0; k < 2; k++) {
		for (i = 0; i < 2; i++) {
			if ((i && xs[1] == xs[0]) || (k && ys[1] == ys[0]))
				continue;
			sum += sample(p, c, xs[i], ys[k]);
			n++;
		}
	}
	return sum / n;
}

static void right_nv(struct target *t, const struct picture *p)
{
	unsigned int cx = chroma_x(t->s.format), cy = chroma_y(t->s.format), x, y, c;
	bool mean = t->s.format == LIBCODEC_FORMAT_NV12 &&
		    p->header.sampling != LIBCODEC_SAMPLING_420;

	for (y = 0; y < t->s.height; y++)
		for (x = 0; x < t->s.width; x++)
			*right_at(t, 0, x, y) = (uint8_t)sample(p, 0, x, y);
	for (y = 0; y < (t->s.height + cy - 1) / cy; y++)
		for (x = 0; x < (t->s.width + cx - 1) / cx; x++)
			for (c = 0; c < 2; c++)
				*right_at(t, 1, 2 * x + c, y) =
					(uint8_t)(mean ? mean_2x2(p, 1 + c, x, y)
						       : sample(p, 1 + c, x, y));
}

static uint8_t clamp(int64_t v)
{
	return (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
}

/* JFIF's constants by 2^14, a product rounded to the nearest, halves upwards. */
static int64_t q14(int64_t chroma, int64_t k)
{
	return (int64_t)floor((double)((chroma - 128) * k) / 16384 + 0.5);
}

static void rgb_of(unsigned int y, unsigned int cb, unsigned int cr, uint8_t rgb[3])
{
	int64_t luma = y;

	rgb[0] = clamp(luma + q14(cr, 22970));
	rgb[1] = clamp(luma - q14(cb, 5638) - q14(cr, 11700));
	rgb[2] = clamp(luma + q14(cb, 29032));
}

/* A component's sample under a pixel, by its factors. */
static unsigned int nearest(const struct picture *p, unsigned int c, unsigned int x,
			    unsigned int y)
{
	const struct lc_jpeg_frame *f = &p->frame;

	return sample(p, c, x * f->plane[c].h / f->h_max, y * f->plane[c].v / f->v_max);
}

static void right_rgb(struct target *t, const struct picture *p)
{
	const struct lc_jpeg_frame *f = &p->frame;
	unsigned int x, y, c;

	for (y = 0; y < t->s.height; y++) {
		for (x = 0; x < t->s.width; x++) {
			uint8_t *rgb = right_at(t, 0, 3 * x, y);

			if (p->header.colour == LIBCODEC_COLOUR_RGB)
				for (c = 0; c < 3; c++)
					rgb[c] = (uint8_t)sample(p, c, x, y);
			else if (f->n == 1)
				memset(rgb, (int)sample(p, 0, x, y), 3);
			else
				rgb_of(sample(p, 0, x, y), nearest(p, 1, x, y),
				       nearest(p, 2, x, y), rgb);
		}
	}
}

static void right_grey(struct target *t, const struct picture *p)
{
	unsigned int x, y;

	for (y = 0; y < t->s.height; y++)
		for (x = 0; x < t->s.width; x++)
			*right_at(t, 0, x, y) = (uint8_t)sample(p, 0, x, y);
}

static void expect(struct target *t, const struct picture *p)
{
	if (is_nv(t->s.format))
		right_nv(t, p);
	else if (t->s.format == LIBCODEC_FORMAT_RGB)
		right_rgb(t, p);
	else
		right_grey(t, p);
}

static void compare(const struct target *t, const struct picture *p, const char *how)
{
	size_t i;

	for (i = 0; i < t->size; i++)
		if (t->mem[i] != t->right[i])
			ck_abort_msg("%s, %s, sampling %u, %ux%u, byte %zu of %zu: %u, not %u",
				     how, libcodec_format_name(t->s.format),
				     p->header.sampling, t->s.width, t->s.height, i, t->size,
				     t->mem[i], t->right[i]);
}

/* The planes at once, as after several scans. */
static void write_whole(const struct picture *p, struct target *t)
{
	struct lc_jpeg_dsp dsp;

	lc_jpeg_dsp_init_c(&dsp);
	memset(t->mem, POISON, t->size);
	lc_jpeg_write(&dsp, &p->frame, &t->s, 0, 8 * p->frame.v_max * p->frame.mcus_y);
}

/* MCU row by MCU row, each in memory of its own size. */
static void write_bands(const struct picture *p, struct target *t)
{
	struct lc_jpeg_frame band = p->frame;
	unsigned int rows = 8 * band.v_max, m, i;
	struct lc_jpeg_dsp dsp;

	lc_jpeg_dsp_init_c(&dsp);
	memset(t->mem, POISON, t->size);
	for (i = 0; i < band.n; i++) {
		struct lc_jpeg_plane *q = &band.plane[i];

		q->rows = 8 * q->v;
		q->data = malloc((size_t)q->stride * q->rows);
		ck_assert_ptr_nonnull(q->data);
	}
	for (m = 0; m < band.mcus_y; m++) {
		for (i = 0; i < band.n; i++) {
			size_t size = (size_t)band.plane[i].stride * band.plane[i].rows;

			memcpy(band.plane[i].data, p->frame.plane[i].data + m * size, size);
		}
		lc_jpeg_write(&dsp, &band, &t->s, m * rows, rows);
	}
	for (i = 0; i < band.n; i++)
		free(band.plane[i].data);
}

static void check_one(const struct picture *p, uint32_t format, unsigned int pad)
{
	struct target t;

	target_make(&t, format, p->header.width, p->header.height, pad);
	expect(&t, p);
	write_whole(p, &t);
	compare(&t, p, "whole");
	write_bands(p, &t);
	compare(&t, p, "bands");
	target_free(&t);
}

static void check_size(const struct sampling *s, uint32_t colour, unsigned int width,
		       unsigned int height)
{
	struct picture p;
	unsigned int i;

	picture_make(&p, s, colour, width, height);
	for (i = 0; i < N_FORMATS; i++) {
		if (!lc_jpeg_can_write(colour, s->sampling, formats[i]))
			continue;
		check_one(&p, formats[i], 0);
		check_one(&p, formats[i], 13);
	}
	picture_free(&p);
}

static void check_sizes(const struct sampling *s, uint32_t colour)
{
	unsigned int width, height;

	for (width = 1; width <= 40; width++)
		for (height = 1; height <= 40; height++)
			check_size(s, colour, width, height);
	/* Wider by 5 than what fits into the last MCU's row. */
	check_size(s, colour, 307, 19);
	check_size(s, colour, 308, 17);
}

START_TEST(test_sizes)
{
	const struct sampling *s = &samplings[_i];

	check_sizes(s, s->n == 1 ? LIBCODEC_COLOUR_GREY : LIBCODEC_COLOUR_YCBCR);
}
END_TEST

START_TEST(test_sizes_rgb)
{
	check_sizes(&samplings[2], LIBCODEC_COLOUR_RGB);
	check_sizes(&samplings[3], LIBCODEC_COLOUR_RGB);
}
END_TEST

/* What is offered: each colour's formats, by a table of its own. */
START_TEST(test_can_write)
{
	uint32_t colour, sampling;
	unsigned int i;

	for (colour = 0; colour < 8; colour++) {
		for (sampling = 0; sampling <= LIBCODEC_SAMPLING_MIXED; sampling++) {
			bool s400 = sampling == LIBCODEC_SAMPLING_400;
			bool ycc = colour == LIBCODEC_COLOUR_YCBCR && sampling > 0 && !s400;
			bool s444 = sampling == LIBCODEC_SAMPLING_444;
			bool even = s444 || sampling == LIBCODEC_SAMPLING_422 ||
				    sampling == LIBCODEC_SAMPLING_420 ||
				    sampling == LIBCODEC_SAMPLING_440;
			bool right[N_FORMATS] = {
				colour == LIBCODEC_COLOUR_GREY && s400,
				ycc,
				ycc && sampling == LIBCODEC_SAMPLING_422,
				ycc && s444,
				(ycc && even) ||
					(colour == LIBCODEC_COLOUR_RGB && s444) ||
					(colour == LIBCODEC_COLOUR_GREY && s400),
				false,
			};

			for (i = 0; i < N_FORMATS; i++)
				ck_assert_int_eq(
					lc_jpeg_can_write(colour, sampling, formats[i]),
					right[i]);
			ck_assert(!lc_jpeg_can_write(colour, sampling, 0));
		}
	}
}
END_TEST

/* Each row of @cr for one @y, by the row kernels. */
static void rgb_row(unsigned int y, unsigned int cb, uint8_t rgb[3 * 256])
{
	uint8_t luma[256], b[256], r[256];
	struct lc_jpeg_dsp dsp;
	unsigned int i;

	for (i = 0; i < 256; i++) {
		luma[i] = (uint8_t)y;
		b[i] = (uint8_t)cb;
		r[i] = (uint8_t)i;
	}
	lc_jpeg_dsp_init_c(&dsp);
	dsp.rgb_444(rgb, luma, b, r, 256);
}

static void check_pixel(const uint8_t rgb[3], unsigned int y, unsigned int cb,
			unsigned int cr)
{
	const double u = (int)cb - 128, v = (int)cr - 128;
	const double real[3] = { y + 1.402 * v, y - 0.344136 * u - 0.714136 * v,
				 y + 1.772 * u };
	uint8_t exact[3];
	unsigned int i;

	rgb_of(y, cb, cr, exact);
	for (i = 0; i < 3; i++) {
		double want = real[i] < 0 ? 0 : real[i] > 255 ? 255 : real[i];

		if (rgb[i] != exact[i] || fabs(rgb[i] - want) > 1)
			ck_abort_msg("Y %u, Cb %u, Cr %u: [%u] is %u, not %u (%f)", y, cb, cr,
				     i, rgb[i], exact[i], want);
	}
	if (cb == 128 && cr == 128 && (rgb[0] != y || rgb[1] != y || rgb[2] != y))
		ck_abort_msg("neutral chroma, Y %u: not grey", y);
}

/* All Cb and Cr with many Y: the integer formula exactly, the real one within 1. */
START_TEST(test_rgb)
{
	static const unsigned int lumas[] = { 0, 1, 2, 77, 127, 128, 129, 200, 254, 255 };
	uint8_t rgb[3 * 256];
	unsigned int i, cb, cr;

	for (i = 0; i < sizeof(lumas) / sizeof(lumas[0]); i++) {
		for (cb = 0; cb < 256; cb++) {
			rgb_row(lumas[i], cb, rgb);
			for (cr = 0; cr < 256; cr++)
				check_pixel(rgb + 3 * cr, lumas[i], cb, cr);
		}
	}
}
END_TEST

START_TEST(test_rgb_neutral)
{
	uint8_t rgb[3 * 256];
	unsigned int y;

	for (y = 0; y < 256; y++) {
		rgb_row(y, 128, rgb);
		ck_assert_uint_eq(rgb[3 * 128], y);
		ck_assert_uint_eq(rgb[3 * 128 + 1], y);
		ck_assert_uint_eq(rgb[3 * 128 + 2], y);
	}
}
END_TEST

/* Row kernels for rows of all lengths: exactly 2 or 3 bytes a sample, none more. */
START_TEST(test_rows)
{
	uint8_t a[133], b[133], c[133], out[3 * 133 + 16], right[3 * 133 + 16], rgb[3];
	struct lc_jpeg_dsp dsp;
	unsigned int i, n;

	lc_jpeg_dsp_init_c(&dsp);
	for (n = 1; n <= 133; n++) {
		for (i = 0; i < n; i++) {
			a[i] = (uint8_t)next_random();
			b[i] = (uint8_t)next_random();
			c[i] = (uint8_t)next_random();
		}
		memset(out, POISON, sizeof(out));
		memset(right, POISON, sizeof(right));
		for (i = 0; i < n; i++) {
			right[2 * i] = a[i];
			right[2 * i + 1] = b[i];
		}
		dsp.interleave(out, a, b, n);
		ck_assert_mem_eq(out, right, sizeof(out));

		for (i = 0; i < n; i++) {
			rgb_of(a[i], b[i / 2], c[i / 2], rgb);
			memcpy(right + 3 * i, rgb, 3);
		}
		dsp.rgb_420(out, a, b, c, n);
		ck_assert_mem_eq(out, right, sizeof(out));

		for (i = 0; i < n; i++)
			memset(right + 3 * i, a[i], 3);
		dsp.rgb_400(out, a, n);
		ck_assert_mem_eq(out, right, sizeof(out));

		for (i = 0; i < n; i++) {
			right[3 * i] = a[i];
			right[3 * i + 1] = b[i];
			right[3 * i + 2] = c[i];
		}
		dsp.pack_rgb(out, a, b, c, n);
		ck_assert_mem_eq(out, right, sizeof(out));
	}
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("writers");
	TCase *tc = tcase_create("writers");

	tcase_add_loop_test(tc, test_sizes, 0, N_SAMPLINGS);
	tcase_add_test(tc, test_sizes_rgb);
	tcase_add_test(tc, test_can_write);
	tcase_add_test(tc, test_rgb);
	tcase_add_test(tc, test_rgb_neutral);
	tcase_add_test(tc, test_rows);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("writers", make_suite);
}
