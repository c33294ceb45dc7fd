# SPDX-License-Identifier: MIT
#
# A plugin to start from, built by its own makefile against what is installed. Not built here.

vendorplugindir = $(docdir)/examples/vendor-plugin
dist_vendorplugin_DATA = \
	examples/vendor-plugin/60-vendor-device.conf \
	examples/vendor-plugin/60-vendor.conf \
	examples/vendor-plugin/Makefile \
	examples/vendor-plugin/README.md \
	examples/vendor-plugin/engine.c \
	examples/vendor-plugin/engine.h \
	examples/vendor-plugin/vendor-device.c \
	examples/vendor-plugin/vendor.c
