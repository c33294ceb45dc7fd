#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# Who may include whom, who may look at the environment and who may print: the rules that
# keep the house in rooms. All rules run over the sources, and then over copies with one
# violation planted in each, which must be found.

set -u
src=${top_srcdir:-.}
LC_ALL=C
export LC_ALL

tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 99' HUP INT TERM
n=0
status=0

# All C files below the folders that are there; of those only $only, where that is set. Each rule
# looks at one file after the other, so that one is enough to see whether it finds something there.
only=
c_files() {
	for dir; do
		[ -d "$dir" ] || continue
		case $only in
		'') find "$dir" \( -name '*.c' -o -name '*.h' -o -name '*.h.in' \) ;;
		"$dir"/*.c | "$dir"/*.h | "$dir"/*.h.in) echo "$only" ;;
		esac
	done | sort
}

# "FILE NAME" for each include of a file; NAME with its quotes or brackets.
includes() {
	sed -n 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*\([<"][^>"]*[>"]\).*/\1/p' "$1"
}

# Whether file $1 is the kit's, and "$2" a header of fixtures/.
is_fixture() {
	case $1:$2 in
	tools/plugin-check/*:*..*) return 1 ;;
	tools/plugin-check/*:fixtures/*.h) [ -f "$2" ] ;;
	*) return 1 ;;
	esac
}

# Whether "$2" is a header of the folder that the V4L2 backends share, and file $1 one of theirs.
is_common_v4l2() {
	case $1:$2 in
	*:*..*) return 1 ;;
	backends/v4l2*:v4l2-common/*.h) [ -f "backends/$2" ] ;;
	*) return 1 ;;
	esac
}

# Folders that include libcodec's public headers and their own files only. The second
# argument is what else they may name in quotes ("config.h"), or nothing. The conformance
# kit makes its streams with the writers of fixtures/, which know nothing of libcodec.
own_files_only() {
	for f in $(c_files "$1"); do
		for name in $(includes "$f"); do
			file=${name#?}
			file=${file%?}
			case $name in
			'"'*..*'"' | '<libcodec/'*/* | '<'*..*'>')
				echo "$f: $name"
				;;
			'<libcodec/'*'.h>')
				[ -f "libcodec/include/$file" ] || [ -f "libcodec/include/$file.in" ] ||
					echo "$f: $name is no public header"
				;;
			'<'*)
				# A private header must not come in by the system's path.
				for dir in libcodec libcodec/bitstream libcodec/memory backends; do
					[ -f "$dir/$file" ] && echo "$f: $name"
				done
				;;
			'"'*)
				[ "$file" = "${2-}" ] || [ -f "$(dirname "$f")/$file" ] ||
					[ -f "$1/$file" ] || is_fixture "$f" "$file" ||
					is_common_v4l2 "$f" "$file" || echo "$f: $name"
				;;
			esac
		done
	done
}

rule_backends() {
	for dir in backends/* interop/adapters/* examples/*; do
		[ -d "$dir" ] && own_files_only "$dir"
	done
}

rule_tools() {
	own_files_only tools config.h
}

rule_library() {
	for f in $(c_files libcodec); do
		includes "$f" | grep -E 'backends/|tools/|tests/|fixtures/|interop/|pelorus/' |
			sed "s,^,$f: ,"
		for name in $(includes "$f" | grep '^"'); do
			file=$(printf '%s' "$name" | tr -d '"')
			[ "$file" = config.h ] || [ "$file" = udev/watch.h ] ||
				[ -f "$(dirname "$f")/$file" ] || [ -f "libcodec/$file" ] ||
				echo "$f: $name is not of libcodec"
		done
	done
}

# Only udev/ knows libudev, and tests, which see everything. udev/ knows nothing of the library.
rule_udev() {
	for f in $(c_files libcodec backends interop tools fixtures); do
		includes "$f" | grep -E '^[<"](libudev|systemd/.*|gudev/.*)\.h[>"]$' |
			sed "s,^,$f: ,"
		for name in $(includes "$f" | grep -E '^[<"](\.\./)*udev/'); do
			case $f,$name in
			libcodec/include/*) echo "$f: $name" ;;
			libcodec/*,'"udev/watch.h"') ;;
			*) echo "$f: $name" ;;
			esac
		done
	done
	for f in $(c_files udev); do
		for name in $(includes "$f"); do
			file=${name#?}
			file=${file%?}
			case $name in
			'"config.h"' | '<libudev.h>' | '<linux/'*'.h>' | '<sys/'*'.h>') ;;
			*..* | '<'*/* | '"'*/*) echo "$f: $name" ;;
			'<'*)
				# One of the C library's: none of ours has that name.
				for dir in libcodec libcodec/bitstream libcodec/memory udev; do
					[ -f "$dir/$file" ] && echo "$f: $name"
				done
				case $name in '<glib'* | '<gio'* | '<umockdev'*) echo "$f: $name" ;; esac
				;;
			*) [ -f "udev/$file" ] || echo "$f: $name" ;;
			esac
		done
	done
}

rule_public_headers() {
	for f in $(c_files libcodec/include); do
		includes "$f" |
			grep -vE '^<(libcodec/[a-z]+|std(def|int|bool))\.h>$' | sed "s,^,$f: ,"
	done
}

# libcodec-interop needs the C library only: its own files and headers, which include what
# the ABI lets them. Adapters are plugins, and fall under the rule for those.
rule_interop() {
	for f in $(c_files interop); do
		for name in $(includes "$f"); do
			file=${name#?}
			file=${file%?}
			case $f:$name in
			interop/adapters/*) ;;
			interop/include/*:'<stddef.h>' | interop/include/*:'<stdint.h>') ;;
			interop/include/pelorus/pelorus.h:* | interop/include/*:'<'*) echo "$f: $name" ;;
			interop/include/pelorus/interop.h:'"pelorus/pelorus.h"') ;;
			interop/include/pelorus/interop.h:*) echo "$f: $name" ;;
			interop/include/*:'"pelorus/interop.h"') ;;
			interop/include/pelorus/libcodec.h:'"pelorus/telemetry.h"') ;;
			interop/include/pelorus/libcodec.h:'"pelorus/encode_record.h"') ;;
			interop/include/* | *..*) echo "$f: $name" ;;
			*:'<pelorus/'*) [ -f "interop/include/$file" ] || echo "$f: $name" ;;
			*:'<sys/'*) ;;
			*:*/*'"' | *:*/*'>') echo "$f: $name" ;;
			*:'<'*)
				# One of the C library's: none of ours has that name.
				for dir in libcodec libcodec/bitstream libcodec/memory udev; do
					[ -f "$dir/$file" ] && echo "$f: $name"
				done
				case $name in '<libudev'* | '<png'* | '<drm'* | '<xf86drm'*)
					echo "$f: $name" ;;
				esac
				;;
			*) [ -f "interop/$file" ] || echo "$f: $name" ;;
			esac
		done
	done
}

# Comments and strings are left out, so that a word may be talked about.
code_of() {
	sed -e 's,/\*.*\*/,,' -e '/^[[:space:]]*\/\*/,/\*\//d' -e 's/"[^"]*"/""/g' "$1"
}

rule_environment() {
	for f in $(c_files libcodec backends interop udev examples); do
		[ "$f" = libcodec/env.c ] && continue
		code_of "$f" | grep -nE '\<(secure_|__secure_)?getenv\>|\<environ\>' |
			sed "s,^,$f: ,"
	done
}

prints='v?d?printf|puts|putchar|perror|psignal|stderr|stdout|STD(ERR|OUT)_FILENO'

rule_printing() {
	for f in $(c_files libcodec backends interop udev examples); do
		[ "$f" = libcodec/log.c ] && continue
		[ "$f" = udev/libcodec-id.c ] && continue # a program
		code_of "$f" | grep -v '__attribute__' |
			grep -nE "\\<($prints)\\>" | sed "s,^,$f: ,"
	done
}

rule_heads() {
	for f in $(c_files libcodec backends interop udev tools fixtures tests examples); do
		head -n 1 "$f" | grep -q '^/\* SPDX-License-Identifier: [A-Za-z0-9.-]* \*/$' ||
			echo "$f: the first line is no SPDX licence"
		sed '/^#/q' "$f" | grep -v SPDX | grep -qE '^ \* [A-Za-z<]|^/\* [A-Za-z<].{10}' ||
			echo "$f: no comment at its head says what it is for"
	done
}

rules='backends tools library udev interop public_headers environment printing heads'

describe() {
	case $1 in
	backends) echo "backends, adapters and examples include public headers and their own files" ;;
	tools) echo "tools include public headers and their own files" ;;
	library) echo "libcodec includes nothing of backends, tools and tests" ;;
	udev) echo "only udev includes libudev, and nothing of the library" ;;
	interop) echo "interop includes the C library and its own files" ;;
	public_headers) echo "public headers include public and a few standard headers" ;;
	environment) echo "only libcodec/env.c looks at the environment" ;;
	printing) echo "only libcodec/log.c prints" ;;
	heads) echo "each file begins with SPDX and says what it is for" ;;
	esac
}

result() { # status, name
	n=$((n + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $n - $2"
	else
		sed 's/^/# /' "$tmp/log"
		echo "not ok $n - $2"
		status=1
	fi
}

run_rule() { # rule, folder; says whether it found nothing
	(cd "$2" && "rule_$1") >"$tmp/log" 2>&1
	[ ! -s "$tmp/log" ]
}

# rule, file, line: the line at the end of a copy of the file must be found, and be named.
must_find() {
	cp "$tmp/tree/$2" "$tmp/saved" 2>/dev/null || : >"$tmp/saved"
	printf '%s\n' "$3" >>"$tmp/tree/$2"
	only=$2
	run_rule "$1" "$tmp/tree"
	only=
	grep -q "^$2: " "$tmp/log"
	found=$?
	cp "$tmp/saved" "$tmp/tree/$2"
	: >"$tmp/log"
	result $found "planted in $2: $3"
}

for rule in $rules; do
	run_rule "$rule" "$src"
	result $? "$(describe "$rule")"
done

mkdir "$tmp/tree"
for dir in libcodec backends interop udev tools fixtures tests examples; do
	[ -d "$src/$dir" ] || continue
	(cd "$src" && find "$dir" \( -name '*.c' -o -name '*.h' -o -name '*.h.in' \) -print) |
		while read -r f; do
			mkdir -p "$tmp/tree/$(dirname "$f")"
			cp "$src/$f" "$tmp/tree/$f"
			chmod u+w "$tmp/tree/$f"
		done
done

must_find backends backends/cpu/plugin.c '#include "../../libcodec/host.h"'
must_find backends backends/cpu/plugin.c '#include "config.h"'
must_find backends backends/cpu/jpeg.h '#include <bitstream/reader.h>'
must_find backends backends/cpu/jpeg.h '#  include <host.h>'
must_find backends backends/cpu/jpeg.h '#include <libcodec/internal.h>'
must_find backends backends/cpu/jpeg.h '#include "v4l2-common/node.h"'
must_find backends backends/v4l2/session.h '#include "v4l2-common/../cpu/jpeg.h"'
must_find backends examples/vendor-plugin/engine.h '#include "../../backends/cpu/jpeg.h"'
must_find tools tools/json.c '#include "internal.h"'
must_find tools tools/json.h '#include "../libcodec/log.h"'
must_find tools tools/json.c '#include "fixtures/scene.h"'
must_find tools tools/plugin-check/kit.h '#include "backends/cpu/jpeg.h"'
must_find tools tools/plugin-check/kit.h '#include "fixtures/../libcodec/log.h"'
must_find library libcodec/context.c '#include "backends/cpu/jpeg.h"'
must_find library libcodec/context.c '#include "huffman.h"'
must_find library libcodec/context.c '#include "udev/watch-private.h"'
must_find udev libcodec/context.c '#include <libudev.h>'
must_find udev libcodec/context.c '#include "../udev/watch-private.h"'
must_find udev libcodec/include/libcodec/codec.h '#include "udev/watch.h"'
must_find udev tools/json.c '#include "../udev/watch.h"'
must_find udev backends/cpu/plugin.c '#include <libudev.h>'
must_find udev udev/watch.c '#include "libcodec/device.h"'
must_find udev udev/watch.c '#include "device.h"'
must_find udev udev/watch.h '#include <libcodec/codec.h>'
must_find udev udev/watch.c '#include <umockdev.h>'
must_find library libcodec/context.c '#include <pelorus/interop.h>'
must_find interop interop/result.c '#include "libcodec/internal.h"'
must_find interop interop/result.c '#include <libcodec/codec.h>'
must_find interop interop/result.c '#include "internal.h"'
must_find interop interop/result.c '#include <internal.h>'
must_find interop interop/result.c '#include "config.h"'
must_find interop interop/result.c '#include "../libcodec/internal.h"'
must_find interop interop/result.c '#include <pelorus/video.h>'
must_find interop interop/result.c '#include <png.h>'
must_find interop interop/include/pelorus/pelorus.h '#include <pelorus/interop.h>'
must_find interop interop/include/pelorus/interop.h '#include "pelorus/carrier.h"'
must_find interop interop/include/pelorus/telemetry.h '#include "pelorus/carrier.h"'
must_find interop interop/include/pelorus/carrier.h '#include <stdio.h>'
must_find interop interop/include/pelorus/libcodec.h '#include "pelorus/carrier.h"'
must_find public_headers libcodec/include/libcodec/image.h '#include <stdio.h>'
must_find environment libcodec/log.c 'static int x(void) { return !getenv("HOME"); }'
must_find environment backends/cpu/plugin.c 'int x = !secure_getenv("HOME");'
must_find printing libcodec/image.c 'static void x(void) { fprintf(stderr, "no"); }'
must_find printing backends/cpu/plugin.c 'static void x(void) { printf("no"); }'
printf '#include "json.h"\nint nothing;\n' >"$tmp/tree/tools/planted.c"
run_rule heads "$tmp/tree"
[ "$(grep -c '^tools/planted.c: ' "$tmp/log")" -eq 2 ]
found=$?
: >"$tmp/log"
result $found "planted: a file without a head"

echo "1..$n"
exit $status
