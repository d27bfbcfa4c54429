"""Which steps and orders were stored lately, and for which matches? Finds work that a process left when it died after the commit.
It reads a range of primary keys, so the cost does not depend on how much the site has stored."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db.models import Model

from lobby.matches.models import Match, Orders, Step
from lobby.platform.storage import statements

LOOK_BACK: Final = timedelta(seconds=0.7)
"""Interval of the look. Found rows are one to two intervals old, so the normal wake-up call has had time to arrive."""


class RecentRows:
    """New rows of one table; each is returned once."""

    def __init__(self, model: type[Model]) -> None:
        self._model = model
        self._first: int | None = None
        self._last: int | None = None

    def keys(self) -> range:
        """Keys of the rows that were stored between the last two calls."""
        newest = newest_key(self._model)
        first, last, self._first, self._last = self._first, self._last, self._last, newest
        return range(0) if first is None or last is None else range(first + 1, last + 1)


def newest_key(model: type[Model]) -> int:
    """The highest primary key of the table; 0 if it is empty."""
    with statements.cursor() as cursor:
        cursor.execute(f"SELECT MAX({model._meta.pk.column}) FROM {model._meta.db_table}", [])
        return cursor.fetchall()[0][0] or 0


def stepped(keys: range) -> dict[str, int]:
    """Match → newest step, for matches with a step among these keys."""
    with statements.cursor() as cursor:
        cursor.execute(
            f"SELECT match_id, MAX(number) FROM {Step._meta.db_table} WHERE id >= %s AND id < %s GROUP BY match_id",
            [keys.start, keys.stop],
        )
        return dict(cursor.fetchall())


def awaiting(keys: range) -> list[str]:
    """Running matches in which orders among those keys made a seat ready for the step that is still due."""
    with statements.cursor() as cursor:
        # With a condition on the status, SQLite would start from all running matches instead of the few orders.
        cursor.execute(
            f"SELECT DISTINCT m.id, m.status FROM {Orders._meta.db_table} o JOIN {Match._meta.db_table} m"
            " ON m.id = o.match_id AND m.step = o.step WHERE o.id >= %s AND o.id < %s AND o.ready",
            [keys.start, keys.stop],
        )
        return [match_id for match_id, status in cursor.fetchall() if status == Match.Status.RUNNING]
