/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The kit's services for a plugin, each as plain as the contract of <libcodec/plugin.h>
 * allows.
 */
#include "config.h"

#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "device.h"
#include "dmabuf.h"
#include "jpeg.h"

#define THREADS_MAX 16
#define STACK_BYTES 1048576

static struct kit_host *to_host(const struct libcodec_host *table)
{
	return (struct kit_host *)(uintptr_t)table;
}

static void called(struct kit_host *host)
{
	__atomic_fetch_add(&host->n_calls, 1, __ATOMIC_RELAXED);
}

/* The first line is kept. */
static void host_log(const struct libcodec_host *table, int level, const char *text)
{
	struct kit_host *host = to_host(table);

	called(host);
	if (!text)
		return;
	if (__atomic_fetch_add(&host->n_logged, 1, __ATOMIC_RELAXED) == 0)
		snprintf(host->first_log, sizeof(host->first_log), "%s", text);
}

static int64_t host_now_ns(const struct libcodec_host *table)
{
	struct timespec ts;

	called(to_host(table));
	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * INT64_C(1000000000) + ts.tv_nsec;
}

static uint64_t host_trace_begin(const struct libcodec_host *table, const char *name,
				 const char *arg_name, int64_t arg)
{
	struct kit_host *host = to_host(table);

	called(host);
	__atomic_fetch_add(&host->open_spans, 1, __ATOMIC_RELAXED);
	return __atomic_add_fetch(&host->n_spans, 1, __ATOMIC_RELAXED);
}

static void host_trace_end(const struct libcodec_host *table, uint64_t token)
{
	struct kit_host *host = to_host(table);

	called(host);
	__atomic_fetch_sub(&host->open_spans, 1, __ATOMIC_RELAXED);
}

static int host_jpeg_next_scan(const struct libcodec_host *table, const uint8_t *data,
			       uint64_t size, uint64_t from,
			       struct libcodec_jpeg_header *header, uint64_t *ret_end)
{
	called(to_host(table));
	return kit_jpeg_next_scan(data, size, from, header, ret_end);
}

/* --- parallel_for --- */

struct work {
	uint32_t n, next; /* next: atomic */
	uint32_t ran;     /* threads that ran an index; atomic */
	void (*fn)(void *arg, uint32_t index);
	void *arg;
};

/* A call from inside of fn is a loop. */
static _Thread_local bool inside;

static void work_on(struct work *w)
{
	bool ran = false;
	uint32_t i;

	inside = true;
	for (;;) {
		i = __atomic_load_n(&w->next, __ATOMIC_RELAXED);
		while (i < w->n &&
		       !__atomic_compare_exchange_n(&w->next, &i, i + 1, false,
						    __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
			;
		if (i >= w->n)
			break;
		if (!ran)
			__atomic_fetch_add(&w->ran, 1, __ATOMIC_RELAXED);
		ran = true;
		w->fn(w->arg, i);
	}
	inside = false;
}

static void *worker(void *arg)
{
	work_on(arg);
	return NULL;
}

static int run_loop(uint32_t n, void (*fn)(void *arg, uint32_t index), void *arg)
{
	bool outer = inside;
	uint32_t i;

	inside = true;
	for (i = 0; i < n; i++)
		fn(arg, i);
	inside = outer;
	return n ? 1 : 0;
}

static void all_but_faults(sigset_t *set)
{
	static const int faults[] = { SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP };
	size_t i;

	sigfillset(set);
	for (i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
		sigdelset(set, faults[i]);
}

static int run_threads(struct work *w, uint32_t threads)
{
	pthread_t made[THREADS_MAX];
	sigset_t blocked, saved;
	pthread_attr_t attr;
	uint32_t n = 0;

	if (pthread_attr_init(&attr))
		return run_loop(w->n, w->fn, w->arg);
	pthread_attr_setstacksize(&attr, STACK_BYTES);
	all_but_faults(&blocked);
	pthread_sigmask(SIG_SETMASK, &blocked, &saved);
	while (n < threads - 1 && n < THREADS_MAX &&
	       !pthread_create(&made[n], &attr, worker, w))
		n++;
	pthread_sigmask(SIG_SETMASK, &saved, NULL);
	pthread_attr_destroy(&attr);
	work_on(w);
	while (n > 0)
		pthread_join(made[--n], NULL);
	return (int)w->ran;
}

static int host_parallel_for(const struct libcodec_host *table, uint32_t threads,
			     uint32_t n, void (*fn)(void *arg, uint32_t index), void *arg)
{
	struct work w = { .n = n, .fn = fn, .arg = arg };

	called(to_host(table));
	if (!fn)
		return -EINVAL;
	if (threads > n)
		threads = n;
	return threads < 2 || inside ? run_loop(n, fn, arg) : run_threads(&w, threads);
}

/* --- devices --- */

static int host_device_open(const struct libcodec_host *table,
			    const struct libcodec_device *device, uint32_t flags)
{
	struct kit_host *host = to_host(table);
	uint32_t refusal = __atomic_load_n(&host->refuse_open, __ATOMIC_RELAXED);
	int how = flags & LIBCODEC_OPEN_READ_ONLY ? O_RDONLY : O_RDWR;
	int fd;

	called(host);
	if (refusal)
		return -(int)refusal;
	if (!device)
		return -EINVAL;
	do
		fd = open(kit_device_node(device),
			  how | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	while (fd < 0 && errno == EINTR);
	if (fd < 0)
		return errno == ENOENT || errno == ENXIO ? -ENODEV : -errno;
	__atomic_fetch_add(&host->open_devices, 1, __ATOMIC_RELAXED);
	return fd;
}

static void host_device_close(const struct libcodec_host *table,
			      const struct libcodec_device *device, int fd)
{
	struct kit_host *host = to_host(table);

	called(host);
	if (fd >= 0 && close(fd) == 0)
		__atomic_fetch_sub(&host->open_devices, 1, __ATOMIC_RELAXED);
}

static int host_device_get(const struct libcodec_host *table,
			   const struct libcodec_device *device, uint32_t what,
			   const char *key, char *buffer, uint64_t size)
{
	called(to_host(table));
	if (!device || !buffer)
		return -EINVAL;
	return kit_device_get(device, what, key, buffer, size);
}

/* --- dma-bufs --- */

/* A surface of the kit's own host is plain memory, which is no surface to be mapped. */
static int host_surface_map(const struct libcodec_host *table,
			    const struct libcodec_surface *surface, uint32_t access,
			    void **ret_data)
{
	called(to_host(table));
	return -EINVAL;
}

static void host_surface_unmap(const struct libcodec_host *table,
			       const struct libcodec_surface *surface)
{
	called(to_host(table));
}

static int host_dmabuf_new(const struct libcodec_host *table, uint64_t size)
{
	called(to_host(table));
	return kit_dmabuf_new(size);
}

static int host_dmabuf_sync(const struct libcodec_host *table, int fd, uint32_t access,
			    uint32_t end)
{
	called(to_host(table));
	if (fd < 0 || access > LIBCODEC_ACCESS_WRITE || end > 1)
		return -EINVAL;
	return kit_dmabuf_sync(fd, access, end);
}

static int host_jpeg_strip(const struct libcodec_host *table,
			   const struct libcodec_decode_job *job, uint8_t *dst,
			   uint64_t room, uint64_t *ret_size, uint64_t *ret_end)
{
	called(to_host(table));
	if (!job || !job->jpeg || !dst || !ret_size || !ret_end)
		return -EINVAL;
	return kit_jpeg_strip(job->data, job->size, job->jpeg, dst, room, ret_size, ret_end);
}

void kit_host_init(struct kit_host *host)
{
	*host = (struct kit_host){
		.table = {
			.struct_size = sizeof(host->table),
			.abi = LIBCODEC_PLUGIN_ABI,
			.log = host_log,
			.now_ns = host_now_ns,
			.tracing = &host->tracing,
			.trace_begin = host_trace_begin,
			.trace_end = host_trace_end,
			.jpeg_next_scan = host_jpeg_next_scan,
			.parallel_for = host_parallel_for,
			.device_open = host_device_open,
			.device_close = host_device_close,
			.device_get = host_device_get,
			.surface_map = host_surface_map,
			.surface_unmap = host_surface_unmap,
			.dmabuf_new = host_dmabuf_new,
			.dmabuf_sync = host_dmabuf_sync,
			.jpeg_strip = host_jpeg_strip,
		},
	};
	memset(host->future, 0xa5, sizeof(host->future));
}
