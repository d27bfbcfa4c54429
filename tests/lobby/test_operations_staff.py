"""Do staff see how matches do without seeing into them, can they mend them, is each act written down, and may nobody else do it?"""

from datetime import timedelta
from functools import partial

import pytest
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone, translation

from lobby.accounts.models import StaffAct, User
from lobby.governance import oversight, votes
from lobby.matches.errors import NotAllowed, NotRunning, WrongStep
from lobby.matches.models import Match, Program
from lobby.matches.people import Departure
from lobby.play import interruptions, referee, timer
from tests.lobby.test_accounts_people import signed_in

WHY = "the bridge was broken"
TAG = ">a bot stands in<"
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


def play(match, order, steps):
    for step in range(steps):
        order(match, 0, step=step, walk=1)
        order(match, 1, step=step)
        assert referee.advance_once(match.pk) == step + 1
    match.refresh_from_db()
    return match


# --- Seats that are given back


def test_a_seat_that_a_bot_plays_is_given_back_to_its_person(make_match, dana, order):
    match = make_match()
    match.seats.filter(number=1).update(autopilot="walker", missed=3)
    client, url = signed_in(dana), f"/staff/matches/{match.pk}/"
    assert TAG in client.get(url).content.decode()
    for wrong in ("1", "7", "0", ""):
        told = {"give_back-seat": wrong, "give_back-why": WHY}
        assert client.post(f"{url}give_back/", told).status_code == 400, wrong
    assert client.post(f"{url}give_back/", {"give_back-seat": "2", "give_back-why": WHY}).status_code == 302
    seat = match.seats.get(number=1)
    assert (seat.autopilot, seat.missed) == ("", 0)
    order(match, 0)
    order(match, 1)
    assert referee.advance_once(match.pk) == 1
    page = client.get(url).content.decode()
    assert "Staff have given a seat back." in page and WHY in page and TAG not in page
    assert "Step 0 was resolved." in page


def test_a_seat_that_somebody_has_taken_over_goes_back_and_they_may_only_watch(make_match, dana, alice, bob, charlie):
    match = make_match([alice, charlie])
    Departure.objects.create(match=match, seat=1, user=bob, steps_due=5, steps_answered=4)
    match.seats.filter(number=1).update(steps_due=2, steps_answered=2)
    oversight.give_back(staff=dana, match_id=match.pk, seat=1, why=WHY)
    seat = match.seats.get(number=1)
    assert (seat.user, seat.steps_due, seat.steps_answered) == (bob, 5, 4)
    gone = Departure.objects.get(match=match)
    assert (gone.user, gone.steps_due, gone.steps_answered) == (charlie, 2, 2)
    with pytest.raises(NotAllowed, match="Nobody has lost this seat"):
        oversight.give_back(staff=dana, match_id=match.pk, seat=0, why=WHY)
    assert [act.act for act in StaffAct.objects.all()] == ["give seat back"]


def test_who_plays_in_a_match_reads_no_seats_and_no_reasons_of_other_staff(make_match, dana, alice):
    match = make_match([alice, dana])
    eve = User.objects.create_user("eve", name="Eve", is_staff=True, is_superuser=True)
    oversight.extend(staff=eve, match_id=match.pk, minutes=5, why="the third seat begged")
    mine = signed_in(dana).get(f"/staff/matches/{match.pk}/").content.decode()
    assert "Staff have given more time." in mine and "begged" not in mine
    theirs = signed_in(eve).get(f"/staff/matches/{match.pk}/").content.decode()
    assert "begged" in theirs and f"/people/{alice.slug}/" in theirs and f"/people/{alice.slug}/" not in mine


# --- Acts


ACTS = {
    "pause": oversight.pause,
    "resume": oversight.resume,
    "extend": partial(oversight.extend, minutes=5),
    "set_back": partial(oversight.set_back, step=0),
    "give_back": partial(oversight.give_back, seat=0),
    "void": oversight.void,
}


@pytest.mark.parametrize("how", ["person", "program"])
def test_nobody_acts_on_a_match_in_which_they_play(how, make_match, dana, alice, bob):
    match = make_match([alice, dana] if how == "person" else [alice, bob])
    if how == "program":
        own = Program.objects.create(owner=dana, game="toy", name="walker", text="")
        match.seats.filter(user=bob).update(user=None, program=own)
    before = Match.objects.values().get(pk=match.pk)
    for act in ACTS.values():
        with pytest.raises(NotAllowed, match="somebody else of the staff"):
            act(staff=dana, match_id=match.pk, why=WHY)
    assert Match.objects.values().get(pk=match.pk) == before
    assert not StaffAct.objects.exists()
    assert not Match.objects.filter(forked_from=match).exists()
    other = User.objects.create_user("eve", name="Eve", is_staff=True, is_superuser=True)
    oversight.pause(staff=other, match_id=match.pk, why=WHY)
    assert Match.objects.get(pk=match.pk).status == "paused"


@pytest.mark.parametrize("act", ["resume", "void"])
def test_a_match_that_a_fault_has_stopped_does_not_stand_still_because_all_staff_play_in_it(
    act, make_match, dana, alice, order, replace_toy
):
    def resolve(state, orders, rng):
        raise ValueError

    match = make_match([alice, dana])
    replace_toy(resolve=resolve)
    for seat in (0, 1):
        order(match, seat)
    referee.advance_once(match.pk)
    assert Match.objects.get(pk=match.pk).status == "paused"
    assert [each.name for each, _form in signed_in(dana).get(f"/staff/matches/{match.pk}/").context["acts"]] == [
        "resume",
        "void",
    ]
    with pytest.raises(NotAllowed, match="somebody else of the staff"):
        ACTS["set_back"](staff=dana, match_id=match.pk, why=WHY)
    ACTS[act](staff=dana, match_id=match.pk, why=WHY)
    assert Match.objects.get(pk=match.pk).status == {"resume": "running", "void": "aborted"}[act]
    assert StaffAct.objects.count() == 1


@pytest.mark.parametrize(("language", "words"), [("en", "You play in this match"), ("zh-hans", "你参加了这场对局")])
def test_pages_tell_staff_who_play_why_they_cannot_act(make_match, dana, alice, language, words):
    match = make_match([alice, dana])
    client, url = signed_in(dana), f"/staff/matches/{match.pk}/"
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    with translation.override("en"):
        page = client.get(url)
        assert page.context["acts"] == []
        assert words in page.content.decode()
        refused = client.post(f"{url}extend/", {"extend-why": WHY, "extend-minutes": "5"})
        assert refused.status_code == 400
        assert words in refused.content.decode()
        for action in ("abort", "resume"):
            chosen = {"action": action, "_selected_action": [match.pk], "why": WHY}
            assert words in client.post("/admin/lobby/match/", chosen, follow=True).content.decode()
        assert client.post(f"/admin/lobby/match/{match.pk}/change/", {"visibility": "link"}).status_code == 403
    match.refresh_from_db()
    assert (match.status, match.visibility) == ("running", "public")
    assert not StaffAct.objects.exists()


def test_a_pause_of_staff_is_ended_by_staff_alone(make_match, dana, alice, bob):
    match = make_match()
    left = match.deadline - match.step_started_at
    oversight.pause(staff=dana, match_id=match.pk, why=WHY)
    match.refresh_from_db()
    assert (match.status, match.deadline, match.due_at) == ("paused", None, None)
    with pytest.raises(NotAllowed, match="Staff have paused"):
        votes.vote(user_id=alice.pk, match_id=match.pk, kind="resume", value=True)
    timer.end_pause(match.pk, timezone.now() + timedelta(days=30))
    match.refresh_from_db()
    assert match.status == "paused"
    oversight.resume(staff=dana, match_id=match.pk, why="it is mended")
    match.refresh_from_db()
    assert (match.status, match.deadline - match.step_started_at) == ("running", left)
    assert list(StaffAct.objects.order_by("pk").values_list("act", "subject", "why", "staff")) == [
        ("pause match", str(match), WHY, dana.pk),
        ("resume match", str(match), "it is mended", dana.pk),
    ]


def test_a_pause_of_the_seats_becomes_one_of_staff(make_match, dana):
    match = make_match()
    interruptions.pause(match, timezone.now())
    oversight.pause(staff=dana, match_id=match.pk, why=WHY)
    match.refresh_from_db()
    assert interruptions.awaits_staff(match)
    with pytest.raises(NotRunning):
        oversight.pause(staff=dana, match_id=match.pk, why=WHY)


def test_more_time_survives_a_pause(make_match, dana):
    match = make_match()
    before = match.deadline
    oversight.extend(staff=dana, match_id=match.pk, minutes=30, why=WHY)
    oversight.pause(staff=dana, match_id=match.pk, why=WHY)
    oversight.resume(staff=dana, match_id=match.pk, why=WHY)
    match.refresh_from_db()
    assert timedelta(0) <= match.deadline - before - timedelta(minutes=30) < timedelta(seconds=5)
    assert StaffAct.objects.get(act="extend match").why == f"30 min: {WHY}"


def test_an_act_that_is_refused_is_not_in_the_log(make_match, dana):
    match = make_match()
    for act in (oversight.pause, oversight.resume, oversight.void):
        with pytest.raises(ValidationError):
            act(staff=dana, match_id=match.pk, why=" ")
    with pytest.raises(NotRunning):
        oversight.resume(staff=dana, match_id=match.pk, why=WHY)
    with pytest.raises(WrongStep):
        oversight.set_back(staff=dana, match_id=match.pk, step=1, why=WHY)
    match.refresh_from_db()
    assert (match.status, StaffAct.objects.count()) == ("running", 0)


# --- Set back


# --- Pages


def test_the_list_says_how_matches_do_and_not_what_is_in_them(make_match, order, dana, alice):
    calm, stopped = make_match(), make_match()
    order(calm, 0, throw=7)
    Match.objects.filter(pk=stopped.pk).update(
        status="paused", paused_at=timezone.now(), deadline=None, due_at=None, fault="ZeroDivisionError: division"
    )
    Match.objects.filter(pk=calm.pk).update(due_at=timezone.now() - timedelta(minutes=5))
    client = signed_in(dana)
    page = client.get("/staff/matches/").content.decode()
    assert page.index(stopped.pk) < page.index(calm.pk), "those in trouble come first"
    assert "ZeroDivisionError" in page
    assert "people: 2 (here now: 0, a bot stands in: 0), bots: 0" in page
    for secret in (calm.seed, stopped.seed, "Alice", "Bob"):
        assert secret not in page
    rows = {trouble: [row.id for row in client.get(f"/staff/matches/?trouble={trouble}").context["rows"]]
            for trouble in ("fault", "held", "overdue", "nonsense")}  # fmt: skip
    assert rows["fault"] == [stopped.pk]
    assert rows["held"] == []
    assert rows["overdue"] == [calm.pk]
    assert set(rows["nonsense"]) == {calm.pk, stopped.pk}
    oversight.pause(staff=dana, match_id=calm.pk, why=WHY)
    assert [row.id for row in client.get("/staff/matches/?trouble=held").context["rows"]] == [calm.pk]


@pytest.mark.parametrize("anonymous", [True, False])
def test_staff_who_play_are_told_no_more_than_the_step_tells(make_match, dana, alice, anonymous):
    match = make_match([alice, dana], ["thrower"], anonymous=anonymous)
    Match.objects.filter(pk=match.pk).update(fault="ValueError: the spy stands at 7")
    page = signed_in(dana).get("/staff/matches/").content.decode()
    assert "more would reveal too much" in page
    assert "bots: 1" not in page and "the spy" not in page
    watcher = User.objects.create_user("eve", name="Eve", is_staff=True, is_superuser=True)
    seen = signed_in(watcher).get(f"/staff/matches/{match.pk}/").content.decode()
    assert "bots: 1" in seen and "ValueError" in seen


def test_a_match_is_mended_from_its_page(make_match, dana):
    match = make_match()
    client, url = signed_in(dana), f"/staff/matches/{match.pk}/"
    assert [act.name for act, _form in client.get(url).context["acts"]] == ["pause", "extend", "set_back", "void"]
    refused = client.post(f"{url}pause/", {"pause-why": ""})
    assert refused.status_code == 400
    assert 'id="id_pause-why"' in refused.content.decode()
    assert client.post(f"{url}pause/", {"pause-why": WHY}).status_code == 302
    assert [act.name for act, _form in client.get(url).context["acts"]] == ["resume", "set_back", "void"]
    assert client.post(f"{url}extend/", {"extend-why": WHY, "extend-minutes": "5"}).status_code == 400
    assert client.post(f"{url}resume/", {"resume-why": WHY}).status_code == 302
    assert client.post(f"{url}extend/", {"extend-why": WHY, "extend-minutes": "5"}).status_code == 302
    beyond = client.post(f"{url}set_back/", {"set_back-why": WHY, "set_back-step": "9"})
    assert beyond.status_code == 400
    assert beyond.context["refused"].errors["step"]
    assert client.post(f"{url}set_back/", {"set_back-why": WHY, "set_back-step": "0"}).status_code == 302
    page = client.get(url)
    again = Match.objects.get(forked_from=match)
    assert page.context["acts"] == []
    assert again.pk in page.content.decode()
    assert client.post(f"/staff/matches/{again.pk}/void/", {"void-why": WHY}).status_code == 302
    again.refresh_from_db()
    assert again.status == "aborted"
    assert list(StaffAct.objects.order_by("pk").values_list("act", flat=True)) == [
        "pause match", "resume match", "extend match", "set match back", "void match",
    ]  # fmt: skip
    assert client.post(f"{url}nothing/", {}).status_code == 404
    assert client.get("/staff/matches/zzzzzzzzzz/").status_code == 404


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_staff_pages_open_in_both_languages(make_match, dana, language):
    match = make_match()
    client = signed_in(dana)
    for url in ("/staff/matches/", f"/staff/matches/{match.pk}/", "/staff/maintenance/", "/status/staff/"):
        answer = client.get(url, headers={"accept-language": language})
        assert (url, answer.status_code) == (url, 200)
        assert f'<html lang="{language}"' in answer.content.decode()


LOGIN, REFUSED, OPEN, DONE = "login", 403, 200, 302
TABLE = {
    # address and what is sent: stranger, person, staff without rights, staff who may look, staff who may act
    ("/staff/matches/", None): (LOGIN, REFUSED, REFUSED, OPEN, OPEN),
    ("/staff/matches/{match}/", None): (LOGIN, REFUSED, REFUSED, OPEN, OPEN),
    ("/staff/matches/{match}/extend/", "minutes=5&why=x"): (LOGIN, REFUSED, REFUSED, REFUSED, DONE),
    ("/staff/matches/{match}/pause/", "why=x"): (LOGIN, REFUSED, REFUSED, REFUSED, DONE),
    ("/staff/matches/{match}/resume/", "why=x"): (LOGIN, REFUSED, REFUSED, REFUSED, DONE),
    ("/staff/matches/{match}/void/", "why=x"): (LOGIN, REFUSED, REFUSED, REFUSED, DONE),
    ("/staff/matches/{other}/set_back/", "step=0&why=x"): (LOGIN, REFUSED, REFUSED, REFUSED, DONE),
    ("/status/staff/", None): (LOGIN, REFUSED, REFUSED, OPEN, OPEN),
    ("/staff/maintenance/", None): (LOGIN, REFUSED, REFUSED, REFUSED, OPEN),
    ("/staff/maintenance/", "minutes=5"): (LOGIN, REFUSED, REFUSED, REFUSED, DONE),
}
RIGHTS = {
    "staff without rights": [],
    "staff who may look": ["view_match"],
    "staff who may act": ["view_match", "change_match", "change_maintenance"],
}


@pytest.mark.parametrize("column", range(5), ids=["stranger", "person", *RIGHTS])
def test_who_may_do_what(column, make_match, alice, bob, charlie):
    matches = {name: make_match([alice, charlie]).pk for name in ("match", "other")}
    client = Client()
    if column:
        names = list(RIGHTS.values())[column - 2] if column > 1 else []
        bob.is_staff = column > 1
        bob.save()
        # Rights without being staff open nothing.
        names = names if column > 1 else RIGHTS["staff who may act"]
        bob.user_permissions.set(Permission.objects.filter(codename__in=names))
        client.force_login(bob)
    for (path, sent), cells in TABLE.items():
        url = path.format(**matches)
        act = path.rstrip("/").rsplit("/", 1)[-1]
        if sent is None:
            answer = client.get(url)
        else:
            prefix = "" if act == "maintenance" else f"{act}-"
            answer = client.post(url, {f"{prefix}{pair.split('=')[0]}": pair.split("=")[1] for pair in sent.split("&")})
        found = LOGIN if answer.headers.get("Location", "").startswith("/accounts/login/") else answer.status_code
        assert (url, sent, found) == (url, sent, cells[column])
    assert StaffAct.objects.exists() == (column == 4)


def test_the_way_to_the_pages_is_in_the_menu_of_staff_alone(dana, alice):
    assert "/staff/matches/" in signed_in(dana).get("/lobby/").content.decode()
    assert "/staff/" not in signed_in(alice).get("/lobby/").content.decode()
