"""Which maps come with the game, and what is any map in the form the engine plays on?

Files here are JSON of format 1; `parse` and `values` check and expand, `graph` walks over routes, `chart` holds what the engine asks of a map.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from typing import Any

from games.core.errors import OptionError
from games.core.text import gettext_noop
from games.planet_conquer.maps.chart import GameMap
from games.planet_conquer.maps.parse import Reading, read_map

BUILT_IN: dict[str, str] = {
    "tightrope": gettext_noop("Tightrope (2 seats, 7 planets)"),
    "two_lanterns": gettext_noop("Two Lanterns (2 seats, 13 planets)"),
    "trident": gettext_noop("Trident (2–3 seats, 16 planets)"),
    "first_light": gettext_noop("First Light (2–4 seats, 13 planets)"),
    "golden_heart": gettext_noop("Golden Heart (2–4 seats, 9 planets)"),
    "two_roads": gettext_noop("Two Roads (2–4 seats, 12 planets)"),
    "lean_ring": gettext_noop("Lean Ring (2–3 seats, 13 planets, fee)"),
    "three_wells": gettext_noop("Three Wells (2–3 seats, 10 planets)"),
    "crossroads": gettext_noop("Crossroads (2–4 seats, 5 planets)"),
    "four_winds": gettext_noop("Four Winds (2–4 seats, 21 planets)"),
    "sunken_temple": gettext_noop("Sunken Temple (2–4 seats, 37 planets, fee)"),
    "pentacle": gettext_noop("Pentacle (2–5 seats, 16 planets)"),
    "six_moons": gettext_noop("Six Moons (2–6 seats, 31 planets)"),
    "great_wheel": gettext_noop("Great Wheel (2–8 seats, 41 planets, fee)"),
    "long_night": gettext_noop("Long Night (2–4 seats, 69 planets)"),
}
"""Id and label, in the order in which lobbies list them (chapter 5)."""
SMALL = ("first_light", "golden_heart", "two_roads", "lean_ring", "three_wells")
"""Maps for matches of some 25 rounds, of which one may be drawn (chapter 5)."""


class BadMap(Exception):
    """A document that is no map; holds every mistake found."""

    def __init__(self, errors: list[OptionError]) -> None:
        self.errors = errors
        super().__init__("; ".join(f"{error.path}: {error.message}" for error in errors))


def load(source: Any) -> GameMap:
    """The map of a document in either layout; raises BadMap."""
    reading = read_map(source)
    if reading.document is None:
        raise BadMap(reading.errors)
    return GameMap(reading.document)


def source_of(map_id: str) -> Any:
    """The file of a built-in map as it was written; KeyError if there is none of that id."""
    if map_id not in BUILT_IN:
        raise KeyError(map_id)
    return json.loads(resources.files(__package__).joinpath(f"{map_id}.json").read_text(encoding="utf-8"))


@lru_cache(maxsize=64)
def _expanded(text: str) -> GameMap:
    return GameMap(json.loads(text))


def expanded(document: dict[str, Any]) -> GameMap:
    """The map of a document that `load` has expanded before (out of a state or a view). The same text gives the same object."""
    return _expanded(json.dumps(document, separators=(",", ":")))


_LOADED = {map_id: load(source_of(map_id)) for map_id in BUILT_IN}


def built_in(map_id: str) -> GameMap:
    """A built-in map; KeyError if there is none of that id."""
    return _LOADED[map_id]


def small_for(seats: int) -> list[str]:
    """The small maps whose homes lie evenly around that many seats, so that nobody has a neighbour fewer."""
    return [key for key in SMALL if seats in _LOADED[key].seats and len(_LOADED[key].starts) % seats == 0]


__all__ = [
    "BUILT_IN",
    "SMALL",
    "BadMap",
    "GameMap",
    "Reading",
    "built_in",
    "expanded",
    "load",
    "read_map",
    "small_for",
    "source_of",
]
