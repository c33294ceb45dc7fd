/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the rooms of the fake share. fake-control.c has devices, knobs and the lock; fake.c
 * opens and the system calls; fake-ioctl.c formats and what asks; fake-queue.c buffers, as
 * videobuf2 has them; fake-job.c headers, jobs and events, as the driver and v4l2-mem2mem
 * have them.
 *
 * All is under one lock. The functions here are called with it, unless they say otherwise.
 */
#ifndef VJPEG_FAKE_PRIVATE_H
#define VJPEG_FAKE_PRIVATE_H

#include "engine.h"
#include "fake.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include <linux/videodev2.h>

#define FAKE_BUFFERS 32 /* of a queue, as VIDEO_MAX_FRAME */
#define FAKE_OPENS   64 /* of all devices together */
#define FAKE_EVENTS  16
#define FAKE_NEVER   INT64_MAX

#define FAKE_OUTPUT_MIN   4096u /* bytes of sizeimage of OUTPUT */
#define FAKE_OUTPUT_MAX   (64u << 20)
#define FAKE_OUTPUT_FIRST (1u << 20)

enum fake_state {
	FAKE_DEQUEUED,
	FAKE_QUEUED, /* in the queue, maybe with the driver */
	FAKE_DONE,
	FAKE_ERROR,
};

struct fake_plane {
	uint32_t length, min_length, bytesused, data_offset;
	union {
		uint32_t offset; /* MMAP: the cookie for mmap() */
		int32_t fd;
		unsigned long userptr;
	} m;
	uint8_t *data; /* the memory, mapped; USERPTR: the caller's */
	size_t size;   /* bytes mapped */
	int memfd;     /* MMAP: the memory, else -1 */
	dev_t dev;     /* which memory: what is attached, or of the memfd */
	ino_t ino;
};

struct fake_buffer {
	unsigned int index;
	enum fake_state state;
	unsigned int n_planes;
	struct fake_plane plane[VJPEG_PLANES];
	uint32_t flags, field, sequence;
	struct timeval timestamp;
	struct v4l2_timecode timecode;
	/* OUTPUT: what the driver found in it. */
	bool looked;
	int refused; /* why, or 0 */
	struct vjpeg_header header;
};

/* Numbers of buffers, oldest first. */
struct fake_list {
	unsigned int n;
	uint8_t index[FAKE_BUFFERS];
};

struct fake_queue {
	struct fake_open *open;
	bool is_output;
	uint32_t type;   /* V4L2_BUF_TYPE_* that it was asked by last */
	uint32_t memory; /* V4L2_MEMORY_*, 0 without buffers */
	unsigned int n_buffers;
	struct fake_buffer buffer[FAKE_BUFFERS];
	/* All that QBUF took and DQBUF didn't give back; those with the driver; those done. */
	struct fake_list queued, ready, done;
	bool streaming;
	bool last_dequeued;
	uint32_t sequence;
};

/* What G_FMT(CAPTURE) and G_SELECTION tell. */
struct fake_geometry {
	struct vjpeg_layout layout;
	uint32_t x, y, width, height; /* of the picture in it */
};

struct fake_open {
	int fd; /* -1 where it was closed */
	bool nonblock, closed;
	unsigned int n_mapped;
	struct fake_device *dev;
	uint32_t generation; /* of the device, see fake_is_gone() */
	struct fake_queue output, capture;
	/* OUTPUT's format; CAPTURE's of an encoder */
	uint32_t coded, coded_width, coded_height, coded_size;
	/* CAPTURE's, and with `latch` the one to come */
	struct fake_geometry geometry, next;
	bool latched;
	/* The driver's */
	struct vjpeg_engine *engine;
	bool has_header;
	struct vjpeg_header header; /* that geometry was made of */
	bool stale;      /* though it was not, see the knob */
	bool started;    /* a header was looked at since STREAMON(OUTPUT) */
	bool src_change; /* jobs wait for STREAMON(CAPTURE) */
	bool scheduled;  /* in its device's list of jobs */
	bool stopped, draining, next_is_last;
	int last_source; /* with draining: the buffer to end with, or -1 */
	/* Events */
	bool wants_change, wants_eos;
	struct v4l2_event event[FAKE_EVENTS];
	unsigned int n_events;
	uint32_t event_sequence;
	int64_t late_ns; /* when a change is to be told, FAKE_NEVER */
};

struct fake_device {
	unsigned int index;
	bool plugged;
	uint32_t generation; /* counts plugs and unplugs */
	struct vjpeg_knobs knobs;
	struct vjpeg_stats stats;
	unsigned int planar, coded, mem; /* [plug] knobs */
	/* Jobs: the first one runs. */
	struct fake_open *job[FAKE_OPENS];
	unsigned int n_jobs;
	bool running;
	unsigned int kind; /* VJPEG_JOB_* of the one that runs */
	int64_t due_ns;    /* when it ends, FAKE_NEVER where it stalls */
	bool tells;        /* the watch has to be told */
};

/* --- fake-control.c --- */

/* Not under the lock, these two. The watch is told when it is given back. */
void fake_lock(void);
void fake_unlock(void);
int64_t fake_now_ns(void);
/* NULL where there is none of that number. */
struct fake_device *fake_device(unsigned int index);
/* The device goes by itself. */
void fake_go(struct fake_device *dev);
/* Wake who waits in a call. */
void fake_wake(void);
/* Wait for a change, until @deadline_ns at most. */
void fake_wait(int64_t deadline_ns);

/* --- fake.c --- */

bool fake_is_gone(const struct fake_open *open);
/* Do what is due; the next time that something is, FAKE_NEVER where nothing will be. */
int64_t fake_advance(int64_t now_ns);
/* Whether the caller has MMAP memory mapped. */
bool fake_is_mapped(const struct fake_plane *p);
/* For the table of control.h; without the lock. */
extern const struct lc_v4l2_sys fake_sys;
int fake_open(unsigned int index, int flags);
void fake_close(int fd);
void fake_interrupt_every(unsigned int n);

/* --- fake-ioctl.c --- */

/* @arg is a copy of the caller's, who gets it back where 0 is returned. */
int fake_ioctl(struct fake_open *open, unsigned long request, void *arg);
void fake_formats_init(struct fake_open *open);
bool fake_has_mplane(const struct fake_device *dev);
/* The queue of a buffer type that this device has, or NULL. */
struct fake_queue *fake_queue_of(struct fake_open *open, uint32_t type);

/* --- fake-queue.c --- */

void fake_queue_init(struct fake_queue *q, struct fake_open *open, bool is_output);
void fake_queue_done(struct fake_queue *q);
int fake_reqbufs(struct fake_open *open, struct v4l2_requestbuffers *req);
int fake_querybuf(struct fake_open *open, struct v4l2_buffer *b);
int fake_qbuf(struct fake_open *open, struct v4l2_buffer *b);
int fake_dqbuf(struct fake_open *open, struct v4l2_buffer *b);
int fake_expbuf(struct fake_open *open, struct v4l2_exportbuffer *e);
int fake_streamon(struct fake_open *open, uint32_t type);
int fake_streamoff(struct fake_open *open, uint32_t type);
/* The plane that an offset of mmap() stands for, or NULL. */
struct fake_plane *fake_plane_at(struct fake_open *open, off_t offset);

void fake_list_add(struct fake_list *list, unsigned int index);
void fake_list_drop(struct fake_list *list, unsigned int index);
/* The driver is through with a buffer. */
void fake_buffer_done(struct fake_queue *q, struct fake_buffer *b, enum fake_state state);

/* --- fake-job.c --- */

/* The driver gets a buffer; @streamon: since the queue begins to stream. */
void fake_driver_queue(struct fake_queue *q, struct fake_buffer *b, bool streamon);
void fake_driver_start(struct fake_queue *q);
void fake_driver_stop(struct fake_queue *q);
/* An open may have become ready for a job. */
void fake_schedule(struct fake_open *open);
/* Begin the next job, if none runs. */
void fake_run(struct fake_device *dev);
/* End the job of an open, if it has one. The next one is begun by who calls it. */
void fake_abort(struct fake_open *open);
/* fake_advance() for one of them. */
int64_t fake_advance_device(struct fake_device *dev, int64_t now_ns);
int64_t fake_advance_open(struct fake_open *open, int64_t now_ns);
int fake_subscribe(struct fake_open *open, const struct v4l2_event_subscription *sub);
int fake_unsubscribe(struct fake_open *open, const struct v4l2_event_subscription *sub);
int fake_dqevent(struct fake_open *open, struct v4l2_event *ev);
bool fake_has_event(const struct fake_open *open);
int fake_decoder_cmd(struct fake_open *open, struct v4l2_decoder_cmd *cmd, bool just_try);

#endif
