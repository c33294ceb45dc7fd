/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The user's filters. They only narrow: one of which nothing is left allows nothing, with
 * a notice, since whoever set it did not mean everything.
 */
#include "config.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "append.h"
#include "policy-private.h"

#define BACKENDS "LIBCODEC_BACKENDS"
#define DEVICE   "LIBCODEC_DEVICE"

struct teller {
	lc_manifest_notice_fn notice;
	void *data;
};

/* --- LIBCODEC_BACKENDS --- */

struct entries {
	struct lc_names with, without;
	bool positive; /* an entry without "-", be its name good or not */
};

static void tell_bad_name(const struct teller *t, struct lc_text word)
{
	const char *odd = lc_text_odd_bytes(word.p, word.size);

	if (odd)
		lc_manifest_tell(t->notice, t->data, LIBCODEC_LOG_WARNING,
				 BACKENDS ": an entry with %s in it is left out", odd);
	else
		lc_manifest_tell(t->notice, t->data, LIBCODEC_LOG_WARNING,
				 BACKENDS ": %.*s can't be a plugin and is left out",
				 lc_text_quote_size(word), word.p);
}

static int take_entry(struct entries *e, struct lc_text word, const struct teller *t)
{
	struct lc_text name = word;
	bool negative = word.size && word.p[0] == '-';

	if (!word.size)
		return 0;
	if (negative) {
		name.p++;
		name.size--;
	}
	e->positive |= !negative;
	if (!lc_manifest_is_name(name)) {
		tell_bad_name(t, word);
		return 0;
	}
	return lc_names_add(negative ? &e->without : &e->with, name);
}

/* What is left out of a longer one could be a "-name": less would allow more. */
static bool is_too_long(const char *backends)
{
	unsigned int n = 1;

	for (; *backends && n <= LC_POLICY_NAMES_MAX; backends++)
		n += *backends == ',';
	return n > LC_POLICY_NAMES_MAX;
}

static int take_entries(struct entries *e, const char *backends, const struct teller *t)
{
	struct lc_text rest = { backends, strlen(backends) }, word;
	unsigned int i;
	int r = 0;

	while (r == 0 && lc_text_next_word(&rest, &word))
		r = take_entry(e, word, t);
	for (i = 0; i < e->without.n; i++)
		lc_names_remove(&e->with, e->without.list[i]);
	return r;
}

static int tell_backends(const struct lc_names *names, bool only, char **ret_text)
{
	char *text = NULL;
	int r;

	r = lc_append(&text, BACKENDS ": %s", !names->n ? "none" :
					      only	? "only " :
							  "all but ");
	if (r == 0)
		r = lc_names_append(names, &text);
	if (r < 0)
		free(text);
	else
		*ret_text = text;
	return r;
}

static int filter_backends(struct lc_policy *f, const char *backends,
			   const struct teller *t)
{
	bool too_long = is_too_long(backends);
	struct entries e = { 0 };
	int r = 0;

	if (!too_long)
		r = take_entries(&e, backends, t);
	/* "-a,b" means b; "-a" all but a; and of what is wrong nothing is left. */
	f->only = e.positive || !e.without.n;
	f->backends = f->only ? e.with : e.without;
	lc_names_done(f->only ? &e.without : &e.with);
	if (r < 0)
		return r;
	if (too_long)
		lc_manifest_tell(t->notice, t->data, LIBCODEC_LOG_WARNING,
				 BACKENDS ": more than %d entries, no plugin is used",
				 LC_POLICY_NAMES_MAX);
	else if (!f->backends.n)
		lc_manifest_tell(t->notice, t->data, LIBCODEC_LOG_WARNING,
				 BACKENDS ": nothing is left of it, no plugin is used");
	return tell_backends(&f->backends, f->only, &f->backends_text);
}

/* --- LIBCODEC_DEVICE --- */

static int filter_device(struct lc_policy *f, const char *device, const struct teller *t)
{
	const char *odd = lc_text_odd_bytes(device, strlen(device)), *why = odd;

	if (!why && device[0] != '/')
		why = "a path that doesn't begin with /";
	if (!why && strlen(device) >= PATH_MAX)
		why = "too many bytes for a path";
	if (why)
		lc_manifest_tell(t->notice, t->data, LIBCODEC_LOG_WARNING,
				 DEVICE ": %s, no device is used", why);
	f->device = strdup(why ? "" : device);
	if (!f->device)
		return -ENOMEM;
	return lc_append(&f->device_text, DEVICE ": %s%s", why ? "none" : "only ",
			 f->device);
}

/* By number, so that any name of the node will do. */
static bool is_node_of(const char *path, const struct libcodec_device *dev)
{
	bool block = !strcmp(dev->subsystem, "block");
	struct stat st;

	return dev->devnum && stat(path, &st) == 0 && st.st_rdev == dev->devnum &&
	       (block ? S_ISBLK(st.st_mode) : S_ISCHR(st.st_mode));
}

/* Looked at when it is asked: what a link leads to changes with the devices. */
bool lc_policy_filter_has(const struct lc_policy *policy,
			  const struct libcodec_device *dev)
{
	const char *path = policy->device;
	char real[PATH_MAX];

	if (!path)
		return true;
	if (!path[0])
		return false;
	if (!strcmp(path, dev->node) || !strcmp(path, dev->syspath) ||
	    is_node_of(path, dev))
		return true;
	return realpath(path, real) &&
	       (!strcmp(real, dev->node) || !strcmp(real, dev->syspath));
}

/* --- both --- */

void lc_policy_filter_done(struct lc_policy *policy)
{
	lc_names_done(&policy->backends);
	free(policy->backends_text);
	free(policy->device);
	free(policy->device_text);
	policy->only = false;
	policy->backends_text = policy->device = policy->device_text = NULL;
}

int lc_policy_filter(struct lc_policy *policy, const char *backends, const char *device,
		     lc_manifest_notice_fn notice, void *data)
{
	const struct teller t = { notice, data };
	int r = 0;

	lc_policy_filter_done(policy);
	if (backends && backends[0])
		r = filter_backends(policy, backends, &t);
	if (r == 0 && device && device[0])
		r = filter_device(policy, device, &t);
	if (r < 0)
		lc_policy_filter_done(policy);
	return r;
}
