/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Encode records as they must be, and what they are built of.
 */
#ifndef ENCODE_RECORD_H
#define ENCODE_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include <pelorus/encode_record.h>

/* A record with one of everything, in its one spelling; its digest; what it is built of. */
extern const char worked_text[];
extern const char worked_hex[];
extern const PelorusEncodeRecordInput worked_input;

/* As little as a record can have. */
extern const PelorusEncodeRecordInput least_input;

/* What its schema asks of no record: every sort of escape. */
extern const char escapes_text[];
extern const char escapes_hex[];

/*
 * Build a record into record_buf. The test fails where it isn't its own spelling, or its
 * digest isn't right, or its length isn't that of a query.
 */
extern char record_buf[PEL_ENCODE_RECORD_MAX_BYTES + 1];
pel_result record_build(const PelorusEncodeRecordInput *in, size_t *ret_len);

/* The 64 digits of a digest. The text stays until the next call. */
const char *hex_of(const uint8_t digest[PEL_ENCODE_RECORD_DIGEST_SIZE]);

/* The digest of a text that has one; the test fails where it has none. */
const char *record_hex(const char *json, size_t len);

#endif
