/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The plugins of one context: manifests, loaded lazily and once, with what each can do
 * and why it can't be used. Everything here is behind the registry's lock, except for
 * what is said to be constant.
 */
#ifndef LC_REGISTRY_H
#define LC_REGISTRY_H

#include <pthread.h>

#include "backend.h"
#include "host.h"
#include "internal.h"
#include "lines.h"
#include "loader.h"
#include "log.h"
#include "manifest.h"
#include "policy.h"
#include "workers.h"

#define LC_PLUGIN_RETRY_NS 30000000000 /* a failed plugin is tried again after this */
#define LC_PLUGIN_REASONS_MAX 16       /* different refusals that are kept apart */

struct lc_plugin {
	struct lc_manifest manifest; /* constant */
	const char *name;            /* Name=, or the manifest's file name; constant */
	char *library;               /* path, or NULL; constant */
	bool settled;                /* as it is for good, no retry helps; constant */
	uint32_t state;              /* atomic: read it by lc_plugin_state() */
	int64_t refused_at;          /* atomic: now_ns of the last refusal */
	struct {
		uint32_t stage;      /* LIBCODEC_PLUGIN_STAGE_* */
		int error;           /* a negative errno */
		const char *message; /* lives as long as the registry */
	} refusal;                   /* the last one */
	char *reasons[LC_PLUGIN_REASONS_MAX]; /* all messages there were */
	unsigned int n_reasons;
	struct lc_host host;
	/* READY, and constant from then on: */
	struct libcodec_plugin desc;
	struct libcodec_image_decoder_ops ops;
	void *priv;
	struct lc_backend *backend; /* NULL: the plugin has devices, see hotplug.h */
};

struct lc_registry {
	pthread_mutex_t lock;
	struct lc_log *log;
	struct lc_workers *workers; /* what plugins are lent */
	const struct lc_opener *opener;
	struct lc_dmabufs *dmabufs;
	struct lc_policy *policy; /* constant */
	struct lc_plugin *plugins; /* the array is constant after lc_registry_init */
	size_t n_plugins;
	bool own_path; /* folders that somebody named; constant */
	struct lc_lines notices;   /* what people should know */
	struct lc_lines decisions; /* what they may ask for; the notices too */
	uint64_t generation; /* atomic */
};

/* What a registry is made of. Everything outlives it but for the strings. */
struct lc_registry_params {
	struct lc_log *log;
	struct lc_workers *workers;
	const struct lc_opener *opener;
	struct lc_dmabufs *dmabufs;
	const char *backend_path; /* folders with colons; NULL: environment, configuration */
	const char *policy_path;  /* NULL: likewise; "": none */
};

/* Read the policy and the manifests. Loads nothing. 0 or -ENOMEM. */
int lc_registry_init(struct lc_registry *reg, const struct lc_registry_params *params);
/* End the plugins, the last one first. Nobody else may use the registry. */
void lc_registry_done(struct lc_registry *reg);

/*
 * Load plugin @index where that wasn't tried, or failed more than LC_PLUGIN_RETRY_NS ago.
 * Returns the plugin, whose lc_plugin_state() is then READY, REFUSED or MASKED, or NULL
 * past the last. A READY plugin stays so, and its constant part may be read without the
 * lock; of another one, nothing but the state and what is constant. [any]
 */
struct lc_plugin *lc_registry_load(struct lc_registry *reg, size_t index);

/* Copies what is known into the public struct, under the lock. 0 or -ENOENT. */
int lc_registry_get_info(struct lc_registry *reg, size_t index,
			 struct libcodec_plugin_info *ret_info);

/* When loading it makes sense: INT64_MIN now, INT64_MAX not any more. [any] */
int64_t lc_registry_due_at(const struct lc_plugin *plugin);

/* Keep a notice for people, and log it. [any] */
void lc_registry_notice(struct lc_registry *reg, const char *text);
/* Keep a decision for people who ask, and log it at DEBUG. [any] */
void lc_registry_decide(struct lc_registry *reg, const char *fmt, ...) LC_PRINTF(2, 3);

/* The lock behind [registry], for all contexts of the process. The innermost one. */
void lc_plugins_lock(void);
void lc_plugins_unlock(void);

/* Decoders choose anew from their next frame on. [any] */
static inline void lc_registry_changed(struct lc_registry *reg)
{
	__atomic_fetch_add(&reg->generation, 1, __ATOMIC_RELEASE);
}

/* The state, without the lock; what READY promises is seen by who sees READY. */
static inline uint32_t lc_plugin_state(const struct lc_plugin *plugin)
{
	return __atomic_load_n(&plugin->state, __ATOMIC_ACQUIRE);
}

static inline uint64_t lc_registry_generation(struct lc_registry *reg)
{
	return __atomic_load_n(&reg->generation, __ATOMIC_ACQUIRE);
}

#endif
