"""Who is still in the match, and when is it over? Steps 1, 9 and the end check (rules 8.7, 8.8 and chapter 10)."""

from __future__ import annotations

from typing import Any

from games.planet_conquer.constants import Reason
from games.planet_conquer.resolve.work import Work
from games.planet_conquer.sight import near_ends, totals
from games.planet_conquer.state import Out, State


def miss_turns(work: Work) -> None:
    """Step 1: lost turns and resignations (rule 8.7)."""
    state = work.state
    limit = state.settings.lost_turn_limit
    for seat in state.in_play():
        orders = work.orders.get(seat)
        if orders is None:
            state.lost_turns[seat] += 1
            work.tell_all("lost_turn", seat=seat, count=state.lost_turns[seat], limit=limit)
            if limit and state.lost_turns[seat] >= limit:
                _leave(work, seat, "lost_turns")
        else:
            state.lost_turns[seat] = 0
            if orders["resign"]:
                _leave(work, seat, "resigned")


def _leave(work: Work, seat: int, reason: str) -> None:
    """The seat goes out with what it has: garrisons become natives, fleets vanish."""
    state = work.state
    planets, units = totals(state)
    state.out[seat] = Out(state.round, reason, planets[seat], units[seat])
    work.orders.pop(seat, None)
    work.tell_all("seat_out", seat=seat, reason=reason)
    work.end_effects([e for e in state.effects if e.seat == seat and e.type != "halt"], "seat_out")
    for planet, owner in enumerate(state.owner):
        if owner == seat:
            state.owner[planet] = None
            work.tell(planet, 1 << seat, "garrison_freed", planet=planet, seat=seat, units=state.units[planet])
    fleets = [fleet for fleet in state.fleets if fleet.seat == seat]
    for fleet, near in zip(fleets, near_ends(fleets, state.round - 1), strict=True):
        seers = sum(1 << other for other, sight in enumerate(work.start) if sight & near)
        work.tell_seats(
            1 << seat | seers, "fleet_destroyed", fleet=fleet.id, seat=seat, units=fleet.units, cause="disbanded"
        )  # fmt: skip
    state.fleets = [fleet for fleet in state.fleets if fleet.seat != seat]
    state.pending = [p for p in state.pending if p.seat != seat or p.type == "terminator"]
    if state.standing:
        state.standing[seat] = ()


def drop_beaten(work: Work, planets: list[int], units: list[int]) -> bool:
    """Step 9 and U3: seats with neither garrison nor fleet go out. True if any did."""
    state = work.state
    if all(planets):
        return False
    beaten = [seat for seat in state.in_play() if not planets[seat] and not units[seat]]
    for seat in beaten:
        state.out[seat] = Out(state.round, "eliminated", 0, 0)
        work.tell_all("seat_out", seat=seat, reason="eliminated")
    return bool(beaten)


def end_reason(state: State, *, last_step: bool) -> Reason | None:
    """Why the match is over, or None (rule 8.8). `last_step`: in step 10, where the round limit counts."""
    left = len(state.in_play())
    if left <= 1:
        return "last_standing" if left else "all_out"
    return "round_limit" if last_step and state.round >= state.settings.max_round else None


def finish(work: Work, reason: Reason, planets: list[int], units: list[int]) -> None:
    """The match ends here with the ranking of chapter 10."""
    state = work.state
    state.phase = "ended"
    state.result = {"reason": reason, "round": state.round, "ranking": ranking(state, planets, units)}
    work.tell_all("match_ended", result=state.result)


def ranking(state: State, planets: list[int], units: list[int]) -> list[dict[str, Any]]:
    """All seats, best first (chapter 10)."""
    ladder: list[tuple[tuple[int, ...], dict[str, Any]]] = []
    line: dict[str, Any]
    for seat, out in enumerate(state.out):
        if out is None:
            key: tuple[int, ...] = (1, planets[seat], units[seat], -state.lots[seat])
            line = {"planets": planets[seat], "units": units[seat], "out_round": None, "out_reason": None}
        else:
            key = (0, out.round, out.planets, out.units, -state.lots[seat])
            line = {"planets": out.planets, "units": out.units, "out_round": out.round, "out_reason": out.reason}
        ladder.append((key, {"seat": seat, **line}))
    ladder.sort(key=lambda entry: entry[0], reverse=True)
    return [{"place": place, **line} for place, (_, line) in enumerate(ladder, start=1)]
