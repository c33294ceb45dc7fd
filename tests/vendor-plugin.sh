#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# A vendor's day: libcodec is installed, and nothing else of it is there. The template in
# examples/vendor-plugin, as installed, compiles against the installed headers alone, is
# installed beside them, decodes, and passes the conformance kit. Prints TAP.

set -u

# shellcheck source=tests/codecctl-tap.sh
. "${top_srcdir:-.}/tests/codecctl-tap.sh"

src=$(cd "$top_srcdir" && pwd) || exit 99
build=$(cd "$top_builddir" && pwd) || exit 99
cc=${CC:-cc}
root=$dir/root
warn='-Wall -Wextra -Werror'
unset LIBCODEC_BACKEND_PATH LIBCODEC_DEBUG DESTDIR MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES
cp "$data"/jpeg-grey*.jpg "$data"/jpeg-coef-dc11.jpg "$data"/jpeg-coef-last.jpg \
	"$data"/demo.jpg "$dir" && cd "$dir" || exit 99
: >out
: >err

# quiet COMMAND...: its words go to out and err, for ok().
quiet()
{
	"$@" >out 2>err </dev/null
}

# installed ARGUMENT...: find, below DESTDIR.
installed()
{
	find "$root" "$@"
}

# What the build was sanitized with: what is linked with its library, or loaded into its
# programs, must be as well; clang's don't go with -z defs.
link=$(sed -n 's/^LC_LDFLAGS = *//p' "$build/Makefile")
san=$(echo "$link" | tr ' ' '\n' | grep '^-fsanitize=')

# --- libcodec, installed ---

quiet make -C "$build" install DESTDIR="$root"
ok 'libcodec installs below DESTDIR'

lib=$(dirname "$(installed -name libcodec-1.so)")
CODECCTL=$(installed -name codecctl -path '*/bin/*')
LD_LIBRARY_PATH=$lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
PKG_CONFIG_LIBDIR=$(dirname "$(installed -name libcodec-plugin-1.pc)")
PKG_CONFIG_SYSROOT_DIR=$root
export LD_LIBRARY_PATH PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR
unset PKG_CONFIG_PATH
template=$(pkg-config --variable=templatedir libcodec-plugin-1)
# Some pkg-configs put the sysroot before a variable, some don't.
template=$root${template#"$root"}

quiet pkg-config --cflags libcodec-plugin-1 && has out "^-I$root/[^ ]* *\$"
ok 'pkg-config finds the headers for plugins there, and nowhere else'

# --- the template, built ---

# build CC FOLDER ARGUMENT...: a copy of the template. -H has the compiler name each header.
build_copy()
{
	compiler=$1
	copy=$2
	shift 2
	cp -R "$template" "$copy" &&
		quiet make -C "$copy" CC="$compiler" CFLAGS="-O2 -g $warn -H $san" \
			LDFLAGS="$san ${san:+-Wl,-z,undefs}" "$@"
}

# The headers that were used: those of libcodec are the installed ones, and there are some.
# The last build's words are in out and err. An installation may be below the build tree by its
# prefix, and is below $root before that.
headers_are_installed()
{
	sed -n 's/^\.\.* //p' err >headers
	grep -q "^$root/.*/libcodec/plugin\.h\$" headers &&
		! grep 'libcodec/[a-z]*\.h$' headers | grep -v "^$root/" >&2 &&
		! sed "s|$root/[^ ]*||g" headers out | grep -F -e "$src/" -e "$build/"
}

for face in vendor vendor-device; do
	build_copy "$cc" "$face" PLUGIN=$face && [ -f "$face/stage/$face.so" ] &&
		[ -f "$face/stage/60-$face.conf" ]
	ok "$face is built by $cc without a warning"
	headers_are_installed
	ok "$face uses the installed headers alone"
	[ "$($NM -D --defined-only "$face/stage/$face.so" | sed 's/.* //' | grep -v '^__')" = \
		libcodec_plugin_entry ] && ! ($NM -D --undefined-only "$face/stage/$face.so" |
			grep -E ' (libcodec|lc)_')
	ok "$face exports its entry alone, and wants nothing of ours"
done
for other in gcc clang; do
	if ! command -v $other >/dev/null; then
		skip $other "$other builds both" "there is no $other"
		continue
	fi
	cp -R "$template" "by-$other" &&
		quiet make -C "by-$other" CC=$other CFLAGS="-O2 $warn" PLUGIN=vendor &&
		quiet make -C "by-$other" CC=$other CFLAGS="-O2 $warn" PLUGIN=vendor-device
	ok "$other builds both without a warning"
done

# shellcheck disable=SC2046,SC2086 # lists of words
quiet $cc -std=gnu11 $warn $san $(pkg-config --cflags libcodec-plugin-1) -o host \
	"$src/tests/vendor-device.c" -ldl
ok 'a host for it is built'
quiet ./host "$dir/vendor-device/stage/vendor-device.so"
case $? in
0) ok 'vendor-device copes with devices that may not be opened, are strange, or go' ;;
77) skip pty 'vendor-device and its devices' "$(cat out)" ;;
*) false || ok 'vendor-device copes with devices that may not be opened, are strange, or go' ;;
esac

quiet make -C vendor install PLUGIN=vendor DESTDIR="$root"
ok 'vendor installs below DESTDIR'
cpu=$(installed -name cpu.so)
[ "$(installed -name vendor.so -perm 644)" = "$(dirname "$cpu")/vendor.so" ] &&
	[ "$(dirname "$(installed -name 60-vendor.conf -perm 644 -path '*/backends.d/*')")" = \
		"$(dirname "$(installed -name 50-cpu.conf)")" ]
ok 'it lies beside the cpu plugin, for all to read'

# --- it decodes ---

# Below DESTDIR the plugins aren't where the library was told, so it gets them from here.
quiet make -C vendor cpu PLUGIN=vendor && grep -q "^Library=$cpu\$" vendor/stage/50-cpu.conf
ok 'the installed cpu plugin is put beside it'
LIBCODEC_BACKEND_PATH=$dir/vendor/stage
export LIBCODEC_BACKEND_PATH

run 0 info && has out '^vendor  *hardware  *ready  *1\.0  *JPEG: baseline; 4:0:0; to GREY$' &&
	has out '^cpu  *cpu  *ready'
ok 'codecctl info has it beside cpu'
# What codecctl printed, but for times, is in the guide.
guide=$(installed -name plugin-guide.md)
shown()
{
	grep -v '^  time: ' out | while IFS= read -r line; do
		grep -qxF -e "$line" "$guide" || printf '%s\n' "$line"
	done >err
	empty err
}

cp jpeg-grey-61x45-dri3-wraps.jpg grey.jpg && cp demo.jpg colours.jpg &&
	run 0 decode -v grey.jpg && shown && run 0 decode -v colours.jpg && shown
ok 'the guide, which is installed too, shows what codecctl prints'
run 0 decode --require-hardware jpeg-grey-19x11.jpg && has out ': 19x11 GREY u8 by vendor'
ok 'it is asked before cpu'
run 0 decode -v demo.jpg && has out '^    vendor  *passed over: ' && has out '; by cpu$'
ok 'it is passed over for colours'

# distance FILE FILE: the largest difference of two bytes, or "" for files of unlike length.
distance()
{
	od -An -v -tu1 "$1" | tr -s ' ' '\n' | grep . >one
	od -An -v -tu1 "$2" | tr -s ' ' '\n' | grep . >other
	paste one other | awk '
		NF != 2 { unlike = 1 }
		{ d = $1 < $2 ? $2 - $1 : $1 - $2; if (d > most) most = d }
		END { if (NR && !unlike) print most + 0 }'
}

for f in jpeg-*.jpg; do
	run 0 decode --backend vendor -o vendor.pgm "$f" &&
		run 0 decode --backend cpu -o cpu.pgm "$f" &&
		far=$(distance vendor.pgm cpu.pgm) && [ -n "$far" ] && [ "$far" -le 1 ]
	ok "$f: samples are cpu's, give or take one"
done
[ "$(find . -maxdepth 1 -name '*dri*.jpg' | wc -l)" -ge 1 ]
ok 'restart intervals are among them'
printf '\001' | cat vendor.pgm - >longer.pgm
sed '$s/.$/~/' vendor.pgm >unlike.pgm
[ -z "$(distance longer.pgm cpu.pgm)" ] && [ "$(distance unlike.pgm cpu.pgm)" -gt 1 ]
ok 'other samples would have been noticed'

# Any character device will do for the example, and one is everywhere.
if [ -e /sys/class/mem/null ]; then
	quiet make -C vendor-device cpu PLUGIN=vendor-device
	sed -e 's/^Subsystem=.*/Subsystem=mem/' -e 's,^Node=.*,Node=/dev/null,' \
		"$template/60-vendor-device.conf" >vendor-device/stage/60-vendor-device.conf
	run 0 --backend-path vendor-device/stage decode -v grey.jpg && shown &&
		has out '; by vendor-device (/dev/null)$'
	ok 'vendor-device decodes on a device'
else
	skip sysfs 'vendor-device decodes on a device' 'sysfs has no /dev/null here'
fi

# --- what is wrong with a stream ---

head -c 700 jpeg-grey-61x45-dri3-wraps.jpg >cut.jpg
run 1 decode --backend vendor cut.jpg && empty out &&
	stderr 'codecctl: cut.jpg: truncated: the bytes end before the picture does'
ok 'a file that was cut off'
run 1 decode -v cut.jpg && has out '^    vendor  *corrupt; ' && has out '^    cpu  *corrupt; '
ok 'cpu has the last word'

# The third restart marker becomes the sixth.
at=$(od -An -v -tx1 jpeg-grey-61x45-dri3-wraps.jpg | tr -d ' \n' | awk '{
	for (i = 1; i < length($0); i += 2)
		if (substr($0, i, 4) == "ffd2") { print (i + 1) / 2; exit } }')
cp jpeg-grey-61x45-dri3-wraps.jpg order.jpg && chmod u+w order.jpg &&
	printf '\325' | dd of=order.jpg bs=1 seek="$at" conv=notrunc 2>/dev/null
run 1 decode --backend vendor order.jpg && empty out &&
	stderr 'codecctl: order.jpg: corrupt: a restart marker is not the one due'
ok 'restart markers out of order'

cat >late.c <<'END'
#include <errno.h>
#include <stdio.h>
#include <libcodec/decoder.h>

static unsigned char bytes[4096];

int main(void)
{
	struct libcodec_image_params image = { .struct_size = sizeof(image), .width = 64,
		.height = 64, .format = LIBCODEC_FORMAT_GREY };
	struct libcodec_decoder_params params = { .struct_size = sizeof(params),
		.backend = "vendor" };
	struct libcodec_context *ctx = NULL;
	struct libcodec_image *img = NULL;
	struct libcodec_decoder *dec = NULL;
	size_t size = fread(bytes, 1, sizeof(bytes), stdin);
	int r = libcodec_context_new(NULL, &ctx), late = 0;

	if (r == 0)
		r = libcodec_image_new(ctx, &image, &img);
	if (r == 0)
		r = libcodec_decoder_new(ctx, &dec);
	params.deadline_ns = 1;
	if (r == 0)
		r = libcodec_decoder_set_params(dec, &params);
	if (r == 0)
		late = libcodec_decoder_decode(dec, bytes, size, img, NULL);
	params.deadline_ns = 3600000000000;
	if (r == 0)
		r = libcodec_decoder_set_params(dec, &params);
	if (r == 0)
		r = libcodec_decoder_decode(dec, bytes, size, img, NULL);
	printf("%d, then %d\n", late, r);
	libcodec_decoder_unref(dec);
	libcodec_image_unref(img);
	libcodec_context_unref(ctx);
	return late == -ETIMEDOUT && r == 0 ? 0 : 1;
}
END
# shellcheck disable=SC2046,SC2086 # lists of words
quiet $cc -std=gnu11 $warn -o late late.c $(pkg-config --cflags --libs libcodec-1) $link &&
	./late <jpeg-grey-61x45-dri3-wraps.jpg >out 2>err
ok 'it keeps a deadline, and goes on with the next frame'

# --- the conformance kit ---

kit=$(installed -name libcodec-plugin-check -path '*/bin/*')
case $("$kit" --list-levels) in
*decode*) compared='^D07 OK: ' ;;
*) compared= ;;
esac

quiet make -C vendor check PLUGIN=vendor KIT="$kit" &&
	has out '^[1-9][0-9]* passed, 0 failed' && has out "$compared"
ok 'it passes the conformance kit'
quiet make -C vendor-device check PLUGIN=vendor-device KIT="$kit" DEVICE=/dev/null &&
	has out '^[1-9][0-9]* passed, 0 failed'
ok 'so does vendor-device'
quiet make -C vendor check PLUGIN=vendor KIT="$kit-2" && has err 'NOTHING WAS CHECKED'
ok 'without the kit it says that nothing was checked'

quiet make -C vendor uninstall PLUGIN=vendor DESTDIR="$root" &&
	[ -z "$(installed \( -name vendor.so -o -path '*/backends.d/60-vendor.conf' \))" ]
ok 'vendor uninstalls'

echo "1..$n"
exit $failed
