"""Which matches of Planet Conquer are measured: bots on the default map, and a crowd of fleets on the largest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.rng import SeededRng, seat_rng, step_rng
from games.planet_conquer import GAME
from games.planet_conquer.state import State
from tests.bench.engine import Recording

STEPS = 150
FLEETS = 200


def recordings() -> Iterator[Recording]:
    """The measured cases, named by their number of planets."""
    yield between_bots("21 planets, 4 seats", {"map": "four_winds"}, 4)
    yield between_bots("13 planets, 2 seats", {"map": "two_lanterns"}, 2)
    yield between_bots("41 planets, 8 seats", {"map": "great_wheel"}, 8)
    yield crowded(f"69 planets, 4 seats, {FLEETS} fleets", {"map": "long_night"}, 4)


def between_bots(name: str, options: dict[str, Any], seats: int) -> Recording:
    """A match between bots of the middle level; when it is over early, another follows."""
    bot = GAME.bots[len(GAME.bots) // 2]
    full = GAME.check_options(options, seats)
    first = state = GAME.setup(full, seats, step_rng(name, 0))
    orders: list[dict[int, Any]] = []
    memory: list[dict[str, Any]] = [{} for _ in range(seats)]
    while len(orders) < STEPS and GAME.pending(state):
        step = len(orders)
        given = {
            seat: GAME.check(state, seat, bot.decide(GAME.view(state, seat), seat_rng(name, step, seat), memory[seat]))
            for seat in GAME.pending(state)
        }
        orders.append(given)
        state, _ = GAME.resolve(state, given, step_rng(name, step + 1))
    return Recording(name, seats, first, name, orders)


def crowded(name: str, options: dict[str, Any], seats: int) -> Recording:
    """Every seat owns its quarter of the map and keeps its share of the fleets under way, some of them at its neighbours."""
    dice = SeededRng(name)
    full = GAME.check_options(options, seats)
    state = GAME.setup(full, seats, step_rng(name, 0))
    stored = GAME.to_json(state)
    sector = {planet["id"]: planet["id"] % seats for planet in stored["map"]["planets"]}
    homes = {planet % seats: owner for planet, (owner, _) in enumerate(stored["holds"]) if owner is not None}
    stored["holds"] = [[homes[sector[planet]], 100] for planet in range(len(stored["holds"]))]
    first = state = GAME.from_json(stored)
    orders: list[dict[int, Any]] = []
    while len(orders) < STEPS:
        given = {seat: GAME.check(state, seat, launches(state, seat, dice)) for seat in GAME.pending(state)}
        orders.append(given)
        state, _ = GAME.resolve(state, given, step_rng(name, len(orders)))
        if len(orders) == 5:
            # Measured from here on: the fleets are under way.
            first, state = state, state
            orders_before = len(orders)
    return Recording(name, seats, first, name, orders[orders_before:])


def launches(state: State, seat: int, dice: SeededRng) -> dict[str, Any]:
    """Small fleets from random planets until the seat's share is under way after this round's arrivals."""
    staying = sum(fleet.seat == seat and state.left(fleet) > 1 for fleet in state.fleets)
    room = {
        planet: units - 1
        for planet, (owner, units) in enumerate(zip(state.owner, state.units, strict=True))
        if owner == seat
    }
    moves: list[dict[str, int]] = []
    for _ in range(FLEETS // state.seats + 1 - staying):
        sources = [planet for planet, units in room.items() if units > 0]
        if not sources:
            break
        source = dice.choice(sources)
        units = 1 + dice.randrange(min(8, room[source]))
        room[source] -= units
        moves.append({"from": source, "to": dice.choice(list(state.chart.rounds[source])), "units": units})
    return {"moves": moves}
