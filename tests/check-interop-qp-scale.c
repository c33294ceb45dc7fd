/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * QPs of all codecs on the scale of H.264's.
 */
#include "config.h"

#include <math.h>

#include <pelorus/telemetry.h>

#include "qp-scale.h"
#include "test.h"

/* The specification's tables, by what is known of them: sums, and a hash of the bytes. */
START_TEST(test_steps)
{
	static const uint32_t sums[3] = { 98156, 390034, 1557517 };
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	unsigned int depth, i;
	uint32_t sum;

	for (depth = 0; depth < 3; depth++) {
		sum = 0;
		for (i = 0; i < 256; i++) {
			uint16_t v = lc_ac_steps[depth][i];

			quick_assert(i == 0 || v > lc_ac_steps[depth][i - 1]);
			sum += v;
			/* FNV-1a. */
			hash = (hash ^ (v & 0xff)) * UINT64_C(0x100000001b3);
			hash = (hash ^ (v >> 8)) * UINT64_C(0x100000001b3);
		}
		ck_assert_uint_eq(sum, sums[depth]);
	}
	ck_assert_uint_eq(hash, UINT64_C(0xfca311f1451e62de));
}
END_TEST

static const uint8_t depths[3] = { 8, 10, 12 };

static void is_norm(uint8_t scale, uint8_t depth, float qp, double want)
{
	float norm = 1e9f;

	ck_assert_int_eq(pel_qp_normalize(scale, depth, qp, &norm), PEL_OK);
	ck_assert_msg(fabs(norm - want) <= 0.00006,
		      "%g of scale %d at %d bits is %g, not %g", (double)qp, scale, depth,
		      (double)norm, want);
}

static void is_refused(uint8_t scale, uint8_t depth, float qp, pel_result want)
{
	float norm = 1e9f;

	ck_assert_int_eq(pel_qp_normalize(scale, depth, qp, &norm), want);
	ck_assert(norm == 1e9f);
}

struct row {
	float qp;
	double norm[3]; /* at 8, 10 and 12 bits */
};

static const struct row qindices[] = {
	{ 0, { -1.9316, -13.9316, -25.9316 } }, { 1, { 4.0684, -6.9120, -15.7289 } },
	{ 4, { 6.8250, -1.9316, -7.1559 } },	{ 24, { 15.7936, 12.8250, 11.8362 } },
	{ 32, { 17.7808, 15.6529, 15.0658 } },	{ 60, { 22.4650, 21.8284, 21.6529 } },
	{ 72, { 23.8911, 23.4989, 23.3907 } },	{ 100, { 26.9126, 26.7762, 26.7467 } },
	{ 120, { 29.5560, 29.4989, 29.4809 } }, { 160, { 35.5844, 35.5702, 35.5684 } },
	{ 200, { 41.9865, 41.9831, 41.9831 } }, { 236, { 47.9116, 47.9116, 47.9108 } },
	{ 255, { 51.0847, 51.0847, 51.0844 } },
};
static const struct row encoder_qps[] = {
	{ 1, { 6.8250, -1.9316, -7.1559 } },   { 3, { 11.5560, 6.0000, 3.9321 } },
	{ 8, { 17.7808, 15.6529, 15.0658 } },  { 12, { 20.7566, 19.7124, 19.4075 } },
	{ 18, { 23.8911, 23.4989, 23.3907 } }, { 25, { 26.9126, 26.7762, 26.7467 } },
	{ 30, { 29.5560, 29.4989, 29.4809 } }, { 31, { 30.2137, 30.1608, 30.1508 } },
	{ 36, { 33.1789, 33.1602, 33.1508 } }, { 41, { 36.2401, 36.2269, 36.2269 } },
	{ 45, { 38.7566, 38.7517, 38.7492 } }, { 50, { 41.9865, 41.9831, 41.9831 } },
	{ 55, { 45.2628, 45.2605, 45.2611 } }, { 59, { 47.9116, 47.9116, 47.9108 } },
	{ 62, { 50.0817, 50.0817, 50.0814 } }, { 63, { 51.0847, 51.0847, 51.0844 } },
};

START_TEST(test_qindex)
{
	const struct row *r = &qindices[_i];
	unsigned int i;

	for (i = 0; i < 3; i++) {
		is_norm(PEL_QP_SCALE_AV1_QINDEX, depths[i], r->qp, r->norm[i]);
		is_norm(PEL_QP_SCALE_VP9_QINDEX, depths[i], r->qp, r->norm[i]);
	}
}
END_TEST

START_TEST(test_encoder_qp)
{
	const struct row *r = &encoder_qps[_i];
	unsigned int i;

	for (i = 0; i < 3; i++)
		is_norm(PEL_QP_SCALE_AV1_ENCODER_QP, depths[i], r->qp, r->norm[i]);
}
END_TEST

START_TEST(test_between)
{
	is_norm(PEL_QP_SCALE_AV1_QINDEX, 8, 120.5f, 29.6406);
	is_norm(PEL_QP_SCALE_AV1_QINDEX, 10, 99.25f, 26.6574);
	is_norm(PEL_QP_SCALE_AV1_ENCODER_QP, 8, 26.63f, 27.8656);
	is_norm(PEL_QP_SCALE_AV1_QINDEX, 8, 246.5f,
		3 * (log2(1537 / 5.0) + log2(1567 / 5.0)));
	/* In the last step of encoders' QPs, which is of 6: qindex 252. */
	is_norm(PEL_QP_SCALE_AV1_ENCODER_QP, 8, 62.5f, 6 * log2(1725.0 / 5));
}
END_TEST

START_TEST(test_h26x)
{
	unsigned int i;

	for (i = 0; i < 3; i++) {
		is_norm(PEL_QP_SCALE_SLICE_QP, depths[i], 30, 30);
		is_norm(PEL_QP_SCALE_SLICE_QP, depths[i], 63, 63);
		is_norm(PEL_QP_SCALE_SLICE_QP, depths[i], -6.0f * (depths[i] - 8),
			-6.0 * (depths[i] - 8));
		is_refused(PEL_QP_SCALE_SLICE_QP, depths[i],
			   -6.0f * (depths[i] - 8) - 0.5f, PEL_ERR_RANGE);
		is_refused(PEL_QP_SCALE_SLICE_QP, depths[i], 63.5f, PEL_ERR_RANGE);
	}
}
END_TEST

START_TEST(test_refused)
{
	uint8_t scale;

	ck_assert_int_eq(pel_qp_normalize(PEL_QP_SCALE_SLICE_QP, 8, 30, NULL),
			 PEL_ERR_INVALID);
	is_refused(0, 8, 30, PEL_ERR_INVALID);
	is_refused(5, 8, 30, PEL_ERR_INVALID);
	is_refused(5, 9, 30, PEL_ERR_INVALID);
	for (scale = 1; scale <= 4; scale++) {
		is_refused(scale, 9, 30, PEL_ERR_RANGE);
		is_refused(scale, 0, 30, PEL_ERR_RANGE);
		is_refused(scale, 14, 30, PEL_ERR_RANGE);
		is_refused(scale, 8, NAN, PEL_ERR_RANGE);
		is_refused(scale, 8, INFINITY, PEL_ERR_RANGE);
		is_refused(scale, 8, -0.5f, PEL_ERR_RANGE);
	}
	is_refused(PEL_QP_SCALE_AV1_QINDEX, 8, 255.5f, PEL_ERR_RANGE);
	is_refused(PEL_QP_SCALE_VP9_QINDEX, 8, 255.5f, PEL_ERR_RANGE);
	is_refused(PEL_QP_SCALE_AV1_ENCODER_QP, 8, 63.5f, PEL_ERR_RANGE);
}
END_TEST

/* The coarser the quantiser, the larger the norm, whatever the scale. */
START_TEST(test_monotonous)
{
	static const float last[5] = { 0, 63, 255, 255, 63 };
	uint8_t scale;
	unsigned int i;
	float qp, norm, before;

	for (scale = 1; scale <= 4; scale++)
		for (i = 0; i < 3; i++) {
			before = -100;
			for (qp = 0; qp <= last[scale]; qp += 0.125f) {
				quick_assert(pel_qp_normalize(scale, depths[i], qp,
							      &norm) == PEL_OK);
				quick_assert(norm > before);
				before = norm;
			}
		}
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-qp-scale");
	TCase *tc = tcase_create("normalize");

	tcase_add_test(tc, test_steps);
	tcase_add_loop_test(tc, test_qindex, 0, sizeof(qindices) / sizeof(qindices[0]));
	tcase_add_loop_test(tc, test_encoder_qp, 0,
			    sizeof(encoder_qps) / sizeof(encoder_qps[0]));
	tcase_add_test(tc, test_between);
	tcase_add_test(tc, test_h26x);
	tcase_add_test(tc, test_refused);
	tcase_add_test(tc, test_monotonous);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-qp-scale", make_suite);
}
