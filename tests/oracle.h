/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * libjpeg-turbo as the judge of samples: its component planes, accurate DCT, without
 * upsampling, smoothing or colour conversion.
 */
#ifndef LC_TESTS_ORACLE_H
#define LC_TESTS_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <libcodec/image.h>

/* Whether this build has it. */
bool oracle_there(void);

/*
 * Hold an image (its layout and the bytes that map() gives) against a stream of one or
 * three components. Samples of the stream must be equal; chroma that is on another grid
 * must be the mean of what lies under it, rounded down; RGB must be the three components,
 * or from YCbCr by JFIF's constants in 14 bits with the nearest chroma, or grey.
 * Returns 0, 1 where there is no oracle, or -1 with the reason.
 */
int oracle_compare(const uint8_t *stream, size_t size, const struct libcodec_image_layout *l,
		   const uint8_t *pixels, char *why, size_t why_size);

/*
 * Hold a GREY image, u8 or u16, against libpng's reading of a grey PNG, transparency left
 * out. Returns 0, 1 where there is no libpng, or -1 with the reason.
 */
int oracle_compare_grey_png(const uint8_t *stream, size_t size,
			    const struct libcodec_image_layout *l, const uint8_t *pixels,
			    char *why, size_t why_size);

#endif
