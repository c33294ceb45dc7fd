/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Loading of plugins: every mock that is wrong in one way is refused at its stage, with
 * an errno and a sentence; files that are not to be trusted are not opened; and the
 * registry above keeps one plugin's failure from the others. Bad files are the matter of
 * check-loader-files.
 */
#include "config.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "context.h"
#include "loader.h"
#include "test.h"

static char top[64];

static void run(const char *fmt, ...) LC_PRINTF(1, 2);
static void run(const char *fmt, ...)
{
	char command[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(command, sizeof(command), fmt, ap);
	va_end(ap);
	ck_assert_msg(system(command) == 0, "%s", command);
}

static const char *mockdir(void)
{
	static char dir[256];
	const char *env = getenv("MOCKDIR");

	if (env)
		return env;
	snprintf(dir, sizeof(dir), "%s/stage/mocks", test_builddir());
	return dir;
}

static void setup(void)
{
	strcpy(top, "/tmp/check-loader-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(top));
}

static void teardown(void)
{
	run("rm -rf '%s'", top);
}

static const char *path_of(const char *file)
{
	static char path[4][160];
	static unsigned int next;

	next = (next + 1) % 4;
	snprintf(path[next], sizeof(path[next]), "%s/%s", top, file);
	return path[next];
}

/* A copy of a mock in the test's folder, with the mode of an installed one. */
static const char *take_as(const char *mock, const char *file)
{
	const char *path = path_of(file);

	run("cp '%s/mock-%s.so' '%s' && chmod 644 '%s'", mockdir(), mock, path, path);
	return path;
}

static const char *take(const char *mock)
{
	char file[64];

	snprintf(file, sizeof(file), "mock-%s.so", mock);
	return take_as(mock, file);
}

static void put_text(const char *file, const char *text)
{
	FILE *f = fopen(path_of(file), "we");

	ck_assert_ptr_nonnull(f);
	fputs(text, f);
	ck_assert_int_eq(fclose(f), 0);
	ck_assert_int_eq(chmod(path_of(file), 0644), 0);
}

/* --- the loader --- */

static struct lc_log silent;
static struct lc_workers workers; /* which nobody asks for a thread */
static const struct lc_opener opener; /* nor this one for a device */
static struct lc_host host;
static struct libcodec_plugin desc;
static struct libcodec_image_decoder_ops ops;
static struct lc_refusal why;

static int load(const char *path, const char *name)
{
	int r;

	memset(&desc, 0x5a, sizeof(desc));
	memset(&why, 0, sizeof(why));
	lc_host_init(&host, &silent, &workers, &opener, NULL, name);
	errno = 77;
	r = lc_loader_open(path, name, &host.table, &desc, &ops, &why);
	ck_assert_int_eq(errno, 77);
	ck_assert_int_eq(r, why.error);
	if (r < 0) /* outputs on success only */
		ck_assert_uint_eq(desc.magic, 0x5a5a5a5a);
	return r;
}

static void refused(const char *path, const char *name, uint32_t stage, int error,
		    const char *words)
{
	ck_assert_msg(load(path, name) == error, "%s: %d %s", path, why.error,
		      why.message);
	ck_assert_msg(why.stage == stage, "stage %u: %s", why.stage, why.message);
	ck_assert_msg(strstr(why.message, words) != NULL, "%s", why.message);
	ck_assert_msg(strstr(why.message, path) != NULL ||
			      stage == LIBCODEC_PLUGIN_STAGE_FILE,
		      "%s", why.message);
}

static const struct {
	const char *mock;
	uint32_t stage;
	int error;
	const char *words;
} wrong[] = {
	{ "wrong-magic", LIBCODEC_PLUGIN_STAGE_DESCRIPTOR, -EINVAL,
	  "magic is 0x6b636f6d" },
	{ "wrong-major", LIBCODEC_PLUGIN_STAGE_DESCRIPTOR, -EOPNOTSUPP,
	  "plugin speaks 2.1, this library 1.0" },
	{ "short-struct", LIBCODEC_PLUGIN_STAGE_DESCRIPTOR, -EINVAL, "64 bytes" },
	{ "missing-slot", LIBCODEC_PLUGIN_STAGE_DESCRIPTOR, -EINVAL,
	  "ops.decode is mandatory" },
	{ "missing-ops", LIBCODEC_PLUGIN_STAGE_DESCRIPTOR, -EINVAL, "ops is mandatory" },
	{ "name-mismatch", LIBCODEC_PLUGIN_STAGE_DESCRIPTOR, -EINVAL,
	  "named mock-somebody-else, its manifest says mock-name-mismatch" },
	{ "probe-alone", LIBCODEC_PLUGIN_STAGE_DESCRIPTOR, -EINVAL,
	  "device_probe without device_release" },
	{ "release-alone", LIBCODEC_PLUGIN_STAGE_DESCRIPTOR, -EINVAL,
	  "device_release without device_probe" },
	{ "note-major", LIBCODEC_PLUGIN_STAGE_LOAD, -EOPNOTSUPP,
	  "plugin speaks 2.1, this library 1.0: upgrade libcodec "
	  "(the plugin is mock-note-major 4.2)" },
	{ "note-name", LIBCODEC_PLUGIN_STAGE_LOAD, -EINVAL,
	  "named mock-somebody-else, its manifest says mock-note-name" },
	{ "note-broken", LIBCODEC_PLUGIN_STAGE_LOAD, -EBADMSG, "notes" },
	{ "undefined-symbol", LIBCODEC_PLUGIN_STAGE_LOAD, -ENOEXEC,
	  "mock_function_that_nobody_has" },
	{ "no-entry-symbol", LIBCODEC_PLUGIN_STAGE_ENTRY, -ENOSYS,
	  "does not export libcodec_plugin_entry" },
	{ "null-entry", LIBCODEC_PLUGIN_STAGE_ENTRY, -ENOTSUP, "not supported" },
};

START_TEST(refuses_the_wrong)
{
	char name[64];

	snprintf(name, sizeof(name), "mock-%s", wrong[_i].mock);
	refused(take(wrong[_i].mock), name, wrong[_i].stage, wrong[_i].error,
		wrong[_i].words);
}
END_TEST

/* What is wrong with these is no matter of loading. */
static const char *const loadable[] = {
	"good", "extra-export", "init-fails", "future-minor", "declines", "falls-back",
	"lies-corrupt", "bad-verdict", "caps-never-end", "no-note",
};

START_TEST(loads_the_others)
{
	char name[64];

	snprintf(name, sizeof(name), "mock-%s", loadable[_i]);
	ck_assert_msg(load(take(loadable[_i]), name) == 0, "%s", why.message);
	ck_assert_str_eq(desc.name, name);
	ck_assert_uint_eq(desc.struct_size, sizeof(desc));
	ck_assert_uint_eq(ops.struct_size, sizeof(ops));
	ck_assert_ptr_null(desc.ops);
	ck_assert(desc.init && desc.fini && desc.cap_get);
	ck_assert(ops.session_open && ops.session_close && ops.decode);
	/* Absent optional slots are stubs. */
	ck_assert_ptr_null(desc.get_extension(NULL, "x/1"));
	ops.session_trim(NULL);
	ck_assert_uint_eq(desc.abi_minor, strcmp(loadable[_i], "future-minor") ? 0 : 99);
}
END_TEST

/* Those whose notes are refused die when they are loaded: so no code of them ran above. */
static const char *const deadly[] = { "note-major", "note-name", "note-broken" };

START_TEST(runs_no_code_before_the_note)
{
	const char *path = take(deadly[_i]);
	struct rlimit no_core = { 0, 0 };
	int status;
	pid_t pid;

	pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		setrlimit(RLIMIT_CORE, &no_core);
		dlopen(path, RTLD_NOW | RTLD_LOCAL);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}
END_TEST

START_TEST(exports_do_not_leak)
{
	ck_assert_int_eq(load(take("extra-export"), "mock-extra-export"), 0);
	ck_assert_ptr_null(dlsym(RTLD_DEFAULT, "libcodec_mock_extra"));
	ck_assert_ptr_null(dlsym(RTLD_DEFAULT, "libcodec_plugin_entry"));
}
END_TEST

START_TEST(loads_twice_and_keeps_it)
{
	const char *path = take("good");
	struct libcodec_plugin first;
	void *handle;

	ck_assert_int_eq(load(path, "mock-good"), 0);
	first = desc;
	ck_assert_int_eq(load(path, "mock-good"), 0);
	ck_assert(first.init == desc.init);
	handle = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
	ck_assert_ptr_nonnull(handle);
	dlclose(handle);
}
END_TEST

START_TEST(leaks_no_descriptors)
{
	int before = open("/dev/null", O_RDONLY | O_CLOEXEC), after;

	close(before);
	load(take("good"), "mock-good");
	load(take("wrong-magic"), "x");
	load("/nonexistent.so", "x");
	put_text("text.so", "text");
	load(path_of("text.so"), "x");
	after = open("/dev/null", O_RDONLY | O_CLOEXEC);
	close(after);
	ck_assert_int_eq(before, after);
}
END_TEST

START_TEST(trusts_no_writable_file)
{
	const char *path = take("good");

	ck_assert_int_eq(chmod(path, 0666), 0);
	refused(path, "mock-good", LIBCODEC_PLUGIN_STAGE_FILE, -EPERM,
		"may be written by everybody (mode 0666)");
	ck_assert_int_eq(chmod(path, 0664), 0);
	refused(path, "mock-good", LIBCODEC_PLUGIN_STAGE_FILE, -EPERM,
		"may be written by its group (mode 0664)");
	ck_assert_ptr_null(dlopen(path, RTLD_NOW | RTLD_NOLOAD)); /* no code of it ran */
	/* A refusal is not remembered. */
	ck_assert_int_eq(chmod(path, 0644), 0);
	ck_assert_int_eq(load(path, "mock-good"), 0);
}
END_TEST

START_TEST(trusts_no_writable_folder)
{
	const char *path = take("good");

	ck_assert_int_eq(chmod(top, 0775), 0);
	refused(path, "mock-good", LIBCODEC_PLUGIN_STAGE_FILE, -EPERM, top);
	ck_assert(strstr(why.message, "its group"));
	ck_assert_int_eq(chmod(top, 01777), 0); /* sticky is no excuse */
	refused(path, "mock-good", LIBCODEC_PLUGIN_STAGE_FILE, -EPERM, "everybody");
	ck_assert_int_eq(chmod(top, 0700), 0);
}
END_TEST

START_TEST(trusts_no_other_owner)
{
	const char *path = take("good");

	if (geteuid() != 0)
		test_skip("root", "only root can give files away");
	ck_assert_int_eq(chown(path, 12345, 0), 0);
	refused(path, "mock-good", LIBCODEC_PLUGIN_STAGE_FILE, -EPERM,
		"belongs to user 12345");
	ck_assert_int_eq(chown(path, 0, 0), 0);
	ck_assert_int_eq(chown(top, 12345, 0), 0);
	refused(path, "mock-good", LIBCODEC_PLUGIN_STAGE_FILE, -EPERM,
		"belongs to user 12345");
}
END_TEST

START_TEST(follows_links)
{
	const char *path = path_of("link.so");

	ck_assert_int_eq(mkdir(path_of("there"), 0755), 0);
	take_as("good", "there/real.so");
	ck_assert_int_eq(symlink("there/real.so", path), 0);
	ck_assert_int_eq(load(path, "mock-good"), 0);
	/* Who may write there could exchange what the link leads to. */
	ck_assert_int_eq(chmod(path_of("there"), 0777), 0);
	refused(path, "mock-good", LIBCODEC_PLUGIN_STAGE_FILE, -EPERM,
		"/there may be written");
}
END_TEST

/* --- the host table --- */

static char logged[256];
static int n_logged;

static void on_log(void *data, int level, const char *text)
{
	__atomic_fetch_add(&n_logged, 1, __ATOMIC_RELAXED);
	if (data)
		snprintf(data, sizeof(logged), "%d %s", level, text);
}

static void count_up(void *arg, uint32_t index)
{
	uint32_t *n = arg;

	*n += *n == index;
}

START_TEST(host_serves)
{
	struct lc_log log = { LIBCODEC_LOG_INFO, on_log, logged };
	struct libcodec_jpeg_header header = { .struct_size = 8 };
	uint32_t counted = 0;
	int64_t now;
	uint64_t end;

	lc_host_init(&host, &log, &workers, &opener, NULL, "cam");
	host.table.log(&host.table, LIBCODEC_LOG_WARNING, "odd\nthing");
	ck_assert_str_eq(logged, "2 cam: odd?thing");
	host.table.log(&host.table, LIBCODEC_LOG_DEBUG, "dropped");
	host.table.log(&host.table, LIBCODEC_LOG_NONE, "dropped");
	host.table.log(&host.table, LIBCODEC_LOG_ERROR, NULL);
	ck_assert_int_eq(n_logged, 1);
	now = host.table.now_ns(&host.table);
	ck_assert(now > 0 && host.table.now_ns(&host.table) >= now);
	ck_assert_uint_eq(*host.table.tracing, 0);
	ck_assert_uint_eq(libcodec_host_trace_begin(&host.table, "a", NULL, 0), 0);
	ck_assert_uint_eq(host.table.trace_begin(&host.table, "a", NULL, 0), 0);
	/* A header that is shorter than any that ever was. */
	ck_assert_int_eq(host.table.jpeg_next_scan(&host.table, (const uint8_t *)"", 0, 0,
						   &header, &end), -EINVAL);
	ck_assert_int_eq(host.table.parallel_for(&host.table, 1, 5, count_up, &counted), 1);
	ck_assert_uint_eq(counted, 5);
}
END_TEST

/* --- the registry, through the public face --- */

static void put_manifest(const char *file, const char *name, const char *library,
			 const char *more)
{
	char text[512];

	snprintf(text, sizeof(text),
		 "[Plugin]\nName=%s\nLibrary=%s\nAbi=1.0\nFamily=image-decoder\n"
		 "Band=hardware\n[Codec]\nCodec=jpeg\n%s", name, library, more);
	put_text(file, text);
}

/* A mock and its manifest. */
static void install(const char *number, const char *mock)
{
	char file[64], name[64], library[64];

	snprintf(file, sizeof(file), "%s-%s.conf", number, mock);
	snprintf(name, sizeof(name), "mock-%s", mock);
	snprintf(library, sizeof(library), "mock-%s.so", mock);
	take(mock);
	put_manifest(file, name, library, "");
}

static struct libcodec_context *ctx;
static struct libcodec_plugin_info info;

static void open_context(void)
{
	struct libcodec_context_params params = {
		.struct_size = sizeof(params),
		.log_level = LIBCODEC_LOG_DEBUG,
		.backend_path = top,
		.log = on_log,
	};

	n_logged = 0;
	ck_assert_int_eq(libcodec_context_new(&params, &ctx), 0);
}

static void close_context(void)
{
	ctx = libcodec_context_unref(ctx);
	ck_assert_ptr_null(ctx);
}

static uint32_t get(unsigned int index)
{
	info = (struct libcodec_plugin_info){ .struct_size = sizeof(info) };
	ck_assert_int_eq(libcodec_context_get_plugin(ctx, index, &info), 0);
	ck_assert_uint_eq(info.struct_size, sizeof(info));
	return info.state;
}

static void is_refused(unsigned int index, uint32_t stage, int error, const char *words)
{
	ck_assert_uint_eq(get(index), LIBCODEC_PLUGIN_REFUSED);
	ck_assert_msg(info.stage == stage && info.error == error, "%u %d %s", info.stage,
		      info.error, info.message);
	ck_assert_msg(strstr(info.message, words) != NULL, "%s", info.message);
	ck_assert_ptr_null(info.version);
}

START_TEST(registry_loads_lazily)
{
	struct libcodec_cap cap = { .struct_size = sizeof(cap) };

	install("50", "good");
	open_context();
	ck_assert_uint_eq(libcodec_context_get_generation(ctx), 1);
	ck_assert_ptr_null(dlopen(path_of("mock-good.so"), RTLD_NOW | RTLD_NOLOAD));
	ck_assert_uint_eq(get(0), LIBCODEC_PLUGIN_READY);
	ck_assert_uint_eq(libcodec_context_get_generation(ctx), 2);
	get(0);
	ck_assert_uint_eq(libcodec_context_get_generation(ctx), 2);
	ck_assert_str_eq(info.name, "mock-good");
	ck_assert_str_eq(info.manifest, path_of("50-good.conf"));
	ck_assert_str_eq(info.library, path_of("mock-good.so"));
	ck_assert_str_eq(info.license, "MIT");
	ck_assert_uint_eq(info.abi_major, 1);
	ck_assert_uint_eq(info.n_caps, 1);
	ck_assert_uint_eq(info.band, LIBCODEC_BAND_HARDWARE);
	ck_assert_ptr_null(info.message);

	ck_assert_int_eq(libcodec_context_get_cap(ctx, 0, 0, &cap), 0);
	ck_assert_uint_eq(cap.n_formats, 4);
	ck_assert_uint_eq(cap.struct_size, sizeof(cap));
	ck_assert_int_eq(libcodec_context_get_cap(ctx, 0, 1, &cap), -ENOENT);
	ck_assert_int_eq(libcodec_context_get_cap(ctx, 1, 0, &cap), -ENOENT);
	ck_assert_int_eq(libcodec_context_get_plugin(ctx, 1, &info), -ENOENT);
	info.struct_size = 0;
	ck_assert_int_eq(libcodec_context_get_plugin(ctx, 0, &info), -EINVAL);
	ck_assert_ptr_null(libcodec_context_get_notice(ctx, 0));
	close_context();
}
END_TEST

/* One failure costs the others nothing, and each has its sentence. */
START_TEST(registry_isolates_failures)
{
	install("10", "wrong-major");
	install("20", "good");
	put_text("30-broken.conf", "[Plugin]\nName=mock-good\nAbi=x\n");
	install("40", "caps-never-end");
	install("50", "null-entry");
	put_manifest("60-missing.conf", "missing", "missing.so", "");
	ck_assert_int_eq(symlink("/dev/null", path_of("70-masked.conf")), 0);
	install("80", "future-minor");
	open_context();
	is_refused(0, LIBCODEC_PLUGIN_STAGE_DESCRIPTOR, -EOPNOTSUPP, "speaks 2.1");
	ck_assert_uint_eq(get(1), LIBCODEC_PLUGIN_READY);
	is_refused(2, LIBCODEC_PLUGIN_STAGE_MANIFEST, -EINVAL, "30-broken.conf:3: Abi=x");
	ck_assert_str_eq(info.name, "mock-good");
	is_refused(3, LIBCODEC_PLUGIN_STAGE_CAPS, -EFBIG, "more than 64 capabilities");
	is_refused(4, LIBCODEC_PLUGIN_STAGE_ENTRY, -ENOTSUP, "does not want");
	is_refused(5, LIBCODEC_PLUGIN_STAGE_FILE, -ENOENT, "missing.so");
	ck_assert_uint_eq(get(6), LIBCODEC_PLUGIN_MASKED);
	ck_assert_str_eq(info.name, "70-masked.conf");
	ck_assert_uint_eq(get(7), LIBCODEC_PLUGIN_READY);
	ck_assert_uint_eq(info.abi_minor, 99);
	ck_assert_uint_eq(libcodec_context_get_generation(ctx), 3);
	close_context();
}
END_TEST

START_TEST(registry_refuses_duplicates)
{
	install("10", "good");
	put_manifest("20-again.conf", "mock-good", "other.so", "");
	put_manifest("30-alias.conf", "alias", "alias.so", "");
	ck_assert_int_eq(link(path_of("mock-good.so"), path_of("alias.so")), 0);
	put_manifest("40-link.conf", "linked", "linked.so", "");
	ck_assert_int_eq(symlink("mock-good.so", path_of("linked.so")), 0);
	open_context();
	/* Whatever is asked for first, the first in order has it. */
	is_refused(3, LIBCODEC_PLUGIN_STAGE_FILE, -EEXIST, "is the same file as");
	is_refused(2, LIBCODEC_PLUGIN_STAGE_FILE, -EEXIST, "of plugin mock-good");
	is_refused(1, LIBCODEC_PLUGIN_STAGE_MANIFEST, -EEXIST, "10-good.conf");
	ck_assert_uint_eq(get(0), LIBCODEC_PLUGIN_READY);
	close_context();
}
END_TEST

START_TEST(registry_knows_its_limits)
{
	install("10", "good");
	put_manifest("10-good.conf", "mock-good", "mock-good.so",
		     "[Match]\nSubsystem=no-such-subsystem\n");
	put_text(
		"20-video.conf",
		"[Plugin]\nName=v\nLibrary=v.so\nAbi=1.0\nFamily=video\nBand=hardware\n");
	put_text("30-telemetry.conf",
		 "[Plugin]\nName=t\nLibrary=t.so\nAbi=1.0\nFamily=telemetry\n");
	put_text("40-later.conf", "[Plugin]\nName=l\nLibrary=l.so\nAbi=2.3\n"
		 "Family=image-decoder\nBand=cpu\n[Codec]\nCodec=jpeg\n");
	open_context();
	ck_assert_uint_eq(get(0), LIBCODEC_PLUGIN_KNOWN); /* nothing to load it for */
	ck_assert_uint_eq(info.needs_device, 1);
	is_refused(1, LIBCODEC_PLUGIN_STAGE_MANIFEST, -EOPNOTSUPP, "video plugins");
	is_refused(2, LIBCODEC_PLUGIN_STAGE_MANIFEST, -EOPNOTSUPP, "telemetry plugins");
	is_refused(3, LIBCODEC_PLUGIN_STAGE_MANIFEST, -EOPNOTSUPP,
		   "plugin speaks 2.3, this library 1.0");
	close_context();
}
END_TEST

/* Later, not at once, and not never. */
START_TEST(registry_tries_again)
{
	const char *message;
	int before;

	install("10", "init-fails");
	open_context();
	is_refused(0, LIBCODEC_PLUGIN_STAGE_INIT, -EAGAIN, "its init failed");
	message = info.message;
	before = n_logged;
	is_refused(0, LIBCODEC_PLUGIN_STAGE_INIT, -EAGAIN, "its init failed");
	ck_assert_int_eq(n_logged, before);
	ck_assert_uint_eq(libcodec_context_get_generation(ctx), 1);
	ctx->registry.plugins[0].refused_at -= LC_PLUGIN_RETRY_NS;
	ck_assert_uint_eq(get(0), LIBCODEC_PLUGIN_READY);
	ck_assert_uint_eq(libcodec_context_get_generation(ctx), 2);
	ck_assert(strstr(message, "its init failed")); /* lives as long as the context */
	close_context();
}
END_TEST

START_TEST(registry_heals_a_mode)
{
	install("10", "good");
	ck_assert_int_eq(chmod(path_of("mock-good.so"), 0666), 0);
	open_context();
	is_refused(0, LIBCODEC_PLUGIN_STAGE_FILE, -EPERM, "everybody");
	ck_assert_int_eq(chmod(path_of("mock-good.so"), 0644), 0);
	is_refused(0, LIBCODEC_PLUGIN_STAGE_FILE, -EPERM, "everybody");
	ctx->registry.plugins[0].refused_at -= LC_PLUGIN_RETRY_NS;
	ck_assert_uint_eq(get(0), LIBCODEC_PLUGIN_READY);
	close_context();
}
END_TEST

START_TEST(registry_notices)
{
	install("10", "good");
	put_manifest("10-good.conf", "mock-good", "mock-good.so", "Colour=red\n");
	run("chmod 700 '%s'", top);
	open_context();
	ck_assert_str_eq(libcodec_context_get_notice(ctx, 0) +
				 strlen(path_of("10-good.conf")),
			 ":9: Colour is not a key that is known here");
	ck_assert_ptr_null(libcodec_context_get_notice(ctx, 1));
	close_context();
}
END_TEST

/* Several folders, relative and empty ones, one that isn't there, the environment's. */
START_TEST(registry_takes_a_path)
{
	struct libcodec_context_params params = { .struct_size = sizeof(params) };

	ck_assert_int_eq(mkdir(path_of("a"), 0755), 0);
	ck_assert_int_eq(mkdir(path_of("b"), 0755), 0);
	take_as("good", "b/mock-good.so");
	put_manifest("b/50-good.conf", "mock-good", "mock-good.so", "");
	put_text("a/50-good.conf", "nonsense");
	ck_assert_int_eq(chdir(top), 0);
	params.backend_path = ":a:none::b:";
	ck_assert_int_eq(libcodec_context_new(&params, &ctx), 0);
	ck_assert_int_eq(chdir("/"), 0);
	ck_assert_uint_eq(get(0), LIBCODEC_PLUGIN_READY);
	ck_assert_str_eq(info.library, path_of("b/mock-good.so"));
	ck_assert_int_eq(libcodec_context_get_plugin(ctx, 1, &info), -ENOENT);
	ck_assert(strstr(libcodec_context_get_notice(ctx, 0), "/none: No such file"));
	close_context();

	setenv("LIBCODEC_BACKEND_PATH", path_of("b"), 1);
	setenv("LIBCODEC_DEBUG", "loud", 1);
	ck_assert_int_eq(libcodec_context_new(NULL, &ctx), 0);
	ck_assert_uint_eq(get(0), LIBCODEC_PLUGIN_READY);
	ck_assert(strstr(libcodec_context_get_notice(ctx, 0), "LIBCODEC_DEBUG"));
	close_context();
	params.backend_path = "";
	ck_assert_int_eq(libcodec_context_new(&params, &ctx), 0);
	ck_assert_int_eq(libcodec_context_get_plugin(ctx, 0, &info), -ENOENT);
	close_context();
}
END_TEST

static void *use_all(void *data)
{
	struct libcodec_plugin_info i;
	unsigned int k, n;

	for (k = 0; k < 50; k++) {
		for (n = 0; n < 4; n++) {
			i = (struct libcodec_plugin_info){ .struct_size = sizeof(i) };
			ck_assert_int_eq(libcodec_context_get_plugin(ctx, n, &i), 0);
			if (i.state == LIBCODEC_PLUGIN_REFUSED)
				ck_assert_uint_gt(strlen(i.message), 10);
			else
				ck_assert_str_eq(i.vendor, "The libcodec authors");
		}
		libcodec_context_unref(libcodec_context_ref(ctx));
	}
	return NULL;
}

/* A second context of the process, with the same plugins. */
static void *use_another(void *data)
{
	struct libcodec_context_params params = { .struct_size = sizeof(params),
						  .backend_path = top };
	struct libcodec_plugin_info i = { .struct_size = sizeof(i) };
	struct libcodec_context *c;
	unsigned int k;

	for (k = 0; k < 10; k++) {
		ck_assert_int_eq(libcodec_context_new(&params, &c), 0);
		ck_assert_int_eq(libcodec_context_get_plugin(c, 0, &i), 0);
		ck_assert_uint_eq(i.state, LIBCODEC_PLUGIN_READY);
		libcodec_context_unref(c);
	}
	return NULL;
}

START_TEST(registry_takes_threads)
{
	pthread_t t[4];
	unsigned int i;

	install("10", "good");
	install("20", "wrong-magic");
	install("30", "init-fails");
	install("40", "declines");
	open_context();
	for (i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, i ? use_all : use_another, NULL);
	for (i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	ck_assert_uint_ge(libcodec_context_get_generation(ctx), 3);
	close_context();
}
END_TEST

START_TEST(context_checks_its_arguments)
{
	struct {
		struct libcodec_context_params params;
		uint32_t more[4];
	} p = { .params = { .struct_size = sizeof(p), .backend_path = top } };

	ck_assert_int_eq(libcodec_context_new(NULL, NULL), -EINVAL);
	ck_assert_int_eq(libcodec_context_new(&p.params, &ctx), 0);
	ck_assert_int_eq(libcodec_context_set_log(ctx, 5, NULL, NULL), -EINVAL);
	ck_assert_int_eq(libcodec_context_set_log(ctx, -1, NULL, NULL), -EINVAL);
	ck_assert_int_eq(libcodec_context_set_log(ctx, 4, on_log, NULL), 0);
	ck_assert_int_eq(libcodec_context_get_plugin(ctx, 0, NULL), -EINVAL);
	ck_assert_int_eq(libcodec_context_get_cap(ctx, 0, 0, NULL), -EINVAL);
	ck_assert(libcodec_context_ref(ctx) == ctx);
	libcodec_context_unref(ctx);
	close_context();
	p.more[2] = 1;
	ck_assert_int_eq(libcodec_context_new(&p.params, &ctx), -E2BIG);
	p.params.struct_size = 0;
	ck_assert_int_eq(libcodec_context_new(&p.params, &ctx), -EINVAL);
	p.params.struct_size = 8;
	p.params.log_level = 5;
	ck_assert_int_eq(libcodec_context_new(&p.params, &ctx), -EINVAL);
	ck_assert_ptr_null(libcodec_context_unref(NULL));
	ck_assert_int_eq(libcodec_context_set_log(NULL, 0, NULL, NULL), -EINVAL);
}
END_TEST

static Suite *make(void)
{
	Suite *s = suite_create("loader");
	TCase *t;

	t = tcase_create("loader");
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_loop_test(t, refuses_the_wrong, 0, (int)LC_ARRAY_SIZE(wrong));
	tcase_add_loop_test(t, loads_the_others, 0, (int)LC_ARRAY_SIZE(loadable));
	tcase_add_loop_test(t, runs_no_code_before_the_note, 0,
			    (int)LC_ARRAY_SIZE(deadly));
	tcase_add_test(t, exports_do_not_leak);
	tcase_add_test(t, loads_twice_and_keeps_it);
	tcase_add_test(t, leaks_no_descriptors);
	tcase_add_test(t, trusts_no_writable_file);
	tcase_add_test(t, trusts_no_writable_folder);
	tcase_add_test(t, trusts_no_other_owner);
	tcase_add_test(t, follows_links);
	tcase_add_test(t, host_serves);
	suite_add_tcase(s, t);

	t = tcase_create("registry");
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, registry_loads_lazily);
	tcase_add_test(t, registry_isolates_failures);
	tcase_add_test(t, registry_refuses_duplicates);
	tcase_add_test(t, registry_knows_its_limits);
	tcase_add_test(t, registry_tries_again);
	tcase_add_test(t, registry_heals_a_mode);
	tcase_add_test(t, registry_notices);
	tcase_add_test(t, registry_takes_a_path);
	tcase_add_test(t, registry_takes_threads);
	tcase_add_test(t, context_checks_its_arguments);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return test_main("loader", make);
}
