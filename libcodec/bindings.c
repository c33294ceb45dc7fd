/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The list of devices and plugins, for whoever holds its lock, and as frames and reports
 * see it: for moments only.
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "bindings.h"
#include "clock.h"

/* --- events --- */

static void put(char *to, size_t size, const char *text)
{
	snprintf(to, size, "%s", text);
}

static void describe(struct libcodec_event *e, const struct lc_plugin *plugin,
		     const struct libcodec_device *device)
{
	put(e->backend, sizeof(e->backend), plugin->name);
	if (!device)
		return;
	e->devnum = device->devnum;
	put(e->node, sizeof(e->node), device->node);
	put(e->driver, sizeof(e->driver), device->driver);
	put(e->syspath, sizeof(e->syspath), device->syspath);
}

void lc_hotplug_tell(struct lc_hotplug *hp, uint32_t type, const struct lc_plugin *plugin,
		     const struct libcodec_device *device, uint64_t id, uint32_t state,
		     int error, const char *fmt, ...)
{
	struct libcodec_event e = {
		.type = type,
		.state = state,
		.error = error,
		.device = id,
	};
	va_list ap;

	describe(&e, plugin, device);
	va_start(ap, fmt);
	vsnprintf(e.message, sizeof(e.message), fmt, ap);
	va_end(ap);
	lc_events_queue(hp->events, &e);
	lc_events_log(hp->events, &e);
}

void lc_binding_tell(struct lc_hotplug *hp, uint32_t type, const struct lc_binding *b,
		     uint32_t state, const char *message,
		     struct libcodec_event *ret_event)
{
	*ret_event = (struct libcodec_event){
		.type = type,
		.state = state,
		.error = b->error,
		.device = b->id,
	};
	describe(ret_event, b->plugin, b->device);
	put(ret_event->message, sizeof(ret_event->message), message);
	lc_events_queue(hp->events, ret_event);
}

/* --- the list --- */

static int compare(const struct lc_binding *a, const struct lc_binding *b)
{
	if (a->plugin != b->plugin)
		return a->plugin < b->plugin ? -1 : 1;
	if (a->device->devnum != b->device->devnum)
		return a->device->devnum < b->device->devnum ? -1 : 1;
	return strcmp(a->device->syspath, b->device->syspath);
}

bool lc_binding_insert(struct lc_hotplug *hp, struct lc_binding *b)
{
	struct lc_binding **list;
	size_t i;

	if (hp->n == hp->room) {
		list = realloc(hp->list, (hp->room + 16) * sizeof(*list));
		if (!list)
			return false;
		hp->list = list;
		hp->room += 16;
	}
	for (i = hp->n; i > 0 && compare(b, hp->list[i - 1]) < 0; i--)
		hp->list[i] = hp->list[i - 1];
	hp->list[i] = b;
	hp->n++;
	return true;
}

struct lc_binding *lc_binding_find(const struct lc_hotplug *hp, const struct lc_plugin *plugin,
				   const char *syspath)
{
	size_t i;

	for (i = 0; i < hp->n; i++)
		if (hp->list[i]->plugin == plugin &&
		    !strcmp(hp->list[i]->device->syspath, syspath))
			return hp->list[i];
	return NULL;
}

/* With the lock; the last reference's holder doesn't give the device back itself. */
static void unref_locked(struct lc_hotplug *hp, struct lc_backend *backend)
{
	if (__atomic_sub_fetch(&backend->refs, 1, __ATOMIC_ACQ_REL))
		return;
	backend->next = hp->unused;
	hp->unused = backend;
	lc_events_wake(hp->events); /* who dispatches gives it back */
}

void lc_hotplug_unref(struct lc_hotplug *hp, struct lc_backend *backend)
{
	pthread_mutex_lock(&hp->lock);
	unref_locked(hp, backend);
	pthread_mutex_unlock(&hp->lock);
}

/* --- states --- */

void lc_binding_drop(struct lc_hotplug *hp, struct lc_binding *b)
{
	if (!b->backend)
		return;
	__atomic_store_n(&b->backend->gone, true, __ATOMIC_RELAXED);
	unref_locked(hp, b->backend);
	b->backend = NULL;
	lc_registry_changed(hp->reg);
}

int64_t lc_retry_time(int64_t *delay)
{
	*delay = *delay ? 2 * *delay : LC_RETRY_NS;
	if (*delay > LC_RETRY_MAX_NS)
		*delay = LC_RETRY_MAX_NS;
	return lc_now_ns() + *delay;
}

void lc_binding_schedule(struct lc_binding *b)
{
	b->retry_at = lc_retry_time(&b->retry_delay);
}

/* --- from the frames' side --- */

void lc_hotplug_lost(struct lc_hotplug *hp, struct lc_backend *backend, const char *message)
{
	struct libcodec_event e;
	bool told = false;
	size_t i;

	pthread_mutex_lock(&hp->lock);
	for (i = 0; i < hp->n; i++) {
		struct lc_binding *b = hp->list[i];

		if (b->backend != backend)
			continue;
		lc_binding_drop(hp, b);
		b->state = LIBCODEC_DEVICE_GONE;
		b->error = -ENODEV;
		put(b->message, sizeof(b->message), message);
		told = b->announced;
		b->announced = false;
		lc_binding_schedule(b);
		if (told)
			lc_binding_tell(hp, LIBCODEC_EVENT_DEVICE_REMOVED, b,
					LIBCODEC_DEVICE_GONE,
					message[0] ? message : "a frame found it gone", &e);
		break;
	}
	pthread_mutex_unlock(&hp->lock);
	if (told)
		lc_events_log(hp->events, &e);
}

static void fill_info(const struct lc_binding *b, struct libcodec_device_info *info)
{
	const struct libcodec_device *dev = b->device;
	int64_t now = lc_now_ns();

	*info = (struct libcodec_device_info){
		.struct_size = sizeof(*info),
		.state = b->state,
		.error = b->error,
		.id = b->id,
		.devnum = dev->devnum,
	};
	if (b->retry_at)
		info->retry_ns = b->retry_at > now ? b->retry_at - now : 1;
	put(info->backend, sizeof(info->backend), b->plugin->name);
	put(info->node, sizeof(info->node), dev->node);
	put(info->driver, sizeof(info->driver), dev->driver);
	put(info->subsystem, sizeof(info->subsystem), dev->subsystem);
	put(info->syspath, sizeof(info->syspath), dev->syspath);
	if (b->state != LIBCODEC_DEVICE_READY)
		put(info->message, sizeof(info->message), b->message);
	if (!b->backend)
		return;
	info->n_caps = b->backend->n_caps;
	info->failures = __atomic_load_n(&b->backend->breaker.failures, __ATOMIC_RELAXED);
	if (!lc_breaker_is_closed(&b->backend->breaker)) {
		info->state = LIBCODEC_DEVICE_SUSPENDED;
		info->retry_ns = lc_breaker_wait(&b->backend->breaker, now);
		put(info->message, sizeof(info->message), "failed too often; passed over");
	}
}

int lc_hotplug_get_info(struct lc_hotplug *hp, size_t index,
			struct libcodec_device_info *ret_info)
{
	int r = -ENOENT;
	size_t i;

	pthread_mutex_lock(&hp->lock);
	for (i = 0; i < hp->n; i++) {
		if (!hp->list[i]->state || index--)
			continue;
		fill_info(hp->list[i], ret_info);
		r = 0;
		break;
	}
	pthread_mutex_unlock(&hp->lock);
	return r;
}

struct lc_backend *lc_hotplug_find(struct lc_hotplug *hp, uint64_t id)
{
	struct lc_backend *backend = NULL;
	size_t i;

	pthread_mutex_lock(&hp->lock);
	for (i = 0; i < hp->n; i++)
		if (hp->list[i]->id == id && hp->list[i]->backend)
			backend = lc_backend_ref(hp->list[i]->backend);
	pthread_mutex_unlock(&hp->lock);
	return backend;
}
