/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Arguments of SvtAv1EncApp and of ffmpeg, a row each, and the lists of options that they
 * have within a value. What ffmpeg's encoders do with which option is in libx264.c,
 * libx265.c and libsvtav1.c of FFmpeg, and was tried with 5.1, whose libx264 and libx265
 * write into the stream what came of them; in which order SvtAv1EncApp looks at its own
 * options was tried with 1.4.1.
 */
#include "config.h"

#include <string.h>

#include "interop-options.h"
#include "test.h"

static const struct options_case svtav1[] = {
	{ SVTAV1, "--preset 8 --crf 35 -i in.y4m -b out.ivf",
	  "preset=8 crf=f64:4041800000000000" },
	{ SVTAV1, "--preset -1 --keyint -1 -i - --lookahead 40",
	  "preset=-1 keyint=-1 lookahead=40" },
	{ SVTAV1, "-q 30 -w 640 -h 360 -n 10 -c x.cfg -o rec.yuv",
	  "qp=30 width=640 height=360 frames=10 config=x.cfg" },
	{ SVTAV1, "--qp 20 -q 21 --no-progress 1 --progress 2 --lp 4 --pin 1 --ss 0 --errlog e --stat-file s",
	  "qp=21" },
	{ SVTAV1, "--qindex-offsets 0,-5,10 --chroma-qindex-offsets [0,1]",
	  "qindex-offsets=[0,-5,10] chroma-qindex-offsets=[0,1]" },
	{ SVTAV1, "--rc 1 --tbr 1000 --film-grain 8 --enable-tf 0",
	  "rc=1 tbr=1000 film-grain=8 enable-tf=0" },
	{ SVTAV1, "--svtav1-params qp=20:film-grain=3 --qp 50",
	  "qp=50 film-grain=3" },
	{ SVTAV1, "--qp 50 --svtav1-params qp=20:tune=0",
	  "qp=50 tune=0" },
	{ SVTAV1, "--preset 8 --svtav1-params preset=12",
	  "preset=12" },
	{ SVTAV1, "--svtav1-params preset=12 --preset 8",
	  "preset=12" },
	{ SVTAV1, "--svtav1-params tune=0 --svtav1-params scd=1",
	  "scd=1" },
	{ SVTAV1, "--svtav1-params input=x:nothing=1:input-depth=10",
	  "input-depth=10 | nothing=1" },
	{ SVTAV1, "--preset=8 --help",
	  "| preset=8=true" },
	{ SVTAV1, "-lad 5 --lad",
	  "| lad=true" },
	{ SVTAV1, "-enc-mode 8 -preset 7",
	  "preset=7 | enc-mode=8" },
	{ SVTAV1, "--mystery 5 file --mystery2",
	  "| mystery=5 mystery2=true" },
	{ SVTAV1, "--color-primaries bt709 --fps 30 --mastering-display G(1,2)",
	  "color-primaries=bt709 fps=30 mastering-display=G(1,2)" },
	{ SVTAV1, "--no-scd 5", "| no-scd=5" },
	{ SVTAV1, "--q 5 -help -x 2", "| q=5 x=2" },
	{ SVTAV1, "--enable_dlf 1",
	  "enable-dlf=1" },
};

static const struct options_case ffmpeg[] = {
	{ FFMPEG, "-i in.mkv -c:v libx264 -crf 20 -preset slow out.mp4",
	  "codec=libx264 crf=f64:4034000000000000 preset=slow" },
	{ FFMPEG, "-crf 30 -r 25 -i in.mkv -vcodec libx265 -crf 20 out.mp4",
	  "codec=libx265 crf=f64:4034000000000000" },
	{ FFMPEG, "-i a -c:v libx264 -b:v 2M -maxrate 2500k -bufsize 1Mi -g 250 -bf 2 -refs 4 o",
	  "codec=libx264 bitrate=2000 vbv-maxrate=2500 vbv-bufsize=1048 keyint=250 bframes=2 ref=4" },
	{ FFMPEG, "-i a -c:v libx265 -b:v 1500000 -threads 2 -i_qfactor 0.7 o",
	  "codec=libx265 bitrate=1500 frame-threads=2 ipratio=f64:3fe6666666666666" },
	{ FFMPEG, "-i a -c:v libsvtav1 -b:v 2M -g 240 -qmin 10 -preset 8 -la_depth 40 o",
	  "codec=libsvtav1 tbr=2000 g=240 min-qp=10 preset=8 lookahead=40" },
	{ FFMPEG, "-i a -c:v h264_nvenc -b:v 2M -g 60 -rc vbr -cq 19 o",
	  "codec=h264_nvenc b=2000000 g=60 | rc=vbr cq=19" },
	{ FFMPEG, "-i a -c:v libx264 -x264-params keyint=60:crf=18:no-cabac=1 -g 250 -crf 23 o",
	  "codec=libx264 keyint=60 crf=f64:4037000000000000 cabac=false" },
	{ FFMPEG, "-i a -g 250 -x264-params keyint=60 -c:v libx264 o",
	  "keyint=60 codec=libx264" },
	{ FFMPEG, "-i a -c:v libx264 -x264-params crf=1 -x264opts crf=2:qp=3 o",
	  "codec=libx264 crf=f64:3ff0000000000000 qp=3" },
	{ FFMPEG, "-i a -c:v libx264 -x264opts nocabac:8x8dct:scenecut o",
	  "codec=libx264 cabac=false 8x8dct=true scenecut=1" },
	{ FFMPEG, "-i a -x264-params keyint=1:qp=2 -x264-params me=umh o",
	  "me=umh" },
	{ FFMPEG, "-i a -x264-params preset=fast:keyint_min=5:weightp=2:threads=1:log=1 -preset slow o",
	  "preset=slow min-keyint=5 weightp=2 threads=1 | preset=fast" },
	{ FFMPEG, "-i a -x265-params no-sao=1:aq_mode=3:pools=4:hdr10=0 o",
	  "sao=false aq-mode=3 hdr10=false" },
	{ FFMPEG, "-i a -c:v libsvtav1 -svtav1-params tune=0:film-grain=8 -qp 30 o",
	  "codec=libsvtav1 qp=30 tune=0 film-grain=8" },
	{ FFMPEG, "-i a -c:v libx265 -x264-params crf=1 -crf 2 o",
	  "codec=libx265 crf=f64:4000000000000000 | x264-params=crf=1" },
	{ FFMPEG, "-i a -x264-params psy-rd=1\\:0.5:deblock='-1:-1':zones=0\\,5 o",
	  "psy-rd=1:0.5 deblock=-1:-1 zones=0,5" },
	{ FFMPEG, "-i a -c:v:0 libx264 -crf:v 1 -qp:0 5 -preset:V fast -tune:v:0 film -crf:a 9 -b:a 128k o",
	  "codec=libx264 crf=f64:3ff0000000000000 qp=5 preset=fast tune=film" },
	{ FFMPEG, "-i a -crf:p:1 5 -qp:i:0x100 6 -level:m:key 4 -b:# 1 o",
	  "| crf:p:1=5 qp:i:0x100=6 level:m:key=4 b:#=1" },
	{ FFMPEG, "-i a -foo:v 1 -foo:a 2 -bar:u 3 o",
	  "| foo=1 bar:u=3" },
	{ FFMPEG, "-y -nostdin -hide_banner -loglevel error -i a -map -0:a -an -sn -metadata title=x -movflags +faststart -f mp4 -pix_fmt yuv420p10le -r 25 -s 640x360 -aspect 16:9 o",
	  "pix_fmt=yuv420p10le r=25 s=640x360 aspect=16:9" },
	{ FFMPEG, "-i a -c:v libx264 -psy 0 -weightb true -aud yes -mbtree off -8x8dct auto -b-pyramid strict -aq-mode variance -crf_max 30 -sc_threshold 0 o",
	  "codec=libx264 psy=false weightb=true aud=true mbtree=false 8x8dct=auto b-pyramid=strict aq-mode=variance crf-max=f64:403e000000000000 scenecut=0" },
	{ FFMPEG, "-i a -crf 1 one -crf 2 two",
	  "crf=f64:3ff0000000000000" },
	{ FFMPEG, "-i a -c:v libx264 -b:v 0.5M -maxrate 1.0005k -bufsize junk o",
	  "codec=libx264 bitrate=500 maxrate=1.0005k bufsize=junk" },
	{ FFMPEG, "-i a -vf scale=1:2 -af volume=2 -filter:v crop -filter:a x -q:v 3 -qscale:v 4 o",
	  "filter=crop qscale=f64:4010000000000000" },
	{ FFMPEG, "-i a -frames:v 10 -vframes 20 -vsync cfr -pass 1 -passlogfile log -vtag hvc1 -ss 5 -t 10 o",
	  "frames=20 vsync=cfr pass=1 ss=5 t=10" },
	{ FFMPEG, "-filter_complex [0]null -vsync 0 -t 9 -i a o",
	  "filter_complex=[0]null vsync=0" },
	{ FFMPEG, "-i a -autoscale 0 o",
	  "autoscale=false" },
	{ FFMPEG, "-i a -autoscale o",
	  "autoscale=true" },
	{ FFMPEG, "-i a -noautoscale 0", "autoscale=false" },
	{ FFMPEG, "-i a -noautoscale -nobitexact -force_fps o",
	  "autoscale=false bitexact=false force_fps=true" },
	{ FFMPEG, "-i a -nothing 5 -nocrf 6 o",
	  "| nothing=5 nocrf=6" },
	{ FFMPEG, "-i a -foo -1 -bar -.5 -baz -crf 3 o",
	  "crf=f64:4008000000000000 | foo=-1 bar=-.5 baz=true" },
	{ FFMPEG, "-i a -g -1 -strict -2 o",
	  "g=-1 strict=-2" },
	{ FFMPEG, "-c:v libx264 -crf 20",
	  "codec=libx264 crf=f64:4034000000000000" },
	{ FFMPEG, "-i a -c:v libx264 -crf 20 -",
	  "codec=libx264 crf=f64:4034000000000000" },
	{ FFMPEG, "-i a -crf 5 -- -out -crf 6",
	  "crf=f64:4014000000000000" },
	{ FFMPEG, "-i a -crf 5 o -crf 6 -qp 7",
	  "crf=f64:4014000000000000" },
	{ FFMPEG, "-i a -i b -c copy -c:a aac o",
	  "codec=copy" },
	{ FFMPEG, "-i a -c:v libx264rgb -g 1 o",
	  "codec=libx264rgb keyint=1" },
	{ FFMPEG, "-i a -c:v libx264 -x264-params bitrate=5:qp=6:qpmin=7 -b:v 1M -qp 2 -qmin 3 o",
	  "codec=libx264 bitrate=5 qp=6 qpmin=7" },
	{ FFMPEG, "-i a -c:v libx264 -crf_max 40 -x264-params crf-max=30:vbv-maxrate=3 -maxrate 1M -bufsize 2M o",
	  "codec=libx264 crf-max=f64:4044000000000000 vbv-maxrate=1000 vbv-bufsize=2000" },
	{ FFMPEG, "-i a -c:v libx264 -maxrate 1M -x264opts vbv-maxrate=3:vbv-bufsize=4 o",
	  "codec=libx264 vbv-maxrate=3 vbv-bufsize=4" },
	{ FFMPEG, "-i a -c:v libx264 -bufsize 1M -x264opts vbv-maxrate=3:vbv-bufsize=4 o",
	  "codec=libx264 vbv-bufsize=4 vbv-maxrate=3" },
	{ FFMPEG, "-i a -c:v libx265 -crf 1 -maxrate 1M -bufsize 1M -x265-params crf=2:vbv-maxrate=3:vbv-bufsize=4 o",
	  "codec=libx265 crf=f64:4000000000000000 vbv-maxrate=3 vbv-bufsize=4" },
	{ FFMPEG, "-i a -c:v libsvtav1 -crf 1 -svtav1-params crf=2 o",
	  "codec=libsvtav1 crf=f64:4000000000000000" },
	{ FFMPEG, "-i a -c:v libx264 -g -1 -bf -1 -b:v -5 -chromaoffset -2 -crf:p:1 4 -x264-params crf=2 o",
	  "codec=libx264 g=-1 bf=-1 b=-5 chroma-qp-offset=-2 crf=f64:4000000000000000 | crf:p:1=4" },
	{ FFMPEG, "-i a -crf: 5 -qp::v 1 o", "crf=f64:4014000000000000 | qp::v=1" },
	{ FFMPEG, "-i a -x264_params qp=1 -CRF 5 o",
	  "qp=1 | CRF=5" },
};

START_TEST(test_svtav1)
{
	options_check(&svtav1[_i]);
}
END_TEST

START_TEST(test_ffmpeg)
{
	options_check(&ffmpeg[_i]);
}
END_TEST

/* Which of several outputs. */
START_TEST(test_outputs)
{
	static const char args[] = "-i a -qp 1 one -qp 2 -vsync 0 two -i b -qp 3 -an three -qp 4";
	static const char *const want[] = { "qp=1 vsync=0", "qp=2 vsync=0", "vsync=0 qp=3" };
	uint32_t i;

	for (i = 0; i < 3; i++) {
		options_reset();
		options.output = i;
		ck_assert_int_eq(options_parse(FFMPEG, args), PEL_OK);
		ck_assert_str_eq(options_text(), want[i]);
	}
	options.output = 3;
	ck_assert_int_eq(options_parse(FFMPEG, args), PEL_ERR_ABSENT);
	ck_assert_uint_eq(options.bad_arg, LIBCODEC_PEL_OPTIONS_NO_ARG);
	ck_assert_uint_eq(options.nb_params, 0);
	options.output = 1;
	ck_assert_int_eq(options_parse(FFMPEG, "-i a -crf 1"), PEL_ERR_ABSENT);
	options.output = 0;
	ck_assert_int_eq(options_parse(FFMPEG, ""), PEL_OK);
	ck_assert_str_eq(options_text(), "");
	options.output = 1;
	ck_assert_int_eq(options_parse(FFMPEG, "-i a -- -one -crf 5 -qp 1 -- -two"), PEL_OK);
	ck_assert_str_eq(options_text(), "crf=f64:4014000000000000 qp=1");
	/* Others don't look at it. */
	options.output = 9;
	ck_assert_int_eq(options_parse(X264, "--qp 1"), PEL_OK);
}
END_TEST

/* --- values with quotes and escapes --- */

/* By av_get_token() of FFmpeg's libavutil. */
static const struct {
	const char *list;
	const char *want;
} tokens[] = {
	{ "me=' a : b '", "me= a : b " },
	{ "me=  umh \t", "me=umh" },
	{ " me =\numh\r:qp= 5 ", "me=umh qp=5" },
	{ "me=a\\ ", "me=a " },
	{ "me=a ''", "me=a " },
	{ "me=a\\\\b", "me=a\\b" },
	{ "me='a\\b'", "me=a\\b" },
	{ "me=a'b'c'd:e'", "me=abcd:e" },
	{ "me=''' a", "me= a" },
	{ "me=a\\", "me=a\\" },
	{ "me='open:qp=5", "me=open:qp=5" },
	{ "me=a=b=c", "me=a=b=c" },
	{ "a:b=c", "| a:b=c" },
	{ "qp=1::me=2", "qp=1 | :me=2" },
	{ "me=''", "me=" },
	{ "cqm4='1,2':crop-rect=1\\,2", "cqm4=[1,2] crop-rect=1,2" },
	{ "qp='5'", "qp=5" },
	{ "qp=5:", "qp=5" },
};

static pel_result parse_list(const char *option, const char *list)
{
	const char *const argv[] = { "-i", "a", option, list, "o" };

	options_reset();
	return libcodec_pel_options_parse(FFMPEG, argv, 5, &options);
}

START_TEST(test_tokens)
{
	ck_assert_msg(parse_list("-x264-params", tokens[_i].list) == PEL_OK, "%s",
		      tokens[_i].list);
	ck_assert_str_eq(options_text(), tokens[_i].want);
}
END_TEST

/* --- what is no list --- */

static const char *const no_lists[][2] = {
	{ "-x264-params", "qp" },     { "-x264-params", "qp=5:crf" },
	{ "-x264-params", "=5" },     { "-x264-params", "qp=" },
	{ "-x264-params", "qp=:" },   { "-x264-params", ":" },
	{ "-x264-params", " =5" },    { "-x264-params", "q\\p=5" },
	{ "-x264-params", "q p=5" },  { "-x264-params", "qp=1::" },
	{ "-x264opts", "qp=1::me=2" }, { "-x264opts", "=1" },
	{ "-x264opts", ":" },	      { "-svtav1-params", "qp" },
	{ "-x264-params", "me=\xff" }, { "-x264-params", "me='\xff'" },
};

START_TEST(test_no_lists)
{
	ck_assert_msg(parse_list(no_lists[_i][0], no_lists[_i][1]) == PEL_ERR_INVALID, "%s",
		      no_lists[_i][1]);
	ck_assert_uint_eq(options.bad_arg, 2);
}
END_TEST

static const struct {
	enum libcodec_pel_encoder encoder;
	const char *args;
	uint32_t bad;
} wrong[] = {
	{ SVTAV1, "--preset", 0 },
	{ SVTAV1, "-i", 0 },
	{ SVTAV1, "-i a --keyint 5 --crf", 4 },
	{ SVTAV1, "--preset 5 --svtav1-params qp --qp 5", 2 },
	{ SVTAV1, "--svtav1-params qp=", 0 },
	{ SVTAV1, "--svtav1-params =5", 0 },
	{ SVTAV1, "--svtav1-params qp=5::tune=1", 0 },
	{ SVTAV1, "--", 0 },
	{ FFMPEG, "-i", 0 },
	{ FFMPEG, "-i a -crf", 2 },
	{ FFMPEG, "-i a o -map", 3 },
	{ FFMPEG, "-i a -fo\xc3o 1 o", 2 },
	{ FFMPEG, "-i a -x264-params qp o -x264-params qp=1 p", 2 },
};

START_TEST(test_wrong)
{
	options_reset();
	ck_assert_msg(options_parse(wrong[_i].encoder, wrong[_i].args) == PEL_ERR_INVALID, "%s",
		      wrong[_i].args);
	ck_assert_msg(options.bad_arg == wrong[_i].bad, "%s: %u", wrong[_i].args,
		      options.bad_arg);
}
END_TEST

/* A list that another replaces, or that is for another output, is not looked at. */
START_TEST(test_unused_lists)
{
	options_reset();
	ck_assert_int_eq(options_parse(FFMPEG, "-i a -x264-params qp -x264-params qp=1 o"),
			 PEL_OK);
	ck_assert_str_eq(options_text(), "qp=1");
	ck_assert_int_eq(options_parse(FFMPEG, "-i a -qp 2 o -x264-params qp p"), PEL_OK);
	ck_assert_str_eq(options_text(), "qp=2");
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-options-lists");
	TCase *tc = tcase_create("encoders");

	tcase_add_loop_test(tc, test_svtav1, 0, sizeof(svtav1) / sizeof(svtav1[0]));
	tcase_add_loop_test(tc, test_ffmpeg, 0, sizeof(ffmpeg) / sizeof(ffmpeg[0]));
	tcase_add_test(tc, test_outputs);
	suite_add_tcase(s, tc);

	tc = tcase_create("lists");
	tcase_add_loop_test(tc, test_tokens, 0, sizeof(tokens) / sizeof(tokens[0]));
	tcase_add_loop_test(tc, test_no_lists, 0, sizeof(no_lists) / sizeof(no_lists[0]));
	tcase_add_loop_test(tc, test_wrong, 0, sizeof(wrong) / sizeof(wrong[0]));
	tcase_add_test(tc, test_unused_lists);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-options-lists", make_suite);
}
