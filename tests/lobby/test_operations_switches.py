"""Does what staff switch off, change of limits or announce hold on every page, with a reason in the log, and may nobody else do it?"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

import games
from lobby.accounts import switches
from lobby.accounts.models import StaffAct, User
from lobby.bots import programs, trial_jobs
from lobby.contests import services as contests
from lobby.contests import teams
from lobby.ladder import runner
from lobby.lessons import services as lessons
from lobby.matches.models import Match
from lobby.matches.terms import Settings
from lobby.operations import announcements
from lobby.operations.models import Announcement
from lobby.tables import queue, services
from lobby.tables.switched import SwitchedOff
from tests.lobby.contest_rows import plan
from tests.lobby.test_accounts_people import signed_in
from tests.readable import texts_of

pytestmark = pytest.mark.django_db(transaction=True)

WHY = "the disk is full"


@pytest.fixture(autouse=True)
def nothing_switched():
    cache.clear()
    switches.forget()
    announcements.forget()
    yield
    switches.forget()
    announcements.forget()


def turn(staff: User, name: str, why: str = WHY, *, off: bool = True) -> Any:
    return signed_in(staff).post(f"/staff/switches/{name}/", {f"{name}-why": why, "off": str(int(off))})


def words(answer: Any) -> str:
    return " ".join(texts_of(answer.content.decode()))


def test_no_match_of_a_game_that_is_off_begins_and_those_that_have_begun_go_on(dana, alice, bob, make_match, order):
    going = make_match()
    table = services.create_table(user=alice, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30))
    services.join(user=bob, match_id=table.pk)
    services.set_table_ready(user=bob, match_id=table.pk, ready=True)
    assert turn(dana, "game:toy").status_code == 302
    for begin in (
        lambda: services.create_table(
            user=alice, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30)
        ),
        lambda: services.quick_match(user=alice, game_id="toy"),
        lambda: services.start(user=alice, match_id=table.pk),
        lambda: queue.enter(user=alice, game_id="toy", pace="fast"),
        lambda: contests.create_contest(user=alice, plan=plan(game="toy", who="people")),
    ):
        with pytest.raises(SwitchedOff, match="This game is switched off for now"):
            begin()
    assert queue.pair() == [] and runner.top_up(timezone.now()) == []
    order(going, 0)
    order(going, 1)
    assert Match.objects.exclude(pk__in=[going.pk, table.pk]).count() == 0
    assert "This game is switched off for now" in words(signed_in(alice).get("/games/toy/"))
    assert turn(dana, "game:toy", off=False).status_code == 302
    services.start(user=alice, match_id=table.pk)


def test_no_lesson_of_a_game_that_is_off_begins(dana, alice, monkeypatch):
    monkeypatch.setitem(games.GAMES, "toy_lessons", "tests.games.toy_lessons")
    turn(dana, "game:toy_lessons")
    with pytest.raises(SwitchedOff):
        lessons.enter(user=alice, game_id="toy_lessons", lesson_id="first")


def test_contests_and_programs_that_are_off_are_refused_in_words(dana, alice, monkeypatch):
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    contest = contests.create_contest(user=alice, plan=plan())
    for name in ("contests", "programs"):
        turn(dana, name)
    for act in (
        lambda: contests.create_contest(user=alice, plan=plan()),
        lambda: contests.enter(user=alice, contest_id=contest.pk),
        lambda: teams.found(user=alice, contest_id=contest.pk, name="Foxes"),
    ):
        with pytest.raises(SwitchedOff, match="Contests are switched off"):
            act()
    for act in (
        lambda: programs.save_program(
            user=alice, game_id="toy_programs", name="x", text="def run(c):\n    c.walk(1)\n"
        ),
        lambda: trial_jobs.begin(user=alice, game_id="toy_programs", text="", level="walker", seed="s", steps=1),
        lambda: services.quick_match(user=alice, game_id="toy", program=1),
    ):
        with pytest.raises(SwitchedOff, match="Programs are switched off"):
            act()


def test_nobody_signs_up_or_comes_as_a_guest_while_that_is_off(dana):
    turn(dana, "signup")
    turn(dana, "guests")
    page = Client().get("/accounts/signup/")
    assert "Nobody gets a new account for now" in words(page)
    fields = {"username": "mira", "name": "Mira", "email": "m@example.org", "password1": "lantern-42-oil"}
    Client().post("/accounts/signup/", {**fields, "password2": "lantern-42-oil"})
    for path, told in (("/guest/", {"name": "Mira"}), ("/play/", {"name": "Mira"})):
        client = Client()
        answer = client.post(path, told, follow=True)
        assert "Nobody plays as a guest for now. Log in, or sign up." in words(answer)
    assert not User.objects.filter(name="Mira").exists()
    turn(dana, "guests", off=False)
    assert Client().post("/guest/", {"name": "Mira"}).status_code == 302
    assert User.objects.filter(name="Mira").exists()


def test_a_limit_is_changed_while_the_site_runs_and_given_back(dana, monkeypatch):
    monkeypatch.setattr(settings, "ACCOUNT_RATE_LIMITS", {**settings.ACCOUNT_RATE_LIMITS, "guest": "100/m/ip"})
    client = signed_in(dana)
    where, told = "/staff/switches/limits/guest/", {"limit:guest-why": WHY}
    for wrong in ("1", "1/m/user", "0/m/ip", "x/m/ip", "1/0s/ip", "1/m/ip,", "1/y/ip", "9" * 50 + "/m/ip"):
        answer = client.post(where, {**told, "limit:guest-rates": wrong})
        assert answer.status_code == 400 and "as in 100/m/ip" in words(answer), wrong
    assert client.post(where, {**told, "limit:guest-rates": "1/m/ip"}).status_code == 302
    assert Client().post("/guest/", {"name": "Mira"}).status_code == 302
    assert Client().post("/guest/", {"name": "Nora"}).status_code == 429
    assert client.post(where, {**told, "limit:guest-rates": ""}).status_code == 302
    assert Client().post("/guest/", {"name": "Nora"}).status_code == 302
    assert settings.ACCOUNT_RATE_LIMITS["guest"] == "100/m/ip" and not switches.limits()


def test_another_process_learns_of_it_and_a_new_one_begins_with_it(dana):
    turn(dana, "guests")
    switches.forget()
    assert not switches.is_off("guests")
    switches.refresh()
    assert switches.is_off("guests")


def test_reading_again_changes_nothing_for_a_moment_that_stays_as_it_is(dana, monkeypatch):
    seen: list[tuple[str, str, bool]] = []

    class Watched(dict[str, str]):
        def __setitem__(self, name: str, rates: str) -> None:
            seen.append((name, rates, switches.is_off("guests")))
            super().__setitem__(name, rates)

    monkeypatch.setattr(settings, "ACCOUNT_RATE_LIMITS", Watched(settings.ACCOUNT_RATE_LIMITS))
    turn(dana, "guests")
    switches.limit(staff=dana, name="guest", rates="1/m/ip", why=WHY)
    for _ in range(2):
        switches.refresh()
    assert set(seen) == {("guest", "1/m/ip", True)}
    switches.forget()


def test_each_change_has_a_reason_and_stands_in_the_log(dana):
    client = signed_in(dana)
    assert turn(dana, "contests", why=" ").status_code == 400 and not switches.is_off("contests")
    turn(dana, "contests")
    turn(dana, "contests", why="it is mended", off=False)
    client.post("/staff/switches/limits/guest/", {"limit:guest-rates": "7/m/ip", "limit:guest-why": WHY})
    assert list(StaffAct.objects.order_by("pk").values_list("act", "subject", "why", "staff")) == [
        ("switch off", "contests", WHY, dana.pk), ("switch on", "contests", "it is mended", dana.pk),
        ("limit", "guest: 7/m/ip", WHY, dana.pk),
    ]  # fmt: skip
    page = client.get("/staff/switches/").content.decode()
    assert "it is mended" in page and "7/m/ip" in page


def test_what_is_announced_stands_on_every_page_from_its_beginning_to_its_end_in_both_languages(dana):
    client = signed_in(dana)
    now = timezone.now().replace(second=0, microsecond=0)

    def moment(hours: float) -> str:
        return f"{now + timedelta(hours=hours):%Y-%m-%dT%H:%M}"

    told = {"text_en": "A cup <b>begins</b>.", "text_zh-hans": "杯赛开始了"}
    for wrong in (
        {**told, "ends_at": moment(-1)}, {**told, "ends_at": ""}, {"ends_at": moment(1)},
        {**told, "begins_at": moment(2), "ends_at": moment(1)}, {**told, "ends_at": moment(24 * 400)},
    ):  # fmt: skip
        assert client.post("/staff/announcements/", wrong).status_code == 400, wrong
    assert client.post("/staff/announcements/", {**told, "ends_at": moment(2)}).status_code == 302
    later = {"text_en": "Later", "begins_at": moment(1), "ends_at": moment(2)}
    assert client.post("/staff/announcements/", later).status_code == 302
    page = Client().get("/lobby/").content.decode()
    assert "A cup &lt;b&gt;begins&lt;/b&gt;." in page and "Later" not in page
    assert (
        '<span lang="zh-hans">杯赛开始了'
        in Client(headers={"accept-language": "zh-hans"}).get("/lobby/").content.decode()
    )
    (asked,) = Client().get("/maintenance.json").json()["announcements"]
    assert (asked["text"], asked["language"]) == (told["text_en"], "en")
    Announcement.objects.filter(texts__en="Later").update(begins_at=now - timedelta(hours=1))
    announcements.forget()
    shown = Client(headers={"accept-language": "zh-hans"}).get("/maintenance.json").json()["announcements"]
    assert {(one["text"], one["language"]) for one in shown} == {("Later", "en"), ("杯赛开始了", "zh-hans")}
    Announcement.objects.filter(texts__en="Later").update(ends_at=now - timedelta(minutes=1))
    first = Announcement.objects.get(texts__en=told["text_en"])
    client.post("/staff/announcements/", {"off": str(first.pk)})
    assert Client().get("/maintenance.json").json()["announcements"] == []
    assert list(StaffAct.objects.order_by("pk").values_list("act", flat=True)) == [
        "announcement on", "announcement on", "announcement off",
    ]  # fmt: skip


def test_only_staff_with_that_right_switch_limit_and_announce(dana, alice):
    pages = ("/staff/switches/", "/staff/announcements/")
    acts = ("/staff/switches/guests/", "/staff/switches/limits/guest/", "/staff/announcements/")
    alice.is_staff = True
    alice.save()
    alice.user_permissions.add(Permission.objects.get(codename="view_match"))
    client = signed_in(alice)
    assert {client.get(page).status_code for page in pages} == {403}
    assert {client.post(act, {"guests-why": WHY, "limit:guest-why": WHY}).status_code for act in acts} == {403}
    assert {Client().post(act).status_code for act in acts} == {302}
    assert not switches.is_off("guests") and not StaffAct.objects.exists()
    boss = signed_in(dana)
    assert {boss.get(page).status_code for page in pages} == {200}
    for unknown in ("/staff/switches/nothing/", "/staff/switches/game:nothing/", "/staff/switches/limits/nothing/"):
        assert boss.post(unknown, {"why": WHY}).status_code == 404
