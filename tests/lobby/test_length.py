"""Does a table say how long its match lasts at most, and does a rhythm of slow play make it a sensible time?"""

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.utils import translation

import games
from games.core.clocks import Longest
from games.core.errors import OptionError
from lobby.matches import length
from lobby.matches.models import Match
from lobby.matches.terms import Settings
from tests.games.toy import GAME as TOY
from tests.lobby.test_tables_form import GOOD, posted

DAY = 24 * 3600
LONG = replace(TOY, longest=lambda options, seats: Longest(300, 300, 302.0))
"""A game of 300 rounds whose first one has three times the time."""


@pytest.fixture
def host(alice) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def told(game=LONG, **settings):
    chosen = Settings(**{"seats": 2, "step_seconds": DAY, "clock": Match.Clock.SLOW} | settings)
    most = length.longest(game, {}, chosen)
    return length.in_words(most, chosen) if most else ""


def test_a_slow_match_says_its_rounds_and_the_time_they_take():
    assert told() == "At most 300 rounds at 1 day each: about 10 months."
    assert told(rest_days=(5, 6)) == "At most 300 rounds at 1 day each: about 14 months."
    assert told(step_seconds=7 * DAY) == "At most 300 rounds at 7 days each: about 6 years."
    assert (
        told(clock="live", step_seconds=30, bank_seconds=60) == "At most 300 rounds at 30 seconds each: about 3 hours."
    )
    assert told(clock="none") == "At most 300 rounds, without a clock."
    assert told(kind=Match.Kind.HOT_SEAT) == "At most 300 rounds, without a clock."


def test_in_chinese_too():
    with translation.override("zh-hans"):
        assert told() == "最多 300 回合，每回合 1 天：约 10 个月。"


def test_steps_are_told_where_they_are_not_the_rounds():
    assert told(replace(TOY, longest=lambda options, seats: Longest(400, 80, 80))) == (
        "At most 400 rounds in 80 steps at 1 day each: about 3 months."
    )
    assert told(replace(TOY, longest=lambda options, seats: Longest(18))) == (
        "At most 18 rounds. Each has several steps of at most 1 day."
    )
    assert told(replace(TOY, longest=None)) == ""


@pytest.mark.parametrize("rhythm", length.RHYTHMS)
@pytest.mark.parametrize("game_id", games.GAMES)
def test_at_every_rhythm_a_match_of_every_game_is_over_within_half_a_year(game_id, rhythm):
    game = games.get(game_id)
    for preset in game.presets.values():
        seats = next(seats for seats in game.seats if _fits(game, dict(preset.options), seats))
        options = game.check_options(dict(preset.options), seats)
        options, slow = length.at_rhythm(game, options, Settings(seats=seats, step_seconds=game.step_seconds), rhythm)
        most = length.longest(game, game.check_options(options, seats), slow)
        assert most is not None
        assert slow.clock == Match.Clock.SLOW
        assert most.steps is None or most.steps <= length.RHYTHMS[rhythm].steps
        assert most.seconds is None or most.seconds <= 300 * DAY


def _fits(game, options, seats):
    try:
        game.check_options(options, seats)
    except OptionError:
        return False
    return True


def test_the_form_says_it_and_a_rhythm_fills_it_in_without_a_script(host):
    assert "At most 3 rounds at" in host.get("/tables/new/toy/?preset=quick").content.decode()
    page = posted(host, clock="slow", option_rounds="60", rhythm="weekly").content.decode()
    assert "At most 26 rounds at 7 days each: about 6 months." in page
    for name, value in (("option_rounds", "26"), ("slow_amount", "7"), ("vacation_days", "21")):
        assert re.search(rf'name="{name}" value="{value}"', page), name
    assert Match.objects.count() == 0


def test_the_script_of_the_form_asks_for_it_at_every_change(host):
    asked = {**GOOD, "clock": "slow", "option_rounds": "60", "bot_1": "", "bot_2": ""}
    assert host.post("/tables/new/toy/length/", asked).json() == {
        "said": "At most 60 rounds at 1 day each: about 60 days.",
        "fields": {},
    }
    answer = host.post("/tables/new/toy/length/", {**asked, "rhythm": "weekly"}).json()
    weekly = {"clock": "slow", "slow_unit": "days", "slow_amount": "7", "vacation_days": "21"}
    assert answer["fields"] == {**weekly, "option_rounds": "26"}
    daily = host.post("/tables/new/toy/length/", {**asked, "rhythm": "daily"}).json()["fields"]
    assert daily["vacation_days"] == "7"
    assert answer["said"] == "At most 26 rounds at 7 days each: about 6 months."
    assert host.post("/tables/new/toy/length/", {**asked, "option_rounds": "many"}).json()["said"] == ""
    assert host.post("/tables/new/toy/length/", {**asked, "rest_days": list("0123456")}).json()["said"] == ""
    assert host.post("/tables/new/chess/length/", asked).status_code == 404
    assert Client().post("/tables/new/toy/length/", asked).status_code == 302


def test_programs_ask_the_same_and_open_tables_at_a_rhythm(host):
    sent = {"game": "toy", "options": {"rounds": 60}, "rhythm": "weekly"}
    answer = host.post("/api/tables/length/", sent, content_type="application/json").json()
    assert answer == {
        "rounds": 26,
        "steps": 26,
        "seconds": 26 * 7 * DAY,
        "text": "At most 26 rounds at 7 days each: about 6 months.",
    }
    made = host.post("/api/tables/", sent, content_type="application/json").json()
    match = Match.objects.get(pk=made["id"])
    assert (match.clock, match.step_seconds, match.options["rounds"]) == ("slow", 7 * DAY, 26)
    assert match.vacation_days == 21
    assert "At most 26 rounds at 7 days each" in host.get(f"/tables/{match.pk}/").content.decode()
