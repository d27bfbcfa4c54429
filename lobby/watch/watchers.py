"""Who watches a match in this process, what have they been told, and which matches wait to be read?

The hub's data: watched matches, their watchers, and the order in which matches are read. Nothing here reads or sends.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from lobby.platform.protocol.server import AudienceName
from lobby.watch.feed import Asker, Cursor, Reading
from lobby.watch.reading import Snapshot


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
        self.cursor = Cursor(frame=since)
        self.previous = previous
        """The watcher that this one replaces when it is accepted."""
        self.served: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done with the first news; has the exception if the watch is refused."""

    def asker(self) -> Asker:
        """The watcher in the form that `feed` reads."""
        return Asker(self.connection.user_id, self.as_, self.cursor)


class WatchedMatch:
    """One match and all its watchers in this process."""

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id
        self.watchers: dict[Connection, Watcher] = {}
        self.is_stale = False
        """True if there is something to read that no reader has begun to read."""
        self.has_reader = False
        """True while a reader has the match and has not yet sent its news."""
        self.writing = 0
        """Number of batches with orders of this match that are being written or whose news are being sent. No reader begins meanwhile."""
        self.is_outdated = False
        """True if orders arrived during the reading. Its news are then dropped, because they are older than the answer to these orders."""
        self.snapshot: Snapshot | None = None
        """The snapshot of the last reading."""
        self.is_overlooked = False
        """True if only the regular look noticed a change, without a wake-up call."""
        self.is_slow = False
        """True if the views of its newest step took long to make."""

    def note(self, reading: Reading) -> None:
        """Store the last reading. Only its reader, or the writer that has reserved the match, may call it."""
        if reading.is_slow or self.snapshot is None or reading.snapshot is None:
            self.is_slow = self.is_slow or reading.is_slow
        elif reading.snapshot.match.step != self.snapshot.match.step:
            # News without a new step are quick in every game.
            self.is_slow = False
        self.snapshot = reading.snapshot

    def is_behind(self, step: int) -> bool:
        """True if a seat's person has not been told of that step. (Spectators may be late on purpose.)"""
        cursors = [watcher.cursor for watcher in self.watchers.values()]
        return any(one.audience is not None and one.audience.own and (one.frame or 0) < step for one in cursors)

    def people(self) -> set[int]:
        """Ids of the watchers that are not anonymous."""
        return {connection.user_id for connection in self.watchers if connection.user_id is not None}


class Lane:
    """Watched matches that wait for the same readers."""

    def __init__(self, most: int) -> None:
        self.most = most
        """Greatest number of matches in one reading."""
        self.matches: dict[str, WatchedMatch] = {}
        self.due = asyncio.Event()

    def take(self) -> list[WatchedMatch]:
        """The matches that have waited longest. Call it under the hub's lock."""
        taken = [self.matches.pop(match_id) for match_id in list(self.matches)[: self.most]]
        if not self.matches:
            self.due.clear()
        return taken
