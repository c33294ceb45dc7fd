/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Events as udev's daemon sends them, see udev-netlink.h. The message is that of libudev:
 * a head with numbers in network order, which the kernel's filter of a listener looks at,
 * then "KEY=value" with a NUL after each.
 */
#include "config.h"

#include "udev-netlink.h"

#ifdef HAVE_UMOCKDEV

#include <arpa/inet.h>
#include <errno.h>
#include <linux/netlink.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define GROUP_UDEV 2

struct head {
	char prefix[8];
	uint32_t magic;
	uint32_t size;
	uint32_t properties_offset;
	uint32_t properties_size;
	uint32_t subsystem_hash;
	uint32_t devtype_hash;
	uint32_t tags_hi;
	uint32_t tags_lo;
};

/* MurmurHash2 with the seed 0, which the filter compares. */
static uint32_t hash(const char *text)
{
	const uint32_t m = 0x5bd1e995;
	size_t len = strlen(text), i;
	uint32_t h = (uint32_t)len, k;

	for (; len >= 4; len -= 4, text += 4) {
		memcpy(&k, text, 4);
		k *= m;
		k ^= k >> 24;
		k *= m;
		h = h * m ^ k;
	}
	for (i = 0; i < len; i++)
		h ^= (uint32_t)(unsigned char)text[i] << 8 * i;
	if (len)
		h *= m;
	h ^= h >> 13;
	h *= m;
	return h ^ h >> 15;
}

int udev_netlink_open(void)
{
	char *dir = strdup(getenv("UMOCKDEV_DIR"));
	int sock;

	ck_assert(dir != NULL);
	unsetenv("UMOCKDEV_DIR");
	sock = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_KOBJECT_UEVENT);
	setenv("UMOCKDEV_DIR", dir, 1);
	free(dir);
	ck_assert_msg(sock >= 0, "netlink: %s", strerror(errno));
	return sock;
}

void udev_netlink_send(int sock, const struct udev_bed_device *dev, const char *action)
{
	static unsigned int seqnum;
	struct sockaddr_nl to = { .nl_family = AF_NETLINK, .nl_groups = GROUP_UDEV };
	struct head head = { .prefix = "libudev", .size = sizeof(head) };
	char text[1024];
	struct iovec iov[2] = { { &head, sizeof(head) }, { text, 0 } };
	struct msghdr msg = { .msg_name = &to, .msg_namelen = sizeof(to), .msg_iov = iov,
			      .msg_iovlen = 2 };
	const char *subsystem = dev->subsystem ? dev->subsystem : "video4linux";
	ssize_t r;
	int n;

	n = snprintf(
		text, sizeof(text),
		"ACTION=%s%cDEVPATH=%s%cSUBSYSTEM=%s%cSEQNUM=%u%cDEVNAME=%s%cMAJOR=%u%c"
		"MINOR=%u",
		action, 0, udev_bed_syspath(dev) + strlen("/sys"), 0, subsystem, 0,
		++seqnum, 0, udev_bed_node(dev), 0, major(udev_bed_devnum(dev)), 0,
		dev->number);
	ck_assert(n > 0 && (size_t)n < sizeof(text));
	iov[1].iov_len = (size_t)n + 1;
	head.magic = htonl(0xfeedcafe);
	head.properties_offset = sizeof(head);
	head.properties_size = (uint32_t)iov[1].iov_len;
	head.subsystem_hash = htonl(hash(subsystem));
	r = sendmsg(sock, &msg, 0);
	/* ENOBUFS: a listener lost it. */
	ck_assert_msg(r > 0 || errno == ENOBUFS, "sendmsg: %s", strerror(errno));
}

#endif
