/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Who decodes: order, verdicts, policy, and that the frame still comes whatever a plugin
 * does wrong. Hardware is played by mock plugins; the cpu backend is the real one.
 */
#include "config.h"

#include "decoder.h"
#include "testbed.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jpeg-writer.h"

#define STREAM_MAX 65536
#define IMAGE_MAX  65536

static struct testbed tb;
static uint8_t stream[STREAM_MAX];
static size_t stream_size;

static void setup(void)
{
	struct fx_jpeg j;

	testbed_init(&tb);
	fx_jpeg_init(&j, 48, 40, FX_420);
	stream_size = fx_jpeg_write(&j, stream, sizeof(stream));
	ck_assert_uint_gt(stream_size, 0);
}

static void teardown(void)
{
	testbed_done(&tb);
}

/* One decode in a fresh context over the testbed, with everything there is to say of it. */
struct run {
	struct libcodec_context *ctx;
	struct libcodec_decoder *dec;
	struct libcodec_image *image;
	struct libcodec_image_info info;
	struct libcodec_result res;
	int r;
};

static void run_again(struct run *run)
{
	run->info = (struct libcodec_image_info){ .struct_size = sizeof(run->info) };
	run->res = (struct libcodec_result){ .struct_size = sizeof(run->res) };
	run->r = libcodec_decoder_decode(run->dec, stream, stream_size, run->image,
					 &run->info);
	ck_assert_int_eq(libcodec_decoder_get_result(run->dec, &run->res), 0);
}

static void run_begin(struct run *run, const struct libcodec_decoder_params *params)
{
	run->ctx = testbed_context(&tb);
	run->dec = testbed_decoder(run->ctx, params);
	run->image = testbed_image(run->ctx, IMAGE_MAX);
	run_again(run);
}

static void run_end(struct run *run)
{
	libcodec_image_unref(run->image);
	libcodec_decoder_unref(run->dec);
	libcodec_context_unref(run->ctx);
}

static struct libcodec_attempt attempt(struct run *run, const char *backend)
{
	struct libcodec_attempt a = { .struct_size = sizeof(a) };
	unsigned int i;

	for (i = 0; libcodec_decoder_get_attempt(run->dec, i, &a) == 0; i++)
		if (!strcmp(a.backend, backend))
			return a;
	ck_abort_msg("no attempt of %s", backend);
	return a;
}

static uint64_t fingerprint(struct run *run)
{
	struct libcodec_image_layout l = { .struct_size = sizeof(l) };
	uint64_t h = 1469598103934665603u;
	unsigned int p, x, y;
	uint8_t *data;
	void *map;

	libcodec_image_get_layout(run->image, &l);
	ck_assert_int_eq(libcodec_image_map(run->image, LIBCODEC_ACCESS_READ, &map), 0);
	data = map;
	for (p = 0; p < l.n_planes; p++)
		for (y = 0; y < l.plane_height[p]; y++)
			for (x = 0; x < l.plane_width[p]; x++) {
				h ^= data[l.plane_offset[p] + (size_t)y * l.plane_stride[p] +
					  x];
				h *= 1099511628211u;
			}
	libcodec_image_unmap(run->image);
	return h;
}

/* What the cpu backend alone makes of the stream. */
static uint64_t cpu_fingerprint(void)
{
	struct libcodec_decoder_params p = {
		.struct_size = sizeof(p),
		.policy = LIBCODEC_POLICY_CPU_ONLY,
	};
	struct run run;
	uint64_t h;

	run_begin(&run, &p);
	ck_assert_int_eq(run.r, 0);
	ck_assert_str_eq(run.info.backend, "cpu");
	h = fingerprint(&run);
	run_end(&run);
	return h;
}

START_TEST(test_cpu_alone)
{
	struct run run;

	testbed_add_cpu(&tb);
	run_begin(&run, NULL);
	ck_assert_int_eq(run.r, 0);
	ck_assert_str_eq(run.info.backend, "cpu");
	ck_assert_uint_eq(run.info.attempts, 0);
	ck_assert_uint_eq(run.res.verdict, LIBCODEC_VERDICT_DONE);
	ck_assert_str_eq(run.res.message, "");
	run_end(&run);
}
END_TEST

START_TEST(test_hardware_first)
{
	struct run run;
	void *map;

	testbed_add_cpu(&tb);
	testbed_add_mock(&tb, "60", "good", NULL);
	run_begin(&run, NULL);
	ck_assert_int_eq(run.r, 0);
	ck_assert_str_eq(run.info.backend, "mock-good");
	ck_assert_int_eq(libcodec_image_map(run.image, LIBCODEC_ACCESS_READ, &map), 0);
	ck_assert_uint_eq(*(uint8_t *)map, 0x55);
	libcodec_image_unmap(run.image);
	ck_assert_uint_eq(attempt(&run, "cpu").verdict, LIBCODEC_VERDICT_NONE);
	run_end(&run);
}
END_TEST

/* Each of these goes first and doesn't deliver; the cpu's bytes come all the same. */
static const struct {
	const char *name;
	uint32_t verdict;
} failing[] = {
	{ "declines", LIBCODEC_VERDICT_NOT_APPLICABLE },
	{ "falls-back", LIBCODEC_VERDICT_FALLBACK },
	{ "lies-corrupt", LIBCODEC_VERDICT_CORRUPT },
	{ "bad-verdict", LIBCODEC_VERDICT_FALLBACK },
};

START_TEST(test_fallback)
{
	char backend[64];
	struct run run;
	int i;

	testbed_add_cpu(&tb);
	testbed_add_mock(&tb, "10", failing[_i].name, NULL);
	snprintf(backend, sizeof(backend), "mock-%s", failing[_i].name);
	run_begin(&run, NULL);
	for (i = 0; i < 3; i++) {
		ck_assert_int_eq(run.r, 0);
		ck_assert_str_eq(run.info.backend, "cpu");
		ck_assert_uint_eq(run.info.attempts, 1);
		ck_assert_uint_eq(attempt(&run, backend).verdict, failing[_i].verdict);
		ck_assert_uint_eq(attempt(&run, "cpu").verdict, LIBCODEC_VERDICT_DONE);
		ck_assert_uint_eq(fingerprint(&run), cpu_fingerprint());
		run_again(&run);
	}
	run_end(&run);
}
END_TEST

/* After CORRUPT other hardware isn't asked: the cpu has the last word. */
START_TEST(test_corrupt_goes_to_cpu)
{
	struct run run;

	testbed_add_cpu(&tb);
	testbed_add_mock(&tb, "10", "lies-corrupt", NULL);
	testbed_add_mock(&tb, "20", "good", NULL);
	run_begin(&run, NULL);
	ck_assert_int_eq(run.r, 0);
	ck_assert_str_eq(run.info.backend, "cpu");
	ck_assert_uint_eq(attempt(&run, "mock-good").verdict, LIBCODEC_VERDICT_NONE);
	run_end(&run);
}
END_TEST

/* The whole chain, each wrong in another way, and a message for each. */
START_TEST(test_chain)
{
	struct run run;

	testbed_add_cpu(&tb);
	testbed_add_mock(&tb, "10", "declines", NULL);
	testbed_add_mock(&tb, "11", "falls-back", NULL);
	testbed_add_mock(&tb, "12", "bad-verdict", NULL);
	run_begin(&run, NULL);
	ck_assert_int_eq(run.r, 0);
	ck_assert_str_eq(run.info.backend, "cpu");
	ck_assert_uint_eq(run.info.attempts, 3);
	ck_assert_uint_ne(attempt(&run, "mock-declines").reasons, 0);
	ck_assert_str_ne(attempt(&run, "mock-bad-verdict").message, "");
	run_end(&run);
}
END_TEST

/* Nobody is left who could have the last word. */
START_TEST(test_all_fail)
{
	struct libcodec_decoder_params p = {
		.struct_size = sizeof(p),
		.policy = LIBCODEC_POLICY_REQUIRE_HARDWARE,
	};
	struct run run;

	testbed_add_cpu(&tb);
	testbed_add_mock(&tb, "10", failing[_i].name, NULL);
	run_begin(&run, &p);
	ck_assert_int_eq(run.r, failing[_i].verdict == LIBCODEC_VERDICT_FALLBACK ? -ENODEV :
				failing[_i].verdict == LIBCODEC_VERDICT_CORRUPT	 ? -EBADMSG :
										   -EOPNOTSUPP);
	ck_assert_uint_eq(run.res.verdict, failing[_i].verdict);
	ck_assert_str_ne(run.res.message, "");
	ck_assert(attempt(&run, "cpu").reasons & LIBCODEC_REASON_POLICY);
	run_end(&run);
}
END_TEST

/* Plugins that must be refused, with the stage that refuses them. */
static const struct {
	const char *name;
	uint32_t stage;
} refused[] = {
	{ "wrong-magic", LIBCODEC_PLUGIN_STAGE_DESCRIPTOR },
	{ "wrong-major", LIBCODEC_PLUGIN_STAGE_DESCRIPTOR },
	{ "short-struct", LIBCODEC_PLUGIN_STAGE_DESCRIPTOR },
	{ "missing-slot", LIBCODEC_PLUGIN_STAGE_DESCRIPTOR },
	{ "missing-ops", LIBCODEC_PLUGIN_STAGE_DESCRIPTOR },
	{ "name-mismatch", LIBCODEC_PLUGIN_STAGE_DESCRIPTOR },
	{ "null-entry", LIBCODEC_PLUGIN_STAGE_ENTRY },
	{ "no-entry-symbol", LIBCODEC_PLUGIN_STAGE_ENTRY },
	{ "undefined-symbol", LIBCODEC_PLUGIN_STAGE_LOAD },
	{ "init-fails", LIBCODEC_PLUGIN_STAGE_INIT },
	{ "caps-never-end", LIBCODEC_PLUGIN_STAGE_CAPS },
};

START_TEST(test_refused)
{
	struct libcodec_plugin_info info = { .struct_size = sizeof(info) };
	char backend[64];
	struct run run;

	testbed_add_cpu(&tb);
	testbed_add_mock(&tb, "10", refused[_i].name, NULL);
	snprintf(backend, sizeof(backend), "mock-%s", refused[_i].name);
	run_begin(&run, NULL);
	ck_assert_int_eq(run.r, 0);
	ck_assert_str_eq(run.info.backend, "cpu");
	ck_assert(attempt(&run, backend).reasons & LIBCODEC_REASON_REFUSED);
	ck_assert_int_eq(libcodec_context_get_plugin(run.ctx, 0, &info), 0);
	ck_assert_str_eq(info.name, backend);
	ck_assert_uint_eq(info.state, LIBCODEC_PLUGIN_REFUSED);
	ck_assert_msg(info.stage == refused[_i].stage, "stage %u: %s", info.stage,
		      info.message);
	ck_assert_int_lt(info.error, 0);
	ck_assert_str_ne(info.message, "");
	run_end(&run);
}
END_TEST

/* These are odd but sound. */
START_TEST(test_accepted)
{
	static const char *const names[] = { "future-minor", "extra-export" };
	char backend[64];
	struct run run;

	testbed_add_cpu(&tb);
	testbed_add_mock(&tb, "10", names[_i], NULL);
	snprintf(backend, sizeof(backend), "mock-%s", names[_i]);
	run_begin(&run, NULL);
	ck_assert_int_eq(run.r, 0);
	ck_assert_str_eq(run.info.backend, backend);
	run_end(&run);
}
END_TEST

START_TEST(test_world_writable)
{
	struct libcodec_plugin_info info = { .struct_size = sizeof(info) };
	char path[128];
	struct run run;

	testbed_add_cpu(&tb);
	testbed_add_mock(&tb, "10", "good", NULL);
	snprintf(path, sizeof(path), "%s/mock-good.so", tb.dir);
	ck_assert_int_eq(chmod(path, 0666), 0);
	run_begin(&run, NULL);
	ck_assert_int_eq(run.r, 0);
	ck_assert_str_eq(run.info.backend, "cpu");
	ck_assert_int_eq(libcodec_context_get_plugin(run.ctx, 0, &info), 0);
	ck_assert_uint_eq(info.stage, LIBCODEC_PLUGIN_STAGE_FILE);
	ck_assert_int_eq(info.error, -EPERM);
	ck_assert_ptr_nonnull(strstr(info.message, "everybody"));
	run_end(&run);
}
END_TEST

/* --- policy --- */

START_TEST(test_require_hardware)
{
	struct libcodec_decoder_params p = {
		.struct_size = sizeof(p),
		.policy = LIBCODEC_POLICY_REQUIRE_HARDWARE,
	};
	struct run run;

	testbed_add_cpu(&tb);
	run_begin(&run, &p);
	ck_assert_int_eq(run.r, -ENODEV);
	ck_assert_ptr_nonnull(strstr(run.res.message, "hardware"));
	run_end(&run);
}
END_TEST

START_TEST(test_pinned)
{
	struct libcodec_decoder_params p = { .struct_size = sizeof(p), .backend = "cpu" };
	struct run run;

	testbed_add_cpu(&tb);
	testbed_add_mock(&tb, "10", "good", NULL);
	run_begin(&run, &p);
	ck_assert_int_eq(run.r, 0);
	ck_assert_str_eq(run.info.backend, "cpu");
	ck_assert(attempt(&run, "mock-good").reasons & LIBCODEC_REASON_POLICY);
	p.backend = "mock-good";
	ck_assert_int_eq(libcodec_decoder_set_params(run.dec, &p), 0);
	run_again(&run);
	ck_assert_str_eq(run.info.backend, "mock-good");
	p.backend = "no-such";
	ck_assert_int_eq(libcodec_decoder_set_params(run.dec, &p), 0);
	run_again(&run);
	ck_assert_int_eq(run.r, -ENODEV);
	ck_assert_ptr_nonnull(strstr(run.res.message, "no-such"));
	run_end(&run);
}
END_TEST

START_TEST(test_opt_in)
{
	struct libcodec_decoder_params p = {
		.struct_size = sizeof(p),
		.backend = "mock-good",
	};
	struct run run;

	testbed_add_cpu(&tb);
	testbed_add_mock(&tb, "10", "good", "OptIn=yes");
	run_begin(&run, NULL);
	ck_assert_str_eq(run.info.backend, "cpu");
	ck_assert(attempt(&run, "mock-good").reasons & LIBCODEC_REASON_OPT_OUT);
	ck_assert_int_eq(libcodec_decoder_set_params(run.dec, &p), 0);
	run_again(&run);
	ck_assert_str_eq(run.info.backend, "mock-good");
	run_end(&run);
}
END_TEST

START_TEST(test_masked)
{
	char path[128];
	struct run run;

	testbed_add_cpu(&tb);
	testbed_add_mock(&tb, "10", "good", NULL);
	snprintf(path, sizeof(path), "%s/10-mock-good.conf", tb.dir);
	ck_assert_int_eq(unlink(path), 0);
	ck_assert_int_eq(symlink("/dev/null", path), 0);
	run_begin(&run, NULL);
	ck_assert_int_eq(run.r, 0);
	ck_assert_str_eq(run.info.backend, "cpu");
	run_end(&run);
}
END_TEST

START_TEST(test_no_backend)
{
	struct run run;

	run_begin(&run, NULL);
	ck_assert_int_eq(run.r, -ENODEV);
	ck_assert_uint_eq(run.res.stage, LIBCODEC_STAGE_SELECT);
	run_end(&run);
}
END_TEST

/* What the cpu can't do is said of the stream, not of the backend. */
START_TEST(test_reasons)
{
	struct run run;
	struct fx_jpeg j;

	testbed_add_cpu(&tb);
	fx_jpeg_init(&j, 48, 40, FX_420);
	j.sof = 0xc9;
	stream_size = fx_jpeg_write(&j, stream, sizeof(stream));
	run_begin(&run, NULL);
	ck_assert_int_eq(run.r, -EOPNOTSUPP);
	ck_assert_uint_eq(run.res.feature, LIBCODEC_FEATURE_ARITHMETIC);
	ck_assert_str_eq(run.res.message, "arithmetic-coded JPEG (SOF9 to SOF15)");
	ck_assert(run.res.reasons & LIBCODEC_REASON_PROCESS);
	ck_assert(attempt(&run, "cpu").reasons & LIBCODEC_REASON_PROCESS);
	run_end(&run);
}
END_TEST

/* --- contexts and threads --- */

START_TEST(test_two_contexts)
{
	struct run a, b;
	struct testbed second;

	testbed_add_cpu(&tb);
	testbed_add_mock(&tb, "10", "good", NULL);
	run_begin(&a, NULL);
	ck_assert_str_eq(a.info.backend, "mock-good");
	second = tb;
	testbed_init(&tb);
	testbed_add_cpu(&tb);
	run_begin(&b, NULL);
	ck_assert_str_eq(b.info.backend, "cpu");
	run_end(&a);
	run_again(&b);
	ck_assert_int_eq(b.r, 0);
	run_end(&b);
	testbed_done(&second);
}
END_TEST

static struct libcodec_context *shared_ctx;

static void *many_frames(void *arg)
{
	struct libcodec_decoder *dec = testbed_decoder(shared_ctx, NULL);
	struct libcodec_image *image = testbed_image(shared_ctx, IMAGE_MAX);
	struct libcodec_image_info info = { .struct_size = sizeof(info) };
	intptr_t bad = 0;
	int i;

	(void)arg;
	for (i = 0; i < 200; i++)
		bad += libcodec_decoder_decode(dec, stream, stream_size, image, &info) != 0 ||
		       strcmp(info.backend, "cpu") != 0;
	libcodec_image_unref(image);
	libcodec_decoder_unref(dec);
	return (void *)bad;
}

START_TEST(test_threads)
{
	pthread_t threads[4];
	void *bad;
	int i;

	testbed_add_cpu(&tb);
	testbed_add_mock(&tb, "10", "falls-back", NULL);
	shared_ctx = testbed_context(&tb);
	for (i = 0; i < 4; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, many_frames, NULL), 0);
	for (i = 0; i < 4; i++) {
		pthread_join(threads[i], &bad);
		ck_assert_ptr_null(bad);
	}
	libcodec_context_unref(shared_ctx);
}
END_TEST

/* --- the contract of structs --- */

/* What one of the variables that force a level makes of a decoder without a wish. */
static uint32_t forced(const char *variable, const char *value)
{
	struct libcodec_context *ctx = testbed_context(&tb);
	struct libcodec_decoder *dec;
	uint32_t simd;

	setenv(variable, value, 1);
	dec = testbed_decoder(ctx, NULL);
	unsetenv(variable);
	simd = dec->params.simd;
	libcodec_decoder_unref(dec);
	libcodec_context_unref(ctx);
	return simd;
}

/* Each variable counts on its machine only, and knows the words of its machine only. */
START_TEST(test_force_simd)
{
	static const char *const variables[] = { "LIBCODEC_FORCE_X86", "LIBCODEC_FORCE_NEON" };
	struct libcodec_decoder_params params = { .struct_size = sizeof(params),
						  .simd = LIBCODEC_SIMD_NEON_BIG };
	unsigned int mine = 2, i;
	uint32_t level;
	struct run run;

#if defined(__x86_64__)
	mine = 0;
#elif defined(__aarch64__)
	mine = 1;
#endif
	for (i = 0; i < 2; i++)
		unsetenv(variables[i]);
	for (i = 0; i < 2; i++) {
		ck_assert_uint_eq(forced(variables[i], "none"),
				  (i == mine ? LIBCODEC_SIMD_NONE : LIBCODEC_SIMD_AUTO));
		ck_assert_uint_eq(forced(variables[i], "auto"), LIBCODEC_SIMD_AUTO);
		ck_assert_uint_eq(forced(variables[i], "fast"), LIBCODEC_SIMD_AUTO);
		for (level = LIBCODEC_SIMD_SSE2; level <= LIBCODEC_SIMD_NEON_BIG; level++) {
			bool knows = i == mine && (level >= LIBCODEC_SIMD_NEON) == (i == 1);

			ck_assert_uint_eq(forced(variables[i], libcodec_simd_name(level)),
					  knows ? level : LIBCODEC_SIMD_AUTO);
		}
	}
	/* A level of any machine can be asked for, and decodes. */
	testbed_add_cpu(&tb);
	run_begin(&run, &params);
	ck_assert_int_eq(run.r, 0);
	run_end(&run);
	params.simd = LIBCODEC_SIMD_AVX512;
	run_begin(&run, &params);
	ck_assert_int_eq(run.r, 0);
	params.simd = LIBCODEC_SIMD_NEON_BIG + 1;
	ck_assert_int_eq(libcodec_decoder_set_params(run.dec, &params), -EINVAL);
	params.simd = LIBCODEC_SIMD_AUTO;
	params.reserved = 1;
	ck_assert_int_eq(libcodec_decoder_set_params(run.dec, &params), -EINVAL);
	run_end(&run);
}
END_TEST

START_TEST(test_struct_sizes)
{
	struct {
		struct libcodec_decoder_params p;
		uint64_t tail;
	} longer = { .p = { .struct_size = sizeof(longer) } };
	struct {
		struct libcodec_image_info info;
		uint64_t tail;
	} out = { .info = { .struct_size = sizeof(out) }, .tail = 99 };
	uint32_t tiny[4] = { 12, 7, 7, 7 }, none[4] = { 0 };
	struct run run;

	testbed_add_cpu(&tb);
	run_begin(&run, NULL);
	ck_assert_int_eq(libcodec_decoder_set_params(run.dec, &longer.p), 0);
	longer.tail = 1;
	ck_assert_int_eq(libcodec_decoder_set_params(run.dec, &longer.p), -E2BIG);
	/* Longer: what the library doesn't know is zero. Shorter: what fits. */
	ck_assert_int_eq(libcodec_decoder_decode(run.dec, stream, stream_size, run.image,
						 &out.info),
			 0);
	ck_assert_uint_eq(out.tail, 0);
	ck_assert_uint_eq(out.info.struct_size, sizeof(out));
	ck_assert_int_eq(libcodec_decoder_decode(run.dec, stream, stream_size, run.image,
						 (struct libcodec_image_info *)tiny),
			 0);
	ck_assert_uint_eq(tiny[2], LIBCODEC_CODEC_JPEG);
	ck_assert_uint_eq(tiny[3], 7);
	ck_assert_int_eq(libcodec_decoder_decode(run.dec, stream, stream_size, run.image,
						 (struct libcodec_image_info *)none),
			 -EINVAL);
	ck_assert_int_eq(libcodec_decoder_decode(NULL, stream, 1, run.image, NULL), -EINVAL);
	ck_assert_int_eq(libcodec_decoder_decode(run.dec, NULL, 1, run.image, NULL), -EINVAL);
	ck_assert_int_eq(libcodec_decoder_decode(run.dec, stream, 1, NULL, NULL), -EINVAL);
	ck_assert_ptr_null(libcodec_decoder_unref(NULL));
	run_end(&run);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("dispatch");
	TCase *tc = tcase_create("dispatch");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_cpu_alone);
	tcase_add_test(tc, test_hardware_first);
	tcase_add_loop_test(tc, test_fallback, 0, 4);
	tcase_add_test(tc, test_corrupt_goes_to_cpu);
	tcase_add_test(tc, test_chain);
	tcase_add_loop_test(tc, test_all_fail, 0, 4);
	tcase_add_loop_test(tc, test_refused, 0, (int)(sizeof(refused) / sizeof(refused[0])));
	tcase_add_loop_test(tc, test_accepted, 0, 2);
	tcase_add_test(tc, test_world_writable);
	tcase_add_test(tc, test_require_hardware);
	tcase_add_test(tc, test_pinned);
	tcase_add_test(tc, test_opt_in);
	tcase_add_test(tc, test_masked);
	tcase_add_test(tc, test_no_backend);
	tcase_add_test(tc, test_reasons);
	tcase_add_test(tc, test_two_contexts);
	tcase_add_test(tc, test_threads);
	tcase_add_test(tc, test_force_simd);
	tcase_add_test(tc, test_struct_sizes);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("dispatch", make_suite);
}
