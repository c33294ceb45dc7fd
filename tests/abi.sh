#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# usage: tests/abi.sh [--update]
#
# The layout of every public struct, with pointers of 64 and of 32 bits, is the one written
# down in doc/abi/1.0.txt: type, offset and size of each field. Struct definitions are read
# out of the headers, and CC says where the fields lie: in an object file, so that nothing
# has to be run, and with no header but its own, so that no 32-bit C library is needed. An
# ABI that CC hasn't got is skipped. The rules for structs are held as well, and copies of
# the headers with one violation each must be found. --update writes the file anew.

set -u
src=${top_srcdir:-$(dirname "$0")/..}
build=${top_builddir:-.}
cc=${CC:-cc}
nm=${NM:-nm}
known=$src/doc/abi/1.0.txt
headers=$src/libcodec/include/libcodec
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

# The ABIs that are told apart: bits of long and pointers, bytes that uint64_t is aligned
# to in a struct. Most have 64/8 or, as arm, 32/8; i386 has 32/4.
abis='64-8 32-4 32-8'

describe_abi() {
	echo "${1%-*}-bit pointers, uint64_t aligned to ${1#*-}"
}

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

# The object that tells the layout: the size of each array is a number, plus 1.
program() { # folder of headers, fields
	echo '#include <stddef.h>'
	for h in "$1"/*.h; do
		echo "#include <libcodec/$(basename "$h")>"
	done
	echo 'struct lc_align { char a; uint64_t b; };'
	echo 'char lc_pointer[1 + sizeof(void *)], lc_long[1 + sizeof(long)];'
	echo 'char lc_align[1 + offsetof(struct lc_align, b)];'
	awk -F'|' '
		$1 != last {
			printf "char lc_all_%s[1 + sizeof(struct %s)];\n", $1, $1
			last = $1
		}
		{
			printf "char lc_at_%d[1 + offsetof(struct %s, %s)];\n", NR, $1, $2
			printf "char lc_size_%d[", NR
			printf "1 + sizeof(((struct %s *)0)->%s)];\n", $1, $2
		}' "$2"
}

# One struct after another, from the numbers and the fields.
table() { # numbers, fields
	awk '
		FNR == NR { number[$1] = $2; next }
		{
			split($0, f, "|")
			if (f[1] != last)
				printf "\nstruct %s: %d\n", f[1], number["lc_all_" f[1]]
			last = f[1]
			printf "%5d %5d  %s\n", number["lc_at_" FNR], number["lc_size_" FNR], f[3]
		}' "$1" "$2"
}

# Writes FOLDER/ABI for each of the ABIs that CC has, by the headers of another folder.
layouts() { # folder of headers, FOLDER
	mkdir -p "$2"
	fields "$1" >"$2/fields"
	program "$1" "$2/fields" >"$2/layout.c"
	for options in '' -m64 -m32 '-m32 -malign-double'; do
		# shellcheck disable=SC2086 # lists of words
		$cc $options -ffreestanding -fno-common -fno-lto -I"$(dirname "$1")" \
			-I"$build/libcodec/include" -I"$tmp/stub" -c -o "$2/layout.o" \
			"$2/layout.c" >"$2/errors$options" 2>&1 || continue
		# shellcheck disable=SC2086
		$nm -S "$2/layout.o" 2>>"$2/errors$options" | awk '
			function hex(s, i, v) {
				for (i = v = 0; ++i <= length(s);)
					v = v * 16 + index("0123456789abcdef", substr(s, i, 1)) - 1
				return v
			}
			NF == 4 && $4 ~ /^lc_/ { print $4, hex($2) - 1 }' >"$2/numbers"
		of=$(awk '{ v[$1] = $2 }
			END {
				if (v["lc_long"] == v["lc_pointer"])
					print 8 * v["lc_pointer"] "-" v["lc_align"]
			}' "$2/numbers")
		case " $abis " in
		*" $of "*) [ -s "$2/$of" ] || table "$2/numbers" "$2/fields" >"$2/$of" ;;
		esac
	done
	[ -s "$2/64-8" ] || [ -s "$2/32-8" ] || [ -s "$2/32-4" ]
}

# The columns for 64 and for 32 bits side by side.
both() { # table for 64 bits, table for 32 bits
	awk '
		FNR == NR { line[FNR] = $0; next }
		/^struct/ { print line[FNR] " " $3; next }
		/^ / { print substr(line[FNR], 1, 11) " " substr($0, 1, 11) substr(line[FNR], 12); next }
		{ print }' "$1" "$2"
}

# The table for 64 or 32 bits out of a file with both.
column() { # bits, file
	awk -v bits="$1" '
		/^#/ { next }
		/^struct/ { print $1 " " $2 " " (bits == 64 ? $3 : $4); next }
		/^ / { print substr($0, bits == 64 ? 1 : 13, 11) substr($0, 24); next }
		{ print }' "$2"
}

head_of_file() {
	cat <<'END'
# The public structs of libcodec and its plugin ABI 1.0. Columns: offset and size in bytes where
# pointers have 64 bits, the same with 32 bits, declaration; behind a struct's name both sizes.
# Written by "tests/abi.sh --update", checked by "make check". Once 1.0 is released a struct grows
# at its tail only: no line here changes.
END
}

# The rules. Each prints what it finds in a folder of layouts.

rule_known() { # folder, ABI
	column "${2%-*}" "$known" | diff - "$1/$2"
}

# Also at the end: what a later version puts there must not lie inside an old struct_size.
rule_holes() { # folder, ABI
	awk '
		function end() {
			if (name != "" && at != size)
				print name " a hole at the end, of " size - at
		}
		/^struct/ { end(); name = $2; size = $3; at = 0 }
		/^ *[0-9]/ {
			if ($1 != at)
				print name " a hole of " $1 - at " before " $0
			at = $1 + $2
		}
		END { end() }' "$1/$2"
}

# A pointer may differ; a function pointer's type ends in _fn.
rule_sizes() { # folder, ABI of 32 bits
	both "$1/64-8" "$1/$2" | awk '
		/^struct/ { name = $2 }
		/^ / && $2 != $4 && !/\*/ && !/ libcodec_[a-z_]*_fn [a-z]/ { print name " " $0 }'
}

rule_types() { # folder
	awk -F'|' '
		$3 ~ /\*/ || $3 ~ /^libcodec_[a-z_]*_fn / { next }
		$3 ~ /^(u?int(8|16|32|64)_t|char|struct libcodec_[a-z_]*) [a-z]/ { next }
		{ print $1 ": " $3 }' "$1/fields"
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

skip() { # name, why
	n=$((n + 1))
	case ,${LIBCODEC_TEST_REQUIRE-}, in
	*,abi32,*)
		echo "not ok $n - $1 # $2"
		status=1
		;;
	*)
		echo "ok $n - $1 # SKIP $2"
		;;
	esac
}

# Whether a rule finds nothing; what it finds is in the log.
run_rule() { # rule, folder, ABI
	"rule_$1" "$2" "${3-}" >"$tmp/log" 2>&1
	[ ! -s "$tmp/log" ]
}

layouts "$headers" "$tmp/now" || {
	sed 's/^/# /' "$tmp/now"/errors*
	echo "Bail out! $cc cannot tell the layout"
	exit 99
}

if [ "${1-}" = --update ]; then
	of_32=$tmp/now/32-4
	[ -s "$of_32" ] || of_32=$tmp/now/32-8
	if ! [ -s "$tmp/now/64-8" ] || ! [ -s "$of_32" ]; then
		echo "abi.sh: $cc has no -m64 or no -m32; the file has columns for both" >&2
		exit 1
	fi
	{
		head_of_file
		both "$tmp/now/64-8" "$of_32"
	} >"$tmp/new"
	cat "$tmp/new" >"$known" && echo "$known: $(grep -c '^struct' "$known") structs"
	exit
fi

# What the parser might have missed would not be compared.
cat "$headers"/*.h | grep -c '^struct [a-z0-9_]* {' >"$tmp/want"
cut -d'|' -f1 "$tmp/now/fields" | uniq | wc -l | tr -d ' ' | diff "$tmp/want" - >"$tmp/log"
result $? "all structs of the headers were read"

run_rule types "$tmp/now"
result $? "fields are pointers, structs or of a fixed width"

for abi in $abis; do
	what=$(describe_abi "$abi")
	if ! [ -s "$tmp/now/$abi" ]; then
		skip "$what" "$cc does not compile for that"
		continue
	fi
	run_rule known "$tmp/now" "$abi"
	result $? "$what: the layout is that of doc/abi/1.0.txt"
	run_rule holes "$tmp/now" "$abi"
	result $? "$what: no struct has a hole"
	[ "$abi" = 64-8 ] || ! [ -s "$tmp/now/64-8" ] && continue
	run_rule sizes "$tmp/now" "$abi"
	result $? "$what: only pointers have another size than with 64 bits"
done

# A violation planted in a copy of the headers must be found, and be named.
plant() { # header, sed expression, what it is
	planted=$3
	rm -rf "$tmp/mutant"
	mkdir -p "$tmp/mutant/libcodec"
	cp "$headers"/*.h "$tmp/mutant/libcodec"
	chmod -R u+w "$tmp/mutant"
	sed "$2" "$headers/$1" >"$tmp/mutant/libcodec/$1"
	! cmp -s "$headers/$1" "$tmp/mutant/libcodec/$1" &&
		layouts "$tmp/mutant/libcodec" "$tmp/mutant/now"
}

must_find() { # rule, ABIs, what it says
	for abi in $2; do
		# The other ABIs were skipped above.
		[ "$abi" = all ] || [ -s "$tmp/now/$abi" ] || continue
		[ "$1" != sizes ] || [ -s "$tmp/now/64-8" ] || continue
		! run_rule "$1" "$tmp/mutant/now" "$abi" && grep -q -- "$3" "$tmp/log"
		result $? "planted, $abi: $planted"
	done
}

plant codec.h 's/uint32_t cap_id;/int32_t cap_id;/' "another type of the same size"
must_find known "$abis" '^>.* int32_t cap_id$'
plant image.h 's/uint32_t width, height;/uint32_t height, width;/' "an exchange of two fields"
must_find known "$abis" '^>  *4  *4  uint32_t height$'
plant plugin.h 's/uint8_t tq;/uint8_t tq, tr;/' "a new field"
must_find known "$abis" '^>  *4  *1  uint8_t tr$'
plant plugin.h 's/uint16_t abi_minor;/uint8_t abi_minor;/' "a hole"
must_find holes "$abis" '^libcodec_plugin: a hole of 1 before .* struct_size$'
plant codec.h 's/const char \*backend_path;/uint32_t a; &/' "a hole with 64 bits only"
must_find holes 64-8 '^libcodec_context_params: a hole of 4 before .*backend_path$'
plant image.h '/^struct libcodec_image_params {/,/^}/{/\*planes;/d;}' \
	"a hole at the end on arm only"
must_find holes 32-8 '^libcodec_image_params: a hole at the end, of 4$'
plant plugin.h 's/int64_t deadline_ns;/long deadline_ns;/' "a long"
must_find sizes '32-4 32-8' '^libcodec_decode_job: .*long deadline_ns$'
must_find types all '^libcodec_decode_job: long deadline_ns$'
plant codec.h 's/uint32_t rank;/size_t rank;/' "a size_t"
must_find types all '^libcodec_cap: size_t rank$'
plant codec.h 's/uint32_t rank;/int rank;/' "an int"
must_find types all '^libcodec_cap: int rank$'

echo "1..$n"
exit $status
