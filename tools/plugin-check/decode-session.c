/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Frame after frame in one session, and two sessions beside each other: no allocation, in
 * time, and each picture as if it was the first.
 */
#include "config.h"

#include "decode.h"

#include <errno.h>
#include <pthread.h>

#include "album.h"
#include "alloc.h"

#define WARM_FRAMES	3
#define COUNTED_FRAMES	10
#define THREADS		4
#define OVERSTAY_NS	100000000 /* after which a return is not "soon" */
#define DEADLINE_TRIES	3
#define GEOMETRY_ROUNDS 3
#define THOUSAND	1000
#define TWO_FRAMES	100

/* --- allocations --- */

static void count_in(struct bed *bed, const struct bed_work *w, uint32_t threads)
{
	struct libcodec_decoder_params p = bed_params(w);
	struct libcodec_decoder *dec;
	struct canvas cv;
	struct shot shot;
	unsigned int calls = 0;
	int i;

	p.threads = threads;
	dec = bed_decoder(bed, &p);
	if (!dec || !bed_canvas(bed, w, 0, false, &cv))
		return;
	for (i = 0; i < WARM_FRAMES; i++)
		bed_shoot(bed, dec, w->s.data, w->s.size, cv.image, &shot);
	kit_alloc_count(true);
	for (i = 0; i < COUNTED_FRAMES; i++)
		bed_shoot(bed, dec, w->s.data, w->s.size, cv.image, &shot);
	calls = kit_alloc_stop();
	if (calls)
		kit_fail(bed->c,
			 "%s: %u allocations in %d frames after the first %d, with "
			 "%u threads",
			 w->name, calls, COUNTED_FRAMES, WARM_FRAMES, threads);
	libcodec_decoder_unref(dec);
}

static void no_allocation(struct bed *bed, const struct bed_work *w, void *arg)
{
	(void)arg;
	count_in(bed, w, 1);
	if (w->s.golden->kind == GOLDEN_LARGE)
		count_in(bed, w, THREADS);
}

void decode_allocations(struct kit_case *c)
{
	const char *why = kit_alloc_unavailable();
	struct bed bed = { .c = c };
	unsigned int n;

	if (why) {
		kit_skip(c, "%s", why);
		return;
	}
	if (!bed_open(c, &bed))
		return;
	n = bed_each(&bed, 1u << GOLDEN_PLAIN | 1u << GOLDEN_VARIANT | 1u << GOLDEN_LARGE,
		     no_allocation, NULL);
	if (!n)
		kit_unclaimed(c, "it claims none of the kit's pictures");
	kit_pass(c, "%u pictures: nothing allocated after %d frames", n, WARM_FRAMES);
}

/* --- deadlines --- */

static void shoot_by(struct bed *bed, const struct bed_work *w, struct canvas *cv,
		     uint64_t deadline_ns, struct shot *ret_shot)
{
	struct libcodec_decoder_params p = bed_params(w);
	struct libcodec_decoder *dec;

	p.deadline_ns = deadline_ns;
	dec = bed_decoder(bed, &p);
	*ret_shot = (struct shot){ .r = -ENOMEM };
	if (dec)
		bed_shoot(bed, dec, w->s.data, w->s.size, cv->image, ret_shot);
	libcodec_decoder_unref(dec);
}

/*
 * With a deadline that is shorter than the frame, the best of several tries, since this
 * machine may have other things to do.
 */
static void keeps(struct bed *bed, const struct bed_work *w, struct canvas *cv,
		  uint64_t deadline_ns)
{
	int64_t over, best = INT64_MAX;
	struct shot shot;
	int i;

	for (i = 0; i < DEADLINE_TRIES && best > OVERSTAY_NS; i++) {
		shoot_by(bed, w, cv, deadline_ns, &shot);
		over = shot.ns - (int64_t)deadline_ns;
		if (over < best)
			best = over;
		if (shot.r < 0 && shot.r != -ETIMEDOUT)
			kit_fail(bed->c,
				 "past its deadline it must be FALLBACK with "
				 "ETIMEDOUT, not: %s",
				 shot_text(&shot));
	}
	if (best > OVERSTAY_NS)
		kit_fail(bed->c, "with a deadline of %llu us it returns %lld ms after it",
			 (unsigned long long)deadline_ns / 1000,
			 (long long)best / 1000000);
}

void decode_deadline(struct kit_case *c)
{
	struct bed bed = { .c = c };
	struct bed_work w;
	struct canvas cv;
	struct shot shot;
	int64_t ns;

	if (!bed_open(c, &bed))
		return;
	if (!bed_first(&bed, GOLDEN_LARGE, &w) && !bed_first(&bed, GOLDEN_PLAIN, &w)) {
		kit_unclaimed(c, "it claims none of the kit's pictures");
		return;
	}
	if (!bed_canvas(&bed, &w, 0, false, &cv)) {
		kit_skip(c, "no memory");
		return;
	}
	kit_doing(c, "a frame without a deadline");
	shoot_by(&bed, &w, &cv, 0, &shot);
	ns = shot.ns;
	kit_doing(c, "a deadline that leaves time enough");
	shoot_by(&bed, &w, &cv, 1000000000 + 100 * (uint64_t)ns, &shot);
	if (shot.r < 0)
		kit_fail(c, "%s: not done a hundred times as long as it took before: %s",
			 w.name, shot_text(&shot));
	kit_doing(c, "a deadline that is over");
	keeps(&bed, &w, &cv, 1);
	kit_doing(c, "a deadline in the middle of the frame");
	keeps(&bed, &w, &cv, (uint64_t)ns / 2 + 1);
	kit_pass(c, "a frame takes %lld us; it returns in time", (long long)ns / 1000);
}

/* --- one picture after another --- */

void decode_geometry(struct kit_case *c)
{
	struct bed bed = { .c = c };
	uint64_t random = c->kit->seed;
	struct album_canvases *canvases;
	struct libcodec_decoder *dec;
	struct album *album;
	unsigned int k;

	if (!bed_open(c, &bed))
		return;
	album = album_new(&bed, 1u << GOLDEN_PLAIN | 1u << GOLDEN_SIZE, 2);
	if (!album)
		return;
	canvases = album_canvases_new(&bed, album);
	dec = bed_decoder(&bed, NULL);
	if (!canvases || !dec) {
		kit_skip(c, "no memory");
		return;
	}
	for (k = 0; k < GEOMETRY_ROUNDS * album->n; k++) {
		unsigned int i = golden_random(&random) % album->n;
		struct shot shot;

		kit_doing(c, album->work[i].name);
		if (!album_again(&bed, album, canvases, i, dec, &shot))
			kit_fail(c, "%s: not what it is in a fresh session (%s)",
				 album->work[i].name, shot_text(&shot));
	}
	libcodec_decoder_unref(dec);
	kit_pass(c, "%u frames of %u geometries in one session", k, album->n);
}

void decode_thousand(struct kit_case *c)
{
	struct bed bed = { .c = c };
	struct album_canvases *canvases;
	struct libcodec_decoder *dec;
	struct album *album;
	struct shot shot;
	int i;

	if (!bed_open(c, &bed))
		return;
	album = album_new(&bed, 1u << GOLDEN_PLAIN, 1);
	if (!album)
		return;
	canvases = album_canvases_new(&bed, album);
	dec = bed_decoder(&bed, NULL);
	if (!canvases || !dec) {
		kit_skip(c, "no memory");
		return;
	}
	kit_doing(c, album->work[0].name);
	for (i = 0; i < THOUSAND; i++)
		if (!album_again(&bed, album, canvases, 0, dec, &shot))
			kit_fail(c, "%s: frame %d is not as the first one (%s)",
				 album->work[0].name, i, shot_text(&shot));
	libcodec_decoder_unref(dec);
	kit_pass(c, "%d frames of %s", THOUSAND, album->work[0].name);
}

/* --- two sessions --- */

struct side {
	struct bed *bed;
	struct album *album;
	struct album_canvases *canvases;
	unsigned int picture; /* of the album */
	unsigned int wrong;
	struct shot shot; /* of the first wrong one */
};

static void *run_side(void *arg)
{
	struct side *side = arg;
	struct libcodec_decoder *dec = bed_decoder(side->bed, NULL);
	struct shot shot = { .r = -ENOMEM };
	int i;

	for (i = 0; i < TWO_FRAMES; i++) {
		if (dec && side->canvases &&
		    album_again(side->bed, side->album, side->canvases, side->picture,
				dec, &shot))
			continue;
		if (!side->wrong++)
			side->shot = shot;
	}
	libcodec_decoder_unref(dec);
	return NULL;
}

void decode_two(struct kit_case *c)
{
	struct bed bed = { .c = c };
	struct album *album;
	struct side sides[2];
	pthread_t thread;
	unsigned int i;

	if (!bed_open(c, &bed))
		return;
	album = album_new(&bed, 1u << GOLDEN_PLAIN | 1u << GOLDEN_SIZE, 2);
	if (!album)
		return;
	for (i = 0; i < 2; i++)
		sides[i] = (struct side){
			.bed = &bed,
			.album = album,
			.canvases = album_canvases_new(&bed, album),
			.picture = i,
		};
	kit_doing(c, "two sessions in two threads");
	if (pthread_create(&thread, NULL, run_side, &sides[1]) != 0) {
		kit_skip(c, "no thread");
		return;
	}
	run_side(&sides[0]);
	pthread_join(thread, NULL);
	for (i = 0; i < 2; i++)
		if (sides[i].wrong)
			kit_fail(c,
				 "%s: %u of %d frames are wrong while another session "
				 "decodes (%s)",
				 album->work[i].name, sides[i].wrong, TWO_FRAMES,
				 shot_text(&sides[i].shot));
	kit_pass(c, "%d frames in each of two threads", TWO_FRAMES);
}
