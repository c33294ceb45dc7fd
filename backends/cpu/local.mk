# SPDX-License-Identifier: MIT

# The decoder without its plugin face: what the unit tests link.
noinst_LTLIBRARIES += backends/cpu/libcpu-core.la
backends_cpu_libcpu_core_la_CPPFLAGS = $(LC_CPPFLAGS) $(PUBLIC_CPPFLAGS) $(CPU_PNG_CPPFLAGS) \
	$(CPU_SIMD_CPPFLAGS)
backends_cpu_libcpu_core_la_CFLAGS = $(AM_CFLAGS) $(VISIBILITY_CFLAGS)
backends_cpu_libcpu_core_la_SOURCES = \
	backends/cpu/bits.h \
	backends/cpu/cpu-features.c \
	backends/cpu/cpu-features.h \
	backends/cpu/dsp.h \
	backends/cpu/feed.c \
	backends/cpu/feed.h \
	backends/cpu/huffman.h \
	backends/cpu/jpeg-decode.c \
	backends/cpu/jpeg-dsp.c \
	backends/cpu/jpeg-huffman.c \
	backends/cpu/jpeg-idct-fast.c \
	backends/cpu/jpeg-idct.c \
	backends/cpu/jpeg-mcu.h \
	backends/cpu/jpeg-parallel.c \
	backends/cpu/jpeg-parallel.h \
	backends/cpu/jpeg-progressive.c \
	backends/cpu/jpeg-scan.c \
	backends/cpu/jpeg-simd.c \
	backends/cpu/jpeg-speculate.c \
	backends/cpu/jpeg-speculate.h \
	backends/cpu/jpeg-transform.c \
	backends/cpu/jpeg-write.c \
	backends/cpu/jpeg.h \
	backends/cpu/verdict.c \
	backends/cpu/verdict.h
backends_cpu_libcpu_core_la_LIBADD =

# PNG is there where libpng is; LC_CPU_PNG tells plugin.c.
if HAVE_LIBPNG
CPU_PNG_CPPFLAGS = -DLC_CPU_PNG=1 $(LIBPNG_CFLAGS)
backends_cpu_libcpu_core_la_SOURCES += \
	backends/cpu/arena.c \
	backends/cpu/arena.h \
	backends/cpu/png-decode.c \
	backends/cpu/png-rows.c \
	backends/cpu/png.h
backends_cpu_libcpu_core_la_LIBADD += $(LIBPNG_LIBS)
else
CPU_PNG_CPPFLAGS = -DLC_CPU_PNG=0
endif

# SIMD kernels: a library for each instruction set, since each has flags of its own.
CPU_SIMD_CPPFLAGS =
CPU_X86_CPPFLAGS = $(LC_CPPFLAGS) -iquote $(top_srcdir)/backends/cpu
CPU_X86_CFLAGS = $(AM_CFLAGS) $(VISIBILITY_CFLAGS)
CPU_X86_INLINES = \
	backends/cpu/x86/idct-fast-lanes.h \
	backends/cpu/x86/idct-lanes.h \
	backends/cpu/x86/rgb-shuffles.h \
	backends/cpu/x86/rows-lanes.h \
	backends/cpu/x86/x86.h
EXTRA_DIST += $(CPU_X86_INLINES)
if HAVE_X86
CPU_SIMD_CPPFLAGS += -DLC_CPU_X86=1

noinst_LTLIBRARIES += backends/cpu/x86/libsse2.la
backends_cpu_libcpu_core_la_LIBADD += backends/cpu/x86/libsse2.la
backends_cpu_x86_libsse2_la_CPPFLAGS = $(CPU_X86_CPPFLAGS)
backends_cpu_x86_libsse2_la_CFLAGS = $(CPU_X86_CFLAGS) $(SSE2_CFLAGS)
backends_cpu_x86_libsse2_la_SOURCES = backends/cpu/x86/sse2.c

noinst_LTLIBRARIES += backends/cpu/x86/libsse41.la
backends_cpu_libcpu_core_la_LIBADD += backends/cpu/x86/libsse41.la
backends_cpu_x86_libsse41_la_CPPFLAGS = $(CPU_X86_CPPFLAGS)
backends_cpu_x86_libsse41_la_CFLAGS = $(CPU_X86_CFLAGS) $(SSE41_CFLAGS)
backends_cpu_x86_libsse41_la_SOURCES = backends/cpu/x86/sse41.c

noinst_LTLIBRARIES += backends/cpu/x86/libavx2.la
backends_cpu_libcpu_core_la_LIBADD += backends/cpu/x86/libavx2.la
backends_cpu_x86_libavx2_la_CPPFLAGS = $(CPU_X86_CPPFLAGS)
backends_cpu_x86_libavx2_la_CFLAGS = $(CPU_X86_CFLAGS) $(AVX2_CFLAGS)
backends_cpu_x86_libavx2_la_SOURCES = backends/cpu/x86/avx2.c
else
CPU_SIMD_CPPFLAGS += -DLC_CPU_X86=0
endif

if HAVE_X86_AVX512
CPU_SIMD_CPPFLAGS += -DLC_CPU_X86_AVX512=1

noinst_LTLIBRARIES += backends/cpu/x86/libavx512.la
backends_cpu_libcpu_core_la_LIBADD += backends/cpu/x86/libavx512.la
backends_cpu_x86_libavx512_la_CPPFLAGS = $(CPU_X86_CPPFLAGS)
backends_cpu_x86_libavx512_la_CFLAGS = $(CPU_X86_CFLAGS) $(AVX512_CFLAGS)
backends_cpu_x86_libavx512_la_SOURCES = backends/cpu/x86/avx512.c
else
CPU_SIMD_CPPFLAGS += -DLC_CPU_X86_AVX512=0
endif

CPU_ARM_CPPFLAGS = $(LC_CPPFLAGS) -iquote $(top_srcdir)/backends/cpu
CPU_ARM_CFLAGS = $(AM_CFLAGS) $(VISIBILITY_CFLAGS)
CPU_ARM_INLINES = \
	backends/cpu/arm/block.h \
	backends/cpu/arm/cores.h \
	backends/cpu/arm/idct-fast.h \
	backends/cpu/arm/idct-half.h \
	backends/cpu/arm/idct.h \
	backends/cpu/arm/neon.h
EXTRA_DIST += $(CPU_ARM_INLINES)
if HAVE_ARM64
CPU_SIMD_CPPFLAGS += -DLC_CPU_ARM64=1

# Nothing here needs more than all aarch64 have; what differs is what the code is tuned for.
noinst_LTLIBRARIES += backends/cpu/arm/libneon.la backends/cpu/arm/libinorder.la
backends_cpu_libcpu_core_la_LIBADD += \
	backends/cpu/arm/libneon.la \
	backends/cpu/arm/libinorder.la
backends_cpu_arm_libneon_la_CPPFLAGS = $(CPU_ARM_CPPFLAGS)
backends_cpu_arm_libneon_la_CFLAGS = $(CPU_ARM_CFLAGS)
backends_cpu_arm_libneon_la_SOURCES = \
	backends/cpu/arm/big.c \
	backends/cpu/arm/common.c \
	backends/cpu/arm/cores.c
backends_cpu_arm_libinorder_la_CPPFLAGS = $(CPU_ARM_CPPFLAGS)
backends_cpu_arm_libinorder_la_CFLAGS = $(CPU_ARM_CFLAGS) $(INORDER_CFLAGS)
backends_cpu_arm_libinorder_la_SOURCES = backends/cpu/arm/inorder.c
else
CPU_SIMD_CPPFLAGS += -DLC_CPU_ARM64=0
endif

# Like any vendor's plugin: public headers only, nothing of ours linked, one symbol exported.
backendexec_LTLIBRARIES += backends/cpu/cpu.la
backends_cpu_cpu_la_CPPFLAGS = $(LC_CPPFLAGS) $(PUBLIC_CPPFLAGS) $(CPU_PNG_CPPFLAGS)
backends_cpu_cpu_la_CFLAGS = $(AM_CFLAGS) $(VISIBILITY_CFLAGS)
backends_cpu_cpu_la_SOURCES = backends/cpu/plugin.c
backends_cpu_cpu_la_LIBADD = backends/cpu/libcpu-core.la
backends_cpu_cpu_la_LDFLAGS = \
	$(AM_LDFLAGS) \
	$(DEFS_LDFLAGS) \
	$(PLUGIN_LDFLAGS) \
	-module -avoid-version -shared \
	-export-symbols-regex '^libcodec_plugin_entry$$'

# The manifest claims PNG where the plugin has it.
if HAVE_LIBPNG
CPU_MANIFEST_SED = s/^\#png\#//
else
CPU_MANIFEST_SED = /^\#png\#/d
endif
nodist_manifest_DATA += backends/cpu/50-cpu.conf
EXTRA_DIST += backends/cpu/50-cpu.conf.in
CLEANFILES += backends/cpu/50-cpu.conf
backends/cpu/50-cpu.conf: backends/cpu/50-cpu.conf.in Makefile
	$(AM_V_GEN)$(MKDIR_P) $(@D) && \
	$(SED) '$(CPU_MANIFEST_SED)' $(srcdir)/backends/cpu/50-cpu.conf.in >$@.tmp && \
	mv -f $@.tmp $@

STAGED += stage/backends/cpu.so stage/backends/50-cpu.conf
stage/backends/cpu.so: backends/cpu/cpu.la
	$(stage_plugin)
stage/backends/50-cpu.conf: backends/cpu/50-cpu.conf
	$(stage_file)
