"""What is a point of the final weapon worth, which bid wins it, and which miner pays? Chapters 6.4 and 6.6."""

from __future__ import annotations

from typing import Any

from games.core.rng import Rng
from games.cosmos.bots.sky import Sky
from games.cosmos.constants import EVOLUTION_AGE, MINING_DELAY, MINING_STEPS, mining_income

Json = Any
FORGETS = 0.93
"""What a bid of one round earlier tells about the next."""
MAJORITY = 2.0
"""Half of the points are enough: a point may cost twice its part of all that there is to spend."""
SHORT_LIVED = 2.5
"""The same where miners evolve so early that growth brings less."""
LATE = 75
"""Rounds before the end from which on no miner pays for itself."""
GROWTH = 54.0
"""Payments of a miner that are worth as much now as all of a long life: those that come later are worth less than others built with them."""


def payments(left: int, survival: float, age: int = EVOLUTION_AGE) -> float:
    """How many payments a miner that is built now, and evolves at this age, is expected to live for (6.4)."""
    rounds = min(age - MINING_DELAY + 1, left - MINING_DELAY)
    return survival**MINING_DELAY * (1.0 - survival**rounds) / (1.0 - survival) if rounds > 0 else 0.0


def best_miner(energy: int, left: int, survival: float, age: int = EVOLUTION_AGE) -> int:
    """The size that is expected to bring most beyond its cost and an action of the planet; 0 if none brings anything."""
    count = payments(left, survival, age)
    best, found = 0.0, 0
    for size in MINING_STEPS:
        worth = mining_income(size) * count - size - 8
        if size <= energy and worth > best:
            best, found = worth, size
    return found


def wealth(sky: Sky) -> float:
    """All that the seat can spend until the end, in energy of today."""
    total = 0.0
    for planet in sky.own["planet"]:
        total += planet["energy"] + sky.income() * min(sky.left, GROWTH)
    for miner in sky.own["miner"]:
        waits = max(0, miner["born"] + MINING_DELAY - sky.round)
        paid = min(miner["born"] + sky.evolution_age - sky.round, sky.left) - waits
        total += mining_income(miner["energy"]) * max(0.0, min(paid, GROWTH - waits))
    return total


def point_value(sky: Sky) -> float:
    """What the seat would give for a point; nothing once nobody can reach it any more."""
    own = sky.view["weapon"]["own"]
    others = beaten(sky)
    if own > others + sky.left or own >= sky.view["safe"]:
        return 0.0
    part = SHORT_LIVED if 2 * sky.evolution_age < EVOLUTION_AGE else MAJORITY
    return float(part * wealth(sky) / sky.left)


def beaten(sky: Sky) -> int:
    """As many points as an opponent has at most."""
    told = sky.view["weapon"]["all"]
    if told is not None:
        return max((points for seat, points in enumerate(told) if seat != sky.seat), default=0)
    return max(0, int(sky.round) - 1 - int(sky.view["weapon"]["own"]))


def chance(history: list[Json], now: int, bid: int) -> float:
    """How likely a bid wins: what has won with less speaks for it, what has lost with more against it, the latest most."""
    won, all_ = 0.6, 1.0
    for round_, _, size, result, _ in history:
        weight = FORGETS ** (now - round_)
        if result == "won" and size <= bid:
            won += weight
            all_ += weight
        elif result == "lost" and size >= bid:
            all_ += weight
    return won / all_


def best_bid(sky: Sky, spare: int, rng: Rng) -> int:
    """The bid of the coming rounds that is expected to bring most; 0 if none brings anything. A little chance avoids ties."""
    value = point_value(sky)
    if value <= 0 or spare < 1:
        return 0
    history = sky.view["weapon"]["history"]
    sizes = {1, 2, 3}
    for _, _, size, _, _ in history[-12:]:
        sizes |= {size, size - 1, size * 4 // 5, size + 1 + size // 10, size + 2 + size // 3, 2 * size + 3}
    # Nobody bids more than he has.
    rich = [one["energy"] for one in sky.foes if one["kind"] == "planet"]
    most = max(rich) + 3 * sky.income() if rich and len(rich) == len(sky.hostile) else 0
    best, found = 0.0, 0
    for size in sorted(sizes | ({most + 1} if most else set())):
        if 0 < size <= spare:
            likely = 0.98 if most and size > most else chance(history, sky.round, size)
            worth = likely * (value - size) - (1 - likely) * (size - size // 2)
            if worth > best:
                best, found = worth, size
    return min(spare, found + rng.randrange(1 + found // 12 + (found > 1))) if found else 0
