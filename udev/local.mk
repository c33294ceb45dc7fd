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
