/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The list of findings and its three formats.
 */
#include "config.h"

#include "report.h"

#include <string.h>

#include "json.h"

#define SCHEMA "libcodec/plugin-check/1"

struct counts {
	unsigned int passed, failed, skipped, warned; /* warned: of those passed */
};

static struct counts count(const struct kit_results *r)
{
	struct counts c = { 0 };
	unsigned int i;

	for (i = 0; i < r->n; i++) {
		switch (r->findings[i].status) {
		case KIT_PASS:
			c.passed++;
			break;
		case KIT_WARN:
			c.passed++;
			c.warned++;
			break;
		case KIT_FAIL:
			c.failed++;
			break;
		case KIT_SKIP:
		case KIT_UNCLAIMED:
			c.skipped++;
			break;
		}
	}
	return c;
}

/* --- lines --- */

static const char *status_label(enum kit_status status)
{
	static const char *const labels[] = {
		[KIT_PASS] = "OK",
		[KIT_FAIL] = "FAIL",
		[KIT_WARN] = "WARN",
		[KIT_SKIP] = "SKIP",
		[KIT_UNCLAIMED] = "OK (not supported)",
	};

	return labels[status];
}

static void print_text_line(const struct kit_results *r, const struct kit_finding *f)
{
	fprintf(r->to, "%s %s: %s\n", f->rule, status_label(f->status), f->text);
}

/* A '#' in a description would begin a directive. */
static void put_tap_text(FILE *to, const char *text)
{
	for (; *text; text++)
		putc(*text == '#' ? '.' : *text, to);
}

static void print_tap_line(const struct kit_results *r, const struct kit_finding *f,
			   unsigned int number)
{
	bool skipped = f->status == KIT_SKIP || f->status == KIT_UNCLAIMED;

	fprintf(r->to, "%s %u - %s %s", f->status == KIT_FAIL ? "not ok" : "ok", number,
		f->rule, skipped ? "# SKIP " : f->status == KIT_WARN ? "warning: " : "");
	put_tap_text(r->to, f->text);
	putc('\n', r->to);
}

/* --- the list --- */

static unsigned int badness(enum kit_status status)
{
	static const unsigned int of[] = {
		[KIT_UNCLAIMED] = 0, [KIT_SKIP] = 1, [KIT_PASS] = 2,
		[KIT_WARN] = 3,      [KIT_FAIL] = 4,
	};

	return of[status];
}

static struct kit_finding *find(struct kit_results *r, const char *rule)
{
	unsigned int i;

	for (i = 0; i < r->n; i++)
		if (!strcmp(r->findings[i].rule, rule))
			return &r->findings[i];
	return NULL;
}

const struct kit_finding *kit_results_find(const struct kit_results *r, const char *rule)
{
	unsigned int i;

	for (i = 0; i < r->n; i++)
		if (!strcmp(r->findings[i].rule, rule))
			return &r->findings[i];
	return NULL;
}

void kit_results_add(struct kit_results *r, const char *level, const char *rule,
		     enum kit_status status, const char *text)
{
	struct kit_finding *f;

	if (r->only && strcmp(r->only, rule))
		return;
	f = find(r, rule);
	if (f && badness(status) <= badness(f->status))
		return;
	if (!f && r->n == KIT_FINDINGS_MAX)
		return;
	if (!f)
		f = &r->findings[r->n++];
	snprintf(f->rule, sizeof(f->rule), "%s", rule);
	snprintf(f->text, sizeof(f->text), "%s", text);
	f->level = level;
	f->status = status;
	if (r->format == KIT_TEXT)
		print_text_line(r, f);
}

void kit_results_fact(struct kit_results *r, const char *text)
{
	const struct {
		const char *key;
		char *value;
	} facts[] = {
		{ "name=", r->facts.name },       { "version=", r->facts.version },
		{ "vendor=", r->facts.vendor },   { "license=", r->facts.license },
		{ "abi=", r->facts.abi },
	};
	size_t i, n;

	for (i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
		n = strlen(facts[i].key);
		if (!strncmp(text, facts[i].key, n))
			snprintf(facts[i].value, KIT_FACT_BYTES, "%.*s",
				 KIT_FACT_BYTES - 1, text + n);
	}
}

/* --- the whole --- */

static const char *known(const char *fact)
{
	return *fact ? fact : NULL;
}

static const char *status_word(enum kit_status status)
{
	static const char *const words[] = {
		[KIT_PASS] = "pass",
		[KIT_FAIL] = "fail",
		[KIT_WARN] = "warn",
		[KIT_SKIP] = "skip",
		[KIT_UNCLAIMED] = "unclaimed",
	};

	return words[status];
}

static void print_json(const struct kit_results *r, const struct kit *kit)
{
	const struct counts c = count(r);
	struct json j;
	unsigned int i;

	json_begin(&j, r->to);
	json_object(&j);
	json_key_string(&j, "schema", SCHEMA);
	json_key(&j, "plugin");
	json_object(&j);
	json_key_string(&j, "path", kit->path);
	json_key_string(&j, "name", known(r->facts.name));
	json_key_string(&j, "version", known(r->facts.version));
	json_key_string(&j, "vendor", known(r->facts.vendor));
	json_key_string(&j, "license", known(r->facts.license));
	json_key_string(&j, "abi", known(r->facts.abi));
	json_close(&j);
	json_key_string(&j, "device", kit->device);
	json_key_string(&j, "kit", LIBCODEC_VERSION_STRING);
	json_key_u64(&j, "seed", kit->seed);
	json_key(&j, "rules");
	json_array(&j);
	for (i = 0; i < r->n; i++) {
		const struct kit_finding *f = &r->findings[i];

		json_object(&j);
		json_key_string(&j, "id", f->rule);
		json_key_string(&j, "status", status_word(f->status));
		json_key_string(&j, "text", f->text);
		json_key_string(&j, "level", f->level);
		json_close(&j);
	}
	json_close(&j);
	json_key_u64(&j, "passed", c.passed);
	json_key_u64(&j, "failed", c.failed);
	json_key_u64(&j, "skipped", c.skipped);
	json_key_u64(&j, "warned", c.warned);
	json_close(&j);
	json_finish(&j);
}

static void print_tap(const struct kit_results *r)
{
	const struct counts c = count(r);
	unsigned int i;

	for (i = 0; i < r->n; i++)
		print_tap_line(r, &r->findings[i], i + 1);
	fprintf(r->to, "1..%u\n# %u passed, %u failed, %u skipped\n", r->n, c.passed,
		c.failed, c.skipped);
}

static void print_closing(const struct kit_results *r)
{
	const struct counts c = count(r);

	if (c.warned)
		fprintf(r->to, "%u of those that passed with a warning\n", c.warned);
	fprintf(r->to, "%u passed, %u failed, %u skipped\n", c.passed, c.failed,
		c.skipped);
}

static void put_plain(FILE *to, const char *text)
{
	for (; *text; text++)
		putc((unsigned char)*text < 0x20 || *text == 0x7f ? '?' : *text, to);
}

void kit_results_begin(struct kit_results *r, const struct kit *kit)
{
	if (r->format == KIT_JSON)
		return;
	fputs(r->format == KIT_TAP ? "TAP version 13\n# " : "", r->to);
	fprintf(r->to, "libcodec-plugin-check %s, seed %llu: ", LIBCODEC_VERSION_STRING,
		(unsigned long long)kit->seed);
	put_plain(r->to, kit->path);
	putc('\n', r->to);
}

void kit_results_end(struct kit_results *r, const struct kit *kit)
{
	switch (r->format) {
	case KIT_TEXT:
		print_closing(r);
		break;
	case KIT_TAP:
		print_tap(r);
		break;
	case KIT_JSON:
		print_json(r, kit);
		break;
	}
}

int kit_results_exit(const struct kit_results *r)
{
	const struct counts c = count(r);

	if (c.failed)
		return 1;
	return c.passed ? 0 : 77;
}
