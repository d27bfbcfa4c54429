"""Are things of a match called by names that are all different, stay, and tell nobody what is hidden?"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import games
from games.core.names import LANGUAGES, SKY, called, composed, in_language
from games.core.rng import SeededRng, names_key, step_rng
from games.core.simulate import open_table

NAMED = [game for game in games.all_games() if game.names]
KEYS = [names_key(f"seed {number}") for number in range(4)]
LIKE_A_KEY = re.compile(r"[A-Za-z]|[A-Za-z]{0,2}\d+|\d+[,:]\d+", re.ASCII)


def position(game: games.Game, seats: int | None = None, seed: str = "names") -> Any:
    count = seats or max(2, game.seats[0])
    return game.setup(open_table(game, {}, count, seed), count, step_rng(seed, 0))


def books(game: games.Game, view: Any, key: str) -> dict[str, Any]:
    assert game.names is not None
    return game.names(view, key)


def test_every_game_with_a_board_names_its_things():
    assert [game.id for game in NAMED] == [game.id for game in games.all_games()]


@pytest.mark.parametrize("game", NAMED, ids=lambda game: game.id)
@pytest.mark.parametrize("key", KEYS)
def test_no_two_single_names_of_a_match_are_alike_and_none_looks_like_a_key(game, key):
    found = books(game, game.view(position(game), "public"), key)
    for side, _language in enumerate(LANGUAGES):
        names = [name[side] for book in found.values() for name in book.get("named", {}).values()]
        assert len({name.casefold() for name in names}) == len(names)
        assert not [name for name in names if LIKE_A_KEY.fullmatch(name)]
    for book in found.values():
        for name in book.get("named", {}).values():
            assert all(name), name


@pytest.mark.parametrize("game", NAMED, ids=lambda game: game.id)
def test_names_in_parts_differ_for_every_id_that_a_game_gives(game):
    found = books(game, game.view(position(game), "public"), KEYS[0])
    ids = {"cosmos": range(10_000, 100_000), "deep_blue": range(100, 10_000)}.get(game.id, range(0))
    for book in (book for book in found.values() if "parts" in book):
        for side, _language in enumerate(LANGUAGES):
            assert len({called(book, number)[side] for number in ids}) == len(ids) > 0


@pytest.mark.parametrize("game", NAMED, ids=lambda game: game.id)
def test_every_audience_gets_the_same_names(game):
    state = position(game)
    told = {json.dumps(books(game, game.view(state, who), KEYS[0])) for who in ("public", "referee", 0, 1)}
    assert len(told) == 1


@pytest.mark.parametrize("game", NAMED, ids=lambda game: game.id)
def test_another_match_has_other_names_and_the_same_one_has_its_own(game):
    view = game.view(position(game), "public")
    told = [json.dumps(books(game, view, key)) for key in (*KEYS, KEYS[0])]
    assert told[0] == told[-1]
    assert len(set(told)) == len(KEYS)


@pytest.mark.parametrize("game", NAMED, ids=lambda game: game.id)
def test_names_draw_nothing_from_the_match_and_change_no_view(game):
    state = position(game)
    before = json.dumps([game.view(state, who) for who in ("public", 0, 1)])
    books(game, game.view(state, "public"), KEYS[0])
    assert json.dumps([game.view(state, who) for who in ("public", 0, 1)]) == before
    assert game.to_json(state) == game.to_json(position(game))
    assert "names" not in game.view(state, 0)


def test_the_key_of_names_tells_no_seed_and_is_no_other_seed():
    assert names_key("seed") != names_key("seed ")
    assert "seed" not in names_key("seed")
    assert SeededRng(names_key("seed")).permutation(50) != step_rng("seed", 0).permutation(50)


def test_a_map_keeps_its_own_names():
    clubs = games.get("hundred_clubs")
    view = clubs.view(position(clubs, 4), "public")
    found = {tuple(name) for name in books(clubs, view, KEYS[0])["places"]["named"].values()}
    own = {(one["name"], one["name_zh"]) for one in view["map"]["landmarks"]}
    assert own and own <= found
    stars = games.get("planet_conquer")
    view = json.loads(json.dumps(stars.view(position(stars), "public")))
    for planet, name in zip(view["map"]["planets"], ("Old Harbour", "Old Harbour", "B", "7"), strict=False):
        planet["name"] = name
    found = books(stars, view, KEYS[0])["planets"]["named"]
    assert found["0"] == ["Old Harbour", "Old Harbour"]
    assert not {"Old Harbour", "B", "7"} & {found[planet][0] for planet in ("1", "2", "3")}


def test_every_cell_of_a_map_with_places_lies_in_one():
    for game_id, book in (("hundred_clubs", "places"), ("deep_blue", "seas")):
        game = games.get(game_id)
        found = books(game, game.view(position(game), "public"), KEYS[0])[book]
        assert all(str(number) in found["named"] for row in found["rows"] for number in row)


def test_a_number_has_of_every_list_one_part():
    book = composed(KEYS[0], "worlds", *SKY)
    name = called(book, 12_345)
    parts = [one[12_345 % len(one)] for one in book["parts"]]
    assert name == ["".join(part[side] for part in parts) for side in range(2)]
    assert in_language(name, "zh-hans") == name[1]
    assert in_language(name, "en") == in_language(name, "fr") == name[0]
    with pytest.raises(KeyError):
        called({"named": {}}, 1)
