/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The libcodec authors */
/*
 * Members in order, by a heap: in place, and no order of the input makes it slow.
 */
#include "record-sort.h"

struct sort {
	uint8_t *order;
	lc_record_compare *compare;
	const void *list;
};

static void swap(uint8_t *a, uint8_t *b)
{
	uint8_t saved = *a;

	*a = *b;
	*b = saved;
}

/* Below @i all are in a heap of @n, the greatest on top; bring @i to its place in it. */
static void sift_down(const struct sort *s, unsigned int i, unsigned int n)
{
	unsigned int child;

	while ((child = 2 * i + 1) < n) {
		if (child + 1 < n &&
		    s->compare(s->list, s->order[child], s->order[child + 1]) < 0)
			child++;
		if (s->compare(s->list, s->order[i], s->order[child]) >= 0)
			return;
		swap(&s->order[i], &s->order[child]);
		i = child;
	}
}

bool lc_record_sort(uint8_t order[PEL_ENCODE_RECORD_MAX_MEMBERS], unsigned int n,
		    lc_record_compare *compare, const void *list)
{
	struct sort s = { order, compare, list };
	unsigned int i;

	for (i = 0; i < n; i++)
		order[i] = (uint8_t)i;
	for (i = n / 2; i-- > 0;)
		sift_down(&s, i, n);
	for (i = n; i-- > 1;) {
		swap(&order[0], &order[i]);
		sift_down(&s, 0, i);
	}
	for (i = 1; i < n; i++)
		if (compare(list, order[i - 1], order[i]) == 0)
			return false;
	return true;
}
