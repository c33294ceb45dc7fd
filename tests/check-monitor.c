/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The whole way: codecctl monitor in a process of its own tells of fake devices that this
 * one plugs and pulls, through libudev or sysfs, manifests, and a plugin that takes them.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "testbed.h"
#include "udev-bed.h"

#ifdef HAVE_UMOCKDEV

#define PATIENCE_MS 20000

static const char *const modes[] = {
	"sysfs",
#ifdef HAVE_LIBUDEV
	"udev",
#endif
};
#define N_MODES ((int)(sizeof(modes) / sizeof(modes[0])))

static struct udev_bed bed;
static struct testbed tb;
static pid_t pid;
static int out;      /* what codecctl prints */
static char lines[65536];
static size_t taken, filled;
static int patience_ms = PATIENCE_MS;

static const struct udev_bed_device codec = { .number = 0, .driver = "codec-drv" };
static const struct udev_bed_device camera = { .number = 1, .driver = "camera-drv" };
static const struct udev_bed_device second = { .number = 2, .driver = "codec-drv" };
static const struct udev_bed_device again = {
	.number = 7, .driver = "codec-drv", .parent = "fake.0"
};

static void setup(void)
{
	udev_bed_require();
	udev_bed_init(&bed);
	testbed_init(&tb);
	testbed_add_cpu(&tb);
	testbed_add_mock(&tb, "40", "device",
			 "\n[Match]\nSubsystem=video4linux\nDriver=codec-*\n");
	taken = filled = 0;
}

static void teardown(void)
{
	if (pid > 0) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
	close(out);
	testbed_done(&tb);
	udev_bed_done(&bed);
}

static uid_t as_user; /* who codecctl runs as; 0: as we do */

static void start(const char *mode, const char *how)
{
	const char *codecctl = getenv("CODECCTL");
	int fds[2];

	ck_assert_ptr_nonnull(codecctl);
	ck_assert_int_eq(pipe(fds), 0);
	pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		dup2(fds[1], STDOUT_FILENO);
		close(fds[0]);
		close(fds[1]);
		if (as_user && (setgroups(0, NULL) || setgid(as_user) || setuid(as_user)))
			_exit(126);
		execl(codecctl, codecctl, "--backend-path", tb.dir, "monitor", "--hotplug",
		      mode, how, NULL);
		_exit(127);
	}
	close(fds[1]);
	out = fds[0];
}

/* Until there is a whole line more. NULL: codecctl ended, or took too long. */
static const char *next_line(void)
{
	struct pollfd fd = { .fd = out, .events = POLLIN };
	char *end, *line;
	ssize_t n;

	while (!(end = memchr(lines + taken, '\n', filled - taken))) {
		ck_assert_uint_lt(filled, sizeof(lines));
		if (poll(&fd, 1, patience_ms) <= 0)
			return NULL;
		n = read(out, lines + filled, sizeof(lines) - filled);
		if (n <= 0)
			return NULL;
		filled += (size_t)n;
	}
	*end = '\0';
	line = lines + taken;
	taken = (size_t)(end + 1 - lines);
	return line;
}

/* The next event has all of these words. */
static void expect(const char *event, const char *device, const char *more)
{
	const char *line = next_line();

	ck_assert_msg(line != NULL, "nothing, not %s of %s", event, device);
	ck_assert_msg(strstr(line, event) && strstr(line, device) && strstr(line, more) &&
		      strstr(line, "mock-device"),
		      "\"%s\", not %s of %s, %s", line, event, device, more);
}

static void rest_ms(long ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * 1000000 };

	nanosleep(&t, NULL);
}

/* SIGTERM ends it well. */
static void stop(void)
{
	int status;

	ck_assert_int_eq(kill(pid, SIGTERM), 0);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	pid = 0;
	ck_assert(WIFEXITED(status));
	ck_assert_int_eq(WEXITSTATUS(status), 0);
	ck_assert_ptr_null(next_line());
}

START_TEST(test_story)
{
	udev_bed_add(&bed, &codec);
	udev_bed_add(&bed, &camera);
	start(modes[_i], "--count=99");
	expect("device-added", "/dev/video0 (codec-drv)", "ready");
	udev_bed_add(&bed, &second);
	expect("device-added", "/dev/video2 (codec-drv)", "ready");
	udev_bed_remove(&bed, &codec);
	expect("device-removed", "/dev/video0 (codec-drv)", "gone");
	/* The same hardware under another number. */
	udev_bed_add(&bed, &again);
	expect("device-added", "/dev/video7 (codec-drv)", "ready");
	udev_bed_remove(&bed, &camera); /* nobody's */
	udev_bed_remove(&bed, &second);
	expect("device-removed", "/dev/video2 (codec-drv)", "gone");
	udev_bed_remove(&bed, &again);
	expect("device-removed", "/dev/video7 (codec-drv)", "gone");
	rest_ms(100);
	stop();
}
END_TEST

/* Somebody who may not open it yet: told, and told again when that changes. */
START_TEST(test_access_heals)
{
	char command[512];

	if (geteuid() != 0)
		test_skip("root", "only root may become somebody who may not open a device");
	as_user = 65534;
	/* What root keeps to itself: the testbed and its sockets, both ways. */
	ck_assert_int_eq(chmod(bed.root, 0777), 0);
	udev_bed_add(&bed, &codec);
	snprintf(command, sizeof(command), "find '%s' -type s -exec chmod 0777 {} +", bed.root);
	ck_assert_int_eq(system(command), 0);
	start(modes[_i], "--count=99");
	expect("device-added", "/dev/video0 (codec-drv)", "may not be opened");
	/* By now it is tried again every 3 s only: what comes sooner is the watch's doing. */
	rest_ms(3500);
	udev_bed_chmod(&bed, &codec, 0666);
	patience_ms = 2000;
	expect("access-changed", "/dev/video0 (codec-drv)", "ready");
	patience_ms = PATIENCE_MS;
	udev_bed_remove(&bed, &codec);
	expect("device-removed", "/dev/video0", "gone");
	as_user = 0;
	stop();
}
END_TEST

START_TEST(test_json)
{
	udev_bed_add(&bed, &codec);
	start(modes[_i], "--json");
	expect("\"event\": \"device-added\"", "\"node\": \"/dev/video0\"",
	       "\"state\": \"ready\"");
	udev_bed_remove(&bed, &codec);
	expect("\"event\": \"device-removed\"", "\"driver\": \"codec-drv\"",
	       "\"state\": \"gone\"");
	stop();
}
END_TEST

/* It ends by itself when enough was told, and when nobody reads. */
START_TEST(test_ends)
{
	int status;

	udev_bed_add(&bed, &codec);
	start(modes[_i], "--count=1");
	expect("device-added", "/dev/video0", "ready");
	ck_assert_ptr_null(next_line());
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFEXITED(status));
	ck_assert_int_eq(WEXITSTATUS(status), 0);
	close(out);
	taken = filled = 0;
	start(modes[_i], "--json");
	expect("device-added", "/dev/video0", "ready");
	close(out);
	out = -1;
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	pid = 0;
	ck_assert(WIFEXITED(status));
	ck_assert_int_eq(WEXITSTATUS(status), 0);
}
END_TEST

static void add_tests(Suite *s)
{
	TCase *tc = tcase_create("monitor");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, test_story, 0, N_MODES);
	tcase_add_loop_test(tc, test_access_heals, 0, N_MODES);
	tcase_add_loop_test(tc, test_json, 0, N_MODES);
	tcase_add_loop_test(tc, test_ends, 0, N_MODES);
	suite_add_tcase(s, tc);
}

#else

START_TEST(test_needs_umockdev)
{
	udev_bed_require();
}
END_TEST

static void add_tests(Suite *s)
{
	TCase *tc = tcase_create("monitor");

	tcase_add_test(tc, test_needs_umockdev);
	suite_add_tcase(s, tc);
}

#endif

static Suite *make(void)
{
	Suite *s = suite_create("monitor");

	add_tests(s);
	return s;
}

int main(int argc, char **argv)
{
	(void)argc;
	udev_bed_preload(argv);
	return test_main("monitor", make);
}
