/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Sends what udev's daemon sends to its listeners, through the kernel: for queues and
 * losses that are real. Needs a network namespace of its own, and the rights over it.
 */
#ifndef LC_TESTS_UDEV_NETLINK_H
#define LC_TESTS_UDEV_NETLINK_H

#include "udev-bed.h"

#ifdef HAVE_UMOCKDEV

/* A socket to send by; the caller closes it. */
int udev_netlink_open(void);

/* One event of a fake device to all listeners. A listener whose queue is full loses it. */
void udev_netlink_send(int sock, const struct udev_bed_device *dev, const char *action);

#endif
#endif
