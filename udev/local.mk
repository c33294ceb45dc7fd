# SPDX-License-Identifier: MIT

# Devices and hotplug: the only users of libudev.
noinst_LTLIBRARIES += udev/libwatch.la
udev_libwatch_la_CPPFLAGS = $(LC_CPPFLAGS) -I$(top_builddir) $(LIBUDEV_CFLAGS)
udev_libwatch_la_CFLAGS = $(AM_CFLAGS) $(VISIBILITY_CFLAGS)
udev_libwatch_la_LIBADD = $(LIBUDEV_LIBS)
udev_libwatch_la_SOURCES = \
	udev/sysfs.c \
	udev/watch-inotify.c \
	udev/watch-private.h \
	udev/watch-seen.c \
	udev/watch-sysfs.c \
	udev/watch.c \
	udev/watch.h
if HAVE_LIBUDEV
udev_libwatch_la_SOURCES += udev/watch-udev.c
endif

# What udev gets: rules, an hwdb, and the program that the rules run. Nothing of the library
# needs them.
EXTRA_DIST += udev/70-libcodec.hwdb udev/70-libcodec.rules.in
CLEANFILES += udev/70-libcodec.rules
UDEV_RULES_SED = s|@udevdir[@]|$(udevdir)|g

udevexecdir = $(udevdir)
udevrulesdir = $(udevdir)/rules.d
udevhwdbdir = $(udevdir)/hwdb.d
if INSTALL_UDEV
nodist_udevrules_DATA = udev/70-libcodec.rules
udevhwdb_DATA = udev/70-libcodec.hwdb
endif

if UDEV_HELPER
udevexec_PROGRAMS = udev/libcodec-id
else
check_PROGRAMS += udev/libcodec-id
UDEV_RULES_SED += ; /IMPORT{program}/d
endif
udev_libcodec_id_CPPFLAGS = $(LC_CPPFLAGS) -I$(top_builddir)
udev_libcodec_id_CFLAGS = $(AM_CFLAGS)
udev_libcodec_id_LDADD =
udev_libcodec_id_SOURCES = udev/libcodec-id.c

udev/70-libcodec.rules: udev/70-libcodec.rules.in Makefile
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
	$(SED) '$(UDEV_RULES_SED)' $(srcdir)/udev/70-libcodec.rules.in >$@.tmp && \
	mv -f $@.tmp $@
