"""What can a puzzle ask? To destroy or wound a mech or the warship with one order, or, in a reaction, to keep a mech that is lost otherwise."""

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
    "wound": Ask(
        one=gettext_noop("Bring %(what)s down to %(least)s hit points or fewer with one order."),
        many=gettext_noop("Bring %(what)s down to %(least)s hit points or fewer with one order."),
        hint=gettext_noop(
            "Not the largest number wins but what is left of it: count defence, shields and the chance to hit."
        ),
        why=gettext_noop("Of all orders that are open now it takes most off %(what)s."),
    ),
    "hull": Ask(
        one=gettext_noop("Bring the enemy warship down to %(least)s hit points or fewer with one order."),
        many=gettext_noop("Bring the enemy warship down to %(least)s hit points or fewer with one order."),
        hint=gettext_noop(
            "Look who stands near enough to their warship, and which weapon does more to ships than to mechs."
        ),
        why=gettext_noop("Of all orders that are open now it does most to their warship."),
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
    if view["window"] is None:
        yield {"kind": "hull", "what": None}
        for mech in view["seats"][1 - me]["mechs"]:
            if mech["where"] == "board":
                yield {"kind": "wound", "what": mech["id"]}


def met(goal: Goal, moment: Moment) -> bool:
    """The mech is destroyed in this step; an own one is still on the board."""
    if goal["kind"] == "keep":
        side = moment.after["seats"][moment.after["you"]]
        return any(mech["id"] == goal["what"] and mech["where"] == "board" for mech in side["mechs"])
    return any(event["type"] == "destroyed" and event["unit"] == goal["what"] for event in moment.events)


def wounded(goal: Goal, moment: Moment) -> int:
    """What is left of an enemy mech, as a negative number; 0 if it is gone."""
    mechs = moment.after["seats"][1 - moment.after["you"]]["mechs"]
    return next((-mech["hp"] for mech in mechs if mech["id"] == goal["what"] and mech["where"] == "board"), 0)


def battered(goal: Goal, moment: Moment) -> int:
    """What is left of the enemy warship, as a negative number."""
    left: int = moment.after["seats"][1 - moment.after["you"]]["ship"]["hp"]
    return -left


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
    steps={"destroy": FARTHEST, "wound": FARTHEST, "hull": FARTHEST, "keep": FARTHEST},
    pieces=pieces,
    orders=orders,
    tries=tries,
    kind=kind,
    book=lambda goal: None if goal["what"] is None else ("mechs", goal["what"]),
    amounts={"wound": wounded, "hull": battered},
    keeps=frozenset({"keep"}),
    closed=closed,
    rivals="hard",
)
