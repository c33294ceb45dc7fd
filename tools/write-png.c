/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * PNG, by libpng: see writers.h.
 */
#include "config.h"

#include "writers.h"

#include <errno.h>
#include <stdlib.h>

#ifdef HAVE_LIBPNG

#include <png.h>

bool write_png_available(void)
{
	return true;
}

/* One file being written. What must survive a longjmp() lives here, not in registers. */
struct png_job {
	FILE *to;
	const struct picture *p;
	png_structp png;
	png_infop info;
	png_bytep row;
	int error; /* a negative errno */
};

static void on_error(png_structp png, png_const_charp message)
{
	struct png_job *job = png_get_error_ptr(png);

	(void)message;
	if (!job->error)
		job->error = -EINVAL;
	png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
	(void)png;
	(void)message;
}

static void on_write(png_structp png, png_bytep bytes, size_t size)
{
	struct png_job *job = png_get_io_ptr(png);

	errno = 0;
	if (fwrite(bytes, 1, size, job->to) == size)
		return;
	job->error = errno ? -errno : -EIO;
	png_error(png, "write");
}

static void on_flush(png_structp png)
{
	(void)png;
}

/* RGBA keeps its alpha, everything else of colour becomes RGB. */
static int colour_type(const struct picture *p)
{
	if (p->format == LIBCODEC_FORMAT_GREY)
		return PNG_COLOR_TYPE_GRAY;
	return p->format == LIBCODEC_FORMAT_RGBA ? PNG_COLOR_TYPE_RGBA :
						   PNG_COLOR_TYPE_RGB;
}

static png_bytep row_of(struct png_job *job, uint32_t y)
{
	const struct picture *p = job->p;

	if (!picture_is_yuv(p)) /* libpng only reads it */
		return (png_bytep)(uintptr_t)(p->plane[0].data + p->plane[0].stride * y);
	picture_rgb_row(p, y, job->row);
	return job->row;
}

/* Comes back with 0, or by on_error(). */
static void write_rows(struct png_job *job)
{
	const struct picture *p = job->p;
	uint32_t y;

	png_set_write_fn(job->png, job, on_write, on_flush);
	png_set_IHDR(job->png, job->info, p->width, p->height, (int)p->sample_bytes * 8,
		     colour_type(p), PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
		     PNG_FILTER_TYPE_DEFAULT);
	png_write_info(job->png, job->info);
	if (p->sample_bytes == 2 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
		png_set_swap(job->png);
	for (y = 0; y < p->height; y++)
		png_write_row(job->png, row_of(job, y));
	png_write_end(job->png, NULL);
}

static int run_job(struct png_job *job)
{
	job->png =
		png_create_write_struct(PNG_LIBPNG_VER_STRING, job, on_error, on_warning);
	if (!job->png)
		return -ENOMEM;
	job->info = png_create_info_struct(job->png);
	if (!job->info)
		return -ENOMEM;
	if (setjmp(png_jmpbuf(job->png)))
		return job->error;
	write_rows(job);
	return 0;
}

int write_png(FILE *to, const struct picture *p)
{
	struct png_job job = { .to = to, .p = p };
	int r;

	if (p->dtype != LIBCODEC_DTYPE_U8 && p->dtype != LIBCODEC_DTYPE_U16)
		return -EOPNOTSUPP;
	job.row = malloc(3 * (size_t)p->width);
	if (!job.row)
		return -ENOMEM;
	r = run_job(&job);
	png_destroy_write_struct(&job.png, &job.info);
	free(job.row);
	return r;
}

#else

bool write_png_available(void)
{
	return false;
}

int write_png(FILE *to, const struct picture *p)
{
	(void)to;
	(void)p;
	return -EOPNOTSUPP;
}

#endif
