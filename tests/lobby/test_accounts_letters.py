"""What becomes of letters about an account, and of what they are about while the mail server takes none?"""

from __future__ import annotations

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from lobby.accounts.models import User
from lobby.notices.models import Delivery
from lobby.tables import services as tables
from lobby.tables.services import Settings

PASSWORD = "lantern-42-oil"
MIRA = {"username": "mira", "email": "mira@example.org", "password1": PASSWORD, "password2": PASSWORD}

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def fresh() -> None:
    cache.clear()


def told(client: Client) -> list[str]:
    answer = client.get("/account/", follow=True)
    return [str(message) for message in answer.context["messages"]]


def test_a_letter_is_from_fogbound_and_leads_to_where_the_site_is(client: Client) -> None:
    client.post("/accounts/signup/", MIRA)
    (letter,) = mail.outbox
    assert letter.subject.startswith("[Fogbound] ")
    assert "The account mira at testserver" in letter.body
    assert "http://testserver/accounts/confirm-email/" in letter.body
    assert any("mira@example.org" in text for text in told(client))


def test_a_letter_to_a_chinese_reader_is_chinese(client: Client) -> None:
    client.post("/accounts/signup/", MIRA, headers={"Accept-Language": "zh-CN"})
    (letter,) = mail.outbox
    assert letter.subject == "[Fogbound] 确认你的邮箱地址"
    # Names and addresses aside, all of it.
    plain = re.sub(r"https?://\S+|mira|testserver|Fogbound", "", letter.body)
    assert re.search("[\u4e00-\u9fff]", plain) and not re.search("[A-Za-z]", plain)


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


def test_a_letter_belongs_to_the_transaction_of_what_it_tells(client: Client, settings: Any) -> None:
    """It waits in the outbox (`test_notices_mails.py`); what is undone, nobody hears of."""
    settings.EMAIL_BACKEND = "lobby.notices.letters.Backend"
    client.post("/accounts/signup/", MIRA)
    assert User.objects.get().username == "mira" and Delivery.objects.count() == 1
    assert any("mira@example.org" in text for text in told(client))

    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("lobby.accounts.ways_back.forget", fail)
        with pytest.raises(RuntimeError), transaction.atomic():
            Client().post("/accounts/signup/", {**MIRA, "username": "nora", "email": "nora@example.org"})
    assert User.objects.count() == Delivery.objects.count() == 1
