/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Functions of the library that the linker's --wrap leads here: see parallel-wraps.h.
 */
#include "config.h"

#include "parallel-wraps.h"

#include "jpeg-parallel.h"
#include "jpeg-speculate.h"
#include "loader.h"

int __wrap_lc_loader_open(const char *path, const char *name,
			  const struct libcodec_host *host,
			  struct libcodec_plugin *ret_desc,
			  struct libcodec_image_decoder_ops *ret_ops,
			  struct lc_refusal *ret_why);

int __wrap_lc_loader_open(const char *path, const char *name,
			  const struct libcodec_host *host,
			  struct libcodec_plugin *ret_desc,
			  struct libcodec_image_decoder_ops *ret_ops,
			  struct lc_refusal *ret_why)
{
	const struct libcodec_plugin *p =
		libcodec_plugin_entry(LIBCODEC_PLUGIN_ABI, host);

	*ret_ops = *(const struct libcodec_image_decoder_ops *)p->ops;
	*ret_desc = *p;
	ret_desc->ops = NULL;
	return 0;
}

unsigned int n_shared, n_declined, n_mcus_ahead;

static void count(unsigned int *counter, unsigned int by)
{
	__atomic_fetch_add(counter, by, __ATOMIC_RELAXED);
}

int __real_lc_jpeg_parallel(struct lc_jpeg_session *s,
			    const struct libcodec_decode_job *job, uint64_t *ret_end);
int __wrap_lc_jpeg_parallel(struct lc_jpeg_session *s,
			    const struct libcodec_decode_job *job, uint64_t *ret_end);

int __wrap_lc_jpeg_parallel(struct lc_jpeg_session *s,
			    const struct libcodec_decode_job *job, uint64_t *ret_end)
{
	int r = __real_lc_jpeg_parallel(s, job, ret_end);

	count(r == 0 ? &n_shared : &n_declined, 1);
	return r;
}

void __real_lc_jpeg_transform_ahead(const struct lc_jpeg_scan *scan,
				    const struct lc_jpeg_ahead *a, unsigned int first,
				    unsigned int n,
				    const unsigned int dc[LC_JPEG_COMPONENTS],
				    unsigned int x);
void __wrap_lc_jpeg_transform_ahead(const struct lc_jpeg_scan *scan,
				    const struct lc_jpeg_ahead *a, unsigned int first,
				    unsigned int n,
				    const unsigned int dc[LC_JPEG_COMPONENTS],
				    unsigned int x);

void __wrap_lc_jpeg_transform_ahead(const struct lc_jpeg_scan *scan,
				    const struct lc_jpeg_ahead *a, unsigned int first,
				    unsigned int n,
				    const unsigned int dc[LC_JPEG_COMPONENTS],
				    unsigned int x)
{
	count(&n_mcus_ahead, n);
	__real_lc_jpeg_transform_ahead(scan, a, first, n, dc, x);
}

int64_t clock_step;
int64_t clock_now;

int64_t __real_lc_now_ns(void);
int64_t __wrap_lc_now_ns(void);

int64_t __wrap_lc_now_ns(void)
{
	if (!clock_step)
		return __real_lc_now_ns();
	return __atomic_add_fetch(&clock_now, clock_step, __ATOMIC_RELAXED);
}
