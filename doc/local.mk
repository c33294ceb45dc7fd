# SPDX-License-Identifier: MIT
#
# Manual pages are mdoc source, checked in as they are read: no tool is needed to build them.

dist_man_MANS += \
	doc/man/codecctl.1 \
	doc/man/codecctl-bench.1 \
	doc/man/codecctl-blob.1 \
	doc/man/codecctl-decode.1 \
	doc/man/codecctl-identify.1 \
	doc/man/codecctl-info.1 \
	doc/man/codecctl-monitor.1 \
	doc/man/codecctl-record.1 \
	doc/man/codecctl-telemetry.1 \
	doc/man/libcodec-backend.conf.5 \
	doc/man/libcodec-id.8 \
	doc/man/libcodec-interop.7 \
	doc/man/codecctl-plugin-check.1 \
	doc/man/libcodec-plugin-check.1 \
	doc/man/libcodec-policy.conf.5 \
	doc/man/libcodec-v4l2.7 \
	doc/man/libcodec.7

# What vendors read, beside the template that it walks through.
dist_doc_DATA = doc/plugin-guide.md

# README is a link to README.md here, and a copy of it in the tarball.
EXTRA_DIST += \
	README \
	doc/abi/1.0.txt \
	doc/hacking.md \
	doc/performance.md \
	doc/security.md
