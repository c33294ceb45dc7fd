/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Numbers as an encode record has them, for the builder as well.
 */
#ifndef INTEROP_RECORD_SCALAR_H
#define INTEROP_RECORD_SCALAR_H

#include <stdint.h>

#include <pelorus/encode_record.h>

/* Decimal, with a NUL. */
void lc_record_uint(uint64_t v, char out[PEL_ENCODE_RECORD_SCALAR_SIZE]);

#endif
