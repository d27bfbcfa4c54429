"""What happens in one slot? Chapters 5.1 step 3, 5.2 and 5.3."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from games.cosmos.constants import COOLDOWN_ACTIONS, MINER, MINING_DELAY, mining_income
from games.cosmos.resolve.actions import Action, act
from games.cosmos.resolve.ending import note_eliminated
from games.cosmos.resolve.work import Work
from games.cosmos.standing.turn import follow
from games.cosmos.state import Entity

_mining = cache(mining_income)


def open_slot(work: Work, slot: int, id_: int) -> Entity | None:
    """The entity whose turn it is, its cooldown ticked; None if it is gone or neutral (5.1)."""
    work.slot = slot
    entity = work.state.entities.get(id_)
    if entity is None or entity.seat is None:
        return None
    work.ran.add(id_)
    entity.cooldown = max(entity.cooldown - 1, 0.0)
    return entity


def close_slot(work: Work, entity: Entity) -> None:
    """The passive part of a slot: a miner pays its home planet (6.4)."""
    if entity.kind == MINER and work.state.round >= entity.born + MINING_DELAY:
        home = work.state.entities.get(entity.home or 0)
        energy = _mining(entity.energy)
        if home is not None and home.seat == entity.seat and energy and entity.seat is not None:
            home.energy += energy
            work.tell("mined", [entity.seat], miner=entity.id, planet=home.id, energy=energy)
    if work.has_changed_hands:
        note_eliminated(work)


def planned_turn(work: Work, entity: Entity) -> None:
    """Direct orders, then standing ones."""
    assert entity.seat is not None
    key = (entity.seat, entity.id)
    order = work.state.direct.get(key)
    if order is not None:
        actions, left, void = order
        if void is not None:
            work.tell("program_void", [entity.seat], id=entity.id, reason=void)
        _, failed = run(work, entity, actions)
        work.state.direct[key] = (tuple(failed), left, None)
    if entity.id in work.state.entities and entity.id in work.state.standing:
        follow(work, entity)


def run(work: Work, entity: Entity, actions: Sequence[Action], *, tell: bool = True) -> tuple[list[Any], list[Any]]:
    """Try a list of actions; returns those that succeeded and those still to be done.

    After one cooldown action the others are dropped in silence; after an overload all the rest is.
    """
    assert entity.seat is not None
    done: list[Action] = []
    failed: list[Action] = []
    is_tired = False
    for action in actions:
        if is_tired and action["do"] in COOLDOWN_ACTIONS:
            continue
        code = act(work, entity, action)
        if code is not None:
            failed.append(action)
            if tell:
                work.tell("order_failed", [entity.seat], id=entity.id, action=action, code=code)
            continue
        done.append(action)
        if action["do"] == "overload":
            return done, []
        is_tired = is_tired or action["do"] in COOLDOWN_ACTIONS
    if is_tired:
        failed = [action for action in failed if action["do"] not in COOLDOWN_ACTIONS]
    return done, failed
