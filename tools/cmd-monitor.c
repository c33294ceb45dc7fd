/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * codecctl monitor: what happens to devices and their backends, as it happens.
 */
#include "config.h"

#include "codecctl.h"

#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "device-report.h"
#include "json.h"

struct monitor_options {
	bool json;
	uint64_t count;   /* events, 0: no end */
	uint64_t seconds; /* 0: no end */
};

static volatile sig_atomic_t stopped;

static void on_signal(int signal)
{
	(void)signal;
	stopped = 1;
}

static int64_t now_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* The time of day of a moment on the monotonic clock. */
static int64_t wall_ns(int64_t monotonic)
{
	return monotonic + now_ns(CLOCK_REALTIME) - now_ns(CLOCK_MONOTONIC);
}

/* "14:03:22.118  device-added    v4l2-jpeg  /dev/video3 (mxc-jpeg)  ready" */
static void print_event(const struct libcodec_event *e)
{
	int64_t wall = wall_ns(e->time_ns);
	time_t seconds = (time_t)(wall / 1000000000);
	char text[16] = "";
	struct tm tm;

	if (localtime_r(&seconds, &tm))
		strftime(text, sizeof(text), "%H:%M:%S", &tm);
	printf("%s.%03d  %-14s  ", text, (int)(wall / 1000000 % 1000),
	       libcodec_event_name(e->type));
	ctl_put_text(stdout, e->backend);
	if (e->node[0] || e->syspath[0]) {
		fputs("  ", stdout);
		ctl_put_text(stdout, device_name(e->node, e->syspath));
	}
	if (e->driver[0]) {
		fputs(" (", stdout);
		ctl_put_text(stdout, e->driver);
		putchar(')');
	}
	if (e->message[0]) {
		fputs("  ", stdout);
		ctl_put_text(stdout, e->message);
	}
	putchar('\n');
}

static void print_json(const struct libcodec_event *e)
{
	struct json j;

	json_begin_line(&j, stdout);
	json_object(&j);
	json_key_u64(&j, "sequence", e->sequence);
	json_key_i64(&j, "time_ns", e->time_ns);
	json_key_i64(&j, "wall_ns", wall_ns(e->time_ns));
	json_key_string(&j, "event", libcodec_event_name(e->type));
	json_key_string(&j, "backend", e->backend);
	json_key_u64(&j, "device", e->device);
	json_key_string(&j, "state",
			e->state ? libcodec_device_state_name(e->state) : NULL);
	json_key_string(&j, "node", e->node[0] ? e->node : NULL);
	json_key_string(&j, "driver", e->driver[0] ? e->driver : NULL);
	json_key_string(&j, "syspath", e->syspath[0] ? e->syspath : NULL);
	json_key_i64(&j, "errno", -(int64_t)e->error);
	json_key_string(&j, "message", e->message[0] ? e->message : NULL);
	json_close(&j);
	json_finish(&j);
}

/* Events that are there. False where enough were printed, or nobody reads them. */
static bool print_events(struct ctl *ctl, const struct monitor_options *opt, uint64_t *left)
{
	struct libcodec_event e = { .struct_size = sizeof(e) };

	while (libcodec_context_next_event(ctl->ctx, &e) == 0) {
		if (opt->json)
			print_json(&e);
		else
			print_event(&e);
		if (fflush(stdout) != 0 || (opt->count && --*left == 0))
			return false;
	}
	return true;
}

/* Milliseconds until @end, for poll(); -1: no end. */
static int time_left(int64_t end)
{
	int64_t left;

	if (!end)
		return -1;
	left = (end - now_ns(CLOCK_MONOTONIC) + 999999) / 1000000;
	return left <= 0 ? 0 : left > 60000 ? 60000 : (int)left;
}

/*
 * Wait for the library's descriptor, or that nobody reads us any more (POLLERR of a
 * pipe). 1: something is there; 0: the time is over or a signal came; or a negative errno.
 */
static int wait_for(int fd, int64_t end, const sigset_t *mask)
{
	struct pollfd fds[2] = {
		{ .fd = fd, .events = POLLIN },
		{ .fd = STDOUT_FILENO },
	};
	struct timespec t;
	int ms, n;

	do {
		ms = time_left(end);
		t = (struct timespec){ ms / 1000, ms % 1000 * 1000000L };
		n = ppoll(fds, 2, ms < 0 ? NULL : &t, mask);
		if (n < 0 && errno != EINTR)
			return -errno;
		if (stopped || (n > 0 && fds[1].revents & (POLLERR | POLLNVAL)))
			return 0;
	} while (n <= 0 && time_left(end) != 0);
	return n > 0;
}

static int watch(struct ctl *ctl, const struct monitor_options *opt, const sigset_t *mask)
{
	int64_t end = opt->seconds ? now_ns(CLOCK_MONOTONIC) +
					     (int64_t)opt->seconds * 1000000000 : 0;
	uint64_t left = opt->count;
	int fd, r;

	fd = libcodec_context_get_fd(ctl->ctx);
	if (fd < 0) {
		ctl_error("cannot listen for devices: %s", strerror(-fd));
		return CTL_FAILED;
	}
	if (isatty(STDERR_FILENO))
		fputs("codecctl: listening, Ctrl-C ends it\n", stderr);
	while (print_events(ctl, opt, &left)) {
		r = wait_for(fd, end, mask);
		if (r == 0)
			return CTL_OK;
		if (r > 0)
			r = libcodec_context_dispatch(ctl->ctx);
		if (r < 0) {
			ctl_error("cannot listen for devices any more: %s", strerror(-r));
			return CTL_FAILED;
		}
	}
	return CTL_OK;
}

/* SIGINT and SIGTERM end it, but only while it waits. */
static void catch_signals(sigset_t *ret_mask)
{
	struct sigaction action = { .sa_handler = on_signal };
	sigset_t block;

	sigemptyset(&block);
	sigaddset(&block, SIGINT);
	sigaddset(&block, SIGTERM);
	sigprocmask(SIG_BLOCK, &block, ret_mask);
	sigdelset(ret_mask, SIGINT);
	sigdelset(ret_mask, SIGTERM);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

enum {
	OPT_JSON = 256,
	OPT_COUNT,
	OPT_SECONDS,
	OPT_HOTPLUG,
};

static const struct option long_options[] = {
	{ "json", no_argument, NULL, OPT_JSON },
	{ "count", required_argument, NULL, OPT_COUNT },
	{ "seconds", required_argument, NULL, OPT_SECONDS },
	{ "hotplug", required_argument, NULL, OPT_HOTPLUG },
	{ NULL, 0, NULL, 0 },
};

static bool hotplug_by_name(const char *name, uint32_t *ret_hotplug)
{
	static const char *const names[] = { "auto", "udev", "sysfs" };
	uint32_t i;

	for (i = 0; i < CTL_ARRAY_SIZE(names); i++)
		if (!strcmp(name, names[i])) {
			*ret_hotplug = i;
			return true;
		}
	return false;
}

static int parse_options(struct ctl *ctl, struct monitor_options *opt, int argc, char **argv)
{
	int c;

	while ((c = getopt_long(argc, argv, ":", long_options, NULL)) != -1) {
		switch (c) {
		case OPT_JSON:
			opt->json = true;
			break;
		case OPT_COUNT:
			if (!ctl_number(optarg, 1, UINT32_MAX, &opt->count))
				return ctl_usage("monitor", "--count takes a number from 1 on");
			break;
		case OPT_SECONDS:
			if (!ctl_number(optarg, 1, UINT32_MAX, &opt->seconds))
				return ctl_usage("monitor",
						 "--seconds takes a number from 1 on");
			break;
		case OPT_HOTPLUG:
			if (!hotplug_by_name(optarg, &ctl->hotplug))
				return ctl_usage("monitor",
						 "--hotplug takes auto, udev or sysfs");
			break;
		default:
			return ctl_bad_option("monitor", c, argv);
		}
	}
	if (optind < argc)
		return ctl_usage("monitor", "%s: takes no files", argv[optind]);
	return CTL_OK;
}

static int run_monitor(struct ctl *ctl, int argc, char **argv)
{
	struct monitor_options opt = { 0 };
	sigset_t mask;
	int r;

	r = parse_options(ctl, &opt, argc, argv);
	if (!r)
		r = ctl_open(ctl);
	if (r)
		return r;
	catch_signals(&mask);
	return watch(ctl, &opt, &mask);
}

static const char help[] =
	"  --json         one JSON object a line\n"
	"  --count N      end after N events\n"
	"  --seconds S    end after S seconds\n"
	"  --hotplug HOW  auto, udev, or sysfs, which is for systems without udev\n";

const struct ctl_command ctl_cmd_monitor = {
	.name = "monitor",
	.synopsis = "[--json] [--count N] [--seconds S] [--hotplug HOW]",
	.summary = "tell of devices that come and go, and how their backends do",
	.help = help,
	.run = run_monitor,
};
