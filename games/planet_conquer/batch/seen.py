"""What does each seat know, in arrays? The views of all seats of matches that go on: what `view` tells, and nothing else.

What is fog in `view.py` is fog here: the arrays are made from sights and memories, and a test compares them with the views.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from games.planet_conquer import constants
from games.planet_conquer.batch import arrays as a
from games.planet_conquer.batch.arrays import NOBODY, ROW, TYPE, TYPES, Array, Board, Tables
from games.planet_conquer.orders import is_too_late
from games.planet_conquer.production import base_line, fee_quarters, grown

UNKNOWN = -1
"""Of units, rounds and growth: the view has none."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Rows are matches; those that are over have nothing that is seen."""

    owner: Array
    """Rows × seats × planets, as the other arrays of planets: the owner that the seat knows, or -1."""
    units: Array
    as_of: Array
    """The round as of which the planet is known."""
    next: Array
    defended: Array
    boosted: Array
    halted: Array
    attacked: Array
    """By the seat itself."""
    doomed: Array
    """A terminator is announced to the seat."""
    arriving: Array
    """Own and others' × rows × seats × planets: units of fleets to the planet that the seat sees."""
    left: Array
    """The same, with the rounds that the soonest of them still needs; 0: there is none."""
    round: Array
    max_round: Array
    in_play: Array
    """Rows × seats, as the arrays of seats."""
    points: Array
    planets: Array
    total: Array
    """Units in garrisons and fleets."""
    quarters: Array
    lots: Array
    tactics: Array
    """Rows × seats × types: allowed, paid for and not too late."""


def seen(board: Board, tables: Tables) -> Seen:
    """What all seats know of this board."""
    rows, seats, planets = len(board.over), tables.seats, tables.planets
    shape = (rows, seats, planets)
    going = ~board.over
    me = np.arange(seats)[:, None]
    in_play = (np.arange(seats) < tables.count[:, None]) & (board.out_round == 0) & going[:, None]
    real = (np.arange(planets) < tables.real[:, None]) & going[:, None]
    everything = (~tables.fog & going)[:, None, None]
    sees = np.unpackbits(board.sights.view(np.uint8), axis=-1, bitorder="little", count=planets).astype(bool)
    now = (sees | everything) & real[:, None, :]
    remembered = (board.memory[2] > 0) & ~now
    owner = np.where(now, board.owner[:, None], np.where(remembered, board.memory[0], NOBODY))
    units = np.where(now, board.units[:, None], np.where(remembered, board.memory[1], UNKNOWN))
    as_of = np.where(now, board.round[:, None, None], np.where(remembered, board.memory[2], UNKNOWN))

    held, total = _sums(board, tables)
    quarters = np.full((rows, seats), constants.FULL_FEE)
    if tables.fee.any():
        line = base_line(tables.total_max, in_play.sum(1))[:, None]
        quarters = np.where(tables.fee[:, None], fee_quarters(total, line), quarters)
    effects: dict[str, Array] = {name: _effects(board, tables, name) for name in ("defend", "boost", "halt", "attack")}
    halts: Array = np.logical_or.reduce(effects["halt"], axis=1)
    boosts: Array = np.logical_or.reduce(effects["boost"], axis=1)
    defends: Array = np.logical_or.reduce(effects["defend"], axis=1)
    # Others' levels are known where everything is.
    level = np.full(shape, constants.FULL_FEE)
    if tables.fee.any():
        of_owner = np.take_along_axis(quarters, np.maximum(board.owner, 0), 1)[:, None]
        level = np.where(everything | (board.owner[:, None] == me), of_owner, level)
    there = board.units[:, None]
    growth = grown(there, tables.res[:, None], tables.cos[:, None], level, boosts[:, None])
    later = np.minimum(there + growth, np.maximum(there, tables.limit[:, None]))
    still = halts[:, None] | (board.owner[:, None] == NOBODY)
    next_ = np.where(now, np.where(still, there, later), UNKNOWN)

    struck = _announced(board, tables)
    doomed: Array = np.logical_or.reduce(struck, axis=1)
    arriving, left = _fleets(board, tables, everything[:, 0, 0])
    tactics = np.zeros((rows, seats, len(TYPES)), bool)
    for type_, name in enumerate(TYPES):
        late = np.array(
            [is_too_late(name, *pair) for pair in zip(board.round.tolist(), tables.max_round.tolist(), strict=True)]
        )
        fits = tables.allowed[:, type_] & ~late
        tactics[..., type_] = fits[:, None] & (board.points >= tables.costs[:, type_, None]) & in_play
    return Seen(
        owner=owner, units=units, as_of=as_of, next=next_,
        defended=now & defends[:, None], boosted=now & boosts[:, None],
        halted=(now & halts[:, None]) | effects["halt"], attacked=effects["attack"],
        doomed=(now & doomed[:, None]) | struck,
        arriving=arriving, left=left, round=board.round, max_round=tables.max_round, in_play=in_play, points=board.points,
        planets=held, total=total, quarters=quarters, lots=tables.lots, tactics=tactics,
    )  # fmt: skip


def _sums(board: Board, tables: Tables) -> tuple[Array, Array]:
    """Planets, and units in garrisons and fleets, rows × seats."""
    rows, seats = len(board.over), tables.seats
    row, planet = np.nonzero(board.owner != NOBODY)
    key = row * seats + board.owner[row, planet]
    held = np.bincount(key, minlength=rows * seats)
    total = np.zeros(rows * seats, np.int64)
    np.add.at(total, key, board.units[row, planet])
    np.add.at(total, board.fleets[ROW] * seats + board.fleets[a.SEAT], board.fleets[a.UNITS])
    return held.reshape(rows, seats), total.reshape(rows, seats)


def _effects(board: Board, tables: Tables, name: str) -> Array:
    """Rows × seats × planets: has the seat such an effect there?"""
    found = np.zeros((len(board.over), tables.seats, tables.planets), bool)
    of_type = board.effects[:, board.effects[a.E_TYPE] == TYPE[name]]
    found[of_type[ROW], of_type[a.E_SEAT], of_type[a.E_PLANET]] = True
    return found


def _announced(board: Board, tables: Tables) -> Array:
    """Rows × seats × planets: does a terminator of the seat wait there?"""
    found = np.zeros((len(board.over), tables.seats, tables.planets), bool)
    waits = board.pending[:, board.pending[a.P_TYPE] == TYPE["terminator"]]
    found[waits[ROW], waits[a.P_SEAT], waits[a.P_PLANET]] = True
    return found


def _fleets(board: Board, tables: Tables, everything: Array) -> tuple[Array, Array]:
    """Units and least rounds of the fleets to each planet: own and others' × rows × seats × planets."""
    shape = (2, len(board.over), tables.seats, tables.planets)
    units, left = np.zeros(shape, np.int64), np.full(shape, np.iinfo(np.int64).max)
    fleets = board.fleets
    row, target = fleets[ROW], fleets[a.TARGET]
    ahead = 2 * (fleets[a.DUE] - board.round[row] + 1) - fleets[a.LENGTH]
    needs = fleets[a.DUE] - board.round[row] + 1
    for seat in range(tables.seats):
        sight = board.sights[:, seat]
        sees = everything[row] & (seat < tables.count[row])
        for end, counts in ((fleets[a.SOURCE], ahead >= 0), (target, ahead <= 0)):
            bit = sight[row, end // a.WORD] >> (end % a.WORD).astype(a.BITS) & np.uint64(1)
            sees |= counts & (bit == 1)
        at = np.flatnonzero(sees)
        whose = (fleets[a.SEAT, at] != seat).astype(np.int64)
        place = (whose, row[at], seat, target[at])
        np.add.at(units, place, fleets[a.UNITS, at])
        np.minimum.at(left, place, needs[at])
    return units, np.where(left == np.iinfo(np.int64).max, 0, left)
