/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Bodies: mistakes that decoders over V4L2 have made, one body for each at the least, so
 * that this one doesn't make them again. More are in bodies-ways.c (to wait for an event where
 * only the pitch is another, to attach each destination anew) and in bodies-endurance.c (to
 * take a signal for a timeout, to give a device up for good).
 */
#include "config.h"

#include "bodies.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <linux/videodev2.h>

#define BREAKER_FRAMES 8 /* failures in a row that open it */
#define IOCTL_ENUM_FMT _IOC_NR(VIDIOC_ENUM_FMT)

static struct picture one, two, three;

/* --- an ERROR flag on CAPTURE is no picture --- */

static void half_written(struct vjpeg_bed *bed, struct libcodec_image *image)
{
	frame_by_device(bed, 0, &one, image);
	vjpeg_bed_set(bed, 0, "job", VJPEG_JOB_ERROR);
	frame_by_cpu(bed, &one, image);
	ck_assert_uint_eq(failures(bed, 0), 1);
	ck_assert_int_eq(attempt_of(bed).error, -EIO);
	frame_by_device(bed, 0, &one, image);
	ck_assert_uint_eq(failures(bed, 0), 0);
}

VJPEG_BODY(error_flag_is_no_picture)
{
	struct libcodec_image *image;

	picture_make(&one, 64, 48, FX_420, 0);
	bodies_begin(bed, 0);
	half_written(bed, NULL);
	image = flexible_image(bed);
	half_written(bed, image);
	ck_assert_uint_eq(bed->info.zero_copy, 1);
	libcodec_image_unref(image);
}

/* --- a geometry may be stale in both directions --- */

static void doubt(struct vjpeg_bed *bed, const struct picture *from,
		  const struct picture *to, unsigned int stale)
{
	frame_by_device(bed, 0, from, NULL);
	vjpeg_bed_set(bed, 0, "stale_n", 1);
	vjpeg_bed_set(bed, 0, "stale", stale);
	frame_by_device(bed, 0, to, NULL);
	/* What the driver said first was not believed: it had to look again. */
	ck_assert_uint_eq(vjpeg_bed_get(bed, 0, "stale"), VJPEG_STALE_NONE);
	assert_way(bed, "restart");
	ck_assert_uint_eq(failures(bed, 0), 0);
}

static void doubt_both(struct vjpeg_bed *bed, unsigned int stale, unsigned int sel)
{
	picture_make(&one, 256, 192, FX_420, 0);
	picture_make(&two, 64, 48, FX_420, 0);
	vjpeg_bed_set(bed, 0, "sel", sel);
	bodies_begin(bed, 0);
	doubt(bed, &one, &two, stale);
	vjpeg_bed_unplug(bed, 0); /* what it learned goes */
	vjpeg_bed_plug(bed, 0);
	doubt(bed, &two, &one, stale);
}

VJPEG_BODY(stale_geometry_that_stays)
{
	doubt_both(bed, VJPEG_STALE_KEEPS, VJPEG_SEL_EINVAL);
}

VJPEG_BODY(stale_geometry_that_is_smaller)
{
	doubt_both(bed, VJPEG_STALE_HALF, VJPEG_SEL_ZERO);
}

VJPEG_BODY(stale_geometry_that_is_larger)
{
	doubt_both(bed, VJPEG_STALE_TWICE, VJPEG_SEL_EINVAL);
}

/* The rectangle tells where the padding hides it. */
VJPEG_BODY(stale_rectangle)
{
	picture_make(&one, 64, 48, FX_420, 0);
	picture_make(&two, 60, 44, FX_420, 0);
	bodies_begin(bed, 0);
	doubt(bed, &one, &two, VJPEG_STALE_KEEPS);
}

/* A device that never tells the truth is to blame, and the cpu has the frame. */
VJPEG_BODY(always_stale_is_counted)
{
	unsigned int i;

	picture_make(&one, 256, 192, FX_420, 0);
	vjpeg_bed_set(bed, 0, "stale", VJPEG_STALE_TWICE);
	vjpeg_bed_set(bed, 0, "stale_n", 0);
	bodies_begin(bed, 0);
	for (i = 1; i < 4; i++) {
		frame_by_cpu(bed, &one, NULL);
		ck_assert_uint_eq(failures(bed, 0), i);
		ck_assert_int_eq(attempt_of(bed).error, -EPROTO);
	}
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "jobs"), 0);
}

/* --- drivers look at headers at different times --- */

/* From one picture to the other and back. The first change may teach, and wait for it. */
static void change_geometry(struct vjpeg_bed *bed, unsigned int parse_at, const char *way)
{
	unsigned int i, ms, quickest[2] = { UINT32_MAX, UINT32_MAX };

	vjpeg_bed_set(bed, 0, "parse_at", parse_at);
	bodies_begin(bed, 0);
	frame_by_device(bed, 0, &one, NULL);
	assert_way(bed, "rebuild");
	frame_by_device(bed, 0, &two, NULL);
	frame_by_device(bed, 0, &one, NULL);
	for (i = 0; i < 10; i++) {
		ms = frame_by_device(bed, 0, i & 1 ? &one : &two, NULL);
		assert_way(bed, way);
		quickest[i & 1] = ms < quickest[i & 1] ? ms : quickest[i & 1];
	}
	ck_assert_uint_lt(quickest[0], HEADER_MS);
	ck_assert_uint_lt(quickest[1], HEADER_MS);
	ck_assert_uint_eq(failures(bed, 0), 0);
}

/* Other sizes, and the same size in another sampling. */
#define CHANGES(name, parse_at, of_size, of_sampling)                                    \
	VJPEG_BODY(sizes_change_when_##name)                                             \
	{                                                                                \
		picture_make(&one, 128, 96, FX_420, 0);                                  \
		picture_make(&two, 17, 9, FX_422, 0);                                    \
		change_geometry(bed, parse_at, of_size);                                 \
	}                                                                                \
	VJPEG_BODY(samplings_change_when_##name)                                         \
	{                                                                                \
		picture_make(&one, 64, 48, FX_420, 0);                                   \
		picture_make(&two, 64, 48, FX_422, 0);                                   \
		change_geometry(bed, parse_at, of_sampling);                             \
	}                                                                                \
	/* What CAPTURE is set up for would do for the other one, too. */                \
	VJPEG_BODY(grey_comes_and_goes_when_##name)                                      \
	{                                                                                \
		picture_make(&one, 64, 48, FX_420, 0);                                   \
		picture_make(&two, 64, 48, FX_GREY, 0);                                  \
		change_geometry(bed, parse_at, of_sampling);                             \
	}                                                                                \
	VJPEG_BODY(sizes_change_in_the_padding_when_##name)                              \
	{                                                                                \
		vjpeg_bed_set(bed, 0, "sel", VJPEG_SEL_EINVAL);                          \
		picture_make(&one, 64, 48, FX_420, 0);                                   \
		picture_make(&two, 56, 40, FX_420, 0);                                   \
		change_geometry(bed, parse_at, of_size);                                 \
	}

CHANGES(parsed_at_qbuf, VJPEG_PARSE_QBUF, "reconfigure", "reconfigure")
CHANGES(parsed_first_and_in_jobs, VJPEG_PARSE_FIRST, "restart", "restart")
CHANGES(parsed_at_streamon, VJPEG_PARSE_STREAMON, "restart", "restart")
/* It is told the format on CAPTURE, which needs no more. */
CHANGES(parsed_never, VJPEG_PARSE_NEVER, "rebuild", "reconfigure")

/* --- a stream that a device refuses is not its fault --- */

/* It says after it was probed, and of no size, that it has limits. */
static void tiny_pictures(struct vjpeg_bed *bed)
{
	unsigned int i, ms, quickest = UINT32_MAX;

	picture_make(&one, 32, 32, FX_420, 0);
	picture_make(&two, 64, 64, FX_420, 0);
	bodies_begin(bed, 0);
	vjpeg_bed_set(bed, 0, "min_size", 64);
	for (i = 0; i < 2 * BREAKER_FRAMES; i++) {
		frame_by_cpu(bed, &one, NULL);
		ms = frame_ms(bed, &one, NULL);
		quickest = ms < quickest ? ms : quickest;
		ck_assert_uint_eq(failures(bed, 0), 0);
		ck_assert_uint_eq(attempt_of(bed).verdict, LIBCODEC_VERDICT_CORRUPT);
	}
	ck_assert_uint_lt(quickest, HEADER_MS);
	frame_by_device(bed, 0, &two, NULL);
}

VJPEG_BODY(tiny_pictures_do_not_demote)
{
	tiny_pictures(bed);
	/* In a session that runs, too. */
	frame_by_cpu(bed, &one, NULL);
	ck_assert_uint_eq(failures(bed, 0), 0);
	frame_by_device(bed, 0, &two, NULL);
}

/* Sizes that a device names are not even tried. */
VJPEG_BODY(sizes_that_it_names_are_kept_to)
{
	picture_make(&one, 63, 64, FX_420, 0);
	picture_make(&two, 64, 64, FX_420, 0);
	picture_make(&three, 128, 129, FX_420, 0);
	vjpeg_bed_set(bed, 0, "min_size", 64);
	vjpeg_bed_set(bed, 0, "max_size", 128);
	bodies_begin(bed, 0);
	frame_by_cpu(bed, &one, NULL);
	frame_by_cpu(bed, &three, NULL);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "qbuf_output"), 0);
	frame_by_device(bed, 0, &two, NULL);
}

/* --- 4:2:2 as the devices give it: packed --- */

VJPEG_BODY(packed_422_is_decoded)
{
	static const unsigned int packed[] = { VJPEG_F_YUYV, VJPEG_F_UYVY, VJPEG_F_YVYU };
	unsigned int i;

	picture_make(&one, 33, 31, FX_422, 0);
	vjpeg_bed_set(bed, 0, "sfmt", VJPEG_SFMT_FIXED);
	bodies_begin(bed, 0);
	for (i = 0; i < 3; i++) {
		vjpeg_bed_set(bed, 0, "default_422", packed[i]);
		vjpeg_bed_unplug(bed, 0);
		vjpeg_bed_plug(bed, 0);
		frame_by_device(bed, 0, &one, NULL);
		ck_assert_uint_eq(bed->info.format, LIBCODEC_FORMAT_NV16);
	}
}

/* --- Motion JPEG is named so where it is listed so --- */

static void takes_coded(struct vjpeg_bed *bed, unsigned int coded, const char *name)
{
	char text[32];

	vjpeg_bed_set(bed, 0, "coded", coded);
	vjpeg_bed_plug(bed, 0);
	vjpeg_bed_context(bed, NULL);
	snprintf(text, sizeof(text), "decodes %s by", name);
	ck_assert_uint_eq(vjpeg_bed_logged(bed, text), 1);
	picture_make(&one, 64, 48, FX_420, 0);
	frame_by_device(bed, 0, &one, NULL);
}

VJPEG_BODY(motion_jpeg_alone)
{
	takes_coded(bed, VJPEG_CODED_MJPG, "MJPG");
}

VJPEG_BODY(jpeg_and_motion_jpeg)
{
	takes_coded(bed, VJPEG_CODED_JPEG | VJPEG_CODED_MJPG, "JPEG");
}

VJPEG_BODY(jpeg_and_something_raw)
{
	takes_coded(bed, VJPEG_CODED_RAW | VJPEG_CODED_JPEG, "JPEG");
}

/* --- no dma-buf, and it decodes all the same --- */

static void without_dmabufs(struct vjpeg_bed *bed, unsigned int device)
{
	struct libcodec_image *image;

	picture_make(&one, 64, 48, FX_420, 0);
	picture_make(&two, 33, 31, FX_444, 0);
	vjpeg_bed_set(bed, device, "mem", VJPEG_MEM_MMAP | VJPEG_MEM_USERPTR);
	bodies_begin(bed, device);
	image = flexible_image(bed);
	frame_by_device(bed, device, &one, NULL);
	frame_by_device(bed, device, &two, NULL);
	frame_by_device(bed, device, &one, image);
	ck_assert_uint_eq(bed->info.zero_copy, 0);
	ck_assert(strstr(attempt_of(bed).message, "copied from the driver's memory"));
	ck_assert_uint_eq(vjpeg_bed_stat(bed, device, "imported"), 0);
	libcodec_image_unref(image);
}

VJPEG_BODY(without_dmabufs_by_several_planes)
{
	without_dmabufs(bed, 0);
}

VJPEG_BODY(without_dmabufs_by_single_planes)
{
	without_dmabufs(bed, 1);
}

/* --- a first frame that fails leaves no queue behind --- */

VJPEG_BODY(failed_rebuilds_leave_no_queues)
{
	unsigned int i;

	picture_make(&one, 64, 48, FX_420, 0);
	/* Colours that the cpu would not make: known once the header was looked at. */
	vjpeg_bed_set(bed, 0, "colorspace", V4L2_COLORSPACE_REC709);
	vjpeg_bed_set(bed, 0, "ycbcr_enc", V4L2_YCBCR_ENC_709);
	bodies_begin(bed, 0);
	for (i = 0; i < 2 * BREAKER_FRAMES; i++) {
		frame_by_cpu(bed, &one, NULL);
		ck_assert_uint_eq(failures(bed, 0), 0);
	}
	ck_assert_uint_gt(vjpeg_bed_stat(bed, 0, "qbuf_output"), 0);
	vjpeg_bed_set(bed, 0, "colorspace", 0);
	frame_by_device(bed, 0, &one, NULL);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "busy"), 0);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "opens"), 1);
}

/* --- an event tells of a change, and the same stream again is none --- */

VJPEG_BODY(headers_that_are_known_are_not_waited_for)
{
	unsigned int i, ms, quickest = UINT32_MAX;

	picture_make(&one, 64, 48, FX_420, 0);
	vjpeg_bed_set(bed, 0, "colorspace", V4L2_COLORSPACE_REC709);
	vjpeg_bed_set(bed, 0, "ycbcr_enc", V4L2_YCBCR_ENC_709);
	bodies_begin(bed, 0);
	frame_by_cpu(bed, &one, NULL);
	/* As drivers do that compare it with the last one, wherever OUTPUT was stopped since. */
	vjpeg_bed_set(bed, 0, "event", VJPEG_EVENT_NONE);
	for (i = 0; i < 5; i++) {
		ms = frame_ms(bed, &one, NULL);
		ck_assert_uint_eq(attempt_of(bed).verdict, LIBCODEC_VERDICT_NOT_APPLICABLE);
		quickest = ms < quickest ? ms : quickest;
	}
	ck_assert_uint_lt(quickest, HEADER_MS);
	vjpeg_bed_set(bed, 0, "colorspace", 0);
	frame_by_device(bed, 0, &one, NULL);
}

/* --- who may not write the destination says so with OUTPUT loaded --- */

static struct libcodec_image *forbidden_image(struct vjpeg_bed *bed)
{
	struct libcodec_image_plane plane = { .fd = vjpeg_bed_dmabuf(bed, 1u << 20),
					      .stride = 64 };
	struct libcodec_image_params p = {
		.struct_size = sizeof(p),
		.width = 1,
		.height = 1,
		.format = LIBCODEC_FORMAT_GREY,
		.memory = LIBCODEC_MEMORY_DMABUF,
		.access = LIBCODEC_ACCESS_READ,
		.planes = &plane,
		.n_planes = 1,
	};
	struct libcodec_image *image;

	ck_assert_int_eq(libcodec_image_new(bed->ctx, &p, &image), 0);
	close(plane.fd);
	return image;
}

VJPEG_BODY(output_is_emptied_after_any_failure)
{
	struct libcodec_image *image;
	unsigned int i;

	picture_make(&one, 64, 48, FX_420, 0);
	picture_make(&two, 64, 45, FX_420, 0); /* is padded, so it can't be in place */
	bodies_begin(bed, 0);
	image = forbidden_image(bed);
	frame_by_device(bed, 0, &one, image);
	ck_assert_uint_eq(bed->info.zero_copy, 1);
	for (i = 0; i < 3; i++) {
		ck_assert_int_eq(vjpeg_bed_decode(bed, two.data, two.size, image), -EACCES);
		frame_by_device(bed, 0, &one, NULL);
		ck_assert(!went_by(bed, "rebuild"));
	}
	ck_assert_uint_eq(failures(bed, 0), 0);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "opens"), 1);
	libcodec_image_unref(image);
}

/* --- what doesn't fit costs the session nothing --- */

VJPEG_BODY(mixed_streams_do_not_rebuild)
{
	unsigned int i, requested = 0;

	/* Lists NV24, but has no more than RGB once it knows of a 4:4:4. */
	picture_make(&one, 64, 48, FX_420, 0);
	picture_make(&two, 64, 48, FX_444, 0);
	vjpeg_bed_set(bed, 0, "default_444", VJPEG_F_RGB24);
	vjpeg_bed_set(bed, 0, "sfmt", VJPEG_SFMT_FIXED);
	bodies_begin(bed, 0);
	frame_by_device(bed, 0, &one, NULL);
	for (i = 0; i < 8; i++) {
		frame_by_cpu(bed, &two, NULL);
		ck_assert_uint_eq(attempt_of(bed).verdict,
				  LIBCODEC_VERDICT_NOT_APPLICABLE);
		frame_by_device(bed, 0, &one, NULL);
		ck_assert(!went_by(bed, "rebuild"));
		/* Two REQBUFS a round, both of CAPTURE. */
		if (i)
			ck_assert_uint_le(vjpeg_bed_stat(bed, 0, "reqbufs") - requested, 2);
		requested = vjpeg_bed_stat(bed, 0, "reqbufs");
	}
	ck_assert_uint_eq(failures(bed, 0), 0);
}

/* --- a stream's layout is more than its size --- */

VJPEG_BODY(layouts_of_one_size_are_told_apart)
{
	static const enum fx_sampling samplings[] = { FX_420, FX_422, FX_444, FX_GREY };
	unsigned int i;

	bodies_begin(bed, 0);
	for (i = 0; i < 12; i++) {
		picture_make(&one, 64, 48, samplings[i % 4], 0);
		frame_by_device(bed, 0, &one, NULL);
		assert_way(bed, i ? "reconfigure" : "rebuild");
	}
}

/* --- a device is looked at once, not once a decoder --- */

VJPEG_BODY(devices_are_probed_once)
{
	struct libcodec_decoder *first, *second;
	unsigned int i;

	picture_make(&one, 64, 48, FX_420, 0);
	bodies_begin(bed, 0);
	vjpeg_bed_clear_stats(bed, 0);
	/* Who looks again sees nothing. */
	vjpeg_bed_set(bed, 0, "fail_ioctl", IOCTL_ENUM_FMT);
	vjpeg_bed_set(bed, 0, "fail_errno", EIO);
	vjpeg_bed_set(bed, 0, "fail_n", 0);
	vjpeg_bed_set(bed, 0, "fail_nth", 1);
	first = bed->dec;
	second = testbed_decoder(bed->ctx, NULL);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "ioctls"), 0);
	for (i = 0; i < 4; i++) {
		bed->dec = i & 1 ? second : first;
		frame_by_device(bed, 0, &one, NULL);
	}
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "opens"), 2);
	bed->dec = first;
	/* One that comes later is seen by all of them. */
	vjpeg_bed_unplug(bed, 0);
	vjpeg_bed_plug(bed, 1);
	frame_by_device(bed, 1, &one, NULL);
	bed->dec = second;
	frame_by_device(bed, 1, &one, NULL);
	bed->dec = first;
	libcodec_decoder_unref(second);
}

void vjpeg_bodies_defects(TCase *t)
{
	tcase_add_test(t, error_flag_is_no_picture);
	tcase_add_test(t, stale_geometry_that_stays);
	tcase_add_test(t, stale_geometry_that_is_smaller);
	tcase_add_test(t, stale_geometry_that_is_larger);
	tcase_add_test(t, stale_rectangle);
	tcase_add_test(t, always_stale_is_counted);
	tcase_add_test(t, sizes_change_when_parsed_at_qbuf);
	tcase_add_test(t, samplings_change_when_parsed_at_qbuf);
	tcase_add_test(t, grey_comes_and_goes_when_parsed_at_qbuf);
	tcase_add_test(t, sizes_change_in_the_padding_when_parsed_at_qbuf);
	tcase_add_test(t, sizes_change_when_parsed_first_and_in_jobs);
	tcase_add_test(t, samplings_change_when_parsed_first_and_in_jobs);
	tcase_add_test(t, grey_comes_and_goes_when_parsed_first_and_in_jobs);
	tcase_add_test(t, sizes_change_in_the_padding_when_parsed_first_and_in_jobs);
	tcase_add_test(t, sizes_change_when_parsed_at_streamon);
	tcase_add_test(t, samplings_change_when_parsed_at_streamon);
	tcase_add_test(t, grey_comes_and_goes_when_parsed_at_streamon);
	tcase_add_test(t, sizes_change_in_the_padding_when_parsed_at_streamon);
	tcase_add_test(t, sizes_change_when_parsed_never);
	tcase_add_test(t, samplings_change_when_parsed_never);
	tcase_add_test(t, grey_comes_and_goes_when_parsed_never);
	tcase_add_test(t, sizes_change_in_the_padding_when_parsed_never);
	tcase_add_test(t, tiny_pictures_do_not_demote);
	tcase_add_test(t, sizes_that_it_names_are_kept_to);
	tcase_add_test(t, packed_422_is_decoded);
	tcase_add_test(t, motion_jpeg_alone);
	tcase_add_test(t, jpeg_and_motion_jpeg);
	tcase_add_test(t, jpeg_and_something_raw);
	tcase_add_test(t, without_dmabufs_by_several_planes);
	tcase_add_test(t, without_dmabufs_by_single_planes);
	tcase_add_test(t, failed_rebuilds_leave_no_queues);
	tcase_add_test(t, headers_that_are_known_are_not_waited_for);
	tcase_add_test(t, output_is_emptied_after_any_failure);
	tcase_add_test(t, mixed_streams_do_not_rebuild);
	tcase_add_test(t, layouts_of_one_size_are_told_apart);
	tcase_add_test(t, devices_are_probed_once);
}
