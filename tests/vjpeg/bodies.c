/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What bodies share.
 */
#include "config.h"

#include "bodies.h"

#include <string.h>
#include <time.h>

void picture_make(struct picture *p, unsigned int width, unsigned int height,
		  enum fx_sampling sampling, unsigned int flags)
{
	struct fx_jpeg j;

	fx_jpeg_init(&j, width, height, sampling);
	j.flags |= flags;
	p->size = fx_jpeg_write(&j, p->data, sizeof(p->data));
	ck_assert_uint_gt(p->size, 0);
}

void bodies_begin(struct vjpeg_bed *bed, unsigned int device)
{
	vjpeg_bed_plug(bed, device);
	vjpeg_bed_context(bed, NULL);
}

static int64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

unsigned int frame_ms(struct vjpeg_bed *bed, const struct picture *p,
		      struct libcodec_image *image)
{
	int64_t begin = now_ns(), ns;
	int r;

	image = image ? image : bed->image;
	r = vjpeg_bed_decode(bed, p->data, p->size, image);
	ns = now_ns() - begin;
	ck_assert_msg(r == 0, "%s: %s; the log:\n%s", strerror(-r), bed->result.message,
		      bed->log);
	vjpeg_bed_compare(bed, p->data, p->size, image);
	return (unsigned int)(ns / 1000000);
}

static void assert_by(struct vjpeg_bed *bed, const char *backend)
{
	ck_assert_msg(!strcmp(bed->info.backend, backend), "by %s, not %s; the log:\n%s",
		      bed->info.backend, backend, bed->log);
}

unsigned int frame_by_device(struct vjpeg_bed *bed, unsigned int device,
			     const struct picture *p, struct libcodec_image *image)
{
	unsigned int before = vjpeg_bed_stat(bed, device, "decoded"), ms;

	ms = frame_ms(bed, p, image);
	assert_by(bed, "v4l2");
	ck_assert_uint_ge(vjpeg_bed_stat(bed, device, "decoded"), before + 1);
	return ms;
}

void frame_by_cpu(struct vjpeg_bed *bed, const struct picture *p,
		  struct libcodec_image *image)
{
	frame_ms(bed, p, image);
	assert_by(bed, "cpu");
}

struct libcodec_attempt attempt_of(struct vjpeg_bed *bed)
{
	struct libcodec_attempt a;
	unsigned int i;

	for (i = 0;; i++) {
		a = (struct libcodec_attempt){ .struct_size = sizeof(a) };
		ck_assert_int_eq(libcodec_decoder_get_attempt(bed->dec, i, &a), 0);
		if (!strcmp(a.backend, "v4l2") && a.verdict != LIBCODEC_VERDICT_NONE)
			return a;
	}
}

bool went_by(struct vjpeg_bed *bed, const char *way)
{
	struct libcodec_attempt a = attempt_of(bed);
	size_t n = strlen(way);

	return !strncmp(a.message, way, n) && a.message[n] == ',';
}

void assert_way(struct vjpeg_bed *bed, const char *way)
{
	ck_assert_msg(went_by(bed, way), "not by %s but: %s", way, attempt_of(bed).message);
}

unsigned int failures(struct vjpeg_bed *bed, unsigned int device)
{
	struct libcodec_device_info info;

	ck_assert(vjpeg_bed_device(bed, device, &info));
	return info.failures;
}

struct libcodec_image *flexible_image(struct vjpeg_bed *bed)
{
	return vjpeg_bed_dmabuf_image(bed, 1u << 20, LIBCODEC_IMAGE_FLEXIBLE, 0);
}

struct libcodec_image *fixed_image(struct vjpeg_bed *bed, uint32_t stride)
{
	return vjpeg_bed_dmabuf_image(bed, 1u << 20, 0, stride);
}
