"""What does this thread know of matches without asking the database? What it read or wrote last, as long as nobody has written since.

SQLite tells exactly whether anybody has: `data_version` of a connection changes with the commits of all others, `total_changes` with its own
writes. So the one writer of orders of a process reads a match once, and not again with every order and step. Other databases have
nothing like it: there every match is read, and locked, in every transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from lobby.matches import rows
from lobby.matches.rows import Facts
from lobby.matches.threads import database

Mark = tuple[object, int, int]

_facts: dict[str, Facts] = {}
_mark: Mark | None = None
"""Of the connection, when the facts were right. One thread at a time is in here: it holds the lock of SQLite's file."""


def is_kept() -> bool:
    """Does this database say whether anybody else has written?"""
    return database().vendor == "sqlite"


def read(match_ids: Iterable[str]) -> dict[str, Facts]:
    """Facts of each of these matches that exists, inside a transaction that writes: nobody else may change them until it ends.

    They are the caller's to change, together with what they say; `keep` or `forget` follows. Those that somebody else has locked are
    left out, as by `rows.read`.
    """
    now = _read_mark()
    if now is None:
        return rows.read(match_ids, lock=True)
    if now != _mark or len(_facts) > rows.KEPT:
        _facts.clear()
    wanted = set(match_ids)
    # Not as a difference of sets, which would go through all that is known.
    _facts.update(rows.read([match_id for match_id in wanted if match_id not in _facts], lock=True))
    return {match_id: _facts[match_id] for match_id in wanted if match_id in _facts}


def keep(changed: Mapping[str, Facts], lost: Iterable[str] = ()) -> None:
    """At the end of that transaction: these matches are like this now, and of those nothing is known any more."""
    global _mark
    _mark = _read_mark()
    if _mark is not None:
        _facts.update(changed)
        for match_id in lost:
            _facts.pop(match_id, None)
    rows.note(changed)


def forget() -> None:
    """The transaction came to nothing, or the database is another one."""
    global _mark
    _mark = None
    _facts.clear()


def _read_mark() -> Mark | None:
    if not is_kept():
        return None
    raw = database().connection
    return raw, raw.execute("PRAGMA data_version").fetchone()[0], raw.total_changes
