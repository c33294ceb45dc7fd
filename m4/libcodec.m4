# SPDX-License-Identifier: MIT

# LC_WITH_PKG(NAME, PREFIX, MODULES, HELP)
# An optional dependency with a switch: --with-NAME=auto uses MODULES when pkg-config knows them,
# yes fails without them, no does not look. Sets have_NAME, PREFIX_CFLAGS and PREFIX_LIBS, and
# HAVE_PREFIX in config.h and for Automake.
AC_DEFUN([LC_WITH_PKG], [
AC_ARG_WITH([$1], [AS_HELP_STRING([--with-$1], [$4 @<:@auto@:>@])], [], [with_$1=auto])
AS_CASE([$with_$1], [yes|no|auto], [], [AC_MSG_ERROR([--with-$1 takes yes, no or auto])])
have_$1=no
AS_IF([test $with_$1 != no], [
	PKG_CHECK_MODULES([$2], [$3], [have_$1=yes], [
		AS_IF([test $with_$1 = yes], [AC_MSG_ERROR([--with-$1: no usable $3 found])])
	])
])
AS_IF([test $have_$1 = yes], [AC_DEFINE([HAVE_$2], [1], [Define to 1 to use $1.])])
AM_CONDITIONAL([HAVE_$2], [test $have_$1 = yes])
])

# LC_APPEND_CFLAGS(VARIABLE, FLAGS)
# Append each of FLAGS that the C compiler takes without a word.
AC_DEFUN([LC_APPEND_CFLAGS], [
for flag in m4_normalize([$2]); do
	AS_VAR_PUSHDEF([cache], [lc_cv_cflag_$flag])
	AC_CACHE_CHECK([whether $CC accepts $flag], [cache], [
		lc_save=$CFLAGS
		CFLAGS="$CFLAGS -Werror $flag"
		AC_COMPILE_IFELSE([AC_LANG_PROGRAM([], [])],
			[AS_VAR_SET([cache], [yes])], [AS_VAR_SET([cache], [no])])
		CFLAGS=$lc_save
	])
	AS_VAR_IF([cache], [yes], [AS_VAR_APPEND([$1], [" $flag"])])
	AS_VAR_POPDEF([cache])
done
])

# LC_APPEND_LDFLAGS(VARIABLE, FLAGS)
# The same for the linker.
AC_DEFUN([LC_APPEND_LDFLAGS], [
for flag in m4_normalize([$2]); do
	AS_VAR_PUSHDEF([cache], [lc_cv_ldflag_$flag])
	AC_CACHE_CHECK([whether $CC links with $flag], [cache], [
		lc_save=$LDFLAGS
		LDFLAGS="$LDFLAGS $flag"
		AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
			[AS_VAR_SET([cache], [yes])], [AS_VAR_SET([cache], [no])])
		LDFLAGS=$lc_save
	])
	AS_VAR_IF([cache], [yes], [AS_VAR_APPEND([$1], [" $flag"])])
	AS_VAR_POPDEF([cache])
done
])
