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

#include "host.h"
#include "internal.h"
#include "loader.h"
#include "log.h"
#include "manifest.h"
#include "workers.h"

#define LC_PLUGIN_CAPS_MAX 64          /* records a plugin may have */
#define LC_PLUGIN_RETRY_NS 30000000000 /* a failed plugin is tried again after this */
#define LC_PLUGIN_REASONS_MAX 16       /* different refusals that are kept apart */
#define LC_NOTICES_MAX 256

struct lc_plugin {
	struct lc_manifest manifest; /* constant */
	const char *name;            /* Name=, or the manifest's file name; constant */
	char *library;               /* path, or NULL; constant */
	bool settled;                /* REFUSED for good, no retry helps; constant */
	uint32_t state;              /* atomic: read it by lc_plugin_state() */
	int64_t refused_at;          /* now_ns of the last refusal */
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
	struct libcodec_cap *caps;
	unsigned int n_caps;
};

struct lc_registry {
	pthread_mutex_t lock;
	struct lc_log *log;
	struct lc_workers *workers; /* what plugins are lent */
	struct lc_plugin *plugins; /* the array is constant after lc_registry_init */
	size_t n_plugins;
	bool own_path; /* folders that somebody named; constant */
	char **notices;
	size_t n_notices;
	uint64_t generation; /* atomic */
};

/*
 * Read the manifests. @backend_path: colon-separated folders, or NULL for the
 * environment's, or what was configured. Returns 0 or -ENOMEM.
 */
int lc_registry_init(struct lc_registry *reg, struct lc_log *log,
		     struct lc_workers *workers, const char *backend_path);
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

/* Keep a notice for people, and log it. */
void lc_registry_notice(struct lc_registry *reg, const char *text);
/* Notice @index, which lives as long as the registry, or NULL past the last. */
const char *lc_registry_get_notice(struct lc_registry *reg, size_t index);

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
