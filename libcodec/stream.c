/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * From bytes to traits: detection, the codec's header parser, and what the header means
 * for the formats of this library.
 */
#include "stream.h"

#include "bitstream/exif.h"
#include "bitstream/jpeg-header.h"
#include "bitstream/png-header.h"

/* What an NV layout can hold, else the nearest one: chroma is then averaged into NV12. */
static uint32_t jpeg_native_format(const struct libcodec_jpeg_header *h)
{
	if (h->colour == LIBCODEC_COLOUR_GREY)
		return LIBCODEC_FORMAT_GREY;
	if (h->sampling == LIBCODEC_SAMPLING_UNKNOWN)
		return 0;
	if (h->colour == LIBCODEC_COLOUR_RGB)
		return h->sampling == LIBCODEC_SAMPLING_444 ? LIBCODEC_FORMAT_RGB : 0;
	if (h->colour != LIBCODEC_COLOUR_YCBCR)
		return 0;
	if (h->sampling == LIBCODEC_SAMPLING_444)
		return LIBCODEC_FORMAT_NV24;
	if (h->sampling == LIBCODEC_SAMPLING_422)
		return LIBCODEC_FORMAT_NV16;
	return LIBCODEC_FORMAT_NV12;
}

static void from_jpeg(struct lc_stream *s)
{
	const struct libcodec_jpeg_header *h = &s->jpeg;

	s->traits = (struct lc_traits){
		.codec = LIBCODEC_CODEC_JPEG,
		.process = h->process,
		.sampling = h->sampling,
		.colour = h->colour,
		.components = h->n_components,
		.bit_depth = h->precision,
		.width = h->width,
		.height = h->height,
		.several_scans = h->n_scan != h->n_components,
		.missing_dht = !!(h->flags & LIBCODEC_JPEG_NO_DHT),
	};
	s->native_format = jpeg_native_format(h);
	s->orientation = h->orientation;
	s->exif_offset = h->exif_offset;
	s->exif_size = h->exif_size;
	if (h->flags & LIBCODEC_JPEG_EXIF)
		s->present |= LIBCODEC_INFO_EXIF;
	if (h->flags & LIBCODEC_JPEG_ICC)
		s->present |= LIBCODEC_INFO_ICC;
	if (h->restart_interval)
		s->present |= LIBCODEC_INFO_RESTART_INTERVAL;
}

/* PNG colour types, ISO/IEC 15948 table 11.1. */
static uint32_t png_native_format(const struct libcodec_png_header *h)
{
	switch (h->colour_type) {
	case 0:
	case 4:
		return LIBCODEC_FORMAT_GREY;
	case 6:
		return LIBCODEC_FORMAT_RGBA;
	default:
		return h->flags & LIBCODEC_PNG_TRNS ? LIBCODEC_FORMAT_RGBA : LIBCODEC_FORMAT_RGB;
	}
}

static void from_png(struct lc_stream *s)
{
	static const uint8_t channels[7] = { 1, 0, 3, 1, 2, 0, 4 };
	const struct libcodec_png_header *h = &s->png;
	bool grey = h->colour_type == 0 || h->colour_type == 4;

	s->traits = (struct lc_traits){
		.codec = LIBCODEC_CODEC_PNG,
		.process = LIBCODEC_PROCESS_PNG,
		.sampling = grey ? LIBCODEC_SAMPLING_400 : LIBCODEC_SAMPLING_444,
		.colour = grey ? LIBCODEC_COLOUR_GREY : LIBCODEC_COLOUR_RGB,
		.components = channels[h->colour_type],
		.bit_depth = h->bit_depth,
		.width = h->width,
		.height = h->height,
	};
	s->native_format = png_native_format(h);
	s->orientation = h->orientation;
	s->exif_offset = h->exif_offset;
	s->exif_size = h->exif_size;
	if (h->exif_size)
		s->present |= LIBCODEC_INFO_EXIF;
	if (h->flags & LIBCODEC_PNG_ICC)
		s->present |= LIBCODEC_INFO_ICC;
}

int lc_stream_parse(const void *data, size_t size, const struct lc_limits *limits,
		    struct lc_stream *ret_stream, uint32_t *ret_stage,
		    struct lc_fault *ret_fault)
{
	struct lc_stream s = { .native_format = 0 };
	int r;

	*ret_stage = LIBCODEC_STAGE_HEADER;
	if (lc_jpeg_detect(data, size)) {
		r = lc_jpeg_header_parse(data, size, limits, &s.jpeg, ret_fault);
		if (r < 0)
			return r;
		from_jpeg(&s);
	} else if (lc_png_detect(data, size)) {
		r = lc_png_header_parse(data, size, limits, &s.png, ret_fault);
		if (r < 0)
			return r;
		from_png(&s);
	} else {
		*ret_stage = LIBCODEC_STAGE_DETECT;
		if (size == 0)
			return lc_fault_truncated(ret_fault, 0, "there are no bytes");
		return lc_fault_feature(ret_fault, -EOPNOTSUPP, LIBCODEC_FEATURE_CODEC, 0,
					0, "neither a JPEG nor a PNG");
	}
	if (s.orientation)
		s.present |= LIBCODEC_INFO_ORIENTATION;
	*ret_stream = s;
	return 0;
}

void lc_stream_find_exif(struct lc_stream *stream, const void *data, size_t size)
{
	if (stream->traits.codec != LIBCODEC_CODEC_PNG || stream->exif_size)
		return;
	lc_png_find_exif(data, size, &stream->png);
	from_png(stream);
	if (stream->orientation)
		stream->present |= LIBCODEC_INFO_ORIENTATION;
}

bool lc_stream_has_dtype(const struct lc_stream *stream, uint32_t dtype)
{
	return stream->traits.codec == LIBCODEC_CODEC_PNG || dtype == LIBCODEC_DTYPE_U8;
}

static int unsupported(struct lc_fault *f, uint32_t feature, uint64_t detail,
		       const char *phrase)
{
	return lc_fault_feature(f, -EOPNOTSUPP, feature, detail, 0, "%s", phrase);
}

void lc_stream_blame(const struct lc_stream *stream, struct lc_fault *f)
{
	const struct lc_traits *t = &stream->traits;

	switch (t->process) {
	case LIBCODEC_PROCESS_PROGRESSIVE:
		unsupported(f, LIBCODEC_FEATURE_PROGRESSIVE, 0, "progressive JPEG (SOF2)");
		return;
	case LIBCODEC_PROCESS_LOSSLESS:
		unsupported(f, LIBCODEC_FEATURE_LOSSLESS, 0, "lossless JPEG (SOF3)");
		return;
	case LIBCODEC_PROCESS_HIERARCHICAL:
		unsupported(f, LIBCODEC_FEATURE_HIERARCHICAL, 0, "hierarchical JPEG");
		return;
	case LIBCODEC_PROCESS_ARITHMETIC:
		unsupported(f, LIBCODEC_FEATURE_ARITHMETIC, 0,
			    "arithmetic-coded JPEG (SOF9 to SOF15)");
		return;
	case LIBCODEC_PROCESS_JPEG_LS:
		unsupported(f, LIBCODEC_FEATURE_JPEG_LS, 0, "JPEG-LS");
		return;
	default:
		break;
	}
	if (t->codec == LIBCODEC_CODEC_PNG)
		unsupported(f, LIBCODEC_FEATURE_CODEC, 0, "PNG, which no backend decodes");
	else if (t->bit_depth != 8)
		lc_fault_feature(f, -EOPNOTSUPP, LIBCODEC_FEATURE_PRECISION, t->bit_depth,
				 0, "JPEG of %u bits a sample", t->bit_depth);
	else if (t->components != 1 && t->components != 3)
		lc_fault_feature(f, -EOPNOTSUPP, LIBCODEC_FEATURE_COMPONENTS,
				 t->components, 0, "JPEG of %u components", t->components);
	else if (t->sampling == LIBCODEC_SAMPLING_UNKNOWN)
		unsupported(f, LIBCODEC_FEATURE_SUBSAMPLING, 0,
			    "chroma finer than luma, or at no whole ratio");
	else if (t->colour == LIBCODEC_COLOUR_RGB)
		unsupported(f, LIBCODEC_FEATURE_COLOURSPACE, 0,
			    "samples that are R, G, B at this sampling");
	else if (t->process == LIBCODEC_PROCESS_EXTENDED)
		unsupported(f, LIBCODEC_FEATURE_EXTENDED, 0,
			    "extended sequential JPEG (SOF1)");
	else if (t->several_scans)
		unsupported(f, LIBCODEC_FEATURE_MULTI_SCAN, 0, "JPEG of several scans");
	else
		unsupported(f, LIBCODEC_FEATURE_FORMAT, stream->native_format,
			    "no backend takes such a picture");
}

/*
 * What the samples mean. JFIF: BT.601's matrix over sRGB's primaries, full range; what is
 * no JFIF is taken for it, as everybody does. PNG is sRGB unless cICP says otherwise.
 */
static void describe_colour(const struct lc_stream *stream, struct libcodec_image_info *info)
{
	bool ycbcr = stream->traits.colour == LIBCODEC_COLOUR_YCBCR;

	info->present |= LIBCODEC_INFO_COLORIMETRY;
	info->matrix = ycbcr ? LIBCODEC_MATRIX_BT601 : LIBCODEC_MATRIX_UNSPECIFIED;
	info->primaries = LIBCODEC_PRIMARIES_BT709;
	info->transfer = LIBCODEC_TRANSFER_SRGB;
	info->full_range = 1;
}

static void describe_jpeg(const struct libcodec_jpeg_header *h,
			  struct libcodec_image_info *info)
{
	info->restart_interval = h->restart_interval;
	info->icc_size = h->icc_size;
	if (h->flags & LIBCODEC_JPEG_JFIF) {
		info->present |= LIBCODEC_INFO_JFIF;
		info->jfif_version = h->jfif_version;
		info->density_unit = h->density_unit;
		info->density_x = h->density_x;
		info->density_y = h->density_y;
	}
	if (h->flags & LIBCODEC_JPEG_ADOBE) {
		info->present |= LIBCODEC_INFO_ADOBE;
		info->adobe_transform = h->adobe_transform;
	}
}

static void describe_png(const struct libcodec_png_header *h,
			 struct libcodec_image_info *info)
{
	info->icc_size = h->icc_size;
	info->gamma = h->gamma;
	info->srgb_intent = h->srgb_intent;
	memcpy(info->chromaticities, h->chromaticities, sizeof(info->chromaticities));
	if (h->flags & LIBCODEC_PNG_GAMA)
		info->present |= LIBCODEC_INFO_GAMMA;
	if (h->flags & LIBCODEC_PNG_CHRM)
		info->present |= LIBCODEC_INFO_CHROMATICITIES;
	if (h->flags & LIBCODEC_PNG_SRGB)
		info->present |= LIBCODEC_INFO_SRGB;
	if (h->flags & LIBCODEC_PNG_CICP) {
		info->present |= LIBCODEC_INFO_CICP;
		info->primaries = h->cicp[0];
		info->transfer = h->cicp[1];
		info->matrix = h->cicp[2];
		info->full_range = h->cicp[3];
	}
}

void lc_stream_describe(const struct lc_stream *stream, struct libcodec_image_info *info)
{
	const struct lc_traits *t = &stream->traits;

	info->present = stream->present;
	info->codec = t->codec;
	info->width = t->width;
	info->height = t->height;
	info->native_format = stream->native_format;
	info->orientation = stream->orientation ? stream->orientation : 1;
	lc_exif_to_rotation(stream->orientation, &info->rotation_degrees,
			    &info->flip_horizontal);
	info->process = t->process;
	info->sampling = t->sampling;
	info->components = t->components;
	info->bit_depth = t->bit_depth;
	describe_colour(stream, info);
	if (t->codec == LIBCODEC_CODEC_JPEG)
		describe_jpeg(&stream->jpeg, info);
	else
		describe_png(&stream->png, info);
}
