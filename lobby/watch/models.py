"""Which months can be downloaded? One row for each, which names its file."""

from __future__ import annotations

from django.db import models


class PublishedMonth(models.Model):
    """All public matches that ended in a month, as one file in the archive's storage."""

    month = models.CharField(max_length=7, unique=True)
    """As in 2026-10."""
    matches = models.PositiveIntegerField()
    size = models.BigIntegerField()
    """Bytes of the file."""
    sha256 = models.CharField(max_length=64)
    """Of the file, in hexadecimal digits."""
    file = models.CharField(max_length=80)
    made_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-month"]

    def __str__(self) -> str:
        return self.month
