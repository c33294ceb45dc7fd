/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The bed of tests of the v4l2 backend: a context with the cpu and the v4l2 backend over the
 * virtual JPEG devices, which are in user space or, by VJPEG_BED=kernel, those of the kernel
 * module behind the real plugin and the real udev. A test is written once, as a body:
 *
 *	VJPEG_BODY(what_it_shows)
 *	{
 *		vjpeg_bed_plug(bed, 0);
 *		...
 *	}
 *
 * It uses libcodec's public API and what is here, and is listed at the end of its file, which
 * one of tests/check-v4l2*.c names:
 *
 *	void vjpeg_bodies_basic(TCase *t)
 *	{
 *		tcase_add_test(t, what_it_shows);
 *	}
 *
 * Each begins with all devices unplugged, as far as a context can see, their knobs as they
 * begin and counters at zero, and must leave no descriptor, mapping or attachment behind. (A
 * device that was plugged in stays there for the next body where it can't tell: udev takes a
 * while over each that comes.) What waits has a deadline and fails
 * the test behind it. The clock of the library is the test's: see bed_clock() in
 * hotplug-bed.h.
 */
#ifndef VJPEG_BED_H
#define VJPEG_BED_H

#include "control.h"

#include <stdbool.h>
#include <stdint.h>

#include "testbed.h"

#define VJPEG_BED_LOG   (1u << 18)
#define VJPEG_BED_IMAGE (1u << 22) /* bytes of the images that the bed makes */

struct vjpeg_bed;

/* What differs between beds. */
struct vjpeg_bed_kind {
	const char *name; /* "fake", "kernel" */
	/* Parameters, among them where plugins are: bed->tb or elsewhere. bed->control. It
	 * may end the test as skipped. */
	void (*begin)(struct vjpeg_bed *bed);
	void (*end)(struct vjpeg_bed *bed);
	/* The node of a device that is plugged in: 0 or -ENOENT. */
	int (*node)(struct vjpeg_bed *bed, unsigned int device, char *buffer, size_t size);
};

extern const struct vjpeg_bed_kind vjpeg_bed_fake, vjpeg_bed_kernel;

struct vjpeg_bed {
	const struct vjpeg_bed_kind *kind;
	const struct vjpeg_control *control; /* to do without what is below */
	struct testbed tb;
	struct libcodec_context_params params; /* change them before vjpeg_bed_context() */
	struct libcodec_context *ctx;
	struct libcodec_decoder *dec;   /* of vjpeg_bed_context() */
	struct libcodec_image *image;   /* host memory */
	struct libcodec_image_info info; /* of the last vjpeg_bed_decode(), like the result */
	struct libcodec_result result;
	/* The cpu's decoder and what it makes of a picture. */
	struct libcodec_decoder *cpu;
	struct libcodec_image *right;
	char log[VJPEG_BED_LOG];
	size_t log_size;
	bool plugged[VJPEG_DEVICES]; /* by this body */
	bool odd[VJPEG_DEVICES];     /* what is read when it is plugged in was changed */
	void *data;                  /* the kind's */
};

/* For bodies: the bed of this process, and how they are written. */
struct vjpeg_bed *vjpeg_bed_now(void);

#define VJPEG_BODY(name)                                                                 \
	static void name##_body(struct vjpeg_bed *bed);                                  \
	START_TEST(name)                                                                 \
	{                                                                                \
		name##_body(vjpeg_bed_now());                                            \
	}                                                                                \
	END_TEST                                                                         \
	static void name##_body(struct vjpeg_bed *bed)

/* Bodies as a case of their own, each in the bed. */
void vjpeg_bed_case(Suite *s, const char *name, void (*add)(TCase *t));

/* --- devices --- */

/*
 * Plug it in and pull it. Where there is a context, wait until it is told of the one that
 * comes or goes; one that no backend takes is for control->plug().
 */
void vjpeg_bed_plug(struct vjpeg_bed *bed, unsigned int device);
void vjpeg_bed_unplug(struct vjpeg_bed *bed, unsigned int device);

/* Dispatch until the context has the device in that state, or, 0, not any more. */
void vjpeg_bed_wait(struct vjpeg_bed *bed, unsigned int device, uint32_t state);

/* Its node; the test fails where it has none. */
const char *vjpeg_bed_node(struct vjpeg_bed *bed, unsigned int device);

/* What the context knows of it. False: nothing. */
bool vjpeg_bed_device(struct vjpeg_bed *bed, unsigned int device,
		      struct libcodec_device_info *ret_info);

/* Knobs and counters by the names in knobs.h. */
void vjpeg_bed_set(struct vjpeg_bed *bed, unsigned int device, const char *knob,
		   unsigned int value);
unsigned int vjpeg_bed_get(struct vjpeg_bed *bed, unsigned int device, const char *knob);
unsigned int vjpeg_bed_stat(struct vjpeg_bed *bed, unsigned int device, const char *name);
/* `opens` must become so many; see control.h why it may take a while. */
void vjpeg_bed_opens(struct vjpeg_bed *bed, unsigned int device, unsigned int n);
void vjpeg_bed_clear_stats(struct vjpeg_bed *bed, unsigned int device);
void vjpeg_bed_reset(struct vjpeg_bed *bed, unsigned int device);

/* --- the library --- */

/*
 * The context, which listens for devices and knows those that are plugged in, and a decoder
 * with @params (NULL: the defaults). Further ones: bed->params is theirs to use.
 */
void vjpeg_bed_context(struct vjpeg_bed *bed, const struct libcodec_decoder_params *params);

/* Without it again, what it made and what it logged, for another one to follow. */
void vjpeg_bed_drop_context(struct vjpeg_bed *bed);

/* Dispatch until it is quiet; until there is an event of that type, and take it. */
void vjpeg_bed_dispatch(struct vjpeg_bed *bed);
struct libcodec_event vjpeg_bed_event(struct vjpeg_bed *bed, uint32_t type);

/* How often the log has @text. */
unsigned int vjpeg_bed_logged(struct vjpeg_bed *bed, const char *text);

/* A dma-buf of at least so many bytes: a descriptor that the caller closes. */
int vjpeg_bed_dmabuf(struct vjpeg_bed *bed, size_t size);

/* An image over such a dma-buf, with LIBCODEC_IMAGE_* and a fixed stride or 0. */
struct libcodec_image *vjpeg_bed_dmabuf_image(struct vjpeg_bed *bed, size_t size,
					      uint32_t flags, uint32_t stride);

/* Decode, with info and result filled. */
int vjpeg_bed_decode(struct vjpeg_bed *bed, const uint8_t *data, size_t size,
		     struct libcodec_image *image);

/* The image's visible bytes must be those that the cpu backend makes of the picture. */
void vjpeg_bed_compare(struct vjpeg_bed *bed, const uint8_t *data, size_t size,
		       struct libcodec_image *image);

/* Decode into @image (NULL: bed->image) by that backend, and compare. */
void vjpeg_bed_frame(struct vjpeg_bed *bed, const uint8_t *data, size_t size,
		     struct libcodec_image *image, const char *backend);

/* test_main() for programs of bodies. */
int vjpeg_bed_main(const char *name, Suite *(*make)(void));

/* --- the bodies there are --- */

void vjpeg_bodies_basic(TCase *t);
void vjpeg_bodies_endurance(TCase *t);
void vjpeg_bodies_ways(TCase *t);
void vjpeg_bodies_goes(TCase *t);
void vjpeg_bodies_defects(TCase *t);
void vjpeg_bodies_knobs(TCase *t);
void vjpeg_bodies_faults(TCase *t);

#endif
