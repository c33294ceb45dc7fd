/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * <libcodec/decoder.h>: still pictures in, pixels out.
 *
 * One decoder per pipeline stage, kept: after its first frame of a geometry it allocates
 * nothing more. A bad frame costs a typed result and nothing else; decoder, image and
 * context go on with the next one.
 */
#ifndef LIBCODEC_DECODER_H
#define LIBCODEC_DECODER_H

#include <libcodec/image.h>

#ifdef __cplusplus
extern "C" {
#endif

struct libcodec_decoder;

/** @name Which backends may decode. Zero is any. @since 0.1 @{ */
#define LIBCODEC_POLICY_ANY              0u
#define LIBCODEC_POLICY_CPU_ONLY         1u
#define LIBCODEC_POLICY_REQUIRE_HARDWARE 2u /**< fail rather than fall back to the CPU */
/** @} */

/** @name DCT methods. Zero is accurate. @since 0.1 @{ */
#define LIBCODEC_DCT_ACCURATE 0u /**< byte-identical to libjpeg-turbo's islow */
/** A permission: backends without one stay accurate. cpu's differs by a few steps. */
#define LIBCODEC_DCT_FAST     1u
/** @} */

/**
 * @name What a picture may lack and still be delivered
 *
 * By default a picture that is not whole is -EBADMSG.
 * @since 0.1
 * @{
 */
/**
 * Samples that end early, or are damaged in between: info.present has PARTIAL, and
 * info.good_rows tells how many rows from the top are as the encoder meant them.
 */
#define LIBCODEC_ACCEPT_PARTIAL      (1u << 0)
/** PNG: checksums (CRC-32 of chunks, Adler-32 of the data) are not looked at. */
#define LIBCODEC_ACCEPT_BAD_CHECKSUM (1u << 1)
/** @} */

/** Settings of a decoder. Zero everything but struct_size for the defaults. @since 0.1 */
struct libcodec_decoder_params {
	uint32_t struct_size;
	/**
	 * The output that is preferred, LIBCODEC_FORMAT_RGB or _NV12; 0: native. It is
	 * honoured where the picture can be written so without a second pass, else the
	 * native format comes, silently: libcodec_image_info.format tells.
	 */
	uint32_t output_format;
	uint32_t dtype;      /**< LIBCODEC_DTYPE_*; JPEG is u8 only */
	uint32_t dct_method; /**< LIBCODEC_DCT_* */
	uint32_t policy;     /**< LIBCODEC_POLICY_* */
	/**
	 * How many threads a backend may use at most for a frame; 0 and 1: one. The samples
	 * are the same for any number. The context lends them to all its decoders.
	 */
	uint32_t threads;
	uint32_t accept;     /**< mask of LIBCODEC_ACCEPT_* */
	/** 1: PNG: look for the orientation behind the samples, too (reads all chunks). */
	uint32_t exif_anywhere;
	/**
	 * LIBCODEC_SIMD_*, for tests and comparisons; AUTO: LIBCODEC_FORCE_X86 on x86 and
	 * LIBCODEC_FORCE_NEON on aarch64 decide, else the machine.
	 */
	uint32_t simd;
	uint32_t reserved;
	/** @name Limits; 0 is the default, UINT32_MAX or UINT64_MAX as far as it goes. @{ */
	uint32_t max_width;         /**< pixels; default 65535 */
	uint32_t max_height;        /**< pixels; default 65535 */
	uint64_t max_pixels;        /**< default 2^28 (268 million) */
	uint64_t max_segment_bytes; /**< one header segment or chunk; default 16 MiB */
	uint64_t max_scratch_bytes; /**< a backend's memory for one picture; default 1 GiB */
	/** @} */
	uint64_t deadline_ns; /**< for one call, relative; 0: none */
	/** Use this backend and no other: its plugin's name. NULL: any. Copied. */
	const char *backend;
	/** Use this device and no other: its node or its syspath. NULL: any. Copied. */
	const char *device;
};

/**
 * Make a decoder with default settings.
 * @param ret_dec the decoder, with one reference that the caller owns
 * @return 0, -EINVAL, -ENOMEM
 * @note any thread
 * @since 0.1
 */
int libcodec_decoder_new(struct libcodec_context *ctx, struct libcodec_decoder **ret_dec);

/** Take a reference; returns @p dec. Any thread. @since 0.1 */
struct libcodec_decoder *libcodec_decoder_ref(struct libcodec_decoder *dec);

/** Drop a reference; the last one closes the backends' sessions. @return NULL @since 0.1 */
struct libcodec_decoder *libcodec_decoder_unref(struct libcodec_decoder *dec);

/**
 * Replace all settings.
 * @param params NULL: the defaults
 * @return 0, -EINVAL (an unknown value), -E2BIG, -ENOMEM
 * @note the thread of the decoder
 * @since 0.1
 */
int libcodec_decoder_set_params(struct libcodec_decoder *dec,
				const struct libcodec_decoder_params *params);

/** @name Which optional numbers of an info are there. @since 0.1 @{ */
#define LIBCODEC_INFO_ORIENTATION      (1u << 0) /**< Exif said so, with 1 to 8 */
#define LIBCODEC_INFO_RESTART_INTERVAL (1u << 1)
#define LIBCODEC_INFO_ICC              (1u << 2) /**< an ICC profile is in the file */
#define LIBCODEC_INFO_EXIF             (1u << 3) /**< an Exif segment is in the file */
#define LIBCODEC_INFO_COLORIMETRY      (1u << 4)
#define LIBCODEC_INFO_PARTIAL          (1u << 5) /**< not whole; see good_rows */
/** Progressive: whole, but the last refinement is missing: the best picture so far. */
#define LIBCODEC_INFO_UNREFINED        (1u << 6)
#define LIBCODEC_INFO_JFIF             (1u << 7) /**< jfif_version and density_* */
#define LIBCODEC_INFO_ADOBE            (1u << 8) /**< adobe_transform */
#define LIBCODEC_INFO_GAMMA            (1u << 9) /**< PNG gAMA */
#define LIBCODEC_INFO_CHROMATICITIES   (1u << 10) /**< PNG cHRM */
#define LIBCODEC_INFO_SRGB             (1u << 11) /**< PNG sRGB */
#define LIBCODEC_INFO_CICP             (1u << 12) /**< PNG cICP, which sets matrix and on */
/** @} */

/** @name Colorimetry, ITU-T H.273 code points. @since 0.1 @{ */
#define LIBCODEC_MATRIX_UNSPECIFIED    2u
#define LIBCODEC_MATRIX_BT601          6u
#define LIBCODEC_PRIMARIES_UNSPECIFIED 2u
#define LIBCODEC_PRIMARIES_BT709       1u /**< sRGB's */
#define LIBCODEC_TRANSFER_UNSPECIFIED  2u
#define LIBCODEC_TRANSFER_SRGB         13u
/** @} */

/** What a picture is, and who decoded it. Strings live as long as the decoder. @since 0.1 */
struct libcodec_image_info {
	uint32_t struct_size;
	uint32_t present; /**< LIBCODEC_INFO_* */
	uint32_t codec;   /**< LIBCODEC_CODEC_* */
	uint32_t width, height; /**< as stored: unrotated, true, also when odd */
	uint32_t format, dtype; /**< what is in the image (probe: what would be) */
	uint32_t native_format; /**< what the stream holds */
	uint32_t n_planes;
	uint32_t plane_stride[LIBCODEC_PLANES_MAX];
	uint32_t rotation_degrees; /**< clockwise, 0, 90, 180 or 270, after the mirroring */
	uint32_t flip_horizontal;  /**< 1: mirror left and right, before rotating */
	uint32_t orientation;      /**< Exif's 1 to 8; 1 where there is none */
	uint32_t process;          /**< LIBCODEC_PROCESS_* */
	uint32_t sampling;         /**< LIBCODEC_SAMPLING_* */
	uint32_t components;
	uint32_t bit_depth;        /**< bits a sample in the stream */
	uint32_t restart_interval; /**< MCUs */
	uint32_t matrix, primaries, transfer, full_range; /**< H.273; range 1: full */
	uint32_t dct_method;       /**< that was used */
	uint32_t zero_copy;        /**< 1: the backend wrote the image in place */
	uint32_t attempts;         /**< backends that were tried in vain before */
	uint32_t good_rows;        /**< rows from the top that are whole; probe: 0 */
	uint32_t jfif_version;     /**< 0x0102 is 1.02 */
	uint32_t density_unit;     /**< JFIF: 0 an aspect ratio, 1 per inch, 2 per cm */
	uint32_t density_x, density_y;
	uint32_t adobe_transform;  /**< 0: RGB or CMYK, 1: YCbCr, 2: YCCK */
	uint32_t gamma;            /**< PNG: times 100000 */
	uint32_t srgb_intent;      /**< PNG: rendering intent, 0 to 3 */
	/** PNG: white x, y, red x, y, green x, y, blue x, y, each times 100000. */
	uint32_t chromaticities[8];
	uint64_t plane_offset[LIBCODEC_PLANES_MAX];
	uint64_t capacity;         /**< bytes that the layout needs */
	uint64_t consumed;         /**< bytes up to the end of the picture; probe: 0 */
	uint64_t icc_size;         /**< bytes of the ICC profile, PNG: as compressed */
	const char *backend;       /**< the plugin's name; NULL from a probe */
	/** The device's node, else its syspath; NULL: none. Until the next call. */
	const char *device;
};

/**
 * Decode one picture into an image.
 *
 * The image is configured for the picture (see image.h), candidates are tried in order
 * until one delivers, and @p ret_info tells what came. On failure the image's samples
 * are undefined, its memory and later use are not; libcodec_decoder_get_result() says
 * why. No allocation once a picture of that geometry went through.
 *
 * @param data the stream; needed only during the call; bytes after the picture are
 *        ignored (info.consumed)
 * @param size bytes
 * @param ret_info struct_size set by the caller, or NULL; written on success only
 * @return 0, or -EOPNOTSUPP, -EBADMSG, -ENOSPC, -EFBIG, -EINVAL, -E2BIG, -ENODEV,
 *         -ETIMEDOUT, -ENOMEM, -EACCES, -EBUSY (the image is mapped)
 * @note the thread of the decoder and of the image
 * @since 0.1
 */
int libcodec_decoder_decode(struct libcodec_decoder *dec, const void *data, size_t size,
			    struct libcodec_image *image,
			    struct libcodec_image_info *ret_info);

/** Why a call ended as it did, typed. Strings live until the next call. @since 0.1 */
struct libcodec_result {
	uint32_t struct_size;
	int32_t error;      /**< what the call returned */
	uint32_t verdict;   /**< of the backend that had the last word */
	uint32_t stage;     /**< LIBCODEC_STAGE_* */
	uint32_t feature;   /**< LIBCODEC_FEATURE_*, for -EOPNOTSUPP and -EFBIG */
	uint32_t truncated; /**< 1: -EBADMSG because bytes are missing at the end */
	uint64_t detail;    /**< the feature's number */
	uint64_t offset;    /**< byte of the stream, where one is to blame */
	uint64_t reasons;   /**< all candidates' LIBCODEC_REASON_* bits */
	const char *backend; /**< that had the last word; NULL: none */
	const char *device;  /**< as in libcodec_image_info */
	const char *message; /**< one sentence, "" after a success; never NULL */
	void *reserved_pointer;
};

/**
 * Tell of the last decode or probe of this decoder.
 * @param ret_result struct_size set by the caller
 * @return 0, -EINVAL
 * @note the thread of the decoder
 * @since 0.1
 */
int libcodec_decoder_get_result(struct libcodec_decoder *dec,
				struct libcodec_result *ret_result);

/** One candidate of the last decode. Strings live until the next call. @since 0.1 */
struct libcodec_attempt {
	uint32_t struct_size;
	uint32_t verdict;  /**< LIBCODEC_VERDICT_NONE: passed over, see reasons */
	uint64_t reasons;  /**< LIBCODEC_REASON_* */
	int32_t error;     /**< a negative errno where the backend gave one */
	uint32_t reserved;
	const char *backend;
	const char *device;  /**< as in libcodec_image_info */
	const char *message; /**< never NULL */
	void *reserved_pointer;
};

/**
 * Tell of one candidate of the last decode or probe, in the order of selection.
 * @param index 0 upwards
 * @return 0, -ENOENT past the last one, -EINVAL
 * @note the thread of the decoder
 * @since 0.1
 */
int libcodec_decoder_get_attempt(struct libcodec_decoder *dec, unsigned int index,
				 struct libcodec_attempt *ret_attempt);

/**
 * Parse the headers only: what the stream holds, and the strides and capacity that a
 * decode with this decoder's settings will really use in an image of that capacity.
 * Loads plugins to tell which would take it (libcodec_decoder_get_attempt()).
 *
 * @param image the destination that is meant, or NULL for a new host image; not changed
 * @param ret_info struct_size set by the caller
 * @return 0, or as libcodec_decoder_decode() before the samples. That no backend takes
 *         the stream is an error of the decode, not of the probe.
 * @note the thread of the decoder
 * @since 0.1
 */
int libcodec_decoder_probe(struct libcodec_decoder *dec, const void *data, size_t size,
			   struct libcodec_image *image,
			   struct libcodec_image_info *ret_info);

/**
 * Parse the headers of a stream with default limits, without a decoder or context. The
 * layout is that of a new host image.
 *
 * @return 0, -EINVAL, -E2BIG, -EOPNOTSUPP, -EBADMSG, -EFBIG
 * @note any thread
 * @since 0.1
 */
int libcodec_probe(const void *data, size_t size, struct libcodec_image_info *ret_info);

/**
 * Iterate over the JPEG pictures of a buffer: Motion JPEG, a multipart stream, or pictures
 * one behind the other with anything between them. Segments are stepped over by their
 * length, so thumbnails inside of them are not taken for pictures.
 *
 * @param from where to look, 0 at first, then *ret_offset + *ret_size
 * @param ret_offset,ret_size the next picture, from SOI to behind EOI; where EOI is
 *        missing, up to the next SOI or the end
 * @return 0, -ENOENT (no further picture), -EINVAL
 * @note any thread
 * @since 0.1
 */
int libcodec_next_jpeg(const void *data, size_t size, size_t from, size_t *ret_offset,
		       size_t *ret_size);

/**
 * Where the Exif block of a stream lies: the TIFF header and what follows, inside of
 * @p data. For those who hand it to an Exif library. In a PNG it is looked for behind the
 * samples, too, where none stands before them.
 *
 * @param ret_offset,ret_size in bytes
 * @return 0, -ENOENT (none), or as libcodec_probe()
 * @note any thread
 * @since 0.1
 */
int libcodec_find_exif(const void *data, size_t size, size_t *ret_offset, size_t *ret_size);

#ifdef __cplusplus
}
#endif

#endif
