/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Raw planes, YUV4MPEG2 and the two PNMs: see writers.h.
 */
#include "config.h"

#include "writers.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>

static int put(void *to, const void *bytes, size_t size)
{
	errno = 0;
	if (fwrite(bytes, 1, size, to) == size)
		return 0;
	return errno ? -errno : -EIO;
}

int write_yuv(FILE *to, const struct picture *p)
{
	return picture_put_tight(p, put, to);
}

static const char *y4m_colour(const struct picture *p)
{
	switch (p->format) {
	case LIBCODEC_FORMAT_GREY:
		return "Cmono";
	case LIBCODEC_FORMAT_NV12:
		return "C420jpeg";
	case LIBCODEC_FORMAT_NV16:
		return "C422";
	default:
		return "C444";
	}
}

static int put_luma(FILE *to, const struct picture *p, unsigned char *row)
{
	uint32_t y;
	int r = 0;

	for (y = 0; y < p->height && r == 0; y++) {
		picture_luma_row(p, y, row);
		r = put(to, row, p->width);
	}
	return r;
}

/* One of the two chroma planes; the other one's samples go to the row's second half. */
static int put_chroma(FILE *to, const struct picture *p, unsigned char *row, bool second)
{
	uint32_t width = picture_chroma_width(p), height = picture_chroma_height(p), y;
	unsigned char *cb = second ? row + width : row;
	unsigned char *cr = second ? row : row + width;
	int r = 0;

	for (y = 0; y < height && r == 0; y++) {
		picture_chroma_row(p, y, cb, cr);
		r = put(to, row, width);
	}
	return r;
}

static int put_y4m_planes(FILE *to, const struct picture *p, unsigned char *row)
{
	int r;

	r = put_luma(to, p, row);
	if (r < 0 || p->format == LIBCODEC_FORMAT_GREY)
		return r;
	r = put_chroma(to, p, row, false);
	return r < 0 ? r : put_chroma(to, p, row, true);
}

int write_y4m_header(FILE *to, const struct picture *p)
{
	if (p->sample_bytes != 1)
		return -EOPNOTSUPP;
	errno = 0;
	if (fprintf(to, "YUV4MPEG2 W%u H%u F25:1 Ip A1:1 %s XCOLORRANGE=FULL\n", p->width,
		    p->height, y4m_colour(p)) < 0)
		return errno ? -errno : -EIO;
	return 0;
}

int write_y4m_frame(FILE *to, const struct picture *p)
{
	static const char head[] = "FRAME\n";
	unsigned char *row;
	int r;

	row = malloc(2 * (size_t)p->width);
	if (!row)
		return -ENOMEM;
	r = put(to, head, sizeof(head) - 1);
	if (r == 0)
		r = put_y4m_planes(to, p, row);
	free(row);
	return r;
}

/* PNM and PNG have the high byte first. */
static void to_big_endian(void *row, size_t samples)
{
	uint16_t *word = row;
	size_t i;

	for (i = 0; i < samples; i++)
		word[i] = htons(word[i]);
}

static int put_pnm_rows(FILE *to, const struct picture *p, unsigned int channels,
			void *row)
{
	size_t samples = (size_t)channels * p->width;
	uint32_t y;
	int r = 0;

	for (y = 0; y < p->height && r == 0; y++) {
		if (channels == 1)
			picture_luma_row(p, y, row);
		else
			picture_rgb_row(p, y, row);
		if (p->sample_bytes == 2)
			to_big_endian(row, samples);
		r = put(to, row, samples * p->sample_bytes);
	}
	return r;
}

static int write_pnm(FILE *to, const struct picture *p, char magic, unsigned int channels)
{
	void *row;
	int r;

	if (p->dtype != LIBCODEC_DTYPE_U8 && p->dtype != LIBCODEC_DTYPE_U16)
		return -EOPNOTSUPP;
	row = malloc((size_t)channels * p->width * p->sample_bytes);
	if (!row)
		return -ENOMEM;
	errno = 0;
	if (fprintf(to, "P%c\n%u %u\n%d\n", magic, p->width, p->height,
		    p->dtype == LIBCODEC_DTYPE_U8 ? 255 : 65535) < 0)
		r = errno ? -errno : -EIO;
	else
		r = put_pnm_rows(to, p, channels, row);
	free(row);
	return r;
}

int write_pgm(FILE *to, const struct picture *p)
{
	return write_pnm(to, p, '5', 1);
}

int write_ppm(FILE *to, const struct picture *p)
{
	return write_pnm(to, p, '6', 3);
}
