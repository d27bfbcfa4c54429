"""Programs inside a step: whatever they answer, the record of it gives the same state again without them."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from games import all_games
from games.core.contract import Ask, Game, Json, Turn
from games.core.errors import OrderError
from games.core.rng import SeededRng, step_rng
from games.core.simulate import open_table
from tests.games import toy_programs
from tests.games.hostile import hostile_values

GAMES = [game for game in [*all_games(), toy_programs.GAME] if game.drive is not None]
STEPS = 25
REASONS = ("budget", "error", "memory", "time", "result", "stopped", "crash")


def test_programs_and_the_driver_of_a_game_belong_together():
    assert [game.id for game in all_games() if game.programs is None and game.drive is not None] == []


def as_the_platform_hands_it_on(game: Game, ask: Ask, value: Json) -> Json:
    """Actions that the game has read, or a void run."""
    if isinstance(value, dict) and value.get("void") in REASONS:
        return value
    try:
        return game.programs.read(ask.view, copy.deepcopy(value))
    except OrderError:
        return {"void": "result"}


def driven(
    game: Game, state: Any, step: int, answer: Any, *, looks_ahead: bool = False
) -> tuple[Any, dict[int, Json], list[tuple[int, str]]]:
    """State, record and who was asked, of one driven step."""
    asked, steps, said = [], game.drive(state, step_rng("drive", step + 1)), None
    while True:
        try:
            ask = steps.send(said)
        except StopIteration as end:
            return *end.value, asked
        json.dumps(ask.view, allow_nan=False)
        asked.append((ask.seat, ask.entity))
        if looks_ahead:
            guess = ask.ahead()
            assert guess is None or (guess.seat, guess.entity) not in asked
        said = answer(ask)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_record_of_a_driven_step_resolves_to_the_same_state(game: Game):
    dice = SeededRng(f"{game.id}:drive")
    # Actions of the games here, among them; to any other game they are as hostile as the rest.
    values = [[{"walk": 1}, {"throw": 2}], [{"type": "move", "dir": "N"}], [], *hostile_values()]
    values += [{"void": reason} for reason in REASONS]
    state = game.setup(open_table(game, {}, game.seats[0], "drive"), game.seats[0], step_rng("drive", 0))
    for step in range(STEPS):
        if not game.pending(state):
            break
        before = copy.deepcopy(game.to_json(state))
        answers: dict[tuple[int, str], Json] = {}

        def answer(ask, answers=answers):
            answers[ask.seat, ask.entity] = as_the_platform_hands_it_on(game, ask, dice.choice(values))
            return copy.deepcopy(answers[ask.seat, ask.entity])

        after, record, asked = driven(game, state, step, answer)
        assert game.to_json(state) == before, "drive has changed its argument"
        assert len(set(asked)) == len(asked), "an entity is asked once a step"
        assert {seat for seat, _ in asked} <= set(record)
        again, _ = game.resolve(state, json.loads(json.dumps(record), object_hook=_seats), step_rng("drive", step + 1))
        assert game.to_json(again) == game.to_json(after)
        same, _, _ = driven(
            game, state, step, lambda ask, answers=answers: answers[ask.seat, ask.entity], looks_ahead=True
        )
        assert game.to_json(same) == game.to_json(after)
        state = after


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_planned_step_asks_about_the_own_view_and_gives_legal_orders(game: Game):
    programs = game.programs
    state = game.setup(open_table(game, {}, game.seats[0], "drive"), game.seats[0], step_rng("drive", 0))
    for seat in game.pending(state):
        view = game.view(state, seat)
        asks = programs.asks(Turn(seat, view))
        assert asks and {ask.seat for ask in asks} == {seat}
        for said in ([], *({"void": reason} for reason in REASONS)):
            game.check(state, seat, programs.orders(view, {ask.entity: said for ask in asks}))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_comes_out_of_a_sandbox_is_read_or_refused(game: Game):
    state = game.setup(open_table(game, {}, game.seats[0], "drive"), game.seats[0], step_rng("drive", 0))
    seat = game.pending(state)[0]
    for ask in game.programs.asks(Turn(seat, game.view(state, seat)))[:3]:
        assert game.programs.read(ask.view, []) == []
        for value in [*hostile_values(), *([value] for value in hostile_values())]:
            try:
                actions = game.programs.read(ask.view, copy.deepcopy(value))
            except OrderError:
                continue
            assert game.programs.read(ask.view, actions) == actions


def _seats(value: dict[str, Any]) -> dict[Any, Any]:
    """Seats are numbers again after a way through JSON."""
    return {int(key): inner for key, inner in value.items()} if value and all(k.isdigit() for k in value) else value
