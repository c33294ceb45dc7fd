/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Devices and the plugins that take them: which manifest matches which device, who was
 * asked, what came of it, when to ask again. Gives decoders the backends that are there.
 *
 * Two locks. "work" is held by whoever looks at devices, loads and probes, maybe for
 * long; "lock" guards the list and is held for moments, so that a decoder that chooses
 * anew never waits for a plugin's probe. work comes before lock, both before a
 * registry's and that of plugins.
 */
#ifndef LC_HOTPLUG_H
#define LC_HOTPLUG_H

#include <pthread.h>

#include "backend.h"
#include "events.h"
#include "internal.h"
#include "registry.h"
#include "udev/watch.h"

#define LC_RETRY_NS     INT64_C(100000000)   /* first retry of a device; doubling up to */
#define LC_RETRY_MAX_NS INT64_C(30000000000)

/* A device that a plugin's manifest matches. Under "lock"; written with "work", too. */
struct lc_binding {
	struct lc_plugin *plugin;       /* constant, like the next two */
	struct libcodec_device *device;
	uint64_t id;
	uint32_t state;      /* LIBCODEC_DEVICE_*, but SUSPENDED; 0: not the plugin's */
	int error;           /* NO_ACCESS, FAILED */
	char message[LIBCODEC_EVENT_MESSAGE_SIZE];
	bool announced;      /* an event told of it */
	bool seen;           /* by the scan that is under way; with work alone */
	int64_t retry_at;    /* now_ns; 0: not */
	int64_t retry_delay;
	struct lc_backend *backend; /* READY, else NULL */
};

struct lc_hotplug {
	struct lc_registry *reg;
	struct lc_events *events;
	enum lc_watch_mode mode;
	bool enabled;  /* constant: some plugin matches devices, and they are wanted */
	const char **subsystems; /* NULL-terminated, constant; they are the manifests' */
	pthread_mutex_t work;
	bool scanned;   /* atomic */
	bool told;      /* with work: events told of what was known before them */
	bool listening; /* atomic: somebody dispatches */
	struct lc_watch *watch; /* the dispatch thread's */
	pthread_mutex_t lock;
	struct lc_binding **list; /* by plugin, then by devnum */
	size_t n, room;
	uint64_t last_id;
	int64_t scan_at;    /* now_ns; a search that failed is tried again; 0: not */
	int64_t scan_delay;
	struct lc_backend *unused; /* nobody holds them: to be given back with "work" */
};

/* After the registry's. @mode: LIBCODEC_HOTPLUG_*. 0 or -ENOMEM. */
int lc_hotplug_init(struct lc_hotplug *hp, struct lc_registry *reg,
		    struct lc_events *events, uint32_t mode);
/* Before the registry's. Nobody else may use it. */
void lc_hotplug_done(struct lc_hotplug *hp);

/* Look for devices where that wasn't done yet. Takes work. [any] */
void lc_hotplug_scan(struct lc_hotplug *hp);

/*
 * Listen from now on; what is there is told as events. 0 or a negative errno. The watch's
 * descriptor is lc_watch_fd(hp->watch), where there is a watch. Whoever will dispatch says
 * so by hp->listening. [dispatch]
 */
int lc_hotplug_listen(struct lc_hotplug *hp);

/* Take in what the watch has to say. 0 or a negative errno. [dispatch] */
int lc_hotplug_dispatch(struct lc_hotplug *hp);

/*
 * Ask again where that is due, and give back what nobody holds. Does nothing while
 * somebody else is at work. [any]
 */
void lc_hotplug_retry(struct lc_hotplug *hp);

/* When lc_hotplug_retry() has something to do; INT64_MAX: never. With "lock". */
int64_t lc_hotplug_retry_at(const struct lc_hotplug *hp);

/* A frame found the device gone: nobody begins one there any more. [any] */
void lc_hotplug_lost(struct lc_hotplug *hp, struct lc_backend *backend,
		     const char *message);

/* Drop a reference. [any] */
void lc_hotplug_unref(struct lc_hotplug *hp, struct lc_backend *backend);

/* Binding @index as it is known to the outside. 0 or -ENOENT. [any] */
int lc_hotplug_get_info(struct lc_hotplug *hp, size_t index,
			struct libcodec_device_info *ret_info);

/* The backend of device @id with a reference, or NULL. [any] */
struct lc_backend *lc_hotplug_find(struct lc_hotplug *hp, uint64_t id);

/*
 * Tell of something that happened to a backend of @plugin, on @device or without (NULL).
 * [any]
 */
void lc_hotplug_tell(struct lc_hotplug *hp, uint32_t type, const struct lc_plugin *plugin,
		     const struct libcodec_device *device, uint64_t id, uint32_t state,
		     int error, const char *fmt, ...) LC_PRINTF(8, 9);

#endif
