/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * codecctl record: encode records made, spelled, hashed and verified.
 */
#include "config.h"

#include "codecctl.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <pelorus/encode_record.h>

#include "blob-file.h"
#include "record-build.h"

#define DIGEST_TEXT (sizeof("sha256:") + 2 * PEL_ENCODE_RECORD_DIGEST_SIZE)

/* --- texts --- */

/* Exactly the text, so that what reads it may hash it; a terminal has a line of it. */
static void put_record(const char *text, size_t size)
{
	fwrite(text, 1, size, stdout);
	if (isatty(STDOUT_FILENO))
		putchar('\n');
}

static void text_of_digest(const uint8_t digest[PEL_ENCODE_RECORD_DIGEST_SIZE],
			   char text[DIGEST_TEXT])
{
	unsigned int i;

	strcpy(text, "sha256:");
	for (i = 0; i < PEL_ENCODE_RECORD_DIGEST_SIZE; i++)
		sprintf(text + strlen("sha256:") + 2 * i, "%02x", digest[i]);
}

static bool digest_of_text(const char *text,
			   uint8_t digest[PEL_ENCODE_RECORD_DIGEST_SIZE])
{
	static const char digits[] = "0123456789abcdef";
	const char *high, *low;
	unsigned int i;

	if (strlen(text) != DIGEST_TEXT - 1 || strncmp(text, "sha256:", 7))
		return false;
	for (i = 0, text += 7; i < PEL_ENCODE_RECORD_DIGEST_SIZE; i++, text += 2) {
		high = strchr(digits, text[0]);
		low = strchr(digits, text[1]);
		if (!high || !low)
			return false;
		digest[i] = (uint8_t)((high - digits) << 4 | (low - digits));
	}
	return true;
}

static const char *why_not(pel_result r)
{
	if (r == PEL_ERR_INVALID)
		return "is no encode record: not its form, or over its limits";
	return pel_result_str(r);
}

/* --- what is done with a file --- */

struct expected {
	bool given;
	uint8_t digest[PEL_ENCODE_RECORD_DIGEST_SIZE];
};

static int canonicalize(const char *path, const struct input *in,
			const struct expected *e)
{
	char text[PEL_ENCODE_RECORD_MAX_BYTES + 1];
	pel_result r;
	size_t size;

	(void)e;
	r = pel_encode_record_canonicalize((const char *)in->data, in->size, text,
					   sizeof(text), &size);
	if (r != PEL_OK) {
		ctl_error("%s: %s", path, why_not(r));
		return CTL_FAILED;
	}
	put_record(text, size);
	return CTL_OK;
}

static int hash(const char *path, const struct input *in, const struct expected *e)
{
	uint8_t digest[PEL_ENCODE_RECORD_DIGEST_SIZE];
	char text[DIGEST_TEXT];
	pel_result r;

	(void)e;
	r = pel_encode_record_hash((const char *)in->data, in->size, digest);
	if (r != PEL_OK) {
		ctl_error("%s: %s", path, why_not(r));
		return CTL_FAILED;
	}
	text_of_digest(digest, text);
	printf("%s  ", text);
	ctl_put_text(stdout, path);
	putchar('\n');
	return CTL_OK;
}

static int verify(const char *path, const struct input *in, const struct expected *e)
{
	pel_result r;

	r = pel_encode_record_verify((const char *)in->data, in->size,
				     e->given ? e->digest : NULL);
	if (r == PEL_OK) {
		ctl_put_text(stdout, path);
		puts(": OK");
		return CTL_OK;
	}
	if (r == PEL_ERR_ABSENT)
		ctl_error("%s: has no digest, and none was given", path);
	else if (r == PEL_ERR_MISMATCH)
		ctl_error("%s: the digest is another's: the record was changed", path);
	else
		ctl_error("%s: %s", path, why_not(r));
	return CTL_FAILED;
}

/* --- options --- */

/* The digest that a blob has. Returns 0 or an exit code after a message. */
static int expect_blob(struct expected *e, const char *path)
{
	struct blob_file f = { .scratch = NULL };
	PelorusEncodeRecordSection section;
	const void *found;
	const char *why;
	size_t got;
	pel_result r;

	if (blob_file_read(&f, path, &why) == 0) {
		r = pel_blob_find_section(f.blob, f.size, PEL_SEC_ENCODE_RECORD,
					  sizeof(section), &found, &got);
		why = r == PEL_ERR_ABSENT ? "the blob names no encode record" :
					    pel_result_str(r);
		if (r == PEL_OK && got == sizeof(section)) {
			memcpy(&section, found, sizeof(section));
			memcpy(e->digest, section.digest, sizeof(e->digest));
			e->given = section.digest_alg == PEL_DIGEST_ALG_SHA256;
		}
		if (r == PEL_OK && !e->given)
			why = "the blob's digest is no SHA-256";
	}
	if (!e->given)
		ctl_error("%s: %s", path, why);
	blob_file_done(&f);
	return e->given ? CTL_OK : CTL_FAILED;
}

enum {
	OPT_DIGEST = 256,
	OPT_BLOB,
};

static const struct option verify_options[] = {
	{ "digest", required_argument, NULL, OPT_DIGEST },
	{ "blob", required_argument, NULL, OPT_BLOB },
	{ NULL, 0, NULL, 0 },
};
static const struct option no_options[] = { { NULL, 0, NULL, 0 } };

/* What can be done with files; build is a room of its own. */
struct action {
	const char *name;
	const struct option *options;
	int (*run)(const char *path, const struct input *in, const struct expected *e);
};

static const struct action actions[] = {
	{ "canonicalize", no_options, canonicalize },
	{ "hash", no_options, hash },
	{ "verify", verify_options, verify },
};

static int parse_options(const struct action *action, struct expected *e, int argc,
			 char **argv)
{
	int c, r;

	while ((c = getopt_long(argc, argv, ":", action->options, NULL)) != -1) {
		switch (c) {
		case OPT_DIGEST:
			if (!digest_of_text(optarg, e->digest))
				return ctl_usage("record",
						 "--digest takes \"sha256:\" and 64 "
						 "digits in lower case");
			e->given = true;
			break;
		case OPT_BLOB:
			r = expect_blob(e, optarg);
			if (r)
				return r;
			break;
		default:
			return ctl_bad_option("record", c, argv);
		}
	}
	if (optind >= argc)
		return ctl_usage("record", "no file given");
	return CTL_OK;
}

static int run_action(const struct action *action, int argc, char **argv)
{
	struct expected expected = { .given = false };
	struct input input = { .data = NULL };
	const char *why;
	int i, r, ret;

	ret = parse_options(action, &expected, argc, argv);
	if (ret)
		return ret;
	for (i = optind; i < argc; i++) {
		r = CTL_FAILED;
		if (input_read(&input, argv[i], &why) < 0)
			ctl_error("%s: %s", argv[i], why);
		else
			r = action->run(argv[i], &input, &expected);
		ret = r > ret ? r : ret;
	}
	input_done(&input);
	return ret;
}

static int build(int argc, char **argv)
{
	char text[PEL_ENCODE_RECORD_MAX_BYTES + 1];
	size_t size;
	int r;

	r = record_build(argc, argv, text, sizeof(text), &size);
	if (r == CTL_OK)
		put_record(text, size);
	return r;
}

static int run_record(struct ctl *ctl, int argc, char **argv)
{
	size_t i;

	(void)ctl;
	if (argc < 2)
		return ctl_usage("record", "say build, canonicalize, hash or verify");
	if (!strcmp(argv[1], "build"))
		return build(argc - 1, argv + 1);
	for (i = 0; i < CTL_ARRAY_SIZE(actions); i++)
		if (!strcmp(argv[1], actions[i].name))
			return run_action(&actions[i], argc - 1, argv + 1);
	return ctl_usage("record", "%s is none of build, canonicalize, hash and verify",
			 argv[1]);
}

const struct ctl_command ctl_cmd_record = {
	.name = "record",
	.synopsis = "build | canonicalize | hash | verify ...",
	.summary = "make and check encode records",
	.help = "record build --encoder NAME --encoder-version TEXT --codec NAME [OPTION...]\n"
		"             [-- ARGUMENT...]\n"
		"  --input-digest sha256:HEX   of the input's bytes; this or --input-id\n"
		"  --input-id TEXT             another name of the input\n"
		"  --filter NAME,LIBRARY,VERSION[,KEY=VALUE...]\n"
		"                              what frames went through; may be repeated\n"
		"  --hardware PATH             cpu, vulkan, nvenc, qsv, amf, vaapi, videotoolbox\n"
		"  --device TEXT, --driver TEXT\n"
		"  --elapsed-ns NUMBER         how long it took\n"
		"  --arguments PROGRAM         whose the arguments are: x264, x265, svtav1 or\n"
		"                              ffmpeg; as a rule the encoder's name says it\n"
		"record canonicalize FILE...   the one spelling of a record\n"
		"record hash FILE...           its digest, without digest and elapsed time\n"
		"record verify [--digest sha256:HEX | --blob FILE] FILE...\n"
		"                              against its own digest, and one that is given\n"
		"\n"
		"FILE may be \"-\" for standard input.\n",
	.run = run_record,
};
