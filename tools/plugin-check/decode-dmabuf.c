/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Pictures in dma-bufs: mapped for a plugin that writes by the CPU, as they are for one
 * whose device writes them. Where this machine has none a memfd stands for them, which a
 * real device can't take.
 */
#include "config.h"

#include "decode.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define GAP 64 /* bytes at the end of a row */

struct walk {
	unsigned int done, declined;
	bool stand_in;
};

/* A frame into a dma-buf full of poison; the CPU's looks at it are told to the kernel. */
static bool shoot(struct bed *bed, const struct bed_work *w, uint32_t access,
		  struct canvas *cv, struct shot *ret_shot)
{
	struct libcodec_decoder_params p = bed_params(w);
	struct libcodec_decoder *dec = bed_decoder(bed, &p);
	struct canvas_spec spec = {
		.width = w->s.width,
		.height = w->s.height,
		.format = w->format,
		.dtype = w->dtype,
		.align = bed->align,
		.gap = GAP,
		.dmabuf = true,
		.access = access,
	};
	bool made = dec && canvas_new(bed->ctx, &spec, cv) == 0;

	if (made) {
		canvas_look(cv, true);
		canvas_poison(cv, 0);
		canvas_look(cv, false);
		bed_shoot(bed, dec, w->s.data, w->s.size, cv->image, ret_shot);
		canvas_look(cv, true);
	}
	libcodec_decoder_unref(dec);
	return made;
}

static void must_keep_margins(struct bed *bed, const struct bed_work *w,
			      const struct canvas *cv)
{
	ptrdiff_t at;

	if (!canvas_margins_clean(cv, &at))
		kit_fail(bed->c,
			 "%s: wrote to a dma-buf where no sample belongs, first at byte %td",
			 w->name, at);
}

/* The image stays, as all of them do: something may write there late. */
static void finish(struct canvas *cv)
{
	canvas_look(cv, false);
	close(cv->fd);
	cv->fd = -1;
}

static const char *about(const struct walk *walk)
{
	return walk->stand_in ? " (a memfd stood for them)" : "";
}

/* --- mapped --- */

static void must_be_the_same(struct bed *bed, const struct bed_work *w, void *arg)
{
	struct walk *walk = arg;
	struct canvas cv;
	struct shot shot;
	uint8_t *copy;
	size_t n;

	copy = bed_take(bed, w, &n, &shot);
	if (!copy || !shoot(bed, w, LIBCODEC_ACCESS_WRITE, &cv, &shot)) {
		free(copy);
		return; /* another rule's */
	}
	walk->stand_in |= cv.stand_in;
	if (shot.r < 0)
		kit_fail(bed->c, "%s: done in plain memory, in a dma-buf it is %s", w->name,
			 shot_text(&shot));
	else if (!canvas_same(&cv, copy))
		kit_fail(bed->c, "%s: not the samples that it writes to plain memory",
			 w->name);
	else
		walk->done++;
	must_keep_margins(bed, w, &cv);
	finish(&cv);
	free(copy);
}

void decode_dmabuf_mapped(struct kit_case *c)
{
	struct bed bed = { .c = c };
	struct walk walk = { .done = 0 };

	if (!bed_open(c, &bed))
		return;
	bed_each(&bed, 1u << GOLDEN_PLAIN | 1u << GOLDEN_SIZE, must_be_the_same, &walk);
	if (!walk.done)
		kit_skip(c, "none of its pictures is done in plain memory");
	kit_pass(c, "%u pictures in dma-bufs are those in plain memory%s", walk.done,
		 about(&walk));
}

/* --- by a device --- */

/* A device that is real can't take what is no dma-buf: that is nobody's fault. */
static bool is_excused(const struct bed *bed, const struct canvas *cv,
		       const struct shot *shot)
{
	return cv->stand_in && bed->takes_devices &&
	       shot->verdict == LIBCODEC_VERDICT_FALLBACK;
}

/* The CPU may help. */
static void must_be_done(struct bed *bed, const struct bed_work *w, struct walk *walk)
{
	struct canvas cv;
	struct shot shot;

	if (!shoot(bed, w, LIBCODEC_ACCESS_BOTH, &cv, &shot))
		return;
	walk->stand_in |= cv.stand_in;
	if (shot.r == 0)
		walk->done++;
	else if (is_excused(bed, &cv, &shot))
		kit_skip(bed->c, "there are no dma-bufs here that its device could write");
	else
		kit_fail(bed->c, "%s: claimed for dma-bufs, but %s", w->name,
			 shot_text(&shot));
	must_keep_margins(bed, w, &cv);
	finish(&cv);
}

/* It may not: in place, or not at all. */
static void must_be_in_place(struct bed *bed, const struct bed_work *w, struct walk *walk)
{
	struct canvas cv;
	struct shot shot;
	ptrdiff_t at;

	if (!shoot(bed, w, LIBCODEC_ACCESS_NONE, &cv, &shot))
		return;
	if (shot.r == 0 && !shot.info.zero_copy)
		kit_fail(bed->c, "%s: done where the CPU may not write, but not in place",
			 w->name);
	else if (shot.r < 0 && shot.verdict != LIBCODEC_VERDICT_NOT_APPLICABLE &&
		 !is_excused(bed, &cv, &shot))
		kit_fail(bed->c, "%s: where the CPU may not write it is %s, and not declined",
			 w->name, shot_text(&shot));
	else if (shot.verdict == LIBCODEC_VERDICT_NOT_APPLICABLE &&
		 !canvas_untouched(&cv, &at))
		kit_fail(bed->c, "%s: declined, but wrote at byte %td", w->name, at);
	walk->declined += shot.r < 0;
	must_keep_margins(bed, w, &cv);
	finish(&cv);
}

void decode_dmabuf_device(struct kit_case *c)
{
	struct bed bed = { .c = c };
	struct walk walk = { .done = 0 };
	struct bed_work w;
	unsigned int n = 0;
	size_t i;

	if (!bed_open(c, &bed))
		return;
	for (i = 0; i < golden_count; i++) {
		if (golden_set[i].kind != GOLDEN_PLAIN && golden_set[i].kind != GOLDEN_SIZE)
			continue;
		if (!bed_claims_dmabuf(&bed, &golden_set[i], &w))
			continue;
		kit_doing(c, w.name);
		must_be_done(&bed, &w, &walk);
		must_be_in_place(&bed, &w, &walk);
		n++;
	}
	if (!n)
		kit_unclaimed(c, "it names no dma-bufs");
	kit_pass(c, "%u pictures in dma-bufs are done, %u of them only with the CPU's help%s",
		 walk.done, walk.declined, about(&walk));
}
