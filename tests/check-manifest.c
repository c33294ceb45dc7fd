/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Manifests: what the parser takes and refuses, and how folders are merged.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "manifest.h"
#include "test.h"

#define GOOD                     \
	"[Plugin]\n"             \
	"Name=cpu\n"             \
	"Library=cpu.so\n"       \
	"Abi=1.0\n"              \
	"Family=image-decoder\n" \
	"Band=cpu\n"

#define CODEC           \
	"[Codec]\n"     \
	"Codec=jpeg\n"

static struct {
	unsigned int n;
	int level;
	char last[512];
	char decisions[16384]; /* lines of what is told at INFO */
} notices;

static void on_notice(void *data, int level, const char *text)
{
	size_t n = strlen(notices.decisions);

	if (level == LIBCODEC_LOG_INFO) {
		snprintf(notices.decisions + n, sizeof(notices.decisions) - n, "%s\n", text);
		return;
	}
	notices.n++;
	notices.level = level;
	snprintf(notices.last, sizeof(notices.last), "%s", text);
}

static struct lc_manifest parse_bytes(const char *text, size_t size)
{
	struct lc_manifest m;

	memset(&notices, 0, sizeof(notices));
	ck_assert_int_eq(
		lc_manifest_parse("/etc/x/50-cpu.conf", text, size, on_notice, NULL, &m),
		0);
	return m;
}

static struct lc_manifest parse(const char *text)
{
	return parse_bytes(text, strlen(text));
}

START_TEST(takes_everything)
{
	struct lc_manifest m = parse(
		"# a comment\n\n[Plugin]\r\n  Name = v4l2-jpeg \r\n"
		"\tLibrary=/opt/a/v.so\n"
		"Abi=1.17\nFamily=image-decoder\nBand=hardware\nOptIn=yes\nX-Vend=\x41\n"
		"[Codec]\nCodec=jpeg\nDirection=decode\nMemory=host, dmabuf,cuda\n"
		"[Codec]\nCodec=png\n[Codec]\nCodec=h264\nDirection=encode\n"
		"[Match]\nSubsystem=video4linux\nNode=/dev/video*\nAttr=a:b\n"
		" Attr = c/d : e:* \nDevtype=x\nDriver=[a-z]*\nX-Tag=\n"
		"[X-Other]\nwhat=ever\n# K\xc3\xa4se\n[Match]\nSubsystem=a_-9");

	ck_assert_msg(!m.error, "%s", m.message);
	ck_assert_uint_eq(notices.n, 0);
	ck_assert_str_eq(m.path, "/etc/x/50-cpu.conf");
	ck_assert_str_eq(m.dir, "/etc/x");
	ck_assert_str_eq(m.file, "50-cpu.conf");
	ck_assert_str_eq(m.name, "v4l2-jpeg");
	ck_assert_str_eq(m.library, "/opt/a/v.so");
	ck_assert_uint_eq(m.abi_major, 1);
	ck_assert_uint_eq(m.abi_minor, 17);
	ck_assert_uint_eq(m.family, LIBCODEC_FAMILY_IMAGE_DECODER);
	ck_assert_uint_eq(m.band, LIBCODEC_BAND_HARDWARE);
	ck_assert(m.opt_in && !m.masked);
	ck_assert_uint_eq(m.n_codecs, 2);
	ck_assert_uint_eq(m.codecs[0], LIBCODEC_CODEC_JPEG);
	ck_assert_uint_eq(m.codecs[1], LIBCODEC_CODEC_PNG);
	ck_assert_uint_eq(m.n_matches, 2);
	ck_assert_str_eq(m.matches[0].subsystem, "video4linux");
	ck_assert_str_eq(m.matches[0].node, "/dev/video*");
	ck_assert_str_eq(m.matches[0].devtype, "x");
	ck_assert_str_eq(m.matches[0].driver, "[a-z]*");
	ck_assert_ptr_null(m.matches[0].syspath);
	ck_assert_uint_eq(m.matches[0].n_attrs, 2);
	ck_assert_str_eq(m.matches[0].attrs[1].key, "c/d");
	ck_assert_str_eq(m.matches[0].attrs[1].glob, "e:*");
	ck_assert_uint_eq(m.matches[0].n_properties + m.matches[0].n_tags, 0);
	ck_assert_str_eq(m.matches[1].subsystem, "a_-9");
	ck_assert_ptr_null(m.matches[1].node);
	lc_manifest_done(&m);
}
END_TEST

START_TEST(has_defaults)
{
	struct lc_manifest m = parse(GOOD CODEC);

	ck_assert_msg(!m.error, "%s", m.message);
	ck_assert(!m.opt_in);
	ck_assert_uint_eq(m.n_matches, 0);
	lc_manifest_done(&m);
	m = parse("[Plugin]\nName=t\nLibrary=t.so\nAbi=1.0\nFamily=telemetry\n");
	ck_assert_msg(!m.error, "%s", m.message);
	lc_manifest_done(&m);
}
END_TEST

START_TEST(notices_the_unknown)
{
	struct lc_manifest m = parse(GOOD "Colour=red\n" CODEC);

	ck_assert(!m.error);
	ck_assert_uint_eq(notices.n, 1);
	ck_assert_int_eq(notices.level, LIBCODEC_LOG_WARNING);
	ck_assert_str_eq(notices.last,
			 "/etc/x/50-cpu.conf:7: Colour is not a key that is known here");
	lc_manifest_done(&m);

	/* Case matters, and a key belongs to its section. */
	m = parse(GOOD "optin=yes\n" CODEC "Name=x\n[Odd]\nName=y\nName=y\n");
	ck_assert(!m.error && !m.opt_in);
	ck_assert_uint_eq(notices.n, 3);
	ck_assert_str_eq(m.name, "cpu");
	lc_manifest_done(&m);
}
END_TEST

#define MATCH GOOD CODEC "[Match]\nSubsystem=video4linux\n"

/* What only udev's database knows may be asked for, but the vendor should know. */
START_TEST(notices_what_needs_udev)
{
	struct lc_manifest m = parse(MATCH "Property=ID_V4L_PRODUCT:a b*\nTag=libcodec\n"
					   "[Match]\nSubsystem=misc\nTag=x\nTag=y\n");

	ck_assert_msg(!m.error, "%s", m.message);
	ck_assert_uint_eq(notices.n, 2);
	ck_assert_int_eq(notices.level, LIBCODEC_LOG_WARNING);
	ck_assert_str_eq(notices.last, "/etc/x/50-cpu.conf:13: Property and Tag may "
				       "match nothing where there is no udev database");
	ck_assert_uint_eq(m.matches[0].n_properties, 1);
	ck_assert_str_eq(m.matches[0].properties[0].key, "ID_V4L_PRODUCT");
	ck_assert_str_eq(m.matches[0].properties[0].glob, "a b*");
	ck_assert_uint_eq(m.matches[0].n_tags, 1);
	ck_assert_str_eq(m.matches[0].tags[0], "libcodec");
	ck_assert_uint_eq(m.matches[1].n_tags, 2);
	ck_assert_str_eq(m.matches[1].tags[1], "y");
	lc_manifest_done(&m);
}
END_TEST

/* Where a device hangs is the administrator's to say, not the vendor's. */
START_TEST(leaves_syspath_to_policies)
{
	struct lc_manifest m = parse(MATCH "Syspath=/sys/devices/a*\n");

	ck_assert_msg(!m.error, "%s", m.message);
	ck_assert_uint_eq(notices.n, 1);
	ck_assert(strstr(notices.last, ":11: Syspath is not a key that is known here"));
	ck_assert_ptr_null(m.matches[0].syspath);
	lc_manifest_done(&m);
}
END_TEST

/* Each is wrong in one way, with the line that the message must name. */
static const struct {
	const char *text;
	unsigned int line;
	const char *word; /* in the message */
} faults[] = {
	{ "Name=cpu\n" GOOD CODEC, 1, "before the first section" },
	{ "[Plugin\n", 1, "]" },
	{ "[\n", 1, "]" },
	{ "]\n", 1, "neither" },
	{ GOOD "nonsense\n" CODEC, 7, "neither" },
	{ GOOD "=x\n" CODEC, 7, "no key" },
	{ "\xef\xbb\xbf" GOOD CODEC, 1, "neither" },
	{ GOOD "Name=cpu\n" CODEC, 7, "twice" },
	{ GOOD CODEC "[Plugin]\n", 9, "second" },
	{ GOOD "OptIn=maybe\n" CODEC, 7, "OptIn=maybe" },
	{ GOOD "OptIn=\n" CODEC, 7, "OptIn" },
	{ GOOD "OptIn=Yes\n" CODEC, 7, "OptIn" },
	{ "[Plugin]\nName=CPU\n", 2, "Name=CPU" },
	{ "[Plugin]\nName=\n", 2, "Name" },
	{ "[Plugin]\nName=-a\n", 2, "Name" },
	{ "[Plugin]\nName=a/b\n", 2, "Name" },
	{ "[Plugin]\nName=abcdefghijklmnopqrstuvwxyz012345\n", 2, "Name" },
	{ "[Plugin]\nName=k\xc3\xa4se\n", 2, "Name" },
	{ "[Plugin]\nLibrary=\n", 2, "Library" },
	{ "[Plugin]\nLibrary=..\n", 2, "Library" },
	{ "[Plugin]\nLibrary=.\n", 2, "Library" },
	{ "[Plugin]\nLibrary=a/b.so\n", 2, "absolute" },
	{ "[Plugin]\nLibrary=./b.so\n", 2, "Library" },
	{ "[Plugin]\nLibrary=/a/../b.so\n", 2, "Library" },
	{ "[Plugin]\nLibrary=/a//b.so\n", 2, "Library" },
	{ "[Plugin]\nLibrary=/a/\n", 2, "Library" },
	{ "[Plugin]\nLibrary=/\n", 2, "Library" },
	{ "[Plugin]\nAbi=1\n", 2, "Abi" },
	{ "[Plugin]\nAbi=1.\n", 2, "Abi" },
	{ "[Plugin]\nAbi=.1\n", 2, "Abi" },
	{ "[Plugin]\nAbi=0.9\n", 2, "Abi" },
	{ "[Plugin]\nAbi=1.0.0\n", 2, "Abi" },
	{ "[Plugin]\nAbi=1.-1\n", 2, "Abi" },
	{ "[Plugin]\nAbi=1.65536\n", 2, "Abi" },
	{ "[Plugin]\nAbi=99999999999999999999.0\n", 2, "Abi" },
	{ "[Plugin]\nFamily=codec\n", 2, "Family" },
	{ "[Plugin]\nBand=1\n", 2, "Band" },
	{ GOOD "[Codec]\nCodec=gif\n", 8, "Codec=gif" },
	{ GOOD "[Codec]\nCodec=jpeg\nDirection=up\n", 9, "Direction" },
	{ GOOD "[Codec]\nCodec=jpeg\nMemory=host,ram\n", 9, "Memory" },
	{ GOOD "[Codec]\nCodec=jpeg\nMemory=host,\n", 9, "Memory" },
	{ GOOD "[Codec]\nMemory=host\n", 7, "no Codec" },
	{ GOOD "[Codec]\n[Match]\n", 7, "no Codec" },
	{ GOOD CODEC "[Match]\nNode=\n", 10, "no value" },
	{ GOOD CODEC "[Match]\n", 9, "no Subsystem in [Match]" },
	{ GOOD CODEC "[Match]\nNode=/dev/a\n[X-b]\n", 9, "no Subsystem in [Match]" },
	{ GOOD CODEC "[Match]\nsubsystem=a\n", 9, "no Subsystem in [Match]" },
	{ GOOD CODEC "[Match]\nSubsystem=\n", 10, "Subsystem has no value" },
	{ GOOD CODEC "[Match]\nSubsystem=video*\n", 10, "Subsystem=video*: not a word" },
	{ GOOD CODEC "[Match]\nSubsystem=Video\n", 10, "not a word" },
	{ GOOD CODEC "[Match]\nSubsystem=a b\n", 10, "not a word" },
	{ MATCH "Subsystem=video4linux\n", 11, "Subsystem is given twice" },
	{ MATCH "Devtype=a\nDevtype=b\n", 12, "Devtype is given twice" },
	{ MATCH "Driver=a\nDriver=b\n", 12, "Driver is given twice" },
	{ MATCH "Node=a\nNode=b\n", 12, "Node is given twice" },
	{ MATCH "Attr=name\n", 11, "Attr=name: not of the form NAME:GLOB" },
	{ MATCH "Attr=:x\n", 11, "NAME:GLOB" },
	{ MATCH "Attr=name:\n", 11, "NAME:GLOB" },
	{ MATCH "Attr=../name:x\n", 11, "not an attribute" },
	{ MATCH "Attr=a/../name:x\n", 11, "not an attribute" },
	{ MATCH "Attr=/etc/passwd:x\n", 11, "not an attribute" },
	{ MATCH "Attr=a//b:x\n", 11, "not an attribute" },
	{ MATCH "Property=:x\n", 11, "NAME:GLOB" },
	{ MATCH "Tag=\n", 11, "Tag has no value" },
	{ GOOD, 1, "[Codec]" },
	{ GOOD "[Codec]\nCodec=jpeg\nDirection=encode\n", 1, "[Codec]" },
	{ "# only words\n\n", 1, "[Plugin]" },
	{ CODEC, 1, "[Plugin]" },
	{ "\n[Plugin]\nLibrary=c.so\nAbi=1.0\nFamily=video\nBand=cpu\n", 2, "Name" },
	{ "\n[Plugin]\nName=c\nAbi=1.0\nFamily=video\nBand=cpu\n", 2, "Library" },
	{ "\n[Plugin]\nName=c\nLibrary=c.so\nFamily=video\nBand=cpu\n", 2, "Abi" },
	{ "\n[Plugin]\nName=c\nLibrary=c.so\nAbi=1.0\nBand=cpu\n", 2, "Family" },
	{ "\n[Plugin]\nName=c\nLibrary=c.so\nAbi=1.0\nFamily=video\n", 2, "Band" },
	{ GOOD "#\x1b[31m\n" CODEC, 7, "control" },
	{ GOOD "A=\x7f\n" CODEC, 7, "control" },
	{ GOOD "A=\rb\n" CODEC, 7, "control" },
	{ GOOD "# \xff\n" CODEC, 7, "UTF-8" },
	{ GOOD "# \xc3\n" CODEC, 7, "UTF-8" },
	{ GOOD "# \xc0\xaf\n" CODEC, 7, "UTF-8" },         /* overlong */
	{ GOOD "# \xe0\x80\xaf\n" CODEC, 7, "UTF-8" },
	{ GOOD "# \xed\xa0\x80\n" CODEC, 7, "UTF-8" },     /* a surrogate */
	{ GOOD "# \xf4\x90\x80\x80\n" CODEC, 7, "UTF-8" }, /* past U+10FFFF */
	{ GOOD "# \xe2\x82", 7, "UTF-8" },                 /* cut at the end */
};

START_TEST(names_the_fault)
{
	struct lc_manifest m = parse(faults[_i].text);
	char where[64];

	ck_assert_msg(m.error == -EINVAL, "%s", faults[_i].text);
	snprintf(where, sizeof(where), "/etc/x/50-cpu.conf:%u: ", faults[_i].line);
	ck_assert_msg(!strncmp(m.message, where, strlen(where)), "%s", m.message);
	ck_assert_msg(strstr(m.message + strlen(where), faults[_i].word) != NULL, "%s",
		      m.message);
	lc_manifest_done(&m);
}
END_TEST

START_TEST(refuses_nul)
{
	static const char text[] = GOOD "# a\0b\n" CODEC;
	struct lc_manifest m = parse_bytes(text, sizeof(text) - 1);

	ck_assert_int_eq(m.error, -EINVAL);
	ck_assert(strstr(m.message, ":7: a NUL byte") != NULL);
	lc_manifest_done(&m);
}
END_TEST

/* @head, and then @line @n times. */
static struct lc_manifest parse_many(const char *head, const char *line, unsigned int n)
{
	size_t room = strlen(head) + n * strlen(line) + 1;
	char *text = malloc(room), *end;
	struct lc_manifest m;

	end = stpcpy(text, head);
	while (n--)
		end = stpcpy(end, line);
	m = parse(text);
	free(text);
	return m;
}

START_TEST(keeps_to_its_limits)
{
	struct lc_manifest m;
	char *text;

	m = parse_many(GOOD CODEC, "#\n", LC_MANIFEST_LINES_MAX - 8);
	ck_assert_msg(!m.error, "%s", m.message);
	lc_manifest_done(&m);
	m = parse_many(GOOD CODEC, "#\n", LC_MANIFEST_LINES_MAX - 7);
	ck_assert_int_eq(m.error, -EINVAL);
	ck_assert(strstr(m.message, ":513: more than 512 lines") != NULL);
	lc_manifest_done(&m);

	m = parse_many(GOOD, CODEC, LC_MANIFEST_CODECS_MAX);
	ck_assert_msg(!m.error, "%s", m.message);
	ck_assert_uint_eq(m.n_codecs, LC_MANIFEST_CODECS_MAX);
	lc_manifest_done(&m);
	m = parse_many(GOOD, CODEC, LC_MANIFEST_CODECS_MAX + 1);
	ck_assert(m.error && strstr(m.message, ":23: more than 8 [Codec]"));
	lc_manifest_done(&m);

	m = parse_many(GOOD CODEC, "[Match]\nSubsystem=a\n", LC_MANIFEST_MATCHES_MAX);
	ck_assert_msg(!m.error, "%s", m.message);
	ck_assert_uint_eq(m.n_matches, LC_MANIFEST_MATCHES_MAX);
	lc_manifest_done(&m);
	m = parse_many(GOOD CODEC, "[Match]\nSubsystem=a\n",
		       LC_MANIFEST_MATCHES_MAX + 1);
	ck_assert(m.error && strstr(m.message, ":25: more than 8 [Match]"));
	lc_manifest_done(&m);

	text = malloc(LC_MANIFEST_BYTES_MAX + 1);
	memset(text, ' ', LC_MANIFEST_BYTES_MAX + 1);
	memcpy(text, GOOD CODEC, strlen(GOOD CODEC));
	m = parse_bytes(text, LC_MANIFEST_BYTES_MAX);
	ck_assert_msg(!m.error, "%s", m.message);
	lc_manifest_done(&m);
	m = parse_bytes(text, LC_MANIFEST_BYTES_MAX + 1);
	ck_assert_int_eq(m.error, -EFBIG);
	lc_manifest_done(&m);
	free(text);
}
END_TEST

START_TEST(keeps_to_the_limits_of_a_match)
{
	static const char *const lines[] = { "Attr=a:b\n", "Property=a:b\n", "Tag=a\n" };
	char head[512], glob[300];
	struct lc_manifest m;
	size_t i;

	for (i = 0; i < LC_ARRAY_SIZE(lines); i++) {
		m = parse_many(MATCH, lines[i], LC_MATCH_PAIRS_MAX);
		ck_assert_msg(!m.error, "%s", m.message);
		lc_manifest_done(&m);
		m = parse_many(MATCH, lines[i], LC_MATCH_PAIRS_MAX + 1);
		ck_assert(m.error && strstr(m.message, ":19: "));
		ck_assert(strstr(m.message, "is given more than 8 times"));
		lc_manifest_done(&m);
	}
	memset(glob, '*', sizeof(glob));
	snprintf(head, sizeof(head), MATCH "Node=%.255s\n", glob);
	m = parse(head);
	ck_assert_msg(!m.error, "%s", m.message);
	ck_assert_uint_eq(strlen(m.matches[0].node), 255);
	lc_manifest_done(&m);
	snprintf(head, sizeof(head), MATCH "Node=%.256s\n", glob);
	m = parse(head);
	ck_assert(m.error && strstr(m.message, ":11: Node has more than 255 bytes"));
	lc_manifest_done(&m);
}
END_TEST

/* A message repeats a bounded piece of the file, cut between characters. */
START_TEST(quotes_with_measure)
{
	struct lc_manifest m = parse_many("[Plugin]\nName=a", "\xe2\x82\xac", 1000);

	ck_assert(m.error);
	ck_assert_uint_lt(strlen(m.message), 200);
	ck_assert(strstr(m.message, "\xe2\x82\xac: not") != NULL);
	lc_manifest_done(&m);
}
END_TEST

START_TEST(empty_is_masked)
{
	struct lc_manifest m = parse("");

	ck_assert(m.masked && !m.error);
	lc_manifest_done(&m);
}
END_TEST

/* Random damage: whatever comes out is whole, and the sanitizers are quiet. */
START_TEST(survives_mutations)
{
	static const char good[] =
		GOOD CODEC "Memory=host,dmabuf\n[Match]\nSubsystem=v\nNode=/dev/v*\n"
		"Attr=a/b:c*\nProperty=d:e\nTag=f\n";
	static const char salt[] = "\n[]=#,.:/\r\0\xff\xc3X-";
	uint32_t seed = 1, i, k;
	char text[sizeof(good)];
	char *copy;

	for (i = 0; i < 20000; i++) {
		size_t size = sizeof(good) - 1;
		struct lc_manifest m;

		memcpy(text, good, sizeof(good));
		for (k = 0; k < 1 + i % 4; k++) {
			seed = seed * 1664525 + 1013904223;
			text[(seed >> 8) % size] =
				seed & 0x80 ? salt[(seed >> 3) % (sizeof(salt) - 1)] :
					      (char)(seed >> 24);
		}
		if (i % 3 == 0)
			size = (seed >> 5) % size;
		copy = malloc(size ? size : 1); /* exact, so that an overrun shows */
		memcpy(copy, text, size);
		m = parse_bytes(copy, size);
		free(copy);
		ck_assert(!m.error == !m.message);
		if (!m.error && !m.masked)
			ck_assert(m.name && m.library && m.n_codecs <= 8);
		for (k = 0; !m.error && k < m.n_matches; k++)
			ck_assert(m.matches[k].subsystem && m.matches[k].n_attrs <= 8);
		lc_manifest_done(&m);
	}
}
END_TEST

/* --- folders --- */

static char top[64];
static char dirs[3][80];

static void setup(void)
{
	unsigned int i;

	strcpy(top, "/tmp/check-manifest-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(top));
	for (i = 0; i < 3; i++) {
		snprintf(dirs[i], sizeof(dirs[i]), "%s/%u", top, i);
		ck_assert_int_eq(mkdir(dirs[i], 0755), 0);
		ck_assert_int_eq(chmod(dirs[i], 0755), 0);
	}
}

static void teardown(void)
{
	char command[96];

	snprintf(command, sizeof(command), "rm -rf '%s'", top);
	ck_assert_int_eq(system(command), 0);
}

static const char *path_in(int dir, const char *file)
{
	static char path[4][160];
	static unsigned int next;

	next = (next + 1) % 4;
	snprintf(path[next], sizeof(path[next]), "%s/%s", dirs[dir], file);
	return path[next];
}

static void put_text(int dir, const char *file, const char *text)
{
	const char *path = path_in(dir, file);
	FILE *f = fopen(path, "we");

	ck_assert_ptr_nonnull(f);
	fputs(text, f);
	ck_assert_int_eq(fclose(f), 0);
	ck_assert_int_eq(chmod(path, 0644), 0);
}

static void put(int dir, const char *file, const char *name)
{
	char text[256];

	snprintf(text, sizeof(text), "[Plugin]\nName=%s\nLibrary=x.so\nAbi=1.0\n"
		 "Family=image-decoder\nBand=cpu\n" CODEC, name);
	put_text(dir, file, text);
}

static struct lc_manifest *list;
static size_t n_list;

static void read_dirs(void)
{
	const char *const all[] = { dirs[0], dirs[1], dirs[2], NULL };

	memset(&notices, 0, sizeof(notices));
	ck_assert_int_eq(lc_manifest_read_dirs(all, on_notice, NULL, &list, &n_list), 0);
}

static void done_dirs(void)
{
	while (n_list)
		lc_manifest_done(&list[--n_list]);
	free(list);
}

START_TEST(merges_folders)
{
	char line[512];

	put(0, "50-a.conf", "a0");
	put(0, "9-z.conf", "z0");
	put(0, "B.conf", "b0");
	put(1, "50-a.conf", "a1");
	put(1, "10-n.conf", "n1");
	put(2, "60-late.conf", "l2");
	put(0, "README", "no");
	put(0, ".hidden.conf", "no");
	put(0, ".conf", "no");
	put(0, "x.conf.bak", "no");
	read_dirs();
	ck_assert_uint_eq(notices.n, 0);
	snprintf(line, sizeof(line), "%s: looked into for manifests\n", dirs[2]);
	ck_assert(strstr(notices.decisions, line));
	snprintf(line, sizeof(line), "%s/50-a.conf: hides %s/50-a.conf\n", dirs[1], dirs[0]);
	ck_assert(strstr(notices.decisions, line));
	ck_assert(strstr(notices.decisions, "/README: not called *.conf, left alone\n"));
	ck_assert(strstr(notices.decisions, "/x.conf.bak: not called *.conf, left alone\n"));
	ck_assert(!strstr(notices.decisions, ".hidden"));
	ck_assert_uint_eq(n_list, 5);
	ck_assert_str_eq(list[0].name, "n1");
	ck_assert_str_eq(list[1].name, "a1"); /* the later folder's */
	ck_assert_str_eq(list[2].name, "l2");
	ck_assert_str_eq(list[3].name, "z0"); /* strcmp: '9' after '6' */
	ck_assert_str_eq(list[4].name, "b0");
	ck_assert_str_eq(list[1].dir, dirs[1]);
	done_dirs();
}
END_TEST

START_TEST(masks)
{
	put(0, "10-a.conf", "a");
	put(0, "20-b.conf", "b");
	put(0, "30-c.conf", "c");
	ck_assert_int_eq(symlink("/dev/null", path_in(2, "10-a.conf")), 0);
	put_text(2, "20-b.conf", "");
	read_dirs();
	ck_assert_uint_eq(n_list, 3);
	ck_assert(list[0].masked && list[1].masked && !list[2].masked);
	ck_assert(!list[0].error && !list[1].error);
	ck_assert_str_eq(list[0].dir, dirs[2]);
	done_dirs();
}
END_TEST

START_TEST(a_bad_file_hurts_nobody)
{
	char big[256];

	put(0, "10-a.conf", "a");
	put(0, "20-b.conf", "b");
	put_text(1, "20-b.conf", "[Plugin]\nName=B\n");
	put(1, "30-writable.conf", "c");
	ck_assert_int_eq(chmod(path_in(1, "30-writable.conf"), 0664), 0);
	ck_assert_int_eq(mkdir(path_in(1, "40-dir.conf"), 0755), 0);
	ck_assert_int_eq(symlink("nowhere", path_in(1, "50-dangling.conf")), 0);
	ck_assert_int_eq(symlink("60-loop.conf", path_in(1, "60-loop.conf")), 0);
	ck_assert_int_eq(mkfifo(path_in(1, "70-fifo.conf"), 0644), 0);
	read_dirs();
	ck_assert_uint_eq(n_list, 7);
	ck_assert(!list[0].error);
	ck_assert_int_eq(list[1].error, -EINVAL);
	snprintf(big, sizeof(big), "%s:2: Name=B: not", path_in(1, "20-b.conf"));
	ck_assert(!strncmp(list[1].message, big, strlen(big)));
	ck_assert_int_eq(list[2].error, -EPERM);
	ck_assert(strstr(list[2].message, "may be written by its group (mode 0664)"));
	ck_assert_int_eq(list[3].error, -EPERM);
	ck_assert_int_eq(list[4].error, -ENOENT);
	ck_assert_int_eq(list[5].error, -ELOOP);
	ck_assert_int_eq(list[6].error, -EPERM);
	done_dirs();
}
END_TEST

/* Links are fine as long as nobody else can change what they lead to. */
START_TEST(follows_links_to_trusted_files)
{
	put(0, "x", "good");
	put(1, "x", "bad");
	ck_assert_int_eq(chmod(dirs[1], 0777), 0);
	ck_assert_int_eq(symlink("../0/x", path_in(2, "10-good.conf")), 0);
	ck_assert_int_eq(symlink("../1/x", path_in(2, "20-bad.conf")), 0);
	read_dirs();
	ck_assert_uint_eq(n_list, 2);
	ck_assert_msg(!list[0].error, "%s", list[0].message);
	ck_assert_str_eq(list[0].name, "good");
	ck_assert_str_eq(list[0].dir, dirs[2]);
	ck_assert_int_eq(list[1].error, -EPERM);
	ck_assert(strstr(list[1].message, "everybody"));
	done_dirs();
}
END_TEST

/* Not even as a mask of what others have. */
START_TEST(leaves_untrusted_folders_out)
{
	put(0, "10-a.conf", "a0");
	put(1, "10-a.conf", "a1");
	put_text(1, "20-b.conf", "");
	ck_assert_int_eq(chmod(dirs[1], 0775), 0);
	ck_assert_int_eq(rmdir(dirs[2]), 0);
	read_dirs();
	ck_assert_uint_eq(n_list, 1);
	ck_assert_str_eq(list[0].name, "a0");
	ck_assert_uint_eq(notices.n, 2);
	ck_assert_int_eq(notices.level, LIBCODEC_LOG_DEBUG); /* the missing one */
	done_dirs();
}
END_TEST

START_TEST(bounds_the_number_of_files)
{
	char name[32];
	int i;

	for (i = 0; i < LC_MANIFEST_FILES_MAX + 5; i++) {
		snprintf(name, sizeof(name), "%03d.conf", i);
		put_text(0, name, "");
	}
	put(1, "000.conf", "admin");
	read_dirs();
	ck_assert_uint_eq(n_list, LC_MANIFEST_FILES_MAX);
	ck_assert_uint_ge(notices.n, 1);
	ck_assert(strstr(notices.last, "more than 256 manifests"));
	done_dirs();
}
END_TEST

START_TEST(bounds_the_size_of_files)
{
	char *text = malloc(LC_MANIFEST_BYTES_MAX + 2);

	memset(text, '\n', LC_MANIFEST_BYTES_MAX + 1);
	text[LC_MANIFEST_BYTES_MAX + 1] = '\0';
	put_text(0, "10-a.conf", text);
	free(text);
	read_dirs();
	ck_assert_uint_eq(n_list, 1);
	ck_assert_int_eq(list[0].error, -EFBIG);
	done_dirs();
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("manifest");
	TCase *t;

	t = tcase_create("parser");
	tcase_add_test(t, takes_everything);
	tcase_add_test(t, has_defaults);
	tcase_add_test(t, notices_the_unknown);
	tcase_add_test(t, notices_what_needs_udev);
	tcase_add_test(t, leaves_syspath_to_policies);
	tcase_add_loop_test(t, names_the_fault, 0, (int)LC_ARRAY_SIZE(faults));
	tcase_add_test(t, refuses_nul);
	tcase_add_test(t, keeps_to_its_limits);
	tcase_add_test(t, keeps_to_the_limits_of_a_match);
	tcase_add_test(t, quotes_with_measure);
	tcase_add_test(t, empty_is_masked);
	tcase_add_test(t, survives_mutations);
	suite_add_tcase(s, t);

	t = tcase_create("folders");
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, merges_folders);
	tcase_add_test(t, masks);
	tcase_add_test(t, a_bad_file_hurts_nobody);
	tcase_add_test(t, follows_links_to_trusted_files);
	tcase_add_test(t, leaves_untrusted_folders_out);
	tcase_add_test(t, bounds_the_number_of_files);
	tcase_add_test(t, bounds_the_size_of_files);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return test_main("manifest", make);
}
