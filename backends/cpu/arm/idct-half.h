/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Half a pass of the inverse DCT: eight points of four lanes, the lower or the upper four
 * of each vector. The including file sets, for each inclusion,
 *
 *	FN(name)		what the functions are called
 *	SHLL(s)			four lanes, widened, times 2^13
 *	MULL(s, k, i)		four lanes by lane @i of @k
 *	MLAL(a, s, k, i)	added to @a, and MLSL taken from it
 *
 * The sums of the reference are regrouped to products of 16 bits that are added up in 32,
 * which is exact since they wrap there. Factors are addressed by lane: two registers hold
 * all of them, and none has to be spread out first.
 */

/* Four sums of the even half. Points @n and beyond are zero, @n being 4 or 8. */
LC_INLINE void FN(even)(const int16x8_t s[8], int n, struct factors k, int32x4_t bias,
			int32x4_t e[4])
{
	int32x4_t t10 = sum(SHLL(s[0]), bias), t11 = t10;
	int32x4_t t13 = MULL(s[2], k.even, 0), t12 = MULL(s[2], k.even, 1);

	if (n > 4) {
		int32x4_t s4 = SHLL(s[4]);

		t11 = difference(t10, s4);
		t10 = sum(t10, s4);
		t13 = MLAL(t13, s[6], k.even, 1);
		t12 = MLSL(t12, s[6], k.even, 2);
	}
	e[0] = sum(t10, t13);
	e[3] = difference(t10, t13);
	e[1] = sum(t11, t12);
	e[2] = difference(t11, t12);
}

/* Four sums of the odd half. */
LC_INLINE void FN(odd)(const int16x8_t s[8], int n, struct factors k, int32x4_t o[4])
{
	o[0] = MULL(s[1], k.odd, 0);
	o[1] = MULL(s[1], k.odd, 4);
	o[2] = MULL(s[1], k.odd, 3);
	o[3] = MULL(s[1], k.odd, 6);
	o[0] = MLSL(o[0], s[3], k.odd, 5);
	o[1] = MLSL(o[1], s[3], k.odd, 7);
	o[2] = MLSL(o[2], s[3], k.odd, 2);
	o[3] = MLAL(o[3], s[3], k.odd, 3);
	if (n <= 4)
		return;
	o[0] = MLAL(o[0], s[5], k.odd, 3);
	o[1] = MLAL(o[1], s[5], k.odd, 1);
	o[2] = MLSL(o[2], s[5], k.odd, 7);
	o[3] = MLAL(o[3], s[5], k.odd, 4);
	o[0] = MLSL(o[0], s[7], k.odd, 6);
	o[1] = MLAL(o[1], s[7], k.odd, 3);
	o[2] = MLSL(o[2], s[7], k.odd, 5);
	o[3] = MLAL(o[3], s[7], k.odd, 0);
}

/* The first pass for four columns, of which the second takes whole columns: @ret[0..3]. */
LC_INLINE void FN(pass1)(const int16x8_t s[8], int n, struct factors k, int16x8_t ret[4])
{
	int32x4_t e[4], o[4];
	int16x8_t rows[4]; /* i and i + 4 */

	FN(even)(s, n, k, vdupq_n_s32(BIAS1), e);
	FN(odd)(s, n, k, o);
	rows[0] = saturated(sum(e[0], o[3]), difference(e[3], o[0]));
	rows[1] = saturated(sum(e[1], o[2]), difference(e[2], o[1]));
	rows[2] = saturated(sum(e[2], o[1]), difference(e[1], o[2]));
	rows[3] = saturated(sum(e[3], o[0]), difference(e[0], o[3]));
	transpose_4x4(rows, ret);
}

/*
 * The second pass for four rows, to 8x4 samples, two rows in each of @ret. Sum and first
 * half of the shift by 18 are one instruction.
 */
LC_INLINE void FN(pass2)(const int16x8_t s[8], int n, struct factors k, uint8x16_t ret[2])
{
	int32x4_t e[4], o[4];
	int16x8_t a, b, c, d; /* columns 01, 23, 45, 67 */

	FN(even)(s, n, k, vdupq_n_s32(BIAS2), e);
	FN(odd)(s, n, k, o);
	a = vaddhn_high_s32(vaddhn_s32(e[0], o[3]), e[1], o[2]);
	b = vaddhn_high_s32(vaddhn_s32(e[2], o[1]), e[3], o[0]);
	c = vsubhn_high_s32(vsubhn_s32(e[3], o[0]), e[2], o[1]);
	d = vsubhn_high_s32(vsubhn_s32(e[1], o[2]), e[0], o[3]);
	rows_of_columns(clamped(a, b), clamped(c, d), ret);
}
