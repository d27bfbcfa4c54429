"""Does every game play many matches in one call as it plays each alone, with chance of each match its own?"""

from __future__ import annotations

from typing import Any

import pytest

from games import all_games
from games.core.contract import Game
from games.core.rng import seat_rng, step_rng
from games.core.simulate import open_table, side_by_side
from tests.games.toy import GAME as TOY

GAMES = [*all_games(), TOY]
MATCHES, STEPS = 3, 8


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_batch_plays_what_the_engine_plays(game: Game) -> None:
    seeds = [f"batch {match}" for match in range(MATCHES)]
    states: list[Any] = [game.setup(open_table(game, {}, 2, seed), 2, step_rng(seed, 0)) for seed in seeds]
    batch = side_by_side(game, states)
    memories: list[list[dict[str, Any]]] = [[{}, {}] for _ in seeds]
    for step in range(STEPS):
        orders: list[dict[int, Any]] = []
        for seed, state, memory in zip(seeds, states, memories, strict=True):
            given = {
                seat: game.bots[0].decide(game.view(state, seat), seat_rng(seed, step, seat), memory[seat])
                for seat in game.pending(state)
            }
            orders.append({seat: game.check(state, seat, one) for seat, one in given.items()})
        batch.step(batch.arranged(orders), [step_rng(seed, step + 1) for seed in seeds])
        for match, (seed, state) in enumerate(zip(seeds, states, strict=True)):
            if game.outcome(state) is not None:
                assert list(batch.events(match)) == []
                continue
            states[match], events = game.resolve(state, orders[match], step_rng(seed, step + 1))
            assert list(batch.events(match)) == list(events)
            assert game.to_json(batch.state(match)) == game.to_json(states[match])
            assert [batch.view(match, seat) for seat in range(2)] == [game.view(states[match], s) for s in range(2)]
            assert batch.over()[match] == (game.outcome(states[match]) is not None)
    batch.put([1], [states[0]])
    assert game.to_json(batch.state(1)) == game.to_json(states[0])
    assert len(batch) == MATCHES
