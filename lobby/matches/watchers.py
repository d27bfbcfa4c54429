"""Who of this process watches a match, what have they been told, and what waits to be read for them?

What the `hub` keeps of one match, of one connection's interest in it, and of the order in which matches are read. Nothing here reads or sends.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from lobby.matches.feed import Asker, Reading, Told
from lobby.matches.protocol import AudienceName
from lobby.matches.status import Snapshot


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

    def asker(self) -> Asker:
        """Who wants to know what."""
        return Asker(self.connection.user_id, self.as_, self.told)


class Room:
    """Everybody here who watches one match."""

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id
        self.watchers: dict[Connection, Watcher] = {}
        self.is_stale = False
        """Is there something to read that no reader has begun to read?"""
        self.has_reader = False
        """Has a reader begun, and not told yet what it found?"""
        self.writing = 0
        """How many batches with orders of this match are on their way to disk, or their news to the connections. Nobody begins to read it."""
        self.is_outdated = False
        """Have orders come in during the reading? Whoever gave them is told nothing older than the answer to them."""
        self.snapshot: Snapshot | None = None
        """Of the last reading."""
        self.is_overlooked = False
        """Has only a look noticed that there is something to read, and no wake-up call?"""
        self.is_slow = False
        """Did the views of its newest step take long to make?"""

    def note(self, reading: Reading) -> None:
        """What was read last. By whoever has the room: its reader, or the writer that holds it."""
        if reading.is_slow or self.snapshot is None or reading.snapshot is None:
            self.is_slow = self.is_slow or reading.is_slow
        elif reading.snapshot.match.step != self.snapshot.match.step:
            # What comes besides a new step is quick with any game.
            self.is_slow = False
        self.snapshot = reading.snapshot

    def is_behind(self, step: int) -> bool:
        """Has somebody who sits there not been told of that step? (Spectators may be late on purpose.)"""
        told = [watcher.told for watcher in self.watchers.values()]
        return any(one.audience is not None and one.audience.own and (one.frame or 0) < step for one in told)

    def people(self) -> set[int]:
        """Those who watch and are signed in."""
        return {connection.user_id for connection in self.watchers if connection.user_id is not None}


class Lane:
    """Rooms that wait for the same readers."""

    def __init__(self, most: int) -> None:
        self.most = most
        """So many are read at once."""
        self.rooms: dict[str, Room] = {}
        self.due = asyncio.Event()

    def take(self) -> list[Room]:
        """Those that have waited longest, under the hub's lock."""
        taken = [self.rooms.pop(match_id) for match_id in list(self.rooms)[: self.most]]
        if not self.rooms:
            self.due.clear()
        return taken
