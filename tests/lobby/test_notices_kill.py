"""Processes that are killed between writing a notice and sending it by mail, push or webhook: everybody hears of everything, and nobody twice."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import threading
import time
from collections.abc import Iterator
from typing import Protocol

import pytest

from lobby.notices import pushing
from tests.browser.site import Site
from tests.lobby.notice_servers import Browser, MailServer, WebServer

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

PEOPLE = 120
KILLS = 4
PATIENCE = 300.0
"""What a killed sender had in hand waits for a minute, and a busy machine takes its time to start another one."""

PREPARE = """
from allauth.account.models import EmailAddress
from django.contrib.sessions.backends.db import SessionStore
from lobby.accounts.models import User
from lobby.notices.models import Device, Hook
from lobby.notices.writing import News, write
from lobby.notices.models import Notice

people = User.objects.bulk_create(User(username=f"p{n}", name=f"p{n}", email=f"p{n}@example.org") for n in range(%(people)d))
way, at, keys = "%(way)s", "%(at)s", %(keys)r
if way == "mail":
    EmailAddress.objects.bulk_create(EmailAddress(user=one, email=one.email, verified=True, primary=True) for one in people)
elif way == "push":
    session = SessionStore()
    session.save()
    Device.objects.bulk_create(
        Device(user=one, endpoint=f"{at}{one.pk}", digest=str(one.pk), session=session.session_key, **keys) for one in people
    )
else:
    Hook.objects.bulk_create(Hook(user=one, form="json", address=f"{at}{one.pk}", secret="s") for one in people)
for one in people:
    # A kind that waits for nobody, by all ways at once: that is the default.
    write([News(one.pk, Notice.Kind.CONTEST, "1:began", data={"contest": 1, "name": "Cup", "what": "began"})])
"""


class Receiver(Protocol):
    """To whom everything goes."""

    def has(self, number: int) -> bool:
        """True when so much has come, False if that takes too long."""

    @property
    def ids(self) -> list[str]:
        """What has come, one name for each person."""


class Mails(MailServer):
    """A mail server that calls when so many mails have come."""

    def __init__(self) -> None:
        super().__init__()
        self._changed = threading.Condition()

    async def handle_DATA(self, server: object, session: object, envelope: object) -> str:
        answer = await super().handle_DATA(server, session, envelope)
        with self._changed:
            self._changed.notify_all()
        return answer

    def has(self, number: int) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: len(self.mails) >= number, PATIENCE)


class Calls(WebServer):
    """A push service, or what takes webhooks."""

    def has(self, number: int) -> bool:
        return self.wait_for(lambda calls: len(calls) >= number)

    @property
    def ids(self) -> list[str]:
        return [call.path for call in self.calls]


@pytest.fixture(params=["mail", "push", "hook"])
def way(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def receiver(way: str) -> Iterator[Mails | Calls]:
    with Mails() if way == "mail" else Calls() as server:
        yield server


@pytest.fixture
def site(way: str, receiver: Mails | Calls) -> Iterator[Site]:
    if "FOGBOUND_POSTGRES_DB" in os.environ or "FOGBOUND_REDIS_URL" in os.environ:
        pytest.skip("the embedded form is meant")
    settings, told = {}, {"people": PEOPLE, "way": way, "at": "", "keys": {}}
    if isinstance(receiver, Mails):
        settings = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(receiver.port), "EMAIL_SECURITY": "none"}
    else:
        settings = {"PRIVATE_TARGETS": "1", "VAPID_KEY": pushing.new_key()}
        receiver.site_key = pushing.public_of(settings["VAPID_KEY"])
        told |= {"at": receiver.url(f"{way}/"), "keys": Browser("").subscription["keys"]}
    started = Site(**{f"FOGBOUND_{name}": value for name, value in settings.items()})
    try:
        done = started.manage("shell", "-v0", "-c", PREPARE % told)
        assert done.returncode == 0, done.stderr
        yield started
    finally:
        started.close()


def database(site: Site, statement: str) -> list[tuple[int]]:
    with sqlite3.connect(site.folder / "fogbound.sqlite3", timeout=20) as connection:
        found = connection.execute(statement).fetchall()
    connection.close()
    return found


def senders(site: Site, number: int) -> list[subprocess.Popen[bytes]]:
    return [site.beside("notices") for _ in range(number)]


def make_due(site: Site) -> None:
    """The time that a notice waits for somebody who may be on a page is over. Everything may be out already when the next sender comes."""
    give_up = time.monotonic() + PATIENCE
    while not database(site, "SELECT 1 FROM lobby_notice WHERE routed LIMIT 1"):
        assert time.monotonic() < give_up
        time.sleep(0.02)
    database(site, "UPDATE lobby_delivery SET due_at = '2020-01-01'")


def end_leases(site: Site) -> None:
    """What dead processes had in hand is free. Only while none lives: it would take from the hands of the living, too."""
    database(site, "UPDATE lobby_delivery SET leased_until = '2020-01-01' WHERE leased_until IS NOT NULL")


def everything_goes(site: Site) -> None:
    give_up = time.monotonic() + PATIENCE
    while database(site, "SELECT 1 FROM lobby_delivery LIMIT 1"):
        assert time.monotonic() < give_up
        database(site, "UPDATE lobby_delivery SET due_at = '2020-01-01'")
        time.sleep(0.1)


def each_has_come_once(receiver: Receiver, site: Site) -> None:
    """Nobody has anything twice. Only what a process was handing over as it died may be missing, and the log says how much that is:
    whether the server has the last line of a mail, or a request, cannot be known."""
    unknown = sum(int(number) for number in re.findall(r"(\d+) deliveries were being handed over", site.log()))
    twice = len(receiver.ids) - len(set(receiver.ids))
    missing = PEOPLE - len(set(receiver.ids))
    assert twice == 0 and missing <= unknown, (json.dumps(sorted(receiver.ids)), unknown, site.log()[-2000:])
    print(f"{missing} of {PEOPLE} missing, {unknown} unknown")


@pytest.mark.long
def test_kills_between_writing_and_sending_lose_nothing_and_send_nothing_twice(receiver: Receiver, site: Site) -> None:
    for kill in range(1, KILLS + 1):
        end_leases(site)
        site.start()
        make_due(site)
        assert receiver.has(kill * PEOPLE // (KILLS + 2))
        site.kill()
    end_leases(site)
    site.start()
    everything_goes(site)
    each_has_come_once(receiver, site)


@pytest.mark.long
def test_of_several_senders_any_may_be_killed_at_any_time(receiver: Receiver, site: Site) -> None:
    site.start()
    running = senders(site, 2)
    make_due(site)
    try:
        for kill in range(1, KILLS + 1):
            assert receiver.has(kill * PEOPLE // (KILLS + 2))
            victim = kill % 3
            if victim == 2:
                site.kill()
                site.start()
            else:
                running[victim].kill()
                running[victim].wait(30)
                running[victim] = site.beside("notices")
    finally:
        for one in running:
            one.kill()
            one.wait(30)
    site.kill()
    end_leases(site)
    site.start()
    everything_goes(site)
    each_has_come_once(receiver, site)
