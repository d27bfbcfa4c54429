"""Does a guest get in at once, and stay the same person when signing up?"""

import re

import pytest
from django.core.cache import cache
from django.test import Client

from lobby.accounts.models import User
from lobby.accounts.names import LONGEST
from lobby.matches.models import Match
from tests.readable import elements

SIGNUP = {
    "name": "Mira",
    "username": "mira",
    "email": "mira@example.org",
    "password1": "lantern-42-oil",
    "password2": "lantern-42-oil",
}

BAD_SIGNUP = {"username": "q", "email": "nowhere", "password1": "123", "password2": "124"}


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


def guest(client: Client, name: str = "Mira") -> User:
    answer = client.post("/guest/", {"name": name})
    assert answer.status_code == 302
    return User.objects.get(pk=client.session["_auth_user_id"])


def test_a_guest_has_the_chosen_name_and_no_password(client):
    user = guest(client, "  Old   Keeper ")
    assert (user.name, user.is_guest, user.email, user.has_usable_password()) == ("Old Keeper", True, "", False)


def test_a_guest_without_a_name_gets_one(client):
    assert re.fullmatch(r"Guest \d{4}", guest(client, "").name)


def test_a_guest_without_a_name_gets_none_that_an_account_has(client, transactional_db, monkeypatch):
    monkeypatch.setattr("secrets.randbelow", lambda most: 7 if most == 9000 else 3)
    User.objects.create_user("taken", name="Guest 1007")
    assert client.post("/guest/", {"name": ""}).status_code == 302
    assert User.objects.get(is_guest=True).name == "Guest 10073"


def test_two_guests_may_have_the_same_name(client):
    assert guest(client).pk != guest(Client()).pk


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("x", "2 to 24 characters"),
        ("x" * (LONGEST + 1), "2 to 24 characters"),
        ("abc\u202edef", "invisible"),
        ("a\x00b", "Null characters"),
        ("!!!", "letter or a digit"),
        ("Staff", "pass for"),
        ("ＦＯＧＢＯＵＮＤ", "pass for"),
    ],
)
def test_a_bad_name_is_refused_at_its_field_and_kept(client, name, words):
    answer = client.post("/guest/", {"name": name})
    assert answer.status_code == 400
    (problem,) = answer.context["form"].errors["name"]
    assert words in problem
    assert answer.context["form"]["name"].value() == name
    assert not User.objects.exists()


def test_a_guest_goes_on_where_they_wanted_but_never_to_another_site(client):
    assert (
        client.post("/guest/", {"name": "Mira", "next": "/lobby/?game=toy"}).headers["Location"] == "/lobby/?game=toy"
    )
    for elsewhere in ("//evil.example/", "true", "play"):
        assert Client().post("/guest/", {"name": "Mira", "next": elsewhere}).headers["Location"] == "/lobby/", elsewhere


def test_somebody_known_does_not_become_a_second_guest(client):
    user = guest(client)
    client.post("/guest/", {"name": "Other"})
    assert list(User.objects.all()) == [user]


def test_signing_up_keeps_the_person_and_every_match(client, toy):
    answer = client.post("/play/", {"name": "Mira", "game": "toy"})
    match = Match.objects.get()
    assert answer.headers["Location"] == f"/matches/{match.pk}/"
    before = match.seats.get(bot="").user
    assert before.is_guest

    page = client.get("/accounts/signup/")
    assert page.context["form"]["name"].value() == "Mira"
    answer = client.post("/accounts/signup/", SIGNUP)
    assert answer.status_code == 302, answer.context["form"].errors
    after = User.objects.get()
    assert (after.pk, after.username, after.name, after.is_guest) == (before.pk, "mira", "Mira", False)
    assert after.check_password("lantern-42-oil")
    assert match.seats.get(bot="").user == after
    assert client.get("/matches/").status_code == 200
    assert client.session["_auth_user_id"] == str(after.pk)

    other = Client()
    assert other.post("/accounts/login/", {"login": "mira", "password": "lantern-42-oil"}).status_code == 302
    assert match.pk in other.get("/matches/").content.decode()


def test_a_refused_sign_up_leaves_the_guest_a_guest(client):
    User.objects.create_user("mira", "else@example.org", "x")
    user = guest(client)
    answer = client.post("/accounts/signup/", SIGNUP)
    assert answer.status_code == 200
    assert "username" in answer.context["form"].errors
    user.refresh_from_db()
    assert user.is_guest
    assert user.username.startswith("guest-")


def test_a_bad_sign_up_is_refused_at_each_field_and_keeps_all_but_the_passwords(client):
    answer = client.post("/accounts/signup/", BAD_SIGNUP)
    assert {"username", "email", "password1"} <= {*answer.context["form"].errors}
    page = answer.content.decode()
    shown = {facts["name"]: facts for element in elements(page) if "name" in (facts := dict(element.attributes))}
    for name in ("username", "email", "password1"):
        assert shown[name]["aria-invalid"] == "true"
        assert shown[name]["aria-describedby"]
    assert (shown["username"]["value"], shown["email"]["value"]) == ("q", "nowhere")
    assert not {"value"} & {*shown["password1"], *shown["password2"]}
    assert not User.objects.exists()


def test_a_guest_may_log_in_to_an_account_instead(client):
    account = User.objects.create_user("mira", "mira@example.org", "lantern-42-oil", name="Mira")
    guest(client, "Nobody")
    assert client.get("/accounts/login/").status_code == 200
    client.post("/accounts/login/", {"login": "mira@example.org", "password": "lantern-42-oil"})
    assert client.session["_auth_user_id"] == str(account.pk)


def test_whoever_is_logged_in_needs_no_log_in_or_sign_up(client):
    client.force_login(User.objects.create_user("mira", "mira@example.org", "x"))
    for url in ("/accounts/login/", "/accounts/signup/"):
        assert client.get(url).headers["Location"] == "/lobby/"


@pytest.mark.parametrize(
    "url",
    ["/accounts/email/", "/accounts/password/change/", "/accounts/password/set/", "/accounts/2fa/", "/accounts/2fa/webauthn/add/",
     "/accounts/2fa/totp/activate/", "/accounts/sessions/"],
)  # fmt: skip
def test_a_guest_has_no_password_or_email_to_manage(client, url):
    user = guest(client)
    for answer in (client.get(url), client.post(url, {"password1": "lantern-42-oil", "password2": "lantern-42-oil"})):
        assert answer.headers["Location"] == "/accounts/signup/"
    user.refresh_from_db()
    assert not user.has_usable_password()


def test_guests_are_limited_by_address(client, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "guest": "2/m/ip"}
    codes = [Client().post("/guest/", {"name": "Mira"}).status_code for _ in range(3)]
    assert codes == [302, 302, 429]
    assert Client().post("/play/", {"name": "Mira", "game": "toy"}).status_code == 429
    assert Client(REMOTE_ADDR="198.51.100.7").post("/guest/", {"name": "Mira"}).status_code == 302
    assert User.objects.count() == 3


def test_quick_matches_are_limited_by_person(client, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "quick_match": "1/m/user"}
    assert client.post("/play/", {"game": "toy"}).status_code == 302
    assert client.post("/play/", {"game": "toy"}).status_code == 429
    assert Match.objects.count() == 1
