"""Positions for tests: a small sea with a few units, and dice that fall as told."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any

from games.core.events import Event
from games.core.rng import SeededRng
from games.deep_blue import GAME
from games.deep_blue.constants import KINDS
from games.deep_blue.state import Element, State

SIDE = 24
OBJECTS: list[dict[str, Any]] = [
    {"kind": "base", "seat": 0, "rect": [2, 2, 4, 4]},
    {"kind": "base", "seat": 1, "rect": [19, 19, 21, 21]},
    {"kind": "island", "rect": [11, 2, 12, 3]},
    {"kind": "island", "rect": [11, 20, 12, 21]},
    {"kind": "mine", "rect": [7, 2, 7, 2], "metal": 400},
    {"kind": "mine", "rect": [16, 21, 16, 21], "metal": 400},
    {"kind": "oilfield", "rect": [2, 7, 2, 7], "fuel": 800},
    {"kind": "oilfield", "rect": [21, 16, 21, 16], "fuel": 800},
]


class Dice:
    """Every throw of n gives the next of `numbers`, then `rest` (-1: n - 1); shuffles change nothing."""

    def __init__(self, numbers: Sequence[int] = (), rest: int = 0) -> None:
        self.numbers, self.rest = list(numbers), rest
        self.asked: list[int] = []

    def randrange(self, stop: int) -> int:
        self.asked.append(stop)
        number = self.numbers.pop(0) if self.numbers else self.rest
        return number % stop

    def random(self) -> float:
        raise AssertionError("the rules never ask for this")

    def shuffle(self, items: MutableSequence[Any]) -> None:
        pass

    def choice(self, items: Sequence[Any]) -> Any:
        raise AssertionError("the rules never ask for this")

    def permutation(self, size: int) -> list[int]:
        raise AssertionError("the rules never ask for this")

    def substream(self, name: str) -> Dice:
        return self


HITS = 0
MISSES = -1


def sea(*units: tuple[Any, ...], land: Sequence[tuple[int, int]] = (), **options: Any) -> State:
    """A match on the small sea. A unit is (kind, seat, x, y) or (planes, seat, x, y); ids ascend in the order given from 1."""
    solid = {(x, y) for one in OBJECTS for x in span(one, 0) for y in span(one, 1)} | set(land)
    rows = ["".join("#" if (x, y) in solid else "." for x in range(SIDE)) for y in range(SIDE)]
    listed = []
    for kind, seat, x, y in units:
        name = kind if isinstance(kind, str) else "formation"
        one = {"kind": name, "seat": seat, "pos": [x, y, KINDS[name].level]}
        listed.append(one if isinstance(kind, str) else {**one, "planes": list(kind)})
    document = {"width": SIDE, "height": SIDE, "terrain": rows, "objects": OBJECTS, "units": listed}
    state = GAME.setup(GAME.check_options({"map": document, **options}, 2), 2, SeededRng("sea"))
    return renumbered(state, listed)


def span(one: dict[str, Any], axis: int) -> range:
    """Columns (0) or rows (1) of an object."""
    return range(one["rect"][axis], one["rect"][axis + 2] + 1)


def renumbered(state: State, listed: list[Any]) -> State:
    """Units get the ids 1, 2, … in their order, buildings 101, 102, … in theirs."""
    units = {tuple(one["pos"]): i for i, one in enumerate(listed, start=1)}
    rects = {tuple(one["rect"][:2]): i for i, one in enumerate(OBJECTS, start=101)}
    numbers = {
        one.id: units[one.x, one.y, one.level] if one.is_unit else rects[one.x, one.y]
        for one in state.elements.values()
    }
    for one in state.elements.values():
        one.id = numbers[one.id]
    state.elements = {one.id: one for one in sorted(state.elements.values(), key=lambda one: one.id)}
    state.known = [{numbers[key]: known for key, known in side.items()} for side in state.known]
    state.memory = [{} for _ in state.memory]
    look(state)
    return state


def look(state: State) -> None:
    """After changes by hand: both seats look around."""
    from games.deep_blue.memory import refresh

    state.seen = None
    refresh(state)


BASE0, BASE1, ISLAND0, ISLAND1, MINE0, MINE1, OIL0, OIL1 = range(101, 109)


def go(state: State, first: Any = None, second: Any = None, rng: Any = None) -> tuple[State, list[Event]]:
    """Check the orders of both seats and play the round; units' orders may be given without the field around them."""
    given = {seat: GAME.check(state, seat, wrap(orders)) for seat, orders in ((0, first), (1, second))}
    return GAME.resolve(state, given, rng if rng is not None else Dice())


def wrap(orders: Any) -> Any:
    """Orders by unit id, or whole orders."""
    if orders and all(isinstance(key, int) for key in orders):
        return {"units": {str(key): value for key, value in orders.items()}}
    return orders or {}


def attack(target: int | None = None, *strikes: str, cell: Sequence[int] | None = None) -> dict[str, Any]:
    """The order to attack an element or a cell."""
    command: dict[str, Any] = {"type": "attack"}
    if target is not None:
        command["target"] = target
    if cell is not None:
        command["cell"] = list(cell)
    if strikes:
        command["strikes"] = list(strikes)
    return {"command": command}


def told(events: list[Event], kind: str) -> list[Event]:
    """Events of a type, in full."""
    return [event for event in events if event["type"] == kind and "redacted" not in event]


def unit(state: State, number: int) -> Element:
    """An element by its number."""
    return state.elements[number]
