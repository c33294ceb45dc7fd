/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the backends said of the last picture, for people and as JSON.
 */
#ifndef CODECCTL_ATTEMPTS_H
#define CODECCTL_ATTEMPTS_H

#include <stdio.h>

#include <libcodec/decoder.h>

#include "json.h"

/* One line a candidate, in the order of selection. */
void attempts_print(FILE *to, struct libcodec_decoder *dec);
/* An array of objects. */
void attempts_json(struct json *j, struct libcodec_decoder *dec);
/* Names of those that would take the picture of the last probe, "none" for none. */
void attempts_print_takers(FILE *to, struct libcodec_decoder *dec);
/* A line for each of the others, with its reasons. */
void attempts_print_refusals(FILE *to, struct libcodec_decoder *dec);

#endif
