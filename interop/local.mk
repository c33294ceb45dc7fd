# SPDX-License-Identifier: MIT
#
# The Pelorus interop ABI: a library of its own, which needs libc and nothing of ours.

# What sees its headers, which are named <pelorus/*.h>.
INTEROP_CPPFLAGS = -I$(top_srcdir)/interop/include

# A header is installed from the day on that the library has all that it declares.
if INTEROP
pelorusincludedir = $(includedir)/libcodec-1/pelorus
pelorusinclude_HEADERS = \
	interop/include/pelorus/carrier.h \
	interop/include/pelorus/encode_record.h \
	interop/include/pelorus/interop.h \
	interop/include/pelorus/libcodec.h \
	interop/include/pelorus/pelorus.h \
	interop/include/pelorus/telemetry.h

# The fields of telemetry, for those who read its JSON or carry fields of the same names.
interopschemadir = $(datadir)/libcodec-1/pelorus
dist_interopschema_DATA = interop/schema/telemetry-fields.json

pkgconfig_DATA += interop/libcodec-interop-1.pc

# All of the library, for libcodec-interop-1.so and for the unit tests.
noinst_LTLIBRARIES += interop/libinterop-core.la
interop_libinterop_core_la_CPPFLAGS = \
	$(LC_CPPFLAGS) \
	$(INTEROP_CPPFLAGS) \
	-iquote $(top_srcdir)/interop
interop_libinterop_core_la_CFLAGS = $(AM_CFLAGS) $(VISIBILITY_CFLAGS)
interop_libinterop_core_la_LIBADD = $(LIBM)
interop_libinterop_core_la_SOURCES = \
	interop/ac-steps.c \
	interop/blob-read.c \
	interop/blob-write.c \
	interop/blob.h \
	interop/bytes.h \
	interop/carrier.c \
	interop/decimal.c \
	interop/decimal.h \
	interop/digest-text.c \
	interop/digest-text.h \
	interop/export.h \
	interop/motion-edge.c \
	interop/options-ffmpeg-table.c \
	interop/options-ffmpeg.c \
	interop/options-ffmpeg.h \
	interop/options-getopt.c \
	interop/options-list.c \
	interop/options-scalar.c \
	interop/options-scalar.h \
	interop/options-set.c \
	interop/options-svtav1.c \
	interop/options-x264.c \
	interop/options-x265.c \
	interop/options.c \
	interop/options.h \
	interop/qp-report.c \
	interop/qp-scale.c \
	interop/qp-scale.h \
	interop/record-build.c \
	interop/record-canonical.c \
	interop/record-order.c \
	interop/record-order.h \
	interop/record-read.c \
	interop/record-read.h \
	interop/record-scalar.c \
	interop/record-scalar.h \
	interop/record-sort.c \
	interop/record-sort.h \
	interop/record-text.c \
	interop/record-text.h \
	interop/record-write.c \
	interop/record-write.h \
	interop/result.c \
	interop/sha256.c \
	interop/sha256.h \
	interop/telemetry-blob.c \
	interop/telemetry-check.c \
	interop/telemetry-fields.c \
	interop/telemetry-fields.h \
	interop/telemetry-json.c \
	interop/telemetry-values.c \
	interop/telemetry.h \
	interop/text.c \
	interop/text.h \
	interop/x265-csv.c

lib_LTLIBRARIES += interop/libcodec-interop-1.la
interop_libcodec_interop_1_la_SOURCES =
interop_libcodec_interop_1_la_LIBADD = interop/libinterop-core.la
interop_libcodec_interop_1_la_LDFLAGS = \
	$(AM_LDFLAGS) \
	$(DEFS_LDFLAGS) \
	-version-info $(INTEROP_LT_VERSION) \
	-Wl,--version-script=$(top_srcdir)/interop/interop.sym
# An edited list of symbols must link the library again.
EXTRA_interop_libcodec_interop_1_la_DEPENDENCIES = interop/interop.sym
endif

EXTRA_DIST += \
	interop/interop.sym \
	interop/schema/compare-fields
