"""What does one person see of their conversations? The list of them, and the messages of one, a page at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import OuterRef, QuerySet, Subquery

from lobby.accounts.models import User
from lobby.conversations import writing
from lobby.conversations.models import Message, Side

A_PAGE = 30
"""Messages of a conversation that are shown at a time."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some messages of a conversation that follow each other, oldest first."""

    messages: Sequence[Message]
    has_older: bool

    @property
    def first(self) -> int:
        """Id of the oldest; 0 without any."""
        return self.messages[0].pk if self.messages else 0

    @property
    def newest(self) -> int:
        """Id of the newest; 0 without any."""
        return self.messages[-1].pk if self.messages else 0


def conversations(user: User) -> QuerySet[Side]:
    """The person's sides of conversations of which they keep anything, the newest first, with `newest_text` and who wrote it."""
    newest = Message.objects.filter(pk=OuterRef("newest"))
    return (
        Side.objects.filter(person=user, newest__gt=0)
        .select_related("other")
        .annotate(
            newest_text=Subquery(newest.values("text")),
            newest_author=Subquery(newest.values("author")),
            newest_at=Subquery(newest.values("created_at")),
        )
        .order_by("-newest")
    )


def unread(user_id: int) -> int:
    """In how many conversations something is unread."""
    return Side.objects.filter(person=user_id, unread__gt=0).count()


def newest(user_id: int) -> int:
    """Id of the newest message that the person keeps; 0 without any."""
    found = Side.objects.filter(person=user_id).order_by("-newest").values_list("newest", flat=True).first()
    return found or 0


def side(user: User, other: User) -> Side | None:
    """The person's side of the conversation with the other."""
    return Side.objects.filter(person=user, other=other).first()


def stretch(user: User, other: User, *, before: int | None = None, after: int | None = None) -> Stretch:
    """The newest messages, those before one, or those after one; at most `A_PAGE`."""
    mine = side(user, other)
    if mine is None:
        return Stretch([], has_older=False)
    rows = writing.kept_by(user).filter(conversation=mine.conversation_id).select_related("author")
    if after is not None:
        return Stretch(list(rows.filter(pk__gt=after).order_by("pk")[:A_PAGE]), has_older=False)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows.order_by("-pk")[: A_PAGE + 1])
    return Stretch(found[:A_PAGE][::-1], has_older=len(found) > A_PAGE)


def find(user: User, other: User, message_id: int) -> Message | None:
    """One message that this person keeps."""
    mine = side(user, other)
    return (
        None if mine is None else writing.kept_by(user).filter(conversation=mine.conversation_id, pk=message_id).first()
    )


def partner(user: User, slug: str) -> User | None:
    """With whom a conversation is: an account of that name, or somebody who has left and whose messages this person keeps."""
    found = User.objects.filter(name_key=slug.casefold(), is_active=True).first()
    if found is None:
        left = Side.objects.filter(person=user, other__username=slug, newest__gt=0).select_related("other").first()
        found = None if left is None else left.other
    return found
