/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Blocks of coefficients to samples, and where these go: into planes, or luma where it can be
 * at once into the caller's surface. Freestanding.
 */
#include "jpeg.h"

/* One block to samples, the cheapest way that its last coefficient allows. */
static inline void transform_block(const struct lc_jpeg_idct *idct, const int16_t *coef,
				   unsigned int last, const uint16_t *quant, uint8_t *dst,
				   ptrdiff_t stride)
{
	if (last == 0)
		idct->idct_dc(coef[0], quant[0], dst, stride);
	else if (last <= LC_IDCT_SPARSE_LAST)
		idct->idct_sparse(coef, quant, dst, stride);
	else
		idct->idct(coef, quant, dst, stride);
}

/*
 * The last indices of the blocks of a batch, one in each byte: whether one has more than DC,
 * and whether one has more than a sparse block. By loads of a fixed size, one instruction.
 */
static inline uint32_t lasts_of(const uint8_t *last, unsigned int batch)
{
	uint32_t four;
	uint16_t two;

	if (batch == 4) {
		memcpy(&four, last, 4);
		return four;
	}
	memcpy(&two, last, 2);
	return two;
}

static inline bool beyond_sparse(uint32_t lasts)
{
	return (lasts + 0x01010101 * (127 - LC_IDCT_SPARSE_LAST)) & 0x80808080;
}

/* A batch that isn't all DC goes whole: to choose for each block would lose what it saves. */
static inline void transform_batch(const struct lc_jpeg_idct *idct, const int16_t *coef,
				   const uint8_t *last, const uint16_t *quant, uint8_t *dst,
				   ptrdiff_t stride)
{
	uint32_t lasts = lasts_of(last, idct->batch);
	unsigned int i;

	if (beyond_sparse(lasts)) {
		idct->idct_batch(coef, quant, dst, stride);
	} else if (lasts) {
		idct->idct_batch_sparse(coef, quant, dst, stride);
	} else {
		for (i = 0; i < idct->batch; i++)
			idct->idct_dc(coef[64 * i], quant[0], dst + 8 * i, stride);
	}
}

void lc_jpeg_transform_blocks(const struct lc_jpeg_idct *idct, const int16_t *coef,
			      const uint8_t *last, unsigned int n, const uint16_t *quant,
			      uint8_t *dst, ptrdiff_t stride)
{
	unsigned int batch = idct->batch;

	for (; batch > 1 && n >= batch; n -= batch) {
		transform_batch(idct, coef, last, quant, dst, stride);
		coef += 64 * batch;
		last += batch;
		dst += 8 * batch;
	}
	for (; n; n--, coef += 64, last++, dst += 8)
		transform_block(idct, coef, *last, quant, dst, stride);
}

/* A way for some MCUs of a component, one behind the other in a row. */
struct target {
	unsigned int n;   /* MCUs */
	uint8_t *dst;
	ptrdiff_t stride;
};

/* Where MCU @x of row @row goes, and as many of the @n from it on as go the same way. */
static inline struct target target_of(const struct lc_jpeg_scan_component *c, unsigned int x,
				      unsigned int n, unsigned int row)
{
	const struct lc_jpeg_plane *p = c->plane;
	unsigned int width = c->h * 8, left;

	if (x * width < p->direct_width) {
		left = p->direct_width / width - x;
		return (struct target){ n < left ? n : left, p->direct + (size_t)x * width,
					p->direct_stride };
	}
	return (struct target){ n,
				p->data + (size_t)row * c->v * 8 * p->stride +
					(size_t)x * width,
				p->stride };
}

/* MCUs @from on of a group, as many as the target takes. */
static inline void transform_to(const struct lc_jpeg_scan *scan,
				const struct lc_jpeg_scan_component *c, int16_t *coef,
				const uint8_t *last, unsigned int from, struct target to)
{
	unsigned int at = c->first + from * c->h, v;

	for (v = 0; v < c->v; v++, at += c->row_blocks, to.dst += 8 * to.stride)
		lc_jpeg_transform_blocks(scan->idct, coef + (size_t)at * 64, last + at,
					 to.n * c->h, c->quant, to.dst, to.stride);
}

/* MCUs @from to @from + @n of a group to samples at MCU @x, @row. */
static void transform_component(const struct lc_jpeg_scan *scan,
				const struct lc_jpeg_scan_component *c, int16_t *coef,
				const uint8_t *last, unsigned int from, unsigned int n,
				unsigned int x, unsigned int row)
{
	struct target to;

	for (; n; n -= to.n, x += to.n, from += to.n) {
		to = target_of(c, x, n, row);
		transform_to(scan, c, coef, last, from, to);
	}
}

static void clear_component(const struct lc_jpeg_scan_component *c, int16_t *coef,
			    unsigned int n)
{
	unsigned int at = c->first, v;

	for (v = 0; v < c->v; v++, at += c->row_blocks)
		memset(coef + (size_t)at * 64, 0, (size_t)n * c->h * 64 * sizeof(*coef));
}

void lc_jpeg_transform_group(struct lc_jpeg_scan *scan, unsigned int x, unsigned int n,
			     unsigned int row)
{
	unsigned int i;

	for (i = 0; i < scan->n; i++) {
		const struct lc_jpeg_scan_component *c = &scan->component[i];

		transform_component(scan, c, scan->coef, scan->last, 0, n, x, row);
		clear_component(c, scan->coef, n);
	}
}

/* Add to the DCs of @n MCUs of a group. */
static void shift_dc(const struct lc_jpeg_scan_component *c, int16_t *coef, unsigned int from,
		     unsigned int n, unsigned int by)
{
	unsigned int at = c->first + from * c->h, v, i;

	for (v = 0; v < c->v; v++, at += c->row_blocks) {
		for (i = 0; i < n * c->h; i++) {
			int16_t *dc = coef + (size_t)(at + i) * 64;

			*dc = (int16_t)((unsigned int)*dc + by);
		}
	}
}

void lc_jpeg_transform_stored(const struct lc_jpeg_scan *scan, int16_t *coef,
			      const uint8_t *last, unsigned int from, unsigned int n,
			      const unsigned int dc[LC_JPEG_COMPONENTS], unsigned int x)
{
	unsigned int i;

	for (i = 0; i < scan->n; i++) {
		const struct lc_jpeg_scan_component *c = &scan->component[i];

		shift_dc(c, coef, from, n, dc[i]);
		transform_component(scan, c, coef, last, from, n, x, 0);
	}
}

static void blank_component(const struct lc_jpeg_scan_component *c, unsigned int x,
			    unsigned int n, unsigned int row)
{
	struct target to;
	unsigned int y;

	for (; n; n -= to.n, x += to.n) {
		to = target_of(c, x, n, row);
		for (y = 0; y < c->v * 8; y++)
			memset(to.dst + y * to.stride, 128, (size_t)to.n * c->h * 8);
	}
}

void lc_jpeg_blank_mcus(const struct lc_jpeg_scan *scan, unsigned int x, unsigned int n,
			unsigned int row)
{
	unsigned int i;

	for (i = 0; i < scan->n; i++)
		blank_component(&scan->component[i], x, n, row);
}
