"""Does an act that steers a contest do nothing unless it says to what, and at no table of one's own?"""

from __future__ import annotations

import json

import pytest
from django.core.cache import cache
from django.test import Client

import games
from lobby.accounts.tokens import create_token
from lobby.contests import services, steering
from lobby.matches.errors import NotAllowed
from tests.lobby.contest_rows import plan


@pytest.fixture(autouse=True)
def toys(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    # What goes on after an act goes on in these tests when they say so.
    monkeypatch.setattr("lobby.contests.background.soon", lambda work: None)
    cache.clear()


def seen_by(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def act(user, contest, kind, **given):
    steering.do(user=user, contest_id=contest.pk, act=kind, given=given)


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"act": "list"}, "listed"),
        ({"act": "dates"}, "starts_at"),
        ({"act": "stage", "not_before": "2199-01-01T00:00:00Z"}, "stage"),
        ({"act": "stage", "stage": 0}, "not_before"),
        ({"act": "remove", "text": "x"}, "entrant"),
        ({"act": "replay", "stage": 0, "text": "x"}, "round"),
        ({"act": "void", "round": 0, "number": 0, "text": "x"}, "stage"),
        ({"act": "void", "stage": 0, "round": 0, "number": 0}, "text"),
        ({"act": "message", "text": " "}, "text"),
        ({"act": "uncohost"}, "person"),
        ({"act": "invite", "people": 3}, "days"),
    ],
)
def test_an_act_without_a_field_that_it_needs_does_nothing(alice, bob, sent, field):
    by_list = {"by_list": True, "listed": (bob.name,)} if sent["act"] == "list" else {}
    contest = services.create_contest(user=alice, plan=plan(**by_list))
    _, token = create_token(user=alice, name="api", scopes=["tables"])
    where = f"/api/contests/{contest.pk}/acts/"
    program = Client(headers={"authorization": f"Bearer {token}"})
    answer = program.post(where, json.dumps(sent), content_type="application/json")
    assert (answer.status_code, answer.json()["code"], answer.json()["path"]) == (400, "bad_value", field)
    seen_by(alice).post(f"/contests/{contest.pk}/steer/", {name: str(value) for name, value in sent.items()})
    assert (contest.acts.count(), contest.listed.count()) == (0, len(by_list.get("listed", ())))


@pytest.mark.parametrize(
    ("kind", "field"),
    [("found", "name"), ("invite", "person"), ("accept", "team"), ("hand_in", "program"), ("choose", "program")],
)
def test_an_act_of_a_team_names_the_field_that_it_needs(alice, kind, field):
    contest = services.create_contest(user=alice, plan=plan(team_least=1, team_most=2))
    _, token = create_token(user=alice, name="api", scopes=["tables"])
    program = Client(headers={"authorization": f"Bearer {token}"})
    where = f"/api/contests/{contest.pk}/team/"
    answer = program.post(where, json.dumps({"act": kind}), content_type="application/json")
    assert (answer.status_code, answer.json()["code"], answer.json()["path"]) == (400, "bad_value", field)


def test_dates_that_change_nothing_are_not_moved(alice):
    contest = services.create_contest(user=alice, plan=plan())
    with pytest.raises(NotAllowed, match="its dates already"):
        act(alice, contest, "dates", starts_at=contest.starts_at)
