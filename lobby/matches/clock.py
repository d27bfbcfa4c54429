"""When does a step end? Pure: no database, and `now` is always handed in.

A step has its ordinary time, which ends at the *deadline*; after that each pending seat that is not ready lives on its own time
bank. The step ends when every pending seat is ready, or when those that are not have nothing left. Pauses and downtime
move its beginning, and everything else with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

FIRST_STEP_FACTOR = 3.0
"""A live match gives its first step more time: everybody has just arrived and sees the board for the first time."""
ORDINARY = "step"
"""The kind of clock to which that applies; a game that names another kind has said how long it wants."""
BOT_GRACE = timedelta(seconds=10)
"""How long after the deadline the step still waits for a bot, whose process may have been restarted."""
BEAT = timedelta(seconds=2)
"""How often a referee says that it is alive."""
SILENCE = timedelta(seconds=6)
"""A gap between two beats that is longer than this was downtime, not work."""
PAUSE_LIMIT_LIVE = timedelta(minutes=30)
PAUSE_LIMIT_SLOW = timedelta(days=7)
"""A pause that nobody ends ends by itself."""

NOTHING = timedelta(0)


@dataclass(frozen=True)
class Awaited:
    """A seat that owes orders."""

    seat: int
    ready: bool
    until: datetime
    """When its own time runs out."""


@dataclass(frozen=True)
class Verdict:
    """What to do with a step now: resolve it, or look again at `look_at`."""

    resolve: bool
    look_at: datetime | None = None


def step_length(*, live: bool, step_seconds: int, factor: float, clock: str, step: int) -> timedelta:
    """The ordinary time of a step of the kind `clock`, whose share of the table's `step_seconds` is `factor`."""
    if live and step == 0 and clock == ORDINARY:
        factor *= FIRST_STEP_FACTOR
    return timedelta(seconds=step_seconds * factor)


def person_until(deadline: datetime, bank_ms: int, *, uses_bank: bool) -> datetime:
    """Until when a person may answer."""
    return deadline + timedelta(milliseconds=bank_ms if uses_bank else 0)


def bot_until(deadline: datetime) -> datetime:
    """Until when the step waits for a bot."""
    return deadline + BOT_GRACE


def verdict(
    pending: Sequence[Awaited], *, now: datetime, deadline: datetime, hold_until: datetime | None, attended: bool
) -> Verdict:
    """Is the step over?

    `attended`: somebody sits at the table. A match whose every person is away and replaced keeps its ordinary pace, so that
    it is not played to the end by bots in the minute in which a browser was closed.
    """
    late = [seat.until for seat in pending if not seat.ready]
    earliest = max(late, default=now if attended else deadline)
    if hold_until is not None:
        earliest = max(earliest, hold_until)
    return Verdict(resolve=True) if earliest <= now else Verdict(resolve=False, look_at=earliest)


def bank_left(bank_ms: int, *, deadline: datetime, done_at: datetime) -> int:
    """Milliseconds left in a bank after a step in which the seat was done at `done_at`."""
    used = max(NOTHING, done_at - deadline)
    return max(0, bank_ms - round(used / timedelta(milliseconds=1)))


def moved(moment: datetime | None, by: timedelta) -> datetime | None:
    """The same moment after a pause or a downtime of that length; None stays None."""
    return None if moment is None else moment + by


def downtime(alive_at: datetime | None, now: datetime, *, starting: bool) -> timedelta:
    """For how long no referee was alive, zero if one was.

    A referee that starts counts every gap longer than an ordinary one between beats: it was not there itself.
    """
    if alive_at is None:
        return NOTHING
    gap = now - alive_at
    return gap if gap > (BEAT * 1.5 if starting else SILENCE) else NOTHING


def pause_ends(paused_at: datetime, *, live: bool) -> datetime:
    """When a pause that nobody ends is over."""
    return paused_at + (PAUSE_LIMIT_LIVE if live else PAUSE_LIMIT_SLOW)
