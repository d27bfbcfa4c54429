"""What would a burst be worth? Chapter 6.2 with what a battleship senses."""

from __future__ import annotations

from games.cosmos.programs.native import Controller, Sensed

# --- The sandbox's text begins here.

OVERHEAD = 10
LEAST_BURST = 20
RADII = (1, 2, 4, 5, 8, 9)
"""Every radius that differs from the next smaller one in the tiles it covers."""


def strength(energy: int, factor: float) -> int:
    """What a burst of a battleship takes from a single target."""
    return int((energy - OVERHEAD) * factor) if energy >= LEAST_BURST else 0


def hit_value(c: Controller, one: Sensed, share: int, prizes: dict[str, float]) -> float:
    """What one target of a burst is worth, in energy. `prizes` has what a planet, a battleship or a scout is worth beyond
    its energy, and for `harm` what a point taken from a foe that survives is worth."""
    if one.seat == c.seat:
        return 0.0
    is_won = share > one.defence
    if one.kind == "planet":
        if is_won:
            return prizes["planet"] + 3.0 * (share - one.energy) + (0 if one.seat is None else one.energy)
        return 0.0 if one.seat is None else prizes["harm"] * share
    if is_won:
        return one.energy + prizes[one.kind]
    return prizes["harm"] * share


def best_burst(c: Controller, near: list[Sensed], factor: float, prizes: dict[str, float]) -> tuple[float, int]:
    """The most that a burst is worth here, and its radius; `near` are the entities within reach without itself."""
    best = (0.0, 0)
    if c.energy < LEAST_BURST or not near:
        return best
    remaining = c.energy - OVERHEAD
    for radius in RADII:
        hit = [one for one in near if one.pos.d2(c.pos) <= radius]
        if not hit:
            continue
        share = int(remaining * factor / len(hit))
        own = len([one for one in hit if one.seat == c.seat])
        worth = sum([hit_value(c, one, share, prizes) for one in hit]) - 0.2 * own * remaining / len(hit)
        if worth > best[0]:
            best = (worth, radius)
    return best
