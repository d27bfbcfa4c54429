"""Does the page on which a contest is steered keep what was typed, ask before a table is touched, and say how far the contest is now?"""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

import games
from lobby.contests import failings, oversight, plans, scheduler
from lobby.contests.models import Table
from lobby.contests.plans import StagePlan
from tests.lobby.contest_rows import Slow, entered, plan

CHAIN = plans.chain(days=2, games_a_day=1, target=3, straight=1, final=2)


@pytest.fixture(autouse=True)
def toys(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    monkeypatch.setattr("lobby.contests.background.soon", lambda work: None)
    cache.clear()


def seen_by(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def read(answer) -> str:
    """What stands on a page."""
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def card(page: str, name: str) -> str:
    """The HTML of one form of the page."""
    return page.split(f'data-card="{name}"')[1].split("</form>")[0]


def test_what_is_refused_comes_back_at_its_field_with_what_was_typed(alice):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 2}), StagePlan("single")), 4)
    host, address = seen_by(alice), f"/contests/{contest.pk}/steer/"
    early = (contest.starts_at - timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M")
    page = host.post(address, {"act": "stage", "stage": "1", "not_before": early, "text": "The hall is taken."})
    shown = card(page.content.decode(), "stage")
    assert page.status_code == 400
    assert 'value="The hall is taken."' in shown and f'value="{early}"' in shown
    assert 'id="stage-not_before_error"' in shown and "data-kept" in shown
    for act, typed, field in (
        ("cohost", {"person": "nobody-of-that-name"}, "cohost-person"),
        ("message", {"text": ""}, "message-text"),
        ("invite", {"people": "101", "days": "3"}, "invite-people"),
    ):
        page = host.post(address, {"act": act, **typed})
        shown = card(page.content.decode(), act)
        assert page.status_code == 400
        assert f'id="{field}_error"' in shown
        assert all(value in shown for value in typed.values())
    assert oversight.log(contest) == []


def test_dates_are_shown_and_taken_in_the_zone_of_the_contest(alice):
    contest = entered(alice, plan(time_zone="Asia/Shanghai"), 2)
    host, address = seen_by(alice), f"/contests/{contest.pk}/steer/"
    shown = card(host.get(address).content.decode(), "dates")
    sent = dict(re.findall(r'name="(\w+_at)" value="([^"]+)"', shown))
    assert sent["starts_at"] == (contest.starts_at + timedelta(hours=8)).strftime("%Y-%m-%dT%H:%M")
    before = contest.starts_at
    assert host.post(address, {"act": "dates", "check_in_minutes": "10", **sent}).status_code == 302
    contest.refresh_from_db()
    assert (contest.check_in_minutes, contest.starts_at) == (10, before), "what is not touched stays to the second"


@pytest.mark.parametrize(
    ("act", "says"),
    [("replay", "Another match begins at once"), ("void", "counts for nobody")],
)
def test_a_table_is_touched_once_the_host_has_said_yes(alice, act, says):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 2})), 4)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Slow())
    host, address = seen_by(alice), f"/contests/{contest.pk}/steer/"
    sent = {"act": act, "table": "0.0.0.0", "text": "The clock was wrong."}
    asked = host.post(address, sent)
    shown = card(asked.content.decode(), "table")
    assert asked.status_code == 200
    assert oversight.log(contest) == [] and not Table.objects.filter(stage__contest=contest, is_void=True).exists()
    names = [place.entrant.program_name for place in Table.objects.get(stage__contest=contest, number=0).places.all()]
    words = read(asked)
    assert (
        "able 1 of round 1, stage 1" in words
        and "The match that runs there stops" in words
        and says in words
        and all(name in words for name in names)
    )
    fields = dict(re.findall(r'name="(table|text|sure)" value="([^"]*)"', shown))
    assert host.post(address, {"act": act, **fields}).status_code == 302
    (line,) = oversight.log(contest)
    assert (line["kind"], line["text"]) == (act, "The clock was wrong.")


def test_the_parts_of_the_page_say_what_is_now_and_nothing_that_is_sealed(alice, bob):
    contest = entered(alice, plan(*CHAIN, table_size=4), 4)
    host, address = seen_by(alice), f"/contests/{contest.pk}/steer/now/"
    assert seen_by(bob).get(address).status_code == 403
    before = host.get(address).json()
    assert "It has not begun" in before["parts"]["progress"] and not before["is_over"]
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Slow())
    parts = host.get(address).json()["parts"]
    assert "Points race" in parts["progress"] and "running" in parts["head"]
    offered = card(parts["acts"], "table").split("<select")[1].split("</select>")[0]
    assert "0.0.0" in offered and "Bot of" not in offered
    assert "Bot of" not in parts["progress"], "who sits where is sealed"
    page = host.get(f"/contests/{contest.pk}/steer/").content.decode()
    assert f'data-url="{address}"' in page and "data-over" not in page
    contest.status = "finished"
    contest.save()
    over = host.get(address).json()
    assert over["is_over"] and "data-card" not in over["parts"]["acts"]


def test_a_sealed_round_names_failing_programs_when_all_its_tables_are_over(alice, monkeypatch):
    class OneGoesOn(Slow):
        def __call__(self, *given):
            return (super() if self.calls else super(Slow, self)).__call__(*given)

    contest = entered(alice, plan(*CHAIN, table_size=4), 8)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=OneGoesOn())
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Slow())
    contest.refresh_from_db()
    sat = {
        place.entrant_id: [failings.Played(table.match_id, failed=1, refused=0, steps=1)]
        for table in Table.objects.filter(stage__contest=contest, round=0)
        for place in table.places.all()
    }
    monkeypatch.setattr(failings, "in_matches", lambda entrants: sat)

    def named():
        found = oversight.progress(contest, timezone.now())
        return found["round"], found["done"], len(found["programs"])

    assert named() == (0, 1, 0)
    Table.objects.filter(stage__contest=contest).update(is_over=True)
    assert named() == (0, 2, 8)
