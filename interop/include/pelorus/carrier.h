/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * <pelorus/carrier.h>: blobs without a zero byte, for encoders that lose the end of an
 * SEI message with many of them (NVENC does).
 *
 * This came with ABI 1.5 and lies in a header of its own, so that <pelorus/interop.h> is
 * that of 1.4, as is what we write. A carrier is pelorus_carrier_uuid and then the blob's
 * image in COBS (consistent overhead byte stuffing) without a delimiter: blocks of a byte
 * c, 1 to 255, and c - 1 bytes other than 0. Each block stands for its bytes and a zero
 * behind them, but the last one, and those with 255. To functions of ABI 1.4 a carrier is
 * no blob at all, so what comes from a stream goes through pel_blob_unwrap() first.
 *
 * Nothing here allocates or has a state; any threads may call it at once.
 */
#ifndef PELORUS_CARRIER_H
#define PELORUS_CARRIER_H

#include <stddef.h>
#include <stdint.h>

#include "pelorus/interop.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The minor version of the ABI that this header is of. Blobs are still of 1.4. */
#define PELORUS_CARRIER_MINOR 5u

/** 3f9b37b8-fd9a-4621-920e-9b78b55cf9b5: a carrier begins with it. @since 0.1; ABI 1.5 */
extern const uint8_t pelorus_carrier_uuid[PELORUS_SIDEDATA_UUID_LEN];

/** The most bytes that the carrier of a blob of n bytes has; n with the UUID. */
#define PEL_CARRIER_MAX_LEN(n) ((size_t)(n) + 1u + (size_t)(n) / 254u)

/**
 * Write a blob as a carrier.
 *
 * @param blob all of its len bytes, trailing ones too
 * @param out cap bytes, which don't overlap the blob; NULL with cap 0 asks for the
 *        length; left alone on failure
 * @param out_len the bytes of the carrier, with PEL_OK and where cap is too small; else 0
 * @return PEL_OK; PEL_ERR_INVALID (a NULL); PEL_ERR_ABSENT (no blob); PEL_ERR_RANGE (cap
 *         is too small)
 * @note any thread
 * @since 0.1; ABI 1.5
 */
pel_result pel_blob_carrier_encode(const uint8_t *blob, size_t len, uint8_t *out,
				   size_t cap, size_t *out_len);

/**
 * Take a blob, whether it comes as such or in a carrier.
 *
 * @param data len bytes, from the UUID on
 * @param scratch cap bytes, which don't overlap data, for the blob of a carrier; NULL
 *        with cap 0 where there is none; undefined after a failure
 * @param cap at least len, for a carrier
 * @param out_blob the blob: data itself, or scratch; NULL on failure
 * @param out_len its bytes; with PEL_ERR_RANGE those that scratch must have; left alone
 *        with PEL_ERR_INVALID, 0 with other failures
 * @return PEL_OK, which promises no more than the UUID (and 48 bytes behind it, if it was
 *         in a carrier); PEL_ERR_INVALID (a NULL); PEL_ERR_ABSENT (neither of the two
 *         UUIDs); PEL_ERR_RANGE (cap is too small); PEL_ERR_ABI (no COBS);
 *         PEL_ERR_TRUNCATED (too short for an image)
 * @note any thread
 * @since 0.1; ABI 1.5
 */
pel_result pel_blob_unwrap(const uint8_t *data, size_t len, uint8_t *scratch, size_t cap,
			   const uint8_t **out_blob, size_t *out_len);

#ifdef __cplusplus
}
#endif

#endif
