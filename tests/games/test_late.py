"""Is there something to watch? Spectators who are shown everything see at least half of an ordinary match, with every preset."""

from __future__ import annotations

import pytest

import games
from games.core.contract import Game


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.id)
def test_spectators_see_half_of_an_ordinary_match_while_it_goes_on(game: Game) -> None:
    for name, preset in game.presets.items():
        options = game.check_options(dict(preset.options), None)
        steps = preset.minutes * 60 / (game.pace_seconds or game.step_seconds)
        most = game.longest(options, game.seats[0]).steps if game.longest else None
        assert game.late(options).truth <= min(steps, most or steps) / 2, name


def test_they_see_something_of_the_shortest_matches_too() -> None:
    cosmos, deep_blue = games.get("cosmos"), games.get("deep_blue")
    assert cosmos.late(cosmos.check_options({"rounds": 10}, None)).truth == 2
    shortest = deep_blue.check_options({"round_limit": 10}, None)
    assert deep_blue.late(shortest).truth == 5
    # The limit of a map counts where the options have none.
    assert deep_blue.late(deep_blue.check_options({"map": "mirror_cove"}, None)).truth == 10
