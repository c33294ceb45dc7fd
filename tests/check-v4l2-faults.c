/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The v4l2 backend on virtual JPEG devices whose events, jobs and calls go wrong.
 */
#include "config.h"

#include "vjpeg/bed.h"

static Suite *make(void)
{
	Suite *s = suite_create("v4l2-faults");

	vjpeg_bed_case(s, "faults", vjpeg_bodies_faults);
	return s;
}

int main(void)
{
	return vjpeg_bed_main("v4l2-faults", make);
}
