/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A virtual device as each test finds it.
 */
#include "config.h"

#include "control.h"

#include <string.h>

/* The knobs that are read when a device is plugged in. */
static const char *const plug_knobs[] = { "planar", "coded", "mem" };

#define N_PLUG_KNOBS (sizeof(plug_knobs) / sizeof(plug_knobs[0]))

bool vjpeg_is_plug_knob(const char *knob)
{
	unsigned int i;

	for (i = 0; i < N_PLUG_KNOBS; i++)
		if (!strcmp(knob, plug_knobs[i]))
			return true;
	return false;
}

static int read_knobs(const struct vjpeg_control *control, unsigned int device,
		      unsigned int values[N_PLUG_KNOBS])
{
	unsigned int i;
	int r = 0;

	for (i = 0; i < N_PLUG_KNOBS && r == 0; i++)
		r = control->get(device, plug_knobs[i], &values[i]);
	return r;
}

int vjpeg_begin_device(const struct vjpeg_control *control, unsigned int device)
{
	unsigned int before[N_PLUG_KNOBS], now[N_PLUG_KNOBS];
	int r = read_knobs(control, device, before);

	if (r == 0)
		r = control->reset(device);
	if (r == 0)
		r = control->clear_stats(device);
	if (r == 0)
		r = read_knobs(control, device, now);
	if (r == 0 && memcmp(before, now, sizeof(now)) != 0)
		r = control->unplug(device);
	return r;
}
