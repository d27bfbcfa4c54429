"""What may an audience know of a position? Chapters 11 and 13; events are addressed in `resolve/work.py`.

Audiences of one position share the parts of their views that are alike: whoever gets a view reads it and changes nothing.
"""

from __future__ import annotations

from itertools import compress, repeat
from operator import and_, getitem, itemgetter
from typing import Any

from games.core.events import REFEREE, Audience
from games.planet_conquer import constants
from games.planet_conquer.orders import is_too_late
from games.planet_conquer.production import base_line, fee_quarters, next_step_at, produce
from games.planet_conquer.sight import facts, flags
from games.planet_conquer.standing import standing_json
from games.planet_conquer.state import Effect, Facts, State, fleets_json

Json = Any


def view(state: State, audience: Audience) -> dict[str, Json]:
    """The view of a seat, of a stranger ("public") or of the referee."""
    seat = audience if isinstance(audience, int) else None
    everything = audience == REFEREE or state.phase == "ended" or not state.settings.fog
    known = facts(state)
    if "blank" not in known.shown:
        known.shown["blank"] = _blank(state)
    shown: dict[str, Json] = known.shown["blank"].copy()
    if seat is not None:
        shown["seat"] = seat
        shown["you"] = _you(state, known, seat)
        if state.effects:
            shown["attacks"] = _attacks(state, seat)
        shown["tactics"] = _tactics(state, known, seat)
    shown["seats"] = _seats(state, known, seat, everything)
    shown["planets"] = _planets(state, known, seat, everything)
    shown["fleets"] = _fleets(state, known, seat, everything)
    if state.pending:
        shown["announcements"] = _announcements(state, known, seat, everything)
    if state.settings.standing:
        shown["standing"] = _standing(state, audience)
    if audience == REFEREE:
        shown["pending"] = [pending._asdict() for pending in state.pending]
    return shown


def _standing(state: State, audience: Audience) -> list[dict[str, Json]]:
    """One's own standing routes; plans like orders, so nobody else sees them before the end, in open games either."""
    if audience == REFEREE or state.phase == "ended":
        told = range(state.seats)
    else:
        told = range(audience, audience + 1) if isinstance(audience, int) else range(0)
    return [{"seat": seat, **row} for seat in told for row in standing_json(state.standing[seat])]


def _blank(state: State) -> dict[str, Json]:
    """A view with all its fields in their order, filled with what is the same for every audience; the rest is empty."""
    return {
        "game": constants.GAME_ID,
        "version": constants.STATE_VERSION,
        "round": state.round,
        "max_round": state.settings.max_round,
        "phase": state.phase,
        "fog": state.settings.fog,
        "seat": None,
        "you": None,
        "seats": [],
        "planets": [],
        "fleets": [],
        "announcements": [],
        "attacks": [],
        "tactics": [],
        "map": state.chart.document,
        "rules": _rules(state),
        "result": state.result,
    }


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
    line: int = base_line(state.chart.total_max, state.out.count(None))
    return line


def quarters_of(state: State, known: Facts) -> list[int]:
    """Fee level per seat as the next upkeep would have it."""
    if not state.settings.maintain_fee:
        return [constants.FULL_FEE] * state.seats
    line = line_of(state)
    return [fee_quarters(units, line) for units in known.units]


def _you(state: State, known: Facts, seat: int) -> dict[str, Json]:
    fee = _NO_FEE
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


_NO_FEE: dict[str, Json] = {"on": False, "base_line": None, "quarters": constants.FULL_FEE, "next_step_at": None}


def _seats(state: State, known: Facts, viewer: int | None, everything: bool) -> list[dict[str, Json]]:
    shown = known.shown
    if "seats" not in shown:
        shown["seats"] = _seat_lines(state, known, own=True)
        shown["others"] = _seat_lines(state, known, own=False)
    full: list[dict[str, Json]] = shown["seats"]
    if everything:
        return full
    lines: list[dict[str, Json]] = shown["others"]
    if viewer is None:
        return lines
    lines = lines.copy()
    lines[viewer] = full[viewer]
    return lines


def _seat_lines(state: State, known: Facts, *, own: bool) -> list[dict[str, Json]]:
    """Every seat as it sees itself, or as the others see it."""
    counted = own or state.settings.show_scores
    return [
        {
            "seat": seat,
            "status": "in" if out is None else out.reason,
            "out_round": None if out is None else out.round,
            "planets": planets if counted or out is not None else None,
            "units": units if counted or out is not None else None,
            "points": points if own else None,
            "lot": lot,
        }
        for seat, (out, planets, units, points, lot) in enumerate(
            zip(state.out, known.planets, known.units, state.points, state.lots, strict=True)
        )
    ]


# Planets.


def _planets(state: State, known: Facts, viewer: int | None, everything: bool) -> list[dict[str, Json]]:
    if everything:
        if "everything" not in known.shown:
            known.shown["everything"] = _all_planets(state, known)
        planets: list[dict[str, Json]] = known.shown["everything"]
        return planets
    if viewer is None:
        return list(state.chart.never)
    if "plain" not in known.shown:
        known.shown["plain"] = _plain(state)
    sight = known.sights[viewer]
    # Of the two rows of each planet the one that its flag picks.
    rows = zip(known.recalled[viewer], known.shown["plain"], strict=True)
    shown = list(map(getitem, rows, flags(sight, state.chart.count)))
    for planet in {effect.planet for effect in state.effects if effect.type == "halt" and effect.seat == viewer}:
        in_sight = bool(sight >> planet & 1)
        shown[planet] = {**shown[planet], "effects": _effects_for(state, planet, viewer, in_sight=in_sight)}
    if state.settings.maintain_fee:
        own_fee = fee_quarters(known.units[viewer], line_of(state))
        if own_fee != constants.FULL_FEE:
            for planet, owner in enumerate(state.owner):
                if owner == viewer:
                    shown[planet] = {**shown[planet], "next": _next(state, planet, own_fee)}
    return shown


def _all_planets(state: State, known: Facts) -> list[dict[str, Json]]:
    """Every planet as it is, fee levels and hidden effects included."""
    quarters = quarters_of(state, known)
    return [
        {
            "id": planet,
            "seen": "now",
            "owner": owner,
            "units": units,
            "as_of": state.round,
            "next": _next(state, planet, constants.FULL_FEE if owner is None else quarters[owner]),
            "effects": _sorted_effects(state, planet),
        }
        for planet, (owner, units) in enumerate(zip(state.owner, state.units, strict=True))
    ]


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


def _fleets(state: State, known: Facts, viewer: int | None, everything: bool) -> list[dict[str, Json]]:
    """In the order of their names: that of the state tells when a fleet left, and so whether it was sped."""
    if not state.fleets:
        return []
    if "fleets" not in known.shown:
        by_name = sorted(zip(map(_name, state.fleets), known.near, state.fleets, strict=True), key=_name)
        _, near, fleets = zip(*by_name, strict=True)
        known.shown["fleets"] = fleets_json(fleets, state.round - 1), near
    rows: list[dict[str, Json]]
    rows, near = known.shown["fleets"]
    if everything:
        return rows
    if viewer is None:
        return []
    return list(compress(rows, map(and_, near, repeat(known.sights[viewer]))))


_name = itemgetter(0)


def _announcements(state: State, known: Facts, viewer: int | None, everything: bool) -> list[dict[str, Json]]:
    heard = []
    for pending in state.pending:
        line = pending._asdict()
        if pending.type == "terminator" and not everything and pending.seat != viewer:
            if viewer is None or pending.planet is None or not known.sights[viewer] >> pending.planet & 1:
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
    own = sorted((e.planet, e.until) for e in state.effects if e.type == "attack" and e.seat == seat)
    return [{"planet": planet, "until": until} for planet, until in own]


def _tactics(state: State, known: Facts, seat: int) -> list[dict[str, Json]]:
    settings = state.settings
    if "late" not in known.shown:
        last = settings.max_round
        known.shown["late"] = (is_too_late("swap", state.round, last), state.round >= last)
    playing = state.phase == "orders" and state.out[seat] is None
    points, most = state.points[seat], constants.TACTIC_COST[1]
    # No cost is above the most, so more points than that make no difference.
    key = (points if points < most else most, known.shown["late"]) if playing else None
    lines: list[dict[str, Json]] | None = settings.shown.get(key)
    if lines is None:
        lines = settings.shown[key] = [_tactic_line(state, seat, name, playing) for name in settings.costs]
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
