/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The table of pixel formats and dtypes.
 */
#include "config.h"

#include "format.h"

#if defined(HAVE_LIBDRM) && HAVE_LIBDRM
#include <drm_fourcc.h>

/* The public header has the numbers of its own, so that it needs no libdrm. */
_Static_assert(LIBCODEC_FORMAT_GREY == DRM_FORMAT_R8, "not DRM's R8");
_Static_assert(LIBCODEC_FORMAT_NV12 == DRM_FORMAT_NV12, "not DRM's NV12");
_Static_assert(LIBCODEC_FORMAT_NV16 == DRM_FORMAT_NV16, "not DRM's NV16");
_Static_assert(LIBCODEC_FORMAT_NV24 == DRM_FORMAT_NV24, "not DRM's NV24");
_Static_assert(LIBCODEC_FORMAT_RGB == DRM_FORMAT_BGR888, "not DRM's BGR888");
_Static_assert(LIBCODEC_FORMAT_RGBA == DRM_FORMAT_ABGR8888, "not DRM's ABGR8888");
#endif

static const struct lc_format formats[] = {
	{ LIBCODEC_FORMAT_GREY, "GREY", 1, false, 0, 0 },
	{ LIBCODEC_FORMAT_NV12, "NV12", 1, true, 2, 2 },
	{ LIBCODEC_FORMAT_NV16, "NV16", 1, true, 2, 1 },
	{ LIBCODEC_FORMAT_NV24, "NV24", 1, true, 1, 1 },
	{ LIBCODEC_FORMAT_RGB, "RGB", 3, false, 0, 0 },
	{ LIBCODEC_FORMAT_RGBA, "RGBA", 4, false, 0, 0 },
};

static const uint8_t dtype_sizes[] = {
	[LIBCODEC_DTYPE_U8] = 1,  [LIBCODEC_DTYPE_U16] = 2, [LIBCODEC_DTYPE_I8] = 1,
	[LIBCODEC_DTYPE_I16] = 2, [LIBCODEC_DTYPE_F32] = 4,
};

const struct lc_format *lc_format_get(uint32_t fourcc)
{
	size_t i;

	for (i = 0; i < LC_ARRAY_SIZE(formats); i++)
		if (formats[i].fourcc == fourcc)
			return &formats[i];
	return NULL;
}

const struct lc_format *lc_format_at(size_t index)
{
	return index < LC_ARRAY_SIZE(formats) ? &formats[index] : NULL;
}

unsigned int lc_dtype_size(uint32_t dtype)
{
	return dtype < LC_ARRAY_SIZE(dtype_sizes) ? dtype_sizes[dtype] : 0;
}
