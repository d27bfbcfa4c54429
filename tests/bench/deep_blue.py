"""What is played to measure Deep Blue: open ocean of 80 by 80 with sixty units a side, all of them going somewhere and firing.

    python -m tests.bench.deep_blue

measures the forecast in the same rounds: milliseconds for the drafts of one seat, for the same with a question, and with a standing order for
every unit. Rounds are measured by `python -m tests.bench.engine deep_blue`.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator
from time import perf_counter
from typing import Any

from games.core.errors import OrderError
from games.core.rng import Rng, SeededRng, step_rng
from games.deep_blue import GAME
from games.deep_blue.constants import KINDS
from games.deep_blue.maps import built_in
from games.deep_blue.state import State
from tests.bench.engine import Recording

ROUNDS = 20
RUNS = 5
"""Of each forecast; the best counts."""
FLEET = ("submarine", "destroyer", "cruiser", "battleship", "carrier", "cargo", "formation")
UNITS = 60


def recordings() -> Iterator[Recording]:
    """The two cases of the speed that is promised."""
    yield _recorded("80x80, 60 units a side, all destinations new", 1)
    yield _recorded("80x80, 60 units a side, mostly standing destinations", 12)


def fleets() -> dict[str, Any]:
    """The open ocean with sixty units a side, those of seat 1 turned by half; both fleets face each other in the middle."""
    document = dict(built_in("open_ocean").document) | {"name": "60:60", "title": "60:60"}
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


def forecasts() -> dict[str, list[tuple[float, int]]]:
    """Milliseconds and bytes of the answer, by what is asked, of each round and seat."""
    recording = _recorded("forecasts", 1)
    state, found = recording.first, {"drafts": [], "drafts and a question": [], "standing orders": []}  # type: ignore[var-annotated]
    for step, orders in enumerate(recording.orders):
        for seat in (0, 1):
            view, given = GAME.view(state, seat), orders[seat]
            first = next(one.id for one in state.own(seat) if one.is_unit)
            ask = {**given, "ask": {"units": [first], "cell": [40, 40, 1], "planes": [4, 2, 3, 1]}}
            for name, asked in zip(found, (given, ask, _standing(state, seat)), strict=True):
                found[name].append(_measured(view, asked))
        state, _ = GAME.resolve(state, orders, step_rng(recording.seed, step + 1))
    return found


def _standing(state: State, seat: int) -> Any:
    """A patrol for every unit, from where it is to its twin."""
    sea = state.chart.ocean
    units = {}
    for one in state.own(seat):
        if one.is_unit and one.planes is None:
            cells = [[one.x, one.y], [79 - one.x, 79 - one.y]]
            if all(sea >> state.chart.board.cell(x, y) & 1 for x, y in cells):
                units[str(one.id)] = {"standing": {"type": "patrol", "cells": cells}}
    return {"units": units}


def _measured(view: Any, orders: Any) -> tuple[float, int]:
    assert GAME.forecast is not None
    best, answer = float("inf"), None
    for _ in range(RUNS):
        started = perf_counter()
        answer = GAME.forecast(view, orders)
        best = min(best, perf_counter() - started)
    return 1000 * best, len(json.dumps(answer, separators=(",", ":")))


if __name__ == "__main__":
    for name, rows in forecasts().items():
        times, sizes = zip(*rows, strict=True)
        print(
            f"deep_blue, forecast of {name}: median {statistics.median(times):.1f} ms, most {max(times):.1f} ms; "
            f"median {statistics.median(sizes) / 1000:.0f} KB"
        )
