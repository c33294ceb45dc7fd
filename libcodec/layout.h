/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Strides, plane offsets and capacity: the rules of <libcodec/image.h>, as arithmetic
 * without any memory. Every product is checked for overflow.
 */
#ifndef LC_LAYOUT_H
#define LC_LAYOUT_H

#include "format.h"
#include "internal.h"

#include <libcodec/image.h>

#define LC_DIMENSION_MAX 65535
#define LC_STRIDE_ALIGN_DEFAULT 64
#define LC_STRIDE_ALIGN_MAX 4096

/*
 * Planes that lie where somebody put them. Offsets count from plane 0's first byte; @room is
 * what there is from a plane's first byte to the next one, or to the end.
 */
struct lc_fixed_planes {
	uint32_t n;
	struct {
		uint32_t stride;
		uint64_t offset, room;
	} plane[LIBCODEC_PLANES_MAX];
};

/* What a layout is chosen from, besides the picture. */
struct lc_layout_rules {
	uint32_t stride_align; /* 0: the rule of host memory */
	/*
	 * Fixed by the caller or by a parent, or 0. One that is no multiple of the sample
	 * or too short for a row fits nothing: -ENOSPC.
	 */
	uint32_t stride;
	const struct lc_fixed_planes *fixed; /* instead of strides by rules, or NULL */
	bool window;           /* the last row counts as long as its pixels */
	uint64_t capacity;
	/* The layout so far (rule 2); format 0 where there is none. */
	uint32_t old_format, old_dtype, old_stride;
};

/*
 * Choose strides and offsets. Returns 0, -EINVAL (size, format, dtype) or -ENOSPC; on
 * failure *ret is not written. ret->struct_size is set, ->memory is left at 0.
 */
int lc_layout_choose(const struct lc_layout_rules *rules, uint32_t width, uint32_t height,
		     uint32_t format, uint32_t dtype, struct libcodec_image_layout *ret);

/*
 * Bytes that an image by these rules takes where a device rounds the picture up to whole
 * blocks of any of the codecs: its width to 64 and its height to 32. At least what is
 * needed without that. The picture is one that lc_layout_choose() took.
 */
uint64_t lc_layout_padded(const struct lc_layout_rules *rules,
			  const struct libcodec_image_layout *layout);

/* Whether a caller may ask for it: 0, or a power of two up to LC_STRIDE_ALIGN_MAX. */
bool lc_stride_align_valid(uint32_t align);

#endif
