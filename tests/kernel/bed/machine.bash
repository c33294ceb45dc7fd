# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
# shellcheck shell=bash
#
# The machine that the bed runs in, sourced by scripts/check-kernel: QEMU, and whether KVM is any
# good here. /dev/kvm says little: in some clouds it is there and runs nothing but kernels made for
# it. So a kernel is booted with it, once, and the outcome is remembered in the cache.
#
#	choose_accelerator KERNEL FOLDER	sets accel to kvm or tcg
#	boot KERNEL FOLDER RUN N	N machines run job/ in RUN, until they are off or their time over
#
# KERNEL and FOLDER are those of make_kernel() and build_ours(). boot() sets fates, one for each
# machine: off, no-boot (the guest's PID 1 never came), late (it did not end), or broken (KVM gave up).
# Their consoles are console-1.log and so on in RUN.

# Faults of drivers become messages: freed memory is overwritten, and slabs are checked, those that
# drivers take from (the others, of files and such, take a fifth of the time).
# The watchdogs are off, since they bark at an emulated processor on a busy machine.
kernel_command="console=ttyS0 quiet loglevel=5 panic=-1 oops=panic mitigations=off nokaslr audit=0
lsm= random.trust_cpu=on nowatchdog rcupdate.rcu_cpu_stall_timeout=120
slub_debug=FZP,kmalloc-* page_poison=1"

machines=()
trap 'kill_machines' EXIT
trap 'exit 130' HUP INT TERM

kill_machines() {
	local machine
	for machine in "${machines[@]}"; do
		kill -KILL "$machine" 2>/dev/null || continue
		wait "$machine" 2>/dev/null || :
	done
	machines=()
}

# Sets machine to its process. Two emulated processors wait for each other more than they do, and one
# without AVX, whose registers are saved at each change of task, is a sixth faster.
start_machine() { # kernel, folder, console, accelerator, words for the kernel, options...
	local kernel=$1 folder=$2 console=$3 words=$5 accelerator=tcg cpu=Westmere cpus=1
	if [ "$4" = kvm ]; then
		accelerator=kvm
		cpu=host
		cpus=2
	fi
	shift 5
	: >"$console"
	qemu-system-x86_64 -accel $accelerator -cpu $cpu -smp "${LIBCODEC_KERNEL_CPUS:-$cpus}" -m 640 \
		-nodefaults -no-user-config -display none -no-reboot -serial "file:$console" \
		-kernel "$kernel/vmlinuz" -initrd "$folder/initrd.cpio" \
		-append "${kernel_command//$'\n'/ } $words" "$@" \
		>"$console.qemu" 2>&1 </dev/null 9>&- &
	machine=$!
	machines+=("$machine")
}

now_ms() {
	local now=$EPOCHREALTIME
	echo $((${now/[.,]/} / 1000))
}

# Wait until the machine is off, or "bed: $3" is on its console, or it is $4 ms, or KVM gave up.
await() { # machine, console, word or nothing, when
	while kill -0 "$1" 2>/dev/null; do
		if [ -n "$3" ] && grep -q "^bed: .*$3" "$2"; then
			return 0
		fi
		grep -q 'KVM internal error' "$2.qemu" && return 2
		[ "$(now_ms)" -lt "$4" ] || return 1
		sleep 0.2
	done
}

kvm_works() { # kernel, folder, console
	start_machine "$1" "$2" "$3" kvm bed_probe=1
	await "$machine" "$3" probed $(($(now_ms) + 20000)) || :
	kill_machines
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

start_guest() { # number, kernel, folder, run
	local share=security_model=none
	start_machine "$2" "$3" "$4/console-$1.log" "$accel" "bed_guest=$1" \
		-fsdev "local,id=root,path=/,readonly=on,multidevs=remap,$share" \
		-device virtio-9p-pci,fsdev=root,mount_tag=root \
		-fsdev "local,id=bed,path=${4//,/,,},$share" \
		-device virtio-9p-pci,fsdev=bed,mount_tag=bed
}

await_boot() { # number, console, until
	fates[$1]=off
	await "${machines[$1 - 1]}" "$2" up "$3" || fates[$1]=no-boot
	grep -q '^bed: .* up' "$2" || fates[$1]=no-boot
}

await_end() { # number, console, until
	if [ "${fates[$1]}" = off ] && ! await "${machines[$1 - 1]}" "$2" "" "$3"; then
		fates[$1]=late
	fi
	if grep -q 'KVM internal error' "$2.qemu"; then
		fates[$1]=broken
	fi
}

boot() { # kernel, folder, run, how many
	local i until
	fates=()
	machines=()
	for ((i = 1; i <= $4; i++)); do
		start_guest "$i" "$1" "$2" "$3"
	done
	until=$(($(now_ms) + boot_timeout * 1000))
	for ((i = 1; i <= $4; i++)); do
		await_boot "$i" "$3/console-$i.log" $until
	done
	phase boot
	until=$(($(now_ms) + guest_timeout * 1000))
	for ((i = 1; i <= $4; i++)); do
		await_end "$i" "$3/console-$i.log" $until
	done
	kill_machines
	phase tests
}
