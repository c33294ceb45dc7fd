/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The arguments of ffmpeg: those that one output file has, for video. The options in a
 * value of -x264opts, -x264-params, -x265-params or -svtav1-params come behind all others,
 * in that order, wherever they stand; each such list takes the place of an earlier one as
 * a whole. But libx264 looks at a few plain options again when it gets the first frame, so
 * these come last of all.
 */
#include "options-ffmpeg.h"

#include <string.h>

#include "options-scalar.h"

/* --- arguments --- */

enum kind {
	OPTION,
	INPUT,
	OUTPUT
};

struct given {
	enum kind kind;
	uint32_t at;      /* of argv */
	const char *name; /* with the specifier of streams */
	size_t size;      /* without it */
	const char *value;
	struct lc_option_match match;
};

struct walk {
	const char *const *argv;
	uint32_t argc;
	uint32_t at;
	bool dashes; /* the argument before was "--" */
};

static bool is_flag(const struct lc_option *row)
{
	return (row->type == LC_OPTION_BOOL && !(row->flags & LC_OPTION_TAKES)) ||
	       row->type == LC_OPTION_LEFT_OUT_FLAG;
}

static struct lc_option_match match(const char *name, size_t n)
{
	struct lc_option_match m = lc_option_match(&lc_options_ffmpeg, name, n, false);

	if (!m.row && n > 2 && !memcmp(name, "no", 2)) {
		m.row = lc_option_find(&lc_options_ffmpeg, name + 2, n - 2);
		if (m.row && !is_flag(m.row))
			m.row = NULL;
		m.negated = m.row;
	}
	return m;
}

/* FFmpeg asks nobody what a value looks like, but here it may not know of any. */
static bool may_be_value(const char *arg)
{
	return lc_options_is_value(arg) || arg[1] == '.' ||
	       (arg[1] >= '0' && arg[1] <= '9');
}

static bool next_is_value(const struct walk *w, const struct given *g)
{
	bool on;

	if (w->at == w->argc)
		return false;
	if (!g->match.row)
		return may_be_value(w->argv[w->at]);
	return g->match.row->flags & LC_OPTION_MAYBE && !g->match.negated &&
	       lc_scalar_bool(w->argv[w->at], strlen(w->argv[w->at]), &on);
}

/* The next file or option. False: it lacks its value. */
static bool next(struct walk *w, struct given *g)
{
	const char *arg = w->argv[w->at];
	bool needs;

	memset(g, 0, sizeof(*g));
	g->at = w->at++;
	if (arg[0] != '-' || !arg[1] || w->dashes) {
		w->dashes = false;
		g->kind = OUTPUT;
		return true;
	}
	w->dashes = !strcmp(arg, "--");
	if (w->dashes)
		return true;
	g->name = arg + 1;
	g->size = strcspn(g->name, ":");
	g->kind = strcmp(g->name, "i") ? OPTION : INPUT;
	if (g->kind == OPTION)
		g->match = match(g->name, g->size);
	needs = g->kind == INPUT || g->match.takes_value;
	if (needs && w->at == w->argc)
		return false;
	if (needs || next_is_value(w, g))
		g->value = w->argv[w->at++];
	return true;
}

/* --- which options count --- */

/* Those from @begin up to @end stand before the output. */
struct group {
	uint32_t begin, end;
};

/* Without any output file the options at the end are those of the first. */
static pel_result find_group(const char *const *argv, uint32_t argc, uint32_t output,
			     struct group *ret, uint32_t *bad)
{
	struct walk w = { argv, argc, 0, false };
	uint32_t outputs = 0;

	ret->begin = 0;
	while (w.at < argc) {
		struct given g;

		*bad = w.at;
		if (!next(&w, &g))
			return PEL_ERR_INVALID;
		ret->end = g.at;
		if (g.kind == OUTPUT && outputs++ == output)
			return PEL_OK;
		if (g.kind != OPTION)
			ret->begin = w.at;
	}
	ret->end = argc;
	return output ? PEL_ERR_ABSENT : PEL_OK;
}

enum streams {
	VIDEO,
	OTHERS,
	UNCLEAR
};

/* A number is taken for that of a video stream. */
static enum streams streams_of(const struct given *g)
{
	const char *spec = g->name + g->size;
	size_t n;

	if (!*spec++ || !*spec)
		return VIDEO;
	n = strcspn(spec, ":");
	if (strspn(spec, "0123456789") >= n && n)
		return VIDEO;
	if (n != 1 || !strchr("vVasdt", *spec))
		return UNCLEAR;
	return *spec == 'v' || *spec == 'V' ? VIDEO : OTHERS;
}

static bool counts(const struct group *group, const struct given *g)
{
	bool global = g->match.row && g->match.row->flags & LC_OPTION_GLOBAL;

	return g->kind == OPTION && g->name &&
	       (global || (g->at >= group->begin && g->at < group->end)) &&
	       streams_of(g) != OTHERS;
}

/* --- lists --- */

static const struct list {
	const char *name;
	enum lc_ffmpeg_encoder encoder;
	enum lc_option_list kind;
} lists[] = {
	{ "x264opts", LC_FFMPEG_X264, LC_OPTION_LIST_X264 },
	{ "x264-params", LC_FFMPEG_X264, LC_OPTION_LIST_FFMPEG },
	{ "x265-params", LC_FFMPEG_X265, LC_OPTION_LIST_FFMPEG },
	{ "svtav1-params", LC_FFMPEG_SVTAV1, LC_OPTION_LIST_FFMPEG },
};

#define LISTS (sizeof(lists) / sizeof(lists[0]))

static const struct lc_option_table *const tables[LC_FFMPEG_ENCODERS] = {
	&lc_options_x264,
	&lc_options_x265,
	&lc_options_svtav1,
};

/* What must be known before an option can be put anywhere. */
struct context {
	struct lc_options *o;
	struct group group;
	const char *codec; /* or NULL */
	unsigned int encoder;
	bool has_maxrate, has_bufsize;
	struct {
		const char *text; /* or NULL */
		uint32_t at;
	} list[LISTS];
};

static size_t find_list(const char *name)
{
	size_t i = 0;

	while (strcmp(lists[i].name, name))
		i++;
	return i;
}

/* An encoder that isn't named is the one that a list is for. */
static unsigned int find_encoder(const struct context *c)
{
	static const char names[][12] = { "libx264", "libx265", "libsvtav1" };
	unsigned int i;

	for (i = 0; !c->codec && i < LISTS; i++)
		if (c->list[i].text)
			return lists[i].encoder;
	if (c->codec && !strcmp(c->codec, "libx264rgb"))
		return LC_FFMPEG_X264;
	for (i = 0; c->codec && i < LC_FFMPEG_ENCODERS; i++)
		if (!strcmp(c->codec, names[i]))
			return i;
	return LC_FFMPEG_ENCODERS;
}

static void look_at(struct context *c, const struct given *g)
{
	const struct lc_option *row = g->match.row;
	size_t i;

	if (!row || streams_of(g) != VIDEO)
		return;
	if (!strcmp(row->name, "codec"))
		c->codec = g->value;
	c->has_maxrate |= !strcmp(row->name, "maxrate");
	c->has_bufsize |= !strcmp(row->name, "bufsize");
	if (row->type != LC_OPTION_LIST)
		return;
	i = find_list(row->name);
	c->list[i].text = g->value;
	c->list[i].at = g->at;
}

/* --- options --- */

static bool put(struct context *c, const char *key, uint8_t type, const char *value)
{
	return lc_options_put_known(c->o, key, type, value, strlen(value), false);
}

/*
 * One that the encoder knows by a name of its own; else by FFmpeg's. Where only FFmpeg has
 * negative numbers they stand for none.
 */
static bool take_named(struct context *c, const struct given *g)
{
	size_t i;

	for (i = 0; g->value && c->encoder < LC_FFMPEG_ENCODERS && i < lc_ffmpeg_n_names;
	     i++) {
		const struct lc_ffmpeg_name *name = &lc_ffmpeg_names[i];
		const char *as = name->as[c->encoder];
		int64_t v;

		if (!as || strcmp(name->name, g->match.row->name) ||
		    (g->value[0] == '-' && !name->is_signed))
			continue;
		if (!name->type)
			return put(c, as, g->match.row->type, g->value);
		if (lc_scalar_scaled(g->value, strlen(g->value), &v))
			return put(c, as, name->type, g->value);
	}
	return lc_options_take(c->o, &g->match, g->name, g->size, g->value,
			       g->value ? strlen(g->value) : 0, false);
}

static bool put_unknown(struct context *c, const struct given *g, size_t name_size)
{
	return lc_options_put_unknown(c->o, g->name, name_size, g->value,
				      g->value ? strlen(g->value) : 0, false);
}

static bool take(struct context *c, const struct given *g)
{
	const struct lc_option *row = g->match.row;

	if (row &&
	    (row->type == LC_OPTION_LEFT_OUT || row->type == LC_OPTION_LEFT_OUT_FLAG))
		return true;
	if (streams_of(g) == UNCLEAR)
		return put_unknown(c, g, strlen(g->name));
	if (!row)
		return put_unknown(c, g, g->size);
	if (row->type != LC_OPTION_LIST)
		return take_named(c, g);
	/* That of another encoder has no effect. */
	return lists[find_list(row->name)].encoder == c->encoder ||
	       put_unknown(c, g, g->size);
}

/* What libx264 sets anew, the VBV's two numbers only together. */
static bool is_set_again(const struct context *c, const struct given *g)
{
	const char *name = g->match.row ? g->match.row->name : "";
	bool vbv = c->has_maxrate && c->has_bufsize;

	if (c->encoder != LC_FFMPEG_X264 || streams_of(g) != VIDEO)
		return false;
	return !strcmp(name, "crf") || !strcmp(name, "crf_max") ||
	       (vbv && (!strcmp(name, "maxrate") || !strcmp(name, "bufsize")));
}

enum stage {
	LOOK,
	TAKE,
	TAKE_AGAIN
};

/* Do with each option that counts what the stage is for. */
static bool each(struct context *c, const char *const *argv, uint32_t argc,
		 enum stage stage, uint32_t *bad)
{
	struct walk w = { argv, argc, 0, false };

	while (w.at < argc) {
		struct given g;

		*bad = w.at;
		if (!next(&w, &g))
			return false;
		if (!counts(&c->group, &g))
			continue;
		if (stage == LOOK)
			look_at(c, &g);
		else if ((stage == TAKE || is_set_again(c, &g)) && !take(c, &g))
			return false;
	}
	return true;
}

static bool take_lists(struct context *c, uint32_t *bad)
{
	size_t i;

	for (i = 0; i < LISTS; i++) {
		if (!c->list[i].text || lists[i].encoder != c->encoder)
			continue;
		*bad = c->list[i].at;
		if (!lc_options_take_list(c->o, tables[c->encoder], lists[i].kind,
					  c->list[i].text))
			return false;
	}
	return true;
}

pel_result lc_options_walk_ffmpeg(struct lc_options *o, const char *const *argv,
				  uint32_t argc, uint32_t output, uint32_t *bad)
{
	struct context c = { .o = o };
	pel_result r = find_group(argv, argc, output, &c.group, bad);

	if (r)
		return r;
	if (!each(&c, argv, argc, LOOK, bad))
		return PEL_ERR_INVALID;
	c.encoder = find_encoder(&c);
	if (!each(&c, argv, argc, TAKE, bad) || !take_lists(&c, bad) ||
	    !each(&c, argv, argc, TAKE_AGAIN, bad))
		return PEL_ERR_INVALID;
	return PEL_OK;
}
