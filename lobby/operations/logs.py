"""Which match and step does a line of the log belong to, which lines say nothing, and what must none of them say?

Match and step are put beside the text, so that one match can be followed through all processes. Lines that know them say so in their
text, as "match <id>" and "step <number>"; nobody has to say it twice.

Whoever reads the log may play. Of what went wrong in a match, in a game or in the database, its lines have the kind of exception and
where it came from, not the words: those may name what is hidden (`matches.faults` keeps them).
"""

import copy
import logging
import re
import sqlite3
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Final

from django.db import Error as DatabaseError
from pythonjsonlogger.json import JsonFormatter as PlainJsonFormatter

import games

ALIVE: Final = "/healthz"
READY: Final = "/readyz"
PROBES: Final = frozenset({ALIVE, READY})
"""What proxies and containers ask every few seconds. Logs are set up before anything else, so it stands here."""

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


class ProbesFilter(logging.Filter):
    """Leaves out that a probe was told no: it asks every few seconds, and what is wrong has a line of its own."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        return getattr(request, "path", None) not in PROBES or getattr(record, "status_code", None) != 503


class HostsFilter(logging.Filter):
    """Says in one line that a host of no site of ours was asked for: whoever scans the net asks so, and may as often as they like."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        record.exc_info = None
        return True


class LineFormatter(logging.Formatter):
    """Lines for people to read."""

    def format(self, record: logging.LogRecord) -> str:
        return super().format(discreet(record))


class JsonFormatter(PlainJsonFormatter):
    """One object a line, for programs to read."""

    def format(self, record: logging.LogRecord) -> str:
        return super().format(discreet(record))


def discreet(record: logging.LogRecord) -> logging.LogRecord:
    """The record as it may be written down."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return record
    chain = list(_chain(error))
    # A fault of the database shows rows, whatever the line is about.
    if not (hasattr(record, "match") or any(_is_of_a_game(one) or isinstance(one, DatabaseError) for one in chain)):
        return record
    written = copy.copy(record)
    written.exc_info = None
    written.exc_text = "\n\n".join(_told(one) for one in chain)
    return written


def _chain(error: BaseException, seen: frozenset[BaseException] = frozenset()) -> Iterator[BaseException]:
    """It and what led to it or is part of it, first things first."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    parts = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    for one in (before, *parts):
        if one is not None and one not in seen:
            yield from _chain(one, seen | {error})
    yield error


def _told(error: BaseException) -> str:
    kind = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    lines = ["Traceback (most recent call last):\n", *traceback.format_tb(error.__traceback__), kind]
    if _is_of_the_site(error) and not _is_of_a_game(error):
        # Without what follows the first line: there PostgreSQL shows the row.
        lines.append(f": {str(error).partition(chr(10))[0]}")
    return "".join(lines)


def _is_of_the_site(error: BaseException) -> bool:
    """Is it about the disk, the network or the database, whatever the match is?"""
    return isinstance(error, OSError | DatabaseError | sqlite3.Error) or _is_from(type(error).__module__, "psycopg")


def _is_of_a_game(error: BaseException) -> bool:
    """Has it come through a game, its bots, or a program that plays?"""
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
