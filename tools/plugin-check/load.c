/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Level load: the plugin is opened, entered, begun and ended, and the process must be
 * what it was before.
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "elf.h"
#include "manifest.h"
#include "names.h"
#include "plugin.h"
#include "state.h"
#include "wire.h"

#define LOAD_MS      50
#define ROUNDS       100
#define WARM_UP      10 /* of them, which may still take what they keep */
#define MAP_SLOPE    3  /* a leak: a mapping in each third round */
#define HEAP_SLOPE   16 /* bytes a round */
#define FUTURE_MINOR 0xffffu
#define TEXT_MAX     200 /* bytes of a descriptor's text */

/* One run of the level. */
struct load {
	struct kit *kit;
	struct kit_plugin plugin;
	struct kit_host host;
	struct kit_state *state; /* before dlopen() */
	struct kit_usage before; /* the same */
	double load_ms;
	bool changed; /* L12 has failed already */
};

static double now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6;
}

/* L12, after each step: the first step that changed something is named. */
static void compare_state(struct load *l, const char *step)
{
	char why[160];

	if (l->changed || kit_state_same(l->state, why, sizeof(why)))
		return;
	l->changed = true;
	kit_report(l->kit, "L12", KIT_FAIL, "%s changed %s", step, why);
}

/* --- L01 to L03: dlopen and the entry point --- */

static bool map(struct load *l)
{
	double t = now_ms();
	int r;

	kit_begin(l->kit, "L01");
	r = kit_plugin_map(&l->plugin, l->kit->path);
	l->load_ms = now_ms() - t;
	if (r < 0) {
		kit_report(l->kit, "L01", KIT_FAIL, "%s", l->plugin.why);
		return false;
	}
	kit_report(l->kit, "L01", KIT_PASS, "dlopen() takes it with all its symbols");
	compare_state(l, "dlopen()");
	return true;
}

static void judge_time(struct load *l)
{
	kit_report(l->kit, "L02", l->load_ms > LOAD_MS ? KIT_WARN : KIT_PASS,
		   "dlopen() and the entry point took %.1f ms%s", l->load_ms,
		   l->load_ms > LOAD_MS ? ", 50 ms is the most" : "");
}

static bool enter(struct load *l)
{
	double t = now_ms();
	int r;

	kit_begin(l->kit, "L03");
	r = kit_plugin_enter(&l->plugin, &l->host.table);
	l->load_ms += now_ms() - t;
	judge_time(l);
	if (r < 0) {
		kit_report(l->kit, "L03", KIT_FAIL, "%s", l->plugin.why);
		return false;
	}
	if (l->host.n_calls) {
		kit_report(l->kit, "L03", KIT_FAIL,
			   "the entry point called a service of the host, before init");
		return true;
	}
	kit_report(l->kit, "L03", KIT_PASS, "a descriptor of ABI %u.%u, %u bytes",
		   l->plugin.theirs->abi_major, l->plugin.theirs->abi_minor,
		   l->plugin.theirs->struct_size);
	compare_state(l, "the entry point");
	return true;
}

/* --- L04 to L06: the descriptor --- */

static bool check_slots(struct load *l)
{
	const struct libcodec_plugin *d = &l->plugin.desc;
	struct kit_manifest m;
	char why[160];

	kit_begin(l->kit, "L04");
	if (kit_manifest_find(l->kit, &m, why, sizeof(why)) < 0)
		m.match = false;
	if (kit_plugin_adopt(&l->plugin) < 0) {
		kit_report(l->kit, "L04", KIT_FAIL, "%s", l->plugin.why);
		return false;
	}
	if (!kit_family_word(d->family)) {
		kit_report(l->kit, "L04", KIT_FAIL, "family %u is unknown", d->family);
		return false;
	}
	if (d->flags || d->reserved)
		kit_report(l->kit, "L04", KIT_FAIL,
			   "flags and reserved are 0 in ABI 1.0, not 0x%x and 0x%x",
			   d->flags, d->reserved);
	else if (!d->device_probe && m.match)
		kit_report(l->kit, "L04", KIT_FAIL,
			   "the manifest has a [Match] section, and there is no "
			   "device_probe");
	else
		kit_report(l->kit, "L04", KIT_PASS, "all mandatory functions are there");
	return true;
}

static const char *text_is_wrong(const char *text)
{
	size_t i;

	if (!text)
		return "is NULL";
	for (i = 0; i < TEXT_MAX && text[i]; i++)
		if ((unsigned char)text[i] < 0x20 || text[i] == 0x7f)
			return "is more than one line, or has control characters";
	if (i == TEXT_MAX)
		return "is longer than 199 bytes";
	return i ? NULL : "is empty";
}

/* The first thing wrong with the texts: its field, and what. */
static const char *wrong_text(const struct libcodec_plugin *d, const char **ret_field)
{
	const struct {
		const char *field, *text;
	} texts[] = {
		{ "name", d->name },       { "version", d->version },
		{ "vendor", d->vendor },   { "license", d->license },
		{ "bug_url", d->bug_url }, { "description", d->description },
	};
	const char *why;
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		*ret_field = texts[i].field;
		why = text_is_wrong(texts[i].text);
		if (why)
			return why;
	}
	*ret_field = "name";
	if (!kit_name_valid(d->name))
		return "is not [a-z0-9][a-z0-9-]{0,30}";
	*ret_field = "license";
	return kit_license_valid(d->license) ? NULL : "is no SPDX licence expression";
}

static bool check_texts(struct load *l)
{
	const struct libcodec_plugin *d = &l->plugin.desc;
	const char *field, *why;
	char abi[16];

	kit_begin(l->kit, "L05");
	why = wrong_text(d, &field);
	if (why) {
		kit_report(l->kit, "L05", KIT_FAIL, "%s %s", field, why);
		return !text_is_wrong(d->name) && !text_is_wrong(d->version);
	}
	snprintf(abi, sizeof(abi), "%u.%u", d->abi_major, d->abi_minor);
	kit_fact(l->kit, "name", d->name);
	kit_fact(l->kit, "version", d->version);
	kit_fact(l->kit, "vendor", d->vendor);
	kit_fact(l->kit, "license", d->license);
	kit_fact(l->kit, "abi", abi);
	kit_report(l->kit, "L05", KIT_PASS, "%s %s by %s, %s; bugs: %s", d->name,
		   d->version, d->vendor, d->license, d->bug_url);
	return true;
}

static bool read_note(const char *path, struct libcodec_plugin_note *ret)
{
	const size_t head = offsetof(struct libcodec_plugin_note, abi_major);
	struct kit_elf_note raw;
	struct kit_elf e;
	char why[160];
	bool found;

	memset(ret, 0, sizeof(*ret));
	if (kit_elf_open(path, &e, why, sizeof(why)) < 0)
		return false;
	found = kit_elf_note(&e, "libcodec", LIBCODEC_PLUGIN_NOTE_TYPE, &raw) &&
		raw.desc_size >= sizeof(*ret) - head;
	if (found)
		memcpy((uint8_t *)ret + head, raw.desc, sizeof(*ret) - head);
	kit_elf_close(&e);
	return found;
}

static void check_note(struct load *l)
{
	const struct libcodec_plugin *d = &l->plugin.desc;
	struct libcodec_plugin_note n;

	kit_begin(l->kit, "L06");
	if (!read_note(l->kit->path, &n))
		kit_report(l->kit, "L06", KIT_SKIP,
			   "there is no note to compare, see S03");
	else if (strncmp(n.name, d->name, sizeof(n.name)) ||
		 strncmp(n.version, d->version, sizeof(n.version)))
		kit_report(l->kit, "L06", KIT_FAIL,
			   "the note says %.32s %.24s, the descriptor %s %s", n.name,
			   n.version, d->name, d->version);
	else if (n.abi_major != d->abi_major || n.abi_minor != d->abi_minor)
		kit_report(l->kit, "L06", KIT_FAIL,
			   "the note says ABI %u.%u, the descriptor %u.%u", n.abi_major,
			   n.abi_minor, d->abi_major, d->abi_minor);
	else
		kit_report(l->kit, "L06", KIT_PASS,
			   "the note says what the descriptor says");
}

/* --- L07, L08: other hosts --- */

/* Of another major nothing is known but the first two fields. */
static void check_major(struct load *l)
{
	struct {
		struct libcodec_host table;
	} other = { .table = { .struct_size = 8, .abi = 0 } };
	const struct libcodec_plugin *d;
	char why[160];

	kit_begin(l->kit, "L07");
	other.table.abi = (LIBCODEC_PLUGIN_ABI_MAJOR + 1) << 16;
	errno = 0;
	d = l->plugin.entry(other.table.abi, &other.table);
	if (!d && !errno)
		kit_report(l->kit, "L07", KIT_FAIL,
			   "a host of ABI 2.0 is refused without setting errno");
	else if (!d)
		kit_report(l->kit, "L07", KIT_PASS, "a host of ABI 2.0 is refused: %s",
			   strerror(errno));
	else if (kit_plugin_check_head(d, why, sizeof(why)) < 0)
		kit_report(l->kit, "L07", KIT_FAIL,
			   "a host of ABI 2.0 gets no descriptor of ABI 1: %s", why);
	else
		kit_report(l->kit, "L07", KIT_PASS,
			   "a host of ABI 2.0 gets a descriptor of ABI %u.%u",
			   d->abi_major, d->abi_minor);
}

/* Entered, begun and ended by a host of that minor. */
static bool works_with_minor(struct load *l, uint32_t minor, char *why, size_t why_size)
{
	const struct libcodec_plugin *d;
	struct kit_host host;
	void *priv = NULL;
	int r;

	kit_host_init(&host);
	host.table.abi = LIBCODEC_PLUGIN_ABI_MAJOR << 16 | minor;
	if (minor)
		host.table.struct_size += sizeof(host.future);
	errno = 0;
	d = l->plugin.entry(host.table.abi, &host.table);
	if (!d) {
		snprintf(why, why_size, "refused: %s", strerror(errno));
		return false;
	}
	if (kit_plugin_check_head(d, why, why_size) < 0)
		return false;
	r = l->plugin.desc.init(&host.table, &priv);
	if (r < 0) {
		snprintf(why, why_size, "init failed: %s", strerror(-r));
		return false;
	}
	l->plugin.desc.fini(priv);
	return true;
}

static void check_minors(struct load *l)
{
	char why[160];

	kit_begin(l->kit, "L08");
	if (!works_with_minor(l, 0, why, sizeof(why)))
		kit_report(l->kit, "L08", KIT_FAIL, "with a host of ABI 1.0: %s", why);
	else if (!works_with_minor(l, FUTURE_MINOR, why, sizeof(why)))
		kit_report(l->kit, "L08", KIT_FAIL, "with a host of ABI 1.%u: %s",
			   FUTURE_MINOR, why);
	else
		kit_report(l->kit, "L08", KIT_PASS,
			   "hosts of ABI 1.0 and of 1.%u can use it", FUTURE_MINOR);
}

/* --- L09 to L11: begun and ended, many times --- */

static bool init_once(struct load *l, void **ret_priv)
{
	int r = l->plugin.desc.init(&l->host.table, ret_priv);

	if (r == 0)
		return true;
	kit_report(l->kit, "L09", KIT_FAIL, "init without any device failed: %s",
		   r < 0 ? strerror(-r) : "a positive number is no errno");
	return false;
}

/* Between init and fini: no thread, no open device. */
static const char *busy(struct load *l, char *text, size_t size)
{
	char path[128];

	if (l->before.threads > 0 &&
	    kit_threads_settled(l->before.threads) > l->before.threads)
		return "init started a thread";
	if (kit_device_fd(path, sizeof(path)) < 0)
		return NULL;
	snprintf(text, size, "init opened %s", path);
	return text;
}

/* One round, in which the process is looked at between init and fini. */
static bool round_watched(struct load *l, char *why, size_t why_size)
{
	const char *text = NULL;
	char buffer[160];
	void *priv = NULL;

	if (!init_once(l, &priv))
		return false;
	compare_state(l, "init");
	text = busy(l, buffer, sizeof(buffer));
	snprintf(why, why_size, "%s", text ? text : "");
	l->plugin.desc.fini(priv);
	compare_state(l, "fini");
	return true;
}

static bool rounds(struct load *l, unsigned int n)
{
	void *priv;

	while (n-- > 0) {
		priv = NULL;
		if (!init_once(l, &priv))
			return false;
		l->plugin.desc.fini(priv);
	}
	return true;
}

/* The kit itself has none. */
static bool has_children(void)
{
	siginfo_t info;

	return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

static void judge_fds(struct load *l, const struct kit_usage *warm, const char *why)
{
	struct kit_usage after;

	kit_begin(l->kit, "L10");
	kit_usage_take(&after);
	if (*why) {
		kit_report(l->kit, "L10", KIT_FAIL, "%s", why);
		return;
	}
	if (warm->fds < 0 || l->before.threads < 0) {
		kit_report(l->kit, "L10", KIT_SKIP, "there is no /proc to count in");
		return;
	}
	after.threads = kit_threads_settled(l->before.threads);
	if (has_children())
		kit_report(l->kit, "L10", KIT_FAIL, "it started a process");
	else if (after.threads > l->before.threads)
		kit_report(l->kit, "L10", KIT_FAIL, "%ld threads are left after fini",
			   after.threads - l->before.threads);
	else if (after.fds > warm->fds)
		kit_report(l->kit, "L10", KIT_FAIL,
			   "%ld descriptors are left by %d rounds of init and fini",
			   after.fds - warm->fds, ROUNDS - WARM_UP);
	else
		kit_report(l->kit, "L10", KIT_PASS,
			   "no descriptor, thread or process is left after fini");
}

static void judge_memory(struct load *l, const struct kit_usage *warm)
{
	const int n = ROUNDS - WARM_UP;
	struct kit_usage after;
	long maps, heap;

	kit_begin(l->kit, "L11");
	kit_usage_take(&after);
	maps = after.mappings - warm->mappings;
	heap = after.heap - warm->heap;
	if (warm->mappings < 0)
		kit_report(l->kit, "L11", KIT_SKIP, "there is no /proc to count in");
	else if (maps >= n / MAP_SLOPE)
		kit_report(l->kit, "L11", KIT_FAIL,
			   "%ld mappings are left by %d rounds of init and fini", maps,
			   n);
	else if (warm->heap >= 0 && heap >= (long)HEAP_SLOPE * n)
		kit_report(l->kit, "L11", KIT_WARN,
			   "%ld bytes of heap are left by %d rounds of init and fini",
			   heap, n);
	else
		kit_report(l->kit, "L11", KIT_PASS,
			   "%d rounds of init and fini leave no mapping%s behind", n,
			   warm->heap > 0 ? " and no heap" : "");
}

static bool check_rounds(struct load *l)
{
	struct kit_usage warm;
	char why[160] = "";

	kit_begin(l->kit, "L09");
	if (!round_watched(l, why, sizeof(why)) || !rounds(l, WARM_UP - 1))
		return false;
	kit_usage_take(&warm);
	if (!rounds(l, ROUNDS - WARM_UP))
		return false;
	kit_report(l->kit, "L09", KIT_PASS, "init and fini, %d times, without a device",
		   ROUNDS);
	judge_fds(l, &warm, why);
	judge_memory(l, &warm);
	return true;
}

/* --- L14: two contexts --- */

static void check_two(struct load *l)
{
	struct kit_host other;
	void *a = NULL, *b = NULL;

	kit_begin(l->kit, "L14");
	kit_host_init(&other);
	if (l->plugin.desc.init(&l->host.table, &a) < 0) {
		kit_report(l->kit, "L14", KIT_FAIL, "init failed after 100 times");
		return;
	}
	if (l->plugin.desc.init(&other.table, &b) < 0) {
		kit_report(l->kit, "L14", KIT_FAIL,
			   "init failed for a second context in the process");
		l->plugin.desc.fini(a);
		return;
	}
	l->plugin.desc.fini(a); /* the first one ends first */
	l->plugin.desc.fini(b);
	kit_report(l->kit, "L14", KIT_PASS, "two contexts have it at the same time");
}

static void finish_state(struct load *l)
{
	kit_begin(l->kit, "L12");
	compare_state(l, "it");
	if (!l->changed)
		kit_report(l->kit, "L12", KIT_PASS,
			   "signals, floating point, locale, umask, folder, environment "
			   "and descriptors stay");
}

/* With a descriptor that can be used. */
static void check_plugin(struct load *l)
{
	if (!check_slots(l))
		return;
	if (check_texts(l))
		check_note(l);
	if (check_rounds(l)) {
		check_two(l);
		check_major(l);
		check_minors(l);
	}
	finish_state(l);
}

void kit_load(struct kit *kit)
{
	struct load l = { .kit = kit };

	kit_host_init(&l.host);
	kit_begin(kit, "L01");
	l.state = kit_state_take();
	if (!l.state) {
		kit_report(kit, "L01", KIT_SKIP, "no memory");
		return;
	}
	kit_usage_take(&l.before);
	if (map(&l) && enter(&l))
		check_plugin(&l);
	kit_state_free(l.state);
}
