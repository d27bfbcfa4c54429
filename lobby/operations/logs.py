"""How are log lines filtered and formatted? They carry match and step, omit noise, and must not reveal hidden information.

Match and step become separate fields, so that one match can be followed through all processes. They are read from the text of the line,
"match <id>" and "step <number>", so that callers write them once.

Readers of the log may also play. For errors of a match, a game or the database, lines contain the exception's type and origin but not its
message, which may name hidden information (`fog.faults` keeps the messages).

Whatever a line quotes, such as a path, a name or what a worker process or a mail server said, may come from somebody who wants to forge lines:
the message is one line without control characters, and lines of a traceback are indented.
"""

import copy
import logging
import re
import sqlite3
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from types import TracebackType
from typing import Any, Final

from django.conf import settings
from django.db import Error as DatabaseError
from pythonjsonlogger.json import JsonFormatter as PlainJsonFormatter

import games
from lobby.platform.process import request_id

ALIVE: Final = f"{settings.ROOT}healthz"
READY: Final = f"{settings.ROOT}readyz"
PROBES: Final = frozenset({ALIVE, READY})
"""Paths of the health checks. Defined here, because logging is configured before everything else."""

FULL: Final = "fogbound.full"
"""Key of a request's scope: why it got no place (`places.Full`)."""

STATUS: Final = f"{settings.ROOT}status/"
"""Path of the status page, which must be reachable while other pages wait for the database."""

LONGEST: Final = 4000
"""Characters of a line."""
MOST_LINES: Final = 400
"""Lines of a traceback; of a longer one its end."""

STORM_LINES: Final = 5
"""Errors of one place in the code that are written within `STORM_SECONDS`; the others are counted."""
STORM_SECONDS: Final = 10.0

log = logging.getLogger("fogbound.logs")

_MATCH = re.compile(r"\bmatch %s")
_STEP = re.compile(r"\bstep %s")
_SLOT = re.compile(r"%(?:\.\d+)?[a-z]")


class PlacesFilter(logging.Filter):
    """Gives records whose text names a match or a step the fields `match` and `step`."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple) and record.args and isinstance(record.msg, str):
            slots = [slot.start() for slot in _SLOT.finditer(record.msg.replace("%%", "  "))]
            for name, pattern in (("match", _MATCH), ("step", _STEP)):
                found = pattern.search(record.msg)
                if found and len(slots) == len(record.args):
                    setattr(record, name, record.args[slots.index(found.end() - 2)])
        return True


class RequestFilter(logging.Filter):
    """Gives records the field `request_id`, if somebody's request or socket is being worked on."""

    def filter(self, record: logging.LogRecord) -> bool:
        name = request_id.current()
        if name:
            record.request_id = name
        return True


class ProbesFilter(logging.Filter):
    """Drops lines about failed health checks, which come every few seconds, and about requests that got no place: the cause has its own line."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if FULL in getattr(request, "scope", {}):
            return False
        return getattr(request, "path", None) not in PROBES or getattr(record, "status_code", None) != 503


class HostsFilter(logging.Filter):
    """Turns the error for an unknown host into a warning without a traceback: network scanners cause it often."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        record.exc_info = None
        return True


class RefusalsFilter(logging.Filter):
    """Turns what Django logs of a refused request, one with a status from 400 to 499, into one line without a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        if 400 <= getattr(record, "status_code", 0) < 500:
            record.exc_info = None
        return True


@dataclass
class _Storm:
    """Errors of one place in the code since a moment."""

    since: float
    number: int = 0


class StormsFilter(logging.Filter):
    """Of errors from the same place in the code lets a few pass, counts those that follow within some seconds, and says how many there were.

    A full disk or a database that is away would otherwise fill the log with one traceback thousands of times.
    """

    def __init__(self) -> None:
        super().__init__()
        self._storms: dict[tuple[str, int, str], _Storm] = {}
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.ERROR or record.name == log.name:
            return True
        kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        key = (record.pathname, record.lineno, kind)
        now = time.monotonic()
        with self._lock:
            storm = self._storms.get(key)
            is_over = storm is not None and now - storm.since >= STORM_SECONDS
        if is_over:
            self._end(key, str(record.msg))
        with self._lock:
            storm = self._storms.setdefault(key, _Storm(now))
            storm.number += 1
            number = storm.number
        if number == STORM_LINES + 1:
            end = threading.Timer(storm.since + STORM_SECONDS - now, self._end, [key, str(record.msg)])
            end.daemon = True
            # Without a thread the next error of that place says it.
            with suppress(RuntimeError):
                end.start()
        return number <= STORM_LINES

    def _end(self, key: tuple[str, int, str], text: str) -> None:
        with self._lock:
            storm = self._storms.pop(key, None)
        if storm is not None and storm.number > STORM_LINES:
            log.error("%s more within %s s: %r %s", storm.number - STORM_LINES, STORM_SECONDS, text, key[2])


class _ZoneFormatter(logging.Formatter):
    """Writes times with their zone: `2026-11-29T17:03:12.417+00:00`."""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        return datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds")


class LineFormatter(_ZoneFormatter):
    """Lines for people to read."""

    def format(self, record: logging.LogRecord) -> str:
        first, *rest = super().format(discreet(record)).split("\n")
        return "\n".join([first, *(f"  {_escaped(line)}" for line in rest[-MOST_LINES:])])

    def formatMessage(self, record: logging.LogRecord) -> str:
        name = getattr(record, "request_id", "")
        return _escaped(super().formatMessage(record)) + (f" [{name}]" if name else "")


class JsonFormatter(_ZoneFormatter, PlainJsonFormatter):
    """One JSON object a line, for programs to read, each with the release that runs. JSON escapes control characters itself."""

    def format(self, record: logging.LogRecord) -> str:
        return super().format(discreet(record))

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        """The fields of a line, cut to their longest lengths."""
        longest = {"exc_info": LONGEST * MOST_LINES, "stack_info": LONGEST * MOST_LINES}
        return super().process_log_record(
            {
                name: value[: longest.get(name, LONGEST)] if isinstance(value, str) else value
                for name, value in log_data.items()
            }
        )


def _escaped(text: str) -> str:
    """The text in one line of at most `LONGEST` characters, with escape sequences for all that cannot be seen: controls, directions, surrogates."""
    shown = text[:LONGEST] + ("…" if len(text) > LONGEST else "")
    if shown.isprintable():
        return shown
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in shown)


def discreet(record: logging.LogRecord) -> logging.LogRecord:
    """The record without exception messages that may reveal hidden information."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return record
    chain = list(_chain(error))
    # Messages of database errors can contain rows, whatever the line is about.
    if not (hasattr(record, "match") or any(_is_of_a_game(one) or isinstance(one, DatabaseError) for one in chain)):
        return record
    written = copy.copy(record)
    written.exc_info = None
    written.exc_text = "\n\n".join(_traceback(one) for one in chain)
    return written


def _chain(error: BaseException, seen: frozenset[BaseException] = frozenset()) -> Iterator[BaseException]:
    """The exception with its causes, contexts and members, in order of occurrence."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    parts = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    for one in (before, *parts):
        if one is not None and one not in seen:
            yield from _chain(one, seen | {error})
    yield error


def _traceback(error: BaseException) -> str:
    kind = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    lines = ["Traceback (most recent call last):\n", *traceback.format_tb(error.__traceback__), kind]
    if _is_of_the_site(error) and not _is_of_a_game(error):
        # Only the first line: PostgreSQL shows the row in the lines after it.
        lines.append(f": {str(error).partition(chr(10))[0]}")
    return "".join(lines)


def _is_of_the_site(error: BaseException) -> bool:
    """True for errors of the disk, the network or the database, which do not depend on a match."""
    return isinstance(error, OSError | DatabaseError | sqlite3.Error) or _is_from(type(error).__module__, "psycopg")


def _is_of_a_game(error: BaseException) -> bool:
    """True if the traceback passes through a game, its bots, or a program of a person."""
    if _is_from(type(error).__module__, "pydantic_monty"):
        return True
    return any(
        _is_from(name, package)
        for name in _modules(error.__traceback__)
        for package in ("games", *games.GAMES.values())
    )


def _modules(trace: TracebackType | None) -> Iterator[str]:
    while trace is not None:
        module: Any = trace.tb_frame.f_globals.get("__name__", "")
        yield str(module)
        trace = trace.tb_next


def _is_from(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")
