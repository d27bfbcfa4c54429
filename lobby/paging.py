"""How is a list cut into pages when it may have a million rows? To count them all would read them all: only so many are counted."""

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.utils.functional import cached_property

MOST = 1000
"""Rows that are counted, and so can be turned to. Older ones are found by a filter or a search."""


class ShortPaginator(Paginator):
    """Django's, which says that there are `MOST` rows where there are more."""

    @cached_property
    def count(self) -> int:
        """How many rows there are, at most `MOST`."""
        rows = self.object_list
        # In the order of the list, so that the database reads the index of that list and stops.
        return rows[:MOST].count() if isinstance(rows, QuerySet) else min(len(rows), MOST)
