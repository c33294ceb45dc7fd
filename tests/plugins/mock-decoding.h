/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Makes mock plugins that really decode: baseline JPEG of one component to GREY in host
 * memory, as simply as it can be written, and all that the ABI asks for. A mock calls
 * decoding_decode() and the like from functions of its own, which spoil it in one way:
 *
 *	#include "mock-decoding.h"
 *
 *	static uint32_t decode(...) { ... }
 *
 *	DECODING_PLUGIN("mock-wrong-samples", mock->ops.decode = decode)
 *
 * Clause numbers are those of ITU-T T.81.
 */
#ifndef LC_TESTS_MOCK_DECODING_H
#define LC_TESTS_MOCK_DECODING_H

#include <stdbool.h>
#include <stdlib.h>

#include "mock.h"

struct decoding_priv {
	const struct libcodec_host *host;
};

/*
 * A Huffman table as C.2 and F.2.2.3 have it: the codes of each length are consecutive.
 */
struct decoding_table {
	int32_t first[17], n[17], at[17];
	const uint8_t *symbols;
};

struct decoding_session {
	const struct libcodec_host *host;
	float cosine[8][8]; /* [frequency][position], scaled */
	struct decoding_table dc, ac;
	float quant[64]; /* zigzag order */
	const uint8_t *p, *end;
	uint32_t bits, n_bits;
	bool cut; /* the data ended */
};

static const uint8_t decoding_zigzag[64] = {
	0,  1,	8,  16, 9,  2,	3,  10, 17, 24, 32, 25, 18, 11, 4,  5,
	12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,	7,  14, 21, 28,
	35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
	58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
};

static inline int decoding_init(const struct libcodec_host *host, void **ret_priv)
{
	struct decoding_priv *priv = malloc(sizeof(*priv));

	if (!priv)
		return -ENOMEM;
	priv->host = host;
	*ret_priv = priv;
	return 0;
}

static inline void decoding_fini(void *priv)
{
	free(priv);
}

static inline int decoding_cap_get(void *priv, void *device, uint32_t index,
				   struct libcodec_cap *cap)
{
	if (index > 0)
		return -ENOENT;
	mock_fill_cap(cap, 1);
	cap->samplings = LIBCODEC_SAMPLING_BIT(LIBCODEC_SAMPLING_400);
	cap->components = 1u << (1 - 1);
	cap->colours = LIBCODEC_COLOUR_BIT(LIBCODEC_COLOUR_GREY);
	memset(cap->formats, 0, sizeof(cap->formats));
	cap->n_formats = 1;
	cap->formats[0].format = LIBCODEC_FORMAT_GREY;
	cap->formats[0].memory = LIBCODEC_MEMORY_BIT(LIBCODEC_MEMORY_HOST);
	cap->formats[0].samplings = cap->samplings;
	cap->formats[0].dtypes = 1u << LIBCODEC_DTYPE_U8;
	return 0;
}

/* Of n pi / 16. */
static inline float decoding_cosine(int n)
{
	static const float quarter[9] = {
		1,	     0.98078528f, 0.92387953f, 0.83146961f, 0.70710678f,
		0.55557023f, 0.38268343f, 0.19509032f, 0,
	};

	n %= 32;
	if (n > 16)
		n = 32 - n;
	return n > 8 ? -quarter[16 - n] : quarter[n];
}

static inline int decoding_session_open(void *priv, void *device, void **ret_session)
{
	struct decoding_session *s = calloc(1, sizeof(*s));
	int f, x;

	if (!s)
		return -ENOMEM;
	s->host = ((struct decoding_priv *)priv)->host;
	for (f = 0; f < 8; f++)
		for (x = 0; x < 8; x++)
			s->cosine[f][x] = (f ? 0.5f : 0.35355339f) *
					  decoding_cosine((2 * x + 1) * f);
	*ret_session = s;
	return 0;
}

/* Once in so many milliseconds: for what shall not depend on how fast the machine is. */
static inline bool decoding_due(void *priv, int64_t ms, int64_t *last_ns)
{
	const struct libcodec_host *host = ((struct decoding_priv *)priv)->host;
	int64_t last = __atomic_load_n(last_ns, __ATOMIC_RELAXED);
	int64_t now = host->now_ns(host);

	return now - last >= ms * 1000000 &&
	       __atomic_compare_exchange_n(last_ns, &last, now, false, __ATOMIC_RELAXED,
					   __ATOMIC_RELAXED);
}

static inline void decoding_session_close(void *session)
{
	free(session);
}

/* The host has seen that the table lies inside of the stream. */
static inline void decoding_take_table(struct decoding_table *t, const uint8_t *dht)
{
	int32_t code = 0, at = 0, length;

	t->symbols = dht + 16;
	for (length = 1; length <= 16; length++) {
		t->first[length] = code;
		t->n[length] = dht[length - 1];
		t->at[length] = at;
		at += t->n[length];
		code = (code + t->n[length]) << 1;
	}
}

/* One bit, F.2.2.5; -1: there are no more before a marker or the end. */
static inline int decoding_bit(struct decoding_session *s)
{
	if (!s->n_bits) {
		if (s->end - s->p < 1 || (*s->p == 0xff && s->end - s->p < 2)) {
			s->cut = true;
			return -1;
		}
		if (*s->p == 0xff && s->p[1] != 0)
			return -1;
		s->bits = *s->p;
		s->p += *s->p == 0xff ? 2 : 1;
		s->n_bits = 8;
	}
	s->n_bits--;
	return (int)(s->bits >> s->n_bits & 1);
}

/* A symbol, F.2.2.3, or -1. */
static inline int decoding_symbol(struct decoding_session *s,
				  const struct decoding_table *t)
{
	int32_t code = 0, length;

	for (length = 1; length <= 16; length++) {
		int bit = decoding_bit(s);

		if (bit < 0)
			return -1;
		code = code << 1 | bit;
		if (code - t->first[length] < t->n[length])
			return t->symbols[t->at[length] + code - t->first[length]];
	}
	return -1;
}

/* A value of @size bits, F.2.2.1. Returns false where they aren't there. */
static inline bool decoding_value(struct decoding_session *s, int size, int *ret_value)
{
	int value = 0, i;

	for (i = 0; i < size; i++) {
		int bit = decoding_bit(s);

		if (bit < 0)
			return false;
		value = value << 1 | bit;
	}
	if (size && value < 1 << (size - 1))
		value -= (1 << size) - 1;
	*ret_value = value;
	return true;
}

/* F.2.2.1 and F.2.2.2. */
static inline bool decoding_block(struct decoding_session *s, int64_t *pred,
				  float block[64])
{
	int symbol = decoding_symbol(s, &s->dc), value, k;

	memset(block, 0, 64 * sizeof(*block));
	if (symbol < 0 || symbol > 11 || !decoding_value(s, symbol, &value))
		return false;
	*pred += value;
	block[0] = (float)*pred * s->quant[0];
	for (k = 1; k < 64; k++) {
		symbol = decoding_symbol(s, &s->ac);
		if (symbol < 0)
			return false;
		if (symbol == 0)
			break;
		k += symbol >> 4;
		if (k > 63 || !decoding_value(s, symbol & 15, &value))
			return false;
		block[decoding_zigzag[k]] = (float)value * s->quant[k];
	}
	return true;
}

/* A.3.3 in one dimension, and then in the other; the part of it that is visible. */
static inline void decoding_put(const struct decoding_session *s, const float block[64],
				const struct libcodec_surface *to, uint32_t x0,
				uint32_t y0)
{
	float rows[64];
	uint32_t x, y, f;

	for (y = 0; y < 8; y++) {
		for (x = 0; x < 8; x++) {
			rows[8 * y + x] = 0;
			for (f = 0; f < 8; f++)
				rows[8 * y + x] += block[8 * y + f] * s->cosine[f][x];
		}
	}
	for (y = 0; y < 8 && y0 + y < to->height; y++) {
		uint8_t *out = (uint8_t *)to->data + to->plane_offset[0] +
			       (size_t)(y0 + y) * to->plane_stride[0] + x0;

		for (x = 0; x < 8 && x0 + x < to->width; x++) {
			float sum = 128.5f;

			for (f = 0; f < 8; f++)
				sum += rows[8 * f + x] * s->cosine[f][y];
			out[x] = sum < 0 ? 0 : sum > 255 ? 255 : (uint8_t)sum;
		}
	}
}

/* RSTn between intervals, F.2.1.3.1; fill bytes may stand before it (B.1.1.2). */
static inline bool decoding_restart(struct decoding_session *s, uint32_t n)
{
	s->n_bits = 0;
	while (s->end - s->p >= 2 && s->p[0] == 0xff && s->p[1] == 0xff)
		s->p++;
	if (s->end - s->p < 2) {
		s->cut = true;
		return false;
	}
	if (s->p[0] != 0xff || s->p[1] != 0xd0 + (n & 7))
		return false;
	s->p += 2;
	return true;
}

static inline void decoding_begin(struct decoding_session *s,
				  const struct libcodec_decode_job *job)
{
	const struct libcodec_jpeg_header *h = job->jpeg;
	uint32_t tq = h->component[0].tq, k;
	const uint8_t *q = job->data + h->dqt_offset[tq];

	decoding_take_table(&s->dc, job->data + h->dht_offset[0][h->scan[0].dc]);
	decoding_take_table(&s->ac, job->data + h->dht_offset[1][h->scan[0].ac]);
	for (k = 0; k < 64; k++)
		s->quant[k] = h->dqt_wide & 1u << tq ?
				      (float)(q[2 * k] << 8 | q[2 * k + 1]) :
				      (float)q[k];
	s->p = job->data + h->scan_offset;
	s->end = job->data + job->size;
	s->n_bits = 0;
	s->cut = false;
}

static inline uint32_t decoding_late(struct libcodec_decode_result *result)
{
	result->error = -ETIMEDOUT;
	return LIBCODEC_VERDICT_FALLBACK;
}

static inline uint32_t decoding_decode(void *session,
				       const struct libcodec_decode_job *job,
				       struct libcodec_decode_result *result)
{
	const struct libcodec_surface *to = job->surface;
	uint32_t restarts = job->jpeg->restart_interval, n = 0, x, y;
	struct decoding_session *s = session;
	float block[64];
	int64_t pred = 0;

	decoding_begin(s, job);
	for (y = 0; y < to->height; y += 8) {
		if (job->deadline_ns && s->host->now_ns(s->host) >= job->deadline_ns)
			return decoding_late(result);
		for (x = 0; x < to->width; x += 8, n++) {
			if (restarts && n && n % restarts == 0) {
				if (!decoding_restart(s, n / restarts - 1))
					goto corrupt;
				pred = 0;
			}
			if (!decoding_block(s, &pred, block))
				goto corrupt;
			decoding_put(s, block, to, x, y);
		}
	}
	while (s->end - s->p >= 2 && !(s->p[0] == 0xff && s->p[1] == 0xd9))
		s->p++;
	result->consumed =
		s->end - s->p >= 2 ? (uint64_t)(s->p + 2 - job->data) : job->size;
	return LIBCODEC_VERDICT_DONE;
corrupt:
	result->truncated = s->cut;
	result->offset = (uint64_t)(s->p - job->data);
	strcpy(result->message, "a block can't be read");
	return LIBCODEC_VERDICT_CORRUPT;
}

static inline void decoding_make(struct mock *mock)
{
	mock->plugin.init = decoding_init;
	mock->plugin.fini = decoding_fini;
	mock->plugin.cap_get = decoding_cap_get;
	mock->ops.session_open = decoding_session_open;
	mock->ops.session_close = decoding_session_close;
	mock->ops.decode = decoding_decode;
}

/* The statement after the name spoils *mock. */
#define DECODING_PLUGIN(mock_name, ...) \
	MOCK_PLUGIN(mock_name, decoding_make(mock); __VA_ARGS__)

#endif
