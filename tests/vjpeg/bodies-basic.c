/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Bodies: pictures through a V4L2 device into host memory and dma-bufs, byte for byte what
 * the cpu backend makes of them, and counters that say that the device did it.
 */
#include "config.h"

#include "bed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of each sampling that such devices take, with sizes that fill no MCU, too. */
static const char *const fixtures[] = {
	"jpeg-420-64x48.jpg",   "jpeg-420-17x9.jpg",       "jpeg-420-1x1.jpg",
	"jpeg-420-40x40-dri1.jpg", "jpeg-420-optimal-dht.jpg", "jpeg-422-64x48.jpg",
	"jpeg-422-17x9.jpg",    "jpeg-444-64x48.jpg",      "jpeg-444-17x9.jpg",
	"jpeg-444-33x31-extremes.jpg", "jpeg-grey-16x16.jpg", "jpeg-grey-19x11.jpg",
	"demo.jpg",
};
#define N_FIXTURES (sizeof(fixtures) / sizeof(fixtures[0]))

static const struct libcodec_decoder_params hardware = {
	.struct_size = sizeof(hardware),
	.policy = LIBCODEC_POLICY_REQUIRE_HARDWARE,
};

/* A fixture into an image (NULL: the bed's) by the device, which counts it. */
static void by_device(struct vjpeg_bed *bed, unsigned int device, const char *name,
		      struct libcodec_image *image)
{
	unsigned int before = vjpeg_bed_stat(bed, device, "decoded");
	char path[128];
	uint8_t *data;
	size_t size;

	snprintf(path, sizeof(path), "fixtures/data/%s", name);
	data = test_read_file(path, &size);
	vjpeg_bed_frame(bed, data, size, image, "v4l2");
	ck_assert_msg(vjpeg_bed_stat(bed, device, "decoded") == before + 1,
		      "%s: the device did not decode it", name);
	free(data);
}

/* Device 0 has multi-planar queues, device 1 single-planar ones. */
static void all_into(struct vjpeg_bed *bed, unsigned int device,
		     struct libcodec_image *(*make)(struct vjpeg_bed *bed))
{
	struct libcodec_image *image;
	unsigned int round, i;

	vjpeg_bed_plug(bed, device);
	vjpeg_bed_context(bed, &hardware);
	image = make ? make(bed) : NULL;
	/* Twice: the second time around nothing is new but the geometry. */
	for (round = 0; round < 2; round++)
		for (i = 0; i < N_FIXTURES; i++)
			by_device(bed, device, fixtures[i], image);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, device, "errors"), 0);
	libcodec_image_unref(image);
}

VJPEG_BODY(pictures_into_host_memory)
{
	all_into(bed, 0, NULL);
}

VJPEG_BODY(pictures_into_host_memory_by_single_planes)
{
	all_into(bed, 1, NULL);
}

static struct libcodec_image *flexible(struct vjpeg_bed *bed)
{
	return vjpeg_bed_dmabuf_image(bed, VJPEG_BED_IMAGE, LIBCODEC_IMAGE_FLEXIBLE, 0);
}

VJPEG_BODY(pictures_into_dmabufs)
{
	all_into(bed, 0, flexible);
	ck_assert_uint_gt(vjpeg_bed_stat(bed, 0, "imported"), 0);
}

VJPEG_BODY(pictures_into_dmabufs_by_single_planes)
{
	all_into(bed, 1, flexible);
	ck_assert_uint_gt(vjpeg_bed_stat(bed, 1, "imported"), 0);
}

static struct libcodec_image *fixed(struct vjpeg_bed *bed)
{
	return vjpeg_bed_dmabuf_image(bed, VJPEG_BED_IMAGE, 0, 2048);
}

VJPEG_BODY(pictures_into_dmabufs_of_fixed_stride)
{
	all_into(bed, 0, fixed);
}

/* A device that writes in place says so, and one of the same picture stays imported. */
VJPEG_BODY(same_picture_again_is_in_place)
{
	struct libcodec_image *image;
	unsigned int i, attaches;

	vjpeg_bed_plug(bed, 0);
	vjpeg_bed_context(bed, &hardware);
	image = flexible(bed);
	by_device(bed, 0, "jpeg-420-64x48.jpg", image);
	ck_assert_uint_eq(bed->info.zero_copy, 1);
	attaches = vjpeg_bed_stat(bed, 0, "attaches");
	for (i = 0; i < 10; i++)
		by_device(bed, 0, "jpeg-420-64x48.jpg", image);
	ck_assert_uint_eq(bed->info.zero_copy, 1);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "attaches"), attaches);
	vjpeg_bed_opens(bed, 0, 1);
	libcodec_image_unref(image);
}

/* What the device cannot do goes to the cpu, which says so. */
VJPEG_BODY(what_is_no_baseline_goes_to_the_cpu)
{
	uint8_t *data;
	size_t size;

	vjpeg_bed_plug(bed, 0);
	vjpeg_bed_context(bed, NULL);
	data = test_read_file("fixtures/data/jpeg-progressive.jpg", &size);
	vjpeg_bed_frame(bed, data, size, NULL, "cpu");
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "qbuf_output"), 0);
	free(data);
	by_device(bed, 0, "jpeg-420-64x48.jpg", NULL);
}

VJPEG_BODY(device_comes_and_goes)
{
	struct libcodec_event e;
	uint8_t *data;
	size_t size;

	data = test_read_file("fixtures/data/jpeg-420-64x48.jpg", &size);
	vjpeg_bed_context(bed, NULL);
	vjpeg_bed_frame(bed, data, size, NULL, "cpu");
	vjpeg_bed_plug(bed, 0);
	e = vjpeg_bed_event(bed, LIBCODEC_EVENT_DEVICE_ADDED);
	ck_assert_str_eq(e.backend, "v4l2");
	ck_assert_str_eq(e.node, vjpeg_bed_node(bed, 0));
	vjpeg_bed_frame(bed, data, size, NULL, "v4l2");
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "decoded"), 1);
	vjpeg_bed_unplug(bed, 0);
	vjpeg_bed_event(bed, LIBCODEC_EVENT_DEVICE_REMOVED);
	vjpeg_bed_frame(bed, data, size, NULL, "cpu");
	vjpeg_bed_opens(bed, 0, 0);
	free(data);
}

void vjpeg_bodies_basic(TCase *t)
{
	tcase_add_test(t, pictures_into_host_memory);
	tcase_add_test(t, pictures_into_host_memory_by_single_planes);
	tcase_add_test(t, pictures_into_dmabufs);
	tcase_add_test(t, pictures_into_dmabufs_by_single_planes);
	tcase_add_test(t, pictures_into_dmabufs_of_fixed_stride);
	tcase_add_test(t, same_picture_again_is_in_place);
	tcase_add_test(t, what_is_no_baseline_goes_to_the_cpu);
	tcase_add_test(t, device_comes_and_goes);
}
