"""What does a page need to draw maps without knowing a rule? Fields with their words and limits, all faults in words, maps to begin with.

The rules of maps are in `maps/` (chapter 3); nothing here adds one.
"""

from __future__ import annotations

import re
from typing import Any

from games.core.contract import Options, Reading
from games.core.drawing import Drawing, Field, Marks, Places, Ways, messages
from games.core.errors import OptionError, OrderError
from games.core.map_workshop import MapWorkshop, description, titled
from games.core.picture import Disc, Line, Mark, Picture, Shape
from games.core.picture import picture as drawn
from games.core.text import Phrase, gettext_noop, phrase
from games.planet_conquer import constants, maps
from games.planet_conquer.maps import graph, other_layouts
from games.planet_conquer.maps.values import plain

Json = Any

_KINDS = (
    ("base", gettext_noop("Base")), ("normal", gettext_noop("Normal planet")), ("resource", gettext_noop("Resource planet")),
    ("fortress", gettext_noop("Fortress")), ("wasteland", gettext_noop("Wasteland")), ("core", gettext_noop("Core")),
    ("relay", gettext_noop("Relay")),
)  # fmt: skip
_NUMBERS = {
    name: {"def": plain(k.defence), "res": plain(k.res), "cos": plain(k.cos), "max": k.limit}
    for name, k in constants.KINDS.items()
}


def _number(key: str, kind: Any, label: str, limits: tuple[int, int], *, thousandths: bool, **more: Any) -> Field:
    low, high = (plain(one) for one in limits) if thousandths else limits
    by = {name: numbers[key] for name, numbers in _NUMBERS.items() if key in numbers}
    return Field(key, kind, label, minimum=low, maximum=high, by=by, **more)


PLANET_FIELDS = (
    Field("name", "text", gettext_noop("Name"), "", maximum=60),
    Field("kind", "choice", gettext_noop("Kind of planet"), "normal", choices=_KINDS),
    _number("def", "number", gettext_noop("Defence (def)"), constants.DEF_RANGE, thousandths=True,
            help=gettext_noop("Each unit of the garrison counts so many times.")),
    _number("res", "number", gettext_noop("Growth by units (res)"), constants.RES_RANGE, thousandths=True,
            help=gettext_noop("Each round the units become so many times as many. Below 1 they shrink.")),
    _number("cos", "number", gettext_noop("Growth by a number (cos)"), constants.COS_RANGE, thousandths=True,
            help=gettext_noop("So many units are added each round.")),
    _number("max", "int", gettext_noop("Most (max)"), constants.MAX_RANGE, thousandths=False,
            help=gettext_noop("Units do not grow beyond this.")),
    Field("natives", "int", gettext_noop("Natives"), 0, gettext_noop("Units that defend the planet before anybody owns it."),
          *constants.NATIVES_RANGE),
)  # fmt: skip
ROUTE_FIELDS = (
    Field(2, "int", gettext_noop("Rounds of travel"), 3, "", *constants.ROUTE_ROUNDS),
    Field(3, "number", gettext_noop("Bend"), 0, gettext_noop("How far the drawn line leaves the straight one. From −1 to 1."), -1, 1),
)  # fmt: skip
MAP_FIELDS = (
    Field("seats.min", "int", gettext_noop("Fewest seats"), 2, "", 2, constants.MAX_SEATS),
    Field("seats.max", "int", gettext_noop("Most seats"), 2, gettext_noop("A map needs as many starts."), 2, constants.MAX_SEATS),
    Field("max_round", "int", gettext_noop("Round limit"), 300, gettext_noop("Rounds after which the match ends."), *constants.MAX_ROUND),
    Field("start_units", "int", gettext_noop("Units at the start"), 100, gettext_noop("Units on every home planet."), *constants.START_UNITS),
    Field("points_per_round", "int", gettext_noop("Points per round"), 1,
          gettext_noop("Points for tactics that every seat gets in a round."), *constants.POINTS_PER_ROUND),
    Field("maintain_fee", "bool", gettext_noop("Maintenance fee"), False, gettext_noop("Large armies grow slower.")),
    Field("author", "text", gettext_noop("Made by"), "", maximum=60),
    Field("description", "lines", gettext_noop("Description"), "", maximum=2000),
)  # fmt: skip
DRAWING = Drawing(
    size=(constants.MAP_SIZE, constants.MAP_SIZE),
    step=10,
    places=Places(
        "planets", gettext_noop("Planet"), gettext_noop("Planets"), PLANET_FIELDS, constants.MAX_PLANETS
    ),
    ways=Ways("routes", gettext_noop("Route"), gettext_noop("Routes"), ROUTE_FIELDS, constants.MAX_ROUTES, per=100),
    marks=Marks("starts", gettext_noop("A seat starts here"), gettext_noop("Starting planets"), drops=("start_sets",), counts="seats.max"),
    fields=MAP_FIELDS,
)  # fmt: skip
EMPTY: dict[str, Json] = {
    "format": 1, "name": "", "seats": {"min": 2, "max": 2}, "planets": [], "routes": [], "starts": [],
}  # fmt: skip
NAMELESS = gettext_noop("Untitled map")
OWN_ID = "own"

_WORDS = {
    **{str(one.key): one.label for one in (*PLANET_FIELDS, *MAP_FIELDS)},
    "planets": gettext_noop("The number of planets"),
    "routes": gettext_noop("The number of routes"),
    "starts": gettext_noop("Starting planets"),
    "seats": gettext_noop("Seats"),
    "name": gettext_noop("Name"),
    "at": gettext_noop("Its place"),
    "key": gettext_noop("The key of a planet"),
    "format": gettext_noop("The number of the format"),
    "id": gettext_noop("The id of the map"),
}
_ROUTE_WORDS = {"[2]": ROUTE_FIELDS[0].label, "[3]": ROUTE_FIELDS[1].label, "[0]": gettext_noop("An end of a route"),
                "[1]": gettext_noop("An end of a route")}  # fmt: skip


READY = {
    "tightrope": gettext_noop("Tightrope"), "two_lanterns": gettext_noop("Two Lanterns"), "trident": gettext_noop("Trident"),
    "first_light": gettext_noop("First Light"), "crossroads": gettext_noop("Crossroads"), "four_winds": gettext_noop("Four Winds"),
    "sunken_temple": gettext_noop("Sunken Temple"), "pentacle": gettext_noop("Pentacle"), "six_moons": gettext_noop("Six Moons"),
    "great_wheel": gettext_noop("Great Wheel"), "long_night": gettext_noop("Long Night"), "golden_heart": gettext_noop("Golden Heart"),
    "two_roads": gettext_noop("Two Roads"), "lean_ring": gettext_noop("Lean Ring"), "three_wells": gettext_noop("Three Wells"),
}  # fmt: skip
"""Names of the maps that come with the game."""
WORDS = frozenset(messages(DRAWING)) | set(READY.values())
"""What the page of the workshop says of it."""


def describe(options: Options) -> dict[str, Json]:
    """How maps are drawn, and those that come with the game."""
    return description(DRAWING, EMPTY, READY, _ready)


def _bare(document: Any) -> dict[str, Json]:
    """An expanded map as a document that may be changed: without what only follows from the rest."""
    planets = [{key: value for key, value in planet.items() if key != "id"} for planet in document["planets"]]
    follows = {"size", *(["name_zh"] if document["name_zh"] == document["name"] else [])}
    return {**{key: value for key, value in document.items() if key not in follows}, "planets": planets}


def _ready(map_id: str) -> dict[str, Json]:
    """A built-in map to begin with; whoever changes it gives it another name."""
    document = _bare(maps.built_in(map_id).document)
    return {key: value for key, value in document.items() if key not in ("id", "name_zh")}


def judge(options: Options, build: Json) -> tuple[Json, list[OrderError]]:
    """The map in the explicit layout with all fields and no faults; or the map as it came and every fault at its place (chapter 3)."""
    reading = maps.read_map(_titled(build))
    if reading.document is not None:
        return _bare(reading.document), []
    return build, [_in_words(error, build) for error in reading.errors]


def _titled(build: Json) -> Json:
    """With what a map on the drawing board may not have yet: id and name."""
    named = titled(build, NAMELESS)
    return {"id": OWN_ID, **named} if isinstance(named, dict) else named


def _in_words(error: OptionError, build: Json) -> OrderError:
    """The mistake with words for fields and names for planets."""
    data = dict(error.data)
    if "field" in data:
        data["field"] = _field_words(error.path)
    called = _names(build)
    for place in ("key", "other"):
        name = called.get(data.get(place))
        if name:
            data[place] = [name, name]
    return OrderError(error.code, error.path, error.template, data)


def _field_words(where: str) -> Phrase:
    """What the field is called that a path ends with; as it is written, if it has no words."""
    end = re.search(r"(\[\d+\]|[^.\[\]]+)$", where)
    if where in _WORDS:
        return phrase(_WORDS[where])
    if end and where.startswith("routes["):
        label = _ROUTE_WORDS.get(end[1]) if where.count("[") > 1 else gettext_noop("A route")
    else:
        label = _WORDS.get(end[1]) if end else None
    if end and end[1].startswith("[") and label is None:
        label = _WORDS.get(where[: where.rindex("[")].rpartition(".")[2])
    return phrase(label) if label else phrase("%(name)s", name=[where, where])


def _names(build: Json) -> dict[Any, str]:
    planets = build.get("planets") if isinstance(build, dict) else None
    rows = [row for row in planets if isinstance(row, dict)] if isinstance(planets, list) else []
    return {
        row["key"]: row["name"]
        for row in rows
        if isinstance(row.get("key"), str) and isinstance(row.get("name"), str) and row["name"]
    }


# What people may want to know


def seats(build: Json) -> range:
    """For how many seats a map without faults is."""
    return range(build["seats"]["min"], build["seats"]["max"] + 1)


def facts(build: Json) -> list[Phrase]:
    """Its size, how far starts are from each other, whether they are equally good."""
    low, high = build["seats"]["min"], build["seats"]["max"]
    size = {"planets": len(build["planets"]), "routes": len(build["routes"]), "low": low, "high": high}
    found = [
        phrase(gettext_noop("%(planets)s planets and %(routes)s routes, for %(low)s seats."), **size)
        if low == high
        else phrase(gettext_noop("%(planets)s planets and %(routes)s routes, for %(low)s to %(high)s seats."), **size)
    ]
    if build["maintain_fee"]:
        found.append(phrase(gettext_noop("Large armies grow slower (maintenance fee).")))
    starts = build["starts"]
    far = [graph.travel_times(one, build)[other] for i, one in enumerate(starts) for other in starts[i + 1 :]]
    if far:
        text = (
            gettext_noop("From start to start it is %(low)s rounds.")
            if min(far) == max(far)
            else gettext_noop("From start to start it is %(low)s to %(high)s rounds.")
        )
        found.append(phrase(text, low=min(far), high=max(far)))
    return [*found, phrase(gettext_noop("The starts are equally good: the same planets are as far from each.") if is_even(build)
                           else gettext_noop("The starts of this map are not equally good."))]  # fmt: skip


def is_even(build: Json) -> bool:
    """Do its starts have the same planets, routes and neighbours around them?"""
    return graph.looks_alike(build)


def picture(build: Json) -> Picture:
    """The map in small: its starts as seats, in their order."""
    places = {planet["key"]: planet["at"] for planet in build["planets"]}
    left, top = (min(at[axis] for at in places.values()) - 60 for axis in (0, 1))
    width, height = (max(at[axis] for at in places.values()) + 60 - start for axis, start in ((0, left), (1, top)))
    shapes: list[Shape] = []
    for one, other, *_ in build["routes"]:
        (x1, y1), (x2, y2) = places[one], places[other]
        shapes.append(Line(x1 - left, y1 - top, x2 - left, y2 - top, 5, "line"))
    for planet in build["planets"]:
        x, y = planet["at"][0] - left, planet["at"][1] - top
        start = build["starts"].index(planet["key"]) if planet["key"] in build["starts"] else None
        radius = 16 + 14 * (min(planet["max"], 1000) / 1000) ** 0.5
        if start is not None and start < constants.MAX_SEATS:
            shapes.append(Mark(x, y, radius + 8, start))
        else:
            shapes.append(Disc(x, y, radius, "nobody"))
    return drawn(width, height, shapes)


def read(document: Json) -> Reading:
    """A map out of a document of format 1 in either layout, or in the layout of the system that the game comes from."""
    return other_layouts.read(document, _bare)


WORKSHOP = MapWorkshop(
    describe=describe,
    judge=judge,
    seats=seats,
    is_even=is_even,
    fixed={"start_assignment": "fixed"},
    facts=facts,
    picture=picture,
    read=read,
    most_bytes=64 * 1024,
)
