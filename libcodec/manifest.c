/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Parses manifests, a key-value format of our own.
 *
 * The format: sections [Plugin], [Codec], [Match]; lines "Key=value" with blanks around
 * either ignored; comments on lines of their own that begin with '#'; UTF-8; no
 * continuation, no quoting. Keys and values are case-sensitive. Keys and sections that
 * begin with "X-" are somebody else's.
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "manifest.h"

#define QUOTE_MAX 48 /* bytes of a file's text that a message repeats */
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
	unsigned int n_codec_sections, n_matches;
	unsigned int section_line;
	bool encodes; /* Direction=encode in the section at hand */
	uint32_t codec;
};

/* A piece of a line. */
struct text {
	const char *p;
	size_t size;
};

/* --- messages --- */

static int quote_size(struct text t)
{
	size_t n = t.size;

	if (n > QUOTE_MAX) {
		n = QUOTE_MAX;
		while (n && ((unsigned char)t.p[n] & 0xc0) == 0x80)
			n--; /* not through a character */
	}
	return (int)n;
}

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

/* --- text --- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static struct text trim(const char *p, const char *end)
{
	while (p < end && is_blank(*p))
		p++;
	while (p < end && is_blank(end[-1]))
		end--;
	return (struct text){ p, (size_t)(end - p) };
}

static bool text_is(struct text t, const char *word)
{
	return t.size == strlen(word) && !memcmp(t.p, word, t.size);
}

static bool is_foreign(struct text t)
{
	return t.size >= 2 && !memcmp(t.p, "X-", 2);
}

/*
 * Bytes of the UTF-8 character at @p (the Unicode Standard, table 3-7: shortest form, no
 * surrogates), 0 where there is none.
 */
static size_t utf8_char(const unsigned char *p, size_t left)
{
	unsigned char low = 0x80, high = 0xbf;
	size_t n, i;

	if (p[0] < 0x80)
		return 1;
	if (p[0] < 0xc2 || p[0] > 0xf4)
		return 0;
	n = p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
	if (n > left)
		return 0;
	if (p[0] == 0xe0)
		low = 0xa0;
	else if (p[0] == 0xed)
		high = 0x9f;
	else if (p[0] == 0xf0)
		low = 0x90;
	else if (p[0] == 0xf4)
		high = 0x8f;
	if (p[1] < low || p[1] > high)
		return 0;
	for (i = 2; i < n; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	return n;
}

/* What doesn't belong into a line of text, or NULL. */
const char *lc_manifest_odd_bytes(const char *text, size_t size)
{
	const unsigned char *p = (const unsigned char *)text;
	size_t i = 0, n;

	while (i < size) {
		if (!p[i])
			return "a NUL byte";
		if ((p[i] < 0x20 && p[i] != '\t') || p[i] == 0x7f)
			return "a control character";
		n = utf8_char(p + i, size - i);
		if (!n)
			return "bytes that are not UTF-8";
		i += n;
	}
	return NULL;
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

static bool find_word(const struct word *words, struct text t, uint32_t *ret_value)
{
	for (; words->word; words++) {
		if (text_is(t, words->word)) {
			*ret_value = words->value;
			return true;
		}
	}
	return false;
}

static int bad_value(struct parser *p, const char *key, struct text value,
		     const char *want)
{
	return fault(p, "%s=%.*s: not %s", key, quote_size(value), value.p, want);
}

static int take_word(struct parser *p, const char *key, struct text value,
		     const struct word *words, const char *want, uint32_t *ret_value)
{
	if (find_word(words, value, ret_value))
		return 0;
	return bad_value(p, key, value, want);
}

static int take_string(struct text value, char **ret_string)
{
	*ret_string = strndup(value.p, value.size);
	return *ret_string ? 0 : -ENOMEM;
}

static bool is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

static int take_name(struct parser *p, struct text value)
{
	bool good = value.size && value.size <= LC_PLUGIN_NAME_MAX &&
		    is_name_char(value.p[0]);
	size_t i;

	for (i = 1; good && i < value.size; i++)
		good = is_name_char(value.p[i]) || value.p[i] == '-';
	if (!good)
		return bad_value(p, "Name", value, "of the form [a-z0-9][a-z0-9-]{0,30}");
	return take_string(value, &p->m->name);
}

/* Whether one of the path's components is ".", ".." or nothing. */
static bool has_odd_component(struct text path)
{
	const char *p = path.p, *end = path.p + path.size, *next;
	size_t n;

	if (p < end && *p == '/')
		p++;
	for (;;) {
		next = memchr(p, '/', (size_t)(end - p));
		n = (size_t)((next ? next : end) - p);
		if (!n || (n == 1 && *p == '.') || (n == 2 && !memcmp(p, "..", 2)))
			return true;
		if (!next)
			return false;
		p = next + 1;
	}
}

static int take_library(struct parser *p, struct text value)
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

static int take_abi(struct parser *p, struct text value)
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
static int check_memory(struct parser *p, struct text value)
{
	const char *q = value.p, *end = value.p + value.size, *comma;
	struct text word;
	uint32_t kind;

	do {
		comma = memchr(q, ',', (size_t)(end - q));
		word = trim(q, comma ? comma : end);
		if (!find_word(memories, word, &kind))
			return bad_value(p, "Memory", value,
					 "a list of host, dmabuf, cuda");
		q = comma ? comma + 1 : end;
	} while (comma);
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
	KEY_MATCH, /* any of [Match], some of which may come several times */
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
	{ SECTION_MATCH, "Subsystem", KEY_MATCH },
	{ SECTION_MATCH, "Devtype", KEY_MATCH },
	{ SECTION_MATCH, "Driver", KEY_MATCH },
	{ SECTION_MATCH, "Node", KEY_MATCH },
	{ SECTION_MATCH, "Attr", KEY_MATCH },
	{ SECTION_MATCH, "Property", KEY_MATCH },
	{ SECTION_MATCH, "Tag", KEY_MATCH },
};

static enum key find_key(enum section section, struct text name)
{
	size_t i;

	for (i = 0; i < LC_ARRAY_SIZE(keys); i++)
		if (keys[i].section == section && text_is(name, keys[i].name))
			return keys[i].key;
	return KEY_UNKNOWN;
}

static int take_value(struct parser *p, enum key key, struct text value)
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
	case KEY_MATCH:
	case KEY_UNKNOWN:
		break;
	}
	return 0;
}

static int take_line(struct parser *p, struct text line)
{
	const char *equals = memchr(line.p, '=', line.size);
	struct text name, value;
	enum key key;

	if (!equals)
		return fault(p, "neither [Section] nor Key=value");
	name = trim(line.p, equals);
	value = trim(equals + 1, line.p + line.size);
	if (!name.size)
		return fault(p, "no key before the =");
	if (p->section == SECTION_NONE)
		return fault(p, "%.*s stands before the first section", quote_size(name),
			     name.p);
	if (p->section == SECTION_OTHER || is_foreign(name))
		return 0;
	key = find_key(p->section, name);
	if (key == KEY_UNKNOWN) {
		lc_manifest_tell(p->notice, p->data, LIBCODEC_LOG_WARNING,
		     "%s:%u: %.*s is not a key that is known here", p->m->path, p->line,
		     quote_size(name), name.p);
		return 0;
	}
	if (key == KEY_MATCH)
		return value.size ? 0 :
				    fault(p, "%.*s has no value", (int)name.size, name.p);
	if (p->seen & (1u << key))
		return fault(p, "%.*s is given twice", (int)name.size, name.p);
	p->seen |= 1u << key;
	return take_value(p, key, value);
}

/* --- sections --- */

/* What a [Codec] section said. Encoders are not for this list. */
static int end_section(struct parser *p)
{
	struct lc_manifest *m = p->m;
	unsigned int line = p->line;
	int r = 0;

	if (p->section == SECTION_CODEC && !p->codec) {
		p->line = p->section_line;
		r = fault(p, "no Codec in [Codec]");
		p->line = line;
	} else if (p->section == SECTION_CODEC && !p->encodes) {
		m->codecs[m->n_codecs++] = p->codec;
	}
	return r;
}

static int begin_section(struct parser *p, struct text name)
{
	p->seen = 0;
	p->codec = 0;
	p->encodes = false;
	p->section_line = p->line;
	if (text_is(name, "Plugin")) {
		p->section = SECTION_PLUGIN;
		if (p->plugin_line)
			return fault(p, "a second [Plugin]");
		p->plugin_line = p->line;
	} else if (text_is(name, "Codec")) {
		p->section = SECTION_CODEC;
		if (p->n_codec_sections++ == LC_MANIFEST_CODECS_MAX)
			return fault(p, "more than %d [Codec] sections",
				     LC_MANIFEST_CODECS_MAX);
	} else if (text_is(name, "Match")) {
		p->section = SECTION_MATCH;
		p->m->needs_device = true;
		if (p->n_matches++ == LC_MANIFEST_MATCHES_MAX)
			return fault(p, "more than %d [Match] sections",
				     LC_MANIFEST_MATCHES_MAX);
	} else {
		p->section = SECTION_OTHER;
		if (!is_foreign(name))
			lc_manifest_tell(p->notice, p->data, LIBCODEC_LOG_WARNING,
			     "%s:%u: [%.*s] is not a section that is known here",
			     p->m->path, p->line, quote_size(name), name.p);
	}
	return 0;
}

static int take_section(struct parser *p, struct text line)
{
	int r;

	if (line.p[line.size - 1] != ']')
		return fault(p, "a section without its ]");
	r = end_section(p);
	if (r < 0 || p->m->error)
		return r;
	return begin_section(p, trim(line.p + 1, line.p + line.size - 1));
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

static int parse_line(struct parser *p, const char *begin, const char *end)
{
	const char *odd;
	struct text line;

	if (++p->line > LC_MANIFEST_LINES_MAX)
		return fault(p, "more than %d lines", LC_MANIFEST_LINES_MAX);
	if (end > begin && end[-1] == '\r')
		end--;
	odd = lc_manifest_odd_bytes(begin, (size_t)(end - begin));
	if (odd)
		return fault(p, "%s", odd);
	line = trim(begin, end);
	if (!line.size || line.p[0] == '#')
		return 0;
	return line.p[0] == '[' ? take_section(p, line) : take_line(p, line);
}

static int parse_text(struct parser *p, const char *text, size_t size)
{
	const char *end = text + size, *next;
	int r;

	while (text < end) {
		next = memchr(text, '\n', (size_t)(end - text));
		r = parse_line(p, text, next ? next : end);
		if (r < 0 || p->m->error)
			return r;
		text = next ? next + 1 : end;
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
	free(m->path);
	free(m->file);
	free(m->dir);
	free(m->name);
	free(m->library);
	free(m->message);
	memset(m, 0, sizeof(*m));
}
