"""Which rows came lately, and which matches do they belong to? For whoever makes sure that what should follow from them at once has followed,
though a process may have died in between. A range of primary keys: it costs the same however much the site has stored."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db.models import Model

from lobby.matches import statements
from lobby.matches.models import Match, Orders, Step

LOOK_BACK: Final = timedelta(seconds=0.7)
"""How often one looks; what is found is as old as one to two of these, so that the ordinary way has had its time."""


class Recent:
    """Rows of one table, each told of once."""

    def __init__(self, model: type[Model]) -> None:
        self._model = model
        self._first: int | None = None
        self._last: int | None = None

    def keys(self) -> range:
        """Of those that were stored before the last call and after the one before that."""
        newest = newest_key(self._model)
        first, last, self._first, self._last = self._first, self._last, self._last, newest
        return range(0) if first is None or last is None else range(first + 1, last + 1)


def newest_key(model: type[Model]) -> int:
    """The highest key in that table; 0 of an empty one."""
    with statements.cursor() as cursor:
        cursor.execute(f"SELECT MAX({model._meta.pk.column}) FROM {model._meta.db_table}", [])
        return cursor.fetchall()[0][0] or 0


def stepped(keys: range) -> dict[str, int]:
    """Matches that have a step among those keys, and the newest of these steps."""
    with statements.cursor() as cursor:
        cursor.execute(
            f"SELECT match_id, MAX(number) FROM {Step._meta.db_table} WHERE id >= %s AND id < %s GROUP BY match_id",
            [keys.start, keys.stop],
        )
        return dict(cursor.fetchall())


def awaiting(keys: range) -> list[str]:
    """Running matches in which orders among those keys made a seat ready for the step that is still due."""
    with statements.cursor() as cursor:
        # Asked for a status, SQLite would begin with all matches that have it, instead of with the few orders.
        cursor.execute(
            f"SELECT DISTINCT m.id, m.status FROM {Orders._meta.db_table} o JOIN {Match._meta.db_table} m"
            " ON m.id = o.match_id AND m.step = o.step WHERE o.id >= %s AND o.id < %s AND o.ready",
            [keys.start, keys.stop],
        )
        return [match_id for match_id, status in cursor.fetchall() if status == Match.Status.RUNNING]
