"""What does a page need to draw a sea without knowing a rule? Land and ocean, buildings and resources, all faults in words, maps to begin with.

The rules of maps are in `maps/` (16). Fleets that a map does not place lie around the base of seat 0, their twins turned by half: the workshop
takes no map that is not its own half turn, unless it places the fleets itself.
"""

from __future__ import annotations

import re
from typing import Any

from games.core import symmetry
from games.core.contract import Options, Reading
from games.core.drawing import Field, Grid, Ground, Kind, Things, messages
from games.core.errors import OptionError, OrderError
from games.core.fields import cut
from games.core.map_workshop import NUMBERED, SAID, MapWorkshop, description, field_words
from games.core.picture import Mark, Picture, Rect, Shape, ground
from games.core.picture import picture as drawn
from games.core.text import Phrase, gettext_noop, phrase
from games.deep_blue import maps
from games.deep_blue.board import planar
from games.deep_blue.constants import KINDS, MAP_SIDE, MOST_OBJECTS, MOST_STOCK, SEATS, START_UNITS
from games.deep_blue.maps import rect_of
from games.deep_blue.maps.parse import DEFAULTS, FIELDS, LIMITS, STOCKS

Json = Any

SIZE = 24
"""Cells of a side of a new map."""
WIDEST = 6
"""Cells by which the page makes an object wide."""

_BUILDINGS = {
    "base": gettext_noop("Base"), "island": gettext_noop("Island"), "mine": gettext_noop("Mine"), "oilfield": gettext_noop("Oilfield"),
}  # fmt: skip
_UNITS = {
    "none": gettext_noop("No units"), "patrol": gettext_noop("Patrol"), "squadron": gettext_noop("Squadron"),
    "task_force": gettext_noop("Task force"), "fleet": gettext_noop("Fleet"),
}  # fmt: skip
_WEATHER = gettext_noop("Added to how far everybody sees: 0 clear, −2 haze, −4 fog, −8 storm.")


def _stock(key: str, label: str, kinds: tuple[str, ...], most: int, least: int = 0) -> Field:
    return Field(key, "int", label, None, "", least, most, only=kinds)


OBJECT_FIELDS = (
    Field("seat", "choice", gettext_noop("Whose it is"), choices=((0, gettext_noop("First seat")), (1, gettext_noop("Second seat"))), only=("base",)),
    Field("seat", "choice", gettext_noop("Whose it is"), choices=((None, gettext_noop("Nobody’s")), (0, gettext_noop("First seat")),
          (1, gettext_noop("Second seat"))), only=("island",)),
    _stock("metal", gettext_noop("Metal"), ("mine",), MOST_STOCK),
    _stock("fuel", gettext_noop("Fuel"), ("oilfield",), MOST_STOCK),
    _stock("health", gettext_noop("Health at the start"), ("base",), KINDS["base"].health, 1),
    _stock("health", gettext_noop("Health at the start"), ("island",), KINDS["island"].health, 1),
)  # fmt: skip
MAP_FIELDS = (
    Field("width", "int", gettext_noop("Size"), SIZE,
          gettext_noop("Cells of each side. Cells are added, or cut off, at the right and below."), *MAP_SIDE),
    Field("start_units", "choice", gettext_noop("Units at the start"), "patrol",
          choices=tuple((key, _UNITS[key]) for key in START_UNITS)),
    Field("weather", "int", gettext_noop("Weather"), DEFAULTS["weather"], _WEATHER, *LIMITS["weather"]),
    Field("population_cap", "int", gettext_noop("Population"), DEFAULTS["population_cap"],
          gettext_noop("How large a fleet may become."), *LIMITS["population_cap"]),
    Field("round_limit", "int", gettext_noop("Round limit"), DEFAULTS["round_limit"],
          gettext_noop("Rounds after which points decide."), *LIMITS["round_limit"]),
)  # fmt: skip
DRAWING = Grid(
    ground=Ground("terrain", (("#", gettext_noop("Land")), (".", gettext_noop("Ocean"))), fill=".", limits=MAP_SIDE, square=True),
    things=(
        Things(
            "objects", gettext_noop("Building"), gettext_noop("Buildings"),
            gettext_noop("It stands on land of its own and needs ocean beside it: a base 8 cells, everything else 3."),
            OBJECT_FIELDS, sum(MOST_OBJECTS.values()), at="", area="rect", widest=WIDEST, ground="#",
            kinds=(
                Kind("base", _BUILDINGS["base"], (3, 3), seat="seat"),
                Kind("island", _BUILDINGS["island"], (2, 2)),
                Kind("mine", _BUILDINGS["mine"], (1, 1), {"metal": 400}),
                Kind("oilfield", _BUILDINGS["oilfield"], (1, 1), {"fuel": 800}),
            ),
        ),
    ),
    fields=MAP_FIELDS,
    symmetry="half",
)  # fmt: skip
NAMELESS = gettext_noop("Untitled sea")
EMPTY: dict[str, Json] = {
    "format": 1, "name": "", "width": SIZE, "height": SIZE, "terrain": ["." * SIZE] * SIZE, "objects": [],
}  # fmt: skip
READY = {
    "pocket_sound": gettext_noop("Pocket Sound"), "mirror_cove": gettext_noop("Mirror Cove"), "four_isles": gettext_noop("Four Isles"),
    "twin_straits": gettext_noop("Twin Straits"), "broken_shelf": gettext_noop("Broken Shelf"),
    "grand_archipelago": gettext_noop("Grand Archipelago"), "open_ocean": gettext_noop("Open Ocean"), "far_lights": gettext_noop("Far Lights"),
    "outposts": gettext_noop("Outposts"), "grey_banks": gettext_noop("Grey Banks"),
}  # fmt: skip
"""Names of the maps that come with the game."""
WORDS = frozenset(messages(DRAWING)) | set(READY.values())
"""What the page of the workshop says of it."""

_FIELDS = {
    **{str(one.key): one.label for one in (*OBJECT_FIELDS, *MAP_FIELDS)},
    "ammo": gettext_noop("Ammunition"),
    "height": gettext_noop("Size"),
    "terrain": gettext_noop("Land and ocean"),
    "objects": gettext_noop("Buildings"),
    "rect": gettext_noop("Its cells"),
    "kind": gettext_noop("What it is"),
    "units": gettext_noop("Units at the start"),
    "name": gettext_noop("Name"),
}
_UNEVEN = gettext_noop(
    "Turned by half, the map must look the same, with the bases in each other’s place: both fleets are placed so. Choose the symmetry “half turn”."
)


def describe(options: Options) -> dict[str, Json]:
    """How a sea is drawn, and those that come with the game."""
    return description(DRAWING, EMPTY, READY, _ready)


def _ready(key: str) -> dict[str, Json]:
    """A built-in map to begin with; whoever changes it gives it another name."""
    return {**maps.built_in(key).document, "name": READY[key], "title": READY[key]}


def judge(options: Options, build: Json) -> tuple[Json, list[OrderError]]:
    """The map in normal form and no faults; or the map as it came and every fault at its place (16)."""
    named = build
    if isinstance(build, dict) and isinstance(build.get("name"), str):
        # A board shows the title, people give a name.
        name = build["name"] or NAMELESS
        named = {**build, "name": name, "title": name}
    normal, faults = maps.faults_of(named, "")
    if normal is None:
        return build, [_in_words(fault, build) for fault in faults]
    if normal["units"] is None and not _is_even(normal):
        return build, [OptionError("bad_map", "terrain", _UNEVEN)]
    return normal, []


def _cells(one: dict[str, Json]) -> list[tuple[int, int]]:
    x0, y0, x1, y1 = one["rect"]
    return [(x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)]


def _is_even(build: Json) -> bool:
    """Is the map its own half turn, with the bases in each other's place?"""
    size = build["width"]
    turned = [row[::-1] for row in reversed(build["terrain"])]

    def seen(one: dict[str, Json], is_turned: bool) -> tuple[Json, ...]:
        x0, y0, x1, y1 = one["rect"]
        seat, last = one["seat"], size - 1
        area = (last - x1, last - y1, last - x0, last - y0) if is_turned else (x0, y0, x1, y1)
        whose = seat if seat is None or not is_turned else 1 - seat
        return (one["kind"], area, -1 if whose is None else whose, *(one.get(key, -1) for key in STOCKS))

    objects = build["objects"]
    return turned == build["terrain"] and {seen(one, True) for one in objects} == {seen(one, False) for one in objects}


def _in_words(fault: OptionError, build: Json) -> OrderError:
    """The fault with words for fields, and the name of the building that it is about."""
    data = {key: _BUILDINGS.get(value, value) if key == "kind" else value for key, value in fault.data.items()}
    if "field" in data:
        data["field"] = field_words(fault.path, _FIELDS)
    what = _object_words(fault.path, build)
    if what is None or fault.path.endswith("]"):
        return OrderError(fault.code, fault.path, fault.template, data)
    return OrderError(fault.code, fault.path, SAID, {"what": what, "text": phrase(fault.template, **data)})


def _object_words(path: str, build: Json) -> Phrase | None:
    """Which building a path is of, by its kind and its number among these; None if it is of none."""
    found = re.match(r"objects\[(\d+)\]", path)
    held = build.get("objects") if isinstance(build, dict) else None
    if found is None or not isinstance(held, list) or int(found[1]) >= len(held):
        return None
    kinds = [one.get("kind") if isinstance(one, dict) else None for one in held[: int(found[1]) + 1]]
    label = _BUILDINGS.get(kinds[-1]) if isinstance(kinds[-1], str) else None
    return phrase(NUMBERED, what=label, number=kinds.count(kinds[-1])) if label else None


# What people may want to know


def seats(build: Json) -> range:
    """Two, whatever the map."""
    return range(SEATS, SEATS + 1)


def facts(build: Json) -> list[Phrase]:
    """Its size, its land, what is on it, how far the bases are apart, whether both are equally good."""
    size = build["width"]
    land = sum(row.count("#") for row in build["terrain"])
    counts = {key: sum(one["kind"] == key for one in build["objects"]) for key in ("island", "mine", "oilfield")}
    bases = [one for seat in range(SEATS) for one in build["objects"] if one["kind"] == "base" and one["seat"] == seat]
    far = planar(rect_of(bases[0]["rect"]), rect_of(bases[1]["rect"]))
    found = [
        phrase(gettext_noop("%(size)s by %(size)s cells, %(share)s per cent of them land."), size=size, share=100 * land // size**2),
        phrase(gettext_noop("Islands: %(island)s, mines: %(mine)s, oilfields: %(oilfield)s."), **counts),
        phrase(gettext_noop("From base to base it is %(far)s cells."), far=far),
    ]  # fmt: skip
    text = (
        gettext_noop("Both bases are equally good: the map looks the same from each.")
        if is_even(build)
        else gettext_noop("The map does not look the same from both bases.")
    )
    return [*found, phrase(text)]


def is_even(build: Json) -> bool:
    """Does the map look the same from both bases? Not said of one that places fleets."""
    size = build["width"]
    bases = [one for one in build["objects"] if one["kind"] == "base"]
    on = {cell: (one["kind"], *(one.get(key) for key in STOCKS)) for one in build["objects"] for cell in _cells(one)}
    return build["units"] is None and symmetry.looks_alike(
        size, size, lambda at: (build["terrain"][at[1]][at[0]], on.get(at)), [_cells(one) for one in bases]
    )


def picture(build: Json) -> Picture:
    """The sea in small: land, buildings, bases as seats."""
    shapes: list[Shape] = [
        *ground([["land" if letter == "#" else "water" for letter in row] for row in build["terrain"]])
    ]
    for one in build["objects"]:
        x0, y0, x1, y1 = one["rect"]
        shapes.append(Rect(x0, y0, x1 - x0 + 1, y1 - y0 + 1, "nobody"))
        if one["seat"] is not None:
            radius = max(1.2, build["width"] / 20)
            shapes.append(Mark((x0 + x1 + 1) / 2, (y0 + y1 + 1) / 2, radius, one["seat"]))
    return drawn(build["width"], build["height"], shapes)


_OCEAN = {".", "0", "~", " ", "s", "o", 0}
_MATRIX = ("terrain", "map", "matrix", "grid", "cells")


def read(document: Json) -> Reading:
    """A map out of our layout, alone or under `map` as in a preview; or of a square matrix of ocean and land, as the original has its maps."""
    if isinstance(document, dict) and isinstance(document.get("map"), dict):
        document = document["map"]
    matrix = document if isinstance(document, list) else None
    if isinstance(document, str):
        rows = document.split()
        matrix = [list(row) for row in rows] if len(rows) > 1 and len({len(row) for row in rows}) == 1 else None
    rest: dict[str, Json] = {}
    if isinstance(document, dict):
        key = next((one for one in _MATRIX if isinstance(document.get(one), list)), None)
        matrix = None if key is None else document[key]
        rest = {one: value for one, value in document.items() if one != key}
    if not isinstance(matrix, list) or not all(isinstance(row, str | list) for row in matrix) or not matrix:
        return Reading(document, [], [phrase(gettext_noop("This is no map that could be read."))])
    terrain = ["".join("." if _is_ocean(cell) else "#" for cell in row) for row in matrix]
    sides = {"width": len(terrain[0]), "height": len(terrain)}
    build: dict[str, Json] = {"format": 1, "name": "", **sides, "terrain": terrain, "objects": []}
    build |= {key: value for key, value in rest.items() if key in FIELDS}
    land = sum(row.count("#") for row in terrain)
    held = build["objects"] if isinstance(build["objects"], list) else []
    told = [
        phrase(gettext_noop("Read: %(width)s by %(height)s cells, %(land)s of them land, with %(count)s buildings."),
               width=len(terrain[0]), height=len(terrain), land=land, count=len(held)),
    ]  # fmt: skip
    left = [
        phrase(gettext_noop("%(field)s is nothing that a map has: left out."), field=[cut(str(key))] * 2)
        for key in rest
        if key not in FIELDS
    ]
    if not held:
        left.append(phrase(gettext_noop("The file has no buildings: put two bases on the map.")))
    return Reading(build, told, left)


def _is_ocean(cell: Json) -> bool:
    return isinstance(cell, str | int) and (cell.lower() if isinstance(cell, str) else cell) in _OCEAN


WORKSHOP = MapWorkshop(
    describe=describe,
    judge=judge,
    seats=seats,
    is_even=is_even,
    facts=facts,
    picture=picture,
    read=read,
    most_bytes=64 * 1024,
)
