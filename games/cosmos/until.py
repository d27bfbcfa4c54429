"""For what does a seat stop going on? Judged from its own views and what it heard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from games.core.events import Event
from games.core.text import Phrase, Thing, gettext_noop, phrase
from games.core.things import thing
from games.core.until import Amount, Condition
from games.cosmos.constants import KIND_WORDS

Json = Any
RICHEST = 100_000

WON = gettext_noop("Taken from a rival: %(who)s.")
WON_LAST = gettext_noop("Taken from a rival, who has no planet left that is known: %(who)s.")
SIGHTED = gettext_noop("In sight now: %(who)s.")
FOUND = gettext_noop("Free planets that were found: %(who)s.")
ARRIVED = gettext_noop("Arrived: %(who)s.")
ATTACKED = gettext_noop("Attacked: %(who)s.")
TAKEN = gettext_noop("Lost to others: %(who)s.")
RICH = gettext_noop("%(name)s has %(energy)s energy.")
LOST = gettext_noop("%(name)s bid %(bid)s in vain: somebody bid as much or more.")
LOST_TO_OWN = gettext_noop("%(name)s bid %(bid)s in vain against %(other)s, which is yours as well and bid %(more)s.")
BIDS_END = gettext_noop("Bids that have ended, or end in the next step: %(who)s.")
IDLE = gettext_noop("New and without orders: %(who)s.")
SHIP = gettext_noop("%(kind)s %(name)s")
LEFT = gettext_noop("%(name)s (%(energy)s energy now)")
THEN = gettext_noop("%(first)s, %(others)s")
MORE = gettext_noop("%(first)s and %(n)s more")
WORDS = (
    WON, WON_LAST, SIGHTED, FOUND, ARRIVED, ATTACKED, TAKEN, RICH, LOST, LOST_TO_OWN, BIDS_END, IDLE, SHIP, LEFT, THEN, MORE, *KIND_WORDS.values(),
)  # fmt: skip
MOST_NAMED = 4


def _name(id_: int) -> Thing:
    return thing("entities", id_)


def _said(one: Json) -> Json:
    """A planet by its name, a ship by its kind and name."""
    if one["kind"] == "planet":
        return _name(one["id"])
    return phrase(SHIP, kind=KIND_WORDS[one["kind"]], name=_name(one["id"]))


def _listed(ones: Sequence[Json]) -> Json:
    """Things and phrases in a row, the first few of many."""
    first, *others = ones
    if not others:
        return first
    if len(ones) > MOST_NAMED:
        return phrase(MORE, first=_listed(ones[: MOST_NAMED - 1]), n=len(ones) - MOST_NAMED + 1)
    return phrase(THEN, first=first, others=_listed(others))


def _who(message: str, ones: Iterable[Json]) -> Phrase | None:
    """The sentence about them; None if there are none."""
    said = [_said(one) for one in ones]
    return phrase(message, who=_listed(said)) if said else None


def _planets(view: Json) -> dict[int, Json]:
    return {one["id"]: one for one in view["own"] if one["kind"] == "planet"}


def _known(view: Json) -> set[int]:
    """Everybody whom the seat has in sight or in mind."""
    return {one["id"] for part in ("foreign", "ghosts") for one in view[part]}


def _won(before: Json, after: Json, events: Sequence[Event], amount: int) -> Phrase | None:
    """A planet that a rival had is the seat's."""
    seat, own = after["seat"], _planets(after)
    taken = [
        event for event in events
        if event["type"] == "captured" and event["new_seat"] == seat and event["old_seat"] is not None and event["id"] in own
    ]  # fmt: skip
    rows = [one for part in ("foreign", "ghosts") for one in after[part]]
    holds = {one["seat"] for one in rows if one["kind"] == "planet"}
    is_last = any(event["old_seat"] not in holds for event in taken)
    return _who(WON_LAST if is_last else WON, [own[id_] for id_ in dict.fromkeys(event["id"] for event in taken)])


def _sighted(before: Json, after: Json, events: Sequence[Event], amount: int) -> Phrase | None:
    """Whoever was out of sight before counts, also if it is remembered from an earlier round."""
    seen = {one["id"] for one in before["foreign"]}
    return _who(SIGHTED, (one for one in after["foreign"] if one["id"] not in seen and one["seat"] is not None))


def _found(before: Json, after: Json, events: Sequence[Event], amount: int) -> Phrase | None:
    known = _known(before)
    planets = (one for one in after["foreign"] if one["kind"] == "planet" and one["seat"] is None)
    return _who(FOUND, (one for one in planets if one["id"] not in known))


def _there(one: Json) -> bool | None:
    """Is a ship where it was sent? None if it was not sent to a place."""
    movement = one["standing"].get("movement") if one["standing"] else None
    if not movement or movement["type"] != "move_to":
        return None
    (x, y), (goal_x, goal_y) = one["pos"], movement["to"]
    return bool((x - goal_x) ** 2 + (y - goal_y) ** 2 <= movement["arrive"])


def _arrived(before: Json, after: Json, events: Sequence[Event], amount: int) -> Phrase | None:
    under_way = {one["id"] for one in before["own"] if _there(one) is False}
    return _who(ARRIVED, (one for one in after["own"] if _there(one) and one["id"] in under_way))


def _hit(before: Json, events: Sequence[Event]) -> list[int]:
    """Whom foreign bursts have hurt."""
    bursts = (event for event in events if event["type"] == "overloaded" and event["seat"] != before["seat"])
    return [*dict.fromkeys(hit["id"] for event in bursts for hit in event["hits"] if hit["result"] == "hurt")]


def _attacked(before: Json, after: Json, events: Sequence[Event], amount: int) -> Phrase | None:
    own, still = _planets(before), _planets(after)
    if lost := _who(TAKEN, (one for id_, one in own.items() if id_ not in still)):
        return lost
    hurt = [phrase(LEFT, name=_name(id_), energy=still[id_]["energy"]) for id_ in _hit(before, events) if id_ in own]
    return phrase(ATTACKED, who=_listed(hurt)) if hurt else None


def _rich(before: Json, after: Json, events: Sequence[Event], amount: int) -> Phrase | None:
    richest = max(_planets(after).values(), key=lambda one: one["energy"], default=None)
    if richest is None or richest["energy"] < amount:
        return None
    return phrase(RICH, name=_name(richest["id"]), energy=richest["energy"])


def _lost(before: Json, after: Json, events: Sequence[Event], amount: int) -> Phrase | None:
    """What had lost throughout the step before is known: whoever goes on all the same is not stopped by it once more."""
    lost = [event for event in events if event["type"] == "bid_result" and event["result"] == "lost"]
    if not lost:
        return None
    weapon = before.get("weapon")
    rows = [row for row in (weapon["history"] if weapon else ()) if row[0] >= before["round"] - before["stride"]]
    if rows and all(row[3] == "lost" for row in rows):
        return None
    most = max(lost, key=lambda event: event["bid"])
    same = (one for one in events if one["type"] == "bid_result" and one["round"] == most["round"])
    own = [one for one in same if one["planet"] != most["planet"] and one["bid"] >= most["bid"]]
    if own:
        data = {"other": _name(own[0]["planet"]), "more": own[0]["bid"]}
        return phrase(LOST_TO_OWN, name=_name(most["planet"]), bid=most["bid"], **data)
    return phrase(LOST, name=_name(most["planet"]), bid=most["bid"])


def _bids_end(before: Json, after: Json, events: Sequence[Event], amount: int) -> Phrase | None:
    """What had ended or was about to when the step began is known: whoever goes on all the same is not stopped by it once more."""
    known = _ending(before)
    return _who(BIDS_END, (one for id_, one in _ending(after).items() if id_ not in known))


def _ending(view: Json) -> dict[int, Json]:
    stride = view["stride"]
    return {id_: one for id_, one in _planets(view).items() if one.get("bids_left", stride) < stride}


def _idle(before: Json, after: Json, events: Sequence[Event], amount: int) -> Phrase | None:
    """A ship that has come since, by building or capture, without orders."""
    had = {one["id"] for one in before["own"]}
    new = (one for one in after["own"] if one["id"] not in had and one["kind"] != "planet")
    return _who(IDLE, (one for one in new if not one["standing"] and not one["direct"]))


CONDITIONS = (
    Condition("won", gettext_noop("a planet of a rival is mine"), _won),
    Condition("attacked", gettext_noop("a planet of mine is attacked"), _attacked),
    Condition("enemy", gettext_noop("an enemy comes into sight"), _sighted),
    Condition("planet", gettext_noop("a free planet is found"), _found),
    Condition("arrival", gettext_noop("a ship arrives"), _arrived),
    Condition("bids_end", gettext_noop("bids are about to end"), _bids_end),
    Condition("bid_lost", gettext_noop("a bid loses"), _lost),
    Condition("energy", gettext_noop("a planet has so much energy"), _rich, Amount(1, RICHEST, 100), is_usual=False),
    Condition("idle", gettext_noop("a new ship waits for orders"), _idle, is_usual=False),
)
