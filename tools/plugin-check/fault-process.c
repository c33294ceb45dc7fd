/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What an application's process does to a plugin: signals, other sessions that close, and
 * fork.
 */
#include "config.h"

#include "fault.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "album.h"

#define STORM_US     500 /* from signal to signal */
#define STORM_FRAMES 100
#define CLOSES	     50

static void on_alarm(int sig)
{
	(void)sig;
}

static void storm(long us)
{
	const struct itimerval t = {
		.it_interval = { .tv_usec = us },
		.it_value = { .tv_usec = us },
	};

	setitimer(ITIMER_REAL, &t, NULL);
}

void fault_signals(struct kit_case *c)
{
	const struct sigaction action = { .sa_handler = on_alarm }; /* no SA_RESTART */
	struct bed bed = { .c = c };
	struct album_canvases *canvases;
	struct libcodec_decoder *dec;
	struct album *album;
	struct shot shot;
	unsigned int i;

	if (!bed_open(c, &bed))
		return;
	album = album_new(&bed, 1u << GOLDEN_PLAIN | 1u << GOLDEN_LARGE, 1);
	if (!album)
		return;
	canvases = album_canvases_new(&bed, album);
	if (!canvases || sigaction(SIGALRM, &action, NULL) < 0) {
		kit_skip(c, "no memory");
		return;
	}
	storm(STORM_US);
	dec = bed_decoder(&bed, NULL);
	for (i = 0; dec && i < STORM_FRAMES; i++) {
		kit_doing(c, album->work[i % album->n].name);
		if (!album_again(&bed, album, canvases, i % album->n, dec, &shot))
			kit_fail(c, "%s: with a signal each %d us: %s",
				 album->work[i % album->n].name, STORM_US,
				 shot_text(&shot));
	}
	libcodec_decoder_unref(dec);
	storm(0);
	kit_pass(c, "%d frames with a signal each %d us, without SA_RESTART",
		 STORM_FRAMES, STORM_US);
}

/* --- close while another session decodes --- */

struct steady {
	struct bed *bed;
	struct album *album;
	struct album_canvases *canvases;
	unsigned int frames, wrong;
	bool stop; /* atomic */
};

static void *decode_on(void *arg)
{
	struct steady *s = arg;
	struct libcodec_decoder *dec = bed_decoder(s->bed, NULL);
	struct shot shot;

	while (dec && !__atomic_load_n(&s->stop, __ATOMIC_RELAXED)) {
		s->wrong += !album_again(s->bed, s->album, s->canvases,
					 s->frames % s->album->n, dec, &shot);
		s->frames++;
	}
	libcodec_decoder_unref(dec);
	return NULL;
}

/* Sessions that open, decode once and close, beside one that goes on. */
static void open_and_close(struct kit_case *c, const struct steady *s,
			   struct album_canvases *canvases)
{
	struct shot shot;
	int i;

	for (i = 0; i < CLOSES; i++) {
		struct libcodec_decoder *dec = bed_decoder(s->bed, NULL);

		if (!dec || !album_again(s->bed, s->album, canvases, 0, dec, &shot))
			kit_fail(c, "%s: wrong in a session beside another one",
				 s->album->work[0].name);
		libcodec_decoder_unref(dec);
	}
}

void fault_close(struct kit_case *c)
{
	struct bed bed = { .c = c };
	struct album_canvases *canvases;
	struct steady s = { .bed = &bed };
	pthread_t thread;

	if (!bed_open(c, &bed))
		return;
	s.album = album_new(&bed, 1u << GOLDEN_PLAIN, 1);
	if (!s.album)
		return;
	s.canvases = album_canvases_new(&bed, s.album);
	canvases = album_canvases_new(&bed, s.album);
	kit_doing(c, "sessions that close while another one decodes");
	if (!s.canvases || !canvases ||
	    pthread_create(&thread, NULL, decode_on, &s) != 0) {
		kit_skip(c, "no thread");
		return;
	}
	open_and_close(c, &s, canvases);
	__atomic_store_n(&s.stop, true, __ATOMIC_RELAXED);
	pthread_join(thread, NULL);
	if (s.wrong)
		kit_fail(c, "%u of %u frames are wrong while other sessions close",
			 s.wrong, s.frames);
	kit_pass(c, "%d sessions closed beside %u frames", CLOSES, s.frames);
}

/* --- fork --- */

enum {
	CHILD_RIGHT,
	CHILD_WRONG, /* samples */
	CHILD_REFUSED, /* -ECHILD */
	CHILD_FAILED,
};

static int child_decodes(struct bed *bed, struct album *album,
			 struct album_canvases *canvases, struct libcodec_decoder *dec)
{
	struct shot shot;

	if (album_again(bed, album, canvases, 0, dec, &shot))
		return CHILD_RIGHT;
	if (shot.r == 0)
		return CHILD_WRONG;
	return shot.r == -ECHILD ? CHILD_REFUSED : CHILD_FAILED;
}

static void judge_child(struct kit_case *c, bool device, int status)
{
	if (!WIFEXITED(status)) {
		kit_fail(c, "the child of a fork() crashes with signal %d",
			 WIFSIGNALED(status) ? WTERMSIG(status) : 0);
		return;
	}
	switch (WEXITSTATUS(status)) {
	case CHILD_RIGHT:
		if (device)
			kit_fail(c, "a session of a device works on in the child");
		break;
	case CHILD_WRONG:
		kit_fail(c, "the samples are wrong in the child of a fork()");
		break;
	case CHILD_REFUSED:
		if (!device)
			kit_fail(c, "a session without device gives ECHILD in the child");
		break;
	default:
		kit_fail(c, "no frame is done in the child of a fork()");
	}
}

/* The child dies with this process, which is watched for beats: the child beats, too. */
static void in_child(struct bed *bed, struct album *album,
		     struct album_canvases *canvases, uint32_t threads)
{
	struct libcodec_decoder_params p = {
		.struct_size = sizeof(p),
		.threads = threads,
	};
	struct libcodec_decoder *dec = bed_decoder(bed, &p);
	struct shot shot;
	int status = 0;
	pid_t pid;

	kit_doing(bed->c, "a frame before fork()");
	if (!dec || !album_again(bed, album, canvases, 0, dec, &shot))
		return; /* another rule's */
	kit_doing(bed->c, "a frame in the child of a fork()");
	pid = fork();
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		status = child_decodes(bed, album, canvases, dec);
		libcodec_decoder_unref(dec);
		_exit(status);
	}
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	judge_child(bed->c, bed->takes_devices, status);
	kit_doing(bed->c, "a frame in the parent after fork()");
	if (!album_again(bed, album, canvases, 0, dec, &shot))
		kit_fail(bed->c, "after a fork() the parent's session is wrong: %s",
			 shot_text(&shot));
	libcodec_decoder_unref(dec);
}

void fault_fork(struct kit_case *c)
{
	struct bed bed = { .c = c };
	struct album_canvases *canvases;
	struct album *album;

	if (!bed_open(c, &bed))
		return;
	album = album_new(&bed, 1u << GOLDEN_PLAIN, 1);
	if (!album)
		return;
	canvases = album_canvases_new(&bed, album);
	if (!canvases) {
		kit_skip(c, "no memory");
		return;
	}
	in_child(&bed, album, canvases, 1);
	in_child(&bed, album, canvases, 2);
	kit_pass(c, "%s in the child, the parent's session goes on",
		 bed.takes_devices ? "ECHILD" : "right samples");
}
