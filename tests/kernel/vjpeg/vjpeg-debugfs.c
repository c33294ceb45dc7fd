/* SPDX-License-Identifier: GPL-2.0-only */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Knobs, counters and plugs in debugfs, as knobs.h has them. The files of a slot stay while
 * the module is loaded, so that what a device has left behind can be read when it has gone.
 */
#include "vjpeg.h"

#include <linux/fs.h>
#include <linux/uaccess.h>

static struct dentry *root;

/* --- counters --- */

static int stat_get(void *data, u64 *value)
{
	*value = READ_ONCE(*(unsigned int *)data);
	return 0;
}

/* What is there now is no counter. */
static void clear_stats(struct vjpeg_slot *slot)
{
	struct vjpeg_stats *stats = &slot->stats;

	spin_lock(&slot->lock);
	*stats = (struct vjpeg_stats){
		.opens = stats->opens,
		.mapped = stats->mapped,
		.attached = stats->attached,
	};
	spin_unlock(&slot->lock);
}

/* @data is a counter of one of the slots. */
static int stat_set(void *data, u64 value)
{
	size_t at = (size_t)((char *)data - (char *)vjpeg_slots);

	if (value)
		return -EINVAL;
	clear_stats(&vjpeg_slots[at / sizeof(vjpeg_slots[0])]);
	return 0;
}

DEFINE_DEBUGFS_ATTRIBUTE(stat_fops, stat_get, stat_set, "%llu\n");

/* --- plug, unplug, reset --- */

static int slot_of(u64 value, struct vjpeg_slot **ret)
{
	if (value >= VJPEG_DEVICES)
		return -EINVAL;
	*ret = &vjpeg_slots[value];
	return 0;
}

static int plug_set(void *data, u64 value)
{
	struct vjpeg_slot *slot;
	int r = slot_of(value, &slot);

	return r < 0 ? r : vjpeg_plug(slot);
}

static int unplug_set(void *data, u64 value)
{
	struct vjpeg_slot *slot;
	int r = slot_of(value, &slot);

	return r < 0 ? r : vjpeg_unplug(slot);
}

DEFINE_DEBUGFS_ATTRIBUTE(plug_fops, NULL, plug_set, "%llu\n");
DEFINE_DEBUGFS_ATTRIBUTE(unplug_fops, NULL, unplug_set, "%llu\n");

static ssize_t reset_write(struct file *file, const char __user *buf, size_t n, loff_t *at)
{
	struct vjpeg_slot *slot = file->private_data;

	spin_lock(&slot->lock);
	vjpeg_knobs_begin(&slot->knobs, slot->index);
	spin_unlock(&slot->lock);
	return n;
}

static const struct file_operations reset_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = reset_write,
};

/* --- node --- */

static ssize_t node_read(struct file *file, char __user *buf, size_t n, loff_t *at)
{
	struct vjpeg_slot *slot = file->private_data;
	char name[32] = "";

	mutex_lock(&slot->plug);
	if (slot->platform)
		snprintf(name, sizeof(name), "%s\n",
			 video_device_node_name(&slot->device->video));
	mutex_unlock(&slot->plug);
	return simple_read_from_buffer(buf, n, at, name, strlen(name));
}

static const struct file_operations node_fops = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.read = node_read,
};

static void add_slot(struct vjpeg_slot *slot)
{
	struct dentry *dir, *knobs, *stats;
	char name[16];

	snprintf(name, sizeof(name), "%u", slot->index);
	dir = debugfs_create_dir(name, root);
	knobs = debugfs_create_dir("knobs", dir);
	stats = debugfs_create_dir("stats", dir);
	debugfs_create_file("node", 0400, dir, slot, &node_fops);
	debugfs_create_file("reset", 0200, dir, slot, &reset_fops);
#define KNOB(name, value) debugfs_create_u32(#name, 0600, knobs, &slot->knobs.name);
	VJPEG_KNOBS(KNOB)
#undef KNOB
#define STAT(name)                                                                       \
	debugfs_create_file_unsafe(#name, 0600, stats, &slot->stats.name, &stat_fops);
	VJPEG_STATS(STAT)
#undef STAT
}

void vjpeg_debugfs_add(void)
{
	unsigned int i;

	root = debugfs_create_dir(VJPEG_NAME, NULL);
	debugfs_create_file_unsafe("plug", 0200, root, NULL, &plug_fops);
	debugfs_create_file_unsafe("unplug", 0200, root, NULL, &unplug_fops);
	for (i = 0; i < VJPEG_DEVICES; i++)
		add_slot(&vjpeg_slots[i]);
}

void vjpeg_debugfs_remove(void)
{
	debugfs_remove_recursive(root);
}
