"""Against bots alone nobody waits: no clock, no list, no bot that takes the seat, nobody who is offered it; unless the table says otherwise."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

import games
from lobby.fog import audience
from lobby.governance import substitutes, votes
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Match, Seat
from lobby.matches.terms import ENDLESS_SECONDS, Settings
from lobby.pages import lists
from lobby.play import referee, reliability
from lobby.tables import services as tables
from lobby.watch import reading, status

BOTS = {"bots": {1: "thrower"}}


def table(user, **fields):
    settings = Settings(**{"seats": 2, "step_seconds": 30, **fields})
    return tables.create_table(user=user, game_id="toy", options={}, settings=settings)


def test_play_now_has_no_clock_and_is_on_no_list(alice):
    match = tables.quick_match(user=alice, game_id="toy")
    assert (match.clock, match.visibility, match.step_seconds) == ("none", "link", ENDLESS_SECONDS)
    assert not lists.list_of(match) and not list(lists.running_matches())
    snapshot = reading.load_many([match.pk])[match.pk]
    told = status.status_message(snapshot, audience.own_seat(0))
    assert told.deadline is None
    assert status.match_message(snapshot, audience.PUBLIC, None).info.clock == "none"


@pytest.mark.django_db
@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.id)
def test_each_way_to_play_is_one_press_from_the_page_of_its_game_and_stands_on_that_of_the_match(client, game):
    page = client.get(f"/games/{game.id}/").content.decode()
    for key, preset in game.presets.items():
        cache.clear()  # Nobody begins as many matches in a minute.
        assert f'name="preset" value="{key}"' in page
        answer = client.post("/play/", {"game": game.id, "preset": key, "bot": game.bots[-1].id}, follow=True)
        assert f'id="match-name">{escape(game.name)} · {escape(preset.label)}</h1>' in answer.content.decode()


@pytest.mark.parametrize("wanted", ["none", "quick ", "1"])
def test_a_way_to_play_that_a_game_does_not_have_is_refused(alice, wanted):
    with pytest.raises(NotAllowed) as refused:
        tables.quick_match(user=alice, game_id="toy", preset=wanted)
    assert refused.value.path == "preset"


def test_a_step_waits_for_its_person_for_years(alice):
    match = tables.quick_match(user=alice, game_id="toy")
    referee.advance_once(match.pk, now=lambda: timezone.now() + timedelta(days=3000))
    match.refresh_from_db()
    assert (match.step, match.status) == (0, Match.Status.RUNNING)
    assert not match.seats.filter(autopilot__gt="").exists()


@pytest.mark.parametrize(
    ("chosen", "clock", "visibility"),
    [
        ({}, "none", "link"),
        ({"visibility": "public"}, "none", "public"),
        ({"clock": "live"}, "live", "link"),
        ({"seats": 3}, "live", "public"),
        ({"bots": {}}, "live", "public"),
        ({"seats": 3, "bots": {1: "thrower", 2: "thrower"}}, "none", "link"),
    ],
)
def test_against_bots_alone_a_table_has_no_clock_and_a_link_unless_others_were_chosen(alice, chosen, clock, visibility):
    match = table(alice, **BOTS | chosen)
    assert (match.clock, match.visibility) == (clock, visibility)


@pytest.mark.parametrize(
    ("sent", "clock", "visibility"),
    [
        ({"bots": {"1": "thrower"}}, "none", "link"),
        ({"bots": {"1": "thrower"}, "step_seconds": 30}, "live", "link"),
        ({"bots": {"1": "thrower"}, "bank_seconds": 30}, "live", "link"),
        ({"bots": {"1": "thrower"}, "clock": "live", "visibility": "public"}, "live", "public"),
        ({}, "live", "public"),
    ],
)
def test_the_same_over_rest_where_seconds_choose_a_clock(client, alice, sent, clock, visibility):
    client.force_login(alice)
    answer = client.post("/api/tables/", {"game": "toy", "seats": 2, **sent}, content_type="application/json")
    assert answer.status_code == 201, answer.content
    match = Match.objects.get()
    assert (match.clock, match.visibility) == (clock, visibility)


def test_clock_and_visibility_can_be_chosen(alice):
    match = tables.start(user=alice, match_id=table(alice, visibility="public", clock="live", **BOTS).pk)
    assert (match.clock, lists.list_of(match)) == ("live", lists.RUNNING)
    match = tables.start(user=alice, match_id=table(alice, visibility="public", clock="none", **BOTS).pk)
    assert (match.clock, lists.list_of(match)) == ("none", lists.RUNNING)
    assert not lists.card(match).is_slow, "no clock is no slow clock"


@pytest.mark.parametrize("bots", [{}, {1: "thrower"}])
def test_without_a_clock_nobody_else_may_sit_there(alice, bots):
    with pytest.raises(NotAllowed) as refused:
        table(alice, seats=3, clock="none", bots=bots)
    assert refused.value.path == "clock"
    match = table(alice, clock="none", **BOTS)
    with pytest.raises(NotAllowed, match="no clock"):
        tables.unseat_bot(user=alice, match_id=match.pk, number=1)


def test_no_bot_takes_the_seat_with_a_clock_either_and_nobody_is_offered_it(make_match, alice):
    match = make_match([alice], bots=["thrower"], options={"rounds": 20})
    for _ in range(5):
        match.refresh_from_db()
        referee.advance_once(match.pk, now=lambda: match.deadline + timedelta(minutes=2))
    match.refresh_from_db()
    assert match.step >= 4
    seats = list(match.seats.all())
    assert [seat.autopilot for seat in seats] == ["", ""] and substitutes.open_seats(match, seats) == []


def test_between_people_a_bot_takes_it_as_before(make_match, alice, bob):
    match = make_match([alice, bob], bots=["thrower"], options={"rounds": 20})
    for _ in range(3):
        match.refresh_from_db()
        referee.advance_once(match.pk, now=lambda: match.deadline + timedelta(minutes=2))
    assert Seat.objects.filter(match=match, autopilot__gt="").count() == 2


def test_there_is_nothing_to_prolong_and_nothing_to_be_relied_upon(alice):
    match = tables.quick_match(user=alice, game_id="toy")
    kinds = votes.open_kinds(match, list(match.seats.all()))
    assert "extend" not in kinds and "pause" not in kinds and "abort" in kinds
    match.seats.filter(user=alice).update(steps_due=50, steps_answered=50)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    assert reliability.of(alice.pk).due == 0


def test_tables_without_a_clock_that_nobody_starts_are_closed(alice):
    match = table(alice, clock="none", **BOTS)
    assert tables.expire_tables(match.created_at + timedelta(hours=2)) == 1


def test_lists_can_leave_out_bots(make_match, alice, bob):
    with_bot, between = make_match([alice], bots=["thrower"]), make_match([alice, bob])
    page = Client().get("/lobby/").content.decode()
    assert f"/matches/{with_bot.pk}/" in page and f"/matches/{between.pk}/" in page
    page = Client().get("/lobby/?players=people").content.decode()
    assert f"/matches/{with_bot.pk}/" not in page and f"/matches/{between.pk}/" in page


@pytest.mark.parametrize("anonymous", [False, True])
def test_short_lists_leave_out_who_practises_unless_it_is_hidden_who_is_a_bot(make_match, alice, bob, anonymous):
    practice, between = make_match([alice], bots=["thrower"], anonymous=anonymous), make_match([alice, bob])
    for address in ("/", "/games/toy/"):
        page = Client().get(address).content.decode()
        assert (f"/matches/{practice.pk}/" in page) is anonymous, address
        assert f"/matches/{between.pk}/" in page
    assert lists.card(practice).is_practice is not anonymous
    assert not lists.card(between).is_practice


FIELDS = {
    "kind": "ordinary", "seats": "2", "clock": "none", "visibility": "link", "press": "public", "spectator_delay": "2",
    "option_size": "7", "option_rounds": "12", "option_hearts": "2", "option_fog": "on", "step_seconds": "", "bank_seconds": "",
}  # fmt: skip


@pytest.mark.parametrize(
    ("bot", "usual", "clock", "visibility"),
    [("thrower", "live", "none", "link"), ("thrower", "slow", "none", "link"), ("", "live", "live", "public"), ("", "slow", "slow", "public")],
)  # fmt: skip
def test_the_form_without_a_script_leaves_it_to_the_site(client, alice, bot, usual, clock, visibility):
    type(alice).objects.filter(pk=alice.pk).update(default_clock=usual)
    client.force_login(alice)
    assert "checked" in client.get("/tables/new/toy/").content.decode().split('name="clock" value=""')[1].split(">")[0]
    times = {"step_seconds": "30", "slow_amount": "1", "slow_unit": "days"} if not bot else {}
    answer = client.post("/tables/new/toy/", {**FIELDS, "clock": "", "visibility": "", "bot_1": bot, **times})
    assert answer.status_code == 302, answer.context["form"].errors
    match = Match.objects.get()
    assert (match.clock, match.visibility) == (clock, visibility)


def test_the_form_takes_no_clock_and_says_why_people_need_one(client, alice):
    client.force_login(alice)
    fields = FIELDS
    answer = client.post("/tables/new/toy/", fields)
    assert answer.status_code == 400 and list(answer.context["form"].errors) == ["clock"]
    answer = client.post("/tables/new/toy/", {**fields, "bot_1": "thrower"})
    assert answer.status_code == 302, answer.context["form"].errors
    assert Match.objects.get().clock == "none"
