"""Which standing orders may a seat give (10.1)? Judged from what the seat knows; returned in normal form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core import fields
from games.core.errors import OrderError
from games.core.text import gettext_noop
from games.core.things import thing
from games.deep_blue import refusals
from games.deep_blue.commands import own_target, target_named
from games.deep_blue.constants import AIR, COMMANDS, KINDS, RESOURCES, SUPPLIERS
from games.deep_blue.known import Known, level

Json = Any

PARTS = {
    "patrol": ("cells",),
    "escort": ("unit",),
    "supply_run": ("unit",),
    "collect_run": ("target",),
    "attack_at_will": (),
}
"""Fields of each standing order beside its type."""
CELLS = (2, 8)
"""Of a patrol."""


def may_stand(kind: str, standing: str) -> bool:
    """May an element of that kind be given such a standing order?"""
    if standing in ("patrol", "escort"):
        return KINDS[kind].speed > 0
    if standing == "supply_run":
        return kind in SUPPLIERS
    return kind == "cargo" if standing == "collect_run" else "attack" in COMMANDS[kind]


def check_standing(known: Known, one: Json, value: Json, path: str) -> dict[str, Json] | None:
    """The standing order in normal form, None to end one; raises OrderError."""
    if value is None:
        return None
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise OrderError("bad_shape", path, gettext_noop("A standing order is null or an object with a type."))
    kind = value["type"]
    if kind not in PARTS:
        data = {"types": ", ".join(PARTS)}
        raise OrderError("bad_standing", f"{path}.type", gettext_noop("Standing orders are %(types)s."), data)
    if not may_stand(one["kind"], kind):
        data = {"type": kind, "kind": one["kind"]}
        raise OrderError(
            "bad_standing",
            f"{path}.type",
            refusals.NO_STANDING,
            data,
        )
    for key in value:
        if key not in ("type", *PARTS[kind]):
            field = fields.within(path, fields.cut(key))
            raise OrderError("bad_shape", field, gettext_noop("There is no field %(field)s."), {"field": field})
    return {"type": kind, **CHECKS[kind](known, one, value, path)}


def _patrol(known: Known, one: Json, value: Json, path: str) -> dict[str, Json]:
    given = value.get("cells")
    if not isinstance(given, list) or not CELLS[0] <= len(given) <= CELLS[1]:
        raise OrderError("bad_standing", f"{path}.cells", refusals.CELLS, {"low": CELLS[0], "high": CELLS[1]})
    cells = [known.cell(cell, fields.within(f"{path}.cells", i)) for i, cell in enumerate(given)]
    free = known.chart.free(level(one))
    for i, (x, y) in enumerate(cells):
        place = fields.within(f"{path}.cells", i)
        if not free >> known.board.cell(x, y) & 1:
            raise OrderError(
                "bad_standing",
                place,
                refusals.LAND,
                {"x": x, "y": y, "sea": thing("seas", [x, y])},
            )
        if cells.index([x, y]) < i:
            raise OrderError("bad_standing", place, refusals.CELLS_DIFFER)
    return {"cells": cells}


def _escort(known: Known, one: Json, value: Json, path: str) -> dict[str, Json]:
    target = own_target(known, one, {"target": value.get("unit")}, path, "unit")
    if KINDS[target["kind"]].speed == 0:
        raise OrderError("bad_target", f"{path}.unit", refusals.ONLY_UNITS)
    return {"unit": target["id"]}


def _supply_run(known: Known, one: Json, value: Json, path: str) -> dict[str, Json]:
    if value.get("unit") is None:
        return {"unit": None}
    target = own_target(known, one, {"target": value["unit"]}, path, "unit")
    if target["kind"] == "base":
        raise OrderError("bad_target", f"{path}.unit", refusals.FROM_BASE)
    if level(target) == AIR and one["kind"] == "cargo":
        raise OrderError("bad_target", f"{path}.unit", refusals.NO_PLANES)
    return {"unit": target["id"]}


def _collect_run(known: Known, one: Json, value: Json, path: str) -> dict[str, Json]:
    target = target_named(known, value, path, "target")
    if target["kind"] not in RESOURCES:
        raise OrderError("bad_target", f"{path}.target", refusals.SOURCES)
    return {"target": target["id"]}


def _at_will(known: Known, one: Json, value: Json, path: str) -> dict[str, Json]:
    return {}


CHECKS: dict[str, Callable[[Known, Json, Json, str], dict[str, Json]]] = {
    "patrol": _patrol,
    "escort": _escort,
    "supply_run": _supply_run,
    "collect_run": _collect_run,
    "attack_at_will": _at_will,
}
