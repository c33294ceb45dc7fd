/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The virtual device's decoder: the cpu backend's, with its C reference and one thread, into
 * planes of whole MCUs, and from there into a CAPTURE buffer.
 */
#include "engine.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bitstream/jpeg-header.h"
#include "bitstream/jpeg-markers.h"
#include "formats.h"
#include "jpeg.h"

#define NOTHING 0x5a /* where no MCU is */

/* What a device of this kind may be asked for: 8192x8192. */
static const struct lc_limits limits = {
	.max_width = 65535,
	.max_height = 65535,
	.max_pixels = UINT64_C(1) << 26,
	.max_segment_bytes = 65535,
};

struct vjpeg_engine {
	struct libcodec_host host;
	uint32_t tracing;
	struct lc_jpeg_session *session;
	uint8_t *native;
	size_t native_size;
	/* Of the frame at hand; large for a stack. */
	struct libcodec_jpeg_header header;
	struct libcodec_decode_result result;
	struct libcodec_surface surface;
};

/* --- the header --- */

static bool is_metadata(int marker)
{
	return marker == M_COM || (marker > M_APP0 && marker < M_APP14) ||
	       marker == M_APP14 + 1;
}

/* The segments before the scan have been walked once: no length is wrong. */
static bool has_metadata(const uint8_t *data, size_t scan_offset)
{
	struct lc_reader r = lc_reader_of(data + 2, scan_offset - 2);
	int marker, length;

	for (;;) {
		marker = lc_next_marker(&r);
		if (marker < 0)
			return false;
		if (lc_marker_standalone(marker))
			continue;
		if (is_metadata(marker))
			return true;
		length = lc_rd_be16(&r);
		if (length < 2 || lc_rd_skip(&r, (size_t)length - 2) < 0)
			return false;
	}
}

static bool is_supported(const struct libcodec_jpeg_header *h)
{
	if (h->process != LIBCODEC_PROCESS_BASELINE || h->precision != 8 ||
	    h->n_scan != h->n_components || h->flags & LIBCODEC_JPEG_DNL)
		return false;
	switch (h->colour) {
	case LIBCODEC_COLOUR_GREY:
		return true;
	case LIBCODEC_COLOUR_RGB:
		return h->sampling == LIBCODEC_SAMPLING_444;
	case LIBCODEC_COLOUR_YCBCR:
		return h->sampling == LIBCODEC_SAMPLING_420 ||
		       h->sampling == LIBCODEC_SAMPLING_422 ||
		       h->sampling == LIBCODEC_SAMPLING_444;
	default:
		return false;
	}
}

static int parse(const uint8_t *data, size_t size, struct libcodec_jpeg_header *h)
{
	struct lc_fault fault;
	int r = lc_jpeg_header_parse(data, size, &limits, h, &fault);

	if (r == -EBADMSG)
		return r;
	return r < 0 || !is_supported(h) ? -EOPNOTSUPP : 0;
}

static struct vjpeg_header digest(const struct libcodec_jpeg_header *h, const uint8_t *data)
{
	return (struct vjpeg_header){
		.width = h->width,
		.height = h->height,
		.sampling = h->sampling,
		.is_rgb = h->colour == LIBCODEC_COLOUR_RGB,
		.has_dht = !(h->flags & LIBCODEC_JPEG_NO_DHT),
		.has_metadata = has_metadata(data, (size_t)h->scan_offset),
	};
}

int vjpeg_parse(const uint8_t *data, size_t size, struct vjpeg_header *ret)
{
	struct libcodec_jpeg_header h;
	int r = parse(data, size, &h);

	if (r == 0)
		*ret = digest(&h, data);
	return r;
}

/* --- what the decoder asks of its host --- */

static void host_log(const struct libcodec_host *host, int level, const char *text)
{
	(void)host;
	(void)level;
	(void)text;
}

/* There are no deadlines, and nothing is traced. */
static int64_t host_now(const struct libcodec_host *host)
{
	(void)host;
	return 0;
}

static int host_next_scan(const struct libcodec_host *host, const uint8_t *data,
			  uint64_t size, uint64_t from, struct libcodec_jpeg_header *header,
			  uint64_t *ret_end)
{
	struct lc_fault fault;

	(void)host;
	return lc_jpeg_header_next_scan(data, (size_t)size, from, header, ret_end, &fault);
}

int vjpeg_engine_new(struct vjpeg_engine **ret)
{
	struct vjpeg_engine *e = calloc(1, sizeof(*e));
	int r;

	if (!e)
		return -ENOMEM;
	e->host = (struct libcodec_host){
		.struct_size = sizeof(e->host),
		.abi = LIBCODEC_PLUGIN_ABI,
		.log = host_log,
		.now_ns = host_now,
		.tracing = &e->tracing,
		.jpeg_next_scan = host_next_scan,
	};
	r = lc_jpeg_session_new(&e->host, &e->session);
	if (r < 0) {
		free(e);
		return r;
	}
	*ret = e;
	return 0;
}

void vjpeg_engine_free(struct vjpeg_engine *e)
{
	if (!e)
		return;
	lc_jpeg_session_free(e->session);
	free(e->native);
	free(e);
}

/* --- to planes of whole MCUs --- */

static int reserve(struct vjpeg_engine *e, size_t size)
{
	if (size <= e->native_size)
		return 0;
	free(e->native);
	e->native_size = 0;
	e->native = malloc(size);
	if (!e->native)
		return -ENOMEM;
	e->native_size = size;
	return 0;
}

static uint32_t native_format(const struct vjpeg_engine *e, uint32_t format)
{
	if (format == VJPEG_F_RGB24)
		return LIBCODEC_FORMAT_RGB;
	switch (e->header.sampling) {
	case LIBCODEC_SAMPLING_400:
		return LIBCODEC_FORMAT_GREY;
	case LIBCODEC_SAMPLING_420:
		return LIBCODEC_FORMAT_NV12;
	case LIBCODEC_SAMPLING_422:
		return LIBCODEC_FORMAT_NV16;
	default:
		return LIBCODEC_FORMAT_NV24;
	}
}

/* The surface of the whole MCUs that the header has by now. */
static void lay_out(struct vjpeg_engine *e, uint32_t format)
{
	struct libcodec_surface *s = &e->surface;
	uint64_t pixels = (uint64_t)e->header.width * e->header.height;
	uint32_t native = native_format(e, format);

	*s = (struct libcodec_surface){
		.struct_size = sizeof(*s),
		.memory = LIBCODEC_MEMORY_HOST,
		.format = native,
		.width = e->header.width,
		.height = e->header.height,
		.n_planes = 2,
		.plane_stride = { e->header.width, e->header.width },
		.plane_offset = { 0, pixels },
	};
	switch (native) {
	case LIBCODEC_FORMAT_GREY:
		s->n_planes = 1;
		s->size = pixels;
		break;
	case LIBCODEC_FORMAT_RGB:
		s->n_planes = 1;
		s->plane_stride[0] *= 3;
		s->size = 3 * pixels;
		break;
	case LIBCODEC_FORMAT_NV12:
		s->size = pixels + pixels / 2;
		break;
	case LIBCODEC_FORMAT_NV16:
		s->size = 2 * pixels;
		break;
	default:
		s->plane_stride[1] *= 2;
		s->size = 3 * pixels;
		break;
	}
}

/*
 * All of the last MCUs is wanted, so the picture is said to be as large as they are: it has
 * the same MCUs. Those of a grey picture are single blocks, whatever its factors (A.2.2).
 */
static void widen(struct libcodec_jpeg_header *h)
{
	uint32_t x = h->n_scan == 1 ? 8 : 8 * h->h_max;
	uint32_t y = h->n_scan == 1 ? 8 : 8 * h->v_max;

	h->width = (h->width + x - 1) / x * x;
	h->height = (h->height + y - 1) / y * y;
}

static int decode(struct vjpeg_engine *e, const uint8_t *data, size_t size, uint32_t format)
{
	struct libcodec_decode_job job = {
		.struct_size = sizeof(job),
		.codec = LIBCODEC_CODEC_JPEG,
		.dct_method = LIBCODEC_DCT_ACCURATE,
		.threads = 1,
		.simd = LIBCODEC_SIMD_NONE,
		.size = size,
		.max_scratch_bytes = UINT64_C(1) << 26,
		.data = data,
		.jpeg = &e->header,
		.surface = &e->surface,
	};
	int r;

	widen(&e->header);
	lay_out(e, format);
	r = reserve(e, (size_t)e->surface.size);
	if (r < 0)
		return r;
	e->surface.data = e->native;
	memset(&e->result, 0, sizeof(e->result));
	e->result.struct_size = sizeof(e->result);
	switch (lc_jpeg_decode(e->session, &job, &e->result)) {
	case LIBCODEC_VERDICT_DONE:
		return 0;
	case LIBCODEC_VERDICT_CORRUPT:
		return -EBADMSG;
	case LIBCODEC_VERDICT_FALLBACK:
		return -ENOMEM;
	default:
		return -EOPNOTSUPP;
	}
}

/* --- to the CAPTURE buffer --- */

/* Where a component lies in the native planes; data is NULL where it is a constant 128. */
static struct vjpeg_component native_component(const struct vjpeg_engine *e,
					       const struct vjpeg_format *f, unsigned int c)
{
	const struct libcodec_surface *s = &e->surface;
	unsigned int plane = c && s->n_planes > 1;
	struct vjpeg_component at = {
		.pitch = s->plane_stride[plane],
		.step = 1,
		.width = c ? (s->width + f->step_x - 1) / f->step_x : s->width,
		.height = c ? (s->height + f->step_y - 1) / f->step_y : s->height,
	};

	if (s->format == LIBCODEC_FORMAT_RGB) {
		at.step = 3;
		at.data = e->native + c;
	} else if (!c) {
		at.data = e->native;
	} else if (s->format != LIBCODEC_FORMAT_GREY) {
		at.step = 2;
		at.data = e->native + s->plane_offset[1] + (c - 1);
	}
	return at;
}

static void put_value(uint8_t *dst, unsigned int step, uint8_t value, uint32_t n)
{
	for (; n; n--, dst += step)
		*dst = value;
}

static void put_samples(uint8_t *dst, unsigned int step, const uint8_t *src,
			unsigned int src_step, uint32_t n)
{
	for (; n; n--, dst += step, src += src_step)
		*dst = *src;
}

/* Row @y of @from, which begins at @x of a row of @to. */
static void put_row(uint8_t *dst, const struct vjpeg_component *to,
		    const struct vjpeg_component *from, uint32_t x, uint32_t y)
{
	uint32_t n = from->width < to->width - x ? from->width : to->width - x;
	uint8_t *first = dst + (size_t)x * to->step;

	put_value(dst, to->step, NOTHING, x);
	if (from->data)
		put_samples(first, to->step, from->data + y * from->pitch, from->step, n);
	else
		put_value(first, to->step, 128, n);
	put_value(first + (size_t)n * to->step, to->step, NOTHING, to->width - x - n);
}

static void put_component(const struct vjpeg_component *to,
			  const struct vjpeg_component *from, uint32_t x, uint32_t y)
{
	uint32_t i;

	for (i = 0; i < to->height; i++) {
		uint8_t *dst = to->data + i * to->pitch;

		if (i < y || i - y >= from->height)
			put_value(dst, to->step, NOTHING, to->width);
		else
			put_row(dst, to, from, x, i - y);
	}
}

static void convert(const struct vjpeg_engine *e, const struct vjpeg_layout *layout,
		    uint32_t x, uint32_t y, uint8_t *const plane[VJPEG_PLANES])
{
	const struct vjpeg_format *f = vjpeg_format(layout->format);
	unsigned int c;

	for (c = 0; c < f->n_components; c++) {
		struct vjpeg_component to = vjpeg_component(layout, c, plane);
		struct vjpeg_component from = native_component(e, f, c);

		put_component(&to, &from, c ? x / f->step_x : x, c ? y / f->step_y : y);
	}
}

static int check_target(const struct vjpeg_layout *layout, uint32_t x, uint32_t y,
			const size_t plane_size[VJPEG_PLANES])
{
	const struct vjpeg_format *f = vjpeg_format(layout->format);
	unsigned int m;

	if (!f || layout->n_mem != f->n_mem || x > layout->width || y > layout->height ||
	    x % 2 || y % 2)
		return -EINVAL;
	for (m = 0; m < layout->n_mem; m++)
		if (plane_size[m] < layout->size[m])
			return -ENOSPC;
	return 0;
}

int vjpeg_decode(struct vjpeg_engine *e, const uint8_t *data, size_t size,
		 const struct vjpeg_layout *layout, uint32_t x, uint32_t y,
		 uint8_t *const plane[VJPEG_PLANES], const size_t plane_size[VJPEG_PLANES])
{
	int r = check_target(layout, x, y, plane_size);
	struct vjpeg_header header;

	if (r < 0)
		return r;
	r = parse(data, size, &e->header);
	if (r < 0)
		return r;
	header = digest(&e->header, data);
	if (!vjpeg_holds(layout->format, &header))
		return -EOPNOTSUPP;
	r = decode(e, data, size, layout->format);
	if (r < 0)
		return r;
	convert(e, layout, x, y, plane);
	return 0;
}
