/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * One candidate is asked for one frame: breaker, session, call, deadline, verdict, and
 * what follows from it for the frames to come. Without lock, allocation or system call
 * where all goes well.
 */
#ifndef LC_ATTEMPT_H
#define LC_ATTEMPT_H

#include "decoder.h"
#include "surface.h"

/*
 * Ask candidate @index of the decoder's selection, a usable one. @surface is the job's: it
 * is shown as the candidate takes it. The verdict is kept as
 * the attempt at the same place. LIBCODEC_VERDICT_*, where NONE is: passed over without
 * being asked, the attempt's reasons tell why.
 */
uint32_t lc_attempt(struct libcodec_decoder *dec, size_t index,
		    const struct libcodec_decode_job *job, struct lc_surface *surface,
		    struct libcodec_decode_result *result);

/*
 * The frame is over, and another backend delivered it or nobody did: what is to be held
 * against candidate @index if it was in doubt whether the stream was to blame or its device.
 */
void lc_attempt_judge(struct libcodec_decoder *dec, size_t index, bool delivered);

/*
 * After a new selection: room for its attempts, and a place for each session. Closes
 * those whose backend has gone. 0 or -ENOMEM.
 */
int lc_attempts_prepare(struct libcodec_decoder *dec);

/* Close all sessions. */
void lc_attempts_done(struct libcodec_decoder *dec);

#endif
