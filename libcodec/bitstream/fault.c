/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Typed faults of streams, and the limits that sizes are held against.
 */
#include "config.h"

#include "fault.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include <libcodec/codec.h>

static int fault_fill(struct lc_fault *f, int error, uint64_t offset, const char *fmt,
		      va_list args)
{
	*f = (struct lc_fault){ .error = error, .offset = offset };
	vsnprintf(f->message, sizeof(f->message), fmt, args);
	return error;
}

int lc_fault_set(struct lc_fault *f, int error, uint64_t offset, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	fault_fill(f, error, offset, fmt, args);
	va_end(args);
	return error;
}

int lc_fault_feature(struct lc_fault *f, int error, uint32_t feature, uint64_t detail,
		     uint64_t offset, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	fault_fill(f, error, offset, fmt, args);
	va_end(args);
	f->feature = feature;
	f->detail = detail;
	return error;
}

int lc_fault_truncated(struct lc_fault *f, uint64_t offset, const char *what)
{
	lc_fault_set(f, -EBADMSG, offset, "%s", what);
	f->truncated = true;
	return -EBADMSG;
}

int lc_limits_check(const struct lc_limits *limits, uint64_t width, uint64_t height,
		    uint64_t offset, struct lc_fault *f)
{
	uint64_t pixels;

	if (!width || !height)
		return lc_fault_set(f, -EBADMSG, offset,
				    "a picture of %" PRIu64 "x%" PRIu64 " pixels", width,
				    height);
	if (width > limits->max_width)
		return lc_fault_feature(f, -EFBIG, LIBCODEC_FEATURE_WIDTH, width, offset,
					"a width of %" PRIu64
					" is over the limit of %" PRIu32,
					width, limits->max_width);
	if (height > limits->max_height)
		return lc_fault_feature(
			f, -EFBIG, LIBCODEC_FEATURE_HEIGHT, height, offset,
			"a height of %" PRIu64 " is over the limit of %" PRIu32, height,
			limits->max_height);
	if (__builtin_mul_overflow(width, height, &pixels))
		pixels = UINT64_MAX;
	if (pixels > limits->max_pixels)
		return lc_fault_feature(
			f, -EFBIG, LIBCODEC_FEATURE_PIXELS, pixels, offset,
			"%" PRIu64 " pixels are over the limit of %" PRIu64, pixels,
			limits->max_pixels);
	return 0;
}
