/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the files of codecctl bench share: pictures, peers, and what was measured.
 */
#ifndef CODECCTL_BENCH_H
#define CODECCTL_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <libcodec/decoder.h>

#include "bench-options.h"
#include "report.h"

#define BENCH_PEERS_MAX 8
/* Results of a picture: ours first, then one for each peer, in their order. */
#define BENCH_RESULTS_MAX (1 + BENCH_PEERS_MAX)

/* Zeros behind each file, for those that read ahead. */
#define BENCH_PADDING 4096
/* Behind each output, for those that write whole MCUs: up to three rows. */
#define BENCH_SLACK (4 * 65536)

/* Rounds are measured until the time is over, but so many at least. */
#define BENCH_ROUNDS_MIN 5
#define BENCH_ROUNDS_MAX 100000

enum bench_equal {
	BENCH_EQUAL_UNKNOWN,
	BENCH_EQUAL_YES,
	BENCH_EQUAL_NO,
};

/* One decoder with one picture. */
struct bench_result {
	bool measured;
	bool planes; /* it left planes behind, less than we do: no part of the mean */
	const char *why; /* not measured: a sentence, or NULL where none is needed */
	enum bench_equal equal;
	unsigned int max_difference; /* where equal is known */
	uint64_t *ns; /* a time a round, sorted in the end */
	size_t n, capacity;
	uint64_t min_ns, median_ns;
};

/* What of a frame lies before its first row and behind its last one; with --stages. */
struct bench_setup {
	bool measured;
	uint64_t ns; /* of one frame; spans are taken off */
	uint64_t frame_ns; /* the least time of the whole frame, without a trace */
	unsigned int spans; /* that were in ns */
};

struct bench_picture {
	char *file;
	unsigned char *data; /* size bytes and BENCH_PADDING zeros */
	size_t size;
	struct libcodec_image *image;
	struct libcodec_image_info info; /* of the decode */
	struct libcodec_image_layout layout; /* of the image, and of the peers' output */
	struct report report; /* why it failed, or all zero */
	struct bench_result result[BENCH_RESULTS_MAX];
	bool restarts; /* there are restart markers in it */
	/*
	 * With more than one thread: ours with one, whether it gives the same, and ours
	 * with all of them next to it.
	 */
	struct libcodec_image *image_one;
	struct bench_result one, all;
	struct bench_setup setup;
};

/* One library to compare with. */
struct bench_peer_ops {
	const char *name;
	const char *work; /* what it is measured doing, a sentence */
	/*
	 * Use no more than an LIBCODEC_SIMD_ level of x86; called before open(), and with
	 * AUTO for all that there is. Returns what was done, or why nothing could be.
	 */
	const char *(*hold)(uint32_t simd);
	uint32_t codec; /* LIBCODEC_CODEC_* */
	bool rgb_only; /* of use only where RGB comes */
	bool no_rgb; /* of none where RGB comes */
	/*
	 * Returns 0, or -1 where it is missing. @about gets its version and where it is
	 * from, or why it is missing.
	 */
	int (*open)(const struct bench_options *opt, void **ret_state, char *about,
		    size_t size);
	/*
	 * Get ready for a picture, whose layout is known. Returns 0, 1 where it would do
	 * less than we do, or -1 with a sentence in *ret_why, or without one where there
	 * is nothing to say.
	 */
	int (*prepare)(void *state, const struct bench_picture *pic,
		       const char **ret_why);
	/* Decode into @dst, laid out as @pic->layout says. This is timed. Returns 0 or -1. */
	int (*decode)(void *state, const struct bench_picture *pic, unsigned char *dst);
	void (*close)(void *state);
};

/* All that this program knows of, NULL at the end. */
extern const struct bench_peer_ops *const bench_peers[];
extern const struct bench_peer_ops bench_peer_turbojpeg;
extern const struct bench_peer_ops bench_peer_turbojpeg_fast;
extern const struct bench_peer_ops bench_peer_libavcodec;
extern const struct bench_peer_ops bench_peer_libpng;
extern const struct bench_peer_ops bench_peer_libspng;

struct bench_peer {
	const struct bench_peer_ops *ops;
	bool there;
	bool joins; /* there, and of use for one of the pictures */
	void *state;
	const char *simd; /* what was done about its instruction set, a sentence */
	unsigned char *dst;
	char about[256]; /* its version, or why it is not there */
	double geomean; /* our speed over its, above 1: we are faster */
	size_t n_mean; /* pictures in it; 0: no geomean */
};

#define BENCH_STAGES_MAX 64

/* A span of ours, summed up over all pictures. */
struct bench_stage {
	char name[64];
	double ns;
	double share; /* of the spans that are the whole decode */
};

/* Our time with one thread over that with as many as there may be. */
struct bench_gain {
	double geomean;
	size_t n; /* pictures in it; 0: no geomean */
};

struct bench {
	const struct bench_options *opt;
	const char *mode; /* the word of --format */
	struct libcodec_decoder *dec; /* strings of infos are its own */
	struct libcodec_decoder *dec_one; /* with more than one thread: that has one */
	struct bench_picture *pictures;
	size_t n_pictures, n_good;
	struct bench_peer peers[BENCH_PEERS_MAX];
	size_t n_peers; /* 0 without --compare */
	struct bench_stage stages[BENCH_STAGES_MAX]; /* with --stages, by name */
	size_t n_stages;
	uint64_t span_ns; /* what a span costs while a trace is written */
	struct bench_gain gain[2]; /* of pictures without restart markers, and with */
	uint64_t rounds;
	int cpu; /* that this thread is pinned to, or -1 */
	bool wall_clock;
	int exit_code; /* the highest so far */
	bool aborted; /* there is nothing to tell */
	size_t prefix; /* bytes of the names that all files begin with, up to a slash */
};

/* The machine, in words. */
struct bench_machine {
	char cpu[128];
	char kernel[160];
	unsigned int cores; /* CPUs that are online */
};

void bench_machine_get(struct bench_machine *m);
/* Stay on the CPU where this thread is. Returns its number, or -1. */
int bench_pin(void);
/*
 * Leave a CPU: threads that are made from here on will run on the others, which with the
 * one that is left are at least @threads. Returns its number, or -1: nothing was changed.
 */
int bench_leave_one(unsigned int threads);
/* Go to a CPU and stay there. */
bool bench_stay(int cpu);
/* Let memory that is freed stay with the process, so that nobody pays for pages anew. */
void bench_keep_memory(void);

/* Our time over the peer's turned round: above 1 we are faster. 0: there is none. */
double bench_ratio(const struct bench_picture *pic, size_t peer);
/* Our time with one thread over that with all of them, above 1: more is faster. Or 0. */
double bench_thread_gain(const struct bench_picture *pic);
/* Whether there is such a thing. */
bool bench_has_threads(const struct bench *b);
/* Of its frame. */
double bench_setup_share(const struct bench_picture *pic);
/* Pixels for a nanosecond, times 1000: megapixels a second. */
double bench_mp_per_s(const struct bench_picture *pic, const struct bench_result *res);
double bench_ms(uint64_t ns);
/* The file without what all of them begin with. */
const char *bench_short_name(const struct bench *b, const struct bench_picture *pic);

/* Load, warm up, measure. Returns 0 or an exit code, after a message. */
int bench_run(struct bench *b, struct libcodec_context *ctx);
void bench_done(struct bench *b);

/* The words on how equal work is made equal, one after another, NULL at the end. */
extern const char *const bench_rules[];
/* The instruction set that we are held to, in words. */
const char *bench_simd_words(const struct bench *b);
/* The clock, in words. */
const char *bench_clock_words(const struct bench *b);

void bench_print(const struct bench *b, const struct bench_machine *m, FILE *to);
void bench_json(const struct bench *b, const struct bench_machine *m, FILE *to);
/* A page that needs nothing else. */
void bench_html(const struct bench *b, const struct bench_machine *m, FILE *to);

#endif
