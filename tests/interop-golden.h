/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Blobs as they must be, by which writers and readers of the Pelorus interop ABI are held.
 */
#ifndef INTEROP_GOLDEN_H
#define INTEROP_GOLDEN_H

#include <stddef.h>
#include <stdint.h>

/* No section. */
extern const uint8_t golden_header[64];
/* Motion with the tail of ABI 1.4. */
extern const uint8_t golden_motion[120];
/* Motion as ABI 1.3 has it, of 32 bytes. */
extern const uint8_t golden_motion_1_3[112];
/* Telemetry of a frame, without maps. */
extern const uint8_t golden_telemetry_frame[184];
/* Telemetry of 4x2 blocks with all maps. */
extern const uint8_t golden_telemetry_maps[240];
/* Telemetry of five rows, with bits alone. */
extern const uint8_t golden_telemetry_rows[204];
/* Telemetry of 3x1 blocks in AV1, maps with a gap. */
extern const uint8_t golden_telemetry_odd[195];
/* An encode record with a locator. */
extern const uint8_t golden_record[151];
/* Two sections, of which the second one is filled up. */
extern const uint8_t golden_padding[152];
/* A QP report with a map of 3x2 cells. */
extern const uint8_t golden_qp_report[150];
/* The first one with minor version 5, in a carrier. */
extern const uint8_t golden_carrier[65];

/* All of them but the carrier, by name. */
struct golden {
	const char *name;
	const uint8_t *bytes;
	size_t size;
};

#define GOLDENS 10
extern const struct golden goldens[GOLDENS];

#endif
