/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * codecctl plugin-check: hands over to the conformance kit, a program of its own.
 */
#include "config.h"

#include "codecctl.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KIT "libcodec-plugin-check"

/* The folder of this program, with a slash at its end, or "". */
static void own_folder(char *buffer, size_t size)
{
	ssize_t n = readlink("/proc/self/exe", buffer, size - 1);
	char *slash;

	buffer[n > 0 ? n : 0] = '\0';
	slash = strrchr(buffer, '/');
	if (slash)
		slash[1] = '\0';
	else
		buffer[0] = '\0';
}

/* Returns only where there is none in that folder. */
static void try_folder(const char *folder, const char *sub, char **argv)
{
	char *path;

	if (asprintf(&path, "%s%s%s", folder, sub, KIT) < 0)
		return;
	execv(path, argv);
	free(path);
}

/*
 * The one that belongs to this program: beside it, one up from libtool's .libs, or where
 * it is installed. Never by PATH: another version may lie there.
 */
static int run_plugin_check(struct ctl *ctl, int argc, char **argv)
{
	static char name[] = KIT;
	char folder[4096];

	(void)ctl;
	(void)argc;
	argv[0] = name;
	own_folder(folder, sizeof(folder));
	errno = ENOENT;
	if (*folder) {
		try_folder(folder, "", argv);
		if (errno == ENOENT)
			try_folder(folder, "../", argv);
	}
	if (errno == ENOENT)
		try_folder(BINDIR, "/", argv);
	ctl_error("cannot run %s: %s", KIT, strerror(errno));
	return CTL_FAILED;
}

const struct ctl_command ctl_cmd_plugin_check = {
	.name = "plugin-check",
	.synopsis = "[OPTION...] PLUGIN.so",
	.summary = "check a plugin against the rules of the plugin ABI",
	.help = "  --level LIST       static, load, caps, ...; all of them by default\n"
		"  --manifest FILE    the plugin's; by default the one beside it\n"
		"  --device NODE      let a plugin for devices use this one\n"
		"  --format FORMAT    text, tap or json\n"
		"  --seed N           of what is random\n"
		"  --seconds N        for each of the long rules\n"
		"  --timeout N        seconds until a rule counts as hung\n"
		"  --in-process WHAT  run a level, or that of a rule, without a child\n"
		"  --emit-manifest    print a manifest for the plugin\n"
		"  --emit-caps        print its capabilities, as JSON\n"
		"\n"
		"Exit status: 0 passed, 1 failures, 2 usage, 77 nothing could run.\n",
	.run = run_plugin_check,
};
