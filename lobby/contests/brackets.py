"""Where do the tables of an elimination stage stand in a picture? Geometry from what `serializers` says; the template draws it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

WIDTH = 190
GAP = 40
ROW = 24
SPACE = 14
LONGEST = 21
"""Characters of a name that fit."""


@dataclass(frozen=True)
class Name:
    """One line in a box."""

    text: str
    y: int
    place: str
    is_first: bool


@dataclass(frozen=True)
class Box:
    """A table."""

    x: int
    y: int
    height: int
    names: tuple[Name, ...]


@dataclass(frozen=True)
class Bracket:
    """One picture: all rounds of one lane, the first on the left."""

    lane: int
    width: int
    height: int
    boxes: tuple[Box, ...]
    lines: tuple[str, ...]
    """Paths from the tables of a round to those of the next at which somebody of them sits."""


def brackets(tables: Sequence[dict[str, Any]]) -> list[Bracket]:
    """A picture for each lane of a stage's tables; those of the final stand with the first lane that leads to it."""
    lanes = sorted({table["lane"] for table in tables})
    return [_bracket(lane, [table for table in tables if table["lane"] == lane]) for lane in lanes]


def _bracket(lane: int, tables: Sequence[dict[str, Any]]) -> Bracket:
    rounds = sorted({table["round"] for table in tables})
    boxes: list[Box] = []
    lines: list[str] = []
    before: list[tuple[set[int], Box]] = []
    for column, number in enumerate(rounds):
        here: list[tuple[set[int], Box]] = []
        bottom = 0
        for table in _tables([table for table in tables if table["round"] == number]):
            sits = {place["entrant"]["id"] for place in table["places"]}
            height = ROW * len(table["places"])
            sources = [box for others, box in before if others & sits]
            middle = sum(box.y + box.height / 2 for box in sources) / len(sources) if sources else 0
            box = _box(table, column * (WIDTH + GAP), max(bottom, round(middle - height / 2)), height)
            bottom = box.y + height + SPACE
            here.append((sits, box))
            lines += [_line(source, box) for source in sources]
        boxes += [box for _, box in here]
        before = here
    height = max((box.y + box.height for box in boxes), default=0)
    return Bracket(lane, len(rounds) * (WIDTH + GAP) - GAP, height, tuple(boxes), tuple(lines))


def _tables(games: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """One line for each table of a round; of two entrants, and of several games, it shows how often each was first."""
    together: dict[frozenset[int], list[dict[str, Any]]] = {}
    for game in games:
        together.setdefault(frozenset(place["entrant"]["id"] for place in game["places"]), []).append(game)
    return [own[0] | {"places": _won(own)} if _is_counted(own) else own[0] for own in together.values()]


def _is_counted(games: Sequence[dict[str, Any]]) -> bool:
    """The places of a duel would read like its score."""
    is_played = any(place["place"] for game in games for place in game["places"])
    return is_played and (len(games) > 1 or len(games[0]["places"]) == 2)


def _won(games: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    firsts = Counter(place["entrant"]["id"] for game in games for place in game["places"] if place["place"] == 1)
    most = max(firsts.values(), default=0)
    return [
        place | {"won": firsts[place["entrant"]["id"]], "place": 1 if firsts[place["entrant"]["id"]] == most else 2}
        for place in games[0]["places"]
    ]


def _box(table: dict[str, Any], x: int, y: int, height: int) -> Box:
    names = []
    for row, place in enumerate(table["places"]):
        text = place["entrant"]["name"]
        short = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
        shown = "–" if len(table["places"]) == 1 else str(place.get("won", place["place"] or ""))
        names.append(Name(short, y + ROW * row + 17, shown, place["place"] == 1))
    return Box(x, y, height, tuple(names))


def _line(source: Box, box: Box) -> str:
    begin, end, middle = source.x + WIDTH, box.x, box.x - GAP // 2
    return f"M{begin} {source.y + source.height // 2}H{middle}V{box.y + box.height // 2}H{end}"
