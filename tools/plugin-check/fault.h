/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* The rules of the level fault, by the files that they are in. */
#ifndef LC_KIT_FAULT_H
#define LC_KIT_FAULT_H

#include "bed.h"

/* fault-memory.c */
void fault_open_memory(struct kit_case *c); /* F01 */
void fault_decode_memory(struct kit_case *c); /* F02 */

/* fault-device.c */
void fault_device_eacces(struct kit_case *c); /* F03 */
void fault_device_ebusy(struct kit_case *c); /* F04 */
void fault_device_enodev(struct kit_case *c); /* F05 */
void fault_device_revoked(struct kit_case *c); /* F06 */

/* fault-process.c */
void fault_signals(struct kit_case *c); /* F07 */
void fault_close(struct kit_case *c); /* F10 */
void fault_fork(struct kit_case *c); /* F11 */

/* fault-time.c */
void fault_clock(struct kit_case *c); /* F13 */
void fault_deadline(struct kit_case *c); /* F14 */

/* fault-corpus.c */
void fault_corpus(struct kit_case *c); /* F12 */

#endif
