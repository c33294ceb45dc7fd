/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Images with poison and guard pages.
 */
#include "config.h"

#include "canvas.h"
#include "dmabuf.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static uint32_t rows_of(const struct canvas_spec *spec)
{
	switch (spec->format) {
	case LIBCODEC_FORMAT_NV12:
		return spec->height + (spec->height + 1) / 2;
	case LIBCODEC_FORMAT_NV16:
		return 2 * spec->height;
	case LIBCODEC_FORMAT_NV24:
		return 3 * spec->height;
	default:
		return spec->height;
	}
}

/* A dma-buf of so many pages, or what stands for it, in the place of @p. */
static int map_dmabuf(struct canvas *cv, void *p, size_t size)
{
	cv->fd = kit_dmabuf_new(size);
	cv->stand_in = cv->fd < 0;
	if (cv->stand_in) {
		cv->fd = memfd_create("libcodec-kit", MFD_CLOEXEC);
		if (cv->fd < 0 || ftruncate(cv->fd, (off_t)size) < 0)
			return -ENOMEM;
	}
	if (mmap(p, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, cv->fd, 0) ==
	    MAP_FAILED)
		return -ENOMEM;
	return 0;
}

void canvas_look(const struct canvas *cv, bool begin)
{
	if (cv->fd >= 0)
		kit_dmabuf_sync(cv->fd, LIBCODEC_ACCESS_BOTH, !begin);
}

/*
 * Memory of @size bytes that begins at a multiple of 64, as strides are, and so @size and
 * @slack.
 */
static int map(struct canvas *cv, size_t size, size_t slack, bool dmabuf)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t body = (slack + size + slack + page - 1) / page * page;
	uint8_t *p = mmap(NULL, body + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS,
			  -1, 0);

	if (p == MAP_FAILED)
		return -ENOMEM;
	if (dmabuf ? map_dmabuf(cv, p + page, body) < 0 :
		     mprotect(p + page, body, PROT_READ | PROT_WRITE) < 0) {
		munmap(p, body + 2 * page);
		return -ENOMEM;
	}
	cv->pages = p + page;
	cv->n_pages = body;
	cv->data = cv->pages + body - slack - size;
	cv->size = size;
	return 0;
}

uint8_t *canvas_fence(const void *data, size_t n)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t body = (n + page - 1) / page * page;
	uint8_t *p =
		mmap(NULL, body + page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return NULL;
	if (body && mprotect(p, body, PROT_READ | PROT_WRITE) < 0) {
		munmap(p, body + page);
		return NULL;
	}
	memcpy(p + body - n, data, n);
	return p + body - n;
}

int canvas_new(struct libcodec_context *ctx, const struct canvas_spec *spec,
	       struct canvas *ret_canvas)
{
	struct canvas cv = { .layout = { .struct_size = sizeof(cv.layout) }, .fd = -1 };
	struct libcodec_image_plane plane;
	struct libcodec_image_params params = {
		.struct_size = sizeof(params),
		.width = spec->width,
		.height = spec->height,
		.format = spec->format,
		.dtype = spec->dtype,
		.access = spec->access,
	};
	size_t slack = 0;
	int r;

	r = libcodec_layout_for(spec->width, spec->height, spec->format, spec->dtype,
				spec->align, 0, &cv.layout);
	if (r < 0)
		return r;
	params.stride = cv.layout.plane_stride[0];
	while (params.stride < cv.layout.plane_width[0] + spec->gap)
		params.stride += spec->align;
	if (!spec->flush)
		slack = CANVAS_SLACK + CANVAS_SLACK_ROWS * (size_t)params.stride;
	r = map(&cv, (size_t)params.stride * rows_of(spec), slack,
		spec->dmabuf);
	if (r < 0)
		return r;
	params.capacity = cv.size;
	if (spec->dmabuf) {
		plane = (struct libcodec_image_plane){
			.fd = cv.fd,
			.offset = (uint64_t)(cv.data - cv.pages),
		};
		params.memory = LIBCODEC_MEMORY_DMABUF;
		params.planes = &plane;
		params.n_planes = 1;
	} else {
		params.data = cv.data;
	}
	r = libcodec_image_new(ctx, &params, &cv.image);
	if (r < 0)
		return r;
	r = libcodec_image_get_layout(cv.image, &cv.layout);
	if (r < 0)
		return r;
	if (!spec->dmabuf)
		canvas_poison(&cv, 0);
	*ret_canvas = cv;
	return 0;
}

static uint8_t poison(size_t i, unsigned int round)
{
	uint8_t byte = (uint8_t)(0x5a + i * 37 + (i >> 8) * 11);

	return round & 1 ? (uint8_t)~byte : byte;
}

void canvas_poison(struct canvas *cv, unsigned int round)
{
	size_t i;

	for (i = 0; i < cv->n_pages; i++)
		cv->pages[i] = poison(i, round);
	cv->round = round;
}

static bool is_poison(const struct canvas *cv, size_t from, size_t to,
		      ptrdiff_t *ret_offset)
{
	size_t i;

	for (i = from; i < to; i++) {
		if (cv->pages[i] == poison(i, cv->round))
			continue;
		*ret_offset = (ptrdiff_t)i - (cv->data - cv->pages);
		return false;
	}
	return true;
}

bool canvas_untouched(const struct canvas *cv, ptrdiff_t *ret_offset)
{
	return is_poison(cv, 0, cv->n_pages, ret_offset);
}

/* Planes lie in the order of their offsets, so all between two rows is margin. */
bool canvas_margins_clean(const struct canvas *cv, ptrdiff_t *ret_offset)
{
	const struct libcodec_image_layout *l = &cv->layout;
	size_t base = (size_t)(cv->data - cv->pages), at = 0;
	uint32_t plane, y;

	for (plane = 0; plane < l->n_planes; plane++) {
		for (y = 0; y < l->plane_height[plane]; y++) {
			size_t row = base + (size_t)l->plane_offset[plane] +
				     (size_t)y * l->plane_stride[plane];

			if (!is_poison(cv, at, row, ret_offset))
				return false;
			at = row + l->plane_width[plane];
		}
	}
	return is_poison(cv, at, cv->n_pages, ret_offset);
}

size_t canvas_visible_size(const struct canvas *cv)
{
	size_t n = 0;
	uint32_t i;

	for (i = 0; i < cv->layout.n_planes; i++)
		n += (size_t)cv->layout.plane_width[i] * cv->layout.plane_height[i];
	return n;
}

/* Walk the rows, with the place that each has in a tight copy. */
static bool each_row(const struct canvas *cv,
		     bool (*fn)(const uint8_t *row, size_t n, void *at), uint8_t *tight)
{
	const struct libcodec_image_layout *l = &cv->layout;
	uint32_t plane, y;

	for (plane = 0; plane < l->n_planes; plane++) {
		const uint8_t *row = cv->data + l->plane_offset[plane];

		for (y = 0; y < l->plane_height[plane]; y++) {
			if (!fn(row, l->plane_width[plane], tight))
				return false;
			row += l->plane_stride[plane];
			tight += l->plane_width[plane];
		}
	}
	return true;
}

static bool take_row(const uint8_t *row, size_t n, void *at)
{
	memcpy(at, row, n);
	return true;
}

static bool compare_row(const uint8_t *row, size_t n, void *at)
{
	return memcmp(at, row, n) == 0;
}

uint8_t *canvas_copy(const struct canvas *cv)
{
	uint8_t *copy = malloc(canvas_visible_size(cv));

	if (copy)
		each_row(cv, take_row, copy);
	return copy;
}

bool canvas_same(const struct canvas *cv, const uint8_t *copy)
{
	return each_row(cv, compare_row, (uint8_t *)copy);
}

size_t canvas_alike(const uint8_t *a, const uint8_t *b, size_t n)
{
	size_t i, alike = 0;

	for (i = 0; i < n; i++)
		alike += a[i] == b[i];
	return alike;
}

double canvas_psnr(const uint8_t *a, const uint8_t *b, size_t n, unsigned int *ret_max)
{
	unsigned int max = 0;
	double sum = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		unsigned int delta = a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];

		if (delta > max)
			max = delta;
		sum += (double)delta * delta;
	}
	*ret_max = max;
	if (!max)
		return 99;
	return 10 * log10(255.0 * 255.0 * (double)n / sum);
}
