"""What does a round make of the orders of many matches at once? The stages of `resolve`, in their order, over arrays.

Numbers come from the formulas of the engine (`battle.py`, `production.py`). What is rare and long has no form here: rows in which it happens are
named in `Step.odd`, and the engine itself plays them. These are resignations, missed turns that put a seat out, eliminates and swaps
that strike, and battles whose squares do not fit into 64 bits.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from games.planet_conquer import constants
from games.planet_conquer.batch import arrays as a
from games.planet_conquer.batch.arrays import NOBODY, ROW, TYPE, Array, Board, Tables
from games.planet_conquer.batch.orders import (
    M_ROW,
    M_SEAT,
    M_SOURCE,
    M_UNITS,
    T_PLANET,
    T_ROW,
    T_SEAT,
    T_SOURCE,
    T_TARGET,
    T_TYPE,
    T_UNITS,
    Orders,
)  # fmt: skip
from games.planet_conquer.battle import loss_caused, power_of, survivors_of
from games.planet_conquer.production import base_line, fee_quarters, grown

MOST_POWER = 3_000_000_000
"""Its square fits into 64 bits."""


def _flags(names: frozenset[str]) -> Array:
    return np.array([name in names for name in a.TYPES])


LASTS = np.array([NOBODY if rule.lasts is None else rule.lasts for rule in constants.TACTICS.values()])
STRIKES_NEXT = np.array([rule.strikes_next for rule in constants.TACTICS.values()])
IN_BATTLE, IN_GROWTH, OF_OWNER = map(
    _flags, (constants.BATTLE_EFFECTS, constants.GROWTH_EFFECTS, constants.OWNER_EFFECTS)
)
ELIMINATED = a.REASONS.index("eliminated")


class Step:
    """One call of `resolve` for all rows. `after` is the board to which it leads, but for rows in `odd`."""

    def __init__(self, before: Board, tables: Tables, orders: Orders) -> None:
        self.before, self.tables, self.orders = before, tables, orders
        self.planets, self.seats = tables.planets, tables.seats
        self.after = board = replace(before)
        seat_is_there = np.arange(self.seats) < tables.count[:, None]
        self.in_play: Array = seat_is_there & (board.out_round == 0) & ~board.over[:, None]
        self.odd: Array = np.zeros(tables.rows, bool)
        self.lost: Array = np.zeros(tables.rows * self.planets, bool)
        """Cells whose owner changed or went: their defend and boost end. None of both works between that and step 10."""
        self.ended: Array = np.zeros(tables.rows, bool)
        board.owner, board.units = board.owner.copy(), board.units.copy()
        self.owner, self.units = board.owner.reshape(-1), board.units.reshape(-1)
        self.moves = _of(orders.moves, self.in_play)
        self.tactics = _of(orders.tactics, self.in_play)
        self._miss_turns()
        self._pay_tactics()
        self._depart()
        self._speed_up()
        self._strike()
        self._fight(self._arrive())
        self._close()

    # --- Steps 1 to 5

    def _miss_turns(self) -> None:
        """Step 1."""
        board, given = self.after, self.orders.given
        missed = self.in_play & ~given
        board.lost_turns = np.where(self.in_play, (board.lost_turns + 1) * missed, board.lost_turns)
        limit = self.tables.lost_limit[:, None]
        self.odd |= (missed & (limit > 0) & (board.lost_turns >= limit) | self.orders.resigned & self.in_play).any(1)

    def _pay_tactics(self) -> None:
        """Step 2."""
        board, played = self.after, self.tactics
        if not played.shape[1]:
            return
        row, seat, type_, planet = played[T_ROW], played[T_SEAT], played[T_TYPE], played[T_PLANET]
        board.points = board.points.copy()
        board.points[row, seat] -= self.tables.costs[row, type_]
        now = board.round[row]
        lasts = LASTS[type_]
        new = np.stack([row, type_, planet, seat, now + lasts])[:, lasts >= 0]
        if new.shape[1]:
            old = board.effects
            if old.shape[1]:
                old = old[:, ~np.isin(self._effect_key(old), self._effect_key(new))]
            board.effects = np.concatenate([old, new], axis=1)
        next_ = STRIKES_NEXT[type_]
        if next_.any():
            waits = np.stack(
                [row, type_, seat, planet, np.where(type_ == TYPE["swap"], played[T_TARGET], NOBODY), now + 1]
            )
            board.pending = np.concatenate([board.pending, waits[:, next_]], axis=1)

    def _effect_key(self, effects: Array) -> Array:
        cell = effects[ROW] * self.planets + effects[a.E_PLANET]
        key: Array = (cell * len(a.TYPES) + effects[a.E_TYPE]) * self.seats + effects[a.E_SEAT]
        return key

    def _depart(self) -> None:
        """Step 3: moves and teleports by seat, then standing routes."""
        board, played = self.after, self.tactics
        leaving = np.concatenate([self.moves, np.zeros((1, self.moves.shape[1]), np.int64)])
        jump = played[:, played[T_TYPE] == TYPE["teleport"]]
        if jump.shape[1]:
            jumps = np.stack(
                [jump[T_ROW], jump[T_SEAT], jump[T_SOURCE], jump[T_TARGET], jump[T_UNITS], np.ones_like(jump[0])]
            )
            leaving = np.concatenate([leaving, jumps], axis=1)
            leaving = leaving[:, np.argsort(leaving[M_ROW] * self.seats + leaving[M_SEAT], kind="stable")]
        np.subtract.at(self.units, leaving[M_ROW] * self.planets + leaving[M_SOURCE], leaving[M_UNITS])
        launched = [self._launch(leaving)]
        renewed = self.orders.renewed & self.in_play
        if renewed.any():
            kept = board.routes[:, ~renewed[board.routes[ROW], board.routes[a.R_SEAT]]]
            routes = np.concatenate([kept, _of(self.orders.routes, self.in_play)], axis=1)
            order = np.argsort(routes[ROW] * self.seats + routes[a.R_SEAT], kind="stable")
            board.routes = routes[:, order]
        if board.routes.shape[1]:
            launched.append(self._launch(self._go_on()))
        fleets = np.concatenate(launched, axis=1)
        if not fleets.shape[1]:
            return
        sources = fleets[ROW] * self.planets + fleets[a.SOURCE]
        self._abandon(sources[self.units[sources] == 0])
        board.fleets = np.concatenate([board.fleets, fleets], axis=1)

    def _go_on(self) -> Array:
        """What standing routes take of the garrisons that moves and teleports have left (rule 8.9), as lines that leave."""
        routes = self.after.routes
        row, seat = routes[ROW], routes[a.R_SEAT]
        cell = row * self.planets + routes[a.R_SOURCE]
        works = self.in_play[row, seat] & (self.owner[cell] == seat)
        # Routes of one garrison follow one another: the first of each, then the second.
        turn = _places(cell)
        sent = np.zeros_like(row)
        for number in range(int(turn.max()) + 1):
            now = np.flatnonzero(works & (turn == number))
            there, above = self.units[cell[now]], routes[a.R_ABOVE, now]
            wanted = np.where(
                above >= 0, there - np.maximum(1, above), np.minimum(routes[a.R_UNITS, now], there - 1)
            )  # fmt: skip
            sent[now] = wanted = np.maximum(0, wanted)
            self.units[cell[now]] = there - wanted
        lines = np.stack([row, seat, routes[a.R_SOURCE], routes[a.R_TARGET], sent, np.zeros_like(row)])
        return lines[:, sent > 0]

    def _launch(self, leaving: Array) -> Array:
        """Fleets of lines (row, seat, source, target, units, by teleport) that are in the order of rows and seats."""
        board, tables = self.after, self.tables
        row, seat, source, target, units, jumps = leaving
        key = row * self.seats + seat
        number = board.next_fleet.reshape(-1)[key] + _places(key)
        if len(key):
            counts = np.bincount(key, minlength=board.next_fleet.size)
            board.next_fleet = board.next_fleet + counts.reshape(board.next_fleet.shape)
        length = np.where(jumps == 1, 1, tables.rounds[row, source, target])
        due = board.round[row] - 1 + length
        return np.stack([row, seat, source, target, units, length, due, jumps, number])

    def _abandon(self, cells: Array) -> None:
        self.owner[cells] = NOBODY
        self.units[cells] = 0
        self.lost[cells] = True

    def _speed_up(self) -> None:
        """Step 4."""
        played = self.tactics
        fast = played[:, played[T_TYPE] == TYPE["fast"]]
        if not fast.shape[1]:
            return
        board = self.after
        fleets = board.fleets
        hurried = np.zeros(len(self.owner) * self.seats, bool)
        hurried[(fast[T_ROW] * self.planets + fast[T_PLANET]) * self.seats + fast[T_SEAT]] = True
        key = (fleets[ROW] * self.planets + fleets[a.TARGET]) * self.seats + fleets[a.SEAT]
        sped = np.flatnonzero(hurried[key] & (fleets[a.TELEPORTED] == 0))
        board.fleets = fleets = fleets.copy()
        done = board.round[fleets[ROW, sped]] - 1
        fleets[a.DUE, sped] = done - (done - fleets[a.DUE, sped]) // 2

    def _strike(self) -> None:
        """Step 5 of terminators; rows of others that are due are odd."""
        board = self.after
        waiting = board.pending
        if not waiting.shape[1]:
            return
        due = waiting[a.P_ROUND] == board.round[waiting[ROW]]
        if not due.any():
            return
        board.pending = waiting[:, ~due]
        now = waiting[:, due]
        strikes = now[a.P_TYPE] == TYPE["terminator"]
        self.odd[now[ROW, ~strikes]] = True
        cells = np.unique(now[ROW, strikes] * self.planets + now[a.P_PLANET, strikes])
        units, owner = self.units[cells], self.owner[cells]
        shielded = self._seats_with("god", cells)[np.arange(len(cells)), owner] & (owner >= 0)
        left = np.where(shielded, units, np.where(self._cells_with("defend")[cells], units // 2, 0))
        self.units[cells] = left
        self._abandon(cells[(left == 0) & (owner >= 0)])

    def _cells_with(self, name: str) -> Array:
        """Cells that have such an effect."""
        found = np.zeros(len(self.owner), bool)
        effects = self.after.effects
        of_type = effects[:, effects[a.E_TYPE] == TYPE[name]]
        found[of_type[ROW] * self.planets + of_type[a.E_PLANET]] = True
        return found

    def _seats_with(self, name: str, cells: Array) -> Array:
        """Cells × seats that have such an effect there."""
        effects = self.after.effects
        of_type = effects[:, effects[a.E_TYPE] == TYPE[name]]
        found = np.zeros((len(cells), self.seats), bool)
        if of_type.shape[1] and len(cells):
            at = of_type[ROW] * self.planets + of_type[a.E_PLANET]
            place = np.minimum(np.searchsorted(cells, at), len(cells) - 1)
            there = cells[place] == at
            found[place[there], of_type[a.E_SEAT, there]] = True
        return found

    # --- Steps 6 and 7

    def _arrive(self) -> Array:
        """Step 6: the fleets that arrive; the others stay."""
        board = self.after
        fleets = board.fleets
        under_way = fleets[a.DUE] > board.round[fleets[ROW]]
        board.fleets = fleets.compress(under_way, axis=1)
        return fleets.compress(~under_way, axis=1)

    def _fight(self, fleets: Array) -> None:
        """Step 7 on all planets with arrivals. A battle of one side is a landing."""
        if not fleets.shape[1]:
            return
        cell = fleets[ROW] * self.planets + fleets[a.TARGET]
        place = np.zeros(len(self.owner), np.int64)
        place[cell] = 1
        cells = np.flatnonzero(place)
        place[cells] = np.arange(len(cells))
        # A column for each seat, and the natives behind them.
        arrived = np.zeros((len(cells), self.seats + 1), np.int64)
        np.add.at(arrived.reshape(-1), place[cell] * (self.seats + 1) + fleets[a.SEAT], fleets[a.UNITS])
        holder = self.owner[cells]
        stays = np.zeros_like(arrived)
        stays[np.arange(len(cells)), holder] = self.units[cells]  # seat -1 is the last column
        heads = stays + arrived
        contested = np.flatnonzero((heads > 0).sum(1) > 1)
        winner, survivors = heads.argmax(1), heads.sum(1)
        if len(contested):
            battle = self._battles(cells[contested], stays[contested], arrived[contested])
            winner[contested], survivors[contested] = battle
        winner[(winner == self.seats) | (survivors == 0)] = NOBODY
        self.owner[cells], self.units[cells] = winner, survivors
        self.lost[cells[(holder >= 0) & (holder != winner)]] = True

    def _battles(self, cells: Array, stays: Array, arrived: Array) -> tuple[Array, Array]:
        """Column of the winner, and survivors, of battles of two sides and more: cells × seats, and the natives behind them."""
        every = np.arange(len(cells))
        weight = self.tables.defence.reshape(-1)[cells]
        attack: Array = np.zeros_like(stays, bool)
        god = attack
        if self.after.effects.shape[1]:
            weight = weight << self._cells_with("defend")[cells]
            attack = self._with_natives(self._seats_with("attack", cells)) & (stays == 0)
            god = self._with_natives(self._seats_with("god", cells))
        heads = stays + arrived
        power = power_of(stays, weight[:, None], arrived, attack)
        self.odd[cells[power.max(1) > MOST_POWER] // self.planets] = True
        power = np.minimum(power, MOST_POWER)
        there = heads > 0
        gods = there & god
        fights = np.where(np.logical_or.reduce(gods, axis=1, keepdims=True), gods, there)
        counted = power * fights
        best = counted.argmax(1)
        most = counted[every, best]
        tied = (counted == most[:, None]).sum(1) > 1
        share = np.where(self.tables.full_losses[cells // self.planets], 1, np.maximum(1, fights.sum(1) - 1))
        losses = loss_caused(counted, most[:, None], share[:, None])
        losses[every, best] = 0
        remaining = np.maximum(0, most - 1000 * losses.sum(1))
        return best, survivors_of(heads[every, best], most, remaining) * ~tied

    def _with_natives(self, by_seat: Array) -> Array:
        return np.concatenate([by_seat, np.zeros((len(by_seat), 1), bool)], axis=1)

    # --- Steps 9 to 11 and the upkeep

    def _close(self) -> None:
        board, before, tables = self.after, self.before, self.tables
        planets, units = self._sums()
        self._drop_beaten(planets, units)
        reached = self._reach()
        sights = self._granted(reached)
        self._end_effects(self.lost, IN_BATTLE)
        self.lost = np.zeros_like(self.lost)
        left = self._left()
        stops = left <= 1
        last = (stops | (board.round >= tables.max_round)) & ~board.over
        self.at_limit = last
        seen = before.sights | sights
        owner, held, round_ = board.owner, board.units, board.round
        goes_on = ~last & ~board.over
        board.owner, board.units = owner.copy(), held.copy()
        self.owner, self.units = board.owner.reshape(-1), board.units.reshape(-1)
        board.round = round_ + goes_on
        was_in_play = self.in_play
        self._upkeep(goes_on, planets, units)
        if not (np.array_equal(owner, board.owner) and np.array_equal(was_in_play, self.in_play)):
            sights = self._granted(self._reach())
        self.ended = last | (self._left() <= 1) & ~board.over
        board.sights = sights
        self._remember(seen, owner, held, round_)
        if board.routes.shape[1]:
            self._end_routes()
        if last.any():
            # The arrival step of this round is over but the round stays.
            board.fleets = board.fleets.copy()
            board.fleets[a.DUE] -= last[board.fleets[ROW]]

    def _left(self) -> Array:
        left: Array = self.in_play.sum(1)
        return left

    def _sums(self) -> tuple[Array, Array]:
        """Planets, and units in garrisons and fleets, rows × seats."""
        shape = self.in_play.shape
        cells = np.flatnonzero(self.owner >= 0)
        key = cells // self.planets * self.seats + self.owner[cells]
        planets = np.bincount(key, minlength=self.in_play.size).reshape(shape)
        units = np.zeros(self.in_play.size, np.int64)
        np.add.at(units, key, self.units[cells])
        fleets = self.after.fleets
        np.add.at(units, fleets[ROW] * self.seats + fleets[a.SEAT], fleets[a.UNITS])
        return planets, units.reshape(shape)

    def _reach(self) -> Array:
        """S of every seat by what it has when the arrivals of the round are over, rows × seats × words."""
        words, fleets = self.tables.words, self.after.fleets
        sights = np.zeros((self.in_play.size, words), a.BITS)
        cells = np.flatnonzero(self.owner >= 0)
        key = cells // self.planets * self.seats + self.owner[cells]
        near = self.tables.near.reshape(-1, words)
        of_fleet = fleets[ROW] * self.seats + fleets[a.SEAT]
        ahead = 2 * (fleets[a.DUE] - self.before.round[fleets[ROW]]) - fleets[a.LENGTH]
        ends = ((a.SOURCE, ahead >= 0), (a.TARGET, ahead <= 0))
        for word in range(words):
            column = np.zeros(len(sights), a.BITS)
            np.bitwise_or.at(column, key, near[cells, word])
            for end, counts in ends:
                planet = fleets[end] - word * a.WORD
                here = counts & (planet >= 0) & (planet < a.WORD)
                bits = np.left_shift(np.uint64(1), planet[here].astype(a.BITS))
                np.bitwise_or.at(column, of_fleet[here], bits)
            sights[:, word] = column
        return sights.reshape(*self.in_play.shape, words)

    def _granted(self, reached: Array) -> Array:
        """What being out makes of S: nothing, or everything."""
        board, tables = self.after, self.tables
        out = board.out_round > 0
        if not out.any():
            return reached
        instead = np.where(tables.reveal[:, None], tables.everywhere, 0)[:, None, :]
        return np.where(out[..., None], instead, reached)

    def _drop_beaten(self, planets: Array, units: Array) -> None:
        """Step 9 and U3."""
        beaten = self.in_play & (planets == 0) & (units == 0)
        if not beaten.any():
            return
        board = self.after
        board.out_round = np.where(beaten, board.round[:, None], board.out_round)
        board.out_reason = np.where(beaten, ELIMINATED, board.out_reason)
        self.in_play = self.in_play & ~beaten

    def _end_effects(self, lost: Array, types: Array) -> None:
        """Effects of owners that lost the cell, then those of these types whose last round this is."""
        board = self.after
        effects = board.effects
        if not effects.shape[1]:
            return
        row, type_ = effects[ROW], effects[a.E_TYPE]
        gone = OF_OWNER[type_] & lost[row * self.planets + effects[a.E_PLANET]]
        gone |= types[type_] & (effects[a.E_UNTIL] <= board.round[row])
        board.effects = effects[:, ~gone]

    def _upkeep(self, goes_on: Array, planets: Array, units: Array) -> None:
        """U1 to U3 in rows whose match goes on."""
        board, tables = self.after, self.tables
        more = board.points + tables.gift[:, None]
        capped = np.where(tables.cap[:, None] > 0, np.minimum(more, tables.cap[:, None]), more)
        paid = self.in_play & goes_on[:, None]
        board.points = np.where(paid, np.maximum(board.points, capped), board.points)
        cells = np.flatnonzero((board.owner >= 0) & goes_on[:, None])
        row, owner, held = cells // self.planets, self.owner[cells], self.units[cells]
        quarters: Array | int = constants.FULL_FEE
        if tables.fee.any():
            line = base_line(tables.total_max, self._left())
            level = np.where(tables.fee[:, None], fee_quarters(units, line[:, None]), constants.FULL_FEE)
            quarters = level[row, owner]
        halted: Array = np.zeros(len(cells), bool)
        boosted = halted
        if board.effects.shape[1]:
            halted, boosted = self._cells_with("halt")[cells], self._cells_with("boost")[cells]
        limit, res, cos = (table.reshape(-1)[cells] for table in (tables.limit, tables.res, tables.cos))
        new = np.minimum(held + grown(held, res, cos, quarters, boosted), np.maximum(held, limit))
        new = np.where(halted, held, new)
        self.units[cells] = new
        empty = np.flatnonzero(new == 0)
        if len(empty):
            self._abandon(cells[empty])
        self._end_effects(self.lost, IN_GROWTH)
        if len(empty):
            self._drop_beaten(*self._sums())

    def _remember(self, seen: Array, owner: Array, held: Array, round_: Array) -> None:
        """Step 11: what was seen in the round and is out of sight now, as it was before the upkeep."""
        board, before = self.after, self.before
        fog = self.tables.fog[:, None, None]
        gone, found = seen & ~board.sights & fog * _ALL, board.sights & ~before.sights & fog * _ALL
        gone_at, found_at = _members(gone, self.planets), _members(found, self.planets)
        if not len(gone_at) and not len(found_at):
            return
        board.memory = memory = board.memory.copy()
        flat = memory.reshape(3, -1)
        flat[:, found_at] = 0
        of_seat, planet = np.divmod(gone_at, self.planets)
        row = of_seat // self.seats
        flat[0, gone_at], flat[1, gone_at], flat[2, gone_at] = owner[row, planet], held[row, planet], round_[row]

    def _end_routes(self) -> None:
        """Standing routes that end in this step (rule 8.9)."""
        board = self.after
        routes = board.routes
        row, seat, target = routes[ROW], routes[a.R_SEAT], routes[a.R_TARGET]
        lost = board.owner[row, routes[a.R_SOURCE]] != seat
        lost |= (self.before.owner[row, target] == seat) & (board.owner[row, target] != seat)
        lost &= self.in_play[row, seat]
        if lost.any():
            board.routes = routes[:, ~lost]


_ALL = np.uint64((1 << a.WORD) - 1)


def _of(lines: Array, in_play: Array) -> Array:
    """Lines of seats in play; row and seat are the first columns."""
    counts = in_play[lines[0], lines[1]]
    return lines if counts.all() else lines[:, counts]


def _places(key: Array) -> Array:
    """How many of the same key are before each."""
    if not len(key):
        return key
    order = np.argsort(key, kind="stable")
    sorted_ = key[order]
    starts = np.flatnonzero(np.concatenate([[True], sorted_[1:] != sorted_[:-1]]))
    lengths = np.diff(np.append(starts, len(key)))
    places = np.empty_like(key)
    places[order] = np.arange(len(key)) - np.repeat(starts, lengths)
    return places


def _members(words: Array, planets: int) -> Array:
    """Places of the bits that are set, in an array of rows × seats × planets, flat."""
    filled = np.flatnonzero(words.any(-1))
    if not len(filled):
        return filled
    bits = np.unpackbits(words.reshape(-1, words.shape[-1])[filled].view(np.uint8), axis=-1, bitorder="little")
    which, planet = np.nonzero(bits)
    places: Array = filled[which] * planets + planet
    return places
