"""Reflexes, then movement: an entity's turn by standing orders (8.2)."""

from __future__ import annotations

from games.cosmos.constants import PLANET
from games.cosmos.entity import Entity
from games.cosmos.resolve.work import Work
from games.cosmos.standing.movement import walk
from games.cosmos.standing.reflexes import REFLEXES
from games.cosmos.standing.senses import Turn

ALWAYS = frozenset({"auto_charge", "auto_radio"})
"""Reflexes that cost no cooldown and act beside the others."""


def follow(work: Work, entity: Entity) -> None:
    """Do what an entity's standing orders say, in place."""
    orders = work.state.standing[entity.id]
    reflexes, movement = orders["reflexes"], orders["movement"]
    if entity.waits(work.state.round) >= 1 and not any(reflex["type"] in ALWAYS for reflex in reflexes):
        return
    turn = Turn(work, entity)
    for i, reflex in enumerate(reflexes):
        if reflex["type"] in ALWAYS or turn.is_ready():
            REFLEXES[reflex["type"]](turn, reflex, i)
            if entity.id not in work.state.entities:
                return
    if entity.kind != PLANET and movement and turn.is_ready():
        walk(turn, movement)
    turn.keep_memory()
