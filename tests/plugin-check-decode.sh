#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# The conformance kit's levels decode, fault and stress: the plugins that are right pass, and
# of each mock that is wrong in one way exactly those rules fail that look at it. Prints TAP.

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

cd "$dir" && mkdir tmp || exit 99
TMPDIR=$dir/tmp
export TMPDIR

# found: the rules that failed, and with a w those that only warn, on one line.
found()
{
	sed -n 's/^\([A-Z][0-9][0-9]\) FAIL: .*/\1/p; s/^\([A-Z][0-9][0-9]\) WARN: .*/\1w/p' out |
		sort | tr '\n' ' ' | sed 's/ $//'
}

# run ARGUMENT...: the kit, its output in the files out, err and code.
run()
{
	"$kit" "$@" >out 2>err </dev/null
	echo $? >code
}

# is EXIT WANT: the exit code, and what found says, "" for nothing.
is()
{
	got=$(found)
	[ "$got" = "$2" ] && [ "$(cat code)" -eq "$1" ] && empty err && return 0
	echo "# found: $got; wanted: $2; exit $(cat code)"
	return 1
}

# exit_for WANT: what the kit says where that is found.
exit_for()
{
	case $1 in
	*[0-9] | *[0-9]\ *) echo 1 ;;
	*) echo 0 ;;
	esac
}

# all_rules LETTER NUMBER: each has one line.
all_rules()
{
	i=1
	while [ $i -le "$2" ]; do
		id=$(printf '%s%02d' "$1" $i)
		[ "$(grep -c "^$id [A-Z(]" out)" -eq 1 ] || {
			echo "# $id is not there once"
			return 1
		}
		i=$((i + 1))
	done
}

# Plugins that are right

run --level decode,fault,stress --seconds 1 "$cpu"
is 0 '' && all_rules D 22 && all_rules F 14 && all_rules T 6
ok 'cpu passes'
has out '^D06 OK: [1-9][0-9]* pictures'
ok 'the samples of cpu are held against cpu itself'
has out '^T06 OK: .* min [0-9]*, median [0-9]*, p99 [0-9]*, max [0-9]*; <'
ok 'stress prints how long frames take'
run --level decode,fault,stress --seconds 1 "$MOCKDIR/mock-decodes.so"
is 0 ''
ok 'mock-decodes passes'
has out '^D07 OK: .* [4-9][0-9]\.[0-9] dB or more, largest difference [01]$'
ok 'its samples are near those of cpu, and are not the same'
has out '^D06 OK (not supported)' && has out '^F03 OK (not supported)'
ok 'what a plugin does not claim is no failure'
counted=yes
grep -q '^D11 SKIP' out && counted=no

(LIBCODEC_BACKEND_PATH=$dir && run --level decode "$MOCKDIR/mock-decodes.so")
is 0 '' && has out '^D06 SKIP: no cpu backend' && has out '^D07 SKIP: no cpu backend'
ok 'without the cpu backend nothing is compared, with a reason'

# Plugins that write dma-bufs: a mock that writes them in place, and what it may be told to do

run --level decode "$MOCKDIR/mock-dmabuf.so"
is 0 '' && has out '^D22 OK: [1-9][0-9]* pictures .*, 0 of them only with'
ok 'mock-dmabuf passes'
run --level decode "$cpu"
has out '^D21 OK: [1-9][0-9]* pictures' && has out '^D22 OK (not supported)'
ok 'cpu in dma-bufs'
for how in declines cpu dirt copies; do
	(MOCK_DMABUF=$how && export MOCK_DMABUF && run --level decode "$MOCKDIR/mock-dmabuf.so")
	is 1 D22
	ok "mock-dmabuf that $how: D22"
done

# Manifests

cp "$MOCKDIR/mock-decodes.so" decodes.so && chmod 755 . && chmod 644 decodes.so &&
	cat >60-decodes.conf <<-EOT
	[Plugin]
	Name=mock-decodes
	Library=decodes.so
	Abi=1.0
	Family=image-decoder
	Band=hardware

	[Codec]
	Codec=jpeg

	[Match]
	Subsystem=video4linux
	EOT
run --level decode,stress --seconds 1 "$dir/decodes.so"
is 77 '' && has out '^D01 SKIP: it is for devices' && has out '^T02 SKIP' &&
	has out '^T06 SKIP'
ok 'a plugin for devices without a device: nothing could run'
run --level decode --manifest "$dir/none.conf" "$dir/decodes.so"
is 77 '' && has out '^D01 SKIP: '
ok 'a manifest that is not there'
# Mocks that are wrong in one way: the levels to run, and the rules that fail. Two at a time.

cat >mocks <<-EOF
	declines-claimed decode D01
	declines-mutely decode D03w
	unwritten decode D05 D07 D21
	not-exact decode D06
	wrong-samples decode D07
	writes-gap decode D08 D21
	writes-row decode D08 D09 D21
	reads-behind decode D09 D18
	declines-dirty decode D10
	allocates decode D11
	overstays decode D12
	stale-geometry decode D13
	tires decode D14
	shares-state decode D15
	writes-late decode D11 D16
	consumes-all decode D17
	crashes-cut decode D18
	done-corrupt decode D19
	hangs-on-damage decode D19
	endless-message decode D20
	new-verdict decode D20
	open-unchecked fault F01 F02
	decode-unchecked fault F02
	eintr fault F07
	close-clears fault F10
	no-fork fault F11
	crashes-cut fault F12
	writes-row fault F12
	clock-trusting fault F13
	late-forever fault F14
	shares-state stress T01
	session-leaks-memory stress T03
	session-leaks-fd stress T04
	session-leaks-thread stress T05
EOF

while read -r mock levels want; do
	mkdir "$mock-$levels" && (
		cd "$mock-$levels" &&
			run --level "$levels" --seconds 1 "$MOCKDIR/mock-$mock.so"
	) &
	[ -z "${pair-}" ] || wait "$pair"
	pair=$!
done <mocks
wait

while read -r mock levels want; do
	case $counted:$mock in
	no:allocates | no:*-unchecked | no:session-leaks-memory)
		skip malloc-counter "mock-$mock: $want" \
			'malloc can not be counted in this build'
		continue
		;;
	no:writes-late)
		want=D16 # its pthread_create() is not counted either
		;;
	esac
	cd "$dir/$mock-$levels" && is "$(exit_for "$want")" "$want"
	ok "mock-$mock: $want"
done <mocks

# What a crash is called

cd "$dir/crashes-cut-decode" && has out '^D18 FAIL: .* at: cut '
ok 'a crash is told with what was done'
cd "$dir/hangs-on-damage-decode" && has out '^D19 FAIL: hangs: no return within 5 s at: with EOI'
ok 'and so is a hang'
cd "$dir" || exit 99

# A plugin for devices, with one: /dev/null, which mock-takes-null takes and paints from

if [ -e /sys/class/mem/null ]; then
	mkdir -m 755 device && cp "$MOCKDIR/mock-takes-null.so" device &&
		"$kit" --device /dev/null --emit-manifest device/mock-takes-null.so |
		sed '/^\[Match\]/,$d' >manifest
	printf '[Match]\nSubsystem=mem\nNode=/dev/null\n' | cat manifest - >device/60-right.conf
	printf '[Match]\nSubsystem=mem\nNode=/dev/zero\n' | cat manifest - >wrong.conf
	chmod 644 device/* wrong.conf
	"$kit" --level decode,fault --device /dev/null --manifest device/60-right.conf \
		device/mock-takes-null.so >out 2>err
	[ $? -eq 1 ] && has out '^D01 OK: [0-9]* pictures that it claims are done$' &&
		has out '^D07 FAIL: .* PSNR' && has out '^F03 OK' && has out '^F05 OK' &&
		has out '^F06 FAIL: its device is gone' && has out '^F11 OK'
	ok 'frames go to the device that is named'
	"$kit" --level decode --device /dev/null --manifest wrong.conf device/mock-takes-null.so \
		>out 2>err
	[ $? -eq 1 ] && has out "^D01 FAIL: libcodec doesn't use /dev/null: no section \[Match\]"
	ok 'a device that the manifest does not mean is a failure'
else
	skip sysfs 'frames go to the device that is named' 'no /sys/class/mem/null'
	skip sysfs 'a device that the manifest does not mean is a failure' 'no /sys/class/mem/null'
fi

# A seed gives the same streams again

"$kit" --level fault --seed 7 "$MOCKDIR/mock-decodes.so" | grep ^F12 >one
"$kit" --level fault --seed 7 "$MOCKDIR/mock-decodes.so" | grep ^F12 >two
"$kit" --level fault --seed 8 "$MOCKDIR/mock-decodes.so" | grep ^F12 >other
cmp -s one two && ! cmp -s one other
ok 'a seed repeats the corpus, another one makes another'

[ -z "$(ls -A tmp)" ]
ok 'no folder is left behind, not by those either that crash'

echo "1..$n"
exit $failed
