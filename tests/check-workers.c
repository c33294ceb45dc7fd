/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * parallel_for of the host: each index once and in order, tasks that wait for those
 * before them, many callers, threads that are there when needed and gone afterwards, and
 * none of it at the cost of an allocation.
 */
#include "config.h"

#include "testbed.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "alloc-counter.h"
#include "context.h"
#include "jpeg-writer.h"
#include "workers.h"

#define N_MAX 1000

static struct lc_workers ws;
static unsigned int alone; /* threads of a test without workers */

static unsigned int entries(const char *path)
{
	unsigned int n = 0;
	struct dirent *e;
	DIR *d = opendir(path);

	if (!d)
		return 0;
	while ((e = readdir(d)))
		n += e->d_name[0] != '.';
	closedir(d);
	return n;
}

/* A thread that was joined may still be seen for a moment. */
static unsigned int threads_settle(unsigned int want)
{
	unsigned int tries, n = 0;

	for (tries = 0; tries < 2000; tries++) {
		n = entries("/proc/self/task");
		if (n == want)
			break;
		usleep(1000);
	}
	return n;
}

static void *nothing(void *arg)
{
	return arg;
}

/* One thread is alone; but a sanitizer may add its own, once there is a second one. */
static void setup(void)
{
	unsigned int i, n;
	pthread_t thread;

	ck_assert_int_eq(pthread_create(&thread, NULL, nothing, NULL), 0);
	pthread_join(thread, NULL);
	alone = entries("/proc/self/task");
	for (i = 0; i < 20 && alone > 1; i++) {
		usleep(1000);
		n = entries("/proc/self/task");
		alone = n < alone ? n : alone;
	}
	lc_workers_init(&ws);
}

static void setup_fork(void)
{
#ifdef WITH_SANITIZER
	test_skip("threads-after-fork", "a sanitizer's own locks stay taken in a child");
#endif
	setup();
}

static void teardown(void)
{
	lc_workers_done(&ws);
}

/* --- what runs --- */

struct tally {
	uint32_t runs[N_MAX]; /* atomic */
	uint32_t begun;       /* atomic */
	uint32_t early;       /* atomic; that began before a lower one was given out */
	uint32_t waits;       /* tasks wait for the one before them */
};

static void tally(void *arg, uint32_t index)
{
	struct tally *t = arg;

	/* Of the lower ones only those that other threads hold may not be here yet. */
	if (__atomic_fetch_add(&t->begun, 1, __ATOMIC_RELAXED) + LC_WORKERS_MAX < index)
		__atomic_fetch_add(&t->early, 1, __ATOMIC_RELAXED);
	while (t->waits && index &&
	       !__atomic_load_n(&t->runs[index - 1], __ATOMIC_ACQUIRE))
		sched_yield();
	__atomic_fetch_add(&t->runs[index], 1, __ATOMIC_RELEASE);
}

static void check_tally(const struct tally *t, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < N_MAX; i++)
		ck_assert_uint_eq(t->runs[i], i < n);
	ck_assert_uint_eq(t->begun, n);
	ck_assert_uint_eq(t->early, 0);
}

static const uint32_t counts[] = { 0, 1, 2, 3, 8, 63, 64, 65, N_MAX };
static const uint32_t thread_counts[] = { 0, 1, 2, 3, 4, 8, 64, 1000, UINT32_MAX };

/* Each index once, at any number of threads; also where each waits for the one before. */
START_TEST(each_index_once)
{
	uint32_t threads = thread_counts[_i / 2], most, n;
	unsigned int c;
	int r;

	for (c = 0; c < LC_ARRAY_SIZE(counts); c++) {
		struct tally t = { .waits = _i % 2 };

		n = counts[c];
		most = threads < 1 ? 1 : threads;
		most = most > LC_WORKERS_MAX + 1 ? LC_WORKERS_MAX + 1 : most;
		most = most > n ? n : most;
		r = lc_workers_run(&ws, threads, n, tally, &t);
		ck_assert_int_ge(r, n > 0);
		ck_assert_int_le(r, (int)most);
		check_tally(&t, n);
	}
}
END_TEST

/* With one thread it is a loop, on the caller. */
struct sequence {
	pthread_t caller;
	uint32_t next;
	uint32_t wrong;
};

static void in_sequence(void *arg, uint32_t index)
{
	struct sequence *s = arg;

	s->wrong += index != s->next || !pthread_equal(pthread_self(), s->caller);
	s->next++;
}

START_TEST(one_thread_is_a_loop)
{
	struct sequence s = { .caller = pthread_self() };

	ck_assert_int_eq(lc_workers_run(&ws, 1, 500, in_sequence, &s), 1);
	ck_assert_uint_eq(s.next, 500);
	s.next = 0;
	ck_assert_int_eq(lc_workers_run(&ws, 0, 500, in_sequence, &s), 1);
	s.next = 0;
	ck_assert_int_eq(lc_workers_run(&ws, 8, 1, in_sequence, &s), 1);
	ck_assert_int_eq(lc_workers_run(&ws, 8, 0, in_sequence, &s), 0);
	ck_assert_uint_eq(s.next, 1);
	ck_assert_uint_eq(s.wrong, 0);
	ck_assert_int_eq(lc_workers_run(&ws, 8, 8, NULL, NULL), -EINVAL);
	ck_assert_uint_eq(entries("/proc/self/task"), alone);
}
END_TEST

/* A lower index is given out before a higher one: nobody sees a gap. */
struct order {
	pthread_mutex_t lock;
	bool held[N_MAX]; /* has begun */
	uint32_t gaps_max;
};

static void see_gaps(void *arg, uint32_t index)
{
	struct order *o = arg;
	uint32_t i, gaps = 0;

	pthread_mutex_lock(&o->lock);
	o->held[index] = true;
	for (i = 0; i < index; i++)
		gaps += !o->held[i];
	if (gaps > o->gaps_max)
		o->gaps_max = gaps;
	pthread_mutex_unlock(&o->lock);
}

START_TEST(lower_ones_are_given_out_first)
{
	struct order o = { .lock = PTHREAD_MUTEX_INITIALIZER };
	int i;

	for (i = 0; i < 50; i++) {
		memset(o.held, 0, sizeof(o.held));
		o.gaps_max = 0;
		lc_workers_run(&ws, 4, 500, see_gaps, &o);
		/* One for each other thread that took it and has not come to here yet. */
		ck_assert_uint_le(o.gaps_max, 3);
	}
}
END_TEST

/*
 * Where threads are free each index has its own: here all must have begun before one
 * ends. A program may not count on it, but a context of its own with nothing else to do
 * gives them.
 */
static void meet(void *arg, uint32_t index)
{
	pthread_barrier_wait(arg);
}

START_TEST(free_threads_are_used)
{
	pthread_barrier_t barrier;
	uint32_t n = _i ? LC_WORKERS_MAX + 1 : 4;
	int i;

	pthread_barrier_init(&barrier, NULL, n);
	for (i = 0; i < 100; i++)
		ck_assert_int_eq(lc_workers_run(&ws, n, n, meet, &barrier), (int)n);
	pthread_barrier_destroy(&barrier);
}
END_TEST

START_TEST(the_last_index_is_the_end)
{
	uint32_t next = UINT32_MAX - 2, i, n;

	ck_assert(lc_workers_claim(&next, UINT32_MAX, &i));
	ck_assert_uint_eq(i, UINT32_MAX - 2);
	ck_assert(lc_workers_claim(&next, UINT32_MAX, &i));
	ck_assert_uint_eq(i, UINT32_MAX - 1);
	for (n = 0; n < 100; n++)
		ck_assert(!lc_workers_claim(&next, UINT32_MAX, &i));
	ck_assert_uint_eq(next, UINT32_MAX);
}
END_TEST

static void count(void *arg, uint32_t index)
{
	__atomic_fetch_add((uint32_t *)arg, 1, __ATOMIC_RELAXED);
}

START_TEST(short_work_in_masses)
{
	uint32_t n = 0;
	int i;

	lc_workers_run(&ws, 8, 2000000, count, &n);
	ck_assert_uint_eq(n, 2000000);
	for (i = n = 0; i < 20000; i++)
		lc_workers_run(&ws, 4, 4, count, &n);
	ck_assert_uint_eq(n, 4 * 20000);
}
END_TEST

/* --- nesting --- */

static uint32_t nested_wrong; /* atomic */

static void outer(void *arg, uint32_t index)
{
	struct sequence s = { .caller = pthread_self() };
	int r = lc_workers_run(arg, 8, 20, in_sequence, &s);

	if (r != 1 || s.next != 20 || s.wrong)
		__atomic_fetch_add(&nested_wrong, 1, __ATOMIC_RELAXED);
}

START_TEST(nested_calls_are_loops)
{
	struct lc_workers other;
	struct tally t = { .waits = 0 };

	lc_workers_init(&other);
	lc_workers_run(&ws, 4, 200, outer, &ws);
	lc_workers_run(&ws, 4, 200, outer, &other);
	lc_workers_run(&ws, 1, 200, outer, &ws);
	ck_assert_uint_eq(nested_wrong, 0);
	ck_assert_uint_eq(other.n, 0);
	lc_workers_done(&other);
	/* And afterwards they are none. */
	lc_workers_run(&ws, 8, 100, tally, &t);
	check_tally(&t, 100);
	ck_assert_uint_eq(ws.n, 7);
}
END_TEST

/* --- many callers --- */

#define CALLERS 6

static void *call_often(void *arg)
{
	uint32_t *bad = arg;
	int i;

	for (i = 0; i < 300; i++) {
		struct tally t = { .waits = i & 1 };
		uint32_t n = 1 + (uint32_t)i % 20;
		uint32_t k;

		lc_workers_run(&ws, 1 + (uint32_t)i % 5, n, tally, &t);
		for (k = 0; k < n; k++)
			*bad += t.runs[k] != 1;
		*bad += t.begun != n;
	}
	return NULL;
}

static void callers(void)
{
	pthread_t threads[CALLERS];
	uint32_t bad[CALLERS] = { 0 };
	int i;

	for (i = 0; i < CALLERS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, call_often, &bad[i]),
				 0);
	for (i = 0; i < CALLERS; i++) {
		pthread_join(threads[i], NULL);
		ck_assert_uint_eq(bad[i], 0);
	}
}

START_TEST(many_callers_at_once)
{
	callers();
	ck_assert_uint_le(ws.n, CALLERS * 4);
}
END_TEST

/* The host's threads may all be with others: then a caller is alone, and still done. */
static uint32_t release; /* atomic */
static uint32_t holding; /* atomic */

static void hold(void *arg, uint32_t index)
{
	__atomic_fetch_add(&holding, 1, __ATOMIC_RELAXED);
	while (!__atomic_load_n(&release, __ATOMIC_ACQUIRE))
		usleep(100);
}

static void *hold_all(void *arg)
{
	lc_workers_run(&ws, LC_WORKERS_MAX + 1, LC_WORKERS_MAX + 1, hold, NULL);
	return NULL;
}

START_TEST(a_caller_without_free_threads)
{
	struct tally t = { .waits = 1 };
	pthread_t thread;

	ck_assert_int_eq(pthread_create(&thread, NULL, hold_all, NULL), 0);
	while (__atomic_load_n(&holding, __ATOMIC_RELAXED) <= LC_WORKERS_MAX)
		usleep(100);
	ck_assert_int_eq(lc_workers_run(&ws, 4, 100, tally, &t), 1);
	check_tally(&t, 100);
	__atomic_store_n(&release, 1, __ATOMIC_RELEASE);
	pthread_join(thread, NULL);
	ck_assert_uint_eq(ws.n, LC_WORKERS_MAX);
}
END_TEST

/* Whether the limit on address space is kept, which qemu-user does not do. */
static bool address_space_ends(void)
{
	void *p = mmap(NULL, 2 << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return true;
	munmap(p, 2 << 20);
	return false;
}

/* No thread can be had: the work is done all the same. A thread is tried again later. */
START_TEST(no_thread_can_be_made)
{
	struct rlimit saved, none;
	struct tally t = { .waits = 1 };

#ifdef WITH_SANITIZER
	test_skip("rlimit-as", "a sanitizer needs more address space than is left here");
#endif
	ck_assert_int_eq(getrlimit(RLIMIT_AS, &saved), 0);
	none = saved;
	none.rlim_cur = 1 << 20;
	if (setrlimit(RLIMIT_AS, &none) < 0 || !address_space_ends())
		test_skip("rlimit-as", "address space can't be limited");
	lc_workers_run(&ws, 4, 100, tally, &t);
	ck_assert_int_eq(setrlimit(RLIMIT_AS, &saved), 0);
	check_tally(&t, 100);
	ck_assert_uint_eq(ws.n, 0);
	ck_assert_int_gt(ws.retry_at, 0);
	memset(&t, 0, sizeof(t));
	lc_workers_run(&ws, 4, 100, tally, &t);
	ck_assert_uint_eq(ws.n, 0);
	ws.retry_at = 1; /* a second has passed */
	memset(&t, 0, sizeof(t));
	lc_workers_run(&ws, 4, 100, tally, &t);
	check_tally(&t, 100);
	ck_assert_uint_eq(ws.n, 3);
}
END_TEST

/* --- what the threads are --- */

struct nature {
	pthread_barrier_t barrier;
	pthread_t caller;
	uint32_t wrong; /* atomic */
};

static void look_at_thread(void *arg, uint32_t index)
{
	struct nature *nature = arg;
	size_t stack = 0;
	pthread_attr_t attr;
	char name[16] = "";
	sigset_t set;
	bool ok;

	pthread_barrier_wait(&nature->barrier);
	if (pthread_equal(pthread_self(), nature->caller))
		return;
	pthread_getname_np(pthread_self(), name, sizeof(name));
	pthread_sigmask(SIG_SETMASK, NULL, &set);
	pthread_getattr_np(pthread_self(), &attr);
	pthread_attr_getstacksize(&attr, &stack);
	pthread_attr_destroy(&attr);
	ok = !strncmp(name, "libcodec-", 9) && atoi(name + 9) >= 1 && atoi(name + 9) <= 3;
	ok &= sigismember(&set, SIGTERM) && sigismember(&set, SIGALRM);
	ok &= !sigismember(&set, SIGSEGV) && !sigismember(&set, SIGBUS);
	ok &= stack >= 1u << 20;
	if (!ok)
		__atomic_fetch_add(&nature->wrong, 1, __ATOMIC_RELAXED);
}

START_TEST(threads_keep_out_of_the_way)
{
	struct nature nature = { .caller = pthread_self() };
	sigset_t before, after;

	pthread_sigmask(SIG_SETMASK, NULL, &before);
	pthread_barrier_init(&nature.barrier, NULL, 4);
	ck_assert_int_eq(lc_workers_run(&ws, 4, 4, look_at_thread, &nature), 4);
	pthread_barrier_destroy(&nature.barrier);
	ck_assert_uint_eq(nature.wrong, 0);
	pthread_sigmask(SIG_SETMASK, NULL, &after);
	ck_assert_int_eq(sigismember(&before, SIGTERM), sigismember(&after, SIGTERM));
}
END_TEST

START_TEST(they_end_with_the_context)
{
	unsigned int fds = entries("/proc/self/fd");
	int i;

	for (i = 0; i < 20; i++) {
		struct tally t = { .waits = 1 };
		struct lc_workers mine;

		lc_workers_init(&mine);
		lc_workers_run(&mine, 5, 5, tally, &t);
		ck_assert_uint_eq(entries("/proc/self/task"), alone + 4);
		lc_workers_run(&mine, 3, 100, tally, &(struct tally){ .waits = 0 });
		ck_assert_uint_eq(mine.n, 4);
		lc_workers_done(&mine);
		ck_assert_uint_eq(threads_settle(alone), alone);
		ck_assert_uint_eq(entries("/proc/self/fd"), fds);
	}
}
END_TEST

/* They sleep: an idle process uses no CPU. */
START_TEST(idle_threads_sleep)
{
	struct timespec before, after;
	struct tally t = { .waits = 0 };

	lc_workers_run(&ws, 8, 100, tally, &t);
	usleep(50000);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
	usleep(200000);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
	ck_assert_int_lt((after.tv_sec - before.tv_sec) * 1000000000 + after.tv_nsec -
				 before.tv_nsec,
			 20000000);
}
END_TEST

START_TEST(nothing_is_allocated)
{
	unsigned long before;
	uint32_t n = 0;
	int i;

	if (!ALLOC_COUNTING)
		test_skip("malloc-counter", "malloc can't be counted in this build");
	lc_workers_run(&ws, 4, 4, count, &n);
	usleep(20000); /* until all threads have begun */
	before = alloc_calls;
	for (i = 0; i < 2000; i++)
		lc_workers_run(&ws, 2 + (uint32_t)i % 3, 1 + (uint32_t)i % 30, count, &n);
	ck_assert_uint_eq(alloc_calls - before, 0);
}
END_TEST

/* --- fork --- */

/* Check's own functions are for the parent: this says by its status what is wrong. */
static void child_works(void)
{
	struct tally t = { .waits = 1 };
	int bad = 0;
	uint32_t i;

	alarm(20);
	lc_workers_run(&ws, 4, 100, tally, &t);
	for (i = 0; i < N_MAX; i++)
		bad |= t.runs[i] != (i < 100);
	bad |= (ws.n != 3) << 1;
	bad |= (entries("/proc/self/task") != 4) << 2;
	lc_workers_done(&ws);
	bad |= (threads_settle(1) != 1) << 3;
	_exit(bad);
}

/* The status of a child that worked, 0 if well, or -1. */
static int run_child(void)
{
	int status = -1;
	pid_t pid = fork();

	if (pid < 0)
		return -1;
	if (!pid)
		child_works();
	return waitpid(pid, &status, 0) == pid ? status : -1;
}

/* A child of a process with idle threads makes its own; its parent's go on. */
START_TEST(a_child_begins_anew)
{
	struct tally t = { .waits = 1 };

	lc_workers_run(&ws, 5, 100, tally, &t);
	ck_assert_int_eq(run_child(), 0);
	memset(&t, 0, sizeof(t));
	lc_workers_run(&ws, 5, 100, tally, &t);
	check_tally(&t, 100);
}
END_TEST

/* While other threads call, whoever holds what. */
static void *fork_often(void *arg)
{
	int *status = arg, i;

	for (i = 0; i < 20 && !*status; i++)
		*status = run_child();
	return NULL;
}

START_TEST(a_child_of_a_busy_process)
{
	pthread_t thread;
	int status = 0;

	ck_assert_int_eq(pthread_create(&thread, NULL, fork_often, &status), 0);
	callers();
	callers();
	pthread_join(thread, NULL);
	ck_assert_int_eq(status, 0);
}
END_TEST

/* --- through the plugin ABI --- */

START_TEST(plugins_are_lent_threads)
{
	unsigned int i;
	struct libcodec_decoder_params p = { .struct_size = sizeof(p) };
	struct libcodec_image_info info = { .struct_size = sizeof(info) };
	struct testbed tb;
	struct libcodec_context *ctx;
	struct libcodec_decoder *dec;
	struct libcodec_image *image;
	static uint8_t stream[65536];
	struct fx_jpeg j;
	size_t size;

	testbed_init(&tb);
	testbed_add_mock(&tb, "10", "parallel", NULL);
	fx_jpeg_init(&j, 48, 40, FX_420);
	size = fx_jpeg_write(&j, stream, sizeof(stream));
	ctx = testbed_context(&tb);
	image = testbed_image(ctx, 65536);
	for (i = 0; i < 5; i++) {
		const unsigned int more = i > 1 ? i - 1 : 0;

		p.threads = i;
		dec = testbed_decoder(ctx, &p);
		ck_assert_int_eq(libcodec_decoder_decode(dec, stream, size, image, &info),
				 0);
		ck_assert_str_eq(info.backend, "mock-parallel");
		ck_assert_uint_eq(entries("/proc/self/task"), alone + more);
		ck_assert_uint_eq(ctx->workers.n, more);
		libcodec_decoder_unref(dec);
	}
	libcodec_image_unref(image);
	libcodec_context_unref(ctx);
	ck_assert_uint_eq(threads_settle(alone), alone);
	testbed_done(&tb);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("workers");
	TCase *tc = tcase_create("workers");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, each_index_once, 0,
			    2 * (int)LC_ARRAY_SIZE(thread_counts));
	tcase_add_test(tc, one_thread_is_a_loop);
	tcase_add_test(tc, lower_ones_are_given_out_first);
	tcase_add_loop_test(tc, free_threads_are_used, 0, 2);
	tcase_add_test(tc, the_last_index_is_the_end);
	tcase_add_test(tc, short_work_in_masses);
	tcase_add_test(tc, nested_calls_are_loops);
	tcase_add_test(tc, many_callers_at_once);
	tcase_add_test(tc, a_caller_without_free_threads);
	tcase_add_test(tc, no_thread_can_be_made);
	tcase_add_test(tc, threads_keep_out_of_the_way);
	tcase_add_test(tc, they_end_with_the_context);
	tcase_add_test(tc, idle_threads_sleep);
	tcase_add_test(tc, nothing_is_allocated);
	tcase_add_test(tc, plugins_are_lent_threads);
	suite_add_tcase(s, tc);

	tc = tcase_create("fork");
	tcase_add_checked_fixture(tc, setup_fork, teardown);
	tcase_add_test(tc, a_child_begins_anew);
	tcase_add_test(tc, a_child_of_a_busy_process);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("workers", make_suite);
}
