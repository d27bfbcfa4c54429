"""Processes that are killed between writing a notice and sending it by mail, push or webhook: everybody hears of everything, and nobody twice."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from typing import Protocol

import pytest

from lobby.notices import web_push
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
ways, at, keys = %(ways)r, %(at)r, %(keys)r
if "mail" in ways:
    EmailAddress.objects.bulk_create(EmailAddress(user=one, email=one.email, verified=True, primary=True) for one in people)
if "push" in ways:
    session = SessionStore()
    session.save()
    Device.objects.bulk_create(
        Device(user=one, endpoint=f"{at}push/{one.pk}", digest=str(one.pk), session=session.session_key, **keys) for one in people
    )
Hook.objects.bulk_create(
    Hook(user=one, form=way, address=f"{at}{way}/{one.pk}", secret="s") for way in ways if way in Hook.Form.values for one in people
)
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
        """What has come: the ids by which a receiver drops what it has."""


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
        return [
            f"{call.path} {call.headers['Topic'] if call.path.startswith('/push/') else call.json['id']}"
            for call in self.calls
        ]


@pytest.fixture(params=["mail", "push", "json"])
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
    settings, told = {}, {"people": PEOPLE, "ways": [way], "at": "", "keys": {}}
    if isinstance(receiver, Mails):
        settings = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(receiver.port), "EMAIL_SECURITY": "none"}
    else:
        settings = {"PRIVATE_TARGETS": "1", "VAPID_KEY": web_push.new_key()}
        receiver.site_key = web_push.public_of(settings["VAPID_KEY"])
        told |= {"at": receiver.url(""), "keys": Browser("").subscription["keys"]}
    started = Site(**{f"FOGBOUND_{name}": value for name, value in settings.items()})
    try:
        done = started.manage("shell", "-v0", "-c", PREPARE % told)
        assert done.returncode == 0, done.stderr
        yield started
    finally:
        started.close()


DIE = """
import os, signal
from datetime import timedelta
from asgiref.sync import async_to_sync
from django.db import connections
from django.utils import timezone
from lobby.notices import outbox, routing, sender
from lobby.notices.models import Delivery

NOW = "2020-01-01T00:00:00Z"
sender.CALLS = 1


def drain(victim=0):
    connections.close_all()
    child = os.fork()
    if child:
        assert (os.waitpid(child, 0)[1] == signal.SIGKILL) == bool(victim)
        Delivery.objects.update(leased_until=NOW)
        return
    before = outbox.%(where)s

    def die(told, *args, **kwargs):
        is_it = victim in [getattr(one, "pk", one) for one in told]
        if is_it and "%(where)s" == "done":
            os.kill(os.getpid(), signal.SIGKILL)
        answer = before(told, *args, **kwargs)
        if is_it:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer

    outbox.%(where)s = die
    async_to_sync(sender.drain)()
    os._exit(0)


routing.GRACE = timedelta()
routing.route(timezone.now())
Delivery.objects.update(due_at=NOW)
for pk in list(Delivery.objects.order_by("pk").values_list("pk", flat=True)):
    drain(pk)
drain()
print("left:", Delivery.objects.count())
"""
"""Processes that take what is due, each of which is killed at that call for another delivery; then one that lives and sends the rest."""


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
    """Everybody has it. What came again, because a process died before it noted the answer, has the id by which it is dropped."""
    assert len(set(receiver.ids)) == PEOPLE, (json.dumps(sorted(receiver.ids)), site.log()[-2000:])
    print(f"{len(receiver.ids) - PEOPLE} of {PEOPLE} came again under the same id")


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


@pytest.mark.parametrize("where", ["hand_over", "done"])
def test_a_process_that_dies_just_before_or_just_after_it_sends_loses_nothing(where: str) -> None:
    """Before: everything comes once. After: what comes again has the same id. Discord, which could not drop a second one, never gets one."""
    if "FOGBOUND_POSTGRES_DB" in os.environ or "FOGBOUND_REDIS_URL" in os.environ:
        pytest.skip("the embedded form is meant")
    with Mails() as mails, Calls() as calls:
        key = web_push.new_key()
        calls.site_key = web_push.public_of(key)
        smtp = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(mails.port), "EMAIL_SECURITY": "none"}
        settings = {**smtp, "PRIVATE_TARGETS": "1", "VAPID_KEY": key}
        site = Site(**{f"FOGBOUND_{name}": value for name, value in settings.items()})
        try:
            keys = Browser("").subscription["keys"]
            told = {"people": 1, "ways": ["mail", "push", "json", "discord"], "at": calls.url(""), "keys": keys}
            done = site.manage("shell", "-v0", "-c", PREPARE % told + DIE % {"where": where})
            assert done.stdout.strip() == "left: 0", done.stderr
        finally:
            site.close()
    by_way = Counter(call.path.split("/")[1] for call in calls.calls)
    times = 1 if where == "hand_over" else 2
    assert (len(mails.mails), by_way) == (
        times,
        Counter(push=times, json=times, discord=0 if where == "hand_over" else 1),
    )
    assert len(set(mails.ids)) == 1
    assert len({call.headers["Topic"] for call in calls.calls if "push" in call.path}) == 1
    assert len({call.json["id"] for call in calls.calls if "json" in call.path}) == 1
