/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * <pelorus/libcodec.h>: what libcodec adds to the Pelorus interop ABI.
 *
 * What begins with libcodec_ or LIBCODEC_ is ours alone. The other headers of this folder
 * have names of that ABI and its specification only, so that a program which does with
 * them is bound to no implementation.
 */
#ifndef PELORUS_LIBCODEC_H
#define PELORUS_LIBCODEC_H

#include <stddef.h>
#include <stdint.h>

#include "pelorus/interop.h"
#include "pelorus/telemetry.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * PelorusSideData.producer_id of blobs that libcodec itself writes ("LCDC"). A program
 * that packs blobs with this library is a producer of its own and takes an id of its own.
 * @since 0.1
 */
#define LIBCODEC_PEL_PRODUCER PEL_FOURCC('L', 'C', 'D', 'C')

/** How the edge of motion cells came to be known. @since 0.1 */
enum libcodec_pel_edge {
	LIBCODEC_PEL_EDGE_NONE = 0,     /**< not at all: the field can't be used */
	LIBCODEC_PEL_EDGE_NAMED = 1,    /**< by the section, and it makes this grid */
	LIBCODEC_PEL_EDGE_INFERRED = 2, /**< of 8 to 32 it alone makes this grid */
	LIBCODEC_PEL_EDGE_ASSUMED = 3   /**< 16, one of several: worth a warning, once */
};

/**
 * The edge of a motion cell in luma samples. A section of ABI 1.4 can name it; for
 * others, and where what is named does not make the grid of the header, it follows from
 * the sizes.
 *
 * @param section PelorusMotionSection as pel_blob_find_section() gave it, at any address;
 *        may be NULL with got 0
 * @param got the readable bytes of it
 * @param frame_width,frame_height luma samples of the frame
 * @param grid_cols,grid_rows of the header of the same blob
 * @param ret_edge luma samples; 0 with LIBCODEC_PEL_EDGE_NONE; may be NULL
 * @return enum libcodec_pel_edge; LIBCODEC_PEL_EDGE_NONE too where a size is 0
 * @note any thread; no state
 * @since 0.1
 */
enum libcodec_pel_edge libcodec_pel_motion_edge(const void *section, size_t got,
						uint32_t frame_width,
						uint32_t frame_height, uint16_t grid_cols,
						uint16_t grid_rows, uint32_t *ret_edge);

/**
 * Telemetry of a stream as JSON, of the schema pelorus/enc-telemetry/1: an object with
 * schema, codec, adapter, the keys that the adapter can know ("available") and those it
 * can't ("unavailable"), and "frames". A frame has the keys that it reports, and those that
 * go with them; never null. Keys, types and units are those of
 * interop/schema/telemetry-fields.json. A QP of qp_map is as in avg_qp, not times 4.
 * Numbers have as few digits as tell one float from all others.
 *
 * @param frames n of one codec and one adapter, at least one
 * @param buf cap bytes; NULL with cap 0. Without PEL_OK its bytes may be anything
 * @param out_len bytes of the text without its NUL, with PEL_OK and where buf is too small;
 *        else 0
 * @return PEL_OK; PEL_ERR_INVALID (a NULL, no frame, or frames of several codecs or
 *         adapters); as pel_enc_telemetry_validate(), of the first frame that isn't good;
 *         PEL_ERR_RANGE (text and NUL take more than cap)
 * @note any thread; no state; allocates nothing
 * @since 0.1
 */
pel_result libcodec_pel_telemetry_to_json(const PelorusEncTelemetryInput *frames, size_t n,
					  char *buf, size_t cap, size_t *out_len);

#ifdef __cplusplus
}
#endif

#endif
