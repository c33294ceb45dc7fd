#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes ./configure out of configure.ac. Needed in a git checkout, not in a release.
set -e
cd "$(dirname "$0")"
mkdir -p build-aux
exec autoreconf --force --install
