"""What do ships do that run between the base and a mine or oilfield, or between the base and who needs supplies (10.1)?"""

from __future__ import annotations

from typing import Any

from games.deep_blue.board import planar
from games.deep_blue.constants import AIR, KINDS, SUPPLIERS
from games.deep_blue.known import level, rect
from games.deep_blue.standing.watch import MARGIN, Task, Watch, has_share, limit, reach_of

Json = Any


def collect_run(watch: Watch, one: Json, standing: Json) -> Task:
    """To the source, load until full, to the base, unload; ends when the source is empty and everything delivered."""
    source, base = watch.known.elements[standing["target"]], watch.known.base
    stock = "metal" if source["kind"] == "mine" else "fuel"
    back = _between(watch, one, source)
    keep = 2 * back + MARGIN if stock == "fuel" else 0
    load = max(0, one[stock] - keep)
    room = KINDS[one["kind"]].metal if stock == "metal" else limit(one, "fuel")
    is_empty = not source[stock]
    if is_empty and not load:
        return Task({}, None, "source_empty")
    leg = standing.get("leg", "out")
    if leg == "out" and (one[stock] >= room or is_empty):
        leg = "home"
    elif leg == "home" and watch.is_home(one) and not load:
        leg = "out"
    if leg == "out" and stock == "metal":
        out = watch.steps(one, watch.berth(one, rect(source), 1))
        leg = "out" if one["fuel"] >= out + back + MARGIN else "home"
    after = {**standing, "leg": leg}
    if leg == "out":
        return Task(_work_at(watch, one, source, {"type": "collect", "target": source["id"]}), after)
    if not load:
        return Task(watch.come_home(one), after)
    metal = None if stock == "metal" else 0
    unload = {
        "type": "supply",
        "target": base["id"],
        "fuel": 0 if stock == "metal" else load,
        "ammo": 0,
        "metal": metal,
    }
    return Task(_work_at(watch, one, base, unload), after)


def supply_run(watch: Watch, one: Json, standing: Json) -> Task:
    """Filled at the base, to the unit or to who needs most, give, come back; ends when the unit is lost."""
    target = None
    if standing["unit"] is not None:
        target = watch.own(standing["unit"])
        if target is None:
            return Task({}, None, "unit_lost")
    is_loaded = has_share(one, "fuel", 3, 4) and has_share(one, "ammo", 3, 4)
    leg = standing.get("leg", "out" if is_loaded else "home")
    if leg == "out" or is_loaded:
        goal = _neediest(watch, one) if target is None else target
        leg = "home" if goal is None or not _lack(watch, one, goal) else "out"
    after = {**standing, "leg": leg}
    if leg == "home":
        return Task(watch.come_home(one), after)
    watch.served.add(goal["id"])
    give = {"type": "supply", "target": goal["id"], "fuel": _spare(watch, one, goal), "ammo": None, "metal": 0}
    return Task(_work_at(watch, one, goal, give), after)


def _work_at(watch: Watch, one: Json, goal: Json, command: Json) -> dict[str, Json]:
    """Go beside an element and give the command in the round in which it will be reached."""
    beside = rect(goal)
    if "pos" in goal:
        to = watch.at_end(goal)
        beside = (*to, *to)
    reach, (x, y) = reach_of(goal), one["pos"][:2]
    is_there = planar((x, y, x, y), beside) <= reach
    at = (x, y) if is_there else watch.berth(one, beside, reach)
    is_near = watch.steps(one, at) <= min(KINDS[one["kind"]].speed, one["fuel"])
    return {**watch.go(one, at), **({"command": command} if is_near else {})}


def _between(watch: Watch, one: Json, goal: Json) -> int:
    """Steps from beside an element to the base, as a ship goes."""
    board, layer = watch.known.board, level(one)
    there = watch.at_end(goal) if "pos" in goal else watch.berth(one, rect(goal), 1)
    cells, behind = watch.known.chart.routes(layer).way(board.cell(*there), board.cell(*watch.home(one)))
    return len(cells) - behind


def _spare(watch: Watch, one: Json, goal: Json) -> int:
    """Fuel that it can give there and still come home."""
    there = watch.steps(one, watch.at_end(goal))
    return int(max(0, one["fuel"] - there - _between(watch, one, goal) - MARGIN))


def _lack(watch: Watch, one: Json, goal: Json) -> int:
    """The larger of the shares of fuel and ammo, in thousandths, that the goal misses and the ship can bring; 0 below a quarter."""
    found = 0
    for stock, is_there in (("fuel", _spare(watch, one, goal) > 0), ("ammo", one["ammo"] > 0)):
        most = limit(goal, stock)
        if is_there and most and goal[stock] is not None and not has_share(goal, stock, 3, 4):
            found = max(found, 1000 - 1000 * goal[stock] // most)
    return found


def _neediest(watch: Watch, one: Json) -> Json:
    """The own unit that misses most, of equal ones the nearest, then that of the lowest id; None if none misses a quarter."""
    found = [
        (-_lack(watch, one, other), planar(rect(one), rect(other)), other["id"])
        for other in watch.known.elements.values()
        if other["seat"] == watch.known.seat and _is_customer(watch, one, other)
    ]
    best = min(found, default=None)
    return watch.own(best[2]) if best is not None and best[0] < 0 else None


def _is_customer(watch: Watch, one: Json, other: Json) -> bool:
    """A unit away from the base and not on its way there, to which no other run goes and which does not run itself."""
    if "pos" not in other or other is one or other["id"] in watch.served or watch.is_home(other):
        return False
    standing = watch.standing.get(other["id"]) or {}
    is_runner = other["kind"] in SUPPLIERS and str(standing.get("type", "")).endswith("_run")
    return not is_runner and standing.get("leg") != "home" and not (one["kind"] == "cargo" and level(other) == AIR)
