/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A record's text as it goes out: into a buffer, into a digest, or counted alone.
 */
#ifndef INTEROP_RECORD_WRITE_H
#define INTEROP_RECORD_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <pelorus/encode_record.h>

#include "sha256.h"
#include "text.h"

struct lc_record_out {
	struct lc_text text;    /* gets what fits, no NUL before the end, and counts all */
	struct lc_sha256 *hash; /* gets all; or NULL */
	bool muted;             /* nothing of the above */
};

/* Text as it is. */
void lc_record_put(struct lc_record_out *out, const char *text, size_t n);
void lc_record_put_text(struct lc_record_out *out, const char *text);

/* A character, escaped where it must be, else in UTF-8. */
void lc_record_put_char(struct lc_record_out *out, uint32_t c);

/* A string that is well-formed UTF-8, escaped and between quotes. */
void lc_record_put_string(struct lc_record_out *out, const char *s, size_t n);

/*
 * The end of what went into a buffer. PEL_OK with a NUL behind it; PEL_ERR_RANGE with the
 * length where cap isn't above it; PEL_ERR_INVALID where no record may be so long.
 */
pel_result lc_record_end(const struct lc_record_out *out, size_t *ret_len);

#endif
