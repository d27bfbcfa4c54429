"""Is a position that a game imagines for a seat one that the seat could be in, and made of nothing but its view?"""

from __future__ import annotations

import copy
import os
from collections.abc import Iterator

import pytest

import games
from games.core.contract import Game, Json, State
from games.core.rng import SeededRng, seat_rng, step_rng
from games.core.simulate import open_table

pytestmark = pytest.mark.slow

IMAGINING = [game.id for game in games.all_games() if game.imagine is not None]
SEEDS = 20 if os.environ.get("FOGBOUND_LONG") else 1
STEPS = 25
SINGLE_ACTS = 120
"""Steps where a step is a single act."""
EVERY = 5
PLAYED_ON = 20
TABLES: list[tuple[str, int, dict[str, Json]]] = [
    ("planet_conquer", 2, {"points_per_round": 3, "map": {"generate": {"seats": 2}}}),
    ("planet_conquer", 4, {"points_per_round": 3, "map": {"generate": {"seats": 4}}}),
    ("hundred_clubs", 4, {"map": {"generated": {}}, "end_jitter": 3}),
    ("hundred_clubs", 8, {"map": {"generated": {}}, "starts": "drawn"}),
    ("deep_blue", 2, {"start_units": "fleet", "weather": -2}),
    ("cosmos", 3, {"rounds": 100, "stride": 5}),
    ("cosmos", 2, {"rounds": 100, "stride": 5, "map_knowledge": "none"}),
    ("frames", 2, {"hull_guard": True, "ap_per_turn": 3}),
    ("frames", 2, {"mode": "blitz", "armoury": "open", "reshuffle_discard": True}),
]


def positions(game: Game, options: dict[str, Json], seats: int, seed: str, steps: int = STEPS) -> Iterator[State]:
    """Every few positions of a match between bots."""
    state = game.setup(options, seats, step_rng(seed, 0))
    memories: list[dict[str, Json]] = [{} for _ in range(seats)]
    for step in range(steps):
        pending = game.pending(state)
        if not pending:
            return
        if step % EVERY == 0:
            yield state
        bot = game.bots[step % 2]
        orders = {
            seat: game.check(
                state, seat, bot.decide(game.view(state, seat), seat_rng(seed, step, seat), memories[seat])
            )
            for seat in pending
        }
        state, _ = game.resolve(state, orders, step_rng(seed, step + 1))


def test_some_game_imagines() -> None:
    assert IMAGINING


@pytest.mark.parametrize("game_id", IMAGINING)
def test_it_is_made_of_the_view_alone(game_id: str) -> None:
    """Two worlds that a seat cannot tell apart give it equal positions: the real one, and one that was guessed with other luck."""
    game = games.get(game_id)
    assert game.imagine is not None
    options = open_table(game, {}, game.seats[0], "worlds")
    others = 0
    for state in positions(game, options, game.seats[0], "worlds"):
        for seat in game.pending(state):
            view = game.view(state, seat)
            untouched = copy.deepcopy((options, view))
            other_world = game.imagine(options, view, SeededRng("other luck"))
            others += game.to_json(other_world) != game.to_json(state)
            found = [
                game.to_json(game.imagine(options, game.view(world, seat), SeededRng("a guess")))
                for world in (state, other_world)
            ]
            assert found[0] == found[1]
            assert (options, view) == untouched
    assert others > 0


@pytest.mark.parametrize("game_id", IMAGINING)
def test_it_can_be_played_on(game_id: str) -> None:
    """It is a position of the game: stored and read again, asked for what the real one asks for, played by bots."""
    game = games.get(game_id)
    assert game.imagine is not None
    options = open_table(game, {}, game.seats[0], "on")
    for number, real in enumerate(positions(game, options, game.seats[0], "on")):
        seat = game.pending(real)[-1]
        state = game.imagine(options, game.view(real, seat), SeededRng("a guess"))
        assert game.to_json(game.from_json(game.to_json(state))) == game.to_json(state)
        assert game.pending(state) == game.pending(real)
        memories: list[dict[str, Json]] = [{} for _ in range(game.seats[0])]
        for step in range(PLAYED_ON):
            if game.invariants:
                game.invariants(state)
            orders = {}
            for other in game.pending(state):
                default = game.default_orders(state, other)
                assert game.check(state, other, default) == default
                decided = game.bots[number % 2].decide(
                    game.view(state, other), seat_rng("after", step, other), memories[other]
                )
                orders[other] = game.check(state, other, decided)
            if not orders:
                break
            state, _ = game.resolve(state, orders, step_rng("after", step + 1))


@pytest.mark.parametrize(("game_id", "seats", "chosen"), TABLES)
def test_a_seat_sees_there_what_it_saw(game_id: str, seats: int, chosen: dict[str, Json]) -> None:
    """The whole view is the same, and what is offered: nothing that a seat knows is another thing there."""
    game = games.get(game_id)
    assert game.imagine is not None
    steps = SINGLE_ACTS if game_id == "frames" else STEPS
    compared = 0
    for number in range(SEEDS):
        options = open_table(game, chosen, seats, f"seen-{number}")
        for state in positions(game, options, seats, f"seen-{number}", steps):
            for seat in game.in_play(state) if game.in_play else game.pending(state):
                view = game.view(state, seat)
                other_world = game.imagine(options, view, SeededRng(f"a guess {compared}"))
                there = game.view(other_world, seat)
                assert there.keys() == view.keys()
                for key in view:
                    assert there[key] == view[key], (key, seat)
                if game.choices and seat in game.pending(state):
                    assert game.choices(other_world, seat) == game.choices(state, seat), seat
                compared += 1
    assert compared > 2 * seats
