/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Which kind of cores an Arm machine has.
 */
#ifndef LC_CPU_ARM_CORES_H
#define LC_CPU_ARM_CORES_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the core of a main ID register (MIDR_EL1) is known to execute in order. */
bool lc_arm_core_in_order(uint32_t midr);

/*
 * Whether any of the first @n cores of a folder like /sys/devices/system/cpu is a core that
 * executes out of order. A thread may run on any: where there is one such, the work of a
 * busy machine is done there, mostly.
 * @return 1 or 0, or -ENOENT where no core has an entry
 */
int lc_arm_any_big_core(const char *folder, unsigned int n);

/* The same for this machine; false where nothing can be found out. Any thread. */
bool lc_arm_machine_is_big(void);

#endif
