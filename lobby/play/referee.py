"""Is a step over, and what is its result? Begins matches and resolves each step exactly once, whoever notices that it is due.

Nothing is locked while the engine computes. One transaction saves the result; it compares the step's number
and deadline and counts the stored orders again. If anything has changed, the result is discarded and the step examined
again. A second referee, a killed process or a repeated call therefore change nothing. An engine that fails, or whose result
cannot be saved, pauses its match; nothing is guessed.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from datetime import datetime
from functools import partial
from typing import Any

from django.db import Error as DatabaseError
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.core.contract import State
from games.core.rng import step_rng
from lobby.fog import faults
from lobby.matches.models import Match, Seat
from lobby.matches.signals import orders_due
from lobby.platform.process import database, metrics, threads
from lobby.platform.storage import statements
from lobby.play import automatic, deadlines, resolving, saving, step_notices
from lobby.play.series import scores_text
from lobby.store import acts, rows, wake
from lobby.store.positions import canonical, game_of, made

log = logging.getLogger("fogbound.referee")

LOCKED_PAUSES = (0.01, 0.1, 0.5, *[1.0] * 18)
"""Seconds between attempts to lock a match that another process has locked. No process keeps a lock as long as their sum."""
RACES = 20
"""How often one call examines a step again because something has changed meanwhile."""


def begin(match: Match, now: datetime | None = None, *, start: State = None) -> None:
    """Start a locked, seated table inside the caller's transaction: position 0, the first deadline, full time banks.

    Position 0 is the game's set-up, or `start`.
    """
    now = now or timezone.now()
    game = game_of(match)
    seats = list(match.seats.all())
    state = game.setup(match.options, len(seats), step_rng(match.seed, 0)) if start is None else start
    text = canonical(game.to_json(state))
    here = made(game, 0, state, (), {}, len(text))
    rows.insert_steps([resolving.step_row(match, 0, text, canonical([]), "{}", scores_text(game, state), now)])
    Seat.objects.filter(match=match).update(
        bank_ms=match.bank_seconds * 1000,
        vacation_left=match.vacation_days,
        missed=0,
        autopilot="",
        resigned=False,
        place=None,
    )
    match.rules_version = game.rules_version
    match.status = Match.Status.RUNNING
    match.step = 0
    match.started_at = now
    match.revision += 1
    for name, value in deadlines.next_times(match, game, here, now).items():
        setattr(match, name, value)
    outcome = game.outcome(state)
    if outcome is not None:
        places = saving.places_of(outcome, len(seats))
        for name, value in saving.finished_fields(outcome.reason, places, now).items():
            setattr(match, name, value)
        saving.save_places(match.id, places, now)
        saving.tell_over_soon(match)
    given = {} if outcome else automatic.answers(match.id, game, here, seats)
    if given:
        # Everybody may have answered by the end of the secret wait.
        match.due_at = match.hold_until
    match.save()
    rows.insert_orders(
        [rows.orders_row(match.id, 0, automatic.given(seat, orders, now)) for seat, orders in given.items()]
    )
    if outcome is None:
        step_notices.begun(match, seats, here.pending)
    transaction.on_commit(partial(_tell_begun, match.id, finished=outcome is not None))


async def advance(match_id: str) -> bool | None:
    """Resolve the step of a match if it is complete or late. Returns True if it was resolved, None if that could not be found out now.

    Harmless if nothing is due. Errors of the database are logged.
    """
    for pause in LOCKED_PAUSES:
        try:
            return await threads.run(threads.REFEREE, advance_and_tell, match_id)
        except rows.Locked:
            # Here and not in `advance_and_tell`, because waiting here occupies no thread.
            await asyncio.sleep(pause)
        except DatabaseError:
            return None
    log.error("match %s could not be advanced now: somebody else keeps it locked", match_id)
    return None


_asked_again: dict[str, bool] = {}
"""Matches that a thread of this process advances now; whether somebody has asked for them since it began."""
_one_thread = threading.Lock()


def advance_and_tell(match_id: str) -> bool:
    """The same from a thread, once; raises `rows.Locked`, and errors of the database after they are logged.

    One thread of the process does this for a match at a time, so that no slow step is computed twice: whoever comes meanwhile leaves, and
    the first one looks once more.
    """
    with _one_thread:
        if match_id in _asked_again:
            _asked_again[match_id] = True
            return False
        _asked_again[match_id] = False
    is_resolved = False
    try:
        while True:
            is_resolved = _advance_and_tell(match_id) or is_resolved
            with _one_thread:
                if not _asked_again[match_id]:
                    del _asked_again[match_id]
                    return is_resolved
                _asked_again[match_id] = False
    except BaseException:
        with _one_thread:
            _asked_again.pop(match_id, None)
        raise


def _advance_and_tell(match_id: str) -> bool:
    try:
        step = advance_once(match_id)
    except rows.Locked:
        raise
    except DatabaseError:
        log.exception("match %s could not be advanced now", match_id)
        raise
    if step is None:
        return False
    wake.publish_from_thread([match_id])
    return True


def advance_once(match_id: str, now: Any = timezone.now) -> int | None:
    """Resolve one step if it is due. Returns the number of the next step, or None. `now` is a function that returns the time.

    Raises `rows.Locked` instead of waiting for another process.
    """
    for _ in range(RACES):
        step: int | None = None
        try:
            facts = rows.read([match_id]).get(match_id)
            if facts is None:
                return None
            step = facts.match.step
            due = resolving.due_of(facts)
            if due is None:
                return None
            verdict = due.verdict(now())
        except DatabaseError:
            raise
        except Exception as error:
            log.exception("match %s: its position cannot be read", match_id)
            stop_for_fault(match_id, error, now(), step=step)
            return None
        if not verdict.resolve:
            _look_again(due.match, verdict.look_at, now())
            return None
        try:
            found = resolving.resolved(due, now())
        except Exception as error:
            log.exception("match %s step %s: the engine failed", match_id, due.match.step)
            stop_for_fault(match_id, error, now(), step=due.match.step)
            return None
        try:
            answers = saving.save([(due, found)], now())
        except DatabaseError:
            raise
        except Exception as error:
            # For example an outcome without one of the seats, or an unknown clock: nothing checks this earlier.
            log.exception("match %s step %s: what the engine made of it cannot be saved", match_id, due.match.step)
            stop_for_fault(match_id, error, now(), step=due.match.step)
            return None
        if answers == [True]:
            return found.here.number
    log.warning("match %s: its step changed %s times while it was being resolved", match_id, RACES)
    return None


def is_closing(match_id: str, now: datetime) -> bool:
    """True if the step is over but not resolved. False during a secret wait, because True would reveal that all have answered."""
    due = resolving.load(match_id)
    return due is not None and due.verdict(now).resolve


def is_awaited(match: Match, look_at: datetime | None, now: datetime) -> bool:
    """True if the match is due by `look_at` anyway."""
    return match.due_at is not None and look_at is not None and now < match.due_at <= look_at


def _look_again(match: Match, look_at: datetime | None, now: datetime) -> None:
    """Store when to examine the match next, unless it is due earlier anyway."""
    if is_awaited(match, look_at, now):
        return
    # Another time that was stored meanwhile takes precedence: for instance, a bot was called, for which the step waits less long.
    known = {"step": match.step, "status": Match.Status.RUNNING, "deadline": match.deadline, "due_at": match.due_at}
    same = Match.objects.filter(pk=match.id, **known)
    with database.writing():
        if same.select_for_update(skip_locked=True, no_key=True).values_list("pk").first() is not None:
            same.update(due_at=look_at)
        elif same.exists():
            raise rows.Locked


def stop_for_fault(match_id: str, error: Exception, now: datetime, *, step: int | None = None) -> None:
    """Pause a match whose game has failed, if it still runs (and is at `step`), until staff resume or abort it. Raises `rows.Locked`."""
    running = Match.objects.filter(pk=match_id, status=Match.Status.RUNNING)
    if step is not None:
        running = running.filter(step=step)
    with database.writing():
        match = running.select_for_update(skip_locked=True, no_key=True).defer("options").first()
        if match is not None:
            _pause_with_fault(match_id, running, error, paused_at=now, **_kept(match))
        elif statements.is_server() and running.exists():
            raise rows.Locked


def _kept(match: Match) -> dict[str, Any]:
    try:
        return deadlines.kept_in_pause(match)
    except DatabaseError:
        raise
    except Exception:
        log.exception("match %s: its position does not say how long its step is", match.pk)
        return {}


def keep_paused_for_fault(match_id: str, error: Exception, now: datetime) -> None:
    """Keep a match paused, until staff resume or abort it, if its pause should end but the match cannot continue."""
    # The pause keeps its beginning, so all of its time is given back. A match that another process has locked stays due.
    found = Match.objects.filter(pk=match_id, status=Match.Status.PAUSED, due_at__lte=now)
    with acts.skip_if_locked():
        _pause_with_fault(match_id, found, error)


def _pause_with_fault(match_id: str, found: QuerySet[Match], error: Exception, **fields: Any) -> None:
    paused = found.update(
        status=Match.Status.PAUSED,
        deadline=None,
        due_at=None,
        fault=faults.whole(error),
        revision=F("revision") + 1,
        **fields,
    )
    if paused:
        metrics.FAULTS.inc()
        wake.publish_soon(match_id)


def _tell_begun(match_id: str, *, finished: bool) -> None:
    if not finished:
        orders_due.send_robust(sender=Match, match_id=match_id, step=0)
    wake.publish_soon(match_id)
