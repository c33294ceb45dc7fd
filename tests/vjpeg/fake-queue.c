/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The fake's queues of buffers: the checks, the states and the order of videobuf2, on
 * memory that is a memfd (MMAP), anything that can be mapped (DMABUF) or the caller's.
 */
#include "config.h"

#include "fake-private.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define PAGE          4096u
#define CAPTURE_BASE  (1u << 30) /* of the cookies for mmap() */

void fake_list_add(struct fake_list *list, unsigned int index)
{
	list->index[list->n++] = (uint8_t)index;
}

void fake_list_drop(struct fake_list *list, unsigned int index)
{
	unsigned int i, n = 0;

	for (i = 0; i < list->n; i++)
		if (list->index[i] != index)
			list->index[n++] = list->index[i];
	list->n = n;
}

void fake_queue_init(struct fake_queue *q, struct fake_open *open, bool is_output)
{
	q->open = open;
	q->is_output = is_output;
}

static struct vjpeg_stats *stats(const struct fake_queue *q)
{
	return &q->open->dev->stats;
}

static bool is_mplane(const struct fake_queue *q)
{
	return V4L2_TYPE_IS_MULTIPLANAR(q->type);
}

/* --- memory --- */

static void plane_release(struct fake_queue *q, struct fake_plane *p)
{
	if (p->data && q->memory != V4L2_MEMORY_USERPTR)
		munmap(p->data, p->size);
	if (p->data && q->memory == V4L2_MEMORY_DMABUF)
		stats(q)->attached--;
	if (p->memfd >= 0)
		close(p->memfd);
	p->memfd = -1;
	p->data = NULL;
	p->size = 0;
}

static void buffer_release(struct fake_queue *q, struct fake_buffer *b)
{
	unsigned int i;

	for (i = 0; i < b->n_planes; i++)
		plane_release(q, &b->plane[i]);
}

static int map(struct fake_plane *p, int fd, size_t size)
{
	void *data = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (data == MAP_FAILED)
		return -errno;
	p->data = data;
	p->size = size;
	return 0;
}

static int plane_alloc(struct fake_plane *p)
{
	size_t size = ((size_t)p->length + PAGE - 1) / PAGE * PAGE;
	struct stat st;

	p->memfd = memfd_create("vjpeg", MFD_CLOEXEC);
	if (p->memfd < 0 || ftruncate(p->memfd, (off_t)size) < 0 ||
	    fstat(p->memfd, &st) < 0)
		return -ENOMEM;
	p->dev = st.st_dev;
	p->ino = st.st_ino;
	return map(p, p->memfd, size) < 0 ? -ENOMEM : 0;
}

/* --- REQBUFS and QUERYBUF --- */

/* What the driver's queue_setup says. */
static unsigned int setup(const struct fake_queue *q, uint32_t size[VJPEG_PLANES])
{
	const struct vjpeg_layout *layout = &q->open->geometry.layout;

	if (q->is_output || (q->open->dev->coded & VJPEG_CODED_ENCODER)) {
		size[0] = q->open->coded_size;
		return 1;
	}
	memcpy(size, layout->size, sizeof(layout->size));
	return layout->n_mem;
}

static int buffer_init(struct fake_queue *q, unsigned int index)
{
	struct fake_buffer *b = &q->buffer[index];
	uint32_t size[VJPEG_PLANES];
	unsigned int i;
	int r = 0;

	memset(b, 0, sizeof(*b));
	b->index = index;
	b->n_planes = setup(q, size);
	for (i = 0; i < b->n_planes; i++)
		b->plane[i].memfd = -1;
	for (i = 0; i < b->n_planes; i++) {
		b->plane[i].length = b->plane[i].min_length = size[i];
		if (q->memory != V4L2_MEMORY_MMAP)
			continue;
		b->plane[i].m.offset = (q->is_output ? 0 : CAPTURE_BASE) +
				       (index * VJPEG_PLANES + i) * PAGE;
		r = plane_alloc(&b->plane[i]);
		if (r < 0)
			break;
	}
	if (r < 0)
		buffer_release(q, b);
	return r;
}

static void cancel(struct fake_queue *q)
{
	unsigned int i;

	fake_abort(q->open);
	if (q->streaming)
		fake_driver_stop(q);
	q->streaming = false;
	q->queued.n = q->ready.n = q->done.n = 0;
	for (i = 0; i < q->n_buffers; i++)
		q->buffer[i].state = FAKE_DEQUEUED;
	fake_wake();
}

/* Mapped memory lives on: its buffers are orphans. */
static void release(struct fake_queue *q)
{
	unsigned int i;

	for (i = 0; i < q->n_buffers; i++)
		buffer_release(q, &q->buffer[i]);
	q->n_buffers = 0;
	q->memory = 0;
}

void fake_queue_done(struct fake_queue *q)
{
	q->streaming = false;
	release(q);
}

static uint32_t memory_bit(uint32_t memory)
{
	switch (memory) {
	case V4L2_MEMORY_MMAP:
		return VJPEG_MEM_MMAP;
	case V4L2_MEMORY_USERPTR:
		return VJPEG_MEM_USERPTR;
	case V4L2_MEMORY_DMABUF:
		return VJPEG_MEM_DMABUF;
	default:
		return 0;
	}
}

int fake_reqbufs(struct fake_open *o, struct v4l2_requestbuffers *req)
{
	struct fake_queue *q = fake_queue_of(o, req->type);
	uint32_t mem = o->dev->mem, n = req->count;

	if (!q || !(memory_bit(req->memory) & mem))
		return -EINVAL;
	req->flags = 0;
	memset(req->reserved, 0, sizeof(req->reserved));
	req->capabilities = V4L2_BUF_CAP_SUPPORTS_ORPHANED_BUFS |
			    (mem & VJPEG_MEM_MMAP ? V4L2_BUF_CAP_SUPPORTS_MMAP : 0) |
			    (mem & VJPEG_MEM_USERPTR ? V4L2_BUF_CAP_SUPPORTS_USERPTR : 0) |
			    (mem & VJPEG_MEM_DMABUF ? V4L2_BUF_CAP_SUPPORTS_DMABUF : 0);
	if (q->streaming)
		return -EBUSY;
	if (q->n_buffers) {
		cancel(q);
		release(q);
	}
	if (!n)
		return 0;
	if (n > FAKE_BUFFERS)
		n = FAKE_BUFFERS;
	q->type = req->type;
	q->memory = req->memory;
	while (q->n_buffers < n && buffer_init(q, q->n_buffers) == 0)
		q->n_buffers++;
	if (!q->n_buffers) {
		q->memory = 0;
		return -ENOMEM;
	}
	req->count = q->n_buffers;
	return 0;
}

/* Whether the caller's array has room for the buffer's planes. */
static int check_planes(const struct fake_queue *q, const struct fake_buffer *buf,
			const struct v4l2_buffer *b)
{
	if (!is_mplane(q))
		return 0;
	return !b->m.planes || b->length < buf->n_planes ? -EINVAL : 0;
}

static void tell_plane(const struct fake_queue *q, const struct fake_plane *p,
		       struct v4l2_plane *ret_plane)
{
	memset(ret_plane, 0, sizeof(*ret_plane));
	ret_plane->bytesused = p->bytesused;
	ret_plane->length = p->length;
	ret_plane->data_offset = p->data_offset;
	if (q->memory == V4L2_MEMORY_USERPTR)
		ret_plane->m.userptr = p->m.userptr;
	else if (q->memory == V4L2_MEMORY_DMABUF)
		ret_plane->m.fd = p->m.fd;
	else
		ret_plane->m.mem_offset = p->m.offset;
}

static uint32_t mapped_flag(const struct fake_buffer *buf)
{
	unsigned int i;

	for (i = 0; i < buf->n_planes; i++)
		if (fake_is_mapped(&buf->plane[i]))
			return V4L2_BUF_FLAG_MAPPED;
	return 0;
}

static uint32_t state_flags(const struct fake_buffer *buf)
{
	switch (buf->state) {
	case FAKE_QUEUED:
		return V4L2_BUF_FLAG_QUEUED;
	case FAKE_ERROR:
		return V4L2_BUF_FLAG_ERROR | V4L2_BUF_FLAG_DONE;
	case FAKE_DONE:
		return V4L2_BUF_FLAG_DONE;
	default:
		return 0;
	}
}

static void tell(const struct fake_queue *q, const struct fake_buffer *buf,
		 struct v4l2_buffer *b)
{
	struct v4l2_plane plane, *planes = b->m.planes;
	unsigned int i;

	b->index = buf->index;
	b->type = q->type;
	b->memory = q->memory;
	b->field = buf->field;
	b->timestamp = buf->timestamp;
	b->timecode = buf->timecode;
	b->sequence = buf->sequence;
	b->reserved2 = 0;
	b->request_fd = 0;
	b->bytesused = 0;
	b->flags = (buf->flags & (V4L2_BUF_FLAG_LAST | V4L2_BUF_FLAG_TIMECODE |
				  V4L2_BUF_FLAG_KEYFRAME)) |
		   V4L2_BUF_FLAG_TIMESTAMP_COPY | state_flags(buf) | mapped_flag(buf);
	if (is_mplane(q)) {
		b->length = buf->n_planes;
		for (i = 0; i < buf->n_planes; i++)
			tell_plane(q, &buf->plane[i], &planes[i]);
		return;
	}
	tell_plane(q, &buf->plane[0], &plane);
	b->bytesused = plane.bytesused;
	b->length = plane.length;
	if (q->memory == V4L2_MEMORY_USERPTR)
		b->m.userptr = plane.m.userptr;
	else if (q->memory == V4L2_MEMORY_DMABUF)
		b->m.fd = plane.m.fd;
	else
		b->m.offset = plane.m.mem_offset;
}

/* The buffer that is meant, or NULL. */
static struct fake_buffer *named(struct fake_queue *q, const struct v4l2_buffer *b)
{
	if (!q || b->type != q->type || b->index >= q->n_buffers ||
	    check_planes(q, &q->buffer[b->index], b) < 0)
		return NULL;
	return &q->buffer[b->index];
}

int fake_querybuf(struct fake_open *o, struct v4l2_buffer *b)
{
	struct fake_queue *q = fake_queue_of(o, b->type);
	struct fake_buffer *buf = named(q, b);

	if (!buf)
		return -EINVAL;
	tell(q, buf, b);
	return 0;
}

struct fake_plane *fake_plane_at(struct fake_open *o, off_t offset)
{
	struct fake_queue *q = offset & CAPTURE_BASE ? &o->capture : &o->output;
	uint64_t at = ((uint64_t)offset & ~(uint64_t)CAPTURE_BASE) / PAGE;
	uint64_t index = at / VJPEG_PLANES, plane = at % VJPEG_PLANES;

	if (offset < 0 || offset % PAGE || q->memory != V4L2_MEMORY_MMAP ||
	    index >= q->n_buffers || plane >= q->buffer[index].n_planes)
		return NULL;
	return &q->buffer[index].plane[plane];
}

int fake_expbuf(struct fake_open *o, struct v4l2_exportbuffer *e)
{
	struct fake_queue *q = fake_queue_of(o, e->type);
	int fd;

	if (!q || q->memory != V4L2_MEMORY_MMAP || e->type != q->type ||
	    (e->flags & ~(uint32_t)(O_CLOEXEC | O_ACCMODE)) || e->index >= q->n_buffers ||
	    e->plane >= q->buffer[e->index].n_planes)
		return -EINVAL;
	fd = fcntl(q->buffer[e->index].plane[e->plane].memfd,
		   e->flags & O_CLOEXEC ? F_DUPFD_CLOEXEC : F_DUPFD, 0);
	if (fd < 0)
		return -errno;
	e->fd = fd;
	return 0;
}

/* --- QBUF --- */

/* What the caller says of each plane, with single planes and with several alike. */
static void read_planes(const struct fake_queue *q, const struct fake_buffer *buf,
			const struct v4l2_buffer *b, struct v4l2_plane plane[VJPEG_PLANES])
{
	unsigned int i;

	memset(plane, 0, VJPEG_PLANES * sizeof(plane[0]));
	if (is_mplane(q)) {
		memcpy(plane, b->m.planes, buf->n_planes * sizeof(plane[0]));
	} else {
		plane[0].bytesused = b->bytesused;
		plane[0].length = b->length;
		if (q->memory == V4L2_MEMORY_DMABUF)
			plane[0].m.fd = b->m.fd;
		else
			plane[0].m.userptr = b->m.userptr;
	}
	for (i = 0; q->memory == V4L2_MEMORY_MMAP && i < buf->n_planes; i++)
		plane[i].length = buf->plane[i].length;
	/* Of CAPTURE it is the driver that says how much, and where it begins. */
	for (i = 0; !q->is_output && i < buf->n_planes; i++)
		plane[i].bytesused = plane[i].data_offset = 0;
}

/* vb2's __verify_length(). */
static int check_lengths(const struct fake_queue *q, const struct fake_buffer *buf,
			 const struct v4l2_plane *plane)
{
	uint32_t length, used;
	unsigned int i;

	for (i = 0; q->is_output && i < buf->n_planes; i++) {
		length = plane[i].length;
		/* Of a single plane it knows the length it has, but for USERPTR. */
		if (!is_mplane(q) && q->memory == V4L2_MEMORY_DMABUF)
			length = buf->plane[i].length;
		used = plane[i].bytesused ? plane[i].bytesused : length;
		if (plane[i].bytesused > length ||
		    (plane[i].data_offset && plane[i].data_offset >= used))
			return -EINVAL;
	}
	return 0;
}

static int attach(struct fake_queue *q, struct fake_plane *p, int fd, size_t length)
{
	struct stat st;
	int r;

	if (fstat(fd, &st) < 0)
		return -EINVAL;
	if (length > (uint64_t)st.st_size)
		return -EFAULT;
	r = map(p, fd, (size_t)st.st_size);
	if (r < 0)
		return r;
	p->dev = st.st_dev;
	p->ino = st.st_ino;
	stats(q)->attached++;
	stats(q)->attaches++;
	return 0;
}

/* The dma-buf of a plane is looked at: -EINVAL, or its length. */
static int64_t check_dmabuf(const struct fake_plane *p, const struct v4l2_plane *plane,
			    bool *ret_same)
{
	struct stat st;
	uint64_t length = plane->length;

	if (fstat(plane->m.fd, &st) < 0 || !S_ISREG(st.st_mode))
		return -EINVAL;
	if (!length)
		length = (uint64_t)st.st_size;
	if (length < p->min_length || length > UINT32_MAX)
		return -EINVAL;
	*ret_same = p->data && p->dev == st.st_dev && p->ino == st.st_ino &&
		    p->length == length;
	return (int64_t)length;
}

static int prepare_dmabuf(struct fake_queue *q, struct fake_buffer *buf,
			  struct v4l2_plane *plane)
{
	bool all_same = true, same;
	int64_t length;
	unsigned int i;
	int r;

	if (q->open->dev->knobs.lazy_import)
		return -EINVAL;
	for (i = 0; i < buf->n_planes; i++) {
		length = check_dmabuf(&buf->plane[i], &plane[i], &same);
		if (length < 0)
			return (int)length;
		plane[i].length = (uint32_t)length;
		all_same &= same;
	}
	for (i = 0; !all_same && i < buf->n_planes; i++)
		plane_release(q, &buf->plane[i]);
	for (i = 0; !all_same && i < buf->n_planes; i++) {
		r = attach(q, &buf->plane[i], plane[i].m.fd, plane[i].length);
		if (r < 0) {
			buffer_release(q, buf);
			return r;
		}
	}
	for (i = 0; i < buf->n_planes; i++)
		buf->plane[i].m.fd = plane[i].m.fd;
	return 0;
}

static int prepare_userptr(struct fake_buffer *buf, const struct v4l2_plane *plane)
{
	unsigned int i;

	for (i = 0; i < buf->n_planes; i++) {
		if (plane[i].length < buf->plane[i].min_length)
			return -EINVAL;
		if (!plane[i].m.userptr)
			return -EFAULT;
	}
	for (i = 0; i < buf->n_planes; i++) {
		buf->plane[i].m.userptr = plane[i].m.userptr;
		buf->plane[i].data = (uint8_t *)plane[i].m.userptr;
		buf->plane[i].size = plane[i].length;
	}
	return 0;
}

/* The driver's buf_prepare: its format may have grown since REQBUFS. */
static int check_room(const struct fake_queue *q, const struct fake_buffer *buf)
{
	uint32_t size[VJPEG_PLANES];
	unsigned int i, n = setup(q, size);

	if (q->is_output)
		return 0;
	for (i = 0; i < n; i++)
		if (i >= buf->n_planes || buf->plane[i].length < size[i])
			return -EINVAL;
	return 0;
}

static int prepare(struct fake_queue *q, struct fake_buffer *buf, struct v4l2_plane *plane)
{
	unsigned int i;
	int r = 0;

	if (q->memory == V4L2_MEMORY_DMABUF)
		r = prepare_dmabuf(q, buf, plane);
	else if (q->memory == V4L2_MEMORY_USERPTR)
		r = prepare_userptr(buf, plane);
	if (r < 0)
		return r;
	for (i = 0; i < buf->n_planes; i++) {
		buf->plane[i].length = plane[i].length;
		buf->plane[i].data_offset = plane[i].data_offset;
		buf->plane[i].bytesused = plane[i].bytesused;
		if (q->is_output && !plane[i].bytesused)
			buf->plane[i].bytesused = plane[i].length;
	}
	r = check_room(q, buf);
	if (r < 0 && q->memory == V4L2_MEMORY_DMABUF)
		buffer_release(q, buf);
	return r;
}

int fake_qbuf(struct fake_open *o, struct v4l2_buffer *b)
{
	struct fake_queue *q = fake_queue_of(o, b->type);
	struct fake_buffer *buf = named(q, b);
	struct v4l2_plane plane[VJPEG_PLANES];
	int r;

	if (!buf || b->memory != q->memory)
		return -EINVAL;
	if (b->flags & V4L2_BUF_FLAG_REQUEST_FD)
		return q->is_output ? -EBADR : -EPERM;
	read_planes(q, buf, b, plane);
	if (q->is_output && b->field == V4L2_FIELD_ALTERNATE)
		return -EINVAL;
	r = check_lengths(q, buf, plane);
	if (r < 0)
		return r;
	if (buf->state != FAKE_DEQUEUED)
		return -EINVAL;
	r = prepare(q, buf, plane);
	if (r < 0)
		return r;
	stats(q)->imported += q->memory == V4L2_MEMORY_DMABUF;
	buf->state = FAKE_QUEUED;
	buf->sequence = 0;
	buf->field = V4L2_FIELD_NONE;
	buf->flags = 0;
	if (q->is_output) {
		buf->timestamp = b->timestamp;
		buf->flags = b->flags & V4L2_BUF_FLAG_TIMECODE;
		if (buf->flags)
			buf->timecode = b->timecode;
	}
	fake_list_add(&q->queued, buf->index);
	if (q->streaming)
		fake_driver_queue(q, buf, false);
	tell(q, buf, b);
	fake_schedule(o);
	return 0;
}

/* --- DQBUF and the stream --- */

void fake_buffer_done(struct fake_queue *q, struct fake_buffer *b, enum fake_state state)
{
	fake_list_drop(&q->ready, b->index);
	fake_list_add(&q->done, b->index);
	b->state = state;
	b->sequence = q->sequence++;
	fake_wake();
}

/* Wait until a buffer is done, or there is no point. */
static int wait_done(struct fake_open *o, struct fake_queue *q)
{
	for (;;) {
		int64_t next;

		if (fake_is_gone(o))
			return -ENODEV;
		if (!q->streaming)
			return -EINVAL;
		if (q->last_dequeued)
			return -EPIPE;
		if (q->done.n)
			return 0;
		if (o->nonblock)
			return -EAGAIN;
		next = fake_advance(fake_now_ns());
		if (!q->done.n)
			fake_wait(next);
	}
}

int fake_dqbuf(struct fake_open *o, struct v4l2_buffer *b)
{
	struct fake_queue *q = fake_queue_of(o, b->type);
	struct fake_buffer *buf;
	int r;

	if (!q || (q->type && b->type != q->type))
		return -EINVAL;
	r = wait_done(o, q);
	if (r < 0)
		return r;
	buf = &q->buffer[q->done.index[0]];
	r = check_planes(q, buf, b);
	if (r < 0)
		return r;
	tell(q, buf, b);
	b->flags &= ~(uint32_t)V4L2_BUF_FLAG_DONE;
	if (!q->is_output && (buf->flags & V4L2_BUF_FLAG_LAST))
		q->last_dequeued = true;
	fake_list_drop(&q->done, buf->index);
	fake_list_drop(&q->queued, buf->index);
	buf->state = FAKE_DEQUEUED;
	return 0;
}

int fake_streamon(struct fake_open *o, uint32_t type)
{
	struct fake_queue *q = fake_queue_of(o, type);
	unsigned int i;

	if (!q || (q->n_buffers && type != q->type))
		return -EINVAL;
	if (q->streaming)
		return 0;
	if (!q->n_buffers)
		return -EINVAL;
	q->sequence = 0;
	q->streaming = true;
	fake_driver_start(q);
	/* A refused one is done at once, but stays in the list. */
	for (i = 0; i < q->queued.n; i++)
		fake_driver_queue(q, &q->buffer[q->queued.index[i]], true);
	fake_schedule(o);
	return 0;
}

int fake_streamoff(struct fake_open *o, uint32_t type)
{
	struct fake_queue *q = fake_queue_of(o, type);

	if (!q || (q->n_buffers && type != q->type))
		return -EINVAL;
	cancel(q);
	q->last_dequeued = false;
	fake_schedule(o);
	return 0;
}
