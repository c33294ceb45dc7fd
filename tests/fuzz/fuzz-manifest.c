/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Fuzz target: the text of a manifest, also with an allocation failing.
 */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "manifest.h"

#include "fuzz.h"

/* The text's pieces and what is said about them. */
const size_t fuzz_alloc_limit = 256u << 10;

#define FAILING_SITES 20 /* up to the keys of a Match */

static bool is_name(const char *s)
{
	size_t n = strlen(s), i;

	if (!n || n > LC_PLUGIN_NAME_MAX || s[0] == '-')
		return false;
	for (i = 0; i < n; i++)
		if (!(s[i] >= 'a' && s[i] <= 'z') && !(s[i] >= '0' && s[i] <= '9') &&
		    s[i] != '-')
			return false;
	return true;
}

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

	FUZZ_CHECK(level == LIBCODEC_LOG_WARNING || level == LIBCODEC_LOG_DEBUG, "%d",
		   level);
	check_line(text);
	++*n;
}

/* A device is looked for in a subsystem, and its attributes in its folder. */
static void check_match(const struct lc_match *m)
{
	unsigned int i;

	FUZZ_CHECK(m->subsystem && *m->subsystem, "no subsystem");
	FUZZ_CHECK(strspn(m->subsystem, "abcdefghijklmnopqrstuvwxyz0123456789_-") ==
			   strlen(m->subsystem),
		   "%s", m->subsystem);
	FUZZ_CHECK(!m->syspath, "%s", m->syspath);
	FUZZ_CHECK(m->n_attrs <= LC_MATCH_PAIRS_MAX &&
			   m->n_properties <= LC_MATCH_PAIRS_MAX &&
			   m->n_tags <= LC_MATCH_PAIRS_MAX,
		   "%u, %u, %u", m->n_attrs, m->n_properties, m->n_tags);
	for (i = 0; i < m->n_attrs; i++)
		FUZZ_CHECK(*m->attrs[i].key && m->attrs[i].key[0] != '/' &&
				   strcmp(m->attrs[i].key, "..") &&
				   strncmp(m->attrs[i].key, "../", 3) &&
				   !strstr(m->attrs[i].key, "/../") && *m->attrs[i].glob,
			   "%s:%s", m->attrs[i].key, m->attrs[i].glob);
	for (i = 0; i < m->n_properties; i++)
		FUZZ_CHECK(*m->properties[i].key && *m->properties[i].glob, "%u", i);
	for (i = 0; i < m->n_tags; i++)
		FUZZ_CHECK(*m->tags[i], "%u", i);
}

static void check(const struct lc_manifest *m, const char *path)
{
	unsigned int i;

	FUZZ_CHECK(!strcmp(m->path, path), "%s", m->path);
	FUZZ_CHECK(m->file && !strchr(m->file, '/') && m->dir && *m->dir, "%s", path);
	if (m->error) {
		FUZZ_CHECK(m->error < 0, "%d", m->error);
		check_line(m->message);
		return;
	}
	FUZZ_CHECK(!m->message, "%s", m->message);
	if (m->masked)
		return;
	FUZZ_CHECK(m->name && is_name(m->name), "%s", m->name ? m->name : "no name");
	FUZZ_CHECK(m->library && *m->library, "no library");
	FUZZ_CHECK(m->library[0] == '/' || !strchr(m->library, '/'), "%s", m->library);
	FUZZ_CHECK(m->n_codecs <= LC_MANIFEST_CODECS_MAX, "%u", m->n_codecs);
	for (i = 0; i < m->n_codecs; i++)
		FUZZ_CHECK(m->codecs[i], "codec %u", i);
	FUZZ_CHECK(m->n_matches <= LC_MANIFEST_MATCHES_MAX, "%u", m->n_matches);
	for (i = 0; i < m->n_matches; i++)
		check_match(&m->matches[i]);
	FUZZ_CHECK(m->family >= LIBCODEC_FAMILY_IMAGE_DECODER &&
			   m->family <= LIBCODEC_FAMILY_TELEMETRY,
		   "%u", m->family);
	FUZZ_CHECK(m->band <= LIBCODEC_BAND_EXPERIMENTAL, "%u", m->band);
	/* A telemetry adapter stands in no order with others. */
	FUZZ_CHECK(m->band || m->family == LIBCODEC_FAMILY_TELEMETRY, "no band");
}

static void parse(const char *path, const char *text, size_t size)
{
	struct lc_manifest m;
	unsigned int n = 0;
	int r;

	r = lc_manifest_parse(path, text, size, notice, &n, &m);
	FUZZ_CHECK(r == 0, "%d", r);
	/* Every line may be odd, and the file as a whole. */
	FUZZ_CHECK(n <= 4 * LC_MANIFEST_LINES_MAX, "%u notices", n);
	check(&m, path);
	lc_manifest_done(&m);
}

static void parse_failing(const char *path, const char *text, size_t size,
			  unsigned int site)
{
	struct lc_manifest m;
	unsigned int n = 0;
	int r;

	fuzz_alloc_break(site, site & 1);
	r = lc_manifest_parse(path, text, size, notice, &n, &m);
	fuzz_alloc_heal();
	FUZZ_CHECK(r == 0 || r == -ENOMEM, "%d", r);
	if (r < 0)
		return;
	check(&m, path);
	lc_manifest_done(&m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const paths[] = { "/usr/share/libcodec/backends.d/50-x.conf",
					     "50-x.conf", "/x.conf" };
	const char *text = (const char *)data;
	unsigned int i;

	fuzz_alloc_start(FUZZ_CALL);
	for (i = 0; i < 3; i++)
		parse(paths[i], text, size);
	for (i = 0; i < FAILING_SITES; i++)
		parse_failing(paths[0], text, size, i);
	FUZZ_CHECK(fuzz_alloc_read(FUZZ_CALL).live == 0, "%lld bytes leak",
		   fuzz_alloc_read(FUZZ_CALL).live);
	return 0;
}
