"""What becomes of tables that run when somebody leaves a contest or is removed, and when it is cancelled?"""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone, translation

import games
from lobby.contests import oversight, scheduler, serializers, services, steering
from lobby.contests.models import Table
from lobby.contests.plans import StagePlan
from lobby.matches.models import Match
from lobby.notices import words as notices
from lobby.notices.models import Notice
from tests.lobby.contest_rows import Luck, Slow, entered, plan


@pytest.fixture(autouse=True)
def toys(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    # What goes on after an act goes on in these tests when they say so.
    monkeypatch.setattr("lobby.contests.background.soon", lambda work: None)


def leave(how: str, host, contest, entrant) -> None:
    if how == "withdraws":
        services.withdraw(user=entrant.user, contest_id=contest.pk)
    else:
        given = {"entrant": entrant.pk, "text": "Two accounts."}
        steering.do(user=host, contest_id=contest.pk, act="remove", given=given)


def ended(table: Table) -> dict[int, tuple[int | None, bool]]:
    return {place.entrant_id: (place.place, place.is_forfeit) for place in table.places.all()}


@pytest.mark.parametrize("how", ["withdraws", "is removed"])
def test_who_leaves_while_a_match_of_two_runs_forfeits_it_at_once(alice, how):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 1})), 4)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Slow())
    table, other = Table.objects.filter(stage__contest=contest).order_by("number")
    goes, stays = (place.entrant for place in table.places.all())
    leave(how, alice, contest, goes)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Slow())
    table.refresh_from_db()
    assert (table.is_over, table.is_void, table.match.status) == (True, False, "aborted")
    assert ended(table) == {goes.pk: (2, True), stays.pk: (1, False)}
    other.refresh_from_db()
    assert (other.is_over, other.match.status) == (False, "running"), "the other table plays on"
    (stage,) = serializers.standings(contest, contest.starts_at)
    best = stage["lines"][0]
    assert (best["entrant"]["id"], best["values"]["points"]) == (stays.pk, 1.0)


def test_others_of_a_larger_table_play_on_and_share_its_places(alice):
    contest = entered(alice, plan(StagePlan("rank_sum", {"games": 1}), table_size=3), 3)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Slow())
    table = Table.objects.get(stage__contest=contest)
    goes, second, third = (place.entrant for place in table.places.all())
    leave("is removed", alice, contest, goes)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Slow())
    table.refresh_from_db()
    assert (table.is_over, table.match.status) == (False, "running")
    outcome = {"reason": "last_round", "places": [1, 3, 2]}
    Match.objects.filter(pk=table.match_id).update(status="finished", outcome=outcome, finished_at=timezone.now())
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Slow())
    assert ended(table) == {goes.pk: (3, True), second.pk: (2, False), third.pk: (1, False)}


def test_a_table_that_everybody_leaves_is_void(alice):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 1})), 4)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Slow())
    table = Table.objects.filter(stage__contest=contest).order_by("number")[0]
    for place in table.places.all():
        leave("withdraws", alice, contest, place.entrant)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Slow())
    table.refresh_from_db()
    assert (table.is_void, table.match.status) == (True, "aborted")


def test_a_match_that_was_over_before_somebody_left_counts_as_it_was_played(alice):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 1})), 2)

    class AndLeaves(Luck):
        def __call__(self, *given) -> Match:
            match = super().__call__(*given)
            contest.entrants.update(withdrawn_at=timezone.now())
            return match

    scheduler.go_on(contest.pk, now=contest.starts_at, begin=AndLeaves())
    table = Table.objects.get(stage__contest=contest)
    assert table.is_over and not table.is_void
    assert sorted(ended(table).values()) == [(1, False), (2, False)]


def test_what_runs_when_a_contest_is_cancelled_is_shown_as_void_at_once(alice):
    contest = entered(alice, plan(StagePlan("swiss", {"rounds": 1})), 4)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Slow())
    services.cancel(user=alice, contest_id=contest.pk)
    tables = Client().get(f"/api/contests/{contest.pk}/tables/").json()
    tables = tables["tables"] if isinstance(tables, dict) else tables
    assert [(one["is_over"], one["is_void"]) for one in tables] == [(True, True)] * 2
    page = Client().get(f"/contests/{contest.pk}/").content.decode()
    assert "being played" not in page and page.count(">void<") == 2


def test_a_contest_with_too_few_entrants_says_so_in_its_log_on_its_page_and_in_notices(alice):
    contest = entered(alice, plan(), 1)
    scheduler.go_on(contest.pk, now=contest.starts_at, begin=Luck())
    (line,) = oversight.log(contest)
    assert (line["kind"], line["by"], line["text"]) == ("cancel", None, "Too few entrants (1).")
    assert "Too few entrants (1)." in Client().get(f"/contests/{contest.pk}/").content.decode()
    told = Notice.objects.filter(kind="contest", key__endswith="cancelled")
    assert {one.user_id for one in told} == {alice.pk, contest.entrants.get().user_id}
    assert {notices.lines([one])[0].text for one in told} == {
        "Lantern cup was cancelled, because it had too few entrants (1)."
    }
    with translation.override("zh-hans"):
        assert "1" in oversight.log(contest)[0]["text"] != "Too few entrants (1)."
