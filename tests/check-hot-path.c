/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the dispatcher costs a frame: with devices, deadlines and an open breaker it takes
 * no lock, allocates nothing and makes no system call of its own. With --bench: its
 * nanoseconds over calling the plugin directly.
 */
#include "config.h"

#include "fake-watch.h"
#include "hotplug-bed.h"

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "alloc-counter.h"
#include "breaker.h"
#include "clock.h"
#include "context.h"
#include "decoder.h"
#include "jpeg-writer.h"
#include "system-calls.h"

#define FRAMES 100

static struct bed bed;

/* Paints a constant, and never asks the kernel whether the device is there. */
static const char *const blind[] = { "MOCK_BLIND=1", NULL };

/* --- locks, counted (--wrap) --- */

static unsigned long lock_calls; /* atomic */

int __real_pthread_mutex_lock(pthread_mutex_t *m);
int __wrap_pthread_mutex_lock(pthread_mutex_t *m);
int __real_pthread_mutex_trylock(pthread_mutex_t *m);
int __wrap_pthread_mutex_trylock(pthread_mutex_t *m);

int __wrap_pthread_mutex_lock(pthread_mutex_t *m)
{
	__atomic_add_fetch(&lock_calls, 1, __ATOMIC_RELAXED);
	return __real_pthread_mutex_lock(m);
}

int __wrap_pthread_mutex_trylock(pthread_mutex_t *m)
{
	__atomic_add_fetch(&lock_calls, 1, __ATOMIC_RELAXED);
	return __real_pthread_mutex_trylock(m);
}

/* --- scenes --- */

enum scene {
	SCENE_DEVICE,   /* frames go to a device */
	SCENE_DEADLINE, /* likewise, with a deadline, and somebody listens */
	SCENE_BREAKER,  /* its breaker is open: the cpu decodes */
	SCENE_CPU,      /* no device at all */
	SCENES
};

static const char *const scene_names[SCENES] = { "device", "deadline", "breaker", "cpu" };

static void begin(enum scene scene)
{
	struct libcodec_decoder_params p = { .struct_size = sizeof(p) };
	struct lc_backend *b;

	bed_init(&bed);
	if (scene != SCENE_CPU)
		fake_plug("a", blind);
	if (scene == SCENE_DEADLINE)
		p.deadline_ns = 10000000000;
	bed.params.log_level = LIBCODEC_LOG_NONE;
	bed.params.log = NULL;
	bed_context(&bed, &p);
	if (scene == SCENE_DEADLINE)
		bed_listen(&bed);
	bed_decode(&bed);
	if (scene == SCENE_BREAKER) {
		b = bed.dec->selection.list[0].backend;
		ck_assert_int_eq(lc_breaker_trip(&b->breaker, false, lc_now_ns()),
				 LC_BREAKER_OPENED);
		bed_decode(&bed);
	}
	bed_decode(&bed);
	ck_assert_str_eq(bed.info.backend, scene == SCENE_DEVICE || scene == SCENE_DEADLINE ?
						   "mock-device" : "cpu");
}

static void teardown(void)
{
	bed_done(&bed);
}

/* As many frames, without Check, which counts and calls itself. False: one failed. */
static bool frames(int n)
{
	struct libcodec_image_info info = { .struct_size = sizeof(info) };
	bool good = true;

	while (n--)
		good &= libcodec_decoder_decode(bed.dec, bed_stream(), bed_stream_size(),
						bed.image, &info) == 0;
	return good;
}

START_TEST(test_no_lock_no_allocation)
{
	unsigned long locks, allocations;
	bool good;

	begin((enum scene)_i);
	ck_assert_uint_gt(lock_calls, 0);
	locks = lock_calls;
	allocations = alloc_calls;
	good = frames(FRAMES);
	locks = lock_calls - locks;
	allocations = alloc_calls - allocations;
	ck_assert(good);
	ck_assert_uint_eq(locks, 0);
	ck_assert_uint_eq(allocations, 0);
	ck_assert(!ALLOC_COUNTING || alloc_calls > 0);
}
END_TEST

/*
 * All of it in a child, since a device's session is not for the child of who opened it.
 * @extra: a system call of our own. Returns the wait status.
 */
static int frames_in_a_child(enum scene scene, bool extra)
{
	int status = 0;
	pid_t pid = fork();

	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		begin(scene);
		if (!forbid_system_calls())
			_exit(NO_FILTER);
		if (extra)
			syscall(SYS_getppid);
		_exit(frames(FRAMES) ? 0 : 1);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	if (WIFEXITED(status) && WEXITSTATUS(status) == NO_FILTER)
		test_skip("seccomp", "system calls can't be forbidden here");
	return status;
}

START_TEST(test_no_system_call)
{
	if (!ALLOC_COUNTING)
		test_skip("malloc-counter", "sanitizers make system calls of their own");
	ck_assert(WIFSIGNALED(frames_in_a_child((enum scene)_i, true)));
	ck_assert_int_eq(frames_in_a_child((enum scene)_i, false), 0);
}
END_TEST

/* --- what it costs --- */

#define BENCH_ROUNDS 2000
#define BENCH_CALLS  100

/* The least of many rounds, nanoseconds a call. */
static double least(void (*call)(void *), void *arg)
{
	int64_t best = INT64_MAX, t;
	int round, i;

	for (round = 0; round < BENCH_ROUNDS; round++) {
		t = lc_now_ns();
		for (i = 0; i < BENCH_CALLS; i++)
			call(arg);
		t = lc_now_ns() - t;
		best = t < best ? t : best;
	}
	return (double)best / BENCH_CALLS;
}

static void dispatched(void *arg)
{
	libcodec_decoder_decode(bed.dec, bed_stream(), bed_stream_size(), bed.image, arg);
}

/* What anybody who calls the plugin does: parse the headers, fill the job, call. */
struct direct {
	const struct lc_backend *backend;
	void *session;
	struct libcodec_surface surface;
};

static void direct(void *arg)
{
	struct direct *d = arg;
	struct libcodec_decode_result res;
	struct libcodec_decode_job job;
	struct lc_stream s;
	struct lc_fault fault;
	uint32_t stage;

	memset(&fault, 0, sizeof(fault));
	if (lc_stream_parse(bed_stream(), bed_stream_size(), &bed.dec->limits, &s, &stage,
			    &fault) < 0)
		abort();
	memset(&res, 0, sizeof(res));
	res.struct_size = sizeof(res);
	memset(&job, 0, sizeof(job));
	job.struct_size = sizeof(job);
	job.codec = LIBCODEC_CODEC_JPEG;
	job.threads = 1;
	job.size = bed_stream_size();
	job.data = bed_stream();
	job.jpeg = &s.jpeg;
	job.surface = &d->surface;
	job.max_scratch_bytes = UINT64_MAX;
	if (d->backend->plugin->ops.decode(d->session, &job, &res) != LIBCODEC_VERDICT_DONE)
		abort();
}

static void fill_surface(struct libcodec_surface *s)
{
	struct libcodec_image_layout l = { .struct_size = sizeof(l) };
	unsigned int i;

	libcodec_image_get_layout(bed.image, &l);
	*s = (struct libcodec_surface){
		.struct_size = sizeof(*s),
		.memory = l.memory,
		.format = l.format,
		.dtype = l.dtype,
		.width = l.width,
		.height = l.height,
		.n_planes = l.n_planes,
		.size = l.needed,
	};
	for (i = 0; i < l.n_planes; i++) {
		s->plane_stride[i] = l.plane_stride[i];
		s->plane_offset[i] = l.plane_offset[i];
	}
	ck_assert_int_eq(libcodec_image_map(bed.image, LIBCODEC_ACCESS_WRITE, &s->data), 0);
	libcodec_image_unmap(bed.image);
}

START_TEST(bench)
{
	struct libcodec_image_info info = { .struct_size = sizeof(info) };
	struct direct d = { .backend = NULL };
	double t_dispatched, t_direct;

	begin((enum scene)_i);
	d.backend = bed.dec->selection.list[_i == SCENE_BREAKER].backend;
	d.session = bed.dec->selection.list[_i == SCENE_BREAKER].session->session;
	fill_surface(&d.surface);
	t_direct = least(direct, &d);
	t_dispatched = least(dispatched, &info);
	printf("# %-9s libcodec_decoder_decode %7.0f ns, the plugin called directly %7.0f ns: "
	       "%4.0f ns for the dispatcher\n", scene_names[_i], t_dispatched, t_direct,
	       t_dispatched - t_direct);
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("hot-path");
	TCase *tc = tcase_create("hot-path");

	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_add_loop_test(tc, test_no_lock_no_allocation, 0, SCENES);
	suite_add_tcase(s, tc);
	tc = tcase_create("system-calls");
	tcase_add_loop_test(tc, test_no_system_call, 0, SCENES);
	suite_add_tcase(s, tc);
	return s;
}

static Suite *make_bench(void)
{
	Suite *s = suite_create("hot-path-bench");
	TCase *tc = tcase_create("bench");

	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_add_loop_test(tc, bench, 0, SCENES);
	suite_add_tcase(s, tc);
	return s;
}

int main(int argc, char **argv)
{
	bool benches = argc == 2 && !strcmp(argv[1], "--bench");

	return benches ? test_main("hot-path-bench", make_bench) : test_main("hot-path", make);
}
