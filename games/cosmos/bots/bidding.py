"""What is a point of the final weapon worth, and which bid is likely to win it? Chapters 6.6 and 12.3."""

from __future__ import annotations

from games.cosmos.programs.native import Controller

# --- The sandbox's text begins here.

BIDS_KEPT = 40
DECAY = 0.97
"""What a bid of one round earlier tells about the next."""
LAST_ROUNDS = 200
"""Rounds at the end in which a point is worth most."""
HIGHEST_PRESSURE = 3.0
"""What a point is worth then, in rounds of income."""


def odd(energy: int) -> int:
    """The odd amount next below, at least 1: round amounts tie."""
    return max(1, energy - 1 + energy % 2)


def note_income(c: Controller) -> int:
    """What comes in each round, as it has been of late: what it holds more than it left behind, without bids and refunds (6.6)."""
    rounds: int = max(1, c.round - c.memory.get("bid_in", c.round - 1))
    came: int = c.energy - c.memory.get("left", c.energy)
    charged = c.memory.get("charged", 0)
    # Where a step has several rounds, the bid was made anew in each but the first, which `left` knows of.
    came += charged * (rounds - 1) - charged // 2 * (rounds - points_won(c)) if charged else 0
    eighths: int = c.memory.get("income", 0)
    c.memory["income"] = eighths = eighths - eighths // 8 + max(0, came // rounds)
    return eighths // 8


def points_won(c: Controller) -> int:
    """How many points the seat has more than when it bid last."""
    more: int = c.weapon_points - c.memory.get("points", 0)
    return more


def note_bid(c: Controller) -> None:
    """Remember the last bid and what mostly came of it, and how many rounds a rival has won."""
    charged = c.memory.get("charged", 0)
    if charged:
        rounds = max(1, c.round - c.memory.get("bid_in", c.round - 1))
        bids = c.memory.setdefault("bids", [])
        bids.append([charged, 1 if 2 * points_won(c) > rounds else 0])
        if len(bids) > BIDS_KEPT:
            bids.pop(0)
        c.memory["beaten"] = c.memory.get("beaten", 0) + max(0, rounds - points_won(c))
    c.memory["points"] = c.weapon_points
    c.memory["bid_in"] = c.round


def chance(bids: list[list[int]], bid: int) -> float:
    """How likely a bid wins: what has won with less speaks for it, what has lost with more against it, the latest most."""
    won = 0.5
    all_ = 1.0
    weight = 1.0
    for size, is_won in bids[::-1]:
        if is_won and size <= bid:
            won += weight
            all_ += weight
        elif not is_won and size >= bid:
            all_ += weight
        weight *= DECAY
    return won / all_


def point_value(c: Controller, income: int, spare: int) -> float:
    """What it would give for a point; nothing once it has more than half of them, or can no longer draw level."""
    left = c.rounds - c.round
    if c.weapon_points * 2 > c.rounds or c.weapon_points + left < c.memory.get("beaten", 0):
        return 0.0
    # A short match leaves no time for what is saved now to come back.
    first = min(HIGHEST_PRESSURE, 300.0 / c.rounds)
    pressure = first + (HIGHEST_PRESSURE - first) * min(1.0, c.round / max(1, c.rounds - LAST_ROUNDS))
    return pressure * (income + 0.02 * spare)


def best_bid(c: Controller, spare: int) -> int:
    """The odd amount that is expected to bring most; 0 if none brings anything."""
    income = note_income(c)
    note_bid(c)
    if spare < 1:
        return 0
    value = point_value(c, income, spare)
    bids = c.memory.get("bids", [])
    sizes = {1}
    for size, _ in bids[-6:]:
        sizes |= {odd(size), odd(size * 9 // 10), odd(size * 13 // 10 + 2)}
    found = 0
    best = 0.0
    for size in sorted(sizes):
        if size <= spare:
            likely = chance(bids, size)
            worth = likely * (value - size) - (1 - likely) * (size - size // 2)
            if worth > best:
                found, best = size, worth
    return found
