/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The descriptor that an application polls, and what it does when it is readable: devices,
 * retries, calls that hang.
 */
#include "config.h"

#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "clock.h"
#include "context.h"
#include "fork.h"

void lc_context_close_fds(struct libcodec_context *ctx)
{
	if (ctx->timer_fd >= 0)
		close(ctx->timer_fd);
	if (ctx->epoll_fd >= 0)
		close(ctx->epoll_fd);
	ctx->timer_fd = ctx->epoll_fd = -1;
}

static int add_fd(struct libcodec_context *ctx, int fd)
{
	struct epoll_event event = { .events = EPOLLIN };

	event.data.fd = fd;
	return epoll_ctl(ctx->epoll_fd, EPOLL_CTL_ADD, fd, &event) < 0 ? -errno : 0;
}

/* When the descriptor shall be readable though nothing happens; INT64_MAX: never. */
static int64_t next_time(struct libcodec_context *ctx)
{
	struct lc_hotplug *hp = &ctx->hotplug;
	int64_t at, tick;

	pthread_mutex_lock(&hp->lock);
	at = lc_hotplug_retry_at(hp);
	pthread_mutex_unlock(&hp->lock);
	if (lc_calls_any(&ctx->calls)) {
		tick = lc_now_ns() + LC_CALLS_TICK_NS;
		at = tick < at ? tick : at;
	}
	return at;
}

static void set_timer(struct libcodec_context *ctx)
{
	struct itimerspec when = { .it_value = { 0 } };
	int64_t at = next_time(ctx);

	if (at != INT64_MAX) {
		at = at < 1 ? 1 : at; /* zero would stop it */
		when.it_value.tv_sec = at / 1000000000;
		when.it_value.tv_nsec = at % 1000000000;
	}
	timerfd_settime(ctx->timer_fd, TFD_TIMER_ABSTIME, &when, NULL);
}

static int open_fds(struct libcodec_context *ctx)
{
	int r;

	r = lc_events_listen(&ctx->events);
	if (r < 0)
		return r;
	ctx->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (ctx->epoll_fd < 0)
		return -errno;
	ctx->timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	if (ctx->timer_fd < 0)
		return -errno;
	r = add_fd(ctx, ctx->timer_fd);
	if (r == 0)
		r = add_fd(ctx, ctx->events.fd);
	if (r == 0)
		r = lc_hotplug_listen(&ctx->hotplug);
	if (r == 0 && ctx->hotplug.watch)
		r = add_fd(ctx, lc_watch_fd(ctx->hotplug.watch));
	if (r == 0)
		__atomic_store_n(&ctx->hotplug.listening, true, __ATOMIC_RELEASE);
	return r;
}

/* A child shares them: what it read would be missing in its parent. */
static bool is_parents(const struct libcodec_context *ctx)
{
	return ctx->epoll_fd >= 0 && ctx->forks != lc_fork_count();
}

LC_EXPORT int libcodec_context_get_fd(struct libcodec_context *ctx)
{
	int r;

	if (!ctx)
		return -EINVAL;
	if (is_parents(ctx))
		return -ECHILD;
	if (ctx->epoll_fd >= 0)
		return ctx->epoll_fd;
	ctx->forks = lc_fork_count();
	r = open_fds(ctx);
	if (r < 0) {
		lc_context_close_fds(ctx);
		return r;
	}
	set_timer(ctx);
	return ctx->epoll_fd;
}

static void on_late_call(void *data, const struct lc_plugin *plugin, uint64_t device,
			 int64_t late)
{
	struct lc_hotplug *hp = data;
	struct lc_backend *b = device ? lc_hotplug_find(hp, device) : NULL;

	lc_hotplug_tell(hp, LIBCODEC_EVENT_BACKEND_FAILED, plugin, b ? b->device : NULL,
			device, device ? LIBCODEC_DEVICE_FAILED : 0, -ETIMEDOUT,
			"hangs in a call, %lld ms after its deadline",
			(long long)(late / 1000000));
	if (b)
		lc_hotplug_unref(hp, b);
}

static void drain_timer(struct libcodec_context *ctx)
{
	uint64_t count;
	ssize_t n;

	do
		n = read(ctx->timer_fd, &count, sizeof(count));
	while (n < 0 && errno == EINTR);
}

LC_EXPORT int libcodec_context_dispatch(struct libcodec_context *ctx)
{
	int r;

	if (!ctx || ctx->epoll_fd < 0)
		return -EINVAL;
	if (is_parents(ctx))
		return -ECHILD;
	drain_timer(ctx);
	lc_events_woken(&ctx->events);
	r = lc_hotplug_dispatch(&ctx->hotplug);
	lc_calls_look(&ctx->calls, lc_now_ns(), on_late_call, &ctx->hotplug);
	set_timer(ctx);
	return r;
}

LC_EXPORT int libcodec_context_next_event(struct libcodec_context *ctx,
					  struct libcodec_event *ret_event)
{
	struct libcodec_event event;
	int r;

	if (!ctx || !ret_event)
		return -EINVAL;
	r = lc_events_take(&ctx->events, &event);
	return r < 0 ? r : lc_struct_out(ret_event, &event, sizeof(event));
}
