/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The golden set: what each picture is, and what it means for matching. That is told from
 * the description and not by libcodec's parser, so that the two can be held together.
 */
#include "config.h"

#include "golden.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures/jpeg-writer.h"
#include "fixtures/png-writer.h"

#define BYTES_MAX    (4u << 20) /* a stream is shorter than that */
#define BYTES_BEHIND 64

#define JPEG(text, k, s, w, h, ...)                                                    \
	{                                                                              \
		.name = text, .kind = (k), .codec = LIBCODEC_CODEC_JPEG, .width = (w), \
		.height = (h), .sampling = (s), __VA_ARGS__                            \
	}
#define PNG(text, k, w, h, ct, bits, ...)                                             \
	{                                                                             \
		.name = text, .kind = (k), .codec = LIBCODEC_CODEC_PNG, .width = (w), \
		.height = (h), .colour_type = (ct), .depth = (bits), __VA_ARGS__      \
	}

/* A sampling: ordinary pictures, and one pixel and more in each direction. */
#define SAMPLING(text, s)                                                        \
	JPEG(text " 64x48", GOLDEN_PLAIN, s, 64, 48),                            \
		JPEG(text " 176x144", GOLDEN_PLAIN, s, 176, 144, .quality = 75), \
		JPEG(text " 64x64 noise", GOLDEN_PLAIN, s, 64, 64,               \
		     .pattern = FX_PAT_NOISE, .quality = 95),                    \
		JPEG(text " 1x1", GOLDEN_SIZE, s, 1, 1),                         \
		JPEG(text " 1x19", GOLDEN_SIZE, s, 1, 19),                       \
		JPEG(text " 19x1", GOLDEN_SIZE, s, 19, 1),                       \
		JPEG(text " 7x9", GOLDEN_SIZE, s, 7, 9),                         \
		JPEG(text " 16x15", GOLDEN_SIZE, s, 16, 15),                     \
		JPEG(text " 33x31", GOLDEN_SIZE, s, 33, 31),                     \
		JPEG(text " 129x65", GOLDEN_SIZE, s, 129, 65)

const struct golden golden_set[] = {
	SAMPLING("4:0:0", FX_GREY),
	SAMPLING("4:4:4", FX_444),
	SAMPLING("4:2:2", FX_422),
	SAMPLING("4:2:0", FX_420),
	SAMPLING("4:4:0", FX_440),
	SAMPLING("4:1:1", FX_411),
	SAMPLING("4:1:0", FX_410),
	SAMPLING("4:4:1", FX_441),
	JPEG("4:0:0 65535x1", GOLDEN_SIZE, FX_GREY, 65535, 1, .pattern = FX_PAT_GRADIENT),
	JPEG("4:0:0 1x65535", GOLDEN_SIZE, FX_GREY, 1, 65535, .pattern = FX_PAT_GRADIENT),
	JPEG("4:2:0 65535x1", GOLDEN_SIZE, FX_420, 65535, 1, .pattern = FX_PAT_GRADIENT),
	/* processes */
	JPEG("4:0:0 extended", GOLDEN_PLAIN, FX_GREY, 48, 32, .sof = 0xc1),
	JPEG("4:2:0 extended", GOLDEN_PLAIN, FX_420, 48, 32, .sof = 0xc1),
	JPEG("4:0:0 progressive", GOLDEN_PLAIN, FX_GREY, 48, 32, .sof = 0xc2),
	JPEG("4:2:0 progressive", GOLDEN_PLAIN, FX_420, 48, 32, .sof = 0xc2),
	JPEG("4:4:4 progressive", GOLDEN_PLAIN, FX_444, 41, 23, .sof = 0xc2),
	JPEG("4:0:0 lossless", GOLDEN_PLAIN, FX_GREY, 16, 16, .sof = 0xc3),
	JPEG("4:0:0 hierarchical", GOLDEN_PLAIN, FX_GREY, 16, 16, .sof = 0xc5),
	JPEG("4:0:0 arithmetic", GOLDEN_PLAIN, FX_GREY, 16, 16, .sof = 0xc9),
	/* scans and tables, which flags of a capability are for */
	JPEG("4:2:0 a scan each", GOLDEN_PLAIN, FX_420, 35, 19,
	     .flags = FX_NONINTERLEAVED),
	JPEG("4:0:0 without DHT", GOLDEN_PLAIN, FX_GREY, 48, 16, .flags = FX_NO_DHT),
	JPEG("4:2:2 without DHT", GOLDEN_PLAIN, FX_422, 48, 16, .flags = FX_NO_DHT),
	JPEG("4:2:2 AVI1 without DHT", GOLDEN_PLAIN, FX_422, 48, 16,
	     .flags = FX_NO_DHT | FX_AVI1),
	/* colours and components */
	JPEG("4:4:4 of R, G, B", GOLDEN_PLAIN, FX_444, 24, 24,
	     .flags = FX_ADOBE0 | FX_NO_JFIF),
	JPEG("two components", GOLDEN_PLAIN, FX_2COMP, 24, 16),
	JPEG("CMYK", GOLDEN_PLAIN, FX_CMYK, 24, 16, .flags = FX_ADOBE0),
	JPEG("YCCK", GOLDEN_PLAIN, FX_CMYK, 24, 16, .flags = FX_ADOBE2),
	/* what has no place in a capability record */
	JPEG("4:0:0 restarts 1", GOLDEN_VARIANT, FX_GREY, 40, 40, .restart = 1),
	JPEG("4:0:0 restarts 7", GOLDEN_VARIANT, FX_GREY, 99, 41, .restart = 7),
	JPEG("4:2:0 restarts 1", GOLDEN_VARIANT, FX_420, 40, 40, .restart = 1),
	JPEG("4:2:2 restarts 4", GOLDEN_VARIANT, FX_422, 80, 80, .restart = 4),
	JPEG("4:4:4 restarts 5", GOLDEN_VARIANT, FX_444, 80, 40, .restart = 5),
	JPEG("4:2:2 restarts, fill bytes", GOLDEN_VARIANT, FX_422, 40, 24,
	     .flags = FX_FILL_BYTES, .restart = 2),
	JPEG("4:0:0 16-bit DQT", GOLDEN_VARIANT, FX_GREY, 24, 24, .flags = FX_DQT16,
	     .quality = 2),
	JPEG("4:4:4 16-bit DQT", GOLDEN_VARIANT, FX_444, 24, 24, .flags = FX_DQT16,
	     .quality = 2),
	JPEG("4:2:0 quality 1", GOLDEN_VARIANT, FX_420, 48, 48, .quality = 1),
	JPEG("4:2:0 quality 100", GOLDEN_VARIANT, FX_420, 48, 48, .quality = 100),
	JPEG("4:0:0 own tables", GOLDEN_VARIANT, FX_GREY, 48, 32, .flags = FX_OPT_DHT),
	JPEG("4:2:0 own tables", GOLDEN_VARIANT, FX_420, 48, 32, .flags = FX_OPT_DHT),
	JPEG("4:4:4 codes of 16 bits", GOLDEN_VARIANT, FX_444, 24, 24,
	     .flags = FX_LONG_DHT, .pattern = FX_PAT_NOISE),
	JPEG("4:2:0 one table for all", GOLDEN_VARIANT, FX_420, 32, 32,
	     .flags = FX_SHARED_TABLES),
	JPEG("4:2:0 all tables in one segment", GOLDEN_VARIANT, FX_420, 32, 32,
	     .flags = FX_ONE_SEGMENT),
	JPEG("4:2:0 without JFIF", GOLDEN_VARIANT, FX_420, 24, 24, .flags = FX_NO_JFIF),
	JPEG("4:4:4 Adobe YCbCr", GOLDEN_VARIANT, FX_444, 24, 24,
	     .flags = FX_ADOBE1 | FX_NO_JFIF),
	JPEG("4:0:0 big APP2", GOLDEN_VARIANT, FX_GREY, 16, 16, .flags = FX_BIG_APPS),
	JPEG("4:2:0 bytes behind EOI", GOLDEN_VARIANT, FX_420, 24, 24,
	     .flags = FX_TRAILER),
	JPEG("4:0:0 bytes behind EOI", GOLDEN_VARIANT, FX_GREY, 24, 24,
	     .flags = FX_TRAILER),
	JPEG("4:2:0 Exif 1", GOLDEN_VARIANT, FX_420, 24, 16, .orientation = 1),
	JPEG("4:2:0 Exif 2", GOLDEN_VARIANT, FX_420, 24, 16, .orientation = 2),
	JPEG("4:0:0 Exif 3", GOLDEN_VARIANT, FX_GREY, 24, 16, .orientation = 3),
	JPEG("4:2:0 Exif 4", GOLDEN_VARIANT, FX_420, 24, 16, .orientation = 4),
	JPEG("4:2:2 Exif 5", GOLDEN_VARIANT, FX_422, 24, 16, .orientation = 5),
	JPEG("4:0:0 Exif 6", GOLDEN_VARIANT, FX_GREY, 24, 16, .orientation = 6,
	     .flags = FX_EXIF_BIG_ENDIAN),
	JPEG("4:4:4 Exif 7", GOLDEN_VARIANT, FX_444, 24, 16, .orientation = 7),
	JPEG("4:2:0 Exif 8", GOLDEN_VARIANT, FX_420, 24, 16, .orientation = 8),
	/* frames that take their time */
	JPEG("4:0:0 512x384", GOLDEN_LARGE, FX_GREY, 512, 384),
	JPEG("4:2:0 512x384", GOLDEN_LARGE, FX_420, 512, 384),
	JPEG("4:2:2 512x384", GOLDEN_LARGE, FX_422, 512, 384),
	JPEG("4:4:4 512x384", GOLDEN_LARGE, FX_444, 512, 384),
	/* PNG, each colour type */
	PNG("PNG grey", GOLDEN_PLAIN, 64, 48, 0, 8),
	PNG("PNG grey 1 bit", GOLDEN_PLAIN, 35, 19, 0, 1),
	PNG("PNG grey 16 bits", GOLDEN_PLAIN, 35, 19, 0, 16),
	PNG("PNG RGB", GOLDEN_PLAIN, 64, 48, 2, 8),
	PNG("PNG RGB 16 bits", GOLDEN_PLAIN, 35, 19, 2, 16),
	PNG("PNG palette", GOLDEN_PLAIN, 35, 19, 3, 8),
	PNG("PNG palette 4 bits", GOLDEN_PLAIN, 35, 19, 3, 4),
	PNG("PNG grey and alpha", GOLDEN_PLAIN, 35, 19, 4, 8),
	PNG("PNG RGBA", GOLDEN_PLAIN, 64, 48, 6, 8),
	PNG("PNG RGBA 1x1", GOLDEN_SIZE, 1, 1, 6, 8),
	PNG("PNG RGB 1x19", GOLDEN_SIZE, 1, 19, 2, 8),
	PNG("PNG grey 19x1", GOLDEN_SIZE, 19, 1, 0, 8),
	PNG("PNG RGBA interlaced", GOLDEN_VARIANT, 33, 31, 6, 8, .adam7 = 1),
	PNG("PNG RGB Exif 6", GOLDEN_VARIANT, 24, 16, 2, 8, .orientation = 6),
	PNG("PNG RGB 320x240", GOLDEN_LARGE, 320, 240, 2, 8),
};
const size_t golden_count = sizeof(golden_set) / sizeof(golden_set[0]);

uint32_t golden_random(uint64_t *state)
{
	uint64_t x = *state ? *state : 0x9e3779b97f4a7c15u;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	*state = x;
	return (uint32_t)(x >> 32);
}

static uint32_t process_of(unsigned int sof)
{
	switch (sof) {
	case 0xc0:
		return LIBCODEC_PROCESS_BASELINE;
	case 0xc1:
		return LIBCODEC_PROCESS_EXTENDED;
	case 0xc2:
		return LIBCODEC_PROCESS_PROGRESSIVE;
	case 0xc3:
		return LIBCODEC_PROCESS_LOSSLESS;
	case 0xc5:
		return LIBCODEC_PROCESS_HIERARCHICAL;
	default:
		return LIBCODEC_PROCESS_ARITHMETIC;
	}
}

static uint32_t sampling_of(unsigned int sampling)
{
	switch (sampling) {
	case FX_GREY:
		return LIBCODEC_SAMPLING_400;
	case FX_422:
		return LIBCODEC_SAMPLING_422;
	case FX_420:
		return LIBCODEC_SAMPLING_420;
	case FX_440:
		return LIBCODEC_SAMPLING_440;
	case FX_411:
		return LIBCODEC_SAMPLING_411;
	case FX_410:
		return LIBCODEC_SAMPLING_410;
	case FX_441:
		return LIBCODEC_SAMPLING_OTHER;
	default:
		return LIBCODEC_SAMPLING_444;
	}
}

static uint32_t colour_of(const struct golden *g)
{
	if (g->sampling == FX_GREY)
		return LIBCODEC_COLOUR_GREY;
	if (g->sampling == FX_CMYK)
		return g->flags & FX_ADOBE2 ? LIBCODEC_COLOUR_YCCK : LIBCODEC_COLOUR_CMYK;
	if (g->sampling == FX_2COMP)
		return LIBCODEC_COLOUR_UNKNOWN;
	return g->flags & FX_ADOBE0 ? LIBCODEC_COLOUR_RGB : LIBCODEC_COLOUR_YCBCR;
}

/* The format of an image that has what the stream holds, as image.h and plugin.h say. */
static uint32_t jpeg_native(const struct golden_stream *s)
{
	switch (s->colour) {
	case LIBCODEC_COLOUR_GREY:
		return LIBCODEC_FORMAT_GREY;
	case LIBCODEC_COLOUR_RGB:
		return LIBCODEC_FORMAT_RGB;
	case LIBCODEC_COLOUR_YCBCR:
		break;
	default:
		return 0;
	}
	switch (s->sampling) {
	case LIBCODEC_SAMPLING_444:
		return LIBCODEC_FORMAT_NV24;
	case LIBCODEC_SAMPLING_422:
		return LIBCODEC_FORMAT_NV16;
	default:
		return LIBCODEC_FORMAT_NV12;
	}
}

static size_t jpeg_scan_offset(const uint8_t *p, size_t n)
{
	size_t at = fx_jpeg_find(p, n, 0xda);

	return at + 4 <= n ? at + 2 + ((size_t)p[at + 2] << 8) + p[at + 3] : n;
}

static void init_jpeg(const struct golden *g, struct fx_jpeg *j)
{
	fx_jpeg_init(j, g->width, g->height, (enum fx_sampling)g->sampling);
	j->pattern = (enum fx_pattern)g->pattern;
	j->restart_interval = g->restart;
	j->orientation = g->orientation;
	j->flags = g->flags;
	if (g->sof)
		j->sof = g->sof;
	if (g->quality)
		j->quality = g->quality;
}

static void describe_jpeg(const struct golden *g, struct golden_stream *s)
{
	struct fx_jpeg j;

	init_jpeg(g, &j);
	s->process = process_of(j.sof);
	s->sampling = sampling_of(g->sampling);
	s->colour = colour_of(g);
	s->bit_depth = j.precision;
	s->components = j.ncomp;
	s->several_scans = g->flags & FX_NONINTERLEAVED && j.ncomp > 1;
	s->missing_dht = g->flags & FX_NO_DHT;
	s->native_format = jpeg_native(s);
}

static int write_jpeg(const struct golden *g, uint8_t *buf, struct golden_stream *s)
{
	struct fx_jpeg j;

	init_jpeg(g, &j);
	j.flags &= ~(unsigned int)FX_TRAILER;
	s->end = s->size = fx_jpeg_write(&j, buf, BYTES_MAX);
	if (g->flags & FX_TRAILER) {
		j.flags |= FX_TRAILER;
		s->size = fx_jpeg_write(&j, buf, BYTES_MAX);
	}
	s->scan = jpeg_scan_offset(buf, s->end);
	return s->size && s->end ? 0 : -EINVAL;
}

/* Where the data of the first IDAT begins. */
static size_t png_data_offset(const uint8_t *p, size_t n)
{
	size_t at = 8;

	while (at + 8 <= n && memcmp(p + at + 4, "IDAT", 4) != 0)
		at += 12 + ((size_t)p[at] << 24 | (size_t)p[at + 1] << 16 |
			    (size_t)p[at + 2] << 8 | p[at + 3]);
	return at + 8 <= n ? at + 8 : n;
}

static void init_png(const struct golden *g, struct fx_png *p)
{
	fx_png_init(p, g->width, g->height, g->colour_type, g->depth);
	p->flags = g->adam7 ? FX_PNG_ADAM7 : 0;
	p->orientation = g->orientation;
}

static void describe_png(const struct golden *g, struct golden_stream *s)
{
	bool grey = g->colour_type == 0 || g->colour_type == 4;
	struct fx_png p;

	init_png(g, &p);
	s->process = LIBCODEC_PROCESS_PNG;
	s->sampling = grey ? LIBCODEC_SAMPLING_400 : LIBCODEC_SAMPLING_444;
	s->colour = grey ? LIBCODEC_COLOUR_GREY : LIBCODEC_COLOUR_RGB;
	s->bit_depth = g->depth;
	s->components = fx_png_channels(&p);
	s->native_format = grey		       ? LIBCODEC_FORMAT_GREY :
			   g->colour_type == 6 ? LIBCODEC_FORMAT_RGBA :
						 LIBCODEC_FORMAT_RGB;
}

static int write_png(const struct golden *g, uint8_t *buf, struct golden_stream *s)
{
	struct fx_png p;

	init_png(g, &p);
	s->end = s->size = fx_png_write(&p, buf, BYTES_MAX);
	s->scan = png_data_offset(buf, s->size);
	return s->size ? 0 : -EINVAL;
}

/* All but the bytes. */
static void describe(const struct golden *g, struct golden_stream *ret_stream)
{
	*ret_stream = (struct golden_stream){
		.golden = g,
		.codec = g->codec,
		.width = g->width,
		.height = g->height,
	};
	if (g->codec == LIBCODEC_CODEC_PNG)
		describe_png(g, ret_stream);
	else
		describe_jpeg(g, ret_stream);
}

/*
 * Bytes stand behind each stream: to read there is what one rule looks for, and should not
 * be the end of all others.
 */
static int write_stream(const struct golden *g, struct golden_stream *ret_stream)
{
	uint8_t *buf = malloc(BYTES_MAX + BYTES_BEHIND), *kept;
	struct golden_stream s;
	int r = -ENOMEM;

	if (!buf)
		return r;
	describe(g, &s);
	r = g->codec == LIBCODEC_CODEC_PNG ? write_png(g, buf, &s) :
					     write_jpeg(g, buf, &s);
	kept = r == 0 ? realloc(buf, s.size + BYTES_BEHIND) : NULL;
	if (!kept) {
		free(buf);
		return r < 0 ? r : -ENOMEM;
	}
	memset(kept + s.size, 0, BYTES_BEHIND);
	s.data = kept;
	*ret_stream = s;
	return 0;
}

int golden_make(const struct golden *g, struct golden_stream *ret_stream)
{
	static struct golden_stream kept[sizeof(golden_set) / sizeof(golden_set[0])];
	struct golden_stream *s = &kept[g - golden_set];
	int r = s->data ? 0 : write_stream(g, s);

	if (r == 0)
		*ret_stream = *s;
	return r;
}

void golden_make_all(void)
{
	struct golden_stream s;
	size_t i;

	for (i = 0; i < golden_count; i++)
		golden_make(&golden_set[i], &s);
}
