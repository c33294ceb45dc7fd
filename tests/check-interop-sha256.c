/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * SHA-256: the examples of FIPS 180-4, lengths around the padding's edges, and messages
 * that come in pieces.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "sha256.h"

#include "test.h"

static const char *hex(const uint8_t digest[LC_SHA256_DIGEST])
{
	static char text[2 * LC_SHA256_DIGEST + 1];
	int i;

	for (i = 0; i < LC_SHA256_DIGEST; i++)
		snprintf(text + 2 * i, 3, "%02x", digest[i]);
	return text;
}

/* In pieces of @step bytes. */
static const char *digest_of(const void *data, size_t n, size_t step)
{
	uint8_t digest[LC_SHA256_DIGEST];
	const uint8_t *p = data;
	struct lc_sha256 h;

	lc_sha256_init(&h);
	for (; n > step; n -= step, p += step)
		lc_sha256_update(&h, p, step);
	lc_sha256_update(&h, p, n);
	lc_sha256_final(&h, digest);
	return hex(digest);
}

static const struct {
	const char *message, *want;
} examples[] = {
	{ "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
	{ "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
	{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
	  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
	{ "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"
	  "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
	  "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1" },
	{ "example input bytes",
	  "6d7233c7036e18b055f7861cd3c9f534093477b15efe8f58a80fecce4993c2ae" },
};

START_TEST(test_examples)
{
	size_t n = strlen(examples[_i].message), step;

	for (step = 1; step <= n + 1; step++)
		quick_assert(!strcmp(digest_of(examples[_i].message, n, step),
				     examples[_i].want));
}
END_TEST

START_TEST(test_million)
{
	static char message[1000000];

	memset(message, 'a', sizeof(message));
	ck_assert_str_eq(
		digest_of(message, sizeof(message), sizeof(message)),
		"cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
	ck_assert_str_eq(
		digest_of(message, sizeof(message), 61),
		"cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}
END_TEST

/* Where the padding needs a block of its own, and where not. */
static const struct {
	size_t n;
	const char *want; /* the first 16 digits */
} edges[] = {
	{ 55, "8aa994584139d128" },  { 56, "ad574708f75c044c" },
	{ 63, "280ed3e8ff1df845" },  { 64, "c6ab9724ade5b6a7" },
	{ 65, "788367c73c7ddf4c" },  { 119, "3d610547d68216de" },
	{ 120, "1f80156a804cb786" },
};

START_TEST(test_edges)
{
	uint8_t message[120];
	size_t i, step;

	for (i = 0; i < sizeof(message); i++)
		message[i] = (uint8_t)(i * 31 + 7);
	for (step = 1; step <= edges[_i].n; step++)
		quick_assert(!strncmp(digest_of(message, edges[_i].n, step),
				      edges[_i].want, 16));
}
END_TEST

/*
 * The length stands in the last block with 64 bits: as if 5 * 2^29 bytes had passed and
 * left the state of the start.
 */
START_TEST(test_length)
{
	uint8_t digest[LC_SHA256_DIGEST];
	struct lc_sha256 h;

	lc_sha256_init(&h);
	h.size = UINT64_C(5) << 29;
	lc_sha256_update(&h, "abc", 3);
	lc_sha256_final(&h, digest);
	ck_assert_str_eq(
		hex(digest),
		"f623489824c94acf98419f9a0bbedc061871ad467280c4102b5ae81936a59b6e");
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-sha256");
	TCase *tc = tcase_create("sha256");

	tcase_add_loop_test(tc, test_examples, 0, sizeof(examples) / sizeof(examples[0]));
	tcase_add_test(tc, test_million);
	tcase_add_loop_test(tc, test_edges, 0, sizeof(edges) / sizeof(edges[0]));
	tcase_add_test(tc, test_length);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-sha256", make_suite);
}
