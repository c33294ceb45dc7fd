/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Stands for the hardware: replace it. It decodes grey baseline JPEG (ITU-T T.81) in
 * plain C, not fast, but for real: a sample may differ by one from the cpu backend's. All
 * that is asked of a backend is here: nothing is read outside of the stream, nothing is
 * written outside of the picture, a deadline is kept, nothing is allocated for a frame.
 */
#include "engine.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DC_BITS_MAX 11 /* T.81 table F.1, of 8-bit samples */
#define AC_BITS_MAX 10 /* table F.2 */

/* Codes of one length are consecutive numbers (T.81 C.2); lengths count from 1. */
struct huffman {
	uint32_t end[16];  /* the number behind the last code of that length */
	int32_t index[16]; /* add a code of that length: its symbol's place */
	const uint8_t *symbols;
};

struct engine {
	const struct libcodec_host *host;
	float basis[8][8]; /* of the inverse DCT: by sample, by frequency */
	float quant[64];   /* rows of frequencies */
	struct huffman dc, ac;
	/* The stream of the frame at hand. */
	const uint8_t *data;
	uint64_t size, at;
	unsigned int byte, bits; /* the last byte taken, and what is left of it */
	int predictor;
	/* Why it is corrupt. */
	const char *why;
	uint64_t where;
	bool truncated;
};

/* Place in rows of each coefficient of the stream, T.81 figure A.6. */
static const uint8_t zigzag[64] = {
	0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,
	12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,  7,  14, 21, 28,
	35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
	58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
};

void engine_cap(struct libcodec_cap *cap)
{
	cap->cap_id = 1;
	cap->codec = LIBCODEC_CODEC_JPEG;
	cap->processes = LIBCODEC_PROCESS_BIT(LIBCODEC_PROCESS_BASELINE);
	cap->samplings = LIBCODEC_SAMPLING_BIT(LIBCODEC_SAMPLING_400);
	cap->bit_depths = 1u << (8 - 1);
	cap->components = 1u << (1 - 1);
	cap->colours = LIBCODEC_COLOUR_BIT(LIBCODEC_COLOUR_GREY);
	cap->min_width = cap->min_height = 1;
	cap->max_width = cap->max_height = 65535;
	cap->rank = 500;
	cap->n_formats = 1;
	cap->formats[0].format = LIBCODEC_FORMAT_GREY;
	cap->formats[0].memory = LIBCODEC_MEMORY_BIT(LIBCODEC_MEMORY_HOST);
	cap->formats[0].samplings = cap->samplings;
	cap->formats[0].dtypes = 1u << LIBCODEC_DTYPE_U8;
}

/* The frequency u in sample x: cos((2x + 1) u pi / 16) / 2, T.81 A.3.3. */
static float basis(unsigned int x, unsigned int u)
{
	static const float cosine[9] = {
		1.0f,	     0.98078528f, 0.92387953f, 0.83146961f, 0.70710678f,
		0.55557023f, 0.38268343f, 0.19509032f, 0.0f,
	};
	unsigned int k = (2 * x + 1) * u % 32;

	if (u == 0)
		return 0.35355339f;
	if (k > 16)
		k = 32 - k;
	return k <= 8 ? cosine[k] / 2 : -cosine[16 - k] / 2;
}

struct engine *engine_new(const struct libcodec_host *host)
{
	struct engine *e = calloc(1, sizeof(*e));
	unsigned int x, u;

	if (!e)
		return NULL;
	e->host = host;
	for (x = 0; x < 8; x++)
		for (u = 0; u < 8; u++)
			e->basis[x][u] = basis(x, u);
	return e;
}

void engine_free(struct engine *e)
{
	free(e);
}

static int corrupt(struct engine *e, uint64_t where, const char *why)
{
	e->why = why;
	e->where = where;
	return -EBADMSG;
}

static int truncated(struct engine *e)
{
	e->truncated = true;
	return corrupt(e, e->size, "the bytes end before the picture does");
}

/* --- tables --- */

/* @offset is of 16 counts and their symbols; the host has held both against the size. */
static int load_huffman(struct engine *e, struct huffman *t, uint64_t offset)
{
	const uint8_t *counts = e->data + offset;
	uint32_t code = 0, k = 0, i;

	for (i = 0; i < 16; i++) {
		code <<= 1;
		t->index[i] = (int32_t)k - (int32_t)code;
		code += counts[i];
		k += counts[i];
		if (code > 2u << i)
			return corrupt(e, offset + i,
				       "a Huffman table is no prefix code");
		t->end[i] = code;
	}
	t->symbols = counts + 16;
	return 0;
}

static void load_quant(struct engine *e, const struct libcodec_jpeg_header *h)
{
	unsigned int tq = h->component[h->scan[0].index].tq, k;
	const uint8_t *p = e->data + h->dqt_offset[tq];
	bool wide = h->dqt_wide >> tq & 1;

	for (k = 0; k < 64; k++, p += wide ? 2 : 1)
		e->quant[zigzag[k]] = wide ? (float)(p[0] << 8 | p[1]) : (float)p[0];
}

/* --- bits --- */

/* T.81 F.2.2.5: the next byte of the scan, without the zero that is stuffed behind FF. */
static int next_byte(struct engine *e)
{
	uint64_t at = e->at;

	if (at >= e->size)
		return truncated(e);
	if (e->data[at++] != 0xff) {
		e->at = at;
		return e->data[at - 1];
	}
	while (at < e->size && e->data[at] == 0xff)
		at++;
	if (at >= e->size)
		return truncated(e);
	if (e->data[at] != 0)
		return corrupt(e, at, "a marker inside of the scan");
	e->at = at + 1;
	return 0xff;
}

static int next_bit(struct engine *e)
{
	int byte;

	if (!e->bits) {
		byte = next_byte(e);
		if (byte < 0)
			return byte;
		e->byte = (unsigned int)byte;
		e->bits = 8;
	}
	return e->byte >> --e->bits & 1;
}

/* A symbol, T.81 F.2.2.3. */
static int next_symbol(struct engine *e, const struct huffman *t)
{
	uint32_t code = 0, i;

	for (i = 0; i < 16; i++) {
		int bit = next_bit(e);

		if (bit < 0)
			return bit;
		code = code << 1 | (uint32_t)bit;
		if (code < t->end[i])
			return t->symbols[(int32_t)code + t->index[i]];
	}
	return corrupt(e, e->at, "an invalid Huffman code");
}

/* A number of n bits, negative where the first is 0: T.81 F.2.2.1. */
static int next_number(struct engine *e, unsigned int n, int *ret_number)
{
	int number = 0, bit;
	unsigned int i;

	for (i = 0; i < n; i++) {
		bit = next_bit(e);
		if (bit < 0)
			return bit;
		number = 2 * number + bit;
	}
	if (n && number < 1 << (n - 1))
		number -= (1 << n) - 1;
	*ret_number = number;
	return 0;
}

/* T.81 E.2.4: on to the marker that is due, over what is left before it. */
static int restart(struct engine *e, unsigned int number)
{
	uint64_t at = e->at;

	while (at + 1 < e->size &&
	       (e->data[at] != 0xff || e->data[at + 1] == 0 || e->data[at + 1] == 0xff))
		at++;
	if (at + 1 >= e->size)
		return truncated(e);
	if (e->data[at + 1] != 0xd0 + number)
		return corrupt(e, at, "a restart marker is not the one due");
	e->at = at + 2;
	e->bits = 0;
	e->predictor = 0;
	return 0;
}

/* --- blocks --- */

/* Coefficients times quantisers, T.81 F.2.1 and F.2.2. */
static int decode_block(struct engine *e, float block[64])
{
	int symbol = next_symbol(e, &e->dc), number, r;
	unsigned int bits, k;

	if (symbol < 0)
		return symbol;
	if (symbol > DC_BITS_MAX)
		return corrupt(e, e->at, "a DC difference of too many bits");
	r = next_number(e, (unsigned int)symbol, &number);
	if (r < 0)
		return r;
	memset(block, 0, 64 * sizeof(*block));
	e->predictor = (int16_t)(e->predictor + number);
	block[0] = (float)e->predictor * e->quant[0];
	for (k = 1; k < 64; k++) {
		symbol = next_symbol(e, &e->ac);
		if (symbol <= 0)
			return symbol; /* 0: end of block */
		k += (unsigned int)symbol >> 4;
		bits = (unsigned int)symbol & 15;
		if (k > 63 || bits > AC_BITS_MAX || (!bits && symbol != 0xf0))
			return corrupt(e, e->at, "an AC coefficient that can't be");
		r = next_number(e, bits, &number);
		if (r < 0)
			return r;
		block[zigzag[k]] = (float)number * e->quant[zigzag[k]];
	}
	return 0;
}

static uint8_t to_sample(float v)
{
	v += 128.5f;
	return v < 0 ? 0 : v > 255 ? 255 : (uint8_t)v;
}

/* The inverse DCT, columns and then rows; of the block's samples the visible ones. */
static void write_block(const struct engine *e, const float block[64], uint8_t *to,
			uint32_t stride, unsigned int columns, unsigned int rows)
{
	float half[8][8] = { { 0 } }; /* by row of samples, by column of frequencies */
	unsigned int x, y, u, v;

	for (y = 0; y < rows; y++)
		for (v = 0; v < 8; v++)
			for (u = 0; u < 8; u++)
				half[y][u] += e->basis[y][v] * block[8 * v + u];
	for (y = 0; y < rows; y++) {
		for (x = 0; x < columns; x++) {
			float sum = 0;

			for (u = 0; u < 8; u++)
				sum += e->basis[x][u] * half[y][u];
			to[(size_t)y * stride + x] = to_sample(sum);
		}
	}
}

static unsigned int at_most_8(uint32_t n)
{
	return n < 8 ? n : 8;
}

/* The only component of a scan goes block by block, whatever its factors: T.81 A.2.2. */
static int decode_scan(struct engine *e, const struct libcodec_decode_job *job)
{
	const struct libcodec_surface *to = job->surface;
	uint32_t interval = job->jpeg->restart_interval, x, y;
	uint64_t n = 0;
	float block[64];
	int r;

	for (y = 0; y < to->height; y += 8) {
		uint8_t *row = (uint8_t *)to->data + to->plane_offset[0] +
			       (size_t)y * to->plane_stride[0];

		if (job->deadline_ns && e->host->now_ns(e->host) >= job->deadline_ns)
			return -ETIMEDOUT;
		for (x = 0; x < to->width; x += 8, n++) {
			if (interval && n && n % interval == 0) {
				r = restart(e, (unsigned int)(n / interval - 1) & 7);
				if (r < 0)
					return r;
			}
			r = decode_block(e, block);
			if (r < 0)
				return r;
			write_block(e, block, row + x, to->plane_stride[0],
				    at_most_8(to->width - x), at_most_8(to->height - y));
		}
	}
	return 0;
}

/* --- a frame --- */

/* The host has matched the job with engine_cap(); all the same, look before you write. */
static uint64_t reasons_against(const struct libcodec_decode_job *job)
{
	const struct libcodec_jpeg_header *h = job->jpeg;
	uint64_t reasons = 0;

	if (job->codec != LIBCODEC_CODEC_JPEG || !h)
		return LIBCODEC_REASON_CODEC;
	if (h->process != LIBCODEC_PROCESS_BASELINE || (h->flags & LIBCODEC_JPEG_NO_DHT))
		reasons |= LIBCODEC_REASON_PROCESS;
	if (h->precision != 8)
		reasons |= LIBCODEC_REASON_DEPTH;
	if (h->n_components != 1)
		reasons |= LIBCODEC_REASON_COMPONENTS;
	if (job->surface->format != LIBCODEC_FORMAT_GREY)
		reasons |= LIBCODEC_REASON_FORMAT;
	if (job->surface->dtype != LIBCODEC_DTYPE_U8)
		reasons |= LIBCODEC_REASON_DTYPE;
	if (job->surface->memory != LIBCODEC_MEMORY_HOST || !job->surface->data)
		reasons |= LIBCODEC_REASON_MEMORY;
	return reasons;
}

/*
 * Where the picture ends, behind EOI; 0, not known, where the host can't tell either. The
 * host may be older or newer than this file, and its header shorter or longer.
 */
static uint64_t find_end(const struct engine *e,
			 const struct libcodec_jpeg_header *theirs)
{
	struct libcodec_jpeg_header h = { 0 };
	uint32_t size = theirs->struct_size;
	uint64_t end;

	if (size > sizeof(h))
		size = sizeof(h);
	memcpy(&h, theirs, size);
	h.struct_size = size;
	if (e->host->jpeg_next_scan(e->host, e->data, e->size, e->at, &h, &end) != 0)
		return 0;
	return end;
}

uint32_t engine_decode(struct engine *e, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	const struct libcodec_jpeg_header *h = job->jpeg;
	int r;

	result->reasons = reasons_against(job);
	if (result->reasons)
		return LIBCODEC_VERDICT_NOT_APPLICABLE;
	e->data = job->data;
	e->size = job->size;
	e->at = h->scan_offset;
	e->bits = 0;
	e->predictor = 0;
	e->truncated = false;
	load_quant(e, h);
	r = load_huffman(e, &e->dc, h->dht_offset[0][h->scan[0].dc]);
	if (r == 0)
		r = load_huffman(e, &e->ac, h->dht_offset[1][h->scan[0].ac]);
	if (r == 0)
		r = decode_scan(e, job);
	result->error = r;
	if (r == -ETIMEDOUT) {
		snprintf(result->message, sizeof(result->message), "the deadline passed");
		return LIBCODEC_VERDICT_FALLBACK;
	}
	if (r < 0) {
		snprintf(result->message, sizeof(result->message), "%s", e->why);
		result->offset = e->where;
		result->truncated = e->truncated;
		return LIBCODEC_VERDICT_CORRUPT;
	}
	result->consumed = find_end(e, h);
	return LIBCODEC_VERDICT_DONE;
}
