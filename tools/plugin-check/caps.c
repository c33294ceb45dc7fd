/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Level caps: what the plugin says that it can must make sense, and be what its manifest
 * says.
 */
#include "config.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "caplist.h"
#include "manifest.h"
#include "names.h"
#include "wire.h"

#define RANK_MAX 1000

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* One run of the level. */
struct level {
	struct kit *kit;
	struct kit_plugin plugin;
	struct kit_host host;
	struct kit_bound bound;
	struct kit_caps caps;
	struct kit_caps other;
	struct kit_manifest manifest;
	int manifest_error; /* of kit_manifest_find() */
	char manifest_why[256];
};

/* Judges one record: NULL, or what is wrong with it, perhaps in @text. */
typedef const char *(*judge_fn)(const struct libcodec_cap *c, char *text, size_t size);

static void judge_each(struct level *l, const char *rule, judge_fn judge,
		       const char *fine)
{
	const char *why;
	char text[160];
	unsigned int i;

	kit_begin(l->kit, rule);
	for (i = 0; i < l->caps.n; i++) {
		why = judge(&l->caps.caps[i], text, sizeof(text));
		if (!why)
			continue;
		kit_report(l->kit, rule, KIT_FAIL, "capability %u (id %u): %s", i,
			   l->caps.caps[i].cap_id, why);
		return;
	}
	kit_report(l->kit, rule, KIT_PASS, "%s", fine);
}

static __attribute__((format(printf, 3, 4))) const char *say(char *text, size_t size,
							     const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, size, fmt, ap);
	va_end(ap);
	return text;
}

/* --- C01, C02: the list --- */

/* Fills l->caps. False where there is nothing to judge. */
static bool check_end(struct level *l)
{
	unsigned int at;
	int r;

	kit_begin(l->kit, "C01");
	r = kit_caps_get(&l->plugin, &l->bound, KIT_CAP_EXACT, &l->caps, &at);
	switch (r) {
	case 0:
		break;
	case -E2BIG:
		kit_report(l->kit, "C01", KIT_FAIL,
			   "there are more than %d: past the last, return -ENOENT",
			   KIT_CAPS_MAX);
		return false;
	case -EFAULT:
		kit_report(l->kit, "C08", KIT_FAIL,
			   "capability %u is written past the host's struct_size of %zu",
			   at, sizeof(struct libcodec_cap));
		return false;
	case -EBADMSG:
		kit_report(l->kit, "C08", KIT_FAIL,
			   "capability %u: struct_size is the host's, and was changed",
			   at);
		return false;
	default:
		kit_report(l->kit, "C01", KIT_FAIL,
			   "cap_get returns 0 or -ENOENT, and for %u did neither", at);
		return false;
	}
	if (l->caps.n)
		kit_report(l->kit, "C01", KIT_PASS, "%u capabilit%s", l->caps.n,
			   l->caps.n == 1 ? "y" : "ies");
	else
		kit_report(l->kit, "C01", KIT_FAIL, "there is no capability");
	return l->caps.n;
}

static void check_ids(struct level *l)
{
	unsigned int i, j;

	kit_begin(l->kit, "C02");
	for (i = 0; i < l->caps.n; i++) {
		for (j = 0; j < i; j++) {
			if (l->caps.caps[i].cap_id != l->caps.caps[j].cap_id)
				continue;
			kit_report(l->kit, "C02", KIT_FAIL,
				   "capabilities %u and %u have the same id %u", j, i,
				   l->caps.caps[i].cap_id);
			return;
		}
	}
	kit_report(l->kit, "C02", KIT_PASS, "ids are unique");
}

/* --- C03 to C07: each record by itself --- */

static const char *judge_masks(const struct libcodec_cap *c, char *text, size_t size)
{
	const struct {
		const char *name;
		uint32_t mask;
	} masks[] = {
		{ "processes", c->processes },   { "samplings", c->samplings },
		{ "bit_depths", c->bit_depths }, { "components", c->components },
		{ "colours", c->colours },
	};
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(masks); i++)
		if (!masks[i].mask)
			return say(text, size, "%s is 0, which means none",
				   masks[i].name);
	for (i = 0; i < c->n_formats && i < LIBCODEC_CAP_FORMATS; i++) {
		const struct libcodec_cap_format *f = &c->formats[i];

		if (!f->memory || !f->samplings || !f->dtypes)
			return say(text, size, "%s of formats[%u] is 0, which means none",
				   !f->memory    ? "memory" :
				   !f->samplings ? "samplings" :
						   "dtypes",
				   i);
	}
	return NULL;
}

static const char *judge_sizes(const struct libcodec_cap *c, char *text, size_t size)
{
	if (!c->min_width || !c->min_height)
		return "the smallest picture has no pixels";
	if (c->min_width > c->max_width)
		return say(text, size, "min_width %u is over max_width %u", c->min_width,
			   c->max_width);
	if (c->min_height > c->max_height)
		return say(text, size, "min_height %u is over max_height %u",
			   c->min_height, c->max_height);
	if (c->max_pixels && c->max_pixels < (uint64_t)c->min_width * c->min_height)
		return "max_pixels is below the smallest picture";
	return NULL;
}

static bool power_of_two_or_0(uint32_t n)
{
	return !(n & (n - 1));
}

static const char *judge_numbers(const struct libcodec_cap *c, char *text, size_t size)
{
	if (!power_of_two_or_0(c->pitch_align))
		return say(text, size, "pitch_align %u is no power of two",
			   c->pitch_align);
	if (!power_of_two_or_0(c->offset_align))
		return say(text, size, "offset_align %u is no power of two",
			   c->offset_align);
	if (c->rank > RANK_MAX)
		return say(text, size, "rank %u is over %d", c->rank, RANK_MAX);
	return NULL;
}

static bool known_format(uint32_t format)
{
	switch (format) {
	case LIBCODEC_FORMAT_GREY:
	case LIBCODEC_FORMAT_NV12:
	case LIBCODEC_FORMAT_NV16:
	case LIBCODEC_FORMAT_NV24:
	case LIBCODEC_FORMAT_RGB:
	case LIBCODEC_FORMAT_RGBA:
		return true;
	default:
		return false;
	}
}

/* Bits 1 to @last: 0 is "unknown" or "automatic", which nobody can promise. */
static bool within(uint32_t mask, uint32_t last)
{
	return !(mask & ~((2u << last) - 2u));
}

static const char *unknown_words(const struct libcodec_cap *c)
{
	const uint32_t flags = LIBCODEC_CAP_ZERO_COPY | LIBCODEC_CAP_BIT_EXACT |
			       LIBCODEC_CAP_SHARES_GPU | LIBCODEC_CAP_MULTI_SCAN |
			       LIBCODEC_CAP_NO_DHT;

	if (c->flags & ~flags)
		return "flags";
	if (!within(c->processes, LIBCODEC_PROCESS_PNG))
		return "processes";
	if (!within(c->samplings, LIBCODEC_SAMPLING_MIXED))
		return "samplings";
	if (c->bit_depths & ~0xffffu)
		return "bit_depths";
	if (c->components & ~0xfu)
		return "components";
	if (!within(c->colours, LIBCODEC_COLOUR_YCCK))
		return "colours";
	return c->reserved ? "reserved" : NULL;
}

static const char *judge_format_words(const struct libcodec_cap_format *f, char *text,
				      size_t size)
{
	char name[16];

	if (!known_format(f->format))
		return say(text, size, "format %s is unknown",
			   kit_fourcc_text(f->format, name));
	if (!within(f->memory, LIBCODEC_MEMORY_CUDA))
		return say(text, size, "memory 0x%x of %s has an unknown bit", f->memory,
			   kit_fourcc_text(f->format, name));
	if (f->dtypes & ~((2u << LIBCODEC_DTYPE_F32) - 1u))
		return say(text, size, "dtypes 0x%x of %s has an unknown bit", f->dtypes,
			   kit_fourcc_text(f->format, name));
	return NULL;
}

static const char *judge_words(const struct libcodec_cap *c, char *text, size_t size)
{
	const char *why;
	char name[16];
	uint32_t i;

	if (!kit_codec_word(c->codec))
		return say(text, size, "codec %s is unknown",
			   kit_fourcc_text(c->codec, name));
	why = unknown_words(c);
	if (why)
		return say(text, size, "%s has a bit that ABI 1.0 doesn't know", why);
	for (i = 0; i < c->n_formats && i < LIBCODEC_CAP_FORMATS; i++) {
		why = judge_format_words(&c->formats[i], text, size);
		if (why)
			return why;
	}
	return NULL;
}

static const char *judge_formats(const struct libcodec_cap *c, char *text, size_t size)
{
	uint32_t i, j;
	char name[16];

	if (c->n_formats < 1 || c->n_formats > LIBCODEC_CAP_FORMATS)
		return say(text, size, "n_formats is %u, not from 1 to %d", c->n_formats,
			   LIBCODEC_CAP_FORMATS);
	for (i = 0; i < c->n_formats; i++) {
		if (c->formats[i].samplings & ~c->samplings)
			return say(text, size, "%s is made from samplings that the "
					       "capability doesn't have",
				   kit_fourcc_text(c->formats[i].format, name));
		for (j = 0; j < i; j++)
			if (c->formats[i].format == c->formats[j].format)
				return say(text, size, "%s is there twice",
					   kit_fourcc_text(c->formats[i].format, name));
	}
	return NULL;
}

/* --- C08 to C10: how records are handed over --- */

static void check_longer(struct level *l)
{
	unsigned int at = 0;
	int r;

	kit_begin(l->kit, "C09");
	r = kit_caps_get(&l->plugin, &l->bound, KIT_CAP_LONGER, &l->other, &at);
	if (r == -EFAULT)
		kit_report(l->kit, "C09", KIT_FAIL,
			   "capability %u is written behind what ABI 1.0 has", at);
	else if (r < 0)
		kit_report(l->kit, "C09", KIT_FAIL,
			   "a host with a longer record gets capability %u otherwise",
			   at);
	else if (memcmp(&l->caps, &l->other, sizeof(l->caps)))
		kit_report(l->kit, "C09", KIT_FAIL,
			   "a host with a longer record gets other capabilities");
	else
		kit_report(l->kit, "C09", KIT_PASS,
			   "a host with a longer record gets the same");
}

/* Again, and in another context. */
static void check_stable(struct level *l)
{
	struct kit_bound second;
	struct kit_host host;
	unsigned int at;
	int r;

	kit_begin(l->kit, "C10");
	if (kit_caps_get(&l->plugin, &l->bound, KIT_CAP_EXACT, &l->other, &at) < 0 ||
	    memcmp(&l->caps, &l->other, sizeof(l->caps))) {
		kit_report(l->kit, "C10", KIT_FAIL, "they are others when asked again");
		return;
	}
	kit_host_init(&host);
	r = kit_plugin_bind(&l->plugin, &host, l->kit->device, &second);
	if (r < 0) {
		kit_report(l->kit, "C10", KIT_SKIP, "no second context: %s",
			   l->plugin.why);
		return;
	}
	r = kit_caps_get(&l->plugin, &second, KIT_CAP_EXACT, &l->other, &at);
	kit_plugin_unbind(&l->plugin, &second);
	if (r < 0 || memcmp(&l->caps, &l->other, sizeof(l->caps)))
		kit_report(l->kit, "C10", KIT_FAIL,
			   "they are others in a second context");
	else
		kit_report(l->kit, "C10", KIT_PASS, "they stay the same");
}

/* --- C11, C12: the manifest --- */

static bool has_manifest(struct level *l, const char *rule)
{
	if (!l->manifest_error)
		return true;
	kit_report(l->kit, rule, l->manifest_error == -ENOENT ? KIT_SKIP : KIT_FAIL,
		   "%s%s", l->manifest_why,
		   l->manifest_error == -ENOENT ? "; --emit-manifest makes one" : "");
	return false;
}

static void check_opt_in(struct level *l)
{
	bool shares = false;
	unsigned int i;

	kit_begin(l->kit, "C11");
	for (i = 0; i < l->caps.n; i++)
		shares |= l->caps.caps[i].flags & LIBCODEC_CAP_SHARES_GPU;
	if (!shares)
		kit_report(l->kit, "C11", KIT_UNCLAIMED,
			   "no capability shares a GPU with others");
	else if (has_manifest(l, "C11"))
		kit_report(l->kit, "C11", l->manifest.opt_in ? KIT_PASS : KIT_FAIL,
			   "it shares a GPU, and the manifest says OptIn=%s",
			   l->manifest.opt_in ? "yes" : "no");
}

/* The words of both: NULL where they agree. */
static const char *head_differs(const struct level *l, char *text, size_t size)
{
	const struct kit_manifest *m = &l->manifest;
	const struct libcodec_plugin *d = &l->plugin.desc;
	const char *base = strrchr(l->kit->path, '/');
	const char *family = kit_family_word(d->family);
	const char *library = strrchr(m->library, '/');
	char abi[16];

	snprintf(abi, sizeof(abi), "%u.%u", d->abi_major, d->abi_minor);
	if (strcmp(m->name, d->name))
		return say(text, size, "Name=%s, the plugin says %.31s", m->name,
			   d->name);
	if (strcmp(library ? library + 1 : m->library, base ? base + 1 : l->kit->path))
		return say(text, size, "Library=%.80s is another file", m->library);
	if (strcmp(m->abi, abi))
		return say(text, size, "Abi=%s, the plugin says %s", m->abi, abi);
	if (!family || strcmp(m->family, family))
		return say(text, size, "Family=%s, the plugin says %s", m->family,
			   family ? family : "an unknown one");
	return NULL;
}

static bool has_codec(const struct kit_caps *caps, const char *word)
{
	const char *mine;
	unsigned int i;

	for (i = 0; i < caps->n; i++) {
		mine = kit_codec_word(caps->caps[i].codec);
		if (mine && !strcmp(mine, word))
			return true;
	}
	return false;
}

static const char *codecs_differ(const struct level *l, char *text, size_t size)
{
	const char *word;
	unsigned int i;

	for (i = 0; i < l->caps.n; i++) {
		word = kit_codec_word(l->caps.caps[i].codec);
		if (word && !kit_manifest_has_codec(&l->manifest, word))
			return say(text, size, "a capability for %s, and no Codec=%s",
				   word, word);
	}
	for (i = 0; i < l->manifest.n_codecs; i++)
		if (!has_codec(&l->caps, l->manifest.codecs[i]))
			return say(text, size, "Codec=%s, and no capability for it",
				   l->manifest.codecs[i]);
	if (l->plugin.desc.device_probe && !l->manifest.match)
		return "it takes devices, and there is no [Match] section";
	return NULL;
}

static void check_manifest(struct level *l)
{
	const char *why;
	char text[256];

	kit_begin(l->kit, "C12");
	if (!has_manifest(l, "C12"))
		return;
	why = head_differs(l, text, sizeof(text));
	if (!why)
		why = codecs_differ(l, text, sizeof(text));
	if (why)
		kit_report(l->kit, "C12", KIT_FAIL, "the manifest: %s", why);
	else
		kit_report(l->kit, "C12", KIT_PASS, "the manifest says the same: %s",
			   l->manifest.path);
}

static void check_records(struct level *l)
{
	check_ids(l);
	judge_each(l, "C03", judge_masks, "no mask is empty");
	judge_each(l, "C04", judge_sizes, "sizes make sense");
	judge_each(l, "C05", judge_numbers, "alignments and ranks make sense");
	judge_each(l, "C06", judge_words, "all codecs, formats and bits are known");
	judge_each(l, "C07", judge_formats, "output formats are within the capability");
	kit_begin(l->kit, "C08");
	kit_report(l->kit, "C08", KIT_PASS,
		   "records of ABI 1.0 are filled, and nothing behind them");
	check_longer(l);
	check_stable(l);
	check_opt_in(l);
	check_manifest(l);
}

static void check(struct level *l)
{
	int r;

	r = kit_plugin_open(&l->plugin, l->kit->path, &l->host.table);
	if (r < 0) {
		kit_report(l->kit, "C01", KIT_FAIL, "%s", l->plugin.why);
		return;
	}
	r = kit_plugin_bind(&l->plugin, &l->host, l->kit->device, &l->bound);
	if (r < 0) {
		kit_report(l->kit, "C01", r == -ENODEV ? KIT_SKIP : KIT_FAIL, "%s",
			   l->plugin.why);
		return;
	}
	l->manifest_error = kit_manifest_find(l->kit, &l->manifest, l->manifest_why,
					      sizeof(l->manifest_why));
	if (check_end(l))
		check_records(l);
	kit_plugin_unbind(&l->plugin, &l->bound);
}

void kit_caps(struct kit *kit)
{
	struct level *l;

	kit_begin(kit, "C01");
	l = calloc(1, sizeof(*l)); /* too large for a stack */
	if (!l) {
		kit_report(kit, "C01", KIT_SKIP, "no memory");
		return;
	}
	l->kit = kit;
	kit_host_init(&l->host);
	check(l);
	free(l);
}
