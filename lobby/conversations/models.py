"""What is stored of what two people write to each other? The models have no behaviour.

A message is stored once, and each of the two has a side of the conversation. What one of them deletes stays with the other; what nobody keeps is
deleted for good.
"""

from django.conf import settings
from django.db import models
from django.utils import timezone

LONGEST = 1000
"""Characters of a message."""


class Conversation(models.Model):
    """Two people who have written to each other."""

    low = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    """The person with the lower id."""
    high = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    begun_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+", db_index=False
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["low", "high"], name="conversation_once")]
        indexes = [models.Index(fields=["begun_by", "-created_at"], name="conversations_begun")]

    def __str__(self) -> str:
        return f"conversation of {self.low_id} and {self.high_id}"


class Side(models.Model):
    """What one of the two has of a conversation."""

    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="sides")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    newest = models.BigIntegerField(default=0)
    """Id of the newest message that the person keeps; 0: they keep none, and see no conversation."""
    unread = models.PositiveIntegerField(default=0)
    has_written = models.BooleanField(default=False)
    """The person has written here, so the other one may answer."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "other"], name="side_once")]
        indexes = [
            models.Index(fields=["person", "-newest"], name="conversations_newest"),
            models.Index(fields=["person"], condition=models.Q(unread__gt=0), name="conversations_unread"),
        ]

    def __str__(self) -> str:
        return f"side of {self.person_id} with {self.other_id}"


class Message(models.Model):
    """What one of the two has written. Its text is cleaned and stays text."""

    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="messages", db_index=False)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="messages_written")
    text = models.CharField(max_length=LONGEST)
    created_at = models.DateTimeField(default=timezone.now)
    is_kept_by_author = models.BooleanField(default=True)
    is_kept_by_reader = models.BooleanField(default=True)

    class Meta:
        indexes = [models.Index(fields=["conversation", "-id"], name="messages_of_conversation")]

    def __str__(self) -> str:
        # Without its text, which is private.
        return f"message {self.pk} of person {self.author_id}"
