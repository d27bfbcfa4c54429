"""What can a puzzle ask? To hold a place of the campus that is another club's, or one that is lost if nothing is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from games.core.contract import Json
from games.core.craft import Ask, Craft, Goal, Piece
from games.core.lessons import Moment
from games.core.text import gettext_noop
from games.hundred_clubs.names import names

ASKS = {
    "take": Ask(
        one=gettext_noop("Hold all of %(what)s after this round."),
        many=gettext_noop("Hold all of %(what)s within %(steps)s rounds."),
        hint=gettext_noop(
            "A campaign is strongest where it stands and weaker with every cell. Look from where it reaches every cell of %(what)s, and whether the"
            " two of you may fight at all."
        ),
        why=gettext_noop("From there the campaign reaches %(what)s with enough; from anywhere else it falls short."),
    ),
    "keep": Ask(
        one=gettext_noop("Still hold all of %(what)s after this round."),
        many=gettext_noop("Still hold all of %(what)s after %(steps)s rounds."),
        hint=gettext_noop(
            "He is coming for %(what)s. A campaign defends as well as it attacks: look where it counts for all of its cells."
        ),
        why=gettext_noop("There your campaign outweighs his on all of %(what)s; anywhere else it comes too thin."),
    ),
}
LEAST = 4
"""Cells of a place that is worth a question."""


@lru_cache(maxsize=32)
def _places(rows: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """For every cell the number of its place, which follows from the map alone; -1 without."""
    document = {"map": {"rows": list(rows), "width": len(rows[0]), "height": len(rows)}}
    found = names(document, "")["places"]["rows"]
    return tuple(tuple(row) for row in found)


def _cells(view: Json) -> dict[int, list[tuple[int, int]]]:
    cells: dict[int, list[tuple[int, int]]] = {}
    for y, row in enumerate(_places(tuple(view["map"]["rows"]))):
        for x, place in enumerate(row):
            if place >= 0:
                cells.setdefault(place, []).append((x, y))
    return cells


def _held(view: Json, cells: Sequence[tuple[int, int]]) -> int:
    return sum(view["owners"][y][x] == str(view["you"]) for x, y in cells)


def goals(view: Json) -> Iterator[Goal]:
    """Places in the rounds: those of which others have something to take, one's own to keep."""
    if view["phase"] != "rounds":
        return
    for place, cells in _cells(view).items():
        if len(cells) < LEAST:
            continue
        letters = Counter(view["owners"][y][x] for x, y in cells)
        own = letters[str(view["you"])]
        others = sum(count for letter, count in letters.items() if letter.isdigit()) - own
        if own == len(cells):
            yield {"kind": "keep", "what": place}
        elif others:
            yield {"kind": "take", "what": place}


def met(goal: Goal, moment: Moment) -> bool:
    """All cells of the place are the seat's."""
    cells = _cells(moment.after)[goal["what"]]
    return _held(moment.after, cells) == len(cells)


def pieces(orders: Json) -> list[Piece]:
    """Every campaign, and every command to another club."""
    return [{"campaign": one} for one in orders.get("campaigns", [])] + [
        {"club": club, "command": command} for club, command in orders.get("diplomacy", {}).items()
    ]


def orders(parts: Sequence[Piece]) -> Json:
    """The same as lists; the capital stays."""
    return {
        "diplomacy": {part["club"]: part["command"] for part in parts if "club" in part},
        "campaigns": [part["campaign"] for part in parts if "campaign" in part],
    }


def tries(view: Json, choices: Json, wanted: Sequence[Goal]) -> Iterator[Piece]:
    """All money, half and a quarter of it on every open cell within reach of what is wanted; every command to another club."""
    money = choices["saving"]
    cells = _cells(view)
    spots = [cell for goal in wanted for cell in cells[goal["what"]]]
    reach = len(view["kernel20"]) // 2 + 2
    for y, row in enumerate(choices["access"]):
        for x, letter in enumerate(row):
            if letter in "oa" and any(abs(x - a) <= reach and abs(y - b) <= reach for a, b in spots):
                for size in sorted({money - 1, money // 2, money // 4}):
                    if size > 0:
                        yield {"campaign": {"at": [x, y], "size": size}}
    for club, commands in choices["diplomacy"].items():
        for command, price in commands.items():
            if price is not None:
                yield {"club": club, "command": command}


def kind(view: Json, piece: Piece) -> str:
    """A campaign by the place on which it stands, a command by its word."""
    if "campaign" not in piece:
        return f"{piece['club']} {piece['command']}"
    x, y = piece["campaign"]["at"]
    place = _places(tuple(view["map"]["rows"]))[y][x]
    return f"at {place}" if place >= 0 else f"at {x // 3} {y // 3}"


CRAFT = Craft(
    package=__package__,
    tables=(("quick", 2), ("duel", 2), ("short", 3)),
    asks=ASKS,
    goals=goals,
    met=met,
    steps={"take": 1, "keep": 1},
    pieces=pieces,
    orders=orders,
    tries=tries,
    kind=kind,
    book=lambda goal: ("places", goal["what"]),
    keeps=frozenset({"keep"}),
)
