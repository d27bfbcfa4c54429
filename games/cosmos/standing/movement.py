"""The movements of chapter 8.2: at most one step a turn, by the entity's own senses and the tiles its seat knows."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

from games.cosmos.constants import DIRECTION_NAMES, DIRECTION_NUMBER, DIRECTIONS, KIND_NUMBER, SENSE
from games.cosmos.geometry import Place, nearer_ways
from games.cosmos.sight import seen_kind
from games.cosmos.standing.senses import ANY_KIND, Turn

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


def _heading(dx: int, dy: int) -> int:
    """The direction of the signs of dx, dy; north for no way at all."""
    return _WAY_OF_SIGNS.get(((dx > 0) - (dx < 0), (dy > 0) - (dy < 0)), 0)


def _remembered_heading(turn: Turn) -> int | None:
    """Its number; standing orders remember the name."""
    name = turn.memory.get("heading")
    return None if name is None else DIRECTION_NUMBER[name]


def approach(turn: Turn, goal: Tile) -> None:
    """One greedy step: nearer to the goal, ties by density; else along the obstacle with the left hand on it."""
    x, y = turn.geometry.xy[turn.entity.at]
    dx, dy = x - goal[0], y - goal[1]
    limit = dx * dx + dy * dy
    if limit == 0:
        return
    is_following = False
    if turn.memory and (stuck := turn.memory.get("stuck")) is not None:
        is_following = stuck[1:] == list(goal)
        if is_following:
            # Along an obstacle only what is nearer than where it began counts, or the entity would step to and fro.
            limit = min(limit, stuck[0])
    nearest = _nearest(turn, dx, dy, limit)
    if nearest is not None:
        if turn.memory:
            turn.forget("stuck", "heading")
        turn.step(nearest)
        return
    heading = _remembered_heading(turn) if is_following else None
    turns = TURNS_RIGHT if heading is None else LEFT_HAND
    start = _heading(-dx, -dy) if heading is None else heading
    free = {way for way, _ in turn.ways()}
    found = next((way for eighths in turns if (way := (start + eighths) % 8) in free), None)
    if found is not None and turn.step(found):
        turn.remember("heading", DIRECTION_NAMES[found])
        turn.remember("stuck", [limit, *goal])


def _nearest(turn: Turn, dx: int, dy: int, limit: int) -> int | None:
    """Of the steps from (dx, dy) that come nearer than `limit` to the goal at (0, 0) the nearest, ties by density, then by direction."""
    beside, closed, aether = turn.geometry.beside[turn.entity.at], turn.board.closed, turn.work.state.aether
    nearest, density = None, -1
    for far, ways in nearer_ways(dx, dy):
        if far >= limit:
            break
        for way in ways:
            place = beside[way]
            if not closed[place] and aether[place] > density:
                nearest, density = way, aether[place]
        if nearest is not None:
            break
    return nearest


def _go(turn: Turn, goal: Tile, path: str) -> None:
    if path == "greedy" or not _is_on_chart(turn, goal):
        approach(turn, goal)
        return
    plan: dict[str, Any] | None = turn.memory.get("plan")
    if plan is None or not _is_good(turn, plan, goal):
        way = _cheapest(turn, turn.geometry.at(*goal))
        plan = {"to": list(goal), "round": turn.work.state.round, "way": way[:REPLAN]}
    if not plan["way"]:
        turn.forget("plan")
        approach(turn, goal)
        return
    if turn.step(DIRECTION_NUMBER[plan["way"][0]]):
        plan = {**plan, "way": plan["way"][1:]}
    turn.remember("plan", plan)


def _is_on_chart(turn: Turn, goal: Tile) -> bool:
    """May a way to a tile be planned? It is on the map, and where the seat does not know the map's size it is known."""
    geometry = turn.geometry
    if not geometry.on_map(*goal):
        return False
    return not _is_uncharted(turn) or bool(turn.work.known(turn.seat) & geometry.bit[geometry.at(*goal)])


def _is_uncharted(turn: Turn) -> bool:
    """Does the seat not know the map's size? Then its edges are no obstacles that a plan may know of (7.2)."""
    return bool(turn.work.state.options["map_knowledge"] == "none")


def _is_good(turn: Turn, plan: dict[str, Any], goal: Tile) -> bool:
    """May a plan be followed for another step: same goal, young enough, next tile free?"""
    if plan["to"] != list(goal) or turn.work.state.round - plan["round"] >= REPLAN or not plan["way"]:
        return False
    return turn.is_free(turn.entity.at + turn.geometry.steps[plan["way"][0]])


def _cheapest(turn: Turn, goal: Place) -> list[str]:
    """Directions of the cheapest way over tiles as the seat knows them; empty if none was found in time.

    Unknown tiles count as of middling density, but where the size of the map is not known no way leads over them.
    """
    work, me = turn.work, turn.entity
    assert me.seat is not None
    known, bit, aether = work.known(me.seat), work.geometry.bit, work.state.aether
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
        number = (number + 1) % len(points)
        turn.remember("point", number)
    _go(turn, turn.tile(points[number]), movement["path"])


def _home(turn: Turn) -> Tile | None:
    """Where the entity was built, if its seat knows the place: a captured ship does not tell where it came from."""
    state, seat = turn.work.state, turn.seat
    home = state.entities.get(turn.entity.home or 0)
    if home is None:
        return None
    is_known = (
        home.seat == seat
        or home.id in state.seen[seat]
        or home.id in state.ghosts[seat]
        or turn.geometry.d2(turn.entity.at, home.at) <= SENSE[turn.entity.kind]
    )
    return turn.geometry.xy[home.at] if is_known else None


def _explore(turn: Turn, movement: Movement, allowed: Callable[[Place], bool] | None = None) -> None:
    heading = _remembered_heading(turn)
    if heading is None:
        x, y = turn.geometry.xy[turn.entity.at]
        home = _home(turn) or (x, y)
        heading = _heading(x - home[0], y - home[1])
    beside, closed = turn.geometry.beside[turn.entity.at], turn.board.closed
    for eighths in TURNS_LEFT:
        way = (heading + eighths) % 8
        place = beside[way]
        if not closed[place] and (allowed is None or allowed(place)):
            if turn.step(way):
                turn.remember("heading", DIRECTION_NAMES[way])
            return


def _escort(turn: Turn, movement: Movement) -> None:
    ward = turn.work.state.entities.get(movement["id"])
    if ward is None or ward.seat != turn.entity.seat:
        return
    if turn.geometry.d2(turn.entity.at, ward.at) > movement["within"]:
        approach(turn, turn.geometry.xy[ward.at])


def _pursue(turn: Turn, movement: Movement) -> None:
    number, seat = movement["id"], movement["seat"]
    kinds = ANY_KIND if number is not None else (KIND_NUMBER[movement["kind"]],)
    for sensed in turn.foreign(kinds):
        if number in (None, sensed.id) and seat in (None, sensed.entity.seat):
            turn.remember("last", list(turn.geometry.xy[sensed.entity.at]))
            break
    last = turn.memory.get("last") or _remembered(turn, movement)
    if last is not None:
        approach(turn, (last[0], last[1]))


def _remembered(turn: Turn, movement: Movement) -> Tile | None:
    """Where the seat last saw such an entity, the nearest one first."""
    x, y = turn.geometry.xy[turn.entity.at]
    tiles = [((u - x) * (u - x) + (v - y) * (v - y), id_, (u, v)) for id_, (u, v) in _recalled(turn, movement)]
    return min(tiles)[2] if tiles else None


def _recalled(turn: Turn, movement: Movement) -> list[tuple[int, Tile]]:
    """The ids of all such entities, and where the seat last saw them."""
    state, number, seat = turn.work.state, movement["id"], movement["seat"]
    question = (turn.seat, number, movement["kind"], seat)
    tiles = turn.work.recalled.get(question)
    if tiles is None:
        kind, xy = None if number is not None else KIND_NUMBER[movement["kind"]], turn.geometry.xy
        tiles = [
            (id_, xy[one.at])
            for id_, (one, truly) in state.seen[turn.seat].items()
            if (id_ == number or seen_kind(one, truly) == kind) and seat in (None, one.seat)
        ]
        tiles += [
            (id_, xy[place])
            for id_, (seen, owner, place, *_) in state.ghosts[turn.seat].items()
            if (id_ == number or seen == kind) and seat in (None, owner)
        ]
        turn.work.recalled[question] = tiles
    return tiles


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
    known = work.known(me.seat) & work.geometry.mask(movement["within"], me.at)
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


WALKS: dict[str, Callable[[Turn, Movement], None]] = {
    "hold": lambda turn, movement: None,
    "move_to": _move_to,
    "patrol": _patrol,
    "explore": _explore,
    "escort": _escort,
    "pursue": _pursue,
    "stay_near": _stay_near,
    "seek_aether": _seek_aether,
}
"""Each takes the step that a movement of its type asks for, if any."""
