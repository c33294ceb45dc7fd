/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The plugin's face, for a decoder that is always there: in software, or behind an SDK
 * that finds its hardware itself. For one that is bound to device nodes take
 * vendor-device.c instead. What decodes is in engine.c.
 */
#include "engine.h"

#include <errno.h>
#include <stdlib.h>

#define NAME    "vendor" /* as in the manifest */
#define VERSION "1.0"

LIBCODEC_PLUGIN_NOTE(NAME, VERSION);

/* One for each context of the process; globals would be shared by all of them. */
struct vendor {
	const struct libcodec_host *host;
};

/* One for each decoder. Used by one thread at a time, others in parallel. */
struct session {
	const struct libcodec_host *host;
	struct engine *engine;
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
	const struct vendor *v = priv;
	struct session *s = malloc(sizeof(*s));

	(void)device;
	if (!s)
		return -ENOMEM;
	s->host = v->host;
	s->engine = engine_new(v->host);
	if (!s->engine) {
		free(s);
		return -ENOMEM;
	}
	*ret_session = s;
	return 0;
}

static void vendor_session_close(void *session)
{
	struct session *s = session;

	engine_free(s->engine);
	free(s);
}

static uint32_t vendor_decode(void *session, const struct libcodec_decode_job *job,
			      struct libcodec_decode_result *result)
{
	struct session *s = session;
	uint64_t span = libcodec_host_trace_begin(s->host, NAME ".decode", "n_bytes",
						  (int64_t)job->size);
	uint32_t verdict = engine_decode(s->engine, job, result);

	libcodec_host_trace_end(s->host, span);
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
	.description = "Grey baseline JPEG, as an example",
	.bug_url = "https://example.org/bugs",
	.ops = &vendor_ops,
	.init = vendor_init,
	.fini = vendor_fini,
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
