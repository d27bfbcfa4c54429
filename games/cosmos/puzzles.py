"""What can a puzzle ask? To destroy an enemy in sight, to win a planet, to keep what is lost if nothing is done, to hit the most, to see the most."""

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
    "burst": Ask(
        one=gettext_noop("Take at least %(least)s energy from others by overloads in this turn."),
        hint=gettext_noop(
            "An overload shares its energy among all that it reaches. Look which ship can come to where most of it meets what is not yours."
        ),
        why=gettext_noop("No other ship and no other place takes as much from them in this turn."),
    ),
    "find": Ask(
        one=gettext_noop("Sense at least %(least)s planets and ships of others after this turn."),
        hint=gettext_noop(
            "Think of where they were seen last and of what they are going for. Who can be there after five rounds?"
        ),
        why=gettext_noop("From there most of them are in reach of the senses; every other way shows fewer."),
    ),
    "sight": Ask(
        one=gettext_noop("Sense %(what)s again after these orders."),
        many=gettext_noop("Sense %(what)s again within %(steps)s turns: what you order now decides."),
        hint=gettext_noop(
            "A planet stays where it was. Compare who is near %(what)s, who can act soon, and how dense the way is."
        ),
        why=gettext_noop("Only this ship comes near enough to %(what)s in time."),
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
CLOSE = {"save": 4, "destroy": 8, "take": 8}
"""The same where it has to be there in this turn."""
WORTH = 8
"""Energy that an overload has to take to be worth a question."""
MARKS = 4
"""So many of the nearest things of others a battleship is sent to."""


def goals(view: Json) -> Iterator[Goal]:
    """What is surely there near an own battleship: enemies, and planets that are not one's own; own ships and planets."""
    ships = [one["pos"] for one in view["own"] if one["kind"] == "battleship"]
    crews = [one["pos"] for one in view["own"] if one["kind"] != "planet"]
    for one in view["ghosts"]:
        if one["kind"] == "planet" and any(_far(one["pos"], crew) <= NEAR for crew in crews):
            yield {"kind": "sight", "what": one["id"]}
    if crews:
        yield {"kind": "find", "what": None}
    if any(_far(one["pos"], ship) <= NEAR for one in view["foreign"] if one["sure"] for ship in ships):
        yield {"kind": "burst", "what": None}
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
    """Destroyed, as the seat hears it; seen by being sensed; what is won or saved by being one's own."""
    if goal["kind"] == "sight":
        return any(one["id"] == goal["what"] and one["sure"] for one in moment.after["foreign"])
    if goal["kind"] == "destroy":
        return any(event["type"] == "destroyed" and event["id"] == goal["what"] for event in moment.events)
    return any(one["id"] == goal["what"] for one in moment.after["own"])


def sensed(goal: Goal, moment: Moment) -> int:
    """How many things of others the seat senses."""
    return sum(one["sure"] and one["seat"] is not None for one in moment.after["foreign"])


def burst(goal: Goal, moment: Moment) -> int:
    """What own overloads took from what is not one's own."""
    own = {one["id"] for one in moment.before["own"]} | {one["id"] for one in moment.after["own"]}
    bursts = [one for one in moment.events if one["type"] == "overloaded" and one.get("seat") == moment.after["seat"]]
    hits = [hit for one in bursts for hit in one.get("hits") or () if hit["id"] not in own]
    taken = sum(max(0, (hit.get("before") or 0) - (hit.get("after") or 0)) for hit in hits)
    return taken if taken >= WORTH else 0


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
    at = {one["id"]: one["pos"] for one in (*view["ghosts"], *view["foreign"], *view["own"])}
    spots = [(at[goal["what"]], CLOSE.get(goal["kind"], NEAR)) for goal in wanted if goal["what"] in at]
    kinds = {goal["kind"] for goal in wanted}
    for one in view["own"]:
        near = [spot for spot, far in spots if _far(one["pos"], spot) <= far]
        if one["kind"] == "planet" or not (near or ("find" in kinds and one["kind"] == "scout")):
            continue
        for dx, dy in TURNS:
            yield _move(one, [one["pos"][0] + dx * 4, one["pos"][1] + dy * 4])
        for spot in near:
            yield _move(one, spot)
            yield _move(one, spot, path="cheap")
    for one in view["own"]:
        if one["kind"] == "battleship" and kinds & {"burst", "destroy", "take"}:
            yield {"direct": {"id": one["id"], "actions": [{"do": "overload"}]}}
            marks = sorted((_far(one["pos"], other["pos"]), other["pos"]) for other in view["foreign"] if other["sure"])
            for far, spot in marks[:MARKS]:
                if far <= NEAR:
                    yield _move(one, spot, {"type": "auto_overload", "min_enemies": 1})


def _move(one: Json, to: Sequence[int], *reflexes: Json, path: str = "greedy") -> Piece:
    movement = {"type": "move_to", "to": list(to), "path": path}
    return {"standing": {"id": one["id"], "movement": movement, "reflexes": list(reflexes)}}


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


def idea(view: Json, goal: Goal, parts: Sequence[Piece]) -> str:
    """What is done to what, by ships of which kinds, and how: by which actions, or by which movement and reflexes."""
    kinds = {one["id"]: one["kind"] for one in (*view["ghosts"], *view["foreign"], *view["own"])}
    return " ".join([goal["kind"], str(kinds.get(goal["what"], "")), *sorted(_means(kinds, part) for part in parts)])


def _means(kinds: dict[int, str], part: Piece) -> str:
    given = part.get("direct") or part["standing"]
    acts = sorted({str(action["do"]) for action in given.get("actions") or ()})
    reflexes = sorted(str(reflex["type"]) for reflex in given.get("reflexes") or ())
    return " ".join([kinds[given["id"]], str((given.get("movement") or {}).get("type", "")), *acts, *reflexes])


CRAFT = Craft(
    package=__package__,
    tables=(("quick", 2), ("standard", 2)),
    asks=ASKS,
    goals=goals,
    met=met,
    steps={"destroy": 1, "take": 1, "save": 1, "burst": 1, "find": 1, "sight": 2},
    pieces=pieces,
    orders=orders,
    tries=tries,
    kind=kind,
    idea=idea,
    book=lambda goal: None if goal["what"] is None else ("entities", goal["what"]),
    amounts={"burst": burst, "find": sensed},
    keeps=frozenset({"save"}),
)
