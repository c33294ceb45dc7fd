/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the tests of whole pictures share, check-decode and its neighbours: a decoder over
 * the cpu backend, the samplings that there are, and decodes whose outcome is looked at.
 */
#ifndef LC_TESTS_DECODING_H
#define LC_TESTS_DECODING_H

#include <stddef.h>
#include <stdint.h>

#include "jpeg-writer.h"
#include "testbed.h"

#define POISON	0xa5
#define N_KINDS 8

/* What each test works with. */
extern struct testbed_cpu cpu;

/* Samplings, and what comes of them where nothing is preferred. */
struct decoding_kind {
	enum fx_sampling sampling;
	uint32_t format, sampling_is;
};

extern const struct decoding_kind kinds[N_KINDS];

/* The fixture of all these tests. */
void decoding_setup(void);
void decoding_teardown(void);

/* Write a JPEG into the stream; returns its size. */
size_t write_stream(const struct fx_jpeg *j);

/* The image's layout, and a row of it. */
struct libcodec_image_layout layout(void);
const uint8_t *row(const struct libcodec_image_layout *l, unsigned int plane,
		   unsigned int y);

/* Decode into poison; everything that is no pixel must still be poison afterwards. */
struct libcodec_image_info decode_ok(size_t size);

/* A decode that must fail; returns why. */
struct libcodec_result decode_bad(const void *data, size_t size, int error);

/* Samples against libjpeg-turbo's. */
void compare(size_t size);

/* Skip the test where there is nothing to compare with. */
void need_oracle(void);

#endif
