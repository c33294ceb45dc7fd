# SPDX-License-Identifier: MIT

# What the V4L2 backends share: nodes, formats, queues, over a table of system calls.
noinst_LTLIBRARIES += backends/v4l2-common/libv4l2-common.la
backends_v4l2_common_libv4l2_common_la_CPPFLAGS = $(LC_CPPFLAGS)
backends_v4l2_common_libv4l2_common_la_CFLAGS = $(AM_CFLAGS) $(VISIBILITY_CFLAGS)
backends_v4l2_common_libv4l2_common_la_SOURCES = \
	backends/v4l2-common/format.c \
	backends/v4l2-common/format.h \
	backends/v4l2-common/node.c \
	backends/v4l2-common/node.h \
	backends/v4l2-common/queue.c \
	backends/v4l2-common/queue.h \
	backends/v4l2-common/sys.c \
	backends/v4l2-common/sys.h
