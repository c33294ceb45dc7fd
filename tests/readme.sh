#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# What README.md and doc/plugin-guide.md show works: the programs compile, one decodes and one
# packs a blob, the engine compiles, loads and is used; and files that they link to are there.

set -u
src=${top_srcdir:-$(dirname "$0")/..}
build=${top_builddir:-.}
cc=${CC:-cc}
src=$(cd "$src" && pwd) || exit 99
build=$(cd "$build" && pwd) || exit 99
codecctl=${CODECCTL:-$build/tools/codecctl}
backends=$build/stage/backends
LC_ALL=C
export LC_ALL
unset LIBCODEC_BACKEND_PATH LIBCODEC_DEBUG

tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 99' HUP INT TERM
n=0
status=0

include="-I$build/libcodec/include -I$src/libcodec/include"
warn='-Wall -Wextra -Werror'
# A program that is linked with a sanitized library needs the sanitizer's runtime, too.
link=$(sed -n 's/^LC_LDFLAGS = *//p' "$build/Makefile" 2>/dev/null)

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

# The blocks of a language in a file of Markdown, or the one that begins with a pattern.
blocks() { # file, language, pattern
	awk -v fence="\`\`\`$2" -v first="${3-}" '
		on && /^```$/ { on = 0 }
		wait && $0 ~ first { on = 1 }
		{ wait = 0 }
		on
		$0 == fence { wait = 1 }' "$1"
}

# In the log of the last command a line like that.
says() {
	grep -qE "$1" "$tmp/log"
}

# --- README.md ---

blocks "$src/README.md" c '[*] example.c:' >"$tmp/program.c"
grep -q 'int main' "$tmp/program.c" 2>"$tmp/log"
result $? "README.md has a program"

# shellcheck disable=SC2086 # compilers and flags are lists of words
$cc -std=c11 $warn $include -o "$tmp/program" "$tmp/program.c" $link \
	-L"$build/libcodec/.libs" -lcodec-1 >"$tmp/log" 2>&1
result $? "it compiles"

LD_LIBRARY_PATH=$build/libcodec/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} \
	LIBCODEC_BACKEND_PATH=$backends "$tmp/program" "$src/fixtures/data/empty.bin" \
	"$src/fixtures/data/demo.jpg" >"$tmp/log" 2>&1 &&
	says 'demo.jpg: 640x480 NV12 by cpu' && says 'empty.bin: [a-z]'
result $? "it decodes, and goes on after a bad file"

blocks "$src/README.md" c '[*] blob.c:' >"$tmp/blob.c"
what="it has a program with a blob, which compiles, packs and reads it"
if grep -q '^#define HAVE_INTEROP 1' "$build/config.h"; then
	# shellcheck disable=SC2086
	$cc -std=c11 $warn -I"$src/interop/include" -o "$tmp/blob" "$tmp/blob.c" $link \
		-L"$build/interop/.libs" -lcodec-interop-1 >"$tmp/log" 2>&1 &&
		LD_LIBRARY_PATH=$build/interop/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} \
			"$tmp/blob" >"$tmp/log" 2>&1 &&
		says '^96 bytes: complexity 0.50, a scene begins$'
	result $? "$what"
else
	n=$((n + 1))
	echo "ok $n - $what # SKIP libcodec-interop is not built"
fi

# Each C block of README.md is one of these.
blocks "$src/README.md" c >"$tmp/all.c"
cat "$tmp/program.c" "$tmp/blob.c" | diff - "$tmp/all.c" >"$tmp/log"
result $? "it has no other program"

# --- doc/plugin-guide.md ---

# Its engine in the template, and its manifest beside it.
template=$src/examples/vendor-plugin
mkdir -m 755 "$tmp/vendor" "$tmp/plugin"
cp "$template/vendor.c" "$template/engine.h" "$tmp/vendor"
blocks "$src/doc/plugin-guide.md" c >"$tmp/vendor/engine.c"
blocks "$src/doc/plugin-guide.md" ini >"$tmp/plugin/60-vendor.conf"
# shellcheck disable=SC2086
$cc -std=gnu11 $warn -fPIC -fvisibility=hidden $include -shared -Wl,-z,defs,-z,now,-z,nodelete \
	-o "$tmp/plugin/vendor.so" "$tmp/vendor/vendor.c" "$tmp/vendor/engine.c" >"$tmp/log" 2>&1
result $? "the guide's engine compiles in the template"
chmod 644 "$tmp"/plugin/*

"$codecctl" --backend-path "$tmp/plugin" info >"$tmp/log" 2>&1 &&
	says '^vendor +hardware +ready +1\.0 +JPEG: baseline; 4:2:0; to NV12$'
result $? "it loads"

"$codecctl" --backend-path "$tmp/plugin:$backends" decode -v \
	"$src/fixtures/data/demo.jpg" >"$tmp/log" 2>&1 && says 'NV12.* by vendor$'
result $? "it is asked before cpu"

"$codecctl" --backend-path "$tmp/plugin:$backends" decode -v \
	"$src/fixtures/data/jpeg-420-40x40-dri1.jpg" >"$tmp/log" 2>&1 &&
	says 'vendor +not applicable: process; no restart intervals' && says ' by cpu$'
result $? "cpu steps in where it declines"

sed '/^#/d' "$template/60-vendor.conf" | diff - "$tmp/plugin/60-vendor.conf" >"$tmp/log" 2>&1
result $? "the guide's manifest is the template's"

# Its outputs are what is printed, but for times and for how many rules there are.
"$codecctl" --backend-path "$tmp/plugin:$backends" decode -v --memory host \
	"$src/fixtures/data/jpeg-420-40x40-dri1.jpg" 2>&1 | grep -v -e time: -e '^/' -e '^    v4l2 ' |
	while IFS= read -r line; do
		grep -qxF -e "$line" "$src/doc/plugin-guide.md" || printf '%s\n' "$line"
	done >"$tmp/log"
[ ! -s "$tmp/log" ]
result $? "the guide shows what codecctl prints"

# --- both, and their neighbours ---

: >"$tmp/log"
for f in README.md doc/hacking.md doc/performance.md doc/plugin-guide.md doc/security.md \
	examples/vendor-plugin/README.md; do
	dir=$(dirname "$src/$f")
	grep -o '](\([^)#]*\)' "$src/$f" | sed 's/^](//' | grep -v '^https\{0,1\}:' |
		while read -r to; do
			[ -e "$dir/$to" ] || echo "$f: there is no $to"
		done
	# Names of files in the text, where the folder is one of ours.
	# shellcheck disable=SC2016 # backquotes are what is looked for
	grep -oE '`(libcodec|interop|backends|tools|tests|fixtures|examples|doc|scripts)/[a-z0-9./-]*`' "$src/$f" |
		tr -d '`' | while read -r to; do
			[ -e "$src/$to" ] || echo "$f: there is no $to"
		done
done >"$tmp/log"
[ ! -s "$tmp/log" ]
result $? "files that the texts name are there"

echo "1..$n"
exit $status
