#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# Replays the seeds and the regressions of each fuzz target through its plain program: no crash, no
# leak, inside of the limits of time and memory.

set -u
src=${top_srcdir:-.}
build=${top_builddir:-.}

tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 99' HUP INT TERM

interop=no
grep -q '^#define HAVE_INTEROP 1' "$build/config.h" && interop=yes

n=0
failed=0
set -- "$src"/tests/fuzz/fuzz-*.c
echo "1..$#"
for target; do
	n=$((n + 1))
	name=$(basename "$target" .c)
	name=${name#fuzz-}
	if [ "$interop" = no ] && case $name in interop-* | encode-record) ;; *) false ;; esac; then
		echo "ok $n - $name # SKIP libcodec-interop is not built"
	elif ! sh "$src/tests/fuzz/stage-seeds" "$src" "$name" "$tmp/$name" "$build" \
		>"$tmp/log" 2>&1; then
		sed 's/^/# /' "$tmp/log"
		echo "not ok $n - $name has seeds"
		failed=$((failed + 1))
	elif "$build/tests/fuzz/replay-$name" "$tmp/$name" >"$tmp/log" 2>&1; then
		echo "ok $n - $name: $(tail -n 1 "$tmp/log")"
	else
		sed 's/^/# /' "$tmp/log"
		echo "not ok $n - $name: $(tail -n 1 "$tmp/log")"
		failed=$((failed + 1))
	fi
done
echo "# replay: $((n - failed)) passed, $failed failed"
test $failed -eq 0
