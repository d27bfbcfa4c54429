"""Do many sign up from one address with an invitation code, does the limit by address stand without one, and is a code hard to guess?"""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

import games
from lobby.accounts import invitations, services
from lobby.accounts.invitations import Invitation, Invited
from lobby.accounts.models import StaffAct, User
from lobby.contests import oversight, steering
from lobby.contests import services as contests
from lobby.contests.plans import StagePlan
from lobby.matches.errors import NotAllowed
from lobby.tables.services import NotHost
from tests.lobby.contest_rows import plan
from tests.lobby.test_accounts_people import PASSWORD
from tests.readable import texts_of


@pytest.fixture(autouse=True)
def two_a_minute(transactional_db: None, settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "signup": "2/m/ip", "invitation": "3/m/ip"}
    cache.clear()


def sign_up(name: str, code: str = "", **more: str) -> int:
    """The status of the answer; 302 is an account."""
    fields = {"username": name, "email": f"{name}@example.org", "password1": PASSWORD, "password2": PASSWORD}
    return Client().post("/accounts/signup/", fields | {"invitation": code} | more).status_code


def read(answer) -> str:
    """All that the page says."""
    return " ".join(texts_of(answer.content.decode()))


@pytest.fixture
def code(alice: User) -> Invitation:
    return invitations.make(maker=alice, what_for="A school", most=20, days=7)


def test_twenty_pupils_sign_up_from_one_address_with_a_code(code, alice):
    assert [sign_up(f"pupil{number}", code.shown) for number in range(20)] == [302] * 20
    code.refresh_from_db()
    assert (code.used, code.maker) == (20, alice)
    assert set(code.invited.values_list("user__username", flat=True)) == {f"pupil{number}" for number in range(20)}
    assert sign_up("late", code.shown) == 200
    assert not User.objects.filter(username="late").exists()


def test_without_a_code_the_limit_by_address_stands(code):
    assert [sign_up(f"pupil{number}") for number in range(3)] == [302, 302, 429]
    assert sign_up("withcode", code.shown) == 302
    assert not Invited.objects.exclude(user__username="withcode").exists()


def test_a_code_is_typed_as_people_type(code):
    assert invitations.find(f" {code.shown.upper()} ").pk == invitations.find(code.code).pk == code.pk
    for wrong in ("", code.code[:-1], code.code + "2", "ä" * 12):
        assert invitations.find(wrong) is None


def test_wrong_codes_soon_end_all_tries_from_an_address(code):
    assert [sign_up(f"guess{number}", "2222-2222-2222", password1="x") for number in range(2)] == [200, 200]
    assert sign_up("guess2", "2222-2222-2222", password1="x") == 429, "a wrong code does not lift the limit"
    for typed in ("2222-2222-2222", code.shown):
        assert sign_up("found", typed) == 429
    assert not User.objects.filter(username="found").exists()
    cache.clear()
    assert sign_up("later", code.shown) == 302


def test_one_code_does_not_lift_every_limit(code, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "invited": "4/m/key"}
    assert [sign_up(f"pupil{number}", code.shown) for number in range(5)] == [302] * 4 + [429]


def test_a_code_ends_with_its_time_and_when_it_is_ended(code, alice):
    assert invitations.find(code.code, code.ends_at) is None
    assert not invitations.take(code, code.ends_at)
    invitations.end(code, timezone.now())
    assert invitations.find(code.code) is None
    client = Client()
    answer = client.post("/accounts/signup/", {"username": "x", "invitation": code.shown})
    assert "No invitation with this code is open." in read(answer)
    other = invitations.make(maker=alice, what_for="A school", most=1, days=1)
    services.close_account(user=alice)
    assert invitations.find(other.code) is None


def test_the_last_place_is_taken_once(code, monkeypatch):
    Invitation.objects.update(used=19)
    stale = invitations.find(code.code)
    assert invitations.take(stale)
    assert not invitations.take(stale)
    monkeypatch.setattr(invitations, "find", lambda typed: stale)
    assert sign_up("late", code.shown) == 200
    assert not User.objects.filter(username="late").exists()


def test_an_address_that_has_an_account_gets_none_and_nobody_is_told(code, alice, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True, primary=True)
    answers = {sign_up("newcomer", code.shown), sign_up("othercomer", code.shown, email="alice@example.org")}
    assert answers == {302}
    assert set(code.invited.values_list("user__username", flat=True)) == {"newcomer"}


def test_the_form_is_filled_in_by_the_address(code):
    page = Client().get(invitations.address(code)).content.decode()
    (field,) = re.findall(r'<input[^>]*name="invitation"[^>]*>', page)
    assert f'value="{code.shown}"' in field
    assert "邀请码" in Client().get("/accounts/signup/", headers={"accept-language": "zh-hans"}).content.decode()


def test_a_guest_who_signs_up_with_a_code_stays_the_same(code):
    client = Client()
    client.post("/guest/", {"name": "Mira"})
    guest = User.objects.get(name="Mira")
    fields = {"username": "mira", "name": "Mira", "email": "mira@example.org"}
    answer = client.post(
        "/accounts/signup/", fields | {"password1": PASSWORD, "password2": PASSWORD, "invitation": code.shown}
    )
    assert answer.status_code == 302
    assert code.invited.get().user_id == guest.pk


def test_staff_make_and_end_codes_and_both_are_in_their_log(client, alice):
    staff = User.objects.create_superuser(username="root2", name="Root2", email="r@example.org", password=PASSWORD)
    client.force_login(staff)
    new = "/admin/lobby/invitation/add/"
    assert client.post(new, {"what_for": "School of Ems", "most": "101", "days": "7"}).status_code == 200
    assert client.post(new, {"what_for": "School of Ems", "most": "25", "days": "7"}).status_code == 302
    made = Invitation.objects.get()
    assert (made.maker, made.what_for, made.most) == (staff, "School of Ems", 25)
    shown = client.get(f"/admin/lobby/invitation/{made.pk}/change/").content.decode()
    assert made.shown in shown
    assert sign_up("ems", made.shown) == 302
    assert "ems" in client.get(f"/admin/lobby/invitation/{made.pk}/change/").content.decode()
    answer = client.post(
        "/admin/lobby/invitation/", {"action": "end", "_selected_action": [made.pk], "why": "It leaked."}
    )
    assert answer.status_code == 302
    assert invitations.find(made.code) is None
    assert list(StaffAct.objects.order_by("pk").values_list("act", "why")) == [
        ("add invitation", ""),
        ("end invitation", "It leaked."),
    ]
    assert client.post(f"/admin/lobby/invitation/{made.pk}/delete/", {"post": "yes"}).status_code == 403


# --- Hosts of contests


@pytest.fixture
def contest(alice: User, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    return contests.create_contest(user=alice, plan=plan(StagePlan("swiss", {"rounds": 2})))


def act(user, contest, kind, **given):
    steering.do(user=user, contest_id=contest.pk, act=kind, given=given)
    contest.refresh_from_db()


def test_a_host_makes_a_code_and_everybody_reads_that_but_not_the_code(contest, alice, bob):
    act(alice, contest, "invite", people=20, days=3)
    first = contest.invitation
    assert (first.most, first.maker, first.what_for) == (20, alice, contest.name)
    with pytest.raises(NotHost):
        act(bob, contest, "invite", people=20, days=3)
    host, other = Client(), Client()
    host.force_login(alice)
    other.force_login(bob)
    page = host.get(f"/contests/{contest.pk}/steer/")
    assert first.shown in page.content.decode()
    assert "0 of 20 people have signed up with it." in read(page)
    told = host.get(f"/api/contests/{contest.pk}/progress/").json()["invitation"]
    assert told["code"] == first.shown and told["address"].startswith("http://testserver/accounts/signup/?invitation=")
    assert Client().get(told["address"]).status_code == 200
    for address in (f"/contests/{contest.pk}/", f"/api/contests/{contest.pk}/", f"/api/contests/{contest.pk}/acts/"):
        for client in (host, other, Client()):
            assert first.shown not in client.get(address).content.decode()
    assert other.get(f"/api/contests/{contest.pk}/acts/").json()["acts"][0]["kind"] == "invite"
    act(alice, contest, "invite", people=5, days=1)
    assert invitations.find(first.code) is None, "the earlier code has ended"
    act(alice, contest, "uninvite")
    assert invitations.find(contest.invitation.code) is None
    assert oversight.progress(contest, timezone.now())["invitation"] is None
    with pytest.raises(NotAllowed, match="no open invitation"):
        act(alice, contest, "uninvite")


@pytest.mark.parametrize(
    ("given", "path"), [({"people": 101, "days": 1}, "people"), ({"people": 1, "days": 31}, "days"), ({}, "people")]
)
def test_a_code_is_for_a_limited_number_of_people_and_days(contest, alice, given, path):
    with pytest.raises(NotAllowed) as caught:
        act(alice, contest, "invite", **given)
    assert caught.value.path == path


def test_a_person_makes_codes_for_a_limited_number_of_people_in_a_month(contest, alice):
    for _ in range(2):
        act(alice, contest, "invite", people=100, days=1)
    with pytest.raises(NotAllowed, match="leave 0 people"):
        act(alice, contest, "invite", people=1, days=1)
    page = Client()
    page.force_login(alice)
    act(alice, contest, "uninvite")
    assert "as many people as they may be" in read(page.get(f"/contests/{contest.pk}/steer/"))
    later = timezone.now() + timedelta(days=31)
    assert invitations.left(alice, later) == invitations.MOST_OF_PERSON


def test_the_form_of_the_host_makes_and_ends_the_code(contest, alice):
    client = Client()
    client.force_login(alice)
    client.post(f"/contests/{contest.pk}/steer/", {"act": "invite", "people": "12", "days": "2"})
    contest.refresh_from_db()
    assert contest.invitation.most == 12
    client.post(f"/contests/{contest.pk}/steer/", {"act": "uninvite"})
    assert invitations.find(contest.invitation.code) is None
