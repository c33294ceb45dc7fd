/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Finds and reads the manifest of the plugin.
 */
#include "config.h"

#include "manifest.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_MAX   65536 /* bytes, as in libcodec */
#define FOLDER_MAX 4096  /* files looked at */

static __attribute__((format(printf, 4, 5))) int say(char *why, size_t why_size, int r,
						     const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, why_size, fmt, ap);
	va_end(ap);
	return r;
}

static char *trim(char *text)
{
	char *end;

	while (*text == ' ' || *text == '\t')
		text++;
	end = text + strlen(text);
	while (end > text && (end[-1] == ' ' || end[-1] == '\t'))
		*--end = '\0';
	return text;
}

static void take_plugin_key(struct kit_manifest *m, const char *key, const char *value)
{
	const struct {
		const char *key;
		char *to;
		size_t size;
	} keys[] = {
		{ "Name", m->name, sizeof(m->name) },
		{ "Library", m->library, sizeof(m->library) },
		{ "Abi", m->abi, sizeof(m->abi) },
		{ "Family", m->family, sizeof(m->family) },
	};
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (!strcmp(key, keys[i].key))
			snprintf(keys[i].to, keys[i].size, "%s", value);
	if (!strcmp(key, "OptIn"))
		m->opt_in = !strcmp(value, "yes");
}

static void take_line(struct kit_manifest *m, char *line, char section[16])
{
	char *equals;

	line = trim(line);
	if (*line == '[') {
		snprintf(section, 16, "%.15s", line);
		m->match |= !strcmp(section, "[Match]");
		return;
	}
	equals = strchr(line, '=');
	if (*line == '#' || !equals)
		return;
	*equals = '\0';
	if (!strcmp(section, "[Plugin]"))
		take_plugin_key(m, trim(line), trim(equals + 1));
	else if (!strcmp(section, "[Codec]") && !strcmp(trim(line), "Codec") &&
		 m->n_codecs < KIT_MANIFEST_CODECS)
		snprintf(m->codecs[m->n_codecs++], KIT_MANIFEST_WORD, "%.*s",
			 KIT_MANIFEST_WORD - 1, trim(equals + 1));
}

/* All of the file with a NUL behind it, which the caller frees; NULL with errno. */
static char *read_text(const char *path)
{
	char *text = malloc(FILE_MAX + 1);
	size_t at = 0;
	ssize_t n = 0;
	struct stat st;
	int fd;

	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (!text || fd < 0 || fstat(fd, &st) < 0)
		goto fail;
	if (!S_ISREG(st.st_mode) || st.st_size > FILE_MAX) {
		errno = EFBIG;
		goto fail;
	}
	while (at < FILE_MAX) {
		n = read(fd, text + at, FILE_MAX - at);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		at += (size_t)n;
	}
	if (n < 0)
		goto fail;
	close(fd);
	text[at] = '\0';
	return text;
fail:
	if (fd >= 0)
		close(fd);
	free(text);
	return NULL;
}

static int read_manifest(const char *path, struct kit_manifest *m)
{
	char *text, *rest, *line, section[16] = "";

	memset(m, 0, sizeof(*m));
	snprintf(m->path, sizeof(m->path), "%s", path);
	text = read_text(path);
	if (!text)
		return errno ? -errno : -ENOMEM;
	rest = text;
	while ((line = strsep(&rest, "\n")))
		take_line(m, line, section);
	free(text);
	return 0;
}

/* Whether its Library is the plugin: by a name without a slash, or by path. */
static bool names_plugin(const struct kit_manifest *m, const char *plugin)
{
	const char *slash = strrchr(plugin, '/');

	return !strcmp(m->library, plugin) ||
	       !strcmp(m->library, slash ? slash + 1 : plugin);
}

static bool is_conf(const char *name)
{
	size_t n = strlen(name);

	return name[0] != '.' && n > 5 && !strcmp(name + n - 5, ".conf");
}

static int search(DIR *d, const char *folder, const char *plugin,
		  struct kit_manifest *ret, char *why, size_t why_size)
{
	struct kit_manifest *m = malloc(sizeof(*m));
	unsigned int n = 0, looked = 0;
	char path[8192];
	struct dirent *e;
	int r = -ENOENT;

	if (!m)
		return say(why, why_size, -ENOMEM, "no memory");
	while ((e = readdir(d)) && looked++ < FOLDER_MAX) {
		if (!is_conf(e->d_name))
			continue;
		snprintf(path, sizeof(path), "%s/%s", folder, e->d_name);
		if (read_manifest(path, m) < 0 || !names_plugin(m, plugin))
			continue;
		n++;
		*ret = *m;
	}
	free(m);
	if (n == 1)
		return 0;
	r = n ? -EEXIST : -ENOENT;
	return say(why, why_size, r, n ? "%u manifests beside it name it" :
					 "no manifest beside it names it", n);
}

int kit_manifest_find(const struct kit *kit, struct kit_manifest *ret, char *why,
		      size_t why_size)
{
	const char *slash = strrchr(kit->path, '/');
	char folder[4096];
	DIR *d;
	int r;

	if (kit->manifest) {
		r = read_manifest(kit->manifest, ret);
		return r < 0 ? say(why, why_size, r == -ENOENT ? -EIO : r, "%s: %s",
				   kit->manifest, strerror(-r)) :
			       0;
	}
	snprintf(folder, sizeof(folder), "%.*s",
		 slash ? (int)(slash - kit->path) : 1, slash ? kit->path : ".");
	d = opendir(*folder ? folder : "/");
	if (!d)
		return say(why, why_size, -ENOENT, "%s: %s", folder, strerror(errno));
	r = search(d, folder, kit->path, ret, why, why_size);
	closedir(d);
	return r;
}

bool kit_manifest_has_codec(const struct kit_manifest *m, const char *word)
{
	unsigned int i;

	for (i = 0; i < m->n_codecs; i++)
		if (!strcmp(m->codecs[i], word))
			return true;
	return false;
}
