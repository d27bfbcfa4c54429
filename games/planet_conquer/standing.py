"""What do standing routes send, and when do they end? Rule 8.9; only at tables that have them (`Settings.standing`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from games.core import fields
from games.core.errors import OrderError
from games.core.text import gettext_noop
from games.planet_conquer import constants


class Standing(NamedTuple):
    """An order that is carried out every round: so many units, or what exceeds a number. One of the two is None."""

    source: int
    target: int
    units: int | None
    above: int | None
    growth: bool = False
    """It was given as all growth, and is called so: `above` is what stays."""


def standing_of(rows: Iterable[dict[str, Any]]) -> tuple[Standing, ...]:
    """Standing routes of one seat out of orders, a view or a stored state."""
    return tuple(Standing(row["from"], row["to"], row["units"], row["above"], row.get("growth", False)) for row in rows)


def standing_json(routes: Iterable[Standing]) -> list[dict[str, Any]]:
    """The same as orders and stored states write them."""
    return [
        {"from": one.source, "to": one.target, "units": one.units, "above": one.above, "growth": one.growth}
        for one in routes
    ]


def sent(route: Standing, units: int) -> int:
    """How many of so many units leave now. The last unit stays, so that no route gives a planet up."""
    wanted = units - max(1, route.above) if route.above is not None else min(route.units or 0, units - 1)
    return max(0, wanted)


def ended(
    routes: Sequence[Standing], seat: int, before: Sequence[int | None], after: Sequence[int | None]
) -> list[tuple[Standing, str]]:
    """Which of a seat's routes end in a round that led from these owners of the planets to those, and why."""
    found = []
    for route in routes:
        if after[route.source] != seat:
            found.append((route, "source_lost"))
        elif before[route.target] == seat and after[route.target] != seat:
            found.append((route, "target_lost"))
    return found


def check_shape(value: Any) -> list[Any] | None:
    """The list of an order, not looked into; None keeps the routes that there are."""
    if value is None:
        return None
    listed = fields.items(value, "standing")
    if len(listed) > constants.MAX_MOVES:
        data = {"high": constants.MAX_MOVES}
        raise OrderError("too_many_moves", "standing", gettext_noop("More than %(high)s standing routes."), data)
    return listed


def check_amount(record: dict[str, Any], path: str, stays: int) -> tuple[int | None, int | None, bool]:
    """`units`, `above` and `growth` of one route. Without an amount: everything above what stays there now, which is all that grows from now
    on; a route that is named again as the view has it keeps what stays.
    """
    units, above = record.get("units"), record.get("above")
    growth = record.get("growth") is not None and fields.flag(record["growth"], f"{path}.growth")
    if units is not None and above is not None:
        message = gettext_noop("A standing route sends a number of units or what exceeds one, not both.")
        raise OrderError("two_amounts", f"{path}.above", message)
    if units is not None:
        # No planet holds more than that for long.
        return fields.whole(units, f"{path}.units", 1, constants.MAX_RANGE[1]), None, False
    if above is None:
        return None, max(1, stays), True
    return None, fields.whole(above, f"{path}.above", 0, constants.MAX_RANGE[1]), growth
