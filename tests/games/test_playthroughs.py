"""Recorded matches still give the same bytes, every game of the list has a recording, and matches of earlier rules go on."""

from __future__ import annotations

import json

import pytest

from games import GAMES, get
from games.core.events import PUBLIC, REFEREE
from games.core.rng import step_rng
from tests.games.playthroughs import FOLDER, seen

pytestmark = pytest.mark.slow

STEPS = 8
"""How many steps a position of earlier rules is played on."""
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


@pytest.mark.parametrize("game_id", SHIPPED)
def test_a_match_that_began_under_any_earlier_rules_goes_on(game_id: str) -> None:
    game = get(game_id)
    positions = json.loads((FOLDER / f"{game_id}.json").read_text())["positions"]
    assert [one["rules_version"] for one in positions] == [str(n) for n in range(1, int(game.rules_version) + 1)]
    for stored in positions:
        game.check_options(stored["options"], stored["seats"])
        state = game.from_json(stored["state"])
        for step in range(stored["step"] + 1, stored["step"] + 1 + STEPS):
            for audience in (*range(stored["seats"]), PUBLIC, REFEREE):
                game.view(state, audience)
            orders = {seat: game.check(state, seat, game.default_orders(state, seat)) for seat in game.pending(state)}
            state, _ = game.resolve(state, orders, step_rng(stored["seed"], step))
            state = game.from_json(json.loads(json.dumps(game.to_json(state))))
