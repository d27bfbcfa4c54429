"""Who owns, may use and sees what? Computed once per position (5.3, 8.2) and shared by views, checks and the next round."""

from __future__ import annotations

import numpy as np

from games.hundred_clubs.board import Bits, Numbers, to_bits
from games.hundred_clubs.constants import ALLIED, RELATIONS, UNOWNED, UNSEEN
from games.hundred_clubs.state import Facts, State

_ALLIED = RELATIONS.index(ALLIED)


def _holders(owner: bytes, seats: int) -> Numbers:
    """Per cell the seat of its owner; `seats` if nobody owns it."""
    letters = np.frombuffer(owner, dtype=np.uint8)
    return np.where(letters == ord(UNOWNED), seats, letters.astype(np.int64) - ord("0"))


def _lands(holder: Numbers, seats: int) -> list[Bits]:
    """Per seat the cells it owns."""
    return to_bits(holder[None, :] == np.arange(seats)[:, None])


def accesses(own: list[Bits], relation: list[list[int]]) -> list[Bits]:
    """Per seat its own land and the land of its allies (chapter 1)."""
    found = []
    for seat, row in enumerate(relation):
        bits = own[seat]
        for other, one in enumerate(row):
            if one == _ALLIED:
                bits |= own[other]
        found.append(bits)
    return found


def facts(state: State) -> Facts:
    """What follows from this position; computed when first asked for."""
    if state.facts is None:
        state.facts = _facts(state)
    return state.facts


def _facts(state: State) -> Facts:
    board, seats = state.board, state.seats
    holder = _holders(state.owner, seats)
    own = _lands(holder, seats)
    access = accesses(own, state.relation)
    sight = [board.widen(bits, state.settings.sight) for bits in access]
    seen = board.to_flags(sight)
    return Facts(
        holder=holder,
        own=own,
        access=access,
        sight=sight,
        area=[bits.bit_count() for bits in own],
        income=_incomes(state, holder),
        letters=np.where(seen, np.frombuffer(state.owner, dtype=np.uint8)[None, :], np.uint8(ord(UNSEEN))),
    )


def _incomes(state: State, holder: Numbers) -> list[int]:
    """Per seat the members of its land (8.1)."""
    sums = np.bincount(holder, state.chart.members.ravel(), state.seats + 1)
    return [int(total) for total in sums[:-1]]


def water(state: State) -> Bits:
    """Cells that nobody can keep (7.7)."""
    if "water" not in state.fixed:
        state.fixed["water"] = to_bits(~state.chart.land.reshape(1, -1))[0]
    bits: Bits = state.fixed["water"]
    return bits
