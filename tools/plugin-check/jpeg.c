/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * JPEG markers for the kit. Clauses are those of ITU-T T.81.
 */
#include "config.h"

#include "jpeg.h"

#include <errno.h>
#include <string.h>

#define SOI 0xd8
#define EOI 0xd9
#define SOS 0xda
#define DQT 0xdb
#define DHT 0xc4
#define DRI 0xdd
#define DNL 0xdc
#define DHP 0xde
#define APP0 0xe0
#define COM  0xfe

/* Where we are. Reading stops at @size, and each access is checked against it. */
struct reader {
	const uint8_t *data;
	uint64_t size, at;
	struct libcodec_jpeg_header *h;
	bool hierarchical;
};

/* A segment's contents. */
struct segment {
	const uint8_t *p;
	uint64_t size;
	uint64_t offset; /* of p in the stream */
};

static uint32_t be16(const uint8_t *p)
{
	return (uint32_t)p[0] << 8 | p[1];
}

/* B.1.1.2: fill bytes may stand before a marker; what is no marker is passed over. */
static int next_marker(struct reader *r)
{
	while (r->size - r->at >= 2) {
		uint8_t code = r->data[r->at + 1];

		if (r->data[r->at] != 0xff || !code || code == 0xff) {
			r->at++;
			continue;
		}
		r->at += 2;
		return code;
	}
	r->at = r->size;
	return -1;
}

static bool stands_alone(int marker)
{
	return marker == 0x01 || (marker >= 0xd0 && marker <= SOI);
}

static int take_segment(struct reader *r, struct segment *s)
{
	uint64_t length;

	if (r->size - r->at < 2)
		return -EBADMSG;
	length = be16(r->data + r->at);
	if (length < 2 || length > r->size - r->at)
		return -EBADMSG;
	s->offset = r->at + 2;
	s->p = r->data + s->offset;
	s->size = length - 2;
	r->at += length;
	return 0;
}

/* Table B.1 */
static bool is_frame(int marker)
{
	return marker >= 0xc0 && marker <= 0xcf && marker != DHT && marker != 0xc8 &&
	       marker != 0xcc;
}

static uint32_t process_of(int marker)
{
	if (marker == 0xf7)
		return LIBCODEC_PROCESS_JPEG_LS;
	if (marker > 0xc8)
		return LIBCODEC_PROCESS_ARITHMETIC;
	switch (marker) {
	case 0xc0:
		return LIBCODEC_PROCESS_BASELINE;
	case 0xc1:
		return LIBCODEC_PROCESS_EXTENDED;
	case 0xc2:
		return LIBCODEC_PROCESS_PROGRESSIVE;
	case 0xc3:
		return LIBCODEC_PROCESS_LOSSLESS;
	default:
		return LIBCODEC_PROCESS_HIERARCHICAL;
	}
}

/* B.2.2 */
static int take_frame(struct reader *r, const struct segment *s, int marker)
{
	struct libcodec_jpeg_header *h = r->h;
	uint32_t i, n;

	if (h->n_components || s->size < 6)
		return -EBADMSG;
	n = s->p[5];
	if (n < 1 || n > 4 || s->size != 6 + 3 * (uint64_t)n)
		return -EBADMSG;
	h->process = r->hierarchical ? LIBCODEC_PROCESS_HIERARCHICAL : process_of(marker);
	h->precision = s->p[0];
	h->height = be16(s->p + 1);
	h->width = be16(s->p + 3);
	h->n_components = n;
	for (i = 0; i < n; i++) {
		const uint8_t *c = s->p + 6 + 3 * (size_t)i;
		struct libcodec_jpeg_component *to = &h->component[i];

		*to = (struct libcodec_jpeg_component){
			c[0], c[1] >> 4, c[1] & 15, c[2],
		};
		if (to->h < 1 || to->h > 4 || to->v < 1 || to->v > 4 || to->tq > 3)
			return -EBADMSG;
		h->h_max = to->h > h->h_max ? to->h : h->h_max;
		h->v_max = to->v > h->v_max ? to->v : h->v_max;
	}
	return h->width ? 0 : -EBADMSG;
}

/* B.2.4.1 */
static int take_dqt(struct reader *r, const struct segment *s)
{
	uint64_t at = 0;

	while (at < s->size) {
		uint32_t wide = s->p[at] >> 4, id = s->p[at] & 15;
		uint64_t bytes = UINT64_C(64) << (wide & 1);

		if (wide > 1 || id > 3 || s->size - at < 1 + bytes)
			return -EBADMSG;
		r->h->dqt_offset[id] = s->offset + at + 1;
		r->h->dqt_wide = (r->h->dqt_wide & ~(1u << id)) | wide << id;
		at += 1 + bytes;
	}
	return 0;
}

/* B.2.4.2 */
static int take_dht(struct reader *r, const struct segment *s)
{
	uint64_t at = 0;

	while (at < s->size) {
		uint32_t class = s->p[at] >> 4, id = s->p[at] & 15, symbols = 0, i;

		if (class > 1 || id > 3 || s->size - at < 17)
			return -EBADMSG;
		for (i = 0; i < 16; i++)
			symbols += s->p[at + 1 + i];
		if (symbols > 256 || s->size - at - 17 < symbols)
			return -EBADMSG;
		r->h->dht_offset[class][id] = s->offset + at + 1;
		at += 17 + symbols;
	}
	return 0;
}

static bool begins(const struct segment *s, const char *id, size_t n, uint64_t least)
{
	return s->size >= least && !memcmp(s->p, id, n);
}

static void take_app(struct reader *r, const struct segment *s, int marker)
{
	struct libcodec_jpeg_header *h = r->h;

	if (marker == APP0 && begins(s, "JFIF", 5, 14)) {
		h->flags |= LIBCODEC_JPEG_JFIF;
		h->jfif_version = be16(s->p + 5);
		h->density_unit = s->p[7];
		h->density_x = be16(s->p + 8);
		h->density_y = be16(s->p + 10);
	} else if (marker == APP0 && begins(s, "AVI1", 4, 5)) {
		h->flags |= LIBCODEC_JPEG_AVI1;
	} else if (marker == APP0 + 1 && begins(s, "Exif\0", 6, 7) && !h->exif_size) {
		h->flags |= LIBCODEC_JPEG_EXIF;
		h->exif_offset = s->offset + 6;
		h->exif_size = s->size - 6;
	} else if (marker == APP0 + 2 && begins(s, "ICC_PROFILE", 12, 14)) {
		h->flags |= LIBCODEC_JPEG_ICC;
		h->icc_size += s->size - 14;
	} else if (marker == APP0 + 14 && begins(s, "Adobe", 5, 12)) {
		h->flags |= LIBCODEC_JPEG_ADOBE;
		h->adobe_transform = s->p[11];
	}
}

static int scan_component(struct libcodec_jpeg_header *h, uint32_t nth, const uint8_t *p)
{
	struct libcodec_jpeg_scan_component *to = &h->scan[nth];
	bool sequential = h->process == LIBCODEC_PROCESS_BASELINE ||
			  h->process == LIBCODEC_PROCESS_EXTENDED;
	uint32_t i;

	for (i = 0; i < h->n_components && h->component[i].id != p[0]; i++)
		;
	if (i == h->n_components)
		return -EBADMSG;
	*to = (struct libcodec_jpeg_scan_component){
		(uint8_t)i, p[1] >> 4, p[1] & 15, 0,
	};
	if (to->dc > 3 || to->ac > 3 || !h->dqt_offset[h->component[i].tq])
		return -EBADMSG;
	if (sequential && (!h->dht_offset[0][to->dc] || !h->dht_offset[1][to->ac]))
		h->flags |= LIBCODEC_JPEG_NO_DHT;
	return 0;
}

/* B.2.3 */
static int take_scan(struct reader *r, const struct segment *s)
{
	struct libcodec_jpeg_header *h = r->h;
	const uint8_t *last;
	uint32_t i, n;
	int ret;

	if (!h->n_components || s->size < 1)
		return -EBADMSG;
	n = s->p[0];
	if (n < 1 || n > h->n_components || s->size != 4 + 2 * (uint64_t)n)
		return -EBADMSG;
	for (i = 0; i < n; i++) {
		ret = scan_component(h, i, s->p + 1 + 2 * (size_t)i);
		if (ret < 0)
			return ret;
	}
	last = s->p + 1 + 2 * (size_t)n;
	h->n_scan = n;
	h->ss = last[0];
	h->se = last[1];
	h->ah = last[2] >> 4;
	h->al = last[2] & 15;
	h->scan_offset = r->at;
	return 0;
}

/* Returns 1 after a SOS, 0 after any other segment. */
static int take(struct reader *r, int marker)
{
	struct segment s;
	int ret;

	ret = take_segment(r, &s);
	if (ret < 0)
		return ret;
	if (is_frame(marker) || marker == 0xf7)
		return take_frame(r, &s, marker);
	if (marker >= APP0 && marker <= APP0 + 15)
		take_app(r, &s, marker);
	switch (marker) {
	case DHP:
		r->hierarchical = true;
		return 0;
	case DQT:
		return take_dqt(r, &s);
	case DHT:
		return take_dht(r, &s);
	case DRI:
		if (s.size != 2)
			return -EBADMSG;
		r->h->restart_interval = be16(s.p);
		return 0;
	case SOS:
		ret = take_scan(r, &s);
		return ret < 0 ? ret : 1;
	default:
		return 0;
	}
}

/* --- what the headers mean --- */

static uint32_t colour_of(const struct libcodec_jpeg_header *h)
{
	const struct libcodec_jpeg_component *c = h->component;

	switch (h->n_components) {
	case 1:
		return LIBCODEC_COLOUR_GREY;
	case 3:
		if (h->flags & LIBCODEC_JPEG_JFIF)
			return LIBCODEC_COLOUR_YCBCR;
		if (h->flags & LIBCODEC_JPEG_ADOBE)
			return h->adobe_transform ? LIBCODEC_COLOUR_YCBCR :
						    LIBCODEC_COLOUR_RGB;
		return c[0].id == 'R' && c[1].id == 'G' && c[2].id == 'B' ?
			       LIBCODEC_COLOUR_RGB :
			       LIBCODEC_COLOUR_YCBCR;
	case 4:
		return (h->flags & LIBCODEC_JPEG_ADOBE) && h->adobe_transform == 2 ?
			       LIBCODEC_COLOUR_YCCK :
			       LIBCODEC_COLOUR_CMYK;
	default:
		return LIBCODEC_COLOUR_UNKNOWN;
	}
}

static uint32_t sampling_of(const struct libcodec_jpeg_header *h)
{
	static const struct {
		uint32_t x, y, sampling;
	} ratios[] = {
		{ 1, 1, LIBCODEC_SAMPLING_444 }, { 2, 1, LIBCODEC_SAMPLING_422 },
		{ 2, 2, LIBCODEC_SAMPLING_420 }, { 1, 2, LIBCODEC_SAMPLING_440 },
		{ 4, 1, LIBCODEC_SAMPLING_411 }, { 4, 2, LIBCODEC_SAMPLING_410 },
	};
	const struct libcodec_jpeg_component *c = h->component;
	size_t i;

	if (h->n_components == 1)
		return LIBCODEC_SAMPLING_400;
	if (h->n_components != 3 || c[0].h != h->h_max || c[0].v != h->v_max)
		return LIBCODEC_SAMPLING_UNKNOWN;
	for (i = 1; i < 3; i++)
		if (h->h_max % c[i].h || h->v_max % c[i].v)
			return LIBCODEC_SAMPLING_UNKNOWN;
	if (c[1].h != c[2].h || c[1].v != c[2].v)
		return LIBCODEC_SAMPLING_MIXED;
	for (i = 0; i < sizeof(ratios) / sizeof(ratios[0]); i++)
		if (c[1].h * ratios[i].x == h->h_max && c[1].v * ratios[i].y == h->v_max)
			return ratios[i].sampling;
	return LIBCODEC_SAMPLING_OTHER;
}

/* B.2.5: a height of zero stands in a DNL segment behind the first scan. */
static int find_height(struct reader *r)
{
	uint64_t saved = r->at;
	struct segment s;
	int marker;

	do
		marker = next_marker(r);
	while (stands_alone(marker));
	if (marker != DNL || take_segment(r, &s) < 0 || s.size != 2)
		return -EBADMSG;
	r->h->height = be16(s.p);
	r->h->flags |= LIBCODEC_JPEG_DNL;
	r->at = saved;
	return r->h->height ? 0 : -EBADMSG;
}

int kit_jpeg_header(const uint8_t *data, uint64_t size,
		    struct libcodec_jpeg_header *ret_header)
{
	struct libcodec_jpeg_header h = { .struct_size = sizeof(h) };
	struct reader r = { .data = data, .size = size, .h = &h };
	int marker, ret;

	if (size < 2 || data[0] != 0xff || data[1] != SOI)
		return -EBADMSG;
	r.at = 2;
	do {
		marker = next_marker(&r);
		if (marker < 0 || marker == EOI)
			return -EBADMSG;
		ret = stands_alone(marker) ? 0 : take(&r, marker);
	} while (ret == 0);
	if (ret < 0)
		return ret;
	if (!h.height && find_height(&r) < 0)
		return -EBADMSG;
	h.colour = colour_of(&h);
	h.sampling = sampling_of(&h);
	*ret_header = h;
	return 0;
}

int kit_jpeg_next_scan(const uint8_t *data, uint64_t size, uint64_t from,
		       struct libcodec_jpeg_header *header, uint64_t *ret_end)
{
	struct libcodec_jpeg_header h = { 0 };
	struct reader r = { .data = data, .size = size, .at = from, .h = &h };
	uint32_t theirs;
	int marker, ret = 0;

	if (!data || !header || !ret_end)
		return -EINVAL;
	theirs = header->struct_size < sizeof(h) ? header->struct_size : sizeof(h);
	memcpy(&h, header, theirs);
	if (from > size)
		r.at = size;
	while (ret == 0) {
		marker = next_marker(&r);
		if (marker < 0 || marker == EOI || marker == SOI) {
			*ret_end = marker == SOI ? r.at - 2 : r.at;
			return 0;
		}
		ret = stands_alone(marker) ? 0 : take(&r, marker);
	}
	*ret_end = r.at;
	if (ret > 0)
		memcpy(header, &h, theirs);
	return ret;
}

/* --- without metadata --- */

struct output {
	uint8_t *dst;
	uint64_t room, n;
};

static int put(struct output *out, const uint8_t *p, uint64_t n)
{
	if (n > out->room - out->n)
		return -ENOSPC;
	memcpy(out->dst + out->n, p, (size_t)n);
	out->n += n;
	return 0;
}

static int put_marker(struct output *out, int marker)
{
	const uint8_t bytes[2] = { 0xff, (uint8_t)marker };

	return put(out, bytes, sizeof(bytes));
}

/* APP0 is JFIF's and APP14 Adobe's, which say what the samples are. */
static bool is_metadata(int marker)
{
	return marker == COM ||
	       (marker > APP0 && marker <= APP0 + 15 && marker != APP0 + 14);
}

/* The segments up to SOS with its own. */
static int put_segments(struct reader *r, struct output *out)
{
	struct segment s;
	int marker, ret;

	do {
		marker = next_marker(r);
		if (marker < 0 || marker == EOI)
			return -EBADMSG;
		if (stands_alone(marker))
			continue;
		ret = take_segment(r, &s);
		if (ret < 0)
			return ret;
		if (is_metadata(marker))
			continue;
		ret = put_marker(out, marker);
		if (ret == 0)
			ret = put(out, s.p - 2, s.size + 2);
		if (ret < 0)
			return ret;
	} while (marker != SOS);
	return 0;
}

/* F.1.2.3: a byte of FF in the data is followed by a zero. Fill bytes in it are its own. */
static int put_scan(struct reader *r, struct output *out)
{
	int ret = 0;

	while (ret == 0 && r->size - r->at >= 2) {
		uint8_t code = r->data[r->at + 1];

		if (r->data[r->at] != 0xff || code == 0xff) {
			ret = put(out, r->data + r->at, 1);
			r->at++;
		} else if (!code || (code >= 0xd0 && code < SOI)) {
			ret = put(out, r->data + r->at, 2);
			r->at += 2;
		} else {
			r->at += 2;
			return code == EOI ? put_marker(out, EOI) : -EOPNOTSUPP;
		}
	}
	return ret < 0 ? ret : -ENODATA;
}

int kit_jpeg_strip(const uint8_t *data, uint64_t size,
		   const struct libcodec_jpeg_header *header, uint8_t *dst, uint64_t room,
		   uint64_t *ret_size, uint64_t *ret_end)
{
	struct reader r = { .data = data, .size = size, .at = 2 };
	struct output out = { .dst = dst, .room = room };
	uint64_t i;
	int ret;

	if (header->flags & (LIBCODEC_JPEG_NO_DHT | LIBCODEC_JPEG_DNL))
		return -EOPNOTSUPP;
	if (size < 2)
		return -EBADMSG;
	ret = put_marker(&out, SOI);
	if (ret == 0)
		ret = put_segments(&r, &out);
	if (ret == 0)
		ret = put_scan(&r, &out);
	if (ret < 0)
		return ret;
	for (i = out.n; i % 64 && i < room; i++)
		dst[i] = 0;
	*ret_size = out.n;
	*ret_end = r.at;
	return 0;
}
