/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The whole library with the cpu backend linked in: the linker's --wrap puts functions in
 * place of the ones that read manifests from folders, open shared objects, tell the time
 * and lend threads (run-order.c). Frames are shared by threads however small they are. All else is what
 * an application gets, and all of it has the fuzzer's instrumentation.
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "loader.h"
#include "manifest.h"

#include "jpeg-parallel.h"
#include "jpeg-writer.h"

static const char manifest[] = "[Plugin]\nName=cpu\nLibrary=cpu.so\nAbi=1.0\n"
			       "Family=image-decoder\nBand=cpu\nOptIn=no\n"
			       "[Codec]\nCodec=jpeg\nDirection=decode\nMemory=host\n"
			       "[Codec]\nCodec=png\nDirection=decode\nMemory=host\n";

int __wrap_lc_manifest_read_dirs(const char *const *dirs, lc_manifest_notice_fn notice,
				 void *data, struct lc_manifest **ret_list,
				 size_t *ret_n);
int __wrap_lc_loader_open(const char *path, const char *name,
			  const struct libcodec_host *host,
			  struct libcodec_plugin *ret_desc,
			  struct libcodec_image_decoder_ops *ret_ops,
			  struct lc_refusal *ret_why);

int __wrap_lc_manifest_read_dirs(const char *const *dirs, lc_manifest_notice_fn notice,
				 void *data, struct lc_manifest **ret_list, size_t *ret_n)
{
	struct lc_manifest *list = calloc(1, sizeof(*list));
	int r;

	(void)dirs;
	if (!list)
		return -ENOMEM;
	r = lc_manifest_parse("/fuzz/50-cpu.conf", manifest, strlen(manifest), notice,
			      data, list);
	if (r < 0) {
		free(list);
		return r;
	}
	FUZZ_CHECK(!list->error, "%s", list->message);
	*ret_list = list;
	*ret_n = 1;
	return 0;
}

int __wrap_lc_loader_open(const char *path, const char *name,
			  const struct libcodec_host *host,
			  struct libcodec_plugin *ret_desc,
			  struct libcodec_image_decoder_ops *ret_ops,
			  struct lc_refusal *ret_why)
{
	const struct libcodec_plugin *p =
		libcodec_plugin_entry(LIBCODEC_PLUGIN_ABI, host);
	const struct libcodec_image_decoder_ops *ops = p->ops;

	(void)path;
	(void)ret_why;
	FUZZ_CHECK(!strcmp(p->name, name), "%s", name);
	FUZZ_CHECK(ops->session_trim, "the cpu backend has all slots");
	*ret_desc = *p;
	ret_desc->ops = NULL;
	*ret_ops = *ops;
	return 0;
}

static int64_t clock_lead; /* ns */

int64_t __real_lc_now_ns(void);
int64_t __wrap_lc_now_ns(void);

int64_t __wrap_lc_now_ns(void)
{
	return __real_lc_now_ns() + clock_lead;
}

void fuzz_clock_advance(unsigned int seconds)
{
	clock_lead += (int64_t)seconds * 1000000000;
}

int fuzz_context(struct libcodec_context **ret_ctx)
{
	struct libcodec_context_params p = {
		.struct_size = sizeof(p),
		.log_level = LIBCODEC_LOG_ERROR,
		.backend_path = "/fuzz",
	};

	lc_jpeg_parallel_bytes_min = 0;
	return libcodec_context_new(&p, ret_ctx);
}

#define GOOD_WIDTH  24
#define GOOD_HEIGHT 17
#define GOOD_ROOM   4096

static void decode_good(struct libcodec_context *ctx, struct libcodec_decoder *dec,
			uint8_t *ret_pixels)
{
	static uint8_t stream[GOOD_ROOM];
	static size_t size;
	struct libcodec_image_params ip = {
		.struct_size = sizeof(ip),
		.width = GOOD_WIDTH,
		.height = GOOD_HEIGHT,
		.format = LIBCODEC_FORMAT_NV12,
		.stride_align = 1,
		.capacity = GOOD_ROOM,
		.data = ret_pixels,
	};
	struct libcodec_image_info info = { .struct_size = sizeof(info) };
	struct libcodec_result res = { .struct_size = sizeof(res) };
	struct libcodec_image *image;
	int r;

	if (!size) {
		struct fx_jpeg j;

		fx_jpeg_init(&j, GOOD_WIDTH, GOOD_HEIGHT, FX_420);
		j.restart_interval = 1;
		size = fx_jpeg_write(&j, stream, sizeof(stream));
		FUZZ_CHECK(size > 0, "the picture of ours cannot be written");
	}
	memset(ret_pixels, 0xa5, GOOD_ROOM);
	r = libcodec_image_new(ctx, &ip, &image);
	FUZZ_CHECK(r == 0, "%d", r);
	r = libcodec_decoder_set_params(dec, NULL);
	FUZZ_CHECK(r == 0, "%d", r);
	r = libcodec_decoder_decode(dec, stream, size, image, &info);
	libcodec_decoder_get_result(dec, &res);
	FUZZ_CHECK(r == 0, "a good picture fails with %d: %s", r, res.message);
	FUZZ_CHECK(info.width == GOOD_WIDTH && info.height == GOOD_HEIGHT &&
			   info.consumed == size && info.good_rows == GOOD_HEIGHT,
		   "a good picture's info is wrong");
	libcodec_image_unref(image);
}

void fuzz_decode_good(struct libcodec_context *ctx, struct libcodec_decoder *dec)
{
	static uint8_t first[GOOD_ROOM], now[GOOD_ROOM];
	static bool have;

	if (!have) {
		struct libcodec_context *own_ctx;
		struct libcodec_decoder *own;

		FUZZ_CHECK(fuzz_context(&own_ctx) == 0, "no context");
		FUZZ_CHECK(libcodec_decoder_new(own_ctx, &own) == 0, "no decoder");
		decode_good(own_ctx, own, first);
		libcodec_decoder_unref(own);
		libcodec_context_unref(own_ctx);
		have = true;
	}
	decode_good(ctx, dec, now);
	FUZZ_CHECK(!memcmp(first, now, GOOD_ROOM), "a good picture's samples changed");
}
