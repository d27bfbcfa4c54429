"""Reflexes, then movement: an entity's turn by standing orders (8.2)."""

from __future__ import annotations

from games.cosmos.constants import PLANET
from games.cosmos.resolve.work import Work
from games.cosmos.standing.movement import walk
from games.cosmos.standing.reflexes import REFLEXES, Turn
from games.cosmos.state import Entity

ALWAYS = frozenset({"auto_charge", "auto_radio"})
"""Reflexes that cost no cooldown and act beside the others."""


def follow(work: Work, entity: Entity) -> None:
    """Do what an entity's standing orders say, in place."""
    turn = Turn(work, entity)
    for i, reflex in enumerate(turn.orders["reflexes"]):
        if reflex["type"] in ALWAYS or entity.cooldown < 1:
            REFLEXES[reflex["type"]](turn, reflex, i)
            if entity.id not in work.state.entities:
                return
    if entity.cooldown < 1 and entity.kind != PLANET and turn.orders["movement"]:
        walk(turn, turn.orders["movement"])
    turn.keep_memory()
