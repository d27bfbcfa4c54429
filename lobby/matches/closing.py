"""Which steps are over, and what do quick engines make of them? Many at once: in the journal's transaction, or when their time is up together."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Mapping, Sequence, Set

from django.utils import timezone

from lobby.matches import positions, referee, resolving, rows, saving, wake
from lobby.matches.resolving import Due, Resolved
from lobby.matches.rows import Facts

log = logging.getLogger("fogbound.closing")

TOGETHER = 50
"""Steps in one transaction whose time was up together."""


class Round:
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
    for start in range(0, len(match_ids), TOGETHER):
        apart += _advance_together(match_ids[start : start + TOGETHER])
    return apart


def _advance_together(match_ids: Sequence[str]) -> list[str]:
    found = rows.read(match_ids)
    positions.preload(facts.match for facts in found.values())
    steps = Round(found)
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
