"""Which planets of a seat can fall to the burst of one ship that it sees?"""

from __future__ import annotations

from math import isqrt
from typing import Any

from games.cosmos.constants import ACTION, BATTLESHIP, BURST_OVERHEAD, KINDS
from games.cosmos.resolve.burst import shares

Json = Any
WARNED = 2
"""A planet is bare if it can fall within so many steps: this one, and the next, before which other orders can still help."""
_REACH = isqrt(ACTION[BATTLESHIP])


def least_burst(view: Json) -> int:
    """Energy of a ship from which on its burst has an effect."""
    return BURST_OVERHEAD + int(view["rules"]["overload_min_remaining"])


def falling(view: Json, energies: dict[int, int]) -> list[Json]:
    """Own planets with so little energy after the next step (`energies`, by id) that one hostile battleship in sight could take them:
    `{"planet", "left", "foe", "burst"}`.
    """
    bonus = {row["seat"]: row["sum"] for row in view["bonus"]}
    foes = []
    for row in view["foreign"]:
        is_foe = row["kind"] == KINDS[BATTLESHIP] and row["seat"] != view["seat"]
        if is_foe and row["energy"] >= least_burst(view):
            foes.append((shares(row["energy"] - BURST_OVERHEAD, 1, bonus[row["seat"]])[1], row))
    # A ship makes at most a step a round.
    reach = _REACH + WARNED * view["stride"]
    found = []
    for planet in view["own"]:
        left = energies.get(planet["id"])
        near = [
            (burst, foe)
            for burst, foe in foes
            if all(abs(a - b) <= reach for a, b in zip(foe["pos"], planet["pos"], strict=True))
        ]
        if left is None or not near:
            continue
        burst, foe = max(near, key=lambda pair: (pair[0], -pair[1]["id"]))
        if burst > left:
            found.append({"planet": planet["id"], "left": left, "foe": foe["id"], "burst": burst})
    return found
