"""What each entity of the program does: a steady economy, hunting scouts, bursts that pay."""

from __future__ import annotations

from games.cosmos.programs.native import Controller, Sensed
from games.cosmos.programs.space import BATTLESHIP, MINER, PLANET, SCOUT, Pos
from tests.games.cosmos.steward.bursts import OVERHEAD, best_burst, strength
from tests.games.cosmos.steward.mining import charge, densest_way, escalate, is_richest, leave_home, miner_size
from tests.games.cosmos.steward.walking import explore, nearest, step_away, step_to

# --- The sandbox's text begins here.

OPENING = 60
LAST_MINER = 650
MOST_MINERS = 14
MOST_OWN = 36
LARGEST_MINER = 85
CYCLE = [MINER, MINER, BATTLESHIP, SCOUT]
STEWARD_PRIZES = {"planet": 100.0, "battleship": 0.0, "miner": 0.0, "scout": 0.0, "harm": 0.5}
REPORT_KINDS = [PLANET, BATTLESHIP, MINER, SCOUT]


def run_planet(c: Controller) -> None:
    """Builds by the phase of the match and keeps a reserve against what it sees; bids."""
    seen = c.sense()
    foes = [one for one in seen if one.seat is not None and one.seat != c.seat and one.kind == BATTLESHIP]
    reserve = max(2, max([one.energy for one in foes], default=0) // 4)
    # The bid comes first: where a step has several rounds, a planet may build in each step, and nothing would be left.
    is_bidding = is_richest(c) and c.weapon_points * 2 <= c.rounds
    charge(c, escalate(c, int(c.energy * 0.12)) if is_bidding else 0, reserve)
    if c.ready and c.own_count < MOST_OWN:
        steward_build(c, reserve, len([one for one in seen if one.seat == c.seat and one.kind == MINER]))


def steward_build(c: Controller, reserve: int, miners: int) -> None:
    """The next ship, on the densest free neighbour."""
    way = densest_way(c)
    if way is None:
        return
    kind = next_kind(c, miners)
    if kind == SCOUT:
        energy = 1
    elif kind == MINER:
        energy = miner_size(c.energy - reserve, LARGEST_MINER)
    else:
        energy = max(60, c.energy // 3)
    if energy and c.energy - energy >= reserve and c.can_build(kind, way, energy):
        c.build(kind, way, energy)
        c.memory["built"] = c.memory.get("built", 0) + 1


def next_kind(c: Controller, miners: int) -> str:
    """A scout first, then one for every four miners; from round 60 on a cycle, with a limit to miners."""
    built = c.memory.get("built", 0)
    if c.round <= OPENING:
        return SCOUT if built % 5 == 0 else MINER
    kind = CYCLE[built % len(CYCLE)]
    return BATTLESHIP if kind == MINER and (miners >= MOST_MINERS or c.round > LAST_MINER) else kind


def run_miner(c: Controller) -> None:
    """Leaves the neighbours of its planet free, flees from scouts, does not stray."""
    if not c.ready:
        return
    hunter = nearest(c, c.sense(kinds=SCOUT, hostile=True))
    if hunter is not None:
        step_away(c, hunter.pos, 0.5)
        return
    home = c.sense_id(c.home) if c.home is not None else None
    if home is not None and home.pos.d2(c.pos) <= 2:
        leave_home(c, home)


def run_scout(c: Controller) -> None:
    """Hunts miners, the greatest first; reports what it sees; explores."""
    seen = c.sense()
    report(c, seen)
    if not c.ready:
        return
    prey = [one for one in seen if one.kind == MINER and one.seat != c.seat]
    for one in sorted(prey, key=lambda one: (-one.energy, one.id)):
        if c.can_analyse(one.id):
            c.analyse(one.id)
            return
    quarry = nearest(c, prey)
    if quarry is not None:
        step_to(c, quarry.pos)
    else:
        explore(c)


def report(c: Controller, seen: list[Sensed]) -> None:
    """Radio: the nearest foreign planet, else the nearest foe, relative to itself (8.2)."""
    others = [one for one in seen if one.seat != c.seat]
    planets = [one for one in others if one.kind == PLANET]
    target = nearest(c, planets if planets else others)
    value = 0
    if target is not None:
        dx, dy = target.pos.x - c.pos.x, target.pos.y - c.pos.y
        value = 1 + (dx + 128) * 100000 + (dy + 128) * 100 + REPORT_KINDS.index(target.kind) + 1
    if value != c.radio:
        c.set_radio(value)


def reported(one: Sensed) -> tuple[Pos, str] | None:
    """What an own scout reports: where, and which kind."""
    if not one.radio:
        return None
    value = one.radio - 1
    kind = value % 100 - 1
    if kind < 0 or kind > 3:
        return None
    return one.pos.translate(value // 100000 - 128, value // 100 % 1000 - 128), REPORT_KINDS[kind]


def run_battleship(c: Controller) -> None:
    """Bursts where it pays; else goes where it may pay."""
    if not c.ready:
        return
    seen = c.sense()
    near = [one for one in seen if one.id != c.id and one.pos.d2(c.pos) <= 9]
    factor = c.bonus()
    worth, radius = best_burst(c, near, factor, STEWARD_PRIZES)
    if worth > c.energy:
        c.overload(radius)
        return
    goal = battle_goal(c, seen, factor)
    if goal is None:
        explore(c)
    elif goal.d2(c.pos) > 1:
        step_to(c, goal)


def battle_goal(c: Controller, seen: list[Sensed], factor: float) -> Pos | None:
    """A planet that it can take, alone or with the others here; what a scout reports; the nearest foe."""
    alone = strength(c.energy, factor)
    own = [one.energy for one in seen if one.seat == c.seat and one.kind == BATTLESHIP]
    joint = sum([energy - OVERHEAD for energy in own if energy > OVERHEAD]) * factor
    planets = [one for one in seen if one.kind == PLANET and one.seat != c.seat]
    within = nearest(c, [one for one in planets if one.energy + OVERHEAD < (alone if one.seat is None else joint)])
    if within is not None:
        return within.pos
    for one in seen:
        told = reported(one) if one.seat == c.seat and one.kind == SCOUT else None
        if told is not None and told[1] == PLANET and not c.can_sense(told[0]):
            return told[0]
    foe = nearest(c, [one for one in seen if one.seat is not None and one.seat != c.seat and one.kind != PLANET])
    return foe.pos if foe is not None else None


PROGRAM = {"planet": run_planet, "battleship": run_battleship, "miner": run_miner, "scout": run_scout}
