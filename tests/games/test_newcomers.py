"""Does somebody who has passed the lesson win a first match? A careless newcomer against the easy bot, on the preset that first matches play."""

from __future__ import annotations

import pytest

import games
from games.core.simulate import OwnBot, match_seed, open_table, play, rotated
from tests.bench.balance import QUICK
from tests.bench.newcomers import NEWCOMERS

MATCHES = 10
ENOUGH = 0.7
"""Part of them that the newcomer must win; at the first place alone."""


@pytest.mark.parametrize("game_id", sorted(NEWCOMERS))
def test_a_newcomer_wins_against_the_easy_bot_and_not_by_that_alone_against_a_better_one(game_id: str) -> None:
    game = games.get(game_id)
    easy, medium, *_ = game.bots
    assert _won(game_id, easy.id) >= ENOUGH * MATCHES
    assert _won(game_id, medium.id) < (1 - ENOUGH) * MATCHES, "care must pay against the bot above"


def _won(game_id: str, level: str) -> int:
    game, won = games.get(game_id), 0
    for number in range(MATCHES):
        seed = match_seed("newcomer", number // 2)
        options = open_table(game, dict(game.presets[QUICK].options), 2, seed)
        record = play(game, options, 2, rotated([NEWCOMERS[game_id], game.bot(level)], number % 2), seed)
        assert record.refused == 0, record.first_refused
        won += record.ranks[number % 2] == 1 and record.ranks.count(1) == 1
    return won


@pytest.mark.parametrize("game_id", sorted(NEWCOMERS))
def test_the_easy_bot_is_alive(game_id: str) -> None:
    """Whoever does nothing loses to it: it grows by itself and comes."""
    game = games.get(game_id)
    for number in range(2):
        seed = match_seed("idle", number)
        options = open_table(game, dict(game.presets[QUICK].options), 2, seed)
        idle = OwnBot("idle", lambda view, choices, rng, memory: {})
        record = play(game, options, 2, rotated([game.bots[0], idle], number), seed)
        assert record.ranks[number] == 1 and record.ranks.count(1) == 1
