/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The kit's pictures: generated, never found, by the writers of fixtures/. The one place
 * of the tools that includes them.
 */
#ifndef LC_KIT_GOLDEN_H
#define LC_KIT_GOLDEN_H

#include <stddef.h>

#include "kit.h"

enum golden_kind {
	GOLDEN_PLAIN, /* all that it needs is in a capability record */
	GOLDEN_SIZE, /* the same, of an odd size */
	GOLDEN_VARIANT, /* allowed, but a capability can't say that it isn't done */
	GOLDEN_LARGE, /* plain, and a frame that takes its time */
};

/* A picture to be made. */
struct golden {
	const char *name;
	enum golden_kind kind;
	uint32_t codec;
	uint32_t width, height;
	/* The JPEG writer's own words, 0 being their defaults. */
	unsigned int sampling, pattern, flags, restart, orientation, sof, quality;
	/* The PNG writer's. */
	unsigned int colour_type, depth, adam7;
};

/* A picture that was made, and what matching must know of it. */
struct golden_stream {
	const struct golden *golden;
	const uint8_t *data;
	size_t size;
	size_t end; /* of the picture; other bytes may follow */
	size_t scan; /* first entropy-coded byte, or of the first IDAT's data */
	uint32_t codec, colour, process, sampling, bit_depth, components;
	uint32_t width, height;
	uint32_t native_format; /* LIBCODEC_FORMAT_*; 0: none has it */
	bool several_scans, missing_dht;
};

extern const struct golden golden_set[];
extern const size_t golden_count;

/*
 * Write one, or take what was written before: streams are kept until the process ends.
 * Returns 0, -ENOMEM, or -EINVAL where it can't be coded, which is an error of the table.
 * One thread at a time.
 */
int golden_make(const struct golden *g, struct golden_stream *ret_stream);

/* Write all of them, for the processes that are forked off later. */
void golden_make_all(void);

/* A number from a seed, for all that is random: the same on each machine. */
uint32_t golden_random(uint64_t *state);

#endif
