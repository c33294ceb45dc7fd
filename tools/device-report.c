/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What is known of a device, for people and programs.
 */
#include "config.h"

#include "device-report.h"

#include <stdio.h>
#include <string.h>

bool device_next(struct ctl *ctl, const char *backend, unsigned int *index,
		 struct libcodec_device_info *ret_dev)
{
	*ret_dev = (struct libcodec_device_info){ .struct_size = sizeof(*ret_dev) };
	while (libcodec_context_get_device(ctl->ctx, (*index)++, ret_dev) == 0)
		if (!backend || !strcmp(ret_dev->backend, backend))
			return true;
	return false;
}

const char *device_name(const char *node, const char *syspath)
{
	return *node ? node : syspath;
}

void device_put(FILE *to, const struct libcodec_device_info *dev)
{
	ctl_put_text(to, device_name(dev->node, dev->syspath));
	if (dev->driver[0]) {
		fputs(" (", to);
		ctl_put_text(to, dev->driver);
		putc(')', to);
	}
	fprintf(to, ": %s", libcodec_device_state_name(dev->state));
	if (dev->message[0]) {
		fputs(", ", to);
		ctl_put_text(to, dev->message);
	}
	if (dev->retry_ns > 0)
		fprintf(to, "; next try in %.1f s", (double)dev->retry_ns / 1e9);
}

void device_json(struct json *j, const struct libcodec_device_info *dev)
{
	json_object(j);
	json_key_u64(j, "id", dev->id);
	json_key_string(j, "backend", dev->backend);
	json_key_string(j, "state", libcodec_device_state_name(dev->state));
	json_key_string(j, "node", dev->node[0] ? dev->node : NULL);
	json_key_string(j, "driver", dev->driver[0] ? dev->driver : NULL);
	json_key_string(j, "subsystem", dev->subsystem);
	json_key_string(j, "syspath", dev->syspath);
	json_key_u64(j, "failures", dev->failures);
	json_key_i64(j, "errno", -(int64_t)dev->error);
	json_key_i64(j, "retry_ns", dev->retry_ns);
	json_key_string(j, "message", dev->message[0] ? dev->message : NULL);
	json_close(j);
}
