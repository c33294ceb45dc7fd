#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# The bed itself: the kernel's devices are there, udev saw them and asked our rules, and codecctl
# runs and decodes. Runs in the machine of scripts/check-kernel.

set -u

# shellcheck source=tests/codecctl-tap.sh
. "$top_srcdir/tests/codecctl-tap.sh"
cd "$dir" || exit 99

# node NAME: the node of the device of that name.
node() {
	grep -lx "$1" /sys/class/video4linux/video*/name 2>out |
		sed -n '1s|.*/\(video[0-9]*\)/name|/dev/\1|p'
}

# property NODE LINE: udev's database has that line of it.
property() {
	udevadm info --query=property "--name=$1" >out 2>err && grep -qxF "$2" out
}

test "$(id -u)" -eq 0 && mountpoint -q /tmp && ! touch "$top_srcdir/planted" 2>err
ok 'root, with a /tmp of its own, and sources that stay as they are'

debug=/sys/kernel/debug/vjpeg
[ -s $debug/0/node ] || echo 0 >$debug/plug
$MODPROBE -a vicodec vgem && udevadm settle
ok 'more devices'

decoder=$(node vjpeg-0)
test -c "$decoder"
ok 'the virtual JPEG device has a node'
property "$decoder" DEVNAME="$decoder" && property "$decoder" SUBSYSTEM=video4linux
ok 'udev knows it'
property "$decoder" LIBCODEC_ROLE=:jpeg-decoder: && property "$decoder" LIBCODEC_DRIVER=vjpeg &&
	grep -q '^TAGS=.*:libcodec:' out
ok 'our rules say what it is'
other=$(node stateful-decoder)
property "$other" LIBCODEC_DRIVER=vicodec && ! grep -q -e '^LIBCODEC_ROLE=' -e ':libcodec:' out
ok 'a decoder of FWHT has no role for us'

for memory in /dev/dma_heap/system /dev/udmabuf /dev/dri/card0; do
	test -c $memory
	ok "$memory"
done

run 0 info -v && has out '^cpu$' && has out '^    state        usable$' && empty err
ok 'codecctl info -v'
run 0 decode --hash "$data/jpeg-420-17x9.jpg" && has out '[0-9a-f]\{64\}' && empty err
ok 'codecctl decode --hash'

echo "1..$n"
exit $failed
