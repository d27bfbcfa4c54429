"""The movements of chapter 8.2: at most one step a turn, by the entity's own senses and the tiles its seat knows."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

from games.cosmos.constants import DIRECTION_NAMES, DIRECTION_NUMBER, DIRECTIONS, KIND_NUMBER, KINDS, SENSE
from games.cosmos.geometry import Place
from games.cosmos.sight import seen_kind
from games.cosmos.standing.senses import Turn

Movement = dict[str, Any]
Tile = tuple[int, int]
UNKNOWN_DENSITY = 550
EXPANSIONS = 4096
REPLAN = 8
LEFT_HAND = (-2, -1, 0, 1, 2, 3, 4, 5)
"""Turns tried along an obstacle, in eighths clockwise from the heading: the left hand stays on it."""
TURNS_RIGHT = (0, 1, 2, 3, 4, 5, 6, 7)
TURNS_LEFT = (0, -1, -2, -3, -4, -5, -6, -7)
_WAY_OF_SIGNS = {signs: DIRECTION_NUMBER[name] for name, signs in DIRECTIONS.items()}


def walk(turn: Turn, movement: Movement) -> None:
    """Take the step that this movement asks for, if any."""
    _WALKS[movement["type"]](turn, movement)


def _heading(dx: int, dy: int) -> int:
    """The direction of the signs of dx, dy; north for no way at all."""
    return _WAY_OF_SIGNS.get(((dx > 0) - (dx < 0), (dy > 0) - (dy < 0)), 0)


def _remembered_heading(turn: Turn) -> int | None:
    """Its number; standing orders remember the name."""
    name = turn.memory.get("heading")
    return None if name is None else DIRECTION_NUMBER[name]


def approach(turn: Turn, goal: Tile) -> None:
    """One greedy step: nearer to the goal, ties by density; else along the obstacle with the left hand on it."""
    now = turn.far(turn.entity.at, goal)
    if now == 0:
        return
    stuck = turn.memory.get("stuck")
    is_following = stuck is not None and stuck[1:] == list(goal)
    # Along an obstacle only what is nearer than where it began counts, or the entity would step to and fro.
    limit = min(now, stuck[0]) if stuck is not None and is_following else now
    best = _nearest(turn, goal)
    if best is not None and best[0] < limit:
        turn.memory.pop("stuck", None)
        turn.memory.pop("heading", None)
        turn.step(best[2])
        return
    x, y = turn.work.geometry.xy[turn.entity.at]
    heading = _remembered_heading(turn) if is_following else None
    turns = TURNS_RIGHT if heading is None else LEFT_HAND
    start = _heading(goal[0] - x, goal[1] - y) if heading is None else heading
    free = {way for way, _ in turn.ways()}
    found = next((way for eighths in turns if (way := (start + eighths) % 8) in free), None)
    if found is not None and turn.step(found):
        turn.memory["heading"] = DIRECTION_NAMES[found]
        turn.memory["stuck"] = [limit, *goal]


def _nearest(turn: Turn, goal: Tile) -> tuple[int, int, int] | None:
    """Of the free neighbours the nearest to the goal, ties by density, then by direction: distance, -density, direction."""
    at, closed, aether = turn.entity.at, turn.board.closed, turn.work.state.aether
    x, y = turn.work.geometry.xy[at]
    x, y = x - goal[0], y - goal[1]
    rated = [
        ((x + dx) * (x + dx) + (y + dy) * (y + dy), -aether[at + offset], way)
        for way, (dx, dy, offset) in enumerate(turn.work.geometry.neighbours)
        if not closed[at + offset]
    ]
    return min(rated, default=None)


def _go(turn: Turn, goal: Tile, path: str) -> None:
    if path == "greedy" or not _is_on_chart(turn, goal):
        approach(turn, goal)
        return
    plan: dict[str, Any] | None = turn.memory.get("plan")
    if plan is None or not _is_good(turn, plan, goal):
        way = _cheapest(turn, turn.work.geometry.at(*goal))
        plan = {"to": list(goal), "round": turn.work.state.round, "way": way[:REPLAN]}
    if not plan["way"]:
        turn.memory.pop("plan", None)
        approach(turn, goal)
        return
    turn.memory["plan"] = plan
    if turn.step(DIRECTION_NUMBER[plan["way"][0]]):
        turn.memory["plan"] = {**plan, "way": plan["way"][1:]}


def _is_on_chart(turn: Turn, goal: Tile) -> bool:
    """May a way to a tile be planned? It is on the map, and where the seat does not know the map's size it is known."""
    geometry, state = turn.work.geometry, turn.work.state
    if not geometry.on_map(*goal):
        return False
    return not _is_uncharted(turn) or bool(state.known[turn.seat] & geometry.bit[geometry.at(*goal)])


def _is_uncharted(turn: Turn) -> bool:
    """Does the seat not know the map's size? Then its edges are no obstacles that a plan may know of (7.2)."""
    return bool(turn.work.state.options["map_knowledge"] == "none")


def _is_good(turn: Turn, plan: dict[str, Any], goal: Tile) -> bool:
    """May a plan be followed for another step: same goal, young enough, next tile free?"""
    if plan["to"] != list(goal) or turn.work.state.round - plan["round"] >= REPLAN or not plan["way"]:
        return False
    return turn.is_free(turn.entity.at + turn.work.geometry.steps[plan["way"][0]])


def _cheapest(turn: Turn, goal: Place) -> list[str]:
    """Directions of the cheapest way over tiles as the seat knows them; empty if none was found in time.

    Unknown tiles count as of middling density, but where the size of the map is not known no way leads over them.
    """
    work, me = turn.work, turn.entity
    assert me.seat is not None
    known, bit, aether = work.state.known[me.seat], work.geometry.bit, work.state.aether
    is_uncharted = _is_uncharted(turn)
    blocked = {sensed.entity.at for sensed in turn.sensed}
    steps = tuple(work.geometry.steps.items())
    came: dict[Place, tuple[Place, str]] = {}
    cost = {me.at: 0}
    heap = [(0, me.at)]
    closed: set[Place] = set()
    while heap and len(closed) < EXPANSIONS:
        spent, place = heappop(heap)
        if place == goal:
            break
        if place in closed:
            continue
        closed.add(place)
        for name, offset in steps:
            there = place + offset
            if not aether[there] or there in blocked:
                continue
            is_known = known & bit[there]
            if is_uncharted and not is_known:
                continue
            density = aether[there] if is_known else UNKNOWN_DENSITY
            total = spent + 1_000_000 // density
            if total < cost.get(there, total + 1):
                cost[there], came[there] = total, (place, name)
                heappush(heap, (total, there))
    way: list[str] = []
    at = goal
    while at in came and at != me.at:
        at, name = came[at]
        way.append(name)
    return way[::-1]


def _move_to(turn: Turn, movement: Movement) -> None:
    goal = turn.tile(movement["to"])
    if turn.far(turn.entity.at, goal) > movement["arrive"]:
        _go(turn, goal, movement["path"])


def _patrol(turn: Turn, movement: Movement) -> None:
    points = movement["points"]
    number = turn.memory.get("point", 0) % len(points)
    if turn.far(turn.entity.at, turn.tile(points[number])) == 0:
        number = turn.memory["point"] = (number + 1) % len(points)
    _go(turn, turn.tile(points[number]), movement["path"])


def _home(turn: Turn) -> Tile | None:
    """Where the entity was built, if its seat knows the place: a captured ship does not tell where it came from."""
    state, seat = turn.work.state, turn.seat
    home = state.entities.get(turn.entity.home or 0)
    if home is None:
        return None
    is_known = home.seat == seat or home.id in state.seen[seat] or home.id in state.ghosts[seat]
    is_sensed = turn.work.geometry.d2(turn.entity.at, home.at) <= SENSE[turn.entity.kind]
    return turn.work.geometry.xy[home.at] if is_known or is_sensed else None


def _explore(turn: Turn, movement: Movement, allowed: Callable[[Place], bool] | None = None) -> None:
    heading = _remembered_heading(turn)
    if heading is None:
        x, y = turn.work.geometry.xy[turn.entity.at]
        home = _home(turn) or (x, y)
        heading = _heading(x - home[0], y - home[1])
    at, offsets, closed = turn.entity.at, turn.work.geometry.offsets, turn.board.closed
    for eighths in TURNS_LEFT:
        way = (heading + eighths) % 8
        place = at + offsets[way]
        if not closed[place] and (allowed is None or allowed(place)):
            if turn.step(way):
                turn.memory["heading"] = DIRECTION_NAMES[way]
            return


def _escort(turn: Turn, movement: Movement) -> None:
    ward = turn.work.state.entities.get(movement["id"])
    if ward is None or ward.seat != turn.entity.seat:
        return
    if turn.work.geometry.d2(turn.entity.at, ward.at) > movement["within"]:
        approach(turn, turn.work.geometry.xy[ward.at])


def _pursue(turn: Turn, movement: Movement) -> None:
    for sensed in turn.foreign() if turn.foreign_near(SENSE[turn.entity.kind]) else ():
        is_it = sensed.id == movement["id"] if movement["id"] is not None else KINDS[sensed.kind] == movement["kind"]
        if is_it and movement["seat"] in (None, sensed.entity.seat):
            turn.memory["last"] = list(turn.work.geometry.xy[sensed.entity.at])
            break
    last = turn.memory.get("last") or _remembered(turn, movement)
    if last is not None:
        approach(turn, (last[0], last[1]))


def _remembered(turn: Turn, movement: Movement) -> Tile | None:
    """Where the seat last saw such an entity, the nearest one first."""
    state, d2 = turn.work.state, turn.work.geometry.d2
    number, seat = movement["id"], movement["seat"]
    kind = None if number is not None else KIND_NUMBER[movement["kind"]]
    known = [
        *((id_, seen_kind(one, truly), one.seat, one.at) for id_, (one, truly) in state.seen[turn.seat].items()),
        *((id_, *row[:3]) for id_, row in state.ghosts[turn.seat].items()),
    ]
    places = [
        (d2(turn.entity.at, place), id_, place)
        for id_, seen, owner, place in known
        if (seen == kind or id_ == number) and seat in (None, owner)
    ]
    return turn.work.geometry.xy[min(places)[2]] if places else None


def _stay_near(turn: Turn, movement: Movement) -> None:
    center = turn.tile(movement["center"]) if movement["center"] is not None else _home(turn)
    if center is None:
        return
    if turn.far(turn.entity.at, center) > movement["within"]:
        approach(turn, center)
    else:
        _explore(turn, movement, lambda place: turn.far(place, center) <= movement["within"])


def _seek_aether(turn: Turn, movement: Movement) -> None:
    work, me = turn.work, turn.entity
    assert me.seat is not None
    known = work.state.known[me.seat] & work.geometry.mask(movement["within"], me.at)
    # Far away, where it does not sense, a tile counts as free.
    near = work.geometry.mask(SENSE[me.kind], me.at)
    free = [
        place for place in work.geometry.places_of(known)
        if not work.board.closed[place] or not near & work.geometry.bit[place]
    ]  # fmt: skip
    if free:
        best = min(free, key=lambda place: (-turn.density(place), work.geometry.d2(me.at, place)))
        if turn.density(best) > turn.density(me.at):
            approach(turn, work.geometry.xy[best])


_WALKS: dict[str, Callable[[Turn, Movement], None]] = {
    "hold": lambda turn, movement: None,
    "move_to": _move_to,
    "patrol": _patrol,
    "explore": _explore,
    "escort": _escort,
    "pursue": _pursue,
    "stay_near": _stay_near,
    "seek_aether": _seek_aether,
}
