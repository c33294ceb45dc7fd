/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The public face of the context: counts references and asks the registry.
 */
#include "config.h"

#include <stdlib.h>

#include "context.h"
#include "env.h"
#include "fork.h"

static bool is_level(int level)
{
	return level >= LIBCODEC_LOG_NONE && level <= LIBCODEC_LOG_DEBUG;
}

/* Everything of a context but the struct itself, in reverse. */
static void parts_done(struct libcodec_context *ctx)
{
	lc_hotplug_done(&ctx->hotplug);
	lc_registry_done(&ctx->registry);
	lc_context_close_fds(ctx);
	lc_calls_done(&ctx->calls);
	lc_events_done(&ctx->events);
	lc_workers_done(&ctx->workers);
}

static int parts_init(struct libcodec_context *ctx, const struct libcodec_context_params *p)
{
	const struct lc_registry_params params = {
		.log = &ctx->log,
		.workers = &ctx->workers,
		.opener = &ctx->opener,
		.dmabufs = &ctx->dmabufs,
		.backend_path = p->backend_path,
		.policy_path = p->policy_path,
	};
	int r;

	ctx->opener = (struct lc_opener){
		.open = p->open_device,
		.close = p->close_device,
		.data = p->device_data,
	};
	lc_dmabufs_init(&ctx->dmabufs, &ctx->opener, &ctx->log);
	ctx->epoll_fd = ctx->timer_fd = -1;
	lc_fork_watch();
	lc_workers_init(&ctx->workers);
	lc_events_init(&ctx->events, &ctx->log);
	lc_calls_init(&ctx->calls);
	r = lc_registry_init(&ctx->registry, &params);
	if (r == 0) {
		r = lc_hotplug_init(&ctx->hotplug, &ctx->registry, &ctx->events, p->hotplug);
		if (r == 0)
			return 0;
		lc_registry_done(&ctx->registry);
	}
	lc_calls_done(&ctx->calls);
	lc_events_done(&ctx->events);
	lc_workers_done(&ctx->workers);
	return r;
}

static int check_params(const struct libcodec_context_params *p)
{
	if (!is_level(p->log_level) || p->hotplug > LIBCODEC_HOTPLUG_NONE || p->reserved ||
	    (p->close_device && !p->open_device))
		return -EINVAL;
	return 0;
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
	r = check_params(&p);
	if (r < 0)
		return r;
	env_level = lc_log_level_from_env();
	level = p.log_level ? p.log_level : env_level;
	ctx = calloc(1, sizeof(*ctx));
	if (!ctx)
		return -ENOMEM;
	ctx->refs = 1;
	ctx->log.level = level < 0 ? LIBCODEC_LOG_NONE : level;
	ctx->log.fn = p.log;
	ctx->log.data = p.log_data;
	r = parts_init(ctx, &p);
	if (r < 0) {
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
		parts_done(ctx);
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

/* One that needs devices comes with them, or not at all. */
static struct lc_plugin *load_plugin(struct libcodec_context *ctx, size_t index)
{
	struct lc_registry *reg = &ctx->registry;

	if (index >= reg->n_plugins)
		return NULL;
	if (!reg->plugins[index].manifest.n_matches)
		return lc_registry_load(reg, index);
	lc_hotplug_scan(&ctx->hotplug);
	return &reg->plugins[index];
}

LC_EXPORT int libcodec_context_get_plugin(struct libcodec_context *ctx,
					  unsigned int index,
					  struct libcodec_plugin_info *ret_info)
{
	struct libcodec_plugin_info info;
	int r;

	if (!ctx || !ret_info)
		return -EINVAL;
	load_plugin(ctx, index);
	r = lc_registry_get_info(&ctx->registry, index, &info);
	if (r < 0)
		return r;
	return lc_struct_out(ret_info, &info, sizeof(info));
}

static int give_cap(const struct lc_backend *b, unsigned int index,
		    struct libcodec_cap *ret_cap)
{
	if (index >= b->n_caps)
		return -ENOENT;
	return lc_struct_out(ret_cap, &b->caps[index], sizeof(b->caps[index]));
}

LC_EXPORT int libcodec_context_get_cap(struct libcodec_context *ctx, unsigned int plugin,
				       unsigned int index, struct libcodec_cap *ret_cap)
{
	const struct lc_plugin *p;

	if (!ctx || !ret_cap)
		return -EINVAL;
	p = load_plugin(ctx, plugin);
	if (!p || lc_plugin_state(p) != LIBCODEC_PLUGIN_READY || !p->backend)
		return -ENOENT;
	return give_cap(p->backend, index, ret_cap);
}

LC_EXPORT const char *libcodec_context_get_notice(struct libcodec_context *ctx,
						  unsigned int index)
{
	return ctx ? lc_lines_get(&ctx->registry.notices, index) : NULL;
}

LC_EXPORT const char *libcodec_context_get_decision(struct libcodec_context *ctx,
						    unsigned int index)
{
	return ctx ? lc_lines_get(&ctx->registry.decisions, index) : NULL;
}

LC_EXPORT int libcodec_context_get_device(struct libcodec_context *ctx, unsigned int index,
					  struct libcodec_device_info *ret_info)
{
	struct libcodec_device_info info;
	int r;

	if (!ctx || !ret_info)
		return -EINVAL;
	lc_hotplug_scan(&ctx->hotplug);
	r = lc_hotplug_get_info(&ctx->hotplug, index, &info);
	return r < 0 ? r : lc_struct_out(ret_info, &info, sizeof(info));
}

LC_EXPORT int libcodec_context_get_device_cap(struct libcodec_context *ctx, uint64_t id,
					      unsigned int index,
					      struct libcodec_cap *ret_cap)
{
	struct lc_backend *b;
	int r;

	if (!ctx || !ret_cap)
		return -EINVAL;
	b = lc_hotplug_find(&ctx->hotplug, id);
	if (!b)
		return -ENODEV;
	r = give_cap(b, index, ret_cap);
	lc_hotplug_unref(&ctx->hotplug, b);
	return r;
}

LC_EXPORT uint64_t libcodec_context_get_generation(struct libcodec_context *ctx)
{
	return ctx ? lc_registry_generation(&ctx->registry) : 0;
}
