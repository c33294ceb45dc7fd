/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Why a file failed: see report.h.
 */
#include "config.h"

#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "codecctl.h"

static const char *class_of(int error, bool truncated)
{
	switch (error) {
	case -EOPNOTSUPP:
		return "unsupported";
	case -EBADMSG:
		return truncated ? "truncated" : "corrupt";
	case -EFBIG:
		return "limit";
	case -ENOSPC:
		return "no space";
	case -ENODEV:
		return "no backend";
	case -ETIMEDOUT:
		return "timeout";
	case -ENOMEM:
		return "no memory";
	case -EACCES:
		return "access";
	default:
		return "error";
	}
}

void report_errno(struct report *rep, int error, const char *message)
{
	memset(rep, 0, sizeof(*rep));
	rep->class_name = class_of(error, false);
	rep->exit_code = error == -ENODEV ? CTL_NONE : CTL_FAILED;
	snprintf(rep->message, sizeof(rep->message), "%s", message);
}

void report_decoder(struct report *rep, struct libcodec_decoder *dec, int error)
{
	struct libcodec_result result = { .struct_size = sizeof(result) };

	if (libcodec_decoder_get_result(dec, &result) < 0 || !result.message ||
	    !*result.message) {
		report_errno(rep, error, strerror(-error));
		return;
	}
	report_errno(rep, error, result.message);
	rep->class_name = class_of(error, result.truncated);
	rep->verdict = result.verdict;
	rep->feature = result.feature;
	rep->detail = result.detail;
}

void report_input(struct report *rep, const char *why)
{
	report_errno(rep, -EIO, why);
	rep->class_name = "input";
}

void report_output(struct report *rep, const char *path, const char *why)
{
	report_errno(rep, -EIO, "");
	rep->class_name = "output";
	snprintf(rep->message, sizeof(rep->message), "%s: %s",
		 strcmp(path, "-") ? path : "standard output", why);
}

void report_print(const struct report *rep, const char *file)
{
	ctl_error("%s: %s: %s", file, rep->class_name, rep->message);
}

void report_json(const struct report *rep, struct json *j)
{
	if (!rep->class_name) {
		json_null(j);
		return;
	}
	json_object(j);
	json_key_string(j, "class", rep->class_name);
	json_key_string(j, "verdict", libcodec_verdict_name(rep->verdict));
	if (rep->feature == LIBCODEC_FEATURE_NONE) {
		json_key_null(j, "feature");
		json_key_null(j, "detail");
	} else {
		json_key_string(j, "feature", libcodec_feature_name(rep->feature));
		json_key_u64(j, "detail", rep->detail);
	}
	json_key_string(j, "message", rep->message);
	json_close(j);
}
