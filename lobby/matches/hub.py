"""Which connections of this process watch which match, and when is there something to tell them?

One hub per event loop. A wake-up call, a new watcher and the regular look all end in the same place: a reading of the
database (`feed.read`), of all matches together that wait for one, whose messages go to the connections. Calls that come for a
match during its reading are answered by one more. Matches whose news take long are read apart, one by one: no other waits for them.
Nothing here knows what a message says.
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

from lobby import metrics
from lobby.matches import feed, presence, seen, threads, wake
from lobby.matches.doorkeeper import Doorkeeper
from lobby.matches.errors import ServiceError, TooMany, Unavailable
from lobby.matches.feed import Answer, News, Reading, Unreadable
from lobby.matches.models import Step
from lobby.matches.protocol import AudienceName, Bye, encode
from lobby.matches.recent import LOOK_BACK, Recent
from lobby.matches.rows import Facts
from lobby.matches.watchers import Connection, Lane, Room, Watcher

log = logging.getLogger("fogbound.hub")

LOOK_SECONDS = presence.BEAT_SECONDS
"""A lost wake-up call delays news by no more than this."""
LOOK_PART = 0.8
"""Through this part of it the regular look goes round: evenly, so that it is felt nowhere."""
MOST_WATCHED = 100
"""Matches per connection."""
MOST_TOLD_AT_ONCE = 10
"""Watchers of a match whose news may be made by the thread that has just written it; more would keep that one's own work waiting."""
READERS = 2
"""Of either lane. A match that turns out to be slow holds up no more than one."""
MOST_READ = 100
"""Matches in one reading, of those that are quick."""
MOST_LOOKED_AT = 10
"""Matches in one part of the regular look: a few milliseconds, in which whoever gives orders waits for the interpreter."""
MOST_NOTED = 100
"""Matches in one note of who is there."""


Held = tuple[Room, list[Watcher]]
"""A room, and its watchers if their news are for whoever holds it to make."""


class Hub:
    """The watchers of one process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        """For the marks of rooms, which other threads set too."""
        self._rooms: dict[str, Room] = {}
        self._watching: dict[Connection, set[str]] = {}
        """Every open connection, and the ids of the matches it watches."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._started = False
        self._quick, self._slow = self._lanes = Lane(MOST_READ), Lane(1)
        """A room waits in one of them at most."""
        self.doorkeeper = Doorkeeper()

    def join(self, connection: Connection) -> None:
        """Remember an open connection, to close it when the server stops."""
        self._watching[connection] = set()

    def leave(self, connection: Connection) -> None:
        """Forget a closed connection and everything it watched."""
        for match_id in list(self._watching.get(connection, ())):
            self._remove(self._rooms[match_id], connection)
        self._watching.pop(connection, None)

    async def watch(self, connection: Connection, match_id: str, as_: AudienceName | None, since: int | None) -> None:
        """Tell `connection` of the match from now on; returns after the first news. Raises ServiceError, or what went wrong.

        Watching again replaces the watch and begins anew; if it is refused, the old one stays.
        """
        self._start()
        watched = self._watching[connection]
        if match_id not in watched and len(watched) >= MOST_WATCHED:
            raise TooMany(
                "match", _("One connection watches at most %(limit)s matches."), limit=MOST_WATCHED, seconds=None
            )
        room = self._rooms.setdefault(match_id, Room(match_id))
        newcomer = connection.user_id is not None and connection.user_id not in room.people()
        watcher = Watcher(connection, as_, since, previous=room.watchers.get(connection))
        room.watchers[connection] = watcher
        watched.add(match_id)
        self._refresh(room)
        await watcher.served
        if newcomer:
            await wake.publish(match_id)  # other processes show who is online

    def unwatch(self, connection: Connection, match_id: str) -> bool:
        """No more of that match; False if it was not watched."""
        room = self._rooms.get(match_id)
        if room is None or connection not in room.watchers:
            return False
        self._remove(room, connection)
        return True

    def watches_as(self, connection: Connection, match_id: str) -> Watcher | None:
        """How that match is watched; None if it is not."""
        room = self._rooms.get(match_id)
        return room.watchers.get(connection) if room else None

    def is_busy(self) -> bool:
        """Is anything being read just now?"""
        return any(lane.rooms for lane in self._lanes) or any(
            room.has_reader or room.writing for room in self._rooms.values()
        )

    def hold(self, match_ids: Collection[str], quick: Container[str]) -> list[Held]:
        """The rooms of matches about which something is written now: no reader takes them until `give`. From any thread.

        With the watchers of those of `quick` that nobody reads: the caller may make their news.
        """
        held: list[Held] = []
        with self._lock:
            for match_id in match_ids:
                room = self._rooms.get(match_id)
                if room is None:
                    continue
                room.writing += 1
                for lane in self._lanes:
                    lane.rooms.pop(match_id, None)
                room.is_outdated = room.has_reader
                watchers = list(room.watchers.values())
                if (
                    match_id not in quick
                    or room.is_slow
                    or room.has_reader
                    or room.is_stale
                    or room.snapshot is None
                    or len(watchers) > MOST_TOLD_AT_ONCE
                ):
                    watchers = []
                held.append((room, watchers))
        return held

    def give(self, held: Sequence[Held], readings: Mapping[str, Reading]) -> None:
        """Send what was made of held rooms; of some perhaps nothing. In the loop's thread, in the order in which they were held."""
        for room, watchers in held:
            try:
                if room.match_id in readings:
                    for watcher, answer in zip(watchers, readings[room.match_id].answers, strict=True):
                        if room.watchers.get(watcher.connection) is watcher:
                            self._tell(room, watcher, answer)
            except Exception:
                log.exception("news of match %s were not told", room.match_id)
            finally:
                with self._lock:
                    room.writing -= 1
                self._read_if_stale(room)
            there_now = self._rooms.get(room.match_id)
            if there_now is not None and there_now is not room:
                # Everybody has left and somebody has come back since, and may have been read what was there before.
                self._refresh(there_now)

    async def wake(self, match_id: str) -> None:
        """That match has changed."""
        if room := self._rooms.get(match_id):
            room.is_overlooked = False
            self._refresh(room)

    def _start(self) -> None:
        if not self._started:
            self._started = True
            self._spawn(wake.listen(self.wake, skips_told=True), "hub: wake-up calls")
            self._spawn(self._look_regularly(), "hub: regular look")
            self._spawn(self._look_for_steps(), "hub: new steps")
            for number in range(READERS):
                self._spawn(self._keep_reading(self._quick), f"hub: reader {number}")
                self._spawn(self._keep_reading(self._slow), f"hub: reader {number} of slow matches")

    def _spawn(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _remove(self, room: Room, connection: Connection) -> None:
        watcher = room.watchers.pop(connection)
        # Whoever waits for its first news waits no more.
        watcher.served.cancel()
        self._watching[connection].discard(room.match_id)
        if not room.watchers and self._rooms.get(room.match_id) is room:
            del self._rooms[room.match_id]
        if connection.user_id is not None and connection.user_id not in room.people():
            self._spawn(self._part(room.match_id, connection.user_id), f"hub: {room.match_id} parts")

    async def _part(self, match_id: str, user_id: int) -> None:
        """Somebody's last connection here is gone; say so unless it comes back soon."""
        try:
            await threads.run(threads.SERVICES, seen.note_leaving, match_id, user_id)
            await asyncio.sleep(presence.GRACE_SECONDS)
            await wake.publish(match_id)
        except Exception:
            log.exception("presence of match %s", match_id)

    def _refresh(self, room: Room) -> None:
        """Have this room read soon. One that is being read just now is read once more after that."""
        with self._lock:
            room.is_stale = True
            if not (room.has_reader or room.writing):
                lane = self._slow if room.is_slow else self._quick
                lane.rooms[room.match_id] = room
                lane.due.set()

    def _read_if_stale(self, room: Room) -> None:
        if room.is_stale and room.watchers:
            self._refresh(room)

    async def _keep_reading(self, lane: Lane) -> None:
        """Read stale rooms, as many at once as wait; each is in the hands of one reader at a time."""
        while True:
            await lane.due.wait()
            with self._lock:
                taken = lane.take()
                for room in taken:
                    room.is_stale, room.has_reader = False, True
            if not taken:
                continue
            try:
                await self._read([room for room in taken if room.watchers])
            except Exception:
                # Whatever it is: the next look reads these again, and the reader is there for all others.
                log.exception("news of %s matches were not told", len(taken))
            finally:
                for room in taken:
                    with self._lock:
                        room.has_reader = False
                    self._read_if_stale(room)

    async def _read(self, rooms: Sequence[Room]) -> None:
        found_late = {room.match_id for room in rooms if room.is_overlooked}
        watchers = {room.match_id: list(room.watchers.values()) for room in rooms}
        asked = {match_id: [watcher.asker() for watcher in there] for match_id, there in watchers.items()}
        for room in rooms:
            room.is_overlooked = False
        try:
            readings = await threads.run(threads.SERVICES, feed.read, asked)
        except Exception as fault:
            log.exception("%s matches could not be read", len(rooms))
            # Those who know their match keep what they have: the next look tries again.
            for room in rooms:
                for watcher in watchers[room.match_id]:
                    if not watcher.served.done():
                        self._refuse(room, watcher, fault)
            return
        for room in rooms:
            is_late = room.match_id in found_late
            if room.match_id in readings:
                self._hand_out(room, watchers[room.match_id], readings[room.match_id], is_late=is_late)
            else:
                # Behind a slow one; whoever has come meanwhile is read with those who wait here.
                room.is_stale, room.is_outdated = True, False
                room.is_overlooked = room.is_overlooked or is_late

    def _hand_out(self, room: Room, watchers: Sequence[Watcher], reading: Reading, *, is_late: bool = False) -> None:
        """`is_late`: only the regular look has found that there was something to tell."""
        room.note(reading)
        is_outdated, room.is_outdated = room.is_outdated, False
        room.is_stale = room.is_stale or is_outdated
        for watcher, answer in zip(watchers, reading.answers, strict=True):
            if room.watchers.get(watcher.connection) is not watcher:
                continue
            if isinstance(answer, News):
                if is_outdated and answer.told.audience is not None and answer.told.audience.own:
                    continue
                if is_late and answer.messages and watcher.served.done():
                    metrics.WAKEUPS_HEALED.inc()
                watcher.told = answer.told
            self._tell(room, watcher, answer)

    def _tell(self, room: Room, watcher: Watcher, answer: Answer) -> None:
        if isinstance(answer, News):
            watcher.previous = None
            for message in answer.messages:
                watcher.connection.send(message)
            if not watcher.served.done():
                watcher.served.set_result(None)
        elif not (isinstance(answer, Unreadable) and watcher.served.done()):
            self._refuse(room, watcher, answer)

    def _refuse(self, room: Room, watcher: Watcher, answer: Exception) -> None:
        """A newcomer is refused; one who was let in before is shown out."""
        if not watcher.served.done():
            watcher.served.set_exception(Unavailable() if isinstance(answer, Unreadable) else answer)
            if watcher.previous is not None:
                room.watchers[watcher.connection] = watcher.previous
                room.is_stale = True
                return
        else:
            gone = isinstance(answer, ServiceError)
            watcher.connection.send(encode(Bye(match=room.match_id, code="gone" if gone else "internal")))
        self._remove(room, watcher.connection)

    async def _look_regularly(self) -> None:
        """Finds what wake-up calls did not tell, and keeps people online."""
        while True:
            began = time.monotonic()
            try:
                await self._look(seconds=LOOK_PART * LOOK_SECONDS)
            except Exception:
                log.exception("the regular look failed")
            rest = LOOK_SECONDS - (time.monotonic() - began)
            await asyncio.sleep(max(rest, (1 - LOOK_PART) * LOOK_SECONDS / 2))

    async def _look_for_steps(self) -> None:
        """Finds steps of which the seats have not been told: whoever resolved them died before it could wake anybody."""
        recent = Recent(Step)
        while True:
            # At once too: what is resolved while this process begins to listen calls nobody here.
            try:
                found = await threads.run(threads.SERVICES, feed.new_steps, recent)
            except Exception:
                log.exception("new steps could not be looked for")
                found = {}
            for match_id, number in found.items():
                room = self._rooms.get(match_id)
                if room is not None and room.is_behind(number):
                    room.is_overlooked = True
                    self._refresh(room)
            await asyncio.sleep(LOOK_BACK.total_seconds())

    async def _look(self, *, seconds: float = 0.0) -> None:
        """At all rooms, some at a time within so many seconds: nobody's news wait for hundreds of others."""
        everything = list(self._rooms)
        for first in range(0, len(everything), MOST_LOOKED_AT):
            part = everything[first : first + MOST_LOOKED_AT]
            some = [self._rooms[one] for one in part if one in self._rooms]
            people = {room.match_id: room.people() for room in some}
            found = await threads.run(threads.SERVICES, _take_pulses, people)
            for room in some:
                # A match that is gone has no pulse; its watchers learn it by being refused.
                pulse = None if room.snapshot is None else room.snapshot.pulse()
                if found.get(room.match_id) != pulse and not (room.has_reader or room.writing):
                    room.is_overlooked = True
                    self._refresh(room)
            await asyncio.sleep(seconds * len(part) / len(everything))
        await self._note_seen()

    async def _note_seen(self) -> None:
        """For all rooms in a row: it is stored once a minute, and each time costs a transaction."""
        people = {match_id: room.people() for match_id, room in self._rooms.items()}
        everything = list(people)
        for first in range(0, len(everything), MOST_NOTED):
            some = {match_id: people[match_id] for match_id in everything[first : first + MOST_NOTED]}
            await threads.run(threads.SERVICES, seen.note, some)


def _take_pulses(people: dict[str, set[int]]) -> dict[str, object]:
    presence.beat(people)
    return feed.pulses(list(people))


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}
"""One in a live process."""


def hub() -> Hub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        for old in [old for old in _hubs if old.is_closed()]:
            del _hubs[old]
        _hubs[loop] = Hub()
    return _hubs[loop]


class Hold:
    """Rooms of this process whose news a thread makes itself, from what it writes: nobody reads what it has written once more.

    They are held from before it looks at their matches, so that no reader can have told something newer.
    """

    def __init__(self, match_ids: Collection[str], quick: Container[str]) -> None:
        """`quick`: those whose views take so little time that nobody minds who makes them."""
        # One in a live process; the others are of tests that are over.
        running = [(loop, one) for loop, one in list(_hubs.items()) if loop.is_running()]
        self._places = [(loop, one, one.hold(match_ids, quick)) for loop, one in running]
        self._readings: dict[str, Reading] = {}

    def read(self, facts: Mapping[str, Facts]) -> None:
        """Make the news of those of the rooms whose matches are like this now."""
        for _loop, _hub, held in self._places:
            for room, watchers in held:
                now = facts.get(room.match_id)
                if now is None or not watchers or room.snapshot is None:
                    continue
                try:
                    askers = [watcher.asker() for watcher in watchers]
                    reading = feed.follow(room.snapshot, now, askers)
                except Exception:
                    log.exception("news of match %s could not be made; a reader tries again", room.match_id)
                    continue
                if reading.snapshot is None:
                    # Something could not be read; here too a reader tries again.
                    continue
                # The next batch may hold the room before the loop has sent these: its news begin where these end.
                room.note(reading)
                for watcher, answer in zip(watchers, reading.answers, strict=True):
                    if isinstance(answer, News):
                        watcher.told = answer.told
                self._readings[room.match_id] = reading

    def release(self) -> Set[str]:
        """Tell the news, and let others read these rooms again; returns the matches whose watchers here are told."""
        for loop, one, held in self._places:
            if held:
                # One round later than what was answered before this: an answer to orders comes before the news of them.
                give = partial(loop.call_soon, one.give, held, self._readings)
                try:
                    loop.call_soon_threadsafe(give)
                except RuntimeError:
                    log.debug("the process ends, and its sockets with it")
        return self._readings.keys()
