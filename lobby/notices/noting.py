"""How does the outbox note what has become of what it sent? Together with all else that was sent within a moment, in one transaction.

A transaction for each mail would keep the one lock for writers of SQLite most of the time, and whoever plays would wait for it: SQLite asks again
only after pauses that grow to a tenth of a second. What a dead process had sent and not noted goes out again under its id, as `outbox` says.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from django.db import InterfaceError, OperationalError

from lobby.notices import outbox
from lobby.platform.process import database
from lobby.platform.process.threads import BatchWorker

log = logging.getLogger("fogbound.notices")

PAUSE_SECONDS: Final = 0.1
"""From one of these transactions to the next. The first for a while waits for nobody."""
MOST: Final = 200


@dataclass(frozen=True, slots=True)
class _Note:
    """Something to note: a result of deliveries by one way, or whatever a call writes."""

    ids: tuple[int, ...] = ()
    way: str = ""
    result: str = ""
    call: Callable[[], object] | None = None
    written: Future[None] = field(default_factory=Future)


def done(ids: Collection[int], way: str, result: str) -> Future[None]:
    """As `outbox.done`, soon. The result is there when it is stored, and the error if that was not possible."""
    return _add(_Note(tuple(ids), way, result))


def note(call: Callable[[], object]) -> Future[None]:
    """The same for a call that writes. It may be called twice, the first of which is undone."""
    return _add(_Note(call=call))


def _add(one: _Note) -> Future[None]:
    _WRITER.put([one])
    return one.written


def _write(notes: Sequence[_Note]) -> None:
    with database.writing():
        results: dict[tuple[str, str], list[int]] = {}
        for one in notes:
            if one.call is None:
                results.setdefault((one.way, one.result), []).extend(one.ids)
            else:
                one.call()
        for (way, result), ids in results.items():
            outbox.done(ids, way, result)


def _work(notes: Sequence[_Note]) -> None:
    if not _are_settled(notes):
        # Whatever is wrong with one of them, the others are noted.
        for one in notes:
            _are_settled([one])
    time.sleep(PAUSE_SECONDS)


def _are_settled(notes: Sequence[_Note]) -> bool:
    """Write these. False if something is wrong with one of them, and it is not known with which."""
    try:
        database.with_connection(partial(_write, notes))
    except Exception as error:  # noqa: BLE001 - whoever waits for these hears of it
        log.warning("what became of %s deliveries could not be noted: %s", len(notes), type(error).__name__)
        is_away = isinstance(error, OperationalError | InterfaceError)
        if len(notes) > 1 and not is_away:
            return False
        for one in notes:
            one.written.set_exception(error)
        return True
    for one in notes:
        one.written.set_result(None)
    return True


_WRITER: BatchWorker[_Note] = BatchWorker("outbox notes", _work, most=MOST)
