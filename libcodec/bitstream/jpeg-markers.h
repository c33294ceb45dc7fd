/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * JPEG's markers, ITU-T T.81 table B.1, and the step from one to the next.
 */
#ifndef LC_JPEG_MARKERS_H
#define LC_JPEG_MARKERS_H

#include <stdbool.h>
#include <string.h>

#include "reader.h"

enum {
	M_TEM = 0x01,
	M_SOF0 = 0xc0,
	M_DHT = 0xc4,
	M_JPG = 0xc8,
	M_DAC = 0xcc,
	M_SOF15 = 0xcf,
	M_RST0 = 0xd0,
	M_RST7 = 0xd7,
	M_SOI = 0xd8,
	M_EOI = 0xd9,
	M_SOS = 0xda,
	M_DQT = 0xdb,
	M_DNL = 0xdc,
	M_DRI = 0xdd,
	M_DHP = 0xde,
	M_EXP = 0xdf,
	M_APP0 = 0xe0,
	M_APP1 = 0xe1,
	M_APP2 = 0xe2,
	M_APP14 = 0xee,
	M_SOF55 = 0xf7, /* JPEG-LS, T.87 */
	M_COM = 0xfe,
};

/*
 * Go to the next marker, over fill bytes (B.1.1.2), stuffed zeros and stray bytes, which
 * cameras leave between segments. Returns its code, or -ENODATA at the end of the bytes.
 */
static inline int lc_next_marker(struct lc_reader *r)
{
	while (lc_rd_left(r) >= 2) {
		const uint8_t *ff = memchr(r->p, 0xff, lc_rd_left(r) - 1);

		if (!ff)
			break;
		r->p = ff + 1;
		if (*r->p != 0x00 && *r->p != 0xff)
			return *r->p++;
	}
	r->p = r->end;
	return -ENODATA;
}

static inline bool lc_marker_standalone(int marker)
{
	return marker == M_TEM || (marker >= M_RST0 && marker <= M_RST7);
}

/* A frame header: SOF0 to SOF15 without DHT, JPG and DAC, and JPEG-LS's. */
static inline bool lc_marker_is_sof(int marker)
{
	return (marker >= M_SOF0 && marker <= M_SOF15 && marker != M_DHT &&
		marker != M_JPG && marker != M_DAC) ||
	       marker == M_SOF55;
}

#endif
