/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Streams that were whole once: the kit's pictures with bytes of theirs changed, cut,
 * moved. A plugin may say of each what it likes, within the time of a frame and within
 * the image.
 */
#include "config.h"

#include "fault.h"

#include <string.h>

#define MUTANTS	   24 /* of a picture */
#define CHANGES	   6 /* of a mutant, at most */
#define STREAM_MAX 65536

struct corpus {
	uint64_t random;
	uint8_t *end; /* of a fence */
	uint8_t work[STREAM_MAX];
	unsigned int n, done, corrupt;
};

/* One change, behind the headers three times of four. */
static size_t change(struct corpus *k, const struct golden_stream *s, size_t size)
{
	uint32_t how = golden_random(&k->random), n = golden_random(&k->random) % 32 + 1;
	size_t from = how & 3 ? s->scan : 2, at;

	if (size < from + 64)
		return size;
	at = from + golden_random(&k->random) % (size - from - 33);
	switch ((how >> 2) % 7) {
	case 0:
		k->work[at] ^= (uint8_t)(1u << (how >> 8 & 7));
		break;
	case 1:
		k->work[at] = (uint8_t)(how >> 8);
		break;
	case 2:
		memset(k->work + at, how & 0x100 ? 0xff : 0, n);
		break;
	case 3: /* a marker */
		k->work[at] = 0xff;
		k->work[at + 1] = (uint8_t)(0xc0 | how >> 8);
		break;
	case 4: /* bytes are missing */
		memmove(k->work + at, k->work + at + n, size - at - n);
		return size - n;
	case 5: /* from another place */
		memmove(k->work + at, k->work + from + (how >> 8) % (size - from - 33),
			n);
		break;
	default:
		return at;
	}
	return size;
}

/* The memory around the image; its layout may have become another one. */
static bool around_is_clean(const struct canvas *cv, ptrdiff_t *ret_offset)
{
	struct canvas whole = *cv;

	whole.layout = (struct libcodec_image_layout){
		.n_planes = 1,
		.plane_height = { 1 },
		.plane_width = { (uint32_t)cv->size },
	};
	return canvas_margins_clean(&whole, ret_offset);
}

static void mutants(struct bed *bed, const struct bed_work *w, void *arg)
{
	struct libcodec_decoder_params p = bed_params(w);
	struct libcodec_decoder *dec;
	struct corpus *k = arg;
	struct canvas cv;
	struct shot shot;
	ptrdiff_t at;
	int i, j;

	p.accept = LIBCODEC_ACCEPT_PARTIAL;
	dec = bed_decoder(bed, &p);
	if (!dec || w->s.size > STREAM_MAX || !bed_canvas(bed, w, 0, false, &cv))
		return;
	for (i = 0; i < MUTANTS; i++) {
		uint32_t n = golden_random(&k->random) % CHANGES + 1;
		size_t size = w->s.size;

		memcpy(k->work, w->s.data, size);
		for (j = 0; j < (int)n; j++)
			size = change(k, &w->s, size);
		memcpy(k->end - size, k->work, size);
		bed_shoot(bed, dec, k->end - size, size, cv.image, &shot);
		k->n++;
		k->done += shot.r == 0;
		k->corrupt += shot.verdict == LIBCODEC_VERDICT_CORRUPT;
		if (!around_is_clean(&cv, &at))
			kit_fail(bed->c,
				 "%s, mutant %d: wrote outside of the image, at "
				 "byte %td of %zu",
				 w->name, i, at, cv.size);
	}
	libcodec_decoder_unref(dec);
}

void fault_corpus(struct kit_case *c)
{
	static struct corpus k;
	struct bed bed = { .c = c };

	if (!bed_open(c, &bed))
		return;
	k.random = c->kit->seed;
	k.end = canvas_fence(k.work, sizeof(k.work));
	if (!k.end) {
		kit_skip(c, "no memory");
		return;
	}
	k.end += sizeof(k.work);
	bed_each(&bed, 1u << GOLDEN_PLAIN | 1u << GOLDEN_VARIANT, mutants, &k);
	if (!k.n)
		kit_unclaimed(c, "it claims none of the kit's pictures");
	kit_pass(c, "%u streams of seed %llu: %u done, %u called corrupt", k.n,
		 (unsigned long long)c->kit->seed, k.done, k.corrupt);
}
