"""Programs for every game: the example of each beats the easy bot, and plays the same at home and in the sandbox, to the end of a match."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from fogbound_client.deciding import Decider

import games
from games.core.contract import Game, Json, Programs, Turn
from games.core.rng import program_rng, seat_seed, step_rng
from games.core.simulate import OwnBot, match_seed, open_table, play, rotated, watch
from lobby.bots import trial
from lobby.bots.sandbox import Sandbox

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unhurried")]

MATCHES = 10
ENOUGH = 7
"""Matches of ten that an example wins alone."""
STEPS = 40
ALL = [game.id for game in map(games.get, games.GAMES) if game.programs]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    made = Sandbox(workers=1)
    yield made
    made.close()


def deciding(game: Game) -> Programs:
    """The rules for a text with `decide`."""
    assert game.programs is not None
    return game.programs.rules("def decide():\n    return None\n")


def at_home(text: str) -> OwnBot:
    """The program as `fogbound home` and `manage.py simulate` run it."""
    names: dict[str, Any] = {}
    exec(text, names)
    return OwnBot("mine", Decider(names["decide"]).answer, hears_refusals=True, copies=True)


def test_every_game_takes_programs() -> None:
    assert [game_id for game_id in games.GAMES if game_id != "toy"] == ALL


@pytest.mark.long
@pytest.mark.parametrize("game_id", ALL)
def test_the_example_is_better_than_the_easy_bot(game_id: str) -> None:
    game = games.get(game_id)
    example, won = at_home(deciding(game).example), 0
    for number in range(MATCHES):
        seed = match_seed("example", number // 2)
        options = open_table(game, dict(game.presets["quick"].options), 2, seed)
        record = play(game, options, 2, rotated([example, game.bots[0]], number % 2), seed)
        assert record.refused == 0, record.first_refused
        won += record.ranks[number % 2] == 1 and record.ranks.count(1) == 1
    assert won >= ENOUGH


@pytest.mark.parametrize("game_id", ALL)
def test_the_example_gives_the_same_orders_in_the_sandbox(game_id: str, sandbox: Sandbox) -> None:
    game = games.get(game_id)
    rules = deciding(game)
    seed = match_seed("two homes", 0)
    options = open_table(game, dict(rules.trial_options), 2, seed)
    course = trial.Course(options, seed, rules, sandbox.prepare(rules, rules.example), sandbox)
    home, memory, compared = at_home(rules.example), {}, 0

    def both(turn: Turn, step: int) -> Json:
        nonlocal compared
        hosted = course.answer(turn, step)
        rng = program_rng(seat_seed(seed, turn.seat), step)
        assert hosted == home.answer(turn.view, turn.choices(), rng, memory, turn.refused), f"step {step}"
        compared += hosted is not None
        return hosted

    for seen in watch(game, options, 2, [both, lambda turn, step: None], seed, 0):
        assert seen.refused is None
        if seen.step >= STEPS:
            break
    assert course.void is None, course.void
    assert compared > 3


@pytest.mark.parametrize("game_id", ALL)
def test_a_program_that_goes_through_keys_finds_them_in_the_same_order_in_every_home(
    game_id: str, sandbox: Sandbox
) -> None:
    text = "def decide(view, choices):\n    return {'keys': [list(view), list(choices) if isinstance(choices, dict) else None]}\n"
    game = games.get(game_id)
    rules = deciding(game)
    options = open_table(game, dict(rules.trial_options), 2, "keys")
    state = game.setup(options, 2, step_rng("keys", 0))
    assert game.choices is not None
    view, choices = game.view(state, 0), game.choices(state, 0)
    course = trial.Course(options, "keys", rules, sandbox.prepare(rules, text), sandbox)
    rng = program_rng(seat_seed("keys", 0), 0)
    hosted = course.answer(Turn(0, view, lambda: choices, None), 0)
    assert hosted == at_home(text).answer(view, choices, rng, {}, None)
    assert hosted["keys"][0] == sorted(view)
    heard: list[Json] = []
    play_one(game, OwnBot("keys", lambda view, choices, rng, memory: heard.append(list(view))), options)
    assert heard[0] == hosted["keys"][0]


def play_one(game: Game, bot: OwnBot, options: Json) -> None:
    """The first step of a match of this bot at home."""
    with suppress(RuntimeError):
        play(game, options, 2, [bot, bot], "keys", max_steps=1)
