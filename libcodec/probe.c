/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Looking at a stream without a context: headers and the layout of a new host image.
 */
#include "decoder.h"
#include "layout.h"

static int parse(const void *data, size_t size, struct lc_stream *ret_stream)
{
	struct libcodec_decoder_params defaults = { .struct_size = sizeof(defaults) };
	struct lc_limits limits;
	struct lc_fault fault;
	uint32_t stage;

	if (!data && size)
		return -EINVAL;
	lc_limits_from_params(&defaults, &limits);
	return lc_stream_parse(data, size, &limits, ret_stream, &stage, &fault);
}

LC_EXPORT int libcodec_probe(const void *data, size_t size,
			     struct libcodec_image_info *ret_info)
{
	struct libcodec_image_info info = { .struct_size = sizeof(info) };
	struct libcodec_image_layout layout;
	struct lc_stream stream;
	uint32_t i;
	int r;

	if (!ret_info)
		return -EINVAL;
	r = parse(data, size, &stream);
	if (r < 0)
		return r;
	if (!stream.native_format)
		return -EOPNOTSUPP;
	r = lc_layout_choose(&(struct lc_layout_rules){ .capacity = UINT64_MAX },
			     stream.traits.width, stream.traits.height,
			     stream.native_format, LIBCODEC_DTYPE_U8, &layout);
	if (r < 0)
		return r;
	lc_stream_describe(&stream, &info);
	info.format = layout.format;
	info.dtype = layout.dtype;
	info.n_planes = layout.n_planes;
	for (i = 0; i < layout.n_planes; i++) {
		info.plane_stride[i] = layout.plane_stride[i];
		info.plane_offset[i] = layout.plane_offset[i];
	}
	info.capacity = layout.needed;
	return lc_struct_out(ret_info, &info, sizeof(info));
}

LC_EXPORT int libcodec_find_exif(const void *data, size_t size, size_t *ret_offset,
				 size_t *ret_size)
{
	struct lc_stream stream;
	int r;

	if (!ret_offset || !ret_size)
		return -EINVAL;
	r = parse(data, size, &stream);
	if (r < 0)
		return r;
	lc_stream_find_exif(&stream, data, size);
	if (!stream.exif_size)
		return -ENOENT;
	*ret_offset = (size_t)stream.exif_offset;
	*ret_size = (size_t)stream.exif_size;
	return 0;
}
