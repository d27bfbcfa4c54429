"""The announcement of maintenance, as a row of the database. Its behaviour is in `maintenance`."""

from django.db import models


class Maintenance(models.Model):
    """The current announcement. There is at most one row, number 1."""

    at = models.DateTimeField(null=True)
    """Start of the maintenance; null: now."""
    texts = models.JSONField(default=dict)
    """{language: sentence} that replaces the default sentence."""
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = verbose_name_plural = "maintenance"

    def __str__(self) -> str:
        return f"maintenance at {self.at:%Y-%m-%d %H:%M}" if self.at else "maintenance now"
