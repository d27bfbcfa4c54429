"""Announcements, of maintenance and of anything else, as rows of the database. Their behaviour is in `maintenance` and `announcements`."""

from django.db import models
from django.utils.translation import gettext_lazy as _


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


class Announcement(models.Model):
    """Something that staff tell everybody on every page, for a time (`announcements`)."""

    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField(db_index=True)
    texts = models.JSONField()
    """{language: sentence}, at least one."""

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")

    def __str__(self) -> str:
        return next(iter(self.texts.values()))[:80]
