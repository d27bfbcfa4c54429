"""Which cells fall, and to whom? Chapters 7.2 to 7.7."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from games.core.bits import members
from games.hundred_clubs.board import Bits, Board, Flags, Numbers
from games.hundred_clubs.constants import UNIT, UNOWNED
from games.hundred_clubs.maps import Chart
from games.hundred_clubs.resolve.work import Work
from games.hundred_clubs.settings import Settings
from games.hundred_clubs.state import ALLIED, AT_WAR


class Broken(NamedTuple):
    """Cells whose defence is exceeded (7.5), ascending."""

    alone: list[Bits]
    """Per seat the cells that it has broken alone."""
    shared: list[tuple[int, list[int]]]
    """Cells of which several clubs share the largest attack, with these clubs."""


def conquer(work: Work) -> None:
    """Influence, breaking and connection, for all clubs at the same time."""
    broken = _break(work)
    taken = [connected(work.board, work.access[seat], bits) for seat, bits in enumerate(broken.alone)]
    owner = bytearray(work.state.owner)
    for seat, bits in enumerate(taken):
        for cell in members(bits):
            _tell_taken(work, seat, cell)
            owner[cell] = ord("0") + seat
    for cell, seats in broken.shared:
        owner[cell] = ord(UNOWNED)
        _tell_contested(work, cell, seats)
    for seat, bits in enumerate(broken.alone):
        for cell in members(bits & ~taken[seat]):
            event = {"type": "not_connected", "at": work.board.place(cell), "seat": seat}
            work.tell(event, seats=(seat, *work.owner_before(cell)))
    work.state.owner = bytes(owner)


def connected(board: Board, access: Bits, broken: Bits) -> Bits:
    """Those of the broken cells that are joined to access land through each other (7.6)."""
    return board.spread(access, broken) & broken if broken else 0


def excess_of(chart: Chart, settings: Settings, influence: Numbers) -> Numbers:
    """By how much an attack with this influence exceeds the threshold, per cell; above the defence the cell breaks (7.5)."""
    excess: Numbers = chart.atk.ravel() * influence - UNIT * settings.threshold
    return excess


def _tell_taken(work: Work, seat: int, cell: int) -> None:
    was = work.owner_before(cell)
    event = {"type": "taken", "at": work.board.place(cell), "seat": seat, "was": was[0] if was else None}
    work.tell(event, seats=(seat, *was), cell=cell)


def _tell_contested(work: Work, cell: int, seats: list[int]) -> None:
    was = work.owner_before(cell)
    event = {"type": "contested", "at": work.board.place(cell), "was": was[0] if was else None, "seats": seats}
    work.tell(event, seats=was, cell=cell, hide=("seats",), full=tuple(seats))


def _break(work: Work) -> Broken:
    """Compare attack and defence of every cell (7.2 to 7.5), exactly and in twentieths."""
    chart, holder = work.state.chart, work.known.holder
    influence = work.board.influence(work.placed)
    relation = np.array(work.state.relation)
    felt = np.where(_attackers(work, relation)[:, holder], influence, 0)
    strongest = felt.max(axis=0)
    excess = excess_of(chart, work.state.settings, strongest)
    # Defence is looked at only where there is something to defend against.
    cells = np.flatnonzero((excess > 0) & (strongest > 0))
    cells = cells[excess[cells] > _defence(work, relation, influence, cells)]
    alone = [0] * work.state.seats
    shared = []
    first = felt[:, cells] == strongest[cells]
    for cell, flags in zip(cells.tolist(), first.T.tolist(), strict=True):
        if sum(flags) == 1:
            alone[flags.index(True)] |= 1 << cell
        else:
            shared.append((cell, [seat for seat, is_first in enumerate(flags) if is_first]))
    return Broken(alone, shared)


def _attackers(work: Work, relation: Numbers) -> Flags:
    """Whether a club attacks the land of an owner (7.4), by [club, owner]; the last owner is nobody."""
    alive = np.array([out is None for out in work.before.out])
    return np.hstack([relation == AT_WAR, alive[:, None]])


def _defence(work: Work, relation: Numbers, influence: Numbers, cells: Numbers) -> Numbers:
    """Influence of the owner and its allies times the cell's factor (7.3); 0 on unowned land and where it was cut off."""
    nobody = np.zeros(work.state.seats, dtype=bool)
    defenders = np.vstack([relation == ALLIED, nobody])[work.known.holder[cells]]
    defence: Numbers = (defenders * influence[:, cells].T).sum(axis=1) * work.state.chart.def_.ravel()[cells]
    if work.before.cut:
        defence[work.board.to_flags([work.before.cut])[0, cells]] = 0
    return defence


def wash_away(work: Work) -> None:
    """Nobody keeps water (7.7)."""
    wet = work.wet
    if not wet:
        return
    owner = bytearray(work.state.owner)
    for cell in members(wet):
        if owner[cell] != ord(UNOWNED):
            seat = owner[cell] - ord("0")
            owner[cell] = ord(UNOWNED)
            work.tell({"type": "washed_away", "at": work.board.place(cell), "seat": seat}, seats=(seat,), cell=cell)
    work.state.owner = bytes(owner)
