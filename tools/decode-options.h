/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The options of codecctl decode.
 */
#ifndef CODECCTL_DECODE_OPTIONS_H
#define CODECCTL_DECODE_OPTIONS_H

#include <stdio.h>

#include "decode-job.h"

struct decode_options {
	struct decode_settings settings;
	const char *output; /* -o, or NULL */
	bool output_is_dir;
	enum output_kind kind; /* of all outputs */
	bool all;              /* each file is a series of frames */
	bool json;
	bool verbose;
	char *const *files;
	int n_files;
	FILE *talk; /* where text for people goes */
};

/* One line an option. */
extern const char decode_options_help[];

/* Returns 0, or an exit code after a message. */
int decode_options_parse(struct decode_options *opt, int argc, char **argv);

/* Whether all JPEG pictures of @file are decoded, and not only what it begins with. */
bool decode_options_series(const struct decode_options *opt, const char *file);

#endif
