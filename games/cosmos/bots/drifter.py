"""Drifter, the easy bot: every entity by itself, without a plan. Chapter 12.1."""

from __future__ import annotations

from games.cosmos.programs.native import Controller
from games.cosmos.programs.space import BATTLESHIP, DIRECTIONS, MINER, SCOUT, direction

# --- The sandbox's text begins here.

DRIFT_PATTERN = [(MINER, 21), (SCOUT, 3), (BATTLESHIP, 30)]
DRIFT_MOST = 25
DRIFT_KEEPS = 5
DRIFT_BUILDS = 60
DRIFT_SHARE = 5
DRIFT_LEADS = 4
DRIFT_GUARD = 30
DRIFT_OVERHEAD = 10


def run_planet(c: Controller) -> None:
    """Builds in turn on a random free neighbour, but not in the last part of the match; bids a share of what it has left, more while it leads.

    With a ship in sight that could take it, it spends nothing but what guards it.
    """
    is_early = 100 * c.round < DRIFT_BUILDS * c.rounds
    built = c.memory.get("built", 0)
    kind, energy = DRIFT_PATTERN[built % len(DRIFT_PATTERN)]
    hunters = c.sense(hostile=True, kinds=BATTLESHIP)
    threat = max([one.energy for one in hunters]) if hunters else 0
    if threat:
        kind, energy = BATTLESHIP, DRIFT_GUARD
    keeps = max(DRIFT_KEEPS, threat - DRIFT_OVERHEAD)
    if (is_early or threat) and c.ready and c.own_count < DRIFT_MOST and c.energy - energy >= keeps:
        ways = [d for d in DIRECTIONS if c.can_build(kind, d, energy)]
        if ways:
            c.build(kind, c.random.choice(ways), energy)
            c.memory["built"] = built + 1
    leads = 2 * c.weapon_points >= c.round
    bid = max(1, (c.energy - threat) // (DRIFT_LEADS if leads else DRIFT_SHARE))
    if c.round >= 20 and c.can_charge(bid):
        c.charge(bid)


def drift(c: Controller) -> None:
    """A heading kept for six rounds, then it or one beside it; another one where that leads nowhere."""
    old = c.memory.get("heading")
    d = direction(old) if old else c.random.choice(DIRECTIONS)
    if not c.can_move(d):
        ways = [way for way in DIRECTIONS if c.can_move(way)]
        d = c.random.choice(ways) if ways else d
    elif c.round >= c.memory.get("until", 0):
        d = c.random.choice([d, d.left, d.right])
        c.memory["until"] = c.round + 6
    c.memory["heading"] = d.name
    if c.can_move(d):
        c.move(d)


def run_battleship(c: Controller) -> None:
    """Bursts at planets and crowds, and at ships that come near its own; goes for a planet in sight that it can take; else it drifts."""
    if not c.ready:
        return
    burst = c.energy - DRIFT_OVERHEAD
    near = [one for one in c.sense(radius=9) if one.seat != c.seat]
    is_worth = len(near) >= 3 or [one for one in near if one.kind == "planet"]
    guards = [one for one in near if one.kind == BATTLESHIP] and c.sense(radius=25, seats=c.seat, kinds="planet")
    if near and c.can_overload(9) and (is_worth or guards or c.random.random() < 0.1):
        c.overload(9)
        return
    weak = [one for one in c.sense(hostile=True, kinds="planet") if one.energy < burst]
    way = c.pos.direction_to(weak[0].pos) if weak else None
    if way is not None and c.can_move(way):
        c.move(way)
    else:
        drift(c)


def run_scout(c: Controller) -> None:
    """Analyses what comes into reach; drifts."""
    if not c.ready:
        return
    for one in c.sense(kinds=MINER, radius=12):
        if c.can_analyse(one.id):
            c.analyse(one.id)
            return
    drift(c)


PROGRAM = {"planet": run_planet, "battleship": run_battleship, "scout": run_scout}
