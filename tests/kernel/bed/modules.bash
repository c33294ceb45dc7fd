# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
# shellcheck shell=bash
#
# Modules for the bed's kernel, sourced by scripts/check-kernel, and the initramfs that goes with
# them. Everything is built from copies: nothing is written below the sources.
#
#	build_debians KERNEL VERSION	Debian's v4l2-mem2mem, vicodec, vim2m, in KERNEL/modules
#	copy_ours SOURCES BUILD FOLDER	what our modules are made of, in FOLDER/ours
#	build_ours KERNEL VERSION FOLDER	FOLDER/lib/modules/VERSION and FOLDER/initrd.cpio
#
# KERNEL is a folder of make_kernel(). Our modules are the folders below tests/kernel with a Kbuild.

# What the way to the host's files takes, in this order.
boot_modules='netfs 9pnet 9pnet_virtio 9p'

# Variables on the command line of a make that runs this are not the kernel's.
kbuild() { # kernel, version, folder with a Kbuild, what make gets...
	env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -C "$1/headers/usr/src/linux-headers-$2" \
		-j "$jobs" M="$3" CONFIG_DEBUG_INFO_BTF_MODULES= "${@:4}" modules
}

debians_modules() { # kernel, version
	cat >"$1/source/Kbuild" <<-EOF || return
		obj-m := v4l2-mem2mem.o vim2m.o vicodec.o
		vicodec-y := vicodec-core.o codec-fwht.o codec-v4l2-fwht.o
	EOF
	kbuild "$1" "$2" "$1/source" && mv -t "$1/modules" "$1"/source/*.ko
}

build_debians() {
	bed_logged build-debians debians_modules "$@"
}

# Sources keep their places to each other, since a Kbuild names them so.
copy_ours() { # sources, build, folder
	mkdir -p "$3/ours/tests/kernel" || return
	(
		cd "$1" || exit
		find tests/kernel tests/vjpeg backends/cpu libcodec \
			\( -name '*.[chS]' -o -name Kbuild \) -type f -print0 2>/dev/null |
			xargs -0 cp --parents -t "$3/ours"
	) || return
	cp "$2/libcodec/include/libcodec/version.h" "$3/ours/libcodec/include/libcodec/"
}

our_modules() { # kernel, version, folder
	local kbuild
	find "$3/ours/tests/kernel" -name Kbuild | sort | while read -r kbuild; do
		kbuild "$1" "$2" "${kbuild%/*}" KCFLAGS=-Werror \
			KBUILD_EXTRA_SYMBOLS="$1/source/Module.symvers" || return
	done
}

# modprobe wants the folder of a kernel; the files are the same as those of the cache's kernel.
module_tree() { # kernel, version, folder
	local tree=$3/lib/modules/$2
	mkdir -p "$tree/ours" || return
	cp -al "$1/modules" "$tree/debian" && mv -t "$tree" "$tree"/debian/modules.* || return
	find "$3/ours/tests/kernel" -name '*.ko' -exec cp -t "$tree/ours" {} + || return
	PATH=$PATH:/usr/sbin:/sbin depmod -b "$3" "$2"
}

initramfs() { # kernel, folder
	local root=$2/initramfs module
	mkdir -p "$root"/{bin,dev,modules,proc,root,sys} || return
	cp "$1/busybox" "$root/bin/" || return
	for module in $boot_modules; do
		cp "$1/modules/$module.ko" "$root/modules/" || return
	done
	cp "$bed/initramfs-init" "$root/init" && chmod 755 "$root/init" || return
	(cd "$root" && find . | cpio -o -H newc -R 0:0 --quiet) >"$2/initrd.cpio" && rm -rf "$root"
}

build_ours() { # kernel, version, folder
	bed_logged build-ours our_modules "$@" && bed_logged depmod module_tree "$@" &&
		bed_logged initramfs initramfs "$1" "$3"
}
