/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Opens one plugin: no code of it runs before its file was found to be trustworthy and
 * an object for this machine, and nothing of it is used before its tables were copied.
 */
#include "config.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "elf-file.h"
#include "loader.h"
#include "trust.h"

#define ENTRY "libcodec_plugin_entry"
#define NAME_BYTES 32 /* of a plugin's name, with its NUL */

/* Sizes of ABI 1.0, which later minors only grow. */
#define END_OF(type, field) (offsetof(type, field) + sizeof(((type *)NULL)->field))
#define PLUGIN_MINOR0 END_OF(struct libcodec_plugin, get_extension)
#define OPS_MINOR0    END_OF(struct libcodec_image_decoder_ops, session_trim)

/* --- the file --- */

/* The one who must be upgraded where majors of the ABI differ. */
static const char *who_is_older(unsigned int theirs)
{
	return theirs < LIBCODEC_PLUGIN_ABI_MAJOR ? "it" : "libcodec";
}

/*
 * What the plugin's note says, if it has one, before any code of it runs: the linker
 * would run its constructors.
 */
static int check_note(int fd, const char *path, const char *name, struct lc_refusal *why)
{
	struct lc_plugin_identity id;
	int r;

	r = lc_elf_read_note(fd, &id);
	if (r == -ENOENT)
		return 0;
	if (r == -EBADMSG)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_LOAD, r,
				 "%s: the notes in its ELF file are broken", path);
	if (r < 0)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_LOAD, r, "%s: %m", path);
	if (id.abi_major != LIBCODEC_PLUGIN_ABI_MAJOR)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_LOAD, -EOPNOTSUPP,
				 "%s: plugin speaks %u.%u, this library %u.%u: "
				 "upgrade %s (the plugin is %s %s)",
				 path, id.abi_major, id.abi_minor,
				 LIBCODEC_PLUGIN_ABI_MAJOR, LIBCODEC_PLUGIN_ABI_MINOR,
				 who_is_older(id.abi_major), id.name, id.version);
	if (strcmp(id.name, name))
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_LOAD, -EINVAL,
				 "%s: the plugin is named %s, its manifest says %s", path,
				 id.name, name);
	return 0;
}

/*
 * Map the file that @fd is. dlopen() takes a path, so the file could be exchanged after
 * the check. Opening "/proc/self/fd/N" instead would be wrong: the linker knows objects
 * by name first, N comes round again, and the second plugin would be the first. Who can
 * exchange the file can write to its folder, and that is root or ourselves (checked); an
 * upgrade that comes in between is noticed afterwards.
 */
static int map(int fd, const char *path, void **ret_handle, struct lc_refusal *why)
{
	struct stat a, b;
	const char *text;
	void *handle;

	handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
	if (!handle) {
		text = dlerror();
		if (!text)
			text = "the dynamic linker refuses without a word";
		/* Of a library that the plugin needs it doesn't say who needs it. */
		if (strstr(text, path))
			return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_LOAD, -ENOEXEC, "%s",
					 text);
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_LOAD, -ENOEXEC, "%s: %s",
				 path, text);
	}
	if (fstat(fd, &a) < 0 || stat(path, &b) < 0 || a.st_dev != b.st_dev ||
	    a.st_ino != b.st_ino) {
		dlclose(handle);
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_FILE, -EAGAIN,
				 "%s was exchanged while it was loaded", path);
	}
	*ret_handle = handle;
	return 0;
}

/* --- the handshake --- */

typedef const struct libcodec_plugin *(*entry_fn)(uint32_t, const struct libcodec_host *);

static int call_entry(void *handle, const char *path, const struct libcodec_host *host,
		      const struct libcodec_plugin **ret_theirs, struct lc_refusal *why)
{
	const struct libcodec_plugin *theirs;
	entry_fn entry;
	void *symbol = dlsym(handle, ENTRY);
	int error;

	if (!symbol)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_ENTRY, -ENOSYS,
				 "%s does not export " ENTRY, path);
	memcpy(&entry, &symbol, sizeof(entry)); /* ISO C has no cast for this */
	errno = 0;
	theirs = entry(LIBCODEC_PLUGIN_ABI, host);
	if (!theirs) {
		error = errno > 0 ? -errno : -ENODEV;
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_ENTRY, error,
				 "%s does not want to be used here: %m", path);
	}
	*ret_theirs = theirs;
	return 0;
}

/* The frozen head: all that may be read of a descriptor before its size is known. */
static int check_head(const struct libcodec_plugin *theirs, const char *path,
		      struct lc_refusal *why)
{
	if (theirs->magic != LIBCODEC_PLUGIN_MAGIC)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_DESCRIPTOR, -EINVAL,
				 "%s: the descriptor's magic is 0x%08x, not 0x%08x",
				 path, theirs->magic, LIBCODEC_PLUGIN_MAGIC);
	if (theirs->abi_major != LIBCODEC_PLUGIN_ABI_MAJOR)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_DESCRIPTOR, -EOPNOTSUPP,
				 "%s: plugin speaks %u.%u, this library %u.%u: "
				 "upgrade %s",
				 path, theirs->abi_major, theirs->abi_minor,
				 LIBCODEC_PLUGIN_ABI_MAJOR, LIBCODEC_PLUGIN_ABI_MINOR,
				 who_is_older(theirs->abi_major));
	if (theirs->struct_size < PLUGIN_MINOR0)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_DESCRIPTOR, -EINVAL,
				 "%s: the descriptor has %u bytes, ABI 1.0 has %zu",
				 path, theirs->struct_size, PLUGIN_MINOR0);
	return 0;
}

static const void *no_extension(void *priv, const char *id)
{
	return NULL;
}

static void nothing_to_trim(void *session)
{
}

static const char *missing_in_plugin(const struct libcodec_plugin *d)
{
	const struct {
		const char *name;
		bool there;
	} slots[] = {
		{ "name", d->name },
		{ "version", d->version },
		{ "vendor", d->vendor },
		{ "license", d->license },
		{ "description", d->description },
		{ "bug_url", d->bug_url },
		{ "ops", d->ops },
		{ "init", d->init },
		{ "fini", d->fini },
		{ "cap_get", d->cap_get },
	};
	size_t i;

	for (i = 0; i < LC_ARRAY_SIZE(slots); i++)
		if (!slots[i].there)
			return slots[i].name;
	return NULL;
}

static const char *missing_in_ops(const struct libcodec_image_decoder_ops *ops)
{
	if (!ops->session_open)
		return "ops.session_open";
	if (!ops->session_close)
		return "ops.session_close";
	return ops->decode ? NULL : "ops.decode";
}

/* Copy the descriptor at our size and judge the copy. */
static int adopt_plugin(const struct libcodec_plugin *theirs, const char *path,
			const char *name, struct libcodec_plugin *desc,
			struct lc_refusal *why)
{
	const char *missing;

	memset(desc, 0, sizeof(*desc));
	memcpy(desc, theirs, lc_min_u64(theirs->struct_size, sizeof(*desc)));
	desc->struct_size = sizeof(*desc);
	missing = missing_in_plugin(desc);
	if (missing)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_DESCRIPTOR, -EINVAL,
				 "%s: %s is mandatory and NULL", path, missing);
	if (strncmp(desc->name, name, NAME_BYTES))
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_DESCRIPTOR, -EINVAL,
				 "%s: the plugin is named %.*s, its manifest says %s",
				 path, NAME_BYTES, desc->name, name);
	if (!desc->device_probe != !desc->device_release)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_DESCRIPTOR, -EINVAL,
				 "%s: it has %s without %s", path,
				 desc->device_probe ? "device_probe" : "device_release",
				 desc->device_probe ? "device_release" : "device_probe");
	if (desc->family != LIBCODEC_FAMILY_IMAGE_DECODER)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_DESCRIPTOR, -EOPNOTSUPP,
				 "%s: family %u is not supported by this version", path,
				 desc->family);
	if (!desc->get_extension)
		desc->get_extension = no_extension;
	return 0;
}

static int adopt_ops(const struct libcodec_image_decoder_ops *theirs, const char *path,
		     struct libcodec_image_decoder_ops *ops, struct lc_refusal *why)
{
	const char *missing;

	if (theirs->struct_size < OPS_MINOR0)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_DESCRIPTOR, -EINVAL,
				 "%s: ops has %u bytes, ABI 1.0 has %zu", path,
				 theirs->struct_size, OPS_MINOR0);
	memset(ops, 0, sizeof(*ops));
	memcpy(ops, theirs, lc_min_u64(theirs->struct_size, sizeof(*ops)));
	ops->struct_size = sizeof(*ops);
	missing = missing_in_ops(ops);
	if (missing)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_DESCRIPTOR, -EINVAL,
				 "%s: %s is mandatory and NULL", path, missing);
	if (!ops->session_trim)
		ops->session_trim = nothing_to_trim;
	return 0;
}

int lc_loader_open(const char *path, const char *name, const struct libcodec_host *host,
		   struct libcodec_plugin *ret_desc,
		   struct libcodec_image_decoder_ops *ret_ops, struct lc_refusal *ret_why)
{
	const struct libcodec_plugin *theirs = NULL;
	struct libcodec_image_decoder_ops ops;
	struct libcodec_plugin desc;
	int saved_errno = errno;
	char why[sizeof(ret_why->message)];
	void *handle = NULL;
	int fd = -1, r;

	r = lc_trust_open(path, &fd, why, sizeof(why));
	if (r < 0) {
		lc_refuse(ret_why, LIBCODEC_PLUGIN_STAGE_FILE, r, "%s", why);
		goto out;
	}
	r = lc_elf_check(fd, path, ret_why);
	if (r < 0)
		goto out;
	r = check_note(fd, path, name, ret_why);
	if (r < 0)
		goto out;
	r = map(fd, path, &handle, ret_why);
	if (r < 0)
		goto out;
	r = call_entry(handle, path, host, &theirs, ret_why);
	if (r < 0)
		goto out;
	r = check_head(theirs, path, ret_why);
	if (r < 0)
		goto out;
	r = adopt_plugin(theirs, path, name, &desc, ret_why);
	if (r < 0)
		goto out;
	r = adopt_ops(desc.ops, path, &ops, ret_why);
	if (r < 0)
		goto out;
	desc.ops = NULL;
	*ret_desc = desc;
	*ret_ops = ops;
out:
	if (handle)
		dlclose(handle); /* RTLD_NODELETE: unmaps nothing */
	if (fd >= 0)
		close(fd);
	errno = saved_errno;
	return r;
}
