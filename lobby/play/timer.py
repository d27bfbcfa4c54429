"""When does the referee examine matches? After an order (`nudge`), at a deadline, and every 30 s all that may be complete.

Any number of processes may run this at once. The first heartbeat after a silence moves all deadlines by the time without a
referee, before any match is examined.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial

from django.db import Error as DatabaseError
from django.db.models import Case, DurationField, Exists, ExpressionWrapper, F, Min, OuterRef, Value, When
from django.utils import timezone

from lobby.matches import clock
from lobby.matches.models import GOES_ON, Heartbeat, Match, Orders, Vote
from lobby.matches.people import VoteAct
from lobby.matches.signals import referee_looks, referee_sweeps
from lobby.platform.process import database, metrics, threads
from lobby.play import closing, interruptions, journal, last_seen, referee, resolving, web_heartbeat
from lobby.store import wake
from lobby.store.missed_wakeups import LOOK_BACK, RecentRows, awaiting

log = logging.getLogger("fogbound.timer")

POLL = timedelta(seconds=1)
"""The longest sleep: another process may have made something due meanwhile."""
SWEEP = timedelta(seconds=30)
"""Interval at which complete steps are sought that nobody resolved, because their process died in between."""
JUMP = timedelta(seconds=1)
"""If the system clock and the monotonic clock differ by more than this since the last look, the system clock was set."""
RETRY = timedelta(milliseconds=50)
OVERDUE = timedelta(seconds=2)
"""A match that has been due for longer than this was forgotten, or the referees cannot keep up."""
BATCH = 200
LOOKS = 50
"""Greatest number of slow matches that are examined or next in turn: enough work until the next batch.

For a game without steps in this process, the first of them show whether the game is slow.
"""
PUT_OFF = 5000
"""Greatest number of postponed matches, because a statement can take only so many ids."""

_tasks: dict[tuple[asyncio.AbstractEventLoop, str], asyncio.Task[None]] = {}
_again: set[str] = set()
_missed: set[str] = set()
"""Matches whose examination failed because the database did. They are not due by the clock, so nothing else would find them before the next sweep."""
_beaten: datetime | None = None
"""Time of this process's last heartbeat, by its own clock."""


def nudge(match_id: str) -> asyncio.Task[None]:
    """Have the referee examine this match soon, in the background. Many calls at once lead to one or two examinations."""
    key = (asyncio.get_running_loop(), match_id)
    looking = _tasks.get(key)
    # A finished task examines nothing any more, although its entry is removed only a moment later.
    if looking is not None and not looking.done():
        _again.add(match_id)
        return looking
    task = asyncio.create_task(_look(match_id), name=f"advance {match_id}")
    _tasks[key] = task
    task.add_done_callback(partial(_forget, key))
    return task


def _forget(key: tuple[asyncio.AbstractEventLoop, str], task: asyncio.Task[None]) -> None:
    if _tasks.get(key) is task:
        del _tasks[key]


async def _look(match_id: str) -> None:
    while True:
        _again.discard(match_id)
        if await referee.advance(match_id) is None:
            _missed.add(match_id)
        if match_id not in _again:
            return


async def settle() -> None:
    """Wait until every requested examination in this process is done."""
    loop = asyncio.get_running_loop()
    while waiting := [task for (home, _), task in _tasks.items() if home is loop]:
        await asyncio.gather(*waiting, return_exceptions=True)
    await asyncio.to_thread(journal.settle)


def beat(now: datetime, *, starting: bool = False) -> Collection[str]:
    """Store a referee's heartbeat. After a silence, move the deadlines of all running matches, and the ends of pauses, by its length.

    What a web process began during the silence moves only by the time since. Returns the ids of the moved matches.

    If the clock was set back, no deadline becomes earlier: people rely on the time they were told, and it is unknown whether the clock
    had run ahead or there was a silence. Secret waits, which nobody is told, are shortened to the longest that could begin now.
    """
    global _beaten
    went_back = not starting and _beaten is not None and now < _beaten
    with database.writing():
        moved = _beat(now, starting=starting, went_back=went_back)
    _beaten = now
    return moved


def _beat(now: datetime, *, starting: bool, went_back: bool) -> list[str]:
    # An ordinary heartbeat is skipped while another process writes one; a heartbeat after a silence waits for the row.
    passes = not (starting or went_back)
    row = Heartbeat.objects.select_for_update(skip_locked=passes).filter(pk=1).first()
    if row is None:
        Heartbeat.objects.get_or_create(pk=1, defaults={"alive_at": now})
        return []
    # Otherwise a heartbeat in the future proves nothing: another machine's clock may be ahead of this one's.
    if (starting or went_back) and clock.is_set_back(row.alive_at, now):
        if went_back:
            # Only the process that noticed it: of two machines with different clocks, one would mistake the other's heartbeats for silences.
            Heartbeat.objects.filter(pk=1).update(alive_at=now)
        return _shorten_holds(now)
    gap = clock.downtime(row.alive_at, now, starting=starting)
    Heartbeat.objects.filter(pk=1).update(alive_at=max(now, row.alive_at))
    if not gap:
        return []
    waiting = Match.objects.select_for_update().filter(status__in=GOES_ON)
    found = list(waiting.order_by("pk").values_list("pk", "status", "due_at"))
    moved = [match_id for match_id, status, _ in found if status == Match.Status.RUNNING]
    ending = [match_id for match_id, status, due_at in found if status == Match.Status.PAUSED and due_at is not None]
    lost = _lost("step_started_at", row.alive_at, now)
    Match.objects.filter(pk__in=moved).update(
        step_started_at=F("step_started_at") + lost,
        deadline=F("deadline") + lost,
        due_at=F("due_at") + lost,
        hold_until=F("hold_until") + lost,
        revision=F("revision") + 1,
    )
    last_seen.move(moved, gap, now)
    # For a paused match only the end of its pause moves: resuming gives back the rest of the pause.
    Match.objects.filter(pk__in=ending).update(due_at=F("due_at") + _lost("paused_at", row.alive_at, now))
    log.warning("no referee was alive for %.1f s; %s matches get that time back", gap.total_seconds(), len(moved))
    return moved + ending


def _lost(began: str, alive_at: datetime, now: datetime) -> Case:
    """SQL for the part of the silence, from `alive_at` to `now`, that lies after the time in the column `began`."""
    since = ExpressionWrapper(Value(now) - F(began), output_field=DurationField())
    # A beginning in the future was stored before the clock was set back, so the whole silence counts for it.
    is_new = When(**{f"{began}__gt": alive_at, f"{began}__lte": now}, then=since)
    return Case(is_new, default=Value(now - alive_at), output_field=DurationField())


def _shorten_holds(now: datetime) -> list[str]:
    """Shorten secret waits to the longest that could begin now. Returns the ids of the changed matches."""
    longest = now + clock.LONGEST_HOLD
    holding = Match.objects.select_for_update().filter(status=Match.Status.RUNNING, hold_until__gt=longest)
    shortened = list(holding.order_by("pk").values_list("pk", flat=True))
    Match.objects.filter(pk__in=shortened).update(
        due_at=Case(When(due_at=F("hold_until"), then=longest), default=F("due_at")),
        hold_until=longest,
        revision=F("revision") + 1,
    )
    log.warning("the clock was set back; the secret waits of %s matches are cut short", len(shortened))
    return shortened


def due_matches(now: datetime, in_hand: Collection[str] = ()) -> list[tuple[str, str, datetime]]:
    """Id, status and due time of due matches, longest overdue first, at most a batch; without those `in_hand`, which are being examined."""
    due = Match.objects.filter(status__in=GOES_ON, due_at__lte=now)
    found = due.exclude(pk__in=in_hand).order_by("due_at").values_list("pk", "status", "due_at")[:BATCH]
    return [(match_id, status, due_at) for match_id, status, due_at in found if due_at is not None]


def overdue_matches(now: datetime) -> int:
    """Number of matches due for longer than `OVERDUE`. More than a few mean that the referees cannot keep up."""
    waiting = Match.objects.filter(status__in=GOES_ON)
    return waiting.filter(due_at__lt=now - OVERDUE).count()


def next_due() -> datetime | None:
    """When the next match is due."""
    waiting = Match.objects.filter(status__in=GOES_ON)
    first: datetime | None = waiting.aggregate(first=Min("due_at"))["first"]
    return first


def perhaps_complete() -> list[str]:
    """Ids of running matches in which a seat is ready; they include all with a complete step."""
    ready = Orders.objects.filter(match_id=OuterRef("pk"), step=OuterRef("step"), ready=True)
    return list(Match.objects.filter(Exists(ready), status=Match.Status.RUNNING).values_list("pk", flat=True))


def left_behind(recent: RecentRows) -> list[str]:
    """Ids of running matches in which a seat became ready lately, for a step that is still due.

    The process that stored the orders resolves the step at once, unless it died at that moment.
    """
    keys = recent.keys()
    return awaiting(keys) if keys else []


class Waiting:
    """Due matches with slow engines. Quick matches come first; a few slow ones at a time are examined.

    When more matches are due than fit into a batch, quick matches come first. Slow ones follow as soon as a batch is not full or
    has no quick match, and overdue ones in any case, the longest overdue first. A match that waits here is left out of the next
    query, so that the next batch has other matches.
    """

    def __init__(self) -> None:
        self.since: dict[str, datetime] = {}
        """Match → the time at which it was due."""
        self._looks: set[asyncio.Task[None]] = set()

    def release_quick(self) -> None:
        """Remove matches whose game has proved quick meanwhile: many of them can share a transaction."""
        self.since = {match_id: at for match_id, at in self.since.items() if not resolving.is_quick(match_id)}

    def begin(self, until: datetime) -> set[asyncio.Task[None]]:
        """Examine matches that were due by `until`, and those with quick engines, as many as `LOOKS` allows."""
        self._looks = {look for look in self._looks if not look.done()}
        ready = []
        for match_id, at in self.since.items():
            is_quick = resolving.is_quick(match_id)
            if is_quick or at <= until:
                ready.append((not is_quick, at, match_id))
        chosen = [match_id for _, _, match_id in sorted(ready)[: LOOKS - len(self._looks)]]
        for match_id in chosen:
            del self.since[match_id]
        begun = {nudge(match_id) for match_id in chosen}
        self._looks |= begun
        return begun


async def _begin(now: datetime, waiting: Waiting, *, everything: bool) -> tuple[int, set[asyncio.Task[None]]]:
    """Examine a batch of matches that are due at `now` and, with `everything`, all that may be complete.

    Returns the number of due matches, and the running tasks for slow ones. Postponed matches stay in `waiting` until the next call.
    """
    loop = asyncio.get_running_loop()
    in_hand = [match_id for (home, match_id), look in _tasks.items() if home is loop and not look.done()]
    waiting.release_quick()
    due = []
    if len(waiting.since) < PUT_OFF:
        due = await threads.run(threads.TIMER, due_matches, now, [*in_hand, *waiting.since])
    running = {match_id: due_at for match_id, status, due_at in due if status == Match.Status.RUNNING}
    left = await threads.run(threads.TIMER, closing.advance_many, list(running))
    waiting.since |= {match_id: running[match_id] for match_id in left}
    # While full batches contain quick matches there may be more of them, and the processors are busy.
    is_flood = len(due) == BATCH and len(left) < len(running)
    looks = waiting.begin(now - OVERDUE if is_flood else now)
    # After the deadlines, so that an error in a pause does not delay them.
    paused = [match_id for match_id, status, _ in due if status == Match.Status.PAUSED]
    ended = [match_id for match_id in paused if await threads.run(threads.TIMER, end_pause, match_id, now)]
    await wake.publish(*ended)
    if everything:
        looks |= {nudge(match_id) for match_id in await threads.run(threads.TIMER, perhaps_complete)}
    return len(due), looks


def end_pause(match_id: str, now: datetime) -> bool:
    """End the pause of a match if its time is over. Returns False if the match is not paused or the pause may last longer.

    A match that cannot continue stays paused until staff act, and does not delay others.
    """
    try:
        with database.writing():
            # A match that another process has locked is still due at the next look.
            free = Match.objects.select_for_update(skip_locked=True)
            match = free.filter(pk=match_id, status=Match.Status.PAUSED, due_at__lte=now).first()
            if match is None:
                return False
            interruptions.resume(match, now)
            VoteAct.objects.create(match=match, kind=Vote.Kind.RESUME, what=VoteAct.What.LAPSED, at=now)
    except DatabaseError:
        raise
    except Exception as error:
        log.exception("match %s: its pause cannot end", match_id)
        referee.keep_paused_for_fault(match_id, error, now)
        return False
    return True


async def start() -> None:
    """Give back the time in which the site was down. Await it before anybody can send orders."""
    await _beat_and_tell(starting=True)


async def start_and_run() -> None:
    """`start`, then `run`: for processes that admit nobody, or that already serve because the database was unavailable at first."""
    await start()
    await run()


async def run() -> None:
    """Keep looking until cancelled."""
    loop = asyncio.get_running_loop()
    next_beat = next_sweep = next_look_back = loop.time()
    recent = RecentRows(Orders)
    waiting = Waiting()
    last = timezone.now(), loop.time()
    while True:
        try:
            # One reading of the clock for the whole look. If the clock is set meanwhile, the next look notices it.
            now, ticks = timezone.now(), loop.time()
            passed, last = (now - last[0], timedelta(seconds=ticks - last[1])), (now, ticks)
            # If the clock was set forward, everybody is late; the heartbeat corrects that before any match is examined.
            was_set = abs(passed[0] - passed[1]) > JUMP
            if was_set:
                metrics.CLOCK_SET.inc()
                log.warning("the clock of this machine was set by %.1f s", (passed[0] - passed[1]).total_seconds())
            if was_set or loop.time() >= next_beat:
                if await threads.run(threads.TIMER, web_heartbeat.is_cut_off, now):
                    # Nobody can give orders: due matches wait, and the next heartbeat, before any examination, gives the time back.
                    next_beat = loop.time()
                    await asyncio.sleep(POLL.total_seconds())
                    continue
                await _beat_and_tell(starting=False)
                next_beat = loop.time() + clock.BEAT.total_seconds()
            everything = loop.time() >= next_sweep
            if everything:
                next_sweep = loop.time() + SWEEP.total_seconds()
                await threads.run(threads.TIMER, partial(referee_sweeps.send, Match, now=timezone.now()))
            if loop.time() >= next_look_back:
                next_look_back = loop.time() + LOOK_BACK.total_seconds()
                left = {*await threads.run(threads.TIMER, left_behind, recent), *_missed}
                _missed.clear()
                for match_id in left:
                    nudge(match_id)
            await threads.run(threads.TIMER, partial(referee_looks.send, Match, now=now))
            # Slow engines must not delay other matches.
            due, _ = await _begin(now, waiting, everything=everything)
            first = await threads.run(threads.TIMER, next_due)
        except DatabaseError:
            log.exception("the database is away, trying again")
            due, first = 0, None
            # What this look would have found may be found by no other: seek everything when the database answers.
            next_sweep = loop.time()
        now = timezone.now()
        nap = POLL if first is None else min(POLL, first - now)
        # A match that is still due is being examined or could not be advanced; without a pause the loop would spin.
        least = timedelta(milliseconds=5) if due == BATCH or nap > timedelta() else RETRY
        await asyncio.sleep(max(nap, least).total_seconds())


async def _beat_and_tell(*, starting: bool) -> None:
    await wake.publish(*await threads.run(threads.TIMER, beat, timezone.now(), starting=starting))
