"""Does the status page say in words what works, to everybody the same, and stand while the database or Redis is away?"""

from __future__ import annotations

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client
from django.urls import resolve
from django.utils import timezone
from redis.exceptions import ConnectionError as RedisConnectionError

from lobby.matches.models import Heartbeat
from lobby.operations import health, maintenance, status
from lobby.operations.logs import STATUS
from tests.lobby.test_accounts_people import signed_in

pytestmark = pytest.mark.django_db(transaction=True)

ALL_WELL = {"database": True, "migrations": True, "referee": True, "serving": True, "disk": True}


@pytest.fixture(autouse=True)
def nothing_remembered(transactional_db):
    status.forget()
    maintenance.forget()
    Heartbeat.objects.create(pk=1, alive_at=timezone.now())
    yield
    status.forget()
    maintenance.forget()


@pytest.fixture
def found(monkeypatch):
    """What the health checks find; the test changes it."""
    parts = dict(ALL_WELL)
    monkeypatch.setattr(health, "parts", lambda: dict(parts))
    return parts


def words(language="en", client=None) -> str:
    answer = (client or Client()).get("/status/", headers={"accept-language": language})
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode().split("<main")[1]))


def test_all_works():
    said = words()
    assert "Everything works." in said and "None is announced." in said
    assert "一切正常" in words("zh-hans")
    assert 'href="/status/"' in Client().get("/lobby/").content.decode().split("<footer")[1]


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("database", "cannot reach what it has stored"),
        ("migrations", "cannot reach what it has stored"),
        ("disk", "Cannot be stored at the moment"),
        ("referee", "Are not watched at the moment"),
    ],
)
def test_each_part_that_is_missing_is_told(found, part, said):
    assert said not in words()
    found[part] = False
    status.forget()
    assert said in words() and "Everything works." not in words()


def test_without_redis_news_are_late(monkeypatch):
    def away(*args, **kwargs):
        raise RedisConnectionError("10.0.0.7:6379 refused")

    monkeypatch.setattr(cache, "get", away)
    monkeypatch.setattr(status, "AWAY", (RedisConnectionError,))
    said = words()
    assert "A part of it does not work" in said and "a few seconds late" in said
    assert "10.0.0.7" not in said and "redis" not in said.lower()


def test_whoever_is_logged_in_reads_it_while_the_database_is_away(alice, monkeypatch, django_assert_num_queries):
    client = signed_in(alice)
    announce = maintenance.announce(at=timezone.now() + timedelta(minutes=5), texts={"en": "A new disk."})
    assert "A new disk." in words(client=client) and announce.at is not None

    def away():
        raise OperationalError("server at 10.0.0.5 refused")

    monkeypatch.setattr(health, "_ask_database", away)
    status.forget()
    with django_assert_num_queries(0):
        said = words(client=client)
    assert "cannot reach what it has stored" in said
    assert "A new disk." in said, "what was announced is why it is away"
    assert "10.0.0.5" not in said


def test_it_is_the_same_for_everybody_and_may_be_kept_by_caches(alice, dana):
    answers = [client.get("/status/") for client in (Client(), signed_in(alice), signed_in(dana))]
    # Apart from its time: a busy machine looks again meanwhile.
    assert len({re.sub(rb"As of \S+ \S+", b"", answer.content) for answer in answers}) == 1
    for answer in answers:
        assert answer.headers["Cache-Control"] == "public, max-age=5"
        assert not answer.cookies
        assert {"Accept-Language", "Cookie"} <= set(answer.headers["Vary"].split(", "))


def test_it_tells_neither_matches_nor_versions_nor_servers(make_match):
    match = make_match()
    quiet = words()
    status.forget()
    make_match()
    said = words()
    assert match.pk not in said
    assert re.sub(r"As of \S+ \S+", "", said) == re.sub(r"As of \S+ \S+", "", quiet)
    # The time is all that has digits.
    assert not re.search(r"\d", re.sub(r"As of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", "", said.split(">", 1)[1]))


def test_a_crowd_has_the_process_look_once(found, monkeypatch, django_assert_num_queries):
    looks, go_on = [], threading.Event()

    def parts():
        looks.append(1)
        go_on.wait(20)
        return dict(ALL_WELL)

    monkeypatch.setattr(health, "parts", parts)
    # However slow the machine is, what was found is fresh.
    monkeypatch.setattr(status, "FRESH_SECONDS", 1000)
    with ThreadPoolExecutor(8) as crowd:
        reading = [crowd.submit(status.current) for _ in range(8)]
        go_on.set()
        assert len({id(one.result(20)) for one in reading}) == 1
    assert len(looks) == 1
    with django_assert_num_queries(0):
        for _ in range(50):
            words()
    assert len(looks) == 1


def test_while_one_looks_others_read_what_was_found_before_unless_it_is_old(monkeypatch):
    before = status.current()
    age = [status.FRESH_SECONDS + 1]
    monkeypatch.setattr(status, "_age", lambda found: age[0] if found is before else 0)
    with status._looking:
        assert status.current() is before
        age[0] = status.STALE_SECONDS + 1
        with ThreadPoolExecutor(1) as pool:
            waits = pool.submit(status.current)
            assert not waits.done()
            status._looking.release()
            after = waits.result(20)
            status._looking.acquire()
    assert after is not before and status.current() is after


def test_its_address_is_the_one_that_has_places_of_its_own():
    assert resolve(STATUS).func is status.page


def test_no_word_of_the_page_is_without_chinese():
    texts = re.findall(r'translate "([^"]+)"', Path("templates/operations/status.html").read_text())
    chinese = words("zh-hans")
    assert texts and not [text for text in texts if text in chinese]
