/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * For interop-record.sh: reads texts, each with a NUL behind it, and writes a line for each:
 * its digest and its one spelling, or "invalid".
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include <pelorus/encode_record.h>

/* Says whether the functions agree. */
static int spell(const char *json, size_t len)
{
	static char buf[PEL_ENCODE_RECORD_MAX_BYTES + 1];
	uint8_t digest[PEL_ENCODE_RECORD_DIGEST_SIZE];
	size_t size;
	unsigned int i;
	pel_result r = pel_encode_record_canonicalize(json, len, buf, sizeof(buf), &size);

	if (pel_encode_record_hash(json, len, digest) != r)
		return 0;
	if (r != PEL_OK) {
		puts("invalid");
		return 1;
	}
	for (i = 0; i < sizeof(digest); i++)
		printf("%02x", digest[i]);
	printf(" %s\n", buf);
	return 1;
}

int main(void)
{
	char *json = NULL;
	size_t room = 0;
	ssize_t len;
	int good = 1;

	while ((len = getdelim(&json, &room, '\0', stdin)) > 0)
		good &= spell(json, (size_t)len - (json[len - 1] == '\0'));
	free(json);
	return !good;
}
