"""The forms of standing orders. Chapters 8.2 and 8.3."""

from __future__ import annotations

from typing import Any

from games.core import fields
from games.core.text import gettext_noop
from games.cosmos.constants import (
    BUILDABLE,
    DIRECTION_NAMES,
    HIGHEST_ID,
    KINDS,
    LOWEST_ID,
    MAX_PATTERN,
    MAX_RADIO,
    MAX_RADIUS,
    MAX_REFLEXES,
    MAX_SEATS,
    MOST,
)
from games.cosmos.orders.forms import Json, Part, name, number, one_of, position, read_form, record, refused, whole

FARTHEST_D2 = 400
"""Largest squared radius of a standing order; beyond it nothing is sensed."""
ENERGY = number(0, MOST)
PATHS = ("greedy", "cheap")


def _radius_or_best(value: Json, path: str) -> Json:
    return value if value == "best" else whole(value, path, 1, MAX_RADIUS)


def _kinds(value: Json, path: str) -> list[str]:
    items = fields.items(value, path)
    return [one_of(kind, f"{path}[{i}]", KINDS, "unknown_kind") for i, kind in enumerate(items[: len(KINDS)])]


def _pattern(value: Json, path: str) -> list[dict[str, Json]]:
    items = fields.items(value, path)
    if len(items) > MAX_PATTERN:
        message = gettext_noop("There are at most %(most)s of these.")
        raise refused("pattern_too_long", path, message, most=MAX_PATTERN)
    return [_item(item, f"{path}[{i}]") for i, item in enumerate(items)]


def _item(value: Json, path: str) -> dict[str, Json]:
    given = record(value, path, ("kind", "energy", "permille", "dir"), ("kind",))
    kind = one_of(given["kind"], f"{path}.kind", BUILDABLE, "unknown_kind")
    energy, permille, direction = given.get("energy"), given.get("permille"), given.get("dir")
    if permille is None:
        record({} if energy is None else {"energy": energy}, path, ("energy",), ("energy",))
        energy = whole(energy, f"{path}.energy", 1, MOST, "energy_out_of_range")
    else:
        permille, energy = whole(permille, f"{path}.permille", 1, 1000), None
    if direction is not None:
        one_of(direction, f"{path}.dir", DIRECTION_NAMES, "bad_direction")
    return {"kind": kind, "energy": energy, "permille": permille, "dir": direction}


def _report(value: Json, path: str) -> str:
    return one_of(value, path, ("nearest_enemy",), "value_out_of_range")


def _points(value: Json, path: str) -> list[list[int]]:
    points = fields.items(value, path)
    whole(len(points), path, 2, 8)
    return [position(point, f"{path}[{i}]") for i, point in enumerate(points)]


REFLEXES: dict[str, dict[str, Part]] = {
    "auto_overload": {
        "radius": Part(_radius_or_best, "best"),
        "min_enemies": Part(number(0, 28), 1),
        "min_planets": Part(number(0, 28), 0),
        "max_friends": Part(number(0, 28), 28),
        "min_energy": Part(ENERGY, 20),
        "only_capture": Part(fields.flag, False),
    },
    "auto_heal": {
        "radius": Part(number(1, MAX_RADIUS), required=True),
        "min_missing": Part(number(1, MOST), required=True),
    },
    "auto_analyse": {
        "min_energy": Part(ENERGY, 1),
        "chase": Part(fields.flag, False),
        "keep_defence": Part(ENERGY, 0),
    },
    "flee": {"kinds": Part(_kinds, required=True), "within": Part(number(1, FARTHEST_D2), required=True)},
    "auto_charge": {
        "mode": Part(name(("fixed", "share", "escalate")), required=True),
        "energy": Part(number(0, MOST), 1),
        "permille": Part(number(0, 1000), 0),
        "start": Part(number(1, MOST), 1),
        "up_permille": Part(number(0, 100_000), 1300),
        "down_permille": Part(number(0, 100_000), 900),
        "max": Part(number(0, MOST), MOST),
        "keep": Part(ENERGY, 0),
        "until_points": Part(number(1, 1000)),
    },
    "auto_build": {
        "pattern": Part(_pattern, required=True),
        "loop": Part(fields.flag, False),
        "keep": Part(ENERGY, 0),
        "max_own": Part(number(0, HIGHEST_ID)),
        "toward": Part(position),
    },
    "auto_radio": {"value": Part(number(0, MAX_RADIO)), "report": Part(_report)},
}
REFLEX_KINDS = {
    "auto_overload": ("battleship",),
    "auto_heal": ("battleship",),
    "auto_analyse": ("scout",),
    "flee": BUILDABLE,
    "auto_charge": ("planet",),
    "auto_build": ("planet",),
    "auto_radio": KINDS,
}
MOVEMENTS: dict[str, dict[str, Part]] = {
    "hold": {},
    "move_to": {
        "to": Part(position, required=True),
        "arrive": Part(number(0, FARTHEST_D2), 0),
        "path": Part(name(PATHS), "greedy"),
    },
    "patrol": {"points": Part(_points, required=True), "path": Part(name(PATHS), "greedy")},
    "explore": {},
    "escort": {"id": Part(number(LOWEST_ID, HIGHEST_ID), required=True), "within": Part(number(0, FARTHEST_D2), 8)},
    "pursue": {
        "id": Part(number(LOWEST_ID, HIGHEST_ID)),
        "kind": Part(name(KINDS, "unknown_kind")),
        "seat": Part(number(0, MAX_SEATS - 1)),
    },
    "stay_near": {"center": Part(position), "within": Part(number(0, FARTHEST_D2), required=True)},
    "seek_aether": {"within": Part(number(1, FARTHEST_D2), required=True)},
}


def wrong_kind(path: str, kind: str) -> Exception:
    """An action, reflex or movement that this kind of entity does not have."""
    return refused("wrong_kind_for_action", path, gettext_noop("A %(kind)s cannot do this."), kind=kind)


def read_movement(value: Json, path: str, kind: str) -> dict[str, Json] | None:
    """A checked movement; None for none."""
    if value is None:
        return None
    movement = read_form(value, path, MOVEMENTS, "unknown_movement")
    if kind == "planet" and movement["type"] != "hold":
        raise wrong_kind(f"{path}.type", kind)
    if movement["type"] == "pursue" and movement["id"] is None and movement["kind"] is None:
        record({}, path, ("kind",), ("kind",))
    return movement


def read_reflexes(value: Json, path: str, kind: str) -> list[dict[str, Any]]:
    """Checked reflexes of an entity of this kind."""
    items = fields.items(value, path)
    if len(items) > MAX_REFLEXES:
        message = gettext_noop("There are at most %(most)s of these.")
        raise refused("too_many_reflexes", path, message, most=MAX_REFLEXES)
    return [_reflex(item, f"{path}[{i}]", kind) for i, item in enumerate(items)]


def _reflex(value: Json, path: str, kind: str) -> dict[str, Any]:
    reflex = read_form(value, path, REFLEXES, "unknown_reflex")
    if kind not in REFLEX_KINDS[reflex["type"]]:
        raise wrong_kind(f"{path}.type", kind)
    if reflex["type"] == "auto_radio" and (reflex["value"] is None) == (reflex["report"] is None):
        record({}, path, ("value",), ("value",))
    return reflex
