"""Values that no honest client sends: for orders, and for anything else that takes JSON."""

from __future__ import annotations

import copy
from typing import Any

from games.core.rng import Rng

ODDITIES: list[Any] = [
    None,
    True,
    False,
    -1,
    0,
    1,
    2**31,
    2**63,
    10**40,
    3.0,
    1e308,
    "",
    "0",
    "A0",
    "__class__",
    "%(name)s %s %d",
    "‮\u0000💥",
    "x" * 5000,
    [],
    {},
    [[]],
    [None] * 50,
    {"": ""},
    {"type": "no_such_type"},
]


def hostile_values() -> list[Any]:
    """A fresh list of whole values of wrong shape."""
    deep: Any = []
    for _ in range(200):
        deep = [deep]
    return [*copy.deepcopy(ODDITIES), deep, {"orders": deep}, {f"key{i}": i for i in range(300)}]


def mutate(value: Any, rng: Rng) -> Any:
    """A copy of `value` with one part replaced, removed, doubled or added."""
    value = copy.deepcopy(value)
    spots: list[tuple[Any, Any]] = []
    _collect(value, spots)
    if not spots or rng.randrange(12) == 0:
        return rng.choice(ODDITIES)
    holder, key = rng.choice(spots)
    deed = rng.randrange(4)
    if deed == 0:
        holder[key] = copy.deepcopy(rng.choice(ODDITIES))
    elif deed == 1:
        del holder[key]
    elif isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]) if deed == 2 else copy.deepcopy(rng.choice(ODDITIES)))
    else:
        holder["surplus"] = copy.deepcopy(rng.choice(ODDITIES))
    return value


def _collect(value: Any, spots: list[tuple[Any, Any]]) -> None:
    """Append (container, key or index) of every part of `value`."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        spots.append((value, key))
        _collect(part, spots)
