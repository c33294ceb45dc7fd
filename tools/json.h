/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A JSON writer: commas, indentation, escapes. Writes only, keeps nothing in memory.
 *
 * The calls come in the order of the text: json_key() before each value of an object.
 * What is no valid UTF-8 becomes U+FFFD, so that the text is always valid JSON.
 */
#ifndef CODECCTL_JSON_H
#define CODECCTL_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define JSON_DEPTH_MAX 16

struct json {
	FILE *to;
	unsigned int depth;
	bool after_key;
	bool compact; /* all of it in one line */
	bool filled[JSON_DEPTH_MAX + 1]; /* per depth: has a member */
	char close[JSON_DEPTH_MAX + 1];  /* per depth: '}' or ']' */
};

void json_begin(struct json *j, FILE *to);
/* The same for a document in one line, as in a stream of them. */
void json_begin_line(struct json *j, FILE *to);
/* The newline behind the document. */
void json_finish(struct json *j);

void json_object(struct json *j);
void json_array(struct json *j);
/* Close the innermost object or array. */
void json_close(struct json *j);
void json_key(struct json *j, const char *key);

void json_string(struct json *j, const char *text); /* NULL: null */
void json_u64(struct json *j, uint64_t value);
void json_i64(struct json *j, int64_t value);
void json_double(struct json *j, double value); /* 4 places; finite */
void json_float(struct json *j, float value); /* all of it; null where not finite */
void json_bool(struct json *j, bool value);
void json_null(struct json *j);

/* A key and its value. */
void json_key_string(struct json *j, const char *key, const char *text);
void json_key_u64(struct json *j, const char *key, uint64_t value);
void json_key_i64(struct json *j, const char *key, int64_t value);
void json_key_bool(struct json *j, const char *key, bool value);
void json_key_null(struct json *j, const char *key);
/* A number where @present, else null. */
void json_key_optional(struct json *j, const char *key, bool present, uint64_t value);

/* A key and an array of the names of the bits of @mask. */
void json_key_mask(struct json *j, const char *key, uint64_t mask,
		   const char *(*name)(uint32_t bit));

#endif
