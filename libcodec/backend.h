/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A backend is where frames can go: a plugin that is loaded, on a device that it took, or
 * on none. Counted, since decoders hold it without a lock; constant but for the breaker
 * and "gone".
 */
#ifndef LC_BACKEND_H
#define LC_BACKEND_H

#include "breaker.h"
#include "device.h"
#include "internal.h"
#include "loader.h"

#define LC_BACKEND_CAPS_MAX 64 /* records one may have */

struct lc_plugin;
struct lc_policy;

struct lc_backend {
	unsigned int refs; /* atomic */
	bool gone;         /* atomic: no frame may begin there any more */
	uint64_t id;       /* of device and plugin; 0: without a device */
	struct lc_plugin *plugin;
	struct libcodec_device *device; /* NULL: none */
	void *cookie;                   /* the plugin's, for the device */
	int place; /* in the order that somebody gave, lc_policy_place() */
	struct libcodec_cap *caps;
	unsigned int n_caps;
	struct lc_breaker breaker;
	struct lc_backend *next; /* in the list of those that nobody holds */
};

/*
 * Have @plugin (initialised) take @device, or NULL for a plugin without devices, and read
 * its capabilities. 0 with *ret_backend and one reference, or a negative errno with the
 * sentence in @why: -ENODEV is "not mine". [registry], takes the lock of plugins.
 */
int lc_backend_new(struct lc_plugin *plugin, struct libcodec_device *device, uint64_t id,
		   const struct lc_policy *policy, struct lc_backend **ret_backend,
		   struct lc_refusal *why);

/* Give the device back to the plugin. Nobody holds it any more. [registry], likewise. */
void lc_backend_free(struct lc_backend *backend);

static inline struct lc_backend *lc_backend_ref(struct lc_backend *backend)
{
	__atomic_add_fetch(&backend->refs, 1, __ATOMIC_RELAXED);
	return backend;
}

static inline bool lc_backend_is_gone(const struct lc_backend *backend)
{
	return __atomic_load_n(&backend->gone, __ATOMIC_RELAXED);
}

#endif
