/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The plugin in a real dispatcher: contexts, decoders, what it claims, and one frame with
 * what became of it. All by the public API, as an application would.
 */
#ifndef LC_KIT_BED_H
#define LC_KIT_BED_H

#include <libcodec/decoder.h>

#include "canvas.h"
#include "case.h"
#include "golden.h"

#define BED_CAPS_MAX 64

struct bed {
	struct kit_case *c;
	struct libcodec_context *ctx; /* the plugin alone */
	struct libcodec_context *ref_ctx; /* what is installed; NULL: no cpu backend */
	char name[LIBCODEC_BACKEND_NAME_SIZE];
	char why[256]; /* where the bed could not be made */
	bool takes_devices;
	bool device_is_missing; /* libcodec doesn't use the one that is named */
	uint32_t n_caps; /* of the plugin, or of its device */
	struct libcodec_cap caps[BED_CAPS_MAX];
	uint32_t align; /* of strides, that all of its records can live with */
	/* Opens devices in place of libcodec, or NULL; set it before bed_open(). */
	int (*open_device)(void *data, const char *node, int flags);
	void *device_data;
};

/*
 * Make the contexts and load the plugin. Where that fails the finding of the case's
 * first rule is a SKIP that says why, a FAIL where it is the device that --device names,
 * and false is returned. @bed is zero, but for
 * open_device. It ends with the process.
 */
bool bed_open(struct kit_case *c, struct bed *bed);

/* A decoder that asks the plugin and nobody else. @params may be NULL. */
struct libcodec_decoder *bed_decoder(const struct bed *bed,
				     const struct libcodec_decoder_params *params);

/* The same of the cpu backend as it is installed; NULL where it isn't. */
struct libcodec_decoder *bed_reference(const struct bed *bed,
				       const struct libcodec_decoder_params *params);

/*
 * Whether the plugin says that it makes @format and @dtype in host memory from such a
 * picture. @ret_flags gets the record's LIBCODEC_CAP_*; NULL is fine.
 */
bool bed_claims(const struct bed *bed, const struct golden_stream *s, uint32_t format,
		uint32_t dtype, uint32_t *ret_flags);

struct bed_work;

/*
 * Whether it says so of dma-bufs, with samples of a byte in the picture's own format; the
 * work is that.
 */
bool bed_claims_dmabuf(const struct bed *bed, const struct golden *golden,
		       struct bed_work *ret_work);

/* One frame, and what became of it. */
struct shot {
	int r; /* of the call */
	uint32_t verdict; /* of the plugin; NONE: it wasn't asked */
	uint64_t reasons;
	int32_t error;
	int64_t ns; /* that the call took */
	char message[LIBCODEC_RESULT_MESSAGE];
	struct libcodec_image_info info; /* where r is 0 */
};

void bed_shoot(const struct bed *bed, struct libcodec_decoder *dec, const void *data,
	       size_t size, struct libcodec_image *image, struct shot *ret_shot);

/* "not applicable (process; no restarts)": a phrase for findings. Not for two threads. */
const char *shot_text(const struct shot *shot);

/* A picture that the plugin claims, and what it would be made into. */
struct bed_work {
	struct golden_stream s;
	uint32_t format, dtype;
	uint32_t flags; /* LIBCODEC_CAP_* of the record that claims it */
	char name[96];
};

/*
 * Call fn for each picture of the kinds of @mask (1 << enum golden_kind) that is
 * claimed: as it is, and in each other format and dtype that is claimed for it. Returns
 * how many there were.
 */
unsigned int bed_each(struct bed *bed, unsigned int mask,
		      void (*fn)(struct bed *bed, const struct bed_work *w, void *arg),
		      void *arg);

/* The first picture of a kind that is claimed, in the format that it has. */
bool bed_first(struct bed *bed, enum golden_kind kind, struct bed_work *ret_work);

/* Settings of a decoder for a work. */
struct libcodec_decoder_params bed_params(const struct bed_work *w);

/* A canvas for a work, in the plugin's context or in that of the reference. */
bool bed_canvas(const struct bed *bed, const struct bed_work *w, uint32_t gap, bool flush,
		struct canvas *ret_canvas);
bool bed_reference_canvas(const struct bed *bed, const struct bed_work *w,
			  struct canvas *ret_canvas);

/*
 * Decode a work with a decoder of its own into a new canvas, and give a copy of the
 * samples that the caller frees. NULL where it isn't DONE; *ret_shot says what it is.
 */
uint8_t *bed_take(const struct bed *bed, const struct bed_work *w, size_t *ret_size,
		  struct shot *ret_shot);

/* The samples by the cpu backend, likewise. */
uint8_t *bed_take_reference(const struct bed *bed, const struct bed_work *w,
			    size_t *ret_size);

#endif
