"""What happens in one slot? Chapters 5.1 step 3, 5.2 and 5.3."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.cosmos.constants import COOLDOWN_ACTIONS
from games.cosmos.entity import Entity
from games.cosmos.miners import Payment
from games.cosmos.resolve.actions import Action, act
from games.cosmos.resolve.ending import note_eliminated
from games.cosmos.resolve.work import Work
from games.cosmos.standing.turn import follow


def open_slot(work: Work, slot: int, id_: int) -> Entity | None:
    """The entity whose turn it is; None if it is gone or neutral (5.1)."""
    work.slot = slot
    entity = work.state.entities.get(id_)
    return None if entity is None or entity.seat is None else entity


def close_slot(work: Work, entity: Entity) -> None:
    """The passive part of a slot, and who is eliminated since then."""
    if payment := work.board.miners.pays(work.state.round).get(entity.id):
        pay(work, entity.id, payment)
    if work.has_changed_hands:
        note_eliminated(work)


def pay(work: Work, id_: int, payment: Payment) -> None:
    """A miner that is old enough pays its home planet, if that is its seat's (6.4)."""
    seat, home, energy = payment
    planet = work.state.entities.get(home)
    if planet is None or planet.seat != seat or not energy:
        return
    if planet.stamp is not work.stamp:
        planet = work.change(planet)
    planet.energy += energy
    work.events.append({
        "type": "mined", "round": work.state.round, "miner": id_, "planet": home, "energy": energy,
        "to": work.alone[seat],
    })  # fmt: skip


def planned_turn(work: Work, entity: Entity) -> None:
    """Direct orders, then standing ones."""
    assert entity.seat is not None
    state, id_ = work.state, entity.id
    key = (entity.seat, id_)
    work.ran.add(id_)
    order = state.direct.get(key)
    if order is not None:
        actions, left, void = order
        if void is not None:
            work.tell("program_void", [entity.seat], id=id_, reason=void)
        _, failed = run(work, entity, actions)
        state.direct[key] = (tuple(failed), left, None)
    standing = state.standing.get(id_)
    if standing is not None:
        # Those of an entity that is gone went with it.
        entity = state.entities[id_]
        if standing.never_rests or entity.waits(state.round) < 1:
            follow(work, entity, standing)


def run(work: Work, entity: Entity, actions: Sequence[Action], *, tell: bool = True) -> tuple[list[Any], list[Any]]:
    """Try a list of actions; returns those that succeeded and those still to be done.

    After one cooldown action the others are dropped in silence; after an overload all the rest is.
    """
    entity = work.change(entity)
    assert entity.seat is not None
    done: list[Action] = []
    failed: list[Action] = []
    is_tired = False
    for action in actions:
        tires = action["do"] in COOLDOWN_ACTIONS
        if tires and is_tired:
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
        is_tired = is_tired or tires
    if is_tired and failed:
        failed = [action for action in failed if action["do"] not in COOLDOWN_ACTIONS]
    return done, failed
