/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Bodies: devices of all kinds that drivers make of them. Which nodes are taken; which memory
 * and formats they have, how these are laid out, where the picture lies in them, and in which
 * colours.
 */
#include "config.h"

#include "bodies.h"

#include <string.h>

#include <linux/videodev2.h>

static struct picture one, two, three;

/* --- which nodes are taken --- */

/*
 * Device 0 is looked at and left alone. Device 1 comes after it, and is taken: then the one
 * before was decided on.
 */
static void is_left_alone(struct vjpeg_bed *bed, const char *knob, unsigned int value)
{
	struct libcodec_device_info info;

	vjpeg_bed_set(bed, 0, knob, value);
	vjpeg_bed_context(bed, NULL);
	ck_assert_int_eq(bed->control->plug(0), 0);
	vjpeg_bed_plug(bed, 1);
	ck_assert_uint_gt(vjpeg_bed_stat(bed, 0, "ioctls"), 0);
	ck_assert(!vjpeg_bed_device(bed, 0, &info));
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "opens"), 0);
	picture_make(&one, 64, 48, FX_420, 0);
	frame_by_device(bed, 1, &one, NULL);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "qbuf_output"), 0);
}

VJPEG_BODY(encoders_are_left_alone)
{
	is_left_alone(bed, "coded", VJPEG_CODED_ENCODER);
}

VJPEG_BODY(scalers_are_left_alone)
{
	is_left_alone(bed, "coded", VJPEG_CODED_RAW);
}

VJPEG_BODY(transcoders_are_left_alone)
{
	is_left_alone(bed, "coded", VJPEG_CODED_JPEG | VJPEG_CODED_CAPTURE);
}

/* OUTPUT is filled by the CPU, so it must be mapped. */
VJPEG_BODY(nodes_without_mmap_are_left_alone)
{
	is_left_alone(bed, "mem", VJPEG_MEM_DMABUF);
}

VJPEG_BODY(nodes_of_pointers_alone_are_left_alone)
{
	is_left_alone(bed, "mem", VJPEG_MEM_USERPTR);
}

VJPEG_BODY(nodes_of_unknown_formats_are_left_alone)
{
	is_left_alone(bed, "formats", 1u << VJPEG_F_RGB24);
}

/* --- planes and memory --- */

static const enum fx_sampling samplings[] = { FX_420, FX_422, FX_444, FX_GREY };

/* All samplings, to host memory and to where the device likes it. */
static void decodes(struct vjpeg_bed *bed, unsigned int device)
{
	struct libcodec_image *image = flexible_image(bed);
	unsigned int i;

	for (i = 0; i < 4; i++) {
		picture_make(&one, 64, 48, samplings[i], 0);
		picture_make(&two, 65, 33, samplings[i], 0); /* much to pad */
		frame_by_device(bed, device, &one, NULL);
		frame_by_device(bed, device, &two, NULL);
		frame_by_device(bed, device, &one, image);
		frame_by_device(bed, device, &two, image);
	}
	ck_assert_uint_eq(failures(bed, device), 0);
	libcodec_image_unref(image);
}

static void decodes_with(struct vjpeg_bed *bed, unsigned int planar, unsigned int mem)
{
	vjpeg_bed_set(bed, 2, "planar", planar);
	vjpeg_bed_set(bed, 2, "mem", mem);
	bodies_begin(bed, 2);
	decodes(bed, 2);
	if (!(mem & VJPEG_MEM_DMABUF))
		ck_assert_uint_eq(vjpeg_bed_stat(bed, 2, "imported"), 0);
	else
		ck_assert_uint_gt(vjpeg_bed_stat(bed, 2, "imported"), 0);
}

#define PLANES_AND_MEMORY(name, mem)                                                     \
	VJPEG_BODY(single_planes_##name)                                                 \
	{                                                                                \
		decodes_with(bed, VJPEG_SINGLE, mem);                                    \
	}                                                                                \
	VJPEG_BODY(several_planes_##name)                                                \
	{                                                                                \
		decodes_with(bed, VJPEG_MPLANE, mem);                                    \
	}                                                                                \
	VJPEG_BODY(both_planes_##name)                                                   \
	{                                                                                \
		decodes_with(bed, VJPEG_BOTH, mem);                                      \
	}

PLANES_AND_MEMORY(in_all_memory, VJPEG_MEM_MMAP | VJPEG_MEM_USERPTR | VJPEG_MEM_DMABUF)
PLANES_AND_MEMORY(in_mapped_memory, VJPEG_MEM_MMAP)
PLANES_AND_MEMORY(in_mapped_memory_and_dmabufs, VJPEG_MEM_MMAP | VJPEG_MEM_DMABUF)

/* --- formats --- */

/* The knob of the sampling, and the formats that hold it. */
static const struct {
	enum fx_sampling sampling;
	const char *knob;
	unsigned int n;
	unsigned int formats[VJPEG_F_COUNT];
} holders[] = {
	{ FX_420, "default_420", 6,
	  { VJPEG_F_NV12, VJPEG_F_NV12M, VJPEG_F_NV21, VJPEG_F_NV21M, VJPEG_F_YUV420,
	    VJPEG_F_YUV420M } },
	{ FX_422, "default_422", 7,
	  { VJPEG_F_NV16, VJPEG_F_NV16M, VJPEG_F_YUV422P, VJPEG_F_YUV422M, VJPEG_F_YUYV,
	    VJPEG_F_UYVY, VJPEG_F_YVYU } },
	{ FX_444, "default_444", 4,
	  { VJPEG_F_NV24, VJPEG_F_YUV24, VJPEG_F_YUV444M, VJPEG_F_RGB24 } },
	/* Grey goes into any; its luma is what is wanted of it. */
	{ FX_GREY, "default_400", 17,
	  { VJPEG_F_GREY, VJPEG_F_NV12, VJPEG_F_NV12M, VJPEG_F_NV21, VJPEG_F_NV21M,
	    VJPEG_F_YUV420, VJPEG_F_YUV420M, VJPEG_F_NV16, VJPEG_F_NV16M, VJPEG_F_YUV422P,
	    VJPEG_F_YUV422M, VJPEG_F_YUYV, VJPEG_F_UYVY, VJPEG_F_YVYU, VJPEG_F_NV24,
	    VJPEG_F_YUV24, VJPEG_F_YUV444M } },
};
#define N_HOLDERS (sizeof(holders) / sizeof(holders[0]))

static bool has_several_planes(unsigned int format)
{
	return format == VJPEG_F_NV12M || format == VJPEG_F_NV21M ||
	       format == VJPEG_F_YUV420M || format == VJPEG_F_NV16M ||
	       format == VJPEG_F_YUV422M || format == VJPEG_F_YUV444M;
}

/* Sizes that fill whole MCUs and sizes that don't, and a single pixel. */
static void decodes_sizes(struct vjpeg_bed *bed, unsigned int device,
			  enum fx_sampling sampling, struct libcodec_image *image)
{
	static const unsigned int sizes[][2] = { { 64, 48 }, { 33, 31 }, { 1, 1 }, { 130, 17 } };
	unsigned int i;

	for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		picture_make(&one, sizes[i][0], sizes[i][1], sampling, 0);
		frame_by_device(bed, device, &one, NULL);
		frame_by_device(bed, device, &one, image);
	}
}

/* Each format that the device may have chosen for a sampling. */
static void formats_of(struct vjpeg_bed *bed, unsigned int device, unsigned int sfmt)
{
	struct libcodec_image *image;
	unsigned int i, k;

	vjpeg_bed_set(bed, device, "sfmt", sfmt);
	bodies_begin(bed, device);
	image = flexible_image(bed);
	for (i = 0; i < N_HOLDERS; i++)
		for (k = 0; k < holders[i].n; k++) {
			unsigned int format = holders[i].formats[k];

			if (device == 1 && has_several_planes(format))
				continue;
			/* R, G and B are nothing that can be copied. */
			if (format == VJPEG_F_RGB24 && sfmt != VJPEG_SFMT_ANY)
				continue;
			vjpeg_bed_set(bed, device, holders[i].knob, format);
			decodes_sizes(bed, device, holders[i].sampling, image);
		}
	ck_assert_uint_eq(vjpeg_bed_stat(bed, device, "errors"), 0);
	ck_assert_uint_eq(failures(bed, device), 0);
	libcodec_image_unref(image);
}

VJPEG_BODY(formats_by_several_planes)
{
	formats_of(bed, 0, VJPEG_SFMT_ANY);
}

VJPEG_BODY(formats_by_single_planes)
{
	formats_of(bed, 1, VJPEG_SFMT_ANY);
}

VJPEG_BODY(formats_by_several_planes_for_good)
{
	formats_of(bed, 0, VJPEG_SFMT_FIXED);
}

VJPEG_BODY(formats_by_single_planes_for_good)
{
	formats_of(bed, 1, VJPEG_SFMT_FIXED);
}

/* A sampling that no format of the device holds is the cpu's, and isn't tried. */
VJPEG_BODY(samplings_without_format_are_the_cpus)
{
	picture_make(&one, 64, 48, FX_420, 0);
	picture_make(&two, 64, 48, FX_422, 0);
	picture_make(&three, 64, 48, FX_GREY, 0);
	vjpeg_bed_set(bed, 0, "formats", 1u << VJPEG_F_NV12M | 1u << VJPEG_F_YUV24);
	bodies_begin(bed, 0);
	frame_by_cpu(bed, &two, NULL);
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "qbuf_output"), 0);
	frame_by_device(bed, 0, &one, NULL);
	/* Luma of any format is grey. */
	frame_by_device(bed, 0, &three, NULL);
}

/* The format of one memory plane is asked for where a dma-buf can then be written in place. */
static void in_place_of(struct vjpeg_bed *bed, const char *knob, unsigned int format,
			enum fx_sampling sampling, unsigned int sfmt, unsigned int zero_copy)
{
	struct libcodec_image *image;

	picture_make(&one, 64, 48, sampling, 0);
	vjpeg_bed_set(bed, 0, knob, format);
	vjpeg_bed_set(bed, 0, "sfmt", sfmt);
	bodies_begin(bed, 0);
	image = flexible_image(bed);
	frame_by_device(bed, 0, &one, image);
	ck_assert_uint_eq(bed->info.zero_copy, zero_copy);
	frame_by_device(bed, 0, &one, image);
	assert_way(bed, "reuse");
	ck_assert_uint_eq(bed->info.zero_copy, zero_copy);
	ck_assert_uint_eq(failures(bed, 0), 0);
	libcodec_image_unref(image);
}

VJPEG_BODY(sibling_is_asked_for)
{
	in_place_of(bed, "default_420", VJPEG_F_NV12M, FX_420, VJPEG_SFMT_SIBLING, 1);
}

VJPEG_BODY(sibling_is_asked_for_of_422)
{
	in_place_of(bed, "default_422", VJPEG_F_NV16M, FX_422, VJPEG_SFMT_SIBLING, 1);
}

VJPEG_BODY(other_formats_are_asked_for)
{
	in_place_of(bed, "default_422", VJPEG_F_YUYV, FX_422, VJPEG_SFMT_ANY, 1);
}

VJPEG_BODY(other_formats_are_refused)
{
	in_place_of(bed, "default_422", VJPEG_F_YUYV, FX_422, VJPEG_SFMT_SIBLING, 0);
}

VJPEG_BODY(all_formats_are_refused)
{
	in_place_of(bed, "default_420", VJPEG_F_NV12M, FX_420, VJPEG_SFMT_FIXED, 0);
}

/* --- how they are laid out --- */

static void lay_out(struct vjpeg_bed *bed, unsigned int device, const unsigned int values[4])
{
	static const char *const knobs[4] = { "align_w", "align_h", "bpl_align",
					      "size_align" };
	unsigned int i;

	for (i = 0; i < 4; i++)
		vjpeg_bed_set(bed, device, knobs[i], values[i]);
}

/* Widths and heights that are multiples of what hardware likes, or of nothing. */
static void laid_out(struct vjpeg_bed *bed, unsigned int align_w, unsigned int align_h,
		     unsigned int bpl_align, unsigned int size_align)
{
	const unsigned int values[4] = { align_w, align_h, bpl_align, size_align };

	vjpeg_bed_context(bed, NULL);
	lay_out(bed, 0, values);
	vjpeg_bed_plug(bed, 0);
	decodes(bed, 0);
	vjpeg_bed_unplug(bed, 0);
	lay_out(bed, 1, values);
	vjpeg_bed_plug(bed, 1);
	decodes(bed, 1);
}

VJPEG_BODY(no_padding)
{
	laid_out(bed, 1, 1, 1, 1);
}

VJPEG_BODY(little_padding)
{
	laid_out(bed, 32, 8, 4, 128);
}

VJPEG_BODY(much_padding)
{
	laid_out(bed, 64, 32, 256, 4096);
}

/* A fixed pitch, and whether the device takes it for its own. */
static void pitched(struct vjpeg_bed *bed, unsigned int bpl, unsigned int bpl_max,
		    uint32_t stride, unsigned int zero_copy)
{
	struct libcodec_image *image;

	picture_make(&one, 64, 48, FX_420, 0);
	picture_make(&two, 64, 48, FX_GREY, 0); /* no chroma to give it away */
	vjpeg_bed_set(bed, 0, "bpl", bpl);
	vjpeg_bed_set(bed, 0, "bpl_max", bpl_max);
	bodies_begin(bed, 0);
	image = fixed_image(bed, stride);
	frame_by_device(bed, 0, &one, image);
	ck_assert_uint_eq(bed->info.zero_copy, zero_copy);
	frame_by_device(bed, 0, &one, image);
	assert_way(bed, "reuse");
	ck_assert_uint_eq(bed->info.plane_stride[0], stride);
	frame_by_device(bed, 0, &two, image);
	ck_assert_uint_eq(bed->info.zero_copy, zero_copy);
	libcodec_image_unref(image);
}

VJPEG_BODY(pitch_is_honoured)
{
	pitched(bed, VJPEG_BPL_HONOUR, 32768, 258, 1);
}

VJPEG_BODY(pitch_is_too_large)
{
	pitched(bed, VJPEG_BPL_HONOUR, 128, 256, 0);
}

VJPEG_BODY(pitch_is_the_devices)
{
	pitched(bed, VJPEG_BPL_FIXED, 32768, 256, 0);
}

VJPEG_BODY(pitch_is_the_devices_and_the_images)
{
	pitched(bed, VJPEG_BPL_FIXED, 32768, 64, 1);
}

VJPEG_BODY(pitch_is_a_multiple_of_four)
{
	pitched(bed, VJPEG_BPL_BY_FOUR, 32768, 260, 1);
}

VJPEG_BODY(pitch_is_no_multiple_of_four)
{
	pitched(bed, VJPEG_BPL_BY_FOUR, 32768, 258, 0);
}

VJPEG_BODY(pitch_is_cut)
{
	pitched(bed, VJPEG_BPL_CLAMP, 128, 256, 0);
}

/* --- where the picture lies in them --- */

static void selected(struct vjpeg_bed *bed, unsigned int sel, unsigned int zero_copy)
{
	struct libcodec_image *image;

	vjpeg_bed_set(bed, 0, "sel", sel);
	vjpeg_bed_set(bed, 1, "sel", sel);
	bodies_begin(bed, 0);
	image = flexible_image(bed);
	decodes(bed, 0);
	picture_make(&one, 64, 48, FX_420, 0);
	frame_by_device(bed, 0, &one, image);
	ck_assert_uint_eq(bed->info.zero_copy, zero_copy);
	vjpeg_bed_unplug(bed, 0);
	vjpeg_bed_plug(bed, 1);
	decodes(bed, 1);
	libcodec_image_unref(image);
}

VJPEG_BODY(no_rectangle)
{
	selected(bed, VJPEG_SEL_EINVAL, 1);
}

VJPEG_BODY(empty_rectangle)
{
	selected(bed, VJPEG_SEL_ZERO, 1);
}

/* That is nothing that an image can be told. */
VJPEG_BODY(picture_off_the_corner)
{
	selected(bed, VJPEG_SEL_OFFSET, 0);
}

/* --- colours --- */

/* What a device says of its colours, and whether they are those of JFIF. */
static const struct {
	unsigned int colorspace, ycbcr_enc, quantization;
	bool fits;
} colours[] = {
	{ 0, 0, 0, true },
	/* JPEG is full range and BT.601 by itself, whatever else is said. */
	{ V4L2_COLORSPACE_JPEG, V4L2_YCBCR_ENC_709, V4L2_QUANTIZATION_LIM_RANGE, true },
	{ V4L2_COLORSPACE_SRGB, V4L2_YCBCR_ENC_601, V4L2_QUANTIZATION_FULL_RANGE, true },
	{ V4L2_COLORSPACE_SRGB, V4L2_YCBCR_ENC_DEFAULT, V4L2_QUANTIZATION_DEFAULT, true },
	{ V4L2_COLORSPACE_SRGB, V4L2_YCBCR_ENC_709, V4L2_QUANTIZATION_FULL_RANGE, false },
	{ V4L2_COLORSPACE_SRGB, V4L2_YCBCR_ENC_601, V4L2_QUANTIZATION_LIM_RANGE, false },
	{ V4L2_COLORSPACE_REC709, V4L2_YCBCR_ENC_BT2020, V4L2_QUANTIZATION_DEFAULT, false },
};

static void coloured(struct vjpeg_bed *bed, unsigned int device)
{
	unsigned int i;

	picture_make(&one, 64, 48, FX_420, 0);
	picture_make(&two, 64, 64, FX_420, 0);
	bodies_begin(bed, device);
	for (i = 0; i < sizeof(colours) / sizeof(colours[0]); i++) {
		const struct picture *p = i & 1 ? &two : &one;

		vjpeg_bed_set(bed, device, "colorspace", colours[i].colorspace);
		vjpeg_bed_set(bed, device, "ycbcr_enc", colours[i].ycbcr_enc);
		vjpeg_bed_set(bed, device, "quantization", colours[i].quantization);
		if (colours[i].fits) {
			frame_by_device(bed, device, p, NULL);
			continue;
		}
		frame_by_cpu(bed, p, NULL);
		ck_assert_uint_eq(attempt_of(bed).verdict,
				  LIBCODEC_VERDICT_NOT_APPLICABLE);
		ck_assert_uint_eq(failures(bed, device), 0);
	}
	ck_assert_uint_eq(vjpeg_bed_stat(bed, device, "decoded"), 4);
}

VJPEG_BODY(colours_by_several_planes)
{
	coloured(bed, 0);
}

VJPEG_BODY(colours_by_single_planes)
{
	coloured(bed, 1);
}

void vjpeg_bodies_knobs(TCase *t)
{
	tcase_add_test(t, encoders_are_left_alone);
	tcase_add_test(t, scalers_are_left_alone);
	tcase_add_test(t, transcoders_are_left_alone);
	tcase_add_test(t, nodes_without_mmap_are_left_alone);
	tcase_add_test(t, nodes_of_pointers_alone_are_left_alone);
	tcase_add_test(t, nodes_of_unknown_formats_are_left_alone);
	tcase_add_test(t, single_planes_in_all_memory);
	tcase_add_test(t, several_planes_in_all_memory);
	tcase_add_test(t, both_planes_in_all_memory);
	tcase_add_test(t, single_planes_in_mapped_memory);
	tcase_add_test(t, several_planes_in_mapped_memory);
	tcase_add_test(t, both_planes_in_mapped_memory);
	tcase_add_test(t, single_planes_in_mapped_memory_and_dmabufs);
	tcase_add_test(t, several_planes_in_mapped_memory_and_dmabufs);
	tcase_add_test(t, both_planes_in_mapped_memory_and_dmabufs);
	tcase_add_test(t, formats_by_several_planes);
	tcase_add_test(t, formats_by_single_planes);
	tcase_add_test(t, formats_by_several_planes_for_good);
	tcase_add_test(t, formats_by_single_planes_for_good);
	tcase_add_test(t, samplings_without_format_are_the_cpus);
	tcase_add_test(t, sibling_is_asked_for);
	tcase_add_test(t, sibling_is_asked_for_of_422);
	tcase_add_test(t, other_formats_are_asked_for);
	tcase_add_test(t, other_formats_are_refused);
	tcase_add_test(t, all_formats_are_refused);
	tcase_add_test(t, no_padding);
	tcase_add_test(t, little_padding);
	tcase_add_test(t, much_padding);
	tcase_add_test(t, pitch_is_honoured);
	tcase_add_test(t, pitch_is_too_large);
	tcase_add_test(t, pitch_is_the_devices);
	tcase_add_test(t, pitch_is_the_devices_and_the_images);
	tcase_add_test(t, pitch_is_a_multiple_of_four);
	tcase_add_test(t, pitch_is_no_multiple_of_four);
	tcase_add_test(t, pitch_is_cut);
	tcase_add_test(t, no_rectangle);
	tcase_add_test(t, empty_rectangle);
	tcase_add_test(t, picture_off_the_corner);
	tcase_add_test(t, colours_by_several_planes);
	tcase_add_test(t, colours_by_single_planes);
}
