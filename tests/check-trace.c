/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The trace writer: what it writes is JSON, and says what happened.
 */
#include "config.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"
#include "trace.h"

/* --- a strict JSON reader, RFC 8259: complete events out, or a failed test --- */

/* Check notes each assertion that holds in a file: too slow for each character. */
#define NEED(condition)                                                       \
	do {                                                                  \
		if (!(condition))                                             \
			ck_abort_msg("not so: %s, before: %.40s", #condition, \
				     j->p);                                   \
	} while (0)

struct event {
	char name[128];
	char arg_name[128];
	long long arg, pid, tid;
	double ts, dur;
	char phase;
};

struct json {
	const char *p;
	struct event *events;
	size_t n;
};

static void blanks(struct json *j)
{
	while (*j->p == ' ' || *j->p == '\n' || *j->p == '\t' || *j->p == '\r')
		j->p++;
}

static int next_is(struct json *j, char c)
{
	blanks(j);
	if (*j->p != c)
		return 0;
	j->p++;
	return 1;
}

static void want(struct json *j, char c)
{
	NEED(next_is(j, c));
}

static void string(struct json *j, char out[128])
{
	size_t n = 0;
	unsigned int code;

	want(j, '"');
	while (*j->p != '"') {
		unsigned char c = (unsigned char)*j->p++;

		NEED(c >= 0x20 && c < 0x80);
		if (c == '\\') {
			c = (unsigned char)*j->p++;
			if (c == 'u') {
				NEED(sscanf(j->p, "%4x", &code) == 1 && code < 0x80);
				c = (unsigned char)code;
				j->p += 4;
			} else {
				NEED(c == '"' || c == '\\');
			}
		}
		NEED(n < 127);
		out[n++] = (char)c;
	}
	out[n] = '\0';
	j->p++;
}

static double number(struct json *j)
{
	const char *begin, *p;

	blanks(j);
	begin = p = j->p;
	p += *p == '-';
	NEED(*p >= '0' && *p <= '9');
	if (*p == '0')
		p++;
	else
		p += strspn(p, "0123456789");
	if (*p == '.') {
		p++;
		NEED(*p >= '0' && *p <= '9');
		p += strspn(p, "0123456789");
	}
	NEED(!*p || !strchr("eE0123456789", *p));
	j->p = p;
	return strtod(begin, NULL);
}

static void args(struct json *j, struct event *e)
{
	want(j, '{');
	string(j, e->arg_name);
	want(j, ':');
	blanks(j);
	e->arg = strtoll(j->p, NULL, 10);
	number(j);
	want(j, '}');
}

static void event(struct json *j, struct event *e)
{
	char key[128], text[128];

	memset(e, 0, sizeof(*e));
	want(j, '{');
	do {
		string(j, key);
		want(j, ':');
		if (!strcmp(key, "name")) {
			string(j, e->name);
		} else if (!strcmp(key, "ph")) {
			string(j, text);
			e->phase = text[0];
		} else if (!strcmp(key, "cat")) {
			string(j, text);
			NEED(!strcmp(text, "libcodec"));
		} else if (!strcmp(key, "pid")) {
			e->pid = (long long)number(j);
		} else if (!strcmp(key, "tid")) {
			e->tid = (long long)number(j);
		} else if (!strcmp(key, "ts")) {
			e->ts = number(j);
		} else if (!strcmp(key, "dur")) {
			e->dur = number(j);
		} else {
			NEED(!strcmp(key, "args"));
			args(j, e);
		}
	} while (next_is(j, ','));
	want(j, '}');
	NEED(e->phase == 'X');
	NEED(e->pid == getpid());
	NEED(e->dur >= 0);
}

static char path[64];

static struct json read_trace(void)
{
	struct json j = { NULL, NULL, 0 };
	size_t size, room = 0;
	char *text;

	text = (char *)test_read_file(path, &size);
	text = realloc(text, size + 1);
	text[size] = '\0';
	ck_assert_uint_eq(strlen(text), size);
	j.p = text;
	want(&j, '[');
	if (!next_is(&j, ']')) {
		do {
			if (j.n == room) {
				room = 2 * room + 16;
				j.events = realloc(j.events, room * sizeof(*j.events));
			}
			event(&j, &j.events[j.n++]);
		} while (next_is(&j, ','));
		want(&j, ']');
	}
	blanks(&j);
	ck_assert_msg(!*j.p, "after the end: %.40s", j.p);
	free(text);
	return j;
}

/* --- the tests --- */

static void setup(void)
{
	int fd;

	strcpy(path, "/tmp/check-trace-XXXXXX");
	fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	close(fd);
}

static void teardown(void)
{
	unlink(path);
}

static void start(void)
{
	ck_assert_int_eq(libcodec_trace_start(path), 0);
}

static void stop(void)
{
	ck_assert_int_eq(libcodec_trace_stop(), 0);
}

START_TEST(off_is_nothing)
{
	ck_assert_uint_eq(lc_tracing, 0);
	ck_assert_uint_eq(lc_trace_begin("a", NULL, 0), 0);
	lc_trace_end(0);
	ck_assert_int_eq(libcodec_trace_stop(), -EINVAL);
}
END_TEST

START_TEST(empty_trace)
{
	struct json j;

	start();
	ck_assert_uint_ne(lc_tracing, 0);
	stop();
	ck_assert_uint_eq(lc_tracing, 0);
	j = read_trace();
	ck_assert_uint_eq(j.n, 0);
}
END_TEST

START_TEST(spans_nest)
{
	uint64_t outer, inner;
	struct json j;

	start();
	outer = lc_trace_begin("codec.decode_jpeg", "bytes", -5);
	inner = lc_trace_begin("codec.decode_jpeg.mcu_loop", NULL, 7);
	ck_assert(outer && inner && outer != inner);
	usleep(2000);
	errno = 77;
	lc_trace_end(inner);
	ck_assert_int_eq(errno, 77);
	lc_trace_end(outer);
	lc_trace_end(outer); /* once is enough */
	inner = lc_trace_begin("again", "n", INT64_MIN);
	lc_trace_end(inner);
	stop();

	j = read_trace();
	ck_assert_uint_eq(j.n, 3);
	ck_assert_str_eq(j.events[0].name, "codec.decode_jpeg.mcu_loop");
	ck_assert_str_eq(j.events[0].arg_name, "");
	ck_assert_str_eq(j.events[1].name, "codec.decode_jpeg");
	ck_assert_str_eq(j.events[1].arg_name, "bytes");
	ck_assert_int_eq(j.events[1].arg, -5);
	ck_assert(j.events[2].arg == INT64_MIN);
	ck_assert_int_eq(j.events[0].tid, syscall(SYS_gettid));
	ck_assert_double_ge(j.events[0].dur, 2000); /* microseconds */
	ck_assert_double_lt(j.events[0].dur, 60e6);
	ck_assert_double_ge(j.events[1].dur, j.events[0].dur);
	ck_assert_double_le(j.events[1].ts, j.events[0].ts);
	free(j.events);
}
END_TEST

START_TEST(names_are_escaped)
{
	char longest[300];
	struct json j;

	memset(longest, '\x01', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	start();
	lc_trace_end(lc_trace_begin("a\"b\\c\n\xff", "k\"", 1));
	lc_trace_end(lc_trace_begin(longest, longest, INT64_MIN));
	ck_assert_uint_eq(lc_trace_begin(NULL, NULL, 0), 0);
	stop();
	j = read_trace();
	ck_assert_uint_eq(j.n, 2);
	ck_assert_str_eq(j.events[0].name, "a\"b\\c\n?");
	ck_assert_str_eq(j.events[0].arg_name, "k\"");
	ck_assert_uint_eq(strlen(j.events[1].name), 96);
	free(j.events);
}
END_TEST

START_TEST(open_spans_are_left_out)
{
	uint64_t a, b;
	struct json j;

	start();
	a = lc_trace_begin("open", NULL, 0);
	lc_trace_end(lc_trace_begin("closed", NULL, 0));
	stop();
	j = read_trace();
	ck_assert_uint_eq(j.n, 1);
	ck_assert_str_eq(j.events[0].name, "closed");
	free(j.events);

	/* Nor do they come into the next one. */
	start();
	lc_trace_end(a);
	b = lc_trace_begin("new", NULL, 0);
	lc_trace_end(a);
	lc_trace_end(b);
	stop();
	j = read_trace();
	ck_assert_uint_eq(j.n, 1);
	ck_assert_str_eq(j.events[0].name, "new");
	free(j.events);
}
END_TEST

/* A span that ends takes those with it which somebody forgot to end. */
START_TEST(depth_is_bounded)
{
	uint64_t tokens[100], again;
	unsigned int i, n = 0;
	struct json j;

	start();
	for (i = 0; i < 100; i++) {
		tokens[i] = lc_trace_begin("deep", NULL, 0);
		n += tokens[i] != 0;
	}
	ck_assert_uint_gt(n, 10);
	ck_assert_uint_lt(n, 100);
	lc_trace_end(tokens[0]);
	lc_trace_end(tokens[1]);
	again = lc_trace_begin("again", NULL, 0);
	ck_assert_uint_ne(again, 0);
	lc_trace_end(again);
	stop();
	j = read_trace();
	ck_assert_uint_eq(j.n, 2);
	free(j.events);
}
END_TEST

#define N_THREADS 4
#define N_SPANS   3000

static void *spans(void *data)
{
	int i;

	for (i = 0; i < N_SPANS; i++) {
		uint64_t a = lc_trace_begin("thread.outer", "i", i);

		lc_trace_end(lc_trace_begin("thread.inner", NULL, 0));
		lc_trace_end(a);
	}
	return NULL;
}

START_TEST(threads)
{
	pthread_t t[N_THREADS];
	struct json j;
	size_t i;

	start();
	for (i = 0; i < N_THREADS; i++)
		ck_assert_int_eq(pthread_create(&t[i], NULL, spans, NULL), 0);
	for (i = 0; i < N_THREADS; i++)
		pthread_join(t[i], NULL);
	stop();
	j = read_trace();
	ck_assert_uint_eq(j.n, 2 * N_THREADS * N_SPANS);
	free(j.events);
}
END_TEST

static void *end_it(void *token)
{
	lc_trace_end(*(uint64_t *)token);
	return NULL;
}

START_TEST(another_threads_token_is_ignored)
{
	uint64_t token;
	pthread_t t;
	struct json j;

	start();
	token = lc_trace_begin("mine", NULL, 0);
	ck_assert_int_eq(pthread_create(&t, NULL, end_it, &token), 0);
	pthread_join(t, NULL);
	lc_trace_end(token);
	stop();
	j = read_trace();
	ck_assert_uint_eq(j.n, 1);
	ck_assert_int_eq(j.events[0].tid, syscall(SYS_gettid));
	free(j.events);
}
END_TEST

/* Starts and stops under threads that never cease to make spans. */
static int enough;

static void *spans_until(void *data)
{
	while (!__atomic_load_n(&enough, __ATOMIC_RELAXED))
		spans(NULL);
	return NULL;
}

START_TEST(stops_at_any_time)
{
	pthread_t t[2];
	struct json j;
	int i;

	enough = 0;
	for (i = 0; i < 2; i++)
		ck_assert_int_eq(pthread_create(&t[i], NULL, spans_until, NULL), 0);
	for (i = 0; i < 20; i++) {
		start();
		usleep(1000);
		stop();
		j = read_trace();
		free(j.events);
	}
	__atomic_store_n(&enough, 1, __ATOMIC_RELAXED);
	for (i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
}
END_TEST

START_TEST(one_at_a_time)
{
	struct json j;

	start();
	ck_assert_int_eq(libcodec_trace_start("/tmp/check-trace-never"), -EBUSY);
	ck_assert_int_eq(access("/tmp/check-trace-never", F_OK), -1);
	/* Nor is the file emptied. */
	ck_assert_int_eq(libcodec_trace_start(path), -EBUSY);
	lc_trace_end(lc_trace_begin("a", NULL, 0));
	stop();
	j = read_trace();
	ck_assert_uint_eq(j.n, 1);
	free(j.events);
}
END_TEST

START_TEST(bad_paths)
{
	ck_assert_int_eq(libcodec_trace_start(NULL), -EINVAL);
	ck_assert_int_eq(libcodec_trace_start(""), -EINVAL);
	ck_assert_int_eq(libcodec_trace_start("/nonexistent/trace.json"), -ENOENT);
	ck_assert_int_eq(libcodec_trace_start("/tmp"), -EISDIR);
	ck_assert_uint_eq(lc_tracing, 0);
	ck_assert_int_eq(libcodec_trace_stop(), -EINVAL);
}
END_TEST

START_TEST(full_disk)
{
	if (access("/dev/full", W_OK) < 0)
		test_skip("dev-full", "no /dev/full here");
	ck_assert_int_eq(libcodec_trace_start("/dev/full"), 0);
	spans(NULL);
	ck_assert_int_eq(libcodec_trace_stop(), -ENOSPC);
	start(); /* it isn't remembered */
	stop();
}
END_TEST

/* The file is the parent's; the child has no trace and may have its own. */
START_TEST(fork_ends_it_in_the_child)
{
	uint64_t token;
	struct json j;
	int status;
	pid_t pid;

	start();
	token = lc_trace_begin("parent", NULL, 0);
	pid = fork();
	ck_assert_int_ge(pid, 0);
	if (!pid) {
		int good = !lc_tracing && libcodec_trace_stop() == -EINVAL;

		lc_trace_end(token);
		good = good && libcodec_trace_start("/dev/null") == 0;
		lc_trace_end(lc_trace_begin("child", NULL, 0));
		good = good && libcodec_trace_stop() == 0;
		_exit(!good);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(status, 0);
	lc_trace_end(token);
	stop();
	j = read_trace();
	ck_assert_uint_eq(j.n, 1);
	ck_assert_str_eq(j.events[0].name, "parent");
	free(j.events);
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("trace");
	TCase *t = tcase_create("trace");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, off_is_nothing);
	tcase_add_test(t, empty_trace);
	tcase_add_test(t, spans_nest);
	tcase_add_test(t, names_are_escaped);
	tcase_add_test(t, open_spans_are_left_out);
	tcase_add_test(t, depth_is_bounded);
	tcase_add_test(t, threads);
	tcase_add_test(t, another_threads_token_is_ignored);
	tcase_add_test(t, stops_at_any_time);
	tcase_add_test(t, one_at_a_time);
	tcase_add_test(t, bad_paths);
	tcase_add_test(t, full_disk);
	tcase_add_test(t, fork_ends_it_in_the_child);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return test_main("trace", make);
}
