/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Makes mock plugins: a good one, and the means to spoil it in one way. A mock is
 *
 *	#include "mock.h"
 *
 *	MOCK_PLUGIN("mock-wrong-magic", mock->plugin.magic = 0x6b636f6d)
 *
 * The good one claims to be hardware that decodes baseline JPEG of every sampling to
 * NV12, NV16, NV24 and GREY in host memory, and "decodes" to a constant.
 */
#ifndef LC_TESTS_MOCK_H
#define LC_TESTS_MOCK_H

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <libcodec/plugin.h>

#define MOCK_LUMA   0x55 /* what the good one paints */
#define MOCK_CHROMA 0xaa
#define MOCK_DIRT   0xd1 /* what one that fails half-way leaves behind */

/* The tables, with room behind them for a mock that comes from the future. */
struct mock {
	struct libcodec_plugin plugin;
	const void *plugin_future[8];
	struct libcodec_image_decoder_ops ops;
	const void *ops_future[8];
};

static inline int mock_init(const struct libcodec_host *host, void **ret_priv)
{
	static int here;

	*ret_priv = &here;
	return 0;
}

static inline void mock_fini(void *priv)
{
}

static inline void mock_fill_cap(struct libcodec_cap *cap, uint32_t id)
{
	static const uint32_t formats[] = {
		LIBCODEC_FORMAT_NV12,
		LIBCODEC_FORMAT_NV16,
		LIBCODEC_FORMAT_NV24,
		LIBCODEC_FORMAT_GREY,
	};
	uint32_t samplings = 0, i;

	for (i = LIBCODEC_SAMPLING_400; i <= LIBCODEC_SAMPLING_MIXED; i++)
		samplings |= LIBCODEC_SAMPLING_BIT(i);
	cap->cap_id = id;
	cap->codec = LIBCODEC_CODEC_JPEG;
	cap->processes = LIBCODEC_PROCESS_BIT(LIBCODEC_PROCESS_BASELINE);
	cap->samplings = samplings;
	cap->bit_depths = 1u << (8 - 1);
	cap->components = 1u << (1 - 1) | 1u << (3 - 1);
	cap->colours = LIBCODEC_COLOUR_BIT(LIBCODEC_COLOUR_GREY) |
		       LIBCODEC_COLOUR_BIT(LIBCODEC_COLOUR_YCBCR);
	cap->min_width = 1;
	cap->min_height = 1;
	cap->max_width = 65535;
	cap->max_height = 65535;
	cap->rank = 500;
	cap->n_formats = 4;
	for (i = 0; i < 4; i++) {
		cap->formats[i].format = formats[i];
		cap->formats[i].memory = LIBCODEC_MEMORY_BIT(LIBCODEC_MEMORY_HOST);
		cap->formats[i].samplings = samplings;
		cap->formats[i].dtypes = 1u << LIBCODEC_DTYPE_U8;
	}
}

static inline int mock_cap_get(void *priv, void *device, uint32_t index,
			   struct libcodec_cap *cap)
{
	if (index > 0)
		return -ENOENT;
	mock_fill_cap(cap, 1);
	return 0;
}

static inline int mock_session_open(void *priv, void *device, void **ret_session)
{
	*ret_session = priv;
	return 0;
}

static inline void mock_session_close(void *session)
{
}

/* The visible bytes of the first @n_planes planes. */
static inline void mock_paint(const struct libcodec_surface *s, uint32_t n_planes,
			      int luma, int chroma)
{
	uint32_t even = s->width + (s->width & 1), plane, y;

	for (plane = 0; plane < n_planes && plane < s->n_planes; plane++) {
		uint32_t rows = s->height, bytes = s->width;
		unsigned char *p = (unsigned char *)s->data + s->plane_offset[plane];

		if (plane && s->format == LIBCODEC_FORMAT_NV12)
			rows = s->height / 2 + (s->height & 1);
		if (plane)
			bytes = s->format == LIBCODEC_FORMAT_NV24 ? 2 * s->width : even;
		for (y = 0; y < rows; y++, p += s->plane_stride[plane])
			memset(p, plane ? chroma : luma, bytes);
	}
}

static inline uint32_t mock_decode(void *session, const struct libcodec_decode_job *job,
				   struct libcodec_decode_result *result)
{
	mock_paint(job->surface, 2, MOCK_LUMA, MOCK_CHROMA);
	result->consumed = job->size;
	return LIBCODEC_VERDICT_DONE;
}

/* Start from the good one. */
static inline void mock_make(struct mock *mock, const char *name)
{
	memset(mock, 0, sizeof(*mock));
	mock->plugin = (struct libcodec_plugin){
		.magic = LIBCODEC_PLUGIN_MAGIC,
		.abi_major = LIBCODEC_PLUGIN_ABI_MAJOR,
		.abi_minor = LIBCODEC_PLUGIN_ABI_MINOR,
		.struct_size = sizeof(mock->plugin),
		.family = LIBCODEC_FAMILY_IMAGE_DECODER,
		.name = name,
		.version = "1",
		.vendor = "The libcodec authors",
		.license = "MIT",
		.description = "A plugin for tests",
		.bug_url = "https://example.org/",
		.ops = &mock->ops,
		.init = mock_init,
		.fini = mock_fini,
		.cap_get = mock_cap_get,
	};
	mock->ops = (struct libcodec_image_decoder_ops){
		.struct_size = sizeof(mock->ops),
		.session_open = mock_session_open,
		.session_close = mock_session_close,
		.decode = mock_decode,
	};
}

/*
 * A note and the entry point. The statement after the name spoils *mock, not the note;
 * MOCK_ENTRY alone is for who has no note or one of its own.
 */
#define MOCK_PLUGIN(mock_name, ...)           \
	LIBCODEC_PLUGIN_NOTE(mock_name, "1"); \
	MOCK_ENTRY(mock_name, __VA_ARGS__)

#define MOCK_ENTRY(mock_name, ...)                                                 \
	LIBCODEC_PLUGIN_EXPORT const struct libcodec_plugin *libcodec_plugin_entry( \
		uint32_t host_abi, const struct libcodec_host *host)               \
	{                                                                          \
		static struct mock the_mock;                                       \
		struct mock *mock = &the_mock;                                     \
                                                                                   \
		mock_make(mock, mock_name);                                        \
		__VA_ARGS__;                                                       \
		return &mock->plugin;                                              \
	}

#endif
