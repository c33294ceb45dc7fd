# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
# shellcheck shell=bash
#
# Debian's kernel for the bed, sourced by scripts/check-kernel: which version it is, and a folder
# with it. Packages are downloaded and unpacked there, never installed: the headers would bring
# the kernel in, and that an initramfs for this machine.
#
#	kernel_version			print the version that apt offers, or the cached one
#	make_kernel FOLDER VERSION	FOLDER/vmlinuz, busybox, headers/, source/, modules/
#
# Both return 77 where packages can't be had.

kernel_package=linux-image-6.12-amd64
source_package=linux-source-6.12

# Of Debian's modules: what the tests' devices need, and the way to the host's files. vivid is a
# camera, which libcodec must not take for a codec.
kernel_modules='mc videodev videobuf2-common videobuf2-memops videobuf2-v4l2 videobuf2-vmalloc
videobuf2-dma-contig videobuf2-dma-sg v4l2-dv-timings v4l2-tpg vivid cec rc-core
drm drm_kms_helper drm_shmem_helper vgem netfs 9pnet 9pnet_virtio 9p'

# What Debian does not build, from its source.
source_files='v4l2-core/v4l2-mem2mem.c test-drivers/vim2m.c
test-drivers/vicodec/codec-fwht.c test-drivers/vicodec/codec-fwht.h
test-drivers/vicodec/codec-v4l2-fwht.c test-drivers/vicodec/codec-v4l2-fwht.h
test-drivers/vicodec/vicodec-core.c'

offered_version() {
	LC_ALL=C apt-cache depends "$kernel_package" 2>/dev/null |
		sed -n 's/^ *Depends: linux-image-\(.*-amd64\)$/\1/p' | head -n 1
}

cached_version() {
	find "$cache" -maxdepth 1 -name 'kernel-*' -printf '%T@ %f\n' 2>/dev/null | sort -rn |
		sed -n 's/^[0-9.]* kernel-\(.*\)\.[0-9a-f]*$/\1/p' | head -n 1
}

update_lists() {
	local sudo=
	[ "$(id -u)" -eq 0 ] || sudo="sudo -n"
	# shellcheck disable=SC2086 # a word or two, or none
	$sudo apt-get -q -o DPkg::Lock::Timeout=300 update >&2 </dev/null
}

kernel_version() {
	local version
	version=$(offered_version)
	if [ -z "$version" ] && command -v apt-get >/dev/null; then
		update_lists 2>"$cache/apt-update.log" || :
		version=$(offered_version)
	fi
	[ -n "$version" ] || version=$(cached_version)
	[ -n "$version" ] || return 77
	echo "$version"
}

# Debian drops a version from its mirrors with each update, so lists that are a little old name
# one that is not there.
download() { # folder, package...
	local folder=$1
	shift
	mkdir -p "$folder" || return
	(
		cd "$folder" || exit
		set -- apt-get -q -o APT::Sandbox::User=root -o Acquire::Retries=3 download "$@"
		"$@" || { update_lists && "$@"; }
	)
}

unpack_one() { # folder with packages, package, files in it...: to stdout as tar
	local deb
	deb=$(echo "$1/$2"_*.deb)
	[ -f "$deb" ] || return
	dpkg-deb --fsys-tarfile "$deb"
}

unpack_image() { # packages, folder, version
	local tmp=$2/image members name file
	members=("./boot/vmlinuz-$3" '*/modules.builtin' '*/modules.builtin.modinfo' '*/modules.order')
	for name in $kernel_modules; do
		members+=("*/$name.ko.xz")
	done
	mkdir -p "$tmp" "$2/modules" || return
	unpack_one "$1" "linux-image-$3" | tar -x -C "$tmp" --wildcards "${members[@]}" || return
	mv "$tmp/boot/vmlinuz-$3" "$2/vmlinuz" || return
	# Not packed: modprobe is quicker, and busybox needs no xz.
	find "$tmp" -name 'modules.*' -exec mv -t "$2/modules" {} + || return
	find "$tmp" -name '*.ko.xz' | while read -r file; do
		name=${file##*/}
		xz -dc "$file" >"$2/modules/${name%.xz}" || return
	done || return
	for name in $kernel_modules; do
		[ -s "$2/modules/$name.ko" ] || { echo "no module $name in linux-image-$3"; return 1; }
	done
	rm -rf "$tmp"
}

unpack_headers() { # packages, folder, version
	local common=${3%-amd64} name
	mkdir -p "$2/headers" || return
	for name in "linux-headers-$3" "linux-headers-$common-common" "linux-kbuild-$common"; do
		unpack_one "$1" "$name" | tar -x -C "$2/headers" || return
	done
	# The package's own names the common part below /usr/src.
	# shellcheck disable=SC2016 # make's
	printf 'include $(dir $(realpath $(lastword $(MAKEFILE_LIST))))../%s/Makefile\n' \
		"linux-headers-$common-common" >"$2/headers/usr/src/linux-headers-$3/Makefile"
}

# tar ends the moment it has all, so that those before it in the pipe are cut off.
unpack_source() { # packages, folder
	local file files=
	mkdir -p "$2/source" || return
	for file in $source_files; do
		files+=" $source_package/drivers/media/$file"
	done
	# shellcheck disable=SC2086 # words
	(
		set +o pipefail
		unpack_one "$1" "$source_package" |
			tar -xO "./usr/src/$source_package.tar.xz" 2>/dev/null | xz -dc 2>/dev/null |
			tar -x -C "$2/source" --transform 's|.*/||' --occurrence=1 $files
	) || return
	for file in $source_files; do
		[ -s "$2/source/${file##*/}" ] || { echo "no $file in $source_package"; return 1; }
	done
}

unpack_busybox() { # packages, folder
	unpack_one "$1" busybox-static | tar -x -O ./bin/busybox >"$2/busybox" &&
		chmod 755 "$2/busybox" && "$2/busybox" true
}

unpack_all() {
	unpack_image "$@" && unpack_headers "$@" && unpack_source "$@" && unpack_busybox "$@"
}

make_kernel() { # folder, version
	local debs=$1/debs common=${2%-amd64}
	if ! bed_logged download download "$debs" "linux-image-$2" "linux-headers-$2" \
		"linux-headers-$common-common" "linux-kbuild-$common" "$source_package" \
		busybox-static; then
		return 77
	fi
	phase download
	bed_logged unpack unpack_all "$debs" "$1" "$2" || return 1
	rm -rf "$debs"
	phase unpack
}
