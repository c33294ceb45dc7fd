/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * x265's CSV files, as far as a QP report needs them. Lenient as the ABI has it: rows
 * that are no frames are passed over, what is no number is 0. Nothing is allocated.
 */
#define _FILE_OFFSET_BITS 64

#include "export.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include <pelorus/interop.h>

#include "decimal.h"

/* A longer line is read as several: the ABI says so. */
#define LINE_MAX_BYTES 4095
#define FIELDS_MAX 256

/* --- lines --- */

struct reader {
	int fd;
	bool failed;
	size_t at, end; /* of what is in buf */
	char buf[4096];
};

/* Says whether there is a byte in buf. */
static bool fill(struct reader *r)
{
	ssize_t got;

	if (r->at < r->end)
		return true;
	do
		got = read(r->fd, r->buf, sizeof(r->buf));
	while (got < 0 && errno == EINTR);
	r->failed = got < 0;
	r->at = 0;
	r->end = got > 0 ? (size_t)got : 0;
	return r->end > 0;
}

/* The next line, with its end if it has one. false: there is none, or a read failed. */
static bool read_line(struct reader *r, char *line, size_t *ret_size)
{
	size_t size = 0;

	while (size < LINE_MAX_BYTES && fill(r)) {
		size_t run = r->end - r->at, room = LINE_MAX_BYTES - size;
		const char *from = r->buf + r->at;
		const char *eol;

		if (run > room)
			run = room;
		eol = memchr(from, '\n', run);
		if (eol)
			run = (size_t)(eol - from) + 1;
		memcpy(line + size, from, run);
		size += run;
		r->at += run;
		if (eol)
			break;
	}
	*ret_size = size;
	return size && !r->failed;
}

/* --- fields --- */

struct field {
	const char *text;
	size_t size;
};

struct row {
	struct field field[FIELDS_MAX];
	size_t n;
};

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static struct field trim(const char *p, const char *end)
{
	while (p < end && is_space(*p))
		p++;
	while (p < end && is_space(end[-1]))
		end--;
	return (struct field){ p, (size_t)(end - p) };
}

/* At each comma, without a regard for quotes. A NUL ends the line. */
static void split(const char *line, size_t size, struct row *row)
{
	const char *end = line + strnlen(line, size);

	row->n = 0;
	while (row->n < FIELDS_MAX) {
		const char *comma = memchr(line, ',', (size_t)(end - line));

		row->field[row->n++] = trim(line, comma ? comma : end);
		if (!comma)
			break;
		line = comma + 1;
	}
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

static bool is_named(const struct field *f, const char *name)
{
	size_t i;

	for (i = 0; i < f->size; i++)
		if (lower(f->text[i]) != name[i]) /* also at the end of the name */
			return false;
	return !name[i];
}

/* --- columns --- */

enum column {
	TYPE,
	POC,
	QP,
	BITS,
	PSNR_Y,
	PSNR_U,
	PSNR_V,
	COLUMNS
};

static const char column_names[COLUMNS][8] = {
	"type", "poc", "qp", "bits", "y psnr", "u psnr", "v psnr",
};

struct columns {
	size_t at[COLUMNS]; /* FIELDS_MAX: there is none */
};

/* Of several with the same name the last one counts. */
static void find_columns(const struct row *head, struct columns *ret)
{
	size_t c, i;

	for (c = 0; c < COLUMNS; c++) {
		ret->at[c] = FIELDS_MAX;
		for (i = 0; i < head->n; i++)
			if (is_named(&head->field[i], column_names[c]))
				ret->at[c] = i;
	}
}

/* An empty one where the row, or the file, hasn't got it. */
static struct field get(const struct row *row, const struct columns *columns,
			enum column column)
{
	size_t at = columns->at[column];

	return at < row->n ? row->field[at] : (struct field){ "", 0 };
}

static float get_float(const struct row *row, const struct columns *columns,
		       enum column column)
{
	struct field f = get(row, columns, column);

	return lc_decimal_float(f.text, f.size);
}

/* The type as a capital letter; 0: the row is no frame. */
static char slice_type(const struct row *row, const struct columns *columns)
{
	struct field type = get(row, columns, TYPE);
	char c;

	if (columns->at[TYPE] == FIELDS_MAX)
		return get(row, columns, QP).size ? '?' : 0;
	if (type.size < 2 || type.text[1] != '-')
		return 0;
	c = lower(type.text[0]);
	return c == 'i' || c == 'p' || c == 'b' ? (char)(c & ~0x20) : 0;
}

static void read_frame(const struct row *row, const struct columns *columns, char type,
		       PelorusX265Frame *ret)
{
	struct field poc = get(row, columns, POC);
	struct field bits = get(row, columns, BITS);

	memset(ret, 0, sizeof(*ret));
	ret->poc = lc_decimal_int32(poc.text, poc.size);
	ret->qp = get_float(row, columns, QP);
	ret->bits = lc_decimal_uint64(bits.text, bits.size);
	ret->psnr_y = get_float(row, columns, PSNR_Y);
	ret->psnr_u = get_float(row, columns, PSNR_U);
	ret->psnr_v = get_float(row, columns, PSNR_V);
	ret->slice_type = type;
}

/* --- files --- */

static pel_result read_frames(struct reader *r, PelorusX265Frame *frames, size_t cap,
			      size_t *count)
{
	char line[LINE_MAX_BYTES];
	struct columns columns;
	struct row row;
	size_t size;

	if (!read_line(r, line, &size))
		return PEL_ERR_ABSENT;
	split(line, size, &row);
	find_columns(&row, &columns);
	if (columns.at[QP] == FIELDS_MAX || columns.at[BITS] == FIELDS_MAX)
		return PEL_ERR_ABSENT;
	while (read_line(r, line, &size)) {
		char type;

		split(line, size, &row);
		type = slice_type(&row, &columns);
		if (!type)
			continue;
		if (*count == cap)
			return PEL_ERR_RANGE;
		read_frame(&row, &columns, type, &frames[(*count)++]);
	}
	return r->failed ? PEL_ERR_TRUNCATED : PEL_OK;
}

LC_EXPORT pel_result pel_x265_csv_parse(const char *path, PelorusX265Frame *out_frames,
					size_t cap, size_t *out_count)
{
	struct reader reader;
	pel_result r;

	if (!path || !out_frames || !out_count || !cap)
		return PEL_ERR_INVALID;
	*out_count = 0;
	reader.failed = false;
	reader.at = reader.end = 0;
	reader.fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (reader.fd < 0)
		return PEL_ERR_ABSENT;
	r = read_frames(&reader, out_frames, cap, out_count);
	close(reader.fd);
	return r;
}
