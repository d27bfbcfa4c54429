"""Can one request be followed from the proxy's log to the lines of ours and to the database, without a line that opens a door?"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import AsyncClient

from lobby.accounts.models import User
from lobby.operations.logs import JsonFormatter, LineFormatter, RequestFilter
from lobby.operations.serving import Serving
from lobby.platform.http import access_log
from lobby.platform.process import request_id, threads
from lobby.routing import Reception, later

GIVEN = "3f2a-99.proxy_1"


async def in_request(headers: list[tuple[bytes, bytes]], kind: str = "http") -> tuple[str, str, str]:
    """The id in a request with these headers: in its task, in a thread that works for it, and in a task that is left behind for everybody."""
    found: list[str] = []

    async def tell() -> None:
        found.append(request_id.current())

    async def application(scope, receive, send):
        found.append(request_id.current())
        found.append(await threads.run(threads.SERVICES, request_id.current))
        await asyncio.create_task(tell(), context=request_id.nobody())

    scope = {"type": kind, "path": "/lobby/", "headers": headers, "client": ("192.0.2.1", 1)}
    await Serving(application)(scope, None, None)
    one, other, left = found
    return one, other, left


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.django_db(transaction=True)
async def test_the_proxy_names_a_request_and_threads_that_work_for_it_know_the_name(settings, kind):
    settings.BEHIND_PROXY = True
    assert await in_request([(b"x-request-id", GIVEN.encode())], kind) == (GIVEN, GIVEN, "")
    assert request_id.current() == ""


@pytest.mark.parametrize(
    "headers",
    [
        [],
        [(b"x-request-id", b"short")],
        [(b"x-request-id", b"*/ DROP TABLE lobby_user; /*")],
        [(b"x-request-id", b"a" * 65)],
        [(b"x-request-id", b"forged\nline")],
        [(b"x-request-id", "lantern-\u00e9".encode())],
        [(b"x-request-id", GIVEN.encode() + b"\n")],
    ],
)
@pytest.mark.django_db(transaction=True)
async def test_what_is_no_name_is_replaced_and_each_request_has_another(settings, headers):
    settings.BEHIND_PROXY = True
    names = {(await in_request(headers))[0] for _ in range(3)}
    assert len(names) == 3
    assert all(len(name) == 32 and int(name, 16) >= 0 for name in names)


@pytest.mark.django_db(transaction=True)
async def test_without_a_proxy_nobody_may_choose_the_name(settings):
    settings.BEHIND_PROXY = False
    assert (await in_request([(b"x-request-id", GIVEN.encode())]))[0] != GIVEN


@pytest.fixture
def named() -> Iterator[str]:
    """A request is being worked on here."""
    before = request_id._id.set(GIVEN)
    yield GIVEN
    request_id._id.reset(before)


def record(name: str = "fogbound.play") -> logging.LogRecord:
    one = logging.LogRecord(name, logging.INFO, __file__, 1, "saved %s", ("it",), None)
    assert RequestFilter().filter(one)
    return one


def test_lines_have_the_name_the_release_and_a_time_with_its_zone(named):
    line = LineFormatter("%(asctime)s %(levelname)s %(message)s").format(record())
    assert line.endswith(f"saved it [{GIVEN}]")
    told = json.loads(
        JsonFormatter("%(asctime)s %(message)s", static_fields={"release": "r1"}).format(record()),
    )
    assert (told["request_id"], told["release"]) == (GIVEN, "r1")
    for time in (line.split(" ")[0], told["asctime"]):
        assert len(time) == len("2026-11-29T17:03:12.417+00:00") and time[10] == "T" and time[-6] in "+-"


def test_lines_that_nobody_asked_for_have_no_name():
    assert not hasattr(record(), "request_id")
    assert LineFormatter("%(message)s").format(record()) == "saved it"


@pytest.mark.postgres
@pytest.mark.django_db
def test_postgresql_knows_for_which_request_it_works(named):
    if connection.vendor != "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        assert connection.execute_wrappers == []
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT query FROM pg_stat_activity WHERE pid = pg_backend_pid() AND 'it' = %s", ["it"])
        ((query,),) = cursor.fetchall()
    assert query.startswith(f"/* {GIVEN} */ SELECT query")


# --- A line for each answer


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, "fogbound.access")
    return caplog


def told(lines: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [one for one in lines.records if one.name == "fogbound.access"]


@pytest.mark.django_db(transaction=True)
async def test_an_answer_is_a_line_with_the_route_and_a_digest_of_the_person(lines, alice, make_match):
    client = AsyncClient()
    await client.aforce_login(alice)
    # The first answer makes the session known to this process.
    for _ in range(2):
        assert (await client.get("/account/")).status_code == 200
    line = told(lines)[-1]
    assert (line.method, line.route, line.status, line.person) == ("GET", "/account/", 200, access_log.digest(alice.pk))
    assert alice.name not in line.getMessage() and f" {alice.pk}" not in line.getMessage()
    assert access_log.digest(alice.pk) != access_log.digest(alice.pk + 1)


@pytest.mark.django_db(transaction=True)
async def test_no_line_has_an_address_that_could_be_a_key(lines):
    client = AsyncClient()
    key = "secretkeyofsomebody"
    for address in (
        f"/calendar/{key}.ics",
        f"/accounts/password/reset/key/{key}/",
        f"/no/such/{key}/",
        f"/lobby/?{key}",
    ):
        await client.get(address)
    assert len(told(lines)) == 4
    assert all(key not in f"{one.getMessage()} {vars(one)}" for one in told(lines))


@pytest.mark.django_db(transaction=True)
async def test_health_checks_and_files_have_no_line(lines, settings):
    client = AsyncClient()
    await client.get("/healthz")
    await client.get(f"{settings.STATIC_URL}css/site.css")
    assert told(lines) == []


@pytest.mark.django_db(transaction=True)
async def test_nothing_is_written_unless_the_host_asks_for_it(caplog):
    logging.getLogger("fogbound.access").setLevel(logging.WARNING)
    await AsyncClient().get("/lobby/")
    assert told(caplog) == []


async def test_a_socket_that_ends_is_a_line(lines):
    alice = User(pk=7, name="Alice")

    async def serve(scope, receive, send):
        assert told(lines) == []
        scope.clear()

    async def desk(scope, receive, send):
        await later(serve)({**scope, "user": alice}, receive, send)

    await Reception(desk)({"type": "websocket", "path": "/ws/play/"}, None, None)
    (line,) = told(lines)
    assert (line.method, line.route, line.person) == ("SOCKET", "/ws/play/", access_log.digest(7))
