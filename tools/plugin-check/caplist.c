/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Gets capability records into memory that shows who wrote too much.
 */
#include "config.h"

#include "caplist.h"

#include <errno.h>
#include <string.h>

#define POISON 0xc5

struct room {
	struct libcodec_cap cap;
	uint8_t behind[KIT_CAP_ROOM];
};

static bool is_all(const uint8_t *p, size_t size, uint8_t value)
{
	size_t i;

	for (i = 0; i < size; i++)
		if (p[i] != value)
			return false;
	return true;
}

static int get_one(const struct kit_plugin *p, const struct kit_bound *b,
		   enum kit_cap_view view, uint32_t index, struct libcodec_cap *ret)
{
	uint8_t fill = view == KIT_CAP_LONGER ? 0 : POISON;
	struct room room;
	uint32_t size;
	int r;

	memset(&room.cap, 0, sizeof(room.cap));
	memset(room.behind, fill, sizeof(room.behind));
	size = view == KIT_CAP_LONGER ? sizeof(room) : sizeof(room.cap);
	room.cap.struct_size = size;
	r = p->desc.cap_get(b->priv, b->device, index, &room.cap);
	if (!is_all(room.behind, sizeof(room.behind), fill))
		return -EFAULT;
	if (r < 0 || r > 0)
		return r == -ENOENT ? -ENOENT : -EPROTO;
	if (room.cap.struct_size != size)
		return -EBADMSG;
	*ret = room.cap;
	ret->struct_size = sizeof(*ret);
	return 0;
}

int kit_caps_get(const struct kit_plugin *p, const struct kit_bound *b,
		 enum kit_cap_view view, struct kit_caps *ret, unsigned int *ret_index)
{
	struct libcodec_cap cap;
	unsigned int i;
	int r;

	memset(ret, 0, sizeof(*ret));
	for (i = 0; i <= KIT_CAPS_MAX; i++) {
		*ret_index = i;
		r = get_one(p, b, view, i, &cap);
		if (r == -ENOENT)
			return 0;
		if (r < 0)
			return r;
		if (i == KIT_CAPS_MAX)
			break;
		ret->caps[ret->n++] = cap;
	}
	return -E2BIG;
}
