#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# codecctl as a person uses it, with a device that decodes JPEG: info, decode and monitor. Runs
# in the machine of scripts/check-kernel, where the virtual JPEG devices 0 and 1 are.

set -u

# shellcheck source=tests/codecctl-tap.sh
. "$top_srcdir/tests/codecctl-tap.sh"
cd "$dir" || exit 99

debug=/sys/kernel/debug/vjpeg
file=$data/jpeg-420-64x48.jpg

# Of device 0.
stat()
{
	cat "$debug/0/stats/$1"
}

# within SECONDS COMMAND...
within()
{
	tries=$(($1 * 5))
	shift
	while ! "$@"; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || return 1
		sleep 0.2
	done
}

for device in 0 1; do
	echo x >$debug/$device/reset
	[ -s $debug/$device/node ] || echo $device >$debug/plug
done
udevadm settle --timeout=30
node=$(cat $debug/0/node)
test -c "/dev/$node"
ok 'the device has a node'

run 0 info -v && has out "^    device       /dev/$node (vjpeg): ready$" &&
	has out '^      to NV12   from 4:2:0; dtype u8; memory dmabuf$' &&
	has out '^      to NV12   from 4:2:0; dtype u8; memory host$'
ok 'info -v tells of the device and of what it takes'

run 0 decode --backend cpu --hash "$file" && cut -d' ' -f1 out >right
before=$(stat decoded)
run 0 decode --require-hardware --memory host --hash "$file" && cut -d' ' -f1 out >host &&
	cmp -s right host && test "$(stat decoded)" -eq $((before + 1))
ok 'decode --require-hardware: the same samples, and the device counted it'

run 0 decode -v --device "/dev/$node" --memory dmabuf "$file" && cat out err >both &&
	has both "v4l2 *(/dev/$node) done; rebuild, zero copy" &&
	has both "memory: dmabuf, written by the device in place"
ok 'decode -v names the device, the way and zero copy'
run 0 decode -v --device "/dev/$node" --memory host "$file" && cat out err >both &&
	has both "rebuild, copied from a dma-buf: the image is no dma-buf" &&
	has both "memory: host, no zero copy"
ok 'decode -v says why not'
run 0 decode --device "/dev/$node" --memory dmabuf --repeat 20 --hash "$file" &&
	sed -n '$s, .*,,p' out >again && cmp -s right again
ok 'decode --repeat into the same dma-buf'

run 0 decode --memory dmabuf -o picture.png "$file" && test -s picture.png &&
	run 0 identify picture.png && has out '64x48'
ok 'decode -o of a dma-buf'

"$CODECCTL" monitor --json >monitor 2>err </dev/null &
monitor=$!
within 30 has monitor "\"event\": *\"device-added\".*\"node\": *\"/dev/$node\"" ||
	within 1 has monitor "device-added.*/dev/$node"
ok 'monitor tells what is there'
echo 0 >$debug/unplug
within 30 has monitor "device-removed.*/dev/$node"
ok 'monitor tells that it has gone'
before=$(wc -l <monitor)
echo 0 >$debug/plug
within 30 eval 'tail -n +$((before + 1)) monitor | grep -q device-added'
ok 'monitor tells that it is back'
kill $monitor
wait $monitor 2>/dev/null

# It goes in the middle of it, and every picture comes out right.
udevadm settle --timeout=30
echo 30 >$debug/0/knobs/unplug_job
run 0 decode --memory host --repeat 60 --hash "$file" && sed -n '$s, .*,,p' out >after &&
	cmp -s right after && test "$(cat $debug/0/knobs/unplug_job)" -eq 0
ok 'decode goes on by another device or the cpu when it is pulled'
echo 0 >$debug/plug

echo "1..$n"
exit $failed
