/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The row kernels by SSSE3's instructions, lane by lane in vectors of any size. The
 * including file sets, for each inclusion,
 *
 *	V, OP(name), FN(name)	as for idct-lanes.h
 *	W			bytes of a vector
 *	SHORT(name)		the function for rows of less than a vector
 *	LOAD(p), STORE(p, v)	unaligned
 *	WIDEN(p)		W / 2 bytes as 16 bits each
 *	STORE_2(p, lo, hi)	what unpacklo and unpackhi gave
 *	LANES16(v)		16 bytes in each lane
 *	STORE_RGB(p, v)		three vectors of 16 bytes a lane, the lanes one behind the other
 *
 * A row ends with a whole vector that overlaps the one before.
 */

#define LANES_INLINE static inline __attribute__((always_inline))
#define ALWAYS(v) OP(set1_epi16)((int16_t)(v))
#define NEXT(i, step, n) ((i) + (step) < (n) - (step) ? (i) + (step) : (n) - (step))

static void FN(interleave)(uint8_t *dst, const uint8_t *cb, const uint8_t *cr, size_t n)
{
	size_t i = 0;

	if (n < W) {
		SHORT(interleave)(dst, cb, cr, n);
		return;
	}
	for (;; i = NEXT(i, W, n)) {
		V u = LOAD(cb + i), v = LOAD(cr + i);

		STORE_2(dst + 2 * i, OP(unpacklo_epi8)(u, v), OP(unpackhi_epi8)(u, v));
		if (i == n - W)
			return;
	}
}

/* Sums of neighbours. */
LANES_INLINE V FN(pairs)(const uint8_t *p)
{
	return OP(maddubs_epi16)(LOAD(p), ALWAYS(0x0101));
}

static void FN(nv12_from_444)(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			      const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	size_t i = 0;

	if (n < W / 2) {
		SHORT(nv12_from_444)(dst, cb0, cb1, cr0, cr1, n);
		return;
	}
	for (;; i = NEXT(i, W / 2, n)) {
		V u = OP(add_epi16)(FN(pairs)(cb0 + 2 * i), FN(pairs)(cb1 + 2 * i));
		V v = OP(add_epi16)(FN(pairs)(cr0 + 2 * i), FN(pairs)(cr1 + 2 * i));

		u = OP(srli_epi16)(u, 2);
		v = OP(slli_epi16)(OP(srli_epi16)(v, 2), 8);
		STORE(dst + 2 * i, OR(u, v));
		if (i == n - W / 2)
			return;
	}
}

static void FN(nv12_from_440)(uint8_t *dst, const uint8_t *cb, const uint8_t *cr, size_t n)
{
	size_t i = 0;

	if (n < W / 2) {
		SHORT(nv12_from_440)(dst, cb, cr, n);
		return;
	}
	for (;; i = NEXT(i, W / 2, n)) {
		V u = OP(srli_epi16)(FN(pairs)(cb + 2 * i), 1);
		V v = OP(srli_epi16)(FN(pairs)(cr + 2 * i), 1);

		STORE(dst + 2 * i, OR(u, OP(slli_epi16)(v, 8)));
		if (i == n - W / 2)
			return;
	}
}

/* pavgb rounds up; what it added is the lowest bit of the difference. */
LANES_INLINE V FN(mean)(const uint8_t *p, const uint8_t *q)
{
	V a = LOAD(p), b = LOAD(q);

	return OP(sub_epi8)(OP(avg_epu8)(a, b), AND(XOR(a, b), ALWAYS(0x0101)));
}

static void FN(nv12_from_422)(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			      const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	size_t i = 0;

	if (n < W) {
		SHORT(nv12_from_422)(dst, cb0, cb1, cr0, cr1, n);
		return;
	}
	for (;; i = NEXT(i, W, n)) {
		V u = FN(mean)(cb0 + i, cb1 + i), v = FN(mean)(cr0 + i, cr1 + i);

		STORE_2(dst + 2 * i, OP(unpacklo_epi8)(u, v), OP(unpackhi_epi8)(u, v));
		if (i == n - W)
			return;
	}
}

/* An overlapping vector begins with a sample, which may leave one pair over. */
static void FN(nv12_from_411)(uint8_t *dst, const uint8_t *cb0, const uint8_t *cb1,
			      const uint8_t *cr0, const uint8_t *cr1, size_t n)
{
	const size_t even = n & ~(size_t)1;
	size_t i = 0;

	if (n < W) {
		SHORT(nv12_from_411)(dst, cb0, cb1, cr0, cr1, n);
		return;
	}
	for (;; i = NEXT(i, W, even)) {
		V u = OP(add_epi16)(WIDEN(cb0 + i / 2), WIDEN(cb1 + i / 2));
		V v = OP(add_epi16)(WIDEN(cr0 + i / 2), WIDEN(cr1 + i / 2));

		u = OP(srli_epi16)(u, 1);
		u = OR(u, OP(slli_epi16)(OP(srli_epi16)(v, 1), 8));
		STORE_2(dst + 2 * i, OP(unpacklo_epi16)(u, u), OP(unpackhi_epi16)(u, u));
		if (i == even - W)
			break;
	}
	if (n != even)
		lc_nv12_from_411_c(dst + 2 * even, cb0 + even / 2, cb1 + even / 2,
				   cr0 + even / 2, cr1 + even / 2, 1);
}

/* W pixels. R and G are paired first, then each 16 bytes are made of two sources. */
LANES_INLINE void FN(store_rgb)(uint8_t *dst, V r, V g, V b)
{
	V lo = OP(unpacklo_epi8)(r, g), hi = OP(unpackhi_epi8)(r, g), out[3];
	V mid = OP(alignr_epi8)(hi, lo, 8);

	out[0] = OR(OP(shuffle_epi8)(lo, LANES16(rgb_shuffles[0])),
		    OP(shuffle_epi8)(b, LANES16(rgb_shuffles[1])));
	out[1] = OR(OP(shuffle_epi8)(mid, LANES16(rgb_shuffles[2])),
		    OP(shuffle_epi8)(b, LANES16(rgb_shuffles[3])));
	out[2] = OR(OP(shuffle_epi8)(hi, LANES16(rgb_shuffles[4])),
		    OP(shuffle_epi8)(b, LANES16(rgb_shuffles[5])));
	STORE_RGB(dst, out);
}

static void FN(pack_rgb)(uint8_t *dst, const uint8_t *r, const uint8_t *g,
			 const uint8_t *b, size_t n)
{
	size_t i = 0;

	if (n < W) {
		SHORT(pack_rgb)(dst, r, g, b, n);
		return;
	}
	for (;; i = NEXT(i, W, n)) {
		FN(store_rgb)(dst + 3 * i, LOAD(r + i), LOAD(g + i), LOAD(b + i));
		if (i == n - W)
			return;
	}
}

static void FN(rgb_400)(uint8_t *dst, const uint8_t *y, size_t n)
{
	size_t i = 0;

	if (n < W) {
		SHORT(rgb_400)(dst, y, n);
		return;
	}
	for (;; i = NEXT(i, W, n)) {
		V l = LOAD(y + i);
		V out[3] = {
			OP(shuffle_epi8)(l, LANES16(grey_shuffles[0])),
			OP(shuffle_epi8)(l, LANES16(grey_shuffles[1])),
			OP(shuffle_epi8)(l, LANES16(grey_shuffles[2])),
		};

		STORE_RGB(dst + 3 * i, out);
		if (i == n - W)
			return;
	}
}

/* What is to be added to Y for R, G and B, out of chroma of 16 bits: @v is r, @u is b. */
LANES_INLINE void FN(chroma)(V *u, V *v, V *g)
{
	V a = OP(sub_epi16)(OP(add_epi16)(*u, *u), ALWAYS(256));
	V b = OP(sub_epi16)(OP(add_epi16)(*v, *v), ALWAYS(256));

	*g = OP(sub_epi16)(ALWAYS(0), OP(mulhrs_epi16)(a, ALWAYS(CB_TO_G)));
	*g = OP(sub_epi16)(*g, OP(mulhrs_epi16)(b, ALWAYS(CR_TO_G)));
	*u = OP(mulhrs_epi16)(a, ALWAYS(CB_TO_B));
	*v = OP(mulhrs_epi16)(b, ALWAYS(CR_TO_R));
}

#define ADD_Y(y_lo, y_hi, lo, hi) \
	OP(packus_epi16)(OP(add_epi16)(y_lo, lo), OP(add_epi16)(y_hi, hi))

static void FN(rgb_444)(uint8_t *dst, const uint8_t *y, const uint8_t *cb,
			const uint8_t *cr, size_t n)
{
	const V zero = ALWAYS(0);
	size_t i = 0;

	if (n < W) {
		SHORT(rgb_444)(dst, y, cb, cr, n);
		return;
	}
	for (;; i = NEXT(i, W, n)) {
		V u = LOAD(cb + i), v = LOAD(cr + i), l = LOAD(y + i);
		V u_lo = OP(unpacklo_epi8)(u, zero), u_hi = OP(unpackhi_epi8)(u, zero);
		V v_lo = OP(unpacklo_epi8)(v, zero), v_hi = OP(unpackhi_epi8)(v, zero);
		V y_lo = OP(unpacklo_epi8)(l, zero), y_hi = OP(unpackhi_epi8)(l, zero);
		V g_lo, g_hi;

		FN(chroma)(&u_lo, &v_lo, &g_lo);
		FN(chroma)(&u_hi, &v_hi, &g_hi);
		FN(store_rgb)(dst + 3 * i, ADD_Y(y_lo, y_hi, v_lo, v_hi),
			      ADD_Y(y_lo, y_hi, g_lo, g_hi), ADD_Y(y_lo, y_hi, u_lo, u_hi));
		if (i == n - W)
			return;
	}
}

/* An overlapping vector begins with a chroma sample, which may leave one pixel over. */
static void FN(rgb_420)(uint8_t *dst, const uint8_t *y, const uint8_t *cb,
			const uint8_t *cr, size_t n)
{
	const V zero = ALWAYS(0);
	const size_t even = n & ~(size_t)1;
	size_t i = 0;

	if (n < W) {
		SHORT(rgb_420)(dst, y, cb, cr, n);
		return;
	}
	for (;; i = NEXT(i, W, even)) {
		V u = WIDEN(cb + i / 2), v = WIDEN(cr + i / 2), l = LOAD(y + i), g;
		V y_lo = OP(unpacklo_epi8)(l, zero), y_hi = OP(unpackhi_epi8)(l, zero);

		FN(chroma)(&u, &v, &g);
		FN(store_rgb)(dst + 3 * i,
			      ADD_Y(y_lo, y_hi, OP(unpacklo_epi16)(v, v),
				    OP(unpackhi_epi16)(v, v)),
			      ADD_Y(y_lo, y_hi, OP(unpacklo_epi16)(g, g),
				    OP(unpackhi_epi16)(g, g)),
			      ADD_Y(y_lo, y_hi, OP(unpacklo_epi16)(u, u),
				    OP(unpackhi_epi16)(u, u)));
		if (i == even - W)
			break;
	}
	if (n != even)
		lc_rgb_420_c(dst + 3 * even, y + even, cb + even / 2, cr + even / 2, 1);
}

#undef ADD_Y
#undef NEXT
#undef ALWAYS
#undef LANES_INLINE
