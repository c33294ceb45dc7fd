#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# codecctl bench: its table, its JSON, its page and its exit codes. Nothing on how fast
# anything is. Prints TAP.

set -u

# shellcheck source=tests/codecctl-tap.sh
. "${top_srcdir:-.}/tests/codecctl-tap.sh"

# Before the folder changes.
build=$(cd "${top_builddir:-.}" && pwd) && top=$(cd "${top_srcdir:-.}" && pwd) || exit 99

mkdir "$dir/pictures" "$dir/none" &&
	cp "$data/jpeg-420-64x48.jpg" "$data/jpeg-444-17x9.jpg" "$dir/pictures" &&
	cp "$data/jpeg-440-17x9.jpg" "$data/jpeg-444-64x48.jpg" "$data/jpeg-411-37x9.jpg" \
		"$data/jpeg-grey-19x11.jpg" "$data/jpeg-sof9-arithmetic.jpg" \
		"$data/png-rgb8-13x11.png" "$dir" && cd "$dir" || exit 99

# bench EXIT ARGUMENT...: codecctl bench, quickly.
bench()
{
	want_exit=$1
	shift
	run "$want_exit" bench --seconds 0.05 "$@"
}

have_python=no
command -v python3 >/dev/null && python3 -c 'import json, html.parser' 2>err &&
	have_python=yes

# Alone

bench 0 pictures && has out '^FILE  *MODE  *FORMAT  *MIN ms  *MP/s *$' &&
	has out '^jpeg-420-64x48.jpg  native  NV12  *[0-9.]*  *[0-9.]* *$' &&
	has out '^jpeg-444-17x9.jpg   native  NV24 ' && ! has out turbojpeg && empty err
ok 'a folder, without peers'
bench 0 --format nv12 pictures/jpeg-444-17x9.jpg && has out ' nv12  *NV12 '
ok '--format nv12'
if [ "$(nproc)" -ge 2 ]; then pinned=', pinned to CPU [0-9]*'; else pinned=', not pinned'; fi
bench 0 --threads 2 pictures "$data/jpeg-420-40x40-dri1.jpg" &&
	has out '^FILE .*  MP/s  *1: MIN ms  *1/2 *$' && has out 'wall clock' &&
	has out "$pinned, 2 threads\$" && has out '420-40x40-dri1.jpg .* [0-9]*\.[0-9]* R *$' &&
	has out '420-64x48.jpg .* [0-9]*\.[0-9]* *$' &&
	has out '^2 threads against 1: .* [0-9.]* with restart markers (R, 1 file), [0-9.]* without restart markers (2 files)$'
ok '--threads'
bench 0 --threads 1 pictures && ! has out 'against 1' && has out 'CPU time of the thread'
ok '--threads 1'
bench 0 --backend cpu pictures && has out 'CPU time of the thread'
ok '--backend'

bench 0 --stages pictures && has out '^  codec.decode_jpeg  *[0-9.]* ms  100.0 %$' &&
	has out '^Set-up: ' && has out '^  jpeg-420-64x48.jpg  *[0-9.]* of  *[0-9.]* us  *[0-9.]* %$'
ok '--stages'

# Failures

bench 1 jpeg-sof9-arithmetic.jpg pictures/jpeg-420-64x48.jpg && has out '^pictures/jpeg-420' &&
	stderr 'codecctl: jpeg-sof9-arithmetic.jpg: unsupported: arithmetic-coded JPEG (SOF9 to SOF15)'
ok 'the others go on after a failure'
bench 1 missing.jpg && empty out && stderr 'codecctl: missing.jpg: input: no such file'
ok 'a missing file'
bench 1 none && empty out &&
	stderr 'codecctl: none: input: holds no .jpg, .jpeg, .jpe, .jfif or .png file'
ok 'a folder without pictures'
bench 3 --backend frobnicate pictures && empty out &&
	stderr 'codecctl: no such backend: frobnicate'
ok 'an unknown backend'
bench 3 --compare --format rgb --turbojpeg ./nowhere.so pictures && empty out &&
	has err '^codecctl: no turbojpeg: ./nowhere.so: ' &&
	has err '^codecctl: there is no library to compare these files with$'
ok 'nothing to compare with'
bench 1 --html nowhere/x.html pictures &&
	stderr 'codecctl: nowhere/x.html: output: No such file or directory'
ok 'a page that cannot be written'

# Wrong usage

usage()
{
	why=$1
	shift
	bench 2 "$@" && empty out && stderr "codecctl: bench: $why; see \"codecctl help bench\""
	ok "wrong usage: $why"
}
usage 'no file given'
usage '--seconds takes a number from 0 to 86400, such as 0.5' --seconds -1 pictures
usage '--threads takes a number from 1 to 1024' --threads 0 pictures
usage '--format takes native, rgb or nv12' --format yuv pictures
usage '--turbojpeg is of use with --compare only' --turbojpeg x pictures
usage '--peer-simd takes best or same' --compare --peer-simd worst pictures
usage '--peer-simd is of use with --compare only' --peer-simd same pictures
usage '--html writes a file, not standard output' --html - pictures
usage '--frobnicate is no option' --frobnicate pictures

# Peers. Which there are depends on the machine.

peers=
if "$CODECCTL" bench --seconds 0 --compare --json pictures >out 2>err; then
	peers=yes
fi
if [ -z "$peers" ]; then
	skip turbojpeg 'the columns of peers' "$(tail -n 1 err)"
else
	bench 0 --compare pictures jpeg-440-17x9.jpg jpeg-grey-19x11.jpg &&
		has out '^FILE  *MODE  *FORMAT  *MIN ms  *MP/s  *[a-z]' &&
		! has out planes' *$' &&
		has out '^pictures/jpeg-420-64x48.jpg .* [0-9]*\.[0-9][0-9] [=~]' &&
		has out '^geometric mean  *[0-9.]' && has out '^Peers:$'
	ok 'the columns of peers'
fi
if "$CODECCTL" bench --seconds 0 --compare --format rgb pictures >out 2>err; then
	bench 0 --compare --json jpeg-440-17x9.jpg jpeg-411-37x9.jpg &&
		! has out '"note": "planes"' &&
		[ "$(grep -A 3 '"peer": "turbojpeg",' out | grep -c '"equal": true')" -eq 2 ]
	ok 'NV12 of 4:4:0 and 4:1:1 is equal work'
else
	skip turbojpeg 'NV12 of 4:4:0 and 4:1:1 is equal work' "$(head -n 1 err)"
fi
if "$CODECCTL" bench --seconds 0 --compare --format rgb pictures >out 2>err; then
	bench 0 --compare --format rgb pictures && has out 'MP/s  *turbojpeg  *turbojpeg-fast'
	ok '--format rgb has both ways of TurboJPEG'
else
	skip turbojpeg '--format rgb has both ways of TurboJPEG' "$(head -n 1 err)"
fi

if [ -n "$peers" ]; then
	bench 0 --compare --threads 2 pictures && has out 'wall clock (peers have one thread)'
	ok '--compare --threads'
else
	skip turbojpeg '--compare --threads' 'there is no peer'
fi
if [ -n "$peers" ]; then
	unset LIBCODEC_FORCE_X86
	bench 0 --compare pictures && has out '^our instruction set: the best that the machine has$' &&
		has out '^    instruction set: not held: ' && ! has out 'held to'
	ok 'nobody is held to an instruction set'
	export LIBCODEC_FORCE_X86=sse2
	bench 0 --compare pictures &&
		has out '^our instruction set: held to SSE2 by LIBCODEC_FORCE_X86$' &&
		! has out '^    instruction set: held to'
	ok 'we alone are held to an instruction set'
	bench 0 --compare --peer-simd same --json pictures && cp out held.json &&
		has held.json '"simd": "sse2"' && has held.json '"peer_simd": "same"' &&
		if [ "$(uname -m)" = x86_64 ]; then
			has held.json '"simd": "held to [sS]'
		else
			! has held.json '"simd": "held'
		fi
	ok '--peer-simd same'
	unset LIBCODEC_FORCE_X86
else
	skip turbojpeg '--peer-simd' 'there is no peer'
fi

# What peers pay for their chroma: the same bytes with each instruction set.

cat >kernels.c <<'EOF'
#include <stdio.h>
#include <string.h>

#include "bench-kernels.h"

#include <libcodec/codec.h>

#define N 200

static uint8_t cb[2][2 * N], cr[2][2 * N], dst[2 * N + 64], want[2 * N + 64];

static unsigned int mean(uint8_t (*c)[2 * N], int kind, size_t i)
{
	switch (kind) {
	case 0:
		return c[0][i];
	case 1:
		return (c[0][2 * i] + c[0][2 * i + 1] + c[1][2 * i] + c[1][2 * i + 1]) / 4;
	case 2:
		return (c[0][i] + c[1][i]) / 2;
	case 3:
		return (c[0][2 * i] + c[0][2 * i + 1]) / 2;
	default:
		return (c[0][i / 2] + c[1][i / 2]) / 2;
	}
}

static void make(int kind, size_t n)
{
	switch (kind) {
	case 0:
		bench_interleave(dst, cb[0], cr[0], n);
		break;
	case 1:
		bench_halve_both(dst, cb[0], cb[1], cr[0], cr[1], n);
		break;
	case 2:
		bench_halve_rows(dst, cb[0], cb[1], cr[0], cr[1], n);
		break;
	case 3:
		bench_halve_columns(dst, cb[0], cr[0], n);
		break;
	default:
		bench_double_columns(dst, cb[0], cb[1], cr[0], cr[1], n);
	}
}

static int check(int kind, size_t n)
{
	size_t i;

	memset(dst, 0xaa, sizeof(dst));
	memset(want, 0xaa, sizeof(want));
	for (i = 0; i < n; i++) {
		want[2 * i] = (uint8_t)mean(cb, kind, i);
		want[2 * i + 1] = (uint8_t)mean(cr, kind, i);
	}
	make(kind, n);
	if (!memcmp(dst, want, sizeof(dst)))
		return 0;
	printf("%s: kernel %d with %zu pairs\n", bench_kernels_name(), kind, n);
	return 1;
}

int main(void)
{
	static const uint32_t levels[] = { LIBCODEC_SIMD_AUTO, LIBCODEC_SIMD_SSE2,
					   LIBCODEC_SIMD_NONE };
	unsigned int i, seed = 1, l;
	int bad = 0, kind;

	for (i = 0; i < 2 * N; i++) {
		seed = seed * 1103515245 + 12345;
		cb[0][i] = (uint8_t)(seed >> 8);
		cb[1][i] = (uint8_t)(seed >> 13);
		cr[0][i] = (uint8_t)(seed >> 17);
		cr[1][i] = (uint8_t)(seed >> 21);
	}
	for (l = 0; l < 3; l++) {
		bench_kernels_limit(levels[l]);
		for (kind = 0; kind < 5; kind++)
			for (i = 0; i <= N; i++)
				bad |= check(kind, i);
	}
	return bad;
}
EOF
: >out
${CC:-cc} -O1 -I"$build" -I"$build/libcodec/include" -I"$top/libcodec/include" \
	-I"$top/tools" -o kernels kernels.c "$top/tools/bench-kernels.c" 2>err &&
	./kernels >out 2>>err
ok 'the kernels of peers'

# JSON and the page

cat >schema.py <<'EOF'
import json, sys
doc = json.load(open(sys.argv[1]))
peers = sys.argv[2] == "yes"
assert doc["schema"] == "libcodec/bench/1", doc["schema"]
assert doc["machine"]["cpu"] and doc["machine"]["cores"] > 0, doc["machine"]
assert [f["file"] for f in doc["files"]] == [
    "pictures/jpeg-420-64x48.jpg", "pictures/jpeg-444-17x9.jpg"], doc["files"]
for f in doc["files"]:
    assert f["mode"] == "native" and f["width"] and f["height"] and f["bytes"], f
    assert f["results"][0]["peer"] == "libcodec", f
    for r in f["results"]:
        assert 0 < r["min_ns"] <= r["median_ns"] and r["rounds"] >= 5, r
        assert r["equal"] in (True, False, None), r
        if r["peer"] == "turbojpeg":
            assert r["equal"] is True and r["max_difference"] == 0, r
    if peers:
        assert len(f["results"]) > 1, f
assert "libcodec" not in doc["geomean"], doc["geomean"]
for v in doc["geomean"].values():
    assert v > 0
assert bool(doc["geomean"]) == peers, doc["geomean"]
assert doc["threads_geomean"] is None and not any(f["threads"] for f in doc["files"])
assert doc["span_ns"] is None and not any(f["setup"] for f in doc["files"])
assert [f["file"] for f in doc["failed"]] == ["missing.jpg"], doc["failed"]
EOF
cat >rgb.py <<'EOF'
import json
doc = json.load(open("rgb.json"))
assert len(doc["files"]) == 5, doc["files"]
for f in doc["files"]:
    got = {r["peer"]: r for r in f["results"]}
    assert "turbojpeg" in got and not any(r["note"] for r in f["results"]), f
    if f["format"] == "RGB": # by the nearest chroma sample; colours are rounded once more
        assert got["turbojpeg-fast"]["max_difference"] <= 2 and "libavcodec" not in got, f
    else:
        assert got["turbojpeg"]["equal"] is True and "turbojpeg-fast" not in got, f
EOF
cat >stages.py <<'EOF'
import json
doc = json.load(open("stages.json"))
assert any(s["name"] == "codec.decode_jpeg" and s["share"] == 1 for s in doc["stages"]), doc
assert doc["span_ns"] > 0, doc
for f in doc["files"]:
    s = f["setup"]
    assert 0 < s["ns"] and 0 < s["frame_ns"], s
    assert abs(s["share"] - s["ns"] / s["frame_ns"]) < 0.001, s
EOF
cat >threads.py <<'EOF'
import json
import os
doc = json.load(open("threads.json"))
assert doc["clock"] == "wall" and doc["threads"] == 2, doc
assert doc["pinned_cpu"] is None or len(os.sched_getaffinity(0)) >= 2, doc
for f in doc["files"]:
    t = f["threads"]
    assert t["threads"] == 2 and t["equal"] is True, t
    assert f["restart_markers"] is ("dri1" in f["file"]), f
    assert 0 < t["one"]["min_ns"] <= t["one"]["median_ns"], t
    ratio = t["one"]["min_ns"] / t["all"]["min_ns"]
    assert abs(ratio - t["ratio"]) < 0.001, (ratio, t)
gain = doc["threads_geomean"]
assert gain["restart_markers"]["files"] == 1, gain
assert gain["no_restart_markers"]["files"] == 2, gain
assert gain["no_restart_markers"]["ratio"] > 0, gain
EOF
cat >page.py <<'EOF'
import html.parser, sys
class Page(html.parser.HTMLParser):
    void = {"meta", "br", "rect", "line", "circle"}
    def __init__(self):
        super().__init__()
        self.open, self.seen = [], set()
    def handle_starttag(self, tag, attrs):
        self.seen.add(tag)
        for name, value in attrs:
            assert not (name in ("src", "href") or "http" in (value or "")), (tag, name)
        if tag not in self.void:
            self.open.append(tag)
    def handle_endtag(self, tag):
        if tag not in self.void:
            assert self.open.pop() == tag, tag
page = Page()
page.feed(open(sys.argv[1], encoding="utf-8").read())
assert not page.open, page.open
assert {"svg", "rect", "circle", "table"} <= page.seen and "script" not in page.seen
EOF
if [ $have_python = yes ]; then
	bench 1 --json pictures missing.jpg && cp out alone.json &&
		python3 schema.py alone.json no >>err 2>&1
	ok '--json'
	if [ -n "$peers" ]; then
		bench 1 --json --compare pictures missing.jpg && cp out peers.json &&
			python3 schema.py peers.json yes >>err 2>&1
		ok '--json --compare'
	else
		skip turbojpeg '--json --compare' 'there is no peer'
	fi
	if "$CODECCTL" bench --seconds 0 --compare --format rgb pictures >out 2>err; then
		bench 0 --compare --format rgb --json pictures/jpeg-420-64x48.jpg \
			"$data/jpeg-422-64x48.jpg" jpeg-440-17x9.jpg jpeg-grey-19x11.jpg \
			jpeg-444-64x48.jpg && cp out rgb.json && python3 rgb.py >>err 2>&1
		ok 'peers make the format that came'
	else
		skip turbojpeg 'peers make the format that came' "$(head -n 1 err)"
	fi
	bench 0 --json --stages pictures && cp out stages.json && python3 stages.py >>err 2>&1
	ok '--json --stages'
	bench 0 --json --threads 2 pictures "$data/jpeg-420-40x40-dri1.jpg" &&
		cp out threads.json && python3 threads.py >>err 2>&1
	ok '--json --threads'
	bench 0 --html alone.html --stages pictures && python3 page.py alone.html >>err 2>&1 && empty err
	ok '--html'
	cp pictures/jpeg-420-64x48.jpg 'a<b>&"c.jpg'
	bench 0 --html odd.html 'a<b>&"c.jpg' pictures && python3 page.py odd.html >>err 2>&1 &&
		empty err && has odd.html 'a&lt;b&gt;&amp;&quot;c.jpg'
	ok '--html with an odd name'
	bench 0 --threads 2 --html threads.html pictures &&
		python3 page.py threads.html >>err 2>&1 && empty err && has threads.html '1 thread'
	ok '--html --threads'
	if [ -n "$peers" ]; then
		bench 0 --compare --html peers.html pictures jpeg-440-17x9.jpg &&
			python3 page.py peers.html >>err 2>&1 && empty err
		ok '--html --compare'
	else
		skip turbojpeg '--html --compare' 'there is no peer'
	fi
else
	skip python3 'JSON and the page' 'there is no python3'
fi

if "$CODECCTL" bench --seconds 0 --compare png-rgb8-13x11.png >out 2>err; then
	has out '^png-rgb8-13x11.png .* RGB .* = *'
	ok 'PNG is that of the peers'
else
	skip png-decoder 'PNG is that of the peers' "$(head -n 1 err)"
fi

echo "1..$n"
exit $failed
