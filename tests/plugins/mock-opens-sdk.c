/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/* It opens a library of a vendor and has no .note.dlopen that says so. */
#include "mock.h"

static const char *volatile sdk = "libnvjpeg.so.12";

static int init(const struct libcodec_host *host, void **ret_priv)
{
	return sdk ? mock_init(host, ret_priv) : -ENODEV;
}

MOCK_PLUGIN("mock-opens-sdk", mock->plugin.init = init)
