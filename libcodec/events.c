/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A ring of events; the newest ones stay when it is full, and the sequence shows the gap.
 */
#include "config.h"

#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "clock.h"
#include "events.h"

void lc_events_init(struct lc_events *ev, struct lc_log *log)
{
	*ev = (struct lc_events){ .log = log, .fd = -1 };
	pthread_mutex_init(&ev->lock, NULL);
}

void lc_events_done(struct lc_events *ev)
{
	if (ev->fd >= 0)
		close(ev->fd);
	free(ev->ring);
	pthread_mutex_destroy(&ev->lock);
}

int lc_events_listen(struct lc_events *ev)
{
	int r = 0;

	pthread_mutex_lock(&ev->lock);
	if (ev->ring)
		goto out;
	ev->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (ev->fd < 0) {
		r = -errno;
		goto out;
	}
	ev->ring = calloc(LC_EVENTS_KEPT, sizeof(*ev->ring));
	if (!ev->ring) {
		close(ev->fd);
		ev->fd = -1;
		r = -ENOMEM;
	}
out:
	pthread_mutex_unlock(&ev->lock);
	return r;
}

/* With the lock. */
static void wake(struct lc_events *ev)
{
	static const uint64_t one = 1;
	ssize_t n;

	if (ev->fd < 0)
		return;
	do
		n = write(ev->fd, &one, sizeof(one)); /* EAGAIN: it is readable already */
	while (n < 0 && errno == EINTR);
}

void lc_events_wake(struct lc_events *ev)
{
	pthread_mutex_lock(&ev->lock);
	wake(ev);
	pthread_mutex_unlock(&ev->lock);
}

void lc_events_woken(struct lc_events *ev)
{
	uint64_t count;
	ssize_t n;

	do
		n = read(ev->fd, &count, sizeof(count));
	while (n < 0 && errno == EINTR);
}

void lc_events_log(const struct lc_events *ev, const struct libcodec_event *e)
{
	bool bad = e->type == LIBCODEC_EVENT_BREAKER_OPENED ||
		   e->type == LIBCODEC_EVENT_BACKEND_FAILED;

	lc_log(ev->log, bad ? LIBCODEC_LOG_WARNING : LIBCODEC_LOG_INFO, "%s: %s%s%s: %s",
	       libcodec_event_name(e->type), e->backend, e->node[0] ? " on " : "", e->node,
	       e->message);
}

void lc_events_queue(struct lc_events *ev, struct libcodec_event *event)
{
	event->struct_size = sizeof(*event);
	pthread_mutex_lock(&ev->lock);
	event->time_ns = lc_now_ns();
	event->sequence = ++ev->sequence;
	if (ev->ring) {
		if (ev->n == LC_EVENTS_KEPT) {
			ev->first = (ev->first + 1) % LC_EVENTS_KEPT;
			ev->n--;
		}
		ev->ring[(ev->first + ev->n++) % LC_EVENTS_KEPT] = *event;
		wake(ev);
	}
	pthread_mutex_unlock(&ev->lock);
}

int lc_events_take(struct lc_events *ev, struct libcodec_event *ret_event)
{
	int r = -ENOENT;

	pthread_mutex_lock(&ev->lock);
	if (ev->n) {
		*ret_event = ev->ring[ev->first];
		ev->first = (ev->first + 1) % LC_EVENTS_KEPT;
		ev->n--;
		r = 0;
	}
	pthread_mutex_unlock(&ev->lock);
	return r;
}
