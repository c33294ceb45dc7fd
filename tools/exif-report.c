/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The Exif block of a file, entry by entry, by libexif: see exif-report.h.
 */
#include "config.h"

#include "exif-report.h"

#include <stdlib.h>
#include <string.h>

#include "codecctl.h"

#ifdef HAVE_LIBEXIF

#include <libexif/exif-data.h>

/* Where the entries go: to a person or to a program. */
struct sink {
	FILE *to;
	struct json *j; /* NULL: to people */
};

bool exif_report_available(void)
{
	return true;
}

static void put_entry(struct sink *sink, const char *ifd, const char *tag,
		      const char *value)
{
	if (sink->j) {
		json_object(sink->j);
		json_key_string(sink->j, "ifd", ifd);
		json_key_string(sink->j, "tag", tag);
		json_key_string(sink->j, "value", value);
		json_close(sink->j);
		return;
	}
	fprintf(sink->to, "    %-16s %-28s ", ifd, tag);
	ctl_put_text(sink->to, value);
	putc('\n', sink->to);
}

static void put_exif_entry(ExifEntry *entry, void *data)
{
	ExifIfd ifd = exif_entry_get_ifd(entry);
	const char *name = exif_tag_get_name_in_ifd(entry->tag, ifd);
	char value[1024] = "", number[16];

	snprintf(number, sizeof(number), "0x%04x", (unsigned int)entry->tag);
	exif_entry_get_value(entry, value, sizeof(value));
	if (!*value) { /* of an odd type: as SHORTs, perhaps */
		exif_entry_fix(entry);
		exif_entry_get_value(entry, value, sizeof(value));
	}
	put_entry(data, exif_ifd_get_name(ifd), name ? name : number, value);
}

static void put_ifd(ExifContent *content, void *data)
{
	exif_content_foreach_entry(content, put_exif_entry, data);
}

static void put_maker_note(struct sink *sink, ExifData *exif)
{
	ExifMnoteData *note = exif_data_get_mnote_data(exif);
	unsigned int n = note ? exif_mnote_data_count(note) : 0, i;
	const char *name;
	char value[1024];

	for (i = 0; i < n; i++) {
		value[0] = '\0';
		name = exif_mnote_data_get_name(note, i);
		if (exif_mnote_data_get_value(note, i, value, sizeof(value)))
			put_entry(sink, "MakerNote", name ? name : "?", value);
	}
}

static void put_thumbnail(struct sink *sink, const ExifData *exif)
{
	char value[32];

	if (!exif->size)
		return;
	snprintf(value, sizeof(value), "%u bytes", exif->size);
	put_entry(sink, "1", "Thumbnail", value);
}

/* What is in the file, no more and no less: without libexif's additions and omissions. */
static ExifData *parse(const unsigned char *block, unsigned int size)
{
	ExifData *exif = exif_data_new();

	if (!exif)
		return NULL;
	exif_data_unset_option(exif, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS);
	exif_data_unset_option(exif, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
	exif_data_load_data(exif, block, size);
	return exif;
}

/* libexif wants the marker of a JPEG's Exif segment before the TIFF header. */
static ExifData *load(const unsigned char *tiff, size_t size)
{
	static const unsigned char marker[6] = { 'E', 'x', 'i', 'f', 0, 0 };
	unsigned char *block;
	ExifData *exif;

	if (size > 0xffff) /* no entry points further, and libexif reads no more */
		size = 0xffff;
	block = malloc(sizeof(marker) + size);
	if (!block)
		return NULL;
	memcpy(block, marker, sizeof(marker));
	memcpy(block + sizeof(marker), tiff, size);
	exif = parse(block, (unsigned int)(sizeof(marker) + size));
	free(block);
	return exif;
}

static void put_all(struct sink *sink, ExifData *exif)
{
	exif_data_foreach_content(exif, put_ifd, sink);
	put_maker_note(sink, exif);
	put_thumbnail(sink, exif);
}

void exif_report_print(FILE *to, const unsigned char *tiff, size_t size)
{
	struct sink sink = { .to = to };
	ExifData *exif = load(tiff, size);

	if (!exif)
		return;
	put_all(&sink, exif);
	exif_data_unref(exif);
}

void exif_report_json(struct json *j, const unsigned char *tiff, size_t size)
{
	struct sink sink = { .j = j };
	ExifData *exif = load(tiff, size);

	if (!exif) {
		json_null(j);
		return;
	}
	json_array(j);
	put_all(&sink, exif);
	json_close(j);
	exif_data_unref(exif);
}

#else

bool exif_report_available(void)
{
	return false;
}

void exif_report_print(FILE *to, const unsigned char *tiff, size_t size)
{
	(void)to;
	(void)tiff;
	(void)size;
}

void exif_report_json(struct json *j, const unsigned char *tiff, size_t size)
{
	(void)tiff;
	(void)size;
	json_null(j);
}

#endif
