/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The Huffman tables of ITU-T T.81 K.3.3, which a sequential stream means where it
 * defines none.
 */
#ifndef LC_JPEG_ANNEX_K_H
#define LC_JPEG_ANNEX_K_H

#include <stddef.h>
#include <stdint.h>

/* As a DHT has it: 16 counts, then that many symbols. */
struct lc_jpeg_huffman {
	const uint8_t *bytes;
	size_t size;
};

/* [DC, AC][table 0, for luminance; 1, for chrominance] */
extern const struct lc_jpeg_huffman lc_jpeg_annex_k[2][2];

/* All four in one DHT segment, its marker included. */
#define LC_JPEG_ANNEX_K_DHT 420

#endif
