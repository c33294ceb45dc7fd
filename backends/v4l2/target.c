/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Where CAPTURE writes. In place if the destination is a dma-buf in which the driver's planes
 * can lie; else to dma-bufs of ours, which change hands fast and are cached, and are copied
 * out; else to the driver's own memory.
 */
#include "session.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* --- in place --- */

/* The fourcc that lies in memory as a format of ours does. */
static uint32_t same_layout(uint32_t format)
{
	switch (format) {
	case LIBCODEC_FORMAT_NV12:
		return V4L2_PIX_FMT_NV12;
	case LIBCODEC_FORMAT_NV16:
		return V4L2_PIX_FMT_NV16;
	case LIBCODEC_FORMAT_NV24:
		return V4L2_PIX_FMT_NV24;
	case LIBCODEC_FORMAT_GREY:
		return V4L2_PIX_FMT_GREY;
	default:
		return 0;
	}
}

static int not_in_place(struct lc_v4l2_session *s, const char *why)
{
	snprintf(s->copied, sizeof(s->copied), "%s", why);
	return 0;
}

/* One that couldn't be imported, or one more after so many that there is no point. */
static bool is_refused(const struct lc_v4l2_session *s, uint64_t id)
{
	return (s->refused_id && id == s->refused_id) || s->refusals >= LC_V4L2_REFUSALS_MAX;
}

static struct lc_v4l2_place place_of(const struct lc_v4l2_session *s)
{
	const struct libcodec_surface *d = s->job->surface;
	struct lc_v4l2_place p = {
		.dmabuf = d->memory == LIBCODEC_MEMORY_DMABUF,
		.flexible = d->flags & LIBCODEC_SURFACE_FLEXIBLE,
	};
	uint32_t i;

	if (!p.dmabuf)
		return p;
	p.refused = is_refused(s, d->plane_fd_id[0]);
	p.begin = d->plane_fd_offset[0];
	p.room = d->capacity;
	/* What a flexible one had before is no matter: it becomes what is agreed on. */
	for (i = 0; i < d->n_planes && !p.flexible; i++) {
		p.stride[i] = d->plane_stride[i];
		p.offset[i] = d->plane_offset[i];
	}
	return p;
}

static bool same_place(const struct lc_v4l2_place *a, const struct lc_v4l2_place *b)
{
	return a->dmabuf == b->dmabuf && a->flexible == b->flexible && a->begin == b->begin &&
	       !memcmp(a->stride, b->stride, sizeof(a->stride)) &&
	       !memcmp(a->offset, b->offset, sizeof(a->offset));
}

/* Whether the destination's memory is one that can be written in place at all. */
static bool is_importable(struct lc_v4l2_session *s)
{
	const struct libcodec_surface *d = s->job->surface;
	uint32_t i;

	if (d->memory != LIBCODEC_MEMORY_DMABUF)
		return not_in_place(s, "the image is no dma-buf");
	if (lc_v4l2_learned(&s->device->no_import))
		return not_in_place(s, "the device takes no dma-bufs");
	if (!same_layout(d->format))
		return not_in_place(s, "no such format on the device");
	if (is_refused(s, d->plane_fd_id[0]))
		return not_in_place(s, "the device couldn't import the dma-buf");
	/* CAPTURE has no offset: vb2 takes a dma-buf from its start. */
	if (d->plane_fd_offset[0])
		return not_in_place(s, "the image doesn't begin where its dma-buf does");
	for (i = 1; i < d->n_planes; i++)
		if (d->plane_fd_id[i] != d->plane_fd_id[0] || d->plane_fd[i] < 0)
			return not_in_place(s, "the planes lie in different dma-bufs");
	return true;
}

/* Bytes from the start of luma to that of chroma in a contiguous V4L2 layout. */
static uint64_t chroma_offset(const struct lc_v4l2_format *f)
{
	return (uint64_t)f->stride[0] * f->height;
}

/* Where the picture would come to lie in @f, as the layout of a surface. */
static void layout_of(const struct lc_v4l2_format *f, uint32_t n_planes,
		      uint32_t stride[4], uint64_t offset[4])
{
	memset(stride, 0, 4 * sizeof(*stride));
	memset(offset, 0, 4 * sizeof(*offset));
	stride[0] = f->stride[0];
	if (n_planes < 2)
		return;
	stride[1] = f->fourcc == V4L2_PIX_FMT_NV24 ? 2 * f->stride[0] : f->stride[0];
	offset[1] = chroma_offset(f);
}

/* Whether the driver's @f is the destination as it lies, padding and all. */
static bool is_same_layout(struct lc_v4l2_session *s, const struct lc_v4l2_format *f)
{
	const struct libcodec_surface *d = s->job->surface;
	uint32_t stride[4], i;
	uint64_t offset[4];

	if (f->width != d->width || f->height != d->height)
		return not_in_place(s, "the device pads the picture");
	layout_of(f, d->n_planes, stride, offset);
	for (i = 0; i < d->n_planes; i++) {
		if (stride[i] != d->plane_stride[i])
			return not_in_place(s, "the device has another pitch");
		if (offset[i] != d->plane_offset[i])
			return not_in_place(s, "the device puts chroma elsewhere");
	}
	return true;
}

/*
 * Room for what the driver writes. vb2 compares sizeimage with the dma-buf; a slice or a
 * capacity that ends before is ours to guard.
 */
static bool has_room(const struct libcodec_surface *d, const struct lc_v4l2_format *f)
{
	uint64_t limit = d->flags & LIBCODEC_SURFACE_FLEXIBLE ? d->capacity : d->size;

	/* A last row's padding to the end of the dma-buf is nobody's. */
	if (!(d->flags & LIBCODEC_SURFACE_FLEXIBLE) && d->capacity == d->plane_fd_size[0])
		limit = d->capacity;
	return f->size[0] <= limit && f->size[0] <= d->plane_fd_size[0];
}

static bool is_agreed(struct lc_v4l2_session *s, const struct lc_v4l2_format *f)
{
	if (f->fourcc != same_layout(s->job->surface->format) || f->n_planes != 1)
		return not_in_place(s, "the device won't write that format");
	if (s->left || s->top)
		return not_in_place(s, "the device puts the picture elsewhere");
	if (f->width != s->natural.width || f->height != s->natural.height)
		return not_in_place(s, "the device changes its mind");
	if (!(s->job->surface->flags & LIBCODEC_SURFACE_FLEXIBLE) && !is_same_layout(s, f))
		return false;
	if (!has_room(s->job->surface, f))
		return not_in_place(s, "the device needs a larger buffer");
	return true;
}

/* The driver's terms for the destination. 1: agreed, 0: not, or a failure. */
static int negotiate(struct lc_v4l2_session *s, struct lc_v4l2_format *ret)
{
	const struct libcodec_surface *d = s->job->surface;
	bool flexible = d->flags & LIBCODEC_SURFACE_FLEXIBLE;
	struct lc_v4l2_format f = s->natural;
	int r;

	f.fourcc = same_layout(d->format);
	f.n_planes = 1;
	if (!flexible)
		f.stride[0] = d->plane_stride[0];
	else if (s->natural.fourcc != f.fourcc)
		f.stride[0] = 0;
	f.size[0] = 0;
	*ret = s->natural;
	if (f.fourcc != s->natural.fourcc || f.stride[0] != s->natural.stride[0]) {
		r = lc_v4l2_set_format(&s->node, LC_V4L2_CAPTURE, &f);
		if (r < 0)
			return lc_v4l2_fail_call(s, r, "S_FMT of CAPTURE");
		*ret = f;
	}
	return is_agreed(s, ret);
}

/* Back to what the driver chose, after an attempt to have it otherwise. */
static int back_to_natural(struct lc_v4l2_session *s)
{
	struct lc_v4l2_format f = s->natural;
	int r;

	r = lc_v4l2_set_format(&s->node, LC_V4L2_CAPTURE, &f);
	if (r < 0)
		return lc_v4l2_fail_call(s, r, "S_FMT of CAPTURE");
	if (f.fourcc != s->natural.fourcc || f.n_planes != s->natural.n_planes ||
	    f.width != s->natural.width || f.height != s->natural.height)
		return lc_v4l2_fail(s, LC_V4L2_STALE, -EPROTO,
				    "the device doesn't go back to its own format");
	s->natural = f;
	return 0;
}

static int choose_in_place(struct lc_v4l2_session *s)
{
	struct lc_v4l2_format f;
	int r;

	if (!is_importable(s))
		return 0;
	r = negotiate(s, &f);
	if (r == 0) {
		r = back_to_natural(s);
		return r < 0 ? r : 0;
	}
	if (r < 0)
		return r;
	r = lc_v4l2_queue_request(&s->capture, V4L2_MEMORY_DMABUF, LC_V4L2_SLOTS, 1);
	if (r == -ENOBUFS) /* each destination is attached anew, but written in place */
		r = lc_v4l2_queue_request(&s->capture, V4L2_MEMORY_DMABUF, 1, 1);
	if (r == -EINVAL) {
		lc_v4l2_learn(&s->device->no_import, 1);
		not_in_place(s, "the device takes no dma-bufs");
		return back_to_natural(s);
	}
	if (r < 0)
		return lc_v4l2_fail_call(s, r, "REQBUFS of CAPTURE");
	s->format = f;
	s->target = LC_V4L2_IN_PLACE;
	s->copied[0] = '\0';
	return 1;
}

/* --- dma-bufs of ours --- */

static void scratch_drop(struct lc_v4l2_session *s, struct lc_v4l2_scratch *b)
{
	if (b->address)
		s->node.sys->munmap(b->address, b->size);
	if (b->fd >= 0)
		close(b->fd);
	*b = (struct lc_v4l2_scratch){ .fd = -1 };
}

void lc_v4l2_scratch_free(struct lc_v4l2_session *s)
{
	uint32_t i;

	for (i = 0; i < LC_V4L2_PLANES; i++)
		scratch_drop(s, &s->scratch[i]);
}

static int scratch_make(struct lc_v4l2_session *s, struct lc_v4l2_scratch *b, size_t size)
{
	int r;

	/* First: memory that a device can write may be scarce. */
	scratch_drop(s, b);
	r = s->host->dmabuf_new(s->host, size);
	if (r < 0)
		return r;
	b->fd = r;
	r = s->node.sys->mmap(b->fd, size, PROT_READ, 0, &b->address);
	if (r < 0) {
		b->address = NULL;
		scratch_drop(s, b);
		return r;
	}
	b->size = size;
	return 0;
}

/* A dma-buf for each memory plane, a half larger than needed so that they live longer. */
static int scratch_ensure(struct lc_v4l2_session *s)
{
	uint64_t sum = 0, size;
	uint32_t i;
	int r;

	for (i = 0; i < s->natural.n_planes; i++)
		sum += s->natural.size[i];
	if (sum > s->job->max_scratch_bytes)
		return -EDQUOT;
	for (i = 0; i < s->natural.n_planes; i++) {
		struct lc_v4l2_scratch *b = &s->scratch[i];

		if (b->fd >= 0 && b->size >= s->natural.size[i])
			continue;
		size = ((uint64_t)s->natural.size[i] * 3 / 2 + 4095) & ~UINT64_C(4095);
		r = -ENOMEM;
		if (sum * 3 / 2 <= s->job->max_scratch_bytes)
			r = scratch_make(s, b, (size_t)size);
		if (r == -ENOMEM)
			r = scratch_make(s, b, s->natural.size[i]);
		if (r < 0)
			return r;
	}
	return 0;
}

/* 1: it is the target; 0: it can't be; or a failure. */
static int choose_scratch(struct lc_v4l2_session *s)
{
	int r;

	if (!s->device->imports || lc_v4l2_learned(&s->device->no_import) ||
	    lc_v4l2_learned(&s->device->no_scratch))
		return 0;
	r = scratch_ensure(s);
	if (r == -EDQUOT)
		return lc_v4l2_fail(s, LC_V4L2_SCARCE, -ENOMEM,
				    "the picture needs more than the limit of memory");
	if (r < 0)
		return 0;
	r = lc_v4l2_queue_request(&s->capture, V4L2_MEMORY_DMABUF, 1, s->natural.n_planes);
	if (r == -EINVAL)
		return 0;
	if (r < 0)
		return lc_v4l2_fail_call(s, r, "REQBUFS of CAPTURE");
	s->format = s->natural;
	s->target = LC_V4L2_SCRATCH;
	return 1;
}

/* --- the driver's memory --- */

static int choose_mmap(struct lc_v4l2_session *s)
{
	int r;

	r = lc_v4l2_queue_request(&s->capture, V4L2_MEMORY_MMAP, 1, s->natural.n_planes);
	if (r < 0)
		return lc_v4l2_fail_call(s, r, "REQBUFS of CAPTURE");
	r = lc_v4l2_queue_map(&s->capture, PROT_READ);
	if (r < 0)
		return lc_v4l2_fail_call(s, r, "mmap of CAPTURE");
	s->format = s->natural;
	s->target = LC_V4L2_MMAP;
	return 0;
}

/* --- choice --- */

/* A copy is the CPU's work, to which the image's owner may have said no. */
static int check_access(struct lc_v4l2_session *s)
{
	const struct libcodec_surface *d = s->job->surface;
	void *data;
	int r;

	if (d->memory != LIBCODEC_MEMORY_DMABUF)
		return 0;
	r = s->host->surface_map(s->host, d, LIBCODEC_ACCESS_WRITE, &data);
	if (r < 0)
		return lc_v4l2_fail(s, LC_V4L2_UNFIT, r,
				    "%s, and the CPU may not write it", s->copied);
	s->host->surface_unmap(s->host, d);
	return 0;
}

int lc_v4l2_target_choose(struct lc_v4l2_session *s)
{
	struct lc_v4l2_source source;
	int r;

	s->place = place_of(s);
	r = choose_in_place(s);
	if (r == 0) {
		r = check_access(s);
		if (r == 0)
			r = choose_scratch(s);
		if (r == 0)
			r = choose_mmap(s);
	}
	if (r < 0)
		return r;
	/* What the driver says of its buffers must hold the picture. */
	lc_v4l2_capture_source(s, NULL, &source);
	if (lc_v4l2_copy_check(&source, s->job->surface) < 0)
		return lc_v4l2_fail(s, LC_V4L2_RESET, -EPROTO,
				    "the device's buffers are smaller than the picture");
	r = lc_v4l2_queue_on(&s->capture);
	return r < 0 ? lc_v4l2_fail_call(s, r, "STREAMON of CAPTURE") : 0;
}

bool lc_v4l2_target_fits(const struct lc_v4l2_session *s)
{
	const struct libcodec_surface *d = s->job->surface;
	struct lc_v4l2_place place = place_of(s);

	/* A copy goes anywhere, but another dma-buf may be one to write in place. */
	if (s->target != LC_V4L2_IN_PLACE)
		return !place.dmabuf ||
		       (same_place(&s->place, &place) && s->place.room == place.room &&
			s->place.refused == place.refused);
	return same_place(&s->place, &place) && !is_refused(s, d->plane_fd_id[0]) &&
	       has_room(d, &s->format);
}

void lc_v4l2_target_layout(const struct lc_v4l2_session *s, uint32_t stride[4],
			   uint64_t offset[4])
{
	layout_of(&s->format, s->job->surface->n_planes, stride, offset);
}

/* The buffer to which the dma-buf is attached, else the one that rested longest. */
static uint32_t slot_for(struct lc_v4l2_session *s, uint64_t id)
{
	uint32_t i, oldest = 0;

	for (i = 0; i < LC_V4L2_SLOTS && i < s->capture.n; i++) {
		if (s->slot_id[i] == id)
			return i;
		if (s->slot_used[i] < s->slot_used[oldest])
			oldest = i;
	}
	return oldest;
}

/* V4L2 has 32 bits for it. */
static uint32_t length_of(uint64_t size)
{
	return size > UINT32_MAX ? UINT32_MAX & ~4095u : (uint32_t)size;
}

int lc_v4l2_target_put(struct lc_v4l2_session *s)
{
	const struct libcodec_surface *d = s->job->surface;
	struct lc_v4l2_payload payload[LC_V4L2_PLANES] = { { .fd = -1 } };
	uint32_t i;
	int r;

	s->index = 0;
	if (s->target == LC_V4L2_IN_PLACE) {
		s->index = slot_for(s, d->plane_fd_id[0]);
		s->slot_id[s->index] = d->plane_fd_id[0];
		s->slot_used[s->index] = s->tag;
		/* The same length each time, or the driver attaches it anew. */
		payload[0].fd = d->plane_fd[0];
		payload[0].length = length_of(d->plane_fd_size[0]);
	} else if (s->target == LC_V4L2_SCRATCH) {
		for (i = 0; i < s->format.n_planes; i++) {
			payload[i].fd = s->scratch[i].fd;
			payload[i].length = length_of(s->scratch[i].size);
		}
	}
	r = lc_v4l2_queue_put(&s->capture, s->index, payload, s->tag);
	if (r == 0 && s->target == LC_V4L2_IN_PLACE) {
		s->exposed = true;
		s->refused_id = 0;
		s->refusals = 0;
	}
	return r;
}

bool lc_v4l2_target_refused(struct lc_v4l2_session *s, int error)
{
	if (error != -EINVAL && error != -EFAULT && error != -EBADF && error != -ENOMEM &&
	    error != -EACCES && error != -EOPNOTSUPP)
		return false;
	if (s->target == LC_V4L2_IN_PLACE) {
		s->refused_id = s->job->surface->plane_fd_id[0];
		s->refusals++;
		return true;
	}
	if (s->target == LC_V4L2_SCRATCH) {
		lc_v4l2_learn(&s->device->no_scratch, 1);
		return true;
	}
	return false;
}
