/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * How large the cells of a motion field are, which sections before ABI 1.4 don't say.
 */
#include "export.h"

#include <stdbool.h>

#include <pelorus/libcodec.h>

enum {
	EDGE_MIN = 8,
	EDGE_MAX = 32,
	EDGE_LIKELY = 16,
};

/* A frame and the grid that lies over it. */
struct field {
	uint32_t width, height; /* not 0 */
	uint16_t cols, rows;
};

/* The last column and the last row may reach over the frame. */
static bool makes_grid(const struct field *f, uint32_t edge)
{
	return (f->width - 1) / edge + 1 == f->cols &&
	       (f->height - 1) / edge + 1 == f->rows;
}

/* What the section says, or 0. Whether it can say so is a matter of its size. */
static uint32_t named_edge(const uint8_t *section, size_t got)
{
	const size_t at = offsetof(PelorusMotionSection, block_size_log2);

	if (!section || got <= at || !section[at] || section[at] > 31)
		return 0;
	return (uint32_t)1 << section[at];
}

static enum libcodec_pel_edge infer(const struct field *f, uint32_t *ret_edge)
{
	uint32_t edge, fitting = 0;

	for (edge = EDGE_MIN; edge <= EDGE_MAX; edge++) {
		if (!makes_grid(f, edge))
			continue;
		fitting++;
		*ret_edge = edge;
	}
	if (fitting == 1)
		return LIBCODEC_PEL_EDGE_INFERRED;
	*ret_edge = 0;
	if (!fitting || !makes_grid(f, EDGE_LIKELY))
		return LIBCODEC_PEL_EDGE_NONE;
	*ret_edge = EDGE_LIKELY;
	return LIBCODEC_PEL_EDGE_ASSUMED;
}

LC_EXPORT enum libcodec_pel_edge
libcodec_pel_motion_edge(const void *section, size_t got, uint32_t frame_width,
			 uint32_t frame_height, uint16_t grid_cols, uint16_t grid_rows,
			 uint32_t *ret_edge)
{
	struct field f = { frame_width, frame_height, grid_cols, grid_rows };
	enum libcodec_pel_edge how = LIBCODEC_PEL_EDGE_NONE;
	uint32_t edge = 0;

	if (frame_width && frame_height) {
		edge = named_edge(section, got);
		how = edge && makes_grid(&f, edge) ? LIBCODEC_PEL_EDGE_NAMED :
						     infer(&f, &edge);
	}
	if (ret_edge)
		*ret_edge = edge;
	return how;
}
