"""Warden, the hard bot: scouts that starve the foe, guards against scouts, waves against planets. Chapter 12.3."""

from __future__ import annotations

from games.cosmos.bots.bursts import OVERHEAD, best_burst
from games.cosmos.bots.gossip import HOSTILE, VACANT, forget, known, learn
from games.cosmos.bots.mining import charge, densest_way, escalate, is_richest, leave_home, miner_size
from games.cosmos.bots.walking import explore, nearest, step_away, step_to
from games.cosmos.programs.native import Controller, Sensed
from games.cosmos.programs.space import BATTLESHIP, DIRECTIONS, MINER, PLANET, SCOUT, Direction, Pos

# --- The sandbox's text begins here.

GUARD = 30
"""Energy of a battleship that stays at home; stronger ones go out."""
RAIDER = 60
MOST_GUARDS = 4
MOST_SHIPS = 90
LAST_WORKER = 700
WARDEN_PRIZES = {"planet": 300.0, "battleship": 10.0, "miner": 0.0, "scout": 5.0, "harm": 0.4}
GUARD_PRIZES = {"planet": 300.0, "battleship": 10.0, "miner": 0.0, "scout": 60.0, "harm": 0.5}


def foes_of(c: Controller, seen: list[Sensed], kind: str) -> list[Sensed]:
    """The sensed entities of other civilisations of a kind."""
    return [one for one in seen if one.seat is not None and one.seat != c.seat and one.kind == kind]


def own_of(c: Controller, seen: list[Sensed], kind: str) -> list[Sensed]:
    """The other sensed entities of its own civilisation of a kind."""
    return [one for one in seen if one.seat == c.seat and one.kind == kind and one.id != c.id]


# Planets.


def run_planet(c: Controller) -> None:
    """Builds what is needed most, bids what is worth it, and keeps what the strongest burst in sight could take."""
    seen = c.sense()
    learn(c, seen)
    reserve = danger(c, seen)
    if c.ready and c.own_count < MOST_SHIPS:
        warden_build(c, seen, reserve)
    is_bidding = is_richest(c) and c.weapon_points * 2 <= c.rounds
    charge(c, escalate(c, most_bid(c)) if is_bidding else 0, reserve)


def danger(c: Controller, seen: list[Sensed]) -> int:
    """The energy below which the battleships in sight could take it, all together."""
    joint = 0.0
    for one in foes_of(c, seen, BATTLESHIP):
        if one.energy > OVERHEAD:
            joint += (one.energy - OVERHEAD) * c.bonus(one.seat)
    floor = 2 if c.round < 50 else 20
    return max(floor, int(joint) + 1)


def most_bid(c: Controller) -> int:
    """A share of the energy that grows with the rounds."""
    if c.round < 100:
        return c.energy // 50
    if c.round * 10 < c.rounds * 8:
        return c.energy // 8
    return c.energy // 4


def warden_build(c: Controller, seen: list[Sensed], reserve: int) -> None:
    """One ship: a guard against hunters, scouts, raiders, miners, by need."""
    spare = c.energy - reserve
    hunters = foes_of(c, seen, SCOUT)
    near = own_of(c, seen, BATTLESHIP)
    guards = [one for one in near if one.energy < RAIDER]
    if hunters and len(guards) < min(MOST_GUARDS, len(hunters) + 1) and c.energy >= GUARD:
        make(c, BATTLESHIP, densest_way(c), GUARD)
    elif c.memory.get("scouts", 0) < scouts_due(c) and spare >= 1:
        make(c, SCOUT, scout_way(c), 1)
    elif is_time_to_raid(c, near) and spare >= RAIDER:
        make(c, BATTLESHIP, densest_way(c), max(RAIDER, spare * 6 // 10))
    else:
        miners = own_of(c, seen, MINER)
        size = miner_size(spare, largest_miner(c))
        if size and len(miners) < 24 and c.round * 1000 < LAST_WORKER * c.rounds:
            make(c, MINER, densest_way(c), size)


def make(c: Controller, kind: str, way: Direction | None, energy: int) -> None:
    """Builds if it can, and counts."""
    if way is not None and c.can_build(kind, way, energy):
        c.build(kind, way, energy)
        c.memory[kind + "s"] = c.memory.get(kind + "s", 0) + 1
        c.memory["built"] = c.memory.get("built", 0) + 1


def scouts_due(c: Controller) -> int:
    """How many scouts it should have built by now: two at once, eight by round 90, then one in twenty rounds."""
    return 2 + c.round // 15 if c.round < 90 else 8 + (c.round - 90) // 20


def scout_way(c: Controller) -> Direction | None:
    """Scouts keep the direction in which they are built: each the next one with map ahead."""
    first: int = c.memory.get("scouts", 0) * 3 + c.id
    for i in range(8):
        d = DIRECTIONS[(first + i) % 8]
        if c.on_map(c.pos.translate(4 * d.dx, 4 * d.dy)) and c.can_build(SCOUT, d, 1):
            return d
    return densest_way(c)


def is_time_to_raid(c: Controller, near: list[Sensed]) -> bool:
    """Raiders are built for a known planet, or now and then to look for one."""
    if c.round < 60:
        return False
    built: int = c.memory.get("built", 0)
    return built % 2 == 0 if known(c, HOSTILE) is not None else built % 4 == 0


def largest_miner(c: Controller) -> int:
    """Greater miners pay less for their energy but more for the planet's action."""
    return 85 if c.round < 150 else 154 if c.round < 300 else 255


# Miners.


def run_miner(c: Controller) -> None:
    """Leaves the neighbours of its planet free; flees from scouts."""
    if not c.ready:
        return
    hunter = nearest(c, c.sense(kinds=SCOUT, hostile=True))
    if hunter is not None:
        step_away(c, hunter.pos, 0.4)
        return
    home = c.sense_id(c.home) if c.home is not None else None
    if home is not None and home.pos.d2(c.pos) <= 2:
        leave_home(c, home)


# Scouts.


def run_scout(c: Controller) -> None:
    """Takes miners apart, the greatest first; keeps near a foe's planet; brings the news home once."""
    seen = c.sense()
    learn(c, seen)
    for one in own_of(c, seen, PLANET):
        c.memory["home"] = [one.pos.x, one.pos.y]
        if known(c, HOSTILE) is not None:
            c.memory["told"] = 1
    if not c.ready:
        return
    prey = foes_of(c, seen, MINER)
    for one in sorted(prey, key=lambda one: (-one.energy, one.id)):
        if c.can_analyse(one.id):
            c.analyse(one.id)
            return
    goal = known(c, HOSTILE)
    quarry = nearest(c, prey)
    if quarry is not None:
        step_to(c, quarry.pos)
    elif goal is not None and c.id % 3 == 0 and not c.memory.get("told") and "home" in c.memory:
        step_to(c, Pos(c.memory["home"][0], c.memory["home"][1]))
    elif goal is not None:
        if goal.d2(c.pos) > 12:
            step_to(c, goal)
    else:
        explore(c)


# Battleships.


def run_battleship(c: Controller) -> None:
    """Weak ones guard, strong ones go out."""
    if not c.ready:
        return
    seen = c.sense()
    learn(c, seen)
    near = [one for one in seen if one.id != c.id and one.pos.d2(c.pos) <= 9]
    is_guard = c.energy < RAIDER
    factor = c.bonus()
    worth, radius = best_burst(c, near, factor, GUARD_PRIZES if is_guard else WARDEN_PRIZES)
    if worth > c.energy or takes_part(c, seen, near, factor):
        c.overload(radius if radius else 1)
    elif is_guard:
        guard(c, seen)
    else:
        raid(c, seen, factor)


def takes_part(c: Controller, seen: list[Sensed], near: list[Sensed], factor: float) -> bool:
    """Is a foe's planet at its side that it and the others at the planet's sides can take together?"""
    for planet in near:
        if planet.kind == PLANET and planet.seat is not None and planet.seat != c.seat and planet.pos.d2(c.pos) == 1:
            joint = c.energy - OVERHEAD
            for one in own_of(c, seen, BATTLESHIP):
                if one.pos.d2(planet.pos) == 1 and one.energy >= 20:
                    joint += one.energy - OVERHEAD
            if joint * factor > planet.energy + 10:
                return True
    return False


def guard(c: Controller, seen: list[Sensed]) -> None:
    """Goes for scouts near its planet, else stays within two or three tiles of it."""
    hunter = nearest(c, foes_of(c, seen, SCOUT))
    home = nearest(c, own_of(c, seen, PLANET))
    if home is not None:
        c.memory["home"] = [home.pos.x, home.pos.y]
    if hunter is not None:
        step_to(c, hunter.pos)
    elif "home" in c.memory:
        post = Pos(c.memory["home"][0], c.memory["home"][1])
        if post.d2(c.pos) > 9:
            step_to(c, post)
        elif post.d2(c.pos) <= 2:
            step_away(c, post, 0.3)


def raid(c: Controller, seen: list[Sensed], factor: float) -> None:
    """To a planet that it can take now, else to the foe's known one; looks for planets if it knows none."""
    alone = (c.energy - OVERHEAD) * factor
    neutral = [one for one in seen if one.kind == PLANET and one.seat is None and one.energy < alone]
    target = nearest(c, neutral)
    if target is not None:
        if target.pos.d2(c.pos) > 1:
            step_to(c, target.pos)
        return
    goal = known(c, HOSTILE)
    if goal is None:
        vacant = known(c, VACANT)
        if vacant is not None and c.can_sense(vacant):
            forget(c, VACANT, vacant)
            vacant = None
        if vacant is None:
            explore(c)
        else:
            step_to(c, vacant)
    elif goal.d2(c.pos) > 1:
        step_to(c, side_of(c, goal))


def side_of(c: Controller, goal: Pos) -> Pos:
    """The nearest free neighbour of a planet in a cardinal direction; the planet itself while it is far or beset."""
    if goal.d2(c.pos) > 12:
        return goal
    free = [goal.add(d) for d in DIRECTIONS[::2] if c.on_map(goal.add(d)) and not c.occupied(goal.add(d))]
    return min(free, key=lambda pos: (pos.d2(c.pos), pos.x, pos.y), default=goal)


PROGRAM = {"planet": run_planet, "battleship": run_battleship, "miner": run_miner, "scout": run_scout}
