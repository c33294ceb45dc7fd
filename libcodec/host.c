/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What a plugin gets from the dispatcher, behind the table of <libcodec/plugin.h>.
 */
#include "config.h"

#include "bitstream/jpeg-header.h"
#include "clock.h"
#include "host.h"
#include "trace.h"

/* A JPEG header of ABI 1.0, which later ones only grow. */
#define JPEG_HEADER_MINOR0                               \
	(offsetof(struct libcodec_jpeg_header, icc_size) + \
	 sizeof(((struct libcodec_jpeg_header *)NULL)->icc_size))

static const struct lc_host *to_host(const struct libcodec_host *table)
{
	return (const struct lc_host *)table;
}

static void host_log(const struct libcodec_host *table, int level, const char *text)
{
	const struct lc_host *host = to_host(table);

	if (text && level > LIBCODEC_LOG_NONE)
		lc_log(host->log, level, "%s: %s", host->plugin, text);
}

static int64_t host_now_ns(const struct libcodec_host *table)
{
	return lc_now_ns();
}

static uint64_t host_trace_begin(const struct libcodec_host *table, const char *name,
				 const char *arg_name, int64_t arg)
{
	return lc_trace_begin(name, arg_name, arg);
}

static void host_trace_end(const struct libcodec_host *table, uint64_t token)
{
	lc_trace_end(token);
}

/*
 * The plugin's header may be of another minor: work on one of our size, and give back as
 * much as it has room for.
 */
static int host_jpeg_next_scan(const struct libcodec_host *table, const uint8_t *data,
			       uint64_t size, uint64_t from,
			       struct libcodec_jpeg_header *header, uint64_t *ret_end)
{
	const struct lc_host *host = to_host(table);
	struct libcodec_jpeg_header ours = { 0 };
	struct lc_fault fault = { 0 };
	uint32_t theirs;
	int r;

	if (!data || !header || !ret_end || size > SIZE_MAX)
		return -EINVAL;
	theirs = header->struct_size;
	if (theirs < JPEG_HEADER_MINOR0)
		return -EINVAL;
	memcpy(&ours, header, lc_min_u64(theirs, sizeof(ours)));
	ours.struct_size = sizeof(ours);
	r = lc_jpeg_header_next_scan(data, (size_t)size, from, &ours, ret_end, &fault);
	if (r < 0)
		lc_log(host->log, LIBCODEC_LOG_DEBUG, "%s: at byte %llu: %s",
		       host->plugin, (unsigned long long)fault.offset, fault.message);
	memcpy(header, &ours, lc_min_u64(theirs, sizeof(ours)));
	header->struct_size = theirs;
	return r;
}

static int host_parallel_for(const struct libcodec_host *table, uint32_t threads,
			     uint32_t n, void (*fn)(void *arg, uint32_t index), void *arg)
{
	return lc_workers_run(to_host(table)->workers, threads, n, fn, arg);
}

void lc_host_init(struct lc_host *host, struct lc_log *log, struct lc_workers *workers,
		  const char *plugin)
{
	*host = (struct lc_host){
		.table = {
			.struct_size = sizeof(host->table),
			.abi = LIBCODEC_PLUGIN_ABI,
			.log = host_log,
			.now_ns = host_now_ns,
			.tracing = &lc_tracing,
			.trace_begin = host_trace_begin,
			.trace_end = host_trace_end,
			.jpeg_next_scan = host_jpeg_next_scan,
			.parallel_for = host_parallel_for,
		},
		.log = log,
		.workers = workers,
		.plugin = plugin,
	};
}
