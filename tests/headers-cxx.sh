#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# Each public header by itself, and included twice, as strict C and C++ of several years;
# those of libcodec-interop in more of them, since they stand in for another project's.
# CC and CXX are the compilers; a language that one of them does not know is skipped.

set -u
src=${top_srcdir:-.}
build=${top_builddir:-.}
cc=${CC:-cc}
cxx=${CXX-}
include="-I$build/libcodec/include -I$src/libcodec/include -I$src/interop/include"
warn='-pedantic -Wall -Wextra -Werror'

tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 99' HUP INT TERM
n=0
status=0

# version.h is generated, so it may be in either tree.
headers=$(for f in "$src"/libcodec/include/libcodec/*.h \
	"$build"/libcodec/include/libcodec/version.h; do
	[ -f "$f" ] && echo "libcodec/$(basename "$f")"
done | LC_ALL=C sort -u)
pelorus=$(cd "$src/interop/include" && LC_ALL=C ls pelorus/*.h)

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

skip() { # name, why
	n=$((n + 1))
	case ,${LIBCODEC_TEST_REQUIRE-}, in
	*,cxx,*)
		echo "not ok $n - $1 # $2"
		status=1
		;;
	*)
		echo "ok $n - $1 # SKIP $2"
		;;
	esac
}

# compiler and its language options; standard input is the program
compiles() {
	cat >"$tmp/test.src"
	# shellcheck disable=SC2086 # the compiler and options are lists of words
	$1 $2 $warn $include -fsyntax-only "$tmp/test.src" >"$tmp/log" 2>&1
}

known() { # compiler, language options
	echo 'int main(void);' | compiles "$1" "$2"
}

each_header() { # compiler, language options, how it is called, headers
	for h in $4; do
		# ISO C wants a declaration in each unit, and version.h is macros only.
		printf '#include <%s>\n#include <%s>\nextern int x;\n' "$h" "$h" |
			compiles "$1" "$2"
		result $? "<$h> as $3"
	done
}

# The compiler's warnings must be able to fail, or all of the above says nothing.
can_fail() { # compiler, language options, how it is called
	if printf '#include <pelorus/pelorus.h>\nlong long int f(int a) { return b; };\n' |
		compiles "$1" "$2"; then
		result 1 "$3 can fail"
	else
		result 0 "$3 can fail"
	fi
}

# The headers of libcodec-interop refuse a host whose bytes are in another order.
little='#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__\n#error no\n#endif\nextern int x;\n'
# shellcheck disable=SC2059 # it is a format
printf "$little" | compiles "$cc" '-x c' || {
	pelorus=
	n=$((n + 1))
	echo "ok $n - <pelorus/*.h> # SKIP they are for little-endian hosts"
}

for std in c99 c11 gnu2x; do
	if known "$cc" "-x c -std=$std"; then
		can_fail "$cc" "-x c -std=$std" "$std"
		each_header "$cc" "-x c -std=$std" "$std" "$headers $pelorus"
	elif [ "$std" = gnu2x ]; then
		skip "$std" "$cc does not know -std=$std"
	else
		result 1 "$cc knows -std=$std"
	fi
done

for std in c++98 c++11 c++14 c++17 c++20; do
	all="$headers $pelorus"
	case $std in
	c++11 | c++17) ;;
	*) all=$pelorus ;;
	esac
	if [ -z "$cxx" ]; then
		skip "$std" "no C++ compiler (CXX is empty): the headers were NOT tried as C++"
	elif known "$cxx" "-x c++ -std=$std"; then
		can_fail "$cxx" "-x c++ -std=$std" "$std"
		each_header "$cxx" "-x c++ -std=$std" "$std" "$all"
	elif [ "$std" = c++20 ]; then
		skip "$std" "$cxx does not know -std=$std"
	else
		result 1 "$cxx knows -std=$std"
	fi
done

if [ -z "$headers" ]; then
	: >"$tmp/log"
	result 1 "there are headers"
fi
echo "1..$n"
exit $status
