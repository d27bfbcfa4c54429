"""Can people with an account log in and out, reset a password, change name and language, and go?"""

import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import identify_hasher, make_password
from django.core import mail
from django.core.cache import cache
from django.test import Client

from lobby.accounts import services
from lobby.accounts.models import User

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


def test_name_and_language_change_together(person):
    client = signed_in(person)
    answer = client.post("/account/", {"name": " 阿丽 ", "language": "zh-hans"})
    assert answer.headers["Location"] == "/account/"
    person.refresh_from_db()
    assert (person.name, person.language) == ("阿丽", "zh-hans")
    assert 'lang="zh-hans"' in client.get("/account/").content.decode()


@pytest.mark.parametrize(
    ("field", "value"), [("name", ""), ("name", "x"), ("language", "tlh"), ("name", "\u202e\u202e\u202e")]
)
def test_bad_changes_are_refused_at_their_field(person, field, value):
    answer = signed_in(person).post("/account/", {"name": "Alicia", "language": "en"} | {field: value})
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == [field]
    person.refresh_from_db()
    assert person.name == "Alice"


def test_logging_in_brings_ones_own_language(person):
    services.change_profile(user=person, name="Alice", language="zh-hans")
    client = Client(headers={"accept-language": "en"})
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert 'lang="zh-hans"' in client.get("/lobby/").content.decode()


def test_the_language_switch_works_for_strangers_and_stays_on_the_page():
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


def test_closing_an_account_forgets_the_person_and_keeps_the_seats(person, make_match):
    match = make_match()
    client = signed_in(person)
    assert client.post("/account/close/", {}).status_code == 400
    answer = client.post("/account/close/", {"sure": "on"})
    assert answer.headers["Location"] == "/"
    person.refresh_from_db()
    assert (person.is_active, person.email, person.has_usable_password()) == (False, "", False)
    assert "alice" not in (person.name + person.username).lower()
    assert match.seats.filter(user=person).count() == 1
    assert Client().post("/accounts/login/", {"login": "alice", "password": PASSWORD}).status_code == 200


def test_passwords_are_hashed_with_argon2(settings):
    from config.settings import PASSWORD_HASHERS

    settings.PASSWORD_HASHERS = PASSWORD_HASHERS
    assert identify_hasher(make_password(PASSWORD)).algorithm == "argon2"
