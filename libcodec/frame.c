/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * One frame's way: header, output format, layout, candidates, decode, info. The path of a
 * frame like the last one takes no lock, allocates nothing and makes no system call of
 * its own.
 */
#include "attempt.h"
#include "bitstream/png-header.h"
#include "clock.h"
#include "decoder.h"
#include "image.h"
#include "trace.h"

#include <stdio.h>

/* What a call knows on its way. */
struct frame {
	struct libcodec_decoder *dec;
	struct libcodec_image *image; /* NULL: a probe without one */
	const uint8_t *data;
	size_t size;
	bool png;        /* by its first bytes; names the spans */
	uint32_t format; /* of the output */
	struct libcodec_image_layout layout;
	int64_t deadline; /* now_ns; 0: none */
	struct libcodec_decode_result result; /* of the backend that delivered */
	uint32_t attempts; /* in vain */
};

static int fail(struct frame *f, uint32_t stage, int error, const char *message)
{
	struct lc_outcome *o = &f->dec->outcome;

	o->stage = stage;
	return lc_fault_set(&o->fault, error, 0, "%s", message);
}

static void begin(struct libcodec_decoder *dec)
{
	dec->outcome = (struct lc_outcome){ .error = 0 };
	dec->selected = false;
}

static int parse(struct frame *f)
{
	struct libcodec_decoder *dec = f->dec;
	uint64_t span = lc_trace_begin(f->png ? "codec.decode_png.parse_chunks"
					      : "codec.decode_jpeg.parse_markers",
				       "n_bytes", (int64_t)f->size);
	int r = lc_stream_parse(f->data, f->size, &dec->limits, &dec->stream,
				&dec->outcome.stage, &dec->outcome.fault);

	if (r == 0 && f->png && dec->params.exif_anywhere)
		lc_stream_find_exif(&dec->stream, f->data, f->size);
	lc_trace_end(span);
	return r;
}

/* Where planes lie, as far as backends may mind. */
static void key_planes(const struct frame *f, struct lc_select_key *key)
{
	const struct libcodec_image_layout *l = &f->layout;
	bool dmabuf = f->image && l->memory == LIBCODEC_MEMORY_DMABUF;
	uint64_t base = f->image && !dmabuf ? f->image->offset : 0;
	struct lc_dmabuf_place place;
	uint32_t i;

	key->plane_offset_bits = base;
	for (i = 0; i < l->n_planes; i++) {
		key->stride_bits |= l->plane_stride[i];
		if (dmabuf) {
			lc_image_find_dmabuf(f->image, l, i, &place);
			key->plane_offset_bits |= place.offset;
			if (!i)
				key->start_bits = (uint32_t)place.offset;
		} else {
			key->plane_offset_bits |= l->plane_offset[i];
		}
	}
}

static void make_key(const struct frame *f, struct lc_select_key *ret_key)
{
	const struct libcodec_decoder *dec = f->dec;

	*ret_key = (struct lc_select_key){
		.traits = dec->stream.traits,
		.format = f->format,
		.dtype = dec->params.dtype,
		.memory = f->image ? lc_surface_offers(f->image) :
				     LIBCODEC_MEMORY_BIT(LIBCODEC_MEMORY_HOST),
		.flexible = f->image && f->image->flexible,
		.policy = dec->params.policy,
		.epoch = dec->epoch,
	};
	key_planes(f, ret_key);
}

static struct lc_pin pin_of(const struct libcodec_decoder *dec)
{
	return (struct lc_pin){ .backend = dec->backend, .device = dec->device };
}

/*
 * Native, or what is preferred where somebody writes that in one pass from a JPEG: a PNG
 * is what it is. The answer is kept while stream and settings stay.
 */
static void resolve_output(struct frame *f)
{
	struct libcodec_decoder *dec = f->dec;
	uint32_t preferred = dec->params.output_format;
	struct lc_select_key key;

	f->format = dec->stream.native_format;
	if (!preferred || preferred == f->format ||
	    dec->stream.traits.codec != LIBCODEC_CODEC_JPEG)
		return;
	make_key(f, &key);
	key.format = preferred;
	key.generation = lc_registry_generation(&dec->ctx->registry);
	if (memcmp(&key, &dec->output_key, sizeof(key)) != 0) {
		const struct lc_pin pin = pin_of(dec);
		bool offered = lc_select_offers(&dec->ctx->hotplug, &key, &pin, preferred);

		dec->output_format = offered ? preferred : f->format;
		dec->output_key = key; /* of before: devices come and go meanwhile */
	}
	f->format = dec->output_format;
}

static int resolve(struct frame *f)
{
	struct libcodec_decoder *dec = f->dec;
	uint32_t dtype = dec->params.dtype;

	if (!dec->stream.native_format) {
		dec->outcome.stage = LIBCODEC_STAGE_RESOLVE;
		lc_stream_blame(&dec->stream, &dec->outcome.fault);
		return -EOPNOTSUPP;
	}
	if (!lc_stream_has_dtype(&dec->stream, dtype)) {
		dec->outcome.stage = LIBCODEC_STAGE_RESOLVE;
		return lc_fault_feature(&dec->outcome.fault, -EOPNOTSUPP,
					LIBCODEC_FEATURE_DTYPE, dtype, 0,
					"%s samples of a JPEG, which are u8",
					libcodec_dtype_name(dtype));
	}
	resolve_output(f);
	return 0;
}

static int lay_out(struct frame *f)
{
	const struct lc_traits *t = &f->dec->stream.traits;
	uint32_t dtype = f->dec->params.dtype;
	char message[LIBCODEC_RESULT_MESSAGE];
	int r;

	if (f->image)
		r = lc_image_layout_for(f->image, t->width, t->height, f->format, dtype,
					&f->layout);
	else
		r = lc_layout_choose(&(struct lc_layout_rules){ .capacity = UINT64_MAX },
				     t->width, t->height, f->format, dtype, &f->layout);
	if (r == 0)
		return 0;
	if (r == -ENOSPC)
		snprintf(message, sizeof(message),
			 "a picture of %ux%u in %s doesn't fit the image's memory",
			 t->width, t->height, libcodec_format_name(f->format));
	else
		snprintf(message, sizeof(message), "no layout for %ux%u in %s", t->width,
			 t->height, libcodec_format_name(f->format));
	return fail(f, LIBCODEC_STAGE_CONFIGURE, r, message);
}

static int select_backends(struct frame *f)
{
	struct libcodec_decoder *dec = f->dec;
	const struct lc_pin pin = pin_of(dec);
	struct lc_select_key key;
	size_t i;
	int r;

	make_key(f, &key);
	r = lc_select(&dec->selection, &dec->ctx->hotplug, &key, &pin);
	if (r > 0)
		r = lc_attempts_prepare(dec);
	if (r < 0) {
		dec->selection.valid = false;
		return fail(f, LIBCODEC_STAGE_SELECT, r, "no memory for the candidates");
	}
	dec->selected = true;
	for (i = 0; i < dec->selection.n; i++) {
		dec->attempts[i].verdict = LIBCODEC_VERDICT_NONE;
		dec->attempts[i].judge = LC_JUDGE_NOTHING;
		dec->attempts[i].error = 0;
		dec->attempts[i].reasons = 0;
		dec->attempts[i].message[0] = '\0';
	}
	return 0;
}

/* Reasons that say nothing of the stream. */
#define ABSENT                                                                       \
	(LIBCODEC_REASON_POLICY | LIBCODEC_REASON_OPT_OUT | LIBCODEC_REASON_REFUSED | \
	 LIBCODEC_REASON_CODEC | LIBCODEC_REASON_NO_DEVICE | LIBCODEC_REASON_GONE |   \
	 LIBCODEC_REASON_PERMISSION)

/* Why a pinned backend is not there. */
static const char *why_absent(const struct libcodec_decoder *dec)
{
	uint64_t reasons = 0;
	size_t i;

	for (i = 0; i < dec->selection.n; i++) {
		const struct lc_candidate *c = &dec->selection.list[i];

		if (!strcmp(dec->ctx->registry.plugins[c->plugin].name, dec->backend))
			reasons |= c->reasons;
	}
	if (reasons & LIBCODEC_REASON_PERMISSION)
		return "may not open its device";
	if (reasons & (LIBCODEC_REASON_NO_DEVICE | LIBCODEC_REASON_GONE))
		return "has no device here";
	if (reasons & LIBCODEC_REASON_REFUSED)
		return "can't be used here";
	if (reasons & (LIBCODEC_REASON_POLICY | LIBCODEC_REASON_OPT_OUT))
		return "is not allowed here";
	return "is not there";
}

/*
 * Nobody takes the stream. Where a backend that the caller allows was asked and declined,
 * the stream is to blame, else there is no such backend.
 */
static int nobody(struct frame *f)
{
	struct libcodec_decoder *dec = f->dec;
	const char *codec = libcodec_codec_name(dec->stream.traits.codec);
	char message[LIBCODEC_RESULT_MESSAGE];
	size_t i;

	dec->outcome.stage = LIBCODEC_STAGE_SELECT;
	for (i = 0; i < dec->selection.n; i++) {
		if (dec->selection.list[i].reasons & ABSENT)
			continue;
		lc_stream_blame(&dec->stream, &dec->outcome.fault);
		return -EOPNOTSUPP;
	}
	if (dec->backend)
		snprintf(message, sizeof(message), "backend %s %s", dec->backend,
			 why_absent(dec));
	else if (dec->device)
		snprintf(message, sizeof(message), "no backend on device %s decodes %s",
			 dec->device, codec);
	else if (dec->params.policy == LIBCODEC_POLICY_REQUIRE_HARDWARE)
		snprintf(message, sizeof(message), "no hardware decodes %s here", codec);
	else
		snprintf(message, sizeof(message), "no backend decodes %s here", codec);
	return fail(f, LIBCODEC_STAGE_SELECT, -ENODEV, message);
}

/* Whether all that some backend lacks is the CPU's access. */
static bool may_not_write(const struct frame *f)
{
	const struct lc_selection *sel = &f->dec->selection;
	size_t i;

	if (lc_image_allows(f->image, LIBCODEC_ACCESS_WRITE))
		return false;
	for (i = 0; i < sel->n; i++)
		if (sel->list[i].reasons == LIBCODEC_REASON_MEMORY)
			return true;
	return false;
}

static int forbidden(struct frame *f)
{
	return fail(f, LIBCODEC_STAGE_CONFIGURE, -EACCES,
		    f->layout.memory == LIBCODEC_MEMORY_DMABUF ?
			    "the image's owner doesn't let the CPU write, and no device "
			    "here writes the dma-buf in place" :
			    "the image's owner doesn't let the CPU write");
}

static void fill_job(const struct frame *f, const struct lc_surface *surface,
		     struct libcodec_decode_job *job)
{
	const struct libcodec_decoder *dec = f->dec;
	uint32_t codec = dec->stream.traits.codec;

	*job = (struct libcodec_decode_job){
		.struct_size = sizeof(*job),
		.codec = codec,
		.dct_method = dec->params.dct_method,
		.threads = dec->params.threads,
		.accept = dec->params.accept,
		.simd = dec->params.simd,
		.size = f->size,
		.max_scratch_bytes = dec->params.max_scratch_bytes,
		.deadline_ns = f->deadline,
		.data = f->data,
		.jpeg = codec == LIBCODEC_CODEC_JPEG ? &dec->stream.jpeg : NULL,
		.png = codec == LIBCODEC_CODEC_PNG ? &dec->stream.png : NULL,
		.surface = &surface->head,
	};
}

static bool is_cpu(const struct libcodec_decoder *dec, size_t index)
{
	const struct lc_candidate *c = &dec->selection.list[index];

	return dec->ctx->registry.plugins[c->plugin].manifest.band == LIBCODEC_BAND_CPU;
}

/* After CORRUPT the cpu has the last word: the next candidate of its band, or the end. */
static size_t next_cpu(const struct libcodec_decoder *dec, size_t index)
{
	if (is_cpu(dec, index))
		return dec->selection.n_usable;
	for (index++; index < dec->selection.n_usable; index++)
		if (is_cpu(dec, index))
			break;
	return index;
}

/* An errno of the documented table for a candidate that should have worked. */
static int fallback_error(int error)
{
	switch (error) {
	case -ETIMEDOUT:
	case -ENOMEM:
	case -ECHILD:
		return error;
	default:
		return -ENODEV;
	}
}

/* The last word of candidate @index becomes the call's outcome. */
static int settle(struct frame *f, size_t index)
{
	struct libcodec_decoder *dec = f->dec;
	const struct lc_candidate *c = &dec->selection.list[index];
	const struct lc_attempt *a = &dec->attempts[index];
	const struct libcodec_decode_result *res = &f->result;
	struct lc_outcome *o = &dec->outcome;
	const char *message = a->message[0] ? a->message : "it didn't say why";
	int error;

	o->plugin = &dec->ctx->registry.plugins[c->plugin];
	o->device = c->device ? lc_device_name(c->device) : NULL;
	o->verdict = a->verdict;
	o->stage = LIBCODEC_STAGE_DECODE;
	switch (a->verdict) {
	case LIBCODEC_VERDICT_DONE:
		return 0;
	case LIBCODEC_VERDICT_CORRUPT:
		lc_fault_set(&o->fault, -EBADMSG, res->offset, "%s", message);
		o->fault.truncated = res->truncated;
		return -EBADMSG;
	case LIBCODEC_VERDICT_NOT_APPLICABLE:
		if (a->error == -EACCES)
			return lc_fault_set(&o->fault, -EACCES, 0, "%s", message);
		if (res->feature || a->message[0])
			return lc_fault_feature(&o->fault, -EOPNOTSUPP, res->feature,
						res->detail, res->offset, "%s", message);
		lc_stream_blame(&dec->stream, &o->fault);
		return -EOPNOTSUPP;
	case LIBCODEC_VERDICT_FATAL:
		return lc_fault_set(&o->fault, a->error < 0 ? a->error : -EINVAL, 0, "%s",
				    message);
	default:
		error = fallback_error(a->error);
		return lc_fault_set(&o->fault, error, 0, "%s", message);
	}
}

/* Candidate @index was the last one for which there was time, and it didn't deliver. */
static int timed_out(struct frame *f, size_t index)
{
	const struct lc_attempt *a = &f->dec->attempts[index];

	settle(f, index);
	f->dec->outcome.fault = (struct lc_fault){ .error = 0 };
	return lc_fault_set(&f->dec->outcome.fault, -ETIMEDOUT, 0, "the deadline passed%s%s",
			    a->message[0] ? ": " : "", a->message);
}

/* All that could have been asked were passed over; the last one may lack the memory. */
static int none_asked(struct frame *f)
{
	struct libcodec_decoder *dec = f->dec;
	const struct lc_selection *sel = &dec->selection;
	const struct lc_attempt *last = &dec->attempts[sel->n_usable - 1];

	if (last->reasons & LIBCODEC_REASON_MEMORY)
		return fail(f, LIBCODEC_STAGE_CONFIGURE, -EACCES, last->message);
	dec->outcome.stage = LIBCODEC_STAGE_SELECT;
	return lc_fault_set(&dec->outcome.fault, -ENODEV, 0, "%s: %s",
			    dec->ctx->registry.plugins[sel->list[0].plugin].name,
			    dec->attempts[0].message);
}

/*
 * Who blamed the stream and was in doubt: a picture that came out whole after all acquits
 * the stream, and nothing else does.
 */
static void judge_candidates(struct frame *f, bool delivered)
{
	struct libcodec_decoder *dec = f->dec;
	size_t i;

	for (i = 0; i < dec->selection.n_usable; i++)
		lc_attempt_judge(dec, i, delivered && !f->result.partial);
}

static int ask_candidates(struct frame *f)
{
	struct libcodec_decoder *dec = f->dec;
	size_t n = dec->selection.n_usable, i = 0, last = n;
	struct lc_surface surface;
	struct libcodec_decode_job job;

	lc_surface_init(&surface, f->image, &f->layout);
	fill_job(f, &surface, &job);
	while (i < n) {
		uint32_t verdict = lc_attempt(dec, i, &job, &surface, &f->result);

		if (verdict == LIBCODEC_VERDICT_NONE) {
			i++;
			continue;
		}
		last = i;
		if (verdict == LIBCODEC_VERDICT_DONE || verdict == LIBCODEC_VERDICT_FATAL)
			break;
		f->attempts++;
		i = verdict == LIBCODEC_VERDICT_CORRUPT ? next_cpu(dec, i) : i + 1;
		if (i < n && f->deadline && lc_now_ns() > f->deadline)
			return timed_out(f, last);
	}
	return last < n ? settle(f, last) : none_asked(f);
}

static int run_candidates(struct frame *f)
{
	int r = ask_candidates(f);

	if (lc_unlikely(f->attempts))
		judge_candidates(f, r == 0);
	return r;
}

static int decode(struct frame *f)
{
	struct libcodec_decoder *dec = f->dec;
	int r;

	if (!dec->selection.n_usable)
		return may_not_write(f) ? forbidden(f) : nobody(f);
	if (f->image->maps)
		return fail(f, LIBCODEC_STAGE_CONFIGURE, -EBUSY, "the image is mapped");
	lc_image_set_layout(f->image, &f->layout);
	r = run_candidates(f);
	if (r == 0 && lc_unlikely(f->result.relaid)) {
		lc_image_relay(f->image, f->result.plane_stride, f->result.plane_offset);
		f->layout = f->image->layout;
	}
	return r;
}

static int give_info(const struct frame *f, struct libcodec_image_info *ret_info)
{
	const struct libcodec_image_layout *l = &f->layout;
	const struct lc_outcome *o = &f->dec->outcome;
	struct libcodec_image_info info = { .struct_size = sizeof(info) };
	uint32_t i;

	lc_stream_describe(&f->dec->stream, &info);
	info.format = l->format;
	info.dtype = l->dtype;
	info.n_planes = l->n_planes;
	for (i = 0; i < l->n_planes; i++) {
		info.plane_stride[i] = l->plane_stride[i];
		info.plane_offset[i] = l->plane_offset[i];
	}
	info.capacity = l->needed;
	if (l->format == LIBCODEC_FORMAT_RGB)
		info.matrix = LIBCODEC_MATRIX_UNSPECIFIED;
	if (o->plugin) {
		info.backend = o->plugin->manifest.name;
		info.device = o->device;
		info.dct_method = f->result.dct_method;
		info.zero_copy = f->result.zero_copy;
		info.good_rows = info.height;
		if (f->result.partial == 1) {
			info.present |= LIBCODEC_INFO_PARTIAL;
			info.good_rows = f->result.good_rows;
		} else if (f->result.partial) {
			info.present |= LIBCODEC_INFO_UNREFINED;
		}
		info.consumed = f->result.consumed <= f->size ? f->result.consumed : f->size;
		info.attempts = f->attempts;
	}
	return lc_struct_out(ret_info, &info, sizeof(info));
}

static int prepare(struct frame *f)
{
	int r = parse(f);

	if (r == 0)
		r = resolve(f);
	if (r == 0)
		r = lay_out(f);
	if (r == 0)
		r = select_backends(f);
	return r;
}

/*
 * Whether a frame that didn't come in the preferred format shall come in its own: what
 * offered the preferred one is passed over, went, failed, and another backend may have the
 * frame. Not where the caller, the image or the time is to blame, nor after the cpu.
 */
static bool shall_go_native(const struct frame *f, int r)
{
	struct libcodec_decoder *dec = f->dec;
	uint32_t native = dec->stream.native_format;
	const struct lc_outcome *o = &dec->outcome;
	const struct lc_pin pin = pin_of(dec);
	struct lc_select_key key;
	size_t i;

	if (f->format == native || r == -ETIMEDOUT || pin.backend || pin.device ||
	    o->verdict == LIBCODEC_VERDICT_FATAL ||
	    (o->stage != LIBCODEC_STAGE_SELECT && o->stage != LIBCODEC_STAGE_DECODE))
		return false;
	for (i = 0; i < dec->selection.n_usable; i++)
		if (is_cpu(dec, i))
			return false;
	make_key(f, &key);
	return lc_select_offers(&dec->ctx->hotplug, &key, &pin, native);
}

/* The whole frame again, as the stream has it. */
static int decode_native(struct frame *f)
{
	int r;

	begin(f->dec);
	f->format = f->dec->stream.native_format;
	r = lay_out(f);
	if (r == 0)
		r = select_backends(f);
	return r == 0 ? decode(f) : r;
}

static int finish(struct frame *f, int r, struct libcodec_image_info *ret_info)
{
	if (r == 0 && ret_info)
		r = give_info(f, ret_info);
	f->dec->outcome.error = r;
	return r;
}

LC_EXPORT int libcodec_decoder_decode(struct libcodec_decoder *dec, const void *data,
				      size_t size, struct libcodec_image *image,
				      struct libcodec_image_info *ret_info)
{
	struct frame f = { .dec = dec, .image = image, .data = data, .size = size };
	uint64_t span;
	int r;

	if (!dec || !image || (!data && size) || (ret_info && ret_info->struct_size < 4))
		return -EINVAL;
	begin(dec);
	f.png = lc_png_detect(data, size);
	if (dec->params.deadline_ns)
		f.deadline = lc_now_ns() + (int64_t)lc_min_u64(dec->params.deadline_ns,
							      INT64_MAX / 2);
	span = lc_trace_begin(f.png ? "codec.decode_png" : "codec.decode_jpeg", "n_bytes",
			      (int64_t)size);
	r = prepare(&f);
	if (r == 0) {
		r = decode(&f);
		if (r < 0 && shall_go_native(&f, r))
			r = decode_native(&f);
	}
	lc_trace_end(span);
	return finish(&f, r, ret_info);
}

LC_EXPORT int libcodec_decoder_probe(struct libcodec_decoder *dec, const void *data,
				     size_t size, struct libcodec_image *image,
				     struct libcodec_image_info *ret_info)
{
	struct frame f = { .dec = dec, .image = image, .data = data, .size = size };

	if (!dec || !ret_info || (!data && size) || ret_info->struct_size < 4)
		return -EINVAL;
	begin(dec);
	f.png = lc_png_detect(data, size);
	return finish(&f, prepare(&f), ret_info);
}
