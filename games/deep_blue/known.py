"""What does a view tell the one who gives orders? Read by the check and by bots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from games.core import fields
from games.core.errors import OrderError
from games.core.text import Phrase, gettext_noop, phrase
from games.core.things import thing
from games.deep_blue import formations
from games.deep_blue.board import Bits, Board, Rect, board_of
from games.deep_blue.constants import AIR, FIRE, KINDS, LAYERS, SURFACE, TORPEDO
from games.deep_blue.maps import Chart, chart_of

Json = Any

CALLED = gettext_noop("%(kind)s %(name)s")
"""A unit or building by its kind and its name."""


class Known:
    """A seat's view with its parts at hand. Elements are the view's own dicts; change none."""

    def __init__(self, view: Json) -> None:
        self.view = view
        self.seat: int = view["seat"]
        self.weather: int = view["weather"]
        self.board: Board = board_of(*view["size"])
        self.elements: dict[int, Json] = {one["id"]: one for one in view["elements"]}

    @cached_property
    def base(self) -> Json:
        """The seat's own base."""
        return next(one for one in self.elements.values() if one["kind"] == "base" and one["seat"] == self.seat)

    @cached_property
    def chart(self) -> Chart:
        """The terrain."""
        width, height = self.view["size"]
        return chart_of({"width": width, "height": height, "terrain": self.view["terrain"]})

    @cached_property
    def ghosts(self) -> set[int]:
        """Ids of the memory."""
        return {one["id"] for one in self.view["memory"]}

    @cached_property
    def vision(self) -> list[Bits]:
        """Seen cells by layer."""
        return [self.board.from_hex(self.view["vision"][level]) for level in LAYERS]

    @cached_property
    def at(self) -> dict[tuple[int, int, int], Json]:
        """What is known to stand in a cell."""
        found = {}
        for one in self.elements.values():
            x0, y0, x1, y1 = rect(one)
            for x in range(x0, x1 + 1):
                for y in range(y0, y1 + 1):
                    found[x, y, level(one)] = one
        return found

    def has_heard_of(self, number: int) -> bool:
        """Does the seat know of an element of that id?"""
        return number in self.elements or number in self.ghosts

    def called(self, number: int) -> Phrase:
        """An element that the seat has heard of, by kind and name."""
        one = self.elements.get(number) or next(ghost for ghost in self.view["memory"] if ghost["id"] == number)
        book = "buildings" if "rect" in one else "units"
        return phrase(CALLED, kind=one["kind"], name=thing(book, number))

    def sees(self, x: int, y: int, layer: int) -> bool:
        """Does the seat see that cell?"""
        return bool(self.vision[layer] >> self.board.cell(x, y) & 1)

    def cell(self, value: Json, path: str) -> list[int]:
        """[x, y] of the map, as orders name cells; raises OrderError."""
        if not isinstance(value, list) or len(value) != 2 or any(type(part) is not int for part in value):
            message = gettext_noop("%(field)s must be a cell: [x, y], two whole numbers.")
            raise OrderError("bad_shape", path, message, {"field": path})
        if not self.board.has(*value):
            data = {"x": fields.cut(value[0]), "y": fields.cut(value[1])}
            raise OrderError("out_of_map", path, gettext_noop("[%(x)s, %(y)s] is not on the map."), data)
        return list(value)

    def is_building_cell(self, x: int, y: int, layer: int) -> bool:
        """Is a building known to stand there? Where buildings are is known to all."""
        one = self.at.get((x, y, layer))
        return one is not None and KINDS[one["kind"]].speed == 0

    def strikes(self, one: Json, x: int, y: int, layer: int) -> list[int]:
        """Kinds of attack that an own element has against a cell (5.2.5), fire first."""
        power = one["attack"] if one["kind"] == "formation" else KINDS[one["kind"]].attack
        return strikes_against(one["kind"], power, layer, self.is_building_cell(x, y, layer))


def strikes_against(kind: str, power: Sequence[int], layer: int, is_building: bool) -> list[int]:
    """Kinds of attack that an element with these attacks has against a layer, or a building on it (5.2.5), fire first."""
    if layer == AIR:
        return [FIRE] if kind == "formation" or KINDS[kind].anti_air else []
    found = [strike for strike in (FIRE, TORPEDO) if power[strike] > 0]
    if layer != SURFACE:
        return [strike for strike in found if strike == TORPEDO]
    return [strike for strike in found if strike == FIRE] if is_building else found


def rect(one: Json) -> Rect:
    """Cells of an element of a view."""
    if "rect" in one:
        x0, y0, x1, y1 = one["rect"]
        return x0, y0, x1, y1
    x, y, _ = one["pos"]
    return x, y, x, y


def level(one: Json) -> int:
    """Layer of an element of a view."""
    found: int = one["pos"][2] if "pos" in one else one["level"]
    return found


def sight(one: Json) -> tuple[int, int, int]:
    """Sight of an own element before the weather."""
    return formations.sight(tuple(one["planes"])) if one["kind"] == "formation" else KINDS[one["kind"]].sight
