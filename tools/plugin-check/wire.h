/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What a child tells the parent, over a pipe: messages of one size, each written by one
 * write(), so that those of several threads don't mix. The child runs the plugin, which
 * may write there too: the parent judges each byte.
 */
#ifndef LC_KIT_WIRE_H
#define LC_KIT_WIRE_H

#include <stddef.h>

#include "kit.h"

#define KIT_MESSAGE_MAGIC 0x4d544b43u
#define KIT_MESSAGE_BYTES 512 /* PIPE_BUF is at least as large */
#define KIT_RULE_BYTES    4   /* "L07" and its NUL */
#define KIT_TEXT_BYTES    488

enum kit_message_kind {
	KIT_MESSAGE_BEGIN = 1, /* rule */
	KIT_MESSAGE_FINDING,   /* rule, status, text */
	KIT_MESSAGE_FACT,      /* text is "key=value": what the plugin says of itself */
	KIT_MESSAGE_OUTPUT,    /* text goes to standard output: a piece of a document */
	KIT_MESSAGE_END,       /* the level came to its end */
};

struct kit_message {
	uint32_t magic;
	uint32_t kind;
	uint32_t status; /* enum kit_status, of a finding */
	char rule[KIT_RULE_BYTES];
	uint32_t reserved[2];
	char text[KIT_TEXT_BYTES];
};

/* Whether it is one of ours, with a rule and a text that may be printed. */
bool kit_message_valid(const struct kit_message *m);

/* Whether @rule is a capital letter and two digits. */
bool kit_rule_valid(const char *rule);

/* A message to the parent, or to the list in memory. A text too long is cut. */
void kit_send(struct kit *kit, enum kit_message_kind kind, const char *rule,
	      enum kit_status status, const char *text);

/* "key=value" of the plugin, for the report's head. */
void kit_fact(struct kit *kit, const char *key, const char *value);

/* Text for standard output, of any length. */
void kit_output(struct kit *kit, const char *text);

/* Where messages go if kit->report is -1. */
void kit_receive(const struct kit_message *m);

#endif
