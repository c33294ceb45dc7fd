/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What a file says about the meaning of its samples and the size of its pixels.
 */
#ifndef CODECCTL_COLOUR_H
#define CODECCTL_COLOUR_H

#include <stdio.h>

#include <libcodec/decoder.h>

#include "json.h"

/* A line for each thing that is there. */
void colour_print(FILE *to, const struct libcodec_image_info *info);
/* An object, with null for what is not there. */
void colour_json(struct json *j, const struct libcodec_image_info *info);

#endif
