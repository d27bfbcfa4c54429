"""For what does a seat stop going on? Judged from its own views and what it heard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.core.events import Event
from games.core.text import Phrase, gettext_noop, phrase
from games.core.until import Amount, Condition

Json = Any
RICHEST = 100_000

SIGHTED = gettext_noop("An enemy came into sight.")
FOUND = gettext_noop("A free planet was found.")
ARRIVED = gettext_noop("A ship has arrived.")
ATTACKED = gettext_noop("A planet of yours was attacked.")
TAKEN = gettext_noop("A planet of yours was taken.")
RICH = gettext_noop("A planet has %(energy)s energy.")
LOST = gettext_noop("A bid of %(bid)s lost.")
BIDS_END = gettext_noop("A planet’s bids have ended, or end in the next step.")
IDLE = gettext_noop("A ship has no orders.")
WORDS = (SIGHTED, FOUND, ARRIVED, ATTACKED, TAKEN, RICH, LOST, BIDS_END, IDLE)


def _planets(view: Json) -> dict[int, Json]:
    return {one["id"]: one for one in view["own"] if one["kind"] == "planet"}


def _known(view: Json) -> set[int]:
    """Everybody whom the seat has in sight or in mind."""
    return {one["id"] for part in ("foreign", "ghosts") for one in view[part]}


def _sighted(before: Json, after: Json, events: Sequence[Event], amount: int) -> Phrase | None:
    """Whoever was out of sight before counts, also if it is remembered from an earlier round."""
    seen = {one["id"] for one in before["foreign"]}
    is_new = any(one["id"] not in seen and one["seat"] is not None for one in after["foreign"])
    return phrase(SIGHTED) if is_new else None


def _found(before: Json, after: Json, events: Sequence[Event], amount: int) -> Phrase | None:
    known = _known(before)
    is_new = any(one["kind"] == "planet" and one["seat"] is None and one["id"] not in known for one in after["foreign"])
    return phrase(FOUND) if is_new else None


def _there(one: Json) -> bool | None:
    """Is a ship where it was sent? None if it was not sent to a place."""
    movement = one["standing"].get("movement") if one["standing"] else None
    if not movement or movement["type"] != "move_to":
        return None
    (x, y), (goal_x, goal_y) = one["pos"], movement["to"]
    return bool((x - goal_x) ** 2 + (y - goal_y) ** 2 <= movement["arrive"])


def _arrived(before: Json, after: Json, events: Sequence[Event], amount: int) -> Phrase | None:
    under_way = {one["id"] for one in before["own"] if _there(one) is False}
    return phrase(ARRIVED) if any(_there(one) and one["id"] in under_way for one in after["own"]) else None


def _hit(before: Json, events: Sequence[Event]) -> Iterator[int]:
    """Own planets that foreign bursts have hurt or taken."""
    for event in events:
        if event["type"] == "overloaded" and event["seat"] != before["seat"]:
            for hit in event["hits"]:
                if hit["result"] in ("hurt", "captured"):
                    yield hit["id"]


def _attacked(before: Json, after: Json, events: Sequence[Event], amount: int) -> Phrase | None:
    own = _planets(before)
    if own.keys() - _planets(after).keys():
        return phrase(TAKEN)
    return phrase(ATTACKED) if any(id_ in own for id_ in _hit(before, events)) else None


def _rich(before: Json, after: Json, events: Sequence[Event], amount: int) -> Phrase | None:
    most = max((one["energy"] for one in _planets(after).values()), default=0)
    return phrase(RICH, energy=most) if most >= amount else None


def _lost(before: Json, after: Json, events: Sequence[Event], amount: int) -> Phrase | None:
    """What had lost throughout the step before is known: whoever goes on all the same is not stopped by it once more."""
    bids = [event["bid"] for event in events if event["type"] == "bid_result" and event["result"] == "lost"]
    if not bids:
        return None
    weapon = before.get("weapon")
    rows = [row for row in (weapon["history"] if weapon else ()) if row[0] >= before["round"] - before["stride"]]
    if rows and all(row[3] == "lost" for row in rows):
        return None
    return phrase(LOST, bid=max(bids))


def _bids_end(before: Json, after: Json, events: Sequence[Event], amount: int) -> Phrase | None:
    ends = any(one.get("bids_left", after["stride"]) < after["stride"] for one in _planets(after).values())
    return phrase(BIDS_END) if ends else None


def _idle(before: Json, after: Json, events: Sequence[Event], amount: int) -> Phrase | None:
    """A ship that has come since, by building or capture, without orders."""
    had = {one["id"] for one in before["own"]}
    is_idle = any(
        one["id"] not in had and one["kind"] != "planet" and not one["standing"] and not one["direct"]
        for one in after["own"]
    )
    return phrase(IDLE) if is_idle else None


CONDITIONS = (
    Condition("attacked", gettext_noop("a planet of mine is attacked"), _attacked),
    Condition("enemy", gettext_noop("an enemy comes into sight"), _sighted),
    Condition("planet", gettext_noop("a free planet is found"), _found),
    Condition("arrival", gettext_noop("a ship arrives"), _arrived),
    Condition("bids_end", gettext_noop("bids are about to end"), _bids_end),
    Condition("bid_lost", gettext_noop("a bid loses"), _lost),
    Condition("energy", gettext_noop("a planet has so much energy"), _rich, Amount(1, RICHEST, 100), is_usual=False),
    Condition("idle", gettext_noop("a new ship waits for orders"), _idle, is_usual=False),
)
