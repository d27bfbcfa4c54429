"""What happens as soon as orders are on disk? Steps that are complete now are resolved, many at once, and whoever watches is woken.

This is the quick way from the last order to the next position; steps that take an engine long are resolved apart. Whatever does
not get through here - the process dies, something came in between - is found by `timer`, and harmless to look at twice.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Collection, Mapping, Sequence, Set
from functools import partial

from django.utils import timezone

from lobby.matches import (
    acts,
    current,
    hub,
    journal,
    positions,
    referee,
    resolving,
    rows,
    saving,
    threads,
    votes,
    wake,
)
from lobby.matches.journal import Followed, Following, Written
from lobby.matches.models import Match
from lobby.matches.resolving import Due, Resolved
from lobby.matches.rows import Facts
from lobby.matches.signals import fewer_decide

log = logging.getLogger("fogbound.closing")

TOGETHER = 50
"""Steps in one transaction whose time was up together."""
TOGETHER_SECONDS = 0.2
"""So much of its own time a thread spends on steps while others wait for the same commit; the rest is for the next one.

Much less helps nobody: a match whose step is left over is told twice, of its orders and then of the step, and all wait the longer for it.
"""


class _Round:
    """Steps of many matches that are over: those that take little time are resolved, the others are to be looked at apart."""

    def __init__(self, found: Mapping[str, Facts], seconds: float = math.inf) -> None:
        """`seconds` of its own time are spent on it at most, but on one step at least."""
        self.resolved: list[tuple[Due, Resolved]] = []
        self.later: list[str] = []
        """Matches for which there was no time."""
        self.apart: list[str] = []
        """Matches whose engine takes its time, whose step waits for something else, or with which something is wrong."""
        until = time.thread_time() + seconds
        now = timezone.now()
        for match_id, facts in found.items():
            try:
                due = resolving.due_of(facts)
                if due is None:
                    continue
                verdict = due.verdict(now)
                if verdict.resolve and resolving.is_quick(match_id):
                    if not self.resolved or time.thread_time() < until:
                        self.resolved.append((due, resolving.resolved(due, now)))
                    else:
                        self.later.append(match_id)
                elif verdict.resolve or not referee.is_awaited(due.match, verdict.look_at, now):
                    self.apart.append(match_id)
            except Exception:  # noqa: BLE001 - whoever looks at it apart logs what is wrong and stops the match
                self.apart.append(match_id)

    def matches(self) -> Set[str]:
        """Those that were resolved."""
        return {due.match.id for due, _ in self.resolved}


def advance_many(match_ids: Sequence[str]) -> list[str]:
    """Resolve the steps of these matches that are over, many in one transaction; returns those that must be looked at apart."""
    apart: list[str] = []
    advance = _advance_known if current.is_kept() else _advance_together
    for start in range(0, len(match_ids), TOGETHER):
        apart += advance(match_ids[start : start + TOGETHER])
    return apart


def _advance_known(match_ids: Sequence[str]) -> list[str]:
    """The writer of orders knows these matches, and tells its watchers what it makes of them: nobody reads them again for it."""
    found = rows.latest(match_ids)
    quick = [match_id for match_id in match_ids if resolving.is_quick(match_id)]
    positions.preload(found[match_id].match for match_id in quick if match_id in found)
    JOURNAL.put_again(quick)
    # However many are due, one lot at a time is in the queue of the writer, so that orders of people come in between.
    JOURNAL.wait()
    return [match_id for match_id in found if match_id not in quick]


def _advance_together(match_ids: Sequence[str]) -> list[str]:
    found = rows.read(match_ids)
    positions.preload(facts.match for facts in found.values())
    steps = _Round(found)
    if not steps.resolved:
        return steps.apart
    try:
        answers = saving.save(steps.resolved, timezone.now())
    except rows.Locked:
        # Another process has it in hand, as happens all the time; whoever looks at it apart comes again.
        return steps.apart + [due.match.id for due, _ in steps.resolved]
    except Exception:
        # One of them may be what is wrong: by itself it keeps no other from its time.
        log.exception("%s steps were not saved together", len(steps.resolved))
        return steps.apart + [due.match.id for due, _ in steps.resolved]
    wake.publish_from_thread(steps.matches())
    return steps.apart + [
        due.match.id for (due, _), is_saved in zip(steps.resolved, answers, strict=True) if not is_saved
    ]


def settle() -> None:
    """Wait until everything that is in hand now is done."""
    JOURNAL.wait()
    threads.in_each(threads.REFEREE, threads.REFEREE_THREADS, lambda: None)
    JOURNAL.wait()


_uncounted: set[str] = set()
"""Matches with votes to count, that somebody else had locked."""


def on_fewer_decide(*, match_id: str, **_: object) -> None:
    """Count the votes of a match anew. Whoever resolves steps waits for nobody: the writer of orders finds out when it is free."""
    _uncounted.discard(match_id)
    with acts.passing():
        votes.on_fewer_decide(match_id=match_id)
        return
    _uncounted.add(match_id)
    JOURNAL.put_again([match_id])


class _Closing(Following):
    """What follows from a batch of orders: the steps that are complete with it, and the news of both."""

    def __init__(self, match_ids: Collection[str]) -> None:
        self._match_ids = match_ids
        self._hold = hub.Hold(match_ids, {match_id for match_id in match_ids if resolving.is_quick(match_id)})
        self._touched: Set[str] = frozenset()
        self._locked: Set[str] = frozenset()
        self._apart: Collection[str] = ()
        self._later: Collection[str] = ()
        self._saving: saving.Saving | None = None

    def write(self, written: Written) -> Followed:
        steps = _Round(written.awaited, TOGETHER_SECONDS)
        self._apart, self._later = steps.apart, steps.later
        if not steps.resolved:
            return Followed()
        self._saving = saving.Saving(steps.resolved, timezone.now(), are_current=True)
        self._saving.write()
        return Followed(steps.matches(), self._saving.facts)

    def done(self, written: Written) -> None:
        self._locked = written.locked
        followed = written.followed or Followed()
        self._touched = written.touched.keys() | followed.matches
        if written.followed is None:
            # What was resolved is lost with the transaction; each of them is looked at anew.
            self._saving, self._apart, self._later = None, self._match_ids, ()
        elif self._saving is not None:
            self._saving.remember()
        # A match that is over now is read from the tables.
        before = {match_id: facts for match_id, facts in written.touched.items() if match_id not in followed.matches}
        self._hold.read({**before, **followed.facts})

    def tell(self) -> None:
        told = self._hold.release()
        wake.publish_from_thread(self._touched, told=told)
        for match_id in self._apart:
            _look_apart(match_id)
        JOURNAL.put_again(self._later)
        if self._saving is not None:
            self._saving.tell()
        for match_id in _uncounted.intersection(self._match_ids) - self._locked:
            fewer_decide.send_robust(sender=Match, match_id=match_id)


def _look_apart(match_id: str) -> None:
    threads.REFEREE.submit(partial(threads.with_connection, partial(_advance, match_id)))


def _advance(match_id: str) -> None:
    try:
        referee.advance_and_tell(match_id)
    except rows.Locked:
        # By way of the journal, which puts off what is locked and looks at it again.
        JOURNAL.put_again([match_id])


JOURNAL = journal.JOURNAL
"""The one writer of orders of this process, from here on with all that follows from them."""
JOURNAL.following = _Closing
