/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the files of codecctl share: the state of one run, the table of commands, words
 * for people and for the shell.
 */
#ifndef CODECCTL_H
#define CODECCTL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <libcodec/codec.h>

#define CTL_ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define CTL_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))

/* Exit codes; scripts depend on them. The higher one wins where several files fail. */
enum ctl_exit {
	CTL_OK = 0,
	CTL_FAILED = 1, /* a file failed */
	CTL_USAGE = 2,
	CTL_NONE = 3, /* no such backend or device */
};

/* One run of the program. */
struct ctl {
	struct libcodec_context *ctx; /* made by ctl_open() */
	const char *backend_path;     /* --backend-path, or NULL */
	const char *trace;            /* --trace, or NULL */
	int log_level;                /* --log, or 0 for the library's default */
	uint32_t hotplug;             /* LIBCODEC_HOTPLUG_* */
	libcodec_log_fn log;          /* where the log goes, NULL: standard error */
	void *log_data;
};

/* One subcommand. argv[0] is its name. */
struct ctl_command {
	const char *name;
	const char *synopsis; /* what follows the name */
	const char *summary;  /* a few words, without a full stop */
	const char *help;     /* one line an option */
	int (*run)(struct ctl *ctl, int argc, char **argv);
};

extern const struct ctl_command ctl_cmd_bench;
extern const struct ctl_command ctl_cmd_blob; /* with HAVE_INTEROP */
extern const struct ctl_command ctl_cmd_decode;
extern const struct ctl_command ctl_cmd_help;
extern const struct ctl_command ctl_cmd_identify;
extern const struct ctl_command ctl_cmd_info;
extern const struct ctl_command ctl_cmd_monitor;
extern const struct ctl_command ctl_cmd_plugin_check;
extern const struct ctl_command ctl_cmd_record; /* with HAVE_INTEROP */
extern const struct ctl_command ctl_cmd_telemetry; /* with HAVE_INTEROP */

/* All commands, NULL at the end. */
extern const struct ctl_command *const ctl_commands[];

const struct ctl_command *ctl_find_command(const char *name);
/* What "codecctl help" prints without a command. */
void ctl_print_overview(FILE *to);

/* Make the context if there is none yet. Returns 0, or an exit code after a message. */
int ctl_open(struct ctl *ctl);

/*
 * Whether a manifest has that name, NULL for any: told before a file is read. Returns 0,
 * or CTL_NONE after a message.
 */
int ctl_check_backend(struct ctl *ctl, const char *name);

/*
 * One line on standard error, "codecctl: " and the text. Control characters become "?",
 * so that it stays one line whatever a file is called.
 */
void ctl_error(const char *fmt, ...) CTL_PRINTF(1, 2);

/* The same for wrong use of @command; returns CTL_USAGE. */
int ctl_usage(const char *command, const char *fmt, ...) CTL_PRINTF(2, 3);

/* Say which option getopt_long() didn't take (@ret is ':' or '?'); returns CTL_USAGE. */
int ctl_bad_option(const char *command, int ret, char *const *argv);

/* A decimal number from @min to @max. Returns false where @text is none. */
bool ctl_number(const char *text, uint64_t min, uint64_t max, uint64_t *ret_value);

/* Print text of a file or a plugin: control characters become "?". */
void ctl_put_text(FILE *to, const char *text);

/* Print the names of the bits of @mask with @between between them, "-" for none. */
void ctl_put_mask(FILE *to, uint64_t mask, const char *(*name)(uint32_t bit),
		  const char *between);

/* libcodec_reason_name() for ctl_put_mask(). */
const char *ctl_reason_name(uint32_t bit);

#endif
