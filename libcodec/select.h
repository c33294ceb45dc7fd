/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Which backends may decode a stream into a destination, in which order, and why the
 * others may not. Kept from frame to frame while nothing that matters changes.
 */
#ifndef LC_SELECT_H
#define LC_SELECT_H

#include "registry.h"
#include "stream.h"

#include <libcodec/image.h>

/* All that a selection depends on; compared as bytes, so no padding. */
struct lc_select_key {
	uint64_t generation;
	uint64_t plane_offset_bits; /* the planes' offsets, ored: their common alignment */
	struct lc_traits traits;
	uint32_t format; /* of the output; for lc_select_output: the preference */
	uint32_t dtype;
	uint32_t memory;
	uint32_t stride_bits; /* the planes' strides, ored */
	uint32_t policy; /* LIBCODEC_POLICY_* */
	uint32_t epoch;  /* counts changes of what is not in the key: the pinned name */
};

struct lc_candidate {
	uint32_t plugin;  /* index in the registry */
	uint32_t cap;     /* index of the record that matched, or came closest */
	uint64_t reasons; /* 0: usable */
	uint32_t order;   /* what it is sorted by, lower first */
};

struct lc_selection {
	struct lc_select_key key;
	struct lc_candidate *list; /* one per plugin; usable ones first */
	size_t n;
	size_t n_usable;
	bool valid;
};

int lc_selection_init(struct lc_selection *sel, struct lc_registry *reg);
void lc_selection_done(struct lc_selection *sel);

/*
 * Bring @sel up to date with @key (whose generation is filled in here) and @backend, the
 * pinned name or NULL. Loads plugins that could matter. Does nothing while the key stays.
 */
void lc_select(struct lc_selection *sel, struct lc_registry *reg,
	       const struct lc_select_key *key, const char *backend);

/*
 * Whether a backend that @key allows writes the preferred @format from such a stream,
 * whatever the destination's alignment. A pure question: nothing is kept.
 */
bool lc_select_offers(struct lc_registry *reg, const struct lc_select_key *key,
		      const char *backend, uint32_t format);

#endif
