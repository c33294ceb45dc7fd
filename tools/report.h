/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Why a file failed: as the line on standard error, as JSON, as an exit code.
 */
#ifndef CODECCTL_REPORT_H
#define CODECCTL_REPORT_H

#include <stdint.h>

#include <libcodec/decoder.h>

#include "json.h"

#define REPORT_MESSAGE_SIZE 512

/* All zero: it did not fail. */
struct report {
	const char *class_name; /* "unsupported", "corrupt", ...; NULL: no failure */
	uint32_t verdict;       /* LIBCODEC_VERDICT_* */
	uint32_t feature;       /* LIBCODEC_FEATURE_* */
	uint64_t detail;        /* its number */
	int exit_code;          /* CTL_* */
	char message[REPORT_MESSAGE_SIZE]; /* one sentence */
};

/* The last call of @dec, which returned @error. */
void report_decoder(struct report *rep, struct libcodec_decoder *dec, int error);
/* A call that is not a decoder's. */
void report_errno(struct report *rep, int error, const char *message);
/* The file could not be read. */
void report_input(struct report *rep, const char *why);
/* The picture could not be written to @path. */
void report_output(struct report *rep, const char *path, const char *why);

/* "codecctl: FILE: CLASS: SENTENCE" */
void report_print(const struct report *rep, const char *file);
/* The value of the key "error": an object, or null. */
void report_json(const struct report *rep, struct json *j);

#endif
