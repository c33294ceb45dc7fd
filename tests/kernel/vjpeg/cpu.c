/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the cpu backend's decoder asks of the files that are left out here: there is one
 * thread, and there are no vectors, which in the kernel would be somebody's registers.
 */
#include "cpu-features.h"
#include "jpeg-parallel.h"

#include <errno.h>

unsigned int lc_cpu_simd_level(void)
{
	return LC_SIMD_NONE;
}

void lc_jpeg_dsp_init(struct lc_jpeg_dsp *dsp, unsigned int level)
{
	(void)level;
	lc_jpeg_dsp_init_c(dsp);
}

int lc_jpeg_parallel(struct lc_jpeg_session *s, const struct libcodec_decode_job *job,
		     uint64_t *ret_end)
{
	(void)s;
	(void)job;
	(void)ret_end;
	return -EAGAIN;
}

void lc_jpeg_parallel_trim(struct lc_jpeg_parallel_memory *memory)
{
	(void)memory;
}
