/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* The rules of the level decode, by the files that they are in. */
#ifndef LC_KIT_DECODE_H
#define LC_KIT_DECODE_H

#include "bed.h"

#define DECODE_ANY                                                       \
	(1u << GOLDEN_PLAIN | 1u << GOLDEN_SIZE | 1u << GOLDEN_VARIANT | \
	 1u << GOLDEN_LARGE)

/* decode-memory.c: where it writes, and when. */
void decode_written(struct kit_case *c); /* D05 */
void decode_margins(struct kit_case *c); /* D08 */
void decode_fences(struct kit_case *c); /* D09 */
void decode_untouched(struct kit_case *c); /* D10 */
void decode_late(struct kit_case *c); /* D16 */

/* decode-dmabuf.c: the same in dma-bufs. */
void decode_dmabuf_mapped(struct kit_case *c); /* D21 */
void decode_dmabuf_device(struct kit_case *c); /* D22 */

/* decode-session.c: frame after frame. */
void decode_allocations(struct kit_case *c); /* D11 */
void decode_deadline(struct kit_case *c); /* D12 */
void decode_geometry(struct kit_case *c); /* D13 */
void decode_thousand(struct kit_case *c); /* D14 */
void decode_two(struct kit_case *c); /* D15 */

/* decode-damage.c: what it says of a stream. */
void decode_consumed(struct kit_case *c); /* D17 */
void decode_truncated(struct kit_case *c); /* D18 */
void decode_corrupt(struct kit_case *c); /* D19 */
void decode_result(struct kit_case *c); /* D20 */

#endif
