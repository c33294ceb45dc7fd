/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Devices in words: what info and monitor have in common.
 */
#ifndef CODECCTL_DEVICE_REPORT_H
#define CODECCTL_DEVICE_REPORT_H

#include "codecctl.h"
#include "json.h"

/* The next device of @backend (NULL: of any) from *index on, which moves behind it. */
bool device_next(struct ctl *ctl, const char *backend, unsigned int *index,
		 struct libcodec_device_info *ret_dev);

/* "/dev/video3", or the syspath of a device without a node. */
const char *device_name(const char *node, const char *syspath);

/* "/dev/video3 (mxc-jpeg): ready" */
void device_put(FILE *to, const struct libcodec_device_info *dev);

/* An object. */
void device_json(struct json *j, const struct libcodec_device_info *dev);

#endif
