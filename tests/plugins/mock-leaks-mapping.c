/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* Each init maps memory, and no fini unmaps it. */
#include "mock.h"

#include <sys/mman.h>

static int init(const struct libcodec_host *host, void **ret_priv)
{
	/* Of two protections by turns, or the kernel makes one mapping of all. */
	static int rounds;

	if (mmap(NULL, 4096, rounds++ & 1 ? PROT_READ : PROT_NONE,
		 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
		return -errno;
	return mock_init(host, ret_priv);
}

MOCK_PLUGIN("mock-leaks-mapping", mock->plugin.init = init)
