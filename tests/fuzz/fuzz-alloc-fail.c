/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Fuzz target: the whole life of context, decoder and image, with an allocation that
 * fails. The first byte says which one, the second how: bit 0: all later ones too; 0x80
 * and 0x81: not one but each of them in turn. Then comes a picture as in the targets for
 * whole ones.
 */
#include "config.h"

#include <errno.h>

#include "fuzz.h"

const size_t fuzz_alloc_limit = 160u << 20;

#define SITES 64 /* there are fewer */
#define ROOM  (1u << 16)

struct objects {
	struct libcodec_context *ctx;
	struct libcodec_decoder *dec;
	struct libcodec_image *image, *slice;
};

/* The first thing that fails ends it: 0, or its error. */
static int make(struct objects *o, const struct libcodec_decoder_params *params)
{
	struct libcodec_image_params ip = {
		.struct_size = sizeof(ip),
		.width = 1,
		.height = 1,
		.format = LIBCODEC_FORMAT_GREY,
		.capacity = ROOM,
	};
	int r = fuzz_context(&o->ctx);

	if (r == 0)
		r = libcodec_decoder_new(o->ctx, &o->dec);
	if (r == 0)
		r = libcodec_decoder_set_params(o->dec, params);
	if (r == 0)
		r = libcodec_image_new(o->ctx, &ip, &o->image);
	if (r == 0)
		r = libcodec_image_new_slice(o->image, 0, ROOM, &o->slice);
	return r;
}

static void drop(struct objects *o)
{
	libcodec_image_unref(o->slice);
	libcodec_image_unref(o->image);
	libcodec_decoder_unref(o->dec);
	libcodec_context_unref(o->ctx);
}

/*
 * Whether the backend is out because of memory: it is refused then like any other that
 * fails to load, and is tried again when some time has passed.
 */
static bool is_refused(struct libcodec_context *ctx)
{
	struct libcodec_plugin_info info = { .struct_size = sizeof(info) };

	return libcodec_context_get_plugin(ctx, 0, &info) == 0 &&
	       info.state == LIBCODEC_PLUGIN_REFUSED && info.error == -ENOMEM;
}

/*
 * One life. @site: the allocation that fails, SITES: none. *ret_r: what came of the
 * decode. Returns whether one failed.
 */
static bool live(const struct fuzz_options *opt, const uint8_t *data, size_t size,
		 unsigned int site, bool on, int *ret_r)
{
	struct objects o = { .ctx = NULL };
	long long leaked;
	bool failed;
	int r;

	fuzz_alloc_start(FUZZ_CALL);
	fuzz_alloc_break(site < SITES ? site : UINT32_MAX, on);
	r = make(&o, &opt->params);
	if (r == 0) {
		r = libcodec_decoder_decode(o.dec, data, size, o.slice, NULL);
		failed = fuzz_alloc_heal();
		fuzz_check_result(o.dec, r, size);
		if (failed && (r == -ENODEV || r == -ENOMEM) && is_refused(o.ctx)) {
			fuzz_clock_advance(24 * 3600);
			r = -ENOMEM;
		}
	} else {
		failed = fuzz_alloc_heal();
		FUZZ_CHECK(failed && r == -ENOMEM, "%d", r);
	}
	if (o.dec)
		fuzz_decode_good(o.ctx, o.dec);
	drop(&o);
	leaked = fuzz_alloc_read(FUZZ_CALL).live;
	FUZZ_CHECK(leaked == 0, "%lld bytes leak", leaked);
	*ret_r = r;
	return failed;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned int site, last;
	struct fuzz_options opt;
	bool on, each;
	int whole, r;

	if (size < 2)
		return 0;
	site = data[0] % SITES;
	on = data[1] & 1;
	each = (data[1] & 0xfe) == 0x80;
	data += 2;
	size -= 2;
	fuzz_options(&data, &size, &opt);
	opt.params.deadline_ns = 0;
	opt.params.backend = "cpu";
	live(&opt, data, size, SITES, false, &whole); /* also makes what is made once */
	live(&opt, data, size, SITES, false, &whole);
	last = each ? SITES - 1 : site;
	for (site = each ? 0 : site; site <= last; site++) {
		bool failed = live(&opt, data, size, site, on, &r);

		FUZZ_CHECK(r == whole || (failed && r == -ENOMEM), "%d, not %d (site %u)",
			   r, whole, site);
		if (!failed)
			break;
		FUZZ_CHECK(!each || site < SITES - 1, "more than %d allocations", SITES);
	}
	return 0;
}
