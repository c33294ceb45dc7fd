/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Opens the plugin as libcodec does, step by step, with a sentence for each that fails.
 */
#include "config.h"

#include "plugin.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "device.h"

#define SIZE_UP_TO(type, field) \
	(offsetof(type, field) + sizeof(((type *)NULL)->field))
/* What ABI 1.0 has; later minors only append. */
#define PLUGIN_MINOR0 SIZE_UP_TO(struct libcodec_plugin, get_extension)
#define OPS_MINOR0    SIZE_UP_TO(struct libcodec_image_decoder_ops, session_trim)

static __attribute__((format(printf, 3, 4))) int failed(struct kit_plugin *p, int r,
							const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(p->why, sizeof(p->why), fmt, ap);
	va_end(ap);
	return r;
}

int kit_plugin_map(struct kit_plugin *p, const char *path)
{
	const char *text;
	void *symbol;

	p->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	if (!p->handle) {
		text = dlerror();
		return failed(p, -ENOEXEC, "%s", text ? text : "the linker refuses");
	}
	symbol = dlsym(p->handle, "libcodec_plugin_entry");
	if (!symbol)
		return failed(p, -ENOSYS, "libcodec_plugin_entry is not exported");
	memcpy(&p->entry, &symbol, sizeof(p->entry)); /* ISO C has no cast for this */
	return 0;
}

int kit_plugin_check_head(const struct libcodec_plugin *theirs, char *why,
			  size_t why_size)
{
	if (theirs->magic != LIBCODEC_PLUGIN_MAGIC)
		snprintf(why, why_size, "the descriptor's magic is 0x%08x, not 0x%08x",
			 theirs->magic, LIBCODEC_PLUGIN_MAGIC);
	else if (theirs->abi_major != LIBCODEC_PLUGIN_ABI_MAJOR)
		snprintf(why, why_size, "the descriptor is of ABI %u.%u, the kit of %u",
			 theirs->abi_major, theirs->abi_minor,
			 LIBCODEC_PLUGIN_ABI_MAJOR);
	else if (theirs->struct_size < PLUGIN_MINOR0)
		snprintf(why, why_size, "the descriptor has %u bytes, ABI 1.0 has %zu",
			 theirs->struct_size, PLUGIN_MINOR0);
	else
		return 0;
	return -EINVAL;
}

int kit_plugin_enter(struct kit_plugin *p, const struct libcodec_host *host)
{
	errno = 0;
	p->theirs = p->entry(LIBCODEC_PLUGIN_ABI, host);
	if (!p->theirs)
		return failed(p, -ENODEV, "the entry point returned NULL: %s",
			      errno ? strerror(errno) : "and didn't set errno");
	return kit_plugin_check_head(p->theirs, p->why, sizeof(p->why));
}

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

static int adopt_ops(struct kit_plugin *p)
{
	const struct libcodec_image_decoder_ops *theirs = p->desc.ops;

	if (theirs->struct_size < OPS_MINOR0)
		return failed(p, -EINVAL, "ops has %u bytes, ABI 1.0 has %zu",
			      theirs->struct_size, OPS_MINOR0);
	memcpy(&p->ops, theirs, smaller(theirs->struct_size, sizeof(p->ops)));
	if (!p->ops.session_open || !p->ops.session_close || !p->ops.decode)
		return failed(p, -EINVAL, "ops.%s is mandatory and NULL",
			      !p->ops.session_open  ? "session_open" :
			      !p->ops.session_close ? "session_close" :
						      "decode");
	return 0;
}

int kit_plugin_adopt(struct kit_plugin *p)
{
	const struct libcodec_plugin *d = &p->desc;

	memset(&p->desc, 0, sizeof(p->desc));
	memset(&p->ops, 0, sizeof(p->ops));
	memcpy(&p->desc, p->theirs, smaller(p->theirs->struct_size, sizeof(p->desc)));
	if (!d->ops || !d->init || !d->fini || !d->cap_get)
		return failed(p, -EINVAL, "%s is mandatory and NULL",
			      !d->ops  ? "ops" :
			      !d->init ? "init" :
			      !d->fini ? "fini" :
					 "cap_get");
	if (!d->device_probe != !d->device_release)
		return failed(p, -EINVAL, "%s is there without %s",
			      d->device_probe ? "device_probe" : "device_release",
			      d->device_probe ? "device_release" : "device_probe");
	return d->family == LIBCODEC_FAMILY_IMAGE_DECODER ? adopt_ops(p) : 0;
}

int kit_plugin_open(struct kit_plugin *p, const char *path,
		    const struct libcodec_host *host)
{
	int r;

	r = kit_plugin_map(p, path);
	if (r == 0)
		r = kit_plugin_enter(p, host);
	return r < 0 ? r : kit_plugin_adopt(p);
}

/* --- in use --- */

static int probe(struct kit_plugin *p, const char *node, struct kit_bound *b)
{
	int r;

	if (!node)
		return failed(p, -ENODEV, "it needs a device: --device NODE");
	r = kit_device_new(node, &b->record);
	if (r < 0)
		return failed(p, r, "%s: %s", node, strerror(-r));
	r = p->desc.device_probe(b->priv, b->record, &b->device);
	if (r < 0)
		return failed(p, r, "it doesn't take %s: %s", node, strerror(-r));
	if (!b->device)
		return failed(p, -EPROTO, "device_probe took %s and gave NULL", node);
	return 0;
}

int kit_plugin_bind(struct kit_plugin *p, struct kit_host *host, const char *node,
		    struct kit_bound *ret_bound)
{
	struct kit_bound b = { 0 };
	int r;

	r = p->desc.init(&host->table, &b.priv);
	if (r < 0)
		return failed(p, r == -ENODEV ? -EPROTO : r, "init failed: %s",
			      strerror(-r));
	r = p->desc.device_probe ? probe(p, node, &b) : 0;
	if (r < 0) {
		b.device = NULL;
		kit_plugin_unbind(p, &b);
		return r;
	}
	*ret_bound = b;
	return 0;
}

void kit_plugin_unbind(struct kit_plugin *p, struct kit_bound *bound)
{
	if (bound->device)
		p->desc.device_release(bound->priv, bound->device);
	if (bound->record)
		kit_device_free(bound->record);
	p->desc.fini(bound->priv);
}
