"""What do the commands make of the relations? Chapter 5.2, steps a to e."""

from __future__ import annotations

from typing import Any

from games.core.events import Event
from games.hundred_clubs.constants import BACKSTAB, FORM_ALLIANCE, JUSTIFY_WAR, KEEP_NEUTRAL, RELATIONS, STATUS_QUO
from games.hundred_clubs.orders import is_knife_bound, price
from games.hundred_clubs.resolve.work import Work
from games.hundred_clubs.settings import Settings
from games.hundred_clubs.sight import accesses
from games.hundred_clubs.state import ALLIED, AT_WAR, NEUTRAL, UNDISCOVERED, State

Commands = dict[int, dict[int, str]]
"""Per living club its command to each living club that it has discovered, ascending."""


def answer(work: Work) -> None:
    """Turn commands into payments, counters, relations and truces."""
    wanted = _wanted(work)
    work.state.commands = {
        seat: [row.get(target) for target in range(work.state.seats)] for seat, row in wanted.items()
    }
    commands = {seat: _stab_once(work, seat, row) for seat, row in wanted.items()}
    for seat, row in commands.items():
        _pay(work, seat, row)
    for seat, row in commands.items():
        _justify(work, seat, row)
    for a, row in commands.items():
        for b in row:
            if a < b:
                _relate(work, a, b, commands)
    work.access = accesses(work.known.own, work.state.relation)


def _wanted(work: Work) -> Commands:
    before = work.before
    living = before.living()
    found: Commands = {}
    for seat in living:
        given = work.orders[seat].get("diplomacy") or {}
        relation = before.relation[seat]
        found[seat] = {
            target: given.get(str(target)) or STATUS_QUO[RELATIONS[relation[target]]]
            for target in living
            if target != seat and relation[target] != UNDISCOVERED
        }
    return found


def _stab_once(work: Work, seat: int, row: dict[int, str]) -> dict[int, str]:
    """Step a: the first backstab that no truce forbids counts if the club has not used its own, every other one is keep_neutral."""
    found = row.copy()
    for target, command in row.items():
        if command != BACKSTAB:
            continue
        if work.state.stabbed[seat] or is_knife_bound(work.state.settings.chosen, work.before.truce[seat][target]):
            found[target] = KEEP_NEUTRAL
            continue
        work.state.stabbed[seat] = True
        effective = work.before.relation[seat][target] != AT_WAR
        work.tell_seat(seat, {"type": "backstab_spent", "seat": seat, "target": target, "effective": effective})
    return found


def _pay(work: Work, seat: int, row: dict[int, str]) -> None:
    """Step b: who cannot pay a command in full pays nothing and keeps neutral, in place."""
    state, settings = work.state, work.state.settings
    for target, command in row.items():
        if command not in (JUSTIFY_WAR, FORM_ALLIANCE):
            continue
        cost = price(settings.chosen, command, work.known.area[target])
        assert cost is not None, "every area is known here"
        paid = cost <= state.saving[seat]
        if paid:
            state.saving[seat] -= cost
        else:
            row[target] = KEEP_NEUTRAL
        kind = "paid" if paid else "unpaid"
        work.tell_seat(seat, {"type": kind, "seat": seat, "target": target, "command": command, "price": cost})


def _justify(work: Work, seat: int, row: dict[int, str]) -> None:
    """Step c: count the rounds running."""
    state, before = work.state, work.before
    for target, command in row.items():
        if command != JUSTIFY_WAR:
            state.justify[seat][target] = 0
            continue
        relation = before.relation[seat][target]
        blocked = is_blocked(state.settings, relation == ALLIED, before.truce[seat][target])
        count = 0 if blocked else before.justify[seat][target] + 1
        state.justify[seat][target] = count
        if relation != AT_WAR:
            event = {"type": "justification", "seat": seat, "target": target, "count": count}
            work.tell_seat(seat, {**event, "blocked_by_truce": blocked})


def is_blocked(settings: Settings, are_allied: bool, truce: int) -> bool:
    """Does a truce, or an alliance that ends in one, keep a justification from counting (step c)?"""
    return truce > 0 or (are_allied and settings.truce_rounds > 0)


def _relate(work: Work, a: int, b: int, commands: Commands) -> None:
    """Steps d and e for one pair."""
    state = work.state
    was = work.before.relation[a][b]
    now, cause, by = _outcome(work, a, b, commands)
    state.relation[a][b] = state.relation[b][a] = now
    if now == AT_WAR:
        state.justify[a][b] = state.justify[b][a] = 0
    left = max(0, state.truce[a][b] - 1)
    if now != NEUTRAL:
        left = 0
    elif was in (ALLIED, AT_WAR):
        left = state.settings.truce_rounds
    state.truce[a][b] = state.truce[b][a] = left
    if now != was:
        announce(work, a, b, was, cause, by)


def _outcome(work: Work, a: int, b: int, commands: Commands) -> tuple[int, str, int | None]:
    """Step d: the new relation, what made it, and whose deed it was; None if it was both's or nobody's."""
    state = work.state
    said = {a: commands[a][b], b: commands[b][a]}
    stabs = [seat for seat in (a, b) if said[seat] == BACKSTAB]
    if stabs:
        return AT_WAR, "backstab", _only(stabs)
    if work.before.relation[a][b] == AT_WAR:
        return (AT_WAR if JUSTIFY_WAR in said.values() else NEUTRAL), "lapsed", None
    needed = state.settings.justify_rounds
    ready = [seat for seat, other in ((a, b), (b, a)) if state.justify[seat][other] >= needed]
    if ready:
        return AT_WAR, "justified", _only(ready)
    if said[a] == said[b] == FORM_ALLIANCE:
        return ALLIED, "mutual", None
    return NEUTRAL, "lapsed", None


def _only(seats: list[int]) -> int | None:
    return seats[0] if len(seats) == 1 else None


def announce(work: Work, a: int, b: int, was: int, cause: str, by: int | None) -> None:
    """Tell of a new relation: the two, their allies, and of wars and truces whoever is neutral to one of them."""
    event, audience = announcement(work.state, a, b, was, cause, by)
    work.tell(event, **audience)


def announcement(state: State, a: int, b: int, was: int, cause: str, by: int | None) -> tuple[Event, dict[str, Any]]:
    """The event of a new relation and its audience, by the fields of `Note`."""
    now, truce = state.relation[a][b], state.truce[a][b]
    event = {"type": "relation", "a": a, "b": b, "was": RELATIONS[was], "now": RELATIONS[now], "truce": truce}
    is_widely_known = AT_WAR in (was, now) or truce > 0
    # Where both did it, each is told of its own deed only: that of the other one is a secret command.
    is_both = by is None and cause in ("backstab", "justified")
    audience = {
        "seats": (a, b),
        "full": () if is_both else (a, b),
        "aside": ((a, {"by": a}), (b, {"by": b})) if is_both else (),
        "hide": ("cause", "by"),
        "allies_of": (a, b),
        "neutral_to": (a, b) if is_widely_known else (),
    }
    return {**event, "cause": cause, "by": by}, audience
