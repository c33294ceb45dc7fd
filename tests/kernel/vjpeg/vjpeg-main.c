/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The module, its slots, and devices that come and go in them. Each plug makes a platform
 * device, so that udev and sysfs see what they see of hardware.
 */
#include "vjpeg.h"

#include <linux/cpu.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/slab.h>
#include <linux/version.h>

struct vjpeg_slot vjpeg_slots[VJPEG_DEVICES];
struct workqueue_struct *vjpeg_workqueue;

/* --- a device --- */

static void nothing(struct work_struct *work)
{
}

/*
 * When a job has ended, v4l2-mem2mem has a work of its own that begins the next one. It may
 * still be about to find that there is none: what was queued behind it on its processor comes
 * after it.
 */
static void wait_for_m2m(void)
{
	struct work_struct work;
	int cpu;

	cpus_read_lock();
	for_each_online_cpu(cpu) {
		INIT_WORK_ONSTACK(&work, nothing);
		schedule_work_on(cpu, &work);
		flush_work(&work);
		destroy_work_on_stack(&work);
	}
	cpus_read_unlock();
}

/* Behind the last file, or in the removal where none is open. */
static void release(struct v4l2_device *v4l2)
{
	struct vjpeg_device *device = container_of(v4l2, struct vjpeg_device, v4l2);

	v4l2_device_unregister(&device->v4l2);
	wait_for_m2m();
	v4l2_m2m_release(device->m2m);
	media_device_cleanup(&device->media);
	mutex_destroy(&device->lock);
	kfree(device);
}

static void set_up_media(struct vjpeg_device *device, struct device *parent)
{
	struct media_device *media = &device->media;

	media->dev = parent;
	strscpy(media->model, VJPEG_NAME, sizeof(media->model));
	snprintf(media->bus_info, sizeof(media->bus_info), "platform:%s", dev_name(parent));
	media_device_init(media);
	device->v4l2.mdev = media;
}

static void set_up_video(struct vjpeg_device *device)
{
	struct video_device *video = &device->video;

	snprintf(video->name, sizeof(video->name), VJPEG_NAME "-%u", device->slot->index);
	video->vfl_dir = VFL_DIR_M2M;
	video->fops = &vjpeg_file_operations;
	video->release = video_device_release_empty;
	video->lock = &device->lock;
	video->v4l2_dev = &device->v4l2;
	video->device_caps = V4L2_CAP_STREAMING;
	switch (device->planar) {
	case VJPEG_SINGLE:
		video->ioctl_ops = &vjpeg_ioctls_single;
		video->device_caps |= V4L2_CAP_VIDEO_M2M;
		break;
	case VJPEG_BOTH:
		video->ioctl_ops = &vjpeg_ioctls_both;
		video->device_caps |= V4L2_CAP_VIDEO_M2M | V4L2_CAP_VIDEO_M2M_MPLANE;
		break;
	default:
		video->ioctl_ops = &vjpeg_ioctls_mplane;
		video->device_caps |= V4L2_CAP_VIDEO_M2M_MPLANE;
		break;
	}
	video_set_drvdata(video, device);
}

/* All that user space sees. */
static int register_nodes(struct vjpeg_device *device)
{
	u32 function = device->coded & VJPEG_CODED_ENCODER ? MEDIA_ENT_F_PROC_VIDEO_ENCODER
							   : MEDIA_ENT_F_PROC_VIDEO_DECODER;
	int r;

	r = video_register_device(&device->video, VFL_TYPE_VIDEO, -1);
	if (r < 0)
		return r;
	r = v4l2_m2m_register_media_controller(device->m2m, &device->video, function);
	if (r < 0)
		goto no_controller;
	r = media_device_register(&device->media);
	if (r < 0)
		goto no_media;
	return 0;

no_media:
	v4l2_m2m_unregister_media_controller(device->m2m);
no_controller:
	video_unregister_device(&device->video);
	return r;
}

static struct vjpeg_device *new_device(struct vjpeg_slot *slot)
{
	struct vjpeg_device *device = kzalloc(sizeof(*device), GFP_KERNEL);
	struct vjpeg_knobs knobs = vjpeg_knobs_now(slot);

	if (!device)
		return NULL;
	device->slot = slot;
	device->planar = knobs.planar;
	device->coded = knobs.coded;
	device->mem = knobs.mem;
	mutex_init(&device->lock);
	atomic_set(&device->contexts, 0);
	return device;
}

static int probe(struct platform_device *platform)
{
	struct vjpeg_slot *slot = &vjpeg_slots[platform->id];
	struct vjpeg_device *device = new_device(slot);
	int r;

	if (!device)
		return -ENOMEM;
	r = v4l2_device_register(&platform->dev, &device->v4l2);
	if (r < 0)
		goto no_v4l2;
	device->m2m = v4l2_m2m_init(&vjpeg_m2m_operations);
	if (IS_ERR(device->m2m)) {
		r = PTR_ERR(device->m2m);
		goto no_m2m;
	}
	device->v4l2.release = release;
	set_up_media(device, &platform->dev);
	set_up_video(device);
	platform_set_drvdata(platform, device);
	r = register_nodes(device);
	if (r < 0) {
		v4l2_device_put(&device->v4l2);
		return r;
	}
	slot->device = device;
	return 0;

no_m2m:
	v4l2_device_unregister(&device->v4l2);
no_v4l2:
	kfree(device);
	return r;
}

static void take_away(struct platform_device *platform)
{
	struct vjpeg_device *device = platform_get_drvdata(platform);

	device->slot->device = NULL;
	media_device_unregister(&device->media);
	v4l2_m2m_unregister_media_controller(device->m2m);
	video_unregister_device(&device->video);
	v4l2_device_put(&device->v4l2);
}

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 11, 0)
static void remove(struct platform_device *platform)
{
	take_away(platform);
}
#else
static int remove(struct platform_device *platform)
{
	take_away(platform);
	return 0;
}
#endif

static struct platform_driver driver = {
	.probe = probe,
	.remove = remove,
	.driver = { .name = VJPEG_NAME },
};

/* --- plug and unplug --- */

int vjpeg_plug(struct vjpeg_slot *slot)
{
	struct platform_device *platform;
	int r = 0;

	mutex_lock(&slot->plug);
	if (slot->platform) {
		r = -EBUSY;
		goto out;
	}
	platform = platform_device_register_simple(VJPEG_NAME, (int)slot->index, NULL, 0);
	if (IS_ERR(platform)) {
		r = PTR_ERR(platform);
		goto out;
	}
	if (!slot->device) { /* the probe has failed */
		platform_device_unregister(platform);
		r = -ENXIO;
		goto out;
	}
	slot->platform = platform;
out:
	mutex_unlock(&slot->plug);
	return r;
}

/* With slot->plug held. */
static void unplug(struct vjpeg_slot *slot)
{
	platform_device_unregister(slot->platform);
	slot->platform = NULL;
}

int vjpeg_unplug(struct vjpeg_slot *slot)
{
	int r = -ENODEV;

	mutex_lock(&slot->plug);
	if (slot->platform) {
		unplug(slot);
		r = 0;
	}
	mutex_unlock(&slot->plug);
	return r;
}

void vjpeg_leave(struct vjpeg_device *device)
{
	struct vjpeg_slot *slot = device->slot;
	unsigned int ms = READ_ONCE(slot->knobs.replug_ms);
	bool left = false;

	/* By now another one may be in its place. */
	mutex_lock(&slot->plug);
	if (slot->platform && slot->device == device) {
		unplug(slot);
		left = true;
	}
	mutex_unlock(&slot->plug);
	if (left && ms)
		queue_delayed_work(vjpeg_workqueue, &slot->replug, msecs_to_jiffies(ms));
}

static void replug(struct work_struct *work)
{
	struct vjpeg_slot *slot = container_of(to_delayed_work(work), struct vjpeg_slot, replug);
	int r = vjpeg_plug(slot);

	if (r < 0 && r != -EBUSY)
		pr_err(VJPEG_NAME ": device %u does not come back: %d\n", slot->index, r);
}

/* --- the module --- */

static void set_up_slot(unsigned int index)
{
	struct vjpeg_slot *slot = &vjpeg_slots[index];

	slot->index = index;
	spin_lock_init(&slot->lock);
	mutex_init(&slot->plug);
	INIT_DELAYED_WORK(&slot->replug, replug);
	vjpeg_knobs_begin(&slot->knobs, index);
}

/* No file is open: files hold the module. */
static void __exit leave(void)
{
	unsigned int i;

	vjpeg_debugfs_remove();
	for (i = 0; i < VJPEG_DEVICES; i++) {
		cancel_delayed_work_sync(&vjpeg_slots[i].replug);
		vjpeg_unplug(&vjpeg_slots[i]);
	}
	platform_driver_unregister(&driver);
	destroy_workqueue(vjpeg_workqueue);
}

static int __init enter(void)
{
	unsigned int i;
	int r;

	for (i = 0; i < VJPEG_DEVICES; i++)
		set_up_slot(i);
	vjpeg_workqueue = alloc_workqueue(VJPEG_NAME, WQ_UNBOUND, 0);
	if (!vjpeg_workqueue)
		return -ENOMEM;
	r = platform_driver_register(&driver);
	if (r < 0)
		goto no_driver;
	for (i = 0; i < 2; i++) {
		r = vjpeg_plug(&vjpeg_slots[i]);
		if (r < 0)
			goto no_device;
	}
	vjpeg_debugfs_add();
	return 0;

no_device:
	while (i--)
		vjpeg_unplug(&vjpeg_slots[i]);
	platform_driver_unregister(&driver);
no_driver:
	destroy_workqueue(vjpeg_workqueue);
	return r;
}

module_init(enter);
module_exit(leave);
MODULE_DESCRIPTION("Virtual JPEG decoder (V4L2 mem2mem) with faults, for libcodec's tests");
MODULE_AUTHOR("The libcodec authors");
MODULE_LICENSE("GPL");
