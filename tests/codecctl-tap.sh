# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
# shellcheck shell=sh
#
# What the tests of codecctl share, to be sourced: where it is, a folder $dir that goes away
# in the end, and TAP. Skips say why; LIBCODEC_TEST_REQUIRE=NAME makes that skip a failure.

: "${top_srcdir:=.}" "${top_builddir:=.}"
: "${CODECCTL:=$top_builddir/tools/codecctl}"
: "${LIBCODEC_BACKEND_PATH:=$top_builddir/stage/backends}"
export LIBCODEC_BACKEND_PATH

data=$top_srcdir/fixtures/data
n=0
failed=0

case $CODECCTL in
/*) ;;
*) echo "Bail out! CODECCTL must be an absolute path: $CODECCTL"; exit 99 ;;
esac

dir=$(mktemp -d "${TMPDIR:-/tmp}/libcodec-codecctl.XXXXXX") || exit 99
trap 'rm -rf "$dir"' EXIT
trap 'exit 99' HUP INT TERM

# ok NAME: the last command's status decides.
ok()
{
	status=$?
	n=$((n + 1))
	if [ $status -eq 0 ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		failed=1
		sed 's/^/# stdout: /' out
		sed 's/^/# stderr: /' err
	fi
}

# skip NAME TEST WHY: what NAME names is not there.
skip()
{
	n=$((n + 1))
	case ",$(echo "${LIBCODEC_TEST_REQUIRE:-}" | tr ' ' ,)," in
	*",$1,"*)
		echo "not ok $n - $2: required, but $3"
		failed=1
		;;
	*) echo "ok $n - $2 # SKIP $3" ;;
	esac
}

# run EXIT ARGUMENT...: codecctl, its output in the files out and err.
run()
{
	want=$1
	shift
	"$CODECCTL" "$@" >out 2>err </dev/null
	got=$?
	[ $got -eq "$want" ] && return 0
	echo "# codecctl $*: exit $got, not $want"
	return 1
}

# stderr LINE...: those lines and no others.
stderr()
{
	printf '%s\n' "$@" | cmp -s - err
}

empty()
{
	[ ! -s "$1" ]
}

has()
{
	grep -q -e "$2" "$1"
}
