"""Is an account its owner's alone? Confirmed addresses, second factors, sessions that can be ended, limits at every door."""

import re

import pytest
from allauth.account import app_settings
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from allauth.usersessions.models import UserSession
from django.core import mail
from django.core.cache import cache
from django.test import Client

from lobby.accounts.models import User
from lobby.accounts.sessions import browser
from tests.lobby.test_accounts_people import PASSWORD


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


@pytest.fixture
def person(alice) -> User:
    EmailAddress.objects.create(user=alice, email=alice.email, verified=True, primary=True)
    return alice


def log_in(**headers) -> Client:
    client = Client(**headers)
    answer = client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert answer.status_code == 302, answer.content.decode()
    return client


def proven(client: Client) -> Client:
    """The same browser after the question for the password."""
    assert client.post("/accounts/reauthenticate/", {"password": PASSWORD}).status_code == 302
    return client


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def code(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def switch_on_app(client: Client) -> str:
    page = client.get("/accounts/2fa/totp/activate/")
    secret = page.context["form"].secret
    answer = client.post("/accounts/2fa/totp/activate/", {"code": code(secret)})
    assert answer.status_code == 302, answer.context["form"].errors
    # A code counts once; the tests have no time to wait for the next one.
    cache.clear()
    return secret


# --- The address


def test_a_new_address_counts_from_its_confirmation(person):
    client = proven(log_in())
    assert client.post("/accounts/email/", {"action_add": "", "email": "new@example.org"}).status_code == 302
    person.refresh_from_db()
    assert person.email == "alice@example.org"
    assert "new@example.org" in client.get("/account/").content.decode()
    (confirmation,) = [message for message in mail.outbox if message.to == ["new@example.org"]]
    link = re.search(r"https?://[^/]+(/\S+)", confirmation.body)[1]
    page = Client().get(link)
    assert "new@example.org" in page.content.decode()
    person.refresh_from_db()
    assert person.email == "alice@example.org", "looking at a link confirms nothing: mail programs do it"
    assert client.post(link).status_code == 302
    person.refresh_from_db()
    assert person.email == "new@example.org"
    assert [address.email for address in EmailAddress.objects.filter(user=person)] == ["new@example.org"]
    assert any("alice@example.org" in message.to for message in mail.outbox), "the old address hears of it"


def test_a_change_of_address_can_be_taken_back(person):
    client = proven(log_in())
    client.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    client.post("/accounts/email/", {"action_remove": "", "email": "new@example.org"})
    assert [address.email for address in EmailAddress.objects.all()] == ["alice@example.org"]


def test_an_address_that_is_taken_is_not_told(person, bob):
    EmailAddress.objects.create(user=bob, email=bob.email, verified=True, primary=True)
    client = proven(log_in())
    taken = client.post("/accounts/email/", {"action_add": "", "email": "bob@example.org"})
    free = client.post("/accounts/email/", {"action_add": "", "email": "free@example.org"})
    assert (taken.status_code, taken.headers["Location"]) == (free.status_code, free.headers["Location"])
    (sent,) = [message for message in mail.outbox if message.to == ["bob@example.org"]]
    for link in re.findall(r"https?://[^/]+(/\S+confirm-email\S+)", sent.body):
        client.post(link)
    bob.refresh_from_db()
    assert EmailAddress.objects.get(email="bob@example.org", verified=True).user == bob


def test_a_wrong_link_confirms_nothing(person):
    answer = Client().get("/accounts/confirm-email/nonsense/")
    assert "not complete" in answer.content.decode()


def test_addresses_and_passwords_change_only_after_the_password_was_given_again(person):
    client = log_in()
    for url, fields in (
        ("/accounts/email/", {"action_add": "", "email": "new@example.org"}),
        ("/accounts/2fa/totp/activate/", {}),
        ("/accounts/2fa/webauthn/add/", {}),
        ("/accounts/2fa/recovery-codes/generate/", {}),
    ):
        answer = client.post(url, fields)
        assert answer.headers["Location"].startswith("/accounts/reauthenticate/"), url
    assert "password" in client.post("/accounts/reauthenticate/", {"password": "wrong"}).context["form"].errors
    answer = client.post("/accounts/password/change/", {"oldpassword": "wrong", "password1": "x", "password2": "x"})
    assert "oldpassword" in answer.context["form"].errors


def test_a_site_may_ask_for_the_confirmation_before_anything_else(person, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    client = Client()
    client.post("/guest/", {"name": "Mira"})
    guest = User.objects.get(is_guest=True)
    fields = {
        "name": "Mira",
        "username": "mira",
        "email": "mira@example.org",
        "password1": PASSWORD,
        "password2": PASSWORD,
    }
    sent = client.post("/accounts/signup/", fields)
    assert sent.headers["Location"] == "/accounts/confirm-email/"
    assert client.get("/accounts/confirm-email/").status_code == 200
    assert not is_in(client)
    link = re.search(r"https?://[^/]+(/\S+confirm-email/\S+)", mail.outbox[-1].body)[1]
    client.post(link)
    client.post("/accounts/login/", {"login": "mira", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(guest.pk)
    taken = Client().post("/accounts/signup/", fields | {"name": "Mia", "username": "mia"})
    assert taken.headers["Location"] == sent.headers["Location"]
    assert not User.objects.filter(username="mia").exists()


# --- The second factor


def test_an_app_stands_between_the_password_and_the_account(person):
    secret = switch_on_app(proven(log_in()))
    client = Client()
    answer = client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert answer.headers["Location"].startswith("/accounts/2fa/authenticate/")
    assert not is_in(client)
    assert "code" in client.post("/accounts/2fa/authenticate/", {"code": "000000"}).context["form"].errors
    assert not is_in(client)
    assert client.post("/accounts/2fa/authenticate/", {"code": code(secret)}).headers["Location"] == "/lobby/"
    assert is_in(client)


def test_wrong_codes_are_limited(person):
    secret = switch_on_app(proven(log_in()))
    client = Client()
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    for _ in range(6):
        answer = client.post("/accounts/2fa/authenticate/", {"code": "000000"})
    answer = client.post("/accounts/2fa/authenticate/", {"code": code(secret)})
    assert "Too many" in str(answer.context["form"].errors)
    assert not is_in(client)


def test_a_recovery_code_lets_in_once(person):
    client = proven(log_in())
    switch_on_app(client)
    page = client.get("/accounts/2fa/recovery-codes/")
    codes = page.context["unused_codes"]
    assert len(set(codes)) == 10
    assert all(one in page.content.decode() for one in codes)
    for expected in (True, False):
        cache.clear()
        other = Client()
        other.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
        other.post("/accounts/2fa/authenticate/", {"code": codes[0]})
        assert is_in(other) is expected
    client.post("/accounts/2fa/recovery-codes/generate/", {})
    assert not set(client.get("/accounts/2fa/recovery-codes/").context["unused_codes"]) & set(codes)


def test_the_app_is_switched_off_again(person):
    client = proven(log_in())
    switch_on_app(client)
    assert client.post("/accounts/2fa/totp/deactivate/", {}).status_code == 302
    assert not Authenticator.objects.filter(user=person).exists()
    assert is_in(log_in())


def test_a_second_factor_needs_a_confirmed_address(person):
    EmailAddress.objects.update(verified=False)
    client = proven(log_in())
    answer = client.get("/accounts/2fa/totp/activate/")
    assert not Authenticator.objects.exists()
    assert answer.status_code == 302 or answer.context["form"].errors is not None
    secret = "JBSWY3DPEHPK3PXP"
    client.post("/accounts/2fa/totp/activate/", {"code": code(secret)})
    assert not Authenticator.objects.exists()


def test_a_passkey_that_is_none_is_refused_without_an_error_of_the_server(person):
    client = proven(log_in())
    for credential in (
        "",
        "{}",
        "[]",
        "null",
        '{"id": 1}',
        '{"type": "public-key"}',
        "\ud83d".encode("utf-16", "surrogatepass").hex(),
    ):
        answer = client.post("/accounts/2fa/webauthn/add/", {"name": "key", "credential": credential})
        assert answer.status_code in {200, 302}
        answer = Client().post("/accounts/2fa/webauthn/login/", {"credential": credential})
        assert answer.status_code in {200, 302}
    assert not Authenticator.objects.exists()


SAFETY_PAGES = ["/accounts/2fa/", "/accounts/2fa/totp/activate/", "/accounts/2fa/webauthn/", "/accounts/2fa/webauthn/add/",
                "/accounts/email/", "/accounts/sessions/", "/accounts/password/change/"]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_pages_of_second_factors_open(person, language):
    client = proven(log_in(headers={"accept-language": language}))
    for url in SAFETY_PAGES:
        answer = client.get(url)
        assert (url, answer.status_code) == (url, 200)
        assert "style=" not in answer.content.decode(), url
    switch_on_app(client)
    for url in ("/accounts/2fa/", "/accounts/2fa/totp/deactivate/", "/accounts/2fa/recovery-codes/", "/accounts/2fa/recovery-codes/generate/", "/accounts/2fa/reauthenticate/"):  # fmt: skip
        assert (url, client.get(url).status_code) == (url, 200)


# --- Sessions


def test_sessions_are_listed_and_ended_one_by_one(person):
    here, phone, work = (
        log_in(headers={"user-agent": agent})
        for agent in ("Firefox/130 Linux", "iPhone Safari/17", "Chrome/130 Windows")
    )
    page = here.get("/accounts/sessions/").content.decode()
    assert [word in page for word in ("Firefox · Linux", "Safari · iPhone", "Chrome · Windows", "This browser")] == [
        True
    ] * 4
    session = UserSession.objects.get(user_agent="iPhone Safari/17")
    assert here.post("/accounts/sessions/", {"session": session.pk}).status_code == 302
    assert (is_in(here), is_in(phone), is_in(work)) == (True, False, True)
    assert here.post("/accounts/sessions/").status_code == 302
    assert (is_in(here), is_in(work)) == (True, False)


def test_nobody_ends_another_persons_session(person, bob):
    client = log_in()
    other = Client()
    other.post("/accounts/login/", {"login": "bob", "password": PASSWORD})
    for session in (UserSession.objects.get(user=bob).pk, "x", "-1", "9" * 30):
        client.post("/accounts/sessions/", {"session": session})
    client.post("/accounts/sessions/")
    assert is_in(other)


def test_a_new_password_ends_the_other_sessions(person):
    here, there = log_in(), log_in()
    changed = {"oldpassword": PASSWORD, "password1": "another-lamp-7", "password2": "another-lamp-7"}
    assert here.post("/accounts/password/change/", changed).status_code == 302
    assert (is_in(here), is_in(there)) == (True, False)
    assert any("password" in message.subject.lower() for message in mail.outbox)


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0", "Edge · Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Version/17 Safari/605.1.15", "Safari · macOS"),
        ("Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36", "Chrome · Android"),
        ("curl/8", "curl/8"),
        ("", "unknown"),
    ],
)
def test_browsers_in_words(agent, words):
    assert browser(agent) == words


# --- Doors


def test_a_session_from_before_the_log_in_is_worth_nothing(person):
    client = Client()
    client.post("/guest/", {"name": "Mira"})
    before = client.cookies["sessionid"].value
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert client.cookies["sessionid"].value != before
    planted = Client()
    planted.cookies["sessionid"] = before
    assert not is_in(planted)


def test_sign_ups_and_resets_are_limited(settings):
    assert {"login", "login_failed", "signup", "reset_password", "change_password"} <= set(app_settings.RATE_LIMITS)
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "signup": "2/m/ip", "reset_password": "2/m/ip"}
    answers = []
    for name in ("uma", "una", "ute"):
        fields = {"username": name, "email": f"{name}@example.org", "password1": PASSWORD, "password2": PASSWORD}
        answers.append(Client().post("/accounts/signup/", fields).status_code)
    assert answers == [302, 302, 429]
    assert User.objects.count() == 2
    resets = [Client().post("/accounts/password/reset/", {"email": f"x{n}@example.org"}).status_code for n in range(3)]
    assert resets == [302, 302, 429]


def test_forms_without_their_token_change_nothing(person):
    client = Client(enforce_csrf_checks=True)
    client.force_login(person)
    for url in ("/account/", "/account/preferences/", "/account/theme/", "/account/sounds/", "/account/close/", "/people/Alice/follow/", "/people/Alice/report/",
                "/accounts/sessions/", "/accounts/email/", "/accounts/logout/", "/accounts/login/", "/accounts/2fa/webauthn/add/",
                "/language/", "/guest/"):  # fmt: skip
        answer = client.post(url, {"name": "Mallory", "sure": "on", "theme": "dark"})
        assert (url, answer.status_code) == (url, 403)
    person.refresh_from_db()
    assert (person.name, person.is_active, person.theme) == ("Alice", True, "system")
