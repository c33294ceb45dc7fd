/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The device that --device names, as the kit's host tells a plugin of it: by sysfs alone,
 * without the udev database.
 */
#ifndef LC_KIT_DEVICE_H
#define LC_KIT_DEVICE_H

#include "kit.h"

/*
 * Find the device behind a node. Returns 0 with *ret_device, for kit_device_free(), or a
 * negative errno: -ENODEV where the node is no character or block device.
 */
int kit_device_new(const char *node, struct libcodec_device **ret_device);
void kit_device_free(struct libcodec_device *device);

/* device_get() of the host. [any] */
int kit_device_get(const struct libcodec_device *device, uint32_t what, const char *key,
		   char *buffer, uint64_t size);

/* Its node. Lives as long as the device. */
const char *kit_device_node(const struct libcodec_device *device);

#endif
