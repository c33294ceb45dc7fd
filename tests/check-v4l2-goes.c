/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The v4l2 backend on virtual JPEG devices that go and come back, and for long.
 */
#include "config.h"

#include "vjpeg/bed.h"

static Suite *make(void)
{
	Suite *s = suite_create("v4l2-goes");

	vjpeg_bed_case(s, "goes", vjpeg_bodies_goes);
	vjpeg_bed_case(s, "endurance", vjpeg_bodies_endurance);
	return s;
}

int main(void)
{
	return vjpeg_bed_main("v4l2-goes", make);
}
