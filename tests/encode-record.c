/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Encode records for the tests. The texts and their digests are not this library's: they
 * were made by Python's json and hashlib.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "encode-record.h"
#include "test.h"

const char worked_text[] =
	"{\"digest\":"
	"\"sha256:b0201cec9782a58a59541103a7757fbd8221f67bd45a32f3b6a8d7f054d244bc\","
	"\"elapsed_ns\":\"8123456789\","
	"\"encoder\":{\"codec\":\"hevc\",\"name\":\"libx265\","
	"\"params\":{\"aq-mode\":\"3\",\"bframes\":\"4\",\"crf\":\"f64:4038000000000000\","
	"\"preset\":\"slow\"},\"unknown_params\":{\"some-new-option\":\"1\"},"
	"\"version\":\"4.1\"},"
	"\"filters\":[{\"library\":\"libpelorus\",\"name\":\"pelorus_deband_vulkan\","
	"\"params\":{\"range\":\"16\",\"thr\":[\"f64:3fd6666660000000\","
	"\"f64:3fc99999a0000000\",\"f64:3fc99999a0000000\",\"f64:0000000000000000\"]},"
	"\"unknown_params\":{},\"version\":\"0.3.0\"}],"
	"\"hardware\":{\"device\":\"example GPU\",\"path\":\"vulkan\"},"
	"\"input\":{\"digest\":"
	"\"sha256:6d7233c7036e18b055f7861cd3c9f534093477b15efe8f58a80fecce4993c2ae\"},"
	"\"schema\":\"pelorus/encode-record/1\"}";
const char worked_hex[] =
	"b0201cec9782a58a59541103a7757fbd8221f67bd45a32f3b6a8d7f054d244bc";

#define ONE_VALUE(s) ((const char *const[]){ s }), 1, 0

static const PelorusEncodeParam encoder_params[] = {
	{ "preset", ONE_VALUE("slow") },
	{ "crf", ONE_VALUE("f64:4038000000000000") },
	{ "bframes", ONE_VALUE("4") },
	{ "aq-mode", ONE_VALUE("3") },
};
static const PelorusEncodeParam unknown_params[] = {
	{ "some-new-option", ONE_VALUE("1") },
};
static const char *const thresholds[] = {
	"f64:3fd6666660000000",
	"f64:3fc99999a0000000",
	"f64:3fc99999a0000000",
	"f64:0000000000000000",
};
static const PelorusEncodeParam filter_params[] = {
	{ "thr", thresholds, 4, 1 },
	{ "range", ONE_VALUE("16") },
};
static const PelorusEncodeFilter filters[] = {
	{
		.name = "pelorus_deband_vulkan",
		.library = "libpelorus",
		.version = "0.3.0",
		.params = filter_params,
		.nb_params = 2,
	},
};

const PelorusEncodeRecordInput worked_input = {
	.encoder_name = "libx265",
	.encoder_version = "4.1",
	.encoder_codec = "hevc",
	.encoder_params = encoder_params,
	.nb_encoder_params = 4,
	.encoder_unknown_params = unknown_params,
	.nb_encoder_unknown_params = 1,
	.input_digest =
		"sha256:"
		"6d7233c7036e18b055f7861cd3c9f534093477b15efe8f58a80fecce4993c2ae",
	.filters = filters,
	.nb_filters = 1,
	.hardware_path = "vulkan",
	.hardware_device = "example GPU",
	.elapsed_ns = 8123456789,
	.has_elapsed_ns = 1,
};

const PelorusEncodeRecordInput least_input = {
	.encoder_name = "libsvtav1",
	.encoder_version = "1.4.1",
	.encoder_codec = "av1",
	.input_id = "clip-0042",
};

const char escapes_text[] = "{\"B\":[\"x\",{\"y\":\"2\",\"z\":\"1\"}],\"a\":\"A/\xc3\xa9"
			    "\xf0\x9f\x98\x80\\u001f\\t\\\"\\\\ \x7f\xe2\x80\xa8\"}";
const char escapes_hex[] =
	"367f2cb88cf3b35a491b379cea0a8cb4a377a70cec27883f4c082f1c1d8cf7b7";

const char *hex_of(const uint8_t digest[PEL_ENCODE_RECORD_DIGEST_SIZE])
{
	static char text[2 * PEL_ENCODE_RECORD_DIGEST_SIZE + 1];
	unsigned int i;

	for (i = 0; i < PEL_ENCODE_RECORD_DIGEST_SIZE; i++)
		snprintf(text + 2 * (size_t)i, 3, "%02x", digest[i]);
	return text;
}

const char *record_hex(const char *json, size_t len)
{
	uint8_t digest[PEL_ENCODE_RECORD_DIGEST_SIZE];

	quick_assert(pel_encode_record_hash(json, len, digest) == PEL_OK);
	return hex_of(digest);
}

char record_buf[PEL_ENCODE_RECORD_MAX_BYTES + 1];

pel_result record_build(const PelorusEncodeRecordInput *in, size_t *ret_len)
{
	static char back[PEL_ENCODE_RECORD_MAX_BYTES + 1];
	pel_result r, query;
	size_t len = 7;

	*ret_len = 7;
	r = pel_encode_record_build(in, record_buf, sizeof(record_buf), ret_len);
	query = pel_encode_record_build(in, NULL, 0, &len);
	quick_assert(query == (r == PEL_OK ? PEL_ERR_RANGE : r) && len == *ret_len);
	if (r != PEL_OK) {
		quick_assert(!len);
		return r;
	}
	quick_assert(strlen(record_buf) == *ret_len);
	quick_assert(pel_encode_record_verify(record_buf, len, NULL) == PEL_OK);
	quick_assert(pel_encode_record_canonicalize(record_buf, len, back, sizeof(back),
						    &len) == PEL_OK);
	quick_assert(len == *ret_len && !memcmp(record_buf, back, len));
	return PEL_OK;
}
