/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The PNG decoder of the cpu backend. libpng parses chunks, inflates and undoes the
 * filters; png-decode.c leads a frame through it and owns its memory; png-rows.c turns
 * its raw rows into the caller's samples. Clauses are those of ISO/IEC 15948 (PNG, 2nd
 * edition).
 */
#ifndef LC_CPU_PNG_H
#define LC_CPU_PNG_H

#include <libcodec/plugin.h>

#include <stdbool.h>

/* Larger pictures are refused: so the bytes of a row fit a size_t of 32 bits. */
#define LC_PNG_SIDE_MAX (1u << 24)

/* How raw rows of one picture become rows of the surface. */
struct lc_png_rows {
	unsigned int depth;      /* bits a sample as coded */
	unsigned int channels;   /* of the surface */
	unsigned int pixel_size; /* bytes of a pixel of the surface */
	bool wide;               /* samples of 16 bits, else of 8 */
	bool has_key;            /* RGB: key[] is the colour that is transparent */
	bool copy;               /* the surface's samples are the reduced ones */
	uint16_t key[3];         /* 11.3.2.1 */
	uint8_t palette[256][4]; /* R, G, B, A; black beyond the end of PLTE */
	/* From raw to the surface's channels, wide ones big-endian; NULL: raw is so. */
	void (*reduce)(const struct lc_png_rows *rows, const uint8_t *raw, size_t n,
		       uint8_t *samples);
	/* From those samples to the surface's dtype. */
	void (*store)(const uint8_t *samples, size_t n, uint8_t *dst);
};

/*
 * Choose the ways from what the header says to a format and a dtype. Palette and key are
 * left to the caller: black, opaque, none. Returns 0, -EINVAL where the format isn't the
 * one that the picture has, or -EDOM where dtype, depth or colour type is unknown.
 */
int lc_png_rows_init(struct lc_png_rows *rows, const struct libcodec_png_header *header,
		     uint32_t format, uint32_t dtype);

/* The bytes of scratch that lc_png_rows_put() needs for rows of up to @width pixels. */
size_t lc_png_rows_scratch(const struct lc_png_rows *rows, size_t width);

/*
 * Write @n pixels of the raw row @raw to @dst, every @step-th pixel of it. Nothing is
 * assumed of the alignment of either.
 */
void lc_png_rows_put(const struct lc_png_rows *rows, const uint8_t *raw, size_t n,
		     uint8_t *scratch, uint8_t *dst, size_t step);

struct lc_png_session;

/* The one capability record, but for cap_id: that is the plugin's. Returns 0. */
int lc_png_cap(struct libcodec_cap *cap);

int lc_png_session_new(const struct libcodec_host *host, struct lc_png_session **ret_s);
void lc_png_session_free(struct lc_png_session *s);
void lc_png_session_trim(struct lc_png_session *s);

/*
 * One frame. Returns LIBCODEC_VERDICT_*.
 *
 * With LIBCODEC_ACCEPT_PARTIAL a picture of which at least one row was decoded is DONE;
 * what of it was not decoded is written as zeros. good_rows are those above the damage:
 * where the bytes end, all that are complete; else those that were complete before the
 * damaged chunk began, since a chunk of a wrong CRC taints all that came out of it.
 *
 * With LIBCODEC_ACCEPT_BAD_CHECKSUM neither CRCs matter nor the rest of the zlib stream
 * behind the last row, which is there for its Adler-32 alone.
 */
uint32_t lc_png_decode(struct lc_png_session *s, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result);

#endif
