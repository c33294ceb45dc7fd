/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Calls into the plugin by hand.
 */
#include "config.h"

#include "direct.h"

#include <errno.h>
#include <string.h>

#include "jpeg.h"

bool direct_open(struct kit_case *c, struct direct *d)
{
	int r;

	kit_host_init(&d->host);
	r = kit_plugin_open(&d->plugin, c->kit->path, &d->host.table);
	if (r == 0)
		r = kit_plugin_bind(&d->plugin, &d->host, c->kit->device, &d->bound);
	if (r < 0) {
		kit_skip(c, "%s", d->plugin.why);
		return false;
	}
	r = d->plugin.ops.session_open(d->bound.priv, d->bound.device, &d->session);
	if (r < 0) {
		kit_skip(c, "a session does not open: %s", strerror(-r));
		kit_plugin_unbind(&d->plugin, &d->bound);
		return false;
	}
	return true;
}

void direct_close(struct direct *d)
{
	d->plugin.ops.session_close(d->session);
	kit_plugin_unbind(&d->plugin, &d->bound);
}

int direct_prepare(const uint8_t *data, size_t size, struct canvas *cv,
		   int64_t deadline_ns, struct direct_call *ret_call)
{
	const struct libcodec_image_layout *l = &cv->layout;
	struct direct_call *call = ret_call;
	uint32_t i;

	memset(call, 0, sizeof(*call));
	memset(call->job.tail, 0xee, sizeof(call->job.tail));
	if (kit_jpeg_header(data, size, &call->header) < 0)
		return -EBADMSG;
	call->surface = (struct libcodec_surface){
		.struct_size = sizeof(call->surface),
		.memory = l->memory,
		.format = l->format,
		.dtype = l->dtype,
		.width = l->width,
		.height = l->height,
		.n_planes = l->n_planes,
		.size = cv->size,
		.capacity = cv->size,
		.plane_fd = { -1, -1, -1, -1 },
		.data = cv->data,
	};
	for (i = 0; i < l->n_planes; i++) {
		call->surface.plane_stride[i] = l->plane_stride[i];
		call->surface.plane_offset[i] = l->plane_offset[i];
	}
	call->job.job = (struct libcodec_decode_job){
		.struct_size = sizeof(call->job),
		.codec = LIBCODEC_CODEC_JPEG,
		.threads = 1,
		.size = size,
		.max_scratch_bytes = 1u << 30,
		.deadline_ns = deadline_ns,
		.data = data,
		.jpeg = &call->header,
		.surface = &call->surface,
	};
	return 0;
}

uint32_t direct_decode(struct direct *d, const struct direct_call *call,
		       struct libcodec_decode_result *result)
{
	return d->plugin.ops.decode(d->session, &call->job.job, result);
}
