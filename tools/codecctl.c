/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * codecctl: the options before the command, the table of commands, and the words that
 * all commands use.
 */
#include "config.h"

#include "codecctl.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libcodec/trace.h>

const struct ctl_command *const ctl_commands[] = {
	&ctl_cmd_info,	&ctl_cmd_identify, &ctl_cmd_decode,
	&ctl_cmd_bench, &ctl_cmd_monitor,  &ctl_cmd_plugin_check,
#ifdef HAVE_INTEROP
	&ctl_cmd_blob,	&ctl_cmd_telemetry, &ctl_cmd_record,
#endif
	&ctl_cmd_help,
	NULL,
};

const struct ctl_command *ctl_find_command(const char *name)
{
	size_t i;

	for (i = 0; ctl_commands[i]; i++)
		if (!strcmp(ctl_commands[i]->name, name))
			return ctl_commands[i];
	return NULL;
}

static const char overview_head[] =
	"usage: codecctl [--trace FILE] [--backend-path DIR] [--log LEVEL] COMMAND ...\n"
	"       codecctl --version | --help\n"
	"\n"
	"Commands:\n";

static const char overview_tail[] =
	"\n"
	"Options:\n"
	"  --trace FILE        write where the time goes, for Perfetto\n"
	"  --backend-path DIR  read manifests of backends from there\n"
	"  --log LEVEL         none, error, warning, info or debug\n"
	"  --version           print the versions of codecctl and libcodec\n"
	"  --help              print this\n"
	"\n"
	"\"codecctl help COMMAND\" tells more, and the manual codecctl(1) all of it.\n";

void ctl_print_overview(FILE *to)
{
	const struct ctl_command *const *command;

	fputs(overview_head, to);
	for (command = ctl_commands; *command; command++)
		fprintf(to, "  %-12s %s\n", (*command)->name, (*command)->summary);
	fputs(overview_tail, to);
}

/* What may go to a terminal: printable ASCII and whatever is beyond ASCII. */
static char plain_char(char c)
{
	return (unsigned char)c < 0x20 || c == 0x7f ? '?' : c;
}

void ctl_put_text(FILE *to, const char *text)
{
	for (; *text; text++)
		putc(plain_char(*text), to);
}

static CTL_PRINTF(2, 0) void error_line(const char *command, const char *fmt,
					va_list args)
{
	char *text, *c;

	if (vasprintf(&text, fmt, args) < 0) {
		fputs("codecctl: out of memory\n", stderr);
		return;
	}
	for (c = text; *c; c++)
		*c = plain_char(*c);
	fflush(stdout);
	if (command)
		fprintf(stderr, "codecctl: %s: %s; see \"codecctl help %s\"\n", command,
			text, command);
	else
		fprintf(stderr, "codecctl: %s\n", text);
	free(text);
}

void ctl_error(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	error_line(NULL, fmt, args);
	va_end(args);
}

int ctl_usage(const char *command, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	error_line(command, fmt, args);
	va_end(args);
	return CTL_USAGE;
}

/* The option at fault: a letter in optopt, or the word that getopt stopped behind. */
static void bad_option_text(int ret, char *const *argv, char *text, size_t size)
{
	const char *what = ret == ':' ? "needs a value" : "is no option";

	if (optopt > 0 && optopt < 128 && strncmp(argv[optind - 1], "--", 2))
		snprintf(text, size, "-%c %s", optopt, what);
	else if (ret == '?' && optopt)
		snprintf(text, size, "%s takes no value", argv[optind - 1]);
	else
		snprintf(text, size, "%s %s", argv[optind - 1], what);
}

int ctl_bad_option(const char *command, int ret, char *const *argv)
{
	char text[128];

	bad_option_text(ret, argv, text, sizeof(text));
	return ctl_usage(command, "%s", text);
}

bool ctl_number(const char *text, uint64_t min, uint64_t max, uint64_t *ret_value)
{
	unsigned long long value;
	char *end;

	if (*text < '0' || *text > '9')
		return false;
	errno = 0;
	value = strtoull(text, &end, 10);
	if (errno || *end || value < min || value > max)
		return false;
	*ret_value = value;
	return true;
}

void ctl_put_mask(FILE *to, uint64_t mask, const char *(*name)(uint32_t bit),
		  const char *between)
{
	const char *separator = "";
	uint32_t bit;

	if (!mask)
		putc('-', to);
	for (bit = 0; bit < 64; bit++) {
		if (!(mask >> bit & 1))
			continue;
		fprintf(to, "%s%s", separator, name(bit));
		separator = between;
	}
}

const char *ctl_reason_name(uint32_t bit)
{
	const char *name = libcodec_reason_name(bit);

	return *name ? name : "unknown";
}

int ctl_open(struct ctl *ctl)
{
	struct libcodec_context_params params = {
		.struct_size = sizeof(params),
		.log_level = ctl->log_level,
		.log = ctl->log,
		.log_data = ctl->log_data,
		.hotplug = ctl->hotplug,
		.backend_path = ctl->backend_path,
	};
	int r;

	if (ctl->ctx)
		return 0;
	r = libcodec_context_new(&params, &ctl->ctx);
	if (r == 0)
		return 0;
	ctl_error("cannot set up libcodec: %s", strerror(-r));
	return CTL_FAILED;
}

int ctl_check_backend(struct ctl *ctl, const char *name)
{
	struct libcodec_plugin_info info = { .struct_size = sizeof(info) };
	unsigned int i;

	if (!name)
		return CTL_OK;
	for (i = 0; libcodec_context_get_plugin(ctl->ctx, i, &info) == 0; i++)
		if (!strcmp(info.name, name))
			return CTL_OK;
	ctl_error("no such backend: %s", name);
	return CTL_NONE;
}

static int log_level_by_name(const char *name)
{
	static const char *const names[] = { "none", "error", "warning", "info",
					     "debug" };
	size_t i;

	for (i = 0; i < CTL_ARRAY_SIZE(names); i++)
		if (!strcmp(name, names[i]))
			return (int)i;
	return -EINVAL;
}

static void print_version(void)
{
	printf("codecctl %s (libcodec %s)\n", LIBCODEC_VERSION_STRING,
	       libcodec_version());
}

enum {
	OPT_TRACE = 256,
	OPT_BACKEND_PATH,
	OPT_LOG,
	OPT_VERSION,
};

static const struct option global_options[] = {
	{ "trace", required_argument, NULL, OPT_TRACE },
	{ "backend-path", required_argument, NULL, OPT_BACKEND_PATH },
	{ "log", required_argument, NULL, OPT_LOG },
	{ "version", no_argument, NULL, OPT_VERSION },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

static int bad_global_option(int ret, char *const *argv)
{
	char text[128];

	bad_option_text(ret, argv, text, sizeof(text));
	ctl_error("%s; see \"codecctl help\"", text);
	return CTL_USAGE;
}

/* Returns -1 to go on with the command at argv[optind], or an exit code. */
static int parse_global_options(struct ctl *ctl, int argc, char **argv)
{
	int c;

	opterr = 0;
	while ((c = getopt_long(argc, argv, "+:h", global_options, NULL)) != -1) {
		switch (c) {
		case OPT_TRACE:
			ctl->trace = optarg;
			break;
		case OPT_BACKEND_PATH:
			ctl->backend_path = optarg;
			break;
		case OPT_LOG:
			ctl->log_level = log_level_by_name(optarg);
			if (ctl->log_level >= 0)
				break;
			ctl_error("--log takes none, error, warning, info or debug");
			return CTL_USAGE;
		case OPT_VERSION:
			print_version();
			return CTL_OK;
		case 'h':
			ctl_print_overview(stdout);
			return CTL_OK;
		default:
			return bad_global_option(c, argv);
		}
	}
	return -1;
}

static int run_command(struct ctl *ctl, int argc, char **argv)
{
	const struct ctl_command *command = ctl_find_command(argv[0]);

	if (!command) {
		ctl_error("%s is no command; see \"codecctl help\"", argv[0]);
		return CTL_USAGE;
	}
	optind = 0; /* getopt begins anew */
	return command->run(ctl, argc, argv);
}

static int run_traced(struct ctl *ctl, int argc, char **argv)
{
	int r, ret;

	r = ctl->trace ? libcodec_trace_start(ctl->trace) : 0;
	if (r < 0) {
		ctl_error("%s: trace: %s", ctl->trace, strerror(-r));
		return CTL_FAILED;
	}
	ret = run_command(ctl, argc, argv);
	r = ctl->trace ? libcodec_trace_stop() : 0;
	if (r < 0) {
		ctl_error("%s: trace: %s", ctl->trace, strerror(-r));
		return ret ? ret : CTL_FAILED;
	}
	return ret;
}

/* A full disk or a closed pipe behind standard output is a failure too. */
static int close_output(int ret)
{
	int failed = ferror(stdout);

	errno = 0;
	if (fflush(stdout) == 0 && !failed)
		return ret;
	ctl_error("cannot write to standard output%s%s", errno ? ": " : "",
		  errno ? strerror(errno) : "");
	return ret ? ret : CTL_FAILED;
}

/*
 * Let no file that is opened later become standard output because that was closed.
 * For reading only, so that writing fails still.
 */
static void occupy_standard_files(void)
{
	int fd;

	do
		fd = open("/dev/null", O_RDONLY);
	while (fd >= 0 && fd <= STDERR_FILENO);
	if (fd >= 0)
		close(fd);
}

int main(int argc, char **argv)
{
	struct ctl ctl = { 0 };
	int ret;

	occupy_standard_files();
	signal(SIGPIPE, SIG_IGN); /* what cannot be written is an error like others */
	signal(SIGXFSZ, SIG_IGN);
	ret = parse_global_options(&ctl, argc, argv);
	if (ret >= 0)
		return close_output(ret);
	if (optind >= argc) {
		ctl_print_overview(stderr);
		return CTL_USAGE;
	}
	ret = run_traced(&ctl, argc - optind, argv + optind);
	libcodec_context_unref(ctl.ctx);
	return close_output(ret);
}
