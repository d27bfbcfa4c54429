"""What does a round make of the orders? The stages of chapter 7, in their order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.core.bits import members
from games.core.events import Event, EventLog
from games.core.rng import Rng
from games.planet_conquer import constants
from games.planet_conquer.resolve import combat, movement, tactics, turns
from games.planet_conquer.resolve.upkeep import upkeep
from games.planet_conquer.resolve.work import Work, address, seers_of
from games.planet_conquer.sight import granted, near_ends, reach, remembered, survey
from games.planet_conquer.standing import ended
from games.planet_conquer.state import Facts, Memory, State


def _arrive_and_fight(work: Work) -> None:
    """Steps 6 and 7."""
    combat.fight_battles(work, movement.arrive(work))
    if any(effect[0] == "god" for effect in work.state.effects):
        god_heard(work)


STAGES: tuple[Callable[[Work], None], ...] = (
    turns.miss_turns,
    tactics.pay_tactics,
    movement.depart,
    tactics.speed_up,
    tactics.strike,
    _arrive_and_fight,
    tactics.swap,
)
"""Steps 1 to 8; what follows them in `resolve` needs the sums and sights after step 8."""


def resolve(state: State, orders: Mapping[int, Any], rng: Rng | None = None) -> tuple[State, EventLog]:
    """Round `state.round` and the upkeep of the next. A seat in play that has no orders missed its turn (rule 8.7).

    There is no chance in it: `rng` is not asked.
    """
    if state.phase == "ended":
        raise ValueError("the match is over")
    work = Work(state, orders)
    after = work.state
    for stage in STAGES:
        stage(work)
    work.near = near_ends(after.fleets, after.round)
    reached, planets, units = survey(after, work.near)
    turns.drop_beaten(work, planets, units)  # step 9
    work.after = granted(after, reached)
    tactics.expire(work, constants.BATTLE_EFFECTS)  # step 10
    reason = turns.end_reason(after, last_step=True)
    if reason is not None:
        turns.finish(work, reason, planets, units)
        # The arrival step of this round is over but the round stays: what is left of a fleet's way is one less.
        after.fleets = [fleet._replace(due=fleet.due - 1) for fleet in after.fleets]
    seen = [a | b for a, b in zip(work.start, work.after, strict=True)]
    seers = seers_of(seen, after.chart.count)
    owner, held, round_ = after.owner[:], after.units[:], after.round
    sights = work.after
    if reason is None:
        before_upkeep, work.notes = work.notes, []
        after.round += 1
        playing = after.out[:]
        upkeep(work, planets, units)
        if after.owner != owner or after.out != playing:
            sights = granted(after, reach(after, work.near))
        if sights is work.after:
            events = address(before_upkeep + work.notes, seers)
        else:
            events = address(before_upkeep, seers)
            seen_later = [a | b for a, b in zip(seen, sights, strict=True)]
            events += address(work.notes, seers_of(seen_later, after.chart.count))
    else:
        events = address(work.notes, seers)
    if after.settings.fog:
        remember(work, seen, sights, owner, held, round_)  # step 11
    if after.standing:
        events += end_standing(before=state, after=after, round_=work.round)
    after.facts = Facts(sights, work.near, planets, units, work.recalled, {})
    return after, EventLog.of(events)


def end_standing(*, before: State, after: State, round_: int) -> list[Event]:
    """Takes away the standing routes that end in this step and tells each seat of its own (rule 8.9)."""
    events: list[Event] = []
    for seat in after.in_play():
        routes = after.standing[seat]
        gone = ended(routes, seat, before.owner, after.owner)
        lost = {route for route, _ in gone}
        after.standing[seat] = tuple(route for route in routes if route not in lost)
        events += [
            {
                "type": "standing_ended", "round": round_, "seat": seat, "planet": route.source, "target": route.target,
                "cause": cause, "to": [seat],
            }
            for route, cause in gone
        ]  # fmt: skip
    return events


def god_heard(work: Work) -> None:
    """All sides of a battle hear of the gods in it (table of chapter 9)."""
    for i, (event, planet, seats, also, hide) in enumerate(work.notes):
        if planet >= 0 and event["type"] == "tactic_played" and event["tactic"]["type"] == "god":
            work.notes[i] = (event, planet, seats, also | work.sides.get(planet, 0), hide)


def remember(
    work: Work, seen: list[int], sights: tuple[int, ...], owner: list[int | None], units: list[int], round_: int
) -> None:
    """Step 11: planets seen in the round that are out of sight now are remembered as they were before the upkeep.

    What is in sight now is remembered by being so, see `state.py`.
    """
    state = work.state
    for seat, (before, planets, sight) in enumerate(zip(work.start, seen, sights, strict=True)):
        gone = planets & ~sight
        found = sight & ~before
        if not gone and not found:
            continue
        memory, rows = state.memory[seat].copy(), work.recalled[seat].copy()
        for planet in members(found):
            memory.pop(planet, None)
            rows[planet] = state.chart.never[planet]
        for planet in members(gone):
            memory[planet] = then = Memory(owner[planet], units[planet], round_)
            rows[planet] = remembered(planet, then)
        state.memory[seat], work.recalled[seat] = memory, rows
