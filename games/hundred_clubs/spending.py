"""How would the money that is left win most? Campaigns that gain most members for their price, for the forecast; from the view alone.

The cover is that of the bots (chapter 16). A cell counts from the attack on at which the forecast calls it likely, with the chance that it has then.
"""

from __future__ import annotations

import numpy as np

from games.hundred_clubs.board import Numbers
from games.hundred_clubs.bots.cover import NEVER, Aims, Cover, least_gain
from games.hundred_clubs.bots.world import World
from games.hundred_clubs.estimate import CERTAIN, LIKELY_CHANCES, Ground, likely_from
from games.hundred_clubs.orders import Known
from games.hundred_clubs.settings import Settings

Campaign = tuple[int, int]
"""Cell, size."""

THRIFT = 0.3
"""A campaign more counts this part of the average size: few large ones are easier to overlook than many small ones."""
MOST = 6
"""Campaigns that are proposed at once."""


def spend(
    known: Known, settings: Settings, ground: Ground, influence: Numbers, left: int, placed: int
) -> list[Campaign]:
    """What to add to a draft that has `left` money over, best first; a campaign that stands already grows by that size.

    `influence` is that of the draft, whose campaigns stand on `placed` cells.
    """
    slots = settings.campaign_limit - placed
    if left < settings.campaign_price or slots <= 0:
        return []
    world = World(known.view)
    shape = (known.board.height, known.board.width)
    need = likely_from(known, settings, ground, NEVER)
    worth = np.where(need < NEVER, known.chart.members.ravel() * LIKELY_CHANCES[ground.kind] * 100 // CERTAIN, 0)
    access = known.board.to_flags([ground.access])[0]
    aims = Aims(need.reshape(1, *shape), worth.reshape(1, *shape), access.reshape(shape))
    cover = Cover(world, aims, influence.reshape(shape))
    plan = cover.fill(left, min(slots, MOST), least_gain(world), THRIFT)
    return [(y * known.board.width + x, size) for (x, y), size in plan.sizes.items()]
