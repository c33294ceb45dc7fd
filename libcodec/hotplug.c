/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What becomes of a device: matched, probed, announced, asked again, gone.
 */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bindings.h"
#include "clock.h"

/* --- states --- */

/* Queues the events that a change of state is; returns how many. With the lock. */
static unsigned int tell_change(struct lc_hotplug *hp, const struct lc_binding *b,
				uint32_t old, bool announced, struct libcodec_event told[2])
{
	bool access = old == LIBCODEC_DEVICE_NO_ACCESS ||
		      b->state == LIBCODEC_DEVICE_NO_ACCESS;
	unsigned int n = 0;

	if (b->state == old && announced)
		return 0;
	if (!b->state) {
		if (announced)
			lc_binding_tell(hp, LIBCODEC_EVENT_DEVICE_REMOVED, b,
					LIBCODEC_DEVICE_GONE, "the plugin leaves it",
					&told[n++]);
		return n;
	}
	if (!announced || (old == LIBCODEC_DEVICE_FAILED && !access &&
			   b->state == LIBCODEC_DEVICE_READY))
		lc_binding_tell(hp, LIBCODEC_EVENT_DEVICE_ADDED, b, b->state, b->message,
				&told[n++]);
	else if (access)
		lc_binding_tell(hp, LIBCODEC_EVENT_ACCESS_CHANGED, b, b->state, b->message,
				&told[n++]);
	if (b->state == LIBCODEC_DEVICE_FAILED)
		lc_binding_tell(hp, LIBCODEC_EVENT_BACKEND_FAILED, b, b->state, b->message,
				&told[n++]);
	return n;
}

/* With work. */
static void give_back(struct lc_hotplug *hp)
{
	struct lc_backend *list, *next;

	pthread_mutex_lock(&hp->lock);
	list = hp->unused;
	hp->unused = NULL;
	pthread_mutex_unlock(&hp->lock);
	for (; list; list = next) {
		next = list->next;
		lc_backend_free(list);
	}
}

/* Be told of changed permissions: udev has no event for them. With work. */
static void watch_node(struct lc_hotplug *hp, const struct lc_binding *b)
{
	if (hp->watch && b->device->node[0])
		lc_watch_node(hp->watch, b->device->node);
}

/* The binding's new state with its event. With work. */
static void set_state(struct lc_hotplug *hp, struct lc_binding *b, uint32_t state,
		      int error, const char *message, struct lc_backend *backend)
{
	struct libcodec_event told[2];
	unsigned int n, i;
	uint32_t old;
	bool announced;

	pthread_mutex_lock(&hp->lock);
	old = b->state;
	announced = b->announced;
	lc_binding_drop(hp, b);
	b->backend = backend;
	b->state = state;
	b->error = error;
	snprintf(b->message, sizeof(b->message), "%s", message);
	b->announced = state != 0;
	b->retry_at = 0;
	/* READY keeps the delay: it may be gone again by the next frame, and so on. */
	if (state && state != LIBCODEC_DEVICE_READY)
		lc_binding_schedule(b);
	lc_registry_changed(hp->reg);
	n = tell_change(hp, b, old, announced, told);
	pthread_mutex_unlock(&hp->lock);
	for (i = 0; i < n; i++)
		lc_events_log(hp->events, &told[i]);
	if (state)
		watch_node(hp, b);
}

/* What a plugin that didn't load says to a device that needs it. */
static void plugin_refused(struct lc_hotplug *hp, struct lc_binding *b)
{
	struct libcodec_plugin_info info;

	lc_registry_get_info(hp->reg, (size_t)(b->plugin - hp->reg->plugins), &info);
	set_state(hp, b, LIBCODEC_DEVICE_FAILED, info.error ? info.error : -ENODEV,
		  info.message ? info.message : "the plugin is not loaded", NULL);
}

/* Load the plugin where that is due, and let it look at the device. With work. */
static void ask(struct lc_hotplug *hp, struct lc_binding *b)
{
	size_t index = (size_t)(b->plugin - hp->reg->plugins);
	struct lc_backend *backend = NULL;
	struct lc_refusal why;
	int r;

	lc_registry_load(hp->reg, index);
	if (lc_plugin_state(b->plugin) != LIBCODEC_PLUGIN_READY) {
		plugin_refused(hp, b);
		return;
	}
	r = lc_backend_new(b->plugin, b->device, b->id, hp->reg->policy, &backend, &why);
	if (r == 0)
		set_state(hp, b, LIBCODEC_DEVICE_READY, 0, "ready", backend);
	else if (r == -ENODEV)
		set_state(hp, b, 0, r, "not the plugin's", NULL);
	else if (r == -EACCES || r == -EPERM)
		set_state(hp, b, LIBCODEC_DEVICE_NO_ACCESS, r,
			  "may not be opened; watched until it may", NULL);
	else
		set_state(hp, b, LIBCODEC_DEVICE_FAILED, r, why.message, NULL);
}

/* --- what the watch tells --- */

static bool matches(const struct lc_plugin *p, const struct libcodec_device *dev)
{
	const struct lc_manifest *m = &p->manifest;
	unsigned int i;

	for (i = 0; i < m->n_matches; i++)
		if (lc_match_device(&m->matches[i], dev))
			return true;
	return false;
}

static void free_binding(struct lc_binding *b)
{
	lc_device_unref(b->device);
	free(b);
}

/* Take binding @index out of the list; a device that went. With work. */
static void remove_at(struct lc_hotplug *hp, size_t index)
{
	struct libcodec_event told;
	struct lc_binding *b;

	pthread_mutex_lock(&hp->lock);
	b = hp->list[index];
	__atomic_store_n(&b->device->gone, true, __ATOMIC_RELAXED);
	lc_binding_drop(hp, b);
	memmove(&hp->list[index], &hp->list[index + 1],
		(--hp->n - index) * sizeof(*hp->list));
	b->error = 0;
	if (b->announced)
		lc_binding_tell(hp, LIBCODEC_EVENT_DEVICE_REMOVED, b, LIBCODEC_DEVICE_GONE,
				"gone", &told);
	pthread_mutex_unlock(&hp->lock);
	if (hp->watch && b->device->node[0])
		lc_watch_forget_node(hp->watch, b->device->node);
	if (b->announced) /* nobody else has it any more */
		lc_events_log(hp->events, &told);
	free_binding(b);
}

/* All bindings of a device; @devnum 0: whatever it was. */
static void remove_device(struct lc_hotplug *hp, const char *syspath, uint64_t devnum)
{
	size_t i = 0;

	while (i < hp->n) {
		const struct libcodec_device *dev = hp->list[i]->device;

		if (!strcmp(dev->syspath, syspath) && (!devnum || dev->devnum == devnum))
			remove_at(hp, i);
		else
			i++;
	}
}

static void add_binding(struct lc_hotplug *hp, struct lc_plugin *p,
			struct libcodec_device *dev)
{
	struct lc_binding *b = calloc(1, sizeof(*b));
	bool good;

	if (!b)
		return;
	b->plugin = p;
	b->device = lc_device_ref(dev);
	b->seen = true;
	pthread_mutex_lock(&hp->lock);
	b->id = ++hp->last_id;
	good = lc_binding_insert(hp, b);
	pthread_mutex_unlock(&hp->lock);
	if (!good) {
		free_binding(b);
		return;
	}
	ask(hp, b);
}

/*
 * Whether a device that is in use may still be opened. The application's opener decides by
 * itself.
 */
static bool still_accessible(const struct lc_hotplug *hp, const struct libcodec_device *dev)
{
	if (hp->reg->opener->open || !dev->node[0])
		return true;
	return faccessat(AT_FDCWD, dev->node, R_OK, AT_EACCESS) == 0 || errno != EACCES;
}

/* Something happened to a device that is known. */
static void look_again(struct lc_hotplug *hp, struct lc_binding *b)
{
	uint32_t state;

	pthread_mutex_lock(&hp->lock);
	b->retry_delay = 0;
	state = b->state;
	pthread_mutex_unlock(&hp->lock);
	if (state != LIBCODEC_DEVICE_READY) {
		ask(hp, b);
	} else if (!still_accessible(hp, b->device)) {
		set_state(hp, b, LIBCODEC_DEVICE_NO_ACCESS, -EACCES,
			  "may not be opened any more", NULL);
	} else {
		watch_node(hp, b); /* it may have been made anew */
	}
}

/* Whether the policy lets a plugin have a device; what it says is kept once. */
static bool allowed(struct lc_hotplug *hp, const struct lc_plugin *p,
		    const struct libcodec_device *dev)
{
	const char *by;

	if (!lc_policy_denies(hp->reg->policy, p->name, dev, &by))
		return true;
	lc_registry_decide(hp->reg, "%s: not for %s, says %s", lc_device_name(dev), p->name,
			   by);
	return false;
}

/*
 * A device that nobody uses may be known better by now: its driver came, or udev's
 * properties.
 */
static void refresh(struct lc_hotplug *hp, struct lc_binding *b,
		    struct libcodec_device *dev, const struct lc_watch_device *seen)
{
	struct libcodec_device *old = NULL;

	pthread_mutex_lock(&hp->lock);
	if (!b->backend && !lc_device_is(b->device, seen)) {
		old = b->device;
		b->device = lc_device_ref(dev);
	}
	pthread_mutex_unlock(&hp->lock);
	lc_device_unref(old);
}

static void present_to(struct lc_hotplug *hp, struct lc_plugin *p,
		       struct libcodec_device *dev, const struct lc_watch_device *seen)
{
	struct lc_binding *b;

	if (p->settled || !p->manifest.n_matches)
		return;
	b = lc_binding_find(hp, p, dev->syspath);
	if (b) {
		refresh(hp, b, dev, seen);
		look_again(hp, b);
	} else if (matches(p, dev) && allowed(hp, p, dev)) {
		add_binding(hp, p, dev);
	}
}

/* It is there, also where there is no memory to look closer. */
static void mark_seen(struct lc_hotplug *hp, const char *syspath)
{
	size_t i;

	for (i = 0; i < hp->n; i++)
		if (!strcmp(hp->list[i]->device->syspath, syspath))
			hp->list[i]->seen = true;
}

/* Whether @seen is another device than what is known by its path. */
static bool is_another(const struct lc_hotplug *hp, const struct lc_watch_device *seen)
{
	size_t i;

	for (i = 0; i < hp->n; i++) {
		const struct libcodec_device *dev = hp->list[i]->device;

		if (!strcmp(dev->syspath, seen->syspath))
			return dev->devnum != seen->devnum ||
			       strcmp(dev->node, seen->node) != 0;
	}
	return false;
}

static void present(struct lc_hotplug *hp, const struct lc_watch_device *seen)
{
	struct libcodec_device *dev;
	size_t i;

	if (is_another(hp, seen))
		remove_device(hp, seen->syspath, 0);
	mark_seen(hp, seen->syspath);
	dev = lc_device_new(seen);
	if (!dev)
		return;
	for (i = 0; i < hp->reg->n_plugins; i++)
		present_to(hp, &hp->reg->plugins[i], dev, seen);
	lc_device_unref(dev);
}

static void scan_begins(struct lc_hotplug *hp)
{
	size_t i;

	for (i = 0; i < hp->n; i++)
		hp->list[i]->seen = false; /* no frame looks at it */
}

static void scan_ends(struct lc_hotplug *hp)
{
	size_t i = 0;

	while (i < hp->n) {
		if (hp->list[i]->seen)
			i++;
		else
			remove_at(hp, i);
	}
}

/* With work. */
static void on_watch(void *data, enum lc_watch_what what, const struct lc_watch_device *dev)
{
	struct lc_hotplug *hp = data;

	switch (what) {
	case LC_WATCH_SCAN_BEGIN:
		scan_begins(hp);
		break;
	case LC_WATCH_SCAN_END:
		scan_ends(hp);
		break;
	case LC_WATCH_PRESENT:
		present(hp, dev);
		break;
	case LC_WATCH_GONE:
		remove_device(hp, dev->syspath, dev->devnum);
		break;
	}
}

/* --- life --- */

static bool has_subsystem(const struct lc_hotplug *hp, size_t n, const char *name)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!strcmp(hp->subsystems[i], name))
			return true;
	return false;
}

/* The subsystems of all manifests that count. */
static int collect_subsystems(struct lc_hotplug *hp)
{
	size_t i, n = 0, most = 1;
	unsigned int k;

	for (i = 0; i < hp->reg->n_plugins; i++)
		most += hp->reg->plugins[i].manifest.n_matches;
	hp->subsystems = calloc(most, sizeof(*hp->subsystems));
	if (!hp->subsystems)
		return -ENOMEM;
	for (i = 0; i < hp->reg->n_plugins; i++) {
		const struct lc_plugin *p = &hp->reg->plugins[i];

		for (k = 0; !p->settled && k < p->manifest.n_matches; k++) {
			const char *name = p->manifest.matches[k].subsystem;

			if (has_subsystem(hp, n, name))
				continue;
			if (n < LC_WATCH_SUBSYSTEMS_MAX)
				hp->subsystems[n++] = name;
			else
				lc_registry_notice(hp->reg, "more than 64 subsystems in "
						   "manifests: some are left out");
		}
	}
	hp->enabled = n > 0;
	return 0;
}

int lc_hotplug_init(struct lc_hotplug *hp, struct lc_registry *reg,
		    struct lc_events *events, uint32_t mode)
{
	int r;

	*hp = (struct lc_hotplug){ .reg = reg, .events = events };
	pthread_mutex_init(&hp->work, NULL);
	pthread_mutex_init(&hp->lock, NULL);
	r = collect_subsystems(hp);
	if (mode == LIBCODEC_HOTPLUG_NONE)
		hp->enabled = false;
	else
		hp->mode = (enum lc_watch_mode)mode;
	return r;
}

void lc_hotplug_done(struct lc_hotplug *hp)
{
	size_t i;

	lc_watch_free(hp->watch);
	for (i = hp->n; i > 0; i--) {
		lc_binding_drop(hp, hp->list[i - 1]);
		free_binding(hp->list[i - 1]);
	}
	give_back(hp);
	free(hp->list);
	free(hp->subsystems);
	pthread_mutex_destroy(&hp->work);
	pthread_mutex_destroy(&hp->lock);
}

static void notice_failure(struct lc_hotplug *hp, const char *what, int error)
{
	char text[160];

	errno = -error;
	snprintf(text, sizeof(text), "%s: %m", what);
	lc_registry_notice(hp->reg, text);
}

/* With work. */
static void scan(struct lc_hotplug *hp)
{
	int r = lc_watch_scan(hp->mode, hp->subsystems, on_watch, hp);

	pthread_mutex_lock(&hp->lock);
	hp->scan_at = r < 0 ? lc_retry_time(&hp->scan_delay) : 0;
	pthread_mutex_unlock(&hp->lock);
	if (r < 0)
		notice_failure(hp, "devices can't be looked for", r);
}

void lc_hotplug_scan(struct lc_hotplug *hp)
{
	if (!hp->enabled || __atomic_load_n(&hp->scanned, __ATOMIC_ACQUIRE))
		return;
	pthread_mutex_lock(&hp->work);
	if (!hp->scanned) {
		scan(hp);
		__atomic_store_n(&hp->scanned, true, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&hp->work);
}

/* Devices that a scan found before somebody listened are told of now. */
static void announce_known(struct lc_hotplug *hp)
{
	size_t i;

	for (i = 0; i < hp->n && !hp->told; i++) {
		const struct lc_binding *b = hp->list[i];
		struct libcodec_event told;
		bool announced;

		pthread_mutex_lock(&hp->lock);
		announced = b->announced;
		if (announced)
			lc_binding_tell(hp, LIBCODEC_EVENT_DEVICE_ADDED, b, b->state,
					b->message, &told);
		pthread_mutex_unlock(&hp->lock);
		if (announced)
			lc_events_log(hp->events, &told);
	}
	hp->told = true;
}

/* Those that were found before there was a watch, by its own first scan too. */
static void watch_known(struct lc_hotplug *hp)
{
	size_t i;

	for (i = 0; i < hp->n; i++) {
		bool known;

		pthread_mutex_lock(&hp->lock);
		known = hp->list[i]->state != 0;
		pthread_mutex_unlock(&hp->lock);
		if (known)
			watch_node(hp, hp->list[i]);
	}
}

int lc_hotplug_listen(struct lc_hotplug *hp)
{
	int r = 0;

	pthread_mutex_lock(&hp->work);
	announce_known(hp);
	if (hp->enabled && !hp->watch)
		r = lc_watch_new(hp->mode, hp->subsystems, on_watch, hp, &hp->watch);
	if (r == 0) {
		if (hp->watch)
			lc_registry_decide(hp->reg, "devices are told of by %s",
					   lc_watch_is_udev(hp->watch) ? "udev" :
									 "sysfs and inotify");
		watch_known(hp);
		pthread_mutex_lock(&hp->lock);
		hp->scan_at = 0; /* the watch scans by itself */
		pthread_mutex_unlock(&hp->lock);
		__atomic_store_n(&hp->scanned, true, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&hp->work);
	return r;
}

static bool is_due(struct lc_hotplug *hp, const struct lc_binding *b, int64_t now)
{
	bool due;

	pthread_mutex_lock(&hp->lock);
	due = b->retry_at && now >= b->retry_at;
	pthread_mutex_unlock(&hp->lock);
	return due;
}

/* With work: the list stays, but for what frames find out. */
static void retry_locked(struct lc_hotplug *hp)
{
	int64_t now = lc_now_ns();
	bool rescan;
	size_t i;

	pthread_mutex_lock(&hp->lock);
	rescan = hp->scan_at && now >= hp->scan_at;
	pthread_mutex_unlock(&hp->lock);
	if (rescan)
		scan(hp);
	for (i = 0; i < hp->n; i++)
		if (is_due(hp, hp->list[i], now))
			ask(hp, hp->list[i]);
	for (i = 0; i < hp->reg->n_plugins; i++)
		if (lc_plugin_state(&hp->reg->plugins[i]) == LIBCODEC_PLUGIN_REFUSED)
			lc_registry_load(hp->reg, i); /* where it is due */
	give_back(hp);
}

void lc_hotplug_retry(struct lc_hotplug *hp)
{
	if (pthread_mutex_trylock(&hp->work))
		return;
	retry_locked(hp);
	pthread_mutex_unlock(&hp->work);
}

int lc_hotplug_dispatch(struct lc_hotplug *hp)
{
	int r = 0;

	pthread_mutex_lock(&hp->work);
	if (hp->watch)
		r = lc_watch_dispatch(hp->watch);
	retry_locked(hp);
	pthread_mutex_unlock(&hp->work);
	return r;
}

int64_t lc_hotplug_retry_at(const struct lc_hotplug *hp)
{
	int64_t at = hp->unused ? INT64_MIN : INT64_MAX;
	size_t i;

	if (hp->scan_at && hp->scan_at < at)
		at = hp->scan_at;
	for (i = 0; i < hp->n; i++)
		if (hp->list[i]->retry_at && hp->list[i]->retry_at < at)
			at = hp->list[i]->retry_at;
	for (i = 0; i < hp->reg->n_plugins; i++) {
		const struct lc_plugin *p = &hp->reg->plugins[i];

		if (lc_plugin_state(p) == LIBCODEC_PLUGIN_REFUSED &&
		    lc_registry_due_at(p) < at)
			at = lc_registry_due_at(p);
	}
	return at;
}
