"""Is this a map that a match can be played on? The map document of chapter 3.4, or every mistake; `read_map` raises the first.

{"name", "width", "height", "symmetry", "aether": [[thousandths per x] per y], "planets": [{"x", "y", "side", "energy"}]}
"""

from __future__ import annotations

from typing import Any

from games.core import fields
from games.core.documents import Reader
from games.core.errors import OptionError
from games.core.text import gettext_noop
from games.cosmos.constants import NEUTRAL_ENERGY, POOREST_NEUTRAL, START_ENERGY
from games.cosmos.symmetry import SIZES, SQUARE, images

Document = dict[str, Any]
SIZE = (24, 100)
DENSITY = (100, 1000)
MOST_NEUTRAL = 8
MOST_STARTS = 3
KEYS = ("name", "width", "height", "symmetry", "aether", "planets")
NEEDS_SQUARE = gettext_noop("This symmetry needs a square board.")
ON_ONE_TILE = gettext_noop("Two planets are on one tile.")
ASYMMETRIC = gettext_noop("This is not symmetric under %(group)s.")


def _bad(path: str, message: str, **data: Any) -> OptionError:
    return OptionError("bad_map", path, message, data)


def read_map(value: Any, path: str = "map") -> Document:
    """A checked copy of a map document; raises OptionError `bad_map` at the wrong part."""
    return _Reader(path).first_of(value)


def faults_of(value: Any, path: str = "map") -> tuple[Document | None, list[OptionError]]:
    """A checked copy of a map document and no faults; or None and every fault, each with its path, all `bad_map`."""
    return _Reader(path).faults_of(value)


class _Reader(Reader[Document]):
    def note(self, fault: OptionError) -> None:
        super().note(_bad(fault.path, fault.template, **fault.data))

    def read(self, value: Any) -> Document | None:
        given = self.record(value, self.path, KEYS, KEYS)
        found: Document = {}
        if "name" in given:
            with self.noting():
                found["name"] = fields.text(given["name"], self.at("name"), failure=OptionError)[: fields.LONGEST_NAME]
        for key in ("width", "height"):
            if key in given:
                with self.noting():
                    found[key] = fields.whole(given[key], self.at(key), *SIZE, failure=OptionError)
        if "symmetry" in given:
            with self.noting():
                found["symmetry"] = fields.one_of(
                    given["symmetry"], self.at("symmetry"), tuple(SIZES), failure=OptionError
                )
        if "width" not in found or "height" not in found:
            return None
        if found.get("symmetry") in SQUARE and found["width"] != found["height"]:
            self.note(_bad(self.at("symmetry"), NEEDS_SQUARE))
            del found["symmetry"]
        if "aether" in given:
            self.read_aether(given["aether"], found)
        if "planets" in given:
            self.read_planets(given["planets"], found)
        return found

    def read_aether(self, value: Any, found: Document) -> None:
        """Put the aether into the document, if it has no fault but that it is not symmetric."""
        path, before = self.at("aether"), len(self.faults)
        with self.noting():
            rows = fields.items(value, path, failure=OptionError)
            _check_length(rows, path, found["height"])
            for y, row in enumerate(rows):
                with self.noting():
                    here = fields.within(path, y)
                    _check_length(fields.items(row, here, failure=OptionError), here, found["width"])
                    for x, density in enumerate(row):
                        fields.whole(density, fields.within(here, x), *DENSITY, failure=OptionError)
            if len(self.faults) == before:
                found["aether"] = [list(row) for row in rows]
        if "aether" in found and "symmetry" in found:
            with self.noting():
                _check_aether(found, path)

    def read_planets(self, value: Any, found: Document) -> None:
        """Put those planets into the document that have no fault of their own, and note what is wrong with all of them."""
        path = self.at("planets")
        items = list(self.items(value, path))
        planets: list[tuple[str, dict[str, Any]]] = []
        taken: set[tuple[int, int]] = set()
        for here, item in items:
            with self.noting():
                planet = _read_planet(item, here, found)
                if (planet["x"], planet["y"]) in taken:
                    raise _bad(here, ON_ONE_TILE)
                taken.add((planet["x"], planet["y"]))
                planets.append((here, planet))
        found["planets"] = [planet for _, planet in planets]
        if "symmetry" not in found or len(planets) < len(items):
            return
        seen = {(one["x"], one["y"]): (one["side"], one["energy"]) for _, one in planets}
        for here, planet in planets:
            with self.noting():
                _check_images(found, seen, planet, here)
        starts = sum(1 for _, planet in planets if planet["side"] == 0)
        if not 1 <= starts <= MOST_STARTS or len(planets) - starts * SIZES[found["symmetry"]] > MOST_NEUTRAL:
            message = gettext_noop("A map has 1 to 3 planets for each side and at most 8 neutral ones.")
            self.note(_bad(path, message))


def _check_length(rows: list[Any], path: str, length: int) -> None:
    if len(rows) != length:
        raise _bad(path, gettext_noop("%(field)s must have %(length)s entries."), field=path, length=length)


def _read_planet(item: Any, here: str, found: Document) -> dict[str, Any]:
    keys = ("x", "y", "side", "energy")
    given = fields.record(item, here, keys, keys, failure=OptionError)
    x = fields.whole(given["x"], f"{here}.x", 0, found["width"] - 1, failure=OptionError)
    y = fields.whole(given["y"], f"{here}.y", 0, found["height"] - 1, failure=OptionError)
    side = given["side"]
    if side is not None:
        sides = SIZES[found["symmetry"]] if "symmetry" in found else max(SIZES.values())
        fields.whole(side, f"{here}.side", 0, sides - 1, failure=OptionError)
    limits = (POOREST_NEUTRAL, NEUTRAL_ENERGY[1]) if side is None else (START_ENERGY, START_ENERGY)
    energy = fields.whole(given["energy"], f"{here}.energy", *limits, failure=OptionError)
    return {"x": x, "y": y, "side": side, "energy": energy}


def _check_aether(document: Document, path: str) -> None:
    group, width, height = document["symmetry"], document["width"], document["height"]
    for y, row in enumerate(document["aether"]):
        for x, density in enumerate(row):
            if any(document["aether"][v][u] != density for u, v in images(group, width, height, x, y)):
                raise _bad(f"{path}[{y}][{x}]", ASYMMETRIC, group=group)


def _check_images(
    document: Document, seen: dict[tuple[int, int], tuple[int | None, int]], planet: dict[str, Any], here: str
) -> None:
    group, width, height = document["symmetry"], document["width"], document["height"]
    tiles = images(group, width, height, planet["x"], planet["y"])
    wanted = [(turned_side(group, planet["side"], image), planet["energy"]) for image in range(len(tiles))]
    if any(seen.get(tile) != one for tile, one in zip(tiles, wanted, strict=True)):
        raise _bad(here, ASYMMETRIC, group=group)


def turned_side(group: str, side: int | None, image: int) -> int | None:
    """The side onto which the element `image` of the group maps a side: sides are images of side 0's tile.

    Followed on a tile that all elements move to different places.
    """
    if side is None:
        return None
    size = 101
    start = images(group, size, size, 3, 17)
    return start.index(images(group, size, size, *start[side])[image])
