"""What can a puzzle ask? To earn, to hold or to seize the most with one campaign, to hold a place with it, to keep one that
falls, or to take one with little.

One campaign and not many, because then a search can say which is the best.
"""

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
    "income": Ask(
        one=gettext_noop("With one campaign, have an income of at least %(least)s after this round."),
        hint=gettext_noop(
            "A campaign is strongest where it stands and weaker with every cell. Look where most good ground is near and nobody defends it."
        ),
        why=gettext_noop("Nowhere else does one campaign win ground that is worth as much."),
    ),
    "spread": Ask(
        one=gettext_noop("With one campaign, hold at least %(least)s cells after this round."),
        hint=gettext_noop(
            "Cells count here, not what they pay. Look where many weak ones lie side by side, and what you may lose meanwhile."
        ),
        why=gettext_noop("Nowhere else does one campaign win, or save, as many cells."),
    ),
    "seize": Ask(
        one=gettext_noop("With one campaign, take at least %(least)s cells from other clubs in this round."),
        hint=gettext_noop(
            "Only cells that belong to somebody count, and only from a club that you may fight. Look where their ground is weak."
        ),
        why=gettext_noop("Nowhere else does one campaign outweigh them on as many of their cells."),
    ),
    "take": Ask(
        one=gettext_noop("With one campaign, hold all of %(what)s after this round."),
        hint=gettext_noop(
            "A campaign is strongest where it stands and weaker with every cell. Look from where it reaches every cell of %(what)s, and whether the"
            " two of you may fight at all."
        ),
        why=gettext_noop("From there the campaign reaches %(what)s with enough; from anywhere else it falls short."),
    ),
    "keep": Ask(
        one=gettext_noop("With one campaign, still hold all of %(what)s after this round."),
        hint=gettext_noop(
            "He is coming for %(what)s. A campaign defends as well as it attacks: look where it counts for all of its cells."
        ),
        why=gettext_noop("There your campaign outweighs his on all of %(what)s; anywhere else it comes too thin."),
    ),
    "cheap": Ask(
        one=gettext_noop("With one campaign of size %(least)s at most, hold all of %(what)s after this round."),
        hint=gettext_noop(
            "The hardest cell of %(what)s decides. Stand so that it gets the most, and remember that ground multiplies what is put on it."
        ),
        why=gettext_noop(
            "From there so small a campaign is enough for every cell of %(what)s; from anywhere else it takes more."
        ),
    ),
}
LEAST = 4
"""Cells of a place that is worth a question."""
MOST_CHEAP = 2
"""Places of a position that are asked for with a small campaign: every size is tried on every spot."""
NEAR = 4
"""Cells from a place within which a small campaign can be enough for it."""
CLOSE = 2
"""Cells within which two campaigns are the same idea."""
AS_BEFORE = ("keep_neutral neutral", "keep_neutral undiscovered", "form_alliance allied", "justify_war at_war")
"""What is said to a club that stands so with one: nothing new."""
PARTS = (70, 45, 30, 20, 12, 7)
"""Sizes that are tried, in percent of the money."""


@lru_cache(maxsize=32)
def _places(rows: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """For every cell the number of its place, which follows from the map alone; -1 without."""
    document = {"map": {"rows": list(rows), "width": len(rows[0]), "height": len(rows)}}
    found = names(document, "")["places"]["rows"]
    return tuple(tuple(row) for row in found)


def _cells(view: Json) -> dict[int, list[tuple[int, int]]]:
    """The cells of every place."""
    return _cells_of(tuple(view["map"]["rows"]))


@lru_cache(maxsize=32)
def _cells_of(rows: tuple[str, ...]) -> dict[int, list[tuple[int, int]]]:
    cells: dict[int, list[tuple[int, int]]] = {}
    for y, row in enumerate(_places(rows)):
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
    yield {"kind": "income", "what": None}
    yield {"kind": "spread", "what": None}
    if any(one["relation"] in ("neutral", "allied", "at_war") for one in view["players"]):
        yield {"kind": "seize", "what": None}
    partly = [(place, cells) for place, cells in _cells(view).items() if len(cells) >= LEAST and _is_begun(view, cells)]
    for place, _ in sorted(partly, key=lambda one: -len(one[1]))[:MOST_CHEAP]:
        yield {"kind": "cheap", "what": place}


def _is_begun(view: Json, cells: Sequence[tuple[int, int]]) -> bool:
    """Some of the place is the seat's, and all of it is in sight."""
    return 0 < _held(view, cells) < len(cells) and all(view["owners"][y][x] != "?" for x, y in cells)


def met(goal: Goal, moment: Moment) -> bool:
    """All cells of the place are the seat's, which had one campaign at most."""
    cells = _cells(moment.after)[goal["what"]]
    return len(_campaigns(moment)) <= 1 and _held(moment.after, cells) == len(cells)


def income(goal: Goal, moment: Moment) -> int | None:
    """The income of a seat that had one campaign at most."""
    found: int = moment.after["me"]["income"]
    return found if len(_campaigns(moment)) <= 1 else None


def area(goal: Goal, moment: Moment) -> int | None:
    """How many cells a seat holds that had one campaign at most."""
    found: int = moment.after["me"]["area"]
    return found if len(_campaigns(moment)) <= 1 else None


def seized(goal: Goal, moment: Moment) -> int | None:
    """How many cells a seat took from other clubs that had one campaign at most."""
    me = moment.after["you"]
    taken = [one for one in moment.events if one["type"] == "taken" and one["seat"] == me and one["was"] is not None]
    return len(taken) if len(_campaigns(moment)) <= 1 else None


def spared(goal: Goal, moment: Moment) -> int | None:
    """How small the one campaign was that holds the place."""
    given = _campaigns(moment)
    return -given[0]["size"] if given and met(goal, moment) else None


def _campaigns(moment: Moment) -> list[Json]:
    return (moment.orders or {}).get("campaigns") or []


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
    """Campaigns on every open cell within reach of what is wanted, or on all; every command to another club."""
    money = choices["saving"] - 1
    cells = _cells(view)
    for y, row in enumerate(choices["access"]):
        for x, letter in enumerate(row):
            if letter in "oa":
                near = [goal for goal in wanted if _reaches(view, cells, goal, x, y)]
                for size in sorted({size for goal in near for size in _sizes(goal, money)}):
                    if size > 0:
                        yield {"campaign": {"at": [x, y], "size": size}}
    for club, commands in choices["diplomacy"].items():
        for command, price in commands.items():
            if price is not None:
                yield {"club": club, "command": command}


def _reaches(view: Json, cells: dict[int, list[tuple[int, int]]], goal: Goal, x: int, y: int) -> bool:
    if goal["what"] is None:
        return True
    reach = NEAR if goal["kind"] == "cheap" else len(view["kernel20"]) // 2 + 2
    return any(abs(x - a) <= reach and abs(y - b) <= reach for a, b in cells[goal["what"]])


def _sizes(goal: Goal, money: int) -> list[int]:
    """More is never worse: with a limit the limit is enough, and without one all the money, except where little is asked for."""
    if goal["kind"] == "cheap":
        return [min(money, -goal["least"])] if "least" in goal else [money * part // 100 for part in PARTS]
    return [money]


def kind(view: Json, piece: Piece) -> str:
    """A campaign by the place on which it stands, a command by its word."""
    if "campaign" not in piece:
        return f"{piece['club']} {piece['command']}"
    x, y = piece["campaign"]["at"]
    place = _places(tuple(view["map"]["rows"]))[y][x]
    return f"at {place}" if place >= 0 else f"at {x // 3} {y // 3}"


def idea(view: Json, goal: Goal, parts: Sequence[Piece]) -> str:
    """What is asked about which ground, on whose land and what ground the campaign stands, and what is said to others, by how they stand."""
    cells = [] if goal["what"] is None else _cells(view)[goal["what"]]
    ground = Counter(view["map"]["rows"][y][x] for x, y in cells).most_common(1)
    return " ".join(
        [
            goal["kind"],
            *(view["terrain"][letter]["key"] for letter, _ in ground),
            *sorted(filter(None, (_means(view, part) for part in parts))),
        ]
    )


def _means(view: Json, part: Piece) -> str:
    relations = {str(one["seat"]): str(one["relation"]) for one in view["players"]}
    if "command" in part:
        said = f"{part['command']} {relations[part['club']]}"
        return "" if said in AS_BEFORE else said
    x, y = part["campaign"]["at"]
    owner, ground = view["owners"][y][x], view["terrain"][view["map"]["rows"][y][x]]["key"]
    return f"from {'own' if owner == str(view['you']) else relations.get(owner, 'free')} {ground}"


def near(view: Json, one: Piece, other: Piece) -> bool:
    """Two campaigns that stand nearly at the same spot."""
    if "campaign" not in one or "campaign" not in other:
        return False
    return all(abs(a - b) <= CLOSE for a, b in zip(one["campaign"]["at"], other["campaign"]["at"], strict=True))


CRAFT = Craft(
    package=__package__,
    tables=(("quick", 2), ("duel", 2), ("short", 3)),
    asks=ASKS,
    goals=goals,
    met=met,
    steps={"income": 1, "spread": 1, "seize": 1, "take": 1, "keep": 1, "cheap": 1},
    pieces=pieces,
    orders=orders,
    tries=tries,
    kind=kind,
    idea=idea,
    book=lambda goal: None if goal["what"] is None else ("places", goal["what"]),
    amounts={"income": income, "spread": area, "seize": seized, "cheap": spared},
    near=near,
    keeps=frozenset({"keep"}),
)
