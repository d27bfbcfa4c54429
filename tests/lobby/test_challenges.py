"""Challenges: who may ask whom, at which table, and what becomes of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from lobby.accounts import bot_accounts, relations, services
from lobby.matches.errors import NotAllowed, TooMany
from lobby.matches.models import Match
from lobby.matches.people import PersonalChallenge
from lobby.matches.terms import Settings
from lobby.pages import lists
from lobby.people import expiry
from lobby.tables import challenges
from lobby.tables import services as tables

pytestmark = pytest.mark.django_db
TWO = Settings(seats=2, step_seconds=30)
RATED = Settings(seats=2, step_seconds=30, rated=True)


def ask(user, opponent, settings: Settings = TWO, options: dict | None = None) -> PersonalChallenge:
    return challenges.challenge(user=user, opponent=opponent, game_id="toy", options=options or {}, settings=settings)


def logged_in(person) -> Client:
    client = Client()
    client.force_login(person, "django.contrib.auth.backends.ModelBackend")
    return client


def test_whoever_accepts_is_in_the_match(alice, bob):
    asked = ask(alice, bob)
    assert list(challenges.received(bob.pk)) == [asked] and list(challenges.made(alice.pk)) == [asked]
    match = challenges.accept(user=bob, challenge_id=asked.pk)
    assert match.pk == asked.pk and match.status == Match.Status.RUNNING
    assert {seat.user for seat in match.seats.all()} == {alice, bob}
    assert not challenges.received(bob.pk).exists() and not challenges.made(alice.pk).exists()
    with pytest.raises(challenges.NotOpen):
        challenges.accept(user=bob, challenge_id=asked.pk)


def test_whoever_declines_says_why_and_the_table_is_gone(alice, bob):
    asked = ask(alice, bob)
    challenges.decline(user=bob, challenge_id=asked.pk, why="clock")
    assert not Match.objects.filter(pk=asked.pk).exists()
    told = challenges.made(alice.pk).get()
    assert (told.status, told.why) == ("declined", "clock")
    assert not challenges.made(alice.pk, timezone.now() + timedelta(days=2)).exists()
    with pytest.raises(NotAllowed, match="reason"):
        challenges.decline(user=bob, challenge_id=ask(alice, bob).pk, why="mood")


def test_the_challenger_takes_it_back(alice, bob):
    asked = ask(alice, bob)
    challenges.withdraw(user=alice, challenge_id=asked.pk)
    assert not challenges.received(bob.pk).exists() and not Match.objects.filter(pk=asked.pk).exists()
    with pytest.raises(challenges.NotOpen):
        challenges.accept(user=bob, challenge_id=asked.pk)


def test_others_know_nothing_of_it(alice, bob, charlie):
    asked = ask(alice, bob)
    for act in (challenges.accept, challenges.decline, challenges.withdraw):
        with pytest.raises(challenges.NoChallenge):
            act(user=charlie, challenge_id=asked.pk)
    with pytest.raises(challenges.NoChallenge):
        challenges.withdraw(user=bob, challenge_id=asked.pk)
    with pytest.raises(challenges.NoChallenge):
        challenges.accept(user=alice, challenge_id=asked.pk)


def test_nobody_else_sits_down_or_finds_the_table_in_a_list(alice, bob, charlie):
    asked = ask(alice, bob, RATED)
    with pytest.raises(NotAllowed, match="somebody else"):
        tables.join(user=charlie, match_id=asked.pk)
    assert asked.pk not in {match.pk for match in lists.open_tables()}
    assert lists.list_of(Match.objects.get(pk=asked.pk)) == ""
    assert Client().get("/api/tables/").json()["results"] == []
    assert logged_in(alice).get("/api/tables/?mine=true").json()["results"][0]["id"] == asked.pk
    match = challenges.accept(user=bob, challenge_id=asked.pk)
    assert lists.list_of(match) == lists.RUNNING


@pytest.mark.parametrize("other_way", [False, True])
def test_who_is_blocked_gone_or_suspended_is_refused_alike(alice, bob, other_way):
    one, other = (bob, alice) if other_way else (alice, bob)
    relations.block(user=one, person=other)
    with pytest.raises(NotAllowed) as refused:
        ask(alice, bob)
    assert (refused.value.path, str(refused.value.message)) == ("player", "You cannot challenge this person.")
    eve = services.create_guest(name="Eve")
    eve.suspended_until = timezone.now() + timedelta(days=1)
    eve.save()
    with pytest.raises(NotAllowed) as same:
        ask(alice, eve)
    assert str(same.value.message) == str(refused.value.message)


def test_what_no_challenge_can_be(alice, bob):
    with pytest.raises(NotAllowed) as refused:
        ask(alice, alice)
    assert refused.value.path == "player"
    with pytest.raises(NotAllowed) as refused:
        ask(alice, bob, Settings(seats=3, step_seconds=30))
    assert refused.value.path == "seats"
    ask(alice, bob, Settings(seats=3, step_seconds=30, bots={2: "thrower"}))
    with pytest.raises(NotAllowed) as refused:
        ask(alice, services.create_guest(), RATED)
    assert refused.value.path == "rated"
    robot = bot_accounts.create_bot_account(owner=bob, name="Robot")
    with pytest.raises(NotAllowed, match="bot accounts"):
        ask(alice, robot, RATED)
    ask(alice, robot)


def test_a_person_receives_so_many(alice, bob, charlie, monkeypatch):
    monkeypatch.setattr(challenges, "MOST_RECEIVED", 1)
    ask(alice, bob)
    with pytest.raises(TooMany, match="1 open challenges"):
        ask(charlie, bob)


def test_what_nobody_answers_lapses_with_its_table(alice, bob):
    asked = ask(alice, bob)
    later = timezone.now() + tables.LIVE_TABLE_WAITS + timedelta(minutes=1)
    assert tables.expire_tables(later) == 1
    challenges.on_referee_sweeps(now=later)
    told = challenges.made(alice.pk, later).get()
    assert told.pk == asked.pk and told.status == "lapsed"
    gone = expiry.sweep(later + timedelta(days=31))
    assert gone["challenges"] == 1


def test_a_closed_account_leaves_none_open(alice, bob):
    mine, theirs = ask(alice, bob), ask(bob, alice)
    services.close_account(user=alice)
    assert {PersonalChallenge.objects.get(pk=one.pk).status for one in (mine, theirs)} == {"withdrawn", "declined"}
    assert not Match.objects.filter(pk__in=[mine.pk, theirs.pk]).exists()


def test_the_pages_lead_from_a_profile_to_the_match(alice, bob):
    host, guest = logged_in(alice), logged_in(bob)
    assert "/challenges/new/Bob/" in host.get("/people/Bob/").content.decode()
    assert "/tables/new/toy/?player=Bob" in host.get("/challenges/new/Bob/").content.decode()
    page = host.get("/tables/new/toy/?player=Bob").content.decode()
    assert "Send the challenge" in page and 'value="hot_seat"' not in page and 'value="sandbox"' not in page
    assert 'name="player" value="Bob"' in page and "Challenge" in page
    assert 'type="hidden" name="kind" value="ordinary"' in page and 'name="password"' not in page
    sent = {"player": "Bob", "kind": "ordinary", "seats": 2, "clock": "live", "step_seconds": 30, "bank_seconds": 0,
            "visibility": "link", "spectator_delay": 2, "press": "public", "slow_amount": 1, "slow_unit": "days",
            "time_zone": "UTC", "vacation_days": 0}  # fmt: skip
    form = host.get("/tables/new/toy/?player=Bob").context["form"]
    fresh = {field.html_name: field.value() for field in form if field.value() is not None}
    sent = {**{name: value for name, value in fresh.items() if f'name="{name}"' in page}, **sent}
    answer = host.post("/tables/new/toy/", {key: value for key, value in sent.items() if value is not False})
    assert answer.status_code == 302 and answer.url == "/challenges/", answer.content.decode()[:3000]
    assert "waits for an answer" in host.get("/challenges/").content.decode()
    assert "challenges you" in guest.get("/lobby/").content.decode()
    assert "Accept" in guest.get("/challenges/").content.decode()
    asked = challenges.received(bob.pk).get()
    assert guest.post(f"/challenges/{asked.pk}/accept/").url == f"/matches/{asked.pk}/"
    again = challenges.challenge(user=alice, opponent=bob, game_id="toy", options={}, settings=TWO)
    guest.post(f"/challenges/{again.pk}/decline/", {"why": "later"})
    assert "Not now, ask me later" in host.get("/challenges/").content.decode()
    assert host.get("/challenges/new/Nobody/").status_code == 404
    assert host.get("/tables/new/toy/?player=Nobody").status_code == 404
    assert guest.post("/challenges/nothing/accept/", follow=True).status_code == 200


def test_over_rest_from_the_question_to_the_match(alice, bob):
    host, guest = logged_in(alice), logged_in(bob)
    form = {"game": "toy", "player": "Bob", "seats": 2, "step_seconds": 60}
    made = host.post("/api/challenges/", form, content_type="application/json").json()
    assert made["challenged"] == {"name": "Bob", "slug": "Bob", "is_bot": False} and made["status"] == "open"
    assert guest.get("/api/challenges/").json()["received"] == [made]
    match = guest.post(f"/api/challenges/{made['id']}/accept/").json()
    assert match["status"]["status"] == "running"
    answer = host.post("/api/challenges/", {**form, "player": "Nobody"}, content_type="application/json")
    assert (answer.status_code, answer.json()["path"]) == (404, "player")
    answer = host.post("/api/challenges/", {**form, "seats": 3}, content_type="application/json")
    assert answer.json()["path"] == "seats"
