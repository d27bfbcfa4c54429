"""Reflexes, then movement: an entity's turn by standing orders (8.2)."""

from __future__ import annotations

from typing import Any

from games.cosmos.constants import PLANET
from games.cosmos.entity import Entity
from games.cosmos.resolve.work import Work
from games.cosmos.standing.movement import walk
from games.cosmos.standing.reflexes import REFLEXES
from games.cosmos.standing.senses import Turn

Orders = dict[str, Any]
ALWAYS = frozenset({"auto_charge", "auto_radio"})
"""Reflexes that cost no cooldown and act beside the others."""


def is_idle(orders: Orders, entity: Entity, round_: int) -> bool:
    """Have its standing orders nothing for an entity to do at its turn of this round, because it must wait?"""
    if entity.cooldown - (round_ - entity.ticked) < 1:
        return False
    for reflex in orders["reflexes"]:  # noqa: SIM110 - this is asked for every entity in every round
        if reflex["type"] in ALWAYS:
            return False
    return True


def follow(work: Work, entity: Entity) -> None:
    """Do what an entity's standing orders say, in place."""
    turn = Turn(work, entity)
    reflexes, movement = turn.orders["reflexes"], turn.orders["movement"]
    for i, reflex in enumerate(reflexes):
        if reflex["type"] in ALWAYS or turn.is_ready():
            REFLEXES[reflex["type"]](turn, reflex, i)
            if entity.id not in work.state.entities:
                return
    if entity.kind != PLANET and movement and turn.is_ready():
        walk(turn, movement)
    turn.keep_memory()
