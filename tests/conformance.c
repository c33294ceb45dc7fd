/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * conformance DIR [CATEGORY]: decodes every picture of DIR/cases.tsv and holds the outcome
 * against the row: class of result, SHA-256 of the samples, orientation. One line for
 * each case that differs, a table by category, then "N passed, N failed, N skipped".
 *
 * Rows are written for a strict baseline decoder. Where one expects that progressive,
 * extended sequential or multi-scan files are refused, decoding them is the better answer
 * if libjpeg-turbo has the same samples.
 *
 * Columns that are used, by their names in the first line: file, category, expected,
 * accept, colour, exif_orientation, exif_accept, ref_plane_sha256, ref_nv, ref_u8,
 * ref_u16. Pictures only: rows of other files are skipped.
 */
#include "config.h"

#include <errno.h>
#include <sha2.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libcodec/decoder.h>

#include "oracle.h"

#define COLUMNS_MAX 64
#define CATEGORIES_MAX 128
#define FILE_MAX (64u << 20)

struct table {
	char *header[COLUMNS_MAX];
	unsigned int n;
};

struct row {
	const struct table *table;
	char *field[COLUMNS_MAX];
};

/* One decoder and one image for all cases: a bad file must not spoil the next. */
struct bench {
	struct libcodec_context *ctx;
	struct libcodec_decoder *dec;
	struct libcodec_image *image;
	uint64_t capacity;
};

enum outcome { PASSED, FAILED, SKIPPED };

static unsigned int split(char *line, char sep, char **out, unsigned int max)
{
	unsigned int n = 0;

	while (line && n < max)
		out[n++] = strsep(&line, (char[]){ sep, 0 });
	return n;
}

/* The field of that name, "" where the row has none. */
static const char *get(const struct row *row, const char *name)
{
	unsigned int i;

	for (i = 0; i < row->table->n; i++)
		if (!strcmp(row->table->header[i], name))
			return row->field[i] ? row->field[i] : "";
	return "";
}

/* Whether @word is one of those that @sep parts in @list. */
static bool in_list(const char *list, const char *word, char sep)
{
	size_t n = strlen(word);

	while (list) {
		const char *end = strchr(list, sep);
		size_t m = end ? (size_t)(end - list) : strlen(list);

		if (m == n && !memcmp(list, word, n))
			return true;
		if (m == 13 && !memcmp(list, "unsupported:*", 13) &&
		    !strncmp(word, "unsupported", 11))
			return true;
		list = end ? end + 1 : NULL;
	}
	return false;
}

static uint8_t *read_file(const char *dir, const char *name, size_t *ret_size)
{
	char path[4096];
	uint8_t *data;
	long size;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "rbe");
	if (!f)
		return NULL;
	fseek(f, 0, SEEK_END);
	size = ftell(f);
	rewind(f);
	data = size >= 0 && size <= FILE_MAX ? malloc((size_t)size + 1) : NULL;
	if (data)
		*ret_size = fread(data, 1, (size_t)size, f);
	fclose(f);
	return data;
}

/* The words of cases.tsv for the features that a result names. */
static void class_of(struct libcodec_decoder *dec, int r, char *word, size_t size)
{
	struct libcodec_result res = { .struct_size = sizeof(res) };
	const char *feature;

	if (r == 0) {
		snprintf(word, size, "ok");
		return;
	}
	libcodec_decoder_get_result(dec, &res);
	if (res.error == -EBADMSG) {
		snprintf(word, size, "%s", res.truncated ? "truncated" : "corrupt");
		return;
	}
	if (res.error == -EFBIG) {
		snprintf(word, size, "unsupported:too-large");
		return;
	}
	if (res.error != -EOPNOTSUPP) {
		snprintf(word, size, "error %d", res.error);
		return;
	}
	switch (res.feature) {
	case LIBCODEC_FEATURE_CODEC:
		feature = "format";
		break;
	case LIBCODEC_FEATURE_SUBSAMPLING:
		feature = "sampling";
		break;
	case LIBCODEC_FEATURE_COLOURSPACE:
		feature = "colourspace";
		break;
	default:
		feature = libcodec_feature_name(res.feature);
		break;
	}
	snprintf(word, size, "unsupported:%s", feature);
}

/* Rows of one plane, tight, into a hash; every @step'th byte from @first. */
static void hash_rows(SHA2_CTX *sha, const uint8_t *data,
		      const struct libcodec_image_layout *l, unsigned int plane,
		      unsigned int first, unsigned int step)
{
	uint8_t *row = malloc(l->plane_width[plane] + 1);
	unsigned int x, y, n;

	for (y = 0; row && y < l->plane_height[plane]; y++) {
		const uint8_t *p = data + l->plane_offset[plane] +
				   (size_t)y * l->plane_stride[plane];

		for (x = first, n = 0; x < l->plane_width[plane]; x += step)
			row[n++] = p[x];
		SHA256Update(sha, row, n);
	}
	free(row);
}

static void hex(SHA2_CTX *sha, char out[65])
{
	uint8_t digest[32];
	unsigned int i;

	SHA256Final(digest, sha);
	for (i = 0; i < 32; i++)
		sprintf(out + 2 * i, "%02x", digest[i]);
}

/* All planes one after another: the form of ref_nv and of ref_u8. */
static bool whole_matches(const uint8_t *data, const struct libcodec_image_layout *l,
			  const char *want)
{
	SHA2_CTX sha;
	char have[65];
	unsigned int i;

	SHA256Init(&sha);
	for (i = 0; i < l->n_planes; i++)
		hash_rows(&sha, data, l, i, 0, 1);
	hex(&sha, have);
	return !strcmp(have, want);
}

/* Plane 0 alone (luma, or one of three interleaved): the form of ref_plane_sha256. */
static bool plane_matches(const uint8_t *data, const struct libcodec_image_layout *l,
			  unsigned int first, unsigned int step, const char *want)
{
	SHA2_CTX sha;
	char have[65];

	SHA256Init(&sha);
	hash_rows(&sha, data, l, 0, first, step);
	hex(&sha, have);
	return !strncmp(have, want, 64);
}

/* "FORMAT:HASH" or "CHANNELS:HASH". */
static bool tagged_matches(const uint8_t *data, const struct libcodec_image_layout *l,
			   const char *ref)
{
	const char *colon = strchr(ref, ':');

	return colon && whole_matches(data, l, colon + 1);
}

/*
 * A PNG against the reference of its dtype. References of grey with transparency have two
 * channels; we drop the second, so libpng's own grey rows are the measure where there is
 * no reference without.
 */
static const char *check_png(const struct libcodec_image_layout *l, const uint8_t *pixels,
			     const struct row *row, const uint8_t *file, size_t size)
{
	static char why[128];
	bool wide = l->dtype == LIBCODEC_DTYPE_U16;
	const char *ref = get(row, wide ? "ref_u16" : "ref_u8");
	const char *opaque = get(row, wide ? "ref_u16_notrns" : "ref_u8_notrns");

	if (*ref == '2' && *opaque)
		ref = opaque;
	if (*ref != '2')
		return tagged_matches(pixels, l, ref) ? NULL : "samples differ from ref_u8/u16";
	return oracle_compare_grey_png(file, size, l, pixels, why, sizeof(why)) ? why : NULL;
}

/* Returns what differs, or NULL. */
static const char *check_samples(struct libcodec_image *image, const struct row *row,
				 const uint8_t *file, size_t size)
{
	struct libcodec_image_layout l = { .struct_size = sizeof(l) };
	const char *nv = get(row, "ref_nv"), *planes = get(row, "ref_plane_sha256");
	const char *u8 = get(row, "ref_u8"), *bad = NULL;
	void *data;

	libcodec_image_get_layout(image, &l);
	if (libcodec_image_map(image, LIBCODEC_ACCESS_READ, &data) < 0)
		return "no map";
	if (*nv) {
		if (strncmp(nv, libcodec_format_name(l.format), strcspn(nv, ":")) != 0)
			bad = "another format than ref_nv";
		else if (!tagged_matches(data, &l, nv))
			bad = "samples differ from ref_nv";
	} else if (*u8) {
		bad = check_png(&l, data, row, file, size);
	} else if (*planes && l.format == LIBCODEC_FORMAT_RGB) {
		unsigned int i;

		for (i = 0; i < 3 && !bad; i++, planes = strchr(planes, ',') + 1)
			if (!plane_matches(data, &l, i, 3, planes))
				bad = "samples differ from ref_plane_sha256";
	} else if (*planes && !plane_matches(data, &l, 0, 1, planes)) {
		bad = "luma differs from ref_plane_sha256";
	}
	libcodec_image_unmap(image);
	return bad;
}

static const char *check_orientation(const struct libcodec_image_info *info,
				     const struct row *row)
{
	const char *want = get(row, "exif_orientation"), *also = get(row, "exif_accept");
	bool given = info->present & LIBCODEC_INFO_ORIENTATION && info->orientation > 1;
	char have[12];

	if (!*want)
		return NULL;
	snprintf(have, sizeof(have), "%u", info->orientation);
	if (!given && (in_list("-|1", want, '|') || in_list(also, "-", '|') ||
		       in_list(also, "1", '|')))
		return NULL;
	if (!strcmp(have, want) || in_list(also, have, '|'))
		return NULL;
	return "another orientation";
}

/* Refusals that a decoder may do better than. */
static bool may_do_better(const char *expected)
{
	return !strcmp(expected, "unsupported:progressive") ||
	       !strcmp(expected, "unsupported:extended-sequential") ||
	       !strcmp(expected, "unsupported:multi-scan");
}

/* Whether libjpeg-turbo has the same samples: NULL, or what differs. */
static const char *check_oracle(struct libcodec_image *image, const uint8_t *data,
				size_t size)
{
	static char why[128];
	struct libcodec_image_layout l = { .struct_size = sizeof(l) };
	void *pixels;
	int r;

	libcodec_image_get_layout(image, &l);
	if (libcodec_image_map(image, LIBCODEC_ACCESS_READ, &pixels) < 0)
		return "no map";
	r = oracle_compare(data, size, &l, pixels, why, sizeof(why));
	libcodec_image_unmap(image);
	return r ? why : NULL;
}

/* An image that holds the picture that the header claims, if that is in reason. */
static int prepare_image(struct bench *b, const struct libcodec_image_info *info)
{
	struct libcodec_image_params p = {
		.struct_size = sizeof(p),
		.width = info->width,
		.height = info->height,
		.format = info->format,
		.dtype = info->dtype,
	};

	if (b->image && b->capacity >= info->capacity)
		return 0;
	b->image = libcodec_image_unref(b->image);
	b->capacity = info->capacity;
	return libcodec_image_new(b->ctx, &p, &b->image);
}

static int decode(struct bench *b, const uint8_t *data, size_t size,
		  struct libcodec_image_info *ret_info)
{
	int r = libcodec_decoder_probe(b->dec, data, size, NULL, ret_info);

	if (r < 0)
		return r;
	r = prepare_image(b, ret_info);
	if (r < 0)
		return r;
	return libcodec_decoder_decode(b->dec, data, size, b->image, ret_info);
}

static void set_dtype(struct bench *b, uint32_t dtype)
{
	struct libcodec_decoder_params p = { .struct_size = sizeof(p), .dtype = dtype };

	libcodec_decoder_set_params(b->dec, &p);
}

/* The same picture once more, into 16 bits. */
static const char *check_wide(struct bench *b, const struct row *row, const uint8_t *data,
			      size_t size)
{
	struct libcodec_image_info info = { .struct_size = sizeof(info) };
	const char *bad = "no u16";

	set_dtype(b, LIBCODEC_DTYPE_U16);
	if (decode(b, data, size, &info) == 0)
		bad = check_samples(b->image, row, data, size);
	set_dtype(b, LIBCODEC_DTYPE_U8);
	return bad;
}

static bool is_picture(const char *category)
{
	return !strncmp(category, "jpeg-", 5) || !strncmp(category, "png-", 4) ||
	       !strncmp(category, "exif", 4);
}

/* A PNG in a build without libpng; that nothing else decodes here is a failure. */
static bool may_skip(struct bench *b, const char *file)
{
	struct libcodec_result res = { .struct_size = sizeof(res) };
	size_t n = strlen(file);

#ifdef HAVE_LIBPNG
	return false;
#endif
	libcodec_decoder_get_result(b->dec, &res);
	return res.error == -ENODEV && n > 4 && !strcmp(file + n - 4, ".png");
}

static enum outcome run_case(struct bench *b, const char *dir, const struct row *row)
{
	struct libcodec_image_info info = { .struct_size = sizeof(info) };
	const char *file = get(row, "file"), *bad = NULL;
	char word[64];
	uint8_t *data;
	size_t size;
	int r;

	if (!is_picture(get(row, "category")))
		return SKIPPED;
	data = read_file(dir, file, &size);
	if (!data) {
		printf("FAIL %s: can't be read\n", file);
		return FAILED;
	}
	r = decode(b, data, size, &info);
	class_of(b->dec, r, word, sizeof(word));
	if (r < 0 && may_skip(b, file)) {
		free(data);
		return SKIPPED;
	}
	if (r == 0 && may_do_better(get(row, "expected")))
		bad = check_oracle(b->image, data, size);
	else if (strcmp(word, get(row, "expected")) &&
		 !in_list(get(row, "accept"), word, '|'))
		bad = "another outcome";
	else if (r == 0)
		bad = check_samples(b->image, row, data, size);
	if (!bad && r == 0 && *get(row, "ref_u16"))
		bad = check_wide(b, row, data, size);
	free(data);
	if (!bad && r == 0)
		bad = check_orientation(&info, row);
	if (bad) {
		struct libcodec_result res = { .struct_size = sizeof(res) };

		libcodec_decoder_get_result(b->dec, &res);
		printf("FAIL %s: %s: %s, expected %s (%s); orientation %u, expected %s; %s\n",
		       file, bad, word, get(row, "expected"), get(row, "accept"),
		       r == 0 ? info.orientation : 0, get(row, "exif_orientation"),
		       res.message);
	}
	return bad ? FAILED : PASSED;
}

/* The table by category. */
struct tally {
	char category[40];
	unsigned int count[3];
};

static struct tally *tally_of(struct tally *tallies, const char *category)
{
	unsigned int i;

	for (i = 0; i < CATEGORIES_MAX - 1; i++)
		if (!*tallies[i].category || !strcmp(tallies[i].category, category))
			break;
	snprintf(tallies[i].category, sizeof(tallies[i].category), "%s", category);
	return &tallies[i];
}

static unsigned int print_tallies(const struct tally *t)
{
	unsigned int sum[3] = { 0 }, i, k;

	printf("%-24s %7s %7s %7s\n", "category", "passed", "failed", "skipped");
	for (i = 0; i < CATEGORIES_MAX && *t[i].category; i++) {
		printf("%-24s %7u %7u %7u\n", t[i].category, t[i].count[PASSED],
		       t[i].count[FAILED], t[i].count[SKIPPED]);
		for (k = 0; k < 3; k++)
			sum[k] += t[i].count[k];
	}
	if (sum[SKIPPED])
		printf("skipped: what is no picture, and PNG where libpng is missing\n");
	printf("%u passed, %u failed, %u skipped\n", sum[PASSED], sum[FAILED],
	       sum[SKIPPED]);
	return sum[FAILED];
}

static int bench_open(struct bench *b)
{
	int r = libcodec_context_new(NULL, &b->ctx);

	return r < 0 ? r : libcodec_decoder_new(b->ctx, &b->dec);
}

static void bench_close(struct bench *b)
{
	libcodec_image_unref(b->image);
	libcodec_decoder_unref(b->dec);
	libcodec_context_unref(b->ctx);
}

int main(int argc, char **argv)
{
	struct bench b = { .ctx = NULL };
	static struct tally tallies[CATEGORIES_MAX];
	char path[4096], *line = NULL, *header;
	struct table table;
	size_t room = 0;
	ssize_t n;
	FILE *f;

	if (argc < 2) {
		fprintf(stderr, "usage: conformance DIR [CATEGORY]\n");
		return 2;
	}
	snprintf(path, sizeof(path), "%s/cases.tsv", argv[1]);
	f = fopen(path, "re");
	if (!f || bench_open(&b) < 0 || getline(&line, &room, f) < 0) {
		fprintf(stderr, "conformance: %s: %s\n", path, strerror(errno));
		return 1;
	}
	line[strcspn(line, "\n")] = '\0';
	header = strdup(line);
	table.n = split(header, '\t', table.header, COLUMNS_MAX);
	while ((n = getline(&line, &room, f)) > 0) {
		struct row row = { .table = &table };

		line[strcspn(line, "\n")] = '\0';
		split(line, '\t', row.field, COLUMNS_MAX);
		if (argc > 2 && strncmp(get(&row, "category"), argv[2], strlen(argv[2])))
			continue;
		tally_of(tallies, get(&row, "category"))->count[run_case(&b, argv[1], &row)]++;
	}
	free(header);
	free(line);
	fclose(f);
	bench_close(&b);
	return print_tallies(tallies) ? 1 : 0;
}
