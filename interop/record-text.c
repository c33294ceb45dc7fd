/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Characters of a record: which are allowed, and how they are escaped (RFC 8259, 7).
 */
#include "record-text.h"

#include <string.h>

#include <pelorus/encode_record.h>

size_t lc_record_key_length(const char *p, const char *end)
{
	size_t n = 0;

	while (p + n < end && p[n] >= 0x21 && p[n] <= 0x7e && p[n] != '"' && p[n] != '\\')
		if (++n > PEL_ENCODE_RECORD_MAX_KEY)
			return 0;
	return n;
}

unsigned int lc_utf8_size(uint32_t c)
{
	return 1 + (c >= 0x80) + (c >= 0x800) + (c >= 0x10000);
}

/* Unicode, table 3-7: what the second byte may be keeps out longer forms and surrogates. */
unsigned int lc_utf8_length(const char *p, const char *end)
{
	uint8_t first = (uint8_t)p[0], second, low = 0x80, high = 0xbf;
	unsigned int i, n;

	if (first < 0x80)
		return 1;
	n = 2 + (first >= 0xe0) + (first >= 0xf0);
	if (first < 0xc2 || first > 0xf4 || end - p < (ptrdiff_t)n)
		return 0;
	if (first == 0xe0)
		low = 0xa0;
	else if (first == 0xed)
		high = 0x9f;
	else if (first == 0xf0)
		low = 0x90;
	else if (first == 0xf4)
		high = 0x8f;
	second = (uint8_t)p[1];
	if (second < low || second > high)
		return 0;
	for (i = 2; i < n; i++)
		if (((uint8_t)p[i] & 0xc0) != 0x80)
			return 0;
	return n;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

/* Four digits, or -1. */
static int32_t take_unit(const char **p, const char *end)
{
	int32_t v = 0;
	int i, digit;

	if (end - *p < 4)
		return -1;
	for (i = 0; i < 4; i++) {
		digit = hex_digit((*p)[i]);
		if (digit < 0)
			return -1;
		v = v << 4 | digit;
	}
	*p += 4;
	return v;
}

/* What comes behind \u: a character, or two surrogates. */
static int32_t take_units(const char **p, const char *end)
{
	int32_t high = take_unit(p, end), low;

	if (high < 0xd800 || high > 0xdfff)
		return high;
	if (high > 0xdbff || end - *p < 2 || (*p)[0] != '\\' || (*p)[1] != 'u')
		return -1;
	*p += 2;
	low = take_unit(p, end);
	if (low < 0xdc00 || low > 0xdfff)
		return -1;
	return 0x10000 + (high - 0xd800) * 0x400 + (low - 0xdc00);
}

int32_t lc_record_unescape(const char **p, const char *end)
{
	static const char letters[] = { '"', '\\', '/', 'b', 'f', 'n', 'r', 't' };
	static const char means[] = { '"', '\\', '/', '\b', '\f', '\n', '\r', '\t' };
	const char *found;

	if (*p == end)
		return -1;
	if (**p == 'u') {
		++*p;
		return take_units(p, end);
	}
	found = memchr(letters, **p, sizeof(letters));
	if (!found)
		return -1;
	++*p;
	return means[found - letters];
}
