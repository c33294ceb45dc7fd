/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What a plugin says of a stream: where it ends, that it is cut off or broken, and
 * whether the saying itself is well formed.
 */
#include "config.h"

#include "decode.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "direct.h"

#define WHOLE(info) \
	(!((info).present & (LIBCODEC_INFO_PARTIAL | LIBCODEC_INFO_UNREFINED)))

struct walk {
	unsigned int n, unknown;
	struct direct *direct;
};

/* --- where it ends --- */

static void end_is_right(struct bed *bed, const struct bed_work *w, void *arg)
{
	struct walk *walk = arg;
	struct shot shot;
	size_t n;
	uint8_t *copy = bed_take(bed, w, &n, &shot);

	if (copy) {
		walk->n++;
		if (!shot.info.consumed)
			walk->unknown++;
		else if (shot.info.consumed != w->s.end)
			kit_fail(bed->c,
				 "%s: consumed %llu bytes, the picture ends at %zu "
				 "of %zu",
				 w->name, (unsigned long long)shot.info.consumed,
				 w->s.end, w->s.size);
	}
	free(copy);
}

void decode_consumed(struct kit_case *c)
{
	struct bed bed = { .c = c };
	struct walk walk = { .n = 0 };

	if (!bed_open(c, &bed))
		return;
	bed_each(&bed, DECODE_ANY, end_is_right, &walk);
	if (!walk.n)
		kit_skip(c, "none of its pictures is done");
	kit_pass(c, "%u pictures, of which %u left the end unknown", walk.n,
		 walk.unknown);
}

/* --- streams that are not whole --- */

/* Decode other bytes in place of the work's. */
static void shoot(struct bed *bed, const struct bed_work *w, const uint8_t *data,
		  size_t size, uint32_t accept, struct shot *ret_shot)
{
	struct libcodec_decoder_params p = bed_params(w);
	struct libcodec_decoder *dec;
	struct canvas cv;

	p.accept = accept;
	dec = bed_decoder(bed, &p);
	*ret_shot = (struct shot){ .r = -ENOMEM };
	if (dec && bed_canvas(bed, w, 0, false, &cv))
		bed_shoot(bed, dec, data, size, cv.image, ret_shot);
	libcodec_decoder_unref(dec);
}

static void not_whole(struct bed *bed, const struct bed_work *w, const char *what,
		      const uint8_t *data, size_t size)
{
	struct shot shot;

	kit_doing(bed->c, what);
	shoot(bed, w, data, size, 0, &shot);
	if (shot.r == 0 && WHOLE(shot.info))
		kit_fail(bed->c, "%s, %s: done, as if it was whole", w->name, what);
	shoot(bed, w, data, size, LIBCODEC_ACCEPT_PARTIAL, &shot);
	if (shot.r == 0 && WHOLE(shot.info))
		kit_fail(bed->c,
			 "%s, %s: done with ACCEPT_PARTIAL, and not called partial",
			 w->name, what);
	if (shot.r == 0 && shot.info.good_rows > w->s.height)
		kit_fail(bed->c, "%s, %s: %u good rows of %u", w->name, what,
			 shot.info.good_rows, w->s.height);
}

static void cut_off(struct bed *bed, const struct bed_work *w, void *arg)
{
	static const char *const what[] = {
		"cut at its first sample",
		"cut at a quarter",
		"cut in the middle",
		"cut at three quarters",
	};
	struct walk *walk = arg;
	unsigned int i;

	if (w->format != w->s.native_format || w->dtype)
		return;
	for (i = 0; i < 4; i++) {
		size_t size = w->s.scan + (w->s.end - w->s.scan) * i / 4;
		uint8_t *data = canvas_fence(w->s.data, size);

		if (data)
			not_whole(bed, w, what[i], data, size);
	}
	walk->n++;
}

void decode_truncated(struct kit_case *c)
{
	struct bed bed = { .c = c };
	struct walk walk = { .n = 0 };

	if (!bed_open(c, &bed))
		return;
	bed_each(&bed, 1u << GOLDEN_PLAIN, cut_off, &walk);
	if (!walk.n)
		kit_unclaimed(c, "it claims none of the kit's plain pictures");
	kit_pass(c, "%u pictures, each cut at four places", walk.n);
}

/* Sixteen ones are the code of nothing, in any table (T.81 annex C). */
static void spoil_jpeg(struct bed *bed, const struct bed_work *w, uint8_t *data)
{
	size_t half = w->s.scan + (w->s.end - w->s.scan) / 2, i;

	memcpy(data, w->s.data, w->s.size);
	data[half] = 0xff;
	data[half + 1] = 0xd9;
	not_whole(bed, w, "with EOI in the middle", data, half + 2);
	memcpy(data, w->s.data, w->s.size);
	for (i = w->s.scan; i + 2 < w->s.end; i++)
		data[i] = (i - w->s.scan) & 1 ? 0x00 : 0xff;
	not_whole(bed, w, "with codes that no table has", data, w->s.size);
}

static void spoil_png(struct bed *bed, const struct bed_work *w, uint8_t *data)
{
	memcpy(data, w->s.data, w->s.size);
	data[w->s.scan + (w->s.end - w->s.scan) / 3] ^= 0x10;
	not_whole(bed, w, "with a flipped bit", data, w->s.size);
}

static void broken(struct bed *bed, const struct bed_work *w, void *arg)
{
	struct walk *walk = arg;
	uint8_t *data;

	if (w->format != w->s.native_format || w->dtype || w->s.several_scans ||
	    w->s.process == LIBCODEC_PROCESS_PROGRESSIVE)
		return;
	data = calloc(1, w->s.size + 64); /* bytes behind it: D09 is for those */
	if (!data)
		return;
	if (w->s.codec == LIBCODEC_CODEC_JPEG)
		spoil_jpeg(bed, w, data);
	else
		spoil_png(bed, w, data);
	walk->n++;
	free(data);
}

void decode_corrupt(struct kit_case *c)
{
	struct bed bed = { .c = c };
	struct walk walk = { .n = 0 };

	if (!bed_open(c, &bed))
		return;
	bed_each(&bed, 1u << GOLDEN_PLAIN, broken, &walk);
	if (!walk.n)
		kit_unclaimed(c, "it claims none of the kit's plain pictures");
	kit_pass(c, "%u pictures, each broken so that it can't be missed", walk.n);
}

/* --- the result --- */

static const char *ill_formed(const struct bed_work *w, size_t size, uint32_t verdict,
			      const struct libcodec_decode_result *r)
{
	if (verdict < LIBCODEC_VERDICT_DONE || verdict > LIBCODEC_VERDICT_FATAL)
		return "the verdict is none that exists";
	if (!memchr(r->message, '\0', sizeof(r->message)))
		return "the message has no end";
	if (r->error > 0 || r->error < -4095)
		return "the error is no negative errno";
	if (r->consumed > size)
		return "more was consumed than there is";
	if (r->offset > size)
		return "the byte to blame is behind the stream";
	if (r->partial > 2 || r->zero_copy > 1 || r->truncated > 1)
		return "partial, zero_copy or truncated is none of its values";
	if (r->good_rows > w->s.height)
		return "there are more good rows than rows";
	if (r->dct_method > LIBCODEC_DCT_FAST)
		return "the DCT method is unknown";
	if (verdict == LIBCODEC_VERDICT_DONE && r->dct_method != LIBCODEC_DCT_ACCURATE)
		return "it took the fast DCT without permission";
	return NULL;
}

/* The result's memory ends where its struct_size says. */
static void judge(struct bed *bed, struct walk *walk, const struct bed_work *w,
		  const char *what, size_t size, int64_t deadline_ns)
{
	struct libcodec_decode_result zero = { .struct_size = sizeof(zero) };
	void *fenced = canvas_fence(&zero, sizeof(zero));
	struct libcodec_decode_result *result = fenced;
	struct direct_call call;
	struct canvas cv;
	uint32_t verdict;
	const char *why;

	if (!result || !bed_canvas(bed, w, 0, false, &cv) ||
	    direct_prepare(w->s.data, size, &cv, deadline_ns, &call) < 0)
		return;
	verdict = direct_decode(walk->direct, &call, result);
	kit_beat(bed->c);
	why = ill_formed(w, size, verdict, result);
	if (why)
		kit_fail(bed->c, "%s, %s: %s (verdict %u, error %d)", w->name, what, why,
			 verdict, result->error);
}

static void well_formed(struct bed *bed, const struct bed_work *w, void *arg)
{
	struct walk *walk = arg;

	if (w->s.codec != LIBCODEC_CODEC_JPEG || w->format != w->s.native_format)
		return;
	walk->n++;
	judge(bed, walk, w, "whole", w->s.size, 0);
	judge(bed, walk, w, "cut in the middle", w->s.scan + (w->s.end - w->s.scan) / 2,
	      0);
	judge(bed, walk, w, "past its deadline", w->s.size, 1);
}

void decode_result(struct kit_case *c)
{
	struct direct *direct = calloc(1, sizeof(*direct));
	struct walk walk = { .direct = direct };
	struct bed bed = { .c = c };

	if (!direct || !bed_open(c, &bed) || !direct_open(c, direct))
		return;
	bed_each(&bed, 1u << GOLDEN_PLAIN | 1u << GOLDEN_VARIANT, well_formed, &walk);
	if (!walk.n)
		kit_unclaimed(c, "it claims none of the kit's JPEG pictures");
	direct_close(direct);
	free(direct);
	kit_pass(c, "%u pictures, whole, cut off and late", walk.n);
}
