/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Writes spans as Chrome's JSON trace: an array of complete ("X") events.
 *
 * A span lives on a small stack of its thread from begin to end and becomes one line of
 * the file at its end. The only memory is the writer's buffer and the threads' stacks
 * (thread-local), so spans allocate nothing. Spans that are open when the trace stops
 * belong to a generation that is over, and vanish.
 */
#include "config.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "clock.h"
#include "trace.h"

#define DEPTH_MAX  32    /* spans inside of each other; deeper ones are left out */
#define NAME_MAX_  96    /* bytes of a name that are written */
#define LINE_BYTES 1536  /* two names, each byte escaped to six, and the numbers */
#define BUFFER     65536 /* bytes between two writes */

/*
 * lc_tracing is two things in one word, so that a span which nobody wants costs one load:
 * a bit that says that a file is written, and, in the two bytes at its address, the
 * semaphore of the USDT probes, which a tracer (perf, bpftrace) counts up in our memory
 * while it listens.
 */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define TRACING_FILE (1u << 16)
#else
#define TRACING_FILE 1u
#endif

#ifdef HAVE_SYS_SDT_H
#define _SDT_HAS_SEMAPHORES 1
#include <sys/sdt.h>
/* Tracers look for it in this section of the file, hence not in .bss. */
uint32_t lc_tracing __attribute__((section(".probes"), used)) = 0;
extern uint32_t libcodec_span_begin_semaphore
	__attribute__((alias("lc_tracing"), visibility("hidden")));
extern uint32_t libcodec_span_end_semaphore
	__attribute__((alias("lc_tracing"), visibility("hidden")));
#define PROBE_BEGIN(name, arg) STAP_PROBE2(libcodec, span_begin, name, arg)
#define PROBE_END(name, ns)    STAP_PROBE2(libcodec, span_end, name, ns)
#else
uint32_t lc_tracing;
#define PROBE_BEGIN(name, arg) ((void)0)
#define PROBE_END(name, ns)    ((void)0)
#endif

struct span {
	const char *name;
	const char *arg_name;
	int64_t arg;
	int64_t start; /* ns */
};

/* What one thread has open. Only that thread touches it. */
static __thread struct {
	uint32_t generation; /* of the trace that the spans belong to */
	uint32_t depth;
	uint32_t tid; /* 0: not asked yet */
	struct span spans[DEPTH_MAX];
} thread;

static struct {
	pthread_mutex_t lock;
	uint32_t generation; /* atomic; changes with every start and stop */
	bool running;
	bool first; /* no event was written yet */
	int fd;
	int pid;
	int error; /* the first that write() gave */
	char *buffer;
	size_t used;
} trace = { .lock = PTHREAD_MUTEX_INITIALIZER, .fd = -1 };

/* With the lock. */
static void flush(void)
{
	size_t done = 0;

	while (!trace.error && done < trace.used) {
		ssize_t n = write(trace.fd, trace.buffer + done, trace.used - done);

		if (n >= 0)
			done += (size_t)n;
		else if (errno != EINTR)
			trace.error = -errno;
	}
	trace.used = 0;
}

/* With the lock; @size is at most BUFFER. */
static void append(const char *text, size_t size)
{
	if (trace.used + size > BUFFER)
		flush();
	memcpy(trace.buffer + trace.used, text, size);
	trace.used += size;
}

/* With the lock. Open spans of any thread are of another generation from now on. */
static void forget(void)
{
	__atomic_fetch_and(&lc_tracing, ~TRACING_FILE, __ATOMIC_RELAXED);
	__atomic_fetch_add(&trace.generation, 1, __ATOMIC_RELAXED);
	free(trace.buffer);
	trace.buffer = NULL;
	trace.used = 0;
	trace.fd = -1;
	trace.running = false;
}

static void before_fork(void)
{
	pthread_mutex_lock(&trace.lock);
}

static void after_fork_parent(void)
{
	pthread_mutex_unlock(&trace.lock);
}

/* The file and what is buffered for it are the parent's. */
static void after_fork_child(void)
{
	thread.tid = 0;
	thread.depth = 0;
	if (trace.running) {
		close(trace.fd);
		forget();
	}
	pthread_mutex_unlock(&trace.lock);
}

static void register_fork(void)
{
	pthread_atfork(before_fork, after_fork_parent, after_fork_child);
}

LC_EXPORT int libcodec_trace_start(const char *path)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	char *buffer = NULL;
	int fd, r;

	if (!path || !*path)
		return -EINVAL;
	pthread_once(&once, register_fork);
	pthread_mutex_lock(&trace.lock);
	if (trace.running) {
		r = -EBUSY;
		goto out;
	}
	buffer = malloc(BUFFER);
	if (!buffer) {
		r = -ENOMEM;
		goto out;
	}
	do
		fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY,
			  0666);
	while (fd < 0 && errno == EINTR);
	if (fd < 0) {
		r = -errno;
		goto out;
	}
	trace.fd = fd;
	trace.pid = (int)getpid();
	trace.error = 0;
	trace.first = true;
	trace.used = 0;
	trace.buffer = buffer;
	buffer = NULL;
	append("[", 1);
	trace.running = true;
	__atomic_fetch_add(&trace.generation, 1, __ATOMIC_RELAXED);
	__atomic_fetch_or(&lc_tracing, TRACING_FILE, __ATOMIC_RELAXED);
	r = 0;
out:
	pthread_mutex_unlock(&trace.lock);
	free(buffer);
	return r;
}

LC_EXPORT int libcodec_trace_stop(void)
{
	int r;

	/* Before the lock, or threads with many spans would keep us from it for long. */
	__atomic_fetch_and(&lc_tracing, ~TRACING_FILE, __ATOMIC_RELAXED);
	pthread_mutex_lock(&trace.lock);
	if (!trace.running) {
		r = -EINVAL;
		goto out;
	}
	append("\n]\n", 3);
	flush();
	/* Not again after EINTR: Linux has closed it by then. */
	if (close(trace.fd) < 0 && errno != EINTR && !trace.error)
		trace.error = -errno;
	r = trace.error;
	forget();
out:
	pthread_mutex_unlock(&trace.lock);
	return r;
}

uint64_t lc_trace_begin_slow(const char *name, const char *arg_name, int64_t arg)
{
	uint32_t generation = __atomic_load_n(&trace.generation, __ATOMIC_RELAXED);
	struct span *span;

	if (!name)
		return 0;
	if (!thread.tid)
		thread.tid = (uint32_t)syscall(SYS_gettid);
	if (thread.generation != generation) {
		thread.generation = generation;
		thread.depth = 0;
	}
	if (thread.depth == DEPTH_MAX)
		return 0;
	span = &thread.spans[thread.depth++];
	span->name = name;
	span->arg_name = arg_name;
	span->arg = arg;
	PROBE_BEGIN(name, arg);
	span->start = lc_now_ns();
	/* Generation, thread and place: a token that is out of date matches nothing. */
	return (uint64_t)generation << 32 | (uint64_t)(thread.tid & 0xffffff) << 8 |
	       thread.depth;
}

/* The open span of this thread that @token means, those above it dropped, or NULL. */
static struct span *pop(uint64_t token)
{
	uint32_t place = (uint32_t)token & 0xff;

	if ((uint32_t)(token >> 32) != thread.generation ||
	    (uint32_t)(token >> 8 & 0xffffff) != (thread.tid & 0xffffff) || !place ||
	    place > thread.depth)
		return NULL;
	thread.depth = place - 1;
	return &thread.spans[place - 1];
}

/* @text as the inside of a JSON string, at most NAME_MAX_ bytes of it. */
static char *put_string(char *out, const char *text)
{
	static const char hex[] = "0123456789abcdef";
	unsigned int i;

	for (i = 0; text[i] && i < NAME_MAX_; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c == '"' || c == '\\') {
			*out++ = '\\';
			*out++ = (char)c;
		} else if (c < 0x20) {
			memcpy(out, "\\u00", 4);
			out[4] = hex[c >> 4];
			out[5] = hex[c & 15];
			out += 6;
		} else {
			*out++ = c < 0x7f ? (char)c : '?';
		}
	}
	return out;
}

static char *put_text(char *out, const char *text)
{
	size_t size = strlen(text);

	memcpy(out, text, size);
	return out + size;
}

/* One event, without what separates it from the one before; returns its length. */
static size_t format_span(char line[LINE_BYTES], const struct span *span, int64_t end)
{
	char *out = put_text(line, "{\"name\":\"");

	out = put_string(out, span->name);
	out += sprintf(out,
		       "\",\"cat\":\"libcodec\",\"ph\":\"X\",\"pid\":%d,\"tid\":%u,"
		       "\"ts\":%lld.%03d,\"dur\":%lld.%03d",
		       trace.pid, thread.tid, (long long)(span->start / 1000),
		       (int)(span->start % 1000), (long long)((end - span->start) / 1000),
		       (int)((end - span->start) % 1000));
	if (span->arg_name) {
		out = put_text(out, ",\"args\":{\"");
		out = put_string(out, span->arg_name);
		out += sprintf(out, "\":%lld}", (long long)span->arg);
	}
	*out++ = '}';
	return (size_t)(out - line);
}

void lc_trace_end_slow(uint64_t token)
{
	int saved_errno = errno;
	int64_t end = lc_now_ns();
	struct span *span = pop(token);
	char line[LINE_BYTES];
	size_t size;

	if (!span)
		goto out;
	PROBE_END(span->name, end - span->start);
	if (!(__atomic_load_n(&lc_tracing, __ATOMIC_RELAXED) & TRACING_FILE))
		goto out; /* only probes listen */
	pthread_mutex_lock(&trace.lock);
	if (trace.running && trace.generation == thread.generation) {
		size = format_span(line, span, end);
		append(trace.first ? "\n" : ",\n", trace.first ? 1 : 2);
		append(line, size);
		trace.first = false;
	}
	pthread_mutex_unlock(&trace.lock);
out:
	errno = saved_errno;
}
