/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A cursor over bytes from outside. What remains is compared with what is asked for
 * before any pointer moves, so it can't run past the end; a reader of a segment can't
 * leave the segment.
 */
#ifndef LC_READER_H
#define LC_READER_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

struct lc_reader {
	const uint8_t *base; /* of the whole stream: offsets count from here */
	const uint8_t *p;
	const uint8_t *end;
};

static inline struct lc_reader lc_reader_of(const uint8_t *data, size_t size)
{
	return (struct lc_reader){ data, data, data + size };
}

static inline size_t lc_rd_left(const struct lc_reader *r)
{
	return (size_t)(r->end - r->p);
}

/* Bytes from the stream's first to the cursor. */
static inline size_t lc_rd_offset(const struct lc_reader *r)
{
	return (size_t)(r->p - r->base);
}

/* One byte, or -EBADMSG. */
static inline int lc_rd_u8(struct lc_reader *r)
{
	if (r->p == r->end)
		return -EBADMSG;
	return *r->p++;
}

/* Two bytes, the higher first, or -EBADMSG. */
static inline int lc_rd_be16(struct lc_reader *r)
{
	int v;

	if (lc_rd_left(r) < 2)
		return -EBADMSG;
	v = r->p[0] << 8 | r->p[1];
	r->p += 2;
	return v;
}

/* Four bytes, the highest first, or -EBADMSG. */
static inline int64_t lc_rd_be32(struct lc_reader *r)
{
	uint32_t v;

	if (lc_rd_left(r) < 4)
		return -EBADMSG;
	v = (uint32_t)r->p[0] << 24 | (uint32_t)r->p[1] << 16 | (uint32_t)r->p[2] << 8 |
	    r->p[3];
	r->p += 4;
	return v;
}

/* Go @n bytes on, or -EBADMSG without moving. */
static inline int lc_rd_skip(struct lc_reader *r, size_t n)
{
	if (lc_rd_left(r) < n)
		return -EBADMSG;
	r->p += n;
	return 0;
}

/* Cut the next @n bytes off as a reader of their own, or -EBADMSG without moving. */
static inline int lc_rd_sub(struct lc_reader *r, size_t n, struct lc_reader *ret_sub)
{
	if (lc_rd_left(r) < n)
		return -EBADMSG;
	*ret_sub = (struct lc_reader){ r->base, r->p, r->p + n };
	r->p += n;
	return 0;
}

#endif
