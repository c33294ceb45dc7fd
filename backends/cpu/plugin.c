/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * The cpu backend's face: a plugin like any other, by the public headers alone. It needs
 * no device and is there on every machine.
 */
#include "jpeg.h"
#if LC_CPU_PNG
#include "png.h"
#endif

#include <errno.h>
#include <stdlib.h>

#define JPEG_CAPS 2

LIBCODEC_PLUGIN_NOTE("cpu", LIBCODEC_VERSION_STRING);

struct cpu {
	const struct libcodec_host *host;
};

/* A session of each codec, made when its first frame comes. */
struct cpu_session {
	const struct libcodec_host *host;
	struct lc_jpeg_session *jpeg;
#if LC_CPU_PNG
	struct lc_png_session *png;
#endif
};

static int cpu_init(const struct libcodec_host *host, void **ret_priv)
{
	struct cpu *cpu = malloc(sizeof(*cpu));

	if (!cpu)
		return -ENOMEM;
	cpu->host = host;
	*ret_priv = cpu;
	return 0;
}

static void cpu_fini(void *priv)
{
	free(priv);
}

/* The samplings from which the write stage makes a format, asked of the stage itself. */
static uint32_t writable_from(uint32_t colours, uint32_t format)
{
	uint32_t colour, sampling, mask = 0;

	for (colour = 0; colour <= LIBCODEC_COLOUR_YCCK; colour++)
		for (sampling = 0; sampling <= LIBCODEC_SAMPLING_MIXED; sampling++)
			if ((colours & LIBCODEC_COLOUR_BIT(colour)) &&
			    lc_jpeg_can_write(colour, sampling, format))
				mask |= LIBCODEC_SAMPLING_BIT(sampling);
	return mask;
}

static void add_format(struct libcodec_cap *cap, uint32_t format)
{
	cap->formats[cap->n_formats++] = (struct libcodec_cap_format){
		.format = format,
		.memory = LIBCODEC_MEMORY_BIT(LIBCODEC_MEMORY_HOST),
		.samplings = writable_from(cap->colours, format),
		.dtypes = 1u << LIBCODEC_DTYPE_U8,
	};
}

/*
 * Two records for JPEG, since which samplings a format is made from depends on the colour:
 * one for grey and YCbCr, one for samples that are R, G, B already.
 */
static void jpeg_cap(uint32_t index, struct libcodec_cap *cap)
{
	uint32_t i;

	cap->codec = LIBCODEC_CODEC_JPEG;
	cap->flags = LIBCODEC_CAP_BIT_EXACT | LIBCODEC_CAP_MULTI_SCAN |
		     LIBCODEC_CAP_NO_DHT;
	cap->processes = LIBCODEC_PROCESS_BIT(LIBCODEC_PROCESS_BASELINE) |
			 LIBCODEC_PROCESS_BIT(LIBCODEC_PROCESS_EXTENDED) |
			 LIBCODEC_PROCESS_BIT(LIBCODEC_PROCESS_PROGRESSIVE);
	cap->bit_depths = 1u << (8 - 1);
	cap->min_width = cap->min_height = 1;
	cap->max_width = cap->max_height = 65535;
	cap->rank = 500;
	if (index == 0) {
		cap->components = 1u << (1 - 1) | 1u << (3 - 1);
		cap->colours = LIBCODEC_COLOUR_BIT(LIBCODEC_COLOUR_GREY) |
			       LIBCODEC_COLOUR_BIT(LIBCODEC_COLOUR_YCBCR);
		add_format(cap, LIBCODEC_FORMAT_GREY);
		add_format(cap, LIBCODEC_FORMAT_NV12);
		add_format(cap, LIBCODEC_FORMAT_NV16);
		add_format(cap, LIBCODEC_FORMAT_NV24);
		add_format(cap, LIBCODEC_FORMAT_RGB);
	} else {
		cap->components = 1u << (3 - 1);
		cap->colours = LIBCODEC_COLOUR_BIT(LIBCODEC_COLOUR_RGB);
		add_format(cap, LIBCODEC_FORMAT_RGB);
	}
	for (i = 0; i < cap->n_formats; i++)
		cap->samplings |= cap->formats[i].samplings;
}

static int cpu_cap_get(void *priv, void *device, uint32_t index,
		       struct libcodec_cap *cap)
{
	(void)priv;
	cap->cap_id = index + 1;
	if (index < JPEG_CAPS) {
		jpeg_cap(index, cap);
		return 0;
	}
#if LC_CPU_PNG
	if (index == JPEG_CAPS)
		return lc_png_cap(cap);
#endif
	return -ENOENT;
}

static int cpu_session_open(void *priv, void *device, void **ret_session)
{
	const struct cpu *cpu = priv;
	struct cpu_session *s = calloc(1, sizeof(*s));

	if (!s)
		return -ENOMEM;
	s->host = cpu->host;
	*ret_session = s;
	return 0;
}

static void cpu_session_close(void *session)
{
	struct cpu_session *s = session;

	if (s->jpeg)
		lc_jpeg_session_free(s->jpeg);
#if LC_CPU_PNG
	if (s->png)
		lc_png_session_free(s->png);
#endif
	free(s);
}

static void cpu_session_trim(void *session)
{
	struct cpu_session *s = session;

	if (s->jpeg)
		lc_jpeg_session_trim(s->jpeg);
#if LC_CPU_PNG
	if (s->png)
		lc_png_session_trim(s->png);
#endif
}

static uint32_t no_memory(struct libcodec_decode_result *result)
{
	result->error = -ENOMEM;
	return LIBCODEC_VERDICT_FALLBACK;
}

static uint32_t cpu_decode(void *session, const struct libcodec_decode_job *job,
			   struct libcodec_decode_result *result)
{
	struct cpu_session *s = session;

	if (job->codec == LIBCODEC_CODEC_JPEG && job->jpeg) {
		if (!s->jpeg && lc_jpeg_session_new(s->host, &s->jpeg) < 0)
			return no_memory(result);
		return lc_jpeg_decode(s->jpeg, job, result);
	}
#if LC_CPU_PNG
	if (job->codec == LIBCODEC_CODEC_PNG && job->png) {
		if (!s->png && lc_png_session_new(s->host, &s->png) < 0)
			return no_memory(result);
		return lc_png_decode(s->png, job, result);
	}
#endif
	result->error = -EOPNOTSUPP;
	result->reasons = LIBCODEC_REASON_CODEC;
	return LIBCODEC_VERDICT_NOT_APPLICABLE;
}

static const struct libcodec_image_decoder_ops cpu_ops = {
	.struct_size = sizeof(cpu_ops),
	.session_open = cpu_session_open,
	.session_close = cpu_session_close,
	.decode = cpu_decode,
	.session_trim = cpu_session_trim,
};

static const struct libcodec_plugin cpu_plugin = {
	.magic = LIBCODEC_PLUGIN_MAGIC,
	.abi_major = LIBCODEC_PLUGIN_ABI_MAJOR,
	.abi_minor = LIBCODEC_PLUGIN_ABI_MINOR,
	.struct_size = sizeof(cpu_plugin),
	.family = LIBCODEC_FAMILY_IMAGE_DECODER,
	.name = "cpu",
	.version = LIBCODEC_VERSION_STRING,
	.vendor = "libcodec",
	.license = "MIT",
	.description = "JPEG and PNG in software",
	.bug_url = "the issue tracker of libcodec",
	.ops = &cpu_ops,
	.init = cpu_init,
	.fini = cpu_fini,
	.cap_get = cpu_cap_get,
};

const struct libcodec_plugin *libcodec_plugin_entry(uint32_t host_abi,
						    const struct libcodec_host *host)
{
	(void)host;
	if (host_abi >> 16 != LIBCODEC_PLUGIN_ABI_MAJOR) {
		errno = ENOTSUP;
		return NULL;
	}
	return &cpu_plugin;
}
