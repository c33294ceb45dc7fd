/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What was measured, as a table for people, and the words on how.
 */
#include "config.h"

#include "bench.h"

#include <stdio.h>
#include <string.h>

#include "bench-kernels.h"
#include "codecctl.h"

#define NAME_WIDTH_MAX 48

const char *const bench_rules[] = {
	"All decode in one process and take turns with each picture; each round another "
	"one begins. A first round to warm up is not counted.",
	"A ratio is the peer's least time over our least time: above 1 we are faster. "
	"The mean is geometric, over the files where both did the same work.",
	"Equal work: each fills the same planes with the same strides in memory of its "
	"own, from the same bytes. A peer that gives planes pays for what its user "
	"would add to get there: chroma is interleaved, and halved or doubled where "
	"need be, by SIMD and with our rounding.",
	"\"=\": the samples are ours to the last bit. \"~N\": they differ by N at the "
	"most. In RGB ~1 is rounding, and more is expected of a peer that interpolates "
	"chroma, since we take the nearest sample. Where chroma is halved it is the "
	"edges of odd sizes, as planes have no sample behind the picture.",
	"FORMAT is what came: where --format cannot be had without a second pass, it is "
	"the native one. The peers make that which came, of each file.",
	"\"planes\": nobody knows how its user would bring that sampling to what we "
	"made, so the peer left its planes as they are and did less; no part of the "
	"mean.",
	"With more than one thread the wall clock counts, for all. Where there are CPUs "
	"enough, the thread that calls stays on one and the library's are on the others: "
	"some kernels leave a thread that was woken on the CPU of the one that woke it "
	"for longer than a frame takes. In each round we also decode each picture with "
	"one thread and with all in turns (1/N), and both must give the same samples. "
	"Peers have one thread; their ratios are against all of ours.",
	"Memory that is freed stays with the process, so nobody pays for pages anew.",
	NULL,
};

const char *bench_simd_words(const struct bench *b)
{
	switch (b->opt->simd) {
	case LIBCODEC_SIMD_AUTO:
		return "the best that the machine has";
	case LIBCODEC_SIMD_NONE:
		return "held to plain C by LIBCODEC_FORCE_X86";
	case LIBCODEC_SIMD_SSE2:
		return "held to SSE2 by LIBCODEC_FORCE_X86";
	case LIBCODEC_SIMD_SSE41:
		return "held to SSE4.1 by LIBCODEC_FORCE_X86";
	case LIBCODEC_SIMD_AVX2:
		return "held to AVX2 by LIBCODEC_FORCE_X86";
	default:
		return "held to AVX-512 by LIBCODEC_FORCE_X86";
	}
}

const char *bench_clock_words(const struct bench *b)
{
	if (!b->wall_clock)
		return "CPU time of the thread";
	return "wall clock (peers have one thread)";
}

static int width_of_names(const struct bench *b)
{
	size_t i, length, most = 4;

	for (i = 0; i < b->n_pictures; i++) {
		length = strlen(bench_short_name(b, &b->pictures[i]));
		if (b->pictures[i].result[0].measured && length > most)
			most = length;
	}
	return most < NAME_WIDTH_MAX ? (int)most : NAME_WIDTH_MAX;
}

/* The end of a name that is too long tells more. */
static void print_name(const char *name, int width, FILE *to)
{
	size_t length = strlen(name);

	if (length > (size_t)width)
		name += length - (size_t)width;
	ctl_put_text(to, name);
	fprintf(to, "%*s", length < (size_t)width ? width - (int)length : 0, "");
}

static const char *note_of(const struct bench_result *res, char *text, size_t size)
{
	if (res->planes)
		return "planes";
	if (res->equal != BENCH_EQUAL_NO)
		return res->equal == BENCH_EQUAL_YES ? "=" : "";
	snprintf(text, size, "~%u", res->max_difference);
	return text;
}

static int column_width(const struct bench_peer *p)
{
	int width = (int)strlen(p->ops->name);

	return width < 12 ? 12 : width;
}

static void print_row(const struct bench *b, const struct bench_picture *pic, int width,
		      FILE *to)
{
	const struct bench_result *ours = &pic->result[0];
	char note[16];
	size_t i;

	print_name(bench_short_name(b, pic), width, to);
	fprintf(to, "  %-6s  %-6s  %9.3f  %7.1f", b->mode,
		libcodec_format_name(pic->layout.format), bench_ms(ours->min_ns),
		bench_mp_per_s(pic, ours));
	if (bench_has_threads(b))
		fprintf(to, "  %9.3f  %5.2f %s", bench_ms(pic->one.min_ns),
			bench_thread_gain(pic), pic->restarts ? "R" : " ");
	for (i = 0; i < b->n_peers; i++) {
		const struct bench_result *res = &pic->result[1 + i];

		if (!b->peers[i].joins)
			continue;
		fprintf(to, "  ");
		if (res->measured)
			fprintf(to, "%5.2f %-*s", bench_ratio(pic, i),
				column_width(&b->peers[i]) - 6,
				note_of(res, note, sizeof(note)));
		else
			fprintf(to, "%5s %*s", "-", column_width(&b->peers[i]) - 6, "");
	}
	putc('\n', to);
}

static void print_head(const struct bench *b, int width, FILE *to)
{
	char text[16];
	size_t i;

	fprintf(to, "%-*s  %-6s  %-6s  %9s  %7s", width, "FILE", "MODE", "FORMAT",
		"MIN ms", "MP/s");
	snprintf(text, sizeof(text), "1/%u", b->opt->threads);
	if (bench_has_threads(b))
		fprintf(to, "  %9s  %5s  ", "1: MIN ms", text);
	for (i = 0; i < b->n_peers; i++)
		if (b->peers[i].joins)
			fprintf(to, "  %-*s", column_width(&b->peers[i]),
				b->peers[i].ops->name);
	putc('\n', to);
}

static void print_means(const struct bench *b, int width, FILE *to)
{
	size_t i;

	fprintf(to, "%-*s  %-6s  %-6s  %9s  %7s", width, "geometric mean", "", "", "",
		"");
	if (bench_has_threads(b))
		fprintf(to, "  %9s  %5s  ", "", "");
	for (i = 0; i < b->n_peers; i++) {
		const struct bench_peer *p = &b->peers[i];

		if (!p->joins)
			continue;
		if (p->n_mean)
			fprintf(to, "  %6.3f%*s", p->geomean, column_width(p) - 6, "");
		else
			fprintf(to, "  %5s%*s", "-", column_width(p) - 5, "");
	}
	putc('\n', to);
}

static void print_gain(const struct bench_gain *gain, const char *with, const char *mark,
		       FILE *to)
{
	if (gain->n)
		fprintf(to, "%.3f", gain->geomean);
	else
		fputs("-", to);
	fprintf(to, " %s restart markers (%s%zu file%s)", with, mark, gain->n,
		gain->n == 1 ? "" : "s");
}

static void print_threads(const struct bench *b, FILE *to)
{
	if (!bench_has_threads(b))
		return;
	fprintf(to, "%u threads against 1: geometric mean ", b->opt->threads);
	print_gain(&b->gain[1], "with", "R, ", to);
	fputs(", ", to);
	print_gain(&b->gain[0], "without", "", to);
	putc('\n', to);
}

static void print_refusals(const struct bench *b, FILE *to)
{
	const struct bench_picture *pic;
	size_t i, k;

	for (i = 0; i < b->n_pictures; i++) {
		pic = &b->pictures[i];
		for (k = 0; k < b->n_peers; k++) {
			if (!pic->result[1 + k].why || !pic->result[0].measured)
				continue;
			ctl_put_text(to, bench_short_name(b, pic));
			fprintf(to, ": %s: %s\n", b->peers[k].ops->name,
				pic->result[1 + k].why);
		}
	}
}

static void print_peers(const struct bench *b, FILE *to)
{
	size_t i;

	fprintf(to, "\nPeers:\n");
	for (i = 0; i < b->n_peers; i++) {
		const struct bench_peer *p = &b->peers[i];

		fprintf(to, "  %s: %s%s\n", p->ops->name,
			p->there ? "" : "not there: ", p->about);
		if (p->there)
			fprintf(to, "    %s\n    instruction set: %s\n", p->ops->work,
				p->simd);
	}
}

static void print_rules(FILE *to)
{
	size_t i;

	fprintf(to, "\nHow:\n");
	for (i = 0; bench_rules[i]; i++)
		fprintf(to, "  - %s\n", bench_rules[i]);
	fprintf(to, "  - Chroma is interleaved with %s.\n", bench_kernels_name());
}

static void print_conditions(const struct bench *b, const struct bench_machine *m,
			     FILE *to)
{
	fprintf(to, "\nlibcodec %s, %s, %u CPUs, %s\n", libcodec_version(), m->cpu,
		m->cores, m->kernel);
	fprintf(to, "%llu rounds, %s", (unsigned long long)b->rounds,
		bench_clock_words(b));
	if (b->cpu >= 0)
		fprintf(to, ", pinned to CPU %d", b->cpu);
	else
		fprintf(to, ", not pinned");
	fprintf(to, ", %u thread%s\n", b->opt->threads, b->opt->threads > 1 ? "s" : "");
	fprintf(to, "our instruction set: %s\n", bench_simd_words(b));
}

static void print_stages(const struct bench *b, FILE *to)
{
	size_t i;

	if (!b->n_stages)
		return;
	fprintf(to, "\nOur stages, of one decode of each, by the wall clock:\n");
	for (i = 0; i < b->n_stages; i++)
		fprintf(to, "  %-44s  %9.3f ms  %5.1f %%\n", b->stages[i].name,
			b->stages[i].ns / 1e6, 100 * b->stages[i].share);
}

static void print_setup(const struct bench *b, int width, FILE *to)
{
	const struct bench_picture *pic;
	size_t i;

	if (!b->opt->stages)
		return;
	fprintf(to,
		"\nSet-up: what of a frame lies before its first row and behind its last "
		"one, where\nthe same frame comes again and again (the wall clock; %llu "
		"ns taken off for a span):\n",
		(unsigned long long)b->span_ns);
	for (i = 0; i < b->n_pictures; i++) {
		pic = &b->pictures[i];
		if (!pic->setup.measured)
			continue;
		fputs("  ", to);
		print_name(bench_short_name(b, pic), width, to);
		fprintf(to, "  %8.1f of %9.1f us  %5.1f %%\n",
			(double)pic->setup.ns / 1e3, (double)pic->setup.frame_ns / 1e3,
			100 * bench_setup_share(pic));
	}
}

void bench_print(const struct bench *b, const struct bench_machine *m, FILE *to)
{
	int width = width_of_names(b);
	size_t i;

	if (b->n_peers && width < 14)
		width = 14;
	print_head(b, width, to);
	for (i = 0; i < b->n_pictures; i++)
		if (b->pictures[i].result[0].measured)
			print_row(b, &b->pictures[i], width, to);
	if (b->n_peers)
		print_means(b, width, to);
	print_threads(b, to);
	print_refusals(b, to);
	print_conditions(b, m, to);
	print_stages(b, to);
	print_setup(b, width, to);
	if (!b->n_peers)
		return;
	print_peers(b, to);
	print_rules(to);
}
