/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * <libcodec/codec.h>: the words every other header uses, and the context.
 *
 * Conventions of the whole API
 *
 * - Functions return 0 (or a count) on success and a negative errno on failure:
 *
 *     -EOPNOTSUPP  well formed, but outside of what any backend here decodes
 *     -EBADMSG     the stream is corrupt or ends too early
 *     -ENOSPC      the picture does not fit the image's memory
 *     -EFBIG       the picture or a segment is over a limit of the decoder
 *     -EINVAL      the caller broke the contract (NULL, unknown value, wrong state)
 *     -E2BIG       a struct is longer than this library knows and its tail is not zero
 *     -ENODEV      no usable backend (or not the one that was asked for)
 *     -ETIMEDOUT   the deadline passed
 *     -ENOMEM      memory
 *     -EACCES      the image's memory may not be accessed so by the CPU
 *     -EBUSY       the object is in use (an image that is mapped)
 *     -ENOENT      an index is past the end
 *     -ECHILD      a hardware session, or the descriptor of events, after fork()
 *
 *   The why is never in text alone: libcodec_decoder_get_result() has it typed.
 * - Outputs are named ret_* and are written on success only.
 * - Structs that cross the boundary begin with struct_size, which the caller sets to
 *   sizeof. A shorter one is filled up with zeros, a longer one is taken when what this
 *   library does not know is zero, else -E2BIG. Zero always means "the default".
 * - Objects are reference-counted. _unref(NULL) is fine; _unref() returns NULL.
 * - Threads: a context may be used from any thread. Images and decoders belong to one
 *   thread at a time; different ones may be used in parallel.
 * - The library prints nothing unless asked (libcodec_context_set_log, LIBCODEC_DEBUG),
 *   starts no thread and keeps nothing global between contexts.
 */
#ifndef LIBCODEC_CODEC_H
#define LIBCODEC_CODEC_H

#include <stddef.h>
#include <stdint.h>

#include <libcodec/version.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A FourCC as DRM and V4L2 write it: the first character in the lowest byte. */
#define LIBCODEC_FOURCC(a, b, c, d)                                                      \
	((uint32_t)(a) | ((uint32_t)(b) << 8) | ((uint32_t)(c) << 16) |                  \
	 ((uint32_t)(d) << 24))

/**
 * @name Pixel formats
 *
 * The values are DRM's (drm_fourcc.h). Mind DRM's naming of packed RGB, which counts
 * from the most significant byte of a little-endian word: R, G, B in memory is BGR888.
 * @since 0.1
 * @{
 */
/** One plane of luma (DRM R8). */
#define LIBCODEC_FORMAT_GREY LIBCODEC_FOURCC('R', '8', ' ', ' ')
/** Y plane, then Cb, Cr pairs for every 2x2 pixels. */
#define LIBCODEC_FORMAT_NV12 LIBCODEC_FOURCC('N', 'V', '1', '2')
/** Y plane, then Cb, Cr pairs for every 2x1 pixels. */
#define LIBCODEC_FORMAT_NV16 LIBCODEC_FOURCC('N', 'V', '1', '6')
/** Y plane, then a Cb, Cr pair for each pixel. */
#define LIBCODEC_FORMAT_NV24 LIBCODEC_FOURCC('N', 'V', '2', '4')
/** R, G, B in memory, packed (DRM BGR888). */
#define LIBCODEC_FORMAT_RGB LIBCODEC_FOURCC('B', 'G', '2', '4')
/** R, G, B, A in memory, packed (DRM ABGR8888). */
#define LIBCODEC_FORMAT_RGBA LIBCODEC_FOURCC('A', 'B', '2', '4')
/** @} */

/** @name Element types of a sample. Zero is u8. @since 0.1 @{ */
#define LIBCODEC_DTYPE_U8  0u
#define LIBCODEC_DTYPE_U16 1u
#define LIBCODEC_DTYPE_I8  2u
#define LIBCODEC_DTYPE_I16 3u
#define LIBCODEC_DTYPE_F32 4u
/** @} */

/** @name Codecs. @since 0.1 @{ */
#define LIBCODEC_CODEC_JPEG LIBCODEC_FOURCC('J', 'P', 'E', 'G')
#define LIBCODEC_CODEC_PNG  LIBCODEC_FOURCC('P', 'N', 'G', ' ')
/** @} */

/** @name Memory kinds. Zero is AUTO. @since 0.1 @{ */
#define LIBCODEC_MEMORY_AUTO   0u /**< the library chooses */
#define LIBCODEC_MEMORY_HOST   1u /**< plain memory of this process */
#define LIBCODEC_MEMORY_DMABUF 2u /**< a dma-buf */
#define LIBCODEC_MEMORY_CUDA   3u /**< device memory; reserved, not delivered by 0.1 */
/** One memory kind as a bit of a mask. */
#define LIBCODEC_MEMORY_BIT(kind) (1u << (kind))
/** @} */

/** @name What the CPU does with memory, or its owner lets it do. Zero is both. @since 0.1 @{ */
#define LIBCODEC_ACCESS_BOTH  0u
#define LIBCODEC_ACCESS_READ  1u
#define LIBCODEC_ACCESS_WRITE 2u
#define LIBCODEC_ACCESS_NONE  3u
/** @} */

/**
 * @name Coded processes
 *
 * How a stream is coded: for JPEG the T.81 table B.1 frame types, one bit each in
 * capability masks.
 * @since 0.1
 * @{
 */
#define LIBCODEC_PROCESS_UNKNOWN      0u
#define LIBCODEC_PROCESS_BASELINE     1u /**< JPEG SOF0 */
#define LIBCODEC_PROCESS_EXTENDED     2u /**< JPEG SOF1, Huffman */
#define LIBCODEC_PROCESS_PROGRESSIVE  3u /**< JPEG SOF2, Huffman */
#define LIBCODEC_PROCESS_LOSSLESS     4u /**< JPEG SOF3 */
#define LIBCODEC_PROCESS_HIERARCHICAL 5u /**< JPEG SOF5, 6, 7 and DHP */
#define LIBCODEC_PROCESS_ARITHMETIC   6u /**< JPEG SOF9 to 11 and 13 to 15 */
#define LIBCODEC_PROCESS_JPEG_LS      7u /**< FFF7, T.87 */
#define LIBCODEC_PROCESS_PNG          8u
#define LIBCODEC_PROCESS_BIT(process) (1u << (process))
/** @} */

/**
 * @name Chroma samplings
 *
 * By ratio of luma to chroma, not by the raw factors: 2x2,1x2,1x2 is 4:2:2.
 * @since 0.1
 * @{
 */
#define LIBCODEC_SAMPLING_UNKNOWN 0u
#define LIBCODEC_SAMPLING_400     1u /**< luma alone */
#define LIBCODEC_SAMPLING_444     2u
#define LIBCODEC_SAMPLING_422     3u /**< chroma at half width */
#define LIBCODEC_SAMPLING_420     4u /**< chroma at half width and half height */
#define LIBCODEC_SAMPLING_440     5u /**< chroma at half height */
#define LIBCODEC_SAMPLING_411     6u /**< chroma at a quarter of the width */
#define LIBCODEC_SAMPLING_410     7u /**< chroma at a quarter of the width, half height */
#define LIBCODEC_SAMPLING_OTHER   8u /**< any other whole ratio, Cb and Cr alike */
#define LIBCODEC_SAMPLING_MIXED   9u /**< Cb and Cr sampled differently */
#define LIBCODEC_SAMPLING_BIT(sampling) (1u << (sampling))
/** @} */

/**
 * @name Features that a backend may lack
 *
 * What a result of -EOPNOTSUPP or a limit names. libcodec_result.detail is its number.
 * Callers must expect values that they don't know.
 * @since 0.1
 * @{
 */
#define LIBCODEC_FEATURE_NONE         0u
#define LIBCODEC_FEATURE_PROGRESSIVE  1u
#define LIBCODEC_FEATURE_EXTENDED     2u
#define LIBCODEC_FEATURE_ARITHMETIC   3u
#define LIBCODEC_FEATURE_LOSSLESS     4u
#define LIBCODEC_FEATURE_HIERARCHICAL 5u
#define LIBCODEC_FEATURE_PRECISION    6u  /**< detail: bits per sample */
#define LIBCODEC_FEATURE_COMPONENTS   7u  /**< detail: number of components */
#define LIBCODEC_FEATURE_SUBSAMPLING  8u
#define LIBCODEC_FEATURE_DTYPE        9u  /**< detail: LIBCODEC_DTYPE_* */
#define LIBCODEC_FEATURE_JPEG_LS      10u
#define LIBCODEC_FEATURE_DNL          11u /**< the height comes after the first scan */
#define LIBCODEC_FEATURE_COLOURSPACE  12u /**< samples are not Y, Cb, Cr (or grey) */
#define LIBCODEC_FEATURE_FORMAT       13u /**< no such output format */
#define LIBCODEC_FEATURE_MEMORY       14u /**< detail: LIBCODEC_MEMORY_* */
#define LIBCODEC_FEATURE_CODEC        15u /**< a file that is no JPEG and no PNG */
#define LIBCODEC_FEATURE_WIDTH        16u /**< over a limit; detail: the width */
#define LIBCODEC_FEATURE_HEIGHT       17u /**< over a limit; detail: the height */
#define LIBCODEC_FEATURE_PIXELS       18u /**< over a limit; detail: pixels, saturated */
#define LIBCODEC_FEATURE_SEGMENT      19u /**< over a limit; detail: bytes */
#define LIBCODEC_FEATURE_MULTI_SCAN   20u /**< detail: bytes of scratch it takes, or 0 */
/** @} */

/**
 * @name Verdicts
 *
 * What a backend says of one frame; the table of the manual's section 5.
 * @since 0.1
 * @{
 */
#define LIBCODEC_VERDICT_NONE           0u /**< no backend was asked */
#define LIBCODEC_VERDICT_DONE           1u /**< delivered */
#define LIBCODEC_VERDICT_NOT_APPLICABLE 2u /**< outside my capabilities; dest. untouched */
#define LIBCODEC_VERDICT_FALLBACK       3u /**< should have worked; dest. may be dirty */
#define LIBCODEC_VERDICT_CORRUPT        4u /**< the stream is broken, I think */
#define LIBCODEC_VERDICT_FATAL          5u /**< the caller's error; dest. untouched */
/** @} */

/**
 * @name Reasons
 *
 * Why a backend was passed over, one bit each. Matching sets them from capability
 * records; a backend's own NOT_APPLICABLE may set them too.
 * @since 0.1
 * @{
 */
#define LIBCODEC_REASON_CODEC       (UINT64_C(1) << 0)
#define LIBCODEC_REASON_PROCESS     (UINT64_C(1) << 1)
#define LIBCODEC_REASON_SUBSAMPLING (UINT64_C(1) << 2)
#define LIBCODEC_REASON_DEPTH       (UINT64_C(1) << 3)
#define LIBCODEC_REASON_COMPONENTS  (UINT64_C(1) << 4)
#define LIBCODEC_REASON_SIZE        (UINT64_C(1) << 5)
#define LIBCODEC_REASON_ALIGN_PITCH (UINT64_C(1) << 6)
#define LIBCODEC_REASON_ALIGN_OFFSET (UINT64_C(1) << 7)
#define LIBCODEC_REASON_MEMORY      (UINT64_C(1) << 8)
#define LIBCODEC_REASON_FORMAT      (UINT64_C(1) << 9)
#define LIBCODEC_REASON_DTYPE       (UINT64_C(1) << 10)
#define LIBCODEC_REASON_COLOURSPACE (UINT64_C(1) << 11)
#define LIBCODEC_REASON_POLICY      (UINT64_C(1) << 12)
#define LIBCODEC_REASON_OPT_OUT     (UINT64_C(1) << 13)
#define LIBCODEC_REASON_BREAKER     (UINT64_C(1) << 14)
#define LIBCODEC_REASON_GONE        (UINT64_C(1) << 15)
#define LIBCODEC_REASON_PERMISSION  (UINT64_C(1) << 16)
#define LIBCODEC_REASON_BUSY        (UINT64_C(1) << 17)
#define LIBCODEC_REASON_SCANS       (UINT64_C(1) << 18)
#define LIBCODEC_REASON_REFUSED     (UINT64_C(1) << 19) /**< the plugin did not load */
#define LIBCODEC_REASON_NO_DEVICE   (UINT64_C(1) << 20) /**< none that it would take */
#define LIBCODEC_REASON_DEADLINE    (UINT64_C(1) << 21) /**< overstayed its deadline */
/** Says CORRUPT, but may be to blame itself: so it is where another backend delivers. */
#define LIBCODEC_REASON_SUSPECT     (UINT64_C(1) << 22)
/** @} */

/** @name Stages at which a frame can fail. @since 0.1 @{ */
#define LIBCODEC_STAGE_NONE      0u
#define LIBCODEC_STAGE_DETECT    1u /**< the magic bytes */
#define LIBCODEC_STAGE_HEADER    2u /**< markers or chunks before the samples */
#define LIBCODEC_STAGE_RESOLVE   3u /**< output format, dtype, limits */
#define LIBCODEC_STAGE_CONFIGURE 4u /**< the image's capacity and strides */
#define LIBCODEC_STAGE_SELECT    5u /**< candidates */
#define LIBCODEC_STAGE_OPEN      6u /**< a backend's session */
#define LIBCODEC_STAGE_DECODE    7u /**< the samples */
/** @} */

/** @name Stages at which a plugin can be refused. @since 0.1 @{ */
#define LIBCODEC_PLUGIN_STAGE_MANIFEST   1u
#define LIBCODEC_PLUGIN_STAGE_FILE       2u /**< not there, or not to be trusted */
#define LIBCODEC_PLUGIN_STAGE_LOAD       3u /**< the dynamic linker said no */
#define LIBCODEC_PLUGIN_STAGE_ENTRY      4u /**< no entry symbol, or it returned NULL */
#define LIBCODEC_PLUGIN_STAGE_DESCRIPTOR 5u /**< magic, version, size, name, slots */
#define LIBCODEC_PLUGIN_STAGE_INIT       6u
#define LIBCODEC_PLUGIN_STAGE_CAPS       7u
/** @} */

/** @name States of a plugin. @since 0.1 @{ */
#define LIBCODEC_PLUGIN_KNOWN   0u /**< a manifest says so; not loaded yet */
#define LIBCODEC_PLUGIN_READY   1u
#define LIBCODEC_PLUGIN_REFUSED 2u
#define LIBCODEC_PLUGIN_MASKED  3u /**< its manifest is a link to /dev/null */
#define LIBCODEC_PLUGIN_DENIED  4u /**< the policy or a filter doesn't let it be used */
/** @} */

/**
 * @name States of a device
 *
 * Of one device with one plugin: a device that several plugins take has one for each.
 * @since 0.1
 * @{
 */
#define LIBCODEC_DEVICE_READY     1u /**< the plugin took it; frames go there */
#define LIBCODEC_DEVICE_NO_ACCESS 2u /**< may not be opened; watched until it may */
#define LIBCODEC_DEVICE_FAILED    3u /**< the plugin failed on it; tried again later */
#define LIBCODEC_DEVICE_SUSPENDED 4u /**< its breaker is open; see retry_ns */
#define LIBCODEC_DEVICE_GONE      5u
/** @} */

/** @name How devices are found. Zero is AUTO. @since 0.1 @{ */
#define LIBCODEC_HOTPLUG_AUTO  0u /**< udev where its daemon runs, else SYSFS */
#define LIBCODEC_HOTPLUG_UDEV  1u /**< events of udev */
#define LIBCODEC_HOTPLUG_SYSFS 2u /**< without udev: sysfs, and inotify on /dev */
#define LIBCODEC_HOTPLUG_NONE  3u /**< no devices at all */
/** @} */

/** @name Plugin families. @since 0.1 @{ */
#define LIBCODEC_FAMILY_IMAGE_DECODER 1u
#define LIBCODEC_FAMILY_VIDEO         2u /**< reserved, not delivered by 0.1 */
#define LIBCODEC_FAMILY_TELEMETRY     3u /**< reserved, not delivered by 0.1 */
/** @} */

/** @name Bands of selection, best first. @since 0.1 @{ */
#define LIBCODEC_BAND_HARDWARE     1u
#define LIBCODEC_BAND_CPU          2u
#define LIBCODEC_BAND_EXPERIMENTAL 3u
/** @} */

/** @name Colour of the samples of a stream. @since 0.1 @{ */
#define LIBCODEC_COLOUR_UNKNOWN 0u
#define LIBCODEC_COLOUR_GREY    1u
#define LIBCODEC_COLOUR_YCBCR   2u
#define LIBCODEC_COLOUR_RGB     3u
#define LIBCODEC_COLOUR_CMYK    4u
#define LIBCODEC_COLOUR_YCCK    5u
#define LIBCODEC_COLOUR_BIT(colour) (1u << (colour))
/** @} */

/** @name Flags of a capability. @since 0.1 @{ */
#define LIBCODEC_CAP_ZERO_COPY  (1u << 0) /**< can write the destination in place */
#define LIBCODEC_CAP_BIT_EXACT  (1u << 1) /**< the same bytes as the cpu backend */
#define LIBCODEC_CAP_SHARES_GPU (1u << 2) /**< competes with inference on a GPU */
#define LIBCODEC_CAP_MULTI_SCAN (1u << 3) /**< sequential files of several scans */
#define LIBCODEC_CAP_NO_DHT     (1u << 4) /**< streams that leave out the Annex K tables */
/** @} */

/**
 * @name Instruction sets that a software backend may use
 *
 * Each stands for itself and what comes before it of its machine: from SSE2 to AVX512 those
 * of x86, from NEON on those of aarch64. A level that the machine lacks means the best one
 * below it, one of another machine plain C. All give the same samples.
 *
 * Each aarch64 has both of its levels; AUTO takes NEON_BIG where a core is of that kind.
 * @since 0.1
 * @{
 */
#define LIBCODEC_SIMD_AUTO   0u /**< the best that the machine has */
#define LIBCODEC_SIMD_NONE   1u /**< plain C */
#define LIBCODEC_SIMD_SSE2   2u
#define LIBCODEC_SIMD_SSE41  3u
#define LIBCODEC_SIMD_AVX2   4u
#define LIBCODEC_SIMD_AVX512 5u /**< F, BW, VL */
#define LIBCODEC_SIMD_NEON   6u /**< of aarch64, for cores that execute in order */
#define LIBCODEC_SIMD_NEON_BIG 7u /**< of aarch64, for cores out of order */
/** @} */

/** How many output formats one capability record holds. @since 0.1 */
#define LIBCODEC_CAP_FORMATS 16

/** One output format of a capability, and the memory kinds it can be written to. */
struct libcodec_cap_format {
	uint32_t format; /**< LIBCODEC_FORMAT_* */
	uint32_t memory; /**< mask of LIBCODEC_MEMORY_BIT() */
	/** Mask of LIBCODEC_SAMPLING_BIT(): from which samplings it is made. */
	uint32_t samplings;
	uint32_t dtypes; /**< mask of 1 << LIBCODEC_DTYPE_* */
};

/**
 * What a backend can do: flat numbers, the same layout on 32 and 64 bit, no pointers.
 * Grows at its tail only. A mask of zero means none, except where noted.
 * @since 0.1
 */
struct libcodec_cap {
	uint32_t struct_size;
	uint32_t cap_id;    /**< stable per plugin; used in logs and policy */
	uint32_t codec;     /**< LIBCODEC_CODEC_* */
	uint32_t flags;     /**< LIBCODEC_CAP_* */
	uint32_t processes; /**< mask of LIBCODEC_PROCESS_BIT() */
	uint32_t samplings; /**< mask of LIBCODEC_SAMPLING_BIT() */
	uint32_t bit_depths; /**< mask of 1 << (bits - 1) */
	uint32_t components; /**< mask of 1 << (number - 1) */
	uint32_t colours;    /**< mask of LIBCODEC_COLOUR_BIT() */
	uint32_t reserved;
	uint32_t min_width, min_height;
	uint32_t max_width, max_height; /**< of the coded picture, in pixels */
	uint64_t max_pixels;            /**< 0: as far as width and height go */
	uint32_t pitch_align;  /**< bytes; a power of two, what zero copy needs; 0: any */
	uint32_t offset_align; /**< bytes; the same for the planes' start */
	uint32_t rank;         /**< 0 to 1000; orders inside a band, higher first */
	uint32_t n_formats;    /**< entries of formats[] in use */
	struct libcodec_cap_format formats[LIBCODEC_CAP_FORMATS];
};

/** Log levels, as in LIBCODEC_DEBUG=error|warning|info|debug. @since 0.1 @{ */
#define LIBCODEC_LOG_NONE    0
#define LIBCODEC_LOG_ERROR   1
#define LIBCODEC_LOG_WARNING 2
#define LIBCODEC_LOG_INFO    3
#define LIBCODEC_LOG_DEBUG   4
/** @} */

struct libcodec_context;

/**
 * Receives one line of log, without a newline.
 * May be called from any thread that uses the context, also while locks of it are held:
 * it must not call back into it, nor wait for a thread that does.
 */
typedef void (*libcodec_log_fn)(void *data, int level, const char *text);

/** How to make a context. Zero everything but struct_size for the defaults. @since 0.1 */
struct libcodec_context_params {
	uint32_t struct_size;
	int32_t log_level; /**< LIBCODEC_LOG_*; 0: LIBCODEC_DEBUG decides, else none */
	/**
	 * Colon-separated folders that replace the installed manifest folders; a plugin
	 * that a manifest there names without a slash is looked for in the same folder.
	 * NULL: LIBCODEC_BACKEND_PATH decides, else what was configured. The string is
	 * copied. In a privileged process (setuid, file capabilities) the environment is
	 * ignored, but this field is not: it is the program's own word.
	 */
	const char *backend_path;
	libcodec_log_fn log; /**< NULL: standard error, where the level asks for it */
	void *log_data;      /**< handed to log */
	/**
	 * The administrator's policy, a file. NULL: LIBCODEC_POLICY decides, else
	 * policy.conf in the configured folder. "" or /dev/null: none. Copied.
	 */
	const char *policy_path;
	/**
	 * Opens devices instead of open(): for seats, portals, sandboxes and tests. Called
	 * from any thread, returns a descriptor or a negative errno. NULL: open() with
	 * @p flags, which are open()'s. libcodec sets O_CLOEXEC and O_NONBLOCK in them.
	 * While a plugin looks at a device it is called with locks that all contexts share:
	 * like a log function, it must not call back, nor wait for who does.
	 */
	int (*open_device)(void *data, const char *node, int flags);
	/** Closes what open_device gave. NULL: close(). */
	void (*close_device)(void *data, int fd);
	void *device_data; /**< handed to both */
	uint32_t hotplug;  /**< LIBCODEC_HOTPLUG_* */
	uint32_t reserved;
};

/**
 * Make a context: reads manifests, loads no plugin, opens no device.
 *
 * @param params how, or NULL for the defaults
 * @param ret_ctx the context, with one reference that the caller owns
 * @return 0, -EINVAL, -E2BIG, -ENOMEM. A broken manifest is not an error here: it is
 *         recorded, see libcodec_context_get_plugin().
 * @note any thread
 * @since 0.1
 */
int libcodec_context_new(const struct libcodec_context_params *params,
			 struct libcodec_context **ret_ctx);

/** Take a reference; returns @p ctx. Any thread. @since 0.1 */
struct libcodec_context *libcodec_context_ref(struct libcodec_context *ctx);

/**
 * Drop a reference; the last one ends the plugins. Images and decoders hold one each.
 * @return NULL
 * @note any thread
 * @since 0.1
 */
struct libcodec_context *libcodec_context_unref(struct libcodec_context *ctx);

/**
 * Send the log elsewhere, or change how much is logged.
 *
 * @param level LIBCODEC_LOG_*: that level and the graver ones
 * @param fn receives each line; NULL: standard error
 * @return 0 or -EINVAL
 * @note any thread, but not while another one uses the context
 * @since 0.1
 */
int libcodec_context_set_log(struct libcodec_context *ctx, int level, libcodec_log_fn fn,
			     void *data);

/** What is known of a plugin. The strings live as long as the context. @since 0.1 */
struct libcodec_plugin_info {
	uint32_t struct_size;
	uint32_t state;  /**< LIBCODEC_PLUGIN_* */
	uint32_t family; /**< LIBCODEC_FAMILY_*; 0 where the manifest has none */
	uint32_t band;   /**< LIBCODEC_BAND_*; 0: none, as telemetry adapters may */
	uint32_t opt_in; /**< 1: used only where policy or the caller asks for it */
	uint32_t stage;  /**< REFUSED: LIBCODEC_PLUGIN_STAGE_* */
	int32_t error;   /**< REFUSED, DENIED: a negative errno */
	uint32_t n_caps; /**< READY: how many capability records, without a device */
	uint32_t abi_major, abi_minor; /**< READY: what the plugin speaks */
	uint32_t needs_device; /**< 1: its manifest matches devices; it has no caps alone */
	uint32_t reserved;
	const char *name;        /**< by its manifest, or the manifest's file name */
	const char *manifest;    /**< path */
	const char *library;     /**< path, NULL where there is none to name */
	const char *version;     /**< READY: the plugin's own words, else NULL, as below */
	const char *vendor;
	const char *license;     /**< an SPDX expression */
	const char *description;
	const char *bug_url;
	const char *message;     /**< REFUSED, DENIED: one sentence for people */
};

/**
 * Tell of one plugin. Loads it where that was not tried yet; one that needs a device is
 * loaded when one comes that its manifest matches, and KNOWN until then.
 *
 * @param index 0 upwards, in the order in which manifests are taken (strcmp of names)
 * @param ret_info struct_size set by the caller
 * @return 0, -ENOENT past the last one, -EINVAL
 * @note any thread; not for the frame path (takes a lock)
 * @since 0.1
 */
int libcodec_context_get_plugin(struct libcodec_context *ctx, unsigned int index,
				struct libcodec_plugin_info *ret_info);

/**
 * Copy one capability record of a plugin.
 *
 * @param plugin index as for libcodec_context_get_plugin()
 * @param index of the record, below libcodec_plugin_info.n_caps
 * @param ret_cap struct_size set by the caller
 * @return 0, -ENOENT past the last one, -EINVAL
 * @note any thread; not for the frame path (takes a lock)
 * @since 0.1
 */
int libcodec_context_get_cap(struct libcodec_context *ctx, unsigned int plugin,
			     unsigned int index, struct libcodec_cap *ret_cap);

/**
 * One thing that was noticed while manifests were read: a folder, an unknown key, an
 * ignored variable; "FILE:LINE: text" where a line rules.
 *
 * @param index 0 upwards
 * @return the text, valid as long as the context, or NULL past the last one
 * @note any thread
 * @since 0.1
 */
const char *libcodec_context_get_notice(struct libcodec_context *ctx, unsigned int index);

/**
 * A number that changes whenever the set of usable backends does. Decoders key their
 * candidate list by it.
 * @note any thread
 * @since 0.1
 */
uint64_t libcodec_context_get_generation(struct libcodec_context *ctx);

/**
 * One decision of the search for plugins: a folder that was read, a manifest that counts
 * or why it doesn't, the policy, a filter of the environment. For people, in order.
 *
 * @param index 0 upwards
 * @return the text, valid as long as the context, or NULL past the last one
 * @note any thread
 * @since 0.1
 */
const char *libcodec_context_get_decision(struct libcodec_context *ctx, unsigned int index);

/** @name Bytes of a device's names with their NUL; longer ones are cut. @since 0.1 @{ */
#define LIBCODEC_BACKEND_NAME_SIZE  32
#define LIBCODEC_DEVICE_NAME_SIZE   64
#define LIBCODEC_DEVICE_PATH_SIZE   256
#define LIBCODEC_EVENT_MESSAGE_SIZE 160
/** @} */

/** What is known of a device and one plugin that matched it. A copy. @since 0.1 */
struct libcodec_device_info {
	uint32_t struct_size;
	uint32_t state;    /**< LIBCODEC_DEVICE_* */
	int32_t error;     /**< NO_ACCESS, FAILED: a negative errno */
	uint32_t n_caps;   /**< READY, SUSPENDED: capability records */
	uint32_t failures; /**< FALLBACKs in a row */
	uint32_t reserved;
	uint64_t id;       /**< of this device with this plugin; never used again */
	uint64_t devnum;   /**< dev_t of the node; 0: none */
	int64_t retry_ns;  /**< ns until the next try; 0: none is due */
	char backend[LIBCODEC_BACKEND_NAME_SIZE]; /**< the plugin's name */
	char node[LIBCODEC_DEVICE_NAME_SIZE];     /**< "/dev/video3" or "" */
	char driver[LIBCODEC_DEVICE_NAME_SIZE];   /**< of the kernel, or "" */
	char subsystem[LIBCODEC_DEVICE_NAME_SIZE];
	char syspath[LIBCODEC_DEVICE_PATH_SIZE];
	char message[LIBCODEC_EVENT_MESSAGE_SIZE]; /**< one sentence where state is not READY */
};

/**
 * Tell of one device that a plugin took, or can't take yet. Looks for devices and loads
 * their plugins where that wasn't done.
 *
 * @param index 0 upwards; what it stands for changes with devices: ask until -ENOENT
 * @param ret_info struct_size set by the caller
 * @return 0, -ENOENT past the last one, -EINVAL
 * @note any thread; not for the frame path (takes a lock)
 * @since 0.1
 */
int libcodec_context_get_device(struct libcodec_context *ctx, unsigned int index,
				struct libcodec_device_info *ret_info);

/**
 * Copy one capability record of a device.
 *
 * @param id as in libcodec_device_info
 * @param index of the record
 * @param ret_cap struct_size set by the caller
 * @return 0, -ENOENT past the last one, -ENODEV (it has gone), -EINVAL
 * @note any thread; not for the frame path (takes a lock)
 * @since 0.1
 */
int libcodec_context_get_device_cap(struct libcodec_context *ctx, uint64_t id,
				    unsigned int index, struct libcodec_cap *ret_cap);

/**
 * @name Events
 *
 * What happens to devices and their backends. Callers must expect types that they don't
 * know.
 * @since 0.1
 * @{
 */
#define LIBCODEC_EVENT_DEVICE_ADDED   1u /**< a plugin has a device; event.state tells */
#define LIBCODEC_EVENT_DEVICE_REMOVED 2u
#define LIBCODEC_EVENT_ACCESS_CHANGED 3u /**< it may be opened now, or no longer */
#define LIBCODEC_EVENT_BREAKER_OPENED 4u /**< it failed too often: passed over for a while */
#define LIBCODEC_EVENT_BREAKER_CLOSED 5u /**< a trial frame came out well */
/** A plugin failed on a device, or hangs in a call or hung past its deadline. */
#define LIBCODEC_EVENT_BACKEND_FAILED 6u
/** @} */

/** One event. A copy, without pointers. @since 0.1 */
struct libcodec_event {
	uint32_t struct_size;
	uint32_t type;     /**< LIBCODEC_EVENT_* */
	uint32_t state;    /**< LIBCODEC_DEVICE_*, after it; 0: a backend without device */
	int32_t error;     /**< a negative errno, where there was one */
	uint64_t sequence; /**< counts from 1; a gap: events were lost, look again */
	uint64_t device;   /**< libcodec_device_info.id; 0: a backend without device */
	uint64_t devnum;   /**< dev_t of the node; 0: none */
	int64_t time_ns;   /**< CLOCK_MONOTONIC */
	char backend[LIBCODEC_BACKEND_NAME_SIZE]; /**< the plugin's name */
	char node[LIBCODEC_DEVICE_NAME_SIZE];     /**< or "" */
	char driver[LIBCODEC_DEVICE_NAME_SIZE];   /**< or "" */
	char syspath[LIBCODEC_DEVICE_PATH_SIZE];  /**< or "" */
	char message[LIBCODEC_EVENT_MESSAGE_SIZE]; /**< one sentence */
};

/**
 * A descriptor to poll for reading: then call libcodec_context_dispatch(). The first call
 * begins to listen for devices and looks for those that are there. Without it, devices
 * are found once, when first needed, and what fails is tried again in later frames.
 *
 * The thread of this call is the dispatch thread: all that follows here is its alone, and
 * the last libcodec_context_unref() should be, too.
 *
 * @return the descriptor, which belongs to the context, or a negative errno; -ECHILD in a
 *         child of the process that has it
 * @since 0.1
 */
int libcodec_context_get_fd(struct libcodec_context *ctx);

/**
 * Take in what happened: devices that came, went or changed are looked at, what failed is
 * tried again where that is due. Never waits; may load and probe plugins. Decoders use a
 * device that came from their next frame on, and one that went no more.
 *
 * @return 0 or a negative errno; -EINVAL before libcodec_context_get_fd(), -ECHILD in a
 *         child of the process that called it
 * @note the dispatch thread
 * @since 0.1
 */
int libcodec_context_dispatch(struct libcodec_context *ctx);

/**
 * Take the oldest event that nobody has taken yet. They are kept, 256 of them, from the
 * first libcodec_context_get_fd() on, which queues one DEVICE_ADDED for each that is
 * there; when there are more the oldest ones are lost.
 *
 * @param ret_event struct_size set by the caller
 * @return 0, -ENOENT (no more), -EINVAL
 * @note any thread
 * @since 0.1
 */
int libcodec_context_next_event(struct libcodec_context *ctx,
				struct libcodec_event *ret_event);

/** @name Names for people: "NV12", "baseline", ... Never NULL. Any thread. @since 0.1 @{ */
const char *libcodec_format_name(uint32_t format);
const char *libcodec_dtype_name(uint32_t dtype);
const char *libcodec_codec_name(uint32_t codec);
const char *libcodec_memory_name(uint32_t memory);
const char *libcodec_process_name(uint32_t process);
const char *libcodec_sampling_name(uint32_t sampling);
const char *libcodec_feature_name(uint32_t feature);
const char *libcodec_verdict_name(uint32_t verdict);
const char *libcodec_stage_name(uint32_t stage);
const char *libcodec_plugin_stage_name(uint32_t stage);
const char *libcodec_band_name(uint32_t band);
const char *libcodec_simd_name(uint32_t simd);
const char *libcodec_event_name(uint32_t type);
const char *libcodec_device_state_name(uint32_t state);
/** @p bit is the number of a reason bit, 0 to 63; "" where there is none. */
const char *libcodec_reason_name(unsigned int bit);
/** @} */

/**
 * The format by its name ("nv12", case ignored).
 * @return LIBCODEC_FORMAT_*, or 0
 * @since 0.1
 */
uint32_t libcodec_format_by_name(const char *name);

/**
 * The dtype by its name ("u8").
 * @return LIBCODEC_DTYPE_*, or -EINVAL
 * @since 0.1
 */
int libcodec_dtype_by_name(const char *name);

/**
 * The level by its name ("avx2"; "auto" is LIBCODEC_SIMD_AUTO).
 * @return LIBCODEC_SIMD_*, or -EINVAL
 * @since 0.1
 */
int libcodec_simd_by_name(const char *name);

/** The version of the library that runs: "0.1.0". @since 0.1 */
const char *libcodec_version(void);

#ifdef __cplusplus
}
#endif

#endif
