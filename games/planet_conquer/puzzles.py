"""What can a puzzle ask? To take a planet in sight, or to keep one that falls if nothing is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from games.core.contract import Json
from games.core.craft import Ask, Craft, Goal, Piece
from games.core.lessons import Moment
from games.core.text import gettext_noop

ASKS = {
    "take": Ask(
        one=gettext_noop("Take %(what)s this round."),
        many=gettext_noop("Own %(what)s within %(steps)s rounds: what you order now decides."),
        hint=gettext_noop(
            "Count what arrives, and when: his garrison grows until you land, and walls multiply it. A tactic can count for more than a fleet."
        ),
        why=gettext_noop("It lands on %(what)s in time and with enough; everything else comes too late or too weak."),
    ),
    "keep": Ask(
        one=gettext_noop("Keep %(what)s this round."),
        many=gettext_noop("Still own %(what)s after %(steps)s rounds: what you order now decides."),
        hint=gettext_noop(
            "Something is on its way to %(what)s. Whoever can be there before it lands may help, and some tactics help at once."
        ),
        why=gettext_noop(
            "It is in place on %(what)s when the blow falls; everything else comes too late or is not enough."
        ),
    ),
}


def goals(view: Json) -> Iterator[Goal]:
    """Planets of others that are in sight, to take; own ones, to keep."""
    for planet in view["planets"]:
        if planet["seen"] == "now" and planet["owner"] is not None:
            yield {"kind": "keep" if planet["owner"] == view["seat"] else "take", "what": planet["id"]}


def met(goal: Goal, moment: Moment) -> bool:
    """The seat owns the planet."""
    planet = moment.after["planets"][goal["what"]]
    return bool(planet["seen"] == "now" and planet["owner"] == moment.after["seat"])


def pieces(orders: Json) -> list[Piece]:
    """Every move, and the tactic."""
    tactic = orders.get("tactic")
    return [{"move": move} for move in orders.get("moves", [])] + ([{"tactic": tactic}] if tactic else [])


def orders(parts: Sequence[Piece]) -> Json:
    """Moves and a tactic in the form in which they are sent; of two tactics the last."""
    tactics = [part["tactic"] for part in parts if "tactic" in part]
    return {"moves": [part["move"] for part in parts if "move" in part], "tactic": tactics[-1] if tactics else None}


def tries(view: Json, choices: Json, wanted: Sequence[Goal]) -> Iterator[Piece]:
    """All or half of every garrison to every target; every tactic with every single target."""
    for source in choices["sources"]:
        for target in source["targets"]:
            for units in sorted({source["units"], source["units"] // 2} - {0}):
                yield {"move": {"from": source["planet"], "to": target["planet"], "units": units}}
    about = {goal["what"] for goal in wanted}
    for tactic in choices["tactics"]:
        fields = tactic["targets"]
        for values in product(*(sorted(about & set(places)) or places for places in fields.values())):
            yield {"tactic": {"type": tactic["type"], **dict(zip(fields, values, strict=True))}}


def kind(view: Json, piece: Piece) -> str:
    """A move by its two ends, a tactic by its name and target."""
    if "move" in piece:
        return f"{piece['move']['from']}>{piece['move']['to']}"
    tactic = piece["tactic"]
    return " ".join(str(tactic[name]) for name in ("type", "planet", "from", "to") if name in tactic)


def idea(view: Json, goal: Goal, parts: Sequence[Piece]) -> str:
    """What sort of planet is taken or kept, in how many rounds, with which tactics, and with fleets from where to where."""
    planet = view["map"]["planets"][goal["what"]]["kind"]
    return " ".join([goal["kind"], planet, str(goal["steps"]), *sorted({_means(goal, part) for part in parts})])


def _means(goal: Goal, part: Piece) -> str:
    if "tactic" in part:
        return str(part["tactic"]["type"])
    if part["move"]["to"] == goal["what"]:
        return "fleet"
    return "away" if part["move"]["from"] == goal["what"] else "aside"


CRAFT = Craft(
    package=__package__,
    tables=(("duel", 2), ("quick", 2), ("quick", 3)),
    asks=ASKS,
    goals=goals,
    met=met,
    steps={"take": 3, "keep": 3},
    pieces=pieces,
    orders=orders,
    tries=tries,
    kind=kind,
    idea=idea,
    book=lambda goal: ("planets", goal["what"]),
    keeps=frozenset({"keep"}),
)
