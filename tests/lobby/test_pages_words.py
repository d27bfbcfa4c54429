"""Are the pages of the server in words that a person reads, in English and in Chinese, with no key and no JSON between them?"""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from django.core.cache import cache
from django.test import Client
from django.test.html import Element

import games
from lobby.accounts.models import User
from lobby.matches import words
from lobby.tables import services as tables
from lobby.tables.services import Settings
from tests.games import toy
from tests.readable import assert_chinese, raw, texts_of, translations

pytestmark = pytest.mark.any_database

GAMES = [name for name, module in games.GAMES.items() if module.startswith("games.")]
STRANGER = [
    *(
        "/",
        "/lobby/",
        "/guest/",
        "/games/",
        "/status/",
        "/lessons/",
        "/contests/",
        "/accounts/login/",
        "/accounts/signup/",
    ),
    *("/accounts/password/reset/", "/nothing/"),
    *(f"/games/{game}/" for game in GAMES),
    *(f"/rules/{game}/full/" for game in GAMES),
]
PERSON = [
    *(
        "/",
        "/lobby/",
        "/quick/",
        "/matches/",
        "/account/",
        "/account/preferences/",
        "/account/data/",
        "/account/close/",
    ),
    *("/account/tokens/", "/accounts/logout/", "/programs/", "/people/", "/challenges/", "/accounts/2fa/"),
    *(f"/tables/new/{game}/" for game in GAMES),
]
PEOPLES = {"seat-name", "sitter-name", "menu-name"}
"""Classes of what stands there in any language: names."""
TYPED = {"prose", "contents"}
"""Classes of the long rules and guides, which quote what is to be typed; their own tests read them."""
TOY = {toy.GAME.name, toy.GAME.summary}


@pytest.fixture(autouse=True)
def fresh(transactional_db: None, settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = False
    cache.clear()


def client_of(user: User | None, language: str) -> Client:
    client = Client(headers={"accept-language": language})
    if user is not None:
        client.force_login(user)
    return client


def is_not_ours(element: Element) -> bool:
    facts = dict(element.attributes)
    classes = set((facts.get("class") or "").split())
    other = element.name != "html" and "lang" in facts and not (facts["lang"] or "").startswith("zh")
    return bool(classes & (PEOPLES | TYPED)) or other


def assert_words(html: str, place: str, language: str, known: Iterable[str] = ()) -> None:
    """Nothing that only programs should see; and of a Chinese page no English."""
    assert f'<html lang="{language}"' in html, place
    written = {text for both in translations().items() for text in both}
    found = {text: what for text in {*texts_of(html, is_not_ours)} - written if (what := raw(text))}
    assert not found, f"{place}: {found}"
    if language != "en":
        assert_chinese(texts_of(html, is_not_ours), place, TOY | {*known})


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_pages_for_strangers_are_in_words(language):
    client = client_of(None, language)
    for url in STRANGER:
        assert_words(client.get(url).content.decode(), url, language)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_pages_for_people_are_in_words(alice, language):
    client = client_of(alice, language)
    for url in PERSON:
        assert_words(client.get(url).content.decode(), url, language)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_what_forms_complain_of_is_in_words(alice, language):
    form = {"seats": "2", "clock": "live", "step_seconds": "1", "option_max_round": "5"}
    for user, url, sent in (
        (alice, "/tables/new/planet_conquer/", form),
        (None, "/accounts/signup/", {"username": "q", "email": "nowhere", "password1": "123", "password2": "124"}),
        (None, "/accounts/login/", {"login": "nobody", "password": "x"}),
        (None, "/guest/", {"name": "\u202eevil"}),
    ):
        page = client_of(user, language).post(url, sent).content.decode()
        assert 'class="errorlist' in page, url
        assert_words(page, url, language)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_table_a_match_and_its_replay_are_in_words(alice, language):
    client = client_of(alice, language)
    for game in GAMES:
        known = games.get(game)
        settings = Settings(seats=known.seats[0], step_seconds=600)
        table = tables.create_table(user=alice, game_id=game, options={}, settings=settings)
        # What a host may write as a structure is shown with its own keys.
        written = {line.text for line in words.option_lines(known, table.options) if ": " in line.text}
        assert_words(client.get(f"/tables/{table.pk}/").content.decode(), f"table of {game}", language, written)
        for number in range(1, known.seats[0]):
            tables.seat_bot(user=alice, match_id=table.pk, number=number, bot=known.bots[0].id)
        tables.start(user=alice, match_id=table.pk)
        for page in ("", "replay/"):
            url = f"/matches/{table.pk}/{page}"
            assert_words(client.get(url).content.decode(), f"{game}: {url}", language)


def test_the_long_rules_are_in_the_language_of_the_reader():
    for game in GAMES:
        page = client_of(None, "zh-hans").get(f"/rules/{game}/full/").content.decode()
        assert "<article" in page and 'lang="zh-hans"' in page.split("<article", 1)[1].split(">", 1)[0], game
