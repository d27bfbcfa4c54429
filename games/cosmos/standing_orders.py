"""What has an entity been told to do by itself, and what does it keep in mind for that? Chapter 8.2.

How the rules are followed is told in `standing`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Json = Any
BIDS_SINCE = "bids_since"
"""In `StandingOrders.memory` of a planet: the round in which it first followed an order to bid (17)."""
ALWAYS = frozenset({"auto_charge", "auto_radio"})
"""Reflexes that cost no cooldown and act beside the others."""


@dataclass(slots=True)
class StandingOrders:
    """Never changed in place: who follows them and has something new to remember gets others."""

    rules: dict[str, Json]
    """`movement` and `reflexes`, as seats are shown them."""
    memory: dict[str, Json]
    """What following them needs from round to round; nobody is told."""
    never_rests: bool
    """Has it reflexes that act while the entity waits for its cooldown?"""


def standing_orders(movement: Json, reflexes: list[Json], memory: dict[str, Json] | None = None) -> StandingOrders:
    """Orders in the form of `check`."""
    never_rests = any(reflex["type"] in ALWAYS for reflex in reflexes)
    return StandingOrders({"movement": movement, "reflexes": reflexes}, memory or {}, never_rests)


NOTHING_ORDERED = standing_orders(None, [])
"""Orders of an entity that has none."""
