/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A JPEG as a hardware decoder takes it: without what its parser stumbles over, and with
 * what it doesn't know to add. Never allocates; any thread.
 */
#ifndef LC_JPEG_STRIP_H
#define LC_JPEG_STRIP_H

#include <stddef.h>
#include <stdint.h>

#include <libcodec/plugin.h>

/* Zeros follow up to a multiple of this many bytes: some decoders fetch ahead. */
#define LC_JPEG_STRIP_ALIGN 64

/*
 * Copy a picture of one scan into a decoder's input buffer:
 *
 *  - SOI; what precedes it is dropped;
 *  - the segments up to SOS, byte for byte, but for APP1 to APP13, APP15 and COM, an APP0
 *    that is a JFXX thumbnail, and a DNL; fill and stray bytes between them are dropped;
 *  - one DHT segment before SOS with the tables of Annex K that the scan uses and nobody
 *    defined, where the header says that such are missing;
 *  - the scan with its restart markers, and EOI. What follows is dropped.
 *
 * Where the height came from a DNL, the frame header gets it, and the DNL is dropped.
 *
 * @header is what lc_jpeg_header_parse() said of the bytes from SOI on. @dst doesn't
 * overlap @data. *ret_size is set on success only and doesn't count the zeros behind EOI
 * that fill up to a multiple of LC_JPEG_STRIP_ALIGN bytes, or as far as there is room;
 * likewise *ret_end, the bytes of @data up to and with EOI.
 * A stripped stream is stripped into itself. On failure @dst may have been written to.
 *
 * Returns 0, -ENOSPC (lc_jpeg_strip_bound() is always enough), -EOPNOTSUPP (several scans,
 * or markers behind the scan that could be those of another), -ENODATA (no EOI: cut off,
 * and hardware would show garbage without a word), -EBADMSG (the markers can't be walked,
 * or not to where the header says).
 */
int lc_jpeg_strip(const uint8_t *data, size_t size,
		  const struct libcodec_jpeg_header *header, uint8_t *dst, size_t room,
		  size_t *ret_size, size_t *ret_end);

/*
 * Room that is enough for any stream of @size bytes and the zeros behind it; SIZE_MAX
 * where that is no number.
 */
size_t lc_jpeg_strip_bound(size_t size);

#endif
