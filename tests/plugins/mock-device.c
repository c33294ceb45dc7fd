/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A good plugin with devices. Its device is a terminal whose other end the test holds:
 * when that is closed the kernel says so (POLLHUP), as it does of hardware that is pulled.
 * The engine is another plugin, the cpu backend as a rule, so that frames are real.
 *
 * Properties of the device tell what to do:
 *   MOCK_ENGINE=FILE    the plugin that decodes; without it a constant is painted
 *   MOCK_PROBE=ERRNO    device_probe fails so
 *   MOCK_OPEN=ERRNO     session_open fails so, and leaves a pointer to what it freed
 *   MOCK_RGB=1          it writes RGB and nothing else
 *   MOCK_FAIL=1         each frame fails half-way with EIO, while FILE (below) is there
 *   MOCK_SUSPECT=1      MOCK_FAIL blames the stream, and says that it may be wrong
 *   MOCK_SWITCH=FILE    MOCK_FAIL and MOCK_LATE_MS hold while that file is there
 *   MOCK_NULL=1         device_probe takes it and gives NULL
 *   MOCK_GONE=1         each frame says that the device has gone
 *   MOCK_LATE_MS=N      each frame comes back N ms after its deadline
 *   MOCK_PAUSE_US=N     a frame rests so long before it looks whether the device is there
 *   MOCK_BLIND=1        never looks: frames make no system call
 */
#include "mock.h"

#include <dlfcn.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct engine {
	struct libcodec_plugin plugin;
	struct libcodec_image_decoder_ops ops;
	void *priv;
};

struct priv {
	const struct libcodec_host *host;
};

struct device {
	struct priv *priv;
	const struct libcodec_device *dev;
	struct engine engine;
	bool has_engine;
	bool fails, suspects, blind, gone, rgb;
	long late_ms, pause_us;
	int open_error;
	char on[256]; /* MOCK_SWITCH */
};

struct session {
	struct device *device;
	int fd;
	void *engine;
};

static int init(const struct libcodec_host *host, void **ret_priv)
{
	struct priv *p = calloc(1, sizeof(*p));

	if (!p)
		return -ENOMEM;
	p->host = host;
	*ret_priv = p;
	return 0;
}

static void fini(void *priv)
{
	free(priv);
}

static bool property(struct priv *p, const struct libcodec_device *dev, const char *key,
		     char text[256])
{
	return p->host->device_get(p->host, dev, LIBCODEC_DEVICE_PROPERTY, key, text, 256) >= 0;
}

static long number(struct priv *p, const struct libcodec_device *dev, const char *key)
{
	char text[256];

	return property(p, dev, key, text) ? strtol(text, NULL, 10) : 0;
}

static int open_engine(struct priv *p, const char *path, struct engine *e)
{
	const struct libcodec_plugin *(*entry)(uint32_t, const struct libcodec_host *);
	const struct libcodec_plugin *theirs;
	void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	void *symbol;

	if (!handle)
		return -ELIBACC;
	symbol = dlsym(handle, "libcodec_plugin_entry");
	memcpy(&entry, &symbol, sizeof(entry));
	theirs = symbol ? entry(LIBCODEC_PLUGIN_ABI, p->host) : NULL;
	if (!theirs)
		return -ELIBBAD;
	e->plugin = *theirs;
	e->ops = *(const struct libcodec_image_decoder_ops *)theirs->ops;
	return e->plugin.init(p->host, &e->priv);
}

static int device_probe(void *priv, const struct libcodec_device *dev, void **ret_device)
{
	struct priv *p = priv;
	struct device *d;
	char text[256];
	int r;

	r = (int)number(p, dev, "MOCK_PROBE");
	if (r)
		return -r;
	if (number(p, dev, "MOCK_NULL")) {
		*ret_device = NULL;
		return 0;
	}
	r = p->host->device_open(p->host, dev, 0);
	if (r < 0)
		return r;
	p->host->device_close(p->host, dev, r);
	d = calloc(1, sizeof(*d));
	if (!d)
		return -ENOMEM;
	d->priv = p;
	d->dev = dev;
	d->fails = number(p, dev, "MOCK_FAIL") != 0;
	d->suspects = number(p, dev, "MOCK_SUSPECT") != 0;
	d->gone = number(p, dev, "MOCK_GONE") != 0;
	d->rgb = number(p, dev, "MOCK_RGB") != 0;
	d->blind = number(p, dev, "MOCK_BLIND") != 0;
	d->open_error = (int)number(p, dev, "MOCK_OPEN");
	d->late_ms = number(p, dev, "MOCK_LATE_MS");
	d->pause_us = number(p, dev, "MOCK_PAUSE_US");
	property(p, dev, "MOCK_SWITCH", d->on);
	if (property(p, dev, "MOCK_ENGINE", text)) {
		r = open_engine(p, text, &d->engine);
		if (r < 0) {
			free(d);
			return r;
		}
		d->has_engine = true;
	}
	p->host->log(p->host, LIBCODEC_LOG_DEBUG, "took a device");
	*ret_device = d;
	return 0;
}

static void device_release(void *priv, void *device)
{
	struct device *d = device;

	if (d->has_engine)
		d->engine.plugin.fini(d->engine.priv);
	d->priv->host->log(d->priv->host, LIBCODEC_LOG_DEBUG, "gave a device back");
	free(d);
}

static int cap_get(void *priv, void *device, uint32_t index, struct libcodec_cap *cap)
{
	if (index > 0)
		return -ENOENT;
	mock_fill_cap(cap, 1);
	cap->rank = 600;
	if (((struct device *)device)->rgb) {
		cap->formats[0].format = LIBCODEC_FORMAT_RGB;
		cap->n_formats = 1;
	}
	return 0;
}

static int session_open(void *priv, void *device, void **ret_session)
{
	struct device *d = device;
	const struct libcodec_host *host = d->priv->host;
	struct session *s = calloc(1, sizeof(*s));
	int r = 0;

	if (!s)
		return -ENOMEM;
	s->device = d;
	s->fd = host->device_open(host, d->dev, 0);
	if (s->fd < 0)
		r = s->fd;
	else if (d->open_error)
		r = -d->open_error;
	else if (d->has_engine)
		r = d->engine.ops.session_open(d->engine.priv, NULL, &s->engine);
	if (r < 0) {
		if (s->fd >= 0)
			host->device_close(host, d->dev, s->fd);
		*ret_session = s;
		free(s);
		return r;
	}
	*ret_session = s;
	return 0;
}

static void session_close(void *session)
{
	struct session *s = session;
	const struct libcodec_host *host = s->device->priv->host;

	if (s->device->has_engine)
		s->device->engine.ops.session_close(s->engine);
	host->device_close(host, s->device->dev, s->fd);
	host->log(host, LIBCODEC_LOG_DEBUG, "closed a session");
	free(s);
}

static bool is_gone(const struct session *s)
{
	struct pollfd p = { .fd = s->fd, .events = POLLIN };

	if (s->device->gone)
		return true;
	return !s->device->blind && poll(&p, 1, 0) > 0 &&
	       (p.revents & (POLLHUP | POLLERR | POLLNVAL));
}

static bool is_on(const struct device *d)
{
	return !d->on[0] || access(d->on, F_OK) == 0;
}

static void rest_us(long us)
{
	struct timespec t = { us / 1000000, us % 1000000 * 1000 };

	while (us > 0 && nanosleep(&t, &t) < 0)
		;
}

static void be_late(const struct device *d, const struct libcodec_decode_job *job)
{
	int64_t left;

	if (!d->late_ms || !job->deadline_ns || !is_on(d))
		return;
	left = job->deadline_ns - d->priv->host->now_ns(d->priv->host);
	rest_us((long)(left > 0 ? left / 1000 : 0) + 1000 * d->late_ms);
}

static uint32_t give_up(struct libcodec_decode_result *result, int error, uint64_t reasons,
			const char *why)
{
	result->error = error;
	result->reasons = reasons;
	snprintf(result->message, sizeof(result->message), "%s", why);
	return LIBCODEC_VERDICT_FALLBACK;
}

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	struct session *s = session;
	struct device *d = s->device;

	if (is_gone(s))
		return give_up(result, -ENODEV, LIBCODEC_REASON_GONE, "the device has gone");
	if (d->pause_us || d->fails) {
		/* Half a frame, as hardware leaves it. */
		mock_paint(job->surface, 1, MOCK_DIRT, MOCK_DIRT);
		rest_us(d->pause_us);
	}
	if (is_gone(s))
		return give_up(result, -ENODEV, LIBCODEC_REASON_GONE,
			       "the device went in mid-frame");
	if (d->fails && is_on(d)) {
		uint32_t verdict = give_up(result, -EIO,
					   d->suspects ? LIBCODEC_REASON_SUSPECT : 0,
					   "the device gave up");

		return d->suspects ? LIBCODEC_VERDICT_CORRUPT : verdict;
	}
	be_late(d, job);
	if (d->has_engine)
		return d->engine.ops.decode(s->engine, job, result);
	return mock_decode(NULL, job, result);
}

MOCK_PLUGIN("mock-device", mock->plugin.init = init; mock->plugin.fini = fini;
	    mock->plugin.device_probe = device_probe;
	    mock->plugin.device_release = device_release; mock->plugin.cap_get = cap_get;
	    mock->ops.session_open = session_open; mock->ops.session_close = session_close;
	    mock->ops.decode = decode)
