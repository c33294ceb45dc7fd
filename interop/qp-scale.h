/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The scales in which encoders say a QP: what is in their range, and what it comes to on
 * H.264's.
 */
#ifndef INTEROP_QP_SCALE_H
#define INTEROP_QP_SCALE_H

#include <stdbool.h>
#include <stdint.h>

struct lc_qp_range {
	int32_t low, high;
};

/*
 * What a QP may be. @codec: enum pel_tlm_codec, or 0 where it isn't known. @bit_depth: 8,
 * 10 or 12, or 0 where it isn't known. Neither matters but to slice_qp.
 */
struct lc_qp_range lc_qp_range(uint8_t scale, uint8_t codec, uint8_t bit_depth);

/* False for what is no number, too. */
static inline bool lc_qp_is_in(struct lc_qp_range range, float qp)
{
	return qp >= (float)range.low && qp <= (float)range.high;
}

static inline bool lc_is_bit_depth(uint8_t bit_depth)
{
	return bit_depth == 8 || bit_depth == 10 || bit_depth == 12;
}

/* AC quantiser steps of AV1 and VP9, at 8, 10 and 12 bits. */
extern const uint16_t lc_ac_steps[3][256];

#endif
