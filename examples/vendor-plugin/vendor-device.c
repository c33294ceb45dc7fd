/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The plugin's face, for a decoder that is bound to device nodes. The host finds them by
 * the [Match] sections of the manifest, and sees them come and go; the plugin looks at
 * each, and opens it by the host alone. What decodes is in engine.c; hand it the
 * session's descriptor when it is a driver for your hardware.
 */
#include "engine.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME    "vendor-device" /* as in the manifest */
#define VERSION "1.0"

LIBCODEC_PLUGIN_NOTE(NAME, VERSION);

/* One for each context of the process. */
struct vendor {
	const struct libcodec_host *host;
};

/* One for each device that is ours: what the host hands back as "device". */
struct unit {
	const struct libcodec_host *host;
	const struct libcodec_device *dev;
};

/* One for each decoder that uses a device. */
struct session {
	const struct unit *unit;
	struct engine *engine;
	int fd;
	pid_t pid; /* of who opened it */
};

static int vendor_init(const struct libcodec_host *host, void **ret_priv)
{
	struct vendor *v = malloc(sizeof(*v));

	if (!v)
		return -ENOMEM;
	v->host = host;
	*ret_priv = v;
	return 0;
}

static void vendor_fini(void *priv)
{
	free(priv);
}

/*
 * Whether the open node is what we drive. Ask yours for its identity by its own ioctl: a
 * glob in a manifest may match a stranger's node, and a revision that you can't drive.
 */
static int identify(int fd)
{
	struct stat st;

	if (fstat(fd, &st) < 0)
		return -errno;
	return S_ISCHR(st.st_mode) ? 0 : -ENODEV;
}

/* Errors of device_open() go through as they are: -EACCES heals, -ENODEV is no loss. */
static int vendor_device_probe(void *priv, const struct libcodec_device *dev,
			       void **ret_device)
{
	const struct libcodec_host *host = ((const struct vendor *)priv)->host;
	int fd = host->device_open(host, dev, 0), r;
	struct unit *u;

	if (fd < 0)
		return fd;
	r = identify(fd);
	host->device_close(host, dev, fd);
	if (r < 0)
		return r;
	u = malloc(sizeof(*u));
	if (!u)
		return -ENOMEM;
	u->host = host;
	u->dev = dev;
	*ret_device = u;
	return 0;
}

static void vendor_device_release(void *priv, void *device)
{
	(void)priv;
	free(device);
}

/* Each device may have capabilities of its own; here all have the same. */
static int vendor_cap_get(void *priv, void *device, uint32_t index,
			  struct libcodec_cap *cap)
{
	(void)priv;
	(void)device;
	if (index > 0)
		return -ENOENT;
	engine_cap(cap);
	return 0;
}

static int vendor_session_open(void *priv, void *device, void **ret_session)
{
	const struct unit *u = device;
	struct session *s = malloc(sizeof(*s));
	int r = -ENOMEM;

	(void)priv;
	if (!s)
		return r;
	s->unit = u;
	s->engine = engine_new(u->host);
	if (!s->engine)
		goto fail;
	s->fd = r = u->host->device_open(u->host, u->dev, 0);
	if (r < 0)
		goto fail;
	s->pid = getpid();
	*ret_session = s;
	return 0;
fail:
	engine_free(s->engine);
	free(s);
	return r;
}

static void vendor_session_close(void *session)
{
	struct session *s = session;

	s->unit->host->device_close(s->unit->host, s->unit->dev, s->fd);
	engine_free(s->engine);
	free(s);
}

/*
 * A device that was unplugged. Where yours works on its own, wait for it by poll() too,
 * for as long as the deadline allows and not longer, and look for these bits each time.
 */
static int is_gone(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLOUT };

	return poll(&p, 1, 0) > 0 && (p.revents & (POLLHUP | POLLERR | POLLNVAL));
}

static uint32_t fall_back(struct libcodec_decode_result *result, int error,
			  const char *message)
{
	result->error = error;
	strcpy(result->message, message);
	return LIBCODEC_VERDICT_FALLBACK;
}

static uint32_t vendor_decode(void *session, const struct libcodec_decode_job *job,
			      struct libcodec_decode_result *result)
{
	struct session *s = session;
	uint64_t span;
	uint32_t verdict;

	/* After fork() parent and child would drive one device by one descriptor. */
	if (getpid() != s->pid)
		return fall_back(result, -ECHILD, "the process has forked");
	if (is_gone(s->fd)) {
		result->reasons = LIBCODEC_REASON_GONE;
		return fall_back(result, -ENODEV, "the device has gone");
	}
	span = libcodec_host_trace_begin(s->unit->host, NAME ".decode", "n_bytes",
					 (int64_t)job->size);
	verdict = engine_decode(s->engine, job, result);
	libcodec_host_trace_end(s->unit->host, span);
	return verdict;
}

static const struct libcodec_image_decoder_ops vendor_ops = {
	.struct_size = sizeof(vendor_ops),
	.session_open = vendor_session_open,
	.session_close = vendor_session_close,
	.decode = vendor_decode,
};

static const struct libcodec_plugin vendor_plugin = {
	.magic = LIBCODEC_PLUGIN_MAGIC,
	.abi_major = LIBCODEC_PLUGIN_ABI_MAJOR,
	.abi_minor = LIBCODEC_PLUGIN_ABI_MINOR,
	.struct_size = sizeof(vendor_plugin),
	.family = LIBCODEC_FAMILY_IMAGE_DECODER,
	.name = NAME,
	.version = VERSION,
	.vendor = "Example Ltd",
	.license = "MIT",
	.description = "Grey baseline JPEG on a device, as an example",
	.bug_url = "https://example.org/bugs",
	.ops = &vendor_ops,
	.init = vendor_init,
	.fini = vendor_fini,
	.device_probe = vendor_device_probe,
	.device_release = vendor_device_release,
	.cap_get = vendor_cap_get,
};

const struct libcodec_plugin *libcodec_plugin_entry(uint32_t host_abi,
						    const struct libcodec_host *host)
{
	(void)host;
	if (host_abi >> 16 != LIBCODEC_PLUGIN_ABI_MAJOR) {
		errno = ENOTSUP;
		return NULL;
	}
	return &vendor_plugin;
}
