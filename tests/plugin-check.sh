#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# The conformance kit: it passes the plugins that are right, and finds each mock that is wrong
# in one way, by the rule that is meant. Its formats, exit codes and options. Prints TAP.

set -u

# shellcheck source=tests/codecctl-tap.sh
. "${top_srcdir:-.}/tests/codecctl-tap.sh"

case $top_builddir in
/*) ;;
*) top_builddir=$(pwd)/$top_builddir ;;
esac
kit=$top_builddir/tools/libcodec-plugin-check
: "${MOCKDIR:=$top_builddir/stage/mocks}"
cpu=$top_builddir/stage/backends/cpu.so
cc=${CC:-cc}
levels=static,load,caps

cd "$dir" || exit 99

# kit EXIT ARGUMENT...: its output in the files out and err.
kit()
{
	want=$1
	shift
	"$kit" "$@" >out 2>err </dev/null
	got=$?
	[ $got -eq "$want" ] && return 0
	echo "# libcodec-plugin-check $*: exit $got, not $want"
	return 1
}

# closing PASSED FAILED SKIPPED: patterns for the numbers of the last line.
closing()
{
	tail -n 1 out | grep -qx "$1 passed, $2 failed, $3 skipped"
}

# finds RULE STATUS ARGUMENT...: by its line of text, and by the exit code.
finds()
{
	rule=$1
	status=$2
	shift 2
	case $status in
	FAIL) kit 1 "$@" ;;
	*) kit 0 "$@" ;;
	esac && grep -q "^$rule $status: " out
}

# manifest FILE NAME LIBRARY: as the mocks need it.
manifest()
{
	cat >"$1" <<-EOF
	[Plugin]
	Name=$2
	Library=$3
	Abi=1.0
	Family=image-decoder
	Band=hardware

	[Codec]
	Codec=jpeg
	EOF
}

# Plugins that are right

kit 0 "$cpu" && closing '[0-9]*' 0 '[0-9]*' && empty err
ok 'cpu passes'
for mock in good parallel; do
	# But for L02, which a busy machine can make one.
	kit 0 --level $levels "$MOCKDIR/mock-$mock.so" && closing '[0-9]*' 0 '[0-9]*' &&
		! grep WARN out | grep -vq '^L02' && empty err
	ok "mock-$mock passes without a warning"
done
for rule in S01 S02 S03 S04 S05 S06 S07 S08 S09 S10 S11 S12 L01 L02 L03 L04 L05 L06 L07 L08 \
	L09 L10 L11 L12 L13 L14 C01 C02 C03 C04 C05 C06 C07 C08 C09 C10 C11 C12; do
	[ "$(grep -c "^$rule [A-Z(]" out)" -eq 1 ] || echo "$rule"
done >missing
empty missing
ok 'each rule has one line'

# Mocks that are wrong in one way: which rule finds them, and as what

heap=no
grep -q '^L11 OK: .* no mapping and no heap' out && heap=yes

while read -r mock rule status; do
	if [ "$mock" = leaks-heap ] && [ $heap = no ]; then
		skip mallinfo2 "mock-$mock: $rule" 'the C library does not count the heap here'
		continue
	fi
	finds "$rule" "$status" --level $levels "$MOCKDIR/mock-$mock.so"
	ok "mock-$mock: $rule"
done <<-EOF
	extra-export S02 FAIL
	no-entry-symbol S02 FAIL
	no-note S03 FAIL
	no-relro S04 FAIL
	undefined-symbol S04 FAIL
	text-relocations S05 FAIL
	exec-stack S06 FAIL
	rpath S07 FAIL
	no-build-id S08 WARN
	imports-exit S09 FAIL
	imports-assert S09 WARN
	opens-sdk S11 WARN
	undefined-symbol L01 FAIL
	no-entry-symbol L01 FAIL
	crashes-in-constructor L01 FAIL
	slow-constructor L02 WARN
	null-entry L03 FAIL
	wrong-magic L03 FAIL
	wrong-major L03 FAIL
	short-struct L03 FAIL
	calls-host-early L03 FAIL
	missing-ops L04 FAIL
	missing-slot L04 FAIL
	sets-reserved L04 FAIL
	probe-without-release L04 FAIL
	bad-license L05 FAIL
	empty-vendor L05 FAIL
	long-description L05 FAIL
	other-version L06 FAIL
	future-minor L06 FAIL
	echoes-major L07 FAIL
	refuses-silently L07 FAIL
	wants-same-minor L08 FAIL
	init-fails L09 FAIL
	init-needs-device L09 FAIL
	exits-in-init L09 FAIL
	scribbles L09 FAIL
	leaks-fd L10 FAIL
	leaves-thread L10 FAIL
	leaves-process L10 FAIL
	leaks-mapping L11 FAIL
	leaks-heap L11 WARN
	takes-signal L12 FAIL
	changes-locale L12 FAIL
	changes-umask L12 FAIL
	changes-environment L12 FAIL
	changes-rounding L12 FAIL
	closes-fd L12 FAIL
	writes-output L13 FAIL
	single-context L14 FAIL
	caps-never-end C01 FAIL
	caps-bad-end C01 FAIL
	caps-none C01 FAIL
	caps-same-id C02 FAIL
	caps-zero-mask C03 FAIL
	caps-min-over-max C04 FAIL
	caps-odd-align C05 FAIL
	caps-high-rank C05 FAIL
	caps-unknown-format C06 FAIL
	caps-unknown-bit C06 FAIL
	caps-many-formats C07 FAIL
	caps-stray-sampling C07 FAIL
	caps-past-end C08 FAIL
	caps-resized C08 FAIL
	caps-fills-future C09 FAIL
	caps-unstable C10 FAIL
EOF

# A crash and a hang are findings, with the rule that ran; the other levels go on

kit 1 --level $levels "$MOCKDIR/mock-crashes-in-constructor.so" &&
	grep -q '^L01 FAIL: crashed with SIG[A-Z]*;' out && grep -q '^S01 OK' out &&
	grep -q '^C01 SKIP' out
ok 'a crash is told, and what was not run'
kit 1 --level $levels --timeout 2 "$MOCKDIR/mock-hangs-in-init.so" &&
	grep -q '^L09 FAIL: hung for 2 s;' out && grep -q '^C01 FAIL: hung for 2 s;' out
ok 'a hang is told'
kit 1 --level load "$MOCKDIR/mock-exits-in-init.so" &&
	grep -q '^L09 FAIL: ended the process with status 3;' out
ok 'an exit is told'
kit 1 --level load "$MOCKDIR/mock-writes-output.so" &&
	grep -q '^L13 FAIL: printed [0-9]* bytes in level load: "hello"$' out
ok 'what was printed is told, and not printed'
kit 1 --level load "$MOCKDIR/mock-scribbles.so" &&
	grep -q "^L09 FAIL: wrote to a descriptor that isn't its own" out
ok 'rubbish in the pipe is a finding'

# Files that are no plugin

text_file()
{
	echo 'not a plugin' >text.so
	finds S01 FAIL --level $levels text.so && grep -q '^L01 FAIL' out
}
text_file
ok 'a text file'
head -c 1500 "$MOCKDIR/mock-good.so" >cut.so
kit 1 --level $levels cut.so && grep -q '^S01 FAIL: .*cut short' out && grep -q '^L01 FAIL' out
ok 'a file that is cut short'
: >empty.so
finds S01 FAIL --level static empty.so
ok 'an empty file'
# EI_CLASS is byte 4, EI_DATA byte 5, e_machine bytes 18 and 19.
patched()
{
	cp "$MOCKDIR/mock-good.so" "$1" && chmod u+w "$1" &&
		printf '%b' "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>dd.err
}
patched order.so 5 '\0003' && finds S01 FAIL --level static order.so
ok 'another byte order'
patched machine.so 18 '\0377\0376' && finds S01 FAIL --level static machine.so
ok 'another machine'
finds S01 FAIL --level static "$kit"
ok 'a program'

# A byte at a time of the file's head is damaged: no crash of the level itself.
damage()
{
	at=16
	while [ $at -lt 1200 ]; do
		patched damaged.so $at '\0377\0377\0377\0377\0377\0377\0377\0377' || return 1
		"$kit" --level static damaged.so >out 2>err
		[ $? -le 1 ] || return 1
		! grep -q 'crashed\|hung' out || return 1
		at=$((at + 24))
	done
}
damage
ok 'damaged ELF headers do no harm'

cp "$MOCKDIR/mock-good.so" open.so && chmod 666 open.so && finds S12 WARN --level static open.so
ok 'a file that everybody may write: S12'

linked() # SONAME: a plugin in name only, which needs that library
{
	echo 'int libcodec_plugin_entry(void); int libcodec_plugin_entry(void) { return 0; }' >l.c
	# shellcheck disable=SC2086 # CC may be several words
	$cc -shared -fPIC -Wl,-soname,"$1" -o "$1" l.c &&
		$cc -shared -fPIC -Wl,--no-as-needed -o linked.so l.c "./$1"
}
linked libGL.so.1 2>err && { kit 1 --level static linked.so; grep -q '^S10 WARN: .*libGL' out; }
ok 'it is linked with an SDK: S10'
linked libcodec-1.so.0 2>err && finds S10 FAIL --level static linked.so
ok 'it is linked with libcodec: S10'

# Manifests

good=$MOCKDIR/mock-good.so
finds C12 SKIP --level caps "$good" && closing '[0-9]*' 0 2
ok 'without a manifest C12 is skipped'
manifest good.conf mock-good mock-good.so
finds C12 OK --level caps --manifest good.conf "$good"
ok 'a manifest that says the same: C12'
for wrong in 's/^Name=.*/Name=other/' 's/^Library=.*/Library=other.so/' 's/^Abi=.*/Abi=1.7/' \
	's/^Family=.*/Family=video/' 's/^Codec=.*/Codec=png/' 's/^Codec=.*/&\n[Codec]\nCodec=png/'; do
	sed "$wrong" good.conf >wrong.conf
	finds C12 FAIL --level caps --manifest wrong.conf "$good"
	ok "a manifest that says something else: $wrong"
done
manifest mismatch.conf mock-name-mismatch mock-name-mismatch.so
finds C12 FAIL --level caps --manifest mismatch.conf "$MOCKDIR/mock-name-mismatch.so"
ok 'mock-name-mismatch: C12'
finds C12 FAIL --level caps --manifest not-there.conf "$good"
ok 'a manifest that cannot be read: C12'
manifest gpu.conf mock-shares-gpu mock-shares-gpu.so
finds C11 FAIL --level caps --manifest gpu.conf "$MOCKDIR/mock-shares-gpu.so"
ok 'a GPU is shared without OptIn: C11'
sed 's/^Band=.*/&\nOptIn=yes/' gpu.conf >gpu-opt-in.conf
finds C11 OK --level caps --manifest gpu-opt-in.conf "$MOCKDIR/mock-shares-gpu.so"
ok 'a GPU is shared with OptIn'
printf '\n[Match]\nSubsystem=mem\n' | cat good.conf - >match.conf
finds L04 FAIL --level load --manifest match.conf "$good"
ok '[Match] without device_probe: L04'
mkdir beside && cp "$good" beside && cp good.conf beside/60-mock-good.conf &&
	finds C12 OK --level caps beside/mock-good.so
ok 'the manifest beside the plugin is found'
cp good.conf beside/61-mock-good.conf && finds C12 FAIL --level caps beside/mock-good.so
ok 'two manifests beside the plugin: C12'

# Devices

null=$MOCKDIR/mock-takes-null.so
kit 77 --level caps "$null" && grep -q '^C01 SKIP: it needs a device: --device NODE' out
ok 'a plugin for devices without one: nothing could run'
if [ -e /sys/dev/char/1:3 ] && [ -c /dev/null ]; then
	kit 0 --level load,caps --device /dev/null "$null" && closing '[0-9]*' 0 '[0-9]*'
	ok 'a plugin for devices, with one'
	kit 77 --level caps --device /dev/zero "$null" && grep -q "^C01 SKIP: it doesn't take" out
	ok 'a device that it does not take'
	"$kit" --emit-manifest --device /dev/null "$null" >null.conf 2>err && empty err &&
		grep -qx 'Subsystem=mem' null.conf &&
		finds C12 OK --level caps --device /dev/null --manifest null.conf "$null"
	ok 'a manifest with [Match] is made from the device'
else
	skip sysfs 'a plugin for devices, with one' 'there is no sysfs'
fi

# Documents

mkdir emitted && cp "$cpu" emitted/ && chmod 755 emitted && chmod 644 emitted/cpu.so &&
	kit 0 --emit-manifest emitted/cpu.so && empty err && cp out emitted/50-cpu.conf &&
	chmod 644 emitted/50-cpu.conf && LIBCODEC_BACKEND_PATH=$dir/emitted run 0 info &&
	has out '^cpu  *cpu  *ready' && empty err
ok 'libcodec takes the manifest of --emit-manifest'
grep -v '^#' "$top_builddir/backends/cpu/50-cpu.conf" | grep . >want
grep -v '^#' emitted/50-cpu.conf | grep . >got
cmp -s want got
ok 'it is the one that cpu has'
finds C12 OK --level caps emitted/cpu.so
ok 'and C12 agrees'
kit 77 --emit-manifest "$null" && empty out && has err 'it needs a device'
ok 'no manifest for a device that is not there'
kit 1 --emit-manifest "$MOCKDIR/mock-wrong-magic.so" && empty out && has err magic
ok 'no manifest for what is no plugin'

if command -v python3 >/dev/null; then
	kit 0 --emit-caps "$cpu" && python3 - out >py.out <<-'EOF'
	import json, sys
	d = json.load(open(sys.argv[1]))
	assert d["schema"] == "libcodec/caps/1" and d["name"] == "cpu"
	assert any(c["codec"] == "jpeg" for c in d["capabilities"])
	EOF
	ok '--emit-caps is JSON'
	kit 1 --level $levels --seed 7 --format json "$MOCKDIR/mock-leaks-fd.so" &&
		python3 - out >py.out <<-'EOF'
	import json, sys
	d = json.load(open(sys.argv[1]))
	assert d["schema"] == "libcodec/plugin-check/1"
	assert d["seed"] == 7
	assert d["plugin"]["name"] == "mock-leaks-fd" and d["plugin"]["version"] == "1"
	assert d["plugin"]["license"] == "MIT" and d["plugin"]["abi"] == "1.0"
	rules = d["rules"]
	assert len({r["id"] for r in rules}) == len(rules)
	for r in rules:
	    assert set(r) == {"id", "status", "text", "level"}, r
	    assert r["level"][0].upper() == r["id"][0], r
	count = lambda *s: sum(r["status"] in s for r in rules)
	assert d["passed"] == count("pass", "warn")
	assert d["failed"] == count("fail") == 1
	assert d["skipped"] == count("skip", "unclaimed")
	assert d["warned"] == count("warn")
	assert [r["id"] for r in rules if r["status"] == "fail"] == ["L10"]
	EOF
	ok '--format json, of a plugin that fails'
	kit 1 --level $levels --format json "$MOCKDIR/mock-crashes-in-constructor.so" &&
		python3 -m json.tool out >py.out
	ok '--format json, of one that crashes'
else
	skip python3 'JSON' 'there is no python3'
fi

kit 1 --level $levels --format tap "$MOCKDIR/mock-leaks-fd.so" &&
	head -n 1 out | grep -qx 'TAP version 13' && grep -q '^not ok [0-9]* - L10 ' out &&
	grep -q '^ok [0-9]* - C12 # SKIP ' out &&
	grep -qx "1\.\.$(grep -c '^\(not \)\{0,1\}ok ' out)" out &&
	[ "$(sed -n 's/^\(not \)\{0,1\}ok \([0-9]*\) .*/\2/p' out | sort -n | uniq | wc -l)" = \
		"$(sed -n 's/^1\.\.//p' out)" ]
ok '--format tap'

# Usage

kit 2 && has err 'one plugin at a time' && empty out
ok 'no plugin'
kit 2 a.so b.so && has err 'one plugin at a time' && empty out
ok 'two plugins'
kit 2 not-there.so && has err 'No such file' && empty out
ok 'a file that is not there'
kit 2 "$dir" && has err 'no regular file' && empty out
ok 'a folder'
for wrong in '--frobnicate' '--level' '--level loud' '--level static,' '--format xml' '--seed x' \
	'--seconds 0' '--timeout -1' '--timeout 999999' '--in-process Z99' '--in-process L7'; do
	# shellcheck disable=SC2086 # they are words
	kit 2 $wrong "$good" && empty out && [ -s err ]
	ok "$wrong is wrong usage"
done
kit 0 --level static "$good" && ! grep -q '^[LC]' out && grep -q '^S12' out
ok '--level static alone'
kit 0 --level caps,static "$good" && ! grep -q '^L' out && grep -q '^C12' out
ok '--level with two'
kit 1 --in-process L05 "$MOCKDIR/mock-bad-license.so" && grep -q '^L05 FAIL' out &&
	[ "$(grep -c '^[A-Z][0-9][0-9] ' out)" -eq 1 ]
ok '--in-process with a rule'
kit 0 --in-process caps "$good" && grep -q '^C10 OK' out && ! grep -q '^L' out
ok '--in-process with a level'
kit 0 --list-levels && grep -qx load out && kit 0 --help && grep -q '^usage' out &&
	kit 0 --version && grep -q '^libcodec-plugin-check [0-9]' out
ok '--list-levels, --help, --version'
"$kit" --help >/dev/full 2>err
[ $? -eq 1 ] && has err 'cannot write'
ok 'output that cannot be written'

# By codecctl

run 0 plugin-check --level static "$good" && cp out by-codecctl && kit 0 --level static "$good" &&
	cmp -s out by-codecctl
ok 'codecctl plugin-check is the same'
run 1 plugin-check --level static "$MOCKDIR/mock-rpath.so" && run 2 plugin-check --frobnicate &&
	run 0 help plugin-check && has out '^usage: codecctl plugin-check'
ok 'codecctl plugin-check: exit codes and help'

echo "1..$n"
exit $failed
