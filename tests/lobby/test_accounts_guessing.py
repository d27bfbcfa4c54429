"""Does guessing a password tell who has an account, how often may somebody guess, and can a person whose name is locked still log in?

The log-in pages are asked as a browser asks them; hashes are counted, not timed.
"""

import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import Argon2PasswordHasher, PBKDF2PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.test import Client

from config.settings import PASSWORD_HASHERS
from lobby.accounts import bot_accounts, known_devices, services
from lobby.accounts.models import User
from tests.lobby.test_accounts_people import PASSWORD
from tests.lobby.test_accounts_safety import code, proven, switch_on_app

pytestmark = pytest.mark.slow

LOGIN = "/accounts/login/"


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


@pytest.fixture
def person(alice: User) -> User:
    EmailAddress.objects.create(user=alice, email=alice.email, verified=True, primary=True)
    return alice


@pytest.fixture
def hashes(settings, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One entry for each computation of a password's hash, as the site hashes. Passwords of the tests are set after this fixture.

    They are counted, so each may be cheap: as little memory and as few passes as Argon2 takes.
    """
    settings.PASSWORD_HASHERS = PASSWORD_HASHERS
    for cost, least in (("time_cost", 1), ("memory_cost", 8), ("parallelism", 1)):
        monkeypatch.setattr(Argon2PasswordHasher, cost, least)
    monkeypatch.setattr(PBKDF2PasswordHasher, "iterations", 1)
    made: list[str] = []

    def counting(hasher: type, name: str) -> None:
        before = getattr(hasher, name)

        def count(self, *args):
            made.append(f"{hasher.__name__}.{name}")
            return before(self, *args)

        monkeypatch.setattr(hasher, name, count)

    counting(Argon2PasswordHasher, "encode")
    counting(Argon2PasswordHasher, "verify")
    counting(PBKDF2PasswordHasher, "encode")
    return made


def guess(login: str, client: Client | None = None, password: str = "wrong-lamp-99"):
    return (client or Client()).post(LOGIN, {"login": login, "password": password})


def gets_in(login: str, client: Client | None = None) -> bool:
    return guess(login, client, PASSWORD).status_code == 302


def lock(login: str) -> None:
    """As an attacker from elsewhere does."""
    for _ in range(5):
        guess(login, Client(REMOTE_ADDR="192.0.2.7"))
    assert is_locked(guess(login, Client(REMOTE_ADDR="192.0.2.8")))


def is_locked(answer) -> bool:
    return "Too many" in str(answer.context["form"].errors)


# --- One hash, whoever it is


def every_kind(person: User, bob: User, charlie: User) -> list[str]:
    bob.set_unusable_password()  # with a passkey alone
    bob.save()
    services.close_account(user=charlie)
    User.objects.create_user("bob@example.org", "other@example.org", PASSWORD, name="Named like an address")
    User.objects.create_user("alice@example.org", "third@example.org", PASSWORD, name="Named like another")
    EmailAddress.objects.create(user=User.objects.get(email="third@example.org"), email="twice@example.org")
    EmailAddress.objects.create(user=bob, email="twice@example.org")
    bot = bot_accounts.create_bot_account(owner=person, name="Rusty")
    guest = services.create_guest()
    return [
        *("alice", "ALICE", "nobody", "alice@example.org", "Alice@Example.org", "nobody@example.org", "bob"),
        *("bob@example.org", "twice@example.org", "charlie", "charlie@example.org", charlie.username),
        *(bot.username, guest.username, "x" * 300, "ünï@example.org", "a@b", "@"),
    ]


def test_every_wrong_log_in_computes_one_hash_and_says_the_same(hashes, person, bob, charlie):
    said = {}
    for login in every_kind(person, bob, charlie):
        cache.clear()
        hashes.clear()
        answer = guess(login)
        assert len(hashes) == 1, login
        # A text that cannot be an address is called a name.
        said.setdefault(login.isascii() and "@example" in login.lower(), set()).add(str(answer.context["form"].errors))
    assert {looks: len(texts) for looks, texts in said.items()} == {False: 1, True: 1}


def test_the_right_password_computes_one_hash_too(hashes, person):
    for login in ("alice", "alice@example.org"):
        hashes.clear()
        assert gets_in(login)
        assert len(hashes) == 1


def test_who_confirmed_an_address_logs_in_with_it_whatever_others_are_named(person):
    User.objects.create_user("alice@example.org", "x@example.org", "another-lamp-7", name="Impostor")
    client = Client()
    assert gets_in("alice@example.org", client)
    assert client.session["_auth_user_id"] == str(person.pk)


def test_an_address_that_somebody_else_only_claims_leads_to_its_person(alice, bob):
    EmailAddress.objects.create(user=bob, email=alice.email)
    client = Client()
    assert gets_in("alice@example.org", client)
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_no_new_name_looks_like_an_address(client):
    fields = {"username": "mira@example.org", "email": "m@example.org", "password1": PASSWORD, "password2": PASSWORD}
    assert "username" in client.post("/accounts/signup/", fields).context["form"].errors


def test_a_reset_computes_no_hash(hashes, person):
    hashes.clear()
    for address in ("alice@example.org", "nobody@example.org"):
        assert Client().post("/accounts/password/reset/", {"email": address}).status_code == 302
    assert hashes == []


def test_signing_up_with_a_taken_address_computes_as_many_hashes(hashes, person, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    counts, answers = [], []
    for number, address in enumerate(("alice@example.org", "new@example.org")):
        hashes.clear()
        fields = {"username": f"mira{number}", "email": address, "password1": PASSWORD, "password2": PASSWORD}
        answer = Client().post("/accounts/signup/", fields)
        counts.append(len(hashes))
        answers.append((answer.status_code, answer.headers.get("Location")))
    assert counts == [1, 1]
    assert answers[0] == answers[1]


# --- Five guesses for an account


def test_name_and_address_share_the_five_guesses(person):
    for login in ("alice", "alice@example.org", "ALICE", "Alice@example.org", "alice "):
        assert not is_locked(guess(login))
    assert is_locked(guess("alice"))
    assert is_locked(guess("alice@example.org", password=PASSWORD))


@pytest.mark.parametrize("login", ["alice", "alice@example.org", "nobody", "nobody@example.org"])
def test_the_host_of_the_request_gives_no_new_guesses(person, login):
    for port in range(5):
        assert not is_locked(Client().post(LOGIN, {"login": login, "password": "wrong"}, HTTP_HOST=f"localhost:{port}"))
    assert is_locked(guess(login))


def test_a_wrong_password_where_one_is_logged_in_counts_as_well(person):
    client = Client()
    gets_in("alice", client)
    for _ in range(5):
        client.post("/accounts/reauthenticate/", {"password": "wrong-lamp-99"})
    client.post("/accounts/logout/")
    assert is_locked(guess("alice@example.org", client))


def test_a_confirmed_address_of_somebody_else_does_not_stop_ones_own_password(alice, bob):
    EmailAddress.objects.create(user=alice, email="shared@example.org", primary=True)
    EmailAddress.objects.create(user=bob, email="shared@example.org", verified=True, primary=True)
    client = Client()
    gets_in("alice", client)
    proven(client)


def test_codes_of_the_second_factor_are_counted_by_account(person):
    client = Client()
    gets_in("alice", client)
    secret = switch_on_app(proven(client))
    for login in ("alice", "alice@example.org", "alice", "alice@example.org", "alice"):
        other = Client(REMOTE_ADDR=f"192.0.2.{len(login)}")
        assert gets_in(login, other)
        other.post("/accounts/2fa/authenticate/", {"code": "000000"})
    last = Client(REMOTE_ADDR="192.0.2.99")
    assert gets_in("alice@example.org", last)
    assert is_locked(last.post("/accounts/2fa/authenticate/", {"code": code(secret)}))


# --- Devices


def left() -> Client:
    """A browser in which Alice has logged in and out."""
    client = Client()
    assert gets_in("alice", client)
    client.post("/accounts/logout/")
    return client


def test_a_locked_name_still_logs_in_from_a_device_it_has_used_before(person):
    device = left()
    lock("alice")
    assert not gets_in("alice")
    assert gets_in("alice", device)
    device.post("/accounts/logout/")
    assert gets_in("alice@example.org", device)


def test_a_known_device_has_five_guesses_of_its_own_and_they_lock_nobody_else(person):
    device = left()
    for _ in range(5):
        assert not is_locked(guess("alice", device))
    assert is_locked(guess("alice@example.org", device))
    assert not gets_in("alice", device)
    assert gets_in("alice", Client(REMOTE_ADDR="192.0.2.9"))


def test_the_cookie_is_for_no_script_and_no_other_site_and_names_nobody(person, settings):
    client = Client()
    gets_in("alice", client)
    cookie = client.cookies[known_devices.COOKIE]
    assert (cookie["httponly"], cookie["samesite"], bool(cookie["secure"])) == (True, "Lax", False)
    assert "alice" not in cookie.value and int(cookie["max-age"]) > 0
    settings.SESSION_COOKIE_SECURE = True
    client = Client()
    gets_in("alice", client)
    assert client.cookies[known_devices.COOKIE]["secure"]


@pytest.mark.parametrize("change", [lambda text: text[:-2] + "xx", lambda text: "x" + text[1:], lambda _: "a.b:c:d"])
def test_a_cookie_that_the_site_did_not_sign_is_worth_nothing(person, change):
    device = left()
    device.cookies[known_devices.COOKIE] = change(device.cookies[known_devices.COOKIE].value)
    lock("alice")
    assert not gets_in("alice", device)


def test_a_device_is_known_for_its_own_accounts_only(person, bob):
    device = left()
    lock("bob")
    assert not gets_in("bob", device)
    for client in (device, Client(REMOTE_ADDR="192.0.2.20")):
        cache.clear()
        assert gets_in("bob", client)
        client.post("/accounts/logout/")
    lock("bob")
    lock("alice")
    assert gets_in("bob", device)
    device.post("/accounts/logout/")
    assert gets_in("alice", device)


def test_a_device_keeps_the_accounts_that_logged_in_last(person):
    device = left()
    for number in range(known_devices.ACCOUNTS):
        User.objects.create_user(f"more{number}", f"more{number}@example.org", PASSWORD, name=f"More {number}")
        cache.clear()
        assert gets_in(f"more{number}", device)
        device.post("/accounts/logout/")
    lock("alice")
    assert not gets_in("alice", device)


def test_a_new_password_ends_other_devices_and_not_the_one_in_use(person):
    other, mine = left(), Client()
    gets_in("alice", mine)
    new = {"oldpassword": PASSWORD, "password1": "another-lamp-7", "password2": "another-lamp-7"}
    assert mine.post("/accounts/password/change/", new).status_code == 302
    mine.post("/accounts/logout/")
    lock("alice")
    assert guess("alice", other, "another-lamp-7").status_code == 200
    assert guess("alice", mine, "another-lamp-7").status_code == 302


def test_ending_sessions_ends_other_devices_and_not_the_one_in_use(person):
    other, mine = left(), Client()
    gets_in("alice", mine)
    mine.post("/accounts/sessions/")
    mine.post("/accounts/logout/")
    lock("alice")
    assert not gets_in("alice", other)
    assert gets_in("alice", mine)


def test_a_reset_password_opens_a_locked_name(person):
    lock("alice")
    client = Client()
    client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    link = re.search(r"https?://[^/]+(/\S+)", mail.outbox[-1].body)[1]
    url = client.get(link, follow=True).redirect_chain[-1][0]
    client.post(url, {"password1": "another-lamp-7", "password2": "another-lamp-7"})
    assert guess("alice", client, "another-lamp-7").status_code == 302


def test_guests_and_programs_get_no_such_cookie(alice):
    guest = Client()
    guest.post("/account/guest/", {"name": "Wanda"})
    assert known_devices.COOKIE not in guest.cookies
