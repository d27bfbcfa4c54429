"""Who finds whom, who is out, what is remembered, and is the match over? Chapters 8.3 and 9."""

from __future__ import annotations

from typing import Any

from games.core.bits import members
from games.core.events import Event
from games.hundred_clubs.board import Bits
from games.hundred_clubs.constants import UNOWNED, UNSEEN, Reason
from games.hundred_clubs.resolve.diplomacy import announce
from games.hundred_clubs.resolve.work import Work
from games.hundred_clubs.setup import discover as discover_clubs
from games.hundred_clubs.sight import facts
from games.hundred_clubs.state import ALLIED, UNDISCOVERED, State


def discover(work: Work) -> None:
    """Pairs of which one sees the other's land know each other from now on (8.3)."""
    for a, b in discover_clubs(work.state):
        announce(work, a, b, UNDISCOVERED, "discovered", None)


def eliminate(work: Work) -> None:
    """Clubs with neither land nor capital are out, and those that resigned."""
    state = work.state
    own = facts(state).own
    gone = [seat for seat in work.orders if seat in work.resigned or (not own[seat] and state.capital[seat] is None)]
    for seat in gone:
        strike_out(state, seat)
    if gone:
        state.facts = None


def strike_out(state: State, seat: int) -> None:
    """Take a club out of the match, in place (9); its land, if it resigned, becomes unowned."""
    state.out[seat] = state.round
    state.saving[seat] = 0
    state.capital[seat] = None
    if state.returning:
        state.returning[seat] = None
    state.owner = state.owner.replace(str(seat).encode(), UNOWNED.encode())
    for other in range(state.seats):
        state.relation[seat][other] = state.relation[other][seat] = ALLIED if other == seat else UNDISCOVERED
        for table in (state.justify, state.truce):
            table[seat][other] = table[other][seat] = 0
    free = sum(1 << cell for cell, letter in enumerate(state.owner) if letter == ord(UNOWNED))
    state.cut &= ~free


def remember(work: Work) -> None:
    """What a club saw and sees no more stays in its memory; tell what came into sight and what left it (10.2)."""
    state = work.state
    for seat, (before, after) in enumerate(zip(work.known.sight, facts(state).sight, strict=True)):
        lost, found = before & ~after, after & ~before
        if lost or found:
            _remember(work, seat, lost, found)
            if state.out[seat] is None:
                work.tell_seat(seat, sighted(state, seat, lost, found))


def _remember(work: Work, seat: int, lost: Bits, found: Bits) -> None:
    """Put cells lost from sight into a seat's memory as they were, and take out those that it sees now."""
    state, last_seen = work.state, work.before.round - 1
    letters, rounds = bytearray(state.memory[seat]), bytearray(state.memory_rounds[seat])
    for cell in members(lost):
        letters[cell] = work.before.owner[cell]
        rounds[cell] = last_seen
    for cell in members(found):
        letters[cell] = ord(UNSEEN)
        rounds[cell] = 0
    state.memory[seat], state.memory_rounds[seat] = bytes(letters), bytes(rounds)


def sighted(state: State, seat: int, lost: Bits, found: Bits) -> Event:
    """The event of new and lost sight; cells in the order of rows."""
    holder, board = facts(state).holder, state.board
    owners = {cell: int(holder[cell]) for cell in members(found)}
    cells = [
        {"at": board.place(cell), "owner": owner if owner < state.seats else None} for cell, owner in owners.items()
    ]
    return {"type": "sighted", "seat": seat, "cells": cells, "lost": board.places_of(members(lost))}


def finish(work: Work) -> None:
    """The next round, or the end."""
    state = work.state
    for seat in work.orders:
        if state.out[seat] is not None:
            work.tell_all({"type": "eliminated", "seat": seat})
    reason = end_reason(state)
    if reason is None and state.round >= state.last_round:
        reason = "last_round"
    if reason is None:
        state.round += 1
        return
    close(state, reason)
    work.tell_all({"type": "over", "outcome": state.result})


def end_reason(state: State) -> Reason | None:
    """Why the match is over although rounds are left (9)."""
    living = len(state.living())
    if living > 1:
        return None
    return "last_club" if living else "nobody_left"


def close(state: State, reason: Reason) -> None:
    """End the match, in place."""
    state.phase = "over"
    state.result = _outcome(state, reason)


def _outcome(state: State, reason: Reason) -> dict[str, Any]:
    """Ranking in groups of equal rank, reason, and a line per seat (9)."""
    known = facts(state)
    income = [0 if state.out[seat] is not None else known.income[seat] for seat in range(state.seats)]
    survived = [state.last_round + 1 if out is None else out for out in state.out]
    merit = list(zip(income, survived, state.peak, strict=True))
    rank = [1 + sum(other > mine for other in merit) for mine in merit]
    table = [
        {
            "seat": seat,
            "rank": rank[seat],
            "income": income[seat],
            "alive": state.out[seat] is None,
            "eliminated_in": state.out[seat],
            "peak": state.peak[seat],
            "area": known.area[seat],
            "saving": state.saving[seat],
        }
        for seat in range(state.seats)
    ]
    groups = [[seat for seat in range(state.seats) if rank[seat] == place] for place in sorted(set(rank))]
    return {"ranking": groups, "reason": reason, "table": table}
