/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The order of an object's members.
 */
#ifndef INTEROP_RECORD_SORT_H
#define INTEROP_RECORD_SORT_H

#include <stdbool.h>
#include <stdint.h>

#include <pelorus/encode_record.h>

/* As memcmp(): how the keys of members @a and @b of @list stand to each other. */
typedef int lc_record_compare(const void *list, unsigned int a, unsigned int b);

/*
 * Write the indices of @n members, PEL_ENCODE_RECORD_MAX_MEMBERS at the most, in the order
 * of their keys. False where a key is there twice.
 */
bool lc_record_sort(uint8_t order[PEL_ENCODE_RECORD_MAX_MEMBERS], unsigned int n,
		    lc_record_compare *compare, const void *list);

#endif
