/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * policy.conf: what is taken and what a wrong line costs, and whose files are trusted.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "keyfile.h"
#include "policy-bed.h"

/* --- the file --- */

START_TEST(takes_everything)
{
	struct lc_policy *p = parse(
		"# a comment\n[Policy]\r\n Order = v4l2-jpeg , cpu\nDeny=bad,worse\n"
		"Deny=worst\nOptIn=nvjpeg\nX-Vendor=what\n[X-Other]\nOrder=x\nDeny=cpu\n"
		"[Device]\nDriver=mxc-*\nNode=/dev/video*\nDeny=yes\n"
		"[Device]\nDeny=cpu,foo\nOrder=foo,v4l2-jpeg\nSyspath=*/usb/*\n"
		"Subsystem=video4linux\n[Policy]\nOptIn=other\n");
	struct libcodec_device *dev = device("mxc-jpeg", "/dev/video3");
	struct libcodec_device *other = device("other", "/dev/video3");

	ck_assert_msg(notices.n == 0, "%s", notices.last);
	ck_assert_str_eq(lines(p),
			 POLICY_FILE ":3: order v4l2-jpeg, cpu\n"
			 POLICY_FILE ":4: deny bad, worse\n"
			 POLICY_FILE ":5: deny worst\n"
			 POLICY_FILE ":6: opt in nvjpeg\n"
			 POLICY_FILE ":14: deny all on devices with Driver=mxc-*, "
			 "Node=/dev/video*\n"
			 POLICY_FILE ":16: deny cpu, foo on devices with "
			 "Subsystem=video4linux, Syspath=*/usb/*\n"
			 POLICY_FILE ":17: order foo, v4l2-jpeg on devices with "
			 "Subsystem=video4linux, Syspath=*/usb/*\n"
			 POLICY_FILE ":21: opt in other\n");
	ck_assert(denies(p, "bad", NULL, POLICY_FILE ":4"));
	ck_assert(denies(p, "worse", other, POLICY_FILE ":4"));
	ck_assert(denies(p, "worst", NULL, POLICY_FILE ":5"));
	ck_assert(!denies(p, "cpu", NULL, NULL));
	ck_assert(denies(p, "v4l2-jpeg", dev, POLICY_FILE ":14"));
	ck_assert(denies(p, "anything", dev, POLICY_FILE ":14"));
	ck_assert(!denies(p, "v4l2-jpeg", other, NULL));
	ck_assert(!denies(p, "v4l2-jpeg", NULL, NULL));
	ck_assert(!denies(p, "foo", other, NULL)); /* not below usb */
	ck_assert(lc_policy_opts_in(p, "nvjpeg") && lc_policy_opts_in(p, "other"));
	ck_assert(!lc_policy_opts_in(p, "cpu") && !lc_policy_opts_in(p, "nv"));
	lc_device_unref(dev);
	lc_device_unref(other);
	lc_policy_free(p);
}
END_TEST

START_TEST(an_empty_one_says_nothing)
{
	struct libcodec_device *dev = device("x", "/dev/video3");
	struct lc_policy *p = parse("");

	ck_assert_uint_eq(notices.n, 0);
	ck_assert_ptr_null(lc_policy_line(p, 0));
	ck_assert(!denies(p, "cpu", NULL, NULL) && !denies(p, "cpu", dev, NULL));
	ck_assert(!lc_policy_opts_in(p, "nvjpeg"));
	ck_assert_int_eq(lc_policy_place(p, "cpu", NULL), -1);
	ck_assert_ptr_null(lc_policy_free(p));
	ck_assert_ptr_null(lc_policy_free(NULL));
	lc_device_unref(dev);
}
END_TEST

START_TEST(orders)
{
	struct lc_policy *p = parse("[Policy]\nOrder=a,cpu,a,b\n");
	struct libcodec_device *fast = device("fast", ""), *slow = device("slow", "");

	ck_assert_int_eq(lc_policy_place(p, "a", NULL), 0);
	ck_assert_int_eq(lc_policy_place(p, "cpu", NULL), 1);
	ck_assert_int_eq(lc_policy_place(p, "b", fast), 2);
	ck_assert_int_eq(lc_policy_place(p, "c", NULL), -1);
	lc_policy_free(p);

	/* Whoever is first on a device goes before those whom the other order names. */
	p = parse("[Policy]\nOrder=cpu,a\n[Device]\nDriver=fast\nOrder=b,a\n");
	ck_assert_int_lt(lc_policy_place(p, "b", fast), lc_policy_place(p, "a", fast));
	ck_assert_int_ge(lc_policy_place(p, "b", fast), 0);
	ck_assert_int_lt(lc_policy_place(p, "a", fast), lc_policy_place(p, "cpu", NULL));
	ck_assert_int_lt(lc_policy_place(p, "cpu", NULL), lc_policy_place(p, "a", slow));
	ck_assert_int_lt(lc_policy_place(p, "cpu", NULL), lc_policy_place(p, "a", NULL));
	ck_assert_int_eq(lc_policy_place(p, "b", slow), -1);
	ck_assert_int_eq(lc_policy_place(p, "b", NULL), -1);
	/* The user's order is the only one. */
	filter(p, "a,b,cpu", NULL);
	ck_assert_int_eq(lc_policy_place(p, "a", fast), 0);
	ck_assert_int_eq(lc_policy_place(p, "b", fast), 1);
	ck_assert_int_eq(lc_policy_place(p, "cpu", NULL), 2);
	ck_assert_int_eq(lc_policy_place(p, "c", NULL), -1);
	/* One that only takes away gives none. */
	filter(p, "-c", NULL);
	ck_assert_int_lt(lc_policy_place(p, "cpu", NULL), lc_policy_place(p, "a", NULL));
	ck_assert_int_eq(lc_policy_place(p, "c", NULL), -1);
	lc_policy_free(p);
	lc_device_unref(fast);
	lc_device_unref(slow);
}
END_TEST

/* Each has one notice; what follows holds. */
static const struct {
	const char *text;
	const char *notice; /* behind the name of the file */
} wrong_lines[] = {
	{ "Deny=cpu\n" REST, ":1: Deny stands before the first section" },
	{ "nonsense\n" REST, ":1: neither [Section] nor Key=value" },
	{ "[Policy]\n=x\n" REST, ":2: no key before the =" },
	{ "[Policy]\nDeny=\n" REST, ":2: Deny=: not a list of plugins' names" },
	{ "[Policy]\nDeny=cpu,\n" REST, ":2: Deny=cpu,: not a list of plugins' names" },
	{ "[Policy]\nDeny=cpu b\n" REST, ":2: Deny=cpu b: not a list of plugins' names" },
	{ "[Policy]\nDeny=cpu # no\n" REST, ":2: Deny=cpu # no: not a list of" },
	{ "[Policy]\nDeny=cpu,CPU\n" REST, ":2: Deny=cpu,CPU: not a list of" },
	{ "[Policy]\nDeny=yes\n" REST, ":2: Deny=yes: not a list of plugins' names" },
	{ "[Policy]\nOptIn=yes\n" REST, ":2: OptIn=yes: not a list of plugins' names" },
	{ "[Policy]\nOrder=no\n" REST, ":2: Order=no: not a list of plugins' names" },
	{ "[Policy]\nOrder=a\nOrder=cpu\n" REST, ":3: Order is given twice, the first" },
	{ "[Policy]\ndeny=cpu\n" REST, ":2: deny is not a key that is known here" },
	{ "[Policy]\nDriver=cpu\n" REST, ":2: Driver is not a key that is known here" },
	{ "[Odd]\nDeny=cpu\n" REST, ":1: [Odd] is not a section that is known here" },
	{ "[device]\nDeny=cpu\n" REST, ":1: [device] is not a section that is known" },
	{ "[Policy\nDeny=cpu\n" REST, ":1: a section without its ]" },
	{ "[Pol\xfficy]\nDeny=cpu\n" REST, ":1: bytes that are not UTF-8" },
	{ "[Policy]\nDeny=cpu\x1b[31m\n" REST, ":2: a control character" },
	{ "[Policy]\n# \xc3\x28\n" REST, ":2: bytes that are not UTF-8" },
	/* Keys of a section that nobody knows are not those of the one before. */
	{ REST "[Device\nDeny=cpu\n", ":3: a section without its ]" },
	{ REST "[Pol\xff]\nDeny=cpu\n", ":3: bytes that are not UTF-8" },
	{ REST "[Odd]\nDeny=cpu\n", ":3: [Odd] is not a section that is known here" },
	{ "[Device]\nDriver=y\nDeny=cpu\n[Device\nNode=*\nDeny=cpu\n" REST,
	  ":4: a section without its ]" },
	/* Of a [Device] nothing holds when a line is wrong. */
	{ "[Device]\nDeny=cpu\n" REST, ":1: no key of this [Device] says which devices" },
	{ "[Device]\nX-Driver=a\nDeny=cpu\n" REST, ":1: no key of this [Device] says" },
	{ "[Device]\nDriver=x\n" REST, ":1: neither Deny nor Order holds in this" },
	{ "[Device]\nDeny=cpu\nSubsystem=video4linux\nDriver=\nDeny=cpu\n" REST,
	  ":4: Driver has no value; all of this [Device] is left out" },
	{ "[Device]\nNode=*\nDeny=cpu\nDrivr=y\n" REST,
	  ":4: Drivr is not a key that is known here; all of this [Device] is left out" },
	{ "[Device]\nNode=*\nDeny=cpu\nOptIn=cpu\n" REST, ":4: OptIn is not a key that" },
	{ "[Device]\nNode=*\nDeny=cpu\nDriver x\n" REST, ":4: neither [Section] nor" },
	{ "[Device]\nNode=*\nDeny=cpu\nDriver=\x01\n" REST, ":4: a control character; " },
	{ "[Device]\nNode=*\nNode=x\nDeny=cpu\n" REST, ":3: Node is given twice; all " },
	{ "[Device]\nNode=*\nAttr=x\nDeny=cpu\n" REST, ":3: Attr=x: not of the form" },
	{ "[Device]\nNode=*\nAttr=../x:y\nDeny=cpu\n" REST, ":3: Attr=../x:y: not an" },
	{ "[Device]\nSubsystem=v*\nDeny=cpu\n" REST, ":2: Subsystem=v*: not a word" },
};

START_TEST(leaves_wrong_lines_out)
{
	struct lc_policy *p = parse(wrong_lines[_i].text);
	struct libcodec_device *dev = device("x", "/dev/video3");
	const char *name = POLICY_FILE;

	ck_assert_msg(notices.n == 1, "%s: %u", wrong_lines[_i].text, notices.n);
	ck_assert_int_eq(notices.level, LIBCODEC_LOG_WARNING);
	ck_assert_msg(!strncmp(notices.last, name, strlen(name)) &&
			      !strncmp(notices.last + strlen(name),
				       wrong_lines[_i].notice,
				       strlen(wrong_lines[_i].notice)),
		      "%s", notices.last);
	ck_assert(!lc_policy_denies(p, "cpu", NULL, NULL));
	ck_assert(!lc_policy_denies(p, "cpu", dev, NULL));
	ck_assert(!lc_policy_opts_in(p, "yes"));
	ck_assert(lc_policy_denies(p, "bad", NULL, NULL));
	lc_device_unref(dev);
	lc_policy_free(p);
}
END_TEST

/* A wrong value of Deny or Order means no more devices than the section said. */
START_TEST(a_device_outlives_a_wrong_answer)
{
	struct lc_policy *p = parse("[Device]\nDriver=x\nDeny=yes,no\nOrder=a\nOrder=b\n"
				    "Deny=foo\nDeny=bar\n");
	struct libcodec_device *dev = device("x", ""), *other = device("y", "");

	ck_assert_uint_eq(notices.n, 2);
	ck_assert_str_eq(notices.first,
			 POLICY_FILE ":3: Deny=yes,no: not a list of plugins' names");
	ck_assert_str_eq(notices.last,
			 POLICY_FILE ":5: Order is given twice, the first one holds");
	ck_assert(denies(p, "foo", dev, POLICY_FILE ":6"));
	ck_assert(denies(p, "bar", dev, POLICY_FILE ":7"));
	ck_assert(!denies(p, "a", dev, NULL) && !denies(p, "foo", other, NULL));
	ck_assert_int_eq(lc_policy_place(p, "a", dev), 0);
	ck_assert_int_eq(lc_policy_place(p, "a", other), -1);
	ck_assert_int_eq(lc_policy_place(p, "b", dev), -1);
	lc_device_unref(dev);
	lc_device_unref(other);
	lc_policy_free(p);
}
END_TEST

/* The keys behind a mark that nobody sees belong to no section. */
START_TEST(a_byte_order_mark_is_told)
{
	struct lc_policy *p = parse("\xef\xbb\xbf[Policy]\nDeny=cpu\n" REST);

	ck_assert_uint_eq(notices.n, 2);
	ck_assert_str_eq(notices.first,
			 POLICY_FILE ":1: neither [Section] nor Key=value");
	ck_assert_str_eq(notices.last,
			 POLICY_FILE ":2: Deny stands before the first section");
	ck_assert(!denies(p, "cpu", NULL, NULL));
	ck_assert(denies(p, "bad", NULL, POLICY_FILE ":4"));
	lc_policy_free(p);
}
END_TEST

START_TEST(nul_bytes_cost_their_line)
{
	static const char text[] = "[Policy]\nDeny=cp\0u\n" REST;
	struct lc_policy *p = parse_bytes(text, sizeof(text) - 1);

	ck_assert_uint_eq(notices.n, 1);
	ck_assert_str_eq(notices.last, POLICY_FILE ":2: a NUL byte");
	ck_assert(!denies(p, "cp", NULL, NULL));
	ck_assert(denies(p, "bad", NULL, POLICY_FILE ":4"));
	lc_policy_free(p);
}
END_TEST

/* @head, @n times @line, @tail. */
static struct lc_policy *parse_many(const char *head, const char *line, unsigned int n,
				    const char *tail)
{
	char *text = malloc(strlen(head) + n * strlen(line) + strlen(tail) + 1), *end;
	struct lc_policy *p;

	ck_assert_ptr_nonnull(text);
	end = stpcpy(text, head);
	while (n--)
		end = stpcpy(end, line);
	strcpy(end, tail);
	p = parse(text);
	free(text);
	return p;
}

START_TEST(bounds_lines)
{
	struct libcodec_device *dev = device("x", "/dev/video3");
	struct lc_policy *p;

	p = parse_many(REST, "#\n", LC_KEYFILE_LINES_MAX - 3, "Deny=cpu\n");
	ck_assert_uint_eq(notices.n, 0);
	ck_assert(denies(p, "cpu", NULL, POLICY_FILE ":512"));
	lc_policy_free(p);
	p = parse_many(REST, "#\n", LC_KEYFILE_LINES_MAX - 2, "Deny=cpu\nDeny=cpu\n");
	ck_assert_uint_eq(notices.n, 1);
	ck_assert_str_eq(notices.last, POLICY_FILE ":513: more than 512 lines");
	ck_assert(!denies(p, "cpu", NULL, NULL));
	ck_assert(denies(p, "bad", NULL, POLICY_FILE ":2"));
	lc_policy_free(p);
	/* Who knows which keys a section had that is cut. */
	p = parse_many(REST "[Device]\nNode=*\nDeny=yes\n", "#\n",
		       LC_KEYFILE_LINES_MAX - 5, "Driver=y\n");
	ck_assert_uint_eq(notices.n, 1);
	ck_assert(strstr(notices.last, ":513: more than 512 lines; all of this "));
	ck_assert(!denies(p, "cpu", dev, NULL));
	ck_assert(denies(p, "bad", dev, POLICY_FILE ":2"));
	lc_policy_free(p);
	lc_device_unref(dev);
}
END_TEST

START_TEST(bounds_bytes)
{
	char *text = malloc(LC_KEYFILE_BYTES_MAX + 1);
	struct lc_policy *p;

	ck_assert_ptr_nonnull(text);
	memset(text, ' ', LC_KEYFILE_BYTES_MAX + 1);
	memcpy(text, REST, strlen(REST));
	p = parse_bytes(text, LC_KEYFILE_BYTES_MAX);
	ck_assert_uint_eq(notices.n, 0);
	ck_assert(denies(p, "bad", NULL, POLICY_FILE ":2"));
	lc_policy_free(p);
	p = parse_bytes(text, LC_KEYFILE_BYTES_MAX + 1);
	ck_assert_uint_eq(notices.n, 1);
	ck_assert_str_eq(notices.last,
			 POLICY_FILE ": more than 65536 bytes; the policy is left out");
	ck_assert(!denies(p, "bad", NULL, NULL));
	lc_policy_free(p);
	free(text);
}
END_TEST

START_TEST(bounds_devices)
{
	struct libcodec_device *dev = device("x", ""), *other = device("y", "");
	struct lc_policy *p;

	p = parse_many("", "[Device]\nDriver=z\nDeny=yes\n", 31,
		       "[Device]\nDriver=x\nDeny=yes\n");
	ck_assert_uint_eq(notices.n, 0);
	ck_assert(denies(p, "cpu", dev, POLICY_FILE ":96"));
	lc_policy_free(p);
	p = parse_many("[Device]\nDeny=cpu\n", "[Device]\nDriver=x\nDeny=yes\n", 32,
		       "[Device]\nDriver=y\nDeny=yes\n[Policy]\nDeny=bad\n");
	ck_assert_uint_eq(notices.n, 2); /* the first, which is none, isn't counted */
	ck_assert_str_eq(notices.last, POLICY_FILE ":99: more than 32 [Device] sections, "
						 "this one is left out");
	ck_assert(denies(p, "cpu", dev, POLICY_FILE ":5"));
	ck_assert(!denies(p, "cpu", other, NULL));
	ck_assert(denies(p, "bad", NULL, POLICY_FILE ":103"));
	lc_policy_free(p);
	lc_device_unref(dev);
	lc_device_unref(other);
}
END_TEST

/* "Deny=n0,n1,...": @n names. */
static struct lc_policy *parse_names(unsigned int n)
{
	char text[1024] = "[Policy]\nDeny=", *end = text + strlen(text);
	unsigned int i;

	for (i = 0; i < n; i++)
		end += sprintf(end, "%sn%u", i ? "," : "", i);
	return parse(text);
}

START_TEST(bounds_names)
{
	struct lc_policy *p = parse_names(64);

	ck_assert_uint_eq(notices.n, 0);
	ck_assert(denies(p, "n63", NULL, POLICY_FILE ":2"));
	lc_policy_free(p);
	p = parse_names(65);
	ck_assert_uint_eq(notices.n, 1);
	ck_assert_str_eq(notices.last, POLICY_FILE ":2: Deny has more than 64 names");
	ck_assert(!denies(p, "n0", NULL, NULL));
	lc_policy_free(p);
	/* The longest, and one that is longer. */
	p = parse("[Policy]\nDeny=abcdefghijklmnopqrstuvwxyz01234\n");
	ck_assert_uint_eq(notices.n, 0);
	ck_assert(denies(p, "abcdefghijklmnopqrstuvwxyz01234", NULL, POLICY_FILE ":2"));
	lc_policy_free(p);
	p = parse("[Policy]\nDeny=abcdefghijklmnopqrstuvwxyz012345\n");
	ck_assert_uint_eq(notices.n, 1);
	lc_policy_free(p);
}
END_TEST

/* Random damage: whatever comes out answers, and the sanitizers are quiet. */
START_TEST(survives_mutations)
{
	static const char good[] = "[Policy]\nOrder=v4l2-jpeg,cpu\nDeny=a,b\nOptIn=c\n"
				   "[Device]\nDriver=x\nAttr=name:y*\nDeny=yes\n"
				   "[Device]\nNode=/dev/v*\nOrder=cpu\nDeny=cpu\n";
	static const char salt[] = "\n[]=#,:*/\r\0\xff\xc3X-";
	struct libcodec_device *dev = device("x", "/dev/video3");
	uint32_t seed = 1, i, k;
	char text[sizeof(good)];
	struct lc_policy *p;
	char *copy;

	for (i = 0; i < 5000; i++) {
		size_t size = sizeof(good) - 1;

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
		ck_assert_ptr_nonnull(copy);
		memcpy(copy, text, size);
		p = parse_bytes(copy, size);
		free(copy);
		ck_assert(!lc_policy_denies(p, "fine", NULL, NULL));
		ck_assert_int_lt(lc_policy_place(p, "cpu", dev), 4);
		ck_assert_uint_lt(strlen(lines(p)), 1000);
		lc_policy_free(p);
	}
	lc_device_unref(dev);
}
END_TEST

/* --- whose file it is --- */

static void put(const char *text, size_t size)
{
	FILE *f = fopen(path, "we");

	ck_assert_ptr_nonnull(f);
	ck_assert_uint_eq(fwrite(text, 1, size, f), size);
	ck_assert_int_eq(fclose(f), 0);
	ck_assert_int_eq(chmod(path, 0644), 0);
}

static struct lc_policy *read_policy(const char *from)
{
	struct lc_policy *p = NULL;

	memset(&notices, 0, sizeof(notices));
	ck_assert_int_eq(lc_policy_read(from, on_notice, NULL, &p), 0);
	ck_assert_ptr_nonnull(p);
	return p;
}

/* Whether it holds, and else that nothing else does. */
static bool holds(const char *from)
{
	struct lc_policy *p = read_policy(from);
	bool does = lc_policy_denies(p, "bad", NULL, NULL);

	ck_assert(does == (lc_policy_line(p, 0) != NULL));
	lc_policy_free(p);
	return does;
}

static void is_left_out(const char *why)
{
	char want[256];

	ck_assert(!holds(path));
	ck_assert_uint_eq(notices.n, 1);
	ck_assert_int_eq(notices.level, LIBCODEC_LOG_WARNING);
	snprintf(want, sizeof(want), "%s%s; the policy is left out", path, why);
	ck_assert_str_eq(notices.last, want);
}

START_TEST(reads_a_file)
{
	struct lc_policy *p;
	char want[128];

	put(REST, strlen(REST));
	p = read_policy(path);
	ck_assert_uint_eq(notices.n, 0);
	snprintf(want, sizeof(want), "%s:2: deny bad\n", path);
	ck_assert_str_eq(lines(p), want);
	lc_policy_free(p);
}
END_TEST

START_TEST(a_missing_file_says_nothing)
{
	ck_assert(!holds(path));
	ck_assert_uint_eq(notices.n, 0);
	ck_assert(!holds("/dev/null"));
	ck_assert_uint_eq(notices.n, 0);
	ck_assert_int_eq(symlink("/dev/null", path), 0);
	ck_assert(!holds(path));
	ck_assert_uint_eq(notices.n, 0);
	ck_assert(!holds(""));
	ck_assert_uint_eq(notices.n, 0);
	/* But a link to nowhere was meant to lead somewhere. */
	ck_assert_int_eq(unlink(path), 0);
	ck_assert_int_eq(symlink("nowhere", path), 0);
	is_left_out(": No such file or directory");
}
END_TEST

START_TEST(trusts_nobody_else)
{
	put(REST, strlen(REST));
	ck_assert_int_eq(chmod(path, 0664), 0);
	is_left_out(" may be written by its group (mode 0664)");
	ck_assert_int_eq(chmod(path, 0646), 0);
	is_left_out(" may be written by everybody (mode 0646)");
	ck_assert_int_eq(chmod(path, 0600), 0);
	ck_assert(holds(path));
	ck_assert_int_eq(chmod(top, 0777), 0);
	ck_assert(!holds(path));
	ck_assert_uint_eq(notices.n, 1);
	ck_assert(strstr(notices.last, "may be written by everybody"));
}
END_TEST

START_TEST(trusts_no_other_owner)
{
	if (geteuid())
		test_skip("root", "only root can give a file away");
	put(REST, strlen(REST));
	ck_assert_int_eq(chown(path, 1234, 0), 0);
	is_left_out(" belongs to user 1234, not to root or to the user of this process");
}
END_TEST

START_TEST(takes_regular_files_only)
{
	ck_assert_int_eq(mkdir(path, 0755), 0);
	is_left_out(" is not a regular file");
	ck_assert_int_eq(rmdir(path), 0);
	ck_assert_int_eq(mkfifo(path, 0644), 0);
	is_left_out(" is not a regular file");
	ck_assert_int_eq(unlink(path), 0);
	ck_assert_int_eq(symlink("policy.conf", path), 0);
	is_left_out(": Too many levels of symbolic links");
}
END_TEST

START_TEST(follows_a_link)
{
	char real[96];

	put(REST, strlen(REST));
	snprintf(real, sizeof(real), "%s/real", top);
	ck_assert_int_eq(rename(path, real), 0);
	ck_assert_int_eq(symlink("real", path), 0);
	ck_assert(holds(path));
	ck_assert_uint_eq(notices.n, 0);
	ck_assert_int_eq(chmod(real, 0666), 0);
	is_left_out(" may be written by everybody (mode 0666)");
}
END_TEST

START_TEST(reads_no_big_file)
{
	size_t size = 65 << 10;
	char *text = malloc(size);

	ck_assert_ptr_nonnull(text);
	memset(text, '\n', size);
	memcpy(text, REST, strlen(REST));
	put(text, size);
	is_left_out(": more than 65536 bytes");
	put(text, 100);
	ck_assert(holds(path));
	ck_assert_uint_eq(notices.n, 0);
	free(text);
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("policy");
	TCase *t;

	t = tcase_create("text");
	tcase_add_test(t, takes_everything);
	tcase_add_test(t, an_empty_one_says_nothing);
	tcase_add_test(t, orders);
	tcase_add_loop_test(t, leaves_wrong_lines_out, 0,
			    (int)LC_ARRAY_SIZE(wrong_lines));
	tcase_add_test(t, a_device_outlives_a_wrong_answer);
	tcase_add_test(t, a_byte_order_mark_is_told);
	tcase_add_test(t, nul_bytes_cost_their_line);
	tcase_add_test(t, bounds_lines);
	tcase_add_test(t, bounds_bytes);
	tcase_add_test(t, bounds_devices);
	tcase_add_test(t, bounds_names);
	tcase_add_test(t, survives_mutations);
	suite_add_tcase(s, t);

	t = tcase_create("files");
	tcase_add_checked_fixture(t, policy_setup, policy_teardown);
	tcase_add_test(t, reads_a_file);
	tcase_add_test(t, a_missing_file_says_nothing);
	tcase_add_test(t, trusts_nobody_else);
	tcase_add_test(t, trusts_no_other_owner);
	tcase_add_test(t, takes_regular_files_only);
	tcase_add_test(t, follows_a_link);
	tcase_add_test(t, reads_no_big_file);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return test_main("policy", make);
}
