/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Bodies: by which way a stream gets to the device and where its picture is written, what
 * that costs in calls, and thousands of pictures through all of it.
 */
#include "config.h"

#include "bed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <libcodec/plugin.h>

#include "fixtures/jpeg-writer.h"

#define STREAM_MAX (1u << 20)

static const struct libcodec_decoder_params hardware = {
	.struct_size = sizeof(hardware),
	.policy = LIBCODEC_POLICY_REQUIRE_HARDWARE,
};

static uint8_t stream[STREAM_MAX];

/* A picture of the writer's, whose bytes are in stream. */
static size_t picture(unsigned int width, unsigned int height, enum fx_sampling sampling,
		      uint32_t seed)
{
	struct fx_jpeg j;
	size_t size;

	fx_jpeg_init(&j, width, height, sampling);
	j.seed = seed;
	j.quality = 30;
	size = fx_jpeg_write(&j, stream, sizeof(stream));
	ck_assert_uint_gt(size, 0);
	return size;
}

/* What the device's attempt says: the way, and where the picture was written. */
static const char *words(struct vjpeg_bed *bed)
{
	static char text[LIBCODEC_RESULT_MESSAGE];
	struct libcodec_attempt a = { .struct_size = sizeof(a) };
	unsigned int i;

	for (i = 0; libcodec_decoder_get_attempt(bed->dec, i, &a) == 0; i++)
		if (!strcmp(a.backend, "v4l2") && a.verdict == LIBCODEC_VERDICT_DONE) {
			snprintf(text, sizeof(text), "%s", a.message);
			return text;
		}
	return "";
}

static bool begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

#define SAYS(bed, way, where)                                                            \
	do {                                                                             \
		const char *says_ = words(bed);                                          \
		ck_assert_msg(begins(says_, way ", " where), "it says: %s", says_);      \
	} while (0)

static void show(struct vjpeg_bed *bed, unsigned int width, unsigned int height,
		 enum fx_sampling sampling, struct libcodec_image *image)
{
	size_t size = picture(width, height, sampling, width * 31 + height);

	vjpeg_bed_frame(bed, stream, size, image, "v4l2");
}

/*
 * How often poll() was called. The kernel asks the driver once before it sleeps and once when
 * it was woken up, and counts both.
 */
static bool polled(struct vjpeg_bed *bed, unsigned int n)
{
	unsigned int polls = vjpeg_bed_stat(bed, 0, "polls");

	if (!strcmp(bed->kind->name, "kernel"))
		return polls >= n && polls <= 2 * n;
	return polls == n;
}

/* --- ways --- */

VJPEG_BODY(device_that_looks_at_each_stream)
{
	vjpeg_bed_plug(bed, 0);
	vjpeg_bed_context(bed, &hardware);
	show(bed, 64, 48, FX_420, NULL);
	SAYS(bed, "rebuild", "copied");
	show(bed, 64, 48, FX_420, NULL);
	SAYS(bed, "reuse", "copied");
	show(bed, 80, 48, FX_420, NULL);
	SAYS(bed, "reconfigure", "copied");
	show(bed, 80, 48, FX_422, NULL);
	SAYS(bed, "reconfigure", "copied");
	show(bed, 80, 48, FX_GREY, NULL);
	SAYS(bed, "reconfigure", "copied");
	show(bed, 8, 8, FX_444, NULL);
	SAYS(bed, "reconfigure", "copied");
	show(bed, 8, 8, FX_444, NULL);
	SAYS(bed, "reuse", "copied");
	/* OUTPUT was set up once, and once is all that it was started. */
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "decoded"), 7);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "opens"), 1);
}

/* Which way a device takes that has to be found out, and the ways after that. */
static void learns(struct vjpeg_bed *bed, unsigned int parse_at, const char *way)
{
	unsigned int i;

	vjpeg_bed_set(bed, 0, "parse_at", parse_at);
	vjpeg_bed_plug(bed, 0);
	vjpeg_bed_context(bed, &hardware);
	show(bed, 64, 48, FX_420, NULL);
	SAYS(bed, "rebuild", "copied");
	for (i = 0; i < 6; i++) {
		show(bed, 64 + 64 * ((i + 1) % 3), 48, i % 2 ? FX_420 : FX_444, NULL);
		ck_assert_msg(begins(words(bed), way), "picture %u: %s", i, words(bed));
	}
	show(bed, 64, 48, FX_420, NULL);
	SAYS(bed, "reuse", "copied");
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "decoded"), 8);
}

VJPEG_BODY(device_that_looks_at_the_first_stream)
{
	learns(bed, VJPEG_PARSE_FIRST, "restart, ");
}

VJPEG_BODY(device_that_looks_when_it_starts)
{
	learns(bed, VJPEG_PARSE_STREAMON, "restart, ");
}

VJPEG_BODY(device_that_is_told)
{
	learns(bed, VJPEG_PARSE_NEVER, "rebuild, ");
}

/* What one decoder learned of a device, the next one knows. */
VJPEG_BODY(what_was_learned_is_the_devices)
{
	vjpeg_bed_set(bed, 0, "parse_at", VJPEG_PARSE_STREAMON);
	vjpeg_bed_plug(bed, 0);
	vjpeg_bed_context(bed, &hardware);
	show(bed, 64, 48, FX_420, NULL);
	show(bed, 32, 48, FX_420, NULL);
	SAYS(bed, "restart", "copied");
	libcodec_decoder_unref(bed->dec);
	bed->dec = testbed_decoder(bed->ctx, &hardware);
	show(bed, 64, 48, FX_420, NULL);
	SAYS(bed, "rebuild", "copied");
	vjpeg_bed_clear_stats(bed, 0);
	show(bed, 32, 48, FX_420, NULL);
	SAYS(bed, "restart", "copied");
	/* Not by trying what doesn't work first: the stream went in once. */
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "qbuf_output"), 1);
}

VJPEG_BODY(stream_that_outgrows_its_buffer)
{
	struct fx_jpeg j;
	size_t size;

	vjpeg_bed_plug(bed, 0);
	vjpeg_bed_context(bed, &hardware);
	show(bed, 64, 48, FX_420, NULL);
	fx_jpeg_init(&j, 960, 720, FX_444);
	j.pattern = FX_PAT_NOISE;
	j.quality = 100;
	{
		uint8_t *large = malloc(8u << 20);

		ck_assert_ptr_nonnull(large);
		size = fx_jpeg_write(&j, large, 8u << 20);
		ck_assert_uint_gt(size, 2u << 20);
		vjpeg_bed_frame(bed, large, size, NULL, "v4l2");
		SAYS(bed, "rebuild", "copied");
		vjpeg_bed_frame(bed, large, size, NULL, "v4l2");
		SAYS(bed, "reuse", "copied");
		free(large);
	}
	show(bed, 64, 48, FX_420, NULL);
	SAYS(bed, "reconfigure", "copied");
}

/* --- targets --- */

static struct libcodec_image *flexible(struct vjpeg_bed *bed)
{
	return vjpeg_bed_dmabuf_image(bed, VJPEG_BED_IMAGE, LIBCODEC_IMAGE_FLEXIBLE, 0);
}

static struct libcodec_image_layout layout_of(struct libcodec_image *image)
{
	struct libcodec_image_layout l = { .struct_size = sizeof(l) };

	ck_assert_int_eq(libcodec_image_get_layout(image, &l), 0);
	return l;
}

/* The picture that the design promises: 1080 rows on a device that makes 1088 of them. */
VJPEG_BODY(full_hd_in_place)
{
	struct libcodec_image *image;
	struct libcodec_image_layout l;

	vjpeg_bed_set(bed, 0, "align_h", 16);
	vjpeg_bed_plug(bed, 0);
	vjpeg_bed_context(bed, &hardware);
	image = flexible(bed);
	show(bed, 1920, 1080, FX_420, image);
	SAYS(bed, "rebuild", "zero copy");
	ck_assert_uint_eq(bed->info.zero_copy, 1);
	l = layout_of(image);
	ck_assert_uint_eq(l.height, 1080);
	ck_assert_uint_eq(l.plane_stride[0], 1920);
	ck_assert_uint_eq(l.plane_stride[1], 1920);
	ck_assert_uint_eq(l.plane_offset[1], 1920 * 1088);
	ck_assert_uint_eq(bed->info.plane_offset[1], 1920 * 1088);
	show(bed, 1920, 1080, FX_420, image);
	SAYS(bed, "reuse", "zero copy");
	libcodec_image_unref(image);
}

/* An image that the library allocated is one that may be laid out as a device wants. */
VJPEG_BODY(allocated_image_in_place)
{
	struct libcodec_image_params p = {
		.struct_size = sizeof(p), .width = 1920, .height = 1080,
		.format = LIBCODEC_FORMAT_NV12, .memory = LIBCODEC_MEMORY_DMABUF,
	};
	struct libcodec_image *image;

	vjpeg_bed_set(bed, 0, "align_h", 16);
	vjpeg_bed_plug(bed, 0);
	vjpeg_bed_context(bed, &hardware);
	if (libcodec_image_new(bed->ctx, &p, &image) < 0) {
		/* Only a kernel with dma-heaps, udmabuf or DRM can; the guest has all of them. */
		ck_assert_str_eq(bed->kind->name, "fake");
		return;
	}
	show(bed, 1920, 1080, FX_420, image);
	SAYS(bed, "rebuild", "zero copy");
	libcodec_image_unref(image);
}

/* Padding that was not agreed on is not written: the image is as it was but for the picture. */
static void is_untouched_around(struct libcodec_image *image, uint8_t poison)
{
	struct libcodec_image_layout l = layout_of(image);
	uint64_t end = l.plane_offset[1] + (uint64_t)l.plane_stride[1] * l.plane_height[1];
	const uint8_t *data;
	uint64_t i;
	void *p;

	ck_assert_int_eq(libcodec_image_map(image, LIBCODEC_ACCESS_READ, &p), 0);
	data = p;
	for (i = 0; i < end; i++) {
		unsigned int plane = i >= l.plane_offset[1];
		uint64_t at = (i - l.plane_offset[plane]) % l.plane_stride[plane];

		ck_assert_msg(at < l.plane_width[plane] || data[i] == poison,
			      "byte %u of a row of plane %u was written", (unsigned int)at, plane);
	}
	ck_assert_int_eq(libcodec_image_unmap(image), 0);
}

static void poison(struct libcodec_image *image, uint8_t with)
{
	void *p;

	ck_assert_int_eq(libcodec_image_map(image, LIBCODEC_ACCESS_WRITE, &p), 0);
	memset(p, with, layout_of(image).capacity);
	ck_assert_int_eq(libcodec_image_unmap(image), 0);
}

VJPEG_BODY(fixed_image_in_place_where_it_fits)
{
	struct libcodec_image *image;

	vjpeg_bed_plug(bed, 0);
	vjpeg_bed_context(bed, &hardware);
	/* The pitch is the image's, which a device that takes any does. */
	image = vjpeg_bed_dmabuf_image(bed, VJPEG_BED_IMAGE, 0, 256);
	show(bed, 64, 48, FX_420, image);
	SAYS(bed, "rebuild", "zero copy");
	ck_assert_uint_eq(layout_of(image).plane_stride[0], 256);
	/* A picture that the device pads is copied, and nothing around it is written. */
	poison(image, 0xa7);
	show(bed, 50, 30, FX_420, image);
	SAYS(bed, "reconfigure", "copied");
	ck_assert(strstr(words(bed), "the device pads the picture"));
	ck_assert_uint_eq(bed->info.zero_copy, 0);
	is_untouched_around(image, 0xa7);
	libcodec_image_unref(image);
}

/* Another pitch, the same stream: CAPTURE is set up anew, and nothing is waited for. */
VJPEG_BODY(other_pitch)
{
	struct libcodec_image *a, *b;
	unsigned int i;

	vjpeg_bed_plug(bed, 0);
	vjpeg_bed_context(bed, &hardware);
	a = vjpeg_bed_dmabuf_image(bed, VJPEG_BED_IMAGE, 0, 256);
	b = vjpeg_bed_dmabuf_image(bed, VJPEG_BED_IMAGE, 0, 320);
	show(bed, 64, 48, FX_420, a);
	vjpeg_bed_clear_stats(bed, 0);
	for (i = 0; i < 10; i++) {
		show(bed, 64, 48, FX_420, i % 2 ? a : b);
		SAYS(bed, "retarget", "zero copy");
	}
	/* One poll a picture: for the picture. */
	ck_assert(polled(bed, 10));
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "qbuf_output"), 10);
	show(bed, 64, 48, FX_420, NULL);
	SAYS(bed, "retarget", "copied");
	libcodec_image_unref(a);
	libcodec_image_unref(b);
}

/* A pool of images, as pipelines have them: each stays attached. */
VJPEG_BODY(pool_stays_attached)
{
	struct libcodec_image *pool[4];
	unsigned int i;

	vjpeg_bed_plug(bed, 0);
	vjpeg_bed_context(bed, &hardware);
	for (i = 0; i < 4; i++)
		pool[i] = flexible(bed);
	for (i = 0; i < 4; i++)
		show(bed, 64, 48, FX_420, pool[i]);
	vjpeg_bed_clear_stats(bed, 0);
	for (i = 0; i < 40; i++) {
		show(bed, 64, 48, FX_420, pool[i % 4]);
		SAYS(bed, "reuse", "zero copy");
	}
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "attaches"), 0);
	for (i = 0; i < 4; i++)
		libcodec_image_unref(pool[i]);
}

/* Part of a dma-buf: CAPTURE has no offset, so what doesn't begin at its start is copied. */
VJPEG_BODY(slices)
{
	struct libcodec_image *whole, *first, *second;

	vjpeg_bed_plug(bed, 0);
	vjpeg_bed_context(bed, &hardware);
	whole = flexible(bed);
	ck_assert_int_eq(libcodec_image_new_slice(whole, 0, 65536, &first), 0);
	ck_assert_int_eq(libcodec_image_new_slice(whole, 65536, 65536, &second), 0);
	show(bed, 64, 48, FX_420, first);
	SAYS(bed, "rebuild", "zero copy");
	show(bed, 64, 48, FX_420, second);
	ck_assert(strstr(words(bed), "doesn't begin where its dma-buf does"));
	show(bed, 64, 48, FX_420, first);
	ck_assert_uint_eq(bed->info.zero_copy, 1);
	/* The slice's end is the end, though the dma-buf goes on. */
	libcodec_image_unref(second);
	ck_assert_int_eq(libcodec_image_new_slice(whole, 0, 64 * 50 * 3 / 2, &second), 0);
	vjpeg_bed_set(bed, 0, "align_h", 32);
	show(bed, 64, 50, FX_420, second);
	ck_assert(strstr(words(bed), "a larger buffer"));
	libcodec_image_unref(first);
	libcodec_image_unref(second);
	libcodec_image_unref(whole);
}

/* --- what it costs --- */

/* @n frames; true where nobody else had calls of the device meanwhile, as udev may. */
static bool undisturbed(struct vjpeg_bed *bed, struct libcodec_image *image, size_t size,
			unsigned int n)
{
	unsigned int i;

	vjpeg_bed_clear_stats(bed, 0);
	for (i = 0; i < n; i++) {
		ck_assert_int_eq(vjpeg_bed_decode(bed, stream, size, image), 0);
		ck_assert_str_eq(bed->info.backend, "v4l2");
	}
	return vjpeg_bed_stat(bed, 0, "ioctls") == 4 * n;
}

static void steady(struct vjpeg_bed *bed, struct libcodec_image *image, const char *where)
{
	size_t size = picture(64, 48, FX_420, 1);
	unsigned int i, n = 100;

	for (i = 0; i < 3; i++)
		vjpeg_bed_frame(bed, stream, size, image, "v4l2");
	for (i = 0; i < 5 && !undisturbed(bed, image, size, n); i++)
		ck_assert_str_eq(bed->kind->name, "kernel");
	ck_assert_msg(begins(words(bed), where), "%s", words(bed));
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "decoded"), n);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "qbuf_output"), n);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "qbuf_capture"), n);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "dqbuf_output"), n);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "dqbuf_capture"), n);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "ioctls"), 4 * n);
	ck_assert(polled(bed, n));
	vjpeg_bed_compare(bed, stream, size, image);
}

VJPEG_BODY(steady_in_place)
{
	struct libcodec_image *image;

	vjpeg_bed_plug(bed, 0);
	vjpeg_bed_context(bed, &hardware);
	image = flexible(bed);
	steady(bed, image, "reuse, zero copy");
	libcodec_image_unref(image);
}

VJPEG_BODY(steady_copy)
{
	vjpeg_bed_plug(bed, 0);
	vjpeg_bed_context(bed, &hardware);
	steady(bed, bed->image, "reuse, copied");
}

VJPEG_BODY(steady_copy_from_the_driver)
{
	vjpeg_bed_set(bed, 0, "mem", VJPEG_MEM_MMAP | VJPEG_MEM_USERPTR);
	vjpeg_bed_plug(bed, 0);
	vjpeg_bed_context(bed, &hardware);
	steady(bed, bed->image, "reuse, copied from the driver's memory");
}

/*
 * Another geometry, and then another destination for it: of the time that such a frame takes,
 * the device's part is in there, too, and of a picture so small it is next to nothing.
 */
VJPEG_BODY(reconfigure_takes_less_than_a_millisecond)
{
	struct libcodec_image *image, *to;
	int64_t least[2] = { INT64_MAX, INT64_MAX };
	unsigned int i;

	vjpeg_bed_plug(bed, 0);
	vjpeg_bed_context(bed, &hardware);
	image = flexible(bed);
	for (i = 0; i < 200; i++) {
		size_t size = picture(i / 2 % 2 ? 16 : 24, 16, FX_420, 1);
		struct timespec from, end;
		int64_t ns;

		to = i % 2 ? image : bed->image;
		clock_gettime(CLOCK_MONOTONIC, &from);
		ck_assert_int_eq(vjpeg_bed_decode(bed, stream, size, to), 0);
		clock_gettime(CLOCK_MONOTONIC, &end);
		ns = (end.tv_sec - from.tv_sec) * INT64_C(1000000000) + end.tv_nsec -
		     from.tv_nsec;
		if (begins(words(bed), "reconfigure") && ns < least[i % 2])
			least[i % 2] = ns;
		if (begins(words(bed), "retarget") && ns < least[i % 2])
			least[i % 2] = ns;
	}
	/* An emulated processor takes its time for the system calls alone. */
	for (i = 0; i < 2 && !strcmp(bed->kind->name, "fake"); i++)
		ck_assert_msg(least[i] < 1000000, "%lld ns", (long long)least[i]);
	libcodec_image_unref(image);
}

/* --- all of it --- */

static uint32_t dice(uint32_t *state, uint32_t n)
{
	*state = *state * 1664525 + 1013904223;
	return (*state >> 8) % n;
}

/* The formats that hold a sampling, one of which the device decodes to by itself. */
static const unsigned int choice[4][6] = {
	{ VJPEG_F_NV12, VJPEG_F_NV12M, VJPEG_F_NV21, VJPEG_F_NV21M, VJPEG_F_YUV420,
	  VJPEG_F_YUV420M },
	{ VJPEG_F_NV16, VJPEG_F_NV16M, VJPEG_F_YUV422P, VJPEG_F_YUV422M, VJPEG_F_YUYV,
	  VJPEG_F_UYVY },
	{ VJPEG_F_NV24, VJPEG_F_YUV24, VJPEG_F_YUV444M, VJPEG_F_NV24, VJPEG_F_YUV24,
	  VJPEG_F_NV24 },
	{ VJPEG_F_GREY, VJPEG_F_GREY, VJPEG_F_GREY, VJPEG_F_GREY, VJPEG_F_GREY,
	  VJPEG_F_GREY },
};

static void shuffle_device(struct vjpeg_bed *bed, unsigned int device, uint32_t *state)
{
	static const char *const knobs[] = { "default_420", "default_422", "default_444" };
	unsigned int i;

	for (i = 0; i < 3; i++) {
		unsigned int f = choice[i][dice(state, 6)];

		/* Memory planes are what the multi-planar API alone has. */
		if (device == 1 && (f == VJPEG_F_NV12M || f == VJPEG_F_NV21M ||
				    f == VJPEG_F_YUV420M || f == VJPEG_F_NV16M ||
				    f == VJPEG_F_YUV422M || f == VJPEG_F_YUV444M))
			f = choice[i][0];
		vjpeg_bed_set(bed, device, knobs[i], f);
	}
	vjpeg_bed_set(bed, device, "align_w", 8u << dice(state, 4));
	vjpeg_bed_set(bed, device, "align_h", 8u << dice(state, 2));
	vjpeg_bed_set(bed, device, "bpl", dice(state, 4));
	vjpeg_bed_set(bed, device, "size_align", 1u << dice(state, 13));
	vjpeg_bed_set(bed, device, "sfmt", dice(state, 2));
}

/* A thousand of each kind of device, and more of it where that takes no time. */
static void thousands(struct vjpeg_bed *bed, unsigned int device)
{
	static const enum fx_sampling samplings[] = { FX_420, FX_422, FX_444, FX_GREY };
	struct libcodec_image *images[4];
	unsigned int i, width = 64, height = 48, in_place = 0;
	enum fx_sampling sampling = FX_420;
	uint32_t state = device + 1, n = strcmp(bed->kind->name, "kernel") ? 4000 : 1000;

	vjpeg_bed_plug(bed, device);
	vjpeg_bed_context(bed, &hardware);
	images[0] = NULL;
	images[1] = flexible(bed);
	images[2] = vjpeg_bed_dmabuf_image(bed, VJPEG_BED_IMAGE, 0, 512);
	images[3] = vjpeg_bed_dmabuf_image(bed, VJPEG_BED_IMAGE, 0, 0);
	for (i = 0; i < n; i++) {
		size_t size;

		if (i % 50 == 0)
			shuffle_device(bed, device, &state);
		if (i % 50 == 0 || dice(&state, 4) == 0) {
			width = 1 + dice(&state, 96);
			height = 1 + dice(&state, 64);
			sampling = samplings[dice(&state, 4)];
		}
		size = picture(width, height, sampling, i);
		vjpeg_bed_frame(bed, stream, size, images[dice(&state, 4)], "v4l2");
		in_place += bed->info.zero_copy;
	}
	ck_assert_uint_eq(vjpeg_bed_stat(bed, device, "decoded"), n);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, device, "errors"), 0);
	ck_assert_uint_gt(in_place, n / 50);
	for (i = 1; i < 4; i++)
		libcodec_image_unref(images[i]);
}

VJPEG_BODY(thousands_of_pictures)
{
	thousands(bed, 0);
}

VJPEG_BODY(thousands_of_pictures_by_single_planes)
{
	thousands(bed, 1);
}

void vjpeg_bodies_ways(TCase *t)
{
	tcase_add_test(t, device_that_looks_at_each_stream);
	tcase_add_test(t, device_that_looks_at_the_first_stream);
	tcase_add_test(t, device_that_looks_when_it_starts);
	tcase_add_test(t, device_that_is_told);
	tcase_add_test(t, what_was_learned_is_the_devices);
	tcase_add_test(t, stream_that_outgrows_its_buffer);
	tcase_add_test(t, full_hd_in_place);
	tcase_add_test(t, allocated_image_in_place);
	tcase_add_test(t, fixed_image_in_place_where_it_fits);
	tcase_add_test(t, other_pitch);
	tcase_add_test(t, pool_stays_attached);
	tcase_add_test(t, slices);
	tcase_add_test(t, steady_in_place);
	tcase_add_test(t, steady_copy);
	tcase_add_test(t, steady_copy_from_the_driver);
	tcase_add_test(t, reconfigure_takes_less_than_a_millisecond);
	tcase_add_test(t, thousands_of_pictures);
	tcase_add_test(t, thousands_of_pictures_by_single_planes);
}
