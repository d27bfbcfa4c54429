"""What is played to measure Deep Blue: open ocean of 80 by 80 with sixty units a side, all of them going somewhere and firing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.errors import OrderError
from games.core.rng import Rng, SeededRng, step_rng
from games.deep_blue import GAME
from games.deep_blue.constants import KINDS
from games.deep_blue.maps import built_in
from games.deep_blue.state import State
from tests.bench.engine import Recording

ROUNDS = 20
FLEET = ("submarine", "destroyer", "cruiser", "battleship", "carrier", "cargo", "formation")
UNITS = 60


def recordings() -> Iterator[Recording]:
    """The two cases of the speed that is promised."""
    yield _recorded("80x80, 60 units a side, all destinations new", 1)
    yield _recorded("80x80, 60 units a side, mostly standing destinations", 12)


def fleets() -> dict[str, Any]:
    """The open ocean with sixty units a side, those of seat 1 turned by half; both fleets face each other in the middle."""
    document = dict(built_in("open_ocean").document)
    ocean = [(x, y) for x in range(22, 37) for y in range(80) if document["terrain"][y][x] == "."]
    dice = SeededRng("bench-fleets")
    dice.shuffle(ocean)
    units = []
    for i in range(UNITS):
        kind = FLEET[i % len(FLEET)]
        (x, y), level = ocean[i], KINDS[kind].level
        for seat, at in enumerate(([x, y, level], [79 - x, 79 - y, level])):
            unit: dict[str, Any] = {"seat": seat, "kind": kind, "pos": at}
            units.append({**unit, "planes": [4, 2, 3, 1]} if kind == "formation" else unit)
    return {**document, "units": units}


def _recorded(name: str, every: int) -> Recording:
    """Rounds in which each unit gets a new destination every so many rounds, and fires whenever it can."""
    seed = f"bench-{name}"
    state = GAME.setup(GAME.check_options({"map": fleets(), "population_cap": 200}, 2), 2, step_rng(seed, 0))
    first, dice, orders = state, SeededRng(seed), []
    for step in range(ROUNDS):
        given = {seat: _orders(state, seat, step, every, dice) for seat in (0, 1)}
        orders.append(given)
        state, _ = GAME.resolve(state, given, step_rng(seed, step + 1))
    return Recording(name, 2, first, seed, orders)


def _orders(state: State, seat: int, step: int, every: int, dice: Rng) -> Any:
    units: dict[str, Any] = {}
    foes = [one["id"] for one in GAME.view(state, seat)["elements"] if one["seat"] == 1 - seat and "pos" in one]
    for one in state.own(seat):
        order: dict[str, Any] = {}
        if one.is_unit and (one.id + step) % every == 0:
            order["move"] = [dice.randrange(80), dice.randrange(80)]
        if foes:
            shot = {**order, "command": {"type": "attack", "target": dice.choice(foes)}}
            try:
                GAME.check(state, seat, {"units": {str(one.id): shot}})
                order = shot
            except OrderError:
                pass
        if order:
            units[str(one.id)] = order
    return GAME.check(state, seat, {"units": units})
