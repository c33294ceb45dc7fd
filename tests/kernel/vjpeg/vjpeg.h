/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The virtual JPEG decoder: what its rooms share. A slot is a place for a device, with knobs
 * and counters, and lives as long as the module; a device comes and goes in it, and its memory
 * stays until its last file is closed; a context is an open file.
 *
 * Locks, from the outer to the inner one:
 *   slot->plug     who registers and unregisters; no ioctl is waited for below it
 *   device->lock   V4L2's, of ioctls and of both queues; a job never takes it
 *   context->lock  what both ioctls and jobs change
 *   slot->lock     knobs and counters
 */
#ifndef VJPEG_H
#define VJPEG_H

#include <linux/debugfs.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/videodev2.h>
#include <linux/wait.h>
#include <linux/workqueue.h>
#include <media/media-device.h>
#include <media/v4l2-device.h>
#include <media/v4l2-event.h>
#include <media/v4l2-fh.h>
#include <media/v4l2-ioctl.h>
#include <media/v4l2-mem2mem.h>
#include <media/videobuf2-v4l2.h>

#include "engine.h"

#define VJPEG_NAME "vjpeg"
#define VJPEG_EVENTS_MAX 64u /* of a kind that wait: more than a client should take */

struct platform_device;

struct vjpeg_slot {
	unsigned int index;
	spinlock_t lock;
	struct vjpeg_knobs knobs;
	struct vjpeg_stats stats;
	struct mutex plug;
	struct platform_device *platform; /* NULL: nothing is plugged */
	struct vjpeg_device *device;
	struct delayed_work replug;
};

extern struct vjpeg_slot vjpeg_slots[VJPEG_DEVICES];
extern struct workqueue_struct *vjpeg_workqueue;

struct vjpeg_device {
	struct vjpeg_slot *slot;
	/* Knobs of when it was plugged. */
	u32 planar, coded, mem;
	struct v4l2_device v4l2;
	struct video_device video;
	struct media_device media;
	struct v4l2_m2m_dev *m2m;
	struct mutex lock;
	atomic_t contexts;
};

/* What a queue's format is. OUTPUT's is bytes, whatever they are; CAPTURE's an encoder's, too. */
struct vjpeg_side {
	u32 fourcc;
	bool coded;
	u32 width, height;          /* of the picture, as the device believes */
	u32 size;                   /* coded: sizeimage */
	u32 x, y;                   /* raw: where the picture lies */
	struct vjpeg_layout layout; /* raw */
};

enum { VJPEG_OUTPUT, VJPEG_CAPTURE };

struct vjpeg_context {
	struct v4l2_fh fh;
	struct vjpeg_device *device;
	struct vjpeg_slot *slot;
	struct delayed_work late;   /* an event */
	u32 sequence[2];

	spinlock_t lock;
	struct vjpeg_side side[2];
	struct vjpeg_side latched;  /* CAPTURE's after the next STREAMOFF */
	bool has_latched;
	struct vjpeg_header header; /* the last one, where parsed */
	bool parsed;
	bool stale;                 /* what came of it was not true */
	bool first;                 /* no header came since STREAMON(OUTPUT) */
	bool waiting;               /* for STREAMON(CAPTURE) */

	/* The job, see vjpeg-job.c. */
	struct delayed_work work;
	wait_queue_head_t given;
	unsigned int running;       /* jobs that were given to it and aren't finished */
	bool begun;                 /* the work has begun with it */
	unsigned int kind;          /* VJPEG_JOB_*, then */
	struct vjpeg_engine *engine;
	u8 *stream;
	size_t stream_size;
};

struct vjpeg_buffer {
	struct v4l2_m2m_buffer m2m;
	unsigned int attached;      /* planes with a dma-buf */
	/* OUTPUT's, by its last QBUF: */
	bool looked;
	bool refused;               /* where looked */
	struct vjpeg_header header; /* where looked and not refused */
};

static inline struct vjpeg_buffer *vjpeg_buffer_of(struct vb2_buffer *vb)
{
	return container_of(to_vb2_v4l2_buffer(vb), struct vjpeg_buffer, m2m.vb);
}

static inline struct vjpeg_context *vjpeg_context_of(struct file *file)
{
	return container_of(file->private_data, struct vjpeg_context, fh);
}

static inline unsigned int vjpeg_side_of(u32 type)
{
	return V4L2_TYPE_IS_OUTPUT(type) ? VJPEG_OUTPUT : VJPEG_CAPTURE;
}

static inline struct vjpeg_side vjpeg_get_side(struct vjpeg_context *ctx, unsigned int which)
{
	struct vjpeg_side side;

	spin_lock(&ctx->lock);
	side = ctx->side[which];
	spin_unlock(&ctx->lock);
	return side;
}

static inline void vjpeg_set_side(struct vjpeg_context *ctx, unsigned int which,
				  const struct vjpeg_side *side)
{
	spin_lock(&ctx->lock);
	ctx->side[which] = *side;
	spin_unlock(&ctx->lock);
}

/* Knobs as they are now: they may be turned at any time. */
static inline struct vjpeg_knobs vjpeg_knobs_now(struct vjpeg_slot *slot)
{
	struct vjpeg_knobs knobs;

	spin_lock(&slot->lock);
	knobs = slot->knobs;
	spin_unlock(&slot->lock);
	return knobs;
}

static inline void vjpeg_add(struct vjpeg_slot *slot, unsigned int *stat, unsigned int n)
{
	spin_lock(&slot->lock);
	*stat += n;
	spin_unlock(&slot->lock);
}

#define VJPEG_COUNT(slot, name) vjpeg_add((slot), &(slot)->stats.name, 1)
#define VJPEG_UNCOUNT(slot, name) vjpeg_add((slot), &(slot)->stats.name, -1u)

/* vjpeg-main.c. Register and unregister; -EBUSY and -ENODEV where that is so already. */
int vjpeg_plug(struct vjpeg_slot *slot);
int vjpeg_unplug(struct vjpeg_slot *slot);
/* The device goes by itself, from an ioctl or a job of its own, and may come back. */
void vjpeg_leave(struct vjpeg_device *device);

/* vjpeg-debugfs.c */
void vjpeg_debugfs_add(void);
void vjpeg_debugfs_remove(void);

/* vjpeg-file.c */
extern const struct v4l2_file_operations vjpeg_file_operations;

/* vjpeg-ioctl.c */
extern const struct v4l2_ioctl_ops vjpeg_ioctls_single, vjpeg_ioctls_mplane, vjpeg_ioctls_both;

/* vjpeg-format.c: what a queue may be, and what it is. @type is a v4l2_buf_type. */
bool vjpeg_is_mplane(const struct vjpeg_device *device, u32 type);
/* The fourcc of that index in the list, or 0. */
u32 vjpeg_nth_fourcc(const struct vjpeg_device *device, const struct vjpeg_knobs *knobs,
		     u32 type, unsigned int index);
bool vjpeg_has_fourcc(const struct vjpeg_device *device, const struct vjpeg_knobs *knobs,
		      u32 type, u32 fourcc);
/* A raw side of a picture. 0 or -EINVAL. */
int vjpeg_raw_side(const struct vjpeg_knobs *knobs, u32 format, u32 width, u32 height,
		   u32 bytesperline, struct vjpeg_side *ret);
/* What becomes of @f, which is filled; the side is set where @set. */
int vjpeg_try_format(struct vjpeg_context *ctx, struct v4l2_format *f, bool set);
void vjpeg_fill_format(const struct vjpeg_knobs *knobs, const struct vjpeg_side *side,
		       struct v4l2_format *f);
/* Both sides as a file begins with. */
int vjpeg_begin_formats(struct vjpeg_context *ctx);

/* vjpeg-queue.c */
int vjpeg_queues_init(void *priv, struct vb2_queue *output, struct vb2_queue *capture);

/* vjpeg-stream.c: headers. What is in a buffer, without its data_offset. */
const u8 *vjpeg_payload(struct vb2_buffer *vb, size_t *ret_size);
/* Look at an OUTPUT buffer's header. False: the device refuses it. */
bool vjpeg_look(struct vjpeg_context *ctx, const struct vjpeg_knobs *knobs,
		struct vjpeg_buffer *buf);
/* Adapt to a header, where it is another one, and tell. */
void vjpeg_take_header(struct vjpeg_context *ctx, const struct vjpeg_knobs *knobs,
		       const struct vjpeg_header *header);
/* Whether it is the one that was taken last. */
bool vjpeg_is_taken(struct vjpeg_context *ctx, const struct vjpeg_header *header);
/* Where events never run dry: have some. */
void vjpeg_flood(struct vjpeg_context *ctx);
void vjpeg_send_eos(struct vjpeg_context *ctx);
void vjpeg_late_event(struct work_struct *work);

/* vjpeg-job.c */
extern const struct v4l2_m2m_ops vjpeg_m2m_operations;
void vjpeg_work(struct work_struct *work);

#endif
