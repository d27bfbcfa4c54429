"""What is kept in memory of things that can be made again? As much as there is room for; what was asked for longest ago goes first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Shelf(Generic[K, V]):
    """Things by their keys, each of a weight in bytes. For any thread."""

    def __init__(self, *, most_bytes: int, most: int) -> None:
        """`most_bytes`, `most`: how heavy and how many they may be together. The last one stays even if it is heavier alone."""
        self.most_bytes = most_bytes
        self.most = most
        self.weight = 0
        """Of all together."""
        self._lock = threading.Lock()
        self._things: OrderedDict[K, tuple[V, int]] = OrderedDict()

    def get(self, key: K) -> V | None:
        """What was put there; None if it is gone."""
        with self._lock:
            found = self._things.get(key)
            if found is None:
                return None
            self._things.move_to_end(key)
            return found[0]

    def put(self, key: K, thing: V, weight: int) -> None:
        """Keep it instead of what was there."""
        with self._lock:
            _, before = self._things.pop(key, (None, 0))
            self._things[key] = thing, weight
            self.weight += weight - before
            while len(self._things) > 1 and (len(self._things) > self.most or self.weight > self.most_bytes):
                self.weight -= self._things.popitem(last=False)[1][1]

    def drop(self, key: K) -> None:
        """Nobody will ask for it any more."""
        with self._lock:
            self.weight -= self._things.pop(key, (None, 0))[1]

    def __contains__(self, key: K) -> bool:
        """Is it there now? That is no asking for it."""
        return key in self._things

    def clear(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._things.clear()
            self.weight = 0
