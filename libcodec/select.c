/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Matching flat capability records against a stream and a destination. Each record that
 * doesn't fit leaves reason bits; there is no other way for a backend to be passed over.
 */
#include "select.h"

#include <stdlib.h>

#include "clock.h"

/* Bands of the order: what writes in place goes before what copies. */
enum {
	ORDER_OPTED_IN = 0,
	ORDER_ZERO_COPY = 1,
	ORDER_HARDWARE = 2,
	ORDER_CPU = 3,
	ORDER_EXPERIMENTAL = 4,
};
#define ORDER_RANK_MAX 1000u
#define ORDER_PLACES   100000u /* places that somebody gave come before all bands */

static void clear(struct lc_selection *sel, struct lc_hotplug *hp)
{
	while (sel->n) {
		struct lc_candidate *c = &sel->list[--sel->n];

		if (c->backend)
			lc_hotplug_unref(hp, c->backend);
		lc_device_unref(c->device);
	}
	sel->n_usable = 0;
	sel->valid = false;
}

void lc_selection_done(struct lc_selection *sel, struct lc_hotplug *hp)
{
	clear(sel, hp);
	free(sel->list);
	*sel = (struct lc_selection){ .n = 0 };
}

static uint64_t size_reasons(const struct libcodec_cap *cap, const struct lc_traits *t)
{
	uint64_t pixels = (uint64_t)t->width * t->height;

	if (t->width < cap->min_width || t->height < cap->min_height ||
	    t->width > cap->max_width || t->height > cap->max_height ||
	    (cap->max_pixels && pixels > cap->max_pixels))
		return LIBCODEC_REASON_SIZE;
	return 0;
}

static uint64_t stream_reasons(const struct libcodec_cap *cap, const struct lc_traits *t)
{
	uint64_t reasons = size_reasons(cap, t);

	if (!(cap->processes & LIBCODEC_PROCESS_BIT(t->process)))
		reasons |= LIBCODEC_REASON_PROCESS;
	if (!(cap->samplings & LIBCODEC_SAMPLING_BIT(t->sampling)))
		reasons |= LIBCODEC_REASON_SUBSAMPLING;
	if (t->bit_depth < 1 || t->bit_depth > 32 ||
	    !(cap->bit_depths & 1u << (t->bit_depth - 1)))
		reasons |= LIBCODEC_REASON_DEPTH;
	if (t->components < 1 || t->components > 32 ||
	    !(cap->components & 1u << (t->components - 1)))
		reasons |= LIBCODEC_REASON_COMPONENTS;
	if (!(cap->colours & LIBCODEC_COLOUR_BIT(t->colour)))
		reasons |= LIBCODEC_REASON_COLOURSPACE;
	if (t->several_scans && !(cap->flags & LIBCODEC_CAP_MULTI_SCAN))
		reasons |= LIBCODEC_REASON_SCANS;
	if (t->missing_dht && !(cap->flags & LIBCODEC_CAP_NO_DHT))
		reasons |= LIBCODEC_REASON_PROCESS;
	return reasons;
}

/* The record's entry for a format that is made from such a sampling, or NULL. */
static const struct libcodec_cap_format *find_format(const struct libcodec_cap *cap,
						     uint32_t format, uint32_t sampling)
{
	uint32_t i;

	for (i = 0; i < cap->n_formats; i++)
		if (cap->formats[i].format == format &&
		    (cap->formats[i].samplings & LIBCODEC_SAMPLING_BIT(sampling)))
			return &cap->formats[i];
	return NULL;
}

/* As what a backend takes a destination: a dma-buf as one rather than mapped. */
static uint32_t choose_kind(uint32_t takes, uint32_t offered)
{
	uint32_t both = takes & offered;

	if (both & LIBCODEC_MEMORY_BIT(LIBCODEC_MEMORY_DMABUF))
		return LIBCODEC_MEMORY_DMABUF;
	if (both & LIBCODEC_MEMORY_BIT(LIBCODEC_MEMORY_HOST))
		return LIBCODEC_MEMORY_HOST;
	return LIBCODEC_MEMORY_AUTO;
}

static uint64_t align_reasons(const struct libcodec_cap *cap,
			      const struct lc_select_key *key, uint32_t kind)
{
	uint64_t strides = key->stride_bits, offsets = key->plane_offset_bits, reasons = 0;

	if (key->flexible && kind == LIBCODEC_MEMORY_DMABUF) {
		strides = 0;
		offsets = key->start_bits;
	}
	if (cap->pitch_align && strides & (cap->pitch_align - 1))
		reasons |= LIBCODEC_REASON_ALIGN_PITCH;
	if (cap->offset_align && offsets & (cap->offset_align - 1))
		reasons |= LIBCODEC_REASON_ALIGN_OFFSET;
	return reasons;
}

static uint64_t destination_reasons(const struct libcodec_cap *cap,
				    const struct lc_select_key *key, uint32_t *ret_kind)
{
	const struct libcodec_cap_format *f =
		find_format(cap, key->format, key->traits.sampling);
	uint64_t reasons = 0;

	if (!f)
		return LIBCODEC_REASON_FORMAT;
	*ret_kind = choose_kind(f->memory, key->memory);
	if (*ret_kind == LIBCODEC_MEMORY_AUTO)
		reasons |= LIBCODEC_REASON_MEMORY;
	if (!(f->dtypes & 1u << key->dtype))
		reasons |= LIBCODEC_REASON_DTYPE;
	return reasons | align_reasons(cap, key, *ret_kind);
}

static bool manifest_has_codec(const struct lc_manifest *m, uint32_t codec)
{
	unsigned int i;

	for (i = 0; i < m->n_codecs; i++)
		if (m->codecs[i] == codec)
			return true;
	return false;
}

/* What can be said without loading anything. */
static uint64_t manifest_reasons(const struct lc_hotplug *hp, const struct lc_plugin *p,
				 const struct lc_select_key *key, const struct lc_pin *pin)
{
	const struct lc_manifest *m = &p->manifest;
	bool cpu = m->band == LIBCODEC_BAND_CPU;

	if (m->masked || m->error || !m->name)
		return LIBCODEC_REASON_REFUSED;
	if (lc_plugin_state(p) == LIBCODEC_PLUGIN_DENIED)
		return LIBCODEC_REASON_POLICY;
	if (pin->backend && strcmp(pin->backend, m->name) != 0)
		return LIBCODEC_REASON_POLICY;
	if (pin->device && !m->n_matches)
		return LIBCODEC_REASON_POLICY;
	if (key->policy == LIBCODEC_POLICY_CPU_ONLY && !cpu)
		return LIBCODEC_REASON_POLICY;
	if (key->policy == LIBCODEC_POLICY_REQUIRE_HARDWARE && cpu)
		return LIBCODEC_REASON_POLICY;
	if (m->opt_in && !pin->backend && !lc_policy_opts_in(hp->reg->policy, m->name))
		return LIBCODEC_REASON_OPT_OUT;
	if (!manifest_has_codec(m, key->traits.codec))
		return LIBCODEC_REASON_CODEC;
	return 0;
}

static uint32_t order_of(const struct lc_backend *b, const struct libcodec_cap *cap)
{
	const struct lc_plugin *p = b->plugin;
	uint32_t band;

	if (b->place >= 0)
		return (uint32_t)b->place;
	if (p->manifest.opt_in)
		band = ORDER_OPTED_IN;
	else if (p->manifest.band == LIBCODEC_BAND_CPU)
		band = ORDER_CPU;
	else if (p->manifest.band == LIBCODEC_BAND_EXPERIMENTAL)
		band = ORDER_EXPERIMENTAL;
	else
		band = cap->flags & LIBCODEC_CAP_ZERO_COPY ? ORDER_ZERO_COPY : ORDER_HARDWARE;
	return ORDER_PLACES + band * (ORDER_RANK_MAX + 1) +
	       (ORDER_RANK_MAX - (cap->rank < ORDER_RANK_MAX ? cap->rank : ORDER_RANK_MAX));
}

/* The best of a backend's records: the first in order that fits, else the closest. */
static void match_caps(const struct lc_backend *b, const struct lc_select_key *key,
		       struct lc_candidate *c)
{
	int fewest = 65;
	unsigned int i;

	c->reasons = LIBCODEC_REASON_CODEC;
	for (i = 0; i < b->n_caps; i++) {
		const struct libcodec_cap *cap = &b->caps[i];
		uint32_t order, kind = LIBCODEC_MEMORY_AUTO;
		uint64_t reasons;
		int count;

		if (cap->codec != key->traits.codec)
			continue;
		order = order_of(b, cap);
		reasons = stream_reasons(cap, &key->traits) |
			  destination_reasons(cap, key, &kind);
		count = __builtin_popcountll(reasons);
		if (count < fewest || (count == 0 && order < c->order)) {
			fewest = count;
			c->reasons = reasons;
			c->cap = i;
			c->memory = kind;
			c->order = order;
		}
	}
}

/* --- candidates --- */

static int grow(struct lc_selection *sel)
{
	struct lc_candidate *list;
	size_t room = sel->room ? 2 * sel->room : 8;

	list = realloc(sel->list, room * sizeof(*list));
	if (!list)
		return -ENOMEM;
	sel->list = list;
	sel->room = room;
	return 0;
}

/* Keep a candidate; holds what it names. */
static int add(struct lc_selection *sel, const struct lc_candidate *c)
{
	if (sel->n == sel->room && grow(sel) < 0)
		return -ENOMEM;
	if (c->backend)
		lc_backend_ref(c->backend);
	if (c->device)
		lc_device_ref(c->device);
	sel->list[sel->n++] = *c;
	return 0;
}

static uint64_t state_reasons(const struct lc_binding *b)
{
	switch (b->state) {
	case LIBCODEC_DEVICE_READY:
		return 0;
	case LIBCODEC_DEVICE_NO_ACCESS:
		return LIBCODEC_REASON_PERMISSION;
	case LIBCODEC_DEVICE_GONE:
		return LIBCODEC_REASON_GONE;
	default:
		return LIBCODEC_REASON_REFUSED;
	}
}

static bool is_pinned(const struct lc_pin *pin, const struct libcodec_device *dev)
{
	return !pin->device || !strcmp(pin->device, dev->node) ||
	       !strcmp(pin->device, dev->syspath);
}

/* A question to all plugins. */
struct inquiry {
	struct lc_hotplug *hp;
	const struct lc_select_key *key;
	const struct lc_pin *pin;
	struct lc_selection *sel; /* where they are kept, or NULL */
	bool usable;              /* there is one */
	int error;
};

static void take(struct inquiry *q, struct lc_candidate *c)
{
	if (c->reasons)
		c->backend = NULL;
	else
		q->usable = true;
	if (q->sel && q->error == 0)
		q->error = add(q->sel, c);
}

/* The devices of a plugin, each a candidate. With hp->lock. */
static void consider_devices(struct inquiry *q, uint32_t index)
{
	struct lc_hotplug *hp = q->hp;
	struct lc_candidate none = {
		.plugin = index, .order = UINT32_MAX, .reasons = LIBCODEC_REASON_NO_DEVICE
	};
	bool any = false;
	size_t i;

	for (i = 0; i < hp->n; i++) {
		struct lc_binding *b = hp->list[i];
		struct lc_candidate c = none;

		if (b->plugin != &hp->reg->plugins[index] || !b->state)
			continue;
		any = true;
		c.device = b->device;
		c.backend = b->backend;
		c.reasons = is_pinned(q->pin, b->device) ? state_reasons(b) :
							   LIBCODEC_REASON_POLICY;
		if (!c.reasons)
			match_caps(b->backend, q->key, &c);
		take(q, &c);
	}
	if (!any)
		take(q, &none);
}

/* With hp->lock. */
static void consider(struct inquiry *q, uint32_t index)
{
	struct lc_plugin *p = &q->hp->reg->plugins[index];
	struct lc_candidate c = { .plugin = index, .order = UINT32_MAX };

	c.reasons = manifest_reasons(q->hp, p, q->key, q->pin);
	if (c.reasons) {
		take(q, &c);
	} else if (p->manifest.n_matches) {
		consider_devices(q, index);
	} else if (lc_plugin_state(p) != LIBCODEC_PLUGIN_READY) {
		c.reasons = LIBCODEC_REASON_REFUSED;
		take(q, &c);
	} else {
		c.backend = p->backend;
		match_caps(p->backend, q->key, &c);
		take(q, &c);
	}
}

/* Load what could matter and needs no device; those that do were loaded with theirs. */
static void load_plugins(struct inquiry *q)
{
	struct lc_registry *reg = q->hp->reg;
	uint32_t i;

	for (i = 0; i < reg->n_plugins; i++)
		if (!reg->plugins[i].manifest.n_matches &&
		    !manifest_reasons(q->hp, &reg->plugins[i], q->key, q->pin))
			lc_registry_load(reg, i);
}

/* Usable ones first, by place, band and rank; ties by the order in which they were found. */
static int compare(const void *a, const void *b)
{
	const struct lc_candidate *x = a, *y = b;

	if (!x->reasons != !y->reasons)
		return x->reasons ? 1 : -1;
	if (x->order != y->order)
		return x->order < y->order ? -1 : 1;
	if (x->plugin != y->plugin)
		return x->plugin < y->plugin ? -1 : 1;
	if (x->device && y->device && x->device->devnum != y->device->devnum)
		return x->device->devnum < y->device->devnum ? -1 : 1;
	return 0;
}

/* Ask about all plugins. */
static void inquire(struct inquiry *q)
{
	uint32_t i;

	lc_hotplug_scan(q->hp);
	load_plugins(q);
	pthread_mutex_lock(&q->hp->lock);
	/* Loading may have moved it on; what was loaded is in the list. */
	if (q->sel) {
		q->sel->key.generation = lc_registry_generation(q->hp->reg);
		q->sel->recheck_at = __atomic_load_n(&q->hp->listening, __ATOMIC_RELAXED) ?
					     INT64_MAX : lc_hotplug_retry_at(q->hp);
	}
	for (i = 0; i < q->hp->reg->n_plugins; i++)
		consider(q, i);
	pthread_mutex_unlock(&q->hp->lock);
}

/* Whether the list holds for @key. */
static bool is_current(const struct lc_selection *sel, const struct lc_select_key *key)
{
	return sel->valid && memcmp(&sel->key, key, sizeof(*key)) == 0 &&
	       (sel->recheck_at == INT64_MAX || lc_now_ns() < sel->recheck_at);
}

int lc_select(struct lc_selection *sel, struct lc_hotplug *hp,
	      const struct lc_select_key *key, const struct lc_pin *pin)
{
	struct inquiry q = { .hp = hp, .key = key, .pin = pin, .sel = sel };
	struct lc_select_key k = *key;

	k.generation = lc_registry_generation(hp->reg);
	if (is_current(sel, &k))
		return 0;
	if (!__atomic_load_n(&hp->listening, __ATOMIC_RELAXED))
		lc_hotplug_retry(hp);
	clear(sel, hp);
	sel->key = k;
	inquire(&q);
	if (q.error < 0)
		return q.error;
	if (sel->n)
		qsort(sel->list, sel->n, sizeof(*sel->list), compare);
	while (sel->n_usable < sel->n && !sel->list[sel->n_usable].reasons)
		sel->n_usable++;
	/* Without a taker, ask again: a plugin that failed may work by then. */
	sel->valid = sel->n_usable > 0;
	return 1;
}

bool lc_select_offers(struct lc_hotplug *hp, const struct lc_select_key *key,
		      const struct lc_pin *pin, uint32_t format)
{
	struct lc_select_key k = *key;
	struct inquiry q = { .hp = hp, .key = &k, .pin = pin };

	k.format = format;
	k.stride_bits = 0;
	k.start_bits = 0;
	k.plane_offset_bits = 0;
	inquire(&q);
	return q.usable;
}
