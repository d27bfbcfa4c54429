"""Which orders may a seat give? Chapter 8, judged only from what the seat knows."""

from __future__ import annotations

import json
from typing import Any

from games.core import fields
from games.core.text import gettext_noop
from games.core.things import thing
from games.cosmos.constants import (
    BUILDABLE,
    DIRECTION_NAMES,
    HIGHEST_ID,
    KINDS,
    MAX_ACTIONS,
    MAX_ORDER_BYTES,
    MAX_RADIO,
    MAX_RADIUS,
    MAX_VALID_FOR,
    MOST,
)
from games.cosmos.orders.forms import Json, one_of, record, refused, whole
from games.cosmos.orders.rules import read_movement, read_reflexes, wrong_kind
from games.cosmos.resolve.actions import ACTION_KINDS
from games.cosmos.state import State

RESIGNATION = {"resign": True}
_FIELDS = {
    "move": ("dir",),
    "build": ("kind", "dir", "energy"),
    "charge": ("energy",),
    "overload": ("radius",),
    "analyse": ("id",),
    "radio": ("value",),
}


def default_orders(state: State, seat: int) -> dict[str, Json]:
    """What a seat plays that says nothing: what it has ordered before goes on (8.4)."""
    return {"direct": [], "standing": [], "defaults": {}, "resign": False}


def check(state: State, seat: int, orders: Json) -> dict[str, Json]:
    """Orders in normal form, entities ascending by id; raises OrderError at the first part that is wrong."""
    if state.phase == "over" or seat not in state.living():
        raise refused("seat_not_alive", "", gettext_noop("This seat is out of the match."))
    given = record(orders, "", ("direct", "standing", "defaults", "resign"))
    if len(json.dumps(given)) > MAX_ORDER_BYTES:
        message = gettext_noop("Orders have at most %(most)s bytes.")
        raise refused("order_too_large", "", message, most=MAX_ORDER_BYTES)
    return {
        "direct": _entries(state, seat, given.get("direct", []), "direct", _direct),
        "standing": _entries(state, seat, given.get("standing", []), "standing", _standing),
        "defaults": _defaults(given.get("defaults", {})),
        "resign": fields.flag(given.get("resign", False), "resign"),
    }


def _entries(state: State, seat: int, value: Json, path: str, read: Any) -> list[dict[str, Json]]:
    entries: dict[int, dict[str, Json]] = {}
    for i, item in enumerate(fields.items(value, path)):
        here = f"{path}[{i}]"
        if not isinstance(item, dict) or "id" not in item:
            record(item, here, item if isinstance(item, dict) else (), ("id",))
        id_ = item["id"]
        fields.whole(id_, f"{here}.id")
        kind = _own_kind(state, seat, id_, f"{here}.id")
        if id_ in entries:
            raise refused(
                "duplicate_entity", f"{here}.id", gettext_noop("There are two entries for %(entity)s."), **_called(id_)
            )
        entries[id_] = {"id": id_, **read(state, item, here, kind)}
    return [entries[id_] for id_ in sorted(entries)]


def _called(id_: int) -> dict[str, Json]:
    """An entity that the seat has seen."""
    return {"id": id_, "entity": thing("entities", id_)}


def _own_kind(state: State, seat: int, id_: int, path: str) -> str:
    """The kind of an own entity. Whether an id is another's is said only if the seat has seen it."""
    entity = state.entities.get(id_)
    if entity is not None and entity.seat == seat:
        return KINDS[entity.kind]
    if id_ in state.seen[seat] or id_ in state.ghosts[seat]:
        raise refused("not_your_entity", path, gettext_noop("%(entity)s is not yours."), **_called(id_))
    raise refused("unknown_entity", path, gettext_noop("You know no entity %(id)s."), id=fields.cut(id_))


def _direct(state: State, item: dict[str, Json], path: str, kind: str) -> dict[str, Json]:
    given = record(item, path, ("id", "actions", "valid_for"), ("actions",))
    valid_for = given.get("valid_for", state.options["stride"])
    return {
        "valid_for": whole(valid_for, f"{path}.valid_for", 1, MAX_VALID_FOR, "bad_valid_for"),
        "actions": read_actions(given["actions"], f"{path}.actions", kind),
    }


def read_actions(value: Json, path: str, kind: str) -> list[dict[str, Json]]:
    """Checked actions of one run of an entity of this kind (5.3)."""
    actions = fields.items(value, path)
    if len(actions) > MAX_ACTIONS:
        message = gettext_noop("There are at most %(most)s of these.")
        raise refused("too_many_actions", path, message, most=MAX_ACTIONS)
    return [_action(action, f"{path}[{i}]", kind) for i, action in enumerate(actions)]


def _action(value: Json, path: str, kind: str) -> dict[str, Json]:
    if not isinstance(value, dict) or "do" not in value:
        record(value, path, value if isinstance(value, dict) else (), ("do",))
    do = one_of(value["do"], f"{path}.do", tuple(ACTION_KINDS), "unknown_action")
    given = record(value, path, ("do", *_FIELDS[do]), _FIELDS[do])
    if kind not in ACTION_KINDS[do]:
        raise wrong_kind(f"{path}.do", kind)
    return {"do": do, **{key: _field(do, key, given[key], f"{path}.{key}") for key in _FIELDS[do]}}


def _field(do: str, key: str, value: Json, path: str) -> Json:
    if key == "dir":
        return one_of(value, path, DIRECTION_NAMES, "bad_direction")
    if key == "kind":
        if value == KINDS[0]:
            raise refused("cannot_build_planet", path, gettext_noop("Planets cannot be built."))
        return one_of(value, path, BUILDABLE, "unknown_kind")
    if key == "energy":
        return whole(value, path, 1 if do == "build" else 0, MOST, "energy_out_of_range")
    if key == "radius":
        return whole(value, path, 0, MAX_RADIUS, "radius_out_of_range")
    if key == "value":
        return whole(value, path, 0, MAX_RADIO, "radio_out_of_range")
    return whole(value, path, 0, HIGHEST_ID)


def _standing(state: State, item: dict[str, Json], path: str, kind: str) -> dict[str, Json]:
    given = record(item, path, ("id", "movement", "reflexes"))
    return _rules({key: given[key] for key in given if key != "id"}, path, kind)


def _rules(given: dict[str, Json], path: str, kind: str) -> dict[str, Json]:
    checked: dict[str, Json] = {}
    if "movement" in given:
        checked["movement"] = read_movement(given["movement"], f"{path}.movement", kind)
    if "reflexes" in given:
        checked["reflexes"] = read_reflexes(given["reflexes"], f"{path}.reflexes", kind)
    return checked


def _defaults(value: Json) -> dict[str, Json]:
    if isinstance(value, dict):
        for key in value:
            one_of(key, "defaults", KINDS, "unknown_kind")
    given = record(value, "defaults", KINDS)
    checked = {}
    for kind in sorted(given):
        path = f"defaults.{kind}"
        rules = record(given[kind], path, ("movement", "reflexes"))
        checked[kind] = {"movement": {"type": "hold"}, "reflexes": [], **_rules(rules, path, kind)}
    return checked
