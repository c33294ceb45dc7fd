/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Policies of a text, and what they say.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "policy-bed.h"

struct policy_notices notices;
char top[64];
char path[96];

void on_notice(void *data, int level, const char *text)
{
	if (!notices.n++)
		snprintf(notices.first, sizeof(notices.first), "%s", text);
	notices.level = level;
	snprintf(notices.last, sizeof(notices.last), "%s", text);
}

struct lc_policy *parse_bytes(const char *text, size_t size)
{
	struct lc_policy *policy = NULL;

	memset(&notices, 0, sizeof(notices));
	ck_assert_int_eq(
		lc_policy_parse(POLICY_FILE, text, size, on_notice, NULL, &policy), 0);
	ck_assert_ptr_nonnull(policy);
	return policy;
}

struct lc_policy *parse(const char *text)
{
	return parse_bytes(text, strlen(text));
}

void filter(struct lc_policy *policy, const char *backends, const char *device)
{
	memset(&notices, 0, sizeof(notices));
	ck_assert_int_eq(lc_policy_filter(policy, backends, device, on_notice, NULL), 0);
}

struct libcodec_device *device(const char *driver, const char *node)
{
	static const char *const none[] = { NULL };
	struct libcodec_device *dev = lc_device_new(&(struct lc_watch_device){
		.syspath = "/sys/devices/soc/jpeg/video4linux/video3",
		.sysname = "video3",
		.subsystem = "video4linux",
		.devtype = "",
		.driver = driver,
		.node = node,
		.devnum = makedev(81, 3),
		.properties = none,
		.tags = none,
	});

	ck_assert_ptr_nonnull(dev);
	return dev;
}

bool denies(struct lc_policy *policy, const char *plugin,
		   const struct libcodec_device *dev, const char *want_why)
{
	const char *why = NULL;
	bool does = lc_policy_denies(policy, plugin, dev, &why);

	ck_assert(does == (why != NULL));
	ck_assert(does == lc_policy_denies(policy, plugin, dev, NULL));
	if (does)
		ck_assert_str_eq(why, want_why);
	return does;
}

const char *lines(const struct lc_policy *policy)
{
	static char text[8192];
	unsigned int i;
	size_t n = 0;

	text[0] = '\0';
	for (i = 0; lc_policy_line(policy, i); i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s\n",
				      lc_policy_line(policy, i));
	ck_assert_uint_lt(n, sizeof(text));
	ck_assert_ptr_null(lc_policy_line(policy, i + 1));
	return text;
}

void policy_setup(void)
{
	strcpy(top, "/tmp/check-policy-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(top));
	ck_assert_int_eq(chmod(top, 0755), 0);
	snprintf(path, sizeof(path), "%s/policy.conf", top);
}

void policy_teardown(void)
{
	char command[96];

	snprintf(command, sizeof(command), "rm -rf '%s'", top);
	ck_assert_int_eq(system(command), 0);
}
