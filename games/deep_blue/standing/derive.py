"""What do the standing orders of a seat come to in this round (10.1)? One function of its view and its explicit orders."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.core.errors import OrderError
from games.deep_blue.commands import check_command
from games.deep_blue.constants import AIR
from games.deep_blue.known import Known, level
from games.deep_blue.standing.posts import at_will, escort, patrol
from games.deep_blue.standing.runs import collect_run, supply_run
from games.deep_blue.standing.watch import Task, Watch, limit

Json = Any

WAYS: dict[str, Callable[[Watch, Json, Json], Task]] = {
    "collect_run": collect_run,
    "patrol": patrol,
    "attack_at_will": at_will,
    "escort": escort,
    "supply_run": supply_run,
}
"""In the order in which they are settled: who follows others comes after them."""
RUNS = ("collect_run", "supply_run")
"""Orders whose move and command belong together: an explicit one takes the place of both."""


@dataclass(frozen=True)
class Completed:
    """Orders of a round with what the standing ones come to."""

    orders: Json
    """Without the field `standing`."""
    standing: dict[int, Json]
    """Standing orders after this round's giving, of every own element that has one or had one; None: none any more."""
    ended: list[tuple[int, str, str]]
    """Id, type and reason of those that have ended by themselves."""
    derived: frozenset[int]
    """Elements that do something because of a standing order."""


def has_standing(orders: Json) -> bool:
    """Is a standing order given or taken back in these orders?"""
    return any("standing" in order for order in orders.get("units", {}).values())


def complete(known: Known, orders: Json) -> Completed:
    """The orders that will be played: the explicit ones, and where there are none what the standing ones come to.

    Elements are settled by type, in the order of `WAYS`, then by id. The base, if nothing else is
    ordered of it, fills a waiting unit.
    """
    given = orders.get("units", {})
    standing = _standing(known, given)
    watch, played, ended = Watch(known, given, standing), {key: _plain(order) for key, order in given.items()}, []
    derived = set()
    kinds = list(WAYS)
    wanted = {key: order for key, order in standing.items() if order is not None}
    for key in sorted(wanted, key=lambda key: (kinds.index(wanted[key]["type"]), key)):
        one, order, explicit = known.elements[key], wanted[key], given.get(str(key), {})
        is_run = order["type"] in RUNS
        if is_run and ("move" in explicit or "command" in explicit):
            continue
        task = WAYS[order["type"]](watch, one, order)
        standing[key] = task.standing
        if task.ended is not None:
            ended.append((key, order["type"], task.ended))
        parts = {name: part for name, part in _legal(known, one, task.order).items() if name not in explicit}
        if parts:
            played[str(key)] = {**parts, **_plain(explicit)}
            derived.add(key)
    base = str(known.base["id"])
    falling = any(level(one) == AIR for one in watch.waiting)
    if watch.waiting and "command" not in (given if falling else played).get(base, {}):
        fill = _fill(watch)
        if fill is not None:
            played[base] = {**played.get(base, {}), "command": fill}
            derived.add(known.base["id"])
    units = dict(sorted(((key, order) for key, order in played.items() if order), key=lambda item: int(item[0])))
    rest = {key: value for key, value in orders.items() if key != "units"}
    return Completed({"units": units, **rest} if units else rest, standing, sorted(ended), frozenset(derived))


def _standing(known: Known, given: dict[str, Json]) -> dict[int, Json]:
    """What stands now: as given in this round, else as before. The same order given again goes on where it was."""
    found = {}
    for key, one in known.elements.items():
        if one["seat"] != known.seat:
            continue
        before = one.get("standing")
        order = given.get(str(key), {})
        after = order.get("standing", before)
        is_same = before is not None and after is not None and after.items() <= before.items()
        if before is not None or after is not None:
            found[key] = before if is_same else after
    return found


def _plain(order: dict[str, Json]) -> dict[str, Json]:
    return {name: part for name, part in order.items() if name != "standing"}


def _legal(known: Known, one: Json, order: dict[str, Json]) -> dict[str, Json]:
    """The derived order with its command in normal form, without it where it is not legal."""
    if "command" not in order:
        return order
    try:
        return {**order, "command": check_command(known, one, order["command"], "")}
    except OrderError:
        return _without_command(order)


def _without_command(order: dict[str, Json]) -> dict[str, Json]:
    return {name: part for name, part in order.items() if name != "command"}


def _fill(watch: Watch) -> Json:
    """The base's supply of the unit that waits with the least share of fuel, formations first, of equal ones that with the lowest id."""
    known = watch.known
    one = min(
        watch.waiting,
        key=lambda one: (level(one) != AIR, 1000 * one["fuel"] // max(1, limit(one, "fuel")), one["id"]),
    )
    wanted = {"type": "supply", "target": one["id"], "fuel": None, "ammo": None, "metal": 0}
    return _legal(known, known.base, {"command": wanted}).get("command")
