"""What is announced to everybody who is on the site? The one row that says when maintenance is due. No behaviour: that is in `maintenance`."""

from django.db import models


class Maintenance(models.Model):
    """The site will be away for a while; at most one row, number 1."""

    at = models.DateTimeField(null=True)
    """When it begins; null: now."""
    texts = models.JSONField(default=dict)
    """{language: sentence} in place of the ordinary one."""
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = verbose_name_plural = "maintenance"

    def __str__(self) -> str:
        return f"maintenance at {self.at:%Y-%m-%d %H:%M}" if self.at else "maintenance now"
