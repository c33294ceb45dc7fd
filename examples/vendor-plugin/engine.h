/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the plugin's face asks of the thing that decodes. The face doesn't change when
 * engine.c is replaced by a driver for your hardware.
 */
#ifndef VENDOR_ENGINE_H
#define VENDOR_ENGINE_H

#include <libcodec/plugin.h>

struct engine;

/* Fill in what it can, in numbers; the host has zeroed the record and set struct_size. */
void engine_cap(struct libcodec_cap *cap);

/* All that a stream of frames needs; NULL without memory. */
struct engine *engine_new(const struct libcodec_host *host);
void engine_free(struct engine *e);

/* One frame: LIBCODEC_VERDICT_*, and @result says more. Allocates nothing. */
uint32_t engine_decode(struct engine *e, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result);

#endif
