# SPDX-License-Identifier: MIT

bin_PROGRAMS += tools/codecctl
tools_codecctl_CPPFLAGS = \
	$(LC_CPPFLAGS) \
	-DBINDIR='"$(bindir)"' \
	$(PUBLIC_CPPFLAGS) \
	-I$(top_builddir) \
	$(LIBDRM_CFLAGS) \
	$(LIBPNG_CFLAGS) \
	$(LIBEXIF_CFLAGS) \
	$(LIBMD_CFLAGS) \
	$(LIBAVCODEC_CFLAGS) \
	$(LIBSPNG_CFLAGS)
tools_codecctl_CFLAGS = $(AM_CFLAGS)
if INTEROP
tools_codecctl_CPPFLAGS += $(INTEROP_CPPFLAGS)
endif
tools_codecctl_LDADD = \
	libcodec/libcodec-1.la \
	$(LIBPNG_LIBS) \
	$(LIBEXIF_LIBS) \
	$(LIBMD_LIBS) \
	$(LIBSPNG_LIBS) \
	$(LIBM)
tools_codecctl_SOURCES = \
	tools/attempts.c \
	tools/attempts.h \
	tools/bench-files.c \
	tools/bench-files.h \
	tools/bench-html.c \
	tools/bench-json.c \
	tools/bench-kernels.c \
	tools/bench-kernels.h \
	tools/bench-libavcodec.c \
	tools/bench-machine.c \
	tools/bench-options.c \
	tools/bench-options.h \
	tools/bench-planes.c \
	tools/bench-planes.h \
	tools/bench-png.c \
	tools/bench-print.c \
	tools/bench-run.c \
	tools/bench-setup.c \
	tools/bench-setup.h \
	tools/bench-stages.c \
	tools/bench-stages.h \
	tools/bench-turbojpeg.c \
	tools/bench.h \
	tools/cap-report.c \
	tools/cap-report.h \
	tools/cmd-bench.c \
	tools/cmd-decode.c \
	tools/cmd-help.c \
	tools/cmd-identify.c \
	tools/cmd-info.c \
	tools/cmd-monitor.c \
	tools/cmd-plugin-check.c \
	tools/codecctl.c \
	tools/codecctl.h \
	tools/colour.c \
	tools/colour.h \
	tools/decode-job.c \
	tools/decode-job.h \
	tools/decode-options.c \
	tools/decode-options.h \
	tools/decode-print.c \
	tools/decode-print.h \
	tools/decode-targets.c \
	tools/decode-targets.h \
	tools/decode-write.c \
	tools/decode-write.h \
	tools/describe.c \
	tools/describe.h \
	tools/device-report.c \
	tools/device-report.h \
	tools/exif-report.c \
	tools/exif-report.h \
	tools/frames.c \
	tools/frames.h \
	tools/hash.c \
	tools/hash.h \
	tools/input.c \
	tools/input.h \
	tools/json.c \
	tools/json.h \
	tools/output-file.c \
	tools/output-file.h \
	tools/output.c \
	tools/output.h \
	tools/picture.c \
	tools/picture.h \
	tools/progress.c \
	tools/progress.h \
	tools/report.c \
	tools/report.h \
	tools/write-png.c \
	tools/writers.c \
	tools/writers.h
if INTEROP
tools_codecctl_LDADD += interop/libcodec-interop-1.la
tools_codecctl_SOURCES += \
	tools/blob-fields.c \
	tools/blob-fields.h \
	tools/blob-file.c \
	tools/blob-file.h \
	tools/cmd-blob.c \
	tools/cmd-record.c \
	tools/cmd-telemetry.c \
	tools/record-build.c \
	tools/record-build.h
endif

if INSTALL_BASH_COMPLETION
dist_bashcompletion_DATA = tools/completion/codecctl
else
EXTRA_DIST += tools/completion/codecctl
endif
