"""How do the watchers of this process learn what the journal has written? `play` knows no watchers; `apps.py` registers an announcer here.

Three calls and not one: answers leave between reading and telling, and readers wait from before the write on (decision 020).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Mapping, Set
from typing import Protocol

from lobby.store.rows import Facts


class Announcement(Protocol):
    """News of some matches, reserved for their writer: nobody else sends news of these matches until `tell` has been called."""

    def read(self, facts: Mapping[str, Facts]) -> None:
        """Render the news of these matches from their present facts. Call it after the commit."""

    def tell(self) -> Set[str]:
        """Send the news and release the matches. Returns the matches whose watchers in this process were told."""


Announcer = Callable[[Collection[str], Container[str]], Announcement]
"""`announcer(match_ids, quick)` begins an announcement, before the writer reads these matches, so no reader can have sent newer news.

`quick` has the matches whose views are fast enough to be rendered in the writer's thread.
"""


class _Nobody:
    """Announcement of a process without watchers; the wake-up call is enough there."""

    def __init__(self, match_ids: Collection[str], quick: Container[str]) -> None:
        pass

    def read(self, facts: Mapping[str, Facts]) -> None:
        pass

    def tell(self) -> Set[str]:
        return frozenset()


_announcer: Announcer = _Nobody


def begin(match_ids: Collection[str], quick: Container[str]) -> Announcement:
    """Reserve the news of these matches for the caller, until it calls `tell`."""
    return _announcer(match_ids, quick)


def announce_by(announcer: Announcer) -> None:
    """Use this announcer from now on."""
    global _announcer
    _announcer = announcer
