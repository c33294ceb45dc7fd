/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Which file codecctl decode writes where.
 */
#ifndef CODECCTL_DECODE_TARGETS_H
#define CODECCTL_DECODE_TARGETS_H

#include "decode-options.h"

/*
 * Make a target of each file. Returns 0 with opt->n_files of them, or an exit code after
 * a message; where two files would have one output that is wrong usage.
 */
int decode_targets_new(const struct decode_options *opt, struct decode_target **ret);
void decode_targets_free(struct decode_target *targets, int n);

#endif
