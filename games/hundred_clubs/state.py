"""What is the position, and how is it stored? Cells are numbers (`y * width + x`), seats 0..n-1."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from games.core.bits import members
from games.hundred_clubs import constants, maps
from games.hundred_clubs.board import Bits, Board, Numbers, board_of
from games.hundred_clubs.maps import Chart
from games.hundred_clubs.settings import Settings, settle

UNDISCOVERED, NEUTRAL, ALLIED, AT_WAR = range(4)
"""Relations as numbers, in the order of `constants.RELATIONS`."""

MILLION = 1_000_000
"""Corruption is counted in parts of this size (8.1)."""

Cell = int
Table = list[list[int]]
"""One number per pair of seats, by [seat][seat]."""


@dataclass(slots=True)
class Facts:
    """What follows from a position. Lists have one entry per seat."""

    holder: Numbers
    """Per cell the seat of its owner; the number of seats if nobody owns it."""
    own: list[Bits]
    access: list[Bits]
    """Own land and the land of allies."""
    sight: list[Bits]
    area: list[int]
    income: list[int]
    letters: npt.NDArray[np.uint8]
    """The letter that a seat sees on a cell, by [seat, cell]."""
    shown: dict[Any, Any] = field(default_factory=dict)
    """Parts of views that several audiences share."""


@dataclass(slots=True)
class State:
    """A position. `resolve` never changes one; it copies it and changes the copy. Bytes have one letter or number per cell."""

    chart: Chart
    settings: Settings
    seats: int
    last_round: int
    """The round after which the match ends; secret if the table plays with `end_jitter` (20)."""
    phase: str
    round: int
    """0 before the rounds, then the number of the round to be ordered; after the end that of the last one played."""
    bids: list[int | None]
    order: list[int] | None
    """Seats in the order in which they choose; None until all bids are in."""
    birthplaces: list[Cell | None]
    chosen: list[Cell]
    """Birthplaces in the order in which they were chosen."""
    owner: bytes
    """Per cell "." or the digit of its owner."""
    cut: Bits
    """Cells that were cut off at the last supply check (7.9)."""
    saving: list[int]
    peak: list[int]
    capital: list[Cell | None]
    relation: Table
    justify: Table
    """Rounds running that the first has justified war against the second (5.2 c)."""
    truce: Table
    stabbed: list[bool]
    """Who has used the backstab."""
    out: list[int | None]
    """The round in which a club was eliminated."""
    memory: list[bytes]
    """Per seat the letters of cells out of sight that it has seen; "?" for all others."""
    memory_rounds: list[bytes]
    """Per seat the rounds at whose end it last saw the cells of its memory; 0 for all others."""
    commands: dict[int, list[str | None]]
    """Last round's commands, by seat and target."""
    campaigns: dict[int, list[tuple[Cell, int, bool]]]
    """Last round's funded campaigns by seat: cell, size, whether it is the capital's influence."""
    result: dict[str, Any] | None = None
    returning: list[Cell | None] = field(default_factory=list)
    """Per seat where its lost capital stands again once that is access land (7.8); empty unless the option says so."""
    facts: Facts | None = field(default=None, compare=False, repr=False)
    fixed: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """What never changes during a match, computed when first asked for; shared by all its states."""

    @property
    def board(self) -> Board:
        """The geometry of the map."""
        return board_of(self.chart.width, self.chart.height)

    def living(self) -> list[int]:
        """Seats that are not eliminated, ascending."""
        return [seat for seat, out in enumerate(self.out) if out is None]

    def capital_place(self, seat: int) -> Cell | None:
        """Where the capital stands if it is not moved and that is access land (7.8)."""
        stands = self.capital[seat]
        return self.returning[seat] if stands is None and self.returning else stands

    def next_chooser(self) -> int | None:
        """The first living seat in the order of choice that has no birthplace yet."""
        for seat in self.order or ():
            if self.out[seat] is None and self.birthplaces[seat] is None:
                return seat
        return None

    def allies(self, seat: int) -> list[int]:
        """Seats that are allied with this one, ascending, itself included while it lives."""
        return [other for other, relation in enumerate(self.relation[seat]) if relation == ALLIED]

    def copy(self) -> State:
        """A state whose lists may be changed; what is never changed in place is shared."""
        return State(
            self.chart, self.settings, self.seats, self.last_round, self.phase, self.round, self.bids[:], self.order,
            self.birthplaces[:], self.chosen[:], self.owner, self.cut, self.saving[:], self.peak[:], self.capital[:],
            [row[:] for row in self.relation], [row[:] for row in self.justify], [row[:] for row in self.truce],
            self.stabbed[:], self.out[:], self.memory[:], self.memory_rounds[:], self.commands, self.campaigns, self.result,
            self.returning[:], None, self.fixed,
        )  # fmt: skip


def to_json(state: State) -> dict[str, Any]:
    """The whole state. Secret: for storage only."""
    board = state.board
    return {
        "game": constants.GAME_ID,
        "options": state.settings.chosen,
        "map": state.chart.document(),
        "seats": state.seats,
        "last_round": state.last_round,
        "phase": state.phase,
        "round": state.round,
        "bids": state.bids,
        "order": state.order,
        "birthplaces": state.birthplaces,
        "chosen": state.chosen,
        "owners": board.rows(state.owner.decode()),
        "cut_off": members(state.cut),
        "saving": state.saving,
        "peak": state.peak,
        "capital": state.capital,
        "relation": [[constants.RELATIONS[number] for number in row] for row in state.relation],
        "justify": state.justify,
        "truce": state.truce,
        "backstab_used": state.stabbed,
        "eliminated_in": state.out,
        "memory": [board.rows(letters.decode()) for letters in state.memory],
        "memory_rounds": [list(rounds) for rounds in state.memory_rounds],
        "commands": {str(seat): given for seat, given in state.commands.items()},
        "campaigns": {str(seat): [list(one) for one in placed] for seat, placed in state.campaigns.items()},
        "result": state.result,
        **({"returning": state.returning} if state.returning else {}),
    }


def from_json(data: Any) -> State:
    """The state that `to_json` wrote."""
    return State(
        chart=maps.chart_of(data["map"]),
        settings=settle(data["options"]),
        seats=data["seats"],
        last_round=data["last_round"],
        phase=data["phase"],
        round=data["round"],
        bids=list(data["bids"]),
        order=data["order"],
        birthplaces=list(data["birthplaces"]),
        chosen=list(data["chosen"]),
        owner="".join(data["owners"]).encode(),
        cut=sum(1 << cell for cell in data["cut_off"]),
        saving=list(data["saving"]),
        peak=list(data["peak"]),
        capital=list(data["capital"]),
        relation=[[constants.RELATIONS.index(word) for word in row] for row in data["relation"]],
        justify=[list(row) for row in data["justify"]],
        truce=[list(row) for row in data["truce"]],
        stabbed=list(data["backstab_used"]),
        out=list(data["eliminated_in"]),
        memory=["".join(rows).encode() for rows in data["memory"]],
        memory_rounds=[bytes(rounds) for rounds in data["memory_rounds"]],
        commands={int(seat): given for seat, given in data["commands"].items()},
        campaigns={
            int(seat): [(cell, size, capital) for cell, size, capital in placed]
            for seat, placed in data["campaigns"].items()
        },
        result=data["result"],
        returning=list(data.get("returning", ())),
    )
