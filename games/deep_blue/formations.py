"""What follows from the planes of a formation (1)? Compositions are tuples [fighter, torpedoer, bomber, scout]."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt

from games.deep_blue.constants import (
    FORMATION_RATIO,
    KEPT_FIRST,
    KINDS,
    PLANE_AMMO,
    PLANE_FUEL,
    PLANE_HEALTH,
    PLANE_METAL,
    PLANE_RATING,
    PLANE_ROUNDS,
    SCOUT,
    SCOUT_SIGHT,
)

Planes = tuple[int, ...]


def _total(planes: Sequence[int], per_plane: Sequence[int]) -> int:
    return sum(count * value for count, value in zip(planes, per_plane, strict=True))


def health_max(planes: Planes) -> int:
    """Health of these planes undamaged."""
    return _total(planes, PLANE_HEALTH)


def fuel_max(planes: Planes) -> int:
    """What their tanks hold."""
    return _total(planes, PLANE_FUEL)


def ammo_max(planes: Planes) -> int:
    """What they can carry."""
    return _total(planes, PLANE_AMMO)


def metal_cost(planes: Planes) -> int:
    """Price of these planes."""
    return _total(planes, PLANE_METAL)


def build_rounds(planes: Planes) -> int:
    """Rounds that building them takes: those of the slowest type among them."""
    return max(rounds for count, rounds in zip(planes, PLANE_ROUNDS, strict=True) if count)


@lru_cache(maxsize=4096)
def basic_attack(planes: Planes) -> tuple[int, int, int]:
    """Fire, torpedo and air attack: rating times ratio times the root of the number, summed over the types."""
    found = [
        sum(
            isqrt((1000 * FORMATION_RATIO * rating[kind]) ** 2 * count)
            for rating, count in zip(PLANE_RATING, planes, strict=True)
        )
        // 1000
        for kind in range(3)
    ]
    return found[0], found[1], found[2]


def sight(planes: Planes) -> tuple[int, int, int]:
    """Sight by layer: far with a scout, short without."""
    return SCOUT_SIGHT if planes[SCOUT] else KINDS["formation"].sight


def survivors(planes: Planes, health: int) -> Planes:
    """The planes left when this much of the health is left: scouts are lost first, fighters last."""
    left, kept = health, [0] * len(planes)
    for kind in KEPT_FIRST:
        each = PLANE_HEALTH[kind]
        kept[kind] = min(planes[kind], -(-left // each))
        left = max(0, left - kept[kind] * each)
    return tuple(kept)


def limits(planes: Planes) -> dict[str, int]:
    """What the planes can hold, by name of the stock."""
    return {"health": health_max(planes), "fuel": fuel_max(planes), "ammo": ammo_max(planes), "metal": 0}
