# SPDX-License-Identifier: MIT
#
# A unit test is one line in UNIT_TESTS: tests/check-NAME.c, linked with all of TEST_LIBS. One of
# libcodec-interop, which not all builds have, is one line in INTEROP_TESTS.
# A shell test is one line in SHELL_TESTS: an executable tests/NAME.sh that prints TAP.
# A mock plugin is one line in MOCK_PLUGINS or DECODING_MOCKS: tests/plugins/mock-NAME.c.

UNIT_TESTS = \
	tests/check-alloc \
	tests/check-bits \
	tests/check-breaker \
	tests/check-copy-bounds \
	tests/check-copy-out \
	tests/check-copy-rows \
	tests/check-cores \
	tests/check-decode \
	tests/check-decode-damage \
	tests/check-decode-settings \
	tests/check-dispatch \
	tests/check-dmabuf \
	tests/check-dmabuf-alloc \
	tests/check-dmabuf-decode \
	tests/check-elf-file \
	tests/check-exif \
	tests/check-fast-dct \
	tests/check-headers \
	tests/check-hot-path \
	tests/check-hotplug \
	tests/check-hotplug-breaker \
	tests/check-hotplug-faults \
	tests/check-hotplug-policy \
	tests/check-huffman \
	tests/check-idct \
	tests/check-image \
	tests/check-jpeg-strip \
	tests/check-jpeg-strip-samples \
	tests/check-kernels \
	tests/check-kit \
	tests/check-layout \
	tests/check-libcodec-id \
	tests/check-loader \
	tests/check-loader-files \
	tests/check-manifest \
	tests/check-markers \
	tests/check-markers-damage \
	tests/check-match \
	tests/check-monitor \
	tests/check-names \
	tests/check-parallel \
	tests/check-png \
	tests/check-png-damage \
	tests/check-png-header \
	tests/check-png-limits \
	tests/check-policy \
	tests/check-policy-filters \
	tests/check-trace \
	tests/check-udev \
	tests/check-udev-damage \
	tests/check-unplug \
	tests/check-v4l2 \
	tests/check-v4l2-faults \
	tests/check-v4l2-goes \
	tests/check-vjpeg-engine \
	tests/check-vjpeg-fake \
	tests/check-vjpeg-faults \
	tests/check-vjpeg-goes \
	tests/check-vjpeg-storm \
	tests/check-workers \
	tests/check-writers

# Those of libcodec-interop, where it is built.
INTEROP_TESTS = \
	tests/check-interop-alloc \
	tests/check-interop-carrier \
	tests/check-interop-decimal \
	tests/check-interop-digest \
	tests/check-interop-find \
	tests/check-interop-map \
	tests/check-interop-motion-edge \
	tests/check-interop-options \
	tests/check-interop-options-lists \
	tests/check-interop-options-scalars \
	tests/check-interop-options-storage \
	tests/check-interop-pack \
	tests/check-interop-prose \
	tests/check-interop-qp-report \
	tests/check-interop-qp-scale \
	tests/check-interop-record-bounds \
	tests/check-interop-record-build \
	tests/check-interop-record-canonical \
	tests/check-interop-record-damage \
	tests/check-interop-record-params \
	tests/check-interop-record-scalar \
	tests/check-interop-record-verify \
	tests/check-interop-sha256 \
	tests/check-interop-telemetry \
	tests/check-interop-telemetry-blob \
	tests/check-interop-telemetry-json \
	tests/check-interop-values \
	tests/check-interop-x265-csv
if INTEROP
UNIT_TESTS += $(INTEROP_TESTS)
endif

# What the tests of one subject share.
COPY_BED = tests/copy-bed.c tests/copy-bed.h tests/guarded.h
DECODING = tests/decoding.c tests/decoding.h
DMABUF_BED = tests/dmabuf-bed.c tests/dmabuf-bed.h
ELF_IMAGE = tests/elf-image.c tests/elf-image.h
INTEROP_GOLDEN = tests/interop-golden.c tests/interop-golden.h
INTEROP_OPTIONS = tests/interop-options.c tests/interop-options.h
INTEROP_PROSE = tests/interop-prose.c tests/interop-prose.h
INTEROP_RECORDS = tests/interop-records.c tests/interop-records.h
INTEROP_RECORD = tests/interop-record.c tests/interop-record.h
ENCODE_RECORD = tests/encode-record.c tests/encode-record.h
JPEG_STREAM = tests/jpeg-stream.c tests/jpeg-stream.h
PNG_CALL = tests/png-call.c tests/png-call.h
UDEV_BED = tests/udev-bed.c tests/udev-bed.h
UDEV_NETLINK = tests/udev-netlink.c tests/udev-netlink.h
WATCHING = tests/watching.c tests/watching.h
POLICY_BED = tests/policy-bed.c tests/policy-bed.h
# The v4l2 backend on virtual JPEG devices: a bed, and a file for the bodies of each subject.
VJPEG_BED = \
	tests/vjpeg/bed.c tests/vjpeg/bed.h \
	tests/vjpeg/bed-fake.c \
	tests/vjpeg/bed-kernel.c \
	tests/vjpeg/begin.c \
	tests/vjpeg/control.h \
	tests/vjpeg/control-kernel.c
VJPEG_BODIES = tests/vjpeg/bodies.c tests/vjpeg/bodies.h
V4L2_BODIES = \
	tests/vjpeg/bodies-basic.c \
	tests/vjpeg/bodies-defects.c \
	tests/vjpeg/bodies-knobs.c \
	tests/vjpeg/bodies-ways.c
V4L2_FAULTS_BODIES = tests/vjpeg/bodies-faults.c
V4L2_GOES_BODIES = tests/vjpeg/bodies-endurance.c tests/vjpeg/bodies-goes.c
# The virtual JPEG devices themselves, and a client by hand.
VJPEG_DEVICES = \
	tests/vjpeg/begin.c \
	tests/vjpeg/client.c tests/vjpeg/client.h \
	tests/vjpeg/control-kernel.c \
	tests/vjpeg/devices.c tests/vjpeg/devices.h

SHELL_TESTS = \
	tests/abi.sh \
	tests/bench.sh \
	tests/cli.sh \
	tests/codecctl-interop.sh \
	tests/fixtures.sh \
	tests/headers-cxx.sh \
	tests/include-rules.sh \
	tests/interop-fields.sh \
	tests/interop-install.sh \
	tests/interop-layout.sh \
	tests/interop-options.sh \
	tests/interop-record.sh \
	tests/interop-state.sh \
	tests/plugin-note.sh \
	tests/plugin-check.sh \
	tests/plugin-check-decode.sh \
	tests/readme.sh \
	tests/setuid.sh \
	tests/symbols.sh \
	tests/udev-files.sh \
	tests/vendor-plugin.sh

# Those that run nothing of ours, for which a sanitizer is no matter.
SOURCE_TESTS = \
	tests/headers-cxx.sh \
	tests/include-rules.sh \
	tests/interop-fields.sh \
	tests/interop-layout.sh

MOCK_PLUGINS = \
	bad-license \
	bad-verdict \
	calls-host-early \
	caps-bad-end \
	caps-fills-future \
	caps-high-rank \
	caps-many-formats \
	caps-min-over-max \
	caps-never-end \
	caps-none \
	caps-odd-align \
	caps-past-end \
	caps-resized \
	caps-same-id \
	caps-stray-sampling \
	caps-unknown-bit \
	caps-unknown-format \
	caps-unstable \
	caps-zero-mask \
	changes-environment \
	changes-locale \
	changes-rounding \
	changes-umask \
	closes-fd \
	crashes-in-constructor \
	declines \
	device \
	dmabuf \
	echoes-major \
	empty-vendor \
	exec-stack \
	exits-in-init \
	extra-export \
	falls-back \
	future-minor \
	good \
	hangs-in-init \
	imports-assert \
	imports-exit \
	init-fails \
	init-needs-device \
	leaks-fd \
	leaks-heap \
	leaks-mapping \
	leaves-process \
	leaves-thread \
	lies-corrupt \
	long-description \
	missing-ops \
	missing-slot \
	name-mismatch \
	no-build-id \
	no-entry-symbol \
	no-note \
	note-broken \
	note-major \
	note-name \
	no-relro \
	null-entry \
	opens-sdk \
	other-version \
	parallel \
	probe-alone \
	release-alone \
	probe-without-release \
	refuses-silently \
	rpath \
	scribbles \
	sets-reserved \
	shares-gpu \
	short-struct \
	single-context \
	slow-constructor \
	takes-null \
	takes-signal \
	text-relocations \
	undefined-symbol \
	wants-same-minor \
	writes-output \
	wrong-magic \
	wrong-major

# Mock plugins that decode, for the conformance kit: they include mock-decoding.h.
DECODING_MOCKS = \
	allocates \
	clock-trusting \
	close-clears \
	consumes-all \
	crashes-cut \
	declines-claimed \
	declines-dirty \
	declines-mutely \
	decode-unchecked \
	decodes \
	done-corrupt \
	eintr \
	endless-message \
	hangs-on-damage \
	late-forever \
	new-verdict \
	no-fork \
	not-exact \
	open-unchecked \
	overstays \
	reads-behind \
	session-leaks-fd \
	session-leaks-memory \
	session-leaks-thread \
	shares-state \
	stale-geometry \
	tires \
	unwritten \
	writes-gap \
	writes-late \
	writes-row \
	wrong-samples

# Unit tests see everything, the private headers by their short names too.
TEST_CPPFLAGS = \
	$(PUBLIC_CPPFLAGS) \
	$(INTEROP_CPPFLAGS) \
	-I$(top_builddir) \
	-iquote $(top_srcdir) \
	-iquote $(top_srcdir)/libcodec \
	-iquote $(top_srcdir)/interop \
	-iquote $(top_srcdir)/backends/cpu \
	-iquote $(top_srcdir)/fixtures \
	-iquote $(top_srcdir)/tests \
	$(LIBDRM_CFLAGS) \
	$(CHECK_CFLAGS) \
	$(LIBEXIF_CFLAGS) \
	$(LIBMD_CFLAGS) \
	$(LIBPNG_CFLAGS) \
	$(TURBOJPEG_CFLAGS)
TEST_LIBS = \
	tests/libtest.la \
	libcodec/libcodec-core.la \
	$(INTEROP_CORE) \
	backends/cpu/libcpu-core.la \
	backends/v4l2/libv4l2-core.la \
	fixtures/libfixtures.la \
	$(CHECK_LIBS) \
	$(LIBEXIF_LIBS) \
	$(LIBMD_LIBS) \
	$(LIBPNG_LIBS) \
	$(TURBOJPEG_LIBS) \
	$(LIBM)
if INTEROP
INTEROP_CORE = interop/libinterop-core.la
endif

# What the virtual JPEG device does with a stream: for the fake in user space, as for the kernel's.
check_LTLIBRARIES += tests/vjpeg/libengine.la
tests_vjpeg_libengine_la_SOURCES = \
	tests/vjpeg/engine.c \
	tests/vjpeg/engine.h \
	tests/vjpeg/formats.c \
	tests/vjpeg/formats.h \
	tests/vjpeg/knobs.c \
	tests/vjpeg/knobs.h

# That device in user space, under the table of system calls of the V4L2 backends.
check_LTLIBRARIES += tests/vjpeg/libfake.la
tests_vjpeg_libfake_la_CFLAGS = $(AM_CFLAGS) $(VISIBILITY_CFLAGS)
tests_vjpeg_libfake_la_SOURCES = \
	backends/v4l2-common/sys.h \
	tests/vjpeg/fake.c \
	tests/vjpeg/fake.h \
	tests/vjpeg/control.h \
	tests/vjpeg/fake-control.c \
	tests/vjpeg/fake-ioctl.c \
	tests/vjpeg/fake-job.c \
	tests/vjpeg/fake-private.h \
	tests/vjpeg/fake-queue.c
tests_vjpeg_libfake_la_LIBADD = tests/vjpeg/libengine.la

# The v4l2 backend on these devices: a plugin, but that it also exports what controls them, and
# has the engine inside with what that needs of the library. It is used from stage/mocks.
check_LTLIBRARIES += tests/vjpeg/v4l2-fake.la
tests_vjpeg_v4l2_fake_la_CPPFLAGS = $(AM_CPPFLAGS) -iquote $(top_srcdir)/backends
tests_vjpeg_v4l2_fake_la_CFLAGS = $(AM_CFLAGS) $(VISIBILITY_CFLAGS)
tests_vjpeg_v4l2_fake_la_SOURCES = \
	backends/v4l2/plugin.c \
	libcodec/bitstream/exif.c \
	libcodec/bitstream/fault.c \
	libcodec/bitstream/jpeg-header.c \
	tests/vjpeg/sys-fake.c
tests_vjpeg_v4l2_fake_la_LIBADD = \
	backends/v4l2/libv4l2-core.la \
	tests/vjpeg/libfake.la \
	backends/cpu/libcpu-core.la
tests_vjpeg_v4l2_fake_la_LDFLAGS = \
	$(AM_LDFLAGS) \
	$(DEFS_LDFLAGS) \
	$(PLUGIN_LDFLAGS) \
	-module -avoid-version -shared -rpath /nowhere \
	-export-symbols-regex '^(libcodec_plugin_entry|vjpeg_fake_control)$$'
check_DATA += stage/mocks/v4l2-fake.so
stage/mocks/v4l2-fake.so: tests/vjpeg/v4l2-fake.la
	$(stage_plugin)

if HAVE_CHECK
check_LTLIBRARIES += tests/libtest.la
tests_libtest_la_SOURCES = \
	tests/oracle.c tests/oracle.h \
	tests/test-main.c tests/test.h \
	tests/testbed.c tests/testbed.h

check_PROGRAMS += $(UNIT_TESTS)
tests_check_copy_bounds_SOURCES = tests/check-copy-bounds.c $(COPY_BED)
tests_check_copy_out_SOURCES = tests/check-copy-out.c $(COPY_BED)
tests_check_copy_rows_SOURCES = tests/check-copy-rows.c tests/guarded.h
tests_check_cores_SOURCES = tests/check-cores.c backends/cpu/arm/cores.c
tests_check_kernels_SOURCES = tests/check-kernels.c tests/kernel-bed.c tests/kernel-bed.h \
	tests/kernel-bench.c
tests_check_decode_SOURCES = tests/check-decode.c $(DECODING)
tests_check_decode_damage_SOURCES = tests/check-decode-damage.c $(DECODING)
tests_check_decode_settings_SOURCES = tests/check-decode-settings.c $(DECODING)
tests_check_dmabuf_SOURCES = tests/check-dmabuf.c $(DMABUF_BED)
tests_check_dmabuf_LDFLAGS = $(DMABUF_LINK)
tests_check_dmabuf_alloc_SOURCES = tests/check-dmabuf-alloc.c $(DMABUF_BED)
tests_check_dmabuf_alloc_LDFLAGS = $(DMABUF_LINK) \
	-Wl,--wrap=drmIoctl -Wl,--wrap=drmDropMaster \
	-Wl,--wrap=drmPrimeHandleToFD
tests_check_dmabuf_decode_SOURCES = tests/check-dmabuf-decode.c $(DMABUF_BED)
tests_check_dmabuf_decode_LDFLAGS = $(DMABUF_LINK)
tests_check_elf_file_SOURCES = tests/check-elf-file.c $(ELF_IMAGE)
tests_check_interop_alloc_SOURCES = tests/check-interop-alloc.c $(INTEROP_GOLDEN) \
	$(INTEROP_RECORDS) $(ENCODE_RECORD)
# The linker puts a want of memory before the allocator.
tests_check_interop_alloc_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=malloc
tests_check_interop_carrier_SOURCES = tests/check-interop-carrier.c $(INTEROP_GOLDEN)
tests_check_interop_digest_SOURCES = tests/check-interop-digest.c $(INTEROP_GOLDEN)
tests_check_interop_find_SOURCES = tests/check-interop-find.c $(INTEROP_GOLDEN)
tests_check_interop_map_SOURCES = tests/check-interop-map.c $(INTEROP_GOLDEN)
tests_check_interop_motion_edge_SOURCES = tests/check-interop-motion-edge.c $(INTEROP_GOLDEN)
tests_check_interop_options_SOURCES = tests/check-interop-options.c $(INTEROP_OPTIONS)
tests_check_interop_options_lists_SOURCES = tests/check-interop-options-lists.c \
	$(INTEROP_OPTIONS)
tests_check_interop_options_storage_SOURCES = tests/check-interop-options-storage.c \
	$(INTEROP_OPTIONS)
tests_check_interop_pack_SOURCES = tests/check-interop-pack.c $(INTEROP_GOLDEN) \
	$(INTEROP_RECORDS)
tests_check_interop_prose_SOURCES = tests/check-interop-prose.c $(INTEROP_GOLDEN) \
	$(INTEROP_PROSE)
tests_check_interop_telemetry_SOURCES = tests/check-interop-telemetry.c $(INTEROP_RECORDS)
tests_check_interop_telemetry_blob_SOURCES = tests/check-interop-telemetry-blob.c \
	$(INTEROP_GOLDEN) $(INTEROP_RECORDS)
tests_check_interop_telemetry_json_SOURCES = tests/check-interop-telemetry-json.c \
	$(INTEROP_RECORDS)
tests_check_interop_record_bounds_SOURCES = tests/check-interop-record-bounds.c \
	$(ENCODE_RECORD)
tests_check_interop_record_build_SOURCES = tests/check-interop-record-build.c \
	$(ENCODE_RECORD)
tests_check_interop_record_canonical_SOURCES = tests/check-interop-record-canonical.c \
	$(ENCODE_RECORD)
tests_check_interop_record_damage_SOURCES = tests/check-interop-record-damage.c \
	$(ENCODE_RECORD)
tests_check_interop_record_params_SOURCES = tests/check-interop-record-params.c \
	$(ENCODE_RECORD)
tests_check_interop_record_verify_SOURCES = tests/check-interop-record-verify.c \
	$(ENCODE_RECORD)
# The linker puts failures before the reads of a file.
tests_check_interop_x265_csv_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=read
# The linker leads what is said about dma-bufs to the tests.
DMABUF_LINK = $(AM_LDFLAGS) -Wl,--wrap=ioctl
# The linker puts the test between the loader and dlopen().
tests_check_loader_files_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=dlopen
tests_check_libcodec_id_SOURCES = tests/check-libcodec-id.c tests/played-driver.c \
	tests/played-driver.h
tests_check_libcodec_id_CPPFLAGS = $(AM_CPPFLAGS) $(UMOCKDEV_CFLAGS)
tests_check_libcodec_id_LDADD = tests/libtest.la $(CHECK_LIBS) $(UMOCKDEV_LIBS)
EXTRA_tests_check_libcodec_id_DEPENDENCIES = udev/libcodec-id tests/libcodec-id-hangs
check_PROGRAMS += tests/libcodec-id-hangs
tests_libcodec_id_hangs_LDADD =
tests_check_jpeg_strip_SOURCES = tests/check-jpeg-strip.c $(JPEG_STREAM)
tests_check_jpeg_strip_samples_SOURCES = tests/check-jpeg-strip-samples.c $(DECODING)
tests_check_kit_SOURCES = \
	tests/check-kit.c \
	tools/plugin-check/device.c \
	tools/plugin-check/dmabuf.c \
	tools/plugin-check/host.c \
	tools/plugin-check/jpeg.c \
	tools/plugin-check/names.c \
	tools/plugin-check/wire.c
tests_check_markers_SOURCES = tests/check-markers.c $(JPEG_STREAM)
tests_check_markers_damage_SOURCES = tests/check-markers-damage.c $(JPEG_STREAM)
tests_check_png_SOURCES = tests/check-png.c $(PNG_CALL)
tests_check_png_damage_SOURCES = tests/check-png-damage.c $(PNG_CALL)
tests_check_png_limits_SOURCES = tests/check-png-limits.c $(PNG_CALL)
tests_check_policy_SOURCES = tests/check-policy.c $(POLICY_BED)
tests_check_policy_filters_SOURCES = tests/check-policy-filters.c $(POLICY_BED)
TESTS += $(UNIT_TESTS)
endif

tests_check_vjpeg_engine_SOURCES = tests/check-vjpeg-engine.c $(DECODING)
tests_check_vjpeg_engine_LDADD = tests/vjpeg/libengine.la $(LDADD)
tests_check_vjpeg_fake_SOURCES = tests/check-vjpeg-fake.c $(DECODING) $(VJPEG_DEVICES)
tests_check_vjpeg_fake_LDADD = tests/vjpeg/libfake.la $(LDADD)
tests_check_vjpeg_faults_SOURCES = tests/check-vjpeg-faults.c $(DECODING) $(VJPEG_DEVICES)
tests_check_vjpeg_faults_LDADD = tests/vjpeg/libfake.la $(LDADD)
tests_check_vjpeg_goes_SOURCES = tests/check-vjpeg-goes.c $(DECODING) $(VJPEG_DEVICES)
tests_check_vjpeg_goes_LDADD = tests/vjpeg/libfake.la $(LDADD)
tests_check_vjpeg_storm_SOURCES = tests/check-vjpeg-storm.c $(DECODING) $(VJPEG_DEVICES)
tests_check_vjpeg_storm_LDADD = tests/vjpeg/libfake.la $(LDADD)

# The linker gives them devices and a clock that are the test's.
FAKE_DEVICES = tests/fake-watch.c tests/fake-watch.h tests/hotplug-bed.c tests/hotplug-bed.h
HOTPLUG_LINK = $(AM_LDFLAGS) \
	-Wl,--wrap=lc_watch_scan -Wl,--wrap=lc_watch_new -Wl,--wrap=lc_watch_free \
	-Wl,--wrap=lc_watch_fd -Wl,--wrap=lc_watch_dispatch -Wl,--wrap=lc_watch_node \
	-Wl,--wrap=lc_watch_forget_node -Wl,--wrap=lc_watch_is_udev \
	-Wl,--wrap=lc_now_ns -Wl,--wrap=lc_device_new
tests_check_hotplug_SOURCES = tests/check-hotplug.c $(FAKE_DEVICES)
tests_check_hotplug_LDFLAGS = $(HOTPLUG_LINK)
tests_check_hotplug_breaker_SOURCES = tests/check-hotplug-breaker.c $(FAKE_DEVICES)
tests_check_hotplug_breaker_LDFLAGS = $(HOTPLUG_LINK)
tests_check_hotplug_faults_SOURCES = tests/check-hotplug-faults.c $(FAKE_DEVICES)
tests_check_hotplug_faults_LDFLAGS = $(HOTPLUG_LINK)
tests_check_hotplug_policy_SOURCES = tests/check-hotplug-policy.c $(FAKE_DEVICES)
tests_check_hotplug_policy_LDFLAGS = $(HOTPLUG_LINK)
tests_check_hot_path_SOURCES = tests/check-hot-path.c $(FAKE_DEVICES)
tests_check_hot_path_LDFLAGS = $(HOTPLUG_LINK) \
	-Wl,--wrap=pthread_mutex_lock -Wl,--wrap=pthread_mutex_trylock
tests_check_unplug_SOURCES = tests/check-unplug.c $(FAKE_DEVICES)
tests_check_unplug_LDFLAGS = $(HOTPLUG_LINK)
V4L2_BED = $(VJPEG_BED) $(VJPEG_BODIES) $(FAKE_DEVICES)
tests_check_v4l2_SOURCES = tests/check-v4l2.c $(V4L2_BED) $(V4L2_BODIES)
tests_check_v4l2_LDFLAGS = $(HOTPLUG_LINK)
EXTRA_tests_check_v4l2_DEPENDENCIES = stage/mocks/v4l2-fake.so
tests_check_v4l2_faults_SOURCES = tests/check-v4l2-faults.c $(V4L2_BED) $(V4L2_FAULTS_BODIES)
tests_check_v4l2_faults_LDFLAGS = $(HOTPLUG_LINK)
EXTRA_tests_check_v4l2_faults_DEPENDENCIES = stage/mocks/v4l2-fake.so
tests_check_v4l2_goes_SOURCES = tests/check-v4l2-goes.c $(V4L2_BED) $(V4L2_GOES_BODIES)
tests_check_v4l2_goes_LDFLAGS = $(HOTPLUG_LINK)
EXTRA_tests_check_v4l2_goes_DEPENDENCIES = stage/mocks/v4l2-fake.so
# Fake devices: umockdev brings glib, which no other test needs.
tests_check_udev_SOURCES = tests/check-udev.c $(UDEV_BED) $(WATCHING)
tests_check_udev_CPPFLAGS = $(AM_CPPFLAGS) $(UMOCKDEV_CFLAGS)
tests_check_udev_LDADD = $(LDADD) $(UMOCKDEV_LIBS)

tests_check_monitor_SOURCES = tests/check-monitor.c $(UDEV_BED)
tests_check_monitor_CPPFLAGS = $(AM_CPPFLAGS) $(UMOCKDEV_CFLAGS)
tests_check_monitor_LDADD = $(LDADD) $(UMOCKDEV_LIBS)

# The linker puts losses and shortages before the functions that the watch calls.
tests_check_udev_damage_SOURCES = tests/check-udev-damage.c $(UDEV_BED) $(UDEV_NETLINK) \
	$(WATCHING)
tests_check_udev_damage_CPPFLAGS = $(tests_check_udev_CPPFLAGS) $(LIBUDEV_CFLAGS)
tests_check_udev_damage_LDADD = $(tests_check_udev_LDADD) $(LIBUDEV_LIBS)
tests_check_udev_damage_LDFLAGS = $(AM_LDFLAGS) $(UDEV_WRAPS)
if HAVE_UMOCKDEV
if HAVE_LIBUDEV
UDEV_WRAPS = -Wl,--wrap=udev_monitor_receive_device \
	-Wl,--wrap=udev_monitor_new_from_netlink \
	-Wl,--wrap=udev_monitor_set_receive_buffer_size \
	-Wl,--wrap=calloc -Wl,--wrap=strdup -Wl,--wrap=access
endif
endif

# It has the cpu backend inside, and the linker gives it functions of the library.
tests_check_parallel_SOURCES = tests/check-parallel.c tests/parallel-wraps.c \
	tests/parallel-wraps.h tests/run-order.c tests/run-order.h backends/cpu/plugin.c
tests_check_parallel_CPPFLAGS = $(AM_CPPFLAGS) $(CPU_PNG_CPPFLAGS)
tests_check_parallel_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--wrap=lc_loader_open -Wl,--wrap=lc_workers_run -Wl,--wrap=lc_now_ns \
	-Wl,--wrap=lc_jpeg_parallel -Wl,--wrap=lc_jpeg_transform_ahead

# What setuid.sh copies and gives rights to: the library alone, linked in.
check_PROGRAMS += tests/setuid-probe
tests_setuid_probe_LDADD = libcodec/libcodec-core.la

# What interop-record.sh compares with Python.
if INTEROP
check_PROGRAMS += tests/record-spelling
tests_record_spelling_LDADD = interop/libinterop-core.la
endif

TESTS += $(SHELL_TESTS)
EXTRA_DIST += \
	$(SHELL_TESTS) \
	$(COPY_BED) \
	$(DECODING) \
	$(DMABUF_BED) \
	$(ELF_IMAGE) \
	$(FAKE_DEVICES) \
	$(INTEROP_GOLDEN) \
	$(INTEROP_PROSE) \
	$(ENCODE_RECORD) \
	$(JPEG_STREAM) \
	$(PNG_CALL) \
	$(POLICY_BED) \
	$(UDEV_BED) \
	$(UDEV_NETLINK) \
	$(VJPEG_BED) \
	$(V4L2_BODIES) \
	$(V4L2_FAULTS_BODIES) \
	$(V4L2_GOES_BODIES) \
	$(VJPEG_BODIES) \
	$(VJPEG_DEVICES) \
	$(WATCHING) \
	tests/alloc-counter.h \
	tests/codecctl-tap.sh \
	tests/libcodec-id-hangs.c \
	tests/played-driver.c tests/played-driver.h \
	tests/record-spelling.c \
	tests/system-calls.h \
	tests/oracle.c tests/oracle.h \
	tests/test-main.c tests/test.h \
	tests/testbed.c tests/testbed.h \
	tests/vendor-device.c \
	$(INTEROP_TESTS:=.c) \
	$(UNIT_TESTS:=.c)

# Mock plugins are linked by the compiler itself, without libtool, since some must be linked wrongly.
# They are used from stage/mocks, with the modes of an installation.
MOCKS = $(MOCK_PLUGINS:%=stage/mocks/mock-%.so) $(DECODING_MOCKS:%=stage/mocks/mock-%.so)
MOCK_LINK = $(DEFS_LDFLAGS)
check_DATA += $(MOCKS)
EXTRA_DIST += tests/plugins/mock.h $(MOCK_PLUGINS:%=tests/plugins/mock-%.c) \
	tests/plugins/mock-decoding.h $(DECODING_MOCKS:%=tests/plugins/mock-%.c)
$(DECODING_MOCKS:%=stage/mocks/mock-%.so): tests/plugins/mock-decoding.h

stage/mocks/%.so: tests/plugins/%.c tests/plugins/mock.h $(libcodecinclude_HEADERS)
	$(AM_V_CCLD)$(stage_dirs) && \
	$(CC) $(LC_CPPFLAGS) $(PUBLIC_CPPFLAGS) $(CPPFLAGS) $(AM_CFLAGS) $(CFLAGS) -fPIC \
		$(VISIBILITY_CFLAGS) $(AM_LDFLAGS) -shared $(PLUGIN_LDFLAGS) -Wl,-z,relro \
		$(MOCK_LINK) $(LDFLAGS) -o $@.tmp $< && \
	chmod 644 $@.tmp && mv -f $@.tmp $@

# It names a symbol that nobody has: linked without a word, refused when it is loaded.
stage/mocks/mock-undefined-symbol.so: MOCK_LINK = -Wl,-z,undefs -Wl,-z,lazy
stage/mocks/mock-exec-stack.so: MOCK_LINK = $(DEFS_LDFLAGS) -Wl,-z,execstack
stage/mocks/mock-no-relro.so: MOCK_LINK = $(DEFS_LDFLAGS) -Wl,-z,norelro
stage/mocks/mock-rpath.so: MOCK_LINK = $(DEFS_LDFLAGS) -Wl,-rpath,/opt/vendor/lib
stage/mocks/mock-no-build-id.so: MOCK_LINK = $(DEFS_LDFLAGS) -Wl,--build-id=none
stage/mocks/mock-text-relocations.so: MOCK_LINK = $(DEFS_LDFLAGS) -Wl,-z,notext
stage/mocks/mock-changes-rounding.so: MOCK_LINK = $(DEFS_LDFLAGS) -Wl,--no-as-needed $(LIBM)

TEST_EXTENSIONS = .sh
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)

# Nothing of the developer's own settings reaches a test but LIBCODEC_TEST_REQUIRE.
AM_TESTS_ENVIRONMENT = \
	for v in `env | $(SED) -n 's/^\(LIBCODEC_[A-Za-z0-9_]*\)=.*/\1/p'`; do \
		test $$v = LIBCODEC_TEST_REQUIRE || unset $$v; \
	done; \
	LC_ALL=C; TZ=UTC; export LC_ALL TZ; \
	top_srcdir='$(abs_top_srcdir)'; export top_srcdir; \
	top_builddir='$(abs_top_builddir)'; export top_builddir; \
	LIBCODEC_BACKEND_PATH='$(abs_top_builddir)/stage/backends'; export LIBCODEC_BACKEND_PATH; \
	MOCKDIR='$(abs_top_builddir)/stage/mocks'; export MOCKDIR; \
	CODECCTL='$(abs_top_builddir)/tools/codecctl'; export CODECCTL; \
	CC='$(CC)'; CXX='$(CXX)'; NM='$(NM)'; READELF='$(READELF)'; export CC CXX NM READELF; \
	STRIP='$(STRIP)'; export STRIP; \
	SO_LDFLAGS='$(AM_LDFLAGS) $(LDFLAGS)'; export SO_LDFLAGS; \
	PLUGIN_LDFLAGS='$(PLUGIN_LDFLAGS)'; export PLUGIN_LDFLAGS; \
	CK_DEFAULT_TIMEOUT=$${CK_DEFAULT_TIMEOUT-120}; export CK_DEFAULT_TIMEOUT; \
	UBSAN_OPTIONS=print_stacktrace=1; export UBSAN_OPTIONS;

# make check-conformance CASES=DIR: a folder of inputs with a cases.tsv of right outcomes.
if HAVE_LIBMD
EXTRA_PROGRAMS += tests/conformance
CLEANFILES += tests/conformance
tests_conformance_SOURCES = tests/conformance.c tests/oracle.c tests/oracle.h
tests_conformance_CPPFLAGS = \
	$(LC_CPPFLAGS) $(PUBLIC_CPPFLAGS) -I$(top_builddir) $(LIBDRM_CFLAGS) $(LIBMD_CFLAGS) \
	$(TURBOJPEG_CFLAGS) $(LIBPNG_CFLAGS)
tests_conformance_LDADD = \
	libcodec/libcodec-1.la $(LIBMD_LIBS) $(TURBOJPEG_LIBS) $(LIBPNG_LIBS)

check-conformance: all tests/conformance$(EXEEXT)
	@test -n '$(CASES)' || { echo 'usage: make check-conformance CASES=DIR' >&2; exit 2; }
	@$(AM_TESTS_ENVIRONMENT) tests/conformance '$(CASES)'
else
EXTRA_DIST += tests/conformance.c
check-conformance:
	@echo 'check-conformance needs libmd' >&2; exit 1
endif

# How long libcodec-interop takes for a frame; fails where it is slower than promised.
if INTEROP
EXTRA_PROGRAMS += tests/bench-interop
CLEANFILES += tests/bench-interop
tests_bench_interop_CPPFLAGS = $(AM_CPPFLAGS) $(INTEROP_CPPFLAGS)
tests_bench_interop_SOURCES = tests/bench-interop.c $(INTEROP_RECORDS)
tests_bench_interop_LDADD = interop/libcodec-interop-1.la

bench-interop: tests/bench-interop$(EXEEXT)
	tests/bench-interop$(EXEEXT)
endif

.PHONY: bench-interop check-conformance
