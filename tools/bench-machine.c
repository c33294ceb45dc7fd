/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The machine that codecctl bench runs on, and how it is kept from disturbing.
 */
#include "config.h"

#include "bench.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* "model name	: Some CPU" */
static bool take_model(const char *line, char *model, size_t size)
{
	const char *value;

	if (strncmp(line, "model name", 10) != 0 && strncmp(line, "Model", 5) != 0)
		return false;
	value = strchr(line, ':');
	if (!value)
		return false;
	value += 1 + strspn(value + 1, " \t");
	snprintf(model, size, "%.*s", (int)strcspn(value, "\n"), value);
	return *model;
}

static void read_model(char *model, size_t size)
{
	FILE *from = fopen("/proc/cpuinfo", "re");
	bool found = false;
	char line[512];

	while (from && !found && fgets(line, sizeof(line), from))
		found = take_model(line, model, size);
	if (from)
		fclose(from);
	if (!found)
		snprintf(model, size, "unknown CPU");
}

void bench_machine_get(struct bench_machine *m)
{
	struct utsname name;
	long cores = sysconf(_SC_NPROCESSORS_ONLN);

	*m = (struct bench_machine){ .cores = cores > 0 ? (unsigned int)cores : 1 };
	read_model(m->cpu, sizeof(m->cpu));
	if (uname(&name) == 0)
		snprintf(m->kernel, sizeof(m->kernel), "%.60s %.64s %.30s", name.sysname,
			 name.release, name.machine);
}

bool bench_stay(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return sched_setaffinity(0, sizeof(set), &set) == 0;
}

int bench_pin(void)
{
	int cpu = sched_getcpu();

	return cpu >= 0 && cpu < CPU_SETSIZE && bench_stay(cpu) ? cpu : -1;
}

int bench_leave_one(unsigned int threads)
{
	int cpu = sched_getcpu();
	cpu_set_t set;

	if (cpu < 0 || cpu >= CPU_SETSIZE || sched_getaffinity(0, sizeof(set), &set) < 0 ||
	    CPU_COUNT(&set) < 2 || (unsigned int)CPU_COUNT(&set) < threads)
		return -1;
	CPU_CLR(cpu, &set);
	return sched_setaffinity(0, sizeof(set), &set) < 0 ? -1 : cpu;
}

void bench_keep_memory(void)
{
#ifdef M_TRIM_THRESHOLD
	mallopt(M_MMAP_MAX, 0);
	mallopt(M_TRIM_THRESHOLD, -1);
	mallopt(M_TOP_PAD, 16 << 20);
#endif
}
