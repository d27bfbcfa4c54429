"""Is this command legal for that element (3, 5.2, 7)? Judged from what the seat knows; returns it in normal form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core import fields
from games.core.errors import OrderError
from games.core.text import gettext_noop
from games.deep_blue import known as seen
from games.deep_blue import refusals
from games.deep_blue.board import planar
from games.deep_blue.constants import AIR, BUILDINGS, COMMANDS, FORMATION_SIZE, KINDS, PLANES, RESOURCES, STRIKES
from games.deep_blue.known import Known

Json = Any

PARTS = {
    "attack": ("type", "target", "cell", "strikes"),
    "supply": ("type", "target", "fuel", "ammo", "metal"),
    "repair": ("type", "target", "planes"),
    "collect": ("type", "target"),
    "self_destruct": ("type",),
}
"""Fields of each command."""


def check_command(known: Known, one: Json, value: Json, path: str) -> dict[str, Json]:
    """The command with strikes, target cell and limits filled in; raises OrderError."""
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise OrderError("bad_shape", path, gettext_noop("A command is an object with a type."))
    kind = value["type"]
    if kind not in COMMANDS.get(one["kind"], ()):
        data = {"type": fields.cut(kind), "kind": one["kind"]}
        raise OrderError("bad_command", f"{path}.type", refusals.NO_COMMAND, data)
    for key in value:
        if key not in PARTS[kind]:
            field = fields.within(path, fields.cut(key))
            raise OrderError("bad_shape", field, gettext_noop("There is no field %(field)s."), {"field": field})
    return CHECKS[kind](known, one, value, path)


# Attack (5.2).


def _check_attack(known: Known, one: Json, value: Json, path: str) -> dict[str, Json]:
    if one["ammo"] == 0:
        raise OrderError("no_ammo", path, refusals.NO_AMMO)
    target = _attack_target(known, one, value, path)
    x, y, level = cell = _attack_cell(known, one, target, value, path)
    kind, distance = KINDS[one["kind"]], planar(seen.rect(one), (x, y, x, y))
    reach = kind.reach[level]
    if reach == 0 or distance + abs(kind.level - level) > reach:
        raise OrderError(
            "out_of_range",
            path,
            refusals.OUT_OF_RANGE,
            {"distance": distance + abs(kind.level - level), "reach": reach},
        )
    if not _can_aim(known, one, cell, distance):
        raise OrderError("out_of_sight", path, refusals.OUT_OF_SIGHT)
    strikes = _check_strikes(known.strikes(one, x, y, level), value, f"{path}.strikes")
    checked: dict[str, Json] = {"type": "attack"}
    if target is not None:
        checked["target"] = target["id"]
    return {**checked, "cell": cell, "strikes": strikes}


def _attack_target(known: Known, one: Json, value: Json, path: str) -> Json:
    """The element named, None for an attack on a cell."""
    if value.get("target") is None:
        return None
    key = _id(value["target"], f"{path}.target")
    target = known.elements.get(key)
    if target is None:
        raise OrderError("not_visible", f"{path}.target", refusals.NOT_SEEN, _not_seen(known, key))
    _refuse_own(known, target, f"{path}.target")
    return target


def _refuse_own(known: Known, target: Json, path: str) -> None:
    if target["seat"] == known.seat or target["kind"] in RESOURCES:
        raise OrderError("bad_target", path, refusals.NO_TARGETS)


def _attack_cell(known: Known, one: Json, target: Json, value: Json, path: str) -> list[int]:
    """The cell that is fired at: the one given, or the target's nearest to the attacker (5.2)."""
    aimed = None if target is None else nearest_cell(one, target)
    if value.get("cell") is None:
        if aimed is None:
            raise OrderError("bad_target", path, gettext_noop("An attack needs a target or a cell."))
        return aimed
    cell = cell_of_layer(known, value["cell"], f"{path}.cell")
    if aimed is not None and cell != aimed:
        raise OrderError("bad_target", f"{path}.cell", gettext_noop("Name a target or a cell, not both."))
    there = known.at.get((cell[0], cell[1], cell[2]))
    if there is not None:
        _refuse_own(known, there, f"{path}.cell")
    return cell


def nearest_cell(one: Json, target: Json) -> list[int]:
    """The target's cell nearest to the attacker, of equal ones that with the least y, then x."""
    x0, y0, x1, y1 = seen.rect(target)
    mine = seen.rect(one)
    _, y, x = min((planar(mine, (x, y, x, y)), y, x) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1))
    return [x, y, seen.level(target)]


def _can_aim(known: Known, one: Json, cell: list[int], distance: int) -> bool:
    """Rule 5.2.3: by its own eyes or those of the fleet; blind if it could see nothing on that layer anyway."""
    effective = seen.sight(one)[cell[2]] + known.weather
    if effective <= 0:
        return True
    if known.view["options"]["spotting"] == "shared":
        return known.sees(cell[0], cell[1], cell[2])
    return distance <= effective


def _check_strikes(available: list[int], value: Json, path: str) -> list[str]:
    words = [STRIKES[kind] for kind in available]
    if not words:
        raise OrderError("bad_strikes", path, refusals.NOTHING_WORKS)
    given = value.get("strikes")
    if given is None:
        return words
    is_list = isinstance(given, list) and len(given) <= len(STRIKES) and all(isinstance(word, str) for word in given)
    if not is_list or len(set(given)) != len(given):
        message = gettext_noop("Strikes are a list out of fire and torpedo, each at most once.")
        raise OrderError("bad_strikes", path, message)
    for i, word in enumerate(given):
        if word not in words:
            data = {"word": fields.cut(word), "words": ", ".join(words)}
            message = gettext_noop("%(word)s cannot be used here; it has: %(words)s.")
            raise OrderError("bad_strikes", fields.within(path, i), message, data)
    return list(given)


# Supply, repair, collect (7).


def _check_supply(known: Known, one: Json, value: Json, path: str) -> dict[str, Json]:
    target = own_target(known, one, value, path)
    if target["kind"] == "formation" and one["kind"] == "cargo":
        raise OrderError("bad_target", f"{path}.target", refusals.NO_PLANES)
    _check_distance(one, target, 0 if seen.level(target) == AIR else 1, path)
    limits = {key: _limit(value.get(key), f"{path}.{key}") for key in ("fuel", "ammo", "metal")}
    return {"type": "supply", "target": target["id"], **limits}


def _check_repair(known: Known, one: Json, value: Json, path: str) -> dict[str, Json]:
    target = own_target(known, one, value, path)
    if target["kind"] in BUILDINGS:
        raise OrderError("bad_target", f"{path}.target", refusals.NO_REPAIR)
    checked: dict[str, Json] = {"type": "repair", "target": target["id"], "planes": None}
    if value.get("planes") is not None:
        if target["kind"] != "formation":
            raise OrderError("bad_planes", f"{path}.planes", gettext_noop("Only a formation has planes."))
        checked["planes"] = check_planes(value["planes"], f"{path}.planes")
    _check_distance(one, target, 0 if seen.level(target) == AIR else 1, path)
    return checked


def _check_collect(known: Known, one: Json, value: Json, path: str) -> dict[str, Json]:
    target = target_named(known, value, path)
    sources = ("island",) if one["kind"] == "carrier" else ("island", *RESOURCES)
    if target["kind"] not in sources or (target["kind"] == "island" and target["seat"] != known.seat):
        raise OrderError("bad_target", f"{path}.target", refusals.COLLECTS)
    _check_distance(one, target, 1, path)
    return {"type": "collect", "target": target["id"]}


def _check_self_destruct(known: Known, one: Json, value: Json, path: str) -> dict[str, Json]:
    return {"type": "self_destruct"}


def own_target(known: Known, one: Json, value: Json, path: str, field: str = "target") -> Json:
    """Another element of the seat's own, named as `target` in `value`; `field` is what the place is called in errors."""
    target = target_named(known, value, path, field)
    if target["seat"] != known.seat or target["id"] == one["id"]:
        raise OrderError("bad_target", f"{path}.{field}", refusals.OWN_ONLY)
    return target


def _not_seen(known: Known, key: int) -> dict[str, Json]:
    """What a refusal says of it: of what the seat has never heard only the id that it gave itself."""
    return {"id": fields.cut(key), "element": known.called(key) if known.has_heard_of(key) else fields.cut(key)}


def target_named(known: Known, value: Json, path: str, field: str = "target") -> Json:
    """The element named as `target` in `value`; it must be in the view."""
    if value.get("target") is None:
        raise OrderError("bad_target", f"{path}.{field}", gettext_noop("This command needs a target."))
    key = _id(value["target"], f"{path}.{field}")
    if key not in known.elements:
        raise OrderError("not_visible", f"{path}.{field}", refusals.NOT_SEEN, _not_seen(known, key))
    return known.elements[key]


def _check_distance(one: Json, target: Json, reach: int, path: str) -> None:
    """Refuse what both cannot bring together in this round."""
    apart = planar(seen.rect(one), seen.rect(target))
    most = KINDS[one["kind"]].speed + KINDS[target["kind"]].speed + reach
    if apart > most:
        raise OrderError("too_far", f"{path}.target", refusals.TOO_FAR, {"apart": apart, "most": most})


# Shapes.


def _id(value: Json, path: str) -> int:
    if type(value) is not int:
        raise OrderError("bad_shape", path, gettext_noop("%(field)s must be the id of an element."), {"field": path})
    return value


def _limit(value: Json, path: str) -> int | None:
    if value is None:
        return None
    if type(value) is not int or value < 0:
        message = gettext_noop("%(field)s must be null or a whole number that is not negative.")
        raise OrderError("bad_amount", path, message, {"field": path})
    return value


def cell_of_layer(known: Known, value: Json, path: str) -> list[int]:
    """[x, y, level] of the map; raises OrderError."""
    if not isinstance(value, list) or len(value) != 3 or any(type(part) is not int for part in value):
        message = gettext_noop("%(field)s must be [x, y, level], three whole numbers.")
        raise OrderError("bad_shape", path, message, {"field": path})
    x, y, level = value
    if not known.board.has(x, y) or not 0 <= level <= AIR:
        data = {"x": fields.cut(x), "y": fields.cut(y), "level": fields.cut(level)}
        raise OrderError("out_of_map", path, gettext_noop("[%(x)s, %(y)s, %(level)s] is not on the map."), data)
    return [x, y, level]


def check_planes(value: Json, path: str) -> list[int]:
    """A composition: four whole numbers with the right sum."""
    is_list = isinstance(value, list) and len(value) == len(PLANES) and all(type(part) is int for part in value)
    if not is_list or min(value) < 0 or sum(value) != FORMATION_SIZE:
        message = gettext_noop(
            "Planes are four whole numbers, fighters, torpedoers, bombers, scouts, %(size)s together."
        )
        raise OrderError("bad_planes", path, message, {"size": FORMATION_SIZE})
    return list(value)


CHECKS: dict[str, Callable[[Known, Json, Json, str], dict[str, Json]]] = {
    "attack": _check_attack,
    "supply": _check_supply,
    "repair": _check_repair,
    "collect": _check_collect,
    "self_destruct": _check_self_destruct,
}
