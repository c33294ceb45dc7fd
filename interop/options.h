/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the parsers of encoders' options share: the tables that say what an option is, and
 * the two sets that options go to, without any allocation.
 */
#ifndef INTEROP_OPTIONS_H
#define INTEROP_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <pelorus/encode_record.h>

/* --- tables --- */

enum lc_option_type {
	LC_OPTION_TEXT,
	LC_OPTION_INT,
	LC_OPTION_SCALED, /* an integer as FFmpeg has it, with 2M and the like */
	LC_OPTION_KILO,   /* the same, of which the record has a thousandth */
	LC_OPTION_REAL,
	LC_OPTION_BOOL, /* has no value, unless the table or the row says so */
	LC_OPTION_INTS, /* integers with commas between them: an array */

	LC_OPTION_WORD, /* has no value: gives another option one, "to", which is "as" */
	LC_OPTION_LEFT_OUT,      /* has a value, and says nothing of the encode */
	LC_OPTION_LEFT_OUT_FLAG, /* the same without a value */
	LC_OPTION_ALIAS,         /* another name of "to" */
	LC_OPTION_NOT,           /* has no value: "to" is false */
	LC_OPTION_LIST           /* has a value with options of its own */
};

enum {
	LC_OPTION_CLI = 1 << 0,    /* known to the program, not to its library */
	LC_OPTION_TAKES = 1 << 1,  /* a boolean with a value */
	LC_OPTION_MAYBE = 1 << 2,  /* a boolean whose value may be left out */
	LC_OPTION_GLOBAL = 1 << 3, /* of FFmpeg: of all files, wherever it stands */
};

struct lc_option {
	const char *name; /* with dashes where it has both spellings */
	uint8_t type;
	uint8_t flags;
	char letter; /* or 0 */
	const char *to, *as;
};

/* A row of a table: a name, the end of an lc_option_type, and perhaps other fields. */
#define LC_OPTION(n, ...) { .name = (n), .type = LC_OPTION_##__VA_ARGS__ }

enum {
	LC_OPTIONS_BOOLS_TAKE = 1 << 0, /* booleans have values, as all have */
	LC_OPTIONS_NO = 1 << 1,         /* "no-x" is the opposite of x */
	LC_OPTIONS_BARE_NO = 1 << 2,    /* in lists "nox" is, too */
};

struct lc_option_table {
	const struct lc_option *rows;
	size_t n;
	unsigned int flags;
};

extern const struct lc_option_table lc_options_x264, lc_options_x265, lc_options_svtav1,
	lc_options_ffmpeg;

/* A name, an underscore being as good as a dash. NULL: there is none. */
const struct lc_option *lc_option_find(const struct lc_option_table *t, const char *name,
				       size_t n);
/* The option of a letter. */
const struct lc_option *lc_option_letter(const struct lc_option_table *t, char letter);
/* Whether @n bytes are @name. */
bool lc_option_is_named(const char *name, const char *text, size_t n);

/* --- options that were given --- */

struct lc_option_pair {
	const char *key;   /* key_size bytes */
	const char *value; /* value_size bytes, in a string that goes on or ends there */
	size_t key_size, value_size;
	uint8_t type;
	bool quoted; /* value is a token of FFmpeg: with escapes and quotes */
};

struct lc_option_set {
	struct lc_option_pair pair[PEL_ENCODE_RECORD_MAX_MEMBERS];
	uint32_t n;
};

struct lc_options {
	struct lc_option_set known, unknown;
};

/*
 * An option with its value, which takes the place of an earlier one. Without @value it is
 * a flag. False: no record can have the name or the value, or that many.
 */
bool lc_options_put_known(struct lc_options *o, const char *key, uint8_t type,
			  const char *value, size_t value_size, bool quoted);
bool lc_options_put_unknown(struct lc_options *o, const char *key, size_t key_size,
			    const char *value, size_t value_size, bool quoted);

/* What was found for a name. */
struct lc_option_match {
	const struct lc_option *row; /* none of alias or not; NULL: no such option */
	bool negated;
	bool takes_value;
};

/*
 * Look a name up, with its negation and aliases. @in_list: of "k=v:k=v", where the
 * program's own options aren't known.
 */
struct lc_option_match lc_option_match(const struct lc_option_table *t, const char *name,
				       size_t n, bool in_list);

/*
 * Put what was given, by its match, where it belongs; options that say nothing of the
 * encode go nowhere. @value may be NULL. As lc_options_put_known().
 */
bool lc_options_take(struct lc_options *o, const struct lc_option_match *m,
		     const char *name, size_t name_size, const char *value,
		     size_t value_size, bool quoted);

/* --- lists --- */

enum lc_option_list {
	LC_OPTION_LIST_SVTAV1, /* k=v:k=v */
	LC_OPTION_LIST_X264,   /* the same; k alone is k=1 */
	LC_OPTION_LIST_FFMPEG  /* k=v:k=v with escapes and quotes */
};

/* All options of a list, by the encoder's table. False: it is none, or as above. */
bool lc_options_take_list(struct lc_options *o, const struct lc_option_table *t,
			  enum lc_option_list kind, const char *list);

/*
 * A token of FFmpeg: bytes up to @stop that is not escaped, without escapes and quotes,
 * and without space around it. @p is left at the stop, or at @end. False: more than cap
 * bytes, which is PEL_ENCODE_RECORD_MAX_VALUE.
 */
bool lc_options_token(const char **p, const char *end, char stop, char *out,
		      size_t *ret_n);

/* --- walks --- */

/*
 * Take a list of arguments apart. PEL_OK, PEL_ERR_INVALID with the argument at fault, or
 * PEL_ERR_ABSENT. @bad says where the walk is.
 */
pel_result lc_options_walk_getopt(struct lc_options *o, const struct lc_option_table *t,
				  const char *const *argv, uint32_t argc, uint32_t *bad);
pel_result lc_options_walk_svtav1(struct lc_options *o, const char *const *argv,
				  uint32_t argc, uint32_t *bad);
pel_result lc_options_walk_ffmpeg(struct lc_options *o, const char *const *argv,
				  uint32_t argc, uint32_t output, uint32_t *bad);

/* Whether an argument may be the value of an option that nobody knows. */
static inline bool lc_options_is_value(const char *arg)
{
	return arg[0] != '-';
}

#endif
