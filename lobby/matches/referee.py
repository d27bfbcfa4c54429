"""Is a step over, and what came of it? Begins matches, resolves each step exactly once, whoever notices that it is due.

Nothing is locked while the engine computes. The result is saved in one transaction that is guarded by the step's number
and deadline and then counts the stored orders again: if anything came in between, it is thrown away and the step looked at
anew. A second referee, a killed process or a repeated call therefore change nothing. An engine that fails, or makes of a step
what cannot be saved, pauses its match; nothing is guessed.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime
from functools import partial
from typing import Any

from django.db import Error as DatabaseError
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.core.contract import State
from games.core.rng import step_rng
from lobby import metrics
from lobby.matches import acts, automatic, deadlines, faults, resolving, rows, saving, statements, threads, wake
from lobby.matches.models import Match, Seat
from lobby.matches.positions import canonical, game_of, made
from lobby.matches.series import scores_text
from lobby.matches.signals import orders_due

log = logging.getLogger("fogbound.referee")

LOCKED_PAUSES = (0.01, 0.1, 0.5, *[1.0] * 18)
"""Seconds between two looks at a match that somebody else has locked: nobody keeps a lock for as long as they are together."""
RACES = 20
"""How often a step is looked at anew within one call because something came in between."""


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
        saving.save_places(match.id, places)
    given = {} if outcome else automatic.answers(match.id, game, here, seats)
    if given:
        # Perhaps everybody has answered when the secret wait is over.
        match.due_at = match.hold_until
    match.save()
    rows.insert_orders(
        [rows.orders_row(match.id, 0, automatic.given(seat, orders, now)) for seat, orders in given.items()]
    )
    transaction.on_commit(partial(_tell_begun, match.id, finished=outcome is not None))


async def advance(match_id: str) -> bool:
    """Resolve the step of a match if it is complete or late; True if it was resolved.

    Harmless when nothing is due. Errors of the database are logged: the sweep comes by again.
    """
    for pause in LOCKED_PAUSES:
        try:
            return await threads.run(threads.REFEREE, advance_and_tell, match_id)
        except rows.Locked:
            # Here and not in `advance_and_tell`: the pause costs no thread.
            await asyncio.sleep(pause)
    log.error("match %s could not be advanced now: somebody else keeps it locked", match_id)
    return False


def advance_and_tell(match_id: str) -> bool:
    """The same from a thread, once; raises `rows.Locked`."""
    try:
        step = advance_once(match_id)
    except rows.Locked:
        raise
    except DatabaseError:
        log.exception("match %s could not be advanced now", match_id)
        return False
    if step is None:
        return False
    wake.publish_from_thread([match_id])
    return True


def advance_once(match_id: str, now: Any = timezone.now) -> int | None:
    """Resolve one step if it is due and return its successor's number, or None; `now` is a function that says the time.

    Raises `rows.Locked` rather than wait for somebody else.
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
            # An outcome without one of the seats, a clock that the game does not have: only here anybody looks.
            log.exception("match %s step %s: what the engine made of it cannot be saved", match_id, due.match.step)
            stop_for_fault(match_id, error, now(), step=due.match.step)
            return None
        if answers == [True]:
            return found.here.number
    log.warning("match %s: its step changed %s times while it was being resolved", match_id, RACES)
    return None


def is_closing(match_id: str, now: datetime) -> bool:
    """Is the step over and only its result not there yet? Not during a secret wait: that would tell that all have answered."""
    due = resolving.load(match_id)
    return due is not None and due.verdict(now).resolve


def is_awaited(match: Match, look_at: datetime | None, now: datetime) -> bool:
    """Will somebody look at this match by `look_at` anyway?"""
    return match.due_at is not None and look_at is not None and now < match.due_at <= look_at


def _look_again(match: Match, look_at: datetime | None, now: datetime) -> None:
    """Note when to look next, unless a look is due before that anyway."""
    if is_awaited(match, look_at, now):
        return
    # Whoever has noted another time meanwhile knows more: a bot has been called, for which the step waits less long.
    known = {"step": match.step, "status": Match.Status.RUNNING, "deadline": match.deadline, "due_at": match.due_at}
    same = Match.objects.filter(pk=match.id, **known)
    with threads.writing():
        if same.select_for_update(skip_locked=True, no_key=True).values_list("pk").first() is not None:
            same.update(due_at=look_at)
        elif same.exists():
            raise rows.Locked


def stop_for_fault(match_id: str, error: Exception, now: datetime, *, step: int | None = None) -> None:
    """Pause a match whose game has failed, if it still runs (and is at `step`), until staff have seen to it. Raises `rows.Locked`."""
    running = Match.objects.filter(pk=match_id, status=Match.Status.RUNNING)
    if step is not None:
        running = running.filter(step=step)
    with threads.writing():
        match = running.select_for_update(skip_locked=True, no_key=True).defer("options").first()
        if match is not None:
            _hold(match_id, running, error, paused_at=now, **_kept(match))
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


def hold_for_fault(match_id: str, error: Exception, now: datetime) -> None:
    """Have a match whose pause should end, and which cannot go on, stay paused until staff have seen to it."""
    # It has been paused for as long as before: all of that time is given back. One that somebody else has locked is still due.
    found = Match.objects.filter(pk=match_id, status=Match.Status.PAUSED, due_at__lte=now)
    with acts.passing():
        _hold(match_id, found, error)


def _hold(match_id: str, found: QuerySet[Match], error: Exception, **fields: Any) -> None:
    held = found.update(
        status=Match.Status.PAUSED,
        deadline=None,
        due_at=None,
        fault=faults.whole(error),
        revision=F("revision") + 1,
        **fields,
    )
    if held:
        metrics.FAULTS.inc()
        wake.publish_soon(match_id)


def _tell_begun(match_id: str, *, finished: bool) -> None:
    if not finished:
        orders_due.send_robust(sender=Match, match_id=match_id, step=0)
    wake.publish_soon(match_id)
