/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * What the backends said of the last picture: see attempts.h.
 */
#include "config.h"

#include "attempts.h"

#include "codecctl.h"

static bool get_attempt(struct libcodec_decoder *dec, unsigned int index,
			struct libcodec_attempt *ret)
{
	*ret = (struct libcodec_attempt){ .struct_size = sizeof(*ret) };
	return libcodec_decoder_get_attempt(dec, index, ret) == 0;
}

static bool would_take(const struct libcodec_attempt *a)
{
	return a->verdict == LIBCODEC_VERDICT_NONE && a->reasons == 0;
}

static void print_attempt(FILE *to, const struct libcodec_attempt *a)
{
	fprintf(to, "    %-12s ", a->backend ? a->backend : "?");
	if (a->device)
		fprintf(to, "(%s) ", a->device);
	if (a->verdict != LIBCODEC_VERDICT_NONE)
		fputs(libcodec_verdict_name(a->verdict), to);
	else
		fputs(a->reasons ? "passed over" : "not needed", to);
	if (a->reasons) {
		fputs(": ", to);
		ctl_put_mask(to, a->reasons, ctl_reason_name, ", ");
	}
	if (a->message && *a->message) {
		fputs("; ", to);
		ctl_put_text(to, a->message);
	}
	putc('\n', to);
}

void attempts_print(FILE *to, struct libcodec_decoder *dec)
{
	struct libcodec_attempt a;
	unsigned int i;

	for (i = 0; get_attempt(dec, i, &a); i++)
		print_attempt(to, &a);
	if (i == 0)
		fputs("    no backend was asked\n", to);
}

static void attempt_json(struct json *j, const struct libcodec_attempt *a)
{
	json_object(j);
	json_key_string(j, "backend", a->backend);
	json_key_string(j, "device", a->device);
	json_key_string(j, "verdict", libcodec_verdict_name(a->verdict));
	json_key_bool(j, "usable", would_take(a));
	json_key_mask(j, "reasons", a->reasons, ctl_reason_name);
	json_key_string(j, "message", a->message && *a->message ? a->message : NULL);
	json_close(j);
}

void attempts_json(struct json *j, struct libcodec_decoder *dec)
{
	struct libcodec_attempt a;
	unsigned int i;

	json_array(j);
	for (i = 0; get_attempt(dec, i, &a); i++)
		attempt_json(j, &a);
	json_close(j);
}

void attempts_print_takers(FILE *to, struct libcodec_decoder *dec)
{
	const char *separator = "";
	struct libcodec_attempt a;
	unsigned int i;

	for (i = 0; get_attempt(dec, i, &a); i++) {
		if (!would_take(&a))
			continue;
		fprintf(to, "%s%s", separator, a.backend);
		separator = ", ";
	}
	if (!*separator)
		fputs("none", to);
}

void attempts_print_refusals(FILE *to, struct libcodec_decoder *dec)
{
	struct libcodec_attempt a;
	unsigned int i;

	for (i = 0; get_attempt(dec, i, &a); i++)
		if (!would_take(&a))
			print_attempt(to, &a);
}
