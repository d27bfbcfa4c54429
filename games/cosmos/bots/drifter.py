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


def run_planet(c: Controller) -> None:
    """Builds in turn on a random free neighbour, but not in the last part of the match; bids a share of what it has left."""
    is_early = 100 * c.round < DRIFT_BUILDS * c.rounds
    built = c.memory.get("built", 0)
    kind, energy = DRIFT_PATTERN[built % len(DRIFT_PATTERN)]
    if is_early and c.ready and c.own_count < DRIFT_MOST and c.energy - energy >= DRIFT_KEEPS:
        ways = [d for d in DIRECTIONS if c.can_build(kind, d, energy)]
        if ways:
            c.build(kind, c.random.choice(ways), energy)
            c.memory["built"] = built + 1
    bid = max(1, c.energy // DRIFT_SHARE)
    if c.round >= 20 and c.can_charge(bid):
        c.charge(bid)


def drift(c: Controller) -> None:
    """A random heading, kept for six rounds."""
    if c.round >= c.memory.get("until", 0):
        c.memory["heading"] = c.random.choice(DIRECTIONS).name
        c.memory["until"] = c.round + 6
    d = direction(c.memory["heading"])
    if c.can_move(d):
        c.move(d)


def run_battleship(c: Controller) -> None:
    """Bursts at planets and crowds, seldom at less; drifts."""
    if not c.ready:
        return
    near = [one for one in c.sense(radius=9) if one.seat != c.seat]
    is_worth = len(near) >= 3 or [one for one in near if one.kind == "planet"]
    if near and c.can_overload(9) and (is_worth or c.random.random() < 0.1):
        c.overload(9)
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
