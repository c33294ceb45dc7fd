/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * libjpeg-turbo as a peer, through TurboJPEG. The library is loaded at run time, and the
 * few functions are declared here, so neither its headers nor a link are needed and any
 * build of it can be measured. Its interface of 2.0, which 3.x still has.
 */
#include "config.h"

#include "bench.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench-planes.h"

#define SYSTEM_LIBRARY "libturbojpeg.so.0"

#define TJPF_RGB  0
#define TJPF_GRAY 6
#define TJPF_RGBA 7

#define TJFLAG_FASTUPSAMPLE 256
#define TJFLAG_ACCURATEDCT  4096

#define TJSAMP_441 6 /* of 3.0 on; the others before it are samplings of ours, too */

#define TJERR_WARNING 0

struct tj_functions {
	void *(*init)(void);
	int (*header)(void *handle, const unsigned char *data, unsigned long size,
		      int *width, int *height, int *sampling, int *colour_space);
	int (*decode)(void *handle, const unsigned char *data, unsigned long size,
		      unsigned char *dst, int width, int pitch, int height,
		      int pixel_format, int flags);
	int (*decode_planes)(void *handle, const unsigned char *data, unsigned long size,
			     unsigned char **planes, int width, int *strides, int height,
			     int flags);
	int (*error_code)(void *handle);
	int (*destroy)(void *handle);
};

struct tj {
	void *library;
	void *handle;
	struct tj_functions f;
	int flags;
	unsigned char *scratch; /* planes that are no part of the output */
	size_t scratch_size;
};

/* POSIX has a pointer to an object become one to a function so. */
static bool find(void *library, const char *name, void *ret_function)
{
	void *symbol = dlsym(library, name);

	memcpy(ret_function, &symbol, sizeof(symbol));
	return symbol;
}

static bool find_all(struct tj *tj)
{
	struct tj_functions *f = &tj->f;

	return find(tj->library, "tjInitDecompress", &f->init) &&
	       find(tj->library, "tjDecompressHeader3", &f->header) &&
	       find(tj->library, "tjDecompress2", &f->decode) &&
	       find(tj->library, "tjDecompressToYUVPlanes", &f->decode_planes) &&
	       find(tj->library, "tjGetErrorCode", &f->error_code) &&
	       find(tj->library, "tjDestroy", &f->destroy);
}

/* It does not tell its version, but its file does somewhat. */
static void describe(const struct tj *tj, char *about, size_t size)
{
	struct link_map *map = NULL;
	char *real;

	if (dlinfo(tj->library, RTLD_DI_LINKMAP, &map) < 0 || !map) {
		snprintf(about, size, "%s", SYSTEM_LIBRARY);
		return;
	}
	real = realpath(map->l_name, NULL);
	if (real && strcmp(real, map->l_name) != 0)
		snprintf(about, size, "%s, which is %s", map->l_name,
			 strrchr(real, '/') + 1);
	else
		snprintf(about, size, "%s", map->l_name);
	free(real);
}

/*
 * It reads these when it is used first. Cleared as well, so that nobody has it slower
 * than it is without saying so. Its levels on x86-64 are SSE2 and AVX2.
 */
static const char *tj_hold(uint32_t simd)
{
	unsetenv("JSIMD_FORCENONE");
	unsetenv("JSIMD_FORCESSE2");
	unsetenv("JSIMD_FORCEAVX2");
	switch (simd) {
	case LIBCODEC_SIMD_NONE:
		setenv("JSIMD_FORCENONE", "1", 1);
		return "held to plain C by JSIMD_FORCENONE";
	case LIBCODEC_SIMD_SSE2:
	case LIBCODEC_SIMD_SSE41:
		setenv("JSIMD_FORCESSE2", "1", 1);
		return "held to SSE2 by JSIMD_FORCESSE2";
	case LIBCODEC_SIMD_AVX2:
	case LIBCODEC_SIMD_AVX512:
		setenv("JSIMD_FORCEAVX2", "1", 1);
		return "held to AVX2, the best that it has, by JSIMD_FORCEAVX2";
	default:
		return "not held: the best that it has for this machine";
	}
}

static void tj_close(void *state)
{
	struct tj *tj = state;

	if (tj->handle)
		tj->f.destroy(tj->handle);
	if (tj->library)
		dlclose(tj->library);
	free(tj->scratch);
	free(tj);
}

static int load(struct tj *tj, const char *path, char *about, size_t size)
{
	tj->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!tj->library) {
		snprintf(about, size, "%s", dlerror());
		return -1;
	}
	if (!find_all(tj)) {
		snprintf(about, size, "%s: is not TurboJPEG 2.0 or later", path);
		return -1;
	}
	tj->handle = tj->f.init();
	if (!tj->handle) {
		snprintf(about, size, "%s: cannot be set up", path);
		return -1;
	}
	describe(tj, about, size);
	return 0;
}

static int open_with_flags(const struct bench_options *opt, int flags, void **ret_state,
			   char *about, size_t size)
{
	struct tj *tj = calloc(1, sizeof(*tj));

	if (!tj) {
		snprintf(about, size, "out of memory");
		return -1;
	}
	tj->flags = flags;
	if (load(tj, opt->turbojpeg ? opt->turbojpeg : SYSTEM_LIBRARY, about, size) < 0) {
		tj_close(tj);
		return -1;
	}
	*ret_state = tj;
	return 0;
}

static int tj_open(const struct bench_options *opt, void **ret_state, char *about,
		   size_t size)
{
	return open_with_flags(opt, TJFLAG_ACCURATEDCT, ret_state, about, size);
}

static int tj_open_fast(const struct bench_options *opt, void **ret_state, char *about,
			size_t size)
{
	return open_with_flags(opt, TJFLAG_ACCURATEDCT | TJFLAG_FASTUPSAMPLE, ret_state,
			       about, size);
}

/*
 * A warning is one for us, too: it delivered. After an error a handle may refuse all
 * that follows, so there is a new one.
 */
static int checked(struct tj *tj, int r)
{
	void *handle;

	if (r == 0 || tj->f.error_code(tj->handle) == TJERR_WARNING)
		return 0;
	handle = tj->f.init();
	if (handle) {
		tj->f.destroy(tj->handle);
		tj->handle = handle;
	}
	return -1;
}

/* Whole blocks and a sample to spare, for each of the three. */
static size_t scratch_stride(const struct bench_picture *pic)
{
	return ((size_t)pic->layout.width / 64 + 2) * 64;
}

static size_t scratch_plane(const struct bench_picture *pic)
{
	return scratch_stride(pic) * ((size_t)pic->layout.height + 32);
}

static int need_scratch(struct tj *tj, size_t size)
{
	unsigned char *scratch;

	if (size <= tj->scratch_size)
		return 0;
	scratch = realloc(tj->scratch, size);
	if (!scratch)
		return -1;
	memset(scratch, 0, size);
	tj->scratch = scratch;
	tj->scratch_size = size;
	return 0;
}

static bool is_packed(const struct bench_picture *pic)
{
	return pic->layout.n_planes == 1;
}

static int tj_prepare(void *state, const struct bench_picture *pic, const char **ret_why)
{
	int width, height, sampling, colour_space;
	struct tj *tj = state;

	if (checked(tj, tj->f.header(tj->handle, pic->data, pic->size, &width, &height,
				     &sampling, &colour_space)) < 0) {
		*ret_why = "TurboJPEG does not read its header";
		return -1;
	}
	if ((uint32_t)width != pic->layout.width ||
	    (uint32_t)height != pic->layout.height) {
		*ret_why = "TurboJPEG sees another size";
		return -1;
	}
	if (is_packed(pic))
		return 0;
	if (pic->info.sampling == LIBCODEC_SAMPLING_OTHER && sampling != TJSAMP_441) {
		*ret_why = "TurboJPEG does not know its sampling";
		return -1;
	}
	if (need_scratch(tj, 3 * scratch_plane(pic)) < 0) {
		*ret_why = "out of memory";
		return -1;
	}
	return bench_chroma_of(pic) == BENCH_CHROMA_OTHER;
}

static int decode_packed(struct tj *tj, const struct bench_picture *pic,
			 unsigned char *dst)
{
	int format = TJPF_GRAY;

	if (pic->layout.format == LIBCODEC_FORMAT_RGB)
		format = TJPF_RGB;
	else if (pic->layout.format == LIBCODEC_FORMAT_RGBA)
		format = TJPF_RGBA;
	return checked(tj, tj->f.decode(tj->handle, pic->data, pic->size, dst,
					(int)pic->layout.width,
					(int)pic->layout.plane_stride[0],
					(int)pic->layout.height, format, tj->flags));
}

/*
 * Luma goes to its place at once; up to three rows below it may be written, where the
 * chroma comes after, or where BENCH_SLACK is.
 */
static int tj_decode(void *state, const struct bench_picture *pic, unsigned char *dst)
{
	struct tj *tj = state;
	enum bench_chroma kind = bench_chroma_of(pic);
	size_t size = scratch_plane(pic), stride = scratch_stride(pic);
	struct bench_planes planes = {
		.data = { dst + pic->layout.plane_offset[0], tj->scratch + size,
			  tj->scratch + 2 * size },
		.stride = { pic->layout.plane_stride[0], stride, stride },
	};
	int strides[3];
	int i;

	if (is_packed(pic))
		return decode_packed(tj, pic, dst);
	if (kind == BENCH_CHROMA_OTHER) {
		planes.data[0] = tj->scratch;
		planes.stride[0] = stride;
	}
	for (i = 0; i < 3; i++)
		strides[i] = (int)planes.stride[i];
	if (checked(tj, tj->f.decode_planes(tj->handle, pic->data, pic->size, planes.data,
					    (int)pic->layout.width, strides,
					    (int)pic->layout.height, tj->flags)) < 0)
		return -1;
	bench_chroma_write(kind, &planes, pic, dst);
	return 0;
}

const struct bench_peer_ops bench_peer_turbojpeg = {
	.name = "turbojpeg",
	.work = "TurboJPEG with its accurate DCT; for NV formats it decodes to planes, "
		"luma in place, and the chroma is brought to its place by SIMD; RGB is by "
		"its default, which interpolates chroma",
	.codec = LIBCODEC_CODEC_JPEG,
	.hold = tj_hold,
	.open = tj_open,
	.prepare = tj_prepare,
	.decode = tj_decode,
	.close = tj_close,
};

const struct bench_peer_ops bench_peer_turbojpeg_fast = {
	.name = "turbojpeg-fast",
	.work = "the same with TJFLAG_FASTUPSAMPLE: the nearest chroma sample, as ours",
	.codec = LIBCODEC_CODEC_JPEG,
	.rgb_only = true, /* else it would be turbojpeg once more */
	.hold = tj_hold,
	.open = tj_open_fast,
	.prepare = tj_prepare,
	.decode = tj_decode,
	.close = tj_close,
};
