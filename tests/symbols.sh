#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# What is exported: libcodec.sym, the functions marked LC_EXPORT in the sources, the
# public headers and the built library agree; the cpu plugin exports its entry alone.

set -u
src=${top_srcdir:-.}
build=${top_builddir:-.}
nm=${NM:-nm}
LC_ALL=C
export LC_ALL

tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 99' HUP INT TERM
status=0

echo 1..7

result() { # number, status, name
	if [ "$2" -eq 0 ]; then
		echo "ok $1 - $3"
	else
		[ -f "$tmp/log" ] && sed 's/^/# /' "$tmp/log"
		echo "not ok $1 - $3"
		status=1
	fi
}

same() { # number, file, file, name
	[ -s "$2" ] && [ -s "$3" ] && diff "$2" "$3" >"$tmp/log" 2>&1
	result "$1" $? "$4"
}

# Names of a version script's global sections.
sym_names() {
	sed -e 's,/\*.*\*/,,' -e '/^\/\*/,/\*\//d' "$1" |
		awk '/global:/ { on = 1; next } /local:/ { on = 0 } on' |
		sed -n 's/^[[:space:]]*\([A-Za-z_][A-Za-z0-9_]*\);.*/\1/p' | sort
}

# Functions defined with LC_EXPORT, also where the type has a line of its own.
export_names() {
	find "$1" -name '*.c' -exec cat {} + | tr '\n' ' ' |
		sed 's/LC_EXPORT/\n&/g' | sed -n 's/^LC_EXPORT[^(]*[ *]\([a-z_0-9]*\)(.*/\1/p' |
		sort
}

# Functions that the headers declare: at the line's start, or behind its type.
header_names() {
	cat "$1"/codec.h "$1"/image.h "$1"/decoder.h "$1"/trace.h |
		sed 's,/\*.*\*/,,; /\/\*/,/\*\//d; /^#/d; /^[[:space:]]/d' |
		sed -n 's/^[a-z].*[ *]\(libcodec_[a-z_0-9]*\)(.*/\1/p' | sort
}

dynamic_names() {
	# shellcheck disable=SC2086 # libtool gives a command with its options
	$nm -D --defined-only "$1" | awk '$2 != "A" { print $3 }' | sed 's/@.*//' | sort
}

sym_names "$src/libcodec/libcodec.sym" >"$tmp/sym"
export_names "$src/libcodec" >"$tmp/export"
header_names "$src/libcodec/include/libcodec" >"$tmp/header"
lib=$build/libcodec/.libs/libcodec-1.so
plugin=$build/backends/cpu/.libs/cpu.so

same 1 "$tmp/sym" "$tmp/export" "libcodec.sym has what the sources mark LC_EXPORT"
same 2 "$tmp/sym" "$tmp/header" "libcodec.sym has what the headers declare"

uniq -d "$tmp/sym" >"$tmp/log"
[ -s "$tmp/sym" ] && [ ! -s "$tmp/log" ]
result 3 $? "no symbol is in two versions"

grep -v '^libcodec_' "$tmp/sym" >"$tmp/log"
[ -s "$tmp/sym" ] && [ ! -s "$tmp/log" ]
result 4 $? "all names begin with libcodec_"

if dynamic_names "$lib" >"$tmp/lib" 2>"$tmp/log"; then
	same 5 "$tmp/sym" "$tmp/lib" "libcodec-1.so exports that and nothing else"
else
	result 5 1 "libcodec-1.so exports that and nothing else"
fi

echo libcodec_plugin_entry >"$tmp/entry"
if dynamic_names "$plugin" >"$tmp/plugin" 2>"$tmp/log"; then
	same 6 "$tmp/entry" "$tmp/plugin" "the cpu plugin exports its entry alone"
else
	result 6 1 "the cpu plugin exports its entry alone"
fi

# One name less and one more must be seen by the same means.
mkdir "$tmp/mutant"
sed '/libcodec_version;/d' "$src/libcodec/libcodec.sym" >"$tmp/mutant/less.sym"
sed 's/^local:/	extra_name;\n&/' "$src/libcodec/libcodec.sym" >"$tmp/mutant/more.sym"
echo 'LC_EXPORT const struct thing *libcodec_planted(int a)' >"$tmp/mutant/planted.c"
sym_names "$tmp/mutant/less.sym" >"$tmp/less"
sym_names "$tmp/mutant/more.sym" >"$tmp/more"
: >"$tmp/log"
! cmp -s "$tmp/less" "$tmp/export" && ! cmp -s "$tmp/more" "$tmp/export" &&
	grep -qx extra_name "$tmp/more" &&
	[ "$(export_names "$tmp/mutant")" = libcodec_planted ]
result 7 $? "a missing and an extra name are noticed"
exit $status
