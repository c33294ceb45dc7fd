/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Memory that isn't there: each allocation of a call fails once, all others work. The
 * call says so, and the next one is as if nothing had been.
 */
#include "config.h"

#include "fault.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "direct.h"

#define SITES_MAX 300

static bool can_count(struct kit_case *c)
{
	const char *why = kit_alloc_unavailable();

	if (why)
		kit_skip(c, "%s", why);
	return !why;
}

static void at_site(struct kit_case *c, const char *what, unsigned int site)
{
	char text[128];

	snprintf(text, sizeof(text), "%s, with allocation %u failing", what, site);
	kit_doing(c, text);
}

/* Returns whether there was such a site. */
static bool open_without(struct kit_case *c, struct direct *d, unsigned int site)
{
	void *session = NULL;
	unsigned int taken;
	int r;

	at_site(c, "session_open", site);
	kit_alloc_fail_at(site);
	r = d->plugin.ops.session_open(d->bound.priv, d->bound.device, &session);
	taken = kit_alloc_stop();
	if (r > 0)
		kit_fail(c, "session_open returned %d without memory, no negative errno",
			 r);
	if (r == 0)
		d->plugin.ops.session_close(session);
	return taken > site;
}

void fault_open_memory(struct kit_case *c)
{
	struct direct *d = calloc(1, sizeof(*d));
	unsigned int site = 0;
	void *session;
	int r;

	if (!d || !can_count(c) || !direct_open(c, d))
		return;
	while (site < SITES_MAX && open_without(c, d, site))
		site++;
	kit_doing(c, "session_open with memory again");
	r = d->plugin.ops.session_open(d->bound.priv, d->bound.device, &session);
	if (r < 0)
		kit_fail(c, "no session opens any more: %s", strerror(-r));
	else
		d->plugin.ops.session_close(session);
	direct_close(d);
	kit_pass(c, "each of %u allocations of session_open failed once", site);
}

/*
 * The frame that lacks memory, and one after it. Returns whether there was such a site.
 */
static bool decode_without(struct bed *bed, const struct bed_work *w, struct canvas *cv,
			   const uint8_t *want, unsigned int site)
{
	struct libcodec_decoder_params p = bed_params(w);
	struct libcodec_decoder *dec = bed_decoder(bed, &p);
	struct shot shot;
	unsigned int taken;

	if (!dec)
		return false;
	at_site(bed->c, w->name, site);
	kit_alloc_fail_at(site);
	bed_shoot(bed, dec, w->s.data, w->s.size, cv->image, &shot);
	taken = kit_alloc_stop();
	if (shot.verdict != LIBCODEC_VERDICT_DONE &&
	    shot.verdict != LIBCODEC_VERDICT_FALLBACK)
		kit_fail(bed->c, "%s: without memory it must be FALLBACK, not: %s",
			 w->name, shot_text(&shot));
	if (shot.r == 0 && !canvas_same(cv, want))
		kit_fail(bed->c, "%s: done without memory, with wrong samples", w->name);
	bed_shoot(bed, dec, w->s.data, w->s.size, cv->image, &shot);
	if (shot.r < 0 || !canvas_same(cv, want))
		kit_fail(bed->c,
			 "%s: after allocation %u failed the next frame is wrong: "
			 "%s",
			 w->name, site, shot_text(&shot));
	libcodec_decoder_unref(dec);
	return taken > site;
}

static void each_site(struct bed *bed, const struct bed_work *w, void *arg)
{
	unsigned int *sites = arg, site = 0;
	struct canvas cv;
	struct shot shot;
	uint8_t *want;
	size_t n;

	want = bed_take(bed, w, &n, &shot);
	if (want && bed_canvas(bed, w, 0, false, &cv)) {
		while (site < SITES_MAX && decode_without(bed, w, &cv, want, site))
			site++;
		*sites += site;
	}
	free(want);
}

void fault_decode_memory(struct kit_case *c)
{
	struct bed bed = { .c = c };
	unsigned int sites = 0;

	if (!can_count(c) || !bed_open(c, &bed))
		return;
	if (!bed_each(&bed, 1u << GOLDEN_PLAIN, each_site, &sites))
		kit_unclaimed(c, "it claims none of the kit's plain pictures");
	kit_pass(c, "each of %u allocations of first frames failed once", sites);
}
