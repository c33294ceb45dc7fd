/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Formats of a node's queues, one view over the single- and the multi-planar API.
 */
#ifndef LC_V4L2_FORMAT_H
#define LC_V4L2_FORMAT_H

#include "node.h"

#define LC_V4L2_PLANES 3 /* memory planes that are known here */

struct lc_v4l2_format {
	uint32_t fourcc; /* V4L2_PIX_FMT_* */
	uint32_t width, height;
	uint32_t n_planes; /* memory planes; 1 in the single-planar API */
	uint32_t stride[LC_V4L2_PLANES]; /* bytesperline */
	uint32_t size[LC_V4L2_PLANES];   /* sizeimage */
	uint32_t colorspace, ycbcr_enc, quantization; /* V4L2_* */
};

/* G_FMT. 0 or a negative errno; -EPROTO where the answer makes no sense. */
int lc_v4l2_get_format(struct lc_v4l2_node *node, enum lc_v4l2_side side,
		       struct lc_v4l2_format *ret);

/* S_FMT, without fields. *format becomes what the driver made of it. The same errors. */
int lc_v4l2_set_format(struct lc_v4l2_node *node, enum lc_v4l2_side side,
		       struct lc_v4l2_format *format);

/* Memory planes of a raw format in the multi-planar API. */
uint32_t lc_v4l2_mem_planes(uint32_t fourcc);

/* Entry @index of ENUM_FMT. 0, -EINVAL past the last one, or another negative errno. */
int lc_v4l2_enum_format(struct lc_v4l2_node *node, enum lc_v4l2_side side, uint32_t index,
			uint32_t *ret_fourcc, uint32_t *ret_flags);

#endif
