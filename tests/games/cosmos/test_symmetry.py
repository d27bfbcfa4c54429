"""3.1: who plays the mirrored orders on a symmetric map has the mirrored position, in every symmetry group."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.rng import Rng, SeededRng, step_rng
from games.cosmos import GAME
from games.cosmos.constants import DIRECTIONS
from games.cosmos.entity import Entity
from games.cosmos.state import State
from games.cosmos.symmetry import SIZES, images
from tests.games.cosmos.boards import told

pytestmark = pytest.mark.slow

ROUNDS = 60
SIZE = 48
NAMES = {step: name for name, step in DIRECTIONS.items()}
NEAR_HOME = 18
"""Squared; so near their planets the sides do not meet."""


def tile(state: State, entity: Entity) -> tuple[int, int]:
    return state.geometry.xy[entity.at]


def image(group: str, at: tuple[int, int], side: int) -> tuple[int, int]:
    return images(group, SIZE, SIZE, *at)[side]


def turned(group: str, at: tuple[int, int], way: str, side: int) -> str:
    """What a direction at a tile is for that side."""
    dx, dy = DIRECTIONS[way]
    (ax, ay), (bx, by) = image(group, at, side), image(group, (at[0] + dx, at[1] + dy), side)
    return NAMES[bx - ax, by - ay]


def start(group: str) -> tuple[State, list[int]]:
    """A first state and the seats of the sides."""
    options = {"width": SIZE, "height": SIZE, "symmetry": group, "start_planets": 1, "neutral_planets": 0}
    seats = SIZES[group]
    state = GAME.setup(GAME.check_options(options, seats), seats, step_rng(group, 0))
    (first,) = state.own(0)
    owners = {tile(state, entity): entity.seat for entity in state.entities.values()}
    found = [owners[image(group, tile(state, first), side)] for side in range(seats)]
    assert all(seat is not None for seat in found)
    return state, [seat for seat in found if seat is not None]


def one_order(state: State, dice: Rng) -> tuple[Entity, dict[str, Any]] | None:
    """A single action of side 0 that cannot depend on the sequence: a build or a move near home onto a free tile."""
    (home,) = [entity for entity in state.own(0) if entity.kind == 0]
    ready = [entity for entity in state.own(0) if entity.waits(state.round) < 1]
    if not ready:
        return None
    actor = dice.choice(ready)
    way = dice.choice(list(DIRECTIONS))
    place = actor.at + state.geometry.steps[way]
    if state.board.closed[place] or state.geometry.d2(place, home.at) > NEAR_HOME:
        return None
    if actor is home:
        kind = dice.choice(("battleship", "miner", "scout"))
        return actor, {"do": "build", "kind": kind, "dir": way, "energy": 1 + dice.randrange(12)}
    return actor, {"do": "move", "dir": way}


def mirrored(state: State, group: str, seats: list[int], given: tuple[Entity, dict[str, Any]] | None) -> dict[int, Any]:
    """The orders of all sides: the action, and the same bid and radio for every planet."""
    orders: dict[int, Any] = {}
    for side, seat in enumerate(seats):
        (home,) = [entity for entity in state.own(seat) if entity.kind == 0]
        direct = {home.id: [{"do": "charge", "energy": 1}, {"do": "radio", "value": state.round}]}
        if given is not None:
            actor, action = given
            at = tile(state, actor)
            one = state.entities[state.board.who[state.geometry.at(*image(group, at, side))]]
            way = turned(group, at, action["dir"], side)
            direct[one.id] = [{**action, "dir": way}, *direct.get(one.id, [])]
        orders[seat] = GAME.check(
            state, seat, {"direct": [{"id": id_, "actions": acts} for id_, acts in direct.items()]}
        )
    return orders


def seen_from(state: State, group: str, seat: int, side: int) -> list[Any]:
    """A side's entities as side 0 would have them: no ids, the place the one of which theirs is the image."""
    origins = {image(group, (x, y), side): (x, y) for x in range(SIZE) for y in range(SIZE)}
    return sorted(
        [*origins[tile(state, one)], one.kind, one.energy, one.shield, one.waits(state.ticked), one.radio, one.born]
        for one in state.own(seat)
    )


@pytest.mark.parametrize("group", SIZES)
def test_mirrored_orders_give_mirrored_positions(group: str) -> None:
    """4, 5, 6: energy, defence, cooldowns, places, births; of equal bids nobody wins (6.6)."""
    state, seats = start(group)
    dice, acted = SeededRng(group), 0
    for step in range(ROUNDS):
        given = one_order(state, dice)
        state, events = GAME.resolve(state, mirrored(state, group, seats, given), step_rng(group, step + 1))
        acted += len(told(events, "built")) + len([one for one in told(events, "moved") if one["pos"] and one["from"]])
        assert not told(events, "order_failed")
        views = [seen_from(state, group, seat, side) for side, seat in enumerate(seats)]
        assert all(view == views[0] for view in views)
    assert state.points == [0] * len(seats)
    assert acted >= 8 * len(seats)
