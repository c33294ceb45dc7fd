/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Asks a backend, and draws the consequences.
 */
#include "attempt.h"

#include <stdio.h>
#include <stdlib.h>

#include "clock.h"
#include "fork.h"

/* --- sessions --- */

/* A device's session belongs to the process that opened it. */
static bool is_parents(const struct lc_session *s)
{
	return s->backend->device && s->open && s->forks != lc_fork_count();
}

static void close_session(struct libcodec_decoder *dec, struct lc_session *s)
{
	/* What a plugin would stop on the way is the parent's. */
	if (s->open && !is_parents(s))
		s->backend->plugin->ops.session_close(s->session);
	lc_hotplug_unref(&dec->ctx->hotplug, s->backend);
	free(s);
}

static struct lc_session *session_for(struct libcodec_decoder *dec,
				      struct lc_backend *backend)
{
	struct lc_session *s;

	for (s = dec->sessions; s; s = s->next)
		if (s->backend == backend)
			return s;
	s = calloc(1, sizeof(*s));
	if (!s)
		return NULL;
	s->backend = lc_backend_ref(backend);
	s->next = dec->sessions;
	dec->sessions = s;
	return s;
}

/* Those that no frame will ever go to. */
static void close_gone(struct libcodec_decoder *dec)
{
	struct lc_session **at = &dec->sessions, *s;

	while ((s = *at)) {
		if (!lc_backend_is_gone(s->backend)) {
			at = &s->next;
			continue;
		}
		*at = s->next;
		close_session(dec, s);
	}
}

int lc_attempts_prepare(struct libcodec_decoder *dec)
{
	struct lc_selection *sel = &dec->selection;
	struct lc_attempt *attempts;
	struct lc_session *s;
	size_t i;

	if (sel->n > dec->n_attempts) {
		attempts = realloc(dec->attempts, sel->n * sizeof(*attempts));
		if (!attempts)
			return -ENOMEM;
		dec->attempts = attempts;
		dec->n_attempts = sel->n;
	}
	for (i = 0; i < sel->n_usable; i++) {
		s = session_for(dec, sel->list[i].backend);
		if (!s)
			return -ENOMEM;
		sel->list[i].session = s;
	}
	for (i = 0; i < sel->n_usable; i++)
		if (lc_backend_is_gone(sel->list[i].backend))
			return 0; /* the next frame sweeps: this list names it */
	close_gone(dec);
	return 0;
}

void lc_attempts_done(struct libcodec_decoder *dec)
{
	struct lc_session *s;

	while ((s = dec->sessions)) {
		dec->sessions = s->next;
		close_session(dec, s);
	}
	free(dec->attempts);
	dec->attempts = NULL;
	dec->n_attempts = 0;
}

/* --- what follows --- */

static const char *plugin_name(const struct lc_backend *b)
{
	return b->plugin->manifest.name;
}

/* Nothing comes after the cpu: it is always asked. */
static bool is_last_resort(const struct lc_backend *b)
{
	return b->plugin->manifest.band == LIBCODEC_BAND_CPU;
}

static void tell_opened(struct libcodec_decoder *dec, struct lc_backend *b,
			const struct lc_attempt *a)
{
	struct lc_hotplug *hp = &dec->ctx->hotplug;
	int64_t wait = lc_breaker_wait(&b->breaker, lc_now_ns());

	if (lc_backend_is_gone(b))
		return; /* was told */
	lc_hotplug_tell(hp, LIBCODEC_EVENT_BREAKER_OPENED, b->plugin, b->device, b->id,
			b->device ? LIBCODEC_DEVICE_SUSPENDED : 0, a->error,
			"passed over for %lld s; the last frame: %s",
			(long long)((wait + 999999999) / 1000000000),
			a->message[0] ? a->message : "it didn't say why");
}

static void tell_closed(struct libcodec_decoder *dec, struct lc_backend *b)
{
	lc_hotplug_tell(&dec->ctx->hotplug, LIBCODEC_EVENT_BREAKER_CLOSED, b->plugin,
			b->device, b->id, b->device ? LIBCODEC_DEVICE_READY : 0, 0,
			"the trial frame came out well");
}

/* It came back too late: that is worse than a failure, somebody waited. */
static void overstayed(struct libcodec_decoder *dec, struct lc_backend *b,
		       struct lc_attempt *a, int64_t deadline, bool trial, int64_t now)
{
	long long late = (long long)((now - deadline) / 1000000);

	a->reasons |= LIBCODEC_REASON_DEADLINE;
	if (!lc_call_was_told(&dec->call, deadline))
		lc_hotplug_tell(&dec->ctx->hotplug, LIBCODEC_EVENT_BACKEND_FAILED,
				b->plugin, b->device, b->id,
				b->device ? LIBCODEC_DEVICE_FAILED : 0, -ETIMEDOUT,
				"came back %lld ms after its deadline", late);
	if (!a->message[0])
		snprintf(a->message, sizeof(a->message),
			 "came back %lld ms after its deadline", late);
	if (lc_breaker_trip(&b->breaker, trial, now) == LC_BREAKER_OPENED)
		tell_opened(dec, b, a);
}

/* It is not held against a plugin that its device has gone. */
static void lost(struct libcodec_decoder *dec, struct lc_backend *b, struct lc_attempt *a,
		 bool trial)
{
	if (trial)
		lc_breaker_undecided(&b->breaker, lc_now_ns());
	lc_hotplug_lost(&dec->ctx->hotplug, b, a->message);
}

static void failed(struct libcodec_decoder *dec, struct lc_backend *b, struct lc_attempt *a,
		   bool trial)
{
	if (lc_breaker_failure(&b->breaker, trial, lc_now_ns()) == LC_BREAKER_OPENED)
		tell_opened(dec, b, a);
}

static bool is_lost(const struct lc_backend *b, const struct lc_attempt *a)
{
	return b->device && a->verdict == LIBCODEC_VERDICT_FALLBACK &&
	       (a->reasons & LIBCODEC_REASON_GONE);
}

/* Whether it came back after the deadline that it had, and when that was seen. */
static bool is_late(int64_t deadline, int64_t *ret_now)
{
	if (!deadline)
		return false;
	*ret_now = lc_now_ns();
	return *ret_now - deadline >= LC_CALLS_SLACK_NS;
}

/*
 * It says that the stream is broken, and isn't sure of itself: the trial goes on, and nothing
 * is counted, until lc_attempt_judge().
 */
static bool is_suspect(const struct lc_attempt *a)
{
	return a->verdict == LIBCODEC_VERDICT_CORRUPT &&
	       (a->reasons & LIBCODEC_REASON_SUSPECT);
}

/* What the verdict means for the frames to come. @deadline: that it could keep, or 0. */
static void conclude(struct libcodec_decoder *dec, struct lc_backend *b,
		     struct lc_attempt *a, int64_t deadline, bool hopeless, bool trial)
{
	int64_t now;

	if (is_last_resort(b))
		return;
	if (is_lost(b, a))
		lost(dec, b, a, trial);
	else if (is_late(deadline, &now))
		overstayed(dec, b, a, deadline, trial, now);
	else if (is_suspect(a))
		a->judge = trial ? LC_JUDGE_TRIAL : LC_JUDGE;
	else if (a->verdict == LIBCODEC_VERDICT_FALLBACK && !hopeless)
		failed(dec, b, a, trial);
	else if (a->verdict == LIBCODEC_VERDICT_DONE &&
		 lc_breaker_success(&b->breaker, trial) == LC_BREAKER_SHUT)
		tell_closed(dec, b);
	else if (a->verdict != LIBCODEC_VERDICT_DONE && trial)
		lc_breaker_undecided(&b->breaker, lc_now_ns());
}

/* --- asking --- */

static uint32_t pass_over(struct lc_attempt *a, uint64_t reason, const char *message)
{
	a->verdict = LIBCODEC_VERDICT_NONE;
	a->reasons = reason;
	snprintf(a->message, sizeof(a->message), "%s", message);
	return a->verdict;
}

/* Nobody failed: the next backend has the frame. */
static uint32_t forked(struct lc_attempt *a)
{
	a->verdict = LIBCODEC_VERDICT_FALLBACK;
	a->error = -ECHILD;
	snprintf(a->message, sizeof(a->message), "its session was opened before fork()");
	return a->verdict;
}

/* What a plugin leaves behind where it fails counts for nothing. */
static int open_session(struct lc_backend *b, struct lc_session *s)
{
	void *session = NULL;
	int r;

	if (s->open)
		return 0;
	s->forks = lc_fork_count();
	r = b->plugin->ops.session_open(b->plugin->priv, b->cookie, &session);
	if (r == 0) {
		s->session = session;
		s->open = true;
	}
	return r;
}

/* One that fails to keep to the destination. */
static void broke_contract(struct lc_attempt *a, const char *message)
{
	a->verdict = LIBCODEC_VERDICT_FALLBACK;
	a->error = -EPROTO;
	snprintf(a->message, sizeof(a->message), "%s", message);
}

/* Call the plugin; its words into @a. @deadline: by which it can be back, or 0. */
static void call(struct libcodec_decoder *dec, struct lc_backend *b, struct lc_session *s,
		 const struct libcodec_decode_job *job, int64_t deadline,
		 struct libcodec_decode_result *res, struct lc_attempt *a)
{
	memset(res, 0, sizeof(*res));
	res->struct_size = sizeof(*res);
	lc_call_begin(&dec->call, b->plugin, b->id, deadline);
	a->error = open_session(b, s);
	if (a->error == 0)
		a->verdict = b->plugin->ops.decode(s->session, job, res);
	lc_call_end(&dec->call);
	if (a->error) {
		a->verdict = LIBCODEC_VERDICT_FALLBACK;
		a->error = a->error < 0 ? a->error : -EPROTO;
		if (a->error == -ENODEV || a->error == -ENXIO)
			a->reasons = LIBCODEC_REASON_GONE;
		snprintf(a->message, sizeof(a->message), "its session doesn't open: %s",
			 strerror(-a->error));
		return;
	}
	a->error = res->error;
	a->reasons = res->reasons;
	res->message[sizeof(res->message) - 1] = '\0';
	memcpy(a->message, res->message, sizeof(a->message));
	if (a->verdict < LIBCODEC_VERDICT_DONE || a->verdict > LIBCODEC_VERDICT_FATAL) {
		snprintf(a->message, sizeof(a->message), "gave an unknown verdict, %u",
			 a->verdict);
		a->verdict = LIBCODEC_VERDICT_FALLBACK;
		a->error = -EPROTO;
	}
}

/* The CPU doesn't get at the memory: nobody failed, but this candidate can't be asked. */
static uint32_t unmappable(struct lc_backend *b, struct lc_attempt *a, int error, bool trial)
{
	if (trial)
		lc_breaker_undecided(&b->breaker, lc_now_ns());
	pass_over(a, LIBCODEC_REASON_MEMORY, "");
	a->error = error;
	snprintf(a->message, sizeof(a->message), "the CPU can't access the dma-buf: %s",
		 strerror(-error));
	return a->verdict;
}

uint32_t lc_attempt(struct libcodec_decoder *dec, size_t index,
		    const struct libcodec_decode_job *job, struct lc_surface *surface,
		    struct libcodec_decode_result *res)
{
	const struct lc_candidate *c = &dec->selection.list[index];
	struct lc_attempt *a = &dec->attempts[index];
	struct lc_backend *b = c->backend;
	int64_t deadline = job->deadline_ns;
	bool trial = false, hopeless;
	int r;

	if (lc_unlikely(lc_backend_is_gone(b)))
		return pass_over(a, LIBCODEC_REASON_GONE, "its device has gone");
	if (lc_unlikely(is_parents(c->session)))
		return forked(a);
	if (lc_unlikely(!lc_breaker_is_closed(&b->breaker)) && !is_last_resort(b)) {
		trial = lc_breaker_begin_trial(&b->breaker, lc_now_ns());
		if (!trial)
			return pass_over(a, LIBCODEC_REASON_BREAKER,
					 "failed too often, passed over for a while");
	}
	r = lc_surface_begin(surface, c->memory);
	if (lc_unlikely(r < 0))
		return unmappable(b, a, r, trial);
	/* The time may have gone into a search for devices: that is not the plugin's. */
	hopeless = deadline && lc_now_ns() > deadline;
	if (lc_unlikely(hopeless))
		deadline = 0;
	call(dec, b, c->session, job, deadline, res, a);
	if (a->verdict == LIBCODEC_VERDICT_DONE && lc_unlikely(res->relaid) &&
	    !lc_surface_may_be_relaid(surface, res))
		broke_contract(a, "laid planes out where it may not");
	lc_surface_end(surface);
	conclude(dec, b, a, deadline, hopeless, trial);
	if (a->verdict != LIBCODEC_VERDICT_DONE)
		lc_log(&dec->ctx->log, LIBCODEC_LOG_INFO, "%s: %s%s%s", plugin_name(b),
		       libcodec_verdict_name(a->verdict), a->message[0] ? ": " : "",
		       a->message);
	return a->verdict;
}

void lc_attempt_judge(struct libcodec_decoder *dec, size_t index, bool delivered)
{
	struct lc_backend *b = dec->selection.list[index].backend;
	struct lc_attempt *a = &dec->attempts[index];
	bool trial = a->judge == LC_JUDGE_TRIAL;

	if (lc_likely(a->judge == LC_JUDGE_NOTHING))
		return;
	a->judge = LC_JUDGE_NOTHING;
	if (delivered)
		failed(dec, b, a, trial);
	else if (trial)
		lc_breaker_undecided(&b->breaker, lc_now_ns());
}
