"""What does a page need to draw a map of aether without knowing a rule? Densities, planets, symmetries, all faults in words, maps to begin with.

The rules of maps are in `maps/` (3.4). A map is its own image under the symmetry that it names, so that its sides are equally good; the page
paints and puts everything with all its images.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from games.core.contract import Options, Reading
from games.core.drawing import Field, Grid, Ground, Kind, Things, messages
from games.core.errors import OptionError, OrderError
from games.core.fields import cut
from games.core.map_workshop import NUMBERED, SAID, MapWorkshop, description, field_words, titled
from games.core.picture import Disc, Mark, Picture, Shape, Tone, ground
from games.core.picture import picture as drawn
from games.core.text import Phrase, gettext_noop, phrase
from games.cosmos import maps
from games.cosmos.constants import NEUTRAL_ENERGY, POOREST_NEUTRAL, START_ENERGY
from games.cosmos.maps.parse import (
    ASYMMETRIC,
    DENSITY,
    KEYS,
    MOST_NEUTRAL,
    MOST_STARTS,
    NEEDS_SQUARE,
    ON_ONE_TILE,
    SIZE,
)
from games.cosmos.settings import PRESETS
from games.cosmos.symmetry import SIZES, orbit

Json = Any

USUAL = 32
"""Tiles of a new map along each side."""
THIN = 300
"""Density of a new map, in thousandths."""
_START, _NEUTRAL = gettext_noop("Start planet"), gettext_noop("Neutral planet")
_DENSITIES = (
    (100, gettext_noop("Almost empty")), (THIN, gettext_noop("Thin")), (450, gettext_noop("Rather thin")), (600, gettext_noop("Medium")),
    (750, gettext_noop("Rather dense")), (900, gettext_noop("Dense")), (1000, gettext_noop("Densest")),
)  # fmt: skip
PLANET_FIELDS = (
    Field("energy", "int", gettext_noop("Energy"), 100, gettext_noop("Bursts of more than this take it."),
          POOREST_NEUTRAL, NEUTRAL_ENERGY[1], only=("neutral",)),
)  # fmt: skip
MAP_FIELDS = (
    Field("width", "int", gettext_noop("Width"), USUAL,
          gettext_noop("The lower left part stays as it is, and the rest follows from the symmetry."), *SIZE),
    Field("height", "int", gettext_noop("Height"), USUAL, "", *SIZE),
)  # fmt: skip
DRAWING = Grid(
    ground=Ground("aether", _DENSITIES, fill=THIN, limits=SIZE, scale=DENSITY, up=True),
    things=(
        Things(
            "planets", gettext_noop("Planet"), gettext_noop("Planets"),
            gettext_noop("Every side has one to three start planets with 150 energy. Up to eight neutral ones belong to nobody yet."),
            PLANET_FIELDS, max(SIZES.values()) * MOST_STARTS + MOST_NEUTRAL, at=("x", "y"), kind="",
            kinds=(
                Kind("start", _START, fresh={"energy": START_ENERGY}, seat="side"),
                Kind("neutral", _NEUTRAL, fresh={"side": None, "energy": 100}),
            ),
        ),
    ),
    fields=MAP_FIELDS,
    symmetry="half",
    symmetry_key="symmetry",
    symmetries=(
        ("half", "rotate_180"), ("mirror", "mirror_x"), ("flip", "mirror_y"), ("both", "mirror_xy"), ("quarter", "rotate_90"),
        ("eight", "eightfold"),
    ),
)  # fmt: skip
NAMELESS = gettext_noop("Untitled map")
EMPTY: dict[str, Json] = {
    "name": "", "width": USUAL, "height": USUAL, "symmetry": "rotate_180", "aether": [[THIN] * USUAL] * USUAL, "planets": [],
}  # fmt: skip
READY = {
    "two_galaxies": gettext_noop("Two Galaxies"), "long_river": gettext_noop("Long River"), "ring_of_aether": gettext_noop("Ring of Aether"),
    "archipelago": gettext_noop("Archipelago of Light"), "pinwheel": gettext_noop("Pinwheel"),
    "crown_of_eight": gettext_noop("Crown of Eight"),
}  # fmt: skip
"""Names of the maps that come with the game."""
WORDS = frozenset(messages(DRAWING)) | set(READY.values())
"""What the page of the workshop says of it."""

_FIELDS = {
    **{str(one.key): one.label for one in (*PLANET_FIELDS, *MAP_FIELDS)},
    "aether": gettext_noop("The aether"),
    "planets": gettext_noop("Planets"),
    "side": gettext_noop("Side of the map"),
    "symmetry": gettext_noop("Symmetry"),
    "name": gettext_noop("Name"),
}
_UNEVEN_AETHER = gettext_noop(
    "The aether is not the same on all sides. Press “Repeat on all sides” to copy it from the lower left."
)
_NO_SYMMETRY = gettext_noop("The map names no symmetry that is known. Choose one.")
_NOT_SQUARE = gettext_noop("This symmetry needs a map that is as wide as it is high.")
_OFF_THE_MAP = gettext_noop("%(what)s is not on the map.")
_ON_ANOTHER = gettext_noop("%(what)s is on the tile of another planet.")
_ON_AXIS = gettext_noop("%(what)s stands where the map is its own image, so that several sides would have it. Move it.")
_ALONE = gettext_noop(
    "%(what)s has no equal planet in its place on each other side. Press “Repeat on all sides” to put them there."
)


def describe(options: Options) -> dict[str, Json]:
    """How aether is drawn, and the maps that come with the game."""
    return description(DRAWING, EMPTY, READY, lambda key: {**maps.built_in(key), "name": READY[key]})


def judge(options: Options, build: Json) -> tuple[Json, list[OrderError]]:
    """The map and no faults; or the map as it came and every fault at its place (3.4)."""
    document, faults = maps.faults_of(titled(build, NAMELESS), "")
    if document is None:
        return build, [_in_words(fault, build) for fault in faults]
    return document, []


def _in_words(fault: OptionError, build: Json) -> OrderError:
    """The fault with words for fields, and the planet that it is about."""
    path, template, data = fault.path, fault.template, dict(fault.data)
    what, field = _planet_words(path, build), path.rpartition(".")[2]
    if path == "symmetry":
        return OrderError(fault.code, path, _NOT_SQUARE if template == NEEDS_SQUARE else _NO_SYMMETRY)
    if template == ASYMMETRIC:
        return OrderError(fault.code, path if what else "aether", _uneven(path, build), {"what": what} if what else {})
    if "field" in data:
        data["field"] = field_words(path, _FIELDS)
    if what is None:
        return OrderError(fault.code, path, template, data)
    if template == ON_ONE_TILE or (field in ("x", "y") and "low" in data):
        return OrderError(fault.code, path, _ON_ANOTHER if template == ON_ONE_TILE else _OFF_THE_MAP, {"what": what})
    return OrderError(fault.code, path, SAID, {"what": what, "text": phrase(template, **data)})


def _uneven(path: str, build: Json) -> str:
    """Why what a path names is not the same on all sides; the path is of a map without other faults up to there."""
    found = re.match(r"planets\[(\d+)\]", path)
    if found is None:
        return _UNEVEN_AETHER
    planet, group = build["planets"][int(found[1])], build["symmetry"]
    places = orbit(group, build["width"], build["height"], planet["x"], planet["y"])
    return _ON_AXIS if planet["side"] is not None and len(places) < SIZES[group] else _ALONE


def _planet_words(path: str, build: Json) -> Phrase | None:
    """Which planet a path is of, by its kind and its number among these; None if it is of none."""
    found = re.match(r"planets\[(\d+)\]", path)
    held = build.get("planets") if isinstance(build, dict) else None
    if found is None or not isinstance(held, list) or int(found[1]) >= len(held):
        return None
    starts = [isinstance(one, dict) and one.get("side") is not None for one in held[: int(found[1]) + 1]]
    return phrase(NUMBERED, what=_START if starts[-1] else _NEUTRAL, number=starts.count(starts[-1]))


# What people may want to know


def seats(build: Json) -> range:
    """The numbers of seats for which the map is fair."""
    return maps.fair_seats(build["symmetry"])


def starts(build: Json) -> int:
    """How many sides a map without faults has."""
    return SIZES[build["symmetry"]]


def is_even(build: Json) -> bool:
    """Always: a map without faults is its own image, which puts each side onto each other one."""
    return True


def facts(build: Json) -> list[Phrase]:
    """Its size and aether, its planets, how far it is from side to side, that all are equally good."""
    size = {"width": build["width"], "height": build["height"]}
    share = sum(map(sum, build["aether"])) // (10 * size["width"] * size["height"])
    low, *more = seats(build)
    found = [
        phrase(gettext_noop("%(width)s by %(height)s tiles, for %(low)s or %(high)s seats."), **size, low=low, high=more[-1])
        if more
        else phrase(gettext_noop("%(width)s by %(height)s tiles, for %(low)s seats."), **size, low=low),
        phrase(gettext_noop("The density of the aether is %(share)s per cent on average."), share=share),
    ]  # fmt: skip
    own = sum(one["side"] == 0 for one in build["planets"])
    free = [one["energy"] for one in build["planets"] if one["side"] is None]
    found.append(
        phrase(gettext_noop("Start planets of each side: %(own)s; neutral planets: %(free)s, with %(energy)s energy in all."),
               own=own, free=len(free), energy=sum(free))
        if free
        else phrase(gettext_noop("Start planets of each side: %(own)s; no neutral planets."), own=own)
    )  # fmt: skip
    homes = [(one["x"], one["y"]) for one in build["planets"] if one["side"] == 0]
    others = [(one["x"], one["y"]) for one in build["planets"] if one["side"] not in (None, 0)]
    far = min(max(abs(x - u), abs(y - v)) for x, y in homes for u, v in others)
    found.append(phrase(gettext_noop("From side to side it is %(far)s steps."), far=far))
    return [*found, phrase(gettext_noop("All sides are equally good: the map looks the same from each."))]


_TONES: tuple[tuple[int, Tone], ...] = ((400, "unseen"), (700, "ground"), (DENSITY[1] + 1, "water"))
"""Up to which density aether has a tone in small."""


def picture(build: Json) -> Picture:
    """The map in small, north at the top: aether in three tones, neutral planets, start planets as seats."""
    height = build["height"]
    rows = [[next(tone for most, tone in _TONES if one < most) for one in row] for row in reversed(build["aether"])]
    shapes: list[Shape] = [*ground(rows)]
    radius = max(build["width"], height) / 22
    for one in build["planets"]:
        x, y = one["x"] + 0.5, height - one["y"] - 0.5
        if one["side"] is None:
            shapes.append(Disc(x, y, radius * 0.7, "nobody"))
        else:
            shapes.append(Mark(x, y, radius, one["side"]))
    return drawn(build["width"], height, shapes)


def read(document: Json) -> Reading:
    """A map out of our layout, alone or under `map` as a table shows it; or of rows of densities, from 0 to 1 or in thousandths."""
    if isinstance(document, dict) and isinstance(document.get("map"), dict):
        document = document["map"]
    given = {"aether": document} if isinstance(document, list) else document
    rows = given.get("aether") if isinstance(given, dict) else None
    if not isinstance(given, dict) or not isinstance(rows, list) or not rows or not all(map(_is_row, rows)):
        return Reading(document, [], [phrase(gettext_noop("This is no map that could be read."))])
    aether = [[_thousandths(one) for one in row] for row in rows]
    planets = given.get("planets", [])
    build: dict[str, Json] = {
        "name": "",
        "width": len(aether[0]),
        "height": len(aether),
        "symmetry": "rotate_180",
        "planets": planets,
    }
    build |= {key: value for key, value in given.items() if key in KEYS} | {"aether": aether}
    held = [one for one in planets if isinstance(one, dict)] if isinstance(planets, list) else []
    count = sum(one.get("side") is not None for one in held)
    told = [
        phrase(gettext_noop("Read: %(width)s by %(height)s tiles, %(starts)s start planets and %(free)s neutral ones."),
               width=len(aether[0]), height=len(aether), starts=count, free=len(held) - count),
    ]  # fmt: skip
    left = [
        phrase(gettext_noop("%(field)s is nothing that a map has: left out."), field=[cut(str(key))] * 2)
        for key in given
        if key not in KEYS
    ]
    if any(len(one) != len(other) for one, other in pairwise(aether)):
        left.append(phrase(gettext_noop("The rows of the aether are not equally long.")))
    if "symmetry" not in given:
        left.append(phrase(gettext_noop("The file names no symmetry: choose the one that the map has.")))
    if not held:
        left.append(phrase(gettext_noop("The file has no planets: put them on the map.")))
    return Reading(build, told, left)


def _is_row(row: Json) -> bool:
    return isinstance(row, list) and bool(row) and all(isinstance(one, int | float) for one in row)


def _thousandths(density: float) -> float:
    """A density of at most 1 in thousandths; another number as it is."""
    is_share = isinstance(density, float) and 0 < density <= 1
    return round(density * 1000) if is_share else density


WORKSHOP = MapWorkshop(
    describe=describe,
    judge=judge,
    seats=seats,
    starts=starts,
    is_even=is_even,
    # Matches of `standard` take eight times as long: a check would have too few of them to tell anything.
    fixed={**PRESETS["quick"].options, "fixed_sides": True},
    facts=facts,
    picture=picture,
    read=read,
    most_bytes=96 * 1024,
)
