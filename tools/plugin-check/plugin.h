/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The plugin at hand: opened as libcodec opens it, with its tables copied at our size.
 */
#ifndef LC_KIT_PLUGIN_H
#define LC_KIT_PLUGIN_H

#include "host.h"

typedef const struct libcodec_plugin *(*kit_entry_fn)(uint32_t abi,
						      const struct libcodec_host *host);

struct kit_plugin {
	void *handle;
	kit_entry_fn entry;
	const struct libcodec_plugin *theirs; /* what the entry returned */
	struct libcodec_plugin desc;          /* a copy at our size, zero-filled */
	struct libcodec_image_decoder_ops ops; /* likewise; zeros in other families */
	char why[256];                        /* one sentence, where a step failed */
};

/* One after the other. Each returns 0, or a negative errno with a sentence in p->why. */
int kit_plugin_map(struct kit_plugin *p, const char *path);  /* dlopen, find the entry */
int kit_plugin_enter(struct kit_plugin *p, const struct libcodec_host *host);
int kit_plugin_adopt(struct kit_plugin *p); /* copies the tables; checks the slots */

/* All three, for levels that need a plugin that works. */
int kit_plugin_open(struct kit_plugin *p, const char *path,
		    const struct libcodec_host *host);

/* The descriptor's frozen head: 0, or -EINVAL with the sentence in @why. */
int kit_plugin_check_head(const struct libcodec_plugin *theirs, char *why,
			  size_t why_size);

/*
 * One context's use of the plugin: init, and the device of --device where the plugin has
 * device_probe. Levels open sessions with @device.
 */
struct kit_bound {
	void *priv;
	void *device;                    /* as device_probe gave it, or NULL */
	struct libcodec_device *record;  /* or NULL */
};

/*
 * Returns 0; -ENODEV where the plugin takes devices and @node is NULL or isn't its; or
 * another negative errno. p->why has the sentence.
 */
int kit_plugin_bind(struct kit_plugin *p, struct kit_host *host, const char *node,
		    struct kit_bound *ret_bound);
/* device_release and fini. */
void kit_plugin_unbind(struct kit_plugin *p, struct kit_bound *bound);

#endif
