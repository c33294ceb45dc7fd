/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Verdicts with what goes with them in a result.
 */
#ifndef LC_CPU_VERDICT_H
#define LC_CPU_VERDICT_H

#include <libcodec/plugin.h>

/* One sentence for people. What isn't printable (it may quote the stream) becomes '?'. */
void lc_say(struct libcodec_decode_result *result, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* @what: a sentence, or NULL to keep the one that is there. */
uint32_t lc_corrupt(struct libcodec_decode_result *result, uint64_t offset,
		    const char *what);
uint32_t lc_not_applicable(struct libcodec_decode_result *result, uint64_t reason,
			   uint32_t feature, uint64_t detail);
uint32_t lc_fall_back(struct libcodec_decode_result *result, int error, const char *what);

#endif
