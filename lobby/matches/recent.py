"""Which rows came lately? For whoever makes sure that what should follow from them at once has followed, though a process may have died in
between. A range of primary keys: it costs the same however much the site has stored."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db.models import Max, Model, QuerySet

LOOK_BACK: Final = timedelta(seconds=0.7)
"""How often one looks; what is found is as old as one to two of these, so that the ordinary way has had its time."""


class Recent:
    """Rows of one table, each told of once."""

    def __init__(self, model: type[Model]) -> None:
        self._rows: QuerySet = model._default_manager.all()
        self._first: int | None = None
        self._last: int | None = None

    def rows(self) -> QuerySet | None:
        """Those that were stored before the last call and after the one before that; None: none."""
        newest = self._rows.aggregate(newest=Max("pk"))["newest"] or 0
        first, last, self._first, self._last = self._first, self._last, self._last, newest
        return None if first is None or first == last else self._rows.filter(pk__gt=first, pk__lte=last)
