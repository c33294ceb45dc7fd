/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * One picture through the public API as the targets for whole pictures do it: settings
 * and destination from the input, exactly sized memory, poison around the samples.
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bitstream/jpeg-header.h"
#include "bitstream/png-header.h"

#include "fuzz.h"

/* With these one input stays inside of 2 s and of the targets' memory. */
#define PIXELS_MAX  (1u << 20)
#define BUFFER_MAX  (24u << 20)
#define SCRATCH_MAX (32u << 20)
/* What a backend may have besides the scratch of a picture: its session and tables. */
#define SESSION_MAX (512u << 10)

/* What takes as long is decoded once only: the limit of time is meant for one. */
#define SLOW (CLOCKS_PER_SEC / 2)
/* Plain C may take several times as long. */
#define SLOW_FOR_PLAIN (SLOW / 5)

/* Where the picture goes. */
enum destination {
	EXACT, /* the caller's memory, as large as a probe says */
	ALIGNED, /* the same with an alignment of rows */
	STRIDE, /* the same with a fixed stride */
	WINDOW, /* a rectangle of a larger packed image */
	SLICE, /* bytes of a larger image */
	OWN, /* the library's memory */
	SMALL, /* less than is needed */
	N_DESTINATIONS
};

struct target {
	struct libcodec_image *parent, *image;
	uint8_t *buf; /* the caller's memory, NULL: the library's */
	size_t cap;
};

static uint32_t be16(const uint8_t *p)
{
	return (uint32_t)p[0] << 8 | p[1];
}

/* 0 for the default, else a power of two. */
static uint64_t power(uint8_t b, unsigned int most)
{
	return b ? UINT64_C(1) << b % (most + 1) : 0;
}

void fuzz_options(const uint8_t **data, size_t *size, struct fuzz_options *ret_opt)
{
	static const uint8_t none[FUZZ_OPTIONS];
	static const uint32_t outputs[] = { 0, LIBCODEC_FORMAT_RGB,
					    LIBCODEC_FORMAT_NV12 };
	const uint8_t *b = none;
	struct libcodec_decoder_params *p = &ret_opt->params;

	if (*size >= FUZZ_OPTIONS && !lc_jpeg_detect(*data, *size) &&
	    !lc_png_detect(*data, *size)) {
		b = *data;
		*data += FUZZ_OPTIONS;
		*size -= FUZZ_OPTIONS;
	}
	*p = (struct libcodec_decoder_params){
		.struct_size = sizeof(*p),
		.output_format = outputs[b[1] % 3],
		.dtype = b[2] % (LIBCODEC_DTYPE_F32 + 1),
		.dct_method = b[0] >> 3 & 1,
		.policy = b[0] >> 4 & 1 ? LIBCODEC_POLICY_CPU_ONLY : LIBCODEC_POLICY_ANY,
		.threads = b[14] & 7,
		.accept = b[0] & (LIBCODEC_ACCEPT_PARTIAL | LIBCODEC_ACCEPT_BAD_CHECKSUM),
		.exif_anywhere = b[0] >> 2 & 1,
		.simd = b[15] % 8 % (LIBCODEC_SIMD_AVX512 + 1),
		.max_width = be16(b + 6),
		.max_height = be16(b + 8),
		.max_pixels = power(b[10], 20),
		.max_segment_bytes = power(b[11], 24),
		.max_scratch_bytes = power(b[12], 24),
		.deadline_ns = b[13] == 1,
		.backend = b[0] >> 5 & 1 ? "cpu" : NULL,
	};
	if (!p->max_pixels)
		p->max_pixels = PIXELS_MAX;
	if (!p->max_scratch_bytes)
		p->max_scratch_bytes = SCRATCH_MAX;
	ret_opt->destination = b[3] % N_DESTINATIONS;
	ret_opt->stride_align = 1u << b[4] % 13;
	ret_opt->extra = b[5];
	ret_opt->order = b[15] >> 4 & 3;
}

/* --- checks --- */

static bool is_documented(int r)
{
	switch (r) {
	case 0:
	case -EOPNOTSUPP:
	case -EBADMSG:
	case -ENOSPC:
	case -EFBIG:
	case -ENODEV:
	case -ETIMEDOUT:
	case -ENOMEM:
		return true;
	default:
		return false;
	}
}

void fuzz_check_result(struct libcodec_decoder *dec, int r, size_t size)
{
	struct libcodec_result res = { .struct_size = sizeof(res) };
	struct libcodec_attempt a = { .struct_size = sizeof(a) };
	unsigned int i;

	FUZZ_CHECK(is_documented(r), "%d", r);
	FUZZ_CHECK(libcodec_decoder_get_result(dec, &res) == 0, "no result");
	FUZZ_CHECK(res.error == r, "%d is reported for %d", res.error, r);
	FUZZ_CHECK(res.message, "no message");
	FUZZ_CHECK(!res.message[0] == (r == 0), "%d with the message \"%s\"", r,
		   res.message);
	FUZZ_CHECK(res.offset <= size, "%d at byte %llu of %zu: %s", r,
		   (unsigned long long)res.offset, size, res.message);
	if (r == -EFBIG || (r == -EOPNOTSUPP && res.stage < LIBCODEC_STAGE_DECODE))
		FUZZ_CHECK(res.feature != LIBCODEC_FEATURE_NONE, "%d: %s", r,
			   res.message);
	if (res.truncated)
		FUZZ_CHECK(r == -EBADMSG, "truncated, but %d", r);
	for (i = 0; libcodec_decoder_get_attempt(dec, i, &a) == 0; i++)
		FUZZ_CHECK(a.message && a.backend, "attempt %u", i);
}

static void check_info(const struct libcodec_image_info *info, size_t size)
{
	FUZZ_CHECK(info->width && info->height, "%ux%u", info->width, info->height);
	FUZZ_CHECK((uint64_t)info->width * info->height <= PIXELS_MAX, "%ux%u",
		   info->width, info->height);
	FUZZ_CHECK(info->good_rows <= info->height, "%u rows of %u", info->good_rows,
		   info->height);
	FUZZ_CHECK(info->consumed <= size, "%llu of %zu",
		   (unsigned long long)info->consumed, size);
	FUZZ_CHECK(info->orientation >= 1 && info->orientation <= 8, "%u",
		   info->orientation);
	FUZZ_CHECK(info->rotation_degrees % 90 == 0 && info->rotation_degrees < 360, "%u",
		   info->rotation_degrees);
	FUZZ_CHECK(info->n_planes >= 1 && info->n_planes <= 2, "%u", info->n_planes);
}

/*
 * Everything of the caller's memory that is no sample has the value it was filled with.
 * @pixels: give the samples too, one row behind the other, and their number is returned.
 */
static size_t check_surroundings(const struct target *t, uint8_t fill, uint8_t *pixels)
{
	struct libcodec_image_layout l = { .struct_size = sizeof(l) };
	size_t at = 0, n = 0, start;
	unsigned int p, y;
	void *base;

	FUZZ_CHECK(libcodec_image_get_layout(t->image, &l) == 0, "no layout");
	FUZZ_CHECK(libcodec_image_map(t->image, LIBCODEC_ACCESS_READ, &base) == 0,
		   "no map");
	for (p = 0; p < l.n_planes; p++) {
		for (y = 0; y < l.plane_height[p]; y++) {
			const uint8_t *row = (const uint8_t *)base + l.plane_offset[p] +
					     (size_t)y * l.plane_stride[p];

			if (pixels)
				memcpy(pixels + n, row, l.plane_width[p]);
			n += l.plane_width[p];
			if (!t->buf)
				continue;
			start = (size_t)(row - t->buf);
			FUZZ_CHECK(start >= at && start + l.plane_width[p] <= t->cap,
				   "plane %u row %u at %zu of %zu", p, y, start, t->cap);
			for (; at < start; at++)
				FUZZ_CHECK(t->buf[at] == fill, "byte %zu is no sample",
					   at);
			at = start + l.plane_width[p];
		}
	}
	for (; t->buf && at < t->cap; at++)
		FUZZ_CHECK(t->buf[at] == fill, "byte %zu is no sample", at);
	libcodec_image_unmap(t->image);
	return n;
}

/* --- the destination --- */

static bool is_packed(uint32_t format)
{
	return format == LIBCODEC_FORMAT_GREY || format == LIBCODEC_FORMAT_RGB ||
	       format == LIBCODEC_FORMAT_RGBA;
}

static int make_caller(struct libcodec_context *ctx, struct target *t,
		       struct libcodec_image_params *p, size_t cap)
{
	t->buf = malloc(cap);
	FUZZ_CHECK(t->buf, "no memory");
	t->cap = cap;
	p->struct_size = sizeof(*p);
	p->capacity = cap;
	p->data = t->buf;
	return libcodec_image_new(ctx, p, &t->image);
}

static void parent_of(struct target *t, int r)
{
	FUZZ_CHECK(r == 0, "%d", r);
	t->parent = t->image;
	t->image = NULL;
}

/* @info is a probe's, or NULL: the decode fails anyhow. 0, or an image's error. */
static int make_target(struct libcodec_context *ctx, const struct fuzz_options *opt,
		       const struct libcodec_image_info *info, struct target *t)
{
	struct libcodec_image_params ip = { .width = 1,
					    .height = 1,
					    .format = LIBCODEC_FORMAT_GREY };
	struct libcodec_image_layout l = { .struct_size = sizeof(l) };
	unsigned int x = opt->extra & 15, y = opt->extra >> 4;
	int r;

	if (!info)
		return make_caller(ctx, t, &ip, 64);
	switch (opt->destination) {
	case ALIGNED:
		r = libcodec_layout_for(info->width, info->height, info->format,
					info->dtype, opt->stride_align, 0, &l);
		FUZZ_CHECK(r == 0, "%d", r);
		if (l.needed > BUFFER_MAX)
			break;
		ip.stride_align = opt->stride_align;
		return make_caller(ctx, t, &ip, (size_t)l.needed);
	case STRIDE:
		ip.stride = info->plane_stride[0] + opt->extra;
		if ((uint64_t)ip.stride * info->height * 3 > BUFFER_MAX)
			break;
		ip.width = info->width;
		ip.height = info->height;
		ip.format = info->format;
		ip.dtype = info->dtype;
		return make_caller(ctx, t, &ip, (size_t)ip.stride * info->height * 3);
	case WINDOW:
		r = libcodec_layout_for(info->width + x + 2, info->height + y + 3,
					info->format, info->dtype, 0, 0, &l);
		if (!is_packed(info->format) || r < 0 || l.needed > BUFFER_MAX)
			break;
		ip.width = info->width + x + 2;
		ip.height = info->height + y + 3;
		ip.format = info->format;
		ip.dtype = info->dtype;
		parent_of(t, make_caller(ctx, t, &ip, (size_t)l.needed));
		return libcodec_image_new_window(t->parent, x, y, info->width,
						 info->height, &t->image);
	case SLICE:
		parent_of(t,
			  make_caller(ctx, t, &ip, (size_t)info->capacity + 2 * x + y));
		return libcodec_image_new_slice(t->parent, x, info->capacity + y,
						&t->image);
	case OWN:
		ip.struct_size = sizeof(ip);
		ip.capacity = info->capacity;
		return libcodec_image_new(ctx, &ip, &t->image);
	case SMALL:
		if (info->capacity < 2)
			break;
		return make_caller(ctx, t, &ip,
				   (size_t)(info->capacity - 1) / (1 + (opt->extra & 1)));
	default:
		break;
	}
	return make_caller(ctx, t, &ip, (size_t)info->capacity);
}

static void drop_target(struct target *t)
{
	libcodec_image_unref(t->image);
	libcodec_image_unref(t->parent);
	free(t->buf);
}

/* --- the picture --- */

static int decode_once(struct libcodec_decoder *dec, const struct fuzz_options *opt,
		       const uint8_t *data, size_t size, struct target *t, uint8_t fill,
		       struct libcodec_image_info *ret_info)
{
	struct libcodec_image_info before = { .struct_size = sizeof(before),
					      .width = 77 };
	struct fuzz_alloc a;
	int r;

	*ret_info = before;
	if (t->buf)
		memset(t->buf, fill, t->cap);
	fuzz_alloc_start(FUZZ_CALL);
	r = libcodec_decoder_decode(dec, data, size, t->image, ret_info);
	a = fuzz_alloc_read(FUZZ_CALL);
	FUZZ_CHECK(a.peak <= (long long)(opt->params.max_scratch_bytes + SESSION_MAX),
		   "%lld bytes allocated, the limit is %llu", a.peak,
		   (unsigned long long)opt->params.max_scratch_bytes);
	fuzz_check_result(dec, r, size);
	if (r == 0)
		check_info(ret_info, size);
	else
		FUZZ_CHECK(!memcmp(ret_info, &before, sizeof(before)), "info after %d",
			   r);
	return r;
}

/* A second time: the same, whatever the memory held before, and without an allocation. */
static void decode_again(struct libcodec_decoder *dec, const struct fuzz_options *opt,
			 const uint8_t *data, size_t size, struct target *t,
			 const struct libcodec_image_info *first, const uint8_t *pixels)
{
	struct libcodec_image_info info;
	size_t i, n;
	uint8_t *now;
	int r;

	r = decode_once(dec, opt, data, size, t, 0x5a, &info);
	if (opt->params.deadline_ns && r == -ETIMEDOUT)
		return;
	FUZZ_CHECK(r == 0, "%d the second time", r);
	if (info.codec == LIBCODEC_CODEC_JPEG)
		FUZZ_CHECK(!fuzz_alloc_read(FUZZ_CALL).calls,
			   "allocates the second time");
	FUZZ_CHECK(!memcmp(&info, first, sizeof(info)), "another info the second time");
	now = malloc(t->cap ? t->cap : (size_t)first->capacity);
	FUZZ_CHECK(now, "no memory");
	n = check_surroundings(t, 0x5a, now);
	for (i = 0; i < n; i++)
		FUZZ_CHECK(
			now[i] == pixels[i],
			"sample byte %zu of %zu is 0x%02x, then 0x%02x (present 0x%x, %u "
			"rows good)",
			i, n, pixels[i], now[i], info.present, info.good_rows);
	free(now);
}

/* What came of a decode. */
struct outcome {
	int r;
	struct libcodec_image_info info;
	struct libcodec_result result;
	char message[512];
	const uint8_t *pixels; /* where it is a picture */
};

/* The same without SIMD and by one thread, which must not make a difference. */
static void compare_with_plain(struct libcodec_decoder *dec,
			       const struct fuzz_options *opt, const uint8_t *data,
			       size_t size, struct target *t, const struct outcome *first)
{
	struct libcodec_result res = { .struct_size = sizeof(res) };
	struct fuzz_options plain = *opt;
	struct libcodec_image_info info;
	size_t i, n;
	uint8_t *now;
	int r;

	plain.params.simd = LIBCODEC_SIMD_NONE;
	plain.params.threads = 1;
	r = libcodec_decoder_set_params(dec, &plain.params);
	FUZZ_CHECK(r == 0, "%d", r);
	r = decode_once(dec, &plain, data, size, t, 0x3c, &info);
	libcodec_decoder_get_result(dec, &res);
	FUZZ_CHECK(r == first->r, "%d (%s), by plain C and one thread %d (%s)", first->r,
		   first->message, r, res.message);
	FUZZ_CHECK(!strncmp(res.message, first->message, sizeof(first->message) - 1),
		   "\"%s\", by plain C and one thread \"%s\"", first->message, res.message);
	FUZZ_CHECK(res.offset == first->result.offset &&
			   res.truncated == first->result.truncated &&
			   res.verdict == first->result.verdict &&
			   res.stage == first->result.stage &&
			   res.feature == first->result.feature &&
			   res.detail == first->result.detail &&
			   res.reasons == first->result.reasons,
		   "%d: by plain C and one thread another result: byte %llu, not %llu", r,
		   (unsigned long long)res.offset,
		   (unsigned long long)first->result.offset);
	if (r < 0)
		return;
	FUZZ_CHECK(!memcmp(&info, &first->info, sizeof(info)),
		   "another info by plain C and one thread");
	now = malloc(t->cap ? t->cap : (size_t)info.capacity);
	FUZZ_CHECK(now, "no memory");
	n = check_surroundings(t, 0x3c, now);
	for (i = 0; i < n; i++)
		FUZZ_CHECK(now[i] == first->pixels[i],
			   "sample byte %zu of %zu is 0x%02x, by plain C 0x%02x", i, n,
			   first->pixels[i], now[i]);
	free(now);
}

static void keep_outcome(struct libcodec_decoder *dec, int r,
			 const struct libcodec_image_info *info, struct outcome *ret_o)
{
	*ret_o = (struct outcome){ .r = r, .info = *info };
	ret_o->result.struct_size = sizeof(ret_o->result);
	libcodec_decoder_get_result(dec, &ret_o->result);
	strncpy(ret_o->message, ret_o->result.message, sizeof(ret_o->message) - 1);
}

static void decode_into(struct libcodec_decoder *dec, const struct fuzz_options *opt,
			const uint8_t *data, size_t size, struct target *t, int probed)
{
	struct libcodec_image_info info;
	clock_t start = clock();
	struct outcome first;
	bool again_plain;
	uint8_t *pixels;
	int r;

	run_order = opt->order;
	r = decode_once(dec, opt, data, size, t, 0xa5, &info);
	start = clock() - start;
	keep_outcome(dec, r, &info, &first);
	again_plain = start < SLOW_FOR_PLAIN && !opt->params.deadline_ns;
	if (probed < 0)
		FUZZ_CHECK(r == probed, "%d, the probe said %d", r, probed);
	if (r < 0) {
		check_surroundings(t, 0xa5, NULL);
		if (again_plain)
			compare_with_plain(dec, opt, data, size, t, &first);
		return;
	}
	if (!(info.present & LIBCODEC_INFO_PARTIAL))
		FUZZ_CHECK(info.good_rows == info.height, "%u rows", info.good_rows);
	else
		FUZZ_CHECK(opt->params.accept & LIBCODEC_ACCEPT_PARTIAL,
			   "partial, unasked");
	pixels = malloc(t->cap ? t->cap : (size_t)info.capacity);
	FUZZ_CHECK(pixels, "no memory");
	check_surroundings(t, 0xa5, pixels);
	if (start < SLOW)
		decode_again(dec, opt, data, size, t, &info, pixels);
	first.pixels = pixels;
	if (again_plain)
		compare_with_plain(dec, opt, data, size, t, &first);
	free(pixels);
}

static void probe_alone(const uint8_t *data, size_t size)
{
	struct libcodec_image_info info = { .struct_size = sizeof(info) };
	size_t offset, n;
	int r, e;

	r = libcodec_probe(data, size, &info);
	FUZZ_CHECK(is_documented(r), "%d", r);
	e = libcodec_find_exif(data, size, &offset, &n);
	FUZZ_CHECK(e == 0 || e == -ENOENT || is_documented(e), "%d", e);
	if (e == 0)
		FUZZ_CHECK(offset <= size && n <= size - offset,
			   "Exif at %zu, %zu bytes, of %zu", offset, n, size);
}

void fuzz_decode(const uint8_t *data, size_t size)
{
	static struct libcodec_context *ctx;
	struct libcodec_image_info info = { .struct_size = sizeof(info) };
	struct libcodec_decoder *dec;
	struct fuzz_options opt;
	struct target t = { .buf = NULL };
	int probed, r;

	if (!ctx)
		FUZZ_CHECK(fuzz_context(&ctx) == 0, "no context");
	fuzz_options(&data, &size, &opt);
	probe_alone(data, size);
	FUZZ_CHECK(libcodec_decoder_new(ctx, &dec) == 0, "no decoder");
	r = libcodec_decoder_set_params(dec, &opt.params);
	FUZZ_CHECK(r == 0, "%d", r);
	probed = libcodec_decoder_probe(dec, data, size, NULL, &info);
	fuzz_check_result(dec, probed, size);
	if (probed == 0)
		check_info(&info, size);
	r = make_target(ctx, &opt, probed == 0 ? &info : NULL, &t);
	FUZZ_CHECK(r == 0 || r == -EINVAL || r == -ENOSPC, "%d", r);
	if (r == 0)
		decode_into(dec, &opt, data, size, &t, probed);
	drop_target(&t);
	fuzz_decode_good(ctx, dec);
	libcodec_decoder_unref(dec);
}
