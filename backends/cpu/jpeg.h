/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The JPEG decoder of the cpu backend: its session, the geometry of a frame, and what its
 * rooms do for each other. jpeg-scan.c turns bits into samples, jpeg-progressive.c gathers
 * coefficients scan by scan, jpeg-write.c turns samples into the caller's layout, and
 * jpeg-decode.c leads a frame through them.
 */
#ifndef LC_CPU_JPEG_H
#define LC_CPU_JPEG_H

#include "dsp.h"
#include "feed.h"
#include "huffman.h"

#include <libcodec/decoder.h>
#include <libcodec/plugin.h>

#define LC_JPEG_COMPONENTS 3

/*
 * The natural position of a zigzag index, T.81 figure A.6. Sequential scans store before they
 * check: what lies behind the block goes to index 64, which belongs to the next block or to
 * nobody.
 */
extern const uint8_t lc_jpeg_natural[64 + LC_PAIR_FAR + 32];

/* One component of the frame: its samples lie in a plane of whole MCUs, or a band of it. */
struct lc_jpeg_plane {
	unsigned int h, v;           /* sampling factors */
	unsigned int blocks_x, blocks_y; /* that its own scan has, T.81 A.2.2 */
	unsigned int stride;         /* bytes of a row: whole MCUs */
	unsigned int rows;           /* that the buffer holds */
	size_t offset;               /* of the plane in the scratch memory */
	uint8_t *data;
	/* So many samples of a row of MCUs go elsewhere, see lc_jpeg_aim(). */
	unsigned int direct_width;
	uint8_t *direct;
	ptrdiff_t direct_stride;
	/*
	 * Progressive: coefficients of all blocks, of whole MCUs, 64 each, natural order; and
	 * which of a block's AC coefficients aren't zero, bit k for zigzag index k.
	 */
	unsigned int blocks_stride;
	size_t blocks, coef_offset;
	int16_t *coef;
	uint64_t *coded;
};

#define LC_JPEG_MCU_BLOCKS 10 /* at the most, T.81 B.2.3 */

/*
 * MCUs that are decoded before they are transformed: enough for kernels that take several
 * blocks at once, few enough that their coefficients stay in the first cache. The blocks of
 * an MCU lie in as many rows at the most as there are blocks.
 */
#define LC_JPEG_GROUP 8
#define LC_JPEG_GROUP_BLOCKS ((LC_JPEG_GROUP + 1) * LC_JPEG_MCU_BLOCKS)

struct lc_jpeg_frame {
	const struct libcodec_jpeg_header *header;
	unsigned int n;              /* components */
	unsigned int h_max, v_max;
	unsigned int mcus_x, mcus_y; /* of an interleaved scan */
	struct lc_jpeg_plane plane[LC_JPEG_COMPONENTS];
};

/* What one component needs while a scan runs. */
struct lc_jpeg_scan_component {
	const struct lc_huff *dc, *ac;
	const uint16_t *quant; /* natural order, as the idct takes it */
	struct lc_jpeg_plane *plane;
	int32_t predictor;     /* T.81 F.2.1.3.1 */
	unsigned int h, v;     /* blocks of it in an MCU */
	unsigned int first, row_blocks; /* of its blocks in a group; rows of that many */
};

/* Why a scan ended early. */
enum lc_jpeg_scan_error {
	LC_SCAN_MET = 1, /* no error: the scan met the one that it watches */
	LC_SCAN_OK = 0,
	LC_SCAN_TRUNCATED = -1, /* the bytes end, or EOI came */
	LC_SCAN_MARKER = -2,    /* some other marker came before the last block */
	LC_SCAN_CODE = -3,      /* no such Huffman code, or a magnitude out of range */
	LC_SCAN_RUN = -4,       /* more than 64 coefficients in a block */
	LC_SCAN_RESTART = -5,   /* not the RSTn that was due */
};

/* The next DC of a component into its predictor, F.2.2.1. 0 or LC_SCAN_CODE. */
static inline int lc_jpeg_next_dc(struct lc_jpeg_scan_component *c, struct lc_bits *b)
{
	int size;
	uint32_t v;

	lc_bits_refill(b);
	size = lc_huff_get(c->dc, b);
	if (size < 0 || size > LC_DC_SIZE_MAX)
		return LC_SCAN_CODE;
	if (size == 0)
		return 0;
	v = lc_bits_get(b, (unsigned int)size);
	/* A hostile stream may count up for ever: wrap. */
	c->predictor = (int32_t)((uint32_t)c->predictor +
				 (uint32_t)lc_extend(v, (unsigned int)size));
	return 0;
}

/* A block of a sequential scan's MCU: what decodes it, and where it goes in a group. */
struct lc_jpeg_slot {
	const struct lc_huff *dc, *ac;
	struct lc_jpeg_scan_component *component;
	unsigned int at, step; /* number in the group's first MCU; from MCU to MCU */
};

struct lc_jpeg_scan {
	const struct lc_jpeg_idct *idct;
	const uint8_t *base, *stream_end; /* of the whole stream */
	struct lc_feed feed;
	struct lc_bits bits;         /* that reads from it */
	unsigned int n;              /* components */
	unsigned int mcus_x, mcus_y;
	unsigned int restart_interval, restart_left; /* MCUs */
	unsigned int next_restart;   /* 0 to 7 */
	struct lc_jpeg_scan_component component[LC_JPEG_COMPONENTS];
	struct lc_jpeg_slot slot[LC_JPEG_MCU_BLOCKS];
	unsigned int n_slots;
	/*
	 * Sequential: coefficients of a group of MCUs, in rows of blocks as they lie in the
	 * picture, each row with room for one block more; zero but for DC, unless dirty.
	 */
	int16_t coef[LC_JPEG_GROUP_BLOCKS * 64] __attribute__((aligned(64)));
	uint8_t last[LC_JPEG_GROUP_BLOCKS]; /* zigzag index of a block's last coefficient */
	bool coef_dirty;             /* stays from scan to scan */
	unsigned int group_blocks;   /* of a group, with the room */
	struct lc_jpeg_watch *watch; /* or NULL; see jpeg-speculate.c */
	unsigned int met_x;          /* the MCU of the row at which they met */
	/* Progressive scans, T.81 annex G */
	bool progressive, refine;
	unsigned int ss, se, al;
	unsigned int eob_run;        /* blocks that have nothing more in this band */
	/* Damage */
	bool lenient;                /* go on behind it */
	bool lost;                   /* until the next restart interval, if there is one */
	int damage;                  /* the first lc_jpeg_scan_error */
	uint64_t damage_offset;
	unsigned int first_lost_row; /* MCU row of it */
};

/* Columns and rows of the picture that an MCU of a scan covers; of one component, a block. */
static inline unsigned int lc_jpeg_mcu_width(const struct lc_jpeg_frame *f,
					     const struct lc_jpeg_scan *scan)
{
	return scan->n == 1 ? 8 * f->h_max / scan->component[0].plane->h : 8 * f->h_max;
}

static inline unsigned int lc_jpeg_mcu_height(const struct lc_jpeg_frame *f,
					      const struct lc_jpeg_scan *scan)
{
	return scan->n == 1 ? 8 * f->v_max / scan->component[0].plane->v : 8 * f->v_max;
}

/* Memory that threads need besides the session's: see jpeg-parallel.h. */
struct lc_jpeg_parallel_memory {
	uint8_t *block;
	size_t size;
	unsigned int threads; /* that it is laid out for */
};

struct lc_jpeg_session {
	const struct libcodec_host *host;
	struct lc_jpeg_dsp dsp;
	uint32_t simd;               /* LIBCODEC_SIMD_* that dsp was chosen by */
	const struct lc_jpeg_idct *idct; /* of dsp, by which this frame is transformed */
	const struct lc_huff *huff[2][4]; /* DC, AC; of the scan at hand */
	struct lc_huff_cache baked[2]; /* of sequential scans */
	struct lc_huff plain[2][4];    /* of progressive ones, kept while their content stays */
	/* By component, as its first scan had it, and as idct takes it. */
	uint16_t quant[LC_JPEG_COMPONENTS][64];
	struct lc_jpeg_frame frame;
	struct lc_jpeg_scan scan;
	uint8_t *scratch;
	size_t scratch_size;
	struct lc_jpeg_parallel_memory parallel;
};

/*
 * Begin the scan that @frame's header is at, as a sequential one. Tables come from the
 * session. Component planes are set up. @lenient: damage is noted, what it took is grey.
 */
void lc_jpeg_scan_begin(struct lc_jpeg_scan *scan, const struct lc_jpeg_session *s,
			struct lc_jpeg_frame *frame, const uint8_t *data, size_t size,
			bool lenient);

/* Go to a restart interval, not the first, that begins at that byte of the stream. */
void lc_jpeg_scan_seek(struct lc_jpeg_scan *scan, uint64_t offset, unsigned int interval);

/*
 * Decode MCU row @row of the scan (counting from 0, in order) into the planes, where it
 * goes to row @row of whole planes, or to row 0 of a band. Returns an lc_jpeg_scan_error.
 */
int lc_jpeg_scan_row(struct lc_jpeg_scan *scan, unsigned int row, bool band);

/*
 * The marker at or behind @p, over whatever stands before it: cameras pad intervals with
 * stray bytes. Returns its code, or -1; *ret_behind is where to go on.
 */
int lc_jpeg_find_marker(const uint8_t *p, const uint8_t *stream_end,
			const uint8_t **ret_behind);

/* The byte behind what the scan has used, for messages and for the next marker. */
uint64_t lc_jpeg_scan_offset(const struct lc_jpeg_scan *scan);

/*
 * Make the scan that has begun a progressive one. 0, or -EBADMSG where its parameters
 * make no sense (T.81 G.1.1.1.1).
 */
int lc_jpeg_progressive_begin(struct lc_jpeg_scan *scan,
			      const struct libcodec_jpeg_header *header);

/*
 * MCUs @x to @x + @n of MCU row @row of a progressive scan. Returns how many came whole; where
 * it isn't all, *ret_error is an lc_jpeg_scan_error, or 0 where the bits ran out.
 */
unsigned int lc_jpeg_progressive_run(struct lc_jpeg_scan *scan, unsigned int x,
				     unsigned int n, unsigned int row, int *ret_error);

/* The first @n MCUs of the group to samples at MCU @x, @row; the group is zero afterwards. */
void lc_jpeg_transform_group(struct lc_jpeg_scan *scan, unsigned int x, unsigned int n,
			     unsigned int row);

/* Mid-grey for @n MCUs at @x, @row. */
void lc_jpeg_blank_mcus(const struct lc_jpeg_scan *scan, unsigned int x, unsigned int n,
			unsigned int row);

/*
 * @n blocks side by side, @last of each the zigzag index behind which it has nothing, to
 * samples at @dst.
 */
void lc_jpeg_transform_blocks(const struct lc_jpeg_idct *idct, const int16_t *coef,
			      const uint8_t *last, unsigned int n, const uint16_t *quant,
			      uint8_t *dst, ptrdiff_t stride);

/*
 * MCUs @from to @from + @n of the group at @coef and @last, with @dc added to the DCs of each
 * component, to samples of a band's MCUs from @x on. The DCs stay so.
 */
void lc_jpeg_transform_stored(const struct lc_jpeg_scan *scan, int16_t *coef,
			      const uint8_t *last, unsigned int from, unsigned int n,
			      const unsigned int dc[LC_JPEG_COMPONENTS], unsigned int x);

/*
 * Transform MCU row @row of all components from their coefficients into the planes' band.
 */
void lc_jpeg_progressive_row(const struct lc_jpeg_session *s, unsigned int row);

/* Whether this backend writes such a frame in such a format. */
bool lc_jpeg_can_write(uint32_t colour, uint32_t sampling, uint32_t format);

/*
 * Before a row of MCUs, @width by @height samples of luma each, is decoded into bands: let
 * luma of those that lie wholly in the picture go to @surface at once, to rows @y on, where
 * its format has luma as it is. lc_jpeg_write() writes the rest.
 */
void lc_jpeg_aim(struct lc_jpeg_frame *frame, const struct libcodec_surface *surface,
		 unsigned int y, unsigned int width, unsigned int height);

/*
 * Write luma rows @y to @y + @rows (clipped to the picture; @y is even) and the chroma
 * that goes with them. The planes' row 0 is the one of luma row @y.
 */
void lc_jpeg_write(const struct lc_jpeg_dsp *dsp, const struct lc_jpeg_frame *frame,
		   const struct libcodec_surface *surface, unsigned int y,
		   unsigned int rows);

/* lc_jpeg_scan_row() and lc_jpeg_write() with their spans in a trace. */
int lc_jpeg_decode_row(const struct lc_jpeg_session *s, struct lc_jpeg_scan *scan,
		       unsigned int row, bool band);
void lc_jpeg_write_rows(const struct lc_jpeg_session *s, const struct lc_jpeg_frame *frame,
			const struct libcodec_surface *surface, unsigned int y,
			unsigned int rows);

/* Whether the job's deadline has passed. */
bool lc_jpeg_too_late(const struct lc_jpeg_session *s,
		      const struct libcodec_decode_job *job);

int lc_jpeg_session_new(const struct libcodec_host *host, struct lc_jpeg_session **ret_s);
void lc_jpeg_session_free(struct lc_jpeg_session *s);
void lc_jpeg_session_trim(struct lc_jpeg_session *s);

/* One frame. Returns LIBCODEC_VERDICT_*. */
uint32_t lc_jpeg_decode(struct lc_jpeg_session *s, const struct libcodec_decode_job *job,
			struct libcodec_decode_result *result);

#endif
