"""What do tactics do? Steps 2, 4, 5, 8 and 10 (chapter 9)."""

from __future__ import annotations

from typing import Any

from games.core.bits import members
from games.planet_conquer import constants
from games.planet_conquer.resolve.work import Work
from games.planet_conquer.sight import granted, near_ends, reach
from games.planet_conquer.state import Effect, Fleet, Pending


def pay_tactics(work: Work) -> None:
    """Step 2: tactics are paid and become effects or wait for the next round."""
    state = work.state
    played: list[tuple[int, int, dict[str, Any]]] = []
    for seat, orders in work.orders.items():
        tactic = orders["tactic"]
        if tactic is None:
            continue
        type_ = tactic["type"]
        rule = constants.TACTICS[type_]
        state.points[seat] -= state.settings.costs[type_]
        planet = tactic.get("planet")
        if rule.lasts is not None:
            state.effects = [e for e in state.effects if e[:3] != (type_, planet, seat)]
            state.effects.append(Effect(type_, planet, seat, state.round + rule.lasts))
        if rule.strikes_next:
            state.pending.append(Pending(type_, seat, planet, tactic.get("seat"), state.round + 1))
        # Among those who hide their seat the order must not tell it either: they come first, by type.
        rank = constants.TACTIC_RANK[type_] if rule.hides_seat else len(constants.TACTICS) + seat
        played.append((-1 if planet is None else planet, rank, {"seat": seat, "tactic": tactic}))
    for planet, _, fields in sorted(played, key=lambda entry: entry[:2]):
        rule = constants.TACTICS[fields["tactic"]["type"]]
        bit = 1 << fields["seat"]
        if rule.shown == "all":
            work.tell_all("tactic_played", **fields)
        elif rule.shown == "own":
            work.tell_seats(bit, "tactic_played", **fields)
        else:
            work.tell(planet, bit, "tactic_played", hide="seat" if rule.hides_seat else None, **fields)


def speed_up(work: Work) -> None:
    """Step 4: `fast` halves the rounds left of its seat's fleets to the planet (rule 9.4)."""
    state = work.state
    hurried = {
        (seat, orders["tactic"]["planet"])
        for seat, orders in work.orders.items()
        if orders["tactic"] is not None and orders["tactic"]["type"] == "fast"
    }
    if not hurried:
        return
    done = state.round - 1
    sped: list[tuple[int, int, int]] = []
    for i, fleet in enumerate(state.fleets):
        if (fleet.seat, fleet.target) in hurried and fleet.kind != "teleport":
            before = fleet.due - done
            left = -(-before // 2)
            if left != before:
                state.fleets[i] = fleet._replace(due=done + left)
                sped.append((i, before, left))
    near = near_ends(state.fleets, done)
    sights = granted(state, reach(state, near))
    for i, before, left in sorted(sped, key=lambda entry: state.fleets[entry[0]].target):
        fleet = state.fleets[i]
        seers = sum(1 << seat for seat, sight in enumerate(sights) if sight & near[i])
        work.tell_seats(1 << fleet.seat | seers, "fleet_sped", fleet=fleet.id, left_before=before, left=left)


def strike(work: Work) -> None:
    """Step 5: terminators and eleminates of the last round, all from the same position (rules 9.1 and 9.8)."""
    state = work.state
    due = [p for p in state.pending if p.round == state.round and p.type != "swap"]
    if not due:
        return
    state.pending = [p for p in state.pending if p not in due]
    hits: dict[int, list[Pending]] = {}
    for pending in due:
        if pending.type == "terminator" and pending.planet is not None:
            hits.setdefault(pending.planet, []).append(pending)
    purges = sorted(p for p in due if p.type == "eleminate" and state.out[p.seat] is None)
    doomed = _purge(work, purges, hits) if purges else []
    for planet, strikes in sorted(hits.items()):
        _strike_planet(work, planet, strikes)
    for fleet, told in doomed:
        work.tell_seats(told, "fleet_destroyed", fleet=fleet.id, seat=fleet.seat, units=fleet.units, cause="strike")
    if doomed:
        gone = {fleet for fleet, _ in doomed}
        state.fleets = [fleet for fleet in state.fleets if fleet not in gone]


def _purge(work: Work, purges: list[Pending], hits: dict[int, list[Pending]]) -> list[tuple[Fleet, int]]:
    """Adds what eleminates reach to `hits`; the fleets they destroy, each with the bit set of seats that hear of it."""
    state = work.state
    near = near_ends(state.fleets, state.round - 1)
    reaches = reach(state, near)
    sights = granted(state, reaches[:])
    for pending in purges:
        for planet in members(reaches[pending.seat]):
            if state.units[planet] and state.owner[planet] != pending.seat:
                hits.setdefault(planet, []).append(pending)
    doomed = []
    for fleet, ends in zip(state.fleets, near, strict=True):
        issuers = sum(1 << p.seat for p in purges if p.seat != fleet.seat and ends & reaches[p.seat])
        if issuers and fleet.kind != "teleport" and not work.has_effect("god", fleet.target, fleet.seat):
            seers = sum(1 << seat for seat, sight in enumerate(sights) if sight & ends)
            doomed.append((fleet, 1 << fleet.seat | issuers | seers))
    # By name, as in views: not in the order in which they left.
    doomed.sort(key=lambda entry: entry[0].id)
    return doomed


def _strike_planet(work: Work, planet: int, strikes: list[Pending]) -> None:
    state = work.state
    owner, units = state.owner[planet], state.units[planet]
    shielded = owner is not None and work.has_effect("god", planet, owner)
    defended = work.has_effect("defend", planet)
    left = units if shielded else units // 2 if defended else 0
    purgers = [pending.seat for pending in strikes if pending.type == "eleminate"]
    issuers = sum({1 << pending.seat for pending in strikes})
    told = issuers if owner is None else issuers | 1 << owner
    fields: dict[str, Any] = {
        "planet": planet,
        "lost": units - left,
        "left": left,
        "defended": defended,
        "shielded": shielded,
    }
    if purgers:
        work.tell(planet, told, "strike", kind="eleminate", seat=min(purgers), **fields)
    else:
        # Rule 9.1: several terminators act as one; only the seat that is named learns its own name.
        seat = min(pending.seat for pending in strikes)
        work.tell(planet, 1 << seat, "strike", also=told, hide="seat", kind="terminator", seat=seat, **fields)
    state.units[planet] = left
    if not left and owner is not None:
        work.abandon(planet, owner, "strike")


def swap(work: Work) -> None:
    """Step 8: swaps of the last round (rule 9.9)."""
    state = work.state
    due = sorted((p for p in state.pending if p.type == "swap" and p.round == state.round), key=lambda p: p.seat)
    if not due:
        return
    state.pending = [p for p in state.pending if p not in due]
    pairs = {(p.seat, p.target) for p in due}
    for _, a, _, b, _ in due:
        if b is None or (b, a) in pairs or not _has_units(work, a) or not _has_units(work, b):
            continue
        exchange = {a: b, b: a}
        swapped = {planet for planet, owner in enumerate(state.owner) if owner in exchange}
        state.owner = [owner if owner is None else exchange.get(owner, owner) for owner in state.owner]
        state.fleets = [fleet._replace(seat=exchange.get(fleet.seat, fleet.seat)) for fleet in state.fleets]
        work.tell_all("swapped", seats=[a, b])
        work.end_effects(
            [e for e in state.effects if e.planet in swapped and e.type in constants.OWNER_EFFECTS], "owner_changed"
        )  # fmt: skip


def _has_units(work: Work, seat: int) -> bool:
    state = work.state
    return state.out[seat] is None and (seat in state.owner or any(fleet.seat == seat for fleet in state.fleets))


def expire(work: Work, types: frozenset[str]) -> None:
    """Step 10 and U3: effects of these types whose last round this is end."""
    if work.state.effects:
        work.end_effects([e for e in work.state.effects if e.type in types and e.until <= work.state.round], "time")
