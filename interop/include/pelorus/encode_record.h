/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * <pelorus/encode_record.h>: encode records: how a stream came to be, as a text with one
 * spelling, and the digest of it that travels in section (j) of <pelorus/interop.h>.
 * ABI 1.4.
 *
 * The text is JSON by the rules of RFC 8785, narrowed: one object, all of whose scalars
 * are strings. Keys are 1 to 64 bytes of ASCII from 0x21 to 0x7e without quote and
 * backslash, unique, in the order of their bytes. There is no space, and nothing is
 * escaped that need not be. Integers are decimal, a real number is "f64:" and the 16
 * digits of its binary64.
 *
 * The digest is SHA-256 of that text without the root's members "digest" and
 * "elapsed_ns".
 *
 * Nothing here allocates or calls itself; the library has no state, so all functions may
 * be called by any threads at once. Pointers are read during a call and not kept.
 */
#ifndef PELORUS_ENCODE_RECORD_H
#define PELORUS_ENCODE_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include "pelorus/interop.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What the member "schema" says. */
#define PEL_ENCODE_RECORD_SCHEMA "pelorus/encode-record/1"

/** @name Limits of a record's text. @since 0.1; ABI 1.4 @{ */
#define PEL_ENCODE_RECORD_MAX_BYTES   65536u /**< the text */
#define PEL_ENCODE_RECORD_MAX_MEMBERS 256u   /**< of an object */
#define PEL_ENCODE_RECORD_MAX_ARRAY   64u    /**< elements of an array */
#define PEL_ENCODE_RECORD_MAX_DEPTH   4u     /**< objects and arrays inside of the root */
#define PEL_ENCODE_RECORD_MAX_KEY     64u    /**< bytes of a key */
#define PEL_ENCODE_RECORD_MAX_VALUE   1024u  /**< bytes of a string in UTF-8, unescaped */
/** @} */

#define PEL_ENCODE_RECORD_DIGEST_SIZE 32u /**< bytes of SHA-256 */
#define PEL_ENCODE_RECORD_SCALAR_SIZE 24u /**< room for a number's text and its NUL */

/** A parameter; its object's keys are unique, in any order. @since 0.1; ABI 1.4 */
typedef struct PelorusEncodeParam {
	const char *key;
	const char *const *values;
	uint32_t nb_values; /**< 1, or 1 to PEL_ENCODE_RECORD_MAX_ARRAY of an array */
	uint8_t is_array;   /**< 1: written as an array, also with one value */
} PelorusEncodeParam;

/** A filter that the frames went through. @since 0.1; ABI 1.4 */
typedef struct PelorusEncodeFilter {
	const char *name, *library, *version; /**< not empty */
	const PelorusEncodeParam *params;
	uint32_t nb_params;
	const PelorusEncodeParam *unknown_params; /**< given, but not understood */
	uint32_t nb_unknown_params;
} PelorusEncodeFilter;

/**
 * What a record is built of. Strings are UTF-8, of PEL_ENCODE_RECORD_MAX_VALUE bytes at the
 * most; NULL leaves out what is optional.
 * @since 0.1; ABI 1.4
 */
typedef struct PelorusEncodeRecordInput {
	const char *encoder_name, *encoder_version, *encoder_codec; /**< not empty */
	const PelorusEncodeParam *encoder_params;
	uint32_t nb_encoder_params;
	const PelorusEncodeParam *encoder_unknown_params;
	uint32_t nb_encoder_unknown_params;
	const char *input_digest, *input_id; /**< one at least; "sha256:" and 64 digits */
	const PelorusEncodeFilter *filters;
	uint32_t nb_filters;
	/** optional; cpu, vulkan, nvenc, qsv, amf, vaapi or videotoolbox */
	const char *hardware_path;
	const char *hardware_device, *hardware_driver; /**< optional */
	uint64_t elapsed_ns;
	uint8_t has_elapsed_ns; /**< 0: elapsed_ns is left out */
} PelorusEncodeRecordInput;

/**
 * An integer as a record writes it.
 * @param out the text with a NUL; left alone on failure
 * @return PEL_OK; PEL_ERR_INVALID (out is NULL)
 * @note any thread
 * @since 0.1; ABI 1.4
 */
pel_result pel_encode_record_int(int64_t v, char out[PEL_ENCODE_RECORD_SCALAR_SIZE]);

/**
 * A real number as a record writes it: its bits, so that no reader rounds. -0.0 is
 * written as 0.0.
 * @param out the text with a NUL; left alone on failure
 * @return PEL_OK; PEL_ERR_INVALID (out is NULL); PEL_ERR_RANGE (infinite, or no number)
 * @note any thread
 * @since 0.1; ABI 1.4
 */
pel_result pel_encode_record_f64(double v, char out[PEL_ENCODE_RECORD_SCALAR_SIZE]);

/**
 * Write a record in its one spelling, with its digest as a member.
 *
 * @param buf cap bytes; NULL with cap 0 asks for the length; undefined on failure
 * @param out_len bytes of the text without its NUL, with PEL_OK and where cap is too
 *        small; else 0
 * @return PEL_OK, with a NUL behind the text; PEL_ERR_INVALID (a NULL, something that a
 *         record can't have, too long a text); PEL_ERR_RANGE (cap isn't above the length)
 * @note any thread
 * @since 0.1; ABI 1.4
 */
pel_result pel_encode_record_build(const PelorusEncodeRecordInput *in, char *buf,
				   size_t cap, size_t *out_len);

/**
 * Bring a record's text to its one spelling.
 *
 * @param json len bytes of UTF-8, without a NUL; not in buf
 * @param buf,cap,out_len as for pel_encode_record_build()
 * @return PEL_OK, with a NUL behind the text; PEL_ERR_INVALID (a NULL, no such record,
 *         over one of the limits); PEL_ERR_RANGE (cap isn't above the length)
 * @note any thread
 * @since 0.1; ABI 1.4
 */
pel_result pel_encode_record_canonicalize(const char *json, size_t len, char *buf,
					  size_t cap, size_t *out_len);

/**
 * The digest of a record, whatever its spelling and its member "digest".
 *
 * @param json len bytes of UTF-8, without a NUL
 * @param digest left alone on failure
 * @return PEL_OK; PEL_ERR_INVALID (as pel_encode_record_canonicalize())
 * @note any thread
 * @since 0.1; ABI 1.4
 */
pel_result pel_encode_record_hash(const char *json, size_t len,
				  uint8_t digest[PEL_ENCODE_RECORD_DIGEST_SIZE]);

/**
 * Whether a record is what it says it is: its digest is that of its member "digest", and
 * the one that came by another way.
 *
 * @param expected from the section of a blob; NULL: only the member counts
 * @return PEL_OK, also without the member if expected fits; PEL_ERR_MISMATCH (one of them
 *         is another digest); PEL_ERR_ABSENT (neither a member nor expected);
 *         PEL_ERR_INVALID (as pel_encode_record_canonicalize())
 * @note any thread
 * @since 0.1; ABI 1.4
 */
pel_result
pel_encode_record_verify(const char *json, size_t len,
			 const uint8_t expected[PEL_ENCODE_RECORD_DIGEST_SIZE]);

#ifdef __cplusplus
}
#endif

#endif
