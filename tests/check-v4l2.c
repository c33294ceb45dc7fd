/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The v4l2 backend on the virtual JPEG devices: what a device may be like. The bodies in
 * tests/vjpeg are written once for devices in user space and, by VJPEG_BED=kernel, those of
 * the kernel.
 */
#include "config.h"

#include "vjpeg/bed.h"

static Suite *make(void)
{
	Suite *s = suite_create("v4l2");

	vjpeg_bed_case(s, "basic", vjpeg_bodies_basic);
	vjpeg_bed_case(s, "ways", vjpeg_bodies_ways);
	vjpeg_bed_case(s, "defects", vjpeg_bodies_defects);
	vjpeg_bed_case(s, "knobs", vjpeg_bodies_knobs);
	return s;
}

int main(void)
{
	return vjpeg_bed_main("v4l2", make);
}
