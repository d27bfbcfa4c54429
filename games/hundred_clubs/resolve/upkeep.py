"""Where do the capitals stand, what is supplied, and what do the clubs earn? Chapters 7.8, 7.9 and 8.1."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from games.core.bits import members
from games.core.events import Event
from games.hundred_clubs.board import Bits, to_bits
from games.hundred_clubs.resolve.work import Work
from games.hundred_clubs.settings import Settings
from games.hundred_clubs.sight import facts
from games.hundred_clubs.state import MILLION


def move_capitals(work: Work) -> None:
    """Move each capital to the cell ordered, if that is access land now (7.8)."""
    state = work.state
    access = facts(state).access
    for seat, orders in work.orders.items():
        usual = work.before.capital_place(seat)
        wanted = orders.get("capital")
        cell = usual if wanted is None else work.board.cell(wanted)
        if cell is None:
            cell = usual
        stands = cell is not None and access[seat] >> cell & 1
        state.capital[seat] = cell if stands else None
        if state.returning:
            state.returning[seat] = None if stands else cell
        _tell(work, seat, work.before.capital[seat], cell)


def _tell(work: Work, seat: int, before: int | None, cell: int | None) -> None:
    now = work.state.capital[seat]
    if now == before:
        return
    place = work.board.place
    event = {
        "seat": seat,
        "from": None if before is None else place(before),
        "at": None if cell is None else place(cell),
    }
    if now is not None:
        work.tell({"type": "capital_moved", **event}, allies_of=(seat,))
        return
    assert cell is not None, "a capital that is lost was to stand somewhere"
    reason = "no_access"
    if work.wet >> cell & 1:
        reason = "water"
    elif work.access[seat] >> cell & 1:
        reason = "taken"
    work.tell({"type": "capital_lost", **event, "reason": reason}, allies_of=(seat,))


def supply(work: Work) -> None:
    """Cut off all own land that no friendly capital reaches over access land (7.9)."""
    state, now = work.state, facts(work.state)
    cut = 0
    for seat in work.orders:
        capitals = 0
        for ally in state.allies(seat):
            cell = state.capital[ally]
            if cell is not None:
                capitals |= 1 << cell
        own = now.own[seat]
        cut |= own & ~work.board.spread(capitals, now.access[seat]) if own else 0
    state.cut = cut
    work.supplied_at = len(work.notes)


def tell_supply(work: Work) -> None:
    """Tell each club of cells that it sees cut off since this round, and of cells that the same owner has supplied again.

    What a club did not see before the round tells nothing of its past: a mark that comes into sight is a new one.
    """
    before, now = work.before, work.state
    if not (before.cut or now.cut):
        return
    same = np.frombuffer(before.owner, np.uint8) == np.frombuffer(now.owner, np.uint8)
    kept = before.cut & to_bits(same[None, :])[0]
    notes = list(_supply_events(work, now.cut & ~kept, kept & ~now.cut, []))
    for seat, (then, sight) in enumerate(zip(work.known.sight, facts(now).sight, strict=True)):
        known = kept & then
        for event in _supply_events(work, now.cut & sight & ~known, known & sight & ~now.cut, [seat]):
            notes.append({**event, "redacted": True})
    work.notes[work.supplied_at : work.supplied_at] = notes


def _supply_events(work: Work, cut: Bits, supplied: Bits, to: list[int]) -> Iterator[Event]:
    """At most one event of each kind. Told to nobody it is the referee's, of which each club hears its part."""
    for kind, bits in (("cut_off", cut), ("resupplied", supplied)):
        if bits:
            yield {"type": kind, "cells": work.board.places_of(members(bits)), "round": work.before.round, "to": to}


def tax(work: Work) -> None:
    """Corruption, the dole and income (8.1)."""
    state, settings = work.state, work.state.settings
    now = facts(state)
    for seat in work.orders:
        before, income = state.saving[seat], now.income[seat]
        kept = kept_of(settings, before, now.area[seat])
        dole = 0 if state.capital[seat] is None else dole_in(settings, work.before.round)
        state.saving[seat] = kept + dole + income
        state.peak[seat] = max(state.peak[seat], income)
        event = {"type": "taxes", "seat": seat, "before": before, "corruption": before - kept, "dole": dole}
        work.tell(
            {**event, "income": income, "saving": state.saving[seat]}, allies_of=(seat,)
        )  # fmt: skip


def kept_of(settings: Settings, saving: int, area: int) -> int:
    """What corruption leaves of a saving to a club with that many cells (8.1)."""
    return max(0, saving * (MILLION - settings.corruption_ppm * area) // MILLION)


def dole_in(settings: Settings, round_: int) -> int:
    """What a club gets in a round if its capital stands (8.1)."""
    return settings.wage_base + settings.wage_per_round * round_
