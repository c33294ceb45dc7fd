/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Progressive scans (T.81 annex G): spectral selection and successive approximation into
 * a store of coefficients, and from the store to samples. Freestanding.
 */
#include "jpeg.h"

#include <errno.h>

#define AL_MAX 13 /* T.81 table B.3 */

/* Whether a block has nothing but a DC. */
static bool only_dc(const int16_t coef[64])
{
	uint64_t any = 0, w;
	unsigned int i;

	for (i = 0; i < 64; i += 4) {
		memcpy(&w, coef + i, sizeof(w));
		any |= i ? w : 0;
	}
	return !(any | (uint64_t)(coef[1] | coef[2] | coef[3]));
}

/* G.1.2.1, first scan of DC: a difference like a sequential one, short of its low bits. */
static int dc_first(struct lc_jpeg_scan *scan, struct lc_bits *b,
		    struct lc_jpeg_scan_component *c, int16_t *coef)
{
	if (lc_jpeg_next_dc(c, b) < 0)
		return LC_SCAN_CODE;
	coef[0] = (int16_t)((uint32_t)c->predictor << scan->al);
	return 0;
}

/* G.1.2.1.1, refinement of DC: one more bit. */
static int dc_refine(struct lc_jpeg_scan *scan, struct lc_bits *b,
		     struct lc_jpeg_scan_component *c, int16_t *coef)
{
	(void)c;
	lc_bits_refill(b);
	if (lc_bits_get(b, 1))
		coef[0] = (int16_t)(coef[0] | 1 << scan->al);
	return 0;
}

/* G.1.2.2: EOBn, a run of blocks that end here. @n is 0 to 14. */
static unsigned int read_eob_run(struct lc_bits *b, unsigned int n)
{
	return n ? (1u << n) + lc_bits_get(b, n) : 1;
}

/* G.1.2.2, first scan of a band of AC coefficients. */
static int ac_first(struct lc_jpeg_scan *scan, struct lc_bits *b,
		    struct lc_jpeg_scan_component *c, int16_t *coef)
{
	unsigned int k = scan->ss;

	if (scan->eob_run) {
		scan->eob_run--;
		return 0;
	}
	while (k <= scan->se) {
		unsigned int run, bits;
		int rs;

		lc_bits_refill(b);
		rs = lc_huff_get(c->ac, b);
		if (rs < 0)
			return LC_SCAN_CODE;
		bits = (unsigned int)rs & 15;
		run = (unsigned int)rs >> 4;
		if (bits == 0) {
			if (run < 15) {
				scan->eob_run = read_eob_run(b, run) - 1;
				return 0;
			}
			k += 16;
			continue;
		}
		k += run;
		if (bits > LC_AC_SIZE_MAX || k > scan->se)
			return k > scan->se ? LC_SCAN_RUN : LC_SCAN_CODE;
		coef[lc_jpeg_natural[k++]] =
			(int16_t)((uint32_t)lc_extend(lc_bits_get(b, bits), bits)
				  << scan->al);
	}
	return k > scan->se + 1 ? LC_SCAN_RUN : 0;
}

/* G.1.2.3: a coefficient with a history gets one more bit of its magnitude. */
static inline void correct(struct lc_bits *b, int16_t *coef, int bit)
{
	lc_bits_refill(b);
	if (lc_bits_get(b, 1) && !(*coef & bit))
		*coef = (int16_t)(*coef + (*coef >= 0 ? bit : -bit));
}

/*
 * Go on from @k over @zeros coefficients without a history, correcting the others. Returns
 * the index of the one behind them, which has none, or one past the band.
 */
static unsigned int skip_zeros(struct lc_jpeg_scan *scan, struct lc_bits *b, int16_t *coef,
			       unsigned int k, unsigned int zeros)
{
	for (; k <= scan->se; k++) {
		int16_t *at = &coef[lc_jpeg_natural[k]];

		if (*at)
			correct(b, at, 1 << scan->al);
		else if (zeros-- == 0)
			break;
	}
	return k;
}

/* G.1.2.3, refinement of a band: new coefficients are +-1, old ones get a bit. */
static int ac_refine(struct lc_jpeg_scan *scan, struct lc_bits *b,
		     struct lc_jpeg_scan_component *c, int16_t *coef)
{
	const int bit = 1 << scan->al;
	unsigned int k = scan->ss;

	while (k <= scan->se && !scan->eob_run) {
		unsigned int run, bits;
		int rs, value = 0;

		lc_bits_refill(b);
		rs = lc_huff_get(c->ac, b);
		if (rs < 0)
			return LC_SCAN_CODE;
		bits = (unsigned int)rs & 15;
		run = (unsigned int)rs >> 4;
		if (bits > 1)
			return LC_SCAN_CODE;
		if (bits)
			value = lc_bits_get(b, 1) ? bit : -bit;
		else if (run < 15) {
			scan->eob_run = read_eob_run(b, run);
			break;
		}
		k = skip_zeros(scan, b, coef, k, run);
		if (value) {
			if (k > scan->se)
				return LC_SCAN_RUN;
			coef[lc_jpeg_natural[k]] = (int16_t)value;
		}
		k++;
	}
	if (scan->eob_run) {
		/* Most blocks of a run are empty; a run costs the stream next to nothing. */
		if (!only_dc(coef))
			skip_zeros(scan, b, coef, k, 64);
		scan->eob_run--;
	}
	return 0;
}

int lc_jpeg_progressive_begin(struct lc_jpeg_scan *scan,
			      const struct libcodec_jpeg_header *h)
{
	if (h->al > AL_MAX || (h->ah && h->ah != h->al + 1))
		return -EBADMSG;
	if (h->ss == 0 ? h->se != 0 : h->se < h->ss || h->se > 63 || h->n_scan != 1)
		return -EBADMSG;
	scan->ss = h->ss;
	scan->se = h->se;
	scan->al = h->al;
	if (h->ss == 0)
		scan->progressive = h->ah ? dc_refine : dc_first;
	else
		scan->progressive = h->ah ? ac_refine : ac_first;
	return 0;
}

static void transform_row(const struct lc_jpeg_session *s, const struct lc_jpeg_plane *p,
			  const uint16_t *quant, unsigned int by, uint8_t *dst)
{
	const int16_t *coef = p->coef + (size_t)by * p->blocks_stride * 64;
	unsigned int bx;

	for (bx = 0; bx < p->blocks_stride; bx++, coef += 64, dst += 8) {
		if (only_dc(coef))
			s->dsp.idct_dc(coef[0], quant[0], dst, p->stride);
		else
			s->dsp.idct(coef, quant, dst, p->stride);
	}
}

void lc_jpeg_progressive_row(const struct lc_jpeg_session *s, unsigned int row)
{
	unsigned int i, v;

	for (i = 0; i < s->frame.n; i++) {
		const struct lc_jpeg_plane *p = &s->frame.plane[i];

		for (v = 0; v < p->v; v++)
			transform_row(s, p, s->quant[i], row * p->v + v,
				      p->data + (size_t)v * 8 * p->stride);
	}
}
