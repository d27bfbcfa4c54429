"""Is a position that a game imagines for a seat one that the seat could be in, and made of nothing but its view?"""

from __future__ import annotations

import copy
from collections.abc import Iterator

import pytest

import games
from games.core.contract import Game, Json, State
from games.core.rng import SeededRng, seat_rng, step_rng
from games.core.simulate import open_table

IMAGINING = [game.id for game in games.all_games() if game.imagine is not None]
STEPS = 25
LONG = 120
"""Where a step is a single act."""
EVERY = 5
PLAYED_ON = 20
TABLES: list[tuple[str, int, dict[str, Json]]] = [
    ("planet_conquer", 2, {"points_per_round": 3, "map": {"generate": {"seats": 2}}}),
    ("planet_conquer", 4, {"points_per_round": 3, "map": {"generate": {"seats": 4}}}),
    ("hundred_clubs", 4, {"map": {"generated": {}}, "end_jitter": 3}),
    ("hundred_clubs", 8, {"map": {"generated": {}}, "starts": "drawn"}),
    ("deep_blue", 2, {"start_units": "fleet", "weather": -2}),
    ("frames", 2, {"hull_guard": True, "ap_per_turn": 3}),
    ("frames", 2, {"mode": "blitz", "armoury": "open", "reshuffle_discard": True}),
]
GUESSED = {"planet_conquer": {"seats"}}
"""Keys of views that tell more than a seat can keep: the order in which opponents that are all hidden stand in a table."""


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
    """Two worlds with equal views cannot give different positions: nothing else goes in, and what goes in is not changed."""
    game = games.get(game_id)
    assert game.imagine is not None
    options = open_table(game, {}, game.seats[0], "worlds")
    for state in positions(game, options, game.seats[0], "worlds"):
        for seat in game.pending(state):
            view = game.view(state, seat)
            untouched = copy.deepcopy((options, view))
            first = game.to_json(game.imagine(options, view, SeededRng("a guess")))
            again = game.to_json(game.imagine(*copy.deepcopy((options, view)), SeededRng("a guess")))
            assert first == again
            assert (options, view) == untouched


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
    """What a seat knows is kept to the byte; who is seen, remembered or told of is as in the real position."""
    game = games.get(game_id)
    assert game.imagine is not None
    options = open_table(game, chosen, seats, "seen")
    steps = LONG if game_id == "frames" else STEPS
    compared = 0
    for state in positions(game, options, seats, "seen", steps):
        for seat in range(seats):
            if game.in_play and seat not in game.in_play(state):
                continue
            view = game.view(state, seat)
            there = game.view(game.imagine(options, view, SeededRng(f"a guess {compared}")), seat)
            assert there.keys() == view.keys()
            for key in view.keys() - GUESSED.get(game_id, set()):
                assert there[key] == view[key], (key, seat)
            compared += 1
    assert compared > 2 * seats
