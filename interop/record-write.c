/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The spelling of a record's text: RFC 8785, 3.2.2.2, escapes what must be and no more.
 */
#include "record-text.h"
#include "record-write.h"

#include <string.h>

void lc_record_put(struct lc_record_out *out, const char *text, size_t n)
{
	if (out->muted)
		return;
	if (out->hash)
		lc_sha256_update(out->hash, text, n);
	lc_text_put(&out->text, text, n);
}

void lc_record_put_text(struct lc_record_out *out, const char *text)
{
	lc_record_put(out, text, strlen(text));
}

static bool must_be_escaped(uint32_t c)
{
	return c < 0x20 || c == '"' || c == '\\';
}

static void put_escaped(struct lc_record_out *out, uint32_t c)
{
	static const char letters[] = {
		['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n',  ['\f'] = 'f',
		['\r'] = 'r', ['"'] = '"',  ['\\'] = '\\',
	};
	static const char digits[] = "0123456789abcdef";
	char text[6] = { '\\', 'u', '0', '0', digits[c >> 4 & 15], digits[c & 15] };

	if (!letters[c]) {
		lc_record_put(out, text, 6);
		return;
	}
	text[1] = letters[c];
	lc_record_put(out, text, 2);
}

static void put_utf8(struct lc_record_out *out, uint32_t c)
{
	static const uint8_t first[] = { 0, 0, 0xc0, 0xe0, 0xf0 }; /* of so many bytes */
	unsigned int n = lc_utf8_size(c), i;
	char text[4];

	for (i = n; i-- > 1; c >>= 6)
		text[i] = (char)(0x80 | (c & 0x3f));
	text[0] = (char)(first[n] | c);
	lc_record_put(out, text, n);
}

void lc_record_put_char(struct lc_record_out *out, uint32_t c)
{
	if (must_be_escaped(c))
		put_escaped(out, c);
	else
		put_utf8(out, c);
}

void lc_record_put_string(struct lc_record_out *out, const char *s, size_t n)
{
	size_t run;

	lc_record_put(out, "\"", 1);
	while (n) {
		for (run = 0; run < n && !must_be_escaped((uint8_t)s[run]); run++)
			;
		lc_record_put(out, s, run);
		s += run;
		n -= run;
		if (n) {
			put_escaped(out, (uint8_t)*s++);
			n--;
		}
	}
	lc_record_put(out, "\"", 1);
}

pel_result lc_record_end(const struct lc_record_out *out, size_t *ret_len)
{
	if (out->text.n > PEL_ENCODE_RECORD_MAX_BYTES)
		return PEL_ERR_INVALID;
	*ret_len = out->text.n;
	return lc_text_end(&out->text) ? PEL_OK : PEL_ERR_RANGE;
}
