"""Many matches of Planet Conquer in one call: positions in arrays, events and views from the engine when they are asked for.

The arrays hold what a round changes. A view is `view` of the position as the engine's object; the events of the last step are what
`resolve` says of the position before it and its orders. Both are made only for matches of which somebody asks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from games.core.events import Audience, Event
from games.core.rng import Rng
from games.planet_conquer.batch import arrays
from games.planet_conquer.batch.arrays import TYPES, WORD, Array, Board, Tables, finished, state_of
from games.planet_conquer.batch.orders import Orders, given_to, in_columns, joined
from games.planet_conquer.batch.seen import Seen, seen
from games.planet_conquer.batch.step import Step
from games.planet_conquer.resolve import resolve
from games.planet_conquer.state import State
from games.planet_conquer.view import view

Given = Sequence[Mapping[int, Any]]


class Matches:
    """A `games.core.batch.Batch`. Maps, options and seats may differ; later matches are no larger than the largest of the first."""

    types = TYPES
    """Tactics in the order of their numbers."""

    def __init__(self, states: Sequence[State]) -> None:
        planets = max(state.chart.count for state in states)
        self.tables = Tables(len(states), planets, max(state.seats for state in states), -(-planets // WORD))
        self.board = arrays.empty(self.tables)
        """Positions now; those of matches that are over are in `state`."""
        self._before: Board | None = None
        self._orders: Orders | None = None
        self._made: dict[int, State] = {}
        self._ended: dict[int, tuple[Board, int, bool]] = {}
        """Boards with the last positions of matches that are over, their rows there, and whether they ended before the upkeep."""
        self._kept: dict[int, State] = {}
        """Those that the engine itself has ended, or that were over when they were put there."""
        self._events: dict[int, Sequence[Event]] = {}
        self.put(range(len(states)), states)

    def __len__(self) -> int:
        return self.tables.rows

    def arranged(self, orders: Given) -> Orders:
        """Orders in columns."""
        return in_columns(orders, self.tables.seats)

    def together(self, given: Array, moves: Array, tactics: Array, others: Given) -> Orders:
        """Orders in columns of seats in `given`, rows × seats, with those of other seats as the engine takes them."""
        return joined(given, moves, tactics, in_columns(others, self.tables.seats))

    def step(self, orders: Given | Orders, rngs: Sequence[Rng] = ()) -> None:
        """Rounds have no chance: the generators are not asked."""
        columns = orders if isinstance(orders, Orders) else self.arranged(orders)
        if len(columns.given) != len(self):
            raise ValueError(f"{len(self)} matches need as many orders")
        before = self.board
        step = Step(before, self.tables, columns)
        self._before, self._orders = before, columns
        self.board = step.after
        self._made, self._events = {}, {}
        rows = np.flatnonzero(step.ended & ~step.odd)
        ended = rows.tolist()
        if ended:
            last = arrays.only(step.after, rows)
            self._ended |= {row: (last, place, bool(step.at_limit[row])) for place, row in enumerate(ended)}
        odd = np.flatnonzero(step.odd).tolist()
        if ended or odd:
            self.board = arrays.own(self.board)
            arrays.clear(self.board, ended)
            later = {}
            for row in odd:
                later[row], self._events[row] = self._again(row)
            self._place(later)

    def over(self) -> list[bool]:
        over: list[bool] = self.board.over.tolist()
        return over

    def state(self, match: int) -> State:
        if match not in self._made:
            of = self.tables.states[match]
            if match in self._kept:
                state = self._kept[match]
            elif match in self._ended:
                last, place, at_limit = self._ended[match]
                state = finished(state_of(last, self.tables, of, place), last_step=at_limit)
            else:
                state = state_of(self.board, self.tables, of, match)
            self._made[match] = state
        return self._made[match]

    def events(self, match: int) -> Sequence[Event]:
        if match not in self._events:
            stood_still = self._before is None or self._before.over[match]
            self._events[match] = () if stood_still else self._again(match)[1]
        return self._events[match]

    def view(self, match: int, audience: Audience) -> Any:
        return view(self.state(match), audience)

    def seen(self) -> Seen:
        """What each seat knows, in arrays."""
        return seen(self.board, self.tables)

    def put(self, matches: Sequence[int], states: Sequence[State]) -> None:
        later = dict(zip(matches, states, strict=True))
        for match in later:
            self._events[match] = ()
            self._kept.pop(match, None)
            self._ended.pop(match, None)
        self.board = arrays.own(self.board)
        self._place(later)

    def _again(self, row: int) -> tuple[State, Sequence[Event]]:
        """The last step of a row by the engine itself."""
        assert self._before is not None
        assert self._orders is not None
        given = given_to(self._orders, row)
        return resolve(state_of(self._before, self.tables, self.tables.states[row], row), given)

    def _place(self, later: Mapping[int, State]) -> None:
        arrays.place(self.board, self.tables, list(later), list(later.values()))
        self._made.update(later)
        self._kept.update({row: state for row, state in later.items() if state.phase == "ended"})
