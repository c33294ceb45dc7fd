/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Bodies: the device goes, at each call that there is, in mid-frame, under a thread that
 * waits; and comes back as another node. No frame is lost, and nothing is left behind.
 */
#include "config.h"

#include "bed.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint8_t *small, *large;
static size_t small_size, large_size;

static void read_pictures(void)
{
	small = test_read_file("fixtures/data/jpeg-420-17x9.jpg", &small_size);
	large = test_read_file("fixtures/data/jpeg-444-64x48.jpg", &large_size);
}

static void free_pictures(void)
{
	free(small);
	free(large);
}

/* A frame of whoever delivers it; true where that is the device. */
static bool frame(struct vjpeg_bed *bed, const uint8_t *data, size_t size,
		  struct libcodec_image *image)
{
	int r = vjpeg_bed_decode(bed, data, size, image);

	ck_assert_msg(r == 0, "%d: %s", r, bed->result.message);
	vjpeg_bed_compare(bed, data, size, image);
	return !strcmp(bed->info.backend, "v4l2");
}

/* What the frame that is under way when the device goes comes after. */
enum before { NOTHING, SAME, OTHER };

static void come_to(struct vjpeg_bed *bed, enum before before, struct libcodec_image *image)
{
	vjpeg_bed_plug(bed, 0);
	if (before == SAME)
		ck_assert(frame(bed, small, small_size, image));
	if (before == OTHER)
		ck_assert(frame(bed, large, large_size, image));
}

/* The device goes at the @n'th call of a frame; false: it has fewer. */
static bool goes_at(struct vjpeg_bed *bed, unsigned int n, enum before before,
		    struct libcodec_image *image)
{
	bool by_device;

	come_to(bed, before, image);
	vjpeg_bed_set(bed, 0, "unplug_at", n);
	by_device = frame(bed, small, small_size, image);
	if (vjpeg_bed_get(bed, 0, "unplug_at")) {
		ck_assert(by_device);
		vjpeg_bed_set(bed, 0, "unplug_at", 0);
		vjpeg_bed_unplug(bed, 0);
		return false;
	}
	/* A device that goes when the picture is here already has done its work. */
	vjpeg_bed_wait(bed, 0, 0);
	ck_assert(!frame(bed, small, small_size, image));
	ck_assert_uint_eq(vjpeg_bed_stat(bed, 0, "opens"), 0);
	return true;
}

static void goes_at_each(struct vjpeg_bed *bed, enum before before, unsigned int least,
			 struct libcodec_image *image)
{
	unsigned int n = 1;

	while (goes_at(bed, n, before, image))
		ck_assert_uint_lt(n++, 200);
	ck_assert_msg(n > least, "%u calls are all that a frame makes", n - 1);
}

VJPEG_BODY(at_each_call_of_a_first_frame)
{
	read_pictures();
	vjpeg_bed_context(bed, NULL);
	goes_at_each(bed, NOTHING, 12, bed->image);
	free_pictures();
}

VJPEG_BODY(at_each_call_of_a_first_frame_in_place)
{
	struct libcodec_image *image;

	read_pictures();
	vjpeg_bed_context(bed, NULL);
	image = vjpeg_bed_dmabuf_image(bed, VJPEG_BED_IMAGE, LIBCODEC_IMAGE_FLEXIBLE, 0);
	goes_at_each(bed, NOTHING, 12, image);
	libcodec_image_unref(image);
	free_pictures();
}

VJPEG_BODY(at_each_call_of_the_same_again)
{
	read_pictures();
	vjpeg_bed_context(bed, NULL);
	goes_at_each(bed, SAME, 3, bed->image);
	free_pictures();
}

VJPEG_BODY(at_each_call_of_another_size)
{
	struct libcodec_image *image;

	read_pictures();
	vjpeg_bed_context(bed, NULL);
	image = vjpeg_bed_dmabuf_image(bed, VJPEG_BED_IMAGE, 0, 256);
	goes_at_each(bed, OTHER, 8, image);
	libcodec_image_unref(image);
	free_pictures();
}

VJPEG_BODY(with_the_picture_in_its_hands)
{
	struct libcodec_image *image;
	unsigned int i;

	read_pictures();
	vjpeg_bed_context(bed, NULL);
	image = vjpeg_bed_dmabuf_image(bed, VJPEG_BED_IMAGE, LIBCODEC_IMAGE_FLEXIBLE, 0);
	for (i = 0; i < 4; i++) {
		struct libcodec_image *to = i % 2 ? image : bed->image;

		come_to(bed, i / 2 ? SAME : NOTHING, to);
		vjpeg_bed_set(bed, 0, "unplug_job", 1);
		ck_assert(!frame(bed, small, small_size, to));
		ck_assert_uint_eq(bed->info.attempts, 1);
		vjpeg_bed_wait(bed, 0, 0);
	}
	libcodec_image_unref(image);
	free_pictures();
}

struct puller {
	struct vjpeg_bed *bed;
	unsigned int ms;
};

static void *pull(void *arg)
{
	const struct puller *p = arg;
	struct timespec t = { .tv_nsec = p->ms * 1000000L };

	nanosleep(&t, NULL);
	p->bed->control->unplug(0);
	return NULL;
}

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000) + t.tv_nsec / 1000000;
}

/* Who waits for a picture is woken up, and doesn't sit the time out. */
VJPEG_BODY(under_a_thread_that_waits)
{
	struct puller puller = { .bed = bed, .ms = 100 };
	pthread_t thread;
	int64_t begin;

	read_pictures();
	vjpeg_bed_context(bed, NULL);
	come_to(bed, SAME, bed->image);
	vjpeg_bed_set(bed, 0, "job_ms", 2500);
	ck_assert_int_eq(pthread_create(&thread, NULL, pull, &puller), 0);
	begin = now_ms();
	ck_assert(!frame(bed, small, small_size, bed->image));
	ck_assert_int_lt(now_ms() - begin, 2000);
	ck_assert_int_eq(pthread_join(thread, NULL), 0);
	vjpeg_bed_wait(bed, 0, 0);
	free_pictures();
}

/* Numbers are no identity: with its old node in somebody's hands it comes back as another. */
VJPEG_BODY(and_comes_back_as_another_node)
{
	char before[64], after[64];
	int held;

	read_pictures();
	vjpeg_bed_context(bed, NULL);
	come_to(bed, SAME, bed->image);
	strcpy(before, vjpeg_bed_node(bed, 0));
	held = bed->control->open(0, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	ck_assert_int_ge(held, 0);
	vjpeg_bed_unplug(bed, 0);
	ck_assert(!frame(bed, small, small_size, bed->image));
	vjpeg_bed_plug(bed, 0);
	strcpy(after, vjpeg_bed_node(bed, 0));
	if (!strcmp(bed->kind->name, "kernel"))
		ck_assert_str_ne(before, after);
	ck_assert(frame(bed, small, small_size, bed->image));
	ck_assert_str_eq(bed->info.device, after);
	bed->control->close(held);
	free_pictures();
}

/* It comes back by itself while frames go on, which the device has as soon as it can. */
VJPEG_BODY(and_comes_back_by_itself)
{
	unsigned int rounds, frames;

	read_pictures();
	vjpeg_bed_context(bed, NULL);
	come_to(bed, SAME, bed->image);
	vjpeg_bed_set(bed, 0, "replug_ms", 20);
	for (rounds = 0; rounds < 5; rounds++) {
		vjpeg_bed_set(bed, 0, "unplug_job", 2);
		for (frames = 0; frames < 3; frames++)
			frame(bed, frames % 2 ? small : large,
			      frames % 2 ? small_size : large_size, bed->image);
		vjpeg_bed_wait(bed, 0, LIBCODEC_DEVICE_READY);
		ck_assert(frame(bed, small, small_size, bed->image));
	}
	free_pictures();
}

void vjpeg_bodies_goes(TCase *t)
{
	tcase_add_test(t, at_each_call_of_a_first_frame);
	tcase_add_test(t, at_each_call_of_a_first_frame_in_place);
	tcase_add_test(t, at_each_call_of_the_same_again);
	tcase_add_test(t, at_each_call_of_another_size);
	tcase_add_test(t, with_the_picture_in_its_hands);
	tcase_add_test(t, under_a_thread_that_waits);
	tcase_add_test(t, and_comes_back_as_another_node);
	tcase_add_test(t, and_comes_back_by_itself);
}
