#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# The tables of encoders' options against the encoders that are installed, in the versions that are
# known here: every long option that one of them speaks of is in its table, and every one of the
# table is the encoder's, but for those that are listed here. A table that lacks an option, or has
# one too many, must be noticed.

set -u
src=${top_srcdir:-.}
LC_ALL=C
export LC_ALL

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

skip() { # program, why
	case ,${LIBCODEC_TEST_REQUIRE-}, in
	*,"$1",*) : >"$tmp/log" && result 1 "$1: $2" ;;
	*)
		n=$((n + 1))
		echo "ok $n - options of $1 # SKIP $2"
		;;
	esac
}

# Whether there is a program in a version that was looked at; else it is skipped.
is_known() { # expression for what it says of its version, the program, how to ask it
	expression=$1
	shift
	if ! command -v "$1" >/dev/null 2>&1; then
		skip "$1" "there is no $1"
		return 1
	fi
	"$@" >"$tmp/version" 2>&1
	grep -qE "$expression" "$tmp/version" && return
	skip "$1" "its version was not looked at"
	return 1
}

words() { # words of standard input, one a line and in order
	tr -s ' \t' '\n\n' | grep . | sort -u
}

# Names of a table that the program itself takes: not those of lists alone.
table() { # file
	sed -n 's/^\tLC_OPTION("\([^"]*\)".*/\1/p' "$1" | tr _ - | sort -u
}

# Names that the help has: "--x", and of "--[no-]x" also "--no-x". An underscore is a dash.
long_options() {
	grep -oE -- '(^|[ ,/])-?-(\[no-\]-?)?[A-Za-z0-9?][A-Za-z0-9_-]*' | sed 's/^[ ,/]*//' |
		sed -n 's/^--\(\[no-\]-*\)\{0,1\}//p' | tr _ - | sort -u
}

# A name that begins with no- is in the table by itself or without that.
missing() { # names of the encoder, names of the table
	while read -r name; do
		grep -qxF -e "$name" -e "${name#no-}" "$2" || echo "$name"
	done <"$1"
}

# Both ways. What differs between versions stands in FOLDER/older, and what no help tells, or is
# the library's alone, in FOLDER/untold.
compare() { # encoder, names of the encoder, table, what the encoder doesn't tell
	table "$3" >"$tmp/table"
	missing "$2" "$tmp/table" >"$tmp/log"
	[ -s "$2" ] && [ ! -s "$tmp/log" ]
	result $? "all options of $1 are in its table"

	echo "$4" | words >"$tmp/untold"
	sed 's/^no-//' "$2" | cat - "$2" "$tmp/untold" | sort -u >"$tmp/known"
	comm -23 "$tmp/table" "$tmp/known" >"$tmp/log"
	[ ! -s "$tmp/log" ]
	result $? "all options of the table are of $1"

	# What is listed as untold is in the table, or it would hide nothing.
	comm -13 "$tmp/table" "$tmp/untold" >"$tmp/log"
	[ ! -s "$tmp/log" ]
	result $? "all options that $1 doesn't tell are in its table"

	# One option less in the table, and one more.
	one=$(sed -n 5p "$2")
	grep -vxF "${one#no-}" "$tmp/table" | grep -vxF "$one" >"$tmp/less"
	missing "$2" "$tmp/less" | grep -qxF -e "$one" -e "no-${one#no-}"
	result $? "planted: a table without --$one"
	(cat "$tmp/table" && echo planted) | sort | comm -23 - "$tmp/known" | grep -qx planted
	result $? "planted: a table with an option that $1 hasn't got"
}

# x264, core 164. In words of examples and defaults are only options. Those that are for the
# library, and old names that the program still takes:
x264_untold='
	analyse annexb asm bff cabac cabac-idc chroma-me cplx-blur dct-decimate deterministic direct-pred
	dpb-size filter frameref fullrange global-header hdr-opt interlaced ip-factor keyint-min
	level-idc log me-range mv-range mv-range-thread n-deterministic nf pb-factor qp-constant qp-max
	qp-min qp-step repeat-headers stdin stdout subq version vf weight-b psy'
if is_known "^x264 0\.164\." x264 --version; then
	x264 --fullhelp 2>/dev/null | long_options >"$tmp/x264"
	compare x264 "$tmp/x264" "$src/interop/options-x264.c" "$x264_untold"
fi

# x265, 3.5. Old names, those that it doesn't tell of, and those of 4.0 and 4.1:
x265_untold='
	analysis-reuse-mode annexb cip cplxblur crop-rect cu-stats dhdr10-info dhdr10-opt fast-cbf
	frame-skip hdr lft level log numa-pools qblur ratetol single-sei total-frames
	alpha aom-film-grain eob eos film-grain format frame-rc log-file log-file-level mcstf
	multiview-config num-views sbrc scc threaded-me video-signal-type-preset ?'
if is_known "version 3\.5" x265 --version; then
	x265 --fullhelp 2>/dev/null | long_options >"$tmp/x265"
	# A slip of its own.
	grep -vx pbration "$tmp/x265" >"$tmp/x265.told"
	compare x265 "$tmp/x265.told" "$src/interop/options-x265.c" "$x265_untold"
fi

# SvtAv1EncApp 1.4. What it doesn't tell of, and what came up to 3.1:
svtav1_untold='
	nch tier intra-period enable-force-key-frames
	ac-bias allow-mmap-file avif chroma-qm-max chroma-qm-min color-help enable-dg
	enable-variance-boost fgs-table frame-resz-denoms frame-resz-events frame-resz-kf-denoms
	lambda-scale-factors lossless luminance-qp-bias max-tx-size qp-scale-compress-strength
	roi-map-file rtc sharpness skip startup-mg-size startup-qp-offset tf-strength
	variance-boost-curve variance-boost-strength variance-octile'
if is_known "v1\.4\." SvtAv1EncApp --version; then
	SvtAv1EncApp --help 2>/dev/null | long_options >"$tmp/svtav1"
	# An option that an explanation speaks of by another name, and an example.
	grep -vxE 'qp-file' "$tmp/svtav1" >"$tmp/svtav1.told"
	compare SvtAv1EncApp "$tmp/svtav1.told" "$src/interop/options-svtav1.c" "$svtav1_untold"
fi

# ffmpeg: its own options, those of all encoders for video, and those of three.
ffmpeg_options() {
	ffmpeg -hide_banner -h long 2>/dev/null | sed -n 's/^-\([-A-Za-z_0-9?]*\) .*/\1/p'
	ffmpeg -hide_banner -h full 2>/dev/null |
		sed -n '/^AVCodecContext AVOptions:/,/^$/s/^  -\([a-z_0-9]*\) *<[a-z0-9]*> *E..V.*/\1/p'
	for e in libx264 libx265 libsvtav1; do
		ffmpeg -hide_banner -h encoder=$e 2>/dev/null |
			sed -n 's/^  -\([A-Za-z_0-9-]*\) *<.*/\1/p'
	done
}
# Of the encoders that this ffmpeg has not, of other versions, and those that no help has.
ffmpeg_untold='
	alpha-mode dovi fflags mb-info movflags pix-fmts print-graphs print-graphs-file
	print-graphs-format protocol-whitelist readrate-catchup readrate-initial-burst
	stats-enc-post stats-enc-post-fmt stats-enc-pre stats-enc-pre-fmt stats-mux-pre
	stats-mux-pre-fmt stream-group'
has() { # encoders
	ffmpeg -hide_banner -encoders >"$tmp/encoders" 2>/dev/null
	for e; do
		grep -q " $e " "$tmp/encoders" || {
			skip ffmpeg "it lacks $e"
			return 1
		}
	done
}
if is_known "^ffmpeg version 5\.1" ffmpeg -version && has libx264 libx265 libsvtav1; then
	ffmpeg_options | tr _ - | sort -u >"$tmp/ffmpeg"
	compare ffmpeg "$tmp/ffmpeg" "$src/interop/options-ffmpeg-table.c" "$ffmpeg_untold"
fi

echo "1..$n"
exit $status
