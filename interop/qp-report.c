/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * QP reports: of a frame's blocks as the hardware says it, and of a run of frames.
 */
#include "export.h"

#include <stdbool.h>
#include <string.h>

#include <pelorus/interop.h>

/* --- of a frame --- */

struct span {
	uint32_t begin, end;
};

/* The blocks of row or column @cell: all that begin in it, or the one that it lies in. */
static struct span blocks_of(uint32_t cell, uint32_t cells, uint32_t blocks)
{
	struct span s = { cell * blocks / cells, (cell + 1) * blocks / cells };

	if (s.begin == s.end)
		s.end++;
	return s;
}

static int8_t mean_qp(const PelorusQpReportInput *in, struct span x, struct span y)
{
	int64_t sum = 0, count = (int64_t)(x.end - x.begin) * (y.end - y.begin);
	uint32_t bx, by;

	for (by = y.begin; by < y.end; by++)
		for (bx = x.begin; bx < x.end; bx++)
			sum += in->block_qp[(size_t)by * in->blk_cols + bx];
	return (int8_t)(sum / count);
}

static void fold(const PelorusQpReportInput *in, uint16_t cols, uint16_t rows,
		 int8_t *out)
{
	uint32_t cx, cy;

	for (cy = 0; cy < rows; cy++)
		for (cx = 0; cx < cols; cx++)
			*out++ = mean_qp(in, blocks_of(cx, cols, in->blk_cols),
					 blocks_of(cy, rows, in->blk_rows));
}

LC_EXPORT pel_result pel_qp_report_from_blocks(const PelorusQpReportInput *in,
					       uint16_t grid_cols, uint16_t grid_rows,
					       PelorusQpReportSection *out_section,
					       int8_t *qp_cell_out, size_t qp_cell_cap)
{
	uint32_t cells = (uint32_t)grid_cols * grid_rows;

	if (!in || !out_section || !cells)
		return PEL_ERR_INVALID;
	memset(out_section, 0, sizeof(*out_section));
	out_section->avg_qp = in->avg_qp;
	out_section->psnr_y = in->psnr_y;
	out_section->psnr_u = in->psnr_u;
	out_section->psnr_v = in->psnr_v;
	out_section->total_bits = in->total_bits;
	out_section->num_intra_blocks = in->num_intra_blocks;
	out_section->num_inter_blocks = in->num_inter_blocks;
	out_section->num_skipped_blocks = in->num_skipped_blocks;
	out_section->report_source = in->report_source;
	out_section->block_size_log2 = in->block_size_log2;
	if (!in->block_qp || !qp_cell_out || !in->blk_cols || !in->blk_rows)
		return PEL_OK;
	if (qp_cell_cap < cells)
		return PEL_ERR_RANGE;
	fold(in, grid_cols, grid_rows, qp_cell_out);
	out_section->qp_valid = 1;
	out_section->qp_cell_size = cells;
	return PEL_OK;
}

/* --- of a run of frames --- */

struct sums {
	uint64_t bits;
	double qp; /* not weighted */
	double weighted_qp, weighted_y, weighted_u, weighted_v;
};

/* false: the bits don't fit. */
static bool sum_up(const PelorusX265Frame *frames, size_t n, struct sums *s)
{
	size_t i;

	memset(s, 0, sizeof(*s));
	for (i = 0; i < n; i++) {
		const PelorusX265Frame *f = &frames[i];
		double weight = (double)f->bits;

		if (f->bits > UINT64_MAX - s->bits)
			return false;
		s->bits += f->bits;
		s->qp += (double)f->qp;
		s->weighted_qp += (double)f->qp * weight;
		s->weighted_y += (double)f->psnr_y * weight;
		s->weighted_u += (double)f->psnr_u * weight;
		s->weighted_v += (double)f->psnr_v * weight;
	}
	return true;
}

/* On which side of its mean a QP lies: -1, 1, or 0 for less than a quarter; 2 of NaN. */
static int side_of(double delta)
{
	const double quarter = 0.25;

	if (delta >= quarter)
		return 1;
	if (delta <= -quarter)
		return -1;
	return delta == delta ? 0 : 2;
}

static float honored_fraction(const PelorusX265Frame *frames, size_t n, double mean,
			      const float *requested)
{
	double requested_mean = 0;
	size_t i, agreeing = 0;

	for (i = 0; i < n; i++)
		requested_mean += (double)requested[i];
	requested_mean /= (double)n;
	for (i = 0; i < n; i++) {
		int side = side_of((double)requested[i] - requested_mean);

		if (side != 2 && side == side_of((double)frames[i].qp - mean))
			agreeing++;
	}
	return (float)((double)agreeing / (double)n);
}

LC_EXPORT pel_result pel_qp_report_from_x265_frames(const PelorusX265Frame *frames,
						    size_t nb, const float *requested_qp,
						    PelorusQpReportSection *out_section)
{
	struct sums s;
	double bits;

	if (!frames || !out_section || !nb)
		return PEL_ERR_INVALID;
	memset(out_section, 0, sizeof(*out_section));
	out_section->report_source = PEL_QPSRC_NONE;
	if (!sum_up(frames, nb, &s))
		return PEL_ERR_RANGE;
	bits = (double)s.bits;
	out_section->total_bits = s.bits;
	if (s.bits) {
		out_section->avg_qp = (float)(s.weighted_qp / bits);
		out_section->psnr_y = (float)(s.weighted_y / bits);
		out_section->psnr_u = (float)(s.weighted_u / bits);
		out_section->psnr_v = (float)(s.weighted_v / bits);
	} else {
		out_section->avg_qp = (float)(s.qp / (double)nb);
	}
	if (requested_qp)
		out_section->honored_fraction = honored_fraction(
			frames, nb, s.qp / (double)nb, requested_qp);
	return PEL_OK;
}
