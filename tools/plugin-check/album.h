/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Pictures that are kept, each with its samples from a fresh session: what rules about
 * sessions hold all later frames against.
 */
#ifndef LC_KIT_ALBUM_H
#define LC_KIT_ALBUM_H

#include "bed.h"

#define ALBUM_MAX 24

struct album {
	unsigned int n;
	struct bed_work work[ALBUM_MAX];
	uint8_t *samples[ALBUM_MAX];
};

/*
 * Collect what is claimed of the kinds of @mask and comes out DONE, in native format.
 * Never the long thin ones. NULL, and a SKIP of the case's first rule, for fewer than
 * @least. Kept until the process ends.
 */
struct album *album_new(struct bed *bed, unsigned int mask, unsigned int least);

/* An image for each picture, for one thread. */
struct album_canvases {
	struct canvas of[ALBUM_MAX];
};

struct album_canvases *album_canvases_new(const struct bed *bed,
					  const struct album *album);

/*
 * Decode picture @i with @dec. Returns whether its samples are as in the fresh session.
 */
bool album_again(const struct bed *bed, const struct album *album,
		 struct album_canvases *canvases, unsigned int i,
		 struct libcodec_decoder *dec, struct shot *ret_shot);

#endif
