/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A folder of manifests and plugins for one test.
 */
#include "config.h"

#include "testbed.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void testbed_init(struct testbed *tb)
{
	snprintf(tb->dir, sizeof(tb->dir), "/tmp/libcodec-test-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(tb->dir));
	ck_assert_int_eq(chmod(tb->dir, 0755), 0);
}

void testbed_done(struct testbed *tb)
{
	DIR *d = opendir(tb->dir);
	struct dirent *e;

	ck_assert_ptr_nonnull(d);
	while ((e = readdir(d)))
		if (e->d_name[0] != '.')
			unlinkat(dirfd(d), e->d_name, 0);
	closedir(d);
	rmdir(tb->dir);
}

void testbed_write(struct testbed *tb, const char *name, const void *data, size_t size)
{
	char path[256];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", tb->dir, name);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	ck_assert_msg(fd >= 0, "%s: %s", path, strerror(errno));
	ck_assert_int_eq(fchmod(fd, 0644), 0);
	ck_assert_int_eq(write(fd, data, size), (ssize_t)size);
	close(fd);
}

static void copy_in(struct testbed *tb, const char *from, const char *name)
{
	size_t size;
	uint8_t *data = test_read_file(from, &size);

	testbed_write(tb, name, data, size);
	free(data);
}

void testbed_add_built(struct testbed *tb, const char *folder, const char *name)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/stage/%s/%s", test_builddir(), folder, name);
	copy_in(tb, path, name);
}

void testbed_add_cpu(struct testbed *tb)
{
	testbed_add_built(tb, "backends", "cpu.so");
	testbed_add_built(tb, "backends", "50-cpu.conf");
}

void testbed_add_mock(struct testbed *tb, const char *order, const char *name,
		      const char *extra)
{
	char file[128], text[512];
	int n;

	snprintf(file, sizeof(file), "mock-%s.so", name);
	testbed_add_built(tb, "mocks", file);
	n = snprintf(text, sizeof(text),
		     "[Plugin]\nName=mock-%s\nLibrary=mock-%s.so\nAbi=1.0\n"
		     "Family=image-decoder\nBand=hardware\n%s\n"
		     "[Codec]\nCodec=jpeg\nDirection=decode\nMemory=host\n",
		     name, name, extra ? extra : "");
	snprintf(file, sizeof(file), "%s-mock-%s.conf", order, name);
	testbed_write(tb, file, text, (size_t)n);
}

struct libcodec_context *testbed_context(struct testbed *tb)
{
	struct libcodec_context_params p = {
		.struct_size = sizeof(p),
		.backend_path = tb->dir,
	};
	struct libcodec_context *ctx;

	ck_assert_int_eq(libcodec_context_new(&p, &ctx), 0);
	return ctx;
}

struct libcodec_decoder *testbed_decoder(struct libcodec_context *ctx,
					 const struct libcodec_decoder_params *params)
{
	struct libcodec_decoder *dec;

	ck_assert_int_eq(libcodec_decoder_new(ctx, &dec), 0);
	if (params)
		ck_assert_int_eq(libcodec_decoder_set_params(dec, params), 0);
	return dec;
}

struct libcodec_image *testbed_image(struct libcodec_context *ctx, size_t capacity)
{
	struct libcodec_image_params p = {
		.struct_size = sizeof(p),
		.width = 1,
		.height = 1,
		.format = LIBCODEC_FORMAT_GREY,
		.memory = LIBCODEC_MEMORY_HOST,
		.capacity = capacity,
	};
	struct libcodec_image *image;

	ck_assert_int_eq(libcodec_image_new(ctx, &p, &image), 0);
	return image;
}

void testbed_cpu_init(struct testbed_cpu *cpu)
{
	struct libcodec_image_params p = {
		.struct_size = sizeof(p),
		.width = 1,
		.height = 1,
		.format = LIBCODEC_FORMAT_GREY,
		.capacity = TESTBED_IMAGE_MAX,
	};

	testbed_init(&cpu->tb);
	testbed_add_cpu(&cpu->tb);
	cpu->ctx = testbed_context(&cpu->tb);
	cpu->dec = testbed_decoder(cpu->ctx, NULL);
	cpu->stream = malloc(TESTBED_STREAM_MAX);
	cpu->pixels = malloc(TESTBED_IMAGE_MAX);
	ck_assert(cpu->stream && cpu->pixels);
	p.data = cpu->pixels;
	ck_assert_int_eq(libcodec_image_new(cpu->ctx, &p, &cpu->image), 0);
}

void testbed_cpu_done(struct testbed_cpu *cpu)
{
	libcodec_image_unref(cpu->image);
	libcodec_decoder_unref(cpu->dec);
	libcodec_context_unref(cpu->ctx);
	free(cpu->stream);
	free(cpu->pixels);
	testbed_done(&cpu->tb);
}
