/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What was measured, as JSON.
 */
#include "config.h"

#include "bench.h"

#include <stdio.h>

#include "json.h"

static void equal_json(struct json *j, const struct bench_result *res)
{
	json_key(j, "equal");
	if (res->equal == BENCH_EQUAL_UNKNOWN)
		json_null(j);
	else
		json_bool(j, res->equal == BENCH_EQUAL_YES);
	json_key_optional(j, "max_difference", res->equal != BENCH_EQUAL_UNKNOWN,
			  res->max_difference);
}

static void result_json(struct json *j, const char *name, const struct bench_result *res)
{
	if (!res->measured)
		return;
	json_object(j);
	json_key_string(j, "peer", name);
	json_key_u64(j, "min_ns", res->min_ns);
	json_key_u64(j, "median_ns", res->median_ns);
	equal_json(j, res);
	json_key_u64(j, "rounds", res->n);
	json_key_string(j, "note", res->planes ? "planes" : NULL);
	json_close(j);
}

static void skipped_json(const struct bench *b, const struct bench_picture *pic,
			 struct json *j)
{
	size_t i;

	json_key(j, "skipped");
	json_array(j);
	for (i = 0; i < b->n_peers; i++) {
		if (!pic->result[1 + i].why)
			continue;
		json_object(j);
		json_key_string(j, "peer", b->peers[i].ops->name);
		json_key_string(j, "reason", pic->result[1 + i].why);
		json_close(j);
	}
	json_close(j);
}

static void times_json(const char *key, const struct bench_result *res, struct json *j)
{
	json_key(j, key);
	json_object(j);
	json_key_u64(j, "min_ns", res->min_ns);
	json_key_u64(j, "median_ns", res->median_ns);
	json_key_u64(j, "rounds", res->n);
	json_close(j);
}

static void threads_json(const struct bench *b, const struct bench_picture *pic,
			 struct json *j)
{
	json_key(j, "threads");
	if (!pic->one.measured) {
		json_null(j);
		return;
	}
	json_object(j);
	json_key_u64(j, "threads", b->opt->threads);
	json_key(j, "ratio");
	json_double(j, bench_thread_gain(pic));
	json_key_bool(j, "equal", pic->one.equal == BENCH_EQUAL_YES);
	times_json("one", &pic->one, j);
	times_json("all", &pic->all, j);
	json_close(j);
}

static void setup_json(const struct bench_picture *pic, struct json *j)
{
	json_key(j, "setup");
	if (!pic->setup.measured) {
		json_null(j);
		return;
	}
	json_object(j);
	json_key_u64(j, "ns", pic->setup.ns);
	json_key_u64(j, "frame_ns", pic->setup.frame_ns);
	json_key(j, "share");
	json_double(j, bench_setup_share(pic));
	json_close(j);
}

static void picture_json(const struct bench *b, const struct bench_picture *pic,
			 struct json *j)
{
	size_t i;

	json_object(j);
	json_key_string(j, "file", pic->file);
	json_key_string(j, "mode", b->mode);
	json_key_u64(j, "width", pic->layout.width);
	json_key_u64(j, "height", pic->layout.height);
	json_key_u64(j, "bytes", pic->size);
	json_key_string(j, "format", libcodec_format_name(pic->layout.format));
	json_key_string(j, "sampling", libcodec_sampling_name(pic->info.sampling));
	json_key_string(j, "backend", pic->info.backend);
	json_key(j, "results");
	json_array(j);
	result_json(j, "libcodec", &pic->result[0]);
	for (i = 0; i < b->n_peers; i++)
		result_json(j, b->peers[i].ops->name, &pic->result[1 + i]);
	json_close(j);
	skipped_json(b, pic, j);
	json_key_bool(j, "restart_markers", pic->restarts);
	threads_json(b, pic, j);
	setup_json(pic, j);
	json_close(j);
}

static void machine_json(const struct bench_machine *m, struct json *j)
{
	json_key(j, "machine");
	json_object(j);
	json_key_string(j, "cpu", m->cpu);
	json_key_u64(j, "cores", m->cores);
	json_key_string(j, "kernel", m->kernel);
	json_close(j);
}

static void peers_json(const struct bench *b, struct json *j)
{
	size_t i;

	json_key(j, "peers");
	json_array(j);
	for (i = 0; i < b->n_peers; i++) {
		json_object(j);
		json_key_string(j, "peer", b->peers[i].ops->name);
		json_key_bool(j, "available", b->peers[i].there);
		json_key_string(j, "about", b->peers[i].about);
		json_key_string(j, "simd", b->peers[i].simd);
		json_close(j);
	}
	json_close(j);
}

static void means_json(const struct bench *b, struct json *j)
{
	size_t i;

	json_key(j, "geomean");
	json_object(j);
	for (i = 0; i < b->n_peers; i++) {
		if (!b->peers[i].n_mean)
			continue;
		json_key(j, b->peers[i].ops->name);
		json_double(j, b->peers[i].geomean);
	}
	json_close(j);
}

static void gain_json(const char *key, const struct bench_gain *gain, struct json *j)
{
	json_key(j, key);
	json_object(j);
	json_key(j, "ratio");
	if (gain->n)
		json_double(j, gain->geomean);
	else
		json_null(j);
	json_key_u64(j, "files", gain->n);
	json_close(j);
}

static void gains_json(const struct bench *b, struct json *j)
{
	json_key(j, "threads_geomean");
	if (!bench_has_threads(b)) {
		json_null(j);
		return;
	}
	json_object(j);
	gain_json("restart_markers", &b->gain[1], j);
	gain_json("no_restart_markers", &b->gain[0], j);
	json_close(j);
}

static void stages_json(const struct bench *b, struct json *j)
{
	size_t i;

	json_key(j, "stages");
	json_array(j);
	for (i = 0; i < b->n_stages; i++) {
		json_object(j);
		json_key_string(j, "name", b->stages[i].name);
		json_key_u64(j, "ns", (uint64_t)b->stages[i].ns);
		json_key(j, "share");
		json_double(j, b->stages[i].share);
		json_close(j);
	}
	json_close(j);
}

static void failed_json(const struct bench *b, struct json *j)
{
	size_t i;

	json_key(j, "failed");
	json_array(j);
	for (i = 0; i < b->n_pictures; i++) {
		if (!b->pictures[i].report.class_name)
			continue;
		json_object(j);
		json_key_string(j, "file", b->pictures[i].file);
		json_key(j, "error");
		report_json(&b->pictures[i].report, j);
		json_close(j);
	}
	json_close(j);
}

void bench_json(const struct bench *b, const struct bench_machine *m, FILE *to)
{
	struct json json, *j = &json;
	size_t i;

	json_begin(j, to);
	json_object(j);
	json_key_string(j, "schema", "libcodec/bench/1");
	machine_json(m, j);
	json_key_string(j, "libcodec", libcodec_version());
	json_key_string(j, "clock", b->wall_clock ? "wall" : "thread-cpu");
	json_key_optional(j, "pinned_cpu", b->cpu >= 0,
			  b->cpu >= 0 ? (uint64_t)b->cpu : 0);
	json_key_u64(j, "threads", b->opt->threads);
	json_key_u64(j, "rounds", b->rounds);
	json_key_string(j, "simd", libcodec_simd_name(b->opt->simd));
	json_key_string(j, "peer_simd", b->opt->same_simd ? "same" : "best");
	peers_json(b, j);
	json_key(j, "files");
	json_array(j);
	for (i = 0; i < b->n_pictures; i++)
		if (b->pictures[i].result[0].measured)
			picture_json(b, &b->pictures[i], j);
	json_close(j);
	means_json(b, j);
	gains_json(b, j);
	stages_json(b, j);
	json_key_optional(j, "span_ns", b->span_ns, b->span_ns);
	failed_json(b, j);
	json_close(j);
	json_finish(j);
}
