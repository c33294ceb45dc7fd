/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What is wrong with a stream, and where.
 */
#ifndef LC_FAULT_H
#define LC_FAULT_H

#include <stdbool.h>
#include <stdint.h>

struct lc_fault {
	int error;        /* -EBADMSG, -EOPNOTSUPP or -EFBIG */
	uint32_t feature; /* LIBCODEC_FEATURE_* of the latter two */
	bool truncated;   /* -EBADMSG because the stream ends here */
	uint64_t detail;  /* the feature's number */
	uint64_t offset;  /* byte of the stream */
	char message[128]; /* one sentence, no full stop */
};

/* Limits that parsers hold headers against. */
struct lc_limits {
	uint32_t max_width, max_height;
	uint64_t max_pixels;
	uint64_t max_segment_bytes;
};

/* Fill @f and return @error, so that a parser can end with it. */
int lc_fault_set(struct lc_fault *f, int error, uint64_t offset, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* The same for a feature that is not there, or over a limit. */
int lc_fault_feature(struct lc_fault *f, int error, uint32_t feature, uint64_t detail,
		     uint64_t offset, const char *fmt, ...)
	__attribute__((format(printf, 6, 7)));
/* The same for a stream that ends too early; @what is the whole message. */
int lc_fault_truncated(struct lc_fault *f, uint64_t offset, const char *what);

/* Hold a picture's size against the limits; 0, or fills @f. Zero sizes are -EBADMSG. */
int lc_limits_check(const struct lc_limits *limits, uint64_t width, uint64_t height,
		    uint64_t offset, struct lc_fault *f);

#endif
