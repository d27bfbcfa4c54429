"""Is this object a map that can be played (16)? In normal form, or with every mistake, in the order of the fields; `read_map` raises the first."""

from __future__ import annotations

from typing import Any

from games.core import fields
from games.core.documents import Reader
from games.core.errors import OptionError
from games.core.text import gettext_noop
from games.deep_blue import formations
from games.deep_blue.board import Bits, Board, Rect, board_of
from games.deep_blue.constants import (
    BUILDINGS,
    FORMATION_SIZE,
    KINDS,
    LEAST_SHORE,
    MAP_SIDE,
    MOST_OBJECTS,
    MOST_STOCK,
    PLANES,
    RESOURCES,
    START_UNITS,
    UNITS,
)

Json = Any

FIELDS = (
    "format", "name", "title", "width", "height", "symmetry", "terrain", "objects", "start_units", "units", "weather",
    "population_cap", "round_limit",
)  # fmt: skip
STOCKS = ("health", "fuel", "ammo", "metal")
LIMITS = {"weather": (-12, 6), "population_cap": (10, 200), "round_limit": (10, 500)}
"""Ranges of what a map may say for the match; the same as of the options."""
DEFAULTS = {"weather": 0, "population_cap": 60, "round_limit": 200}
MOST_UNITS = 100


def read_map(value: Json) -> dict[str, Json]:
    """The map in normal form: every field, rectangles sorted, units a list or None."""
    return _Reader("map").first_of(value)


def faults_of(value: Json, path: str = "map") -> tuple[dict[str, Json] | None, list[OptionError]]:
    """The map in normal form and no faults; or None and every fault, each with its path."""
    return _Reader(path).faults_of(value)


class _Reader(Reader[dict[str, Json]]):
    def read(self, value: Json) -> dict[str, Json] | None:
        given = self.record(value, self.path, FIELDS, ("width", "height", "terrain", "objects"))
        if given.get("format", 1) != 1:
            self.note(_bad(self.at("format"), gettext_noop("Only maps of format 1 can be read.")))
        sides: dict[str, int] = {}
        for key in ("width", "height"):
            if key in given:
                with self.noting():
                    sides[key] = fields.whole(given[key], self.at(key), *MAP_SIDE, failure=OptionError)
        if len(sides) < 2:
            return None
        width, height = sides["width"], sides["height"]
        if width != height:
            self.note(_bad(self.at("height"), gettext_noop("The map must be square.")))
        board = board_of(width, height)
        land: Bits | None = None
        if "terrain" in given:
            with self.noting():
                land = _read_terrain(given["terrain"], self.at("terrain"), board)
        objects = self.objects(given.get("objects", []), board)
        if land is not None and width == height:
            self.check_objects(objects, board, land)
            if all(one is not None for one in objects):
                with self.noting():
                    _check_sea(self.at("terrain"), board, board.full & ~land)
        normal: dict[str, Json] = {"format": 1}
        for key, usual in (("name", "custom"), ("title", "Custom")):
            with self.noting():
                normal[key] = _name(given, key, self.at(key), usual)
        normal |= {"width": width, "height": height}
        with self.noting():
            normal["symmetry"] = _name(given, "symmetry", self.at("symmetry"), "none")
        normal |= {"terrain": given.get("terrain"), "objects": objects}
        with self.noting():
            normal["start_units"] = fields.one_of(
                given.get("start_units", "patrol"), self.at("start_units"), tuple(START_UNITS), failure=OptionError
            )
        with self.noting():
            normal["units"] = self.units(given.get("units"), board, land or 0)
        for key, (low, high) in LIMITS.items():
            with self.noting():
                normal[key] = fields.whole(given.get(key, DEFAULTS[key]), self.at(key), low, high, failure=OptionError)
        if not self.faults:
            normal["terrain"] = list(normal["terrain"])
        return normal

    def objects(self, value: Json, board: Board) -> list[dict[str, Json] | None]:
        """Those that could be read, None for each other one."""
        found: list[dict[str, Json] | None] = []
        path, items = self.at("objects"), []
        with self.noting():
            items = _list(value, path)
        for i, one in enumerate(items):
            read = None
            with self.noting():
                read = _read_object(one, fields.within(path, i), board)
            found.append(read)
        return found

    def check_objects(self, objects: list[dict[str, Json] | None], board: Board, land: Bits) -> None:
        taken = 0
        for i, one in enumerate(objects):
            if one is not None:
                with self.noting():
                    _check_object(one, fields.within(self.at("objects"), i), board, land, taken)
                taken |= board.area(_rect(one))
        known = [one for one in objects if one is not None]
        for kind, most in MOST_OBJECTS.items():
            if sum(one["kind"] == kind for one in known) > most:
                message = gettext_noop("A map has at most %(most)s of %(kind)s.")
                self.note(_bad(self.at("objects"), message, {"most": most, "kind": kind}))
        if sorted(one["seat"] for one in known if one["kind"] == "base") != [0, 1]:
            self.note(_bad(self.at("objects"), gettext_noop("Every seat needs exactly one base.")))

    def units(self, value: Json, board: Board, land: Bits) -> list[dict[str, Json]] | None:
        if value is None:
            return None
        path = self.at("units")
        taken: set[tuple[int, int, int]] = set()
        units: list[dict[str, Json]] = []
        for i, one in enumerate(_list(value, path)):
            here = fields.within(path, i)
            with self.noting():
                unit = _read_unit(one, here, board)
                x, y, level = unit["pos"]
                if level < 2 and land >> board.cell(x, y) & 1:
                    raise _bad(f"{here}.pos", gettext_noop("Ships and submarines start on ocean."))
                if (x, y, level) in taken:
                    raise _bad(f"{here}.pos", gettext_noop("Another unit starts here."))
                taken.add((x, y, level))
                units.append(unit)
        for seat in (0, 1):
            if sum(unit["seat"] == seat for unit in units) > MOST_UNITS:
                raise _bad(path, gettext_noop("A seat starts with at most %(most)s units."), {"most": MOST_UNITS})
        return units


def _bad(path: str, message: str, data: dict[str, Any] | None = None) -> OptionError:
    return OptionError("bad_map", path, message, data)


def _list(value: Json, path: str) -> list[Json]:
    found = fields.items(value, path, failure=OptionError)
    if len(found) > 200:
        raise _bad(path, gettext_noop("This list is too long."))
    return found


def _name(given: dict[str, Json], key: str, path: str, default: str) -> str:
    return fields.cut(fields.text(given.get(key, default), path, failure=OptionError))


def _read_terrain(value: Json, where: str, board: Board) -> Bits:
    rows = _list(value, where)
    if len(rows) != board.height:
        raise _bad(where, gettext_noop("The map needs %(height)s rows."), {"height": board.height})
    land = 0
    for y, row in enumerate(rows):
        path = fields.within(where, y)
        text = fields.text(row, path, failure=OptionError)
        if len(text) != board.width or set(text) - {".", "#"}:
            message = gettext_noop("A row has %(width)s letters: . for ocean, # for land.")
            raise _bad(path, message, {"width": board.width})
        land |= sum(1 << board.cell(x, y) for x, letter in enumerate(text) if letter == "#")
    return land


def _numbers(value: Json, path: str, count: int) -> list[int]:
    found = fields.items(value, path, failure=OptionError)
    if len(found) != count:
        raise _bad(path, gettext_noop("This needs %(count)s whole numbers."), {"count": count})
    return [
        fields.whole(number, fields.within(path, i), 0, 1000, failure=OptionError) for i, number in enumerate(found)
    ]


def _read_object(value: Json, path: str, board: Board) -> dict[str, Json]:
    given = fields.record(value, path, ("kind", "seat", "rect", *STOCKS), ("kind", "rect"), failure=OptionError)
    kind = fields.one_of(given["kind"], f"{path}.kind", BUILDINGS, failure=OptionError)
    x0, y0, x1, y1 = _numbers(given["rect"], f"{path}.rect", 4)
    if not (x0 <= x1 < board.width and y0 <= y1 < board.height):
        raise _bad(f"{path}.rect", gettext_noop("A rectangle is [x0, y0, x1, y1] on the map, corners included."))
    seat = given.get("seat")
    if seat is not None:
        fields.whole(seat, f"{path}.seat", 0, 1, failure=OptionError)
    if (kind == "base") != (seat is not None) and kind != "island":
        raise _bad(f"{path}.seat", gettext_noop("A base has a seat, a mine and an oilfield have none."))
    stocks = {key: _stock(given[key], f"{path}.{key}", kind, key) for key in STOCKS if given.get(key) is not None}
    for key, of in (("metal", "mine"), ("fuel", "oilfield")):
        if kind == of and key not in stocks:
            raise _bad(path, gettext_noop("A mine has metal, an oilfield has fuel."))
    return {"kind": kind, "seat": seat, "rect": [x0, y0, x1, y1], **stocks}


def _stock(value: Json, path: str, kind: str, key: str) -> int:
    """A start value: within what the kind can hold; health at least 1."""
    if (kind, key) in (("mine", "metal"), ("oilfield", "fuel")):
        most: int | None = MOST_STOCK
    else:
        most = getattr(KINDS[kind], key)
    if most is None or (most == 0 and kind in RESOURCES):
        raise _bad(path, gettext_noop("A %(kind)s has no such stock."), {"kind": kind})
    return fields.whole(value, path, 1 if key == "health" else 0, most, failure=OptionError)


def _rect(one: dict[str, Json]) -> Rect:
    x0, y0, x1, y1 = one["rect"]
    return x0, y0, x1, y1


def _check_object(one: dict[str, Json], path: str, board: Board, land: Bits, taken: Bits) -> None:
    area = board.area(_rect(one))
    if area & ~land:
        raise _bad(f"{path}.rect", gettext_noop("Every cell of an object must be land."))
    if area & taken:
        raise _bad(f"{path}.rect", gettext_noop("Objects must not overlap."))
    shore = board.around(_rect(one), 1) & ~area & ~land
    if shore.bit_count() < LEAST_SHORE[one["kind"]]:
        data = {"kind": one["kind"], "least": LEAST_SHORE[one["kind"]]}
        raise _bad(f"{path}.rect", gettext_noop("A %(kind)s needs %(least)s ocean cells beside it."), data)


def _check_sea(path: str, board: Board, ocean: Bits) -> None:
    """All ocean hangs together (and so is reached from both bases, which have a shore)."""
    reached = ocean & -ocean
    while (grown := (board.grow(reached) | reached) & ocean) != reached:
        reached = grown
    if reached != ocean:
        raise _bad(path, gettext_noop("All ocean must be connected."))


def _read_unit(value: Json, path: str, board: Board) -> dict[str, Json]:
    given = fields.record(
        value, path, ("seat", "kind", "pos", "planes", *STOCKS), ("seat", "kind", "pos"), failure=OptionError
    )
    kind = fields.one_of(given["kind"], f"{path}.kind", UNITS, failure=OptionError)
    seat = fields.whole(given["seat"], f"{path}.seat", 0, 1, failure=OptionError)
    pos = _numbers(given["pos"], f"{path}.pos", 3)
    if not board.has(pos[0], pos[1]) or pos[2] != KINDS[kind].level:
        raise _bad(f"{path}.pos", gettext_noop("A position is [x, y, level] on the map, on the layer of the unit."))
    unit: dict[str, Json] = {"seat": seat, "kind": kind, "pos": pos}
    if kind == "formation":
        unit["planes"] = _read_planes(given.get("planes"), f"{path}.planes")
        most = formations.limits(tuple(unit["planes"]))
    else:
        if given.get("planes") is not None:
            raise _bad(f"{path}.planes", gettext_noop("Only a formation has planes."))
        table = KINDS[kind]
        most = {"health": table.health, "fuel": table.fuel, "ammo": table.ammo or 0, "metal": table.metal}
    for key in STOCKS:
        if given.get(key) is not None:
            least = 1 if key == "health" or (key == "fuel" and kind == "formation") else 0
            unit[key] = fields.whole(given[key], f"{path}.{key}", least, most[key], failure=OptionError)
    return unit


def _read_planes(value: Json, path: str) -> list[int]:
    planes = _numbers(value, path, len(PLANES))
    if sum(planes) != FORMATION_SIZE:
        raise _bad(path, gettext_noop("A formation has %(size)s planes."), {"size": FORMATION_SIZE})
    return planes
