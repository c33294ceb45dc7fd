#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# libcodec-interop has no state: nothing that was compiled of it has data that may be written,
# runs code when it is loaded, or asks for the locale. So any threads may call it at once, and
# get the same. An object with a violation must be found.

set -u
src=${top_srcdir:-.}
build=${top_builddir:-.}
cc=${CC:-cc}
readelf=${READELF-readelf}
LC_ALL=C
export LC_ALL

tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 99' HUP INT TERM
n=0
status=0

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

skip_all() { # why
	echo "1..0 # SKIP $1"
	exit 0
}

# Sections of an object that are data to write, or code to run at the start, and not empty.
# What is written by the loader alone is read-only afterwards.
writable() { # object
	$readelf -W -S "$1" | sed -n 's/^ *\[ *[0-9]*\] //p' | awk '
		$1 ~ /^\.data\.rel\.ro/ { next }
		$1 ~ /^\.(data|bss|tdata|tbss|init_array|fini_array|ctors|dtors)/ &&
			$5 !~ /^0+$/ { print $1 " of 0x" $5 " bytes" }'
	# Common blocks have no section.
	$readelf -W -s "$1" | awk '$7 == "COM" { print "common: " $8 }'
}

# Functions that an object wants and that do as the program's locale says.
locale_bound() { # object
	$readelf -W -s "$1" | awk '$7 == "UND" { print $8 }' |
		grep -xE 'strto(d|f|ld)|atof|.*scanf|strn?casecmp|strcoll|to(upp|low)er|is[a-z]+|__ctype_.*' |
		sed 's/^/wants /'
}

grep -q '^#define HAVE_INTEROP 1' "$build/config.h" || skip_all "libcodec-interop is not built"
grep -q '^#define WITH_SANITIZER 1' "$build/config.h" &&
	skip_all "sanitizers add data of their own"
# shellcheck disable=SC2086 # a command with its options
if [ -z "$readelf" ] || ! $readelf --version >"$tmp/log" 2>&1; then
	case ,${LIBCODEC_TEST_REQUIRE-}, in
	*,readelf,*) result 1 "there is a readelf" ;;
	*) skip_all "there is no readelf" ;;
	esac
	echo "1..$n"
	exit $status
fi

$readelf -W -S "$build/interop/.libs/libinterop_core_la-result.o" 2>&1 | grep -q '\.gnu\.lto_' &&
	skip_all "with link-time optimisation objects have no sections yet"

for f in "$src"/interop/*.c; do
	object=$build/interop/.libs/libinterop_core_la-$(basename "$f" .c).o
	{
		[ -f "$object" ] || echo "there is no $object"
		writable "$object"
		locale_bound "$object"
	} >"$tmp/log" 2>&1
	[ ! -s "$tmp/log" ]
	result $? "$(basename "$f") has no state, and asks for no locale"
done

compile() { # source
	echo "$1" >"$tmp/planted.c"
	# shellcheck disable=SC2086
	$cc -fPIC -fcommon -fno-lto -O0 -c -o "$tmp/planted.o" "$tmp/planted.c" >"$tmp/log" 2>&1 &&
		{ writable "$tmp/planted.o" && locale_bound "$tmp/planted.o"; } >"$tmp/log"
}

plant() { # what is found, what it is, source
	compile "$3" && grep -q "^$1" "$tmp/log"
	result $? "planted: $2"
}

plant '\.data ' "a counter" 'static int n = 1; int f(void); int f(void) { return n++; }'
plant '\.bss ' "a counter from 0" 'static int n; int f(void); int f(void) { return n++; }'
plant 'common: n' "a variable of all" 'int n;'
plant '\.tbss ' "a counter of a thread" \
	'static __thread int n; int f(void); int f(void) { return n++; }'
plant '\.init_array ' "a constructor" \
	'static int n; __attribute__((constructor)) static void f(void) { n = 1; }'
plant 'wants strtod' "a number by the locale" \
	'#include <stdlib.h>
	double f(const char *p); double f(const char *p) { return strtod(p, 0); }'
plant 'wants \(__ctype\|isalpha\)' "a letter by the locale" \
	'#include <ctype.h>
	int f(int c); int f(int c) { return isalpha(c); }'
compile 'extern int x; const int *const p = &x; const int t[2] = { 1, 2 };' && [ ! -s "$tmp/log" ]
result $? "constants are no state"

echo "1..$n"
exit $status
