"""What is the position of many matches in arrays? There from the engine's states and back, both exact.

Rows are matches. Planets, seats and words of bit sets are padded to those of the largest match; what is padding belongs to nobody. What has no
fixed number (fleets, effects, waiting tactics, standing routes) is one list for all matches with a column for each field and the row first;
within a row it keeps the order of the engine's lists. An array is never changed once it is part of a `Board`: a step makes new ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from games.planet_conquer import constants
from games.planet_conquer.resolve.movement import namer
from games.planet_conquer.resolve.turns import end_reason, ranking
from games.planet_conquer.sight import facts, totals
from games.planet_conquer.standing import Standing
from games.planet_conquer.state import Effect, Fleet, Memory, Out, Pending, State

Array = np.ndarray[Any, Any]

NOBODY = -1
TYPES = tuple(constants.TACTICS)
TYPE = constants.TACTIC_RANK
REASONS = ("", "eliminated", "resigned", "lost_turns")
"""Why a seat is out, by number."""
WORD = 64
"""Planets of a word of a bit set."""
BITS = np.dtype("<u8")

# Columns of the lists; the row is always the first.
ROW = 0
SEAT, SOURCE, TARGET, UNITS, LENGTH, DUE, TELEPORTED, NUMBER = range(1, 9)
"""Of fleets. `NUMBER`: which of its seat's fleets it is; negative: the place of its name among those that came from states."""
E_TYPE, E_PLANET, E_SEAT, E_UNTIL = range(1, 5)
P_TYPE, P_SEAT, P_PLANET, P_TARGET, P_ROUND = range(1, 6)
R_SEAT, R_SOURCE, R_TARGET, R_UNITS, R_ABOVE, R_GROWTH = range(1, 7)
"""Of standing routes; of units and above one is -1."""
FLEETS, EFFECTS, PENDING, ROUTES = 9, 5, 6, 7
"""Numbers of columns."""
HEX = 10
"""Digits of the name of a fleet."""


@dataclass(slots=True)
class Board:
    """Positions of all matches."""

    round: Array
    owner: Array
    """Rows × planets: seat, or -1."""
    units: Array
    points: Array
    lost_turns: Array
    next_fleet: Array
    out_round: Array
    """Rows × seats: 0 for seats in play."""
    out_reason: Array
    out_planets: Array
    out_units: Array
    memory: Array
    """Owner, units and round × rows × seats × planets; round 0: nothing is remembered. Only planets out of sight."""
    sights: Array
    """Rows × seats × words: S as bit sets, in open games too."""
    fleets: Array
    effects: Array
    pending: Array
    routes: Array
    over: Array
    """Rows: the match is over, and its state is kept as the engine's object."""


@dataclass(slots=True)
class Tables:
    """What stays the same in a match, row by row, and the names of fleets that came from states."""

    rows: int
    planets: int
    seats: int
    words: int
    count: Array = field(init=False)
    """Seats of the match."""
    real: Array = field(init=False)
    """Planets of the match."""
    lots: Array = field(init=False)
    limit: Array = field(init=False)
    res: Array = field(init=False)
    cos: Array = field(init=False)
    defence: Array = field(init=False)
    total_max: Array = field(init=False)
    near: Array = field(init=False)
    """Rows × planets × words: what an owner sees from a planet."""
    everywhere: Array = field(init=False)
    rounds: Array = field(init=False)
    """Rows × planets × planets: rounds of travel."""
    fog: Array = field(init=False)
    max_round: Array = field(init=False)
    fee: Array = field(init=False)
    gift: Array = field(init=False)
    cap: Array = field(init=False)
    lost_limit: Array = field(init=False)
    reveal: Array = field(init=False)
    full_losses: Array = field(init=False)
    costs: Array = field(init=False)
    """Rows × types of tactics."""
    allowed: Array = field(init=False)
    states: list[State] = field(init=False)
    """Per row the state that was put there: map, settings, salt and lots are its own."""
    names: dict[int, str] = field(init=False)

    def __post_init__(self) -> None:
        one, cells = self.rows, (self.rows, self.planets)
        for name in ("count", "real", "total_max", "max_round", "gift", "cap", "lost_limit"):
            setattr(self, name, np.zeros(one, np.int64))
        for name in ("fog", "fee", "reveal", "full_losses"):
            setattr(self, name, np.zeros(one, bool))
        for name in ("limit", "res", "cos", "defence"):
            setattr(self, name, np.zeros(cells, np.int64))
        self.near = np.zeros((*cells, self.words), BITS)
        self.everywhere = np.zeros((one, self.words), BITS)
        self.rounds = np.zeros((*cells, self.planets), np.int64)
        self.costs = np.zeros((one, len(TYPES)), np.int64)
        self.allowed = np.zeros((one, len(TYPES)), bool)
        self.lots = np.zeros((one, self.seats), np.int64)
        self.states = [None] * one  # type: ignore[list-item]  # every row is filled before it is asked
        self.names = {}

    def put(self, row: int, state: State) -> None:
        """Another match in this row. ValueError if it is too large."""
        chart, settings = state.chart, state.settings
        if chart.count > self.planets or state.seats > self.seats:
            raise ValueError("this match has more planets or seats than the largest of the batch")
        self.lots[row, : state.seats] = state.lots
        known = self.states[row]
        self.states[row] = state
        if known is not None and known.chart is chart and known.settings is settings and known.seats == state.seats:
            return
        self.count[row], self.real[row] = state.seats, chart.count
        for name in ("limit", "res", "cos", "defence"):
            getattr(self, name)[row] = 0
            getattr(self, name)[row, : chart.count] = getattr(chart, name)
        self.total_max[row] = chart.total_max
        self.near[row, : chart.count] = [self.words_of(bits) for bits in chart.near]
        self.everywhere[row] = self.words_of(chart.everywhere)
        for source, ways in enumerate(chart.rounds):
            self.rounds[row, source, list(ways)] = list(ways.values())
        self.fog[row], self.reveal[row] = settings.fog, settings.reveal_when_out
        self.fee[row], self.full_losses[row] = settings.maintain_fee, settings.full_losses
        self.max_round[row], self.gift[row] = settings.max_round, settings.points_per_round
        self.cap[row], self.lost_limit[row] = settings.points_cap, settings.lost_turn_limit
        self.costs[row] = [settings.costs[name] for name in TYPES]
        self.allowed[row] = [name in settings.allowed for name in TYPES]

    def words_of(self, bits: int) -> list[int]:
        """A bit set of planets as words."""
        return [bits >> WORD * word & (1 << WORD) - 1 for word in range(self.words)]

    def number_of(self, name: str) -> int:
        """The negative number of a fleet's name."""
        value = int(name, 16) if len(name) == HEX and set(name) <= set("0123456789abcdef") else None
        if value is None:
            value = (1 << 4 * HEX) + len(self.names)
            self.names[value] = name
        return -1 - value

    def name_of(self, number: int) -> str:
        """The name of a fleet with a negative number."""
        return self.names.get(-1 - number) or f"{-1 - number:0{HEX}x}"


def empty(tables: Tables) -> Board:
    """A board on which every match is over."""
    rows, seats = tables.rows, tables.seats
    cells, of_seats = (rows, tables.planets), (rows, seats)
    return Board(
        round=np.ones(rows, np.int64), owner=np.full(cells, NOBODY, np.int64), units=np.zeros(cells, np.int64),
        points=np.zeros(of_seats, np.int64), lost_turns=np.zeros(of_seats, np.int64), next_fleet=np.zeros(of_seats, np.int64),
        out_round=np.zeros(of_seats, np.int64), out_reason=np.zeros(of_seats, np.int64), out_planets=np.zeros(of_seats, np.int64),
        out_units=np.zeros(of_seats, np.int64), memory=np.zeros((3, rows, seats, tables.planets), np.int64),
        sights=np.zeros((rows, seats, tables.words), BITS), fleets=np.zeros((FLEETS, 0), np.int64),
        effects=np.zeros((EFFECTS, 0), np.int64), pending=np.zeros((PENDING, 0), np.int64), routes=np.zeros((ROUTES, 0), np.int64),
        over=np.ones(rows, bool),
    )  # fmt: skip


OF_SEATS = ("points", "lost_turns", "next_fleet", "out_round", "out_reason", "out_planets", "out_units")
LISTS = ("fleets", "effects", "pending", "routes")


def own(board: Board) -> Board:
    """The same board in arrays that nobody else has."""
    return Board(*(getattr(board, one.name).copy() for one in fields(board)))


def listed(columns: int, lines: Sequence[Sequence[int]]) -> Array:
    """Lines as columns."""
    return np.array(lines, np.int64).reshape(-1, columns).T


def place(board: Board, tables: Tables, rows: Sequence[int], states: Sequence[State]) -> None:
    """Put states into rows of a board whose arrays nobody else has. A state that is over leaves its row empty."""
    clear(board, rows)
    fleets: list[list[int]] = []
    effects: list[list[int]] = []
    pending: list[list[int]] = []
    routes: list[list[int]] = []
    for row, state in zip(rows, states, strict=True):
        tables.put(row, state)
        board.round[row] = state.round
        board.over[row] = state.phase == "ended"
        if board.over[row]:
            continue
        planets, seats = state.chart.count, state.seats
        board.owner[row, :planets] = [NOBODY if owner is None else owner for owner in state.owner]
        board.units[row, :planets] = state.units
        board.points[row, :seats], board.lost_turns[row, :seats] = state.points, state.lost_turns
        board.next_fleet[row, :seats] = state.next_fleet
        for seat, out in enumerate(state.out):
            if out is not None:
                board.out_round[row, seat], board.out_reason[row, seat] = out.round, REASONS.index(out.reason)
                board.out_planets[row, seat], board.out_units[row, seat] = out.planets, out.units
        for seat, sight in enumerate(facts(state).sights):
            board.sights[row, seat] = tables.words_of(sight)
            for planet, (owner, units, round_) in state.memory[seat].items():
                board.memory[:, row, seat, planet] = NOBODY if owner is None else owner, units, round_
        fleets += [
            [row, seat, source, target, units, length, due, kind == "teleport", tables.number_of(name)]
            for name, seat, source, target, units, length, due, kind in state.fleets
        ]
        effects += [[row, TYPE[type_], planet, seat, until] for type_, planet, seat, until in state.effects]
        pending += [
            [row, TYPE[one.type], one.seat, _number(one.planet), _number(one.target), one.round]
            for one in state.pending
        ]
        for seat, kept in enumerate(state.standing):
            routes += route_lines(row, seat, kept)
    for name, lines in (("fleets", fleets), ("effects", effects), ("pending", pending), ("routes", routes)):
        if lines:
            stays = getattr(board, name)
            setattr(board, name, np.concatenate([stays, listed(len(stays), lines)], axis=1))


def route_lines(row: int, seat: int, routes: Sequence[Standing]) -> list[list[int]]:
    """Standing routes as lines."""
    return [
        [row, seat, one.source, one.target, _number(one.units), _number(one.above), one.growth] for one in routes
    ]  # fmt: skip


def route_of(line: Sequence[int]) -> Standing:
    """The standing route of a line without row and seat."""
    source, target, units, above, growth = line
    return Standing(source, target, _or_none(units), _or_none(above), bool(growth))


def _number(value: int | None) -> int:
    return NOBODY if value is None else value


def _or_none(value: int) -> int | None:
    return None if value == NOBODY else value


def clear(board: Board, rows: Sequence[int]) -> None:
    """Leave rows of a board whose arrays nobody else has empty, as of matches that are over."""
    at = list(rows)
    gone = np.zeros(len(board.over), bool)
    gone[at] = board.over[at] = True
    board.owner[at] = NOBODY
    for name in OF_SEATS:
        getattr(board, name)[at] = 0
    board.units[at] = board.sights[at] = board.memory[:, at] = 0
    for name in LISTS:
        there = getattr(board, name)
        setattr(board, name, there[:, ~gone[there[ROW]]])


def only(board: Board, rows: Array) -> Board:
    """A board of these rows alone, ascending, which holds no other in memory."""
    alone = {}
    kept = np.zeros(len(board.over), bool)
    kept[rows] = True
    for one in fields(board):
        array: Array = getattr(board, one.name)
        if one.name in LISTS:
            array = array[:, kept[array[ROW]]]
            array[ROW] = np.searchsorted(rows, array[ROW])
        else:
            array = array[:, rows] if one.name == "memory" else array[rows]
        alone[one.name] = array
    return Board(**alone)


def state_of(board: Board, tables: Tables, of: State, row: int) -> State:
    """The engine's object for the position of a row; `of`: a state of the same match. The row is not empty."""
    planets, seats = of.chart.count, of.seats
    owner = [_or_none(seat) for seat in board.owner[row, :planets].tolist()]
    name = namer(of.salt)
    out_round = board.out_round[row, :seats].tolist()
    state = State(
        chart=of.chart, settings=of.settings, salt=of.salt, next_fleet=board.next_fleet[row, :seats].tolist(),
        round=int(board.round[row]), phase="orders", owner=owner, units=board.units[row, :planets].tolist(),
        fleets=[
            Fleet(
                tables.name_of(number) if number < 0 else name(seat, number),
                seat, source, target, units, length, due, "teleport" if teleported else "route",
            )
            for seat, source, target, units, length, due, teleported, number in _of_row(board.fleets, row)
        ],
        points=board.points[row, :seats].tolist(), lost_turns=board.lost_turns[row, :seats].tolist(),
        out=[
            Out(out_round[seat], REASONS[int(board.out_reason[row, seat])], int(board.out_planets[row, seat]), int(board.out_units[row, seat]))
            if out_round[seat] else None
            for seat in range(seats)
        ],
        lots=of.lots,
        effects=[Effect(TYPES[type_], *rest) for type_, *rest in _of_row(board.effects, row)],
        pending=[
            Pending(TYPES[type_], seat, _or_none(planet), _or_none(target), round_)
            for type_, seat, planet, target, round_ in _of_row(board.pending, row)
        ],
        memory=[{} for _ in range(seats)],
    )  # fmt: skip
    if of.settings.fog:
        owners, units, rounds = board.memory[:, row]
        for seat, planet in np.argwhere(rounds[:seats]).tolist():
            then = Memory(_or_none(int(owners[seat, planet])), int(units[seat, planet]), int(rounds[seat, planet]))
            state.memory[seat][planet] = then
    if of.settings.standing:
        routes: list[list[Standing]] = [[] for _ in range(seats)]
        for seat, *route in _of_row(board.routes, row):
            routes[seat].append(route_of(route))
        state.standing = [tuple(kept) for kept in routes]
    return state


def finished(state: State, *, last_step: bool) -> State:
    """The same position as the end of its match (rule 8.8). `last_step`: it ended before the upkeep."""
    reason = end_reason(state, last_step=last_step)
    assert reason is not None
    state.phase = "ended"
    state.result = {"reason": reason, "round": state.round, "ranking": ranking(state, *totals(state))}
    return state


def _of_row(columns: Array, row: int) -> list[list[int]]:
    lines: list[list[int]] = columns[1:, columns[ROW] == row].T.tolist()
    return lines
