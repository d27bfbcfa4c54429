"""Can people with an account log in and out, reset a password, change name and preferences, and go?"""

import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import identify_hasher, make_password
from django.core import mail
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from lobby.accounts import relations, services
from lobby.accounts.forms import SignupForm
from lobby.accounts.models import NameChange, User
from lobby.talk import chat

PASSWORD = "lantern-42-oil"


@pytest.fixture(autouse=True)
def fresh() -> None:
    cache.clear()


@pytest.fixture
def person(alice) -> User:
    return alice


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_sign_up_sends_a_mail_and_logs_in(client, transactional_db):
    fields = {"username": "mira", "email": "mira@example.org", "password1": PASSWORD, "password2": PASSWORD}
    answer = client.post("/accounts/signup/", fields)
    assert answer.headers["Location"] == "/lobby/"
    user = User.objects.get()
    assert (user.name, user.is_guest) == ("mira", False)
    assert [message.to for message in mail.outbox] == [["mira@example.org"]]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("username", ""),
        ("username", "ab"),
        ("username", "a b c"),
        ("username", "referee"),
        ("username", "ALICE"),
        ("email", "nowhere"),
        ("email", ""),
        ("password1", "short"),
        ("password1", "1234567890123"),
        ("password1", "password123"),
        ("password1", "mira@example.org"),
        ("password2", "something else"),
        ("name", "x" * 25),
    ],
)
def test_a_bad_field_of_the_sign_up_is_named_and_the_rest_kept(person, field, value):
    good = {
        "name": "Mira",
        "username": "mira",
        "email": "mira@example.org",
        "password1": PASSWORD,
        "password2": PASSWORD,
    }
    answer = Client().post("/accounts/signup/", good | {field: value})
    form = answer.context["form"]
    assert field in form.errors
    assert form["email"].value() == (good | {field: value})["email"]
    assert User.objects.count() == 1


def test_log_in_by_name_or_mail_and_out_again(person):
    for login in ("alice", "alice@example.org"):
        client = Client()
        assert client.post("/accounts/login/", {"login": login, "password": PASSWORD}).status_code == 302
        assert "Alice" in client.get("/lobby/").content.decode()
        assert client.post("/accounts/logout/").headers["Location"] == "/"
        assert "_auth_user_id" not in client.session


def test_a_wrong_password_says_nothing_of_whether_there_is_such_a_person(person):
    known = Client().post("/accounts/login/", {"login": "alice", "password": "wrong"})
    unknown = Client().post("/accounts/login/", {"login": "nobody", "password": "wrong"})
    assert known.context["form"].errors == unknown.context["form"].errors


def test_log_in_is_limited(person):
    for _ in range(6):
        answer = Client().post("/accounts/login/", {"login": "alice", "password": "wrong"})
    assert "Too many" in str(answer.context["form"].errors)
    answer = Client().post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert answer.status_code == 200


def test_a_forgotten_password_is_reset_by_mail(person):
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    client = Client()
    assert client.post("/accounts/password/reset/", {"email": "alice@example.org"}).status_code == 302
    (message,) = mail.outbox
    link = re.search(r"https?://[^/]+(/\S+)", message.body).group(1)
    page = client.get(link, follow=True)
    url = page.redirect_chain[-1][0]
    bad = client.post(url, {"password1": "short", "password2": "short"})
    assert "password1" in bad.context["form"].errors
    assert client.post(url, {"password1": "another-lamp-7", "password2": "another-lamp-7"}).status_code == 302
    assert Client().post("/accounts/login/", {"login": "alice", "password": "another-lamp-7"}).status_code == 302


def test_a_reset_for_an_unknown_address_looks_the_same(person):
    known = Client().post("/accounts/password/reset/", {"email": "alice@example.org"})
    unknown = Client().post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert (known.status_code, known.headers["Location"]) == (unknown.status_code, unknown.headers["Location"])


@pytest.mark.parametrize(
    "url", ["/accounts/email/", "/accounts/password/change/", "/account/", "/account/close/", "/accounts/logout/"]
)
def test_pages_about_oneself_open(person, url):
    assert signed_in(person).get(url).status_code == 200
    assert Client().get(url).status_code == 302


def test_the_name_changes(person):
    client = signed_in(person)
    assert client.post("/account/", {"name": " 阿丽 "}).headers["Location"] == "/account/"
    person.refresh_from_db()
    assert person.name == "阿丽"
    assert [(change.old, change.new) for change in person.name_changes.all()] == [("Alice", "阿丽")]


@pytest.mark.parametrize("name", ["", "x", "\u202e\u202e\u202e", "Al/ice", "Аlice", "BOB", "guest-0123456789abcdef"])
def test_a_bad_name_is_refused_at_its_field(person, bob, name):
    answer = signed_in(person).post("/account/", {"name": name})
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == ["name"]
    person.refresh_from_db()
    assert person.name == "Alice"


def test_one_may_capitalise_ones_own_name_anew_but_change_it_three_times_a_month_only(person):
    for name in ("ALICE", "Alicia", "Alina"):
        services.change_name(user=person, name=name)
    with pytest.raises(ValidationError) as refused:
        services.change_name(user=person, name="Alma")
    assert refused.value.code == "too_often"
    NameChange.objects.update(at=timezone.now() - services.NAME_CHANGES_WITHIN)
    services.change_name(user=person, name="Alma")
    assert User.objects.get(pk=person.pk).name_key == "alma"


def test_two_accounts_cannot_share_a_name_even_by_a_race(person, bob):
    User.objects.filter(pk=bob.pk).update(name="Alice")
    bob.name = "aLICE"
    with pytest.raises(IntegrityError):
        bob.save()


@pytest.mark.parametrize(
    ("field", "quicker"), [("name", {"name": "mira", "username": "other"}), ("username", {"username": "mira"})]
)
def test_whoever_signs_up_second_in_the_same_moment_is_told_so_at_the_field(
    field, quicker, transactional_db, monkeypatch
):
    """As a person and as a guest; between the check of the form and the row somebody else is quicker."""
    fields = {"username": "mira", "email": "mira@example.org", "password1": PASSWORD, "password2": PASSWORD}
    clean = SignupForm.clean

    def be_second(form):
        cleaned = clean(form)
        User.objects.get_or_create(email="quick@example.org", defaults={"name": "quick", **quicker})
        return cleaned

    monkeypatch.setattr(SignupForm, "clean", be_second)
    guest = services.create_guest(name="Robin")
    for client in (Client(), signed_in(guest)):
        User.objects.filter(email="quick@example.org").delete()
        answer = client.post("/accounts/signup/", fields)
        assert (answer.status_code, list(answer.context["form"].errors)) == (200, [field])
    guest.refresh_from_db()
    assert (guest.is_guest, guest.name, User.objects.count()) == (True, "Robin", 2)


def test_whoever_comes_second_to_a_name_is_told_so(person, bob, monkeypatch):
    monkeypatch.setattr(services, "check_free", lambda name, user_id=None: None)
    with pytest.raises(ValidationError) as refused:
        services.change_name(user=person, name="Bob")
    assert refused.value.code == "taken"
    assert (person.name, person.name_changes.count()) == ("Alice", 0)
    told = signed_in(person).patch("/api/account/", {"name": "Bob"}, content_type="application/json")
    assert (told.status_code, told.json()["code"]) == (400, "taken")
    page = signed_in(person).post("/account/", {"name": "Bob"})
    assert (page.status_code, list(page.context["form"].errors)) == (400, ["name"])


PREFERENCES = {"language": "zh-hans", "theme": "light", "palette": "muted", "reduced_motion": "on", "sounds": "on",
               "volume": "45", "default_clock": "slow", "hides_activity": "on", "messages_from": "followed", "is_unlisted": "on"}  # fmt: skip


def test_preferences_are_kept_and_come_with_every_page(person, settings):
    settings.RELEASE = "r1"
    client = signed_in(person)
    assert client.post("/account/preferences/", PREFERENCES).headers["Location"] == "/account/preferences/"
    person.refresh_from_db()
    assert services.preferences_of(person) == {
        "language": "zh-hans", "theme": "light", "palette": "muted", "reduced_motion": True, "sounds": True,
        "volume": 45, "default_clock": "slow", "hides_activity": True,
        "messages_from": "followed", "is_unlisted": True,
    }  # fmt: skip
    page = client.get("/lobby/").content.decode()
    assert (
        f'<html lang="zh-hans" data-root="/" data-account="{person.pk}" data-theme="light" data-palette="muted" data-motion="reduce" '
        'data-sounds="on 45" data-release="r1" data-busy="page" data-login="/accounts/login/">' in page
    )
    assert (
        '<html lang="en" data-root="/" data-release="r1" data-busy="page" data-login="/accounts/login/">'
        in Client().get("/lobby/").content.decode()
    )


@pytest.mark.parametrize("field", ["language", "theme", "palette", "default_clock"])
def test_what_does_not_exist_cannot_be_preferred(person, field):
    answer = signed_in(person).post("/account/preferences/", PREFERENCES | {field: "tlh"})
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == [field]
    with pytest.raises(ValidationError):
        services.change_preferences(user=User.objects.get(pk=person.pk), **{field: "tlh"})
    person.refresh_from_db()
    assert person.theme == "system"


def test_a_guest_has_preferences_too_and_keeps_them(transactional_db):
    client = Client()
    client.post("/guest/", {"name": "Mira"})
    client.post("/account/preferences/", PREFERENCES | {"language": "en"})
    client.post("/accounts/signup/", {"username": "mira", "email": "mira@example.org", "password1": PASSWORD, "password2": PASSWORD, "name": "Mira"})  # fmt: skip
    user = User.objects.get()
    assert (user.is_guest, user.palette, user.default_clock) == (False, "muted", "slow")


def test_the_theme_switch_is_stored_with_the_person(person):
    client = signed_in(person)
    assert client.post("/account/theme/", {"theme": "dark"}).status_code == 204
    assert client.post("/account/theme/", {"theme": "pink"}).status_code == 400
    person.refresh_from_db()
    assert person.theme == "dark"
    assert Client().post("/account/theme/", {"theme": "dark"}).headers["Location"].startswith("/accounts/login/")


def test_sounds_are_on_until_the_switch_beside_a_board_says_otherwise(person):
    client = signed_in(person)
    assert 'data-sounds="on 30"' in client.get("/lobby/").content.decode()
    assert client.post("/account/sounds/", {"volume": "60"}).status_code == 204
    assert 'data-sounds="off 60"' in client.get("/lobby/").content.decode()
    assert client.post("/account/sounds/", {"sounds": "on", "volume": "15"}).status_code == 204
    assert 'data-sounds="on 15"' in client.get("/lobby/").content.decode()
    for wrong in ("", "101", "-1", "loud"):
        assert client.post("/account/sounds/", {"sounds": "on", "volume": wrong}).status_code == 400
    assert 'data-sounds="on 15"' in client.get("/lobby/").content.decode()
    assert Client().post("/account/sounds/", {"volume": "15"}).headers["Location"].startswith("/accounts/login/")


def test_logging_in_brings_ones_own_language(person):
    services.change_preferences(user=person, language="zh-hans")
    client = Client(headers={"accept-language": "en"})
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert 'lang="zh-hans"' in client.get("/lobby/").content.decode()


def test_the_language_switch_works_for_strangers_and_stays_on_the_page(transactional_db):
    client = Client()
    answer = client.post("/language/", {"language": "zh-hans", "next": "/guest/"})
    assert answer.headers["Location"] == "/guest/"
    assert 'lang="zh-hans"' in client.get("/guest/").content.decode()
    assert (
        client.post("/language/", {"language": "zh-hans", "next": "https://evil.example/"}).headers["Location"] == "/"
    )
    client.post("/language/", {"language": "tlh"})
    assert 'lang="zh-hans"' in client.get("/guest/").content.decode()


def test_the_language_switch_is_remembered_for_people(person):
    signed_in(person).post("/language/", {"language": "zh-hans"})
    person.refresh_from_db()
    assert person.language == "zh-hans"


def test_closing_an_account_forgets_the_person_and_keeps_the_seats(person, bob, make_match):
    match = make_match()
    relations.follow(user=bob, person=person)
    relations.block(user=person, person=bob)
    chat.say(user_id=person.pk, match_id=match.pk, text="Hello, I am Alice")
    client = Client()
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    asked = client.post("/account/close/", {"sure": "on"})
    assert asked.headers["Location"].startswith("/accounts/reauthenticate/")
    person.refresh_from_db()
    assert person.is_active
    answer = client.post(asked.headers["Location"], {"password": PASSWORD})
    assert answer.headers["Location"] == "/"
    assert "_auth_user_id" not in client.session
    person.refresh_from_db()
    assert (person.is_active, person.email, person.has_usable_password()) == (False, "", False)
    assert "alice" not in (person.name + person.username).lower()
    seat = match.seats.get(user=person)
    assert seat.autopilot
    assert [line.name for line in match.chat.all()] == [person.name]
    assert not (person.blocking.exists() or person.followers.exists() or person.name_changes.exists())
    assert Client().post("/accounts/login/", {"login": "alice", "password": PASSWORD}).status_code == 200
    assert User.objects.create_user("alice", name="Alice").name_key == "alice"


def test_a_guest_closes_without_a_password_but_not_by_accident(transactional_db):
    client = Client()
    client.post("/guest/", {"name": "Mira"})
    assert client.post("/account/close/", {}).status_code == 400
    assert client.post("/account/close/", {"sure": "on"}).headers["Location"] == "/"
    assert not User.objects.filter(is_active=True).exists()


def test_passwords_are_hashed_with_argon2(settings):
    from config.settings import PASSWORD_HASHERS

    settings.PASSWORD_HASHERS = PASSWORD_HASHERS
    assert identify_hasher(make_password(PASSWORD)).algorithm == "argon2"
