/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What became of a picture that codecctl decode took, in words and as JSON.
 */
#ifndef CODECCTL_DECODE_PRINT_H
#define CODECCTL_DECODE_PRINT_H

#include "decode-options.h"

/* Its line or lines, its hash and its error. @dec: it knows what the backends said. */
void decode_print(const struct decode_options *opt, const struct decode_outcome *out,
		  struct libcodec_decoder *dec);

/* One object. */
void decode_json(struct json *j, const struct decode_outcome *out);

#endif
