#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# Each plugin of ours has a note in its ELF file that agrees with its manifest, as readelf sees it;
# and LIBCODEC_PLUGIN_NOTE leaves one whatever compilers, optimisers, linkers and strip do to it.

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
: >"$tmp/log"

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
	echo "ok $n - $1 # SKIP $2"
}

# shellcheck disable=SC2086 # a command with its options
if [ -z "$readelf" ] || ! $readelf --version >"$tmp/log" 2>&1; then
	case ,${LIBCODEC_TEST_REQUIRE-}, in
	*,readelf,*) result 1 "there is a readelf" ;;
	*) skip "notes" "there is no readelf" ;;
	esac
	echo "1..$n"
	exit $status
fi

# The bytes of the descriptor in hexadecimal, where there is one note of ours, of 64 bytes and type 1:
# one tool says the number, the other what others mean by it.
descriptor() { # file
	$readelf -W -n "$1" >"$tmp/notes" 2>>"$tmp/log" || return
	[ "$(grep -c '^  libcodec  *0x00000040' "$tmp/notes")" -eq 1 ] &&
		grep -q '^  libcodec .*\(0x00000001\|NT_VERSION\)' "$tmp/notes" || return
	sed -n '/^  libcodec /{
		s/.*description data: //
		t found
		n
		s/.*description data: //
		:found
		s/ *$//
		p
	}' "$tmp/notes"
}

hex() { # text, bytes
	printf '%s' "$1" | od -A n -v -t x1 | tr -s ' \n' ' ' | sed 's/^ //; s/ $//' |
		awk -v n="$2" '{ for (i = NF; i < n; i++) $0 = $0 " 00"; print }'
}

# 1.0, 64, name and version, in the byte order of the file.
wanted() { # file, name, version
	case $($readelf -W -h "$1" 2>>"$tmp/log") in
	*'big endian'*) head='00 01 00 00 00 00 00 40' ;;
	*) head='01 00 00 00 40 00 00 00' ;;
	esac
	echo "$head $(hex "$2" 32) $(hex "$3" 24)"
}

# Whether its section lies in a segment of notes, and is one of notes itself.
in_segment() { # file
	$readelf -W -l "$1" 2>>"$tmp/log" | awk '
		/^Program Headers:/ { headers = 1 }
		/Section to Segment/ { headers = 0; map = 1 }
		headers && $2 ~ /^0x/ { type[n++] = $1 }
		map && / \.note\.libcodec/ && type[$1 + 0] == "NOTE" { found = 1 }
		END { exit !found }' &&
		$readelf -W -S "$1" 2>>"$tmp/log" |
		grep -q '\.note\.libcodec  *NOTE  *[0-9a-f]* [0-9a-f]* 000058 '
}

has_note() { # file, name, version
	: >"$tmp/log"
	got=$(descriptor "$1")
	want=$(wanted "$1" "$2" "$3")
	[ "$got" = "$want" ] || {
		echo "want $want"
		echo "got  $got"
		cat "$tmp/notes"
	} >>"$tmp/log"
	[ "$got" = "$want" ] && in_segment "$1"
}

version=$(sed -n 's/^#define LIBCODEC_VERSION_STRING *"\(.*\)"/\1/p' \
	"$build/libcodec/include/libcodec/version.h")
[ -n "$version" ]
result $? "the version is known"

for conf in "$build"/stage/backends/*.conf; do
	name=$(sed -n 's/^Name=//p' "$conf")
	library=$(sed -n 's/^Library=//p' "$conf")
	has_note "$build/stage/backends/$library" "$name" "$version"
	result $? "$library says that it is $name $version"
done

# strip takes everything that can go. One for another machine may come first.
strips=
for tool in "${STRIP-}" strip llvm-strip; do
	# shellcheck disable=SC2086 # a command with its options
	[ -n "$tool" ] && command -v ${tool%% *} >/dev/null 2>&1 && strips="$strips $tool"
done

strip_to() { # file, stripped file
	for tool in $strips; do
		$tool --strip-all -o "$2" "$1" >>"$tmp/log" 2>&1 && return
	done
	return 1
}

: >"$tmp/log"
for conf in "$build"/stage/backends/*.conf; do
	[ -n "$strips" ] || break
	name=$(sed -n 's/^Name=//p' "$conf")
	library=$(sed -n 's/^Library=//p' "$conf")
	strip_to "$build/stage/backends/$library" "$tmp/$library" &&
		has_note "$tmp/$library" "$name" "$version"
	result $? "$library says so after strip --strip-all"
done
[ -n "$strips" ] || skip "strip" "there is no strip"

cat >"$tmp/plugin.c" <<'END'
#include <libcodec/plugin.h>

LIBCODEC_PLUGIN_NOTE("a-name-of-all-the-31-characters", "0.1-and-all-of-the-rest");

const struct libcodec_plugin *libcodec_plugin_entry(uint32_t host_abi,
						    const struct libcodec_host *host)
{
	(void)host_abi;
	(void)host;
	return 0;
}
END

looked_at=$tmp/plugin.so
[ -z "$strips" ] || looked_at=$tmp/stripped.so

# What does not link without the note either, as where that linker is missing, says nothing of notes.
try() { # what it is, command with options
	what=$1
	shift
	set -- "$@" -fPIC -fvisibility=hidden -I"$src/libcodec/include" \
		-I"$build/libcodec/include" -shared -o "$tmp/plugin.so"
	rm -f "$tmp/plugin.so" "$looked_at"
	if ! echo 'int nothing;' | "$@" -x c - >"$tmp/log" 2>&1; then
		skip "$what" "$(grep -m 1 . "$tmp/log" || echo "it does not link")"
		return
	fi
	"$@" -Wall -Wextra -Werror "$tmp/plugin.c" >"$tmp/log" 2>&1 &&
		{ [ -z "$strips" ] || strip_to "$tmp/plugin.so" "$looked_at"; } &&
		has_note "$looked_at" a-name-of-all-the-31-characters 0.1-and-all-of-the-rest
	result $? "$what"
}

gc='-O2 -ffunction-sections -fdata-sections -Wl,--gc-sections'
others=
for compiler in gcc clang; do
	[ "$compiler" = "$cc" ] || others="$others $compiler"
done
for compiler in "$cc" $others; do
	# shellcheck disable=SC2086 # a command with its options
	command -v ${compiler%% *} >/dev/null 2>&1 || {
		skip "$compiler" "there is no $compiler"
		continue
	}
	for options in -O0 "$gc" "$gc -flto" "$gc -fuse-ld=gold" "$gc -fuse-ld=lld" \
		"$gc -Wl,--build-id -Wl,-z,separate-code" "$gc -fsanitize=address"; do
		# shellcheck disable=SC2086
		try "the note stays: $compiler $options" $compiler $options
	done
done

# None of this would notice anything if it couldn't fail.
: >"$tmp/log"
sed 's/^LIBCODEC_PLUGIN_NOTE.*//' "$tmp/plugin.c" >"$tmp/none.c"
sed 's/a-name/b-name/' "$tmp/plugin.c" >"$tmp/other.c"
sed 's/^LIBCODEC_PLUGIN_NOTE/#undef LIBCODEC_PLUGIN_NOTE_SECTION\n#define LIBCODEC_PLUGIN_NOTE_SECTION ".data.rel.ro.note"\n&/' \
	"$tmp/plugin.c" >"$tmp/section.c"
for wrong in none other section; do
	# shellcheck disable=SC2086
	$cc -fPIC -I"$src/libcodec/include" -I"$build/libcodec/include" -shared \
		-o "$tmp/wrong.so" "$tmp/$wrong.c" >"$tmp/log" 2>&1
	built=$?
	[ $built -eq 0 ] && ! has_note "$tmp/wrong.so" a-name-of-all-the-31-characters \
		0.1-and-all-of-the-rest
	result $? "planted: $wrong"
done

echo "1..$n"
exit $status
