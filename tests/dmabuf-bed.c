/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * memfds in the place of dma-bufs.
 */
#include "config.h"

#include "dmabuf-bed.h"

#include <dirent.h>
#include <errno.h>
#include <linux/dma-buf.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int (*dmabuf_ioctl)(int fd, unsigned long request, void *arg);

static char said[512];
static unsigned int fail_in, fail_n;
static int fail_error;

int __wrap_ioctl(int fd, unsigned long request, ...);

static void write_down(uint64_t flags)
{
	static const char *const words[] = { "?", "r", "w", "rw" };
	size_t n = strlen(said);

	ck_assert_uint_lt(n + 5, sizeof(said));
	snprintf(said + n, sizeof(said) - n, " %c%s", flags & DMA_BUF_SYNC_END ? '-' : '+',
		 words[flags & DMA_BUF_SYNC_RW]);
}

/* What a kernel does about a dma-buf whose memory every device sees alike. */
static int sync_access(const struct dma_buf_sync *sync)
{
	if (sync->flags & ~(uint64_t)DMA_BUF_SYNC_VALID_FLAGS_MASK ||
	    !(sync->flags & DMA_BUF_SYNC_RW)) {
		errno = EINVAL;
		return -1;
	}
	if (fail_in)
		fail_in--;
	if (!fail_in && fail_n) {
		fail_n--;
		errno = fail_error;
		return -1;
	}
	write_down(sync->flags);
	return 0;
}

int __wrap_ioctl(int fd, unsigned long request, ...)
{
	struct stat st;
	va_list ap;
	void *arg;

	va_start(ap, request);
	arg = va_arg(ap, void *);
	va_end(ap);
	if (request == DMA_BUF_IOCTL_SYNC) {
		ck_assert_int_eq(fstat(fd, &st), 0);
		return sync_access(arg);
	}
	if (dmabuf_ioctl)
		return dmabuf_ioctl(fd, request, arg);
	errno = ENOTTY;
	return -1;
}

const char *dmabuf_said(void)
{
	static char copy[sizeof(said)];

	memcpy(copy, said, sizeof(copy));
	said[0] = '\0';
	return copy;
}

void dmabuf_fail(unsigned int number, unsigned int n, int error)
{
	fail_in = number;
	fail_n = n;
	fail_error = error;
}

int dmabuf_new(size_t size)
{
	int fd = memfd_create("libcodec-test", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(ftruncate(fd, (off_t)size), 0);
	return fd;
}

static size_t size_of(int fd)
{
	struct stat st;

	ck_assert_int_eq(fstat(fd, &st), 0);
	return (size_t)st.st_size;
}

uint8_t *dmabuf_bytes(int fd)
{
	uint8_t *bytes =
		mmap(NULL, size_of(fd), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	ck_assert_ptr_ne(bytes, MAP_FAILED);
	return bytes;
}

void dmabuf_done(int fd, uint8_t *bytes)
{
	if (bytes)
		munmap(bytes, size_of(fd));
	close(fd);
}

unsigned int dmabuf_fds(void)
{
	DIR *d = opendir("/proc/self/fd");
	struct dirent *e;
	unsigned int n = 0;

	ck_assert_ptr_nonnull(d);
	while ((e = readdir(d)))
		n += e->d_name[0] != '.';
	closedir(d);
	return n - 1;
}

unsigned int dmabuf_maps(void)
{
	FILE *f = fopen("/proc/self/maps", "re");
	char line[512];
	unsigned int n = 0;

	ck_assert_ptr_nonnull(f);
	while (fgets(line, sizeof(line), f))
		n += strstr(line, "/memfd:libcodec-test") != NULL;
	fclose(f);
	return n;
}

struct libcodec_image_params dmabuf_params(uint32_t width, uint32_t height, uint32_t format,
					   const struct libcodec_image_plane *planes,
					   uint32_t n_planes)
{
	return (struct libcodec_image_params){
		.struct_size = sizeof(struct libcodec_image_params),
		.width = width,
		.height = height,
		.format = format,
		.memory = LIBCODEC_MEMORY_DMABUF,
		.n_planes = n_planes,
		.planes = planes,
	};
}
