"""What do lines of the log leave out, and can somebody forge one?"""

import io
import json
import logging
import logging.config
import sys
from collections.abc import Iterator
from typing import ClassVar

import pytest
from django.conf import settings as site
from django.core.cache import cache
from django.core.exceptions import (
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousFileOperation,
    SuspiciousOperation,
    TooManyFieldsSent,
)
from django.db import IntegrityError
from django.test import Client

from lobby.accounts.models import User
from lobby.operations import logs
from lobby.operations.logs import LONGEST, MOST_LINES, HostsFilter, JsonFormatter, LineFormatter

STORM = logging.getLogger("fogbound.test_storm")
ROW = "Failing row contains (7, the spy)."


@pytest.mark.parametrize("form", [LineFormatter, JsonFormatter])
def test_a_fault_of_the_database_shows_no_row_whatever_the_line_is_about(form):
    try:
        raise IntegrityError(f"a rule of the table is broken\nDETAIL:  {ROW}")
    except IntegrityError:
        record = logging.LogRecord("fogbound", logging.ERROR, "", 0, "the queue failed", None, sys.exc_info())
    line = form("%(message)s").format(record)
    assert "the queue failed" in line
    assert "IntegrityError: a rule of the table is broken" in line and "test_operations_logs.py" in line
    assert ROW not in line
    assert ROW in LineFormatter().formatException(record.exc_info), "the record itself is as it was"


def test_who_asks_for_a_host_that_is_not_ours_gets_a_line_and_no_more(client, settings):
    settings.ALLOWED_HOSTS = ["fogbound.example"]
    lines: list[logging.LogRecord] = []
    handler = logging.Handler()
    handler.emit = lines.append  # type: ignore[method-assign]
    root = logging.getLogger("django")
    root.addHandler(handler)
    try:
        assert client.get("/", headers={"host": "elsewhere.example"}).status_code == 400
    finally:
        root.removeHandler(handler)
    [line] = [line for line in lines if line.name == "django.security.DisallowedHost"]
    assert (line.levelname, line.exc_info) == ("WARNING", None)
    assert "elsewhere.example" in line.getMessage()
    assert any(isinstance(each, HostsFilter) for each in logging.getLogger(line.name).filters)


# --- Refusals


@pytest.fixture
def log(transactional_db: None) -> Iterator[io.StringIO]:
    """What the site's own handler writes, with its filters and its formatter."""
    cache.clear()
    (handler,) = [
        one for one in logging.getLogger().handlers if isinstance(getattr(one, "formatter", None), LineFormatter)
    ]
    written = io.StringIO()
    before = handler.setStream(written)  # type: ignore[attr-defined]
    yield written
    handler.setStream(before)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (PermissionDenied("not for you"), 403),
        (SuspiciousOperation("odd"), 400),
        (SuspiciousFileOperation("odd\n2026-01-01 00:00:00,000 INFO fogbound all is well"), 400),
        (TooManyFieldsSent("many"), 400),
        (RequestDataTooBig("large"), 400),
    ],
)
@pytest.mark.parametrize("path", ["/lobby/", "/api/games/"])
def test_a_refused_request_is_one_line(log, monkeypatch, error, status, path):
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise error

    monkeypatch.setattr("lobby.pages.lobby_pages.lists.lobby", refuse, raising=False)
    monkeypatch.setattr("django.contrib.sessions.backends.base.SessionBase.get", refuse)
    monkeypatch.setattr("games.all_games", refuse)
    client = Client(raise_request_exception=False)
    assert client.get(path).status_code in {status, 413}
    assert len(log.getvalue().splitlines()) == 1, log.getvalue()
    assert "Traceback" not in log.getvalue()


def test_what_nobody_may_do_is_one_line(log, alice):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    answers = [
        client.post("/guest/", {"name": "x"}),  # without the form's token
        client.get("/admin/lobby/user/"),
        client.get("/staff/matches/"),
        client.post("/api/queue/", {}, content_type="application/json"),
    ]
    assert {answer.status_code for answer in answers} <= {302, 403}
    refused = [answer for answer in answers if answer.status_code == 403]
    assert len(refused) >= 3
    assert len(log.getvalue().splitlines()) == len(refused), log.getvalue()


# --- Forged lines

FORGED = "2026-11-27 10:00:00,000 INFO fogbound all is well"
HOSTILE = [
    f"x\n{FORGED}",
    f"x\r\n{FORGED}",
    f"x\r{FORGED}",
    f"x\x0b{FORGED}\x0c\x1c\x1d\x1e\x85\u2028\u2029{FORGED}",
    "\x1b[2J\x1b]0;title\x07\x9b31m\x08\x7f",
    "\u202egnp.exe\u2066\u200b\ufeff",
    "\ud800 alone",
    "\x00",
]


def lines_of(
    form: type[logging.Formatter], message: str, *args: object, error: BaseException | None = None
) -> list[str]:
    record = logging.LogRecord(
        "fogbound", logging.WARNING, "", 0, message, args, (type(error), error, error.__traceback__) if error else None
    )
    text = form("%(asctime)s %(levelname)s %(name)s %(message)s").format(record)
    assert all(one.isprintable() for line in text.split("\n") for one in line), text
    return text.split("\n")


@pytest.mark.parametrize("form", [LineFormatter, JsonFormatter])
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_what_a_line_quotes_cannot_end_it(form, text):
    for message, args in (("a worker died: %s", (text,)), (text, ()), ("%s %r", (ValueError(text), text))):
        (line,) = lines_of(form, message, *args)
        assert "2026-11-27 10:00:00,000 INFO" not in line.splitlines()[1:]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_the_message_of_an_exception_cannot_look_like_a_line(text):
    try:
        raise ValueError(text)
    except ValueError as error:
        first, *rest = lines_of(LineFormatter, "it failed", error=error)
    assert first.endswith("it failed") and len(rest) >= 3
    assert all(line.startswith("  ") for line in rest)


@pytest.mark.parametrize("form", [LineFormatter, JsonFormatter])
def test_a_line_has_an_end(form):
    (line,) = lines_of(form, "said %s", "x" * 10**6)
    assert len(line) < 2 * LONGEST
    try:
        raise ValueError("\n" * 10**5 + "x" * 10**6)
    except ValueError as error:
        assert len(lines_of(form, "it failed", error=error)) <= MOST_LINES + 1


def test_a_name_a_path_and_an_address_are_written_as_they_are():
    text = "lobby/play.py: 名字 Zoë said C:\\n 100 % «ok»"
    assert lines_of(LineFormatter, "%s", text)[0].endswith(text)


def test_a_json_line_is_one_object(alice: User):
    assert json.loads(lines_of(JsonFormatter, "from %s", f"x\n{FORGED}")[0])["message"] == f"from x\n{FORGED}"
    assert isinstance(logging.getLogger().handlers[0], logging.Handler) and "refusals" in site.LOGGING["filters"]


# --- Storms


@pytest.fixture
def written(monkeypatch) -> Iterator[list[str]]:
    """Lines that the filter has let pass; the clock stands still, and who waits for its end is asked by hand."""
    lines: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())
    handler.addFilter(logs.StormsFilter())
    own = (STORM, logs.log)
    for logger in own:
        logger.addHandler(handler)
        # The site's own handler has such a filter too.
        monkeypatch.setattr(logger, "propagate", False)
    monkeypatch.setattr(logs.time, "monotonic", lambda: clock[0])
    clock[0] = 100.0
    Waiting.found.clear()
    monkeypatch.setattr(logs.threading, "Timer", Waiting)
    yield lines
    for logger in own:
        logger.removeHandler(handler)


clock = [100.0]


class Waiting:
    found: ClassVar[list["Waiting"]] = []

    def __init__(self, seconds, call, args):
        self.seconds, self.call, self.args, self.daemon = seconds, call, args, False

    def start(self):
        self.found.append(self)

    def end(self):
        self.call(*self.args)


def disk_full(number: int) -> None:
    for _ in range(number):
        STORM.error("the disk is full")


def test_a_storm_of_one_error_is_a_few_lines_and_a_count(written):
    for number in range(1600):
        if number == 3:
            STORM.error("something else")
        disk_full(1)
    STORM.info("as ever")
    assert written.count("the disk is full") == logs.STORM_LINES
    assert written.count("something else") == written.count("as ever") == 1
    (end,) = Waiting.found
    assert end.daemon and end.seconds == logs.STORM_SECONDS
    end.end()
    assert written[-1] == f"{1600 - logs.STORM_LINES} more within 10.0 s: 'the disk is full' "
    disk_full(1)
    assert written[-1] == "the disk is full"


def test_a_few_errors_are_all_told_and_a_count_without_a_thread_comes_with_the_next(written, monkeypatch):
    disk_full(logs.STORM_LINES)
    assert Waiting.found == []
    clock[0] += logs.STORM_SECONDS
    monkeypatch.setattr(Waiting, "start", refuse)
    disk_full(logs.STORM_LINES + 2)
    assert written == ["the disk is full"] * 2 * logs.STORM_LINES
    clock[0] += logs.STORM_SECONDS
    disk_full(1)
    assert written[-2:] == ["2 more within 10.0 s: 'the disk is full' ", "the disk is full"]


def refuse(self):
    raise RuntimeError("can't start new thread")
