/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What bodies share: pictures by the writer of fixtures, who decoded them and how, whether
 * that was counted against the device, and how long it took.
 */
#ifndef VJPEG_BODIES_H
#define VJPEG_BODIES_H

#include "bed.h"
#include "jpeg-writer.h"

#define PICTURE_MAX (1u << 18)

struct picture {
	size_t size;
	uint8_t data[PICTURE_MAX];
};

/* Waves, with flags FX_* of the writer. */
void picture_make(struct picture *p, unsigned int width, unsigned int height,
		  enum fx_sampling sampling, unsigned int flags);

/* A device that is plugged in, and a context with a decoder that may use all backends. */
void bodies_begin(struct vjpeg_bed *bed, unsigned int device);

/*
 * Decode into @image (NULL: the bed's) and hold it against the cpu's. Who did it is in
 * bed->info. Returns how long the decoder had it, in milliseconds.
 */
unsigned int frame_ms(struct vjpeg_bed *bed, const struct picture *p,
		      struct libcodec_image *image);
/* By the device, which counts it. */
unsigned int frame_by_device(struct vjpeg_bed *bed, unsigned int device,
			     const struct picture *p, struct libcodec_image *image);
void frame_by_cpu(struct vjpeg_bed *bed, const struct picture *p,
		  struct libcodec_image *image);

/* What a frame that waits for a header takes at the least, and no other does. */
#define HEADER_MS 150

/* The v4l2 backend's part in the last frame; and that its message begins so. */
struct libcodec_attempt attempt_of(struct vjpeg_bed *bed);
void assert_way(struct vjpeg_bed *bed, const char *way);
bool went_by(struct vjpeg_bed *bed, const char *way);

/* Frames that count against the device, in a row. */
unsigned int failures(struct vjpeg_bed *bed, unsigned int device);

/* A dma-buf's image with whatever layout the device likes; one with a fixed stride. */
struct libcodec_image *flexible_image(struct vjpeg_bed *bed);
struct libcodec_image *fixed_image(struct vjpeg_bed *bed, uint32_t stride);

#endif
