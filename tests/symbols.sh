#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# What is exported, and how our shared objects are linked. Of each library the list of symbols,
# what is marked LC_EXPORT in the sources, the public headers and the built object agree, in
# names and versions; libcodec-interop needs the C library alone; a plugin exports its entry
# alone and wants nothing of ours. Each rule then runs over objects with one violation in each,
# which must be found.

set -u
src=${top_srcdir:-.}
build=${top_builddir:-.}
cc=${CC:-cc}
readelf=${READELF-readelf}
# What the build asks the linker for: of all shared objects, and of plugins besides.
so_flags=${SO_LDFLAGS-}
plugin_flags="$so_flags ${PLUGIN_LDFLAGS-}"
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
		[ -f "$tmp/log" ] && sed 's/^/# /' "$tmp/log"
		echo "not ok $n - $2"
		status=1
	fi
}

skip() { # name, why
	n=$((n + 1))
	echo "ok $n - $1 # SKIP $2"
}

same() { # file, file, name
	[ -s "$1" ] && [ -s "$2" ] && diff "$1" "$2" >"$tmp/log" 2>&1
	result $? "$3"
}

# "NAME@@VERSION" for all in a version script's global sections.
sym_names() {
	sed -e 's,/\*.*\*/,,' -e '/^\/\*/,/\*\//d' "$1" | awk '
		/{/ { version = $1 }
		/global:/ { on = 1; next }
		/local:|}/ { on = 0 }
		on && $1 ~ /^[A-Za-z_][A-Za-z0-9_]*;/ {
			sub(/;.*/, "", $1)
			print $1 "@@" version
		}' | sort
}

# Functions and arrays defined with LC_EXPORT, also where the type has a line of its own.
export_names() {
	find "$1" -name '*.c' -exec cat {} + | tr '\n' ' ' |
		sed 's/LC_EXPORT/\n&/g' |
		sed -n 's/^LC_EXPORT[^([]*[ *]\([a-z_0-9]*\)[([].*/\1/p' | sort
}

# What the headers declare, functions and arrays: at the line's start, or behind its type. A
# plugin's entry is what plugins define.
header_names() { # expression for names, header...
	names=$1
	shift
	cat "$@" |
		sed 's,/\*.*\*/,,; /\/\*/,/\*\//d; /^#/d; /^[[:space:]]/d; /^static /d; /^typedef /d' |
		sed -n -e "s/^[a-z].*[ *]\\($names\\)[([].*/\\1/p" -e "s/^\\($names\\)(.*/\\1/p" |
		grep -vx libcodec_plugin_entry | sort
}

# The headers of libcodec-interop that are installed.
interop_headers() {
	sed -n '/^pelorusinclude_HEADERS/,/[^\]$/s,^[[:space:]]*\(interop/[a-z_/]*\.h\).*,\1,p' \
		"$src/interop/local.mk" | sed "s,^,$src/,"
}

# What the tool says of a shared object, for the rules below.
look() {
	rm -f "$tmp/dynamic" "$tmp/segments" "$tmp/symbols"
	# Not every symbol has a name, and aarch64 has remarks in brackets.
	$readelf -W -d "$1" >"$tmp/dynamic" 2>"$tmp/log" &&
		$readelf -W -l "$1" >"$tmp/segments" 2>"$tmp/log" &&
		$readelf -W --dyn-syms "$1" >"$tmp/raw" 2>"$tmp/log" || return 1
	sed -e 's/\[[^]]*\]//g' -e 's/ ([0-9]*)$//' "$tmp/raw" |
		awk '$1 ~ /^[0-9]+:$/ && NF >= 8 { print $5, $7, $4, $8 }' >"$tmp/symbols"
	grep -q NEEDED "$tmp/dynamic" && grep -q LOAD "$tmp/segments" && [ -s "$tmp/symbols" ]
}

# The rules. Each prints what is wrong with the object that was looked at.

# A function has nothing behind its name: data in an ABI would freeze its size, so who is to
# export it is wanted as "NAME OBJECT". The linker's own symbol for a version is none of ours.
rule_exports() { # file with the names that are wanted
	awk '
		$1 == "LOCAL" || $2 == "UND" { next }
		{ name = $4; sub(/@.*/, "", name) }
		$2 == "ABS" && name ~ /^LIBCODEC_(INTEROP_)?[0-9.]*$/ { next }
		{ print $4 ($3 == "FUNC" ? "" : " " $3) }' "$tmp/symbols" | sort | diff "$1" -
}

rule_undefined() {
	awk '$2 == "UND" && $4 ~ /^(libcodec|lc)_/ { print "undefined: " $4 }' "$tmp/symbols"
}

rule_needed() {
	grep 'NEEDED.*libcodec' "$tmp/dynamic"
}

rule_libc() {
	sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' "$tmp/dynamic" |
		grep -vE '^(lib[cm]\.|ld-|lib[a-z]*san\.)' | sed 's/^/needs /'
}

rule_text() {
	grep TEXTREL "$tmp/dynamic"
}

rule_stack() {
	awk '
		{
			flags = ""
			for (i = 7; i < NF; i++)
				flags = flags $i
		}
		$1 == "GNU_STACK" { seen = 1 }
		$1 == "GNU_STACK" && flags ~ /E/ { print "executable stack" }
		$1 == "LOAD" && flags ~ /W.*E/ { print "a segment to write and to execute" }
		END { if (!seen) print "no PT_GNU_STACK" }' "$tmp/segments"
}

rule_relro() {
	grep -q GNU_RELRO "$tmp/segments" || echo "no PT_GNU_RELRO"
}

rule_now() {
	grep -qE '\(BIND_NOW\)|\(FLAGS\).*BIND_NOW|\(FLAGS_1\).*NOW' "$tmp/dynamic" ||
		echo "no BIND_NOW"
}

rule_nodelete() {
	grep -q '(FLAGS_1).*NODELETE' "$tmp/dynamic" || echo "no NODELETE"
}

want_soname=libcodec-1.so.0
rule_soname() {
	sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p' "$tmp/dynamic" | grep -qxF "$want_soname" ||
		echo "the soname is not $want_soname"
}

describe() {
	case $1 in
	exports) echo "exports what it should, in its version, and nothing else" ;;
	undefined) echo "wants no symbol of ours" ;;
	needed) echo "is not linked with libcodec" ;;
	text) echo "has no relocations in its code" ;;
	stack) echo "has no executable stack" ;;
	relro) echo "has RELRO" ;;
	now) echo "is bound when it is loaded" ;;
	nodelete) echo "is never unmapped" ;;
	libc) echo "needs the C library alone" ;;
	soname) echo "has the soname $want_soname" ;;
	esac
}

# Says whether a rule finds nothing; what it finds is in the log.
run_rule() { # rule, file with names
	"rule_$1" "$2" >"$tmp/log" 2>&1
	[ ! -s "$tmp/log" ]
}

check() { # file, file with names, the linker's flags, rules
	file=$1
	names=$2
	asked=$3
	shift 3
	look "$file"
	result $? "$(basename "$file") is a shared object"
	for rule; do
		what="$(basename "$file") $(describe "$rule")"
		case $rule in
		relro | now | nodelete)
			case $asked in
			*-z,$rule*) ;;
			*)
				skip "$what" "the build does not ask for it"
				continue
				;;
			esac
			;;
		esac
		run_rule "$rule" "$names"
		result $? "$what"
	done
}

library_rules='exports undefined text stack relro now soname'
interop_rules="$library_rules needed libc"
plugin_rules='exports undefined needed text stack relro now nodelete'

# The names of a library: its list of symbols, sources, folders of headers. Leaves
# FOLDER/versions, and FOLDER/sym with the names alone.
agree() { # FOLDER, list, folder of sources, what names and versions are like, header...
	folder=$1
	sym=$2
	sources=$3
	name_like=$4
	version_like=$5
	shift 5
	mkdir "$folder"
	sym_names "$sym" >"$folder/versions"
	sed 's/@@.*//' "$folder/versions" | sort >"$folder/sym"
	export_names "$sources" >"$folder/export"
	header_names "$name_like" "$@" >"$folder/header"
	sym=$(basename "$sym")

	same "$folder/sym" "$folder/export" "$sym has what the sources mark LC_EXPORT"
	same "$folder/sym" "$folder/header" "$sym has what the headers declare"

	uniq -d "$folder/sym" >"$tmp/log"
	[ -s "$folder/sym" ] && [ ! -s "$tmp/log" ]
	result $? "no symbol of $sym is in two versions"

	grep -v "^$name_like@@$version_like\.[0-9][0-9]*\$" "$folder/versions" >"$tmp/log"
	[ -s "$folder/sym" ] && [ ! -s "$tmp/log" ]
	result $? "all names of $sym are $name_like, all versions $version_like"
}

pel_names='\(pel\|pelorus\|libcodec_pel\)_[a-z0-9_]*'
agree "$tmp/libcodec" "$src/libcodec/libcodec.sym" "$src/libcodec" 'libcodec_[a-z0-9_]*' \
	LIBCODEC_1 "$src"/libcodec/include/libcodec/*.h
# shellcheck disable=SC2046 # a list of words
agree "$tmp/interop" "$src/interop/interop.sym" "$src/interop" "$pel_names" \
	LIBCODEC_INTEROP_1 $(interop_headers)
echo libcodec_plugin_entry >"$tmp/entry"

# The ABI of libcodec-interop has two arrays of 16 bytes, by name.
sed 's/^\(pelorus_sidedata_uuid\|pelorus_carrier_uuid\)@.*/& OBJECT/' "$tmp/interop/versions" |
	sort >"$tmp/interop/objects"

# One name less and one more must be seen by the same means.
mkdir "$tmp/mutant"
sed '/libcodec_version;/d' "$src/libcodec/libcodec.sym" >"$tmp/mutant/less.sym"
sed 's/^local:/	extra_name;\n&/' "$src/libcodec/libcodec.sym" >"$tmp/mutant/more.sym"
cat >"$tmp/mutant/planted.c" <<'END'
LC_EXPORT const struct thing *libcodec_planted(int a)
LC_EXPORT const uint8_t pelorus_planted[16] = {
END
cat >"$tmp/mutant/planted.h" <<'END'
const struct thing *libcodec_planted(int a);
extern const uint8_t pelorus_planted[16];
pel_planted(int a);
END
sym_names "$tmp/mutant/less.sym" >"$tmp/less"
sym_names "$tmp/mutant/more.sym" >"$tmp/more"
{
	diff "$tmp/libcodec/versions" "$tmp/less" | grep '^[<>]'
	diff "$tmp/libcodec/versions" "$tmp/more" | grep '^[<>]'
	export_names "$tmp/mutant"
	header_names 'libcodec_[a-z0-9_]*' "$tmp/mutant"/*.h
	header_names "$pel_names" "$tmp/mutant"/*.h
} >"$tmp/got"
cat >"$tmp/want" <<'END'
< libcodec_version@@LIBCODEC_1.0
> extra_name@@LIBCODEC_1.0
libcodec_planted
pelorus_planted
libcodec_planted
pel_planted
pelorus_planted
END
same "$tmp/want" "$tmp/got" "a missing and an extra name are noticed"

# shellcheck disable=SC2086 # a command with its options
if [ -z "$readelf" ] || ! $readelf --version >"$tmp/log" 2>&1; then
	case ,${LIBCODEC_TEST_REQUIRE-}, in
	*,readelf,*) result 1 "there is a readelf" ;;
	*) skip "shared objects" "there is no readelf" ;;
	esac
	echo "1..$n"
	exit $status
fi

# shellcheck disable=SC2086 # lists of words
check "$build/libcodec/.libs/libcodec-1.so" "$tmp/libcodec/versions" "$so_flags" $library_rules
interop=$build/interop/.libs/libcodec-interop-1.so
if grep -q '^#define HAVE_INTEROP 1' "$build/config.h"; then
	want_soname=libcodec-interop-1.so.0
	# shellcheck disable=SC2086
	check "$interop" "$tmp/interop/objects" "$so_flags" $interop_rules
	want_soname=libcodec-1.so.0
else
	skip "libcodec-interop-1.so" "it is not built"
fi
for so in "$build"/stage/backends/*.so; do
	# shellcheck disable=SC2086
	check "$so" "$tmp/entry" "$plugin_flags" $plugin_rules
done

# A shared object that is not among those would not have been looked at.
: >"$tmp/log"
for so in "$build"/*/.libs/*.so "$build"/backends/*/.libs/*.so "$build"/interop/*/.libs/*.so \
	"$build"/interop/*/*/.libs/*.so; do
	[ -f "$so" ] && [ "$so" != "$build/libcodec/.libs/libcodec-1.so" ] &&
		[ "$so" != "$interop" ] && ! [ -f "$build/stage/backends/$(basename "$so")" ] &&
		echo "$so" >>"$tmp/log"
done
[ ! -s "$tmp/log" ]
result $? "there are no other shared objects"

# From here on: objects that are right but for one thing. Standard input is the source.
nodelete=-Wl,-z,nodelete
link() { # options
	# shellcheck disable=SC2086 # a command with its options
	$cc -shared -fPIC -fvisibility=hidden -Wl,-z,relro -Wl,-z,now $nodelete \
		-Wl,-z,noexecstack -Wl,--no-as-needed -o "$tmp/mutant/planted.so" -x c - -x none \
		"$@" >"$tmp/log" 2>&1 && look "$tmp/mutant/planted.so"
}

all_right() { # status of link, file with names, what it is, rules
	right=$1
	names=$2
	what=$3
	shift 3
	for rule; do
		[ "$right" -ne 0 ] || run_rule "$rule" "$names" || right=1
	done
	result "$right" "$what passes all rules"
}

must_find() { # status of link, rule, file with names, what it says, what it is
	[ "$1" -eq 0 ] && ! run_rule "$2" "$3" && grep -q -- "$4" "$tmp/log"
	result $? "planted: $5"
}

plugin_source() {
	echo '__attribute__((visibility("default"))) void *libcodec_plugin_entry(void *);'
	echo 'void *libcodec_plugin_entry(void *host) { return host; }'
	printf '%s\n' "$@"
}

library_source() {
	echo '#define API __attribute__((visibility("default")))'
	sed 's/.*/API void &(void);\nvoid &(void) { }/' "$tmp/libcodec/sym"
	printf '%s\n' "$@"
}

interop_source() {
	echo '#define API __attribute__((visibility("default")))'
	sed -n -e 's/^\([a-z_0-9]*\)@@.* OBJECT$/API const char \1[16] = { 1 };/p' \
		-e 's/^\([a-z_0-9]*\)@@[^ ]*$/API void \1(void);\nvoid \1(void) { }/p' \
		"$tmp/interop/objects"
	printf '%s\n' "$@"
}

exported='__attribute__((visibility("default")))'
sym=$src/libcodec/libcodec.sym
soname=-Wl,-soname,libcodec-1.so.0

plugin_source | link
# shellcheck disable=SC2086 # a list of words
all_right $? "$tmp/entry" "a plugin without fault" $plugin_rules
plugin_source "$exported int extra = 1;" | link
must_find $? exports "$tmp/entry" '^> extra OBJECT$' "a plugin exports data"
plugin_source "$exported int libcodec_x(void); int libcodec_x(void) { return 1; }" | link
must_find $? exports "$tmp/entry" '^> libcodec_x$' "a plugin exports a function"
echo 'int nothing;' | link
must_find $? exports "$tmp/entry" '^< libcodec_plugin_entry$' "a plugin exports no entry"
echo 'PLUGIN_1 { global: libcodec_plugin_entry; };' >"$tmp/mutant/plugin.sym"
plugin_source | link "-Wl,--version-script=$tmp/mutant/plugin.sym"
must_find $? exports "$tmp/entry" '^> libcodec_plugin_entry@@PLUGIN_1$' \
	"a plugin's entry has a version"
plugin_source "extern $exported char lc_x; void *y = &lc_x;" | link -Wl,-z,undefs
must_find $? undefined - '^undefined: lc_x$' "a plugin wants a private symbol"
plugin_source "extern $exported char libcodec_version; void *y = &libcodec_version;" |
	link "$build/libcodec/.libs/libcodec-1.so"
must_find $? undefined - '^undefined: libcodec_version@' "a plugin wants a public symbol"
must_find 0 needed - 'libcodec-1.so.0' "a plugin is linked with libcodec"
plugin_source 'void *data;' \
	'__asm__(".text\n.balign 16\n.dc.a data\n.dc.a libcodec_plugin_entry\n");' |
	link -Wl,-z,notext
must_find $? text - TEXTREL "relocations in code"
plugin_source | link -Wl,-z,execstack
must_find $? stack - '^executable stack$' "an executable stack"
plugin_source | link -Wl,-z,norelro
must_find $? relro - 'RELRO' "no RELRO"
plugin_source | link -Wl,-z,lazy
must_find $? now - 'BIND_NOW' "lazy binding"
plugin_source | (nodelete='' && link)
must_find $? nodelete - NODELETE "a plugin that may be unmapped"

library_source | link $soname "-Wl,--version-script=$sym"
# shellcheck disable=SC2086 # a list of words
all_right $? "$tmp/libcodec/versions" "a library without fault" $library_rules
library_source | link -Wl,-soname,libcodec-1.so.1 "-Wl,--version-script=$sym"
must_find $? soname - soname "another soname"
sed 's/LIBCODEC_1\.0 {/LIBCODEC_1.1 {/' "$sym" >"$tmp/mutant/other.sym"
library_source | link $soname "-Wl,--version-script=$tmp/mutant/other.sym"
must_find $? exports "$tmp/libcodec/versions" '^> libcodec_version@@LIBCODEC_1.1$' "another version"
library_source | link $soname
must_find $? exports "$tmp/libcodec/versions" '^> libcodec_version$' "no versions"
library_source "API void extra_name(void);" "void extra_name(void) { }" |
	link $soname "-Wl,--version-script=$tmp/mutant/more.sym"
must_find $? exports "$tmp/libcodec/versions" '^> extra_name@@LIBCODEC_1.0$' "an extra symbol"
library_source | link $soname "-Wl,--version-script=$tmp/mutant/less.sym"
must_find $? exports "$tmp/libcodec/versions" '^< libcodec_version@@LIBCODEC_1.0$' "a missing symbol"
library_source | sed -e '/^API void libcodec_version(/d' \
	-e 's/^void libcodec_version(.*/API int libcodec_version = 1;/' |
	link $soname "-Wl,--version-script=$sym"
must_find $? exports "$tmp/libcodec/versions" '^> libcodec_version@@LIBCODEC_1.0 OBJECT$' \
	"data in the library"

sym=$src/interop/interop.sym
want_soname=libcodec-interop-1.so.0
soname=-Wl,-soname,$want_soname
interop_source | link $soname "-Wl,--version-script=$sym"
# shellcheck disable=SC2086 # a list of words
all_right $? "$tmp/interop/objects" "an interop library without fault" $interop_rules
interop_source | sed 's/^API void pelorus_version(.*/API const char pelorus_version[1] = { 1 };/
	s/^void pelorus_version(.*//' | link $soname "-Wl,--version-script=$sym"
must_find $? exports "$tmp/interop/objects" \
	'^> pelorus_version@@LIBCODEC_INTEROP_1.0 OBJECT$' "data that is not one of the two"
interop_source "extern $exported char libcodec_version; void *y = &libcodec_version;" |
	link $soname "-Wl,--version-script=$sym" "$build/libcodec/.libs/libcodec-1.so"
must_find $? undefined - '^undefined: libcodec_version@' "interop wants a symbol of libcodec"
must_find 0 needed - 'libcodec-1.so.0' "interop is linked with libcodec"
echo 'int other;' | link -Wl,-soname,libother.so && mv "$tmp/mutant/planted.so" "$tmp/mutant/other.so"
interop_source | link $soname "-Wl,--version-script=$sym" "$tmp/mutant/other.so"
must_find $? libc - '^needs libother.so$' "interop needs another library"

echo "1..$n"
exit $status
