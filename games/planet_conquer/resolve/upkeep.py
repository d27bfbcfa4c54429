"""What happens between two rounds of orders? The upkeep: points, production, ends of growth effects (U1 to U3)."""

from __future__ import annotations

from games.planet_conquer import constants
from games.planet_conquer.production import base_line, fee_quarters, produce
from games.planet_conquer.resolve import turns
from games.planet_conquer.resolve.tactics import expire
from games.planet_conquer.resolve.work import NO_PLANET, SEAT_LISTS, Work


def upkeep(work: Work, planets: list[int], units: list[int]) -> None:
    """The upkeep of `state.round`. `planets` and `units` are the sums per seat before it; they are kept true."""
    work.round = work.state.round
    work.tell_all("round_started")
    give_points(work)
    grow(work, planets, units, fee_levels(work, units))
    expire(work, constants.GROWTH_EFFECTS)
    turns.drop_beaten(work, planets, units)
    reason = turns.end_reason(work.state, last_step=False)
    if reason is not None:
        turns.finish(work, reason, planets, units)


def give_points(work: Work) -> None:
    """U1: points for every seat in play, up to the cap if there is one (chapter 20)."""
    state = work.state
    points, notes, round_ = state.points, work.notes, state.round
    cap, gift = state.settings.points_cap, state.settings.points_per_round
    for seat in state.in_play():
        before = points[seat]
        after = max(before, min(before + gift, cap)) if cap else before + gift
        if after != before:
            points[seat] = after
            to = "all" if work.open else SEAT_LISTS[1 << seat]
            event = {"type": "points", "round": round_, "seat": seat, "points": after, "to": to}
            notes.append((event, NO_PLANET, 0, 0, None))


def fee_levels(work: Work, units: list[int]) -> list[int]:
    """Fee level per seat, from one snapshot of the sums (rule 8.2)."""
    state = work.state
    if not state.settings.maintain_fee:
        return [constants.FULL_FEE] * state.seats
    line = base_line(state.chart.total_max, state.out.count(None))
    return [fee_quarters(total, line) for total in units]


def grow(work: Work, planets: list[int], units: list[int], quarters: list[int]) -> None:
    """U2: production on all planets (rules 8.1, 9.6, 9.7). `quarters`: fee level per seat."""
    state = work.state
    chart, owner, held, round_ = state.chart, state.owner, state.units, state.round
    halted = {effect.planet for effect in state.effects if effect.type == "halt"}
    boosted = {effect.planet for effect in state.effects if effect.type == "boost"}
    notes, open_ = work.notes, work.open
    for planet, seat, before, limit, res, cos in zip(
        range(chart.count), owner, held, chart.limit, chart.res, chart.cos, strict=True
    ):
        if seat is None:
            continue
        level = quarters[seat]
        halt = planet in halted
        boost = planet in boosted and not halt
        after = before if halt else produce(before, limit, res, cos, level, boost)
        if after == before and not halt:
            continue
        held[planet] = after
        units[seat] += after - before
        event = {
            "type": "production", "round": round_, "planet": planet, "seat": seat, "before": before, "after": after,
            "fee_quarters": level, "boosted": boost, "halted": halt, "to": "all",
        }  # fmt: skip
        notes.append((event, NO_PLANET if open_ else planet, 1 << seat, 0, "fee_quarters"))
        if not after:
            planets[seat] -= 1
            work.abandon(planet, seat, "decay")
