/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Results as words, and which release of libpelorus this stands for.
 */
#include "export.h"

#include <pelorus/pelorus.h>

LC_EXPORT const char *pel_result_str(pel_result r)
{
	switch (r) {
	case PEL_OK:
		return "ok";
	case PEL_ERR_INVALID:
		return "invalid argument";
	case PEL_ERR_NOMEM:
		return "out of memory";
	case PEL_ERR_RANGE:
		return "value out of range";
	case PEL_ERR_ABI:
		return "ABI major mismatch / corrupt framing";
	case PEL_ERR_ABSENT:
		return "data not present";
	case PEL_ERR_TRUNCATED:
		return "buffer truncated";
	case PEL_ERR_UNSUPPORTED:
		return "unsupported";
	case PEL_ERR_MISMATCH:
		return "digest mismatch";
	}
	return "unknown error"; /* a caller's number may be any */
}

LC_EXPORT int pelorus_version(void)
{
	return PELORUS_VERSION_INT;
}

LC_EXPORT const char *pelorus_version_string(void)
{
	return PELORUS_VERSION_STR;
}
