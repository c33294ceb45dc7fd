#!/bin/bash
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# The virtual JPEG device is a V4L2 device as the API has it, or what our backend learns from it is
# worth nothing: v4l2-compliance says so of each node, each of its tests one of ours. What it finds
# fault with and we don't is listed below with the reason, and nothing else is let through. Runs in
# the machine of scripts/check-kernel.

set -u
: "${top_srcdir:?}" "${MODPROBE:?}"
debugfs=/sys/kernel/debug/vjpeg
all_formats=$(cat $debugfs/0/knobs/formats) || exit 99
log=/tmp/compliance.log
stream=/tmp/compliance.stream
n=0
failed=0

# What may fail: in which round, a line of v4l2-compliance.
#
# Debian 12 has v4l-utils 1.22, which is older than the kernel. It knows the formats NV12 and so on
# by an older name, reads no further in their list, and then misses formats on it.
old_names='fmtdesc.description mismatch: was .Y/UV 4:[024]:[024]., expected .Y/CbCr 4:[024]:[024].'
old_list='pixelformat 3231564e \(NV12\) for buftype [0-9]+ not reported by ENUM_FMT'
# It takes the fields that CREATE_BUFS has got since, max_num_buffers, for reserved ones.
old_reserved='check_0\(crbufs.reserved, sizeof\(crbufs.reserved\)\)'
# Of JPEG it wants to hear the colorspace sRGB. Many drivers say JPEG, which stands for sRGB with the
# encoding and range of JFIF, and so does ours.
colorspace='fmt_(raw|jpeg).g_colorspace\(\) != V4L2_COLORSPACE_SRGB'

say() { # ok or not ok, what
	n=$((n + 1))
	[ "$1" = ok ] || failed=1
	echo "$1 $n - $2"
}

node() { # name of a device
	grep -lx "$1" /sys/class/video4linux/video*/name | sed -n '1s|.*/\(video[0-9]*\)/name|/dev/\1|p'
}

knob() { # device, name, value
	echo "$3" >"$debugfs/$1/knobs/$2"
}

# Formats whose names have not changed: all but NV12, NV21, NV16, NV24 and those with two planes.
old_formats() { # device
	knob "$1" formats $((all_formats & ~0x20cf))
	knob "$1" default_420 4
	knob "$1" default_422 8
	knob "$1" default_444 14
}

# As v4l2-ctl writes streams: before each picture its size, big-endian.
write_stream() {
	local picture=$top_srcdir/fixtures/data/demo.jpg size i
	size=$(printf '%08x' "$(stat -c %s "$picture")")
	for ((i = 0; i < 20; i++)); do
		printf 'rdhV%b' "\\x${size:0:2}\\x${size:2:2}\\x${size:4:2}\\x${size:6:2}"
		cat "$picture"
	done >$stream
}

# A test of v4l2-compliance, with what it complained of before.
judge() { # what, its result, what may be complained of, complaints...
	local what=$1 result=$2 allowed=$3 complaint
	shift 3
	for complaint; do
		[[ -n $allowed && $complaint =~ ($allowed)$ ]] && continue
		echo "# $complaint"
		result=complaint
	done
	case $result in
	OK*) say ok "$what" ;;
	FAIL*) say ok "$what fails as it may" ;;
	*) say "not ok" "$what: $result" ;;
	esac
}

compliance() { # round, device, what may be complained of, options...
	local round=$1 device=$2 allowed=$3 line complaints=() tests=0
	shift 3
	timeout 120 v4l2-compliance --streaming=10 -C never -d "/dev/$(cat "$debugfs/$device/node")" \
		"$@" >$log 2>&1
	while read -r line; do
		case $line in
		fail:* | warn:*) complaints+=("$line") ;;
		"test "*": "*)
			line=${line#test }
			judge "device $device, $round: ${line%%: *}" "${line#*: }" "$allowed" \
				"${complaints[@]}"
			complaints=()
			tests=$((tests + 1))
			;;
		esac
	done < <(sed 's/.*\r//' $log)
	if [ ${#complaints[@]} -eq 0 ] && grep -q "^Total for vjpeg .*: $tests, .*Warnings: 0$" $log; then
		say ok "device $device, $round: $tests tests"
	else
		sed 's/.*\r//; s/^/# /' $log && echo
		say "not ok" "device $device, $round: $tests tests and no sum"
	fi
}

echo "# $(v4l2-compliance --version | head -n 1)"
# A camera whose frames are large enough lends its buffers as dma-bufs, to devices of its kind.
$MODPROBE vivid n_devs=2 node_types=0x1,0x1 multiplanar=2,1 && udevadm settle &&
	camera=("$(node vivid-000-vid-cap)" "$(node vivid-001-vid-cap)") &&
	v4l2-ctl -d "${camera[0]}" --set-fmt-video=width=1920,height=1080,pixelformat=RGB3 &&
	v4l2-ctl -d "${camera[1]}" --set-fmt-video=width=1920,height=1080,pixelformat=RGB3 || exit 99
write_stream

for device in 0 1; do
	echo 1 >$debugfs/$device/reset
	[ -s "$debugfs/$device/node" ] || echo $device >$debugfs/plug && udevadm settle
	dmabuf=(--expbuf-device "${camera[device]}")
	compliance "as it is" $device "$old_names|$old_list|$old_reserved" "${dmabuf[@]}"
	old_formats $device
	compliance "pictures" $device "$old_reserved|$colorspace" "${dmabuf[@]}" \
		--stream-from-hdr JPEG=$stream
	knob $device reject 1
	compliance "no pictures" $device "$old_reserved|$colorspace" "${dmabuf[@]}"
	echo 1 >$debugfs/$device/reset
done

echo "1..$n"
exit $failed
