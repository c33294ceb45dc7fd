/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Pictures with their samples.
 */
#include "config.h"

#include "album.h"

#include <stdlib.h>

#define SIDE_MAX 1024

static void collect(struct bed *bed, const struct bed_work *w, void *arg)
{
	struct album *album = arg;
	struct shot shot;
	size_t n;

	if (album->n == ALBUM_MAX || w->format != w->s.native_format || w->dtype ||
	    w->s.width > SIDE_MAX || w->s.height > SIDE_MAX)
		return;
	album->samples[album->n] = bed_take(bed, w, &n, &shot);
	if (album->samples[album->n])
		album->work[album->n++] = *w;
}

struct album *album_new(struct bed *bed, unsigned int mask, unsigned int least)
{
	struct album *album = calloc(1, sizeof(*album));

	if (album)
		bed_each(bed, mask, collect, album);
	if (album && album->n >= least)
		return album;
	kit_skip(bed->c, "fewer than %u of its pictures are done", least);
	free(album);
	return NULL;
}

struct album_canvases *album_canvases_new(const struct bed *bed,
					  const struct album *album)
{
	struct album_canvases *canvases = calloc(1, sizeof(*canvases));
	unsigned int i;

	for (i = 0; canvases && i < album->n; i++) {
		if (bed_canvas(bed, &album->work[i], 0, false, &canvases->of[i]))
			continue;
		free(canvases);
		return NULL;
	}
	return canvases;
}

bool album_again(const struct bed *bed, const struct album *album,
		 struct album_canvases *canvases, unsigned int i,
		 struct libcodec_decoder *dec, struct shot *ret_shot)
{
	const struct golden_stream *s = &album->work[i].s;

	canvas_poison(&canvases->of[i], 0);
	bed_shoot(bed, dec, s->data, s->size, canvases->of[i].image, ret_shot);
	return ret_shot->r == 0 && canvas_same(&canvases->of[i], album->samples[i]);
}
