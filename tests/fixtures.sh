#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# The fixtures are what their generator makes and what their manifest says; and the
# comparison notices a byte that is not.

set -u
src=${top_srcdir:-.}
build=${top_builddir:-.}
check=$src/fixtures/check-manifest
generate=$build/fixtures/generate

echo 1..3
if [ ! -x "$generate" ]; then
	echo "# no $generate: 'make check' builds it"
	for n in 1 2 3; do
		echo "not ok $n - the generator is there"
	done
	exit 1
fi

tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 99' HUP INT TERM
status=0

# number, name, expected status (0 or 1), actual status: the words of $tmp/log are shown
result() {
	if [ "$3" -eq "$4" ]; then
		echo "ok $1 - $2"
	else
		sed 's/^/# /' "$tmp/log"
		echo "not ok $1 - $2"
		status=1
	fi
}

sh "$check" "$generate" "$src/fixtures/MANIFEST" "$src/fixtures/data" >"$tmp/log" 2>&1
result 1 "fixtures are what the generator makes" 0 $?

# A comparison that can't fail says nothing.
mkdir "$tmp/data"
cp "$src"/fixtures/data/* "$tmp/data"
chmod -R u+w "$tmp/data"
printf x >>"$tmp/data/demo.jpg"
sh "$check" "$generate" "$src/fixtures/MANIFEST" "$tmp/data" >"$tmp/log" 2>&1
result 2 "a changed fixture is noticed" 1 $?

cp "$src/fixtures/data/demo.jpg" "$tmp/data/demo.jpg"
: >"$tmp/data/stranger"
sh "$check" "$generate" "$src/fixtures/MANIFEST" "$tmp/data" >"$tmp/log" 2>&1
result 3 "a fixture without a line is noticed" 1 $?
exit $status
