"""What is `heapq` to a program? A part of the text of `counter`, inside its function `@counter`: the sandbox has no such module.

Items lie in the list as Python's own module puts them, so that a program that goes through it orders the same in every home. Each comparison
is paid for.
"""

from __future__ import annotations

TEXT = """
    # heapq

    def heap_of(heap):
        if not is_a(heap, listed):
            raise TypeError("heap argument must be a list, not " + kind_of(heap).__name__)
        return heap

    def is_less(one, other):
        spend(3)
        if kind_of(one) not in numbers:
            weighed(one)
        return one < other

    def rise(heap, top, place):
        item = heap[place]
        while place > top:
            above = (place - 1) >> 1
            if not is_less(item, heap[above]):
                break
            heap[place] = heap[above]
            place = above
        heap[place] = item

    def sink(heap, top):
        # The lesser child goes up each time, down to the leaves; then the item rises from there.
        item, place, end = heap[top], top, length(heap)
        below = 2 * place + 1
        while below < end:
            if below + 1 < end and not is_less(heap[below], heap[below + 1]):
                below += 1
            heap[place] = heap[below]
            place = below
            below = 2 * place + 1
        heap[place] = item
        rise(heap, top, place)

    def heappush(heap, item, /):
        heap_of(heap).append(item)
        rise(heap, 0, length(heap) - 1)

    def heappop(heap, /):
        item = heap_of(heap).pop()
        return heapreplace(heap, item) if heap else item

    def heapreplace(heap, item, /):
        first_item = heap_of(heap)[0]
        heap[0] = item
        sink(heap, 0)
        return first_item

    def heappushpop(heap, item, /):
        return heapreplace(heap, item) if heap_of(heap) and is_less(heap[0], item) else item

    def heapify(heap, /):
        for place in range(length(heap_of(heap)) // 2 - 1, -1, -1):
            sink(heap, place)

    def nsmallest(n, iterable, key=None):
        return made(charged_sorted(iterable, key=key)[:max(n, 0)])

    def nlargest(n, iterable, key=None):
        return made(charged_sorted(iterable, key=key, reverse=True)[:max(n, 0)])

    def merge(*iterables, key=None, reverse=False):
        every = listed(chain.from_iterable([given(one) for one in iterables]))
        return first(charged_sorted(every, key=key, reverse=reverse))

    heaps = {
        "heappush": heappush, "heappop": heappop, "heapify": heapify, "heapreplace": heapreplace,
        "heappushpop": heappushpop, "nlargest": nlargest, "nsmallest": nsmallest, "merge": merge,
    }
"""
