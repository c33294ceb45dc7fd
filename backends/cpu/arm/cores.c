/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Tells cores apart by their main ID register, which the kernel shows for each core in
 * /sys, and for the one that asks by emulating the instruction.
 */
#include "cores.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#define CPUS "/sys/devices/system/cpu"

#define IMPLEMENTER_ARM 0x41

/* HWCAP_CPUID of aarch64: the ID registers can be read. */
#define HWCAP_ID_REGISTERS (1ul << 11)

/*
 * The list is that of the cores in order, since those are few, and since what is not known
 * here, other makers' and later cores, is out of order more likely than not.
 */
bool lc_arm_core_in_order(uint32_t midr)
{
	if (midr >> 24 != IMPLEMENTER_ARM)
		return false;
	switch (midr >> 4 & 0xfff) {
	case 0xd01: /* Cortex-A32 */
	case 0xd02: /* Cortex-A34 */
	case 0xd03: /* Cortex-A53 */
	case 0xd04: /* Cortex-A35 */
	case 0xd05: /* Cortex-A55 */
	case 0xd46: /* Cortex-A510 */
	case 0xd80: /* Cortex-A520 */
	case 0xd88: /* Cortex-A520AE */
	case 0xd8f: /* Cortex-A320 */
		return true;
	default:
		return false;
	}
}

/* The register of a core, or 0 where there is none: it may be offline. */
static uint32_t read_midr(const char *folder, unsigned int core)
{
	char path[256], text[32];
	ssize_t n;
	int fd;

	n = snprintf(path, sizeof(path), "%s/cpu%u/regs/identification/midr_el1", folder,
		     core);
	if (n < 0 || (size_t)n >= sizeof(path))
		return 0;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	if (n <= 0)
		return 0;
	text[n] = '\0';
	return strncmp(text, "0x", 2) ? 0 : (uint32_t)strtoull(text, NULL, 16);
}

int lc_arm_any_big_core(const char *folder, unsigned int n)
{
	int r = -ENOENT;
	unsigned int i;

	for (i = 0; i < n; i++) {
		uint32_t midr = read_midr(folder, i);

		if (!midr)
			continue;
		if (!lc_arm_core_in_order(midr))
			return 1;
		r = 0;
	}
	return r;
}

/* The register of the core that runs this, or 0. */
static uint32_t own_midr(void)
{
#if defined(__aarch64__)
	if (getauxval(AT_HWCAP) & HWCAP_ID_REGISTERS) {
		uint64_t midr;

		__asm__("mrs %0, midr_el1" : "=r"(midr));
		return (uint32_t)midr;
	}
#endif
	return 0;
}

static bool probe(void)
{
	long n = sysconf(_SC_NPROCESSORS_CONF);
	int r = lc_arm_any_big_core(CPUS, n > 0 ? (unsigned int)n : 1);
	uint32_t midr;

	if (r >= 0)
		return r;
	midr = own_midr();
	return midr && !lc_arm_core_in_order(midr);
}

bool lc_arm_machine_is_big(void)
{
	enum { UNKNOWN, LITTLE, BIG };
	static atomic_int known;
	int is = atomic_load_explicit(&known, memory_order_relaxed);

	if (is == UNKNOWN) {
		is = probe() ? BIG : LITTLE;
		atomic_store_explicit(&known, is, memory_order_relaxed);
	}
	return is == BIG;
}
