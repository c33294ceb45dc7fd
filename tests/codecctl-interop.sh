#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# codecctl blob, telemetry and record: what they print of known blobs and records, and of what is
# none. Prints TAP.

set -u

if ! grep -q '^#define HAVE_INTEROP 1' "${top_builddir:-.}/config.h"; then
	echo "1..0 # SKIP libcodec-interop is not built"
	exit 0
fi
# shellcheck source=tests/codecctl-tap.sh
. "${top_srcdir:-.}/tests/codecctl-tap.sh"

top=$(cd "${top_srcdir:-.}" && pwd) || exit 99
cp "$top"/tests/fuzz/corpus/interop-blob/*.bin "$data/demo.jpg" "$dir" && cd "$dir" || exit 99
have_python=no
command -v python3 >/dev/null && python3 -c 'import json' 2>err && have_python=yes

for command in blob telemetry record; do
	run 0 help $command && has out "^usage: codecctl $command" && empty err
	ok "help $command"
done
run 2 blob && stderr 'codecctl: blob: no file given; see "codecctl help blob"'
ok 'blob without a file'
run 2 telemetry telemetry_maps.bin &&
	stderr 'codecctl: telemetry: say --blob: files are blobs; see "codecctl help telemetry"'
ok 'telemetry of nothing said'
run 2 record && has err 'say build, canonicalize, hash or verify'
ok 'record of nothing said'
run 2 record sign x && has err 'sign is none of'
ok 'record of an unknown kind'

# Blobs

run 0 blob header.bin && has out '^header.bin: ABI 1.4, 48 bytes, 0 sections$' &&
	has out '^  pts: 123456$' && has out '^  layout: 4:2:0, bit depth: 10$' &&
	has out '^  grid: 16x9 cells$' && has out '^  producer: PLRS (0x53524c50)$' && empty err
ok 'a header'
run 0 blob carrier.bin && has out ' 48 bytes in a carrier, '
ok 'a carrier'
"$CODECCTL" blob - <motion.bin >out 2>err && has out '^-: ABI 1.4, 104 bytes, 1 section$' &&
	has out '^  motion (0x10): 36 bytes at 64, minor 4$' &&
	has out '^    global_motion_y: -0.25$' && has out '^    block_size_log2: 3$'
ok 'standard input'
run 0 blob motion_1_3.bin && has out '^motion_1_3.bin: ABI 1.3,' &&
	has out '^    has_scene_cut: 1$' && ! has out block_size_log2
ok 'a section of an older writer ends where it ends'
run 0 blob telemetry_maps.bin && has out '^    codec: 2 (hevc)$' &&
	has out '^    qp_map: 8 elements: 120 124 128 132 116 120 124 204$' &&
	has out '^    bits_map: 8 elements: 900 1200 40 0 0 3100 77 5$' && ! has out avg_qp_norm
ok 'telemetry: what was reported, and its maps'
run 0 blob record.bin && has out '^    digest: ba7816bf8f01cfea4141' &&
	has out '^    locator: clip.encode-record.json$'
ok 'a digest and where the record is'
run 0 blob padding.bin && has out '^  banding (0x1): 24 bytes at 80' &&
	has out '^    global_banding_risk: 0.42$' && has out '^    texture_energy: 0.33$'
ok 'two sections'
run 0 blob qp_report.bin && has out '^    report_source: 1 (qsv)$' &&
	has out '^    qp_cells: 6 elements: 20 21 22 23 24 25$'
ok 'a QP report'
run 1 blob demo.jpg motion.bin && has err '^codecctl: demo.jpg: is no blob$' &&
	has out '^motion.bin: '
ok 'a file that is none, and one behind it'
: >empty
run 1 blob empty none && has err '^codecctl: empty: is empty$' && has err '^codecctl: none: '
ok 'an empty file, and none'
head -c 100 telemetry_maps.bin >cut.bin
run 1 blob cut.bin && has out '104 bytes at 64, minor 4: .*truncated'
ok 'a section that is cut off'
head -c 70 telemetry_maps.bin >cut.bin
run 1 blob cut.bin && has err 'cut.bin: 1 of 1 sections are cut off$'
ok 'a directory that is cut off'
{
	head -c 80 telemetry_maps.bin
	printf '\377\377\377\177'
} >hostile.bin
tail -c +85 telemetry_maps.bin >>hostile.bin
printf '\377\377\377\377' | dd of=hostile.bin bs=1 seek=160 conv=notrunc 2>/dev/null
run 0 blob hostile.bin && [ "$(wc -l <out)" -lt 60 ]
ok 'offsets that lead nowhere'

# Telemetry

run 0 telemetry --blob telemetry_frame.bin telemetry_rows.bin telemetry_odd.bin &&
	has out '^ DISPLAY  DECODE TYPE FLAG ' &&
	has out '^ *4 *1  P   - S  *1000  *30.00  *-  *41.500  0.98000  -$' &&
	has out '^ *0 *-  I   K S  *4625  *27.00  *27.00  *-  *-  1x5 of 64: bits$' &&
	has out '^ *16 *1  P   -R-  *-  *54.00 .*  3x1 of 64: QP modes$' && empty err
ok 'telemetry as a table'
run 1 telemetry --blob --json telemetry_frame.bin telemetry_rows.bin && empty out &&
	has err 'several codecs or adapters'
ok 'frames of several streams are no document'
run 1 telemetry --blob motion.bin telemetry_frame.bin &&
	has err 'motion.bin: the blob has no telemetry$' && has out ' 30.00 '
ok 'a blob without telemetry'
printf '\011' | dd of=telemetry_rows.bin bs=1 seek=180 conv=notrunc 2>/dev/null
run 1 telemetry --blob telemetry_rows.bin && has err 'contradicts itself or is out of range$'
ok 'a record that is none'

# Records

id=sha256:6d7233c7036e18b055f7861cd3c9f534093477b15efe8f58a80fecce4993c2ae
build() # the arguments that matter
{
	run 0 record build --encoder libx265 --encoder-version 4.1 --codec hevc \
		--input-digest $id --elapsed-ns 8123456789 --hardware vulkan \
		--device 'example GPU' --filter 'deband,libpelorus,0.3.0,range=16' -- "$@"
}
build --crf 24 --preset slow --b-adapt 2 --some-new-option 1 clip.y4m -o clip.hevc &&
	has out '"params":{"b-adapt":"2","crf":"f64:4038000000000000","preset":"slow"}' &&
	has out '"unknown_params":{"some-new-option":"1"}' && has out '"elapsed_ns":"8123456789"' &&
	has out '"name":"deband","params":{"range":"16"}' && ! has out clip && empty err
ok 'record build'
cp out record.json
run 0 record verify record.json && has out '^record.json: OK$'
ok 'record verify'
sed 's/slow/fast/' record.json >changed.json
run 1 record verify changed.json record.json &&
	has err '^codecctl: changed.json: .*the record was changed$' && has out '^record.json: OK$'
ok 'a record that was changed'
run 0 record hash record.json && has out '^sha256:[0-9a-f]\{64\}  record.json$'
ok 'record hash'
digest=$(cut -d ' ' -f 1 out)
run 0 record verify --digest "$digest" record.json && has out '^record.json: OK$'
ok 'record verify with its digest'
run 1 record verify --digest $id record.json
ok 'record verify with another digest'
run 2 record verify --digest sha256:12 record.json && has err '64 digits'
ok 'a digest that is none'
run 1 record verify --blob record.bin record.json && has err 'the record was changed'
ok 'record verify with the digest of a blob'
run 1 record verify --blob motion.bin record.json && has err 'names no encode record'
ok 'a blob that names no record'
sed 's/[,:{]"/&/g; s/,"/,\n "/g; s/":/" : /g' record.json >spaced.json
run 0 record canonicalize spaced.json && cmp -s out record.json
ok 'record canonicalize'
run 1 record canonicalize demo.jpg && empty out && has err 'is no encode record'
ok 'a record that is none'
run 2 record build --encoder x && has err 'build needs --encoder, '
ok 'record build without what it needs'
run 2 record build --encoder foo --encoder-version 1 --codec av1 --input-id a -- --crf 24 &&
	has err 'foo: whose arguments are they?'
ok 'arguments of an unknown encoder'
run 0 record build --encoder libx264 --arguments ffmpeg --encoder-version 164 --codec h264 \
	--input-id a -- -i in.mp4 -c:v libx264 -x264-params b_adapt=2 -crf 20 -y out.mp4 &&
	has out '"b-adapt":"2"' && has out '"crf":"f64:4034000000000000"' && ! has out 'in.mp4'
ok 'arguments of ffmpeg'
run 2 record build --encoder x265 --encoder-version 1 --codec hevc --input-id a clip.y4m &&
	has err 'stand behind "--"'
ok 'arguments without the dashes'
run 1 record build --encoder x --encoder-version 1 --codec hevc --input-digest sha256:0
ok 'a record that can not be built'

# JSON

if [ $have_python = yes ]; then
	cat >blob.py <<-'END'
		import json
		files = json.load(open("out"))
		assert [f["file"] for f in files] == ["telemetry_maps.bin", "record.bin", "demo.jpg"]
		section = files[0]["sections"][0]
		assert section["section"] == "enc_telemetry" and section["error"] is None
		fields = section["fields"]
		assert fields["bits_map"] == [900, 1200, 40, 0, 0, 3100, 77, 5]
		assert fields["codec"] == "hevc" and fields["avg_qp"] == 30
		assert abs(fields["ssim_y"] - 0.98) < 1e-7 and "avg_qp_norm" not in fields
		record = files[1]["sections"][0]["fields"]
		assert record["locator"] == "clip.encode-record.json" and len(record["digest"]) == 64
		assert files[2]["error"] == "is no blob" and "sections" not in files[2]
	END
	run 1 blob --json telemetry_maps.bin record.bin demo.jpg && python3 blob.py >>err 2>&1
	ok 'blobs as JSON'
	cat >telemetry.py <<-'END'
		import json
		doc = json.load(open("out"))
		assert doc["schema"] == "pelorus/enc-telemetry/1" and doc["codec"] == "hevc"
		assert len(doc["available"]) == 23 and doc["unavailable"] == []
		assert [f["granularity"] for f in doc["frames"]] == ["frame", "block"]
		assert doc["frames"][1]["qp_map"] == [30, 31, 32, 33, 29, 30, 31, 51]
		assert doc["frames"][0]["key_frame"] is False
	END
	run 0 telemetry --blob --json telemetry_frame.bin telemetry_maps.bin &&
		python3 telemetry.py >>err 2>&1 && empty err
	ok 'telemetry as JSON'
fi

echo "1..$n"
exit $failed
