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

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define VJPEG_PLANES 3

/* What a header says, as far as a device cares. */
struct vjpeg_header {
	uint32_t width, height;
	uint32_t sampling;      /* LIBCODEC_SAMPLING_* */
	uint32_t is_rgb;        /* Adobe's: R, G and B, which RGB24 alone can hold */
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

#define VJPEG_OFFSET_X 16 /* VJPEG_SEL_OFFSET */
#define VJPEG_OFFSET_Y 8

/*
 * The layout of @format for a picture of @width x @height, with the knobs' alignments and
 * what the caller asks for (@wanted_bpl, 0: nothing). Where chroma is halved the reported
 * width or height is even at least; with VJPEG_SEL_OFFSET there is room for the offset. 0 or
 * -EINVAL (sizes over 65535, alignments over 4096, no such format).
 */
int vjpeg_layout(const struct vjpeg_knobs *knobs, uint32_t format, uint32_t width,
		 uint32_t height, uint32_t wanted_bpl, struct vjpeg_layout *ret);

/* V4L2's fourcc of a format, and back: -1 where there is none. */
uint32_t vjpeg_fourcc(uint32_t format);
int vjpeg_format_of(uint32_t fourcc);
uint32_t vjpeg_mem_planes(uint32_t format);
/* LIBCODEC_SAMPLING_* that a format holds; GREY: 400, RGB24: 444. */
uint32_t vjpeg_sampling_of(uint32_t format);

/* Whether nodes list a format: by the mask, and M formats on multi-planar ones alone. */
bool vjpeg_lists(const struct vjpeg_knobs *knobs, uint32_t format, bool mplane);
/* Whether a stream goes into a format: RGB into RGB24, grey into all, others by sampling. */
bool vjpeg_holds(uint32_t format, const struct vjpeg_header *header);
/*
 * The format behind the parse of a stream: the knobs' default where it is listed and holds
 * the stream, else the first one that does. -1: there is none.
 */
int vjpeg_default_format(const struct vjpeg_knobs *knobs, const struct vjpeg_header *header,
			 bool mplane);
/*
 * What S_FMT(CAPTURE) makes of @wanted once the header is known and the format is @from:
 * @wanted or @from, by the knob sfmt. @wanted may be anything.
 */
uint32_t vjpeg_change_format(const struct vjpeg_knobs *knobs,
			     const struct vjpeg_header *header, bool mplane,
			     uint32_t from, int wanted);
/* Whether the knobs let a stream that was parsed pass: its size, its tables. */
bool vjpeg_admits(const struct vjpeg_knobs *knobs, const struct vjpeg_header *header);

/*
 * Knobs that are used up. The caller keeps others from the knobs meanwhile.
 */
/* What the knobs of device @device begin with. */
void vjpeg_knobs_begin(struct vjpeg_knobs *knobs, unsigned int device);
/* What an ioctl of number @nr (of fail_ioctl) says in place of its result: 0 or -errno. */
int vjpeg_next_ioctl(struct vjpeg_knobs *knobs, unsigned int nr);
/* VJPEG_JOB_* of the job that begins. */
unsigned int vjpeg_next_job(struct vjpeg_knobs *knobs);
/* VJPEG_STALE_* of the parse that was made. */
unsigned int vjpeg_next_stale(struct vjpeg_knobs *knobs);
/* Count unplug_at or unplug_job down. Whether that was it. */
bool vjpeg_next_unplug(unsigned int *knob);

/* CRC-32 as of zlib and Ethernet, for staged_crc. */
uint32_t vjpeg_crc32(const uint8_t *data, size_t size);

struct vjpeg_engine;

/* Memory for one open of the device. 0 or -ENOMEM. */
int vjpeg_engine_new(struct vjpeg_engine **ret);
void vjpeg_engine_free(struct vjpeg_engine *engine);

/*
 * Decode. Visible samples go to (@x, @y) of the buffer. All up to the layout's width and
 * height is written as hardware does: whole MCUs, and 0x5a where no MCU is, so that who does
 * not crop sees it; what lies between width and bytesperline, and behind the last row, is
 * left alone. A picture larger than the layout is cut off. A grey stream in a format with
 * chroma gets 128 there. @x and @y are even.
 * 0, -EBADMSG (nothing is written), -EOPNOTSUPP (not baseline, or the format does not hold the
 * stream), -ENOMEM, -ENOSPC (a plane is shorter than the layout says), -EINVAL.
 */
int vjpeg_decode(struct vjpeg_engine *engine, const uint8_t *data, size_t size,
		 const struct vjpeg_layout *layout, uint32_t x, uint32_t y,
		 uint8_t *const plane[VJPEG_PLANES], const size_t plane_size[VJPEG_PLANES]);

#endif
