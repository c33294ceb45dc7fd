/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It formats numbers in a locale of its own, on the thread of its caller. */
#include "mock.h"

#include <locale.h>

static int init(const struct libcodec_host *host, void **ret_priv)
{
	uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
	return mock_init(host, ret_priv);
}

MOCK_PLUGIN("mock-changes-locale", mock->plugin.init = init)
