/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Runs one level in a child process and makes findings of what becomes of it. The child
 * runs code that may do anything; the parent is still there afterwards.
 */
#ifndef LC_KIT_CHILD_H
#define LC_KIT_CHILD_H

#include "levels.h"
#include "report.h"

#define KIT_CAPTURED_BYTES 160

/* What the plugin printed, in all levels. */
struct kit_captured {
	uint64_t bytes;
	const char *level;             /* that printed first, or NULL */
	bool whole;                    /* head is a line that has an end */
	char head[KIT_CAPTURED_BYTES]; /* of its first line, fit to be printed */
};

struct kit_runner {
	struct kit_results *results;
	struct kit_captured captured;
	unsigned int timeout; /* seconds for one rule */
	FILE *output;         /* where KIT_MESSAGE_OUTPUT goes; NULL: nowhere */
};

/*
 * Returns true where the level came to its end by itself; the findings say if it did not.
 * A negative errno, and nothing was run, where there could be no child.
 */
int kit_run_child(struct kit_runner *runner, const struct kit_level *level,
		  const struct kit *kit);

/* Runs it here, for a debugger. */
void kit_run_in_process(struct kit_runner *runner, const struct kit_level *level,
			const struct kit *kit);

#endif
