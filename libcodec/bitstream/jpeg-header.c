/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * JPEG markers, by ITU-T T.81 annex B. Each segment is read through a reader of its own,
 * so a lying length field does no harm outside of its segment. Tables are not copied but
 * located: the header keeps offsets that have been checked.
 */
#include "jpeg-header.h"

#include <errno.h>
#include <string.h>

#include "exif.h"
#include "jpeg-markers.h"
#include "reader.h"

#define JPEG_MCU_BLOCKS_MAX 10 /* T.81 B.2.3 */

/* One parse: where we are, what we have, where to complain. */
struct parse {
	struct lc_reader r;
	const struct lc_limits *limits; /* NULL between scans: the frame is judged already */
	struct libcodec_jpeg_header *h;
	struct lc_fault *fault;
	bool hierarchical; /* a DHP came */
	bool framed;       /* a SOF came */
};

bool lc_jpeg_detect(const uint8_t *data, size_t size)
{
	return size >= 2 && data[0] == 0xff && data[1] == M_SOI;
}

static int corrupt(struct parse *p, const uint8_t *at, const char *what)
{
	return lc_fault_set(p->fault, -EBADMSG, (uint64_t)(at - p->r.base), "%s", what);
}

static int truncated(struct parse *p, const char *what)
{
	return lc_fault_truncated(p->fault, (uint64_t)(p->r.end - p->r.base), what);
}

static uint32_t process_of(int marker)
{
	switch (marker) {
	case 0xc0:
		return LIBCODEC_PROCESS_BASELINE;
	case 0xc1:
		return LIBCODEC_PROCESS_EXTENDED;
	case 0xc2:
		return LIBCODEC_PROCESS_PROGRESSIVE;
	case 0xc3:
		return LIBCODEC_PROCESS_LOSSLESS;
	case 0xc5:
	case 0xc6:
	case 0xc7:
		return LIBCODEC_PROCESS_HIERARCHICAL;
	case M_SOF55:
		return LIBCODEC_PROCESS_JPEG_LS;
	default:
		return LIBCODEC_PROCESS_ARITHMETIC;
	}
}

/* B.2.2, the components of a frame. The segment's length has been checked. */
static int parse_components(struct parse *p, struct lc_reader *seg)
{
	struct libcodec_jpeg_header *h = p->h;
	unsigned int i, j;

	for (i = 0; i < h->n_components; i++) {
		struct libcodec_jpeg_component *c = &h->component[i];
		const uint8_t *at = seg->p;

		c->id = at[0];
		c->h = at[1] >> 4;
		c->v = at[1] & 15;
		c->tq = at[2];
		seg->p += 3;
		if (c->h < 1 || c->h > 4 || c->v < 1 || c->v > 4)
			return corrupt(p, at + 1, "a sampling factor is not 1 to 4");
		if (c->tq > 3)
			return corrupt(p, at + 2, "a quantisation table selector is over 3");
		for (j = 0; j < i; j++)
			if (h->component[j].id == c->id)
				return corrupt(p, at, "two components have one id");
		if (c->h > h->h_max)
			h->h_max = c->h;
		if (c->v > h->v_max)
			h->v_max = c->v;
	}
	return 0;
}

/* B.2.2, the frame header. */
static int parse_sof(struct parse *p, int marker, struct lc_reader *seg)
{
	struct libcodec_jpeg_header *h = p->h;
	const uint8_t *at = seg->p;
	unsigned int n;
	int r;

	if (p->framed)
		return corrupt(p, at, "a second frame header");
	if (lc_rd_left(seg) < 6)
		return corrupt(p, at, "the frame header is too short");
	h->process = p->hierarchical ? LIBCODEC_PROCESS_HIERARCHICAL : process_of(marker);
	h->precision = at[0];
	h->height = (uint32_t)(at[1] << 8 | at[2]);
	h->width = (uint32_t)(at[3] << 8 | at[4]);
	n = at[5];
	seg->p += 6;
	if (lc_rd_left(seg) != 3 * (size_t)n || n == 0)
		return corrupt(p, at + 5, "the frame header's length and its component "
					  "count disagree");
	if (h->width == 0)
		return corrupt(p, at + 3, "the width is zero");
	/* A height of zero comes with a DNL behind the first scan (B.2.5): see find_dnl(). */
	r = lc_limits_check(p->limits, h->width, h->height ? h->height : 1,
			    (uint64_t)(at + 1 - p->r.base), p->fault);
	if (r < 0)
		return r;
	if (n > 4)
		return lc_fault_feature(p->fault, -EOPNOTSUPP, LIBCODEC_FEATURE_COMPONENTS,
					n, (uint64_t)(at + 5 - p->r.base),
					"%u components", n);
	h->n_components = n;
	p->framed = true;
	return parse_components(p, seg);
}

/* B.2.4.1: one or more quantisation tables. */
static int parse_dqt(struct parse *p, struct lc_reader *seg)
{
	while (lc_rd_left(seg)) {
		const uint8_t *at = seg->p;
		unsigned int pq = *at >> 4, tq = *at & 15;

		if (pq > 1)
			return corrupt(p, at, "a quantisation table is neither 8 nor 16 bits");
		if (tq > 3)
			return corrupt(p, at, "a quantisation table's number is over 3");
		seg->p++;
		if (lc_rd_skip(seg, 64u << pq) < 0)
			return corrupt(p, at, "a quantisation table is cut off");
		p->h->dqt_offset[tq] = (uint64_t)(at + 1 - p->r.base);
		p->h->dqt_wide &= ~(1u << tq);
		p->h->dqt_wide |= pq << tq;
	}
	return 0;
}

/* B.2.4.2: one or more Huffman tables. Whether a code makes sense is its user's matter. */
static int parse_dht(struct parse *p, struct lc_reader *seg)
{
	while (lc_rd_left(seg)) {
		const uint8_t *at = seg->p;
		unsigned int class = *at >> 4, id = *at & 15, symbols = 0, i;

		if (class > 1 || id > 3)
			return corrupt(p, at, "a Huffman table's class or number is out of "
					      "range");
		seg->p++;
		if (lc_rd_left(seg) < 16)
			return corrupt(p, at, "a Huffman table is cut off");
		for (i = 0; i < 16; i++)
			symbols += seg->p[i];
		if (symbols > 256)
			return corrupt(p, at, "a Huffman table has more than 256 codes");
		if (lc_rd_skip(seg, 16 + symbols) < 0)
			return corrupt(p, at, "a Huffman table is cut off");
		p->h->dht_offset[class][id] = (uint64_t)(at + 1 - p->r.base);
	}
	return 0;
}

/* B.2.4.4 */
static int parse_dri(struct parse *p, struct lc_reader *seg)
{
	int interval;

	if (lc_rd_left(seg) != 2)
		return corrupt(p, seg->p, "the restart interval's segment is not 4 bytes");
	interval = lc_rd_be16(seg);
	p->h->restart_interval = (uint32_t)interval;
	return 0;
}

static bool begins(const struct lc_reader *seg, const char *id, size_t n, size_t least)
{
	return lc_rd_left(seg) >= least && memcmp(seg->p, id, n) == 0;
}

/* JFIF 1.02, page 5: what follows the identifier. */
static void parse_jfif(struct libcodec_jpeg_header *h, const uint8_t *p)
{
	h->flags |= LIBCODEC_JPEG_JFIF;
	h->jfif_version = (uint32_t)(p[0] << 8 | p[1]);
	h->density_unit = p[2];
	h->density_x = (uint32_t)(p[3] << 8 | p[4]);
	h->density_y = (uint32_t)(p[5] << 8 | p[6]);
}

/* Application segments: what is known is noted, the rest is nobody's business. */
static void parse_app(struct parse *p, int marker, struct lc_reader *seg)
{
	struct libcodec_jpeg_header *h = p->h;

	switch (marker) {
	case M_APP0:
		if (begins(seg, "JFIF", 5, 14))
			parse_jfif(h, seg->p + 5);
		else if (begins(seg, "AVI1", 4, 5))
			h->flags |= LIBCODEC_JPEG_AVI1;
		break;
	case M_APP1:
		/* The first Exif block counts; later ones belong to somebody's tool. */
		if (begins(seg, "Exif\0", 6, 7) && !(h->flags & LIBCODEC_JPEG_EXIF)) {
			h->flags |= LIBCODEC_JPEG_EXIF;
			h->exif_offset = (uint64_t)(seg->p + 6 - p->r.base);
			h->exif_size = lc_rd_left(seg) - 6;
			h->orientation = lc_exif_orientation(seg->p + 6, h->exif_size);
		}
		break;
	case M_APP2:
		if (begins(seg, "ICC_PROFILE", 12, 14)) {
			h->flags |= LIBCODEC_JPEG_ICC;
			h->icc_size += lc_rd_left(seg) - 14;
		}
		break;
	case M_APP14:
		if (begins(seg, "Adobe", 5, 12)) {
			h->flags |= LIBCODEC_JPEG_ADOBE;
			h->adobe_transform = seg->p[11];
		}
		break;
	}
}

/* The component of the frame that has this id, or -1. */
static int component_by_id(const struct libcodec_jpeg_header *h, unsigned int id)
{
	unsigned int i;

	for (i = 0; i < h->n_components; i++)
		if (h->component[i].id == id)
			return (int)i;
	return -1;
}

/*
 * The tables that a scan uses: quantisation must be there; Huffman slots 0 and 1 of a
 * sequential scan stand for T.81 K.3 when left out, as cameras do.
 */
static int check_tables(struct parse *p, const struct libcodec_jpeg_scan_component *s,
			const uint8_t *at)
{
	struct libcodec_jpeg_header *h = p->h;
	bool sequential = h->process == LIBCODEC_PROCESS_BASELINE ||
			  h->process == LIBCODEC_PROCESS_EXTENDED;

	if (!sequential && h->process != LIBCODEC_PROCESS_PROGRESSIVE)
		return 0;
	if (!h->dqt_offset[h->component[s->index].tq])
		return corrupt(p, at, "a quantisation table is missing");
	if (!sequential)
		return 0; /* which Huffman tables a scan needs is its decoder's matter */
	if ((s->dc > 1 && !h->dht_offset[0][s->dc]) ||
	    (s->ac > 1 && !h->dht_offset[1][s->ac]))
		return corrupt(p, at, "a Huffman table is missing");
	if (!h->dht_offset[0][s->dc] || !h->dht_offset[1][s->ac])
		h->flags |= LIBCODEC_JPEG_NO_DHT;
	return 0;
}

/* B.2.3, the scan header. */
static int parse_sos(struct parse *p, struct lc_reader *seg)
{
	struct libcodec_jpeg_header *h = p->h;
	const uint8_t *at = seg->p;
	unsigned int n, i, j, blocks = 0;
	int r;

	if (!p->framed)
		return corrupt(p, at, "a scan before any frame header");
	if (lc_rd_left(seg) < 1)
		return corrupt(p, at, "the scan header is too short");
	n = *seg->p++;
	if (n < 1 || n > h->n_components || lc_rd_left(seg) != 2 * (size_t)n + 3)
		return corrupt(p, at, "the scan header's length and its component count "
				      "disagree");
	for (i = 0; i < n; i++) {
		struct libcodec_jpeg_scan_component *s = &h->scan[i];
		int index = component_by_id(h, seg->p[0]);

		if (index < 0)
			return corrupt(p, seg->p, "a scan names an unknown component");
		s->index = (uint8_t)index;
		s->dc = seg->p[1] >> 4;
		s->ac = seg->p[1] & 15;
		for (j = 0; j < i; j++)
			if (h->scan[j].index == s->index)
				return corrupt(p, seg->p, "a scan names a component twice");
		if (s->dc > 3 || s->ac > 3)
			return corrupt(p, seg->p + 1, "a Huffman table selector is over 3");
		r = check_tables(p, s, seg->p);
		if (r < 0)
			return r;
		blocks += (unsigned int)h->component[index].h * h->component[index].v;
		seg->p += 2;
	}
	if (n > 1 && blocks > JPEG_MCU_BLOCKS_MAX)
		return corrupt(p, at, "an MCU has more than 10 blocks");
	h->n_scan = n;
	h->ss = seg->p[0];
	h->se = seg->p[1];
	h->ah = seg->p[2] >> 4;
	h->al = seg->p[2] & 15;
	h->scan_offset = lc_rd_offset(&p->r);
	return 0;
}

/* One segment whose marker has been read. Returns 1 after a SOS, 0 after any other. */
static int parse_segment(struct parse *p, int marker)
{
	struct lc_reader seg;
	const uint8_t *at = p->r.p;
	int length = lc_rd_be16(&p->r);
	int r = 0;

	if (length < 0)
		return truncated(p, "the bytes end in a segment's length");
	if (length < 2)
		return corrupt(p, at, "a segment's length is below 2");
	if (p->limits && (uint64_t)length > p->limits->max_segment_bytes)
		return lc_fault_feature(p->fault, -EFBIG, LIBCODEC_FEATURE_SEGMENT,
					(uint64_t)length, (uint64_t)(at - p->r.base),
					"a segment of %d bytes is over the limit", length);
	if (lc_rd_sub(&p->r, (size_t)length - 2, &seg) < 0)
		return truncated(p, "the bytes end in a segment");

	if (lc_marker_is_sof(marker))
		r = parse_sof(p, marker, &seg);
	else if (marker == M_DHP)
		p->hierarchical = true;
	else if (marker == M_DQT)
		r = parse_dqt(p, &seg);
	else if (marker == M_DHT)
		r = parse_dht(p, &seg);
	else if (marker == M_DRI)
		r = parse_dri(p, &seg);
	else if (marker >= M_APP0 && marker <= M_APP0 + 15)
		parse_app(p, marker, &seg);
	else if (marker == M_SOS)
		r = parse_sos(p, &seg);
	if (r < 0)
		return r;
	return marker == M_SOS;
}

/*
 * What the samples mean: JFIF says YCbCr, else Adobe's transform says, else the ids R, G, B
 * do, else it is YCbCr. The same order as libjpeg's, so that nobody is surprised.
 */
static uint32_t colour_of(const struct libcodec_jpeg_header *h)
{
	bool adobe = h->flags & LIBCODEC_JPEG_ADOBE;

	switch (h->n_components) {
	case 1:
		return LIBCODEC_COLOUR_GREY;
	case 3:
		if (h->flags & LIBCODEC_JPEG_JFIF)
			return LIBCODEC_COLOUR_YCBCR;
		if (adobe)
			return h->adobe_transform ? LIBCODEC_COLOUR_YCBCR
						  : LIBCODEC_COLOUR_RGB;
		if (h->component[0].id == 'R' && h->component[1].id == 'G' &&
		    h->component[2].id == 'B')
			return LIBCODEC_COLOUR_RGB;
		return LIBCODEC_COLOUR_YCBCR;
	case 4:
		return adobe && h->adobe_transform == 2 ? LIBCODEC_COLOUR_YCCK
							: LIBCODEC_COLOUR_CMYK;
	default:
		return LIBCODEC_COLOUR_UNKNOWN;
	}
}

/* The sampling by ratio. UNKNOWN: chroma finer than luma, or a ratio that is not whole. */
static uint32_t sampling_of(const struct libcodec_jpeg_header *h)
{
	const struct libcodec_jpeg_component *c = h->component;
	unsigned int i, x, y;

	if (h->n_components == 1)
		return LIBCODEC_SAMPLING_400;
	if (h->n_components != 3)
		return LIBCODEC_SAMPLING_UNKNOWN;
	if (c[0].h != h->h_max || c[0].v != h->v_max)
		return LIBCODEC_SAMPLING_UNKNOWN;
	for (i = 1; i < 3; i++)
		if (h->h_max % c[i].h || h->v_max % c[i].v)
			return LIBCODEC_SAMPLING_UNKNOWN;
	if (c[1].h != c[2].h || c[1].v != c[2].v)
		return LIBCODEC_SAMPLING_MIXED;
	x = h->h_max / c[1].h;
	y = h->v_max / c[1].v;
	if (x == 1 && y == 1)
		return LIBCODEC_SAMPLING_444;
	if (x == 2 && y == 1)
		return LIBCODEC_SAMPLING_422;
	if (x == 2 && y == 2)
		return LIBCODEC_SAMPLING_420;
	if (x == 1 && y == 2)
		return LIBCODEC_SAMPLING_440;
	if (x == 4 && y == 1)
		return LIBCODEC_SAMPLING_411;
	if (x == 4 && y == 2)
		return LIBCODEC_SAMPLING_410;
	return LIBCODEC_SAMPLING_OTHER;
}

/* B.2.5: the number of lines, behind the first scan, where the frame header has zero. */
static int find_dnl(struct parse *p)
{
	struct lc_reader r = p->r;
	const uint8_t *at;
	int marker, length, lines;

	do
		marker = lc_next_marker(&r);
	while (marker >= 0 && lc_marker_standalone(marker));
	if (marker < 0)
		return truncated(p, "the bytes end before the height (DNL) comes");
	at = r.p;
	length = lc_rd_be16(&r);
	lines = lc_rd_be16(&r);
	if (marker != M_DNL || length != 4 || lines <= 0)
		return corrupt(p, at, "the height is zero, and no DNL gives it");
	p->h->height = (uint32_t)lines;
	p->h->flags |= LIBCODEC_JPEG_DNL;
	return lc_limits_check(p->limits, p->h->width, p->h->height,
			       (uint64_t)(at - p->r.base), p->fault);
}

/*
 * A block of a sequential scan takes two bits at least, one for the DC code and one for
 * the end of block; one of a first progressive scan takes one. A size that the bytes can't
 * hold is a bomb or a stump: say so before anybody reserves memory for it.
 */
static int check_plausible(struct parse *p)
{
	const struct libcodec_jpeg_header *h = p->h;
	uint64_t blocks = 0, left = lc_rd_left(&p->r), per_byte;
	unsigned int i;

	if (h->process == LIBCODEC_PROCESS_BASELINE ||
	    h->process == LIBCODEC_PROCESS_EXTENDED)
		per_byte = 4;
	else if (h->process == LIBCODEC_PROCESS_PROGRESSIVE && h->ss == 0)
		per_byte = 8;
	else
		return 0;
	for (i = 0; i < h->n_scan; i++) {
		const struct libcodec_jpeg_component *c = &h->component[h->scan[i].index];
		uint64_t w = ((uint64_t)h->width * c->h + h->h_max - 1) / h->h_max;
		uint64_t v = ((uint64_t)h->height * c->v + h->v_max - 1) / h->v_max;

		blocks += ((w + 7) / 8) * ((v + 7) / 8);
	}
	if (blocks > left * per_byte)
		return truncated(p, "the bytes can't hold a picture of that size");
	return 0;
}

int lc_jpeg_header_parse(const uint8_t *data, size_t size, const struct lc_limits *limits,
			 struct libcodec_jpeg_header *ret_header,
			 struct lc_fault *ret_fault)
{
	struct libcodec_jpeg_header h = { .struct_size = sizeof(h) };
	struct parse p = {
		.r = lc_reader_of(data, size),
		.limits = limits,
		.h = &h,
		.fault = ret_fault,
	};
	int marker, r;

	if (!lc_jpeg_detect(data, size))
		return lc_fault_set(ret_fault, -EBADMSG, 0, "no SOI marker");
	p.r.p += 2;
	for (;;) {
		marker = lc_next_marker(&p.r);
		if (marker < 0)
			return truncated(&p, "the bytes end before any scan");
		if (lc_marker_standalone(marker))
			continue;
		if (marker == M_SOI || marker == M_EOI)
			return corrupt(&p, p.r.p - 2, "the picture ends before any scan");
		r = parse_segment(&p, marker);
		if (r < 0)
			return r;
		if (r > 0)
			break;
	}
	if (h.height == 0) {
		r = find_dnl(&p);
		if (r < 0)
			return r;
	}
	h.colour = colour_of(&h);
	h.sampling = sampling_of(&h);
	r = check_plausible(&p);
	if (r < 0)
		return r;
	*ret_header = h;
	return 0;
}

int lc_jpeg_header_next_scan(const uint8_t *data, size_t size, uint64_t from,
			     struct libcodec_jpeg_header *header, uint64_t *ret_end,
			     struct lc_fault *ret_fault)
{
	struct libcodec_jpeg_header h = *header;
	struct parse p = {
		.r = lc_reader_of(data, size),
		.h = &h,
		.fault = ret_fault,
		.framed = true,
	};
	int marker, r;

	if (lc_rd_skip(&p.r, from < size ? (size_t)from : size) < 0)
		return truncated(&p, "the bytes end in a scan");
	for (;;) {
		marker = lc_next_marker(&p.r);
		if (marker < 0) {
			*ret_end = size;
			return 0;
		}
		if (lc_marker_standalone(marker))
			continue;
		if (marker == M_EOI || marker == M_SOI) {
			*ret_end = lc_rd_offset(&p.r) - (marker == M_SOI ? 2 : 0);
			return 0;
		}
		r = parse_segment(&p, marker);
		if (r < 0) {
			*ret_end = ret_fault->offset;
			return r;
		}
		if (r > 0)
			break;
	}
	*header = h;
	*ret_end = h.scan_offset;
	return 1;
}
