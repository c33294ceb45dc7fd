/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Fuzz target: blobs and their carriers, read. What is found lies in the blob, and what
 * is a blob survives the way through a carrier.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include <pelorus/carrier.h>
#include <pelorus/libcodec.h>

#include "fuzz.h"

/* The target's copies: a carrier's blob, its carrier, and the blob again. */
const size_t fuzz_alloc_limit = 8u << 20;

static void check_inside(const uint8_t *blob, size_t size, const void *found, uint64_t n)
{
	const uint8_t *p = found;

	FUZZ_CHECK(p >= blob && p <= blob + size && n <= (size_t)(blob + size - p),
		   "%llu bytes at %td of %zu", (unsigned long long)n, p - blob, size);
}

/* All bytes of it, so that a sanitizer sees each. */
static unsigned int sum(const void *found, size_t n)
{
	const uint8_t *p = found;
	unsigned int s = 0;

	while (n--)
		s += *p++;
	return s;
}

static void read_map(const uint8_t *blob, size_t size, uint32_t offset, uint32_t bytes,
		     uint32_t element)
{
	const void *found = blob;
	pel_result r;

	r = pel_blob_map(blob, size, offset, bytes, bytes / element, element, &found);
	if (r != PEL_OK) {
		FUZZ_CHECK(!found, "%d", r);
		return;
	}
	check_inside(blob, size, found, bytes);
	sum(found, bytes);
}

static void read_motion(const uint8_t *section, size_t got)
{
	PelorusMotionSection m = { .global_motion_x = 0 };
	uint32_t edge = 1;
	unsigned int known;

	memcpy(&m, section, got);
	known = libcodec_pel_motion_edge(section, got, m.mv_field_size & 0xffff, 1080,
					 (uint16_t)m.mv_field_offset, 68, &edge);
	FUZZ_CHECK(known <= LIBCODEC_PEL_EDGE_ASSUMED && (known > 0) == (edge > 0),
		   "%u, %u", known, edge);
}

static void read_record(const uint8_t *section, size_t got)
{
	PelorusEncodeRecordSection s = { .digest_alg = 0 };
	char text[72];
	pel_result r;

	memcpy(&s, section, got);
	r = pel_encode_record_digest_text(&s, got, text, sizeof(text));
	FUZZ_CHECK(r == PEL_OK ? strlen(text) == 71 : r == PEL_ERR_INVALID, "%d", r);
}

static void read_telemetry(const uint8_t *blob, size_t size, const uint8_t *section,
			   size_t got)
{
	static const uint64_t bits[] = { PEL_TLM_F_QP_MAP, PEL_TLM_F_BITS_MAP,
					 PEL_TLM_F_MODE_MAP };
	static const uint32_t elements[] = { 2, 4, 1 };
	PelorusEncTelemetrySection t = { .present_mask = 0 };
	const void *found;
	uint32_t n, i;
	pel_result r;

	memcpy(&t, section, got);
	for (i = 0; i < 3; i++) {
		r = pel_enc_telemetry_map(blob, size, &t, got, bits[i], &found, &n);
		FUZZ_CHECK(r == PEL_OK ? found && n && n <= PEL_TLM_MAP_MAX_ELEMS :
					 !found && !n,
			   "%d, %u", r, n);
		if (r != PEL_OK)
			continue;
		check_inside(blob, size, found, (uint64_t)n * elements[i]);
		sum(found, (size_t)n * elements[i]);
	}
}

static void read_section(const uint8_t *blob, size_t size, uint32_t id, size_t known)
{
	const void *found = blob;
	uint32_t offset, bytes;
	size_t got = 1, at;
	pel_result r;

	r = pel_blob_find_section(blob, size, (enum pel_section)id, known, &found, &got);
	if (r != PEL_OK) {
		FUZZ_CHECK(!found && !got, "%d, %zu", r, got);
		return;
	}
	FUZZ_CHECK(got <= known, "%zu of %zu", got, known);
	check_inside(blob, size, found, got);
	sum(found, got);
	/* Whatever two of its numbers may be as offset and size. */
	for (at = 0; at + 8 <= got; at += 4) {
		memcpy(&offset, (const uint8_t *)found + at, 4);
		memcpy(&bytes, (const uint8_t *)found + at + 4, 4);
		read_map(blob, size, offset, bytes, 1 + at / 4 % 4);
	}
	if (id == PEL_SEC_MOTION && got <= sizeof(PelorusMotionSection))
		read_motion(found, got);
	if (id == PEL_SEC_ENCODE_RECORD && got <= sizeof(PelorusEncodeRecordSection))
		read_record(found, got);
	if (id == PEL_SEC_ENC_TELEMETRY && got <= sizeof(PelorusEncTelemetrySection))
		read_telemetry(blob, size, found, got);
}

static void read_blob(const uint8_t *blob, size_t size)
{
	static const size_t known[] = { 24, 28, 28, 216, 36, 64, 16, 16, 104, 48 };
	uint32_t bit;

	for (bit = 0; bit < 32; bit++) {
		read_section(blob, size, UINT32_C(1) << bit,
			     bit < 10 ? known[bit] : 4096);
		read_section(blob, size, UINT32_C(1) << bit, 8);
	}
}

/* To a carrier and back. */
static void carry(const uint8_t *blob, size_t size)
{
	uint8_t *carrier, *back;
	const uint8_t *found;
	size_t n = 0, again = 0;
	pel_result r;

	r = pel_blob_carrier_encode(blob, size, NULL, 0, &n);
	FUZZ_CHECK(r == PEL_ERR_RANGE && n > size && n <= PEL_CARRIER_MAX_LEN(size),
		   "%d, %zu", r, n);
	carrier = fuzz_allocate(n);
	r = pel_blob_carrier_encode(blob, size, carrier, n - 1, &again);
	FUZZ_CHECK(r == PEL_ERR_RANGE && again == n, "%d", r);
	r = pel_blob_carrier_encode(blob, size, carrier, n, &again);
	FUZZ_CHECK(r == PEL_OK && again == n, "%d", r);
	FUZZ_CHECK(!memchr(carrier, 0, n), "a zero in a carrier");
	back = fuzz_allocate(n);
	r = pel_blob_unwrap(carrier, n, back, n, &found, &again);
	FUZZ_CHECK(r == PEL_OK && again == size && !memcmp(found, blob, size), "%d", r);
	free(back);
	free(carrier);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *exact = fuzz_allocate(size), *scratch = fuzz_allocate(size);
	const uint8_t *blob = data;
	struct fuzz_alloc a;
	size_t n = 0;
	pel_result r;

	memcpy(exact, data, size);
	fuzz_alloc_start(FUZZ_CALL);
	r = pel_blob_unwrap(exact, size, scratch, size, &blob, &n);
	if (r == PEL_OK)
		read_blob(blob, n);
	read_blob(exact, size);
	a = fuzz_alloc_read(FUZZ_CALL);
	FUZZ_CHECK(!a.calls, "%llu allocations", a.calls);
	FUZZ_CHECK(r == PEL_OK ? blob && n <= size : !blob, "%d, %zu", r, n);
	if (r == PEL_OK && pel_blob_is_present(blob, n))
		carry(blob, n);
	free(scratch);
	free(exact);
	return 0;
}
