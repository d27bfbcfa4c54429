"""Which cells will a club surely win, and which are likely? From its view alone, cell by cell.

A cell is *sure* if it falls unless a club out of sight interferes: it is in sight, nobody defends it (unowned, or cut off land of a
club that is at war with the seat for sure), no other club's land in sight is so near that a campaign from there could be felt on it,
no known influence of an ally matches the own one, the money is there whatever the others answer, and it is joined to own land
through sure cells. Another club can keep it only by influence at least as large as the own one on it or on the way to it.

All other cells that could break have a *chance*, in percent. Land out of sight is taken to be like the known land nearest to it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from games.hundred_clubs.board import Bits, Board, Numbers, to_bits
from games.hundred_clubs.constants import REACH, UNIT, UNOWNED, UNSEEN
from games.hundred_clubs.orders import Known
from games.hundred_clubs.resolve.conquest import connected, excess_of
from games.hundred_clubs.settings import Settings

CLOSE = 2
"""Within so many columns and rows of another club's land a cell is fought for more often than not."""
PROBABLE = 50
"""From this chance on a cell is shown as likely, in percent."""
CERTAIN = 100

CHANCES = np.array(
    [
        [0, 0, 0, 0, 0],
        [70, 73, 80, 86, 93],
        [4, 12, 25, 46, 79],
        [40, 54, 65, 75, 88],
        [80, 87, 94, 95, 97],
        [72, 78, 91, 96, 99],
        [16, 24, 34, 51, 70],
        [34, 48, 53, 61, 76],
        [88, 93, 94, 96, 97],
    ]
)  # fmt: skip
"""Percent of cells of a kind that were won, by how many times the attack was the threshold: up to 1.5, 2, 3, 5 times, more.

Counted in 66 matches between the built-in bots on the campus and on generated maps, 164,000 cells; the test of the forecast prints
how far the sums are off in other matches.
"""
TIMES = (100, 150, 200, 300, 500)
"""Where each column of `CHANCES` begins: how many times the threshold an attack must exceed, in hundredths."""
_FROM = [next((i for i, chance in enumerate(row) if chance >= PROBABLE), None) for row in CHANCES.tolist()]
LIKELY_TIMES = np.array([0 if step is None else TIMES[step] for step in _FROM], dtype=np.int64)
"""Per kind of land how many times the threshold makes it likely, in hundredths; 0 where nothing does."""
LIKELY_CHANCES = np.array([0 if i is None else CHANCES[kind][i] for kind, i in enumerate(_FROM)], dtype=np.int64)
"""And the chance that it has then."""
NEVER, CUT, ENEMY, FREE_CLOSE, FREE_NEAR, FREE_FAR, HIDDEN_ENEMY, HIDDEN_NEAR, HIDDEN_FAR = range(9)
"""Rows of `CHANCES`. Near: a campaign of another club whose land is in sight could be felt there."""


class Ground(NamedTuple):
    """What a seat knows, and believes, of the land in this round; sets of cells."""

    own: Bits
    access: Bits
    """Own land and that of clubs that stay allies if they say what they said."""
    neutral: Bits
    """In sight, of clubs that are neutral and stay so."""
    foreign: Bits
    """In sight, of clubs that are no allies."""
    undefended: Bits
    """In sight, and it falls to whoever is strong enough, for sure."""
    kind: npt.NDArray[np.intp]
    """Per cell a row of `CHANCES`."""
    open: Bits
    """What may be attacked, by what is known or believed."""


class Estimate(NamedTuple):
    """What an influence leads to."""

    sure: Bits
    likely: Bits
    """Probable and joined to access land; without the sure ones."""
    loose: Bits
    """Probable, and not joined."""
    about: int
    """How many cells are won on the average, in hundredths of a cell."""
    members: int
    """And with how many members, in hundredths."""

    @property
    def counts(self) -> dict[str, int]:
        """As the forecast tells it."""
        least = self.sure.bit_count()
        return {"least": least, "about": max(least, (self.about + 50) // 100), "members": (self.members + 50) // 100}


def owned_by(letters: npt.NDArray[np.uint8], seats: list[int]) -> Bits:
    """Cells with the letter of one of these seats."""
    return to_bits(np.isin(letters, [ord("0") + seat for seat in seats])[None, :])[0]


def ground_of(known: Known, wars: list[int], sure_wars: list[int], allies: list[int], neutrals: list[int]) -> Ground:
    """The land as the seat will find it if the others keep to what they said."""
    board = known.board
    letters = np.frombuffer(known.owners.encode(), dtype=np.uint8)
    remembered = np.frombuffer("".join(known.view["memory"]["owners"]).encode(), dtype=np.uint8)
    unseen = letters == ord(UNSEEN)
    newest = np.where(unseen, remembered, letters)
    land = to_bits(known.chart.land.reshape(1, -1))[0]
    hidden = to_bits(unseen[None, :])[0] & land
    free = to_bits((letters == ord(UNOWNED))[None, :])[0] & land
    own, enemy, cut = owned_by(letters, [known.seat]), owned_by(letters, wars), _cut_off(known)
    foreign = owned_by(letters, wars + neutrals)
    like_enemy, like_free = _guess(board, hidden, owned_by(newest, wars), owned_by(newest, neutrals), free)
    near, close = board.square(foreign, REACH), board.square(foreign, CLOSE)
    kinds = {
        CUT: enemy & cut,
        ENEMY: enemy & ~cut,
        FREE_CLOSE: free & close,
        FREE_NEAR: free & near & ~close,
        FREE_FAR: free & ~near,
        HIDDEN_ENEMY: like_enemy,
        HIDDEN_NEAR: like_free & near,
        HIDDEN_FAR: like_free & ~near,
    }
    kind = np.full(board.cells, NEVER)
    for row, flags in zip(kinds, board.to_flags(list(kinds.values())), strict=True):
        kind[flags] = row
    return Ground(
        own=own,
        access=own | owned_by(letters, allies),
        neutral=owned_by(letters, neutrals),
        foreign=foreign,
        undefended=free & ~near | _left_alone(board, letters, cut, sure_wars, wars + neutrals),
        kind=kind,
        open=sum(kinds.values()),
    )


def likely_from(known: Known, settings: Settings, ground: Ground, never: int) -> Numbers:
    """Per cell the influence from which it is likely to be won, in twentieths; `never` where none suffices."""
    times = LIKELY_TIMES[ground.kind]
    is_open = known.board.to_flags([ground.open])[0] & (times > 0)
    atk = np.maximum(known.chart.atk.ravel(), 1)
    return np.where(is_open, UNIT * settings.threshold * times // (100 * atk) + 1, never)


def _cut_off(known: Known) -> Bits:
    return sum(1 << y * known.board.width + x for x, y in known.view["cut_off"])


def _left_alone(board: Board, letters: npt.NDArray[np.uint8], cut: Bits, wars: list[int], others: list[int]) -> Bits:
    """Cut off land of these enemies that no third club in sight is near."""
    found = 0
    for seat in wars:
        third = owned_by(letters, [other for other in others if other != seat])
        found |= owned_by(letters, [seat]) & cut & ~board.square(third, REACH)
    return found


def _guess(board: Board, hidden: Bits, enemy: Bits, neutral: Bits, free: Bits) -> tuple[Bits, Bits]:
    """Land out of sight that is nearest to what an enemy is known to have, and that is nearest to free land or to nothing known."""
    like_enemy, left = hidden & enemy, hidden & ~enemy & ~neutral
    like_free = 0
    for _ in range(2 * REACH):
        enemy, neutral, free = (board.widen(bits, 1) for bits in (enemy, neutral, free))
        like_enemy |= left & enemy
        like_free |= left & free & ~enemy & ~neutral
        left &= ~(enemy | neutral | free)
    return like_enemy, like_free | left


def estimates(
    known: Known, settings: Settings, ground: Ground, influences: Numbers, firm: Numbers, rival: Numbers
) -> list[Estimate]:
    """What each influence, by [which, cell], leads to. `firm`: the part of it that is there whatever the others answer;
    `rival`: per cell the largest known influence of another club."""
    board, chart = known.board, known.chart
    excess = excess_of(chart, settings, influences)
    limit = UNIT * settings.threshold
    attack = excess + limit
    step = sum((100 * attack > times * limit).astype(np.intp) for times in TIMES[1:])
    chance = np.where((excess > 0) & (influences > rival), CHANCES[ground.kind[None, :], step], 0)
    falls = (excess_of(chart, settings, firm) > 0) & (firm > rival)
    members = chart.members.ravel()
    found = []
    for row, possible, probable, holds in zip(
        chance, to_bits(chance > 0), to_bits(chance >= PROBABLE), to_bits(falls), strict=True
    ):
        sure = connected(board, ground.own, holds & ground.undefended)
        likely = connected(board, ground.access, probable | sure)
        reached = connected(board, ground.access, possible | sure) & ~sure
        weights = np.where(board.to_flags([reached])[0], row, 0) + CERTAIN * board.to_flags([sure])[0]
        found.append(
            Estimate(sure, likely & ~sure, probable & ~likely, int(weights.sum()), int((weights * members).sum()))
        )
    return found
