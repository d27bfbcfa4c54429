"""How would the money that is left win most, and hold most? Campaigns that do it at the least price, for the forecast; from the view alone.

The cover is that of the bots (chapter 16). A cell counts from the attack on at which the forecast calls it likely, with the chance that it has then.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from games.hundred_clubs.board import Numbers
from games.hundred_clubs.bots.contest import STAKE_PCT
from games.hundred_clubs.bots.cover import NEVER, Aims, Cover, least_gain
from games.hundred_clubs.bots.foes import even_threat, incomes, note_areas
from games.hundred_clubs.bots.world import Grid, Mask, World
from games.hundred_clubs.estimate import CERTAIN, LIKELY_CHANCES, Ground, likely_from
from games.hundred_clubs.orders import Known
from games.hundred_clubs.settings import Settings

Campaign = tuple[int, int]
"""Cell, size."""

THRIFT = 0.3
"""A campaign more counts this part of the average size: few large ones are easier to overlook than many small ones."""
MOST = 12
"""Campaigns that are proposed at once."""
WORTH_A_COIN = 0.04
"""Members per coin below which a proposal keeps money: less than bots ask for, who save for a large blow by a plan of their own. Whoever orders
what is proposed and nothing else won 10 of 24 matches of *Quick* against medium and hard bots so, and 2 as the bots keep money."""


class Guard(NamedTuple):
    """What to add to a draft at war: campaigns that hold own land and win others', whichever a coin does more for."""

    campaigns: list[Campaign]
    """Best first."""
    open: Mask
    """Own cells that enemies could take from the draft as it is, if they spread their money evenly along the border."""
    kept: Mask
    """Those of them that are held so."""
    by: list[int]
    """The enemies that could take cells of `open`."""


def _attack(known: Known, settings: Settings, ground: Ground) -> Aims:
    """What is to be won."""
    shape = (known.board.height, known.board.width)
    need = likely_from(known, settings, ground, NEVER)
    worth = np.where(need < NEVER, known.chart.members.ravel() * LIKELY_CHANCES[ground.kind] * 100 // CERTAIN, 0)
    access = known.board.to_flags([ground.access])[0]
    return Aims(need.reshape(1, *shape), worth.reshape(1, *shape), access.reshape(shape))


def spend(
    known: Known, settings: Settings, world: World, ground: Ground, influence: Numbers, left: int, placed: int
) -> list[Campaign]:
    """What to add to a draft that has `left` money over, best first; a campaign that stands already grows by that size.

    `world` is what bots know of the view; `influence` is that of the draft, whose campaigns stand on `placed` cells.
    """
    return _filled(
        known, settings, world, _cover(known, world, _attack(known, settings, ground), influence), left, placed
    )


def _cover(known: Known, world: World, aims: Aims, influence: Numbers) -> Cover:
    return Cover(world, aims, influence.reshape(known.board.height, known.board.width))


def _filled(known: Known, settings: Settings, world: World, cover: Cover, left: int, placed: int) -> list[Campaign]:
    slots = settings.campaign_limit - placed
    if left < settings.campaign_price or slots <= 0:
        return []
    plan = cover.fill(left, min(slots, MOST), min(WORTH_A_COIN, least_gain(world)), THRIFT)
    return [(y * known.board.width + x, size) for (x, y), size in plan.sizes.items()]


def guard(
    known: Known,
    settings: Settings,
    world: World,
    ground: Ground,
    wars: list[int],
    influence: Numbers,
    allied: Numbers,
    left: int,
    placed: int,
) -> Guard | None:
    """How to share the money between defence and attack at war; None in peace.

    What enemies have is guessed as bots guess it (chapter 16): from their land in sight, and the average of what is not. `influence` is that
    of the draft; that of allies' capitals, `allied`, defends with it.
    """
    if not wars:
        return None
    shape = (known.board.height, known.board.width)
    believed = incomes(world, note_areas(world, {}))
    money = {seat: believed[seat] * STAKE_PCT // (100 * settings.campaign_price) for seat in wars}
    own = world.own & ~world.cut & (world.dfn > 0)
    before, help_ = influence.reshape(shape), allied.reshape(shape)

    def asked(foes: list[int]) -> Grid:
        """Own influence that holds each cell against these."""
        shield = world.atk * even_threat(world, foes, money) - world.base
        return np.where(own & (shield > 0), -(-shield // np.maximum(world.dfn, 1)) - help_, 0)

    need = asked(wars)
    held = own & (need > 0)
    worth = np.where(held, world.members * 100 + 50, 0)
    if world.capital is not None and held[world.capital[1], world.capital[0]]:
        worth[world.capital[1], world.capital[0]] += world.income * 50
    attack = _attack(known, settings, ground)
    aims = Aims(np.where(held, need, attack.need), np.where(held, worth, attack.worth), attack.ground)
    cover = _cover(known, world, aims, influence)
    campaigns = _filled(known, settings, world, cover, left, placed)
    return Guard(
        campaigns,
        open=held & (before < need),
        kept=held & (before < need) & (cover.influence >= need),
        by=[seat for seat in wars if (before < asked([seat])).any()],
    )
