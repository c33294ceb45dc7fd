/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * <pelorus/pelorus.h>: what all of the Pelorus interface shares: results and versions.
 *
 * libcodec's own implementation of that interface, in libcodec-interop-1.so. Names,
 * numbers and layouts are those of libpelorus 0.4.0, so that a program written for one is
 * compiled and linked with the other. libcodec-interop(7) says where the two differ.
 */
#ifndef PELORUS_PELORUS_H
#define PELORUS_PELORUS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * @name The release of libpelorus whose interface this is.
 * It says nothing of a blob, whose version is in its own header (PELORUS_ABI_MAJOR), nor
 * of libcodec.
 * @since 0.1 @{
 */
#define PELORUS_VERSION_MAJOR 0
#define PELORUS_VERSION_MINOR 4
#define PELORUS_VERSION_PATCH 0
#define PELORUS_VERSION_STR   "0.4.0"
#define PELORUS_VERSION_INT                                                              \
	((PELORUS_VERSION_MAJOR << 16) | (PELORUS_VERSION_MINOR << 8) |                  \
	 PELORUS_VERSION_PATCH)
/** @} */

/**
 * What a function says. Numbers are never given another meaning and new ones may come: a
 * caller takes one that it doesn't know for a failure.
 * @since 0.1; ABI 1.0, but for PEL_ERR_MISMATCH
 */
typedef enum pel_result {
	PEL_OK = 0,
	PEL_ERR_INVALID = -1,     /**< the caller's mistake: an argument that can't be */
	PEL_ERR_NOMEM = -2,       /**< an allocation failed */
	PEL_ERR_RANGE = -3,       /**< a number is out of range, or a buffer too short */
	PEL_ERR_ABI = -4,         /**< another major version, or framing that is broken */
	PEL_ERR_ABSENT = -5,      /**< what was asked for is not there */
	PEL_ERR_TRUNCATED = -6,   /**< the data ends before it should */
	PEL_ERR_UNSUPPORTED = -7, /**< known, but not done by this library */
	PEL_ERR_MISMATCH = -8     /**< a digest is another one; ABI 1.4 */
} pel_result;

/**
 * A result in a few words, for a log.
 * @return a string that lives for ever, never NULL; "unknown error" for other numbers
 * @note any thread
 * @since 0.1; ABI 1.0
 */
const char *pel_result_str(pel_result r);

/**
 * PELORUS_VERSION_INT as the library was built with it.
 * @return (major << 16) | (minor << 8) | patch
 * @note any thread
 * @since 0.1; ABI 1.0
 */
int pelorus_version(void);

/**
 * PELORUS_VERSION_STR as the library was built with it.
 * @return a string that lives for ever
 * @note any thread
 * @since 0.1; ABI 1.0
 */
const char *pelorus_version_string(void);

#ifdef __cplusplus
}
#endif

#endif
