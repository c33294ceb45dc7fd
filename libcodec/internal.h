/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What every file of the dispatcher shares: export mark, helpers for structs that cross
 * the boundary, small arithmetic. Nothing here knows a codec.
 */
#ifndef LC_INTERNAL_H
#define LC_INTERNAL_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <libcodec/codec.h>

#define LC_EXPORT __attribute__((visibility("default")))
#define LC_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define LC_ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

#define lc_likely(x)   __builtin_expect(!!(x), 1)
#define lc_unlikely(x) __builtin_expect(!!(x), 0)

static inline uint64_t lc_min_u64(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/*
 * Take a struct from outside into one of our size. @src begins with its struct_size.
 * Shorter: the rest of @dst is zero. Longer: the tail must be zero, else -E2BIG.
 * struct_size itself must cover at least its own four bytes, else -EINVAL.
 */
static inline int lc_struct_in(void *dst, size_t dst_size, const void *src)
{
	const unsigned char *s = src;
	uint32_t size;
	size_t i;

	memcpy(&size, src, sizeof(size));
	if (size < sizeof(size))
		return -EINVAL;
	for (i = dst_size; i < size; i++)
		if (s[i])
			return -E2BIG;
	memset(dst, 0, dst_size);
	memcpy(dst, src, size < dst_size ? size : dst_size);
	return 0;
}

/*
 * Give a struct of ours to the outside: as much as the receiver's struct_size says, and
 * zeros where it knows more than we do. Its struct_size stays. -EINVAL without one.
 */
static inline int lc_struct_out(void *dst, const void *src, size_t src_size)
{
	uint32_t size;

	memcpy(&size, dst, sizeof(size));
	if (size < sizeof(size))
		return -EINVAL;
	memset(dst, 0, size);
	memcpy(dst, src, size < src_size ? size : src_size);
	memcpy(dst, &size, sizeof(size));
	return 0;
}

#endif
