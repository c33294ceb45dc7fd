/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * SHA-256 of a picture: the visible samples, planes one after another, rows tight.
 */
#ifndef CODECCTL_HASH_H
#define CODECCTL_HASH_H

#include <stdbool.h>

#include "picture.h"

#define HASH_TEXT_SIZE 65 /* with the zero */

/* Whether this program was built with libmd. */
bool hash_available(void);

/* Write 64 hexadecimal digits. Returns 0 or a negative errno. */
int hash_picture(const struct picture *p, char text[HASH_TEXT_SIZE]);

#endif
