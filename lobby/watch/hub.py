"""Which connections of this process watch which match, and when do they need news?

One hub per event loop. A wake-up call, a new watcher and the regular look all lead to the same reading of the
database (`feed.read`), of all waiting matches together, whose messages go to the connections. Calls for a match during
its reading lead to one more reading. Slow matches are read separately, one by one, so that no other match waits for them.
Nothing here knows the content of a message.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Collection, Container, Coroutine, Mapping, Sequence, Set
from functools import partial
from typing import Any

from django.utils.translation import gettext_lazy as _

from lobby.matches.errors import ServiceError, TooMany, Unavailable
from lobby.matches.models import Step
from lobby.platform.process import metrics, request_id, threads
from lobby.platform.protocol.server import AudienceName, Bye, encode
from lobby.play import last_seen, presence
from lobby.store import wake
from lobby.store.missed_wakeups import LOOK_BACK, RecentRows
from lobby.store.rows import Facts
from lobby.watch import feed
from lobby.watch.access_checks import AccessChecks
from lobby.watch.feed import Answer, News, Reading, Unreadable
from lobby.watch.questions import Questions
from lobby.watch.watchers import Connection, Lane, WatchedMatch, Watcher

log = logging.getLogger("fogbound.hub")

LOOK_SECONDS = presence.BEAT_SECONDS
"""Interval of the regular look. A lost wake-up call delays news by at most this long."""
LOOK_PART = 0.8
"""The part of the interval over which the regular look is spread evenly."""
MOST_WATCHED = 100
"""Matches per connection."""
MOST_TOLD_AT_ONCE = 10
"""Greatest number of watchers whose news the writing thread makes itself; more would delay its own work."""
READERS = 2
"""Readers of each lane. A match that proves slow occupies only one."""
MOST_READ = 100
"""Quick matches in one reading."""
MOST_LOOKED_AT = 10
"""Matches in one part of the regular look: a few milliseconds, during which orders wait for the interpreter."""
MOST_NOTED = 100
"""Matches in one report of who is online."""


Reserved = tuple[WatchedMatch, list[Watcher]]
"""A match, and its watchers if the writer that reserved it may make their news."""


class Hub:
    """The watchers of one process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        """Guards the flags of watched matches, which other threads set too."""
        self._matches: dict[str, WatchedMatch] = {}
        self._watching: dict[Connection, set[str]] = {}
        """Every open connection, and the ids of the matches it watches."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._started = False
        self._quick, self._slow = self._lanes = Lane(MOST_READ), Lane(1)
        """A match waits in at most one of them."""
        self.access = AccessChecks()
        self.questions = Questions()

    def join(self, connection: Connection) -> None:
        """Remember an open connection, to close it when the server stops."""
        self._watching[connection] = set()

    def leave(self, connection: Connection) -> None:
        """Forget a closed connection and everything it watched."""
        for match_id in list(self._watching.get(connection, ())):
            self._remove(self._matches[match_id], connection)
        self._watching.pop(connection, None)

    async def watch(self, connection: Connection, match_id: str, as_: AudienceName | None, since: int | None) -> None:
        """Send news of the match to `connection` from now on; returns after the first news. Raises ServiceError, or the error of the reading.

        Watching again replaces the watch and starts from the beginning; if it is refused, the old watch stays.
        """
        self._start()
        ids = self._watching[connection]
        if match_id not in ids and len(ids) >= MOST_WATCHED:
            raise TooMany(
                "match", _("One connection watches at most %(limit)s matches."), limit=MOST_WATCHED, seconds=None
            )
        watched = self._matches.setdefault(match_id, WatchedMatch(match_id))
        newcomer = connection.user_id is not None and connection.user_id not in watched.people()
        watcher = Watcher(connection, as_, since, previous=watched.watchers.get(connection))
        watched.watchers[connection] = watcher
        ids.add(match_id)
        self._refresh(watched)
        await watcher.served
        if newcomer:
            await wake.publish(match_id)  # other processes show who is online

    def unwatch(self, connection: Connection, match_id: str) -> bool:
        """Stop sending that match; False if it was not watched."""
        watched = self._matches.get(match_id)
        if watched is None or connection not in watched.watchers:
            return False
        self._remove(watched, connection)
        return True

    def watches_as(self, connection: Connection, match_id: str) -> Watcher | None:
        """The connection's watcher of that match; None if it does not watch it."""
        watched = self._matches.get(match_id)
        return watched.watchers.get(connection) if watched else None

    def is_busy(self) -> bool:
        """True while anything is being read."""
        return any(lane.matches for lane in self._lanes) or any(
            watched.has_reader or watched.writing for watched in self._matches.values()
        )

    def reserve(self, match_ids: Collection[str], quick: Container[str]) -> list[Reserved]:
        """Reserve those of these matches that are watched here, because the caller writes to them now. From any thread.

        No reader takes them until `tell_reserved`.

        Matches of `quick` that no reader reads come with their watchers: the caller may make their news.
        """
        reserved: list[Reserved] = []
        with self._lock:
            for match_id in match_ids:
                watched = self._matches.get(match_id)
                if watched is None:
                    continue
                watched.writing += 1
                for lane in self._lanes:
                    lane.matches.pop(match_id, None)
                watched.is_outdated = watched.has_reader
                watchers = list(watched.watchers.values())
                if (
                    match_id not in quick
                    or watched.is_slow
                    or watched.has_reader
                    or watched.is_stale
                    or watched.snapshot is None
                    or len(watchers) > MOST_TOLD_AT_ONCE
                ):
                    watchers = []
                reserved.append((watched, watchers))
        return reserved

    def tell_reserved(self, reserved: Sequence[Reserved], readings: Mapping[str, Reading]) -> None:
        """Send the news of reserved matches, where there are any. In the loop's thread, in the order of the reservations."""
        for watched, watchers in reserved:
            try:
                if watched.match_id in readings:
                    for watcher, answer in zip(watchers, readings[watched.match_id].answers, strict=True):
                        if watched.watchers.get(watcher.connection) is watcher:
                            self._tell(watched, watcher, answer)
            except Exception:
                log.exception("news of match %s were not told", watched.match_id)
            finally:
                with self._lock:
                    watched.writing -= 1
                self._read_if_stale(watched)
            there_now = self._matches.get(watched.match_id)
            if there_now is not None and there_now is not watched:
                # All watchers have left and new ones have come since; a reading may have told these an older state.
                self._refresh(there_now)

    async def wake(self, match_id: str) -> None:
        """Have the match read, because it has changed."""
        if watched := self._matches.get(match_id):
            watched.is_overlooked = False
            self._refresh(watched)

    def _start(self) -> None:
        if not self._started:
            self._started = True
            self._spawn(wake.listen(self.wake, skips_delivered=True), "hub: wake-up calls")
            self._spawn(self._look_regularly(), "hub: regular look")
            self._spawn(self._look_for_steps(), "hub: new steps")
            for number in range(READERS):
                self._spawn(self._keep_reading(self._quick), f"hub: reader {number}")
                self._spawn(self._keep_reading(self._slow), f"hub: reader {number} of slow matches")

    def _spawn(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=name, context=request_id.nobody())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _remove(self, watched: WatchedMatch, connection: Connection) -> None:
        watcher = watched.watchers.pop(connection)
        # End the wait for the first news.
        watcher.served.cancel()
        self._watching[connection].discard(watched.match_id)
        if not watched.watchers and self._matches.get(watched.match_id) is watched:
            del self._matches[watched.match_id]
        if connection.user_id is not None and connection.user_id not in watched.people():
            self._spawn(self._part(watched.match_id, connection.user_id), f"hub: {watched.match_id} parts")

    async def _part(self, match_id: str, user_id: int) -> None:
        """Report that a person's last connection here is gone, unless the person returns soon."""
        try:
            await threads.run(threads.SERVICES, last_seen.note_leaving, match_id, user_id)
            await asyncio.sleep(presence.GRACE_SECONDS)
            await wake.publish(match_id)
        except Exception:
            log.exception("presence of match %s", match_id)

    def _refresh(self, watched: WatchedMatch) -> None:
        """Have this match read soon. If it is being read, it is read once more afterwards."""
        with self._lock:
            watched.is_stale = True
            if not (watched.has_reader or watched.writing):
                lane = self._slow if watched.is_slow else self._quick
                lane.matches[watched.match_id] = watched
                lane.due.set()

    def _read_if_stale(self, watched: WatchedMatch) -> None:
        if watched.is_stale and watched.watchers:
            self._refresh(watched)

    async def _keep_reading(self, lane: Lane) -> None:
        """Read stale matches, as many at once as wait. Only one reader at a time has a match."""
        while True:
            await lane.due.wait()
            with self._lock:
                taken = lane.take()
                for watched in taken:
                    watched.is_stale, watched.has_reader = False, True
            if not taken:
                continue
            try:
                await self._read([watched for watched in taken if watched.watchers])
            except Exception:
                # After any error the next look reads these again, and the reader continues with the others.
                log.exception("news of %s matches were not told", len(taken))
            finally:
                for watched in taken:
                    with self._lock:
                        watched.has_reader = False
                    self._read_if_stale(watched)

    async def _read(self, matches: Sequence[WatchedMatch]) -> None:
        found_late = {watched.match_id for watched in matches if watched.is_overlooked}
        watchers = {watched.match_id: list(watched.watchers.values()) for watched in matches}
        asked = {match_id: [watcher.asker() for watcher in there] for match_id, there in watchers.items()}
        for watched in matches:
            watched.is_overlooked = False
        try:
            readings = await threads.run(threads.SERVICES, feed.read, asked)
        except Exception as fault:
            log.exception("%s matches could not be read", len(matches))
            # Watchers keep what they have, and the next look tries again.
            for watched in matches:
                for watcher in watchers[watched.match_id]:
                    if not watcher.served.done():
                        self._refuse(watched, watcher, fault)
            return
        for watched in matches:
            is_late = watched.match_id in found_late
            if watched.match_id in readings:
                self._hand_out(watched, watchers[watched.match_id], readings[watched.match_id], is_late=is_late)
            else:
                # Left out behind a slow match; new watchers are served together with those that wait.
                watched.is_stale, watched.is_outdated = True, False
                watched.is_overlooked = watched.is_overlooked or is_late

    def _hand_out(
        self, watched: WatchedMatch, watchers: Sequence[Watcher], reading: Reading, *, is_late: bool = False
    ) -> None:
        """`is_late`: only the regular look noticed the change."""
        watched.note(reading)
        is_outdated, watched.is_outdated = watched.is_outdated, False
        watched.is_stale = watched.is_stale or is_outdated
        for watcher, answer in zip(watchers, reading.answers, strict=True):
            if watched.watchers.get(watcher.connection) is not watcher:
                continue
            if isinstance(answer, News):
                if is_outdated and answer.cursor.audience is not None and answer.cursor.audience.own:
                    continue
                if is_late and answer.messages and watcher.served.done():
                    metrics.WAKEUPS_HEALED.inc()
                watcher.cursor = answer.cursor
            self._tell(watched, watcher, answer)

    def _tell(self, watched: WatchedMatch, watcher: Watcher, answer: Answer) -> None:
        if isinstance(answer, News):
            watcher.previous = None
            for message in answer.messages:
                watcher.connection.send(message)
            if not watcher.served.done():
                watcher.served.set_result(None)
        elif not (isinstance(answer, Unreadable) and watcher.served.done()):
            self._refuse(watched, watcher, answer)

    def _refuse(self, watched: WatchedMatch, watcher: Watcher, answer: Exception) -> None:
        """Refuse a new watcher; end the watch of one that was accepted before."""
        if not watcher.served.done():
            watcher.served.set_exception(Unavailable() if isinstance(answer, Unreadable) else answer)
            if watcher.previous is not None:
                watched.watchers[watcher.connection] = watcher.previous
                watched.is_stale = True
                return
        else:
            gone = isinstance(answer, ServiceError)
            watcher.connection.send(encode(Bye(match=watched.match_id, code="gone" if gone else "internal")))
        self._remove(watched, watcher.connection)

    async def _look_regularly(self) -> None:
        """Find changes whose wake-up calls were lost, and keep people online."""
        while True:
            began = time.monotonic()
            try:
                await self._look(seconds=LOOK_PART * LOOK_SECONDS)
            except Exception:
                log.exception("the regular look failed")
            rest = LOOK_SECONDS - (time.monotonic() - began)
            await asyncio.sleep(max(rest, (1 - LOOK_PART) * LOOK_SECONDS / 2))

    async def _look_for_steps(self) -> None:
        """Find steps that the seats were not told of, because the process that resolved them died before its wake-up call."""
        recent = RecentRows(Step)
        while True:
            # Also at the start: wake-up calls before this process listens are lost.
            try:
                found = await threads.run(threads.SERVICES, feed.new_steps, recent)
            except Exception:
                log.exception("new steps could not be looked for")
                found = {}
            for match_id, number in found.items():
                watched = self._matches.get(match_id)
                if watched is not None and watched.is_behind(number):
                    watched.is_overlooked = True
                    self._refresh(watched)
            await asyncio.sleep(LOOK_BACK.total_seconds())

    async def _look(self, *, seconds: float = 0.0) -> None:
        """Look at all matches, spread over `seconds`, so that no news wait for hundreds of matches."""
        everything = list(self._matches)
        for first in range(0, len(everything), MOST_LOOKED_AT):
            part = everything[first : first + MOST_LOOKED_AT]
            some = [self._matches[one] for one in part if one in self._matches]
            people = {watched.match_id: watched.people() for watched in some}
            found = await threads.run(threads.SERVICES, _take_pulses, people)
            for watched in some:
                # A deleted match has no pulse; the next reading refuses its watchers.
                pulse = None if watched.snapshot is None else watched.snapshot.pulse()
                if found.get(watched.match_id) != pulse and not (watched.has_reader or watched.writing):
                    watched.is_overlooked = True
                    self._refresh(watched)
            await asyncio.sleep(seconds * len(part) / len(everything))
        await self._note_seen()

    async def _note_seen(self) -> None:
        """Store who is online for all matches together, because each call costs a transaction."""
        people = {match_id: watched.people() for match_id, watched in self._matches.items()}
        everything = list(people)
        for first in range(0, len(everything), MOST_NOTED):
            some = {match_id: people[match_id] for match_id in everything[first : first + MOST_NOTED]}
            await threads.run(threads.SERVICES, last_seen.note, some)


def _take_pulses(people: dict[str, set[int]]) -> dict[str, object]:
    presence.beat(people)
    return feed.pulses(list(people))


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}
"""Event loop → its hub; one in a live process."""


def hub() -> Hub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        for old in [old for old in _hubs if old.is_closed()]:
            del _hubs[old]
        _hubs[loop] = Hub()
    return _hubs[loop]


class Reservation:
    """Watched matches of this process whose news their writer makes from what it writes, without a new reading.

    They are reserved before the writer reads them, so no reader can have sent newer news. (An `Announcement` of `play`.)
    """

    def __init__(self, match_ids: Collection[str], quick: Container[str]) -> None:
        """`quick`: matches whose views are fast enough to be made in the writer's thread."""
        # One in a live process; others belong to finished tests.
        running = [(loop, one) for loop, one in list(_hubs.items()) if loop.is_running()]
        self._places = [(loop, one, one.reserve(match_ids, quick)) for loop, one in running]
        self._readings: dict[str, Reading] = {}

    def read(self, facts: Mapping[str, Facts]) -> None:
        """Make the news of these matches from their present facts."""
        for _loop, _hub, reserved in self._places:
            for watched, watchers in reserved:
                now = facts.get(watched.match_id)
                if now is None or not watchers or watched.snapshot is None:
                    continue
                try:
                    askers = [watcher.asker() for watcher in watchers]
                    reading = feed.follow(watched.snapshot, now, askers)
                except Exception:
                    log.exception("news of match %s could not be made; a reader tries again", watched.match_id)
                    continue
                if reading.snapshot is None:
                    # Something could not be read; a reader tries again.
                    continue
                # The next batch may reserve the match before the loop has sent these news, so its news must continue from here.
                watched.note(reading)
                for watcher, answer in zip(watchers, reading.answers, strict=True):
                    if isinstance(answer, News):
                        watcher.cursor = answer.cursor
                self._readings[watched.match_id] = reading

    def tell(self) -> Set[str]:
        """Send the news, and release the matches to readers. Returns the matches whose watchers here were told."""
        for loop, one, reserved in self._places:
            if reserved:
                # One iteration of the loop later, so that the answer to orders leaves before their news.
                give = partial(loop.call_soon, one.tell_reserved, reserved, self._readings)
                try:
                    loop.call_soon_threadsafe(give)
                except RuntimeError:
                    log.debug("the process ends, and its sockets with it")
        return self._readings.keys()
