#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# libcodec-interop as it is installed: a program in C and one in C++ find it by pkg-config alone,
# whose headers are the installed ones, and run with it by its soname. Each header is there
# whose functions the library has.

set -u
build=$(cd "${top_builddir:-.}" && pwd) || exit 99
cc=${CC:-cc}
cxx=${CXX-}
readelf=${READELF-readelf}
LC_ALL=C
export LC_ALL
unset DESTDIR MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES PKG_CONFIG_PATH

tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 99' HUP INT TERM
root=$tmp/root
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

grep -q '^#define HAVE_INTEROP 1' "$build/config.h" || skip_all "libcodec-interop is not built"
pkg-config --version >"$tmp/log" 2>&1 || skip_all "there is no pkg-config"
# What the build was sanitized with, a program of it must be as well.
link=$(sed -n 's/^LC_LDFLAGS = *//p' "$build/Makefile")

make -C "$build" install-libLTLIBRARIES install-pelorusincludeHEADERS install-pkgconfigDATA \
	DESTDIR="$root" >"$tmp/log" 2>&1
result $? "it installs below DESTDIR"

lib=$(dirname "$(find "$root" -name libcodec-interop-1.so)")
PKG_CONFIG_LIBDIR=$lib/pkgconfig
PKG_CONFIG_SYSROOT_DIR=$root
export PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR

[ "$(pkg-config --variable=abi_major libcodec-interop-1)" = 1 ] &&
	[ "$(pkg-config --variable=abi_minor libcodec-interop-1)" = 4 ]
result $? "pkg-config tells the ABI, 1.4"

# Nothing of libcodec comes with it, and no folder that would hide another libpelorus.
pkg-config --cflags --libs libcodec-interop-1 >"$tmp/log" 2>&1 &&
	! grep -q 'codec-1 *$\|lcodec-1\b' "$tmp/log" && ! grep -q '/pelorus' "$tmp/log"
result $? "pkg-config names this library alone"

(cd "$root" && find . -path '*/pelorus/*' -type f | sed 's,.*/,,' | sort) >"$tmp/got"
find "$root" -path '*/include/libcodec-1/pelorus/interop.h' >"$tmp/log"
[ -s "$tmp/log" ]
result $? "its headers lie beside libcodec's"

{
	for h in $(cat "$tmp/got"); do
		echo "#include <pelorus/$h>"
	done
	cat <<'END'
int main(void)
{
	unsigned char blob[PELORUS_SIDEDATA_UUID_LEN + 48];
	PelorusSideData meta = PelorusSideData();
	size_t size;

	return pel_blob_pack_into(&meta, NULL, 0, blob, sizeof(blob), &size) != PEL_OK ||
	       size != sizeof(blob) || !pel_blob_is_present(blob, size) ||
	       blob[0] != pelorus_sidedata_uuid[0];
}
END
} >"$tmp/program.cc"
sed 's/PelorusSideData()/{ 0 }/' "$tmp/program.cc" >"$tmp/program.c"

# compiler, language options, source; it runs, and -H has told each header
runs() {
	# shellcheck disable=SC2046,SC2086 # lists of words
	$1 $2 -Wall -Wextra -Werror -H -o "$tmp/program" "$3" \
		$(pkg-config --cflags --libs libcodec-interop-1) $link >"$tmp/log" 2>&1 &&
		LD_LIBRARY_PATH=$lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} "$tmp/program" || return 1
	! sed -n 's/^\.\.* //p' "$tmp/log" | grep /pelorus/ | grep -qv "^$root/"
}

runs "$cc" "-std=c99 -pedantic" "$tmp/program.c"
result $? "a C program with all headers is built and runs"
if [ -n "$cxx" ]; then
	runs "$cxx" -std=c++98 "$tmp/program.cc"
	result $? "a C++ program with all headers is built and runs"
else
	n=$((n + 1))
	echo "ok $n - a C++ program # SKIP no C++ compiler"
fi

# shellcheck disable=SC2086 # a command with its options
if [ -n "$readelf" ] && $readelf -d "$tmp/program" >"$tmp/log" 2>&1; then
	grep -q 'NEEDED.*\[libcodec-interop-1\.so\.0\]' "$tmp/log" &&
		! grep -q 'NEEDED.*\[libcodec-1\.' "$tmp/log"
	result $? "the program needs the library by its soname, and no libcodec"
fi

make -C "$build" uninstall-libLTLIBRARIES uninstall-pelorusincludeHEADERS \
	uninstall-pkgconfigDATA uninstall-hook DESTDIR="$root" >"$tmp/log" 2>&1
find "$root" ! -type d >"$tmp/log"
[ ! -s "$tmp/log" ]
result $? "nothing is left when it is uninstalled"

echo "1..$n"
exit $status
