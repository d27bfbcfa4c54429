"""Does the good bot of every game beat simple ones? One match against each of its gallery, on the preset that "Play now" plays.

The whole measure is `python -m tests.bench.gallery GAME`; this finds what breaks a bot.
"""

from __future__ import annotations

import pytest

import games
from tests.bench.balance import QUICK
from tests.bench.series import Series, gallery, share

MOST = 8
"""Simple bots of each game that are played, spread over its gallery: enough to see that something is broken."""
ENOUGH = 0.6
"""Part of these matches that the good bot must win."""


@pytest.mark.parametrize("game_id", sorted(games.GAMES))
def test_hard_beats_simple_bots(game_id: str) -> None:
    game = games.get(game_id)
    names = sorted(gallery(game_id))
    assert names
    names = names[:: -(-len(names) // MOST)]
    strong = game.bots[-1].id
    options = dict(game.presets[QUICK].options)
    won = [share(Series(game_id, (strong, name), options, "gallery in short"), i) for i, name in enumerate(names)]
    assert sum(won) >= ENOUGH * len(won), dict(zip(names, won, strict=True))
