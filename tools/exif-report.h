/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The Exif block of a file, entry by entry.
 */
#ifndef CODECCTL_EXIF_REPORT_H
#define CODECCTL_EXIF_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "json.h"

/* Whether this program was built with libexif. */
bool exif_report_available(void);

/* @tiff: the TIFF header and what follows, as libcodec_find_exif() finds it. */
void exif_report_print(FILE *to, const unsigned char *tiff, size_t size);
/* An array of {"ifd", "tag", "value"}, or null where libexif makes nothing of it. */
void exif_report_json(struct json *j, const unsigned char *tiff, size_t size);

#endif
