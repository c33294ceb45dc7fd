/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The v4l2 backend's face: JPEG on any V4L2 mem2mem decoder, by the public headers alone.
 */
#include "session.h"

#include <errno.h>
#include <stdlib.h>

LIBCODEC_PLUGIN_NOTE("v4l2", LIBCODEC_VERSION_STRING);

struct v4l2 {
	const struct libcodec_host *host;
};

static int v4l2_init(const struct libcodec_host *host, void **ret_priv)
{
	struct v4l2 *p;

	/* Services that came after the first host. */
	if (!LIBCODEC_HAS(host, jpeg_strip))
		return -ENOTSUP;
	p = malloc(sizeof(*p));
	if (!p)
		return -ENOMEM;
	p->host = host;
	*ret_priv = p;
	return 0;
}

static void v4l2_fini(void *priv)
{
	free(priv);
}

static int v4l2_device_probe(void *priv, const struct libcodec_device *dev,
			     void **ret_device)
{
	const struct v4l2 *p = priv;
	struct lc_v4l2_device *d;
	int r;

	r = lc_v4l2_device_new(p->host, dev, &d);
	if (r == 0)
		*ret_device = d;
	return r;
}

static void v4l2_device_release(void *priv, void *device)
{
	lc_v4l2_device_free(device);
}

static int v4l2_cap_get(void *priv, void *device, uint32_t index, struct libcodec_cap *cap)
{
	return device ? lc_v4l2_device_cap(device, index, cap) : -ENOENT;
}

static int v4l2_session_open(void *priv, void *device, void **ret_session)
{
	struct lc_v4l2_session *s;
	int r;

	if (!device)
		return -ENODEV;
	r = lc_v4l2_session_new(device, &s);
	if (r == 0)
		*ret_session = s;
	return r;
}

static void v4l2_session_close(void *session)
{
	lc_v4l2_session_free(session);
}

static void v4l2_session_trim(void *session)
{
	lc_v4l2_session_trim(session);
}

static uint32_t v4l2_decode(void *session, const struct libcodec_decode_job *job,
			    struct libcodec_decode_result *result)
{
	return lc_v4l2_session_decode(session, job, result);
}

static const struct libcodec_image_decoder_ops v4l2_ops = {
	.struct_size = sizeof(v4l2_ops),
	.session_open = v4l2_session_open,
	.session_close = v4l2_session_close,
	.decode = v4l2_decode,
	.session_trim = v4l2_session_trim,
};

static const struct libcodec_plugin v4l2_plugin = {
	.magic = LIBCODEC_PLUGIN_MAGIC,
	.abi_major = LIBCODEC_PLUGIN_ABI_MAJOR,
	.abi_minor = LIBCODEC_PLUGIN_ABI_MINOR,
	.struct_size = sizeof(v4l2_plugin),
	.family = LIBCODEC_FAMILY_IMAGE_DECODER,
	.name = "v4l2",
	.version = LIBCODEC_VERSION_STRING,
	.vendor = "libcodec",
	.license = "MIT",
	.description = "JPEG on V4L2 mem2mem decoders",
	.bug_url = "the issue tracker of libcodec",
	.ops = &v4l2_ops,
	.init = v4l2_init,
	.fini = v4l2_fini,
	.device_probe = v4l2_device_probe,
	.device_release = v4l2_device_release,
	.cap_get = v4l2_cap_get,
};

const struct libcodec_plugin *libcodec_plugin_entry(uint32_t host_abi,
						    const struct libcodec_host *host)
{
	(void)host;
	if (host_abi >> 16 != LIBCODEC_PLUGIN_ABI_MAJOR) {
		errno = ENOTSUP;
		return NULL;
	}
	return &v4l2_plugin;
}
