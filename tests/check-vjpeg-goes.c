/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The virtual JPEG devices: ioctls that fail, devices that go and come, calls that are
 * interrupted. On the fake, or by VJPEG_BED=kernel on the kernel's devices.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>

#include "vjpeg/devices.h"

static struct client client;
static struct client_format format;

static void begin_with(unsigned int device, const char *knob, unsigned int value)
{
	devices_begin(&client, device, knob, value, &format);
}

static void sleep_ms(long ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000 };

	while (nanosleep(&t, &t) < 0)
		;
}

START_TEST(ioctls_fail)
{
	struct client_format f;
	int i;

	client_open(&client, control, 0);
	client_set(&client, "fail_ioctl", _IOC_NR(VIDIOC_G_FMT));
	client_set(&client, "fail_errno", EIO);
	client_set(&client, "fail_n", 2);
	client_set(&client, "fail_nth", 3);
	for (i = 1; i <= 6; i++) {
		ck_assert_int_eq(client_subscribe(&client), 0);
		ck_assert_int_eq(client_g_fmt(&client, CLIENT_CAPTURE, &f),
				 i == 3 || i == 4 ? -EIO : 0);
	}
	ck_assert_uint_eq(client_get(&client, "fail_nth"), 0);
	client_set(&client, "fail_ioctl", 0);
	client_set(&client, "fail_errno", ENOMEM);
	client_set(&client, "fail_n", 0);
	client_set(&client, "fail_nth", 1);
	for (i = 0; i < 5; i++)
		ck_assert_int_eq(client_subscribe(&client), -ENOMEM);
	client_set(&client, "fail_nth", 0);
	ck_assert_int_eq(client_subscribe(&client), 0);
	client_close(&client);
}
END_TEST

static void expect_gone(void)
{
	struct v4l2_capability cap;
	void *p;
	short revents;

	ck_assert_int_eq(client_ioctl(&client, VIDIOC_QUERYCAP, &cap), -ENODEV);
	ck_assert_int_eq(client_stream(&client, CLIENT_OUTPUT, false), -ENODEV);
	ck_assert_int_eq(control->sys->mmap(client.fd, 4096, PROT_WRITE, 0, &p), -ENODEV);
	ck_assert_int_eq(client_poll(&client, POLLIN | POLLPRI, 1000, &revents), 1);
	ck_assert_int_eq(revents, POLLERR | POLLHUP | POLLPRI);
	ck_assert_int_eq(client_poll(&client, POLLIN, 1000, &revents), 1);
	ck_assert_int_eq(revents, POLLERR | POLLHUP);
}

START_TEST(device_goes_at_an_ioctl)
{
	begin_with(0, NULL, 0);
	client_set(&client, "unplug_at", 2);
	/* What udev runs on the kernel's node may take the first one. */
	if (client_subscribe(&client) == 0)
		ck_assert_int_eq(client_subscribe(&client), -ENODEV);
	else
		ck_assert_str_eq(control->kind, "kernel");
	ck_assert(!control->is_plugged(0));
	expect_gone();
	ck_assert_int_eq(control->open(0, O_RDWR | O_NONBLOCK | O_CLOEXEC), -ENODEV);
	ck_assert_uint_eq(client_get(&client, "unplug_at"), 0);
	/* Back again it is another one to who had it open. */
	ck_assert_int_eq(control->plug(0), 0);
	expect_gone();
	client_close(&client);
	begin_with(0, NULL, 0);
	client_collect(&client, &(struct client_buffer){ 0 }, &(struct client_buffer){ 0 });
	client_close(&client);
}
END_TEST

START_TEST(device_goes_in_a_job_and_comes_back)
{
	int64_t until;
	short revents;

	begin_with(0, "unplug_job", 1);
	client_set(&client, "replug_ms", 50);
	ck_assert_int_eq(client_qbuf_capture(&client, 0), 0);
	ck_assert_int_eq(client_poll(&client, POLLIN | POLLPRI, 2000, &revents), 1);
	ck_assert_int_eq(revents, POLLERR | POLLHUP | POLLPRI);
	for (until = devices_now_ms() + 5000; !control->is_plugged(0); sleep_ms(5))
		ck_assert_int_lt(devices_now_ms(), until);
	expect_gone();
	client_close(&client);
}
END_TEST

static void *unplugs(void *data)
{
	sleep_ms(50);
	ck_assert_int_eq(control->unplug(0), 0);
	return data;
}

START_TEST(device_goes_while_polled)
{
	pthread_t thread;
	int64_t began;
	short revents;

	begin_with(0, "job", VJPEG_JOB_STALLS);
	ck_assert_int_eq(client_qbuf_capture(&client, 0), 0);
	began = devices_now_ms();
	ck_assert_int_eq(pthread_create(&thread, NULL, unplugs, NULL), 0);
	ck_assert_int_eq(client_poll(&client, POLLIN | POLLPRI, 10000, &revents), 1);
	ck_assert_int_eq(revents, POLLERR | POLLHUP | POLLPRI);
	ck_assert_int_lt(devices_now_ms() - began, 8000);
	ck_assert_int_eq(pthread_join(thread, NULL), 0);
	client_close(&client);
}
END_TEST

static unsigned int n_told;
static bool told_plugged;

static void on_change(void *data, unsigned int device, bool plugged)
{
	ck_assert_ptr_eq(data, &n_told);
	ck_assert_uint_eq(device, 0);
	ck_assert_int_eq(control->is_plugged(0), plugged); /* there is no lock */
	told_plugged = plugged;
	n_told++;
}

START_TEST(watch_is_told)
{
	devices_need_fake();
	begin_with(0, "unplug_at", 0);
	control->watch(on_change, &n_told);
	client_set(&client, "unplug_at", 1);
	ck_assert_int_eq(client_subscribe(&client), -ENODEV);
	ck_assert(n_told == 1 && !told_plugged);
	ck_assert_int_eq(control->unplug(0), 0);
	ck_assert_uint_eq(n_told, 1);
	ck_assert_int_eq(control->plug(0), 0);
	ck_assert(n_told == 2 && told_plugged);
	control->watch(NULL, NULL);
	client_close(&client);
}
END_TEST

START_TEST(calls_are_interrupted)
{
	struct client_format f;
	unsigned int i;
	short revents;

	devices_need_fake();
	begin_with(0, NULL, 0);
	control->interrupt_every(3);
	for (i = 1; i <= 9; i++)
		ck_assert_int_eq(i % 2 ? client_g_fmt(&client, CLIENT_CAPTURE, &f) :
					 client_poll(&client, POLLPRI, 0, &revents),
				 i % 3 ? 0 : -EINTR);
	control->interrupt_every(0);
	client_collect(&client, &(struct client_buffer){ 0 }, &(struct client_buffer){ 0 });
	client_close(&client);
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("vjpeg-goes");
	TCase *t = tcase_create("goes");

	tcase_add_checked_fixture(t, devices_setup, devices_teardown);
	tcase_add_test(t, ioctls_fail);
	tcase_add_test(t, device_goes_at_an_ioctl);
	tcase_add_test(t, device_goes_in_a_job_and_comes_back);
	tcase_add_test(t, device_goes_while_polled);
	tcase_add_test(t, watch_is_told);
	tcase_add_test(t, calls_are_interrupted);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return devices_main("vjpeg-goes", make);
}
