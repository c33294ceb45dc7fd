/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Elements of maps, of which there are up to a million: looked at in runs of a fixed
 * length without a way out, so that the compiler makes vectors of them.
 */
#include "export.h"

#include "telemetry.h"

#define RUN 256

/* Which of them are outside, in bits that say no more. */
static unsigned int outside(const int16_t *map, uint16_t low, uint16_t span, size_t n)
{
	uint16_t bad = 0;
	size_t i;

	for (i = 0; i < n; i++)
		bad |= (uint16_t)(map[i] - low) > span;
	return bad;
}

static unsigned int above(const uint8_t *map, uint8_t max, size_t n)
{
	uint8_t bad = 0;
	size_t i;

	for (i = 0; i < n; i++)
		bad |= map[i] > max;
	return bad;
}

bool lc_tlm_are_within(const int16_t *map, size_t n, int16_t low, int16_t high)
{
	uint16_t span = (uint16_t)(high - low);

	for (; n >= RUN; map += RUN, n -= RUN)
		if (outside(map, (uint16_t)low, span, RUN))
			return false;
	return !outside(map, (uint16_t)low, span, n);
}

bool lc_tlm_are_up_to(const uint8_t *map, size_t n, uint8_t max)
{
	for (; n >= RUN; map += RUN, n -= RUN)
		if (above(map, max, RUN))
			return false;
	return !above(map, max, n);
}
