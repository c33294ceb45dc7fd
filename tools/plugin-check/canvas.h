/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * An image over memory of the kit's: poison in and around it, pages that may not be
 * touched at its ends, and the means to see what was written.
 */
#ifndef LC_KIT_CANVAS_H
#define LC_KIT_CANVAS_H

#include <stddef.h>

#include <libcodec/image.h>

#include "kit.h"

/* Poison before and behind, where it isn't flush: so many bytes, and so many rows. */
#define CANVAS_SLACK	  4096
#define CANVAS_SLACK_ROWS 2

struct canvas {
	struct libcodec_image *image;
	struct libcodec_image_layout layout;
	uint8_t *data; /* the image's memory */
	size_t size; /* its bytes */
	uint8_t *pages; /* that may be written: slack, data, slack */
	size_t n_pages; /* their bytes */
	int fd; /* of the dma-buf that they are; -1: plain memory */
	bool stand_in; /* which is a memfd, since this machine has no dma-bufs */
	unsigned int round;
};

/* What a canvas is for. */
struct canvas_spec {
	uint32_t width, height, format, dtype;
	uint32_t align; /* of strides, bytes: a power of two, 64 at least */
	uint32_t gap; /* at least so many bytes between a row and the next one */
	bool flush; /* no slack: the memory ends at a page that may not be touched */
	bool dmabuf; /* in a dma-buf; not full of poison yet */
	uint32_t access; /* LIBCODEC_ACCESS_*: what the CPU may */
};

/*
 * Make one. It stays until the process ends: something may write there late. Returns 0 or
 * a negative errno.
 */
int canvas_new(struct libcodec_context *ctx, const struct canvas_spec *spec,
	       struct canvas *ret_canvas);

/*
 * In a dma-buf: the CPU looks from here on, or no more. While it does nobody decodes, and
 * while it doesn't none of the functions below may be called.
 */
void canvas_look(const struct canvas *cv, bool begin);

/*
 * A copy of @n bytes that ends at a page that may not be touched; NULL: no memory. It
 * stays.
 */
uint8_t *canvas_fence(const void *data, size_t n);

/*
 * Fill all of it with poison. Of two rounds that differ in their lowest bit no byte is
 * alike.
 */
void canvas_poison(struct canvas *cv, unsigned int round);

/*
 * Whether the poison is where no sample belongs; else *ret_offset, from the first byte.
 */
bool canvas_margins_clean(const struct canvas *cv, ptrdiff_t *ret_offset);

/* Whether the poison is everywhere. */
bool canvas_untouched(const struct canvas *cv, ptrdiff_t *ret_offset);

/* Bytes of the samples, rows tight; and a copy of them, which the caller frees. */
size_t canvas_visible_size(const struct canvas *cv);
uint8_t *canvas_copy(const struct canvas *cv);

/* Whether the samples are those of a copy. */
bool canvas_same(const struct canvas *cv, const uint8_t *copy);

/* Bytes of the samples that are the same in both copies of @n bytes. */
size_t canvas_alike(const uint8_t *a, const uint8_t *b, size_t n);

/* How far two copies of @n bytes are apart, as u8 samples. PSNR in dB; 99 where equal. */
double canvas_psnr(const uint8_t *a, const uint8_t *b, size_t n, unsigned int *ret_max);

#endif
