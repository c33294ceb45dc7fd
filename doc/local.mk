# SPDX-License-Identifier: MIT
#
# Manual pages are mdoc source, checked in as they are read: no tool is needed to build them.

dist_man_MANS += \
	doc/man/codecctl.1 \
	doc/man/codecctl-decode.1 \
	doc/man/codecctl-identify.1 \
	doc/man/codecctl-info.1 \
	doc/man/libcodec-backend.conf.5 \
	doc/man/libcodec.7
