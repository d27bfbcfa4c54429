"""How would the money that is left win most, and hold most? Campaigns that do it at the least price, for the forecast; from the view alone.

The cover is that of the bots (chapter 16). A cell counts from the attack on at which the forecast calls it likely, with the chance that it has then.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from games.hundred_clubs.board import Numbers
from games.hundred_clubs.bots.contest import STAKE_PCT
from games.hundred_clubs.bots.cover import NEVER, Aims, Cover, least_gain
from games.hundred_clubs.bots.foes import even_threat, incomes, note_areas
from games.hundred_clubs.bots.world import World
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


def spend(
    known: Known, settings: Settings, world: World, ground: Ground, influence: Numbers, left: int, placed: int
) -> list[Campaign]:
    """What to add to a draft that has `left` money over, best first; a campaign that stands already grows by that size.

    `world` is what bots know of the view; `influence` is that of the draft, whose campaigns stand on `placed` cells.
    """
    slots = settings.campaign_limit - placed
    if left < settings.campaign_price or slots <= 0:
        return []
    shape = (known.board.height, known.board.width)
    need = likely_from(known, settings, ground, NEVER)
    worth = np.where(need < NEVER, known.chart.members.ravel() * LIKELY_CHANCES[ground.kind] * 100 // CERTAIN, 0)
    access = known.board.to_flags([ground.access])[0]
    aims = Aims(need.reshape(1, *shape), worth.reshape(1, *shape), access.reshape(shape))
    cover = Cover(world, aims, influence.reshape(shape))
    plan = cover.fill(left, min(slots, MOST), min(WORTH_A_COIN, least_gain(world)), THRIFT)
    return [(y * known.board.width + x, size) for (x, y), size in plan.sizes.items()]


def guard(
    known: Known, settings: Settings, world: World, wars: list[int], influence: Numbers, left: int, placed: int
) -> dict[str, Any] | None:
    """What to add for own land that these enemies could take if they spread their money evenly along the border, and what it keeps; None in peace.

    What they have is guessed as bots guess it (chapter 16): from their land in sight, and the average of what is not. `influence` is what
    defends with the draft: its own and that of allies' capitals.
    """
    if not wars:
        return None
    if left < settings.campaign_price:
        return {"campaigns": [], "cells": 0, "members": 0, "left": left}
    shape = (known.board.height, known.board.width)
    believed = incomes(world, note_areas(world, {}))
    money = {seat: believed[seat] * STAKE_PCT // (100 * settings.campaign_price) for seat in wars}
    shield = world.atk * even_threat(world, wars, money) - world.base
    held = world.own & ~world.cut & (shield > 0) & (world.dfn > 0)
    need = np.where(held, -(-shield // np.maximum(world.dfn, 1)), NEVER)
    worth = np.where(held, world.members * 100 + 50, 0)
    if world.capital is not None and held[world.capital[1], world.capital[0]]:
        worth[world.capital[1], world.capital[0]] += world.income * 50
    before = influence.reshape(shape)
    cover = Cover(world, Aims(need[None], worth[None], world.own), before)
    plan = cover.fill(left, max(0, min(settings.campaign_limit - placed, MOST)), 0.0, THRIFT)
    kept = held & (before < need) & (cover.influence >= need)
    return {
        "campaigns": [{"at": [x, y], "size": size} for (x, y), size in plan.sizes.items()],
        "cells": int(kept.sum()),
        "members": int(world.members[kept].sum()),
        "left": left - plan.spent,
    }
