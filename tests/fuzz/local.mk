# SPDX-License-Identifier: MIT
#
# A fuzz target is one word in FUZZ_TARGETS: tests/fuzz/fuzz-NAME.c, and seeds/NAME.list that says
# what it begins with. Each becomes a plain program, replay-NAME, whose corpus make check replays,
# and in a build with --enable-fuzzers also one with libFuzzer, fuzz-NAME.

FUZZ_TARGETS = \
	alloc-fail \
	encode-record \
	exif \
	interop-blob \
	interop-csv \
	interop-options \
	interop-telemetry \
	jpeg-decode \
	jpeg-header \
	jpeg-progressive \
	jpeg-strip \
	manifest \
	note \
	png \
	policy \
	splitter

# The whole library and the cpu backend, instrumented and in one program. The linker gives the
# project's allocations and four functions of the library to alloc.c, library.c and run-order.c.
check_LTLIBRARIES += tests/fuzz/libfuzz.la
tests_fuzz_libfuzz_la_SOURCES = \
	backends/cpu/plugin.c \
	tests/fuzz/alloc.c \
	tests/fuzz/decode.c \
	tests/fuzz/fuzz.h \
	tests/fuzz/library.c \
	tests/run-order.c \
	tests/run-order.h
tests_fuzz_libfuzz_la_CPPFLAGS = $(AM_CPPFLAGS) $(CPU_PNG_CPPFLAGS)

FUZZ_LIBS = \
	tests/fuzz/libfuzz.la \
	libcodec/libcodec-core.la \
	$(INTEROP_CORE) \
	backends/cpu/libcpu-core.la \
	fixtures/libfixtures.la \
	$(LIBM)

FUZZ_WRAP = \
	-Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc -Wl,--wrap=free \
	-Wl,--wrap=aligned_alloc -Wl,--wrap=posix_memalign \
	-Wl,--wrap=strdup -Wl,--wrap=strndup -Wl,--wrap=realpath -Wl,--wrap=getcwd \
	-Wl,--wrap=asprintf -Wl,--wrap=vasprintf \
	-Wl,--wrap=__asprintf_chk -Wl,--wrap=__vasprintf_chk \
	-Wl,--wrap=lc_loader_open -Wl,--wrap=lc_manifest_read_dirs -Wl,--wrap=lc_now_ns \
	-Wl,--wrap=lc_workers_run \
	-Wl,-u,__wrap_lc_loader_open -Wl,-u,__wrap_lc_workers_run

FUZZ_REPLAYS = \
	tests/fuzz/replay-alloc-fail \
	tests/fuzz/replay-exif \
	tests/fuzz/replay-jpeg-decode \
	tests/fuzz/replay-jpeg-header \
	tests/fuzz/replay-jpeg-progressive \
	tests/fuzz/replay-jpeg-strip \
	tests/fuzz/replay-manifest \
	tests/fuzz/replay-note \
	tests/fuzz/replay-png \
	tests/fuzz/replay-policy \
	tests/fuzz/replay-splitter
if INTEROP
FUZZ_REPLAYS += \
	tests/fuzz/replay-encode-record \
	tests/fuzz/replay-interop-blob \
	tests/fuzz/replay-interop-csv \
	tests/fuzz/replay-interop-options \
	tests/fuzz/replay-interop-telemetry
endif
check_PROGRAMS += $(FUZZ_REPLAYS)

LINK_REPLAY = $(AM_LDFLAGS) $(FUZZ_WRAP)
tests_fuzz_replay_alloc_fail_SOURCES = tests/fuzz/fuzz-alloc-fail.c tests/fuzz/replay.c
tests_fuzz_replay_alloc_fail_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_alloc_fail_LDFLAGS = $(LINK_REPLAY)
tests_fuzz_replay_encode_record_SOURCES = \
	tests/fuzz/fuzz-encode-record.c tests/fuzz/replay.c
tests_fuzz_replay_encode_record_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_encode_record_LDFLAGS = $(LINK_REPLAY)
tests_fuzz_replay_exif_SOURCES = tests/fuzz/fuzz-exif.c tests/fuzz/replay.c
tests_fuzz_replay_exif_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_exif_LDFLAGS = $(LINK_REPLAY)
tests_fuzz_replay_interop_blob_SOURCES = \
	tests/fuzz/fuzz-interop-blob.c tests/fuzz/replay.c
tests_fuzz_replay_interop_blob_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_interop_blob_LDFLAGS = $(LINK_REPLAY)
tests_fuzz_replay_interop_csv_SOURCES = \
	tests/fuzz/fuzz-interop-csv.c tests/fuzz/replay.c
tests_fuzz_replay_interop_csv_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_interop_csv_LDFLAGS = $(LINK_REPLAY)
tests_fuzz_replay_interop_options_SOURCES = \
	tests/fuzz/fuzz-interop-options.c tests/fuzz/replay.c
tests_fuzz_replay_interop_options_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_interop_options_LDFLAGS = $(LINK_REPLAY)
tests_fuzz_replay_interop_telemetry_SOURCES = \
	tests/fuzz/fuzz-interop-telemetry.c tests/fuzz/replay.c
tests_fuzz_replay_interop_telemetry_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_interop_telemetry_LDFLAGS = $(LINK_REPLAY)
tests_fuzz_replay_jpeg_decode_SOURCES = tests/fuzz/fuzz-jpeg-decode.c tests/fuzz/replay.c
tests_fuzz_replay_jpeg_decode_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_jpeg_decode_LDFLAGS = $(LINK_REPLAY)
tests_fuzz_replay_jpeg_header_SOURCES = tests/fuzz/fuzz-jpeg-header.c tests/fuzz/replay.c
tests_fuzz_replay_jpeg_header_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_jpeg_header_LDFLAGS = $(LINK_REPLAY)
tests_fuzz_replay_jpeg_progressive_SOURCES = \
	tests/fuzz/fuzz-jpeg-progressive.c tests/fuzz/replay.c
tests_fuzz_replay_jpeg_progressive_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_jpeg_progressive_LDFLAGS = $(LINK_REPLAY)
tests_fuzz_replay_jpeg_strip_SOURCES = tests/fuzz/fuzz-jpeg-strip.c tests/fuzz/replay.c
tests_fuzz_replay_jpeg_strip_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_jpeg_strip_LDFLAGS = $(LINK_REPLAY)
tests_fuzz_replay_manifest_SOURCES = tests/fuzz/fuzz-manifest.c tests/fuzz/replay.c
tests_fuzz_replay_manifest_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_manifest_LDFLAGS = $(LINK_REPLAY)
tests_fuzz_replay_note_SOURCES = tests/fuzz/fuzz-note.c tests/fuzz/replay.c
tests_fuzz_replay_note_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_note_LDFLAGS = $(LINK_REPLAY)
tests_fuzz_replay_png_SOURCES = tests/fuzz/fuzz-png.c tests/fuzz/replay.c
tests_fuzz_replay_png_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_png_LDFLAGS = $(LINK_REPLAY)
tests_fuzz_replay_policy_SOURCES = tests/fuzz/fuzz-policy.c tests/fuzz/replay.c
tests_fuzz_replay_policy_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_policy_LDFLAGS = $(LINK_REPLAY)
tests_fuzz_replay_splitter_SOURCES = tests/fuzz/fuzz-splitter.c tests/fuzz/replay.c
tests_fuzz_replay_splitter_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_splitter_LDFLAGS = $(LINK_REPLAY)

# What writes seeds that are not files of the tree.
FUZZ_SEEDERS = tests/fuzz/make-note-seeds
check_PROGRAMS += $(FUZZ_SEEDERS)
tests_fuzz_make_note_seeds_SOURCES = tests/fuzz/make-note-seeds.c $(ELF_IMAGE)
tests_fuzz_make_note_seeds_LDADD =

FUZZ_ENGINES =
if ENABLE_FUZZERS
FUZZ_ENGINES += \
	tests/fuzz/fuzz-alloc-fail \
	tests/fuzz/fuzz-exif \
	tests/fuzz/fuzz-jpeg-decode \
	tests/fuzz/fuzz-jpeg-header \
	tests/fuzz/fuzz-jpeg-progressive \
	tests/fuzz/fuzz-jpeg-strip \
	tests/fuzz/fuzz-manifest \
	tests/fuzz/fuzz-note \
	tests/fuzz/fuzz-png \
	tests/fuzz/fuzz-policy \
	tests/fuzz/fuzz-splitter
if INTEROP
FUZZ_ENGINES += \
	tests/fuzz/fuzz-encode-record \
	tests/fuzz/fuzz-interop-blob \
	tests/fuzz/fuzz-interop-csv \
	tests/fuzz/fuzz-interop-options \
	tests/fuzz/fuzz-interop-telemetry
endif
check_PROGRAMS += $(FUZZ_ENGINES)

LINK_ENGINE = $(LINK_REPLAY) $(FUZZ_LDFLAGS)
tests_fuzz_fuzz_alloc_fail_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_alloc_fail_LDFLAGS = $(LINK_ENGINE)
tests_fuzz_fuzz_encode_record_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_encode_record_LDFLAGS = $(LINK_ENGINE)
tests_fuzz_fuzz_exif_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_exif_LDFLAGS = $(LINK_ENGINE)
tests_fuzz_fuzz_interop_blob_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_interop_blob_LDFLAGS = $(LINK_ENGINE)
tests_fuzz_fuzz_interop_csv_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_interop_csv_LDFLAGS = $(LINK_ENGINE)
tests_fuzz_fuzz_interop_options_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_interop_options_LDFLAGS = $(LINK_ENGINE)
tests_fuzz_fuzz_interop_telemetry_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_interop_telemetry_LDFLAGS = $(LINK_ENGINE)
tests_fuzz_fuzz_jpeg_decode_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_jpeg_decode_LDFLAGS = $(LINK_ENGINE)
tests_fuzz_fuzz_jpeg_header_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_jpeg_header_LDFLAGS = $(LINK_ENGINE)
tests_fuzz_fuzz_jpeg_progressive_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_jpeg_progressive_LDFLAGS = $(LINK_ENGINE)
tests_fuzz_fuzz_jpeg_strip_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_jpeg_strip_LDFLAGS = $(LINK_ENGINE)
tests_fuzz_fuzz_manifest_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_manifest_LDFLAGS = $(LINK_ENGINE)
tests_fuzz_fuzz_note_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_note_LDFLAGS = $(LINK_ENGINE)
tests_fuzz_fuzz_png_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_png_LDFLAGS = $(LINK_ENGINE)
tests_fuzz_fuzz_policy_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_policy_LDFLAGS = $(LINK_ENGINE)
tests_fuzz_fuzz_splitter_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_splitter_LDFLAGS = $(LINK_ENGINE)
endif

TESTS += tests/fuzz/replay.sh
EXTRA_DIST += \
	tests/fuzz/README.md \
	tests/fuzz/corpus \
	tests/fuzz/dict \
	tests/fuzz/regressions \
	tests/fuzz/replay.sh \
	tests/fuzz/run-long \
	tests/fuzz/seeds \
	tests/fuzz/stage-seeds

# make check-fuzz: a build of its own below this one, each target for FUZZ_SECONDS, one on each
# processor, then the corpus.
# FUZZ_SANITIZER=memory: MemorySanitizer, and no libpng, which is not instrumented. Without clang and
# its libFuzzer the corpus is replayed and no more.
FUZZ_SECONDS = 30
FUZZ_SANITIZER = address,undefined
FUZZ_CC = clang
FUZZ_ONLY =

fuzz-programs: $(FUZZ_REPLAYS) $(FUZZ_ENGINES) $(FUZZ_SEEDERS)

check-fuzz:
	@dir=fuzz-build; png=; \
	case '$(FUZZ_SANITIZER)' in \
	memory) dir=fuzz-build-memory; png=--without-libpng ;; \
	esac; \
	echo 'int LLVMFuzzerTestOneInput(const char *p, unsigned long n) { return p && !n; }' >fuzz-try.c; \
	if $(FUZZ_CC) -fsanitize=fuzzer,$(FUZZ_SANITIZER) fuzz-try.c -o fuzz-try 2>/dev/null; then \
		with="CC=$(FUZZ_CC) --enable-fuzzers"; \
	else \
		echo 'check-fuzz: no $(FUZZ_CC) with libFuzzer here: the corpus is replayed and no more'; \
		with=; \
	fi; \
	rm -f fuzz-try fuzz-try.c; \
	$(MKDIR_P) $$dir && cd $$dir && { test -f config.status || { \
		eval "set -- $$(../config.status --config)"; \
		$(abs_top_srcdir)/configure "$$@" $$with --with-sanitizer=$(FUZZ_SANITIZER) \
			--disable-werror --disable-hardening --without-check --without-turbojpeg \
			$$png CFLAGS='-O1 -g' >configure.log 2>&1 || \
			{ tail configure.log; exit 1; }; }; } && \
	$(MAKE) $(AM_MAKEFLAGS) fuzz-programs >make.log 2>&1 || { tail -n 40 make.log; exit 1; }; \
	$(abs_top_srcdir)/tests/fuzz/run-long . '$(FUZZ_SECONDS)' $(FUZZ_ONLY)

mostlyclean-local:
	rm -rf fuzz-build fuzz-build-memory

.PHONY: check-fuzz fuzz-programs
