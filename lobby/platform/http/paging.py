"""How is a list of perhaps a million rows split into pages? A full count would read every row, so counting stops at `MOST`."""

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.utils.functional import cached_property

MOST = 1000
"""The most rows that are counted, and that paging can therefore reach. Filters and searches find older ones."""


class ShortPaginator(Paginator):
    """Django's paginator, with a count of at most `MOST` rows."""

    @cached_property
    def count(self) -> int:
        """Number of rows, at most `MOST`."""
        rows = self.object_list
        # Keeps the order of the list, so that the database reads that index and stops early.
        return rows[:MOST].count() if isinstance(rows, QuerySet) else min(len(rows), MOST)
