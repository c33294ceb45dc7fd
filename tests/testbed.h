/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What tests of the dispatcher share: a folder of manifests and plugins that a test makes
 * to its taste, contexts over it, images and pictures.
 */
#ifndef LC_TESTS_TESTBED_H
#define LC_TESTS_TESTBED_H

#include "test.h"

#include <libcodec/decoder.h>

/* A temporary folder that vanishes with testbed_done(). */
struct testbed {
	char dir[64];
};

void testbed_init(struct testbed *tb);
void testbed_done(struct testbed *tb);

/* Put the cpu backend and its manifest into it. */
void testbed_add_cpu(struct testbed *tb);

/*
 * Put tests/plugins/mock-@name.so into it, with a manifest @order-mock-@name.conf that
 * says band=hardware and has the lines @extra (or NULL) in its Plugin section.
 */
void testbed_add_mock(struct testbed *tb, const char *order, const char *name,
		      const char *extra);

/* Put a file of stage/@folder of the build into it. */
void testbed_add_built(struct testbed *tb, const char *folder, const char *name);

/* Write a file with mode 0644. */
void testbed_write(struct testbed *tb, const char *name, const void *data, size_t size);

/* A context that knows this folder alone. */
struct libcodec_context *testbed_context(struct testbed *tb);

/* A decoder with settings (NULL: the defaults). The context stays the caller's. */
struct libcodec_decoder *testbed_decoder(struct libcodec_context *ctx,
					 const struct libcodec_decoder_params *params);

/* An image of @capacity bytes of plain memory that begins as 1x1 GREY. */
struct libcodec_image *testbed_image(struct libcodec_context *ctx, size_t capacity);

#define TESTBED_STREAM_MAX (1u << 20)
#define TESTBED_IMAGE_MAX  (1u << 20)

/* A decoder over the cpu backend alone, room for a stream, and an image over @pixels. */
struct testbed_cpu {
	struct testbed tb;
	struct libcodec_context *ctx;
	struct libcodec_decoder *dec;
	struct libcodec_image *image;
	uint8_t *stream; /* TESTBED_STREAM_MAX */
	uint8_t *pixels; /* TESTBED_IMAGE_MAX */
};

void testbed_cpu_init(struct testbed_cpu *cpu);
void testbed_cpu_done(struct testbed_cpu *cpu);

#endif
