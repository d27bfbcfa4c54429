"""Warden, the hard bot: scouts that starve the foe, guards against scouts, waves against planets, bids that pay. Chapter 12.3."""

from __future__ import annotations

from games.cosmos.bots.bidding import best_bid
from games.cosmos.bots.bursts import OVERHEAD, best_burst
from games.cosmos.bots.gossip import HOSTILE, VACANT, forget, is_treasurer, known, learn
from games.cosmos.bots.mining import best_miner, charge, densest_way, leave_home
from games.cosmos.bots.walking import explore, nearest, step_away, step_to
from games.cosmos.programs.native import Controller, Sensed
from games.cosmos.programs.space import BATTLESHIP, DIRECTIONS, MINER, PLANET, SCOUT, Direction, Pos

# --- The sandbox's text begins here.

GUARD = 30
"""Energy of a battleship that stays at home; stronger ones go out."""
RAIDER = 60
MOST_GUARDS = 4
MOST_SHIPS = 90
MOST_MINERS = 24
SMALL = 85
"""The largest miner of a planet that has little."""
ACTION = 12
"""What a planet's action is worth in energy."""
LARGE = 150
"""Energy of a foreign miner that is kept for the wave, whose bursts it makes stronger."""
PATIENCE = 40
"""Rounds that a scout waits for the wave."""
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
    survival = survival_of(c, seen)
    # The bid comes first: where a step has several rounds, a planet may build in each step, and nothing would be left.
    bid = best_bid(c, c.energy - reserve)
    charge(c, bid if is_treasurer(c, seen) else 0, reserve)
    if c.ready and c.own_count < MOST_SHIPS:
        warden_build(c, seen, reserve, survival)
    c.memory["left"] = c.energy


def danger(c: Controller, seen: list[Sensed]) -> int:
    """The energy below which the battleships in sight could take it, all together."""
    joint = 0.0
    for one in foes_of(c, seen, BATTLESHIP):
        if one.energy > OVERHEAD:
            joint += (one.energy - OVERHEAD) * c.bonus(one.seat)
    floor = 2 if c.round < 50 else 20
    return max(floor, int(joint) + 1)


def warden_build(c: Controller, seen: list[Sensed], reserve: int, survival: float) -> None:
    """One ship: a guard against hunters, scouts, raiders, miners, by need."""
    spare = c.energy - reserve
    miners = own_of(c, seen, MINER)
    hunters = foes_of(c, seen, SCOUT)
    near = own_of(c, seen, BATTLESHIP)
    guards = [one for one in near if one.energy < RAIDER]
    if hunters and len(guards) < min(MOST_GUARDS, len(hunters) + 1) and c.energy >= GUARD:
        make(c, BATTLESHIP, densest_way(c), GUARD)
    elif c.memory.get("scouts", 0) < scouts_due(c) and spare >= 1 and is_turn_of_scout(c):
        make(c, SCOUT, scout_way(c), 1)
    elif is_time_to_raid(c, near) and spare >= RAIDER:
        make(c, BATTLESHIP, densest_way(c), max(RAIDER, spare * 6 // 10))
    else:
        size = (
            best_miner(c, min(spare, max(SMALL, c.energy // 3)), survival, ACTION) if len(miners) < MOST_MINERS else 0
        )
        if size:
            make(c, MINER, densest_way(c), size)
        elif c.round >= 60 and spare >= RAIDER:
            make(c, BATTLESHIP, densest_way(c), max(RAIDER, spare * 6 // 10))


def make(c: Controller, kind: str, way: Direction | None, energy: int) -> None:
    """Builds if it can, and counts."""
    if way is not None and c.can_build(kind, way, energy):
        c.build(kind, way, energy)
        c.memory[kind + "s"] = c.memory.get(kind + "s", 0) + 1
        c.memory["built"] = c.memory.get("built", 0) + 1


def scouts_due(c: Controller) -> int:
    """How many scouts it should have built by now: two at once, eight by round 90, then one in twenty rounds."""
    return 2 + c.round // 15 if c.round < 90 else 8 + (c.round - 90) // 20


def is_turn_of_scout(c: Controller) -> bool:
    """Where a step has several rounds, builds are few: at most every third is a scout."""
    built: int = c.memory.get("built", 0)
    scouts: int = c.memory.get("scouts", 0)
    return scouts * 3 <= built + 3


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


def survival_of(c: Controller, seen: list[Sensed]) -> float:
    """How likely a miner lives for another round, learnt from those that were here and are not; those that evolved are no loss."""
    miners, ships = len(own_of(c, seen, MINER)), len(own_of(c, seen, BATTLESHIP))
    had = c.memory.get("had", [miners, ships])
    lost: int = c.memory.get("lost", 0) + max(0, had[0] - miners - max(0, ships - had[1]))
    watched: int = c.memory.get("watched", 0) + miners
    c.memory["had"], c.memory["lost"], c.memory["watched"] = [miners, ships], lost, watched
    return max(0.98, 1.0 - (lost + 1) / (watched + 200))


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
        if c.can_analyse(one.id) and not is_kept_for_wave(c, one, seen):
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


def is_kept_for_wave(c: Controller, prey: Sensed, seen: list[Sensed]) -> bool:
    """Does it wait with a large miner for the raiders whose bursts would gain by it? Not for ever, and not before there may be any."""
    if prey.energy < LARGE or known(c, HOSTILE) is None:
        return False
    if [one for one in own_of(c, seen, BATTLESHIP) if one.energy >= RAIDER]:
        return False
    until: int = c.memory.setdefault("until", c.round + PATIENCE)
    return c.round < until


# Battleships.


def run_battleship(c: Controller) -> None:
    """Weak ones guard, strong ones go out."""
    if not c.ready:
        return
    seen = c.sense()
    learn(c, seen)
    near = [one for one in seen if one.id != c.id and one.pos.d2(c.pos) <= 9]
    is_guard = c.energy < RAIDER
    if heals(c, seen, near):
        return
    factor = c.bonus()
    worth, radius = best_burst(c, near, factor, GUARD_PRIZES if is_guard else WARDEN_PRIZES)
    if worth > c.energy or takes_part(c, seen, near, factor):
        c.overload(radius if radius else 1)
    elif is_guard:
        guard(c, seen)
    else:
        raid(c, seen, factor)


def heals(c: Controller, seen: list[Sensed], near: list[Sensed]) -> bool:
    """Gives itself to a planet at its side that would fall to the battleships around it and does not with that (6.2)."""
    for planet in near:
        if planet.kind == PLANET and planet.seat == c.seat:
            foes = [
                one for one in foes_of(c, seen, BATTLESHIP) if one.pos.d2(planet.pos) <= 9 and one.energy > OVERHEAD
            ]
            threat = sum([(one.energy - OVERHEAD) * c.bonus(one.seat) for one in foes])
            radius = planet.pos.d2(c.pos)
            share = (c.energy - OVERHEAD) // len([one for one in near if one.pos.d2(c.pos) <= radius])
            if planet.energy < threat <= planet.energy + share and c.can_overload(radius) and c.energy >= 20:
                c.overload(radius)
                return True
    return False


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
