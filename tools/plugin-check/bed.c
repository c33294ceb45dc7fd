/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Contexts and decoders around the plugin, and the matching of its claims.
 */
#include "config.h"

#include "bed.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bed-manifest.h"

#define REFERENCE "cpu"

/* The plugin's state in its context; also loads it. */
static bool find_plugin(struct libcodec_context *ctx, const char *name,
			unsigned int *ret_index, struct libcodec_plugin_info *ret_info)
{
	unsigned int i;

	for (i = 0;; i++) {
		*ret_info = (struct libcodec_plugin_info){
			.struct_size = sizeof(*ret_info),
		};
		if (libcodec_context_get_plugin(ctx, i, ret_info) < 0)
			return false;
		if (!name || strcmp(ret_info->name, name) == 0) {
			*ret_index = i;
			return true;
		}
	}
}

/* Of the plugin, or of its device where there is one (@device not 0). */
static void take_caps(struct bed *bed, unsigned int plugin, uint64_t device, uint32_t n)
{
	uint32_t i;
	int r;

	for (i = 0; i < n && bed->n_caps < BED_CAPS_MAX; i++) {
		struct libcodec_cap *cap = &bed->caps[bed->n_caps];

		cap->struct_size = sizeof(*cap);
		if (device)
			r = libcodec_context_get_device_cap(bed->ctx, device, i, cap);
		else
			r = libcodec_context_get_cap(bed->ctx, plugin, i, cap);
		if (r < 0)
			continue;
		bed->n_caps++;
		if (cap->pitch_align > bed->align)
			bed->align = cap->pitch_align;
		if (cap->offset_align > bed->align)
			bed->align = cap->offset_align;
	}
	if (bed->align > 4096)
		bed->align = 4096; /* as far as images go */
}

static struct libcodec_context *open_context(const struct bed *bed, const char *path)
{
	struct libcodec_context_params p = {
		.struct_size = sizeof(p),
		.backend_path = path,
		.policy_path = "",
		.open_device = bed->open_device,
		.device_data = bed->device_data,
		.hotplug = bed->takes_devices ? LIBCODEC_HOTPLUG_AUTO :
						LIBCODEC_HOTPLUG_NONE,
	};
	struct libcodec_context *ctx;

	return libcodec_context_new(&p, &ctx) < 0 ? NULL : ctx;
}

/*
 * The device that --device names, as libcodec sees it. Where the opener refuses it there
 * is none to be had, and that is the point.
 */
static bool take_device(struct bed *bed)
{
	struct libcodec_device_info dev;
	unsigned int i;
	int r;

	for (i = 0;; i++) {
		dev = (struct libcodec_device_info){ .struct_size = sizeof(dev) };
		r = libcodec_context_get_device(bed->ctx, i, &dev);
		if (r < 0 || strcmp(dev.node, bed->c->kit->device) == 0)
			break;
	}
	if (r == 0 && dev.state == LIBCODEC_DEVICE_READY)
		take_caps(bed, 0, dev.id, dev.n_caps);
	else if (!bed->open_device)
		snprintf(bed->why, sizeof(bed->why), "libcodec doesn't use %s: %s",
			 bed->c->kit->device, r == 0 ? dev.message :
			 "no section [Match] means it, or the plugin leaves it");
	bed->device_is_missing = bed->why[0];
	return !bed->device_is_missing;
}

static bool open_plugin(struct bed *bed)
{
	struct libcodec_plugin_info info;
	char dir[BED_DIR_MAX];
	unsigned int index = 0;

	if (bed_manifest_new(bed->c->kit, dir, &bed->takes_devices, bed->why,
			     sizeof(bed->why)) < 0)
		return false;
	if (bed->takes_devices && !bed->c->kit->device) {
		bed_manifest_remove(dir);
		snprintf(bed->why, sizeof(bed->why),
			 "it is for devices, and --device names none");
		return false;
	}
	bed->ctx = open_context(bed, dir);
	bed_manifest_remove(dir);
	if (!bed->ctx || !find_plugin(bed->ctx, NULL, &index, &info)) {
		snprintf(bed->why, sizeof(bed->why), "no context");
		return false;
	}
	if (bed->takes_devices && !take_device(bed))
		return false;
	if (info.state != LIBCODEC_PLUGIN_READY) {
		snprintf(bed->why, sizeof(bed->why), "libcodec refuses it: %s",
			 info.message ? info.message : "");
		return false;
	}
	snprintf(bed->name, sizeof(bed->name), "%s", info.name);
	if (!bed->takes_devices)
		take_caps(bed, index, 0, info.n_caps);
	return true;
}

/* The cpu backend of LIBCODEC_BACKEND_PATH or of the installation. */
static void open_reference(struct bed *bed)
{
	struct libcodec_plugin_info info;
	unsigned int index;

	bed->ref_ctx = open_context(bed, NULL);
	if (bed->ref_ctx && find_plugin(bed->ref_ctx, REFERENCE, &index, &info) &&
	    info.state == LIBCODEC_PLUGIN_READY)
		return;
	bed->ref_ctx = libcodec_context_unref(bed->ref_ctx);
}

bool bed_open(struct kit_case *c, struct bed *bed)
{
	bed->c = c;
	bed->align = 64;
	kit_doing(c, "loading the plugin");
	if (!open_plugin(bed)) {
		kit_found(c, 0, bed->device_is_missing ? KIT_FAIL : KIT_SKIP, "%s",
			  bed->why);
		return false;
	}
	open_reference(bed);
	return true;
}

static struct libcodec_decoder *decoder(struct libcodec_context *ctx,
					const struct libcodec_decoder_params *params,
					const char *backend, const char *device)
{
	struct libcodec_decoder_params p = { .struct_size = sizeof(p) };
	struct libcodec_decoder *dec;

	if (params)
		p = *params;
	p.backend = backend;
	p.device = device;
	if (!ctx || libcodec_decoder_new(ctx, &dec) < 0)
		return NULL;
	if (libcodec_decoder_set_params(dec, &p) < 0)
		return libcodec_decoder_unref(dec);
	return dec;
}

struct libcodec_decoder *bed_decoder(const struct bed *bed,
				     const struct libcodec_decoder_params *params)
{
	return decoder(bed->ctx, params, bed->name,
		       bed->takes_devices ? bed->c->kit->device : NULL);
}

struct libcodec_decoder *bed_reference(const struct bed *bed,
				       const struct libcodec_decoder_params *params)
{
	return decoder(bed->ref_ctx, params, REFERENCE, NULL);
}

/* --- claims --- */

static bool stream_fits(const struct libcodec_cap *cap, const struct golden_stream *s)
{
	return cap->codec == s->codec &&
	       cap->processes & LIBCODEC_PROCESS_BIT(s->process) &&
	       cap->samplings & LIBCODEC_SAMPLING_BIT(s->sampling) &&
	       cap->bit_depths & 1u << (s->bit_depth - 1) &&
	       cap->components & 1u << (s->components - 1) &&
	       cap->colours & LIBCODEC_COLOUR_BIT(s->colour) &&
	       s->width >= cap->min_width && s->height >= cap->min_height &&
	       s->width <= cap->max_width && s->height <= cap->max_height &&
	       (!cap->max_pixels || (uint64_t)s->width * s->height <= cap->max_pixels) &&
	       (!s->several_scans || cap->flags & LIBCODEC_CAP_MULTI_SCAN) &&
	       (!s->missing_dht || cap->flags & LIBCODEC_CAP_NO_DHT);
}

static bool format_fits(const struct libcodec_cap *cap, const struct golden_stream *s,
			uint32_t format, uint32_t dtype, uint32_t memory)
{
	uint32_t i;

	for (i = 0; i < cap->n_formats && i < LIBCODEC_CAP_FORMATS; i++) {
		const struct libcodec_cap_format *f = &cap->formats[i];

		if (f->format == format &&
		    f->samplings & LIBCODEC_SAMPLING_BIT(s->sampling))
			return f->memory & LIBCODEC_MEMORY_BIT(memory) &&
			       f->dtypes & 1u << dtype;
	}
	return false;
}

static bool claims(const struct bed *bed, const struct golden_stream *s, uint32_t format,
		   uint32_t dtype, uint32_t memory, uint32_t *ret_flags)
{
	uint32_t i;

	if (!s->native_format)
		return false;
	for (i = 0; i < bed->n_caps; i++) {
		if (!stream_fits(&bed->caps[i], s) ||
		    !format_fits(&bed->caps[i], s, format, dtype, memory))
			continue;
		if (ret_flags)
			*ret_flags = bed->caps[i].flags;
		return true;
	}
	return false;
}

bool bed_claims(const struct bed *bed, const struct golden_stream *s, uint32_t format,
		uint32_t dtype, uint32_t *ret_flags)
{
	return claims(bed, s, format, dtype, LIBCODEC_MEMORY_HOST, ret_flags);
}

bool bed_claims_dmabuf(const struct bed *bed, const struct golden *golden,
		       struct bed_work *w)
{
	if (golden_make(golden, &w->s) < 0 ||
	    !claims(bed, &w->s, w->s.native_format, LIBCODEC_DTYPE_U8,
		    LIBCODEC_MEMORY_DMABUF, &w->flags))
		return false;
	w->format = w->s.native_format;
	w->dtype = LIBCODEC_DTYPE_U8;
	snprintf(w->name, sizeof(w->name), "%s", golden->name);
	return true;
}

static bool claimed_work(const struct bed *bed, const struct golden_stream *s,
			 uint32_t format, uint32_t dtype, struct bed_work *w)
{
	bool native = format == s->native_format && dtype == LIBCODEC_DTYPE_U8;

	w->s = *s;
	w->format = format;
	w->dtype = dtype;
	if (!bed_claims(bed, s, format, dtype, &w->flags))
		return false;
	snprintf(w->name, sizeof(w->name), "%s%s%s%s%s", s->golden->name,
		 native ? "" : " to ", native ? "" : libcodec_format_name(format),
		 native ? "" : " ", native ? "" : libcodec_dtype_name(dtype));
	return true;
}

/* What a picture may be made into: 0 is the format that it has. */
static const uint32_t outputs[] = { 0, LIBCODEC_FORMAT_RGB, LIBCODEC_FORMAT_NV12 };

#define OUTPUTS (sizeof(outputs) / sizeof(outputs[0]))

/* Whether there is such an output at all, and which format it is. */
static bool output_of(const struct golden_stream *s, unsigned int output, uint32_t dtype,
		      uint32_t *ret_format)
{
	bool jpeg = s->codec == LIBCODEC_CODEC_JPEG;

	*ret_format = output ? outputs[output] : s->native_format;
	if (output && (!jpeg || *ret_format == s->native_format))
		return false;
	return !jpeg || dtype == LIBCODEC_DTYPE_U8;
}

static unsigned int each_output(struct bed *bed, const struct golden_stream *s,
				void (*fn)(struct bed *bed, const struct bed_work *w,
					   void *arg),
				void *arg)
{
	uint32_t dtype, format;
	unsigned int n = 0, i;
	struct bed_work w;

	for (i = 0; i < OUTPUTS; i++) {
		for (dtype = 0; dtype <= LIBCODEC_DTYPE_F32; dtype++) {
			if (!output_of(s, i, dtype, &format) ||
			    !claimed_work(bed, s, format, dtype, &w))
				continue;
			kit_doing(bed->c, w.name);
			fn(bed, &w, arg);
			n++;
		}
	}
	return n;
}

unsigned int bed_each(struct bed *bed, unsigned int mask,
		      void (*fn)(struct bed *bed, const struct bed_work *w, void *arg),
		      void *arg)
{
	struct golden_stream s;
	unsigned int n = 0;
	size_t i;

	for (i = 0; i < golden_count; i++)
		if (mask & 1u << golden_set[i].kind &&
		    golden_make(&golden_set[i], &s) == 0)
			n += each_output(bed, &s, fn, arg);
	return n;
}

bool bed_first(struct bed *bed, enum golden_kind kind, struct bed_work *ret_work)
{
	struct golden_stream s;
	size_t i;

	for (i = 0; i < golden_count; i++)
		if (golden_set[i].kind == kind && golden_make(&golden_set[i], &s) == 0 &&
		    claimed_work(bed, &s, s.native_format, LIBCODEC_DTYPE_U8, ret_work))
			return true;
	return false;
}

/* --- frames --- */

void bed_shoot(const struct bed *bed, struct libcodec_decoder *dec, const void *data,
	       size_t size, struct libcodec_image *image, struct shot *ret_shot)
{
	struct libcodec_attempt a = { .struct_size = sizeof(a) };
	int64_t begin = kit_now_ns();

	*ret_shot = (struct shot){ .info = { .struct_size = sizeof(ret_shot->info) } };
	ret_shot->r = libcodec_decoder_decode(dec, data, size, image, &ret_shot->info);
	ret_shot->ns = kit_now_ns() - begin;
	if (libcodec_decoder_get_attempt(dec, 0, &a) == 0) {
		ret_shot->verdict = a.verdict;
		ret_shot->reasons = a.reasons;
		ret_shot->error = a.error;
		snprintf(ret_shot->message, sizeof(ret_shot->message), "%s", a.message);
	}
	kit_beat(bed->c);
}

const char *shot_text(const struct shot *shot)
{
	static char text[256];
	size_t n;
	unsigned int bit;

	n = (size_t)snprintf(text, sizeof(text), "%s",
			     shot->verdict ? libcodec_verdict_name(shot->verdict) :
			     shot->r	   ? strerror(-shot->r) :
					     "not asked");
	for (bit = 0; bit < 64 && n < sizeof(text); bit++)
		if (shot->reasons & UINT64_C(1) << bit)
			n += (size_t)snprintf(text + n, sizeof(text) - n, ", %s",
					      libcodec_reason_name(bit));
	if (shot->error && n < sizeof(text))
		n += (size_t)snprintf(text + n, sizeof(text) - n, ", %s",
				      strerror(-shot->error));
	if (shot->message[0] && n < sizeof(text))
		snprintf(text + n, sizeof(text) - n, ": %s", shot->message);
	return text;
}

struct libcodec_decoder_params bed_params(const struct bed_work *w)
{
	return (struct libcodec_decoder_params){
		.struct_size = sizeof(struct libcodec_decoder_params),
		.output_format = w->format == w->s.native_format ? 0 : w->format,
		.dtype = w->dtype,
	};
}

static bool work_canvas(struct libcodec_context *ctx, const struct bed_work *w,
			uint32_t align, uint32_t gap, bool flush,
			struct canvas *ret_canvas)
{
	struct canvas_spec spec = {
		.width = w->s.width,
		.height = w->s.height,
		.format = w->format,
		.dtype = w->dtype,
		.align = align,
		.gap = gap,
		.flush = flush,
	};

	return canvas_new(ctx, &spec, ret_canvas) == 0;
}

bool bed_canvas(const struct bed *bed, const struct bed_work *w, uint32_t gap, bool flush,
		struct canvas *ret_canvas)
{
	return work_canvas(bed->ctx, w, bed->align, gap, flush, ret_canvas);
}

bool bed_reference_canvas(const struct bed *bed, const struct bed_work *w,
			  struct canvas *ret_canvas)
{
	return work_canvas(bed->ref_ctx, w, 64, 0, false, ret_canvas);
}

static uint8_t *take(const struct bed *bed, struct libcodec_decoder *dec,
		     const struct bed_work *w, struct canvas *cv, size_t *ret_size,
		     struct shot *ret_shot)
{
	bed_shoot(bed, dec, w->s.data, w->s.size, cv->image, ret_shot);
	*ret_size = canvas_visible_size(cv);
	return ret_shot->r == 0 && ret_shot->info.format == w->format ? canvas_copy(cv) :
									NULL;
}

uint8_t *bed_take(const struct bed *bed, const struct bed_work *w, size_t *ret_size,
		  struct shot *ret_shot)
{
	struct libcodec_decoder_params p = bed_params(w);
	struct libcodec_decoder *dec = bed_decoder(bed, &p);
	uint8_t *copy = NULL;
	struct canvas cv;

	*ret_shot = (struct shot){ .r = -ENOMEM };
	if (dec && bed_canvas(bed, w, 0, false, &cv))
		copy = take(bed, dec, w, &cv, ret_size, ret_shot);
	libcodec_decoder_unref(dec);
	return copy;
}

uint8_t *bed_take_reference(const struct bed *bed, const struct bed_work *w,
			    size_t *ret_size)
{
	struct libcodec_decoder_params p = bed_params(w);
	struct libcodec_decoder *dec = bed_reference(bed, &p);
	uint8_t *copy = NULL;
	struct canvas cv;
	struct shot shot;

	if (dec && bed_reference_canvas(bed, w, &cv))
		copy = take(bed, dec, w, &cv, ret_size, &shot);
	libcodec_decoder_unref(dec);
	return copy;
}
