"""A site that is killed in the middle of everything: what it acknowledged is there, and the match goes on by itself.

A real server process on a database file of its own, SIGKILL, and the same server again.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.browser.site import Site

pytestmark = [pytest.mark.slow, pytest.mark.long]

KILLS = 3
TABS = 3
"""Connections per seat."""
MESSAGES = 60
"""Orders per connection and life of the server; below the limit of messages per connection."""

SET_UP = """
import json
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.utils import timezone
import games
from games.core.simulate import open_table
from lobby.accounts.models import User
from lobby.play import referee
from lobby.matches.models import Match, Seat

people, cookies = [], []
for name in ("alice", "bob"):
    person = User.objects.create_user(name, name=name)
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.save()
    people.append(person)
    cookies.append(session.session_key)
with transaction.atomic():
    options = open_table(games.get("toy"), {"size": 24, "rounds": 60, "hearts": 9}, 2, "kill")
    match = Match.objects.create(game="toy", options=options, rules_version="1", step_seconds=3600)
    for number, person in enumerate(people):
        Seat.objects.create(match=match, number=number, user=person)
    referee.begin(match, timezone.now())
print(json.dumps({"match": match.pk, "cookies": cookies}))
"""


class Table:
    """A site with one match, and a look into its database from outside."""

    def __init__(self, site: Site) -> None:
        self.site = site
        done = site.manage("shell", "-v0", "-c", SET_UP)
        assert done.returncode == 0, done.stderr
        facts = json.loads(done.stdout.splitlines()[-1])
        self.match, self.cookies = facts["match"], facts["cookies"]

    def connect(self, seat: int) -> connect:
        return connect(
            f"ws://127.0.0.1:{self.site.port}/ws/play/",
            origin=self.site.url,  # type: ignore[arg-type]
            additional_headers={"Cookie": f"sessionid={self.cookies[seat]}"},
        )

    def rows(self, query: str) -> list[Any]:
        with sqlite3.connect(self.site.folder / "fogbound.sqlite3", timeout=20) as database:
            found = database.execute(query).fetchall()
        database.close()
        return found

    def step(self) -> int:
        return self.rows("SELECT step FROM lobby_match")[0][0]

    def stored(self) -> Counter[tuple[int, int, int]]:
        found = self.rows("SELECT seat, orders FROM lobby_orders")
        return Counter(
            (seat, orders["throw"], orders["walk"]) for seat, orders in ((s, json.loads(o)) for s, o in found)
        )

    def message(self, number: int, **fields: Any) -> str:
        return json.dumps({"type": "orders", "match": self.match, "ack": number, **fields})


@pytest.fixture
def table() -> Iterator[Table]:
    if "FOGBOUND_POSTGRES_DB" in os.environ or "FOGBOUND_REDIS_URL" in os.environ:
        pytest.skip("the embedded form is meant")
    site = Site()
    try:
        yield Table(site)
    finally:
        site.close()


async def answer(socket: ClientConnection, number: int) -> dict[str, Any]:
    """The answer to message `number`, whatever else comes before it."""
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 20))
        if message.get("ack") == number:
            return message


async def send_until_killed(table: Table, seat: int, tab: int, acknowledged: Counter[tuple[int, int, int]]) -> None:
    try:
        async with table.connect(seat) as socket:
            for number in range(MESSAGES):
                orders = {"throw": number % 24, "walk": tab - 1}
                await socket.send(table.message(number, step=0, orders=orders))
                assert (await answer(socket, number))["type"] == "ack"
                acknowledged[seat, orders["throw"], orders["walk"]] += 1
    except (ConnectionClosed, OSError):
        return


async def live_and_die(table: Table, acknowledged: Counter[tuple[int, int, int]], after: int) -> None:
    """Orders from all sides, and the kill as soon as `after` more of them have been acknowledged."""
    before = acknowledged.total()
    senders = [
        asyncio.create_task(send_until_killed(table, seat, tab, acknowledged))
        for seat in range(2)
        for tab in range(TABS)
    ]
    while acknowledged.total() < before + after:
        assert not all(sender.done() for sender in senders), table.site.log()
        await asyncio.sleep(0.001)
    await asyncio.to_thread(table.site.kill)
    await asyncio.gather(*senders)


async def end_the_step_and_die(table: Table) -> None:
    """Both are ready; the kill comes with the second ack, before or after the step is resolved."""
    async with table.connect(0) as alice, table.connect(1) as bob:
        for socket in (alice, bob):
            await socket.send(table.message(1, step=0, orders={"throw": 7}, ready=True))
            assert (await answer(socket, 1))["type"] == "ack"
        table.site.kill()


def test_no_acknowledged_order_is_lost_and_the_match_goes_on(table: Table) -> None:
    acknowledged: Counter[tuple[int, int, int]] = Counter()
    for number in range(KILLS):
        table.site.start()
        asyncio.run(live_and_die(table, acknowledged, 20 + 60 * number))
        lost = acknowledged - table.stored()
        assert not lost, f"after kill {number}: {lost} of {acknowledged.total()}"
    assert table.step() == 0
    table.site.start()
    asyncio.run(end_the_step_and_die(table))
    table.site.start()
    patience = time.monotonic() + 10
    while table.step() == 0 and time.monotonic() < patience:
        time.sleep(0.05)
    assert table.step() == 1, table.site.log()
    (played,) = table.rows("SELECT orders FROM lobby_step WHERE number = 1")
    assert {seat: orders["throw"] for seat, orders in json.loads(played[0]).items()} == {"0": 7, "1": 7}
    assert table.rows("SELECT count(*) FROM lobby_step") == [(2,)]
