"""What should be built against the fleet that was seen? A table of who does what to whom, for the metal it costs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from games.deep_blue.bots.world import World, expected, worth
from games.deep_blue.constants import KINDS
from games.deep_blue.formations import health_max, limits

Json = Any

USUAL = 4
"""Planar distance at which the table is reckoned."""
SWING = 0.75
"""By how much of itself the share of a kind grows or shrinks at most."""
WING = (2, 4, 4, 0)


@cache
def exchange(kind: str, other: str) -> float:
    """What a unit does to another in a round less what it suffers, in metal, for the metal that it costs."""
    one, foe = _fresh(kind), _fresh(other)
    gain = _harm(one, foe) * worth(foe) / foe["health"]
    loss = _harm(foe, one) * worth(one) / one["health"]
    found: float = (gain - loss) / worth(one)
    return found


def _harm(one: Json, foe: Json) -> float:
    """Damage at the usual distance, or if that is too far as near as a shot must be."""
    return expected(one, foe, USUAL) or 0.5 * expected(one, foe, 1)


def _fresh(kind: str) -> Json:
    table = KINDS[kind]
    if kind == "formation":
        return {"kind": kind, "planes": list(WING), "health": health_max(WING), "ammo": 42, "limits": limits(WING)}
    return {"kind": kind, "health": table.health, "ammo": table.ammo}


def shares(world: World, mix: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    """The mix, leaning towards what does well against the enemies in sight and remembered."""
    seen = [(foe["kind"], weight * worth(foe)) for foe, weight in world.menaces if foe["kind"] != "cargo"]
    total = sum(weight for _, weight in seen)
    if not total:
        return list(mix)
    scores = {kind: sum(weight * exchange(kind, other) for other, weight in seen) / total for kind, _ in mix}
    middle = sum(scores.values()) / len(scores)
    spread = max(abs(score - middle) for score in scores.values()) or 1.0
    return [(kind, share * (1 + SWING * (scores[kind] - middle) / spread)) for kind, share in mix]
