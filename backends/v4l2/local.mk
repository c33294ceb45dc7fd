# SPDX-License-Identifier: MIT

# What of the V4L2 backend needs no device: what the unit tests link.
noinst_LTLIBRARIES += backends/v4l2/libv4l2-core.la
backends_v4l2_libv4l2_core_la_CPPFLAGS = $(LC_CPPFLAGS) $(PUBLIC_CPPFLAGS)
backends_v4l2_libv4l2_core_la_CFLAGS = $(AM_CFLAGS) $(VISIBILITY_CFLAGS)
backends_v4l2_libv4l2_core_la_SOURCES = \
	backends/v4l2/copy-out.c \
	backends/v4l2/copy-out.h \
	backends/v4l2/copy-rows.c \
	backends/v4l2/copy-rows.h
