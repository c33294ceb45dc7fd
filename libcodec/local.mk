# SPDX-License-Identifier: MIT

libcodecincludedir = $(includedir)/libcodec-1/libcodec
libcodecinclude_HEADERS = \
	libcodec/include/libcodec/codec.h \
	libcodec/include/libcodec/decoder.h \
	libcodec/include/libcodec/image.h \
	libcodec/include/libcodec/plugin.h \
	libcodec/include/libcodec/trace.h
nodist_libcodecinclude_HEADERS = \
	libcodec/include/libcodec/version.h

pkgconfigdir = $(libdir)/pkgconfig
pkgconfig_DATA = \
	libcodec/libcodec-1.pc \
	libcodec/libcodec-plugin-1.pc

# All of the library, for libcodec-1.so and for the unit tests, which reach what is hidden in it.
noinst_LTLIBRARIES += libcodec/libcodec-core.la
libcodec_libcodec_core_la_CPPFLAGS = \
	$(LC_CPPFLAGS) \
	$(PUBLIC_CPPFLAGS) \
	-I$(top_builddir) \
	-iquote $(top_srcdir) \
	-iquote $(top_srcdir)/libcodec \
	-DBACKENDDIR='"$(backendexecdir)"' \
	-DMANIFESTDIR='"$(manifestdir)"' \
	-DSYSCONFDIR='"$(sysconfdir)/libcodec"' \
	-DRUNDIR='"$(runstatedir)/libcodec"' \
	$(LIBDRM_CFLAGS)
libcodec_libcodec_core_la_LIBADD = udev/libwatch.la $(LIBDRM_LIBS)
libcodec_libcodec_core_la_CFLAGS = $(AM_CFLAGS) $(VISIBILITY_CFLAGS)
libcodec_libcodec_core_la_SOURCES = \
	libcodec/append.c \
	libcodec/append.h \
	libcodec/attempt.c \
	libcodec/attempt.h \
	libcodec/backend.c \
	libcodec/backend.h \
	libcodec/bitstream/exif.c \
	libcodec/bitstream/exif.h \
	libcodec/bitstream/fault.c \
	libcodec/bitstream/fault.h \
	libcodec/bitstream/jpeg-annex-k.c \
	libcodec/bitstream/jpeg-annex-k.h \
	libcodec/bitstream/jpeg-header.c \
	libcodec/bitstream/jpeg-header.h \
	libcodec/bitstream/jpeg-markers.h \
	libcodec/bitstream/jpeg-split.c \
	libcodec/bitstream/jpeg-strip.c \
	libcodec/bitstream/jpeg-strip.h \
	libcodec/bitstream/png-header.c \
	libcodec/bitstream/png-header.h \
	libcodec/bitstream/reader.h \
	libcodec/bindings.c \
	libcodec/bindings.h \
	libcodec/breaker.c \
	libcodec/breaker.h \
	libcodec/calls.c \
	libcodec/calls.h \
	libcodec/clock.c \
	libcodec/clock.h \
	libcodec/context-dispatch.c \
	libcodec/context.c \
	libcodec/context.h \
	libcodec/decoder.c \
	libcodec/decoder.h \
	libcodec/device.c \
	libcodec/device.h \
	libcodec/elf-file.c \
	libcodec/elf-file.h \
	libcodec/env.c \
	libcodec/env.h \
	libcodec/events.c \
	libcodec/events.h \
	libcodec/file.c \
	libcodec/file.h \
	libcodec/fork.c \
	libcodec/fork.h \
	libcodec/format.c \
	libcodec/format.h \
	libcodec/frame.c \
	libcodec/host.c \
	libcodec/host.h \
	libcodec/hotplug.c \
	libcodec/hotplug.h \
	libcodec/image-new.c \
	libcodec/image.c \
	libcodec/image.h \
	libcodec/internal.h \
	libcodec/keyfile.c \
	libcodec/keyfile.h \
	libcodec/layout.c \
	libcodec/layout.h \
	libcodec/lines.c \
	libcodec/lines.h \
	libcodec/loader.c \
	libcodec/loader.h \
	libcodec/log.c \
	libcodec/log.h \
	libcodec/manifest-dirs.c \
	libcodec/manifest.c \
	libcodec/manifest.h \
	libcodec/match-keys.c \
	libcodec/match-keys.h \
	libcodec/match.c \
	libcodec/match.h \
	libcodec/memory/dmabuf-alloc.c \
	libcodec/memory/dmabuf-alloc.h \
	libcodec/memory/dmabuf.c \
	libcodec/memory/host.c \
	libcodec/memory/memory.h \
	libcodec/names.c \
	libcodec/opener.c \
	libcodec/opener.h \
	libcodec/policy-filter.c \
	libcodec/policy-names.c \
	libcodec/policy-parse.c \
	libcodec/policy-private.h \
	libcodec/policy.c \
	libcodec/policy.h \
	libcodec/probe.c \
	libcodec/refusal.c \
	libcodec/refusal.h \
	libcodec/registry.c \
	libcodec/registry.h \
	libcodec/select.c \
	libcodec/select.h \
	libcodec/stream.c \
	libcodec/stream.h \
	libcodec/surface.c \
	libcodec/surface.h \
	libcodec/trace.c \
	libcodec/trace.h \
	libcodec/trust.c \
	libcodec/trust.h \
	libcodec/workers.c \
	libcodec/workers.h

lib_LTLIBRARIES += libcodec/libcodec-1.la
libcodec_libcodec_1_la_SOURCES =
libcodec_libcodec_1_la_LIBADD = libcodec/libcodec-core.la
libcodec_libcodec_1_la_LDFLAGS = \
	$(AM_LDFLAGS) \
	$(DEFS_LDFLAGS) \
	-version-info $(LIBCODEC_LT_VERSION) \
	-Wl,--version-script=$(top_srcdir)/libcodec/libcodec.sym
# An edited list of symbols must link the library again.
EXTRA_libcodec_libcodec_1_la_DEPENDENCIES = libcodec/libcodec.sym

EXTRA_DIST += libcodec/libcodec.sym
