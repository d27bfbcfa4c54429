"""Is this a map that a match can be played on? The map document of chapter 3.4.

{"name", "width", "height", "symmetry", "aether": [[thousandths per x] per y], "planets": [{"x", "y", "side", "energy"}]}
"""

from __future__ import annotations

from typing import Any

from games.core import fields
from games.core.errors import OptionError
from games.core.text import gettext_noop
from games.cosmos.constants import NEUTRAL_ENERGY, POOREST_NEUTRAL, START_ENERGY
from games.cosmos.symmetry import SIZES, SQUARE, images

Document = dict[str, Any]
SIZE = (32, 100)
DENSITY = (100, 1000)
MOST_NEUTRAL = 6
MOST_STARTS = 3
KEYS = ("name", "width", "height", "symmetry", "aether", "planets")


def _bad(path: str, message: str, **data: Any) -> OptionError:
    return OptionError("bad_map", path, message, data)


def read_map(value: Any, path: str = "map") -> Document:
    """A checked copy of a map document; raises OptionError `bad_map` at the wrong part."""
    try:
        return _read(value, path)
    except OptionError as error:
        raise OptionError("bad_map", error.path, error.template, error.data) from error


def _read(value: Any, path: str) -> Document:
    given = fields.record(value, path, KEYS, KEYS, failure=OptionError)
    name = fields.text(given["name"], f"{path}.name", failure=OptionError)[: fields.LONGEST_NAME]
    width = fields.whole(given["width"], f"{path}.width", *SIZE, failure=OptionError)
    height = fields.whole(given["height"], f"{path}.height", *SIZE, failure=OptionError)
    group = fields.one_of(given["symmetry"], f"{path}.symmetry", tuple(SIZES), failure=OptionError)
    if group in SQUARE and width != height:
        raise _bad(f"{path}.symmetry", gettext_noop("This symmetry needs a square board."))
    aether = _read_aether(given["aether"], f"{path}.aether", width, height)
    planets = _read_planets(given["planets"], f"{path}.planets", width, height)
    document = {
        "name": name, "width": width, "height": height, "symmetry": group, "aether": aether, "planets": planets
    }  # fmt: skip
    _check_symmetry(document, path)
    return document


def _read_aether(value: Any, path: str, width: int, height: int) -> list[list[int]]:
    rows = fields.items(value, path, failure=OptionError)
    _check_length(rows, path, height)
    for y, row in enumerate(rows):
        _check_length(fields.items(row, f"{path}[{y}]", failure=OptionError), f"{path}[{y}]", width)
        for x, density in enumerate(row):
            fields.whole(density, f"{path}[{y}][{x}]", *DENSITY, failure=OptionError)
    return [list(row) for row in rows]


def _check_length(rows: list[Any], path: str, length: int) -> None:
    if len(rows) != length:
        raise _bad(path, gettext_noop("%(field)s must have %(length)s entries."), field=path, length=length)


def _read_planets(value: Any, path: str, width: int, height: int) -> list[dict[str, Any]]:
    planets: list[dict[str, Any]] = []
    for i, item in enumerate(fields.items(value, path, failure=OptionError)):
        here = f"{path}[{i}]"
        keys = ("x", "y", "side", "energy")
        given = fields.record(item, here, keys, keys, failure=OptionError)
        x = fields.whole(given["x"], f"{here}.x", 0, width - 1, failure=OptionError)
        y = fields.whole(given["y"], f"{here}.y", 0, height - 1, failure=OptionError)
        side = given["side"]
        if side is not None:
            fields.whole(side, f"{here}.side", 0, max(SIZES.values()) - 1, failure=OptionError)
        limits = (POOREST_NEUTRAL, NEUTRAL_ENERGY[1]) if side is None else (START_ENERGY, START_ENERGY)
        energy = fields.whole(given["energy"], f"{here}.energy", *limits, failure=OptionError)
        if any((x, y) == (other["x"], other["y"]) for other in planets):
            raise _bad(here, gettext_noop("Two planets are on one tile."))
        planets.append({"x": x, "y": y, "side": side, "energy": energy})
    return planets


def _check_symmetry(document: Document, path: str) -> None:
    group, width, height = document["symmetry"], document["width"], document["height"]
    asymmetric = gettext_noop("This is not symmetric under %(group)s.")
    for y, row in enumerate(document["aether"]):
        for x, density in enumerate(row):
            if any(document["aether"][v][u] != density for u, v in images(group, width, height, x, y)):
                raise _bad(f"{path}.aether[{y}][{x}]", asymmetric, group=group)
    planets = document["planets"]
    found = {(planet["x"], planet["y"]): (planet["side"], planet["energy"]) for planet in planets}
    for i, planet in enumerate(planets):
        tiles = images(group, width, height, planet["x"], planet["y"])
        wanted = [(turned_side(group, planet["side"], image), planet["energy"]) for image in range(len(tiles))]
        if any(found.get(tile) != seen for tile, seen in zip(tiles, wanted, strict=True)):
            raise _bad(f"{path}.planets[{i}]", asymmetric, group=group)
    starts = sum(1 for planet in planets if planet["side"] == 0)
    if not 1 <= starts <= MOST_STARTS or len(planets) - starts * SIZES[group] > MOST_NEUTRAL:
        raise _bad(
            f"{path}.planets", gettext_noop("A map has 1 to 3 planets for each side and at most 6 neutral ones.")
        )


def turned_side(group: str, side: int | None, image: int) -> int | None:
    """The side onto which the element `image` of the group maps a side: sides are images of side 0's tile.

    Followed on a tile that all elements move to different places.
    """
    if side is None:
        return None
    size = 101
    start = images(group, size, size, 3, 17)
    return start.index(images(group, size, size, *start[side])[image])
