#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# The list of telemetry's fields, the header, and the names that the library writes are the
# same, in both directions, and what compares lists finds violations. Prints TAP.

set -u
src=${top_srcdir:-.}
schema=$src/interop/schema
LC_ALL=C
export LC_ALL

if ! command -v python3 >/dev/null || ! python3 -c 'import json' 2>/dev/null; then
	echo "1..0 # SKIP there is no python3"
	exit 0
fi
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 99' HUP INT TERM
status=0

# Its tests are ours.
python3 "$schema/compare-fields" --self-test >"$tmp/self" || status=1
grep -v '^1\.\.' "$tmp/self"
n=$(grep -c '^\(not \)\?ok ' "$tmp/self")

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

python3 "$schema/compare-fields" --header "$src/interop/include/pelorus/interop.h" \
	>"$tmp/log" 2>&1
result $? "the header has these fields"
echo '{"schema": "pelorus/telemetry-fields/1"' >"$tmp/broken.json"
python3 "$schema/compare-fields" "$tmp/broken.json" >"$tmp/log" 2>&1
[ $? -eq 2 ]
result $? "a list that is no JSON"
python3 "$schema/compare-fields" "$tmp/none.json" >"$tmp/log" 2>&1
[ $? -eq 2 ]
result $? "a list that is not there"

# All texts of the file that has the names: keys by their bit, then those of numbers.
sed -n '/^const char \*const lc_tlm_keys/,/^};/p' "$src/interop/telemetry-fields.c" |
	grep -o '"[^"]*"' | tr -d '"' >"$tmp/keys"
sed -n '/^const char \*lc_tlm_/,/^}/p' "$src/interop/telemetry-fields.c" |
	grep -o '= "[^"]*"' | tr -d '= "' | sort >"$tmp/names"
python3 - "$schema/telemetry-fields.json" "$tmp" <<'END' >"$tmp/log" 2>&1
import json
import sys

fields = json.load(open(sys.argv[1], encoding="utf-8"))["fields"]
keys = [f["key"] for f in sorted((f for f in fields if "bit" in f), key=lambda f: f["bit"])]
names = sorted(v for f in fields for v in f.get("values", []))
written = [open(f"{sys.argv[2]}/{n}", encoding="utf-8").read().split() for n in ("keys", "names")]
if [keys, names] != written:
    print("want", keys, names, "have", *written)
    sys.exit(1)
END
result $? "the library writes these names"

echo "1..$n"
exit $status
