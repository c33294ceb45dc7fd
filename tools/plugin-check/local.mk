# SPDX-License-Identifier: MIT

# The conformance kit. A program of its own, since it runs strangers' code; codecctl plugin-check
# finds it beside itself.
bin_PROGRAMS += tools/libcodec-plugin-check
tools_libcodec_plugin_check_CPPFLAGS = \
	$(LC_CPPFLAGS) \
	$(PUBLIC_CPPFLAGS) \
	-I$(top_builddir) \
	-iquote $(top_srcdir) \
	-iquote $(top_srcdir)/tools
tools_libcodec_plugin_check_CFLAGS = $(AM_CFLAGS)
tools_libcodec_plugin_check_LDADD = \
	libcodec/libcodec-1.la \
	fixtures/libfixtures.la \
	$(LIBM)
tools_libcodec_plugin_check_SOURCES = \
	tools/json.c \
	tools/json.h \
	tools/plugin-check/album.c \
	tools/plugin-check/album.h \
	tools/plugin-check/alloc.c \
	tools/plugin-check/alloc.h \
	tools/plugin-check/bed-manifest.c \
	tools/plugin-check/bed-manifest.h \
	tools/plugin-check/bed.c \
	tools/plugin-check/bed.h \
	tools/plugin-check/canvas.c \
	tools/plugin-check/canvas.h \
	tools/plugin-check/caplist.c \
	tools/plugin-check/caplist.h \
	tools/plugin-check/caps.c \
	tools/plugin-check/case.c \
	tools/plugin-check/case.h \
	tools/plugin-check/child.c \
	tools/plugin-check/child.h \
	tools/plugin-check/decode-damage.c \
	tools/plugin-check/decode-dmabuf.c \
	tools/plugin-check/decode-memory.c \
	tools/plugin-check/decode-session.c \
	tools/plugin-check/decode.c \
	tools/plugin-check/decode.h \
	tools/plugin-check/device.c \
	tools/plugin-check/device.h \
	tools/plugin-check/direct.c \
	tools/plugin-check/direct.h \
	tools/plugin-check/dmabuf.c \
	tools/plugin-check/dmabuf.h \
	tools/plugin-check/elf.c \
	tools/plugin-check/elf.h \
	tools/plugin-check/emit.c \
	tools/plugin-check/emit.h \
	tools/plugin-check/fault-corpus.c \
	tools/plugin-check/fault-device.c \
	tools/plugin-check/fault-memory.c \
	tools/plugin-check/fault-process.c \
	tools/plugin-check/fault-time.c \
	tools/plugin-check/fault.c \
	tools/plugin-check/fault.h \
	tools/plugin-check/golden.c \
	tools/plugin-check/golden.h \
	tools/plugin-check/host.c \
	tools/plugin-check/host.h \
	tools/plugin-check/jpeg.c \
	tools/plugin-check/jpeg.h \
	tools/plugin-check/kit.h \
	tools/plugin-check/levels.c \
	tools/plugin-check/levels.h \
	tools/plugin-check/load.c \
	tools/plugin-check/main.c \
	tools/plugin-check/manifest.c \
	tools/plugin-check/manifest.h \
	tools/plugin-check/names.c \
	tools/plugin-check/names.h \
	tools/plugin-check/plugin.c \
	tools/plugin-check/plugin.h \
	tools/plugin-check/report.c \
	tools/plugin-check/report.h \
	tools/plugin-check/state.c \
	tools/plugin-check/state.h \
	tools/plugin-check/static.c \
	tools/plugin-check/stress.c \
	tools/plugin-check/wire.c \
	tools/plugin-check/wire.h
