"""What can a puzzle ask? To destroy an enemy in sight, or to save an own planet or ship that is lost if nothing is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.contract import Json
from games.core.craft import Ask, Craft, Goal, Piece
from games.core.lessons import Moment
from games.core.text import gettext_noop

ASKS = {
    "destroy": Ask(
        one=gettext_noop("Destroy %(what)s with these orders."),
        many=gettext_noop("Destroy %(what)s within %(steps)s turns: what you order now decides."),
        hint=gettext_noop(
            "An overload hits everything near, friend and foe: look who can be near enough to %(what)s and has the energy."
        ),
        why=gettext_noop("It brings enough energy near enough to %(what)s in time; nothing else does."),
    ),
    "save": Ask(
        one=gettext_noop("Do not lose %(what)s with these orders."),
        many=gettext_noop("Still have %(what)s after %(steps)s turns: what you order now decides."),
        hint=gettext_noop("Ask what threatens %(what)s, how far it reaches, and whether to be away or to be stronger."),
        why=gettext_noop("It takes the blow away from %(what)s, or %(what)s away from the blow."),
    ),
    "take": Ask(
        one=gettext_noop("Win %(what)s with these orders."),
        many=gettext_noop("Win %(what)s within %(steps)s turns: what you order now decides."),
        hint=gettext_noop("A planet falls to whoever breaks its defence. Look who is near enough and has the energy."),
        why=gettext_noop("It breaks the defence of %(what)s in time; nothing else does."),
    ),
}
TURNS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
NEAR = 12
"""Cells within which an own ship can matter to what a goal is about."""


def goals(view: Json) -> Iterator[Goal]:
    """What is surely there near an own battleship: enemies, and planets that are not one's own; own ships and planets."""
    ships = [one["pos"] for one in view["own"] if one["kind"] == "battleship"]
    for one in view["foreign"]:
        if not one["sure"] or not any(_far(one["pos"], ship) <= NEAR for ship in ships):
            continue
        if one["kind"] == "planet":
            yield {"kind": "take", "what": one["id"]}
        elif one["seat"] is not None:
            yield {"kind": "destroy", "what": one["id"]}
    for one in view["own"]:
        yield {"kind": "save", "what": one["id"]}


def met(goal: Goal, moment: Moment) -> bool:
    """Destroyed, as the seat hears it; what is won or saved by being there."""
    if goal["kind"] == "destroy":
        return any(event["type"] == "destroyed" and event["id"] == goal["what"] for event in moment.events)
    return any(one["id"] == goal["what"] for one in moment.after["own"])


def pieces(orders: Json) -> list[Piece]:
    """What each planet and ship does at once, and what it goes on to do."""
    return [{"direct": one} for one in orders.get("direct", [])] + [
        {"standing": one} for one in orders.get("standing", [])
    ]


def orders(parts: Sequence[Piece]) -> Json:
    """The same as two lists; the last order to one ship counts."""
    return {
        field: list({part[field]["id"]: part[field] for part in parts if field in part}.values())
        for field in ("direct", "standing")
    }


def tries(view: Json, choices: Json, wanted: Sequence[Goal]) -> Iterator[Piece]:
    """What is offered, one ship at a time, and the moves and overloads of ships near what is wanted."""
    for one in choices:
        yield from pieces(one.get("orders") or {})
    at = {one["id"]: one["pos"] for one in (*view["foreign"], *view["own"])}
    spots = [at[goal["what"]] for goal in wanted]
    for one in view["own"]:
        if one["kind"] == "planet" or not any(_far(one["pos"], spot) <= NEAR for spot in spots):
            continue
        for dx, dy in TURNS:
            to = [one["pos"][0] + dx * 4, one["pos"][1] + dy * 4]
            yield {"standing": {"id": one["id"], "movement": {"type": "move_to", "to": to}, "reflexes": []}}
        for spot in spots:
            yield {"standing": {"id": one["id"], "movement": {"type": "move_to", "to": spot}, "reflexes": []}}
        if one["kind"] == "battleship":
            yield {"direct": {"id": one["id"], "actions": [{"do": "overload"}]}}
            for spot in spots:
                reflex = {"type": "auto_overload", "min_enemies": 1}
                yield {"standing": {"id": one["id"], "movement": {"type": "move_to", "to": spot}, "reflexes": [reflex]}}


def _far(one: Sequence[int], other: Sequence[int]) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def kind(view: Json, piece: Piece) -> str:
    """Who acts, and how: by the names of its actions, or of its movement and reflexes."""
    if "direct" in piece:
        given = piece["direct"]
        return f"{given['id']} " + " ".join(sorted({str(action["do"]) for action in given["actions"]}))
    given = piece["standing"]
    reflexes = sorted(str(reflex["type"]) for reflex in given.get("reflexes") or ())
    movement = given.get("movement") or {}
    to = movement.get("to")
    at = next((one["pos"] for one in view["own"] if one["id"] == given["id"]), (0, 0))
    way = "" if to is None else str([(to[axis] > at[axis]) - (to[axis] < at[axis]) for axis in (0, 1)])
    return " ".join([str(given["id"]), str(movement.get("type", "")), way, *reflexes])


CRAFT = Craft(
    package=__package__,
    tables=(("quick", 2), ("standard", 2)),
    asks=ASKS,
    goals=goals,
    met=met,
    steps={"destroy": 1, "take": 1, "save": 1},
    pieces=pieces,
    orders=orders,
    tries=tries,
    kind=kind,
    book=lambda goal: ("entities", goal["what"]),
    keeps=frozenset({"save"}),
)
