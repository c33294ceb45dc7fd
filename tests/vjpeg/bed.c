/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The bed of tests of the v4l2 backend, as far as it is the same for all devices.
 */
#include "config.h"

#include "bed.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A guest on an emulated processor needs its time. */
#define PATIENCE_MS 30000
#define STEP_MS     20

static struct vjpeg_bed the_bed;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

struct vjpeg_bed *vjpeg_bed_now(void)
{
	return &the_bed;
}

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000) + t.tv_nsec / 1000000;
}

static void on_log(void *data, int level, const char *text)
{
	struct vjpeg_bed *bed = data;
	size_t n = strlen(text);

	pthread_mutex_lock(&log_lock);
	if (bed->log_size + n + 2 < sizeof(bed->log)) {
		memcpy(bed->log + bed->log_size, text, n);
		bed->log_size += n;
		bed->log[bed->log_size++] = '\n';
	}
	pthread_mutex_unlock(&log_lock);
}

unsigned int vjpeg_bed_logged(struct vjpeg_bed *bed, const char *text)
{
	const char *p = bed->log;
	unsigned int n = 0;

	pthread_mutex_lock(&log_lock);
	while ((p = strstr(p, text))) {
		p += strlen(text);
		n++;
	}
	pthread_mutex_unlock(&log_lock);
	return n;
}

/* --- life --- */

static const struct vjpeg_bed_kind *chosen(void)
{
	const char *name = getenv("VJPEG_BED");

	return name && !strcmp(name, vjpeg_bed_kernel.name) ? &vjpeg_bed_kernel :
							       &vjpeg_bed_fake;
}

static void setup(void)
{
	struct vjpeg_bed *bed = &the_bed;
	unsigned int i;

	memset(bed, 0, sizeof(*bed));
	bed->kind = chosen();
	testbed_init(&bed->tb);
	bed->params = (struct libcodec_context_params){
		.struct_size = sizeof(bed->params),
		.log_level = LIBCODEC_LOG_DEBUG,
		.backend_path = bed->tb.dir,
		.log = on_log,
		.log_data = bed,
		.policy_path = "",
	};
	bed->kind->begin(bed);
	for (i = 0; i < VJPEG_DEVICES; i++)
		ck_assert_int_eq(vjpeg_begin_device(bed->control, i), 0);
}

static void check_leaks(struct vjpeg_bed *bed, unsigned int device)
{
	static const char *const now[] = { "mapped", "attached" };
	unsigned int i;

	for (i = 0; i < sizeof(now) / sizeof(now[0]); i++)
		ck_assert_msg(vjpeg_bed_stat(bed, device, now[i]) == 0,
			      "%u %s of device %u are left", vjpeg_bed_stat(bed, device, now[i]),
			      now[i], device);
	vjpeg_bed_opens(bed, device, 0);
}

static void teardown(void)
{
	struct vjpeg_bed *bed = &the_bed;
	unsigned int i;

	vjpeg_bed_drop_context(bed);
	if (bed->control->settle)
		bed->control->settle();
	for (i = 0; i < VJPEG_DEVICES; i++) {
		check_leaks(bed, i);
		if (bed->odd[i])
			ck_assert_int_eq(bed->control->unplug(i), 0);
		vjpeg_bed_reset(bed, i);
	}
	bed->kind->end(bed);
	testbed_done(&bed->tb);
}

/* Over memory that is there: what is allocated is filled with zeros first. */
static struct libcodec_image *host_image(struct vjpeg_bed *bed, uint8_t *memory)
{
	struct libcodec_image_params p = {
		.struct_size = sizeof(p),
		.width = 1,
		.height = 1,
		.format = LIBCODEC_FORMAT_GREY,
		.memory = LIBCODEC_MEMORY_HOST,
		.capacity = VJPEG_BED_IMAGE,
		.data = memory,
	};
	struct libcodec_image *image;

	ck_assert_int_eq(libcodec_image_new(bed->ctx, &p, &image), 0);
	return image;
}

void vjpeg_bed_context(struct vjpeg_bed *bed, const struct libcodec_decoder_params *params)
{
	static const struct libcodec_decoder_params cpu_only = {
		.struct_size = sizeof(cpu_only),
		.policy = LIBCODEC_POLICY_CPU_ONLY,
	};
	static _Alignas(64) uint8_t memory[2][VJPEG_BED_IMAGE];
	unsigned int i;

	for (i = 0; i < VJPEG_DEVICES; i++)
		if (!bed->plugged[i])
			ck_assert_int_eq(bed->control->unplug(i), 0);
	ck_assert_int_eq(libcodec_context_new(&bed->params, &bed->ctx), 0);
	ck_assert_int_ge(libcodec_context_get_fd(bed->ctx), 0);
	bed->dec = testbed_decoder(bed->ctx, params);
	bed->cpu = testbed_decoder(bed->ctx, &cpu_only);
	bed->image = host_image(bed, memory[0]);
	bed->right = host_image(bed, memory[1]);
	for (i = 0; i < VJPEG_DEVICES; i++)
		if (bed->control->is_plugged(i))
			vjpeg_bed_wait(bed, i, LIBCODEC_DEVICE_READY);
}

void vjpeg_bed_drop_context(struct vjpeg_bed *bed)
{
	bed->image = libcodec_image_unref(bed->image);
	bed->right = libcodec_image_unref(bed->right);
	bed->dec = libcodec_decoder_unref(bed->dec);
	bed->cpu = libcodec_decoder_unref(bed->cpu);
	bed->ctx = libcodec_context_unref(bed->ctx);
	memset(bed->log, 0, bed->log_size);
	bed->log_size = 0;
}

/* --- devices --- */

const char *vjpeg_bed_node(struct vjpeg_bed *bed, unsigned int device)
{
	static char node[VJPEG_DEVICES][64];

	ck_assert_uint_lt(device, VJPEG_DEVICES);
	ck_assert_int_eq(bed->kind->node(bed, device, node[device], sizeof(node[0])), 0);
	return node[device];
}

/* By its syspath, which has its number and stays the same while nodes change. */
bool vjpeg_bed_device(struct vjpeg_bed *bed, unsigned int device,
		      struct libcodec_device_info *ret_info)
{
	char name[16];
	unsigned int i;

	snprintf(name, sizeof(name), "/vjpeg.%u", device);
	for (i = 0;; i++) {
		*ret_info = (struct libcodec_device_info){ .struct_size = sizeof(*ret_info) };
		if (libcodec_context_get_device(bed->ctx, i, ret_info) < 0)
			return false;
		if (strstr(ret_info->syspath, name))
			return true;
	}
}

static bool is_in_state(struct vjpeg_bed *bed, unsigned int device, uint32_t state)
{
	struct libcodec_device_info info;

	if (!vjpeg_bed_device(bed, device, &info))
		return state == 0;
	return info.state == state;
}

/* Wait for the context's descriptor a little, and dispatch. False: enough of it. */
static bool step(struct vjpeg_bed *bed, int64_t until)
{
	struct pollfd fd = { .fd = libcodec_context_get_fd(bed->ctx), .events = POLLIN };

	if (now_ms() > until)
		return false;
	poll(&fd, 1, STEP_MS);
	ck_assert_int_eq(libcodec_context_dispatch(bed->ctx), 0);
	return true;
}

void vjpeg_bed_wait(struct vjpeg_bed *bed, unsigned int device, uint32_t state)
{
	int64_t until = now_ms() + PATIENCE_MS;

	while (!is_in_state(bed, device, state))
		ck_assert_msg(step(bed, until), "device %u is not %s; the log:\n%s", device,
			      state ? libcodec_device_state_name(state) : "away", bed->log);
}

void vjpeg_bed_plug(struct vjpeg_bed *bed, unsigned int device)
{
	int r = 0;

	if (!bed->plugged[device] && bed->odd[device])
		r = bed->control->unplug(device);
	if (r == 0)
		r = bed->control->plug(device);
	bed->plugged[device] = true;
	ck_assert_msg(r == 0, "%s", strerror(-r));
	if (bed->ctx)
		vjpeg_bed_wait(bed, device, LIBCODEC_DEVICE_READY);
}

void vjpeg_bed_unplug(struct vjpeg_bed *bed, unsigned int device)
{
	int r = bed->control->unplug(device);

	bed->plugged[device] = false;
	ck_assert_msg(r == 0, "%s", strerror(-r));
	if (bed->ctx)
		vjpeg_bed_wait(bed, device, 0);
}

void vjpeg_bed_set(struct vjpeg_bed *bed, unsigned int device, const char *knob,
		   unsigned int value)
{
	if (vjpeg_is_plug_knob(knob))
		bed->odd[device] = true;
	ck_assert_msg(bed->control->set(device, knob, value) == 0, "no knob %s", knob);
}

unsigned int vjpeg_bed_get(struct vjpeg_bed *bed, unsigned int device, const char *knob)
{
	unsigned int value = 0;

	ck_assert_msg(bed->control->get(device, knob, &value) == 0, "no knob %s", knob);
	return value;
}

unsigned int vjpeg_bed_stat(struct vjpeg_bed *bed, unsigned int device, const char *name)
{
	unsigned int value = 0;

	ck_assert_msg(bed->control->stat(device, name, &value) == 0, "no counter %s", name);
	return value;
}

void vjpeg_bed_opens(struct vjpeg_bed *bed, unsigned int device, unsigned int n)
{
	const struct timespec pause = { .tv_nsec = STEP_MS * 1000000 };
	int64_t until = now_ms() + PATIENCE_MS;
	unsigned int value;

	while ((value = vjpeg_bed_stat(bed, device, "opens")) != n) {
		ck_assert_msg(bed->kind != &vjpeg_bed_fake && now_ms() < until,
			      "%u opens of device %u, not %u", value, device, n);
		nanosleep(&pause, NULL);
	}
}

void vjpeg_bed_clear_stats(struct vjpeg_bed *bed, unsigned int device)
{
	ck_assert_int_eq(bed->control->clear_stats(device), 0);
}

void vjpeg_bed_reset(struct vjpeg_bed *bed, unsigned int device)
{
	ck_assert_int_eq(bed->control->reset(device), 0);
}

/* --- events --- */

void vjpeg_bed_dispatch(struct vjpeg_bed *bed)
{
	struct pollfd fd = { .fd = libcodec_context_get_fd(bed->ctx), .events = POLLIN };
	int rounds = 0;

	do {
		ck_assert_int_eq(libcodec_context_dispatch(bed->ctx), 0);
		ck_assert_int_lt(rounds++, 1000);
	} while (poll(&fd, 1, 0) > 0);
}

struct libcodec_event vjpeg_bed_event(struct vjpeg_bed *bed, uint32_t type)
{
	struct libcodec_event e = { .struct_size = sizeof(e) };
	int64_t until = now_ms() + PATIENCE_MS;

	for (;;) {
		while (libcodec_context_next_event(bed->ctx, &e) == 0)
			if (e.type == type)
				return e;
		ck_assert_msg(step(bed, until), "no %s; the log:\n%s",
			      libcodec_event_name(type), bed->log);
	}
}

/* --- pictures --- */

int vjpeg_bed_dmabuf(struct vjpeg_bed *bed, size_t size)
{
	int fd = bed->control->dmabuf((size + 4095) / 4096 * 4096);

	ck_assert_msg(fd >= 0, "no dma-buf: %s", strerror(-fd));
	return fd;
}

struct libcodec_image *vjpeg_bed_dmabuf_image(struct vjpeg_bed *bed, size_t size,
					      uint32_t flags, uint32_t stride)
{
	struct libcodec_image_plane plane = { .fd = vjpeg_bed_dmabuf(bed, size),
					      .stride = stride };
	struct libcodec_image_params p = {
		.struct_size = sizeof(p),
		.width = 1,
		.height = 1,
		.format = LIBCODEC_FORMAT_GREY,
		.memory = LIBCODEC_MEMORY_DMABUF,
		.flags = flags,
		.planes = &plane,
		.n_planes = 1,
	};
	struct libcodec_image *image;

	ck_assert_int_eq(libcodec_image_new(bed->ctx, &p, &image), 0);
	close(plane.fd);
	return image;
}

int vjpeg_bed_decode(struct vjpeg_bed *bed, const uint8_t *data, size_t size,
		     struct libcodec_image *image)
{
	int r;

	bed->info = (struct libcodec_image_info){ .struct_size = sizeof(bed->info) };
	bed->result = (struct libcodec_result){ .struct_size = sizeof(bed->result) };
	r = libcodec_decoder_decode(bed->dec, data, size, image, &bed->info);
	ck_assert_int_eq(libcodec_decoder_get_result(bed->dec, &bed->result), 0);
	return r;
}

/* The image mapped to be read, and how it lies. */
static const uint8_t *read_image(struct libcodec_image *image,
				 struct libcodec_image_layout *ret_layout)
{
	void *data;

	*ret_layout = (struct libcodec_image_layout){ .struct_size = sizeof(*ret_layout) };
	ck_assert_int_eq(libcodec_image_get_layout(image, ret_layout), 0);
	ck_assert_int_eq(libcodec_image_map(image, LIBCODEC_ACCESS_READ, &data), 0);
	return data;
}

/* The first row of a plane that isn't the same in both, or its height. */
static unsigned int same_rows(const uint8_t *a, const struct libcodec_image_layout *la,
			      const uint8_t *b, const struct libcodec_image_layout *lb,
			      unsigned int plane)
{
	unsigned int y;

	a += la->plane_offset[plane];
	b += lb->plane_offset[plane];
	for (y = 0; y < la->plane_height[plane]; y++)
		if (memcmp(a + (size_t)y * la->plane_stride[plane],
			   b + (size_t)y * lb->plane_stride[plane], la->plane_width[plane]))
			break;
	return y;
}

/* No assertion for each row: one is a system call. */
static void compare_planes(const uint8_t *a, const struct libcodec_image_layout *la,
			   const uint8_t *b, const struct libcodec_image_layout *lb)
{
	unsigned int p, y;

	ck_assert_uint_eq(la->width, lb->width);
	ck_assert_uint_eq(la->height, lb->height);
	ck_assert_uint_eq(la->format, lb->format);
	for (p = 0; p < la->n_planes; p++) {
		y = same_rows(a, la, b, lb, p);
		ck_assert_msg(y == la->plane_height[p], "plane %u, row %u differs", p, y);
	}
}

void vjpeg_bed_compare(struct vjpeg_bed *bed, const uint8_t *data, size_t size,
		       struct libcodec_image *image)
{
	struct libcodec_image_info info = { .struct_size = sizeof(info) };
	struct libcodec_image_layout la, lb;
	const uint8_t *a, *b;

	ck_assert_int_eq(libcodec_decoder_decode(bed->cpu, data, size, bed->right, &info), 0);
	ck_assert_str_eq(info.backend, "cpu");
	a = read_image(image, &la);
	b = read_image(bed->right, &lb);
	compare_planes(a, &la, b, &lb);
	ck_assert_int_eq(libcodec_image_unmap(image), 0);
	ck_assert_int_eq(libcodec_image_unmap(bed->right), 0);
}

void vjpeg_bed_frame(struct vjpeg_bed *bed, const uint8_t *data, size_t size,
		     struct libcodec_image *image, const char *backend)
{
	int r;

	image = image ? image : bed->image;
	r = vjpeg_bed_decode(bed, data, size, image);
	ck_assert_msg(r == 0, "%s: %s; the log:\n%s", strerror(-r), bed->result.message,
		      bed->log);
	ck_assert_msg(!strcmp(bed->info.backend, backend), "by %s, not %s; the log:\n%s",
		      bed->info.backend, backend, bed->log);
	vjpeg_bed_compare(bed, data, size, image);
}

/* --- programs --- */

void vjpeg_bed_case(Suite *s, const char *name, void (*add)(TCase *t))
{
	TCase *t = tcase_create(name);

	tcase_add_checked_fixture(t, setup, teardown);
	add(t);
	suite_add_tcase(s, t);
}

int vjpeg_bed_main(const char *name, Suite *(*make)(void))
{
	const struct vjpeg_control *kernel = vjpeg_kernel_control();
	int r = test_main(name, make);
	unsigned int i;

	if (chosen() != &vjpeg_bed_kernel || !kernel)
		return r;
	for (i = 0; i < VJPEG_DEVICES; i++)
		kernel->unplug(i);
	kernel->finish();
	return r;
}
