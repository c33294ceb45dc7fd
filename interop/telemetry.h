/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Of a telemetry record, what its checks, its blob and its JSON have to know of it.
 */
#ifndef INTEROP_TELEMETRY_H
#define INTEROP_TELEMETRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <pelorus/telemetry.h>

#define LC_TLM_FRAME_FLAGS                                                   \
	(PEL_TLM_FRAME_KEY | PEL_TLM_FRAME_REFERENCE | PEL_TLM_FRAME_SHOWN | \
	 PEL_TLM_FRAME_SCENE_CUT)
#define LC_TLM_MAPS	 (PEL_TLM_F_QP_MAP | PEL_TLM_F_BITS_MAP | PEL_TLM_F_MODE_MAP)
#define LC_TLM_QP_TAGGED (PEL_TLM_F_AVG_QP | PEL_TLM_F_AVG_QP_NORM | PEL_TLM_F_QP_MAP)
#define LC_TLM_METRICS \
	(PEL_TLM_F_PSNR_Y | PEL_TLM_F_PSNR_U | PEL_TLM_F_PSNR_V | PEL_TLM_F_SSIM_Y)

static inline bool lc_tlm_has_maps(uint8_t granularity)
{
	return granularity == PEL_TLM_GRAN_ROW || granularity == PEL_TLM_GRAN_BLOCK;
}

/* Elements of a map; not above PEL_TLM_MAP_MAX_ELEMS once the record has been checked. */
static inline uint32_t lc_tlm_elements(const PelorusEncTelemetrySection *t)
{
	return (uint32_t)t->map_cols * t->map_rows;
}

/* A grid that a map may have: not empty, not too large, of known blocks. */
static inline bool lc_tlm_is_grid(const PelorusEncTelemetrySection *t)
{
	return t->map_cols && t->map_rows &&
	       lc_tlm_elements(t) <= PEL_TLM_MAP_MAX_ELEMS && t->block_size_log2 >= 2 &&
	       t->block_size_log2 <= 7;
}

/* Whether all of @n elements are from @low to @high. */
bool lc_tlm_are_within(const int16_t *map, size_t n, int16_t low, int16_t high);
/* Whether all of @n elements are @max at the most. */
bool lc_tlm_are_up_to(const uint8_t *map, size_t n, uint8_t max);

#endif
