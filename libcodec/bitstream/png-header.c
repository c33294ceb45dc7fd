/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * PNG chunks up to the first IDAT. Clauses are those of ISO/IEC 15948 (PNG, 2nd edition).
 */
#include "config.h"

#include "png-header.h"

#include <inttypes.h>
#include <string.h>

#include "../internal.h"
#include "exif.h"
#include "reader.h"

#define CHUNK(a, b, c, d) \
	((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))

#define CHUNK_IHDR CHUNK('I', 'H', 'D', 'R')
#define CHUNK_PLTE CHUNK('P', 'L', 'T', 'E')
#define CHUNK_IDAT CHUNK('I', 'D', 'A', 'T')
#define CHUNK_IEND CHUNK('I', 'E', 'N', 'D')
#define CHUNK_TRNS CHUNK('t', 'R', 'N', 'S')
#define CHUNK_ICCP CHUNK('i', 'C', 'C', 'P')
#define CHUNK_EXIF CHUNK('e', 'X', 'I', 'f')
#define CHUNK_GAMA CHUNK('g', 'A', 'M', 'A')
#define CHUNK_CHRM CHUNK('c', 'H', 'R', 'M')
#define CHUNK_SRGB CHUNK('s', 'R', 'G', 'B')
#define CHUNK_CICP CHUNK('c', 'I', 'C', 'P')

#define CHUNK_ANCILLARY UINT32_C(0x20000000) /* 5.4: a small first letter */
#define LENGTH_MAX	UINT32_C(0x7fffffff) /* 5.3, 7.1 */
#define IHDR_LENGTH	13
#define CRC_LENGTH	4
#define PALETTE_MAX	256 /* entries of three bytes */

/* Colour types, 11.2.2. */
#define TYPE_GREY    0
#define TYPE_RGB     2
#define TYPE_PALETTE 3

static const uint8_t signature[8] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };

struct parser {
	struct lc_reader r;
	const struct lc_limits *limits;
	struct libcodec_png_header h;
	uint32_t n_palette; /* entries; 0: no PLTE yet */
	struct lc_fault *fault;
};

struct chunk {
	uint32_t type, length;
	uint64_t offset; /* of the length field */
	struct lc_reader data; /* without the CRC */
};

/* CRC-32 of clause 5.5 by half bytes: headers are short. */
static uint32_t crc32_of(const uint8_t *p, size_t n)
{
	static const uint32_t table[16] = {
		0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
		0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
		0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
	};
	uint32_t crc = UINT32_MAX;

	while (n--) {
		crc ^= *p++;
		crc = crc >> 4 ^ table[crc & 15];
		crc = crc >> 4 ^ table[crc & 15];
	}
	return ~crc;
}

/* The CRC covers the type, right before the data, and stands right behind them. */
static bool crc_right(const struct chunk *c)
{
	struct lc_reader r = { c->data.base, c->data.end, c->data.end + CRC_LENGTH };

	return lc_rd_be32(&r) == crc32_of(c->data.p - 4, (size_t)c->length + 4);
}

static int corrupt(struct parser *p, const struct chunk *c, const char *what)
{
	return lc_fault_set(p->fault, -EBADMSG, c->offset, "%s", what);
}

static int truncated(struct parser *p, const char *what)
{
	return lc_fault_truncated(p->fault, (uint64_t)(p->r.end - p->r.base), what);
}

/* 5.4: four letters. */
static bool type_valid(uint32_t type)
{
	int i;

	for (i = 0; i < 32; i += 8) {
		uint32_t small = (type >> i & 0xff) | 0x20;

		if (small < 'a' || small > 'z')
			return false;
	}
	return true;
}

static int read_signature(struct parser *p)
{
	size_t n = (size_t)lc_min_u64(lc_rd_left(&p->r), sizeof(signature));

	if (memcmp(p->r.p, signature, n))
		return lc_fault_set(p->fault, -EBADMSG, 0, "no PNG signature");
	if (n < sizeof(signature))
		return truncated(p, "the bytes end in the signature");
	return lc_rd_skip(&p->r, n);
}

/*
 * The length and type of the next chunk. The length of an IDAT is not held against the
 * limit: it says how much picture there is, not how much header.
 */
static int read_chunk_head(struct parser *p, struct chunk *c)
{
	c->offset = lc_rd_offset(&p->r);
	if (lc_rd_left(&p->r) < 8)
		return truncated(p, "the bytes end where a chunk begins");
	c->length = (uint32_t)lc_rd_be32(&p->r);
	c->type = (uint32_t)lc_rd_be32(&p->r);
	if (!type_valid(c->type))
		return corrupt(p, c, "the type of a chunk is not four letters");
	if (c->length > LENGTH_MAX)
		return corrupt(p, c, "the length of a chunk has more than 31 bits");
	/* A length that lies about the bytes is damage, not a large chunk. */
	if (c->type != CHUNK_IDAT && c->length > lc_rd_left(&p->r))
		return truncated(p, "the bytes end in a chunk before the data");
	if (c->type != CHUNK_IDAT && c->length > p->limits->max_segment_bytes)
		return lc_fault_feature(
			p->fault, -EFBIG, LIBCODEC_FEATURE_SEGMENT, c->length, c->offset,
			"a chunk of %" PRIu32 " bytes is over the limit", c->length);
	return 0;
}

/* The data and the CRC; the latter is left to who wants the chunk. */
static int read_chunk_data(struct parser *p, struct chunk *c)
{
	if (lc_rd_sub(&p->r, c->length, &c->data) < 0 ||
	    lc_rd_skip(&p->r, CRC_LENGTH) < 0)
		return truncated(p, "the bytes end in a chunk before the data");
	return 0;
}

/* 11.2.2, table 11.1. */
static bool depth_legal(int colour_type, int depth)
{
	static const uint32_t depths[] = {
		[0] = 1u << 1 | 1u << 2 | 1u << 4 | 1u << 8 | 1u << 16,
		[2] = 1u << 8 | 1u << 16,
		[3] = 1u << 1 | 1u << 2 | 1u << 4 | 1u << 8,
		[4] = 1u << 8 | 1u << 16,
		[6] = 1u << 8 | 1u << 16,
	};

	return colour_type < (int)LC_ARRAY_SIZE(depths) && depth <= 16 &&
	       (depths[colour_type] >> depth & 1);
}

/* 11.2.2 */
static int parse_ihdr(struct parser *p, struct chunk *c)
{
	int64_t width, height;
	int depth, type, compression, filter, interlace;

	if (c->length != IHDR_LENGTH)
		return corrupt(p, c, "IHDR is not 13 bytes long");
	if (!crc_right(c))
		return corrupt(p, c, "the CRC of IHDR is wrong");
	width = lc_rd_be32(&c->data);
	height = lc_rd_be32(&c->data);
	depth = lc_rd_u8(&c->data);
	type = lc_rd_u8(&c->data);
	compression = lc_rd_u8(&c->data);
	filter = lc_rd_u8(&c->data);
	interlace = lc_rd_u8(&c->data);

	if (width > LENGTH_MAX || height > LENGTH_MAX)
		return corrupt(p, c, "a width or height has more than 31 bits");
	if (!depth_legal(type, depth))
		return lc_fault_set(p->fault, -EBADMSG, c->offset,
				    "no PNG has %d bits with colour type %d", depth,
				    type);
	if (compression || filter || interlace > 1)
		return corrupt(p, c,
			       "an unknown compression, filter or interlace method");
	p->h.width = (uint32_t)width;
	p->h.height = (uint32_t)height;
	p->h.bit_depth = (uint32_t)depth;
	p->h.colour_type = (uint32_t)type;
	p->h.interlace = (uint32_t)interlace;
	return lc_limits_check(p->limits, p->h.width, p->h.height, c->offset, p->fault);
}

/* 11.2.3. Only where it is the palette does its form matter. */
static int parse_plte(struct parser *p, const struct chunk *c)
{
	uint32_t n = c->length / 3;

	if (!crc_right(c))
		return corrupt(p, c, "the CRC of PLTE is wrong");
	if (p->h.colour_type != TYPE_PALETTE)
		return 0;
	if (p->n_palette)
		return corrupt(p, c, "a second palette");
	if (!n || n > PALETTE_MAX || c->length % 3)
		return corrupt(p, c, "the palette has a wrong length");
	p->n_palette = (uint32_t)lc_min_u64(n, UINT64_C(1) << p->h.bit_depth);
	return 0;
}

/* 11.3.2.1. One of a wrong length, or before the palette, is none. */
static bool trns_legal(const struct parser *p, const struct chunk *c)
{
	switch (p->h.colour_type) {
	case TYPE_GREY:
		return c->length == 2;
	case TYPE_RGB:
		return c->length == 6;
	case TYPE_PALETTE:
		return c->length && c->length <= p->n_palette;
	default:
		return false;
	}
}

/* 11.3.3.3: a name of up to 79 bytes, NUL, the method, then the compressed profile. */
static void parse_iccp(struct parser *p, const struct chunk *c)
{
	const uint8_t *nul = memchr(c->data.p, 0, c->length < 80 ? c->length : 80);
	size_t head;

	if (!nul)
		return;
	head = (size_t)(nul - c->data.p) + 2;
	if (c->length <= head)
		return;
	p->h.flags |= LIBCODEC_PNG_ICC;
	p->h.icc_size = c->length - head;
}

static void parse_exif(struct parser *p, const struct chunk *c)
{
	p->h.exif_offset = lc_rd_offset(&c->data);
	p->h.exif_size = c->length;
	p->h.orientation = lc_exif_orientation(c->data.p, c->length);
}

/* 11.3.3.1 */
static void parse_chrm(struct parser *p, const struct chunk *c)
{
	struct lc_reader r = c->data;
	unsigned int i;

	for (i = 0; i < 8; i++)
		p->h.chromaticities[i] = (uint32_t)lc_rd_be32(&r);
}

/* Chunks of colour: the flag they set, the length they have, who takes them. */
static void parse_colour(struct parser *p, const struct chunk *c)
{
	const uint8_t *d = c->data.p;
	struct lc_reader r = c->data;
	uint32_t flag = 0;

	if (c->type == CHUNK_GAMA && c->length == 4) {
		flag = LIBCODEC_PNG_GAMA;
		p->h.gamma = (uint32_t)lc_rd_be32(&r);
	} else if (c->type == CHUNK_CHRM && c->length == 32) {
		flag = LIBCODEC_PNG_CHRM;
		parse_chrm(p, c);
	} else if (c->type == CHUNK_SRGB && c->length == 1 && d[0] <= 3) {
		flag = LIBCODEC_PNG_SRGB;
		p->h.srgb_intent = d[0];
	} else if (c->type == CHUNK_CICP && c->length == 4) {
		flag = LIBCODEC_PNG_CICP;
		memcpy(p->h.cicp, d, 4);
	}
	p->h.flags |= flag;
}

/*
 * Chunks that a picture does without: what is wrong with one makes it ignored.
 */
static void parse_ancillary(struct parser *p, const struct chunk *c)
{
	uint32_t have = p->h.flags;

	if (!crc_right(c))
		return;
	switch (c->type) {
	case CHUNK_TRNS:
		if (trns_legal(p, c))
			p->h.flags |= LIBCODEC_PNG_TRNS;
		break;
	case CHUNK_ICCP:
		if (!(have & LIBCODEC_PNG_ICC))
			parse_iccp(p, c);
		break;
	case CHUNK_EXIF:
		if (!p->h.exif_size && c->length)
			parse_exif(p, c);
		break;
	case CHUNK_GAMA:
	case CHUNK_CHRM:
	case CHUNK_SRGB:
	case CHUNK_CICP:
		parse_colour(p, c);
		break;
	default:
		break;
	}
}

static int parse_chunk(struct parser *p, struct chunk *c)
{
	int r;

	if (c->type == CHUNK_IEND)
		return corrupt(p, c, "the picture ends without data");
	r = read_chunk_data(p, c);
	if (r < 0)
		return r;
	if (c->type & CHUNK_ANCILLARY) {
		parse_ancillary(p, c);
		return 0;
	}
	if (c->type == CHUNK_PLTE)
		return parse_plte(p, c);
	return corrupt(p, c,
		       c->type == CHUNK_IHDR ? "a second IHDR" :
					       "an unknown critical chunk");
}

/* 5.6: IHDR comes first. */
static int parse_first(struct parser *p)
{
	struct chunk c;
	int r;

	r = read_chunk_head(p, &c);
	if (r < 0)
		return r;
	if (c.type != CHUNK_IHDR)
		return corrupt(p, &c, "the first chunk is not IHDR");
	r = read_chunk_data(p, &c);
	if (r < 0)
		return r;
	return parse_ihdr(p, &c);
}

static int parse_rest(struct parser *p)
{
	struct chunk c;
	int r;

	for (;;) {
		r = read_chunk_head(p, &c);
		if (r < 0)
			return r;
		if (c.type == CHUNK_IDAT)
			break;
		r = parse_chunk(p, &c);
		if (r < 0)
			return r;
	}
	if (p->h.colour_type == TYPE_PALETTE && !p->n_palette)
		return corrupt(p, &c, "no palette before the data");
	p->h.idat_offset = c.offset;
	return 0;
}

void lc_png_find_exif(const uint8_t *data, size_t size, struct libcodec_png_header *header)
{
	const struct lc_limits any = { .max_segment_bytes = UINT64_MAX };
	struct lc_fault fault;
	struct parser p = {
		.r = lc_reader_of(data, size),
		.limits = &any,
		.h = *header,
		.fault = &fault,
	};
	struct chunk c;

	if (lc_rd_skip(&p.r, (size_t)lc_min_u64(header->idat_offset, size)) < 0)
		return;
	while (!p.h.exif_size && read_chunk_head(&p, &c) == 0 && c.type != CHUNK_IEND &&
	       read_chunk_data(&p, &c) == 0)
		if (c.type == CHUNK_EXIF && c.length && crc_right(&c))
			parse_exif(&p, &c);
	*header = p.h;
}

bool lc_png_detect(const uint8_t *data, size_t size)
{
	return size >= 4 && !memcmp(data, signature, 4);
}

int lc_png_header_parse(const uint8_t *data, size_t size, const struct lc_limits *limits,
			struct libcodec_png_header *ret_header,
			struct lc_fault *ret_fault)
{
	struct parser p = {
		.r = lc_reader_of(data, size),
		.limits = limits,
		.h = { .struct_size = sizeof(p.h) },
		.fault = ret_fault,
	};
	int r;

	r = read_signature(&p);
	if (r < 0)
		return r;
	r = parse_first(&p);
	if (r < 0)
		return r;
	r = parse_rest(&p);
	if (r < 0)
		return r;
	*ret_header = p.h;
	return 0;
}
