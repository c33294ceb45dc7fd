/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The program's own malloc and its kin, over the C library's: they count and, where
 * asked, fail. What counts is each allocation but those of the kit and of libcodec
 * itself, by the address that the call returns to: the plugin's, and those of the
 * libraries it brings.
 */
#ifndef LC_KIT_ALLOC_H
#define LC_KIT_ALLOC_H

#include "kit.h"

/* NULL where this build can count, else why it can't. */
const char *kit_alloc_unavailable(void);

/* Count from now on, the allocations of this thread only or those of all. */
void kit_alloc_count(bool all_threads);

/* Count those of this thread, and let the one at @index (from 0) fail with ENOMEM. */
void kit_alloc_fail_at(unsigned int index);

/* End of either. Returns how many there were. */
unsigned int kit_alloc_stop(void);

#endif
