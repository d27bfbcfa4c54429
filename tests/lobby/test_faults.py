"""What if the site's own servers fail: the disk is full, the database restarts, Redis is gone, somebody sets the clock? Matches wait and go on, and
people are told."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from asgiref.sync import sync_to_async
from django.core.cache.backends.redis import RedisCache
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from prometheus_client import REGISTRY
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError

from lobby.api import errors, limits
from lobby.matches.models import Heartbeat, Match
from lobby.operations import outage
from lobby.pages import lists
from lobby.play import last_seen, presence, referee, resolving, timer, web_heartbeat
from lobby.store import wake
from lobby.tables import queue
from lobby.watch import feed
from lobby.watch.hub import LOOK_SECONDS, Hub
from tests import servers
from tests.browser.site import Site
from tests.lobby.test_kill import Table, answer

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
IS_APART = "FOGBOUND_POSTGRES_DB" in os.environ
PAGE = 4096
"""Bytes of a page of SQLite. In its log a page has a head besides."""


# --- The disk is full


@pytest.fixture
def table() -> Iterator[Table]:
    if IS_APART:
        pytest.skip("the embedded form is meant")
    site = Site()
    try:
        yield Table(site)
    finally:
        site.close()


async def play_on_a_full_disk(table: Table) -> list[str]:
    """What becomes of the same orders before, while and after the server may write nothing but the first page of a file.

    Less than a file has would not do: a log that has been checkpointed is written again from its beginning.
    """
    found = []
    async with table.connect(0) as socket:
        await socket.send(json.dumps({"type": "watch", "match": table.match, "ack": 90}))
        assert (await answer(socket, 90))["type"] == "ack"
        for number, limit in enumerate((None, PAGE, None)):
            table.site.limit_files(limit)
            await socket.send(table.message(number, step=0, orders={"throw": number}, ready=True))
            said = await answer(socket, number)
            found.append(said.get("code", said["type"]))
        # Whoever reads only is served meanwhile; the line has stayed the same all the time.
        async with table.connect(1) as other:
            await other.send(table.message(7, step=0, orders={"throw": 5}, ready=True))
            found.append((await answer(other, 7))["type"])
    return found


def test_a_full_disk_refuses_orders_in_words_and_the_match_goes_on(table: Table) -> None:
    table.site.start()
    assert asyncio.run(play_on_a_full_disk(table)) == ["ack", "unavailable", "ack", "ack"]
    patience = time.monotonic() + 10
    while table.step() == 0 and time.monotonic() < patience:
        time.sleep(0.05)
    assert table.step() == 1, table.site.log()
    (played,) = table.rows("SELECT orders FROM lobby_step WHERE number = 1")
    assert {seat: orders["throw"] for seat, orders in json.loads(played[0]).items()} == {"0": 2, "1": 5}


# --- The database is away


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.django_db
def test_a_page_says_that_one_waits_a_moment(monkeypatch, language):
    def away(*args, **kwargs):
        raise OperationalError("connection refused at 10.0.0.3")

    monkeypatch.setattr(lists, "open_tables", away)
    client = Client(raise_request_exception=False, headers={"accept-language": language})
    page = client.get("/lobby/")
    assert (page.status_code, page.headers["Retry-After"]) == (503, "5")
    assert b"10.0.0.3" not in page.content and f'<html lang="{language}"'.encode() in page.content


@pytest.mark.django_db
def test_a_program_is_told_in_its_own_form(monkeypatch):
    def away(*args, **kwargs):
        raise OperationalError("connection refused at 10.0.0.3")

    monkeypatch.setattr(lists, "public", away)
    answer = Client(raise_request_exception=False).get("/api/matches/")
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert b"10.0.0.3" not in answer.content


@pytest.mark.django_db
def test_what_is_broken_is_still_called_broken(monkeypatch):
    monkeypatch.setattr(lists, "open_tables", lambda *args, **kwargs: 1 / 0)
    assert Client(raise_request_exception=False).get("/lobby/").status_code == 500


# --- Redis is away


class Away:
    """A cache that does not answer."""

    def __init__(self):
        self.asked = 0

    def __getattr__(self, name):
        def refuse(*args, **kwargs):
            self.asked += 1
            raise RedisConnectionError("connection refused at 10.0.0.3")

        return refuse


@pytest.fixture
def no_redis(monkeypatch):
    cache = Away()
    for module in (presence, outage):
        monkeypatch.setattr(module, "REDIS_FAULTS", (RedisError,))
    for module in (presence, last_seen):
        monkeypatch.setattr(module, "cache", cache)
    monkeypatch.setattr(presence, "_rests_until", None)
    return cache


@pytest.mark.django_db(transaction=True)
def test_while_the_cache_is_away_everybody_counts_as_there(no_redis, make_match, alice, bob):
    match = make_match([alice, bob])
    presence.beat({match.pk: [alice.pk]})
    last_seen.note({match.pk: [alice.pk]})
    last_seen.note_leaving(match.pk, bob.pk)
    assert presence.online(match.pk, [alice.pk, bob.pk]) == {alice.pk, bob.pk}
    assert presence.online_in({match.pk: [bob.pk], "another": []}) == {match.pk: {bob.pk}, "another": frozenset()}


@pytest.mark.django_db(transaction=True)
def test_a_reading_waits_once_for_a_cache_that_is_away(no_redis, make_match, alice, bob):
    match = make_match([alice, bob])
    askers = [feed.Asker(person.pk, None, feed.Cursor()) for person in (alice, bob)]
    for _ in range(3):
        reading = feed.read({match.pk: askers})[match.pk]
        assert reading.snapshot is not None
        assert reading.snapshot.online == {alice.pk, bob.pk}
    last_seen.note({match.pk: [alice.pk], "another": [bob.pk]})
    assert no_redis.asked == 1


def test_a_cache_that_is_back_is_found_out_by_one(no_redis, monkeypatch):
    monkeypatch.setattr(presence, "REST_SECONDS", 0)
    presence.beat({"match1": [1]})
    monkeypatch.setattr(presence, "REST_SECONDS", 60)

    def answer():
        assert presence.ask(Away().get, otherwise="rests", what="nothing") == "rests"
        return "back"

    assert presence.ask(answer, otherwise="away", what="nothing") == "back"
    assert presence.ask(lambda: "still there", otherwise="away", what="nothing") == "still there"


def test_the_answer_of_a_slow_cache_is_taken_and_it_rests(no_redis, monkeypatch):
    monkeypatch.setattr(presence, "SLOW_SECONDS", -1)
    assert presence.ask(lambda: "late", otherwise="away", what="nothing") == "late"
    assert presence.ask(lambda: "later still", otherwise="rests", what="nothing") == "rests"


@pytest.fixture
def frozen_redis():
    """The address of a server that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"


def test_a_frozen_redis_is_waited_for_once_and_not_for_long(no_redis, frozen_redis, settings, monkeypatch, caplog):
    monkeypatch.setattr(presence, "cache", RedisCache(frozen_redis, {"OPTIONS": settings.REDIS_PATIENCE}))
    assert set(settings.REDIS_PATIENCE.values()) == {1}, "seconds; the client by itself waits for 5"
    presence.beat({"match1": [1]})
    assert presence.online_in({"match1": [1, 2]}) == {"match1": {1, 2}}
    presence.leave("match1", 1)
    assert len(caplog.records) == 1, "whoever comes after the first does not ask it"


@pytest.mark.django_db
def test_a_page_that_needs_redis_says_that_one_waits_a_moment(no_redis, monkeypatch):
    monkeypatch.setattr(lists, "open_tables", Away().get)
    page = Client(raise_request_exception=False).get("/lobby/")
    assert (page.status_code, page.headers["Retry-After"]) == (503, "5")


@pytest.mark.django_db
def test_the_rest_api_says_so_too_where_it_cannot_count(no_redis, monkeypatch):
    monkeypatch.setattr(errors, "REDIS_FAULTS", (RedisError,))
    monkeypatch.setattr(limits.RequestLimit, "cache", no_redis)
    answer = Client().get("/api/games/")
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert no_redis.asked


class Listener:
    """A connection that keeps the steps it has been shown."""

    def __init__(self, user_id: int) -> None:
        self.user_id = user_id
        self.steps: list[int] = []
        self.goes_on = asyncio.Event()

    def send(self, message: bytes) -> None:
        told = json.loads(message)
        if told["type"] == "frame":
            self.steps.append(told["step"])
            if told["step"]:
                self.goes_on.set()


@pytest.mark.django_db(transaction=True)
async def test_what_is_resolved_before_a_new_process_listens_is_told_soon(monkeypatch, make_match, order, alice):
    async def deaf(*args, **kwargs):
        await asyncio.Event().wait()

    monkeypatch.setattr(wake, "listen", deaf)
    match = await sync_to_async(make_match)()
    here, listener = Hub(), Listener(alice.pk)
    here.join(listener)
    await here.watch(listener, match.pk, None, None)
    for seat in (0, 1):
        await sync_to_async(order)(match, seat)
    assert await sync_to_async(referee.advance_once)(match.pk) == 1
    with suppress(TimeoutError):
        await asyncio.wait_for(listener.goes_on.wait(), LOOK_SECONDS / 2)
    for task in here._tasks:
        task.cancel()
    await asyncio.gather(*here._tasks, return_exceptions=True)
    assert listener.steps == [0, 1]


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.skipif(IS_APART, reason="brings servers of its own")
def test_redis_gone_for_twenty_seconds_and_a_database_that_restarts_cost_nobody_a_step():
    with ExitStack() as stack:
        database = stack.enter_context(servers.postgres(durable=True))
        layer = ExitStack()
        redis = layer.enter_context(servers.redis())
        port = int(redis["FOGBOUND_REDIS_URL"].rsplit(":", 1)[1].split("/")[0])
        stack.push(lambda *error: layer.close())
        playing = subprocess.Popen(
            [
                *(sys.executable, "manage.py", "loadtest", "--json", "--game=toy", "--options={\"rounds\": 60, \"hearts\": 9}"),
                *("--web=2", "--referees=2", "--matches=10", "--spectators=1", "--think=0.5", "--seconds=90", "--forked"),
            ],
            cwd=ROOT, env={**os.environ, **database, **redis, "FOGBOUND_EXTRA_GAMES": "toy=tests.games.toy"},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        time.sleep(40)  # until it plays
        layer.close()
        time.sleep(20)
        layer.enter_context(servers.redis(port))
        time.sleep(8)
        crash(database)
        out, err = playing.communicate(timeout=200)
    assert out, err
    found = json.loads(out)
    sys.stdout.write(json.dumps(found, indent=1))
    assert (found["errors"], playing.returncode) == ({}, 0), err
    assert found["steps"] > 100


def crash(database: dict[str, str]) -> None:
    """Have one of the server's processes die: the others end theirs too, and the server begins anew with what is on disk."""
    line = psycopg.connect(
        host="127.0.0.1", port=database["FOGBOUND_POSTGRES_PORT"], user="fogbound", dbname="postgres"
    )
    (pid,) = line.execute("SELECT pg_backend_pid()").fetchone()
    os.kill(pid, 9)
    with suppress(psycopg.OperationalError):
        line.close()


# --- Somebody sets the clock


class Clock:
    """What `timezone.now` says, with an hour added or taken away on demand."""

    def __init__(self) -> None:
        self.ahead = timedelta(0)
        self._now = timezone.now

    def now(self):
        return self._now() + self.ahead


async def test_a_clock_that_is_set_forth_and_back_makes_nobody_late_and_nothing_early(make_match, monkeypatch):
    clock = Clock()
    match = make_match(step_seconds=60)
    monkeypatch.setattr(timer.timezone, "now", clock.now)
    monkeypatch.setattr(timer, "POLL", timedelta(milliseconds=20))
    watching = asyncio.create_task(timer.run())
    await asyncio.sleep(0.5)
    ends = (await Match.objects.aget(pk=match.pk)).deadline
    noticed = REGISTRY.get_sample_value("fogbound_clock_set_total")
    for ahead in (timedelta(hours=1), timedelta(0), timedelta(hours=2)):
        clock.ahead = ahead
        await asyncio.sleep(0.5)
        now = await Match.objects.aget(pk=match.pk)
        assert now.step == 0, f"late {ahead} ahead"
        assert now.deadline > clock.now(), "there is time left to answer"
    assert REGISTRY.get_sample_value("fogbound_clock_set_total") == noticed + 3
    # Each jump forward may have been a time without referees, and gives its own; what it gave is not taken back.
    assert now.deadline - ends < timedelta(hours=3, seconds=10)
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    await timer.settle()
    assert (await Heartbeat.objects.aget(pk=1)).alive_at <= clock.now()


async def test_a_jump_of_the_clock_is_not_forgotten_while_no_web_process_seems_to_serve(
    make_match, monkeypatch, settings
):
    settings.EMBEDDED = False
    clock = Clock()
    match = make_match(step_seconds=60)
    monkeypatch.setattr(timer.timezone, "now", clock.now)
    monkeypatch.setattr(timer, "POLL", timedelta(milliseconds=20))
    asked: asyncio.Queue[bool] = asyncio.Queue()
    is_cut_off = web_heartbeat.is_cut_off

    def ask(now):
        answer = is_cut_off(now)
        loop.call_soon_threadsafe(asked.put_nowait, answer)
        return answer

    loop = asyncio.get_running_loop()
    monkeypatch.setattr(web_heartbeat, "is_cut_off", ask)
    looked = asyncio.Event()
    monkeypatch.setattr(queue, "pair", lambda now: loop.call_soon_threadsafe(looked.set))
    # In the ways that ask the clock anew for each step.
    monkeypatch.setattr(resolving, "is_quick", lambda match_id: True)
    await asyncio.to_thread(web_heartbeat.note, clock.now())
    watching = asyncio.create_task(timer.run())
    assert not await asked.get()
    await looked.wait()
    # By the clock that was set, the last word of the web process is an hour old.
    clock.ahead = timedelta(hours=1)
    while not await asked.get():
        pass
    assert await asked.get()
    assert (await Match.objects.aget(pk=match.pk)).step == 0, "nobody could answer in that hour"
    await asyncio.to_thread(web_heartbeat.note, clock.now())
    while await asked.get():
        pass
    for _ in range(2):
        looked.clear()
        await looked.wait()
    now = await Match.objects.aget(pk=match.pk)
    assert (now.step, now.deadline > clock.now()) == (0, True)
    watching.cancel()
    await asyncio.gather(watching, return_exceptions=True)
    await timer.settle()


def test_a_match_whose_clock_was_set_back_goes_on_as_soon_as_all_are_ready(make_match, order):
    match = make_match()
    earlier = timezone.now() - timedelta(hours=1)
    order(match, 0, at=earlier), order(match, 1, at=earlier)
    assert referee.advance_once(match.pk, lambda: earlier) == 1
