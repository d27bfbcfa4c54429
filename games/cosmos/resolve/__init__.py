"""One step from orders to the next position. Chapter 5."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from games.core.events import EventLog
from games.core.rng import Rng
from games.cosmos.ids import id_of_ship
from games.cosmos.resolve.ending import begin_round, end_round, finish, resign, tell_eliminated
from games.cosmos.resolve.sequence import sequence
from games.cosmos.resolve.turns import planned_turn, slots
from games.cosmos.resolve.work import Work
from games.cosmos.sight import remember
from games.cosmos.standing.senses import Turn
from games.cosmos.standing.turn import follow
from games.cosmos.standing_orders import NOTHING_ORDERED, standing_orders
from games.cosmos.state import State

__all__ = ["begin_slots", "next_round", "play_round", "resolve", "sequence", "start"]

Orders = Mapping[int, Any]


def resolve(state: State, orders: Orders, rng: Rng) -> tuple[State, EventLog]:
    """Play `stride` rounds by these orders (8.4); a seat that is absent or None goes on with what it has ordered before."""
    work = start(state)
    _play(work, orders, rng)
    return work.state, EventLog(work.events)


def _play(work: Work, orders: Orders, rng: Rng) -> None:
    state = work.state
    if state.phase == "over":
        return
    living = state.living()
    for seat in living:
        given = orders.get(seat)
        if given and given.get("resign"):
            resign(work, seat)
    if len(state.living()) <= 1:
        tell_eliminated(work)
        for seat in range(state.seats):
            remember(state, seat)
        finish(work, state.round - 1)
        return
    for seat in state.living():
        take_orders(work, seat, orders.get(seat) or {})
    for _ in range(state.options["stride"]):
        play_round(work, sequence(work.state, rng))
        if not next_round(work):
            break


def start(state: State) -> Work:
    """Work on a copy of a position."""
    copied = state.copy()
    return Work(copied, partial(id_of_ship, copied))


def take_orders(work: Work, seat: int, given: Mapping[str, Any]) -> None:
    """New direct and standing orders and defaults replace old ones, in place (8.1)."""
    state = work.state
    for order in given.get("direct", ()):
        state.direct[seat, order["id"]] = (tuple(order["actions"]), order["valid_for"], order.get("void"))
    for order in given.get("standing", ()):
        entity = state.entities.get(order["id"])
        if entity is not None and entity.seat == seat:
            old = state.standing.get(entity.id, NOTHING_ORDERED).rules
            rules = (order.get("movement", old["movement"]), order.get("reflexes", old["reflexes"]))
            state.standing[entity.id] = standing_orders(*rules)
            work.change(entity)
    if given.get("defaults"):
        state.defaults[seat] = {**state.defaults[seat], **given["defaults"]}


def play_round(work: Work, ids: list[int]) -> None:
    """All slots and the end of one round in planned execution, or by record."""
    begin_slots(work, ids)
    state = work.state
    standing, ordered, turn = state.standing, {id_ for _, id_ in state.direct}, Turn(work)
    for entity in slots(work, ids, ordered | _awake(state)):
        if entity.id in ordered:
            planned_turn(work, entity, turn)
        elif entity.id in standing:
            follow(turn, entity, standing[entity.id])
    end_round(work)


def _awake(state: State) -> set[int]:
    """Who has standing orders and does not rest from them in this round: an entity tires by its own turn alone."""
    entities, round_ = state.entities, state.round
    return {
        id_
        for id_, given in state.standing.items()
        if given.never_rests or (entity := entities[id_]).cooldown - (round_ - entity.ticked) < 1.0
    }


def begin_slots(work: Work, ids: list[int]) -> None:
    """The sequence is known now; nobody has had a turn."""
    state = work.state
    state.last_sequence = ids
    work.ran = set()
    work.look_around()
    work.ordered = {
        (seat, id_) for seat, id_ in state.direct if id_ in state.entities and state.entities[id_].seat == seat
    }


def next_round(work: Work) -> bool:
    """Begin the next round, in place; False if the match is over."""
    if work.state.phase == "over":
        return False
    work.state.round += 1
    work.tell_all("round_begin", income=begin_round(work))
    return True
