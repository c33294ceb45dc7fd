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

#include "pelorus/encode_record.h"
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

/** Whose arguments libcodec_pel_options_parse() reads. @since 0.1 */
enum libcodec_pel_encoder {
	LIBCODEC_PEL_ENCODER_X264 = 1,
	LIBCODEC_PEL_ENCODER_X265 = 2,
	LIBCODEC_PEL_ENCODER_SVTAV1 = 3, /**< SvtAv1EncApp */
	LIBCODEC_PEL_ENCODER_FFMPEG = 4  /**< the program ffmpeg, with any encoder */
};

/** libcodec_pel_options.flags: argv[0] is the program's name. @since 0.1 */
#define LIBCODEC_PEL_OPTIONS_PROGRAM 1u

/** libcodec_pel_options.bad_arg: no argument is at fault. @since 0.1 */
#define LIBCODEC_PEL_OPTIONS_NO_ARG 0xffffffffu

/**
 * Storage for an encoder's options, all of it the caller's, and what came of them.
 *
 * With the result PEL_OK params and unknown_params go to a PelorusEncodeRecordInput as
 * they are. Their strings lie in the arguments, in text, or in the library, and values
 * hold pointers to them; all of that must live as long as they do.
 * @since 0.1
 */
struct libcodec_pel_options {
	uint32_t struct_size; /**< in: sizeof(struct libcodec_pel_options) */
	uint32_t flags;       /**< in: 0 or LIBCODEC_PEL_OPTIONS_PROGRAM */
	uint32_t output;      /**< in: which output file of ffmpeg, from 0; else ignored */

	uint32_t cap_params;         /**< in: elements of params */
	uint32_t cap_unknown_params; /**< in: elements of unknown_params */
	uint32_t cap_values;         /**< in: elements of values */
	uint32_t cap_text;           /**< in: bytes of text */

	/** @name Out: how many there are; with PEL_ERR_RANGE, are needed; else 0 @{ */
	uint32_t nb_params;
	uint32_t nb_unknown_params;
	uint32_t nb_values;
	uint32_t text_size;
	/** @} */

	/** Out: the option at fault, as an index of argv; LIBCODEC_PEL_OPTIONS_NO_ARG */
	uint32_t bad_arg;

	PelorusEncodeParam *params;         /**< options that are known */
	PelorusEncodeParam *unknown_params; /**< those that aren't */
	const char **values;                       /**< the values of both */
	char *text; /**< strings that stand nowhere in the arguments as they have to be */
};

/**
 * An encoder's arguments as the parameters of an encode record.
 *
 * What is known is in params, by one name and in one spelling, whichever of an option's
 * names was given: integers in decimal, booleans as true and false, real numbers as
 * "f64:" and the digits of the binary64 that is nearest to their text, lists of integers
 * as arrays, and all else as its text. A value that is none of its option's type stays
 * text. A flag has the value true, and "--no-x" is x with false, or with 0 where x is a
 * number. Of an option that was given twice the last value counts.
 *
 * What is not known is in unknown_params by the name that was given. The argument behind
 * it is its value, unless that begins with a dash; without one the value is true.
 *
 * Left out is what says nothing of the encode: files to read and to write, reports,
 * processors to run on. libcodec-interop(7) has these lists, and how the options within
 * -x264-params and the like stand to others.
 *
 * @param argv argc strings; their bytes may be anything
 * @param options its members "in" filled in; pointers may be NULL with a cap of 0.
 *        Without PEL_OK what the arrays hold may be anything
 * @return PEL_OK; PEL_ERR_RANGE (one of the four is too small: nb_* and text_size say
 *         what is needed); PEL_ERR_INVALID with bad_arg (an option without its value, a
 *         list of options that is none, a name or a value that a record can't have, more
 *         than PEL_ENCODE_RECORD_MAX_MEMBERS of known or of unknown ones) or without (a
 *         NULL, a struct_size too small, an unknown flag); PEL_ERR_ABSENT (ffmpeg has no
 *         such output); PEL_ERR_UNSUPPORTED (no such encoder)
 * @note any thread; no state; allocates nothing; needs some 24 KiB of stack
 * @since 0.1
 */
pel_result libcodec_pel_options_parse(enum libcodec_pel_encoder encoder,
				      const char *const *argv, uint32_t argc,
				      struct libcodec_pel_options *options);

#ifdef __cplusplus
}
#endif

#endif
