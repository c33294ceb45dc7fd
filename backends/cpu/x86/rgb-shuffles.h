/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * How pshufb makes 48 bytes of 16 pixels.
 */
#ifndef LC_CPU_X86_RGB_SHUFFLES_H
#define LC_CPU_X86_RGB_SHUFFLES_H

#include <stdint.h>

#define Z 0x80 /* a zero */

/* For each third of 16 pixels: from pairs of R and G, and from B. */
static const uint8_t rgb_shuffles[6][16] __attribute__((aligned(16))) = {
	{ 0, 1, Z, 2, 3, Z, 4, 5, Z, 6, 7, Z, 8, 9, Z, 10 },
	{ Z, Z, 0, Z, Z, 1, Z, Z, 2, Z, Z, 3, Z, Z, 4, Z },
	{ 3, Z, 4, 5, Z, 6, 7, Z, 8, 9, Z, 10, 11, Z, 12, 13 },
	{ Z, 5, Z, Z, 6, Z, Z, 7, Z, Z, 8, Z, Z, 9, Z, Z },
	{ Z, 6, 7, Z, 8, 9, Z, 10, 11, Z, 12, 13, Z, 14, 15, Z },
	{ 10, Z, Z, 11, Z, Z, 12, Z, Z, 13, Z, Z, 14, Z, Z, 15 },
};

/* The same from grey. */
static const uint8_t grey_shuffles[3][16] __attribute__((aligned(16))) = {
	{ 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5 },
	{ 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10 },
	{ 10, 11, 11, 11, 12, 12, 12, 13, 13, 13, 14, 14, 14, 15, 15, 15 },
};

#undef Z

#endif
