/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Decoding into dma-bufs: who writes in place and who gets them mapped, in which order, what
 * the kernel hears of it, and what becomes of a picture that a device laid out otherwise.
 */
#include "config.h"

#include "dmabuf-bed.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "decoder.h"
#include "jpeg-writer.h"
#include "plugins/mock.h"

#define WIDTH  100
#define HEIGHT 60
#define SIZE   65536
#define POISON 0xa5

static struct testbed tb;
static struct libcodec_context *ctx;
static struct libcodec_decoder *dec;
static struct libcodec_image *image;
static struct libcodec_image_info info;
static struct libcodec_result res;
static uint8_t stream[SIZE], *bytes;
static size_t stream_size;
static int fd;
static unsigned int fds_before, maps_before;

static void setup(void)
{
	struct fx_jpeg j;

	fx_jpeg_init(&j, WIDTH, HEIGHT, FX_420);
	stream_size = fx_jpeg_write(&j, stream, sizeof(stream));
	ck_assert_uint_gt(stream_size, 0);
	testbed_init(&tb);
	testbed_add_cpu(&tb);
	unsetenv("MOCK_DMABUF");
	fds_before = dmabuf_fds();
	maps_before = dmabuf_maps();
	fd = dmabuf_new(SIZE);
	bytes = dmabuf_bytes(fd);
	memset(bytes, POISON, SIZE);
}

static void teardown(void)
{
	libcodec_image_unref(image);
	libcodec_decoder_unref(dec);
	libcodec_context_unref(ctx);
	image = NULL;
	dec = NULL;
	ctx = NULL;
	dmabuf_done(fd, bytes);
	ck_assert_uint_eq(dmabuf_fds(), fds_before);
	ck_assert_uint_eq(dmabuf_maps(), maps_before);
	testbed_done(&tb);
}

/* A decoder over the testbed, and an image over the dma-buf from @offset on. */
static void begin(uint32_t access, uint32_t flags, uint64_t offset)
{
	struct libcodec_image_plane plane = { .fd = fd, .offset = offset };
	struct libcodec_image_params p =
		dmabuf_params(WIDTH, HEIGHT, LIBCODEC_FORMAT_NV12, &plane, 1);

	p.access = access;
	p.flags = flags;
	ctx = testbed_context(&tb);
	dec = testbed_decoder(ctx, NULL);
	ck_assert_int_eq(libcodec_image_new(ctx, &p, &image), 0);
}

static int decode(void)
{
	int r;

	info = (struct libcodec_image_info){ .struct_size = sizeof(info) };
	res = (struct libcodec_result){ .struct_size = sizeof(res) };
	r = libcodec_decoder_decode(dec, stream, stream_size, image, &info);
	ck_assert_int_eq(libcodec_decoder_get_result(dec, &res), 0);
	return r;
}

static void decode_by(const char *backend)
{
	ck_assert_int_eq(decode(), 0);
	ck_assert_str_eq(info.backend, backend);
}

static struct libcodec_attempt attempt(const char *backend)
{
	struct libcodec_attempt a = { .struct_size = sizeof(a) };
	unsigned int i;

	for (i = 0; libcodec_decoder_get_attempt(dec, i, &a) == 0; i++)
		if (!strcmp(a.backend, backend))
			return a;
	ck_abort_msg("no attempt of %s", backend);
	return a;
}

static struct libcodec_image_layout layout(void)
{
	struct libcodec_image_layout l = { .struct_size = sizeof(l) };

	ck_assert_int_eq(libcodec_image_get_layout(image, &l), 0);
	return l;
}

/* The dma-buf's bytes, seen from elsewhere: what is in the rows, and poison around it. */
static bool row_is(const struct libcodec_image_layout *l, uint32_t plane, uint32_t y,
		   const uint8_t *want)
{
	uint64_t at;
	int own;

	ck_assert_int_eq(libcodec_image_get_dmabuf(image, plane, &own, &at), 0);
	return memcmp(bytes + at + (uint64_t)y * l->plane_stride[plane], want,
		      l->plane_width[plane]) == 0;
}

static void must_be_painted(void)
{
	struct libcodec_image_layout l = layout();
	uint8_t row[512];
	uint32_t plane, y;

	for (plane = 0; plane < l.n_planes; plane++) {
		memset(row, plane ? MOCK_CHROMA : MOCK_LUMA, sizeof(row));
		for (y = 0; y < l.plane_height[plane]; y++)
			ck_assert_msg(row_is(&l, plane, y, row), "plane %u, row %u", plane, y);
	}
}

/* What the cpu makes of it in plain memory. */
static void must_be_decoded(void)
{
	struct libcodec_image_params p = {
		.struct_size = sizeof(p),
		.width = WIDTH,
		.height = HEIGHT,
		.format = LIBCODEC_FORMAT_NV12,
		.memory = LIBCODEC_MEMORY_HOST,
	};
	struct libcodec_decoder_params policy = {
		.struct_size = sizeof(policy),
		.policy = LIBCODEC_POLICY_CPU_ONLY,
	};
	struct libcodec_decoder *cpu = testbed_decoder(ctx, &policy);
	struct libcodec_image_layout l = layout(), h = { .struct_size = sizeof(h) };
	struct libcodec_image *host;
	uint32_t plane, y;
	void *data;

	ck_assert_int_eq(libcodec_image_new(ctx, &p, &host), 0);
	ck_assert_int_eq(libcodec_decoder_decode(cpu, stream, stream_size, host, NULL), 0);
	ck_assert_int_eq(libcodec_image_get_layout(host, &h), 0);
	ck_assert_int_eq(libcodec_image_map(host, LIBCODEC_ACCESS_READ, &data), 0);
	for (plane = 0; plane < l.n_planes; plane++)
		for (y = 0; y < l.plane_height[plane]; y++)
			ck_assert_msg(row_is(&l, plane, y,
					     (uint8_t *)data + h.plane_offset[plane] +
						     (size_t)y * h.plane_stride[plane]),
				      "plane %u, row %u", plane, y);
	libcodec_image_unref(host);
	libcodec_decoder_unref(cpu);
}

static void must_be_untouched(uint64_t from, uint64_t to)
{
	while (from < to && bytes[from] == POISON)
		from++;
	ck_assert_uint_eq(from, to);
}

/* --- by the CPU --- */

/* Mapped for the call of the cpu and not a moment longer. */
START_TEST(test_cpu)
{
	begin(LIBCODEC_ACCESS_BOTH, 0, 64);
	decode_by("cpu");
	ck_assert_str_eq(dmabuf_said(), " +w -w");
	ck_assert_uint_eq(info.zero_copy, 0);
	ck_assert_uint_eq(info.plane_stride[0], 128);
	ck_assert_uint_eq(info.plane_offset[1], 128 * HEIGHT);
	must_be_decoded();
	must_be_untouched(0, 64);
	must_be_untouched(64 + WIDTH, 64 + 128);
	must_be_untouched(64 + 128 * 90, SIZE);
	decode_by("cpu");
	ck_assert_str_eq(dmabuf_said(), " +w -w");
	ck_assert_uint_eq(dmabuf_maps(), maps_before + 2); /* the test's, the image's */
}
END_TEST

START_TEST(test_cpu_planes_apart)
{
	int chroma = dmabuf_new(16384);
	uint8_t *c = dmabuf_bytes(chroma);
	struct libcodec_image_plane planes[2] = {
		{ .fd = fd, .stride = 200, .offset = 12 },
		{ .fd = chroma, .stride = 104, .offset = 33 },
	};
	struct libcodec_image_params p =
		dmabuf_params(WIDTH, HEIGHT, LIBCODEC_FORMAT_NV12, planes, 2);
	struct libcodec_image_layout l;
	uint32_t y;

	memset(c, POISON, 16384);
	begin(LIBCODEC_ACCESS_BOTH, 0, 0);
	decode_by("cpu");
	ck_assert_str_eq(dmabuf_said(), " +w -w");
	l = layout();
	libcodec_image_unref(image);
	memcpy(stream + SIZE / 2, bytes, 128 * 90);
	memset(bytes, POISON, SIZE);
	ck_assert_int_eq(libcodec_image_new(ctx, &p, &image), 0);
	decode_by("cpu");
	ck_assert_str_eq(dmabuf_said(), " +w +w -w -w");
	for (y = 0; y < HEIGHT; y++)
		ck_assert_mem_eq(bytes + 12 + 200 * y, stream + SIZE / 2 + 128 * y, WIDTH);
	for (y = 0; y < HEIGHT / 2; y++)
		ck_assert_mem_eq(c + 33 + 104 * y,
				 stream + SIZE / 2 + l.plane_offset[1] + 128 * y, WIDTH);
	must_be_untouched(0, 12);
	must_be_untouched(12 + WIDTH, 12 + 200);
	must_be_untouched(12 + 200 * (HEIGHT - 1) + WIDTH, SIZE);
	ck_assert_uint_eq(c[32], POISON);
	ck_assert_uint_eq(c[33 + WIDTH], POISON);
	dmabuf_done(chroma, c);
}
END_TEST

/* Hardware that names HOST gets it mapped as the cpu does, each for its call. */
START_TEST(test_host_hardware)
{
	testbed_add_mock(&tb, "10", "falls-back", NULL);
	testbed_add_mock(&tb, "20", "good", NULL);
	begin(LIBCODEC_ACCESS_WRITE, 0, 0);
	decode_by("mock-good");
	ck_assert_str_eq(dmabuf_said(), " +w -w +w -w");
	must_be_painted();
}
END_TEST

/* --- in place --- */

START_TEST(test_in_place)
{
	testbed_add_mock(&tb, "60", "dmabuf", NULL);
	testbed_add_mock(&tb, "20", "good", NULL);
	begin(LIBCODEC_ACCESS_BOTH, 0, 128);
	decode_by("mock-dmabuf"); /* before hardware that copies */
	ck_assert_uint_eq(info.zero_copy, 1);
	ck_assert_str_eq(attempt("mock-dmabuf").message, "by its descriptor");
	must_be_painted();
	must_be_untouched(0, 128);
	must_be_untouched(128 + WIDTH, 256);
	must_be_untouched(128 + 128 * 90, SIZE);
	/* The CPU had no part in it. */
	ck_assert_str_eq(dmabuf_said(), "");
	ck_assert_uint_eq(dmabuf_maps(), maps_before + 1);
}
END_TEST

/* In plain memory it has no part. */
START_TEST(test_in_place_needs_dmabuf)
{
	testbed_add_mock(&tb, "60", "dmabuf", NULL);
	begin(LIBCODEC_ACCESS_BOTH, 0, 0);
	libcodec_image_unref(image);
	image = testbed_image(ctx, SIZE);
	decode_by("cpu");
	ck_assert_uint_eq(attempt("mock-dmabuf").reasons, LIBCODEC_REASON_MEMORY);
}
END_TEST

/* The planes' places count from the dma-buf's start. */
START_TEST(test_in_place_alignment)
{
	testbed_add_mock(&tb, "60", "dmabuf", NULL);
	begin(LIBCODEC_ACCESS_BOTH, 0, 32);
	decode_by("cpu");
	ck_assert_uint_eq(attempt("mock-dmabuf").reasons, LIBCODEC_REASON_ALIGN_OFFSET);
	libcodec_image_unref(image);
	libcodec_decoder_unref(dec);
	libcodec_context_unref(ctx);
	/* It can't move the start. */
	begin(LIBCODEC_ACCESS_BOTH, LIBCODEC_IMAGE_FLEXIBLE, 32);
	decode_by("cpu");
	ck_assert_uint_eq(attempt("mock-dmabuf").reasons, LIBCODEC_REASON_ALIGN_OFFSET);
	must_be_decoded();
}
END_TEST

/* A tight stride that no device takes is no matter where it may choose another one. */
START_TEST(test_in_place_flexible_pitch)
{
	int room = 0;

	testbed_add_mock(&tb, "60", "dmabuf", NULL);
	for (room = 0; room < 2; room++) {
		struct libcodec_image_plane plane = { .fd = fd };
		struct libcodec_image_params p =
			dmabuf_params(WIDTH, HEIGHT, LIBCODEC_FORMAT_NV12, &plane, 1);

		p.capacity = WIDTH * 90;
		p.flags = room ? LIBCODEC_IMAGE_FLEXIBLE : 0;
		ctx = testbed_context(&tb);
		dec = testbed_decoder(ctx, NULL);
		ck_assert_int_eq(libcodec_image_new(ctx, &p, &image), 0);
		decode_by(room ? "mock-dmabuf" : "cpu");
		if (room)
			break;
		ck_assert_uint_eq(attempt("mock-dmabuf").reasons,
				  LIBCODEC_REASON_ALIGN_PITCH |
					  LIBCODEC_REASON_ALIGN_OFFSET);
		libcodec_image_unref(image);
		libcodec_decoder_unref(dec);
		libcodec_context_unref(ctx);
	}
}
END_TEST

/* The same number for the same dma-buf, seen from a window of it too; here by two planes. */
START_TEST(test_in_place_slice)
{
	struct libcodec_image *slice;

	testbed_add_mock(&tb, "60", "dmabuf", NULL);
	begin(LIBCODEC_ACCESS_BOTH, 0, 0);
	ck_assert_int_eq(libcodec_image_new_slice(image, 16384, 16384, &slice), 0);
	libcodec_image_unref(image);
	image = slice;
	decode_by("mock-dmabuf");
	must_be_painted();
	must_be_untouched(0, 16384);
	must_be_untouched(16384 + 128 * 90, SIZE);
}
END_TEST

/* --- access --- */

/* Nobody may write: refused before anything is. */
START_TEST(test_forbidden)
{
	static const uint32_t accesses[] = { LIBCODEC_ACCESS_NONE, LIBCODEC_ACCESS_READ };

	begin(accesses[_i], 0, 0);
	ck_assert_int_eq(decode(), -EACCES);
	ck_assert_uint_eq(res.stage, LIBCODEC_STAGE_CONFIGURE);
	ck_assert_ptr_nonnull(strstr(res.message, "no device"));
	ck_assert_uint_eq(attempt("cpu").reasons, LIBCODEC_REASON_MEMORY);
	ck_assert_str_eq(dmabuf_said(), "");
	must_be_untouched(0, SIZE);
}
END_TEST

/* A device needs no leave of the CPU's. */
START_TEST(test_forbidden_in_place)
{
	testbed_add_mock(&tb, "60", "dmabuf", NULL);
	begin(LIBCODEC_ACCESS_NONE, 0, 0);
	decode_by("mock-dmabuf");
	must_be_painted();
	ck_assert_str_eq(dmabuf_said(), "");
	/* Nor may it lend it: surface_map() knows the owner's word. */
	setenv("MOCK_DMABUF", "cpu", 1);
	ck_assert_int_eq(decode(), -ENODEV);
	ck_assert_uint_eq(attempt("mock-dmabuf").verdict, LIBCODEC_VERDICT_FALLBACK);
	ck_assert_str_eq(dmabuf_said(), "");
}
END_TEST

/* The one that could says that it can't without. */
START_TEST(test_declines)
{
	testbed_add_mock(&tb, "60", "dmabuf", NULL);
	setenv("MOCK_DMABUF", "declines", 1);
	begin(LIBCODEC_ACCESS_NONE, 0, 0);
	ck_assert_int_eq(decode(), -EACCES);
	ck_assert_str_eq(res.message, "only by a copy, which is forbidden");
	must_be_untouched(0, SIZE);
	libcodec_image_unref(image);
	libcodec_decoder_unref(dec);
	libcodec_context_unref(ctx);
	begin(LIBCODEC_ACCESS_WRITE, 0, 0);
	decode_by("cpu");
	ck_assert_uint_eq(info.attempts, 1);
	must_be_decoded();
}
END_TEST

/* Memory that can't be mapped is like memory that mayn't be. */
START_TEST(test_unmappable)
{
	ck_assert_int_eq(munmap(bytes, SIZE), 0);
	ck_assert_int_eq(fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE), 0);
	begin(LIBCODEC_ACCESS_BOTH, 0, 0);
	ck_assert_int_eq(decode(), -EACCES);
	ck_assert_uint_eq(res.stage, LIBCODEC_STAGE_CONFIGURE);
	ck_assert_ptr_nonnull(strstr(res.message, "can't access"));
	ck_assert_uint_eq(attempt("cpu").reasons, LIBCODEC_REASON_MEMORY);
	ck_assert_int_eq(attempt("cpu").error, -EPERM);
	bytes = mmap(NULL, SIZE, PROT_READ, MAP_SHARED, fd, 0);
}
END_TEST

/* --- what goes wrong --- */

START_TEST(test_fallback)
{
	testbed_add_mock(&tb, "60", "dmabuf", NULL);
	setenv("MOCK_DMABUF", "dirt", 1);
	begin(LIBCODEC_ACCESS_BOTH, 0, 0);
	decode_by("cpu");
	ck_assert_uint_eq(info.zero_copy, 0);
	ck_assert_uint_eq(info.attempts, 1);
	ck_assert_str_eq(dmabuf_said(), " +w -w");
	must_be_decoded();
}
END_TEST

START_TEST(test_sync_fails)
{
	begin(LIBCODEC_ACCESS_BOTH, 0, 0);
	dmabuf_fail(1, 1, EIO);
	ck_assert_int_eq(decode(), -EACCES);
	must_be_untouched(0, SIZE);
	decode_by("cpu");
	must_be_decoded();
}
END_TEST

/* --- the host's services --- */

START_TEST(test_surface_map)
{
	testbed_add_mock(&tb, "60", "dmabuf", NULL);
	setenv("MOCK_DMABUF", "cpu", 1);
	begin(LIBCODEC_ACCESS_BOTH, 0, 0);
	decode_by("mock-dmabuf");
	ck_assert_str_eq(dmabuf_said(), " +w -w");
	must_be_painted();
	/* Who forgets to end it is helped, once for each. */
	setenv("MOCK_DMABUF", "keeps", 1);
	decode_by("mock-dmabuf");
	ck_assert_str_eq(dmabuf_said(), " +w -w +rw -rw");
	ck_assert_int_eq(libcodec_image_configure(image, 8, 8, LIBCODEC_FORMAT_GREY, 0), 0);
	setenv("MOCK_DMABUF", "ends", 1);
	decode_by("mock-dmabuf");
	ck_assert_str_eq(dmabuf_said(), "");
	/* A copy is no surface of the host's. */
	setenv("MOCK_DMABUF", "copy", 1);
	decode_by("cpu");
	ck_assert_int_eq(attempt("mock-dmabuf").error, -EINVAL);
	ck_assert_str_eq(dmabuf_said(), " +w -w");
}
END_TEST

START_TEST(test_dmabuf_sync)
{
	testbed_add_mock(&tb, "60", "dmabuf", NULL);
	setenv("MOCK_DMABUF", "sync", 1);
	begin(LIBCODEC_ACCESS_NONE, 0, 0);
	dmabuf_fail(1, 3, EINTR);
	decode_by("mock-dmabuf");
	ck_assert_str_eq(dmabuf_said(), " +w -w");
}
END_TEST

/* --- planes where a device puts them --- */

START_TEST(test_relaid)
{
	struct libcodec_image_layout l;

	testbed_add_mock(&tb, "60", "dmabuf", NULL);
	setenv("MOCK_DMABUF", "relay", 1);
	begin(LIBCODEC_ACCESS_BOTH, LIBCODEC_IMAGE_FLEXIBLE, 64);
	decode_by("mock-dmabuf");
	l = layout();
	ck_assert_uint_eq(l.plane_stride[0], 256);
	ck_assert_uint_eq(l.plane_stride[1], 256);
	ck_assert_uint_eq(l.plane_offset[0], 0);
	ck_assert_uint_eq(l.plane_offset[1], 256 * 80);
	ck_assert_uint_eq(l.needed, 256 * (80 + 30));
	ck_assert_uint_eq(l.width, WIDTH);
	ck_assert_uint_eq(l.height, HEIGHT);
	ck_assert_uint_eq(info.plane_stride[1], 256);
	ck_assert_uint_eq(info.plane_offset[1], 256 * 80);
	ck_assert_uint_eq(info.capacity, 256 * (80 + 30));
	ck_assert_uint_eq(info.zero_copy, 1);
	must_be_painted();
}
END_TEST

/* Each frame begins with the rules: the candidates are those of the frame before. */
START_TEST(test_relaid_again)
{
	const struct lc_candidate *list;
	struct lc_select_key key;
	unsigned int i;

	testbed_add_mock(&tb, "60", "dmabuf", NULL);
	setenv("MOCK_DMABUF", "relay", 1);
	begin(LIBCODEC_ACCESS_BOTH, LIBCODEC_IMAGE_FLEXIBLE, 0);
	decode_by("mock-dmabuf");
	key = dec->selection.key;
	list = dec->selection.list;
	dec->selection.list[0].order = 12345; /* a list that is made anew has it no more */
	for (i = 0; i < 3; i++) {
		decode_by("mock-dmabuf");
		ck_assert_uint_eq(layout().plane_stride[0], 256);
		ck_assert_mem_eq(&dec->selection.key, &key, sizeof(key));
		ck_assert_ptr_eq(dec->selection.list, list);
		ck_assert_uint_eq(list[0].order, 12345);
	}
	/* The cpu after it writes by the rules, and so is the layout. */
	setenv("MOCK_DMABUF", "dirt", 1);
	decode_by("cpu");
	ck_assert_uint_eq(layout().plane_stride[0], 128);
	ck_assert_uint_eq(layout().plane_offset[1], 128 * HEIGHT);
	ck_assert_uint_eq(list[0].order, 12345);
	must_be_decoded();
	ck_assert_int_eq(libcodec_image_configure(image, WIDTH, HEIGHT, LIBCODEC_FORMAT_NV12,
						  0),
			 0);
	ck_assert_uint_eq(layout().plane_stride[0], 128);
}
END_TEST

static const char *const wrong[] = {
	"relay-behind", "relay-far",	"relay-before",
	"relay-overlap", "relay-narrow", "relay-wide",
};

START_TEST(test_relaid_wrongly)
{
	struct libcodec_attempt a;

	testbed_add_mock(&tb, "60", "dmabuf", NULL);
	setenv("MOCK_DMABUF", wrong[_i], 1);
	begin(LIBCODEC_ACCESS_BOTH, LIBCODEC_IMAGE_FLEXIBLE, 0);
	decode_by("cpu");
	a = attempt("mock-dmabuf");
	ck_assert_uint_eq(a.verdict, LIBCODEC_VERDICT_FALLBACK);
	ck_assert_int_eq(a.error, -EPROTO);
	ck_assert_uint_eq(info.plane_stride[0], 128);
	must_be_decoded();
}
END_TEST

/* It wasn't asked to. */
START_TEST(test_relaid_unasked)
{
	testbed_add_mock(&tb, "60", "dmabuf", NULL);
	setenv("MOCK_DMABUF", "relay", 1);
	begin(LIBCODEC_ACCESS_BOTH, 0, 0);
	decode_by("cpu");
	ck_assert_int_eq(attempt("mock-dmabuf").error, -EPROTO);
	must_be_decoded();
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("dmabuf-decode");
	TCase *tc = tcase_create("dmabuf-decode");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, test_cpu);
	tcase_add_test(tc, test_cpu_planes_apart);
	tcase_add_test(tc, test_host_hardware);
	tcase_add_test(tc, test_in_place);
	tcase_add_test(tc, test_in_place_needs_dmabuf);
	tcase_add_test(tc, test_in_place_alignment);
	tcase_add_test(tc, test_in_place_flexible_pitch);
	tcase_add_test(tc, test_in_place_slice);
	tcase_add_loop_test(tc, test_forbidden, 0, 2);
	tcase_add_test(tc, test_forbidden_in_place);
	tcase_add_test(tc, test_declines);
	tcase_add_test(tc, test_unmappable);
	tcase_add_test(tc, test_fallback);
	tcase_add_test(tc, test_sync_fails);
	tcase_add_test(tc, test_surface_map);
	tcase_add_test(tc, test_dmabuf_sync);
	tcase_add_test(tc, test_relaid);
	tcase_add_test(tc, test_relaid_again);
	tcase_add_loop_test(tc, test_relaid_wrongly, 0, sizeof(wrong) / sizeof(wrong[0]));
	tcase_add_test(tc, test_relaid_unasked);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("dmabuf-decode", make);
}
