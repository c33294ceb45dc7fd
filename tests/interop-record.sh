#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The libcodec authors
#
# Encode records against Python: its json and hashlib say what the one spelling of a record is,
# and its digest, and what is no record. Records at random in spellings at random, and the same
# with bytes that were changed, from a fixed seed.

set -u
build=${top_builddir:-.}
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

skip_all() { # why
	echo "1..0 # SKIP $1"
	exit 0
}

grep -q '^#define HAVE_INTEROP 1' "$build/config.h" || skip_all "libcodec-interop is not built"
if ! python3 -c 'import hashlib, json' >"$tmp/log" 2>&1; then
	case ,${LIBCODEC_TEST_REQUIRE-}, in
	*,python3,*) result 1 "there is a python3" ;;
	*) skip_all "there is no python3 with json and hashlib" ;;
	esac
	echo "1..$n"
	exit $status
fi

cat >"$tmp/make.py" <<'END'
import hashlib, json, random, re, sys

random.seed(5)
PLAIN = [chr(c) for c in range(0x20, 0x7f)]
ODD = [chr(c) for c in range(0x20)] + list('"\\/\x7f\x80\xe9\u07ff\u0800\u20ac\u2028\u2029'
	'\ud7ff\ue000\uffff\U00010000\U0001f600\U0010ffff')
KEY = [c for c in PLAIN if c not in ' "\\']
SHORT = {'"': '"', '\\': '\\', '/': '/', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}
SPACE = ['', '', '', ' ', '\t', '\n', '\r', ' \r\n\t']

def canonical(o):
	return json.dumps(o, sort_keys=True, separators=(',', ':'), ensure_ascii=False)

def line(o):
	rest = {k: v for k, v in o.items() if k not in ('digest', 'elapsed_ns')}
	return hashlib.sha256(canonical(rest).encode()).hexdigest() + ' ' + canonical(o)

# --- records ---

def a_key():
	if random.random() < 0.1:
		return random.choice(['digest', 'elapsed_ns', 'digest!', 'diges'])
	if random.random() < 0.5:
		return ''.join(random.choice('ab!~') for _ in range(random.randint(1, 5)))
	return ''.join(random.choice(KEY) for _ in range(random.choice([1, 2, 8, 64])))

def a_string():
	pool = random.choice([PLAIN, ODD, PLAIN + ODD])
	size = random.choice([0, 1, 3, 10, 40, 90])
	return ''.join(random.choice(pool) for _ in range(size))

def a_value(depth):
	if depth == 0 or random.random() < 0.5:
		return a_string()
	if random.random() < 0.4:
		return [a_value(depth - 1) for _ in range(random.choice([0, 1, 2, 5]))]
	return an_object(depth - 1, random.choice([0, 1, 3, 8]))

def an_object(depth, size):
	return {a_key(): a_value(depth) for _ in range(size)}

# --- spellings ---

def unit(c):
	digits = '%04x' % c
	return '\\u' + ''.join(random.choice([d, d.upper()]) for d in digits)

def char(c):
	if c in SHORT and random.random() < 0.5:
		return '\\' + SHORT[c]
	if c >= ' ' and c not in '"\\' and random.random() < 0.7:
		return c
	utf16 = c.encode('utf-16-be')
	return ''.join(unit(utf16[i] << 8 | utf16[i + 1]) for i in range(0, len(utf16), 2))

def space():
	return random.choice(SPACE)

def spell(v):
	if isinstance(v, str):
		return '"' + ''.join(map(char, v)) + '"'
	if isinstance(v, list):
		return '[' + space() + ','.join(space() + spell(e) + space() for e in v) + ']'
	members = list(v.items())
	random.shuffle(members)
	return '{' + space() + ','.join(
		space() + '"' + k + '"' + space() + ':' + space() + spell(e) + space()
		for k, e in members) + '}'

# --- what is a record ---

def members(pairs):
	if len(pairs) > 256 or len({k for k, _ in pairs}) < len(pairs):
		raise ValueError('members')
	for k, _ in pairs:
		if not re.fullmatch(r'[!#-\[\]-~]{1,64}', k):
			raise ValueError('key')
	return dict(pairs)

def number(s):
	raise ValueError('number')

def walk(v, depth):
	if isinstance(v, str):
		if len(v.encode()) > 1024: # also an error where half a pair is alone
			raise ValueError('string')
		return
	if not isinstance(v, (list, dict)) or depth > 4:
		raise ValueError('value')
	if isinstance(v, list) and len(v) > 64:
		raise ValueError('array')
	for e in v if isinstance(v, list) else v.values():
		walk(e, depth + 1)

def judge(data):
	try:
		text = data.decode()
		o = json.loads(text, object_pairs_hook=members, parse_int=number,
			parse_float=number, parse_constant=number)
		if not isinstance(o, dict):
			raise ValueError('root')
		walk(o, 0)
		for m in re.finditer(r'"((?:[^"\\]|\\.)*)"[ \t\r\n]*(:?)', text):
			if m.group(2) and '\\' in m.group(1):
				raise ValueError('escape in a key')
		return line(o)
	except ValueError:
		return 'invalid'

BYTES = [bytes([c]) for c in b'{}[],:"\\u0dDe8 \n\x00\x1f\x7f\x80\xa0\xbf\xc0\xe2\xed\xf0\xf4']
BYTES.remove(b'\0') # ends a text

def damage(data):
	at = random.randrange(len(data))
	kind = random.randrange(4)
	if kind == 0:
		return data[:at] + data[at + 1:]
	if kind == 1:
		return data[:at] + random.choice(BYTES) + data[at:]
	if kind == 2:
		return data[:at] + random.choice(BYTES) + data[at + 1:]
	end = at + random.randrange(1, 8)
	return data[:end] + data[at:end] + data[end:]

which, texts, want = sys.argv[1:]
good = 0
with open(texts, 'wb') as t, open(want, 'wb') as w:
	for i in range(300):
		o = an_object(4, random.choice([0, 1, 2, 5, 20]))
		data = (space() + spell(o) + space()).encode()
		if len(data) > 65536:
			continue
		if which == 'records':
			assert judge(data) == line(o)
			t.write(data + b'\0')
			w.write(line(o).encode() + b'\n')
			good += 1
			continue
		for _ in range(10 if len(data) < 2000 else 2):
			damaged = damage(data)
			verdict = judge(damaged)
			good += verdict != 'invalid'
			t.write(damaged + b'\0')
			w.write(verdict.encode() + b'\n')
print(good)
assert good > 250
END

for which in records damage; do
	python3 "$tmp/make.py" $which "$tmp/texts" "$tmp/want" >"$tmp/log" 2>&1
	made=$?
	count=$(tail -n 1 "$tmp/log")
	[ $made -eq 0 ] && "$build/tests/record-spelling" <"$tmp/texts" >"$tmp/got" 2>"$tmp/log" &&
		diff "$tmp/want" "$tmp/got" >"$tmp/log" 2>&1
	result $? "$which: $count records of $(wc -l <"$tmp/want") texts are as Python has them"
done

echo "1..$n"
exit $status
