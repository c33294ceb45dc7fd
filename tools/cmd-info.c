/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * codecctl info: which plugins there are, what they can, and why one is not used.
 */
#include "config.h"

#include "codecctl.h"

#include <getopt.h>
#include <string.h>
#include <unistd.h>

#include <libcodec/codec.h>

#include "cap-report.h"
#include "device-report.h"
#include "json.h"

struct info_options {
	bool verbose;
	bool json;
	const char *why; /* a plugin's name, or NULL for all */
};

static bool get_plugin(struct ctl *ctl, unsigned int index,
		       struct libcodec_plugin_info *p)
{
	*p = (struct libcodec_plugin_info){ .struct_size = sizeof(*p) };
	return libcodec_context_get_plugin(ctl->ctx, index, p) == 0;
}

static bool get_cap(struct ctl *ctl, unsigned int plugin, unsigned int index,
		    struct libcodec_cap *cap)
{
	*cap = (struct libcodec_cap){ .struct_size = sizeof(*cap) };
	if (libcodec_context_get_cap(ctl->ctx, plugin, index, cap) < 0)
		return false;
	if (cap->n_formats > LIBCODEC_CAP_FORMATS)
		cap->n_formats = LIBCODEC_CAP_FORMATS;
	return true;
}

static bool get_device_cap(struct ctl *ctl, uint64_t id, unsigned int index,
			   struct libcodec_cap *cap)
{
	*cap = (struct libcodec_cap){ .struct_size = sizeof(*cap) };
	if (libcodec_context_get_device_cap(ctl->ctx, id, index, cap) < 0)
		return false;
	if (cap->n_formats > LIBCODEC_CAP_FORMATS)
		cap->n_formats = LIBCODEC_CAP_FORMATS;
	return true;
}

static bool wanted(const struct info_options *opt, const struct libcodec_plugin_info *p)
{
	return !opt->why || !strcmp(opt->why, p->name);
}

static const char *state_name(uint32_t state)
{
	static const char *const names[] = {
		[LIBCODEC_PLUGIN_KNOWN] = "known",
		[LIBCODEC_PLUGIN_READY] = "ready",
		[LIBCODEC_PLUGIN_REFUSED] = "refused",
		[LIBCODEC_PLUGIN_MASKED] = "masked",
		[LIBCODEC_PLUGIN_DENIED] = "denied",
	};

	return state < CTL_ARRAY_SIZE(names) ? names[state] : "unknown";
}

static const char *family_name(uint32_t family)
{
	switch (family) {
	case LIBCODEC_FAMILY_IMAGE_DECODER:
		return "image decoder";
	case LIBCODEC_FAMILY_VIDEO:
		return "video";
	case LIBCODEC_FAMILY_TELEMETRY:
		return "telemetry";
	default:
		return "unknown";
	}
}

static bool usable(const struct libcodec_plugin_info *p)
{
	return p->state == LIBCODEC_PLUGIN_READY;
}

/* Why it is or isn't usable, one sentence. */
static void put_why(char *text, size_t size, const struct libcodec_plugin_info *p)
{
	switch (p->state) {
	case LIBCODEC_PLUGIN_READY:
		snprintf(text, size, "%s",
			 p->opt_in ? "usable, but only where it is asked for by name" :
				     "usable");
		break;
	case LIBCODEC_PLUGIN_REFUSED:
		snprintf(text, size, "refused (%s): %s",
			 libcodec_plugin_stage_name(p->stage),
			 p->message ? p->message : strerror(-p->error));
		break;
	case LIBCODEC_PLUGIN_MASKED:
		snprintf(text, size,
			 "masked: its manifest is empty or a link to /dev/null");
		break;
	case LIBCODEC_PLUGIN_DENIED:
		snprintf(text, size, "denied: %s", p->message ? p->message : "");
		break;
	default:
		snprintf(text, size, "%s",
			 p->needs_device ? "not loaded: no device here is for it" :
					   "not loaded yet");
	}
}

#define ROW "%-12s %-12s %-8s %-8s "

/* A device and its capabilities, in the last column. Returns the lines. */
static unsigned int print_device_rows(struct ctl *ctl, const struct libcodec_plugin_info *p)
{
	unsigned int n = 0, index = 0, i;
	struct libcodec_device_info dev;
	struct libcodec_cap cap;

	while (p->needs_device && device_next(ctl, p->name, &index, &dev)) {
		if (n++)
			printf("\n" ROW, "", "", "", "");
		device_put(stdout, &dev);
		for (i = 0; get_device_cap(ctl, dev.id, i, &cap); i++) {
			printf("\n" ROW "  ", "", "", "", "");
			cap_put_summary(&cap);
		}
	}
	return n;
}

static void print_row(struct ctl *ctl, unsigned int index,
		      const struct libcodec_plugin_info *p)
{
	struct libcodec_cap cap;
	unsigned int i;
	char why[512];

	printf(ROW, p->name, p->band ? libcodec_band_name(p->band) : "-",
	       state_name(p->state), p->version ? p->version : "-");
	for (i = 0; get_cap(ctl, index, i, &cap); i++) {
		if (i)
			printf("\n" ROW, "", "", "", "");
		cap_put_summary(&cap);
	}
	i += print_device_rows(ctl, p);
	if (i == 0 || p->opt_in) {
		put_why(why, sizeof(why), p);
		if (i)
			printf("\n" ROW, "", "", "", "");
		ctl_put_text(stdout, why);
	}
	putchar('\n');
}

static void print_field(const char *name, const char *value)
{
	if (!value)
		return;
	printf("    %-12s ", name);
	ctl_put_text(stdout, value);
	putchar('\n');
}

/* What was decided about it: manifests that hide it, policy, devices it may not have. */
static void print_story(struct ctl *ctl, const struct libcodec_plugin_info *p)
{
	const char *text;
	unsigned int i;

	for (i = 0; (text = libcodec_context_get_decision(ctl->ctx, i)); i++)
		if (strstr(text, p->name) || strstr(text, p->manifest))
			print_field("search", text);
}

static void print_devices(struct ctl *ctl, const struct libcodec_plugin_info *p)
{
	struct libcodec_device_info dev;
	unsigned int index = 0, i;
	struct libcodec_cap cap;

	while (p->needs_device && device_next(ctl, p->name, &index, &dev)) {
		printf("    %-12s ", "device");
		device_put(stdout, &dev);
		putchar('\n');
		print_field("syspath", dev.syspath);
		for (i = 0; get_device_cap(ctl, dev.id, i, &cap); i++)
			cap_put(&cap);
	}
}

static void print_details(struct ctl *ctl, unsigned int index,
			  const struct libcodec_plugin_info *p)
{
	struct libcodec_cap cap;
	unsigned int i;
	char text[512];

	printf("%s\n", p->name);
	put_why(text, sizeof(text), p);
	print_field("state", text);
	print_field("family", p->family ? family_name(p->family) : NULL);
	print_field("band", p->band ? libcodec_band_name(p->band) : NULL);
	print_field("description", p->description);
	print_field("version", p->version);
	print_field("vendor", p->vendor);
	print_field("license", p->license);
	print_field("bugs to", p->bug_url);
	print_field("manifest", p->manifest);
	print_field("library", p->library);
	if (usable(p)) {
		snprintf(text, sizeof(text), "%u.%u", p->abi_major, p->abi_minor);
		print_field("plugin ABI", text);
	}
	for (i = 0; get_cap(ctl, index, i, &cap); i++)
		cap_put(&cap);
	print_devices(ctl, p);
}

static void print_environment(void)
{
	static const char prefix[] = "LIBCODEC_";
	char **e;

	for (e = environ; *e; e++)
		if (!strncmp(*e, prefix, sizeof(prefix) - 1)) {
			fputs("environment: ", stdout);
			ctl_put_text(stdout, *e);
			putchar('\n');
		}
}

/* Folders, files and what became of them, which has the notices in it. */
static void print_decisions(struct ctl *ctl)
{
	const char *text;
	unsigned int i;

	for (i = 0; (text = libcodec_context_get_decision(ctl->ctx, i)); i++) {
		fputs("search: ", stdout);
		ctl_put_text(stdout, text);
		putchar('\n');
	}
}

/* Returns how many plugins were wanted. */
static unsigned int print_plugins(struct ctl *ctl, const struct info_options *opt)
{
	bool details = opt->verbose || opt->why;
	struct libcodec_plugin_info p;
	unsigned int i, n = 0;

	for (i = 0; get_plugin(ctl, i, &p); i++) {
		if (!wanted(opt, &p))
			continue;
		if (n++ == 0 && !details)
			printf(ROW "%s\n", "NAME", "BAND", "STATE", "VERSION",
			       "CAPABILITIES");
		if (details)
			print_details(ctl, i, &p);
		else
			print_row(ctl, i, &p);
		if (opt->why && !opt->verbose)
			print_story(ctl, &p);
	}
	return n;
}

static int print_text(struct ctl *ctl, const struct info_options *opt)
{
	unsigned int n;

	if (!opt->why)
		printf("libcodec %s\n", libcodec_version());
	if (opt->verbose) {
		print_environment();
		print_decisions(ctl);
	}
	n = print_plugins(ctl, opt);
	if (n == 0 && !opt->why)
		puts("no plugin: no manifest was found");
	return n ? CTL_OK : CTL_NONE;
}

static void plugin_error_json(struct json *j, const struct libcodec_plugin_info *p)
{
	json_key(j, "error");
	if (p->state != LIBCODEC_PLUGIN_REFUSED && p->state != LIBCODEC_PLUGIN_DENIED) {
		json_null(j);
		return;
	}
	json_object(j);
	json_key_string(j, "stage", libcodec_plugin_stage_name(p->stage));
	json_key_i64(j, "errno", -(int64_t)p->error);
	json_key_string(j, "message", p->message);
	json_close(j);
}

static void abi_json(struct json *j, const struct libcodec_plugin_info *p)
{
	char text[32];

	snprintf(text, sizeof(text), "%u.%u", p->abi_major, p->abi_minor);
	json_key_string(j, "abi", usable(p) ? text : NULL);
}

static void devices_json(struct json *j, struct ctl *ctl,
			 const struct libcodec_plugin_info *p)
{
	struct libcodec_device_info dev;
	unsigned int index = 0;

	json_key(j, "devices");
	json_array(j);
	while (p->needs_device && device_next(ctl, p->name, &index, &dev))
		device_json(j, &dev);
	json_close(j);
}

static void plugin_json(struct json *j, struct ctl *ctl, unsigned int index,
			const struct libcodec_plugin_info *p)
{
	struct libcodec_cap cap;
	unsigned int i;

	json_object(j);
	json_key_string(j, "name", p->name);
	json_key_string(j, "state", state_name(p->state));
	json_key_bool(j, "usable", usable(p));
	json_key_string(j, "family", p->family ? family_name(p->family) : NULL);
	json_key_string(j, "band", p->band ? libcodec_band_name(p->band) : NULL);
	json_key_bool(j, "opt_in", p->opt_in);
	json_key_bool(j, "needs_device", p->needs_device);
	json_key_string(j, "version", p->version);
	abi_json(j, p);
	json_key_string(j, "vendor", p->vendor);
	json_key_string(j, "license", p->license);
	json_key_string(j, "description", p->description);
	json_key_string(j, "bug_url", p->bug_url);
	json_key_string(j, "manifest", p->manifest);
	json_key_string(j, "library", p->library);
	plugin_error_json(j, p);
	json_key(j, "caps");
	json_array(j);
	for (i = 0; get_cap(ctl, index, i, &cap); i++)
		cap_json(j, &cap);
	json_close(j);
	devices_json(j, ctl, p);
	json_close(j);
}

static void decisions_json(struct json *j, struct ctl *ctl)
{
	const char *text;
	unsigned int i;

	json_key(j, "search");
	json_array(j);
	for (i = 0; (text = libcodec_context_get_decision(ctl->ctx, i)); i++)
		json_string(j, text);
	json_close(j);
}

static void notices_json(struct json *j, struct ctl *ctl)
{
	const char *text;
	unsigned int i;

	json_key(j, "notices");
	json_array(j);
	for (i = 0; (text = libcodec_context_get_notice(ctl->ctx, i)); i++)
		json_string(j, text);
	json_close(j);
}

static int print_json(struct ctl *ctl, const struct info_options *opt)
{
	struct libcodec_plugin_info p;
	unsigned int i, n = 0;
	struct json j;

	json_begin(&j, stdout);
	json_object(&j);
	json_key_string(&j, "version", libcodec_version());
	json_key(&j, "plugins");
	json_array(&j);
	for (i = 0; get_plugin(ctl, i, &p); i++) {
		if (!wanted(opt, &p))
			continue;
		plugin_json(&j, ctl, i, &p);
		n++;
	}
	json_close(&j);
	notices_json(&j, ctl);
	decisions_json(&j, ctl);
	json_close(&j);
	json_finish(&j);
	return n ? CTL_OK : CTL_NONE;
}

enum {
	OPT_JSON = 256,
	OPT_WHY,
};

static const struct option long_options[] = {
	{ "verbose", no_argument, NULL, 'v' },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "why", required_argument, NULL, OPT_WHY },
	{ NULL, 0, NULL, 0 },
};

static int parse_options(struct info_options *opt, int argc, char **argv)
{
	int c;

	while ((c = getopt_long(argc, argv, ":v", long_options, NULL)) != -1) {
		switch (c) {
		case 'v':
			opt->verbose = true;
			break;
		case OPT_JSON:
			opt->json = true;
			break;
		case OPT_WHY:
			opt->why = optarg;
			break;
		default:
			return ctl_bad_option("info", c, argv);
		}
	}
	if (optind < argc)
		return ctl_usage("info", "%s: takes no files", argv[optind]);
	return CTL_OK;
}

/*
 * What the library says while it loads plugins: one that crashes in its constructor is
 * named by the last line.
 */
static void print_log(void *data, int level, const char *text)
{
	(void)data;
	(void)level;
	fputs("log: ", stdout);
	ctl_put_text(stdout, text);
	putchar('\n');
	fflush(stdout);
}

static int run_info(struct ctl *ctl, int argc, char **argv)
{
	struct info_options opt = { 0 };
	int r;

	r = parse_options(&opt, argc, argv);
	if (!r && opt.verbose && !opt.json && !ctl->log_level) {
		ctl->log_level = LIBCODEC_LOG_INFO;
		ctl->log = print_log;
	}
	if (!r)
		r = ctl_open(ctl);
	if (r)
		return r;
	r = opt.json ? print_json(ctl, &opt) : print_text(ctl, &opt);
	if (!opt.why)
		return CTL_OK; /* no plugin at all is an answer too */
	if (r == CTL_NONE)
		ctl_error("no such backend: %s", opt.why);
	return r;
}

static const char help[] =
	"  -v, --verbose  folders, manifests, decisions, all capabilities and devices\n"
	"  --json         one JSON document\n"
	"  --why NAME     only the plugin of that name, in full; exit 3 without one\n";

const struct ctl_command ctl_cmd_info = {
	.name = "info",
	.synopsis = "[-v] [--json] [--why NAME]",
	.summary = "list plugins, what they can, and why one is not used",
	.help = help,
	.run = run_info,
};
