#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# usage: tests/abi.sh [--update]
#
# The layout of every public struct, with 64-bit longs and pointers, is the one written
# down in doc/abi/1.0.txt: type, offset and size of each field. Struct definitions are read
# out of the headers; CC says where the fields lie. --update writes the file anew.

set -u
src=${top_srcdir:-$(dirname "$0")/..}
build=${top_builddir:-.}
cc=${CC:-cc}
known=$src/doc/abi/1.0.txt
LC_ALL=C
export LC_ALL

tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 99' HUP INT TERM
n=0
status=0

# Without a configured tree any version.h will do: it has no struct.
mkdir -p "$tmp/stub/libcodec"
: >"$tmp/stub/libcodec/version.h"

# A header without comments and preprocessor lines, in one line.
bare() {
	sed -e ':a' -e 's,/\*[^*]*\*\+\([^/*][^*]*\*\+\)*/, ,g' -e '/\/\*/{N;ba' -e '}' "$1" |
		sed -e '/^[[:space:]]*#.*\\$/{:b' -e 'N;/\\$/bb' -e 's/.*/ /}' \
			-e '/^[[:space:]]*#/d' |
		tr '\n\t' '  ' | sed 's/  */ /g'
}

# "STRUCT|FIELD|DECLARATION" for each field of the structs in the headers of a folder.
fields() {
	for h in "$1"/*.h; do
		bare "$h" | sed 's/struct [a-z0-9_]* {[^}]*};/\n&\n/g' | grep '^struct [a-z0-9_]* {'
	done | sed -e 's/^struct \([a-z0-9_]*\) {\(.*\)};$/\1;\2/' | awk -F';' '
		{
			for (i = 2; i <= NF; i++) {
				d = $i
				gsub(/^ +| +$/, "", d)
				if (d == "")
					continue
				if (match(d, /\(\*[a-z0-9_]+\)/)) {
					name = substr(d, RSTART + 2, RLENGTH - 3)
					print $1 "|" name "|" d
					continue
				}
				many = split(d, names, / *, */)
				base = names[1]
				sub(/[a-z0-9_]+(\[[^]]*\])*$/, "", base)
				names[1] = substr(names[1], length(base) + 1)
				for (k = 1; k <= many; k++) {
					name = names[k]
					sub(/\[.*/, "", name)
					print $1 "|" name "|" base names[k]
				}
			}
		}'
}

# The program that tells the layout, one struct after another.
program() {
	echo '#include <stdio.h>'
	echo '#include <stddef.h>'
	for h in "$1"/*.h; do
		echo "#include <libcodec/$(basename "$h")>"
	done
	echo 'int main(void) {'
	echo 'if (sizeof(long) != 8 || sizeof(void *) != 8) return 77;'
	fields "$1" | awk -F'|' '
		$1 != last {
			printf "printf(\"\\nstruct %s: %%zu\\n\", sizeof(struct %s));\n", $1, $1
			last = $1
		}
		{
			printf "printf(\"%%5zu %%5zu  %s\\n\", ", $3
			printf "offsetof(struct %s, %s), ", $1, $2
			printf "sizeof(((struct %s *)0)->%s));\n", $1, $2
		}'
	echo 'return 0; }'
}

# The layout by the headers of a folder, into a file. 77: this is no LP64.
layout() {
	program "$1" >"$tmp/layout.c"
	# shellcheck disable=SC2086 # CC may be a list of words
	$cc -I"$(dirname "$1")" -I"$build/libcodec/include" -I"$tmp/stub" -o "$tmp/layout" \
		"$tmp/layout.c" >"$tmp/log" 2>&1 || return 1
	"$tmp/layout" >"$2" 2>>"$tmp/log"
}

head_of_file() {
	cat <<'END'
# The public structs of libcodec and its plugin ABI 1.0, where long and pointers have 64 bits.
# Columns: offset and size in bytes, declaration. Written by "tests/abi.sh --update", checked by
# "make check". Once 1.0 is released a struct grows at its tail only: no line here changes.
END
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

headers=$src/libcodec/include/libcodec
layout "$headers" "$tmp/now"
case $? in
0) ;;
77)
	echo "1..0 # SKIP doc/abi has the layout for 64-bit longs and pointers, $cc has other ones"
	exit 0
	;;
*)
	sed 's/^/# /' "$tmp/log"
	echo "Bail out! the program that tells the layout cannot be built or run"
	exit 99
	;;
esac
{
	head_of_file
	cat "$tmp/now"
} >"$tmp/new"

if [ "${1-}" = --update ]; then
	cat "$tmp/new" >"$known" && echo "$known: $(grep -c '^struct' "$known") structs"
	exit
fi

# What the parser might have missed would not be compared.
cat "$headers"/*.h | grep -c '^struct [a-z0-9_]* {' >"$tmp/want"
grep -c '^struct' "$tmp/now" >"$tmp/got"
diff "$tmp/want" "$tmp/got" >"$tmp/log"
result $? "all structs of the headers were read"

diff "$known" "$tmp/new" >"$tmp/log" 2>&1
result $? "the layout is that of doc/abi/1.0.txt"

# Where a struct has a hole, another ABI may close it: 32 bit would see other offsets.
awk '
	/^struct/ { end(); name = $2; size = $3; at = 0; next }
	/^ *[0-9]/ {
		if ($1 != at)
			print "# a hole before " name " " $0
		at = $1 + $2
	}
	function end() {
		if (name != "" && at != size)
			print "# a hole at the end of " name
	}
	END { end() }' "$tmp/now" >"$tmp/log"
test ! -s "$tmp/log"
result $? "no struct has a hole"

# Another type, two fields swapped, and a new field must be noticed by the same means.
mutant() { # header, sed expression, what it is
	rm -rf "$tmp/mutant"
	mkdir -p "$tmp/mutant/libcodec"
	cp "$headers"/*.h "$tmp/mutant/libcodec"
	chmod -R u+w "$tmp/mutant"
	sed "$2" "$headers/$1" >"$tmp/mutant/libcodec/$1"
	: >"$tmp/log"
	! cmp -s "$headers/$1" "$tmp/mutant/libcodec/$1" &&
		layout "$tmp/mutant/libcodec" "$tmp/other" && ! cmp -s "$tmp/now" "$tmp/other"
	result $? "$3 is noticed"
}

mutant codec.h 's/uint32_t cap_id;/int32_t cap_id;/' "another type of the same size"
mutant image.h 's/uint32_t width, height;/uint32_t height, width;/' "an exchange of two fields"
mutant plugin.h 's/uint8_t tq;/uint8_t tq, tr;/' "a new field"

echo "1..$n"
exit $status
