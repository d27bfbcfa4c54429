"""What can staff see and do about contests in the admin?"""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

import games
from lobby.accounts.models import StaffAct
from lobby.contests import services
from lobby.contests.models import Contest
from lobby.contests.plans import StagePlan
from lobby.contests.team_models import Team, Teammate
from lobby.platform.characters import looks
from lobby.tables.services import NotHost
from tests.lobby.contest_rows import entered, plan

LIST = "/admin/lobby/contest/"


@pytest.fixture(autouse=True)
def toys(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    cache.clear()


@pytest.fixture
def staff(dana) -> Client:
    client = Client()
    client.force_login(dana)
    return client


@pytest.fixture
def contest(alice) -> Contest:
    return entered(alice, plan(StagePlan("single")), 2)


def cancel(staff: Client, contest: Contest) -> str:
    asked = {"action": "cancel", "_selected_action": [contest.pk], "why": "Its name is an insult."}
    answer = staff.post(LIST, asked, follow=True)
    contest.refresh_from_db()
    return answer.content.decode()


def test_the_pages_tell_no_seed_and_change_the_words_only(staff, contest):
    page = f"{LIST}{contest.pk}/change/"
    shown = staff.get(LIST).content.decode() + staff.get(page).content.decode()
    assert contest.name in shown
    assert contest.seed not in shown
    assert staff.post(page, {"name": "A fair name", "note": "", "status": "finished", "most": 2}).status_code == 302
    before = contest.most
    contest.refresh_from_db()
    assert (contest.name, contest.status, contest.most) == ("A fair name", "planned", before)
    assert StaffAct.objects.filter(act="change contest", subject__contains="A fair name").exists()
    assert staff.post(f"{LIST}{contest.pk}/delete/", {"post": "yes"}).status_code == 403
    assert staff.get(f"{LIST}add/").status_code == 403


def test_an_unfit_name_of_a_team_is_changed_to_one_that_no_other_has(staff, contest, alice):
    teams = [Team.objects.create(contest=contest, name=name, look=looks.skeleton(name)) for name in ("Unfit", "Others")]
    Teammate.objects.create(team=teams[0], contest=contest, user=alice, is_captain=True)
    page = f"/admin/lobby/team/{teams[0].pk}/change/"
    assert alice.name in staff.get(page).content.decode()
    assert "Unfit" in staff.get("/admin/lobby/team/", {"q": "unf"}).content.decode()
    assert "looks like it" in staff.post(page, {"name": "0thers"}).content.decode()
    assert staff.post(page, {"name": "A fair team"}).status_code == 302
    teams[0].refresh_from_db()
    assert (teams[0].name, teams[0].look) == ("A fair team", looks.skeleton("A fair team"))
    assert StaffAct.objects.filter(act="change team", subject__contains="A fair team").exists()
    assert staff.post(f"/admin/lobby/team/{teams[0].pk}/delete/", {"post": "yes"}).status_code == 403


@pytest.mark.parametrize(("term", "is_found"), [("", True), ("alice", True), ("{name}", True), ("nobody", False)])
def test_a_contest_is_found_by_its_name_and_its_host(staff, contest, term, is_found):
    page = staff.get(LIST, {"q": term.format(name=contest.name[1:])}).content.decode()
    assert (f"{LIST}{contest.pk}/change/" in page) == is_found


def test_a_seed_cannot_be_guessed_by_filters(staff, contest):
    assert staff.get(LIST, {"seed__startswith": contest.seed[:4]}).status_code in {302, 400}


def test_cancelling_asks_why_and_is_logged(staff, contest, alice):
    asked = staff.post(LIST, {"action": "cancel", "_selected_action": [contest.pk]}).content.decode()
    assert "Why?" in asked
    cancel(staff, contest)
    assert contest.status == "cancelled"
    act = StaffAct.objects.get(act="cancel contest")
    assert (act.person, act.why) == (alice, "Its name is an insult.")
    assert "This contest is over." in cancel(staff, contest)
    assert StaffAct.objects.filter(act="cancel contest").count() == 1


def test_elsewhere_staff_cancel_nothing_without_a_reason(staff, contest, dana):
    assert "Cancel the contest" not in staff.get(f"/contests/{contest.pk}/").content.decode()
    with pytest.raises(NotHost):
        services.cancel(user=dana, contest_id=contest.pk)


def test_staff_who_take_part_cancel_nothing(staff, alice, dana):
    contest = services.create_contest(user=alice, plan=plan(StagePlan("single"), who="people"))
    services.enter(user=dana, contest_id=contest.pk)
    assert "You take part in this contest" in cancel(staff, contest)
    assert contest.status == "planned"
    assert not StaffAct.objects.exists()
