/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A kernel module that does what the bed must notice: tests/kernel/faults.sh builds it with a Kbuild
 * of its own and writes to its parameter "fault". No other run of the bed has it.
 */
#include <linux/dma-buf.h>
#include <linux/err.h>
#include <linux/module.h>
#include <linux/sched.h>

static struct sg_table *planted_map(struct dma_buf_attachment *at, enum dma_data_direction dir)
{
	return ERR_PTR(-EIO);
}

static void planted_unmap(struct dma_buf_attachment *at, struct sg_table *table,
			  enum dma_data_direction dir)
{
}

static void planted_release(struct dma_buf *buf)
{
}

static const struct dma_buf_ops planted_ops = {
	.map_dma_buf = planted_map,
	.unmap_dma_buf = planted_unmap,
	.release = planted_release,
};

/* A buffer whose only reference is forgotten. */
static int leak(void)
{
	DEFINE_DMA_BUF_EXPORT_INFO(info);
	struct dma_buf *buf;

	info.ops = &planted_ops;
	info.size = PAGE_SIZE;
	info.priv = THIS_MODULE;
	buf = dma_buf_export(&info);
	return PTR_ERR_OR_ZERO(buf);
}

/* Whoever wrote it can't even be killed. */
static int hold(void)
{
	set_current_state(TASK_UNINTERRUPTIBLE);
	schedule();
	return 0;
}

static int set_fault(const char *value, const struct kernel_param *param)
{
	if (sysfs_streq(value, "leak"))
		return leak();
	if (sysfs_streq(value, "hold"))
		return hold();
	if (sysfs_streq(value, "warn"))
		return WARN_ON(1) ? 0 : -EINVAL;
	return -EINVAL;
}

static const struct kernel_param_ops fault_ops = { .set = set_fault };
module_param_cb(fault, &fault_ops, NULL, 0200);

MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("Faults for the bed of make check-kernel");
MODULE_IMPORT_NS(DMA_BUF);
