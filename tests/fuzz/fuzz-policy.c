/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Fuzz target: the text of policy.conf, with the filters that comments in it give
 * ("#LIBCODEC_BACKENDS=cpu", "#LIBCODEC_DEVICE=/dev/null"), also with an allocation
 * failing.
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

#include "keyfile.h"
#include "policy.h"

#include "fuzz.h"

/* Each line of a [Device] repeats for people what the section's keys say. */
const size_t fuzz_alloc_limit = 8u << 20;

#define FAILING_SITES 24
#define PATH          "/etc/libcodec/policy.conf"
#define HEAD          "[Policy]\nDeny=zz\n"

static const char *const plugins[] = { "cpu", "v4l2-jpeg", "nvjpeg", "a" };
#define N_PLUGINS (sizeof(plugins) / sizeof(plugins[0]))

struct filters {
	char *backends, *device; /* or NULL */
};

static struct libcodec_device *dev;

/* One line that can be printed. */
static void check_line(const char *text)
{
	FUZZ_CHECK(text && *text, "nothing is said");
	for (; *text; text++)
		FUZZ_CHECK(((unsigned char)*text >= 0x20 && *text != 0x7f) ||
				   *text == '\t',
			   "character 0x%02x", (unsigned char)*text);
}

static void notice(void *data, int level, const char *text)
{
	unsigned int *n = data;

	FUZZ_CHECK(level == LIBCODEC_LOG_WARNING, "%d", level);
	check_line(text);
	++*n;
}

/* Who denies it: a line of the file, or a variable. */
static void check_why(const char *why)
{
	char *end;
	long line;

	if (!strcmp(why, "LIBCODEC_BACKENDS") || !strcmp(why, "LIBCODEC_DEVICE"))
		return;
	FUZZ_CHECK(!strncmp(why, PATH ":", strlen(PATH) + 1), "%s", why);
	line = strtol(why + strlen(PATH) + 1, &end, 10);
	FUZZ_CHECK(!*end && line > 0 && line <= LC_KEYFILE_LINES_MAX, "%s", why);
}

static void check_places(const struct lc_policy *p, const struct libcodec_device *on)
{
	int place[N_PLUGINS];
	size_t i, k;

	for (i = 0; i < N_PLUGINS; i++) {
		place[i] = lc_policy_place(p, plugins[i], on);
		FUZZ_CHECK(place[i] >= -1 && place[i] < 64 * LC_KEYFILE_LINES_MAX, "%d",
			   place[i]);
		for (k = 0; k < i; k++)
			FUZZ_CHECK(place[i] < 0 || place[i] != place[k],
				   "%s and %s at %d", plugins[i], plugins[k],
				   place[i]);
	}
}

static void check(const struct lc_policy *p)
{
	const char *why;
	unsigned int i;

	for (i = 0; lc_policy_line(p, i); i++)
		check_line(lc_policy_line(p, i));
	FUZZ_CHECK(i <= LC_KEYFILE_LINES_MAX + 2, "%u lines", i);
	for (i = 0; i < N_PLUGINS; i++) {
		why = NULL;
		if (lc_policy_denies(p, plugins[i], NULL, &why)) {
			check_why(why);
			FUZZ_CHECK(lc_policy_denies(p, plugins[i], dev, &why),
				   "%s is denied but on a device", plugins[i]);
		}
		if (lc_policy_denies(p, plugins[i], dev, &why))
			check_why(why);
	}
	check_places(p, NULL);
	check_places(p, dev);
}

/* Whether an entry of LIBCODEC_BACKENDS takes @name away, by the words of the manual. */
static bool takes_away(const char *backends, const char *name)
{
	size_t size = strlen(name), n;

	for (; backends; backends = backends[n] ? backends + n + 1 : NULL) {
		backends += strspn(backends, " \t");
		n = strcspn(backends, ",");
		if (backends[0] == '-' && !strncmp(backends + 1, name, size) &&
		    1 + size + strspn(backends + 1 + size, " \t") == n)
			return true;
	}
	return false;
}

/*
 * No filter allows what the file denies, or says that somebody else denies it, nor what it
 * takes away itself.
 */
static void check_filtered(struct lc_policy *p, const struct filters *f, unsigned int *n)
{
	const char *before[N_PLUGINS][2] = { 0 }, *why;
	unsigned int i, k;
	int r;

	for (i = 0; i < N_PLUGINS; i++)
		for (k = 0; k < 2; k++)
			lc_policy_denies(p, plugins[i], k ? dev : NULL, &before[i][k]);
	r = lc_policy_filter(p, f->backends, f->device, notice, n);
	FUZZ_CHECK(r == 0, "%d", r);
	check(p);
	for (i = 0; i < N_PLUGINS; i++) {
		for (k = 0; k < 2; k++) {
			why = NULL;
			lc_policy_denies(p, plugins[i], k ? dev : NULL, &why);
			FUZZ_CHECK(!before[i][k] || before[i][k] == why,
				   "%s: %s, then %s", plugins[i], before[i][k],
				   why ? why : "nobody");
			FUZZ_CHECK(why || !takes_away(f->backends, plugins[i]),
				   "%s is taken away and allowed", plugins[i]);
		}
	}
}

static void parse(const char *text, size_t size, const struct filters *f)
{
	struct lc_policy *p;
	unsigned int n = 0;
	int r;

	r = lc_policy_parse(PATH, text, size, notice, &n, &p);
	FUZZ_CHECK(r == 0, "%d", r);
	check(p);
	check_filtered(p, f, &n);
	/* A line may end one section and begin another, both wrong. */
	FUZZ_CHECK(n <= 3 * LC_KEYFILE_LINES_MAX, "%u notices", n);
	lc_policy_free(p);
}

/* What stands in front holds, whatever follows. */
static void parse_behind(const char *text, size_t size)
{
	char *whole = malloc(strlen(HEAD) + size);
	struct lc_policy *p;
	unsigned int n = 0;
	int r;

	FUZZ_CHECK(whole, "no memory");
	memcpy(whole, HEAD, strlen(HEAD));
	memcpy(whole + strlen(HEAD), text, size);
	r = lc_policy_parse(PATH, whole, strlen(HEAD) + size, notice, &n, &p);
	FUZZ_CHECK(r == 0, "%d", r);
	FUZZ_CHECK(lc_policy_denies(p, "zz", NULL, NULL), "what was denied is allowed");
	lc_policy_free(p);
	free(whole);
}

static void parse_failing(const char *text, size_t size, const struct filters *f,
			  unsigned int site)
{
	struct lc_policy *p = NULL;
	unsigned int n = 0;
	int r;

	fuzz_alloc_break(site, site & 1);
	r = lc_policy_parse(PATH, text, size, notice, &n, &p);
	FUZZ_CHECK(r == 0 || r == -ENOMEM, "%d", r);
	if (r == 0)
		r = lc_policy_filter(p, f->backends, f->device, notice, &n);
	FUZZ_CHECK(r == 0 || r == -ENOMEM, "%d", r);
	fuzz_alloc_heal();
	if (p)
		check(p);
	lc_policy_free(p);
}

/* What stands behind the first @key of the text, up to the end of its line. */
static char *find_filter(const char *text, size_t size, const char *key)
{
	const char *at = size ? memmem(text, size, key, strlen(key)) : NULL, *end;

	if (!at)
		return NULL;
	at += strlen(key);
	end = memchr(at, '\n', (size_t)(text + size - at));
	return strndup(at, (size_t)((end ? end : text + size) - at));
}

static void make_device(void)
{
	static const char *const properties[] = { "ID_V4L_PRODUCT=jpeg", NULL };
	static const char *const tags[] = { "libcodec", NULL };

	dev = lc_device_new(&(struct lc_watch_device){
		.syspath = "/sys/devices/platform/jpegdec",
		.sysname = "jpegdec",
		.subsystem = "video4linux",
		.devtype = "",
		.driver = "mxc-jpeg",
		.node = "/dev/null",
		.devnum = makedev(1, 3),
		.properties = properties,
		.tags = tags,
	});
	FUZZ_CHECK(dev, "no memory");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	struct filters f;
	unsigned int i;

	fuzz_alloc_start(FUZZ_CALL);
	make_device();
	f.backends = find_filter(text, size, "#LIBCODEC_BACKENDS=");
	f.device = find_filter(text, size, "#LIBCODEC_DEVICE=");
	parse(text, size, &f);
	if (size + strlen(HEAD) <= LC_KEYFILE_BYTES_MAX)
		parse_behind(text, size);
	for (i = 0; i < FAILING_SITES; i++)
		parse_failing(text, size, &f, i);
	free(f.backends);
	free(f.device);
	lc_device_unref(dev);
	FUZZ_CHECK(fuzz_alloc_read(FUZZ_CALL).live == 0, "%lld bytes leak",
		   fuzz_alloc_read(FUZZ_CALL).live);
	return 0;
}
