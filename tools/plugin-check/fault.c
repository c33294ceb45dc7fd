/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The level fault: what a plugin does when something else goes wrong.
 */
#include "config.h"

#include "fault.h"

/* Rules of other systems that have nothing to look at in this ABI say so. */
static void fault_short_reads(struct kit_case *c)
{
	kit_skip(c, "in ABI 1.0 a frame is memory: there are no reads to be short");
}

static void fault_cancel(struct kit_case *c)
{
	kit_skip(c, "ABI 1.0 has no cancel: a deadline ends a call");
}

static const struct kit_rule rules[] = {
	{ fault_open_memory, { "F01" } },   { fault_decode_memory, { "F02" } },
	{ fault_device_eacces, { "F03" } }, { fault_device_ebusy, { "F04" } },
	{ fault_device_enodev, { "F05" } }, { fault_device_revoked, { "F06" } },
	{ fault_signals, { "F07" } },	    { fault_short_reads, { "F08" } },
	{ fault_cancel, { "F09" } },	    { fault_close, { "F10" } },
	{ fault_fork, { "F11" } },	    { fault_corpus, { "F12" } },
	{ fault_clock, { "F13" } },	    { fault_deadline, { "F14" } },
};

void kit_fault(struct kit *kit)
{
	golden_make_all();
	kit_run_rules(kit, rules, sizeof(rules) / sizeof(rules[0]));
}
