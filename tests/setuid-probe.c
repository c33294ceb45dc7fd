/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What tests/setuid.sh copies and gives more rights than its caller has: says what a
 * context with the defaults, or with a folder of plugins of its own, makes of the
 * environment and of files.
 *
 *	setuid-probe show [FOLDER [FILE]]	tells, and decodes FILE
 *	setuid-probe as UID PROGRAM ARGUMENT...	run it as that user
 *	setuid-probe can FOLDER			whether such rights count there
 *
 * The library is linked into it, so there is no other one that could be used.
 */
#include "config.h"

#include <errno.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <libcodec/decoder.h>

#include "decoder.h"
#include "env.h"

#define STREAM_MAX (1 << 20)
#define PIXELS_MAX (16 << 20)

static int complain(const char *what, int error)
{
	fprintf(stderr, "setuid-probe: %s: %s\n", what,
		strerror(error < 0 ? -error : error));
	return 1;
}

/* LeakSanitizer would trace the process, which nobody may who has less rights. */
int __lsan_is_turned_off(void);

int __lsan_is_turned_off(void)
{
	return lc_privileged();
}

/* --- show --- */

static void show_environment(void)
{
	static const char *const names[] = {
		"LIBCODEC_BACKENDS", "LIBCODEC_BACKEND_PATH", "LIBCODEC_DEBUG",
		"LIBCODEC_DEVICE",   "LIBCODEC_FORCE_X86",    "LIBCODEC_POLICY",
	};
	size_t i;

	printf("privileged: %s\n", lc_privileged() ? "yes" : "no");
	for (i = 0; i < LC_ARRAY_SIZE(names); i++)
		if (lc_env(names[i]))
			printf("variable: %s=%s\n", names[i], lc_env(names[i]));
}

static void show_context(struct libcodec_context *ctx)
{
	static const char *const states[] = { "known", "ready", "refused", "masked" };
	struct libcodec_plugin_info info;
	const char *notice;
	unsigned int i;

	for (i = 0;; i++) {
		info = (struct libcodec_plugin_info){ .struct_size = sizeof(info) };
		if (libcodec_context_get_plugin(ctx, i, &info) < 0)
			break;
		printf("plugin: %s %s stage %u error %d %s\n", info.name,
		       info.state < LC_ARRAY_SIZE(states) ? states[info.state] : "?",
		       info.stage, info.error, info.message ? info.message : "");
	}
	for (i = 0; (notice = libcodec_context_get_notice(ctx, i)); i++)
		printf("notice: %s\n", notice);
}

static int read_stream(const char *path, void *data, size_t *ret_size)
{
	FILE *f = fopen(path, "rbe");

	if (!f)
		return -errno;
	*ret_size = fread(data, 1, STREAM_MAX, f);
	fclose(f);
	return 0;
}

static int decode(struct libcodec_context *ctx, struct libcodec_decoder *dec,
		  const char *path)
{
	struct libcodec_image_params p = {
		.struct_size = sizeof(p),
		.width = 1,
		.height = 1,
		.format = LIBCODEC_FORMAT_GREY,
		.capacity = PIXELS_MAX,
	};
	struct libcodec_result result = { .struct_size = sizeof(result) };
	struct libcodec_image *image = NULL;
	void *data = malloc(STREAM_MAX);
	size_t size = 0;
	int r;

	r = data ? read_stream(path, data, &size) : -ENOMEM;
	if (r == 0)
		r = libcodec_image_new(ctx, &p, &image);
	if (r < 0)
		goto out;
	r = libcodec_decoder_decode(dec, data, size, image, NULL);
	libcodec_decoder_get_result(dec, &result);
	printf("decoded by: %s\n", r < 0 ? strerror(-r) : result.backend);
	r = 0;
out:
	libcodec_image_unref(image);
	free(data);
	return r;
}

static int show(const char *folder, const char *file)
{
	struct libcodec_context_params p = {
		.struct_size = sizeof(p),
		.backend_path = folder,
	};
	struct libcodec_decoder *dec = NULL;
	struct libcodec_context *ctx;
	int r;

	show_environment();
	r = libcodec_context_new(&p, &ctx);
	if (r < 0)
		return complain("context", r);
	show_context(ctx);
	r = libcodec_decoder_new(ctx, &dec);
	if (r == 0)
		printf("simd: %u\n", dec->params.simd);
	if (r == 0 && file)
		r = decode(ctx, dec, file);
	libcodec_decoder_unref(dec);
	libcodec_context_unref(ctx);
	return r < 0 ? complain(file ? file : "decoder", r) : 0;
}

/* --- the runner --- */

static int run_as(const char *user, char **command)
{
	char *end;
	unsigned long uid = strtoul(user, &end, 10);

	if (*end || !*user || uid > 0x7fffffff)
		return complain(user, EINVAL);
	if (setgroups(0, NULL) < 0 || setresgid((gid_t)uid, (gid_t)uid, (gid_t)uid) < 0 ||
	    setresuid((uid_t)uid, (uid_t)uid, (uid_t)uid) < 0)
		return complain(user, errno);
	execv(command[0], command);
	return complain(command[0], errno);
}

static int can(const char *folder)
{
	struct statvfs fs;

	if (geteuid() != 0) {
		printf("only root can give programs more rights\n");
		return 1;
	}
	if (statvfs(folder, &fs) < 0)
		return complain(folder, errno);
	if (fs.f_flag & ST_NOSUID) {
		printf("%s is mounted nosuid\n", folder);
		return 1;
	}
	if (fs.f_flag & ST_NOEXEC) {
		printf("%s is mounted noexec\n", folder);
		return 1;
	}
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1) {
		printf("this process may not gain rights (no_new_privs)\n");
		return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	if (argc >= 2 && argc <= 4 && !strcmp(argv[1], "show"))
		return show(argc > 2 ? argv[2] : NULL, argc > 3 ? argv[3] : NULL);
	if (argc >= 4 && !strcmp(argv[1], "as"))
		return run_as(argv[2], argv + 3);
	if (argc == 3 && !strcmp(argv[1], "can"))
		return can(argv[2]);
	fprintf(stderr, "usage: setuid-probe show|as|can ...\n");
	return 2;
}
