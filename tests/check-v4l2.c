/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The v4l2 backend on the virtual JPEG devices: all bodies of tests/vjpeg, which are written
 * once for those in user space and, by VJPEG_BED=kernel, those of the kernel.
 */
#include "config.h"

#include "vjpeg/bed.h"

static const struct {
	const char *name;
	void (*add)(TCase *t);
} bodies[] = {
	{ "basic", vjpeg_bodies_basic },
	{ "ways", vjpeg_bodies_ways },
	{ "goes", vjpeg_bodies_goes },
	{ "endurance", vjpeg_bodies_endurance },
	{ "defects", vjpeg_bodies_defects },
	{ "knobs", vjpeg_bodies_knobs },
	{ "faults", vjpeg_bodies_faults },
};

static Suite *make(void)
{
	Suite *s = suite_create("v4l2");
	TCase *t;
	size_t i;

	for (i = 0; i < sizeof(bodies) / sizeof(bodies[0]); i++) {
		t = tcase_create(bodies[i].name);
		tcase_add_checked_fixture(t, vjpeg_bed_setup, vjpeg_bed_teardown);
		bodies[i].add(t);
		suite_add_tcase(s, t);
	}
	return s;
}

int main(void)
{
	return vjpeg_bed_main("v4l2", make);
}
