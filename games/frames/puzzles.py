"""What can a puzzle ask? To destroy a mech with one order, or, in a reaction, to keep a unit that is destroyed if nothing is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.contract import Json
from games.core.craft import Ask, Craft, Goal, Piece
from games.core.lessons import Moment
from games.core.text import gettext_noop

ASKS = {
    "destroy": Ask(
        one=gettext_noop("Destroy %(what)s with one order."),
        many=gettext_noop("Destroy %(what)s with one order."),
        hint=gettext_noop(
            "Compare who can reach %(what)s, with which chance to hit, and what the damage leaves. Cards and skills count as well."
        ),
        why=gettext_noop("It hits far more often than anything else, and hard enough."),
    ),
    "keep": Ask(
        one=gettext_noop("Keep %(what)s on the board: react now."),
        many=gettext_noop("Keep %(what)s on the board: react now."),
        hint=gettext_noop("Read what each card in your hand does in this window, and when it works."),
        why=gettext_noop("It stops the blow in this window; no other card does."),
    ),
}
FARTHEST = 12
"""Steps that the consequences of one order take at most: reactions to reactions."""


def goals(view: Json) -> Iterator[Goal]:
    """Enemy mechs on the board in one's own turn, own ones in a window."""
    me = view["you"]
    if view["phase"] not in ("main", "operate") or not view["seats"]:
        return
    for side in view["seats"]:
        if (side["seat"] == me) == (view["window"] is not None):
            for mech in side["mechs"]:
                if mech["where"] == "board":
                    yield {"kind": "keep" if side["seat"] == me else "destroy", "what": mech["id"]}


def met(goal: Goal, moment: Moment) -> bool:
    """The mech is destroyed in this step; an own one is still on the board."""
    if goal["kind"] == "keep":
        side = moment.after["seats"][moment.after["you"]]
        return any(mech["id"] == goal["what"] and mech["where"] == "board" for mech in side["mechs"])
    return any(event["type"] == "destroyed" and event["unit"] == goal["what"] for event in moment.events)


def pieces(orders: Json) -> list[Piece]:
    """Orders of a step are one act."""
    return [orders]


def orders(parts: Sequence[Piece]) -> Json:
    """That act."""
    return parts[-1] if parts else {}


def tries(view: Json, choices: Json, wanted: Sequence[Goal]) -> Iterator[Piece]:
    """Everything that the rules allow now."""
    for one in choices:
        if one.get("orders"):
            yield one["orders"]


def kind(view: Json, piece: Piece) -> str:
    """Who does what to whom, with what: not which way it walks."""
    act = piece.get("act") or piece
    used = " ".join(str(use) for use in piece.get("use", ()))
    return (
        " ".join(str(act.get(name, "")) for name in ("type", "do", "unit", "weapon", "target", "card", "skill")) + used
    )


def closed(view: Json) -> bool:
    """No window is open any more."""
    return view["window"] is None


CRAFT = Craft(
    package=__package__,
    tables=(("quick", 2), ("tuned", 2), ("blitz", 2)),
    asks=ASKS,
    goals=goals,
    met=met,
    steps={"destroy": FARTHEST, "keep": FARTHEST},
    pieces=pieces,
    orders=orders,
    tries=tries,
    kind=kind,
    book=lambda goal: ("mechs", goal["what"]),
    keeps=frozenset({"keep"}),
    closed=closed,
    rivals="hard",
)
