"""How the program's ships find their way with what they sense themselves."""

from __future__ import annotations

from games.cosmos.programs.native import Controller, Sensed
from games.cosmos.programs.space import DIRECTIONS, Direction, Pos, Refused, direction

# --- The sandbox's text begins here.

USUAL_DENSITY = 0.6
"""What a tile beyond sight is taken for."""
PER_TILE = 1.5
"""What a tile of a good way is expected to cost, in rounds of a base cooldown of 1."""


def tiles_between(a: Pos, b: Pos) -> int:
    """Steps from one tile to another on an empty board."""
    return max(abs(a.x - b.x), abs(a.y - b.y))


def density_at(c: Controller, pos: Pos) -> float:
    """The density of a tile, or a usual one where it is not sensed; 0.1 for tiles off the map."""
    try:
        return c.aether(pos)
    except Refused as refusal:
        return 0.1 if str(refusal) == "off_map" else USUAL_DENSITY


def onward(c: Controller, pos: Pos, goal: Pos) -> float:
    """Rounds that the rest of the way is expected to cost: the better of the next tiles, then usual ones."""
    ahead = pos.direction_to(goal)
    if ahead is None:
        return 0.0
    best = 1000.0
    for d in (ahead, ahead.left, ahead.right):
        beyond = pos.add(d)
        rest = PER_TILE * tiles_between(beyond, goal)
        if 1.0 + rest < best:
            best = min(best, 1.0 / density_at(c, beyond) + rest)
    return best


def at_least(pos: Pos, goal: Pos) -> float:
    """Rounds that a step onto a tile and the rest of the way cost at least: two tiles of full density, then usual ones."""
    tiles = tiles_between(pos, goal)
    return 2.0 + PER_TILE * (tiles - 1) if tiles else 1.0


def step_to(c: Controller, goal: Pos) -> bool:
    """One step on a cheap way to a tile, never back to the one it came from; False if it stays where it is."""
    ahead = c.pos.direction_to(goal)
    if not c.ready or ahead is None:
        return False
    last = c.memory.get("last")
    back = ahead.opposite
    found = None
    least = 1000.0
    # Those that lead on come first: the others mostly need no look.
    for d in (ahead, ahead.left, ahead.right, ahead.left.left, ahead.right.right, back.left, back.right, back):
        pos = c.pos.add(d)
        if at_least(pos, goal) >= least or last == [pos.x, pos.y] or not c.can_move(d):
            continue
        cost = 1.0 / c.aether(pos) + onward(c, pos, goal)
        if cost < least:
            found, least = d, cost
    return walk(c, found)


def walk(c: Controller, d: Direction | None) -> bool:
    """The step itself; remembers the tile it leaves."""
    if d is None:
        c.memory.pop("last", None)
        return False
    c.memory["last"] = [c.pos.x, c.pos.y]
    c.move(d)
    return True


def step_away(c: Controller, danger: Pos, least_density: float) -> bool:
    """To the free neighbour that is farthest from a danger and farther than here, the denser one of equals."""
    found = None
    best = (c.pos.d2(danger), 0.0)
    for d in DIRECTIONS:
        if c.can_move(d):
            pos = c.pos.add(d)
            worth = (pos.d2(danger), c.aether(pos))
            if worth > best and worth[1] >= least_density:
                found, best = d, worth
    return walk(c, found)


def nearest(c: Controller, found: list[Sensed]) -> Sensed | None:
    """The nearest of some sensed entities, the smaller id of equals; None of none."""
    return min(found, key=lambda one: (one.pos.d2(c.pos), one.id), default=None)


def look_around(c: Controller) -> None:
    """Remember the part of the map where it is, as a square of eight by eight tiles."""
    seen = c.memory.setdefault("seen", [])
    square = [c.pos.x // 8, c.pos.y // 8]
    if square not in seen:
        seen.append(square)
        if len(seen) > 60:
            seen.pop(0)


def heading(c: Controller) -> Direction:
    """The direction it keeps: at first away from the planet that built it, so that the planet chooses it."""
    name = c.memory.get("heading")
    if name is not None:
        return direction(name)
    home = c.sense_id(c.home) if c.home is not None else None
    away = home.pos.direction_to(c.pos) if home is not None else None
    found = away if away is not None else c.random.choice(DIRECTIONS)
    c.memory["heading"] = found.name
    return found


def turn(c: Controller, old: Direction, reach: int) -> Direction:
    """A new direction with map ahead, where it has been least; to the left of equals."""
    seen = c.memory.get("seen", [])
    best = None
    least = (0, 0)
    for quarter, d in enumerate((old.left, old.left.left, old.right, old.right.right, old.opposite.right,
                                 old.opposite.left, old.opposite)):  # fmt: skip
        ahead = c.pos.translate(reach * d.dx, reach * d.dy)
        if not c.on_map(ahead):
            continue
        been = 0
        for far in (8, 16, 24):
            if [(c.pos.x + far * d.dx) // 8, (c.pos.y + far * d.dy) // 8] in seen:
                been += 1
        if best is None or (been, quarter) < least:
            best, least = d, (been, quarter)
    return best if best is not None else old.opposite


def explore(c: Controller) -> bool:
    """One step along its heading; turns where the map ends or where it has got stuck."""
    if not c.ready:
        return False
    look_around(c)
    d = heading(c)
    reach = 3 if c.kind == "scout" else 2
    if not c.on_map(c.pos.translate(reach * d.dx, reach * d.dy)) or c.memory.get("stuck", 0) > 2:
        d = turn(c, d, reach)
        c.memory["heading"] = d.name
        c.memory["stuck"] = 0
    if step_to(c, c.pos.translate(8 * d.dx, 8 * d.dy)):
        c.memory["stuck"] = 0
        return True
    c.memory["stuck"] = c.memory.get("stuck", 0) + 1
    return False
