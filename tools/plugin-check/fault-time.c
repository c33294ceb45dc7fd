/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Time that goes wrong: a host's clock that jumps, and a deadline of no time at all.
 */
#include "config.h"

#include "fault.h"

#include <errno.h>
#include <stdlib.h>

#include "direct.h"

#define HOUR_NS	     INT64_C(3600000000000)
#define DEADLINE_NS  INT64_C(10000000000)
#define SOON_NS	     INT64_C(1000000000)
#define CLOCK_FRAMES 8

/* Back and forth by up to an hour, anew with each question, and in no rhythm. */
static int64_t jumping_now_ns(const struct libcodec_host *host)
{
	static uint32_t asked;
	uint32_t n = __atomic_add_fetch(&asked, 1, __ATOMIC_RELAXED) * 2654435761u;

	(void)host;
	return kit_now_ns() + HOUR_NS / 65536 * ((int32_t)n >> 15);
}

static void with_jumps(struct bed *bed, const struct bed_work *w, void *arg)
{
	struct libcodec_decode_result result;
	struct direct *d = arg;
	struct direct_call call;
	struct canvas cv;
	uint32_t verdict;
	int i;

	if (w->s.codec != LIBCODEC_CODEC_JPEG || w->format != w->s.native_format ||
	    !bed_canvas(bed, w, 0, false, &cv))
		return;
	for (i = 0; i < CLOCK_FRAMES; i++) {
		result = (struct libcodec_decode_result){ .struct_size = sizeof(result) };
		if (direct_prepare(w->s.data, w->s.size, &cv, kit_now_ns() + DEADLINE_NS,
				   &call) < 0)
			return;
		verdict = direct_decode(d, &call, &result);
		kit_beat(bed->c);
		if (verdict == LIBCODEC_VERDICT_DONE ||
		    verdict == LIBCODEC_VERDICT_FALLBACK ||
		    verdict == LIBCODEC_VERDICT_NOT_APPLICABLE)
			continue;
		kit_fail(bed->c, "%s: verdict %s while the clock jumps", w->name,
			 libcodec_verdict_name(verdict));
	}
}

void fault_clock(struct kit_case *c)
{
	struct direct *d = calloc(1, sizeof(*d));
	struct bed bed = { .c = c };
	unsigned int n;

	if (!d || !bed_open(c, &bed) || !direct_open(c, d))
		return;
	d->host.table.now_ns = jumping_now_ns;
	n = bed_each(&bed, 1u << GOLDEN_PLAIN | 1u << GOLDEN_LARGE, with_jumps, d);
	direct_close(d);
	free(d);
	if (!n)
		kit_unclaimed(c, "it claims none of the kit's plain pictures");
	kit_pass(c, "%u pictures while now_ns() jumps by an hour back and forth", n);
}

/* A first frame with no time, one with all the time, and the same again. */
static void without_time(struct bed *bed, const struct bed_work *w, void *arg)
{
	struct libcodec_decoder_params p = bed_params(w), none = p;
	struct libcodec_decoder *dec = bed_decoder(bed, NULL);
	struct canvas cv;
	struct shot shot;
	uint8_t *want;
	size_t n;
	int i;

	(void)arg;
	none.deadline_ns = 1;
	none.backend = p.backend = bed->name;
	none.device = p.device = bed->takes_devices ? bed->c->kit->device : NULL;
	want = bed_take(bed, w, &n, &shot);
	if (!dec || !want || !bed_canvas(bed, w, 0, false, &cv))
		goto out;
	for (i = 0; i < 2; i++) {
		libcodec_decoder_set_params(dec, &none);
		bed_shoot(bed, dec, w->s.data, w->s.size, cv.image, &shot);
		if (shot.ns > SOON_NS)
			kit_fail(bed->c, "%s: %lld ms with a deadline of 1 ns", w->name,
				 (long long)shot.ns / 1000000);
		if (shot.r < 0 && shot.r != -ETIMEDOUT)
			kit_fail(bed->c, "%s: with a deadline of 1 ns: %s", w->name,
				 shot_text(&shot));
		libcodec_decoder_set_params(dec, &p);
		bed_shoot(bed, dec, w->s.data, w->s.size, cv.image, &shot);
		if (shot.r < 0 || !canvas_same(&cv, want))
			kit_fail(bed->c, "%s: wrong after a frame that had no time: %s",
				 w->name, shot_text(&shot));
	}
out:
	libcodec_decoder_unref(dec);
	free(want);
}

void fault_deadline(struct kit_case *c)
{
	struct bed bed = { .c = c };
	unsigned int n;

	if (!bed_open(c, &bed))
		return;
	n = bed_each(&bed, 1u << GOLDEN_PLAIN | 1u << GOLDEN_LARGE, without_time, NULL);
	if (!n)
		kit_unclaimed(c, "it claims none of the kit's plain pictures");
	kit_pass(c, "%u pictures with a deadline of 1 ns, and without one after it", n);
}
