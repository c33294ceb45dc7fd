/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * <libcodec/image.h>: a destination that is allocated once and filled many times.
 *
 * An image is one allocation with up to two planes in it. libcodec_decoder_decode()
 * configures it for each picture: width, height, format and dtype change, the memory
 * stays. A picture that doesn't fit is refused with -ENOSPC and changes nothing.
 *
 * Layout, with W x H pixels, E bytes a sample, S the stride in bytes:
 *
 *   format  least S      rows              sample at (x, y)
 *   GREY    W*E          H                 y*S + x*E
 *   RGB     3*W*E        H                 y*S + 3*x*E
 *   RGBA    4*W*E        H                 y*S + 4*x*E
 *   NV12    even(W)      H + ceil(H/2)     Y: y*S + x   CbCr: (H + y/2)*S + (x/2)*2
 *   NV16    even(W)      2*H               Y: y*S + x   CbCr: (H + y)*S + (x/2)*2
 *   NV24    even(W)      3*H               Y: y*S + x   CbCr: H*S + y*2*S + x*2
 *
 * even(W) is W rounded up to 2. The chroma plane starts at H*S with the true H, also for
 * an odd one; its pitch is S (NV12, NV16) or 2*S (NV24). NV formats are u8 only.
 *
 * Stride, chosen anew by each configure, the first that fits the capacity wins:
 *   1. a stride that the caller fixed (libcodec_image_params.stride): that or -ENOSPC;
 *   2. the stride that the image has, if it is at least the least S, a multiple of the
 *      stride alignment and of E, and, for packed formats, format and dtype stay;
 *   3. the least S rounded up to the stride alignment (64 by default);
 *   4. the least S.
 * For packed formats in plain memory, which is HOST, 2 and 3 are left out unless stride_align was given, so
 * they are tight. What is needed is S * rows; the last row counts whole, except in a window,
 * whose last row counts as long as its pixels.
 *
 * Bytes between the visible width and the stride, and outside of a window, are never
 * written.
 */
#ifndef LIBCODEC_IMAGE_H
#define LIBCODEC_IMAGE_H

#include <libcodec/codec.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How many planes an image can have at the most. @since 0.1 */
#define LIBCODEC_PLANES_MAX 4

/** @name Flags of an image. @since 0.1 @{ */
/**
 * dma-buf: a device that writes in place may choose strides and plane offsets itself, with
 * padding rows as it needs them, inside of the capacity. What came of it is in the layout and
 * in libcodec_image_info. Images of dma-buf memory that the library allocated, with neither
 * stride nor stride_align given, are so without the flag.
 */
#define LIBCODEC_IMAGE_FLEXIBLE (1u << 0)
/** @} */

struct libcodec_image;

/** One plane of memory that the caller has as dma-bufs. @since 0.1 */
struct libcodec_image_plane {
	int32_t fd;      /**< a dma-buf; duplicated, the caller's may be closed */
	uint32_t stride; /**< bytes, fixed for good; 0: by the rules, with one plane only */
	uint64_t offset; /**< bytes of the plane's first row from the dma-buf's start */
};

/** How to make an image. @since 0.1 */
struct libcodec_image_params {
	uint32_t struct_size;
	uint32_t width, height; /**< pixels, 1 to 65535 (of the largest picture) */
	uint32_t format;        /**< LIBCODEC_FORMAT_* of the first layout */
	uint32_t dtype;         /**< LIBCODEC_DTYPE_* */
	uint32_t memory;        /**< LIBCODEC_MEMORY_AUTO, _HOST or _DMABUF */
	uint32_t access;        /**< LIBCODEC_ACCESS_* */
	uint32_t stride_align;  /**< bytes, a power of two up to 4096; 0: see above */
	uint32_t stride;        /**< bytes, fixed for good; 0: chosen as above */
	uint32_t flags;         /**< LIBCODEC_IMAGE_* */
	/**
	 * Bytes to allocate, or the size of data; 0: what the first layout needs. Of an
	 * imported dma-buf: bytes from planes[0].offset on that may be used; 0: up to its end.
	 */
	uint64_t capacity;
	uint32_t n_planes;      /**< of planes; 0: none is imported */
	uint32_t reserved;
	/**
	 * The caller's memory (capacity bytes, which then must be given), which must live
	 * until the last reference to the image and its windows is gone. NULL: the library
	 * allocates, aligned to 64 bytes and zero-filled.
	 */
	void *data;
	/**
	 * LIBCODEC_MEMORY_DMABUF: the caller's dma-bufs, n_planes of them. With one, a
	 * picture's planes follow each other in it by the rules above. With several, each
	 * plane lies where this says, for good: a picture fits if its format has at most as
	 * many planes and no plane runs into the next one or over the end. They may be the
	 * same dma-buf: then each lies behind the one before it. NULL: the library
	 * allocates.
	 */
	const struct libcodec_image_plane *planes;
};

/**
 * Make an image.
 *
 * Memory: HOST is plain memory. DMABUF is imported, or allocated from the first that can:
 * a dma-heap, udmabuf, a dumb buffer of a DRM device. AUTO is DMABUF where that can be
 * allocated, else HOST. Why an allocator refused is logged once in a context.
 *
 * @param ret_image the image, with one reference that the caller owns
 * @return 0, -EINVAL (also: not a dma-buf, an offset behind its end), -E2BIG, -ENOSPC
 *         (capacity too small for the first layout), -EACCES (a dma-buf that may be read
 *         only; or all that could allocate one is forbidden), -EOPNOTSUPP (a memory kind
 *         that cannot be had here), -ENOMEM
 * @note any thread
 * @since 0.1
 */
int libcodec_image_new(struct libcodec_context *ctx,
		       const struct libcodec_image_params *params,
		       struct libcodec_image **ret_image);

/**
 * A rectangle of a packed image (GREY, RGB, RGBA) as an image of its own: the parent's
 * memory and stride, which stays the parent's. It can be configured to any picture and
 * packed format whose rows fit width bytes (in the window's own units) and height rows.
 *
 * @param x,y,width,height in pixels of the parent's present layout
 * @return 0, -EINVAL (not inside the parent, or an NV format), -ENOMEM
 * @note the thread of the parent
 * @since 0.1
 */
int libcodec_image_new_window(struct libcodec_image *parent, uint32_t x, uint32_t y,
			      uint32_t width, uint32_t height,
			      struct libcodec_image **ret_image);

/**
 * A run of bytes of an image as an image of its own, for batches: element n of an
 * [N, ...] buffer is the slice at n * element bytes. Any format; its layout begins as
 * the parent's would with that capacity, or as 1x1 GREY where that doesn't fit.
 *
 * @param offset from the parent's first byte
 * @param size bytes; nothing outside is ever written
 * @return 0, -EINVAL (not inside the parent, a window, several planes of the caller's, or
 *         too short for one row of a stride that is fixed), -ENOMEM
 * @note the thread of the parent
 * @since 0.1
 */
int libcodec_image_new_slice(struct libcodec_image *parent, uint64_t offset, uint64_t size,
			     struct libcodec_image **ret_image);

/** Take a reference; returns @p image. Any thread. @since 0.1 */
struct libcodec_image *libcodec_image_ref(struct libcodec_image *image);

/** Drop a reference; the last one frees what the library allocated. @since 0.1 */
struct libcodec_image *libcodec_image_unref(struct libcodec_image *image);

/**
 * Set the picture that the image holds; strides and plane offsets follow by the rules at
 * the head of this page. No allocation. Decoders call it; a caller may to fill an image
 * by other means. On failure nothing changes.
 *
 * @return 0, -EINVAL (zero or too large a size, unknown format, NV with a dtype other
 *         than u8, NV in a window), -ENOSPC, -EBUSY (mapped)
 * @note the thread of the image
 * @since 0.1
 */
int libcodec_image_configure(struct libcodec_image *image, uint32_t width, uint32_t height,
			     uint32_t format, uint32_t dtype);

/**
 * The dma-buf in which a plane of the present layout lies: to import it elsewhere.
 *
 * @param ret_fd the image's own descriptor: not to be closed, valid while the image is
 * @param ret_offset bytes of the plane's first row from the dma-buf's start, or NULL
 * @return 0, -EINVAL, -ENOENT (no such plane), -EOPNOTSUPP (no dma-buf)
 * @note the thread of the image
 * @since 0.1
 */
int libcodec_image_get_dmabuf(struct libcodec_image *image, uint32_t plane, int *ret_fd,
			      uint64_t *ret_offset);

/** The layout of an image. @since 0.1 */
struct libcodec_image_layout {
	uint32_t struct_size;
	uint32_t width, height;
	uint32_t format, dtype, memory;
	uint32_t n_planes;
	uint32_t plane_stride[LIBCODEC_PLANES_MAX]; /**< bytes from row to row */
	uint32_t plane_width[LIBCODEC_PLANES_MAX];  /**< bytes of a row that are pixels */
	uint32_t plane_height[LIBCODEC_PLANES_MAX]; /**< rows */
	uint32_t reserved;
	uint64_t plane_offset[LIBCODEC_PLANES_MAX]; /**< bytes from what map() returns */
	uint64_t capacity; /**< bytes that the image may use */
	uint64_t needed;   /**< bytes that this layout uses */
};

/**
 * Copy the present layout.
 * @param ret_layout struct_size set by the caller
 * @return 0, -EINVAL
 * @note the thread of the image
 * @since 0.1
 */
int libcodec_image_get_layout(struct libcodec_image *image,
			      struct libcodec_image_layout *ret_layout);

/**
 * The layout that an image of @p capacity bytes would get; no image is needed.
 *
 * @param stride_align bytes, a power of two, or 0 for the rule of host memory
 * @param capacity bytes, or 0 for as many as it takes
 * @return 0, -EINVAL, -ENOSPC
 * @note any thread
 * @since 0.1
 */
int libcodec_layout_for(uint32_t width, uint32_t height, uint32_t format, uint32_t dtype,
			uint32_t stride_align, uint64_t capacity,
			struct libcodec_image_layout *ret_layout);

/**
 * Make the samples readable or writable by the CPU. Maps nest; each wants an unmap. For a
 * dma-buf this begins CPU access (DMA_BUF_IOCTL_SYNC) and unmap ends it: a device may use
 * the buffer only outside of maps.
 *
 * @param access LIBCODEC_ACCESS_READ, _WRITE or _BOTH
 * @param ret_data the first byte of plane 0's row 0 (see plane_offset)
 * @return 0, -EINVAL, -EACCES (the owner allows less)
 * @note the thread of the image
 * @since 0.1
 */
int libcodec_image_map(struct libcodec_image *image, uint32_t access, void **ret_data);

/** End a map. @return 0 or -EINVAL (not mapped). @since 0.1 */
int libcodec_image_unmap(struct libcodec_image *image);

#ifdef __cplusplus
}
#endif

#endif
