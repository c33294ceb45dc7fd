/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The level stress: many sessions in many threads, and a soak that watches what a process
 * runs out of.
 */
#include "config.h"

#include "case.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "album.h"
#include "alloc.h"

#define NS_PER_S      INT64_C(1000000000)
#define THREADS	      4
#define SESSIONS      3 /* of a thread */
#define SOAK_SESSION  8 /* frames of the long session for each short one */
#define LATENCIES_MAX 100000
#define RSS_FLOOR_KIB 4096 /* growth that is no finding yet */
#define FD_FLOOR      3
#define TASK_FLOOR    2

static int64_t end_of(const struct kit_case *c)
{
	return kit_now_ns() + (int64_t)(c->kit->seconds ? c->kit->seconds : 1) * NS_PER_S;
}

/* --- T01: threads and sessions --- */

struct worker {
	struct bed *bed;
	struct album *album;
	struct album_canvases *canvases;
	int64_t end;
	unsigned int index, frames, wrong;
	struct shot shot; /* of the first wrong one */
};

/* Sessions in turn, so that each rests while others work; all pictures. */
static void *work(void *arg)
{
	struct worker *w = arg;
	struct libcodec_decoder *dec[SESSIONS];
	struct shot shot = { .r = -ENOMEM };
	unsigned int i;

	for (i = 0; i < SESSIONS; i++)
		dec[i] = bed_decoder(w->bed, NULL);
	for (i = w->index; kit_now_ns() < w->end; i++) {
		w->frames++;
		if (dec[i % SESSIONS] &&
		    album_again(w->bed, w->album, w->canvases, i % w->album->n,
				dec[i % SESSIONS], &shot))
			continue;
		if (!w->wrong++)
			w->shot = shot;
	}
	for (i = 0; i < SESSIONS; i++)
		libcodec_decoder_unref(dec[i]);
	return NULL;
}

static void stress_threads(struct kit_case *c)
{
	struct bed bed = { .c = c };
	struct worker w[THREADS];
	pthread_t thread[THREADS];
	unsigned int i, n, frames = 0;
	struct album *album;

	if (!bed_open(c, &bed))
		return;
	album = album_new(&bed, 1u << GOLDEN_PLAIN | 1u << GOLDEN_SIZE, 1);
	if (!album)
		return;
	kit_doing(c, "sessions in several threads");
	for (n = 0; n < THREADS; n++) {
		w[n] = (struct worker){
			.bed = &bed,
			.album = album,
			.canvases = album_canvases_new(&bed, album),
			.end = end_of(c),
			.index = n,
		};
		if (!w[n].canvases || pthread_create(&thread[n], NULL, work, &w[n]) != 0)
			break;
	}
	for (i = 0; i < n; i++) {
		pthread_join(thread[i], NULL);
		frames += w[i].frames;
		if (w[i].wrong)
			kit_fail(c, "%u of %u frames of thread %u are wrong (%s)",
				 w[i].wrong, w[i].frames, i, shot_text(&w[i].shot));
	}
	if (!n)
		kit_skip(c, "no thread");
	kit_pass(c, "%u threads of %d sessions, %u frames", n, SESSIONS, frames);
}

/* --- T02 to T06: the soak --- */

enum {
	SOAK_RIGHT, /* T02 */
	SOAK_RSS, /* T03 */
	SOAK_FDS, /* T04 */
	SOAK_TASKS, /* T05 */
	SOAK_TIMES, /* T06 */
};

/* What a process has of things that leak. */
struct account {
	long rss_kib;
	unsigned int fds, tasks;
};

/* Its folders stay open: there may be no descriptor left to open them. */
struct soak {
	struct kit_case *c;
	struct bed *bed;
	struct album *album;
	struct album_canvases *canvases;
	DIR *fds, *tasks;
	FILE *statm;
	unsigned int frames, sessions, n_times;
	uint32_t *times; /* us, of the first picture in the long session */
};

static unsigned int entries(DIR *d)
{
	const struct dirent *e;
	unsigned int n = 0;

	rewinddir(d);
	while ((e = readdir(d)))
		n += e->d_name[0] != '.';
	return n;
}

static struct account take_account(const struct soak *s)
{
	struct account a = { .fds = entries(s->fds), .tasks = entries(s->tasks) };
	unsigned long total, resident;

	rewind(s->statm);
	if (fscanf(s->statm, "%lu %lu", &total, &resident) == 2)
		a.rss_kib = (long)resident * (sysconf(_SC_PAGESIZE) / 1024);
	return a;
}

static void frame(struct soak *s, struct libcodec_decoder *dec, unsigned int picture,
		  bool timed)
{
	struct shot shot = { .r = -ENOMEM };

	s->frames++;
	if (!dec || !album_again(s->bed, s->album, s->canvases, picture, dec, &shot))
		kit_found(s->c, SOAK_RIGHT, KIT_FAIL, "%s: frame %u is wrong (%s)",
			  s->album->work[picture].name, s->frames, shot_text(&shot));
	if (timed && s->n_times < LATENCIES_MAX)
		s->times[s->n_times++] = (uint32_t)(shot.ns / 1000);
}

/* One session goes on, others come and go beside it. */
static void soak_until(struct soak *s, struct libcodec_decoder *dec, int64_t end)
{
	unsigned int i;

	while (kit_now_ns() < end && !kit_has_failed(s->c, SOAK_RIGHT)) {
		struct libcodec_decoder *brief = bed_decoder(s->bed, NULL);

		for (i = 0; i < SOAK_SESSION; i++)
			frame(s, dec, 0, true);
		frame(s, brief, s->sessions % s->album->n, false);
		libcodec_decoder_unref(brief);
		s->sessions++;
	}
}

/* Growth of one kind over so many sessions. */
static void judge_growth(const struct soak *s, unsigned int index, const char *what,
			 long from, long to, long floor, unsigned int sessions)
{
	double slope = sessions ? (double)(to - from) * 1000 / sessions : 0;

	if (to - from > floor)
		kit_found(s->c, index, KIT_FAIL,
			  "from %ld to %ld %s in %u sessions: "
			  "%.1f for 1000",
			  from, to, what, sessions, slope);
	kit_found(s->c, index, KIT_PASS, "%ld %s, %+ld in %u sessions", to, what,
		  to - from, sessions);
}

static int compare_times(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

/* Counts by powers of two, from the least to the largest that there are. */
static void print_times(struct soak *s)
{
	char text[KIT_TEXT_MAX];
	unsigned int i = 0, n, bucket;
	size_t at = 0;

	if (!s->n_times)
		return;
	qsort(s->times, s->n_times, sizeof(*s->times), compare_times);
	text[0] = '\0';
	for (bucket = 0; bucket < 32 && i < s->n_times && at < sizeof(text); bucket++) {
		for (n = 0; i < s->n_times && s->times[i] < UINT64_C(1) << bucket; i++)
			n++;
		if (n)
			at += (size_t)snprintf(text + at, sizeof(text) - at, " <%llu: %u",
					       1ull << bucket, n);
	}
	kit_found(s->c, SOAK_TIMES, KIT_PASS,
		  "us of %s: min %u, median %u, p99 %u, max %u;%s",
		  s->album->work[0].name, s->times[0], s->times[s->n_times / 2],
		  s->times[(uint64_t)s->n_times * 99 / 100], s->times[s->n_times - 1],
		  text);
}

static bool prepare(struct kit_case *c, struct bed *bed, struct soak *s)
{
	unsigned int i;

	*s = (struct soak){ .c = c, .bed = bed };
	if (bed_open(c, bed))
		s->album = album_new(bed, 1u << GOLDEN_PLAIN | 1u << GOLDEN_SIZE, 1);
	if (s->album) {
		s->canvases = album_canvases_new(bed, s->album);
		s->times = calloc(LATENCIES_MAX, sizeof(*s->times));
		s->fds = opendir("/proc/self/fd");
		s->tasks = opendir("/proc/self/task");
		s->statm = fopen("/proc/self/statm", "re");
		if (s->canvases && s->times && s->fds && s->tasks && s->statm) {
			setvbuf(s->statm, NULL, _IONBF, 0);
			return true;
		}
		kit_skip(c, "/proc can't be read here");
	}
	for (i = SOAK_RSS; i <= SOAK_TIMES; i++)
		kit_found(c, i, KIT_SKIP, "no soak: see T02");
	return false;
}

static void stress_soak(struct kit_case *c)
{
	struct libcodec_decoder *dec;
	struct account before, after;
	struct bed bed = { .c = c };
	unsigned int sessions;
	struct soak s;
	int64_t end;

	if (!prepare(c, &bed, &s))
		return;
	/* All of what is made once, each page of the kit's own included. */
	memset(s.times, 0xff, LATENCIES_MAX * sizeof(*s.times));
	dec = bed_decoder(&bed, NULL);
	end = end_of(c);
	kit_doing(c, "the soak");
	soak_until(&s, dec, kit_now_ns() + (end - kit_now_ns()) / 4);
	sessions = s.sessions;
	before = take_account(&s);
	soak_until(&s, dec, end);
	after = take_account(&s);
	libcodec_decoder_unref(dec);
	sessions = s.sessions - sessions;
	kit_found(c, SOAK_RIGHT, KIT_PASS, "%u frames in %u sessions, %u s", s.frames,
		  s.sessions, c->kit->seconds);
	if (kit_alloc_unavailable()) /* it may keep what was freed */
		kit_found(c, SOAK_RSS, KIT_SKIP, "%s", kit_alloc_unavailable());
	else
		judge_growth(&s, SOAK_RSS, "KiB resident", before.rss_kib, after.rss_kib,
			     RSS_FLOOR_KIB, sessions);
	judge_growth(&s, SOAK_FDS, "descriptors", before.fds, after.fds, FD_FLOOR,
		     sessions);
	judge_growth(&s, SOAK_TASKS, "threads", before.tasks, after.tasks, TASK_FLOOR,
		     sessions);
	print_times(&s);
}

static const struct kit_rule rules[] = {
	{ stress_threads, { "T01" } },
	{ stress_soak, { "T02", "T03", "T04", "T05", "T06" } },
};

void kit_stress(struct kit *kit)
{
	golden_make_all();
	kit_run_rules(kit, rules, sizeof(rules) / sizeof(rules[0]));
}
