/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * From the CAPTURE buffer of a V4L2 JPEG decoder to the caller's surface: what the driver
 * holds in one of many arrangements becomes NV12, NV16, NV24 or GREY. No sample changes
 * its value and none is made up; chroma is neither averaged nor repeated.
 *
 * All functions may be called from any thread.
 */
#ifndef LC_V4L2_COPY_OUT_H
#define LC_V4L2_COPY_OUT_H

#include <stdint.h>

#include <libcodec/plugin.h>

/* A CAPTURE buffer as the driver described it. Trusted are data and size alone. */
struct lc_v4l2_source {
	uint32_t fourcc; /* V4L2_PIX_FMT_* */
	uint32_t width, height; /* of the buffer, padded */
	uint32_t n_planes; /* memory planes */
	uint32_t stride[3]; /* bytesperline of each memory plane */
	uint64_t size[3]; /* bytes that may be read in each */
	const uint8_t *data[3];
	uint32_t left, top; /* of the visible picture in it */
};

/*
 * Whether a CAPTURE format can become @format (LIBCODEC_FORMAT_*): its native one, or
 * GREY, which is its luma alone.
 */
int lc_v4l2_can_copy(uint32_t fourcc, uint32_t format);

/* The native LIBCODEC_FORMAT_* of a CAPTURE format; 0: unknown to us. */
uint32_t lc_v4l2_native_format(uint32_t fourcc);

/* The LIBCODEC_SAMPLING_* that it holds; 0 (LIBCODEC_SAMPLING_UNKNOWN): unknown to us. */
uint32_t lc_v4l2_native_sampling(uint32_t fourcc);

/*
 * Whether lc_v4l2_copy_out() may be called, once data is there, which isn't looked at.
 *
 * The source must hold all of the width x height that it claims at its strides, but for
 * what follows the last sample of a plane; the surface likewise its visible size. A crop
 * begins where a chroma sample begins: left and top are even where chroma is halved in
 * that direction, unless GREY is wanted. A stride that is to be halved is even.
 *
 * Returns 0; -EINVAL: a buffer is too small for what it says, the visible picture does
 * not lie in the source, or begins between chroma samples; -EOPNOTSUPP: no such copy.
 */
int lc_v4l2_copy_check(const struct lc_v4l2_source *src,
		       const struct libcodec_surface *surface);

/*
 * Copy the visible width x height of @surface to @dst, from where its plane offsets
 * count. Never reads outside of the source, never writes outside of the visible bytes of
 * a row, never reads @dst. Only after lc_v4l2_copy_check() said 0 to the same arguments.
 */
void lc_v4l2_copy_out(const struct lc_v4l2_source *src,
		      const struct libcodec_surface *surface, uint8_t *dst);

#endif
