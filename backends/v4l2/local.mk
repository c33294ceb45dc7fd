# SPDX-License-Identifier: MIT

# The backend without its plugin face, and without system calls: what tests link.
noinst_LTLIBRARIES += backends/v4l2/libv4l2-core.la
backends_v4l2_libv4l2_core_la_CPPFLAGS = $(LC_CPPFLAGS) $(PUBLIC_CPPFLAGS) -iquote $(top_srcdir)/backends
backends_v4l2_libv4l2_core_la_CFLAGS = $(AM_CFLAGS) $(VISIBILITY_CFLAGS)
backends_v4l2_libv4l2_core_la_SOURCES = \
	backends/v4l2/capture.c \
	backends/v4l2/change.c \
	backends/v4l2/collect.c \
	backends/v4l2/copy-out.c \
	backends/v4l2/copy-out.h \
	backends/v4l2/copy-rows-neon.c \
	backends/v4l2/copy-rows-x86.c \
	backends/v4l2/copy-rows.c \
	backends/v4l2/copy-rows.h \
	backends/v4l2/device.c \
	backends/v4l2/device.h \
	backends/v4l2/session.c \
	backends/v4l2/session.h \
	backends/v4l2/target.c
backends_v4l2_libv4l2_core_la_LIBADD = backends/v4l2-common/libv4l2-common.la

# The plugin: public headers only, nothing of the library linked, one symbol exported.
backendexec_LTLIBRARIES += backends/v4l2/v4l2.la
backends_v4l2_v4l2_la_CPPFLAGS = $(LC_CPPFLAGS) $(PUBLIC_CPPFLAGS) -iquote $(top_srcdir)/backends
backends_v4l2_v4l2_la_CFLAGS = $(AM_CFLAGS) $(VISIBILITY_CFLAGS)
backends_v4l2_v4l2_la_SOURCES = \
	backends/v4l2/plugin.c \
	backends/v4l2/sys-kernel.c
backends_v4l2_v4l2_la_LIBADD = backends/v4l2/libv4l2-core.la
backends_v4l2_v4l2_la_LDFLAGS = \
	$(AM_LDFLAGS) \
	$(DEFS_LDFLAGS) \
	$(PLUGIN_LDFLAGS) \
	-module -avoid-version -shared \
	-export-symbols-regex '^libcodec_plugin_entry$$'

dist_manifest_DATA = backends/v4l2/30-v4l2.conf

STAGED += stage/backends/v4l2.so stage/backends/30-v4l2.conf
stage/backends/v4l2.so: backends/v4l2/v4l2.la
	$(stage_plugin)
stage/backends/30-v4l2.conf: backends/v4l2/30-v4l2.conf
	$(stage_file)
