"""How is a map read that was written for the system this game comes from, or by hand in its manner? Planets as a table, routes between numbers.

What such a file says is taken over as it is; what it says of nothing that a map has is reported and left. Nothing here judges: `parse` does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from games.core.contract import Reading
from games.core.fields import cut
from games.core.text import Phrase, gettext_noop, phrase
from games.planet_conquer import constants
from games.planet_conquer.maps.parse import COMMON, ORBITS, read_map

Json = Any

COLUMNS = ("def", "res", "cos", "max")
"""Columns of a table of planets without a line that names them, in the order in which the rules of that system list them."""
_SAME = {
    "defence": "def", "defense": "def", "maximum": "max", "x": "x", "y": "y", "pos": "at", "position": "at", "at": "at", "id": "id", "key": "id",
    "no": "id", "number": "id", "name": "name", "kind": "kind", "type": "kind", "natives": "natives", "units": "natives", "count": "natives",
    **{column: column for column in COLUMNS},
}  # fmt: skip
"""What a column or field may be called → the field of a planet."""
_ENDS = (("from", "to"), ("a", "b"), ("source", "target"), ("planet1", "planet2"))
_LENGTHS = ("rounds", "step", "steps", "length", "distance", "cost")
_LISTS = {
    "planets": "planets",
    "stars": "planets",
    "routes": "routes",
    "roads": "routes",
    "paths": "routes",
    "ways": "routes",
}
_STARTS = ("starts", "start", "homes", "bases", "players")
_RING = 420
"""Radius of the circle on which planets are put that have no place."""


def read(document: Json, bare: Callable[[Json], Json]) -> Reading:
    """What this document says of a map. `bare` makes a document to be changed out of an expanded one."""
    if not isinstance(document, dict):
        return Reading(document, [], [phrase(gettext_noop("A map is an object with named fields."))])
    if document.get("format") == 1 and any(key in document for key in ORBITS):
        found = read_map(document)
        if found.document is None:
            return Reading(
                document,
                [],
                [phrase(gettext_noop("Orbits and links with faults cannot be drawn as planets and routes."))],
            )
        return Reading(bare(found.document), [_counted(found.document)], [])
    if document.get("format") == 1 and isinstance(document.get("planets"), list):
        planets = [
            {k: v for k, v in one.items() if k != "id"} if isinstance(one, dict) else one for one in document["planets"]
        ]
        build = {**{key: value for key, value in document.items() if key != "size"}, "planets": planets}
        return Reading(build, [_counted(build)], [])
    return _Reader(document).reading()


def _counted(build: Json) -> Phrase:
    routes = build.get("routes")
    counts = {"planets": len(build["planets"]), "routes": len(routes) if isinstance(routes, list) else 0}
    return phrase(gettext_noop("%(planets)s planets and %(routes)s routes were read."), **counts)


class _Reader:
    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.read: list[Phrase] = []
        self.left: list[Phrase] = []
        self.keys: dict[str, str] = {}
        """How the document calls a planet → its key."""

    def reading(self) -> Reading:
        lists = {_LISTS[key.lower()]: key for key in self.document if key.lower() in _LISTS}
        planets = self._planets(self.document.get(lists.get("planets", ""), []))
        routes = self._routes(self.document.get(lists.get("routes", ""), []))
        starts = self._starts(planets)
        build: dict[str, Json] = {"format": 1, "name": "", "planets": planets, "routes": routes, "starts": starts}
        most = max(2, min(len(starts), constants.MAX_SEATS))
        build["seats"] = {"min": 2, "max": most}
        self.read.insert(0, _counted(build))
        for key, value in self.document.items():
            self._common(build, key, value, {*lists.values(), *_STARTS})
        return Reading(build, self.read, self.left)

    def _common(self, build: dict[str, Json], key: str, value: Json, known: set[str]) -> None:
        if key in known or key == "format":
            return
        if key == "maintain_fee":
            build[key] = value if isinstance(value, bool) else str(value).strip().lower() in ("true", "yes", "on", "1")
            self.read.append(
                phrase(
                    gettext_noop("The maintenance fee is on.")
                    if build[key]
                    else gettext_noop("The maintenance fee is off.")
                )
            )
        elif key in COMMON:
            build[key] = value
        else:
            self._leave(key)

    def _leave(self, what: Any) -> None:
        one = phrase(gettext_noop("%(field)s is nothing that a map has: left out."), field=[cut(str(what))] * 2)
        if one not in self.left:
            self.left.append(one)

    # Planets

    def _planets(self, table: Json) -> list[dict[str, Json]]:
        rows = list(self._rows(table))
        found = []
        for i, (called, row) in enumerate(rows):
            planet = self._planet(i, called, row)
            found.append(planet)
        if any("at" not in planet for planet in found):
            self.read.append(phrase(gettext_noop("Planets without a place were put on a circle.")))
        for i, planet in enumerate(found):
            turn = 2 * math.pi * i / len(found)
            planet.setdefault("at", [round(500 + _RING * math.sin(turn)), round(500 - _RING * math.cos(turn))])
        return found

    def _rows(self, table: Json) -> Iterator[tuple[str, dict[str, Json]]]:
        """Name and fields of each line of a table: a list of records, of lists with or without a first line of names, or records by name."""
        if isinstance(table, dict):
            for called, row in table.items():
                yield str(called), self._record(row, COLUMNS)
            return
        if not isinstance(table, list):
            return
        columns: tuple[str, ...] = COLUMNS
        if table and isinstance(table[0], list) and table[0] and all(isinstance(one, str) for one in table[0]):
            columns = tuple(table[0])
            table = table[1:]
        for i, row in enumerate(table):
            yield str(i), self._record(row, columns)

    def _record(self, row: Json, columns: tuple[str, ...]) -> dict[str, Json]:
        if isinstance(row, str):
            row = [_figure(word) for word in row.replace(",", " ").split()]
        if isinstance(row, list):
            return dict(zip(columns, row, strict=False))
        return row if isinstance(row, dict) else {}

    def _planet(self, i: int, called: str, row: dict[str, Json]) -> dict[str, Json]:
        planet: dict[str, Json] = {"key": f"P{i + 1}"}
        self.keys.setdefault(called, planet["key"])
        place: dict[str, Any] = {}
        for key, value in row.items():
            same = _SAME.get(str(key).lower())
            if same is None:
                self._leave(key)
            elif same == "id":
                self.keys[str(value)] = planet["key"]
            elif same in ("x", "y"):
                place[same] = value
            else:
                planet[same] = value
                if same == "name":
                    self.keys.setdefault(str(value), planet["key"])
        if set(place) == {"x", "y"}:
            planet["at"] = [place["x"], place["y"]]
        return planet

    # Routes and starts

    def _routes(self, table: Json) -> list[list[Json]]:
        found: dict[frozenset[str], list[Json]] = {}
        for row in table if isinstance(table, list) else ():
            ends = self._route(row)
            if ends is None:
                self.left.append(
                    phrase(gettext_noop("This is no route between two planets: %(text)s"), text=[cut(str(row))] * 2)
                )
            elif frozenset(ends[:2]) not in found:
                # That system lists each way of a route.
                found[frozenset(ends[:2])] = ends
        return list(found.values())

    def _route(self, row: Json) -> list[Json] | None:
        if isinstance(row, str):
            row = [_figure(word) for word in row.replace(",", " ").split()]
        if isinstance(row, dict):
            names = next((pair for pair in _ENDS if all(key in row for key in pair)), None)
            length = next((row[key] for key in _LENGTHS if key in row), 1)
            row = [row[names[0]], row[names[1]], length] if names else []
        if not isinstance(row, list) or len(row) < 2:
            return None
        ends = [self.keys.get(str(one)) for one in row[:2]]
        return None if None in ends else [*ends, row[2] if len(row) > 2 else 1]

    def _starts(self, planets: list[dict[str, Json]]) -> list[str]:
        given = next((self.document[key] for key in _STARTS if isinstance(self.document.get(key), list)), None)
        if given is not None:
            found = [
                self.keys.get(str(one.get("planet", one.get("id", "")) if isinstance(one, dict) else one))
                for one in given
            ]
            return [one for one in dict.fromkeys(found) if one is not None]
        bases = [planet["key"] for planet in planets if planet.get("kind") == "base"]
        if not bases and planets:
            self.left.append(phrase(gettext_noop("The file names no starts: choose them on the map.")))
        return bases


def _figure(word: str) -> Json:
    try:
        return int(word)
    except ValueError:
        try:
            return float(word)
        except ValueError:
            return word
