/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Reads policy.conf and the user's filters, and answers by them. A line that is wrong
 * costs that line; a section whose match is wrong costs the section, since it would mean
 * more devices than its author meant.
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "policy.h"
#include "trust.h"

#define NAMES_MAX 64 /* a list */
#define RULES_MAX 32 /* [Device] sections */

/* Plugins, and who named each: "FILE:LINE". */
struct names {
	struct {
		char *name;
		const char *by; /* the policy's */
	} list[NAMES_MAX];
	unsigned int n;
};

/* A [Device] section. */
struct rule {
	struct lc_match match;
	bool broken;          /* a wrong match key: it means no device */
	const char *deny_all; /* who denied it to everybody, or NULL */
	struct names deny, order;
};

struct lc_policy {
	struct names order, deny, opt_in;
	struct rule *rules; /* RULES_MAX of them, or NULL */
	unsigned int n_rules;
	bool filtered; /* LIBCODEC_BACKENDS names who may: "only", even if that is nobody */
	struct names only, except;
	char *device; /* LIBCODEC_DEVICE */
	char **texts; /* what "by" points to, and lines for people */
	unsigned int n_texts;
	unsigned int *lines; /* which texts those are */
	unsigned int n_lines;
};

enum section { SECTION_NONE, SECTION_POLICY, SECTION_DEVICE, SECTION_OTHER };

struct parser {
	struct lc_policy *policy;
	const char *path;
	struct lc_keyfile kf;
	lc_notice_fn notice;
	void *data;
	enum section section;
	const char *by; /* "FILE:LINE" of the line at hand, or NULL */
	unsigned int by_line;
};

/* --- what it keeps --- */

/* Takes @text over. NULL without memory. */
static const char *keep(struct lc_policy *policy, char *text)
{
	char **texts;

	if (!text)
		return NULL;
	texts = realloc(policy->texts, (policy->n_texts + 1) * sizeof(*texts));
	if (!texts) {
		free(text);
		return NULL;
	}
	policy->texts = texts;
	texts[policy->n_texts++] = text;
	return text;
}

/* A line for people. 0 or -ENOMEM. */
static int say(struct lc_policy *policy, const char *fmt, ...) LC_PRINTF(2, 3);
static int say(struct lc_policy *policy, const char *fmt, ...)
{
	unsigned int *lines;
	va_list ap;
	char *text;
	int n;

	lines = realloc(policy->lines, (policy->n_lines + 1) * sizeof(*lines));
	if (!lines)
		return -ENOMEM;
	policy->lines = lines;
	va_start(ap, fmt);
	n = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (n < 0 || !keep(policy, text))
		return -ENOMEM;
	lines[policy->n_lines++] = policy->n_texts - 1;
	return 0;
}

/* Who says what the line at hand says. */
static const char *by_line(struct parser *p)
{
	char *text;

	if (p->by && p->by_line == p->kf.line)
		return p->by;
	if (asprintf(&text, "%s:%u", p->path, p->kf.line) < 0)
		return NULL;
	p->by = keep(p->policy, text);
	p->by_line = p->kf.line;
	return p->by;
}

static int find_name(const struct names *names, const char *name)
{
	unsigned int i;

	for (i = 0; i < names->n; i++)
		if (!strcmp(names->list[i].name, name))
			return (int)i;
	return -1;
}

/* Add a name that isn't there yet. 0, -ENOSPC or -ENOMEM. */
static int add_name(struct names *names, struct lc_text name, const char *by)
{
	char *copy = lc_text_copy(name);

	if (!copy)
		return -ENOMEM;
	if (find_name(names, copy) >= 0 || names->n == NAMES_MAX) {
		int r = find_name(names, copy) >= 0 ? 0 : -ENOSPC;

		free(copy);
		return r;
	}
	names->list[names->n].name = copy;
	names->list[names->n++].by = by;
	return 0;
}

static void free_names(struct names *names)
{
	while (names->n)
		free(names->list[--names->n].name);
}

struct lc_policy *lc_policy_free(struct lc_policy *policy)
{
	if (!policy)
		return NULL;
	free_names(&policy->order);
	free_names(&policy->deny);
	free_names(&policy->opt_in);
	free_names(&policy->only);
	free_names(&policy->except);
	while (policy->n_rules) {
		struct rule *rule = &policy->rules[--policy->n_rules];

		lc_match_done(&rule->match);
		free_names(&rule->deny);
		free_names(&rule->order);
	}
	free(policy->rules);
	free(policy->device);
	while (policy->n_texts)
		free(policy->texts[--policy->n_texts]);
	free(policy->texts);
	free(policy->lines);
	free(policy);
	return NULL;
}

/* --- policy.conf --- */

static void warn(struct parser *p, const char *fmt, ...) LC_PRINTF(2, 3);
static void warn(struct parser *p, const char *fmt, ...)
{
	char sentence[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(sentence, sizeof(sentence), fmt, ap);
	va_end(ap);
	lc_notice(p->notice, p->data, LIBCODEC_LOG_WARNING, "%s:%u: %s", p->path, p->kf.line,
		  sentence);
}

/* Names with commas between them; what is no name is left out. */
static int take_names(struct parser *p, struct names *names, const char *key,
		      struct lc_text value)
{
	struct lc_text list = value, word;
	const char *by = by_line(p);
	int r = 0;

	if (!by)
		return -ENOMEM;
	if (!value.size) {
		warn(p, "%s names nobody", key);
		return 0;
	}
	while (r == 0 && lc_text_next(&list, &word)) {
		if (lc_text_is_plugin_name(word))
			r = add_name(names, word, by);
		else
			warn(p, "%s: \"%.*s\" is no name of a plugin", key,
			     lc_text_quote(word), word.p);
	}
	if (r == -ENOSPC) {
		warn(p, "%s: more than %d names", key, NAMES_MAX);
		r = 0;
	}
	return r < 0 ? r : say(p->policy, "%s: %s %.*s", by, key, lc_text_quote(value),
			       value.p);
}

static int take_order(struct parser *p, struct names *names, struct lc_text value)
{
	if (names->n) {
		warn(p, "a second Order counts for nothing");
		return 0;
	}
	return take_names(p, names, "Order", value);
}

static int take_policy(struct parser *p, struct lc_text key, struct lc_text value)
{
	struct lc_policy *policy = p->policy;

	if (lc_text_is(key, "Order"))
		return take_order(p, &policy->order, value);
	if (lc_text_is(key, "Deny"))
		return take_names(p, &policy->deny, "Deny", value);
	if (lc_text_is(key, "OptIn"))
		return take_names(p, &policy->opt_in, "OptIn", value);
	warn(p, "%.*s is not a key that is known here", lc_text_quote(key), key.p);
	return 0;
}

static int deny_all(struct parser *p, struct rule *rule)
{
	rule->deny_all = by_line(p);
	if (!rule->deny_all)
		return -ENOMEM;
	return say(p->policy, "%s: Deny, for all plugins", rule->deny_all);
}

static int take_device(struct parser *p, struct lc_text key, struct lc_text value)
{
	struct rule *rule = &p->policy->rules[p->policy->n_rules - 1];
	const char *why;
	int r;

	if (lc_text_is(key, "Order"))
		return take_order(p, &rule->order, value);
	if (lc_text_is(key, "Deny"))
		return lc_text_is(value, "yes") ? deny_all(p, rule) :
						  take_names(p, &rule->deny, "Deny", value);
	r = lc_match_take(&rule->match, key, value, &why);
	if (r > 0 || r == -ENOMEM)
		return r < 0 ? r : 0;
	if (r == 0)
		warn(p, "%.*s is not a key that is known here; the section means no device",
		     lc_text_quote(key), key.p);
	else
		warn(p, "%.*s%s; the section means no device", lc_text_quote(key), key.p,
		     why);
	rule->broken = true;
	return 0;
}

static int on_pair(void *data, struct lc_text key, struct lc_text value)
{
	struct parser *p = data;

	if (lc_text_is_foreign(key))
		return 0;
	switch (p->section) {
	case SECTION_POLICY:
		return take_policy(p, key, value);
	case SECTION_DEVICE:
		return take_device(p, key, value);
	case SECTION_NONE:
		warn(p, "%.*s stands before the first section", lc_text_quote(key), key.p);
		break;
	case SECTION_OTHER:
		break;
	}
	return 0;
}

static int begin_device(struct parser *p)
{
	struct lc_policy *policy = p->policy;

	p->section = SECTION_OTHER;
	if (policy->n_rules == RULES_MAX) {
		warn(p, "more than %d [Device] sections", RULES_MAX);
		return 0;
	}
	if (!policy->rules) {
		policy->rules = calloc(RULES_MAX, sizeof(*policy->rules));
		if (!policy->rules)
			return -ENOMEM;
	}
	p->section = SECTION_DEVICE;
	policy->n_rules++;
	return 0;
}

static void end_section(struct parser *p)
{
	struct rule *rule;

	if (p->section != SECTION_DEVICE)
		return;
	rule = &p->policy->rules[p->policy->n_rules - 1];
	if (!rule->broken && lc_match_is_empty(&rule->match)) {
		warn(p, "the [Device] section before says of no device what it means");
		rule->broken = true;
	}
}

static int on_section(void *data, struct lc_text name)
{
	struct parser *p = data;

	end_section(p);
	p->section = SECTION_OTHER;
	if (lc_text_is(name, "Policy"))
		p->section = SECTION_POLICY;
	else if (lc_text_is(name, "Device"))
		return begin_device(p);
	else if (!lc_text_is_foreign(name))
		warn(p, "[%.*s] is not a section that is known here", lc_text_quote(name),
		     name.p);
	return 0;
}

static int on_wrong(void *data, const char *sentence)
{
	warn(data, "%s", sentence);
	return 0;
}

int lc_policy_parse(const char *path, const char *text, size_t size, lc_notice_fn notice,
		    void *data, struct lc_policy **ret_policy)
{
	struct parser p = {
		.policy = calloc(1, sizeof(*p.policy)),
		.path = path,
		.notice = notice,
		.data = data,
		.kf = {
			.data = &p,
			.section = on_section,
			.pair = on_pair,
			.wrong = on_wrong,
		},
	};
	int r;

	if (!p.policy)
		return -ENOMEM;
	r = lc_keyfile_read(&p.kf, text, size);
	if (r < 0) {
		lc_policy_free(p.policy);
		return r;
	}
	end_section(&p);
	*ret_policy = p.policy;
	return 0;
}

/* The file's text; 0 bytes where it is not there, or not to be trusted. */
static int read_file(const char *path, char *text, lc_notice_fn notice, void *data)
{
	char why[512];
	int fd, n;

	if (lc_trust_is_null(path))
		return 0;
	n = lc_trust_open(path, &fd, why, sizeof(why));
	if (n < 0) {
		lc_notice(notice, data,
			  n == -ENOENT ? LIBCODEC_LOG_INFO : LIBCODEC_LOG_WARNING,
			  n == -ENOENT ? "%s" : "%s; no policy is read", why);
		return 0;
	}
	n = lc_trust_read(fd, text, LC_KEYFILE_BYTES_MAX + 1);
	close(fd);
	if (n < 0)
		lc_notice(notice, data, LIBCODEC_LOG_WARNING, "%s: cannot be read", path);
	else if (n > LC_KEYFILE_BYTES_MAX)
		lc_notice(notice, data, LIBCODEC_LOG_WARNING,
			  "%s: more than %d bytes; no policy is read", path,
			  LC_KEYFILE_BYTES_MAX);
	else
		return n;
	return 0;
}

int lc_policy_read(const char *path, lc_notice_fn notice, void *data,
		   struct lc_policy **ret_policy)
{
	char *text = malloc(LC_KEYFILE_BYTES_MAX + 1);
	int n, r;

	if (!text)
		return -ENOMEM;
	n = read_file(path, text, notice, data);
	r = lc_policy_parse(path, text, (size_t)n, notice, data, ret_policy);
	free(text);
	return r;
}

/* --- the user's filters --- */

/* "name" or "-name" */
static int take_filter(struct lc_policy *policy, struct lc_text word, lc_notice_fn notice,
		       void *data)
{
	bool except = word.size && word.p[0] == '-';
	struct lc_text name = { word.p + except, word.size - except };
	int r;

	policy->filtered |= !except;
	if (!lc_text_is_plugin_name(name)) {
		lc_notice(notice, data, LIBCODEC_LOG_WARNING,
			  "LIBCODEC_BACKENDS: \"%.*s\" is no name of a plugin",
			  lc_text_quote(word), word.p);
		return 0;
	}
	r = add_name(except ? &policy->except : &policy->only, name, "LIBCODEC_BACKENDS");
	return r == -ENOSPC ? 0 : r;
}

static int filter_backends(struct lc_policy *policy, const char *backends,
			   lc_notice_fn notice, void *data)
{
	struct lc_text list = { backends, strlen(backends) }, word;
	int r = 0;

	if (lc_text_odd_bytes(list.p, list.size)) {
		lc_notice(notice, data, LIBCODEC_LOG_WARNING,
			  "LIBCODEC_BACKENDS is no plain text");
		policy->filtered = true;
		return 0;
	}
	while (r == 0 && lc_text_next(&list, &word))
		r = take_filter(policy, word, notice, data);
	if (r < 0)
		return r;
	if (policy->filtered && !policy->only.n)
		lc_notice(notice, data, LIBCODEC_LOG_WARNING,
			  "LIBCODEC_BACKENDS names nobody: no plugin is used");
	return say(policy, "LIBCODEC_BACKENDS: %s", backends);
}

int lc_policy_filter(struct lc_policy *policy, const char *backends, const char *device,
		     lc_notice_fn notice, void *data)
{
	int r = 0;

	if (backends && *backends)
		r = filter_backends(policy, backends, notice, data);
	if (r < 0 || !device || !*device)
		return r;
	if (device[0] != '/') {
		lc_notice(notice, data, LIBCODEC_LOG_WARNING,
			  "LIBCODEC_DEVICE is no path: no device is used");
	}
	policy->device = strdup(device);
	if (!policy->device)
		return -ENOMEM;
	return say(policy, "LIBCODEC_DEVICE: %s", device);
}

/* --- answers --- */

static bool deny(const char *by, const char **ret_why)
{
	if (ret_why)
		*ret_why = by;
	return true;
}

/* Whether a path that somebody named is the device: its syspath, its node, a link to it. */
static bool is_device(const char *path, const struct libcodec_device *dev)
{
	struct stat st;

	if (!strcmp(path, dev->syspath) || !strcmp(path, dev->node))
		return true;
	return dev->devnum && stat(path, &st) == 0 && S_ISCHR(st.st_mode) &&
	       st.st_rdev == dev->devnum;
}

static bool means(const struct rule *rule, const struct libcodec_device *dev)
{
	return !rule->broken && lc_match_device(&rule->match, dev);
}

static bool denies_device(const struct lc_policy *policy, const char *plugin,
			  const struct libcodec_device *dev, const char **ret_why)
{
	unsigned int i;
	int at;

	for (i = 0; i < policy->n_rules; i++) {
		const struct rule *rule = &policy->rules[i];

		at = find_name(&rule->deny, plugin);
		if ((!rule->deny_all && at < 0) || !means(rule, dev))
			continue;
		return deny(at < 0 ? rule->deny_all : rule->deny.list[at].by, ret_why);
	}
	if (policy->device && !is_device(policy->device, dev))
		return deny("LIBCODEC_DEVICE", ret_why);
	return false;
}

bool lc_policy_denies(const struct lc_policy *policy, const char *plugin,
		      const struct libcodec_device *dev, const char **ret_why)
{
	int at = find_name(&policy->deny, plugin);

	if (at >= 0)
		return deny(policy->deny.list[at].by, ret_why);
	if (find_name(&policy->except, plugin) >= 0 ||
	    (policy->filtered && find_name(&policy->only, plugin) < 0))
		return deny("LIBCODEC_BACKENDS", ret_why);
	return dev && denies_device(policy, plugin, dev, ret_why);
}

bool lc_policy_opts_in(const struct lc_policy *policy, const char *plugin)
{
	return find_name(&policy->opt_in, plugin) >= 0 ||
	       find_name(&policy->only, plugin) >= 0;
}

int lc_policy_place(const struct lc_policy *policy, const char *plugin,
		    const struct libcodec_device *dev)
{
	unsigned int i;
	int at;

	if (policy->only.n)
		return find_name(&policy->only, plugin);
	for (i = 0; dev && i < policy->n_rules; i++) {
		const struct rule *rule = &policy->rules[i];

		at = find_name(&rule->order, plugin);
		if (at >= 0 && means(rule, dev))
			return at;
	}
	return find_name(&policy->order, plugin);
}

const char *lc_policy_line(const struct lc_policy *policy, unsigned int index)
{
	return index < policy->n_lines ? policy->texts[policy->lines[index]] : NULL;
}
