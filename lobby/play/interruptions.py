"""How does a match pause, resume, get more time, or end before its game does? Votes, staff and the timer decide; this module carries it out.

The caller of each function has locked the match, and the function works inside the caller's transaction.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import F

from lobby.matches import clock, terms
from lobby.matches.models import Match, Seat, Vote
from lobby.play import deadlines, in_play, last_seen, saving
from lobby.store.positions import game_of, position


def awaits_staff(match: Match) -> bool:
    """True if staff or a fault paused the match. Only staff end such a pause; no vote and no timer does."""
    return match.status == Match.Status.PAUSED and match.due_at is None


def pause(match: Match, now: datetime) -> None:
    """Stop the clock."""
    Match.objects.filter(pk=match.id).update(
        status=Match.Status.PAUSED,
        paused_at=now,
        deadline=None,
        due_at=clock.pause_ends(now, live=match.clock == Match.Clock.LIVE),
        revision=F("revision") + 1,
        **deadlines.kept_in_pause(match),
    )


def resume(match: Match, now: datetime) -> None:
    """Start the clock again with the time that was left."""
    assert match.step_started_at is not None
    assert match.paused_at is not None
    lasted = now - match.paused_at
    started = match.step_started_at + lasted
    deadline = end_if_resumed(match, now)
    Match.objects.filter(pk=match.id).update(
        status=Match.Status.RUNNING,
        paused_at=None,
        step_started_at=started,
        deadline=deadline,
        extra_seconds=deadlines.extra_until(match, game_of(match), position(match.id, match.step), started, deadline),
        # Due at once, because somebody may have resigned during the pause.
        due_at=now,
        hold_until=clock.moved(match.hold_until, lasted),
        fault="",
        revision=F("revision") + 1,
    )
    last_seen.move([match.id], lasted, now)
    Vote.objects.filter(match_id=match.id).delete()


def end_if_resumed(match: Match, now: datetime) -> datetime:
    """The deadline of a paused match if it resumes now. The step never has less time left than before the pause, whatever the calendar says."""
    assert match.step_started_at is not None
    assert match.paused_at is not None
    game, here, extra = game_of(match), position(match.id, match.step), timedelta(seconds=match.extra_seconds)
    had = deadlines.end_of_step(match, game, here, match.step_started_at) + extra
    started = match.step_started_at + (now - match.paused_at)
    return max(
        deadlines.end_of_step(match, game, here, started) + extra,
        clock.goes_on_until(had, match.paused_at, now, terms.calendar(match)),
    )


def extend(match: Match, now: datetime) -> None:
    """Give the step as much time again as it had, but at most a day."""
    assert match.deadline is not None
    more = min(clock.DAY, deadlines.length_of_step(match, game_of(match), position(match.id, match.step)))
    move_deadline(match, max(now, match.deadline) + more, now)


def move_deadline(match: Match, deadline: datetime, now: datetime) -> None:
    """Set the deadline of the running step. The added time is kept through pauses."""
    assert match.deadline is not None
    Match.objects.filter(pk=match.id).update(
        deadline=deadline,
        extra_seconds=F("extra_seconds") + math.ceil((deadline - match.deadline).total_seconds()),
        due_at=now,
        revision=F("revision") + 1,
    )


def abort(match: Match, now: datetime) -> None:
    """End the match without a result."""
    Match.objects.filter(pk=match.id).update(
        status=Match.Status.ABORTED,
        finished_at=now,
        paused_at=None,
        deadline=None,
        due_at=None,
        hold_until=None,
        revision=F("revision") + 1,
    )
    Seat.objects.filter(match_id=match.id).update(finished_at=now)
    saving.tell_aborted_soon(match)


def agree_draw(match: Match, seats: Sequence[Seat], now: datetime) -> None:
    """End the match as a draw: all seats in play share the first place, the others share the next."""
    playing = {seat.number for seat in in_play.seats_in_play(match, seats)}
    places = [1 if seat.number in playing else len(playing) + 1 for seat in sorted(seats, key=lambda s: s.number)]
    saving.finish(match, "agreed_draw", places, now)


def end_duel(match: Match, seats: Sequence[Seat], now: datetime) -> bool:
    """End a match of two of whom one has resigned: nobody else is there to play on for. Returns True if it has ended.

    Not where a fault or staff have stopped it, and not the scene of a lesson, whose script judges the last position.
    """
    if len(seats) != 2 or awaits_staff(match) or not match.is_under_way or match.kind == Match.Kind.LESSON:
        return False
    if seats[0].resigned == seats[1].resigned:
        return False
    saving.finish(match, "gave_up", [2 if seat.resigned else 1 for seat in sorted(seats, key=lambda s: s.number)], now)
    return True
