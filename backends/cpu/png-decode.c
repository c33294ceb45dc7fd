/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * One PNG frame through libpng.
 *
 * libpng gets the bytes from us, its memory from us, and hands us its raw rows before it
 * transforms them; it is told to skip every chunk that the samples don't need. All that
 * it and zlib allocate lies in an arena that is emptied after each frame, so nothing is
 * torn down piece by piece and an error may leave libpng at any point.
 *
 * Errors leave libpng by longjmp() to guarded(), whose callee keeps all of its state in
 * the session. Nothing else is ever jumped over but libpng's own frames.
 */
#include "png.h"

#include "arena.h"
#include "verdict.h"

#include <errno.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <libcodec/decoder.h>

#include <png.h>
#include <zlib.h>

#define SIGNATURE_LENGTH 8
#define CHUNK_OVERHEAD	 12 /* 5.3: length, type, CRC */
#define LENGTH_MAX	 UINT32_C(0x7fffffff)
#define TYPE_PALETTE	 3
#define ADAM7_PASSES	 7
#define TICK_BYTES	 65536u /* of work between two looks at the clock */

#define CHUNK(a, b, c, d) \
	((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))
#define CHUNK_IHDR	CHUNK('I', 'H', 'D', 'R')
#define CHUNK_PLTE	CHUNK('P', 'L', 'T', 'E')
#define CHUNK_IDAT	CHUNK('I', 'D', 'A', 'T')
#define CHUNK_IEND	CHUNK('I', 'E', 'N', 'D')
#define CHUNK_ANCILLARY UINT32_C(0x20000000) /* 5.4: a small first letter */

/* Adam7, 8.2; the last one is a picture that is not interlaced. */
static const struct pass {
	uint8_t x0, y0, dx, dy;
} passes[ADAM7_PASSES + 1] = {
	{ 0, 0, 8, 8 }, { 4, 0, 8, 8 }, { 0, 4, 4, 8 }, { 2, 0, 4, 4 },
	{ 0, 2, 2, 4 }, { 1, 0, 2, 2 }, { 0, 1, 1, 2 }, { 0, 0, 1, 1 },
};

struct lc_png_session {
	const struct libcodec_host *host;
	struct lc_arena arena;
	jmp_buf env;

	/* The frame. */
	const struct libcodec_decode_job *job;
	struct libcodec_decode_result *result;
	struct lc_png_rows rows;
	png_structp png;
	png_infop info;
	uint8_t *scratch;

	/* Where it is in the stream. */
	uint64_t pos;
	uint64_t chunk, next_chunk; /* where this one begins, and the one after it */

	/* Where it is in the picture. */
	unsigned int pass;
	uint32_t row;          /* of the pass: the next one */
	uint64_t rows_done, rows_left; /* of all passes */
	uint32_t safe_rows;    /* good ones before the chunk at hand began */

	uint64_t span;         /* of the trace, ended by who catches the jump */
	uint64_t work;         /* bytes since the last look at the clock */
	bool late;
	bool ended;            /* more bytes were wanted than there are */
	bool at_rows;          /* libpng is reading samples */
};

/* --- what libpng calls ---------------------------------------------------------- */

static png_voidp on_malloc(png_structp png, png_alloc_size_t n)
{
	struct lc_png_session *s = png_get_mem_ptr(png);

	return n <= SIZE_MAX ? lc_arena_take(&s->arena, (size_t)n) : NULL;
}

static void on_free(png_structp png, png_voidp p)
{
	struct lc_png_session *s = png_get_mem_ptr(png);

	lc_arena_give(&s->arena, p);
}

static void __attribute__((noreturn)) on_error(png_structp png, png_const_charp text)
{
	struct lc_png_session *s = png_get_error_ptr(png);

	lc_say(s->result, "%s", text ? text : "libpng gave up");
	longjmp(s->env, 1);
}

/*
 * Behind the last row libpng only warns where the end of the zlib stream is damaged or
 * its Adler-32 wrong. Of its warnings there these two alone are harmless: the picture is
 * whole, and some more came. (An Adler-32 in pieces, in IDATs of a byte or two, libpng
 * doesn't look at; their CRCs are looked at in any case.)
 */
static void on_warning(png_structp png, png_const_charp text)
{
	struct lc_png_session *s = png_get_error_ptr(png);

	if (!s->at_rows || s->rows_left || !text ||
	    s->job->accept & LIBCODEC_ACCEPT_BAD_CHECKSUM)
		return;
	if (strstr(text, "Extra compressed data") || strstr(text, "Too much image data"))
		return;
	png_error(png, text);
}

static uint32_t be32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* Count work; now and then look at the clock. */
static bool too_late(struct lc_png_session *s, uint64_t work)
{
	s->work += work;
	if (!s->job->deadline_ns || s->work < TICK_BYTES)
		return s->late;
	s->work = 0;
	s->late = s->host->now_ns(s->host) > s->job->deadline_ns;
	return s->late;
}

/* Rows from the top of which every sample is there. */
static uint32_t good_rows(const struct lc_png_session *s)
{
	uint32_t height = s->job->png->height;

	if (!s->rows_left)
		return height;
	switch (s->pass) {
	case ADAM7_PASSES: /* not interlaced */
		return s->row;
	case ADAM7_PASSES - 1: /* the even rows are whole, the odd ones come */
		return s->row < height / 2 ? 2 * s->row + 1 : height;
	case ADAM7_PASSES - 2: /* the even ones get their last pixels */
		return s->row > 0;
	default:
		return 0;
	}
}

/*
 * At the head of a chunk; @head is a copy of its length and type. Where the bytes end in
 * the data of an IDAT, libpng is told the length that is there: it reads in large bites
 * and would leave the last one lying.
 */
static void enter_chunk(struct lc_png_session *s, uint8_t *head)
{
	uint64_t length = be32(head), left = s->job->size - s->pos - 8;

	s->chunk = s->pos;
	s->next_chunk = s->pos + CHUNK_OVERHEAD + length;
	s->safe_rows = good_rows(s);
	if (length <= left || length > LENGTH_MAX || be32(head + 4) != CHUNK_IDAT)
		return;
	head[0] = (uint8_t)(left >> 24);
	head[1] = (uint8_t)(left >> 16);
	head[2] = (uint8_t)(left >> 8);
	head[3] = (uint8_t)left;
}

static void on_read(png_structp png, png_bytep buf, size_t n)
{
	struct lc_png_session *s = png_get_io_ptr(png);

	if (n > s->job->size - s->pos) {
		s->ended = true;
		png_error(png, "the bytes end before the picture does");
	}
	if (too_late(s, n + 64))
		png_error(png, "the deadline passed");
	memcpy(buf, s->job->data + s->pos, n);
	if (s->pos == s->next_chunk && n == 8)
		enter_chunk(s, buf);
	s->pos += n;
}

static uint8_t *row_at(const struct lc_png_session *s, uint32_t y)
{
	const struct libcodec_surface *surface = s->job->surface;

	return (uint8_t *)surface->data + surface->plane_offset[0] +
	       (size_t)y * surface->plane_stride[0];
}

static uint32_t pass_cols(const struct lc_png_session *s)
{
	const struct pass *p = &passes[s->pass];
	uint32_t w = s->job->png->width;

	return w > p->x0 ? (w - p->x0 + p->dx - 1) / p->dx : 0;
}

static uint32_t pass_rows(const struct lc_png_session *s)
{
	const struct pass *p = &passes[s->pass];
	uint32_t h = s->job->png->height;

	return h > p->y0 ? (h - p->y0 + p->dy - 1) / p->dy : 0;
}

/*
 * A row, inflated and unfiltered, of the pass at hand. It comes here before libpng goes
 * on to what follows the row, so that the last one is not lost where that is damaged.
 */
static void on_row(png_structp png, png_row_infop info, png_bytep raw)
{
	struct lc_png_session *s = png_get_io_ptr(png);
	const struct pass *p = &passes[s->pass];
	uint32_t cols = pass_cols(s);

	if (info->width != cols || !s->rows_left)
		png_error(png, "libpng and we count rows differently");
	lc_png_rows_put(&s->rows, raw, cols, s->scratch,
			row_at(s, p->y0 + s->row * p->dy) +
				(size_t)p->x0 * s->rows.pixel_size,
			p->dx);
	s->row++;
	s->rows_done++;
	s->rows_left--;
}

/* --- a frame -------------------------------------------------------------------- */

/* Call into libpng: false where it ended by an error. Nothing here lives across that. */
static bool guarded(struct lc_png_session *s, void (*step)(struct lc_png_session *s))
{
	if (setjmp(s->env))
		return false;
	step(s);
	return true;
}

/*
 * Chunks that don't bear on the samples are skipped unread: nothing of them is inflated,
 * stored or judged. tRNS is among them where the host has found it wrong.
 */
static void skip_chunks(struct lc_png_session *s)
{
	static const uint8_t names[] = "bKGD\0cHRM\0cICP\0eXIf\0gAMA\0hIST\0iCCP\0iTXt\0"
				       "oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0sRGB\0sTER\0"
				       "tEXt\0tIME\0zTXt\0tRNS";
	int n = (int)(sizeof(names) / 5);

	if (s->job->png->flags & LIBCODEC_PNG_TRNS)
		n--;
	png_set_keep_unknown_chunks(s->png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
	png_set_keep_unknown_chunks(s->png, PNG_HANDLE_CHUNK_NEVER, names, n);
}

static void set_limits(struct lc_png_session *s)
{
	const struct libcodec_png_header *h = s->job->png;

	png_set_user_limits(s->png, h->width, h->height);
	png_set_chunk_cache_max(s->png, 8);
	png_set_chunk_malloc_max(s->png, s->arena.limit);
#ifdef PNG_BENIGN_ERRORS_SUPPORTED
	png_set_benign_errors(s->png, 1);
#endif
#ifdef PNG_READ_CHECK_FOR_INVALID_INDEX_SUPPORTED
	/* An index beyond the palette is black, as everywhere; no need to look for it. */
	png_set_check_for_invalid_index(s->png, -1);
#endif
	if (!(s->job->accept & LIBCODEC_ACCEPT_BAD_CHECKSUM))
		return;
	png_set_crc_action(s->png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
#if defined(PNG_SET_OPTION_SUPPORTED) && defined(PNG_IGNORE_ADLER32)
	png_set_option(s->png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
#endif
}

/* 11.2.3, 11.3.2.1 */
static void load_palette(struct lc_png_session *s)
{
	png_colorp colours;
	png_bytep alpha;
	int n, i;

	if (!png_get_PLTE(s->png, s->info, &colours, &n))
		return;
	for (i = 0; i < n && i < 256; i++) {
		s->rows.palette[i][0] = colours[i].red;
		s->rows.palette[i][1] = colours[i].green;
		s->rows.palette[i][2] = colours[i].blue;
	}
	if (!png_get_tRNS(s->png, s->info, &alpha, &n, NULL))
		return;
	for (i = 0; i < n && i < 256; i++)
		s->rows.palette[i][3] = alpha[i];
}

static void load_key(struct lc_png_session *s)
{
	unsigned int mask = s->rows.wide ? 0xffff : 0xff;
	png_color_16p key;

	if (!png_get_tRNS(s->png, s->info, NULL, NULL, &key))
		return;
	s->rows.key[0] = (uint16_t)(key->red & mask);
	s->rows.key[1] = (uint16_t)(key->green & mask);
	s->rows.key[2] = (uint16_t)(key->blue & mask);
	s->rows.has_key = true;
}

/* All up to the first IDAT. */
static void open_stream(struct lc_png_session *s)
{
	const struct libcodec_png_header *h = s->job->png;

	s->png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, s, on_error, on_warning,
					  s, on_malloc, on_free);
	if (!s->png)
		longjmp(s->env, 1);
	s->info = png_create_info_struct(s->png);
	if (!s->info)
		png_error(s->png, "no memory");
	png_set_read_fn(s->png, s, on_read);
	set_limits(s);
	skip_chunks(s);
	png_read_info(s->png, s->info);
	if (png_get_image_width(s->png, s->info) != h->width ||
	    png_get_image_height(s->png, s->info) != h->height ||
	    png_get_bit_depth(s->png, s->info) != h->bit_depth ||
	    png_get_color_type(s->png, s->info) != h->colour_type ||
	    png_get_interlace_type(s->png, s->info) != h->interlace)
		png_error(s->png, "the header is another one than the host's");
	if (h->colour_type == TYPE_PALETTE)
		load_palette(s);
	else
		load_key(s);
}

/*
 * Row after row, and pass after pass: libpng isn't asked to put the passes together,
 * since on_row() does that in place.
 */
static void read_rows(struct lc_png_session *s)
{
	const struct libcodec_png_header *h = s->job->png;
	unsigned int last = h->interlace ? ADAM7_PASSES : ADAM7_PASSES + 1;
	size_t row_size;

	png_set_read_user_transform_fn(s->png, on_row);
	png_read_update_info(s->png, s->info);
	row_size = png_get_rowbytes(s->png, s->info);
	s->scratch = lc_arena_take(&s->arena, lc_png_rows_scratch(&s->rows, h->width));
	if (!s->scratch)
		png_error(s->png, "no memory for a row");
	s->at_rows = true;
	for (; s->pass < last; s->pass++) {
		uint32_t rows = pass_cols(s) ? pass_rows(s) : 0;

		for (s->row = 0; s->row < rows;) {
			if (too_late(s, row_size))
				png_error(s->png, "the deadline passed");
			png_read_row(s->png, NULL, NULL);
		}
	}
}

static void decode_frame(struct lc_png_session *s)
{
	open_stream(s);
	s->span = libcodec_host_trace_begin(s->host, "codec.decode_png.inflate_rows",
					    "rows", (int64_t)s->rows_left);
	read_rows(s);
}

/* --- behind the data ------------------------------------------------------------ */

/* 5.4: four letters. */
static bool type_valid(uint32_t type)
{
	int i;

	for (i = 0; i < 32; i += 8) {
		uint32_t small = (type >> i & 0xff) | 0x20;

		if (small < 'a' || small > 'z')
			return false;
	}
	return true;
}

/* What is wrong with a chunk behind the data, or NULL. */
static const char *judge_chunk(const uint8_t *p, uint32_t type, uint32_t length,
			       uint32_t accept)
{
	if (type & CHUNK_ANCILLARY)
		return NULL;
	if (type == CHUNK_IHDR)
		return "a second IHDR";
	if (type != CHUNK_PLTE && type != CHUNK_IDAT && type != CHUNK_IEND)
		return "an unknown critical chunk";
	if (!(accept & LIBCODEC_ACCEPT_BAD_CHECKSUM) &&
	    be32(p + 8 + length) != crc32(0, p + 4, length + 4))
		return "the CRC of a chunk behind the data is wrong";
	return NULL;
}

/*
 * From behind the IDAT that ended the picture to IEND. No pixel hangs on it, so that the
 * bytes may end before; but what is there must be right. Returns the fault, or NULL;
 * *ret_end is the end of the picture, or where the fault is.
 */
static const char *find_end(const struct libcodec_decode_job *job, uint64_t from,
			    uint64_t *ret_end)
{
	uint64_t pos = from;

	while (pos < job->size && job->size - pos >= CHUNK_OVERHEAD) {
		const uint8_t *p = job->data + pos;
		uint32_t length = be32(p), type = be32(p + 4);
		const char *fault;

		*ret_end = pos;
		if (!type_valid(type))
			return "the type of a chunk is not four letters";
		if (length > LENGTH_MAX)
			return "the length of a chunk has more than 31 bits";
		if (length > job->size - pos - CHUNK_OVERHEAD)
			break;
		fault = judge_chunk(p, type, length, job->accept);
		if (fault)
			return fault;
		pos += CHUNK_OVERHEAD + (uint64_t)length;
		if (type == CHUNK_IEND) {
			*ret_end = pos;
			return NULL;
		}
	}
	*ret_end = job->size;
	return NULL;
}

/* --- verdicts ------------------------------------------------------------------- */

/* The job is inside of what lc_png_cap() says; the host has matched, so look anyway. */
static uint32_t check_job(struct lc_png_session *s)
{
	const struct libcodec_png_header *h = s->job->png;
	const struct libcodec_surface *surface = s->job->surface;
	int r = lc_png_rows_init(&s->rows, h, surface->format, surface->dtype);

	if (r == -EINVAL)
		return lc_not_applicable(s->result, LIBCODEC_REASON_FORMAT,
				      LIBCODEC_FEATURE_FORMAT, surface->format);
	if (r < 0 && surface->dtype > LIBCODEC_DTYPE_F32)
		return lc_not_applicable(s->result, LIBCODEC_REASON_DTYPE,
				      LIBCODEC_FEATURE_DTYPE, surface->dtype);
	if (r < 0)
		return lc_not_applicable(s->result, LIBCODEC_REASON_DEPTH,
				      LIBCODEC_FEATURE_PRECISION, h->bit_depth);
	if (!h->width || h->width > LC_PNG_SIDE_MAX || surface->width != h->width)
		return lc_not_applicable(s->result, LIBCODEC_REASON_SIZE,
				      LIBCODEC_FEATURE_WIDTH, h->width);
	if (!h->height || h->height > LC_PNG_SIDE_MAX || surface->height != h->height)
		return lc_not_applicable(s->result, LIBCODEC_REASON_SIZE,
				      LIBCODEC_FEATURE_HEIGHT, h->height);
	if (!surface->data)
		return lc_not_applicable(s->result, LIBCODEC_REASON_MEMORY,
				      LIBCODEC_FEATURE_MEMORY, surface->memory);
	return LIBCODEC_VERDICT_DONE;
}

static void zero_rows(struct lc_png_session *s, uint32_t from)
{
	size_t size = (size_t)s->job->png->width * s->rows.pixel_size;
	uint32_t y;

	for (y = from; y < s->job->png->height; y++)
		memset(row_at(s, y), 0, size);
}

static void begin_frame(struct lc_png_session *s)
{
	const struct libcodec_png_header *h = s->job->png;

	s->png = NULL;
	s->info = NULL;
	s->scratch = NULL;
	s->span = 0;
	s->pos = s->chunk = 0;
	s->next_chunk = SIGNATURE_LENGTH;
	s->late = s->ended = s->at_rows = false;
	s->rows_done = s->rows_left = 0;
	s->work = TICK_BYTES; /* so that the first look is at once */
	s->safe_rows = 0;
	for (s->pass = 0; h->interlace && s->pass < ADAM7_PASSES; s->pass++)
		s->rows_left += pass_cols(s) ? pass_rows(s) : 0;
	if (!h->interlace)
		s->rows_left = h->height;
	s->pass = h->interlace ? 0 : ADAM7_PASSES;
	s->row = 0;
	/* The pixels of passes that never come lie among those of passes that do. */
	if (h->interlace && s->job->accept & LIBCODEC_ACCEPT_PARTIAL)
		zero_rows(s, 0);
}

/* Every row is there and its checksums were right. */
static uint32_t end_whole(struct lc_png_session *s)
{
	const char *fault = find_end(s->job, s->next_chunk, &s->result->consumed);
	uint64_t end = s->result->consumed;

	if (!fault || s->job->accept & LIBCODEC_ACCEPT_PARTIAL) {
		s->result->message[0] = '\0';
		return LIBCODEC_VERDICT_DONE;
	}
	s->result->consumed = 0;
	return lc_corrupt(s->result, end, fault);
}

static uint32_t end_partial(struct lc_png_session *s)
{
	if (!s->job->png->interlace)
		zero_rows(s, s->row);
	s->result->partial = 1;
	s->result->good_rows = s->ended ? good_rows(s) : s->safe_rows;
	s->result->consumed = s->ended ? s->job->size : s->chunk;
	return LIBCODEC_VERDICT_DONE;
}

/* libpng gave up. */
static uint32_t end_failed(struct lc_png_session *s)
{
	if (s->late)
		return lc_fall_back(s->result, -ETIMEDOUT, "the deadline passed");
	if (s->arena.refused)
		return lc_fall_back(s->result, -ENOMEM, "no memory within the limit");
	if (!s->png)
		return lc_fall_back(s->result, -ENOSYS, "libpng can't be used");
	if (!s->rows_left && s->job->accept & LIBCODEC_ACCEPT_BAD_CHECKSUM)
		return end_whole(s);
	if (s->rows_done && s->job->accept & LIBCODEC_ACCEPT_PARTIAL)
		return end_partial(s);
	s->result->truncated = s->ended;
	return lc_corrupt(s->result, s->ended ? s->job->size : s->chunk, NULL);
}

uint32_t lc_png_decode(struct lc_png_session *s, const struct libcodec_decode_job *job,
		       struct libcodec_decode_result *result)
{
	uint32_t verdict;
	bool whole;

	s->job = job;
	s->result = result;
	verdict = check_job(s);
	if (verdict == LIBCODEC_VERDICT_DONE) {
		begin_frame(s);
		lc_arena_begin(&s->arena, job->max_scratch_bytes);
		whole = guarded(s, decode_frame);
		libcodec_host_trace_end(s->host, s->span);
		verdict = whole ? end_whole(s) : end_failed(s);
		lc_arena_end(&s->arena);
	}
	s->job = NULL;
	s->result = NULL;
	return verdict;
}

/* --- the session ---------------------------------------------------------------- */

int lc_png_cap(struct libcodec_cap *cap)
{
	static const uint32_t formats[] = { LIBCODEC_FORMAT_GREY, LIBCODEC_FORMAT_RGB,
					    LIBCODEC_FORMAT_RGBA };
	uint32_t i;

	cap->codec = LIBCODEC_CODEC_PNG;
	cap->flags = LIBCODEC_CAP_BIT_EXACT;
	cap->processes = LIBCODEC_PROCESS_BIT(LIBCODEC_PROCESS_PNG);
	cap->samplings = LIBCODEC_SAMPLING_BIT(LIBCODEC_SAMPLING_400) |
			 LIBCODEC_SAMPLING_BIT(LIBCODEC_SAMPLING_444);
	for (i = 1; i <= 16; i *= 2)
		cap->bit_depths |= 1u << (i - 1);
	for (i = 1; i <= 4; i++)
		cap->components |= 1u << (i - 1);
	cap->colours = LIBCODEC_COLOUR_BIT(LIBCODEC_COLOUR_GREY) |
		       LIBCODEC_COLOUR_BIT(LIBCODEC_COLOUR_RGB);
	cap->min_width = cap->min_height = 1;
	cap->max_width = cap->max_height = LC_PNG_SIDE_MAX;
	cap->rank = 500;
	for (i = 0; i < 3; i++)
		cap->formats[cap->n_formats++] = (struct libcodec_cap_format){
			.format = formats[i],
			.memory = LIBCODEC_MEMORY_BIT(LIBCODEC_MEMORY_HOST),
			.samplings = LIBCODEC_SAMPLING_BIT(i ? LIBCODEC_SAMPLING_444
							     : LIBCODEC_SAMPLING_400),
			.dtypes = (1u << (LIBCODEC_DTYPE_F32 + 1)) - 1,
		};
	return 0;
}

int lc_png_session_new(const struct libcodec_host *host, struct lc_png_session **ret_s)
{
	struct lc_png_session *s = calloc(1, sizeof(*s));

	if (!s)
		return -ENOMEM;
	s->host = host;
	*ret_s = s;
	return 0;
}

void lc_png_session_trim(struct lc_png_session *s)
{
	lc_arena_trim(&s->arena);
}

void lc_png_session_free(struct lc_png_session *s)
{
	if (!s)
		return;
	lc_png_session_trim(s);
	free(s);
}
