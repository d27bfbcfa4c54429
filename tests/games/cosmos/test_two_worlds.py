"""Two worlds that differ only in what somebody does not sense are told to him alike, to the byte: seats and single entities.

Changed are places, kinds, energy, cooldowns, births and homes, memories, bids and orders of others, and densities never seen;
for seats a round is played in both worlds. FOGBOUND_LONG=1 takes 10,000 pairs of each.
"""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from games.core.events import filter_for
from games.core.rng import Rng, SeededRng, step_rng
from games.cosmos import GAME
from games.cosmos.constants import DETECT, KIND_NUMBER, SENSE, TRUE_SIGHT
from games.cosmos.senses import entity_view
from games.cosmos.state import State
from tests.games.cosmos.boards import match, random_orders, work_of

Json = Any
IS_LONG = bool(os.environ.get("FOGBOUND_LONG"))
SEAT_PAIRS = 10_000 if IS_LONG else 120
ENTITY_PAIRS = 10_000 if IS_LONG else 300
FAR = 150
"""Squared; nothing comes into sight from there within a round."""
ID, KIND, SEAT, X, Y, ENERGY, DEFENCE, INITIAL, COOLDOWN, RADIO, BORN, HOME = range(12)
SHIPS = ("battleship", "miner", "scout")
pytestmark = [pytest.mark.timeout(3600 if IS_LONG else 240), pytest.mark.slow]


def states(seed: str) -> Iterator[State]:
    """Positions of matches of random orders, with 2 and 4 seats and every knowledge of the map, without end."""
    for number in count():
        knowledge = ("size", "none", "full")[number % 3]
        found = match(2 + 2 * (number % 2), f"{seed}-{number}", 60, map_knowledge=knowledge)
        yield from (state for state in found if state.phase != "over")


def stored(state: State) -> Json:
    """A position as it is stored, one's own copy."""
    return json.loads(json.dumps(GAME.to_json(state)))


def d2(a: Json, b: Json) -> int:
    """Squared distance of two rows."""
    return int((a[X] - b[X]) ** 2 + (a[Y] - b[Y]) ** 2)


def change_ship(row: Json, dice: Rng, round_: int) -> None:
    """Another ship on the same tile."""
    row[KIND] = dice.choice(SHIPS)
    row[ENERGY], row[RADIO], row[COOLDOWN] = 1 + dice.randrange(90), dice.randrange(99), float(dice.randrange(9))
    row[DEFENCE], row[INITIAL], row[BORN] = dice.randrange(row[ENERGY]), row[ENERGY], round_


def free_tiles(data: Json, eyes: list[Json], radius: int) -> list[tuple[int, int]]:
    """Tiles without an entity that are farther than `radius` from these rows."""
    width, height = data["size"]
    taken = {(row[X], row[Y]) for row in data["entities"]}
    return [
        (x, y)
        for x in range(width)
        for y in range(height)
        if (x, y) not in taken and all((x - eye[X]) ** 2 + (y - eye[Y]) ** 2 > radius for eye in eyes)
    ]


# Seats.


def quiet(state: State, seat: int) -> Json:
    """The position, in which nobody but that seat has given any orders."""
    data = stored(state)
    own = {str(row[ID]) for row in data["entities"] if row[SEAT] == seat}
    data["standing"] = {id_: given for id_, given in data["standing"].items() if id_ in own}
    data["direct"] = [given for given in data["direct"] if given[0] == seat]
    return data


def disturbed(data: Json, seat: int, dice: Rng) -> tuple[Json, int]:
    """Another world: everything of others that is far away is elsewhere and otherwise; what is near has other secrets."""
    twin, changed = copy.deepcopy(data), 0
    mine = [row for row in data["entities"] if row[SEAT] == seat]
    free = free_tiles(data, mine, FAR)
    for row in twin["entities"]:
        if row[SEAT] == seat:
            continue
        is_planet, is_far = row[KIND] == "planet", all(d2(row, eye) > FAR for eye in mine)
        row[COOLDOWN] = float(dice.randrange(9)) if row[SEAT] is not None else 0.0
        row[INITIAL] += not is_planet
        if is_far:
            changed += 1
            if free and dice.randrange(2):
                row[X], row[Y] = free.pop(dice.randrange(len(free)))
            if is_planet:
                row[ENERGY], row[RADIO] = 1 + dice.randrange(90), dice.randrange(99)
            else:
                change_ship(row, dice, data["round"])
    for other in range(data["seats"]):
        if other != seat:
            twin["points"][other], twin["known"][other] = dice.randrange(50), "0"
            twin["memory"][other], twin["seen"][other], twin["history"][other] = {}, [], []
            twin["defaults"][other] = twin["defaults"][seat]
    twin["last_sequence"], twin["last_bid_table"] = [], {}
    return twin, changed


def heard(data: Json, seat: int, orders: Json) -> str:
    """All that a seat is told: before the round, of the round and after it."""
    state = GAME.from_json(data)
    after, events = GAME.resolve(state, {seat: GAME.check(state, seat, orders)}, step_rng("same", data["round"]))
    choices = GAME.choices(state, seat) if GAME.choices else None
    return json.dumps([GAME.view(state, seat), choices, filter_for(events, seat), GAME.view(after, seat)])


def test_rounds_of_two_worlds() -> None:
    """4.5, 7.2, 11: views, choices, events, their number and order, standing orders on the way, memory afterwards."""
    dice, changed, compared = SeededRng("seats"), 0, 0
    for state in states("seats"):
        for seat in state.living():
            calm = quiet(state, seat)
            twin, much = disturbed(calm, seat, dice)
            orders = random_orders(state, seat, dice)
            assert heard(calm, seat, orders) == heard(twin, seat, orders)
            compared += 1
            changed += much
        if compared >= SEAT_PAIRS:
            break
    assert changed > 2 * compared


# Entities.


def beyond(data: Json, me: Json, dice: Rng) -> tuple[Json, int]:
    """Another world for one entity: what it detects keeps its place, what it senses its looks; all else may change."""
    twin, changed = copy.deepcopy(data), 0
    kind = KIND_NUMBER[me[KIND]]
    free = free_tiles(data, [me], DETECT[kind])
    planets = [row[ID] for row in data["entities"] if row[KIND] == "planet"]
    for row in twin["entities"]:
        distance, is_planet = d2(row, me), row[KIND] == "planet"
        if row[ID] == me[ID]:
            continue
        row[COOLDOWN], row[BORN] = float(dice.randrange(9)), dice.randrange(data["round"])
        if not is_planet:
            row[INITIAL], row[HOME] = row[INITIAL] + 1, dice.choice(planets)
        if distance <= SENSE[kind]:
            if not is_planet and not TRUE_SIGHT[kind] and row[KIND] != "scout":
                row[KIND] = dice.choice(SHIPS[:2])
            continue
        changed += 1
        if distance > DETECT[kind] and free:
            row[X], row[Y] = free.pop(dice.randrange(len(free)))
        row[ENERGY] = 1 + dice.randrange(90)
        if not is_planet:
            change_ship(row, dice, data["round"])
    for y, row in enumerate(twin["aether"]):
        for x in range(len(row)):
            if (x - me[X]) ** 2 + (y - me[Y]) ** 2 > SENSE[kind]:
                row[x] = 100 + dice.randrange(901)
    twin.update(standing={}, direct=[], last_sequence=[], last_bids={}, known=["0"] * data["seats"])
    twin["points"] = [point if seat == me[SEAT] else point + 1 for seat, point in enumerate(data["points"])]
    return twin, changed


def sensed_by(data: Json, id_: int) -> str:
    """What the program of an entity is told."""
    state = GAME.from_json(data)
    return json.dumps(entity_view(work_of(state), state.entities[id_]))


def test_entities_of_two_worlds() -> None:
    """4.5, 7.1: a program is told what its entity senses and detects, and nothing else."""
    dice, changed, compared = SeededRng("entities"), 0, 0
    for state in states("entities"):
        data = stored(state)
        owned = [row for row in data["entities"] if row[SEAT] is not None]
        for me in [dice.choice(owned) for _ in range(4)]:
            twin, much = beyond(data, me, dice)
            assert sensed_by(data, me[ID]) == sensed_by(twin, me[ID])
            compared += 1
            changed += much
        if compared >= ENTITY_PAIRS:
            break
    assert changed > 5 * compared
