/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Manifests: the text files NN-NAME.conf that say which plugins exist. Reads one file,
 * merges folders. Knows nothing of loading.
 */
#ifndef LC_MANIFEST_H
#define LC_MANIFEST_H

#include "internal.h"
#include "keyfile.h"
#include "match.h"

#define LC_MANIFEST_BYTES_MAX   LC_KEYFILE_BYTES_MAX
#define LC_MANIFEST_LINES_MAX   LC_KEYFILE_LINES_MAX
#define LC_MANIFEST_CODECS_MAX  8
#define LC_MANIFEST_MATCHES_MAX 8
#define LC_MANIFEST_FILES_MAX   256 /* in all folders together */
#define LC_PLUGIN_NAME_MAX      31  /* bytes of [a-z0-9][a-z0-9-]{0,30} */

struct lc_manifest {
	char *path;     /* of the manifest */
	char *file;     /* its name without folders: the key of masking and order */
	char *dir;      /* its folder */
	char *name;     /* Name= */
	char *library;  /* Library=, as written: absolute, or without a slash */
	uint32_t abi_major, abi_minor; /* Abi= */
	uint32_t family; /* LIBCODEC_FAMILY_* */
	uint32_t band;   /* LIBCODEC_BAND_* */
	bool opt_in;
	bool masked;     /* a link to /dev/null, or an empty file */
	uint32_t codecs[LC_MANIFEST_CODECS_MAX]; /* LIBCODEC_CODEC_* */
	unsigned int n_codecs;
	struct lc_match matches[LC_MANIFEST_MATCHES_MAX]; /* each with a Subsystem */
	unsigned int n_matches; /* 0: a plugin without devices */
	int error;       /* 0, or why it can't be used: a negative errno */
	char *message;   /* then "FILE:LINE: sentence", LINE only where one rules */
};

/*
 * Receives "FILE:LINE: sentence" for things that are odd but no error. @level is
 * LIBCODEC_LOG_WARNING, or LIBCODEC_LOG_DEBUG for what is quite usual (no such folder).
 */
typedef void (*lc_manifest_notice_fn)(void *data, int level, const char *text);

/*
 * Parse the text of a manifest. Returns 0 and fills *ret_m, or -ENOMEM. What is wrong
 * with the text is in ret_m->error and ->message: never fatal for the others.
 */
int lc_manifest_parse(const char *path, const char *text, size_t size,
		      lc_manifest_notice_fn notice, void *data,
		      struct lc_manifest *ret_m);

/*
 * Read all manifests of @dirs (NULL-terminated, later ones win per file name), sorted by
 * strcmp of the file names: what is named *.conf and doesn't begin with a dot. Untrusted
 * or unreadable files come back with an error in them, and stand in the way of an earlier
 * folder's file of that name like any other; a folder that isn't to be trusted is left
 * out as a whole, with a notice. What is decided on the way is told at level INFO, a folder
 * that is not there at DEBUG. Links are followed, see lc_trust_open(). Returns 0 or
 * -ENOMEM.
 */
int lc_manifest_read_dirs(const char *const *dirs, lc_manifest_notice_fn notice,
			  void *data, struct lc_manifest **ret_list, size_t *ret_n);

/* A manifest that can't be read at all: @error and @message are why. 0 or -ENOMEM. */
int lc_manifest_broken(const char *path, int error, const char *message,
		       struct lc_manifest *ret_m);

void lc_manifest_done(struct lc_manifest *m);

/* Whether it can be the name of a plugin. */
bool lc_manifest_is_name(struct lc_text t);

/* Hand a formatted line to @notice, which may be NULL. */
void lc_manifest_tell(lc_manifest_notice_fn notice, void *data, int level,
		      const char *fmt, ...) LC_PRINTF(4, 5);

#endif
