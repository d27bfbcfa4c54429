"""Reflexes, then movement: an entity's turn by standing orders (8.2)."""

from __future__ import annotations

from games.cosmos.constants import PLANET
from games.cosmos.entity import Entity
from games.cosmos.standing.movement import WALKS
from games.cosmos.standing.reflexes import REFLEXES
from games.cosmos.standing.senses import Turn
from games.cosmos.standing_orders import ALWAYS, StandingOrders


def follow(turn: Turn, entity: Entity, orders: StandingOrders) -> None:
    """Do what its standing orders say of an entity that may be changed, in place."""
    rules, memory, state = orders.rules, orders.memory, turn.work.state
    turn.begin(entity, memory)
    is_ready = entity.cooldown - (state.round - entity.ticked) < 1.0
    for number, reflex in enumerate(rules["reflexes"]):
        type_ = reflex["type"]
        if is_ready or type_ in ALWAYS:
            REFLEXES[type_](turn, reflex, number)
            if turn.has_acted:
                if entity.id not in state.entities:
                    return
                is_ready = turn.is_ready()
    if is_ready and entity.kind != PLANET and (movement := rules["movement"]):
        WALKS[movement["type"]](turn, movement)
    if turn.memory is not memory and turn.memory != memory:
        state.standing[entity.id] = StandingOrders(rules, turn.memory, orders.never_rests)
