/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A frame by several of the host's threads, to the same bytes as by one.
 */
#ifndef LC_CPU_JPEG_PARALLEL_H
#define LC_CPU_JPEG_PARALLEL_H

#include "jpeg.h"

#define LC_JPEG_THREADS_MAX 16

/* Frames of fewer bytes are left to one thread. Tests lower it. */
extern unsigned int lc_jpeg_parallel_bytes_min;

/*
 * Decode the sequential frame of one scan that the session's header is at and its tables are
 * loaded for, into the job's surface. Returns 0 and in *ret_end where the scan ended; or
 * -EAGAIN where threads don't help, can't be had or find anything wrong: then the frame is
 * still to be decoded, by one thread, whatever of it is written.
 */
int lc_jpeg_parallel(struct lc_jpeg_session *s, const struct libcodec_decode_job *job,
		     uint64_t *ret_end);

void lc_jpeg_parallel_trim(struct lc_jpeg_parallel_memory *memory);

#endif
