/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What tests of devices share: a context with the cpu backend and mock-device over fake
 * devices, an opener and a clock in the test's hand, its log, its events.
 */
#ifndef LC_TESTS_HOTPLUG_BED_H
#define LC_TESTS_HOTPLUG_BED_H

#include <stdbool.h>

#include "testbed.h"

struct bed {
	struct testbed tb;
	struct libcodec_context_params params; /* change them before bed_context() */
	struct libcodec_context *ctx;
	struct libcodec_decoder *dec;
	struct libcodec_image *image;
	struct libcodec_image_info info; /* of the last decode, like the result */
	struct libcodec_result res;
	int open_error;  /* what opening a device gives; 0: it is opened */
	int64_t open_ns; /* how long the next opening takes, by the library's clock */
	bool plain_open; /* without the test's opener */
	bool listens;
	char log[65536];
	size_t log_size;
};

void bed_init(struct bed *bed);
void bed_done(struct bed *bed);

/* The context, and a decoder with @params (NULL: the defaults). */
void bed_context(struct bed *bed, const struct libcodec_decoder_params *params);

/* Decode the picture; bed_decode() fails the test when it doesn't come right. */
int bed_try(struct bed *bed);
void bed_decode(struct bed *bed);

/* The picture: 48x40, 4:2:0; or 4:1:1 from now on, which the cpu doesn't write as RGB. */
void bed_picture_411(void);
const uint8_t *bed_stream(void);
size_t bed_stream_size(void);

struct libcodec_attempt bed_attempt(struct bed *bed, const char *backend);
struct libcodec_plugin_info bed_plugin(struct bed *bed, const char *name);
bool bed_device(struct bed *bed, unsigned int index, struct libcodec_device_info *ret_info);

/* Get the descriptor; dispatch until it is quiet. */
void bed_listen(struct bed *bed);
void bed_dispatch(struct bed *bed);

/* The next event, which is of that type; that there is none. */
struct libcodec_event bed_event(struct bed *bed, uint32_t type);
void bed_no_event(struct bed *bed);

/* How often the log has @text. */
unsigned int bed_logged(struct bed *bed, const char *text);

/* Let @ns go by on the library's clock. */
void bed_clock(int64_t ns);

/* From now on only that moves it: what a slow machine takes counts for nothing. */
void bed_stop_clock(void);

/* Descriptors that are open in this process, but for those of the fakes. */
unsigned int bed_fds(void);

void bed_close_device(void *data, int fd);

#endif
