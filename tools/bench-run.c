/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The measurement: all decoders in one process take turns with each picture, round after
 * round, so that what disturbs the machine disturbs all of them alike. Pictures follow
 * one another within a round, so caches and branch predictors are as in a stream.
 */
#include "config.h"

#include "bench.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench-files.h"
#include "bench-kernels.h"
#include "bench-stages.h"
#include "codecctl.h"
#include "progress.h"

struct run {
	struct bench *b;
	struct libcodec_context *ctx;
	unsigned char *dst; /* ours */
	unsigned char *dst_one; /* ours with one thread, where there are more */
	size_t capacity; /* of each output, less BENCH_SLACK */
	uint64_t start_ns, estimate;
};

const struct bench_peer_ops *const bench_peers[] = {
	&bench_peer_turbojpeg, &bench_peer_turbojpeg_fast, &bench_peer_libavcodec,
	&bench_peer_libpng,    &bench_peer_libspng,	   NULL,
};

/* --- what comes out ------------------------------------------------------------- */

double bench_ratio(const struct bench_picture *pic, size_t peer)
{
	const struct bench_result *ours = &pic->result[0],
				  *theirs = &pic->result[1 + peer];

	if (!ours->measured || !theirs->measured || !ours->min_ns)
		return 0;
	return (double)theirs->min_ns / (double)ours->min_ns;
}

bool bench_has_threads(const struct bench *b)
{
	return b->opt->threads > 1;
}

double bench_thread_gain(const struct bench_picture *pic)
{
	const struct bench_result *all = &pic->all, *one = &pic->one;

	if (!all->measured || !one->measured || !all->min_ns)
		return 0;
	return (double)one->min_ns / (double)all->min_ns;
}

double bench_mp_per_s(const struct bench_picture *pic, const struct bench_result *res)
{
	double pixels = (double)pic->layout.width * pic->layout.height;

	return res->min_ns ? pixels * 1000 / (double)res->min_ns : 0;
}

double bench_ms(uint64_t ns)
{
	return (double)ns / 1e6;
}

static int compare_u64(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static void sum_up_result(struct bench_result *res)
{
	if (!res->measured || !res->n) {
		res->measured = false;
		return;
	}
	qsort(res->ns, res->n, sizeof(*res->ns), compare_u64);
	res->min_ns = res->ns[0];
	res->median_ns = res->ns[res->n / 2];
	if (res->n % 2 == 0)
		res->median_ns = (res->ns[res->n / 2 - 1] + res->ns[res->n / 2]) / 2;
}

static void sum_up_peer(struct bench *b, size_t peer)
{
	const struct bench_picture *pic;
	double ratio, sum = 0;
	size_t i, n = 0;

	for (i = 0; i < b->n_pictures; i++) {
		pic = &b->pictures[i];
		ratio = bench_ratio(pic, peer);
		if (ratio <= 0 || pic->result[1 + peer].planes)
			continue;
		sum += log(ratio);
		n++;
	}
	b->peers[peer].n_mean = n;
	b->peers[peer].geomean = n ? exp(sum / (double)n) : 0;
}

static void sum_up_threads(struct bench *b, bool restarts)
{
	struct bench_gain *gain = &b->gain[restarts];
	double ratio, sum = 0;
	size_t i;

	for (i = 0; i < b->n_pictures; i++) {
		ratio = bench_thread_gain(&b->pictures[i]);
		if (ratio <= 0 || b->pictures[i].restarts != restarts)
			continue;
		sum += log(ratio);
		gain->n++;
	}
	gain->geomean = gain->n ? exp(sum / (double)gain->n) : 0;
}

static void sum_up(struct bench *b)
{
	size_t i, k;

	for (i = 0; i < b->n_pictures; i++) {
		for (k = 0; k < 1 + b->n_peers; k++)
			sum_up_result(&b->pictures[i].result[k]);
		sum_up_result(&b->pictures[i].one);
		sum_up_result(&b->pictures[i].all);
	}
	sum_up_threads(b, false);
	sum_up_threads(b, true);
	for (k = 0; k < b->n_peers; k++)
		sum_up_peer(b, k);
}

/* --- failures ------------------------------------------------------------------- */

static bool is_good(const struct bench_picture *pic)
{
	return !pic->report.class_name;
}

static void tell(struct bench *b, const struct bench_picture *pic)
{
	progress_clear();
	report_print(&pic->report, pic->file);
	if (pic->report.exit_code > b->exit_code)
		b->exit_code = pic->report.exit_code;
}

static void fail(struct run *run, struct bench_picture *pic, struct libcodec_decoder *dec,
		 int error)
{
	report_decoder(&pic->report, dec, error);
	pic->result[0].measured = false;
	pic->one.measured = false;
	pic->all.measured = false;
	tell(run->b, pic);
}

/* --- one decode ----------------------------------------------------------------- */

static uint64_t now(const struct run *run)
{
	struct timespec ts;

	clock_gettime(run->b->wall_clock ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID,
		      &ts);
	return (uint64_t)ts.tv_sec * UINT64_C(1000000000) + (uint64_t)ts.tv_nsec;
}

static int decode_ours(struct run *run, struct bench_picture *pic, uint64_t *ret_ns)
{
	uint64_t start = now(run);
	int r;

	r = libcodec_decoder_decode(run->b->dec, pic->data, pic->size, pic->image,
				    &pic->info);
	*ret_ns = now(run) - start;
	if (r < 0)
		fail(run, pic, run->b->dec, r);
	return r;
}

static int decode_one(struct run *run, struct bench_picture *pic, uint64_t *ret_ns)
{
	uint64_t start = now(run);
	int r;

	r = libcodec_decoder_decode(run->b->dec_one, pic->data, pic->size, pic->image_one,
				    NULL);
	*ret_ns = now(run) - start;
	if (r < 0)
		fail(run, pic, run->b->dec_one, r);
	return r;
}

static int decode_theirs(struct run *run, struct bench_picture *pic, size_t peer,
			 uint64_t *ret_ns)
{
	struct bench_peer *p = &run->b->peers[peer];
	uint64_t start = now(run);
	int r;

	r = p->ops->decode(p->state, pic, p->dst);
	*ret_ns = now(run) - start;
	if (r < 0) {
		pic->result[1 + peer].measured = false;
		pic->result[1 + peer].why = "it fails to decode it";
	}
	return r;
}

/* Number @k of a picture's results, 0 is ours. */
static int decode(struct run *run, struct bench_picture *pic, size_t k, uint64_t *ret_ns)
{
	if (k == 0)
		return decode_ours(run, pic, ret_ns);
	return decode_theirs(run, pic, k - 1, ret_ns);
}

static int keep_time(struct bench_result *res, uint64_t ns)
{
	size_t capacity = res->capacity ? 2 * res->capacity : 64;
	uint64_t *times;

	if (res->n == res->capacity) {
		times = realloc(res->ns, capacity * sizeof(*times));
		if (!times)
			return -ENOMEM;
		res->ns = times;
		res->capacity = capacity;
	}
	res->ns[res->n++] = ns;
	return 0;
}

/* --- warming up ----------------------------------------------------------------- */

static unsigned int row_difference(const unsigned char *a, const unsigned char *b,
				   size_t n)
{
	unsigned int most = 0, difference;
	size_t i;

	if (!memcmp(a, b, n))
		return 0;
	for (i = 0; i < n; i++) {
		difference = a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
		if (difference > most)
			most = difference;
	}
	return most;
}

static unsigned int picture_difference(const struct libcodec_image_layout *layout,
				       const unsigned char *a, const unsigned char *b)
{
	unsigned int most = 0, difference;
	uint64_t offset;
	uint32_t i, y;

	for (i = 0; i < layout->n_planes; i++) {
		for (y = 0; y < layout->plane_height[i]; y++) {
			offset = layout->plane_offset[i] +
				 (uint64_t)layout->plane_stride[i] * y;
			difference = row_difference(a + offset, b + offset,
						    layout->plane_width[i]);
			if (difference > most)
				most = difference;
		}
	}
	return most;
}

static void compare(struct run *run, struct bench_picture *pic, size_t peer)
{
	struct bench_result *res = &pic->result[1 + peer];

	if (res->planes)
		return;
	res->max_difference =
		picture_difference(&pic->layout, run->dst, run->b->peers[peer].dst);
	res->equal = res->max_difference ? BENCH_EQUAL_NO : BENCH_EQUAL_YES;
}

/* By the format that comes, which may be another one than that of --format. */
static bool suits(const struct bench_peer_ops *ops, const struct bench_picture *pic)
{
	bool rgb = pic->info.format == LIBCODEC_FORMAT_RGB ||
		   pic->info.format == LIBCODEC_FORMAT_RGBA;

	return pic->info.codec == ops->codec && !(rgb ? ops->no_rgb : ops->rgb_only);
}

static void warm_up_peer(struct run *run, struct bench_picture *pic, size_t peer)
{
	struct bench_peer *p = &run->b->peers[peer];
	struct bench_result *res = &pic->result[1 + peer];
	uint64_t ns;
	int r;

	if (!p->joins || !suits(p->ops, pic))
		return;
	r = p->ops->prepare(p->state, pic, &res->why);
	if (r < 0)
		return;
	res->planes = r > 0;
	if (decode_theirs(run, pic, peer, &ns) < 0)
		return;
	res->measured = true;
	compare(run, pic, peer);
}

/* Any number of threads gives the same: that is promised, so a difference fails. */
static void compare_one(struct run *run, struct bench_picture *pic)
{
	struct bench_result *one = &pic->one;
	unsigned int difference;

	if (!one->measured || one->equal == BENCH_EQUAL_NO)
		return;
	difference = picture_difference(&pic->layout, run->dst, run->dst_one);
	one->equal = difference ? BENCH_EQUAL_NO : BENCH_EQUAL_YES;
	one->max_difference = difference;
	if (!difference)
		return;
	progress_clear();
	ctl_error("%s: %u threads give other samples than one: by up to %u", pic->file,
		  run->b->opt->threads, difference);
	run->b->exit_code = CTL_FAILED;
}

/* Unlike before, so that what is not written shows. */
static void soil(const struct run *run)
{
	memset(run->dst, 0xaa, run->capacity);
	memset(run->dst_one, 0x55, run->capacity);
}

static int warm_up_one(struct run *run, struct bench_picture *pic,
		       const struct libcodec_image_params *params)
{
	struct libcodec_image_params mine = *params;
	uint64_t ns;
	int r;

	mine.data = run->dst_one;
	r = libcodec_image_new(run->ctx, &mine, &pic->image_one);
	if (r < 0)
		return r;
	if (decode_one(run, pic, &ns) < 0)
		return 0;
	pic->one.measured = true;
	pic->all.measured = true;
	compare_one(run, pic);
	return 0;
}

/* The picture gets its image in our output, and everybody decodes it once. */
static int warm_up_picture(struct run *run, struct bench_picture *pic)
{
	struct libcodec_image_params params = {
		.struct_size = sizeof(params),
		.width = pic->info.width,
		.height = pic->info.height,
		.format = pic->info.format,
		.dtype = pic->info.dtype,
		.capacity = run->capacity,
		.data = run->dst,
	};
	uint64_t ns;
	size_t i;
	int r;

	r = libcodec_image_new(run->ctx, &params, &pic->image);
	if (r < 0)
		return r;
	if (run->dst_one)
		soil(run);
	if (decode_ours(run, pic, &ns) < 0)
		return 0;
	pic->layout.struct_size = sizeof(pic->layout);
	r = libcodec_image_get_layout(pic->image, &pic->layout);
	if (r < 0)
		return r;
	pic->result[0].measured = true;
	pic->result[0].equal = BENCH_EQUAL_YES;
	if (run->dst_one) {
		r = warm_up_one(run, pic, &params);
		if (r < 0 || !is_good(pic))
			return r;
	}
	for (i = 0; i < run->b->n_peers; i++)
		warm_up_peer(run, pic, i);
	return 0;
}

static int warm_up(struct run *run)
{
	uint64_t start = progress_now_ns(), ns;
	struct bench *b = run->b;
	size_t i;
	int r;

	for (i = 0; i < b->n_pictures; i++) {
		if (!is_good(&b->pictures[i]))
			continue;
		r = warm_up_picture(run, &b->pictures[i]);
		if (r < 0)
			return r;
		b->n_good += is_good(&b->pictures[i]);
	}
	ns = progress_now_ns() - start;
	run->estimate = b->opt->budget_ns / (ns + 1);
	return 0;
}

/* --- the rounds ----------------------------------------------------------------- */

/* Who was first in this round is last in the next one. */
static int measure_picture(struct run *run, struct bench_picture *pic)
{
	size_t n = 1 + run->b->n_peers, i, k;
	uint64_t ns;
	int r;

	for (i = 0; i < n && is_good(pic); i++) {
		k = (run->b->rounds + i) % n;
		if (!pic->result[k].measured || decode(run, pic, k, &ns) < 0)
			continue;
		r = keep_time(&pic->result[k], ns);
		if (r < 0)
			return r;
	}
	return 0;
}

/*
 * We with one thread and with all of them, one behind the other, and who is first
 * changes. This has a walk through the pictures of its own: next to the other turns one
 * of the two would find more of its memory in the caches than the other.
 */
static int measure_threads(struct run *run, struct bench_picture *pic)
{
	bool swap = run->b->rounds % 2;
	uint64_t ns;
	int i, r = 0;

	for (i = 0; i < 2 && r == 0; i++) {
		bool one = swap == (i == 1);

		if (!is_good(pic) || !pic->all.measured)
			return 0;
		if (one ? decode_one(run, pic, &ns) < 0 : decode_ours(run, pic, &ns) < 0)
			return 0;
		r = keep_time(one ? &pic->one : &pic->all, ns);
	}
	compare_one(run, pic);
	return r;
}

static bool is_over(const struct run *run)
{
	const struct bench *b = run->b;

	if (b->rounds < BENCH_ROUNDS_MIN)
		return false;
	return b->rounds >= BENCH_ROUNDS_MAX ||
	       progress_now_ns() - run->start_ns >= b->opt->budget_ns;
}

static int measure_all(struct run *run,
		       int (*measure)(struct run *run, struct bench_picture *pic))
{
	struct bench *b = run->b;
	size_t i;
	int r;

	for (i = 0; i < b->n_pictures; i++) {
		if (!is_good(&b->pictures[i]))
			continue;
		r = measure(run, &b->pictures[i]);
		if (r < 0)
			return r;
		progress_tick();
	}
	return 0;
}

static int measure(struct run *run)
{
	struct bench *b = run->b;
	size_t per_round = b->n_good * (bench_has_threads(b) ? 2 : 1);
	int r;

	if (run->estimate < BENCH_ROUNDS_MIN)
		run->estimate = BENCH_ROUNDS_MIN;
	progress_begin(run->estimate * per_round);
	for (; b->n_good && !is_over(run); b->rounds++) {
		if (b->rounds >= run->estimate)
			progress_more(per_round);
		r = measure_all(run, measure_picture);
		if (r == 0 && bench_has_threads(b))
			r = measure_all(run, measure_threads);
		if (r < 0)
			return r;
	}
	progress_end();
	return 0;
}

/* --- getting ready -------------------------------------------------------------- */

static int set_up_decoder(struct run *run, uint32_t threads,
			  struct libcodec_decoder **ret_dec)
{
	const struct bench_options *opt = run->b->opt;
	struct libcodec_decoder_params params = {
		.struct_size = sizeof(params),
		.output_format = opt->output_format,
		.threads = threads,
		.policy = opt->backend ? LIBCODEC_POLICY_ANY : LIBCODEC_POLICY_CPU_ONLY,
		.simd = opt->simd,
		.backend = opt->backend,
	};
	int r;

	r = libcodec_decoder_new(run->ctx, ret_dec);
	if (r < 0)
		return r;
	return libcodec_decoder_set_params(*ret_dec, &params);
}

static int set_up_decoders(struct run *run)
{
	struct bench *b = run->b;
	int r;

	r = set_up_decoder(run, b->opt->threads, &b->dec);
	if (r < 0 || !bench_has_threads(b))
		return r;
	return set_up_decoder(run, 1, &b->dec_one);
}

/* An interval alone may be larger than the picture. */
static bool has_restarts(const struct bench_picture *pic)
{
	return (pic->info.present & LIBCODEC_INFO_RESTART_INTERVAL) &&
	       pic->info.restart_interval && memmem(pic->data, pic->size, "\xff\xd0", 2);
}

static void probe_pictures(struct run *run)
{
	struct bench *b = run->b;
	struct bench_picture *pic;
	size_t i;
	int r;

	for (i = 0; i < b->n_pictures; i++) {
		pic = &b->pictures[i];
		if (!is_good(pic)) {
			tell(b, pic);
			continue;
		}
		pic->info.struct_size = sizeof(pic->info);
		r = libcodec_decoder_probe(run->b->dec, pic->data, pic->size, NULL,
					   &pic->info);
		if (r < 0) {
			fail(run, pic, b->dec, r);
			continue;
		}
		pic->restarts = has_restarts(pic);
		if (pic->info.capacity > run->capacity)
			run->capacity = pic->info.capacity;
	}
}

/* Aligned as our own images, and written to once, so that the pages are there. */
static int make_output(const struct run *run, unsigned char **ret_dst)
{
	void *dst;

	if (run->capacity > SIZE_MAX / 2 ||
	    posix_memalign(&dst, 64, run->capacity + BENCH_SLACK) != 0)
		return -ENOMEM;
	memset(dst, 0, run->capacity + BENCH_SLACK);
	*ret_dst = dst;
	return 0;
}

static bool has_use_for(const struct bench *b, const struct bench_peer_ops *ops)
{
	size_t i;

	for (i = 0; i < b->n_pictures; i++)
		if (is_good(&b->pictures[i]) && suits(ops, &b->pictures[i]))
			return true;
	return false;
}

/*
 * A peer without a function of its own was given its instructions when it was built, or
 * offers no way to take them away.
 */
static void hold_peer(const struct bench *b, struct bench_peer *p)
{
	bool same = bench_options_hold_peers(b->opt);

	if (p->ops->hold)
		p->simd = p->ops->hold(same ? b->opt->simd : LIBCODEC_SIMD_AUTO);
	else if (same)
		p->simd = "cannot be held: it has no way to, and may use more than we do";
	else
		p->simd = "not held: the best that it has for this machine";
}

/* Only those that could do something with these files are looked for. */
static int open_peers(struct run *run)
{
	struct bench *b = run->b;
	bool any = false;
	size_t i;
	int r;

	for (i = 0; b->opt->compare && bench_peers[i]; i++) {
		struct bench_peer *p = &b->peers[b->n_peers];

		if (!has_use_for(b, bench_peers[i]))
			continue;
		p->ops = bench_peers[i];
		hold_peer(b, p);
		p->there =
			p->ops->open(b->opt, &p->state, p->about, sizeof(p->about)) == 0;
		p->joins = p->there;
		any = any || p->joins;
		b->n_peers++;
		r = p->joins ? make_output(run, &p->dst) : 0;
		if (r < 0)
			return r;
	}
	if (any || !b->opt->compare || !run->capacity)
		return 0;
	return -ENOENT;
}

static void say_that_none_is_there(const struct bench *b)
{
	size_t i;

	for (i = 0; i < b->n_peers; i++)
		ctl_error("no %s: %s", b->peers[i].ops->name, b->peers[i].about);
	ctl_error("there is no library to compare these files with");
}

static int run_all(struct run *run)
{
	int r;

	r = set_up_decoders(run);
	if (r < 0)
		return r;
	r = bench_files_load(run->b);
	if (r < 0)
		return r;
	bench_files_shorten(run->b);
	probe_pictures(run);
	r = open_peers(run);
	if (r == -ENOENT) {
		say_that_none_is_there(run->b);
		run->b->exit_code = CTL_NONE;
		run->b->aborted = true;
		return 0;
	}
	if (r < 0 || !run->capacity)
		return r;
	r = make_output(run, &run->dst);
	if (r == 0 && bench_has_threads(run->b))
		r = make_output(run, &run->dst_one);
	if (r < 0)
		return r;
	run->start_ns = progress_now_ns();
	r = warm_up(run);
	/* The library's threads are made by now, and stay where we were. */
	if (bench_has_threads(run->b) && run->b->cpu >= 0 && !bench_stay(run->b->cpu))
		run->b->cpu = -1;
	if (r == 0)
		r = measure(run);
	if (r == 0 && run->b->opt->stages)
		r = bench_stages_measure(run->b);
	return r;
}

int bench_run(struct bench *b, struct libcodec_context *ctx)
{
	const struct bench_options *opt = b->opt;
	struct run run = { .b = b, .ctx = ctx };
	size_t i;
	int r;

	bench_keep_memory();
	if (bench_options_hold_peers(opt))
		bench_kernels_limit(opt->simd);
	b->mode = bench_options_mode(opt);
	b->wall_clock = bench_has_threads(b) ||
			(opt->backend && strcmp(opt->backend, "cpu") != 0);
	if (bench_has_threads(b))
		b->cpu = bench_leave_one(opt->threads);
	else
		b->cpu = b->wall_clock ? -1 : bench_pin();
	r = run_all(&run);
	progress_end();
	if (r < 0) {
		ctl_error("cannot measure: %s", strerror(-r));
		b->exit_code = CTL_FAILED;
		b->aborted = true;
	} else {
		sum_up(b);
	}
	for (i = 0; i < b->n_pictures; i++) {
		b->pictures[i].image = libcodec_image_unref(b->pictures[i].image);
		b->pictures[i].image_one = libcodec_image_unref(b->pictures[i].image_one);
	}
	free(run.dst);
	free(run.dst_one);
	return b->exit_code;
}

void bench_done(struct bench *b)
{
	size_t i, k;

	for (i = 0; i < b->n_pictures; i++) {
		for (k = 0; k < BENCH_RESULTS_MAX; k++)
			free(b->pictures[i].result[k].ns);
		free(b->pictures[i].one.ns);
		free(b->pictures[i].all.ns);
		free(b->pictures[i].data);
		free(b->pictures[i].file);
	}
	free(b->pictures);
	libcodec_decoder_unref(b->dec);
	libcodec_decoder_unref(b->dec_one);
	for (i = 0; i < b->n_peers; i++) {
		if (b->peers[i].there)
			b->peers[i].ops->close(b->peers[i].state);
		free(b->peers[i].dst);
	}
}
