"""Do staff mute and suspend with a reason, does it hold, is each act written down for good, and may nobody else do it?"""

from datetime import timedelta

import pytest
from allauth.mfa.totp.internal import auth as totp_auth
from django.contrib.auth.models import Group, Permission
from django.core.cache import cache
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, override

from lobby.accounts import sanctions
from lobby.accounts.models import Report, StaffAct, User
from lobby.matches.models import ChatLine, Match, Seat
from lobby.tables import services as tables
from lobby.tables.services import Settings
from lobby.talk import chat
from tests.lobby.test_accounts_people import PASSWORD, signed_in

WEEK = timedelta(days=7)


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


@pytest.fixture
def helper(transactional_db) -> User:
    """Staff who may work off reports and sanction people, and nothing else."""
    user = User.objects.create_user("helper", name="Helper", is_staff=True)
    names = ["view_user", "change_user", "view_report", "change_report", "view_staffact"]
    user.user_permissions.set(Permission.objects.filter(codename__in=names))
    return user


def suspend(staff: User, person: User, why: str = "insults") -> None:
    sanctions.suspend(staff=staff, person=person, until=timezone.now() + WEEK, why=why)


def choose(client: Client, model: str, action: str, *rows, **fields):
    return client.post(
        f"/admin/lobby/{model}/",
        {"action": action, "_selected_action": [row.pk for row in rows], **fields},
        follow=True,
    )


def test_a_muted_person_is_told_until_when_and_others_go_on(dana, alice, bob, make_match):
    match = make_match()
    sanctions.mute(staff=dana, person=alice, until=timezone.now() + WEEK, why="insults")
    with pytest.raises(chat.Muted) as refused:
        chat.say(user_id=alice.pk, match_id=match.pk, text="still here")
    assert f"{timezone.now() + WEEK:%Y-%m-%d}" in refused.value.message
    assert chat.say(user_id=bob.pk, match_id=match.pk, text="quiet now").number == 1
    sanctions.unmute(staff=dana, person=alice, why="sorry")
    assert chat.say(user_id=alice.pk, match_id=match.pk, text="thank you").number == 2
    User.objects.filter(pk=alice.pk).update(muted_until=timezone.now() - WEEK)
    assert chat.say(user_id=alice.pk, match_id=match.pk, text="over").number == 3


def test_whoever_is_suspended_cannot_log_in_and_reads_why_and_until_when(dana, alice):
    suspend(dana, alice, why="Threats at table 7")
    client = Client()
    answer = client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert answer.status_code == 403
    assert "Threats at table 7" in answer.content.decode()
    assert "_auth_user_id" not in client.session
    wrong = client.post("/accounts/login/", {"login": "alice", "password": "wrong"})
    assert "Threats" not in wrong.content.decode()
    User.objects.filter(pk=alice.pk).update(suspended_until=timezone.now() - WEEK)
    assert client.post("/accounts/login/", {"login": "alice", "password": PASSWORD}).status_code == 302


def test_whoever_is_logged_in_when_suspended_reaches_nothing_but_the_way_out(dana, alice, make_match):
    match = make_match()
    client = signed_in(alice)
    suspend(dana, alice, why="Threats")
    for url in ("/lobby/", f"/matches/{match.pk}/", "/account/", "/people/", "/tables/new/toy/", "/programs/"):
        answer = client.get(url)
        assert (url, answer.status_code) == (url, 403)
        assert "Threats" in answer.content.decode()
    assert client.post("/tables/new/toy/", {}).status_code == 403
    assert client.post(f"/matches/{match.pk}/report/", {}).status_code == 403
    for url in ("/account/data/", "/account/data.json", "/account/matches.jsonl", "/account/close/", "/games/"):
        assert (url, client.get(url).status_code) == (url, 200)
    # No socket tells them of notices, so there is no bell that would wait for one.
    assert 'id="bell"' not in client.get("/account/close/").content.decode()
    assert client.post("/accounts/logout/").status_code == 302


def test_matches_of_the_suspended_go_on_with_bots_and_tables_without_them(dana, alice, bob, make_match):
    match = make_match()
    table = tables.create_table(user=alice, game_id="toy", options={}, settings=Settings(seats=3, step_seconds=30))
    tables.join(user=bob, match_id=table.pk)
    lonely = tables.create_table(user=alice, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30))
    suspend(dana, alice)
    assert match.seats.get(user=alice).autopilot
    assert match.seats.get(user=bob).autopilot == ""
    table.refresh_from_db()
    assert (table.host, list(table.seats.filter(user=alice))) == (bob, [])
    assert not Match.objects.filter(pk=lonely.pk).exists()


@pytest.mark.parametrize("act", ["mute", "suspend", "unmute", "end_suspension", "take_name"])
def test_every_act_needs_a_reason_and_is_logged(act, dana, alice):
    until = {"until": timezone.now() + WEEK} if act in {"mute", "suspend"} else {}
    with pytest.raises(ValidationError):
        getattr(sanctions, act)(staff=dana, person=alice, why="  ", **until)
    assert not StaffAct.objects.exists()
    getattr(sanctions, act)(staff=dana, person=alice, why="a reason", **until)
    (log,) = StaffAct.objects.all()
    assert (log.staff, log.person, log.why, log.act) == (dana, alice, "a reason", act.replace("_", " "))
    assert log.until == until.get("until")


def test_staff_touch_neither_themselves_nor_other_staff(helper, dana):
    for person in (helper, dana):
        with pytest.raises(PermissionDenied):
            suspend(helper, person)
    suspend(dana, helper)
    assert helper.is_suspended


def test_an_offensive_name_is_taken_away_and_remembered_for_staff(dana, alice):
    sanctions.take_name(staff=dana, person=alice, why="offensive")
    alice.refresh_from_db()
    assert alice.name.startswith("Renamed ")
    assert [change.old for change in alice.name_changes.all()] == ["Alice"]


def test_the_log_cannot_be_changed(dana, alice):
    suspend(dana, alice)
    (log,) = StaffAct.objects.all()
    log.why = "nothing"
    with pytest.raises(PermissionError):
        log.save()
    with pytest.raises(PermissionError):
        log.delete()
    client = signed_in(dana)
    assert "insults" in client.get("/admin/lobby/staffact/").content.decode()
    url = f"/admin/lobby/staffact/{log.pk}/"
    assert client.post(url + "change/", {"why": "nothing"}).status_code == 403
    assert client.post(url + "delete/", {"post": "yes"}).status_code == 403
    assert client.post("/admin/lobby/staffact/add/", {"why": "nothing"}).status_code == 403


def test_reports_are_worked_off_in_the_admin(helper, alice, bob, charlie, make_match):
    match = make_match()
    line = chat.say(user_id=alice.pk, match_id=match.pk, text="You fool")
    client = signed_in(bob)
    url = f"/matches/{match.pk}/report/?room=seats&to=&number={line.number}"
    assert "You fool" in client.get(url).content.decode()
    assert client.post(url, {"kind": "abuse", "note": "every turn"}).headers["Location"] == f"/matches/{match.pk}/"
    signed_in(charlie).post("/people/Alice/report/", {"kind": "name"})
    first, second = Report.objects.order_by("pk")
    assert (first.person, first.text, first.reporter, second.text) == (alice, "You fool", bob, "")

    staff = signed_in(helper)
    queue = staff.get("/admin/lobby/report/").content.decode()
    assert "You fool" in queue and "every turn" in queue
    assert "Why?" in choose(staff, "report", "mute_person", first).content.decode()
    assert Report.objects.filter(status="open").count() == 2
    choose(staff, "report", "mute_person", first, why="insults", days="3")
    choose(staff, "report", "dismiss", second, why="a fine name")
    first.refresh_from_db(), second.refresh_from_db()
    alice.refresh_from_db()
    assert (first.status, first.handled_by, second.status) == ("acted", helper, "dismissed")
    assert timedelta(days=2) < alice.muted_until - timezone.now() < timedelta(days=4)
    assert [act.act for act in StaffAct.objects.order_by("pk")] == ["mute", "report acted", "report dismissed"]
    assert "insults" in staff.get(f"/admin/lobby/report/{first.pk}/change/").content.decode()
    again = choose(staff, "report", "mute_person", first, why="once more", days="300").content.decode()
    assert "Somebody has handled it already." in again
    alice.refresh_from_db()
    assert alice.muted_until < timezone.now() + timedelta(days=4)


def test_a_line_is_taken_back_from_its_report(helper, alice, bob, make_match):
    match = make_match()
    line = chat.say(user_id=alice.pk, match_id=match.pk, text="You fool")
    signed_in(bob).post(f"/matches/{match.pk}/report/?room=seats&to=&number=1", {"kind": "abuse"})
    choose(signed_in(helper), "report", "take_back", Report.objects.get(), why="insults")
    line.refresh_from_db()
    assert line.text == ""
    assert Report.objects.get().text == "You fool"


def test_a_neutral_name_is_in_the_language_of_whoever_carries_it(dana, alice, bob, monkeypatch):
    monkeypatch.setattr(sanctions, "gettext", lambda text: f"{get_language()} %(number)s")
    User.objects.filter(pk=bob.pk).update(language="zh-hans")
    bob.refresh_from_db()
    for person, staff_speaks, expected in ((alice, "zh-hans", "en"), (bob, "en", "zh-hans")):
        with override(staff_speaks):
            sanctions.take_name(staff=dana, person=person, why="offensive")
        assert person.name.split()[0] == expected


UNREADABLE = ("", "room=seats&to=0,1&number=1", "room=seats&to=&number=9", "room=spectators&to=&number=1", "room=x&to=&number=1",
              "room=seats&to=,&number=1", "room=seats&to=&number=99999999999")  # fmt: skip


def test_only_what_one_reads_can_be_reported(alice, bob, charlie, make_match):
    match = make_match([alice, bob, charlie], press="full")
    chat.say(user_id=alice.pk, match_id=match.pk, text="between us", to=[1])
    chat.say(user_id=alice.pk, match_id=match.pk, text="to all")
    client, url = signed_in(charlie), f"/matches/{match.pk}/report/"
    for query in UNREADABLE:
        assert (query, client.get(f"{url}?{query}").status_code) == (query, 404)
    assert client.get(f"{url}?room=seats&to=&number=1").status_code == 200
    assert signed_in(bob).get(f"{url}?room=seats&to=0,1&number=1").status_code == 200


def test_staff_who_play_do_not_read_reports_of_their_match(dana, alice, bob, make_match):
    match = make_match([alice, bob, dana], press="full")
    chat.say(user_id=alice.pk, match_id=match.pk, text="let us beat Dana", to=[1])
    signed_in(bob).post(f"/matches/{match.pk}/report/?room=seats&to=0,1&number=1", {"kind": "other"})
    client = signed_in(dana)
    assert "beat Dana" not in client.get("/admin/lobby/report/").content.decode()
    assert client.get(f"/admin/lobby/report/{Report.objects.get().pk}/change/").status_code == 302
    Match.objects.filter(pk=match.pk).update(status="finished")
    assert "beat Dana" in client.get("/admin/lobby/report/").content.decode()


def test_staff_who_play_do_not_learn_from_the_admin_who_plays_and_what_spectators_say(
    dana, alice, bob, charlie, make_match
):
    match = make_match([alice, bob, dana], anonymous=True)
    chat.say(user_id=bob.pk, match_id=match.pk, text="I am nobody")
    chat.say(user_id=charlie.pk, match_id=match.pk, text="Alice has no fuel")
    Seat.objects.filter(match=match, user=bob).update(resigned=True)
    client = signed_in(dana)

    def shown(path):
        return client.get(f"/admin/lobby/{path}").content.decode()

    def change_page():
        return client.get(f"/admin/lobby/match/{match.pk}/change/")

    for path in ("chatline/", "match/", "match/?q=alice"):
        assert (path, [word for word in ("I am nobody", "fuel", match.pk) if word in shown(path)]) == (path, [])
    assert change_page().status_code == 302
    Match.objects.filter(pk=match.pk).update(anonymous=False, fault="KeyError: the mine of seat 1")
    assert "fuel" not in shown("chatline/")
    assert match.pk in shown("match/")
    assert not [word for word in ("seats-0-id", "the mine of") if word in change_page().content.decode()]
    Match.objects.filter(pk=match.pk).update(status="finished")
    assert "fuel" in shown("chatline/")
    assert all(word in change_page().content.decode() for word in ("seats-0-id", "the mine of"))


@pytest.mark.parametrize(
    "lookup", ["hosted={match.pk}", "seats={seat.pk}", "seats__in={seat.pk}", "chatline={line.pk}"]
)
def test_staff_find_people_by_nothing_that_stands_elsewhere(lookup, helper, alice, bob, make_match):
    """Where names are hidden, the list of people would say whose table it is and who sits next to one's own seat."""
    match = make_match([alice, bob], anonymous=True)
    line = chat.say(user_id=alice.pk, match_id=match.pk, text="I am nobody")
    query = lookup.format(match=match, seat=match.seats.get(user=alice), line=line)
    assert signed_in(helper).get(f"/admin/lobby/user/?{query}").status_code == 400
    assert "Alice" in signed_in(helper).get("/admin/lobby/user/?is_guest__exact=0").content.decode()


def test_reports_have_limits_and_say_a_thing_once(alice, bob, charlie):
    client = signed_in(bob)
    for _ in range(2):
        assert client.post("/people/Alice/report/", {"kind": "spam"}).status_code == 302
    assert Report.objects.count() == 1
    assert client.post("/people/Bob/report/", {"kind": "spam"}).status_code == 400
    assert client.post("/people/Alice/report/", {"kind": "nothing"}).status_code == 400
    assert client.post("/people/Alice/report/", {"kind": "other", "note": "x" * 501}).status_code == 400
    Report.objects.bulk_create(Report(reporter=bob, person=charlie, kind="spam", name="") for _ in range(20))
    assert client.post("/people/Alice/report/", {"kind": "abuse"}).status_code == 400
    assert Client().get("/people/Alice/report/").headers["Location"].startswith("/accounts/login/")


ACTIONS = [("user", "mute"), ("user", "suspend"), ("user", "take_name"), ("report", "mute_person"), ("report", "dismiss"),
           ("match", "abort"), ("chatline", "take_back")]  # fmt: skip


@pytest.mark.parametrize("who", ["stranger", "person", "staff without rights"])
def test_nobody_else_acts(who, alice, bob, make_match):
    """Staff is whoever may enter the admin; what they may do there is given one by one."""
    match = make_match()
    line = chat.say(user_id=alice.pk, match_id=match.pk, text="hello")
    report = Report.objects.create(reporter=bob, person=alice, kind="spam", name="Alice")
    rows = {"user": alice, "report": report, "match": match, "chatline": line}
    client = Client()
    if who != "stranger":
        bob.is_staff = who != "person"
        bob.save()
        bob.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
        client.force_login(bob)
    for model, action in ACTIONS:
        choose(client, model, action, rows[model], why="because", days="3")
    assert not StaffAct.objects.exists()
    alice.refresh_from_db(), match.refresh_from_db(), report.refresh_from_db()
    assert (alice.muted_until, alice.suspended_until, alice.name, match.status, report.status) == (
        None, None, "Alice", "running", "open",
    )  # fmt: skip
    assert ChatLine.objects.get().text == "hello"


def test_staff_who_sanction_cannot_give_themselves_rights(helper, alice):
    client = signed_in(helper)
    page = client.get(f"/admin/lobby/user/{helper.pk}/change/")
    assert page.status_code == 200
    client.post(
        f"/admin/lobby/user/{helper.pk}/change/", {"username": "helper", "is_superuser": "on", "is_staff": "on"}
    )
    assert (
        client.post(f"/admin/lobby/user/{alice.pk}/password/", {"password1": "x", "password2": "x"}).status_code == 403
    )
    assert client.post("/admin/lobby/user/add/", {"username": "mallory"}).status_code == 403
    assert client.post(f"/admin/lobby/user/{alice.pk}/delete/", {"post": "yes"}).status_code == 403
    helper.refresh_from_db()
    assert not helper.is_superuser
    assert client.get("/admin/mfa/authenticator/").status_code == 404
    assert client.get("/admin/usersessions/usersession/").status_code == 404


def test_nobody_but_superusers_changes_what_rights_go_together(helper, dana):
    group = Group.objects.create(name="helpers")
    helper.groups.add(group)
    helper.user_permissions.add(*Permission.objects.filter(content_type__model="group"))
    wanted = {"name": "helpers", "permissions": [Permission.objects.get(codename="change_match").pk]}
    url = f"/admin/auth/group/{group.pk}/change/"
    for path, sent in (
        (url, wanted),
        ("/admin/auth/group/add/", {**wanted, "name": "others"}),
        (url.replace("change", "delete"), {"post": "yes"}),
    ):
        assert (path, signed_in(helper).post(path, sent).status_code) == (path, 403)
    assert not StaffAct.objects.exists()
    assert signed_in(dana).post(url, wanted).status_code == 302
    assert list(group.permissions.values_list("codename", flat=True)) == ["change_match"]
    assert [(act.staff, act.act) for act in StaffAct.objects.all()] == [(dana, "change group")]


def test_what_a_superuser_changes_by_form_is_logged_too(dana, make_match):
    match = make_match()
    saved = {"visibility": "link", "seats-TOTAL_FORMS": "0", "seats-INITIAL_FORMS": "0"}
    answer = signed_in(dana).post(f"/admin/lobby/match/{match.pk}/change/", saved)
    assert answer.status_code == 302
    (log,) = StaffAct.objects.all()
    assert (log.staff, log.act, log.subject, log.why) == (dana, "change match", str(match), "Visibility")


def test_a_superuser_gives_only_names_that_people_may_carry(dana, alice, bob):
    client, url = signed_in(dana), f"/admin/lobby/user/{alice.pk}/change/"
    sent = {"username": "alice", "date_joined_0": "2026-01-01", "date_joined_1": "12:00:00", "is_active": "on", "name_changes-TOTAL_FORMS": "0",
            "name_changes-INITIAL_FORMS": "0"}  # fmt: skip
    for name in ("a/b", "BOB", "x"):
        assert "name" in client.post(url, sent | {"name": name}).context["adminform"].form.errors
    assert client.post(url, sent | {"name": "Alicia"}).status_code == 302
    alice.refresh_from_db()
    assert (alice.name, alice.name_key) == ("Alicia", "alicia")


def test_the_admin_has_no_door_of_its_own(dana, alice):
    """Else it would let in by the password alone, as often as one likes to guess."""
    client = Client()
    answer = client.post("/admin/login/?next=/admin/", {"username": "dana", "password": PASSWORD})
    assert answer.headers["Location"].startswith("/accounts/login/?next=")
    assert client.get("/admin/").status_code == 302
    assert signed_in(alice).get("/admin/login/").status_code == 403
    client.post("/accounts/login/", {"login": "dana", "password": PASSWORD})
    assert client.get("/admin/").status_code == 200


def test_pages_for_staff_need_a_second_factor_where_it_is_asked_for(dana, settings):
    settings.STAFF_SECOND_FACTOR = True
    client = signed_in(dana)
    for page in ("/admin/", "/admin/lobby/match/", "/staff/matches/", "/staff/maintenance/", "/status/staff/"):
        answer = client.get(page, follow=True)
        assert answer.redirect_chain == [(reverse("mfa_index"), 302)], page
        assert "need a second factor" in answer.content.decode()
    # What is not for staff is as for everybody.
    assert client.get("/lobby/").status_code == 200
    totp_auth.TOTP.activate(dana, totp_auth.generate_totp_secret())
    for page in ("/admin/", "/staff/matches/"):
        assert client.get(page).status_code == 200


def test_whoever_is_not_staff_is_told_nothing_of_second_factors(alice, settings):
    settings.STAFF_SECOND_FACTOR = True
    for page in ("/admin/", "/staff/matches/"):
        answer = signed_in(alice).get(page)
        assert answer.status_code in {302, 403, 404}
        assert answer.headers.get("Location", "") != reverse("mfa_index")
