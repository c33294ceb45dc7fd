/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The child's end of the pipe, and the rules for what comes out of it.
 */
#include "config.h"

#include "wire.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

_Static_assert(sizeof(struct kit_message) == KIT_MESSAGE_BYTES, "one write, one message");

bool kit_rule_valid(const char *rule)
{
	return rule[0] >= 'A' && rule[0] <= 'Z' && rule[1] >= '0' && rule[1] <= '9' &&
	       rule[2] >= '0' && rule[2] <= '9' && !rule[3];
}

static bool text_valid(const char *text)
{
	size_t i;

	for (i = 0; i < KIT_TEXT_BYTES; i++) {
		if (!text[i])
			return true;
		if (((unsigned char)text[i] < 0x20 && text[i] != '\n') || text[i] == 0x7f)
			return false;
	}
	return false;
}

bool kit_message_valid(const struct kit_message *m)
{
	if (m->magic != KIT_MESSAGE_MAGIC || m->status > KIT_UNCLAIMED ||
	    !text_valid(m->text))
		return false;
	switch (m->kind) {
	case KIT_MESSAGE_BEGIN:
	case KIT_MESSAGE_FINDING:
		return kit_rule_valid(m->rule);
	case KIT_MESSAGE_FACT:
	case KIT_MESSAGE_OUTPUT:
	case KIT_MESSAGE_END:
		return !m->rule[0];
	default:
		return false;
	}
}

/* Cut at the end, not through a character of UTF-8; control characters become '?'. */
static void put_text(struct kit_message *m, const char *text, size_t size)
{
	size_t i;

	if (size > KIT_TEXT_BYTES - 1) {
		size = KIT_TEXT_BYTES - 1;
		while (size && ((unsigned char)text[size] & 0xc0) == 0x80)
			size--;
	}
	for (i = 0; i < size; i++) {
		unsigned char c = (unsigned char)text[i];
		bool newline = c == '\n' && m->kind == KIT_MESSAGE_OUTPUT;

		m->text[i] = (c < 0x20 && !newline) || c == 0x7f ? '?' : text[i];
	}
}

/* Nobody reads any more: the parent has given the level up, or is gone. */
static void write_message(int fd, const struct kit_message *m)
{
	ssize_t n;

	do
		n = write(fd, m, sizeof(*m));
	while (n < 0 && errno == EINTR);
	if (n != (ssize_t)sizeof(*m))
		_exit(1);
}

static void send_bytes(struct kit *kit, enum kit_message_kind kind, const char *rule,
		       enum kit_status status, const char *text, size_t size)
{
	struct kit_message m = {
		.magic = KIT_MESSAGE_MAGIC,
		.kind = kind,
		.status = status,
	};

	snprintf(m.rule, sizeof(m.rule), "%s", rule);
	put_text(&m, text, size);
	if (kit->report < 0)
		kit_receive(&m);
	else
		write_message(kit->report, &m);
}

void kit_send(struct kit *kit, enum kit_message_kind kind, const char *rule,
	      enum kit_status status, const char *text)
{
	send_bytes(kit, kind, rule, status, text, strlen(text));
}

void kit_report(struct kit *kit, const char *rule, enum kit_status status,
		const char *fmt, ...)
{
	char text[2 * KIT_TEXT_BYTES];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	kit_send(kit, KIT_MESSAGE_FINDING, rule, status, text);
}

void kit_begin(struct kit *kit, const char *rule)
{
	kit_send(kit, KIT_MESSAGE_BEGIN, rule, KIT_PASS, "");
}

void kit_fact(struct kit *kit, const char *key, const char *value)
{
	char text[KIT_TEXT_BYTES];

	snprintf(text, sizeof(text), "%s=%.200s", key, value);
	kit_send(kit, KIT_MESSAGE_FACT, "", KIT_PASS, text);
}

void kit_output(struct kit *kit, const char *text)
{
	size_t left = strlen(text);

	while (left) {
		size_t n = left < KIT_TEXT_BYTES - 1 ? left : KIT_TEXT_BYTES - 1;

		send_bytes(kit, KIT_MESSAGE_OUTPUT, "", KIT_PASS, text, n);
		text += n;
		left -= n;
	}
}
