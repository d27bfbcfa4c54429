"""Recorded matches still give the same bytes, and every game of the list has a recording."""

from __future__ import annotations

import json

import pytest

from games import GAMES, get
from tests.games.playthroughs import FOLDER, seen

pytestmark = pytest.mark.slow

SHIPPED = [game_id for game_id, module in GAMES.items() if module.startswith("games.")]


@pytest.mark.parametrize("game_id", SHIPPED)
def test_every_game_has_a_recording_of_its_rules(game_id: str) -> None:
    recording = json.loads((FOLDER / f"{game_id}.json").read_text())
    assert recording["rules_version"] == get(game_id).rules_version
    assert len(recording["matches"]) == 2
    assert all(len(match["seen"]) == len(match["orders"]) + 1 for match in recording["matches"])


@pytest.mark.parametrize("game_id", SHIPPED)
def test_recorded_matches_give_the_same_bytes(game_id: str) -> None:
    game = get(game_id)
    for match in json.loads((FOLDER / f"{game_id}.json").read_text())["matches"]:
        for step, (expected, actual) in enumerate(zip(match["seen"], seen(game, match), strict=True)):
            assert actual == expected, (
                f"{game_id}: step {step} of {match['seed']} differs (state, seats, public, referee)"
            )
