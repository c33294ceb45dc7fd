/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * "Hardware" that writes dma-bufs in place: it maps each by its descriptor, which is what a
 * device's DMA comes to. MOCK_DMABUF in the environment tells what it does otherwise:
 *
 *   relay     lays planes out with rows of a multiple of 256 bytes and 16 rows of padding
 *   relay-*   likewise, and wrong: below, and in relaid()
 *   dirt      writes the first plane, then fails
 *   declines  says that this can't be had without the CPU's access
 *   cpu       writes by the CPU, through the host's surface_map()
 *   keeps     likewise, and forgets surface_unmap(), twice
 *   copies    in place, but it doesn't say so
 *   copy      hands a copy of the surface to surface_map()
 *   ends      ends what it didn't begin
 *   sync      writes in place and says so by dmabuf_sync(), as one with scratch would
 */
#include "mock.h"

#include <stdlib.h>
#include <sys/mman.h>

static const struct libcodec_host *the_host;

static int init(const struct libcodec_host *host, void **ret_priv)
{
	the_host = host;
	return mock_init(host, ret_priv);
}

static int cap_get(void *priv, void *device, uint32_t index, struct libcodec_cap *cap)
{
	uint32_t i;

	if (index > 0)
		return -ENOENT;
	mock_fill_cap(cap, 1);
	cap->flags = LIBCODEC_CAP_ZERO_COPY;
	cap->pitch_align = 64;
	cap->offset_align = 64;
	for (i = 0; i < cap->n_formats; i++)
		cap->formats[i].memory = LIBCODEC_MEMORY_BIT(LIBCODEC_MEMORY_DMABUF);
	return 0;
}

static int is(const char *word)
{
	const char *mode = getenv("MOCK_DMABUF");

	return mode && !strcmp(mode, word);
}

/* Paint one plane through a map of its dma-buf. */
static int paint(const struct libcodec_surface *s, uint32_t plane, int luma, int chroma)
{
	struct libcodec_surface one = *s;
	size_t size = (size_t)s->plane_fd_size[plane];
	unsigned char *p;

	p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, s->plane_fd[plane], 0);
	if (p == MAP_FAILED)
		return -errno;
	one.data = p + s->plane_fd_offset[plane];
	one.plane_offset[plane] = 0;
	if (plane) {
		/* mock_paint() goes through all planes: the others have no rows. */
		one.plane_offset[0] = 0;
		one.plane_stride[0] = 0;
		mock_paint(&one, 2, chroma, chroma);
	} else {
		mock_paint(&one, 1, luma, chroma);
	}
	munmap(p, size);
	return 0;
}

static int paint_all(const struct libcodec_surface *s)
{
	uint32_t i;
	int r = 0;

	for (i = 0; i < s->n_planes && r == 0; i++)
		r = paint(s, i, MOCK_LUMA, MOCK_CHROMA);
	return r;
}

/* As a device with blocks of 16 rows would, in a copy of the surface. */
static void relaid(struct libcodec_surface *s, struct libcodec_decode_result *result)
{
	uint32_t stride = (s->plane_stride[0] + 255) / 256 * 256, i;
	uint64_t at = 0;

	for (i = 0; i < s->n_planes; i++) {
		s->plane_fd_offset[i] += at - s->plane_offset[i];
		s->plane_offset[i] = at;
		s->plane_stride[i] = stride;
		at += (uint64_t)stride * ((s->height + 31) / 16 * 16);
	}
	result->relaid = 1;
	memcpy(result->plane_stride, s->plane_stride, sizeof(result->plane_stride));
	memcpy(result->plane_offset, s->plane_offset, sizeof(result->plane_offset));
	if (is("relay-behind"))
		result->plane_offset[1] = s->capacity - 1;
	if (is("relay-far"))
		result->plane_offset[1] = UINT64_MAX - 100;
	if (is("relay-before"))
		result->plane_offset[0] = s->capacity;
	if (is("relay-overlap"))
		result->plane_offset[1] = (uint64_t)stride * s->height - 1;
	if (is("relay-narrow"))
		result->plane_stride[1] = s->width - 1;
	if (is("relay-wide"))
		result->plane_stride[0] = UINT32_MAX;
}

static uint32_t by_cpu(const struct libcodec_surface *s, int forgets)
{
	struct libcodec_surface copy = *s;
	void *data;

	if (the_host->surface_map(the_host, s, LIBCODEC_ACCESS_WRITE, &copy.data) < 0)
		return LIBCODEC_VERDICT_FALLBACK;
	mock_paint(&copy, 2, MOCK_LUMA, MOCK_CHROMA);
	if (forgets)
		the_host->surface_map(the_host, s, LIBCODEC_ACCESS_BOTH, &data);
	else
		the_host->surface_unmap(the_host, s);
	return LIBCODEC_VERDICT_DONE;
}

static uint32_t by_copy(const struct libcodec_surface *s,
			struct libcodec_decode_result *result)
{
	struct {
		struct libcodec_surface surface;
		char behind[64];
	} copy = { .surface = *s };
	void *data;

	result->error = the_host->surface_map(the_host, &copy.surface,
					      LIBCODEC_ACCESS_WRITE, &data);
	return LIBCODEC_VERDICT_NOT_APPLICABLE;
}

static uint32_t synced(const struct libcodec_surface *s)
{
	int r = the_host->dmabuf_sync(the_host, s->plane_fd[0], LIBCODEC_ACCESS_WRITE, 0);

	if (r == 0)
		r = paint_all(s);
	if (r == 0)
		r = the_host->dmabuf_sync(the_host, s->plane_fd[0], LIBCODEC_ACCESS_WRITE, 1);
	return r == 0 ? LIBCODEC_VERDICT_DONE : LIBCODEC_VERDICT_FALLBACK;
}

static uint32_t decode(void *session, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	struct libcodec_surface s = *job->surface;
	const char *mode = getenv("MOCK_DMABUF");

	if (s.memory != LIBCODEC_MEMORY_DMABUF || s.data) {
		snprintf(result->message, sizeof(result->message), "that is no dma-buf");
		return LIBCODEC_VERDICT_FATAL;
	}
	if (is("cpu") || is("keeps"))
		return by_cpu(job->surface, is("keeps"));
	if (is("copy"))
		return by_copy(job->surface, result);
	if (is("sync"))
		return synced(&s);
	if (is("declines")) {
		result->error = -EACCES;
		snprintf(result->message, sizeof(result->message),
			 "only by a copy, which is forbidden");
		return LIBCODEC_VERDICT_NOT_APPLICABLE;
	}
	if (is("dirt")) {
		paint(&s, 0, MOCK_DIRT, MOCK_DIRT);
		result->error = -EIO;
		return LIBCODEC_VERDICT_FALLBACK;
	}
	if (is("ends"))
		the_host->surface_unmap(the_host, job->surface);
	if (mode && !strncmp(mode, "relay", 5))
		relaid(&s, result);
	if (paint_all(&s) < 0)
		return LIBCODEC_VERDICT_FALLBACK;
	result->zero_copy = !is("copies");
	snprintf(result->message, sizeof(result->message), "by its descriptor");
	result->consumed = job->size;
	return LIBCODEC_VERDICT_DONE;
}

MOCK_PLUGIN("mock-dmabuf", mock->plugin.init = init; mock->plugin.cap_get = cap_get;
	    mock->ops.decode = decode)
