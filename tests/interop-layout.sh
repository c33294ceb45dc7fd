#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# The layout of what lies in blobs is asserted in <pelorus/interop.h> itself, so that each
# program which includes it checks it. Here: all fields of all structs of a blob are, in C
# and in C++; a field that moves, and a struct that grows, is an error of the compiler; and a
# host with another order of bytes is refused.

set -u
src=${top_srcdir:-.}
cc=${CC:-cc}
cxx=${CXX-}
headers=$src/interop/include
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

# Structs of a blob: the header, the directory, and all sections.
wire='PelorusSideData PelorusSectionDir PelorusBandingSection PelorusVarianceSection
	PelorusDenoiseSection PelorusFilmGrainSection PelorusMotionSection PelorusQpReportSection
	PelorusMotionConfSection PelorusComplexitySection PelorusEncTelemetrySection
	PelorusEncodeRecordSection'

# The fields of a struct in the file $1, one a line.
fields() { # file, struct
	sed -n "/^typedef struct $2 {/,/^}/p" "$1" |
		sed -n 's/^\t[a-z0-9_]* \([a-z0-9_]*\)[[;].*/\1/p'
}

# --- all fields are asserted ---

grep -c '^typedef struct Pelorus[A-Za-z0-9]* {$' "$headers/pelorus/interop.h" >"$tmp/all"
for s in $wire PelorusPackSection PelorusQpReportInput PelorusX265Frame; do
	echo "$s"
done | wc -l | diff - "$tmp/all" >"$tmp/log" 2>&1
result $? "every struct of interop.h is known here"

for s in $wire; do
	{
		echo "PELORUS_SIZE_($s,"
		fields "$headers/pelorus/interop.h" "$s" | sed "s/.*/PELORUS_AT_($s, &,/"
	} >"$tmp/want"
	sed -n "s/^\(PELORUS_SIZE_($s,\|PELORUS_AT_($s, [a-z0-9_]*,\).*/\1/p" \
		"$headers/pelorus/interop.h" >"$tmp/got"
	[ "$(wc -l <"$tmp/want")" -gt 4 ] && diff "$tmp/want" "$tmp/got" >"$tmp/log" 2>&1
	result $? "$s: size and all fields are asserted"
done

# --- an assertion that is wrong stops the compiler ---

mkdir -p "$tmp/mutant/pelorus"
cp "$headers"/pelorus/*.h "$tmp/mutant/pelorus"
chmod -R u+w "$tmp/mutant"

compiles() { # compiler, language options, further options
	echo '#include <pelorus/telemetry.h>' >"$tmp/test.src"
	# shellcheck disable=SC2086 # lists of words
	$1 $2 ${3-} -I"$tmp/mutant" -fsyntax-only "$tmp/test.src" >"$tmp/log" 2>&1
}

# Each is planted in C, and in C++ where there is a compiler: it must not compile, and as an
# assertion.
plant() { # sed expression, what it is
	sed "$1" "$headers/pelorus/interop.h" >"$tmp/mutant/pelorus/interop.h"
	! cmp -s "$headers/pelorus/interop.h" "$tmp/mutant/pelorus/interop.h" &&
		! compiles "$cc" '-x c -std=c11' && grep -qiE 'assert|_size_.*negative' "$tmp/log"
	result $? "planted, c11: $2"
	[ -n "$cxx" ] || return
	! compiles "$cxx" '-x c++ -std=c++11' && grep -qiE 'assert|_size_.*negative' "$tmp/log"
	result $? "planted, c++11: $2"
}

little='defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__'
printf '#if !(%s)\n#error no\n#endif\n' "$little" >"$tmp/order.c"
# shellcheck disable=SC2086
if $cc -fsyntax-only "$tmp/order.c" >"$tmp/log" 2>&1; then
	compiles "$cc" '-x c -std=c11'
	result $? "the headers compile"
	for s in $wire; do
		last=$(fields "$headers/pelorus/interop.h" "$s" | tail -n 1)
		in="/^typedef struct $s {/,/^}/"
		plant "$in{/^}/i\\
	uint32_t planted_;
}" "$s grows behind $last"
		plant "/^typedef struct $s {/a\\
	uint8_t planted_;" "$s: fields move"
	done
	plant '/^typedef struct PelorusX265Frame {/a\
	uint64_t planted_;' "PelorusX265Frame grows"
	cp "$headers/pelorus/interop.h" "$tmp/mutant/pelorus/interop.h"
	! compiles "$cc" '-x c -std=c11' \
		'-U__BYTE_ORDER__ -D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__ -w'
	grep -q 'not for this host' "$tmp/log"
	result $? "a big-endian host is refused"
else
	! compiles "$cc" '-x c -std=c11'
	grep -q 'not for this host' "$tmp/log"
	result $? "this big-endian host is refused"
fi

echo "1..$n"
exit $status
