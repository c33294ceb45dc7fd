/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The plugin without a dispatcher: one session, called by hand with the kit's own host,
 * for what the dispatcher would mend or hide.
 */
#ifndef LC_KIT_DIRECT_H
#define LC_KIT_DIRECT_H

#include "bed.h"
#include "plugin.h"

struct direct {
	struct kit_host host;
	struct kit_plugin plugin;
	struct kit_bound bound;
	void *session;
};

/* Open a session. False, and a SKIP of the case's first rule, where that doesn't go. */
bool direct_open(struct kit_case *c, struct direct *d);
void direct_close(struct direct *d);

/*
 * A call's parts, in the sizes of a host of a later minor, with something in their
 * tails.
 */
struct direct_call {
	struct libcodec_jpeg_header header;
	struct libcodec_surface surface;
	struct {
		struct libcodec_decode_job job;
		uint64_t tail[8];
	} job;
};

/*
 * Fill the parts for a JPEG into a canvas. @deadline_ns is absolute, on the host's clock.
 * Returns 0, or -EBADMSG where the header can't be read.
 */
int direct_prepare(const uint8_t *data, size_t size, struct canvas *cv,
		   int64_t deadline_ns, struct direct_call *ret_call);

/* Call decode with a result of @result's struct_size, which the caller zeroed and set. */
uint32_t direct_decode(struct direct *d, const struct direct_call *call,
		       struct libcodec_decode_result *result);

#endif
