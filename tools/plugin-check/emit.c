/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The documents of --emit-manifest and --emit-caps.
 */
#include "config.h"

#include "emit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "caplist.h"
#include "device.h"
#include "json.h"
#include "names.h"
#include "wire.h"

#define RULE "E01"
#define CODECS_MAX 8 /* of a manifest */

/* The plugin with its capabilities, as long as a document is made. */
struct emitter {
	struct kit *kit;
	struct kit_plugin plugin;
	struct kit_host host;
	struct kit_bound bound;
	struct kit_caps caps;
	FILE *to;
};

/* --- the manifest --- */

static bool came_before(const struct kit_caps *caps, unsigned int i)
{
	unsigned int j;

	for (j = 0; j < i; j++)
		if (caps->caps[j].codec == caps->caps[i].codec)
			return true;
	return false;
}

/* Of all records of one codec. */
static uint32_t memory_of(const struct kit_caps *caps, uint32_t codec)
{
	uint32_t mask = 0, j;
	unsigned int i;

	for (i = 0; i < caps->n; i++)
		for (j = 0; caps->caps[i].codec == codec && j < caps->caps[i].n_formats &&
			    j < LIBCODEC_CAP_FORMATS; j++)
			mask |= caps->caps[i].formats[j].memory;
	return mask;
}

static void put_codec(struct emitter *e, uint32_t codec)
{
	uint32_t memory = memory_of(&e->caps, codec), kind;
	const char *between = "";

	fprintf(e->to, "\n[Codec]\nCodec=%s\nDirection=decode\n", kit_codec_word(codec));
	if (!memory)
		return;
	fputs("Memory=", e->to);
	for (kind = 0; kind < 32; kind++) {
		if (!(memory >> kind & 1) || !kit_memory_word(kind))
			continue;
		fprintf(e->to, "%s%s", between, kit_memory_word(kind));
		between = ",";
	}
	putc('\n', e->to);
}

static void put_match_key(struct emitter *e, uint32_t what, const char *key)
{
	char text[128];

	if (kit_device_get(e->bound.record, what, NULL, text, sizeof(text)) > 0)
		fprintf(e->to, "%s=%s\n", key, text);
}

/* The device that was named stands for its kind. */
static void put_match(struct emitter *e)
{
	fputs("\n[Match]\n", e->to);
	put_match_key(e, LIBCODEC_DEVICE_SUBSYSTEM, "Subsystem");
	put_match_key(e, LIBCODEC_DEVICE_DRIVER, "Driver");
}

static bool any_flag(const struct kit_caps *caps, uint32_t flag)
{
	unsigned int i;

	for (i = 0; i < caps->n; i++)
		if (caps->caps[i].flags & flag)
			return true;
	return false;
}

static void put_manifest(struct emitter *e)
{
	const struct libcodec_plugin *d = &e->plugin.desc;
	const char *base = strrchr(e->kit->path, '/');
	unsigned int i, n = 0;

	fprintf(e->to,
		"# NN-%s.conf: 50 is for software, 60 for devices\n"
		"[Plugin]\n"
		"Name=%s\n"
		"Library=%s\n"
		"Abi=%u.%u\n"
		"Family=%s\n",
		d->name, d->name, base ? base + 1 : e->kit->path, d->abi_major,
		d->abi_minor, kit_family_word(d->family));
	if (d->family != LIBCODEC_FAMILY_TELEMETRY)
		fprintf(e->to, "Band=%s\n", d->device_probe ? "hardware" : "cpu");
	fprintf(e->to, "OptIn=%s\n",
		any_flag(&e->caps, LIBCODEC_CAP_SHARES_GPU) ? "yes" : "no");
	for (i = 0; i < e->caps.n && n < CODECS_MAX; i++) {
		if (came_before(&e->caps, i) || !kit_codec_word(e->caps.caps[i].codec))
			continue;
		put_codec(e, e->caps.caps[i].codec);
		n++;
	}
	if (e->bound.record)
		put_match(e);
}

/* --- the capabilities --- */

static void put_format(struct json *j, const struct libcodec_cap_format *f)
{
	char name[16];

	json_object(j);
	json_key_string(j, "format", kit_fourcc_text(f->format, name));
	json_key_u64(j, "memory", f->memory);
	json_key_u64(j, "samplings", f->samplings);
	json_key_u64(j, "dtypes", f->dtypes);
	json_close(j);
}

static void put_cap(struct json *j, const struct libcodec_cap *c)
{
	const char *word = kit_codec_word(c->codec);
	char name[16];
	uint32_t i;

	json_object(j);
	json_key_u64(j, "cap_id", c->cap_id);
	json_key_string(j, "codec", word ? word : kit_fourcc_text(c->codec, name));
	json_key_u64(j, "flags", c->flags);
	json_key_u64(j, "processes", c->processes);
	json_key_u64(j, "samplings", c->samplings);
	json_key_u64(j, "bit_depths", c->bit_depths);
	json_key_u64(j, "components", c->components);
	json_key_u64(j, "colours", c->colours);
	json_key_u64(j, "min_width", c->min_width);
	json_key_u64(j, "min_height", c->min_height);
	json_key_u64(j, "max_width", c->max_width);
	json_key_u64(j, "max_height", c->max_height);
	json_key_u64(j, "max_pixels", c->max_pixels);
	json_key_u64(j, "pitch_align", c->pitch_align);
	json_key_u64(j, "offset_align", c->offset_align);
	json_key_u64(j, "rank", c->rank);
	json_key(j, "formats");
	json_array(j);
	for (i = 0; i < c->n_formats && i < LIBCODEC_CAP_FORMATS; i++)
		put_format(j, &c->formats[i]);
	json_close(j);
	json_close(j);
}

static void put_caps(struct emitter *e)
{
	struct json j;
	unsigned int i;

	json_begin(&j, e->to);
	json_object(&j);
	json_key_string(&j, "schema", "libcodec/caps/1");
	json_key_string(&j, "name", e->plugin.desc.name);
	json_key_string(&j, "version", e->plugin.desc.version);
	json_key(&j, "capabilities");
	json_array(&j);
	for (i = 0; i < e->caps.n; i++)
		put_cap(&j, &e->caps.caps[i]);
	json_close(&j);
	json_close(&j);
	json_finish(&j);
}

/* --- both --- */

/* Texts that a document repeats have to be texts. */
static const char *unfit(const struct libcodec_plugin *d)
{
	if (!d->name || !kit_name_valid(d->name))
		return "the plugin's name is not [a-z0-9][a-z0-9-]{0,30}";
	if (!d->version)
		return "the plugin's version is NULL";
	return kit_family_word(d->family) ? NULL : "the plugin's family is unknown";
}

static int open_all(struct emitter *e)
{
	unsigned int at;
	const char *why;
	int r;

	r = kit_plugin_open(&e->plugin, e->kit->path, &e->host.table);
	if (r < 0)
		goto fail;
	why = unfit(&e->plugin.desc);
	if (why) {
		kit_report(e->kit, RULE, KIT_FAIL, "%s", why);
		return -EINVAL;
	}
	r = kit_plugin_bind(&e->plugin, &e->host, e->kit->device, &e->bound);
	if (r < 0)
		goto fail;
	r = kit_caps_get(&e->plugin, &e->bound, KIT_CAP_EXACT, &e->caps, &at);
	if (r == 0)
		return 0;
	kit_plugin_unbind(&e->plugin, &e->bound);
	kit_report(e->kit, RULE, KIT_FAIL, "cap_get went wrong at %u: see --level caps",
		   at);
	return r;
fail:
	kit_report(e->kit, RULE, r == -ENODEV ? KIT_SKIP : KIT_FAIL, "%s", e->plugin.why);
	return r;
}

static void emit(struct kit *kit, void (*put)(struct emitter *e))
{
	struct emitter *e;
	char *text = NULL;
	size_t size = 0;

	kit_begin(kit, RULE);
	e = calloc(1, sizeof(*e));
	if (!e)
		return;
	e->kit = kit;
	kit_host_init(&e->host);
	if (open_all(e) < 0)
		goto out;
	e->to = open_memstream(&text, &size);
	if (e->to) {
		put(e);
		fclose(e->to);
		kit_output(kit, text);
	}
	free(text);
	kit_plugin_unbind(&e->plugin, &e->bound);
out:
	free(e);
}

static void emit_manifest(struct kit *kit)
{
	emit(kit, put_manifest);
}

static void emit_caps(struct kit *kit)
{
	emit(kit, put_caps);
}

const struct kit_level kit_emit_manifest = {
	"manifest", 'E', emit_manifest, true, false, 1,
};
const struct kit_level kit_emit_caps = {
	"caps", 'E', emit_caps, true, false, 1,
};
