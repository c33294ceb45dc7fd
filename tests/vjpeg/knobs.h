/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The knobs and counters of the virtual JPEG device: one list for the kernel module
 * (tests/kernel/vjpeg), the fake in user space (tests/vjpeg/fake) and the tests that turn
 * them. All are unsigned 32-bit numbers. Each device has its own; they outlive a replug.
 *
 * The module has them in debugfs, for device N:
 *
 *   vjpeg/plug, vjpeg/unplug     write N: register or unregister that device
 *   vjpeg/N/knobs/NAME           read and write, decimal
 *   vjpeg/N/stats/NAME           read; writing 0 to any of them clears all
 *   vjpeg/N/node                 "video3", empty while unplugged
 *   vjpeg/N/reset                write anything: all knobs to what they begin with
 *
 * Knobs marked [plug] are read when the device is registered, the others when they matter.
 *
 * Where V4L2 leaves a choice, the device does this:
 *
 * - A header is looked at when the driver gets the OUTPUT buffer, which is QBUF while OUTPUT
 *   streams, else STREAMON. The first one since STREAMON(OUTPUT) always gives an event; later
 *   ones where size or sampling differ from the last one's. Where they differ, CAPTURE's
 *   format becomes the default one of the sampling, and jobs wait for the next
 *   STREAMON(CAPTURE). S_FMT(OUTPUT) forgets the header, and gives CAPTURE its size while
 *   CAPTURE has no buffers.
 * - What is found in a job (parse_at) ends the job with both buffers still queued.
 * - The default format where it is not listed: the first one listed that holds the sampling,
 *   else the stream is refused. A grey stream fits any format.
 * - A stream that cannot be parsed, has no size within the limits, or lacks what is required
 *   is refused, see reject.
 * - One job at a time for the whole device, contexts in turn; a job that stalls holds up the
 *   others. STREAMOFF of either queue ends the job of its context, whose other buffer stays
 *   queued and is taken again.
 * - After a CAPTURE buffer with LAST no job runs before STREAMOFF(CAPTURE), or CMD_START.
 * - ENUM_FMT(CAPTURE) always lists the same.
 */
#ifndef VJPEG_KNOBS_H
#define VJPEG_KNOBS_H

#define VJPEG_DEVICES 4 /* 0 and 1 are plugged when the module is loaded: mplane, single */

/* planar */
#define VJPEG_SINGLE 0
#define VJPEG_MPLANE 1
#define VJPEG_BOTH   2 /* says it is both, and takes both */

/* coded, a mask: what the OUTPUT queue lists. With VJPEG_CODED_CAPTURE CAPTURE lists it too. */
#define VJPEG_CODED_JPEG     1
#define VJPEG_CODED_MJPG     2
#define VJPEG_CODED_RAW      4 /* a raw format */
#define VJPEG_CODED_CAPTURE  8
#define VJPEG_CODED_ENCODER 16 /* raw on OUTPUT, JPEG on CAPTURE, and nothing else */

/* mem, a mask of memory types both queues take */
#define VJPEG_MEM_MMAP    1
#define VJPEG_MEM_USERPTR 2
#define VJPEG_MEM_DMABUF  4

/*
 * Raw formats, in the order in which CAPTURE lists them; the knob `formats` is a mask of
 * 1 << index. Those with M have several memory planes and exist on multi-planar nodes only.
 */
#define VJPEG_FORMATS(X)                                                                 \
	X(NV12) X(NV12M) X(NV21) X(NV21M) X(YUV420) X(YUV420M)                           \
	X(NV16) X(NV16M) X(YUV422P) X(YUV422M) X(YUYV) X(UYVY) X(YVYU)                   \
	X(NV24) X(YUV24) X(YUV444M) X(GREY) X(RGB24)
#define VJPEG_FORMAT_ENUM(name) VJPEG_F_##name,
enum vjpeg_format_index {
	VJPEG_FORMATS(VJPEG_FORMAT_ENUM)
	VJPEG_F_COUNT
};
#undef VJPEG_FORMAT_ENUM

/* sfmt: what S_FMT(CAPTURE) may change to once a header is known */
#define VJPEG_SFMT_ANY     0 /* any listed format of the same sampling */
#define VJPEG_SFMT_SIBLING 1 /* only the same layout in one or in several memory planes */
#define VJPEG_SFMT_FIXED   2

/*
 * bpl: what becomes of a bytesperline in S_FMT(CAPTURE) that is more than the minimum. One
 * that is not taken gives the minimum; so does an odd one where chroma lies at half of it.
 */
#define VJPEG_BPL_HONOUR  0 /* taken up to bpl_max */
#define VJPEG_BPL_FIXED   1 /* never taken */
#define VJPEG_BPL_BY_FOUR 2 /* taken where it is a multiple of 4, up to bpl_max */
#define VJPEG_BPL_CLAMP   3 /* taken; one above bpl_max gives bpl_max */

/* parse_at: when the header is looked at */
#define VJPEG_PARSE_QBUF      0 /* at each QBUF(OUTPUT) */
#define VJPEG_PARSE_FIRST     1 /* at the first QBUF after STREAMON(OUTPUT), else in the job */
#define VJPEG_PARSE_STREAMON  2 /* at STREAMON(OUTPUT) alone */
#define VJPEG_PARSE_NEVER     3 /* S_FMT must say the true size on both queues */

/* event */
#define VJPEG_EVENT_NORMAL    0
#define VJPEG_EVENT_NONE      1
#define VJPEG_EVENT_DUPLICATE 2 /* event_n of them */
#define VJPEG_EVENT_LATE      3 /* event_ms after the parse; G_FMT is right at once */
#define VJPEG_EVENT_FLOOD     4 /* DQEVENT never runs dry */
#define VJPEG_EVENT_REFUSED   5 /* SUBSCRIBE_EVENT says EINVAL */

/* stale: CAPTURE's geometry after the next stale_n parses (0: all) */
#define VJPEG_STALE_NONE  0
#define VJPEG_STALE_KEEPS 1 /* what it was before */
#define VJPEG_STALE_HALF  2 /* half of the true size */
#define VJPEG_STALE_TWICE 3

/* sel: G_SELECTION(COMPOSE) */
#define VJPEG_SEL_OK     0
#define VJPEG_SEL_EINVAL 1
#define VJPEG_SEL_ZERO   2
#define VJPEG_SEL_OFFSET 3 /* the picture lies 16 to the right and 8 down in the buffer */

/* reject: what becomes of a stream that the device refuses (size, dht_required) */
#define VJPEG_REJECT_AT_QBUF 0 /* its OUTPUT buffer comes back with ERROR at once */
#define VJPEG_REJECT_IN_JOB  1 /* both buffers come back with ERROR */

/* job: what becomes of the next job_n jobs (0: all) */
#define VJPEG_JOB_OK           0
#define VJPEG_JOB_ERROR        1 /* ERROR on CAPTURE, which holds a half-written picture */
#define VJPEG_JOB_ERROR_OUTPUT 2 /* ERROR on OUTPUT alone; CAPTURE's stays queued */
#define VJPEG_JOB_ERROR_BOTH   3 /* nothing is written */
#define VJPEG_JOB_STALLS       4 /* never completes, until STREAMOFF */
#define VJPEG_JOB_SHORT        5 /* bytesused is half */
#define VJPEG_JOB_EMPTY        6 /* bytesused is 0, nothing is written */
#define VJPEG_JOB_LAST         7 /* an empty CAPTURE buffer with LAST; OUTPUT's stays queued */

#define VJPEG_KNOBS(X)                                                                   \
	X(planar, VJPEG_MPLANE)          /* [plug] device 1 begins with VJPEG_SINGLE */  \
	X(coded, VJPEG_CODED_JPEG)       /* [plug] */                                    \
	X(mem, 7)                        /* [plug] */                                    \
	X(formats, (1u << VJPEG_F_COUNT) - 1)                                            \
	X(min_size, 1)                   /* pixels, both sides */                        \
	X(max_size, 8192)                                                                \
	X(default_420, VJPEG_F_NV12)     /* the format after the parse of such a stream */ \
	X(default_422, VJPEG_F_NV16)                                                     \
	X(default_444, VJPEG_F_NV24)                                                     \
	X(default_400, VJPEG_F_GREY)                                                     \
	X(sfmt, VJPEG_SFMT_ANY)                                                          \
	X(align_w, 16)                   /* CAPTURE's width and height are multiples */  \
	X(align_h, 8)                                                                    \
	X(bpl, VJPEG_BPL_HONOUR)                                                         \
	X(bpl_align, 1)                  /* the minimum is a multiple of it */           \
	X(bpl_max, 32768)                                                                \
	X(size_align, 1)                 /* sizeimage is a multiple of it, both queues */ \
	X(parse_at, VJPEG_PARSE_QBUF)                                                    \
	X(event, VJPEG_EVENT_NORMAL)                                                     \
	X(event_n, 2)                                                                    \
	X(event_ms, 20)                                                                  \
	X(latch, 0)       /* 1: G_FMT changes only after STREAMOFF(CAPTURE) if streaming */ \
	X(stale, VJPEG_STALE_NONE)                                                       \
	X(stale_n, 1)                                                                    \
	X(sel, VJPEG_SEL_OK)                                                             \
	X(colorspace, 0)  /* 0: V4L2_COLORSPACE_JPEG; else that value is reported */     \
	X(ycbcr_enc, 0)                                                                  \
	X(quantization, 0)                                                               \
	X(reject, VJPEG_REJECT_AT_QBUF)                                                  \
	X(dht_required, 0) /* 1: refuses streams without DHT */                          \
	X(app_wedge, 0)    /* 1: a job stalls where APP1 to APP13 or COM was staged */   \
	X(job, VJPEG_JOB_OK)                                                             \
	X(job_n, 1)                                                                      \
	X(job_ms, 0)       /* a job takes so long; 0: it is done at once */              \
	X(job_skip, 0)     /* job begins to matter after so many jobs */                 \
	/* The fail_nth'th ioctl from now (1: the next) of number fail_ioctl (0: any)    \
	   says fail_errno; fail_n of them (0: from then on all). Turned back to 0 when \
	   used up. */                                                                   \
	X(fail_ioctl, 0)   /* the number, VIDIOC_QBUF say, type and size left out: 15 */ \
	X(fail_nth, 0)                                                                   \
	X(fail_errno, 0)                                                                 \
	X(fail_n, 1)       /* counts down, as fail_nth does */                           \
	X(unplug_at, 0)    /* the device goes at that ioctl from now; 1: the next */     \
	X(unplug_job, 0)   /* it goes while that job from now is under way */            \
	X(replug_ms, 0)    /* so long after it went by itself it comes back; 0: never */ \
	X(contexts, 0)     /* so many opens at a time, then EBUSY; 0: any number */      \
	X(lazy_import, 0)  /* 1: QBUF of a dma-buf says EINVAL, as drivers that lie do */

/*
 * Counters since they were cleared, and `opens`, `mapped` and `attached`: what is now (open
 * files, which a mapping keeps open, too; mappings of MMAP buffers; planes with a dma-buf),
 * also of devices that have gone. `ioctls` and `polls` count calls, s_fmt to dqevent those
 * that said 0; jobs that began, `decoded` those whose picture came whole, `errors` those and
 * refused streams that came back with ERROR; `attaches` planes that got another dma-buf,
 * `imported` QBUFs of dma-bufs; staged_bytes and staged_crc (CRC-32 as zlib has it) are of
 * the last payload that the driver got, `busy` what said EBUSY: ioctls, and opens beyond
 * `contexts`.
 */
#define VJPEG_STATS(X)                                                                   \
	X(ioctls) X(polls) X(opens) X(mapped) X(attached)                                \
	X(s_fmt) X(g_fmt) X(reqbufs) X(streamon) X(streamoff)                            \
	X(qbuf_output) X(qbuf_capture) X(dqbuf_output) X(dqbuf_capture) X(dqevent)       \
	X(parses) X(jobs) X(decoded) X(errors) X(attaches) X(imported)                   \
	X(staged_bytes) X(staged_crc) X(busy)

#define VJPEG_MEMBER(name, value) unsigned int name;
struct vjpeg_knobs {
	VJPEG_KNOBS(VJPEG_MEMBER)
};
#undef VJPEG_MEMBER

#define VJPEG_MEMBER(name) unsigned int name;
struct vjpeg_stats {
	VJPEG_STATS(VJPEG_MEMBER)
};
#undef VJPEG_MEMBER

#endif
