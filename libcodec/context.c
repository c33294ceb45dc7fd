/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The public face of the context: counts references and asks the registry.
 */
#include "config.h"

#include <stdlib.h>

#include "context.h"
#include "env.h"

static bool is_level(int level)
{
	return level >= LIBCODEC_LOG_NONE && level <= LIBCODEC_LOG_DEBUG;
}

LC_EXPORT int libcodec_context_new(const struct libcodec_context_params *params,
				   struct libcodec_context **ret_ctx)
{
	struct libcodec_context_params p = { .struct_size = sizeof(p) };
	struct libcodec_context *ctx;
	int level, env_level, r;

	if (!ret_ctx)
		return -EINVAL;
	if (params) {
		r = lc_struct_in(&p, sizeof(p), params);
		if (r < 0)
			return r;
	}
	if (!is_level(p.log_level))
		return -EINVAL;
	env_level = lc_log_level_from_env();
	level = p.log_level ? p.log_level : env_level;
	ctx = calloc(1, sizeof(*ctx));
	if (!ctx)
		return -ENOMEM;
	ctx->refs = 1;
	ctx->log.level = level < 0 ? LIBCODEC_LOG_NONE : level;
	ctx->log.fn = p.log;
	ctx->log.data = p.log_data;
	lc_workers_init(&ctx->workers);
	r = lc_registry_init(&ctx->registry, &ctx->log, &ctx->workers, p.backend_path);
	if (r < 0) {
		lc_workers_done(&ctx->workers);
		free(ctx);
		return r;
	}
	if (env_level < 0)
		lc_registry_notice(
			&ctx->registry,
			"LIBCODEC_DEBUG is none of error, warning, info, debug");
	*ret_ctx = ctx;
	return 0;
}

LC_EXPORT struct libcodec_context *libcodec_context_ref(struct libcodec_context *ctx)
{
	if (ctx)
		__atomic_fetch_add(&ctx->refs, 1, __ATOMIC_RELAXED);
	return ctx;
}

LC_EXPORT struct libcodec_context *libcodec_context_unref(struct libcodec_context *ctx)
{
	if (ctx && __atomic_sub_fetch(&ctx->refs, 1, __ATOMIC_ACQ_REL) == 0) {
		lc_registry_done(&ctx->registry);
		lc_workers_done(&ctx->workers);
		free(ctx);
	}
	return NULL;
}

LC_EXPORT int libcodec_context_set_log(struct libcodec_context *ctx, int level,
				       libcodec_log_fn fn, void *data)
{
	if (!ctx || !is_level(level))
		return -EINVAL;
	ctx->log.level = level;
	ctx->log.fn = fn;
	ctx->log.data = data;
	return 0;
}

LC_EXPORT int libcodec_context_get_plugin(struct libcodec_context *ctx,
					  unsigned int index,
					  struct libcodec_plugin_info *ret_info)
{
	struct libcodec_plugin_info info;
	int r;

	if (!ctx || !ret_info)
		return -EINVAL;
	lc_registry_load(&ctx->registry, index);
	r = lc_registry_get_info(&ctx->registry, index, &info);
	if (r < 0)
		return r;
	return lc_struct_out(ret_info, &info, sizeof(info));
}

LC_EXPORT int libcodec_context_get_cap(struct libcodec_context *ctx, unsigned int plugin,
				       unsigned int index, struct libcodec_cap *ret_cap)
{
	const struct lc_plugin *p;

	if (!ctx || !ret_cap)
		return -EINVAL;
	p = lc_registry_load(&ctx->registry, plugin);
	if (!p || lc_plugin_state(p) != LIBCODEC_PLUGIN_READY || index >= p->n_caps)
		return -ENOENT;
	return lc_struct_out(ret_cap, &p->caps[index], sizeof(p->caps[index]));
}

LC_EXPORT const char *libcodec_context_get_notice(struct libcodec_context *ctx,
						  unsigned int index)
{
	return ctx ? lc_registry_get_notice(&ctx->registry, index) : NULL;
}

LC_EXPORT uint64_t libcodec_context_get_generation(struct libcodec_context *ctx)
{
	return ctx ? lc_registry_generation(&ctx->registry) : 0;
}
