/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Capability records in words, for people and programs.
 */
#ifndef CODECCTL_CAP_REPORT_H
#define CODECCTL_CAP_REPORT_H

#include "codecctl.h"
#include "json.h"

/* "JPEG: baseline; 4:2:0 4:4:4; to NV12 RGB" on standard output, without a newline. */
void cap_put_summary(const struct libcodec_cap *cap);

/* All of it, in lines. */
void cap_put(const struct libcodec_cap *cap);

/* An object. */
void cap_json(struct json *j, const struct libcodec_cap *cap);

#endif
