/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The inverse DCT of one block in each 128-bit lane of a vector, for vectors of any size.
 * The including file sets, for each inclusion,
 *
 *	V		the type: __m128i or __m256i
 *	OP(name)	the intrinsic of that size: _mm_##name ...
 *	FN(name)	what the functions are called
 *	DWORDS(a, b, order)	that of x86.h for the size
 *
 * and everything here ends up inside that file, for its instruction set.
 *
 * A pass is four vectors of pairs (s0, s4), (s1, s5), (s2, s6), (s3, s7), multiplied and
 * added by pmaddwd. The sums of the reference are regrouped for that, which is exact since
 * they wrap in 32 bits.
 */

#define LANES_INLINE static inline __attribute__((always_inline))

/* Four sums of the even half, four of the odd half. */
LANES_INLINE void FN(even)(V p04, V p26, V bias, V e[4])
{
	V t10 = OP(madd_epi16)(p04, OP(set1_epi32)(PAIR(8192, 8192)));
	V t11 = OP(madd_epi16)(p04, OP(set1_epi32)(PAIR(8192, -8192)));
	V t13 = OP(madd_epi16)(p26, OP(set1_epi32)(PAIR(10703, 4433)));
	V t12 = OP(madd_epi16)(p26, OP(set1_epi32)(PAIR(4433, -10704)));

	t10 = OP(add_epi32)(t10, bias);
	t11 = OP(add_epi32)(t11, bias);
	e[0] = OP(add_epi32)(t10, t13);
	e[3] = OP(sub_epi32)(t10, t13);
	e[1] = OP(add_epi32)(t11, t12);
	e[2] = OP(sub_epi32)(t11, t12);
}

LANES_INLINE V FN(odd_one)(V p15, V p37, int k15, int k37)
{
	return OP(add_epi32)(OP(madd_epi16)(p15, OP(set1_epi32)(k15)),
			     OP(madd_epi16)(p37, OP(set1_epi32)(k37)));
}

/* Half a pass, 32-bit sums. */
LANES_INLINE void FN(half_pass)(V p04, V p15, V p26, V p37, V bias, V out[8])
{
	V e[4], o[4];
	int i;

	FN(even)(p04, p26, bias, e);
	o[0] = FN(odd_one)(p15, p37, ODD0_15, ODD0_37);
	o[1] = FN(odd_one)(p15, p37, ODD1_15, ODD1_37);
	o[2] = FN(odd_one)(p15, p37, ODD2_15, ODD2_37);
	o[3] = FN(odd_one)(p15, p37, ODD3_15, ODD3_37);
	UNROLL_8
	for (i = 0; i < 4; i++) {
		out[i] = OP(add_epi32)(e[i], o[3 - i]);
		out[7 - i] = OP(sub_epi32)(e[i], o[3 - i]);
	}
}

/* Pairs of rows' columns for the second pass, out of the rows by dwords. */
LANES_INLINE void FN(transpose_pairs)(V a, V b, V c, V d, V p[4])
{
	V ab_lo = OP(unpacklo_epi32)(a, b), ab_hi = OP(unpackhi_epi32)(a, b);
	V cd_lo = OP(unpacklo_epi32)(c, d), cd_hi = OP(unpackhi_epi32)(c, d);

	p[0] = OP(unpacklo_epi64)(ab_lo, cd_lo);
	p[1] = OP(unpackhi_epi64)(ab_lo, cd_lo);
	p[2] = OP(unpacklo_epi64)(ab_hi, cd_hi);
	p[3] = OP(unpackhi_epi64)(ab_hi, cd_hi);
}

/* The first pass on dequantised rows @s: pairs of rows 0 to 3 and of rows 4 to 7. */
LANES_INLINE void FN(pass1)(const V s[8], V low[4], V high[4])
{
	const V bias = OP(set1_epi32)(BIAS1);
	V a[8], b[8], t[8];
	int i;

	FN(half_pass)(OP(unpacklo_epi16)(s[0], s[4]), OP(unpacklo_epi16)(s[1], s[5]),
		      OP(unpacklo_epi16)(s[2], s[6]), OP(unpacklo_epi16)(s[3], s[7]), bias,
		      a);
	FN(half_pass)(OP(unpackhi_epi16)(s[0], s[4]), OP(unpackhi_epi16)(s[1], s[5]),
		      OP(unpackhi_epi16)(s[2], s[6]), OP(unpackhi_epi16)(s[3], s[7]), bias,
		      b);
	/* Columns 0 to 3 and 4 to 7 of two rows; together the pairs 04, 15, 26, 37. */
	UNROLL_8
	for (i = 0; i < 8; i += 2) {
		V l = OP(packs_epi32)(OP(srai_epi32)(a[i], SHIFT1),
				      OP(srai_epi32)(a[i + 1], SHIFT1));
		V h = OP(packs_epi32)(OP(srai_epi32)(b[i], SHIFT1),
				      OP(srai_epi32)(b[i + 1], SHIFT1));

		t[i] = OP(unpacklo_epi16)(l, h);
		t[i + 1] = OP(unpackhi_epi16)(l, h);
	}
	FN(transpose_pairs)(t[0], t[1], t[2], t[3], low);
	FN(transpose_pairs)(t[4], t[5], t[6], t[7], high);
}

/* Samples of columns 0 and 4, 1 and 5, ... in each of @q: two rows in each @rows. */
LANES_INLINE void FN(rows_of)(const V q[4], V rows[4])
{
	V lo02 = OP(unpacklo_epi8)(q[0], q[2]), hi02 = OP(unpackhi_epi8)(q[0], q[2]);
	V lo13 = OP(unpacklo_epi8)(q[1], q[3]), hi13 = OP(unpackhi_epi8)(q[1], q[3]);
	V l = OP(unpacklo_epi8)(lo02, lo13), h = OP(unpacklo_epi8)(hi02, hi13);

	rows[0] = OP(unpacklo_epi32)(l, h);
	rows[1] = OP(unpackhi_epi32)(l, h);
	l = OP(unpackhi_epi8)(lo02, lo13);
	h = OP(unpackhi_epi8)(hi02, hi13);
	rows[2] = OP(unpacklo_epi32)(l, h);
	rows[3] = OP(unpackhi_epi32)(l, h);
}

/* 32-bit columns, of rows 0 to 3 and of rows 4 to 7, to samples: two rows in each @rows. */
LANES_INLINE void FN(samples)(const V a[8], const V b[8], V rows[4])
{
	V q[8];
	int i;

	UNROLL_8
	for (i = 0; i < 8; i++)
		q[i] = OP(packs_epi32)(OP(srai_epi32)(a[i], SHIFT2),
				       OP(srai_epi32)(b[i], SHIFT2));
	UNROLL_8
	for (i = 0; i < 4; i++)
		q[i] = OP(packus_epi16)(q[i], q[i + 4]);
	FN(rows_of)(q, rows);
}

/* Dequantised rows to samples, rows 2 * i and 2 * i + 1 in each lane of @rows[i]. */
LANES_INLINE void FN(idct_lanes)(const V s[8], V rows[4])
{
	const V bias = OP(set1_epi32)(BIAS2);
	V l[4], h[4], a[8], b[8];

	FN(pass1)(s, l, h);
	FN(half_pass)(l[0], l[1], l[2], l[3], bias, a);
	FN(half_pass)(h[0], h[1], h[2], h[3], bias, b);
	FN(samples)(a, b, rows);
}

/* A pass over pairs (s0, s2) and (s1, s3), all else being zero. */
LANES_INLINE void FN(sparse_pass)(V p02, V p13, V bias, V out[8])
{
	V e[4], o[4];
	int i;

	e[0] = OP(madd_epi16)(p02, OP(set1_epi32)(EVEN0_02));
	e[1] = OP(madd_epi16)(p02, OP(set1_epi32)(EVEN1_02));
	e[2] = OP(madd_epi16)(p02, OP(set1_epi32)(EVEN2_02));
	e[3] = OP(madd_epi16)(p02, OP(set1_epi32)(EVEN3_02));
	o[0] = OP(madd_epi16)(p13, OP(set1_epi32)(ODD0_13));
	o[1] = OP(madd_epi16)(p13, OP(set1_epi32)(ODD1_13));
	o[2] = OP(madd_epi16)(p13, OP(set1_epi32)(ODD2_13));
	o[3] = OP(madd_epi16)(p13, OP(set1_epi32)(ODD3_13));
	UNROLL_8
	for (i = 0; i < 4; i++) {
		e[i] = OP(add_epi32)(e[i], bias);
		out[i] = OP(add_epi32)(e[i], o[3 - i]);
		out[7 - i] = OP(sub_epi32)(e[i], o[3 - i]);
	}
}

/* The second pass over four rows of columns 0, 2, 1, 3, two rows in each vector. */
LANES_INLINE void FN(sparse_rows)(V t, V u, V out[8])
{
	FN(sparse_pass)(DWORDS(t, u, _MM_SHUFFLE(2, 0, 2, 0)),
			DWORDS(t, u, _MM_SHUFFLE(3, 1, 3, 1)), OP(set1_epi32)(BIAS2), out);
}

/* Dequantised rows 0 to 3, of which columns 0 to 3 count, to samples, all else being zero. */
LANES_INLINE void FN(idct_sparse_lanes)(const V s[4], V rows[4])
{
	V a[8], b[8], t[4];
	int i;

	FN(sparse_pass)(OP(unpacklo_epi16)(s[0], s[2]), OP(unpacklo_epi16)(s[1], s[3]),
			OP(set1_epi32)(BIAS1), a);
	UNROLL_8
	for (i = 0; i < 4; i++) {
		t[i] = OP(packs_epi32)(OP(srai_epi32)(a[2 * i], SHIFT1),
				       OP(srai_epi32)(a[2 * i + 1], SHIFT1));
		t[i] = OP(shufflelo_epi16)(t[i], _MM_SHUFFLE(3, 1, 2, 0));
		t[i] = OP(shufflehi_epi16)(t[i], _MM_SHUFFLE(3, 1, 2, 0));
	}
	FN(sparse_rows)(t[0], t[1], a);
	FN(sparse_rows)(t[2], t[3], b);
	FN(samples)(a, b, rows);
}

#undef LANES_INLINE
