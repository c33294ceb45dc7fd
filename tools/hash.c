/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * SHA-256 of a picture, by libmd: see hash.h.
 */
#include "config.h"

#include "hash.h"

#include <errno.h>
#include <stdio.h>

#ifdef HAVE_LIBMD

#include <sys/types.h>
#include <sha2.h>

bool hash_available(void)
{
	return true;
}

static int add(void *data, const void *bytes, size_t size)
{
	SHA256Update(data, bytes, size);
	return 0;
}

int hash_picture(const struct picture *p, char text[HASH_TEXT_SIZE])
{
	unsigned char digest[SHA256_DIGEST_LENGTH];
	SHA2_CTX hash;
	unsigned int i;
	int r;

	SHA256Init(&hash);
	r = picture_put_tight(p, add, &hash);
	if (r < 0)
		return r;
	SHA256Final(digest, &hash);
	for (i = 0; i < sizeof(digest); i++)
		snprintf(text + 2 * i, 3, "%02x", digest[i]);
	return 0;
}

#else

bool hash_available(void)
{
	return false;
}

int hash_picture(const struct picture *p, char text[HASH_TEXT_SIZE])
{
	(void)p;
	(void)text;
	return -EOPNOTSUPP;
}

#endif
