"""Chapter 14: each level beats the one below, and no bot gives an order that is refused."""

from __future__ import annotations

import pytest

from games.core.simulate import match_seed, open_table, play, rotated
from games.deep_blue import GAME
from tests.sweeps import first

pytestmark = pytest.mark.slow


@pytest.mark.long
@pytest.mark.parametrize(("better", "worse"), [("medium", "easy"), ("hard", "medium")])
def test_levels(better: str, worse: str) -> None:
    """Four matches with seats swapped; at most one may be lost."""
    won = 0
    for number in range(4):
        seed = match_seed(f"levels-{better}", number // 2)
        bots = rotated([GAME.bot(better), GAME.bot(worse)], number % 2)
        record = play(GAME, open_table(GAME, {"map": "four_isles"}, 2, seed), 2, bots, seed)
        assert record.refused == 0
        won += record.ranks[number % 2] == 1 and record.ranks[1 - number % 2] == 2
    assert won >= 3


@pytest.mark.parametrize(
    "options", first([{"weather": -9}, {"spotting": "shared", "map": "generated"}, {"start_units": "none"}])
)
def test_orders_are_accepted_in_any_weather(options: dict[str, object]) -> None:
    """Whole matches of all levels without a refusal."""
    for i, bot in enumerate(GAME.bots):
        full = open_table(GAME, {**options, "round_limit": 60}, 2, f"legal-{i}")
        assert play(GAME, full, 2, (bot, GAME.bots[-1]), f"legal-{i}").refused == 0
