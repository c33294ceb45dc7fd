/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A reader of blobs that was written from the ABI's tables alone: it includes no header of
 * the library and no struct of it, and counts bytes.
 */
#ifndef INTEROP_PROSE_H
#define INTEROP_PROSE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Prints a blob, a line for the header, for each section and for each field that isn't 0,
 * and "bad: ..." for what no writer may do: bytes that are no part of it, padding that is not
 * zero, sections that don't follow each other.
 */
void prose_print(const uint8_t *blob, size_t len, FILE *out);

#endif
