"""What happens as soon as orders are on disk? Steps that are complete now are resolved, many at once, and whoever watches is woken.

This is the quick way from the last order to the next position; steps that take an engine long are resolved apart. Whatever does
not get through here - the process dies, something came in between - is found by `timer`, and harmless to look at twice.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from functools import partial

from django.utils import timezone

from lobby.matches import positions, referee, rows, threads, wake
from lobby.matches.journal import Journal, Written
from lobby.matches.referee import Due, Resolved
from lobby.matches.rows import Facts

log = logging.getLogger("fogbound.closing")

TOGETHER = 50
"""Steps in one transaction whose time was up together."""
TOGETHER_SECONDS = 0.03
"""So long are steps resolved before the orders that came meanwhile are written; the rest is resolved apart."""


def stored(written: Written) -> None:
    """A batch of orders is on disk."""
    resolved: list[tuple[Due, Resolved]] = []
    began = time.monotonic()
    for facts in written.awaited.values():
        try:
            due = referee.due_of(facts)
            if due is None:
                continue
            now = timezone.now()
            verdict = due.verdict(now)
            has_time = time.monotonic() - began < TOGETHER_SECONDS
            if verdict.resolve and has_time and referee.is_quick(due.match.id, due.game.id):
                resolved.append((due, referee.resolved(due)))
            elif verdict.resolve or not referee.is_awaited(due.match, verdict.look_at, now):
                _look_apart(facts)
        except Exception:  # noqa: BLE001 - whoever looks at it apart logs what is wrong and stops the match
            _look_apart(facts)
    if resolved:
        JOURNAL.put_work(_Steps(resolved))
    # Who watches a step that is over in a moment is woken then.
    wake.publish_from_thread(written.touched - {due.match.id for due, _ in resolved})


def advance_many(match_ids: Sequence[str]) -> list[str]:
    """Resolve the steps of these matches that are over, many in one transaction; returns those that must be looked at apart.

    Those are the ones whose engine takes its time, whose step waits for something else, or with which something is wrong.
    """
    apart: list[str] = []
    for start in range(0, len(match_ids), TOGETHER):
        apart += _advance_together(match_ids[start : start + TOGETHER])
    return apart


def _advance_together(match_ids: Sequence[str]) -> list[str]:
    apart: list[str] = []
    resolved: list[tuple[Due, Resolved]] = []
    found = rows.read(match_ids)
    positions.preload({match_id: positions.game_of(facts.match) for match_id, facts in found.items()})
    for match_id, facts in found.items():
        try:
            due = referee.due_of(facts)
            if due is None:
                continue
            if due.verdict(timezone.now()).resolve and referee.is_quick(match_id, due.game.id):
                resolved.append((due, referee.resolved(due)))
            else:
                apart.append(match_id)
        except Exception:  # noqa: BLE001 - whoever looks at it apart logs what is wrong and stops the match
            apart.append(match_id)
    if resolved:
        try:
            saved = referee.save(resolved, timezone.now())
        except Exception:
            # One of them may be what is wrong: by itself it keeps no other from its time.
            log.exception("%s steps were not saved together", len(resolved))
            return apart + [due.match.id for due, _ in resolved]
        apart += [due.match.id for (due, _), is_saved in zip(resolved, saved, strict=True) if not is_saved]
        wake.publish_from_thread({due.match.id for due, _ in resolved})
    return apart


def settle() -> None:
    """Wait until everything that is in hand now is done."""
    JOURNAL.wait()
    threads.in_each(threads.REFEREE, threads.REFEREE_THREADS, lambda: None)
    JOURNAL.wait()


class _Steps:
    """Resolved steps on their way to disk, together with the orders that came meanwhile."""

    def __init__(self, resolved: list[tuple[Due, Resolved]]) -> None:
        self._resolved = resolved
        self._saving: referee.Saving | None = None

    def write(self) -> None:
        self._saving = referee.Saving(self._resolved, timezone.now())
        self._saving.write()

    def done(self) -> None:
        assert self._saving is not None
        self._saving.tell()
        for (due, _), is_saved in zip(self._resolved, self._saving.answers, strict=True):
            if not is_saved:
                _look_apart(due.facts)
        wake.publish_from_thread({due.match.id for due, _ in self._resolved})

    def failed(self) -> None:
        for due, _ in self._resolved:
            _look_apart(due.facts)


def _look_apart(facts: Facts) -> None:
    look = partial(referee.advance_and_tell, facts.match.id)
    threads.REFEREE.submit(partial(threads.with_connection, look))


JOURNAL = Journal(stored=stored)
"""The one writer of orders of this process."""
