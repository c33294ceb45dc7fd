/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * How the fields of a telemetry record, and what their numbers stand for, are called
 * where they are text: interop/schema/telemetry-fields.json.
 */
#ifndef INTEROP_TELEMETRY_FIELDS_H
#define INTEROP_TELEMETRY_FIELDS_H

#include <stdint.h>

/* Fields with a bit in present_mask, by the bit's number. */
#define LC_TLM_KEYS 23
extern const char *const lc_tlm_keys[LC_TLM_KEYS];

/* Names by number; "" for a number that stands for nothing. */
const char *lc_tlm_codec_name(uint8_t codec);
const char *lc_tlm_qp_scale_name(uint8_t scale);
const char *lc_tlm_picture_name(uint8_t type);
const char *lc_tlm_granularity_name(uint8_t granularity);
const char *lc_tlm_mode_name(uint8_t mode);
const char *lc_tlm_metric_source_name(uint8_t source);
const char *lc_tlm_adapter_name(uint8_t adapter);

#endif
