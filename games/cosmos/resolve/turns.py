"""What happens in one slot? Chapters 5.1 step 3, 5.2 and 5.3."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from games.cosmos.constants import COOLDOWN_ACTIONS
from games.cosmos.entity import Entity
from games.cosmos.resolve.actions import ACTIONS, Action
from games.cosmos.resolve.ending import note_eliminated
from games.cosmos.resolve.work import Work
from games.cosmos.standing.senses import Turn
from games.cosmos.standing.turn import follow


def slots(work: Work, ids: Sequence[int], awake: Iterable[int] | None = None) -> Iterator[Entity]:
    """Slot by slot the entity whose turn it is: of those that are awake, or all, and of the captured, who is not gone or neutral (5.1).

    It may be changed. When its turn has been played, the passive part of its slot follows, and who is eliminated since then is noted.
    """
    state, events, alone = work.state, work.events, work.alone
    entities, round_, paying = state.entities, state.round, work.board.miners.pays(state.round)
    asked = set(ids if awake is None else awake)
    # Who has nothing to do is passed over.
    busy = asked.union(paying)
    # Copies one after the other take half the time of copies here and there, and nearly all of these are going to change.
    work.change_all(asked)
    work.change_all(work.board.planets)
    for id_ in filter(busy.__contains__, ids):
        if id_ in asked and (entity := entities.get(id_)) is not None and entity.seat is not None:
            yield entity
            if work.has_changed_hands:
                note_eliminated(work, ids.index(id_) + 1)
                # Who was captured has the orders of its new seat, if its turn is to come.
                asked |= work.captured
                busy |= work.captured
        # A miner that is old enough pays its home planet, if that is its seat's (6.4).
        payment = paying.get(id_)
        if payment is not None:
            seat, home, energy = payment
            planet = entities.get(home)
            if planet is not None and planet.seat == seat:
                planet.energy += energy
                mined = {"type": "mined", "round": round_, "miner": id_, "planet": home, "energy": energy}
                events.append((mined, alone[seat], False))


def planned_turn(work: Work, entity: Entity, turn: Turn) -> None:
    """Direct orders, then standing ones."""
    assert entity.seat is not None
    state, id_ = work.state, entity.id
    key = (entity.seat, id_)
    work.ran.add(id_)
    if key in state.direct:
        actions, left, void = state.direct.pop(key)
        if void is not None:
            work.tell("program_void", [entity.seat], id=id_, reason=void)
        _, failed = run(work, entity, actions)
        if failed:
            state.direct[key] = (tuple(failed), left, None)
    standing = state.standing.get(id_)
    # Those of an entity that is gone went with it.
    if standing is not None and (standing.never_rests or entity.waits(state.round) < 1):
        follow(turn, entity, standing)


def run(work: Work, entity: Entity, actions: Sequence[Action], *, tell: bool = True) -> tuple[list[Any], list[Any]]:
    """Try a list of actions of an entity that may be changed; returns those that succeeded and those still to be done.

    After one cooldown action the others are dropped in silence; after an overload all the rest is.
    """
    assert entity.seat is not None
    done: list[Action] = []
    failed: list[Action] = []
    is_tired = False
    for action in actions:
        do = action["do"]
        tires = do in COOLDOWN_ACTIONS
        if tires and is_tired:
            continue
        code = ACTIONS[do](work, entity, action)
        if code is not None:
            failed.append(action)
            if tell:
                work.tell("order_failed", [entity.seat], id=entity.id, action=action, code=code)
            continue
        done.append(action)
        if do == "overload":
            return done, []
        if tires:
            is_tired = True
    if is_tired and failed:
        failed = [action for action in failed if action["do"] not in COOLDOWN_ACTIONS]
    return done, failed
