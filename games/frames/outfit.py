"""Who and what goes along best with a mech that comes out? From what its side knows; none of it costs anything."""

from __future__ import annotations

from math import ceil
from typing import Any

from games.frames.bots.officer import GEAR_WORTH
from games.frames.bots.values import fitness
from games.frames.constants import AP_COST
from games.frames.state import State, Unit

Json = Any

KEPT_BACK = ("self_destruct", "wormhole_generator")
"""Cards that end or scatter a mech: whoever wants one takes it along knowingly."""


def outfit(state: State, seat: int, mech: Unit) -> dict[str, Json]:
    """{"pilot", "gear": cards in hand, the best first}: what to send along with a mech of the hangar.

    The pilot suits it and no other mech that waits better; of the cards each mech that could still come out this turn keeps its share.
    """
    side = state.sides[seat]
    others = [one for one in side.mechs if one.where == "hangar" and one is not mech and not one.deploy_lock]
    more = min(len(others), len(side.ready) - 1, state.ap // AP_COST["deploy"] - 1)
    fit: dict[str, str] = {}
    for held in side.hand["mech"]:
        if suits(held.card, mech):
            fit.setdefault(held.card, held.id)
    share = ceil(len(side.hand["mech"]) / (1 + max(0, more)))
    best = sorted(fit, key=GEAR_WORTH.index)[: min(share, state.settings.mech_gear_slots)]
    pilot = max(
        side.ready,
        key=lambda one: fitness(one, mech.card) - max((fitness(one, other.card) for other in others), default=0.0),
        default=None,
    )
    return {"pilot": pilot, "gear": [fit[name] for name in best]}


def suits(card: str, mech: Unit) -> bool:
    """Is a card of use to this mech without any more thought?"""
    runs_dry = any(arm.ammo is not None for arm in mech.weapons)
    return card not in KEPT_BACK and (card != "spare_magazine" or runs_dry)
