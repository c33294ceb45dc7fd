/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * x265's CSV files, written here row by row: which rows are frames, what becomes of fields
 * that are no numbers, and of lines and files without an end.
 */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <pelorus/interop.h>

#include "test.h"

#define CAP 64

static PelorusX265Frame frames[CAP + 1];
static size_t count;

/* What the test does to reads. The linker leads them here. */
static size_t read_at_most = SIZE_MAX; /* bytes at once */
static size_t fail_at = SIZE_MAX;      /* bytes that were read before one fails */
static size_t were_read;
static bool interrupted; /* the next one is, once */

ssize_t __real_read(int fd, void *p, size_t n);
ssize_t __wrap_read(int fd, void *p, size_t n);
ssize_t __wrap_read(int fd, void *p, size_t n)
{
	ssize_t got;

	if (interrupted || were_read >= fail_at) {
		errno = interrupted ? EINTR : EIO;
		interrupted = false;
		return -1;
	}
	got = __real_read(fd, p, n < read_at_most ? n : read_at_most);
	were_read += got > 0 ? (size_t)got : 0;
	return got;
}

static pel_result parse_bytes(const char *text, size_t size, size_t cap)
{
	int fd = memfd_create("csv", MFD_CLOEXEC);
	char path[64];
	pel_result r;

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, text, size), (ssize_t)size);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	memset(frames, 0xee, sizeof(frames));
	count = 99;
	were_read = 0;
	r = pel_x265_csv_parse(path, frames, cap, &count);
	close(fd);
	return r;
}

static pel_result parse(const char *text)
{
	return parse_bytes(text, strlen(text), CAP);
}

/* As x265 3.5 writes it, with spaces behind the commas. */
static const char three_rows[] =
	"Encode Order, Type, POC, QP, Bits, Y PSNR, U PSNR, V PSNR, YUV PSNR, Total frames\n"
	"0, I-SLICE,  0, 26.00,  24000, 42.125, 44.5, 45.25, 42.9,\n"
	"1, P-SLICE,  2, 30.00,   8000, 40.5, 43, 44, 41.2,\n"
	"2, b-SLICE,  1, 34.00,   3000, 38.0, 42, 43, 39.5,\n"
	"\n"
	"Summary\n"
	"Command, Date/Time, Elapsed Time, FPS, Bitrate, Total frames\n"
	"x265 --csv, Mon Jan 1, 0.1, 30, 100, 3\n"
	"Total frames, 3\n";

START_TEST(test_three_rows)
{
	static const float around[3] = { 24, 30, 36 }, flat[3] = { 28, 28, 28 };
	PelorusQpReportSection s;

	ck_assert_int_eq(parse(three_rows), PEL_OK);
	ck_assert_uint_eq(count, 3);
	ck_assert(frames[0].poc == 0 && frames[0].qp == 26 && frames[0].bits == 24000);
	ck_assert(frames[0].psnr_y == 42.125f && frames[0].psnr_u == 44.5f &&
		  frames[0].psnr_v == 45.25f);
	ck_assert(frames[1].poc == 2 && frames[1].qp == 30 && frames[1].bits == 8000);
	ck_assert(frames[2].poc == 1 && frames[2].qp == 34 && frames[2].bits == 3000);
	ck_assert(frames[0].slice_type == 'I' && frames[1].slice_type == 'P' &&
		  frames[2].slice_type == 'B');

	ck_assert_int_eq(pel_qp_report_from_x265_frames(frames, count, flat, &s), PEL_OK);
	ck_assert_uint_eq(s.total_bits, 35000);
	ck_assert(fabsf(s.avg_qp - 27.6f) < 1e-6f);
	ck_assert(s.honored_fraction == 1 / 3.f);
	ck_assert_int_eq(pel_qp_report_from_x265_frames(frames, count, around, &s), PEL_OK);
	ck_assert(s.honored_fraction == 1);
}
END_TEST

/* Nothing behind the room is written; what fits is there. */
START_TEST(test_room)
{
	PelorusX265Frame untouched;

	memset(&untouched, 0xee, sizeof(untouched));
	ck_assert_int_eq(parse_bytes(three_rows, sizeof(three_rows) - 1, 2), PEL_ERR_RANGE);
	ck_assert_uint_eq(count, 2);
	ck_assert(frames[1].poc == 2 && frames[1].bits == 8000);
	ck_assert_mem_eq(&frames[2], &untouched, sizeof(untouched));
	ck_assert_int_eq(parse_bytes(three_rows, sizeof(three_rows) - 1, 3), PEL_OK);
	ck_assert_uint_eq(count, 3);
}
END_TEST

/* --- heads --- */

static const struct {
	const char *text;
	pel_result want;
	size_t count;
} heads[] = {
	{ "", PEL_ERR_ABSENT, 0 },
	{ "\n", PEL_ERR_ABSENT, 0 },
	{ "QP, Bits", PEL_OK, 0 },
	{ "QP, Bits\n", PEL_OK, 0 },
	{ "qp,BITS\n1,2\n", PEL_OK, 1 },
	{ " \t QP \r, Bits\r\n1,2\r\n", PEL_OK, 1 },
	{ "QP\n1\n", PEL_ERR_ABSENT, 0 },
	{ "Bits\n1\n", PEL_ERR_ABSENT, 0 },
	{ "QPs, Bits\n1,2\n", PEL_ERR_ABSENT, 0 },
	{ "Q, Bits\n1,2\n", PEL_ERR_ABSENT, 0 },
	{ "\"QP\", Bits\n1,2\n", PEL_ERR_ABSENT, 0 },
	{ "Command, Date/Time, FPS\nQP, Bits\n1, 2\n", PEL_ERR_ABSENT, 0 },
	{ "\nQP, Bits\n1, 2\n", PEL_ERR_ABSENT, 0 },
};

START_TEST(test_heads)
{
	ck_assert_msg(parse(heads[_i].text) == heads[_i].want, "%s", heads[_i].text);
	ck_assert_uint_eq(count, heads[_i].count);
}
END_TEST

/* Columns stand anywhere; of two with the same name the last one counts. */
START_TEST(test_columns)
{
	ck_assert_int_eq(parse("V PSNR,Bits,u psnr,QP,x,Y PSNR,POC,QP\n"
			       "45,100,44,1,2,43,7,31\n"),
			 PEL_OK);
	ck_assert_uint_eq(count, 1);
	ck_assert(frames[0].qp == 31 && frames[0].bits == 100 && frames[0].poc == 7);
	ck_assert(frames[0].psnr_y == 43 && frames[0].psnr_u == 44 && frames[0].psnr_v == 45);
	ck_assert_int_eq(frames[0].slice_type, '?');
}
END_TEST

/* --- rows --- */

/* Below "Type,QP,Bits". */
static const struct {
	const char *row;
	char type; /* 0: the row is no frame */
} types[] = {
	{ "I-SLICE,30,1", 'I' },
	{ "i-slice,30,1", 'I' },
	{ "p-,30,1", 'P' },
	{ "B-SLICE", 'B' },
	{ "  \tB-SLICE ,30,1", 'B' },
	{ "I,30,1", 0 },
	{ "I SLICE,30,1", 0 },
	{ "X-SLICE,30,1", 0 },
	{ "-I,30,1", 0 },
	{ ",30,1", 0 },
	{ "Summary", 0 },
	{ "Total frames,30,1", 0 },
	{ "", 0 },
	{ "   ", 0 },
};

START_TEST(test_types)
{
	char text[128];

	snprintf(text, sizeof(text), "Type,QP,Bits\n%s\n", types[_i].row);
	ck_assert_int_eq(parse(text), PEL_OK);
	ck_assert_msg(count == (types[_i].type != 0), "%s", types[_i].row);
	if (count)
		ck_assert_int_eq(frames[0].slice_type, types[_i].type);
}
END_TEST

/* Without types a row is a frame if it has a QP. */
START_TEST(test_without_types)
{
	ck_assert_int_eq(parse("Bits,QP\n10,1\n20, \n30\n\n40,x\n50,2,3\n"), PEL_OK);
	ck_assert_uint_eq(count, 3);
	ck_assert(frames[0].bits == 10 && frames[0].qp == 1);
	ck_assert(frames[1].bits == 40 && frames[1].qp == 0);
	ck_assert(frames[2].bits == 50 && frames[2].qp == 2);
}
END_TEST

/* --- numbers --- */

/* Columns of reals and of integers; what is no number, or none of the type, is 0. */
START_TEST(test_numbers)
{
	static const struct {
		const char *row; /* below "Type,POC,QP,Bits,Y PSNR,U PSNR,V PSNR" */
		PelorusX265Frame want;
	} rows[] = {
		{ "I-,-3,30.75,7,41.5,42.25,43", { -3, 30.75f, 7, 41.5f, 42.25f, 43, 'I' } },
		{ "I-,1,31.00abc,7x,1e1,.5,+2", { 1, 31, 7, 10, 0.5f, 2, 'I' } },
		{ "I-,x,nan,-7,inf,-inf,1e39", { 0, 0, 0, 0, 0, 0, 'I' } },
		{ "I-,2147483648,-1.5,18446744073709551616,,,", { 0, -1.5f, 0, 0, 0, 0, 'I' } },
		{ "I-,-2147483648,1,18446744073709551615",
		  { INT32_MIN, 1, UINT64_MAX, 0, 0, 0, 'I' } },
		{ "I-", { 0, 0, 0, 0, 0, 0, 'I' } },
	};
	char text[256];
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const PelorusX265Frame *f = &frames[0], *want = &rows[i].want;

		snprintf(text, sizeof(text), "Type,POC,QP,Bits,Y PSNR,U PSNR,V PSNR\n%s\n",
			 rows[i].row);
		ck_assert_int_eq(parse(text), PEL_OK);
		ck_assert_uint_eq(count, 1);
		ck_assert_msg(f->poc == want->poc && f->qp == want->qp &&
				      f->bits == want->bits && f->psnr_y == want->psnr_y &&
				      f->psnr_u == want->psnr_u && f->psnr_v == want->psnr_v &&
				      f->slice_type == 'I',
			      "%s", rows[i].row);
	}
}
END_TEST

/* --- lines and fields without an end --- */

/* The last line needs no end; a byte that is 0 ends a line early. */
START_TEST(test_ends)
{
	ck_assert_int_eq(parse("QP,Bits\n1,2\n3,4"), PEL_OK);
	ck_assert_uint_eq(count, 2);
	ck_assert(frames[1].bits == 4);
	ck_assert_int_eq(parse_bytes("QP,Bits\n1,2\0,9\n3\0,4\n\0005,6\n", 24, CAP), PEL_OK);
	ck_assert_uint_eq(count, 2);
	ck_assert(frames[0].bits == 2 && frames[1].qp == 3 && frames[1].bits == 0);

	/* What a longer line has left behind the end of a shorter one is no QP of it. */
	ck_assert_int_eq(parse("Bits,QP\n11, 77\n3,\n"), PEL_OK);
	ck_assert_uint_eq(count, 1);
	ck_assert(frames[0].bits == 11 && frames[0].qp == 77);
}
END_TEST

/* A line is 4095 bytes at the most; what follows is the next one. */
START_TEST(test_long_lines)
{
	static char text[12000];
	size_t at;

	at = (size_t)sprintf(text, "QP,Bits,%*s\n", 4095 - 8, "x");
	/* The head's own end is left over, and is a line without a QP. */
	strcpy(text + at, "1,2\n");
	ck_assert_int_eq(parse(text), PEL_OK);
	ck_assert_uint_eq(count, 1);

	at = (size_t)sprintf(text, "QP,Bits\n%*s", 4095, "7");
	strcpy(text + at, "8,9\n");
	ck_assert_int_eq(parse(text), PEL_OK);
	ck_assert_uint_eq(count, 2);
	ck_assert(frames[0].qp == 7 && frames[0].bits == 0);
	ck_assert(frames[1].qp == 8 && frames[1].bits == 9);

	/* One that ends there is whole. */
	sprintf(text, "QP,Bits\n%*s\n5,6\n", 4094, "1,2");
	ck_assert_int_eq(parse(text), PEL_OK);
	ck_assert_uint_eq(count, 2);
	ck_assert(frames[0].bits == 2 && frames[1].bits == 6);
}
END_TEST

/* Files longer than any buffer, with lines across its end. */
START_TEST(test_many_lines)
{
	static PelorusX265Frame many[5000];
	static char text[100000];
	size_t at = (size_t)sprintf(text, "QP,Bits\n"), n, i;
	char path[64];
	int fd;

	for (i = 0; i < 5000; i++)
		at += (size_t)sprintf(text + at, "%zu.5,%zu\n", i % 50, i);
	fd = memfd_create("csv", MFD_CLOEXEC);
	ck_assert_int_eq(write(fd, text, at), (ssize_t)at);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	ck_assert_int_eq(pel_x265_csv_parse(path, many, 5000, &n), PEL_OK);
	ck_assert_uint_eq(n, 5000);
	for (i = 0; i < 5000; i++)
		quick_assert(many[i].bits == i && many[i].qp == (float)(i % 50) + 0.5f);
	close(fd);
}
END_TEST

/* There are 256 fields; what stands behind them is not looked at. */
START_TEST(test_many_fields)
{
	char text[2048], commas[300];

	memset(commas, ',', sizeof(commas));
	snprintf(text, sizeof(text), "QP%.255sBits\n1%.255s2\n", commas, commas);
	ck_assert_int_eq(parse(text), PEL_OK);
	ck_assert(count == 1 && frames[0].bits == 2);
	snprintf(text, sizeof(text), "QP%.256sBits\n1%.256s2\n", commas, commas);
	ck_assert_int_eq(parse(text), PEL_ERR_ABSENT);
	snprintf(text, sizeof(text), "QP,Bits\n1,2%.299s\n", commas);
	ck_assert_int_eq(parse(text), PEL_OK);
	ck_assert(count == 1 && frames[0].bits == 2);
}
END_TEST

/* --- files --- */

START_TEST(test_files)
{
	size_t n = 9;

	ck_assert_int_eq(pel_x265_csv_parse("/nonexistent/x.csv", frames, CAP, &n),
			 PEL_ERR_ABSENT);
	ck_assert_uint_eq(n, 0);
	/* A folder opens, but can't be read: there is no head. */
	n = 9;
	ck_assert_int_eq(pel_x265_csv_parse("/", frames, CAP, &n), PEL_ERR_ABSENT);
	ck_assert_uint_eq(n, 0);
}
END_TEST

/* Whatever comes of a file, it is closed; it may be the one with the number 0. */
START_TEST(test_closed)
{
	static const char *const texts[] = { "", "QP\n", "QP,Bits\n1,2\n", three_rows };
	int free_before = dup(STDIN_FILENO), free_after;
	char path[64];
	size_t i, n;
	int fd;

	close(free_before);
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		parse_bytes(texts[i], strlen(texts[i]), 2);
	fail_at = 0;
	ck_assert_int_eq(parse(three_rows), PEL_ERR_ABSENT);
	fail_at = sizeof(three_rows) - 1;
	ck_assert_int_eq(parse(three_rows), PEL_ERR_TRUNCATED);
	fail_at = SIZE_MAX;
	free_after = dup(STDIN_FILENO);
	ck_assert_int_eq(free_after, free_before);

	fd = memfd_create("csv", MFD_CLOEXEC);
	ck_assert_int_gt(fd, 0);
	ck_assert_int_eq(write(fd, three_rows, sizeof(three_rows) - 1),
			 sizeof(three_rows) - 1);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	close(STDIN_FILENO);
	ck_assert_int_eq(pel_x265_csv_parse(path, frames, CAP, &n), PEL_OK);
	ck_assert_uint_eq(n, 3);
	ck_assert_int_eq(dup(fd), STDIN_FILENO);
}
END_TEST

/* In little pieces, with signals in between. */
START_TEST(test_short_reads)
{
	read_at_most = 1;
	interrupted = true;
	ck_assert_int_eq(parse(three_rows), PEL_OK);
	ck_assert_uint_eq(count, 3);
	ck_assert(frames[2].qp == 34 && frames[2].bits == 3000);
	ck_assert(!interrupted);
}
END_TEST

/* A read that fails: what was whole before counts, also where that is nothing. */
START_TEST(test_read_errors)
{
	const char *row1 = strchr(three_rows, '\n') + 1, *row2 = strchr(row1, '\n') + 1;

	read_at_most = 1;
	fail_at = (size_t)(row2 - three_rows);
	ck_assert_int_eq(parse(three_rows), PEL_ERR_TRUNCATED);
	ck_assert_uint_eq(count, 1);
	ck_assert(frames[0].bits == 24000);

	/* In the middle of a row, which is not believed. */
	fail_at = (size_t)(row2 - three_rows) + 30;
	ck_assert_int_eq(parse(three_rows), PEL_ERR_TRUNCATED);
	ck_assert_uint_eq(count, 1);

	fail_at = (size_t)(row1 - three_rows);
	ck_assert_int_eq(parse(three_rows), PEL_ERR_TRUNCATED);
	ck_assert_uint_eq(count, 0);

	/* In the head: the file has none. */
	fail_at = (size_t)(row1 - three_rows) - 1;
	ck_assert_int_eq(parse(three_rows), PEL_ERR_ABSENT);
	ck_assert_uint_eq(count, 0);
}
END_TEST

START_TEST(test_refused)
{
	size_t n = 9;

	ck_assert_int_eq(pel_x265_csv_parse(NULL, frames, CAP, &n), PEL_ERR_INVALID);
	ck_assert_int_eq(pel_x265_csv_parse("/", NULL, CAP, &n), PEL_ERR_INVALID);
	ck_assert_int_eq(pel_x265_csv_parse("/", frames, 0, &n), PEL_ERR_INVALID);
	ck_assert_uint_eq(n, 9);
	ck_assert_int_eq(pel_x265_csv_parse("/", frames, CAP, NULL), PEL_ERR_INVALID);
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-x265-csv");
	TCase *tc = tcase_create("frames");

	tcase_add_test(tc, test_three_rows);
	tcase_add_test(tc, test_room);
	tcase_add_loop_test(tc, test_heads, 0, sizeof(heads) / sizeof(heads[0]));
	tcase_add_test(tc, test_columns);
	tcase_add_loop_test(tc, test_types, 0, sizeof(types) / sizeof(types[0]));
	tcase_add_test(tc, test_without_types);
	suite_add_tcase(s, tc);

	tc = tcase_create("numbers");
	tcase_add_test(tc, test_numbers);
	suite_add_tcase(s, tc);

	tc = tcase_create("ends");
	tcase_add_test(tc, test_ends);
	tcase_add_test(tc, test_long_lines);
	tcase_add_test(tc, test_many_lines);
	tcase_add_test(tc, test_many_fields);
	suite_add_tcase(s, tc);

	tc = tcase_create("files");
	tcase_add_test(tc, test_files);
	tcase_add_test(tc, test_closed);
	tcase_add_test(tc, test_short_reads);
	tcase_add_test(tc, test_read_errors);
	tcase_add_test(tc, test_refused);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-x265-csv", make_suite);
}
