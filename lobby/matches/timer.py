"""When does the referee look? After an order (`nudge`), at the moment that is due, and now and then at everything.

Any number of processes may run this at once. The first to beat after a silence moves the deadlines by the time in which
no referee was there, before anybody looks at them.
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

from lobby.matches import clock, closing, journal, queue, reach, referee, resolving, seen, tables, threads, votes, wake
from lobby.matches.models import Heartbeat, Match, Orders
from lobby.matches.recent import LOOK_BACK, Recent, awaiting

log = logging.getLogger("fogbound.timer")

POLL = timedelta(seconds=1)
"""The longest sleep: another process may have made something due meanwhile."""
SWEEP = timedelta(seconds=30)
"""How often complete steps are looked for that nobody resolved, because their process died in between."""
JUMP = timedelta(seconds=1)
"""The clock on the wall was set, if it goes apart by more than this from the one that nobody sets."""
RETRY = timedelta(milliseconds=50)
OVERDUE = timedelta(seconds=2)
"""A match that was due longer ago than this has been forgotten, or the referees cannot keep up."""
BATCH = 200
LOOKS = 50
"""So many matches that take their time are looked at, or next in turn, at once: enough work until others are asked for.

Of a game that nobody has stepped here yet the first of them tell whether the rest takes any time.
"""
PUT_OFF = 5000
"""So many matches are put off at most: a database takes only so many ids in one question."""

_tasks: dict[tuple[asyncio.AbstractEventLoop, str], asyncio.Task[None]] = {}
_again: set[str] = set()
_beaten: datetime | None = None
"""When this process has beaten last, by its own clock."""


def nudge(match_id: str) -> asyncio.Task[None]:
    """Have the referee look at this match soon, in the background. Many calls at once make one or two looks."""
    key = (asyncio.get_running_loop(), match_id)
    looking = _tasks.get(key)
    # One that is done has looked for the last time, though its entry is removed a moment later.
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
        await referee.advance(match_id)
        if match_id not in _again:
            return


async def settle() -> None:
    """Wait until every look of this process that was asked for is done."""
    loop = asyncio.get_running_loop()
    while waiting := [task for (home, _), task in _tasks.items() if home is loop]:
        await asyncio.gather(*waiting, return_exceptions=True)
    await asyncio.to_thread(journal.settle)


def beat(now: datetime, *, starting: bool = False) -> Collection[str]:
    """Say that a referee is alive. If none was for a while, move every running match, and the ends of pauses, by that time.

    What has begun meanwhile, by a web process, is moved by the time since. Returns the ids of those moved.

    When the clock was set back, no deadline becomes earlier: what people were told holds, and whether it had run ahead before or
    there had been a silence, nobody knows any more. Secret waits, of which nobody is told, last no longer than if they began now.
    """
    global _beaten
    went_back = not starting and _beaten is not None and now < _beaten
    with threads.writing():
        moved = _beat(now, starting=starting, went_back=went_back)
    _beaten = now
    return moved


def _beat(now: datetime, *, starting: bool, went_back: bool) -> list[str]:
    # An ordinary beat passes while somebody else beats, who does it for all; one that has a silence to tell of waits for the row.
    passes = not (starting or went_back)
    row = Heartbeat.objects.select_for_update(skip_locked=passes).filter(pk=1).first()
    if row is None:
        Heartbeat.objects.get_or_create(pk=1, defaults={"alive_at": now})
        return []
    # In between, a beat that lies ahead is no sign of that: another machine's clock may be ahead of this one's.
    if (starting or went_back) and clock.is_set_back(row.alive_at, now):
        if went_back:
            # Only who saw it: of two machines whose clocks differ, one would take the other's beats for silences in a circle.
            Heartbeat.objects.filter(pk=1).update(alive_at=now)
        return _shorten_holds(now)
    gap = clock.downtime(row.alive_at, now, starting=starting)
    Heartbeat.objects.filter(pk=1).update(alive_at=max(now, row.alive_at))
    if not gap:
        return []
    waiting = Match.objects.select_for_update().filter(status__in=[Match.Status.RUNNING, Match.Status.PAUSED])
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
    seen.move(moved, gap, now)
    # Of one that is paused only the end of its pause: what has passed since its beginning is given back with the resumption.
    Match.objects.filter(pk__in=ending).update(due_at=F("due_at") + _lost("paused_at", row.alive_at, now))
    log.warning("no referee was alive for %.1f s; %s matches get that time back", gap.total_seconds(), len(moved))
    return moved + ending


def _lost(began: str, alive_at: datetime, now: datetime) -> Case:
    """How much of a silence that began at `alive_at` has passed since the moment in the column `began`."""
    since = ExpressionWrapper(Value(now) - F(began), output_field=DurationField())
    # What seems to begin in the future began before the clock was set back, so the whole silence counts for it.
    is_new = When(**{f"{began}__gt": alive_at, f"{began}__lte": now}, then=since)
    return Case(is_new, default=Value(now - alive_at), output_field=DurationField())


def _shorten_holds(now: datetime) -> list[str]:
    """Let no secret wait last longer than the longest that begins now; returns the matches in which one did."""
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
    """Id, status and time of matches that are due, longest overdue first, at most a batch; those `in_hand` are looked at already."""
    due = Match.objects.filter(status__in=[Match.Status.RUNNING, Match.Status.PAUSED], due_at__lte=now)
    found = due.exclude(pk__in=in_hand).order_by("due_at").values_list("pk", "status", "due_at")[:BATCH]
    return [(match_id, status, due_at) for match_id, status, due_at in found if due_at is not None]


def overdue_matches(now: datetime) -> int:
    """How many matches should have been looked at a while ago: more than a few say that the referees cannot keep up."""
    waiting = Match.objects.filter(status__in=[Match.Status.RUNNING, Match.Status.PAUSED])
    return waiting.filter(due_at__lt=now - OVERDUE).count()


def next_due() -> datetime | None:
    """When the next match is due."""
    waiting = Match.objects.filter(status__in=[Match.Status.RUNNING, Match.Status.PAUSED])
    first: datetime | None = waiting.aggregate(first=Min("due_at"))["first"]
    return first


def perhaps_complete() -> list[str]:
    """Ids of running matches in which somebody is ready; those whose step is complete are among them."""
    ready = Orders.objects.filter(match_id=OuterRef("pk"), step=OuterRef("step"), ready=True)
    return list(Match.objects.filter(Exists(ready), status=Match.Status.RUNNING).values_list("pk", flat=True))


def left_behind(recent: Recent) -> list[str]:
    """Ids of running matches in which somebody has become ready lately, for a step that is still due.

    Whoever stored the orders resolves the step at once, unless it has died in that moment.
    """
    keys = recent.keys()
    return awaiting(keys) if keys else []


class Waiting:
    """Matches that are due and take their time. They wait for those that are quick, and a few at a time are looked at.

    The rule of a flood, when more is due than a batch: quick matches come first, the slow ones as soon as a batch is not full or
    has no quick one in it, and those that are overdue in any case; the longest overdue first. A match that waits here is not asked
    for again, so that the next batch brings others.
    """

    def __init__(self) -> None:
        self.since: dict[str, datetime] = {}
        """Match → when it was due."""
        self._looks: set[asyncio.Task[None]] = set()

    def release_quick(self) -> None:
        """Forget those that need not wait, as the first step of their game has told meanwhile: many of them share a transaction."""
        self.since = {match_id: at for match_id, at in self.since.items() if not resolving.is_quick(match_id)}

    def begin(self, until: datetime) -> set[asyncio.Task[None]]:
        """Look at those that were due until then and at those whose engines are quick, as many as there is room for."""
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
    """Look at a batch of matches that are due at `now` and, with `everything`, at all that may be complete.

    Returns how many were due, and the looks in which what takes its time goes on; what is put off is among the `waiting` until the next call.
    """
    loop = asyncio.get_running_loop()
    in_hand = [match_id for (home, match_id), look in _tasks.items() if home is loop and not look.done()]
    waiting.release_quick()
    due = []
    if len(waiting.since) < PUT_OFF:
        due = await threads.run(threads.TIMER, due_matches, now, [*in_hand, *waiting.since])
    running = {match_id: due_at for match_id, status, due_at in due if status == Match.Status.RUNNING}
    apart = await threads.run(threads.TIMER, closing.advance_many, list(running))
    waiting.since |= {match_id: running[match_id] for match_id in apart}
    # As long as full batches bring quick matches there may be more of them, and the processors have something to do.
    is_flood = len(due) == BATCH and len(apart) < len(running)
    looks = waiting.begin(now - OVERDUE if is_flood else now)
    # After the deadlines: whatever is wrong with a pause, those are kept.
    paused = [match_id for match_id, status, _ in due if status == Match.Status.PAUSED]
    ended = [match_id for match_id in paused if await threads.run(threads.TIMER, end_pause, match_id, now)]
    await wake.publish(*ended)
    if everything:
        looks |= {nudge(match_id) for match_id in await threads.run(threads.TIMER, perhaps_complete)}
    return len(due), looks


def end_pause(match_id: str, now: datetime) -> bool:
    """End the pause of a match whose time for it is over; False if it is not paused or may stay so.

    A match that cannot go on stays paused until staff have seen to it, and keeps no other from its time.
    """
    try:
        with threads.writing():
            # One that somebody else has locked is still due at the next look.
            free = Match.objects.select_for_update(skip_locked=True)
            match = free.filter(pk=match_id, status=Match.Status.PAUSED, due_at__lte=now).first()
            if match is None:
                return False
            votes.resume(match, now)
    except DatabaseError:
        raise
    except Exception as error:
        log.exception("match %s: its pause cannot end", match_id)
        referee.hold_for_fault(match_id, error, now)
        return False
    return True


async def start() -> None:
    """To be awaited before anybody can send orders: gives back the time in which the site was down."""
    await _beat_and_tell(starting=True)


async def start_and_run() -> None:
    """Both, for whoever lets nobody in, or has done so already because the database was away."""
    await start()
    await run()


async def run() -> None:
    """Keep looking until cancelled."""
    loop = asyncio.get_running_loop()
    next_beat = next_sweep = next_look_back = loop.time()
    recent = Recent(Orders)
    waiting = Waiting()
    last = timezone.now(), loop.time()
    while True:
        try:
            # One moment for all of this look: whoever sets the clock in the middle of it is noticed in the next.
            now, ticks = timezone.now(), loop.time()
            passed, last = (now - last[0], timedelta(seconds=ticks - last[1])), (now, ticks)
            # Whoever set the clock forward made everybody late; the beat takes that back before anything is looked at.
            if abs(passed[0] - passed[1]) > JUMP or loop.time() >= next_beat:
                if await threads.run(threads.TIMER, reach.is_cut_off, now):
                    # Nobody can give orders: what is due waits, and the next beat, which comes before any look, gives the time back.
                    next_beat = loop.time()
                    await asyncio.sleep(POLL.total_seconds())
                    continue
                await _beat_and_tell(starting=False)
                next_beat = loop.time() + clock.BEAT.total_seconds()
            everything = loop.time() >= next_sweep
            if everything:
                next_sweep = loop.time() + SWEEP.total_seconds()
                await threads.run(threads.TIMER, tables.expire_tables, timezone.now())
            if loop.time() >= next_look_back:
                next_look_back = loop.time() + LOOK_BACK.total_seconds()
                for match_id in await threads.run(threads.TIMER, left_behind, recent):
                    nudge(match_id)
            await threads.run(threads.TIMER, _pair, now)
            # Matches whose engines take long keep no others from their time.
            due, _ = await _begin(now, waiting, everything=everything)
            first = await threads.run(threads.TIMER, next_due)
        except DatabaseError:
            log.exception("the database is away, trying again")
            due, first = 0, None
        now = timezone.now()
        nap = POLL if first is None else min(POLL, first - now)
        # A match that is still due is being looked at, or could not be advanced: it is not asked for in a circle.
        least = timedelta(milliseconds=5) if due == BATCH or nap > timedelta() else RETRY
        await asyncio.sleep(max(nap, least).total_seconds())


def _pair(now: datetime) -> None:
    """Quick matches must not stop the clock of all others."""
    try:
        queue.pair(now)
    except DatabaseError:
        raise
    except Exception:
        log.exception("nobody could be paired for a quick match")


async def _beat_and_tell(*, starting: bool) -> None:
    await wake.publish(*await threads.run(threads.TIMER, beat, timezone.now(), starting=starting))
