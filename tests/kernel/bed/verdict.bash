# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
# shellcheck shell=bash
#
# How a run of the bed went, sourced by scripts/check-kernel:
#
#	verdict RUN	prints each test's closing line and the sum; whether all is well
#
# RUN has what each guest-init left there, and its console; fates are boot()'s.

complaints='BUG[: ]|WARNING:|Oops|Kernel panic|Call Trace|general protection|Unable to handle
INFO: (task|rcu|possible|suspicious)|UBSAN|refcount_t|corruption|Object already free
poison|(slab|Slab) .* (error|still)'

# passed, failed, skipped and what is wrong besides, of a test's log and status. Its plan, "1..N",
# says how many results there must be: what ends early has none, or more than it shows.
count_results() { # log, status
	awk -v status="$2" -v limit="$test_timeout" '
		/^ok / && / # SKIP/ { skipped++; next }
		/^ok / { passed++ }
		/^not ok / { failed++ }
		/^1\.\.[0-9]+/ { plan = substr($0, 4) + 0; planned = 1 }
		/^Bail out!/ { wrong = "bailed out" }
		END {
			results = passed + failed + skipped
			if (status == "stuck")
				wrong = "does not end, not even when killed"
			else if (status == "none")
				wrong = "was not run to its end"
			else if (status == 124 || status == 137)
				wrong = "took more than " limit " s"
			else if (!planned)
				wrong = "ended early, with status " status
			else if (plan != results)
				wrong = "has " results " of " plan " results"
			else if (status != 0 && !failed)
				wrong = "ended with status " status
			print passed + 0, failed + 0, skipped + 0, wrong
		}' "$1"
}

show_test() { # name
	local log=$run/$1.log status=none seconds=0 passed failed skipped wrong
	[ -e "$log" ] || : >"$log"
	[ ! -s "$run/$1.status" ] || read -r status seconds <"$run/$1.status"
	read -r passed failed skipped wrong < <(count_results "$log" "$status")
	grep -E '^(not ok|Bail out!)|^ok .* # SKIP' "$log" || :
	if [ -n "$wrong" ]; then
		failed=$((failed + 1))
		echo "not ok - $1 $wrong; it said last:"
		tail -n 20 "$log" | sed 's/^/# /'
	fi
	printf '# %s: %d passed, %d failed' "$1" "$passed" "$failed"
	[ "$skipped" -eq 0 ] || printf ', %d skipped' "$skipped"
	printf ' (%d s)\n' "$seconds"
	sum_passed=$((sum_passed + passed))
	sum_failed=$((sum_failed + failed))
	sum_skipped=$((sum_skipped + skipped))
}

machine_failed() { # what, file, lines from its end
	sum_failed=$((sum_failed + 1))
	echo "not ok - $1"
	tail -n "$3" "$2" | tr -d '\r' | sed 's/^/# /'
}

show_machine() { # number
	local console=$run/console-$1.log dmesg=$run/dmesg-$1.log wrong=$run/complaints-$1 pattern
	case ${fates[$1]} in
	no-boot) machine_failed "machine $1 does not start; its console says last:" "$console" 30 ;;
	late) machine_failed "machine $1 was not done in $guest_timeout s; it said last:" \
		"$console" 30 ;;
	broken) machine_failed "KVM gave up:" "$console.qemu" 30 ;;
	off) grep -q '^bed: .* done' "$console" ||
		machine_failed "machine $1 died; its console says last:" "$console" 60 ;;
	esac
	if [ -s "$wrong" ]; then
		machine_failed "complaints of the bed:" "$wrong" 20
	fi
	pattern=$(echo "$complaints" | paste -s -d '|')
	touch "$dmesg"
	cat "$console" "$dmesg" | tr -d '\r' | awk '!seen[$0]++' | grep -v "ommand line: " |
		grep -E "$pattern|bed: begin" | grep -E -B 1 "$pattern" >"$run/kernel-complaints-$1" || :
	if [ -s "$run/kernel-complaints-$1" ]; then
		machine_failed "the kernel complains:" "$run/kernel-complaints-$1" 20
	fi
	[ "${fates[$1]}" = broken ] || [ ! -s "$console.qemu" ] ||
		sed 's/^/# qemu: /' "$console.qemu"
}

verdict() { # run
	local run=$1 name i sum_passed=0 sum_failed=0 sum_skipped=0
	echo
	while IFS=$'\t' read -r name _; do
		show_test "$name"
	done <"$run/job/tests"
	for i in "${!fates[@]}"; do
		show_machine "$i"
	done
	echo
	echo "$sum_passed passed, $sum_failed failed, $sum_skipped skipped"
	if [ "$sum_failed" -gt 0 ] || [ "$sum_passed" -eq 0 ]; then
		echo "check-kernel: all of it is in $run" >&2
		return 1
	fi
}
