"""What happened in a match, step by step? Its stored steps and orders, from the tables or, for an old match, from its packed text or the archive.

A match is moved in one transaction, so its rows are in the tables or its file is named in its row. The tables are asked first: a match that
is moved meanwhile is then found in the archive.
"""

from __future__ import annotations

from collections.abc import Iterator

from lobby.matches.models import Orders, Step
from lobby.store import archive

READ_AT_ONCE = 50
"""Steps in one batch; those of a whole match would need too much memory."""


def steps(match_id: str, *fields: str, first: int = 0, last: int | None = None) -> Iterator[Step]:
    """Steps `first` to `last` with these fields. Must not be changed. Raises `archive.Unreadable`."""
    rows = Step.objects.filter(match_id=match_id, number__gte=first).order_by("number")
    if last is not None:
        rows = rows.filter(number__lte=last)
    is_here = False
    for row in rows.only("number", *fields).iterator(chunk_size=READ_AT_ONCE):
        is_here = True
        yield row
    if not is_here and (kept := archive.of(match_id)) is not None:
        yield from kept.steps[first : None if last is None else last + 1]


def step(match_id: str, number: int) -> Step:
    """One step of a match. Raises Step.DoesNotExist, `archive.Unreadable`."""
    for found in steps(match_id, "state", "events", "orders", first=number, last=number):
        return found
    raise Step.DoesNotExist(f"match {match_id} has no step {number}")


def orders_of(match_id: str, seat: int) -> list[Orders]:
    """All orders of a seat, by step and revision. Must not be changed. Raises `archive.Unreadable`."""
    rows = list(Orders.objects.filter(match_id=match_id, seat=seat).order_by("step", "revision"))
    kept = None if rows else archive.of(match_id)
    return rows if kept is None else [row for row in kept.orders if row.seat == seat]
