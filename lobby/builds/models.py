"""What is kept of something that a person has built for a game? No behaviour: that is in `services`."""

from django.conf import settings
from django.db import models


class Build(models.Model):
    """A fleet, a deck: whatever the game's workshop makes. Only its owner reads it, unless it has a code."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="builds", db_index=False)
    game = models.CharField(max_length=40)
    name = models.CharField(max_length=40)
    content = models.JSONField()
    """As the game judges it; may be unfinished."""
    code = models.CharField(max_length=16, blank=True)
    """Whoever has it may read the build. Empty: it is not shared."""
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        indexes = [models.Index(fields=["owner", "game"])]
        constraints = [models.UniqueConstraint(fields=["code"], condition=~models.Q(code=""), name="build_code_once")]

    def __str__(self) -> str:
        return self.name
