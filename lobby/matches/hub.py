"""Which connections of this process watch which match, and when is there something to tell them?

One hub per event loop. A wake-up call, a new watcher and the regular look all end in the same place: a reading of the
database (`feed.read`), of all matches together that wait for one, whose messages go to the connections. Calls that come for a
match during its reading are answered by one more. Nothing here knows what a message says.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from typing import Any, Protocol

from django.utils.translation import gettext_lazy as _

from lobby import metrics
from lobby.matches import absence, feed, presence, threads, wake
from lobby.matches.errors import ServiceError, TooMany
from lobby.matches.feed import Asker, News, Told, Unreadable
from lobby.matches.models import Step
from lobby.matches.protocol import AudienceName, Bye, encode
from lobby.matches.recent import LOOK_BACK, Recent

log = logging.getLogger("fogbound.hub")

LOOK_SECONDS = presence.BEAT_SECONDS
"""A lost wake-up call delays news by no more than this."""
MOST_WATCHED = 100
"""Matches per connection."""
READERS = 2
"""A match whose views take long holds up no more than one."""
MOST_READ = 100
"""Matches in one reading."""
CLOSE_RESTART = 1012


class Connection(Protocol):
    """What the hub needs of a socket."""

    user_id: int | None

    def send(self, message: bytes) -> None:
        """Queue one message."""

    def close(self, code: int) -> None:
        """Send what is queued, then close."""


class Watcher:
    """One connection's interest in one match."""

    def __init__(
        self, connection: Connection, as_: AudienceName | None, since: int | None, previous: Watcher | None
    ) -> None:
        self.connection = connection
        self.as_ = as_
        self.told = Told(frame=since)
        self.previous = previous
        """What this one replaces, once it is let in."""
        self.served: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done with the first news, or refused."""


class _Room:
    """Everybody here who watches one match."""

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id
        self.watchers: dict[Connection, Watcher] = {}
        self.stale = False
        """Is there something to read that no reader has begun to read?"""
        self.reading = False
        self.pulse: object = None
        """Of the last reading."""
        self.is_overlooked = False
        """Has only the regular look noticed that there is something to read?"""

    def is_behind(self, step: int) -> bool:
        """Has somebody who sits there not been told of that step? (Spectators may be late on purpose.)"""
        told = [watcher.told for watcher in self.watchers.values()]
        return any(one.audience is not None and one.audience.own and (one.frame or 0) < step for one in told)

    def people(self) -> set[int]:
        return {connection.user_id for connection in self.watchers if connection.user_id is not None}


class Hub:
    """The watchers of one process."""

    def __init__(self) -> None:
        self._rooms: dict[str, _Room] = {}
        self._watching: dict[Connection, set[str]] = {}
        """Every open connection, and the ids of the matches it watches."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._started = False
        self._stale: dict[str, _Room] = {}
        self._due = asyncio.Event()

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
        room = self._rooms.setdefault(match_id, _Room(match_id))
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
        return bool(self._stale) or any(room.reading for room in self._rooms.values())

    async def wake(self, match_id: str) -> None:
        """That match has changed."""
        if room := self._rooms.get(match_id):
            room.is_overlooked = False
            self._refresh(room)

    def close_all(self, code: int = CLOSE_RESTART) -> None:
        """Close every connection: the server stops."""
        for connection in list(self._watching):
            connection.close(code)

    def _start(self) -> None:
        if not self._started:
            self._started = True
            self._spawn(wake.listen(self.wake), "hub: wake-up calls")
            self._spawn(self._look_regularly(), "hub: regular look")
            self._spawn(self._look_for_steps(), "hub: new steps")
            for number in range(READERS):
                self._spawn(self._keep_reading(), f"hub: reader {number}")

    def _spawn(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _remove(self, room: _Room, connection: Connection) -> None:
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
            await threads.run(threads.SERVICES, absence.note_leaving, match_id, user_id)
            await asyncio.sleep(presence.GRACE_SECONDS)
            await wake.publish(match_id)
        except Exception:
            log.exception("presence of match %s", match_id)

    def _refresh(self, room: _Room) -> None:
        """Have this room read soon. One that is being read just now is read once more after that."""
        room.stale = True
        if not room.reading:
            self._stale[room.match_id] = room
            self._due.set()

    async def _keep_reading(self) -> None:
        """Read stale rooms, as many at once as wait; each is in the hands of one reader at a time."""
        while True:
            await self._due.wait()
            taken = [self._stale.pop(match_id) for match_id in list(self._stale)[:MOST_READ]]
            if not self._stale:
                self._due.clear()
            for room in taken:
                room.stale, room.reading = False, True
            try:
                await self._read([room for room in taken if room.watchers])
            except Exception:
                # Whatever it is: the next look reads these again, and the reader is there for all others.
                log.exception("news of %s matches were not told", len(taken))
            finally:
                for room in taken:
                    room.reading = False
                    if room.stale and room.watchers:
                        self._refresh(room)

    async def _read(self, rooms: Sequence[_Room]) -> None:
        found_late = {room.match_id for room in rooms if room.is_overlooked}
        watchers = {room.match_id: list(room.watchers.values()) for room in rooms}
        asked = {
            match_id: [Asker(watcher.connection.user_id, watcher.as_, watcher.told) for watcher in there]
            for match_id, there in watchers.items()
        }
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
            reading = readings[room.match_id]
            room.pulse = reading.pulse
            for watcher, answer in zip(watchers[room.match_id], reading.answers, strict=True):
                if room.watchers.get(watcher.connection) is not watcher:
                    continue
                if isinstance(answer, News):
                    if room.match_id in found_late and answer.messages and watcher.served.done():
                        metrics.WAKEUPS_HEALED.inc()
                    self._tell(watcher, answer)
                elif not (isinstance(answer, Unreadable) and watcher.served.done()):
                    self._refuse(room, watcher, answer)

    @staticmethod
    def _tell(watcher: Watcher, news: News) -> None:
        watcher.told = news.told
        watcher.previous = None
        for message in news.messages:
            watcher.connection.send(message)
        if not watcher.served.done():
            watcher.served.set_result(None)

    def _refuse(self, room: _Room, watcher: Watcher, answer: Exception) -> None:
        """A newcomer is refused; one who was let in before is shown out."""
        if not watcher.served.done():
            watcher.served.set_exception(answer)
            if watcher.previous is not None:
                room.watchers[watcher.connection] = watcher.previous
                room.stale = True
                return
        else:
            gone = isinstance(answer, ServiceError)
            watcher.connection.send(encode(Bye(match=room.match_id, code="gone" if gone else "internal")))
        self._remove(room, watcher.connection)

    async def _look_regularly(self) -> None:
        """Finds what wake-up calls did not tell, and keeps people online."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self._look()
            except Exception:
                log.exception("the regular look failed")

    async def _look_for_steps(self) -> None:
        """Finds steps of which the seats have not been told: whoever resolved them died before it could wake anybody."""
        recent = Recent(Step)
        while True:
            await asyncio.sleep(LOOK_BACK.total_seconds())
            try:
                found = await threads.run(threads.SERVICES, feed.new_steps, recent)
            except Exception:
                log.exception("new steps could not be looked for")
                continue
            for match_id, number in found.items():
                room = self._rooms.get(match_id)
                if room is not None and room.is_behind(number):
                    room.is_overlooked = True
                    self._refresh(room)

    async def _look(self) -> None:
        people = {match_id: room.people() for match_id, room in self._rooms.items()}
        found = await threads.run(threads.SERVICES, _take_pulses, people)
        for match_id, room in list(self._rooms.items()):
            # A match that is gone has no pulse; its watchers learn it by being refused.
            if match_id in people and found.get(match_id) != room.pulse and not room.reading:
                room.is_overlooked = True
                self._refresh(room)


def _take_pulses(people: dict[str, set[int]]) -> dict[str, object]:
    presence.beat(people)
    absence.note_seen(people)
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
