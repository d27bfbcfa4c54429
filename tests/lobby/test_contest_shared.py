"""Does a migration take back what teams of contests that were cancelled long ago still share, and nothing else?"""

from __future__ import annotations

import importlib

import pytest
from django.apps import apps

import games
from lobby.contests import services, teams
from lobby.contests.models import Contest
from lobby.matches.people import Partner
from tests.lobby.contest_rows import people, plan, programs

MIGRATION = importlib.import_module("lobby.migrations.0069_cancelled_contests_share_nothing")


@pytest.fixture(autouse=True)
def toys(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")


def test_contests_that_were_cancelled_before_share_nothing_and_those_that_go_on_still_do(alice):
    author, first, second = people(3)
    (program,) = programs([author])
    contests = [services.create_contest(user=alice, plan=plan(team_least=1, team_most=2)) for _ in range(2)]
    for contest, mate in zip(contests, (first, second), strict=True):
        team = teams.found(user=author, contest_id=contest.pk, name=f"Lamps {contest.pk}")
        teams.invite(user=author, contest_id=contest.pk, person=mate.name)
        teams.accept(user=mate, contest_id=contest.pk, team_id=team.pk)
        teams.hand_in(user=author, contest_id=contest.pk, program_id=program.pk)
    assert set(Partner.objects.values_list("user", flat=True)) == {first.pk, second.pk}
    # As an earlier release left it.
    Contest.objects.filter(pk=contests[0].pk).update(status="cancelled")
    MIGRATION.share_no_more(apps, None)
    assert set(Partner.objects.values_list("user", flat=True)) == {second.pk}
