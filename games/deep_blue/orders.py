"""Which orders may a seat give (10)? Judged only from the seat's own view; commands are checked in `commands.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core import fields
from games.core.errors import OrderError
from games.core.text import gettext_noop
from games.deep_blue import formations, refusals
from games.deep_blue.commands import check_command, check_planes
from games.deep_blue.constants import KINDS, QUEUE_MAX, UNITS
from games.deep_blue.known import Known
from games.deep_blue.standing.checks import check_standing
from games.deep_blue.state import State
from games.deep_blue.view import pending, view

Json = Any

RESIGNATION = {"resign": True}


def default_orders(state: State, seat: int) -> dict[str, Json]:
    """What a seat plays that says nothing: standing destinations and the queue go on."""
    return {}


def check(state: State, seat: int, orders: Json) -> dict[str, Json]:
    """Orders in normal form; raises OrderError at the first part that is wrong."""
    if seat not in pending(state):
        raise OrderError("not_pending", "", gettext_noop("No orders are due: the match is over."))
    return check_known(Known(view(state, seat)), orders)


def check_known(known: Known, orders: Json) -> dict[str, Json]:
    """As `check`, from what the seat knows."""
    return _checked(known, orders, _insist)


def legal_part(known: Known, orders: Json) -> tuple[dict[str, Json], list[OrderError]]:
    """What of these orders is legal, in normal form, and why the rest is not.

    Raises OrderError only where the orders have not even the shape of orders.
    """
    refused: list[OrderError] = []
    return _checked(known, orders, refused.append), refused


Refuse = Callable[[OrderError], None]
"""What is done about a part that is wrong: raise the error, or keep it and go on without the part."""


def _insist(error: OrderError) -> None:
    raise error


def _checked(known: Known, orders: Json, refuse: Refuse) -> dict[str, Json]:
    given = fields_of(orders, "", ("units", "production", "resign"))
    if "resign" in given:
        if given != RESIGNATION or given["resign"] is not True:
            raise OrderError("bad_shape", "resign", gettext_noop("To give up, say nothing but resign: true."))
        return dict(RESIGNATION)
    checked: dict[str, Json] = {}
    units = _check_units(known, given["units"], refuse) if "units" in given else {}
    production = _check_production(known, given["production"], refuse) if "production" in given else []
    if units:
        checked["units"] = units
    if production:
        checked["production"] = production
    return checked


# Shapes.


def fields_of(value: Json, path: str, names: tuple[str, ...]) -> dict[str, Json]:
    """A JSON object with no other fields than these."""
    if not isinstance(value, dict):
        raise OrderError("bad_shape", path, gettext_noop("This must be an object with named fields."))
    for key in value:
        if key not in names:
            field = fields.within(path, fields.cut(key))
            raise OrderError("bad_shape", field, gettext_noop("There is no field %(field)s."), {"field": field})
    return value


# Units.


def _check_units(known: Known, value: Json, refuse: Refuse) -> dict[str, Json]:
    if not isinstance(value, dict):
        raise OrderError("bad_shape", "units", gettext_noop("This must be an object with named fields."))
    checked = {}
    for key, given in value.items():
        path = fields.within("units", fields.cut(key))
        try:
            one = _own_element(known, key, path)
        except OrderError as error:
            refuse(error)
            continue
        fields_of(given, path, tuple(PARTS))
        order: dict[str, Json] = {}
        for name, check_part in PARTS.items():
            if name in given:
                try:
                    order[name] = check_part(known, one, given[name], f"{path}.{name}")
                except OrderError as error:
                    refuse(error)
        if order:
            checked[key] = order
    return dict(sorted(checked.items(), key=lambda item: int(item[0])))


def _own_element(known: Known, key: Json, path: str) -> Json:
    """The seat's element of that id."""
    number = int(key) if isinstance(key, str) and key.isascii() and key.isdigit() and len(key) <= 6 else None
    if number is None or str(number) != key or not known.has_heard_of(number):
        raise OrderError("unknown_unit", path, refusals.UNKNOWN, {"id": fields.cut(key)})
    one = known.elements.get(number)
    if one is None or one["seat"] != known.seat:
        raise OrderError("not_yours", path, refusals.NOT_YOURS, {"id": number, "element": known.called(number)})
    return one


def _check_move(known: Known, one: Json, value: Json, path: str) -> list[int] | None:
    if KINDS[one["kind"]].speed == 0:
        raise OrderError("cannot_move", path, refusals.CANNOT_MOVE)
    return None if value is None else known.cell(value, path)


PARTS: dict[str, Callable[[Known, Json, Json, str], Json]] = {
    "move": _check_move,
    "command": check_command,
    "standing": check_standing,
}
"""Fields of the orders of a unit."""


# Production.


def _check_production(known: Known, value: Json, refuse: Refuse) -> list[dict[str, Json]]:
    if not isinstance(value, list):
        raise OrderError("bad_shape", "production", gettext_noop("%(field)s must be a list."), {"field": "production"})
    room = QUEUE_MAX - len(known.view["queue"])
    if len(value) > room:
        refuse(OrderError("queue_full", "production", refusals.QUEUE_FULL, {"most": QUEUE_MAX}))
    checked = []
    for i, one in enumerate(value[: max(0, room)]):
        try:
            checked.append(_check_entry(known, one, fields.within("production", i)))
        except OrderError as error:
            refuse(error)
    cost = sum(price_of(one) for one in checked)
    metal = known.base["metal"]
    if cost > metal:
        refuse(OrderError("no_metal", "production", refusals.NO_METAL, {"cost": cost, "metal": metal}))
    return checked


def price_of(entry: Json) -> int:
    """Metal that an entry costs."""
    return formations.metal_cost(tuple(entry["planes"])) if "planes" in entry else KINDS[entry["kind"]].cost


def _check_entry(known: Known, value: Json, path: str) -> dict[str, Json]:
    given = fields_of(value, path, ("kind", "planes", "rally"))
    kind = given.get("kind")
    if not isinstance(kind, str) or kind not in UNITS:
        data = {"kinds": ", ".join(UNITS)}
        raise OrderError("bad_kind", f"{path}.kind", gettext_noop("A base builds one of %(kinds)s."), data)
    entry: dict[str, Json] = {"kind": kind}
    if kind == "formation":
        entry["planes"] = check_planes(given.get("planes"), f"{path}.planes")
    elif given.get("planes") is not None:
        raise OrderError("bad_planes", f"{path}.planes", gettext_noop("Only a formation has planes."))
    if given.get("rally") is not None:
        entry["rally"] = known.cell(given["rally"], f"{path}.rally")
    return entry
