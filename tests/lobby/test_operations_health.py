"""What do probes, scrapes and logs tell whoever hosts the site? And do they tell nothing more?"""

import asyncio
import json
import logging
import os
import re
import shutil
import socket
import threading
import urllib.request
from datetime import timedelta
from pathlib import Path
from unittest.mock import MagicMock

import psycopg
import pytest
import uvloop
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone
from prometheus_client import REGISTRY, CollectorRegistry
from prometheus_client.metrics import MetricWrapperBase
from pythonjsonlogger.json import JsonFormatter

from lobby.matches.models import Heartbeat, Match
from lobby.operations import exposition, health
from lobby.operations.logs import PlacesFilter
from lobby.platform.process import database, metrics, threads
from lobby.play import referee, services, timer

pytestmark = [pytest.mark.django_db(transaction=True)]
ALIVE, READY = "/healthz", "/readyz"


def figure(name, **labels):
    return REGISTRY.get_sample_value(name, labels) or 0.0


@pytest.fixture
def watched():
    Heartbeat.objects.create(pk=1, alive_at=timezone.now())


def test_a_process_that_answers_is_alive_whatever_host_the_probe_names(settings):
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["fogbound.example"], True
    answer = Client().get(ALIVE, headers={"host": "10.0.0.7:8000"})
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert answer.headers["Cache-Control"] == "no-store"
    assert not answer.cookies


@pytest.mark.postgres
def test_it_is_ready_when_the_database_and_a_referee_are_there(watched):
    answer = Client().get(READY)
    assert (answer.status_code, answer.json()) == (
        200,
        {
            "ready": True,
            "parts": {
                "database": True,
                "migrations": True,
                "referee": True,
                "serving": True,
                "disk": True,
                "places": True,
            },
        },
    )


def test_it_is_not_ready_without_a_referee(watched):
    Heartbeat.objects.update(alive_at=timezone.now() - timedelta(minutes=1))
    answer = Client().get(READY)
    assert answer.status_code == 503
    assert answer.json()["parts"] == {
        "database": True,
        "migrations": True,
        "referee": False,
        "serving": True,
        "disk": True,
        "places": True,
    }


def test_it_is_not_ready_while_its_disk_is_full(watched, monkeypatch):
    room = shutil.disk_usage("/")._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: room)
    answer = Client().get(READY)
    assert (answer.status_code, answer.json()["parts"]["disk"]) == (503, False)


SERVERS = ("fogbound_database", "fogbound_redis")
"""What figures of PostgreSQL and Redis begin with."""
ON_POSTGRES = pytest.mark.skipif(connection.vendor != "postgresql", reason="the disk of SQLite is that of the data")


@pytest.mark.postgres
def test_it_is_not_ready_while_the_disk_of_the_database_is_full(watched, monkeypatch):
    monkeypatch.setattr(health, "has_database_room", lambda: False)
    answer = Client().get(READY)
    assert (answer.status_code, answer.json()["parts"]["disk"], answer.json()["parts"]["database"]) == (
        503,
        False,
        True,
    )


@ON_POSTGRES
@pytest.mark.postgres
def test_whether_the_database_has_room_is_told_by_a_file_that_it_writes():
    assert health.has_database_room()
    with connection.cursor() as cursor:
        cursor.execute("SET temp_file_limit = '100kB'")
        try:
            with pytest.raises(OperationalError, match="temp_file_limit"):
                health.has_database_room()
        finally:
            cursor.execute("RESET temp_file_limit")


@ON_POSTGRES
@pytest.mark.postgres
def test_a_full_disk_is_told_from_other_errors(caplog):
    def fail_with(error):
        def fail(execute, sql, *rest):
            if "generate_series" in sql:
                raise OperationalError(str(error)) from error
            return execute(sql, *rest)

        return connection.execute_wrapper(fail)

    with fail_with(psycopg.errors.DiskFull("No space left on device")):
        assert health.has_database_room() is False
    assert "the disk of the database is full" in caplog.text
    with fail_with(psycopg.errors.AdminShutdown("terminating")), pytest.raises(OperationalError):
        health.has_database_room()


def test_it_is_not_ready_before_its_tables_are(watched, monkeypatch):
    monkeypatch.setattr(health, "_migrated", False)
    applied = MigrationRecorder(connection)
    (newest,) = MigrationLoader(connection).graph.leaf_nodes("lobby")
    applied.record_unapplied(*newest)
    try:
        answer = Client().get(READY)
        assert (answer.status_code, answer.json()["parts"]["migrations"]) == (503, False)
    finally:
        applied.record_applied(*newest)


def test_that_a_probe_was_told_no_is_no_line_of_the_log(watched, caplog):
    Heartbeat.objects.update(alive_at=timezone.now() - timedelta(minutes=1))
    assert Client().get(READY).status_code == 503
    assert [record for record in caplog.records if record.name == "django.request"] == []
    assert Client().get("/nothing/").status_code == 404
    assert [record.name for record in caplog.records] == ["django.request"]


def test_a_database_that_says_nothing_is_given_up(watched, monkeypatch):
    go_on = threading.Event()
    monkeypatch.setattr(health, "DATABASE_SECONDS", 0.05)
    monkeypatch.setattr(health, "is_migrated", lambda: go_on.wait(20))
    try:
        for _ in range(2):
            answer = Client().get(READY)
            assert (answer.status_code, answer.json()["parts"]["database"]) == (503, False)
    finally:
        go_on.set()
        threads.PROBE.submit(database.close_connection).result()


@pytest.mark.parametrize("fault", [DatabaseError, InterfaceError])
def test_a_database_that_is_away_is_named_and_its_error_is_not(monkeypatch, caplog, fault):
    def away():
        raise fault("password of fogbound at 10.0.0.3 refused")

    monkeypatch.setattr(health, "is_migrated", away)
    answer = Client().get(READY)
    assert (answer.status_code, answer.json()["ready"]) == (503, False)
    assert b"10.0.0.3" not in answer.content
    assert "10.0.0.3" in caplog.text


@pytest.mark.postgres
async def test_orders_and_steps_are_counted(make_match, alice, bob):
    match = make_match()
    before = {
        "orders": figure("fogbound_orders_total", by="person", result="stored"),
        "late": figure("fogbound_orders_total", by="person", result="wrong_step"),
        "steps": figure("fogbound_steps_total", game="toy"),
        "resolved": figure("fogbound_resolve_seconds_count", game="toy"),
    }
    for person in (alice, bob):
        await services.submit_orders(user_id=person.pk, match_id=match.pk, step=0, orders={"walk": 1}, ready=True)
    await timer.settle()
    after = {
        "orders": figure("fogbound_orders_total", by="person", result="stored"),
        "late": figure("fogbound_orders_total", by="person", result="wrong_step"),
        "steps": figure("fogbound_steps_total", game="toy"),
        "resolved": figure("fogbound_resolve_seconds_count", game="toy"),
    }
    assert {name: after[name] - before[name] for name in before} == {
        "orders": 2,
        "late": 0,
        "steps": 1,
        "resolved": 1,
    }


def test_every_figure_is_counted_somewhere():
    lobby = Path(metrics.__file__).parents[2]
    counted = {name for path in lobby.rglob("*.py") for name in re.findall(r"\bmetrics\.([A-Z_]+)", path.read_text())}
    assert counted and counted == {name for name, one in vars(metrics).items() if isinstance(one, MetricWrapperBase)}


def test_a_scrape_shows_what_the_database_knows_and_names_no_match(make_match):
    match, late = make_match(), make_match()
    Match.objects.filter(pk=late.pk).update(due_at=timezone.now() - timedelta(minutes=1))
    shown = {
        (sample.name, sample.labels.get("game"), sample.labels.get("status")): sample.value
        for family in exposition.SiteCollector().collect()
        for sample in family.samples
        if not family.name.startswith(SERVERS)
    }
    assert 60 <= shown.pop(("fogbound_overdue_seconds", None, None)) < 300
    assert abs(shown.pop(("fogbound_clock_seconds", None, None))) < 5, "the database is on this machine"
    assert shown == {
        ("fogbound_matches", "toy", "running"): 2,
        ("fogbound_overdue_deadlines", None, None): 1,
        ("fogbound_outbox", None, None): 0,
        ("fogbound_outbox_seconds", None, None): 0,
    }
    assert match.pk not in str(shown)


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_scrape_shows_how_the_servers_are():
    told = {
        (sample.name, sample.labels.get("state")): sample.value
        for family in exposition.SiteCollector().collect()
        for sample in family.samples
        if family.name.startswith(SERVERS)
    }
    if connection.vendor != "postgresql":
        assert told == {}
        return
    assert told["fogbound_database_connections", "active"] >= 1
    assert told["fogbound_database_connections", "most"] >= 20
    assert told["fogbound_database_lock_waits", None] == 0
    assert told["fogbound_database_transaction_seconds", None] >= 0
    assert told["fogbound_redis_up", None] == 1 and 0 <= told["fogbound_redis_seconds", None] <= 1


def test_a_scrape_says_that_redis_is_away(settings, monkeypatch):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(exposition.cache, "get", MagicMock(side_effect=ConnectionError))
    (up, seconds) = list(exposition._of_redis())
    assert up.samples[0].value == 0 and 0 <= seconds.samples[0].value <= 1


def test_answers_are_counted_by_the_route_that_an_address_belongs_to(client, make_match):
    """By the route and not by the address, which would name matches."""
    match = make_match()

    def told():
        return {
            (sample.labels["route"], sample.labels["status"]): sample.value
            for sample in metrics.RESPONSES.collect()[0].samples
            if sample.name.endswith("_total")
        }

    before = told()
    assert client.get(f"/matches/{match.pk}/").status_code == 200
    assert client.get("/matches/nosuchmatc/").status_code == 404
    assert client.get("/no/such/page/").status_code == 404
    grown = {key: value - before.get(key, 0) for key, value in told().items() if value != before.get(key, 0)}
    assert grown == {
        ("matches/<slug:match_id>/", "200"): 1,
        ("matches/<slug:match_id>/", "404"): 1,
        ("", "404"): 1,
    }
    assert match.pk not in str(told())
    assert REGISTRY.get_sample_value("fogbound_response_seconds_count", {"kind": "short"})


def test_a_scrape_tells_of_a_process_whose_threads_are_all_in_use(make_match, monkeypatch):
    make_match()
    go_on = threading.Event()
    held = [threads.SERVICES.submit(go_on.wait, 20) for _ in range(threads.SERVICES_THREADS)]
    try:
        assert {family.name for family in exposition.SiteCollector().collect()} >= {"fogbound_matches"}
        monkeypatch.setattr(exposition, "DATABASE_SECONDS", 0.05)
        monkeypatch.setattr(exposition, "_count", lambda: go_on.wait(20))
        left = {family.name for family in exposition.SiteCollector().collect()}
        assert left <= {"fogbound_redis_up", "fogbound_redis_seconds"}
    finally:
        go_on.set()
        for one in held:
            one.result()
        threads.PROBE.submit(database.close_connection).result()


async def test_a_process_that_will_show_them_asks_no_database_on_its_loop():
    CollectorRegistry(auto_describe=True).register(exposition.SiteCollector())


def test_a_scrape_leaves_no_connection_behind():
    def scrape(times):
        for _ in range(times):
            thread = threading.Thread(target=lambda: list(exposition.SiteCollector().collect()))
            thread.start()
            thread.join()
        return len(os.listdir("/proc/self/fd"))

    assert scrape(10) >= scrape(10)


@pytest.mark.parametrize("make_loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_tasks_and_timers_that_wait_are_counted(make_loop):
    def counted():
        return figure("fogbound_tasks"), figure("fogbound_timers")

    async def wait():
        loop = asyncio.get_running_loop()
        exposition.count_tasks(loop)
        tasks, timers = counted()
        sleeping = [asyncio.create_task(asyncio.sleep(60)) for _ in range(3)]
        called_off = loop.call_later(60, print)
        called_off.cancel()
        await asyncio.sleep(0)
        assert counted() == (tasks + 3, timers + 3)
        for task in sleeping:
            task.cancel()
        await asyncio.wait(sleeping)
        assert counted() == (tasks, timers)

    with asyncio.Runner(loop_factory=make_loop) as runner:
        runner.run(wait())


def test_figures_have_a_port_of_their_own_and_only_when_asked_for(settings, monkeypatch):
    monkeypatch.setattr(exposition, "_serving", False)
    assert settings.METRICS_PORT == 0
    assert exposition.serve(watches_deadlines=False) is False
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        settings.METRICS_PORT = probe.getsockname()[1]
    servers = []
    start = exposition.start_http_server
    monkeypatch.setattr(exposition, "start_http_server", lambda *at: servers.append(start(*at)))
    assert exposition.serve(watches_deadlines=False) and exposition.serve(watches_deadlines=False)
    ((server, thread),) = servers
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{settings.METRICS_PORT}/metrics", timeout=10) as answer:
            text = answer.read().decode()
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
    assert "fogbound_sockets " in text and "fogbound_ack_seconds_bucket" in text
    assert Client().get("/metrics").status_code == 404


def test_a_fault_is_counted_and_its_line_carries_match_and_step(make_match, replace_toy, caplog):
    def fail(*given):
        raise RuntimeError("the engine is broken")

    match = make_match(now=timezone.now() - timedelta(days=1))
    replace_toy(resolve=fail)
    before = figure("fogbound_faults_total")
    with caplog.at_level(logging.ERROR, "fogbound.referee"):
        assert referee.advance_once(match.pk) is None
    assert figure("fogbound_faults_total") == before + 1
    (record,) = [record for record in caplog.records if record.name == "fogbound.referee"]
    assert PlacesFilter().filter(record)
    line = json.loads(JsonFormatter("%(levelname)s %(message)s").format(record))
    assert (line["match"], line["step"]) == (match.pk, 0)
    assert "the engine is broken" in line["exc_info"]


@pytest.mark.parametrize(
    ("text", "arguments", "places"),
    [
        ("match %s: its position", ["a7"], {"match": "a7"}),
        ("%s of user %s in match %s, step %s", ["Orders", 7, "a7", None], {"match": "a7", "step": None}),
        ("no referee for %.1f s; %s matches", [2.5, 3], {}),
        ("100 %% of match %s", ["b8"], {"match": "b8"}),
        ("nothing to fill", [], {}),
    ],
)
def test_lines_that_name_a_match_or_a_step_carry_them_as_fields(text, arguments, places):
    record = logging.LogRecord("fogbound", logging.INFO, "here", 1, text, tuple(arguments), None)
    assert PlacesFilter().filter(record)
    assert {name: getattr(record, name) for name in ("match", "step") if hasattr(record, name)} == places
