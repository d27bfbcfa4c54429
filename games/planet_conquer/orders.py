"""Which orders may a seat give? Chapter 12: judged only from what the seat knows of itself and what is public (rule 11.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.core import fields
from games.core.errors import OrderError
from games.core.text import gettext_noop
from games.planet_conquer import constants
from games.planet_conquer.maps import GameMap
from games.planet_conquer.standing import Standing, check_amount, check_shape, standing_json
from games.planet_conquer.state import State


@dataclass(frozen=True, slots=True)
class Known:
    """All that the check of a seat's orders may look at. Made from a state or from the seat's own view."""

    chart: GameMap
    seat: int
    pending: bool
    """The seat owes orders."""
    garrisons: Mapping[int, int]
    """Units on its own planets."""
    points: int
    costs: Mapping[str, int]
    allowed: frozenset[str]
    in_play: Sequence[bool]
    """Per seat; public."""
    round: int
    max_round: int
    standing: bool
    """The table has standing routes."""


def known_to(state: State, seat: int) -> Known:
    """What the check may know of a state."""
    return Known(
        chart=state.chart,
        seat=seat,
        pending=state.phase == "orders" and state.out[seat] is None,
        garrisons={
            p: units for p, (owner, units) in enumerate(zip(state.owner, state.units, strict=True)) if owner == seat
        },
        points=state.points[seat],
        costs=state.settings.costs,
        allowed=state.settings.allowed,
        in_play=[out is None for out in state.out],
        round=state.round,
        max_round=state.settings.max_round,
        standing=state.settings.standing,
    )


def is_too_late(name: str, round_: int, max_round: int) -> bool:
    """May this tactic not be ordered any more (rules 9.1, 9.6 to 9.9)?"""
    if name == "swap":
        return round_ > constants.last_swap_round(max_round)
    return round_ >= max_round and not constants.TACTICS[name].last_round


def pending(state: State) -> list[int]:
    """Seats in play while the match runs."""
    return state.in_play() if state.phase == "orders" else []


def default_orders(state: State, seat: int) -> dict[str, Any]:
    """No move, no tactic; standing routes go on."""
    default: dict[str, Any] = {"moves": [], "tactic": None, "resign": False}
    return {**default, "standing": None} if state.settings.standing else default


def check(state: State, seat: int, orders: Any) -> dict[str, Any]:
    """Orders in normal form; raises OrderError at the first part that is wrong."""
    return check_known(known_to(state, seat), orders)


def check_known(known: Known, orders: Any) -> dict[str, Any]:
    """As `check`, from what the seat knows."""
    if not known.pending:
        raise OrderError("not_pending", "", gettext_noop("This seat owes no orders."))
    given = fields.record(orders, "", ("moves", "tactic", "resign", "standing")[: 4 if known.standing else 3])
    moves = fields.items(given.get("moves", []), "moves")
    if len(moves) > constants.MAX_MOVES:
        data = {"high": constants.MAX_MOVES}
        raise OrderError("too_many_moves", "moves", gettext_noop("More than %(high)s moves."), data)
    tactic = given.get("tactic")
    if tactic is not None and not isinstance(tactic, dict):
        raise OrderError("not_an_object", "tactic", gettext_noop("This must be an object with named fields."))
    resign = fields.flag(given.get("resign", False), "resign")
    standing = check_shape(given.get("standing"))
    leaving: dict[int, int] = {}
    checked = [_check_move(known, move, f"moves[{i}]", leaving) for i, move in enumerate(moves)]
    normal: dict[str, Any] = {
        "moves": checked,
        "tactic": None if tactic is None else _check_tactic(known, tactic, leaving),
        "resign": resign,
    }
    if known.standing:
        normal["standing"] = None if standing is None else _check_standing(known, standing, leaving)
    return normal


def _check_standing(known: Known, standing: list[Any], leaving: dict[int, int]) -> list[dict[str, Any]]:
    routes: dict[tuple[int, int], Standing] = {}
    for i, row in enumerate(standing):
        path = f"standing[{i}]"
        record = fields.record(row, path, ("from", "to", "units", "above", "growth"), ("from", "to"))
        source, target = _way(known, record, path)
        stays = known.garrisons[source] - leaving.get(source, 0)
        if (source, target) in routes:
            raise OrderError("duplicate_route", f"{path}.to", gettext_noop("There is a standing route there already."))
        routes[source, target] = Standing(source, target, *check_amount(record, path, stays))
    return standing_json(routes.values())


def _way(known: Known, record: dict[str, Any], path: str) -> tuple[int, int]:
    """From one's own planet to one that a route leads to."""
    for key in ("from", "to"):
        _planet_type(record[key], f"{path}.{key}")
    source, target = (_planet(known, record[key], f"{path}.{key}") for key in ("from", "to"))
    _check_own(known, source, f"{path}.from")
    if target not in known.chart.rounds[source]:
        raise OrderError("no_route", f"{path}.to", gettext_noop("There is no route between these planets."))
    return source, target


def _check_move(known: Known, move: Any, path: str, leaving: dict[int, int]) -> dict[str, int]:
    keys = ("from", "to", "units")
    record = fields.record(move, path, keys, keys)
    for key in ("from", "to"):
        _planet_type(record[key], f"{path}.{key}")
    units = fields.whole(record["units"], f"{path}.units")
    source = _planet(known, record["from"], f"{path}.from")
    target = _planet(known, record["to"], f"{path}.to")
    _check_count(units, f"{path}.units")
    _check_own(known, source, f"{path}.from")
    if target not in known.chart.rounds[source]:
        raise OrderError("no_route", f"{path}.to", gettext_noop("There is no route between these planets."))
    _check_leaving(known, source, units, f"{path}.units", leaving)
    return {"from": source, "to": target, "units": units}


def _planet_type(value: Any, path: str) -> None:
    if not isinstance(value, int | str) or isinstance(value, bool):
        raise OrderError(
            "bad_type", path, gettext_noop("%(field)s must be the number or the key of a planet."), {"field": path}
        )


def _planet(known: Known, value: int | str, path: str) -> int:
    planet = known.chart.ids.get(value, -1) if isinstance(value, str) else value
    if not 0 <= planet < known.chart.count:
        raise OrderError(
            "unknown_planet", path, gettext_noop("There is no planet %(planet)s."), {"planet": fields.cut(value)}
        )
    return planet


def _check_count(units: int, path: str) -> None:
    if units < 1:
        raise OrderError("bad_units", path, gettext_noop("At least one unit must go."))


def _check_own(known: Known, planet: int, path: str) -> None:
    if planet not in known.garrisons:
        raise OrderError("not_your_planet", path, gettext_noop("This planet is not yours."))


def _check_leaving(known: Known, source: int, units: int, path: str, leaving: dict[int, int]) -> None:
    have = known.garrisons[source]
    wanted = leaving.get(source, 0) + units
    if wanted > have:
        data = {"have": have, "wanted": min(wanted, 10**15)}
        raise OrderError(
            "not_enough_units", path, gettext_noop("%(wanted)s units are to leave, but only %(have)s are there."), data
        )
    leaving[source] = wanted


def _check_tactic(known: Known, tactic: dict[str, Any], leaving: dict[int, int]) -> dict[str, Any]:
    fields.record(tactic, "tactic", constants.TACTIC_FIELDS, ("type",))
    name = fields.text(tactic["type"], "tactic.type")
    name = constants.ALIASES.get(name, name)
    if name not in constants.TACTICS:
        raise OrderError(
            "unknown_tactic",
            "tactic.type",
            gettext_noop("There is no tactic %(tactic)s."),
            {"tactic": fields.cut(name)},
        )
    if name not in known.allowed:
        raise OrderError("tactic_disabled", "tactic.type", gettext_noop("This tactic is not allowed at this table."))
    if is_too_late(name, known.round, known.max_round):
        raise OrderError("too_late", "tactic.type", gettext_noop("It is too late in the match for this tactic."))
    checked = {"type": name, **_check_parameters(known, name, tactic, leaving)}
    have, cost = known.points, known.costs[name]
    if have < cost:
        data = {"have": have, "cost": cost}
        raise OrderError(
            "not_enough_points", "tactic.type", gettext_noop("This costs %(cost)s points; there are %(have)s."), data
        )
    return checked


def _check_parameters(known: Known, name: str, tactic: dict[str, Any], leaving: dict[int, int]) -> dict[str, Any]:
    wanted = constants.TACTICS[name].parameters
    for key in tactic:
        if key != "type" and key not in wanted:
            raise OrderError("unexpected_field", f"tactic.{key}", gettext_noop("This tactic takes no such field."))
    fields.record(tactic, "tactic", constants.TACTIC_FIELDS, wanted)
    for key in wanted:
        if key in ("seat", "units"):
            fields.whole(tactic[key], f"tactic.{key}")
        else:
            _planet_type(tactic[key], f"tactic.{key}")
    found = {
        key: tactic[key] if key in ("seat", "units") else _planet(known, tactic[key], f"tactic.{key}") for key in wanted
    }
    if name in ("defend", "boost"):
        _check_own(known, found["planet"], "tactic.planet")
    elif name == "attack" and found["planet"] in known.garrisons:
        raise OrderError("your_planet", "tactic.planet", gettext_noop("This planet is yours; attack is for others."))
    elif name == "teleport":
        _check_own(known, found["from"], "tactic.from")
        if found["from"] == found["to"]:
            raise OrderError("same_planet", "tactic.to", gettext_noop("Teleport needs two different planets."))
        _check_count(found["units"], "tactic.units")
        _check_leaving(known, found["from"], found["units"], "tactic.units", leaving)
    elif name == "swap":
        _check_seat(known, found["seat"])
    return found


def _check_seat(known: Known, seat: int) -> None:
    if not 0 <= seat < len(known.in_play):
        raise OrderError(
            "unknown_seat", "tactic.seat", gettext_noop("There is no seat %(seat)s."), {"seat": fields.cut(seat)}
        )
    if seat == known.seat:
        raise OrderError("own_seat", "tactic.seat", gettext_noop("This is your own seat."))
    if not known.in_play[seat]:
        raise OrderError("seat_out", "tactic.seat", gettext_noop("This seat is out."))


def choices(state: State, seat: int) -> dict[str, Any] | None:
    """What the seat could order now: sources with units and targets, and per playable tactic its targets. None when it owes no orders.

    A tactic that needs no target has none of the lists; one that cannot be paid, is forbidden or too late is not listed.
    """
    known = known_to(state, seat)
    if not known.pending:
        return None
    everywhere = list(range(known.chart.count))
    own = list(known.garrisons)
    others = [planet for planet in everywhere if planet not in known.garrisons]
    targets: dict[str, dict[str, Any]] = {
        "defend": {"planet": own},
        "boost": {"planet": own},
        "attack": {"planet": others},
        "teleport": {"from": own, "to": everywhere},
        "swap": {"seat": [other for other, playing in enumerate(known.in_play) if playing and other != seat]},
        "eleminate": {},
    }
    return {
        "sources": [
            {"planet": planet, "units": units, "targets": known.chart.ways[planet]}
            for planet, units in known.garrisons.items()
        ],
        "tactics": [
            {"type": name, "cost": cost, "targets": targets.get(name, {"planet": everywhere})}
            for name, cost in known.costs.items()
            if name in known.allowed and cost <= known.points and not is_too_late(name, known.round, known.max_round)
        ],
    }
