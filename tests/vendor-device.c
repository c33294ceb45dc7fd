/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * vendor-device PLUGIN.so: the devices of examples/vendor-plugin, by a host that is made
 * of accidents: nodes that may not be opened, are something else, or are unplugged, and
 * a fork. tests/vendor-plugin.sh builds and runs it. 77: there are no pseudo-terminals.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <libcodec/plugin.h>

#define EXPECT(what)                                                                     \
	do {                                                                             \
		if (!(what)) {                                                           \
			printf("line %d: not so: %s\n", __LINE__, #what);                \
			exit(1);                                                         \
		}                                                                        \
	} while (0)

/* The only device there is: what opening it gives. */
struct libcodec_device {
	char path[128];
	int error; /* a negative errno: not the node, but this */
	int opens; /* that were not closed again */
};

static int device_open(const struct libcodec_host *host,
		       const struct libcodec_device *device, uint32_t flags)
{
	struct libcodec_device *dev = (struct libcodec_device *)device;
	int fd;

	(void)host;
	(void)flags;
	if (dev->error)
		return dev->error;
	fd = open(dev->path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
	EXPECT(fd >= 0);
	dev->opens++;
	return fd;
}

static void device_close(const struct libcodec_host *host,
			 const struct libcodec_device *device, int fd)
{
	(void)host;
	EXPECT(close(fd) == 0);
	((struct libcodec_device *)device)->opens--;
}

static const uint32_t tracing = 0;

static const struct libcodec_host host = {
	.struct_size = sizeof(host),
	.abi = LIBCODEC_PLUGIN_ABI,
	.tracing = &tracing,
	.device_open = device_open,
	.device_close = device_close,
};

static const struct libcodec_plugin *load(const char *path)
{
	const struct libcodec_plugin *(*entry)(uint32_t, const struct libcodec_host *);
	void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL), *symbol;

	EXPECT(handle);
	symbol = dlsym(handle, "libcodec_plugin_entry");
	EXPECT(symbol);
	memcpy(&entry, &symbol, sizeof(entry));
	EXPECT(!entry(2u << 16, &host) && errno == ENOTSUP);
	return entry(LIBCODEC_PLUGIN_ABI, &host);
}

/* A job that no JPEG decoder takes: what counts is what comes before. */
static uint32_t decode(const struct libcodec_image_decoder_ops *ops, void *session,
		       struct libcodec_decode_result *result)
{
	static const struct libcodec_surface surface = { .struct_size = sizeof(surface) };
	static const struct libcodec_decode_job job = {
		.struct_size = sizeof(job),
		.codec = LIBCODEC_CODEC_PNG,
		.threads = 1,
		.surface = &surface,
	};

	*result = (struct libcodec_decode_result){ .struct_size = sizeof(*result) };
	return ops->decode(session, &job, result);
}

/* Nodes that the plugin must leave alone. */
static void probe_strangers(const struct libcodec_plugin *p, void *priv)
{
	struct libcodec_device dev = { .error = -EACCES };
	void *device = NULL;

	EXPECT(p->device_probe(priv, &dev, &device) == -EACCES);
	dev = (struct libcodec_device){ .error = -ENODEV };
	EXPECT(p->device_probe(priv, &dev, &device) == -ENODEV);
	dev = (struct libcodec_device){ .path = "/dev/fd/0" };
	EXPECT(p->device_probe(priv, &dev, &device) == -ENODEV);
	EXPECT(!device && !dev.opens);
}

/* In the child of a fork() the device is the parent's. */
static void use_after_fork(const struct libcodec_image_decoder_ops *ops, void *session)
{
	struct libcodec_decode_result result;
	int status;
	pid_t child;

	fflush(stdout);
	child = fork();
	EXPECT(child >= 0);
	if (child == 0) {
		EXPECT(decode(ops, session, &result) == LIBCODEC_VERDICT_FALLBACK);
		EXPECT(result.error == -ECHILD && !result.reasons);
		exit(0);
	}
	EXPECT(waitpid(child, &status, 0) == child);
	EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* From plugging in to pulling out. @terminal is the other end of the device. */
static void use(const struct libcodec_plugin *p, void *priv, struct libcodec_device *dev,
		int terminal)
{
	const struct libcodec_image_decoder_ops *ops = p->ops;
	struct libcodec_cap cap = { .struct_size = sizeof(cap) };
	struct libcodec_decode_result result;
	void *device = NULL, *session = NULL;

	EXPECT(p->device_probe(priv, dev, &device) == 0 && device && !dev->opens);
	EXPECT(p->cap_get(priv, device, 0, &cap) == 0);
	EXPECT(cap.codec == LIBCODEC_CODEC_JPEG);
	EXPECT(p->cap_get(priv, device, 1, &cap) == -ENOENT);
	dev->error = -EBUSY;
	EXPECT(ops->session_open(priv, device, &session) == -EBUSY && !session);
	dev->error = 0;
	EXPECT(ops->session_open(priv, device, &session) == 0 && session);
	EXPECT(dev->opens == 1);
	EXPECT(decode(ops, session, &result) == LIBCODEC_VERDICT_NOT_APPLICABLE);
	EXPECT(result.reasons == LIBCODEC_REASON_CODEC);
	use_after_fork(ops, session);
	close(terminal);
	EXPECT(decode(ops, session, &result) == LIBCODEC_VERDICT_FALLBACK);
	EXPECT(result.reasons == LIBCODEC_REASON_GONE && result.error == -ENODEV);
	ops->session_close(session);
	EXPECT(dev->opens == 0);
	p->device_release(priv, device);
}

int main(int argc, char **argv)
{
	struct libcodec_device dev = { .error = 0 };
	const struct libcodec_plugin *p;
	int terminal, fds[2];
	void *priv = NULL;

	EXPECT(argc == 2);
	p = load(argv[1]);
	EXPECT(p && p->device_probe && p->device_release);
	EXPECT(p->init(&host, &priv) == 0);
	EXPECT(pipe(fds) == 0 && dup2(fds[0], 0) == 0); /* for /dev/fd/0 */
	probe_strangers(p, priv);
	terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (terminal < 0 || grantpt(terminal) < 0 || unlockpt(terminal) < 0 ||
	    ptsname_r(terminal, dev.path, sizeof(dev.path))) {
		printf("there are no pseudo-terminals\n");
		return 77;
	}
	use(p, priv, &dev, terminal);
	p->fini(priv);
	return 0;
}
