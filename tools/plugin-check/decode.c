/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The level decode: the table of its rules, and those of what comes out: the verdict is
 * what the capabilities promise, the samples are those of the cpu backend.
 */
#include "config.h"

#include "decode.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PSNR_FLOOR 30.0

/* What a walk over claimed pictures found. */
struct walk {
	struct kit_case *c;
	unsigned int done, declined, compared;
	unsigned int max_delta;
	double worst;
};

static void nothing_claimed(struct kit_case *c)
{
	kit_unclaimed(c, "it claims none of the kit's pictures of this kind");
}

/* --- verdicts --- */

static void must_be_done(struct bed *bed, const struct bed_work *w, void *arg)
{
	struct walk *walk = arg;
	struct shot shot;
	size_t n;
	uint8_t *copy = bed_take(bed, w, &n, &shot);

	if (!copy)
		kit_fail(bed->c, "%s: claimed, but %s", w->name, shot_text(&shot));
	else if (shot.info.width != w->s.width || shot.info.height != w->s.height)
		kit_fail(bed->c, "%s: delivered as %ux%u", w->name, shot.info.width,
			 shot.info.height);
	else
		walk->done++;
	free(copy);
}

static void claimed_are_done(struct kit_case *c, enum golden_kind kind)
{
	struct bed bed = { .c = c };
	struct walk walk = { .c = c };

	if (!bed_open(c, &bed))
		return;
	if (!bed_each(&bed, 1u << kind, must_be_done, &walk))
		nothing_claimed(c);
	kit_pass(c, "%u pictures that it claims are done", walk.done);
}

static void decode_plain(struct kit_case *c)
{
	claimed_are_done(c, GOLDEN_PLAIN);
}

static void decode_sizes(struct kit_case *c)
{
	claimed_are_done(c, GOLDEN_SIZE);
}

/* What a record can't say may be declined, with a reason. */
static void done_or_declined(struct bed *bed, const struct bed_work *w, void *arg)
{
	struct walk *walk = arg;
	struct shot shot;
	size_t n;
	uint8_t *copy = bed_take(bed, w, &n, &shot);

	if (copy)
		walk->done++;
	else if (shot.verdict != LIBCODEC_VERDICT_NOT_APPLICABLE)
		kit_fail(bed->c, "%s: %s", w->name, shot_text(&shot));
	else if (!shot.reasons && !shot.message[0])
		kit_warn(bed->c, "%s: declined without a reason or a message", w->name);
	else
		walk->declined++;
	free(copy);
}

static void decode_variants(struct kit_case *c)
{
	struct bed bed = { .c = c };
	struct walk walk = { .c = c };

	if (!bed_open(c, &bed))
		return;
	if (!bed_each(&bed, 1u << GOLDEN_VARIANT, done_or_declined, &walk))
		nothing_claimed(c);
	kit_pass(c, "%u done, %u declined with a reason", walk.done, walk.declined);
}

/* A stream outside of its claims doesn't get as far as the plugin. */
static bool is_passed_over(struct bed *bed, const struct golden_stream *s)
{
	struct libcodec_decoder *dec = bed_decoder(bed, NULL);
	struct canvas_spec spec = {
		.width = s->width,
		.height = s->height,
		.format = s->native_format ? s->native_format : LIBCODEC_FORMAT_GREY,
		.align = bed->align,
	};
	struct canvas cv;
	struct shot shot = { .r = -ENOMEM };
	ptrdiff_t at;
	bool ok = false;

	if (dec && canvas_new(bed->ctx, &spec, &cv) == 0) {
		bed_shoot(bed, dec, s->data, s->size, cv.image, &shot);
		ok = shot.r < 0 && !shot.verdict && canvas_untouched(&cv, &at);
	}
	if (!ok)
		kit_fail(bed->c, "%s: not claimed, but %s", s->golden->name,
			 shot_text(&shot));
	libcodec_decoder_unref(dec);
	return ok;
}

static void decode_unclaimed(struct kit_case *c)
{
	struct bed bed = { .c = c };
	struct golden_stream s;
	unsigned int n = 0;
	size_t i;

	if (!bed_open(c, &bed))
		return;
	for (i = 0; i < golden_count; i++) {
		if (golden_make(&golden_set[i], &s) < 0) {
			kit_fail(c, "%s: the kit can't write it", golden_set[i].name);
			continue;
		}
		if (bed_claims(&bed, &s, s.native_format, LIBCODEC_DTYPE_U8, NULL))
			continue;
		kit_doing(c, golden_set[i].name);
		n += is_passed_over(&bed, &s);
	}
	kit_pass(c, "%u pictures that it does not claim are passed over", n);
}

/* --- samples --- */

/* Both pictures of a work. Where one is missing another rule says so. */
static bool both(struct bed *bed, const struct bed_work *w, uint8_t **ret_a,
		 uint8_t **ret_b, size_t *ret_n)
{
	struct shot shot;
	size_t n;

	*ret_a = bed_take(bed, w, ret_n, &shot);
	*ret_b = *ret_a ? bed_take_reference(bed, w, &n) : NULL;
	if (*ret_b && n == *ret_n)
		return true;
	free(*ret_a);
	free(*ret_b);
	return false;
}

static void must_be_equal(struct bed *bed, const struct bed_work *w, void *arg)
{
	struct walk *walk = arg;
	unsigned int max;
	uint8_t *a, *b;
	size_t n;

	if (!(w->flags & LIBCODEC_CAP_BIT_EXACT) || !both(bed, w, &a, &b, &n))
		return;
	walk->compared++;
	if (memcmp(a, b, n) != 0) {
		canvas_psnr(a, b, n, &max);
		kit_fail(bed->c,
			 "%s: says BIT_EXACT, but %zu of %zu bytes differ from "
			 "the cpu backend's, by up to %u",
			 w->name, n - canvas_alike(a, b, n), n, max);
	}
	free(a);
	free(b);
}

static void decode_exact(struct kit_case *c)
{
	struct bed bed = { .c = c };
	struct walk walk = { .c = c };

	if (!bed_open(c, &bed))
		return;
	if (!bed.ref_ctx) {
		kit_skip(c, "no cpu backend is installed to compare with");
		return;
	}
	bed_each(&bed, DECODE_ANY, must_be_equal, &walk);
	if (!walk.compared)
		kit_unclaimed(c, "it does not say BIT_EXACT");
	kit_pass(c, "%u pictures are the cpu backend's to the byte", walk.compared);
}

static void must_be_near(struct bed *bed, const struct bed_work *w, void *arg)
{
	struct walk *walk = arg;
	unsigned int max;
	uint8_t *a, *b;
	double psnr;
	size_t n;

	if (w->dtype != LIBCODEC_DTYPE_U8 || !both(bed, w, &a, &b, &n))
		return;
	psnr = canvas_psnr(a, b, n, &max);
	walk->compared++;
	if (psnr < walk->worst)
		walk->worst = psnr;
	if (max > walk->max_delta)
		walk->max_delta = max;
	if (psnr < PSNR_FLOOR)
		kit_fail(bed->c,
			 "%s: PSNR to the cpu backend is %.1f dB, below %.0f; "
			 "largest difference %u",
			 w->name, psnr, PSNR_FLOOR, max);
	free(a);
	free(b);
}

static void decode_near(struct kit_case *c)
{
	struct bed bed = { .c = c };
	struct walk walk = { .c = c, .worst = 99 };

	if (!bed_open(c, &bed))
		return;
	if (!bed.ref_ctx) {
		kit_skip(c, "no cpu backend is installed to compare with");
		return;
	}
	bed_each(&bed, DECODE_ANY, must_be_near, &walk);
	if (!walk.compared)
		nothing_claimed(c);
	kit_pass(c,
		 "%u pictures: PSNR to the cpu backend %.1f dB or more, largest "
		 "difference %u",
		 walk.compared, walk.worst, walk.max_delta);
}

/* --- the level --- */

static const struct kit_rule rules[] = {
	{ decode_plain, { "D01" } },	   { decode_sizes, { "D02" } },
	{ decode_variants, { "D03" } },	   { decode_unclaimed, { "D04" } },
	{ decode_written, { "D05" } },	   { decode_exact, { "D06" } },
	{ decode_near, { "D07" } },	   { decode_margins, { "D08" } },
	{ decode_fences, { "D09" } },	   { decode_untouched, { "D10" } },
	{ decode_allocations, { "D11" } }, { decode_deadline, { "D12" } },
	{ decode_geometry, { "D13" } },	   { decode_thousand, { "D14" } },
	{ decode_two, { "D15" } },	   { decode_late, { "D16" } },
	{ decode_consumed, { "D17" } },	   { decode_truncated, { "D18" } },
	{ decode_corrupt, { "D19" } },	   { decode_result, { "D20" } },
	{ decode_dmabuf_mapped, { "D21" } }, { decode_dmabuf_device, { "D22" } },
};

void kit_decode(struct kit *kit)
{
	golden_make_all();
	kit_run_rules(kit, rules, sizeof(rules) / sizeof(rules[0]));
}
