"""What does a page need to draw a campus without knowing a rule? Kinds of ground, what stands on it, all faults in words, maps to begin with.

The rules of maps are in `maps/` (chapters 2.1 and 3); nothing here adds one but that somebody must find a place to begin (`no_beginnings`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

from games.core import symmetry
from games.core.contract import Options, Reading
from games.core.documents import MOST_FAULTS
from games.core.drawing import Field, Grid, Ground, Things, messages
from games.core.errors import OptionError, OrderError
from games.core.map_workshop import NUMBERED, MapWorkshop, description, field_words, titled
from games.core.picture import Disc, Mark, Picture, Shape, Tone, ground
from games.core.picture import picture as drawn
from games.core.rng import SeededRng
from games.core.text import Phrase, gettext_noop, phrase
from games.hundred_clubs import maps
from games.hundred_clubs.constants import COEFFICIENT, MAP_SIZE, MAX_SEATS, TERRAIN, TERRAIN_VIEW
from games.hundred_clubs.generator import generate
from games.hundred_clubs.maps import Chart, other_layouts
from games.hundred_clubs.maps.parse import LONGEST_NAME, LONGEST_NOTE, MOST_LANDMARKS
from games.hundred_clubs.settings import cells_needed

Json = Any

LEAST_APART = 3
"""Steps that birthplaces are apart at least; the usual `min_birth_distance`."""
FAR_APART = 7
"""Steps that presets for people ask for (`CALM`)."""
SIZE = 21
"""Cells of a side of a new map."""

_KINDS = {
    "dormitory": gettext_noop("Dormitory"), "teaching": gettext_noop("Teaching building"), "playground": gettext_noop("Playground"),
    "road": gettext_noop("Road"), "water": gettext_noop("Water"), "bridge": gettext_noop("Bridge"),
    "bridge_road": gettext_noop("Road at a bridge"), "grass": gettext_noop("Grass"), "residential": gettext_noop("Residential area"),
}  # fmt: skip
_CHINESE_NAME = gettext_noop("Name in Chinese")
PLACE_FIELDS = (
    Field("name", "text", gettext_noop("Name"), "", maximum=LONGEST_NAME),
    Field("note", "lines", gettext_noop("What is to be known of it"), "", maximum=LONGEST_NOTE),
    Field("name_zh", "text", _CHINESE_NAME, "", maximum=LONGEST_NAME),
    Field("note_zh", "lines", gettext_noop("The same in Chinese"), "", maximum=LONGEST_NOTE),
)


def _number(key: str, label: str, text: str) -> Field:
    """A number of a cell; without one of its own it has that of its ground."""
    return Field(
        key, "int", label, None, text, *COEFFICIENT, by={letter: kind[key] for letter, kind in TERRAIN_VIEW.items()}
    )


SPECIAL_FIELDS = (
    _number("members", gettext_noop("Members"), gettext_noop("What the cell gives each round.")),
    _number(
        "atk", gettext_noop("Attack"), gettext_noop("By how much a campaign against it counts. 0: nobody can take it.")
    ),
    _number("def", gettext_noop("Defence"), gettext_noop("By how much a campaign that defends it counts.")),
)
MAP_FIELDS = (
    Field("width", "int", gettext_noop("Width"), SIZE, "", *MAP_SIZE),
    Field("height", "int", gettext_noop("Height"), SIZE, gettext_noop("Cells are added, or cut off, at the right and below."), *MAP_SIZE),
    Field("name_zh", "text", _CHINESE_NAME, "", maximum=LONGEST_NAME),
)  # fmt: skip
DRAWING = Grid(
    ground=Ground(
        "rows", tuple((letter, _KINDS[kind.key]) for letter, kind in TERRAIN.items()), fill=".", limits=MAP_SIZE
    ),
    things=(
        Things(
            "starts", gettext_noop("Birthplace"), gettext_noop("Birthplaces"),
            gettext_noop("Where clubs begin if birthplaces are not bid for: one for each club."),
            (), MAX_SEATS, at="", seats=True,
        ),
        Things(
            "landmarks", gettext_noop("Place"), gettext_noop("Places with a name"),
            gettext_noop("A name on the map. Clubs that bid for birthplaces are told of these places first."),
            PLACE_FIELDS, MOST_LANDMARKS, id="key", name="name",
        ),
        Things(
            "overrides", gettext_noop("Special cell"), gettext_noop("Special cells"),
            gettext_noop("A cell with other numbers than its ground, such as more members."),
            SPECIAL_FIELDS, MAP_SIZE[1] ** 2,
        ),
    ),
    fields=MAP_FIELDS,
)  # fmt: skip
NAMELESS = gettext_noop("Untitled campus")
EMPTY: dict[str, Json] = {
    "name": "", "width": SIZE, "height": SIZE, "rows": ["." * SIZE] * SIZE, "overrides": [], "starts": [], "landmarks": [],
}  # fmt: skip

READY = {
    "campus": gettext_noop("Campus"),
    "two_banks": gettext_noop("Two Banks"),
    "four_courts": gettext_noop("Four Courts"),
    "eight_gates": gettext_noop("Eight Gates"),
}
"""Names of the maps to begin with. All but the campus are drawn by the generator, each from a seed that is its name."""
_DRAWN = {"two_banks": (2, 15, 21), "four_courts": (4, 23, 23), "eight_gates": (8, 33, 33)}
WORDS = frozenset(messages(DRAWING)) | set(READY.values())
"""What the page of the workshop says of it."""

_FIELDS = {
    **{str(one.key): one.label for one in (*PLACE_FIELDS, *SPECIAL_FIELDS, *MAP_FIELDS)},
    "rows": gettext_noop("The ground"),
    "key": gettext_noop("The key of a place"),
    "at": gettext_noop("Its cell"),
    **{things.key: things.many for things in DRAWING.things},
}
_TOO_CLOSE = gettext_noop("%(what)s is less than %(distance)s steps from another one.")
_IN_WORDS = {
    "off_board": gettext_noop("%(what)s is not on the map."),
    "start_on_water": gettext_noop("%(what)s is on water, where nobody can begin."),
    "starts_too_close": _TOO_CLOSE,
    "duplicate_override": gettext_noop("%(what)s has the cell of another one."),
    "duplicate_landmark": gettext_noop("%(what)s has the key of another one."),
    "row_count": gettext_noop("The ground has %(count)s rows, and the map is %(height)s cells high."),
    "row_length": gettext_noop("A row of the ground has %(count)s cells, and the map is %(width)s cells wide."),
    "unknown_letter": gettext_noop("No kind of ground has the letter %(letter)s."),
}
"""Faults that name cells by numbers where a program reads them, as somebody is told who draws: it is shown where they are."""
_TOO_SMALL = gettext_noop(
    "The map has %(cells)s cells of land; two clubs that begin %(distance)s steps apart need more than %(needed)s."
)


def describe(options: Options) -> dict[str, Json]:
    """How a campus is drawn, and those to begin with."""
    return {**description(DRAWING, EMPTY, READY, _ready), "terrain": TERRAIN_VIEW}


@cache
def _ready(key: str) -> dict[str, Json]:
    """A map to begin with; whoever changes it gives it another name, so that it keeps none of another language."""
    if key == "campus":
        document = maps.campus().document()
    else:
        seats, width, height = _DRAWN[key]
        document = generate(seats, width, height, True, SeededRng(key))
    return {**{name: value for name, value in document.items() if name != "name_zh"}, "name": READY[key]}


def judge(options: Options, build: Json) -> tuple[Json, list[OrderError]]:
    """The map with all its fields and no faults; or the map as it came and every fault at its place (chapter 3)."""
    chart, faults = maps.faults_of(titled(build, NAMELESS), "")
    if chart is None:
        return build, [_in_words(fault, build) for fault in faults]
    found = list(islice(_unplayable(chart), MOST_FAULTS))
    if found:
        return build, [_in_words(fault, build) for fault in found]
    return chart.document(), []


def _unplayable(chart: Chart) -> Iterator[OptionError]:
    """What would keep two clubs from beginning on it."""
    land, needed = int(chart.land.sum()), cells_needed(2, LEAST_APART)
    if land <= needed:
        yield OptionError("too_small", "rows", _TOO_SMALL, {"cells": land, "needed": needed, "distance": LEAST_APART})
    for i, (x, y) in enumerate(chart.starts):
        if any(abs(x - a) + abs(y - b) < LEAST_APART for a, b in chart.starts[:i]):
            yield OptionError("starts_too_close", f"starts[{i}]", _TOO_CLOSE, {"distance": LEAST_APART})
    named = {(x, y) for x, y in (one["at"] for one in chart.landmarks) if chart.land[y, x]}
    if len(chart.starts) < 2 and len(named) < 2:
        message = gettext_noop(
            "Mark at least two birthplaces, or name two places on land: clubs need to know where to begin."
        )
        yield OptionError("no_beginnings", "starts", message)


def _in_words(fault: OptionError, build: Json) -> OrderError:
    """The fault with words for fields and names in place of cells."""
    data = dict(fault.data)
    if "field" in data:
        data["field"] = field_words(fault.path, _FIELDS)
    if fault.code in _IN_WORDS:
        data["what"] = _thing_words(fault.path, build)
    return OrderError(fault.code, fault.path, _IN_WORDS.get(fault.code, fault.template), data)


def _thing_words(path: str, build: Json) -> Phrase:
    """What stands at a path such as `starts[1]`: its name, or its kind with its number."""
    found = re.match(r"(\w+)\[(\d+)\]", path)
    things = next((one for one in DRAWING.things if found and one.key == found[1]), None)
    if found is None or things is None:
        return phrase(gettext_noop("The map"))
    number = int(found[2])
    held = build.get(things.key) if isinstance(build, dict) else None
    one = held[number] if isinstance(held, list) and number < len(held) else None
    name = one.get(things.name) if things.name and isinstance(one, dict) else None
    if isinstance(name, str) and name:
        return phrase("%(name)s", name=[name, name])
    return phrase(NUMBERED, what=things.one, number=number + 1)


# What people may want to know


def seats(build: Json) -> range:
    """For how many clubs a map without faults is: as many as begin on it, or find room if it marks no birthplaces."""
    land = int(maps.chart_of(build).land.sum())
    room = max(n for n in range(2, MAX_SEATS + 1) if land > cells_needed(n, LEAST_APART))
    named = starts(build)
    return range(2, (min(room, named) if named >= 2 else room) + 1)


def starts(build: Json) -> int:
    """How many clubs can begin at a birthplace of their own."""
    return min(MAX_SEATS, len(build["starts"]))


def suits(build: Json) -> dict[str, Json]:
    """Whoever has marked birthplaces wants clubs to begin there, as far apart as tables of so much land allow."""
    if starts(build) < 2:
        return {}
    land, most = int(maps.chart_of(build).land.sum()), seats(build)[-1]
    far = (steps for steps in range(min(FAR_APART, _least_apart(build)), 0, -1) if land > cells_needed(most, steps))
    return {"starts": "drawn", "min_birth_distance": next(far)}


def _least_apart(build: Json) -> int:
    places: list[list[int]] = build["starts"]
    return min(abs(x - a) + abs(y - b) for i, (x, y) in enumerate(places) for a, b in places[:i])


def facts(build: Json) -> list[Phrase]:
    """Its size, its land, how birthplaces lie, whether they are equally good."""
    chart = maps.chart_of(build)
    size = {"width": chart.width, "height": chart.height}
    land = {"land": int(chart.land.sum()), "members": int(chart.members.sum())}
    found = [
        phrase(
            gettext_noop("%(width)s by %(height)s cells, %(land)s of them land, with %(members)s members."),
            **size,
            **land,
        )
    ]
    if parts(chart) > 1:
        found.append(
            phrase(
                gettext_noop(
                    "The land is in %(count)s parts between which there is no way.",
                ),
                count=parts(chart),
            )
        )
    if len(chart.starts) < 2:
        return [*found, phrase(gettext_noop("No birthplaces are marked: clubs bid for where they begin."))]
    around = [int(chart.around[y, x]) for x, y in chart.starts]
    data = {"count": len(chart.starts), "steps": _least_apart(build), "low": min(around), "high": max(around)}
    found.append(
        phrase(gettext_noop("%(count)s birthplaces, at least %(steps)s steps apart, with %(low)s members around each."), **data)
        if min(around) == max(around)
        else phrase(gettext_noop("%(count)s birthplaces, at least %(steps)s steps apart, with %(low)s to %(high)s members around them."), **data)
    )  # fmt: skip
    text = (
        gettext_noop("The birthplaces are equally good: the campus looks the same from each.")
        if is_even(build)
        else gettext_noop("The campus does not look the same from each birthplace.")
    )
    return [*found, phrase(text)]


def is_even(build: Json) -> bool:
    """Does the campus look the same from each of its birthplaces, two at least?"""
    chart = maps.chart_of(build)
    grids = (chart.atk, chart.def_, chart.members)
    return len(chart.starts) > 1 and symmetry.looks_alike(
        chart.width,
        chart.height,
        lambda at: tuple(int(grid[at[1], at[0]]) for grid in grids),
        [[one] for one in chart.starts],
    )


def parts(chart: Chart) -> int:
    """In how many pieces the land is, if one goes from cell to cell over sides."""
    left = {(x, y) for y in range(chart.height) for x in range(chart.width) if chart.land[y, x]}
    count = 0
    while left:
        count += 1
        front = [left.pop()]
        while front:
            x, y = front.pop()
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
            left -= near
            front += near
    return count


_TONES: dict[str, Tone] = {"~": "water", "D": "land", "T": "land", "h": "land", "+": "line"}


def picture(build: Json) -> Picture:
    """The campus in small: ground, names as rings, birthplaces as seats in their order."""
    shapes: list[Shape] = [*ground([[_TONES.get(letter, "ground") for letter in row] for row in build["rows"]])]
    shapes += [Disc(one["at"][0] + 0.5, one["at"][1] + 0.5, 0.5, "text", hollow=True) for one in build["landmarks"]]
    radius = max(1.0, max(build["width"], build["height"]) / 18)
    shapes += [Mark(x + 0.5, y + 0.5, radius, i) for i, (x, y) in enumerate(build["starts"][:MAX_SEATS])]
    return drawn(build["width"], build["height"], shapes)


def read(document: Json) -> Reading:
    """A map out of a document in our layout, or in one of the system that the game comes from."""
    return other_layouts.read(document)


WORKSHOP = MapWorkshop(
    describe=describe,
    judge=judge,
    seats=seats,
    starts=starts,
    is_even=is_even,
    suits=suits,
    fixed={"starts": "fixed", "min_birth_distance": LEAST_APART},
    facts=facts,
    picture=picture,
    read=read,
    most_bytes=192 * 1024,
)
