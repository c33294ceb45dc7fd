/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What was measured as a page: plots in SVG, a table, how it was done. It needs no
 * script, no network and no other file.
 */
#include "config.h"

#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench-kernels.h"
#include "codecctl.h"

#define PAGE_WIDTH 1000

/* Ours is the first, then the peers in their order. */
static const char *const colours[BENCH_RESULTS_MAX] = {
	"#1f5fa8", "#e08a1e", "#b8403a", "#2f9468", "#7b56ad",
	"#5b7f95", "#8a6d3b", "#c05a96", "#444444",
};

static void put_html(FILE *to, const char *text)
{
	for (; *text; text++) {
		if (*text == '&')
			fputs("&amp;", to);
		else if (*text == '<')
			fputs("&lt;", to);
		else if (*text == '>')
			fputs("&gt;", to);
		else if (*text == '"')
			fputs("&quot;", to);
		else if ((unsigned char)*text < 0x20 || *text == 0x7f)
			putc('?', to);
		else
			putc(*text, to);
	}
}

static const char style[] =
	"body{font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;"
	"color:#1d2530;background:#f5f6f8;margin:0}\n"
	"main{max-width:1000px;margin:0 auto;padding:36px 28px 60px}\n"
	"h1{font-size:28px;line-height:1.2;margin:0 0 4px;letter-spacing:-.01em}\n"
	"h2{font-size:18px;margin:0 0 2px}\n"
	"p{margin:0 0 10px}\n"
	".sub,.cap{color:#5a6675}\n"
	".cap{font-size:13.5px;margin-bottom:12px}\n"
	"section{background:#fff;border:1px solid #e1e5ea;border-radius:10px;"
	"padding:20px 22px;margin-top:20px}\n"
	".cards{display:flex;flex-wrap:wrap;gap:14px;margin-top:22px}\n"
	".card{background:#fff;border:1px solid #e1e5ea;border-left:5px solid;"
	"border-radius:10px;padding:12px 18px 14px;min-width:170px;flex:1}\n"
	".card b{display:block;font-size:30px;line-height:1.2;font-weight:650}\n"
	".card span{color:#5a6675;font-size:13.5px}\n"
	"svg{display:block;width:100%;height:auto}\n"
	"svg text{font:12px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;"
	"fill:#3a4553}\n"
	"svg .dim{fill:#7a8694}\n"
	".legend{margin:0 0 8px;font-size:13.5px}\n"
	".legend span{margin-right:18px;white-space:nowrap}\n"
	".legend i{display:inline-block;width:11px;height:11px;border-radius:3px;"
	"margin-right:6px}\n"
	".wide{overflow-x:auto}\n"
	"table{border-collapse:collapse;width:100%;font-size:13.5px;"
	"font-variant-numeric:tabular-nums}\n"
	"th,td{text-align:right;padding:4px 10px;border-bottom:1px solid #edf0f3;"
	"white-space:nowrap}\n"
	"th{color:#5a6675;font-weight:600;border-bottom:1px solid #cfd6de}\n"
	"th:first-child,td:first-child{text-align:left;padding-left:0}\n"
	"td small{display:inline-block;min-width:44px;margin-left:5px;text-align:left;"
	"color:#7a8694}\n"
	"tr:last-child td{border-bottom:0}\n"
	"tr.mean td{font-weight:650;border-top:1px solid #cfd6de}\n"
	"dl{display:grid;grid-template-columns:max-content 1fr;gap:3px 18px;"
	"margin:8px 0}\n"
	"dt{color:#5a6675}\n"
	"dd{margin:0;overflow-wrap:anywhere}\n"
	"ul{margin:8px 0 0;padding-left:20px}\n"
	"code{font:13px/1.5 ui-monospace,'DejaVu Sans Mono',monospace;"
	"overflow-wrap:anywhere}\n"
	"@media print{body{background:#fff}section{break-inside:avoid}}\n";

/* --- head ----------------------------------------------------------------------- */

static void put_head(const struct bench *b, const struct bench_machine *m, FILE *to)
{
	fprintf(to,
		"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		"<meta name=\"viewport\" content=\"width=device-width, "
		"initial-scale=1\">\n<title>libcodec: benchmark</title>\n"
		"<style>\n%s</style>\n</head>\n<body>\n<main>\n",
		style);
	fprintf(to, "<h1>How fast libcodec decodes</h1>\n<p class=\"sub\">");
	fprintf(to, "libcodec %s, --format %s, %zu picture%s, %llu rounds, ",
		libcodec_version(), b->mode, b->n_good, b->n_good == 1 ? "" : "s",
		(unsigned long long)b->rounds);
	put_html(to, m->cpu);
	fputs("</p>\n", to);
}

static void put_cards(const struct bench *b, FILE *to)
{
	bool any = false;
	size_t i;

	for (i = 0; i < b->n_peers; i++)
		any = any || b->peers[i].n_mean;
	if (!any)
		return;
	fputs("<div class=\"cards\">\n", to);
	for (i = 0; i < b->n_peers; i++) {
		const struct bench_peer *p = &b->peers[i];

		if (!p->n_mean)
			continue;
		fprintf(to,
			"<div class=\"card\" style=\"border-left-color:%s\"><b>%.2f "
			"&times;</b><span>the speed of %s<br>mean of %zu picture%s"
			"</span></div>\n",
			colours[1 + i], p->geomean, p->ops->name, p->n_mean,
			p->n_mean == 1 ? "" : "s");
	}
	fputs("</div>\n", to);
}

static bool has_results(const struct bench *b, size_t k)
{
	size_t i;

	for (i = 0; i < b->n_pictures; i++)
		if (b->pictures[i].result[k].measured)
			return true;
	return false;
}

static const char *name_of(const struct bench *b, size_t k)
{
	return k ? b->peers[k - 1].ops->name : "libcodec";
}

/* From result @first on: with 0 we are in it. */
static void put_legend(const struct bench *b, size_t first, FILE *to)
{
	size_t k;

	fputs("<p class=\"legend\">", to);
	for (k = first; k < 1 + b->n_peers; k++)
		if (has_results(b, k))
			fprintf(to, "<span><i style=\"background:%s\"></i>%s</span>",
				colours[k], name_of(b, k));
	fputs("</p>\n", to);
}

/* --- axes ----------------------------------------------------------------------- */

/* A round step of which about @n make @most. */
static double nice_step(double most, int n)
{
	double raw = most / n, power = pow(10, floor(log10(raw)));

	if (raw <= power)
		return power;
	if (raw <= 2 * power)
		return 2 * power;
	return raw <= 5 * power ? 5 * power : 10 * power;
}

/* The whole steps that hold @most, or 1 of something where all is nothing. */
static double round_up(double most, double *ret_step, int n)
{
	if (!(most > 0))
		most = 1;
	*ret_step = nice_step(most, n);
	return ceil(most / *ret_step - 1e-9) * *ret_step;
}

/* --- bars ----------------------------------------------------------------------- */

#define BARS_LEFT  300
#define BARS_RIGHT 62
#define BARS_TOP   24
#define BAR_HEIGHT 11
#define BAR_GAP	   3
#define ROW_GAP	   9

/* Ratios by peer, or our own megapixels a second where there is no peer. */
static double bar_value(const struct bench *b, const struct bench_picture *pic, size_t k)
{
	return b->n_peers ? bench_ratio(pic, k) : bench_mp_per_s(pic, &pic->result[0]);
}

static size_t bars_of(const struct bench *b)
{
	return b->n_peers ? b->n_peers : 1;
}

static double longest_bar(const struct bench *b)
{
	double value, most = 0;
	size_t i, k;

	for (i = 0; i < b->n_pictures; i++) {
		if (!b->pictures[i].result[0].measured)
			continue;
		for (k = 0; k < bars_of(b); k++) {
			value = bar_value(b, &b->pictures[i], k);
			if (value > most)
				most = value;
		}
	}
	return b->n_peers ? fmax(most, 1.1) : most; /* with the line at 1 */
}

static unsigned int row_height(const struct bench *b, const struct bench_picture *pic)
{
	unsigned int n = 0;
	size_t k;

	for (k = 0; k < bars_of(b); k++)
		n += bar_value(b, pic, k) > 0;
	return (n ? n : 1) * (BAR_HEIGHT + BAR_GAP) - BAR_GAP + ROW_GAP;
}

static void put_bar_label(const char *name, double y, FILE *to)
{
	size_t length = strlen(name), most = 42;

	fprintf(to, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", BARS_LEFT - 12, y);
	if (length > most) {
		fputs("&hellip;", to);
		name += length - most;
		while (((unsigned char)*name & 0xc0) == 0x80) /* inside of a character */
			name++;
	}
	put_html(to, name);
	fputs("</text>\n", to);
}

static void put_bars_of(const struct bench *b, const struct bench_picture *pic,
			double scale, unsigned int y, FILE *to)
{
	unsigned int height = row_height(b, pic) - ROW_GAP;
	double value;
	size_t k, c;

	put_bar_label(bench_short_name(b, pic), y + height / 2.0 + 4, to);
	for (k = 0; k < bars_of(b); k++) {
		value = bar_value(b, pic, k);
		if (value <= 0)
			continue;
		c = b->n_peers ? 1 + k : 0;
		fprintf(to,
			"<rect x=\"%d\" y=\"%u\" width=\"%.1f\" height=\"%d\" rx=\"2\" "
			"fill=\"%s\"%s/><text class=\"dim\" x=\"%.1f\" y=\"%u\">%.*f%s"
			"</text>\n",
			BARS_LEFT, y, value * scale, BAR_HEIGHT, colours[c],
			pic->result[c].planes ? " opacity=\".4\"" : "",
			BARS_LEFT + value * scale + 6, y + BAR_HEIGHT - 1,
			b->n_peers ? 2 : 0, value,
			pic->result[c].planes ? " planes" : "");
		y += BAR_HEIGHT + BAR_GAP;
	}
}

static void put_grid(const struct bench *b, double most, double step, double scale,
		     unsigned int height, FILE *to)
{
	double value, x;

	for (value = 0; value <= most + step / 2; value += step) {
		x = BARS_LEFT + value * scale;
		fprintf(to,
			"<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%u\" "
			"stroke=\"#e6eaee\"/><text class=\"dim\" x=\"%.1f\" y=\"14\" "
			"text-anchor=\"middle\">%g</text>\n",
			x, BARS_TOP - 4, x, height, x, value);
	}
	if (!b->n_peers)
		return;
	x = BARS_LEFT + scale;
	fprintf(to,
		"<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%u\" stroke=\"#1d2530\" "
		"stroke-width=\"1.5\" stroke-dasharray=\"4 3\"/>\n",
		x, BARS_TOP - 4, x, height);
}

static void put_bars(const struct bench *b, FILE *to)
{
	double step, most = round_up(longest_bar(b), &step, 6), scale;
	unsigned int height = BARS_TOP, y = BARS_TOP + ROW_GAP / 2;
	size_t i;

	scale = (PAGE_WIDTH - BARS_LEFT - BARS_RIGHT) / most;
	for (i = 0; i < b->n_pictures; i++)
		if (b->pictures[i].result[0].measured)
			height += row_height(b, &b->pictures[i]);
	fprintf(to, "<svg viewBox=\"0 0 %d %u\" role=\"img\" aria-label=\"Bars: %s\">\n",
		PAGE_WIDTH, height + 4,
		b->n_peers ? "our speed over that of each peer, by picture" :
			     "megapixels a second by picture");
	put_grid(b, most, step, scale, height, to);
	for (i = 0; i < b->n_pictures; i++) {
		if (!b->pictures[i].result[0].measured)
			continue;
		put_bars_of(b, &b->pictures[i], scale, y, to);
		y += row_height(b, &b->pictures[i]);
	}
	fputs("</svg>\n", to);
}

static void put_bars_section(const struct bench *b, FILE *to)
{
	fputs("<section>\n", to);
	if (b->n_peers) {
		fputs("<h2>Our speed over theirs</h2>\n<p class=\"cap\">The peer's least "
		      "time divided by ours, for each picture. Right of the dashed line "
		      "we are faster.</p>\n",
		      to);
		put_legend(b, 1, to);
	} else {
		fputs("<h2>Megapixels a second</h2>\n<p class=\"cap\">By the least time "
		      "of all rounds, for each picture.</p>\n",
		      to);
	}
	put_bars(b, to);
	fputs("</section>\n", to);
}

/* --- scatter -------------------------------------------------------------------- */

#define DOTS_LEFT   64
#define DOTS_RIGHT  20
#define DOTS_TOP    12
#define DOTS_BOTTOM 48
#define DOTS_HEIGHT 420

static double bytes_per_pixel(const struct bench_picture *pic)
{
	return (double)pic->size / ((double)pic->layout.width * pic->layout.height);
}

/* A nanosecond a pixel is a millisecond a megapixel. */
static double ms_per_mp(const struct bench_picture *pic, size_t k)
{
	return (double)pic->result[k].min_ns /
	       ((double)pic->layout.width * pic->layout.height);
}

struct axes {
	double max_x, step_x, scale_x;
	double max_y, step_y, scale_y;
};

static void set_axes(const struct bench *b, struct axes *a)
{
	const struct bench_picture *pic;
	double most_x = 0, most_y = 0;
	size_t i, k;

	for (i = 0; i < b->n_pictures; i++) {
		pic = &b->pictures[i];
		if (!pic->result[0].measured)
			continue;
		most_x = fmax(most_x, bytes_per_pixel(pic));
		for (k = 0; k < 1 + b->n_peers; k++)
			if (pic->result[k].measured)
				most_y = fmax(most_y, ms_per_mp(pic, k));
	}
	a->max_x = round_up(most_x, &a->step_x, 8);
	a->max_y = round_up(most_y, &a->step_y, 6);
	a->scale_x = (PAGE_WIDTH - DOTS_LEFT - DOTS_RIGHT) / a->max_x;
	a->scale_y = (DOTS_HEIGHT - DOTS_TOP - DOTS_BOTTOM) / a->max_y;
}

static double dot_x(const struct axes *a, double value)
{
	return DOTS_LEFT + value * a->scale_x;
}

static double dot_y(const struct axes *a, double value)
{
	return DOTS_HEIGHT - DOTS_BOTTOM - value * a->scale_y;
}

static void put_axes(const struct axes *a, FILE *to)
{
	double v;

	for (v = 0; v <= a->max_x + a->step_x / 2; v += a->step_x)
		fprintf(to,
			"<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" "
			"stroke=\"#e6eaee\"/><text class=\"dim\" x=\"%.1f\" y=\"%d\" "
			"text-anchor=\"middle\">%g</text>\n",
			dot_x(a, v), DOTS_TOP, dot_x(a, v), DOTS_HEIGHT - DOTS_BOTTOM,
			dot_x(a, v), DOTS_HEIGHT - DOTS_BOTTOM + 18, v);
	for (v = 0; v <= a->max_y + a->step_y / 2; v += a->step_y)
		fprintf(to,
			"<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" "
			"stroke=\"%s\"/><text class=\"dim\" x=\"%d\" y=\"%.1f\" "
			"text-anchor=\"end\">%g</text>\n",
			DOTS_LEFT, dot_y(a, v), PAGE_WIDTH - DOTS_RIGHT, dot_y(a, v),
			v > 0 ? "#e6eaee" : "#9aa5b1", DOTS_LEFT - 8, dot_y(a, v) + 4, v);
	fprintf(to,
		"<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">bytes of the file per "
		"pixel</text>\n<text transform=\"translate(16 %d) rotate(-90)\" "
		"text-anchor=\"middle\">ms per megapixel</text>\n",
		(PAGE_WIDTH + DOTS_LEFT - DOTS_RIGHT) / 2, DOTS_HEIGHT - 8,
		(DOTS_HEIGHT + DOTS_TOP - DOTS_BOTTOM) / 2);
}

static void put_dots(const struct bench *b, const struct axes *a, size_t k, FILE *to)
{
	const struct bench_picture *pic;
	size_t i;

	for (i = 0; i < b->n_pictures; i++) {
		pic = &b->pictures[i];
		if (!pic->result[0].measured || !pic->result[k].measured)
			continue;
		fprintf(to,
			"<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" fill=\"%s\" "
			"fill-opacity=\".72\" stroke=\"#fff\" "
			"stroke-width=\".8\"><title>",
			dot_x(a, bytes_per_pixel(pic)), dot_y(a, ms_per_mp(pic, k)),
			colours[k]);
		put_html(to, bench_short_name(b, pic));
		fprintf(to, ", %s: %.2f ms per megapixel%s</title></circle>\n",
			name_of(b, k), ms_per_mp(pic, k),
			pic->result[k].planes ? ", planes only" : "");
	}
}

static void put_scatter_section(const struct bench *b, FILE *to)
{
	struct axes a;
	size_t k;

	set_axes(b, &a);
	fputs("<section>\n<h2>Time by how much is to be read</h2>\n<p class=\"cap\">Each "
	      "picture is a dot for each decoder: the more bytes a pixel has, the more "
	      "there is to do. Lower is faster.</p>\n",
	      to);
	put_legend(b, 0, to);
	fprintf(to,
		"<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Scatter plot: "
		"time per megapixel against bytes per pixel\">\n",
		PAGE_WIDTH, DOTS_HEIGHT);
	put_axes(&a, to);
	for (k = 1 + b->n_peers; k-- > 0;) /* ours on top */
		put_dots(b, &a, k, to);
	fputs("</svg>\n</section>\n", to);
}

/* --- table ---------------------------------------------------------------------- */

static void put_cell(const struct bench *b, const struct bench_picture *pic, size_t peer,
		     FILE *to)
{
	const struct bench_result *res = &pic->result[1 + peer];

	if (!res->measured) {
		fprintf(to, "<td title=\"");
		put_html(to, res->why ? res->why : "not of its kind");
		fputs("\">&ndash;<small></small></td>", to);
		return;
	}
	fprintf(to, "<td title=\"%.3f ms\">%.2f<small>", bench_ms(res->min_ns),
		bench_ratio(pic, peer));
	if (res->planes)
		fputs("planes", to);
	else if (res->equal == BENCH_EQUAL_NO)
		fprintf(to, "~%u", res->max_difference);
	else if (res->equal == BENCH_EQUAL_YES)
		putc('=', to);
	fputs("</small></td>", to);
}

static void put_row(const struct bench *b, const struct bench_picture *pic, FILE *to)
{
	const struct bench_result *ours = &pic->result[0];
	size_t i;

	fputs("<tr><td>", to);
	put_html(to, bench_short_name(b, pic));
	fprintf(to,
		"</td><td>%u&times;%u</td><td>%s</td><td>%.3f</td><td>%.3f</td>"
		"<td>%.1f</td>",
		pic->layout.width, pic->layout.height,
		libcodec_format_name(pic->layout.format), bench_ms(ours->min_ns),
		bench_ms(ours->median_ns), bench_mp_per_s(pic, ours));
	if (bench_has_threads(b))
		fprintf(to, "<td>%.3f</td><td>%.2f<small>%s</small></td>",
			bench_ms(pic->one.min_ns), bench_thread_gain(pic),
			pic->restarts ? "R" : "");
	for (i = 0; i < b->n_peers; i++)
		if (has_results(b, 1 + i))
			put_cell(b, pic, i, to);
	fputs("</tr>\n", to);
}

static void put_mean_row(const struct bench *b, FILE *to)
{
	size_t i;

	fputs("<tr class=\"mean\"><td>geometric mean</td><td></td><td></td><td></td>"
	      "<td></td><td></td>",
	      to);
	if (bench_has_threads(b))
		fputs("<td></td><td></td>", to);
	for (i = 0; i < b->n_peers; i++) {
		if (!has_results(b, 1 + i))
			continue;
		if (b->peers[i].n_mean)
			fprintf(to, "<td>%.3f<small></small></td>", b->peers[i].geomean);
		else
			fputs("<td>&ndash;<small></small></td>", to);
	}
	fputs("</tr>\n", to);
}

static void put_gain(const struct bench_gain *gain, const char *what, FILE *to)
{
	if (gain->n)
		fprintf(to, "<b>%.3f</b> over %zu picture%s %s. ", gain->geomean, gain->n,
			gain->n == 1 ? "" : "s", what);
}

static void put_gains(const struct bench *b, FILE *to)
{
	if (!bench_has_threads(b))
		return;
	fprintf(to,
		"<p class=\"cap\">%u threads against 1 thread, both by the wall clock, "
		"geometric mean: ",
		b->opt->threads);
	put_gain(&b->gain[1], "with restart markers (R)", to);
	put_gain(&b->gain[0], "without restart markers", to);
	fputs("</p>\n", to);
}

static void put_table(const struct bench *b, FILE *to)
{
	size_t i;

	fprintf(to,
		"<section>\n<h2>All numbers</h2>\n<p class=\"cap\">Times are ours%s.</p>\n",
		b->n_peers ? "; the columns of peers are ratios" : "");
	fputs("<div class=\"wide\"><table>\n"
	      "<thead><tr><th>file</th><th>size</th><th>format</th><th>least ms</th>"
	      "<th>median ms</th><th>MP/s</th>",
	      to);
	if (bench_has_threads(b))
		fprintf(to, "<th>1 thread: least ms</th><th>1/%u<small></small></th>",
			b->opt->threads);
	for (i = 0; i < b->n_peers; i++)
		if (has_results(b, 1 + i))
			fprintf(to, "<th>%s<small></small></th>", b->peers[i].ops->name);
	fputs("</tr></thead>\n<tbody>\n", to);
	for (i = 0; i < b->n_pictures; i++)
		if (b->pictures[i].result[0].measured)
			put_row(b, &b->pictures[i], to);
	if (b->n_peers)
		put_mean_row(b, to);
	fputs("</tbody>\n</table></div>\n", to);
	put_gains(b, to);
	fputs("</section>\n", to);
}

/* --- stages --------------------------------------------------------------------- */

#define STAGE_HEIGHT 22

/* Those below the whole decode; bars of inner spans lie within those of outer ones. */
static void put_stages_section(const struct bench *b, FILE *to)
{
	double scale = PAGE_WIDTH - BARS_LEFT - 2 * BARS_RIGHT;
	unsigned int y = 4;
	size_t i;

	if (!b->n_stages)
		return;
	fprintf(to,
		"<section>\n<h2>Where our time goes</h2>\n<p class=\"cap\">Spans of one "
		"decode of each picture, by the wall clock, as parts of the whole. A "
		"span may lie within another.</p>\n<svg viewBox=\"0 0 %d %zu\" role=\"img\" "
		"aria-label=\"Bars: shares of our stages\">\n",
		PAGE_WIDTH, 8 + STAGE_HEIGHT * b->n_stages);
	for (i = 0; i < b->n_stages; i++, y += STAGE_HEIGHT) {
		double width = fmin(b->stages[i].share, 1) * scale;

		put_bar_label(b->stages[i].name, y + 12, to);
		fprintf(to,
			"<rect x=\"%d\" y=\"%u\" width=\"%.1f\" height=\"14\" rx=\"2\" "
			"fill=\"%s\"/><text class=\"dim\" x=\"%.1f\" y=\"%u\">%.1f %%"
			"</text>\n",
			BARS_LEFT, y + 1, width, colours[0], BARS_LEFT + width + 6,
			y + 12, 100 * b->stages[i].share);
	}
	fputs("</svg>\n</section>\n", to);
}

static void put_setup_section(const struct bench *b, FILE *to)
{
	const struct bench_picture *pic;
	size_t i;

	if (!b->opt->stages)
		return;
	fprintf(to,
		"<section>\n<h2>Set-up</h2>\n<p class=\"cap\">What of a frame lies "
		"before its first row and behind its last one, where the same frame "
		"comes again and again, by the wall clock; %llu ns are taken off for a "
		"span.</p>\n"
		"<div class=\"wide\"><table>\n<thead><tr><th>file</th><th>set-up us</th>"
		"<th>frame us</th><th>share</th></tr></thead>\n<tbody>\n",
		(unsigned long long)b->span_ns);
	for (i = 0; i < b->n_pictures; i++) {
		pic = &b->pictures[i];
		if (!pic->setup.measured)
			continue;
		fputs("<tr><td>", to);
		put_html(to, bench_short_name(b, pic));
		fprintf(to, "</td><td>%.1f</td><td>%.1f</td><td>%.1f %%</td></tr>\n",
			(double)pic->setup.ns / 1e3, (double)pic->setup.frame_ns / 1e3,
			100 * bench_setup_share(pic));
	}
	fputs("</tbody>\n</table></div>\n</section>\n", to);
}

/* --- how ------------------------------------------------------------------------ */

static void put_term(const char *term, const char *text, FILE *to)
{
	fprintf(to, "<dt>%s</dt><dd>", term);
	put_html(to, text);
	fputs("</dd>\n", to);
}

static void put_peers(const struct bench *b, FILE *to)
{
	size_t i;

	for (i = 0; i < b->n_peers; i++) {
		const struct bench_peer *p = &b->peers[i];

		fprintf(to, "<dt>%s</dt><dd>%s", p->ops->name,
			p->there ? "" : "not there: ");
		put_html(to, p->about);
		if (p->there) {
			fputs("<br><span class=\"sub\">", to);
			put_html(to, p->ops->work);
			fputs("; instruction set: ", to);
			put_html(to, p->simd);
			fputs("</span>", to);
		}
		fputs("</dd>\n", to);
	}
}

static void put_rules(const struct bench *b, FILE *to)
{
	size_t i;

	if (!b->n_peers)
		return;
	fputs("<ul>\n", to);
	for (i = 0; bench_rules[i]; i++) {
		fputs("<li>", to);
		put_html(to, bench_rules[i]);
		fputs("</li>\n", to);
	}
	fprintf(to, "<li>Chroma is interleaved with %s.</li>\n</ul>\n",
		bench_kernels_name());
}

static void put_how(const struct bench *b, const struct bench_machine *m, FILE *to)
{
	char text[160];

	fputs("<section>\n<h2>How it was measured</h2>\n<dl>\n", to);
	snprintf(text, sizeof(text), "%s, %u CPUs", m->cpu, m->cores);
	put_term("machine", text, to);
	put_term("kernel", m->kernel, to);
	if (b->cpu >= 0)
		snprintf(text, sizeof(text), "%s, pinned to CPU %d", bench_clock_words(b),
			 b->cpu);
	else
		snprintf(text, sizeof(text), "%s, not pinned", bench_clock_words(b));
	put_term("clock", text, to);
	snprintf(text, sizeof(text), "%u", b->opt->threads);
	put_term("our threads", text, to);
	put_term("our instructions", bench_simd_words(b), to);
	fputs("<dt>command</dt><dd><code>", to);
	put_html(to, b->opt->command_line ? b->opt->command_line : "");
	fputs("</code></dd>\n", to);
	put_peers(b, to);
	fputs("</dl>\n", to);
	put_rules(b, to);
	fputs("</section>\n", to);
}

void bench_html(const struct bench *b, const struct bench_machine *m, FILE *to)
{
	put_head(b, m, to);
	put_cards(b, to);
	put_bars_section(b, to);
	put_scatter_section(b, to);
	put_stages_section(b, to);
	put_setup_section(b, to);
	put_table(b, to);
	put_how(b, m, to);
	fputs("</main>\n</body>\n</html>\n", to);
}
