/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * libcodec-id, the program as built: what it says of nodes whose drivers are played by
 * umockdev, friendly and hostile ones.
 */
#include "config.h"

#include "played-driver.h"
#include "test.h"

#ifdef HAVE_UMOCKDEV

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define WAIT_S  20 /* for a program that ought to end within 3 */

/* --- The program ----------------------------------------------------------------------- */

struct outcome {
	int status;
	double seconds;
	char out[2048], err[512];
};

static int out_fd, err_fd;
static struct timespec begun;

static double seconds_since(const struct timespec *then)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - then->tv_sec) +
	       (double)(now.tv_nsec - then->tv_nsec) / 1e9;
}

/* AddressSanitizer's library wants to be the first, where there is one. */
static int find_asan(struct dl_phdr_info *info, size_t size, void *data)
{
	const char *slash = strrchr(info->dlpi_name, '/');

	(void)size;
	if (!slash || strncmp(slash, "/libasan.so", 11))
		return 0;
	snprintf(data, 512, "%s:", info->dlpi_name);
	return 1;
}

static void exec_program(const char *program, const char *node)
{
	char asan[512] = "", *preload, *path;

	dl_iterate_phdr(find_asan, asan);
	if (dup2(out_fd, STDOUT_FILENO) < 0 || dup2(err_fd, STDERR_FILENO) < 0 ||
	    asprintf(&preload, "%s%s", asan, PRELOAD) < 0 ||
	    asprintf(&path, "%s/%s", test_builddir(), program) < 0)
		_exit(126);
	setenv("LD_PRELOAD", preload, 1);
	execl(path, "libcodec-id", node, (char *)NULL);
	_exit(127);
}

static pid_t start_program(const char *program, const char *node)
{
	pid_t pid;

	out_fd = memfd_create("out", MFD_CLOEXEC);
	err_fd = memfd_create("err", MFD_CLOEXEC);
	ck_assert(out_fd >= 0 && err_fd >= 0);
	clock_gettime(CLOCK_MONOTONIC, &begun);
	pid = fork();
	ck_assert(pid >= 0);
	if (!pid)
		exec_program(program, node);
	return pid;
}

static pid_t start(const char *node)
{
	return start_program("udev/libcodec-id", node);
}

static void read_back(int fd, char *text, size_t size)
{
	ssize_t n = pread(fd, text, size - 1, 0);

	ck_assert(n >= 0 && (size_t)n < size - 1);
	text[n] = '\0';
	ck_assert_uint_eq(strlen(text), (size_t)n);
	close(fd);
}

static struct outcome collect(pid_t pid)
{
	struct outcome o = { 0 };
	pid_t r;

	while (!(r = waitpid(pid, &o.status, WNOHANG)) && seconds_since(&begun) < WAIT_S)
		usleep(2000);
	o.seconds = seconds_since(&begun);
	if (!r) {
		kill(pid, SIGKILL);
		waitpid(pid, &o.status, 0);
		ck_abort_msg("it did not end within %d s", WAIT_S);
	}
	ck_assert(r == pid);
	read_back(out_fd, o.out, sizeof(o.out));
	read_back(err_fd, o.err, sizeof(o.err));
	return o;
}

/* Where it ends well it says nothing on standard error. */
static void expect_exit(const struct outcome *o, int status)
{
	const char *newline;

	ck_assert_msg(WIFEXITED(o->status), "ended by signal %d", WTERMSIG(o->status));
	ck_assert_msg(WEXITSTATUS(o->status) == status, "status %d: %s",
		      WEXITSTATUS(o->status), o->err);
	if (!status) {
		ck_assert_str_eq(o->err, "");
		return;
	}
	ck_assert_str_eq(o->out, "");
	ck_assert_msg(!strncmp(o->err, "libcodec-id: ", 13), "%s", o->err);
	newline = strchr(o->err, '\n');
	ck_assert_msg(newline && !newline[1], "%s", o->err);
}

static void expect_output(const char *text)
{
	struct outcome o = collect(start(NODE));

	expect_exit(&o, 0);
	ck_assert_str_eq(o.out, text);
}

#define MOCK "LIBCODEC_DRIVER=mock\nLIBCODEC_CARD=Mock_Codec\n"

/* --- Devices --------------------------------------------------------------------------- */

#define OUT    V4L2_BUF_TYPE_VIDEO_OUTPUT
#define CAP    V4L2_BUF_TYPE_VIDEO_CAPTURE
#define OUT_MP V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE
#define CAP_MP V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE
#define CODED  V4L2_FMT_FLAG_COMPRESSED

#define M2M    (V4L2_CAP_STREAMING | V4L2_CAP_VIDEO_M2M)
#define M2M_MP (V4L2_CAP_STREAMING | V4L2_CAP_VIDEO_M2M_MPLANE)

/* Not in the headers of Linux 5.10 and before. */
#define S264 v4l2_fourcc('S', '2', '6', '4')

static const struct {
	const char *what;
	uint32_t caps;
	struct format formats[8];
	const char *output;
} devices[] = {
	{ "a JPEG decoder",
	  M2M,
	  { { OUT, V4L2_PIX_FMT_JPEG, CODED },
	    { CAP, V4L2_PIX_FMT_NV12, 0 },
	    { CAP, V4L2_PIX_FMT_GREY, 0 } },
	  "LIBCODEC_ROLE=:jpeg-decoder:\n" MOCK },
	{ "the same by the other name of JPEG",
	  M2M,
	  { { OUT, V4L2_PIX_FMT_MJPEG, CODED }, { CAP, V4L2_PIX_FMT_YUV420, 0 } },
	  "LIBCODEC_ROLE=:jpeg-decoder:\n" MOCK },
	{ "a JPEG encoder",
	  M2M,
	  { { OUT, V4L2_PIX_FMT_YUYV, 0 }, { CAP, V4L2_PIX_FMT_JPEG, CODED } },
	  "LIBCODEC_ROLE=:jpeg-encoder:\n" MOCK },
	{ "both in one node",
	  M2M,
	  { { OUT, V4L2_PIX_FMT_JPEG, CODED },
	    { OUT, V4L2_PIX_FMT_NV12, 0 },
	    { CAP, V4L2_PIX_FMT_NV12, 0 },
	    { CAP, V4L2_PIX_FMT_JPEG, CODED } },
	  "LIBCODEC_ROLE=:jpeg-decoder:jpeg-encoder:\n" MOCK },
	{ "several planes",
	  M2M_MP,
	  { { OUT_MP, V4L2_PIX_FMT_JPEG, CODED }, { CAP_MP, V4L2_PIX_FMT_NV12M, 0 } },
	  "LIBCODEC_ROLE=:jpeg-decoder:\n" MOCK },
	{ "several planes, while the other API lists what isn't announced",
	  M2M_MP,
	  { { OUT, V4L2_PIX_FMT_JPEG, CODED },
	    { CAP, V4L2_PIX_FMT_NV12, 0 },
	    { OUT_MP, V4L2_PIX_FMT_NV12M, 0 },
	    { CAP_MP, V4L2_PIX_FMT_H264, CODED } },
	  "LIBCODEC_ROLE=:h264-encoder:\n" MOCK },
	{ "one role for each API",
	  M2M | M2M_MP,
	  { { OUT, V4L2_PIX_FMT_JPEG, CODED },
	    { CAP, V4L2_PIX_FMT_NV12, 0 },
	    { OUT_MP, V4L2_PIX_FMT_H264, CODED },
	    { CAP_MP, V4L2_PIX_FMT_NV12M, 0 } },
	  "LIBCODEC_ROLE=:jpeg-decoder:h264-decoder:\n" MOCK },
	{ "the coded format in one API, the raw one in the other",
	  M2M | M2M_MP,
	  { { OUT, V4L2_PIX_FMT_JPEG, CODED }, { CAP_MP, V4L2_PIX_FMT_NV12M, 0 } },
	  MOCK },
	{ "a decoder of H.264, which says nothing of flags",
	  M2M_MP,
	  { { OUT_MP, V4L2_PIX_FMT_H264, 0 }, { CAP_MP, V4L2_PIX_FMT_NV12, 0 } },
	  "LIBCODEC_ROLE=:h264-decoder:\n" MOCK },
	{ "a stateless decoder of H.264",
	  M2M_MP,
	  { { OUT_MP, S264, CODED }, { CAP_MP, V4L2_PIX_FMT_NV12, 0 } },
	  MOCK },
	{ "slices to JPEG",
	  M2M,
	  { { OUT, S264, CODED }, { CAP, V4L2_PIX_FMT_JPEG, CODED } },
	  MOCK },
	{ "coded to coded",
	  M2M,
	  { { OUT, V4L2_PIX_FMT_JPEG, CODED }, { CAP, V4L2_PIX_FMT_H264, CODED } },
	  MOCK },
	{ "a scaler",
	  M2M,
	  { { OUT, V4L2_PIX_FMT_NV12, 0 }, { CAP, V4L2_PIX_FMT_NV12, 0 } },
	  MOCK },
	{ "no formats at all", M2M, { { 0 } }, MOCK },
	{ "all roles",
	  M2M,
	  { { OUT, V4L2_PIX_FMT_H264, CODED },
	    { OUT, V4L2_PIX_FMT_JPEG, CODED },
	    { OUT, V4L2_PIX_FMT_NV12, 0 },
	    { CAP, V4L2_PIX_FMT_NV12, 0 },
	    { CAP, V4L2_PIX_FMT_MJPEG, CODED },
	    { CAP, V4L2_PIX_FMT_H264, CODED } },
	  "LIBCODEC_ROLE=:jpeg-decoder:jpeg-encoder:h264-decoder:h264-encoder:\n" MOCK },
	{ "a driver from before there was a bit for M2M",
	  V4L2_CAP_STREAMING | V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_VIDEO_OUTPUT,
	  { { OUT, V4L2_PIX_FMT_H264, CODED }, { CAP, V4L2_PIX_FMT_NV12, 0 } },
	  "LIBCODEC_ROLE=:h264-decoder:\n" MOCK },
	{ "the same with planes",
	  V4L2_CAP_STREAMING | V4L2_CAP_VIDEO_CAPTURE_MPLANE | V4L2_CAP_VIDEO_OUTPUT_MPLANE,
	  { { OUT_MP, V4L2_PIX_FMT_NV12M, 0 }, { CAP_MP, V4L2_PIX_FMT_H264, CODED } },
	  "LIBCODEC_ROLE=:h264-encoder:\n" MOCK },
	{ "the queues of two APIs don't make a pair",
	  V4L2_CAP_STREAMING | V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_VIDEO_OUTPUT_MPLANE,
	  { { OUT, V4L2_PIX_FMT_JPEG, CODED }, { CAP, V4L2_PIX_FMT_NV12, 0 } },
	  "" },
	{ "a camera",
	  V4L2_CAP_STREAMING | V4L2_CAP_VIDEO_CAPTURE,
	  { { CAP, V4L2_PIX_FMT_MJPEG, CODED }, { CAP, V4L2_PIX_FMT_YUYV, 0 } },
	  "" },
	{ "no streaming",
	  V4L2_CAP_VIDEO_M2M,
	  { { OUT, V4L2_PIX_FMT_JPEG, CODED }, { CAP, V4L2_PIX_FMT_NV12, 0 } },
	  "" },
};

static void play(int i)
{
	driver.cap.device_caps = devices[i].caps;
	memcpy(driver.formats, devices[i].formats, sizeof(driver.formats));
}

START_TEST(tells_roles)
{
	play(_i);
	expect_output(devices[_i].output);
	ck_assert_uint_eq(driver.n_querycap, 1);
	/* The first is a decoder with three formats and two ends. */
	if (!_i)
		ck_assert_uint_eq(driver.n_enum, 5);
}
END_TEST

/* Without device_caps the capabilities are of the node; with them, of the whole device. */
START_TEST(knows_whose_capabilities)
{
	play(0);
	driver.cap.capabilities = M2M;
	driver.cap.device_caps = 0;
	expect_output(devices[0].output);

	driver.cap.capabilities = M2M | V4L2_CAP_DEVICE_CAPS;
	driver.cap.device_caps = V4L2_CAP_STREAMING | V4L2_CAP_VIDEO_CAPTURE;
	expect_output("");
}
END_TEST

static const struct {
	const char *driver, *card; /* as long as the fields, or with a NUL */
	const char *output;
} texts[] = {
	{ "a\nLIBCODEC_X=1\n", "\x1b[31mred\x1b[0m\r\n",
	  "LIBCODEC_DRIVER=a_LIBCODEC_X_1\nLIBCODEC_CARD=31mred_0m\n" },
	{ "0123456789abcdef", "0123456789abcdef0123456789ABCDEF",
	  "LIBCODEC_DRIVER=0123456789abcdef\n"
	  "LIBCODEC_CARD=0123456789abcdef0123456789ABCDEF\n" },
	{ "v4l2 loopback", "  My   (new) camera  ",
	  "LIBCODEC_DRIVER=v4l2_loopback\nLIBCODEC_CARD=My_new_camera\n" },
	{ "s5p-jpeg", "rockchip,rk3399-vpu_dec.1@2/3+#",
	  "LIBCODEC_DRIVER=s5p-jpeg\nLIBCODEC_CARD=rockchip,rk3399-vpu_dec.1@2/3+#\n" },
	{ "a:card:b:", "$env{X} %k `id` 'q' \"\\x41 *?[a]",
	  "LIBCODEC_DRIVER=a_card_b\nLIBCODEC_CARD=env_X_k_id_q_x41_a\n" },
	{ "\xff\xfe", "K\xc3\xa4se\x7f\x01", "LIBCODEC_CARD=K_se\n" },
	{ "", "\n \t", "" },
	{ "=", "a=b", "LIBCODEC_CARD=a_b\n" },
};

START_TEST(takes_texts_for_what_they_are)
{
	char text[512];

	play(12);
	ck_assert_str_eq(devices[12].what, "a scaler");
	memset(driver.cap.driver, 0, sizeof(driver.cap.driver));
	memset(driver.cap.card, 0, sizeof(driver.cap.card));
	memcpy(driver.cap.driver, texts[_i].driver,
	       strnlen(texts[_i].driver, sizeof(driver.cap.driver)));
	memcpy(driver.cap.card, texts[_i].card,
	       strnlen(texts[_i].card, sizeof(driver.cap.card)));
	/* What comes behind the fields is not theirs. */
	memset(driver.cap.bus_info, 'b', sizeof(driver.cap.bus_info));
	snprintf(text, sizeof(text), "%s", texts[_i].output);
	expect_output(text);
}
END_TEST

/* --- Drivers that fail ----------------------------------------------------------------- */

START_TEST(is_no_codec)
{
	static const int errors[] = { ENOTTY, EINVAL };

	play(0);
	driver.querycap_error = errors[_i];
	expect_output("");
	ck_assert_uint_eq(driver.n_enum, 0);
}
END_TEST

START_TEST(passes_errors_on)
{
	static const int errors[] = { ENODEV, EIO, EBUSY };
	struct outcome o;

	play(0);
	driver.querycap_error = errors[_i];
	o = collect(start(NODE));
	expect_exit(&o, 1);
	ck_assert_msg(strstr(o.err, strerror(errors[_i])) != NULL, "%s", o.err);

	/* In the middle, too, it is all or nothing. */
	driver.querycap_error = 0;
	driver.enum_error = errors[_i];
	o = collect(start(NODE));
	expect_exit(&o, 1);
	ck_assert_msg(strstr(o.err, strerror(errors[_i])) != NULL, "%s", o.err);
}
END_TEST

START_TEST(lacks_a_queue)
{
	play(0);
	driver.enum_error = ENOTTY;
	expect_output(MOCK);
}
END_TEST

START_TEST(goes_on_after_interruptions)
{
	play(0);
	driver.interruptions = 15;
	expect_output(devices[0].output);
	ck_assert_uint_eq(driver.n_querycap, 16);
}
END_TEST

START_TEST(gives_up_interruptions)
{
	struct outcome o;

	play(0);
	driver.querycap_error = EINTR;
	o = collect(start(NODE));
	expect_exit(&o, 1);
	ck_assert_uint_eq(driver.n_querycap, 16);
	ck_assert_uint_eq(driver.n_enum, 0);

	driver.querycap_error = 0;
	driver.enum_error = EINTR;
	o = collect(start(NODE));
	expect_exit(&o, 1);
	ck_assert_uint_eq(driver.n_enum, 16);
}
END_TEST

/* What it had heard until then counts. */
START_TEST(ends_endless_lists)
{
	play(0);
	driver.endless = true;
	expect_output(devices[0].output);
	ck_assert_uint_eq(driver.n_enum, 2 * 128);
}
END_TEST

/* Until the mock has been asked, since the program starts slowly under a sanitizer. */
static void wait_for(const unsigned int *counter)
{
	while (!__atomic_load_n(counter, __ATOMIC_SEQ_CST) && seconds_since(&begun) < WAIT_S)
		usleep(1000);
	ck_assert(__atomic_load_n(counter, __ATOMIC_SEQ_CST));
}

/* Also as the child of one who ignores and blocks the signal. */
START_TEST(dies_in_a_hanging_driver)
{
	static const char *const nodes[] = { "/dev/null", "/dev/zero" };
	struct outcome o;
	sigset_t set;

	signal(SIGALRM, SIG_IGN);
	sigemptyset(&set);
	sigaddset(&set, SIGALRM);
	ck_assert(!sigprocmask(SIG_BLOCK, &set, NULL));
	o = collect(start_program("tests/libcodec-id-hangs", nodes[_i]));
	ck_assert_msg(WIFSIGNALED(o.status) && WTERMSIG(o.status) == SIGALRM,
		      "status %#x: %s", (unsigned int)o.status, o.err);
	ck_assert_msg(o.seconds < 3, "after %.2f s", o.seconds);
	ck_assert_str_eq(o.out, "");
}
END_TEST

/* The flags of the one terminal that a process has open: umockdev's node is one. */
static unsigned int node_flags(pid_t pid)
{
	char path[64], line[128], target[64];
	unsigned int flags = ~0u;
	struct dirent *e;
	ssize_t n;
	FILE *f;
	DIR *d;

	snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
	d = opendir(path);
	ck_assert(d != NULL);
	while ((e = readdir(d))) {
		n = readlinkat(dirfd(d), e->d_name, target, sizeof(target) - 1);
		target[n > 0 ? n : 0] = '\0';
		if (atoi(e->d_name) < 3 || strncmp(target, "/dev/pts/", 9))
			continue;
		snprintf(path, sizeof(path), "/proc/%d/fdinfo/%d", (int)pid, atoi(e->d_name));
		f = fopen(path, "re");
		ck_assert(f != NULL);
		while (fgets(line, sizeof(line), f))
			sscanf(line, "flags: %o", &flags);
		fclose(f);
	}
	closedir(d);
	return flags;
}

START_TEST(opens_with_care)
{
	unsigned int flags;
	pid_t pid;

	play(0);
	driver.hangs_in = VIDIOC_QUERYCAP;
	pid = start(NODE);
	wait_for(&driver.n_querycap);
	flags = node_flags(pid);
	kill(pid, SIGKILL);
	collect(pid);
	ck_assert_msg(flags != ~0u, "no terminal is open");
	ck_assert_uint_eq(flags & O_ACCMODE, O_RDONLY);
	ck_assert_uint_ne(flags & O_NONBLOCK, 0);
	ck_assert_uint_ne(flags & O_CLOEXEC, 0);
}
END_TEST

/* --- What is no device ----------------------------------------------------------------- */

START_TEST(wants_a_character_device)
{
	char dir[] = "/tmp/libcodec-id-XXXXXX", fifo[64], file[64];
	const char *nodes[] = { dir, fifo, file, "/nonexistent/video0", "" };
	struct inotify_event event;
	struct outcome o[5];
	unsigned int i;
	int fd, watch;

	ck_assert(mkdtemp(dir) != NULL);
	snprintf(fifo, sizeof(fifo), "%s/fifo", dir);
	snprintf(file, sizeof(file), "%s/file", dir);
	ck_assert(!mkfifo(fifo, 0600));
	fd = open(file, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
	ck_assert(fd >= 0);
	close(fd);
	watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	ck_assert(inotify_add_watch(watch, dir, IN_OPEN) >= 0);
	for (i = 0; i < 5; i++)
		o[i] = collect(start(nodes[i]));
	ck_assert_msg(read(watch, &event, sizeof(event)) < 0 && errno == EAGAIN,
		      "something was opened");
	close(watch);
	unlink(fifo);
	unlink(file);
	rmdir(dir);
	for (i = 0; i < 5; i++) {
		expect_exit(&o[i], 1);
		ck_assert_msg(strstr(o[i].err, i < 3 ? "no character device" :
						       "No such file") != NULL,
			      "%s", o[i].err);
	}
}
END_TEST

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static void add_tests(TCase *tc)
{
	tcase_add_checked_fixture(tc, played_driver_start, played_driver_stop);
	tcase_add_loop_test(tc, tells_roles, 0, COUNT(devices));
	tcase_add_test(tc, knows_whose_capabilities);
	tcase_add_loop_test(tc, takes_texts_for_what_they_are, 0, COUNT(texts));
	tcase_add_loop_test(tc, is_no_codec, 0, 2);
	tcase_add_loop_test(tc, passes_errors_on, 0, 3);
	tcase_add_test(tc, lacks_a_queue);
	tcase_add_test(tc, goes_on_after_interruptions);
	tcase_add_test(tc, gives_up_interruptions);
	tcase_add_test(tc, ends_endless_lists);
	tcase_add_loop_test(tc, dies_in_a_hanging_driver, 0, 2);
	tcase_add_test(tc, opens_with_care);
	tcase_add_test(tc, wants_a_character_device);
}

#else /* !HAVE_UMOCKDEV */

START_TEST(needs_umockdev)
{
	test_skip("umockdev", "built without it");
}
END_TEST

static void add_tests(TCase *tc)
{
	tcase_add_test(tc, needs_umockdev);
}

#endif

static Suite *make(void)
{
	Suite *s = suite_create("libcodec-id");
	TCase *tc = tcase_create("libcodec-id");

	add_tests(tc);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("libcodec-id", make);
}
