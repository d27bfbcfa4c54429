"""Which orders are worth most now, and why? As the strongest bot weighs them, in words: for a person, from the seat's own view and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from games.core.text import Phrase, gettext_noop, phrase
from games.frames import cards, labels
from games.frames.board import distance, ship_area
from games.frames.bots import reactions
from games.frames.bots.judging import worth
from games.frames.bots.race import printed
from games.frames.bots.reading import Reading
from games.frames.bots.values import Style, Values
from games.frames.effects.turns import holds_raid
from games.frames.harm import harm, strikers
from games.frames.labels import DRAWS_EVENT, unit_name
from games.frames.orders.kinds import ends_turn
from games.frames.orders.mechs import why_extra
from games.frames.state import State

Json = Any

MOST = 3
"""Orders that are advised: more would be no choice that one overlooks."""
LEAST = 0.2
"""Part of what the best is worth for an action point, below which another one is not named."""
KEPT = 0.1
"""Points for an action point below which it is kept."""
SPARE = 0.11
"""What a card that costs nothing is worth at least: it is lost with the turn."""
CREW = 3
"""So many mechs may as well act in one go."""
SOON = 2
"""Turns to a raid of an enemy mech that is told of."""
FIRST_OUT = 20.0
"""What it is worth besides that a side without mechs brings one out: nothing else wins."""
PHASES = ("main", "operate", "end_step")
STYLE = Style(runs=True, guard=1.0, run=120.0)
"""The strongest bot's, but it saves up fewer shields and runs earlier: a person has to see what mechs do."""
ENDS = ("end_turn", "finish")
HOLD = 0.5
"""What it is worth for a point not to spend it while a mech wins by staying: less than any act that helps it to."""
FREE = 5.0
"""What a bot adds for cards that cost nothing now, so that it draws them first; a person may draw them at any time of the turn."""

RAIDS = gettext_noop("It wins if it still stands there, able to act, when your next turn begins.")
WINS = gettext_noop("It wins at once.")
STAYS = gettext_noop("%(unit)s wins if it still stands there, able to act, when your next turn begins.")
NEARER = (
    gettext_noop("1 step from the enemy warship."),
    gettext_noop("%(count)s steps from the enemy warship."),
)
CLOSER = gettext_noop("Nearer to what it can shoot at.")
AIMS = gettext_noop("Can then shoot at %(unit)s.")
SAFER = (
    gettext_noop("Out of reach of 1 enemy mech."),
    gettext_noop("Out of reach of %(count)s enemy mechs."),
)
BARS = gettext_noop("Bars the way to your warship.")
RAIDER = gettext_noop("%(unit)s is about to reach your warship.")
STRENGTH = gettext_noop("+%(percent)s strength in play.")
ONE_MORE = gettext_noop("One more mech that runs, shoots and bars the way.")
ENERGY = gettext_noop("Energy for what your warship and its weapons can do.")
ANSWER = gettext_noop("One more card to answer blows with.")
GEAR = gettext_noop("Cards for the next mech that comes out.")
SAVED = gettext_noop("It comes back whole later.")
EACH = gettext_noop("Each of your %(count)s mechs moves or attacks.")
WORDS = (
    RAIDS,
    WINS,
    STAYS,
    *NEARER,
    CLOSER,
    AIMS,
    *SAFER,
    BARS,
    RAIDER,
    STRENGTH,
    ONE_MORE,
    ENERGY,
    ANSWER,
    GEAR,
    SAVED,
    EACH,
)


def advise(shown: Json, state: State, entries: list[Json]) -> None:
    """Puts `advice` into at most `MOST` of the choices of a step: its `rank` from 1 on, what the order `gives` and what it `risks`, as phrases.

    `state`: what the view `shown` tells (`imagine.known`). One of each kind and mech, in a window one answer; none in a plan of Blitz.
    """
    if shown["phase"] == "window":
        _advise_answer(shown, entries)
    if shown["phase"] not in PHASES:
        return
    reading = Reading(shown)
    values = Values(reading, STYLE)
    holding = _holding(reading, state)
    is_bare = not reading.on_board(reading.seat)
    best: dict[tuple[str, ...], tuple[float, Json]] = {}
    acts: dict[str, float] = {}
    for entry in entries:
        order = entry.get("orders")
        if not order or entry.get("adds") or order["type"] == "operate_all":
            continue
        if order["type"] == "deploy" and order["pilot"] != entry["along"]["pilot"]:
            continue
        act = order.get("act")
        if holding and order["type"] in ENDS and state.phase != "operate":
            best["hold",] = (HOLD, entry)
            continue
        if act and act["unit"] in holding and act["do"] == "move":
            continue
        value = 0.0 if act and _is_too_late(values, act) else worth(values, order)
        if act:
            acts[act["unit"]] = max(acts.get(act["unit"], 0.0), value)
        value -= FREE * bool(order.get("free"))
        rate = value / max(1, entry["costs"].get("ap", 0)) + FIRST_OUT * (is_bare and order["type"] == "deploy")
        if order.get("free"):
            rate = max(rate, SPARE)
        key = (order["type"], *((act["unit"], act["do"]) if act else ()))
        if rate > best.get(key, (KEPT, None))[0]:
            best[key] = (rate, entry)
    together = sum(acts.values()) / 2 if len(acts) >= CREW else 0.0
    for entry in entries:
        if together > KEPT and (entry.get("orders") or {}).get("type") == "operate_all":
            best["operate_all",] = (together, entry)
    ranked = sorted(best.values(), key=lambda one: -one[0])
    hold = best.get(("hold",))
    if hold:
        # What wins is always among them; once no points are left it comes first.
        others = [one for one in ranked if one is not hold][: MOST - 1]
        ranked = [hold, *others] if state.phase == "end_step" else [*others, hold]
    free = next((one for one in ranked if one[1]["orders"].get("free")), None)
    if free and _is_last(state, reading.seat, ranked[0][1]):
        # What costs nothing would be lost with the last point.
        ranked = [free, *(one for one in ranked if one is not free)]
    elif free and free not in ranked[:MOST]:
        ranked.insert(MOST - 1, free)
    highest = max((rate for rate, _ in ranked), default=0.0)
    for rank, (rate, entry) in enumerate(ranked[:MOST], start=1):
        order = entry["orders"]
        if rate >= highest * LEAST or order.get("free") or order["type"] in ENDS:
            entry["advice"] = {
                "rank": rank,
                "gives": list(_gives(values, state, order, len(acts))),
                "risks": [
                    *(said for said in entry["leads"] if said["text"] == DRAWS_EVENT),
                    *harm(state, reading.seat, order, entry["costs"], entry["odds"]),
                ],
            }


def _is_last(state: State, seat: int, entry: Json) -> bool:
    """Does the turn end with this order, but not the match?"""
    return ends_turn(state, seat, entry["orders"]) and all(said["text"] != labels.WINS for said in entry["leads"])


def _advise_answer(shown: Json, entries: list[Json]) -> None:
    reading = Reading(shown)
    values = Values(reading, STYLE)
    best, height = None, 0.0
    for entry in entries:
        used = entry["orders"]["use"] if "orders" in entry else None
        if used is None or len(used) > 1:
            continue
        value = reactions.worth(reading, values, used[0]) if used else 0.0
        if best is None or value > height:
            best, height = entry, value
    if best is not None:
        best["advice"] = {"rank": 1, "gives": [], "risks": []}


def _holding(reading: Reading, state: State) -> list[str]:
    """Own mechs that win by staying where they are until the next own turn."""
    race = reading.view["race"]
    is_last = race is not None and reading.view["round"] >= race["last_round"]
    if not (reading.raid and reading.raid_waits) or is_last:
        return []
    return [one.id for one in state.sides[reading.seat].mechs if holds_raid(one)]


def _is_too_late(values: Values, act: Json) -> bool:
    """Would it enter the enemy ship area in the last round, though a raid has to hold until the next one?"""
    view = values.reading.view
    is_last = view["race"] is not None and view["round"] >= view["race"]["last_round"]
    return bool(
        is_last
        and values.reading.raid_waits
        and act["do"] == "move"
        and tuple(act["path"][-1]) == ship_area(1 - values.seat)
    )


def _gives(values: Values, state: State, order: Json, crew: int) -> Iterator[Phrase]:
    """What comes of an order, but for the odds of an attack and what stands on a card."""
    kind, act = order["type"], order.get("act", {})
    if kind in ENDS:
        for mech in _holding(values.reading, state):
            yield phrase(STAYS, unit=unit_name(state, mech, values.seat))
    if kind == "operate_all":
        yield phrase(EACH, count=crew)
    elif kind == "deploy":
        yield from _comes_out(values, order)
    elif kind == "gather":
        yield phrase(ENERGY)
    elif kind == "resupply":
        yield phrase(ANSWER if order["mode"] == "ship" else GEAR)
    elif kind == "recall":
        yield phrase(SAVED)
    elif act.get("do") == "move":
        yield from [*_moves(values, state, act)] or [phrase(CLOSER)]
    elif act.get("do") == "attack" or order.get("target"):
        yield from _stops(values, state, act.get("target") or order["target"])
    if state.phase == "end_step" and act:
        yield why_extra(state, state.need(act["unit"]), act)


def _comes_out(values: Values, order: Json) -> Iterator[Phrase]:
    reading = values.reading
    if values.barred(None, (order["at"][0], order["at"][1])) > 0:
        yield phrase(BARS)
    if "arms_race" in reading.view["victory"] and reading.view["options"]["arms_race_measure"] != "sum":
        part = reading.units[order["mech"]]["hp"] / printed(reading, reading.seat)
        yield phrase(STRENGTH, percent=f"{round(100 * part)} %")
    else:
        yield phrase(ONE_MORE)


def _moves(values: Values, state: State, act: Json) -> Iterator[Phrase]:
    reading, seat = values.reading, values.seat
    unit = reading.units[act["unit"]]
    start, end = reading.place(unit), (act["path"][-1][0], act["path"][-1][1])
    if reading.raid and end == ship_area(1 - seat):
        yield phrase(RAIDS if reading.raid_waits else WINS)
        return
    ways = reading.ways(seat, values.foe_places)
    if reading.raid and ways[end] < ways[start]:
        yield phrase(NEARER[0]) if ways[end] == 1 else phrase(NEARER[1], count=ways[end])
    if values.barred(start, end) > 0:
        yield phrase(BARS)
    for target in values.targets():
        at = reading.place(target)
        arms = [cards.WEAPON[arm["id"].split("#")[0]]["range"] for arm in unit["weapons"] if arm["ammo"] != 0]
        if any(low <= distance(end, at) <= high for low, high in arms) and not any(
            low <= distance(start, at) <= high for low, high in arms
        ):
            yield phrase(AIMS, unit=unit_name(state, target["id"], seat))
            break
    mech = state.need(act["unit"])
    safer = strikers(state, seat, mech) - strikers(state, seat, replace(mech, at=end))
    if safer > 0:
        yield phrase(SAFER[0]) if safer == 1 else phrase(SAFER[1], count=safer)


def _stops(values: Values, state: State, target: str) -> Iterator[Phrase]:
    reading = values.reading
    unit = reading.units.get(target)
    if not reading.raid or unit is None or not unit["is_mech"] or unit["seat"] == values.seat:
        return
    if reading.turns_to_raid(unit, reading.place(unit), values.own_places) <= SOON:
        yield phrase(RAIDER, unit=unit_name(state, target, values.seat))
