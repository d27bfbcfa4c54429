"""What are the arrays and actions of many matches of Planet Conquer at once, without a view of each? The same bytes as the codec's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fogbound_client.env.codec import Array, Json, Observation
from fogbound_client.env.planet_conquer import (
    _ARRIVING,
    _ATTACKED,
    _DOOMED,
    _EFFECTS,
    AMOUNTS,
    PLANET_TACTICS,
    TENS,
    UNITS,
    PlanetConquer,
)  # fmt: skip

_ON_OWN, _ON_OTHERS = ("defend", "boost"), ("attack",)
_NOT_GIVEN = -1


class Sides:
    """Some seats of all matches of a batch of the engine, matches first."""

    def __init__(self, codec: PlanetConquer, batch: Any, seats: Sequence[int]) -> None:
        """`batch`: with room for maps as large as those of the codec."""
        self._codec, self._batch = codec, batch
        self._seats = np.array(seats)
        rows, planets, sends = len(batch), codec.planets, codec.sends
        self._static = np.zeros((rows, planets, 4), np.float32)
        self._ways = np.zeros((rows, planets, codec.degree, 2), np.float32)
        self._neighbours = np.zeros((rows, planets, codec.degree), np.int64)
        self._offers = np.zeros((rows, planets, sends), np.int8)
        self._real = np.zeros((rows, planets), bool)
        self._seen: Any = None
        self._masks: Any = None
        self._starts = codec.action_space.ends - codec.action_space.nvec

    def begin(self, row: int, shown: Json) -> None:
        """Another match, on this map of a view. Raises FogboundError if it is too large."""
        chart = self._codec.chart(shown)
        self._static[row], self._ways[row], self._neighbours[row] = chart.static, chart.ways, chart.neighbours
        self._offers[row, :, 0] = 1
        self._offers[row, :, 1:] = np.repeat(chart.neighbours >= 0, len(AMOUNTS), axis=1)
        self._real[row] = np.arange(self._codec.planets) < len(shown["planets"])

    def look(self) -> None:
        """Take up what the seats know now."""
        self._seen = self._batch.seen()
        self._garrisons = np.where(self._mine(), self._batch.board.units[:, None], 0)
        self._masks = self._offered()

    def asked(self) -> Any:
        """Matches × seats: owes orders."""
        return self._seen.in_play[:, self._seats]

    def planets(self) -> Any:
        """Matches × all seats: the main score."""
        return self._seen.planets

    def observe(self) -> Observation:
        """As `PlanetConquer.observe`, matches × seats."""
        seen, own = self._seen, self._seats
        pair = len(self._batch), len(own)
        owner, units, as_of, later = (
            array[:, own].astype(np.float32) for array in (seen.owner, seen.units, seen.as_of, seen.next)
        )
        me = np.broadcast_to(own[:, None], (*pair, 1)).astype(np.float32)
        now = seen.round[:, None, None].astype(np.float32)
        rows = self._codec.planes(owner, units, as_of, later, me, now, self._static[:, None])
        for turn in range(2):
            rows[..., _ARRIVING + 2 * turn] = seen.arriving[turn][:, own]
            rows[..., _ARRIVING + 2 * turn] /= UNITS
            left = seen.left[turn][:, own]
            rows[..., _ARRIVING + 2 * turn + 1] = np.where(left > 0, 1.0 / np.maximum(1, left), 0.0)
        for name, array in (("defend", seen.defended), ("boost", seen.boosted), ("halt", seen.halted)):
            rows[..., _EFFECTS[name]] = array[:, own]
        rows[..., _ATTACKED], rows[..., _DOOMED] = seen.attacked[:, own], seen.doomed[:, own]
        ways = np.broadcast_to(self._ways[:, None], (*pair, *self._ways.shape[1:]))
        return {"planets": rows, "ways": ways, "seat": self._seat(), "action_mask": self._masks}

    def _mine(self) -> Any:
        return self._batch.board.owner[:, None] == self._seats[:, None]

    def _seat(self) -> Array:
        seen, own = self._seen, self._seats
        columns = np.zeros((len(self._batch), len(own), 8))
        columns[..., 0] = (seen.round / TENS)[:, None]
        columns[..., 1] = ((seen.max_round - seen.round) / TENS)[:, None]
        columns[..., 2] = seen.points[:, own] / TENS
        columns[..., 3] = seen.planets[:, own] / TENS
        columns[..., 4] = seen.total[:, own] / UNITS
        columns[..., 5] = seen.quarters[:, own] / 4
        for place, seat in enumerate(own.tolist()):
            rivals = seen.in_play.copy()
            rivals[:, seat] = False
            columns[:, place, 6] = rivals.sum(1)
            # Without rivals the least lot is 0, and no lot is below it.
            least = np.where(rivals, seen.lots, seen.lots.shape[1] + 1).min(1)
            columns[:, place, 7] = (seen.lots[:, seat] < least) & rivals.any(1)
        return columns.astype(np.float32)

    def _offered(self) -> Any:
        codec, seen, own = self._codec, self._seen, self._seats
        rows, seats, planets = len(self._batch), len(own), codec.planets
        masks = np.empty((rows, seats, len(codec.closed)), np.int8)
        masks[:] = codec.closed
        asked = self.asked()
        mine = self._mine()
        can = asked[..., None] & (self._garrisons > 1)
        sends = masks[..., : codec.tactics].reshape(rows, seats, planets, codec.sends)
        np.copyto(sends, self._offers[:, None], where=can[..., None])
        tactics = masks[..., codec.tactics :]
        playable = dict(zip(self._batch.types, np.moveaxis(seen.tactics[:, own], -1, 0), strict=True))
        everywhere = np.broadcast_to(self._real[:, None], mine.shape)
        for name in PLANET_TACTICS:
            places = mine if name in _ON_OWN else everywhere & ~mine if name in _ON_OTHERS else everywhere
            if name == "teleport":
                places = everywhere & mine.any(-1)[..., None]
                np.put_along_axis(places, self._largest()[..., None], False, -1)
            start = codec.tactic_at[name]
            tactics[..., start : start + planets] = places & playable[name][..., None]
        tactics[..., codec.tactic_at["eleminate"]] = playable["eleminate"]
        others = seen.in_play[:, None] & (np.arange(codec.seats) != own[:, None])
        swaps = others & playable["swap"][..., None]
        tactics[..., codec.tactic_at["swap"] :] = swaps
        return masks

    def _largest(self) -> Any:
        return self._garrisons.argmax(-1)

    def orders(self, actions: Any, counts: Any, others: Sequence[Json]) -> Any:
        """Orders of all matches for the batch: of the seats in `counts`, matches × seats, those of their actions, which the mask must leave;
        of the rest those in `others`, a dict of each match."""
        codec = self._codec
        rows, places, planets = np.nonzero((actions[..., :-1] > 0) & counts[..., None])
        way, amount = np.divmod(actions[rows, places, planets] - 1, len(AMOUNTS))
        there = self._garrisons[rows, places, planets]
        units = np.choose(amount, [np.ones_like(there), there // 2, there - 1])
        moves = np.stack([rows, self._seats[places], planets, self._neighbours[rows, planets, way], units])
        staying = self._garrisons.copy()
        staying[rows, places, planets] -= units

        rows, places = np.nonzero((actions[..., -1] > 0) & counts)
        value = actions[rows, places, -1]
        turn, planet = np.divmod(value - 1, codec.planets)
        names = [*PLANET_TACTICS, "eleminate", "swap"]
        at = np.where(value >= codec.tactic_at["swap"], len(names) - 1, np.minimum(turn, len(names) - 2))
        types = np.array([self._batch.types.index(name) for name in names])[at]
        jumps, swaps = at == names.index("teleport"), at == len(names) - 1
        plain = (at < len(PLANET_TACTICS)) & ~jumps
        source = self._largest()[rows, places]
        goal = np.where(swaps, value - codec.tactic_at["swap"], np.where(jumps, planet, _NOT_GIVEN))
        tactics = np.stack(
            [
                rows, self._seats[places], types, np.where(plain, planet, _NOT_GIVEN), np.where(jumps, source, _NOT_GIVEN), goal,
                np.where(jumps, (staying[rows, places, source] + 1) // 2, 0),
            ]
        )  # fmt: skip
        given = np.zeros(self._seen.in_play.shape, bool)
        given[:, self._seats] = counts
        return self._batch.together(given, moves, tactics, others)

    def allowed(self, actions: Any) -> Any:
        """Matches × seats: is every part of the action among those that the mask leaves?"""
        sizes = self._codec.action_space.nvec
        inside = ((actions >= 0) & (actions < sizes)).all(-1)
        at = self._starts + np.clip(actions, 0, sizes - 1)
        return inside & (np.take_along_axis(self._masks, at, -1) > 0).all(-1)
