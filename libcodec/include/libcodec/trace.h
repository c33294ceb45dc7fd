/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * <libcodec/trace.h>: where the time of a frame goes.
 *
 * Spans are named "codec.decode_jpeg.mcu_loop" and so on. The writer makes Chrome's JSON
 * trace format, which Perfetto opens. While no trace runs a span costs one relaxed load.
 * There is one trace per process: it is a view of the process, not of a context.
 */
#ifndef LIBCODEC_TRACE_H
#define LIBCODEC_TRACE_H

#include <libcodec/codec.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Start to write spans of all contexts of this process to a file.
 * @param path is made anew (mode 0666 less the umask)
 * @return 0, -EBUSY (one runs), -EINVAL, -ENOMEM, or what open(2) says
 * @note any thread
 * @since 0.1
 */
int libcodec_trace_start(const char *path);

/**
 * End the trace and close the file.
 * @return 0, -EINVAL (none runs), -ENOSPC or -EIO (spans are missing in the file)
 * @note any thread; spans that other threads have open at that time are left out
 * @since 0.1
 */
int libcodec_trace_stop(void);

#ifdef __cplusplus
}
#endif

#endif
