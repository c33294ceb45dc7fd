# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
# shellcheck shell=bash
#
# The machine that the bed runs in, sourced by scripts/check-kernel: QEMU, and whether KVM is any
# good here. /dev/kvm says little: in some clouds it is there and runs nothing but kernels made for
# it. So a kernel is booted with it, once, and the outcome is remembered in the cache.
#
#	choose_accelerator KERNEL FOLDER	sets accel to kvm or tcg
#	boot KERNEL FOLDER RUN		run job/ in RUN, until the machine is off or its time over
#
# KERNEL and FOLDER are those of make_kernel() and build_ours(). boot() sets fate: off, no-boot
# (the guest's PID 1 never came), late (it did not end), or broken (KVM gave up).

# Faults of drivers become messages: freed memory is overwritten, lists and slabs are checked.
# The watchdogs are off, since they bark at an emulated processor on a busy machine.
kernel_command="console=ttyS0 quiet loglevel=5 panic=-1 oops=panic mitigations=off nokaslr audit=0
lsm= random.trust_cpu=on nowatchdog rcupdate.rcu_cpu_stall_timeout=120
slub_debug=FZP page_poison=1"

machine=-1
trap 'kill_machine' EXIT
trap 'exit 130' HUP INT TERM

kill_machine() {
	if [ "$machine" -gt 0 ]; then
		kill -KILL "$machine" 2>/dev/null
		wait "$machine" 2>/dev/null || :
		machine=-1
	fi
	return 0
}

start_machine() { # kernel, folder, console, accelerator, words for the kernel, options...
	local kernel=$1 folder=$2 console=$3 words=$5 accelerator="tcg,thread=multi" cpu=max,la57=off
	if [ "$4" = kvm ]; then
		accelerator=kvm
		cpu=host
	fi
	shift 5
	: >"$console"
	qemu-system-x86_64 -accel $accelerator -cpu $cpu -smp "${LIBCODEC_KERNEL_CPUS:-2}" -m 1024 \
		-nodefaults -no-user-config -display none -no-reboot -serial "file:$console" \
		-kernel "$kernel/vmlinuz" -initrd "$folder/initrd.cpio" \
		-append "${kernel_command//$'\n'/ } $words" "$@" \
		>"$console.qemu" 2>&1 </dev/null 9>&- &
	machine=$!
}

now_ms() {
	local now=$EPOCHREALTIME
	echo $((${now/[.,]/} / 1000))
}

# Wait until the machine is off, or "bed: $2" is on its console, or $3 ms are over, or KVM gave up.
await() { # console, word or nothing, ms
	local end=$(($(now_ms) + $3))
	while kill -0 "$machine" 2>/dev/null; do
		if [ -n "$2" ] && grep -q "^bed: .*$2" "$1"; then
			return 0
		fi
		grep -q 'KVM internal error' "$1.qemu" && return 2
		[ "$(now_ms)" -lt "$end" ] || return 1
		sleep 0.2
	done
	wait "$machine" 2>/dev/null || :
	machine=-1
}

kvm_works() { # kernel, folder, console
	start_machine "$1" "$2" "$3" kvm bed_probe=1
	await "$3" probed 20000 || :
	kill_machine
	grep -q '^bed: probed' "$3"
}

choose_accelerator() {
	local console=$2/probe.$$ known
	accel=${LIBCODEC_KERNEL_ACCEL:-auto}
	case $accel in
	kvm | tcg) return ;;
	auto) ;;
	*) die "LIBCODEC_KERNEL_ACCEL is $accel, not auto, kvm or tcg" ;;
	esac
	accel=tcg
	[ -r /dev/kvm ] && [ -w /dev/kvm ] || return 0
	known=$cache/accel.$({
		uname -a
		grep -m 1 '^model name' /proc/cpuinfo
		qemu-system-x86_64 --version
		echo "${1##*/}"
	} | hash_of)
	if ! [ -f "$known" ]; then
		if kvm_works "$1" "$2" "$console"; then
			echo kvm >"$known.$$"
		else
			echo tcg >"$known.$$"
		fi
		mv "$known.$$" "$known"
		rm -f "$console" "$console.qemu"
		phase "trial of KVM"
	fi
	accel=$(cat "$known")
	accel_known=$known
}

# What was remembered of KVM was wrong.
forget_kvm() {
	accel=tcg
	[ -z "${accel_known-}" ] || echo tcg >"$accel_known"
}

boot() {
	local console=$3/console.log share=security_model=none
	start_machine "$1" "$2" "$console" "$accel" "" \
		-fsdev "local,id=root,path=/,readonly=on,multidevs=remap,$share" \
		-device virtio-9p-pci,fsdev=root,mount_tag=root \
		-fsdev "local,id=bed,path=${3//,/,,},$share" \
		-device virtio-9p-pci,fsdev=bed,mount_tag=bed
	fate=off
	await "$console" up $((boot_timeout * 1000)) || fate=no-boot
	grep -q '^bed: .* up' "$console" || fate=no-boot
	phase boot
	if [ $fate = off ] && ! await "$console" "" $((guest_timeout * 1000)); then
		fate=late
	fi
	if grep -q 'KVM internal error' "$console.qemu"; then
		fate=broken
	fi
	kill_machine
	phase tests
}
