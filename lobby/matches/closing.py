"""What happens as soon as orders are on disk? Steps that are complete now are resolved, many at once, and whoever watches is woken.

This is the quick way from the last order to the next position. Whatever does not get through here - the process dies, something
came in between, the engine takes its time - is found by `timer`, and harmless to look at twice.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from functools import partial

from django.db import DatabaseError
from django.utils import timezone

from lobby.matches import referee, threads, wake
from lobby.matches.journal import Journal, Written
from lobby.matches.referee import Due, Resolved
from lobby.matches.rows import Facts

log = logging.getLogger("fogbound.closing")

BATCH = 200
SLOW_SECONDS = 0.02
"""Steps of a match whose last one took longer are resolved apart: the others do not wait for them."""
TOGETHER_SECONDS = 0.01
"""No step that is resolved waits longer than this for others to be saved with it."""
REMEMBERED = 10_000

_slow: set[str] = set()


def stored(written: Written) -> None:
    """A batch of orders is on disk."""
    complete = []
    for facts in written.awaited.values():
        if facts.match.pk in _slow or not _is_over(facts):
            _look_apart(facts)
        else:
            complete.append(facts)
    _STEPS.put(complete)
    # Who watches a step that is over in a moment is woken then.
    wake.publish_from_thread(written.touched - {facts.match.pk for facts in complete})


def settle() -> None:
    """Wait until everything that is in hand now is done."""
    _STEPS.call(lambda: None)
    threads.in_each(threads.REFEREE, threads.REFEREE_THREADS, lambda: None)


def close() -> None:
    """Give the database connections of this module's threads back, after what they have in hand."""
    JOURNAL.flush()
    _STEPS.call(threads.close_connection)


def _is_over(facts: Facts) -> bool:
    try:
        due = referee.due_of(facts)
        return due is not None and due.verdict(timezone.now()).resolve
    except Exception:  # noqa: BLE001 - whoever looks at it apart logs what is wrong and stops the match
        return False


def _look_apart(facts: Facts) -> None:
    threads.REFEREE.submit(partial(threads.with_connection, partial(_advance, facts.match.pk)))


def _advance(match_id: str) -> None:
    began = time.monotonic()
    try:
        step = referee.advance_once(match_id)
    except DatabaseError:
        log.exception("match %s could not be advanced now", match_id)
        return
    if step is not None:
        _note_time(match_id, time.monotonic() - began)
        wake.publish_from_thread({match_id})


def _resolve(batch: Sequence[Facts]) -> None:
    threads.refresh_connection()
    waiting: list[tuple[Due, Resolved]] = []
    began = time.monotonic()
    for facts in batch:
        try:
            due = referee.due_of(facts)
            if due is not None:
                started = time.monotonic()
                waiting.append((due, referee.resolved(due)))
                _note_time(facts.match.pk, time.monotonic() - started)
        except Exception:  # noqa: BLE001 - as above
            _look_apart(facts)
        if waiting and time.monotonic() - began > TOGETHER_SECONDS:
            _save(waiting)
            waiting = []
            began = time.monotonic()
    if waiting:
        _save(waiting)
    threads.refresh_connection()


def _save(waiting: Sequence[tuple[Due, Resolved]]) -> None:
    try:
        saved = referee.save(waiting, timezone.now())
    except Exception:
        log.exception("%s steps were not saved together", len(waiting))
        saved = [False] * len(waiting)
    for (due, _), is_saved in zip(waiting, saved, strict=True):
        if not is_saved:
            _look_apart(due.facts)
    wake.publish_from_thread({due.match.pk for due, _ in waiting})


def _note_time(match_id: str, seconds: float) -> None:
    if seconds <= SLOW_SECONDS:
        _slow.discard(match_id)
        return
    if len(_slow) >= REMEMBERED:
        _slow.clear()
    _slow.add(match_id)


_STEPS: threads.Station[Facts] = threads.Station("closing", _resolve, most=BATCH)
JOURNAL = Journal(stored=stored)
"""The one writer of orders of this process."""
