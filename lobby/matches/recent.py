"""Which rows came lately? For whoever makes sure that what should follow from them at once has followed, though a process may have died in
between. A range of primary keys: it costs the same however much the site has stored."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db.models import Model

from lobby.matches import rows

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
        newest = rows.newest_key(self._model)
        first, last, self._first, self._last = self._first, self._last, self._last, newest
        return range(0) if first is None or last is None else range(first + 1, last + 1)
