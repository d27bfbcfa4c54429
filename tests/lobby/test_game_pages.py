"""Does each game have a page that a person can read before the first match, with pictures of its board, in both languages?"""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.test.html import Element

import games
from games.core.simulate import open_table, play
from lobby.pages import game_facts, pictures, preset_table, rules
from tests.browser import pictures as drawing
from tests.readable import elements, texts_of
from tests.sweeps import first

ROOT = Path(settings.BASE_DIR)
GAMES = sorted(path.parent.name for path in (ROOT / "static/games").glob("*/main.js"))
LANGUAGES = ["en", "zh-hans"]
FOLDER = ROOT / "static/img/games"


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_of_the_list_is_drawn(game):
    missing = [name for name in drawing.names(game) if not (FOLDER / name).is_file()]
    assert not missing, f"make pictures GAMES={game} draws {missing}"


def test_no_picture_is_left_over():
    wanted = {name for game in GAMES for name in drawing.names(game)}
    assert {path.name for path in FOLDER.iterdir()} == wanted


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.webp")), ids=lambda path: path.name)
def test_pictures_are_light_and_say_their_size(path):
    name = path.name.split("-")[1].split(".")[0]
    assert path.stat().st_size <= drawing.MOST_BYTES.get(name, drawing.MOST)
    width, height = pictures.size(path.read_bytes()[: pictures.HEADER])
    assert 240 <= width <= 960
    assert 150 <= height <= 720


def test_what_is_no_picture_has_no_size():
    with pytest.raises(ValueError, match="no WebP picture"):
        pictures.size(b"RIFF....WEBP")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_short_rules_are_short_and_show_the_board(game, language):
    short = rules.short(game, language)
    assert short is not None
    assert short.language == language
    assert len([chapter for chapter in short.chapters if chapter.picture]) >= 3
    assert 4 <= len(short.chapters) <= 7
    text = re.sub(r"<[^>]+>", "", short.lead + "".join(chapter.body for chapter in short.chapters))
    assert len(text) < (3000 if language == "en" else 1200)
    for chapter in short.chapters:
        assert chapter.title
        assert "<img" not in chapter.body
        assert chapter.picture is None or chapter.picture.text


@pytest.mark.parametrize("game", GAMES)
def test_short_rules_have_the_same_chapters_in_both_languages(game):
    ours, theirs = (rules.short(game, language) for language in LANGUAGES)
    assert ours and theirs
    plain = re.compile(r"\.(en|zh-hans)(?=\.(dark|light)\.)")
    shown = [[one.picture and plain.sub("", one.picture.dark) for one in short.chapters] for short in (ours, theirs)]
    assert shown[0] == shown[1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_facts_have_pictures_and_lengths(game, language):
    from django.utils.translation import override

    with override(language):
        facts = game_facts.of(games.get(game))
    assert facts.card
    assert facts.hero
    assert facts.minutes
    assert facts.ways


def of_known_length() -> list[Any]:
    """Each preset that says how long it takes, by game; every run plays the quickest of each game."""
    found: list[Any] = []
    for game in GAMES:
        presets = games.get(game).presets
        found += first(
            [
                (game, name)
                for name in sorted(presets, key=lambda name: presets[name].minutes or 0)
                if presets[name].minutes
            ]
        )
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game, name", of_known_length())
def test_lengths_of_presets_are_possible(game, name):
    """They are not far from what the clocks of a match between the weakest bots allow, of whom nobody knows how to end it soon."""
    known = games.get(game)
    preset, seats = known.presets[name], known.seats[0]
    options = open_table(known, dict(preset.options), seats, "length")
    steps = play(known, options, seats, [known.bots[0]] * seats, "length").steps
    assert 0 < preset.minutes * 60 <= 2 * steps * known.step_seconds, f"{steps} steps"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_without_short_rules_has_a_page_too(language, db):
    page = Client(headers={"accept-language": language}).get("/games/toy/").content.decode()
    assert "/tables/new/toy/" in page
    assert 'name="bot"' in page
    assert "/rules/toy/full/" not in page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["/", "/lobby/", "/games/", *(f"/games/{game}/" for game in GAMES)])
def test_every_picture_has_its_size_and_its_text_and_waits_until_it_is_near(path, language, transactional_db):
    cache.clear()
    page = Client(headers={"accept-language": language}).get(path).content.decode()
    main = next(element for element in elements(page) if element.name == "main")
    assert len(list(pictures_of(main))) >= 4
    for facts, is_silent in pictures_of(main):
        assert int(facts["width"]) > 0 and int(facts["height"]) > 0, facts
        assert facts["loading"] == "lazy", facts
        assert facts["alt"] or is_silent, facts


def pictures_of(element: Element, is_silent: bool = False) -> Iterator[tuple[dict[str, str], bool]]:
    """The attributes of each picture below the element, and whether it is hidden from those who have pages read to them."""
    for child in element.children:
        if isinstance(child, Element):
            facts = dict(child.attributes)
            silent = is_silent or facts.get("aria-hidden") == "true"
            if child.name == "img":
                yield facts, silent
            yield from pictures_of(child, silent)


@pytest.mark.parametrize("path", ["/", "/lobby/", "/games/"])
def test_every_game_has_a_card(path, transactional_db):
    cache.clear()
    page = Client().get(path).content.decode()
    cards = [one.split("</article>")[0] for one in page.split('<article class="game-card"')[1:]]
    for game in GAMES:
        (card,) = [card for card in cards if f'href="/games/{game}/"' in card]
        assert re.search(r"\d players", card)
        assert re.search(r"about \d+ minutes", card)
        assert "Play a bot now" in card and f'name="game" value="{game}"' in card
        assert "on-light" in card and "on-dark" in card


def test_chapters_of_the_exact_rules_have_the_anchors_that_old_links_name(db):
    page = Client().get("/rules/planet_conquer/engine/").content.decode()
    assert 'id="7-round-order"' in page
    assert 'href="/games/planet_conquer/"' in page and "Planet Conquer in two minutes" in page
    assert 'href="/rules/planet_conquer/full/"' in page and "preset-table" not in page
    assert 'data-exact-rules="/rules/planet_conquer/engine/"' in Client().get("/games/planet_conquer/").content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_full_rules_are_for_people(game, language, db):
    """Pictures of the board in both themes, no JSON, and a link to the exact rules instead."""
    page = Client(headers={"accept-language": language}).get(f"/rules/{game}/full/").content.decode()
    (article,) = (element for element in elements(page) if element.name == "article")
    drawn = [facts for facts, _silent in pictures_of(article)]
    assert len(drawn) >= 6 and all(facts["alt"] and "/static/" in str(facts["src"]) for facts in drawn)
    assert {"on-dark", "on-light"} <= {name for facts in drawn for name in str(facts["class"]).split()}
    assert not any(element.name == "pre" for element in walk(article))
    assert f'href="/rules/{game}/engine/"' in page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "path",
    [
        *(f"/rules/{game}/full/" for game in GAMES),
        f"/rules/{GAMES[0]}/engine/",
        "/ratings/rules/",
        "/contests/rules/",
        "/programs/python/",
        "/api/guide/protocol/",
    ],
)
def test_what_is_long_to_read_is_one_article_whose_headings_are_in_order(path, language, db):
    """Reading modes of browsers, tried with the library that Firefox has, take all of such an article and nothing around it."""
    found = elements(Client(headers={"accept-language": language}).get(path).content.decode())
    (article,) = (element for element in found if element.name == "article")
    levels = [int(element.name[1]) for element in walk(article) if re.fullmatch("h[1-6]", element.name)]
    assert levels[0] == 1 and levels.count(1) == 1 and len(levels) > 5
    assert all(after <= before + 1 for before, after in pairwise(levels)), levels
    assert not any(element.name in {"nav", "form", "button", "aside"} for element in walk(article))


def walk(element: Element) -> Iterator[Element]:
    for child in element.children:
        if isinstance(child, Element):
            yield child
            yield from walk(child)


def test_old_addresses_lead_to_the_pages_of_the_games(db):
    assert Client().get("/rules/toy/").headers["Location"] == "/games/toy/"
    assert Client().get("/rules/").headers["Location"] == "/games/"


@pytest.mark.parametrize("game", GAMES)
def test_the_page_leads_everywhere(game, db):
    page = Client().get(f"/games/{game}/").content.decode()
    known = games.get(game)
    assert f'href="/rules/{game}/full/"' in page
    assert f'href="/tables/new/{game}/"' in page
    assert f'href="/quick/?game={game}"' in page
    assert (f"/programs/new/{game}/" in page) == (known.programs is not None)
    assert ("/games/" + game + "/" + (known.workshop.word if known.workshop else "nothing") + "/" in page) == bool(
        known.workshop
    )
    assert all(f'value="{bot.id}"' in page for bot in known.bots)


def test_words_of_one_module_are_all_that_it_says(db):
    client = Client(headers={"accept-language": "zh-hans"})
    whole = client.get("/i18n/catalog.json").json()["catalog"]
    part = client.get("/i18n/catalog.json?module=games/planet_conquer/demo.js").json()["catalog"]
    assert part.items() <= whole.items()
    assert {"Pause", "Round {round}"} <= set(part)
    assert len(part) * 4 < len(whole)
    assert client.get("/i18n/catalog.json?module=games/../manage.py").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_compare_what_presets_change_with_the_game_as_designed(game, language, db):
    """Every option that is not the same in all presets, in words; the card of the original names the weightiest, and leads to the others."""
    from django.utils.translation import gettext, override

    found = games.get(game)
    usual = {option.key: option.default for option in found.options}
    every = {key: {**usual, **preset.options} for key, preset in found.presets.items()}
    client = Client(headers={"accept-language": language})
    page = client.get(f"/rules/{game}/full/").content.decode()
    with override(language):
        labels = [
            gettext(one.label)
            for one in found.options
            if any(o[one.key] != every["seed"][one.key] for o in every.values())
        ]
        names = [
            gettext(found.presets["seed"].label),
            *(gettext(one.label) for key, one in found.presets.items() if key != "seed"),
        ]
        card = next(way for way in game_facts.ways(found) if way.id == "seed")
    table = re.search(r'<table class="preset-table">.*?</table>', page, re.DOTALL)
    assert table
    heads = [" ".join(texts_of(str(cell))) for cell in re.findall(r"<th .*?</th>", table[0])]
    assert [heads[: len(names)], heads[len(names) :]] == [names, labels]
    told = re.search(r"[:：]\s*([^:：]+?)(?: and \d+ more\.|，另有 \d+ 项。|[.。])$", card.help)
    assert told
    named = re.split(", |、", told[1])
    assert len(named) == min(preset_table.NAMED, len(labels))
    assert set(named) <= set(labels)
    assert (str(len(labels) - preset_table.NAMED) in card.help) is (len(labels) > preset_table.NAMED)
    assert card.is_original
    assert not re.search(r"[{}\[\]_]", " ".join(texts_of(table[0])))
    assert client.get(f"/games/{game}/").content.decode().count(f"/rules/{game}/full/#presets") == 1


def test_the_original_is_called_as_designed_in_every_game():
    assert {games.get(game).presets["seed"].label for game in GAMES} == {"As designed"}
