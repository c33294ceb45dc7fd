/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * <pelorus/telemetry.h>: encoder telemetry, section (i) of <pelorus/interop.h>: checking,
 * packing and reading it. ABI 1.4.
 *
 * "Not reported" is a clear bit of present_mask, never a value. Nothing here allocates;
 * the library has no state, so all functions may be called by any threads at once.
 * Pointers are read during a call and not kept.
 */
#ifndef PELORUS_TELEMETRY_H
#define PELORUS_TELEMETRY_H

#include <stddef.h>
#include <stdint.h>

#include "pelorus/interop.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A frame's record before it is packed. A map has map_cols x map_rows elements, row by
 * row.
 * @since 0.1; ABI 1.4
 */
typedef struct PelorusEncTelemetryInput {
	PelorusEncTelemetrySection frame; /**< *_map_offset and *_map_size stay 0 */
	const int16_t *qp_map;    /**< NULL without PEL_TLM_F_QP_MAP */
	const uint32_t *bits_map; /**< NULL without PEL_TLM_F_BITS_MAP */
	const uint8_t *mode_map;  /**< NULL without PEL_TLM_F_MODE_MAP */
} PelorusEncTelemetryInput;

/**
 * Whether a record is one that may be written.
 *
 * @return PEL_OK; PEL_ERR_INVALID (in is NULL; a number that names nothing, a field whose
 *         bit is clear and that isn't 0, fields that don't go together, a mode that is
 *         none, something that the adapter can't know); PEL_ERR_RANGE (a value outside of
 *         its range, too many elements). Which comes first where there are several is
 *         fixed: names, clear fields, tags of QP and metrics, metrics, geometry, maps'
 *         pointers, maps' values, what the adapter can know.
 * @note any thread; reads all elements of qp_map and mode_map
 * @since 0.1; ABI 1.4
 */
pel_result pel_enc_telemetry_validate(const PelorusEncTelemetryInput *in);

/**
 * How long the blob of a record is.
 * @param out_len bytes; 0 on failure
 * @return PEL_OK; PEL_ERR_INVALID (out_len is NULL), or as pel_enc_telemetry_validate()
 * @note any thread
 * @since 0.1; ABI 1.4
 */
pel_result pel_enc_telemetry_blob_size(const PelorusEncTelemetryInput *in,
				       size_t *out_len);

/**
 * Check a record and pack it into a blob, which has this section only.
 *
 * @param meta its fields marked "caller" go into the header
 * @param buf cap bytes; left alone on failure, as are bytes behind the blob
 * @param out_len the bytes of the blob, with PEL_OK and where cap is too small; else 0
 * @return PEL_OK; PEL_ERR_INVALID (a NULL; pel_enc_telemetry_blob_size() tells the
 *         length); as pel_enc_telemetry_validate(); PEL_ERR_RANGE (cap is too small)
 * @note any thread
 * @since 0.1; ABI 1.4
 */
pel_result pel_enc_telemetry_pack(const PelorusSideData *meta,
				  const PelorusEncTelemetryInput *in, uint8_t *buf,
				  size_t cap, size_t *out_len);

/**
 * What an adapter can know of a codec's frames.
 *
 * @param adapter enum pel_tlm_adapter
 * @param codec enum pel_tlm_codec
 * @param out_mask PEL_TLM_F_*; 0 on failure
 * @return PEL_OK; PEL_ERR_INVALID (a NULL, or a number that names nothing);
 *         PEL_ERR_UNSUPPORTED (nothing is known of that pair)
 * @note any thread
 * @since 0.1; ABI 1.4
 */
pel_result pel_tlm_adapter_caps(uint8_t adapter, uint8_t codec, uint64_t *out_mask);

/**
 * The QP of H.264 whose quantiser step is the same: 6 * log2(step / 0.625).
 *
 * @param qp_scale enum pel_qp_scale, of qp
 * @param coded_bit_depth 8, 10 or 12
 * @param out_norm left alone on failure
 * @return PEL_OK; PEL_ERR_INVALID (a NULL, or no such scale); PEL_ERR_RANGE (another
 *         depth, or qp is not finite or outside of its scale)
 * @note any thread
 * @since 0.1; ABI 1.4
 */
pel_result pel_qp_normalize(uint8_t qp_scale, uint8_t coded_bit_depth, float qp,
			    float *out_norm);

/**
 * Find a map of a record in its blob.
 *
 * @param blob,len as for pel_blob_map()
 * @param t an aligned copy of the section
 * @param got the readable bytes of it
 * @param map_bit PEL_TLM_F_QP_MAP, PEL_TLM_F_BITS_MAP or PEL_TLM_F_MODE_MAP
 * @param out_ptr int16_t, uint32_t or uint8_t, aligned if the blob is to 8; NULL on
 *        failure
 * @param out_elems elements there; 0 on failure
 * @return PEL_OK; PEL_ERR_INVALID (a NULL; got below 104; no bit of a map);
 *         PEL_ERR_ABSENT (it has no such map); PEL_ERR_ABI (a geometry that can't be); as
 *         pel_blob_map()
 * @note any thread
 * @since 0.1; ABI 1.4
 */
pel_result pel_enc_telemetry_map(const uint8_t *blob, size_t len,
				 const PelorusEncTelemetrySection *t, size_t got,
				 uint64_t map_bit, const void **out_ptr,
				 uint32_t *out_elems);

#ifdef __cplusplus
}
#endif

#endif
