"""Does an act that steers a contest do nothing unless it says to what, nor at a table of one's own, and is a cancelled one over for teams?"""

from __future__ import annotations

import json
import re
from datetime import timedelta
from functools import partial

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

import games
from lobby.accounts.tokens import create_token
from lobby.contests import scheduler, services, steering, teams
from lobby.contests.models import Contest, Table
from lobby.contests.plans import StagePlan
from lobby.matches.errors import NotAllowed
from lobby.matches.people import Partner
from tests.lobby.contest_rows import Luck, Slow, entered, plan, programs
from tests.lobby.test_contest_teams import entered_pairs
from tests.lobby.test_tables_races import together


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
        ({"act": "replay", "stage": 0, "round": 0, "number": 0, "text": "x"}, "acts"),
        ({"act": "void", "stage": 0, "round": 0, "number": 0, "acts": 0}, "text"),
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


def offered(user, contest) -> set[str]:
    """Tables that the page offers to be played again."""
    page = seen_by(user).get(f"/contests/{contest.pk}/steer/").content.decode()
    return set(re.findall(r'<option value="(\d+\.\d+\.\d+)\.\d+">', page))


def test_games_of_a_race_at_the_same_two_seats_are_each_played_again(alice):
    contest = entered(alice, plan(StagePlan("points_race", {"rounds": 2, "games": 2}, every_minutes=60)), 2)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    assert offered(alice, contest) == {"0.0.0", "0.0.1"}
    act(alice, contest, "replay", stage=0, round=0, number=0, acts=0, text="The clock was wrong.")
    assert Table.objects.get(number=0).match is None


def test_only_the_last_game_of_a_table_of_a_knockout_is_played_again(alice):
    contest = entered(alice, plan(StagePlan("single", {"games": 3}, every_minutes=60)), 4)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    last = {max(one.number for one in tables) for tables in groups(contest).values()}
    assert offered(alice, contest) == {f"0.0.{number}" for number in last}
    with pytest.raises(NotAllowed, match="further game at this table"):
        act(alice, contest, "void", stage=0, round=0, number=0, acts=0, text="Late.")


def groups(contest: Contest) -> dict[frozenset[int], list[Table]]:
    """Tables of the contest by who sits there."""
    found: dict[frozenset[int], list[Table]] = {}
    for one in Table.objects.filter(stage__contest=contest).prefetch_related("places"):
        found.setdefault(frozenset(place.entrant_id for place in one.places.all()), []).append(one)
    return found


def test_a_host_who_takes_part_leaves_own_tables_to_another_host(alice, bob):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 2}, every_minutes=60)), 3)
    (own,) = programs([alice])
    entrant = services.enter(user=alice, contest_id=contest.pk, program_id=own.pk)
    act(alice, contest, "cohost", person=bob.slug)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    here = Table.objects.get(places__entrant=entrant)
    where = {"stage": 0, "round": 0, "number": here.number, "acts": 0, "text": "A bad start."}
    for kind in ("replay", "void"):
        with pytest.raises(NotAllowed, match="another host") as refused:
            act(alice, contest, kind, **where)
        assert refused.value.path == "table"
    assert offered(alice, contest) == {f"0.0.{1 - here.number}"}
    assert offered(bob, contest) == {"0.0.0", "0.0.1"}
    act(bob, contest, "replay", **where)
    here.refresh_from_db()
    assert here.match is None


def test_a_host_leaves_tables_of_own_teams_to_another_host(alice, bob):
    contest = services.create_contest(
        user=alice, plan=plan(StagePlan("swiss", {"rounds": 2}), team_least=1, team_most=2)
    )
    for captain, name in ((bob, "Lamplighters"), (alice, "Others")):
        teams.found(user=captain, contest_id=contest.pk, name=name)
        (program,) = programs([captain])
        teams.hand_in(user=captain, contest_id=contest.pk, program_id=program.pk)
        teams.choose(user=captain, contest_id=contest.pk, program_id=program.pk)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Slow())
    with pytest.raises(NotAllowed, match="another host"):
        act(alice, contest, "void", stage=0, round=0, number=0, acts=0, text="Why not.")
    assert "left to another host" in seen_by(alice).get(f"/contests/{contest.pk}/steer/").content.decode()


@pytest.mark.postgres
@pytest.mark.parametrize("ways", ["form", "api", "both"])
@pytest.mark.parametrize("acts", [("replay", "void"), ("replay", "replay"), ("void", "void")])
def test_of_two_acts_at_a_table_at_once_one_is_refused_whatever_time_passes(alice, bob, acts, ways):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 2})), 4)
    act(alice, contest, "cohost", person=bob.slug)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Slow())

    def by_form(user, kind):
        sent = {"act": kind, "table": "0.0.0.0", "text": "It hangs.", "sure": "1"}
        answer = seen_by(user).post(f"/contests/{contest.pk}/steer/", sent)
        assert answer.status_code == 302 or (
            "Somebody has just" in answer.content.decode() and answer.status_code == 400
        )
        return answer.status_code == 302

    def by_api(user, kind):
        _, token = create_token(user=user, name="api", scopes=["tables"])
        sent = {"act": kind, "stage": 0, "round": 0, "number": 0, "acts": 0, "text": "It hangs."}
        program = Client(headers={"authorization": f"Bearer {token}"})
        answer = program.post(f"/api/contests/{contest.pk}/acts/", json.dumps(sent), content_type="application/json")
        assert answer.status_code == 204 or (answer.status_code, answer.json()["path"]) == (400, "table")
        return answer.status_code == 204

    first, second = {"form": (by_form, by_form), "api": (by_api, by_api), "both": (by_form, by_api)}[ways]
    done = together(partial(first, alice, acts[0]), partial(second, bob, acts[1]))
    assert sorted(done) == [False, True]
    assert contest.acts.filter(kind__in=acts).count() == 1
    # Nor later, by whoever still looks at what was there before; who has looked again can.
    contest.acts.update(at=timezone.now() - timedelta(hours=1))
    assert not second(bob, "replay")
    act(bob, contest, "replay", stage=0, round=0, number=0, acts=1, text="Still.")
    act(alice, contest, "void", stage=0, round=0, number=1, acts=0, text="It hangs as well.")


@pytest.mark.parametrize("has_begun", [False, True])
def test_a_cancelled_contest_gives_nobody_rights_and_binds_no_program(alice, has_begun):
    contest, (captain, author, *_rest) = entered_pairs(alice, 2)
    program = contest.entrants.get(user=captain).program
    if has_begun:
        scheduler.go_on(contest.pk, now=contest.starts_at, begin=Slow())
    assert seen_by(captain).get(f"/api/programs/{program.pk}/").status_code == 200
    services.cancel(user=alice, contest_id=contest.pk)
    assert seen_by(captain).get(f"/api/programs/{program.pk}/").status_code == 404
    assert seen_by(author).get(f"/api/programs/{program.pk}/").status_code == 200
    # Nor does a new program of the same team, or another member who leaves, bring them back.
    if not has_begun:
        teams.take_back(user=author, contest_id=contest.pk, program_id=program.pk)
    teams.leave(user=author, contest_id=contest.pk)
    assert not Partner.objects.filter(program=program).exists()
    assert contest.teams.filter(versions__program=program).exists() is has_begun


def test_a_date_that_is_set_in_a_pause_stays_as_it_was_set(alice):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 3}, every_minutes=60)), 4)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    begun, hour = contest.starts_at, timedelta(hours=1)
    stage = contest.stages.get()
    assert stage.next_at == begun + hour
    Contest.objects.update(paused_at=timezone.now())
    chosen = begun + timedelta(hours=9)
    steering.move_stage(user=alice, contest_id=contest.pk, stage=0, not_before=chosen, now=begun)
    steering.resume(user=alice, contest_id=contest.pk, now=begun + 3 * hour)
    assert contest.stages.get().next_at == chosen
    # One that was there before is as far away as it was.
    Contest.objects.update(paused_at=timezone.now())
    steering.resume(user=alice, contest_id=contest.pk, now=begun + 3 * hour)
    assert contest.stages.get().next_at - chosen > 2 * hour


@pytest.mark.parametrize(
    "typed", [" Caf\u00e9 7 ", "Cafe\u0301  7", "\uff23\uff41\uff46\u00e9\u3000\uff17", "CAF\u00c9 7"]
)
def test_a_code_is_read_in_the_letters_in_which_it_is_kept(alice, bob, typed):
    contest = services.create_contest(user=alice, plan=plan(code="Caf\u00e9 7"))
    (own,) = programs([bob])
    here = {"user": bob, "contest_id": contest.pk, "program_id": own.pk}
    with pytest.raises(NotAllowed, match="not the code"):
        services.enter(**here, code="Cafe 7")
    assert services.enter(**here, code=typed)


def test_a_club_that_is_not_there_is_said_with_its_field(alice):
    _, token = create_token(user=alice, name="api", scopes=["tables"])
    later = (timezone.now() + timedelta(hours=2)).isoformat()
    sent = {"name": "Cup", "game": "toy_programs", "who": "programs", "closes_at": later, "starts_at": later}
    sent |= {"table_size": 2, "stages": [{"format": "single"}], "club": "nowhere"}
    program = Client(headers={"authorization": f"Bearer {token}"})
    answer = program.post("/api/contests/", json.dumps(sent), content_type="application/json")
    assert (answer.status_code, answer.json()["path"]) == (404, "club")
