/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * A world of devices in the test's hand, in the place of udev/: the linker's --wrap leads
 * lc_watch_* here. A fake device is a terminal: its node is real and may be opened, and
 * pulling it closes the other end, which whoever has it open sees at once.
 */
#ifndef LC_TESTS_FAKE_WATCH_H
#define LC_TESTS_FAKE_WATCH_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Plug a device in: a syspath "/sys/devices/fake/@name", subsystem "fake", driver
 * "fake-drv", with properties (NULL-terminated, or NULL). The node is new each time.
 * Any thread, like the rest.
 */
void fake_plug(const char *name, const char *const *properties);

/* Pull it. Its node hangs up at once; the event comes with the next dispatch. */
void fake_unplug(const char *name);

/* Pull it and plug it in again, with another node, and nobody says so. */
void fake_replug(const char *name);

/* Hang up only: frames find it gone, nobody says so. */
void fake_hang_up(const char *name);

/* Something about it changed, or is said to. */
void fake_change(const char *name);

/* Its node was made anew under its name and number: nobody watches it any more. */
void fake_remake_node(const char *name);

/* The next scan, or the next watch's first one, fails so. */
void fake_fail(int error);

/* While @on there is no memory for records of devices. */
void fake_no_memory(bool on);

/* Events that were not taken in are lost; the next dispatch scans. */
void fake_lose_events(void);

/* While @on the real udev/ is asked, and there are no fake devices. */
void fake_use_real(bool on);

/* Pull all without a word, and forget what was asked for. */
void fake_reset(void);

/* The node of a device, valid until it is pulled. */
const char *fake_node(const char *name);

/* Whether lc_watch_node() was asked for it. */
bool fake_is_watched(const char *node);

/* Descriptors that the fakes have open. */
unsigned int fake_fds(void);

/* How often was scanned. */
unsigned int fake_scans(void);

#endif
