"""Is a table opened with a few choices: presets as cards, bots by their strength, all else folded? And are its options told in words?"""

import re

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils.translation import override

import games
from games.core.errors import OptionError
from games.core.simulate import open_table
from lobby.matches import words
from lobby.matches.models import Match
from lobby.matches.terms import Settings
from lobby.pages import form_presets, game_facts
from lobby.pages.forms import TableForm
from lobby.tables.services import create_table
from tests.lobby.test_game_pages import GAMES, LANGUAGES
from tests.lobby.test_tables_form import GOOD as FORM

GOOD = FORM | {"kind": "ordinary", "min_reliability": "0", "spectators_see_all": "on"}
"""As the page sends it."""
KEYS = re.compile(r"[a-z]_[a-z]|[{}\[\]\"]")
"""What a key, or a value that was written down as it is, has and words have not."""


@pytest.fixture
def host(alice) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def cards(page: str) -> dict[str, str]:
    """The text of the page's cards by the preset."""
    found = re.findall(r'<label class="preset-card" for="preset-([\w-]+)">(.*?)</label>', page, re.DOTALL)
    return dict(found)


@pytest.mark.parametrize("game", GAMES)
def test_every_preset_is_a_card_with_its_picture_minutes_and_seats(host, game):
    known = games.get(game)
    shown = cards(host.get(f"/tables/new/{game}/").content.decode())
    assert list(shown) == list(known.presets)
    for key, preset in known.presets.items():
        assert f"{game}-preset-{key}." in shown[key]
        assert f"about {preset.minutes} minutes" in shown[key]
        assert re.search(r"\d players", shown[key])


def test_the_ways_to_play_of_a_game_lead_to_their_tables(host):
    page = host.get("/games/planet_conquer/").content.decode()
    for preset in games.get("planet_conquer").presets:
        assert f'href="/tables/new/planet_conquer/?preset={preset}"' in page


@pytest.mark.parametrize("game", GAMES)
def test_a_card_names_the_numbers_of_seats_that_the_game_takes(game):
    known = games.get(game)
    for way in game_facts.ways(known):
        for seats in known.seats:
            options = dict(known.presets[way.id].options)
            if seats in way.seat_numbers:
                assert known.check_options(options, seats)
            else:
                with pytest.raises(OptionError):
                    known.check_options(options, seats)


def test_the_first_preset_is_chosen_and_an_address_chooses_another(host):
    first = host.get("/tables/new/planet_conquer/").context
    # A first match on a small map and of 25 rounds, not one of 300.
    assert (first["preset"], first["form"]["option_map"].value()) == ("quick", "drawn")
    other = host.get("/tables/new/planet_conquer/?preset=full").context
    assert other["preset"] == "full"
    assert other["form"]["option_tactic_costs"].value() == other["page"]["bases"]["full"]["option_tactic_costs"]
    for address in ("?preset=", "?preset=nothing"):
        none = host.get(f"/tables/new/planet_conquer/{address}").context
        assert (none["preset"], none["form"]["option_tactic_costs"].value()) == ("", "")
    for found in (first, other, none):
        assert not any(found["differences"].values())


def test_all_but_the_choices_is_folded_until_something_in_it_is_wrong(host):
    page = host.get("/tables/new/toy/").content.decode()
    folds = re.findall(r"<details class=\"fold[^>]*>", page)
    assert len(folds) == 5
    assert not [fold for fold in folds if " open" in fold]
    for field, value, fold in (
        ("option_size", "99", "rules"),
        ("spectator_delay", "-1", "talk"),
        ("step_seconds", "1", "time"),
    ):
        answer = host.post("/tables/new/toy/", GOOD | {field: value})
        opened = re.findall(r'<details class="fold[^>]*data-fold="(\w+)"[^>]* open>', answer.content.decode())
        assert opened == [fold]


def test_each_fold_tells_what_differs_from_the_preset(host):
    sent = GOOD | {"preset": "quick", "filled": "quick", "option_size": "3", "option_rounds": "3", "option_hearts": "1"}
    answer = host.post("/tables/new/toy/", sent | {"anonymous": "on", "password": "secret 1"})
    told = {fold: [(one.label, one.text) for one in found] for fold, found in answer.context["differences"].items()}
    assert told == {
        "rules": [("Size", "3")],
        "time": [("Clock", "Live: seconds a step"), ("Seconds a step", "45"), ("Seconds in reserve", "30")],
        "entry": [("Who can join", "Everybody: listed in the lobby"), ("Password", "changed")],
        "talk": [("Hide who sits where", "yes")],
    }
    page = answer.content.decode()
    assert "Size: 3" in page
    assert "secret 1" not in "".join(re.findall(r"<summary>.*?</summary>", page, re.DOTALL))


def test_a_field_that_does_not_count_is_no_difference(kinds_of_clock):
    live, slow, alone = kinds_of_clock
    assert "slow_amount" not in live and "step_seconds" in live
    assert "slow_amount" in slow and "step_seconds" not in slow
    assert alone == {"kind"}


@pytest.fixture
def kinds_of_clock(toy) -> list[set[str]]:
    found = []
    for changes in ({}, {"clock": "slow"}, {"kind": "sandbox"}):
        data = QueryDict(mutable=True)
        data.update(GOOD | {"slow_amount": "5"} | changes)
        form = TableForm(toy, data)
        told = form_presets.differences(form, form_presets.bases(form, [])[""])
        found.append({one.name for fold in ("time", "entry", "talk") for one in told[fold]})
    return found


def test_a_preset_that_was_chosen_without_a_script_is_played_with_what_was_changed_by_hand(host):
    plain = {"option_size": "7", "option_rounds": "20", "option_hearts": "3"}
    usual = form_presets.bases(TableForm(games.get("toy")), [])[""]
    plain = {name: usual[name] for name in plain}
    host.post("/tables/new/toy/", GOOD | plain | {"filled": "", "preset": "quick"})
    assert {key: Match.objects.get().options[key] for key in ("rounds", "hearts")} == {"rounds": 3, "hearts": 1}
    Match.objects.all().delete()
    host.post("/tables/new/toy/", GOOD | plain | {"filled": "", "preset": "quick", "option_hearts": "3"})
    assert {key: Match.objects.get().options[key] for key in ("rounds", "hearts")} == {"rounds": 3, "hearts": 3}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_bots_are_named_with_their_strength_in_words(host, alice, game, language):
    known = games.get(game)
    assert [bot.strength for bot in known.bots][:3] == ["easy", "medium", "hard"]
    with override(language):
        names = [words.bot_name(bot) for bot in known.bots[:3]]
        strengths = [words.strength(bot) for bot in known.bots[:3]]
    assert len(set(strengths)) == 3
    assert all(strength in name for name, strength in zip(names, strengths, strict=True))
    headers = {"accept-language": language}
    pages = [host.get(address, headers=headers) for address in (f"/tables/new/{game}/", f"/games/{game}/")]
    table = create_table(user=alice, game_id=game, options={}, settings=Settings(seats=2, step_seconds=30))
    pages.append(host.get(f"/tables/{table.pk}/", headers=headers))
    for page in pages:
        for name in names:
            assert name in page.content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_options_are_told_in_words_and_never_as_keys(game, language):
    known = games.get(game)
    for preset in known.presets.values():
        options = open_table(known, dict(preset.options), known.seats[0], "words")
        with override(language):
            lines = words.option_lines(known, options)
        assert lines
        for line in lines:
            assert line.text
            assert not KEYS.search(line.text), f"{line.label}: {line.text}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_costs_and_ranges_have_names_and_units(language):
    said = {
        ("planet_conquer", "tactic_costs", "en"): "Eliminate: 10; Swap: 16",
        ("planet_conquer", "tactic_costs", "zh-hans"): "毁灭所有敌人：10；转换：16",
        ("hundred_clubs", "alliance_tax", "en"): "0.25 coins a round for each cell of the other club",
        ("hundred_clubs", "capital_wage", "en"): "5 coins a round, and 2 more for every round played",
        ("cosmos", "neutral_energy", "en"): "energy from 30 to 120",
    }
    values = {
        "tactic_costs": {"eleminate": 10, "swap": 16},
        "alliance_tax": {"basis": "area", "milli": 250},
        "capital_wage": {"base": 5, "per_round": 2},
        "neutral_energy": [30, 120],
    }
    for (game, key, tongue), text in said.items():
        if tongue != language:
            continue
        known = games.get(game)
        with override(language):
            lines = words.option_lines(known, {**known.check_options({}, None), key: values[key]})
            assert text in [line.text for line in lines]
