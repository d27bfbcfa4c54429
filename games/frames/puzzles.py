"""What can a puzzle ask? One order that destroys or wounds a mech, all of them or the warship, or that mends a mech; one reaction that keeps a
mech on the board, or most of its hit points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.contract import Json
from games.core.craft import Ask, Craft, Goal, Piece
from games.core.lessons import Moment
from games.core.text import gettext_noop
from games.frames.board import distance, ship_area

ASKS = {
    "destroy": Ask(
        one=gettext_noop("Destroy %(what)s with one order."),
        hint=gettext_noop(
            "Compare who can reach %(what)s, with which chance to hit, and what the damage leaves. Cards and skills count as well."
        ),
        why=gettext_noop("It hits far more often than anything else, and hard enough."),
    ),
    "wound": Ask(
        one=gettext_noop("Bring %(what)s down to %(least)s hit points or fewer with one order."),
        hint=gettext_noop(
            "Not the largest number wins but what is left of it: count defence, shields and the chance to hit."
        ),
        why=gettext_noop("Of all orders that are open now it takes most off %(what)s."),
        nothing=gettext_noop("Destroy %(what)s with one order."),
    ),
    "hull": Ask(
        one=gettext_noop("Bring the enemy warship down to %(least)s hit points or fewer with one order."),
        hint=gettext_noop(
            "Look who stands near enough to their warship, and which weapon does more to ships than to mechs."
        ),
        why=gettext_noop("Of all orders that are open now it does most to their warship."),
    ),
    "toll": Ask(
        one=gettext_noop(
            "Leave all enemy mechs on the board together with %(least)s hit points at most, by one order."
        ),
        hint=gettext_noop("Some weapons, cards and skills reach several mechs. Add up what is left of all of them."),
        why=gettext_noop("Of all orders that are open now it takes most off the enemy mechs together."),
    ),
    "mend": Ask(
        one=gettext_noop("Bring %(what)s up to at least %(least)s hit points with one order."),
        hint=gettext_noop(
            "Repairs come from cards, from skills, from your captain and from your warship. Compare how much each gives."
        ),
        why=gettext_noop("Of all orders that are open now it gives %(what)s most."),
    ),
    "push": Ask(
        one=gettext_noop("Have %(what)s at least %(least)s moves away from your warship, by one order."),
        hint=gettext_noop(
            "Some weapons and cards push back or pull what they hit. Compare how far, and how surely they hit."
        ),
        why=gettext_noop("Nothing else that is open now moves %(what)s as far from your warship."),
    ),
    "drain": Ask(
        one=gettext_noop("Leave the enemy with %(least)s energy at most, by one order."),
        hint=gettext_noop(
            "Energy can be taken as well as spent. Look through your cards and skills for what it is taken with."
        ),
        why=gettext_noop("Nothing else that is open now takes as much energy from the enemy."),
    ),
    "lame": Ask(
        one=gettext_noop("Leave %(what)s disabled or locked, by one order."),
        hint=gettext_noop(
            "Damage is not all that a weapon or card can do. Look which of yours keep a mech from acting, and how surely they hit."
        ),
        why=gettext_noop("It keeps %(what)s from acting, and seldom misses; nothing else does."),
    ),
    "guard": Ask(
        one=gettext_noop("React so that %(what)s keeps at least %(least)s hit points."),
        hint=gettext_noop(
            "Read what each card in your hand does in this window, and what it leaves of the blow that is coming."
        ),
        why=gettext_noop("Of all reactions that are open now it takes most off the blow."),
    ),
    "keep": Ask(
        one=gettext_noop("Keep %(what)s on the board: react now."),
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
                    if side["seat"] == me:
                        yield {"kind": "guard", "what": mech["id"]}
    if view["window"] is None:
        yield {"kind": "hull", "what": None}
        yield {"kind": "toll", "what": None}
        if view["seats"][1 - me]["energy"]:
            yield {"kind": "drain", "what": None}
        for mech in view["seats"][me]["mechs"]:
            if mech["where"] == "board" and mech["hp"] < mech["max_hp"]:
                yield {"kind": "mend", "what": mech["id"]}
        for mech in view["seats"][1 - me]["mechs"]:
            if mech["where"] == "board":
                yield from ({"kind": kind, "what": mech["id"]} for kind in ("wound", "push", "lame"))


def met(goal: Goal, moment: Moment) -> bool:
    """The mech is destroyed in this step; an own one is still on the board."""
    if goal["kind"] == "keep":
        side = moment.after["seats"][moment.after["you"]]
        return any(mech["id"] == goal["what"] and mech["where"] == "board" for mech in side["mechs"])
    if goal["kind"] == "lame":
        mech = _enemy(goal, moment)
        return mech is not None and bool(mech["disabled"] or mech["em_locked"])
    return any(event["type"] == "destroyed" and event["unit"] == goal["what"] for event in moment.events)


def _enemy(goal: Goal, moment: Moment) -> Json:
    """The enemy mech that a goal is about; None if it is not on the board."""
    mechs = moment.after["seats"][1 - moment.after["you"]]["mechs"]
    return next((mech for mech in mechs if mech["id"] == goal["what"] and mech["where"] == "board"), None)


def pushed(goal: Goal, moment: Moment) -> int | None:
    """How far an enemy mech is from the own warship."""
    mech = _enemy(goal, moment)
    return None if mech is None else distance(tuple(mech["at"]), ship_area(moment.after["you"]))


def drained(goal: Goal, moment: Moment) -> int:
    """What energy the enemy has, as a negative number."""
    left: int = moment.after["seats"][1 - moment.after["you"]]["energy"]
    return -left


def wounded(goal: Goal, moment: Moment) -> int:
    """What is left of an enemy mech, as a negative number; 0 if it is gone."""
    mech = _enemy(goal, moment)
    return 0 if mech is None else -mech["hp"]


def toll(goal: Goal, moment: Moment) -> int:
    """What is left of all enemy mechs on the board, as a negative number."""
    mechs = moment.after["seats"][1 - moment.after["you"]]["mechs"]
    left: int = sum(mech["hp"] for mech in mechs if mech["where"] == "board")
    return -left


def mended(goal: Goal, moment: Moment) -> int | None:
    """The hit points of an own mech; None if it is not on the board, or while a window is open that may yet change them."""
    mechs = moment.after["seats"][moment.after["you"]]["mechs"]
    left = [mech["hp"] for mech in mechs if mech["id"] == goal["what"] and mech["where"] == "board"]
    return left[0] if left and closed(moment.after) else None


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


def idea(view: Json, goal: Goal, parts: Sequence[Piece]) -> str:
    """What is asked, and with which weapon, card, skill or kind of order it is done."""
    act = parts[0].get("act") or parts[0]
    side = view["seats"][view["you"]]
    held = [
        *(side["hand"]["ship"] or ()),
        *(side["hand"]["mech"] or ()),
        *(gear for mech in side["mechs"] for gear in mech["gear"]),
    ]
    cards = {one["id"]: one["card"] for one in held}
    means = [
        str(cards.get(value, value)) for name in ("type", "do", "weapon", "card", "skill") if (value := act.get(name))
    ]
    return " ".join([goal["kind"], *means])


def closed(view: Json) -> bool:
    """No window is open any more."""
    return view["window"] is None


CRAFT = Craft(
    package=__package__,
    tables=(("quick", 2), ("tuned", 2), ("lingering", 2)),
    asks=ASKS,
    goals=goals,
    met=met,
    steps=dict.fromkeys(ASKS, FARTHEST),
    pieces=pieces,
    orders=orders,
    tries=tries,
    kind=kind,
    idea=idea,
    book=lambda goal: None if goal["what"] is None else ("mechs", goal["what"]),
    searched=frozenset({"lame"}),
    amounts={
        "push": pushed,
        "drain": drained,
        "wound": wounded,
        "hull": battered,
        "toll": toll,
        "mend": mended,
        "guard": mended,
    },
    keeps=frozenset({"keep"}),
    closed=closed,
    rivals="hard",
)
