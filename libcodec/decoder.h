/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The decoder object, shared by its two rooms: decoder.c has its life, settings and
 * reports, frame.c leads a frame through it.
 */
#ifndef LC_DECODER_H
#define LC_DECODER_H

#include "calls.h"
#include "context.h"
#include "internal.h"
#include "select.h"
#include "stream.h"

#include <libcodec/decoder.h>
#include <libcodec/plugin.h>

#define LC_DEFAULT_MAX_DIMENSION 65535u
#define LC_DEFAULT_MAX_PIXELS    (UINT64_C(1) << 28)
#define LC_DEFAULT_MAX_SEGMENT   (UINT64_C(16) << 20)
#define LC_DEFAULT_MAX_SCRATCH   (UINT64_C(1) << 30)

/* Whether a verdict is still to be judged by what the next backend makes of the frame. */
enum lc_judge {
	LC_JUDGE_NOTHING,
	LC_JUDGE,
	LC_JUDGE_TRIAL, /* it was the breaker's trial frame, and the trial isn't over */
};

/* What became of the candidate at the same place in the selection. */
struct lc_attempt {
	uint32_t verdict; /* LIBCODEC_VERDICT_*; NONE: not tried */
	enum lc_judge judge;
	int error;
	uint64_t reasons; /* the backend's own, besides those of matching */
	char message[LIBCODEC_RESULT_MESSAGE];
};

/* A backend's session with this decoder; opened on first use, kept while it is there. */
struct lc_session {
	struct lc_session *next;
	struct lc_backend *backend; /* a reference */
	bool open;
	void *session;              /* open: the plugin's */
	uint32_t forks;             /* lc_fork_count() when it was opened */
};

/* Why the last call ended as it did. */
struct lc_outcome {
	int error;
	uint32_t verdict, stage;
	const struct lc_plugin *plugin; /* that had the last word, or NULL */
	const char *device;             /* on which; lives as long as the selection */
	struct lc_fault fault;
};

struct libcodec_decoder {
	unsigned int refs; /* atomic */
	struct libcodec_context *ctx;
	struct libcodec_decoder_params params; /* with the defaults put in */
	char *backend, *device;                /* pinned names, or NULL */
	struct lc_limits limits;
	uint32_t epoch; /* of the settings */
	struct lc_selection selection;
	struct lc_attempt *attempts; /* parallel to selection.list */
	size_t n_attempts;           /* room */
	struct lc_session *sessions;
	struct lc_call call; /* what the dispatch thread may see of the call under way */
	struct lc_stream stream;
	struct lc_outcome outcome;
	bool selected; /* the selection belongs to the last call */
	/* The output that a preference led to, and for which stream. */
	struct lc_select_key output_key;
	uint32_t output_format;
};

_Static_assert(sizeof(struct lc_select_key) == 88, "no padding: it is compared as bytes");

/* The limits that zeroed parameters stand for. */
void lc_limits_from_params(const struct libcodec_decoder_params *params,
			   struct lc_limits *ret_limits);

#endif
