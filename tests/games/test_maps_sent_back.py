"""Can a map that somebody sees be played again: sent as the option of another table, does it give the same match?"""

from __future__ import annotations

import json
from typing import Any

import pytest

import games
from games.core.contract import Game
from games.core.errors import OptionError
from games.core.events import PUBLIC
from games.core.rng import step_rng
from games.core.simulate import open_table

WITH_MAPS = [game for game in games.all_games() if any(option.key == "map" for option in game.options)]


def maps_of(game: Game) -> list[str]:
    (option,) = [option for option in game.options if option.key == "map"]
    return [value for value, _label in option.choices if value is not None]


def fewest(game: Game, value: str) -> int:
    """The fewest seats that can play this map."""
    for seats in game.seats:
        try:
            game.check_options({"map": value}, seats)
        except OptionError:
            continue
        return seats
    raise AssertionError(value)


def first_view(game: Game, options: Any, seats: int, audience: Any = PUBLIC) -> dict[str, Any]:
    return json.loads(json.dumps(game.view(game.setup(options, seats, step_rng("1", 0)), audience)))


def test_four_games_have_maps():
    assert [game.id for game in WITH_MAPS] == ["planet_conquer", "hundred_clubs", "deep_blue", "cosmos"]


@pytest.mark.parametrize(
    ("game_id", "value"),
    [(game.id, value) for game in WITH_MAPS if "map" in game.static_keys for value in maps_of(game)],
)
def test_the_map_of_a_view_is_a_map_of_a_new_table(game_id, value):
    game = games.get(game_id)
    seats = fewest(game, value)
    options = open_table(game, {"map": value}, seats, "1")
    seen = first_view(game, options, seats)
    again = open_table(game, {**options, "map": seen["map"]}, seats, "2")
    assert first_view(game, again, seats) == seen
    assert game.preview(again) == game.preview(options)


@pytest.mark.parametrize("value", maps_of(games.get("cosmos")))
def test_a_map_of_cosmos_that_the_table_shows_is_a_map_of_a_new_table(value):
    """Its views hold what a seat knows of a map, never the map."""
    game = games.get("cosmos")
    seats = fewest(game, value)
    options = open_table(game, {"map": value}, seats, "1")
    shown = json.loads(json.dumps(game.preview(options)["map"]))
    again = open_table(game, {**options, "map": shown}, seats, "2")
    assert first_view(game, again, seats, 0) == first_view(game, options, seats, 0)


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        (lambda seen: seen.update(size=999), "map.size"),
        (lambda seen: seen["planets"][1].update(id=0), "map.planets[1].id"),
        (lambda seen: seen["planets"][1].update(id=True), "map.planets[1].id"),
        (lambda seen: seen["planets"].reverse(), "map.planets[0].id"),
    ],
)
def test_a_changed_map_of_planet_conquer_says_what_is_wrong(wrong, path):
    game = games.get("planet_conquer")
    seen = first_view(game, open_table(game, {}, 2, "1"), 2)["map"]
    wrong(seen)
    with pytest.raises(OptionError) as caught:
        game.check_options({"map": seen}, 2)
    assert caught.value.path == path
