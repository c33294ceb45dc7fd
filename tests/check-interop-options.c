/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Encoders' arguments, a row each: what x264 and x265 are given, which are getopt_long()'s,
 * and which spelling values have.
 */
#include "config.h"

#include <string.h>

#include "interop-options.h"
#include "test.h"

static const struct options_case x264[] = {
	{ X264, "",
	  "" },
	{ X264, "--crf 23 in.y4m -o out.mkv",
	  "crf=f64:4037000000000000" },
	{ X264, "--crf=23.5",
	  "crf=f64:4037800000000000" },
	{ X264, "--crf -12",
	  "crf=f64:c028000000000000" },
	{ X264, "--keyint 250 --min-keyint=25 -b 3 -r 4",
	  "keyint=250 min-keyint=25 bframes=3 ref=4" },
	{ X264, "-I 60 -i 6 -B 5000 -q 20 -p 2 -m 7 -t 2 -A all -f 1:-1",
	  "keyint=60 min-keyint=6 bitrate=5000 qp=20 pass=2 subme=7 trellis=2 partitions=all deblock=1:-1" },
	{ X264, "-q20 -b0 -Aall",
	  "qp=20 bframes=0 partitions=all" },
	{ X264, "-8w -8vwq20",
	  "8x8dct=true weightb=true qp=20" },
	{ X264, "-8 -w",
	  "8x8dct=true weightb=true" },
	{ X264, "--b-adapt 2 --b_adapt 1",
	  "b-adapt=1" },
	{ X264, "--b_adapt=2",
	  "b-adapt=2" },
	{ X264, "--ref 3 --frameref 5",
	  "ref=5" },
	{ X264, "--analyse p8x8 --qp-min 4 --subq 9 --me_range 24",
	  "partitions=p8x8 qpmin=4 subme=9 merange=24" },
	{ X264, "--qpmin 3 --qp_min 4 --qpmax 50 --qp-max 51 --ip-factor 1.25",
	  "qpmin=4 qpmax=51 ipratio=f64:3ff4000000000000" },
	{ X264, "--no-cabac --open-gop --no-mbtree --mbtree",
	  "cabac=false open-gop=true mbtree=true" },
	{ X264, "--scenecut 40 --no-scenecut",
	  "scenecut=0" },
	{ X264, "--no-b-adapt --no-deblock --no-asm",
	  "b-adapt=0 deblock=false asm=false" },
	{ X264, "--nf",
	  "deblock=false" },
	{ X264, "--nf --deblock -1:-1",
	  "deblock=-1:-1" },
	{ X264, "--deblock -1:-1 --filter 0:0 --no-deblock",
	  "deblock=false" },
	{ X264, "--tff",
	  "interlaced=tff" },
	{ X264, "--tff --bff",
	  "interlaced=bff" },
	{ X264, "--bff --interlaced",
	  "interlaced=tff" },
	{ X264, "--bff --no-interlaced",
	  "interlaced=false" },
	{ X264, "--non-deterministic",
	  "deterministic=false" },
	{ X264, "--keyint infinite --sar 1:1 --fps 30000/1001",
	  "keyint=infinite sar=1:1 fps=30000/1001" },
	{ X264, "--level 4.1 --level-idc 41",
	  "level=41" },
	{ X264, "--preset slow --tune film,grain --profile high",
	  "preset=slow tune=film,grain profile=high" },
	{ X264, "--cqm4 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16",
	  "cqm4=[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]" },
	{ X264, "--cqm8 7",
	  "cqm8=[7]" },
	{ X264, "--cqm4i 1,,2",
	  "cqm4i=1,,2" },
	{ X264, "--cqm4i 1,2,",
	  "cqm4i=1,2," },
	{ X264, "--cqm4p +1,0x10",
	  "cqm4p=[1,16]" },
	{ X264, "--output out.264 --muxer raw --demuxer y4m --index i --stats s --dump-yuv d --stdin y4m --stdout raw",
	  "" },
	{ X264, "--quiet --verbose --no-progress --log-level debug --psnr --ssim -v",
	  "" },
	{ X264, "--no-psnr --crf 1",
	  "crf=f64:3ff0000000000000" },
	{ X264, "--frames 100 --seek 5 --threads 4 --vf crop:1,2,3,4",
	  "frames=100 seek=5 threads=4 video-filter=crop:1,2,3,4" },
	{ X264, "--video-filter a --vf b",
	  "video-filter=b" },
	{ X264, "--bogus 7 --crf 2",
	  "crf=f64:4000000000000000 | bogus=7" },
	{ X264, "--bogus --crf 2",
	  "crf=f64:4000000000000000 | bogus=true" },
	{ X264, "--bogus=-1 --no-bogus --bogus2",
	  "| bogus=-1 no-bogus=true bogus2=true" },
	{ X264, "--bogus 1 --bogus 2",
	  "| bogus=2" },
	{ X264, "--bogus=",
	  "| bogus=" },
	{ X264, "--tune=",
	  "tune=" },
	{ X264, "--keyi 5",
	  "| keyi=5" },
	{ X264, "--crf 1 -- --crf 2",
	  "crf=f64:3ff0000000000000" },
	{ X264, "- --crf 1 -",
	  "crf=f64:3ff0000000000000" },
	{ X264, "-z 5 -y",
	  "| z=5 y=true" },
	{ X264, "-z5",
	  "| z=5" },
	{ X264, "-8z -w",
	  "8x8dct=true weightb=true | z=true" },
	{ X264, "--cabac=0 --no-cabac=0",
	  "cabac=true" },
	{ X264, "--cabac=maybe",
	  "cabac=maybe" },
	{ X264, "--no-cabac=maybe",
	  "| no-cabac=maybe" },
	{ X264, "--tff=0",
	  "interlaced=false" },
	{ X264, "--nocabac",
	  "| nocabac=true" },
	{ X264, "--weightb x",
	  "weightb=true" },
};

static const struct options_case x265[] = {
	{ X265, "--crf 28 --preset slow -o out.hevc in.y4m",
	  "crf=f64:403c000000000000 preset=slow" },
	{ X265, "-p slow -t grain -P main10 -D 10 -F 3 -f 100 -s 32 -m 3 -w -I 48 -i 1 -b 8 -q 30",
	  "preset=slow tune=grain profile=main10 output-depth=10 frame-threads=3 frames=100 ctu=32 subme=3 weightp=true keyint=48 min-keyint=1 bframes=8 qp=30" },
	{ X265, "--no-sao --sao --no-wpp --no-open-gop",
	  "sao=true wpp=false open-gop=false" },
	{ X265, "--no-psy-rd --no-rdoq-level --no-scenecut --no-interlace --no-deblock",
	  "psy-rd=f64:0000000000000000 rdoq-level=0 scenecut=0 interlace=false deblock=false" },
	{ X265, "--psy-rd 2.0 --psy-rdoq 1e0 --qcomp .6",
	  "psy-rd=f64:4000000000000000 psy-rdoq=f64:3ff0000000000000 qcomp=f64:3fe3333333333333" },
	{ X265, "--cip --hdr --hdr-opt --no-hdr10 --level 5.1 --crop-rect 0,0,8,8 --frame-skip 3",
	  "constrained-intra=true hdr10=false hdr10-opt=true level-idc=5.1 display-window=0,0,8,8 seek=3" },
	{ X265, "--lft --crf 1",
	  "deblock=true crf=f64:3ff0000000000000" },
	{ X265, "--no-lft",
	  "deblock=false" },
	{ X265, "--hme-range 16,32,48 --hme-search umh,hex,star",
	  "hme-range=[16,32,48] hme-search=umh,hex,star" },
	{ X265, "--pools 4,- --numa-pools 2 --csv f --csv-log-level 2 --log-level full --recon r.yuv -r q --recon-depth 8 --y4m --no-progress --psnr --no-ssim",
	  "" },
	{ X265, "--b-adapt 2 --b_adapt 0 --bframe_bias 7",
	  "b-adapt=0 bframe-bias=7" },
	{ X265, "--cll --max-cll 1000,400",
	  "cll=true max-cll=1000,400" },
	{ X265, "--aq-mode=4 --slices=2",
	  "aq-mode=4 slices=2" },
	{ X265, "-w0",
	  "weightp=true | 0=true" },
	{ X265, "--unheard-of x --nosao",
	  "| unheard-of=x nosao=true" },
};

START_TEST(test_x264)
{
	options_check(&x264[_i]);
}
END_TEST

START_TEST(test_x265)
{
	options_check(&x265[_i]);
}
END_TEST

/* --- what is no list of arguments --- */

static const struct {
	enum libcodec_pel_encoder encoder;
	const char *args;
	uint32_t bad;
} wrong[] = {
	{ X264, "--crf", 0 },
	{ X264, "in --keyint 5 --qp", 3 },
	{ X264, "-q", 0 },
	{ X264, "in -8wq", 1 },
	{ X264, "--psnr --=x", 1 },
	{ X264, "--=", 0 },
	{ X264, "--a\"b 1", 0 },
	{ X264, "in --a\\b", 1 },
	{ X264, "--\x7f", 0 },
	{ X264, "--\xc3\xa4=1", 0 },
	{ X264, "-\xc3", 0 },
	{ X265, "--csv", 0 },
	{ X265, "--cip --tune", 1 },
	{ X265, "--crf 1 -P", 2 },
};

START_TEST(test_wrong)
{
	options_reset();
	ck_assert_msg(options_parse(wrong[_i].encoder, wrong[_i].args) == PEL_ERR_INVALID, "%s",
		      wrong[_i].args);
	ck_assert_msg(options.bad_arg == wrong[_i].bad, "%s: %u", wrong[_i].args,
		      options.bad_arg);
	ck_assert_uint_eq(options.nb_params, 0);
	ck_assert_uint_eq(options.nb_unknown_params, 0);
}
END_TEST

/* An argument may be empty, and a value may have spaces and whatever UTF-8 has. */
START_TEST(test_odd_bytes)
{
	static const char *const argv[] = { "",	       "--tune",
					    "a b\n\x01\xf0\x9f\x8e\x9e \xed\x9f\xbf",
					    "--level", "",
					    "--y",     "\xf4\x8f\xbf\xbf",
					    "--ref",   "4" };

	options_reset();
	ck_assert_int_eq(libcodec_pel_options_parse(X264, argv, 9, &options), PEL_OK);
	ck_assert_str_eq(options_text(), "tune=a b\n\x01\xf0\x9f\x8e\x9e \xed\x9f\xbf level= ref=4 | "
					 "y=\xf4\x8f\xbf\xbf");
	/* What need not be another text is used where it stands. */
	ck_assert_ptr_eq(options.params[0].values[0], argv[2]);
	ck_assert_ptr_eq(options.unknown_params[0].values[0], argv[6]);
	ck_assert_ptr_eq(options.params[2].values[0], argv[8]);
	ck_assert_uint_eq(options.text_size, 0);
}
END_TEST

/* The program's name is an argument, unless the caller says what it is. */
START_TEST(test_program)
{
	static const char *const argv[] = { "--crf", "--qp", "5", "--ref" };

	options_reset();
	options.flags = LIBCODEC_PEL_OPTIONS_PROGRAM;
	ck_assert_int_eq(libcodec_pel_options_parse(X264, argv, 3, &options), PEL_OK);
	ck_assert_str_eq(options_text(), "qp=5");
	ck_assert_int_eq(libcodec_pel_options_parse(X264, argv, 4, &options), PEL_ERR_INVALID);
	ck_assert_uint_eq(options.bad_arg, 3);
	ck_assert_int_eq(libcodec_pel_options_parse(X264, argv, 0, &options), PEL_OK);
	ck_assert_int_eq(libcodec_pel_options_parse(X264, argv, 1, &options), PEL_OK);
	ck_assert_uint_eq(options.nb_params, 0);
	options.flags = 0;
	ck_assert_int_eq(libcodec_pel_options_parse(X264, argv, 3, &options), PEL_OK);
	ck_assert_str_eq(options_text(), "crf=--qp");
}
END_TEST

static Suite *make_suite(void)
{
	Suite *s = suite_create("interop-options");
	TCase *tc = tcase_create("encoders");

	tcase_add_loop_test(tc, test_x264, 0, sizeof(x264) / sizeof(x264[0]));
	tcase_add_loop_test(tc, test_x265, 0, sizeof(x265) / sizeof(x265[0]));
	suite_add_tcase(s, tc);

	tc = tcase_create("arguments");
	tcase_add_loop_test(tc, test_wrong, 0, sizeof(wrong) / sizeof(wrong[0]));
	tcase_add_test(tc, test_odd_bytes);
	tcase_add_test(tc, test_program);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_main("interop-options", make_suite);
}
