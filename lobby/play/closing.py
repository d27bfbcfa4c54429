"""Which steps are over, and what are their results? Resolves many steps of quick engines at once: inside the journal, or at a common deadline."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Mapping, Sequence, Set

from django.utils import timezone

from lobby.play import referee, resolving, saving
from lobby.play.resolving import Due, Resolved
from lobby.store import positions, rows, wake
from lobby.store.rows import Facts

log = logging.getLogger("fogbound.closing")

TOGETHER = 50
"""Greatest number of due steps in one transaction."""


class Steps:
    """Steps of many matches that are over: resolves the quick ones and lists the others."""

    def __init__(self, found: Mapping[str, Facts], seconds: float = math.inf) -> None:
        """`seconds`: greatest processor time of this thread to spend; at least one step is resolved."""
        self.resolved: list[tuple[Due, Resolved]] = []
        self.later: list[str] = []
        """Matches for which no time was left."""
        self.for_referee: list[str] = []
        """Matches for the referee: the engine is slow, the step waits for something else, or something is wrong."""
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
                    self.for_referee.append(match_id)
            except Exception:  # noqa: BLE001 - the referee repeats the step, logs the error and stops the match
                self.for_referee.append(match_id)

    def matches(self) -> Set[str]:
        """The resolved matches."""
        return {due.match.id for due, _ in self.resolved}


def advance_many(match_ids: Sequence[str]) -> list[str]:
    """Resolve the steps of these matches that are over, many in one transaction. Returns the matches that the referee must handle one by one."""
    for_referee: list[str] = []
    for start in range(0, len(match_ids), TOGETHER):
        for_referee += _advance_together(match_ids[start : start + TOGETHER])
    return for_referee


def _advance_together(match_ids: Sequence[str]) -> list[str]:
    found = rows.read(match_ids)
    positions.preload(facts.match for facts in found.values())
    steps = Steps(found)
    if not steps.resolved:
        return steps.for_referee
    try:
        answers = saving.save(steps.resolved, timezone.now())
    except rows.Locked:
        # Another process has locked a match, which is common. The referee tries again.
        return steps.for_referee + [due.match.id for due, _ in steps.resolved]
    except Exception:
        # One of the steps may be at fault: handled one by one, it does not delay the others.
        log.exception("%s steps were not saved together", len(steps.resolved))
        return steps.for_referee + [due.match.id for due, _ in steps.resolved]
    wake.publish_from_thread(steps.matches())
    return steps.for_referee + [
        due.match.id for (due, _), is_saved in zip(steps.resolved, answers, strict=True) if not is_saved
    ]
