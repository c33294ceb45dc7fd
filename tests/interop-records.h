/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Telemetry records as their goldens have them, before they are packed.
 */
#ifndef INTEROP_RECORDS_H
#define INTEROP_RECORDS_H

#include <pelorus/telemetry.h>

extern const PelorusSideData record_meta;
extern const PelorusEncTelemetryInput record_frame; /* golden_telemetry_frame */
extern const PelorusEncTelemetryInput record_maps;  /* golden_telemetry_maps */
extern const PelorusEncTelemetryInput record_rows;  /* golden_telemetry_rows */
extern const PelorusEncTelemetryInput record_odd;   /* golden_telemetry_odd */

#endif
