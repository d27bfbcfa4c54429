"""Is a position that a game imagines for a seat one that the seat could be in, and made of nothing but its view?"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

import games
from games.core.contract import Game, Json, State
from games.core.rng import SeededRng, seat_rng, step_rng
from games.core.simulate import open_table

IMAGINING = [game.id for game in games.all_games() if game.imagine is not None]
STEPS = 25
EVERY = 5


def positions(game: Game, options: dict[str, Json], seats: int, seed: str) -> Iterator[State]:
    """Every few positions of a match between bots."""
    state = game.setup(options, seats, step_rng(seed, 0))
    memories: list[dict[str, Json]] = [{} for _ in range(seats)]
    for step in range(STEPS):
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
def test_it_can_be_played_to_the_end(game_id: str) -> None:
    game = games.get(game_id)
    assert game.imagine is not None
    options = open_table(game, {}, game.seats[0], "end")
    for number, state in enumerate(positions(game, options, game.seats[0], "end")):
        seat = game.pending(state)[0]
        state = game.imagine(options, game.view(state, seat), SeededRng("a guess"))
        assert game.to_json(game.from_json(game.to_json(state))) == game.to_json(state)
        assert seat in game.pending(state)
        for step in range(number * 10):
            if game.invariants:
                game.invariants(state)
            pending = game.pending(state)
            orders = {other: game.default_orders(state, other) for other in pending}
            state, _ = game.resolve(state, orders, step_rng("after", step + 1))


@pytest.mark.parametrize("seats", [2, 4])
def test_a_seat_of_planet_conquer_sees_there_what_it_saw(seats: int) -> None:
    game = games.get("planet_conquer")
    assert game.imagine is not None
    options = open_table(game, {"points_per_round": 3, "map": {"generate": {"seats": seats}}}, seats, "seen")
    compared = 0
    for state in positions(game, options, seats, "seen"):
        for seat in game.pending(state):
            view = game.view(state, seat)
            there: dict[str, Any] = game.view(game.imagine(options, view, SeededRng("a guess")), seat)
            for key in ("round", "phase", "you", "planets", "fleets", "announcements", "attacks", "tactics"):
                assert there[key] == view[key], (key, seat, state.round)
            compared += 1
    assert compared > seats
