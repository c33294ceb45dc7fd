/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Matching flat capability records against a stream and a destination. Each record that
 * doesn't fit leaves reason bits; there is no other way for a backend to be passed over.
 */
#include "select.h"

#include <stdlib.h>

/* Bands of the order: what writes in place goes before what copies. */
enum {
	ORDER_ZERO_COPY = 0,
	ORDER_HARDWARE = 1,
	ORDER_CPU = 2,
	ORDER_EXPERIMENTAL = 3,
};
#define ORDER_RANK_MAX 1000u

int lc_selection_init(struct lc_selection *sel, struct lc_registry *reg)
{
	*sel = (struct lc_selection){ .n = reg->n_plugins };
	sel->list = calloc(reg->n_plugins + 1, sizeof(*sel->list));
	return sel->list ? 0 : -ENOMEM;
}

void lc_selection_done(struct lc_selection *sel)
{
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

static uint64_t destination_reasons(const struct libcodec_cap *cap,
				    const struct lc_select_key *key)
{
	const struct libcodec_cap_format *f =
		find_format(cap, key->format, key->traits.sampling);
	uint64_t reasons = 0;

	if (!f)
		return LIBCODEC_REASON_FORMAT;
	if (!(f->memory & LIBCODEC_MEMORY_BIT(key->memory)))
		reasons |= LIBCODEC_REASON_MEMORY;
	if (!(f->dtypes & 1u << key->dtype))
		reasons |= LIBCODEC_REASON_DTYPE;
	if (cap->pitch_align && key->stride_bits & (cap->pitch_align - 1))
		reasons |= LIBCODEC_REASON_ALIGN_PITCH;
	if (cap->offset_align && key->plane_offset_bits & (cap->offset_align - 1))
		reasons |= LIBCODEC_REASON_ALIGN_OFFSET;
	return reasons;
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
static uint64_t manifest_reasons(const struct lc_plugin *p, const struct lc_select_key *key,
				 const char *backend)
{
	const struct lc_manifest *m = &p->manifest;
	bool cpu = m->band == LIBCODEC_BAND_CPU;

	if (m->masked || m->error || !m->name)
		return LIBCODEC_REASON_REFUSED;
	if (backend && strcmp(backend, m->name) != 0)
		return LIBCODEC_REASON_POLICY;
	if (key->policy == LIBCODEC_POLICY_CPU_ONLY && !cpu)
		return LIBCODEC_REASON_POLICY;
	if (key->policy == LIBCODEC_POLICY_REQUIRE_HARDWARE && cpu)
		return LIBCODEC_REASON_POLICY;
	if (m->opt_in && !backend)
		return LIBCODEC_REASON_OPT_OUT;
	if (!manifest_has_codec(m, key->traits.codec))
		return LIBCODEC_REASON_CODEC;
	return 0;
}

static uint32_t order_of(const struct lc_plugin *p, const struct libcodec_cap *cap)
{
	uint32_t band;

	if (p->manifest.band == LIBCODEC_BAND_CPU)
		band = ORDER_CPU;
	else if (p->manifest.band == LIBCODEC_BAND_EXPERIMENTAL)
		band = ORDER_EXPERIMENTAL;
	else
		band = cap->flags & LIBCODEC_CAP_ZERO_COPY ? ORDER_ZERO_COPY : ORDER_HARDWARE;
	return band * (ORDER_RANK_MAX + 1) +
	       (ORDER_RANK_MAX - (cap->rank < ORDER_RANK_MAX ? cap->rank : ORDER_RANK_MAX));
}

/* The best of a plugin's records: the first in order that fits, else the closest. */
static void match_caps(const struct lc_plugin *p, const struct lc_select_key *key,
		       struct lc_candidate *c)
{
	int fewest = 65;
	unsigned int i;

	c->reasons = LIBCODEC_REASON_CODEC;
	for (i = 0; i < p->n_caps; i++) {
		const struct libcodec_cap *cap = &p->caps[i];
		uint32_t order = order_of(p, cap);
		uint64_t reasons;
		int count;

		if (cap->codec != key->traits.codec)
			continue;
		reasons = stream_reasons(cap, &key->traits) | destination_reasons(cap, key);
		count = __builtin_popcountll(reasons);
		if (count < fewest || (count == 0 && order < c->order)) {
			fewest = count;
			c->reasons = reasons;
			c->cap = i;
			c->order = order;
		}
	}
}

static void consider(struct lc_registry *reg, uint32_t index,
		     const struct lc_select_key *key, const char *backend,
		     struct lc_candidate *c)
{
	struct lc_plugin *p = &reg->plugins[index];

	*c = (struct lc_candidate){ .plugin = index, .order = UINT32_MAX };
	c->reasons = manifest_reasons(p, key, backend);
	if (c->reasons)
		return;
	p = lc_registry_load(reg, index);
	if (!p || lc_plugin_state(p) != LIBCODEC_PLUGIN_READY) {
		c->reasons = LIBCODEC_REASON_REFUSED;
		return;
	}
	match_caps(p, key, c);
}

/* Usable ones first, by band and rank; ties by the order of the manifests. */
static int compare(const void *a, const void *b)
{
	const struct lc_candidate *x = a, *y = b;

	if (!x->reasons != !y->reasons)
		return x->reasons ? 1 : -1;
	if (x->order != y->order)
		return x->order < y->order ? -1 : 1;
	return x->plugin < y->plugin ? -1 : x->plugin > y->plugin;
}

void lc_select(struct lc_selection *sel, struct lc_registry *reg,
	       const struct lc_select_key *key, const char *backend)
{
	struct lc_select_key k = *key;
	uint32_t i;

	k.generation = lc_registry_generation(reg);
	if (sel->valid && memcmp(&sel->key, &k, sizeof(k)) == 0)
		return;
	for (i = 0; i < sel->n; i++)
		consider(reg, i, &k, backend, &sel->list[i]);
	qsort(sel->list, sel->n, sizeof(*sel->list), compare);
	sel->n_usable = 0;
	while (sel->n_usable < sel->n && !sel->list[sel->n_usable].reasons)
		sel->n_usable++;
	/* Loading may have moved it on; what was loaded is in the list. */
	k.generation = lc_registry_generation(reg);
	sel->key = k;
	/* Without a taker, ask again: a plugin that failed may work by then. */
	sel->valid = sel->n_usable > 0;
}

bool lc_select_offers(struct lc_registry *reg, const struct lc_select_key *key,
		      const char *backend, uint32_t format)
{
	struct lc_select_key k = *key;
	struct lc_candidate c;
	uint32_t i;

	k.format = format;
	k.stride_bits = 0;
	k.plane_offset_bits = 0;
	for (i = 0; i < reg->n_plugins; i++) {
		consider(reg, i, &k, backend, &c);
		if (!c.reasons)
			return true;
	}
	return false;
}
