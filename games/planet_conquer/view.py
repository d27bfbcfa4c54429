"""What may an audience know of a position? Chapters 11 and 13; events are addressed in `resolve/work.py`.

Audiences of one position share the parts of their views that are alike: whoever gets a view reads it and changes nothing.
"""

from __future__ import annotations

from itertools import compress
from typing import Any

from games.core.events import REFEREE, Audience
from games.planet_conquer import constants
from games.planet_conquer.orders import is_too_late
from games.planet_conquer.production import base_line, fee_quarters, next_step_at, produce
from games.planet_conquer.sight import facts
from games.planet_conquer.state import Effect, Fleet, Memory, State, fleet_json

Json = Any


def view(state: State, audience: Audience) -> dict[str, Json]:
    """The view of a seat, of a stranger ("public") or of the referee."""
    seat = audience if isinstance(audience, int) else None
    everything = audience == REFEREE or state.phase == "ended" or not state.settings.fog
    shown: dict[str, Json] = {
        "game": constants.GAME_ID,
        "version": constants.STATE_VERSION,
        "round": state.round,
        "max_round": state.settings.max_round,
        "phase": state.phase,
        "fog": state.settings.fog,
        "seat": seat,
        "you": None if seat is None else _you(state, seat),
        "seats": _seats(state, seat, everything),
        "planets": _planets(state, seat, everything),
        "fleets": _fleets(state, seat, everything),
        "announcements": _announcements(state, seat, everything),
        "attacks": [] if seat is None else _attacks(state, seat),
        "tactics": [] if seat is None else _tactics(state, seat),
        "map": state.chart.document,
        "rules": _rules(state),
        "result": state.result,
    }
    if audience == REFEREE:
        shown["pending"] = [pending._asdict() for pending in state.pending]
    return shown


def _rules(state: State) -> dict[str, Json]:
    """Options in effect that a forecast needs; the same for every audience and all match long."""
    settings = state.settings
    if "rules" not in settings.shown:
        settings.shown["rules"] = {
            "maintain_fee": settings.maintain_fee,
            "points_per_round": settings.points_per_round,
            "points_cap": settings.points_cap,
            "lost_turn_limit": settings.lost_turn_limit,
            "crowd_losses": "full" if settings.full_losses else "shared",
            "show_scores": settings.show_scores,
            "reveal_when_out": settings.reveal_when_out,
        }
    rules: dict[str, Json] = settings.shown["rules"]
    return rules


def line_of(state: State) -> int:
    """The fee's base line as the next upkeep would have it (rule 8.2)."""
    return base_line(state.chart.total_max, state.out.count(None))


def quarters_of(state: State) -> list[int]:
    """Fee level per seat as the next upkeep would have it."""
    if not state.settings.maintain_fee:
        return [constants.FULL_FEE] * state.seats
    line = line_of(state)
    return [fee_quarters(units, line) for units in facts(state).units]


def _you(state: State, seat: int) -> dict[str, Json]:
    known = facts(state)
    fee: dict[str, Json] = {"on": False, "base_line": None, "quarters": constants.FULL_FEE, "next_step_at": None}
    if state.settings.maintain_fee:
        line = line_of(state)
        quarters = fee_quarters(known.units[seat], line)
        fee = {"on": True, "base_line": line, "quarters": quarters, "next_step_at": next_step_at(quarters, line)}
    return {
        "points": state.points[seat],
        "planets": known.planets[seat],
        "units": known.units[seat],
        "lost_turns": state.lost_turns[seat],
        "lost_turn_limit": state.settings.lost_turn_limit,
        "fee": fee,
    }


def _seats(state: State, viewer: int | None, everything: bool) -> list[dict[str, Json]]:
    shown = facts(state).shown
    if everything:
        if "seats" not in shown:
            shown["seats"] = [_seat_line(state, seat, own=True) for seat in range(state.seats)]
        full: list[dict[str, Json]] = shown["seats"]
        return full
    if "others" not in shown:
        shown["others"] = [_seat_line(state, seat, own=False) for seat in range(state.seats)]
    lines: list[dict[str, Json]] = shown["others"]
    if viewer is None:
        return lines
    lines = lines.copy()
    lines[viewer] = _seat_line(state, viewer, own=True)
    return lines


def _seat_line(state: State, seat: int, *, own: bool) -> dict[str, Json]:
    known, out = facts(state), state.out[seat]
    counted = own or state.settings.show_scores or out is not None
    return {
        "seat": seat,
        "status": "in" if out is None else out.reason,
        "out_round": None if out is None else out.round,
        "planets": known.planets[seat] if counted else None,
        "units": known.units[seat] if counted else None,
        "points": state.points[seat] if own else None,
    }


# Planets.


def _planets(state: State, viewer: int | None, everything: bool) -> list[dict[str, Json]]:
    known = facts(state)
    if everything:
        if "everything" not in known.shown:
            quarters = quarters_of(state)
            known.shown["everything"] = [
                _seen_now(
                    state,
                    planet,
                    constants.FULL_FEE if owner is None else quarters[owner],
                    _sorted_effects(state, planet),
                )
                for planet, owner in enumerate(state.owner)
            ]
        planets: list[dict[str, Json]] = known.shown["everything"]
        return planets
    if viewer is None:
        return list(state.chart.never)
    if "plain" not in known.shown:
        known.shown["plain"] = _plain(state)
    sight, memory = known.sights[viewer], state.memory[viewer]
    shown = [
        now if sight & bit else _remembered(planet, memory[planet]) if planet in memory else blank
        for planet, (now, bit, blank) in enumerate(
            zip(known.shown["plain"], state.chart.bits, state.chart.never, strict=True)
        )
    ]
    for planet in {effect.planet for effect in state.effects if effect.type == "halt" and effect.seat == viewer}:
        in_sight = bool(sight >> planet & 1)
        shown[planet] = {**shown[planet], "effects": _effects_for(state, planet, viewer, in_sight=in_sight)}
    own_fee = quarters_of(state)[viewer] if state.settings.maintain_fee else constants.FULL_FEE
    if own_fee != constants.FULL_FEE:
        for planet, owner in enumerate(state.owner):
            if owner == viewer:
                shown[planet] = {**shown[planet], "next": _next(state, planet, own_fee)}
    return shown


def _plain(state: State) -> list[dict[str, Json]]:
    """Every planet as a seat in whose sight it is sees it if it pays no fee and has no halt there: most of what views show."""
    chart, as_of = state.chart, state.round
    plain: list[dict[str, Json]] = [
        {
            "id": planet,
            "seen": "now",
            "owner": owner,
            "units": units,
            "as_of": as_of,
            "next": units if owner is None else produce(units, limit, res, cos),
            "effects": [],
        }
        for planet, (owner, units, limit, res, cos) in enumerate(
            zip(state.owner, state.units, chart.limit, chart.res, chart.cos, strict=True)
        )
    ]
    for planet in {effect.planet for effect in state.effects}:
        plain[planet]["next"] = _next(state, planet, constants.FULL_FEE)
        plain[planet]["effects"] = _effects_for(state, planet, None, in_sight=True)
    return plain


def _remembered(planet: int, then: Memory) -> dict[str, Json]:
    return {
        "id": planet,
        "seen": "before",
        "owner": then[0],
        "units": then[1],
        "as_of": then[2],
        "next": None,
        "effects": [],
    }


def _seen_now(state: State, planet: int, quarters: int, effects: list[dict[str, Json]]) -> dict[str, Json]:
    return {
        "id": planet,
        "seen": "now",
        "owner": state.owner[planet],
        "units": state.units[planet],
        "as_of": state.round,
        "next": _next(state, planet, quarters),
        "effects": effects,
    }


def _next(state: State, planet: int, quarters: int) -> int:
    """Units after the next production if nothing else happens."""
    units, chart = state.units[planet], state.chart
    if state.owner[planet] is None:
        return units
    boosted = False
    for effect in state.effects:
        if effect[1] == planet:
            if effect[0] == "halt":
                return units
            boosted = boosted or effect[0] == "boost"
    return produce(units, chart.limit[planet], chart.res[planet], chart.cos[planet], quarters, boosted)


def _effect_json(effect: Effect, seat: int | None) -> dict[str, Json]:
    return {"type": effect.type, "seat": seat, "until": effect.until}


def _in_order(effects: list[dict[str, Json]]) -> list[dict[str, Json]]:
    """By what is shown and by nothing else, so that the order tells no hidden seat."""
    if len(effects) > 1:
        effects.sort(
            key=lambda e: (constants.TACTIC_RANK[e["type"]], e["until"], -1 if e["seat"] is None else e["seat"])
        )
    return effects


def _sorted_effects(state: State, planet: int) -> list[dict[str, Json]]:
    return _in_order([_effect_json(effect, effect.seat) for effect in state.effects if effect[1] == planet])


def _effects_for(state: State, planet: int, viewer: int | None, *, in_sight: bool) -> list[dict[str, Json]]:
    """Effects on a planet that the table of chapter 9 shows to this seat under fog; None: to a seat with no halt there."""
    effects = []
    for effect in state.effects:
        if effect[1] != planet or effect[0] == "attack":
            continue
        if effect[0] == "halt":
            if effect[2] == viewer:
                effects.append(_effect_json(effect, viewer))
            elif in_sight:
                effects.append(_effect_json(effect, None))
        elif in_sight:
            effects.append(_effect_json(effect, effect[2]))
    return _in_order(effects)


# Fleets and tactics.


def _fleets(state: State, viewer: int | None, everything: bool) -> list[dict[str, Json]]:
    """In the order of their names: that of the state tells when a fleet left, and so whether it was sped."""
    known = facts(state)
    if "fleets" not in known.shown:
        before = state.round - 1
        by_name = sorted(zip(state.fleets, known.near, strict=True), key=_name)
        known.shown["fleets"] = [fleet_json(fleet, fleet[6] - before) for fleet, _ in by_name]
        known.shown["near"] = [near for _, near in by_name]
    fleets: list[dict[str, Json]] = known.shown["fleets"]
    if everything:
        return fleets
    if viewer is None:
        return []
    sight = known.sights[viewer]
    return list(compress(fleets, map(sight.__and__, known.shown["near"])))


def _name(fleet_and_ends: tuple[Fleet, int]) -> str:
    return fleet_and_ends[0][0]


def _announcements(state: State, viewer: int | None, everything: bool) -> list[dict[str, Json]]:
    if not state.pending:
        return []
    heard = []
    for pending in state.pending:
        line = pending._asdict()
        if pending.type == "terminator" and not everything and pending.seat != viewer:
            if viewer is None or pending.planet is None or not facts(state).sights[viewer] >> pending.planet & 1:
                continue
            line["seat"] = None
        heard.append(line)
    if len(heard) > 1:
        # As with effects: the order must not tell a hidden seat.
        heard.sort(key=lambda line: (constants.TACTIC_RANK[line["type"]], _rank(line["planet"]), _rank(line["seat"])))
    return heard


def _rank(number: int | None) -> int:
    return -1 if number is None else number


def _attacks(state: State, seat: int) -> list[dict[str, Json]]:
    if not state.effects:
        return []
    own = sorted((e.planet, e.until) for e in state.effects if e.type == "attack" and e.seat == seat)
    return [{"planet": planet, "until": until} for planet, until in own]


def _tactics(state: State, seat: int) -> list[dict[str, Json]]:
    settings, round_ = state.settings, state.round
    playing = state.phase == "orders" and state.out[seat] is None
    swap_late, last = is_too_late("swap", round_, settings.max_round), round_ >= settings.max_round
    # No cost is above 100, so more points than that make no difference.
    key = (min(state.points[seat], constants.TACTIC_COST[1]), swap_late, last) if playing else None
    if key not in settings.shown:
        settings.shown[key] = [_tactic_line(state, seat, name, playing) for name in settings.costs]
    lines: list[dict[str, Json]] = settings.shown[key]
    return lines


def _tactic_line(state: State, seat: int, name: str, playing: bool) -> dict[str, Json]:
    cost = state.settings.costs[name]
    why = None
    if not playing:
        why = "not_pending"
    elif name not in state.settings.allowed:
        why = "tactic_disabled"
    elif is_too_late(name, state.round, state.settings.max_round):
        why = "too_late"
    elif state.points[seat] < cost:
        why = "not_enough_points"
    return {"type": name, "cost": cost, "allowed": why is None, "why_not": why}


def scores(state: State) -> dict[str, list[int]]:
    """Planets and units per seat, for curves after the match."""
    known = facts(state)
    return {"planets": known.planets, "units": known.units}
