/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * libavcodec's mjpeg decoder as a peer. Its headers are needed to build this, the library
 * itself is loaded when it is to be measured: it would have every start of codecctl load
 * a hundred others.
 */
#include "config.h"

#include "bench.h"

#include <stdio.h>

#ifdef HAVE_LIBAVCODEC

#include <assert.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include <libavcodec/avcodec.h>
#include <libavutil/buffer.h>
#include <libavutil/cpu.h>
#include <libavutil/log.h>

#include "bench-planes.h"

#define STRING(x)	  #x
#define LIBRARY_OF(major) "libavcodec.so." STRING(major)
/* The structs are those of the headers, so no other major version will do. */
#define LIBRARY LIBRARY_OF(LIBAVCODEC_VERSION_MAJOR)

static_assert(BENCH_PADDING >= AV_INPUT_BUFFER_PADDING_SIZE,
	      "libavcodec reads zeros behind the picture");

struct av_functions {
	unsigned int (*version)(void);
	const AVCodec *(*find_decoder)(enum AVCodecID id);
	AVCodecContext *(*alloc_context)(const AVCodec *codec);
	int (*open)(AVCodecContext *ctx, const AVCodec *codec, AVDictionary **options);
	void (*free_context)(AVCodecContext **ctx);
	int (*send_packet)(AVCodecContext *ctx, const AVPacket *packet);
	int (*receive_frame)(AVCodecContext *ctx, AVFrame *frame);
	AVPacket *(*packet_alloc)(void);
	void (*packet_free)(AVPacket **packet);
	void (*packet_unref)(AVPacket *packet);
	AVFrame *(*frame_alloc)(void);
	void (*frame_free)(AVFrame **frame);
	AVBufferRef *(*buffer_create)(uint8_t *data, size_t size,
				      void (*free)(void *opaque, uint8_t *data),
				      void *opaque, int flags);
	void (*log_set_level)(int level);
	void (*force_cpu_flags)(int flags);
	int (*get_cpu_flags)(void);
};

struct av {
	void *library;
	struct av_functions f;
	AVCodecContext *ctx;
	AVPacket *packet;
	AVFrame *frame;
};

static bool find(void *library, const char *name, void *ret_function)
{
	void *symbol = dlsym(library, name);

	memcpy(ret_function, &symbol, sizeof(symbol));
	return symbol;
}

static bool find_all(struct av *av)
{
	struct av_functions *f = &av->f;

	return find(av->library, "avcodec_version", &f->version) &&
	       find(av->library, "avcodec_find_decoder", &f->find_decoder) &&
	       find(av->library, "avcodec_alloc_context3", &f->alloc_context) &&
	       find(av->library, "avcodec_open2", &f->open) &&
	       find(av->library, "avcodec_free_context", &f->free_context) &&
	       find(av->library, "avcodec_send_packet", &f->send_packet) &&
	       find(av->library, "avcodec_receive_frame", &f->receive_frame) &&
	       find(av->library, "av_packet_alloc", &f->packet_alloc) &&
	       find(av->library, "av_packet_free", &f->packet_free) &&
	       find(av->library, "av_packet_unref", &f->packet_unref) &&
	       find(av->library, "av_frame_alloc", &f->frame_alloc) &&
	       find(av->library, "av_frame_free", &f->frame_free) &&
	       find(av->library, "av_buffer_create", &f->buffer_create) &&
	       find(av->library, "av_log_set_level", &f->log_set_level) &&
	       find(av->library, "av_force_cpu_flags", &f->force_cpu_flags) &&
	       find(av->library, "av_get_cpu_flags", &f->get_cpu_flags);
}

static void av_close(void *state)
{
	struct av *av = state;

	if (av->ctx)
		av->f.free_context(&av->ctx);
	if (av->packet)
		av->f.packet_free(&av->packet);
	if (av->frame)
		av->f.frame_free(&av->frame);
	free(av); /* the library stays: some of what it loads does not like to go */
}

/* For av_hold(), which comes before there is a library to tell it. */
static uint32_t held_to;

#if defined(__x86_64__) || defined(__i386__)

#define FLAGS_SSE2                                                                   \
	(AV_CPU_FLAG_CMOV | AV_CPU_FLAG_MMX | AV_CPU_FLAG_MMXEXT | AV_CPU_FLAG_SSE | \
	 AV_CPU_FLAG_SSE2 | AV_CPU_FLAG_SSE2SLOW)
#define FLAGS_SSE41                                                                 \
	(FLAGS_SSE2 | AV_CPU_FLAG_SSE3 | AV_CPU_FLAG_SSE3SLOW | AV_CPU_FLAG_SSSE3 | \
	 AV_CPU_FLAG_SSSE3SLOW | AV_CPU_FLAG_ATOM | AV_CPU_FLAG_SSE4)

static int flags_of(uint32_t simd)
{
	switch (simd) {
	case LIBCODEC_SIMD_NONE:
		return 0;
	case LIBCODEC_SIMD_SSE2:
		return FLAGS_SSE2;
	case LIBCODEC_SIMD_SSE41:
		return FLAGS_SSE41;
	case LIBCODEC_SIMD_AVX2:
		return ~(AV_CPU_FLAG_AVX512 | AV_CPU_FLAG_AVX512ICL);
	default:
		return ~0;
	}
}

/* Its codecs choose their kernels when they are opened. */
static void hold(const struct av *av)
{
	av->f.force_cpu_flags(-1); /* detect */
	if (held_to != LIBCODEC_SIMD_AUTO)
		av->f.force_cpu_flags(av->f.get_cpu_flags() & flags_of(held_to));
}

#else

static void hold(const struct av *av)
{
}

#endif

static const char *av_hold(uint32_t simd)
{
	static char text[64];

	held_to = simd;
	if (simd == LIBCODEC_SIMD_AUTO)
		return "not held: the best that it has for this machine";
	snprintf(text, sizeof(text), "held to %s by av_force_cpu_flags()",
		 libcodec_simd_name(simd));
	return text;
}

static int set_up(struct av *av)
{
	const AVCodec *codec;

	hold(av);
	codec = av->f.find_decoder(AV_CODEC_ID_MJPEG);
	av->f.log_set_level(AV_LOG_QUIET);
	av->packet = av->f.packet_alloc();
	av->frame = av->f.frame_alloc();
	av->ctx = codec ? av->f.alloc_context(codec) : NULL;
	if (!av->packet || !av->frame || !av->ctx)
		return -1;
	av->ctx->thread_count = 1;
	return av->f.open(av->ctx, codec, NULL) < 0 ? -1 : 0;
}

static int load(struct av *av, char *about, size_t size)
{
	unsigned int version;

	av->library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
	if (!av->library) {
		snprintf(about, size, "%s", dlerror());
		return -1;
	}
	if (!find_all(av) || set_up(av) < 0) {
		snprintf(about, size, LIBRARY ": has no decoder for JPEG");
		return -1;
	}
	version = av->f.version();
	snprintf(about, size, LIBRARY ", version %u.%u.%u", version >> 16,
		 version >> 8 & 0xff, version & 0xff);
	return 0;
}

static int av_open(const struct bench_options *opt, void **ret_state, char *about,
		   size_t size)
{
	struct av *av = calloc(1, sizeof(*av));

	if (!av) {
		snprintf(about, size, "out of memory");
		return -1;
	}
	if (load(av, about, size) < 0) {
		av_close(av);
		return -1;
	}
	*ret_state = av;
	return 0;
}

/* The bytes are the bench's own. */
static void keep(void *opaque, uint8_t *data)
{
}

/* Without a reference of its own the packet would be copied. */
static int decode_frame(struct av *av, const struct bench_picture *pic)
{
	int r;

	av->packet->buf =
		av->f.buffer_create(pic->data, pic->size + AV_INPUT_BUFFER_PADDING_SIZE,
				    keep, NULL, AV_BUFFER_FLAG_READONLY);
	if (!av->packet->buf)
		return -1;
	av->packet->data = pic->data;
	av->packet->size = (int)pic->size;
	r = av->f.send_packet(av->ctx, av->packet);
	av->f.packet_unref(av->packet);
	if (r < 0)
		return -1;
	return av->f.receive_frame(av->ctx, av->frame) < 0 ? -1 : 0;
}

/* Whether its planes are those of the picture's sampling, so that ours can be made. */
static bool is_expected(const struct bench_picture *pic, int format)
{
	switch (pic->info.sampling) {
	case LIBCODEC_SAMPLING_400:
		return format == AV_PIX_FMT_GRAY8;
	case LIBCODEC_SAMPLING_420:
		return format == AV_PIX_FMT_YUVJ420P || format == AV_PIX_FMT_YUV420P;
	case LIBCODEC_SAMPLING_422:
		return format == AV_PIX_FMT_YUVJ422P || format == AV_PIX_FMT_YUV422P;
	case LIBCODEC_SAMPLING_444:
		return format == AV_PIX_FMT_YUVJ444P || format == AV_PIX_FMT_YUV444P;
	case LIBCODEC_SAMPLING_440:
		return format == AV_PIX_FMT_YUVJ440P || format == AV_PIX_FMT_YUV440P;
	case LIBCODEC_SAMPLING_411:
		return format == AV_PIX_FMT_YUVJ411P || format == AV_PIX_FMT_YUV411P;
	case LIBCODEC_SAMPLING_410:
		return format == AV_PIX_FMT_YUV410P;
	default:
		return false;
	}
}

static int av_prepare(void *state, const struct bench_picture *pic, const char **ret_why)
{
	struct av *av = state;

	if (decode_frame(av, pic) < 0) {
		*ret_why = "libavcodec does not decode it";
		return -1;
	}
	if ((uint32_t)av->frame->width != pic->layout.width ||
	    (uint32_t)av->frame->height != pic->layout.height ||
	    !is_expected(pic, av->frame->format)) {
		*ret_why = "libavcodec gives another size or format";
		return -1;
	}
	return bench_chroma_of(pic) == BENCH_CHROMA_OTHER;
}

static int av_decode(void *state, const struct bench_picture *pic, unsigned char *dst)
{
	enum bench_chroma kind = bench_chroma_of(pic);
	struct av *av = state;
	struct bench_planes planes;
	int i;

	if (decode_frame(av, pic) < 0)
		return -1;
	for (i = 0; i < 3; i++) {
		planes.data[i] = av->frame->data[i];
		planes.stride[i] = (size_t)av->frame->linesize[i];
	}
	if (kind != BENCH_CHROMA_OTHER)
		bench_luma_write(&planes, pic, dst);
	bench_chroma_write(kind, &planes, pic, dst);
	return 0;
}

#else

static int av_open(const struct bench_options *opt, void **ret_state, char *about,
		   size_t size)
{
	snprintf(about, size, "this codecctl was built without libavcodec's headers");
	return -1;
}

#define av_hold	   NULL
#define av_prepare NULL
#define av_decode  NULL
#define av_close   NULL

#endif

const struct bench_peer_ops bench_peer_libavcodec = {
	.name = "libavcodec",
	.work = "libavcodec's mjpeg on one thread into its own frame; then luma is "
		"copied and chroma brought to its place by SIMD; it gives no RGB",
	.codec = LIBCODEC_CODEC_JPEG,
	.no_rgb = true,
	.hold = av_hold,
	.open = av_open,
	.prepare = av_prepare,
	.decode = av_decode,
	.close = av_close,
};
