#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# codecctl as a script sees it: outputs, error lines to the letter, exit codes, JSON.
# Prints TAP.

set -u

# shellcheck source=tests/codecctl-tap.sh
. "${top_srcdir:-.}/tests/codecctl-tap.sh"

cp "$data"/*.jpg "$data"/*.png "$data"/not-a-picture.txt "$dir" && cd "$dir" || exit 99

size()
{
	[ "$(wc -c <"$1")" -eq "$2" ]
}

# head_is FILE TEXT: the file begins with the text and a newline.
head_is()
{
	printf '%s\n' "$2" >want
	head -c "$(wc -c <want)" "$1" | cmp -s - want
}

# Usage

run 0 --version && has out '^codecctl [0-9]' && empty err
ok 'version'
run 0 --help && has out '^usage: codecctl' && empty err
ok 'help as an option'
run 2 && has err '^usage: codecctl' && empty out
ok 'no command'
run 2 frobnicate && stderr 'codecctl: frobnicate is no command; see "codecctl help"'
ok 'an unknown command'
run 2 --frobnicate info &&
	stderr 'codecctl: --frobnicate is no option; see "codecctl help"'
ok 'an unknown global option'
run 2 --log loud info &&
	stderr 'codecctl: --log takes none, error, warning, info or debug'
ok 'an unknown log level'
for command in info identify decode monitor; do
	run 0 help $command && has out "^usage: codecctl $command" && empty err
	ok "help $command"
	run 2 $command --frobnicate demo.jpg && empty out && stderr \
		"codecctl: $command: --frobnicate is no option; see \"codecctl help $command\""
	ok "$command with an unknown option"
done
run 2 help frobnicate
ok 'help of an unknown command'
run 2 decode && stderr 'codecctl: decode: no file given; see "codecctl help decode"'
ok 'decode without a file'
run 2 decode --dtype && stderr \
	'codecctl: decode: --dtype needs a value; see "codecctl help decode"'
ok 'an option without its value'
run 2 decode --json=yes demo.jpg && stderr \
	'codecctl: decode: --json=yes takes no value; see "codecctl help decode"'
ok 'an option with a value too many'
for wrong in '--format bgr' '--dtype u7' '--dct slow' '--memory paper' \
	'--stride-align 48' '--stride-align 8192' '--threads 0' '--repeat 0' \
	'--repeat 1x' '--repeat -1' '-o out.bmp' '-o out' '--dtype f32 -o out.png' \
	'--dtype u16 -o out.y4m' '--json -o -' '--hash -o -' '--accept all' '--accept partial,' \
	'--accept ,checksums' '--accept=' '--all -o out.png' '--all -o out.ppm'; do
	# shellcheck disable=SC2086 # they are words
	run 2 decode $wrong demo.jpg && empty out && [ "$(wc -l <err)" -eq 1 ]
	ok "decode $wrong is wrong usage"
done

# info

run 0 info && has out '^cpu  *cpu  *ready' && empty err
ok 'info lists the cpu plugin'
run 0 info -v && has out '^    manifest ' && has out 'LIBCODEC_BACKEND_PATH=' && empty err
ok 'info -v has manifests and the environment'
run 0 info --why cpu && has out '^    state  *usable' && empty err &&
	has out '^    search  *.*/50-cpu.conf: cpu is /'
ok 'info --why of a usable plugin'
run 3 info --why frobnicate && empty out &&
	stderr 'codecctl: no such backend: frobnicate'
ok 'info --why of an unknown plugin'
mkdir -m 755 broken && printf '[Plugin]\nName=broken\n' >broken/50-broken.conf &&
	chmod 644 broken/50-broken.conf
run 0 --backend-path "$dir/broken" info && has out '^50-broken\|^broken' &&
	has out 'refused (manifest): .*50-broken.conf:1: '
ok 'info says why a plugin is refused'
run 3 --backend-path "$dir/broken" decode demo.jpg && empty out &&
	has err '^codecctl: demo.jpg: no backend: '
ok 'decode without a usable backend'

run 0 info -v && has out '^search: .*/stage/backends: looked into for manifests$' &&
	has out '^search: .*/50-cpu.conf: cpu is /' && has out '^log: loading plugin cpu: /'
ok 'info -v has the folders, the files and the decisions'
mkdir -m 755 search && cp "$top_builddir/stage/backends/"* search && chmod 644 search/* &&
	ln -s /dev/null search/60-gone.conf && echo hello >search/README &&
	printf '[Policy]\nDeny=cpu\nOrder=a,B\n' >policy && chmod 644 policy search/README
LIBCODEC_POLICY=$dir/policy run 0 --backend-path "$dir/search" info -v &&
	has out '^search: .*/search/60-gone.conf: masks ' &&
	has out '^search: .*/search/README: not called \*.conf, left alone$' &&
	has out '^    state  *denied: not used, says .*/policy:2$' &&
	has out '^search: .*/policy:3: '
ok 'info -v tells of masks, other files and the policy'
LIBCODEC_POLICY=$dir/policy run 3 --backend-path "$dir/search" decode demo.jpg && empty out &&
	has err '^codecctl: demo.jpg: no backend: '
ok 'decode where the policy denies all'
LIBCODEC_BACKENDS=-cpu run 0 info --why cpu && has out 'denied: not used, says LIBCODEC_BACKENDS'
ok 'info --why of a plugin that a filter leaves out'
mkdir -m 755 crash && cp "$top_builddir/stage/mocks/mock-crashes-in-constructor.so" crash &&
	cat >crash/60-mock.conf <<-EOF && chmod 644 crash/*
	[Plugin]
	Name=mock-crashes-in-constructor
	Library=mock-crashes-in-constructor.so
	Abi=1.0
	Family=image-decoder
	Band=hardware
	[Codec]
	Codec=jpeg
	EOF
cp search/cpu.so search/50-cpu.conf crash && chmod 644 crash/*
(ulimit -c 0; exec "$CODECCTL" --backend-path "$dir/crash" info -v) >out 2>err
[ $? -gt 2 ] && tail -n 1 out | grep -q '^log: loading plugin mock-crashes-in-constructor: '
ok 'info -v names last the plugin that crashes in its constructor'
mkdir -m 755 device && cp search/cpu.so search/50-cpu.conf device &&
	sed 's/^\[Codec\]/[Match]\nSubsystem=no-such-subsystem\n&/' crash/60-mock.conf \
		>device/60-mock.conf && cp crash/*.so device && chmod 644 device/*
run 0 --backend-path "$dir/device" info && has out '^mock-crashes.* known .* no device here'
ok 'a plugin without its device is not loaded'
run 3 --backend-path "$dir/device" decode --backend mock-crashes-in-constructor demo.jpg &&
	stderr "codecctl: demo.jpg: no backend: backend mock-crashes-in-constructor has no device here"
ok 'decode says that the backend has no device'
run 3 decode --device /dev/null demo.jpg &&
	stderr 'codecctl: demo.jpg: no backend: no backend on device /dev/null decodes JPEG'
ok 'decode on a device that decodes nothing'

# monitor

run 0 monitor --seconds 1 && empty out && empty err
ok 'monitor of nothing'
run 2 monitor --count 0 && empty out && has err '^codecctl: monitor: --count takes'
ok 'monitor --count takes a number'
run 2 monitor --hotplug maybe && empty out && has err '^codecctl: monitor: --hotplug takes'
ok 'monitor --hotplug takes a word'
run 2 monitor file && empty out && has err '^codecctl: monitor: file: takes no files'
ok 'monitor takes no files'

# identify

run 0 identify demo.jpg && has out '^demo.jpg: JPEG baseline 4:2:0, 640x480, ' &&
	empty err
ok 'identify'
run 0 identify jpeg-orientation-5-mm.jpg && has out \
	'^  orientation: 5, mirror left and right, then rotate by 270 degrees clockwise$'
ok 'identify tells the orientation'
run 0 identify jpeg-sof9-arithmetic.jpg && has out '^  backends that would take it: none$' &&
	has out '^    cpu  *passed over: process'
ok 'identify tells why a backend would not take it'
run 1 identify not-a-picture.txt demo.jpg && has out '^demo.jpg: ' &&
	stderr 'codecctl: not-a-picture.txt: unsupported: neither a JPEG nor a PNG'
ok 'identify goes on after a failure'
"$CODECCTL" identify --exif jpeg-orientation-6-mm-long.jpg >out 2>err
status=$?
if [ $status -eq 2 ] && has err 'built without libexif'; then
	skip libexif 'identify --exif' 'codecctl was built without libexif'
else
	[ $status -eq 0 ] && has out 'Orientation  *Right-top'
	ok 'identify --exif'
fi

run 0 identify demo.jpg && has out '^  JFIF: 1.01, pixel aspect ratio 1:1$' &&
	! has out 'Adobe\|ICC\|gAMA\|cHRM\|sRGB\|cICP\|^  more: '
ok 'identify tells of JFIF, and not of what is not there'
run 0 identify jpeg-444-adobe-rgb.jpg && has out '^  Adobe: transform 0, RGB or CMYK$'
ok 'identify tells of Adobe'
run 0 identify png-rgb8-split-idat-srgb.png && has out '^  gamma (gAMA): 0.45455$' &&
	has out '^  sRGB: rendering intent 0, perceptual$' && ! has out JFIF
ok 'identify tells of gAMA and sRGB'
run 0 identify png-rgb8-exif-3-after-idat.png && has out '^  orientation: none given$' &&
	run 0 identify --exif-anywhere png-rgb8-exif-3-after-idat.png &&
	has out '^  orientation: 3, rotate by 180 degrees clockwise$'
ok 'identify --exif-anywhere'
(cat demo.jpg && echo between && cat demo.jpg demo.jpg) >three.jpg
run 0 identify three.jpg &&
	has out "^  more: 2 further pictures, the first at byte $(($(wc -c <demo.jpg) + 8))\$"
ok 'identify tells of further pictures'
run 0 identify --json three.jpg && has out '"pictures": 3,$' && has out '"gamma": null,$' &&
	has out '"version": "1.01",$' && has out '"range": "full"$'
ok 'identify --json has colour and pictures'

# decode: outputs

run 0 decode demo.jpg && has out '^demo.jpg: 640x480 NV12 u8 by cpu, [0-9.]* ms$' &&
	empty err
ok 'decode prints a line'
run 0 decode demo.jpg -o demo.yuv && empty out && empty err && size demo.yuv 460800
ok 'yuv: NV12'
run 0 decode jpeg-420-17x9.jpg -o odd.yuv && size odd.yuv $((17 * 9 + 18 * 5))
ok 'yuv: NV12 of odd size'
run 0 decode --stride-align 256 jpeg-420-17x9.jpg -o aligned.yuv &&
	cmp -s odd.yuv aligned.yuv
ok 'yuv: the stride is not in the file'
run 0 decode jpeg-422-17x9.jpg -o 422.yuv && size 422.yuv $((17 * 9 + 18 * 9))
ok 'yuv: NV16'
run 0 decode jpeg-444-17x9.jpg -o 444.yuv && size 444.yuv $((17 * 9 * 3))
ok 'yuv: NV24'
run 0 decode jpeg-grey-19x11.jpg -o grey.yuv && size grey.yuv $((19 * 11))
ok 'yuv: GREY'

# y4m NAME FILE CHROMA BYTES
y4m()
{
	header="YUV4MPEG2 W$4 H$5 F25:1 Ip A1:1 $3 XCOLORRANGE=FULL"
	run 0 decode "$2" -o out.y4m && head_is out.y4m "$header" &&
		size out.y4m $((${#header} + 7 + $6))
	ok "y4m: $1"
}

y4m NV12 jpeg-420-17x9.jpg C420jpeg 17 9 $((17 * 9 + 2 * 9 * 5))
y4m NV16 jpeg-422-17x9.jpg C422 17 9 $((17 * 9 + 2 * 9 * 9))
y4m NV24 jpeg-444-17x9.jpg C444 17 9 $((17 * 9 * 3))
y4m GREY jpeg-grey-19x11.jpg Cmono 19 11 $((19 * 11))
y4m RGB jpeg-444-adobe-rgb.jpg C444 24 24 $((24 * 24 * 3))

# Luma stands alike in all of them.
run 0 decode jpeg-420-17x9.jpg -o out.pgm &&
	head_is out.pgm "$(printf 'P5\n17 9\n255')" &&
	run 0 decode jpeg-420-17x9.jpg -o out.y4m && tail -c 153 out.pgm >luma &&
	head -c 153 odd.yuv | cmp -s - luma &&
	tail -c 243 out.y4m | head -c 153 | cmp -s - luma
ok 'pgm, y4m and yuv have the same luma'

run 0 decode demo.jpg -o demo.ppm && head_is demo.ppm "$(printf 'P6\n640 480\n255')" &&
	size demo.ppm 921615
ok 'ppm'
for file in demo.jpg jpeg-444-17x9.jpg jpeg-422-17x9.jpg jpeg-420-17x9.jpg \
	jpeg-grey-19x11.jpg; do
	run 0 decode $file -o native.ppm && run 0 decode --format rgb $file -o rgb.ppm &&
		cmp -s native.ppm rgb.ppm
	ok "ppm: $file is the same by --format rgb"
done
run 0 decode jpeg-grey-19x11.jpg -o grey.ppm && size grey.ppm $((13 + 3 * 19 * 11))
ok 'ppm: GREY'

"$CODECCTL" decode demo.jpg -o demo.png >out 2>err
status=$?
if [ $status -eq 2 ] && has err 'built without libpng'; then
	skip libpng 'png' 'codecctl was built without libpng'
	have_png=no
else
	printf '\211PNG\r\n\032\n' >want
	[ $status -eq 0 ] && head -c 8 demo.png | cmp -s - want &&
		tail -c 8 demo.png | has - IEND
	ok 'png has its signature and its end'
	have_png=yes
fi
if [ $have_png = no ]; then
	skip libpng 'png decoded again' 'codecctl was built without libpng'
elif "$CODECCTL" decode demo.png -o again.ppm >out 2>err; then
	cmp -s demo.ppm again.ppm
	ok 'png decoded again has the pixels of the ppm'
elif has err 'no backend: '; then
	skip png-decoder 'png decoded again' 'no backend here decodes PNG'
else
	false
	ok 'png decoded again has the pixels of the ppm'
fi

# decode: several files, standard input and output

mkdir pictures
if [ $have_png = yes ]; then
	run 0 decode demo.jpg ./jpeg-420-17x9.jpg -o pictures && empty out && empty err &&
		cmp -s demo.png pictures/demo.png && [ -s pictures/jpeg-420-17x9.png ] &&
		[ "$(find pictures -type f | wc -l)" -eq 2 ]
	ok 'two files into a directory'
	run 1 decode jpeg-sof9-arithmetic.jpg demo.jpg -o pictures/ &&
		[ ! -e pictures/jpeg-sof9-arithmetic.png ]
	ok 'a failing file leaves nothing there'
	run 2 decode demo.jpg ./demo.jpg -o pictures && stderr \
		'codecctl: decode: two files would both become pictures/demo.png; see "codecctl help decode"'
	ok 'two files with one output'
fi
run 2 decode demo.jpg demo.jpg -o one.ppm && [ ! -e one.ppm ]
ok 'two files need a directory'
"$CODECCTL" decode - <demo.jpg >out 2>err && has out '^-: 640x480 '
ok 'standard input'
# shellcheck disable=SC2002 # a pipe is what is tested
cat demo.jpg | "$CODECCTL" decode -o piped.yuv - >out 2>err && cmp -s demo.yuv piped.yuv
ok 'a pipe'
run 0 decode -o - demo.jpg && cmp -s out demo.yuv && empty err
ok 'raw planes to standard output'
run 0 decode -o - -v jpeg-420-17x9.jpg && cmp -s out odd.yuv && has err '^    cpu  *done$'
ok 'with text on standard error'

# decode: Motion JPEG

# jpeg-no-dqt.jpg has a header that is refused, demo.jpg another size.
(echo junk && cat jpeg-420-17x9.jpg && printf '\r\n--boundary\r\n' &&
	cat jpeg-no-dqt.jpg jpeg-420-17x9.jpg && echo more junk && cat demo.jpg) >clip.mjpeg
bad_frame='codecctl: clip.mjpeg#2: corrupt: a quantisation table is missing'
run 1 decode clip.mjpeg && stderr "$bad_frame" && [ "$(wc -l <out)" -eq 3 ] &&
	has out '^clip.mjpeg#1: 17x9 ' && has out '^clip.mjpeg#3: 17x9 ' &&
	has out '^clip.mjpeg#4: 640x480 NV12 u8 by cpu, [0-9.]* ms$'
ok 'Motion JPEG: each frame has a line, a bad one an error'
cp clip.mjpeg clip.MJPG && run 1 decode clip.MJPG && has out '^clip.MJPG#4: '
ok 'Motion JPEG by its other suffix'
"$CODECCTL" decode --all - <clip.mjpeg >out 2>err
[ $? -eq 1 ] && has out '^-#4: 640x480 '
ok 'Motion JPEG on standard input'
run 0 decode --all demo.jpg three.jpg && has out '^demo.jpg#1: ' && has out '^three.jpg#3: ' &&
	run 0 decode three.jpg && has out '^three.jpg: ' && [ "$(wc -l <out)" -eq 1 ]
ok 'all pictures of a file, with --all only'
cp not-a-picture.txt text.mjpeg
run 1 decode text.mjpeg && empty out &&
	stderr 'codecctl: text.mjpeg: unsupported: there is no JPEG picture in it'
ok 'Motion JPEG without a picture'
run 2 decode clip.mjpeg -o clip.png && empty out && stderr \
	'codecctl: decode: clip.png: all frames of clip.mjpeg need a directory, or one file that ends in .y4m or .yuv; see "codecctl help decode"'
ok 'Motion JPEG into one PNG is wrong usage'
run 1 decode clip.mjpeg -o clip.yuv && stderr "$bad_frame" &&
	cat odd.yuv odd.yuv demo.yuv | cmp -s - clip.yuv
ok 'Motion JPEG into one yuv'
run 1 decode clip.mjpeg -o - && stderr "$bad_frame" && cmp -s out clip.yuv
ok 'Motion JPEG to standard output'
run 0 decode jpeg-420-17x9.jpg -o one.y4m && tail -n +2 one.y4m | cat one.y4m - >want.y4m &&
	run 1 decode clip.mjpeg -o clip.y4m && cmp -s want.y4m clip.y4m && stderr "$bad_frame" \
	'codecctl: clip.mjpeg#4: output: clip.y4m: a frame of 640x480 NV12 among those of 17x9 NV12'
ok 'Motion JPEG into one y4m, without a frame of another size'
cat jpeg-no-dqt.jpg jpeg-no-dqt.jpg >bad.mjpeg && echo precious >kept.y4m
run 1 decode bad.mjpeg -o kept.y4m && head_is kept.y4m precious && [ "$(wc -l <err)" -eq 2 ]
ok 'Motion JPEG without a good frame leaves the old output'
(ulimit -f 100 && run 1 decode --all three.jpg -o kept.y4m) && head_is kept.y4m precious &&
	stderr 'codecctl: three.jpg#1: output: kept.y4m: File too large' &&
	[ -z "$(find . -name '.codecctl*')" ]
ok 'Motion JPEG: a failing write is told once and leaves the old output'
cp clip.mjpeg clip.y4m && run 1 decode --all clip.y4m -o clip.y4m &&
	cmp -s clip.mjpeg clip.y4m && has err ': output: clip.y4m: is the input itself$'
ok 'Motion JPEG is not overwritten itself'
if [ $have_png = yes ]; then
	mkdir frames && run 1 decode clip.mjpeg demo.jpg -o frames && stderr "$bad_frame" &&
		[ "$(cd frames && echo *)" = \
			'clip-000001.png clip-000003.png clip-000004.png demo.png' ] &&
		cmp -s frames/demo.png frames/clip-000004.png
	ok 'Motion JPEG into a directory'
	cp demo.jpg clip-000002.jpg && run 2 decode clip.mjpeg clip-000002.jpg -o frames && stderr \
		'codecctl: decode: two files would both become frames/clip-000002.png; see "codecctl help decode"'
	ok 'a file that would be taken for a frame'
	cp demo.jpg clip-01.jpg && run 1 decode clip.mjpeg clip-01.jpg -o frames &&
		[ -s frames/clip-01.png ]
	ok 'a file that is only called like a frame'
	cp clip.mjpeg clip.mjpg && run 2 decode clip.mjpeg clip.mjpg -o frames
	ok 'two series with one output'
fi
run 1 decode --json clip.mjpeg && [ "$(grep -c '"file": "clip.mjpeg"' out)" -eq 4 ] &&
	has out '"frame": 4,$' && run 0 decode --json demo.jpg && has out '"frame": null,$'
ok 'Motion JPEG: decode --json has an object a frame'

# decode: files that are not overwritten, or not by half

cp demo.jpg self.ppm
run 1 decode self.ppm -o self.ppm && cmp -s demo.jpg self.ppm &&
	stderr 'codecctl: self.ppm: output: self.ppm: is the input itself'
ok 'the input is not overwritten'
echo precious >kept.ppm
run 1 decode jpeg-truncated.jpg -o kept.ppm && head_is kept.ppm precious
ok 'a failure leaves the old output'
(ulimit -f 100 && run 1 decode demo.jpg -o kept.ppm) && head_is kept.ppm precious &&
	stderr 'codecctl: demo.jpg: output: kept.ppm: File too large'
ok 'a failing write leaves the old output'
[ -z "$(find . -name '.codecctl*')" ]
ok 'no temporary file is left'
run 1 decode demo.jpg -o nowhere/x.ppm && stderr \
	'codecctl: demo.jpg: output: nowhere/x.ppm: No such file or directory'
ok 'a folder that is not there'
if [ -c /dev/full ]; then
	"$CODECCTL" decode demo.jpg >/dev/full 2>err
	[ $? -eq 1 ] && stderr \
		'codecctl: cannot write to standard output: No space left on device'
	ok 'a full disk behind standard output'
	run 1 decode demo.jpg -o /dev/full && stderr \
		'codecctl: demo.jpg: output: /dev/full: No space left on device'
	ok 'a full disk behind the output'
else
	skip dev-full 'full disks' 'there is no /dev/full'
fi

# decode: what is printed

hash=
"$CODECCTL" decode --hash demo.jpg >out 2>err
status=$?
if [ $status -eq 2 ] && has err 'built without libmd'; then
	skip libmd '--hash' 'codecctl was built without libmd'
else
	hash=$(cut -d' ' -f1 out)
	[ $status -eq 0 ] && [ ${#hash} -eq 64 ] && has out '^[0-9a-f]*  demo.jpg$'
	ok '--hash'
	run 0 decode --hash --repeat 3 --stride-align 512 jpeg-420-17x9.jpg demo.jpg &&
		has out "^$hash  demo.jpg$"
	ok '--hash does not depend on strides, repeats and other files'
	if command -v sha256sum >/dev/null; then
		[ "$(sha256sum <demo.yuv | cut -d' ' -f1)" = "$hash" ]
		ok '--hash is that of the yuv'
	else
		skip sha256sum '--hash is that of the yuv' 'there is no sha256sum'
	fi
fi
if [ -n "$hash" ]; then
	run 1 decode --hash clip.mjpeg && stderr "$bad_frame" &&
		has out "^$hash  clip.mjpeg#4$" && [ "$(wc -l <out)" -eq 3 ]
	ok '--hash of Motion JPEG'
fi
run 0 decode --repeat 5 demo.jpg &&
	has out ', 5 times, min [0-9.]* ms, median [0-9.]* ms$' && empty err
ok '--repeat'
run 0 decode -v demo.jpg && has out '^    cpu  *done$' &&
	has out '^  in the image: NV12, u8, strides 640 640; by cpu' &&
	has out '^  consumed: [0-9]* of [0-9]* bytes$'
ok 'decode -v'
run 0 decode -v --dct fast demo.jpg && has out '; by cpu, fast DCT$' &&
	run 0 decode --json --dct fast demo.jpg && has out '"dct": "fast",$' &&
	run 0 decode --json demo.jpg && has out '"dct": "accurate",$'
ok 'decode --dct fast'
run 0 decode -v --memory host demo.jpg && has out '^  memory: host, no zero copy$' &&
	run 0 decode --json --memory host demo.jpg && has out '"memory": "host",$' &&
	has out '"zero_copy": false,$'
ok 'decode --memory host'
run 0 decode --json demo.jpg && has out '"memory": "\(host\|dmabuf\)",$'
ok 'decode --memory is auto without it'
# Not every machine has dma-bufs, nor lets everybody have them.
if "$CODECCTL" decode -v --memory dmabuf demo.jpg >out 2>err; then
	has out '^  memory: dmabuf, no zero copy$' &&
		run 0 decode --memory host -o host.yuv demo.jpg &&
		run 0 decode --memory dmabuf -o dmabuf.yuv demo.jpg && cmp -s host.yuv dmabuf.yuv
	ok 'decode --memory dmabuf'
else
	run 1 decode --memory dmabuf demo.jpg && [ "$(wc -l <err)" -eq 1 ] && has err \
		'^codecctl: demo.jpg: .*: no dma-buf can be allocated here; --log info tells why$' &&
		run 1 --log info decode --memory dmabuf demo.jpg && has err 'dma-bufs: .*/dev/udmabuf'
	ok 'decode --memory dmabuf where there is none'
fi
run 1 decode -v jpeg-sof9-arithmetic.jpg && has out '^    cpu  *passed over: process'
ok 'decode -v of a failure'
for file in jpeg-422-17x9.jpg jpeg-440-17x9.jpg; do
	run 0 decode --format rgb $file && has out ' RGB u8 by cpu'
	ok "--format rgb: $file"
done
run 0 decode --format rgb jpeg-441-9x37.jpg && has out ' NV12 u8 by cpu'
ok '--format rgb where the native format comes'
run 0 decode --format nv12 jpeg-444-17x9.jpg && has out ' NV12 u8 by cpu'
ok '--format nv12'
run 0 --trace trace.json decode demo.jpg && has trace.json codec.decode
ok '--trace'

# decode: what is not whole

partial='partial: [0-9]* of 48 rows are good$'
run 0 decode --accept partial jpeg-truncated.jpg && has out " ms; $partial" && empty err
ok '--accept partial'
run 0 decode --accept partial -v jpeg-truncated.jpg && has out "^  $partial" && empty err
ok '--accept partial -v'
run 0 decode --accept checksums,partial jpeg-truncated.jpg -o out.yuv && empty out &&
	has err "^jpeg-truncated.jpg: .*; $partial" && size out.yuv $((64 * 48 * 3 / 2))
ok '--accept partial is told with -o, too'
run 0 decode --accept partial --json jpeg-truncated.jpg demo.jpg && empty err &&
	has out '"partial": true,$' && has out '"good_rows": 480,$' &&
	has out '"partial": false,$' && has out '"unrefined": false,$'
ok '--accept partial --json'
run 0 decode --accept partial demo.jpg && has out ' [0-9.]* ms$'
ok '--accept partial of a whole picture'
run 1 decode --accept checksums jpeg-truncated.jpg && has err ': truncated: '
ok '--accept checksums does not accept a truncated JPEG'
if "$CODECCTL" decode png-rgb8-13x11.png >out 2>err; then
	run 1 decode png-bad-idat-crc.png && has err ': corrupt: ' &&
		run 0 decode --accept checksums png-bad-idat-crc.png && empty err
	ok '--accept checksums'
	run 0 decode -v --exif-anywhere png-rgb8-exif-3-after-idat.png &&
		has out '^  orientation: 3, '
	ok 'decode --exif-anywhere'
elif has err 'no backend: '; then
	skip png-decoder '--accept checksums' 'no backend here decodes PNG'
else
	false
	ok 'a PNG'
fi

# decode: errors

printf '' >empty.jpg
run 1 decode . && empty out && stderr 'codecctl: .: input: is a directory'
ok 'a directory'
run 1 decode empty.jpg && empty out && stderr 'codecctl: empty.jpg: input: is empty'
ok 'an empty file'
run 1 decode missing.jpg && empty out &&
	stderr 'codecctl: missing.jpg: input: no such file'
ok 'a missing file'
cp demo.jpg secret.jpg && chmod 0 secret.jpg
# Root reads everything, so it becomes somebody else, who has to reach program and folder.
as_nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'
chmod 711 "$dir"
unprivileged_codecctl()
{
	$as_nobody "$CODECCTL" "$@"
}
if [ "$(id -u)" -ne 0 ]; then
	run 1 decode secret.jpg && stderr 'codecctl: secret.jpg: input: permission denied'
	ok 'an unreadable file'
elif ! command -v setpriv >/dev/null; then
	skip unprivileged 'an unreadable file' 'root reads everything, and there is no setpriv'
elif ! unprivileged_codecctl decode demo.jpg -v >out 2>err </dev/null; then
	skip unprivileged 'an unreadable file' \
		"root reads everything, and another user does not reach $CODECCTL"
else
	unprivileged_codecctl decode secret.jpg >out 2>err </dev/null
	[ $? -eq 1 ] && stderr 'codecctl: secret.jpg: input: permission denied'
	ok 'an unreadable file'
fi
run 1 decode not-a-picture.txt && empty out &&
	stderr 'codecctl: not-a-picture.txt: unsupported: neither a JPEG nor a PNG'
ok 'a text file'
run 1 decode jpeg-sof9-arithmetic.jpg && empty out &&
	stderr 'codecctl: jpeg-sof9-arithmetic.jpg: unsupported: arithmetic-coded JPEG (SOF9 to SOF15)'
ok 'an arithmetic-coded JPEG'
run 1 decode jpeg-truncated.jpg && empty out && [ "$(wc -l <err)" -eq 1 ] &&
	has err '^codecctl: jpeg-truncated.jpg: truncated: '
ok 'a truncated JPEG'
run 1 decode jpeg-no-dqt.jpg && empty out && [ "$(wc -l <err)" -eq 1 ] &&
	has err '^codecctl: jpeg-no-dqt.jpg: corrupt: '
ok 'a corrupt JPEG'
# Within a gigabyte, if the program can start so (with AddressSanitizer it cannot).
# shellcheck disable=SC3045 # then the limit is left out
if (ulimit -v 1000000 && "$CODECCTL" --version && :) >/dev/null 2>&1; then
	limit='ulimit -v 1000000'
else
	limit=:
fi
($limit && run 1 decode jpeg-65535x65535-in-200-bytes.jpg) && empty out && stderr \
	'codecctl: jpeg-65535x65535-in-200-bytes.jpg: limit: 4294836225 pixels are over the limit of 268435456'
ok 'a hostile size'
run 1 decode jpeg-sof9-arithmetic.jpg demo.jpg && has out '^demo.jpg: ' &&
	[ "$(wc -l <err)" -eq 1 ]
ok 'the next file is decoded after a failure'
run 3 decode --backend frobnicate demo.jpg && empty out &&
	stderr 'codecctl: no such backend: frobnicate'
ok 'an unknown backend'
run 0 decode --backend cpu demo.jpg && has out ' by cpu'
ok 'a known backend'
run 3 decode --backend cpu --require-hardware demo.jpg && empty out
ok 'the CPU is no hardware'
"$CODECCTL" decode --require-hardware demo.jpg >out 2>err
case $? in
0) ! has out ' by cpu' ;;
3) empty out && has err '^codecctl: demo.jpg: no backend: ' ;;
*) false ;;
esac
ok '--require-hardware never falls back to the CPU'
newline=$(printf 'two\nlines.jpg')
run 1 decode "$newline" && stderr 'codecctl: two?lines.jpg: input: no such file'
ok 'a name with a newline stays one line'

# JSON

run 1 decode --json demo.jpg jpeg-sof9-arithmetic.jpg missing.jpg &&
	[ "$(wc -l <err)" -eq 2 ] &&
	has out '"format": "NV12"' && has out '"message": "arithmetic-coded JPEG (SOF9 to SOF15)"' &&
	[ "$(grep -c '"sha256": null' out)" -eq 3 ] &&
	[ "$(grep -c '"file": ' out)" -eq 3 ]
ok 'decode --json has failures too'
cp demo.jpg "$(printf 'bad\377"\t.jpg')"
if command -v python3 >/dev/null &&
	python3 -m json.tool </dev/null 2>&1 | grep -q Expect; then
	run 0 identify --json demo.jpg && python3 -m json.tool <out >/dev/null
	ok 'identify --json parses'
	run 0 info --json && python3 -m json.tool <out >/dev/null
	ok 'info --json parses'
	run 1 decode --json ./*.jpg && python3 -m json.tool <out >/dev/null
	ok 'decode --json parses, with odd names and failures'
else
	skip python3 'the JSON parses' 'there is no python3'
fi

echo "1..$n"
exit $failed
