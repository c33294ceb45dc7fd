/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Answers what a policy says of a plugin, and of a plugin on a device. The file comes
 * first: what it denies, no variable allows.
 */
#include "config.h"

#include <stdlib.h>

#include "policy-private.h"

/* Whether a rule is about @plugin there. What looks into sysfs comes last. */
static bool applies(const struct lc_policy *policy, const struct lc_rule *rule,
		    const char *plugin, const struct libcodec_device *dev)
{
	if (rule->kind != LC_RULE_DENY_ALL && !lc_names_have(&rule->names, plugin))
		return false;
	if (rule->device < 0)
		return true;
	return dev && lc_match_device(&policy->devices[rule->device], dev);
}

static const char *denied_by(const struct lc_policy *policy, const char *plugin,
			     const struct libcodec_device *dev)
{
	const struct lc_rule *rule;
	unsigned int i;

	for (i = 0; i < policy->n_rules; i++) {
		rule = &policy->rules[i];
		if ((rule->kind == LC_RULE_DENY || rule->kind == LC_RULE_DENY_ALL) &&
		    applies(policy, rule, plugin, dev))
			return rule->where;
	}
	if (policy->backends_text &&
	    lc_names_have(&policy->backends, plugin) != policy->only)
		return "LIBCODEC_BACKENDS";
	if (dev && !lc_policy_filter_has(policy, dev))
		return "LIBCODEC_DEVICE";
	return NULL;
}

bool lc_policy_denies(const struct lc_policy *policy, const char *plugin,
		      const struct libcodec_device *dev, const char **ret_why)
{
	const char *why = denied_by(policy, plugin, dev);

	if (why && ret_why)
		*ret_why = why;
	return why != NULL;
}

bool lc_policy_opts_in(const struct lc_policy *policy, const char *plugin)
{
	const struct lc_rule *rule;
	unsigned int i;

	for (i = 0; i < policy->n_rules; i++) {
		rule = &policy->rules[i];
		if (rule->kind == LC_RULE_OPT_IN && lc_names_have(&rule->names, plugin))
			return true;
	}
	return policy->only && lc_names_have(&policy->backends, plugin);
}

/*
 * Orders of [Device] sections go first, all of them before that of [Policy], whether they
 * are about @dev or not: so places on different devices and without one can be compared.
 */
int lc_policy_place(const struct lc_policy *policy, const char *plugin,
		    const struct libcodec_device *dev)
{
	const struct lc_rule *rule;
	unsigned int i, before = 0;
	int general = -1;

	if (policy->only)
		return lc_names_find(&policy->backends, plugin);
	for (i = 0; i < policy->n_rules; i++) {
		rule = &policy->rules[i];
		if (rule->kind != LC_RULE_ORDER)
			continue;
		if (rule->device < 0) {
			general = lc_names_find(&rule->names, plugin);
			continue;
		}
		if (applies(policy, rule, plugin, dev))
			return (int)before + lc_names_find(&rule->names, plugin);
		before += rule->names.n;
	}
	return general < 0 ? -1 : (int)before + general;
}

const char *lc_policy_line(const struct lc_policy *policy, unsigned int index)
{
	if (index < policy->n_rules)
		return policy->rules[index].text;
	index -= policy->n_rules;
	if (policy->backends_text && !index--)
		return policy->backends_text;
	return policy->device_text && !index ? policy->device_text : NULL;
}

void lc_policy_cut(struct lc_policy *policy, unsigned int n)
{
	struct lc_rule *rule;

	while (policy->n_rules > n) {
		rule = &policy->rules[--policy->n_rules];
		free(rule->where);
		free(rule->text);
		lc_names_done(&rule->names);
	}
}

struct lc_policy *lc_policy_free(struct lc_policy *policy)
{
	if (!policy)
		return NULL;
	lc_policy_cut(policy, 0);
	free(policy->rules);
	while (policy->n_devices)
		lc_match_done(&policy->devices[--policy->n_devices]);
	lc_policy_filter_done(policy);
	free(policy);
	return NULL;
}
