# SPDX-License-Identifier: MIT
#
# Tests that run in a kernel of their own, by make check-kernel: programs of check_PROGRAMS, which
# are made for it, and executable shell scripts that print TAP. scripts/check-kernel asks for the
# list. Two machines take from it, so that what takes long comes first.

KERNEL_TESTS = \
	tests/check-v4l2-faults \
	tests/check-v4l2 \
	tests/check-v4l2-goes \
	tests/kernel/compliance.sh \
	tests/kernel/check-dmabuf \
	tests/kernel/codecctl.sh \
	tests/check-vjpeg-fake \
	tests/check-vjpeg-faults \
	tests/check-vjpeg-goes \
	tests/check-vjpeg-storm \
	tests/kernel/smoke.sh

# The shell tests are not built.
kernel_test_binaries = $(filter-out %.sh,$(KERNEL_TESTS))

if HAVE_CHECK
check_PROGRAMS += tests/kernel/check-dmabuf
endif

EXTRA_DIST += \
	tests/kernel/check-dmabuf.c \
	$(filter %.sh,$(KERNEL_TESTS)) \
	tests/kernel/bed/guest-init \
	tests/kernel/bed/initramfs-init \
	tests/kernel/bed/machine.bash \
	tests/kernel/bed/modules.bash \
	tests/kernel/bed/packages.bash \
	tests/kernel/bed/planted.c \
	tests/kernel/bed/verdict.bash \
	tests/kernel/faults.sh \
	tests/kernel/vjpeg/Kbuild \
	tests/kernel/vjpeg/README.md \
	tests/kernel/vjpeg/cpu.c \
	tests/kernel/vjpeg/shim/config.h \
	tests/kernel/vjpeg/shim/errno.h \
	tests/kernel/vjpeg/shim/inttypes.h \
	tests/kernel/vjpeg/shim/libcodec/version.h \
	tests/kernel/vjpeg/shim/stdarg.h \
	tests/kernel/vjpeg/shim/stdbool.h \
	tests/kernel/vjpeg/shim/stddef.h \
	tests/kernel/vjpeg/shim/stdint.h \
	tests/kernel/vjpeg/shim/stdio.h \
	tests/kernel/vjpeg/shim/stdlib.h \
	tests/kernel/vjpeg/shim/string.h \
	tests/kernel/vjpeg/vjpeg-debugfs.c \
	tests/kernel/vjpeg/vjpeg-file.c \
	tests/kernel/vjpeg/vjpeg-format.c \
	tests/kernel/vjpeg/vjpeg-ioctl.c \
	tests/kernel/vjpeg/vjpeg-job.c \
	tests/kernel/vjpeg/vjpeg-main.c \
	tests/kernel/vjpeg/vjpeg-queue.c \
	tests/kernel/vjpeg/vjpeg-stream.c \
	tests/kernel/vjpeg/vjpeg.h

kernel-tests:
	@printf '%s\n' $(KERNEL_TESTS)

check-kernel: all udev/libcodec-id $(kernel_test_binaries)
	$(abs_top_srcdir)/scripts/check-kernel '$(abs_top_builddir)'

# Whether it notices what goes wrong: faults planted in tests, in the kernel, in the cache.
check-kernel-faults: all udev/libcodec-id
	top_srcdir='$(abs_top_srcdir)' top_builddir='$(abs_top_builddir)' \
		$(abs_top_srcdir)/tests/kernel/faults.sh

.PHONY: check-kernel check-kernel-faults kernel-tests
