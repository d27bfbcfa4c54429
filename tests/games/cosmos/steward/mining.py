"""How planets of the program grow: sizes of miners, places for new ships, bids. Chapters 6.4 and 6.6."""

from __future__ import annotations

from games.cosmos.programs.native import Controller, Sensed
from games.cosmos.programs.space import DIRECTIONS, Direction

# --- The sandbox's text begins here.

MINER_STEPS = (21, 41, 63, 85, 107, 130, 154, 178, 203, 228, 255, 282, 310, 339, 368, 399, 431, 463, 497, 532)
"""The least energies of a miner that pay 1, 2, 3 ... a round."""


def miner_size(energy: int, most: int) -> int:
    """The largest step that costs at most `energy` and `most`; 0 if there is none."""
    found = 0
    for step in MINER_STEPS:
        if step <= energy and step <= most:
            found = step
    return found


def densest_way(c: Controller) -> Direction | None:
    """The free neighbour tile of the highest density."""
    found = None
    best = 0.0
    for d in DIRECTIONS:
        if c.can_build("scout", d, 1):
            density = c.aether(c.pos.add(d))
            if density > best:
                found, best = d, density
    return found


def leave_home(c: Controller, home: Sensed) -> None:
    """One step outwards, so that the neighbours of the planet stay free; only onto good tiles."""
    found = None
    best = (c.pos.d2(home.pos), 0.0)
    for d in DIRECTIONS:
        if c.can_move(d):
            pos = c.pos.add(d)
            worth = (min(pos.d2(home.pos), 8), c.aether(pos))
            if worth > best and worth[1] >= 0.4:
                found, best = d, worth
    if found is not None:
        c.move(found)


def escalate(c: Controller, most: int) -> int:
    """A bid that rises by 30 % after more losses than wins, else falls by 10 %, up to `most`; a little chance avoids ties (6.6)."""
    bid: int = c.memory.get("bid", 1)
    if c.memory.get("charged", 0):
        # Where a step has several rounds, the bid stood in each of them.
        is_won = 2 * (c.weapon_points - c.memory["points"]) > c.round - c.memory.get("bid_in", c.round - 1)
        bid = -int(-bid * 0.9) if is_won else int(bid * 1.3) + 1
    c.memory["bid"] = bid = max(1, min(bid, most))
    c.memory["points"] = c.weapon_points
    c.memory["bid_in"] = c.round
    return min(bid + c.random.randint(0, 1 + bid // 10), max(1, most))


def charge(c: Controller, bid: int, reserve: int) -> None:
    """Bids if the reserve stays, and remembers that it did."""
    c.memory["charged"] = 0
    if bid and c.energy - bid >= reserve and c.can_charge(bid):
        c.charge(bid)
        c.memory["charged"] = bid


def is_richest(c: Controller) -> bool:
    """Of the own planets that it senses, is this the one with the most energy?"""
    richer = [one for one in c.sense(kinds="planet", seats=c.seat) if (one.energy, one.id) > (c.energy, c.id)]
    return not richer
