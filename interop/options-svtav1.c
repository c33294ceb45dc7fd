/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The arguments of SvtAv1EncApp, from SVT-AV1 1.4 to 3.1: the options, which all have a
 * value behind them, and the walk. FFmpeg's -svtav1-params takes all but those that are
 * the program's own.
 *
 * Left out: files that are read and written but for those with settings, and how they
 * are read; what is said of the encode while it runs; the injector, channels, and the
 * processors that it runs on.
 */
#include "options.h"

#include <string.h>

static const struct lc_option rows[] = {
	/* presets and rate control */
	LC_OPTION("preset", INT),
	LC_OPTION("tune", INT),
	LC_OPTION("profile", INT),
	LC_OPTION("level", TEXT),
	LC_OPTION("tier", INT),
	LC_OPTION("rc", INT),
	LC_OPTION("qp", INT, .letter = 'q'),
	LC_OPTION("crf", REAL),
	LC_OPTION("tbr", INT),
	LC_OPTION("mbr", INT),
	LC_OPTION("min-qp", INT),
	LC_OPTION("max-qp", INT),
	LC_OPTION("use-q-file", INT),
	LC_OPTION("qpfile", TEXT, .flags = LC_OPTION_CLI),
	LC_OPTION("aq-mode", INT),
	LC_OPTION("enable-variance-boost", INT),
	LC_OPTION("variance-boost-strength", INT),
	LC_OPTION("variance-octile", INT),
	LC_OPTION("variance-boost-curve", INT),
	LC_OPTION("luminance-qp-bias", INT),
	LC_OPTION("sharpness", INT),
	LC_OPTION("use-fixed-qindex-offsets", INT),
	LC_OPTION("key-frame-qindex-offset", INT),
	LC_OPTION("key-frame-chroma-qindex-offset", INT),
	LC_OPTION("qindex-offsets", INTS),
	LC_OPTION("chroma-qindex-offsets", INTS),
	LC_OPTION("luma-y-dc-qindex-offset", INT),
	LC_OPTION("chroma-u-dc-qindex-offset", INT),
	LC_OPTION("chroma-u-ac-qindex-offset", INT),
	LC_OPTION("chroma-v-dc-qindex-offset", INT),
	LC_OPTION("chroma-v-ac-qindex-offset", INT),
	LC_OPTION("lambda-scale-factors", INTS),
	LC_OPTION("startup-mg-size", INT),
	LC_OPTION("startup-qp-offset", INT),
	LC_OPTION("undershoot-pct", INT),
	LC_OPTION("overshoot-pct", INT),
	LC_OPTION("mbr-overshoot-pct", INT),
	LC_OPTION("gop-constraint-rc", INT),
	LC_OPTION("buf-sz", INT),
	LC_OPTION("buf-initial-sz", INT),
	LC_OPTION("buf-optimal-sz", INT),
	LC_OPTION("recode-loop", INT),
	LC_OPTION("bias-pct", INT),
	LC_OPTION("minsection-pct", INT),
	LC_OPTION("maxsection-pct", INT),
	LC_OPTION("enable-qm", INT),
	LC_OPTION("qm-min", INT),
	LC_OPTION("qm-max", INT),
	LC_OPTION("chroma-qm-min", INT),
	LC_OPTION("chroma-qm-max", INT),
	LC_OPTION("pass", INT),
	LC_OPTION("qp-scale-compress-strength", REAL),
	LC_OPTION("passes", INT, .flags = LC_OPTION_CLI),
	LC_OPTION("roi-map-file", TEXT, .flags = LC_OPTION_CLI),

	/* frames */
	LC_OPTION("keyint", INT),
	LC_OPTION("intra-period", INT),
	LC_OPTION("irefresh-type", INT),
	LC_OPTION("scd", INT),
	LC_OPTION("lookahead", INT),
	LC_OPTION("hierarchical-levels", INT),
	LC_OPTION("pred-struct", INT),
	LC_OPTION("force-key-frames", TEXT, .flags = LC_OPTION_CLI),
	LC_OPTION("enable-force-key-frames", INT),
	LC_OPTION("enable-dg", INT),
	LC_OPTION("sframe-dist", INT),
	LC_OPTION("sframe-mode", INT),
	LC_OPTION("rtc", INT),

	/* tools */
	LC_OPTION("tile-rows", INT),
	LC_OPTION("tile-columns", INT),
	LC_OPTION("enable-dlf", INT),
	LC_OPTION("enable-cdef", INT),
	LC_OPTION("enable-restoration", INT),
	LC_OPTION("enable-tpl-la", INT),
	LC_OPTION("enable-mfmv", INT),
	LC_OPTION("fast-decode", INT),
	LC_OPTION("enable-tf", INT),
	LC_OPTION("tf-strength", INT),
	LC_OPTION("enable-overlays", INT),
	LC_OPTION("scm", INT),
	LC_OPTION("rmv", INT),
	LC_OPTION("film-grain", INT),
	LC_OPTION("film-grain-denoise", INT),
	LC_OPTION("fgs-table", TEXT, .flags = LC_OPTION_CLI),
	LC_OPTION("superres-mode", INT),
	LC_OPTION("superres-denom", INT),
	LC_OPTION("superres-kf-denom", INT),
	LC_OPTION("superres-qthres", INT),
	LC_OPTION("superres-kf-qthres", INT),
	LC_OPTION("resize-mode", INT),
	LC_OPTION("resize-denom", INT),
	LC_OPTION("resize-kf-denom", INT),
	LC_OPTION("frame-resz-events", INTS),
	LC_OPTION("frame-resz-kf-denoms", INTS),
	LC_OPTION("frame-resz-denoms", INTS),
	LC_OPTION("lossless", INT),
	LC_OPTION("avif", INT),
	LC_OPTION("max-tx-size", INT),
	LC_OPTION("ac-bias", REAL),

	/* the stream */
	LC_OPTION("color-primaries", INT),
	LC_OPTION("transfer-characteristics", INT),
	LC_OPTION("matrix-coefficients", INT),
	LC_OPTION("color-range", INT),
	LC_OPTION("chroma-sample-position", TEXT),
	LC_OPTION("mastering-display", TEXT),
	LC_OPTION("content-light", TEXT),
	LC_OPTION("enable-hdr", INT),

	/* the pictures that come in */
	LC_OPTION("width", INT, .letter = 'w'),
	LC_OPTION("height", INT, .letter = 'h'),
	LC_OPTION("forced-max-frame-width", INT),
	LC_OPTION("forced-max-frame-height", INT),
	LC_OPTION("color-format", INT),
	LC_OPTION("input-depth", INT),
	LC_OPTION("fps", TEXT),
	LC_OPTION("fps-num", INT),
	LC_OPTION("fps-denom", INT),
	LC_OPTION("frames", INT, .flags = LC_OPTION_CLI, .letter = 'n'),
	LC_OPTION("skip", INT, .flags = LC_OPTION_CLI),

	/* how it is computed */
	LC_OPTION("asm", TEXT),
	LC_OPTION("config", TEXT, .flags = LC_OPTION_CLI, .letter = 'c'),
	LC_OPTION("svtav1-params", LIST, .flags = LC_OPTION_CLI),

	/* left out: files and their forms */
	LC_OPTION("input", LEFT_OUT, .letter = 'i'),
	LC_OPTION("output", LEFT_OUT, .letter = 'b'),
	LC_OPTION("recon", LEFT_OUT, .letter = 'o'),
	LC_OPTION("stats", LEFT_OUT),
	LC_OPTION("stat-file", LEFT_OUT),
	LC_OPTION("compressed-ten-bit-format", LEFT_OUT),
	LC_OPTION("nb", LEFT_OUT),
	LC_OPTION("allow-mmap-file", LEFT_OUT),

	/* left out: help, reports, and where it runs */
	LC_OPTION("help", LEFT_OUT_FLAG),
	LC_OPTION("color-help", LEFT_OUT_FLAG),
	LC_OPTION("version", LEFT_OUT_FLAG),
	LC_OPTION("errlog", LEFT_OUT),
	LC_OPTION("progress", LEFT_OUT),
	LC_OPTION("no-progress", LEFT_OUT),
	LC_OPTION("enable-stat-report", LEFT_OUT),
	LC_OPTION("nch", LEFT_OUT),
	LC_OPTION("inj", LEFT_OUT),
	LC_OPTION("inj-frm-rt", LEFT_OUT),
	LC_OPTION("lp", LEFT_OUT),
	LC_OPTION("pin", LEFT_OUT),
	LC_OPTION("ss", LEFT_OUT),
};

const struct lc_option_table lc_options_svtav1 = {
	.rows = rows,
	.n = sizeof(rows) / sizeof(rows[0]),
	.flags = LC_OPTIONS_BOOLS_TAKE,
};

/*
 * The program looks for its options in an order of its own: --svtav1-params comes behind
 * --preset and before all others, wherever it stands.
 */
enum pass {
	PRESET,
	OTHERS
};

struct given {
	const char *name;
	size_t size;
	const char *value;
	struct lc_option_match match;
};

/* -x and --name; a long name behind one dash is one of old versions. */
static void read_name(const char *arg, struct given *g)
{
	const struct lc_option *row = NULL;

	g->name = arg + (arg[1] == '-' ? 2 : 1);
	g->size = strlen(g->name);
	if (arg[1] != '-' && g->size == 1)
		row = lc_option_letter(&lc_options_svtav1, *g->name);
	if (row)
		g->match = lc_option_match(&lc_options_svtav1, row->name,
					   strlen(row->name), false);
	else
		g->match = lc_option_match(&lc_options_svtav1, g->name, g->size, false);
}

/* Take the next option, at @at, or pass over what is none. False: it lacks its value. */
static bool next(const char *const *argv, uint32_t argc, uint32_t *at, struct given *g)
{
	const char *arg = argv[(*at)++];

	memset(g, 0, sizeof(*g));
	if (arg[0] != '-' || !arg[1])
		return true;
	read_name(arg, g);
	if (g->match.takes_value && *at == argc)
		return false;
	if (g->match.takes_value ||
	    (!g->match.row && *at < argc && lc_options_is_value(argv[*at])))
		g->value = argv[(*at)++];
	return true;
}

/* @list, @list_at: the last list and where it stands. */
static bool walk(struct lc_options *o, enum pass pass, const char *const *argv,
		 uint32_t argc, const char **list, uint32_t *list_at, uint32_t *bad)
{
	uint32_t at = 0;

	while (at < argc) {
		struct given g;
		bool is_preset;

		*bad = at;
		if (!next(argv, argc, &at, &g))
			return false;
		if (!g.name)
			continue;
		if (g.match.row && g.match.row->type == LC_OPTION_LIST) {
			*list = g.value;
			*list_at = *bad;
			continue;
		}
		is_preset = g.match.row && !strcmp(g.match.row->name, "preset");
		if (is_preset == (pass == PRESET) &&
		    !lc_options_take(o, &g.match, g.name, g.size, g.value,
				     g.value ? strlen(g.value) : 0, false))
			return false;
	}
	return true;
}

pel_result lc_options_walk_svtav1(struct lc_options *o, const char *const *argv,
				  uint32_t argc, uint32_t *bad)
{
	const char *list = NULL;
	uint32_t list_at = 0;

	if (!walk(o, PRESET, argv, argc, &list, &list_at, bad))
		return PEL_ERR_INVALID;
	if (list &&
	    !lc_options_take_list(o, &lc_options_svtav1, LC_OPTION_LIST_SVTAV1, list)) {
		*bad = list_at;
		return PEL_ERR_INVALID;
	}
	return walk(o, OTHERS, argv, argc, &list, &list_at, bad) ? PEL_OK : PEL_ERR_INVALID;
}
