/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * libcodec-plugin-check: is this plugin one that libcodec, and its users, can live with?
 * Options, the order of the levels, and what is said of all of them together.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
#include "emit.h"

#define EXIT_USAGE   2
#define TIMEOUT      10 /* seconds for a rule */
#define LEVELS_MAX   8
#define OUTPUT_RULE  "L13"
#define SECONDS_MAX  86400

struct run {
	struct kit kit;
	struct kit_runner runner;
	struct kit_results results;
	const struct kit_level *levels[LEVELS_MAX];
	unsigned int n_levels;
	const char *in_process;
	const struct kit_level *emit; /* print a document instead */
};

static const char help[] =
	"usage: libcodec-plugin-check [OPTION...] PLUGIN.so\n"
	"\n"
	"  --level LIST      static, load, caps, ...: by default all that there are\n"
	"  --manifest FILE   the plugin's; by default the one beside it that names it\n"
	"  --device NODE     let a plugin for devices use this one\n"
	"  --format FORMAT   text, tap or json\n"
	"  --seed N          of what is random\n"
	"  --seconds N       for each of the long rules\n"
	"  --timeout N       seconds until a rule counts as hung, 10 by default\n"
	"  --in-process WHAT run a level, or the level of a rule, without a child\n"
	"  --emit-manifest   print a manifest for the plugin\n"
	"  --emit-caps       print its capabilities, as JSON\n"
	"  --list-levels     print the levels that there are\n"
	"  --version, --help\n";

static __attribute__((format(printf, 1, 2))) int usage(const char *fmt, ...)
{
	char text[256], *c;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	for (c = text; *c; c++)
		if ((unsigned char)*c < 0x20 || *c == 0x7f)
			*c = '?';
	fprintf(stderr, "libcodec-plugin-check: %s\n", text);
	return EXIT_USAGE;
}

static bool number(const char *text, uint64_t max, uint64_t *ret)
{
	unsigned long long value;
	char *end;

	if (*text < '0' || *text > '9')
		return false;
	errno = 0;
	value = strtoull(text, &end, 0);
	if (errno || *end || value > max)
		return false;
	*ret = value;
	return true;
}

/* --- options --- */

static void all_levels(struct run *run)
{
	const struct kit_level *level;

	for (level = kit_levels; level->name; level++)
		run->levels[run->n_levels++] = level;
}

/* In the order of the table, whatever the list's is. */
static int choose_levels(struct run *run, const char *list)
{
	const struct kit_level *level;
	bool chosen[LEVELS_MAX] = { false };
	size_t n;

	for (;; list += n + 1) {
		n = strcspn(list, ",");
		level = kit_level_named(list, n);
		if (!level)
			return usage("--level: %.*s is no level", (int)(n < 64 ? n : 64),
				     list);
		chosen[level - kit_levels] = true;
		if (!list[n])
			break;
	}
	run->n_levels = 0;
	for (level = kit_levels; level->name; level++)
		if (chosen[level - kit_levels])
			run->levels[run->n_levels++] = level;
	return 0;
}

static int choose_format(struct run *run, const char *word)
{
	static const char *const words[] = {
		[KIT_TEXT] = "text",
		[KIT_TAP] = "tap",
		[KIT_JSON] = "json",
	};
	unsigned int i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!strcmp(word, words[i])) {
			run->results.format = i;
			return 0;
		}
	}
	return usage("--format takes text, tap or json");
}

static int choose_in_process(struct run *run, const char *what)
{
	const struct kit_level *level = kit_level_named(what, strlen(what));

	if (!level) {
		level = kit_level_of_rule(what);
		run->results.only = what;
	}
	if (!level)
		return usage("--in-process: %s is no level and no rule", what);
	run->in_process = what;
	run->levels[0] = level;
	run->n_levels = 1;
	return 0;
}

enum {
	OPT_LEVEL = 256,
	OPT_MANIFEST,
	OPT_DEVICE,
	OPT_FORMAT,
	OPT_SEED,
	OPT_SECONDS,
	OPT_TIMEOUT,
	OPT_IN_PROCESS,
	OPT_EMIT_MANIFEST,
	OPT_EMIT_CAPS,
	OPT_LIST_LEVELS,
	OPT_VERSION,
	OPT_HELP,
};

static const struct option options[] = {
	{ "level", required_argument, NULL, OPT_LEVEL },
	{ "manifest", required_argument, NULL, OPT_MANIFEST },
	{ "device", required_argument, NULL, OPT_DEVICE },
	{ "format", required_argument, NULL, OPT_FORMAT },
	{ "seed", required_argument, NULL, OPT_SEED },
	{ "seconds", required_argument, NULL, OPT_SECONDS },
	{ "timeout", required_argument, NULL, OPT_TIMEOUT },
	{ "in-process", required_argument, NULL, OPT_IN_PROCESS },
	{ "emit-manifest", no_argument, NULL, OPT_EMIT_MANIFEST },
	{ "emit-caps", no_argument, NULL, OPT_EMIT_CAPS },
	{ "list-levels", no_argument, NULL, OPT_LIST_LEVELS },
	{ "version", no_argument, NULL, OPT_VERSION },
	{ "help", no_argument, NULL, OPT_HELP },
	{ NULL, 0, NULL, 0 },
};

static void list_levels(void)
{
	const struct kit_level *level;

	for (level = kit_levels; level->name; level++)
		puts(level->name);
}

/* Options that end the program. Returns -1 if @c is none of them. */
static int told(int c)
{
	switch (c) {
	case OPT_LIST_LEVELS:
		list_levels();
		return 0;
	case OPT_VERSION:
		printf("libcodec-plugin-check %s\n", LIBCODEC_VERSION_STRING);
		return 0;
	case OPT_HELP:
		fputs(help, stdout);
		return 0;
	default:
		return -1;
	}
}

static int take_number(const char *option, uint64_t min, uint64_t max, uint64_t *ret)
{
	if (number(optarg, max, ret) && *ret >= min)
		return 0;
	return usage("--%s takes a number from %llu on", option, (unsigned long long)min);
}

/* Returns 0, or an exit code. */
static int take_option(struct run *run, int c)
{
	uint64_t value = 0;
	int r = 0;

	switch (c) {
	case OPT_LEVEL:
		return choose_levels(run, optarg);
	case OPT_MANIFEST:
		run->kit.manifest = optarg;
		return 0;
	case OPT_DEVICE:
		run->kit.device = optarg;
		return 0;
	case OPT_FORMAT:
		return choose_format(run, optarg);
	case OPT_SEED:
		return take_number("seed", 0, UINT64_MAX, &run->kit.seed);
	case OPT_SECONDS:
		r = take_number("seconds", 1, SECONDS_MAX, &value);
		run->kit.seconds = (unsigned int)value;
		return r;
	case OPT_TIMEOUT:
		r = take_number("timeout", 1, SECONDS_MAX, &value);
		run->runner.timeout = (unsigned int)value;
		return r;
	case OPT_IN_PROCESS:
		return choose_in_process(run, optarg);
	case OPT_EMIT_MANIFEST:
		run->emit = &kit_emit_manifest;
		return 0;
	default:
		run->emit = &kit_emit_caps;
		return 0;
	}
}

/* Returns -1 to go on, or an exit code. */
static int parse_options(struct run *run, int argc, char **argv)
{
	int c, r;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == '?')
			return EXIT_USAGE; /* getopt said why */
		r = told(c);
		if (r >= 0)
			return r;
		r = take_option(run, c);
		if (r)
			return r;
	}
	if (optind != argc - 1)
		return usage("one plugin at a time; see --help");
	run->kit.path = argv[optind];
	if (!run->n_levels)
		all_levels(run);
	return -1;
}

/* --- the run --- */

/* dlopen() looks for a name without a slash elsewhere. */
static int absolute(const char *path, char **ret)
{
	struct stat st;

	*ret = realpath(path, NULL);
	if (!*ret)
		return usage("%s: %s", path, strerror(errno));
	if (stat(*ret, &st) == 0 && S_ISREG(st.st_mode))
		return 0;
	return usage("%s is no regular file", path);
}

/*
 * Without a plugin that loads, other levels have nothing to look at: level load comes to
 * the texts of the descriptor where there is one that can be used.
 */
static bool loads(const struct run *run)
{
	return !kit_results_find(&run->results, "L01") ||
	       kit_results_find(&run->results, "L05");
}

/* Whatever any level printed. */
static void judge_output(struct run *run)
{
	const struct kit_captured *c = &run->runner.captured;
	char text[256];

	if (!c->level) {
		if (kit_results_find(&run->results, "L01"))
			kit_results_add(&run->results, "load", OUTPUT_RULE, KIT_PASS,
					"nothing was printed");
		return;
	}
	snprintf(text, sizeof(text), "printed %llu bytes in level %s: \"%s\"",
		 (unsigned long long)c->bytes, c->level, c->head);
	kit_results_add(&run->results, "load", OUTPUT_RULE, KIT_FAIL, text);
}

static int run_level(struct run *run, const struct kit_level *level)
{
	char rule[KIT_RULE_BYTES];
	int r;

	if (level->runs_plugin && !loads(run)) {
		snprintf(rule, sizeof(rule), "%c01", level->letter);
		kit_results_add(&run->results, level->name, rule, KIT_SKIP,
				"this level was not run: the plugin cannot be used");
		return 0;
	}
	r = kit_run_child(&run->runner, level, &run->kit);
	return r < 0 ? usage("no child process: %s", strerror(-r)) : 0;
}

static int run_levels(struct run *run)
{
	unsigned int i;
	int r;

	for (i = 0; i < run->n_levels; i++) {
		r = run_level(run, run->levels[i]);
		if (r)
			return r;
	}
	judge_output(run);
	return 0;
}

static int check(struct run *run)
{
	int r = 0;

	kit_results_begin(&run->results, &run->kit);
	if (run->in_process)
		kit_run_in_process(&run->runner, run->levels[0], &run->kit);
	else
		r = run_levels(run);
	if (r)
		return r;
	kit_results_end(&run->results, &run->kit);
	return kit_results_exit(&run->results);
}

/* What went wrong is for standard error: the document is on standard output. */
static int emit(struct run *run)
{
	int r;

	run->results.to = stderr;
	run->runner.output = stdout;
	r = kit_run_child(&run->runner, run->emit, &run->kit);
	if (r < 0)
		return usage("no child process: %s", strerror(-r));
	return run->results.n ? kit_results_exit(&run->results) : 0;
}

static int close_output(int ret)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return ret;
	fprintf(stderr, "libcodec-plugin-check: cannot write: %s\n", strerror(errno));
	return ret ? ret : 1;
}

int main(int argc, char **argv)
{
	static struct run run; /* large */
	char *path = NULL;
	int ret;

	run.kit.report = -1;
	run.kit.seed = 1;
	run.kit.seconds = 2;
	run.runner.results = &run.results;
	run.runner.timeout = TIMEOUT;
	run.results.to = stdout;
	signal(SIGPIPE, SIG_IGN);
	ret = parse_options(&run, argc, argv);
	if (ret < 0)
		ret = absolute(run.kit.path, &path);
	else
		return close_output(ret);
	if (ret == 0) {
		run.kit.path = path;
		ret = run.emit ? emit(&run) : check(&run);
	}
	free(path);
	return close_output(ret);
}
