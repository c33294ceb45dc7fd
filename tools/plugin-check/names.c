/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Words and numbers of the plugin ABI, by the public headers.
 */
#include "config.h"

#include "names.h"

#include <stdio.h>
#include <string.h>

#include <libcodec/plugin.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define NAME_MAX_BYTES 31
#define LICENSE_MAX    256

static bool is_lower_or_digit(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool kit_name_valid(const char *name)
{
	size_t i;

	for (i = 0; name[i]; i++)
		if (!is_lower_or_digit(name[i]) && (!i || name[i] != '-'))
			return false;
	return i > 0 && i <= NAME_MAX_BYTES;
}

/* --- SPDX licence expressions, annex D of the SPDX specification 2.3 --- */

static const char *skip_blanks(const char *p)
{
	while (*p == ' ')
		p++;
	return p;
}

static size_t id_size(const char *p)
{
	size_t n = 0;

	while (is_lower_or_digit(p[n]) || (p[n] >= 'A' && p[n] <= 'Z') || p[n] == '-' ||
	       p[n] == '.' || p[n] == ':')
		n++;
	return n;
}

static bool is_operator(const char *p, size_t n)
{
	return (n == 2 && !memcmp(p, "OR", 2)) || (n == 3 && !memcmp(p, "AND", 3)) ||
	       (n == 4 && !memcmp(p, "WITH", 4));
}

/*
 * Operands with operators between them. A parenthesis counts as part of the operand that
 * follows or comes before it.
 */
bool kit_license_valid(const char *text)
{
	unsigned int depth = 0;
	bool operand = true; /* wanted next */
	const char *p;
	size_t n;

	if (strlen(text) > LICENSE_MAX)
		return false;
	for (p = skip_blanks(text); *p; p = skip_blanks(p)) {
		if (*p == '(' && operand) {
			depth++;
			p++;
			continue;
		}
		if (*p == ')' && !operand && depth) {
			depth--;
			p++;
			continue;
		}
		n = id_size(p);
		if (!n || is_operator(p, n) == operand)
			return false;
		p += n;
		if (operand && *p == '+')
			p++;
		operand = !operand;
	}
	return !operand && !depth;
}

/* --- the manifest's words --- */

const char *kit_codec_word(uint32_t codec)
{
	switch (codec) {
	case LIBCODEC_CODEC_JPEG:
		return "jpeg";
	case LIBCODEC_CODEC_PNG:
		return "png";
	case LIBCODEC_FOURCC('H', '2', '6', '4'):
		return "h264";
	default:
		return NULL;
	}
}

const char *kit_family_word(uint32_t family)
{
	static const char *const words[] = {
		[LIBCODEC_FAMILY_IMAGE_DECODER] = "image-decoder",
		[LIBCODEC_FAMILY_VIDEO] = "video",
		[LIBCODEC_FAMILY_TELEMETRY] = "telemetry",
	};

	return family < ARRAY_SIZE(words) ? words[family] : NULL;
}

const char *kit_memory_word(uint32_t kind)
{
	static const char *const words[] = {
		[LIBCODEC_MEMORY_HOST] = "host",
		[LIBCODEC_MEMORY_DMABUF] = "dmabuf",
		[LIBCODEC_MEMORY_CUDA] = "cuda",
	};

	return kind < ARRAY_SIZE(words) ? words[kind] : NULL;
}

const char *kit_fourcc_text(uint32_t fourcc, char buffer[16])
{
	unsigned int i;

	for (i = 0; i < 4; i++) {
		unsigned char c = (unsigned char)(fourcc >> 8 * i);

		if (c < 0x20 || c > 0x7e) {
			snprintf(buffer, 16, "0x%08x", fourcc);
			return buffer;
		}
		buffer[i] = (char)c;
	}
	buffer[4] = '\0';
	return buffer;
}
