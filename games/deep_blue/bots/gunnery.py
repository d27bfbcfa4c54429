"""Who of a fleet fires at whom? Focus fire: what can be sunk in this round comes first."""

from __future__ import annotations

from typing import Any

from games.deep_blue.bots.wings import is_mastered
from games.deep_blue.bots.world import World, can_fire, expected, strikes_at, worth
from games.deep_blue.constants import KINDS

Json = Any

FARTHEST = max(reach for kind in KINDS.values() for reach in kind.reach)
"""Nothing can be hit from farther away."""


def targets_of(world: World) -> list[Json]:
    """Everything that may be fired at."""
    return [*world.foes, *(one for one in world.islands if one["seat"] != world.seat), world.foe_base]


def volleys(world: World, base_value: float) -> dict[int, Json]:
    """Attack commands by attacker: the most valuable targets that can be sunk first, then the best damage.

    `base_value` is what all the health of the enemy base is worth, in metal.
    """
    options: dict[int, list[tuple[float, Json]]] = {}
    attackers = [*world.fighters, *(one for one in world.mine if one["kind"] in ("base", "island"))]
    reach: dict[int, list[tuple[int, float]]] = {}
    targets = {one["id"]: one for one in targets_of(world)}
    for one in attackers:
        for target in targets.values():
            distance = world.apart(one, target)
            if distance > FARTHEST:
                continue
            if one["kind"] == "formation" and not is_mastered(world, one, target):
                continue
            if can_fire(world, one, target) and strikes_at(world, one, target):
                gain = expected(one, target, distance)
                if gain > 0:
                    options.setdefault(one["id"], []).append((gain, target))
                    reach.setdefault(target["id"], []).append((one["id"], gain))
    left = {key: float(one["health"]) for key, one in targets.items()}
    chosen: dict[int, int] = {}
    for key in sorted(reach, key=lambda key: (-_per_health(targets[key], base_value), key)):
        ready = [(gain, one) for one, gain in reach[key] if one not in chosen]
        if sum(gain for gain, _ in ready) < left[key] or targets[key]["kind"] == "base":
            continue
        for gain, one in sorted(ready, key=lambda pair: (-pair[0], pair[1])):
            if left[key] <= 0:
                break
            chosen[one] = key
            left[key] -= gain
    for one, found in options.items():
        if one not in chosen:
            best = max(
                found,
                key=lambda pair: (
                    min(pair[0], max(left[pair[1]["id"]], 1.0)) * _per_health(pair[1], base_value),
                    -pair[1]["id"],
                ),
            )
            chosen[one] = best[1]["id"]
            left[best[1]["id"]] -= best[0]
    return {
        one: {"type": "attack", "target": key, "strikes": strikes_at(world, world.elements[one], targets[key])}
        for one, key in chosen.items()
    }


def _per_health(target: Json, base_value: float) -> float:
    """Worth of one point of its health; the weaker, the more urgent."""
    value = base_value if target["kind"] == "base" else worth(target)
    return value / max(10.0, float(target["health"]))
