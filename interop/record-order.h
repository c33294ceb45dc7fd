/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A record from whatever spelling into its one.
 */
#ifndef INTEROP_RECORD_ORDER_H
#define INTEROP_RECORD_ORDER_H

#include <stdbool.h>

#include "record-write.h"

/* Which of the root's members are written. */
enum lc_record_part {
	LC_RECORD_WHOLE,
	LC_RECORD_DIGESTED, /* all but "digest" and "elapsed_ns" */
};

/*
 * Write a text that lc_record_check() has accepted, each object's members in order and
 * each string as RFC 8785 has it. False where a key is there twice, also in what isn't
 * written; @out has a part then.
 *
 * *ret_digest: the value of the root's "digest" in the text, or NULL.
 */
bool lc_record_reorder(const char *json, enum lc_record_part part,
		       struct lc_record_out *out, const char **ret_digest);

#endif
