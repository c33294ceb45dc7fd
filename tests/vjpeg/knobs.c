/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Knobs of the virtual JPEG device that count: what they begin with, and what is left of
 * them after each thing that they count.
 */
#include "engine.h"

#define KNOB(name, value) .name = (value),
static const struct vjpeg_knobs begin = { VJPEG_KNOBS(KNOB) };
#undef KNOB

void vjpeg_knobs_begin(struct vjpeg_knobs *knobs, unsigned int device)
{
	*knobs = begin;
	if (device == 1)
		knobs->planar = VJPEG_SINGLE;
}

/* One of @n is used up, 0: of any number. Whether that was the last; @n then begins anew. */
static bool was_last(unsigned int *n)
{
	if (*n == 0 || --*n)
		return false;
	*n = 1;
	return true;
}

int vjpeg_next_ioctl(struct vjpeg_knobs *knobs, unsigned int nr)
{
	if (!knobs->fail_nth || (knobs->fail_ioctl && knobs->fail_ioctl != nr))
		return 0;
	if (knobs->fail_nth > 1) {
		knobs->fail_nth--;
		return 0;
	}
	if (was_last(&knobs->fail_n))
		knobs->fail_nth = 0;
	return -(int)knobs->fail_errno;
}

unsigned int vjpeg_next_job(struct vjpeg_knobs *knobs)
{
	unsigned int job = knobs->job;

	if (job == VJPEG_JOB_OK)
		return job;
	if (knobs->job_skip) {
		knobs->job_skip--;
		return VJPEG_JOB_OK;
	}
	if (was_last(&knobs->job_n))
		knobs->job = VJPEG_JOB_OK;
	return job;
}

unsigned int vjpeg_next_stale(struct vjpeg_knobs *knobs)
{
	unsigned int stale = knobs->stale;

	if (stale != VJPEG_STALE_NONE && was_last(&knobs->stale_n))
		knobs->stale = VJPEG_STALE_NONE;
	return stale;
}

bool vjpeg_next_unplug(unsigned int *knob)
{
	if (*knob == 0)
		return false;
	return --*knob == 0;
}

uint32_t vjpeg_crc32(const uint8_t *data, size_t size)
{
	static const uint32_t nibble[16] = {
		0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
		0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
		0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
	};
	uint32_t crc = UINT32_MAX;

	for (; size; size--, data++) {
		crc ^= *data;
		crc = crc >> 4 ^ nibble[crc & 15];
		crc = crc >> 4 ^ nibble[crc & 15];
	}
	return ~crc;
}
