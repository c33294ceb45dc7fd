/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the virtual JPEG device does with a stream: geometry of its buffers, and the
 * decoding, which is the cpu backend's C reference. Compiled into the kernel module and
 * into the fake in user space: integers only, no globals, small stack.
 */
#ifndef VJPEG_ENGINE_H
#define VJPEG_ENGINE_H

#include "knobs.h"

#include <stddef.h>
#include <stdint.h>

#define VJPEG_PLANES 3

/* What a header says, as far as a device cares. */
struct vjpeg_header {
	uint32_t width, height;
	uint32_t sampling;      /* LIBCODEC_SAMPLING_* */
	uint32_t has_dht;
	uint32_t has_metadata;  /* APP1 to APP13, APP15 or COM before the scan */
};

/*
 * Look at a stream. 0, -EBADMSG (broken), -EOPNOTSUPP (nothing that a device of this kind
 * decodes: only baseline, 8 bits, one interleaved scan; 4:2:0, 4:2:2, 4:4:4 or grey).
 */
int vjpeg_parse(const uint8_t *data, size_t size, struct vjpeg_header *ret);

/* Where the samples of a CAPTURE buffer lie. */
struct vjpeg_layout {
	uint32_t format;               /* enum vjpeg_format_index */
	uint32_t fourcc;               /* V4L2's */
	uint32_t width, height;        /* as the driver reports them: padded */
	uint32_t n_mem;                /* memory planes, 1 to VJPEG_PLANES */
	uint32_t bpl[VJPEG_PLANES];    /* bytesperline of each memory plane */
	uint32_t size[VJPEG_PLANES];   /* sizeimage */
};

/*
 * The layout of @format for a picture of @width x @height, with the knobs' alignments and
 * what the caller asks for (@wanted_bpl, 0: nothing). 0 or -EINVAL.
 */
int vjpeg_layout(const struct vjpeg_knobs *knobs, uint32_t format, uint32_t width,
		 uint32_t height, uint32_t wanted_bpl, struct vjpeg_layout *ret);

/* V4L2's fourcc of a format, and back: -1 where there is none. */
uint32_t vjpeg_fourcc(uint32_t format);
int vjpeg_format_of(uint32_t fourcc);
uint32_t vjpeg_mem_planes(uint32_t format);
/* LIBCODEC_SAMPLING_* that a format holds; GREY: 400, RGB24: 444. */
uint32_t vjpeg_sampling_of(uint32_t format);

struct vjpeg_engine;

/* Memory for one open of the device. 0 or -ENOMEM. */
int vjpeg_engine_new(struct vjpeg_engine **ret);
void vjpeg_engine_free(struct vjpeg_engine *engine);

/*
 * Decode. Visible samples go to (@x, @y) of the buffer, padding up to the layout's width
 * and height is written like hardware does (whole MCUs; bytes that no MCU covers get 0x5a),
 * so that who does not crop sees it. A grey stream in a format with chroma gets 128 there; a
 * format of another sampling than the stream's is -EOPNOTSUPP.
 * 0, -EBADMSG (the buffer may be half-written), -EOPNOTSUPP, -ENOMEM, -ENOSPC.
 */
int vjpeg_decode(struct vjpeg_engine *engine, const uint8_t *data, size_t size,
		 const struct vjpeg_layout *layout, uint32_t x, uint32_t y,
		 uint8_t *const plane[VJPEG_PLANES], const size_t plane_size[VJPEG_PLANES]);

#endif
