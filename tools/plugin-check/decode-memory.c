/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Where a plugin writes: each sample, nothing else, nothing at all where it declines, and
 * nothing any more once it returned.
 */
#include "config.h"

#include "decode.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define GAP	  96 /* bytes at the end of a row */
#define LATE_MS	  50
#define LATE_RUNS 4

struct walk {
	unsigned int done, declined;
};

/* A frame into @cv, whose poison is of @round. */
static void shoot(struct bed *bed, const struct bed_work *w, const uint8_t *data,
		  struct canvas *cv, unsigned int round, struct shot *ret_shot)
{
	struct libcodec_decoder_params p = bed_params(w);
	struct libcodec_decoder *dec = bed_decoder(bed, &p);

	*ret_shot = (struct shot){ .r = -ENOMEM };
	if (!dec)
		return;
	canvas_poison(cv, round);
	bed_shoot(bed, dec, data, w->s.size, cv->image, ret_shot);
	libcodec_decoder_unref(dec);
}

/*
 * Two rounds of poison of which no byte is alike: what is alike afterwards was written,
 * and what isn't was not.
 */
static void all_written(struct bed *bed, const struct bed_work *w, void *arg)
{
	struct walk *walk = arg;
	uint8_t *a, *b = NULL;
	struct canvas cv;
	struct shot shot;
	size_t n;

	if (!bed_canvas(bed, w, 0, false, &cv))
		return;
	shoot(bed, w, w->s.data, &cv, 0, &shot);
	if (shot.r < 0)
		return; /* another rule's */
	a = canvas_copy(&cv);
	shoot(bed, w, w->s.data, &cv, 1, &shot);
	if (shot.r == 0)
		b = canvas_copy(&cv);
	n = canvas_visible_size(&cv);
	if (a && b && canvas_alike(a, b, n) != n)
		kit_fail(bed->c,
			 "%s: done, but %zu of %zu bytes were not written, or "
			 "depend on what was there",
			 w->name, n - canvas_alike(a, b, n), n);
	walk->done++;
	free(a);
	free(b);
}

void decode_written(struct kit_case *c)
{
	struct bed bed = { .c = c };
	struct walk walk = { .done = 0 };

	if (!bed_open(c, &bed))
		return;
	bed_each(&bed, DECODE_ANY, all_written, &walk);
	if (!walk.done)
		kit_skip(c, "none of its pictures is done");
	kit_pass(c, "all bytes of %u pictures are written", walk.done);
}

static void margins_clean(struct bed *bed, const struct bed_work *w, void *arg)
{
	struct walk *walk = arg;
	struct canvas cv;
	struct shot shot;
	ptrdiff_t at;

	if (!bed_canvas(bed, w, GAP, false, &cv))
		return;
	shoot(bed, w, w->s.data, &cv, 0, &shot);
	walk->done += shot.r == 0;
	if (!canvas_margins_clean(&cv, &at))
		kit_fail(bed->c,
			 "%s: wrote where no sample belongs, first at byte %td; "
			 "the image has %zu, its rows %u of %u",
			 w->name, at, cv.size, cv.layout.plane_width[0],
			 cv.layout.plane_stride[0]);
}

void decode_margins(struct kit_case *c)
{
	struct bed bed = { .c = c };
	struct walk walk = { .done = 0 };

	if (!bed_open(c, &bed))
		return;
	bed_each(&bed, DECODE_ANY, margins_clean, &walk);
	if (!walk.done)
		kit_skip(c, "none of its pictures is done");
	kit_pass(c, "%u pictures: nothing written between and around the rows",
		 walk.done);
}

/* Stream and image end at pages that may not be touched: a byte too far is a SIGSEGV. */
static void within_fences(struct bed *bed, const struct bed_work *w, void *arg)
{
	uint8_t *data = canvas_fence(w->s.data, w->s.size);
	struct walk *walk = arg;
	struct canvas cv;
	struct shot shot;

	if (!data || !bed_canvas(bed, w, 0, true, &cv))
		return;
	shoot(bed, w, data, &cv, 0, &shot);
	walk->done += shot.r == 0;
}

void decode_fences(struct kit_case *c)
{
	struct bed bed = { .c = c };
	struct walk walk = { .done = 0 };

	if (!bed_open(c, &bed))
		return;
	bed_each(&bed, DECODE_ANY, within_fences, &walk);
	if (!walk.done)
		kit_skip(c, "none of its pictures is done");
	kit_pass(c, "%u pictures: nothing touched behind stream and image", walk.done);
}

static void untouched(struct bed *bed, const struct bed_work *w, void *arg)
{
	struct walk *walk = arg;
	struct canvas cv;
	struct shot shot;
	ptrdiff_t at;

	if (!bed_canvas(bed, w, 0, false, &cv))
		return;
	shoot(bed, w, w->s.data, &cv, 0, &shot);
	if (shot.verdict != LIBCODEC_VERDICT_NOT_APPLICABLE &&
	    shot.verdict != LIBCODEC_VERDICT_FATAL)
		return;
	walk->declined++;
	if (!canvas_untouched(&cv, &at))
		kit_fail(bed->c, "%s: %s, but wrote at byte %td", w->name,
			 shot_text(&shot), at);
}

void decode_untouched(struct kit_case *c)
{
	struct bed bed = { .c = c };
	struct walk walk = { .declined = 0 };

	if (!bed_open(c, &bed))
		return;
	bed_each(&bed, DECODE_ANY, untouched, &walk);
	kit_pass(c, "%u pictures that it claims were declined, untouched", walk.declined);
}

/* The owner takes its memory away as soon as the call is back. */
static void quiet_after_return(struct bed *bed, const struct bed_work *w)
{
	struct libcodec_decoder_params p = bed_params(w);
	struct libcodec_decoder *dec = bed_decoder(bed, &p);
	struct canvas cv;
	struct shot shot;
	uint8_t *copy;
	int i;

	if (!dec || !bed_canvas(bed, w, 0, false, &cv))
		return;
	for (i = 0; i < LATE_RUNS; i++) {
		canvas_poison(&cv, (unsigned int)i);
		kit_doing(bed->c, w->name);
		bed_shoot(bed, dec, w->s.data, w->s.size, cv.image, &shot);
		copy = canvas_copy(&cv);
		kit_doing(bed->c, "the image's memory is gone after the return");
		if (mprotect(cv.pages, cv.n_pages, PROT_NONE) == 0)
			kit_sleep_ms(LATE_MS);
		mprotect(cv.pages, cv.n_pages, PROT_READ | PROT_WRITE);
		if (copy && !canvas_same(&cv, copy))
			kit_fail(bed->c, "%s: written after the return", w->name);
		free(copy);
	}
	libcodec_decoder_unref(dec);
}

void decode_late(struct kit_case *c)
{
	static const enum golden_kind kinds[] = { GOLDEN_PLAIN, GOLDEN_LARGE };
	struct bed bed = { .c = c };
	struct bed_work w;
	unsigned int i, n = 0;

	if (!bed_open(c, &bed))
		return;
	for (i = 0; i < 2; i++) {
		if (!bed_first(&bed, kinds[i], &w))
			continue;
		quiet_after_return(&bed, &w);
		n++;
	}
	if (!n)
		kit_unclaimed(c, "it claims none of the kit's pictures");
	kit_pass(c, "the image may go %u ms long right after the return", LATE_MS);
}
