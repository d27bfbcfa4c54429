"""Why a match has ended is said to people in their language, whether the rules, the seats or a claim have ended it."""

import re
from typing import get_args

import pytest
from django.test import Client
from django.utils import translation

import games
from games.core.contract import ByPeople
from lobby.matches import words

HAN = re.compile(r"[\u4e00-\u9fff]")


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.id)
def test_every_reason_has_a_sentence_in_both_languages(game):
    with translation.override("en"):
        english = words.reasons(game)
    with translation.override("zh-hans"):
        chinese = words.reasons(game)
    assert set(english) == set(chinese) >= {*game.reasons, *get_args(ByPeople)}
    assert not any(HAN.search(text) for text in english.values())
    assert all(HAN.search(text) for text in chinese.values()), chinese


def test_equal_seats_have_not_agreed_on_a_draw():
    """What a game calls a draw and what a vote made one are told apart, also in matches of the time when both were called so."""
    agreed = str(words.ENDINGS["agreed_draw"])
    cosmos, toy = games.get("cosmos"), games.get("toy")
    assert words.reasons(cosmos)["draw"] == cosmos.reasons["draw"] != agreed
    assert words.reasons(cosmos)["agreed_draw"] == words.reasons(toy)["agreed_draw"] == agreed
    assert words.reasons(toy)["draw"] == agreed


def test_pages_and_the_api_say_why_in_the_language_of_whoever_asks(alice, make_match):
    match, client = make_match(), Client()
    client.force_login(alice)
    chinese = {"HTTP_ACCEPT_LANGUAGE": "zh-hans"}
    for path in (f"/matches/{match.pk}/", f"/matches/{match.pk}/replay/"):
        for headers, text in (({}, "The seats agreed on a draw."), (chinese, "各席位同意平局。")):
            assert client.get(path, **headers).context["page"]["reasons"]["agreed_draw"] == text
    told = client.get("/api/games/cosmos/", **chinese).json()["reasons"]
    with translation.override("zh-hans"):
        assert told == words.reasons(games.get("cosmos"))
