/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Which backends may decode a stream into a destination, in which order, and why the
 * others may not. Kept from frame to frame while nothing that matters changes.
 */
#ifndef LC_SELECT_H
#define LC_SELECT_H

#include "hotplug.h"
#include "stream.h"

#include <libcodec/image.h>

/* All that a selection depends on; compared as bytes, so no padding. */
struct lc_select_key {
	uint64_t generation;
	uint64_t plane_offset_bits; /* the planes' offsets, ored: their common alignment */
	struct lc_traits traits;
	uint32_t format; /* of the output; for lc_select_output: the preference */
	uint32_t dtype;
	uint32_t memory;      /* what the destination offers, a mask of kinds */
	uint32_t flexible;    /* 1: who writes a dma-buf in place may move planes */
	uint32_t start_bits;  /* plane 0's offset, which nobody moves */
	uint32_t stride_bits; /* the planes' strides, ored */
	uint32_t policy; /* LIBCODEC_POLICY_* */
	uint32_t epoch;  /* counts changes of what is not in the key: the pinned name */
};

struct lc_session;

struct lc_candidate {
	uint32_t plugin;  /* index in the registry */
	struct lc_backend *backend; /* a reference where usable; else NULL */
	struct libcodec_device *device; /* a reference, or NULL: none */
	struct lc_session *session; /* usable: the caller's, filled in by the caller */
	uint32_t cap;     /* index of the record that matched, or came closest */
	uint64_t reasons; /* 0: usable */
	uint32_t memory;  /* usable: LIBCODEC_MEMORY_* as which it takes the destination */
	uint32_t order;   /* what it is sorted by, lower first */
};

struct lc_selection {
	struct lc_select_key key;
	struct lc_candidate *list; /* one of each plugin or device; usable ones first */
	size_t n, room;
	size_t n_usable;
	int64_t recheck_at; /* now_ns at which what failed may work again; INT64_MAX: never */
	bool valid;
};

/* What the caller pins: names, or NULL. */
struct lc_pin {
	const char *backend, *device;
};

void lc_selection_done(struct lc_selection *sel, struct lc_hotplug *hp);

/*
 * Bring @sel up to date with @key, whose generation is filled in here. Looks for devices
 * and loads plugins that could matter. 1 where it is another list than before (all
 * session pointers are NULL then), 0 where everything stays, -ENOMEM.
 */
int lc_select(struct lc_selection *sel, struct lc_hotplug *hp,
	      const struct lc_select_key *key, const struct lc_pin *pin);

/*
 * Whether a backend that @key allows writes the preferred @format from such a stream,
 * whatever the destination's alignment. A pure question: nothing is kept.
 */
bool lc_select_offers(struct lc_hotplug *hp, const struct lc_select_key *key,
		      const struct lc_pin *pin, uint32_t format);

#endif
