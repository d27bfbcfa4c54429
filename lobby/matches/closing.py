"""What happens as soon as orders are on disk? Steps that are complete now are resolved, many at once, and whoever watches is woken.

This is the quick way from the last order to the next position; steps that take an engine long are resolved apart. Whatever does
not get through here - the process dies, something came in between - is found by `timer`, and harmless to look at twice.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Sequence, Set
from functools import partial

from django.utils import timezone

from lobby.matches import hub, positions, referee, rows, threads, wake
from lobby.matches.journal import Followed, Following, Journal, Written
from lobby.matches.referee import Due, Resolved
from lobby.matches.rows import Facts

log = logging.getLogger("fogbound.closing")

TOGETHER = 50
"""Steps in one transaction whose time was up together."""
TOGETHER_SECONDS = 0.03
"""So much of its own time a thread spends on steps while others wait for the same commit; the rest is resolved apart."""


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
            if due.verdict(timezone.now()).resolve and referee.is_quick(match_id):
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


class _Closing(Following):
    """What follows from a batch of orders: the steps that are complete with it, and the news of both."""

    def __init__(self, match_ids: Collection[str]) -> None:
        self._hold = hub.Hold(match_ids, {match_id for match_id in match_ids if referee.is_quick(match_id)})
        self._touched: Set[str] = frozenset()
        self._apart: dict[str, Facts] = {}
        """Whose steps wait for something, or take their time."""
        self._saving: referee.Saving | None = None

    def write(self, written: Written) -> Followed:
        resolved: list[tuple[Due, Resolved]] = []
        began = time.thread_time()
        for match_id, facts in written.awaited.items():
            try:
                due = referee.due_of(facts)
                if due is None:
                    continue
                now = timezone.now()
                verdict = due.verdict(now)
                has_time = time.thread_time() - began < TOGETHER_SECONDS
                if verdict.resolve and has_time and referee.is_quick(match_id):
                    resolved.append((due, referee.resolved(due)))
                elif verdict.resolve or not referee.is_awaited(due.match, verdict.look_at, now):
                    self._apart[match_id] = facts
            except Exception:  # noqa: BLE001 - whoever looks at it apart logs what is wrong and stops the match
                self._apart[match_id] = facts
        if not resolved:
            return Followed()
        saving = referee.Saving(resolved, timezone.now(), are_current=True)
        saving.write()
        self._saving = saving
        return Followed({due.match.id for due, _ in resolved}, saving.facts)

    def done(self, written: Written) -> None:
        self._touched = written.touched.keys()
        if written.followed is None:
            # What was resolved is lost with the transaction.
            self._saving, self._apart = None, dict(written.awaited)
        elif self._saving is not None:
            self._saving.remember()
        self._hold.read({**written.touched, **written.followed.facts} if written.followed else written.touched)

    def tell(self) -> None:
        told = self._hold.release()
        wake.publish_from_thread(self._touched, told=told)
        for match_id in self._apart:
            _look_apart(match_id)
        if self._saving is not None:
            self._saving.tell()


def _look_apart(match_id: str) -> None:
    look = partial(referee.advance_and_tell, match_id)
    threads.REFEREE.submit(partial(threads.with_connection, look))


JOURNAL = Journal(following=_Closing)
"""The one writer of orders of this process."""
