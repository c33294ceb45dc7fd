/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The manifest for the bed: read or made, with the plugin's own path in it.
 */
#include "config.h"

#include "bed-manifest.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "manifest.h"
#include "plugin.h"

#define MANIFEST_MAX 65536 /* bytes that libcodec reads, too */
#define FILE_NAME    "50-plugin.conf"

/* Whether it is "Key=value", with blanks around each allowed. */
static bool is_key(const char *line, const char *key)
{
	size_t n = strlen(key);

	line += strspn(line, " \t");
	if (strncmp(line, key, n) != 0)
		return false;
	line += n;
	return line[strspn(line, " \t")] == '=';
}

static FILE *open_text(const char *path)
{
	int fd;
	FILE *f;

	do
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	while (fd < 0 && errno == EINTR);
	if (fd < 0)
		return NULL;
	f = fdopen(fd, "r");
	if (!f)
		close(fd);
	return f;
}

/* Copy a manifest, with Library= exchanged. */
static int rewrite(const char *from, const char *library, FILE *to)
{
	FILE *f = open_text(from);
	char line[PATH_MAX + 64];
	size_t total = 0;

	if (!f)
		return -errno;
	while (total < MANIFEST_MAX && fgets(line, sizeof(line), f)) {
		total += strlen(line);
		if (is_key(line, "Library")) {
			fprintf(to, "Library=%s\n", library);
			continue;
		}
		fputs(line, to);
	}
	fclose(f);
	return 0;
}

/*
 * Make one. Both codecs stand there, since the capabilities decide; a Match section
 * can't be guessed, so a plugin for devices needs its own manifest.
 */
static int make(const struct kit *kit, const char *library, FILE *to, bool *ret_matches,
		char *why, size_t why_size)
{
	static struct kit_host host; /* for as long as the process */
	struct kit_plugin *p = calloc(1, sizeof(*p));
	int r;

	if (!p)
		return -ENOMEM;
	kit_host_init(&host);
	r = kit_plugin_open(p, kit->path, &host.table);
	if (r < 0)
		snprintf(why, why_size, "%s", p->why);
	else
		fprintf(to,
			"[Plugin]\nName=%s\nLibrary=%s\nAbi=%u.%u\n"
			"Family=image-decoder\nBand=hardware\n\n"
			"[Codec]\nCodec=jpeg\nDirection=decode\nMemory=host\n\n"
			"[Codec]\nCodec=png\nDirection=decode\nMemory=host\n",
			p->desc.name, library, p->desc.abi_major, p->desc.abi_minor);
	*ret_matches = r == 0 && p->desc.device_probe;
	free(p);
	return r;
}

static int write_manifest(const struct kit *kit, const char *file, bool *ret_matches,
			  char *why, size_t why_size)
{
	struct kit_manifest *m = calloc(1, sizeof(*m));
	char *library = realpath(kit->path, NULL);
	FILE *to = fopen(file, "we");
	int r = -ENOMEM;

	if (!m || !library || !to)
		goto out;
	r = kit_manifest_find(kit, m, why, why_size);
	if (r == 0) {
		*ret_matches = m->match;
		r = rewrite(m->path, library, to);
	} else if (r == -ENOENT && !kit->manifest) {
		r = make(kit, library, to, ret_matches, why, why_size);
	}
out:
	if (to && fclose(to) != 0 && r == 0)
		r = -EIO;
	if (r == 0 && chmod(file, 0644) < 0)
		r = -errno;
	if (r < 0 && !*why)
		snprintf(why, why_size, "a manifest for the plugin: %s", strerror(-r));
	free(library);
	free(m);
	return r;
}

int bed_manifest_new(const struct kit *kit, char dir[BED_DIR_MAX], bool *ret_matches,
		     char *why, size_t why_size)
{
	const char *tmp = getenv("TMPDIR");
	char file[BED_DIR_MAX + 32];
	int r;

	*why = '\0';
	if (!tmp || *tmp != '/' || strlen(tmp) > BED_DIR_MAX / 2)
		tmp = "/tmp";
	snprintf(dir, BED_DIR_MAX, "%s/libcodec-plugin-check-XXXXXX", tmp);
	if (!mkdtemp(dir)) {
		r = -errno;
		snprintf(why, why_size, "%s: %s", dir, strerror(errno));
		return r;
	}
	snprintf(file, sizeof(file), "%s/" FILE_NAME, dir);
	r = write_manifest(kit, file, ret_matches, why, why_size);
	if (r < 0)
		bed_manifest_remove(dir);
	return r;
}

void bed_manifest_remove(const char *dir)
{
	char file[BED_DIR_MAX + 32];

	snprintf(file, sizeof(file), "%s/" FILE_NAME, dir);
	unlink(file);
	rmdir(dir);
}
