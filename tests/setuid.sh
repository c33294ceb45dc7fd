#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# A process with more rights than its caller follows nothing that the caller says, and loads nothing
# that belongs to somebody else than root: a copy of setuid-probe is given another user by its mode,
# root by its mode, and a capability, and is then held against one that was given nothing.
#
# Needs root, and a folder where such modes count; LIBCODEC_TEST_REQUIRE=setuid makes the skips
# failures.

set -u
src=${top_srcdir:-.}
build=${top_builddir:-.}
probe=$build/tests/setuid-probe
required=${LIBCODEC_TEST_REQUIRE-}
LC_ALL=C
export LC_ALL
PATH=$PATH:/usr/sbin:/sbin
umask 022

n=0
status=0
tmp=

result() { # status, name
	n=$((n + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $n - $2"
	else
		sed 's/^/# /' "$tmp/out" "$tmp/err"
		echo "not ok $n - $2"
		status=1
	fi
}

skip() { # name, why
	n=$((n + 1))
	case ",$(echo "$required" | tr ' ' ,)," in
	*,setuid,*)
		echo "not ok $n - $1: required, but $2"
		status=1
		;;
	*) echo "ok $n - $1 # SKIP $2" ;;
	esac
}

finish() {
	echo "1..$n"
	exit $status
}

# A folder where a mode counts and that everybody may enter.
why='there is no folder for it'
for parent in "${TMPDIR:-/tmp}" /tmp /var/tmp "$build"; do
	[ -d "$parent" ] || continue
	why=$("$probe" can "$parent" 2>&1) || continue
	# shellcheck disable=SC2016 # it is for the other shell
	"$probe" as 1 /bin/sh -c 'cd "$0"' "$parent" 2>/dev/null || {
		why="$parent is not open to everybody"
		continue
	}
	tmp=$(mktemp -d "$parent/libcodec-setuid.XXXXXX") && break
done
if [ -z "$tmp" ]; then
	skip "privileged processes" "$why"
	finish
fi
trap 'rm -rf "$tmp"' EXIT
trap 'exit 99' HUP INT TERM
chmod 755 "$tmp"
: >"$tmp/out"
: >"$tmp/err"

nobody=$(id -u nobody 2>/dev/null) || nobody=65534
[ "$nobody" -ne 0 ] || nobody=65534

# good: what root installed; theirs: the same plugins, of which one belongs to nobody.
install_plugins() { # folder
	mkdir "$1" || exit 99
	for name in good no-note; do
		cp "$build/stage/mocks/mock-$name.so" "$1" || exit 99
		printf '%s\n' '[Plugin]' "Name=mock-$name" "Library=mock-$name.so" Abi=1.0 \
			Family=image-decoder Band=hardware '[Codec]' Codec=jpeg \
			>"$1/50-mock-$name.conf"
	done
	chmod 644 "$1"/*
}
install_plugins "$tmp/good"
install_plugins "$tmp/theirs"
chown "$nobody" "$tmp/theirs/mock-good.so"
cp "$src/fixtures/data/demo.jpg" "$tmp/demo.jpg" && chmod 644 "$tmp/demo.jpg" || exit 99
printf '[Policy]\nDeny=mock-good mock-no-note\nnonsense\n' >"$tmp/policy.conf"

copy() { # name, owner, mode
	cp "$probe" "$tmp/$1" && chown "$2" "$tmp/$1" && chmod "$3" "$tmp/$1" || exit 99
}
copy plain 0 755
copy to-nobody "$nobody" 4755
copy to-root 0 4755
copy capable 0 755

# What variables say of plugins: nothing against them at first.
backends=mock-good,mock-no-note
policy=/dev/null

# Run a copy as a user, with all variables that there are or with none.
with_all() { # user, copy, argument...
	user=$1
	program=$2
	shift 2
	env -i LIBCODEC_BACKEND_PATH="$tmp/good" LIBCODEC_DEBUG=debug \
		LIBCODEC_BACKENDS="$backends" LIBCODEC_DEVICE=/dev/nothing \
		LIBCODEC_POLICY="$policy" LIBCODEC_FORCE_X86=none \
		"$tmp/plain" as "$user" "$tmp/$program" show "$@" >"$tmp/out" 2>"$tmp/err"
}

with_none() {
	user=$1
	program=$2
	shift 2
	env -i "$tmp/plain" as "$user" "$tmp/$program" show "$@" >"$tmp/out" 2>"$tmp/err"
}

says() { # a line that must be there
	grep -qx -- "$1" "$tmp/out"
}

says_not() { # a pattern that must not
	! grep -q -- "$1" "$tmp/out"
}

count() { # pattern
	grep -c -- "$1" "$tmp/out"
}

# What there is where nobody says anything.
with_none "$nobody" plain && says 'privileged: no' && says_not '^variable'
result $? "without variables, a plain program"
grep -v '^privileged' "$tmp/out" >"$tmp/defaults"

with_all "$nobody" plain && says 'privileged: no' && [ "$(count '^variable: ')" -eq 6 ] &&
	says_not ignored
result $? "a plain program reads all variables"
says 'plugin: mock-good ready stage 0 error 0 ' && says 'plugin: mock-no-note ready stage 0 error 0 '
result $? "it loads the plugins of LIBCODEC_BACKEND_PATH"
grep -q '^libcodec: .*mock-good' "$tmp/err"
result $? "it logs what LIBCODEC_DEBUG asks for"
case $(uname -m) in
x86_64 | i?86)
	says 'simd: 1'
	result $? "it keeps to LIBCODEC_FORCE_X86"
	;;
esac
with_none "$nobody" plain "$tmp/theirs" && says 'plugin: mock-good ready stage 0 error 0 '
result $? "it loads what belongs to its own user"

# The same for each way to more rights. Variables speak against all plugins now.
backends=-mock-good,-mock-no-note
policy=$tmp/policy.conf
privileged() { # user, copy, what it is
	with_all "$1" "$2" && says 'privileged: yes'
	result $? "$3 is privileged"
	says_not '^variable'
	result $? "$3 reads no variable"
	[ "$(count '^notice: ignored')" -eq 1 ] &&
		says 'notice: ignored 6 LIBCODEC_\* variables: process is privileged'
	result $? "$3 says once how many it ignored"
	grep -v -e '^privileged' -e '^notice: ignored' "$tmp/out" | cmp -s - "$tmp/defaults"
	result $? "$3 has the same plugins, notices and settings as without variables"
	[ ! -s "$tmp/err" ]
	result $? "$3 logs nothing"
	with_none "$1" "$2" && says 'privileged: yes' && says_not '^notice: ignored'
	result $? "$3 has nothing to say where no variable is set"

	with_all "$1" "$2" "$tmp/good" "$tmp/demo.jpg" &&
		says 'plugin: mock-good ready stage 0 error 0 ' &&
		says 'plugin: mock-no-note ready stage 0 error 0 '
	result $? "$3 follows the folder that it names itself"
	says 'decoded by: mock-good'
	result $? "$3 uses a plugin that variables speak against"
	with_all "$1" "$2" "$tmp/theirs" "$tmp/demo.jpg" &&
		grep -q "^plugin: mock-good refused stage 2 error -1 .*mock-good\.so belongs to user $nobody, not to root\$" "$tmp/out" &&
		says 'decoded by: mock-no-note'
	result $? "$3 refuses a plugin that belongs to the user, and no other"
}

privileged 0 to-nobody "a program that becomes nobody"
privileged "$nobody" to-root "a program that becomes root"
# Few kernels and file systems lack them, but containers may.
if ! command -v setcap >/dev/null 2>&1; then
	n=$((n + 1))
	echo "ok $n - a program with a capability # SKIP there is no setcap"
elif ! setcap cap_net_bind_service+ep "$tmp/capable" >"$tmp/err" 2>&1; then
	n=$((n + 1))
	echo "ok $n - a program with a capability # SKIP setcap: $(tail -n 1 "$tmp/err")"
else
	privileged "$nobody" capable "a program with a capability"
fi

# One variable is not "variables".
env -i LIBCODEC_X=1 OTHER=2 "$tmp/plain" as "$nobody" "$tmp/to-root" show >"$tmp/out" 2>"$tmp/err" &&
	says 'notice: ignored 1 LIBCODEC_\* variable: process is privileged'
result $? "one variable, whatever its name, is counted as one"

# A link of nobody's in a folder of root's leads to what root installed; it is the end that counts.
ln -s ../theirs/mock-good.so "$tmp/good/link.so"
sed 's/mock-good\.so/link.so/' "$tmp/good/50-mock-good.conf" >"$tmp/good/40-mock-good.conf"
rm "$tmp/good/50-mock-good.conf"
with_none "$nobody" to-root "$tmp/good" &&
	grep -q "^plugin: mock-good refused stage 2 error -1 .* belongs to user $nobody, not to root\$" "$tmp/out"
result $? "a link that leads to a file of the user is refused"
chown "$nobody" "$tmp/good"
with_none "$nobody" to-root "$tmp/good" && says_not '^plugin' &&
	grep -q "^notice: .*/good belongs to user $nobody, not to root; manifests there are left out\$" "$tmp/out"
result $? "a folder that belongs to the user is left out"
finish
