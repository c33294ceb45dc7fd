/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Parses manifests: what the sections [Plugin], [Codec] and [Match] of a key file say.
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "keyfile.h"
#include "manifest.h"
#include "match-keys.h"

#define CODEC_H264 LIBCODEC_FOURCC('H', '2', '6', '4') /* for family video, to come */

enum section {
	SECTION_NONE,
	SECTION_PLUGIN,
	SECTION_CODEC,
	SECTION_MATCH,
	SECTION_OTHER
};

struct parser {
	struct lc_manifest *m;
	lc_manifest_notice_fn notice;
	void *data;
	unsigned int line;
	unsigned int plugin_line; /* of [Plugin], 0: none */
	enum section section;
	uint32_t seen; /* keys of the section at hand */
	unsigned int n_codec_sections;
	struct lc_match *match; /* of the section at hand */
	unsigned int section_line;
	bool encodes; /* Direction=encode in the section at hand */
	uint32_t codec;
};

/* --- messages --- */

/* The first thing that is wrong with a manifest stays. */
static int fault_at(struct lc_manifest *m, unsigned int line, int error, const char *fmt,
		    va_list ap)
{
	char *sentence = NULL;
	int n;

	if (m->error)
		return 0;
	if (vasprintf(&sentence, fmt, ap) < 0)
		return -ENOMEM;
	if (line)
		n = asprintf(&m->message, "%s:%u: %s", m->path, line, sentence);
	else
		n = asprintf(&m->message, "%s", sentence);
	free(sentence);
	if (n < 0) {
		m->message = NULL;
		return -ENOMEM;
	}
	m->error = error;
	return 0;
}

/* Both return 0 (the fault is in the manifest) or -ENOMEM. */
static int fault(struct parser *p, const char *fmt, ...) LC_PRINTF(2, 3);
static int fault(struct parser *p, const char *fmt, ...)
{
	va_list ap;
	int r;

	va_start(ap, fmt);
	r = fault_at(p->m, p->line, -EINVAL, fmt, ap);
	va_end(ap);
	return r;
}

static int fault_file(struct lc_manifest *m, int error, const char *fmt, ...)
	LC_PRINTF(3, 4);
static int fault_file(struct lc_manifest *m, int error, const char *fmt, ...)
{
	va_list ap;
	int r;

	va_start(ap, fmt);
	r = fault_at(m, 0, error, fmt, ap);
	va_end(ap);
	return r;
}

void lc_manifest_tell(lc_manifest_notice_fn notice, void *data, int level,
		      const char *fmt, ...)
{
	char *text = NULL;
	va_list ap;
	int n;

	if (!notice)
		return;
	va_start(ap, fmt);
	n = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (n < 0)
		return;
	notice(data, level, text);
	free(text);
}

/* --- values --- */

struct word {
	const char *word;
	uint32_t value;
};

static const struct word families[] = {
	{ "image-decoder", LIBCODEC_FAMILY_IMAGE_DECODER },
	{ "video", LIBCODEC_FAMILY_VIDEO },
	{ "telemetry", LIBCODEC_FAMILY_TELEMETRY },
	{ NULL, 0 },
};

static const struct word bands[] = {
	{ "hardware", LIBCODEC_BAND_HARDWARE },
	{ "cpu", LIBCODEC_BAND_CPU },
	{ "experimental", LIBCODEC_BAND_EXPERIMENTAL },
	{ NULL, 0 },
};

static const struct word answers[] = { { "yes", 1 }, { "no", 0 }, { NULL, 0 } };

static const struct word directions[] = { { "decode", 0 }, { "encode", 1 }, { NULL, 0 } };

static const struct word codecs[] = {
	{ "jpeg", LIBCODEC_CODEC_JPEG },
	{ "png", LIBCODEC_CODEC_PNG },
	{ "h264", CODEC_H264 },
	{ NULL, 0 },
};

static const struct word memories[] = {
	{ "host", LIBCODEC_MEMORY_HOST },
	{ "dmabuf", LIBCODEC_MEMORY_DMABUF },
	{ "cuda", LIBCODEC_MEMORY_CUDA },
	{ NULL, 0 },
};

static bool find_word(const struct word *words, struct lc_text t, uint32_t *ret_value)
{
	for (; words->word; words++) {
		if (lc_text_is(t, words->word)) {
			*ret_value = words->value;
			return true;
		}
	}
	return false;
}

static int bad_value(struct parser *p, const char *key, struct lc_text value,
		     const char *want)
{
	return fault(p, "%s=%.*s: not %s", key, lc_text_quote_size(value), value.p, want);
}

static int take_word(struct parser *p, const char *key, struct lc_text value,
		     const struct word *words, const char *want, uint32_t *ret_value)
{
	if (find_word(words, value, ret_value))
		return 0;
	return bad_value(p, key, value, want);
}

static int take_string(struct lc_text value, char **ret_string)
{
	*ret_string = strndup(value.p, value.size);
	return *ret_string ? 0 : -ENOMEM;
}

static bool is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool lc_manifest_is_name(struct lc_text t)
{
	bool good = t.size && t.size <= LC_PLUGIN_NAME_MAX && is_name_char(t.p[0]);
	size_t i;

	for (i = 1; good && i < t.size; i++)
		good = is_name_char(t.p[i]) || t.p[i] == '-';
	return good;
}

static int take_name(struct parser *p, struct lc_text value)
{
	if (!lc_manifest_is_name(value))
		return bad_value(p, "Name", value, "of the form [a-z0-9][a-z0-9-]{0,30}");
	return take_string(value, &p->m->name);
}

static bool has_odd_component(struct lc_text path)
{
	if (path.size && path.p[0] == '/') {
		path.p++;
		path.size--;
	}
	return lc_text_has_odd_component(path);
}

static int take_library(struct parser *p, struct lc_text value)
{
	if (!value.size || has_odd_component(value))
		return bad_value(p, "Library", value,
				 "a file name, or a path without \".\" and \"..\"");
	if (value.p[0] != '/' && memchr(value.p, '/', value.size))
		return bad_value(p, "Library", value,
				 "an absolute path, nor a name without a slash");
	return take_string(value, &p->m->library);
}

/* A decimal number of 16 bits, or -1; moves *q behind it. */
static long take_number(const char **q, const char *end)
{
	const char *begin = *q;
	long n = 0;

	while (*q < end && **q >= '0' && **q <= '9' && n <= 65535)
		n = 10 * n + *(*q)++ - '0';
	return *q == begin || n > 65535 ? -1 : n;
}

static int take_abi(struct parser *p, struct lc_text value)
{
	const char *q = value.p, *end = value.p + value.size;
	long major, minor = -1;

	major = take_number(&q, end);
	if (major >= 0 && q < end && *q == '.') {
		q++;
		minor = take_number(&q, end);
	}
	if (major < 1 || minor < 0 || q != end)
		return bad_value(p, "Abi", value, "of the form MAJOR.MINOR, from 1.0 on");
	p->m->abi_major = (uint32_t)major;
	p->m->abi_minor = (uint32_t)minor;
	return 0;
}

/* A comma-separated list, whose words are only checked: capabilities say it again. */
static int check_memory(struct parser *p, struct lc_text value)
{
	struct lc_text rest = value, word;
	uint32_t kind;

	while (lc_text_next_word(&rest, &word))
		if (!find_word(memories, word, &kind))
			return bad_value(p, "Memory", value,
					 "a list of host, dmabuf, cuda");
	return 0;
}

/* --- keys --- */

enum key {
	KEY_NAME,
	KEY_LIBRARY,
	KEY_ABI,
	KEY_FAMILY,
	KEY_BAND,
	KEY_OPT_IN,
	KEY_CODEC,
	KEY_DIRECTION,
	KEY_MEMORY,
	KEY_UNKNOWN,
};

static const struct {
	enum section section;
	const char *name;
	enum key key;
} keys[] = {
	{ SECTION_PLUGIN, "Name", KEY_NAME },
	{ SECTION_PLUGIN, "Library", KEY_LIBRARY },
	{ SECTION_PLUGIN, "Abi", KEY_ABI },
	{ SECTION_PLUGIN, "Family", KEY_FAMILY },
	{ SECTION_PLUGIN, "Band", KEY_BAND },
	{ SECTION_PLUGIN, "OptIn", KEY_OPT_IN },
	{ SECTION_CODEC, "Codec", KEY_CODEC },
	{ SECTION_CODEC, "Direction", KEY_DIRECTION },
	{ SECTION_CODEC, "Memory", KEY_MEMORY },
};

static enum key find_key(enum section section, struct lc_text name)
{
	size_t i;

	for (i = 0; i < LC_ARRAY_SIZE(keys); i++)
		if (keys[i].section == section && lc_text_is(name, keys[i].name))
			return keys[i].key;
	return KEY_UNKNOWN;
}

static int take_value(struct parser *p, enum key key, struct lc_text value)
{
	struct lc_manifest *m = p->m;
	uint32_t n = 0;
	int r = 0;

	switch (key) {
	case KEY_NAME:
		return take_name(p, value);
	case KEY_LIBRARY:
		return take_library(p, value);
	case KEY_ABI:
		return take_abi(p, value);
	case KEY_FAMILY:
		return take_word(p, "Family", value, families,
				 "image-decoder, video or telemetry", &m->family);
	case KEY_BAND:
		return take_word(p, "Band", value, bands, "hardware, cpu or experimental",
				 &m->band);
	case KEY_OPT_IN:
		r = take_word(p, "OptIn", value, answers, "yes or no", &n);
		m->opt_in = n;
		return r;
	case KEY_CODEC:
		return take_word(p, "Codec", value, codecs, "a codec that is known here",
				 &p->codec);
	case KEY_DIRECTION:
		r = take_word(p, "Direction", value, directions, "decode or encode", &n);
		p->encodes = n;
		return r;
	case KEY_MEMORY:
		return check_memory(p, value);
	case KEY_UNKNOWN:
		break;
	}
	return 0;
}

static int take_match(struct parser *p, struct lc_text name, struct lc_text value)
{
	char wrong[LC_MATCH_WRONG_MAX];
	int r;

	r = lc_match_take(p->match, name, value, wrong);
	return r == -EINVAL ? fault(p, "%s", wrong) : r;
}

static int take_pair(struct parser *p, struct lc_text name, struct lc_text value)
{
	enum key key;

	if (p->section == SECTION_OTHER || lc_text_is_foreign(name))
		return 0;
	if (p->section == SECTION_MATCH && lc_match_has_key(name, false))
		return take_match(p, name, value);
	key = find_key(p->section, name);
	if (key == KEY_UNKNOWN) {
		lc_manifest_tell(p->notice, p->data, LIBCODEC_LOG_WARNING,
		     "%s:%u: %.*s is not a key that is known here", p->m->path, p->line,
		     lc_text_quote_size(name), name.p);
		return 0;
	}
	if (p->seen & (1u << key))
		return fault(p, "%.*s is given twice", (int)name.size, name.p);
	p->seen |= 1u << key;
	return take_value(p, key, value);
}

/* --- sections --- */

/* A fault of the section that ends, where it began. */
static int fault_section(struct parser *p, const char *sentence)
{
	unsigned int line = p->line;
	int r;

	p->line = p->section_line;
	r = fault(p, "%s", sentence);
	p->line = line;
	return r;
}

/* Encoders are not for this list. */
static int end_codec(struct parser *p)
{
	struct lc_manifest *m = p->m;

	if (!p->codec)
		return fault_section(p, "no Codec in [Codec]");
	if (!p->encodes)
		m->codecs[m->n_codecs++] = p->codec;
	return 0;
}

static int end_match(struct parser *p)
{
	if (!p->match->subsystem)
		return fault_section(p, "no Subsystem in [Match]");
	if (lc_match_needs_udev(p->match))
		lc_manifest_tell(p->notice, p->data, LIBCODEC_LOG_WARNING,
		     "%s:%u: Property and Tag may match nothing where there is no udev "
		     "database", p->m->path, p->section_line);
	return 0;
}

static int end_section(struct parser *p)
{
	if (p->section == SECTION_CODEC)
		return end_codec(p);
	if (p->section == SECTION_MATCH)
		return end_match(p);
	return 0;
}

static int begin_section(struct parser *p, struct lc_text name)
{
	p->seen = 0;
	p->codec = 0;
	p->encodes = false;
	p->section_line = p->line;
	if (lc_text_is(name, "Plugin")) {
		p->section = SECTION_PLUGIN;
		if (p->plugin_line)
			return fault(p, "a second [Plugin]");
		p->plugin_line = p->line;
	} else if (lc_text_is(name, "Codec")) {
		p->section = SECTION_CODEC;
		if (p->n_codec_sections++ == LC_MANIFEST_CODECS_MAX)
			return fault(p, "more than %d [Codec] sections",
				     LC_MANIFEST_CODECS_MAX);
	} else if (lc_text_is(name, "Match")) {
		p->section = SECTION_MATCH;
		if (p->m->n_matches == LC_MANIFEST_MATCHES_MAX)
			return fault(p, "more than %d [Match] sections",
				     LC_MANIFEST_MATCHES_MAX);
		p->match = &p->m->matches[p->m->n_matches++];
	} else {
		p->section = SECTION_OTHER;
		if (!lc_text_is_foreign(name))
			lc_manifest_tell(p->notice, p->data, LIBCODEC_LOG_WARNING,
			     "%s:%u: [%.*s] is not a section that is known here",
			     p->m->path, p->line, lc_text_quote_size(name), name.p);
	}
	return 0;
}

static int take_section(struct parser *p, struct lc_text name)
{
	int r;

	r = end_section(p);
	if (r < 0 || p->m->error)
		return r;
	return begin_section(p, name);
}

/* What no manifest may lack. */
static int check_complete(struct parser *p)
{
	const struct lc_manifest *m = p->m;
	const char *missing = NULL;
	int r;

	r = end_section(p);
	if (r < 0 || m->error)
		return r;
	p->line = p->plugin_line ? p->plugin_line : 1;
	if (!p->plugin_line)
		return fault(p, "no [Plugin] section");
	if (!m->name)
		missing = "Name";
	else if (!m->library)
		missing = "Library";
	else if (!m->abi_major)
		missing = "Abi";
	else if (!m->family)
		missing = "Family";
	else if (!m->band && m->family != LIBCODEC_FAMILY_TELEMETRY)
		missing = "Band";
	if (missing)
		return fault(p, "no %s in [Plugin]", missing);
	if (m->family == LIBCODEC_FAMILY_IMAGE_DECODER && !m->n_codecs)
		return fault(p, "no [Codec] section with a codec to decode");
	return 0;
}

/* --- one file --- */

static int take_line(struct parser *p, enum lc_keyfile_what what,
		     const struct lc_keyfile_line *line)
{
	switch (what) {
	case LC_KEYFILE_SECTION:
		return take_section(p, line->name);
	case LC_KEYFILE_PAIR:
		return take_pair(p, line->name, line->value);
	case LC_KEYFILE_WRONG_SECTION:
	case LC_KEYFILE_WRONG_LINE:
	case LC_KEYFILE_TOO_LONG:
		return fault(p, "%s", line->wrong);
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
		if (r < 0 || p->m->error)
			return r;
	}
	return check_complete(p);
}

/* An empty manifest that knows where it lies. */
static int manifest_init(struct lc_manifest *m, const char *path)
{
	const char *slash = strrchr(path, '/');

	memset(m, 0, sizeof(*m));
	m->path = strdup(path);
	m->file = strdup(slash ? slash + 1 : path);
	if (!slash)
		m->dir = strdup(".");
	else
		m->dir = strndup(path, slash == path ? 1 : (size_t)(slash - path));
	if (m->path && m->file && m->dir)
		return 0;
	lc_manifest_done(m);
	return -ENOMEM;
}

static int fill(struct lc_manifest *m, const char *text, size_t size,
		lc_manifest_notice_fn notice, void *data)
{
	struct parser p = { .m = m, .notice = notice, .data = data };

	if (!size) {
		m->masked = true;
		return 0;
	}
	if (size > LC_MANIFEST_BYTES_MAX)
		return fault_file(m, -EFBIG, "%s: more than %d bytes", m->path,
				  LC_MANIFEST_BYTES_MAX);
	return parse_text(&p, text, size);
}

int lc_manifest_parse(const char *path, const char *text, size_t size,
		      lc_manifest_notice_fn notice, void *data, struct lc_manifest *ret_m)
{
	struct lc_manifest m;
	int r;

	r = manifest_init(&m, path);
	if (r < 0)
		return r;
	r = fill(&m, text, size, notice, data);
	if (r < 0) {
		lc_manifest_done(&m);
		return r;
	}
	*ret_m = m;
	return 0;
}

int lc_manifest_broken(const char *path, int error, const char *message,
		       struct lc_manifest *ret_m)
{
	struct lc_manifest m;
	int r;

	r = manifest_init(&m, path);
	if (r < 0)
		return r;
	r = fault_file(&m, error, "%s", message);
	if (r < 0) {
		lc_manifest_done(&m);
		return r;
	}
	*ret_m = m;
	return 0;
}

void lc_manifest_done(struct lc_manifest *m)
{
	while (m->n_matches)
		lc_match_done(&m->matches[--m->n_matches]);
	free(m->path);
	free(m->file);
	free(m->dir);
	free(m->name);
	free(m->library);
	free(m->message);
	memset(m, 0, sizeof(*m));
}
