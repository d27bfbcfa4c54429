"""What becomes of letters about an account, and of what they are about while the mail server takes none?"""

from __future__ import annotations

import re
import smtplib
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test import Client

from lobby.accounts.models import User
from lobby.tables import services as tables
from lobby.tables.services import Settings

PASSWORD = "lantern-42-oil"
LOST = "The letter to %s could not be sent. Check the address, or try again later."
MIRA = {"username": "mira", "email": "mira@example.org", "password1": PASSWORD, "password2": PASSWORD}

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def fresh() -> None:
    cache.clear()


@pytest.fixture(
    params=[ConnectionRefusedError(111, "refused"), smtplib.SMTPRecipientsRefused({"mira@example.org": (550, b"no")})]
)
def no_mail(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> int:
        raise request.param

    monkeypatch.setattr(EmailBackend, "send_messages", refuse)


def told(client: Client) -> list[str]:
    answer = client.get("/account/", follow=True)
    return [str(message) for message in answer.context["messages"]]


def test_a_letter_is_from_fogbound_and_leads_to_where_the_site_is(client: Client) -> None:
    client.post("/accounts/signup/", MIRA)
    (letter,) = mail.outbox
    assert letter.subject.startswith("[Fogbound] ")
    assert "Hello from Fogbound!" in letter.body
    assert "http://testserver/accounts/confirm-email/" in letter.body
    assert any("mira@example.org" in text for text in told(client))


FOREIGN = ["testserver:1234", "testserver:443", "testserver:8000"]


@pytest.mark.parametrize("host", FOREIGN)
@pytest.mark.parametrize("is_behind_proxy", [False, True])
def test_no_letter_leads_to_a_port_that_the_site_does_not_have(
    alice: User, settings: Any, host: str, is_behind_proxy: bool
) -> None:
    """Every letter that somebody without an account can cause, and every one that allauth sends to somebody who has one."""
    settings.BEHIND_PROXY = is_behind_proxy
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True, primary=True)
    client = Client(HTTP_HOST=host)
    client.post("/accounts/password/reset/", {"email": "alice@example.org"})
    client.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    client.post("/accounts/signup/", MIRA)
    client.post("/accounts/logout/")
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    client.post("/accounts/signup/", {**MIRA, "username": "mira2", "email": "alice@example.org"})
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    fields = {"oldpassword": PASSWORD, "password1": "another-lamp-7", "password2": "another-lamp-7"}
    client.post("/accounts/password/change/", fields)
    assert len(mail.outbox) >= 6
    links = [link for letter in mail.outbox for link in re.findall(r"https?://[^/\s]+", letter.body)]
    assert len(links) >= 5 and set(links) == {"http://testserver"}
    assert not any(host in letter.body + letter.subject for letter in mail.outbox)


def test_a_letter_carries_the_port_that_the_site_has(alice: User, settings: Any) -> None:
    def link(**environment: str) -> str:
        cache.clear()
        Client().post("/accounts/password/reset/", {"email": "alice@example.org"}, **environment)
        return re.search(r"(https?://[^/\s]+)/accounts", mail.outbox[-1].body)[1]  # type: ignore[index]

    assert link(HTTP_HOST="testserver:8001", SERVER_PORT="8001") == "http://testserver:8001"
    settings.BEHIND_PROXY = True
    assert link(HTTP_HOST="testserver:8001", SERVER_PORT="8001") == "http://testserver"
    settings.CSRF_TRUSTED_ORIGINS = ["http://testserver:8443"]
    assert link(HTTP_HOST="testserver:8443", SERVER_PORT="8001") == "http://testserver:8443"


def test_no_address_that_is_passed_on_has_such_a_port(alice: User) -> None:
    table = tables.create_table(user=alice, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30))
    client = Client(HTTP_HOST=FOREIGN[0])
    client.force_login(alice)
    for path in (
        f"/tables/{table.pk}/",
        "/games/frames/fleets/",
        "/api/downloads/",
        "/challenges/",
        "/contests/",
        "/account/bots/",
    ):
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert FOREIGN[0] not in answer.content.decode(), path


def test_no_transaction_waits_for_the_mail_server(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: Callable[..., int] = EmailBackend.send_messages
    open_transactions = []

    def send(backend: EmailBackend, letters: Sequence[Any]) -> int:
        open_transactions.append(connection.in_atomic_block)
        return sent(backend, letters)

    monkeypatch.setattr(EmailBackend, "send_messages", send)
    client.post("/accounts/signup/", MIRA)
    assert open_transactions == [False]


@pytest.mark.usefixtures("no_mail")
def test_who_signs_up_is_in_and_is_told_that_no_letter_has_gone(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    assert client.post("/accounts/signup/", MIRA).headers["Location"] == "/lobby/"
    assert User.objects.get().username == "mira"
    assert [text for text in told(client) if "mira@example.org" in text] == [LOST % "mira@example.org"]
    (line,) = [record.getMessage() for record in caplog.records if record.name == "fogbound.letters"]
    assert line.startswith("account/email/email_confirmation_signup was not sent: ")
    assert "mira" not in line


@pytest.mark.usefixtures("no_mail")
@pytest.mark.parametrize("address", ["alice@example.org", "nobody@example.org"])
def test_nobody_waits_for_a_new_password_that_does_not_come(client: Client, alice: User, address: str) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True, primary=True)
    answer = client.post("/accounts/password/reset/", {"email": address})
    assert answer.status_code == 200
    assert answer.context["form"].non_field_errors() == ["The letter could not be sent. Please try again later."]
    assert address in answer.content.decode(), "what was typed is still there"


@pytest.mark.usefixtures("no_mail")
def test_what_a_letter_tells_of_has_happened_without_it(client: Client) -> None:
    client.post("/accounts/signup/", MIRA)
    told(client)
    EmailAddress.objects.update(verified=True)
    new = "another-lamp-7"
    fields = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert client.post("/accounts/password/change/", fields).status_code == 302
    assert User.objects.get().check_password(new)
    assert any("could not be sent" in text for text in told(client))


@pytest.mark.usefixtures("no_mail")
def test_a_new_address_waits_for_a_letter_that_goes(client: Client, alice: User) -> None:
    EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True, primary=True)
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    told(client)
    client.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    assert told(client) == [LOST % "new@example.org"]
    assert set(EmailAddress.objects.values_list("email", "verified")) == {
        ("alice@example.org", True),
        ("new@example.org", False),
    }
