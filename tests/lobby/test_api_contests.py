"""Can programs do over HTTP what people do on the pages of contests, are wrong fields named, and are secrets kept?"""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

import games
from lobby.accounts.models import User
from lobby.accounts.tokens import create_token
from lobby.contests import plans, scheduler, services
from lobby.contests.models import Contest
from lobby.contests.plans import StagePlan
from tests.lobby.contest_rows import Luck, entered, plan, play_on, programs

CHAIN = plans.chain(days=2, games_a_day=1, target=3, straight=1, final=2)
OF_EVERYBODY = ("", "standings/", "tables/", "results/")


@pytest.fixture(autouse=True)
def toys(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    cache.clear()


def program_of(user: User) -> Client:
    """A client with a token of that person."""
    _, text = create_token(user=user, name="api", scopes=["read", "tables"])
    return Client(headers={"authorization": f"Bearer {text}"})


def wish(**given: Any) -> dict[str, Any]:
    """The body of a contest of the toy game; None leaves a field out."""
    now = timezone.now()
    body = {
        "name": "Lantern cup",
        "game": "toy_programs",
        "who": "programs",
        "closes_at": (now + timedelta(hours=1)).isoformat(),
        "starts_at": (now + timedelta(hours=2)).isoformat(),
        "stages": [{"format": "swiss", "rounds": 3, "lasts_minutes": 90}, {"format": "single"}],
        **given,
    }
    return {name: value for name, value in body.items() if value is not None}


def send(client: Client, method: str, path: str, body: Any = None) -> Any:
    sent = {"data": json.dumps(body), "content_type": "application/json"} if body is not None else {}
    return client.generic(method, f"/api/contests/{path}", **sent)


def test_a_program_announces_stages_as_it_likes(alice):
    answer = send(program_of(alice), "POST", "", wish(note="Bring a lamp.", check_in_minutes=10, most=16))
    assert answer.status_code == 201
    made = answer.json()
    assert (made["host"]["name"], made["phase"], made["most"], made["bank_seconds"]) == ("Alice", "entry", 16, 60)
    assert [(stage["format"], stage["rules"], stage["lasts_minutes"]) for stage in made["stages"]] == [
        ("swiss", {"rounds": 3}, 90),
        ("single", {}, 0),
    ]
    assert not made["is_secret"] and made["seed"] is None
    (listed,) = Client().get("/api/contests/?game=toy_programs&status=planned").json()["results"]
    assert listed == made
    assert Client().get("/api/contests/?status=running").json()["results"] == []


def test_a_program_announces_the_plan_of_the_seed(alice):
    answer = send(program_of(alice), "POST", "", wish(plan="chain", stages=None))
    assert answer.status_code == 201
    made = answer.json()
    assert [stage["format"] for stage in made["stages"]] == ["points_race", "last_out", "rank_sum"]
    assert made["table_size"] == plans.chain_size(games.get("toy_programs").seats)
    assert made["is_secret"]
    assert made["evening"] == "20:00", "as in the form"
    sent = {**wish(plan="chain", stages=None), "evening": None}
    answer = send(program_of(alice), "POST", "", sent)
    assert (answer.status_code, answer.json()["evening"]) == (201, None)


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"who": "cats"}, "who"),
        ({"preset": "nothing"}, "preset"),
        ({"options": {"nothing": 1}}, "options.nothing"),
        ({"table_size": 9}, "table_size"),
        ({"step_seconds": 1}, "step_seconds"),
        ({"per_person": 9}, "per_person"),
        ({"closes_at": None}, "closes_at"),
        ({"closes_at": "tomorrow"}, "closes_at"),
        ({"opens_at": "0001-01-01T00:00:00Z"}, "opens_at"),
        ({"starts_at": "9999-12-31T23:59:59-12:00"}, "starts_at"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"stages": None}, "stages"),
        ({"stages": [{"format": "single"}] * 9}, "stages"),
        ({"stages": [{"format": "poker"}]}, "stages[0].format"),
        ({"stages": [{"format": "single"}, {"format": "single", "rounds": 3}]}, "stages[1].rounds"),
        ({"stages": [{"format": "swiss", "rounds": 999}]}, "stages[0].rounds"),
        ({"plan": "chain"}, "stages"),
        ({"plan": "dance", "stages": None}, "plan"),
        ({"plan": "chain", "stages": None, "who": "both"}, "plan"),
    ],
)
def test_a_wrong_field_is_named(alice, given, path):
    answer = send(program_of(alice), "POST", "", wish(**given))
    assert (answer.status_code, answer.json()["path"]) == (400, path)
    assert answer.json()["message"]
    assert not Contest.objects.exists()


def test_an_unknown_game_is_told_as_at_tables(alice):
    answer = send(program_of(alice), "POST", "", wish(game="chess"))
    assert (answer.status_code, answer.json()["code"], answer.json()["path"]) == (404, "no_game", "game")


def test_programs_enter_check_in_withdraw_and_challenge(alice, bob):
    contest = services.create_contest(user=alice, plan=plan(check_in_minutes=30))
    (house, own) = programs([alice, bob])
    host, guest = program_of(alice), program_of(bob)
    organiser = send(host, "PUT", f"{contest.pk}/entry/", {"program": house.pk, "organiser": True}).json()
    assert organiser["is_organiser"]
    refused = send(guest, "PUT", f"{contest.pk}/entry/", {"program": own.pk, "organiser": True})
    assert (refused.status_code, refused.json()["path"]) == (400, "organiser")
    assert send(guest, "PUT", f"{contest.pk}/entry/").json()["path"] == "program", "it is for programs"
    assert send(guest, "PUT", f"{contest.pk}/entry/", {"program": house.pk}).json()["path"] == "program", "not Bob's"
    entry = send(guest, "PUT", f"{contest.pk}/entry/", {"program": own.pk}).json()
    assert (entry["name"], entry["owner"]["name"]) == (own.name, "Bob")
    shown = Client().get(f"/api/contests/{contest.pk}/").json()
    assert [one["id"] for one in shown["entrants"]] == [entry["id"], organiser["id"]]
    assert shown["contest"]["entrants"] == 1

    assert send(guest, "POST", f"{contest.pk}/challenge/", {"program": own.pk}).json()["path"] == "entrant"
    wrong = send(guest, "POST", f"{contest.pk}/challenge/", {"entrant": entry["id"], "program": own.pk})
    assert (wrong.status_code, wrong.json()["path"]) == (400, "entrant")
    begun = send(guest, "POST", f"{contest.pk}/challenge/", {"entrant": organiser["id"], "program": own.pk})
    assert begun.status_code == 201
    assert guest.get(f"/api/matches/{begun.json()['match']}/").status_code == 200

    assert send(guest, "POST", f"{contest.pk}/check-in/").status_code == 400
    now = timezone.now()
    Contest.objects.update(closes_at=now - timedelta(hours=1), starts_at=now + timedelta(minutes=5))
    assert send(guest, "POST", f"{contest.pk}/check-in/").status_code == 204
    assert contest.entrants.get(pk=entry["id"]).checked_in_at is not None

    assert send(guest, "DELETE", f"{contest.pk}/entry/?program={house.pk}").status_code == 400
    assert send(guest, "DELETE", f"{contest.pk}/entry/?program={own.pk}").status_code == 204
    assert contest.entrants.filter(withdrawn_at=None).get().pk == organiser["id"]
    assert send(guest, "DELETE", f"{contest.pk}/").status_code == 403
    assert send(host, "DELETE", f"{contest.pk}/").status_code == 204
    assert Client().get(f"/api/contests/{contest.pk}/").json()["contest"]["phase"] == "cancelled"


def test_what_is_not_there_is_not_found(alice, monkeypatch):
    contest, client = services.create_contest(user=alice, plan=plan()), program_of(alice)
    monkeypatch.delitem(games.GAMES, "toy_programs")
    for number in (999, contest.pk, "9" * 30):
        addresses = [("GET", address) for address in (*OF_EVERYBODY, "own/")]
        addresses += [("PUT", "entry/"), ("DELETE", "entry/"), ("DELETE", ""), ("POST", "check-in/")]
        for method, address in addresses:
            answer = send(client, method, f"{number}/{address}")
            assert (answer.status_code, answer.json()["code"]) == (404, "no_contest"), (method, address)
        answer = send(client, "POST", f"{number}/challenge/", {"entrant": 1})
        assert (answer.status_code, answer.json()["code"]) == (404, "no_contest")


def test_a_secret_contest_tells_nothing_before_its_end_but_ones_own_results(alice, bob):
    contest = entered(alice, plan(*CHAIN, table_size=4), 8)
    addresses = [f"/api/contests/{contest.pk}/{address}" for address in OF_EVERYBODY] + ["/api/contests/"]
    lookers = (Client(), program_of(alice), program_of(bob))
    Contest.objects.update(status="running")
    before = [[client.get(address).content for address in addresses] for client in lookers]
    Contest.objects.update(status="planned")
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    after = [[client.get(address).content for address in addresses] for client in lookers]
    assert after == before, "the first round was played meanwhile"
    assert lookers[0].get(addresses[1]).json() == {"is_released": False, "standings": []}
    assert lookers[0].get(addresses[2]).json() == {"is_released": False, "tables": []}

    own = contest.entrants.first()
    (first, *_others) = mine = program_of(own.user).get(f"/api/contests/{contest.pk}/own/").json()["results"]
    assert {line["entrant"]["id"] for line in mine} == {own.pk}
    assert (first["seats"], first["place"] in range(1, 5)) == (4, True)
    assert lookers[2].get(f"/api/contests/{contest.pk}/own/").json() == {"results": []}

    play_on(contest)
    everything = lookers[0].get(addresses[3]).json()
    assert everything["contest"]["seed"] == contest.seed
    assert [stage["format"] for stage in everything["standings"]] == ["points_race", "last_out", "rank_sum"]
    assert everything["standings"] == lookers[0].get(addresses[1]).json()["standings"]
    assert everything["tables"] == lookers[0].get(addresses[2]).json()["tables"]
    assert sorted(one["rank"] for one in everything["entrants"])[0] == 1


def test_an_open_contest_tells_at_once_who_meets_whom(alice):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 2})), 5)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    found = Client().get(f"/api/contests/{contest.pk}/tables/").json()
    assert found["is_released"]
    assert [len(table["places"]) for table in found["tables"] if table["round"] == 0] == [2, 2, 1]
    (stage,) = Client().get(f"/api/contests/{contest.pk}/standings/").json()["standings"]
    assert [set(line["values"]) for line in stage["lines"]] == [set(stage["columns"])] * 5


def test_announcing_is_counted_together_with_the_pages(alice, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "contest": "1/m/user"}
    client = program_of(alice)
    assert send(client, "POST", "", wish()).status_code == 201
    answer = send(client, "POST", "", wish())
    assert (answer.status_code, answer.json()["data"]["key"]) == (429, f"contest:person:{alice.pk}")


def test_an_announcement_that_is_refused_does_not_use_the_limit_up(alice, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "contest": "1/m/user"}
    client = program_of(alice)
    for _ in range(3):
        assert send(client, "POST", "", wish(table_size=9)).status_code == 400
        assert send(client, "POST", "", wish(closes_at="tomorrow")).status_code == 400
    assert send(client, "POST", "", wish()).status_code == 201
    assert send(client, "POST", "", wish()).status_code == 429


def test_somebody_elses_contest_cannot_be_cancelled(alice, bob):
    contest = services.create_contest(user=alice, plan=plan())
    answer = send(program_of(bob), "DELETE", f"{contest.pk}/")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_host")
    assert send(program_of(alice), "DELETE", f"{contest.pk}/").status_code == 204


def test_a_map_that_cannot_be_is_refused_by_its_place_in_the_list(alice):
    known = plans.map_option(games.get("planet_conquer")).default
    wanted = wish(game="planet_conquer", stages=[{"format": "single"}], maps=[known, "nowhere"])
    refused = send(program_of(alice), "POST", "", wanted)
    assert refused.status_code == 400
    assert (refused.json()["code"], refused.json()["path"]) == ("unknown_map", "maps[1]")
    other = send(program_of(alice), "POST", "", {**wanted, "maps": [], "options": {"map": "nowhere"}}).json()
    assert other["path"] == "options.map"


def test_refusals_of_a_contest_speak_of_it(alice, bob):
    contest = entered(alice, plan(), 2)
    client = program_of(bob)
    assert send(client, "GET", f"{contest.pk}/progress/").json()["message"] == (
        "Only the host and the co-hosts steer a contest."
    )
    absent = send(client, "DELETE", f"{contest.pk}/entry/?program=999999").json()
    assert (absent["code"], absent["path"]) == ("not_allowed", "program")
    assert absent["message"] == "No program of yours with this number takes part in this contest."
    text = send(client, "GET", f"{contest.pk}/programs/999999/")
    assert (text.status_code, text.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"code": " "}, "code"),
        ({"entry": "code", "code": ""}, "code"),
        ({"entry": "code"}, "code"),
        ({"entry": "list", "listed": []}, "listed"),
        ({"listed": []}, "listed"),
        ({"entry": "list"}, "listed"),
        ({"entry": "club"}, "club"),
        ({"entry": "open", "code": "lantern"}, "entry"),
    ],
)
def test_an_entry_without_what_it_needs_is_refused_and_opens_no_door(alice, given, field):
    answer = send(program_of(alice), "POST", "", wish(**given))
    assert (answer.status_code, answer.json()["path"].partition("[")[0]) == (400, field)
    assert not Contest.objects.exists()
