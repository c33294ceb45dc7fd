/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The fast inverse DCT of one block in each 128-bit lane of a vector, for vectors of any
 * size; the including file sets V, OP and FN as for idct-lanes.h, which comes before.
 *
 * A pass is the reference's, with a column in each 16 bits. The reference's product,
 * (2 * a * f) >> 16, is pmulhw's of a and 2 * f. Where that is not below 2^15, 2 * f - 2^16
 * is: what is short by a is added again, and all of it is exact since sums wrap.
 */

#define LANES_INLINE static inline __attribute__((always_inline))
#define TIMES(a, f) OP(mulhi_epi16)(a, OP(set1_epi16)((int16_t)(f)))

LANES_INLINE V FN(by_1_082)(V a)
{
	return OP(add_epi16)(a, TIMES(a, 2 * 2700));
}

LANES_INLINE V FN(by_1_847)(V a)
{
	return OP(add_epi16)(OP(add_epi16)(a, a), TIMES(a, 2 * 27779 - 65536));
}

LANES_INLINE V FN(by_2_613)(V a)
{
	V twice = OP(add_epi16)(a, a);

	return OP(add_epi16)(OP(add_epi16)(twice, a), TIMES(a, 2 * 20091 - 65536));
}

/* 1.414 without the whole @a. */
LANES_INLINE V FN(by_0_414)(V a)
{
	return TIMES(a, 2 * 13573);
}

/* The odd half, from sums and differences of its inputs, with the even one: outputs. */
LANES_INLINE void FN(fast_odd)(V z10, V z11, V z12, V z13, const V e[4], V out[8])
{
	V z5 = FN(by_1_847)(OP(add_epi16)(z10, z12));
	V d = OP(sub_epi16)(z11, z13), o[4];
	int i;

	o[0] = OP(add_epi16)(z11, z13);
	o[1] = OP(sub_epi16)(OP(sub_epi16)(z5, FN(by_2_613)(z10)), o[0]);
	o[2] = OP(sub_epi16)(OP(add_epi16)(d, FN(by_0_414)(d)), o[1]);
	o[3] = OP(sub_epi16)(OP(sub_epi16)(z5, FN(by_1_082)(z12)), o[2]);
	UNROLL_8
	for (i = 0; i < 4; i++) {
		out[i] = OP(add_epi16)(e[i], o[i]);
		out[7 - i] = OP(sub_epi16)(e[i], o[i]);
	}
}

LANES_INLINE void FN(fast_pass)(V s[8])
{
	V t10 = OP(add_epi16)(s[0], s[4]), t11 = OP(sub_epi16)(s[0], s[4]);
	V t13 = OP(add_epi16)(s[2], s[6]), d = OP(sub_epi16)(s[2], s[6]);
	V t12 = OP(sub_epi16)(OP(add_epi16)(d, FN(by_0_414)(d)), t13);
	V e[4] = {
		OP(add_epi16)(t10, t13),
		OP(add_epi16)(t11, t12),
		OP(sub_epi16)(t11, t12),
		OP(sub_epi16)(t10, t13),
	};

	FN(fast_odd)(OP(sub_epi16)(s[5], s[3]), OP(add_epi16)(s[1], s[7]),
		     OP(sub_epi16)(s[1], s[7]), OP(add_epi16)(s[5], s[3]), e, s);
}

/* The same where inputs 4 to 7 are zero. */
LANES_INLINE void FN(fast_sparse_pass)(V s[8])
{
	V t12 = FN(by_0_414)(s[2]);
	V e[4] = {
		OP(add_epi16)(s[0], s[2]),
		OP(add_epi16)(s[0], t12),
		OP(sub_epi16)(s[0], t12),
		OP(sub_epi16)(s[0], s[2]),
	};

	FN(fast_odd)(OP(sub_epi16)(OP(set1_epi16)(0), s[3]), s[1], s[1], s[3], e, s);
}

/* Three times so, and rows are columns. */
LANES_INLINE void FN(shuffle_halves)(V s[8])
{
	V t[8];
	int i;

	UNROLL_8
	for (i = 0; i < 4; i++) {
		t[2 * i] = OP(unpacklo_epi16)(s[i], s[i + 4]);
		t[2 * i + 1] = OP(unpackhi_epi16)(s[i], s[i + 4]);
	}
	UNROLL_8
	for (i = 0; i < 8; i++)
		s[i] = t[i];
}

/* Rows, of which columns 4 to 7 don't count, to columns 0 to 3: the same by halves. */
LANES_INLINE void FN(columns_0_to_3)(V s[8])
{
	V t[4], u[4];
	int i;

	UNROLL_8
	for (i = 0; i < 4; i++)
		t[i] = OP(unpacklo_epi16)(s[i], s[i + 4]);
	u[0] = OP(unpacklo_epi16)(t[0], t[2]);
	u[1] = OP(unpackhi_epi16)(t[0], t[2]);
	u[2] = OP(unpacklo_epi16)(t[1], t[3]);
	u[3] = OP(unpackhi_epi16)(t[1], t[3]);
	s[0] = OP(unpacklo_epi16)(u[0], u[2]);
	s[1] = OP(unpackhi_epi16)(u[0], u[2]);
	s[2] = OP(unpacklo_epi16)(u[1], u[3]);
	s[3] = OP(unpackhi_epi16)(u[1], u[3]);
}

/* Columns, which have 16 added, to samples: two rows in each @rows. */
LANES_INLINE void FN(fast_samples)(const V s[8], V rows[4])
{
	V q[4];
	int i;

	UNROLL_8
	for (i = 0; i < 4; i++) {
		q[i] = OP(packs_epi16)(OP(srai_epi16)(s[i], 5), OP(srai_epi16)(s[i + 4], 5));
		q[i] = OP(add_epi8)(q[i], OP(set1_epi8)(-128));
	}
	FN(rows_of)(q, rows);
}

/* Dequantised rows to samples, rows 2 * i and 2 * i + 1 in each lane of @rows[i]. */
LANES_INLINE void FN(idct_fast_lanes)(V s[8], V rows[4])
{
	FN(fast_pass)(s);
	FN(shuffle_halves)(s);
	FN(shuffle_halves)(s);
	FN(shuffle_halves)(s);
	s[0] = OP(add_epi16)(s[0], OP(set1_epi16)(16)); /* all outputs have it then */
	FN(fast_pass)(s);
	FN(fast_samples)(s, rows);
}

/* The same of rows 0 to 3, of which columns 4 to 7 are zero, too. */
LANES_INLINE void FN(idct_fast_sparse_lanes)(V s[8], V rows[4])
{
	FN(fast_sparse_pass)(s);
	FN(columns_0_to_3)(s);
	s[0] = OP(add_epi16)(s[0], OP(set1_epi16)(16));
	FN(fast_sparse_pass)(s);
	FN(fast_samples)(s, rows);
}

#undef TIMES
#undef LANES_INLINE
