"""A finished match is played on from any step against bots, by whoever may see it; no position of a match that goes on is handed to a bot."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

import games
from lobby.fog import audience
from lobby.lessons import services as lessons
from lobby.matches.errors import NoMatch, NotAllowed, WrongStep
from lobby.matches.models import Match
from lobby.play import referee, services
from lobby.store.positions import unpack
from lobby.tables import forks
from lobby.watch import replay
from tests.lobby.whole_matches import whole_match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def fresh() -> None:
    cache.clear()


@pytest.fixture
def over(make_match, order) -> Match:
    """A match of Alice and Bob that was aborted at step 3."""
    match = make_match()
    for step in range(3):
        order(match, 0, step=step, walk=1)
        order(match, 1, step=step)
        referee.advance_once(match.pk)
    services.staff_abort(match_id=match.pk)
    return Match.objects.get(pk=match.pk)


def ended(match: Match) -> Match:
    services.staff_abort(match_id=match.pk)
    return Match.objects.get(pk=match.pk)


def on_page(user, match_id: str, **fields: str):
    client = Client()
    client.force_login(user)
    return client.post(f"/tables/{match_id}/fork/", fields, headers={"accept": "application/json"})


def test_the_chosen_seat_is_mine_and_bots_have_the_others(over, charlie):
    match = forks.play_on(user=charlie, match_id=over.pk, step=2, seat=1, bots={0: "thrower"})
    assert [(seat.number, seat.user, seat.bot) for seat in match.seats.all()] == [
        (0, None, "thrower"),
        (1, charlie, ""),
    ]
    assert (match.kind, match.status, match.step, match.forked_from, match.forked_step) == (
        "ordinary",
        "running",
        0,
        over,
        2,
    )
    assert (match.clock, match.rated, match.visibility, match.host) == ("none", False, "link", charlie)
    assert match.seed != over.seed
    assert unpack(match.steps.get().state) == unpack(over.steps.get(number=2).state)


def test_it_is_a_match_like_any_other_and_has_an_end_of_its_own(over, charlie, order):
    match = forks.play_on(user=charlie, match_id=over.pk, step=1, seat=0, bots={})
    order(match, 0, walk=1)
    order(match, 1, by="bot")
    assert referee.advance_once(match.pk) == 1
    ended(match)
    match.refresh_from_db()
    assert replay.verify(match) == []
    again = forks.play_on(user=charlie, match_id=match.pk, step=1, seat=1, bots={})
    assert again.forked_from == match


def test_without_a_choice_the_bot_that_sat_there_plays_or_the_strongest(make_match, alice, charlie):
    beside_a_bot = ended(make_match([alice], ["thrower"]))
    beside_a_person = ended(make_match([alice, charlie]))
    found = [
        forks.play_on(user=alice, match_id=one.pk, step=0, seat=0, bots={}).seats.get(number=1).bot
        for one in (beside_a_bot, beside_a_person)
    ]
    assert found == ["thrower", games.get("toy").strongest_bot.id]


def test_what_makes_no_sense_is_refused(over, charlie):
    for facts, error in (
        ({"step": 9}, WrongStep),
        ({"step": -1}, WrongStep),
        ({"seat": 5}, NotAllowed),
        ({"seat": -1}, NotAllowed),
        ({"bots": {1: "nobody"}}, NotAllowed),
        ({"bots": {0: "thrower"}}, NotAllowed),
        ({"bots": {7: "thrower"}}, NotAllowed),
    ):
        with pytest.raises(error):
            forks.play_on(user=charlie, match_id=over.pk, **{"step": 0, "seat": 0, "bots": {}, **facts})
    Match.objects.filter(pk=over.pk).update(rules_version="0")
    with pytest.raises(NotAllowed, match="older rules"):
        forks.play_on(user=charlie, match_id=over.pk, step=0, seat=0, bots={})
    assert Match.objects.count() == 1


def test_after_the_last_step_and_for_a_seat_that_is_out_there_is_nothing_to_play(alice):
    match = whole_match(alice, "planet_conquer")
    with pytest.raises(NotAllowed, match="already over"):
        forks.play_on(user=alice, match_id=match.pk, step=match.step, seat=0, bots={})
    assert forks.play_on(user=alice, match_id=match.pk, step=match.step - 1, seat=0, bots={})


def test_no_bot_plays_a_match_that_goes_on_whoever_asks(make_match, alice, bob, charlie):
    match = make_match(options={"fog": False})
    for person in (alice, bob, charlie):
        with pytest.raises(NotAllowed):
            forks.play_on(user=person, match_id=match.pk, step=0, seat=0, bots={})
    assert Match.objects.count() == 1


def test_nor_through_a_sandbox_of_it_that_has_ended(make_match, alice):
    match = make_match(options={"fog": False})
    sandbox = ended(forks.fork(user=alice, match_id=match.pk, step=0))
    deeper = ended(forks.fork(user=alice, match_id=sandbox.pk, step=0))
    for one in (sandbox, deeper):
        with pytest.raises(NotAllowed):
            forks.play_on(user=alice, match_id=one.pk, step=0, seat=0, bots={})
    ended(match)
    assert forks.play_on(user=alice, match_id=deeper.pk, step=0, seat=0, bots={})


def test_what_one_may_not_know_of_is_not_played_on(over, make_match, alice, charlie):
    sandbox = ended(forks.fork(user=alice, match_id=over.pk, step=0))
    with pytest.raises(NoMatch):
        forks.play_on(user=charlie, match_id=sandbox.pk, step=0, seat=0, bots={})
    Match.objects.filter(pk=over.pk).update(sealed=True)
    with pytest.raises(NotAllowed):
        forks.play_on(user=alice, match_id=over.pk, step=0, seat=0, bots={})


def test_while_it_runs_nobody_else_sees_it(over, charlie, alice):
    match = forks.play_on(user=charlie, match_id=over.pk, step=0, seat=0, bots={})
    seats = list(match.seats.all())
    assert audience.is_visible(match, seats, charlie.pk)
    assert not audience.is_visible(match, seats, alice.pk)


def test_it_is_a_click_away_and_a_request_away(over, charlie):
    answer = on_page(charlie, over.pk, step="1", seat="1", bot_0="thrower")
    made = Match.objects.get(kind="ordinary", forked_from=over)
    assert answer.json() == {"url": f"/matches/{made.pk}/"}
    assert made.seats.get(number=0).bot == "thrower"
    assert on_page(charlie, over.pk, step="1", seat="x").status_code == 400
    client = Client()
    client.force_login(charlie)
    asked = {"step": 1, "seat": 0, "bots": {"1": "thrower"}}
    shown = client.post(f"/api/matches/{over.pk}/fork/", asked, content_type="application/json")
    assert (shown.status_code, shown.json()["info"]["you"], shown.json()["info"]["seats"][1]["bot"]) == (
        201,
        0,
        "thrower",
    )
    wrong = client.post(
        f"/api/matches/{over.pk}/fork/", {**asked, "bots": {"x": "thrower"}}, content_type="application/json"
    )
    assert (wrong.status_code, wrong.json()["path"]) == (400, "bots")


def test_lessons_still_begin(alice):
    game = next(game for game in games.all_games() if game.lessons)
    match = lessons.enter(user=alice, game_id=game.id, lesson_id=game.lessons[0].id)
    assert (match.kind, match.clock, match.press, match.visibility) == ("lesson", "none", "none", "link")
