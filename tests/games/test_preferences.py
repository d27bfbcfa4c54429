"""Preferences of the games that have them: sound declarations, and answers that the games themselves accept."""

from __future__ import annotations

import copy
import json

import pytest

from games import all_games
from games.core.contract import Game
from games.core.errors import OptionError
from games.core.preferences import check_preferences, complete, stored
from games.core.rng import SeededRng, seat_rng, step_rng
from games.core.simulate import open_table
from tests.games import toy_answers
from tests.games.hostile import hostile_values

GAMES = [game for game in [*all_games(), toy_answers.GAME] if game.auto_orders is not None]
STEPS = 200


def test_only_games_with_answers_have_preferences():
    assert [game.id for game in all_games() if game.preferences and game.auto_orders is None] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_preferences_are_declared_so_that_a_panel_can_be_made_of_them(game: Game):
    keys = [option.key for option in game.preferences]
    assert len(set(keys)) == len(keys)
    view = _first_view(game)
    for option in game.preferences:
        assert option.kind in {"choice", "choices", "int", "bool"}
        assert option.label
        assert bool(option.choices) == (option.kind in {"choice", "choices"})
        assert check_preferences(game.preferences, {option.key: option.default}) == {option.key: option.default}
        assert not option.lapses_with or option.lapses_with in view


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_whatever_is_sent_is_taken_in_normal_form_or_refused_at_its_field(game: Game):
    for value in hostile_values():
        for chosen in [value, *({option.key: value} for option in game.preferences)]:
            try:
                checked = check_preferences(game.preferences, chosen)
            except OptionError as refusal:
                assert refusal.code and refusal.message
                continue
            assert check_preferences(game.preferences, checked) == checked
            assert json.loads(json.dumps(checked)) == checked


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_answers_are_pure_and_legal_and_none_is_given_where_it_would_show(game: Game):
    dice, given = SeededRng(f"{game.id}:preferences"), 0
    options = open_table(game, {}, game.seats[0], "answers")
    state = game.setup(options, game.seats[0], step_rng("answers", 0))
    memory: dict[int, dict] = {}
    for step in range(STEPS):
        pending = game.pending(state)
        if not pending:
            break
        orders = {}
        for seat in pending:
            view = game.view(state, seat)
            preferences = complete(game.preferences, _some_choices(game, dice, view), view)
            before = copy.deepcopy((view, preferences))
            answer = game.auto_orders(view, preferences)
            assert (view, preferences) == before
            assert answer == game.auto_orders(copy.deepcopy(view), copy.deepcopy(preferences))
            if answer is not None:
                assert game.timing(state).hold is not None, "the others would see that this seat is not asked"
                game.check(state, seat, answer)
                given += 1
            decided = (
                answer
                if answer is not None
                else game.bots[0].decide(view, seat_rng("a", step, seat), memory.setdefault(seat, {}))
            )
            orders[seat] = game.check(state, seat, decided)
        state, _ = game.resolve(state, orders, step_rng("answers", step + 1))
    assert given, "no answer was given: the test has seen nothing"


def test_a_choice_lapses_with_the_key_it_was_made_under_and_only_then():
    known = toy_answers.PREFERENCES
    kept = stored(known, {"this_round": True, "mode": "stay"}, {"round": 3})
    assert complete(known, kept, {"round": 3}) == {"mode": "stay", "this_round": True, "cells": [], "hearts": 0}
    assert complete(known, kept, {"round": 4}) == {"mode": "stay", "this_round": False, "cells": [], "hearts": 0}
    assert complete(known, {}, {}) == {option.key: option.default for option in known}


def _first_view(game: Game) -> dict:
    options = open_table(game, {}, game.seats[0], "answers")
    state = game.setup(options, game.seats[0], step_rng("answers", 0))
    return game.view(state, 0)


def _some_choices(game: Game, dice: SeededRng, view: dict) -> dict:
    chosen = {}
    for option in game.preferences:
        values = [value for value, _ in option.choices]
        if option.kind == "choice":
            chosen[option.key] = dice.choice(values)
        elif option.kind == "choices":
            chosen[option.key] = [value for value in values if dice.randrange(3) == 0]
        elif option.kind == "bool":
            chosen[option.key] = dice.randrange(4) == 0
        elif option.minimum is not None and option.maximum is not None:
            chosen[option.key] = option.minimum + dice.randrange(option.maximum - option.minimum + 1)
    return stored(game.preferences, check_preferences(game.preferences, chosen), view)
