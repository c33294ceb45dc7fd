/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Reads policy.conf. A wrong line is told and left out. But for a [Device] of which a
 * line is wrong: without a key that says which devices it would mean too many of them, so
 * it is left out as a whole.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "append.h"
#include "match-keys.h"
#include "policy-private.h"

enum section { SECTION_SKIPPED, SECTION_POLICY, SECTION_DEVICE };

struct parser {
	struct lc_policy *policy;
	const char *path;
	lc_manifest_notice_fn notice;
	void *data;
	unsigned int line;
	enum section section;
	unsigned int section_line;
	unsigned int first_rule; /* of the section at hand */
	bool ordered;            /* the [Device] at hand has an Order */
	bool policy_ordered;
};

/* --- messages --- */

static void tell_line(const struct parser *p, unsigned int line, const char *sentence)
{
	lc_manifest_tell(p->notice, p->data, LIBCODEC_LOG_WARNING, "%s:%u: %s", p->path,
			 line, sentence);
}

static void tell_file(const struct parser *p, const char *sentence)
{
	lc_manifest_tell(p->notice, p->data, LIBCODEC_LOG_WARNING,
			 "%s; the policy is left out", sentence);
}

static struct lc_match *device_at_hand(const struct parser *p)
{
	return &p->policy->devices[p->policy->n_devices];
}

/* Nothing of the [Device] at hand holds, neither what was read nor what follows. */
static void drop_device(struct parser *p)
{
	lc_policy_cut(p->policy, p->first_rule);
	lc_match_done(device_at_hand(p));
	p->section = SECTION_SKIPPED;
}

static void wrong_line(struct parser *p, const char *sentence)
{
	if (p->section != SECTION_DEVICE) {
		tell_line(p, p->line, sentence);
		return;
	}
	lc_manifest_tell(p->notice, p->data, LIBCODEC_LOG_WARNING,
			 "%s:%u: %s; all of this [Device] is left out, or it would mean "
			 "too many devices",
			 p->path, p->line, sentence);
	drop_device(p);
}

/* --- rules --- */

/* A name that looks like an answer is a mistake: OptIn=yes is what manifests say. */
static bool is_plugin(struct lc_text word)
{
	return lc_manifest_is_name(word) && !lc_text_is(word, "yes") &&
	       !lc_text_is(word, "no");
}

/* 0, -ENOMEM, or -EINVAL when it was told what is wrong. */
static int take_names(const struct parser *p, struct lc_text key, struct lc_text value,
		      struct lc_names *names)
{
	struct lc_text rest = value, word;
	int r = 0;

	while (r == 0 && lc_text_next_word(&rest, &word))
		r = is_plugin(word) ? lc_names_add(names, word) : -EINVAL;
	if (r == -EINVAL)
		lc_manifest_tell(p->notice, p->data, LIBCODEC_LOG_WARNING,
				 "%s:%u: %.*s=%.*s: not a list of plugins' names",
				 p->path, p->line, lc_text_quote_size(key), key.p,
				 lc_text_quote_size(value), value.p);
	if (r == -E2BIG) {
		lc_manifest_tell(p->notice, p->data, LIBCODEC_LOG_WARNING,
				 "%s:%u: %.*s has more than %d names", p->path, p->line,
				 lc_text_quote_size(key), key.p, LC_POLICY_NAMES_MAX);
		r = -EINVAL;
	}
	return r;
}

/* "FILE:LINE: order a, b"; which devices is appended when the section ends. */
static int describe(struct lc_rule *rule)
{
	static const char *const words[] = {
		[LC_RULE_ORDER] = "order ",
		[LC_RULE_DENY] = "deny ",
		[LC_RULE_DENY_ALL] = "deny all",
		[LC_RULE_OPT_IN] = "opt in ",
	};
	int r;

	r = lc_append(&rule->text, "%s: %s", rule->where, words[rule->kind]);
	return r < 0 ? r : lc_names_append(&rule->names, &rule->text);
}

/* Takes the names over, also when it fails. */
static int add_rule(const struct parser *p, enum lc_rule_kind kind, struct lc_names names)
{
	struct lc_policy *policy = p->policy;
	struct lc_rule *rules, *rule;
	int r;

	rules = realloc(policy->rules, (policy->n_rules + 1) * sizeof(*rules));
	if (!rules) {
		lc_names_done(&names);
		return -ENOMEM;
	}
	policy->rules = rules;
	rule = &rules[policy->n_rules++];
	*rule = (struct lc_rule){
		.kind = kind,
		.device = p->section == SECTION_DEVICE ? (int)policy->n_devices : -1,
		.names = names,
	};
	r = lc_append(&rule->where, "%s:%u", p->path, p->line);
	return r < 0 ? r : describe(rule);
}

static int take_rule(const struct parser *p, enum lc_rule_kind kind, struct lc_text key,
		     struct lc_text value)
{
	struct lc_names names = { 0 };
	int r;

	r = take_names(p, key, value, &names);
	if (r == 0)
		return add_rule(p, kind, names);
	lc_names_done(&names);
	return r == -EINVAL ? 0 : r;
}

static int take_order(struct parser *p, struct lc_text key, struct lc_text value)
{
	bool *ordered = p->section == SECTION_DEVICE ? &p->ordered : &p->policy_ordered;
	unsigned int before = p->policy->n_rules;
	int r;

	if (*ordered) {
		tell_line(p, p->line, "Order is given twice, the first one holds");
		return 0;
	}
	r = take_rule(p, LC_RULE_ORDER, key, value);
	*ordered = p->policy->n_rules > before;
	return r;
}

static int take_deny(struct parser *p, struct lc_text key, struct lc_text value)
{
	if (p->section == SECTION_DEVICE && lc_text_is(value, "yes"))
		return add_rule(p, LC_RULE_DENY_ALL, (struct lc_names){ 0 });
	return take_rule(p, LC_RULE_DENY, key, value);
}

/* --- keys --- */

static void unknown_key(struct parser *p, struct lc_text key)
{
	char sentence[LC_MATCH_WRONG_MAX];

	snprintf(sentence, sizeof(sentence), "%.*s is not a key that is known here",
		 lc_text_quote_size(key), key.p);
	wrong_line(p, sentence);
}

static int take_match(struct parser *p, struct lc_text key, struct lc_text value)
{
	char wrong[LC_MATCH_WRONG_MAX];
	int r;

	r = lc_match_take(device_at_hand(p), key, value, wrong);
	if (r == -EINVAL)
		wrong_line(p, wrong);
	return r == -EINVAL ? 0 : r;
}

static int take_pair(struct parser *p, struct lc_text key, struct lc_text value)
{
	if (p->section == SECTION_SKIPPED || lc_text_is_foreign(key))
		return 0;
	if (lc_text_is(key, "Order"))
		return take_order(p, key, value);
	if (lc_text_is(key, "Deny"))
		return take_deny(p, key, value);
	if (p->section == SECTION_POLICY && lc_text_is(key, "OptIn"))
		return take_rule(p, LC_RULE_OPT_IN, key, value);
	if (p->section == SECTION_DEVICE && lc_match_has_key(key, true))
		return take_match(p, key, value);
	unknown_key(p, key);
	return 0;
}

/* --- sections --- */

static int describe_device(const struct parser *p)
{
	struct lc_policy *policy = p->policy;
	char *devices;
	unsigned int i;
	int r;

	r = lc_match_describe(device_at_hand(p), &devices);
	if (r < 0)
		return r;
	for (i = p->first_rule; i < policy->n_rules && r == 0; i++)
		r = lc_append(&policy->rules[i].text, " on devices with %s", devices);
	free(devices);
	return r;
}

static int end_section(struct parser *p)
{
	int r;

	if (p->section != SECTION_DEVICE)
		return 0;
	if (lc_match_is_empty(device_at_hand(p))) {
		tell_line(p, p->section_line,
			  "no key of this [Device] says which devices, it is left out, "
			  "or it would mean all of them");
		drop_device(p);
		return 0;
	}
	if (p->policy->n_rules == p->first_rule) {
		tell_line(p, p->section_line,
			  "neither Deny nor Order holds in this [Device]");
		drop_device(p);
		return 0;
	}
	r = describe_device(p);
	if (r == 0)
		p->policy->n_devices++;
	return r;
}

static void begin_section(struct parser *p, struct lc_text name)
{
	char sentence[LC_MATCH_WRONG_MAX];

	p->section = SECTION_SKIPPED;
	p->section_line = p->line;
	p->first_rule = p->policy->n_rules;
	p->ordered = false;
	if (lc_text_is(name, "Policy")) {
		p->section = SECTION_POLICY;
	} else if (lc_text_is(name, "Device")) {
		if (p->policy->n_devices < LC_POLICY_DEVICES_MAX) {
			p->section = SECTION_DEVICE;
			return;
		}
		snprintf(sentence, sizeof(sentence),
			 "more than %d [Device] sections, this one is left out",
			 LC_POLICY_DEVICES_MAX);
		tell_line(p, p->line, sentence);
	} else if (!lc_text_is_foreign(name)) {
		snprintf(sentence, sizeof(sentence),
			 "[%.*s] is not a section that is known here",
			 lc_text_quote_size(name), name.p);
		tell_line(p, p->line, sentence);
	}
}

static int take_line(struct parser *p, enum lc_keyfile_what what,
		     const struct lc_keyfile_line *line)
{
	int r;

	switch (what) {
	case LC_KEYFILE_SECTION:
		r = end_section(p);
		if (r == 0)
			begin_section(p, line->name);
		return r;
	case LC_KEYFILE_PAIR:
		return take_pair(p, line->name, line->value);
	case LC_KEYFILE_WRONG_SECTION: /* nobody knows whose keys follow */
		r = end_section(p);
		p->section = SECTION_SKIPPED;
		tell_line(p, p->line, line->wrong);
		return r;
	case LC_KEYFILE_WRONG_LINE:
	case LC_KEYFILE_TOO_LONG:
		wrong_line(p, line->wrong);
		break;
	case LC_KEYFILE_END:
		break;
	}
	return 0;
}

static int parse_text(struct parser *p, const char *text, size_t size)
{
	struct lc_keyfile_line line;
	enum lc_keyfile_what what;
	struct lc_keyfile k;
	int r;

	lc_keyfile_begin(&k, text, size);
	while ((what = lc_keyfile_next(&k, &line)) != LC_KEYFILE_END) {
		p->line = k.line;
		r = take_line(p, what, &line);
		if (r < 0)
			return r;
	}
	return end_section(p);
}

/* --- files --- */

int lc_policy_parse(const char *path, const char *text, size_t size,
		    lc_manifest_notice_fn notice, void *data,
		    struct lc_policy **ret_policy)
{
	struct parser p = { .path = path, .notice = notice, .data = data };
	int r = 0;

	p.policy = calloc(1, sizeof(*p.policy));
	if (!p.policy)
		return -ENOMEM;
	if (size > LC_KEYFILE_BYTES_MAX)
		lc_manifest_tell(notice, data, LIBCODEC_LOG_WARNING,
				 "%s: more than %d bytes; the policy is left out", path,
				 LC_KEYFILE_BYTES_MAX);
	else
		r = parse_text(&p, text, size);
	if (r < 0) {
		/* That of a section at hand isn't counted yet; others are empty. */
		if (p.policy->n_devices < LC_POLICY_DEVICES_MAX)
			lc_match_done(device_at_hand(&p));
		lc_policy_free(p.policy);
		return r;
	}
	*ret_policy = p.policy;
	return 0;
}

static bool is_missing(const char *path, int error)
{
	struct stat st;

	return error == -ENOENT && lstat(path, &st) < 0 && errno == ENOENT;
}

int lc_policy_read(const char *path, lc_manifest_notice_fn notice, void *data,
		   struct lc_policy **ret_policy)
{
	struct parser p = { .path = path, .notice = notice, .data = data };
	char *buffer, why[512];
	ssize_t n;
	int r;

	buffer = malloc(LC_KEYFILE_BYTES_MAX + 1);
	if (!buffer)
		return -ENOMEM;
	n = lc_keyfile_load(path, buffer, why, sizeof(why));
	if (n == -ENOMEM) {
		r = -ENOMEM;
		goto out;
	}
	if (n < 0 && !is_missing(path, (int)n))
		tell_file(&p, why);
	r = lc_policy_parse(path, buffer, n < 0 ? 0 : (size_t)n, notice, data,
			    ret_policy);
out:
	free(buffer);
	return r;
}
