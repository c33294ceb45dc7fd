/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * codecctl blob: what is in Pelorus blobs, section by section.
 */
#include "config.h"

#include "codecctl.h"

#include <getopt.h>
#include <inttypes.h>
#include <string.h>

#include "blob-fields.h"
#include "blob-file.h"
#include "report.h"

/* A damaged directory may be long, and people don't read that much of a map. */
#define ENTRIES_MAX    64
#define ELEMENTS_SHOWN 8

struct blob {
	bool use_json;
	struct blob_file file;
	struct json json;
};

/* --- numbers --- */

static uint64_t get_unsigned(const uint8_t *p, enum blob_kind kind)
{
	uint64_t v = 0;

	/* Both are little-endian: the library is not built elsewhere. */
	memcpy(&v, p, blob_kind_size(kind));
	return v;
}

static int64_t get_signed(const uint8_t *p, enum blob_kind kind)
{
	unsigned int shift = 64 - 8 * (unsigned int)blob_kind_size(kind);

	return (int64_t)(get_unsigned(p, kind) << shift) >> shift;
}

static float get_float(const uint8_t *p)
{
	float v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static void print_number(const uint8_t *p, enum blob_kind kind)
{
	switch (kind) {
	case BLOB_F32:
		printf("%.6g", (double)get_float(p));
		break;
	case BLOB_I8:
	case BLOB_I16:
	case BLOB_I32:
		printf("%" PRId64, get_signed(p, kind));
		break;
	default:
		printf("%" PRIu64, get_unsigned(p, kind));
		break;
	}
}

static void number_json(struct json *j, const uint8_t *p, enum blob_kind kind)
{
	switch (kind) {
	case BLOB_F32:
		json_float(j, get_float(p));
		break;
	case BLOB_I8:
	case BLOB_I16:
	case BLOB_I32:
		json_i64(j, get_signed(p, kind));
		break;
	default:
		json_u64(j, get_unsigned(p, kind));
		break;
	}
}

static const char *name_of(const struct blob_field *f, uint64_t value)
{
	uint64_t i;

	for (i = 0; f->values && f->values[i]; i++)
		if (i == value)
			return f->values[i];
	return NULL;
}

/* --- what a section says --- */

/* A section as far as it was written and is known. */
struct section {
	const struct blob_file *file;
	const struct blob_section *type;
	const uint8_t *bytes;
	size_t size;
	uint64_t present; /* of telemetry; else all */
};

/* Whether it is there: behind the end of what an older writer has, nothing is. */
static bool is_there(const struct section *s, const struct blob_field *f)
{
	size_t size = f->is_map ? 8 : f->count * blob_kind_size(f->kind);

	return f->offset + size <= s->size && (f->bit < 0 || s->present >> f->bit & 1);
}

/* The elements of a map. Returns NULL where there is none, or with a sentence why. */
static const uint8_t *find_map(const struct section *s, const struct blob_field *f,
			       uint32_t *ret_n, const char **ret_why)
{
	uint32_t offset = (uint32_t)get_unsigned(s->bytes + f->offset, BLOB_U32);
	uint32_t size = (uint32_t)get_unsigned(s->bytes + f->offset + 4, BLOB_U32);
	uint32_t element = (uint32_t)blob_kind_size(f->kind);
	const void *found;
	pel_result r;

	*ret_why = NULL;
	*ret_n = size / element;
	if (!offset && !size)
		return NULL;
	r = *ret_n ? pel_blob_map(s->file->blob, s->file->size, offset, size, *ret_n,
				  element, &found) :
		     PEL_ERR_ABI;
	if (r == PEL_OK)
		return found;
	*ret_why = pel_result_str(r);
	return NULL;
}

static void hex_of(const uint8_t *p, unsigned int n, char *text)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		sprintf(text + 2 * i, "%02x", p[i]);
}

/* Text of a locator, up to what the ABI allows. */
static void text_of(const uint8_t *p, uint32_t n, char *text)
{
	if (n > PEL_ENCODE_RECORD_LOCATOR_MAX)
		n = PEL_ENCODE_RECORD_LOCATOR_MAX;
	memcpy(text, p, n);
	text[n] = '\0';
}

/* --- for people --- */

static void print_text(const uint8_t *p, uint32_t n)
{
	char text[PEL_ENCODE_RECORD_LOCATOR_MAX + 1];

	text_of(p, n, text);
	ctl_put_text(stdout, text);
}

static void print_map(const struct section *s, const struct blob_field *f)
{
	const char *why;
	const uint8_t *p;
	uint32_t i, n;

	p = find_map(s, f, &n, &why);
	if (!p && !why)
		return;
	printf("    %s: ", f->name);
	if (!p) {
		printf("can't be read: %s\n", why);
		return;
	}
	if (f->kind == BLOB_TEXT) {
		print_text(p, n);
		putchar('\n');
		return;
	}
	printf("%" PRIu32 " element%s:", n, n == 1 ? "" : "s");
	for (i = 0; i < n && i < ELEMENTS_SHOWN; i++) {
		putchar(' ');
		print_number(p + i * blob_kind_size(f->kind), f->kind);
	}
	puts(n > ELEMENTS_SHOWN ? " ..." : "");
}

static void print_value(const struct section *s, const struct blob_field *f)
{
	const uint8_t *p = s->bytes + f->offset;
	const char *name = name_of(f, get_unsigned(p, BLOB_U8));
	char hex[2 * 64 + 1];
	unsigned int i;

	printf("    %s:", f->name);
	if (f->kind == BLOB_HEX) {
		hex_of(p, f->count, hex);
		printf(" %s\n", hex);
		return;
	}
	for (i = 0; i < f->count; i++) {
		putchar(' ');
		print_number(p + i * blob_kind_size(f->kind), f->kind);
	}
	if (name)
		printf(" (%s)", name);
	putchar('\n');
}

static void print_section(const struct section *s)
{
	const struct blob_field *f;

	for (f = s->type->fields; f->name; f++) {
		if (!is_there(s, f))
			continue;
		if (f->is_map)
			print_map(s, f);
		else
			print_value(s, f);
	}
}

/* "PLRS" where it is one, and the number. */
static void print_producer(uint32_t id)
{
	char text[5];
	int i;

	for (i = 0; i < 4; i++) {
		text[i] = (char)(id >> 8 * i);
		if (text[i] < 0x20 || text[i] > 0x7e)
			text[i] = '.';
	}
	text[4] = '\0';
	printf("%s (0x%08" PRIx32 ")", text, id);
}

static const char *layout_name(uint8_t layout)
{
	static const char *const names[] = { "4:2:0", "4:2:2", "4:4:4" };

	return layout < CTL_ARRAY_SIZE(names) ? names[layout] : "unknown";
}

static void print_header(const struct blob_file *f, const char *path)
{
	const PelorusSideData *h = &f->header;

	ctl_put_text(stdout, path);
	printf(": ABI %u.%u, %" PRIu32 " bytes%s, %u section%s\n", h->abi_major,
	       h->abi_minor, h->total_size, f->is_carried ? " in a carrier" : "",
	       h->section_count, h->section_count == 1 ? "" : "s");
	printf("  pts: %" PRId64 "\n  layout: %s, bit depth: %u\n", (int64_t)h->frame_pts,
	       layout_name(h->plane_layout), h->bit_depth);
	printf("  grid: %ux%u cells\n  producer: ", h->grid_cols, h->grid_rows);
	print_producer(h->producer_id);
	putchar('\n');
}

/* --- JSON --- */

static void map_json(struct json *j, const struct section *s, const struct blob_field *f)
{
	char text[PEL_ENCODE_RECORD_LOCATOR_MAX + 1];
	const uint8_t *p;
	const char *why;
	uint32_t i, n;

	p = find_map(s, f, &n, &why);
	json_key(j, f->name);
	if (!p) {
		json_null(j);
		return;
	}
	if (f->kind == BLOB_TEXT) {
		text_of(p, n, text);
		json_string(j, text);
		return;
	}
	json_array(j);
	for (i = 0; i < n; i++)
		number_json(j, p + i * blob_kind_size(f->kind), f->kind);
	json_close(j);
}

static void value_json(struct json *j, const struct section *s,
		       const struct blob_field *f)
{
	const uint8_t *p = s->bytes + f->offset;
	const char *name = name_of(f, get_unsigned(p, BLOB_U8));
	char hex[2 * 64 + 1];
	unsigned int i;

	json_key(j, f->name);
	if (f->kind == BLOB_HEX) {
		hex_of(p, f->count, hex);
		json_string(j, hex);
		return;
	}
	if (name) {
		json_string(j, name);
		return;
	}
	if (f->count > 1)
		json_array(j);
	for (i = 0; i < f->count; i++)
		number_json(j, p + i * blob_kind_size(f->kind), f->kind);
	if (f->count > 1)
		json_close(j);
}

static void section_json(struct json *j, const struct section *s)
{
	const struct blob_field *f;

	json_key(j, "fields");
	json_object(j);
	for (f = s->type->fields; f->name; f++) {
		if (!is_there(s, f))
			continue;
		if (f->is_map)
			map_json(j, s, f);
		else
			value_json(j, s, f);
	}
	json_close(j);
}

static void header_json(struct json *j, const struct blob_file *f)
{
	const PelorusSideData *h = &f->header;

	json_key_u64(j, "abi_major", h->abi_major);
	json_key_u64(j, "abi_minor", h->abi_minor);
	json_key_u64(j, "bytes", h->total_size);
	json_key_bool(j, "carrier", f->is_carried);
	json_key_i64(j, "pts", (int64_t)h->frame_pts);
	json_key_string(j, "layout", layout_name(h->plane_layout));
	json_key_u64(j, "bit_depth", h->bit_depth);
	json_key_u64(j, "grid_cols", h->grid_cols);
	json_key_u64(j, "grid_rows", h->grid_rows);
	json_key_u64(j, "producer", h->producer_id);
}

/* --- sections --- */

static const struct blob_section *type_of(uint32_t id)
{
	unsigned int i;

	for (i = 0; i < BLOB_SECTIONS; i++)
		if (blob_sections[i].id == id)
			return &blob_sections[i];
	return NULL;
}

/* Where a section's bytes are; else why not, which is PEL_OK for one that isn't known. */
static pel_result find_section(const struct blob_file *file,
			       const PelorusSectionDir *entry, struct section *ret)
{
	const void *found;
	pel_result r;

	*ret = (struct section){ .file = file, .present = UINT64_MAX };
	ret->type = type_of(entry->section_id);
	if (!ret->type)
		return PEL_OK;
	r = pel_blob_find_section(file->blob, file->size,
				  (enum pel_section)entry->section_id, ret->type->size,
				  &found, &ret->size);
	ret->bytes = r == PEL_OK ? found : NULL;
	if (ret->bytes && entry->section_id == PEL_SEC_ENC_TELEMETRY && ret->size >= 8)
		ret->present = get_unsigned(ret->bytes, BLOB_U64);
	return r;
}

static void show_entry(struct blob *b, const PelorusSectionDir *entry, int *ret_exit)
{
	struct json *j = &b->json;
	struct section s;
	pel_result r = find_section(&b->file, entry, &s);
	const char *name = s.type ? s.type->name : "unknown";

	if (r != PEL_OK)
		*ret_exit = CTL_FAILED;
	if (!b->use_json) {
		printf("  %s (0x%" PRIx32 "): %" PRIu32 " bytes at %" PRIu32
		       ", minor %" PRIu32 "%s%s\n",
		       name, entry->section_id, entry->size, entry->offset,
		       entry->struct_minor, r == PEL_OK ? "" : ": ",
		       r == PEL_OK ? "" : pel_result_str(r));
		if (s.bytes)
			print_section(&s);
		return;
	}
	json_object(j);
	json_key_string(j, "section", name);
	json_key_u64(j, "id", entry->section_id);
	json_key_u64(j, "offset", entry->offset);
	json_key_u64(j, "size", entry->size);
	json_key_u64(j, "minor", entry->struct_minor);
	if (s.bytes)
		section_json(j, &s);
	else
		json_key_null(j, "fields");
	json_key(j, "error");
	json_string(j, r == PEL_OK ? NULL : pel_result_str(r));
	json_close(j);
}

static int show_sections(struct blob *b, const char *path)
{
	PelorusSectionDir entry;
	int ret = CTL_OK;
	unsigned int i;

	for (i = 0; i < ENTRIES_MAX && blob_file_entry(&b->file, i, &entry); i++)
		show_entry(b, &entry, &ret);
	if (i == b->file.header.section_count)
		return ret;
	ctl_error("%s: %u of %u sections are %s", path, b->file.header.section_count - i,
		  b->file.header.section_count,
		  i == ENTRIES_MAX ? "too many" : "cut off");
	return CTL_FAILED;
}

static int show_file(struct blob *b, const char *path)
{
	struct json *j = &b->json;
	const char *why = NULL;
	int ret = CTL_FAILED;

	if (blob_file_read(&b->file, path, &why) < 0)
		ctl_error("%s: %s", path, why);
	if (!b->use_json) {
		if (why)
			return ret;
		print_header(&b->file, path);
		return show_sections(b, path);
	}
	json_object(j);
	json_key_string(j, "file", path);
	json_key(j, "error");
	json_string(j, why);
	if (!why) {
		header_json(j, &b->file);
		json_key(j, "sections");
		json_array(j);
		ret = show_sections(b, path);
		json_close(j);
	}
	json_close(j);
	return ret;
}

static int show_files(struct blob *b, char *const *files, int n)
{
	int i, r, ret = CTL_OK;

	if (b->use_json) {
		json_begin(&b->json, stdout);
		json_array(&b->json);
	}
	for (i = 0; i < n; i++) {
		r = show_file(b, files[i]);
		ret = r > ret ? r : ret;
	}
	if (b->use_json) {
		json_close(&b->json);
		json_finish(&b->json);
	}
	return ret;
}

enum { OPT_JSON = 256 };

static const struct option long_options[] = {
	{ "json", no_argument, NULL, OPT_JSON },
	{ NULL, 0, NULL, 0 },
};

static int run_blob(struct ctl *ctl, int argc, char **argv)
{
	struct blob b = { .use_json = false };
	int c, r;

	(void)ctl;
	while ((c = getopt_long(argc, argv, ":", long_options, NULL)) != -1) {
		if (c != OPT_JSON)
			return ctl_bad_option("blob", c, argv);
		b.use_json = true;
	}
	if (optind >= argc)
		return ctl_usage("blob", "no file given");
	r = show_files(&b, argv + optind, argc - optind);
	blob_file_done(&b.file);
	return r;
}

const struct ctl_command ctl_cmd_blob = {
	.name = "blob",
	.synopsis = "[--json] FILE...",
	.summary = "print Pelorus blobs, section by section",
	.help = "  --json  one JSON document, an array with an object a file; maps whole\n"
		"\n"
		"A FILE holds one blob, as such or in a carrier; \"-\" is standard input.\n",
	.run = run_blob,
};
