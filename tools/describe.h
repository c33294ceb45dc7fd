/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What a picture is, in words: lines that identify and decode -v have in common.
 */
#ifndef CODECCTL_DESCRIBE_H
#define CODECCTL_DESCRIBE_H

#include <stdio.h>

#include <libcodec/decoder.h>

#include "json.h"

/* "FILE: JPEG baseline 4:2:0, 1920x1080, 3 components of 8 bits" */
void describe_header(FILE *to, const char *file, const struct libcodec_image_info *info);
/* "NV12, u8, strides 1920 1920", without a newline. */
void describe_layout(FILE *to, const struct libcodec_image_info *info);
/* "  orientation: 6, rotate by 90 degrees clockwise" */
void describe_orientation(FILE *to, const struct libcodec_image_info *info);

/* The keys format, dtype and strides. */
void describe_layout_json(struct json *j, const struct libcodec_image_info *info);

#endif
