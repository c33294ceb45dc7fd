/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The folders that manifests lie in: which files there are, which of them counts where
 * several have one name, whether each may be trusted.
 */
#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "keyfile.h"
#include "manifest.h"
#include "trust.h"

#define SUFFIX ".conf"

static int read_file(struct lc_manifest *m, const char *path, char *buffer,
		     lc_manifest_notice_fn notice, void *data)
{
	char why[512];
	ssize_t n = lc_keyfile_load(path, buffer, why, sizeof(why));

	if (n < 0)
		return lc_manifest_broken(path, (int)n, why, m);
	return lc_manifest_parse(path, buffer, (size_t)n, notice, data, m);
}

/* Paths of manifests, one for each file name. */
struct listing {
	char **paths;
	size_t n, room;
};

static const char *file_of(const char *path)
{
	return strrchr(path, '/') + 1;
}

static int compare_files(const void *a, const void *b)
{
	return strcmp(file_of(*(char *const *)a), file_of(*(char *const *)b));
}

static bool is_manifest_name(const char *name)
{
	size_t size = strlen(name);

	return name[0] != '.' && size > strlen(SUFFIX) &&
	       !strcmp(name + size - strlen(SUFFIX), SUFFIX);
}

/* Returns 1 where the list is full, and takes @path over. */
static int add_path(struct listing *l, char *path, lc_manifest_notice_fn notice,
		    void *data)
{
	char **paths;
	size_t i;

	for (i = 0; i < l->n; i++) {
		if (!strcmp(file_of(l->paths[i]), file_of(path))) {
			lc_manifest_tell(notice, data, LIBCODEC_LOG_INFO, "%s: hides %s",
					 path, l->paths[i]);
			free(l->paths[i]);
			l->paths[i] = path;
			return 0;
		}
	}
	if (l->n == LC_MANIFEST_FILES_MAX) {
		free(path);
		return 1;
	}
	if (l->n == l->room) {
		paths = realloc(l->paths, (l->room + 16) * sizeof(*paths));
		if (!paths) {
			free(path);
			return -ENOMEM;
		}
		l->paths = paths;
		l->room += 16;
	}
	l->paths[l->n++] = path;
	return 0;
}

/* A file that is no manifest: who wonders why it isn't read shall find it. */
static void notice_other(const char *dir, const char *name, lc_manifest_notice_fn notice,
			 void *data)
{
	if (name[0] != '.' && !lc_text_odd_bytes(name, strlen(name)))
		lc_manifest_tell(notice, data, LIBCODEC_LOG_INFO,
				 "%s/%s: not called *%s, left alone", dir, name, SUFFIX);
}

static int list_entries(struct listing *l, DIR *d, const char *dir,
			lc_manifest_notice_fn notice, void *data)
{
	bool full = false;
	struct dirent *e;
	char *path;
	int r;

	while ((e = readdir(d))) {
		if (!is_manifest_name(e->d_name)) {
			notice_other(dir, e->d_name, notice, data);
			continue;
		}
		if (lc_text_odd_bytes(e->d_name, strlen(e->d_name))) {
			lc_manifest_tell(notice, data, LIBCODEC_LOG_WARNING,
			     "%s: a file whose name is no plain text is left out", dir);
			continue;
		}
		if (asprintf(&path, "%s/%s", dir, e->d_name) < 0)
			return -ENOMEM;
		r = add_path(l, path, notice, data);
		if (r < 0)
			return r;
		full |= r > 0;
	}
	if (full)
		lc_manifest_tell(notice, data, LIBCODEC_LOG_WARNING,
		     "%s: some files are left out, more than %d manifests", dir,
		     LC_MANIFEST_FILES_MAX);
	return 0;
}

static int list_dir(struct listing *l, const char *dir, lc_manifest_notice_fn notice,
		    void *data)
{
	char why[512];
	int fd, r;
	DIR *d;

	do
		fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	while (fd < 0 && errno == EINTR);
	if (fd < 0) {
		lc_manifest_tell(notice, data,
		     errno == ENOENT ? LIBCODEC_LOG_DEBUG : LIBCODEC_LOG_WARNING,
		     "%s: %m", dir);
		return 0;
	}
	r = lc_trust_dir(fd, dir, why, sizeof(why));
	if (r < 0) {
		lc_manifest_tell(notice, data, LIBCODEC_LOG_WARNING,
		     "%s; manifests there are left out", why);
		close(fd);
		return 0;
	}
	d = fdopendir(fd);
	if (!d) {
		close(fd);
		return -ENOMEM;
	}
	lc_manifest_tell(notice, data, LIBCODEC_LOG_INFO, "%s: looked into for manifests",
			 dir);
	r = list_entries(l, d, dir, notice, data);
	closedir(d);
	return r;
}

static void free_list(struct lc_manifest *list, size_t n)
{
	while (n)
		lc_manifest_done(&list[--n]);
	free(list);
}

static int read_listing(struct listing *l, lc_manifest_notice_fn notice, void *data,
			struct lc_manifest **ret_list)
{
	struct lc_manifest *list;
	char *buffer;
	size_t i = 0;
	int r = 0;

	list = calloc(l->n ? l->n : 1, sizeof(*list));
	buffer = malloc(LC_MANIFEST_BYTES_MAX + 1);
	if (!list || !buffer)
		r = -ENOMEM;
	while (r == 0 && i < l->n) {
		r = read_file(&list[i], l->paths[i], buffer, notice, data);
		i += r == 0;
	}
	free(buffer);
	if (r < 0) {
		free_list(list, i);
		return r;
	}
	*ret_list = list;
	return 0;
}

int lc_manifest_read_dirs(const char *const *dirs, lc_manifest_notice_fn notice,
			  void *data, struct lc_manifest **ret_list, size_t *ret_n)
{
	struct listing l = { 0 };
	size_t i;
	int r = 0;

	for (i = 0; dirs[i] && r == 0; i++)
		r = list_dir(&l, dirs[i], notice, data);
	if (r < 0)
		goto out;
	if (l.n)
		qsort(l.paths, l.n, sizeof(*l.paths), compare_files);
	r = read_listing(&l, notice, data, ret_list);
	if (r == 0)
		*ret_n = l.n;
out:
	for (i = 0; i < l.n; i++)
		free(l.paths[i]);
	free(l.paths);
	return r;
}
