#!/bin/bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# Does scripts/check-kernel notice what goes wrong? Tests that fail in each way, a module that does,
# a machine that dies, hangs or never starts, and packages that can't be had are planted in a copy
# of what it needs, and it must say so. Prints TAP. Boots several machines; make check-kernel-faults.

set -u
src=$(cd "${top_srcdir:-$(dirname "$0")/../..}" && pwd) || exit 99
build=$(cd "${top_builddir:-.}" && pwd) || exit 99
unset LIBCODEC_TEST_REQUIRE LIBCODEC_KERNEL_{BOOT_,TEST_,}TIMEOUT

tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 99' HUP INT TERM
n=0
failed=0
export LIBCODEC_KERNEL_RESULTS=$tmp/results
export LIBCODEC_KERNEL_GUESTS=1

result() { # status, name
	n=$((n + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $n - $2"
	else
		sed 's/^/# /' "$tmp/log"
		echo "not ok $n - $2"
		failed=1
	fi
}

# test_is NAME COMMANDS: a test of that name.
test_is() {
	printf '#!/bin/sh\n%s\n' "$2" >"$tmp/$1.sh"
	chmod 755 "$tmp/$1.sh"
}

# run STATUS TEST...: the bed, with that exit status; what it says is in the log.
run() {
	local want=$1 got=0 tests=()
	shift
	for test; do
		tests+=("$tmp/$test.sh")
	done
	"$tmp/src/scripts/check-kernel" "$build" "${tests[@]}" >"$tmp/log" 2>&1 </dev/null || got=$?
	[ "$got" -eq "$want" ]
}

# said TEXT, NAME
said() {
	grep -qE -e "$1" "$tmp/log"
	result $? "$2"
}

# A package manager that has nothing, or gives less than the whole.
apt_is() { # apt-cache's commands, apt-get's
	mkdir -p "$tmp/bin"
	printf '#!/bin/sh\n%s\n' "$1" >"$tmp/bin/apt-cache"
	printf '#!/bin/sh\n%s\n' "$2" >"$tmp/bin/apt-get"
	chmod 755 "$tmp"/bin/*
}

mkdir "$tmp/src" || exit 99
(cd "$src" && cp -r --parents backends/cpu libcodec scripts tests/kernel tests/vjpeg \
	udev/70-libcodec.rules.in "$tmp/src/") || exit 99
planted=$tmp/src/tests/kernel/planted
mkdir "$planted" && cp "$src/tests/kernel/bed/planted.c" "$planted/" || exit 99
echo 'obj-m := planted.o' >"$planted/Kbuild"
fault=/sys/module/planted/parameters/fault

# --- Tests that go wrong, and go on ---

test_is good 'echo 1..1; echo ok 1'
test_is skips 'echo 1..1; echo "ok 1 # SKIP camera: none"'
test_is fails 'echo 1..2; echo ok 1; echo not ok 2; exit 1'
test_is status 'echo 1..1; echo ok 1; exit 3'
test_is early 'echo ok 1; exit 0'
test_is short 'echo 1..3; echo ok 1; exit 0'
test_is bails 'echo 1..1; echo ok 1; echo Bail out!'
test_is hangs 'trap "" TERM; echo 1..1; echo ok 1; sleep 1000; sleep 1000'
test_is leaves 'sleep 1000 & echo 1..1; echo ok 1'
test_is leaks "echo leak >$fault && echo ok 1; echo 1..1"
test_is warns "echo warn >$fault && echo ok 1; echo 1..1"
test_is holds "echo 1..1; echo ok 1; echo hold >$fault"
test_is after 'echo 1..1; echo ok 1'

LIBCODEC_KERNEL_TEST_TIMEOUT=4
export LIBCODEC_KERNEL_TEST_TIMEOUT
run 1 good skips fails status early short bails hangs leaves leaks warns holds after
result $? 'one bad test is enough'
said '^# good.sh: 1 passed, 0 failed \(' 'a good one is counted'
said '^# skips.sh: 0 passed, 0 failed, 1 skipped' 'a skipped one is counted'
said '^# fails.sh: 1 passed, 1 failed \(' 'a test fails'
said '^# status.sh: 1 passed, 1 failed \(' 'a test says ok and exits with 3'
said '^# early.sh: 1 passed, 1 failed \(' 'a test ends before its plan'
said '^# short.sh: 1 passed, 1 failed \(' 'a test has fewer results than planned'
said '^# bails.sh: 1 passed, 1 failed \(' 'a test bails out'
said '^not ok - hangs.sh took more than 4 s' 'a test hangs'
said '^# leaves.sh left a process behind: [0-9]* \(' 'a test leaves a process'
said '^# leaks.sh left dma-bufs behind: Total 1 objects' 'the kernel leaks a dma-buf'
said 'WARNING: .*planted' 'the kernel warns'
said '^not ok - holds.sh does not end, not even when killed' 'the kernel holds a test'
said '^not ok - after.sh was not run to its end' 'a test that is not run is not passed'
said '^[0-9]+ passed, 1[0-9] failed, 1 skipped' 'the sum'
unset LIBCODEC_KERNEL_TEST_TIMEOUT

# --- Machines that go wrong ---

test_is panics 'echo 1..1; echo ok 1; echo c >/proc/sysrq-trigger'
run 1 panics
result $? 'the kernel panics'
said '^not ok - machine 1 died' 'it is said so'
said '^# .*Kernel panic' 'with the last words of the console'

LIBCODEC_KERNEL_GUESTS=2 run 1 panics good after skips
result $? 'one of two machines is enough'
said '^# after.sh: 1 passed, 0 failed' 'the other one goes on'

test_is sleeps 'sleep 1000'
LIBCODEC_KERNEL_TIMEOUT=3 run 1 sleeps
result $? 'the machine is not done in time'
said '^not ok - machine 1 was not done in 3 s' 'it is said so'

LIBCODEC_KERNEL_BOOT_TIMEOUT=1 run 1 good
result $? 'the machine does not start in time'
said '^not ok - machine 1 does not start' 'it is said so'

run 1 skips
result $? 'no test has run'

# --- What is needed goes wrong ---

echo '#error planted' >>"$planted/planted.c"
run 1 good
result $? 'a module can not be built'
said 'error: #error planted' 'with the words of the compiler'

PATH=$tmp/bin:$PATH
export LIBCODEC_KERNEL_CACHE=$tmp/cache
apt_is 'exit 0' 'exit 1'
run 77 good
result $? 'there is no kernel to be had'
said 'SKIPPED' 'it is said so'
LIBCODEC_TEST_REQUIRE=turbojpeg,kernel run 1 good
result $? 'there is none, but it is required'
apt_is 'echo "  Depends: linux-image-6.12.0-amd64"' 'echo half >linux-image-6.12.0-amd64_1.deb; exit 100'
run 77 good
result $? 'a download breaks off'
! find "$tmp/cache" -mindepth 1 -maxdepth 1 -name 'kernel-*' -o -name 'new.*' | grep . >"$tmp/log"
result $? 'nothing half of it stays in the cache'
apt_is 'echo "  Depends: linux-image-6.12.0-amd64"' \
	'shift 6; for p; do echo half >$p""_1_amd64.deb; done'
run 1 good
result $? 'packages are damaged'
! find "$tmp/cache" -mindepth 1 -maxdepth 1 -name 'kernel-*' -o -name 'new.*' | grep . >"$tmp/log"
result $? 'nothing of them stays in the cache'

echo "1..$n"
exit $failed
