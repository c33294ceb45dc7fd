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

static const char *const default_dirs[] = {
	MANIFESTDIR,
	RUNDIR "/backends.d",
	SYSCONFDIR "/backends.d",
	NULL,
};

/*
 * A plugin is told that what is tagged [registry] is called one at a time. Several
 * contexts share its code, so this lock is the process's. It is the innermost one.
 */
static pthread_mutex_t plugin_lock = PTHREAD_MUTEX_INITIALIZER;

void lc_plugins_lock(void)
{
	pthread_mutex_lock(&plugin_lock);
}

void lc_plugins_unlock(void)
{
	pthread_mutex_unlock(&plugin_lock);
}

/* --- notices --- */

void lc_registry_notice(struct lc_registry *reg, const char *text)
{
	lc_lines_add(&reg->notices, text);
	lc_lines_add(&reg->decisions, text);
	lc_log(reg->log, LIBCODEC_LOG_WARNING, "%s", text);
}

void lc_registry_decide(struct lc_registry *reg, const char *fmt, ...)
{
	char *text;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (n < 0)
		return;
	lc_lines_add(&reg->decisions, text);
	lc_log(reg->log, LIBCODEC_LOG_DEBUG, "%s", text);
	free(text);
}

/* What is no warning is a decision, for who wants to know. */
static void on_notice(void *data, int level, const char *text)
{
	struct lc_registry *reg = data;

	/* DEBUG is a folder that is not there: worth a notice where somebody named it. */
	if (level <= LIBCODEC_LOG_WARNING || (level == LIBCODEC_LOG_DEBUG && reg->own_path))
		lc_registry_notice(reg, text);
	else
		lc_registry_decide(reg, "%s", text);
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
	__atomic_store_n(&p->refused_at, lc_now_ns(), __ATOMIC_RELAXED);
	news = p->refusal.message != before;
	__atomic_store_n(&p->state, LIBCODEC_PLUGIN_REFUSED, __ATOMIC_RELEASE);
	lc_log(reg->log, news ? LIBCODEC_LOG_WARNING : LIBCODEC_LOG_DEBUG,
	       "plugin %s is refused: %s", p->name, p->refusal.message);
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
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_MANIFEST, m->error, "%s",
				 m->message);
	other = same_name(reg, p);
	if (other)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_MANIFEST, -EEXIST,
				 "%s: the name %s is taken by %s", m->path, m->name,
				 other->manifest.path);
	if (m->abi_major != LIBCODEC_PLUGIN_ABI_MAJOR)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_MANIFEST, -EOPNOTSUPP,
				 "%s: plugin speaks %u.%u, this library %u.%u", m->path,
				 m->abi_major, m->abi_minor, LIBCODEC_PLUGIN_ABI_MAJOR,
				 LIBCODEC_PLUGIN_ABI_MINOR);
	if (m->family != LIBCODEC_FAMILY_IMAGE_DECODER)
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_MANIFEST, -EOPNOTSUPP,
			      "%s: %s plugins are not supported by this version", m->path,
			      m->family == LIBCODEC_FAMILY_VIDEO ? "video" : "telemetry");
	if (m->library[0] == '/' && is_run_dir(reg, m->dir))
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_MANIFEST, -EPERM,
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

static void deny(struct lc_registry *reg, struct lc_plugin *p, const char *by)
{
	char text[256];

	snprintf(text, sizeof(text), "not used, says %s", by);
	p->refusal.stage = LIBCODEC_PLUGIN_STAGE_MANIFEST;
	p->refusal.error = -EPERM;
	p->refusal.message = keep_reason(p, text);
	p->settled = true;
	p->state = LIBCODEC_PLUGIN_DENIED;
	lc_registry_decide(reg, "%s: %s is %s", p->manifest.path, p->name, text);
}

static int init_plugin(struct lc_registry *reg, struct lc_plugin *p)
{
	struct lc_refusal why;
	int r;

	const char *by;

	p->name = p->manifest.name ? p->manifest.name : p->manifest.file;
	lc_host_init(&p->host, reg->log, reg->workers, reg->opener, reg->dmabufs, p->name);
	if (p->manifest.masked) {
		p->state = LIBCODEC_PLUGIN_MASKED;
		lc_registry_decide(reg, "%s: masks %s", p->manifest.path, p->name);
		return 0;
	}
	r = find_library(reg, p);
	if (r < 0)
		return r;
	if (judge_manifest(reg, p, &why) < 0) {
		refuse(reg, p, &why);
		p->settled = true;
		return 0;
	}
	if (lc_policy_denies(reg->policy, p->name, NULL, &by)) {
		deny(reg, p, by);
		return 0;
	}
	lc_registry_decide(reg, "%s: %s is %s", p->manifest.path, p->name, p->library);
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
				  on_notice, reg, &list, &n);
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

static int read_policy(struct lc_registry *reg, const char *path)
{
	unsigned int i;
	const char *text;
	int r;

	if (!path)
		path = lc_env("LIBCODEC_POLICY");
	if (!path)
		path = SYSCONFDIR "/policy.conf";
	r = lc_policy_read(*path ? path : "/dev/null", on_notice, reg, &reg->policy);
	if (r == 0)
		r = lc_policy_filter(reg->policy, lc_env("LIBCODEC_BACKENDS"),
				     lc_env("LIBCODEC_DEVICE"), on_notice, reg);
	for (i = 0; r == 0 && (text = lc_policy_line(reg->policy, i)); i++)
		lc_registry_decide(reg, "%s", text);
	return r;
}

int lc_registry_init(struct lc_registry *reg, const struct lc_registry_params *params)
{
	size_t i;
	int r;

	*reg = (struct lc_registry){
		.log = params->log,
		.workers = params->workers,
		.opener = params->opener,
		.dmabufs = params->dmabufs,
		.generation = 1,
	};
	pthread_mutex_init(&reg->lock, NULL);
	lc_lines_init(&reg->notices);
	lc_lines_init(&reg->decisions);
	notice_ignored_environment(reg);
	r = read_policy(reg, params->policy_path);
	if (r == 0)
		r = read_manifests(reg, params->backend_path);
	for (i = 0; i < reg->n_plugins && r == 0; i++)
		r = init_plugin(reg, &reg->plugins[i]);
	if (r < 0)
		lc_registry_done(reg);
	return r;
}

static void plugin_done(struct lc_plugin *p)
{
	unsigned int i;

	if (p->backend)
		lc_backend_free(p->backend);
	if (p->state == LIBCODEC_PLUGIN_READY) {
		lc_plugins_lock();
		p->desc.fini(p->priv);
		lc_plugins_unlock();
	}
	for (i = 0; i < p->n_reasons; i++)
		free(p->reasons[i]);
	free(p->library);
	lc_manifest_done(&p->manifest);
}

void lc_registry_done(struct lc_registry *reg)
{
	size_t i;

	for (i = reg->n_plugins; i > 0; i--)
		plugin_done(&reg->plugins[i - 1]);
	free(reg->plugins);
	lc_policy_free(reg->policy);
	lc_lines_done(&reg->notices);
	lc_lines_done(&reg->decisions);
	pthread_mutex_destroy(&reg->lock);
	memset(reg, 0, sizeof(*reg));
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
		return lc_refuse(why, LIBCODEC_PLUGIN_STAGE_FILE, -EEXIST,
				 "%s is the same file as %s of plugin %s", p->library,
				 other->library, other->name);
	}
	return 0;
}

/* Open it and initialise it. With the lock. */
static int open_plugin(struct lc_plugin *p, struct lc_refusal *why)
{
	void *priv = NULL;
	int r;

	lc_plugins_lock();
	r = lc_loader_open(p->library, p->manifest.name, &p->host.table, &p->desc,
			   &p->ops, why);
	if (r == 0) {
		r = p->desc.init(&p->host.table, &priv);
		if (r)
			r = lc_refuse(why, LIBCODEC_PLUGIN_STAGE_INIT, r < 0 ? r : -EINVAL,
				      "%s: its init failed: %m", p->library);
	}
	lc_plugins_unlock();
	p->priv = priv;
	return r;
}

/* A plugin without devices is a backend at once; else each device becomes one. */
static int make_backend(struct lc_registry *reg, struct lc_plugin *p,
			struct lc_refusal *why)
{
	int r;

	if (p->manifest.n_matches && !p->desc.device_probe)
		r = lc_refuse(why, LIBCODEC_PLUGIN_STAGE_DESCRIPTOR, -EINVAL,
			      "%s: %s matches devices, and device_probe is NULL", p->library,
			      p->manifest.path);
	else
		r = p->manifest.n_matches ? 0 : lc_backend_new(p, NULL, 0, reg->policy,
							       &p->backend, why);
	if (r < 0) {
		lc_plugins_lock();
		p->desc.fini(p->priv);
		lc_plugins_unlock();
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

	lc_log(reg->log, LIBCODEC_LOG_INFO, "loading plugin %s: %s", p->name, p->library);
	r = check_same_file(reg, p, &why);
	if (r == 0)
		r = open_plugin(p, &why);
	if (r == 0)
		r = make_backend(reg, p, &why);
	errno = saved_errno;
	if (r < 0) {
		refuse(reg, p, &why);
		return;
	}
	__atomic_store_n(&p->state, LIBCODEC_PLUGIN_READY, __ATOMIC_RELEASE);
	lc_registry_changed(reg);
	lc_log(reg->log, LIBCODEC_LOG_INFO, "plugin %s %s is ready: %s", p->name,
	       p->desc.version, p->library);
}

int64_t lc_registry_due_at(const struct lc_plugin *p)
{
	uint32_t state = lc_plugin_state(p);

	if (p->settled || state == LIBCODEC_PLUGIN_READY || state == LIBCODEC_PLUGIN_MASKED)
		return INT64_MAX;
	if (state == LIBCODEC_PLUGIN_KNOWN)
		return INT64_MIN;
	return __atomic_load_n(&p->refused_at, __ATOMIC_RELAXED) + LC_PLUGIN_RETRY_NS;
}

static bool is_due(const struct lc_plugin *p)
{
	int64_t at = lc_registry_due_at(p);

	return at == INT64_MIN || (at != INT64_MAX && lc_now_ns() >= at);
}

struct lc_plugin *lc_registry_load(struct lc_registry *reg, size_t index)
{
	struct lc_plugin *p;

	if (index >= reg->n_plugins)
		return NULL;
	p = &reg->plugins[index];
	if (!is_due(p))
		return p; /* nobody waits for another plugin's load */
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
	info.needs_device = p->manifest.n_matches != 0;
	if (p->state == LIBCODEC_PLUGIN_REFUSED || p->state == LIBCODEC_PLUGIN_DENIED) {
		info.stage = p->refusal.stage;
		info.error = p->refusal.error;
		info.message = p->refusal.message;
	} else if (p->state == LIBCODEC_PLUGIN_READY) {
		info.n_caps = p->backend ? p->backend->n_caps : 0;
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
