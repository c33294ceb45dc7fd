/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Little-endian numbers in bytes, at any address.
 */
#ifndef INTEROP_BYTES_H
#define INTEROP_BYTES_H

#include <stdint.h>

static inline uint16_t lc_get_le16(const uint8_t *p)
{
	return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint32_t lc_get_le32(const uint8_t *p)
{
	return lc_get_le16(p) | (uint32_t)lc_get_le16(p + 2) << 16;
}

static inline void lc_put_le16(uint8_t *p, uint16_t v)
{
	p[0] = (uint8_t)v;
	p[1] = (uint8_t)(v >> 8);
}

static inline void lc_put_le32(uint8_t *p, uint32_t v)
{
	lc_put_le16(p, (uint16_t)v);
	lc_put_le16(p + 2, (uint16_t)(v >> 16));
}

static inline void lc_put_le64(uint8_t *p, uint64_t v)
{
	lc_put_le32(p, (uint32_t)v);
	lc_put_le32(p + 4, (uint32_t)(v >> 32));
}

#endif
