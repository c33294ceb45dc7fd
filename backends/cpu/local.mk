# SPDX-License-Identifier: MIT

# The decoder without its plugin face: what the unit tests link.
noinst_LTLIBRARIES += backends/cpu/libcpu-core.la
backends_cpu_libcpu_core_la_CPPFLAGS = $(LC_CPPFLAGS) $(PUBLIC_CPPFLAGS)
backends_cpu_libcpu_core_la_CFLAGS = $(AM_CFLAGS) $(VISIBILITY_CFLAGS)
backends_cpu_libcpu_core_la_SOURCES = \
	backends/cpu/bits.h \
	backends/cpu/dsp.h \
	backends/cpu/huffman.h \
	backends/cpu/jpeg-decode.c \
	backends/cpu/jpeg-dsp.c \
	backends/cpu/jpeg-huffman.c \
	backends/cpu/jpeg-idct.c \
	backends/cpu/jpeg-progressive.c \
	backends/cpu/jpeg-scan.c \
	backends/cpu/jpeg-write.c \
	backends/cpu/jpeg.h

# Like any vendor's plugin: public headers only, nothing of ours linked, one symbol exported.
backendexec_LTLIBRARIES += backends/cpu/cpu.la
backends_cpu_cpu_la_CPPFLAGS = $(LC_CPPFLAGS) $(PUBLIC_CPPFLAGS)
backends_cpu_cpu_la_CFLAGS = $(AM_CFLAGS) $(VISIBILITY_CFLAGS)
backends_cpu_cpu_la_SOURCES = backends/cpu/plugin.c
backends_cpu_cpu_la_LIBADD = backends/cpu/libcpu-core.la
backends_cpu_cpu_la_LDFLAGS = \
	$(AM_LDFLAGS) \
	$(DEFS_LDFLAGS) \
	$(PLUGIN_LDFLAGS) \
	-module -avoid-version -shared \
	-export-symbols-regex '^libcodec_plugin_entry$$'

dist_manifest_DATA += backends/cpu/50-cpu.conf

STAGED += stage/backends/cpu.so stage/backends/50-cpu.conf
stage/backends/cpu.so: backends/cpu/cpu.la
	$(stage_plugin)
stage/backends/50-cpu.conf: backends/cpu/50-cpu.conf
	$(stage_file)
