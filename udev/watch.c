/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Devices as the kernel shows them.
 */
#include "config.h"

#include "watch.h"
