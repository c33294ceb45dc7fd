/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The conformance kit's own services, without a plugin: its reader of JPEG headers
 * against libcodec's, parallel_for, devices, words, what the parent takes from a pipe.
 */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bitstream/jpeg-header.h"
#include "bitstream/jpeg-strip.h"
#include "test.h"
#include "tools/plugin-check/device.h"
#include "tools/plugin-check/host.h"
#include "tools/plugin-check/jpeg.h"
#include "tools/plugin-check/names.h"
#include "tools/plugin-check/wire.h"

static struct kit_host host;

static void setup(void)
{
	kit_host_init(&host);
}

/* --- JPEG headers --- */

static const struct lc_limits no_limits = {
	UINT32_MAX, UINT32_MAX, UINT64_MAX, UINT64_MAX,
};

/* The kit looks for Exif, but doesn't read it. */
static void same_header(const struct libcodec_jpeg_header *theirs,
			const struct libcodec_jpeg_header *kits, const char *name)
{
	struct libcodec_jpeg_header expected = *theirs;

	expected.orientation = 0;
	expected.struct_size = sizeof(expected);
	ck_assert_msg(!memcmp(&expected, kits, sizeof(expected)), "%s: headers differ",
		      name);
}

/* From scan to scan to the end, side by side. Returns the number of scans. */
static unsigned int same_scans(const uint8_t *data, size_t size,
			       struct libcodec_jpeg_header *a,
			       struct libcodec_jpeg_header *b, const char *name)
{
	struct lc_fault fault;
	uint64_t end_a, end_b;
	unsigned int n = 1;
	int r, s;

	for (;;) {
		end_a = end_b = 0;
		r = lc_jpeg_header_next_scan(data, size, a->scan_offset, a, &end_a,
					     &fault);
		s = host.table.jpeg_next_scan(&host.table, data, size, b->scan_offset, b,
					      &end_b);
		ck_assert_msg(r == s, "%s, scan %u: %d and %d", name, n, r, s);
		if (r <= 0)
			break;
		ck_assert_msg(end_a == end_b, "%s: scan %u ends elsewhere", name, n);
		same_header(a, b, name);
		n++;
	}
	return n;
}

START_TEST(test_jpeg)
{
	unsigned int n = 0, scans = 0;
	char path[512];
	struct dirent *e;
	DIR *d;

	snprintf(path, sizeof(path), "%s/fixtures/data", test_srcdir());
	d = opendir(path);
	ck_assert_ptr_nonnull(d);
	while ((e = readdir(d))) {
		struct libcodec_jpeg_header a = { .struct_size = sizeof(a) }, b;
		struct lc_fault fault = { 0 };
		uint8_t *data;
		size_t size;

		if (!strstr(e->d_name, ".jpg"))
			continue;
		snprintf(path, sizeof(path), "fixtures/data/%s", e->d_name);
		data = test_read_file(path, &size);
		if (lc_jpeg_header_parse(data, size, &no_limits, &a, &fault) == 0) {
			ck_assert_msg(kit_jpeg_header(data, size, &b) == 0,
				      "%s is refused", e->d_name);
			same_header(&a, &b, e->d_name);
			scans += same_scans(data, size, &a, &b, e->d_name);
			n++;
		}
		free(data);
	}
	closedir(d);
	ck_assert_uint_gt(n, 50);
	ck_assert_uint_gt(scans, n + 5); /* some have several */
}
END_TEST

/* Two strippers that share nothing: the same bytes, or both refuse. Returns whether same. */
static bool same_strip(const uint8_t *data, size_t size, struct libcodec_jpeg_header *header,
		       const char *name)
{
	struct libcodec_decode_job job = {
		.struct_size = sizeof(job),
		.size = size,
		.data = data,
		.jpeg = header,
	};
	size_t room = size + 1024, size_a = 0, end_a = 0;
	uint8_t *a = malloc(room), *b = malloc(room);
	uint64_t size_b = 0, end_b = 0;
	int r, s;

	ck_assert(a && b);
	r = lc_jpeg_strip(data, size, header, a, room, &size_a, &end_a);
	s = host.table.jpeg_strip(&host.table, &job, b, room, &size_b, &end_b);
	if (header->flags & (LIBCODEC_JPEG_NO_DHT | LIBCODEC_JPEG_DNL))
		ck_assert_msg(s == -EOPNOTSUPP, "%s: %d", name, s);
	else
		ck_assert_msg(r == s, "%s: libcodec says %d, the kit %d", name, r, s);
	if (s == 0) {
		ck_assert_msg(size_a == size_b && !memcmp(a, b, size_a),
			      "%s: stripped otherwise", name);
		ck_assert_msg(end_a == end_b, "%s: ends elsewhere", name);
		s = host.table.jpeg_strip(&host.table, &job, b, size_b - 1, &size_b, &end_b);
		ck_assert_int_eq(s, -ENOSPC);
	}
	free(a);
	free(b);
	return s == -ENOSPC;
}

START_TEST(test_strip)
{
	unsigned int n = 0;
	char path[512];
	struct dirent *e;
	DIR *d;

	snprintf(path, sizeof(path), "%s/fixtures/data", test_srcdir());
	d = opendir(path);
	ck_assert_ptr_nonnull(d);
	while ((e = readdir(d))) {
		struct libcodec_jpeg_header h;
		uint8_t *data;
		size_t size;

		if (!strstr(e->d_name, ".jpg"))
			continue;
		snprintf(path, sizeof(path), "fixtures/data/%s", e->d_name);
		data = test_read_file(path, &size);
		if (kit_jpeg_header(data, size, &h) == 0)
			n += same_strip(data, size, &h, e->d_name);
		free(data);
	}
	closedir(d);
	ck_assert_uint_gt(n, 40);
}
END_TEST

/* What the kit's host has no memory for is said by the contract's errors. */
START_TEST(test_dmabufs)
{
	struct libcodec_surface surface = { .struct_size = sizeof(surface) };
	void *data;
	int fd;

	ck_assert_int_eq(host.table.surface_map(&host.table, &surface, LIBCODEC_ACCESS_WRITE,
						&data), -EINVAL);
	ck_assert_int_eq(host.table.dmabuf_sync(&host.table, -1, LIBCODEC_ACCESS_WRITE, 0),
			 -EINVAL);
	ck_assert_int_eq(host.table.dmabuf_sync(&host.table, 0, LIBCODEC_ACCESS_NONE, 0),
			 -EINVAL);
	fd = host.table.dmabuf_new(&host.table, 5000);
	if (fd >= 0) {
		ck_assert_int_ge(lseek(fd, 0, SEEK_END), 5000);
		ck_assert_int_eq(host.table.dmabuf_sync(&host.table, fd,
							LIBCODEC_ACCESS_BOTH, 0), 0);
		ck_assert_int_eq(host.table.dmabuf_sync(&host.table, fd,
							LIBCODEC_ACCESS_BOTH, 1), 0);
		close(fd);
	} else {
		ck_assert(fd == -EACCES || fd == -EOPNOTSUPP || fd == -ENOMEM);
	}
}
END_TEST

/* Every beginning of a file, as exactly as many bytes: for the sanitizers. */
START_TEST(test_jpeg_cut)
{
	struct libcodec_jpeg_header h;
	size_t size, n, headers = 0;
	uint8_t *data, *copy;

	data = test_read_file("fixtures/data/jpeg-420-17x9.jpg", &size);
	for (n = 0; n < size; n++) {
		copy = malloc(n ? n : 1);
		ck_assert_ptr_nonnull(copy);
		memcpy(copy, data, n);
		headers += kit_jpeg_header(copy, n, &h) == 0;
		free(copy);
	}
	ck_assert_uint_gt(headers, 0);
	ck_assert_uint_lt(headers, size);
	free(data);
}
END_TEST

/* --- parallel_for --- */

#define TASKS 200

struct tasks {
	uint32_t next; /* atomic: the index that may go on */
	uint32_t ran[TASKS];
};

/* Waits for all lower indices, as the contract allows. */
static void in_order(void *arg, uint32_t index)
{
	struct tasks *t = arg;

	while (__atomic_load_n(&t->next, __ATOMIC_ACQUIRE) != index)
		usleep(10);
	t->ran[index]++;
	__atomic_store_n(&t->next, index + 1, __ATOMIC_RELEASE);
}

START_TEST(test_parallel)
{
	static const uint32_t threads[] = { 0, 1, 2, 4, 64 };
	size_t i;
	uint32_t k;
	int r;

	for (i = 0; i < sizeof(threads) / sizeof(threads[0]); i++) {
		struct tasks t = { 0 };

		r = host.table.parallel_for(&host.table, threads[i], TASKS, in_order, &t);
		ck_assert_int_ge(r, 1);
		ck_assert_int_le(r, threads[i] > 1 ? (int)threads[i] : 1);
		for (k = 0; k < TASKS; k++)
			ck_assert_uint_eq(t.ran[k], 1);
	}
	ck_assert_int_eq(host.table.parallel_for(&host.table, 4, 0, in_order, NULL), 0);
	ck_assert_int_eq(host.table.parallel_for(&host.table, 4, 4, NULL, NULL), -EINVAL);
}
END_TEST

static void nested(void *arg, uint32_t index)
{
	struct tasks t = { 0 };
	uint32_t *most = arg;
	int r = host.table.parallel_for(&host.table, 8, 8, in_order, &t);

	if ((uint32_t)r > *most)
		*most = (uint32_t)r;
}

START_TEST(test_nested)
{
	uint32_t most = 0;

	host.table.parallel_for(&host.table, 1, 2, nested, &most);
	ck_assert_uint_eq(most, 1);
}
END_TEST

/* --- devices --- */

static struct libcodec_device *device;
static char text[256];

static int get(uint32_t what, const char *key)
{
	return host.table.device_get(&host.table, device, what, key, text, sizeof(text));
}

START_TEST(test_device)
{
	struct libcodec_device *none;
	int fd;

	if (access("/sys/dev/char/1:3", F_OK) < 0)
		test_skip("sysfs", "there is no sysfs");
	ck_assert_int_eq(kit_device_new("/dev/null", &device), 0);
	ck_assert_int_eq(get(LIBCODEC_DEVICE_NUMBER, NULL), 3);
	ck_assert_str_eq(text, "1:3");
	ck_assert_int_eq(kit_device_get(device, LIBCODEC_DEVICE_NUMBER, NULL, text, 3),
			 -ENOSPC);
	ck_assert_int_eq(get(LIBCODEC_DEVICE_SUBSYSTEM, NULL), 3);
	ck_assert_str_eq(text, "mem");
	ck_assert_int_eq(get(LIBCODEC_DEVICE_SYSNAME, NULL), 4);
	ck_assert_str_eq(text, "null");
	ck_assert_int_eq(get(LIBCODEC_DEVICE_NODE, NULL), 9);
	ck_assert_str_eq(text, "/dev/null");
	ck_assert_int_eq(get(LIBCODEC_DEVICE_ATTR, "dev"), 3);
	ck_assert_str_eq(text, "1:3");
	ck_assert_int_eq(get(LIBCODEC_DEVICE_PROPERTY, "MAJOR"), 1);
	ck_assert_str_eq(text, "1");
	ck_assert_int_eq(get(LIBCODEC_DEVICE_PROPERTY, "MAJ"), -ENOENT);
	ck_assert_int_eq(get(LIBCODEC_DEVICE_DRIVER, NULL), -ENOENT);
	ck_assert_int_eq(get(LIBCODEC_DEVICE_ATTR, "../zero/dev"), -EINVAL);
	ck_assert_int_eq(get(LIBCODEC_DEVICE_ATTR, NULL), -EINVAL);
	ck_assert_int_eq(get(99, NULL), -EINVAL);

	fd = host.table.device_open(&host.table, device, 0);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(host.open_devices, 1);
	host.table.device_close(&host.table, device, fd);
	ck_assert_int_eq(host.open_devices, 0);
	host.refuse_open = EACCES;
	ck_assert_int_eq(host.table.device_open(&host.table, device, 0), -EACCES);
	kit_device_free(device);
	ck_assert_int_eq(kit_device_new("/etc/passwd", &none), -ENODEV);
	ck_assert_int_eq(kit_device_new("/dev/not-there", &none), -ENOENT);
}
END_TEST

/* --- words --- */

START_TEST(test_names)
{
	ck_assert(kit_name_valid("a") && kit_name_valid("v4l2-jpeg"));
	ck_assert(kit_name_valid("0a"));
	ck_assert(kit_name_valid("a234567890123456789012345678901"));
	ck_assert(!kit_name_valid("a2345678901234567890123456789012"));
	ck_assert(!kit_name_valid("") && !kit_name_valid("-a") && !kit_name_valid("A"));
	ck_assert(!kit_name_valid("a b") && !kit_name_valid("a_b"));
	ck_assert(!kit_name_valid("a/b"));
}
END_TEST

START_TEST(test_licenses)
{
	static const char *const good[] = {
		"MIT", "GPL-2.0-only", "GPL-2.0+", "MIT OR Apache-2.0",
		"(MIT AND BSD-3-Clause) OR LicenseRef-Example",
		"GPL-2.0-or-later WITH Classpath-exception-2.0", "((MIT))",
		"DocumentRef-x:LicenseRef-y",
	};
	static const char *const bad[] = {
		"", " ", "Apache 2", "MIT OR", "OR MIT", "MIT OR OR X11", "(MIT", "MIT)",
		"MIT, X11", "MIT/X11", "()", "(c) 2026 Example", "MIT (X11)",
	};
	size_t i;

	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		ck_assert_msg(kit_license_valid(good[i]), "%s", good[i]);
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		ck_assert_msg(!kit_license_valid(bad[i]), "%s", bad[i]);
}
END_TEST

/* --- messages --- */

static struct kit_message received;
static unsigned int n_received;

/* Where the kit's findings go without a parent. */
void kit_receive(const struct kit_message *m)
{
	received = *m;
	n_received++;
}

START_TEST(test_messages)
{
	struct kit kit = { .report = -1 };
	struct kit_message m;
	char long_text[2000];

	kit_report(&kit, "L07", KIT_FAIL, "a%cb%s", 7, "\xc3\xa9");
	ck_assert(kit_message_valid(&received));
	ck_assert_str_eq(received.rule, "L07");
	ck_assert_uint_eq(received.status, KIT_FAIL);
	ck_assert_str_eq(received.text, "a?b\xc3\xa9");

	memset(long_text, 'x', sizeof(long_text));
	long_text[sizeof(long_text) - 1] = '\0';
	kit_report(&kit, "C01", KIT_PASS, "%s", long_text);
	ck_assert(kit_message_valid(&received));
	ck_assert_uint_eq(strlen(received.text), KIT_TEXT_BYTES - 1);
	n_received = 0;
	kit_output(&kit, long_text);
	ck_assert_uint_eq(n_received, 5); /* 1999 bytes in pieces of 487 */

	kit_report(&kit, "S01", KIT_PASS, "fine");
	m = received;
	m.magic ^= 1;
	ck_assert(!kit_message_valid(&m));
	m = received;
	m.kind = 77;
	ck_assert(!kit_message_valid(&m));
	m = received;
	m.status = 77;
	ck_assert(!kit_message_valid(&m));
	m = received;
	memcpy(m.rule, "L7xx", 4);
	ck_assert(!kit_message_valid(&m));
	m = received;
	memset(m.text, 'x', sizeof(m.text));
	ck_assert(!kit_message_valid(&m));
	m = received;
	m.text[1] = '\x1b';
	ck_assert(!kit_message_valid(&m));
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("kit");
	TCase *tc = tcase_create("kit");

	tcase_add_checked_fixture(tc, setup, NULL);
	tcase_add_test(tc, test_jpeg);
	tcase_add_test(tc, test_jpeg_cut);
	tcase_add_test(tc, test_strip);
	tcase_add_test(tc, test_dmabufs);
	tcase_add_test(tc, test_parallel);
	tcase_add_test(tc, test_nested);
	tcase_add_test(tc, test_device);
	tcase_add_test(tc, test_names);
	tcase_add_test(tc, test_licenses);
	tcase_add_test(tc, test_messages);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("kit", make);
}
