/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * <libcodec/plugin.h>: the plugin ABI, version 1.0. All that a vendor needs.
 *
 * A plugin is a shared object that exports one symbol, libcodec_plugin_entry, and a
 * manifest NN-NAME.conf that says that it exists. It links nothing of libcodec: what it
 * needs from the host comes in struct libcodec_host.
 *
 * Rules of the ABI
 *
 * - Append-only. A field is there if it lies inside the struct's struct_size; nobody
 *   compares minors. A zero in a new field means what was before the field was.
 * - The host copies the plugin's tables at its own size and fills the rest with zeros
 *   and stubs; a plugin reads at most its own sizeof of what the host hands it, and
 *   fills result structs at most up to the struct_size that it finds in them.
 * - No bitfields, no enum-typed members, fixed-width integers. Records without pointers
 *   have the same layout on 32 and 64 bit; pointers stand at the end of the others. No
 *   struct has a hole, nor bytes at its end that are no field's, wherever pointers have
 *   32 or 64 bits and a uint64_t is aligned to 4 or to 8.
 * - Threads: [registry] called under a lock of the host, one at a time for a plugin;
 *   [session] any thread, but one at a time for a session, different sessions in
 *   parallel; [any] any thread at any time.
 * - A plugin installs no signal handler, changes no process state (locale, umask,
 *   environment, floating-point mode), prints nothing, and doesn't exit. It is never
 *   unmapped (RTLD_NODELETE).
 */
#ifndef LIBCODEC_PLUGIN_H
#define LIBCODEC_PLUGIN_H

#include <libcodec/codec.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LIBCODEC_PLUGIN_MAGIC     0x4c504c43u /**< "CLPL" in memory, little-endian */
#define LIBCODEC_PLUGIN_ABI_MAJOR 1u
#define LIBCODEC_PLUGIN_ABI_MINOR 0u
/** What libcodec_plugin_entry() gets as host_abi: major in the upper 16 bits. */
#define LIBCODEC_PLUGIN_ABI ((LIBCODEC_PLUGIN_ABI_MAJOR << 16) | LIBCODEC_PLUGIN_ABI_MINOR)

/** Marks the one exported symbol. */
#define LIBCODEC_PLUGIN_EXPORT __attribute__((visibility("default")))

/**
 * What a plugin says of itself in a note of its ELF file, so that packagers, the kit and
 * the loader can read it without running code of it. Fixed arrays, padded with NULs.
 * @since ABI 1.0
 */
struct libcodec_plugin_note {
	uint32_t name_size;  /**< bytes of owner: sizeof "libcodec", 9 */
	uint32_t desc_size;  /**< bytes from abi_major on: 64 */
	uint32_t type;       /**< LIBCODEC_PLUGIN_NOTE_TYPE */
	char owner[12];      /**< "libcodec", padded to a multiple of 4 */
	uint16_t abi_major;  /**< LIBCODEC_PLUGIN_ABI_MAJOR as the plugin saw it */
	uint16_t abi_minor;
	uint32_t size;       /**< of what counts from abi_major on: 64 in ABI 1.0 */
	char name[32];       /**< as in the manifest */
	char version[24];
};

#define LIBCODEC_PLUGIN_NOTE_SECTION ".note.libcodec"
#define LIBCODEC_PLUGIN_NOTE_TYPE    1u

/* Kept by the linker, and not padded: clang's AddressSanitizer would do that. */
#ifdef __has_attribute
#if __has_attribute(retain) && defined(__clang__)
#define LIBCODEC_PLUGIN_NOTE_KEEP used, retain, no_sanitize("address")
#elif __has_attribute(retain)
#define LIBCODEC_PLUGIN_NOTE_KEEP used, retain
#endif
#endif
#ifndef LIBCODEC_PLUGIN_NOTE_KEEP
#define LIBCODEC_PLUGIN_NOTE_KEEP used
#endif

/**
 * Put the note into the plugin, once, outside of functions. Both are string literals, of
 * at most 31 and 23 bytes. Loading does not need it; the conformance kit asks for it.
 * @since ABI 1.0
 */
#define LIBCODEC_PLUGIN_NOTE(plugin_name, plugin_version)                                \
	__attribute__((section(LIBCODEC_PLUGIN_NOTE_SECTION), aligned(4),                \
		       LIBCODEC_PLUGIN_NOTE_KEEP))                                       \
	static const struct libcodec_plugin_note libcodec_plugin_note_ = {               \
		.name_size = sizeof("libcodec"),                                         \
		.desc_size = 64,                                                         \
		.type = LIBCODEC_PLUGIN_NOTE_TYPE,                                       \
		.owner = "libcodec",                                                     \
		.abi_major = LIBCODEC_PLUGIN_ABI_MAJOR,                                  \
		.abi_minor = LIBCODEC_PLUGIN_ABI_MINOR,                                  \
		.size = 64,                                                              \
		.name = plugin_name,                                                     \
		.version = plugin_version,                                               \
	}

/** Whether @p field lies inside of *@p p, by its struct_size. */
#define LIBCODEC_HAS(p, field)                                                           \
	((size_t)((const char *)&(p)->field - (const char *)(p)) + sizeof((p)->field) <= \
	 (p)->struct_size)

/** @name Flags of struct libcodec_jpeg_header. @since ABI 1.0 @{ */
#define LIBCODEC_JPEG_JFIF   (1u << 0) /**< APP0 "JFIF", of full length */
#define LIBCODEC_JPEG_ADOBE  (1u << 1) /**< APP14 "Adobe", of full length */
#define LIBCODEC_JPEG_EXIF   (1u << 2) /**< APP1 "Exif" */
#define LIBCODEC_JPEG_ICC    (1u << 3) /**< APP2 "ICC_PROFILE" */
#define LIBCODEC_JPEG_AVI1   (1u << 4) /**< APP0 "AVI1": a frame of Motion JPEG */
#define LIBCODEC_JPEG_NO_DHT (1u << 5) /**< a table is missing: Annex K's is meant */
#define LIBCODEC_JPEG_DNL    (1u << 6) /**< the height came from a DNL, SOF has zero */
/** @} */

/** One component of a frame, T.81 B.2.2. @since ABI 1.0 */
struct libcodec_jpeg_component {
	uint8_t id;
	uint8_t h, v; /**< sampling factors, 1 to 4 */
	uint8_t tq;   /**< quantisation table, 0 to 3 */
};

/** One component of a scan, T.81 B.2.3. @since ABI 1.0 */
struct libcodec_jpeg_scan_component {
	uint8_t index;  /**< into libcodec_jpeg_header.component */
	uint8_t dc, ac; /**< Huffman tables, 0 to 3 */
	uint8_t reserved;
};

/**
 * The parsed headers of a JPEG up to a scan. Offsets count from the stream's first byte
 * and have been checked against its size; 0 is "not there".
 * @since ABI 1.0
 */
struct libcodec_jpeg_header {
	uint32_t struct_size;
	uint32_t flags;         /**< LIBCODEC_JPEG_* */
	uint32_t process;       /**< LIBCODEC_PROCESS_* */
	uint32_t sampling;      /**< LIBCODEC_SAMPLING_* */
	uint32_t colour;        /**< LIBCODEC_COLOUR_* */
	uint32_t width, height; /**< pixels, at least 1 */
	uint32_t precision;     /**< bits a sample */
	uint32_t n_components;  /**< 1 to 4 */
	uint32_t h_max, v_max;  /**< largest sampling factors */
	struct libcodec_jpeg_component component[4];
	uint32_t adobe_transform;  /**< where LIBCODEC_JPEG_ADOBE is set */
	uint32_t jfif_version;     /**< where LIBCODEC_JPEG_JFIF is set: 0x0102 is 1.02 */
	uint32_t density_unit;     /**< then: 0 an aspect ratio, 1 per inch, 2 per cm */
	uint32_t density_x, density_y;
	uint32_t orientation;      /**< Exif's 1 to 8; 0: not given */
	uint32_t restart_interval; /**< MCUs; 0: none */
	uint32_t n_scan;           /**< components of this scan, 1 to 4 */
	struct libcodec_jpeg_scan_component scan[4];
	uint8_t ss, se, ah, al;    /**< as the SOS has them, not judged */
	uint32_t dqt_wide;         /**< bit per table: its entries are 16 bits */
	uint32_t reserved;
	uint64_t dqt_offset[4];    /**< of 64 entries in zigzag order */
	uint64_t dht_offset[2][4]; /**< DC, AC; of 16 counts, then that many symbols */
	uint64_t scan_offset;      /**< of the first entropy-coded byte */
	uint64_t exif_offset;      /**< of the TIFF header in the Exif segment */
	uint64_t exif_size;
	uint64_t icc_size;         /**< bytes of the ICC profile in all its segments */
};

/** @name Flags of struct libcodec_png_header. @since ABI 1.0 @{ */
#define LIBCODEC_PNG_TRNS (1u << 0)
#define LIBCODEC_PNG_ICC  (1u << 1)
#define LIBCODEC_PNG_GAMA (1u << 2)
#define LIBCODEC_PNG_CHRM (1u << 3)
#define LIBCODEC_PNG_SRGB (1u << 4)
#define LIBCODEC_PNG_CICP (1u << 5)
/** @} */

/** The parsed headers of a PNG up to the first IDAT. @since ABI 1.0 */
struct libcodec_png_header {
	uint32_t struct_size;
	uint32_t width, height; /**< pixels, at least 1 */
	uint32_t bit_depth;     /**< 1, 2, 4, 8 or 16 */
	uint32_t colour_type;   /**< 0, 2, 3, 4 or 6 */
	uint32_t interlace;     /**< 1: Adam7 */
	uint32_t flags;         /**< LIBCODEC_PNG_* */
	uint32_t orientation;   /**< of an eXIf; 0: not given */
	uint32_t gamma;         /**< gAMA: times 100000 */
	uint32_t chromaticities[8]; /**< cHRM: white, red, green, blue x, y, times 100000 */
	uint32_t srgb_intent;   /**< sRGB: 0 to 3 */
	uint8_t cicp[4];        /**< cICP: primaries, transfer, matrix, full range */
	uint32_t reserved;
	uint64_t idat_offset;   /**< of the first IDAT's length field */
	uint64_t exif_offset;   /**< of the TIFF header in eXIf */
	uint64_t exif_size;
	uint64_t icc_size;      /**< bytes of the compressed profile in iCCP */
};

/** @name Flags of a surface. @since ABI 1.0 @{ */
/**
 * DMABUF: planes may be laid out otherwise, padding included, inside of the first @p capacity
 * bytes; see libcodec_decode_result.relaid.
 */
#define LIBCODEC_SURFACE_FLEXIBLE (1u << 0)
/** @} */

/**
 * Where a frame goes. The planes lie inside [data, data + size) as described.
 * A plugin writes the visible bytes of each row and nothing else.
 *
 * Memory: a plugin whose capability names HOST gets each destination that the CPU may write
 * as HOST, mapped and ready at data. One that names DMABUF gets a dma-buf as DMABUF: data is
 * NULL, a device writes by plane_fd, and where the CPU must after all, surface_map() gives
 * the data. Zero copy may write the padding that it announced, and nothing else.
 * @since ABI 1.0
 */
struct libcodec_surface {
	uint32_t struct_size;
	uint32_t memory; /**< LIBCODEC_MEMORY_HOST or _DMABUF */
	uint32_t format; /**< LIBCODEC_FORMAT_* */
	uint32_t dtype;  /**< LIBCODEC_DTYPE_* */
	uint32_t width, height;
	uint32_t n_planes;
	uint32_t plane_stride[4]; /**< bytes; NV24's chroma: twice that of luma */
	uint32_t flags;           /**< LIBCODEC_SURFACE_* */
	uint64_t plane_offset[4]; /**< bytes from data */
	uint64_t size;
	uint64_t capacity;           /**< bytes from data on that exist; at least size */
	int32_t plane_fd[4];         /**< DMABUF: in which the plane lies; else -1 */
	uint64_t plane_fd_offset[4]; /**< bytes of its first row from the dma-buf's start */
	uint64_t plane_fd_size[4];   /**< bytes of that dma-buf */
	/** The same number for the same dma-buf, whatever its descriptor; another one else. */
	uint64_t plane_fd_id[4];
	void *data; /**< HOST: mapped for the CPU to write; DMABUF: NULL */
	void *reserved_pointer;
};

/** One frame to decode. Valid during the call. @since ABI 1.0 */
struct libcodec_decode_job {
	uint32_t struct_size;
	uint32_t codec;      /**< LIBCODEC_CODEC_* */
	uint32_t dct_method; /**< LIBCODEC_DCT_*, a permission */
	uint32_t threads;    /**< at most this many, at least 1 */
	uint32_t accept;     /**< mask of LIBCODEC_ACCEPT_* */
	uint32_t simd;       /**< LIBCODEC_SIMD_*: no better than that */
	uint64_t size;       /**< bytes at data */
	/** Rather than take more: -ENOMEM, FALLBACK or, with nothing written, NOT_APPLICABLE. */
	uint64_t max_scratch_bytes;
	int64_t deadline_ns; /**< on the host's now_ns clock; 0: none */
	const uint8_t *data;
	const struct libcodec_jpeg_header *jpeg; /**< for JPEG, else NULL */
	const struct libcodec_png_header *png;   /**< for PNG, else NULL */
	const struct libcodec_surface *surface;
};

/** Bytes of a result's message with its NUL. @since ABI 1.0 */
#define LIBCODEC_RESULT_MESSAGE 128

/**
 * What became of a frame. The host zeroes it and sets struct_size before the call; a
 * plugin fills what it knows.
 * @since ABI 1.0
 */
struct libcodec_decode_result {
	uint32_t struct_size;
	int32_t error;       /**< a negative errno where there was one */
	uint32_t feature;    /**< LIBCODEC_FEATURE_*, of NOT_APPLICABLE */
	uint32_t truncated;  /**< CORRUPT: 1 where bytes are missing at the end */
	uint32_t dct_method; /**< DONE: what was used */
	uint32_t zero_copy;  /**< DONE: 1 where the device wrote the surface in place */
	uint32_t partial;    /**< DONE: 1: not whole; 2: whole, but not fully refined */
	uint32_t good_rows;  /**< DONE: rows from the top that are, where partial is 1 */
	/**
	 * DONE, of a FLEXIBLE surface: 1 where the planes lie as plane_stride and
	 * plane_offset (from the surface's start) say, which the host checks.
	 */
	uint32_t relaid;
	uint32_t reserved;
	uint32_t plane_stride[4];
	uint64_t plane_offset[4];
	uint64_t reasons;    /**< LIBCODEC_REASON_*, of NOT_APPLICABLE and FALLBACK */
	uint64_t detail;     /**< the feature's number */
	uint64_t offset;     /**< CORRUPT: the byte of the stream that is to blame */
	uint64_t consumed;   /**< DONE: bytes up to the end of the picture; 0: unknown */
	char message[LIBCODEC_RESULT_MESSAGE]; /**< one sentence; "" is fine */
};

/**
 * A device that matched the plugin's manifest. The host's; a plugin asks device_get().
 * It is valid from device_probe() until device_release() returned, also after the device
 * itself has gone.
 * @since ABI 1.0
 */
struct libcodec_device;

/** @name What device_get() tells. @since ABI 1.0 @{ */
#define LIBCODEC_DEVICE_NODE      1u /**< "/dev/video3" */
#define LIBCODEC_DEVICE_SYSPATH   2u /**< "/sys/devices/...": what it is known by */
#define LIBCODEC_DEVICE_SYSNAME   3u /**< "video3"; numbers are no identity */
#define LIBCODEC_DEVICE_SUBSYSTEM 4u /**< "video4linux" */
#define LIBCODEC_DEVICE_DEVTYPE   5u
#define LIBCODEC_DEVICE_DRIVER    6u /**< of the device, or the nearest parent with one */
#define LIBCODEC_DEVICE_NUMBER    7u /**< "81:3" */
#define LIBCODEC_DEVICE_ATTR      8u /**< the sysfs attribute @p key, likewise */
#define LIBCODEC_DEVICE_PROPERTY  9u /**< the udev property @p key; may be missing anywhere */
/** @} */

/** @name Flags of device_open(). @since ABI 1.0 @{ */
#define LIBCODEC_OPEN_READ_ONLY (1u << 0) /**< else for reading and writing */
/** @} */

/**
 * Services of the host. The table lives as long as the plugin is initialised.
 * Every function gets the table as its first argument and may be called from [any].
 * @since ABI 1.0
 */
struct libcodec_host {
	uint32_t struct_size;
	uint32_t abi; /**< LIBCODEC_PLUGIN_ABI of the host */
	/** Log one line; level is LIBCODEC_LOG_*. Dropped where nobody listens. */
	void (*log)(const struct libcodec_host *host, int level, const char *text);
	/** CLOCK_MONOTONIC in nanoseconds; deadlines are on this clock. */
	int64_t (*now_ns)(const struct libcodec_host *host);
	/** Not 0 while a trace runs: read it relaxed, call trace_* only then. */
	const uint32_t *tracing;
	/**
	 * Begin a span. @p name and @p arg_name (may be NULL) must be string literals.
	 * @return a token for trace_end()
	 */
	uint64_t (*trace_begin)(const struct libcodec_host *host, const char *name,
				const char *arg_name, int64_t arg);
	/** End the span; on the thread that began it. */
	void (*trace_end)(const struct libcodec_host *host, uint64_t token);
	/**
	 * Go from one scan to the next: parse the markers from @p from (a byte after the
	 * entropy-coded data of the scan at hand) and bring @p header up to the next SOS:
	 * tables, restart interval, scan.
	 *
	 * @param ret_end where EOI ended the picture, or what could be read of it
	 * @return 1: header is at the next scan; 0: no more scans; -EBADMSG: corrupt,
	 *         *ret_end is the place
	 */
	int (*jpeg_next_scan)(const struct libcodec_host *host, const uint8_t *data,
			      uint64_t size, uint64_t from,
			      struct libcodec_jpeg_header *header, uint64_t *ret_end);
	/**
	 * Run fn(arg, i) for each i in [0, n), on up to @p threads threads of which the
	 * caller is one, and return when all of them are done. Give job->threads; the
	 * host lends at most 63 threads to all that run in a context at once.
	 *
	 * Order: indices are given out one by one in increasing order, to whichever of
	 * the threads is free; with one thread they run as a plain loop would. When fn
	 * begins with an index, each lower one has returned or is with a thread that does
	 * nothing else before it. So fn may wait for a lower index, and ends at any
	 * number of threads. It must never wait for a higher one, nor for having several
	 * threads: there may be one only, as none is free, or none can be had.
	 *
	 * fn runs on the caller's thread or on one of the host's, whose signals are
	 * blocked but for faults, and whose stack has 1 MiB; CPU affinity and priority
	 * are those of the thread for which they were made. What fn wrote is seen by the
	 * caller afterwards. It returns: no jump out of it, no exit of the thread, no
	 * fork. A call from inside of fn runs on that thread alone.
	 *
	 * Threads are made when first needed, kept, and end with the context, after
	 * fini(): until then thread-local data stays. A call with @p threads of 0 or 1
	 * makes none. Nothing is allocated once a call had as many threads; of the system
	 * there is only the futex. An index costs some 10 ns, another thread some 10 to
	 * 100 us until it begins: hand over work that is worth it. After fork() the child
	 * has threads of its own.
	 *
	 * @return the number of threads that ran an index: 0 where n is 0, else at least
	 *         1; -EINVAL: fn is NULL
	 */
	int (*parallel_for)(const struct libcodec_host *host, uint32_t threads,
			    uint32_t n, void (*fn)(void *arg, uint32_t index), void *arg);
	/**
	 * Open the device's node: with O_CLOEXEC, O_NONBLOCK and O_NOCTTY, or by the
	 * application's own function (a seat, a portal). Plugins open devices in no other
	 * way. Each descriptor is closed by device_close() before device_release().
	 * @return a descriptor, or -EACCES, -ENODEV (gone, or without a node), -EBUSY or
	 *         another negative errno
	 */
	int (*device_open)(const struct libcodec_host *host,
			   const struct libcodec_device *device, uint32_t flags);
	/** Close what device_open() gave. */
	void (*device_close)(const struct libcodec_host *host,
			     const struct libcodec_device *device, int fd);
	/**
	 * Tell of a device. @p key is for ATTR and PROPERTY, else NULL.
	 * @param buffer gets the text and a NUL
	 * @return bytes of the text without the NUL, -ENOENT where there is none, -ENOSPC
	 *         where @p size is too small, -EINVAL
	 */
	int (*device_get)(const struct libcodec_host *host,
			  const struct libcodec_device *device, uint32_t what,
			  const char *key, char *buffer, uint64_t size);
	/**
	 * A surface of DMABUF memory for the CPU: begins its access, by LIBCODEC_ACCESS_*.
	 * Each map wants an unmap before decode() returns.
	 * @param surface as decode() got it
	 * @return 0, -EACCES (the owner lets the CPU do less), or another negative errno
	 */
	int (*surface_map)(const struct libcodec_host *host,
			   const struct libcodec_surface *surface, uint32_t access,
			   void **ret_data);
	/** End it. */
	void (*surface_unmap)(const struct libcodec_host *host,
			      const struct libcodec_surface *surface);
	/**
	 * Allocate a dma-buf of at least @p size bytes, as images are allocated.
	 * @return a descriptor that the caller closes, or -EACCES, -EOPNOTSUPP, -ENOMEM
	 */
	int (*dmabuf_new)(const struct libcodec_host *host, uint64_t size);
	/**
	 * Begin or end (@p end is 1) the CPU's access to what is mapped of a dma-buf, by
	 * LIBCODEC_ACCESS_*. Survives EINTR.
	 * @return 0 or a negative errno
	 */
	int (*dmabuf_sync)(const struct libcodec_host *host, int fd, uint32_t access,
			   uint32_t end);
	/**
	 * Copy a job's JPEG for a decoder that is no CPU: metadata segments, fill bytes and
	 * what follows the picture are left out, Annex K's tables put in where they are
	 * missing, the height of a DNL is put into the frame header.
	 * @param room bytes at @p dst; size + 1024 always suffice
	 * @param ret_size bytes that were written, without the zeros that follow up to a
	 *        multiple of 64 where there is room for them
	 * @param ret_end bytes of the stream up to the end of the picture
	 * @return 0; -ENOSPC; -ENODATA: it has no end, the bytes stop before EOI;
	 *         -EOPNOTSUPP: it has several scans; -EBADMSG
	 */
	int (*jpeg_strip)(const struct libcodec_host *host,
			  const struct libcodec_decode_job *job, uint8_t *dst,
			  uint64_t room, uint64_t *ret_size, uint64_t *ret_end);
};

/** Begin a span where a trace runs; else one relaxed load. @since ABI 1.0 */
static inline uint64_t libcodec_host_trace_begin(const struct libcodec_host *host,
						 const char *name, const char *arg_name,
						 int64_t arg)
{
	if (__builtin_expect(!__atomic_load_n(host->tracing, __ATOMIC_RELAXED), 1))
		return 0;
	return host->trace_begin(host, name, arg_name, arg);
}

/** End a span that libcodec_host_trace_begin() began. @since ABI 1.0 */
static inline void libcodec_host_trace_end(const struct libcodec_host *host, uint64_t token)
{
	if (token)
		host->trace_end(host, token);
}

/**
 * The operations of LIBCODEC_FAMILY_IMAGE_DECODER.
 * @since ABI 1.0
 */
struct libcodec_image_decoder_ops {
	uint32_t struct_size;
	uint32_t reserved; /**< 0 */
	/**
	 * Open a session: all that one decoder needs to decode frame after frame.
	 * Mandatory. [registry] is not held; may be called from several threads at once.
	 *
	 * After fork() the host uses a session on a device in the process that opened it
	 * alone; the child neither decodes with it nor closes it.
	 * @param device what device_probe() gave, NULL for a plugin without devices
	 * @return 0 or a negative errno
	 */
	int (*session_open)(void *priv, void *device, void **ret_session);
	/** Close it. Mandatory. [session] */
	void (*session_close)(void *session);
	/**
	 * Decode one frame. Mandatory. [session]
	 *
	 * DONE: the surface is written and nothing writes it any more. NOT_APPLICABLE and
	 * FATAL: it is untouched. FALLBACK and CORRUPT: it may be dirty, but nothing
	 * writes it any more. Allocates nothing once a frame of that geometry went
	 * through, and returns by the deadline: nobody can take the call back from it, so
	 * the deadline is its duty. Who overstays it is demoted (libcodec_event,
	 * BACKEND_FAILED).
	 *
	 * CORRUPT is not held against the plugin. A device that doesn't tell a broken stream
	 * from a failure of its own says so with LIBCODEC_REASON_SUSPECT: it counts as a
	 * failure where another backend then finds the picture whole.
	 *
	 * A device that has gone (ENODEV, POLLHUP) is FALLBACK with LIBCODEC_REASON_GONE
	 * and is not held against the plugin; only session_close() comes after it.
	 * @return LIBCODEC_VERDICT_*
	 */
	uint32_t (*decode)(void *session, const struct libcodec_decode_job *job,
			   struct libcodec_decode_result *result);
	/** Give scratch memory back; the session stays. Optional. [session] */
	void (*session_trim)(void *session);
};

/**
 * What libcodec_plugin_entry() returns. The first five fields are frozen for all
 * versions of the ABI.
 * @since ABI 1.0
 */
struct libcodec_plugin {
	uint32_t magic;       /**< LIBCODEC_PLUGIN_MAGIC */
	uint16_t abi_major;   /**< LIBCODEC_PLUGIN_ABI_MAJOR as the plugin saw it */
	uint16_t abi_minor;
	uint32_t struct_size; /**< sizeof as the plugin saw it */
	uint32_t flags;       /**< 0 */
	uint32_t family;      /**< LIBCODEC_FAMILY_* */
	uint32_t reserved;    /**< 0 */
	const char *name;     /**< [a-z0-9][a-z0-9-]{0,30}, as in the manifest */
	const char *version;
	const char *vendor;
	const char *license;  /**< an SPDX expression */
	const char *description; /**< one line */
	const char *bug_url;  /**< printed with failures: users know whom to tell */
	const void *ops;      /**< the family's table */
	/**
	 * Begin: keep @p host, open no device, start no thread. Mandatory. [registry]
	 * Called once per context, so a process may hold several privs.
	 * @return 0 or a negative errno
	 */
	int (*init)(const struct libcodec_host *host, void **ret_priv);
	/** End: all sessions are closed. Mandatory. [registry] */
	void (*fini)(void *priv);
	/**
	 * Look at a device that matched the manifest, and take it or leave it. Mandatory
	 * where the manifest has a Match section, else never called. [registry] It may
	 * open the device for a look, and holds up everybody meanwhile: within 1 s.
	 * @param ret_device what the other functions get as @p device; not NULL
	 * @return 0: mine; -ENODEV: not mine, or gone; -EACCES: may not be opened, ask
	 *         again when that changes; another negative errno: broken, ask again later
	 */
	int (*device_probe)(void *priv, const struct libcodec_device *dev,
			    void **ret_device);
	/**
	 * Forget a device. All of its sessions are closed; it may have gone. Mandatory
	 * with device_probe. [registry]
	 */
	void (*device_release)(void *priv, void *device);
	/**
	 * Fill one capability record (struct_size is the host's). Mandatory. [registry]
	 * @param device NULL: of a plugin without devices; or what device_probe() gave
	 * @return 0, or -ENOENT past the last one
	 */
	int (*cap_get)(void *priv, void *device, uint32_t index,
		       struct libcodec_cap *cap);
	/**
	 * An experiment behind a string id "NAME/1". Optional. [any]
	 * @return its table, or NULL
	 */
	const void *(*get_extension)(void *priv, const char *id);
};

/**
 * The one exported symbol, for all versions of the ABI. [registry]
 *
 * @param host_abi LIBCODEC_PLUGIN_ABI of the host
 * @param host its services; not yet to be called
 * @return a descriptor that lives as long as the process, or NULL with errno set as a
 *         polite refusal
 * @since ABI 1.0
 */
LIBCODEC_PLUGIN_EXPORT const struct libcodec_plugin *
libcodec_plugin_entry(uint32_t host_abi, const struct libcodec_host *host);

#ifdef __cplusplus
}
#endif

#endif
