/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * File operations: opening and closing, and what is wrapped around V4L2's own to count, to
 * fail and to go away.
 */
#include "vjpeg.h"

#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>
#include <media/videobuf2-memops.h>

/* --- open and close --- */

static struct vjpeg_context *new_context(struct vjpeg_device *device)
{
	struct vjpeg_context *ctx = kzalloc(sizeof(*ctx), GFP_KERNEL);

	if (!ctx)
		return NULL;
	ctx->device = device;
	ctx->slot = device->slot;
	ctx->first = true;
	spin_lock_init(&ctx->lock);
	init_waitqueue_head(&ctx->given);
	INIT_DELAYED_WORK(&ctx->work, vjpeg_work);
	INIT_DELAYED_WORK(&ctx->late, vjpeg_late_event);
	return ctx;
}

static int open_context(struct file *file, struct vjpeg_device *device)
{
	struct vjpeg_context *ctx = new_context(device);
	int r;

	if (!ctx)
		return -ENOMEM;
	r = vjpeg_begin_formats(ctx);
	if (r < 0)
		goto no_formats;
	r = vjpeg_engine_new(&ctx->engine);
	if (r < 0)
		goto no_formats;
	v4l2_fh_init(&ctx->fh, &device->video);
	ctx->fh.m2m_ctx = v4l2_m2m_ctx_init(device->m2m, ctx, vjpeg_queues_init);
	if (IS_ERR(ctx->fh.m2m_ctx)) {
		r = PTR_ERR(ctx->fh.m2m_ctx);
		goto no_m2m;
	}
	file->private_data = &ctx->fh;
	v4l2_fh_add(&ctx->fh);
	return 0;

no_m2m:
	v4l2_fh_exit(&ctx->fh);
	vjpeg_engine_free(ctx->engine);
no_formats:
	kfree(ctx);
	return r;
}

/* One more context, where the knob lets it. */
static bool enter(struct vjpeg_device *device)
{
	unsigned int most = READ_ONCE(device->slot->knobs.contexts);

	if (atomic_inc_return(&device->contexts) <= most || !most)
		return true;
	atomic_dec(&device->contexts);
	VJPEG_COUNT(device->slot, busy);
	return false;
}

static int vjpeg_open(struct file *file)
{
	struct vjpeg_device *device = video_drvdata(file);
	int r;

	if (!enter(device))
		return -EBUSY;
	r = open_context(file, device);
	if (r < 0) {
		atomic_dec(&device->contexts);
		return r;
	}
	VJPEG_COUNT(device->slot, opens);
	return 0;
}

/* v4l2-mem2mem still looks at its context behind a job's end: that has to be over, too. */
static void stop_jobs(struct file *file, struct vjpeg_context *ctx)
{
	struct v4l2_m2m_ctx *m2m = ctx->fh.m2m_ctx;

	v4l2_m2m_streamoff(file, m2m, v4l2_m2m_get_src_vq(m2m)->type);
	v4l2_m2m_streamoff(file, m2m, v4l2_m2m_get_dst_vq(m2m)->type);
	cancel_delayed_work_sync(&ctx->work);
}

static int vjpeg_release(struct file *file)
{
	struct vjpeg_context *ctx = vjpeg_context_of(file);
	struct vjpeg_device *device = ctx->device;

	mutex_lock(&device->lock);
	stop_jobs(file, ctx);
	v4l2_m2m_ctx_release(ctx->fh.m2m_ctx);
	mutex_unlock(&device->lock);
	cancel_delayed_work_sync(&ctx->late);
	v4l2_fh_del(&ctx->fh);
	v4l2_fh_exit(&ctx->fh);
	vjpeg_engine_free(ctx->engine);
	kvfree(ctx->stream);
	kfree(ctx);
	atomic_dec(&device->contexts);
	VJPEG_UNCOUNT(device->slot, opens);
	return 0;
}

/* --- poll and ioctl --- */

static __poll_t vjpeg_poll(struct file *file, struct poll_table_struct *wait)
{
	struct vjpeg_context *ctx = vjpeg_context_of(file);

	VJPEG_COUNT(ctx->slot, polls);
	vjpeg_flood(ctx);
	return v4l2_m2m_fop_poll(file, wait);
}

static void count_result(struct vjpeg_slot *slot, unsigned int cmd, long r)
{
	if (r == -EBUSY)
		VJPEG_COUNT(slot, busy);
	if (r < 0)
		return;
	switch (cmd) {
	case VIDIOC_S_FMT:
		VJPEG_COUNT(slot, s_fmt);
		break;
	case VIDIOC_G_FMT:
		VJPEG_COUNT(slot, g_fmt);
		break;
	case VIDIOC_REQBUFS:
		VJPEG_COUNT(slot, reqbufs);
		break;
	case VIDIOC_STREAMON:
		VJPEG_COUNT(slot, streamon);
		break;
	case VIDIOC_STREAMOFF:
		VJPEG_COUNT(slot, streamoff);
		break;
	case VIDIOC_DQEVENT:
		VJPEG_COUNT(slot, dqevent);
		break;
	}
}

static long vjpeg_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct vjpeg_context *ctx = vjpeg_context_of(file);
	struct vjpeg_slot *slot = ctx->slot;
	bool leave;
	long r;

	spin_lock(&slot->lock);
	slot->stats.ioctls++;
	leave = vjpeg_next_unplug(&slot->knobs.unplug_at);
	r = vjpeg_next_ioctl(&slot->knobs, _IOC_NR(cmd));
	spin_unlock(&slot->lock);
	if (leave) {
		vjpeg_leave(ctx->device);
		return -ENODEV;
	}
	if (cmd == VIDIOC_DQEVENT)
		vjpeg_flood(ctx);
	if (r == 0)
		r = video_ioctl2(file, cmd, arg);
	count_result(slot, cmd, r);
	return r;
}

/* --- mmap: vb2's mappings, counted --- */

struct mapping {
	refcount_t areas;
	struct vjpeg_slot *slot;
	/* vb2's */
	const struct vm_operations_struct *ops;
	void *data;
};

/* Call one of vb2's with what it left in the area. */
static void call_vb2(struct vm_area_struct *vma, void (*call)(struct vm_area_struct *vma))
{
	struct mapping *m = vma->vm_private_data;

	vma->vm_private_data = m->data;
	call(vma);
	vma->vm_private_data = m;
}

static void mapping_open(struct vm_area_struct *vma)
{
	struct mapping *m = vma->vm_private_data;

	refcount_inc(&m->areas);
	VJPEG_COUNT(m->slot, mapped);
	call_vb2(vma, m->ops->open);
}

static void mapping_close(struct vm_area_struct *vma)
{
	struct mapping *m = vma->vm_private_data;

	call_vb2(vma, m->ops->close);
	VJPEG_UNCOUNT(m->slot, mapped);
	if (refcount_dec_and_test(&m->areas))
		kfree(m);
}

static const struct vm_operations_struct mapping_ops = {
	.open = mapping_open,
	.close = mapping_close,
};

static int vjpeg_mmap(struct file *file, struct vm_area_struct *vma)
{
	struct mapping *m = kzalloc(sizeof(*m), GFP_KERNEL);
	int r;

	if (!m)
		return -ENOMEM;
	r = v4l2_m2m_fop_mmap(file, vma);
	if (r < 0 || WARN_ON_ONCE(vma->vm_ops != &vb2_common_vm_ops)) {
		kfree(m);
		return r;
	}
	refcount_set(&m->areas, 1);
	m->slot = vjpeg_context_of(file)->slot;
	m->ops = vma->vm_ops;
	m->data = vma->vm_private_data;
	vma->vm_private_data = m;
	vma->vm_ops = &mapping_ops;
	VJPEG_COUNT(m->slot, mapped);
	return 0;
}

const struct v4l2_file_operations vjpeg_file_operations = {
	.owner = THIS_MODULE,
	.open = vjpeg_open,
	.release = vjpeg_release,
	.poll = vjpeg_poll,
	.unlocked_ioctl = vjpeg_ioctl,
	.mmap = vjpeg_mmap,
};
