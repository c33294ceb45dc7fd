/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The file formats that pictures are written in, each to an open stream.
 *
 * All return 0 or a negative errno. None flushes or closes the stream.
 */
#ifndef CODECCTL_WRITERS_H
#define CODECCTL_WRITERS_H

#include <stdio.h>

#include "picture.h"

int write_yuv(FILE *to, const struct picture *p);
/* Each frame after a header; all have the size and format that the header is for. */
int write_y4m_header(FILE *to, const struct picture *p);
int write_y4m_frame(FILE *to, const struct picture *p);
int write_pgm(FILE *to, const struct picture *p);
int write_ppm(FILE *to, const struct picture *p);
int write_png(FILE *to, const struct picture *p); /* -EOPNOTSUPP without libpng */

bool write_png_available(void);

#endif
