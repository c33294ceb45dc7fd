/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A plugin takes a device, says what it can do there, and gives it back.
 */
#include "config.h"

#include <stdlib.h>

#include "backend.h"
#include "registry.h"

#define CAP_ROOM 4096 /* what a record may be written into, to see who writes too much */
#define RANK_MAX 1000

/* --- capabilities --- */

static bool is_power_of_two_or_zero(uint32_t n)
{
	return !(n & (n - 1));
}

/* What selection relies on. Everything else is the conformance kit's matter. */
static int judge_cap(const struct lc_plugin *p, const struct libcodec_cap *caps,
		     unsigned int n, struct lc_refusal *why)
{
	const struct libcodec_cap *cap = &caps[n];
	unsigned int i;

	for (i = 0; i < n; i++)
		if (caps[i].cap_id == cap->cap_id)
			return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_CAPS, -EINVAL,
					 "%s: capabilities %u and %u have the same id %u",
					 p->library, i, n, cap->cap_id);
	if (cap->n_formats > LIBCODEC_CAP_FORMATS)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_CAPS, -EINVAL,
				 "%s: capability %u has %u formats, %d is the most",
				 p->library, cap->cap_id, cap->n_formats,
				 LIBCODEC_CAP_FORMATS);
	if (!is_power_of_two_or_zero(cap->pitch_align) ||
	    !is_power_of_two_or_zero(cap->offset_align))
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_CAPS, -EINVAL,
				 "%s: an alignment of capability %u is no power of two",
				 p->library, cap->cap_id);
	if (cap->rank > RANK_MAX)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_CAPS, -EINVAL,
			      "%s: capability %u has rank %u, %d is the most", p->library,
				 cap->cap_id, cap->rank, RANK_MAX);
	return 0;
}

/*
 * Ask for one record. 1: *ret_cap is filled; 0: there are no more; or fills @why. The
 * plugin may be of a later minor and must still keep to the size it was told.
 */
static int read_cap(struct lc_plugin *p, void *cookie, unsigned int index,
		    struct libcodec_cap *ret_cap, struct lc_refusal *why)
{
	union {
		struct libcodec_cap cap;
		unsigned char bytes[CAP_ROOM];
	} room = { .bytes = { 0 } };
	size_t i;
	int r;

	room.cap.struct_size = sizeof(room.cap);
	r = p->desc.cap_get(p->priv, cookie, index, &room.cap);
	if (r == -ENOENT)
		return 0;
	if (r)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_CAPS, r < 0 ? r : -EINVAL,
			      "%s: capability %u can't be read: %m", p->library, index);
	for (i = sizeof(room.cap); i < sizeof(room.bytes); i++)
		if (room.bytes[i])
			return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_CAPS, -E2BIG,
				      "%s: capability %u is written past its %zu bytes",
					 p->library, index, sizeof(room.cap));
	room.cap.struct_size = sizeof(room.cap);
	*ret_cap = room.cap;
	return 1;
}

static int read_caps(struct lc_plugin *p, struct lc_backend *b, struct lc_refusal *why)
{
	struct libcodec_cap *caps = calloc(LC_BACKEND_CAPS_MAX, sizeof(*caps));
	struct libcodec_cap extra;
	unsigned int n = 0;
	int r;

	if (!caps)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_CAPS, -ENOMEM, "%s: %m",
				 p->library);
	do {
		r = read_cap(p, b->cookie, n, n < LC_BACKEND_CAPS_MAX ? &caps[n] : &extra, why);
		if (r == 1 && n == LC_BACKEND_CAPS_MAX)
			r = lc_refuse(why, LIBCODEC_PLUGIN_STAGE_CAPS, -EFBIG,
				      "%s: more than %d capabilities", p->library,
				      LC_BACKEND_CAPS_MAX);
		else if (r == 1)
			r = judge_cap(p, caps, n++, why) < 0 ? why->error : 1;
	} while (r > 0);
	if (r < 0) {
		free(caps);
		return r;
	}
	b->caps = caps;
	b->n_caps = n;
	return 0;
}

/* --- devices --- */

static int probe(struct lc_plugin *p, struct libcodec_device *device, void **ret_cookie,
		 struct lc_refusal *why)
{
	int r = p->desc.device_probe(p->priv, device, ret_cookie);

	if (r > 0)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_INIT, -EPROTO,
				 "%s: its device_probe gave %d, neither 0 nor an errno",
				 p->library, r);
	if (r < 0)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_INIT, r, "%s: %m", p->name);
	if (!*ret_cookie)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_INIT, -EPROTO,
				 "%s: its device_probe gave NULL for the device", p->library);
	return 0;
}

/* With the lock of plugins. */
static int fill(struct lc_plugin *p, struct lc_backend *b, struct lc_refusal *why)
{
	int r;

	if (b->device) {
		r = probe(p, b->device, &b->cookie, why);
		if (r < 0)
			return r;
	}
	r = read_caps(p, b, why);
	if (r < 0 && b->device)
		p->desc.device_release(p->priv, b->cookie);
	return r;
}

int lc_backend_new(struct lc_plugin *p, struct libcodec_device *device, uint64_t id,
		   const struct lc_policy *policy, struct lc_backend **ret_backend,
		   struct lc_refusal *why)
{
	struct lc_backend *b = calloc(1, sizeof(*b));
	int saved_errno = errno;
	int r;

	if (!b)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_INIT, -ENOMEM, "%s: %m", p->name);
	b->refs = 1;
	b->id = id;
	b->plugin = p;
	b->device = device ? lc_device_ref(device) : NULL;
	b->place = lc_policy_place(policy, p->name, device); /* it may read sysfs: once */
	lc_plugins_lock();
	r = fill(p, b, why);
	lc_plugins_unlock();
	errno = saved_errno;
	if (r < 0) {
		lc_device_unref(b->device);
		free(b);
		return r;
	}
	*ret_backend = b;
	return 0;
}

void lc_backend_free(struct lc_backend *b)
{
	if (b->device) {
		lc_plugins_lock();
		b->plugin->desc.device_release(b->plugin->priv, b->cookie);
		lc_plugins_unlock();
	}
	lc_device_unref(b->device);
	free(b->caps);
	free(b);
}
