/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A plain program around a fuzz target: runs each file, or each file of a folder, through
 * it in a process of its own, and says what it took.
 *
 *	replay-NAME [-v] [-1] FILE|FOLDER...
 *
 * -v: a line for every input. -1: in this process, for a debugger. An input fails where
 * the target dies, takes more than two seconds of CPU time (ten times that with a
 * sanitizer), or allocates more than the target states. Ends with "N passed, N failed".
 */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fuzz.h"

#define SECONDS	  2.0
#define BYTES_MAX (1u << 20) /* of a file that is held to the limits */
#ifdef WITH_SANITIZER
#define SLOWER 10.0
#else
#define SLOWER 1.0
#endif

int __lsan_do_recoverable_leak_check(void) __attribute__((weak));

/* What a run took. */
struct cost {
	double seconds;
	long long peak;
	int leaks;
};

static bool verbose, alone;
static unsigned int passed, failed;
static double slowest;
static long long largest;

static double cpu_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

/* A whole file in memory of its exact size; NULL with errno set. */
static uint8_t *read_whole(const char *path, size_t *ret_size)
{
	FILE *f = fopen(path, "rb");
	uint8_t *data = NULL;
	struct stat st;

	if (!f)
		return NULL;
	if (fstat(fileno(f), &st) == 0) {
		*ret_size = (size_t)st.st_size;
		data = malloc(*ret_size ? *ret_size : 1);
		if (data && fread(data, 1, *ret_size, f) != *ret_size) {
			free(data);
			data = NULL;
			errno = EIO;
		}
	}
	fclose(f);
	return data;
}

static struct cost run(const uint8_t *data, size_t size)
{
	struct cost c = { 0 };
	double start = cpu_now();

	fuzz_alloc_start(FUZZ_INPUT);
	LLVMFuzzerTestOneInput(data, size);
	c.peak = fuzz_alloc_read(FUZZ_INPUT).peak;
	c.seconds = cpu_now() - start;
	return c;
}

/* In a child, which tells by a pipe. 0, or its wait status. */
static int run_apart(const uint8_t *data, size_t size, struct cost *ret_c)
{
	int fd[2], status = 0;
	struct cost c;
	pid_t pid;
	ssize_t n;

	fflush(NULL);
	if (pipe(fd) < 0 || (pid = fork()) < 0) {
		perror("replay");
		exit(1);
	}
	if (pid == 0) {
		struct rlimit no_core = { 0, 0 };

		setrlimit(RLIMIT_CORE, &no_core);
		alarm((unsigned int)(10 * SECONDS * SLOWER));
		close(fd[0]);
		c = run(data, size);
		if (__lsan_do_recoverable_leak_check)
			c.leaks = __lsan_do_recoverable_leak_check();
		n = write(fd[1], &c, sizeof(c));
		_exit(n == sizeof(c) ? 0 : 1);
	}
	close(fd[1]);
	n = read(fd[0], ret_c, sizeof(*ret_c));
	close(fd[0]);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return n == sizeof(*ret_c) || status ? status : 1;
}

static const char *judge(const struct cost *c, size_t size, int status)
{
	static char why[80];

	if (WIFSIGNALED(status))
		snprintf(why, sizeof(why), "killed by signal %d (%s)", WTERMSIG(status),
			 strsignal(WTERMSIG(status)));
	else if (status)
		snprintf(why, sizeof(why), "exit status %d", WEXITSTATUS(status));
	else if (c->leaks)
		snprintf(why, sizeof(why), "memory leaks");
	else if (size <= BYTES_MAX && c->seconds > SECONDS * SLOWER)
		snprintf(why, sizeof(why), "%.3f s", c->seconds);
	else if (c->peak > (long long)fuzz_alloc_limit)
		snprintf(why, sizeof(why), "%lld bytes at a time, the limit is %zu",
			 c->peak, fuzz_alloc_limit);
	else
		return NULL;
	return why;
}

static void replay_file(const char *path)
{
	struct cost c = { 0 };
	const char *why = NULL;
	size_t size = 0;
	uint8_t *data = read_whole(path, &size);
	int status = 0;

	if (!data) {
		why = strerror(errno);
	} else {
		if (alone)
			c = run(data, size);
		else
			status = run_apart(data, size, &c);
		why = judge(&c, size, status);
	}
	free(data);
	if (why) {
		printf("FAILED %s: %s\n", path, why);
		failed++;
		return;
	}
	passed++;
	if (verbose)
		printf("%8.3f ms %10lld bytes  %s\n", c.seconds * 1e3, c.peak, path);
	slowest = c.seconds > slowest ? c.seconds : slowest;
	largest = c.peak > largest ? c.peak : largest;
}

static int visible(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

static void replay(const char *path)
{
	struct dirent **list;
	struct stat st;
	int i, n;

	if (stat(path, &st) < 0 || !S_ISDIR(st.st_mode)) {
		replay_file(path);
		return;
	}
	n = scandir(path, &list, visible, alphasort);
	if (n < 0) {
		printf("FAILED %s: %s\n", path, strerror(errno));
		failed++;
		return;
	}
	for (i = 0; i < n; i++) {
		char child[4096];

		snprintf(child, sizeof(child), "%s/%s", path, list[i]->d_name);
		replay(child);
		free(list[i]);
	}
	free(list);
}

int main(int argc, char **argv)
{
	int opt;

	while ((opt = getopt(argc, argv, "v1")) != -1) {
		if (opt == 'v') {
			verbose = true;
		} else if (opt == '1') {
			alone = true;
		} else {
			fprintf(stderr, "usage: %s [-v] [-1] FILE|FOLDER...\n", argv[0]);
			return 2;
		}
	}
	for (; optind < argc; optind++)
		replay(argv[optind]);
	printf("# slowest %.3f ms, largest %lld bytes at a time of %zu\n", slowest * 1e3,
	       largest, fuzz_alloc_limit);
	printf("%u passed, %u failed\n", passed, failed);
	return failed || !passed;
}
