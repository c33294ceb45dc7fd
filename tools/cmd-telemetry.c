/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * codecctl telemetry: what an encoder said of a stream's frames, as a table or as JSON.
 */
#include "config.h"

#include "codecctl.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <pelorus/libcodec.h>

#include "blob-file.h"

/* A frame, and the memory of its maps. */
struct frame {
	PelorusEncTelemetryInput in;
	void *maps[3];
};

struct telemetry {
	bool blobs, use_json;
	struct blob_file file;
	struct frame *frames;
	size_t n;
};

/* --- frames --- */

/* A copy of a map, since the blob goes. Returns a sentence, or NULL where all is well. */
static const char *copy_map(struct telemetry *t, struct frame *f, unsigned int i,
			    uint64_t bit, size_t element)
{
	const void *found;
	uint32_t n;
	pel_result r;

	if (!(f->in.frame.present_mask & bit))
		return NULL;
	r = pel_enc_telemetry_map(t->file.blob, t->file.size, &f->in.frame,
				  sizeof(f->in.frame), bit, &found, &n);
	if (r != PEL_OK)
		return pel_result_str(r);
	f->maps[i] = malloc(n * element);
	if (!f->maps[i])
		return "out of memory";
	memcpy(f->maps[i], found, n * element);
	return NULL;
}

/* The record of the blob that was read. Returns a sentence, or NULL where all is well. */
static const char *take_record(struct telemetry *t, struct frame *f)
{
	PelorusEncTelemetrySection *s = &f->in.frame;
	const char *why;
	const void *found;
	size_t got;
	pel_result r;

	r = pel_blob_find_section(t->file.blob, t->file.size, PEL_SEC_ENC_TELEMETRY,
				  sizeof(*s), &found, &got);
	if (r == PEL_ERR_ABSENT)
		return "the blob has no telemetry";
	if (r != PEL_OK)
		return pel_result_str(r);
	if (got < sizeof(*s))
		return "the section is too short";
	memcpy(s, found, sizeof(*s));
	s->present_mask &= PEL_TLM_KNOWN_MASK; /* of later versions */
	why = copy_map(t, f, 0, PEL_TLM_F_QP_MAP, sizeof(int16_t));
	if (!why)
		why = copy_map(t, f, 1, PEL_TLM_F_BITS_MAP, sizeof(uint32_t));
	if (!why)
		why = copy_map(t, f, 2, PEL_TLM_F_MODE_MAP, sizeof(uint8_t));
	if (why)
		return why;
	f->in.qp_map = f->maps[0];
	f->in.bits_map = f->maps[1];
	f->in.mode_map = f->maps[2];
	r = pel_enc_telemetry_validate(&f->in);
	return r == PEL_OK ? NULL : "the record contradicts itself or is out of range";
}

static void free_frame(struct frame *f)
{
	unsigned int i;

	for (i = 0; i < 3; i++)
		free(f->maps[i]);
}

static int read_frame(struct telemetry *t, const char *path)
{
	struct frame *f = &t->frames[t->n];
	const char *why;

	if (blob_file_read(&t->file, path, &why) == 0) {
		why = take_record(t, f);
		if (!why) {
			t->n++;
			return CTL_OK;
		}
		free_frame(f);
		memset(f, 0, sizeof(*f));
	}
	ctl_error("%s: %s", path, why);
	return CTL_FAILED;
}

/* --- a table --- */

static void print_count(const PelorusEncTelemetrySection *f, uint64_t bit, uint32_t value,
			int width)
{
	if (f->present_mask & bit)
		printf(" %*" PRIu32, width, value);
	else
		printf(" %*s", width, "-");
}

static void print_real(const PelorusEncTelemetrySection *f, uint64_t bit, float value,
		       int width, int places)
{
	if (f->present_mask & bit)
		printf(" %*.*f", width, places, (double)value);
	else
		printf(" %*s", width, "-");
}

/* K, R, S and C where known and true, - where false, blank where not known. */
static void print_flags(const PelorusEncTelemetrySection *f)
{
	static const char letters[] = "KRSC";
	unsigned int i;

	putchar(' ');
	for (i = 0; i < 4; i++)
		putchar(!(f->present_mask & PEL_TLM_F_KEY_FRAME << i) ? ' ' :
			f->frame_flags >> i & 1			      ? letters[i] :
									'-');
}

static void print_maps(const PelorusEncTelemetrySection *f)
{
	if (f->granularity == PEL_TLM_GRAN_FRAME)
		printf("  -");
	else
		printf("  %ux%u of %u:%s%s%s", f->map_cols, f->map_rows,
		       1u << f->block_size_log2,
		       f->present_mask & PEL_TLM_F_QP_MAP ? " QP" : "",
		       f->present_mask & PEL_TLM_F_BITS_MAP ? " bits" : "",
		       f->present_mask & PEL_TLM_F_MODE_MAP ? " modes" : "");
	putchar('\n');
}

static void print_frame(const PelorusEncTelemetrySection *f)
{
	static const char types[] = "-IPB";

	print_count(f, PEL_TLM_F_DISPLAY_INDEX, f->display_index, 7);
	print_count(f, PEL_TLM_F_DECODE_INDEX, f->decode_index, 7);
	printf("  %c  ", types[f->picture_type & 3]);
	print_flags(f);
	print_count(f, PEL_TLM_F_FRAME_BYTES, f->frame_bytes, 9);
	print_real(f, PEL_TLM_F_AVG_QP, f->avg_qp, 7, 2);
	print_real(f, PEL_TLM_F_AVG_QP_NORM, f->avg_qp_norm, 7, 2);
	print_real(f, PEL_TLM_F_PSNR_Y, f->psnr_y, 7, 3);
	print_real(f, PEL_TLM_F_SSIM_Y, f->ssim_y, 8, 5);
	print_maps(f);
}

static void print_table(const struct telemetry *t)
{
	size_t i;

	printf(" %7s %7s TYPE FLAG %9s %7s %7s %7s %8s  MAPS\n", "DISPLAY", "DECODE",
	       "BYTES", "QP", "NORM", "PSNR-Y", "SSIM-Y");
	for (i = 0; i < t->n; i++)
		print_frame(&t->frames[i].in.frame);
}

/* --- JSON --- */

static int print_json(const struct telemetry *t)
{
	PelorusEncTelemetryInput *list = malloc(t->n * sizeof(*list));
	char *text = NULL;
	size_t i, size;
	pel_result r;

	if (!list) {
		ctl_error("out of memory");
		return CTL_FAILED;
	}
	for (i = 0; i < t->n; i++)
		list[i] = t->frames[i].in;
	r = libcodec_pel_telemetry_to_json(list, t->n, NULL, 0, &size);
	if (r == PEL_ERR_RANGE && size < SIZE_MAX) {
		text = malloc(size + 1);
		r = text ? libcodec_pel_telemetry_to_json(list, t->n, text, size + 1,
							  &size) :
			   PEL_ERR_NOMEM;
	}
	if (r == PEL_OK)
		puts(text);
	else if (r == PEL_ERR_INVALID)
		ctl_error(
			"the frames are of several codecs or adapters, not of one stream");
	else
		ctl_error("%s", pel_result_str(r));
	free(text);
	free(list);
	return r == PEL_OK ? CTL_OK : CTL_FAILED;
}

/* --- the command --- */

static int show(struct telemetry *t, char *const *files, int n)
{
	int i, r, ret = CTL_OK;

	t->frames = calloc((size_t)n, sizeof(*t->frames));
	if (!t->frames) {
		ctl_error("out of memory");
		return CTL_FAILED;
	}
	for (i = 0; i < n; i++) {
		r = read_frame(t, files[i]);
		ret = r > ret ? r : ret;
	}
	if (!t->n)
		return ret;
	if (!t->use_json) {
		print_table(t);
		return ret;
	}
	r = print_json(t);
	return r > ret ? r : ret;
}

enum {
	OPT_BLOB = 256,
	OPT_JSON,
};

static const struct option long_options[] = {
	{ "blob", no_argument, NULL, OPT_BLOB },
	{ "json", no_argument, NULL, OPT_JSON },
	{ NULL, 0, NULL, 0 },
};

static int run_telemetry(struct ctl *ctl, int argc, char **argv)
{
	struct telemetry t = { .blobs = false };
	int c, r;
	size_t i;

	(void)ctl;
	while ((c = getopt_long(argc, argv, ":", long_options, NULL)) != -1) {
		switch (c) {
		case OPT_BLOB:
			t.blobs = true;
			break;
		case OPT_JSON:
			t.use_json = true;
			break;
		default:
			return ctl_bad_option("telemetry", c, argv);
		}
	}
	if (!t.blobs)
		return ctl_usage("telemetry", "say --blob: files are blobs");
	if (optind >= argc)
		return ctl_usage("telemetry", "no file given");
	r = show(&t, argv + optind, argc - optind);
	for (i = 0; i < t.n; i++)
		free_frame(&t.frames[i]);
	free(t.frames);
	blob_file_done(&t.file);
	return r;
}

const struct ctl_command ctl_cmd_telemetry = {
	.name = "telemetry",
	.synopsis = "--blob [--json] FILE...",
	.summary = "print what an encoder said of its frames",
	.help = "  --blob  each FILE is a Pelorus blob with the telemetry of a frame\n"
		"  --json  a document of the schema pelorus/enc-telemetry/1\n"
		"\n"
		"FLAG is K for a key frame, R for a reference, S for one that is shown, C for a\n"
		"scene cut. NORM is the QP of H.264 with the same quantiser step.\n",
	.run = run_telemetry,
};
