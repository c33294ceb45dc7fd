#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# What is installed for udev: where it lies, that udev's own tools take it, and what the rules
# make of a device. The latter runs udevadm in a mount namespace, on umockdev's devices, so that
# it writes nothing to the machine; the program is replaced by one that prints what the test
# says.

set -u
src=$(cd "${top_srcdir:-$(dirname "$0")/..}" && pwd) || exit 99
build=$(cd "${top_builddir:-.}" && pwd) || exit 99
PATH=$PATH:/usr/sbin:/sbin
LC_ALL=C
export PATH LC_ALL
unset MAKEFLAGS MFLAGS MAKELEVEL DESTDIR

tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 99' HUP INT TERM
n=0
status=0

result() { # status, name
	n=$((n + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $n - $2"
	else
		sed 's/^/# /' "$tmp/log"
		echo "not ok $n - $2"
		status=1
	fi
}

skip() { # word, name, why
	case ,${LIBCODEC_TEST_REQUIRE-}, in
	*,"$1",*)
		echo "$1 is required, but: $3" >"$tmp/log"
		result 1 "$2"
		;;
	*)
		n=$((n + 1))
		echo "ok $n - $2 # SKIP $1: $3"
		;;
	esac
}

have() {
	command -v "$1" >/dev/null 2>&1
}

# shellcheck disable=SC2016 # make's
variable() { # build folder, variable of its Makefile; expanded
	printf 'include Makefile\nprint:\n\t@printf "%%s" "$(%s)"\n' "$2" >"$tmp/print.mk"
	make -s -C "$1" -f "$tmp/print.mk" print 2>/dev/null
}

install_files() { # build folder, DESTDIR; by Automake's targets for what is udev's
	programs=
	[ -z "$(variable "$1" udevexec_PROGRAMS)" ] || programs=install-udevexecPROGRAMS
	# shellcheck disable=SC2086 # a target or none
	make -C "$1" install-nodist_udevrulesDATA install-udevhwdbDATA $programs \
		DESTDIR="$2" >"$tmp/log" 2>&1
}

# The program has the library installed, too, by Automake's rules: look below the folder alone.
installed() { # DESTDIR, folder
	(cd "$1$2" && find . ! -type d | sort) >"$tmp/log" 2>&1
}

# --- The program ---

id=$build/udev/libcodec-id

"$id" --help >"$tmp/log" 2>&1 && grep -q '^usage: libcodec-id NODE$' "$tmp/log"
result $? "libcodec-id --help"
version=$(variable "$build" PACKAGE_VERSION)
[ "$("$id" --version)" = "libcodec-id $version" ] && [ -n "$version" ]
result $? "libcodec-id --version"

failed=0
for args in '' '--nonsense' '/dev/null /dev/null' '-'; do
	# shellcheck disable=SC2086 # several arguments, or none
	"$id" $args >"$tmp/out" 2>"$tmp/log"
	[ $? -eq 1 ] && [ ! -s "$tmp/out" ] && [ "$(wc -l <"$tmp/log")" -eq 1 ] || failed=1
done
result $failed "one line and status 1 for bad usage"

"$id" /dev/null >"$tmp/log" 2>&1 && [ ! -s "$tmp/log" ]
result $? "nothing is said of a device that is none of V4L2's"

if [ -c /dev/full ]; then
	"$id" --version >/dev/full 2>"$tmp/log"
	[ $? -eq 1 ] && grep -q '^libcodec-id: standard output: No space left' "$tmp/log"
	result $? "a line that cannot be written is an error"
else
	skip devfull "a line that cannot be written is an error" "no /dev/full"
fi

# --- What is installed ---

udevdir=$(variable "$build" udevdir)
rules=$tmp/root$udevdir/rules.d/70-libcodec.rules
hwdb=$tmp/root$udevdir/hwdb.d/70-libcodec.hwdb
with_helper=yes
[ -n "$(variable "$build" udevexec_PROGRAMS)" ] || with_helper=no

if [ "$udevdir" = no ]; then
	skip udevdir "files for udev" "configured with --with-udev-dir=no"
	echo "1..$n"
	exit $status
fi

install_files "$build" "$tmp/root"
result $? "rules, hwdb and program are installed"

installed "$tmp/root" "$udevdir"
{
	echo ./hwdb.d/70-libcodec.hwdb
	[ "$with_helper" = no ] || echo ./libcodec-id
	echo ./rules.d/70-libcodec.rules
} | cmp -s - "$tmp/log"
result $? "they are where udev looks for them"

if [ "$with_helper" = yes ]; then
	# shellcheck disable=SC2016 # udev's
	program=$(sed -n 's/.*IMPORT{program}="\([^ "]*\) \$devnode".*/\1/p' "$rules")
	echo "the rules run $program" >"$tmp/log"
	[ "$program" = "$udevdir/libcodec-id" ] && [ -x "$tmp/root$program" ]
	result $? "the rules name the installed program"
	[ "$("$tmp/root$program" --version)" = "libcodec-id $version" ]
	result $? "it runs from there"
fi
grep -n '@' "$rules" "$hwdb" >"$tmp/log"
[ $? -eq 1 ]
result $? "nothing was left to be filled in"

# A second configuration, without the program, for another folder.
if [ -f "$src/config.status" ]; then
	skip outoftree "--with-udev-helper=no" "the sources are configured in their own folder"
else
	mkdir "$tmp/without"
	(cd "$tmp/without" && eval "set -- $("$build/config.status" --config)" &&
		"$src/configure" "$@" --srcdir="$src" --with-udev-helper=no --with-udev-dir=/somewhere/udev) \
		>"$tmp/log" 2>&1
	result $? "configure --with-udev-helper=no --with-udev-dir=DIR"
	[ -z "$(variable "$tmp/without" udevexec_PROGRAMS)" ] &&
		install_files "$tmp/without" "$tmp/root2" && installed "$tmp/root2" '' &&
		printf '%s\n' ./somewhere/udev/hwdb.d/70-libcodec.hwdb \
			./somewhere/udev/rules.d/70-libcodec.rules | cmp -s - "$tmp/log"
	result $? "installs rules and hwdb in that folder, and no program"
	without=$tmp/root2/somewhere/udev/rules.d/70-libcodec.rules
	grep -n -e 'IMPORT{program}' -e 'libcodec-id' "$without" >"$tmp/log"
	[ $? -eq 1 ] && grep -q 'TAG+="libcodec"' "$without"
	result $? "those rules name no program, and still tag"
fi

# --- By udev's tools ---

udev_version=$(udevadm --version 2>/dev/null)
if ! have udevadm; then
	skip udev "udevadm verify" "no udevadm"
elif [ "${udev_version:-0}" -lt 254 ]; then
	skip udevverify "udevadm verify" "udevadm $udev_version cannot verify"
else
	udevadm verify "$rules" >"$tmp/log" 2>&1
	result $? "udevadm verify"
fi

etc=$tmp/fs/etc/udev
mkdir -p "$etc/rules.d" "$etc/hwdb.d" "$tmp/fs/usr/lib/udev" "$tmp/empty"
cp "$hwdb" "$etc/hwdb.d/"
property() { # key; what the hwdb has for it
	systemd-hwdb query --root="$tmp/fs" "$1" 2>>"$tmp/log"
}
if have systemd-hwdb; then
	systemd-hwdb update --strict --root="$tmp/fs" >"$tmp/log" 2>&1
	result $? "systemd-hwdb update"
	[ "$(property 'libcodec:drv:v4l2_loopback:card:Dummy_video_device_0x0000:')" = \
		LIBCODEC_IGNORE=1 ]
	result $? "the hwdb ignores v4l2loopback"
	[ -z "$(property 'libcodec:drv:v4l2_loopback2:card:x:')" ] &&
		[ -z "$(property 'libcodec:drv:mxc-jpeg:card:mxc-jpeg_codec:')" ]
	result $? "and nothing else"
else
	skip udev "systemd-hwdb update" "no systemd-hwdb"
fi

# --- What the rules make of a device ---

user_namespace=
[ "$(id -u)" -eq 0 ] || user_namespace=--map-root-user

# udevadm test of the action $2 on the device $1, where the program prints $3.
udev_event() {
	printf '%s\n' "$3" >"$tmp/printed"
	# shellcheck disable=SC2016,SC2086 # the inner shell's; an option or none
	unshare $user_namespace --mount sh -euc '
		mount -t tmpfs tmpfs /run
		[ "$4" ] || mount --bind /dev /dev
		[ "$4" ] || mount -o remount,bind,ro /dev # only root could write there
		mount --bind "$1/fs/etc/udev" /etc/udev
		for dir in /lib/udev/rules.d /usr/lib/udev/rules.d /usr/local/lib/udev/rules.d; do
			[ ! -d "$dir" ] || mount --bind "$1/empty" "$dir"
		done
		exec umockdev-run --device "$1/devices" -- udevadm test -a "$3" "$2"
	' sh "$tmp" "$1" "$2" "$user_namespace" >"$tmp/log" 2>&1
	sed -n -e 's/^ *//' -e '/^DEVPATH=/,$p' "$tmp/log" >"$tmp/properties"
	[ -s "$tmp/properties" ]
}

has() {
	grep -qFx "$1" "$tmp/properties"
}

has_not() {
	! grep -qE "$1" "$tmp/properties"
}

cat >"$tmp/devices" <<DEVICES
P: /devices/platform/mock.0/video4linux/video0
E: SUBSYSTEM=video4linux
E: DEVNAME=/dev/video0
E: MAJOR=81
E: MINOR=0

P: /devices/platform/mock.0/video4linux/v4l-subdev0
E: SUBSYSTEM=video4linux
E: DEVNAME=/dev/v4l-subdev0
E: MAJOR=81
E: MINOR=1

P: /devices/platform/mock.0/input/event0
E: SUBSYSTEM=input
E: DEVNAME=/dev/input/event0
E: MAJOR=13
E: MINOR=64

DEVICES
mock=/sys/devices/platform/mock.0
decoder='LIBCODEC_ROLE=:jpeg-decoder:
LIBCODEC_DRIVER=mock
LIBCODEC_CARD=mock_card'

cat >"$tmp/program" <<PROGRAM
#!/bin/sh
echo "\$*" >"$tmp/asked"
cat "$tmp/printed"
PROGRAM
chmod 755 "$tmp/program"

events() {
	udev_event "$mock/video4linux/video0" add "$decoder" &&
		has LIBCODEC_ROLE=:jpeg-decoder: && has LIBCODEC_DRIVER=mock &&
		has LIBCODEC_CARD=mock_card && has TAGS=:libcodec: &&
		has_not LIBCODEC_IGNORE &&
		{ [ $by = "file" ] || [ "$(cat "$tmp/asked")" = /dev/video0 ]; }
	result $? "a decoder gets its role and the tag"
	udev_event "$mock/video4linux/video0" change "$decoder" && has TAGS=:libcodec:
	result $? "also when it changes"
	udev_event "$mock/video4linux/video0" remove "$decoder" && has ACTION=remove &&
		has_not 'LIBCODEC|libcodec'
	result $? "nothing is run for one that goes"
	udev_event "$mock/video4linux/video0" add '' && has_not 'LIBCODEC|libcodec'
	result $? "what is no codec gets nothing"
	udev_event "$mock/video4linux/video0" add "LIBCODEC_DRIVER=mock" &&
		has LIBCODEC_DRIVER=mock && has_not 'LIBCODEC_ROLE|libcodec'
	result $? "no role, no tag"
	udev_event "$mock/video4linux/video0" add "LIBCODEC_ROLE=:jpeg-decoder:h264-encoder:
LIBCODEC_DRIVER=v4l2_loopback
LIBCODEC_CARD=My_camera" && has LIBCODEC_IGNORE=1 && has_not 'LIBCODEC_ROLE|libcodec'
	result $? "what the hwdb says to ignore gets no tag"
	udev_event "$mock/video4linux/v4l-subdev0" add "$decoder" && has_not 'LIBCODEC|libcodec'
	result $? "the program is not run for other nodes of video4linux"
	udev_event "$mock/input/event0" add "$decoder" && has_not 'LIBCODEC|libcodec'
	result $? "other subsystems are left alone"

	cat >"$etc/hwdb.d/80-mine.hwdb" <<-HWDB
	libcodec:drv:odd:card:*
	 LIBCODEC_ROLE=:h264-decoder:
	HWDB
	systemd-hwdb update --strict --root="$tmp/fs" &&
		udev_event "$mock/video4linux/video0" add 'LIBCODEC_DRIVER=odd' &&
		has LIBCODEC_ROLE=:h264-decoder: && has TAGS=:libcodec:
	result $? "an entry of the administrator gives a role"
	cat >"$etc/rules.d/60-mine.rules" <<-RULES
	KERNEL=="event0", ENV{LIBCODEC_ROLE}=":mine:"
	SUBSYSTEM=="video4linux", ENV{LIBCODEC_ROLE}=":mine:"
	RULES
	[ ! -f "${without-}" ] || cp "$without" "$etc/rules.d/70-libcodec.rules"
	udev_event "$mock/video4linux/v4l-subdev0" add '' && has TAGS=:libcodec: &&
		udev_event "$mock/input/event0" add '' && has_not libcodec
	result $? "without the program, a role that other rules give is tagged"
}

if ! have udevadm || ! have systemd-hwdb || [ ! -d /etc/udev ]; then
	skip udev "udevadm test" "no udev here"
elif ! have umockdev-run; then
	skip umockdev "udevadm test" "no umockdev-run"
elif [ "$with_helper" = no ]; then
	skip udev "udevadm test" "configured with --with-udev-helper=no"
else
	echo "IMPORT{program}=\"$tmp/program /dev/video0\"" >"$etc/rules.d/70-libcodec.rules"
	if udev_event "$mock/video4linux/video0" add PROBE=1; then
		# Since 257 udevadm test runs no programs, but reads files.
		by=program
		has PROBE=1 || by="file"
		sed -e "s|IMPORT{program}=\"[^ ]*|IMPORT{program}=\"$tmp/program|" \
			-e "$([ $by = program ] || echo "s|{program}=\"[^\"]*|{file}=\"$tmp/printed|")" \
			"$rules" >"$etc/rules.d/70-libcodec.rules"
		events
	else
		sed 's/^/# /' "$tmp/log" | tail -n 5
		skip udevtest "udevadm test" "it does not work in a mount namespace here"
	fi
fi

echo "1..$n"
exit $status
