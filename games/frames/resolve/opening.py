"""How does a match begin? Chapter 4: state 0 waits for both fleets; fleets and victory choices become the first turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.rng import Rng
from games.frames.board import ship_area
from games.frames.constants import CONDITIONS, FLEET_DEFAULT, OPENING_HAND, VICTORY_DEFAULT
from games.frames.effects import turns
from games.frames.effects.work import KINDS, Work
from games.frames.fleets import fleet_of, new_side
from games.frames.settings import settle
from games.frames.state import State


def setup(options: dict[str, Any], seats: int, rng: Rng) -> State:
    """State 0; draws nothing, all shuffles come when both fleets are in."""
    return State(settle(options), "fleet", [])


def proceed(work: Work, orders: Mapping[int, Any]) -> None:
    """Close the fleet step or the victory step."""
    if work.state.phase == "fleet":
        _fleets(work, orders)
    else:
        _victory(work, orders)


def _fleets(work: Work, orders: Mapping[int, Any]) -> None:
    """4.1: cards get their numbers, piles and event deck are shuffled, the public parts are shown."""
    state = work.state
    for seat in range(2):
        order = orders.get(seat) or {"type": "fleet", "starter": FLEET_DEFAULT[seat]}
        state.sides.append(new_side(seat, fleet_of(order), ship_area(seat), state.settings))
    for side in state.sides:
        for kind in KINDS:
            work.rng.shuffle(side.pile[kind])
    state.deck = list(state.settings.event_deck)
    work.rng.shuffle(state.deck)
    state.phase = "victory"
    ships = [
        {
            "ship": side.ship.card,
            "weapons": [arm.id for arm in side.ship.weapons],
            "mechs": [{"model": mech.card, "weapons": [arm.id for arm in mech.weapons]} for mech in side.mechs],
        }
        for side in state.sides
    ]
    work.tell("fleets_shown", fleets=ships)


def _victory(work: Work, orders: Mapping[int, Any]) -> None:
    """4.2 to 4.5: the union of both choices counts; cards are drawn, the first player is diced for."""
    state = work.state
    for seat in range(2):
        state.choices[seat] = (orders.get(seat) or {"choice": VICTORY_DEFAULT})["choice"]
    state.victory = [one for one in CONDITIONS["all"] if one in state.choices]
    work.tell("victory_shown", choices=state.choices[:], set=state.victory[:])
    for seat in range(2):
        for kind in KINDS:
            work.draw(seat, kind, OPENING_HAND[kind])
    if state.settings.blitz:
        state.first = 0
        turns.start_round(work)
        return
    state.first = duel(work)
    work.tell("first", seat=state.first)
    turns.start_turn(work, state.first)


def duel(work: Work) -> int:
    """Each seat rolls a d20, the higher one wins, ties are rolled again (4.4)."""
    while True:
        values = []
        for seat in range(2):
            values.append(work.die(20))
            work.tell("roll", why="initiative", seat=seat, unit=None, die=20, value=values[-1])
        if values[0] != values[1]:
            return int(values[1] > values[0])
