/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A level in a child: fork, listen on two pipes, keep time, kill, and judge the end.
 */
#include "config.h"

#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_MS    INT64_C(1000000)
#define NS_PER_S     INT64_C(1000000000)
#define TICK_MS      50      /* until the child is looked at again */
#define MESSAGES_MAX 65536   /* of a level */
#define DRAIN_MAX    1048576 /* bytes left in the pipes of a child that has ended */
#define KILL_MS      5000    /* until a child that doesn't die is left alone */

static int64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * NS_PER_S + ts.tv_nsec;
}

/* --- in the child --- */

static void die_with_parent(pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
}

static void default_signals(void)
{
	sigset_t none;
	int sig;

	for (sig = 1; sig < NSIG; sig++)
		signal(sig, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static void redirect(int output)
{
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	if (null < 0 || dup2(null, STDIN_FILENO) < 0 ||
	    dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0)
		_exit(1);
	close(null);
	close(output);
}

static _Noreturn void child(const struct kit_level *level, const struct kit *kit,
			    int report, int output, pid_t parent)
{
	const struct rlimit no_core = { 0, 0 };
	struct kit mine = *kit;

	setpgid(0, 0);
	die_with_parent(parent);
	setrlimit(RLIMIT_CORE, &no_core);
	default_signals();
	redirect(output);
	mine.report = report;
	level->run(&mine);
	fflush(NULL); /* what the plugin printed and stdio kept */
	kit_send(&mine, KIT_MESSAGE_END, "", KIT_PASS, "");
	_exit(0);
}

/* --- in the parent --- */

/* One child at work. */
struct watch {
	struct kit_runner *runner;
	const struct kit_level *level;
	pid_t pid;
	int report, output; /* reading ends; -1: at their end */
	char rule[KIT_RULE_BYTES]; /* that runs now */
	int64_t rule_limit_ns, rule_ends, level_ends;
	unsigned int n_messages;
	size_t filled; /* bytes of partial */
	union {
		struct kit_message message;
		char bytes[KIT_MESSAGE_BYTES];
	} partial;
	bool ended;   /* it said so */
	bool rubbish; /* what came is no message */
};

static void finding(struct watch *w, enum kit_status status, const char *rule,
		    const char *text)
{
	kit_results_add(w->runner->results, w->level->name, rule, status, text);
}

static void take_message(struct watch *w)
{
	const struct kit_message *m = &w->partial.message;

	if (!kit_message_valid(m) || ++w->n_messages > MESSAGES_MAX) {
		w->rubbish = true;
		return;
	}
	switch (m->kind) {
	case KIT_MESSAGE_BEGIN:
		memcpy(w->rule, m->rule, sizeof(w->rule));
		break;
	case KIT_MESSAGE_FINDING:
		finding(w, m->status, m->rule, m->text);
		break;
	case KIT_MESSAGE_FACT:
		kit_results_fact(w->runner->results, m->text);
		break;
	case KIT_MESSAGE_OUTPUT:
		if (w->runner->output)
			fputs(m->text, w->runner->output);
		break;
	case KIT_MESSAGE_END:
		w->ended = true;
		break;
	}
	w->rule_ends = now_ns() + w->rule_limit_ns;
}

/* Returns false where nothing came, and closes *fd at its end. */
static bool read_some(int *fd, char *buffer, size_t size, size_t *ret_n)
{
	ssize_t n;

	do
		n = read(*fd, buffer, size);
	while (n < 0 && errno == EINTR);
	if (n > 0) {
		*ret_n = (size_t)n;
		return true;
	}
	if (n == 0 || errno != EAGAIN) {
		close(*fd);
		*fd = -1;
	}
	return false;
}

static bool read_report(struct watch *w, size_t *ret_n)
{
	if (w->report < 0 || w->rubbish ||
	    !read_some(&w->report, w->partial.bytes + w->filled,
		       KIT_MESSAGE_BYTES - w->filled, ret_n))
		return false;
	w->filled += *ret_n;
	if (w->filled == KIT_MESSAGE_BYTES) {
		w->filled = 0;
		take_message(w);
	}
	return true;
}

/* The first line that was ever printed is kept. */
static void keep_head(struct kit_captured *c, const char *level, const char *bytes,
		      size_t size)
{
	size_t i, at = strlen(c->head);

	if (c->whole || (c->level && strcmp(c->level, level)))
		return;
	c->level = level;
	for (i = 0; i < size && at < sizeof(c->head) - 1; i++) {
		unsigned char b = (unsigned char)bytes[i];

		c->whole = b == '\n';
		if (c->whole)
			break;
		c->head[at++] = b >= 0x20 && b < 0x7f ? bytes[i] : '?';
	}
	c->head[at] = '\0';
}

static bool read_output(struct watch *w, size_t *ret_n)
{
	struct kit_captured *c = &w->runner->captured;
	char buffer[4096];

	if (w->output < 0 || !read_some(&w->output, buffer, sizeof(buffer), ret_n))
		return false;
	keep_head(c, w->level->name, buffer, *ret_n);
	c->bytes += *ret_n;
	return true;
}

/* Without reaping, so that its process group is still its own. */
static bool has_exited(pid_t pid)
{
	siginfo_t info = { 0 };

	return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
	       info.si_pid == pid;
}

static int wait_ms(const struct watch *w)
{
	int64_t ends = w->rule_ends < w->level_ends ? w->rule_ends : w->level_ends;
	int64_t ms = (ends - now_ns()) / NS_PER_MS + 1;

	if (w->report < 0 && w->output < 0)
		return 1; /* it is about to exit */
	return ms > TICK_MS ? TICK_MS : ms > 0 ? (int)ms : 0;
}

/* Until the child exits, sends rubbish, or its time is over. */
static void attend(struct watch *w)
{
	size_t n;

	while (!has_exited(w->pid) && !w->rubbish) {
		struct pollfd fds[] = {
			{ .fd = w->report, .events = POLLIN },
			{ .fd = w->output, .events = POLLIN },
		};
		int64_t now = now_ns();

		if (now >= w->rule_ends || now >= w->level_ends)
			return;
		if (poll(fds, 2, wait_ms(w)) <= 0)
			continue;
		if (fds[0].revents)
			read_report(w, &n);
		if (fds[1].revents)
			read_output(w, &n);
	}
}

/* What it had still written. Others may hold the pipes open and go on writing. */
static void drain(struct watch *w)
{
	size_t total = 0, n;

	while (total < DRAIN_MAX && read_report(w, &n))
		total += n;
	while (total < DRAIN_MAX && read_output(w, &n))
		total += n;
}

/* End the child and what it started. Returns its status, or -ETIMEDOUT. */
static int end_child(pid_t pid, int *ret_status)
{
	int64_t ends = now_ns() + KILL_MS * NS_PER_MS;
	pid_t r;

	kill(-pid, SIGKILL);
	kill(pid, SIGKILL);
	for (;;) {
		r = waitpid(pid, ret_status, WNOHANG);
		if (r == pid)
			return 0;
		if (r < 0 && errno != EINTR)
			return -errno;
		if (now_ns() > ends)
			return -ETIMEDOUT;
		poll(NULL, 0, 1);
	}
}

static const char *signal_text(int sig, char buffer[24])
{
	static const struct {
		int sig;
		const char *name;
	} names[] = {
		{ SIGABRT, "SIGABRT" }, { SIGALRM, "SIGALRM" }, { SIGBUS, "SIGBUS" },
		{ SIGFPE, "SIGFPE" },   { SIGHUP, "SIGHUP" },   { SIGILL, "SIGILL" },
		{ SIGINT, "SIGINT" },   { SIGKILL, "SIGKILL" }, { SIGPIPE, "SIGPIPE" },
		{ SIGSEGV, "SIGSEGV" }, { SIGSYS, "SIGSYS" },   { SIGTERM, "SIGTERM" },
		{ SIGTRAP, "SIGTRAP" }, { SIGXCPU, "SIGXCPU" },
	};
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (names[i].sig == sig)
			return names[i].name;
	snprintf(buffer, 24, "signal %d", sig);
	return buffer;
}

static void judge_exit(struct watch *w, int status)
{
	char text[128], name[24];

	if (WIFSIGNALED(status))
		snprintf(text, sizeof(text),
			 "crashed with %s; the rest of level %s was not run",
			 signal_text(WTERMSIG(status), name), w->level->name);
	else
		snprintf(text, sizeof(text),
			 "ended the process with status %d; the rest of level %s was "
			 "not run",
			 WEXITSTATUS(status), w->level->name);
	finding(w, KIT_FAIL, w->rule, text);
}

static void judge_overrun(struct watch *w)
{
	char text[128];

	if (now_ns() >= w->rule_ends)
		snprintf(text, sizeof(text),
			 "hung for %lld s; the rest of level %s was not run",
			 (long long)(w->rule_limit_ns / NS_PER_S), w->level->name);
	else
		snprintf(text, sizeof(text), "level %s took more than %lld s in all",
			 w->level->name,
			 (long long)(w->level->rules * w->rule_limit_ns / NS_PER_S));
	finding(w, KIT_FAIL, w->rule, text);
}

static void judge(struct watch *w, bool exited, int end, int status)
{
	if (w->rubbish)
		finding(w, KIT_FAIL, w->rule,
			"wrote to a descriptor that isn't its own: the kit's");
	else if (!exited)
		judge_overrun(w);
	else if (!w->ended)
		judge_exit(w, status);
	if (end == -ETIMEDOUT)
		finding(w, KIT_FAIL, w->rule, "cannot be killed: it hangs in the kernel");
}

static int nonblocking_pipe(int fds[2])
{
	if (pipe2(fds, O_CLOEXEC) < 0)
		return -errno;
	if (fcntl(fds[0], F_SETFL, O_NONBLOCK) == 0)
		return 0;
	close(fds[0]);
	close(fds[1]);
	return -EIO;
}

static void watch(struct watch *w)
{
	int status = 0, end;
	bool exited;

	attend(w);
	exited = has_exited(w->pid);
	end = end_child(w->pid, &status);
	drain(w);
	judge(w, exited, end, status);
	if (w->report >= 0)
		close(w->report);
	if (w->output >= 0)
		close(w->output);
}

int kit_run_child(struct kit_runner *runner, const struct kit_level *level,
		  const struct kit *kit)
{
	struct watch w = { .runner = runner, .level = level };
	unsigned int limit = runner->timeout + (level->lasting ? kit->seconds : 0);
	int report[2], output[2], r;
	pid_t parent = getpid();

	snprintf(w.rule, sizeof(w.rule), "%c01", level->letter);
	r = nonblocking_pipe(report);
	if (r < 0)
		return r;
	r = nonblocking_pipe(output);
	if (r < 0)
		goto close_report;
	fflush(NULL); /* or the child would print it again */
	w.pid = fork();
	if (w.pid < 0) {
		r = -errno;
		goto close_output;
	}
	if (w.pid == 0) {
		close(report[0]);
		close(output[0]);
		child(level, kit, report[1], output[1], parent);
	}
	setpgid(w.pid, w.pid); /* whoever comes first */
	close(report[1]);
	close(output[1]);
	w.report = report[0];
	w.output = output[0];
	w.rule_limit_ns = limit * NS_PER_S;
	w.rule_ends = now_ns() + w.rule_limit_ns;
	w.level_ends = now_ns() + level->rules * w.rule_limit_ns;
	watch(&w);
	return w.ended && !w.rubbish;

close_output:
	close(output[0]);
	close(output[1]);
close_report:
	close(report[0]);
	close(report[1]);
	return r;
}

/* --- without a child --- */

static struct watch *here;

void kit_receive(const struct kit_message *m)
{
	here->partial.message = *m;
	take_message(here);
}

void kit_run_in_process(struct kit_runner *runner, const struct kit_level *level,
			const struct kit *kit)
{
	struct watch w = { .runner = runner, .level = level, .report = -1, .output = -1 };
	struct kit mine = *kit;

	mine.report = -1;
	here = &w;
	level->run(&mine);
	here = NULL;
}
