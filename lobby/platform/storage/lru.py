"""How is a cache bounded by bytes? A least-recently-used cache with a limit of bytes and of entries, safe for threads.

`cachetools.LRUCache` was considered: it has one limit, refuses what is heavier than that, and needs a lock around each call.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class ByteLRU(Generic[K, V]):
    """An LRU cache in which each value has a weight in bytes. Safe for threads."""

    def __init__(self, *, most_bytes: int, most: int) -> None:
        """`most_bytes`: greatest total weight; `most`: greatest number of values. The newest value stays even if it alone exceeds the limit."""
        self.most_bytes = most_bytes
        self.most = most
        self.weight = 0
        """Total weight of all values, in bytes."""
        self._lock = threading.Lock()
        self._things: OrderedDict[K, tuple[V, int]] = OrderedDict()

    def get(self, key: K) -> V | None:
        """The value of the key; None if it is not cached."""
        with self._lock:
            found = self._things.get(key)
            if found is None:
                return None
            self._things.move_to_end(key)
            return found[0]

    def put(self, key: K, thing: V, weight: int) -> None:
        """Store a value of this weight, in place of an earlier one."""
        with self._lock:
            _, before = self._things.pop(key, (None, 0))
            self._things[key] = thing, weight
            self.weight += weight - before
            while len(self._things) > 1 and (len(self._things) > self.most or self.weight > self.most_bytes):
                self.weight -= self._things.popitem(last=False)[1][1]

    def drop(self, key: K) -> None:
        """Remove the value of the key, if there is one."""
        with self._lock:
            self.weight -= self._things.pop(key, (None, 0))[1]

    def __contains__(self, key: K) -> bool:
        """True if the key is cached. This does not count as a use."""
        return key in self._things

    def clear(self) -> None:
        """Remove all values."""
        with self._lock:
            self._things.clear()
            self.weight = 0
