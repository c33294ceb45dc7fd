/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the fuzz targets share. A target is one file with LLVMFuzzerTestOneInput() and
 * fuzz_alloc_limit; it is linked with libFuzzer or with replay.c, and in both cases with
 * alloc.c and the linker's --wrap, so that it knows what the library allocates.
 */
#ifndef LC_TESTS_FUZZ_H
#define LC_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <libcodec/decoder.h>

#include "run-order.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* libFuzzer's own mutation, for a target that adds to it. Absent from replay programs. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size)
	__attribute__((weak));
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
			       unsigned int seed);

/* What the target states: bytes that one input may take at a time, its own included. */
extern const size_t fuzz_alloc_limit;

/* Something that must not be: say what, and abort. */
#define FUZZ_CHECK(cond, ...)                                              \
	do {                                                               \
		if (!(cond))                                               \
			fuzz_fail(__FILE__, __LINE__, #cond, __VA_ARGS__); \
	} while (0)
void fuzz_fail(const char *file, int line, const char *cond, const char *fmt, ...)
	__attribute__((format(printf, 4, 5), noreturn));

/* Memory of exactly @n bytes, 0 in each, that there is also of none; for targets. */
static inline void *fuzz_allocate(size_t n)
{
	void *p = calloc(n ? n : 1, 1);

	FUZZ_CHECK(p, "no memory");
	return p;
}

/* --- allocations, alloc.c --- */

/*
 * Counting starts anew for a window; there are two, for the whole input (replay.c) and
 * for a call (targets). Where a sanitizer reports allocations, those inside of other
 * libraries count too, else those of the project alone. The calling thread's only.
 */
enum fuzz_window { FUZZ_INPUT, FUZZ_CALL, FUZZ_WINDOWS };

struct fuzz_alloc {
	long long live; /* bytes allocated less bytes freed since the start */
	long long peak; /* the most that live ever was */
	unsigned long long calls;
};

void fuzz_alloc_start(enum fuzz_window window);
struct fuzz_alloc fuzz_alloc_read(enum fuzz_window window);

/*
 * Let the project's allocation number @site fail, counting from 0, and with @on all later
 * ones as well. fuzz_alloc_heal() ends it and tells whether any failed.
 */
void fuzz_alloc_break(unsigned int site, bool on);
bool fuzz_alloc_heal(void);

/* --- the library with the cpu backend linked in, library.c --- */

/* A context that knows the cpu backend and nothing else. 0 or a negative errno. */
int fuzz_context(struct libcodec_context **ret_ctx);

/* Let the library's clock jump. */
void fuzz_clock_advance(unsigned int seconds);

/*
 * Decode a small JPEG of ours with default settings and compare: after whatever came
 * before it must be what it always was. The decoder's settings are gone afterwards.
 */
void fuzz_decode_good(struct libcodec_context *ctx, struct libcodec_decoder *dec);

/* --- whole pictures, decode.c --- */

#define FUZZ_OPTIONS 16 /* bytes of options before a picture */

/* Settings that come from the input. */
struct fuzz_options {
	struct libcodec_decoder_params params;
	unsigned int destination; /* enum in decode.c */
	uint32_t stride_align;
	unsigned int extra; /* bytes of stride, or a position */
	enum run_order order;
};

/*
 * Take the options from the front of an input. One that begins like a JPEG or PNG has
 * none: settings are the defaults then, and every picture is a seed as it is.
 */
void fuzz_options(const uint8_t **data, size_t *size, struct fuzz_options *ret_opt);

/*
 * Decode one picture through the public API, twice, and check all that is promised; then
 * by plain C and one thread, to the same end.
 */
void fuzz_decode(const uint8_t *data, size_t size);

/* Whether a call may end so, and says why as it must. */
void fuzz_check_result(struct libcodec_decoder *dec, int r, size_t size);

#endif
