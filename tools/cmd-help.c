/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * codecctl help: the overview, or the options of one command.
 */
#include "config.h"

#include "codecctl.h"

static int run_help(struct ctl *ctl, int argc, char **argv)
{
	const struct ctl_command *command;

	(void)ctl;
	if (argc > 2)
		return ctl_usage("help", "one command at a time");
	if (argc < 2) {
		ctl_print_overview(stdout);
		return CTL_OK;
	}
	command = ctl_find_command(argv[1]);
	if (!command) {
		ctl_error("%s is no command; see \"codecctl help\"", argv[1]);
		return CTL_USAGE;
	}
	printf("usage: codecctl %s %s\n\n%s", command->name, command->synopsis,
	       command->help);
	return CTL_OK;
}

const struct ctl_command ctl_cmd_help = {
	.name = "help",
	.synopsis = "[COMMAND]",
	.summary = "tell how a command is used",
	.help = "Prints the list of commands, or the options of COMMAND.\n",
	.run = run_help,
};
