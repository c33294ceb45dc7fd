/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * <pelorus/interop.h>: the Pelorus interop ABI 1.4: what is known of a frame, as a blob
 * of bytes that travels with it.
 *
 * A blob is the payload of one "user data unregistered" SEI message, or of one side data
 * entry of a frame, or a message between processes:
 *
 *   offset 0    pelorus_sidedata_uuid, 16 bytes
 *   offset 16   the image; all offsets in it count from here, and are multiples of 8
 *               PelorusSideData, 48 bytes
 *               PelorusSectionDir, 16 bytes for each section
 *               sections, each filled with zeros to a multiple of 8
 *               maps and locators that sections name; the last byte ends the image
 *
 * Rules for all who read and write, which libcodec-interop(7) has more of:
 *   R1 a section grows at its tail, or there is a new section; nothing moves;
 *   R2 no bit, field or number is ever used for something else;
 *   R3 each section may be missing; a reader passes over what it doesn't know;
 *   R4 a reader takes the smaller of what the blob has and what it knows of a section;
 *   R5 bytes are little-endian and hold no pointers; sections are aligned to 8 if the
 *      blob is, else memcpy() them;
 *   R6 the major version stays, the minor one says what may be there.
 *
 * The library is built for little-endian hosts only, where a section's struct is its
 * bytes. On another host <pelorus/interop.h> is refused by an error below.
 *
 * All functions may be called by any threads at once; the library has no state. None
 * keeps a pointer that it was given. Only pel_blob_pack() allocates. Outputs that a
 * failure leaves alone are named as such.
 */
#ifndef PELORUS_INTEROP_H
#define PELORUS_INTEROP_H

#include <stddef.h>
#include <stdint.h>

#include "pelorus/pelorus.h"

#if defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__)
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the interop ABI hands out little-endian structs: it is not for this host"
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* --- identity --- */

#define PELORUS_SIDEDATA_UUID_LEN 16

/** e1d7c4a2-6b93-4f08-9a55-0f3c2db17e64: what a blob begins with. @since 0.1; ABI 1.0 */
extern const uint8_t pelorus_sidedata_uuid[PELORUS_SIDEDATA_UUID_LEN];

/** What the image begins with, the two zeros too: bytes, not a number. */
#define PELORUS_MAGIC_STR "PELOR1\0"
#define PELORUS_MAGIC_LEN 8

#define PELORUS_ABI_MAJOR 1u
#define PELORUS_ABI_MINOR 4u

/** Four characters in memory's order: the first one is the lowest byte. */
#define PEL_FOURCC(a, b, c, d)                                                           \
	((uint32_t)(uint8_t)(a) | ((uint32_t)(uint8_t)(b) << 8) |                        \
	 ((uint32_t)(uint8_t)(c) << 16) | ((uint32_t)(uint8_t)(d) << 24))

/** The most elements that a map of PelorusEncTelemetrySection has. */
#define PEL_TLM_MAP_MAX_ELEMS (1u << 20)

/** What PelorusEncodeRecordSection.record_major is. */
#define PEL_ENCODE_RECORD_MAJOR 1u

/** The most bytes of a locator; longer ones must not be believed. */
#define PEL_ENCODE_RECORD_LOCATOR_MAX 4096u

/** Bytes of "sha256:", 64 digits and a NUL: room for pel_encode_record_digest_text(). */
#define PEL_DIGEST_TEXT_SIZE 72u

/* --- names for numbers --- */

/** Sections, one bit each; no other bit is packed. */
enum pel_section {
	PEL_SEC_BANDING = 0x001,       /**< (a) PelorusBandingSection; ABI 1.0 */
	PEL_SEC_VARIANCE = 0x002,      /**< (b) PelorusVarianceSection; ABI 1.0 */
	PEL_SEC_DENOISE = 0x004,       /**< (c) PelorusDenoiseSection; ABI 1.0 */
	PEL_SEC_FILMGRAIN = 0x008,     /**< (d) PelorusFilmGrainSection; ABI 1.0 */
	PEL_SEC_MOTION = 0x010,        /**< (e) PelorusMotionSection; ABI 1.0, tail 1.4 */
	PEL_SEC_QPREPORT = 0x020,      /**< (f) PelorusQpReportSection; ABI 1.1 */
	PEL_SEC_MOTION_CONF = 0x040,   /**< (g) PelorusMotionConfSection; ABI 1.2 */
	PEL_SEC_COMPLEXITY = 0x080,    /**< (h) PelorusComplexitySection; ABI 1.3 */
	PEL_SEC_ENC_TELEMETRY = 0x100, /**< (i) PelorusEncTelemetrySection; ABI 1.4 */
	PEL_SEC_ENCODE_RECORD = 0x200  /**< (j) PelorusEncodeRecordSection; ABI 1.4 */
};

/** How the planes of the analysed frame are sampled. */
enum pel_plane_layout { PEL_LAYOUT_420 = 0, PEL_LAYOUT_422 = 1, PEL_LAYOUT_444 = 2 };

/** Which synthesis the film grain is meant for. */
enum pel_grain_model {
	PEL_GRAIN_NONE = 0,
	PEL_GRAIN_AOM = 1,  /**< AV1's */
	PEL_GRAIN_H274 = 2  /**< Rec. ITU-T H.274's */
};

/** Where a QP report comes from. */
enum pel_qp_report_source {
	PEL_QPSRC_NONE = 0, /**< not from hardware, for instance from a log */
	PEL_QPSRC_QSV = 1,
	PEL_QPSRC_NVENC = 2,
	PEL_QPSRC_VULKAN = 3
};

/** What the confidence of a motion vector was measured by. */
enum pel_motion_conf_metric {
	PEL_MOTION_CONF_SAD = 0 /**< the sum of absolute differences */
};

/* Zero is no value of the following, but for a block's mode: it says "not filled in". */

/** Codecs. ABI 1.4 */
enum pel_tlm_codec {
	PEL_TLM_CODEC_H264 = 1,
	PEL_TLM_CODEC_HEVC = 2,
	PEL_TLM_CODEC_VVC = 3,
	PEL_TLM_CODEC_AV1 = 4,
	PEL_TLM_CODEC_VP9 = 5
};

/** In which unit a QP is. ABI 1.4 */
enum pel_qp_scale {
	PEL_QP_SCALE_SLICE_QP = 1,      /**< H.264, HEVC, VVC: -6*(depth-8) to 51 or 63 */
	PEL_QP_SCALE_AV1_QINDEX = 2,    /**< 0 to 255 */
	PEL_QP_SCALE_VP9_QINDEX = 3,    /**< 0 to 255 */
	PEL_QP_SCALE_AV1_ENCODER_QP = 4 /**< what AV1 encoders call QP: 0 to 63 */
};

/** Picture types; AV1's key and intra-only frames are I, others P. ABI 1.4 */
enum pel_picture_type { PEL_PICTURE_I = 1, PEL_PICTURE_P = 2, PEL_PICTURE_B = 3 };

/** What an element of a map stands for. ABI 1.4 */
enum pel_tlm_granularity {
	PEL_TLM_GRAN_FRAME = 1, /**< the frame: there are no maps */
	PEL_TLM_GRAN_ROW = 2,   /**< a row of blocks: map_cols is 1 */
	PEL_TLM_GRAN_BLOCK = 3  /**< a block of 1 << block_size_log2 luma samples' edge */
};

/** How a block is predicted. ABI 1.4 */
enum pel_block_mode {
	PEL_BLOCK_MODE_NONE = 0, /**< not known */
	PEL_BLOCK_MODE_INTRA = 1,
	PEL_BLOCK_MODE_INTER = 2,
	PEL_BLOCK_MODE_SKIP = 3
};

/** Who computed PSNR and SSIM. ABI 1.4 */
enum pel_tlm_metric_source {
	PEL_TLM_METRIC_ENCODER = 1,
	/** from the encoder's squared errors, with a peak of 2^coded_bit_depth - 1 */
	PEL_TLM_METRIC_ADAPTER_SSE = 2
};

/** Who made a record of what an encoder says. ABI 1.4 */
enum pel_tlm_adapter {
	PEL_TLM_ADAPTER_FFMPEG_QUALITY_STATS = 1,
	PEL_TLM_ADAPTER_X265_CSV = 2,
	PEL_TLM_ADAPTER_SVTAV1_STAT_FILE = 3,
	PEL_TLM_ADAPTER_LIBAOM_STATS = 4,
	PEL_TLM_ADAPTER_VVENC_LOG = 5,
	PEL_TLM_ADAPTER_QSV = 6,
	PEL_TLM_ADAPTER_NVENC = 7,
	PEL_TLM_ADAPTER_AMF = 8,
	PEL_TLM_ADAPTER_VULKAN_FEEDBACK = 9,
	PEL_TLM_ADAPTER_EXTERNAL = 10 /**< somebody else, who may know everything */
};

/** How an encode record is digested. ABI 1.4 */
enum pel_digest_alg { PEL_DIGEST_ALG_SHA256 = 1 };

/** What a locator of an encode record is. ABI 1.4 */
enum pel_locator_kind {
	PEL_LOCATOR_NONE = 0,
	PEL_LOCATOR_MEDIA_PATH = 1, /**< a path, relative to the media file */
	PEL_LOCATOR_URI = 2
};

/**
 * @name PelorusEncTelemetrySection.present_mask: what the encoder has reported.
 * A clear bit means that nothing is known; a field is then 0, and 0 is not its value.
 * Readers pass over bits from 23 on, writers set none.
 * @since 0.1; ABI 1.4 @{
 */
#define PEL_TLM_F_DISPLAY_INDEX   (UINT64_C(1) << 0)
#define PEL_TLM_F_DECODE_INDEX    (UINT64_C(1) << 1)
#define PEL_TLM_F_FRAME_BYTES     (UINT64_C(1) << 2)
#define PEL_TLM_F_HEADER_BITS     (UINT64_C(1) << 3)
#define PEL_TLM_F_RESIDUAL_BITS   (UINT64_C(1) << 4)
#define PEL_TLM_F_AVG_QP          (UINT64_C(1) << 5)
#define PEL_TLM_F_AVG_QP_NORM     (UINT64_C(1) << 6)
#define PEL_TLM_F_PSNR_Y          (UINT64_C(1) << 7)
#define PEL_TLM_F_PSNR_U          (UINT64_C(1) << 8)
#define PEL_TLM_F_PSNR_V          (UINT64_C(1) << 9)
#define PEL_TLM_F_SSIM_Y          (UINT64_C(1) << 10)
#define PEL_TLM_F_INTRA_FRACTION  (UINT64_C(1) << 11)
#define PEL_TLM_F_INTER_FRACTION  (UINT64_C(1) << 12)
#define PEL_TLM_F_SKIP_FRACTION   (UINT64_C(1) << 13)
#define PEL_TLM_F_PICTURE_TYPE    (UINT64_C(1) << 14)
#define PEL_TLM_F_KEY_FRAME       (UINT64_C(1) << 15)
#define PEL_TLM_F_REFERENCE       (UINT64_C(1) << 16)
#define PEL_TLM_F_SHOWN           (UINT64_C(1) << 17)
#define PEL_TLM_F_SCENE_CUT       (UINT64_C(1) << 18)
#define PEL_TLM_F_QP_MAP          (UINT64_C(1) << 19)
#define PEL_TLM_F_BITS_MAP        (UINT64_C(1) << 20)
#define PEL_TLM_F_MODE_MAP        (UINT64_C(1) << 21)
#define PEL_TLM_F_CODED_BIT_DEPTH (UINT64_C(1) << 22)
/** All of them. */
#define PEL_TLM_KNOWN_MASK ((UINT64_C(1) << 23) - 1)
/** @} */

/**
 * @name PelorusEncTelemetrySection.frame_flags.
 * Flag 1 << n counts if bit 15 + n of present_mask is set: then 0 means "reported: no".
 * @since 0.1; ABI 1.4 @{
 */
#define PEL_TLM_FRAME_KEY       0x01 /**< decoding can start here: IDR, IRAP, AV1's key */
#define PEL_TLM_FRAME_REFERENCE 0x02 /**< others are predicted from it */
#define PEL_TLM_FRAME_SHOWN     0x04 /**< it is displayed */
#define PEL_TLM_FRAME_SCENE_CUT 0x08 /**< the encoder saw a cut before it */
/** @} */

/* --- the image --- */

/**
 * What an image begins with. A caller of a packer fills in the fields marked "caller", of
 * which none is looked at; all others are ignored there.
 * @since 0.1; ABI 1.0
 */
typedef struct PelorusSideData {
	uint8_t magic[PELORUS_MAGIC_LEN];
	uint16_t abi_major;
	uint16_t abi_minor;
	uint32_t total_size;    /**< bytes of the image */
	uint32_t section_mask;  /**< an enum pel_section bit for each section */
	uint16_t section_count; /**< entries of the directory */
	uint16_t header_size;   /**< where the directory begins: 48 */
	uint64_t frame_pts;     /**< caller: the bits of the frame's signed timestamp */
	uint8_t plane_layout;   /**< caller: enum pel_plane_layout */
	uint8_t bit_depth;      /**< caller: of the analysed frame: 8, 10 or 12 */
	uint16_t grid_cols;     /**< caller: cells of the analysis grid, row by row */
	uint16_t grid_rows;     /**< caller */
	uint16_t _pad0;
	uint32_t producer_id;   /**< caller: PEL_FOURCC() of who wrote it */
	uint32_t _pad1;
} PelorusSideData;

/** An entry of the directory. @since 0.1; ABI 1.0 */
typedef struct PelorusSectionDir {
	uint32_t section_id;   /**< one bit of enum pel_section */
	uint32_t offset;       /**< from the start of the image, a multiple of 8 */
	uint32_t size;         /**< of the section's struct, without what fills it up */
	uint32_t struct_minor; /**< the writer's minor version */
} PelorusSectionDir;

/* --- sections --- */

/*
 * A field named *_offset and the *_size beside it are a map's place in the image and its
 * bytes, both 0 where there is none; see pel_blob_map(). "Per cell" means a value for
 * each of the header's grid_cols x grid_rows.
 */

/** (a) Where false contours are to be feared. @since 0.1; ABI 1.0 */
typedef struct PelorusBandingSection {
	float global_banding_risk;   /**< 0 to 1 */
	float flat_area_fraction;    /**< share of pixels in flat regions */
	uint32_t cell_data_offset;   /**< uint8_t per cell: risk times 255, rounded */
	uint32_t cell_data_size;
	float contour_strength_mean; /**< mean gradient of false contours */
	float dominant_band_luma;    /**< normalised luma */
} PelorusBandingSection;

/** (b) How busy the picture is. @since 0.1; ABI 1.0 */
typedef struct PelorusVarianceSection {
	float global_variance;     /**< normalised spatial activity */
	float edge_density;        /**< share of pixels on edges */
	float texture_energy;      /**< a measure of high frequencies */
	uint32_t var_cell_offset;  /**< float per cell: variance of samples in 0 to 1 */
	uint32_t var_cell_size;
	uint32_t edge_cell_offset; /**< uint8_t per cell: edge density times 255 */
	uint32_t edge_cell_size;
} PelorusVarianceSection;

/** (c) What a denoiser did. @since 0.1; ABI 1.0 */
typedef struct PelorusDenoiseSection {
	float residual_energy_y;    /**< mean absolute difference of input and output */
	float residual_energy_u;
	float residual_energy_v;
	float applied_strength;     /**< 0 to 1 */
	float noise_sigma_estimate;
	float psnr_vs_input;        /**< dB */
	uint8_t denoiser_id;
	uint8_t _pad[3];
} PelorusDenoiseSection;

/** (d) Parameters of film grain. @since 0.1; ABI 1.0 */
typedef struct PelorusFilmGrainSection {
	uint64_t seed;
	int32_t num_y_points;     /**< up to 14 */
	int32_t num_uv_points[2]; /**< Cb, Cr; up to 10 */
	int32_t scaling_shift;    /**< 8 to 11 */
	int32_t ar_coeff_lag;     /**< there are 2*lag*(lag+1) coefficients */
	int32_t ar_coeff_shift;   /**< 6 to 9 */
	int32_t grain_scale_shift;
	int32_t uv_mult[2];       /**< -128 to 127: what is coded, less 128 */
	int32_t uv_mult_luma[2];  /**< -128 to 127: what is coded, less 128 */
	int32_t uv_offset[2];     /**< -256 to 255: what is coded, less 256 */
	uint8_t apply;            /**< 1: grain should be made */
	uint8_t chroma_scaling_from_luma;
	uint8_t overlap_flag;
	uint8_t limit_output_range;
	uint8_t y_points[14][2];     /**< value and scaling */
	uint8_t uv_points[2][10][2]; /**< value and scaling, of Cb and Cr */
	int8_t ar_coeffs_y[24];
	int8_t ar_coeffs_uv[2][25];
	uint8_t grain_model;         /**< enum pel_grain_model */
	uint8_t h274_model_id;       /**< 0: by frequencies, 1: auto-regression */
	uint8_t h274_blending_mode;
	uint8_t h274_log2_scale;
	uint8_t _pad[6];
} PelorusFilmGrainSection;

/**
 * (e) Motion. The last four bytes came with ABI 1.4: they are there if the readable size
 * says so, not if they are other than 0. <pelorus/libcodec.h> has a function for that.
 * @since 0.1; ABI 1.0
 */
typedef struct PelorusMotionSection {
	float global_motion_x;         /**< mean vector, luma samples */
	float global_motion_y;
	float motion_magnitude_mean;   /**< luma samples */
	float motion_magnitude_p95;    /**< luma samples */
	float motion_entropy;
	uint32_t mv_field_offset;      /**< int16_t x, y per cell, quarter samples */
	uint32_t mv_field_size;
	uint8_t has_scene_cut;
	uint8_t _pad[3];
	uint8_t block_size_log2;       /**< a cell's edge in luma samples; 0: not said */
	uint8_t _pad1[3];
} PelorusMotionSection;

/** (f) What an encoder made of the QP it was asked for. @since 0.1; ABI 1.1 */
typedef struct PelorusQpReportSection {
	float avg_qp;               /**< in the encoder's own unit */
	float psnr_y;               /**< dB; 0 or NaN where not known */
	float psnr_u;
	float psnr_v;
	uint64_t total_bits;
	uint32_t num_intra_blocks;
	uint32_t num_inter_blocks;
	uint32_t num_skipped_blocks;
	uint32_t qp_cell_offset;    /**< int8_t per cell */
	uint32_t qp_cell_size;
	uint32_t bits_cell_offset;  /**< uint32_t per cell; nobody has written it yet */
	uint32_t bits_cell_size;
	float honored_fraction;     /**< share of frames that did as asked, 0 to 1 */
	uint8_t report_source;      /**< enum pel_qp_report_source */
	uint8_t block_size_log2;    /**< of the encoder's blocks; 4: 16x16 */
	uint8_t qp_valid;           /**< 1: there is a map of QP */
	uint8_t _pad[5];
} PelorusQpReportSection;

/** (g) How far each vector of the motion field is to be trusted. @since 0.1; ABI 1.2 */
typedef struct PelorusMotionConfSection {
	uint32_t conf_field_offset; /**< uint8_t per cell */
	uint32_t conf_field_size;
	uint8_t conf_metric;        /**< enum pel_motion_conf_metric */
	uint8_t _pad[7];
} PelorusMotionConfSection;

/** (h) How hard the frame is to encode. @since 0.1; ABI 1.3 */
typedef struct PelorusComplexitySection {
	float complexity;       /**< 0 to 1 */
	float texture_energy;   /**< 0 to 1 */
	float motion_component; /**< 0 to 1 */
	uint8_t has_scene_cut;
	uint8_t _pad[3];
} PelorusComplexitySection;

/**
 * (i) What the encoder says of a coded frame; <pelorus/telemetry.h> writes and reads it.
 * Behind each field stands its bit of present_mask. Maps lie on the encoder's own grid,
 * of map_cols x map_rows elements, whose last row and column may reach over the picture;
 * the header's grid and bit depth are not this section's.
 * @since 0.1; ABI 1.4
 */
typedef struct PelorusEncTelemetrySection {
	uint64_t present_mask;    /**< PEL_TLM_F_* */
	uint32_t display_index;   /**< 0: from 0 on, as frames are displayed */
	uint32_t decode_index;    /**< 1: from 0 on, as frames are coded */
	uint32_t frame_bytes;     /**< 2: the coded frame and its headers, no container */
	uint32_t header_bits;     /**< 3: all that is no residual */
	uint32_t residual_bits;   /**< 4: transform coefficients */
	float avg_qp;             /**< 5: mean, in qp_scale's unit */
	float avg_qp_norm;        /**< 6: the QP of H.264 with the same step */
	float psnr_y;             /**< 7: dB, finite, not negative */
	float psnr_u;             /**< 8 */
	float psnr_v;             /**< 9 */
	float ssim_y;             /**< 10: 0 to 1, not dB */
	float intra_fraction;     /**< 11: share of the luma area, 0 to 1 */
	float inter_fraction;     /**< 12: the same, without what is skipped */
	float skip_fraction;      /**< 13 */
	uint32_t qp_map_offset;   /**< 19: int16_t, QP times 4, rounded */
	uint32_t qp_map_size;
	uint32_t bits_map_offset; /**< 20: uint32_t */
	uint32_t bits_map_size;
	uint32_t mode_map_offset; /**< 21: uint8_t, enum pel_block_mode */
	uint32_t mode_map_size;
	uint16_t map_cols;        /**< with maps; 1 for rows */
	uint16_t map_rows;        /**< with maps */
	uint8_t codec;            /**< always: enum pel_tlm_codec */
	uint8_t qp_scale;         /**< with 5, 6 or 19: enum pel_qp_scale */
	uint8_t picture_type;     /**< 14: enum pel_picture_type */
	uint8_t frame_flags;      /**< 15 to 18: PEL_TLM_FRAME_* */
	uint8_t granularity;      /**< always: enum pel_tlm_granularity */
	uint8_t block_size_log2;  /**< with maps: 2 to 7, of an element's edge */
	uint8_t coded_bit_depth;  /**< 22: 8, 10 or 12 */
	uint8_t metric_source;    /**< with 7 to 10: enum pel_tlm_metric_source */
	uint8_t adapter;          /**< always: enum pel_tlm_adapter */
	uint8_t _pad[3];
} PelorusEncTelemetrySection;

/**
 * (j) Which encode record describes the stream; <pelorus/encode_record.h> makes them. It
 * is in the first frame's blob at least, and the first valid one counts. Only the digest
 * and the place of the text travel, never the text.
 * @since 0.1; ABI 1.4
 */
typedef struct PelorusEncodeRecordSection {
	uint8_t digest[32];      /**< SHA-256 of the canonical text */
	uint32_t locator_offset; /**< UTF-8 in the image, without a NUL */
	uint32_t locator_size;   /**< up to PEL_ENCODE_RECORD_LOCATOR_MAX; 0: none */
	uint8_t digest_alg;      /**< enum pel_digest_alg */
	uint8_t locator_kind;    /**< enum pel_locator_kind */
	uint8_t record_major;    /**< PEL_ENCODE_RECORD_MAJOR */
	uint8_t _pad[5];
} PelorusEncodeRecordSection;

/* --- packing and parsing --- */

/** A section to pack. @since 0.1; ABI 1.0 */
typedef struct PelorusPackSection {
	enum pel_section id; /**< one bit */
	const void *data;    /**< its bytes */
	uint32_t size;       /**< of them; also less or more than the struct here has */
} PelorusPackSection;

/**
 * Pack sections into a new blob, in the order of the list.
 *
 * The list is checked as a whole before a byte of a section is read.
 *
 * @param meta its fields marked "caller" go into the header
 * @param sections nb of them; may be NULL with nb 0: a blob that is a header only
 * @param nb up to 32
 * @param out_blob the blob, for the caller to give to pel_blob_free(); NULL on failure
 * @param out_len its bytes; 0 on failure
 * @return PEL_OK; PEL_ERR_INVALID (an output is NULL: then nothing is written; meta is
 *         NULL; nb is negative, or there is no list; a section without bytes, or twice);
 *         PEL_ERR_RANGE (nb above 32; an id that is not one known bit; more than 4 GiB);
 *         PEL_ERR_NOMEM
 * @note any thread
 * @since 0.1; ABI 1.0
 */
pel_result pel_blob_pack(const PelorusSideData *meta, const PelorusPackSection *sections,
			 int nb, uint8_t **out_blob, size_t *out_len);

/** Release what pel_blob_pack() made, or NULL. @note any thread @since 0.1; ABI 1.0 */
void pel_blob_free(uint8_t *blob);

/**
 * The same into the caller's buffer, byte for byte, without an allocation.
 *
 * @param buf cap bytes; NULL with cap 0 asks for the length
 * @param out_len the bytes that the blob needs, with PEL_OK and where the buffer is too
 *        short; 0 with every other failure
 * @return as pel_blob_pack(), but PEL_ERR_NOMEM; besides PEL_ERR_INVALID (buf is NULL and
 *         cap isn't 0) and PEL_ERR_RANGE (the buffer is too short, and left alone). Bytes
 *         behind the blob are never written.
 * @note any thread
 * @since 0.1; ABI 1.4
 */
pel_result pel_blob_pack_into(const PelorusSideData *meta,
			      const PelorusPackSection *sections, int nb, uint8_t *buf,
			      size_t cap, size_t *out_len);

/**
 * Find a section. All lengths are held against @p len before they are used; the blob may
 * lie at any address.
 *
 * @param blob len bytes from the UUID on; more than the blob has are fine
 * @param sec one section
 * @param consumer_known_size of the struct that the caller knows
 * @param out_ptr the section in the blob, aligned to 8 if the blob is; NULL on failure
 * @param out_size the bytes that may be read there: the smaller of the section's size and
 *        consumer_known_size, which may be 0; 0 on failure
 * @return PEL_OK; PEL_ERR_INVALID (a NULL); PEL_ERR_ABSENT (no blob, by its UUID and
 *         magic or since it is below 64 bytes; or there is no such section); PEL_ERR_ABI
 *         (another major version, or something at an odd place); PEL_ERR_TRUNCATED (it,
 *         its directory or the section goes on behind len). Of several entries the first
 *         one counts, and none whose bit the header hasn't got.
 * @note any thread
 * @since 0.1; ABI 1.0
 */
pel_result pel_blob_find_section(const uint8_t *blob, size_t len, enum pel_section sec,
				 size_t consumer_known_size, const void **out_ptr,
				 size_t *out_size);

/**
 * Whether that is a blob, by its first 64 bytes: UUID, magic and major version.
 * @param blob may be NULL
 * @return 1 or 0
 * @note any thread
 * @since 0.1; ABI 1.0
 */
int pel_blob_is_present(const uint8_t *blob, size_t len);

/**
 * Find a map or a locator by what a section says of it: its place, its bytes, and what
 * those should be. The image ends where its header says, not with @p len.
 *
 * @param offset,size as the section has them
 * @param elem_count,elem_size elements and bytes of one; their product must be size
 * @param out_ptr the map in the blob, aligned to 8 if the blob is; NULL on failure
 * @return PEL_OK; PEL_ERR_INVALID (a NULL, or a 0 in the last two numbers);
 *         PEL_ERR_ABSENT, PEL_ERR_TRUNCATED and PEL_ERR_ABI as pel_blob_find_section()
 *         for the header; PEL_ERR_ABI (another size, an offset that is no multiple of 8,
 *         or one in the header or the directory); PEL_ERR_TRUNCATED (it goes on behind
 *         the image)
 * @note any thread
 * @since 0.1; ABI 1.4
 */
pel_result pel_blob_map(const uint8_t *blob, size_t len, uint32_t offset, uint32_t size,
			uint32_t elem_count, uint32_t elem_size, const void **out_ptr);

/**
 * The digest of an encode record as text, "sha256:" and 64 digits in lower case.
 *
 * @param s an aligned copy of the section
 * @param got the readable bytes of it
 * @param out cap bytes; left alone on failure
 * @param cap at least PEL_DIGEST_TEXT_SIZE
 * @return PEL_OK; PEL_ERR_INVALID (a NULL; got below 48; an algorithm that is not
 *         SHA-256); PEL_ERR_RANGE (cap is too small)
 * @note any thread
 * @since 0.1; ABI 1.4
 */
pel_result pel_encode_record_digest_text(const PelorusEncodeRecordSection *s, size_t got,
					 char *out, size_t cap);

/* --- QP reports --- */

/** What an encoder says of a frame. Not a part of blobs. @since 0.1; ABI 1.1 */
typedef struct PelorusQpReportInput {
	const int8_t *block_qp;  /**< blk_cols x blk_rows, row by row; NULL: none */
	uint16_t blk_cols, blk_rows;
	uint8_t block_size_log2; /**< of a block's edge */
	uint8_t report_source;   /**< enum pel_qp_report_source */
	uint8_t _pad[2];
	float avg_qp;
	float psnr_y, psnr_u, psnr_v;
	uint64_t total_bits;
	uint32_t num_intra_blocks, num_inter_blocks, num_skipped_blocks;
} PelorusQpReportInput;

/** A row of x265's CSV file. Not a part of blobs. @since 0.1; ABI 1.1 */
typedef struct PelorusX265Frame {
	int32_t poc;
	float qp;
	uint64_t bits;
	float psnr_y, psnr_u, psnr_v; /**< dB; 0 where there is none */
	char slice_type;              /**< 'I', 'P' or 'B'; '?' without such a column */
} PelorusX265Frame;

/**
 * Make a QP report of what the hardware says, with the QP of its blocks folded to the
 * grid: each cell gets the mean of the blocks that lie in it, rounded towards 0, or of
 * the one block that it lies in.
 *
 * @param grid_cols,grid_rows not 0
 * @param out_section all of it is written; with a map qp_valid is 1, qp_cell_size its
 *        bytes, and qp_cell_offset, which is 0, is for the caller who appends the map
 * @param qp_cell_out grid_cols x grid_rows; NULL: no map
 * @param qp_cell_cap elements of that
 * @return PEL_OK, also where there are no blocks, and then no map; PEL_ERR_INVALID (a
 *         NULL, or no grid: nothing is written); PEL_ERR_RANGE (no room for the map,
 *         which is left alone; out_section has all else)
 * @note any thread
 * @since 0.1; ABI 1.1
 */
pel_result pel_qp_report_from_blocks(const PelorusQpReportInput *in, uint16_t grid_cols,
				     uint16_t grid_rows,
				     PelorusQpReportSection *out_section,
				     int8_t *qp_cell_out, size_t qp_cell_cap);

/**
 * Read the frames of a CSV file by x265, with the columns Type, POC, QP, Bits, "Y PSNR",
 * "U PSNR" and "V PSNR" as far as it has them; QP and Bits it must have.
 *
 * It takes what it gets: a number that is none reads as 0, and that a row has as many
 * fields as the head is not checked. The telemetry adapter for these files is strict.
 *
 * @param path of the file, in the bytes of the file system
 * @param out_frames cap of them
 * @param cap not 0
 * @param out_count how many were read, on failure too; left alone with PEL_ERR_INVALID
 * @return PEL_OK, also with no frame; PEL_ERR_INVALID (a NULL, or cap is 0);
 *         PEL_ERR_ABSENT (the file can't be opened, is empty or lacks a column);
 *         PEL_ERR_RANGE (there are more than cap frames); PEL_ERR_TRUNCATED (a read
 *         failed)
 * @note any thread; it opens the file and reads to its end
 * @since 0.1; ABI 1.1
 */
pel_result pel_x265_csv_parse(const char *path, PelorusX265Frame *out_frames, size_t cap,
			      size_t *out_count);

/**
 * Make a QP report of a run of frames: means that are weighted with the frames' bits, and
 * whether the encoder followed the QP that it was asked for.
 *
 * A frame did as asked if its QP and the one asked for are off their means to the same
 * side, both by 0.25 or more, or both by less.
 *
 * @param nb not 0
 * @param requested_qp nb of them; NULL: honored_fraction is 0
 * @param out_section all of it is written; without a map
 * @return PEL_OK; PEL_ERR_INVALID (a NULL, or no frame); PEL_ERR_RANGE (the sum of the
 *         bits does not fit)
 * @note any thread
 * @since 0.1; ABI 1.1
 */
pel_result pel_qp_report_from_x265_frames(const PelorusX265Frame *frames, size_t nb,
					  const float *requested_qp,
					  PelorusQpReportSection *out_section);

#ifdef __cplusplus
}
#endif

/* --- layout: what a compiler makes of the structs is what the ABI says --- */

/* Where the language has no assertions they declare a struct that nobody has. */
#if defined(__cplusplus) && __cplusplus >= 201103L
#define PELORUS_ASSERT_(expr) static_assert(expr, #expr)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define PELORUS_ASSERT_(expr) _Static_assert(expr, #expr)
#else
#define PELORUS_ASSERT_(expr) struct pelorus_layout_is_not_checked_
#endif
#define PELORUS_SIZE_(type, size) PELORUS_ASSERT_(sizeof(type) == (size))
#define PELORUS_AT_(type, member, at) PELORUS_ASSERT_(offsetof(type, member) == (at))

PELORUS_SIZE_(PelorusSideData, 48);
PELORUS_AT_(PelorusSideData, magic, 0);
PELORUS_AT_(PelorusSideData, abi_major, 8);
PELORUS_AT_(PelorusSideData, abi_minor, 10);
PELORUS_AT_(PelorusSideData, total_size, 12);
PELORUS_AT_(PelorusSideData, section_mask, 16);
PELORUS_AT_(PelorusSideData, section_count, 20);
PELORUS_AT_(PelorusSideData, header_size, 22);
PELORUS_AT_(PelorusSideData, frame_pts, 24);
PELORUS_AT_(PelorusSideData, plane_layout, 32);
PELORUS_AT_(PelorusSideData, bit_depth, 33);
PELORUS_AT_(PelorusSideData, grid_cols, 34);
PELORUS_AT_(PelorusSideData, grid_rows, 36);
PELORUS_AT_(PelorusSideData, _pad0, 38);
PELORUS_AT_(PelorusSideData, producer_id, 40);
PELORUS_AT_(PelorusSideData, _pad1, 44);

PELORUS_SIZE_(PelorusSectionDir, 16);
PELORUS_AT_(PelorusSectionDir, section_id, 0);
PELORUS_AT_(PelorusSectionDir, offset, 4);
PELORUS_AT_(PelorusSectionDir, size, 8);
PELORUS_AT_(PelorusSectionDir, struct_minor, 12);

PELORUS_SIZE_(PelorusBandingSection, 24);
PELORUS_AT_(PelorusBandingSection, global_banding_risk, 0);
PELORUS_AT_(PelorusBandingSection, flat_area_fraction, 4);
PELORUS_AT_(PelorusBandingSection, cell_data_offset, 8);
PELORUS_AT_(PelorusBandingSection, cell_data_size, 12);
PELORUS_AT_(PelorusBandingSection, contour_strength_mean, 16);
PELORUS_AT_(PelorusBandingSection, dominant_band_luma, 20);

PELORUS_SIZE_(PelorusVarianceSection, 28);
PELORUS_AT_(PelorusVarianceSection, global_variance, 0);
PELORUS_AT_(PelorusVarianceSection, edge_density, 4);
PELORUS_AT_(PelorusVarianceSection, texture_energy, 8);
PELORUS_AT_(PelorusVarianceSection, var_cell_offset, 12);
PELORUS_AT_(PelorusVarianceSection, var_cell_size, 16);
PELORUS_AT_(PelorusVarianceSection, edge_cell_offset, 20);
PELORUS_AT_(PelorusVarianceSection, edge_cell_size, 24);

PELORUS_SIZE_(PelorusDenoiseSection, 28);
PELORUS_AT_(PelorusDenoiseSection, residual_energy_y, 0);
PELORUS_AT_(PelorusDenoiseSection, residual_energy_u, 4);
PELORUS_AT_(PelorusDenoiseSection, residual_energy_v, 8);
PELORUS_AT_(PelorusDenoiseSection, applied_strength, 12);
PELORUS_AT_(PelorusDenoiseSection, noise_sigma_estimate, 16);
PELORUS_AT_(PelorusDenoiseSection, psnr_vs_input, 20);
PELORUS_AT_(PelorusDenoiseSection, denoiser_id, 24);
PELORUS_AT_(PelorusDenoiseSection, _pad, 25);

PELORUS_SIZE_(PelorusFilmGrainSection, 216);
PELORUS_AT_(PelorusFilmGrainSection, seed, 0);
PELORUS_AT_(PelorusFilmGrainSection, num_y_points, 8);
PELORUS_AT_(PelorusFilmGrainSection, num_uv_points, 12);
PELORUS_AT_(PelorusFilmGrainSection, scaling_shift, 20);
PELORUS_AT_(PelorusFilmGrainSection, ar_coeff_lag, 24);
PELORUS_AT_(PelorusFilmGrainSection, ar_coeff_shift, 28);
PELORUS_AT_(PelorusFilmGrainSection, grain_scale_shift, 32);
PELORUS_AT_(PelorusFilmGrainSection, uv_mult, 36);
PELORUS_AT_(PelorusFilmGrainSection, uv_mult_luma, 44);
PELORUS_AT_(PelorusFilmGrainSection, uv_offset, 52);
PELORUS_AT_(PelorusFilmGrainSection, apply, 60);
PELORUS_AT_(PelorusFilmGrainSection, chroma_scaling_from_luma, 61);
PELORUS_AT_(PelorusFilmGrainSection, overlap_flag, 62);
PELORUS_AT_(PelorusFilmGrainSection, limit_output_range, 63);
PELORUS_AT_(PelorusFilmGrainSection, y_points, 64);
PELORUS_AT_(PelorusFilmGrainSection, uv_points, 92);
PELORUS_AT_(PelorusFilmGrainSection, ar_coeffs_y, 132);
PELORUS_AT_(PelorusFilmGrainSection, ar_coeffs_uv, 156);
PELORUS_AT_(PelorusFilmGrainSection, grain_model, 206);
PELORUS_AT_(PelorusFilmGrainSection, h274_model_id, 207);
PELORUS_AT_(PelorusFilmGrainSection, h274_blending_mode, 208);
PELORUS_AT_(PelorusFilmGrainSection, h274_log2_scale, 209);
PELORUS_AT_(PelorusFilmGrainSection, _pad, 210);

PELORUS_SIZE_(PelorusMotionSection, 36);
PELORUS_AT_(PelorusMotionSection, global_motion_x, 0);
PELORUS_AT_(PelorusMotionSection, global_motion_y, 4);
PELORUS_AT_(PelorusMotionSection, motion_magnitude_mean, 8);
PELORUS_AT_(PelorusMotionSection, motion_magnitude_p95, 12);
PELORUS_AT_(PelorusMotionSection, motion_entropy, 16);
PELORUS_AT_(PelorusMotionSection, mv_field_offset, 20);
PELORUS_AT_(PelorusMotionSection, mv_field_size, 24);
PELORUS_AT_(PelorusMotionSection, has_scene_cut, 28);
PELORUS_AT_(PelorusMotionSection, _pad, 29);
PELORUS_AT_(PelorusMotionSection, block_size_log2, 32);
PELORUS_AT_(PelorusMotionSection, _pad1, 33);

PELORUS_SIZE_(PelorusQpReportSection, 64);
PELORUS_AT_(PelorusQpReportSection, avg_qp, 0);
PELORUS_AT_(PelorusQpReportSection, psnr_y, 4);
PELORUS_AT_(PelorusQpReportSection, psnr_u, 8);
PELORUS_AT_(PelorusQpReportSection, psnr_v, 12);
PELORUS_AT_(PelorusQpReportSection, total_bits, 16);
PELORUS_AT_(PelorusQpReportSection, num_intra_blocks, 24);
PELORUS_AT_(PelorusQpReportSection, num_inter_blocks, 28);
PELORUS_AT_(PelorusQpReportSection, num_skipped_blocks, 32);
PELORUS_AT_(PelorusQpReportSection, qp_cell_offset, 36);
PELORUS_AT_(PelorusQpReportSection, qp_cell_size, 40);
PELORUS_AT_(PelorusQpReportSection, bits_cell_offset, 44);
PELORUS_AT_(PelorusQpReportSection, bits_cell_size, 48);
PELORUS_AT_(PelorusQpReportSection, honored_fraction, 52);
PELORUS_AT_(PelorusQpReportSection, report_source, 56);
PELORUS_AT_(PelorusQpReportSection, block_size_log2, 57);
PELORUS_AT_(PelorusQpReportSection, qp_valid, 58);
PELORUS_AT_(PelorusQpReportSection, _pad, 59);

PELORUS_SIZE_(PelorusMotionConfSection, 16);
PELORUS_AT_(PelorusMotionConfSection, conf_field_offset, 0);
PELORUS_AT_(PelorusMotionConfSection, conf_field_size, 4);
PELORUS_AT_(PelorusMotionConfSection, conf_metric, 8);
PELORUS_AT_(PelorusMotionConfSection, _pad, 9);

PELORUS_SIZE_(PelorusComplexitySection, 16);
PELORUS_AT_(PelorusComplexitySection, complexity, 0);
PELORUS_AT_(PelorusComplexitySection, texture_energy, 4);
PELORUS_AT_(PelorusComplexitySection, motion_component, 8);
PELORUS_AT_(PelorusComplexitySection, has_scene_cut, 12);
PELORUS_AT_(PelorusComplexitySection, _pad, 13);

PELORUS_SIZE_(PelorusEncTelemetrySection, 104);
PELORUS_AT_(PelorusEncTelemetrySection, present_mask, 0);
PELORUS_AT_(PelorusEncTelemetrySection, display_index, 8);
PELORUS_AT_(PelorusEncTelemetrySection, decode_index, 12);
PELORUS_AT_(PelorusEncTelemetrySection, frame_bytes, 16);
PELORUS_AT_(PelorusEncTelemetrySection, header_bits, 20);
PELORUS_AT_(PelorusEncTelemetrySection, residual_bits, 24);
PELORUS_AT_(PelorusEncTelemetrySection, avg_qp, 28);
PELORUS_AT_(PelorusEncTelemetrySection, avg_qp_norm, 32);
PELORUS_AT_(PelorusEncTelemetrySection, psnr_y, 36);
PELORUS_AT_(PelorusEncTelemetrySection, psnr_u, 40);
PELORUS_AT_(PelorusEncTelemetrySection, psnr_v, 44);
PELORUS_AT_(PelorusEncTelemetrySection, ssim_y, 48);
PELORUS_AT_(PelorusEncTelemetrySection, intra_fraction, 52);
PELORUS_AT_(PelorusEncTelemetrySection, inter_fraction, 56);
PELORUS_AT_(PelorusEncTelemetrySection, skip_fraction, 60);
PELORUS_AT_(PelorusEncTelemetrySection, qp_map_offset, 64);
PELORUS_AT_(PelorusEncTelemetrySection, qp_map_size, 68);
PELORUS_AT_(PelorusEncTelemetrySection, bits_map_offset, 72);
PELORUS_AT_(PelorusEncTelemetrySection, bits_map_size, 76);
PELORUS_AT_(PelorusEncTelemetrySection, mode_map_offset, 80);
PELORUS_AT_(PelorusEncTelemetrySection, mode_map_size, 84);
PELORUS_AT_(PelorusEncTelemetrySection, map_cols, 88);
PELORUS_AT_(PelorusEncTelemetrySection, map_rows, 90);
PELORUS_AT_(PelorusEncTelemetrySection, codec, 92);
PELORUS_AT_(PelorusEncTelemetrySection, qp_scale, 93);
PELORUS_AT_(PelorusEncTelemetrySection, picture_type, 94);
PELORUS_AT_(PelorusEncTelemetrySection, frame_flags, 95);
PELORUS_AT_(PelorusEncTelemetrySection, granularity, 96);
PELORUS_AT_(PelorusEncTelemetrySection, block_size_log2, 97);
PELORUS_AT_(PelorusEncTelemetrySection, coded_bit_depth, 98);
PELORUS_AT_(PelorusEncTelemetrySection, metric_source, 99);
PELORUS_AT_(PelorusEncTelemetrySection, adapter, 100);
PELORUS_AT_(PelorusEncTelemetrySection, _pad, 101);

PELORUS_SIZE_(PelorusEncodeRecordSection, 48);
PELORUS_AT_(PelorusEncodeRecordSection, digest, 0);
PELORUS_AT_(PelorusEncodeRecordSection, locator_offset, 32);
PELORUS_AT_(PelorusEncodeRecordSection, locator_size, 36);
PELORUS_AT_(PelorusEncodeRecordSection, digest_alg, 40);
PELORUS_AT_(PelorusEncodeRecordSection, locator_kind, 41);
PELORUS_AT_(PelorusEncodeRecordSection, record_major, 42);
PELORUS_AT_(PelorusEncodeRecordSection, _pad, 43);

#undef PELORUS_AT_
#undef PELORUS_SIZE_
#undef PELORUS_ASSERT_

/* This one in any language, since arrays of it are passed. */
typedef char pelorus_x265_frame_size_[sizeof(PelorusX265Frame) == 32 ? 1 : -1];

#endif
