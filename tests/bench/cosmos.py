"""What is played to measure Cosmos: two grown civilisations on 64 x 64 that mine, build, move and meet, without programs.

A seat has four planets; of twenty ships eleven are miners, five battleships, four scouts. They lie in the seat's part of the map,
a little over its half, so that they meet in the middle. Half of all ships follow the routines of 8.3; all others are ordered
about: a new direct order whenever they are ready, but a miner moves only now and then.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.core.rng import Rng, SeededRng, step_rng
from games.cosmos import GAME
from games.cosmos.constants import DIRECTION_NAMES, KIND_NUMBER, initial_defence
from games.cosmos.standing.routines import ROUTINES
from tests.bench.engine import Recording

Json = Any
SEATS = 2
SIZE = 64
REACH = 36
"""Columns of the map in which a seat's ships lie at first."""
ROUND = 300
ROUNDS = 40
"""Rounds of one recording."""
OPTIONS = {"width": SIZE, "height": SIZE, "symmetry": "rotate_180", "start_planets": 3, "neutral_planets": 4}
SHIPS = ("miner",) * 11 + ("battleship",) * 5 + ("scout",) * 4
ENERGY = {"miner": (21, 41, 63, 85), "battleship": (30, 60), "scout": (1, 15)}
RESTLESS = {"planet": 5, "miner": 5, "battleship": 1, "scout": 1}
"""One in so many of the ready entities is ordered to act."""


def recordings() -> Iterator[Recording]:
    """One round a step, as matches are played by default, and ten, where views are made once in ten rounds."""
    for count in (200, 500):
        for stride in (1, 10):
            yield _recorded(count, stride)


def _recorded(count: int, stride: int) -> Recording:
    seed = f"bench-{count}"
    first = state = GAME.from_json(_position(count, stride, seed))
    dice, orders = SeededRng(seed), []
    for step in range(ROUNDS // stride):
        given = {seat: GAME.check(state, seat, _orders(state, seat, dice)) for seat in range(SEATS)}
        orders.append(given)
        state, _ = GAME.resolve(state, given, step_rng(seed, step + 1))
        found = len(GAME.view(state, "referee")["foreign"])
        assert abs(found - count) <= count // 5, f"{found} entities are not {count}"
    name = f"64x64, {count} entities, {stride} round{'s' * (stride > 1)} a step"
    return Recording(name, SEATS, first, seed, orders)


def _position(count: int, stride: int, seed: str) -> Json:
    """A stored state of round 300."""
    options = GAME.check_options({**OPTIONS, "stride": stride}, SEATS)
    data: Json = GAME.to_json(GAME.setup(options, SEATS, step_rng(seed, 0)))
    dice, planets = SeededRng(seed), data["entities"]
    neutral = [row for row in planets if row[2] is None]
    for seat, row in enumerate(neutral[:SEATS]):
        row[2] = seat
    tiles = [(place % SIZE, place // SIZE) for place in dice.permutation(SIZE * SIZE)]
    tiles = [tile for tile in tiles if all(tile != (row[3], row[4]) for row in planets)]
    for number in range(count - len(planets)):
        seat = number % SEATS
        tile = next(tile for tile in tiles if (tile[0] < REACH if seat == 0 else tile[0] >= SIZE - REACH))
        tiles.remove(tile)
        home = dice.choice([row[0] for row in planets if row[2] == seat and row[1] == "planet"])
        data["entities"] = [*data["entities"], _ship(20_000 + number, seat, tile, home, dice)]
    used = {row[0] for row in data["entities"]} | set(data["used_ids"])
    standing = {str(row[0]): _routine(row[1], dice) for row in data["entities"] if row[0] % 2 and row[1] != "planet"}
    state = GAME.from_json(data)
    known = [f"{state.board.sight(seat)[0]:x}" for seat in range(SEATS)]
    return {**data, "round": ROUND, "used_ids": sorted(used), "standing": standing, "known": known}


def _ship(id_: int, seat: int, tile: tuple[int, int], home: int, dice: Rng) -> Json:
    kind = dice.choice(SHIPS)
    energy = dice.choice(ENERGY[kind])
    defence = initial_defence(KIND_NUMBER[kind], energy)
    born = dice.randrange(ROUND - 1) + 1
    return [id_, kind, seat, *tile, energy, defence, defence, dice.randrange(30) / 10, 0, born, home]


def _routine(kind: str, dice: Rng) -> Json:
    state: Json = GAME.setup(GAME.check_options({}, SEATS), SEATS, step_rng("forms", 0))
    # Siege would spend the fleets on planets within the recording.
    routine = dice.choice([rules for name, rules in ROUTINES[kind].items() if name != "siege"])
    checked: Json = GAME.check(state, 0, {"defaults": {kind: routine}})
    return checked["defaults"][kind]


def _orders(state: Any, seat: int, dice: Rng) -> Json:
    view = GAME.view(state, seat)
    direct = [
        {"id": one["id"], "actions": _actions(one["kind"], dice)}
        for one in view["own"]
        if one["ready"] and not one["standing"] and dice.randrange(RESTLESS[one["kind"]]) == 0
    ]
    return {"direct": direct}


def _actions(kind: str, dice: Rng) -> Json:
    way = dice.choice(DIRECTION_NAMES)
    if kind == "planet":
        ship = dice.choice(SHIPS)
        build = {"do": "build", "kind": ship, "dir": way, "energy": dice.choice(ENERGY[ship])}
        return [build, {"do": "charge", "energy": 1}]
    return [{"do": "move", "dir": way}]
