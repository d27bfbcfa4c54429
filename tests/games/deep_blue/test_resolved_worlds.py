"""Fog is a promise (4, 10): a round in two worlds that look the same to a seat sounds and looks the same to it."""

from __future__ import annotations

import json
import os

import pytest

from games.core.events import filter_for
from games.core.rng import Rng, SeededRng, step_rng
from games.deep_blue import GAME
from games.deep_blue.board import planar
from games.deep_blue.state import Element, State
from tests.games.deep_blue.boards import ISLAND1, Dice, attack, go, look, sea, told, unit

pytestmark = pytest.mark.slow

ROUNDS = 600 if os.environ.get("FOGBOUND_LONG") else 20
FAR = 38
"""As far as a formation with scouts sees after both it and an enemy formation have flown towards each other: 14, and 12 each."""
TABLES = (
    {"map": "open_ocean", "start_units": "fleet"},
    {"map": "grand_archipelago", "start_units": "fleet", "weather": -4, "spotting": "shared"},
)


def is_far(state: State, seat: int, one: Element) -> bool:
    """Is it out of reach of everything the seat has?"""
    return all(planar(one.rect, mine.rect) > FAR for mine in state.own(seat))


def far_twin(state: State, seat: int, dice: Rng) -> tuple[State, int]:
    """The position with the far enemies gone, hurt, emptied or without a destination; how many were changed."""
    other, changed = GAME.from_json(GAME.to_json(state)), 0
    for key, one in list(other.elements.items()):
        if one.seat == 1 - seat and one.is_unit and is_far(other, seat, one):
            changed += 1
            deed = dice.randrange(3)
            if deed == 0:
                del other.elements[key]
            elif deed == 1:
                one.fuel = one.fuel_max if one.planes is not None else dice.randrange(one.fuel_max)
                one.health = one.health if one.planes is not None else 1 + dice.randrange(one.health_max)
            else:
                one.destination = None
        elif one.is_resource and is_far(other, seat, one):
            one.metal, one.fuel = one.metal // 2, one.fuel // 2
    other.base(1 - seat).metal = dice.randrange(200)
    other.memory[1 - seat], other.seen = {}, None
    return other, changed


def calmed(state: State, seat: int) -> State:
    """The position without what near enemies may tell of far ones: nobody steers round a friend or falls on his own base."""
    calm = GAME.from_json(GAME.to_json(state))
    for one in calm.own(1 - seat):
        one.destination = one.destination if is_far(calm, seat, one) else None
        one.fuel = one.fuel_max
    return calm


def heard(state: State, seat: int, orders: dict[int, object]) -> str:
    """What a seat learns from a round, as text; the enemy's base stays as it is in both worlds."""
    after, events = GAME.resolve(state, orders, Dice())
    return json.dumps([filter_for(events, seat), GAME.view(after, seat)])


def test_rounds_of_two_worlds() -> None:
    """Far enemies that are gone, hurt or bound elsewhere leave no trace in events and views of the round."""
    made = changed = number = 0
    while made < ROUNDS:
        dice = SeededRng(f"resolved:{number}")
        state = GAME.setup(GAME.check_options(TABLES[number % 2], 2), 2, dice)
        memories: list[dict[str, object]] = [{}, {}]
        for step in range(40):
            bots = [GAME.bots[(seat + number) % len(GAME.bots)] for seat in (0, 1)]
            orders = {
                seat: GAME.check(state, seat, bots[seat].decide(GAME.view(state, seat), dice, memories[seat]))
                for seat in (0, 1)
            }
            if step % 4 == 3:
                made += 1
                seat = (step // 4) % 2
                calm = calmed(state, seat)
                other, count = far_twin(calm, seat, dice)
                changed += count
                silent = {**orders, 1 - seat: _near_fire(state, seat, orders[1 - seat])}
                assert heard(calm, seat, silent) == heard(other, seat, silent), (number, step)
            state, _ = GAME.resolve(state, orders, step_rng(f"resolved:{number}", step))
            if not GAME.pending(state):
                break
        number += 1
    assert changed > ROUNDS


def _near_fire(state: State, seat: int, orders: dict[str, dict[str, dict[str, object]]]) -> object:
    """What the enemy's near units fire at, the same in both worlds."""
    near = {str(one.id) for one in state.own(1 - seat) if one.is_unit and not is_far(state, seat, one)}
    fire = {key: {"command": order["command"]} for key, order in orders.get("units", {}).items() if "command" in order}
    return {
        "units": {key: order for key, order in fire.items() if key in near and order["command"]["type"] == "attack"}
    }


def test_an_island_lost_out_of_sight_is_known_to_be_lost() -> None:
    """5.1, 10: both are told of a capture; the former owner neither holds nor fires it, and may attack it."""
    state = sea(("battleship", 1, 13, 19), ("destroyer", 1, 11, 17))
    unit(state, ISLAND1).seat, unit(state, ISLAND1).ammo, unit(state, ISLAND1).health = 0, 100, 10
    look(state)
    state, events = go(state, {}, {1: attack(ISLAND1)})
    assert told(events, "captured")[0]["to"] == [0, 1]
    shown = next(one for one in GAME.view(state, 0)["elements"] if one["id"] == ISLAND1)
    assert (shown["seat"], shown["health"], shown["ammo"], shown["visible"]) == (1, 300, None, False)
    after, events = GAME.resolve(
        state,
        {
            0: {
                "units": {str(ISLAND1): {"command": {**attack()["command"], "cell": [11, 17, 1], "strikes": ["fire"]}}}
            },
            1: {},
        },
        Dice(),
    )
    assert unit(after, 2).health == unit(state, 2).health and not told(events, "strike")


def test_a_blast_names_no_unseen_victims_to_the_owner_of_another() -> None:
    """10: in thick fog an owner hears of the blast and of his own loss, not of what lay hidden on its other side."""
    state = sea(("cargo", 0, 10, 10), ("destroyer", 1, 11, 10), ("destroyer", 0, 9, 10), weather=-12)
    after, events = go(state, {1: {"command": {"type": "self_destruct"}}})
    assert {key: unit(state, key).health - unit(after, key).health for key in (2, 3)} == {2: 16, 3: 16}
    victims = {seat: next(one for one in filter_for(events, seat) if one["type"] == "self_destruct") for seat in (0, 1)}
    assert victims[0]["victims"] == [[2, 16], [3, 16]] and victims[1]["victims"] == [[2, 16]]
