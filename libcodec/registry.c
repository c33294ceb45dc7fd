/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Knows the plugins of a context: which there are, by their manifests; which could be
 * loaded, with what they can do; and why the others could not. One plugin's failure never
 * touches another one.
 */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clock.h"
#include "env.h"
#include "registry.h"

#define CAP_ROOM 4096 /* what a record may be written into, to see who writes too much */
#define RANK_MAX 1000

static const char *const default_dirs[] = {
	MANIFESTDIR,
	RUNDIR "/backends.d",
	SYSCONFDIR "/backends.d",
	NULL,
};

/*
 * A plugin is told that what is tagged [registry] is called one at a time. Several
 * contexts share its code, so this lock is the process's. Taken inside of a registry's.
 */
static pthread_mutex_t plugin_lock = PTHREAD_MUTEX_INITIALIZER;

/* --- notices --- */

static void add_notice(struct lc_registry *reg, const char *text)
{
	char **notices;
	char *copy;

	if (reg->n_notices == LC_NOTICES_MAX)
		return;
	if (reg->n_notices == LC_NOTICES_MAX - 1)
		text = "more was noticed than is kept";
	notices = realloc(reg->notices, (reg->n_notices + 1) * sizeof(*notices));
	if (!notices)
		return;
	reg->notices = notices;
	copy = strdup(text);
	if (copy)
		notices[reg->n_notices++] = copy;
}

void lc_registry_notice(struct lc_registry *reg, const char *text)
{
	pthread_mutex_lock(&reg->lock);
	add_notice(reg, text);
	pthread_mutex_unlock(&reg->lock);
	lc_log(reg->log, LIBCODEC_LOG_WARNING, "%s", text);
}

const char *lc_registry_get_notice(struct lc_registry *reg, size_t index)
{
	const char *text = NULL;

	pthread_mutex_lock(&reg->lock);
	if (index < reg->n_notices)
		text = reg->notices[index];
	pthread_mutex_unlock(&reg->lock);
	return text;
}

/* A folder that is not there is worth a notice only where somebody asked for it. */
static void on_manifest_notice(void *data, int level, const char *text)
{
	struct lc_registry *reg = data;

	if (level <= LIBCODEC_LOG_WARNING || reg->own_path)
		lc_registry_notice(reg, text);
	else
		lc_log(reg->log, level, "%s", text);
}

static void notice_ignored_environment(struct lc_registry *reg)
{
	unsigned int n = lc_env_ignored();
	char text[96];

	if (!n)
		return;
	snprintf(text, sizeof(text),
		 "ignored %u LIBCODEC_* variable%s: process is privileged", n,
		 n == 1 ? "" : "s");
	lc_registry_notice(reg, text);
}

/* --- refusals --- */

/* @text for as long as the registry lives: readers keep the pointer over a retry. */
static const char *keep_reason(struct lc_plugin *p, const char *text)
{
	unsigned int i;
	char *copy;

	for (i = 0; i < p->n_reasons; i++)
		if (!strcmp(p->reasons[i], text))
			return p->reasons[i];
	if (p->n_reasons == LC_PLUGIN_REASONS_MAX)
		return "refused again, for more reasons than are kept";
	copy = strdup(text);
	if (!copy)
		return "refused, and no memory to say why";
	p->reasons[p->n_reasons++] = copy;
	return copy;
}

/* With the lock, or before anybody else has the registry. Says nothing twice. */
static void refuse(struct lc_registry *reg, struct lc_plugin *p,
		   const struct lc_refusal *why)
{
	const char *before = p->refusal.message;
	bool news;

	p->refusal.stage = why->stage;
	p->refusal.error = why->error;
	p->refusal.message = keep_reason(p, why->message);
	p->refused_at = lc_now_ns();
	news = p->refusal.message != before;
	__atomic_store_n(&p->state, LIBCODEC_PLUGIN_REFUSED, __ATOMIC_RELEASE);
	lc_log(reg->log, news ? LIBCODEC_LOG_WARNING : LIBCODEC_LOG_DEBUG,
	       "plugin %s is refused: %s", p->name, p->refusal.message);
}

static int reason(struct lc_refusal *why, uint32_t stage, int error, const char *fmt, ...)
	LC_PRINTF(4, 5);
static int reason(struct lc_refusal *why, uint32_t stage, int error, const char *fmt, ...)
{
	va_list ap;

	why->stage = stage;
	why->error = error;
	errno = -error; /* for %m */
	va_start(ap, fmt);
	vsnprintf(why->message, sizeof(why->message), fmt, ap);
	va_end(ap);
	return error;
}

/* --- what is known without loading --- */

/* The plugin before @p that has its name, or NULL. Broken manifests don't count. */
static const struct lc_plugin *same_name(struct lc_registry *reg,
					 const struct lc_plugin *p)
{
	const struct lc_plugin *other;

	for (other = reg->plugins; other < p; other++)
		if (!other->manifest.masked && !other->manifest.error &&
		    !strcmp(other->manifest.name, p->manifest.name))
			return other;
	return NULL;
}

static bool is_run_dir(const struct lc_registry *reg, const char *dir)
{
	return !reg->own_path && !strcmp(dir, RUNDIR "/backends.d");
}

/* Reasons against a plugin that its manifest alone gives. 0, or fills @why. */
static int judge_manifest(struct lc_registry *reg, const struct lc_plugin *p,
			  struct lc_refusal *why)
{
	const struct lc_manifest *m = &p->manifest;
	const struct lc_plugin *other;

	if (m->error)
		return reason(why, LIBCODEC_PLUGIN_STAGE_MANIFEST, m->error, "%s",
			      m->message);
	other = same_name(reg, p);
	if (other)
		return reason(why, LIBCODEC_PLUGIN_STAGE_MANIFEST, -EEXIST,
			      "%s: the name %s is taken by %s", m->path, m->name,
			      other->manifest.path);
	if (m->abi_major != LIBCODEC_PLUGIN_ABI_MAJOR)
		return reason(why, LIBCODEC_PLUGIN_STAGE_MANIFEST, -EOPNOTSUPP,
			      "%s: plugin speaks %u.%u, this library %u.%u", m->path,
			      m->abi_major, m->abi_minor, LIBCODEC_PLUGIN_ABI_MAJOR,
			      LIBCODEC_PLUGIN_ABI_MINOR);
	if (m->family != LIBCODEC_FAMILY_IMAGE_DECODER)
		return reason(why, LIBCODEC_PLUGIN_STAGE_MANIFEST, -EOPNOTSUPP,
			      "%s: %s plugins are not supported by this version", m->path,
			      m->family == LIBCODEC_FAMILY_VIDEO ? "video" : "telemetry");
	if (m->needs_device)
		return reason(why, LIBCODEC_PLUGIN_STAGE_MANIFEST, -ENODEV,
			      "%s: needs a device, and devices are not matched by this "
			      "version",
			      m->path);
	if (m->library[0] == '/' && is_run_dir(reg, m->dir))
		return reason(why, LIBCODEC_PLUGIN_STAGE_MANIFEST, -EPERM,
			      "%s: a manifest in %s may not name a library by its path",
			      m->path, m->dir);
	return 0;
}

/* Where the library is: a bare name never goes through the linker's search path. */
static int find_library(const struct lc_registry *reg, struct lc_plugin *p)
{
	const struct lc_manifest *m = &p->manifest;
	int n;

	if (!m->library)
		return 0;
	if (m->library[0] == '/')
		n = asprintf(&p->library, "%s", m->library);
	else
		n = asprintf(&p->library, "%s/%s", reg->own_path ? m->dir : BACKENDDIR,
			     m->library);
	if (n < 0) {
		p->library = NULL;
		return -ENOMEM;
	}
	return 0;
}

static int init_plugin(struct lc_registry *reg, struct lc_plugin *p)
{
	struct lc_refusal why;
	int r;

	p->name = p->manifest.name ? p->manifest.name : p->manifest.file;
	lc_host_init(&p->host, reg->log, reg->workers, p->name);
	if (p->manifest.masked) {
		p->state = LIBCODEC_PLUGIN_MASKED;
		return 0;
	}
	r = find_library(reg, p);
	if (r < 0)
		return r;
	if (judge_manifest(reg, p, &why) < 0) {
		refuse(reg, p, &why);
		p->settled = true;
	}
	return 0;
}

/* --- folders --- */

static void free_dirs(char **dirs)
{
	size_t i;

	for (i = 0; dirs && dirs[i]; i++)
		free(dirs[i]);
	free(dirs);
}

/* One folder, absolute: plugins are loaded later, maybe from somewhere else. */
static char *absolute(const char *dir, size_t size)
{
	char *copy = strndup(dir, size), *cwd, *whole = NULL;

	if (!copy || copy[0] == '/')
		return copy;
	cwd = getcwd(NULL, 0);
	if (cwd && asprintf(&whole, "%s/%s", cwd, copy) < 0)
		whole = NULL;
	free(cwd);
	free(copy);
	return whole;
}

/* The folders of a colon-separated list, NULL-terminated. Empty ones are left out. */
static int split_path(const char *path, char ***ret_dirs)
{
	size_t n = 1, i = 0, size;
	const char *c;
	char **dirs;

	for (c = path; *c; c++)
		n += *c == ':';
	dirs = calloc(n + 1, sizeof(*dirs));
	if (!dirs)
		return -ENOMEM;
	for (c = path; *c; c += size + (c[size] == ':')) {
		size = strcspn(c, ":");
		if (!size)
			continue;
		dirs[i] = absolute(c, size);
		if (!dirs[i]) {
			free_dirs(dirs);
			return -ENOMEM;
		}
		i++;
	}
	*ret_dirs = dirs;
	return 0;
}

static int read_manifests(struct lc_registry *reg, const char *backend_path)
{
	struct lc_manifest *list = NULL;
	char **own = NULL;
	size_t n = 0, i;
	int r;

	if (!backend_path) {
		backend_path = lc_env("LIBCODEC_BACKEND_PATH");
		if (backend_path && !*backend_path)
			backend_path = NULL;
	}
	if (backend_path) {
		reg->own_path = true;
		r = split_path(backend_path, &own);
		if (r < 0)
			return r;
	}
	r = lc_manifest_read_dirs(own ? (const char *const *)own : default_dirs,
				  on_manifest_notice, reg, &list, &n);
	free_dirs(own);
	if (r < 0)
		return r;
	reg->plugins = calloc(n ? n : 1, sizeof(*reg->plugins));
	if (!reg->plugins) {
		for (i = 0; i < n; i++)
			lc_manifest_done(&list[i]);
		free(list);
		return -ENOMEM;
	}
	for (i = 0; i < n; i++)
		reg->plugins[i].manifest = list[i];
	reg->n_plugins = n;
	free(list);
	return 0;
}

int lc_registry_init(struct lc_registry *reg, struct lc_log *log,
		     struct lc_workers *workers, const char *backend_path)
{
	size_t i;
	int r;

	*reg = (struct lc_registry){ .log = log, .workers = workers, .generation = 1 };
	pthread_mutex_init(&reg->lock, NULL);
	notice_ignored_environment(reg);
	r = read_manifests(reg, backend_path);
	for (i = 0; i < reg->n_plugins && r == 0; i++)
		r = init_plugin(reg, &reg->plugins[i]);
	if (r < 0)
		lc_registry_done(reg);
	return r;
}

static void plugin_done(struct lc_plugin *p)
{
	unsigned int i;

	if (p->state == LIBCODEC_PLUGIN_READY) {
		pthread_mutex_lock(&plugin_lock);
		p->desc.fini(p->priv);
		pthread_mutex_unlock(&plugin_lock);
	}
	for (i = 0; i < p->n_reasons; i++)
		free(p->reasons[i]);
	free(p->caps);
	free(p->library);
	lc_manifest_done(&p->manifest);
}

void lc_registry_done(struct lc_registry *reg)
{
	size_t i;

	for (i = reg->n_plugins; i > 0; i--)
		plugin_done(&reg->plugins[i - 1]);
	free(reg->plugins);
	for (i = 0; i < reg->n_notices; i++)
		free(reg->notices[i]);
	free(reg->notices);
	pthread_mutex_destroy(&reg->lock);
	memset(reg, 0, sizeof(*reg));
}

/* --- capabilities --- */

static bool is_power_of_two_or_zero(uint32_t n)
{
	return !(n & (n - 1));
}

/* What selection relies on. Everything else is the conformance kit's matter. */
static int judge_cap(const struct lc_plugin *p, const struct libcodec_cap *caps,
		     unsigned int n, struct lc_refusal *why)
{
	const struct libcodec_cap *cap = &caps[n];
	unsigned int i;

	for (i = 0; i < n; i++)
		if (caps[i].cap_id == cap->cap_id)
			return reason(why, LIBCODEC_PLUGIN_STAGE_CAPS, -EINVAL,
				      "%s: capabilities %u and %u have the same id %u",
				      p->library, i, n, cap->cap_id);
	if (cap->n_formats > LIBCODEC_CAP_FORMATS)
		return reason(why, LIBCODEC_PLUGIN_STAGE_CAPS, -EINVAL,
			      "%s: capability %u has %u formats, %d is the most",
			      p->library, cap->cap_id, cap->n_formats,
			      LIBCODEC_CAP_FORMATS);
	if (!is_power_of_two_or_zero(cap->pitch_align) ||
	    !is_power_of_two_or_zero(cap->offset_align))
		return reason(why, LIBCODEC_PLUGIN_STAGE_CAPS, -EINVAL,
			      "%s: an alignment of capability %u is no power of two",
			      p->library, cap->cap_id);
	if (cap->rank > RANK_MAX)
		return reason(why, LIBCODEC_PLUGIN_STAGE_CAPS, -EINVAL,
			      "%s: capability %u has rank %u, %d is the most", p->library,
			      cap->cap_id, cap->rank, RANK_MAX);
	return 0;
}

/*
 * Ask for one record. 1: *ret_cap is filled; 0: there are no more; or fills @why. The
 * plugin may be of a later minor and must still keep to the size it was told.
 */
static int read_cap(struct lc_plugin *p, unsigned int index, struct libcodec_cap *ret_cap,
		    struct lc_refusal *why)
{
	union {
		struct libcodec_cap cap;
		unsigned char bytes[CAP_ROOM];
	} room = { .bytes = { 0 } };
	size_t i;
	int r;

	room.cap.struct_size = sizeof(room.cap);
	r = p->desc.cap_get(p->priv, NULL, index, &room.cap);
	if (r == -ENOENT)
		return 0;
	if (r)
		return reason(why, LIBCODEC_PLUGIN_STAGE_CAPS, r < 0 ? r : -EINVAL,
			      "%s: capability %u can't be read: %m", p->library, index);
	for (i = sizeof(room.cap); i < sizeof(room.bytes); i++)
		if (room.bytes[i])
			return reason(why, LIBCODEC_PLUGIN_STAGE_CAPS, -E2BIG,
				      "%s: capability %u is written past its %zu bytes",
				      p->library, index, sizeof(room.cap));
	room.cap.struct_size = sizeof(room.cap);
	*ret_cap = room.cap;
	return 1;
}

static int read_caps(struct lc_plugin *p, struct lc_refusal *why)
{
	struct libcodec_cap *caps = calloc(LC_PLUGIN_CAPS_MAX, sizeof(*caps));
	struct libcodec_cap extra;
	unsigned int n = 0;
	int r;

	if (!caps)
		return reason(why, LIBCODEC_PLUGIN_STAGE_CAPS, -ENOMEM, "%s: %m",
			      p->library);
	do {
		r = read_cap(p, n, n < LC_PLUGIN_CAPS_MAX ? &caps[n] : &extra, why);
		if (r == 1 && n == LC_PLUGIN_CAPS_MAX)
			r = reason(why, LIBCODEC_PLUGIN_STAGE_CAPS, -EFBIG,
				   "%s: more than %d capabilities", p->library,
				   LC_PLUGIN_CAPS_MAX);
		else if (r == 1)
			r = judge_cap(p, caps, n++, why) < 0 ? why->error : 1;
	} while (r > 0);
	if (r < 0) {
		free(caps);
		return r;
	}
	p->caps = caps;
	p->n_caps = n;
	return 0;
}

/* --- loading --- */

/* Whether an earlier plugin means the same file: one file is one plugin. */
static int check_same_file(struct lc_registry *reg, const struct lc_plugin *p,
			   struct lc_refusal *why)
{
	const struct lc_plugin *other;
	struct stat a, b;

	if (stat(p->library, &a) < 0)
		return 0; /* the loader will say so */
	for (other = reg->plugins; other < p; other++) {
		if (other->settled || !other->library ||
		    stat(other->library, &b) < 0 || a.st_dev != b.st_dev ||
		    a.st_ino != b.st_ino)
			continue;
		return reason(why, LIBCODEC_PLUGIN_STAGE_FILE, -EEXIST,
			      "%s is the same file as %s of plugin %s", p->library,
			      other->library, other->name);
	}
	return 0;
}

/* With both locks. */
static int load_locked(struct lc_plugin *p, struct lc_refusal *why)
{
	void *priv = NULL;
	int r;

	r = lc_loader_open(p->library, p->manifest.name, &p->host.table, &p->desc,
			   &p->ops, why);
	if (r < 0)
		return r;
	r = p->desc.init(&p->host.table, &priv);
	if (r)
		return reason(why, LIBCODEC_PLUGIN_STAGE_INIT, r < 0 ? r : -EINVAL,
			      "%s: its init failed: %m", p->library);
	p->priv = priv;
	r = read_caps(p, why);
	if (r < 0) {
		p->desc.fini(priv);
		p->priv = NULL;
	}
	return r;
}

/* With the lock. */
static void load(struct lc_registry *reg, struct lc_plugin *p)
{
	struct lc_refusal why = { 0 };
	int saved_errno = errno;
	int r;

	r = check_same_file(reg, p, &why);
	if (r == 0) {
		pthread_mutex_lock(&plugin_lock);
		r = load_locked(p, &why);
		pthread_mutex_unlock(&plugin_lock);
	}
	errno = saved_errno;
	if (r < 0) {
		refuse(reg, p, &why);
		return;
	}
	__atomic_store_n(&p->state, LIBCODEC_PLUGIN_READY, __ATOMIC_RELEASE);
	__atomic_fetch_add(&reg->generation, 1, __ATOMIC_RELEASE);
	lc_log(reg->log, LIBCODEC_LOG_INFO, "plugin %s %s is ready: %s, %u capabilities",
	       p->name, p->desc.version, p->library, p->n_caps);
}

/* With the lock. */
static bool is_due(const struct lc_plugin *p)
{
	if (p->state == LIBCODEC_PLUGIN_KNOWN)
		return true;
	return p->state == LIBCODEC_PLUGIN_REFUSED && !p->settled &&
	       lc_now_ns() - p->refused_at >= LC_PLUGIN_RETRY_NS;
}

struct lc_plugin *lc_registry_load(struct lc_registry *reg, size_t index)
{
	struct lc_plugin *p;

	if (index >= reg->n_plugins)
		return NULL;
	p = &reg->plugins[index];
	if (lc_plugin_state(p) == LIBCODEC_PLUGIN_READY)
		return p;
	pthread_mutex_lock(&reg->lock);
	if (is_due(p))
		load(reg, p);
	pthread_mutex_unlock(&reg->lock);
	return p;
}

int lc_registry_get_info(struct lc_registry *reg, size_t index,
			 struct libcodec_plugin_info *ret_info)
{
	const struct lc_plugin *p;
	struct libcodec_plugin_info info = { .struct_size = sizeof(info) };

	if (index >= reg->n_plugins)
		return -ENOENT;
	p = &reg->plugins[index];
	pthread_mutex_lock(&reg->lock);
	info.state = p->state;
	info.family = p->manifest.family;
	info.band = p->manifest.band;
	info.opt_in = p->manifest.opt_in;
	info.name = p->name;
	info.manifest = p->manifest.path;
	info.library = p->library;
	if (p->state == LIBCODEC_PLUGIN_REFUSED) {
		info.stage = p->refusal.stage;
		info.error = p->refusal.error;
		info.message = p->refusal.message;
	} else if (p->state == LIBCODEC_PLUGIN_READY) {
		info.n_caps = p->n_caps;
		info.abi_major = p->desc.abi_major;
		info.abi_minor = p->desc.abi_minor;
		info.version = p->desc.version;
		info.vendor = p->desc.vendor;
		info.license = p->desc.license;
		info.description = p->desc.description;
		info.bug_url = p->desc.bug_url;
	}
	pthread_mutex_unlock(&reg->lock);
	*ret_info = info;
	return 0;
}
