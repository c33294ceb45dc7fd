/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What lies where in the sections of Pelorus blobs, for those who print them.
 */
#ifndef BLOB_FIELDS_H
#define BLOB_FIELDS_H

#include <stddef.h>
#include <stdint.h>

enum blob_kind {
	BLOB_U8,
	BLOB_I8,
	BLOB_U16,
	BLOB_I16,
	BLOB_U32,
	BLOB_I32,
	BLOB_U64,
	BLOB_F32,
	BLOB_HEX, /* bytes, one number to people */
	BLOB_TEXT, /* of a map: UTF-8 */
};

/*
 * A field, or, with is_map, an offset and behind it a size in bytes of elements that lie
 * elsewhere in the blob.
 */
struct blob_field {
	const char *name; /* NULL ends a list */
	uint16_t offset; /* bytes from the section's start */
	uint8_t kind; /* enum blob_kind, of a map its elements' */
	uint8_t count; /* numbers one after another */
	uint8_t is_map;
	int8_t bit; /* of telemetry's present_mask, or -1 */
	const char *const *values; /* names of its numbers from 0 on, NULL at the end */
};

struct blob_section {
	uint32_t id;
	const char *name;
	size_t size; /* bytes that its struct has */
	const struct blob_field *fields;
};

#define BLOB_SECTIONS 10
extern const struct blob_section blob_sections[BLOB_SECTIONS];

/* Bytes of a number. */
size_t blob_kind_size(enum blob_kind kind);

#endif
