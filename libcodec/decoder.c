/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Decoders: their life, settings and reports.
 */
#include "decoder.h"

#include <stdlib.h>

#include "attempt.h"
#include "env.h"

static uint32_t or_default_u32(uint32_t v, uint32_t otherwise)
{
	return v ? v : otherwise;
}

static uint64_t or_default_u64(uint64_t v, uint64_t otherwise)
{
	return v ? v : otherwise;
}

void lc_limits_from_params(const struct libcodec_decoder_params *params,
			   struct lc_limits *ret_limits)
{
	*ret_limits = (struct lc_limits){
		.max_width = or_default_u32(params->max_width, LC_DEFAULT_MAX_DIMENSION),
		.max_height = or_default_u32(params->max_height, LC_DEFAULT_MAX_DIMENSION),
		.max_pixels = or_default_u64(params->max_pixels, LC_DEFAULT_MAX_PIXELS),
		.max_segment_bytes = or_default_u64(params->max_segment_bytes,
						    LC_DEFAULT_MAX_SEGMENT),
	};
}

static int check_params(const struct libcodec_decoder_params *p)
{
	if (p->output_format && p->output_format != LIBCODEC_FORMAT_RGB &&
	    p->output_format != LIBCODEC_FORMAT_NV12)
		return -EINVAL;
	if (p->dtype > LIBCODEC_DTYPE_F32 || p->dct_method > LIBCODEC_DCT_FAST ||
	    p->policy > LIBCODEC_POLICY_REQUIRE_HARDWARE || p->exif_anywhere > 1 ||
	    p->simd > LIBCODEC_SIMD_NEON_BIG || p->reserved ||
	    p->accept & ~(LIBCODEC_ACCEPT_PARTIAL | LIBCODEC_ACCEPT_BAD_CHECKSUM))
		return -EINVAL;
	return 0;
}

/* The variable of the machine that this is built for, and its levels above plain C. */
#if defined(__x86_64__) || defined(__i386__)
#define FORCE_SIMD	 "LIBCODEC_FORCE_X86"
#define FORCE_SIMD_FIRST LIBCODEC_SIMD_SSE2
#define FORCE_SIMD_LAST	 LIBCODEC_SIMD_AVX512
#elif defined(__aarch64__)
#define FORCE_SIMD	 "LIBCODEC_FORCE_NEON"
#define FORCE_SIMD_FIRST LIBCODEC_SIMD_NEON
#define FORCE_SIMD_LAST	 LIBCODEC_SIMD_NEON_BIG
#endif

/* What the variable does not know, another machine's levels too, is nothing said. */
static uint32_t simd_from_env(void)
{
#ifdef FORCE_SIMD
	const char *name = lc_env(FORCE_SIMD);
	int simd = name ? libcodec_simd_by_name(name) : -EINVAL;

	if (simd == LIBCODEC_SIMD_NONE ||
	    (simd >= (int)FORCE_SIMD_FIRST && simd <= (int)FORCE_SIMD_LAST))
		return (uint32_t)simd;
#endif
	return LIBCODEC_SIMD_AUTO;
}

/* Who dispatches looks after the calls of decoders that have a deadline. */
static void watch_deadline(struct libcodec_decoder *dec)
{
	if (lc_calls_list(&dec->ctx->calls, &dec->call, dec->params.deadline_ns != 0))
		lc_events_wake(&dec->ctx->events);
}

LC_EXPORT int libcodec_decoder_set_params(struct libcodec_decoder *dec,
					  const struct libcodec_decoder_params *params)
{
	struct libcodec_decoder_params p = { .struct_size = sizeof(p) };
	char *backend, *device;
	int r;

	if (!dec)
		return -EINVAL;
	if (params) {
		r = lc_struct_in(&p, sizeof(p), params);
		if (r < 0)
			return r;
	}
	r = check_params(&p);
	if (r < 0)
		return r;
	backend = p.backend ? strdup(p.backend) : NULL;
	device = p.device ? strdup(p.device) : NULL;
	if ((p.backend && !backend) || (p.device && !device)) {
		free(backend);
		free(device);
		return -ENOMEM;
	}
	free(dec->backend);
	free(dec->device);
	p.backend = dec->backend = backend;
	p.device = dec->device = device;
	p.threads = or_default_u32(p.threads, 1);
	if (p.simd == LIBCODEC_SIMD_AUTO)
		p.simd = simd_from_env();
	p.max_scratch_bytes = or_default_u64(p.max_scratch_bytes, LC_DEFAULT_MAX_SCRATCH);
	dec->params = p;
	lc_limits_from_params(&p, &dec->limits);
	dec->epoch++;
	watch_deadline(dec);
	return 0;
}

static void decoder_free(struct libcodec_decoder *dec)
{
	lc_calls_list(&dec->ctx->calls, &dec->call, false);
	lc_selection_done(&dec->selection, &dec->ctx->hotplug);
	lc_attempts_done(dec);
	free(dec->backend);
	free(dec->device);
	libcodec_context_unref(dec->ctx);
	free(dec);
}

LC_EXPORT int libcodec_decoder_new(struct libcodec_context *ctx,
				   struct libcodec_decoder **ret_dec)
{
	struct libcodec_decoder *dec;

	if (!ctx || !ret_dec)
		return -EINVAL;
	dec = calloc(1, sizeof(*dec));
	if (!dec)
		return -ENOMEM;
	dec->refs = 1;
	dec->ctx = libcodec_context_ref(ctx);
	if (libcodec_decoder_set_params(dec, NULL) < 0) {
		decoder_free(dec);
		return -ENOMEM;
	}
	*ret_dec = dec;
	return 0;
}

LC_EXPORT struct libcodec_decoder *libcodec_decoder_ref(struct libcodec_decoder *dec)
{
	if (dec)
		__atomic_fetch_add(&dec->refs, 1, __ATOMIC_RELAXED);
	return dec;
}

LC_EXPORT struct libcodec_decoder *libcodec_decoder_unref(struct libcodec_decoder *dec)
{
	if (dec && __atomic_fetch_sub(&dec->refs, 1, __ATOMIC_ACQ_REL) == 1)
		decoder_free(dec);
	return NULL;
}

/* All the reasons for which backends were passed over in the last call. */
static uint64_t all_reasons(const struct libcodec_decoder *dec)
{
	uint64_t reasons = 0;
	size_t i;

	for (i = 0; dec->selected && i < dec->selection.n; i++)
		reasons |= dec->selection.list[i].reasons | dec->attempts[i].reasons;
	return reasons;
}

LC_EXPORT int libcodec_decoder_get_result(struct libcodec_decoder *dec,
					  struct libcodec_result *ret_result)
{
	const struct lc_outcome *o;
	struct libcodec_result res;

	if (!dec || !ret_result)
		return -EINVAL;
	o = &dec->outcome;
	res = (struct libcodec_result){
		.error = o->error,
		.verdict = o->verdict,
		.stage = o->stage,
		.feature = o->fault.feature,
		.truncated = o->fault.truncated,
		.detail = o->fault.detail,
		.offset = o->fault.offset,
		.reasons = all_reasons(dec),
		.backend = o->plugin ? o->plugin->manifest.name : NULL,
		.device = o->device,
		.message = o->fault.message,
	};
	return lc_struct_out(ret_result, &res, sizeof(res));
}

LC_EXPORT int libcodec_decoder_get_attempt(struct libcodec_decoder *dec, unsigned int index,
					   struct libcodec_attempt *ret_attempt)
{
	const struct lc_candidate *c;
	const struct lc_attempt *a;
	const struct lc_plugin *p;
	struct libcodec_attempt out;

	if (!dec || !ret_attempt)
		return -EINVAL;
	if (!dec->selected || index >= dec->selection.n)
		return -ENOENT;
	c = &dec->selection.list[index];
	a = &dec->attempts[index];
	p = &dec->ctx->registry.plugins[c->plugin];
	out = (struct libcodec_attempt){
		.verdict = a->verdict,
		.reasons = c->reasons | a->reasons,
		.error = a->error,
		.backend = p->manifest.name ? p->manifest.name : p->manifest.file,
		.device = c->device ? lc_device_name(c->device) : NULL,
		.message = a->message,
	};
	return lc_struct_out(ret_attempt, &out, sizeof(out));
}
